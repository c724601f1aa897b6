//! `barpoint play`: a match against the computer, or between two people at one terminal.
//!
//! It is a session with all settings made: the players, the strength of the computer, the automatic actions.
//! So all commands of a session work too.

use super::session::{FormArg, opponent_and_user, world};
use crate::board::Side;
use crate::cli::args;
use crate::cli::error::Done;
use crate::cli::judge::Sources;
use crate::engine::Level;
use crate::host::draft;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use crate::repl::dice::Dice;
use crate::repl::driver::{self, Form, Options, Script};
use crate::repl::session::{Seat, Session};
use crate::rules::Variant;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags, each of its own")]
pub struct Args {
    /// Strength of the computer.
    #[arg(short = 'l', long, value_enum, value_name = "LEVEL", default_value_t = LevelArg(Level::Intermediate))]
    pub level: LevelArg,
    /// Warn before a mistake and explain it.
    #[arg(short = 't', long)]
    pub tutor: bool,
    /// Play against a person at the same terminal, with this name, instead of the computer.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "friend",
          conflicts_with_all = ["level", "tutor"])]
    pub friend: Option<String>,
    /// Match length in points: 1 is a single game without a cube, 0 a money session [default: 1, or 0 with
    /// `--games`, `--stake` or `--automatic-doubles`].
    #[arg(short = 'n', long, value_name = "POINTS", value_parser = clap::value_parser!(u16).range(0..=64))]
    pub length: Option<u16>,
    /// Money: end the session after N games [default: no limit].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    pub games: Option<u32>,
    /// Money: the value of one point.
    #[arg(long, value_name = "AMOUNT", value_parser = stake)]
    pub stake: Option<f64>,
    /// Money: how many times per game equal opening dice may turn the cube.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u8).range(0..=12))]
    pub automatic_doubles: Option<u8>,
    /// Variant: standard, nackgammon, hypergammon-3 and so on.
    #[arg(long, value_name = "VARIANT", value_parser = args::VARIANT, hide_possible_values = true, default_value = "backgammon")]
    pub variant: Variant,
    /// Play without the doubling cube.
    #[arg(long)]
    pub no_cube: bool,
    /// Money: gammons count even if the cube wasn't turned.
    #[arg(long)]
    pub no_jacoby: bool,
    /// Seed of the dice and of the computer's errors; games with the same seed are the same.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u32>,
    /// Your name.
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
        let is_for_money = self.games.is_some() || self.stake.is_some() || self.automatic_doubles.is_some();
        self.length.unwrap_or(u16::from(!is_for_money))
    }

    /// Returns an argument that contradicts the match length, if there is one.
    fn misplaced(&self) -> Option<&'static str> {
        let of_money = [
            (self.games.is_some(), "--games"),
            (self.stake.is_some(), "--stake"),
            (self.automatic_doubles.is_some(), "--automatic-doubles"),
        ];
        of_money.into_iter().find(|(is_given, _)| *is_given && self.length() > 0).map(|(_, name)| name)
    }
}

fn stake(text: &str) -> Result<f64, String> {
    let stake = text.parse::<f64>().ok().filter(|stake| stake.is_finite() && *stake > 0.0);
    stake.ok_or_else(|| "an amount above 0 is wanted".to_owned())
}

/// A level as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelArg(pub Level);

impl ValueEnum for LevelArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [LevelArg; 7] = {
            let mut all = [LevelArg(Level::Beginner); 7];
            let mut at = 0;
            while at < all.len() {
                all[at] = LevelArg(Level::ALL[at]);
                at += 1;
            }
            all
        };
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        let help = match self.0 {
            Level::Beginner => "Errs in most positions",
            Level::Casual => "Errs in many positions",
            Level::Intermediate => "Errs in some positions",
            Level::Advanced => "Errs rarely, and by little",
            Level::Expert => "Plays at full strength without searching",
            Level::Master => "Searches 2 plies",
            Level::Roller => "Searches 2 plies, then settles close decisions by short rollouts",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the input can't be read, or the output can't be written.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    if let Some(name) = args.misplaced() {
        let message = format!("{name} is for money, not for a match to {} points: use `-n 0`", args.length());
        return Err(message.into());
    }
    let form = if args.json { FormArg::Jsonl } else { FormArg::Text };
    let world = world(form, true, &args.sources, ui)?;
    world.computer.load_named()?;
    let dice = args.seed.map_or_else(Dice::from_system, Dice::seeded);
    let mut session = Session::new(Box::new(world.computer), dice);
    seat(&mut session, args)?;
    session.kept.keeps = world.is_typed;
    session.input.ends_with_match = true;
    if world.is_typed {
        draft::guard();
        greet(args, &session, ui)?;
    }
    let options = Options { form: if args.json { Form::JsonLines } else { Form::Text }, bail: false };
    let begin =
        if args.length() == 0 { "new session".to_owned() } else { format!("new match {}", args.length()) };
    loop {
        session.input.is_over = false;
        session.input.scripts.push(Script::new("the command line", begin.as_bytes()));
        let exit = driver::run(&mut session, driver::TYPED, &*world.lines, options, ui)?;
        if exit == Exit::CouldNotRun || !session.is_match_over() || !world.is_typed {
            return Ok(exit);
        }
        if args.friend.is_none() {
            review(&mut session, ui)?;
        }
        ui.flush()?;
        let question = if args.length() == 0 { "Another session?" } else { "Another match?" };
        if !session.host.confirm(question) {
            return Ok(exit);
        }
    }
}

/// Analyses the match and shows the player's performance; an interrupted analysis isn't shown.
fn review(session: &mut Session, ui: &mut Ui<'_>) -> io::Result<()> {
    match session.review() {
        Ok(text) => ui.prose(format_args!("\n{}", text.trim_end())),
        Err(_) => Ok(()),
    }
}

/// Makes all settings for a match.
fn seat(session: &mut Session, args: &Args) -> Result<(), String> {
    let settings = &mut session.settings;
    let opponent = args.friend.as_deref().map_or("barpoint", str::trim);
    if args.friend.is_some() && !is_name(opponent) {
        return Err(format!("--friend: nobody can be called `{opponent}' here"));
    }
    settings.default_names = opponent_and_user(opponent);
    if let Some(name) = args.name.as_deref().map(str::trim) {
        if !is_name(name) || name.eq_ignore_ascii_case(opponent) {
            return Err(format!("--name: nobody can be called `{name}' here"));
        }
        name.clone_into(&mut settings.default_names[Side::One]);
    }
    if args.friend.is_some() {
        session.game.seats[Side::Zero] = Seat::Human;
    } else {
        settings.levels[Side::Zero] = Some(args.level.0);
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

/// Returns `true` if a player can have this name: it has no other meaning as a seat.
fn is_name(name: &str) -> bool {
    !name.is_empty() && !matches!(name, "0" | "1") && !name.eq_ignore_ascii_case("both")
}

/// Greets a person at a terminal with what can be typed.
fn greet(args: &Args, session: &Session, ui: &mut Ui<'_>) -> io::Result<()> {
    let names = &session.game.names;
    if args.friend.is_some() {
        ui.prose(format_args!("{} plays X, and {} plays O.", names[Side::One], names[Side::Zero]))?;
    } else {
        let level = args.level.0.name();
        ui.prose(format_args!("You are {} and play X, against barpoint ({level}).", names[Side::One]))?;
    }
    ui.prose(
        "Type `roll`, a play such as `8/5 6/5`, `double`, `take` or `pass`; `hint` and `plays` help, `undo` takes \
         back, `resign` gives up, Ctrl-D leaves, `help` lists everything else.",
    )
}
