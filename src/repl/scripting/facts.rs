//! What a script asks most: the state of the game.

use crate::notation::{GameState, MatchId, PositionId};
use crate::repl::session::Session;
use crate::repl::settings::evaluations::Evaluation;
use crate::rules::{Outcome, Variant};
use serde_json::{Value, json};

/// Returns the state of the game in GNU Backgammon's numbers, with the names of its Python module.
pub(super) fn facts(session: &Session) -> Value {
    let fields = session.fields();
    let rules = session.game.state.rules();
    let parts = session.settings.evaluations.of_hint();
    // In the order in which they were rolled.
    let dice = fields.dice.map(|roll| session.in_order(roll));
    let dice = dice.map_or([0, 0], |(first, second)| [first.pips(), second.pips()]);
    let board = session.board();
    let is_begun = session.is_begun() || !session.game.history.games.is_empty();
    let is_shown = session.is_begun() || session.game.is_viewed;
    let jacoby = if is_begun { rules.jacoby && fields.length == 0 } else { session.settings.jacoby };
    json!({
        "is_begun": is_begun,
        // Before the opening roll there is a game, but no position.
        "is_shown": is_shown,
        "is_playing": session.is_playing(),
        "lanes": board.lanes().as_slice(),
        "position_id": PositionId::encode(&board).to_string(),
        // Between two games GNU Backgammon's flags contradict the score.
        "match_id": MatchId::unchecked(&fields).to_string(),
        "cube": fields.cube,
        "owner": fields.owner.map_or(-1, |owner| owner.index() as i8),
        "move": fields.on_roll.index(),
        "turn": fields.turn.index(),
        "crawford": u8::from(fields.crawford),
        "doubled": u8::from(fields.double_offered),
        "resigned": fields.resignation.map_or(0, Outcome::multiplier),
        "gamestate": if is_shown { state_number(fields.state) } else { 0 },
        "matchto": fields.length,
        "score": fields.score.0,
        "dice": dice,
        "jacoby": u8::from(jacoby),
        "bgv": variant_number(rules.variant),
        "plays": context(parts.plays.evaluation),
        "cubes": context(parts.cube.evaluation),
    })
}

/// Returns an evaluation's settings: cubeful, plies, deterministic, prune, noise.
fn context(evaluation: Evaluation) -> Value {
    let Evaluation { plies, cubeful, prune, noise, deterministic } = evaluation;
    json!([u8::from(cubeful), plies, u8::from(deterministic), u8::from(prune), noise])
}

/// Returns GNU Backgammon's number of a state.
const fn state_number(state: GameState) -> u8 {
    match state {
        GameState::None => 0,
        GameState::Playing => 1,
        GameState::Over => 2,
        GameState::Resigned => 3,
        GameState::Dropped => 4,
    }
}

/// Returns GNU Backgammon's number of a variant; 0 for those that it doesn't have.
pub(super) const fn variant_number(variant: Variant) -> u8 {
    match variant {
        Variant::Nackgammon => 1,
        Variant::Hypergammon1 => 2,
        Variant::Hypergammon2 => 3,
        Variant::Hypergammon3 => 4,
        _ => 0,
    }
}
