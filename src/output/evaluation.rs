//! The engine's results for a position, as text: evaluations, plays, cube actions.

use super::mistakes::by_owner;
use super::plays::{DANCE, named};
use super::stored;
use super::table::Table;
use crate::analysis::stored::Settings;
use crate::board::{Board, Place};
use crate::diag::wrapped;
use crate::engine::bearoff::hyper::Checkers;
use crate::engine::cube::{Action, CubeDecision, CubeState, Owner, Stakes};
use crate::engine::met::{MatchEquity, Stage, Terms};
use crate::engine::search::{EvaluatedPlay, Evaluation};
use crate::engine::{Chances, Class, Rolled};
use crate::notation::play::print;
use crate::rules::Variant;
use std::fmt::Write as _;

/// Returns the words for a kind of position.
#[must_use]
pub const fn phase(phase: Class) -> &'static str {
    match phase {
        Class::Over => "the game is over",
        Class::Bearoff => "bear-off",
        Class::Race => "race",
        Class::Contact => "contact",
    }
}

/// Returns the warning that values of a variant that the nets weren't trained on aren't reliable, and the remedy.
#[must_use]
pub fn untaught(variant: Variant) -> String {
    let [board, other] = [variant.start().board(), variant.start().swapped().board()]
        .map(|board| board.checkers() - board.mine(Place::Off));
    let helps = match board.max(other) {
        count @ 1..=3 => format!("; `barpoint bearoff hyper --checkers {count}` computes exact ones"),
        _ => String::new(),
    };
    format!("the engine isn't trained for {variant}, so these values are unreliable{helps}")
}

/// Returns what is played for, and the cube, from the view of the player on roll.
#[must_use]
pub fn stakes(state: &CubeState) -> String {
    let mut text = match state.stakes {
        Stakes::Money { jacoby: true, .. } => "money, Jacoby rule".to_owned(),
        Stakes::Money { .. } => "money".to_owned(),
        Stakes::Match { away, opponent, stage } => {
            let game = match stage {
                // In a match to one point both are 1-away from the start.
                Stage::Before if (away == 1) != (opponent == 1) => ", Crawford game",
                Stage::After => ", after the Crawford game",
                Stage::Before => "",
            };
            format!("match, {away}-away against {opponent}-away{game}")
        }
    };
    if state.is_in_use {
        let whose = match state.owner {
            Owner::Centred => "centred",
            Owner::Mover => "the mover's",
            Owner::Opponent => "the opponent's",
        };
        let _ = write!(text, "; cube {}, {whose}", state.value);
    } else if state.value > 1 {
        let _ = write!(text, "; cube {}, which can't be turned", state.value);
    } else {
        text += "; no cube";
    }
    text
}

/// Returns the six chances in percent: won, including gammons and backgammons, then those lost.
pub(super) fn percents(chances: Chances) -> [String; 5] {
    cumulative(chances).map(|chance| format!("{:.2}", 100.0 * chance))
}

/// Returns the chances to win, to win a gammon or more, to win a backgammon, to lose a gammon or more, to lose a
/// backgammon.
#[must_use]
pub fn cumulative(chances: Chances) -> [f32; 5] {
    [chances.win(), chances.win_gammon(), chances.0[5], chances.lose_gammon(), chances.0[0]]
}

/// The headings of [`percents`].
pub(super) const PERCENTS: [&str; 5] = [">win %", ">gammon", ">backg.", ">lost g.", ">lost bg."];

/// Returns the words for the table that contains the whole game of a variant from a position on. The last two checkers of
/// hypergammon with three are in two tables, which agree.
#[must_use]
pub fn solved(variant: Variant, board: &Board) -> &'static str {
    let are_last = matches!(Checkers::last_of(board), Some(Checkers::One | Checkers::Two));
    if are_last && variant.start().board().checkers() > Checkers::Two.number() {
        "table of the last checkers"
    } else {
        "hypergammon table"
    }
}

/// Writes evaluations at several depths, and their source, at most `width` columns wide.
#[must_use]
pub fn evaluations(state: &CubeState, source: &str, evaluations: &[Evaluation], width: usize) -> String {
    let mut heads = vec!["level"];
    heads.extend(PERCENTS);
    heads.extend([">cubeless", ">equity"]);
    heads.extend(state.is_match().then_some(">match %"));
    let mut table = Table::new(&heads);
    for evaluation in evaluations {
        let mut row = vec![level(evaluation.plies, evaluation.rolled)];
        row.extend(percents(evaluation.chances));
        row.extend([evaluation.cubeless, evaluation.equity].map(equity));
        row.extend(evaluation.match_chance.map(|chance| format!("{:.2}", 100.0 * chance)));
        table.row(row);
    }
    wrapped(&format!("{source}; {}\n{}", stakes(state), table.within(width)), width).into_owned()
}

/// Writes evaluated plays, the best first; at most `most`, and at most `width` columns wide.
#[must_use]
pub fn plays(state: &CubeState, board: &Board, plays: &[EvaluatedPlay], most: usize, width: usize) -> String {
    let table = plays_table(state, board, plays, most).within(width);
    wrapped(&format!("{}\n{table}", stakes(state)), width).into_owned()
}

/// Returns the table of evaluated plays, the best first; at most `most`.
pub(super) fn plays_table(state: &CubeState, board: &Board, plays: &[EvaluatedPlay], most: usize) -> Table {
    let mut heads = vec![">", "play", ">equity", ">loss"];
    heads.extend(PERCENTS);
    heads.extend(state.is_match().then_some(">match %"));
    heads.push("level");
    let mut table = Table::new(&heads);
    for (number, evaluated) in (1..).zip(plays).take(most) {
        let evaluation = &evaluated.evaluation;
        let loss = evaluated.loss(&plays[0]);
        let mut row = vec![
            number.to_string(),
            named(board, &evaluated.play, DANCE),
            equity(evaluation.equity),
            if number == 1 { String::new() } else { format!("{loss:.3}") },
        ];
        row.extend(percents(evaluation.chances));
        row.extend(evaluation.match_chance.map(|chance| format!("{:.2}", 100.0 * chance)));
        row.push(level(evaluation.plies, evaluation.rolled));
        table.row(row);
    }
    table
}

/// The line above the evaluation of an answer.
pub(crate) const ANSWER: &str = "the answer to a double, from the doubler's view\n";

/// Writes a cube decision, at most `width` columns wide: chances, equities, the right action, and the market window.
#[must_use]
pub fn cube(state: &CubeState, decision: &CubeDecision, width: usize) -> String {
    wrapped(&cube_lines(state, decision, width), width).into_owned()
}

/// Returns the lines of a cube decision, with tables of this width.
fn cube_lines(state: &CubeState, decision: &CubeDecision, width: usize) -> String {
    let mut text = format!("{}\n{}", stakes(state), chances_table(decision).within(width));
    let words = verdict(state, decision.action);
    if decision.action == Action::NotAvailable {
        let _ = writeln!(text, "\n{words}, equity {}", equity(decision.no_double));
        return text;
    }
    let _ = write!(text, "\n{}{words}", actions_table(state, decision).within(width));
    // Nothing follows from a share that is rounded to 0.0 or 100.0 %.
    if let Some(share) = decision.wrong_answers().filter(|share| (0.0005..0.9995).contains(share)) {
        let wrong = if decision.action == Action::TooGood { "takes" } else { "passes" };
        let double = by_owner("double", state.owner);
        let _ = write!(
            text,
            " (a {double} is right if the opponent wrongly {wrong} more than {:.1} % of the time)",
            100.0 * share
        );
    }
    text.push('\n');
    if let Some(table) = window_table(state, decision) {
        let _ = write!(text, "\n{}", table.within(width));
    }
    text
}

/// Returns the table with the chances before a cube decision.
pub(super) fn chances_table(decision: &CubeDecision) -> Table {
    let mut heads = vec!["level"];
    heads.extend(PERCENTS);
    heads.push(">cubeless");
    let mut table = Table::new(&heads);
    let mut row = vec![level(decision.plies, decision.rolled)];
    row.extend(percents(decision.chances));
    row.push(equity(decision.cubeless));
    table.row(row);
    table
}

/// The row of a double that should be beavered.
pub(super) const BEAVERED: &str = "double, beaver";

/// Returns the table of the [`outcomes`] of a cube decision.
pub(super) fn actions_table(state: &CubeState, decision: &CubeDecision) -> Table {
    let mut heads = vec!["", ">equity", ">difference"];
    heads.extend(state.is_match().then_some(">match %"));
    let mut table = Table::new(&heads);
    let right = decision.equity();
    for (number, (words, value)) in outcomes(decision).enumerate() {
        let difference = value - right;
        let mut row = vec![
            by_owner(words, state.owner).to_owned(),
            equity(value),
            if difference.abs() < 5e-5 { String::new() } else { equity(difference) },
        ];
        // Only money has beavers.
        let chance = decision.match_chances.and_then(|chances| chances.get(number).copied());
        row.extend(chance.map(|chance| format!("{:.2}", 100.0 * chance)));
        table.row(row);
    }
    table
}

/// Returns the outcomes of a cube decision with their values: no double, take, pass, and a beaver where that is right.
pub(super) fn outcomes(decision: &CubeDecision) -> impl Iterator<Item = (&'static str, f32)> {
    let choices = [
        ("no double", decision.no_double),
        ("double, take", decision.double_take),
        ("double, pass", decision.double_pass),
    ];
    choices.into_iter().chain(decision.is_beavered().then_some((BEAVERED, decision.doubled())))
}

/// Returns the table of the market window, if it is known.
pub(super) fn window_table(state: &CubeState, decision: &CubeDecision) -> Option<Table> {
    let window = decision.window?;
    let mut table = Table::new(&["win % on roll", ">dead cube", ">as evaluated", ">live cube"]);
    let points = [window.dead, window.used, window.live];
    let mut row = |words: &str, of: [f32; 3]| {
        let mut row = vec![words.to_owned()];
        row.extend(of.map(|point| format!("{:.1}", 100.0 * point)));
        table.row(row);
    };
    let double = if state.owner == Owner::Centred { "double from" } else { "redouble from" };
    row(double, points.map(|points| points.double));
    row("pass from", points.map(|points| points.cash));
    row("too good from", points.map(|points| points.too_good));
    Some(table)
}

/// Returns how an evaluation was made: the plies of a search, or the games of a rollout with the standard error.
fn level(plies: u8, rolled: Option<Rolled>) -> String {
    match rolled {
        None => format!("{plies}-ply"),
        Some(Rolled { games, error }) => format!("{games} games, ±{error:.3}"),
    }
}

pub(super) fn equity(equity: f32) -> String {
    format!("{equity:+.3}")
}

/// Returns the right action, in GNU Backgammon's words.
#[must_use]
pub const fn verdict(state: &CubeState, action: Action) -> &'static str {
    let [first, again] = match action {
        Action::NotAvailable => {
            return match (state.owner, state.stakes) {
                (Owner::Opponent, _) => "No double (the opponent owns the cube)",
                _ if !state.is_in_use && state.value > 1 => "No double (the cube has its largest value)",
                (_, Stakes::Match { away, opponent, stage: Stage::Before })
                    if !state.is_in_use && state.house.has_crawford && (away == 1) != (opponent == 1) =>
                {
                    "No double (this is the Crawford game)"
                }
                _ if !state.is_in_use => "No double (there is no cube)",
                // The opponent may still double.
                (Owner::Centred, Stakes::Match { opponent, .. })
                    if opponent > state.value as usize && !state.house.is_frozen =>
                {
                    "No double (a single win already wins the match)"
                }
                _ => "No double (the cube is dead)",
            };
        }
        Action::NoDouble => ["No double, take", "No redouble, take"],
        Action::NoDoubleBeaver => ["No double, beaver", "No redouble, beaver"],
        Action::Optional => ["Optional double, take", "Optional redouble, take"],
        Action::DoubleTake => ["Double, take", "Redouble, take"],
        Action::DoubleBeaver => ["Double, beaver", "Redouble, beaver"],
        Action::DoublePass => ["Double, pass", "Redouble, pass"],
        Action::TooGood => ["Too good to double, pass", "Too good to redouble, pass"],
        Action::TooGoodTake => ["Too good to double, take", "Too good to redouble, take"],
    };
    if matches!(state.owner, Owner::Centred) { first } else { again }
}

/// How numbers are written in GNU Backgammon's layout: `set output digits`, `winpc`, `matchpc` and `mwc`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// The decimals; percentages have fewer.
    pub digits: usize,
    /// Whether chances to win the game are percentages.
    pub wins_in_percent: bool,
    /// Whether chances to win the match are percentages.
    pub matches_in_percent: bool,
    /// The values of the ends of the game, if equities are written as chances to win the match.
    pub terms: Option<Terms>,
}

/// The most characters in which GNU Backgammon writes a difference of chances to win the match.
const DIFFERENCE: usize = 10;

impl Numbers {
    /// Writes equities, and chances as fractions.
    #[must_use]
    pub const fn plain(digits: usize) -> Self {
        Self { digits, wins_in_percent: false, matches_in_percent: false, terms: None }
    }

    pub(super) const fn width(&self) -> usize {
        self.digits + 3
    }

    pub(super) fn chance(&self, chance: f32) -> String {
        let (width, digits) = (self.digits + 2, self.digits);
        if self.wins_in_percent {
            format!("{:width$.1$}", 100.0 * chance, digits.saturating_sub(2))
        } else {
            format!("{chance:width$.digits$}")
        }
    }

    pub(super) fn equity(&self, equity: f32) -> String {
        format!("{equity:+0$.1$}", self.width(), self.digits)
    }

    /// Writes an equity, or with [`Self::terms`] its match winning chance. A `sign` of -1 takes the opponent's view.
    fn value(&self, equity: f32, sign: f32) -> String {
        let Some(terms) = &self.terms else { return self.equity(sign * equity) };
        let worth = terms.worth_of(equity);
        self.worth(if sign < 0.0 { 1.0 - worth } else { worth })
    }

    pub(super) fn worth(&self, worth: f32) -> String {
        if self.matches_in_percent {
            format!("{:1$.2$}%", 100.0 * worth, self.width(), self.digits.saturating_sub(1))
        } else {
            format!("{worth:.0$}", self.digits + 1)
        }
    }

    /// Writes the difference of two equities, or with [`Self::terms`] of their match winning chances. If they are the
    /// same, GNU Backgammon writes `-0.000`.
    fn difference(&self, equity: f32, from: f32, sign: f32) -> String {
        let signed = |difference: f32| if difference == 0.0 { -0.0 } else { sign * difference };
        let Some(terms) = &self.terms else { return self.equity(signed(equity - from)) };
        self.gain(signed(terms.worth_of(equity) - terms.worth_of(from)))
    }

    fn gain(&self, gain: f32) -> String {
        if self.matches_in_percent {
            return format!("{:+1$.2$}%", 100.0 * gain, self.width(), self.digits.saturating_sub(1));
        }
        // So GNU Backgammon writes a loss, `+-0.0256`, and the same value, `-0.0000`.
        let plus = if gain == 0.0 && gain.is_sign_negative() { "" } else { "+" };
        let mut text = format!("{plus}{gain:.0$}", self.digits + 1);
        text.truncate(DIFFERENCE);
        text
    }

    /// Writes the luck of a roll, in equity.
    #[must_use]
    pub fn luck(&self, luck: f32) -> String {
        match &self.terms {
            Some(terms) => format!("{:+.3}%", 100.0 * (terms.worth_of(luck) - terms.worth_of(0.0))),
            None => format!("{luck:+.3}"),
        }
    }

    /// Writes a value in the column of cubeful equities.
    fn cubeful(&self, equity: f32) -> String {
        match &self.terms {
            Some(terms) if !self.matches_in_percent => self.gain(terms.worth_of(equity)),
            _ => self.value(equity, 1.0),
        }
    }

    /// Writes the six chances of the game.
    pub(super) fn chances(&self, chances: Chances) -> String {
        self.cumulative(cumulative(chances))
    }

    /// Writes cumulative chances: of a win, of at least a gammon, of a backgammon, and the same of the losses.
    pub(super) fn cumulative(&self, chances: [f32; 5]) -> String {
        let [win, gammon, backgammon, lost_gammon, lost_backgammon] = chances;
        let [win, gammon, backgammon, lose, lost_gammon, lost_backgammon] =
            [win, gammon, backgammon, 1.0 - win, lost_gammon, lost_backgammon]
                .map(|chance| self.chance(chance));
        format!("{win} {gammon} {backgammon} - {lose} {lost_gammon} {lost_backgammon}")
    }
}

/// Writes GNU Backgammon's "Cube analysis", from the view of the player on roll or, for an answer, the responder.
#[must_use]
pub fn gnubg_cube(state: &CubeState, decision: &CubeDecision, is_answer: bool, numbers: &Numbers) -> String {
    cube_at(&format!("{}-ply", decision.plies), state, decision, is_answer, numbers)
}

/// Writes the same for a level of evaluation in any words.
#[must_use]
pub fn cube_at(
    level: &str,
    state: &CubeState,
    decision: &CubeDecision,
    is_answer: bool,
    numbers: &Numbers,
) -> String {
    let chances = if is_answer { decision.chances.flip() } else { decision.chances };
    let chances = format!("  {}", numbers.chances(chances));
    gnubg_cube_by((level, &chances), state, decision, is_answer, numbers) + "\n\n"
}

/// Writes the same up to the right action, for a level of evaluation and the line with the chances.
pub(super) fn gnubg_cube_by(
    (level, chances): (&str, &str),
    state: &CubeState,
    decision: &CubeDecision,
    is_answer: bool,
    numbers: &Numbers,
) -> String {
    // The responder sees it from the other side.
    let sign = if is_answer { -1.0 } else { 1.0 };
    let mut text = format!(
        "\nCube analysis\n{level} cubeless {} {}",
        if numbers.terms.is_some() { "MWC" } else { "equity" },
        numbers.value(decision.cubeless, sign)
    );
    if state.is_match() {
        let _ = write!(text, " (Money: {})", numbers.equity(sign * decision.chances.equity()));
    }
    let _ = writeln!(text, "\n{chances}\nCubeful equities:");
    let (none, take, pass) = (
        ("No double", decision.no_double),
        ("Double, take", decision.double_take),
        ("Double, pass", decision.double_pass),
    );
    // A double that the rules forbid can still be in a record.
    let is_dead = state.is_dead();
    let action = if is_dead { Action::NotAvailable } else { decision.action };
    let order = match action {
        Action::DoubleTake | Action::DoubleBeaver => [take, pass, none],
        Action::DoublePass => [pass, take, none],
        Action::TooGood => [none, take, pass],
        _ => [none, pass, take],
    };
    for (place, (words, value)) in (1..).zip(order) {
        let _ = write!(text, "{place}. {words:<19} {}", numbers.value(value, sign));
        if place > 1 {
            let _ = write!(text, "  ({})", numbers.difference(value, order[0].1, sign));
        }
        text.push('\n');
    }
    let words = match (is_dead, state.owner) {
        (true, Owner::Centred) => "Never double, take (dead cube)",
        (true, _) => "Never redouble, take (dead cube)",
        (false, _) => verdict(state, action),
    };
    let _ = write!(text, "Proper cube action: {words}");
    if let Some(share) = decision.gnubg_wrong_answers().filter(|_| !is_dead) {
        let _ = write!(text, " ({:.1}%)", 100.0 * share);
    }
    text
}

/// Writes one play as GNU Backgammon's `hint` does; `best` is the equity of the first. The rank, from 1 on, isn't known of
/// a play that was evaluated only because it was made. The number of plies is that of the evaluation. `chances` are
/// [`cumulative`], as the evaluation or the record has them.
#[must_use]
pub fn gnubg_play(
    board: &Board,
    (rank, evaluated): (Option<usize>, &EvaluatedPlay),
    (chances, best): ([f32; 5], f32),
    settings: &Settings,
    numbers: &Numbers,
) -> String {
    let evaluation = &evaluated.evaluation;
    let settings = Settings { plies: evaluation.plies, ..*settings };
    let kind = format!("{} {}-ply", if settings.cubeful { "Cubeful" } else { "Cubeless" }, evaluation.plies);
    format!(
        "{}\n       {}\n        {}\n",
        gnubg_play_by(&kind, board, (rank, evaluated), best, numbers),
        numbers.cumulative(chances),
        stored::settings(&settings)
    )
}

/// Writes the same for a level of evaluation in any words, instead of its settings.
#[must_use]
pub fn play_at(
    level: &str,
    board: &Board,
    ranked: (Option<usize>, &EvaluatedPlay),
    (chances, best): ([f32; 5], f32),
    numbers: &Numbers,
) -> String {
    let first = gnubg_play_by(level, board, ranked, best, numbers);
    format!("{first}\n       {}\n", numbers.cumulative(chances))
}

/// Writes the first line of it, for a kind of evaluation.
pub(super) fn gnubg_play_by(
    kind: &str,
    board: &Board,
    (rank, evaluated): (Option<usize>, &EvaluatedPlay),
    best: f32,
    numbers: &Numbers,
) -> String {
    let equity = evaluated.evaluation.equity;
    let written = print::gnubg(board, &evaluated.play).to_string();
    let unit = if numbers.terms.is_some() { "MWC" } else { "Eq." };
    let value = numbers.value(equity, 1.0);
    let rank_cell = rank.map_or_else(|| "   ?? ".to_owned(), |rank| format!("{rank:5}."));
    let mut text = format!("{rank_cell} {kind:<16} {written:<28} {unit}: {value}");
    if rank != Some(1) {
        let _ = write!(text, " ({})", numbers.difference(equity, best, 1.0));
    }
    text
}

/// Writes evaluations as GNU Backgammon's `eval` does, the static one first.
#[must_use]
pub fn gnubg_evaluations(evaluations: &[Evaluation], numbers: &Numbers) -> String {
    let unit = if numbers.terms.is_some() { "MWC" } else { "Equity" };
    let mut text = format!("        Win     W(g)    W(bg)   L(g)    L(bg)   {unit:<9} Cubeful  \n");
    for evaluation in evaluations {
        let name =
            if evaluation.plies == 0 { "static".to_owned() } else { format!("{:2} ply", evaluation.plies) };
        let _ = write!(text, "{name}: ");
        for chance in cumulative(evaluation.chances) {
            let _ = write!(text, "{:<7} ", numbers.chance(chance));
        }
        for value in [numbers.value(evaluation.cubeless, 1.0), numbers.cubeful(evaluation.equity)] {
            let _ = write!(text, "{value:<9} ");
        }
        text.push('\n');
    }
    text
}

/// Writes GNU Backgammon's verdict on a resignation: the equities of playing on and of accepting, from the
/// responder's view.
#[must_use]
pub fn gnubg_resignation([before, after]: [f32; 2], numbers: &Numbers) -> String {
    let percent = |terms: &Terms, equity| 100.0 * terms.worth_of(equity);
    let [shown_before, shown_after, gain] = match &numbers.terms {
        None => [before, after, after - before].map(|equity| numbers.equity(equity)),
        Some(terms) => {
            let [before, after] = [before, after].map(|equity| percent(terms, equity));
            [before, after, after - before].map(|percent| format!("{percent:6.2}%"))
        }
    };
    let decision = if after >= before { "Accept" } else { "Reject" };
    format!(
        "Equity before resignation : {shown_before}\nEquity after resignation : {shown_after} ({gain})\n\n\
         Correct resign decision : {decision}\n\n"
    )
}

/// Writes the chances of both players up to a length, in percent, as GNU Backgammon's `show matchequitytable` does.
/// `source` is the file of the table; without one, the table is built in.
#[must_use]
pub fn gnubg_match_equities(
    table: &MatchEquity,
    source: Option<&str>,
    most: usize,
    names: &[String; 2],
) -> String {
    let source = source.unwrap_or("in the program");
    let mut text = format!("Match equity table: {}\n({source})\n{}\n\n", table.name(), table.description());
    let head = |text: &mut String| {
        *text += "          ";
        for away in 1..=most {
            let _ = write!(text, "{away:4}-away ");
        }
        text.push('\n');
    };
    let row = |text: &mut String, away: usize, chance: &dyn Fn(usize) -> Option<f32>| {
        let _ = write!(text, "{away:4}-away ");
        for opponent in 1..=most {
            let _ = write!(text, "{:9.4} ", 100.0 * chance(opponent).unwrap_or_default());
        }
        text.push('\n');
    };
    text += "Pre-Crawford table:\n\n";
    head(&mut text);
    for away in 1..=most {
        row(&mut text, away, &|opponent| table.chance(away, opponent, Stage::Before));
    }
    for (number, name) in names.iter().enumerate() {
        let _ = write!(text, "\nPost-Crawford table for player {number} ({name}):\n\n");
        head(&mut text);
        row(&mut text, 1, &|trailer| table.chance(trailer, 1, Stage::After));
    }
    text + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_double_that_is_too_good_names_the_wrong_answer_before_the_right_one() {
        let state = CubeState::MONEY.without_jacoby().without_beavers();
        let lines = |equities| {
            let decision = CubeDecision::of_equities(&state, Chances::default(), 0.0, equities, 0);
            let text = gnubg_cube(&state, &decision, false, &Numbers::plain(3));
            let numbered = text.lines().filter(|line| line.starts_with(['2', '3']));
            numbered.map(|line| line[3..15].to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(lines([1.07, 0.683]), ["Double, pass", "Double, take"]);
        assert_eq!(lines([1.07, 1.2]), ["Double, take", "Double, pass"]);
    }

    #[test]
    fn a_double_that_a_match_forbids_is_never_right() {
        // As GNU Backgammon shows such doubles from files: a dead cube, and a double in the Crawford game.
        let of = |away, opponent, owner, equities| {
            let stakes = Stakes::Match { away, opponent, stage: Stage::Before };
            let value = if owner == Owner::Centred { 1 } else { 2 };
            let state = CubeState { value, owner, stakes, ..CubeState::CUBELESS };
            let decision = CubeDecision::of_equities(&state, Chances::default(), 0.0, equities, 0);
            let text = gnubg_cube(&state, &decision, false, &Numbers::plain(3));
            text.lines().skip(5).filter(|line| !line.is_empty()).map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(
            of(2, 2, Owner::Mover, [0.011, 0.011]),
            [
                "1. No double           +0.011",
                "2. Double, pass        +1.000  (+0.989)",
                "3. Double, take        +0.011  (-0.000)",
                "Proper cube action: Never redouble, take (dead cube)"
            ]
        );
        let last = |lines: Vec<String>| lines.last().cloned().unwrap_or_default();
        let never = "Proper cube action: Never double, take (dead cube)";
        assert_eq!(last(of(4, 1, Owner::Centred, [0.269, 1.202])), never);
        assert_eq!(last(of(1, 3, Owner::Centred, [0.065, -0.21])), never);
        assert_eq!(of(4, 1, Owner::Centred, [0.269, 1.202])[0], "1. No double           +0.269");
        let may = last(of(3, 2, Owner::Mover, [0.386, 0.492]));
        assert_eq!(may, "Proper cube action: Redouble, take");
    }

    #[test]
    fn no_difference_is_minus_nothing() {
        let numbers = Numbers::plain(3);
        assert_eq!(numbers.difference(0.5, 0.5, 1.0), "-0.000");
        assert_eq!(numbers.difference(0.5, 0.5, -1.0), "-0.000");
        assert_eq!(numbers.difference(0.500_1, 0.5, 1.0), "+0.000");
        // That of chances to win the match has one digit more, and a plus before a loss.
        assert_eq!([-0.0, 0.0, -0.02].map(|gain| numbers.gain(gain)), ["-0.0000", "+0.0000", "+-0.0200"]);
    }
}
