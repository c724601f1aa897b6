//! Output that is longer than the screen goes through a pager, as `git` does it.
//!
//! Nothing is written before it is known whether the output fits on the screen: if it does, it appears as it would without
//! a pager; if not, `PAGER` is started, or `less` by default. A pager that can't be started or fails is done without.

use crate::diag::coloured_columns;
use crate::host::reason::is_closed_pipe;
use crate::host::{draft, interrupt};
use crate::repl::answer::Stream;
use std::cell::RefCell;
use std::io::{self, Write};
use std::process::{Child, Command, Stdio};
use std::rc::Rc;
use std::thread;
use std::time::Duration;

/// The pager if `PAGER` isn't set.
const DEFAULT: &str = "less";
/// What is set for pagers that know it, unless the user has: `less` quits if the text fits on a screen, keeps colours, and
/// leaves the text on the screen; `lv` keeps colours.
const VARIABLES: [(&str, &str); 2] = [("LESS", "FRX"), ("LV", "-c")];
/// The most that is kept to be written again if the pager fails; one that took more has worked.
const KEPT: usize = 1 << 20;
/// The time between two looks whether the pager has ended.
const PATIENCE: Duration = Duration::from_millis(20);

/// The output on its way to the screen.
struct Output {
    command: String,
    rows: usize,
    columns: usize,
    /// What was written, in order: all of it until the pager starts, then the results only, as long as they may have to be
    /// written again.
    kept: Vec<(Stream, Vec<u8>)>,
    /// The size of what was kept, in bytes.
    size: usize,
    /// What isn't a result waits until the pager has ended, which owns the screen.
    waiting: Vec<u8>,
    state: State,
}

/// What happens to results.
enum State {
    /// They may still fit on the screen.
    Holding,
    /// The pager shows them.
    Paging(Child),
    /// They are written as they come.
    Plain,
}

/// The results and everything else on their way to the screen.
#[derive(Clone)]
pub(crate) struct Pager(Rc<RefCell<Output>>);

/// A stream of a [`Pager`].
pub(crate) struct End(Pager, Stream);

/// Returns the user's pager; `None` for none: `PAGER` is empty or `cat`, or the terminal is too simple for one.
pub(crate) fn command(variable: impl Fn(&str) -> Option<String>) -> Option<String> {
    if variable("TERM").is_none_or(|term| term.is_empty() || term == "dumb") {
        return None;
    }
    let pager = variable("PAGER").unwrap_or_else(|| DEFAULT.to_owned());
    Some(pager.trim().to_owned()).filter(|pager| !pager.is_empty() && pager != "cat")
}

/// Shows a text by a pager if it and the next prompt don't fit on a screen with this many columns and rows; returns `false`
/// if they fit, and writes nothing.
pub(crate) fn page(command: &str, (columns, most): (usize, usize), text: &str) -> io::Result<bool> {
    if rows(text, columns) < most {
        return Ok(false);
    }
    let pager = Pager::new(command.to_owned(), most, columns);
    let shown = pager.out().write_all(text.as_bytes()).and_then(|()| pager.close());
    // The pager took them, and there is more work to come.
    interrupt::end();
    match shown {
        // The user has left it.
        Err(error) if is_closed_pipe(&error) => Ok(true),
        shown => shown.map(|()| true),
    }
}

/// Returns the rows that a text takes on a screen.
fn rows(text: &str, columns: usize) -> usize {
    text.lines().map(|line| coloured_columns(line).div_ceil(columns.max(1)).max(1)).sum()
}

impl Pager {
    /// Begins the output on a screen with this many rows and columns.
    pub(crate) fn new(command: String, rows: usize, columns: usize) -> Self {
        Self(Rc::new(RefCell::new(Output {
            command,
            rows,
            columns,
            kept: Vec::new(),
            size: 0,
            waiting: Vec::new(),
            state: State::Holding,
        })))
    }

    /// Returns where results go.
    pub(crate) fn out(&self) -> End {
        End(self.clone(), Stream::Out)
    }

    /// Returns where everything else goes.
    pub(crate) fn err(&self) -> End {
        End(self.clone(), Stream::Err)
    }

    /// Writes what is held, or waits until the user has left the pager.
    pub(crate) fn close(self) -> io::Result<()> {
        self.0.borrow_mut().close()
    }
}

impl Write for End {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.borrow_mut().write(self.1, bytes)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.0.borrow_mut().flush()
    }
}

impl Output {
    fn write(&mut self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match (&mut self.state, stream) {
            (State::Holding, _) => {
                self.keep(stream, bytes);
                if self.is_full() { self.start() } else { Ok(()) }
            }
            (State::Paging(_), Stream::Err) => {
                self.waiting.extend_from_slice(bytes);
                Ok(())
            }
            (State::Paging(pager), Stream::Out) => {
                let written = pager.stdin.as_mut().map_or(Ok(()), |input| input.write_all(bytes));
                self.keep(stream, bytes);
                if self.size > KEPT {
                    self.kept.clear();
                }
                if written.is_err() { self.broken() } else { Ok(()) }
            }
            (State::Plain, Stream::Out) => io::stdout().write_all(bytes),
            (State::Plain, Stream::Err) => io::stderr().write_all(bytes),
        }
    }

    fn keep(&mut self, stream: Stream, bytes: &[u8]) {
        self.size = self.size.saturating_add(bytes.len());
        match self.kept.last_mut() {
            Some((last, held)) if *last == stream => held.extend_from_slice(bytes),
            _ => self.kept.push((stream, bytes.to_vec())),
        }
    }

    /// Returns `true` if what is held and the next prompt don't fit on the screen.
    fn is_full(&self) -> bool {
        let rows = |text: &[u8]| rows(&String::from_utf8_lossy(text), self.columns);
        self.kept.iter().map(|(_, text)| rows(text)).sum::<usize>() >= self.rows
    }

    /// Starts the pager with the results that are held.
    fn start(&mut self) -> io::Result<()> {
        let Ok(pager) = spawned(&self.command) else { return self.release() };
        // An interruption is meant for the pager, which stays.
        draft::guard();
        interrupt::begin();
        self.state = State::Paging(pager);
        self.size = 0;
        for (stream, held) in std::mem::take(&mut self.kept) {
            self.write(stream, &held)?;
        }
        Ok(())
    }

    /// Writes what is held, and everything after it as it comes.
    fn release(&mut self) -> io::Result<()> {
        self.state = State::Plain;
        for (stream, held) in std::mem::take(&mut self.kept) {
            self.write(stream, &held)?;
        }
        self.flush()
    }

    /// Ends with a pager that reads no more: the user has left it, or it has failed.
    fn broken(&mut self) -> io::Result<()> {
        if !self.wait() {
            return self.release();
        }
        self.kept.clear();
        Err(io::ErrorKind::BrokenPipe.into())
    }

    /// Waits for the end of the pager; returns `true` if it hasn't failed, or has shown so much that it has worked.
    fn wait(&mut self) -> bool {
        let State::Paging(pager) = &mut self.state else { return true };
        drop(pager.stdin.take());
        interrupt::begin();
        let is_fine = loop {
            match pager.try_wait() {
                Ok(Some(status)) => break status.success(),
                Ok(None) => {}
                Err(_) => break true,
            }
            if interrupt::is_asked() {
                interrupt::begin();
            }
            thread::sleep(PATIENCE);
        };
        self.state = State::Plain;
        is_fine || self.kept.is_empty()
    }

    fn close(&mut self) -> io::Result<()> {
        if matches!(self.state, State::Paging(_)) && self.wait() {
            self.kept.clear();
        }
        self.release()?;
        let waiting = std::mem::take(&mut self.waiting);
        self.write(Stream::Err, &waiting)
    }

    fn flush(&mut self) -> io::Result<()> {
        match self.state {
            State::Plain => io::stdout().flush(),
            State::Holding | State::Paging(_) => Ok(()),
        }
    }
}

/// Starts a pager: by the shell if its command needs one, else by itself, so that a missing program is noticed.
fn spawned(command: &str) -> io::Result<Child> {
    let is_plain = |c: char| c.is_alphanumeric() || " -_+=./:,%@".contains(c);
    let mut words = command.split_whitespace();
    let mut pager = if cfg!(windows) || command.chars().all(is_plain) {
        let mut pager = Command::new(words.next().unwrap_or(DEFAULT));
        pager.args(words);
        pager
    } else {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]);
        shell
    };
    for (name, value) in VARIABLES {
        if std::env::var_os(name).is_none() {
            pager.env(name, value);
        }
    }
    pager.stdin(Stdio::piped()).spawn()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pager_is_the_users_or_less_unless_there_is_to_be_none() {
        let of = |term: &'static str, pager: Option<&'static str>| {
            command(move |name| match name {
                "TERM" => Some(term.to_owned()),
                _ => pager.map(str::to_owned),
            })
        };
        assert_eq!(of("xterm", None).as_deref(), Some("less"));
        assert_eq!(of("xterm", Some("more -s")).as_deref(), Some("more -s"));
        for (term, pager) in [("xterm", ""), ("xterm", "cat"), ("dumb", "less"), ("", "less")] {
            assert_eq!(of(term, Some(pager)), None, "{term} {pager}");
        }
    }

    #[test]
    fn a_text_that_fits_is_not_paged() {
        assert!(!page("/nowhere/less", (80, 3), "one\ntwo\n").expect("nothing is written"));
        assert_eq!(rows("one\n\n12345678901\n", 10), 4);
    }

    #[test]
    fn a_screen_is_full_if_its_prompt_has_no_row_left() {
        let pager = Pager::new("less".to_owned(), 4, 10);
        let mut output = pager.0.borrow_mut();
        output.keep(Stream::Out, b"one\ntwo\nthree\n");
        assert!(!output.is_full());
        output.keep(Stream::Out, b"four\n");
        assert!(output.is_full());
        output.kept.clear();
        output.keep(Stream::Out, "a line of more than two rows\n\x1b[31mred\x1b[0m\n".as_bytes());
        assert!(output.is_full(), "a wide line takes rows");
    }
}
