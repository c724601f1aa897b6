//! Game types in words: the types of a position, its formations, and the page of their rules.

use crate::board::{Board, BySide, Side};
use crate::stats::{Formation, Phase, Phases, Whose};
use std::fmt::Write as _;

/// Writes the game types of a position, the best name first: `holding game (Anna), crashed (Bo)`.
#[must_use]
pub fn line(phases: Phases, on_roll: Side, names: &BySide<String>) -> String {
    let found: Vec<String> = phases
        .iter()
        .map(|(phase, whose)| match whose {
            Whose::Both => words(phase),
            Whose::Mover => format!("{} ({})", words(phase), names[on_roll]),
            Whose::Opponent => format!("{} ({})", words(phase), names[!on_roll]),
        })
        .collect();
    found.join(", ")
}

/// Returns the formations of both sides of a position, seen by the side on roll.
#[must_use]
pub fn formations(board: &Board, on_roll: Side) -> BySide<Formation> {
    let (mine, theirs) = (Formation::of(board), Formation::of(&board.flip()));
    if on_roll == Side::Zero { BySide::new(mine, theirs) } else { BySide::new(theirs, mine) }
}

/// Writes a side's formation: `made 24 13 8 6, no blot, anchor 24, no prime`.
#[must_use]
pub fn formation(formation: &Formation) -> String {
    let list = |points: &[usize]| {
        let words: Vec<String> = points.iter().map(ToString::to_string).collect();
        words.join(" ")
    };
    let named = |name: &str, plural: &str, points: &[usize]| match points.len() {
        0 => format!("no {name}"),
        1 => format!("{name} {}", list(points)),
        _ => format!("{plural} {}", list(points)),
    };
    let made = if formation.made().is_empty() { "nothing".to_owned() } else { list(&formation.made()) };
    let primes: Vec<String> =
        formation.primes().iter().map(|(lowest, highest)| format!("{lowest}-{highest}")).collect();
    let primes = match primes.len() {
        0 => "no prime".to_owned(),
        1 => format!("prime {}", primes[0]),
        _ => format!("primes {}", primes.join(" ")),
    };
    format!(
        "made {made}, {}, {}, {primes}",
        named("blot", "blots", &formation.blots()),
        named("anchor", "anchors", &formation.anchors())
    )
}

/// Returns the name of a game type as written in a sentence.
#[must_use]
pub fn words(phase: Phase) -> String {
    match phase {
        Phase::Over => "game over".to_owned(),
        Phase::PrimeVsPrime => "prime against prime".to_owned(),
        Phase::AcePoint => "ace-point game".to_owned(),
        Phase::BearOff | Phase::CloseOut => phase.name().to_owned(),
        _ => phase.name().replace('-', " "),
    }
}

/// Writes the page of all game types and their rules.
#[must_use]
pub fn reference() -> String {
    let mut page = String::from(
        "# Game types\n\n\
         <!-- Made from src/core/stats/phase.rs: `BARPOINT_UPDATE=1 cargo test` writes it. -->\n\n\
         `barpoint show` shows the game type of a position, and `barpoint find --class NAME` finds positions of a type.\n\
         Books describe these types in prose; here each has an exact rule. Race and crashed are GNU Backgammon's classes;\n\
         the numbers in the other rules are barpoint's own. A position can be of several types: all are listed, and the\n\
         first row that fits gives the name.\n\n\
         Points are numbered from the view of the side whose game it is: its home board is 1 to 6, the opponent's 19 to 24.\n\
         A made point has two checkers or more. An anchor is a made point in the opponent's home board.\n\n\
         | name | rule |\n|---|---|\n",
    );
    for phase in Phase::ALL {
        let _ = writeln!(page, "| `{}` | {} |", phase.name(), phase.rule());
    }
    page
}
