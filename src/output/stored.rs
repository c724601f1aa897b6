//! Stored evaluations and rollouts in GNU Backgammon's words: settings, results, how games were played.
//!
//! ```
//! use barpoint::analysis::stored::Settings;
//! use barpoint::output::stored::settings;
//!
//! let casual = Settings { plies: 0, cubeful: true, deterministic: true, prune: true, noise: 0.05 };
//! assert_eq!(settings(&casual), "0-ply cubeful prune, noise 0.05 (d) [casual play]");
//! ```

use super::evaluation::{Numbers, gnubg_cube_by, gnubg_play_by};
use crate::analysis::rolled::{Estimates, Levels, Manner, Rolled};
use crate::analysis::skill::Unit;
use crate::analysis::stored::Settings;
use crate::board::Board;
use crate::engine::Chances;
use crate::engine::cube::{CubeDecision, CubeState, Owner};
use crate::engine::move_filters::FilterLevel;
use crate::engine::search::EvaluatedPlay;
use crate::game::record;
use std::fmt::Write as _;

/// GNU Backgammon's names for settings: the plies, the noise, the name.
const NAMES: [(u8, f32, &str); 8] = [
    (0, 0.06, "beginner"),
    (0, 0.05, "casual play"),
    (0, 0.04, "intermediate"),
    (0, 0.015, "advanced"),
    (0, 0.0, "expert"),
    (2, 0.0, "world class"),
    (3, 0.0, "grandmaster"),
    (4, 0.0, "4ply"),
];

/// Its names for settings with filters: the plies, how many more plays the first filter keeps, within which distance.
const FILTERED: [(u8, u32, f32, &str); 3] =
    [(2, 8, 0.16, "world class"), (2, 16, 0.32, "supremo"), (3, 16, 0.32, "grandmaster")];

/// The least difference between two numbers of settings.
const SAME: f32 = 1e-6;

/// Returns the settings of an evaluation.
#[must_use]
pub fn settings(of: &Settings) -> String {
    words(*of, of.cubeful)
}

fn words(of: Settings, cubeful: bool) -> String {
    let mut text = format!("{}-ply {}", of.plies, if cubeful { "cubeful" } else { "cubeless" });
    if of.prune {
        text += " prune";
    }
    if of.noise > 0.0 {
        let kind = if of.deterministic { "d" } else { "nd" };
        let _ = write!(text, ", noise {} ({kind})", short(of.noise));
    }
    if let Some(name) = name(of) {
        let _ = write!(text, " [{name}]");
    }
    text
}

fn name(of: Settings) -> Option<&'static str> {
    // Without plies there is nothing to prune, and without noise it doesn't matter whether that is the same each time.
    let is_usual = of.cubeful && (of.prune || of.plies == 0) && (of.deterministic || of.noise <= 0.0);
    let is_it = |known: &&(u8, f32, &str)| known.0 == of.plies && (known.1 - of.noise).abs() < SAME;
    NAMES.iter().find(is_it).filter(|_| is_usual).map(|known| known.2)
}

/// Formats a number with three significant digits, as C's `%.3g` does unless it is huge.
#[must_use]
pub fn short(number: f32) -> String {
    let digits = if number > 0.0 { number.log10().floor() as i32 } else { 0 };
    let decimals = usize::try_from(2 - digits).unwrap_or(0);
    let text = format!("{number:.decimals$}");
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

/// Returns how a level of a filter, with its number, selects plays; `None` where it is skipped.
#[must_use]
pub fn filter(number: usize, level: Option<&FilterLevel>) -> String {
    let Some(FilterLevel { first, more, margin }) = level else {
        return format!("Skip pruning for {number}-ply moves.");
    };
    let mut text = match first {
        1 => format!("keep the best {number}-ply move"),
        _ => format!("keep the first {first} {number}-ply moves"),
    };
    if *more > 0 {
        let _ = write!(text, " and up to {more} more moves within equity {}", short(*margin));
    }
    text
}

/// Splits the cumulative chances of a record.
#[must_use]
pub fn ends(of: record::Chances) -> Chances {
    let ends = [
        of.lose_backgammon,
        of.lose_gammon - of.lose_backgammon,
        1.0 - of.win - of.lose_gammon,
        of.win - of.win_gammon,
        of.win_gammon - of.win_backgammon,
        of.win_backgammon,
    ];
    Chances(ends.map(|end| end as f32))
}

/// Writes a play that was rolled out, with its rank and the equity of the best one as in
/// [`gnubg_play`](super::evaluation::gnubg_play). `None` if no table contains the score.
#[must_use]
pub fn gnubg_rolled_play(
    (state, board): (&CubeState, &Board),
    ranked: (Option<usize>, &EvaluatedPlay),
    best: f32,
    rolled: &Rolled,
    numbers: &Numbers,
) -> Option<String> {
    let unit = Unit::of(state)?;
    let shown = Shown { is_match: state.is_match(), is_cubeful: rolled.is_cubeful(), base: unit, numbers };
    let mut text = gnubg_play_by("Rollout", board, ranked, best, numbers);
    let _ = write!(text, "\n       {}\n", shown.result(rolled.results.first()?, unit, "      "));
    for line in manner(rolled) {
        let _ = writeln!(text, "        {line}");
    }
    Some(text)
}

/// Writes a cube decision that was rolled out, as [`gnubg_cube`](super::evaluation::gnubg_cube) does, with the names of
/// the player who may double and of the other one. `None` if no table contains the score.
#[must_use]
pub fn gnubg_rolled_cube(
    state: &CubeState,
    decision: &CubeDecision,
    is_answer: bool,
    (rolled, names): (&Rolled, [&str; 2]),
    numbers: &Numbers,
) -> Option<String> {
    let [without, taken] = *rolled.results.first_chunk()?;
    let unit = Unit::of(state)?;
    let doubled = CubeState { value: state.value.saturating_mul(2), ..*state };
    let shown = Shown { is_match: state.is_match(), is_cubeful: rolled.is_cubeful(), base: unit, numbers };
    let owner = match state.owner {
        Owner::Centred => "Centered".to_owned(),
        Owner::Mover => format!("{} owns", names[0]),
        Owner::Opponent => format!("{} owns", names[1]),
    };
    let mut text = gnubg_cube_by(("Rollout", ""), state, decision, is_answer, numbers);
    let _ = write!(
        text,
        "\n\nRollout details:\n{owner} {}-cube:\n  {}\n{} owns {}-cube:\n  {}\n",
        state.value,
        shown.result(&without, unit, " "),
        names[1],
        doubled.value,
        shown.result(&taken, Unit::of(&doubled)?, " ")
    );
    for line in manner(rolled) {
        let _ = writeln!(text, "{line}");
    }
    text.push('\n');
    Some(text)
}

/// How the results of a rollout are shown.
struct Shown<'a> {
    is_match: bool,
    is_cubeful: bool,
    /// The unit of the equities.
    base: Unit,
    numbers: &'a Numbers,
}

impl Shown<'_> {
    /// Writes the numbers of a result, and below them the errors; `unit` is that of the cube of its games.
    fn result(&self, of: &Estimates, unit: Unit, indent: &str) -> String {
        let Self { numbers, base, is_match, .. } = self;
        let [chances @ .., cubeless, cubeful] = of.numbers;
        let chances: [f32; 5] = chances.map(|chance: f64| chance as f32);
        let cubeful = if *is_match { cubeful } else { base.worth(cubeful) };
        let values = self.both([unit.worth(cubeless), cubeful].map(|worth| self.value(worth)), "+");
        let [win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, cubeless, cubeful] = of.errors;
        let cubeful = if *is_match { cubeful } else { base.difference(cubeful) };
        let errors = self.both([unit.difference(cubeless), cubeful].map(|error| self.error(error)), " ");
        // Losses are the games that aren't won, and have the same error.
        let [win, win_gammon, win_backgammon, lose, lose_gammon, lose_backgammon] =
            [win, win_gammon, win_backgammon, win, lose_gammon, lose_backgammon]
                .map(|error| numbers.chance(error as f32));
        format!(
            "{} {values}\n{indent}[{win} {win_gammon} {win_backgammon} - {lose} {lose_gammon} {lose_backgammon} {errors}]",
            numbers.cumulative(chances)
        )
    }

    /// Writes the values without and with the cube; shares of matches with the cube have a `sign` before them.
    fn both(&self, [cubeless, cubeful]: [String; 2], sign: &str) -> String {
        let sign = if self.has_shares() { sign } else { "" };
        if self.is_cubeful { format!("CL {cubeless} CF {sign}{cubeful}") } else { format!("CL {cubeless}") }
    }

    const fn has_shares(&self) -> bool {
        self.numbers.terms.is_some() && !self.numbers.matches_in_percent
    }

    fn value(&self, worth: f64) -> String {
        if self.numbers.terms.is_some() {
            self.numbers.worth(worth as f32)
        } else {
            self.numbers.equity(self.base.equity(worth) as f32)
        }
    }

    fn error(&self, worth: f64) -> String {
        if self.numbers.terms.is_some() {
            return self.numbers.worth(worth as f32);
        }
        let error = self.base.equity(worth) - self.base.equity(0.0);
        format!("{error:0$.1$}", self.numbers.width(), self.numbers.digits)
    }
}

/// Returns how the games of a rollout were played, in lines.
fn manner(rolled: &Rolled) -> Vec<String> {
    let Some(manner) = &rolled.manner else { return Vec::new() };
    let mut lines = vec![kind(manner), dice(manner, rolled.games)];
    lines.extend(players(&manner.players));
    if let Some((turns, later)) = &manner.later {
        lines.push(format!("Different evaluations after {turns} plies:"));
        lines.extend(players(later));
    }
    lines
}

fn kind(manner: &Manner) -> String {
    let end = match (manner.is_cubeful, manner.ends_at_one_sided, manner.ends_at_exact) {
        (false, true, _) => ONE_SIDED,
        (false, false, true) => " (truncated at exact bearoff)",
        _ => "",
    };
    kind_of(manner.is_cubeful, manner.truncation, end, manner.reduces_variance)
}

/// The end of a kind whose games end where a one-sided table has the position.
pub(super) const ONE_SIDED: &str = " (truncated at one-sided bearoff)";

/// Names the kind of a rollout: cubeful or not, the turns of a truncation, where else games end, the variance.
pub(super) fn kind_of(is_cubeful: bool, depth: Option<u32>, end: &str, reduces_variance: bool) -> String {
    let full = if depth.is_some() { "Truncated" } else { "Full" };
    let cubeful = if is_cubeful { "cubeful" } else { "cubeless" };
    let depth = depth.map_or_else(String::new, |turns| format!(" (depth {turns})"));
    let with = if reduces_variance { "with" } else { "without" };
    format!("{full} {cubeful} rollout{depth}{end} {with} variance reduction")
}

fn dice(manner: &Manner, games: u64) -> String {
    let first = if manner.is_opening { "rollout as initial position, " } else { "" };
    let (dice, spread) =
        if manner.is_stratified { ("dice gen.", " and quasi-random dice") } else { ("dice generator", "") };
    format!("{games} games, {first}Mersenne Twister {dice} with seed {}{spread}", manner.seed)
}

fn players(both: &[Levels; 2]) -> Vec<String> {
    let [zero, one] = both;
    if zero == one {
        return levels(zero);
    }
    let mut lines = vec!["Player 0:".to_owned()];
    lines.extend(levels(zero));
    lines.push("Player 1:".to_owned());
    lines.extend(levels(one));
    lines
}

fn levels(of: &Levels) -> Vec<String> {
    // At 0-ply GNU Backgammon writes `cubeful` in any case.
    let level = |settings: &Settings| words(*settings, settings.cubeful || settings.plies == 0);
    let mut plays = "Play: ".to_owned();
    if let Some(first) = of.filters.first() {
        let is_it = |known: &&(u8, u32, f32, &str)| {
            let is_level = |level: &FilterLevel| {
                level.first == 0 && level.more == known.1 && (level.margin - known.2).abs() < SAME
            };
            known.0 == of.plays.plies && first.as_ref().is_some_and(is_level)
        };
        let known = FILTERED.iter().find(is_it).filter(|_| name(of.plays).is_some());
        let _ = write!(plays, "{} ", known.map_or("", |known| known.3));
    }
    let mut lines = vec![plays + &level(&of.plays)];
    lines.extend(of.filters.iter().enumerate().map(|(number, it)| filter(number, it.as_ref())));
    lines.push(format!("Cube: {}", level(&of.cube)));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAIN: Settings =
        Settings { plies: 0, cubeful: true, deterministic: true, prune: true, noise: 0.0 };

    #[test]
    fn settings_have_the_names_of_gnu_backgammon() {
        let noisy = |noise| settings(&Settings { noise, ..PLAIN });
        assert_eq!(noisy(0.0), "0-ply cubeful prune [expert]");
        assert_eq!(noisy(0.015), "0-ply cubeful prune, noise 0.015 (d) [advanced]");
        assert_eq!(noisy(0.123_456), "0-ply cubeful prune, noise 0.123 (d)");
        let random = Settings { noise: 0.05, deterministic: false, ..PLAIN };
        assert_eq!(settings(&random), "0-ply cubeful prune, noise 0.05 (nd)");
        let plies = |plies, prune| settings(&Settings { plies, prune, ..PLAIN });
        assert_eq!([plies(0, false), plies(1, true)], ["0-ply cubeful [expert]", "1-ply cubeful prune"]);
        assert_eq!([plies(2, false), plies(4, true)], ["2-ply cubeful", "4-ply cubeful prune [4ply]"]);
        assert_eq!(settings(&Settings { cubeful: false, ..PLAIN }), "0-ply cubeless prune");
    }

    #[test]
    fn filters_have_names_by_their_first_level() {
        let of = |plies, more, margin| {
            let first = Some(FilterLevel { first: 0, more, margin });
            let plays = Settings { plies, ..PLAIN };
            levels(&Levels { plays, filters: vec![first, None], cube: PLAIN })
        };
        let skipped = "Skip pruning for 1-ply moves.";
        assert_eq!(
            of(2, 8, 0.16),
            [
                "Play: world class 2-ply cubeful prune [world class]",
                "keep the first 0 0-ply moves and up to 8 more moves within equity 0.16",
                skipped,
                "Cube: 0-ply cubeful prune [expert]"
            ]
        );
        assert_eq!(of(2, 6, 0.11)[0], "Play:  2-ply cubeful prune [world class]");
        assert_eq!(of(2, 16, 0.32)[0], "Play: supremo 2-ply cubeful prune [world class]");
    }
}
