//! `barpoint race`: applies the formulas for races to a position, step by step.

use crate::board::{Board, BySide, Side};
use crate::cli::error::Done;
use crate::cli::subject::{Subject, WithJson};
use crate::diag::{columns, padded};
use crate::engine::cube::{CubeState, Owner};
use crate::host::exit::Exit;
use crate::notation::{IdState, PositionId};
use crate::output::json::{self, FormulaJson, LeadJson, RaceJson};
use crate::output::race::{FormulaResult, results};
use crate::output::ui::Ui;
use crate::stats::race::{EightNineTwelve, Race, Verdict};
use std::io;

/// Runs the subcommand.
pub(crate) fn run(args: &WithJson, ui: &mut Ui<'_>) -> Done {
    args.subject.with_board(ui, |subject, board, ui| answer(args, &board, subject, ui))
}

fn answer(args: &WithJson, board: &Board, subject: &Subject, ui: &mut Ui<'_>) -> Done {
    let on_roll = subject.on_roll();
    let race = Race::of(board);
    let percent = EightNineTwelve::of(&race).percent();
    let Some(percent) = percent.filter(|_| !race.is_over()) else {
        return Err("the race is over: a side has no checkers left".into());
    };
    let names = super::show::names(subject, None);
    let players = [&*names[on_roll], &*names[!on_roll]];
    let sides = [on_roll, !on_roll].map(|side| side.to_string());
    let [mover, opponent] = if args.json { sides.each_ref().map(String::as_str) } else { players };
    let results = results(&race, mover, opponent);
    let verdicts = results.iter().filter_map(|result| result.verdict);
    let agree =
        Verdict::ALL.iter().filter(|&&verdict| verdicts.clone().any(|said| said == verdict)).count() == 1;
    if !args.json {
        show(ui, &race, (players, &remarks(&subject.state, players[0])), percent, &results, agree)?;
        return Ok(Exit::Clean);
    }
    let pips = BySide::new(race.opponent.pips, race.mover.pips);
    let pips = if on_roll == Side::One { pips } else { pips.swap() };
    ui.json(&RaceJson {
        schema: json::SCHEMA,
        position_id: PositionId::encode(board).to_string(),
        on_roll: on_roll.index(),
        contact: race.contact,
        pips: pips.0,
        lead: LeadJson { pips: race.lead(), percent },
        formulas: results.into_iter().map(formula).collect(),
        agree,
    })?;
    Ok(Exit::Clean)
}

fn formula(result: FormulaResult) -> FormulaJson {
    FormulaJson {
        name: result.name,
        source: result.source,
        mover: result.counts.map(|counts| counts.0),
        opponent: result.counts.map(|counts| counts.1),
        chance: result.chance,
        steps: result.steps,
        verdict: result.verdict.map(word),
        gnubg_mover: result.gnubg.map(|(mover, _)| mover),
        gnubg_verdict: result.gnubg.map(|(_, verdict)| word(verdict)),
    }
}

fn show(
    ui: &mut Ui<'_>,
    race: &Race,
    ([mover, opponent], remarks): ([&str; 2], &[String]),
    percent: f64,
    results: &[FormulaResult],
    agree: bool,
) -> io::Result<()> {
    let rows = [
        (mover, i64::from(race.mover.pips), "  on roll".to_owned()),
        (opponent, i64::from(race.opponent.pips), String::new()),
        ("lead", i64::from(race.lead()), format!("  {percent:.1} %")),
    ];
    let width = rows.iter().map(|(name, ..)| columns(name)).max().unwrap_or(0);
    for (name, pips, more) in rows {
        let noun = if pips.abs() == 1 { "pip " } else { "pips" };
        let line = format!("{}  {pips:>3} {noun}{more}", padded(name, width, false));
        ui.prose(line.trim_end())?;
    }
    if race.contact {
        ui.prose("the position has contact: the formulas are for races")?;
    }
    for remark in remarks {
        ui.prose(remark)?;
    }
    for result in results {
        let verdict = result.verdict.map_or("no verdict", phrase);
        ui.prose(format_args!("\n{}: {verdict}", result.name))?;
        for step in &result.steps {
            ui.prose(format_args!("  {step}"))?;
        }
        if let Some(gnubg) =
            result.gnubg.map(|(_, gnubg)| gnubg).filter(|gnubg| Some(*gnubg) != result.verdict)
        {
            ui.prose(format_args!("  GNU Backgammon's answer: {}", phrase(gnubg)))?;
        }
        ui.prose(format_args!("  {}", result.source))?;
    }
    ui.prose(if agree { "\nall agree" } else { "\nthey disagree" })?;
    for verdict in Verdict::ALL {
        let names: Vec<&str> = results
            .iter()
            .filter(|result| result.verdict == Some(verdict))
            .map(|result| result.name)
            .collect();
        if !names.is_empty() {
            ui.prose(format_args!("  {}: {}", phrase(verdict), names.join(" ")))?;
        }
    }
    Ok(())
}

/// Returns what the formulas don't include: the score of a match, and a cube that the player on roll can't turn.
fn remarks(state: &IdState, mover: &str) -> Vec<String> {
    let Some(game) = state.game else { return Vec::new() };
    let cube = CubeState::of_id(state);
    let mut remarks = Vec::new();
    if cube.is_match() {
        remarks.push("the formulas are for money: they don't include the score".to_owned());
    }
    let reason = match cube.owner {
        _ if game.crawford => "this is the Crawford game",
        _ if !cube.is_in_use => "the cube can't be turned any more",
        Owner::Opponent => "the opponent owns the cube",
        _ if cube.is_dead() => "a single win already wins the match",
        Owner::Centred | Owner::Mover => return remarks,
    };
    remarks.push(format!("{mover} can't double: {reason}; the formulas assume that a double is possible"));
    remarks
}

/// Returns a verdict for people.
const fn phrase(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NoDouble => "no double, take",
        Verdict::Double => "double but don't redouble, take",
        Verdict::Redouble => "double and redouble, take",
        Verdict::Pass => "double and redouble, pass",
    }
}

/// Returns a verdict for programs.
const fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::NoDouble => "no-double",
        Verdict::Double => "double",
        Verdict::Redouble => "redouble",
        Verdict::Pass => "pass",
    }
}
