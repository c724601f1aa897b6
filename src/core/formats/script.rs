//! The common parts of the writers of formats without positions: the part of each game that can be written act by act.

use super::inventory::{Kind, taken_headers};
use crate::game::Replayed;
use crate::game::record::{Cause, Header};
use crate::game::told::{Scene, Words, tell};
use crate::rules::{Play, Variant};

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
    pub(super) headers: Vec<Header>,
    pub(super) games: Vec<Scene>,
}

/// Returns the part of a record that can be written; `fits` returns `true` for a header that can be.
pub(super) fn script(replayed: &Replayed, can: &Can, fits: impl Fn(&Header) -> bool) -> Script {
    let playable = (can.variant)(&replayed.rules.variant);
    let mut games = Vec::new();
    for (index, (record, game)) in replayed.games().enumerate() {
        if !can.names_of_each_game && replayed.has_new_player(index) {
            break;
        }
        let scene =
            if playable { tell(&replayed.rules, game, record, &can.words()) } else { Scene::default() };
        let is_whole = scene.end.is_some() == game.result.is_some();
        games.push(scene);
        if game.is_crawford && !is_whole {
            // Without its result, the next game would be read as the Crawford game.
            break;
        }
    }
    Script { headers: taken_headers(replayed, |header, _| fits(header)), games }
}

/// Writes the steps of a play in the order in which they are made, with the text between the points
/// and between the steps; `upwards` counts the points from the other side.
pub(super) fn steps(play: &Play, tie: char, between: &str, upwards: bool) -> String {
    let point = |number: u8| if upwards { 25 - number } else { number };
    let place = |number: u8| match number {
        0 => "off".to_owned(),
        25 => "bar".to_owned(),
        number => point(number).to_string(),
    };
    let steps = play.steps().iter().map(|step| format!("{}{tie}{}", place(step.from()), place(step.to())));
    steps.collect::<Vec<_>>().join(between)
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

/// Returns `true` if a line has to state that a game isn't the Crawford game although its score would make it one. For
/// later games, this follows from the games before.
pub(super) fn denies_crawford(replayed: &Replayed, index: usize) -> bool {
    let game = &replayed.games[index];
    index == 0 && !game.is_crawford && game.before.may_be_crawford(&replayed.rules)
}

/// Returns the limit of beavers, if it can be written.
pub(super) fn beavers(replayed: &Replayed) -> Option<u8> {
    let rules = &replayed.rules;
    (rules.is_money() && rules.beavers != u8::MAX).then_some(rules.beavers)
}

/// Returns a name as it fits into a line between other words.
pub(super) fn plain_name(name: &str) -> String {
    one_line(name).trim().to_owned()
}

/// Returns a name or a text that fits into a line.
pub(super) fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
