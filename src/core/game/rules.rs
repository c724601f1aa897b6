//! The rules of a match or session.

use super::{Cube, MAX_CUBE};
use crate::rules::{Outcome, Variant};

/// The rules in force for one match or money session.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[expect(clippy::struct_excessive_bools, reason = "each is a rule of its own, none excludes another")]
pub struct Rules {
    /// The start position and the number of checkers.
    pub variant: Variant,
    /// The match length in points, at most 32,767; 0 for a money session.
    pub length: u16,
    /// Whether the first game in which a player is 1-away is played without the cube.
    pub crawford: bool,
    /// Whether gammons and backgammons count only once the cube was turned (money sessions only).
    pub jacoby: bool,
    /// The most immediate redoubles (beaver, raccoon, …) after one double (money sessions only).
    pub beavers: u8,
    /// The most equal opening rolls that double the cube (money sessions only).
    pub automatic_doubles: u8,
    /// Whether the cube is used at all.
    pub cube: bool,
    /// The largest value of the cube.
    pub cube_limit: u32,
    /// Whether doubling is forbidden when the current cube would win the match for either player (matches
    /// only).
    pub frozen_cube: bool,
    /// The number of games after which a money session ends; `None` for an open one.
    pub games: Option<u32>,
    /// The stake of one point in a money session.
    pub stake: Option<Stake>,
    /// The treatment of illegal plays.
    pub illegal_plays: IllegalPlays,
}

/// The stake of one point of a money session, in the smallest unit of a currency.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stake(pub u32);

impl Stake {
    /// Returns the amount for a number of points, in the smallest unit of the currency; negative for
    /// the loser.
    #[must_use]
    pub fn worth(self, points: i64) -> i64 {
        points.saturating_mul(i64::from(self.0))
    }
}

/// The treatment of an illegal play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IllegalPlays {
    /// It is refused, as on every server.
    #[default]
    Refused,
    /// It stands once the opponent condones it by rolling or doubling, as between people at a board.
    FaceToFace,
}

impl Rules {
    /// The rules of a match to `length` points: Crawford rule, no Jacoby rule, no beavers.
    #[must_use]
    pub fn match_play(length: u16) -> Self {
        Self {
            variant: Variant::Standard,
            length,
            crawford: true,
            jacoby: false,
            beavers: 0,
            automatic_doubles: 0,
            cube: true,
            cube_limit: MAX_CUBE,
            frozen_cube: false,
            games: None,
            stake: None,
            illegal_plays: IllegalPlays::Refused,
        }
    }

    /// The rules of a money session, GNU Backgammon's defaults: Jacoby rule, three beavers, no automatic
    /// doubles.
    #[must_use]
    pub fn money() -> Self {
        Self { crawford: false, jacoby: true, beavers: 3, ..Self::match_play(0) }
    }

    /// Returns the factor of the cube for an outcome: under the Jacoby rule gammons and backgammons count only once the
    /// cube was turned.
    #[must_use]
    pub fn multiplier(&self, outcome: Outcome, cube: Cube) -> u32 {
        let is_single = self.is_money() && self.jacoby && cube.owner.is_none();
        if is_single { 1 } else { u32::from(outcome.multiplier()) }
    }

    /// Returns the first outcome whose game counts this many points: how a reader takes a resignation of which only the
    /// points are known.
    #[must_use]
    pub fn outcome_worth(&self, points: u32, cube: Cube) -> Option<Outcome> {
        let worth = |outcome| cube.value.saturating_mul(self.multiplier(outcome, cube));
        Outcome::ALL.into_iter().find(|&outcome| worth(outcome) == points)
    }

    /// Returns `true` if this is a money session.
    #[must_use]
    pub const fn is_money(&self) -> bool {
        self.length == 0
    }
}
