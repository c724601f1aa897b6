//! Work on many threads with results in the order of the input and bounded memory.

use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Items that were read, but whose results haven't been taken.
    pub(crate) items: usize,
    /// Their total weight; a single heavier item is let through alone.
    pub(crate) weight: u64,
}

/// Passes every item to `work` on one of `jobs` threads, and the results to `take` on this thread, in the
/// order of the items. Ends after the last item or when `take` breaks.
///
/// The items are read on a separate thread, never more than `limits` ahead of `take`.
pub(crate) fn ordered<T: Send, R: Send>(
    jobs: usize,
    limits: Limits,
    items: impl Iterator<Item = T> + Send,
    weight: impl Fn(&T) -> u64 + Sync,
    work: impl Fn(T) -> R + Sync,
    mut take: impl FnMut(R) -> ControlFlow<()>,
) {
    if jobs <= 1 {
        for item in items {
            if take(work(item)).is_break() {
                return;
            }
        }
        return;
    }
    let line = Line::new(limits);
    thread::scope(|scope| {
        let (line, weight, work) = (&line, &weight, &work);
        let mut threads = Vec::with_capacity(jobs + 1);
        threads.push(scope.spawn(move || {
            let _closer = CloseOnPanic(line);
            for item in items {
                if !line.enter(weight(&item), item) {
                    return;
                }
            }
            line.end();
        }));
        for _ in 0..jobs {
            threads.push(scope.spawn(move || {
                let _closer = CloseOnPanic(line);
                while let Some((number, item)) = line.task() {
                    line.finish(number, work(item));
                }
            }));
        }
        let _closer = CloseOnPanic(line);
        while let Some(result) = line.result() {
            let flow = take(result);
            line.leave();
            if flow.is_break() {
                line.close();
                break;
            }
        }
        // A scope waits for what its threads do, `join` for their ends: a program that ends while a thread is ending can
        // be killed by Wine 8, after its output and before its status.
        for thread in threads {
            if let Err(panic) = thread.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

/// Does the same as [`ordered`] for items of one weight, never more than `ahead` of them ahead of `take`.
pub(crate) fn each<T: Send, R: Send>(
    jobs: usize,
    ahead: usize,
    items: impl Iterator<Item = T> + Send,
    work: impl Fn(T) -> R + Sync,
    take: impl FnMut(R) -> ControlFlow<()>,
) {
    ordered(jobs, Limits { items: ahead, weight: u64::MAX }, items, |_| 1, work, take);
}

/// The items under way, from their reading until their result was taken.
struct Line<T, R> {
    limits: Limits,
    state: Mutex<State<T, R>>,
    /// Something left, or the line was closed.
    room: Condvar,
    /// A task came, or there will be no more.
    task: Condvar,
    /// A result came, or the end.
    result: Condvar,
}

struct State<T, R> {
    /// Items that no thread works on yet, with their numbers.
    tasks: VecDeque<(usize, T)>,
    /// The weight of each item whose result wasn't taken, and its result once it is known, from number `turn` on.
    inside: VecDeque<(u64, Option<R>)>,
    turn: usize,
    /// The sum of the weights inside.
    weight: u64,
    /// No more items come: all were read, or the line was closed.
    is_over: bool,
}

impl<T, R> Line<T, R> {
    fn new(limits: Limits) -> Self {
        let (tasks, inside) = (VecDeque::new(), VecDeque::new());
        let state = Mutex::new(State { tasks, inside, turn: 0, weight: 0, is_over: false });
        Self { limits, state, room: Condvar::new(), task: Condvar::new(), result: Condvar::new() }
    }

    /// Locks the state, even after another thread's panic: the scope passes the panic on.
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until an item is within the limits, and adds it; returns `false` if the line was closed.
    fn enter(&self, weight: u64, item: T) -> bool {
        let mut state = self.lock();
        let Limits { items, weight: most } = self.limits;
        while !state.is_over
            && !state.inside.is_empty()
            && (state.inside.len() >= items || state.weight + weight > most)
        {
            state = self.room.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        if state.is_over {
            return false;
        }
        let number = state.turn + state.inside.len();
        state.tasks.push_back((number, item));
        state.inside.push_back((weight, None));
        state.weight += weight;
        self.task.notify_one();
        true
    }

    /// Waits for the next item to work on; there is none after the end.
    fn task(&self) -> Option<(usize, T)> {
        let mut state = self.lock();
        loop {
            if let Some(task) = state.tasks.pop_front() {
                return Some(task);
            }
            if state.is_over {
                return None;
            }
            state = self.task.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn finish(&self, number: usize, result: R) {
        let mut state = self.lock();
        let place = number - state.turn;
        if let Some((_, known)) = state.inside.get_mut(place) {
            *known = Some(result);
        }
        if place == 0 {
            self.result.notify_one();
        }
    }

    /// Waits for the next result in turn; there is none after the end.
    fn result(&self) -> Option<R> {
        let mut state = self.lock();
        loop {
            let is_over = state.is_over;
            match state.inside.front_mut() {
                Some((_, known @ Some(_))) => return known.take(),
                None if is_over => return None,
                _ => state = self.result.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }

    /// Makes room: the result in turn was taken.
    fn leave(&self) {
        let mut state = self.lock();
        if let Some((weight, _)) = state.inside.pop_front() {
            state.weight -= weight;
            state.turn += 1;
        }
        self.room.notify_one();
    }

    /// Says that all items were read.
    fn end(&self) {
        self.lock().is_over = true;
        self.task.notify_all();
        self.result.notify_all();
    }

    /// Ends the work early: what isn't begun is dropped, and no result comes any more.
    fn close(&self) {
        let mut state = self.lock();
        state.is_over = true;
        state.tasks.clear();
        state.inside.clear();
        drop(state);
        for changed in [&self.room, &self.task, &self.result] {
            changed.notify_all();
        }
    }
}

/// Lets the other threads end when one panics.
struct CloseOnPanic<'a, T, R>(&'a Line<T, R>);

impl<T, R> Drop for CloseOnPanic<'_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn results_come_in_order_and_never_too_many_are_under_way() {
        for jobs in [1, 2, 7] {
            let (drawn, taken, most) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
            let items = (0..2_000_u64).inspect(|_| {
                let ahead = drawn.fetch_add(1, Ordering::SeqCst) + 1 - taken.load(Ordering::SeqCst);
                most.fetch_max(ahead, Ordering::SeqCst);
            });
            let work = |n: u64| {
                if n.is_multiple_of(97) {
                    thread::sleep(std::time::Duration::from_millis(1));
                }
                n * n
            };
            let mut results = Vec::new();
            let limits = Limits { items: 32, weight: 100 };
            ordered(
                jobs,
                limits,
                items,
                |n| n % 20,
                work,
                |n| {
                    taken.fetch_add(1, Ordering::SeqCst);
                    results.push(n);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(results, (0..2_000).map(|n| n * n).collect::<Vec<u64>>());
            // One more is read before the thread waits.
            assert!(most.into_inner() <= 33);
        }
    }

    #[test]
    fn an_item_beyond_the_limit_goes_alone_and_breaking_ends_it_all() {
        for jobs in [1, 3] {
            let mut count = 0;
            let limits = Limits { items: 4, weight: 10 };
            ordered(
                jobs,
                limits,
                0..,
                |_| 1_000,
                |n: u32| n,
                |n| {
                    count += 1;
                    if n == 50 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(count, 51);
        }
    }
}
