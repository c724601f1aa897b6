//! The plan of each round: a fixed function of its number, so that an interrupted run continues as if it
//! hadn't been interrupted.

use crate::learn::Pace;
use crate::selfplay::{Style, Teacher};
use crate::starts::Family;
use barpoint::engine::inputs::Kind;
use barpoint::engine::nets::Shape;

/// The number of nets.
pub(crate) const NETS: usize = 5;
/// Their names, in the order of [`SHAPES`].
pub(crate) const NAMES: [&str; NETS] = ["contact", "race", "filter", "lopsided", "lopsided-filter"];
/// The place of the lopsided net among them.
pub(crate) const LOPSIDED: usize = 3;

/// The shapes of the nets, in the order used everywhere here: contact, race, filter, lopsided, lopsided filter.
pub(crate) const SHAPES: [Shape; NETS] = [
    Shape { kind: Kind::Contact, width: 768 },
    Shape { kind: Kind::Race, width: 128 },
    Shape { kind: Kind::Raw, width: 128 },
    Shape { kind: Kind::Contact, width: 768 },
    Shape { kind: Kind::Raw, width: 128 },
];

/// The rounds of TD(lambda), before search begins.
pub(crate) const NEXT_ROUNDS: u64 = 500;

/// The rounds in which random nets are trained on the labels of another run.
pub(crate) const RELEARN_ROUNDS: u64 = 200;

/// The most labels that are kept.
pub(crate) const MEMORY: usize = 2_400_000;

/// The plan of one round.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    pub(crate) games: usize,
    pub(crate) style: Style,
    pub(crate) pace: Pace,
    /// The learning rate of the lopsided net.
    pub(crate) lopsided_rate: f32,
    /// Which nets learn; the others stay as they are.
    pub(crate) learns: [bool; NETS],
    /// How often each new label is used for training, on average, in this and later rounds.
    pub(crate) passes: f32,
    /// The number of labels used beyond that.
    pub(crate) draws: usize,
    /// The factor for labels of races: these are few, and their net is small.
    pub(crate) race_passes: f32,
    /// The number of latest labels used for training.
    pub(crate) window: usize,
    /// The number of labels below which no training takes place.
    pub(crate) least: usize,
    /// Whether a new selection set is made and evaluated by the nets as they are before this round.
    pub(crate) judge: bool,
    /// Whether the nets are tried on the selection set and against fixed opponents.
    pub(crate) trial: bool,
    /// Whether the weights are kept as a milestone.
    pub(crate) milestone: bool,
}

impl Plan {
    /// Starts a share of the games from rare families, with a `lambda` of their own; only in rounds of search.
    pub(crate) fn with_rare(mut self, share: f32, lambda: f32) -> Self {
        if self.style.teacher == Teacher::Search {
            (self.style.rare, self.style.rare_lambda) = (share, lambda);
        }
        self
    }

    /// Starts these games from some of the families only, which these are; from all of them if there are none.
    pub(crate) fn with_families(mut self, families: &[Family]) -> Self {
        if !families.is_empty() {
            self.style.families = Family::ALL.map(|(family, _)| families.contains(&family));
        }
        self
    }

    /// Sets lower bounds of the learning rates: of all nets, and of the lopsided one.
    pub(crate) fn at_least(mut self, rate: f32, lopsided: f32) -> Self {
        self.pace.rate = self.pace.rate.max(rate);
        self.lopsided_rate = self.pace.rate.max(lopsided);
        self
    }

    /// Lets only some nets learn, of which these are the names; all of them if there are none.
    pub(crate) fn with_only(mut self, names: &[String]) -> Self {
        if !names.is_empty() {
            self.learns = NAMES.map(|name| names.iter().any(|only| only == name));
        }
        self
    }

    /// Returns the pace of a net.
    pub(crate) fn pace_of(&self, net: usize) -> Pace {
        if net == LOPSIDED { Pace { rate: self.lopsided_rate, ..self.pace } } else { self.pace }
    }

    /// Slows training down towards the end of a run, so that the weights settle: from a round on the rate
    /// falls linearly, to zero after the last one.
    pub(crate) fn cooled(mut self, round: u64, from: u64, end: u64) -> Self {
        if round > from && end > from {
            let left = end.saturating_sub(round) as f32 / (end - from) as f32;
            self.pace.rate *= left;
            self.lopsided_rate *= left;
        }
        self
    }
}

/// Returns the plan of a round, the first being 0. `labels` is the number of labels that search has made
/// before it.
pub(crate) fn plan(round: u64, labels: u64) -> Plan {
    let searched = round.saturating_sub(NEXT_ROUNDS);
    if round < NEXT_ROUNDS {
        let done = round as f32 / NEXT_ROUNDS as f32;
        let young = round < 20;
        return Plan {
            games: if young { 50 } else { 200 },
            style: Style {
                teacher: Teacher::Next,
                // At first only the ends of games have useful values, and only random plays reach them.
                lambda: if young { 1.0 } else { 0.8 - 0.2 * done },
                explore: if round == 0 { 1.0 } else { (0.4 / round as f32).max(0.03) },
                siblings: 0.0,
                rare: 0.0,
                rare_lambda: 1.0,
                families: [true; Family::ALL.len()],
            },
            pace: Pace { rate: 1.2e-3 * (1.0 - 0.75 * done), keep: 0.97 },
            lopsided_rate: 1.2e-3 * (1.0 - 0.75 * done),
            learns: [true; NETS],
            passes: 2.0,
            draws: 0,
            race_passes: 1.0,
            window: if young { 20_000 } else { 60_000 },
            least: 0,
            judge: false,
            trial: round.is_multiple_of(50),
            milestone: [1, 3, 10, 30, 100, 250].contains(&round),
        };
    }
    // Falls slowly, so that no particular moment to stop is best.
    let rate = 6e-4 / (1.0 + searched as f32 / 150.0).powf(0.8);
    Plan {
        games: 300,
        style: Style {
            teacher: Teacher::Search,
            lambda: 0.4,
            explore: 0.08,
            siblings: 0.6,
            rare: 0.0,
            rare_lambda: 0.4,
            families: [true; Family::ALL.len()],
        },
        pace: Pace { rate, keep: 0.998 },
        lopsided_rate: rate,
        learns: [true; NETS],
        passes: 5.0,
        draws: 0,
        race_passes: 3.0,
        window: (150_000 + labels as usize / 2).min(MEMORY),
        least: 100_000,
        judge: searched == 0 || (searched.is_power_of_two() && searched >= 64),
        trial: searched.is_multiple_of(20),
        milestone: searched.is_power_of_two() || searched.is_multiple_of(200),
    }
}

/// Returns the plan of a round without games, in which random nets are trained on the labels of another run:
/// the `done`-th of [`RELEARN_ROUNDS`], the round `round` of the run.
pub(crate) fn relearn(done: u64, round: u64) -> Plan {
    let then = plan(round + RELEARN_ROUNDS - done, 0);
    let turn = (std::f32::consts::PI * done as f32 / RELEARN_ROUNDS as f32).cos();
    let rate = then.pace.rate + (1e-3 - then.pace.rate) * 0.5 * (1.0 + turn);
    Plan {
        games: 0,
        pace: Pace { rate, keep: 0.98 },
        lopsided_rate: rate,
        draws: 280_000,
        window: MEMORY,
        judge: false,
        trial: false,
        milestone: false,
        ..then
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_learnt_anew_ends_at_the_rate_of_the_rounds_that_follow() {
        let rates = [0, 100, 200].map(|done| relearn(done, 1600 + done).pace.rate);
        assert!((rates[0] - 1e-3).abs() < 1e-9 && rates[1] < rates[0], "{rates:?}");
        assert!((rates[2] - plan(1800, 0).pace.rate).abs() < 1e-9, "{rates:?}");
    }

    #[test]
    fn only_the_named_nets_learn_and_all_without_a_name() {
        let learns = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            plan(600, 0).with_only(&names).learns
        };
        assert_eq!(learns(&[]), [true; NETS]);
        assert_eq!(learns(&["contact"]), [true, false, false, false, false]);
        assert_eq!(learns(&["race", "lopsided-filter"]), [false, true, false, false, true]);
    }

    #[test]
    fn cooling_ends_at_nothing() {
        let rate = |round| plan(round, 0).cooled(round, 600, 700).pace.rate / plan(round, 0).pace.rate;
        for (round, share) in [(590, 1.0), (600, 1.0), (650, 0.5), (699, 0.01), (700, 0.0), (710, 0.0)] {
            assert!((rate(round) - share).abs() < 1e-6, "{round}");
        }
    }
}
