//! `barpoint odds`: exact odds of the next roll: entering from the bar, hitting, making points.

use super::{cube, show};
use crate::board::{Board, BySide, Point, Roll, Side};
use crate::cli::error::Done;
use crate::cli::subject::{self, Subject};
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::output::entry_chart;
use crate::output::json::{
    self as shape, ChanceJson, EntryChartJson, EntryChartRowJson, EntryJson, FirstRollJson, OddsJson,
    PointOddsJson, ThenHitJson,
};
use crate::output::odds::Odds;
use crate::output::ui::Ui;
use crate::stats::RollSet;

/// The arguments of `odds`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Assume N checkers of the player on roll on the bar (entering only).
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=15))]
    pub bar: Option<u8>,
    /// Show the chart of entering against 0 to 6 blocked points; no position is needed.
    #[arg(long, conflicts_with_all = ["bar", "id", "game", "number", "of_match", "strict", "lenient",
          "variant"])]
    pub chart: bool,
    /// Draw the chart as SVG.
    #[arg(long, requires = "chart", conflicts_with = "json")]
    pub svg: bool,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    if args.chart {
        if args.svg {
            ui.line(entry_chart::svg().trim_end())?;
        } else if args.json {
            ui.json(&chart())?;
        } else {
            ui.line(entry_chart::text().trim_end())?;
        }
        return Ok(Exit::Clean);
    }
    args.subject.with_board(ui, |subject, board, ui| answer(args, board, subject, ui))
}

fn answer(args: &Args, board: Board, subject: &Subject, ui: &mut Ui<'_>) -> Done {
    if board.is_over() {
        return Err(cube::OVER.into());
    }
    let odds = Odds::new(board, subject.on_roll(), args.bar);
    if args.json {
        ui.json(&json(&odds))?;
    } else {
        let names = show::names(subject, None);
        // FIBS calls its user "You"; the sentences are about a third person.
        let third = |side: Side| if names[side] == "You" { side.to_string() } else { names[side].clone() };
        ui.prose(odds.text(&BySide(Side::ALL.map(third))).trim_end())?;
    }
    Ok(Exit::Clean)
}

/// Converts the odds to their JSON form.
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
        then_hit: ThenHitJson {
            of_1296: odds.then_hit.of_1296(),
            rolls: odds
                .then_hit
                .rolls
                .iter()
                .map(|first| FirstRollJson {
                    roll: first.roll.to_string(),
                    plays: first.plays,
                    hits: first.hits,
                })
                .collect(),
        },
    }
}

/// Returns the JSON form of the chart of entering.
fn chart() -> EntryChartJson {
    let rows = entry_chart::rows().map(|row| EntryChartRowJson {
        blocked: row.blocked,
        some: row.some,
        all: row.all,
        none: 36 - row.some,
    });
    EntryChartJson { schema: shape::SCHEMA, rows: rows.to_vec() }
}

fn chance(set: RollSet) -> ChanceJson {
    ChanceJson { of_36: set.of_36(), rolls: set.rolls().map(|roll: Roll| roll.to_string()).collect() }
}
