//! A position in the bear-off tables, as text: rolls, effective pips, chances, and equities with the cube.

use super::table::Table;
use crate::board::Board;
use crate::engine::bearoff::{Home, Money, OneSided, number};
use crate::engine::{Chances, Engine, Evaluator};
use std::fmt::Write as _;

/// The mean number of pips of a roll, doublets counted twice: 49 / 6.
pub const PIPS_A_ROLL: f32 = 49.0 / 6.0;

/// One side of a bear-off.
#[derive(Clone, Debug, PartialEq)]
pub struct Side {
    /// The number of checkers left.
    pub checkers: u8,
    /// The pip count.
    pub pips: u32,
    /// The mean number of rolls until the last checker is off.
    pub mean: f32,
    /// The standard deviation of that number.
    pub deviation: f32,
    /// The chance of each number of rolls until the last checker is off, starting with 0 rolls.
    pub rolls: Vec<f32>,
    /// The chance of each number of rolls until the first checker is off, starting with 0 rolls; empty if one is off
    /// already, or the table doesn't have it.
    pub first: Vec<f32>,
}

impl Side {
    fn of(home: Home, board: &Board, table: &OneSided) -> Self {
        let whole = |(least, chances): (usize, &[f32])| -> Vec<f32> {
            std::iter::repeat_n(0.0, least).chain(chances.iter().copied()).collect()
        };
        let rolls = whole(table.rolls(home));
        let first = table.first_off(board).map(whole).unwrap_or_default();
        let mean = table.mean(home);
        let square = |(number, chance): (usize, &f32)| chance * (number as f32 - mean).powi(2);
        let deviation = rolls.iter().enumerate().map(square).sum::<f32>().sqrt();
        Self { checkers: home.checkers(), pips: board.pips(), mean, deviation, rolls, first }
    }

    /// Returns the effective pip count: the mean number of rolls, times the pips of an average roll (Walter Trice,
    /// "Backgammon Boot Camp", 2004).
    #[must_use]
    pub fn effective_pips(&self) -> f32 {
        PIPS_A_ROLL * self.mean
    }

    /// Returns the wastage: the effective pip count less the pip count.
    #[must_use]
    pub fn wastage(&self) -> f32 {
        self.effective_pips() - self.pips as f32
    }
}

/// The entries of the tables for a position.
#[derive(Clone, Debug, PartialEq)]
pub struct Known {
    /// The player on roll, and the opponent.
    pub sides: [Side; 2],
    /// The chances of the player on roll, from the table of each side, or of hypergammon.
    pub chances: Chances,
    /// The money equities for each place of the cube, if the two-sided table contains the position.
    pub money: Option<Money>,
}

impl Known {
    /// Looks up a position. `None` if a checker is outside the home boards, or the game is over.
    #[must_use]
    pub fn of(board: &Board, engine: &Engine) -> Option<Self> {
        let flipped = board.flip();
        let (mover, opponent) = (Home::of(board)?, Home::of(&flipped)?);
        let table = &**engine.bearoff;
        table.chances(board)?;
        Some(Self {
            sides: [Side::of(mover, board, table), Side::of(opponent, &flipped, table)],
            chances: engine.evaluate(board),
            money: engine.exact(board),
        })
    }
}

/// Writes the entries for people.
#[must_use]
pub fn text(known: &Known) -> String {
    let [mover, opponent] = &known.sides;
    let mut table = Table::new(&["", ">on roll", ">opponent"]);
    let mut row = |words: &str, of: &dyn Fn(&Side) -> String| {
        table.row(vec![words.to_owned(), of(mover), of(opponent)]);
    };
    row("checkers", &|side| side.checkers.to_string());
    row("pips", &|side| side.pips.to_string());
    row("mean rolls", &|side| format!("{:.4}", side.mean));
    row("standard deviation", &|side| format!("{:.4}", side.deviation));
    row("effective pips", &|side| format!("{:.3}", side.effective_pips()));
    row("wasted pips", &|side| format!("{:.3}", side.wastage()));
    let mut text = table.text();
    let mut table = Table::new(&[
        ">rolls",
        ">on roll, off %",
        ">opponent off %",
        ">on roll, first off %",
        ">opponent first off %",
    ]);
    let columns = [&mover.rolls, &opponent.rolls, &mover.first, &opponent.first];
    let most = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    for number in 0..most {
        let chances = columns.map(|column| column.get(number).copied().unwrap_or(0.0));
        if chances.iter().all(|&chance| chance < 5e-6) {
            continue;
        }
        let mut row = vec![number.to_string()];
        row.extend(
            chances.map(|chance| if chance > 0.0 { format!("{:.3}", 100.0 * chance) } else { String::new() }),
        );
        table.row(row);
    }
    text.push('\n');
    text += &table.text();
    let chances = known.chances;
    let _ = write!(
        text,
        "\nthe player on roll wins {:.3} %, a gammon {:.3} %; loses a gammon {:.3} %\n",
        100.0 * chances.win(),
        100.0 * chances.win_gammon(),
        100.0 * chances.lose_gammon()
    );
    match &known.money {
        Some(money) => {
            let mut table = Table::new(&["money, exactly", ">no double", ">best"]);
            for (words, no_double, best) in [
                ("without a cube", money.cubeless, money.cubeless),
                ("the mover's cube", money.owned_no_double, money.owned),
                ("centred cube", money.centred_no_double, money.centred),
                ("the opponent's cube", money.opponents, money.opponents),
            ] {
                table.row(vec![words.to_owned(), format!("{no_double:+.4}"), format!("{best:+.4}")]);
            }
            text.push('\n');
            text += &table.text();
        }
        None => text += "with the cube: not in the table of both sides, which has up to six checkers each\n",
    }
    text
}

/// Writes effective pip counts like GNU Backgammon's `show onesidedrollout`. `names` are those of the player on roll
/// and the opponent; `order` gives the order of the counts. GNU Backgammon rolls out 5,760 games where we use the
/// table.
#[must_use]
pub fn gnubg_effective_pips(known: &Known, names: [&str; 2], order: [usize; 2], compat: bool) -> String {
    let chances = known.chances;
    let head = if compat { "One sided rollout with 5760 trials" } else { "By the one-sided table" };
    let mut text = format!(
        "{head} ({} on roll):\n{:.3} {:.3} 0.000 - {:.3} {:.3} 0.000\n\nEffective pip count:\n{:>30}  {:>7}\n",
        names[0],
        chances.win(),
        chances.win_gammon(),
        1.0 - chances.win(),
        chances.lose_gammon(),
        "EPC",
        "Wastage"
    );
    for side in order {
        let (name, side) = (names[side], &known.sides[side]);
        let _ = writeln!(text, "{name:<20}{:10.3}{:9.3}", side.effective_pips(), side.wastage());
    }
    let _ = write!(text, "\nEPC = Avg. rolls * {PIPS_A_ROLL:.3}\nWastage = EPC - Pips\n\n");
    text
}

/// Writes the entries like GNU Backgammon's `eval`: numbers of the positions, the chances of each number of rolls in
/// percent, their means, effective pips. Chances are rounded as in its tables, to 1/65,535.
#[must_use]
pub fn gnubg_entries(known: &Known, homes: [Home; 2]) -> String {
    let [mover, opponent] = &known.sides;
    let rounded = |chances: &[f32]| -> Vec<f32> {
        chances.iter().map(|chance| (65_535.0 * chance).round() / 65_535.0).collect()
    };
    // The numbers of rolls until the first checker is off.
    let first = |side: &Side| if side.first.is_empty() { vec![1.0] } else { rounded(&side.first) };
    let columns = [rounded(&mover.rolls), rounded(&opponent.rolls), first(mover), first(opponent)];
    let chance = |column: usize, rolls: usize| columns[column].get(rolls).copied().unwrap_or(0.0);
    let is_listed = |column: usize, rolls: usize| chance(column, rolls) > 0.0;
    let longest = mover.rolls.len().max(opponent.rolls.len());
    let least = (0..longest).find(|&rolls| (0..4).any(|column| is_listed(column, rolls))).unwrap_or(0);
    let most = (0..longest).rfind(|&rolls| (0..2).any(|column| is_listed(column, rolls))).unwrap_or(0);
    let mut text = format!(
        "{:>19}{:>15}\nPosition{:>13}{:>14}\n\nBearing off \t\t\t\tBearing at least one chequer off\n\
         Rolls\tPlayer\tOpponent\tPlayer\tOpponent\n",
        "Player",
        "Opponent",
        number(homes[0]),
        number(homes[1])
    );
    for rolls in least..=most {
        let shown = |column| format!("{:7.3}", 100.0 * chance(column, rolls));
        let _ = write!(text, "{rolls:5}\t{}\t{}\t\t", shown(0), shown(1));
        if rolls < most {
            let _ = write!(text, "{}\t{}", shown(2), shown(3));
        }
        text.push('\n');
    }
    let mean =
        |column: &[f32]| -> f32 { (0..).zip(column).map(|(rolls, chance)| rolls as f32 * chance).sum() };
    let means = columns.each_ref().map(|column| mean(column));
    let deviation = |column: usize| {
        let square = |(rolls, chance): (i32, &f32)| chance * (rolls as f32 - means[column]).powi(2);
        (0..).zip(&columns[column]).map(square).sum::<f32>().sqrt()
    };
    let effective = [PIPS_A_ROLL * means[0], PIPS_A_ROLL * means[1]];
    let _ = write!(
        text,
        "Average rolls\nBearing off\t\t\t\tSaving gammon\n\tPlayer\tOpponent\tPlayer\tOpponent\n\
         Mean\t{:7.3}\t{:7.3}\t\t{:7.3}\t{:7.3}\nStd dev\t{:7.3}\t{:7.3}\t\t{:7.3}\t{:7.3}\n\n\
         Effective pip count:\n\tPlayer\tOpponent\nEPC\t{:7.3}\t{:7.3}\nWastage\t{:7.3}\t{:7.3}\n\n\
         EPC = {PIPS_A_ROLL:.3} * Average rolls\nWastage = EPC - pips\n\n",
        means[0],
        means[1],
        means[2],
        means[3],
        deviation(0),
        deviation(1),
        deviation(2),
        deviation(3),
        effective[0],
        effective[1],
        effective[0] - mover.pips as f32,
        effective[1] - opponent.pips as f32,
    );
    text
}
