//! The formulas for races compared with exact bear-offs: the cost of their verdicts.
//!
//! The table of docs/races.md is generated here. `BARPOINT_UPDATE=1 cargo test` rewrites it.

use crate::support::{report, up_to_date};
use barpoint::board::{Board, BoardSetup};
use barpoint::engine::bearoff::{Home, OneSided, TwoSided};
use barpoint::stats::race::{EightNineTwelve, Isight, Keith, Kleinman, Race, Thorp, Trice, Verdict, Ward};
use std::fmt::Write as _;

/// A formula's name and its verdict.
type Formula = (&'static str, fn(&Race) -> Option<Verdict>);

const FORMULAS: [Formula; 7] = [
    ("Thorp", |race| Some(Thorp::of(race).verdict())),
    ("Keith", |race| Some(Keith::of(race).verdict())),
    ("Kleinman", |race| Kleinman::of(race).verdict()),
    ("Ward", |race| Some(Ward::of(race).verdict())),
    ("8-9-12", |race| Some(EightNineTwelve::of(race).verdict())),
    ("Isight", |race| Some(Isight::of(race).verdict())),
    ("Trice", |race| Trice::of(race).verdict()),
];

/// A generator with a fixed sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u64) -> u64 {
        // Marsaglia's xorshift.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % limit
    }

    /// Returns random checkers in a home board.
    fn home(&mut self, checkers: u64) -> Home {
        let mut home = [0; 6];
        for _ in 0..checkers {
            home[self.below(6) as usize] += 1;
        }
        Home(home)
    }
}

fn board(mover: Home, opponent: Home) -> Board {
    let points = |home: Home| std::array::from_fn(|point| home.0.get(point).copied().unwrap_or(0));
    let setup = BoardSetup {
        points: points(mover),
        bar: 0,
        total: 15,
        opponent_points: points(opponent),
        opponent_bar: 0,
        opponent_total: 15,
    };
    setup.board().expect("a board")
}

/// The cost of a formula's verdicts, in points, summed over positions.
#[derive(Clone, Copy, Default)]
struct Cost {
    count: u32,
    doubling: f64,
    right_doubles: u32,
    taking: f64,
    right_takes: u32,
}

#[test]
fn the_formulas_cost_what_the_page_says() {
    const POSITIONS: u32 = 20_000;
    let (two, one) = (TwoSided::build(), OneSided::build());
    let (mut random, mut costs, mut count) = (Random(20_261_122), [Cost::default(); 7], 0);
    while count < POSITIONS {
        let (mine, theirs) = (4 + random.below(3), 4 + random.below(3));
        let (mover, opponent) = (random.home(mine), random.home(theirs));
        let exact = two.money(mover, opponent).expect("six checkers at most");
        // Where somebody could hesitate.
        if !(0.2..0.9).contains(&exact.cubeless) {
            continue;
        }
        count += 1;
        let race = Race::of(&board(mover, opponent));
        let (waiting, taken) = (f64::from(exact.centred_no_double), f64::from(2.0 * exact.opponents));
        let doubled = taken.min(1.0);
        for (cost, (_, verdict)) in costs.iter_mut().zip(FORMULAS) {
            let Some(verdict) = verdict(&race) else { continue };
            cost.count += 1;
            let chosen = if verdict.doubles() { doubled } else { waiting };
            cost.doubling += waiting.max(doubled) - chosen;
            cost.right_doubles += u32::from(waiting.max(doubled) - chosen < 1e-6);
            let answered = if verdict.takes() { taken } else { 1.0 };
            cost.taking += answered - doubled;
            cost.right_takes += u32::from(answered - doubled < 1e-6);
        }
    }
    // Longer bear-offs: chances without a cube.
    let (mut error, mut bias, mut count) = (0.0, 0.0, 0);
    while count < POSITIONS {
        let (mine, theirs) = (7 + random.below(9), 7 + random.below(9));
        let board = board(random.home(mine), random.home(theirs));
        let exact = f64::from(one.chances(&board).expect("a bear-off").win());
        if !(0.2..0.95).contains(&exact) {
            continue;
        }
        count += 1;
        let chance = Kleinman::of(&Race::of(&board)).chance().expect("pips enough");
        error += (chance - exact).abs();
        bias += chance - exact;
    }
    let mut page = String::from(
        "# Races: the formulas against exact values\n\n\
         <!-- Made by tests/stats/exact.rs: `BARPOINT_UPDATE=1 cargo test` writes it. -->\n\n\
         `barpoint race` shows seven formulas that estimate a race by counting. This page compares them with the exact\n\
         two-sided bear-off table, in 20,000 random positions with four to six checkers a side in the home boards. The\n\
         cubeless equity of each position is between 0.2 and 0.9; money play, the cube centred. The loss is the mean over\n\
         all positions, in thousandths of a point, against the best decision. The take decision is checked in every\n\
         position, whether the double was right or not. A formula that gives no result for a position isn't counted there.\n\n\
         These are short bear-offs. Most of the formulas were made for longer races, and none for positions with gaps\n\
         like these.\n\n\
         | formula | positions | right doubles | loss | right takes | loss |\n|---|---|---|---|---|---|\n",
    );
    for (cost, (name, _)) in costs.iter().zip(FORMULAS) {
        let total = f64::from(cost.count);
        let share = |count: u32| 100.0 * f64::from(count) / total;
        let _ = writeln!(
            page,
            "| {name} | {} | {:.1} % | {:.1} | {:.1} % | {:.1} |",
            cost.count,
            share(cost.right_doubles),
            1000.0 * cost.doubling / total,
            share(cost.right_takes),
            1000.0 * cost.taking / total
        );
        assert!(cost.right_doubles * 2 > cost.count, "{name} is worse than a coin");
    }
    let total = f64::from(POSITIONS);
    let _ = writeln!(
        page,
        "\nKleinman's metric also gives a cubeless winning chance. In 20,000 bear-offs with 7 to 15 checkers a side and exact\n\
         chances between 20 and 95 percent (from the one-sided table), its mean error is {:.1} percent, and on average it is\n\
         {:.1} percent too {}.",
        100.0 * error / total,
        100.0 * bias.abs() / total,
        if bias > 0.0 { "high" } else { "low" }
    );
    up_to_date("docs/races.md", &page);
    report(POSITIONS as usize, "exact bear-offs that the formulas for races are set against");
}
