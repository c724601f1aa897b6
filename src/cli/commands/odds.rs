//! `barpoint odds`: what the next roll does, exactly: entering from the bar, hitting, making points.

use crate::board::{Board, BySide, Point, Roll, Side};
use crate::cli::subject;
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::output::json::{self as shape, ChanceJson, EntryJson, OddsJson, PointOddsJson};
use crate::output::odds::{self, Odds};
use crate::output::ui::Ui;
use crate::stats::RollSet;
use std::io;

/// The arguments of `odds`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// As if the player on roll had so many checkers on the bar (entering only).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=15))]
    pub bar: Option<u8>,
    /// The chart of entering for 0 to 6 blocked points; needs no position.
    #[arg(long)]
    pub chart: bool,
    /// Write one JSON object.
    #[arg(long, conflicts_with = "chart")]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(args: &Args, ui: &mut Ui<'_>) -> io::Result<Exit> {
    if args.chart {
        ui.line(odds::chart().trim_end())?;
        return Ok(Exit::Clean);
    }
    args.subject.with_board(ui, |subject, board, ui| answer(args, board, subject.on_roll(), ui))
}

fn answer(args: &Args, board: Board, on_roll: Side, ui: &mut Ui<'_>) -> io::Result<Exit> {
    let odds = Odds::new(board, on_roll, args.bar);
    if args.json {
        ui.json(&json(&odds))?;
    } else {
        ui.line(odds.text(&BySide(Side::ALL.map(|side| side.to_string()))).trim_end())?;
    }
    Ok(Exit::Clean)
}

/// Puts all of it into the shape of JSON.
fn json(odds: &Odds) -> OddsJson {
    let point = |point: Point, set: RollSet, direct: Option<RollSet>| PointOddsJson {
        point: point.number(),
        chance: chance(set),
        direct: direct.map(chance),
    };
    OddsJson {
        schema: shape::SCHEMA,
        position_id: PositionId::encode(&odds.board).to_string(),
        on_roll: odds.on_roll.index(),
        entering: odds
            .entries
            .iter()
            .map(|(side, open, entry)| EntryJson {
                side: side.index(),
                checkers: entry.checkers,
                blocked: (1..=6).filter(|die| !open[usize::from(die - 1)]).collect(),
                some: chance(entry.some()),
                all: chance(entry.all()),
                none: chance(entry.none()),
                exactly: (0..=4).map(|number| entry.exactly(number).of_36()).collect(),
            })
            .collect(),
        hits: odds
            .blots()
            .map(|blot| point(blot, odds.shots.on(blot), Some(odds.shots.direct_on(blot))))
            .collect(),
        any_hit: chance(odds.shots.any),
        several_hits: chance(odds.shots.several),
        makes: odds.to_make().map(|made| point(made, odds.shots.makes(made), None)).collect(),
    }
}

fn chance(set: RollSet) -> ChanceJson {
    ChanceJson { of_36: set.of_36(), rolls: set.rolls().map(|roll: Roll| roll.to_string()).collect() }
}
