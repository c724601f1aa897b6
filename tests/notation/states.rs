//! Whole game states compared with GNU Backgammon's IDs, board lines and drawings.

use crate::support::{gunzip, report, shared, testdata};
use barpoint::board::{Board, BySide, Side};
use barpoint::notation::{
    GameState, IdState, Identified, Kind, Lost, MatchId, PositionId, RawBoard, Xgid, identify,
};
use barpoint::rules::Outcome;
use serde_json::Value;

/// Returns the checkers a side of a variation.
fn checkers(case: &Value) -> u8 {
    match case["variation"].as_str().unwrap_or("standard").as_bytes()[0] {
        digit @ b'1'..=b'3' => digit - b'0',
        _ => 15,
    }
}

fn lanes(side: &Value) -> Vec<u8> {
    side.as_array().unwrap().iter().map(|n| n.as_u64().unwrap() as u8).collect()
}

fn check(case: &Value) {
    let n = &case["n"];
    let total = checkers(case);
    let (position, game) = (case["position_id"].as_str().unwrap(), case["match_id"].as_str().unwrap());

    let id: PositionId = position.parse().unwrap();
    let board = id.board(total).unwrap();
    assert_eq!(PositionId::encode(&board).to_string(), position, "{n}");
    let seen = |board: &Board| -> Vec<u8> { (1..=25).map(|lane| board.lanes()[lane].max(0) as u8).collect() };
    if case.get("board_roll").is_some() {
        assert_eq!(seen(&board), lanes(&case["board_roll"]), "{n}");
        assert_eq!(seen(&board.flip()), lanes(&case["board_opp"]), "{n}");
    }

    let id: MatchId = game.parse().unwrap_or_else(|error| panic!("{n} {game}: {error}"));
    assert_eq!(id.to_string(), game);
    let fields = *id.fields();
    if let Some(bits) = case.get("decoded") {
        let bit = |name: &str| bits[name].as_u64().unwrap() as u32;
        assert_eq!(fields.cube, 1 << bit("cube_log2"));
        assert_eq!(fields.owner.map_or(3, |side| side.index() as u32), bit("owner"));
        assert_eq!(fields.on_roll.index() as u32, bit("move"));
        assert_eq!(u32::from(fields.crawford), bit("crawford"));
        assert_eq!(fields.state as u32, bit("gamestate"));
        assert_eq!(fields.turn.index() as u32, bit("turn"));
        assert_eq!(u32::from(fields.double_offered), bit("doubled"));
        let resigned = match fields.resignation {
            None => 0,
            Some(Outcome::Single) => 1,
            Some(Outcome::Gammon) => 2,
            Some(Outcome::Backgammon) => 3,
        };
        assert_eq!(resigned, bit("resigned"));
        let dice = fields.dice.map_or((0, 0), |roll| (roll.high().pips(), roll.low().pips()));
        assert_eq!((u32::from(dice.0), u32::from(dice.1)), (bit("die0"), bit("die1")));
        assert_eq!(u32::from(fields.length), bit("length"));
        let score = [fields.score[Side::Zero], fields.score[Side::One]].map(u32::from);
        assert_eq!(score, [bit("score0"), bit("score1")]);
        assert_eq!(u32::from(!fields.jacoby), bit("no_jacoby"));
    }

    let line = case["show_rawboard"].as_str().unwrap().trim_end();
    let parts: Vec<&str> = line.split(':').collect();
    let mut state = IdState::new(board, fields);
    state.names = Some(BySide::new(parts[2].to_owned(), parts[1].to_owned()));
    if fields.state != GameState::Playing {
        // After a game the score no longer tells whether the Crawford game was over before it.
        state.post_crawford = Some(parts[51] == "1");
    }
    let (raw, _) = state.raw_board().unwrap_or_else(|error| panic!("{n} {error}"));
    assert_eq!(raw.to_string(), line, "{n}");
    let read: RawBoard = line.parse().unwrap_or_else(|error| panic!("{n} {line} {error}"));
    assert_eq!(read, raw, "{n}");

    // What an XGID can say of it comes back from it.
    let over = fields.length > 0 && fields.score.0.iter().any(|&score| score > fields.length);
    match state.xgid() {
        Err(error) => assert!(over, "{n} {error}"),
        Ok((xgid, _)) => {
            let text = xgid.to_string();
            let again = Xgid::read_lenient(&text, total).unwrap_or_else(|error| panic!("{n} {text} {error}"));
            assert_eq!(again, (xgid, vec![]), "{n}");
            if fields.state == GameState::Playing && fields.resignation.is_none() {
                let again = IdState::from(&xgid);
                assert_eq!((again.board, again.game), (state.board, state.game), "{n} {text}");
            }
        }
    }

    for drawing in ["show_board", "show_board_clockwise"] {
        let Some(drawing) = case.get(drawing).and_then(Value::as_str) else { continue };
        let found = identify(drawing, total).unwrap_or_else(|error| panic!("{n} {error}"));
        assert_eq!(found.kind, Kind::GnubgId, "{n}");
        assert_eq!((found.state.board, found.state.game), (Some(board), Some(fields)), "{n}");
        assert_eq!(found.state.names, state.names, "{n}");
        assert!(found.assumed.is_empty(), "{n} {:?}", found.assumed);
    }
    let found = identify(line, 15).unwrap();
    assert_eq!((found.kind, found.state.board), (Kind::RawBoard, Some(board)), "{n}");
}

#[test]
fn every_state_of_gnubg_is_read_and_written() {
    let slice = std::fs::read_to_string(testdata("gnubg/states.jsonl")).unwrap();
    for line in slice.lines() {
        check(&serde_json::from_str(line).unwrap());
    }
    if let Some(path) = shared("data/states/gnubg-states.jsonl.gz") {
        let all = gunzip(&path);
        for line in all.lines() {
            check(&serde_json::from_str(line).unwrap());
        }
        assert_eq!(all.lines().count(), 274);
        report(274, "states of data/states");
    }
}

#[test]
fn a_resignation_in_answer_to_a_double_is_no_beaver() {
    // Player 1 doubles in a match to 7, and player 0 offers to resign a gammon: player 1 has to act.
    let state = identify("4HPwARLgc/ABMA:cFngAAAAAAAE", 15).expect("an ID").state;
    let fields = state.game.expect("a game");
    assert_eq!((fields.turn, fields.on_roll, fields.double_offered), (Side::One, Side::One, true));
    let (xgid, _) = state.xgid().expect("a position");
    assert!(xgid.to_string().contains(":1:D:"), "{xgid}");
    let (line, _) = state.raw_board().expect("a position");
    assert_eq!(line.doubled, Some(Side::Zero));
    let (ogid, _) = state.ogid().expect("a position");
    assert!(ogid.to_string().ends_with(":N0O::W:D:0:0:7"), "{ogid}");
    let offer = state.describe().into_iter().find(|(word, _)| *word == "cube offer").expect("an offer");
    assert_eq!(offer.1, "doubled to 2, player 0 must answer");
}

#[test]
fn a_beaver_waits_where_a_resignation_is_offered_too() {
    // Player 0 doubles, player 1 beavers and player 0 offers to resign: player 0 would have to answer the beaver.
    let found = identify("XGID=-b----E-C---eE---c-e----B-:0:0:-1:B:0:0:3:0:10", 15).expect("an ID");
    let mut state = found.state.clone();
    let game = state.game.as_mut().expect("a game");
    (game.resignation, game.turn) = (Some(Outcome::Single), Side::One);
    let (xgid, lost) = state.xgid().expect("a position");
    assert_eq!((IdState::from(&xgid), lost), (found.state, vec![Lost::Resignation]));
    let offer = state.describe().into_iter().find(|(word, _)| *word == "cube offer").expect("an offer");
    assert_eq!(offer.1, "beavered to 4, player 0 must answer");
}

#[test]
fn a_match_id_has_a_beaver_where_the_doubler_has_to_answer() {
    // A beaver, alone and with its position; a double; a double of player 1, and player 0 offers to resign.
    for (id, beavers) in [
        ("QRkAAAAAAAAA", 1),
        ("4HPwATDgc/ABMA:QRkAAAAAAAAA", 1),
        ("4HPwATDgc/ABMA:MBkAAAAAAAAA", 0),
        ("4HPwARLgc/ABMA:cFngAAAAAAAE", 0),
    ] {
        let state = identify(id, 15).expect("an ID").state;
        assert_eq!((state.beavers, state.is_beavered()), (beavers, beavers > 0), "{id}");
        assert!(state.game.expect("a game").double_offered, "{id}");
    }
}

#[test]
fn a_board_line_has_a_beaver_of_player_0_and_the_double_of_one_of_player_1() {
    for (turn, doubled, beavers) in [(1, Side::One, 1), (-1, Side::One, 0)] {
        let xgid = format!("XGID=-b----E-C---eE---c-e----B-:0:0:{turn}:B:0:0:3:0:10");
        let state = identify(&xgid, 15).expect("an ID").state;
        let (line, lost) = state.raw_board().expect("a position");
        assert_eq!((line.to_string().parse::<RawBoard>(), line.doubled), (Ok(line.clone()), Some(doubled)));
        assert!(lost.contains(&Lost::Beavers));
        let again = IdState::from(&line);
        assert_eq!(again.beavers, beavers, "{line}");
        // A double that waits for its answer is a legal one.
        assert_eq!(again.setup().expect("a game").state().is_ok(), beavers == 0, "{line}");
    }
}

#[test]
fn a_finished_match_has_an_ogid_whatever_its_score() {
    let text = "11ccccchhhjjjjj:66666888dddddoo:N0N::W:G:9:3:7";
    let state = identify(text, 15).expect("an ID").state;
    assert_eq!(state.ogid().expect("a position").0.to_string(), text);
    let open = text.replace(":G:", ":C:");
    assert!(identify(&open, 15).is_err());
}

#[test]
fn the_side_with_more_checkers_decides_how_many_an_ogid_has() {
    let line = "board:a:b:7:0:0:0:-2:0:0:0:0:4:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25\
                :0:0:0:0:0:0:0:1";
    let state = identify(line, 15).expect("an ID").state;
    for state in [state.clone(), IdState { board: state.board.map(|board| board.flip()), ..state }] {
        let (ogid, lost) = state.ogid().expect("a position");
        assert!(lost.contains(&Lost::Checkers), "{lost:?}");
        let again = identify(&ogid.to_string(), 15).expect("an ID").state;
        let counts = |state: &IdState| {
            let board = state.board.expect("a board");
            board.checkers().max(board.opponent_checkers())
        };
        assert_eq!(counts(&again), counts(&state), "{ogid}");
    }
}

#[test]
fn punctuation_and_tags_around_an_id_are_no_part_of_it() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    let ogid = "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7";
    let pair = "4HPwATDgc/ABMA:cIlqAAAAAAAE";
    let labelled = "Position ID: 4HPwATDgc/ABMA, Match ID: cIlqAAAAAAAE";
    for id in [xgid, ogid, &xgid[5..], &ogid[5..], pair, labelled] {
        let plain = identify(id, 15).expect(id);
        for (before, after) in [
            ("", "."),
            ("", ", what?"),
            ("(", "), what?"),
            ("see `", "`; it is"),
            ("<b>", "</b>"),
            ("\u{201c}", "\u{201d}\u{2026}"),
            ("\u{201e}", "\u{201c}, what?"),
            ("\u{ab}", "\u{bb}."),
        ] {
            let text = format!("{before}{id}{after}");
            let found = identify(&text, 15).and_then(Identified::whole);
            let found = found.unwrap_or_else(|error| panic!("{text}: {error}"));
            assert_eq!((found.kind, found.state), (plain.kind, plain.state.clone()), "{text}");
        }
    }
}

#[test]
fn a_blank_in_an_ogid_is_an_error() {
    let ogid = "11ccccchhhjjjjj:66666888dddddoo:N0N:24:B:IB:0:0:3";
    let sides = ogid.find(":N0N").expect("a cube");
    for (at, _) in ogid.char_indices().skip(1).take(sides) {
        for gap in [" ", "\n", "  "] {
            let text = format!("{}{gap}{}", &ogid[..at], &ogid[at..]);
            for text in [text.clone(), format!("see {text}, what?"), format!("OGID={text}")] {
                assert!(identify(&text, 15).and_then(Identified::whole).is_err(), "{text:?}");
            }
        }
    }
    let error = identify("11ccccch\nhhjjjjj:66666888dddddoo:N0N:24:B:IB:0:0:3", 15).expect_err("a line end");
    assert_eq!(
        error.to_string(),
        "OGID: field 1, white's checkers \"11ccccch\\nhhjjjjj\": character 9 of the ID isn't 0 to 9 or a to q"
    );
    // Words and numbers before it aren't its checkers.
    for before in ["see ", "of ", "12 ", "Problem 12: ", "hhjj "] {
        identify(&format!("{before}{ogid}"), 15).and_then(Identified::whole).expect(before);
    }
    identify("12 hhjjjjj:66666888dddddoo:N0N:24:B:IB:0:0:3", 15).expect("a number");
}

#[test]
fn half_a_pair_of_ids_is_not_dropped_because_it_is_damaged() {
    for text in [
        "4HPwATDgc/ABMA:cAlq AAAAAAAE",
        "see 4HPwATDgc/ABMA:cAlqAAAAAAA there",
        "see 4HPwATDgc/ABM:cAlqAAAAAAAE there",
        "see Position ID 4HPwATDgc/ABMA:cAlqAAAAAA there",
    ] {
        let error = identify(text, 15).and_then(Identified::whole).expect_err(text).to_string();
        assert!(error.contains(" characters instead of 1"), "{text}: {error}");
    }
    for text in [
        "see 4HPwATDgc/ABMA:cAlqAAAAAAAE, there",
        "Position ID: 4HPwATDgc/ABMA:cAlqAAAAAAAE",
        "GNUBGID=4HPwATDgc/ABMA:cAlqAAAAAAAE",
        "gnubgid:4HPwATDgc/ABMA:cAlqAAAAAAAE",
        "see GNUBGID=cAlqAAAAAAAE:4HPwATDgc/ABMA there",
    ] {
        let found = identify(text, 15).and_then(Identified::whole).expect(text);
        assert_eq!(found.state, identify("4HPwATDgc/ABMA:cAlqAAAAAAAE", 15).expect("IDs").state, "{text}");
    }
}

#[test]
fn an_error_names_the_notation_that_is_damaged() {
    for (text, begin) in [
        ("11ccccchhhjjjjj:66666888dddddoo:N0X:24:B:IB:0:0:3", "OGID: field 3, cube \"N0X\""),
        ("11cccczhhhjjjjj:66666888dddddoo:N0N:24:B:IB:0:0:3", "OGID: field 1, white's checkers"),
        ("what of 11ccccchhhjjjjj:66666888dddddzo:N0N:24:B:IB:0:0:3?", "OGID: field 2, black's checkers"),
        ("-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10", "XGID: 25 characters instead of 26"),
        ("-b----E-C---eE---c-e----Z-:0:0:1:31:0:0:0:7:10", "XGID: character 25 of the board"),
        ("XGID%3D-b----E-C---eE---c-e----B%3A0%3A0%3A1%3A31%3A0%3A0%3A0%3A7%3A10", "XGID: 25 characters"),
        ("GNUBGID=xyz", "Position ID: 3 characters instead of 14"),
        ("GNUBGID%3Dxyz", "Position ID: 3 characters instead of 14"),
        ("4HPwATDgc%2FABM", "Position ID: 13 characters instead of 14"),
        ("4HPwATDgc%2FABMZ", "Position ID: 16 checkers"),
        ("4HPwATDgc%2FABMA%3AcAlqAAAAAAA", "Match ID: 11 characters instead of 12"),
        // Escapes in other words.
        ("%3A", "Position ID: character 1 '%'"),
        ("a%3A", "Position ID: character 2 '%'"),
    ] {
        let error = identify(text, 15).and_then(Identified::whole).expect_err(text).to_string();
        assert!(error.starts_with(begin), "{text}: {error}");
    }
}

#[test]
fn percent_escapes_around_and_in_an_id_are_decoded() {
    let xgid = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    let line = "board:Ann Lee:Bob:5:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:0:0:0:0:1:1:1:0:1:\
                -1:0:25:0:0:0:0:0:0:0:1";
    let escaped =
        |text: &str| text.replace(':', "%3A").replace('=', "%3d").replace('/', "%2F").replace(' ', "%20");
    for id in
        [xgid, line, "OGID=11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7", "4HPwATDgc/ABMA:cIlqAAAAAAAE"]
    {
        let (plain, found) = (identify(id, 15).expect(id), identify(&escaped(id), 15).expect(id));
        assert_eq!((found.kind, found.state), (plain.kind, plain.state), "{id}");
        assert_eq!(found.assumed.last().map(ToString::to_string).as_deref(), Some(ESCAPED));
    }
    // A name may have them, and so may other words.
    let named = line.replace("Ann Lee", "100%3A");
    assert_eq!(identify(&named, 15).expect("a line").state.names.expect("names")[Side::One], "100%3A");
    let beside = identify(&format!("{xgid} as in a%3Ab"), 15).expect("an XGID");
    assert!(beside.assumed.iter().all(|assumed| assumed.to_string() != ESCAPED));
}

/// The assumption about percent escapes, in words.
const ESCAPED: &str = "the percent escapes of the text are decoded";
