//! Evaluations in GNU Backgammon's format: written for records that it can read, and read from them.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // A file of GNU Backgammon contains its analysis, which is written back unchanged.
//! # std::env::set_current_dir("../..")?;
//! let bytes = std::fs::read("testdata/sgf/valid/analysis.sgf")?;
//! let matches = barpoint::open("analysis.sgf", bytes)?;
//! let written = matches[0].written(matches[0].format).expect("SGF is written, too");
//! assert!(written.losses.is_empty());
//! # Ok(())
//! # }
//! ```

use super::rolled::Rolled;
use crate::formats::sgf::analysis;
use crate::game::record::{Analysis, Candidate, Chances, CubeAnalysis, Evaluation, MatchRecord};
use crate::rules::Leg;

/// An evaluation to be stored, from the view of the side that decides.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stored {
    /// The number of plies searched.
    pub plies: u8,
    /// Whether the cube counts.
    pub cubeful: bool,
    /// The chances; gammons include backgammons.
    pub chances: Chances,
}

impl Stored {
    fn mode(&self) -> String {
        format!("{}{}", self.plies, if self.cubeful { "C" } else { "" })
    }

    fn chances(&self) -> String {
        <[f64; 5]>::from(self.chances).map(|number| format!("{number:.6}")).join(" ")
    }

    /// Returns a candidate play as GNU Backgammon stores it, with its normalised equity.
    #[must_use]
    pub fn candidate(&self, legs: Vec<Leg>, equity: f64) -> Candidate {
        let settings = format!("E ver 3 {} {equity:.6} {} 0 1 0.000000 1", self.chances(), self.mode());
        Candidate { legs: legs.into(), evaluation: analysis::evaluation(&settings) }
    }

    /// Returns a cube decision as GNU Backgammon stores it: the cubeless equity, and the values of no double and of a
    /// double that is taken with the cube, as [`cube_values`] returns them.
    #[must_use]
    pub fn cube(&self, cubeless: f64, [no_double, double_take]: [f64; 2]) -> CubeAnalysis {
        let (mode, chances) = (self.mode(), self.chances());
        analysis::cube(&format!(
            "E ver 3 {mode} 1 0.000000 1 {chances} {cubeless:.6} {no_double:.6} {chances} {cubeless:.6} {double_take:.6}"
        ))
    }
}

/// Reads the values of no double and of a double that is taken, with the cube, from a cube decision that GNU Backgammon
/// evaluated or rolled out. In a match these are chances to win it, otherwise points for the cube as it stands before
/// the double. `None` for analyses of other programs and other kinds.
#[must_use]
pub fn cube_values(analysis: &CubeAnalysis) -> Option<[f64; 2]> {
    Some(cube_numbers(analysis)?.map(|numbers| numbers[6]))
}

/// Reads all numbers of such a decision, without a double and after one that is taken: the chances, the cubeless
/// equity, and the values of [`cube_values`].
#[doc(hidden)]
#[must_use]
pub fn cube_numbers(analysis: &CubeAnalysis) -> Option<[[f64; 7]; 2]> {
    let text = &analysis.no_double.settings;
    if analysis::is_rolled(text) {
        let results = Rolled::read(text)?.results;
        let [without, taken] = *results.first_chunk()?;
        return Some([without.numbers, taken.numbers]);
    }
    let rest = text.strip_prefix("E ver 3 ")?;
    let mut words = rest.split(' ').skip(4);
    let mut numbers = [[0.0; 7]; 2];
    for number in numbers.iter_mut().flatten() {
        *number = words.next()?.parse().ok().filter(|number: &f64| number.is_finite())?;
    }
    Some(numbers)
}

/// The settings of an evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The number of plies searched.
    pub plies: u8,
    /// Whether the cube counts.
    pub cubeful: bool,
    /// Whether a position gets the same noise each time.
    pub deterministic: bool,
    /// Whether a small net dropped hopeless plays first.
    pub prune: bool,
    /// The standard deviation of the noise, in chances.
    pub noise: f32,
}

impl Settings {
    /// GNU Backgammon's default nearly everywhere.
    pub const WORLD_CLASS: Self =
        Self { plies: 2, cubeful: true, prune: true, noise: 0.0, deterministic: true };
    /// GNU Backgammon's default for luck.
    pub const LUCK: Self = Self { plies: 0, prune: false, ..Self::WORLD_CLASS };

    /// The most plies that can be set.
    pub const MOST_PLIES: u8 = 7;
}

/// Reads the settings of an evaluation in GNU Backgammon's format.
#[must_use]
pub fn settings(evaluation: &Evaluation) -> Option<Settings> {
    let words = evaluation.settings.strip_prefix("E ver 3 ")?.split(' ');
    // The mode is the first word of a cube decision, and comes after six numbers in a candidate, with one that isn't used
    // after it.
    let mut words = words.skip_while(|word| word.contains('.'));
    let mode = words.next()?;
    let rest: Vec<&str> = words.collect();
    let is_candidate = rest.len() == 4;
    let [deterministic, noise, prune] = *rest.get(usize::from(is_candidate)..)?.first_chunk()?;
    Settings::read([mode, deterministic, noise, prune])
}

impl Settings {
    /// Reads the mode, whether the noise is the same each time, the noise, whether hopeless plays are dropped first:
    /// `2C 1 0.000000 1`.
    pub(super) fn read([mode, deterministic, noise, prune]: [&str; 4]) -> Option<Self> {
        Some(Self {
            plies: mode.trim_end_matches('C').parse().ok()?,
            cubeful: mode.ends_with('C'),
            deterministic: deterministic != "0",
            prune: prune != "0",
            noise: noise.parse().ok()?,
        })
    }
}

/// Returns `true` if an analysis contains a rollout in GNU Backgammon's format.
#[must_use]
pub fn is_rollout(stored: &Analysis) -> bool {
    match stored {
        Analysis::Play(play) => {
            play.candidates.iter().any(|candidate| analysis::is_rolled(&candidate.evaluation.settings))
        }
        Analysis::Cube(cube) => analysis::is_rolled(&cube.no_double.settings),
    }
}

/// Returns the number of analyses of a record that contain a rollout in GNU Backgammon's format.
#[must_use]
pub fn rollouts(record: &MatchRecord) -> usize {
    record.notes().flat_map(|notes| &notes.analyses).filter(|analysis| is_rollout(analysis)).count()
}

/// Returns the number of plies of an evaluation in GNU Backgammon's format.
#[must_use]
pub fn plies(evaluation: &Evaluation) -> Option<u8> {
    settings(evaluation).map(|settings| settings.plies)
}

/// Returns `true` if an evaluation in GNU Backgammon's format includes the cube.
#[must_use]
pub fn is_cubeful(evaluation: &Evaluation) -> bool {
    settings(evaluation).is_some_and(|settings| settings.cubeful)
}

/// Returns the number of games of a rollout in GNU Backgammon's format.
#[must_use]
pub fn games(evaluation: &Evaluation) -> Option<u64> {
    if !analysis::is_rolled(&evaluation.settings) {
        return None;
    }
    Rolled::read(&evaluation.settings).map(|rolled| rolled.games)
}

/// Returns legs in the order of GNU Backgammon's candidates: from the highest point down.
#[must_use]
pub fn in_order(mut legs: Vec<Leg>) -> Vec<Leg> {
    legs.sort_by_key(|leg| std::cmp::Reverse((leg.from.number(), leg.to.number())));
    legs
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Place, Side};
    use crate::game::record::PlayAnalysis;

    const CHANCES: Chances = Chances {
        win: 0.550_952,
        win_gammon: 0.173_708,
        win_backgammon: 0.012_809,
        lose_gammon: 0.124_388,
        lose_backgammon: 0.005_021,
    };

    #[test]
    fn what_is_stored_is_read_as_the_same() {
        let stored = Stored { plies: 2, cubeful: true, chances: CHANCES };
        let leg = |from, to| Leg {
            from: Place::from_number(from).expect("a place"),
            to: Place::from_number(to).expect("a place"),
            hit: false,
        };
        let candidate = stored.candidate(in_order(vec![leg(6, 5), leg(8, 5)]), 0.219_078);
        let (program, candidates) = ("gnubg".into(), vec![candidate.clone()]);
        let analysis = PlayAnalysis { program, candidates, played: Some(0) };
        assert_eq!(
            analysis::play_values(&analysis, Side::Zero)[1],
            "hefe E ver 3 0.550952 0.173708 0.012809 0.124388 0.005021 0.219078 2C 0 1 0.000000 1"
        );
        assert_eq!(candidate.evaluation.chances, Some(CHANCES));
        assert_eq!((candidate.evaluation.equity, plies(&candidate.evaluation)), (Some(0.219_078), Some(2)));
        let cube = stored.cube(0.3, [0.52, 0.51]);
        assert_eq!((cube_values(&cube), plies(&cube.no_double)), (Some([0.52, 0.51]), Some(2)));
        assert_eq!((cube.no_double.chances, cube.no_double.equity), (Some(CHANCES), Some(0.3)));
    }

    #[test]
    fn rollouts_have_the_numbers_of_evaluations() {
        let candidate = analysis::evaluation(
            "X ver 3 Score 0.2595 0.188 Trials 36 Output 0.55 0.17 0.01 0.12 0.005 0.188 0.5258 StdDev 0.001 0.002 0 0.001 \
             0 0.005 0.0008 SK 0",
        );
        assert_eq!((candidate.equity, games(&candidate), plies(&candidate)), (Some(0.2595), Some(36), None));
        assert_eq!(candidate.chances.map(|chances| chances.lose_gammon), Some(0.12));
        let cube = analysis::cube(
            "X ver 3 Eq Trials 72 NoDouble Output 0.55 0.17 0.01 0.12 0.005 0.188 0.52 StdDev 0 0 0 0 0 0 0 DoubleTake \
             Output 0.56 0.17 0.01 0.12 0.005 0.19 0.51 StdDev 0 0 0 0 0 0 0 SK 0",
        );
        assert_eq!((cube_values(&cube), games(&cube.no_double)), (Some([0.52, 0.51]), Some(72)));
        assert_eq!(
            (cube.no_double.equity, cube.no_double.chances.map(|it| it.win)),
            (Some(0.188), Some(0.55))
        );
    }

    #[test]
    fn words_of_others_have_no_numbers() {
        let other = Evaluation { settings: "XG Roller++".into(), ..Evaluation::default() };
        assert_eq!(plies(&other), None);
        assert_eq!(cube_values(&CubeAnalysis { no_double: other, ..CubeAnalysis::default() }), None);
    }
}
