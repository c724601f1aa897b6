//! Rollouts on many threads.

use super::pipeline;
use crate::engine::Evaluator;
use crate::engine::cube::CubeState;
use crate::engine::met::MatchEquity;
use crate::engine::rollout::{GameSettings, Player, Question, Rollout, Sample};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

#[derive(Clone, Copy)]
pub(crate) struct Plan<'a> {
    pub(crate) evaluator: &'a dyn Evaluator,
    pub(crate) table: &'a MatchEquity,
    /// The cube and the score, from the view of the player for whom the rollout is made.
    pub(crate) state: CubeState,
    pub(crate) settings: &'a GameSettings,
    pub(crate) question: &'a Question,
    pub(crate) jobs: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// All games were played.
    Done,
    /// It was asked to stop. The games played until then count.
    Interrupted,
}

/// Returns the number of threads that this machine runs at once.
pub(crate) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Plays the games that a rollout still needs, and reports progress after each number. The result is the same
/// for any number of threads.
///
/// Returns `None` if the table doesn't contain the score.
pub(crate) fn run(
    plan: Plan<'_>,
    rollout: &mut Rollout,
    is_stopped: &(dyn Fn() -> bool + Sync),
    mut tell: impl FnMut(&Rollout),
) -> Option<Ended> {
    let player = || Player::new(plan.evaluator, plan.table, plan.state, plan.settings);
    // Each thread that plays a game takes one of these; none is made before it is needed.
    let players = Mutex::new(vec![player()?]);
    let lock = || players.lock().unwrap_or_else(PoisonError::into_inner);
    let starts = plan.question.starts();
    // The first number that each candidate needs, for the threads that play ahead.
    let from: Vec<AtomicU64> = starts.iter().map(|_| AtomicU64::new(0)).collect();
    let follow = |rollout: &Rollout| {
        for (candidate, from) in from.iter().enumerate() {
            from.store(rollout.next(candidate).unwrap_or(u64::MAX), Ordering::Relaxed);
        }
    };
    follow(rollout);
    let work = |number: u64| {
        let free = lock().pop();
        let mut player = free.or_else(player)?;
        let mut samples: Vec<Option<Sample>> = Vec::with_capacity(starts.len());
        for (start, from) in starts.iter().zip(&from) {
            if is_stopped() {
                return None;
            }
            // A candidate dropped since then is played in vain, and its result is ignored.
            let is_wanted = from.load(Ordering::Relaxed) <= number;
            samples.push(is_wanted.then(|| player.play(start, number)));
        }
        lock().push(player);
        Some((number, samples))
    };
    let mut ended = Ended::Done;
    pipeline::each(plan.jobs, 16 * plan.jobs, rollout.numbers(), work, |played| {
        let Some((number, samples)) = played else {
            ended = Ended::Interrupted;
            return ControlFlow::Break(());
        };
        let flow = rollout.take(number, &samples);
        follow(rollout);
        tell(rollout);
        flow
    });
    Some(ended)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::engine::Pips;
    use crate::engine::rollout::{Status, Stop};

    fn plan<'a>(settings: &'a GameSettings, question: &'a Question, jobs: usize) -> Plan<'a> {
        let (table, state) = (MatchEquity::reaching(0), CubeState::MONEY.without_jacoby().without_beavers());
        Plan { evaluator: &Pips(30.0), table, state, settings, question, jobs }
    }

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let settings = GameSettings { reduces_variance: false, seed: 0, ..GameSettings::default() };
        let question = Question::Cube(Board::START);
        let stop = Stop { games: 108, least: 36, error: None, difference: Some(1.0) };
        let played = |jobs| {
            let mut rollout = Rollout::new(&question, stop);
            let plan = plan(&settings, &question, jobs);
            let mut told = 0;
            let ended = run(plan, &mut rollout, &|| false, |_| told += 1);
            assert_eq!((ended, told), (Some(Ended::Done), rollout.candidates()[0].0.games));
            rollout
        };
        let one = played(1);
        assert!(one.candidates().iter().all(|(tally, _)| tally.games >= 36));
        assert_eq!(played(3), one);
        assert_eq!(played(8), one);
    }

    #[test]
    fn what_is_stopped_keeps_what_was_played() {
        let settings = GameSettings { reduces_variance: false, seed: 0, ..GameSettings::default() };
        let question = Question::Position(Board::START);
        let stop = Stop { games: 10_000, least: 36, error: None, difference: None };
        let mut rollout = Rollout::new(&question, stop);
        let plan = plan(&settings, &question, 2);
        let played = AtomicU64::new(0);
        let ended = run(plan, &mut rollout, &|| played.load(Ordering::Relaxed) >= 5, |_| {
            played.fetch_add(1, Ordering::Relaxed);
        });
        let (tally, status) = &rollout.candidates()[0];
        assert_eq!((ended, *status), (Some(Ended::Interrupted), Status::Running));
        assert!(tally.games >= 5 && tally.games < 200, "{}", tally.games);
    }
}
