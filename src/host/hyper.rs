//! Hypergammon solved on many threads.

use super::pipeline;
use crate::engine::bearoff::hyper::{Row, Solver};
use std::ops::ControlFlow;

/// The most rows in progress: a batch has a few thousand.
const AHEAD: usize = 4_096;

/// Computes one sweep, and reports the number of positions done after each batch. The result is the same for
/// any number of threads. Returns `true` if it was the last sweep; `None` if it was stopped.
pub(crate) fn sweep(
    solver: &mut Solver,
    jobs: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    mut tell: impl FnMut(usize),
) -> Option<bool> {
    let mut done = 0;
    for batch in solver.batches() {
        let mut all = Vec::with_capacity(batch.len());
        let known = &*solver;
        let work = |row: Row| (!is_stopped()).then(|| known.work(row));
        pipeline::each(jobs, AHEAD, batch.iter().copied(), work, |worked| match worked {
            Some(worked) => {
                all.push(worked);
                ControlFlow::Continue(())
            }
            None => ControlFlow::Break(()),
        });
        if all.len() < batch.len() {
            return None;
        }
        solver.take(&batch, all);
        done += batch.iter().map(|&row| solver.len_of(row)).sum::<usize>();
        tell(done);
    }
    Some(solver.end_sweep())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::bearoff::hyper::{Checkers, Hyper};
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn the_number_of_threads_changes_nothing() {
        let solved = |jobs| {
            let mut solver = Solver::new(Checkers::One);
            let mut done = 0;
            while sweep(&mut solver, jobs, &|| false, |positions| done = positions) == Some(false) {
                assert_eq!(done, solver.positions());
            }
            solver.into_table()
        };
        let alone = Hyper::build(Checkers::One);
        assert_eq!(solved(1), alone);
        assert_eq!(solved(3), alone);
        assert_eq!(solved(8), alone);
    }

    #[test]
    fn a_sweep_that_is_stopped_is_none() {
        let mut solver = Solver::new(Checkers::Two);
        let asked = AtomicUsize::new(0);
        let ended = sweep(&mut solver, 2, &|| asked.fetch_add(1, Ordering::Relaxed) > 100, |_| {});
        assert_eq!((ended, solver.sweeps()), (None, 0));
    }
}
