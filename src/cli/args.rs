//! The arguments that subcommands share; each subcommand's own stand beside its code.

use super::commands::{
    analyse, bearoff, check, completions, convert, cube, diagram, eval, explain, external, find, fmt,
    formats, hint, id, man, merge, odds, perft, pips, play, plays, race, replay, report, rollout, score,
    session, show, split, stats, summary, ubgi,
};
use crate::diag::{Code, distance};
use crate::formats::{FORMATS, Format as RecordFormat};
use crate::output::diagnostic::Format;
use crate::output::ui::Color;
use crate::rules::Variant;
use clap::{Parser, Subcommand, ValueEnum};

/// The compiler of backgammon records.
#[derive(Debug, Parser)]
#[command(name = "barpoint", version, propagate_version = true)]
#[command(after_help = "Exit status: 0 clean, 1 findings, 2 could not run.")]
pub struct Cli {
    /// When to write colours.
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t)]
    pub color: ColorArg,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check match records: every play, cube action and score against the rules
    Check(check::Args),
    /// Convert match records from one format to another, and say what gets lost
    #[command(
        override_usage = "barpoint convert [OPTIONS] [IN] [OUT]\n       barpoint convert [OPTIONS] --to <FORMAT> -o <DIR> [IN]...",
        after_help = "Examples:\n  barpoint convert a.mat a.sgf\n  barpoint convert a.mat --to sgf >a.sgf\n  \
            barpoint convert records --to sgf -o converted"
    )]
    Convert(convert::Args),
    /// Explain a kind of finding
    Explain(explain::Args),
    /// Rewrite match records in place, as this program writes them, if nothing gets lost
    #[command(after_help = "A record with errors is left as it is, and so is one that would lose something.")]
    Fmt(fmt::Args),
    /// List the record formats: what is read and written, and what each has a place for
    Formats(formats::Args),
    /// Cut a file with many matches into files with one each
    Split(split::Args),
    /// Put a match that lies in several files into one
    Merge(merge::Args),
    /// Write every decision of match records as a flat line
    Replay(replay::Args),
    /// Write a match as a page to read: scoresheet, pip counts, every move with its board, comments, findings
    #[command(after_help = "Examples:\n  barpoint report match.mat -o match.html\n  \
        barpoint report match.sgf --format markdown >match.md")]
    Report(report::Args),
    /// Show the score of match records, game by game
    Score(score::Args),
    /// Count what happened in match records: rolls, dances, hits, primes, cube actions, comebacks
    Summary(summary::Args),
    /// Count an archive: players, results, cubes, openings, how well it was played, and whether the dice were fair
    #[command(
        after_help = "Each folder or archive that is given is a source of dice by itself.\n\nExamples:\n  \
            barpoint stats records\n  barpoint stats records -o records.html\n  \
            barpoint stats club.zip server --player Ann"
    )]
    Stats(stats::Args),
    /// Find the decisions of match records that are like this; each is a flat line, as of `replay`
    #[command(after_help = "Everything that is asked must hold.\n\nExamples:\n  \
        barpoint find records --class prime-vs-prime --action double\n  \
        barpoint find records --dice 31 --play '8/5 6/5' --player Ann\n  \
        barpoint find records --position 4HPwATDgc/ABMA --away 3-5 --limit 10")]
    Find(find::Args),
    /// Read any ID: say which it is and what it says, and write all the others
    #[command(after_help = "Examples:\n  barpoint id 4HPwATDgc/ABMA:cAlgAAAAAAAE\n  \
        barpoint id XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")]
    Id(id::Args),
    /// Play, edit and look things up in GNU Backgammon's command language; so does the program without arguments
    Session(session::Args),
    /// Play against the computer, at any of six levels, with a tutor if you like
    #[command(
        after_help = "Everything that a session knows can be typed, too: `help` lists it.\n\nExamples:\n  \
        barpoint play\n  barpoint play --level beginner --tutor\n  barpoint play --length 5 --level expert"
    )]
    Play(play::Args),
    /// Draw the board as GNU Backgammon does, and say what kind of game it is and what the checkers form
    Show(show::Args),
    /// Draw a position as a picture: SVG, PNG, in a terminal that shows pictures, or in text
    #[command(after_help = "Examples:\n  barpoint diagram 4HPwATDgc/ABMA:cAkGAAAAAAAE -o opening.png\n  \
        barpoint diagram match.mat --game 2 --move 14 --theme print >position.svg\n  \
        barpoint diagram XGID=-b----E-C---eE---c-e----B-:0:0:1:61:0:0:0:7:10 --play '13/7 8/7' -o play.svg")]
    Diagram(diagram::Args),
    /// List the legal plays of a roll, each with the position it leads to
    #[command(
        override_usage = "barpoint plays [OPTIONS] [ID]... [ROLL]",
        after_help = "ROLL may be left out where the ID says what was rolled.\n\nExamples:\n  \
            barpoint plays 4HPwATDgc/ABMA 31\n  \
            barpoint plays XGID=-b----E-C---eE---c-e----B-:0:0:1:66:0:0:0:7:10"
    )]
    Plays(plays::Args),
    /// Count the pips of both sides
    Pips(pips::Args),
    /// Say what the next roll does: entering from the bar, hitting, making points
    #[command(after_help = "Examples:\n  barpoint odds 4HPwATDgc/ABMA\n  barpoint odds --chart")]
    Odds(odds::Args),
    /// Ask the bear-off tables, or work out hypergammon
    #[command(
        after_help = "Examples:\n  barpoint bearoff show EwMAwMgAAAAAAA\n  barpoint bearoff hyper --checkers 2"
    )]
    Bearoff(bearoff::Args),
    /// Judge a position: the chances of its ends and its equity, looking ahead roll by roll
    #[command(
        after_help = "Equities are normalised: 1 is a single game won with the cube where it is.\n\nExamples:\n  \
        barpoint eval 4HPwATDgc/ABMA\n  barpoint eval --plies 3 4HPwATDgc/ABMA:cAkGAAAAAAAE"
    )]
    Eval(eval::Args),
    /// Show the best plays of a roll; without dice, what to do with the cube
    #[command(
        override_usage = "barpoint hint [OPTIONS] [ID]... [ROLL]",
        after_help = "Examples:\n  barpoint hint 4HPwATDgc/ABMA 31\n  \
            barpoint hint XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10 -n 3\n  barpoint hint 4HPwATDgc/ABMA"
    )]
    Hint(hint::Args),
    /// Say what to do with the cube: double, take, pass, and how far away the market is
    #[command(after_help = "Examples:\n  barpoint cube 4HPwATDgc/ABMA")]
    Cube(cube::Args),
    /// Play a position out many times: what plays, doubles and takes bring, with standard errors
    #[command(
        override_usage = "barpoint rollout [OPTIONS] [ID]... [ROLL] [PLAY]...",
        after_help = "Without dice it is about the cube: no double against double and take. Ctrl-C ends it with \
        what was found so far (exit status 130).\n\nExamples:\n  \
        barpoint rollout 4HPwATDgc/ABMA 31 -n 3\n  \
        barpoint rollout 4HPwATDgc/ABMA 31 '8/5 6/5' '13/10 24/23' --games 5000 --state opening-31.json\n  \
        barpoint rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10 --stop-difference 2.33"
    )]
    Rollout(rollout::Args),
    /// Judge every decision and the luck of every roll of match records: statistics, and what was done wrong
    #[command(
        after_help = "The file that is written holds what was found: GNU Backgammon reads it from .sgf.\n\nExamples:\n  \
        barpoint analyse match.mat\n  barpoint analyse match.mat --plies 0 --least 0.1\n  \
        barpoint analyse match.mat -o match.sgf"
    )]
    Analyse(analyse::Args),
    /// Answer other programs on a socket, as GNU Backgammon's command `external` does, until Ctrl-C
    #[command(after_help = "Examples:\n  barpoint external localhost:1234\n  \
        barpoint external ./barpoint.sock --plies 0")]
    External(external::Args),
    /// Be driven by another program: the Universal Backgammon Interface on standard input and output
    #[command(
        after_help = "Examples:\n  printf 'position gnubgid 4HPwATDgc/ABMA\\ndice 3 1\\ngo\\n' | barpoint ubgi"
    )]
    Ubgi(ubgi::Args),
    /// Judge a race by the formulas of the literature, step by step, and say where they disagree
    #[command(after_help = "Examples:\n  barpoint race dncPAADb7g4AAA")]
    Race(race::Args),
    /// Count all ways of the game to some depth, to test move generators
    #[command(after_help = "Without an ID it begins with the start of the variant.\n\nExamples:\n  \
        barpoint perft --depth 2\n  barpoint perft --variant nackgammon --depth 2 --divide")]
    Perft(perft::Args),
    /// Write what makes a shell complete the commands and their options
    #[command(
        after_help = "Examples:\n  barpoint completions bash >~/.local/share/bash-completion/completions/barpoint\n  \
        barpoint completions zsh >~/.zfunc/_barpoint\n  \
        barpoint completions fish >~/.config/fish/completions/barpoint.fish"
    )]
    Completions(completions::Args),
    /// Write the manual page of a command, or all of them as files
    #[command(
        after_help = "Examples:\n  barpoint man check | man -l -\n  barpoint man -o ~/.local/share/man/man1"
    )]
    Man(man::Args),
}

/// When to write colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum ColorArg {
    /// On a terminal, unless `NO_COLOR` or `CLICOLOR_FORCE` say otherwise.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl From<ColorArg> for Color {
    fn from(arg: ColorArg) -> Self {
        match arg {
            ColorArg::Auto => Self::Auto,
            ColorArg::Always => Self::Always,
            ColorArg::Never => Self::Never,
        }
    }
}

/// How findings are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum FormatArg {
    /// As compilers show errors.
    #[default]
    Text,
    /// One line a finding: `path:line:column: error[code] message`.
    Concise,
    /// One JSON object a line.
    Json,
    /// One SARIF 2.1.0 document.
    Sarif,
    /// Workflow commands of GitHub.
    Github,
}

impl From<FormatArg> for Format {
    fn from(arg: FormatArg) -> Self {
        match arg {
            FormatArg::Text => Self::Text,
            FormatArg::Concise => Self::Concise,
            FormatArg::Json => Self::Json,
            FormatArg::Sarif => Self::Sarif,
            FormatArg::Github => Self::Github,
        }
    }
}

/// Reads a code; the error names the nearest one.
///
/// # Errors
///
/// A message if the text is no code.
pub fn code(text: &str) -> Result<Code, String> {
    text.parse().map_err(|unknown| match nearest(text) {
        Some(code) => format!("{unknown}; did you mean `{code}`?"),
        None => format!("{unknown}; `barpoint explain --list` shows them all"),
    })
}

/// Reads the name of a variant.
///
/// # Errors
///
/// A message that names all variants.
pub fn variant(text: &str) -> Result<Variant, String> {
    text.parse().map_err(|_| {
        let names: Vec<&str> = Variant::ALL.iter().map(Variant::name).collect();
        format!("there are {}", names.join(", "))
    })
}

/// Finds a format that can be read by its name.
///
/// # Errors
///
/// A message that names all of them.
pub fn readable(name: &str) -> Result<&'static RecordFormat, String> {
    named(name, "read", |format| format.parse.is_some())
}

/// Finds a format that can be written by its name.
///
/// # Errors
///
/// A message that names all of them.
pub fn writable(name: &str) -> Result<&'static RecordFormat, String> {
    named(name, "written", |format| format.writer.is_some())
}

/// Finds a format that something can be done with.
fn named(
    name: &str,
    done: &str,
    can: impl Fn(&RecordFormat) -> bool,
) -> Result<&'static RecordFormat, String> {
    RecordFormat::by_name(name).filter(|format| can(format)).ok_or_else(|| {
        let names: Vec<&str> =
            FORMATS.iter().filter(|format| can(format)).map(|format| format.name).collect();
        format!("what can be {done}: {}", names.join(", "))
    })
}

/// Returns the code whose name is most like a text, if any is.
fn nearest(text: &str) -> Option<Code> {
    let text = text.to_lowercase().replace(['_', ' '], "-");
    // A part of a name is more likely meant than a name that happens to have similar letters.
    let part = Code::ALL.iter().copied().find(|code| text.len() >= 4 && code.id().contains(&text));
    part.or_else(|| {
        let distances = Code::ALL.iter().map(|&code| (distance(&text, code.id()), code));
        let (distance, code) = distances.min_by_key(|&(distance, code)| (distance, code.id()))?;
        (distance <= text.chars().count() / 3).then_some(code)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_code_names_the_nearest() {
        assert_eq!(code("play-blocked-point"), Ok(Code::PlayBlocked));
        let message = |text: &str| code(text).expect_err("no code");
        assert!(message("play_bloked-point").contains("did you mean `play-blocked-point`?"));
        assert!(message("crawford").contains("`cube-crawford`"));
        assert!(message("xyzzy").contains("--list"));
    }
}
