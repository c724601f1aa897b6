//! `external` as a whole run: many clients at once, limits, the socket's file and the end.

use super::{Folder, barpoint};
use crate::support::fed;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::UnixStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

/// After this long without an answer, a test fails.
const LIMIT: Duration = Duration::from_mins(1);

const BOARD: &str = "board:You:opp:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:\
                     -1:0:25:0:0:0:0:0:0:0:0";

/// The program, listening; it is ended with the test.
struct Listening {
    child: Child,
    said: BufReader<ChildStdout>,
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Listening {
    /// Starts it, and waits until it listens.
    fn start(socket: &str, options: &[&str]) -> Self {
        let mut child = barpoint()
            .args(["external", socket, "--plies", "0"])
            .args(options)
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut said = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut line = String::new();
        said.read_line(&mut line).expect("a line");
        assert_eq!(line, format!("Waiting for a connection from {socket}...\n"));
        Self { child, said }
    }

    /// Sends a signal; returns the exit status, if it ends in time.
    fn signal(&mut self, signal: &str) -> Option<i32> {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.expect("a signal").success());
        let start = Instant::now();
        while start.elapsed() < LIMIT {
            if let Some(status) = self.child.try_wait().expect("a status") {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("it doesn't end");
    }
}

#[test]
fn a_file_that_is_no_socket_stays() {
    let folder = Folder::with("external-plain", "plain", "text");
    let run = folder.run("external ./plain");
    let words = "error: cannot listen on ./plain: there is a file of this name, and it isn't a socket\n";
    assert_eq!((run.status, run.err.as_str(), folder.text("plain").as_str()), (2, words, "text"));
}

#[test]
fn a_session_is_played_by_programs_on_sockets() {
    let address = free().to_string();
    let _listening = Listening::start(&address, &[]);
    let lines = format!(
        "set rng mersenne 5\nset display off\nset player 0 external {address}\nset player 1 external {address}\nnew match 3\n\
         show player\nset player 0 external ./nobody\nset player 1 barpoint\nshow player\n"
    );
    let output = fed(barpoint().args(["session", "-r"]), lines.as_bytes());
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("has won the match."), "{said}");
    // A seat that was asked for in vain is as it was.
    assert_eq!(said.matches(&format!("  Type: external: {address}\n")).count(), 3, "{said}");
    let wrong = String::from_utf8_lossy(&output.stderr);
    assert!(wrong.contains("./nobody: No such file or directory"), "{wrong}");
    assert_eq!(output.status.code(), Some(1), "{wrong}");
}

/// Returns an address of this computer where no program listens.
fn free() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a free port")
}

fn tcp(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    stream.set_write_timeout(Some(LIMIT)).expect("a socket");
    stream
}

fn unix(path: &str) -> UnixStream {
    let stream = UnixStream::connect(path).expect("it listens");
    stream.set_read_timeout(Some(LIMIT)).expect("a socket");
    stream.set_write_timeout(Some(LIMIT)).expect("a socket");
    stream
}

/// Sends a question, and reads one line.
fn ask(stream: &mut (impl Read + Write), question: &str) -> String {
    stream.write_all(format!("{question}\n").as_bytes()).expect("it reads");
    let (mut answer, mut byte) = (Vec::new(), [0]);
    while !answer.ends_with(b"\n") {
        assert_eq!(stream.read(&mut byte).expect("an answer"), 1, "it hung up");
        answer.push(byte[0]);
    }
    String::from_utf8(answer).expect("UTF-8")
}

/// Reads until the connection is closed; returns the text.
fn rest(stream: &mut impl Read) -> String {
    let mut bytes = Vec::new();
    let mut some = [0; 4096];
    loop {
        match stream.read(&mut some) {
            Ok(0) => break,
            Ok(count) => bytes.extend_from_slice(&some[..count]),
            // It hung up before it read everything.
            Err(error) if error.kind() == std::io::ErrorKind::ConnectionReset => break,
            Err(error) => panic!("it doesn't hang up: {error}"),
        }
    }
    String::from_utf8(bytes).expect("UTF-8")
}

#[test]
fn a_conversation_is_answered_line_by_line() {
    let folder = Folder::new("external-lines");
    let path = folder.path("socket").to_str().expect("UTF-8").to_owned();
    let mut listening = Listening::start(&path, &[]);
    for _ in 0..2 {
        let mut stream = unix(&path);
        stream.write_all(format!("help\n{BOARD}\nset prompt 'x'\n\nexit\n").as_bytes()).expect("it reads");
        assert_eq!(
            rest(&mut stream),
            "\tNo help information available\n8/5 6/5 \nError: set option 'prompt' not supported\n\
             Error: no command given\n"
        );
        let mut line = String::new();
        listening.said.read_line(&mut line).expect("a line");
        assert_eq!(line, format!("Accepted connection from {path}.\n"));
    }
}

#[test]
fn programs_are_served_at_once_and_one_too_many_is_refused() {
    let address = free();
    let _listening = Listening::start(&address.to_string(), &["--clients", "3"]);
    let (mut silent, mut slow, mut quick) = (tcp(address), tcp(address), tcp(address));
    slow.write_all(b"hel").expect("it reads");
    // Neither holds the third up, however often it asks.
    for _ in 0..20 {
        assert_eq!(ask(&mut quick, BOARD), "8/5 6/5 \n");
    }
    assert_eq!(rest(&mut tcp(address)), "Error: too many programs are connected\n");
    assert_eq!(ask(&mut slow, "p"), "\tNo help information available\n");
    assert_eq!(ask(&mut silent, "set debug on"), "Debug output ON\n");
    // A player who goes makes room.
    drop(slow);
    let start = Instant::now();
    loop {
        let mut next = tcp(address);
        std::thread::sleep(Duration::from_millis(100));
        if next.write_all(b"help\nexit\n").is_ok() && rest(&mut next) == "\tNo help information available\n" {
            break;
        }
        assert!(start.elapsed() < LIMIT, "there is no room");
    }
}

#[test]
fn idle_time_and_lines_have_limits() {
    let address = free();
    let _listening = Listening::start(&address.to_string(), &["--idle", "2", "--longest-line", "2000"]);
    let (mut silent, mut dripping) = (tcp(address), tcp(address));
    // An overlong line costs no more than its error.
    let overlong = "x".repeat(1_000_000);
    let mut long = tcp(address);
    assert_eq!(ask(&mut long, &overlong), "Error: a line has at most 2000 bytes\n");
    assert_eq!(ask(&mut long, BOARD), "8/5 6/5 \n");
    // A letter now and then is no line.
    let start = Instant::now();
    while dripping.write_all(b"x").is_ok() {
        assert!(start.elapsed() < LIMIT, "it is still listened to");
        std::thread::sleep(Duration::from_millis(100));
    }
    assert_eq!(rest(&mut silent), "");
    assert_eq!(ask(&mut tcp(address), BOARD), "8/5 6/5 \n");
}

#[test]
fn a_signal_ends_it_whatever_programs_do() {
    let folder = Folder::new("external-signal");
    let path = folder.path("socket").to_str().expect("UTF-8").to_owned();
    for signal in ["-INT", "-TERM"] {
        let mut listening = Listening::start(&path, &[]);
        let (mut silent, mut half) = (unix(&path), unix(&path));
        half.write_all(b"hel").expect("it reads");
        let (mut asking, mut deaf) = (unix(&path), unix(&path));
        assert_eq!(ask(&mut asking, BOARD), "8/5 6/5 \n");
        let asks = std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            while asking.write_all(b"help\nhelp\n").is_ok()
                && asking.read(&mut bytes).is_ok_and(|count| count > 0)
            {}
        });
        // Until the answers that it doesn't read are in the way.
        let floods = std::thread::spawn(move || while deaf.write_all(&b"help\n".repeat(1000)).is_ok() {});
        std::thread::sleep(Duration::from_millis(300));
        assert_eq!(listening.signal(signal), Some(0), "{signal}");
        assert!(!std::path::Path::new(&path).exists(), "{signal}: its file is left");
        asks.join().expect("it ends");
        floods.join().expect("it ends");
        assert_eq!(rest(&mut silent) + &rest(&mut half), "");
    }
}

#[test]
fn a_signal_ends_it_when_nobody_reads_what_it_says() {
    let address = free();
    let mut listening = Listening::start(&address.to_string(), &[]);
    // Each connection is a line, until the pipe is full and nobody is accepted any more; a short rush isn't that.
    let (mut count, patience) = (0, Duration::from_millis(2_500));
    while TcpStream::connect_timeout(&address, patience).is_ok() && count < 20_000 {
        count += 1;
    }
    assert!(count < 20_000, "it still says something");
    // On a machine that is very busy the pipe may not be full yet.
    let status = listening.signal("-TERM");
    assert!(matches!(status, Some(130 | 0)), "{status:?}");
}

#[test]
fn a_socket_file_is_taken_over_when_its_program_is_dead() {
    let folder = Folder::new("external-stale");
    let path = folder.path("socket").to_str().expect("UTF-8").to_owned();
    let mut killed = Listening::start(&path, &[]);
    let second = barpoint().args(["external", &path]).output().expect("the program runs");
    assert_eq!(second.status.code(), Some(2), "somebody listens");
    assert_eq!(ask(&mut unix(&path), BOARD), "8/5 6/5 \n");
    assert_eq!(killed.signal("-KILL"), None);
    assert!(std::path::Path::new(&path).exists());
    let mut next = Listening::start(&path, &[]);
    assert_eq!(ask(&mut unix(&path), BOARD), "8/5 6/5 \n");
    assert_eq!(next.signal("-TERM"), Some(0));
    assert!(!std::path::Path::new(&path).exists());
}

#[test]
fn addresses_that_are_wrong_or_reach_others_are_refused_and_make_no_file() {
    let folder = Folder::new("external-addresses");
    for (socket, why) in [
        ("12a34", "a port is a number"),
        (":99999", "a port is a number"),
        ("localhost:12a34", "a port is a number"),
        (":1234", "the host name is missing"),
        ("0.0.0.0:1234", "other computers could reach it"),
        ("[::]:1234", "other computers could reach it"),
        ("/nowhere/at/all", ""),
    ] {
        let refusal = folder.run(&format!("external {socket}"));
        assert_eq!(refusal.status, 2, "{socket}");
        let expected = format!("cannot listen on {socket}: {why}");
        assert!(refusal.err.contains(&expected), "{socket}: {}", refusal.err);
        let session = folder.run_with("session -r", format!("external {socket}\n").as_bytes());
        let said = String::from_utf8_lossy(&session.out).into_owned() + &session.err;
        assert!(said.contains(&format!("{socket}: {why}")), "{socket}: {said}");
    }
    assert_eq!(folder.files(), Vec::<String>::new());
    let address = SocketAddr::from(([0, 0, 0, 0], free().port()));
    let _listening = Listening::start(&address.to_string(), &["--open"]);
    assert_eq!(ask(&mut tcp(SocketAddr::from(([127, 0, 0, 1], address.port()))), BOARD), "8/5 6/5 \n");
}
