//! The progress bar on standard error.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// The time before a bar appears.
const PATIENCE: Duration = Duration::from_secs(1);

/// Makes a bar that is shown at once, if at all.
pub(crate) fn bar(template: &str, total: u64, is_wanted: bool) -> ProgressBar {
    let is_seen = is_wanted && io::stderr().is_terminal();
    let target = if is_seen { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    styled(ProgressBar::with_draw_target(Some(total), target), template)
}

fn styled(bar: ProgressBar, template: &str) -> ProgressBar {
    match ProgressStyle::with_template(template) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}

/// A progress bar that appears only if the work takes long.
pub(crate) struct Progress {
    bar: ProgressBar,
    start: Instant,
    is_wanted: bool,
}

impl Progress {
    /// Makes a bar for bytes; `total` is their number, if it is known.
    pub(crate) fn new(is_wanted: bool, total: Option<u64>) -> Self {
        let template = match total {
            Some(_) => "{elapsed} [{bar:20}] {bytes}/{total_bytes} {wide_msg}",
            None => "{elapsed} {spinner} {bytes} {wide_msg}",
        };
        Self::like(template, is_wanted, total)
    }

    /// Makes a bar for `total` games.
    pub(crate) fn of_games(is_wanted: bool, total: u64) -> Self {
        Self::like("{elapsed} [{bar:20}] {pos}/{len} games {wide_msg}", is_wanted, Some(total))
    }

    /// Makes a bar for `total` items, which the messages name.
    pub(crate) fn of_many(is_wanted: bool, total: u64) -> Self {
        Self::like("{elapsed} [{bar:20}] {pos}/{len} {wide_msg}", is_wanted, Some(total))
    }

    /// Makes a bar for the `total` positions of a sweep.
    pub(crate) fn of_positions(is_wanted: bool, total: u64) -> Self {
        Self::like("{elapsed} [{bar:20}] {percent} % {wide_msg}", is_wanted, Some(total))
    }

    fn like(template: &str, is_wanted: bool, total: Option<u64>) -> Self {
        let bar = styled(ProgressBar::with_draw_target(total, ProgressDrawTarget::hidden()), template);
        Self { bar, start: Instant::now(), is_wanted }
    }

    /// Adds `count` bytes or games.
    pub(crate) fn advance(&mut self, count: u64, message: impl FnOnce() -> String) {
        if !self.is_wanted {
            return;
        }
        self.bar.inc(count);
        self.show(message);
    }

    /// Sets the total that is done.
    pub(crate) fn reaches(&mut self, done: u64, message: impl FnOnce() -> String) {
        if self.is_wanted {
            self.bar.set_position(done);
            self.show(message);
        }
    }

    fn show(&self, message: impl FnOnce() -> String) {
        if self.bar.is_hidden() && self.start.elapsed() >= PATIENCE {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
        }
        if !self.bar.is_hidden() {
            self.bar.set_message(message());
        }
    }

    /// Hides the bar while `write` writes to the terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        if self.is_wanted { self.bar.suspend(write) } else { write() }
    }

    /// Removes the bar.
    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}
