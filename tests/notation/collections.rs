//! IDs collected from public repositories, with the facts printed beside them.

use crate::support::{gunzip, report, shared, testdata};
use barpoint::board::{Board, Roll, Side};
use barpoint::notation::{Assumption, IdState, Kind, MatchId, Ogid, OgidState, PositionId, Xgid, identify};

#[test]
fn every_collected_pair_says_what_is_printed_beside_it() {
    let Some(path) = shared("data/ids/positions-with-facts.tsv.gz") else { return };
    let (mut cases, mut exceptions) = (0, Vec::new());
    for line in gunzip(&path).lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let &[position, game, what, length, note, zero, one, rolled, pips_zero, pips_one, arrow] =
            &columns[..]
        else {
            panic!("{line}");
        };
        let board = position.parse::<Board>().unwrap();
        assert_eq!(PositionId::encode(&board).to_string(), position);
        let id = game.parse::<MatchId>().unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(id.to_string(), game);
        let fields = id.fields();
        let mut equal = |name: &str, ours: String, theirs: &str| {
            if ours != theirs {
                exceptions.push(format!("{position}:{game} {name}: {ours}, printed {theirs}"));
            }
        };
        // A drawing shows neither the match length nor the cube while a double is offered.
        if !note.is_empty() {
            equal("length", fields.length.to_string(), length);
        }
        equal("score 0", fields.score[Side::Zero].to_string(), zero);
        equal("score 1", fields.score[Side::One].to_string(), one);
        equal("arrow", if fields.on_roll == Side::One { "v" } else { "^" }.to_owned(), arrow);
        let [of_zero, of_one] = match fields.on_roll {
            Side::One => [board.opponent_pips(), board.pips()],
            Side::Zero => [board.pips(), board.opponent_pips()],
        };
        equal("pips 0", of_zero.to_string(), pips_zero);
        equal("pips 1", of_one.to_string(), pips_one);
        equal("dice", fields.dice.map(|roll| roll.to_string()).unwrap_or_default(), rolled);
        match what.split_once(' ') {
            Some(("to", play)) => {
                let roll = play.trim_start_matches("play ").parse::<Roll>().unwrap();
                equal("to play", format!("{:?}", fields.dice), &format!("{:?}", Some(roll)));
            }
            Some(("doubles", value)) => {
                equal("doubles", fields.double_offered.to_string(), "true");
                equal("value", format!("to {}", fields.cube * 2), value);
            }
            _ => equal("cube decision", fields.dice.is_none().to_string(), "true"),
        }
        match note.strip_prefix("Cube: ") {
            Some(cube) => equal("cube", fields.cube.to_string(), cube),
            None if note == "Crawford game" => equal("Crawford", fields.crawford.to_string(), "true"),
            None => {}
        }
        let found = identify(&format!("{position}:{game}"), 15).unwrap();
        assert_eq!((found.kind, found.assumed.len()), (Kind::GnubgId, 0));
        assert_eq!(found.state.gnubg_id().unwrap().0, format!("{position}:{game}"));
        cases += 1;
    }
    assert!(
        exceptions.is_empty(),
        "{} exceptions\n{}",
        exceptions.len(),
        exceptions[..40.min(exceptions.len())].join("\n")
    );
    assert_eq!(cases, 20_028);
    report(cases, "pairs of data/ids/positions-with-facts.tsv.gz");
}

/// Every row: the OGID comes back unchanged, agrees with the XGID and both of GNU Backgammon's IDs, and is found again
/// from the XGID, except for what an XGID can't contain.
#[test]
fn ogids_are_the_ids_beside_them() {
    let Some(path) = shared("data/ids/ogid.tsv") else { return };
    let text = std::fs::read_to_string(path).unwrap();
    let mut cases = 0;
    for line in text.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let found = identify(columns[0], 15).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(found.kind, Kind::Ogid, "{line}");
        let is_one_point = columns[0].contains(":1C");
        // Some programs write the higher die first.
        let is_exchanged = |assumed: &Assumption| matches!(assumed, Assumption::DiceOrder { .. });
        let plain = !found.assumed.iter().any(is_exchanged);
        let assumed = found.assumed.iter().filter(|assumed| !is_exchanged(assumed)).count();
        assert_eq!(assumed, usize::from(is_one_point), "{line}: {:?}", found.assumed);
        let (ogid, _) = Ogid::read_lenient(columns[0], 15).unwrap();
        // `1C` says that a match to one point is a Crawford game, which has none.
        assert!(!plain || ogid.to_string() == columns[0].replace(":1C", ":1"), "{line}");
        // The largest cube, the last number of an XGID, has no place in an OGID.
        let without_cube = |xgid: &str| xgid.rsplit_once(':').map(|(rest, _)| rest.to_owned());
        let xgid = found.state.xgid().unwrap().0.to_string();
        assert_eq!(without_cube(&xgid), without_cube(columns[1]), "{line}");
        assert_eq!(found.state.gnubg_id().unwrap().0, format!("{}:{}", columns[2], columns[3]), "{line}");
        let (mut again, _) = found.state.ogid().unwrap();
        if matches!(ogid.state, OgidState::Taken) {
            again.state = ogid.state;
        }
        again.cube = ogid.cube;
        // That the Crawford game is over follows from the score, and isn't written.
        again.post_crawford = ogid.post_crawford;
        assert_eq!(again, ogid, "{line}");
        let (xgid, _) = Xgid::read_lenient(columns[1], 15).unwrap();
        let (mut again, _) = IdState::from(&xgid).ogid().unwrap();
        again.play_number = ogid.play_number;
        again.cube = ogid.cube;
        again.post_crawford = ogid.post_crawford;
        assert_eq!(again, ogid, "{line}");
        cases += 1;
    }
    report(cases, "rows of data/ids/ogid.tsv");
}

#[test]
fn xgids_mean_what_gnubg_makes_of_them() {
    let Some(path) = shared("data/ids/xgid-pairs.tsv") else { return };
    let mut cases = 0;
    for line in std::fs::read_to_string(path).unwrap().lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let (xgid, _) = Xgid::read_lenient(columns[1], 15).unwrap();
        let text = xgid.to_string();
        assert_eq!(text.strip_prefix("XGID=").unwrap(), columns[1]);
        assert_eq!(text.parse::<Xgid>().unwrap(), xgid);
        let mut state = IdState::from(&xgid);
        // GNU Backgammon exchanges the players so that the one on roll is player 1.
        if xgid.turn == Side::Zero {
            let game = state.game.as_mut().unwrap();
            (game.on_roll, game.turn) = (!game.on_roll, !game.turn);
            game.score = game.score.swap();
            game.owner = game.owner.map(Side::opponent);
        }
        if state.game.unwrap().length > 0 {
            state.game.as_mut().unwrap().jacoby = false;
        }
        assert_eq!(state.position_id().unwrap().0.to_string(), columns[2], "{line}");
        assert_eq!(state.match_id().unwrap().0.to_string(), columns[3], "{line}");
        cases += 1;
    }
    assert_eq!(cases, 30);
    report(cases, "pairs of data/ids/xgid-pairs.tsv");
}

/// Returns the result of the lenient readers for a text: the Match ID that GNU Backgammon would then show.
fn leniently(text: &str) -> String {
    let state = if text.starts_with("XGID=") {
        Xgid::read_lenient(text, 15).map(|(xgid, _)| {
            let mut state = IdState::from(&xgid);
            let game = state.game.as_mut().unwrap();
            game.jacoby &= game.length == 0;
            if xgid.turn == Side::Zero {
                (game.on_roll, game.turn) = (!game.on_roll, !game.turn);
            }
            state
        })
    } else {
        MatchId::read_lenient(text).map(|(id, _)| IdState { game: Some(*id.fields()), ..IdState::default() })
    };
    state.map_or_else(|_| "refused".to_owned(), |state| state.match_id().unwrap().0.to_string())
}

/// Each line that differs is a deliberate deviation, listed in docs/gnubg-compat.md.
#[test]
fn lenient_reading_is_gnubgs_but_for_named_deviations() {
    let table = std::fs::read_to_string(testdata("ids/gnubg-lenient.tsv")).unwrap();
    let differ: Vec<String> = table
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| {
            let (text, theirs) = line.split_once('\t').unwrap();
            let ours = leniently(text);
            (ours != theirs).then(|| format!("{text}: {ours}, gnubg {theirs}"))
        })
        .collect();
    insta::assert_snapshot!(differ.join("\n"), @r"
    cAHgAAAAAAAE: cAngAAAAAAAE, gnubg cAHgAAAAAAAE
    cBHgAAAAAAAE: cBHgAAAAAAAE, gnubg cAngAAAAAAAE
    QRkAAAAAAAAE: QRkAAAAAAAAE, gnubg AQEAAAAAAAAE
    cCHgAAAAAAAE: cCHgAAAAAAAE, gnubg cAHgAAAAAAAE
    cOHlAAAAAAAE: cOHlAAAAAAAE, gnubg cInlAAAAAAAE
    TQngAAAAAAAE: TQngAAAAAAAE, gnubg QAngAAAAAAAE
    cAkgCAAAAAAE: cAkgCAAAAAAE, gnubg refused
    wQmgAEAAAAAE: wQmgAEAAAAAE, gnubg wAmgAEAAAAAE
    XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10: cBHgAAAAAAAE, gnubg cAngAAAAAAAE
    XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:2:0:10: QRkAAAAAAAAE, gnubg refused
    XGID=-b----E-C---eE---c-e----B-:0:0:1:R:0:0:3:0:10: QhEAAAAAAAAA, gnubg refused
    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7: cInlAAAAAAAE, gnubg refused
    XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:65:10: cIklCAAAAAAE, gnubg refused
    XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:7:10: refused, gnubg cInlAAAAAAAE
    XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:7:10: refused, gnubg cInlAAAAAAAE
    ");
}
