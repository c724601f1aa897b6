//! The commands that come at any time: to see, to set, to go about, and to be refused.

use super::seen::Seen;
use crate::support::Random;
use barpoint::notation::PositionId;

/// To see. Some have an ID behind them now and then.
const SHOW: &[&str] = &[
    "show board", "show board", "show fullboard", "show pipcount", "show pipcount", "show score", "show score",
    "show turn", "show turn", "show dice", "show dice", "show cube", "show cube", "show crawford",
    "show postcrawford", "show jacoby", "show beavers", "show variation", "show automatic", "show clockwise",
    "show matchlength", "show matchinfo", "show scoresheet", "show matchresult", "show player", "show rng",
    "show seed", "show output", "show confirm", "show display", "show delay", "list game", "list game", "list match",
    "list session", "history", "show thorp", "show keith", "show kleinman", "show isight", "show 8912",
    "show board 4HPwATDgc/ABMA", "show pipcount 4HPwATDgc/ABMA", "show board qHPwATDgc/ABMA", "show board foo",
    "show board !!!!!!!!!!!!!!", "show kleinman qHPwATDgc/ABMA", "show keith 4PPgASjgc/ABMA",
];

/// To set, rightly.
const SET: &[&str] = &[
    "set turn 0", "set turn 0", "set turn 1", "set turn 1", "set dice 31", "set dice 6 4", "set dice 1 2",
    "set dice 55", "set dice 6 6", "set cube value 1", "set cube value 2", "set cube value 4", "set cube value 64",
    "set cube value 4096", "set cube owner 0", "set cube owner 1", "set cube owner both", "set cube centre",
    "set cube center", "set cube use off", "set cube use on", "set cube use on", "set crawford on",
    "set crawford off", "set postcrawford on", "set postcrawford off", "set score 0 0", "set score 1 2",
    "set score 2 0", "set score -1 -2", "set score 2* 0", "set score 6-away 3-away", "set score 1 1 5",
    "set score 4* 2 5", "set score 2 3 0", "set jacoby on", "set jacoby off", "set beavers 0", "set beavers 1",
    "set beavers 3", "set automatic doubles 0", "set automatic doubles 1", "set automatic doubles 3",
    "set automatic roll on", "set automatic roll off", "set automatic move on", "set automatic move off",
    "set automatic bearoff on", "set automatic bearoff off", "set automatic game on", "set automatic game off",
    "set automatic crawford on", "set automatic crawford off", "set variation standard",
    "set variation nackgammon", "set matchlength 3", "set matchlength 7", "set confirm new off",
    "set confirm new on", "set confirm save off", "set display on", "set display on", "set display off",
    "set clockwise on", "set clockwise off", "set clockwise off", "set output rawboard on",
    "set output rawboard off", "set output rawboard off", "set output matchpc on", "set output mwc off",
    "set output winpc off", "set output digits 3", "set seed 42", "set seed 0", "set rng mersenne 7",
    "set rng mersenne", "swap players", "swap players", "clear turn", "clear hint", "set turn Bob",
    "set player 0 human", "set player both human", "set matchinfo event Big Open", "set matchinfo place",
    "set matchinfo round 3", "set matchinfo annotator me", "set matchinfo comment a b", "dicerolls 2",
    "set board 4HPwATDgc/ABMA", "set board 4HPwATDgc/ABMA", "set board AAAAAAAAAAAAAA", "set board 4HPw",
    "set board simple 0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0", "set board PPGPAABAAAPHNNAAAAAA",
    "set matchid cIkFAAAAAAAA", "set matchid cAlgAAAAAAAE", "set matchid MAGlAAAAAAAE", "set matchid UYnlAAAAAAAE",
    "set gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA", "set gnubgid qHPwATDgc/ABMA:cAmgAAAAAAAE",
    "set gnubgid Position ID: 4HPwATDgc/ABMA Match ID: QQmgAAAAAAAE", "set gnubgid 4HPwATDgc/ABMA",
    "set xgid XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:0:0:7:10",
    "set xgid XGID=-b----E-C---eE---c-e----B-:1:1:1:00:2:4:0:5:10",
    "set xgid XGID=-b----E-C---eE---c-e----B-:1:-1:-1:52:0:0:3:0:10",
];

/// To go about.
const GO: &[&str] = &[
    "next", "next", "next 2", "next 100", "next game", "next game 2", "next roll", "next rolled", "next marked",
    "next cmarked", "next anymarked", "previous", "previous", "previous", "previous 2", "previous 5",
    "previous 100", "previous game", "previous roll", "previous rolled", "previous marked", "first game", "first move",
    "next 1000", "next 1000",
];

/// To be refused, mostly: at the wrong time, incomplete, mistyped, out of range.
const WRONG: &[&str] = &[
    "roll", "move", "8/5 6/5", "double", "take", "drop", "pass", "redouble", "beaver", "accept", "reject", "agree",
    "decline", "resign", "resign 2", "new game", "new", "new foo", "new match 65", "new match -3", "new match x",
    "set", "show", "list", "next x", "next 0", "next -1", "next foo", "previous x", "first", "first foo", "swap",
    "clear", "end", "load", "save", "import", "export", "annotate", "rolll", "mvoe 8/5", "tkae", "foo", "set foo",
    "show foo", "list foo", "new foo 3", "resign 4", "resign foo", "resign 0", "set turn", "set turn 2",
    "set turn both", "set turn foo", "set dice", "set dice 7 1", "set dice 3", "set dice foo", "set dice 0 1",
    "set dice 123", "set cube", "set cube value", "set cube value 3", "set cube value 8192", "set cube value 0",
    "set cube value x", "set cube owner", "set cube owner foo", "set cube owner 2", "set cube use", "set cube use x",
    "set cube foo", "set crawford", "set crawford x", "set postcrawford x", "set score", "set score 1",
    "set score x y", "set score 7 7", "set score 100 0", "set score 1 1 65", "set score 2 0 crawford",
    "set jacoby", "set jacoby x", "set beavers", "set beavers x", "set beavers -1", "set automatic",
    "set automatic foo", "set automatic roll", "set automatic roll x", "set automatic doubles",
    "set automatic doubles x", "set automatic doubles -1", "set variation", "set variation foo",
    "set matchlength", "set matchlength 65", "set matchlength x", "set matchlength -1", "set player",
    "set player 0", "set player 2 human", "set player foo human", "set player 0 foo", "set player 0 name",
    "set player 0 name both", "set player 0 name 1", "set player 0 name Bob", "set player 1 name BOB",
    "set defaultnames", "set defaultnames x", "set defaultnames x X", "set defaultnames 0 y", "set confirm",
    "set confirm foo", "set confirm new", "set display", "set display x", "set clockwise", "set clockwise x",
    "set output", "set output foo", "set output rawboard", "set output rawboard x", "set output digits 7",
    "set output digits", "set rng foo", "set seed x", "set seed -5", "set rng file", "set rng file nofile",
    "set rng mersenne x", "set board", "set board simple 1 2 3", "set board simple", "set board //////////////",
    "set board simple 0 -2 0 0 0 0 16 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 2 0", "set board garbage",
    "set matchid", "set matchid ////////////", "set gnubgid", "set gnubgid garbage", "set xgid foo", "set xgid",
    "dicerolls", "dicerolls 0", "dicerolls x", "", "   ", "# a comment", ":another", "help foo", "help set foo",
    "load match nofile.sgf", "load match", "load commands nofile", "import mat nofile", "import mat",
    "import auto nofile", "import auto", "save match", "set matchinfo", "set matchinfo date 2001-13-40", "set foo bar",
    "show board x y z", "set turn 0 junk", "new game junk", "\"show\" \"turn\"", "show \"turn\"", "sh\\ow turn",
    "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:0:0:7:10", "qHPwATDgc/ABMA", "bar", "bar/", "b", "1",
];

/// Shortened, for good or ill.
const SHORT: &[&str] = &[
    "n g", "ne g", "n m 5", "ne m 3", "ne s", "n s", "n", "p", "pr", "pre 2", "ro", "r", "do", "dou", "ta", "t", "dr",
    "pa", "redo", "red", "acc", "a", "ag", "rej", "res", "resi 1", "de", "d", "sh s", "sh sc", "sh b", "sh bo", "sh t",
    "sh tu", "sh d", "sh di", "sh c", "sh cu", "sh pi", "sh v", "sho m", "se tu 1", "se tu 0", "se di 31", "set d 31",
    "se cu v 2", "se au r on", "se au r off", "se j off", "se b 4HPwATDgc/ABMA", "se sc 1 1", "se cr on", "se po on",
    "l g", "li g", "li m", "f g", "fi m", "sw p", "s p", "SHOW BOARD", "Show Turn", "cl t", "re", "mo", "be", "se va st",
];

/// Files, written and read in the folder of the process.
const FILES: &[&str] = &[
    "save match a.sgf", "save game b.sgf", "save position c.sgf", "load match a.sgf", "load game b.sgf",
    "load position c.sgf", "export match mat a.mat", "import mat a.mat", "import auto a.sgf",
    "export position snowietxt c.txt", "import snowietxt c.txt", "save match no/such.sgf",
];

fn one<'a>(random: &mut Random, of: &[&'a str]) -> &'a str {
    of[random.below(of.len())]
}

/// Returns a command that needn't fit.
pub(super) fn anything(random: &mut Random, seen: Option<&Seen>) -> String {
    let list = match random.below(100) {
        0..30 => SHOW,
        30..52 => SET,
        52..60 => GO,
        60..82 => WRONG,
        82..92 => SHORT,
        92..94 => FILES,
        94..98 => return late_board(random),
        _ => {
            let Some(seen) = seen else { return "show board".to_owned() };
            let id = PositionId::encode(&seen.board);
            return [format!("set board {id}"), format!("show board {id}"), format!("show pipcount {id}")]
                [random.below(3)]
            .clone();
        }
    };
    one(random, list).to_owned()
}

/// Returns a command that puts up a position near a game's end, a few of them odd.
pub(super) fn late_board(random: &mut Random) -> String {
    if random.below(3) == 0 {
        return one(
            random,
            &[
                "set board AQAAgAAAAAAAAA",
                "set board /wEAAID/AQAAAA",
                "set board simple 2 0 2 2 2 2 2 2 0 0 0 0 0 0 0 0 0 0 0 -2 -2 -2 -2 -2 -2 1",
                "set board simple 0 2 2 2 2 2 2 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -1 0 0",
                "set board simple 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -14 -1 0 0 0 0 0",
                "set board simple 0 1 -15 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0",
            ],
        )
        .to_owned();
    }
    // A few checkers of each side in its own home, some of them out of it.
    let mut points = [0_i8; 26];
    let mut put = |random: &mut Random, sign: i8, mirror: bool| {
        for _ in 0..1 + random.below(5) {
            let reach = if random.below(6) == 0 { 12 } else { 6 };
            let point = 1 + random.below(reach);
            let point = if mirror { 25 - point } else { point };
            if points[point] * sign >= 0 {
                points[point] += sign;
            }
        }
    };
    put(random, 1, false);
    put(random, -1, true);
    let points: Vec<String> = points.iter().map(ToString::to_string).collect();
    format!("set board simple {}", points.join(" "))
}

/// Returns a play that is hardly legal, or can't be read.
pub(super) fn illegal_play(random: &mut Random) -> String {
    one(
        random,
        &[
            "1/2", "24/1", "8/5 6/5 13/12", "move 25/20 x", "6-5", "13/7 13/", "8/5(5)", "bar/1", "off/3", "move foo",
            "8/5;6/5", "24/18/12/6/off", "6/5/4/3/2/1", "0/0", "8/8",
        ],
    )
    .to_owned()
}
