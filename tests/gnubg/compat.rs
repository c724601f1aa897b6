//! The statements of docs/gnubg-compat.md about GNU Backgammon, tested on the program itself, and our
//! findings for them.

use super::Gnubg;
use crate::support::{checked, report};
use barpoint::formats::mat;

/// A record with a mistake: its rows, the row that GNU Backgammon turns it into, our finding.
struct Case {
    scores: [u32; 2],
    rows: &'static str,
    theirs: &'static str,
    ours: &'static str,
}

const CASES: &[Case] = &[
    Case {
        scores: [0, 0],
        rows: "  1) 31: 13/7                     52: 13/8 24/22\n",
        theirs: "  1) 31: 13/7                    52: 24/22 13/8",
        ours: "play-wrong-pips",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/5                      52: 13/8 24/22\n",
        theirs: "  1) 31: 8/5                     52: 24/22 13/8",
        ours: "play-incomplete",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/4 6/5                  52: 13/8 24/22\n",
        theirs: "  1) 31: 8/5 5/4                 52: 24/22 13/8",
        ours: "play-too-many",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/5 6/5                   Doubles => 8\n  2)  Takes                      52: 13/8 24/22\n",
        theirs: "  1) 31: 8/5 6/5                  Doubles => 2",
        ours: "cube-wrong-value",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Takes                      52: 13/8 24/22\n  \
               3) 43: 24/20 13/10              Doubles => 4\n",
        theirs: "  3) 43: 24/20 13/10              Doubles => 4",
        ours: "cube-not-owner",
    },
    Case {
        scores: [2, 0],
        rows: "  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Takes                      52: 13/8 24/22\n",
        theirs: "  2)  Takes                      52: 24/22 13/8",
        ours: "cube-crawford",
    },
    Case {
        scores: [1, 0],
        rows: "  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Beavers => 4               52: 13/8 24/22\n",
        theirs: "  2)  Beavers => 4               52: 24/22 13/8",
        ours: "cube-beaver",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/5 6/5                   Doubles => 2\n  2)  Drops                      Wins 2 points\n",
        theirs: "  2)  Drops                       Wins 1 point",
        ours: "score-result",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8/5 6/5                  52: 13/8 24/22\nhello there\n  2) 64: 24/14                    31: 8/5 6/5\n",
        theirs: "  2) 52: 24/22 13/8              64: 24/18 18/14",
        ours: "mat-row-unreadable",
    },
    Case {
        scores: [0, 0],
        rows: "  1) 31: 8-5 6-5                  52: 13/8 24/22\n",
        theirs: "  1)                             52: 24/22 13/8",
        ours: "mat-play-dash",
    },
];

#[test]
fn what_gnu_backgammon_takes_over_silently_is_found() {
    let Some(gnubg) = Gnubg::find() else { return };
    for case in CASES {
        let [zero, one] = case.scores;
        let record = format!(
            " 3 point match\n\n Game 1\n Ann : {zero}                        Bob : {one}\n{}",
            case.rows
        );
        let (_, export) = gnubg.reexport(&record);
        assert!(export.contains(case.theirs), "{}: {export}", case.ours);
        let codes: Vec<_> = checked(&mat::FORMAT, &record).iter().map(|finding| finding.code.id()).collect();
        assert!(codes.contains(&case.ours), "{}: {codes:?}", case.ours);
    }
    report(CASES.len(), "mistakes that GNU Backgammon takes over silently");
}

#[test]
fn its_limits_are_as_stated() {
    let Some(gnubg) = Gnubg::find() else { return };
    let said = gnubg.run("new match 65\nnew match 25\nset cube value 8192\n");
    assert!(said.contains("only for matches of length 64\nand below"), "{said}");
    assert!(said.contains("You must specify a legal cube value"), "{said}");
    let said = gnubg.run("new match 3\nset board 4HPw\nset matchid cBlgAAAAAAAE\nfrobnicate\n");
    assert!(said.contains("SetMatchID cannot handle positions where a double has been offered."), "{said}");
    assert!(said.contains("Unknown keyword `frobnicate'"), "{said}");
    assert!(!said.contains("Illegal position"), "{said}");
    report(5, "limits of GNU Backgammon");
}
