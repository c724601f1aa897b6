//! The common parts of the writers of formats without positions: the part of each game that can be written
//! act by act, and the losses.

use super::inventory::{Item, Kind, inventory, without};
use crate::board::Side;
use crate::game::record::{Cause, GameRecord, Header, Written, headers};
use crate::game::told::{Scene, Words, tell};
use crate::game::{Act, Ending, Happening, MAX_CUBE, Replayed};
use crate::rules::{Outcome, Play, Variant};

/// The abilities of a format.
pub(super) struct Can {
    /// The kinds of items that it can express.
    pub(super) holds: &'static [Kind],
    /// Returns `true` for the variants that it can name.
    pub(super) variant: fn(&Variant) -> bool,
    /// Whether every game has names of its own.
    pub(super) names_of_each_game: bool,
    /// Whether it has words for the kind of a resignation, if the points don't show it.
    pub(super) names_outcomes: bool,
    /// The causes of a loss that it can name.
    pub(super) causes: &'static [Cause],
}

impl Can {
    /// Returns its abilities within a game.
    fn words(&self) -> Words {
        Words {
            automatic_doubles: self.holds.contains(&Kind::AutomaticDouble),
            refused_resignations: self.holds.contains(&Kind::RefusedResignation),
            outcomes: self.names_outcomes,
            causes: self.causes,
            illegal_plays: false,
            beavers: u8::MAX,
            positions: None,
        }
    }
}

/// The content to be written of a match.
pub(super) struct Script {
    /// The headers.
    pub(super) headers: Vec<Header>,
    /// The games.
    pub(super) games: Vec<Scene>,
    /// The losses.
    pub(super) losses: Vec<Item>,
}

/// Returns the part of a record that can be written; `fits` returns `true` for a header that can be.
pub(super) fn script(replayed: &Replayed, can: &Can, fits: impl Fn(&Header) -> bool) -> Script {
    let mut kept = Replayed { record: crate::game::record::MatchRecord::default(), ..replayed.clone() };
    keep_rules(&mut kept, can);
    kept.record.headers = kept_headers(replayed, can, fits);
    let playable = (can.variant)(&replayed.rules.variant);
    let mut games = Vec::new();
    for (index, (record, game)) in replayed.games().enumerate() {
        let renamed = index > 0
            && Side::ALL.into_iter().any(|side| replayed.name(index, side) != replayed.name(index - 1, side));
        if renamed && !can.names_of_each_game {
            break;
        }
        let scene =
            if playable { tell(&replayed.rules, game, record, &can.words()) } else { Scene::default() };
        keep_game(&mut kept, index, record, &scene);
        let is_whole = scene.end.is_some() == game.result.is_some();
        games.push(scene);
        if game.is_crawford && !is_whole {
            // Without its result, the next game would be read as the Crawford game.
            break;
        }
    }
    kept.games.truncate(games.len());
    // A variant that can't be played there has no name there either.
    let is_told = |item: &Item| can.holds.contains(&item.kind) && (playable || item.kind != Kind::Variant);
    let losses = without(inventory(replayed), inventory(&kept).into_iter().filter(is_told));
    Script { headers: kept.record.headers, games, losses }
}

/// Reduces the rules to those that will be read again.
fn keep_rules(kept: &mut Replayed, can: &Can) {
    let rules = &mut kept.rules;
    // A header with 1 only means that beavers, or automatic doubles, are allowed.
    if rules.beavers == 1 {
        rules.beavers = u8::MAX;
    }
    if !can.holds.contains(&Kind::CubeLimit) {
        rules.cube_limit = MAX_CUBE;
    }
}

/// Returns the headers to be written: for keys with a single value, only the first.
fn kept_headers(replayed: &Replayed, can: &Can, fits: impl Fn(&Header) -> bool) -> Vec<Header> {
    let mut kept: Vec<Header> = Vec::new();
    let mut add = |header: Header| {
        let is_new = kept.iter().all(|other| !other.key.value.eq_ignore_ascii_case(&header.key.value));
        if is_new && !header.value.value.trim().is_empty() && fits(&header) {
            kept.push(header);
        }
    };
    for header in &replayed.record.headers {
        add(header.clone());
    }
    if can.holds.contains(&Kind::Rating)
        && let Some(first) = replayed.record.games.first()
    {
        for side in Side::ALL {
            let rating = first.players[side].as_ref().and_then(|player| player.rating.as_ref());
            if let Some(rating) = rating {
                add(Header::new(headers::ELO[side.index()], rating.value.trim(), rating.span));
            }
        }
    }
    kept
}

/// Reduces a game to the part that is written.
fn keep_game(kept: &mut Replayed, index: usize, record: &GameRecord, scene: &Scene) {
    let mut players = record.players.clone();
    for player in players.0.iter_mut().flatten() {
        player.rating = None;
    }
    let cause = scene.end.as_ref().and_then(|end| end.cause);
    let is_cause =
        |written: &Written| matches!(written, Written::Losses { cause: told, .. } if *told == cause);
    let mut entries: Vec<_> =
        record.entries.iter().filter(|entry| is_cause(&entry.written)).cloned().collect();
    entries.truncate(usize::from(cause.is_some()));
    for entry in &mut entries {
        entry.notes = None;
    }
    kept.record.games.push(GameRecord { players, entries, ..GameRecord::default() });
    let game = &mut kept.games[index];
    game.acts.clone_from(&scene.acts);
    game.overruled.clear();
    match &scene.end {
        None => game.result = None,
        Some(end) => {
            let act = |by, what| Act { by, what, entry: None, ..blank_act() };
            if let (Ending::Resigned, Some(winner)) = (end.result.ending, end.result.winner) {
                let outcome = end.result.outcome.unwrap_or(Outcome::Single);
                game.acts.push(act(!winner, Happening::Resigned { outcome }));
            }
            let by = end.result.winner.unwrap_or(Side::Zero);
            game.acts.push(act(by, Happening::GameOver(end.result)));
        }
    }
}

const fn blank_act() -> Act {
    Act {
        before: crate::board::Board::START,
        cube: crate::game::Cube::START,
        by: Side::Zero,
        entry: None,
        what: Happening::Taken,
    }
}

/// Writes the steps of a play in the order in which they are made, with the text between the points
/// and between the steps; `upwards` counts the points from the other side.
pub(super) fn steps(play: &Play, tie: char, between: &str, upwards: bool) -> String {
    let point = |number: u8| if upwards { 25 - number } else { number };
    let mut text = String::new();
    for step in play.steps() {
        if !text.is_empty() {
            text.push_str(between);
        }
        match step.from() {
            25 => text.push_str("bar"),
            from => text.push_str(&point(from).to_string()),
        }
        text.push(tie);
        match step.to() {
            0 => text.push_str("off"),
            to => text.push_str(&point(to).to_string()),
        }
    }
    text
}

/// Returns the limit of automatic doubles, if the games themselves don't show it.
pub(super) fn automatic_doubles(replayed: &Replayed) -> Option<u8> {
    let rule = replayed.rules.automatic_doubles;
    let begun = replayed.record.games.iter().filter_map(|game| game.automatic_doubles).max().unwrap_or(0);
    (rule != begun && replayed.rules.is_money()).then_some(rule)
}

/// Returns whether the Jacoby rule applies, if it has to be written: on, or off where the record stated it.
pub(super) fn jacoby(replayed: &Replayed) -> Option<bool> {
    let rules = &replayed.rules;
    let said = rules.jacoby || replayed.record.stated_jacoby().is_some();
    (rules.is_money() && said).then_some(rules.jacoby)
}

/// Returns the limit of beavers, if it can be written.
pub(super) fn beavers(replayed: &Replayed) -> Option<u8> {
    let rules = &replayed.rules;
    (rules.is_money() && rules.beavers != u8::MAX).then_some(rules.beavers)
}

/// Returns the names of a game that aren't read again as they are. `read` are those that are, of this game and of the
/// one before it.
pub(super) fn lost_names<'a>(
    replayed: &'a Replayed,
    index: usize,
    read: [&'a [String; 2]; 2],
) -> impl Iterator<Item = Item> + 'a {
    let is_lost = move |side: &Side| {
        let name = replayed.name(index, *side);
        let [now, before] = read.map(|names| names[side.index()].as_str());
        match index.checked_sub(1) {
            None => now != name,
            Some(earlier) => replayed.name(earlier, *side) != name && (now != name || now == before),
        }
    };
    let item = move |side: Side| {
        let text = format!("{}: {}", side.index(), replayed.name(index, side));
        Item { kind: Kind::Player, game: u32::try_from(index).ok(), turn: None, text }
    };
    // A record without players loses nothing.
    let game = replayed.record.games.get(index);
    let has_players = game.is_some_and(|game| game.players.0.iter().any(Option::is_some));
    Side::ALL.into_iter().filter(move |side| has_players && is_lost(side)).map(item)
}

/// Returns a name as it fits into a line between other words.
pub(super) fn plain_name(name: &str) -> String {
    one_line(name).trim().to_owned()
}

/// Returns a name or a text that fits into a line.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
