//! `barpoint rollout`: plays a position out many times.

use super::{cube, plays};
use crate::board::{Board, Roll, Side};
use crate::cli::error::{CommandError, Done};
use crate::cli::jobs::Jobs;
use crate::cli::outputs;
use crate::cli::progress::Progress;
use crate::cli::subject::{self, Subject};
use crate::cli::{board, evaluator};
use crate::engine::cube::CubeState;
use crate::engine::met::{MatchEquity, UNKNOWN_SCORE};
use crate::engine::rollout::{Depth, GameSettings, Question, Rollout, Stop, Truncation, share};
use crate::engine::search::{Options, Search};
use crate::engine::{Class, Evaluator};
use crate::host::draft::{self, stoppable};
use crate::host::exit::Exit;
use crate::host::interrupt;
use crate::host::names::path_text;
use crate::host::read;
use crate::host::rollout::{Ended, Plan};
use crate::notation::play::{PlayError, print};
use crate::output::evaluation::ANSWER;
use crate::output::json::{RolloutJson, RolloutState};
use crate::output::rollout::{self, Played};
use crate::output::ui::Ui;
use crate::rules::Play;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The arguments of `rollout`: `ID… [ROLL] [PLAY]…`.
#[derive(Debug, clap::Args)]
#[command(group = clap::ArgGroup::new("stop").multiple(true))]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct Args {
    /// The position, then the roll (`31`) unless the ID has dice, then plays, each in quotes; without plays the
    /// best ones are compared, without dice the rollout is about doubling.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Ignore the dice of the ID or the record, for the cube decision before the roll.
    #[arg(long)]
    pub before_roll: bool,
    /// Play N games per candidate; 1,296 cover all pairs of first rolls.
    #[arg(long, value_name = "N", default_value_t = 1_296,
          value_parser = clap::value_parser!(u64).range(1..=1 << 32))]
    pub games: u64,
    /// Compare the N best plays of the roll, if no play is given [default: 2].
    #[arg(short = 'n', long = "count", value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000))]
    pub count: Option<u64>,
    /// Seed of the dice; the same seed gives the same result.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Search N plies (0 to 3) for plays.
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = evaluator::plies())]
    pub plies: u8,
    /// Search N plies (0 to 3) for cube decisions [default: as for plays].
    #[arg(long, value_name = "N", value_parser = evaluator::plies())]
    pub cube_plies: Option<u8>,
    /// Play without the cube.
    #[arg(long)]
    pub cubeless: bool,
    /// Truncate games after N plies and evaluate the position.
    #[arg(long, value_name = "N")]
    pub truncate: Option<u16>,
    /// Roll the first roll as in an opening: no doublets, and no double before it.
    #[arg(long)]
    pub opening: bool,
    /// Don't reduce variance by the luck of the dice.
    #[arg(long)]
    pub no_variance_reduction: bool,
    /// Roll all dice at random; by default, the first rolls are spread evenly over the games (quasi-random dice).
    #[arg(long)]
    pub plain_dice: bool,
    /// Stop a candidate when its standard error is at most this.
    #[arg(long, value_name = "EQUITY", value_parser = positive, group = "stop")]
    pub stop_error: Option<f32>,
    /// Stop a play when it trails the best by ERRORS joint standard errors, and a cube decision when its
    /// equities differ by that much.
    #[arg(long, value_name = "ERRORS", value_parser = positive, group = "stop")]
    pub stop_difference: Option<f32>,
    /// Play at least N games before a stop rule applies [default: 144].
    #[arg(long, value_name = "N")]
    pub least: Option<u64>,
    /// Save the rollout in this file and continue from it, with more games or after an interruption.
    #[arg(long, value_name = "FILE", value_parser = outputs::on_disk())]
    pub state: Option<PathBuf>,
    /// Play only share K of N of the games, for example on one of N machines, and save it with `--state`;
    /// `--merge` combines the shares. Not with `--stop-error` or `--stop-difference`, which need all games.
    #[arg(long, value_name = "K/N", value_parser = which_share, requires = "state",
          conflicts_with_all = ["stop_error", "stop_difference"])]
    pub share: Option<Share>,
    /// Merge the shares in these files, in any order, into the result of one rollout of all games; with `--state`,
    /// also save it.
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "id", "game", "number", "of_match", "strict", "lenient", "variant", "before_roll", "games", "count",
        "seed", "plies", "cube_plies", "cubeless", "truncate", "opening", "no_variance_reduction", "plain_dice",
        "stop_error", "stop_difference", "least", "share", "jobs", "weights", "bearoff",
    ])]
    pub merge: Vec<PathBuf>,
    /// The number of threads.
    #[command(flatten)]
    pub jobs: Jobs,
    /// The engine's files.
    #[command(flatten)]
    pub sources: evaluator::Sources,
    /// The board.
    #[command(flatten)]
    pub board: board::Args,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// One of several shares of the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which one, counted from 1.
    pub number: u64,
    /// How many there are.
    pub parts: u64,
}

/// Reads `2/3`.
fn which_share(text: &str) -> Result<Share, String> {
    let share = text.split_once('/').and_then(|(number, parts)| {
        let (number, parts) = (number.parse().ok()?, parts.parse().ok()?);
        (1..=parts).contains(&number).then_some(Share { number, parts })
    });
    share.ok_or_else(|| "expected K/N with K from 1 to N, such as `2/3`".to_owned())
}

/// The least games before a stop rule applies.
const LEAST: u64 = 144;

/// The time between two writes of the state file while a rollout runs.
const KEEPING: Duration = Duration::from_secs(30);

/// Parses a number above 0.
fn positive(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number: &f32| number.is_finite() && *number > 0.0);
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    if !args.merge.is_empty() {
        return merge(args, ui);
    }
    if args.least.is_some() && args.stop_error.is_none() && args.stop_difference.is_none() {
        return Err(CommandError::new("`--least` needs `--stop-error` or `--stop-difference`"));
    }
    let mut subject = args.subject.clone();
    let written = take_plays(&mut subject.id);
    if let Some(word) = after_roll(&subject.id) {
        return Err(CommandError::new(format!("`{word}` isn't a play, as `8/5 6/5` is")));
    }
    let given = plays::take_roll(&mut subject.id)?;
    if args.before_roll {
        if let Some(play) = written.first() {
            return Err(CommandError::new(format!(
                "`--before-roll` leaves out the dice: remove the play `{play}`"
            )));
        }
        subject.drop_dice(given)?;
    }
    subject.with_stakes(ui, |subject, board, state, ui| {
        if !written.is_empty() || plays::has_dice(given, subject) {
            subject.tell_offered(plays::NOT_OFFERED, ui);
        }
        roll_out(args, &written, given, (subject, state), &board, ui)
    })
}

/// Removes the plays from the end of the arguments: texts with a slash that only contain points and marks.
fn take_plays(arguments: &mut Vec<String>) -> Vec<String> {
    let first = arguments.iter().rposition(|text| !subject::is_play(text)).map_or(0, |last| last + 1);
    arguments.split_off(first)
}

/// Returns the last argument if it follows a roll, and is neither a part of the roll nor of an ID.
fn after_roll(arguments: &[String]) -> Option<&String> {
    let [.., roll, last] = arguments else { return None };
    let is_roll = |text: &str| text.parse::<Roll>().is_ok();
    (arguments.len() > 2 && is_roll(roll) && !last.starts_with(|c: char| c.is_ascii_digit())).then_some(last)
}

/// The candidates to compare, and their names.
pub(super) struct Asked {
    pub(super) question: Question,
    pub(super) names: Vec<String>,
    pub(super) roll: Option<Roll>,
}

impl Asked {
    /// Returns the candidates that the arguments ask for: plays of a roll, the cube action, or the position alone.
    ///
    /// # Errors
    ///
    /// The arguments don't fit the position, or no table contains the score: a message.
    pub(super) fn of(
        args: &Args,
        written: &[String],
        given: Option<Roll>,
        (subject, state): (&Subject, CubeState),
        board: &Board,
        evaluator: &dyn Evaluator,
    ) -> Result<Self, String> {
        if Class::of(board) == Class::Over {
            return Err(cube::OVER.into());
        }
        let table = MatchEquity::reaching(state.most_away());
        let has_dice = plays::has_dice(given, subject);
        if args.opening && has_dice {
            let option = if args.subject.is_request { "opening" } else { "--opening" };
            return Err(format!("`{option}` changes the first roll, but the dice are given"));
        }
        if args.count.is_some() && (!has_dice || !written.is_empty()) {
            let why = if has_dice { "the plays are named" } else { "there is no roll" };
            return Err(format!("the number of plays to compare has no effect: {why}"));
        }
        if has_dice || !written.is_empty() {
            let roll = plays::roll(given, subject, board)?;
            let options = Options { cubeful: !args.cubeless, ..Options::default() };
            let search = Search::new(evaluator, table, state, options).ok_or(UNKNOWN_SCORE)?;
            return of_plays(args, written, (board, roll), search);
        }
        let state = if args.cubeless { state.dead() } else { state };
        let mut question = Question::before_roll(*board, &state, table).ok_or(UNKNOWN_SCORE)?;
        // No player may double before an opening roll.
        if args.opening {
            question = Question::Position(*board);
        }
        Ok(Self { names: Played::names_of(&question), question, roll: None })
    }

    /// Returns a rollout of them with all that its output needs.
    pub(super) fn played<'a>(
        &'a self,
        (state, table): (&'a CubeState, &'a MatchEquity),
        board: &'a Board,
        settings: &'a GameSettings,
        rollout: &'a Rollout,
    ) -> Played<'a> {
        let Self { question, names, roll } = self;
        Played { state, table, board, roll: *roll, question, names, settings, rollout }
    }
}

/// Merges shares and writes the result, as [`roll_out`] does for the whole rollout.
fn merge(args: &Args, ui: &mut Ui<'_>) -> Done {
    outputs::refuse_input(args.state.as_deref(), &args.merge)?;
    let share = |path: &PathBuf| Ok::<_, CommandError>((path_text(path), read(path)?));
    let shares = args.merge.iter().map(share).collect::<Result<Vec<_>, _>>()?;
    let merged = RolloutState::merged(&shares).map_err(|mismatch| mismatch.to_string())?;
    let rolled = merged.rolled().map_err(|message| format!("{}: {message}", shares[0].0))?;
    if let Some(path) = &args.state {
        if let Some(found) = read_if_any(path)? {
            found.replaced_by(&merged).map_err(|message| format!("{}: {message}", path_text(path)))?;
        }
        draft::save(path, true, &merged.to_bytes())?;
    }
    let played = rolled.played();
    if args.json {
        ui.json(&RolloutJson::new(&played))?;
    } else {
        args.board.write(Side::One, &rolled.board, ui, |width| rollout::text(&played, width))?;
    }
    Ok(Exit::Clean)
}

fn roll_out(
    args: &Args,
    written: &[String],
    given: Option<Roll>,
    (subject, state): (&Subject, CubeState),
    board: &Board,
    ui: &mut Ui<'_>,
) -> Done {
    let engine = args.sources.load()?;
    evaluator::caution(&engine, subject.variant, board, ui);
    let evaluator: &dyn Evaluator = &engine;
    let asked = Asked::of(args, written, given, (subject, state), board, evaluator)?;
    let table = MatchEquity::reaching(state.most_away());
    let settings = args.settings();
    let mut rollout = Rollout::new(&asked.question, args.stop()).of_share(args.numbers()?);
    let evaluated = (evaluator.chances(board), engine.nets.checksum());
    let kept = |rollout: &Rollout| {
        RolloutState::new(&asked.played((&state, table), board, &settings, rollout), evaluated)
    };
    if let Some(path) = &args.state
        && let Some(found) = read_if_any(path)?
    {
        rollout = found
            .resumed(&kept(&rollout), &asked.question, args.stop())
            .map_err(|message| format!("{}: {message}", path_text(path)))?;
    }
    let keep = |rollout: &Rollout| match &args.state {
        Some(path) => draft::save(path, true, &kept(rollout).to_bytes()),
        None => Ok(()),
    };
    // A state file that can't be written should be reported before the games are played.
    keep(&rollout)?;
    let plan = Plan {
        evaluator,
        table,
        state,
        settings: &settings,
        question: &asked.question,
        jobs: args.jobs.count(),
    };
    let numbers = rollout.numbers();
    let mut progress = Progress::of_games(ui.err_is_terminal, numbers.end - numbers.start);
    let (mut written_at, mut failure) = (Instant::now(), None);
    let tell = |rollout: &Rollout| {
        progress.advance(1, || rollout::standing(&asked.played((&state, table), board, &settings, rollout)));
        if args.state.is_some() && written_at.elapsed() >= KEEPING {
            failure = failure.take().or_else(|| keep(rollout).err());
            written_at = Instant::now();
        }
    };
    let ended = stoppable(|| crate::host::rollout::run(plan, &mut rollout, &interrupt::is_asked, tell));
    progress.finish();
    let ended = ended.ok_or(UNKNOWN_SCORE)?;
    let kept = keep(&rollout);
    let played = asked.played((&state, table), board, &settings, &rollout);
    if args.json {
        ui.json(&RolloutJson::new(&played))?;
    } else {
        let is_answer = matches!(asked.question, Question::Cube(_))
            && subject.state.game.is_some_and(|game| game.double_offered);
        let heading = if is_answer { ANSWER } else { "" };
        let text = |width| format!("{heading}{}", rollout::text(&played, width));
        args.board.write(subject.on_roll(), board, ui, text)?;
    }
    kept?;
    Ok(match ended {
        Ended::Done => Exit::Clean,
        Ended::Interrupted => {
            ui.err("note: interrupted; this is the result so far");
            Exit::Interrupted
        }
    })
}

/// Reads a stored rollout; `None` if there is no such file.
fn read_if_any(path: &Path) -> Result<Option<RolloutState>, CommandError> {
    if path.try_exists().is_ok_and(|exists| !exists) { Ok(None) } else { read(path).map(Some) }
}

/// Reads a stored rollout.
fn read(path: &Path) -> Result<RolloutState, CommandError> {
    let name = path_text(path);
    let bytes = read::file(path, read::ROLLOUT).map_err(|error| CommandError::cannot_read(&name, &error))?;
    RolloutState::from_bytes(&bytes).map_err(|message| format!("{name}: {message}").into())
}

/// Returns the named plays, else the best ones.
fn of_plays(
    args: &Args,
    written: &[String],
    (board, roll): (&Board, Roll),
    mut search: Search<'_>,
) -> Result<Asked, String> {
    let mut found = Vec::new();
    for text in written {
        let play = Play::parse(board, roll, text).map_err(|error| {
            let is_illegal = matches!(error, PlayError::Illegal(_));
            let is_split = is_illegal && written.len() > 1 && !args.subject.is_request;
            let hint = if is_split { "; each play stands in quotes, as in '8/5 6/5'" } else { "" };
            let is_empty = is_illegal && text.trim().is_empty();
            let play = if is_empty { "an empty play".to_owned() } else { format!("play {text:?}") };
            format!("{play}: {error}{hint}")
        })?;
        found.push((play, play.after(board)));
    }
    if found.is_empty() {
        let evaluated = search.plays(board, roll);
        let count = usize::try_from(args.count.unwrap_or(2)).unwrap_or(usize::MAX);
        found.extend(evaluated.iter().take(count).map(|evaluated| (evaluated.play, evaluated.after)));
    }
    let mut asked = Asked { question: Question::Plays(Vec::new()), names: Vec::new(), roll: Some(roll) };
    let mut boards = Vec::new();
    for (play, after) in found {
        if boards.contains(&after) {
            return Err(format!("{} occurs twice", print::gnubg(board, &play)));
        }
        asked.names.push(Played::name_of(board, &play));
        boards.push(after);
    }
    asked.question = Question::Plays(boards);
    Ok(asked)
}

impl Args {
    pub(super) fn settings(&self) -> GameSettings {
        let level = Depth { plays: self.plies, cube: self.cube_plies.unwrap_or(self.plies) };
        GameSettings {
            levels: [level; 2],
            is_cubeful: !self.cubeless,
            truncation: self.truncate.map(|turns| Truncation { turns, plies: self.plies }),
            reduces_variance: !self.no_variance_reduction,
            is_stratified: !self.plain_dice,
            is_opening: self.opening,
            seed: self.seed,
            ..GameSettings::default()
        }
    }

    /// Returns the numbers of the games to play.
    fn numbers(&self) -> Result<Range<u64>, String> {
        let Some(Share { number, parts }) = self.share else { return Ok(0..self.games) };
        let games = self.games;
        share(number, parts, games).ok_or_else(|| {
            format!("`--share {number}/{parts}` of {games} games: there are at most as many shares as games")
        })
    }

    pub(super) fn stop(&self) -> Stop {
        Stop {
            games: self.games,
            least: self.least.unwrap_or(LEAST),
            error: self.stop_error,
            difference: self.stop_difference,
        }
    }
}
