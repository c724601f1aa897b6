//! Which plays a search evaluates deeper, level by level, in GNU Backgammon's form.
//!
//! At 0-ply all plays are evaluated. For each number of plies of a search, a row of levels selects which of
//! the plays evaluated at each depth continue to the next. A level that is skipped evaluates nothing and lets
//! all of them through. Once one play is left, nothing more is evaluated.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::move_filters::MoveFilters;
//!
//! let levels = MoveFilters::NORMAL.levels(2);
//! assert_eq!(levels.len(), 2);
//! ```

use super::search::{EvaluatedPlay, Search};
use crate::board::{Board, Roll};

/// The deepest search that has levels of its own, in plies.
pub const MOST_FILTERED: usize = 4;

/// A rule for which of the plays evaluated at one depth are evaluated deeper.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FilterLevel {
    /// The number of best plays that are kept, however far they trail.
    pub first: u32,
    /// The largest number of further plays.
    pub more: u32,
    /// The largest distance from the best play to those, in normalised equity.
    pub margin: f32,
}

/// The levels of each number of plies from 1 to 4, 0-ply first; `None` where a level is skipped.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MoveFilters(pub [[Option<FilterLevel>; MOST_FILTERED]; MOST_FILTERED]);

impl MoveFilters {
    /// GNU Backgammon 1.07.001's default for hints and seats, as its `show evaluation` prints it.
    pub const NORMAL: Self = Self::of(8, 0.16, 2, 0.04);
    /// GNU Backgammon 1.07.001's default for analyses, as its `show analysis` prints it.
    pub const LARGE: Self = Self::of(16, 0.32, 4, 0.08);

    /// Makes levels from the limits at 0-ply and at 2-ply; the others are skipped.
    const fn of(more: u32, margin: f32, more_later: u32, margin_later: f32) -> Self {
        let rough = Some(FilterLevel { first: 0, more, margin });
        let fine = Some(FilterLevel { first: 0, more: more_later, margin: margin_later });
        Self([
            [rough, None, None, None],
            [rough, None, None, None],
            [rough, None, fine, None],
            [rough, None, fine, None],
        ])
    }

    /// Returns the levels for a number of plies; those for 4 if it is larger.
    #[must_use]
    pub fn levels(&self, plies: u8) -> &[Option<FilterLevel>] {
        let plies = usize::from(plies).min(MOST_FILTERED);
        match plies.checked_sub(1) {
            Some(row) => &self.0[row][..plies],
            None => &[],
        }
    }

    /// Evaluates all legal plays of a roll to the depth of the search. Plays evaluated deeper come before the
    /// others, the best first; a dance if no play is legal.
    #[must_use]
    pub fn plays(&self, search: &mut Search<'_>, board: &Board, roll: Roll) -> Vec<EvaluatedPlay> {
        let wanted = search.options().plies;
        search.set_plies(0);
        let mut plays = search.plays(board, roll);
        let mut count = plays.len();
        for (plies, level) in (0..wanted).zip(self.levels(wanted)) {
            let Some(level) = level else { continue };
            if plies > 0 {
                evaluate_all(search, &mut plays[..count], plies);
            }
            count = level.kept(&plays[..count]);
        }
        if count > 1 && wanted > 0 {
            evaluate_all(search, &mut plays[..count], wanted);
        }
        search.set_plies(wanted);
        plays
    }
}

impl FilterLevel {
    /// Returns how many of the plays, the best first, are evaluated deeper.
    fn kept(&self, plays: &[EvaluatedPlay]) -> usize {
        let Some(best) = plays.first().map(|play| play.evaluation.equity) else { return 0 };
        let (first, more) = (self.first as usize, self.more as usize);
        let near = |play: &&EvaluatedPlay| play.evaluation.equity >= best - self.margin;
        let others = plays.iter().skip(first).take(more).take_while(near).count();
        // At least the best one is kept.
        (first.min(plays.len()) + others).max(1)
    }
}

fn evaluate_all(search: &mut Search<'_>, plays: &mut [EvaluatedPlay], plies: u8) {
    if plays.len() < 2 {
        return;
    }
    search.set_plies(plies);
    for play in &mut *plays {
        play.deepen(search.evaluate_play(play.play, play.after).evaluation);
    }
    plays.sort_by(EvaluatedPlay::order);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Pips;
    use crate::engine::cube::CubeState;
    use crate::engine::met::MatchEquity;
    use crate::engine::search::Options;

    fn depths(filters: &MoveFilters, plies: u8) -> Vec<u8> {
        let options = Options { plies, ..Options::default() };
        let table = MatchEquity::reaching(0);
        let state = CubeState::MONEY.without_jacoby();
        let mut search = Search::new(&Pips(200.0), table, state, options).expect("money");
        let plays = filters.plays(&mut search, &Board::START, Roll::ALL[1]);
        assert_eq!(search.options().plies, plies, "the search is left as it was");
        plays.iter().map(|play| play.evaluation.plies).collect()
    }

    #[test]
    fn as_many_plays_are_looked_at_more_closely_as_the_levels_say() {
        let kept = |level| {
            let depths = depths(&MoveFilters([[level; 4]; 4]), 1);
            depths.into_iter().map(usize::from).sum::<usize>()
        };
        let level = |first, more, margin| Some(FilterLevel { first, more, margin });
        let all = depths(&MoveFilters::NORMAL, 0).len();
        assert_eq!(kept(level(3, 0, 0.0)), 3);
        assert_eq!(kept(level(2, 3, 9.0)), 5);
        assert_eq!(kept(None), all, "a level that is skipped keeps all");
        assert_eq!(kept(level(0, 0, 0.0)), 0, "a single play needn't be looked at");
    }

    #[test]
    fn a_level_that_is_skipped_evaluates_nothing() {
        let two = Some(FilterLevel { first: 2, more: 0, margin: 0.0 });
        let skipping = depths(&MoveFilters([[two, None, None, None]; 4]), 2);
        assert_eq!((skipping[..2].to_vec(), skipping[2]), (vec![2, 2], 0));
        let four = Some(FilterLevel { first: 4, more: 0, margin: 0.0 });
        let both = depths(&MoveFilters([[four, two, None, None]; 4]), 2);
        assert_eq!(both[..5], [2, 2, 1, 1, 0]);
    }
}
