//! Positions as files: GNU Backgammon reads ours, and writes the same.

use super::Gnubg;
use crate::support::{Random, replayed, report};
use barpoint::formats::{ids, jellyfish, snowie_position};
use barpoint::game::Replayed;
use std::fmt::Write as _;

/// Returns XGIDs of all kinds: checkers on both bars, large cubes, every state of the Crawford
/// rule, money.
fn xgids(random: &mut Random) -> Vec<String> {
    let boards = [
        "-b----E-C---eE---c-e----B-",
        "aB--bC-BBBb--B--cd-b----A-",
        "bBBBBBA----------aabbbbbAB",
        "c------------------------C",
        "-AAA------------------aaa-",
    ];
    let mut all = Vec::new();
    for board in boards {
        // The last player's dice may have been rolled; nobody owns the cube at 1.
        for rest in [
            "0:0:{t}:{d}:0:0:0:0:10",
            "6:{t}:{t}:{d}:0:0:0:0:10",
            "1:-1:{t}:{d}:2:5:0:9:10",
            "0:0:{t}:{d}:4:1:1:5:10",
            "0:0:{t}:{d}:4:1:0:5:10",
            "0:0:{t}:{d}:0:0:1:0:10",
        ] {
            let dice = ["00", "63", "22", "51"][random.below(4)];
            let turn = ["1", "-1"][random.below(2)];
            all.push(format!("XGID={board}:{}", rest.replace("{t}", turn).replace("{d}", dice)));
        }
    }
    all
}

fn position(xgid: &str) -> Replayed {
    let (mut replayed, found) = replayed(&ids::FORMAT, xgid);
    assert_eq!(found, [], "{xgid}");
    for (player, name) in replayed.record.games[0].players.0.iter_mut().zip(["anna", "bert"]) {
        name.clone_into(&mut player.as_mut().expect("a player").name.value);
    }
    replayed
}

#[test]
fn gnu_backgammon_reads_our_positions_and_writes_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut random = Random::new(11);
    let mut count = 0;
    for xgid in xgids(&mut random) {
        let replayed = position(&xgid);
        let write = |format: &barpoint::formats::Format| format.writer.expect("a writer").bytes(&replayed);
        let (text, pos) = (write(&snowie_position::FORMAT), write(&jellyfish::FORMAT));
        let mut commands = String::new();
        let _ = write!(
            commands,
            "import snowietxt \"in.txt\"\nexport position snowietxt \"out.txt\"\nexport position pos \"out.pos\"\n\
             import pos \"in.pos\"\nexport position snowietxt \"frompos.txt\"\n"
        );
        let (said, files) = gnubg.with_files(
            &[("in.txt", &text), ("in.pos", &pos)],
            &commands,
            &["out.txt", "out.pos", "frompos.txt"],
        );
        let shown = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        // Of beavers Snowie's text says nothing, and of Jacoby it writes its own setting, too.
        let mut theirs = files[1].clone();
        (theirs[8], theirs[10]) = (pos[8], pos[10]);
        assert_eq!(theirs, pos, "{xgid}\n{said}");
        // It calls the first player of Jellyfish's file so, and writes its own setting of the Jacoby rule.
        let jellyfish = shown(&files[2]).replace("Jellyfish", "anna");
        let fields = |text: &str| -> Vec<String> { text.split(';').map(str::to_owned).collect() };
        let (mut theirs, mut ours) = (fields(&jellyfish), fields(&shown(&text)));
        (theirs[1], ours[1]) = (String::new(), String::new());
        assert_eq!(theirs, ours, "{xgid}\n{said}");
        // It takes the Jacoby rule from the text, but writes what its own settings say.
        let mut direct = fields(&shown(&files[0]));
        direct[1] = String::new();
        assert_eq!(direct, ours, "{xgid}\n{said}");
        count += 1;
    }
    report(count, "positions that GNU Backgammon reads and writes as we do");
}
