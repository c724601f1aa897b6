//! Two neighbouring games that are swapped: whole, or only their headings, numbers or scores.

use super::findings::{Findings, Knowledge};
use super::heads::with;
use super::replay::LastGame;
use crate::board::{BySide, Side};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::record::{GameRecord, MatchRecord};
use crate::game::{MatchState, Score};

/// The parts of two neighbouring games that are swapped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Parts {
    /// The whole games.
    Games,
    /// The whole games, where the score stands at the end of the game before.
    GamesWithEnds,
    /// The headings: numbers, names and scores.
    Headings,
    /// Only the numbers.
    Numbers,
    /// Only the scores.
    Scores,
}

/// Returns the parts of a game and the next one that are swapped.
///
/// Where the numbers are exchanged, these are the whole games or their headings if the scores and results around them
/// agree only in the other order, or the numbers alone if no score falls. Scores alone, and games without numbers, are
/// found from the scores and results.
pub(super) fn exchanged(record: &MatchRecord, first: usize) -> Option<Parts> {
    let possible: &[Parts] = match record.games.get(first)?.number {
        _ if has_exchanged_numbers(record, first) => &[Parts::Games, Parts::Headings, Parts::Numbers],
        // One of the scores may be wrong. Of three games, no other single score agrees with both results.
        _ if record.games.len() <= 2 => &[],
        Some(_) => &[Parts::Scores],
        None if record.games.get(first + 1).is_some_and(has_score_above) => {
            &[Parts::GamesWithEnds, Parts::Scores]
        }
        None => &[Parts::Games, Parts::Scores],
    };
    let parts = possible.iter().copied().find(|parts| fits(record, first, *parts));
    parts.filter(|_| has_same_players(record, first))
}

/// Returns `true` if the scores and results agree once these parts of a game and the next one are exchanged.
pub(super) fn fits(record: &MatchRecord, first: usize, parts: Parts) -> bool {
    match parts {
        Parts::Games | Parts::Headings | Parts::Scores => fits_scores(record, first, parts),
        Parts::GamesWithEnds => fits_ends(record, first),
        Parts::Numbers => grows(record, first),
    }
}

/// Returns `true` if the scores and results agree once these parts, the scores among them, are exchanged.
fn fits_scores(record: &MatchRecord, first: usize, parts: Parts) -> bool {
    let Some([one, two]) = record.games.get(first..first + 2) else { return false };
    // In the right order.
    let heads = [two.points(), one.points()];
    let games = if parts == Parts::Games { [two, one] } else { [one, two] };
    let before = first.checked_sub(1).and_then(|before| record.games.get(before));
    let after = record.games.get(first + 2);
    let length = record.length.map_or(0, |length| length.value);
    let is_over = |points: BySide<u32>| length > 0 && points.0.iter().any(|points| *points >= length);
    heads[1].is_some_and(|points| !is_over(points))
        && before.is_none_or(|before| leads_to(before.points(), before, heads[0]))
        && leads_to(heads[0], games[0], heads[1])
        && after.is_none_or(|after| leads_to(heads[1], games[1], after.points()))
}

/// Returns `true` if the scores and results agree once a game and the next one are exchanged with the scores after
/// them, which the games after them have.
fn fits_ends(record: &MatchRecord, first: usize) -> bool {
    let Some([one, two, after]) = record.games.get(first..first + 3) else { return false };
    let before = first.checked_sub(1).and_then(|before| record.games.get(before));
    let next = record.games.get(first + 3);
    before.is_none_or(|before| leads_to(before.points(), before, one.points()))
        && leads_to(one.points(), two, after.points())
        && leads_to(after.points(), one, two.points())
        && next.is_none_or(|next| leads_to(two.points(), after, next.points()))
}

/// Returns `true` if neither player's score falls in a game, the next one and the games beside them, as far as it is
/// written.
fn grows(record: &MatchRecord, first: usize) -> bool {
    let scores: Vec<BySide<u32>> = around(record, first).filter_map(GameRecord::points).collect();
    scores.windows(2).all(|pair| Side::ALL.into_iter().all(|side| pair[0][side] <= pair[1][side]))
}

/// Returns a game, the next one and the games beside them.
fn around(record: &MatchRecord, first: usize) -> impl Iterator<Item = &GameRecord> {
    record.games.iter().skip(first.saturating_sub(1)).take(if first == 0 { 3 } else { 4 })
}

/// Returns the place of the scores in the heading of a game.
pub(super) fn place_of_scores(game: &GameRecord) -> Option<Span> {
    Some(game.score(Side::Zero)?.span.to(game.score(Side::One)?.span))
}

/// Returns `true` if the scores of a game stand above its heading: at the end of the game before.
fn has_score_above(game: &GameRecord) -> bool {
    place_of_scores(game).is_some_and(|place| place.end <= game.heading.start)
}

/// Returns `true` if a score and the written result of a game add up to another score.
pub(super) fn leads_to(from: Option<BySide<u32>>, game: &GameRecord, to: Option<BySide<u32>>) -> bool {
    from.zip(game.written_result()).is_some_and(|(from, result)| Some(with(from, result)) == to)
}

/// Returns `true` if a game is the last one of a match though it isn't the last one of the record.
pub(super) fn is_last(record: &MatchRecord, game: usize) -> bool {
    game + 2 == record.games.len() && exchanged(record, game) == Some(Parts::Games)
}

/// Returns `true` if the number of a game is one more than that of the next game, between the numbers around them.
fn has_exchanged_numbers(record: &MatchRecord, first: usize) -> bool {
    let number = |game: usize| Some(record.games.get(game)?.number?.value);
    let Some(due) = number(first + 1) else { return false };
    let is_due = |game: usize, more: u32| number(game) == due.checked_add(more);
    let before = first.checked_sub(1);
    is_due(first, 1)
        && (record.games.len() <= first + 2 || is_due(first + 2, 2))
        && before.is_none_or(|before| number(before).and_then(|number| number.checked_add(1)) == Some(due))
}

/// Returns `true` if the players are in the same columns in two neighbouring games and in the games beside them.
pub(super) fn has_same_players(record: &MatchRecord, first: usize) -> bool {
    let mut around = around(record, first);
    let of_first = around.next().map(GameRecord::names);
    around.all(|game| Some(game.names()) == of_first)
}

/// The replay of two games that are swapped.
#[derive(Default)]
pub(super) struct Detour {
    /// The first of them in the record, the parts, and the score before both.
    at: Option<(usize, Parts, Score)>,
    /// The match after the game that is the second one in the right order.
    after: Option<(MatchState, LastGame)>,
}

impl Detour {
    /// Returns the score before a game that is in the place of the one beside it, or that follows them. Reports the two
    /// games at the first one.
    pub(super) fn score(
        &mut self,
        record: &MatchRecord,
        index: usize,
        state: &MatchState,
        findings: &mut Findings,
    ) -> Option<Score> {
        if self.at.is_none_or(|(first, ..)| first + 1 < index) {
            let ended = self.at.take().filter(|(first, ..)| first + 2 == index);
            let parts = exchanged(record, index);
            if let Some(parts) = parts {
                report(record, index, parts, findings);
            }
            let Some(parts) = parts.filter(|parts| *parts != Parts::Numbers) else {
                let (_, of_ended, _) = ended?;
                let heading = if of_ended == Parts::GamesWithEnds { index - 1 } else { index };
                return Some(Score { points: record.games[heading].points()?, ..*state.score() });
            };
            self.at = Some((index, parts, *state.score()));
        }
        let (first, parts, before) = self.at?;
        let is_first = index == first;
        // The game whose heading has the score.
        let heading = match parts {
            Parts::Games | Parts::Numbers => index,
            Parts::GamesWithEnds if is_first => first + 2,
            Parts::Headings | Parts::Scores if is_first => first + 1,
            Parts::GamesWithEnds | Parts::Headings | Parts::Scores => first,
        };
        let points = |game: usize| record.games.get(game)?.points();
        let is_of_games = matches!(parts, Parts::Games | Parts::GamesWithEnds);
        let base = if is_of_games { before } else { *state.score() };
        let score = Score { points: points(heading)?, ..base };
        if !(is_of_games && is_first) {
            return Some(score);
        }
        // The game that belongs before it may be the Crawford game.
        let earlier = if parts == Parts::Games { index + 1 } else { first };
        let earlier = Score { points: points(earlier)?, ..before };
        let crawford_played = before.crawford_played || earlier.is_crawford(state.rules());
        Some(Score { crawford_played, ..score })
    }

    /// Returns the game whose heading belongs to a game.
    pub(super) fn heading(&self, index: usize) -> usize {
        match self.at {
            Some((first, Parts::Headings, _)) if index == first => index + 1,
            Some((first, Parts::Headings, _)) if index == first + 1 => first,
            _ => index,
        }
    }

    /// Ends a game: after both, the match continues from the one that is the second in the right order.
    pub(super) fn end_game(&mut self, index: usize, state: &mut MatchState, last: &mut LastGame) {
        if let Some((first, Parts::Games | Parts::GamesWithEnds, _)) = self.at
            && index == first
        {
            self.after = Some((state.clone(), *last));
        } else if let Some((after, of_last)) = self.after.take() {
            (*state, *last) = (after, of_last);
        }
    }
}

/// Reports two swapped games instead of what the reader reports of their numbers.
fn report(record: &MatchRecord, first: usize, parts: Parts, findings: &mut Findings) {
    let words = match parts {
        Parts::Games | Parts::GamesWithEnds if record.games[first].number.is_none() => [
            "two games are swapped",
            "the scores and results agree if the two games are swapped",
            "the other game",
        ],
        Parts::Games | Parts::GamesWithEnds => [
            "two games are swapped",
            "the numbers and scores agree if the two games are swapped",
            "the other game",
        ],
        Parts::Headings => [
            "the headings of two games are swapped",
            "the numbers and scores agree if the two headings are swapped",
            "the other game",
        ],
        Parts::Numbers => [
            "the numbers of two games are swapped",
            "the numbers follow each other if the two are swapped",
            "the other game",
        ],
        Parts::Scores => [
            "the scores of two games are swapped",
            "the scores and results agree if the scores of the two games are swapped",
            "the other score",
        ],
    };
    let games = &record.games;
    let place = |game: usize| match parts {
        Parts::Scores => place_of_scores(&games[game]).unwrap_or(games[game].heading),
        _ => games[game].heading,
    };
    let (one, two) = (place(first), place(first + 1));
    if parts != Parts::Scores {
        let others = games[first..].iter().zip([two, one, one]);
        let numbers: Vec<_> = others.filter_map(|(game, other)| Some((game.number?.span, other))).collect();
        // A reader that doesn't compare the numbers leaves them to the scores.
        if let Some(root) = findings.retell(&numbers, words) {
            return fold_final_score(record, first, parts, root, findings);
        }
        if parts == Parts::Numbers {
            return;
        }
    }
    let [message, label, beside] = words;
    let finding = Diagnostic::new(Code::ScoreContradiction, one, message).label(label).see(two, beside);
    let root = findings.report(finding, Knowledge::NONE, Knowledge::NONE);
    fold_final_score(record, first, parts, root, findings);
}

/// Makes the reader's finding on the final score a consequence, if the score before the last game is one of those
/// exchanged.
fn fold_final_score(record: &MatchRecord, first: usize, parts: Parts, root: usize, findings: &mut Findings) {
    let last = match parts {
        Parts::Games | Parts::Headings | Parts::Scores => first + 1,
        Parts::GamesWithEnds => first + 2,
        Parts::Numbers => return,
    };
    if let [games @ .., game] = &*record.games
        && games.len() == last
    {
        findings.fold_final_score(game.heading, root);
    }
}
