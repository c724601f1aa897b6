//! A socket on which one program after the other asks, line by line.

use super::interrupt;
use std::io::{self, Read, Write};
use std::net::{TcpListener, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::UnixListener;
use std::thread;
use std::time::Duration;

/// How long to wait before looking whether somebody wants to stop.
const PATIENCE: Duration = Duration::from_millis(50);

/// The longest line; who sends a longer one is hung up on.
const LONGEST_LINE: usize = 1 << 16;

/// Listens on `host:port` or on the path of a Unix socket, until somebody interrupts. `tell` is told who comes;
/// `answer` gets each line and gives what is answered, or nothing to hang up.
///
/// # Errors
///
/// Those of opening the socket, and of accepting connections; a connection that breaks is no error.
pub(crate) fn serve(
    socket: &str,
    tell: &mut dyn FnMut(&str) -> io::Result<()>,
    answer: &mut dyn FnMut(&str) -> Option<String>,
) -> io::Result<()> {
    let listener = Listener::open(socket)?;
    while !interrupt::is_asked() {
        tell(&format!("Waiting for a connection from {socket}..."))?;
        let (mut stream, from) = loop {
            if interrupt::is_asked() {
                return Ok(());
            }
            match listener.accept() {
                Ok(accepted) => break accepted,
                Err(error) if error.kind() == io::ErrorKind::WouldBlock => thread::sleep(PATIENCE),
                Err(error) => return Err(error),
            }
        };
        tell(&format!("Accepted connection from {from}."))?;
        // Whoever goes away in the middle of a line has nothing more to ask.
        let _ = converse(stream.as_mut(), answer);
    }
    Ok(())
}

/// A connection that gives up waiting now and then.
trait Stream: Read + Write {}

impl<T: Read + Write> Stream for T {}

enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener, String),
}

impl Listener {
    fn open(socket: &str) -> io::Result<Self> {
        let is_tcp = socket
            .rsplit_once(':')
            .is_some_and(|(_, port)| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()));
        if is_tcp {
            // Programs that ask for `localhost` mostly mean the older protocol.
            let mut addresses: Vec<_> = socket.to_socket_addrs()?.collect();
            addresses.sort_by_key(|address| !address.is_ipv4());
            let listener = TcpListener::bind(&addresses[..])?;
            listener.set_nonblocking(true)?;
            return Ok(Self::Tcp(listener));
        }
        #[cfg(unix)]
        {
            let listener = UnixListener::bind(socket)?;
            listener.set_nonblocking(true)?;
            Ok(Self::Unix(listener, socket.to_owned()))
        }
        #[cfg(not(unix))]
        Err(io::Error::new(io::ErrorKind::InvalidInput, "a socket is written as host:port"))
    }

    /// Accepts a connection; says who it is.
    fn accept(&self) -> io::Result<(Box<dyn Stream>, String)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, from) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                stream.set_nodelay(true)?;
                Ok((Box::new(stream), from.ip().to_string()))
            }
            #[cfg(unix)]
            Self::Unix(listener, path) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                Ok((Box::new(stream), path.clone()))
            }
        }
    }
}

#[cfg(unix)]
impl Drop for Listener {
    fn drop(&mut self) {
        if let Self::Unix(_, path) = self {
            // What is left of the socket would be in the way of the next one.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// Answers the lines of one connection.
fn converse(stream: &mut dyn Stream, answer: &mut dyn FnMut(&str) -> Option<String>) -> io::Result<()> {
    let (mut waiting, mut bytes) = (Vec::new(), [0; 4096]);
    loop {
        let count = match stream.read(&mut bytes) {
            Ok(count) => count,
            Err(error) => match error.kind() {
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut if interrupt::is_asked() => return Ok(()),
                io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted => continue,
                _ => return Err(error),
            },
        };
        if count == 0 {
            return Ok(());
        }
        waiting.extend_from_slice(&bytes[..count]);
        while let Some(end) = memchr::memchr(b'\n', &waiting) {
            let rest = waiting.split_off(end + 1);
            let line = String::from_utf8_lossy(&waiting[..end]).into_owned();
            waiting = rest;
            let Some(text) = answer(&line) else { return Ok(()) };
            stream.write_all(text.as_bytes())?;
            stream.flush()?;
        }
        if waiting.len() > LONGEST_LINE {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Bytes that come in pieces; what is written is kept.
    struct Pieces(VecDeque<&'static [u8]>, Vec<u8>);

    impl Read for Pieces {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let Some(piece) = self.0.pop_front() else { return Ok(0) };
            if piece.is_empty() {
                return Err(io::Error::from(io::ErrorKind::WouldBlock));
            }
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }

    impl Write for Pieces {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1.extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_are_answered_however_they_come_until_somebody_hangs_up() {
        let pieces: [&[u8]; 5] = [b"a", b"b\nc\r\nd\xff", b"", b"\nend\nnever", b"\n"];
        let mut stream = Pieces(pieces.into(), Vec::new());
        let mut answer = |line: &str| (line != "end").then(|| format!("<{line}>"));
        converse(&mut stream, &mut answer).expect("memory");
        assert_eq!(stream.1, "<ab><c\r><d\u{fffd}>".as_bytes());
    }

    #[test]
    fn a_socket_is_refused_that_cannot_be_opened() {
        let open = |socket: &str| Listener::open(socket).err().map(|error| error.kind());
        assert!(open("localhost:99999").is_some());
        assert_eq!(open("/nowhere/at/all"), Some(io::ErrorKind::NotFound));
    }
}
