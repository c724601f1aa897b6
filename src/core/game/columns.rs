//! Games of a match in which the players have exchanged their columns.

use super::record::{Cell, CubePlace, Entry, MatchRecord, PlayerScore, Setup, Spanned, Written, folded};
use super::{GameResult, Happening, Replayed, ReplayedGame};
use crate::board::{BySide, Side};
use crate::diag::Span;
use std::borrow::Cow;

/// Longer names are compared as they are: each may be compared with that of every game.
const MOST_FOLDED: usize = 1_000;

/// Returns the score before a game, and those that may follow it: first the one by its result.
pub(crate) type Scores<'a> = dyn Fn(usize) -> (BySide<u32>, Vec<BySide<u32>>) + 'a;

impl Replayed {
    /// Returns the record with both players in the columns that they have in the first game, and under the names that
    /// these have there: for what counts by player, and for a format that names the players once.
    #[must_use]
    pub fn in_first_columns(&self) -> Cow<'_, Self> {
        let exchanged = self.exchanged_columns();
        let mut record = self.with_games_exchanged(&exchanged);
        if let Some(right) = right_names(&record.record, &vec![false; exchanged.len()]) {
            record.to_mut().record = right;
        }
        record
    }

    /// Returns the record with the names of its players where, according to the scores, only the names of a game are
    /// exchanged and not the columns.
    #[must_use]
    pub fn with_right_names(&self) -> Cow<'_, Self> {
        match right_names(&self.record, &self.exchanged_columns()) {
            Some(record) => Cow::Owned(Self { record, ..self.clone() }),
            None => Cow::Borrowed(self),
        }
    }

    /// Returns the record with the columns of these games exchanged, compared with the first game, and those of no other
    /// game.
    pub(crate) fn with_columns(&self, exchanged: &[bool]) -> Cow<'_, Self> {
        let own = self.exchanged_columns();
        let is_wanted = |game: usize| exchanged.get(game).copied().unwrap_or(false);
        let differs: Vec<bool> = (0..own.len()).map(|game| own[game] != is_wanted(game)).collect();
        self.with_games_exchanged(&differs)
    }

    /// Returns the record with both columns of these games in each other's place.
    fn with_games_exchanged(&self, exchanged: &[bool]) -> Cow<'_, Self> {
        if !exchanged.contains(&true) {
            return Cow::Borrowed(self);
        }
        let mut record = self.clone();
        for (game, names) in record.record.games.iter_mut().zip(names(&self.record)).skip(1) {
            // A game without names has those of the game before it, as they are here.
            for side in Side::ALL {
                game.players[side].get_or_insert_with(|| PlayerScore {
                    name: Spanned::new(names[side].to_owned(), Span::default()),
                    rating: None,
                    score: None,
                });
            }
        }
        for game in (0..exchanged.len()).filter(|game| exchanged[*game]) {
            let written = &mut record.record.games[game];
            written.players = std::mem::take(&mut written.players).swap();
            written.entries.iter_mut().for_each(exchange_entry);
            exchange_game(&mut record.games[game]);
        }
        if exchanged.last() == Some(&true) {
            record.score.points = record.score.points.swap();
        }
        Cow::Owned(record)
    }

    /// Returns for each game `true` if the players' columns are exchanged, compared with the first game.
    pub(crate) fn exchanged_columns(&self) -> Vec<bool> {
        exchanged(&self.record, &|game| (self.games[game].before.points, self.points_after(game)))
    }

    /// Returns the scores that may follow a game: a gammon may count by the Jacoby rule.
    fn points_after(&self, game: usize) -> Vec<BySide<u32>> {
        let mut all = vec![self.games[game].score_after().points];
        if let Some((winner, result)) = self.open_gammon(game) {
            let mut points = self.games[game].before.points;
            points[winner] = points[winner].saturating_add(result.cube);
            all.push(points);
        }
        all
    }
}

/// Returns for each game of a record `true` if the players' columns are exchanged, compared with the first game.
pub(crate) fn exchanged(record: &MatchRecord, scores: &Scores<'_>) -> Vec<bool> {
    let names = names(record);
    let mut all = Vec::with_capacity(names.len());
    let mut is_exchanged = false;
    for game in 0..names.len() {
        if game > 0 && are_exchanged(names[game - 1], names[game]) && !has_wrong_names(&names, game, scores) {
            is_exchanged = are_exchanged(names[0], names[game]);
        }
        all.push(is_exchanged);
    }
    all
}

/// Returns the record with the names of its players in the games in which only the names are exchanged, compared with
/// the first game: `exchanged` has `true` for each game with exchanged columns. `None` if there is no such game.
pub(crate) fn right_names(record: &MatchRecord, exchanged: &[bool]) -> Option<MatchRecord> {
    let names = names(record);
    let first = *names.first()?;
    let due = |game: usize| if exchanged[game] { first.swap() } else { first };
    let wrong: Vec<usize> = (1..names.len()).filter(|game| are_exchanged(due(*game), names[*game])).collect();
    if wrong.is_empty() {
        return None;
    }
    let mut right = record.clone();
    for game in wrong {
        for side in Side::ALL {
            if let Some(player) = &mut right.games[game].players[side] {
                due(game)[side].clone_into(&mut player.name.value);
            }
        }
    }
    Some(right)
}

/// Returns `true` if the names of some game are those of the game before it in exchanged columns.
pub(crate) fn has_exchanged_names(record: &MatchRecord) -> bool {
    names(record).windows(2).any(|pair| are_exchanged(pair[0], pair[1]))
}

/// Returns the names in all games, each as [`MatchRecord::name`] does.
fn names(record: &MatchRecord) -> Vec<BySide<&str>> {
    let mut names = BySide::new("", "");
    let mut all = Vec::with_capacity(record.games.len());
    for game in &record.games {
        for side in Side::ALL {
            names[side] = game.name(side).unwrap_or(names[side]);
        }
        all.push(names);
    }
    all
}

/// Returns `true` if two games have the same players in exchanged columns, according to the names.
fn are_exchanged(one: BySide<&str>, other: BySide<&str>) -> bool {
    let is_same = |one: &str, other: &str| {
        one == other || one.len().max(other.len()) < MOST_FOLDED && folded(one) == folded(other)
    };
    let (BySide([left, right]), BySide([other_left, other_right])) = (one, other);
    one != other && is_same(left, other_right) && is_same(right, other_left) && !is_same(left, right)
}

/// Returns `true` if only the names of a game are exchanged, compared with the game before it: the scores show that the
/// columns stay as they are.
fn has_wrong_names(names: &[BySide<&str>], game: usize, scores: &Scores<'_>) -> bool {
    let (now, after) = scores(game);
    if now == now.swap() {
        // The next game shows it, if its names are those of the game before.
        let is_last = game + 1 == names.len();
        return !is_last
            && after[0] != after[0].swap()
            && scores(game + 1).0 == after[0]
            && are_exchanged(names[game], names[game + 1]);
    }
    scores(game - 1).1.contains(&now)
}

/// Exchanges the columns of a game.
fn exchange_game(game: &mut ReplayedGame) {
    game.before.points = game.before.points.swap();
    if let Some(result) = &mut game.result {
        exchange_result(result);
    }
    for act in &mut game.acts {
        act.cube.owner = act.cube.owner.map(Side::opponent);
        match &mut act.what {
            // The end of a drawn game has always the same side.
            Happening::GameOver(result) if result.winner.is_none() => continue,
            Happening::GameOver(result) => exchange_result(result),
            _ => {}
        }
        act.by = act.by.opponent();
    }
}

fn exchange_result(result: &mut GameResult) {
    result.winner = result.winner.map(Side::opponent);
}

fn exchange_entry(entry: &mut Entry) {
    entry.side = entry.side.map(Side::opponent);
    if let Written::Set(setup)
    | Written::Turn { cell: Cell::DeclaredIllegal { after: Some(setup), .. }, .. } = &mut entry.written
    {
        exchange_setup(setup);
    }
    for variation in entry.notes.iter_mut().flat_map(|notes| &mut notes.variations) {
        variation.entries.iter_mut().for_each(exchange_entry);
    }
}

fn exchange_setup(setup: &mut Setup) {
    if let Some(board) = &mut setup.board {
        board.reverse();
        for checkers in board.iter_mut() {
            *checkers = checkers.saturating_neg();
        }
    }
    setup.on_roll = setup.on_roll.map(Side::opponent);
    if let Some(CubePlace::Owned(side)) = &mut setup.cube_place {
        *side = side.opponent();
    }
}
