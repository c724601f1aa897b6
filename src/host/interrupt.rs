//! Interruptions: Ctrl-C stops the work in progress; where nothing can be stopped, it ends the program.

use super::exit::Exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Whether work is in progress that checks [`is_asked`] regularly.
static RUNNING: AtomicBool = AtomicBool::new(false);
/// Whether that work was asked to stop.
static ASKED: AtomicBool = AtomicBool::new(false);

/// Begins work that can be stopped: the next interruption asks it to stop, and only the one after that ends
/// the program.
pub(crate) fn begin() {
    ASKED.store(false, Ordering::Relaxed);
    RUNNING.store(true, Ordering::Relaxed);
}

pub(crate) fn end() {
    RUNNING.store(false, Ordering::Relaxed);
}

pub(crate) fn is_asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// Asks the work in progress to stop; returns `false` if there is none, or it was asked before.
pub(crate) fn ask() -> bool {
    RUNNING.load(Ordering::Relaxed) && !ASKED.swap(true, Ordering::Relaxed)
}

/// A guard: interruptions end the program like this until it is dropped.
#[must_use]
pub(crate) struct Insisting(#[expect(dead_code, reason = "its end is the message")] mpsc::Sender<()>);

/// Ends the program if the work doesn't stop within `grace` after it was asked to: it may be waiting for a
/// program that doesn't read its output.
pub(crate) fn insist(grace: Duration) -> Insisting {
    /// The time between two checks.
    const PATIENCE: Duration = Duration::from_millis(50);
    let (running, runs) = mpsc::channel();
    thread::spawn(move || {
        while runs.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            if is_asked() && runs.recv_timeout(grace) == Err(RecvTimeoutError::Timeout) {
                #[expect(clippy::exit, reason = "that is what an interruption asks for")]
                std::process::exit(i32::from(Exit::Interrupted.status()));
            }
        }
    });
    Insisting(running)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_interruption_stops_what_runs_and_the_second_ends_the_program() {
        assert!(!ask(), "nothing runs");
        begin();
        assert!(!is_asked() && ask() && is_asked());
        assert!(!ask(), "it was asked before");
        end();
        begin();
        assert!(!is_asked());
        end();
    }
}
