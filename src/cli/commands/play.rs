//! `barpoint play`: a match against the computer, or between two people at one terminal.
//!
//! It is a session with all settings made: the players, the strength of the computer, the automatic actions.
//! So all commands of a session work too.

use super::session::{opponent_and_user, world};
use crate::board::Side;
use crate::cli::args;
use crate::cli::error::Done;
use crate::cli::evaluator::Sources;
use crate::diag::count::many;
use crate::engine::Level;
use crate::host::date::Day;
use crate::host::draft;
use crate::host::exit::Exit;
use crate::host::folders::{Kept, environment};
use crate::host::played::Played;
use crate::output::json::{PlayedJson, SCHEMA};
use crate::output::ui::{Ui, printable};
use crate::repl::dice::Dice;
use crate::repl::driver::{self, Form, Options, Script};
use crate::repl::session::{AfterMatch, Seat, Session};
use crate::repl::settings::{Boards, MAX_LENGTH};
use crate::repl::table::Table;
use crate::rules::Variant;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags, each of its own")]
pub struct Args {
    /// Strength of the computer; `auto` follows your performance rating in the last 10 matches that you finished against
    /// it at a terminal.
    #[arg(short = 'l', long, value_enum, value_name = "LEVEL", default_value_t = LevelArg::Fixed(DEFAULT))]
    pub level: LevelArg,
    /// Warn before a mistake and explain it.
    #[arg(short = 't', long)]
    pub tutor: bool,
    /// Play against another person at this terminal instead of the computer; NAME is their name.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "friend",
          conflicts_with = "level")]
    pub friend: Option<String>,
    /// Match length in points: 1 is a single game without a cube, 0 a money session [default: 1, or 0 with
    /// `--games`, `--stake`, `--automatic-doubles` or `--no-jacoby`].
    // `-n` is a count elsewhere; scripts may use it.
    #[arg(short_alias = 'n', long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=32_767))]
    pub length: Option<u16>,
    /// Money: end the session after N games [default: no limit].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Money: value of one point, in any unit: `0.5`.
    #[arg(long, value_name = "AMOUNT", value_parser = stake)]
    pub stake: Option<f64>,
    /// Money: double the cube for equal opening dice, at most N times per game.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub automatic_doubles: Option<u8>,
    /// Variant: standard, nackgammon, hypergammon-3 and so on.
    #[arg(long, value_name = "VARIANT", value_parser = args::VARIANT, hide_possible_values = true, default_value = "standard")]
    pub variant: Variant,
    /// Play without the doubling cube.
    #[arg(long, conflicts_with = "automatic_doubles")]
    pub no_cube: bool,
    /// Money: gammons count even if the cube wasn't turned.
    #[arg(long)]
    pub no_jacoby: bool,
    /// Seed of the dice and of the computer's errors; the same seed gives the same dice and errors.
    #[arg(long, value_name = "N")]
    pub seed: Option<u32>,
    /// Your name [default: your login name].
    #[arg(long)]
    pub name: Option<String>,
    /// The engine's files.
    #[command(flatten)]
    pub sources: Sources,
    /// Answer with one JSON object per line.
    #[arg(long)]
    pub json: bool,
}

impl Args {
    /// Returns the match length; 0 for money.
    fn length(&self) -> u16 {
        let is_for_money = self.of_money().iter().any(|(is_given, _)| *is_given);
        self.length.unwrap_or(u16::from(!is_for_money))
    }

    /// Returns an argument that contradicts the match length, if there is one.
    fn misplaced(&self) -> Option<&'static str> {
        self.of_money().into_iter().find(|(is_given, _)| *is_given && self.length() > 0).map(|(_, name)| name)
    }

    /// Returns the arguments for money alone, and whether they are given.
    fn of_money(&self) -> [(bool, &'static str); 4] {
        [
            (self.games.is_some(), "--games"),
            (self.stake.is_some(), "--stake"),
            (self.automatic_doubles.is_some(), "--automatic-doubles"),
            (self.no_jacoby, "--no-jacoby"),
        ]
    }
}

fn stake(text: &str) -> Result<f64, String> {
    let stake = text.parse::<f64>().ok().filter(|stake| stake.is_finite() && *stake > 0.0);
    stake.ok_or_else(|| "expected an amount above 0".to_owned())
}

/// The level if none is given, or nothing is known of the user.
const DEFAULT: Level = Level::Intermediate;

/// A level as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelArg {
    /// This level.
    Fixed(Level),
    /// The level nearest to the user's rating.
    Auto,
}

impl ValueEnum for LevelArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [LevelArg; 8] = {
            let mut all = [LevelArg::Auto; 8];
            let mut at = 0;
            while at < Level::ALL.len() {
                all[at] = LevelArg::Fixed(Level::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let Self::Fixed(level) = self else {
            return Some(PossibleValue::new("auto").help("The level nearest to your rating"));
        };
        let help = match level {
            Level::Beginner => "Errs in most positions",
            Level::Casual => "Errs in many positions",
            Level::Intermediate => "Errs in some positions",
            Level::Advanced => "Errs rarely, and by little",
            Level::Expert => "Plays at full strength without searching",
            Level::Master => "Searches 2 plies",
            Level::Roller => "Searches 2 plies, then settles close decisions by short rollouts",
        };
        Some(PossibleValue::new(level.name()).help(help))
    }
}

/// The name of the file with the user's matches, in the folder of the user's data.
const FILE: &str = "played.jsonl";

/// The user's matches, and the level that is played at.
struct Opponent {
    level: Level,
    is_auto: bool,
    /// Nothing where no folder is known or its file can't be read.
    past: Option<Played>,
}

impl Opponent {
    /// Reads the user's matches. If they can't be read, a match at a fixed level is played without them and isn't kept.
    ///
    /// # Errors
    ///
    /// If the file can't be read, and the level depends on it: a message.
    fn new(args: &Args, is_typed: bool, ui: &mut Ui<'_>) -> Result<Self, String> {
        // Against another person nothing is kept.
        let folder = Kept::Data.folder(environment).filter(|_| args.friend.is_none());
        let past = match folder.map(|folder| Played::open(&folder.join(FILE))).transpose() {
            Err(why) if args.level != LevelArg::Auto => {
                // No result is kept of a match that isn't typed.
                if is_typed {
                    ui.err(format_args!("note: the result of this match isn't kept: {why}"));
                }
                None
            }
            past => past?,
        };
        let level = match args.level {
            LevelArg::Fixed(level) => level,
            LevelArg::Auto => DEFAULT,
        };
        let mut opponent = Self { level, is_auto: args.level == LevelArg::Auto, past };
        opponent.adapt();
        Ok(opponent)
    }

    /// Returns the user's rating, with the number of matches that it is from.
    fn rating(&self) -> Option<(f64, usize)> {
        self.past.as_ref()?.rating()
    }

    /// Chooses the level nearest to the user's rating, if it is to follow that; returns `true` if it is another one.
    fn adapt(&mut self) -> bool {
        let before = self.level;
        if let Some((rating, _)) = self.rating().filter(|_| self.is_auto) {
            self.level = Level::fitting(rating);
        }
        self.level != before
    }

    /// Returns the level in words, with the reason where it follows the user's rating.
    fn words(&self) -> String {
        let name = self.level.name();
        match self.rating().filter(|_| self.is_auto) {
            Some((rating, _)) => format!("{name}, the level nearest to your PR of {rating:.2}"),
            None if self.is_auto => format!("{name}, until your PR is known"),
            None => name.to_owned(),
        }
    }

    /// Keeps a match that was played and analysed, and prints the user's rating.
    fn keep(&mut self, session: &Session, ui: &mut Ui<'_>) -> io::Result<()> {
        let performance = session.performance(Side::One);
        let (Some(rating), Some(past)) = (performance.rating(), &mut self.past) else { return Ok(()) };
        let played = PlayedJson {
            schema: SCHEMA,
            date: Day::of(session.host.now()).to_string(),
            level: session.settings.levels[Side::Zero].unwrap_or(self.level).name().to_owned(),
            decisions: performance.count(),
            lost: performance.lost(),
        };
        if let Err(why) = past.add(played) {
            ui.err(format_args!("note: {why}"));
        }
        match self.rating() {
            Some((all, matches)) if matches > 1 => {
                ui.prose(format_args!("Your PR: {rating:.2}; {all:.2} in the last {matches} matches."))
            }
            _ => ui.prose(format_args!("Your PR: {rating:.2}.")),
        }
    }
}

/// Runs the subcommand; `pager` shows long answers at a terminal.
pub(crate) fn run(args: &Args, pager: Option<String>, ui: &mut Ui<'_>) -> Done {
    if let Some(name) = args.misplaced() {
        let length = many(args.length().into(), "point");
        let message = format!("{name} is for money, not for a match to {length}: use `--length 0`");
        return Err(message.into());
    }
    if (args.friend.is_none() || args.tutor) && args.length() > MAX_LENGTH {
        let who = if args.friend.is_none() { "the computer plays" } else { "the tutor evaluates" };
        let message = format!("{who} matches to {MAX_LENGTH} points at most, not to {}", args.length());
        return Err(message.into());
    }
    let form = if args.json { Form::JsonLines } else { Form::Text };
    let mut world = world(form, true, &args.sources, ui)?;
    world.computer.page_with(pager.filter(|_| world.is_typed));
    world.computer.load_named()?;
    let dice = args.seed.map_or_else(Dice::from_system, Dice::seeded);
    let mut session = Session::new(Box::new(world.computer), dice);
    let mut opponent = Opponent::new(args, world.is_typed, ui)?;
    seat(&mut session, args, opponent.level)?;
    if world.is_typed {
        session.settings.output.boards = Boards::Turns;
    }
    session.kept.keeps = world.is_typed;
    if world.is_typed {
        draft::guard();
        greet(args, &opponent, &session, ui)?;
    }
    let options = Options { form, bail: false };
    let begin =
        if args.length() == 0 { "new session".to_owned() } else { format!("new match {}", args.length()) };
    loop {
        session.input.is_over = false;
        session.input.after_match = AfterMatch::End;
        session.input.scripts.push(Script::new("the command line", begin.as_bytes()));
        let exit = driver::run(&mut session, driver::TYPED, &*world.lines, options, ui)?;
        if exit == Exit::CouldNotRun || session.input.after_match != AfterMatch::Ended || !world.is_typed {
            return Ok(exit);
        }
        let is_reviewed = args.friend.is_none() && review(&mut session, ui)?;
        if is_reviewed && is_rated(&session) {
            opponent.keep(&session, ui)?;
            if opponent.adapt() {
                session.settings.levels[Side::Zero] = Some(opponent.level);
                ui.prose(format_args!("barpoint now plays as {}.", opponent.words()))?;
            }
        }
        ui.flush()?;
        let what = if args.length() == 0 { "session" } else { "match" };
        offer_to_save(&mut session, what, options, ui)?;
        let question = session.question(&format!("Another {what}?"));
        if !session.host.confirm(&question) {
            return Ok(exit);
        }
    }
}

/// Offers to save a match that is over: unlike one that goes on, it isn't saved automatically.
fn offer_to_save(session: &mut Session, what: &str, options: Options, ui: &mut Ui<'_>) -> io::Result<()> {
    while session.kept.is_unsaved {
        // A person who leaves doesn't save.
        let Some(answer) = session.host.ask(&format!("Save the {what}? [file name, or n] ")) else { break };
        let answer = answer.trim();
        match Saving::of(answer) {
            Saving::No => break,
            Saving::Where => {
                ui.line(
                    "Type the name of a file, such as `match.sgf` or `match.mat`, or `n` to save nothing.",
                )?;
            }
            Saving::Command => ui.line("This is a command: type the name of a file, such as `match.sgf`.")?,
            Saving::By(line) if driver::run_line(session, &line, options, ui)? => {
                if line != answer {
                    ui.line(format!("The {what} is saved in {}.", printable(answer.trim_matches('"'))))?;
                    ui.flush()?;
                }
                break;
            }
            Saving::By(_) => {}
        }
        ui.flush()?;
    }
    // A person who declines isn't asked again before the next match.
    session.kept.is_unsaved = false;
    Ok(())
}

/// The answer to the offer to save a match.
#[derive(Debug, PartialEq, Eq)]
enum Saving {
    No,
    /// Yes without a file, or nothing.
    Where,
    /// Another command, where a file is asked for.
    Command,
    /// With this command.
    By(String),
}

impl Saving {
    fn of(answer: &str) -> Self {
        match answer.to_lowercase().as_str() {
            "n" | "no" | "q" | "quit" | "exit" => return Self::No,
            // Standard output keeps nothing.
            "" | "y" | "yes" | "-" => return Self::Where,
            _ => {}
        }
        let is_command = answer.starts_with("save ") || answer.starts_with("export ");
        let is_plain = answer.contains('"') || !answer.contains(' ');
        let first = answer.split(' ').next().unwrap_or_default();
        let table = Table::get();
        let named = || table.children(table.root()).iter().any(|it| it.name.eq_ignore_ascii_case(first));
        // A name with an extension or a folder is a file's.
        if !is_command && !answer.contains(['.', '/', '\\', '"']) && named() {
            return Self::Command;
        }
        Self::By(match (is_command, is_plain) {
            (true, _) => answer.to_owned(),
            (false, true) => format!("save match {answer}"),
            (false, false) => format!("save match \"{answer}\""),
        })
    }
}

/// Returns `true` if a match counts in the rating: the user played all of it against a level, in the standard game.
fn is_rated(session: &Session) -> bool {
    session.game.seats[Side::Zero] == Seat::Computer
        && session.game.seats[Side::One] == Seat::Human
        && session.game.state.rules().variant == Variant::default()
        && !session.game.is_helped
}

/// Analyses the match and shows the player's performance; an interrupted analysis isn't shown. Returns `true` if it is
/// whole.
fn review(session: &mut Session, ui: &mut Ui<'_>) -> io::Result<bool> {
    let Ok(text) = session.review() else { return Ok(false) };
    ui.prose(format_args!("\n{}", text.trim_end()))?;
    Ok(true)
}

/// Makes all settings for a match.
fn seat(session: &mut Session, args: &Args, level: Level) -> Result<(), String> {
    let settings = &mut session.settings;
    let opponent = args.friend.as_deref().map_or("barpoint", str::trim);
    if args.friend.is_some() {
        must_be_name(opponent).map_err(|wrong| format!("`--friend`: {wrong}"))?;
    }
    settings.default_names = opponent_and_user(opponent);
    if let Some(name) = args.name.as_deref().map(str::trim) {
        must_be_name(name).map_err(|wrong| format!("`--name`: {wrong}"))?;
        if name.eq_ignore_ascii_case(opponent) {
            return Err(format!("`--name`: `{name}` is the opponent's name"));
        }
        name.clone_into(&mut settings.default_names[Side::One]);
    }
    if args.friend.is_some() {
        session.game.seats[Side::Zero] = Seat::Human;
    } else {
        settings.levels[Side::Zero] = Some(level);
    }
    settings.tutor.is_on = args.tutor;
    settings.variation = args.variant;
    settings.cube = !args.no_cube;
    settings.jacoby = !args.no_jacoby;
    settings.automatic.play = true;
    settings.games = args.games.unwrap_or(0);
    settings.stake = args.stake.unwrap_or(1.0);
    settings.automatic.doubles = args.automatic_doubles.unwrap_or(0);
    session.game.names = session.settings.default_names.clone();
    Ok(())
}

/// Refuses a name that is empty, or that commands use for a seat.
fn must_be_name(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Err("the name is empty".to_owned());
    }
    if matches!(name, "0" | "1") || name.eq_ignore_ascii_case("both") {
        return Err(format!("`{name}` can't be a name; commands use `0`, `1` and `both` for the players"));
    }
    Ok(())
}

/// Greets a person at a terminal with what can be typed.
fn greet(args: &Args, opponent: &Opponent, session: &Session, ui: &mut Ui<'_>) -> io::Result<()> {
    let names = &session.game.names;
    let [mine, other] = if ui.out_is_unicode { ["●", "○"] } else { ["X", "O"] };
    if args.friend.is_some() {
        let (one, zero) = (&names[Side::One], &names[Side::Zero]);
        ui.prose(format_args!("{one} plays {mine}, and {zero} plays {other}."))?;
    } else {
        let (name, level) = (&names[Side::One], opponent.words());
        ui.prose(format_args!("You are {name} and play {mine}, against barpoint ({level})."))?;
    }
    ui.prose(
        "Type `roll`, a play such as `8/5 6/5`, `double`, `take` or `pass`. `hint` shows the best plays, `plays` \
         the legal ones, `undo` takes back a play, `resign` offers a resignation, Ctrl-D quits, `help` lists all \
         other commands.",
    )
}

#[cfg(test)]
mod tests {
    use super::Saving;

    #[test]
    fn a_match_is_saved_by_a_file_name_or_a_command() {
        for (answer, wanted) in [
            ("match.sgf", "save match match.sgf"),
            ("our match.mat", "save match \"our match.mat\""),
            ("\"our match.mat\"", "save match \"our match.mat\""),
            ("save game last.sgf", "save game last.sgf"),
            ("export match html match.html", "export match html match.html"),
            ("saved", "save match saved"),
        ] {
            assert_eq!(Saving::of(answer), Saving::By(wanted.to_owned()), "{answer}");
        }
        for answer in ["n", "No", "quit"] {
            assert_eq!(Saving::of(answer), Saving::No, "{answer}");
        }
        for answer in ["", "y", "-"] {
            assert_eq!(Saving::of(answer), Saving::Where, "{answer}");
        }
        for answer in ["help", "show score", "Roll"] {
            assert_eq!(Saving::of(answer), Saving::Command, "{answer}");
        }
    }
}
