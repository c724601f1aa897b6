//! Works out the opening book by rollouts: the first rolls, and the replies to the plays in use.
//!
//! Everything is kept in a folder, and may be killed at any second: `positions` has the sums of all games so
//! far, `book.tsv` is the book by these games, `log.jsonl` has a line for each cycle. A cycle brings every
//! position that needs games to its next number of games, so that positions have about the same precision
//! whenever the run ends. Games are a function of their number, so the result is the same for any number of
//! threads and however often the run was interrupted.

use crate::random::Random;
use crate::store::write;
use barpoint::board::{Board, Roll};
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::rollout::{
    Depth, Estimate, GameSettings, Later, Player, SUMS, Sample, Start, Tally, Truncation,
};
use barpoint::engine::search::{Filter, Filters, Options, Search};
use barpoint::engine::{Chances, Engine};
use barpoint::notation::PositionId;
use serde::Serialize;
use std::error::Error;
use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::time::{Duration, Instant};

/// The number of seconds after which the state is written.
const SAVE_EVERY: Duration = Duration::from_secs(30);
const MAGIC: &str = "barpoint openings 1";

/// The games of a first play before those in use are chosen.
const FIRST_GAMES: u64 = 648;
/// The games that a cycle adds to a position.
const MORE_GAMES: u64 = 108;
/// The games that a cycle adds to a play whose games are played with and without truncation.
const WHOLE_GAMES: u64 = 108;
/// The largest difference to the best first play of a roll, at 2-ply, at which a play is rolled out.
const FIRST_MARGIN: f32 = 0.06;
/// The largest difference, by the first games, at which the replies to a first play are worked out.
const IN_USE: f32 = 0.03;
/// The largest difference to the best reply, at 2-ply, at which a reply is rolled out.
const REPLY_MARGIN: f32 = 0.04;
/// The number of joint standard errors by which a play is clearly worse than the best.
const CLEAR: f32 = 3.0;
/// The standard error that every position is rolled out to: first plays, replies.
const ERRORS: [f32; 2] = [0.002, 0.005];
/// The standard error of plays that aren't clearly worse than the best.
const CLOSE_ERRORS: [f32; 2] = [0.0015, 0.003];

/// The filters of the searches that find the candidates.
const FILTERS: Filters = Filters {
    inside: Filters::PLAIN.inside,
    deeper: [Filter { keep: 10, margin: 0.16 }, Filter { keep: 6, margin: 0.08 }, Filters::PLAIN.deeper[2]],
};

/// A play of a first roll, or a reply to one, and its games.
#[derive(Clone, Debug, PartialEq)]
struct Position {
    /// The place of the first play, for a reply.
    reply_to: Option<usize>,
    roll: Roll,
    play: String,
    /// The position after it, from the mover's view.
    after: Board,
    /// Whether its replies are worked out.
    is_in_use: bool,
    /// The numbers of games that this cycle brings the tallies to.
    targets: [u64; 2],
    tally: Tally,
    /// The differences of games played to the end to the same games truncated.
    whole: Tally,
}

/// The state of a run.
#[derive(Clone, Debug, PartialEq)]
struct State {
    seed: u64,
    weights: u32,
    /// The cycles that were begun.
    cycles: u64,
    /// First plays, then replies.
    positions: Vec<Position>,
}

/// A line of the log.
#[derive(Serialize)]
struct Log {
    cycle: u64,
    first_plays: usize,
    replies: usize,
    /// All games so far.
    games: u64,
    /// The largest standard error of a first play, and the median and the largest one of a reply.
    first_error: f32,
    reply_errors: [f32; 2],
    /// The mean difference of the equity, and of the cubeless one, to games that are played to the end, with standard
    /// errors.
    whole: [f32; 4],
    /// The seconds of this process so far, and the threads.
    seconds: f64,
    threads: usize,
}

/// Returns how games are played.
fn settings(seed: u64, is_truncated: bool) -> GameSettings {
    let deep = Depth { plays: 1, cube: 0 };
    GameSettings {
        levels: [deep; 2],
        later: Some(Later { from: 2, levels: [Depth::default(); 2] }),
        truncation: is_truncated.then_some(Truncation { turns: 8, plies: 1 }),
        seed,
        ..GameSettings::default()
    }
}

/// The cube of all evaluations: money with the Jacoby rule, as the program evaluates by default.
const MONEY: CubeState = CubeState::MONEY.without_beavers();

/// Runs until all positions are exact enough, or `cycles` are done.
pub(crate) fn run(
    folder: &Path,
    seed: u64,
    threads: usize,
    cycles: Option<u64>,
) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let nets = Nets::embedded();
    let mut crc = flate2::Crc::new();
    crc.update(&nets.to_bytes());
    let weights = crc.sum();
    let engine = Engine::new();
    let file = folder.join("positions");
    let mut state = match fs::read_to_string(&file) {
        Ok(text) => parse(&text).map_err(|line| format!("{}: line {line} is damaged", file.display()))?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            State { seed, weights, cycles: 0, positions: firsts(&engine) }
        }
        Err(error) => return Err(format!("cannot read {}: {error}", file.display()).into()),
    };
    if state.weights != weights {
        return Err("the folder's games were played with other weights; begin in a new folder".into());
    }
    let began = Instant::now();
    loop {
        play(&engine, &mut state, folder, threads)?;
        if state.cycles == 1 && state.positions.iter().all(|position| position.reply_to.is_none()) {
            choose(&mut state.positions);
            state.positions.extend(replies(&engine, &state.positions, threads));
            save(folder, &state)?;
            continue;
        }
        if state.cycles > 0 {
            let log = log(&state, began, threads);
            let mut file = OpenOptions::new().create(true).append(true).open(folder.join("log.jsonl"))?;
            writeln!(file, "{}", serde_json::to_string(&log)?)?;
        }
        if cycles.is_some_and(|cycles| state.cycles >= cycles) || !aim(&mut state) {
            return Ok(());
        }
        save(folder, &state)?;
    }
}

/// Returns the filtered plays of a roll within a margin of the best one at 2-ply.
fn plays(search: &mut Search<'_>, board: &Board, roll: Roll, margin: f32) -> Vec<(String, Board)> {
    let plays = search.plays(board, roll);
    let best = plays[0].evaluation;
    let is_close = |equity: f32, plies: u8| plies == best.plies && best.equity - equity <= margin;
    let close = plays.iter().filter(|play| is_close(play.evaluation.equity, play.evaluation.plies));
    close.map(|play| (play.play.to_string(), play.after)).collect()
}

fn search(engine: &Engine) -> Search<'_> {
    let options = Options { plies: 2, filters: FILTERS, ..Options::default() };
    Search::new(engine, MatchEquity::reaching(0), MONEY, options).expect("money needs no score")
}

fn position(reply_to: Option<usize>, roll: Roll, (play, after): (String, Board)) -> Position {
    Position {
        reply_to,
        roll,
        play,
        after,
        is_in_use: false,
        targets: [0; 2],
        tally: Tally::default(),
        whole: Tally::default(),
    }
}

/// Returns the candidates of all first rolls.
fn firsts(engine: &Engine) -> Vec<Position> {
    let mut search = search(engine);
    let rolls = Roll::ALL.into_iter().filter(|roll| !roll.is_doublet());
    let mut all = Vec::new();
    for roll in rolls {
        let plays = plays(&mut search, &Board::START, roll, FIRST_MARGIN);
        all.extend(plays.into_iter().map(|play| position(None, roll, play)));
    }
    all
}

/// Returns how far a play is behind the best of its kind, and the joint standard error.
fn behind(own: &Estimate, best: &Estimate) -> (f32, f32) {
    (best.equity - own.equity, best.error.hypot(own.error))
}

/// Returns the estimate of the best play in the same position for each; `None` without games.
fn best(positions: &[Position]) -> Vec<Option<Estimate>> {
    let of = |position: &Position| {
        let others = positions
            .iter()
            .filter(|other| other.roll == position.roll && other.reply_to == position.reply_to);
        let estimates = others.filter_map(|other| other.tally.estimate());
        estimates.max_by(|a, b| a.equity.total_cmp(&b.equity))
    };
    positions.iter().map(of).collect()
}

/// Chooses the first plays in use.
fn choose(positions: &mut [Position]) {
    let best = best(positions);
    for (position, best) in positions.iter_mut().zip(best) {
        let own = position.tally.estimate();
        position.is_in_use = own.zip(best).is_some_and(|(own, best)| behind(&own, &best).0 <= IN_USE);
    }
}

/// Returns the candidates of all replies to the plays in use.
fn replies(engine: &Engine, positions: &[Position], threads: usize) -> Vec<Position> {
    let decisions: Vec<(usize, Board, Roll)> = (positions.iter().enumerate())
        .filter(|(_, position)| position.is_in_use)
        .flat_map(|(place, position)| Roll::ALL.map(|roll| (place, position.after.flip(), roll)))
        .collect();
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            scope.spawn(|| {
                let mut search = search(engine);
                while let Some(&(place, board, roll)) = decisions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let plays = plays(&mut search, &board, roll, REPLY_MARGIN);
                    let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                    found.extend(
                        plays
                            .into_iter()
                            .enumerate()
                            .map(|(number, play)| ((place, roll, number), position(Some(place), roll, play))),
                    );
                }
            });
        }
    });
    let mut found = found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.sort_by_key(|((place, roll, number), _)| (*place, roll.low(), roll.high(), *number));
    found.into_iter().map(|(_, position)| position).collect()
}

/// Sets the games of the next cycle; `false` if all positions are exact enough.
fn aim(state: &mut State) -> bool {
    let best = best(&state.positions);
    let is_first_cycle = state.cycles == 0;
    let mut is_needed = false;
    for (position, best) in state.positions.iter_mut().zip(best) {
        let depth = usize::from(position.reply_to.is_some());
        let is_wanted = match position.tally.estimate().zip(best) {
            None => true,
            Some((own, best)) => {
                let (behind, joint) = behind(&own, &best);
                own.error > ERRORS[depth] || own.error > CLOSE_ERRORS[depth] && behind <= CLEAR * joint
            }
        };
        if is_wanted {
            is_needed = true;
            position.targets[0] =
                position.tally.games + if is_first_cycle { FIRST_GAMES } else { MORE_GAMES };
        }
    }
    if is_needed {
        state.cycles += 1;
        for position in state.positions.iter_mut().filter(|position| position.is_in_use) {
            position.targets[1] += WHOLE_GAMES;
        }
    }
    is_needed
}

/// Plays the games that this cycle still needs.
fn play(engine: &Engine, state: &mut State, folder: &Path, threads: usize) -> Result<(), Box<dyn Error>> {
    let units: Vec<usize> = (0..state.positions.len())
        .filter(|&place| {
            let position = &state.positions[place];
            position.tally.games < position.targets[0] || position.whole.games < position.targets[1]
        })
        .collect();
    let positions = state.positions.clone();
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.max(1) {
            let sender = sender.clone();
            let (units, positions, next, seed) = (&units, &positions, &next, state.seed);
            scope.spawn(move || {
                while let Some(&place) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tallies = tallies(engine, seed, &positions[place], key(positions, place));
                    if sender.send((place, tallies)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut saved = Instant::now();
        for (place, [tally, whole]) in receiver {
            state.positions[place].tally.merge(&tally);
            state.positions[place].whole.merge(&whole);
            if saved.elapsed() >= SAVE_EVERY {
                save(folder, state)?;
                saved = Instant::now();
            }
        }
        save(folder, state)
    })
}

/// Returns a number that is the same for all plays of a decision, and another one for each decision.
fn key(positions: &[Position], place: usize) -> u64 {
    let position = &positions[place];
    let before = position.reply_to.map_or(0, |first| {
        let bytes = PositionId::encode(&positions[first].after).bytes();
        bytes.iter().fold(1, |sum: u64, &byte| sum.wrapping_mul(0x0100_0000_01b3) ^ u64::from(byte))
    });
    let [high, low] = [position.roll.high(), position.roll.low()].map(|die| u64::from(die.pips()));
    Random::new(&[before, high, low]).next()
}

/// Plays the games of one position that this cycle still needs.
fn tallies(engine: &Engine, seed: u64, position: &Position, key: u64) -> [Tally; 2] {
    let seed = Random::new(&[seed, key]).next();
    let table = MatchEquity::reaching(0);
    let [mut truncated, mut ended] = [true, false].map(|is_truncated| {
        Player::new(engine, table, MONEY, &settings(seed, is_truncated)).expect("money needs no score")
    });
    let start = Start::After(position.after);
    let [mut tally, mut whole] = [Tally::default(), Tally::default()];
    for number in position.tally.games..position.targets[0] {
        tally.add(&truncated.play(&start, number));
    }
    for number in position.whole.games..position.targets[1] {
        let (short, long) = (truncated.play(&start, number), ended.play(&start, number));
        whole.add(&Sample {
            chances: Chances(std::array::from_fn(|end| long.chances.0[end] - short.chances.0[end])),
            cubeless: long.cubeless - short.cubeless,
            equity: long.equity - short.equity,
        });
    }
    [tally, whole]
}

fn log(state: &State, began: Instant, threads: usize) -> Log {
    let errors = |is_reply: bool| {
        let of = state.positions.iter().filter(|position| position.reply_to.is_some() == is_reply);
        let mut errors: Vec<f32> = of.filter_map(|of| of.tally.estimate()).map(|of| of.error).collect();
        errors.sort_by(f32::total_cmp);
        [errors.get(errors.len() / 2), errors.last()].map(|error| error.copied().unwrap_or(0.0))
    };
    let mut whole = Tally::default();
    state.positions.iter().for_each(|position| whole.merge(&position.whole));
    let whole = whole.estimate();
    Log {
        cycle: state.cycles,
        first_plays: state.positions.iter().filter(|position| position.reply_to.is_none()).count(),
        replies: state.positions.iter().filter(|position| position.reply_to.is_some()).count(),
        games: state.positions.iter().map(|position| position.tally.games + 2 * position.whole.games).sum(),
        first_error: errors(false)[1],
        reply_errors: errors(true),
        whole: whole.map_or([0.0; 4], |of| [of.equity, of.error, of.cubeless, of.cubeless_error]),
        seconds: began.elapsed().as_secs_f64(),
        threads,
    }
}

/// Writes the state, and the book by it.
fn save(folder: &Path, state: &State) -> Result<(), Box<dyn Error>> {
    write(&folder.join("positions"), print(state).as_bytes())?;
    Ok(write(&folder.join("book.tsv"), book(&state.positions).as_bytes())?)
}

fn print(state: &State) -> String {
    let mut text = format!("{MAGIC}\t{}\t{:08x}\t{}\n", state.seed, state.weights, state.cycles);
    for position in &state.positions {
        let first = position.reply_to.map_or_else(|| "-".to_owned(), |first| first.to_string());
        let id = PositionId::encode(&position.after);
        let [target, whole] = position.targets;
        let in_use = u8::from(position.is_in_use);
        let _ =
            write!(text, "{first}\t{}\t{}\t{id}\t{in_use}\t{target}\t{whole}", position.roll, position.play);
        for tally in [&position.tally, &position.whole] {
            let _ = write!(text, "\t{}", tally.games);
            for sum in tally.sums.iter().chain(&tally.squares) {
                let _ = write!(text, "\t{sum}");
            }
        }
        text.push('\n');
    }
    text
}

/// Reads a state; the error is the number of a line.
fn parse(text: &str) -> Result<State, usize> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().and_then(|(_, line)| {
        let mut fields = line.strip_prefix(MAGIC)?.strip_prefix('\t')?.split('\t');
        let seed = fields.next()?.parse().ok()?;
        let weights = u32::from_str_radix(fields.next()?, 16).ok()?;
        Some((seed, weights, fields.next()?.parse().ok()?))
    });
    let (seed, weights, cycles) = head.ok_or(1_usize)?;
    let positions = lines.map(|(number, line)| parse_position(line).ok_or(number + 1));
    Ok(State { seed, weights, cycles, positions: positions.collect::<Result<_, _>>()? })
}

fn parse_position(line: &str) -> Option<Position> {
    let mut fields = line.split('\t');
    let mut next = || fields.next();
    let first = next()?;
    let reply_to = if first == "-" { None } else { Some(first.parse().ok()?) };
    let (roll, play) = (next()?.parse().ok()?, next()?.to_owned());
    let after = next()?.parse::<PositionId>().ok()?.board(15).ok()?;
    let is_in_use = next()? == "1";
    let targets = [next()?.parse().ok()?, next()?.parse().ok()?];
    let mut tally = || {
        let games = next()?.parse().ok()?;
        let mut tally = Tally { games, ..Tally::default() };
        for sum in 0..SUMS {
            tally.sums[sum] = next()?.parse().ok()?;
        }
        for square in 0..SUMS {
            tally.squares[square] = next()?.parse().ok()?;
        }
        Some(tally)
    };
    let (tally, whole) = (tally()?, tally()?);
    Some(Position { reply_to, roll, play, after, is_in_use, targets, tally, whole })
}

/// Prints the book: first plays, the best first, each followed by its replies, with a tab before them.
fn book(positions: &[Position]) -> String {
    let mut text = String::from(HEAD);
    let mut whole = Tally::default();
    positions.iter().for_each(|position| whole.merge(&position.whole));
    if let Some(of) = whole.estimate().filter(|of| of.games > 1) {
        let _ = writeln!(
            text,
            "whole\t{}\t{:.4}\t{:.4}\t{:.4}\t{:.4}",
            of.games, of.equity, of.error, of.cubeless, of.cubeless_error
        );
    }
    for roll in Roll::ALL {
        for (place, first, estimate) in sorted(positions, None, roll) {
            row(&mut text, "", first, &estimate);
            for roll in Roll::ALL {
                for (_, reply, estimate) in sorted(positions, Some(place), roll) {
                    row(&mut text, "\t", reply, &estimate);
                }
            }
        }
    }
    text
}

/// The first lines of the book.
const HEAD: &str = "\
# Opening book: made by `cargo run --release -p train -- openings FOLDER`, described in docs/openings.md.
# Money, Jacoby rule, cube centred; from the view of the player who made the play.
# whole: games, mean difference of games played to the end to truncated ones: equity, error, cubeless, error
# roll, play, equity, standard error, chances in %: win, win gammon, win backgammon, lose gammon, lose backgammon; games
";

/// Returns the plays of a roll that have games, the best first, with their places.
fn sorted(positions: &[Position], reply_to: Option<usize>, roll: Roll) -> Vec<(usize, &Position, Estimate)> {
    let mut sorted: Vec<_> = (positions.iter().enumerate())
        .filter(|(_, position)| position.reply_to == reply_to && position.roll == roll)
        .filter_map(|(place, position)| Some((place, position, position.tally.estimate()?)))
        .collect();
    sorted.sort_by(|(_, _, a), (_, _, b)| b.equity.total_cmp(&a.equity));
    sorted
}

fn row(text: &mut String, indent: &str, position: &Position, estimate: &Estimate) {
    let chances = estimate.chances;
    let [lose_backgammon, win_backgammon] = [chances.0[0], chances.0[5]];
    let _ = write!(
        text,
        "{indent}{}\t{}\t{:.4}\t{:.4}",
        position.roll, position.play, estimate.equity, estimate.error
    );
    for chance in
        [chances.win(), chances.win_gammon(), win_backgammon, chances.lose_gammon(), lose_backgammon]
    {
        let _ = write!(text, "\t{:.2}", 100.0 * chance);
    }
    let _ = writeln!(text, "\t{}", estimate.games);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two plays of a first roll and a reply to one of them, with games to play.
    fn small() -> State {
        let engine = Engine::new();
        let mut positions: Vec<Position> =
            firsts(&engine).into_iter().filter(|first| first.roll.to_string() == "31").take(1).collect();
        let mut search = search(&engine);
        let board = positions[0].after.flip();
        let reply = plays(&mut search, &board, "52".parse().expect("a roll"), REPLY_MARGIN).remove(0);
        positions.push(position(Some(0), "52".parse().expect("a roll"), reply));
        positions[0].is_in_use = true;
        positions[0].targets = [24, 12];
        positions[1].targets = [36, 0];
        State { seed: 3, weights: 5, cycles: 1, positions }
    }

    fn folder(name: &str) -> std::path::PathBuf {
        let folder = std::env::temp_dir().join(format!("barpoint-openings-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        folder
    }

    #[test]
    fn a_run_that_was_interrupted_has_the_same_games_for_any_number_of_threads() {
        let engine = Engine::new();
        let folder = folder("resumed");
        let mut whole = small();
        play(&engine, &mut whole, &folder, 1).expect("a folder that can be written");

        let mut part = small();
        part.positions[0].targets = [12, 4];
        part.positions[1].targets = [0, 0];
        play(&engine, &mut part, &folder, 2).expect("a folder that can be written");
        let text = fs::read_to_string(folder.join("positions")).expect("the state");
        let mut part = parse(&text).expect("what was written");
        for (position, all) in part.positions.iter_mut().zip(&whole.positions) {
            position.targets = all.targets;
        }
        play(&engine, &mut part, &folder, 2).expect("a folder that can be written");
        assert_eq!(part, whole);
        assert_eq!(part.positions.iter().map(|of| of.tally.games).collect::<Vec<_>>(), [24, 36]);
        assert_eq!(parse(&print(&whole)), Ok(whole));
        fs::remove_dir_all(folder).expect("the folder");
    }

    #[test]
    fn a_damaged_state_is_named_by_its_line() {
        let text = print(&small());
        assert_eq!(parse("barpoint openings 0\n"), Err(1));
        assert_eq!(parse(&text[..text.len() - 9]), Err(3));
    }

    #[test]
    fn the_best_play_of_each_first_roll_is_a_candidate() {
        let plays: Vec<String> =
            firsts(&Engine::new()).iter().map(|first| format!("{}: {}", first.roll, first.play)).collect();
        for play in ["31: 8/5 6/5", "42: 8/4 6/4", "53: 8/3 6/3", "61: 13/7 8/7", "65: 24/13"] {
            assert!(plays.iter().any(|other| other == play), "{play} in {plays:?}");
        }
    }

    #[test]
    fn clearly_worse_plays_get_fewer_games() {
        let mut state = small();
        let mut second = state.positions[1].clone();
        let sample = |equity| Sample { chances: Chances::default(), cubeless: equity, equity };
        for number in 0..400 {
            let swing = if number % 2 == 0 { 0.08 } else { -0.08 };
            state.positions[1].tally.add(&sample(swing));
            second.tally.add(&sample(swing - 0.1));
        }
        state.positions.push(second);
        // 0.08 / √399 is 0.0040: enough for the worse play, not for the better one.
        assert!(aim(&mut state));
        assert_eq!(state.positions[1].targets[0], 400 + MORE_GAMES);
        assert_eq!(state.positions[2].targets[0], 36);
    }
}
