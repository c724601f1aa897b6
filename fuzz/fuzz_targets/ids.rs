//! Whatever ID is accepted is written again as it was.
#![no_main]

use barpoint::notation::{MatchId, Ogid, PositionId, RawBoard, Xgid, identify};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(id) = text.parse::<PositionId>() {
        assert_eq!(id.to_string(), text);
        if let Ok(board) = id.board(15) {
            assert_eq!(PositionId::encode(&board), id);
        }
    }
    if let Ok(id) = text.parse::<MatchId>() {
        assert_eq!(id.to_string(), text);
    }
    if let Ok(ogid) = text.parse::<Ogid>() {
        assert_eq!(ogid.to_string().parse::<Ogid>(), Ok(ogid));
    }
    if let Ok(xgid) = text.parse::<Xgid>() {
        assert_eq!(xgid.to_string().parse::<Xgid>(), Ok(xgid));
    }
    if let Ok((line, _)) = RawBoard::read_lenient(text) {
        let _ = line.to_string();
    }
    if let Ok(found) = identify(text, 15) {
        let state = &found.state;
        let _ = (found.describe(), state.xgid(), state.ogid(), state.raw_board(), state.gnubg_id());
    }
});
