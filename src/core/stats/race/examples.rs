//! Worked examples: positions at the thresholds of the formulas, computed by hand.

use super::*;
use crate::board::Board;
use Verdict::{Double, NoDouble, Pass, Redouble};

/// For each position, the verdicts by Thorp, Keith, 8-9-12, Isight, Ward and Trice; then those that GNU
/// Backgammon prints for Thorp, Keith, 8-9-12 and Isight.
#[rustfmt::skip]
const VERDICTS: [(&str, [Verdict; 6], [Verdict; 4]); 24] = [
    ("uO8PAAC47w8AAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("dncPAADb7g4AAA", [NoDouble, Redouble, Pass, Redouble, Redouble, Redouble], [NoDouble, Double, Pass, Redouble]),
    ("uBsAAL53DAAAAA", [NoDouble, NoDouble, Pass, NoDouble, NoDouble, Pass], [NoDouble, NoDouble, Pass, NoDouble]),
    ("8B4AAP7/AAAAAA", [NoDouble, NoDouble, Pass, NoDouble, NoDouble, Pass], [NoDouble, NoDouble, Pass, NoDouble]),
    ("CQAAgAIAAAAAAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("UwIAQCsAAAAAAA", [Pass, Pass, Pass, Pass, Redouble, Pass], [Pass, Pass, Pass, Pass]),
    ("xtbmAgCuqtUCAA", [Redouble, Redouble, Redouble, Redouble, Redouble, Pass], [Redouble, Redouble, Double, Redouble]),
    ("qqulAwBb2LkCAA", [NoDouble, NoDouble, Redouble, NoDouble, NoDouble, Redouble], [NoDouble, NoDouble, Redouble, NoDouble]),
    ("bLWLAwA2q7MCAA", [NoDouble, NoDouble, Double, NoDouble, Double, Double], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("qyb7AABtOXcAAA", [Redouble, Pass, Pass, Pass, Pass, Pass], [Pass, Pass, Pass, Pass]),
    ("tncPAAA7vg8AAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("sHNnAwCwtzMDAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("uwcAAOB+PwAAAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("trsDAEDuPQAAAA", [Pass, Pass, Pass, Pass, Pass, Pass], [Pass, Pass, Pass, Pass]),
    ("9N4HBAC49zYAAA", [NoDouble, NoDouble, NoDouble, NoDouble, NoDouble, NoDouble], [NoDouble, NoDouble, NoDouble, NoDouble]),
    ("V70DAMCt2wAAAA", [Redouble, Redouble, Pass, Pass, Redouble, Pass], [Redouble, Redouble, Pass, Pass]),
    ("bbsDAMC22wAAAA", [Double, Redouble, Pass, Pass, Redouble, Pass], [Double, Double, Pass, Pass]),
    ("XbcDAIB7twAAAA", [NoDouble, Double, Double, Redouble, Double, Redouble], [NoDouble, NoDouble, Redouble, Redouble]),
    ("bL8HAAC3vgMAAA", [Redouble, Pass, Pass, Redouble, Pass, Pass], [Redouble, Pass, Pass, Redouble]),
    ("Zb8HAIDcfgMAAA", [NoDouble, Redouble, Double, Redouble, Redouble, Redouble], [NoDouble, Double, Redouble, Redouble]),
    ("3NcHAAC3vgMAAA", [NoDouble, NoDouble, Double, Double, Redouble, Redouble], [NoDouble, NoDouble, Redouble, Double]),
    ("pQYAgMoCAAAAAA", [Redouble, Redouble, Redouble, Redouble, Redouble, Redouble], [Pass, Redouble, Double, Redouble]),
    ("mQYAgLEBAAAAAA", [Double, Pass, Pass, Pass, Redouble, Pass], [Double, Pass, Pass, Pass]),
    ("pj4AADTdAAAAAA", [Redouble, Pass, Pass, Pass, Pass, Pass], [Pass, Pass, Pass, Pass]),
];

fn race(id: &str) -> Race {
    Race::of(&id.parse::<Board>().expect("a Position ID"))
}

#[test]
fn verdicts_are_those_worked_out_by_hand() {
    for (id, published, gnubg) in VERDICTS {
        let race = race(id);
        assert!(!race.contact, "{id}");
        let (thorp, keith, isight) = (Thorp::of(&race), Keith::of(&race), Isight::of(&race));
        let rule = EightNineTwelve::of(&race);
        // The one side on roll with less than 12 pips is far behind; Rule 62 doesn't cover it.
        let trice = Trice::of(&race).verdict().unwrap_or(NoDouble);
        let found = [
            thorp.verdict(),
            keith.verdict(),
            rule.verdict(),
            isight.verdict(),
            Ward::of(&race).verdict(),
            trice,
        ];
        assert_eq!(found, published, "{id}");
        let found = [thorp.gnubg_verdict(), keith.gnubg_verdict(), rule.gnubg_verdict(), isight.verdict()];
        assert_eq!(found, gnubg, "{id}");
    }
}

#[test]
fn thorp_counts_term_by_term() {
    for (id, tenths, opponent) in [
        ("dncPAADb7g4AAA", 913, 89),
        ("UwIAQCsAAAAAAA", 190, 23),
        ("trsDAEDuPQAAAA", 737, 76),
        ("pQYAgMoCAAAAAA", 300, 32),
        ("mQYAgLEBAAAAAA", 341, 33),
        ("pj4AADTdAAAAAA", 550, 57),
    ] {
        let thorp = Thorp::of(&race(id));
        assert_eq!((thorp.mover_tenths(), thorp.opponent.total()), (tenths, opponent), "{id}");
    }
    let thorp = Thorp::of(&race("dncPAADb7g4AAA"));
    assert_eq!(thorp.mover, ThorpCount { pips: 57, checkers: 30, ace: 2, home_points: 6 });
}

#[test]
fn keith_counts_term_by_term() {
    for (id, count, raised, gnubg, opponent) in [
        ("uBsAAL53DAAAAA", 47, 53, "53.7", 39),
        ("tncPAAA7vg8AAA", 68, 77, "77.7", 66),
        ("trsDAEDuPQAAAA", 47, 53, "53.7", 56),
        ("V70DAMCt2wAAAA", 49, 56, "56.0", 54),
        ("XbcDAIB7twAAAA", 49, 56, "56.0", 52),
    ] {
        let keith = Keith::of(&race(id));
        assert_eq!(
            (keith.mover.total(), keith.mover_raised(), keith.opponent.total()),
            (count, raised, opponent)
        );
        assert_eq!(format!("{:.1}", keith.gnubg_mover()), gnubg, "{id}");
    }
    let keith = Keith::of(&race("uBsAAL53DAAAAA"));
    assert_eq!(keith.mover, KeithCount { pips: 34, ace: 8, deuce: 3, three: 0, gaps: 2 });
}

#[test]
fn kleinman_metric_and_chance() {
    for (id, lead, length, metric, gnubg, chance) in [
        ("uO8PAAC47w8AAA", 4, 154, 0.10390, 0.16116, 0.5901),
        ("xtbmAgCuqtUCAA", 16, 208, 1.23077, 0.55470, 0.7836),
        ("qyb7AABtOXcAAA", 16, 176, 1.45455, 0.60302, 0.8031),
        ("dncPAADb7g4AAA", 11, 117, 1.03419, 0.50848, 0.7640),
        ("uwcAAOB+PwAAAA", -54, 94, 31.02128, -2.78484, 0.0000),
    ] {
        let kleinman = Kleinman::of(&race(id));
        assert_eq!((kleinman.lead(), kleinman.length()), (lead, length), "{id}");
        let found = (kleinman.metric().expect("a metric"), kleinman.chance().expect("a chance"));
        assert!((found.0 - metric).abs() < 6e-6, "{id}: {}", found.0);
        assert!((found.1 - chance).abs() < 6e-5, "{id}: {}", found.1);
        assert!((kleinman.gnubg_metric() - gnubg).abs() < 6e-6, "{id}: {}", kleinman.gnubg_metric());
        assert!((f64::from(kleinman.gnubg_chance()) - chance).abs() < 6e-5, "{id}");
    }
    let verdict = |mover, opponent| Kleinman { mover, opponent }.verdict();
    // The two examples of the post with the milestones: 1.383, and 0.495, just short of a double.
    assert_eq!((verdict(100, 113), verdict(100, 106)), (Some(Pass), Some(NoDouble)));
    assert_eq!((verdict(100, 107), verdict(100, 110)), (Some(Double), Some(Redouble)));
    assert_eq!((verdict(20, 78), verdict(78, 20)), (Some(Pass), Some(NoDouble)));
    assert_eq!((verdict(2, 2), Kleinman { mover: 2, opponent: 2 }.chance()), (None, None));
}

#[test]
fn eight_nine_and_twelve_percent_belong_to_the_greater_lead() {
    for (id, percent) in [
        ("xtbmAgCuqtUCAA", 12.0),
        ("qqulAwBb2LkCAA", 9.0),
        ("bLWLAwA2q7MCAA", 8.0),
        ("dncPAADb7g4AAA", 12.281),
    ] {
        let found = EightNineTwelve::of(&race(id)).percent().expect("a percentage");
        assert!((found - percent).abs() < 6e-4, "{id}: {found}");
    }
    let verdict = |opponent| EightNineTwelve { mover: 1000, opponent }.verdict();
    assert_eq!([1079, 1080, 1089, 1090].map(verdict), [NoDouble, Double, Double, Redouble]);
    assert_eq!([1120, 1121].map(verdict), [Redouble, Pass]);
}

#[test]
fn isight_counts_term_by_term() {
    for (id, mover, opponent, thirds) in [
        ("uBsAAL53DAAAAA", 50, 39, 124),
        ("9N4HBAC49zYAAA", 88, 82, 116),
        ("trsDAEDuPQAAAA", 47, 56, 247),
        ("bL8HAAC3vgMAAA", 60, 68, 228),
        ("Zb8HAIDcfgMAAA", 60, 65, 210),
        ("3NcHAAC3vgMAAA", 60, 64, 204),
    ] {
        let isight = Isight::of(&race(id));
        let found = (isight.mover.total(), isight.opponent.total(), isight.thirds());
        assert_eq!(found, (mover, opponent, thirds), "{id}");
    }
    let isight = Isight::of(&race("uBsAAL53DAAAAA"));
    let count = IsightCount { pips: 34, checkers: 6, ace: 6, deuce: 2, three: 0, gaps: 2, crossovers: 0 };
    assert_eq!(isight.mover, count);
    assert_eq!(Isight::of(&race("9N4HBAC49zYAAA")).mover.crossovers, 2);
}

#[test]
fn ward_counts_term_by_term() {
    for (id, mover, opponent, margin) in [
        ("tncPAAA7vg8AAA", 7040, 6400, 256),
        ("trsDAEDuPQAAAA", 5060, 5600, 202),
        ("9N4HBAC49zYAAA", 9625, 8100, 336),
        ("uBsAAL53DAAAAA", 5830, 3900, 200),
        ("sHNnAwCwtzMDAA", 12760, 12550, 400),
    ] {
        let ward = Ward::of(&race(id));
        let found = (ward.mover_hundredths(), ward.opponent_hundredths(), ward.margin_hundredths());
        assert_eq!(found, (mover, opponent, margin), "{id}");
    }
    let ward = Ward::of(&race("9N4HBAC49zYAAA"));
    let count = WardCount { pips: 172, ace: 0, deuce: 0, home_points: 0, checkers: 0, outside: 3 };
    assert_eq!(ward.mover, count);
}

#[test]
fn the_point_of_last_take_grows_as_published() {
    // The first pip count with each value of the short form; then decades of the long one.
    for (first, value) in (1..=7).map(|value| (5 + 7 * value, value)) {
        let last = |mover| Trice { mover, opponent: 0 }.last_take();
        assert_eq!(last(first), Some(value));
        assert_eq!(last(first - 1), (value > 1).then(|| value - 1));
    }
    let last = |mover| Trice { mover, opponent: 0 }.last_take();
    assert_eq!(
        [61, 62, 63, 70, 71, 74, 80, 81, 110, 111].map(last),
        [8, 8, 8, 8, 9, 9, 9, 10, 12, 13].map(Some)
    );
    let verdict = |mover, opponent| Trice { mover, opponent }.verdict();
    assert_eq!([83, 84].map(|opponent| verdict(74, opponent)), [Some(Redouble), Some(Pass)]);
    assert_eq!([62, 63].map(|opponent| verdict(55, opponent)), [Some(Redouble), Some(Pass)]);
    assert_eq!([58, 59, 60].map(|opponent| verdict(55, opponent)), [NoDouble, Double, Redouble].map(Some));
    assert_eq!(verdict(11, 30), None);
}

#[test]
fn contact_ends_where_the_last_checkers_have_passed() {
    assert!(Race::of(&Board::START).contact);
    assert!(!race("dncPAADb7g4AAA").contact);
    // A checker on the bar always has contact, unless the other side has no checkers left.
    assert!(race("sOfgATDgZ/ABUA").contact);
}
