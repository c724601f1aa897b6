//! The engine's results for a position, as text: evaluations, plays, cube actions.

use super::table::Table;
use crate::board::{Board, Place};
use crate::diag::wrapped;
use crate::engine::cube::{Action, CubeDecision, CubeState, Owner, Stakes};
use crate::engine::met::{MatchEquity, Stage};
use crate::engine::search::{Evaluation, JudgedPlay};
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

/// Returns the warning that values of a variant without nets of its own aren't reliable, and the remedy.
#[must_use]
pub fn untaught(variant: Variant) -> String {
    let [board, other] = [variant.start().board(), variant.start().swapped().board()]
        .map(|board| board.checkers() - board.mine(Place::Off));
    let helps = match board.max(other) {
        count @ 1..=3 => format!("; `barpoint bearoff hyper --checkers {count}` makes its table"),
        _ => String::new(),
    };
    format!("these values aren't reliable: the engine wasn't taught {variant}{helps}")
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
        // Writing to a String can't fail, here and below.
        let _ = write!(text, "; cube {}, {whose}", state.value);
    } else if state.value > 1 {
        let _ = write!(text, "; cube {}, which can't be turned", state.value);
    } else {
        text += "; no cube";
    }
    text
}

/// Returns the six chances in percent: won, including gammons and backgammons, then those lost.
fn percents(chances: Chances) -> [String; 5] {
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

/// The source of evaluations from the table for hypergammon.
pub const SOLVED: &str = "hypergammon table";

/// Writes evaluations at several depths, and their source, at most `width` columns wide.
#[must_use]
pub fn evaluations(state: &CubeState, judge: &str, evaluations: &[Evaluation], width: usize) -> String {
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
    wrapped(&format!("{judge}; {}\n{}", stakes(state), table.within(width)), width).into_owned()
}

/// Writes evaluated plays, the best first; at most `most`, and at most `width` columns wide.
#[must_use]
pub fn plays(state: &CubeState, board: &Board, plays: &[JudgedPlay], most: usize, width: usize) -> String {
    let table = plays_table(state, board, plays, most).within(width);
    wrapped(&format!("{}\n{table}", stakes(state)), width).into_owned()
}

/// Returns the table of evaluated plays, the best first; at most `most`.
pub(super) fn plays_table(state: &CubeState, board: &Board, plays: &[JudgedPlay], most: usize) -> Table {
    let mut heads = vec![">", "play", ">equity", ">loss"];
    heads.extend(PERCENTS);
    heads.extend(state.is_match().then_some(">match %"));
    heads.push("level");
    let mut table = Table::new(&heads);
    let best = plays.first().map_or(0.0, |play| play.evaluation.equity);
    for (number, judged) in (1..).zip(plays).take(most) {
        let evaluation = &judged.evaluation;
        let written = print::gnubg(board, &judged.play).to_string();
        let loss = best - evaluation.equity;
        let mut row = vec![
            number.to_string(),
            if written.is_empty() { "no legal play".to_owned() } else { written },
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
        // Writing to a String can't fail, here and below.
        let _ = writeln!(text, "\n{words}, equity {}", equity(decision.no_double));
        return text;
    }
    let _ = write!(text, "\n{}{words}", actions_table(state, decision).within(width));
    if let Some(share) = decision.wrong_answers() {
        let wrong = if decision.action == Action::TooGood { "takes" } else { "passes" };
        let _ = write!(text, " (a double is right if more than {:.1} % of {wrong} are wrong)", 100.0 * share);
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

/// Returns the table of the three outcomes of a cube decision.
pub(super) fn actions_table(state: &CubeState, decision: &CubeDecision) -> Table {
    let mut heads = vec!["", ">equity", ">difference"];
    heads.extend(state.is_match().then_some(">match %"));
    let mut table = Table::new(&heads);
    let right = decision.equity();
    let choices = [
        ("no double", decision.no_double),
        ("double, take", decision.double_take),
        ("double, pass", decision.double_pass),
    ];
    for (number, (words, value)) in choices.into_iter().enumerate() {
        let difference = value - right;
        let mut row = vec![
            words.to_owned(),
            equity(value),
            if difference.abs() < 5e-5 { String::new() } else { equity(difference) },
        ];
        row.extend(decision.match_chances.map(|chances| format!("{:.2}", 100.0 * chances[number])));
        table.row(row);
    }
    table
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
    let is_first = matches!(state.owner, Owner::Centred);
    match (action, is_first) {
        (Action::NotAvailable, _) => match state.owner {
            Owner::Opponent => "No double (the opponent owns the cube)",
            _ if !state.is_in_use && state.value > 1 => "No double (the cube has its largest value)",
            _ if !state.is_in_use => "No double (there is no cube)",
            _ => "No double (the cube is dead)",
        },
        (Action::NoDouble, true) => "No double, take",
        (Action::NoDouble, false) => "No redouble, take",
        (Action::NoDoubleBeaver, true) => "No double, beaver",
        (Action::NoDoubleBeaver, false) => "No redouble, beaver",
        (Action::Optional, true) => "Optional double, take",
        (Action::Optional, false) => "Optional redouble, take",
        (Action::DoubleTake, true) => "Double, take",
        (Action::DoubleTake, false) => "Redouble, take",
        (Action::DoubleBeaver, true) => "Double, beaver",
        (Action::DoubleBeaver, false) => "Redouble, beaver",
        (Action::DoublePass, true) => "Double, pass",
        (Action::DoublePass, false) => "Redouble, pass",
        (Action::TooGood, true) => "Too good to double, pass",
        (Action::TooGood, false) => "Too good to redouble, pass",
        (Action::TooGoodTake, true) => "Too good to double, take",
        (Action::TooGoodTake, false) => "Too good to redouble, take",
    }
}

/// Writes GNU Backgammon's "Cube analysis", from the view of the player on roll or, for an answer, the responder.
#[must_use]
pub fn gnubg_cube(state: &CubeState, decision: &CubeDecision, is_answer: bool, digits: usize) -> String {
    // The responder sees it from the other side.
    let sign = if is_answer { -1.0 } else { 1.0 };
    let chances = if is_answer { decision.chances.flip() } else { decision.chances };
    let number = |value: f32| format!("{:+.digits$}", sign * value);
    let mut text =
        format!("\nCube analysis\n{}-ply cubeless equity {}", decision.plies, number(decision.cubeless));
    if state.is_match() {
        let _ = write!(text, " (Money: {})", number(decision.chances.equity()));
    }
    let _ = writeln!(text, "\n  {}\nCubeful equities:", gnubg_chances(chances, digits));
    let (none, take, pass) = (
        ("No double", decision.no_double),
        ("Double, take", decision.double_take),
        ("Double, pass", decision.double_pass),
    );
    let order = match decision.action {
        Action::DoubleTake | Action::DoubleBeaver => [take, pass, none],
        Action::DoublePass => [pass, take, none],
        Action::TooGood | Action::TooGoodTake => [none, take, pass],
        _ => [none, pass, take],
    };
    for (place, (words, value)) in (1..).zip(order) {
        let _ = write!(text, "{place}. {words:<19} {}", number(value));
        if place > 1 {
            let _ = write!(text, "  ({})", number(value - order[0].1));
        }
        text.push('\n');
    }
    let _ = write!(text, "Proper cube action: {}", verdict(state, decision.action));
    if let Some(share) = decision.wrong_answers() {
        let _ = write!(text, " ({:.1}%)", 100.0 * share);
    }
    text + "\n\n"
}

pub(super) fn gnubg_chances(chances: Chances, digits: usize) -> String {
    let [win, gammon, backgammon, lost_gammon, lost_backgammon] = cumulative(chances);
    let number = |value: f32| format!("{value:.digits$}");
    format!(
        "{} {} {} - {} {} {}",
        number(win),
        number(gammon),
        number(backgammon),
        number(1.0 - win),
        number(lost_gammon),
        number(lost_backgammon)
    )
}

/// Writes one play as GNU Backgammon's `hint` does; `best` is the equity of the first.
#[must_use]
pub fn gnubg_play(
    board: &Board,
    (number, judged): (usize, &JudgedPlay),
    best: f32,
    is_cubeful: bool,
    digits: usize,
) -> String {
    let evaluation = &judged.evaluation;
    let (word, plies) = (if is_cubeful { "Cubeful" } else { "Cubeless" }, evaluation.plies);
    let written = print::gnubg(board, &judged.play).to_string();
    let kind = format!("{word} {plies}-ply");
    let mut text = format!("{number:5}. {kind:<16} {written:<28} Eq.: {:+.digits$}", evaluation.equity);
    if number > 1 {
        let _ = write!(text, " ({:+.digits$})", evaluation.equity - best);
    }
    let lower = if is_cubeful { "cubeful" } else { "cubeless" };
    let _ = write!(
        text,
        "\n       {}\n        {plies}-ply {lower} prune{}\n",
        gnubg_chances(evaluation.chances, digits),
        // GNU Backgammon's names for settings like these.
        match (plies, is_cubeful) {
            (0, true) => " [expert]",
            (2, true) => " [world class]",
            _ => "",
        }
    );
    text
}

/// Writes evaluations as GNU Backgammon's `eval` does, the static one first.
#[must_use]
pub fn gnubg_evaluations(evaluations: &[Evaluation], digits: usize) -> String {
    let head = "        Win     W(g)    W(bg)   L(g)    L(bg)   Equity    Cubeful  \n";
    let mut text = head.to_owned();
    for evaluation in evaluations {
        let name =
            if evaluation.plies == 0 { "static".to_owned() } else { format!("{:2} ply", evaluation.plies) };
        let _ = write!(text, "{name}: ");
        for chance in cumulative(evaluation.chances) {
            let _ = write!(text, "{:<8}", format!("{chance:.digits$}"));
        }
        for value in [evaluation.cubeless, evaluation.equity] {
            let _ = write!(text, "{:<10}", format!("{value:+.digits$}"));
        }
        text.push('\n');
    }
    text
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
