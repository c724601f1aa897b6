//! Arguments that subcommands share; each subcommand's own arguments are in its file.

use super::commands::convert::plan::{PAGES, is_page};
#[cfg(feature = "database")]
use super::commands::db;
use super::commands::{
    analyse, bearoff, check, completions, config, convert, diagram, doctor, explain, external, find, fmt,
    formats, hint, lsp, man, matrix, merge, odds, open, opening, perft, play, quiz, replay, report, rollout,
    score, serve, session, show, split, stats, summary, ubgi,
};
use super::evaluator::WithBoard;
use super::subject::WithJson;
use crate::diag::choice;
use crate::diag::{Code, ENDLESS, wrapped};
use crate::formats::{FORMATS, Format as RecordFormat};
pub use crate::host::codes::code;
use crate::output::diagnostic::Format;
use crate::output::ui::Color;
use crate::rules::Variant;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{CommandFactory, Parser, Subcommand};
use std::ffi::OsStr;
use std::fmt::Write as _;

/// Check, convert, analyse and play backgammon matches.
#[derive(Debug, Parser)]
#[command(name = "barpoint", version, propagate_version = true, help_template = PAGE)]
#[command(override_usage = "barpoint <COMMAND> [OPTIONS]\n       barpoint <FILE or ID> [OPTIONS]")]
#[command(after_help = "\
Exit status:
    0  no errors in the records
    1  a record has errors (most commands still write their output), or a test failed
    2  could not run
  130  interrupted

`barpoint match.mat` checks a file, `barpoint 4HPwATDgc/ABMA` shows a position, and `barpoint` alone
starts a session with GNU Backgammon's commands, as do the options of `session`.")]
pub struct Cli {
    /// Use colours: auto, always or never.
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "WHEN",
        default_value_t,
        hide_possible_values = true,
        help_heading = GENERAL,
        display_order = 1_000
    )]
    pub color: Color,
    /// Write long output to the terminal, rather than through a pager (`PAGER`, or less).
    #[arg(long, global = true, help_heading = GENERAL, display_order = 1_001)]
    pub no_pager: bool,
    /// The command.
    #[command(subcommand)]
    pub command: Command,
}

impl Command {
    /// Returns `true` if the command prints results and ends; others talk with a person, a program or the terminal itself.
    pub(crate) const fn is_paged(&self) -> bool {
        match self {
            Self::Check(args) => !args.watch,
            Self::Session(_)
            | Self::Play(_)
            | Self::Quiz(_)
            | Self::Serve(_)
            | Self::Lsp(_)
            | Self::External(_)
            | Self::Ubgi(_)
            | Self::Open(_)
            | Self::Diagram(_) => false,
            _ => true,
        }
    }
}

/// The note of commands that print the chances of a position.
const CHANCES: &str = "\
Chances are in percent, from the view of the player on roll. Gammons include backgammons; lost g. and lost bg. are the \
opponent's. Equities are normalised: 1 is a single game won at the current cube value.";

/// The exit status of commands that read records and print what they contain.
const STATUS: &str = "\
Exit status:
    0  no record has errors
    1  a record has errors or no game, or a file contains no match record
    2  could not run";

/// The page of the program itself; the list of commands comes from [`GROUPS`].
const PAGE: &str = "{about}\n\n{usage-heading} {usage}\n\n{before-help}Options:\n{options}{after-help}";

/// The commands by purpose, in the order of the help page.
pub const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Check and convert records",
        &["check", "fmt", "convert", "split", "merge", "formats", "explain", "config"],
    ),
    (
        "Look at matches and positions",
        &["show", "diagram", "report", "open", "score", "summary", "id", "pips", "plays", "odds"],
    ),
    ("Analyse", &["analyse", "hint", "eval", "cube", "matrix", "rollout", "opening", "race", "bearoff"]),
    ("Play and practise", &["play", "quiz", "session"]),
    ("Archives", &["find", "stats", "replay", "db"]),
    ("For programs", &["serve", "lsp", "external", "ubgi", "perft", "completions", "man", "doctor"]),
];

/// Returns the program with its help page, which lists the commands in groups.
#[must_use]
pub(crate) fn program() -> clap::Command {
    program_within(ENDLESS)
}

/// Returns the program with its help page for a terminal of this width, in columns.
#[must_use]
pub(crate) fn program_within(width: usize) -> clap::Command {
    let program = with_negative_numbers(Cli::command()).mut_subcommands(with_general_options);
    let mut list = String::new();
    for (heading, names) in GROUPS {
        list.push_str(heading);
        list.push_str(":\n");
        for name in names {
            // Features leave commands out.
            let Some(command) = program.find_subcommand(name) else { continue };
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let _ = writeln!(list, "  {name:<12}{about}");
        }
        list.push('\n');
    }
    list.push_str("`barpoint help COMMAND` describes a command.");
    program.before_help(wrapped(&list, width).into_owned())
}

/// The heading of the options of every command, which come last.
pub(crate) const GENERAL: &str = "General options";

/// Gives a command and its subcommands their options for help and the version under the heading of the general ones:
/// clap's own come before all headings.
fn with_general_options(command: clap::Command) -> clap::Command {
    let option = |name: &'static str, letter, action, help: &'static str| {
        let option = clap::Arg::new(name).long(name).short(letter).action(action).help(help);
        option.help_heading(GENERAL).display_order(999)
    };
    let command = command
        .disable_help_flag(true)
        .arg(option("help", 'h', clap::ArgAction::Help, "Print help; `-h` prints a summary"))
        .mut_subcommands(with_general_options);
    // GNU Backgammon has its own `--version`.
    if command.get_arguments().any(|option| option.get_id() == "version") {
        return command;
    }
    let version = option("version", 'V', clap::ArgAction::Version, "Print the version");
    command.disable_version_flag(true).arg(version)
}

/// Lets the options of a command and its subcommands take a negative number: their parsers refuse it with a reason,
/// where clap would take it for an unknown option.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let takes_value = |arg: &clap::Arg| {
        !arg.is_positional()
            && arg.get_action().takes_values()
            && arg.get_num_args().is_none_or(|number| number.min_values() > 0)
    };
    let with = |arg: clap::Arg| if takes_value(&arg) { arg.allow_negative_numbers(true) } else { arg };
    command.mut_args(with).mut_subcommands(with_negative_numbers)
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check match records against the rules
    #[command(after_help = "\
Examples:
  barpoint check match.mat
  barpoint check records --format concise
  barpoint check --watch records
  barpoint check club.zip --fail-on error --format json

Exit status:
  0  clean
  1  findings of the severity in `--fail-on` or above
  2  could not run")]
    Check(check::Args),
    /// Convert match records to another format
    #[command(
        override_usage = "barpoint convert [OPTIONS] [PATH] [OUT]\n       barpoint convert [OPTIONS] --to <FORMAT> -o <DIR> [PATH]...",
        after_help = "\
With two paths, the second is the output file; otherwise, without `-o`, the output goes to standard output.

Examples:
  barpoint convert a.mat a.sgf
  barpoint convert a.mat --to sgf >a.sgf
  barpoint convert records --to sgf -o converted

Exit status:
    0  every match was converted, and no record has errors
    1  a record has errors (without `--strict` it is converted anyway), or can't be converted
    2  could not run"
    )]
    Convert(convert::Args),
    /// Explain a finding and its rule
    #[command(after_help = "Examples:\n  barpoint explain play-blocked-point\n  barpoint explain --list")]
    Explain(explain::Args),
    /// Rewrite match records in barpoint's own style
    #[command(after_help = "\
Rewrites files in place, and standard input to standard output. Leaves a file unchanged if it has errors, or if \
rewriting would lose something or change its findings; the exit status is then 1. A file in a format that barpoint \
only reads also stays unchanged; that isn't an error. Files named .jsonl and .ndjson are written with one match per line, and .json \
files indented; under another name, a match on one line stays on one line.

Examples:
  barpoint fmt records
  barpoint fmt --check match.mat

Exit status:
    0  all files are in barpoint's style, or were rewritten
    1  a file has errors, would lose something or is read-only, so it was left unchanged; or `--check` found a file to \
change
    2  could not run")]
    Fmt(fmt::Args),
    /// Show which settings apply to a record, and where they are set
    #[command(after_help = "\
Settings come from the nearest barpoint.toml, in the folder of the record or above it. Options on the command line \
take precedence.

Examples:
  barpoint config
  barpoint config records/match.mat")]
    Config(config::Args),
    /// List the formats that barpoint reads and writes
    #[command(after_help = "Examples:\n  barpoint formats\n  barpoint formats mat")]
    Formats(formats::Args),
    /// Split a file with several matches
    #[command(after_help = "\
Examples:
  barpoint split all.mat -o matches
  barpoint split match.mat --games

Exit status:
    0  every match was written
    1  the file contains no match record, a match has no game, or (with `--games`) a match has errors
    2  could not run")]
    Split(split::Args),
    /// Merge the files of one match
    #[command(after_help = "\
Examples:
  barpoint merge game1.mat game2.mat -o match.mat

Exit status:
    0  the match was written, and has no errors
    1  a record or the match has errors, or the files don't belong to one match
    2  could not run")]
    Merge(merge::Args),
    /// Show a match as a page in the browser
    #[command(after_help = "\
Shows the page that `barpoint report` writes, from a file in the cache folder. If a package has registered \
the file types, double-clicking a record does the same.

Examples:
  barpoint open match.mat
  barpoint open match.xg --browser firefox")]
    Open(open::Args),
    /// Print every decision as a line of JSON
    #[command(after_help = format!("\
Examples:
  barpoint replay match.mat
  barpoint replay records >decisions.jsonl

{STATUS}"))]
    Replay(replay::Args),
    /// Make a page of a match, with every move and board
    #[command(after_help = "\
Examples:
  barpoint report match.mat -o match.html
  barpoint report records --plies 0 -o pages
  barpoint report match.sgf --format markdown >match.md

Exit status:
    0  the pages were written, and no record has errors
    1  a record has errors (its page is written anyway) or no game, or a file contains no match record
    2  could not run
  130  interrupted")]
    Report(report::Args),
    /// Show the score game by game
    #[command(after_help = format!("\
Examples:
  barpoint score match.mat
  barpoint score --json records

{STATUS}"))]
    Score(score::Args),
    /// Count rolls, hits, primes and cube actions of a match
    #[command(after_help = format!("\
Examples:
  barpoint summary match.mat

{STATUS}"))]
    Summary(summary::Args),
    /// Show statistics of an archive, and whether its dice were fair
    #[command(after_help = format!("\
Each folder or archive on the command line counts as a separate source of dice, with its own tests.

Examples:
  barpoint stats records
  barpoint stats records -o records.html
  barpoint stats club.zip server --player Ann

{STATUS}"))]
    Stats(stats::Args),
    /// Find decisions by position, roll, score, game type, loss or luck
    #[command(after_help = "\
A decision must meet all conditions. Losses and luck are in normalised equity: 1 is a single game won at the current \
cube value.

Examples:
  barpoint find records --player Ann --class holding-game --loss 0.08.. --plies 0
  barpoint find records --player Ann --luck ..-0.3
  barpoint find records --class prime-vs-prime --action double
  barpoint find records --dice 31 --play '8/5 6/5' --player Ann
  barpoint find records --position 4HPwATDgc/ABMA --away 3-5 --limit 10

Exit status:
    0  the records were searched, even if nothing was found
    1  a record has errors or no game, or a file contains no match record
    2  could not run
  130  interrupted")]
    Find(Box<find::Args>),
    /// Keep matches in a database, and find decisions there
    #[cfg(feature = "database")]
    #[command(after_help = "\
Examples:
  barpoint db add records --plies 0
  barpoint db find --player Ann --mark blunder --worst --limit 20
  barpoint db stats --player Ann
  barpoint db tag 12:3:14:Ann holding-timing
  barpoint db sql 'SELECT player, matches, pr FROM players'
  barpoint db export 12 --to sgf -o match.sgf")]
    Db(db::Args),
    /// Decode an ID and convert it to all others
    #[command(after_help = "\
Examples:
  barpoint id 4HPwATDgc/ABMA:cAlgAAAAAAAE
  barpoint id XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")]
    Id(WithJson),
    /// Start a session with GNU Backgammon's commands
    #[command(
        after_help = "Examples:\n  barpoint session\n  barpoint session -c script.txt\n  barpoint session match.sgf"
    )]
    Session(session::Args),
    /// Play against the computer
    #[command(after_help = "\
All commands of a session work here too: `help` lists them.

Examples:
  barpoint play
  barpoint play --level beginner --tutor
  barpoint play --length 5 --level expert")]
    Play(play::Args),
    /// Practise your mistakes, and repeat them when they are due
    #[command(
        override_usage = "barpoint quiz [OPTIONS] [PATH or ID]...",
        after_help = "\
Problems come from mistakes in records, lists of positions, or IDs. The better you know a problem, the longer \
until you see it again (FSRS).

Examples:
  barpoint quiz records --player Ann
  barpoint quiz records --plies 0 --player Ann --mark blunder --kind cube
  barpoint quiz records --player Ann -o quiz.html
  barpoint quiz records --player Ann -o mistakes.apkg
  barpoint quiz XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10
  barpoint quiz

Exit status:
    0  the quiz ended, or there was nothing to ask
    1  a record has errors or no game, or a file contains no match record
    2  could not run"
    )]
    Quiz(Box<quiz::Args>),
    /// Draw the board and name the game type
    #[command(after_help = "\
Examples:
  barpoint show 4HPwATDgc/ABMA
  barpoint show match.mat --game 2 --move 14")]
    Show(show::Args),
    /// Draw a position as SVG, PNG or text
    #[command(after_help = "\
Examples:
  barpoint diagram 4HPwATDgc/ABMA:cAkGAAAAAAAE -o opening.png
  barpoint diagram match.mat --game 2 --move 14 --theme print >position.svg
  barpoint diagram XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10 --play '13/7 8/7' -o play.svg")]
    Diagram(diagram::Args),
    /// List the legal plays of a roll
    #[command(
        override_usage = "barpoint plays [OPTIONS] [ID]... [ROLL]",
        after_help = "\
ROLL can be left out if the ID has dice.

Examples:
  barpoint plays 4HPwATDgc/ABMA 31
  barpoint plays XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:7:10"
    )]
    Plays(WithJson),
    /// Count pips
    #[command(after_help = "Examples:\n  barpoint pips 4HPwATDgc/ABMA")]
    Pips(WithJson),
    /// Show the odds of entering, hitting and making points
    #[command(after_help = "Examples:\n  barpoint odds 4HPwATDgc/ABMA\n  barpoint odds --chart")]
    Odds(odds::Args),
    /// Look up the bear-off tables, or solve hypergammon
    #[command(after_help = "\
Examples:
  barpoint bearoff show EwMAwMgAAAAAAA
  barpoint bearoff hyper --checkers 2")]
    Bearoff(bearoff::Args),
    /// Evaluate a position
    #[command(after_help = format!("\
{CHANCES}

Examples:
  barpoint eval 4HPwATDgc/ABMA
  barpoint eval --plies 3 4HPwATDgc/ABMA:cAkGAAAAAAAE"))]
    Eval(WithBoard),
    /// Show the best plays, or the best cube action
    #[command(
        override_usage = "barpoint hint [OPTIONS] [ID]... [ROLL]",
        after_help = format!("\
{CHANCES} Clearly inferior plays are searched less deeply: `level` shows the depth, and more deeply searched plays come \
first. `loss` compares a play with the best one, both at the depth of the play.

Examples:
  barpoint hint 4HPwATDgc/ABMA 31
  barpoint hint XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10 -n 3
  barpoint hint 4HPwATDgc/ABMA")
    )]
    Hint(hint::Args),
    /// Show the cube decision: double, take or pass
    #[command(after_help = format!("\
{CHANCES} `difference` compares an equity with that of the right action. The last lines show the market window: the \
winning chances from which to double, to pass, and to play on for a gammon, with a dead cube, for the evaluated \
equities, and with a live cube.

Examples:
  barpoint cube 4HPwATDgc/ABMA"))]
    Cube(WithBoard),
    /// Show the cube decision or the best play at every score
    #[command(
        override_usage = "barpoint matrix [OPTIONS] [ID]... [ROLL]",
        after_help = "\
Examples:
  barpoint matrix 4HPwATDgc/ABMA
  barpoint matrix 4HPwATDgc/ABMA 21 --length 7
  barpoint matrix 4HPwATDgc/ABMA -o matrix.html"
    )]
    Matrix(matrix::Args),
    /// Roll out plays or a cube decision
    #[command(
        override_usage = "barpoint rollout [OPTIONS] [ID]... [ROLL] [PLAY]...
       barpoint rollout --merge <FILE>...",
        after_help = format!("\
Without dice, `rollout` compares no double with double/take. Ctrl-C ends the rollout; it prints the result so far and exits \
with status 130.

{CHANCES}

Examples:
  barpoint rollout 4HPwATDgc/ABMA 31 -n 3
  barpoint rollout 4HPwATDgc/ABMA 31 '8/5 6/5' '13/10 24/23' --games 5000 --state opening-31.json
  barpoint rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10 --stop-difference 2.33
  barpoint rollout 4HPwATDgc/ABMA 31 --games 46656 --share 1/2 --state first.json
  barpoint rollout --merge first.json second.json")
    )]
    Rollout(rollout::Args),
    /// Analyse a match: errors, luck and statistics
    #[command(
        alias = "analyze",
        after_help = "\
With `-o`, the analysis is saved with the record; GNU Backgammon can read it from an .sgf file.

Examples:
  barpoint analyse match.mat
  barpoint analyse match.mat --plies 0 --least 0.1
  barpoint analyse match.mat -o match.sgf

Exit status:
    0  the matches were analysed, and no record has errors
    1  a record has errors (it is analysed anyway) or no game, or a file contains no match record
    2  could not run
  130  interrupted"
    )]
    Analyse(analyse::Args),
    /// Answer requests in JSON, on all cores
    #[command(after_help = "\
Reads one request per line from standard input and writes one answer per line, as soon as it is ready. \
docs/remote.md describes both.

Examples:
  barpoint serve <requests.jsonl
  echo '{\"id\":1,\"ask\":\"hint\",\"position\":\"4HPwATDgc/ABMA\",\"roll\":\"31\"}' | barpoint serve")]
    Serve(serve::Args),
    /// Serve other programs on a socket, like GNU Backgammon's `external`
    #[command(after_help = "\
Examples:
  barpoint external localhost:1234
  barpoint external ./barpoint.sock --plies 0")]
    External(external::Args),
    /// Speak the Universal Backgammon Interface on standard input and output
    #[command(after_help = "\
Examples:
  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo\\n' | barpoint ubgi")]
    Ubgi(ubgi::Args),
    /// Serve editors: findings as you type, fixes, boards, completion
    #[command(after_help = "\
Speaks the Language Server Protocol on standard input and output. docs/editors.md shows how to set up editors.

Examples:
  barpoint lsp")]
    Lsp(lsp::Args),
    /// Apply the racing formulas step by step
    #[command(after_help = "\
The formulas are for money games; docs/races.md compares them with exact values.

Examples:
  barpoint race dncPAADb7g4AAA")]
    Race(WithJson),
    /// Look up first plays and replies in the opening book
    #[command(after_help = "\
The book contains money-play equities from rollouts; docs/openings.md describes the method.

Examples:
  barpoint opening
  barpoint opening 31
  barpoint opening 43Z
  barpoint opening 31P-64
  barpoint opening \"31: 8/5 6/5, 64\"")]
    Opening(opening::Args),
    /// Count sequences of plays to a depth, to test move generators
    #[command(after_help = "\
Examples:
  barpoint perft --depth 2
  barpoint perft --variant nackgammon --depth 2 --divide")]
    Perft(perft::Args),
    /// Print a shell completion script
    #[command(after_help = "\
Examples:
  barpoint completions bash >~/.local/share/bash-completion/completions/barpoint
  barpoint completions zsh >~/.zfunc/_barpoint
  barpoint completions fish >~/.config/fish/completions/barpoint.fish")]
    Completions(completions::Args),
    /// Print a manual page, or write all of them
    #[command(after_help = "\
Examples:
  barpoint man check | man -l -
  barpoint man -o ~/.local/share/man/man1")]
    Man(man::Args),
    /// Show the installation and test it
    #[command(after_help = "\
Prints the version, the vector instructions in use, and the folders of settings, matches and tables; then tests \
rules, records and engine.

Examples:
  barpoint doctor

Exit status:
    0  all tests passed
    1  a test failed
    2  could not run")]
    Doctor(doctor::Args),
}

/// Makes a type of a lower floor the value of an option: each variant has a name and a help text.
macro_rules! values {
    ($of:ty: $($variant:ident = $name:literal, $help:literal;)+) => {
        impl clap::ValueEnum for $of {
            fn value_variants<'a>() -> &'a [Self] {
                &[$(Self::$variant),+]
            }

            fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
                let (name, help) = match self {
                    $(Self::$variant => ($name, $help),)+
                };
                Some(clap::builder::PossibleValue::new(name).help(help))
            }
        }
    };
}
pub(super) use values;

values! { Color:
    Auto = "auto", "On a terminal, unless `NO_COLOR` or `CLICOLOR_FORCE` override it";
    Always = "always", "Always";
    Never = "never", "Never";
}

values! { Format:
    Text = "text", "Each finding under its line of the record, as compilers print errors";
    Concise = "concise", "One line per finding: `path:line:column: error[code] message`";
    Json = "json", "One JSON object per finding, one per line";
    Sarif = "sarif", "One SARIF 2.1.0 document";
    Github = "github", "GitHub's workflow commands";
}

/// Parses the name of a variant.
///
/// # Errors
///
/// If no variant has this name: a message that lists all names.
pub fn variant(text: &str) -> Result<Variant, String> {
    text.parse().map_err(|_| {
        let names: Vec<&str> = Variant::ALL.iter().map(Variant::name).collect();
        choice(text, &names)
    })
}

/// A parser for one of several names. Shells complete the names; our own message reports a wrong one.
#[derive(Debug)]
pub struct Named<T> {
    names: fn() -> Vec<&'static str>,
    parse: fn(&str) -> Result<T, String>,
}

impl<T> Named<T> {
    /// Makes a parser from the names and a function that parses one.
    #[must_use]
    pub const fn new(names: fn() -> Vec<&'static str>, parse: fn(&str) -> Result<T, String>) -> Self {
        Self { names, parse }
    }
}

impl<T> Clone for Named<T> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for Named<T> {
    type Value = T;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<T, clap::Error> {
        let parse = self.parse;
        TypedValueParser::parse_ref(&move |text: &str| parse(text), command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.names)().into_iter().map(PossibleValue::new)))
    }
}

/// Returns the arguments of a command as they are without any on the command line.
///
/// # Panics
///
/// Panics if an argument is required.
pub(crate) fn defaults<T: clap::Args>() -> T {
    let command = T::augment_args(clap::Command::new("barpoint"));
    let matches = command.try_get_matches_from(["barpoint"]);
    matches.and_then(|matches| T::from_arg_matches(&matches)).expect("no argument is required")
}

/// The codes of findings.
pub const CODE: Named<Code> = Named::new(|| Code::ALL.iter().map(|code| code.id()).collect(), code);

/// The variants of the game.
pub const VARIANT: Named<Variant> = Named::new(|| Variant::ALL.iter().map(Variant::name).collect(), variant);

/// The formats that can be read.
pub const READABLE: Named<&'static RecordFormat> = Named::new(
    || names(|format| format.parse.is_some()),
    |name| named(name, "read", |it| it.parse.is_some()),
);

/// The formats that can be written.
pub const WRITABLE: Named<&'static RecordFormat> = Named::new(
    || names(|format| format.writer.is_some()),
    |name| named(name, "written", |it| it.writer.is_some()),
);

fn names(can: fn(&RecordFormat) -> bool) -> Vec<&'static str> {
    FORMATS.iter().filter(|format| can(format)).map(|format| format.name).collect()
}

/// Finds a format that can be read or written.
fn named(name: &str, done: &str, can: fn(&RecordFormat) -> bool) -> Result<&'static RecordFormat, String> {
    match RecordFormat::by_name(name) {
        Some(format) if can(format) => Ok(format),
        Some(_) => Err(format!("this format isn't {done}; choose from {}", names(can).join(", "))),
        None if done == "written" && is_page(name) => Err(PAGES.to_owned()),
        None => Err(choice(name, &names(can))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_stands_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let program = Cli::command();
        let mut all: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
        // One line that fits beside the name, and an example.
        for command in program.get_subcommands() {
            let about = command.get_about().expect("a line").to_string();
            assert!(about.len() <= 72 && !about.contains('\n'), "{about}");
            let after = command.get_after_help().expect("an example").to_string();
            assert!(after.contains("Examples:\n  "), "{}", command.get_name());
        }
    }

    #[test]
    fn n_is_a_count_wherever_the_help_shows_it() {
        for command in Cli::command().get_subcommands() {
            for argument in command.get_arguments().filter(|argument| argument.get_short() == Some('n')) {
                assert_eq!(argument.get_long(), Some("count"), "{}", command.get_name());
            }
        }
        // Scripts may use it for a length.
        for line in ["barpoint play -n 5", "barpoint matrix 4HPwATDgc/ABMA -n 3"] {
            assert!(Cli::try_parse_from(line.split(' ')).is_ok(), "{line}");
        }
    }

    #[test]
    fn only_options_of_reading_stand_under_input() {
        const READING: [&str; 10] = [
            "files-from",
            "from",
            "stdin-filename",
            "limits",
            "jobs",
            "quiet",
            "match",
            "game",
            "watch",
            "rules",
        ];
        let program = Cli::command();
        let below = |command: &clap::Command| -> Vec<clap::Command> {
            std::iter::once(command.clone()).chain(command.get_subcommands().cloned()).collect()
        };
        for command in program.get_subcommands().flat_map(below) {
            for option in command.get_opts() {
                let is_input = option.get_help_heading() == Some("Input");
                let name = option.get_long().unwrap_or_default();
                assert!(!is_input || READING.contains(&name), "{}: --{name}", command.get_name());
            }
        }
    }

    #[test]
    fn the_options_of_input_and_settings_come_after_a_commands_own() {
        const SHARED: [&str; 3] = ["Input", "Settings", GENERAL];
        for command in Cli::command().get_subcommands() {
            let headings: Vec<&str> =
                command.get_arguments().filter_map(clap::Arg::get_help_heading).collect();
            let Some(input) = headings.iter().position(|heading| *heading == "Input") else { continue };
            let (before, after) = headings.split_at(input);
            let name = command.get_name();
            assert!(before.iter().all(|heading| !SHARED.contains(heading)), "{name}: {headings:?}");
            assert!(after.iter().all(|heading| SHARED.contains(heading)), "{name}: {headings:?}");
        }
    }

    #[test]
    fn an_unknown_code_names_the_nearest() {
        assert_eq!(code("play-blocked-point"), Ok(Code::PlayBlocked));
        let message = |text: &str| code(text).expect_err("no code");
        assert!(message("play_bloked-point").contains("did you mean `play-blocked-point`?"));
        assert!(message("crawford").contains("`cube-crawford`"));
        assert!(message("xyzzy").contains("--list"));
    }
}
