//! The words of a record: those of cells in the .mat family, and its headers.

use crate::game::record::headers;
use crate::game::{MatchState, Phase};

/// Returns the words for a cell without dice, by the actions that are possible; all words if that isn't
/// known.
pub(super) fn of_cell(state: Option<&MatchState>) -> Vec<String> {
    let double = |value: u32| format!("Doubles => {value}");
    let mut words = Vec::new();
    match state.map(|state| (state, state.phase())) {
        Some((_, Phase::ToAnswerDouble(offer))) => {
            words.extend(["Takes".to_owned(), "Drops".to_owned()]);
            let beaver = offer.value.saturating_mul(2);
            if state.is_some_and(|state| state.rules().is_money() && state.rules().beavers > offer.beavers) {
                words.push(format!("Beavers => {beaver}"));
            }
        }
        Some((state, _)) if state.may_double(state.on_roll()).is_ok() => {
            words.push(double(state.cube().value.saturating_mul(2)));
        }
        Some(_) => {}
        None => words.extend([double(2), "Takes".to_owned(), "Drops".to_owned()]),
    }
    words.push("Resigns".to_owned());
    words.push(format!("Wins {} point", state.map_or(1, |state| state.cube().value)));
    words
}

/// Returns the headers that programs use.
pub(super) fn headers() -> Vec<&'static str> {
    let own = [
        headers::EVENT,
        headers::SITE,
        headers::ROUND,
        headers::DATE,
        headers::TIME,
        headers::TRANSCRIBER,
        headers::ANNOTATOR,
        headers::MATCH_ID,
        headers::FROZEN_CUBE,
        headers::GAMES,
    ];
    own.into_iter().chain(headers::RULES).chain(headers::PLAYERS).chain(headers::ELO).collect()
}
