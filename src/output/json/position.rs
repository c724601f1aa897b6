//! The answers of `id`, `show`, `plays`, `pips` and `perft`.

use super::IdJson;
use crate::board::{BySide, Side};
use crate::stats::{Formation, Phases, Whose};
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `plays --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlaysJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The roll, the larger die first.
    pub roll: String,
    /// Whether there is no legal play.
    pub dances: bool,
    /// Every legal play; for a dance, one without steps.
    pub plays: Vec<PlayJson>,
}

/// One legal play.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PlayJson {
    /// As GNU Backgammon shows it.
    pub play: String,
    /// As .mat files have it.
    pub plain: String,
    /// The position that it leads to, seen by the opponent.
    pub position_id: String,
}

/// The answer of `pips --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PipsJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The player on roll, 0 or 1.
    #[schemars(extend("enum" = [0, 1]))]
    pub on_roll: usize,
    /// The pip counts of player 0 and player 1.
    pub pips: [u32; 2],
}

/// The answer of `perft --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PerftJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The position, seen by the player on roll.
    pub position_id: String,
    /// The depth in plies.
    pub depth: u32,
    /// Whether each roll is weighted by its frequency among the 36 rolls.
    pub weighted: bool,
    /// The number of sequences of plays.
    pub ways: u64,
    /// The ways below each roll; empty unless asked for.
    pub rolls: Vec<RollWaysJson>,
}

/// The ways below one roll.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct RollWaysJson {
    /// The roll, the larger die first.
    pub roll: String,
    /// The number of sequences of plays.
    pub ways: u64,
}

/// The answer of `show --json`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ShowJson<'a> {
    /// The answer of `id --json` for the position.
    #[serde(flatten)]
    pub id: IdJson,
    /// The lines of the drawing, trailing blanks included.
    pub lines: Vec<&'a str>,
    /// The game types, the name that fits best first.
    pub phases: Vec<PhaseJson>,
    /// What the checkers of player 0 and player 1 form.
    pub formations: [FormationJson; 2],
}

/// A game type.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PhaseJson {
    /// Its name, as `docs/phases.md` has it.
    pub phase: &'static str,
    /// The players whose game it is, 0 or 1.
    #[schemars(inner(range(max = 1)))]
    pub players: Vec<usize>,
}

/// What the checkers of one player form. Points are numbered from that player's view.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FormationJson {
    /// The made points, the furthest first.
    #[schemars(inner(range(min = 1, max = 24)))]
    pub made: Vec<usize>,
    /// The points with one checker.
    #[schemars(inner(range(min = 1, max = 24)))]
    pub blots: Vec<usize>,
    /// The made points in the opponent's home board.
    #[schemars(inner(range(min = 1, max = 24)))]
    pub anchors: Vec<usize>,
    /// The runs of four made points or more: lowest and highest point.
    pub primes: Vec<(usize, usize)>,
    /// The length of the longest run of made points.
    pub longest_prime: usize,
}

impl PhaseJson {
    /// Returns the kinds of a position.
    #[must_use]
    pub fn list(phases: Phases, on_roll: Side) -> Vec<Self> {
        let players = |whose| match whose {
            Whose::Both => vec![0, 1],
            Whose::Mover => vec![on_roll.index()],
            Whose::Opponent => vec![(!on_roll).index()],
        };
        phases.iter().map(|(phase, whose)| Self { phase: phase.name(), players: players(whose) }).collect()
    }
}

impl FormationJson {
    /// Returns the formations of both players.
    #[must_use]
    pub fn both(formations: &BySide<Formation>) -> [Self; 2] {
        formations.0.each_ref().map(|formation| Self {
            made: formation.made(),
            blots: formation.blots(),
            anchors: formation.anchors(),
            primes: formation.primes(),
            longest_prime: formation.longest_prime(),
        })
    }
}
