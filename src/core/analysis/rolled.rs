//! Rollouts in GNU Backgammon's notation, as its files store them: their results and how their games were played.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::analysis::rolled::Rolled;
//!
//! let level = "ver 3 0C 1 0.000000 1 ";
//! let players = format!("cube0 {level} cheq0 {level} cube1 {level} cheq1 {level}");
//! let later = format!("latecube0 {level} latecheq0 {level} latecube1 {level} latecheq1 {level}");
//! let text = format!(
//!     "X ver 3 Score 0.2 0.1 Trials 36 Output 0.5 0.2 0 0.1 0 0.1 0.6 StdDev 0 0 0 0 0 0 0.01 \
//!      SK 0 RC 1 1 0 1 0 0 10 1 1 5 \"Mersenne Twister\" 17  {players}{later}"
//! );
//! let rolled = Rolled::read(&text).expect("a rollout");
//! assert_eq!((rolled.games, rolled.results.len(), rolled.results[0].errors[6]), (36, 1, 0.01));
//! assert_eq!(rolled.manner.expect("how it was made").seed, "17");
//! ```

use super::stored::Settings;
use crate::engine::move_filters::{FilterLevel, MOST_FILTERED};

/// A rollout of a play or of a cube decision.
#[derive(Clone, Debug, PartialEq)]
pub struct Rolled {
    /// The number of games.
    pub games: u64,
    /// One result for a play; for a cube decision those without a double and after one that is taken.
    pub results: Vec<Estimates>,
    /// How its games were played, if that is understood.
    pub manner: Option<Manner>,
}

/// A result of a rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimates {
    /// The five chances, the cubeless equity for the cube of its games, and the value with the cube: in a match the
    /// chance to win it, otherwise an equity.
    pub numbers: [f64; 7],
    /// Their standard errors.
    pub errors: [f64; 7],
}

/// How the games of a rollout were played.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a setting of its own")]
pub struct Manner {
    /// Whether there was a cube.
    pub is_cubeful: bool,
    /// Whether the luck was taken out.
    pub reduces_variance: bool,
    /// Whether the first roll was an opening roll.
    pub is_opening: bool,
    /// Whether the first rolls were spread evenly.
    pub is_stratified: bool,
    /// The number of turns after which games ended by an evaluation.
    pub truncation: Option<u32>,
    /// Whether games without a cube ended where the exact bear-off table has the value.
    pub ends_at_exact: bool,
    /// Whether they ended where the one-sided table has it.
    pub ends_at_one_sided: bool,
    /// The ten numbers of its settings, as they are stored: switches for the cube, variance reduction, the opening
    /// roll, evenly spread rolls, later settings and truncation; the turns of a truncation; switches for the exact and
    /// the one-sided table; the turns before the later settings.
    pub numbers: [u32; 10],
    /// The seed of the dice.
    pub seed: String,
    /// How player 0 and player 1 evaluated.
    pub players: [Levels; 2],
    /// The number of turns after which they evaluated in another way, and how.
    pub later: Option<(u32, [Levels; 2])>,
}

/// How a player evaluated in a rollout.
#[derive(Clone, Debug, PartialEq)]
pub struct Levels {
    /// For plays.
    pub plays: Settings,
    /// The selection of plays that were evaluated deeper, 0-ply first; `None` where a level is skipped.
    pub filters: Vec<Option<FilterLevel>>,
    /// For cube decisions.
    pub cube: Settings,
}

/// The most results of a rollout: those of a cube decision.
const MOST_RESULTS: usize = 2;

impl Rolled {
    /// Reads a rollout from the text of an evaluation. `None` if it isn't one.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let words: Vec<&str> = text.strip_prefix("X ver 3 ")?.split_ascii_whitespace().collect();
        let after = |words: &[&str], word: &str| words.iter().position(|it| *it == word).map(|at| at + 1);
        let games = words.get(after(&words, "Trials")?)?.parse().ok()?;
        let mut rest: &[&str] = &words;
        let mut results = Vec::new();
        while results.len() < MOST_RESULTS
            && let Some(at) = after(rest, "Output")
        {
            let output = &rest[at..];
            let errors = &output[after(output, "StdDev")?..];
            results.push(Estimates { numbers: seven(output)?, errors: seven(errors)? });
            rest = errors;
        }
        let manner = after(rest, "RC").and_then(|_| manner(text.split_once(" RC ")?.1));
        (!results.is_empty()).then_some(Self { games, results, manner })
    }

    /// Returns `true` if its games had a cube; also if the text doesn't contain how they were played.
    #[must_use]
    pub fn is_cubeful(&self) -> bool {
        self.manner.as_ref().is_none_or(|manner| manner.is_cubeful)
    }
}

/// Reads the first seven numbers.
fn seven(words: &[&str]) -> Option<[f64; 7]> {
    let mut numbers = [0.0; 7];
    for (number, word) in numbers.iter_mut().zip(words.first_chunk::<7>()?) {
        *number = word.parse().ok().filter(|number: &f64| number.is_finite())?;
    }
    Some(numbers)
}

fn manner(text: &str) -> Option<Manner> {
    // The name of the dice is quoted, and may contain spaces.
    let (head, rest) = text.split_once('"')?;
    let (_, rest) = rest.split_once('"')?;
    let head: Vec<u32> =
        head.split_ascii_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let numbers = *head.first_chunk()?;
    let [cubeful, variance, opening, stratified, is_later, truncated, depth, exact, one_sided, late] =
        numbers;
    let words: Vec<&str> = rest.split_ascii_whitespace().collect();
    let players = [levels(&words, ["cube0", "cheq0"])?, levels(&words, ["cube1", "cheq1"])?];
    let later = if is_later == 0 {
        None
    } else {
        let late_players = [["latecube0", "latecheq0"], ["latecube1", "latecheq1"]];
        let [zero, one] = late_players.map(|names| levels(&words, names));
        Some((late, [zero?, one?]))
    };
    Some(Manner {
        is_cubeful: cubeful != 0,
        reduces_variance: variance != 0,
        is_opening: opening != 0,
        is_stratified: stratified != 0,
        truncation: (truncated != 0 && depth > 0).then_some(depth),
        ends_at_exact: exact != 0,
        ends_at_one_sided: one_sided != 0,
        numbers,
        seed: (*words.first()?).to_owned(),
        players,
        later,
    })
}

/// Reads how one player evaluated: the settings after the names of the cube and of the plays, and the filters of the
/// plays.
fn levels(words: &[&str], [cube, plays]: [&str; 2]) -> Option<Levels> {
    let after_name = |name: &str| words.iter().position(|word| *word == name).map(|at| &words[at + 1..]);
    let after_plays = after_name(plays)?;
    let plies = settings(after_plays)?;
    // `ver 3 1C 1 0.000000 1 filt0 0 8 0.16000`.
    let filters = match after_plays.get(6) {
        Some(word) if word.contains("filt") => filters(&after_plays[7..], plies.plies)?,
        _ => Vec::new(),
    };
    Some(Levels { plays: plies, filters, cube: settings(after_name(cube)?)? })
}

/// Reads `ver 3 2C 1 0.000000 1`: the mode, whether the noise is the same each time, the noise, whether hopeless plays
/// are dropped first.
fn settings(words: &[&str]) -> Option<Settings> {
    let &["ver", "3", mode, deterministic, noise, prune] = words.first_chunk()? else { return None };
    Settings::read([mode, deterministic, noise, prune])
}

/// Reads the filters of a search: three numbers for each ply, of which the first is negative where it is skipped.
fn filters(words: &[&str], plies: u8) -> Option<Vec<Option<FilterLevel>>> {
    let count = usize::from(plies).min(MOST_FILTERED);
    let mut levels = Vec::with_capacity(count);
    for three in words.chunks_exact(3).take(count) {
        let &[first, more, margin] = three else { return None };
        let first: i32 = first.parse().ok()?;
        levels.push(match u32::try_from(first) {
            Ok(first) => Some(FilterLevel { first, more: more.parse().ok()?, margin: margin.parse().ok()? }),
            Err(_) => None,
        });
    }
    (levels.len() == count).then_some(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAY: &str = "X ver 3 Score 0.2594998181 0.1880469173 Trials 36 Output 0.5506950021 0.1687856615 \
        0.007273295894 0.1159704104 0.004748237785 0.1880469173 0.5258124471 StdDev 0.001495358767 0.001708314405 \
        0.0003381489369 0.001032788539 0.0002493592037 0.004923188593 0.0008081701817 SK 0 RC 1 1 0 1 1 1 3 1 1 2 \
        \"Mersenne Twister\" 2551452933  cube0 ver 3 0C 1 0.000000 1  cheq0 ver 3 2C 1 0.000000 1 filt0 0 8 0.16000 -1 \
        0 0.00000  cube1 ver 3 0C 1 0.000000 1  cheq1 ver 3 0C 0 0.030000 1 latecube0 ver 3 2C 1 0.000000 1  \
        latecheq0 ver 3 0C 1 0.000000 1 latecube1 ver 3 2C 1 0.000000 1  latecheq1 ver 3 0C 1 0.000000 1 cubetrunc \
        ver 3 2C 1 0.000000 1 cheqtrunc ver 3 2C 1 0.000000 1";

    #[test]
    fn how_the_games_were_played_is_read() {
        let rolled = Rolled::read(PLAY).expect("a rollout");
        assert_eq!((rolled.games, rolled.results.len()), (36, 1));
        assert_eq!(
            (rolled.results[0].numbers[6], rolled.results[0].errors[0]),
            (0.525_812_447_1, 0.001_495_358_767)
        );
        let manner = rolled.manner.expect("how it was made");
        assert_eq!((manner.truncation, &*manner.seed, manner.is_opening), (Some(3), "2551452933", false));
        let [zero, one] = &manner.players;
        let first = Some(FilterLevel { first: 0, more: 8, margin: 0.16 });
        assert_eq!((zero.plays.plies, &*zero.filters), (2, &[first, None][..]));
        assert_eq!((one.plays.noise, one.plays.deterministic, one.filters.len()), (0.03, false, 0));
        assert_eq!(manner.later.map(|(turns, players)| (turns, players[0].cube.plies)), Some((2, 2)));
    }

    #[test]
    fn a_long_text_is_read_once() {
        let results = |count: usize, part: &str, end: &str| {
            let text = format!("X ver 3 Eq Trials 9 NoDouble {}{end}", part.repeat(count));
            Rolled::read(&text).map(|rolled| rolled.results.len())
        };
        let (output, errors) = ("Output 0 0 0 0 0 0 0 ", "StdDev 0 0 0 0 0 0 0 ");
        let both = format!("{output}{errors}");
        assert_eq!(results(1, &both, ""), Some(1));
        assert_eq!(results(40_000, &both, ""), Some(2));
        // Errors belong to the numbers before them; others are passed over.
        assert_eq!(results(40_000, errors, output), None);
        assert_eq!(results(40_000, errors, &both), Some(1));
    }

    #[test]
    fn a_cut_text_is_no_rollout() {
        let cut = |end: &str| Rolled::read(PLAY.split_once(end).expect("the word").0);
        assert_eq!(cut(" StdDev"), None);
        assert_eq!(cut(" Output"), None);
        assert_eq!(cut(" RC").expect("its results").manner, None);
        assert_eq!(Rolled::read("E ver 3 0.5 0.2 0.1 0.0 0.2 0.1 0C 0 0 0.000000 1"), None);
    }
}
