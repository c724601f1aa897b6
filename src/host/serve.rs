//! A socket for programs that ask line by line, each served on its own thread.

use super::interrupt;
use super::lines::{LONGEST_LINE, Line, Lines};
use super::socket::{Listener, Stream};
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Scope, ScopedJoinHandle};
use std::time::{Duration, Instant};

/// The time between two checks for a request to stop.
const PATIENCE: Duration = Duration::from_millis(50);

#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Whether other computers may connect.
    pub(crate) is_open: bool,
    /// The largest number of programs served at once.
    pub(crate) clients: usize,
    /// The time without a whole line, or without reading an answer, after which a program is disconnected.
    pub(crate) idle: Duration,
    /// The longest line in bytes.
    pub(crate) longest_line: usize,
    /// Whether it reports when a program has disconnected, as GNU Backgammon does.
    pub(crate) tells_ends: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            is_open: false,
            clients: 8,
            idle: Duration::from_mins(10),
            longest_line: LONGEST_LINE,
            tells_ends: false,
        }
    }
}

/// The function that answers a line; `None` disconnects.
pub(crate) type Answer<'a> = dyn Fn(&str) -> Option<String> + Sync + 'a;

/// Listens on `host:port` or on the path of a Unix socket, until it is interrupted. Passes messages about connections
/// to `tell`. Fails if the socket can't be opened, or `tell` fails; a connection that breaks is no error.
pub(crate) fn serve(
    socket: &str,
    limits: Limits,
    tell: &mut dyn FnMut(&str) -> io::Result<()>,
    answer: &Answer<'_>,
) -> io::Result<()> {
    let listener = Listener::open(socket, limits.is_open)?;
    let is_over = AtomicBool::new(false);
    let is_asked = || interrupt::is_asked() || is_over.load(Ordering::Relaxed);
    let conversation = Conversation { limits, answer, is_asked: &is_asked };
    thread::scope(|scope| {
        let served = receive(&listener, socket, &conversation, scope, tell);
        // No program can connect while the connected ones get their last answer.
        drop(listener);
        is_over.store(true, Ordering::Relaxed);
        served
    })
}

/// Accepts connections, and serves each on a thread.
fn receive<'scope, 'env>(
    listener: &Listener,
    socket: &str,
    conversation: &'env Conversation<'env>,
    scope: &'scope Scope<'scope, 'env>,
    tell: &mut dyn FnMut(&str) -> io::Result<()>,
) -> io::Result<()> {
    let waiting = format!("Waiting for a connection from {socket}...");
    tell(&waiting)?;
    let mut clients: Vec<ScopedJoinHandle<'scope, End>> = Vec::new();
    let mut last_failure = None;
    while !(conversation.is_asked)() {
        for client in clients.extract_if(.., |client| client.is_finished()) {
            let end = client.join();
            if conversation.limits.tells_ends {
                if !matches!(end, Ok(End::Said)) {
                    tell("External connection closed.")?;
                }
                tell(&waiting)?;
            }
        }
        let (mut stream, from) = match listener.accept(PATIENCE) {
            Ok(accepted) => accepted,
            Err(error) => {
                // The program disconnected before it was accepted, or too many files are open: the next one
                // may succeed.
                if error.kind() != io::ErrorKind::WouldBlock && last_failure != Some(error.kind()) {
                    last_failure = Some(error.kind());
                    tell(&format!("A connection could not be accepted: {error}."))?;
                }
                thread::sleep(PATIENCE);
                continue;
            }
        };
        last_failure = None;
        if clients.len() >= conversation.limits.clients {
            // A program that doesn't wait for an answer needs none.
            let _ = stream.write_all(b"Error: too many programs are connected\n");
            tell(&format!("Refused a connection from {from}: too many programs are connected."))?;
            continue;
        }
        // A client that disconnects in the middle of a line has nothing more to ask.
        let talk = move || conversation.hold(stream.as_mut()).unwrap_or(End::Gone);
        match thread::Builder::new().spawn_scoped(scope, talk) {
            Ok(client) => clients.push(client),
            Err(error) => {
                tell(&format!("A connection from {from} could not be served: {error}."))?;
                continue;
            }
        }
        tell(&format!("Accepted connection from {from}."))?;
    }
    Ok(())
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// The program said so.
    Said,
    /// The program has disconnected, or was disconnected.
    Gone,
}

/// The parts that all conversations share.
struct Conversation<'a> {
    limits: Limits,
    answer: &'a Answer<'a>,
    /// Whether to stop.
    is_asked: &'a (dyn Fn() -> bool + Sync),
}

impl Conversation<'_> {
    /// Answers the lines of one connection.
    fn hold(&self, stream: &mut dyn Stream) -> io::Result<End> {
        let (mut lines, mut bytes) = (Lines::new(self.limits.longest_line), [0; 4096]);
        let mut since = Instant::now();
        loop {
            let count = self.patiently(since, || stream.read(&mut bytes))?;
            if count == 0 {
                return Ok(End::Gone);
            }
            let mut rest = &bytes[..count];
            while !rest.is_empty() {
                let (taken, line) = lines.take(rest);
                rest = &rest[taken..];
                let text = match line {
                    None => continue,
                    Some(Line::Whole(line)) => (self.answer)(&line),
                    Some(Line::TooLong) => {
                        Some(format!("Error: a line has at most {} bytes\n", self.limits.longest_line))
                    }
                };
                let Some(text) = text else { return Ok(End::Said) };
                since = Instant::now();
                let mut text = text.as_bytes();
                while !text.is_empty() {
                    let count = self.patiently(since, || stream.write(text))?;
                    text = &text[count..];
                }
                since = Instant::now();
            }
        }
    }

    /// Reads or writes as soon as that is possible.
    fn patiently(&self, since: Instant, mut act: impl FnMut() -> io::Result<usize>) -> io::Result<usize> {
        loop {
            // Checked each time, so that a program that keeps asking doesn't delay the end.
            if (self.is_asked)() || since.elapsed() >= self.limits.idle {
                return Err(io::ErrorKind::TimedOut.into());
            }
            match act() {
                Err(error) if is_for_now(&error) => {}
                other => return other,
            }
        }
    }
}

fn is_for_now(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;
    use std::io::{Read, Write};

    /// A stream of pieces, an empty one where nothing has arrived yet; written bytes are kept. After the last
    /// piece nothing arrives any more if `is_silent`.
    struct Pieces {
        coming: VecDeque<Vec<u8>>,
        written: Vec<u8>,
        is_silent: bool,
        /// Whether the other side reads.
        reads: bool,
    }

    impl Pieces {
        fn new<T: AsRef<[u8]>>(pieces: &[T]) -> Self {
            let coming = pieces.iter().map(|piece| piece.as_ref().to_owned()).collect();
            Self { coming, written: Vec::new(), is_silent: false, reads: true }
        }
    }

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.coming.pop_front() {
                None if !self.is_silent => Ok(0),
                None => Err(io::ErrorKind::WouldBlock.into()),
                Some(piece) if piece.is_empty() => Err(io::ErrorKind::WouldBlock.into()),
                Some(piece) => {
                    buffer[..piece.len()].copy_from_slice(&piece);
                    Ok(piece.len())
                }
            }
        }
    }

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            if !self.reads {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            // A few at a time.
            let count = bytes.len().min(3);
            self.written.extend_from_slice(&bytes[..count]);
            Ok(count)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn hold(pieces: &mut Pieces, limits: Limits, is_asked: &(dyn Fn() -> bool + Sync)) -> io::Result<End> {
        let answer = |line: &str| (line != "end").then(|| format!("<{line}>"));
        Conversation { limits, answer: &answer, is_asked }.hold(pieces)
    }

    #[test]
    fn lines_are_answered_however_they_come_until_somebody_hangs_up() {
        let pieces: [&[u8]; 5] = [b"a", b"b\nc\r\nd\xff", b"", b"\nend\nnever", b"\n"];
        let mut stream = Pieces::new(&pieces);
        assert_eq!(hold(&mut stream, Limits::default(), &|| false).expect("memory"), End::Said);
        assert_eq!(stream.written, "<ab><c\r><d\u{fffd}>".as_bytes());
    }

    #[test]
    fn an_overlong_line_is_an_error_and_the_next_one_is_answered() {
        let mut stream = Pieces::new(&["aaaaa", "aaaa", "\nbbbbbb\nb\n"]);
        let limits = Limits { longest_line: 6, ..Limits::default() };
        assert_eq!(hold(&mut stream, limits, &|| false).expect("memory"), End::Gone);
        assert_eq!(stream.written, b"Error: a line has at most 6 bytes\n<bbbbbb><b>");
    }

    #[test]
    fn a_program_that_says_no_whole_line_or_reads_no_answer_is_hung_up_on() {
        let limits = Limits { idle: Duration::from_millis(30), ..Limits::default() };
        let is_hung_up_on = |mut stream: Pieces| hold(&mut stream, limits, &|| false).is_err();
        assert!(is_hung_up_on(Pieces { is_silent: true, ..Pieces::new(&["a\n"]) }));
        assert!(is_hung_up_on(Pieces { reads: false, ..Pieces::new(&["a\n"]) }));
    }

    #[test]
    fn whoever_never_stops_asking_holds_up_no_end() {
        let left = std::sync::atomic::AtomicUsize::new(5);
        let is_asked = || left.fetch_sub(1, Ordering::Relaxed) == 0;
        let mut stream = Pieces::new(&["a\n".repeat(100).as_str(); 10]);
        assert!(hold(&mut stream, Limits::default(), &is_asked).is_err());
        assert!(stream.written.len() < 100, "{}", stream.written.len());
    }
}
