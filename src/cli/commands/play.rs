//! `barpoint play`: a match against the computer, for whoever just wants to play.
//!
//! It is a session in which everything is set: who sits where, how strong the computer plays, what goes by
//! itself. So all commands of a session are there too.

use super::session::{FormArg, opponent_and_user, world};
use crate::board::Side;
use crate::cli::args;
use crate::cli::judge::Sources;
use crate::engine::Level;
use crate::host::draft;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use crate::repl::dice::Dice;
use crate::repl::driver::{self, Form, Options, Script};
use crate::repl::session::Session;
use crate::rules::Variant;
use clap::ValueEnum;
use clap::builder::PossibleValue;
use std::io;

/// The arguments of `play`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "they are flags, each of its own")]
pub struct Args {
    /// How strong the computer plays.
    #[arg(short = 'l', long, value_enum, value_name = "LEVEL", default_value_t = LevelArg(Level::Intermediate))]
    pub level: LevelArg,
    /// Warn before a mistake, and say why it is one.
    #[arg(short = 't', long)]
    pub tutor: bool,
    /// How many points the match is to: 1 is a single game without a cube, 0 plays for money, game after game.
    #[arg(short = 'n', long, value_name = "POINTS", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(0..=64))]
    pub length: u16,
    /// Which game: backgammon, nackgammon, hypergammon and so on.
    #[arg(long, value_name = "VARIANT", value_parser = args::variant, default_value = "backgammon")]
    pub variant: Variant,
    /// Play without the doubling cube.
    #[arg(long)]
    pub no_cube: bool,
    /// For money: gammons count even if nobody doubled.
    #[arg(long)]
    pub no_jacoby: bool,
    /// The same dice and the same misjudgements as in any game with this number.
    #[arg(long, value_name = "NUMBER")]
    pub seed: Option<u32>,
    /// What you are called.
    #[arg(long)]
    pub name: Option<String>,
    /// What the engine knows.
    #[command(flatten)]
    pub sources: Sources,
    /// Answer with one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// A level as an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LevelArg(pub Level);

impl ValueEnum for LevelArg {
    fn value_variants<'a>() -> &'a [Self] {
        const ALL: [LevelArg; 6] = {
            let mut all = [LevelArg(Level::Beginner); 6];
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
            Level::Beginner => "Misjudges most positions",
            Level::Casual => "Misjudges many",
            Level::Intermediate => "Misjudges some",
            Level::Advanced => "Misjudges few, and by little",
            Level::Expert => "Judges as well as it can at first sight",
            Level::Master => "Looks two rolls ahead",
        };
        Some(PossibleValue::new(self.0.name()).help(help))
    }
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of reading and writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let form = if args.json { FormArg::Jsonl } else { FormArg::Text };
    let world = world(form, true, &args.sources, ui)?;
    if let Err(message) = world.computer.load_named() {
        return Ok(Exit::failed(ui, &message));
    }
    let dice = args.seed.map_or_else(Dice::from_system, Dice::seeded);
    let mut session = Session::new(Box::new(world.computer), dice);
    if let Err(message) = seat(&mut session, args) {
        return Ok(Exit::failed(ui, &message));
    }
    session.settings.output.unicode = world.is_typed;
    session.keeps = world.is_typed;
    session.ends_with_match = true;
    if world.is_typed {
        draft::guard();
        greet(args, &session, ui)?;
    }
    let options = Options { form: if args.json { Form::JsonLines } else { Form::Text }, bail: false };
    let begin =
        if args.length == 0 { "new session".to_owned() } else { format!("new match {}", args.length) };
    loop {
        session.is_over = false;
        session.scripts.push(Script::new("the command line", begin.as_bytes()));
        let exit = driver::run(&mut session, driver::TYPED, &*world.lines, options, ui)?;
        if exit == Exit::CouldNotRun || !session.is_match_over() || !world.is_typed {
            return Ok(exit);
        }
        ui.flush()?;
        if !session.host.confirm("Another match?") {
            return Ok(exit);
        }
    }
}

/// Sets everything that a match against the computer needs.
fn seat(session: &mut Session, args: &Args) -> Result<(), String> {
    let settings = &mut session.settings;
    settings.default_names = opponent_and_user("barpoint");
    if let Some(name) = args.name.as_deref().map(str::trim) {
        let is_taken = name.eq_ignore_ascii_case(&settings.default_names[Side::Zero]);
        if name.is_empty() || is_taken || matches!(name, "0" | "1") || name.eq_ignore_ascii_case("both") {
            return Err(format!("--name: nobody can be called `{name}' here"));
        }
        name.clone_into(&mut settings.default_names[Side::One]);
    }
    settings.levels[Side::Zero] = Some(args.level.0);
    settings.tutor.is_on = args.tutor;
    settings.variation = args.variant;
    settings.cube = !args.no_cube;
    settings.jacoby = !args.no_jacoby;
    settings.automatic.play = true;
    session.names = session.settings.default_names.clone();
    Ok(())
}

/// Says what can be typed to somebody who types.
fn greet(args: &Args, session: &Session, ui: &mut Ui<'_>) -> io::Result<()> {
    let level = args.level.0.name();
    ui.line(format_args!("You are {} and play X, against barpoint ({level}).", session.name(Side::One)))?;
    ui.line("Type `roll`, a play such as `8/5 6/5`, `double`, `take` or `pass`; `hint` and `plays` help,")?;
    ui.line("`undo` takes back, `resign` gives up, Ctrl-D leaves, `help` lists everything else.")
}
