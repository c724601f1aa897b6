//! The course of a rollout: several candidates, and when each has enough games.

use super::{Estimate, GameSettings, Player, Sample, Start, Tally};
use crate::board::Board;
use crate::engine::cube::{CubeDecision, CubeState, Ladder, MOST_PLACES};
use crate::engine::met::MatchEquity;
use std::ops::{ControlFlow, Range};

/// The question that a rollout answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Which play is best: the boards after the plays, from the mover's view.
    Plays(Vec<Board>),
    /// Whether to double: no double against double and take.
    Cube(Board),
    /// The value of a position for the player on roll, who may double in the course of the game.
    Position(Board),
}

impl Question {
    /// Returns the question before a roll: whether to double if the cube can be turned, else the value of the position.
    /// `None` if the table doesn't contain the score.
    #[must_use]
    pub fn before_roll(board: Board, state: &CubeState, table: &MatchEquity) -> Option<Self> {
        let can_double = Ladder::new(state, table)?.doubled().is_some();
        Some(if can_double { Self::Cube(board) } else { Self::Position(board) })
    }

    /// Returns where the games of each candidate begin.
    #[must_use]
    pub fn starts(&self) -> Vec<Start> {
        match self {
            Self::Plays(boards) => boards.iter().copied().map(Start::After).collect(),
            Self::Cube(board) => vec![Start::NoDouble(*board), Start::Doubled(*board)],
            Self::Position(board) => vec![Start::Before(*board)],
        }
    }
}

/// The rules that end a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stop {
    /// The number of games of each candidate.
    pub games: u64,
    /// The number of games before which no other rule ends anything.
    pub least: u64,
    /// The standard error of its normalised equity at which a candidate ends.
    pub error: Option<f32>,
    /// The number of joint standard errors by which a play trails the best when it ends; the best ends when
    /// all others have. A cube decision ends when both its answers are this far from the alternatives.
    pub difference: Option<f32>,
}

impl Stop {
    /// The number of games between checks of the rules: all first rolls have come up once more.
    pub const INTERVAL: u64 = 36;

    /// Returns the rule that each candidate plays this number of games.
    #[must_use]
    pub const fn after(games: u64) -> Self {
        Self { games, least: games, error: None, difference: None }
    }
}

/// Returns the numbers of the games of one of `parts` shares, which together are the first `games` games, each in one of
/// them; shares are counted from 1. `None` if there is no such share, or there are more shares than games.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::engine::rollout::share;
///
/// assert_eq!([1, 2, 3].map(|number| share(number, 3, 100)), [Some(0..33), Some(33..66), Some(66..100)]);
/// assert_eq!((share(0, 3, 100), share(4, 3, 100), share(1, 3, 2)), (None, None, None));
/// ```
#[must_use]
pub fn share(number: u64, parts: u64, games: u64) -> Option<Range<u64>> {
    if !(1..=parts).contains(&number) || parts > games {
        return None;
    }
    let edge = |before: u64| (u128::from(games) * u128::from(before) / u128::from(parts)) as u64;
    Some(edge(number - 1)..edge(number))
}

/// The status of a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It still needs games.
    Running,
    /// Its standard error is small enough.
    Exact,
    /// It clearly trails the best.
    Behind,
    /// It is clearly better than the others, or the decision is clear.
    Clear,
}

/// A rollout in progress, which takes the results of games in the order of their numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Rollout {
    is_cube: bool,
    stop: Stop,
    /// The numbers of the games that each candidate plays at most.
    share: Range<u64>,
    candidates: Vec<(Tally, Status)>,
}

impl Rollout {
    /// Makes a rollout without games.
    #[must_use]
    pub fn new(question: &Question, stop: Stop) -> Self {
        let candidates = vec![(Tally::default(), Status::Running); question.starts().len()];
        Self::resumed(question, stop, candidates)
    }

    /// Continues a rollout. A caller that changes the rules sets all candidates to [`Status::Running`].
    ///
    /// # Panics
    ///
    /// If the number of candidates isn't that of the question.
    #[must_use]
    pub fn resumed(question: &Question, stop: Stop, candidates: Vec<(Tally, Status)>) -> Self {
        assert_eq!(question.starts().len(), candidates.len(), "each candidate has a tally");
        Self { is_cube: matches!(question, Question::Cube(_)), share: 0..stop.games, stop, candidates }
    }

    /// Leaves the games outside a [`share`] to others, whose tallies can be merged to those of all games. Rules that end
    /// candidates early would apply to the share alone.
    ///
    /// # Panics
    ///
    /// If the share ends before it begins, or after the last game.
    #[must_use]
    pub fn of_share(mut self, share: Range<u64>) -> Self {
        assert!(share.start <= share.end && share.end <= self.stop.games, "a share is of the games");
        self.share = share;
        self
    }

    /// Returns the numbers of the games that each candidate plays at most.
    #[must_use]
    pub const fn share(&self) -> &Range<u64> {
        &self.share
    }

    /// Returns the results of each candidate.
    #[must_use]
    pub fn candidates(&self) -> &[(Tally, Status)] {
        &self.candidates
    }

    /// Returns the rules that end it.
    #[must_use]
    pub const fn stop(&self) -> &Stop {
        &self.stop
    }

    /// Returns the estimates of all candidates; `None` while one of them has no game.
    #[must_use]
    pub fn estimates(&self) -> Option<Vec<Estimate>> {
        self.candidates.iter().map(|(tally, _)| tally.estimate()).collect()
    }

    /// Returns the number of a candidate's next game; `None` if it needs no more, or there is no such candidate.
    #[must_use]
    pub fn next(&self, candidate: usize) -> Option<u64> {
        let (tally, status) = self.candidates.get(candidate)?;
        let next = self.share.start.saturating_add(tally.games);
        (*status == Status::Running && next < self.share.end).then_some(next)
    }

    /// Returns the numbers of the games that at least one candidate still needs.
    #[must_use]
    pub fn numbers(&self) -> Range<u64> {
        let first = (0..self.candidates.len()).filter_map(|candidate| self.next(candidate)).min();
        first.unwrap_or(self.share.end)..self.share.end
    }

    /// Plays all games that the candidates of the question still need, one after the other. To use several threads, give
    /// each its own [`Player`], and [take](Self::take) their results in the order of their numbers.
    pub fn play(&mut self, question: &Question, player: &mut Player<'_>) {
        let starts = question.starts();
        for number in self.numbers() {
            let sample = |(candidate, start)| {
                (self.next(candidate) == Some(number)).then(|| player.play(start, number))
            };
            let samples: Vec<_> = starts.iter().enumerate().map(sample).collect();
            if self.take(number, &samples).is_break() {
                break;
            }
        }
    }

    /// Adds the results of the game with this number for each candidate. Results that a candidate doesn't
    /// need are ignored, so the caller may play games ahead; so is a game of another share. Breaks when no candidate needs a
    /// game any more.
    pub fn take(&mut self, number: u64, samples: &[Option<Sample>]) -> ControlFlow<()> {
        for ((tally, status), sample) in self.candidates.iter_mut().zip(samples) {
            if let Some(sample) = sample
                && *status == Status::Running
                && self.share.start.saturating_add(tally.games) == number
                && self.share.contains(&number)
            {
                tally.add(sample);
            }
        }
        if self.share.contains(&number) {
            let played = number - self.share.start + 1;
            if played >= self.stop.least && played.is_multiple_of(Stop::INTERVAL) {
                self.stop_by(played);
            }
        }
        if self.numbers().is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Applies the rules after this many games.
    fn stop_by(&mut self, played: u64) {
        let Some(estimates) = self.estimates() else { return };
        let is_at_turn =
            |(tally, status): &(Tally, Status)| *status == Status::Running && tally.games == played;
        if let Some(errors) = self.stop.difference {
            if self.is_cube {
                if is_clear(&estimates, errors) && self.candidates.iter().all(is_at_turn) {
                    self.candidates.iter_mut().for_each(|(_, status)| *status = Status::Clear);
                }
            } else {
                let best = best(&estimates);
                for (candidate, estimate) in self.candidates.iter_mut().zip(&estimates) {
                    let behind = estimates[best].equity - estimate.equity;
                    let joint = estimates[best].error.hypot(estimate.error);
                    if is_at_turn(candidate) && behind > errors * joint {
                        candidate.1 = Status::Behind;
                    }
                }
                let others = self.candidates.iter().filter(|(_, status)| *status == Status::Behind).count();
                let is_alone = others > 0 && others + 1 == self.candidates.len();
                if is_alone && is_at_turn(&self.candidates[best]) {
                    self.candidates[best].1 = Status::Clear;
                }
            }
        }
        if let Some(most) = self.stop.error {
            for (candidate, estimate) in self.candidates.iter_mut().zip(&estimates) {
                if is_at_turn(candidate) && estimate.error <= most {
                    candidate.1 = Status::Exact;
                }
            }
        }
    }
}

/// Returns the index of the best play; the first of equal ones.
fn best(estimates: &[Estimate]) -> usize {
    let equity = |number: &usize| estimates[*number].equity;
    (0..estimates.len()).rev().max_by(|a, b| equity(a).total_cmp(&equity(b))).unwrap_or(0)
}

/// Returns `true` if both the double and the answer to it are clear.
fn is_clear(estimates: &[Estimate], errors: f32) -> bool {
    let [no_double, take] = estimates else { return false };
    // A pass has an equity of exactly 1.
    let answer = (take.equity - 1.0).abs() > errors * take.error;
    let double = if take.equity > 1.0 {
        (no_double.equity - 1.0).abs() > errors * no_double.error
    } else {
        (no_double.equity - take.equity).abs() > errors * no_double.error.hypot(take.error)
    };
    answer && double
}

/// Returns the cube decision by the estimates of [`Question::Cube`]; `None` if the table doesn't contain the
/// score.
#[must_use]
pub fn decision(
    (state, table): (&CubeState, &MatchEquity),
    settings: &GameSettings,
    board: &Board,
    [no_double, take]: &[Estimate; 2],
) -> Option<CubeDecision> {
    let seen = settings.state(*state);
    let ladder = Ladder::new(&seen, table)?;
    let mut values = [0.0; MOST_PLACES];
    values[0] = ladder.worth_of(no_double.equity);
    if let Some((up, factor)) = ladder.doubled() {
        values[up] = ladder.worth_of(take.equity) / factor;
    }
    let how = (settings.efficiency.of(board), settings.levels[0].plays);
    Some(CubeDecision::new(&seen, &ladder, no_double.chances, &values, how))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Chances;

    fn sample(equity: f32) -> Sample {
        Sample { chances: Chances::default(), cubeless: equity, equity }
    }

    fn plays(count: usize, stop: Stop) -> Rollout {
        Rollout::new(&Question::Plays(vec![Board::START; count]), stop)
    }

    const PLAIN: Stop = Stop { games: 360, least: 36, error: None, difference: None };

    /// Returns a game that swings around a mean.
    fn around(mean: f32, number: u64) -> Sample {
        sample(mean + if number.is_multiple_of(2) { 0.5 } else { -0.5 })
    }

    fn run(rollout: &mut Rollout, means: &[f32]) {
        for number in rollout.numbers() {
            let samples: Vec<_> = means.iter().map(|&mean| Some(around(mean, number))).collect();
            if rollout.take(number, &samples).is_break() {
                break;
            }
        }
    }

    #[test]
    fn without_rules_all_games_are_played() {
        let mut rollout = plays(2, PLAIN);
        run(&mut rollout, &[0.0, 2.0]);
        assert!(rollout.candidates().iter().all(|(tally, _)| tally.games == 360));
        assert!(rollout.numbers().is_empty());
    }

    #[test]
    fn a_play_that_is_clearly_behind_ends_and_the_best_ends_alone() {
        // The error after 36 games is 0.5 / √35, about 0.085.
        let mut rollout = plays(3, Stop { difference: Some(3.0), ..PLAIN });
        run(&mut rollout, &[0.0, 0.2, -3.0]);
        let [first, second, third] = rollout.candidates() else { panic!("three") };
        assert_eq!((third.0.games, third.1), (36, Status::Behind));
        assert_eq!((first.1, second.1), (Status::Behind, Status::Clear));
        assert!(first.0.games > 36 && first.0.games == second.0.games && first.0.games < 360);
    }

    #[test]
    fn a_candidate_ends_when_its_error_is_small() {
        let mut rollout = plays(1, Stop { error: Some(0.05), ..PLAIN });
        run(&mut rollout, &[0.0]);
        // 0.5 / √107 is 0.0483; at 72 games it was 0.0593.
        assert_eq!((rollout.candidates()[0].0.games, rollout.candidates()[0].1), (108, Status::Exact));
    }

    #[test]
    fn a_cube_decision_ends_when_both_answers_are_clear() {
        let stop = Stop { difference: Some(2.0), ..PLAIN };
        let ended = |means: [f32; 2]| {
            let mut rollout = Rollout::new(&Question::Cube(Board::START), stop);
            run(&mut rollout, &means);
            rollout.candidates()[0].0.games
        };
        assert_eq!(ended([0.1, 0.5]), 36);
        assert_eq!(ended([0.1, 0.95]), 360, "take or pass");
        assert_eq!(ended([0.5, 0.52]), 360, "double or not");
        assert_eq!(ended([1.5, 2.0]), 36, "too good");
    }

    #[test]
    fn what_was_interrupted_and_resumed_is_as_if_it_never_was() {
        let (means, stop) = ([0.0, 0.2, -3.0], Stop { difference: Some(3.0), ..PLAIN });
        let mut whole = plays(3, stop);
        run(&mut whole, &means);
        let mut part = plays(3, Stop { games: 50, ..stop });
        run(&mut part, &means);
        let question = Question::Plays(vec![Board::START; 3]);
        let mut rest = Rollout::resumed(&question, stop, part.candidates().to_vec());
        assert_eq!(rest.numbers(), 50..360);
        run(&mut rest, &means);
        assert_eq!(whole, rest);
    }

    #[test]
    fn games_of_other_shares_are_ignored() {
        let sample = Some(sample(0.5));
        for number in [0, 5, 9, 20, u64::MAX] {
            let mut part = plays(1, PLAIN).of_share(10..20);
            assert_eq!(part.take(number, &[sample]), ControlFlow::Continue(()), "{number}");
            assert_eq!(part.numbers(), 10..20, "{number}");
            assert_eq!((part.next(0), part.next(9)), (Some(10), None));
        }
        assert_eq!(plays(1, PLAIN).of_share(7..7).take(7, &[sample]), ControlFlow::Break(()));
    }

    #[test]
    fn shares_add_up_to_the_whole() {
        let means = [0.1, 0.4];
        let mut whole = plays(2, PLAIN);
        run(&mut whole, &means);
        for parts in [1, 2, 3, 7, 360] {
            let mut sums = vec![Tally::default(); 2];
            for number in (1..=parts).rev() {
                let games = share(number, parts, PLAIN.games).expect("one of them");
                let mut part = plays(2, PLAIN).of_share(games.clone());
                assert_eq!(part.numbers(), games);
                run(&mut part, &means);
                for (sum, (tally, _)) in sums.iter_mut().zip(part.candidates()) {
                    assert_eq!(tally.games, games.end - games.start);
                    sum.merge(tally);
                }
            }
            assert!(whole.candidates().iter().map(|(tally, _)| tally).eq(&sums), "{parts} shares");
        }
    }

    #[test]
    fn who_was_dropped_catches_up_when_the_rules_change() {
        let means = [0.0, -3.0];
        let mut part = plays(2, Stop { games: 108, error: Some(0.06), difference: Some(3.0), ..PLAIN });
        run(&mut part, &means);
        let tallies = part.candidates().iter().map(|(tally, _)| (tally.clone(), Status::Running)).collect();
        let mut rest = Rollout::resumed(&Question::Plays(vec![Board::START; 2]), PLAIN, tallies);
        run(&mut rest, &means);
        let mut whole = plays(2, PLAIN);
        run(&mut whole, &means);
        assert_eq!(rest, whole);
    }
}
