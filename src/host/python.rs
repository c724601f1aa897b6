//! The system's Python, which a session starts to run scripts that import `gnubg`.
//!
//! The package `barpoint` has to be installed there. What its module `gnubg` asks about the session comes back through
//! a connection inside this computer, which begins with a secret.

use super::reason::is_closed_pipe;
use crate::diag::file_name;
use rand::TryRng;
use rand::rngs::SysRng;
use serde::Deserialize;
use serde_json::json;
use serde_json::value::RawValue;
use std::env;
use std::ffi::OsString;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::process::{Child, Command, ExitStatus};
use std::thread;
use std::time::{Duration, Instant};

/// The variable of the environment that names another Python.
const NAMED: &str = "BARPOINT_PYTHON";

const SERVE: &str = include_str!("python.py");

/// How long Python may take to start.
const PATIENCE: Duration = Duration::from_mins(1);

/// Code to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Code<'a> {
    /// The script in a file.
    File(&'a str),
    /// A line.
    Line(&'a str),
    /// Whatever is typed, until the end of the input.
    Prompt,
}

/// How code ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It ran to its end.
    Done,
    /// An exception ended it; Python has printed it.
    Raised,
    /// It ended the program, with this status.
    Exit(u8),
}

/// A running Python. Names that code defines live on.
#[derive(Debug)]
pub struct Python {
    child: Child,
    connection: BufReader<TcpStream>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Said<'a> {
    /// It is ready for code.
    Ready {},
    /// It can't run code: the reason.
    Failed(String),
    /// It asks the session.
    Ask(#[serde(borrow)] &'a RawValue),
    /// The code ended: 1 after an exception.
    Ran(u8),
    /// The code ended the program.
    Exit(u8),
}

impl Python {
    /// Starts Python.
    ///
    /// # Errors
    ///
    /// If there is none, or its package `barpoint` is missing or of another version: one line that says so.
    pub fn start() -> Result<Self, String> {
        let program = env::var_os(NAMED).filter(|name| !name.is_empty());
        let program =
            program.unwrap_or_else(|| OsString::from(if cfg!(windows) { "python" } else { "python3" }));
        let name = file_name(program.as_encoded_bytes());
        let failed = |error: io::Error| format!("{name} doesn't start: {}", super::reason::reason(&error));
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).map_err(failed)?;
        let port = listener.local_addr().map_err(failed)?.port();
        let secret = SysRng.try_next_u64().and_then(|one| Ok([one, SysRng.try_next_u64()?]));
        let secret = secret.map_err(|error| format!("cannot get random numbers for a secret: {error}"))?;
        let secret = format!("{:016x}{:016x}", secret[0], secret[1]);
        let child = Command::new(&program)
            .args(["-c", SERVE])
            .env("BARPOINT_SESSION", format!("{port}:{secret}:{}", env!("CARGO_PKG_VERSION")))
            .spawn()
            .map_err(|error| match error.kind() {
                io::ErrorKind::NotFound => {
                    format!("there is no {name}: install Python, or name it in {NAMED}")
                }
                _ => failed(error),
            })?;
        let mut child = Started(Some(child));
        let connection = accepted(&listener, &mut child, &secret).map_err(failed)?;
        let Some(child) = child.0.take() else { return Err(format!("{name} doesn't start")) };
        let mut python = Self { child, connection };
        let mut line = String::new();
        match python.said(&mut line).map_err(failed)? {
            Some(Said::Ready {}) => Ok(python),
            Some(Said::Failed(why)) => {
                Err(format!("{name} can't run scripts: {why}; `pip install barpoint` installs its package"))
            }
            _ => Err(format!("{name} ended at once")),
        }
    }

    /// Runs code. `answer` gets what is asked about the session, as JSON, and returns the answer, in one line of JSON.
    ///
    /// # Errors
    ///
    /// If Python can't be reached any more.
    pub fn run(&mut self, code: Code<'_>, answer: &mut dyn FnMut(&str) -> String) -> io::Result<Ran> {
        let job = match code {
            Code::File(path) => json!({ "file": path }),
            Code::Line(line) => json!({ "line": line }),
            Code::Prompt => json!({ "prompt": true }),
        };
        self.tell(&job.to_string())?;
        let mut line = String::new();
        loop {
            let reply = match self.said(&mut line)? {
                Some(Said::Ask(request)) => answer(request.get()),
                Some(Said::Ran(0)) => return Ok(Ran::Done),
                Some(Said::Ran(_)) => return Ok(Ran::Raised),
                Some(Said::Exit(status)) => return Ok(Ran::Exit(status)),
                Some(Said::Ready {} | Said::Failed(_)) => continue,
                // A script may end Python itself.
                None => return Ok(Ran::Exit(status(self.child.wait()?))),
            };
            self.tell(&reply)?;
        }
    }

    fn tell(&mut self, line: &str) -> io::Result<()> {
        let sent = self.connection.get_mut().write_all(format!("{line}\n").as_bytes());
        // What is said last tells why nothing can be sent any more.
        sent.or_else(|error| if is_closed_pipe(&error) { Ok(()) } else { Err(error) })
    }

    /// Hears the next message; `None` at the end.
    fn said<'a>(&mut self, line: &'a mut String) -> io::Result<Option<Said<'a>>> {
        line.clear();
        match self.connection.read_line(line) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::ConnectionReset => return Ok(None),
            Err(error) => return Err(error),
        }
        Ok(Some(serde_json::from_str(line)?))
    }
}

impl Drop for Python {
    fn drop(&mut self) {
        // The end of its input ends it; what it still does on its own is waited for.
        let _ = self.connection.get_ref().shutdown(std::net::Shutdown::Both);
        let _ = self.child.wait();
    }
}

/// A process that is ended if it never connects.
struct Started(Option<Child>);

impl Drop for Started {
    fn drop(&mut self) {
        if let Some(mut child) = self.0.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Waits for the connection that sends the secret.
fn accepted(listener: &TcpListener, child: &mut Started, secret: &str) -> io::Result<BufReader<TcpStream>> {
    listener.set_nonblocking(true)?;
    let begun = Instant::now();
    while begun.elapsed() < PATIENCE {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(PATIENCE))?;
                let mut connection = BufReader::new(stream);
                let mut line = String::new();
                if connection.read_line(&mut line).is_ok() && line.trim_end() == secret {
                    connection.get_ref().set_read_timeout(None)?;
                    return Ok(connection);
                }
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                if let Some(status) = child.0.as_mut().map(Child::try_wait).transpose()?.flatten() {
                    return Err(io::Error::other(format!("it ended with {status}")));
                }
                thread::sleep(Duration::from_millis(1));
            }
            Err(error) => return Err(error),
        }
    }
    Err(io::ErrorKind::TimedOut.into())
}

/// Returns the status of a process as shells do.
fn status(status: ExitStatus) -> u8 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return u8::try_from(128 + signal).unwrap_or(1);
    }
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)
}
