//! Trains barpoint's nets from random weights: first TD(lambda) on games of the nets against themselves
//! (Tesauro, 1995), then rounds in which a 1-ply search labels such games. Exact values (bear-offs, the ends
//! of games) are looked up instead of trained. No other program's evaluations are used.

mod cube;
mod distil;
mod judge;
mod learn;
mod measure;
mod net;
mod openings;
mod plan;
mod plot;
mod random;
mod selfplay;
mod starts;
mod store;

use barpoint::board::{Board, Roll};
use barpoint::engine::bearoff::{Home, OneSided, TwoSided};
use barpoint::engine::nets::Nets;
use barpoint::engine::{Candidates, Class, Engine};
use clap::{Parser, Subcommand};
use judge::{Decision, Opponent};
use learn::{BATCH, Work};
use plan::{NAMES, NETS, NEXT_ROUNDS, Plan, RELEARN_ROUNDS, plan, relearn};
use random::Random;
use selfplay::{Sample, games};
use serde::Serialize;
use starts::Family;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use store::{Folder, State, write};

/// The number of seconds after which a checkpoint is written.
const CHECKPOINT_EVERY: f64 = 120.0;
/// The file of the nets of the first round of search, which stay a fixed opponent.
const REFERENCE: &str = "reference.bin";

/// Train barpoint's nets from random weights
#[derive(Parser)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Train, or go on: everything is kept in a folder, and may be killed at any second
    Run {
        /// The folder of the run
        folder: PathBuf,
        /// Stop after this many rounds in all
        #[arg(long)]
        rounds: Option<u64>,
        /// What all random numbers of a new run begin with
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many threads play games; the result is the same for any number
        #[arg(long, default_value_t = 1)]
        threads: usize,
        /// Learn more and more slowly from this round on, until the last of `--rounds`
        #[arg(long, requires = "rounds")]
        cool_from: Option<u64>,
        /// Share of games that start from rare families of positions, from 0 to 1
        #[arg(long, default_value_t = 0.4)]
        rare: f32,
        /// Weight of the rest of the game in the labels of these games, from 0 to 1
        #[arg(long, default_value_t = 0.4)]
        rare_lambda: f32,
        /// Start these games from this family only; may be given several times
        #[arg(long, value_parser = Family::named)]
        family: Vec<Family>,
        /// Lower bound of the learning rate, before any cooling
        #[arg(long, default_value_t = 0.0)]
        rate: f32,
        /// Lower bound of the lopsided net's learning rate, before any cooling
        #[arg(long, default_value_t = 0.0)]
        lopsided_rate: f32,
        /// Let only this net learn, and leave the others as they are; may be given several times
        #[arg(long, value_parser = NAMES)]
        only: Vec<String>,
        /// Begin a new run with the weights of this file instead of random ones
        #[arg(long, requires = "round")]
        from: Option<PathBuf>,
        /// The round at which such a run goes on
        #[arg(long, requires = "from")]
        round: Option<u64>,
        /// Begin a new run where the one of this folder is: random nets first learn from its labels alone
        #[arg(long, conflicts_with = "from")]
        labels: Option<PathBuf>,
    },
    /// Measure the loss on a file of evaluated decisions, in thousandths of a point
    Measure {
        /// The file: JSON Lines, gzipped if its name ends in .gz
        file: PathBuf,
        /// The weights to measure
        #[arg(long)]
        weights: PathBuf,
        /// How many rolls to look ahead, 0 to 3
        #[arg(long, default_value_t = 0)]
        plies: u8,
        /// How many threads work
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Measure the cost of cube actions on a file of evaluated cube decisions, in thousandths of a point
    Cube {
        /// The file: JSON Lines, gzipped if its name ends in .gz
        file: PathBuf,
        /// The weights to measure
        #[arg(long)]
        weights: PathBuf,
        /// How many rolls to look ahead, 0 to 3
        #[arg(long, default_value_t = 0)]
        plies: u8,
        /// How many threads work
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Play games of two sets of weights against each other, at 0-ply, for money without a cube
    Duel {
        /// The weights whose points are counted
        weights: PathBuf,
        /// The other weights
        other: PathBuf,
        /// Begin the games at positions of this family instead of the start, such as containment
        #[arg(long, value_parser = Family::named)]
        family: Option<Family>,
        /// How many pairs of games with the same dice
        #[arg(long, default_value_t = 1000)]
        pairs: usize,
        /// What the dice begin with
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many threads work
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Measure evaluations and labels a second, on one thread, and how long the bear-off tables take
    Speed {
        /// The weights to measure with
        #[arg(long)]
        weights: PathBuf,
    },
    /// Draw a run's log as an SVG picture
    Plot {
        /// The log, as `log.jsonl` of the folder of a run
        log: PathBuf,
        /// The file to write
        file: PathBuf,
    },
    /// Write the mean of several files of weights; a file that is named twice counts twice
    Mean {
        /// The file to write
        file: PathBuf,
        /// The weights
        #[arg(required = true)]
        weights: Vec<PathBuf>,
    },
    /// Write weights with the lopsided net of others
    Graft {
        /// The file to write
        file: PathBuf,
        /// The weights whose contact net, race net and filter are taken
        weights: PathBuf,
        /// The weights whose lopsided net is taken
        lopsided: PathBuf,
    },
    /// Teach the filters of weights the evaluations of the contact and the lopsided net after every play of a roll
    Filters {
        /// The file to write
        file: PathBuf,
        /// The weights to begin with
        weights: PathBuf,
        /// How many rounds of 200 games; the learning rate falls to zero over them
        #[arg(long, default_value_t = 300)]
        rounds: u64,
        /// The learning rate of the first round
        #[arg(long, default_value_t = 1e-3)]
        rate: f32,
        /// What all random numbers begin with
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// How many threads play and learn; the result is the same for any number
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Work out the opening book by rollouts, or go on: everything is kept in a folder, and may be killed at any second
    Openings {
        /// The folder of the run
        folder: PathBuf,
        /// What the dice of a new run begin with
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Stop after this many cycles in all
        #[arg(long)]
        cycles: Option<u64>,
        /// How many threads play games; the result is the same for any number
        #[arg(long, default_value_t = 1)]
        threads: usize,
    },
    /// Write the weights of a run's checkpoint as the program reads them
    Export {
        /// The folder of the run
        folder: PathBuf,
        /// The file to write
        file: PathBuf,
    },
}

fn main() -> ExitCode {
    match run(Args::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        // A reader that closed the pipe needs no more.
        Err(error)
            if error
                .downcast_ref::<io::Error>()
                .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> Result<(), Box<dyn Error>> {
    match command {
        Command::Run {
            folder,
            rounds,
            seed,
            threads,
            cool_from,
            rare,
            rare_lambda,
            family,
            rate,
            lopsided_rate,
            only,
            from,
            round,
            labels,
        } => {
            let folder = Folder(folder);
            let state = match (folder.load()?, from, labels) {
                (Some(state), ..) => state,
                (None, None, None) => State::new(seed),
                (None, None, Some(other)) => {
                    State::relearning(seed, &fs::read(Folder(other).path("checkpoint"))?)
                        .ok_or("the other run's checkpoint is damaged")?
                }
                (None, Some(from), _) => {
                    let round = round.unwrap_or(NEXT_ROUNDS).max(NEXT_ROUNDS);
                    State::resumed(seed, round, &engine_of(&from)?)
                        .ok_or("the file's nets are wider than those that are trained")?
                }
            };
            let changed = |plan: Plan, round| {
                let plan = plan.with_rare(rare, rare_lambda).with_families(&family);
                let plan = plan.at_least(rate, lopsided_rate).with_only(&only);
                match (cool_from, rounds) {
                    (Some(from), Some(end)) => plan.cooled(round, from, end),
                    _ => plan,
                }
            };
            train(&folder, state, rounds, changed, threads)
        }
        Command::Measure { file, weights, plies, threads } => {
            let engine = engine(&weights)?;
            for measured in measure::measure(&file, &engine, plies, threads)? {
                writeln!(
                    io::stdout(),
                    "{:8} {:5} decisions {:8.3} mEq ± {:.3}",
                    measured.phase,
                    measured.decisions,
                    1000.0 * measured.mean,
                    1000.0 * measured.error
                )?;
            }
            Ok(())
        }
        Command::Cube { file, weights, plies, threads } => {
            for measured in cube::measure(&file, &engine(&weights)?, plies, threads)? {
                println!(
                    "{:8} {:5} decisions {:8.3} mEq ± {:.3}, {:.1} % right",
                    measured.what,
                    measured.decisions,
                    1000.0 * measured.mean,
                    1000.0 * measured.error,
                    100.0 * measured.right
                );
            }
            Ok(())
        }
        Command::Duel { weights, other, family, pairs, seed, threads } => {
            let (engine, other) = (engine(&weights)?, engine(&other)?);
            let (mean, error) = judge::games(&engine, Opponent::Engine(&other), family, pairs, seed, threads);
            writeln!(io::stdout(), "{} games: {mean:+.4} ± {error:.4} points a game", 2 * pairs)?;
            Ok(())
        }
        Command::Speed { weights } => Ok(speed(&engine(&weights)?)?),
        Command::Plot { log, file } => Ok(write(&file, plot::svg(&fs::read_to_string(log)?)?.as_bytes())?),
        Command::Mean { file, weights } => {
            let all = weights.iter().map(|weights| engine_of(weights)).collect::<Result<Vec<_>, _>>()?;
            let mean = net::mean(&all).ok_or("the nets of the files aren't of the same size")?;
            Ok(write(&file, &mean.to_bytes())?)
        }
        Command::Graft { file, weights, lopsided } => {
            let nets = Nets { lopsided: engine_of(&lopsided)?.lopsided, ..engine_of(&weights)? };
            Ok(write(&file, &nets.to_bytes())?)
        }
        Command::Filters { file, weights, rounds, rate, seed, threads } => {
            let nets = distil::filters(engine(&weights)?, rounds, rate, seed, threads)?;
            Ok(write(&file, &nets.to_bytes())?)
        }
        Command::Openings { folder, seed, cycles, threads } => openings::run(&folder, seed, threads, cycles),
        Command::Export { folder, file } => {
            let state = Folder(folder).load()?.ok_or("no checkpoint in the folder")?;
            Ok(write(&file, &state.nets().to_bytes())?)
        }
    }
}

fn engine(weights: &Path) -> Result<Engine, Box<dyn Error>> {
    Ok(Engine::with_tables(Nets::from_bytes(&fs::read(weights)?)?, OneSided::build, TwoSided::build))
}

/// A line of the log, without what a round didn't measure.
#[derive(Serialize)]
struct Log {
    round: u64,
    teacher: &'static str,
    /// The seconds that the run has taken, over all its sessions.
    seconds: f64,
    games: u64,
    /// New labels of this round, and the seconds of making them and of training on them.
    labels: usize,
    label_seconds: f64,
    learn_seconds: f64,
    rate: f32,
    /// The root of the mean squared difference between labels and nets, in points.
    surprise: f64,
    /// The cross-entropy of the nets above that of the labels with themselves: contact, race, filter, lopsided.
    divergence: [f64; NETS],
    /// The same for the contact net before it was trained on the labels of this round, in games from the
    /// opening.
    unlearnt: f64,
    /// The share of games that started from rare families.
    rare: f32,
    /// The weight of the rest of the game in their labels.
    rare_lambda: f32,
    /// For each family that games started from: the turns, and their surprise.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    families: BTreeMap<&'static str, (usize, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trial: Option<Trial>,
}

/// The results of a trial, each with its standard error.
#[derive(Serialize)]
struct Trial {
    /// The loss on the selection set, in thousandths of a point, and the round of the nets that evaluated it.
    #[serde(skip_serializing_if = "Option::is_none")]
    loss: Option<(f64, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    judge: Option<u64>,
    /// Points per game against a player of random plays.
    #[serde(skip_serializing_if = "Option::is_none")]
    random: Option<(f64, f64)>,
    /// Points per game against the nets at the end of TD.
    #[serde(skip_serializing_if = "Option::is_none")]
    reference: Option<(f64, f64)>,
}

/// The selection set, and the round of the nets that evaluated it.
struct Selection {
    judge: u64,
    decisions: Vec<Decision>,
}

fn train(
    folder: &Folder,
    mut state: State,
    rounds: Option<u64>,
    changed: impl Fn(Plan, u64) -> Plan,
    threads: usize,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(&folder.0)?;
    let mut engine = Engine::with_nets(state.nets());
    let mut reference = match engine_of(&folder.path(REFERENCE)) {
        Ok(nets) if state.round > NEXT_ROUNDS => Some(Engine { nets, ..engine.clone() }),
        _ => None,
    };
    let mut selection = None;
    let mut work = Work::default();
    let mut saved = Instant::now();
    while rounds.is_none_or(|rounds| state.round < rounds) {
        let began = Instant::now();
        let plan = if state.round < state.relearnt {
            relearn(state.round + RELEARN_ROUNDS - state.relearnt, state.round)
        } else {
            plan(state.round, state.labels)
        };
        let plan = changed(plan, state.round);
        engine.nets = state.nets();
        // Untrained nets evaluate no selection set and play no opponents.
        let knows = state.round >= NEXT_ROUNDS.max(state.relearnt);
        if knows && reference.is_none() {
            write(&folder.path(REFERENCE), &engine.nets.to_bytes())?;
            reference = Some(engine.clone());
        }
        if plan.milestone {
            write(&folder.path(&format!("weights-{:05}.bin", state.round)), &engine.nets.to_bytes())?;
        }
        if plan.judge || (knows && !folder.path("judge.bin").exists()) {
            let name = folder.path("judge.bin");
            write(&name, &engine.nets.to_bytes())?;
            write(&folder.path("judge.round"), state.round.to_string().as_bytes())?;
            selection = None;
        }
        if selection.is_none() && plan.trial && knows {
            selection = Some(select(folder, &engine, state.seed, threads)?);
        }
        let trial =
            plan.trial.then(|| tried(&state, &engine, reference.as_ref(), selection.as_ref(), threads));
        let log = round(&mut state, &engine, plan, &mut work, threads, began, trial);
        let line = serde_json::to_string(&log)?;
        // The log file matters: a run continues even if standard output is closed.
        let _ = writeln!(io::stdout(), "{line}");
        let mut file = OpenOptions::new().create(true).append(true).open(folder.path("log.jsonl"))?;
        writeln!(file, "{line}")?;
        let last = rounds == Some(state.round);
        if last || saved.elapsed().as_secs_f64() > CHECKPOINT_EVERY || state.round == 1 {
            folder.save(&state)?;
            saved = Instant::now();
        }
    }
    Ok(())
}

fn engine_of(path: &Path) -> Result<Nets, Box<dyn Error>> {
    Ok(Nets::from_bytes(&fs::read(path)?)?)
}

/// Makes the selection set with the evaluator stored in the folder.
fn select(folder: &Folder, engine: &Engine, seed: u64, threads: usize) -> Result<Selection, Box<dyn Error>> {
    let judge = Engine { nets: engine_of(&folder.path("judge.bin"))?, ..engine.clone() };
    let round = fs::read_to_string(folder.path("judge.round"))?.trim().parse()?;
    Ok(Selection { judge: round, decisions: judge::decisions(&judge, seed, threads) })
}

fn tried(
    state: &State,
    engine: &Engine,
    reference: Option<&Engine>,
    selection: Option<&Selection>,
    threads: usize,
) -> Trial {
    Trial {
        loss: selection.map(|selection| {
            let (mean, error) = judge::loss(&selection.decisions, engine, threads);
            (1000.0 * mean, 1000.0 * error)
        }),
        judge: selection.map(|selection| selection.judge),
        random: reference
            .is_none()
            .then(|| judge::games(engine, Opponent::Random, None, 200, state.seed ^ state.round, threads)),
        reference: reference.map(|reference| {
            judge::games(engine, Opponent::Engine(reference), None, 1000, state.seed ^ state.round, threads)
        }),
    }
}

/// Plays the games of a round and trains on them.
fn round(
    state: &mut State,
    engine: &Engine,
    plan: Plan,
    work: &mut Work,
    threads: usize,
    began: Instant,
    trial: Option<Trial>,
) -> Log {
    let number = state.round;
    let clock = Instant::now();
    let harvest = games(engine, plan.style, [state.seed, number], plan.games, threads);
    let label_seconds = clock.elapsed().as_secs_f64();
    let labels = harvest.samples.len();
    let families = Family::ALL.iter().zip(harvest.families).filter(|(_, (turns, _))| *turns > 0);
    let families = families
        .map(|(&(family, _), (turns, sum))| (family.name(), (turns, (sum / turns as f64).sqrt())))
        .collect();
    let unlearnt = harvest.unlearnt.0 / harvest.unlearnt.1.max(1) as f64;
    state.remember(harvest.samples);

    let clock = Instant::now();
    let mut random = Random::new(&[state.seed, number, u64::MAX]);
    let divergence = learn(state, plan, labels, &mut random, work, threads);
    let learn_seconds = clock.elapsed().as_secs_f64();

    state.round += 1;
    state.games += plan.games as u64;
    let search = plan.style.teacher == selfplay::Teacher::Search;
    if search {
        state.labels += labels as u64;
    }
    if number + 1 == NEXT_ROUNDS {
        // The labels of TD are too poor for further training.
        state.memory.clear();
    }
    state.seconds += began.elapsed().as_secs_f64();
    Log {
        round: number,
        teacher: match (plan.games, search) {
            (0, _) => "labels",
            (_, true) => "search",
            (_, false) => "next",
        },
        seconds: state.seconds,
        games: state.games,
        labels,
        label_seconds,
        learn_seconds,
        rate: plan.pace.rate,
        surprise: (harvest.surprise / harvest.turns.max(1) as f64).sqrt(),
        divergence,
        unlearnt,
        rare: plan.style.rare,
        rare_lambda: plan.style.rare_lambda,
        families,
        trial,
    }
}

/// Trains on the latest labels, drawn at random, and returns the mean loss of each net.
fn learn(
    state: &mut State,
    plan: Plan,
    labels: usize,
    random: &mut Random,
    work: &mut Work,
    threads: usize,
) -> [f64; NETS] {
    let window = plan.window.min(state.memory.len());
    let old = state.memory.len() - window;
    let draws = (labels as f32 * plan.passes) as usize + plan.draws;
    let mut waiting: [Vec<&Sample>; NETS] = [const { Vec::new() }; NETS];
    let (mut sums, mut counts) = ([0.0; NETS], [0usize; NETS]);
    let all = if window <= plan.least { 0 } else { (draws as f32 * plan.race_passes) as usize };
    for draw in 0..all {
        let sample = &state.memory[old + random.below(window)];
        let nets: &[usize] = match Class::of(&sample.board) {
            Class::Contact if draw >= draws => continue,
            Class::Contact if Nets::is_lopsided(&sample.board) => &[3, 4],
            Class::Contact => &[0, 2],
            _ => &[1],
        };
        for &net in nets.iter().filter(|&&net| plan.learns[net]) {
            waiting[net].push(sample);
            if waiting[net].len() == BATCH {
                sums[net] += state.learners[net].step(&waiting[net], plan.pace_of(net), work, threads);
                counts[net] += BATCH;
                waiting[net].clear();
            }
        }
    }
    std::array::from_fn(|net| sums[net] / counts[net].max(1) as f64)
}

/// Prints the speed of the nets, on positions of their own games, and of the bear-off tables.
fn speed(engine: &Engine) -> io::Result<()> {
    let clock = Instant::now();
    let one_sided = std::hint::black_box(OneSided::build()).mean(Home([15, 0, 0, 0, 0, 0]));
    let one_sided = (clock.elapsed().as_secs_f64(), one_sided);
    let clock = Instant::now();
    let two_sided =
        std::hint::black_box(TwoSided::build()).money(Home([6, 0, 0, 0, 0, 0]), Home([6, 0, 0, 0, 0, 0]));
    let two_sided = (clock.elapsed().as_secs_f64(), two_sided.map_or(0.0, |money| money.centred));
    writeln!(
        io::stdout(),
        "bear-offs: one-sided in {:.2} s ({}), two-sided in {:.2} s ({})",
        one_sided.0,
        one_sided.1,
        two_sided.0,
        two_sided.1
    )?;
    let mut candidates = Candidates::default();
    let mut random = Random::new(&[7]);
    let mut boards = Vec::new();
    while boards.len() < 400 {
        let mut board = Board::START;
        for _ in 0..random.below(50) {
            board = engine.best(&board, random.roll(), &mut candidates).0;
        }
        if Class::of(&board) == Class::Contact {
            boards.push(board);
        }
    }
    let mut sum = 0.0;
    let clock = Instant::now();
    for _ in 0..1000 {
        for board in &boards {
            sum += engine.evaluate(board).equity();
        }
    }
    let evaluations = 1000.0 * boards.len() as f64 / clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    let mut count = 0;
    for board in &boards {
        for roll in Roll::ALL {
            let _ = engine.best_of_all(board, roll, &mut candidates);
            count += candidates.list().len();
        }
    }
    let played = count as f64 / clock.elapsed().as_secs_f64();
    let clock = Instant::now();
    for board in &boards {
        sum += engine.one_ply(board, &mut candidates).equity();
    }
    let labels = boards.len() as f64 / clock.elapsed().as_secs_f64();
    writeln!(
        io::stdout(),
        "{evaluations:.0} contact evaluations/s, {played:.0} with generating the plays, {labels:.0} 1-ply labels/s (sum {sum:.3})"
    )
}
