//! The host of a session: this computer's files, clock and terminal.

use super::evaluator::Sources;
use super::pager;
use super::progress::Progress;
use crate::diag::neutral_but_colours;
use crate::engine::{Engine, Evaluator};
use crate::host::date::Utc;
use crate::host::folders::{self, Kept, environment};
use crate::host::python::Python;
use crate::host::socket::{self, connect};
use crate::host::{draft, interrupt, read, serve};
use crate::output::ui::{self, Ui};
use crate::repl::answer::{Answer, Stream};
use crate::repl::host::Host;
use crate::repl::lines::{Lines, Reply};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::io::{self, BufRead, BufReader, IsTerminal, Read as _, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::{Duration, Instant, UNIX_EPOCH};

/// This computer.
pub(crate) struct Computer {
    /// The source of answers to questions.
    lines: Rc<RefCell<dyn Lines>>,
    /// Whether output is text, so that it can be written before a question.
    is_text: bool,
    is_styled: bool,
    is_unicode: bool,
    /// What shows long answers.
    pager: Option<String>,
    sources: Sources,
    /// The engine, loaded at its first use, or the reason why it can't be loaded.
    engine: OnceCell<Result<Rc<Engine>, String>>,
    /// The progress bar of the present work.
    progress: Option<Progress>,
    /// The time when the session began.
    begun: Instant,
    /// Connected programs by their sockets.
    programs: HashMap<String, BufReader<Box<dyn socket::Stream>>>,
}

/// The longest answer of a program, in bytes.
const MOST_ANSWERED: u64 = 1 << 12;

impl Computer {
    /// Makes a host where these lines answer questions, and whose terminal, if there is one, is that of the output.
    pub(crate) fn new(lines: Rc<RefCell<dyn Lines>>, sources: Sources, is_text: bool, ui: &Ui<'_>) -> Self {
        let engine = OnceCell::new();
        Self {
            lines,
            is_text,
            is_styled: ui.styled,
            is_unicode: ui.out_is_unicode,
            pager: None,
            sources,
            engine,
            progress: None,
            begun: Instant::now(),
            programs: HashMap::new(),
        }
    }

    /// Shows long answers by a pager from now on.
    pub(crate) fn page_with(&mut self, pager: Option<String>) {
        self.pager = pager;
    }

    /// Loads the engine if files are named for it, so that a wrong file is reported at once.
    pub(crate) fn load_named(&self) -> Result<(), String> {
        if self.sources.are_named() { self.engine().map(drop) } else { Ok(()) }
    }

    fn reply(&mut self, question: &str) -> Reply {
        self.lines.borrow_mut().ask(question).unwrap_or(Reply::End)
    }

    fn yes(&mut self, question: &str, at_the_end: bool) -> bool {
        if !self.is_terminal() {
            return true;
        }
        loop {
            let answer = match self.reply(question) {
                Reply::Line(line) => line.trim().to_lowercase(),
                Reply::End => return at_the_end,
                Reply::Dropped => return false,
            };
            if !answer.is_empty() && "yes".starts_with(&answer) {
                return true;
            }
            if !answer.is_empty() && "no".starts_with(&answer) {
                return false;
            }
            write_now(Stream::Out, "Please answer `y' or `n'.\n");
        }
    }
}

impl Host for Computer {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        read::any(Path::new(path), read::SESSION)
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        let path = Path::new(path);
        if let (Some(own), Some(folder)) = (self.settings_path(), path.parent())
            && Path::new(&own) == path
        {
            std::fs::create_dir_all(folder)?;
        }
        // A folder that doesn't exist is probably mistyped.
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::metadata(folder)?;
        }
        draft::put(path, true, bytes)
    }

    fn create(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        draft::put(Path::new(path), false, bytes)
    }

    fn exists(&self, path: &str) -> bool {
        Path::new(path).exists()
    }

    fn home(&self) -> Option<String> {
        folders::text(&folders::home(environment)?)
    }

    fn kept(&self) -> Option<String> {
        kept_path()
    }

    fn list(&self, folder: &str) -> Vec<(String, u64)> {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        let file = |entry: std::fs::DirEntry| {
            let data = entry.metadata().ok().filter(std::fs::Metadata::is_file)?;
            let since = data.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
            Some((entry.file_name().into_string().ok()?, since.as_secs()))
        };
        entries.filter_map(file).collect()
    }

    fn now(&self) -> u64 {
        super::now()
    }

    fn remove(&mut self, path: &str) -> io::Result<()> {
        std::fs::remove_file(path)
    }

    fn databases(&self, theirs: bool) -> Option<String> {
        databases(theirs)
    }

    fn reach_program(&mut self, socket: &str) -> io::Result<()> {
        if !self.programs.contains_key(socket) {
            self.programs.insert(socket.to_owned(), BufReader::new(connect(socket)?));
        }
        Ok(())
    }

    fn ask_program(&mut self, socket: &str, line: &str) -> io::Result<String> {
        self.reach_program(socket)?;
        let answer =
            self.programs.get_mut(socket).map_or(Err(io::ErrorKind::NotConnected.into()), |program| {
                program.get_mut().write_all(format!("{line}\n").as_bytes())?;
                program.get_mut().flush()?;
                let mut answer = String::new();
                match program.by_ref().take(MOST_ANSWERED).read_line(&mut answer)? {
                    0 => Err(io::ErrorKind::UnexpectedEof.into()),
                    _ => Ok(answer),
                }
            });
        if answer.is_err() {
            // A late answer would be taken for the answer to the next question.
            self.programs.remove(socket);
        }
        answer
    }

    fn settings_path(&self) -> Option<String> {
        settings_path()
    }

    fn evaluator(&self) -> Result<Option<Rc<dyn Evaluator>>, String> {
        Ok(self.engine()?.map(|engine| engine as Rc<dyn Evaluator>))
    }

    fn engine(&self) -> Result<Option<Rc<Engine>>, String> {
        let engine = self.engine.get_or_init(|| self.sources.load().map(Rc::new));
        engine.clone().map(Some)
    }

    fn threads(&self) -> u32 {
        std::thread::available_parallelism().map_or(1, |count| count.get() as u32)
    }

    fn today(&self) -> (i32, u8, u8) {
        let Utc { year, month, day, .. } = Utc::new(self.now());
        (year, month, day)
    }

    fn ask(&mut self, question: &str) -> Option<String> {
        match self.reply(question) {
            Reply::Line(line) => Some(line),
            Reply::End | Reply::Dropped => None,
        }
    }

    fn can_ask(&self) -> bool {
        self.is_text
    }

    fn confirm(&mut self, question: &str) -> bool {
        self.yes(question, false)
    }

    fn confirm_leaving(&mut self, question: &str) -> bool {
        self.yes(question, true)
    }

    fn python(&mut self) -> Result<Python, String> {
        if self.is_text {
            Python::start()
        } else {
            Err("Python prints by itself, so it isn't available with `--format jsonl`".to_owned())
        }
    }

    fn write_answer(&mut self, answer: &mut Answer) {
        if self.is_text {
            for (stream, text) in answer.parts() {
                write_now(stream, text);
            }
            answer.clear();
        }
    }

    fn page(&self, text: &str) -> io::Result<bool> {
        match (&self.pager, ui::size()) {
            (Some(pager), Some(size)) => pager::page(pager, size, text),
            _ => Ok(false),
        }
    }

    fn is_terminal(&self) -> bool {
        self.lines.borrow().is_terminal()
    }

    fn is_styled(&self) -> bool {
        self.is_styled
    }

    fn is_unicode(&self) -> bool {
        self.is_unicode
    }

    fn columns(&self) -> Option<usize> {
        self.is_terminal().then(ui::columns).flatten()
    }

    fn serve(
        &mut self,
        socket: &str,
        tells_ends: bool,
        answer: &(dyn Fn(&str) -> Option<String> + Sync),
    ) -> io::Result<()> {
        let is_text = self.is_text;
        let mut tell = |line: &str| {
            if is_text {
                write_now(Stream::Out, &format!("{line}\n"));
            }
            Ok(())
        };
        serve::serve(socket, serve::Limits { tells_ends, ..serve::Limits::default() }, &mut tell, answer)
    }

    fn clock(&self) -> Duration {
        self.begun.elapsed()
    }

    fn is_interrupted(&self) -> bool {
        interrupt::is_asked()
    }

    fn progress(&mut self, done: u64, total: u64, known: &mut dyn FnMut() -> String) {
        let is_wanted = self.is_terminal() && io::stderr().is_terminal();
        let bar = self.progress.get_or_insert_with(|| Progress::of_many(is_wanted, total));
        bar.reaches(done, known);
    }

    fn progress_ends(&mut self) {
        if let Some(bar) = self.progress.take() {
            bar.finish();
        }
    }
}

/// Returns our folder in the folder for states.
pub(super) fn state_folder() -> Option<PathBuf> {
    Kept::States.folder(environment)
}

/// Returns the folder of saved matches.
pub(super) fn kept_path() -> Option<String> {
    folders::text(&state_folder()?.join("matches"))
}

/// Returns the path of the settings file.
pub(super) fn settings_path() -> Option<String> {
    folders::text(&Kept::Settings.folder(environment)?.join("settings"))
}

/// Returns the folder of databases: GNU Backgammon's, or ours.
pub(super) fn databases(theirs: bool) -> Option<String> {
    let folder =
        if theirs { folders::home(environment)?.join(".gnubg") } else { Kept::Data.folder(environment)? };
    folders::text(&folder)
}

/// Writes at once and ignores errors, as the next answer will report them.
fn write_now(stream: Stream, text: &str) {
    let text = neutral_but_colours(text);
    let _ = match stream {
        Stream::Out => {
            let mut out = io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        }
        Stream::Err => io::stderr().write_all(text.as_bytes()),
    };
}
