//! Work that takes long: without the interpreter's lock, on threads, with Ctrl-C and progress.

use pyo3::prelude::*;
use std::num::NonZeroUsize;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

/// How often Ctrl-C is looked for.
const HEARTBEAT: Duration = Duration::from_millis(50);

/// Returns a number of threads: all that the machine runs at once, unless a number is given.
pub(crate) fn threads(wanted: Option<usize>) -> usize {
    wanted
        .filter(|&wanted| wanted > 0)
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZeroUsize::get))
}

/// What work is told from outside, and tells.
pub(crate) struct Desk<P> {
    is_stopped: Arc<AtomicBool>,
    told: Mutex<SyncSender<P>>,
}

impl<P> Desk<P> {
    /// Returns `true` if the work is to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Reports progress; left out where the last one wasn't taken yet.
    pub(crate) fn tell(&self, progress: P) {
        let sender = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        match sender.try_send(progress) {
            Ok(()) | Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => {}
        }
    }
}

/// Does work on another thread without the interpreter's lock. `heard` is called with the lock for what the work
/// reports; an exception there, or Ctrl-C, ends the work.
pub(crate) fn run<T: Send, P: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Desk<P>) -> T + Send,
    mut heard: impl FnMut(Python<'_>, P) -> PyResult<()> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let is_stopped = Arc::new(AtomicBool::new(false));
            let desk = Desk { is_stopped: Arc::clone(&is_stopped), told: Mutex::new(sender) };
            // The desk goes away with the end of the work, which ends the loop.
            let worker = scope.spawn(move || work(&desk));
            let mut failed = None;
            loop {
                let said = match receiver.recv_timeout(HEARTBEAT) {
                    Ok(said) => Some(said),
                    Err(RecvTimeoutError::Timeout) => None,
                    Err(RecvTimeoutError::Disconnected) => break,
                };
                if failed.is_some() {
                    continue;
                }
                let heard = Python::attach(|py| {
                    said.map_or(Ok(()), |said| heard(py, said))?;
                    py.check_signals()
                });
                if let Err(error) = heard {
                    failed = Some(error);
                    is_stopped.store(true, Ordering::Relaxed);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            failed.map_or(Ok(result), Err)
        })
    })
}

/// Does something for each number below `count`, on threads, in any order; each thread has a state of its own. Returns
/// the results by number; those that weren't wanted any more are missing.
pub(crate) fn each<S, R: Send>(
    count: usize,
    threads: usize,
    is_stopped: &(dyn Fn() -> bool + Sync),
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, usize) -> R + Sync,
) -> Vec<Option<R>> {
    let next = AtomicUsize::new(0);
    let one = || {
        let (mut own, mut found) = (state(), Vec::new());
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count || is_stopped() {
                return found;
            }
            found.push((number, work(&mut own, number)));
        }
    };
    let mut all: Vec<Option<R>> = (0..count).map(|_| None).collect();
    let found: Vec<Vec<(usize, R)>> = if threads <= 1 || count <= 1 {
        vec![one()]
    } else {
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads.min(count)).map(|_| scope.spawn(one)).collect();
            workers
                .into_iter()
                .map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic)))
                .collect()
        })
    };
    for (number, result) in found.into_iter().flatten() {
        all[number] = Some(result);
    }
    all
}
