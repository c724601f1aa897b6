//! The next roll, as text: entering from the bar, hitting, making points.

use crate::board::{Board, BySide, Point, Side};
use crate::diag::count::many;
use crate::stats::{Entry, RollSet, Shots, ThenHit, open_points, shots};
use std::fmt::Write as _;

/// The odds of a position.
#[derive(Clone, Debug)]
pub struct Odds {
    /// The position, from the view of the side on roll.
    pub board: Board,
    /// The side on roll.
    pub on_roll: Side,
    /// For each side: the points that are open to enter, and the chances to enter.
    pub entries: Vec<(Side, [bool; 6], Entry)>,
    /// The hits, and the points that can be made.
    pub shots: Shots,
    /// The opponent's hits after any play of the side on roll.
    pub then_hit: ThenHit,
}

impl Odds {
    /// Counts the rolls of a position, from the view of the side on roll; `bar` assumes this number of its
    /// checkers on the bar, for entering only.
    #[must_use]
    pub fn new(board: Board, on_roll: Side, bar: Option<u8>) -> Self {
        let open = open_points(&board);
        let entry = bar.map_or_else(|| Entry::of(&board), |checkers| Entry::new(open, checkers));
        let other = board.flip();
        let mut entries = vec![(on_roll, open, entry), (!on_roll, open_points(&other), Entry::of(&other))];
        entries.retain(|(_, _, entry)| entry.checkers > 0);
        Self { board, on_roll, entries, shots: shots(&board), then_hit: ThenHit::of(&board) }
    }

    /// Lists the opponent's blots, from the mover's highest point down.
    pub fn blots(&self) -> impl Iterator<Item = Point> {
        self.points(|lane| lane == -1)
    }

    /// Lists the points that the mover can make and hasn't made, and that aren't made by the opponent.
    pub fn to_make(&self) -> impl Iterator<Item = Point> {
        self.points(|lane| (-1..2).contains(&lane)).filter(|point| self.shots.makes(*point) != RollSet::NONE)
    }

    fn points(&self, wanted: impl Fn(i8) -> bool) -> impl Iterator<Item = Point> {
        (1..=24).rev().filter_map(Point::new).filter(move |point| wanted(self.board.at(*point)))
    }

    /// Writes all odds, with the players' names.
    #[must_use]
    pub fn text(&self, names: &BySide<String>) -> String {
        let mut text = String::new();
        for (side, open, entry) in &self.entries {
            let blocked: Vec<String> =
                (1..=6).filter(|die| !open[die - 1]).map(|die| die.to_string()).collect();
            let blocked = if blocked.is_empty() { "none".to_owned() } else { blocked.join(" ") };
            let checkers = many(entry.checkers.into(), "checker");
            let _ =
                writeln!(text, "{} enters {checkers} from the bar; blocked dice: {blocked}", names[*side]);
            text += &line("at least one", entry.some());
            if entry.checkers > 1 {
                text += &line("all", entry.all());
            }
            text += &line("none", entry.none());
        }
        if !self.entries.is_empty() {
            text.push('\n');
        }
        let name = &names[self.on_roll];
        let mut blots = self.blots().peekable();
        if blots.peek().is_none() {
            let _ = writeln!(text, "{name} hits nothing: there is no blot");
        } else {
            let _ = writeln!(text, "{name} hits");
            for blot in blots {
                let (all, direct) = (self.shots.on(blot), self.shots.direct_on(blot));
                text += &line(&format!("on the {}-point", blot.number()), all);
                let combined = all.without(direct);
                if combined != RollSet::NONE && direct != RollSet::NONE {
                    text += &line("  direct", direct);
                    text += &line("  combination", combined);
                }
            }
            text += &line("any blot", self.shots.any);
            if self.shots.several != RollSet::NONE {
                text += &line("two or more", self.shots.several);
            }
        }
        let mut points = self.to_make().peekable();
        if points.peek().is_some() {
            let _ = writeln!(text, "\n{name} makes");
            for point in points {
                text += &line(&format!("the {}-point", point.number()), self.shots.makes(point));
            }
        }
        let (count, percent) = (self.then_hit.of_1296(), self.then_hit.chance() * 100.0);
        let _ = writeln!(
            text,
            "\n{name} is hit by the next roll of {} (averaged over all legal plays)\n  {count:.2}/1296 {percent:.2} %",
            names[!self.on_roll]
        );
        text
    }
}

/// Returns one line: a name, the number of rolls of 36, percent, the rolls.
fn line(what: &str, set: RollSet) -> String {
    let (count, percent) = (set.of_36(), set.chance() * 100.0);
    let text = format!("  {what:<16} {count:>2}/36 {percent:>6.2} %  {set}");
    format!("{}\n", text.trim_end())
}
