//! The players' mistakes, in a table.

use super::table::Table;
use crate::analysis::skill::{EvaluatedDecision, Kind, Loss, Thresholds, decisions, unforced_plays};
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::{SourceFile, cut};
use crate::engine::cube::Owner;
use crate::engine::met::{LONGEST, UNKNOWN_SCORE};
use crate::game::Replayed;
use crate::notation::play::print;
use crate::rules::Outcome;

/// Returns the name of a cube action that lost equity.
#[must_use]
pub const fn cube_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Turn { .. } | Kind::Seen(_) => "no double",
        Kind::Double => "double",
        Kind::Take => "take",
        Kind::Pass => "pass",
        Kind::Beaver { before: 0 } => "beaver",
        Kind::Beaver { .. } => "raccoon",
        Kind::TakeBeaver { .. } => "take the beaver",
        Kind::PassBeaver { .. } => "pass the beaver",
        Kind::Resign(Outcome::Single) => "resign a single game",
        Kind::Resign(Outcome::Gammon) => "resign a gammon",
        Kind::Resign(Outcome::Backgammon) => "resign a backgammon",
        Kind::Accept(_) => "accept the resignation",
        Kind::Refuse(_) => "refuse the resignation",
    }
}

/// The words of [`right_words`].
pub const RIGHT_WORDS: [&str; 11] = [
    "double",
    "no double",
    "take",
    "pass",
    "beaver",
    "raccoon",
    "take the beaver",
    "pass the beaver",
    "play on",
    "accept the resignation",
    "refuse the resignation",
];

/// Returns the name of the right action instead of a decision that loses something.
#[must_use]
pub fn right_words(evaluated: &EvaluatedDecision) -> &'static str {
    // From the doubler's view.
    let take = evaluated.verdict.cube.map_or(0.0, |cube| cube.double_take);
    match evaluated.decision.kind {
        Kind::Turn { .. } | Kind::Seen(_) => "double",
        Kind::Double => "no double",
        Kind::Take | Kind::Pass if evaluated.verdict.cube.is_some_and(|cube| cube.is_beavered()) => "beaver",
        Kind::Take => "pass",
        Kind::Beaver { before: 0 } if take > 1.0 => "pass",
        Kind::Pass | Kind::Beaver { before: 0 } => "take",
        Kind::TakeBeaver { before, may_turn: true } | Kind::PassBeaver { before, may_turn: true }
            if (before % 2 == 1) == (take > 0.0) =>
        {
            "raccoon"
        }
        Kind::Beaver { before } if before % 2 == 1 && take < -1.0 => "pass the beaver",
        Kind::TakeBeaver { .. } => "pass the beaver",
        Kind::Beaver { .. } | Kind::PassBeaver { .. } => "take the beaver",
        Kind::Resign(_) => "play on",
        Kind::Accept(_) => "refuse the resignation",
        Kind::Refuse(_) => "accept the resignation",
    }
}

/// Returns the name of a cube action of who owns the cube: a redouble is no double.
#[must_use]
pub fn of_own_cube(words: &str) -> &str {
    match words {
        "double" => "redouble",
        "no double" => "no redouble",
        "double, take" => "redouble, take",
        "double, pass" => "redouble, pass",
        "double, beaver" => "redouble, beaver",
        _ => words,
    }
}

/// Returns the name of a cube action of the player on roll, or of the doubler.
pub(super) fn by_owner(words: &str, owner: Owner) -> &str {
    if owner == Owner::Mover { of_own_cube(words) } else { words }
}

/// Returns the actual and the best action: two plays, or two cube actions.
#[must_use]
pub fn done_and_best(evaluated: &EvaluatedDecision, loss: &Loss) -> [String; 2] {
    let decision = &evaluated.decision;
    if loss.is_cube {
        let is_centred = decision.state.owner == Owner::Centred;
        let words = [cube_words(decision.kind), right_words(evaluated)];
        return words.map(|words| if is_centred { words } else { of_own_cube(words) }.to_owned());
    }
    let Kind::Turn { play, .. } = decision.kind else { return Default::default() };
    [play, evaluated.best]
        .map(|play| play.map_or_else(String::new, |play| print::gnubg(&decision.board, &play).to_string()))
}

/// Returns how much of a record an analysis left out; `None` if every unforced play is evaluated.
#[must_use]
pub fn gaps(replayed: &Replayed) -> Option<String> {
    let (all, open) = unforced_plays(replayed);
    (open > 0).then(|| format!("{open} of {} not evaluated", many(all as u64, "unforced play")))
}

/// Returns how many decisions no analysis evaluates because no match equity table contains their scores; `None` if there
/// are none.
#[must_use]
pub fn beyond_tables(replayed: &Replayed) -> Option<String> {
    let all = replayed.games.iter().flat_map(|game| decisions(&replayed.rules, game));
    let (mut count, mut open) = (0, 0);
    for decision in all.filter(|decision| decision.kind.is_evaluated()) {
        count += 1;
        open += u64::from(decision.state.most_away() > LONGEST);
    }
    (open > 0).then(|| format!("{open} of {} not evaluated: {UNKNOWN_SCORE}", many(count, "decision")))
}

/// Writes the mistakes that lose at least `least` in normalised equity, each with its place in the record, in lines of at
/// most `width` columns; empty if there is none.
#[must_use]
pub fn text(
    replayed: &Replayed,
    source: Option<&SourceFile>,
    all: &[EvaluatedDecision],
    least: f64,
    thresholds: &Thresholds,
    width: usize,
) -> String {
    let is_money = replayed.rules.is_money();
    let worth = if is_money { ">points" } else { ">match %" };
    let mut table =
        Table::new(&[">game", ">move", "place", "player", "dice", "done", "best", ">loss", worth, "mark"]);
    let mut count = 0;
    for evaluated in all {
        for loss in evaluated.losses(thresholds).iter().flatten().filter(|loss| loss.lost.equity >= least) {
            let decision = &evaluated.decision;
            let dice = match decision.kind {
                Kind::Turn { roll, .. } if !loss.is_cube => roll.to_string(),
                _ => String::new(),
            };
            let [done, best] = done_and_best(evaluated, loss);
            let lost = loss.lost;
            table.row(vec![
                replayed.games[evaluated.game].number.to_string(),
                evaluated.number.to_string(),
                place(replayed, source, evaluated),
                cut(replayed.name(evaluated.game, decision.by), width / 3).into_owned(),
                dice,
                done,
                best,
                format!("{:.3}", lost.equity),
                if is_money { format!("{:.3}", lost.worth) } else { format!("{:.2}", 100.0 * lost.worth) },
                loss.mark.words().to_owned(),
            ]);
            count += 1;
        }
    }
    if count == 0 { String::new() } else { table.within(width) }
}

/// Returns the place of a decision's entry: its line, or its place in a file that isn't text.
fn place(replayed: &Replayed, source: Option<&SourceFile>, evaluated: &EvaluatedDecision) -> String {
    let record = &replayed.record.games[evaluated.game];
    let span = record.entry(evaluated.decision.entry).map(|entry| entry.span);
    match (source, span) {
        // A reader looks for the line number.
        (Some(source), Some(span)) => {
            let place = source.place(span.start);
            place.split(", column").next().map_or_else(String::new, str::to_owned)
        }
        _ => String::new(),
    }
}

/// Returns both players' performance in one line.
#[must_use]
pub fn heading(replayed: &Replayed) -> String {
    let [zero, one] = Side::ALL.map(|side| replayed.name(0, side));
    let games = many(replayed.games.len() as u64, "game");
    format!("{zero} - {one}, {}, {games}", super::score::kind(&replayed.rules))
}
