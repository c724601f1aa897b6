//! Laws: a valid text is written again as it was, and nothing panics.

use barpoint::board::{Board, BySide, Roll, Side};
use barpoint::notation::{
    GameState, IdState, MatchFields, MatchId, Ogid, PositionId, RawBoard, Xgid, identify,
};
use barpoint::rules::Outcome;
use proptest::prelude::*;

/// Returns any fifteen checkers a side: points and bars of both, none shared.
fn boards() -> impl Strategy<Value = Board> {
    (prop::collection::vec((0u8..25, prop::bool::ANY), 30), prop::array::uniform25(prop::bool::ANY))
        .prop_filter_map("a deadlock", |(checkers, owned)| {
            let mut counts = [[0u8; 25]; 2];
            for (i, (place, off)) in checkers.into_iter().enumerate() {
                let (side, lane) = (i % 2, usize::from(place));
                // A point belongs to the mover if `owned` says so; the bar is everybody's own.
                let free = lane == 24 || owned[if side == 0 { lane } else { 23 - lane }] == (side == 0);
                if free && !off {
                    counts[side][lane] += 1;
                }
            }
            let [mine, theirs] = counts;
            let bits =
                theirs.iter().chain(&mine).rev().fold(0u128, |bits, &n| (bits << (n + 1)) | ((1 << n) - 1));
            let mut bytes = [0; 10];
            bytes.copy_from_slice(&bits.to_le_bytes()[..10]);
            PositionId::from_bytes(bytes).board(15).ok()
        })
}

fn sides() -> impl Strategy<Value = Side> {
    prop::bool::ANY.prop_map(|one| if one { Side::One } else { Side::Zero })
}

/// Returns fields that are consistent.
fn games() -> impl Strategy<Value = MatchFields> {
    let places = (0u32..16, prop::option::of(sides()), sides(), prop::bool::ANY, prop::bool::ANY);
    let offers = (0u8..5, 0u8..4, prop::option::of((1u8..=6, 1u8..=6)));
    let scores = (0u16..=0x7fff, 0u16..=0x7fff, 0u16..=0x7fff, prop::bool::ANY);
    (places, offers, scores).prop_map(|((cube, owner, on_roll, doubled, crawford), offers, scores)| {
        let (state, resigned, dice) = offers;
        let (length, a, b, jacoby) = scores;
        let length = if length % 3 == 0 { 0 } else { length };
        let cut = |score: u16| if length == 0 { score } else { score % length };
        let resignation = [None, Some(Outcome::Single), Some(Outcome::Gammon), Some(Outcome::Backgammon)];
        let crawford = crawford && length > 1;
        let first = if crawford { length - 1 } else { cut(a) };
        MatchFields {
            cube: 1 << cube,
            owner,
            on_roll,
            crawford,
            state: [
                GameState::None,
                GameState::Playing,
                GameState::Over,
                GameState::Resigned,
                GameState::Dropped,
            ][usize::from(state)],
            turn: if doubled || resigned > 0 { !on_roll } else { on_roll },
            double_offered: doubled,
            resignation: resignation[usize::from(resigned)],
            dice: dice.and_then(|(a, b)| Roll::from_pips(a, b)),
            length,
            score: BySide::new(first, cut(b)),
            jacoby,
        }
    })
}

/// Returns base64 digits, sometimes with another character.
fn almost_ids(length: usize) -> impl Strategy<Value = String> {
    let digit = prop_oneof![
        20 => prop::sample::select("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".chars().collect::<Vec<_>>()),
        8 => Just('A'),
        1 => any::<char>(),
    ];
    prop::collection::vec(digit, length - 1..=length + 1).prop_map(|digits| digits.into_iter().collect())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_board_survives_its_id(board in boards()) {
        let id = PositionId::encode(&board);
        prop_assert_eq!(id.board(15).unwrap(), board);
        let text = id.to_string();
        prop_assert_eq!(text.parse::<PositionId>().unwrap(), id);
        prop_assert_eq!(PositionId::from_bytes(id.bytes()), id);
    }

    #[test]
    fn a_strict_position_id_is_written_as_it_was(bytes in prop::array::uniform10(any::<u8>()), text in almost_ids(14)) {
        for text in [PositionId::from_bytes(bytes).to_string(), text] {
            if let Ok(id) = text.parse::<PositionId>() {
                prop_assert_eq!(id.to_string(), text.clone());
                if let Ok(board) = id.board(15) {
                    prop_assert_eq!(PositionId::encode(&board), id);
                }
            }
            if let Ok((id, assumed)) = PositionId::read_lenient(&text, 15) {
                prop_assert_eq!(assumed.is_empty(), text.parse::<PositionId>() == Ok(id));
            }
        }
    }

    #[test]
    fn the_quick_decoder_equals_the_plain_one(bytes in prop::array::uniform10(any::<u8>()), checkers in 0u8..=16) {
        let id = PositionId::from_bytes(bytes);
        prop_assert_eq!(id.board(checkers).ok(), id.setup(checkers).board().ok());
    }

    #[test]
    fn a_strict_match_id_is_written_as_it_was(text in almost_ids(12)) {
        if let Ok(id) = text.parse::<MatchId>() {
            prop_assert_eq!(id.to_string(), text.clone());
            prop_assert_eq!(MatchId::encode(id.fields()).unwrap(), id);
        }
        if let Ok((id, assumed)) = MatchId::read_lenient(&text) {
            prop_assert_eq!(assumed.is_empty(), id.to_string() == text);
            prop_assert_eq!(id.to_string().parse::<MatchId>(), Ok(id));
        }
    }

    #[test]
    fn every_field_survives_its_match_id(fields in games()) {
        let id = MatchId::encode(&fields).unwrap();
        prop_assert_eq!(*id.to_string().parse::<MatchId>().unwrap().fields(), fields);
    }

    #[test]
    fn a_state_survives_its_xgid_and_its_board_line(board in boards(), mut game in games(), beavers: bool) {
        let over = board.mover_is_done() || board.flip().mover_is_done();
        game.state = if over { GameState::Over } else { GameState::Playing };
        game.resignation = None;
        game.turn = if game.double_offered { !game.on_roll } else { game.on_roll };
        if game.double_offered {
            game.dice = None;
        }
        game.jacoby &= game.length == 0;
        let state = IdState { beavers_allowed: Some(beavers), ..IdState::new(board, game) };
        let (xgid, _) = state.xgid().unwrap();
        prop_assert_eq!(xgid.to_string().parse::<Xgid>().unwrap(), xgid);
        let again = IdState::from(&xgid);
        game.state = GameState::Playing;
        prop_assert_eq!((again.board, again.game), (Some(board), Some(game)));
        let (line, _) = state.raw_board().unwrap();
        prop_assert_eq!(line.to_string().parse::<RawBoard>().unwrap(), line.clone());
        let again = IdState::from(&line);
        game.state = if over { GameState::Over } else { GameState::Playing };
        game.jacoby = game.length == 0;
        prop_assert_eq!((again.board, again.game), (Some(board), Some(game)));
    }

    #[test]
    fn a_state_survives_its_ogid(board in boards(), mut game in games(), number in prop::option::of(0u16..200)) {
        let over = board.mover_is_done() || board.flip().mover_is_done();
        game.state = if over { GameState::Over } else { GameState::Playing };
        game.resignation = None;
        game.double_offered &= !over;
        game.turn = if game.double_offered { !game.on_roll } else { game.on_roll };
        if game.double_offered || over {
            game.dice = None;
        }
        game.jacoby = false;
        let state = IdState { play_number: number, ..IdState::new(board, game) };
        let (ogid, lost) = state.ogid().unwrap();
        prop_assert_eq!(ogid.to_string().parse::<Ogid>().unwrap(), ogid);
        prop_assert!(lost.is_empty(), "{:?}", lost);
        prop_assert_eq!(IdState::from(&ogid), state);
        let found = identify(&ogid.to_string(), 15).unwrap();
        prop_assert_eq!(found.state, IdState::from(&ogid));
    }

    #[test]
    fn no_almost_right_ogid_panics(
        sides in ("[0-9a-q]{0,17}", "[0-9a-q]{0,17}"),
        cube in "[NWBD?][0-9]{1,2}[NOTP]",
        fields in prop::collection::vec(prop_oneof![Just("W".to_owned()), Just("B".to_owned()), Just(String::new()), "[0-9]{0,6}[CLG]?[0-9]?", "[A-Z]{0,3}"], 0..10),
        checkers: u8,
    ) {
        let text = format!("{}:{}:{cube}:{}", sides.0, sides.1, fields.join(":"));
        if let Ok((ogid, _)) = Ogid::read_lenient(&text, checkers) {
            let canonical = ogid.to_string();
            let again = Ogid::read_lenient(&canonical, checkers).map(|(ogid, _)| ogid.to_string());
            prop_assert_eq!(again, Ok(canonical));
            let state = IdState::from(&ogid);
            let _ = (state.describe(), state.raw_board(), state.xgid(), state.match_id(), state.ogid());
        }
    }

    #[test]
    fn no_text_panics(text in any::<String>(), checkers: u8, ascii in "[ -~\n]{0,80}") {
        for text in [text, ascii] {
            let _ = PositionId::read_lenient(&text, checkers);
            let _ = text.parse::<PositionId>();
            let _ = MatchId::read_lenient(&text);
            let _ = text.parse::<MatchId>();
            let _ = Xgid::read_lenient(&text, checkers);
            let _ = Ogid::read_lenient(&text, checkers);
            let _ = RawBoard::read_lenient(&text);
            for text in [text.clone(), format!("XGID={text}"), format!("OGID={text}"), format!("board:{text}"), format!("position id: {text} match id {text}")] {
                if let Ok(found) = identify(&text, checkers) {
                    let _ = (found.describe(), found.state.xgid(), found.state.ogid(), found.state.raw_board(), found.state.gnubg_id());
                }
            }
        }
    }

    #[test]
    fn no_almost_right_text_panics(
        board in "[-A-Pa-p]{26}",
        fields in prop::collection::vec(prop_oneof![Just("0".to_owned()), Just("1".to_owned()), Just("-1".to_owned()), Just("31".to_owned()), "[-0-9DBR]{0,6}"], 7..11),
        line in prop::collection::vec(prop_oneof![3 => -16i64..17, 1 => any::<i64>()], 50),
        cut in 0usize..60,
    ) {
        let text = format!("XGID={board}:{}", fields.join(":"));
        if let Ok((xgid, _)) = Xgid::read_lenient(&text, 15) {
            prop_assert_eq!(xgid.to_string().parse::<Xgid>(), Ok(xgid));
            let _ = IdState::from(&xgid).describe();
        }
        let numbers: Vec<String> = line.iter().map(ToString::to_string).collect();
        let text = format!("board:a:b:{}", numbers.join(":"));
        for text in [&text[..], &text[..cut.min(text.len())]] {
            if let Ok((line, _)) = RawBoard::read_lenient(text) {
                let state = IdState::from(&line);
                let _ = (state.describe(), state.raw_board(), state.xgid(), state.match_id());
            }
        }
    }
}
