//! `barpoint session`: GNU Backgammon's command language, in a terminal, a pipe or a file.

use crate::board::BySide;
use crate::cli::args::values;
use crate::cli::error::{CommandError, Done};
use crate::cli::evaluator::Sources;
use crate::cli::host::{Computer, state_folder};
use crate::cli::pass::ID;
use crate::formats::{HEAD, detect_surely};
use crate::host::draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::read::must_be_no_folder;
use crate::output::ui::Ui;
use crate::repl::complete;
use crate::repl::dice::Dice;
use crate::repl::driver::{self, Form, Options, Script};
use crate::repl::lines::{Lines, Piped};
use crate::repl::session::Session;
use crate::repl::terminal::Terminal;
use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::{File, Metadata};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// The arguments of `session`: GNU Backgammon's own, and a few of ours.
#[derive(Debug, clap::Args)]
#[command(disable_version_flag = true, args_override_self = true)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags, each of its own")]
pub struct Args {
    /// Load this record first
    pub file: Option<String>,
    /// GNU Backgammon ignores further files
    #[arg(hide = true)]
    pub further: Vec<String>,
    /// Run the commands of a file, then exit
    #[arg(short = 'c', long = "commands", value_name = "FILE")]
    pub commands: Option<PathBuf>,
    /// Output format
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Form,
    /// Exit after the first error
    #[arg(long)]
    pub bail: bool,
    /// Overwrite existing files without asking
    #[arg(long)]
    pub force: bool,
    /// Answer as GNU Backgammon does (docs/gnubg-compat.md lists the differences), and exit with status 0 even after
    /// errors [default when called as `gnubg`]
    #[arg(long)]
    pub compat: bool,
    /// Don't read the settings file
    #[arg(short = 'r', long = "no-rc")]
    pub no_rc: bool,
    /// Print the version and exit
    #[arg(short = 'v', long = "version", visible_short_alias = 'V')]
    pub version: bool,
    /// Run a Python script in which `gnubg` is this session, then exit
    #[arg(short = 'p', long = "python", value_name = "FILE", conflicts_with = "commands")]
    pub python: Option<PathBuf>,
    /// The engine's files.
    #[command(flatten)]
    pub sources: Sources,
    /// Accepted without effect: there is never a window
    #[command(flatten)]
    pub ignored: Ignored,
}

/// GNU Backgammon's flags that change nothing here.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Accepted for GNU Backgammon's scripts, without effect")]
#[expect(clippy::struct_excessive_bools, reason = "they are flags, and nobody looks at them")]
pub struct Ignored {
    /// Open no window (barpoint never does).
    #[arg(short = 't', long = "tty")]
    tty: bool,
    /// Play no sound (barpoint never does).
    #[arg(short = 'q', long = "quiet")]
    quiet: bool,
    /// Use no bear-off databases.
    #[arg(short = 'b', long = "no-bearoff")]
    no_bearoff: bool,
    /// Print debugging messages
    #[arg(short = 'd', long = "debug")]
    debug: bool,
    /// Open windows.
    #[arg(short = 'w', long = "window-system-only")]
    windows: bool,
    /// Show a picture at the start.
    #[arg(short = 'S', long = "splash")]
    splash: bool,
    /// Language of the messages
    #[arg(short = 'l', long = "lang", value_name = "LANG")]
    lang: Option<String>,
    /// Folder of general data.
    #[arg(short = 'D', long = "datadir", value_name = "DIR")]
    data: Option<OsString>,
    /// Folder of the program's data.
    #[arg(short = 'P', long = "pkgdatadir", value_name = "DIR")]
    program_data: Option<OsString>,
    /// Folder of the documentation.
    #[arg(short = 'O', long = "docdir", value_name = "DIR")]
    documentation: Option<OsString>,
    /// Folder of the settings.
    #[arg(short = 's', long = "prefsdir", value_name = "DIR")]
    preferences: Option<OsString>,
    /// Display of the windows.
    #[arg(long = "display", value_name = "DISPLAY")]
    display: Option<OsString>,
}

values! { Form:
    Text = "text", "GNU Backgammon's text";
    JsonLines = "jsonl", "One JSON object per line";
}

/// Runs the subcommand; `pager` shows long answers at a terminal.
pub(crate) fn run(args: &Args, is_called_gnubg: bool, pager: Option<String>, ui: &mut Ui<'_>) -> Done {
    if args.version {
        ui.line(concat!("barpoint ", env!("CARGO_PKG_VERSION")))?;
        return Ok(Exit::Clean);
    }
    let is_compat = args.compat || is_called_gnubg;
    if let (Some(first), [further, ..]) = (&args.file, &args.further[..]) {
        if !is_compat {
            let message = format!("a session loads one record; unexpected `{further}`");
            return Err(CommandError::new(message));
        }
        ui.err(format_args!("only {first} is read; {further} is ignored\n"));
    }
    let World { mut computer, lines: typed, is_typed } =
        world(args.format, args.commands.is_none(), &args.sources, ui)?;
    computer.page_with(pager.filter(|_| is_typed));
    computer.load_named()?;
    let mut session = Session::new(Box::new(computer), Dice::from_system());
    session.settings.compat = is_compat;
    session.settings.default_names = opponent_and_user("gnubg");
    session.game.names = session.settings.default_names.clone();
    if !args.no_rc {
        if session.settings.compat {
            driver::configure_as_gnubg(&mut session);
        } else {
            driver::configure(&mut session, ui);
        }
    }
    session.kept.replaces_files = args.force;
    let options = Options { form: args.format, bail: args.bail };
    let compat = session.settings.compat;
    if let Some(path) = &args.python {
        if let Err(error) = std::fs::metadata(path) {
            if !compat {
                return Err(CommandError::cannot_read(path_text(path), &error));
            }
            ui.err(format_args!("Python file ({}) not found\n", path_text(path)));
            return Ok(Exit::Clean);
        }
        session.python = Some(session.host.python()?);
        let Some(text) = path.to_str() else {
            return Err(CommandError::new(format!("the name of {} isn't UTF-8", path_text(path))));
        };
        let line = format!("load python {}", complete::escaped(text));
        session.input.scripts.push(Script::new("the command line", line.as_bytes()));
    }
    if let Some(file) = &args.file {
        // Opening a pipe would take it from the command that reads it.
        let open = |data: Metadata| data.is_file().then(|| File::open(file)).transpose();
        if let Err(error) = must_be_no_folder(Path::new(file)).and_then(open)
            && !compat
            && session.settings.sgf_folder.is_empty()
        {
            let is_id = crate::cli::is_id(file);
            let error = CommandError::cannot_read(file, &error);
            return Err(if is_id { error.hint(ID) } else { error });
        }
        let command = if compat { "import auto" } else { "load match" };
        let line = format!("{command} {}", complete::escaped(file));
        session.input.scripts.push(Script::new("the command line", line.as_bytes()));
    }
    session.kept.keeps = !compat && io::stdin().is_terminal();
    let exit = match &args.commands {
        // The script may read standard input itself.
        None if args.python.is_some() => {
            let nothing = RefCell::new(Piped::silent(io::empty()));
            driver::run(&mut session, driver::TYPED, &nothing, options, ui)?
        }
        None => {
            if is_typed {
                draft::guard();
                greet(ui)?;
            } else if args.file.is_none() && !compat {
                // A program that waits for the answer about a file writes nothing before it.
                must_be_commands(&mut *typed.borrow_mut(), None)?;
            }
            driver::run(&mut session, driver::TYPED, &*typed, options, ui)?
        }
        Some(path) => {
            let file = match File::open(path) {
                Ok(file) => file,
                // GNU Backgammon prints the error too, and exits with success.
                Err(error) if compat => {
                    ui.err(format_args!("{}: {}", path_text(path), crate::host::reason::reason(&error)));
                    return Ok(Exit::Clean);
                }
                Err(error) => return Err(CommandError::cannot_read(path_text(path), &error)),
            };
            let mut lines = Piped::new(file);
            if !compat {
                must_be_commands(&mut lines, Some(path.as_path()))?;
            }
            session.input.is_reading_commands = compat;
            driver::run(&mut session, &path_text(path), &RefCell::new(lines), options, ui)?
        }
    };
    // Python ends before the program does.
    session.python = None;
    Ok(session.input.status.map_or(exit, Exit::Script))
}

/// Refuses a record in place of commands, each line of which would be an unknown one.
fn must_be_commands(lines: &mut dyn Lines, path: Option<&Path>) -> Result<(), CommandError> {
    // An error is reported where the first line is read.
    let Ok(head) = lines.head() else { return Ok(()) };
    let head = &head[..head.len().min(HEAD)];
    // Lines that are IDs are commands.
    let format = detect_surely(head).filter(|format| !matches!(format.name, "ids" | "xgids"));
    let Some(format) = format.filter(|_| !driver::begins_with_command(&String::from_utf8_lossy(head))) else {
        return Ok(());
    };
    let name = path.map_or_else(|| "standard input".into(), path_text);
    let hint = match path {
        Some(_) => {
            format!("`barpoint session {name}` loads it, and `barpoint check {name}` checks it")
        }
        None => {
            "`barpoint check -` checks it, and `barpoint session FILE` loads a file into a session".to_owned()
        }
    };
    let message = format!("{name} is a record (`{}`), where commands are expected", format.name);
    Err(CommandError::new(message).hint(hint))
}

/// The environment of a session, and the source of its lines.
pub(super) struct World {
    /// This computer.
    pub(super) computer: Computer,
    /// The lines from the keyboard or a pipe.
    pub(super) lines: Rc<RefCell<dyn Lines>>,
    /// Whether both standard input and output are a terminal.
    pub(super) is_typed: bool,
}

/// Determines the environment of the process. `edits` enables line editing at a terminal.
pub(super) fn world(form: Form, edits: bool, sources: &Sources, ui: &Ui<'_>) -> io::Result<World> {
    let is_text = form == Form::Text;
    let is_typed = is_text && ui.out_is_terminal && io::stdin().is_terminal();
    let lines: Rc<RefCell<dyn Lines>> = if is_typed && edits {
        Rc::new(RefCell::new(Terminal::new(history(), ui.styled)?))
    } else if is_text {
        Rc::new(RefCell::new(Piped::new(io::stdin())))
    } else {
        Rc::new(RefCell::new(Piped::silent(io::stdin())))
    };
    let computer = Computer::new(Rc::clone(&lines), sources.clone(), is_text, ui);
    Ok(World { computer, lines, is_typed })
}

/// Returns the names of the computer and of the user: the user's name from the environment, else the name of
/// the account.
pub(super) fn opponent_and_user(opponent: &str) -> BySide<String> {
    let given = |name| std::env::var(name).ok().filter(|user: &String| !user.is_empty());
    let user = given("USER").or_else(|| given("LOGNAME")).or_else(account);
    let user = user.filter(|user| !user.eq_ignore_ascii_case(opponent));
    BySide::new(opponent.to_owned(), user.unwrap_or_else(|| "user".to_owned()))
}

/// Returns the name of the account that runs the process, if the system has a list of accounts.
#[cfg(unix)]
fn account() -> Option<String> {
    use std::os::unix::fs::MetadataExt as _;
    let user = std::fs::metadata("/proc/self").ok()?.uid().to_string();
    let accounts = std::fs::read_to_string("/etc/passwd").ok()?;
    accounts.lines().find_map(|account| {
        let mut fields = account.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == user && !name.is_empty()).then(|| name.to_owned())
    })
}

#[cfg(not(unix))]
fn account() -> Option<String> {
    std::env::var("USERNAME").ok()
}

/// Greets a person at a terminal.
fn greet(ui: &mut Ui<'_>) -> io::Result<()> {
    ui.prose(concat!(
        "barpoint ",
        env!("CARGO_PKG_VERSION"),
        ": backgammon in GNU Backgammon's command language"
    ))?;
    ui.prose("`new match 7` begins a match, `help` lists the commands, Tab completes them, Ctrl-D leaves")
}

/// Returns the file of the history of lines, which lasts from session to session.
fn history() -> Option<PathBuf> {
    Some(state_folder()?.join("history"))
}
