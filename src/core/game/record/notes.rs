//! The parts of a record beyond the play: annotations, analyses, clock times, and whatever exists only in its
//! format.

use super::{Entry, Spanned};
use crate::diag::Span;
use crate::rules::Leg;
use smallvec::SmallVec;
use smol_str::SmolStr;

/// The notes of an entry, or of a game, beyond the play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Notes {
    /// An annotator's rating of the play.
    pub play: Option<Annotation>,
    /// An annotator's rating of the cube decision: a double, no double, a take or a pass.
    pub cube: Option<Annotation>,
    /// An annotator's rating of the roll's luck.
    pub luck: Option<Rating>,
    /// The luck of the roll in points of equity, from the mover's view.
    pub luck_value: Option<f64>,
    /// Stored analyses, in the order written: seldom more than one of the cube and one of the play.
    pub analyses: SmallVec<[Analysis; 2]>,
    /// The clock.
    pub clock: Option<Clock>,
    /// Facts that only the format has, verbatim: properties, statistics, fields.
    pub properties: Vec<Property>,
    /// Other possible continuations of the game from before this entry, in the order written.
    pub variations: Vec<Variation>,
}

impl Notes {
    /// Returns the analyses of the cube decision.
    pub fn cube_analyses(&self) -> impl Iterator<Item = &CubeAnalysis> {
        self.analyses.iter().filter_map(|analysis| match analysis {
            Analysis::Cube(cube) => Some(&**cube),
            Analysis::Play(_) => None,
        })
    }

    /// Returns the analyses of the play.
    pub fn play_analyses(&self) -> impl Iterator<Item = &PlayAnalysis> {
        self.analyses.iter().filter_map(|analysis| match analysis {
            Analysis::Play(play) => Some(play),
            Analysis::Cube(_) => None,
        })
    }

    /// Returns the first property with this key.
    pub(crate) fn property(&self, key: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.key == key)
    }
}

/// An annotator's mark of an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Annotation {
    /// Very bad: a blunder.
    VeryBad,
    /// Bad: an error.
    Bad,
    /// Doubtful.
    Doubtful,
    /// Good.
    Good,
    /// Very good.
    VeryGood,
    /// Interesting.
    Interesting,
}

/// An annotator's mark of a roll's luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rating {
    /// Very unlucky: a joker for the opponent.
    VeryUnlucky,
    /// Unlucky.
    Unlucky,
    /// Lucky.
    Lucky,
    /// Very lucky: a joker.
    VeryLucky,
}

impl Rating {
    /// Returns its words: `very lucky`.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::VeryUnlucky => "very unlucky",
            Self::Unlucky => "unlucky",
            Self::Lucky => "lucky",
            Self::VeryLucky => "very lucky",
        }
    }
}

/// A stored analysis.
#[derive(Clone, Debug, PartialEq)]
pub enum Analysis {
    /// Of a checker play.
    Play(PlayAnalysis),
    /// Of a cube decision.
    Cube(Box<CubeAnalysis>),
}

impl Analysis {
    /// Returns the program that made it.
    pub(crate) fn program(&self) -> &SmolStr {
        match self {
            Self::Play(play) => &play.program,
            Self::Cube(cube) => &cube.program,
        }
    }
}

/// The analysis of a checker play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlayAnalysis {
    /// The program that made it: `gnubg`, `xg`, `bgblitz`.
    pub program: SmolStr,
    /// The candidates in the order written, mostly the best first.
    pub candidates: Vec<Candidate>,
    /// The candidate that was played, counted from 0, if the analysis records it.
    pub played: Option<u32>,
}

/// One candidate play.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Candidate {
    /// The play, in the mover's numbering; empty if nothing can move.
    pub legs: SmallVec<[Leg; 4]>,
    /// Its evaluation, from the mover's view.
    pub evaluation: Evaluation,
}

/// The analysis of a cube decision; equities are in points from the doubler's view, with the cube at its
/// value before the double as the unit.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CubeAnalysis {
    /// The program that made it: `gnubg`, `xg`, `bgblitz`.
    pub program: SmolStr,
    /// The position without a double.
    pub no_double: Evaluation,
    /// The position after a double and take, where it has an evaluation of its own.
    pub double_take: Option<Evaluation>,
    /// The cubeful equity without a double.
    pub equity_no_double: Option<f64>,
    /// The cubeful equity of a double and take.
    pub equity_double_take: Option<f64>,
    /// The cubeful equity of a double and pass.
    pub equity_double_pass: Option<f64>,
    /// The chances to win the match, 0 to 1, where the record states them instead of equities: without a double, after a
    /// double and take, after a double and pass.
    pub mwc: [Option<f64>; 3],
}

/// The content of an evaluation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Evaluation {
    /// How it was made, in the program's own words (`E ver 3 0C 0 0 0.000000 1`, `XG Roller++`).
    pub settings: SmolStr,
    /// The chances.
    pub chances: Option<Chances>,
    /// The equity in points, from the view of the side that decides; cubeful or cubeless according to the
    /// settings.
    pub equity: Option<f64>,
    /// The chance to win the match, 0 to 1, from the same view, where the record states it instead of the equity.
    pub mwc: Option<f64>,
    /// The standard error of the equity, of a rollout.
    pub error: Option<f64>,
}

/// Chances from the view of the side that decides, each 0 to 1; gammons include backgammons.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Chances {
    /// To win at all.
    pub win: f64,
    /// To win a gammon or more.
    pub win_gammon: f64,
    /// To win a backgammon.
    pub win_backgammon: f64,
    /// To lose a gammon or more.
    pub lose_gammon: f64,
    /// To lose a backgammon.
    pub lose_backgammon: f64,
}

impl From<[f64; 5]> for Chances {
    /// Returns the chances, given in the order of their fields.
    fn from([win, win_gammon, win_backgammon, lose_gammon, lose_backgammon]: [f64; 5]) -> Self {
        Self { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon }
    }
}

impl From<Chances> for [f64; 5] {
    fn from(of: Chances) -> Self {
        [of.win, of.win_gammon, of.win_backgammon, of.lose_gammon, of.lose_backgammon]
    }
}

/// The clocks at an entry, in milliseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Clock {
    /// The time that the acting side used for it.
    pub used: Option<u64>,
    /// The time that the acting side has left after it.
    pub left: Option<u64>,
    /// The time that the other side has left.
    pub opponent_left: Option<u64>,
    /// The time of the entry, in milliseconds since 1970-01-01 00:00 UTC.
    pub at: Option<i64>,
}

/// A fact that only the record's own format can express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Property {
    /// The format's name for it, with the format before it: `sgf:KO`, `xg:AnalyzeM`.
    pub key: String,
    /// Its values, verbatim, without the format's escapes; their place is that of the first.
    pub values: Spanned<Vec<String>>,
}

impl Property {
    /// Returns a property with values at a place.
    pub(crate) fn new(key: impl Into<String>, values: Vec<String>, span: Span) -> Self {
        Self { key: key.into(), values: Spanned::new(values, span) }
    }
}

/// Another possible continuation of the game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Variation {
    /// Its entries; they may have variations of their own.
    pub entries: Vec<Entry>,
    /// Comments, each after the entry with this number, counted from 0.
    pub comments: Vec<(u32, String)>,
}

impl Variation {
    /// The most variations that may be inside each other.
    pub(crate) const DEEPEST: usize = 50;
}
