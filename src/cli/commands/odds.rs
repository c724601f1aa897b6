//! `barpoint odds`: what the next roll does, exactly: entering from the bar, hitting, making points.

use crate::board::{Board, Point, Roll, Side};
use crate::cli::subject;
use crate::host::exit::Exit;
use crate::notation::PositionId;
use crate::output::json::{self, ChanceJson, EntryJson, OddsJson, PointOddsJson};
use crate::output::ui::Ui;
use crate::stats::{Entry, RollSet, Shots, open_points, shots};
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
        return chart(ui);
    }
    let read = args.subject.read().and_then(|subject| Ok((subject.board()?, subject.on_roll())));
    let (board, on_roll) = match read {
        Ok(read) => read,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    let mut entries = vec![(on_roll, open_points(&board), Entry::of(&board))];
    if let Some(checkers) = args.bar {
        entries[0].2 = Entry::new(open_points(&board), checkers);
    }
    let other = board.flip();
    entries.push((!on_roll, open_points(&other), Entry::of(&other)));
    entries.retain(|(_, _, entry)| entry.checkers > 0);
    let odds = Odds { board, on_roll, entries, shots: shots(&board) };
    if args.json {
        ui.json(&odds.json())?;
    } else {
        odds.show(ui)?;
    }
    Ok(Exit::Clean)
}

/// Everything that is said of a position.
struct Odds {
    board: Board,
    on_roll: Side,
    /// Whose checkers enter, the points that are open to them, and how.
    entries: Vec<(Side, [bool; 6], Entry)>,
    shots: Shots,
}

impl Odds {
    /// The opponent's blots, from the mover's highest point down.
    fn blots(&self) -> impl Iterator<Item = Point> {
        self.points(|lane| lane == -1)
    }

    /// The points that the mover can make and hasn't made, and on which no two opposing checkers stand.
    fn to_make(&self) -> impl Iterator<Item = Point> {
        self.points(|lane| (-1..2).contains(&lane)).filter(|point| self.shots.makes(*point) != RollSet::NONE)
    }

    fn points(&self, wanted: impl Fn(i8) -> bool) -> impl Iterator<Item = Point> {
        (1..=24).rev().filter_map(Point::new).filter(move |point| wanted(self.board.at(*point)))
    }

    fn show(&self, ui: &mut Ui<'_>) -> io::Result<()> {
        for (side, open, entry) in &self.entries {
            let blocked: Vec<String> =
                (1..=6).filter(|die| !open[die - 1]).map(|die| die.to_string()).collect();
            let blocked = if blocked.is_empty() { "none".to_owned() } else { blocked.join(" ") };
            let checkers = if entry.checkers == 1 { "checker" } else { "checkers" };
            ui.line(format_args!(
                "{side} enters {} {checkers} from the bar; blocked dice: {blocked}",
                entry.checkers
            ))?;
            line(ui, "at least one", entry.some())?;
            if entry.checkers > 1 {
                line(ui, "all", entry.all())?;
            }
            line(ui, "none", entry.none())?;
        }
        if !self.entries.is_empty() {
            ui.line("")?;
        }
        let mut blots = self.blots().peekable();
        if blots.peek().is_none() {
            ui.line(format_args!("{} hits nothing: there is no blot", self.on_roll))?;
        } else {
            ui.line(format_args!("{} hits", self.on_roll))?;
            for blot in blots {
                let (all, direct) = (self.shots.on(blot), self.shots.direct_on(blot));
                line(ui, &format!("on the {}-point", blot.number()), all)?;
                let combined = all.without(direct);
                if combined != RollSet::NONE && direct != RollSet::NONE {
                    line(ui, "  direct", direct)?;
                    line(ui, "  combination", combined)?;
                }
            }
            line(ui, "any blot", self.shots.any)?;
            if self.shots.several != RollSet::NONE {
                line(ui, "two or more", self.shots.several)?;
            }
        }
        let mut points = self.to_make().peekable();
        if points.peek().is_some() {
            ui.line(format_args!("\n{} makes", self.on_roll))?;
            for point in points {
                line(ui, &format!("the {}-point", point.number()), self.shots.makes(point))?;
            }
        }
        Ok(())
    }

    fn json(&self) -> OddsJson {
        let point = |point: Point, set: RollSet, direct: Option<RollSet>| PointOddsJson {
            point: point.number(),
            chance: chance(set),
            direct: direct.map(chance),
        };
        OddsJson {
            schema: json::SCHEMA,
            position_id: PositionId::encode(&self.board).to_string(),
            on_roll: self.on_roll.index(),
            entering: self
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
            hits: self
                .blots()
                .map(|blot| point(blot, self.shots.on(blot), Some(self.shots.direct_on(blot))))
                .collect(),
            any_hit: chance(self.shots.any),
            several_hits: chance(self.shots.several),
            makes: self.to_make().map(|made| point(made, self.shots.makes(made), None)).collect(),
        }
    }
}

/// One line: what, how many of 36, percent, the rolls.
fn line(ui: &mut Ui<'_>, what: &str, set: RollSet) -> io::Result<()> {
    let (count, percent) = (set.of_36(), set.chance() * 100.0);
    let text = format!("  {what:<16} {count:>2}/36 {percent:>6.2} %  {set}");
    ui.line(text.trim_end())
}

fn chance(set: RollSet) -> ChanceJson {
    ChanceJson { of_36: set.of_36(), rolls: set.rolls().map(|roll: Roll| roll.to_string()).collect() }
}

/// Writes the chart of entering: in how many of 36 throws so many of one to four checkers enter.
fn chart(ui: &mut Ui<'_>) -> io::Result<Exit> {
    ui.line("in how many of 36 throws at least one checker enters, and all of them")?;
    ui.line("blocked   at least one   all of 2   all of 3   all of 4   none")?;
    for blocked in 0..=6 {
        let open = std::array::from_fn(|die| die >= blocked);
        let all = |checkers| Entry::new(open, checkers).all().of_36();
        let one = Entry::new(open, 1);
        ui.line(format_args!(
            "{blocked:>7}   {:>12}   {:>8}   {:>8}   {:>8}   {:>4}",
            one.some().of_36(),
            all(2),
            all(3),
            all(4),
            one.none().of_36()
        ))?;
    }
    Ok(Exit::Clean)
}
