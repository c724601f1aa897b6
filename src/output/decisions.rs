//! Decisions of a match as flat JSON objects: what `barpoint replay` and `barpoint find` print.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let bytes = std::fs::read("testdata/mat/valid/one-point.mat")?;
//! let matches = barpoint::open("one-point.mat", bytes)?;
//! let lines = barpoint::output::decisions::of(&matches[0]);
//! assert_eq!(lines[0].action, "play");
//! # Ok(())
//! # }
//! ```

use super::mistakes::{done_and_best, right_words};
use crate::analysis::skill::{EvaluatedDecision, Thresholds, evaluated_decisions, has_analyses, of_act};
use crate::analysis::{Match, Moment, RulesOverride, replay, with_right_names};
use crate::board::BySide;
use crate::diag::{SourceFile, Span};
use crate::game::record::{GameRecord, MatchRecord};
use crate::game::{Happening, Replayed};
use crate::notation::play::print;
use crate::notation::{IdState, PositionId};
use crate::output::json::DecisionJson;
use crate::rules::resolve;
use std::borrow::Cow;

/// Returns the decisions and results of a match, in order, with what its analysis found, if the record contains one.
#[must_use]
pub fn of(found: &Match) -> Vec<DecisionJson> {
    of_replayed(&found.source, found.number, &found.replayed, &found.rules)
}

/// Returns the same for a match that was replayed with these rules, and has the given number in its file.
#[must_use]
pub fn of_replayed(
    source: &SourceFile,
    number: u32,
    replayed: &Replayed,
    rules: &RulesOverride,
) -> Vec<DecisionJson> {
    let record = &replayed.record;
    let analysed = if has_analyses(record) { evaluated_decisions(replayed) } else { Vec::new() };
    let thresholds = Thresholds::default();
    let mut decisions = Decisions::new(source, number, record, rules);
    let mut lines = Vec::new();
    replay(record, Vec::new(), rules, |moment| {
        decisions.count(moment);
        let mut line = decisions.line(moment);
        if let Some(own) = of_act(&analysed, moment.game, decisions.act()) {
            assess(&mut line, own, &thresholds);
        }
        lines.push(line);
    });
    lines
}

/// Numbers the events of a match, and turns them into lines.
#[derive(Debug)]
pub struct Decisions<'a> {
    source: &'a SourceFile,
    /// The match in its file, counted from 1.
    in_file: u32,
    record: Cow<'a, MatchRecord>,
    game: usize,
    /// The players of the game.
    names: BySide<String>,
    decision: u32,
    /// The numbers of the entries' moves in the game, and the last one that was reached.
    numbers: Vec<u32>,
    number: u32,
}

impl<'a> Decisions<'a> {
    /// Begins a match, which has the given number in its file and is replayed with these rules.
    #[must_use]
    pub fn new(source: &'a SourceFile, number: u32, record: &'a MatchRecord, rules: &RulesOverride) -> Self {
        let numbers = record.games.first().map_or_else(Vec::new, GameRecord::move_numbers);
        let record = with_right_names(record, rules);
        let names = record.names(0);
        Self { source, in_file: number, record, game: 0, names, decision: 0, numbers, number: 1 }
    }

    /// Returns the players of the game of the event that was counted last: those of the game before it if it has no
    /// names, and those of the columns where, according to the scores, only the names at its head are exchanged.
    #[must_use]
    pub const fn names(&self) -> &BySide<String> {
        &self.names
    }

    /// Counts an event; each has to be counted, in order.
    pub fn count(&mut self, moment: &Moment<'_>) {
        if moment.game != self.game {
            (self.game, self.decision, self.number) = (moment.game, 0, 1);
            self.numbers = self.record.games[moment.game].move_numbers();
            self.names = self.record.names(moment.game);
        }
        self.number = moment.entry.and_then(|entry| self.numbers.get(entry)).copied().unwrap_or(self.number);
        self.decision += 1;
    }

    /// Returns the place of the moment that was counted last among the acts of its game, counted from 0.
    #[must_use]
    pub const fn act(&self) -> usize {
        self.decision.saturating_sub(1) as usize
    }

    /// Returns the line of the event that was counted last.
    #[must_use]
    pub fn line(&self, moment: &Moment<'_>) -> DecisionJson {
        let game = &self.record.games[moment.game];
        let state = moment.before;
        let board = *state.board();
        let mut line = DecisionJson::new(self.source.name(), self.in_file, action(moment));
        line.game = Some(game.number.map_or(moment.game as u32 + 1, |number| number.value));
        line.r#move = Some(self.number);
        line.decision = Some(self.decision);
        let place = moment.entry.map_or(game.heading, |entry| game.entries[entry].span);
        line.line = line_of(self.source, place);
        line.side = Some(moment.by.index() as u8);
        line.player = Some(self.names[moment.by].clone());
        line.opponent = Some(self.names[!moment.by].clone());
        line.length = Some(state.rules().length);
        line.crawford = Some(state.is_crawford_game());
        line.cube = Some(state.cube().value);
        line.cube_owner = state.cube().owner.map(|owner| owner.index() as u8);
        if let Happening::GameOver(result) = moment.happening {
            line.points = Some(result.points);
            line.cube = Some(result.cube);
            if result.winner.is_none() {
                (line.side, line.player, line.opponent) = (None, None, None);
            }
            return line;
        }
        line.score = Some(state.score().points[moment.by]);
        line.opponent_score = Some(state.score().points[!moment.by]);
        let ids = IdState::of(state);
        line.position_id = ids.position_id().ok().map(|(id, _)| id.to_string());
        line.match_id = ids.match_id().ok().map(|(id, _)| id.to_string());
        line.xgid = ids.xgid().ok().map(|(id, _)| id.to_string());
        line.ogid = ids.ogid().ok().map(|(id, _)| id.to_string());
        line.roll = moment.happening.roll().map(|roll| roll.to_string());
        match moment.happening {
            Happening::Played { roll, play } => {
                line.play = Some(print::gnubg(&board, &play).to_string());
                let after = resolve::apply_legal(&board, roll, &play);
                line.resulting_position_id = after.map(|after| PositionId::encode(&after.flip()).to_string());
            }
            Happening::Illegal { after, .. } => {
                line.resulting_position_id = Some(PositionId::encode(&after.flip()).to_string());
            }
            Happening::Doubled { to, .. } => line.offered = Some(to),
            _ => {}
        }
        line
    }
}

/// Adds to a line what an analysis found.
pub fn assess(line: &mut DecisionJson, evaluated: &EvaluatedDecision, thresholds: &Thresholds) {
    let words = |words: &'static str| Some(words).filter(|words| !words.is_empty());
    line.luck = evaluated.verdict.luck;
    line.play_loss = evaluated.verdict.play.map(|play| play.loss);
    line.cube_loss = evaluated.cube_loss();
    for loss in evaluated.losses(thresholds).iter().flatten() {
        let mark = words(loss.mark.words());
        if loss.is_cube {
            (line.best_cube, line.cube_mark) = (Some(right_words(evaluated)), mark);
        } else {
            let [_, best] = done_and_best(evaluated, loss);
            (line.best_play, line.play_mark) = (Some(best), mark);
        }
    }
}

/// Returns the line of a place. `None` for a file that isn't text.
#[must_use]
pub fn line_of(source: &SourceFile, place: Span) -> Option<u64> {
    Some(source).filter(|source| !source.is_binary()).map(|source| source.line_column(place.start).line)
}

/// The words of [`action`] for decisions; what is none is a `result`, or a position that was `set`.
pub const ACTIONS: [&str; 12] = [
    "play",
    "dance",
    "illegal",
    "roll",
    "double",
    "redouble",
    "beaver",
    "take",
    "pass",
    "offer-resignation",
    "refuse-resignation",
    "resign",
];

/// Returns the word for an event.
#[must_use]
pub fn action(moment: &Moment<'_>) -> &'static str {
    moment.happening.word(moment.before.cube().owner.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    #[test]
    fn a_match_keeps_the_rules_with_which_it_was_read() {
        let rules = RulesOverride { variant: Some(Variant::Nackgammon), ..RulesOverride::default() };
        let record = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  1) 61: 24/18 23/22              31: 8/5 6/5\n";
        let matches = crate::open_with("match.mat", record, &rules).expect("matches");
        let lines = of(&matches[0]);
        let start = PositionId::encode(&Variant::Nackgammon.start().board()).to_string();
        assert_eq!((lines[0].action, lines[0].play.as_deref()), ("play", Some("24/18 23/22")));
        assert_eq!(lines[0].position_id, Some(start));
    }

    #[test]
    fn a_resignation_is_seen_before_it_counts() {
        let bytes = std::fs::read("testdata/mat/valid/resignations.mat").expect("a file");
        let matches = crate::open("resignations.mat", bytes).expect("matches");
        let lines = of(&matches[0]);
        let scores: Vec<_> = lines
            .iter()
            .filter(|line| line.action == "resign")
            .map(|line| (line.game, line.player.as_deref(), line.score, line.opponent_score))
            .collect();
        assert_eq!(
            scores,
            [
                (Some(1), Some("Bob"), Some(0), Some(0)),
                (Some(2), Some("Bob"), Some(0), Some(2)),
                (Some(4), Some("Bob"), Some(0), Some(6))
            ]
        );
        // Where no entry accepts it, but the next line says who won.
        let bytes = std::fs::read("testdata/javafibs/valid/small.match").expect("a file");
        let matches = crate::open("small.match", bytes).expect("matches");
        let lines = of(&matches[0]);
        let resigned = lines.iter().find(|line| line.action == "resign").expect("a resignation");
        assert_eq!((resigned.score, resigned.opponent_score), (Some(1), Some(0)));
    }
}
