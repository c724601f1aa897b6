//! How positions are evaluated: by `hint` and `eval`, by an analysis, by a seat that plays by itself.

use super::rollouts::Rollouts;
use crate::board::BySide;
use crate::engine::cube::Efficiency;
use crate::engine::move_filters::MoveFilters;
use crate::engine::search::{Filter, Filters, MOST_PLIES, Options};

/// How far and how exactly to look ahead: what GNU Backgammon calls an evaluation context.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The rolls to look ahead, 0 to 7; more than a search can do is as much as it can.
    pub plies: u8,
    /// Whether the cube counts.
    pub cubeful: bool,
    /// Whether a small net sorts out hopeless plays first.
    pub prune: bool,
    /// The standard deviation of the noise, in chances; 0 is without.
    pub noise: f32,
    /// Whether a position gets the same noise each time.
    pub deterministic: bool,
}

impl Evaluation {
    /// What GNU Backgammon begins with nearly everywhere.
    pub const WORLD_CLASS: Self =
        Self { plies: 2, cubeful: true, prune: true, noise: 0.0, deterministic: true };
    /// What it begins with for luck.
    pub const LUCK: Self = Self { plies: 0, prune: false, ..Self::WORLD_CLASS };

    /// The most plies that can be set.
    pub const MOST_PLIES: u8 = 7;

    /// Returns what a search is to do.
    #[must_use]
    pub fn options(self, efficiency: Efficiency, remembers: bool) -> Options {
        // Without pruning no play is left out after a roll.
        let inside = if self.prune { Filters::PLAIN.inside } else { Filter::ALL };
        Options {
            plies: self.plies.min(MOST_PLIES),
            cubeful: self.cubeful,
            filters: Filters { inside, ..Filters::PLAIN },
            efficiency,
            remembers,
            roller: None,
        }
    }
}

/// What positions are evaluated by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Looking ahead.
    Evaluation,
    /// Playing them out.
    Rollout,
}

/// How one kind of decision is evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judge {
    /// What by.
    pub method: Method,
    /// How far to look ahead, where that is it.
    pub evaluation: Evaluation,
    /// How positions are played out, where that is it.
    pub rollout: Rollouts,
}

/// How plays and cube decisions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Judges {
    /// Plays.
    pub plays: Judge,
    /// Cube decisions.
    pub cube: Judge,
    /// Which plays are looked at more closely.
    pub filters: MoveFilters,
}

impl Judges {
    /// What GNU Backgammon begins with.
    fn with(filters: MoveFilters) -> Self {
        let (evaluation, rollout) = (Evaluation::WORLD_CLASS, Rollouts::inner());
        let judge = Judge { method: Method::Evaluation, evaluation, rollout };
        Self { plays: judge, cube: judge, filters }
    }
}

/// All settings of how positions are evaluated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluations {
    /// What `hint` and `eval` do, unless they do as an analysis does.
    pub hint: Judges,
    /// Whether `hint` and `eval` evaluate as an analysis does.
    pub hint_as_analysis: bool,
    /// What an analysis does.
    pub analysis: Judges,
    /// How an analysis evaluates luck.
    pub luck: Evaluation,
    /// What the seats do that play by themselves.
    pub seats: BySide<Judges>,
}

impl Evaluations {
    /// Returns how `hint` and `eval` evaluate.
    #[must_use]
    pub const fn of_hint(&self) -> &Judges {
        if self.hint_as_analysis { &self.analysis } else { &self.hint }
    }
}

impl Default for Evaluations {
    /// What GNU Backgammon 1.07.001 begins with.
    fn default() -> Self {
        let normal = Judges::with(MoveFilters::NORMAL);
        Self {
            hint: normal,
            hint_as_analysis: false,
            analysis: Judges::with(MoveFilters::LARGE),
            luck: Evaluation::LUCK,
            seats: BySide::new(normal, normal),
        }
    }
}
