//! Where to listen: an address of this computer or the path of a Unix socket.

use std::io::{self, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
#[cfg(unix)]
use std::os::unix::net::{UnixListener, UnixStream};
#[cfg(unix)]
use std::path::Path;
use std::time::Duration;

/// A socket as the user wrote it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Address<'a> {
    /// `host:port`.
    Tcp(&'a str),
    /// A path.
    Unix(&'a str),
}

/// Parses the name of a socket. A path has a `/`, or neither a colon nor a digit at its beginning; anything
/// else isn't taken for a path, as it may be a mistyped port.
fn parse(text: &str) -> Result<Address<'_>, &'static str> {
    const PORT: &str = "a port is a number from 1 to 65535, as in `localhost:1234`; \
                        a path with a colon or a digit at its start needs a `/`, as in `./1.socket`";
    if text.contains('/') {
        return Ok(Address::Unix(text));
    }
    let Some((host, port)) = text.rsplit_once(':') else {
        let is_path = text.starts_with(|c: char| !c.is_ascii_digit()) && text != "localhost";
        return if is_path { Ok(Address::Unix(text)) } else { Err(PORT) };
    };
    let is_port =
        port.bytes().all(|byte| byte.is_ascii_digit()) && port.parse::<u16>().is_ok_and(|port| port > 0);
    if !is_port {
        return Err(PORT);
    }
    if host.is_empty() {
        return Err("the host name is missing, as in `localhost:1234`");
    }
    if host.contains(':') && !(host.starts_with('[') && host.ends_with(']')) {
        return Err("an IPv6 address must be in brackets, as in `[::1]:1234`");
    }
    Ok(Address::Tcp(text))
}

/// A socket that waits for connections. Its file, if any, is removed with it.
pub(super) enum Listener {
    Tcp(TcpListener),
    #[cfg(unix)]
    Unix(UnixListener, File),
}

/// A connection whose reads and writes time out now and then.
pub(crate) trait Stream: Read + Write + Send {}

impl<T: Read + Write + Send> Stream for T {}

/// The time that a program may take for an answer.
const PATIENCE: Duration = Duration::from_mins(2);

/// Connects to a program that listens. Fails if the name isn't that of a socket, or no program listens there.
pub(crate) fn connect(socket: &str) -> io::Result<Box<dyn Stream>> {
    match parse(socket).map_err(|message| io::Error::new(io::ErrorKind::InvalidInput, message))? {
        Address::Tcp(address) => {
            let stream = TcpStream::connect(address)?;
            stream.set_nodelay(true)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok(Box::new(stream))
        }
        #[cfg(unix)]
        Address::Unix(path) => {
            let stream = UnixStream::connect(path)?;
            stream.set_read_timeout(Some(PATIENCE))?;
            Ok(Box::new(stream))
        }
        #[cfg(not(unix))]
        Address::Unix(_) => Err(io::ErrorKind::Unsupported.into()),
    }
}

#[cfg(unix)]
pub(super) struct File {
    path: String,
    /// Its device and inode, which identify it as ours as long as the socket is open.
    identity: (u64, u64),
}

impl Listener {
    /// Opens a socket. Other computers can reach it only if `is_open`. Fails if the name isn't that of a socket,
    /// other computers could reach it, or it can't be opened.
    pub(super) fn open(socket: &str, is_open: bool) -> io::Result<Self> {
        let refused = |message| io::Error::new(io::ErrorKind::InvalidInput, message);
        match parse(socket).map_err(refused)? {
            Address::Tcp(address) => {
                // Programs that connect to `localhost` mostly mean the older protocol.
                let mut addresses: Vec<_> = address.to_socket_addrs()?.collect();
                addresses.sort_by_key(|address| !address.is_ipv4());
                if !is_open && !addresses.iter().all(is_loopback) {
                    return Err(refused(
                        "other computers could reach it; use `localhost`, or allow that with `barpoint external --open`",
                    ));
                }
                let listener = TcpListener::bind(&addresses[..])?;
                listener.set_nonblocking(true)?;
                Ok(Self::Tcp(listener))
            }
            #[cfg(unix)]
            Address::Unix(path) => {
                let listener = match UnixListener::bind(path) {
                    Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_stale(Path::new(path)) => {
                        std::fs::remove_file(path)?;
                        UnixListener::bind(path)?
                    }
                    Err(_) if identity(Path::new(path)).is_ok_and(|(.., is_socket)| !is_socket) => {
                        return Err(refused("there is a file of this name, and it isn't a socket"));
                    }
                    other => other?,
                };
                listener.set_nonblocking(true)?;
                let (device, inode, _) = identity(Path::new(path))?;
                Ok(Self::Unix(listener, File { path: path.to_owned(), identity: (device, inode) }))
            }
            #[cfg(not(unix))]
            Address::Unix(_) => {
                Err(refused("there are no Unix sockets here; a socket is written as `localhost:1234`"))
            }
        }
    }

    /// Accepts a connection whose reads and writes time out after `patience`; returns its address too. Fails with
    /// [`io::ErrorKind::WouldBlock`] if no program connects.
    pub(super) fn accept(&self, patience: Duration) -> io::Result<(Box<dyn Stream>, String)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, from) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(patience))?;
                stream.set_write_timeout(Some(patience))?;
                stream.set_nodelay(true)?;
                Ok((Box::new(stream), from.ip().to_string()))
            }
            #[cfg(unix)]
            Self::Unix(listener, file) => {
                let (stream, _) = listener.accept()?;
                stream.set_nonblocking(false)?;
                stream.set_read_timeout(Some(patience))?;
                stream.set_write_timeout(Some(patience))?;
                Ok((Box::new(stream), file.path.clone()))
            }
        }
    }
}

/// Returns `true` if an address can only be reached from this computer.
fn is_loopback(address: &SocketAddr) -> bool {
    address.ip().to_canonical().is_loopback()
}

/// Returns the device and inode of a file, and whether it is a socket.
#[cfg(unix)]
fn identity(path: &Path) -> io::Result<(u64, u64, bool)> {
    use std::os::unix::fs::{FileTypeExt, MetadataExt};
    let data = std::fs::symlink_metadata(path)?;
    Ok((data.dev(), data.ino(), data.file_type().is_socket()))
}

/// Returns `true` if a file is a socket on which no program listens any more.
#[cfg(unix)]
fn is_stale(path: &Path) -> bool {
    /// The time to wait for a program that is too busy to accept a connection, but running.
    const LIMIT: Duration = Duration::from_secs(1);
    let Ok((.., true)) = identity(path) else { return false };
    let (tell, told) = std::sync::mpsc::channel();
    let path = path.to_owned();
    std::thread::spawn(move || {
        let refused = UnixStream::connect(path).err().map(|error| error.kind());
        // After the limit the receiver is gone.
        let _ = tell.send(refused == Some(io::ErrorKind::ConnectionRefused));
    });
    told.recv_timeout(LIMIT).unwrap_or(false)
}

#[cfg(unix)]
impl Drop for File {
    fn drop(&mut self) {
        // A remaining socket file would block the next one; a file that another program put there stays.
        let path = Path::new(&self.path);
        if identity(path).is_ok_and(|(device, inode, _)| (device, inode) == self.identity) {
            let _ = std::fs::remove_file(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_port_is_no_path() {
        for address in ["localhost:1234", "127.0.0.1:1", "[::1]:65535", "a:080"] {
            assert_eq!(parse(address), Ok(Address::Tcp(address)));
        }
        for path in ["socket", "./12a34", "/tmp/a:b", "./:1", "a1", "gnubg.sock"] {
            assert_eq!(parse(path), Ok(Address::Unix(path)));
        }
        for mistyped in [
            "",
            ":",
            "1234",
            "12a34",
            ":1234",
            "localhost",
            "localhost:",
            "localhost:0",
            "localhost:65536",
            "localhost:99999",
            "localhost:12a34",
            "localhost:+80",
            "localhost:-1",
            "localhost: 80",
            "::1:1234",
            "[::1]",
            "127.0.0.1",
            "localhost:1234:",
        ] {
            assert!(parse(mistyped).is_err(), "{mistyped}");
        }
    }

    #[test]
    fn what_other_computers_reach_needs_a_word() {
        for (address, is_ours) in [
            ("127.0.0.1:1", true),
            ("127.9.9.9:1", true),
            ("[::1]:1", true),
            ("[::ffff:127.0.0.1]:1", true),
            ("0.0.0.0:1", false),
            ("[::]:1", false),
            ("192.0.2.1:1", false),
        ] {
            assert_eq!(is_loopback(&address.parse().expect("an address")), is_ours, "{address}");
        }
        let error = |is_open| Listener::open("192.0.2.1:1234", is_open).err().map(|error| error.kind());
        assert_eq!(error(false), Some(io::ErrorKind::InvalidInput));
        assert!(
            error(true).is_some_and(|kind| kind != io::ErrorKind::InvalidInput),
            "not an address of ours"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_stale_socket_file_is_taken_over_and_only_our_own_is_removed() {
        let path = std::env::temp_dir().join(format!("barpoint-socket-{}", std::process::id()));
        let name = path.to_str().expect("UTF-8");
        let open = || Listener::open(name, false);
        let refused = || open().err().map(|error| error.kind());
        let _ = std::fs::remove_file(&path);
        // A file that isn't a socket stays, and so does one on which a program listens.
        std::fs::write(&path, "theirs").expect("room");
        assert_eq!(refused(), Some(io::ErrorKind::InvalidInput));
        assert_eq!(std::fs::read(&path).expect("the file"), b"theirs");
        std::fs::remove_file(&path).expect("the file");
        let theirs = UnixListener::bind(&path).expect("a socket");
        assert_eq!(refused(), Some(io::ErrorKind::AddrInUse));
        UnixStream::connect(&path).expect("it still listens");
        // No program listens any more.
        drop(theirs);
        let ours = open().expect("the stale file is taken over");
        UnixStream::connect(&path).expect("it listens");
        drop(ours);
        assert!(!path.exists(), "it was ours");
        // Another program's file replaces ours.
        let ours = open().expect("a socket");
        std::fs::remove_file(&path).expect("the file");
        let theirs = UnixListener::bind(&path).expect("a socket");
        drop(ours);
        UnixStream::connect(&path).expect("theirs stays");
        drop(theirs);
        std::fs::remove_file(&path).expect("the file");
        assert_eq!(
            Listener::open("/nowhere/at/all", false).err().map(|e| e.kind()),
            Some(io::ErrorKind::NotFound)
        );
    }
}
