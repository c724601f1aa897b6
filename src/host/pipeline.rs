//! Work on many threads with results in the order of the input and bounded memory.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
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
    let gate = Gate::new(limits);
    let (task_sender, tasks) = mpsc::channel();
    let tasks = Mutex::new(tasks);
    let (done_sender, done) = mpsc::channel();
    thread::scope(|scope| {
        let (gate, tasks, weight, work) = (&gate, &tasks, &weight, &work);
        let mut threads = Vec::with_capacity(jobs + 1);
        threads.push(scope.spawn(move || {
            let _closer = CloseOnPanic(gate);
            for (number, item) in items.enumerate() {
                let weight = weight(&item);
                if !gate.enter(weight) || task_sender.send((number, weight, item)).is_err() {
                    break;
                }
            }
        }));
        for _ in 0..jobs {
            let done_sender = done_sender.clone();
            threads.push(scope.spawn(move || {
                let _closer = CloseOnPanic(gate);
                loop {
                    let task = lock(tasks).recv();
                    let Ok((number, weight, item)) = task else { break };
                    if done_sender.send((number, weight, work(item))).is_err() {
                        break;
                    }
                }
            }));
        }
        drop(done_sender);
        let _closer = CloseOnPanic(gate);
        // Results that arrived before their turn.
        let mut early = BTreeMap::new();
        let mut turn = 0;
        'all: for (number, weight, result) in done {
            early.insert(number, (weight, result));
            while let Some((weight, result)) = early.remove(&turn) {
                turn += 1;
                let flow = take(result);
                gate.leave(weight);
                if flow.is_break() {
                    gate.close();
                    break 'all;
                }
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

/// Locks a mutex, even after another thread's panic: the scope passes the panic on.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Admits items as long as the limits hold.
struct Gate {
    limits: Limits,
    inside: Mutex<Inside>,
    changed: Condvar,
}

struct Inside {
    items: usize,
    weight: u64,
    is_closed: bool,
}

impl Gate {
    fn new(limits: Limits) -> Self {
        let inside = Mutex::new(Inside { items: 0, weight: 0, is_closed: false });
        Self { limits, inside, changed: Condvar::new() }
    }

    /// Waits until an item is within the limits; returns `true` if the gate is open.
    fn enter(&self, weight: u64) -> bool {
        let full = |inside: &mut Inside| {
            let is_full = inside.items >= self.limits.items || inside.weight + weight > self.limits.weight;
            inside.items > 0 && is_full && !inside.is_closed
        };
        let inside = lock(&self.inside);
        let mut inside = self.changed.wait_while(inside, full).unwrap_or_else(PoisonError::into_inner);
        inside.items += 1;
        inside.weight += weight;
        !inside.is_closed
    }

    fn leave(&self, weight: u64) {
        let mut inside = lock(&self.inside);
        inside.items -= 1;
        inside.weight -= weight;
        self.changed.notify_all();
    }

    fn close(&self) {
        lock(&self.inside).is_closed = true;
        self.changed.notify_all();
    }
}

/// Lets the reading thread end when another one panics.
struct CloseOnPanic<'a>(&'a Gate);

impl Drop for CloseOnPanic<'_> {
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
