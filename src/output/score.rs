//! The scoresheet of a match, as text.

use super::table::Table;
use crate::analysis::{GameSummary, Replay};
use crate::board::{BySide, Side};
use crate::diag::{cut, wrapped};
use crate::game::{Ending, GameResult, Rules, Score, Stake};
use std::fmt::Write as _;

/// Writes the players, the table of the games, the outcome, and its value in money, in lines of at most `width` columns.
/// `names` are those of each game, at least one, as [`Replay::put_in_first_columns`] returns them.
#[must_use]
pub fn text(replay: &Replay, names: &[BySide<String>], stake: Option<Stake>, width: usize) -> String {
    let Some(last) = names.last() else { return String::new() };
    let rules = &replay.rules;
    let title = format!("{} - {}, {}\n", last[Side::Zero], last[Side::One], kind(rules));
    let mut text = wrapped(&title, width).into_owned();
    let mut table = Table::new(&heads(rules, stake));
    for (game, names) in replay.games.iter().zip(names) {
        let names = BySide(names.0.each_ref().map(|name| cut(name, width / 3).into_owned()));
        table.row(Row::new(game, rules).cells(rules, &names, stake));
    }
    text += &table.within(width);
    let _ = writeln!(text, "{}", wrapped(&outcome(&replay.score, rules, last), width));
    if let Some(stake) = stake {
        let [zero, one] = replay.score.points.0.map(i64::from);
        for (side, points) in [(Side::Zero, zero - one), (Side::One, one - zero)] {
            let _ = writeln!(text, "{}: {:+}", last[side], stake.worth(points));
        }
    }
    text
}

/// Returns the headings of the scoresheet.
pub(super) fn heads(rules: &Rules, stake: Option<Stake>) -> Vec<&'static str> {
    let mut heads = vec!["game"];
    if !rules.is_money() {
        heads.push("away");
    }
    heads.extend(["score", "winner", "points", "cube"]);
    if stake.is_some() {
        heads.push("worth");
    }
    heads.push("how");
    heads
}

/// Returns the kind of match in words.
#[must_use]
pub fn kind(rules: &Rules) -> String {
    match rules.length {
        0 => "money session".to_owned(),
        length => format!("{length} point match"),
    }
}

/// A game's row of the scoresheet.
#[derive(Clone, Debug)]
pub struct Row {
    /// The number of the game.
    pub number: u32,
    /// The score before it.
    pub before: Score,
    /// The score after it.
    pub after: BySide<u32>,
    /// The result, if there is one.
    pub result: Option<GameResult>,
    /// How it ended, and its special features.
    pub notes: String,
}

impl Row {
    /// Returns the row of a replayed game.
    #[must_use]
    pub fn new(game: &GameSummary, rules: &Rules) -> Self {
        Self::of(game.number, game.before, game.is_crawford, game.result, game.is_proven, rules)
    }

    /// Returns the row of a game.
    #[must_use]
    pub fn of(
        number: u32,
        before: Score,
        is_crawford: bool,
        result: Option<GameResult>,
        is_proven: bool,
        rules: &Rules,
    ) -> Self {
        let mut after = before.points;
        let mut notes = Vec::new();
        match result {
            None => notes.push("unfinished".to_owned()),
            Some(result) => {
                let mut score = before;
                score.add(&result);
                after = score.points;
                let outcome = result.outcome.map(|outcome| outcome.to_string());
                notes.extend(outcome.filter(|_| result.ending != Ending::Passed));
                notes.push(ending(result.ending).to_owned());
                if !is_proven && result.ending != Ending::Drawn {
                    notes.push("not proven".to_owned());
                }
            }
        }
        if is_crawford {
            notes.push("Crawford game".to_owned());
        } else if is_post_crawford(&before, is_crawford, rules) {
            notes.push("post-Crawford".to_owned());
        }
        Self { number, before, after, result, notes: notes.join(", ") }
    }

    /// Returns the cells below [`heads`].
    pub(super) fn cells(&self, rules: &Rules, names: &BySide<String>, stake: Option<Stake>) -> Vec<String> {
        let result = |say: &dyn Fn(&GameResult) -> String| self.result.as_ref().map_or_else(String::new, say);
        let mut cells = vec![self.number.to_string()];
        if !rules.is_money() {
            let away = |side| self.before.away(side, rules);
            cells.push(format!("{}-{}", away(Side::Zero), away(Side::One)));
        }
        cells.push(format!("{}-{}", self.after[Side::Zero], self.after[Side::One]));
        cells.push(result(&|result| result.winner.map_or_else(String::new, |winner| names[winner].clone())));
        cells.push(result(&|result| result.points.to_string()));
        cells.push(result(&|result| result.cube.to_string()));
        if let Some(stake) = stake {
            cells.push(result(&|result| format!("{:+}", stake.worth(i64::from(result.points)))));
        }
        cells.push(self.notes.clone());
        cells
    }
}

/// Returns in words how a game ended.
const fn ending(ending: Ending) -> &'static str {
    match ending {
        Ending::BorneOff => "borne off",
        Ending::Passed => "double passed",
        Ending::Resigned => "resigned",
        Ending::Awarded => "awarded",
        Ending::Drawn => "drawn",
    }
}

/// Returns `true` if a game comes after the Crawford game: a player was 1-away before it, and it isn't that game.
#[must_use]
pub fn is_post_crawford(before: &Score, is_crawford: bool, rules: &Rules) -> bool {
    let is_close = Side::ALL.iter().any(|&side| before.away(side, rules) == 1);
    rules.length > 1 && rules.crawford && is_close && !is_crawford
}

/// Returns the outcome of a match in words.
#[must_use]
pub fn outcome(score: &Score, rules: &Rules, names: &BySide<String>) -> String {
    let points = score.points;
    let told = |side: Side| format!("{}-{}", points[side], points[!side]);
    if let Some(winner) = score.match_winner(rules) {
        return format!("{} wins the match {}", names[winner], told(winner));
    }
    let leader = match points[Side::Zero].cmp(&points[Side::One]) {
        std::cmp::Ordering::Equal => return format!("the score is {}", told(Side::Zero)),
        std::cmp::Ordering::Greater => Side::Zero,
        std::cmp::Ordering::Less => Side::One,
    };
    format!("{} leads {}", names[leader], told(leader))
}
