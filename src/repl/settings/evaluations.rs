//! Evaluation settings: of `hint` and `eval`, of an analysis, of an automatic seat.

use super::rollouts::Rollouts;
use crate::board::BySide;
use crate::engine::cube::Efficiency;
use crate::engine::move_filters::MoveFilters;
use crate::engine::search::{Filter, Filters, MOST_PLIES, Options};

/// The depth and precision of a search: GNU Backgammon's evaluation context, as records contain it.
pub use crate::analysis::stored::Settings as Evaluation;

/// Returns the search options of an evaluation; a number of plies above the limit of the search counts as the limit.
pub(in crate::repl) fn search_options(
    evaluation: Evaluation,
    efficiency: Efficiency,
    remembers: bool,
) -> Options {
    // Without pruning no play is left out after a roll.
    let inside = if evaluation.prune { Filters::PLAIN.inside } else { Filter::ALL };
    Options {
        plies: evaluation.plies.min(MOST_PLIES),
        cubeful: evaluation.cubeful,
        filters: Filters { inside, ..Filters::PLAIN },
        efficiency,
        remembers,
        roller: None,
    }
}

/// The methods of evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// A search.
    Evaluation,
    /// A rollout.
    Rollout,
}

/// The evaluation of one kind of decision.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MethodSettings {
    /// The method.
    pub method: Method,
    /// The search, if that is the method.
    pub evaluation: Evaluation,
    /// The rollout, if that is the method.
    pub rollout: Rollouts,
}

/// The evaluation of plays and cube decisions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartSettings {
    /// Plays.
    pub plays: MethodSettings,
    /// Cube decisions.
    pub cube: MethodSettings,
    /// The filters that select the plays to evaluate deeper.
    pub filters: MoveFilters,
}

impl PartSettings {
    /// Returns GNU Backgammon's defaults.
    fn with(filters: MoveFilters) -> Self {
        let (evaluation, rollout) = (Evaluation::WORLD_CLASS, Rollouts::inner());
        let method = MethodSettings { method: Method::Evaluation, evaluation, rollout };
        Self { plays: method, cube: method, filters }
    }

    /// Returns the evaluation of cube decisions. As in GNU Backgammon the cube counts, whatever is set.
    pub(in crate::repl) fn of_cube(&self) -> Evaluation {
        Evaluation { cubeful: true, ..self.cube.evaluation }
    }
}

/// All evaluation settings.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluations {
    /// Those of `hint` and `eval`, unless these use those of an analysis.
    pub hint: PartSettings,
    /// Whether `hint` and `eval` use the settings of an analysis.
    pub hint_as_analysis: bool,
    /// Those of an analysis.
    pub analysis: PartSettings,
    /// The evaluation for luck in an analysis.
    pub luck: Evaluation,
    /// Those of the automatic seats.
    pub seats: BySide<PartSettings>,
}

impl Evaluations {
    /// Returns the settings of `hint` and `eval`.
    pub(in crate::repl) const fn of_hint(&self) -> &PartSettings {
        if self.hint_as_analysis { &self.analysis } else { &self.hint }
    }
}

impl Default for Evaluations {
    /// Returns GNU Backgammon 1.07.001's defaults.
    fn default() -> Self {
        let normal = PartSettings::with(MoveFilters::NORMAL);
        Self {
            hint: normal,
            hint_as_analysis: false,
            analysis: PartSettings::with(MoveFilters::LARGE),
            luck: Evaluation::LUCK,
            seats: BySide::new(normal, normal),
        }
    }
}
