//! The requests that wait: the highest priority first, then the oldest.

use crate::output::json::{RequestId, ServeRequestJson};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// The most bytes of requests that wait; reading stops until some are answered.
const MOST: usize = 64 << 20;

/// A request to be answered.
#[derive(Clone, Debug)]
pub(super) struct Job {
    pub(super) request: ServeRequestJson,
    /// Its place among the requests.
    number: u64,
    /// The length of its line.
    bytes: usize,
    /// Set if the answer isn't wanted any more.
    pub(super) is_cancelled: Arc<AtomicBool>,
}

/// The requests that wait, and those that are being answered.
#[derive(Debug, Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct State {
    /// By priority and number.
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    /// The bytes of those that wait.
    bytes: usize,
    running: Vec<Job>,
    /// The threads without work.
    idle: usize,
    /// How many requests have come.
    count: u64,
    /// Set when no more come.
    is_closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a request whose line has some bytes; waits while too many wait.
    pub(super) fn add(&self, request: ServeRequestJson, bytes: usize) {
        let mut state = self.lock();
        while state.bytes > MOST && !state.is_closed {
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        let number = state.count;
        state.count += 1;
        state.bytes += bytes;
        let key = (Reverse(request.priority), number);
        state.waiting.insert(key, Job { request, number, bytes, is_cancelled: Arc::default() });
        self.changed.notify_all();
    }

    /// Says that no more requests come.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_all();
    }

    /// Takes the next request, and returns it with the number of threads that have no work; `None` when all are answered.
    pub(super) fn take(&self) -> Option<(Job, usize)> {
        let mut state = self.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.bytes -= job.bytes;
                state.running.push(job.clone());
                self.changed.notify_all();
                return Some((job, state.idle));
            }
            if state.is_closed {
                return None;
            }
            state.idle += 1;
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            state.idle -= 1;
        }
    }

    /// Notes that a request is answered.
    pub(super) fn done(&self, job: &Job) {
        self.lock().running.retain(|running| running.number != job.number);
    }

    /// Cancels the requests with a name, or all: returns those that had not begun, and how many had.
    pub(super) fn cancel(&self, id: Option<&RequestId>) -> (Vec<Job>, u64) {
        let mut state = self.lock();
        let is_meant = |job: &Job| id.is_none_or(|id| *id == job.request.id);
        let ended = state.waiting.extract_if(.., |_, job| is_meant(job));
        let ended: Vec<Job> = ended.map(|(_, job)| job).collect();
        state.bytes -= ended.iter().map(|job| job.bytes).sum::<usize>();
        let mut stopped = 0;
        for job in state.running.iter().filter(|job| is_meant(job)) {
            stopped += u64::from(!job.is_cancelled.swap(true, Ordering::Relaxed));
        }
        self.changed.notify_all();
        (ended, stopped)
    }
}
