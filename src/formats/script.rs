//! What the writers of formats without positions share: how much of each game can be told act by act,
//! and what is lost of the rest.

use super::inventory::{Item, Kind, inventory};
use crate::board::{Roll, Side};
use crate::game::record::{Cause, GameRecord, Header, Written, headers};
use crate::game::{
    Act, Action, Ending, Event, GameResult, Happening, MAX_CUBE, MatchState, Phase, Replayed, ReplayedGame,
};
use crate::rules::{Outcome, Play, Variant, can_move, legal_plays};
use std::collections::HashMap;

/// What a format can say.
pub(super) struct Can {
    /// What kinds of things it has a place for.
    pub(super) holds: &'static [Kind],
    /// Which variants it has a word for.
    pub(super) variant: fn(&Variant) -> bool,
    /// Whether every game has names of its own.
    pub(super) names_of_each_game: bool,
    /// Whether it has words for the kind of a resignation, where the points don't tell it.
    pub(super) names_outcomes: bool,
    /// What causes of a loss it can name.
    pub(super) causes: &'static [Cause],
}

/// What is to be written of a match.
pub(super) struct Script {
    /// The headers that are written.
    pub(super) headers: Vec<Header>,
    /// The games.
    pub(super) games: Vec<Scene>,
    /// What isn't written.
    pub(super) losses: Vec<Item>,
}

/// What is to be written of a game.
#[derive(Default)]
pub(super) struct Scene {
    /// What happens, up to the end of the game; an offer of a resignation only if it is refused.
    pub(super) acts: Vec<Act>,
    /// How the game ends.
    pub(super) end: Option<Finale>,
}

/// The end of a game.
pub(super) struct Finale {
    /// The result.
    pub(super) result: GameResult,
    /// As what the game was resigned, if the points don't tell it.
    pub(super) resigned: Option<Outcome>,
    /// Why it was lost.
    pub(super) cause: Option<Cause>,
}

/// The outcomes in the order in which the points of a result are explained.
const OUTCOMES: [Outcome; 3] = [Outcome::Single, Outcome::Gammon, Outcome::Backgammon];

/// Finds out what can be written of a record; `fits` says whether a header can be.
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
        let scene = if playable { Telling::tell(replayed, game, record, can) } else { Scene::default() };
        keep_game(&mut kept, index, record, &scene);
        let is_whole = scene.end.is_some() == game.result.is_some();
        games.push(scene);
        if game.is_crawford && !is_whole {
            // Without its result, the next game would be taken for the Crawford game.
            break;
        }
    }
    kept.games.truncate(games.len());
    let mut told: HashMap<Item, usize> = HashMap::new();
    for item in inventory(&kept) {
        if can.holds.contains(&item.kind) {
            *told.entry(item).or_default() += 1;
        }
    }
    let mut losses = inventory(replayed);
    losses.retain(|item| match told.get_mut(item) {
        Some(count @ 1..) => {
            *count -= 1;
            false
        }
        _ => true,
    });
    Script { headers: kept.record.headers, games, losses }
}

/// Leaves the rules as they will be read again.
fn keep_rules(kept: &mut Replayed, can: &Can) {
    let rules = &mut kept.rules;
    // A header that says 1 says only that there are beavers, or automatic doubles.
    if rules.beavers == 1 {
        rules.beavers = u8::MAX;
    }
    if !can.holds.contains(&Kind::CubeLimit) {
        rules.cube_limit = MAX_CUBE;
    }
}

/// The headers that are written: of those that hold one value, only the first.
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

/// Leaves of a game what is told.
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

/// The telling of one game: every act is tried on a match of its own, so that nothing is written
/// which would be read as something else.
struct Telling<'a> {
    state: MatchState,
    game: &'a ReplayedGame,
    record: &'a GameRecord,
    can: &'a Can,
    scene: Scene,
    /// A roll that nobody played.
    rolled: Option<(Side, Roll)>,
}

impl<'a> Telling<'a> {
    fn tell(replayed: &Replayed, game: &'a ReplayedGame, record: &'a GameRecord, can: &'a Can) -> Scene {
        let mut state = MatchState::at_score(replayed.rules.clone(), game.before);
        state.place_crawford(game.is_crawford);
        state.begin_with(game.automatic_doubles);
        let mut telling = Self { state, game, record, can, scene: Scene::default(), rolled: None };
        if game.automatic_doubles > 0 && !can.holds.contains(&Kind::AutomaticDouble) {
            return telling.scene;
        }
        for index in 0..game.acts.len() {
            let act = &game.acts[index];
            let goes_on = match act.what {
                Happening::GameOver(result) => {
                    telling.end(result);
                    false
                }
                Happening::Resigned { .. } => true,
                _ if telling.rolled.is_some() => matches!(act.what, Happening::ResignationOffered { .. }),
                _ => telling.act(act, index),
            };
            if !goes_on {
                break;
            }
        }
        telling.scene
    }

    /// Tells one act; returns whether the game goes on.
    fn act(&mut self, act: &Act, index: usize) -> bool {
        let next = self.game.acts.get(index + 1).map(|next| next.what);
        let told = match act.what {
            Happening::Played { roll, play } => {
                if !self.roll(act, roll) || self.state.apply(act.by, &Action::Play(play)).is_err() {
                    return false;
                }
                true
            }
            Happening::RolledOnly { roll } => {
                if !self.roll(act, roll) || !can_move(&act.before, roll) {
                    return false;
                }
                self.rolled = Some((act.by, roll));
                true
            }
            Happening::Doubled { to, beaver } => {
                let action = if beaver { Action::Beaver } else { Action::Double };
                matches!(self.state.apply(act.by, &action), Ok(Event::Doubled { to: same }) if same == to)
            }
            Happening::Taken => self.state.apply(act.by, &Action::Take).is_ok(),
            Happening::Passed => self.state.apply(act.by, &Action::Pass).is_ok(),
            Happening::ResignationOffered { outcome } => {
                if next != Some(Happening::ResignationRefused)
                    || !self.can.holds.contains(&Kind::RefusedResignation)
                {
                    return true;
                }
                self.state.apply(act.by, &Action::Resign(outcome)).is_ok()
            }
            Happening::ResignationRefused => {
                if !self.can.holds.contains(&Kind::RefusedResignation) {
                    return true;
                }
                self.state.apply(act.by, &Action::RefuseResignation).is_ok()
            }
            Happening::PositionSet { roll } => {
                // The start position needs no words.
                let start = index == 0
                    && roll.is_none()
                    && act.cube == self.state.cube()
                    && act.before == *self.state.board();
                return start;
            }
            _ => return false,
        };
        if told {
            self.scene.acts.push(*act);
        }
        told
    }

    /// Rolls; returns whether the side may, and the board is the one that the record has.
    fn roll(&mut self, act: &Act, roll: Roll) -> bool {
        let action = if self.state.phase() == Phase::OpeningRoll {
            Action::OpenWith(roll)
        } else {
            Action::Roll(roll)
        };
        self.state.apply(act.by, &action).is_ok() && *self.state.board() == act.before
    }

    /// Tells the end of the game, if that will be understood.
    fn end(&mut self, result: GameResult) {
        // None of these formats has a word for a drawn game.
        let Some(winner) = result.winner else { return };
        let over = match self.state.phase() {
            Phase::GameOver(over) | Phase::MatchOver(over) => Some(over),
            _ => None,
        };
        let mut resigned = None;
        match (result.ending, over) {
            (Ending::BorneOff | Ending::Passed, Some(over)) => {
                if over.winner != result.winner || over.points != result.points {
                    return;
                }
            }
            (Ending::Resigned | Ending::Awarded, None) => {
                if self.rolled.is_some_and(|(by, roll)| by == winner && wins(&self.state, roll))
                    || matches!(self.state.phase(), Phase::ToAnswerDouble(_))
                {
                    return;
                }
                let cube = self.state.cube().value;
                let worth = |outcome| cube.saturating_mul(self.state.multiplier(outcome));
                let read_as = OUTCOMES.into_iter().find(|&outcome| worth(outcome) == result.points);
                let is_first = self.state.phase() == Phase::OpeningRoll;
                if result.ending == Ending::Awarded {
                    if read_as.is_some() != is_first || !(is_first || self.award_stands(winner, result)) {
                        return;
                    }
                } else if is_first || result.outcome.is_none_or(|outcome| worth(outcome) != result.points) {
                    return;
                } else if read_as != result.outcome {
                    if !self.can.names_outcomes || self.rolled.is_some() {
                        return;
                    }
                    resigned = result.outcome;
                }
            }
            _ => return,
        }
        let causes = self.record.entries.iter().filter_map(|entry| match entry.written {
            Written::Losses { cause: Some(cause), .. } if entry.side == Some(!winner) => Some(cause),
            _ => None,
        });
        let awarded = matches!(result.ending, Ending::Resigned | Ending::Awarded) && resigned.is_none();
        let cause = causes.take(1).find(|cause| awarded && self.can.causes.contains(cause));
        self.scene.end = Some(Finale { result, resigned, cause });
    }

    /// Returns `true` if points that are no multiple of the cube will be awarded again.
    fn award_stands(&self, winner: Side, result: GameResult) -> bool {
        let cube = self.state.cube().value;
        let needed = self.state.score().away(winner, self.state.rules());
        let most = if self.state.rules().is_money() { cube.saturating_mul(3) } else { needed };
        let is_cut = !self.state.rules().is_money()
            && (result.points == needed || result.points == u32::from(self.state.rules().length))
            && OUTCOMES.into_iter().any(|outcome| cube * self.state.multiplier(outcome) > result.points);
        result.points > 0 && result.points <= most && !is_cut
    }
}

/// Returns `true` if a roll can bear off the last checker.
fn wins(state: &MatchState, roll: Roll) -> bool {
    legal_plays(state.board(), roll).into_iter().any(|(_, after)| after.mover_is_done())
}

/// Writes the steps of a play in the order in which they are made, with what stands between the points
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

/// With how many automatic doubles the games may begin, if the games themselves don't say so.
pub(super) fn automatic_doubles(replayed: &Replayed) -> Option<u8> {
    let rule = replayed.rules.automatic_doubles;
    let begun = replayed.record.games.iter().filter_map(|game| game.automatic_doubles).max().unwrap_or(0);
    (rule != begun && replayed.rules.is_money()).then_some(rule)
}

/// Whether the Jacoby rule holds, if that needs to be said: on, or off and said before.
pub(super) fn jacoby(replayed: &Replayed) -> Option<bool> {
    let rules = &replayed.rules;
    let said = rules.jacoby || replayed.record.header(headers::JACOBY).is_some();
    (rules.is_money() && said).then_some(rules.jacoby)
}

/// How many beavers there may be, if that can be said.
pub(super) fn beavers(replayed: &Replayed) -> Option<u8> {
    let rules = &replayed.rules;
    (rules.is_money() && !matches!(rules.beavers, 1 | u8::MAX)).then_some(rules.beavers)
}

/// Makes a name or a text fit into a line.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
