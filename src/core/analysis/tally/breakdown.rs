//! The losses of decisions by phase, kind of decision, score and opening.

use crate::analysis::Beginning;
use crate::analysis::skill::{Amount, Evaluated, Kind, Share, sums};
use crate::board::BySide;
use crate::engine::cube::Stakes;
use crate::engine::met::Stage;
use crate::game::ReplayedGame;
use crate::stats::{Phase, Phases};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The evaluated decisions that weren't trivial, in groups, and what they lost. Each decision is in one group of each
/// aspect; only the first two plays of a game have an opening.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Breakdown(#[serde(with = "super::kept::pairs")] BTreeMap<Group, Losses>);

/// Some decisions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Group {
    /// Those in positions of one phase: the first that fits.
    Phase(Phase),
    /// Those of one kind.
    Kind(DecisionKind),
    /// Those at one score.
    Score(AwayScore),
    /// The plays of one opening, or the replies to one first play, by its name: `31P`, `31P-64`.
    Opening(String),
}

/// What the groups differ in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aspect {
    /// The phase of the game.
    Phase,
    /// The kind of decision.
    Kind,
    /// The score.
    Score,
    /// The opening.
    Opening,
}

/// A kind of decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum DecisionKind {
    /// A play.
    Play,
    /// A turn without a double, where one was possible.
    NoDouble,
    /// A double.
    Double,
    /// A take.
    Take,
    /// A pass.
    Pass,
}

/// The score at a decision, from the view of the player who decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AwayScore {
    /// A money session.
    Money,
    /// A match.
    Match {
        /// The points that the player needs.
        away: usize,
        /// The points that the opponent needs.
        opponent: usize,
        /// Whether it is the Crawford game, or a game after it.
        crawford: Crawford,
    },
}

/// Where a game of a match stands to the Crawford game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Crawford {
    /// Before it.
    Before,
    /// It is the Crawford game.
    Now,
    /// After it.
    After,
}

/// The decisions of a group, and what they lost in normalised equity. The sums are exact, so their order doesn't matter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Losses {
    /// Unforced plays.
    pub plays: Share,
    /// Close or actual cube decisions; their loss includes that of all others.
    pub cube: Share,
}

impl Aspect {
    /// All aspects.
    pub const ALL: [Self; 4] = [Self::Phase, Self::Kind, Self::Score, Self::Opening];
}

impl Group {
    /// Returns the aspect in which the group differs from others.
    #[must_use]
    pub const fn aspect(&self) -> Aspect {
        match self {
            Self::Phase(_) => Aspect::Phase,
            Self::Kind(_) => Aspect::Kind,
            Self::Score(_) => Aspect::Score,
            Self::Opening(_) => Aspect::Opening,
        }
    }
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Phase(phase) => f.write_str(phase.name()),
            Self::Kind(kind) => f.write_str(kind.words()),
            Self::Score(score) => score.fmt(f),
            Self::Opening(name) => f.write_str(name),
        }
    }
}

impl DecisionKind {
    /// Returns the kind in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Play => "play",
            Self::NoDouble => "no double",
            Self::Double => "double",
            Self::Take => "take",
            Self::Pass => "pass",
        }
    }

    const fn with_cube(kind: Kind) -> Self {
        match kind {
            Kind::Turn { .. } => Self::NoDouble,
            Kind::Double => Self::Double,
            Kind::Take => Self::Take,
            _ => Self::Pass,
        }
    }
}

impl AwayScore {
    fn of(stakes: Stakes, is_in_use: bool) -> Self {
        let Stakes::Match { away, opponent, stage } = stakes else { return Self::Money };
        let crawford = match stage {
            // A match to one point has no Crawford game.
            _ if !is_in_use && (away == 1) != (opponent == 1) => Crawford::Now,
            Stage::Before => Crawford::Before,
            Stage::After => Crawford::After,
        };
        Self::Match { away, opponent, crawford }
    }
}

impl fmt::Display for AwayScore {
    /// Writes `money`, `5-away 3-away`, `1-away 3-away Crawford`, `1-away 2-away post-Crawford`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Match { away, opponent, crawford } = self else { return f.write_str("money") };
        write!(f, "{away}-away {opponent}-away")?;
        f.write_str(match crawford {
            Crawford::Now => " Crawford",
            Crawford::After if (*away == 1) != (*opponent == 1) => " post-Crawford",
            Crawford::Before | Crawford::After => "",
        })
    }
}

impl Losses {
    /// Returns the number of decisions.
    #[must_use]
    pub const fn count(&self) -> u64 {
        self.plays.count + self.cube.count
    }

    /// Returns their loss in normalised equity; never negative.
    #[must_use]
    pub fn lost(&self) -> f64 {
        self.plays.lost + self.cube.lost
    }
}

sums!(Losses: plays cube);

impl Breakdown {
    /// Groups the evaluated decisions of a game, by the player who decided.
    pub(super) fn of_game(game: &ReplayedGame, evaluated: &[Evaluated]) -> BySide<Self> {
        let mut beginning = Beginning::default();
        // The first two plays are the only ones with an opening.
        let openings: Vec<(usize, String)> = game
            .acts
            .iter()
            .enumerate()
            .filter_map(|(at, act)| Some((at, beginning.take(0, &act.before, &act.what)?.to_string())))
            .take(2)
            .collect();
        let mut players = BySide::<Self>::default();
        for Evaluated { decision, verdict } in evaluated.iter().filter(|each| each.decision.kind.is_rated()) {
            let Some(unit) = decision.unit else { continue };
            let is_turn = matches!(decision.kind, Kind::Turn { .. });
            let share =
                |counts: bool, lost: f64| Share { count: counts.into(), lost: Amount::of(lost, unit).equity };
            let plays = verdict.play.map(|play| share(!play.is_forced, play.loss));
            let cube = verdict.cube.map(|cube| share(!is_turn || cube.is_close(), cube.loss(decision.kind)));
            let mut add = |group, losses: Losses| {
                if losses != Losses::default() {
                    *players[decision.by].0.entry(group).or_default() += losses;
                }
            };
            let only_plays = Losses { plays: plays.unwrap_or_default(), ..Losses::default() };
            let only_cube = Losses { cube: cube.unwrap_or_default(), ..Losses::default() };
            let mut both = only_plays;
            both += only_cube;
            add(Group::Phase(Phases::of(&decision.board).first().0), both);
            add(Group::Score(AwayScore::of(decision.state.stakes, decision.state.is_in_use)), both);
            add(Group::Kind(DecisionKind::Play), only_plays);
            add(Group::Kind(DecisionKind::with_cube(decision.kind)), only_cube);
            if let Some((_, name)) = openings.iter().find(|(at, _)| *at == decision.act) {
                add(Group::Opening(name.clone()), only_plays);
            }
        }
        players
    }

    /// Adds later counts.
    pub fn append(&mut self, later: &Self) {
        for (group, losses) in &later.0 {
            match self.0.get_mut(group) {
                Some(known) => *known += *losses,
                None => drop(self.0.insert(group.clone(), *losses)),
            }
        }
    }

    /// Returns the groups of an aspect, those that lost most first.
    #[must_use]
    pub fn groups(&self, aspect: Aspect) -> Vec<(&Group, &Losses)> {
        let mut groups: Vec<_> = self.0.iter().filter(|(group, _)| group.aspect() == aspect).collect();
        // The sort is stable: groups that lost the same stay in order.
        groups.sort_by(|(_, a), (_, b)| b.lost().total_cmp(&a.lost()));
        groups
    }
}
