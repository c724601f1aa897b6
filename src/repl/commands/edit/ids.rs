//! IDs: `set matchid`, `set gnubgid`, `set xgid`, `set ogid`, and an ID that is typed alone.
//!
//! GNU Backgammon applies an ID piece by piece, with a board after each piece, and drops offers. Outside of
//! compat mode an ID is read as a whole, refused with its reasons or applied as a whole, and offers are kept.

use super::{must_play, swap};
use crate::board::{Board, BoardSetup, Side};
use crate::game::record::{Anchor, MatchRecord};
use crate::game::{
    Cube, Ending, GameResult, MatchSetupError, MatchState, Offer, Phase, Resume, Rules, Score,
};
use crate::notation::{
    Assumption, GameState, IdState, Identified, MatchFields, MatchId, Ogid, PositionId, USUAL_LIMIT, Xgid,
    identify,
};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::commands::new::{DISCARD, give_up};
use crate::repl::commands::position::mangled;
use crate::repl::history::Deed;
use crate::repl::session::Session;
use crate::repl::settings::MAX_LENGTH;
use crate::rules::Variant;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

pub(in crate::repl::commands) const COMMANDS: Handlers =
    &[("set gnubgid", gnubg_id), ("set matchid", match_id), ("set ogid", ogid), ("set xgid", xgid)];

/// Returns the number of checkers of a side in IDs.
pub(in crate::repl::commands) fn checkers(session: &Session) -> u8 {
    session.game.state.rules().variant.start().board().checkers()
}

/// Returns the number of checkers of a side in the match that an XGID begins, which has the variant that is set.
fn checkers_next(session: &Session) -> u8 {
    session.rules(0).variant.start().board().checkers()
}

/// Returns the number of checkers of a side in the game that an ID is about: the match that it begins, or without a
/// game in it the one in progress.
pub(in crate::repl::commands) fn checkers_of(session: &Session, text: &str) -> u8 {
    let has_game = || identify(text, BoardSetup::MOST).is_ok_and(|found| found.state.game.is_some());
    if session.is_playing() && !has_game() { checkers(session) } else { checkers_next(session) }
}

/// Asks before a position begins another match, unless nothing was played in this one or it is saved. Reports what
/// becomes of it.
pub(super) fn give_way(session: &mut Session, answer: &mut Answer) -> Done {
    if !session.kept.is_unsaved || !session.game.history.is_played() {
        return Ok(());
    }
    let note = if session.is_safe() {
        "note: the match before is kept: `restore` lists it"
    } else {
        "note: the match before wasn't saved and is gone"
    };
    give_up(session, DISCARD, answer)?;
    answer.complain(note);
    Ok(())
}

/// Begins a money session whose opening roll is over: player 1 is on roll.
fn begin(session: &mut Session) {
    let start = session.rules(0).variant.start().board();
    let fields = MatchFields { jacoby: session.settings.jacoby, ..MatchFields::default() };
    put(session, &fields, rules_of(session, &fields, &IdState::default()), start, true);
}

/// `set matchid ID`.
fn match_id(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        // GNU Backgammon takes the rest of the line as the ID.
        let text = call.words.tail();
        if !text.is_empty() {
            let (fields, dice) = gnubg_match_id(text)?;
            put_piecewise(session, &fields, dice, answer);
        }
        return Ok(());
    }
    let Some(word) = call.words.next() else {
        return Err(Refusal::silent("a Match ID belongs after `set matchid`").at(call.words.rest_place()));
    };
    let read = MatchId::read_lenient(&word.text);
    let read = read.map_err(|error| illegal_match_id(&word.text).help(error))?;
    whole(&read.1, || illegal_match_id(&word.text))?;
    let state = IdState { game: Some(*read.0.fields()), ..IdState::default() };
    put_whole(session, &state, answer).map_err(|refusal| refusal.at(word.place))
}

/// Refuses an ID that is too short or too long, and reports what is missing or surplus.
fn whole(assumed: &[Assumption], refused: impl FnOnce() -> Refusal) -> Done {
    match assumed.iter().find_map(Assumption::wrong_length) {
        Some(wrong) => Err(refused().help(wrong)),
        None => Ok(()),
    }
}

fn illegal_match_id(text: &str) -> Refusal {
    Refusal::say(format_args!("Illegal match ID '{text}'"))
}

/// Reads a Match ID as GNU Backgammon does, with the order of its dice.
fn gnubg_match_id(text: &str) -> Result<(MatchFields, DiceOrder), Refusal> {
    let canonical = STANDARD.encode(mangled::<12, 9>(text));
    let (id, _) = MatchId::read_lenient(&canonical).map_err(|error| illegal_match_id(text).help(error))?;
    let fields = id.fields();
    let is_over = fields.length > 0 && fields.score.0.iter().any(|&score| score >= fields.length);
    if fields.length > MAX_LENGTH || is_over {
        return Err(illegal_match_id(text));
    }
    Ok((*fields, DiceOrder::of(text)))
}

/// The order of the dice in an ID.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiceOrder {
    /// The lower die isn't first, or there are no dice.
    Falling,
    /// The lower die comes first.
    Rising,
    /// There is a first die only, which GNU Backgammon tries to set.
    Half,
}

impl DiceOrder {
    /// Returns that of a Match ID.
    fn of(text: &str) -> Self {
        // The dice have three bits each, from bit 15 on.
        let bytes = mangled::<12, 9>(text);
        let bits = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) >> 15;
        match (bits & 7, bits >> 3 & 7) {
            (1.., 0) => Self::Half,
            (first, second) if first < second => Self::Rising,
            _ => Self::Falling,
        }
    }
}

/// `set gnubgid ID`: a Position ID, a Match ID or both, anywhere in the line; or an XGID.
fn gnubg_id(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    let place = call.words.rest_place();
    let nothing = || Refusal::complain("No valid IDs found").at(place.clone());
    if !session.settings.compat {
        let found = identify(text, checkers_of(session, text)).and_then(Identified::whole);
        let found = found.map_err(|error| nothing().help(error))?;
        return put_whole(session, &found.state, answer).map_err(|refusal| refusal.at(place));
    }
    if let Some(read) = gnubg_xgid(text, checkers_next(session)) {
        put_xgid(session, &read, answer);
        return Ok(());
    }
    let is_digit = |c: char| c.is_ascii_alphanumeric() || c == '+' || c == '/';
    let mut runs = text.split(|c| !is_digit(c));
    let position = runs.clone().find(|run| run.len() == PositionId::LEN);
    let game = runs.find(|run| run.len() == MatchId::LEN);
    if position.is_none() && game.is_none() {
        return Err(nothing());
    }
    match game.map(gnubg_match_id) {
        Some(Ok((fields, dice))) => put_piecewise(session, &fields, dice, answer),
        Some(Err(refusal)) => answer.put(refusal.text),
        None => {}
    }
    if let Some(position) = position {
        let id = PositionId::from_bytes(mangled::<14, 10>(position));
        // An ID that is only impossible for the variant is refused without a message.
        let is_too_large = id.board(checkers(session)).is_err() && id.board(BoardSetup::MOST).is_ok();
        if !is_too_large {
            put_board(session, id.board(checkers(session)).ok(), answer);
        }
    }
    answer.say(format_args!(
        "Setting GNUbg ID {}:{}",
        position.unwrap_or_default(),
        game.unwrap_or_default()
    ));
    Ok(())
}

/// `set xgid XGID`.
fn xgid(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    let refused = || Refusal::complain(format_args!("Not a valid XGID '{text}'")).at(call.words.rest_place());
    if session.settings.compat {
        let read = gnubg_xgid(text, checkers_next(session)).ok_or_else(refused)?;
        put_xgid(session, &read, answer);
        return Ok(());
    }
    let (read, assumed) =
        Xgid::read_lenient(text, checkers_of(session, text)).map_err(|error| refused().help(error))?;
    whole(&assumed, refused)?;
    put_whole(session, &IdState::from(&read), answer).map_err(|refusal| refusal.at(call.words.rest_place()))
}

/// `set ogid OGID`, which GNU Backgammon doesn't have; applied as a whole.
fn ogid(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    let refused = || Refusal::complain(format_args!("Not a valid OGID '{text}'")).at(call.words.rest_place());
    let (read, assumed) =
        Ogid::read_lenient(text, checkers_of(session, text)).map_err(|error| refused().help(error))?;
    whole(&assumed, refused)?;
    put_whole(session, &IdState::from(&read), answer).map_err(|refusal| refusal.at(call.words.rest_place()))
}

/// The parts of an XGID that GNU Backgammon uses: the game, and the board if it is possible.
struct GnubgXgid {
    fields: MatchFields,
    board: Option<Board>,
    /// Whether the board has more checkers than the variant.
    is_too_large: bool,
    /// Whether beavers are allowed, in a money session.
    beavers: Option<bool>,
}

/// Reads an XGID as GNU Backgammon does: with all nine fields, and with a board that may be impossible.
fn gnubg_xgid(text: &str, most: u8) -> Option<GnubgXgid> {
    const START: &str = "-b----E-C---eE---c-e----B-";
    let body = text.rsplit('=').next()?.split(char::is_whitespace).next()?;
    let (board, rest) = body.split_once(':')?;
    let is_board =
        board.len() == 26 && board.bytes().all(|byte| matches!(byte, b'-' | b'a'..=b'p' | b'A'..=b'P'));
    if !is_board || rest.split(':').count() < 9 {
        return None;
    }
    // It has no beavers that wait for an answer, and no cube above 4096.
    let mut fields = rest.split(':');
    let cube = fields.next()?.parse::<u8>();
    if cube.is_ok_and(|exponent| exponent > 12) || matches!(fields.nth(2), Some("B" | "R")) {
        return None;
    }
    let whole = Xgid::read_lenient(body, 15);
    let is_possible = whole.is_ok();
    let read = whole.or_else(|_| Xgid::read_lenient(&format!("{START}:{rest}"), 15)).ok()?.0;
    let goal = read.length;
    if goal > MAX_LENGTH || goal > 0 && read.score.0.iter().any(|&score| score >= goal) {
        return None;
    }
    let state = IdState::from(&read);
    let board = state.board.filter(|_| is_possible);
    let is_too_large = board.is_some_and(|board| !board_fits(&board, most));
    Some(GnubgXgid {
        fields: state.game?,
        board: board.filter(|_| !is_too_large),
        is_too_large,
        beavers: (goal == 0).then_some(read.beavers),
    })
}

/// Returns `true` if a board has no more checkers a side than the variant.
fn board_fits(board: &Board, most: u8) -> bool {
    let count = |board: &Board| {
        board.lanes()[1..=25].iter().filter(|&&lane| lane > 0).map(|&lane| lane as u8).sum::<u8>()
    };
    count(board) <= most && count(&board.flip()) <= most
}

/// Applies an XGID as GNU Backgammon does. The player on roll sits at the bottom; otherwise the players are
/// exchanged.
fn put_xgid(session: &mut Session, read: &GnubgXgid, answer: &mut Answer) {
    put_piecewise(session, &read.fields, DiceOrder::Falling, answer);
    if let Some(beavers) = read.beavers {
        session.settings.beavers = if beavers { 3 } else { 0 };
        session.apply_rules();
    }
    if !read.is_too_large {
        put_board(session, read.board, answer);
    }
    if read.fields.on_roll == Side::Zero {
        if session.settings.confirm.default != crate::repl::settings::Reply::Ask {
            answer.say("This position has player on roll appearing on top. ");
            let question = "Swap players so the player on roll appears on the bottom? ";
            if !session.confirm(question, answer) {
                return;
            }
        }
        swap(session, answer);
        if read.fields.dice.is_none() {
            session.game.history.look_away();
        }
    }
}

/// Sets the position of an ID after its game, and prints the result.
fn put_board(session: &mut Session, board: Option<Board>, answer: &mut Answer) {
    match (must_play(session, "the board"), board) {
        (Err(refusal), _) => answer.put(refusal.text),
        (_, None) => answer.say("Illegal position."),
        (_, Some(board)) => {
            session.game.known_roll = None;
            session.edit(Deed::SetBoard, |state| state.place_board(board));
            session.game.history.look();
            session.draw(answer);
        }
    }
}

/// Applies a Match ID as GNU Backgammon does: dice, cube and board one after the other, without the offers.
fn put_piecewise(session: &mut Session, fields: &MatchFields, dice: DiceOrder, answer: &mut Answer) {
    let was_playing = session.is_playing();
    // A game that hasn't begun, or is over, is begun by the side that owns the cube: after the dice, before the
    // cube's value.
    let is_unbegun = fields.state != GameState::Playing;
    let is_playing = fields.state == GameState::Playing || is_unbegun && fields.owner.is_some();
    let is_crawford = is_playing && fields.cube != 1 && fields.crawford;
    let is_disabled = is_crawford || is_playing && fields.cube != 1 && !session.settings.cube;
    let said = fields;
    let fields = &MatchFields {
        cube: if is_disabled || is_unbegun && !is_playing { 1 } else { said.cube },
        dice: said.dice.filter(|_| !is_unbegun),
        ..*said
    };
    if fields.double_offered {
        answer.put(
            "SetMatchID cannot handle positions where a double has been offered.\n\
             Stepping back to the offering of the cube. ",
        );
    }
    let start = session.rules(fields.length).variant.start().board();
    // The checkers stay where they are; those that another variant has more are off. If it has fewer, its game begins.
    let id = was_playing.then(|| PositionId::encode(session.game.state.board()));
    let moved = id.and_then(|id| id.board(start.checkers()).ok());
    let board = moved.unwrap_or(start);
    let kept = MatchFields { double_offered: false, resignation: None, turn: fields.on_roll, ..*fields };
    // Without a game no board can be set.
    put(session, &kept, rules_of(session, &kept, &IdState::default()), board, was_playing);
    session.game.known_roll = None;
    if said.dice.is_some() {
        session.game.low_first = fields.dice.filter(|_| dice == DiceOrder::Rising);
    }
    match said.dice {
        None if dice != DiceOrder::Half => {}
        _ if is_unbegun => answer.say("There must be a game in progress to set the dice."),
        None => answer.say("You must specify two numbers from 1 to 6 for the dice."),
        Some(roll) => {
            let (first, second) = session.in_order(roll);
            answer.say(format_args!("The dice have been set to {first} and {second}."));
        }
    }
    if is_crawford {
        answer.say("The cube is disabled during the Crawford game.");
    } else if is_disabled {
        answer.say("The cube is disabled (see `help set cube use').");
    }
    if said.cube != 1 && !is_disabled {
        if is_playing {
            answer.say(format_args!("The cube has been set to {}.", fields.cube));
        } else {
            answer.say("There must be a game in progress to set the cube.");
        }
    }
    session.game.history.look();
    match fields.state {
        _ if is_playing => {}
        GameState::Over => end(session, fields, Ending::BorneOff),
        GameState::Dropped => end(session, fields, Ending::Passed),
        GameState::Resigned => end(session, fields, Ending::Resigned),
        GameState::None | GameState::Playing => unbegin(session),
    }
    if was_playing {
        if !is_playing {
            answer.say("There must be a game in progress to set the board.");
        } else if moved.is_some() {
            session.draw(answer);
        }
    }
    session.draw(answer);
}

/// Ends a game that is over in a Match ID.
fn end(session: &mut Session, fields: &MatchFields, ending: Ending) {
    let winner = fields.on_roll.opponent();
    let result = GameResult { winner: Some(winner), ending, outcome: None, cube: fields.cube, points: 0 };
    session.game.state.place_phase(Phase::GameOver(result));
    // The board after a game shows the side on roll before its last move.
    if let Some(last) = session.game.history.last_mut() {
        let board = last.before.board_of(fields.on_roll);
        last.before.place(board, fields.on_roll, None);
    }
}

/// Leaves the match of a Match ID without a game.
fn unbegin(session: &mut Session) {
    session.game.state.place_phase(Phase::OpeningRoll);
    session.game.history.clear();
    session.kept.file = None;
    session.game.history.begin(session.game.state.clone(), session.game.names.clone());
}

/// Applies an ID as a whole. Without a game in it the game in progress stays, or a money session begins;
/// without a position the one on the board stays, or the game begins.
pub(super) fn put_whole(session: &mut Session, said: &IdState, answer: &mut Answer) -> Done {
    let was_playing = session.is_playing();
    if let Some(fields) = &said.game {
        check(fields)?;
        give_way(session, answer)?;
        let start = session.rules(fields.length).variant.start().board();
        // The checkers stay where they are, unless the match has another number of them.
        let here = Some(*session.game.state.board())
            .filter(|here| was_playing && checkers_of_both(here) == checkers_of_both(&start));
        let board = said.board.or(here).unwrap_or(start);
        let rules = rules_of(session, fields, said);
        let has_own = rules != Rules { jacoby: rules.jacoby, ..session.rules(fields.length) };
        put(session, fields, rules, board, true);
        session.game.has_own_rules = has_own;
        session.game.history.give();
        offer(session, fields, said.beavers);
    } else if let Some(board) = said.board {
        set_board(session, board, answer)?;
    }
    session.draw(answer);
    if !session.settings.compat {
        tell_wrong_double(session, said, answer);
    }
    Ok(())
}

/// Reports a double that is offered although the rules don't allow it: GNU Backgammon reads such IDs.
fn tell_wrong_double(session: &Session, said: &IdState, answer: &mut Answer) {
    for reason in said.contradictions(session.game.state.rules().variant) {
        if matches!(reason, MatchSetupError::Double(_)) {
            answer.complain(format_args!("note: the double that is offered isn't legal: {reason}"));
        }
    }
}

/// Sets the position of the game in progress, or begins a money session with it.
pub(super) fn set_board(session: &mut Session, board: Board, answer: &mut Answer) -> Done {
    let was_playing = session.is_playing();
    if !was_playing {
        give_way(session, answer)?;
        begin(session);
    } else if !session.settings.compat {
        // In GNU Backgammon a double stays.
        session.withdraw_offers();
    }
    session.edit(Deed::SetBoard, |state| state.place_board(board));
    if !was_playing {
        session.game.history.give();
    }
    Ok(())
}

/// Checks that a game can continue from an ID.
fn check(fields: &MatchFields) -> Done {
    match fields.state {
        GameState::Playing => {}
        GameState::None => return Err(Refusal::silent("the Match ID contains no game")),
        _ => return Err(Refusal::silent("in the Match ID, the game is over")),
    }
    if fields.length > 0 && fields.score.0.iter().any(|&score| score >= fields.length) {
        return Err(Refusal::silent("the match is over at this score"));
    }
    let limit = crate::game::MAX_CUBE;
    if fields.double_offered && fields.cube >= limit {
        return Err(Refusal::silent(format_args!("no cube is larger than {limit}")));
    }
    Ok(())
}

/// Returns the number of checkers of both sides together.
fn checkers_of_both(board: &Board) -> u8 {
    board.checkers() + board.opponent_checkers()
}

/// Returns the rules of the game in an ID. What it doesn't state is as in a new match or session.
fn rules_of(session: &Session, fields: &MatchFields, said: &IdState) -> Rules {
    let max_cube = said.max_cube.filter(|&limit| limit != USUAL_LIMIT);
    let said = IdState { game: Some(*fields), max_cube, names: None, ..said.clone() };
    let mut rules = said.rules_over(&session.rules(fields.length));
    // A match has no Jacoby rule; GNU Backgammon keeps the ID's bit in every later ID of the game.
    rules.jacoby |= session.settings.compat && fields.jacoby;
    // A cube that was turned is in use.
    let is_turned = fields.cube > 1 || fields.owner.is_some() || fields.double_offered;
    rules.cube |= is_turned && !session.settings.compat;
    rules
}

/// Returns the state of the game in an ID, with this board and its offers.
pub(in crate::repl::commands) fn state_of(
    session: &Session,
    fields: &MatchFields,
    said: &IdState,
    board: Board,
) -> MatchState {
    let mut rules = rules_of(session, fields, said);
    // A position with the checkers of another variant isn't one of the variant that is set.
    if checkers_of_both(&board) != checkers_of_both(&rules.variant.start().board()) {
        rules.variant = Variant::Standard;
    }
    let mut state = before_game(rules, fields);
    state.place(board, fields.on_roll, fields.dice);
    state.place_cube(Cube { value: fields.cube, owner: fields.owner });
    for phase in offers(fields, said.beavers).into_iter().flatten() {
        state.place_phase(phase);
    }
    state
}

/// Returns the state before a game at the score of an ID.
fn before_game(rules: Rules, fields: &MatchFields) -> MatchState {
    let score = Score {
        points: fields.score.map(u32::from),
        crawford_played: fields.somebody_is_1_away() && !fields.crawford,
    };
    let mut state = MatchState::new(rules);
    state.place_score(score);
    state.place_crawford(fields.crawford);
    state
}

/// Begins a match or session in the middle of a game. Offers are ignored; `is_told` selects whether the board
/// becomes a move of the game.
fn put(session: &mut Session, fields: &MatchFields, rules: Rules, board: Board, is_told: bool) {
    let state = before_game(rules, fields);
    session.game.history.clear();
    session.kept.file = None;
    let MatchRecord { headers, mut remarks, .. } = std::mem::take(&mut session.game.record);
    if session.settings.compat {
        // What is known of the match stays, its date too; there is none after the import of a position.
        remarks.retain(|remark| remark.anchor == Anchor::MATCH);
        session.game.record = MatchRecord { headers, remarks, ..MatchRecord::default() };
    }
    session.game.history.begin(state.clone(), session.game.names.clone());
    session.game.state = state;
    session.game.low_first = None;
    session.game.said_stage = None;
    session.game.announced_crawford = None;
    session.game.next_is_crawford = None;
    session.game.pending = false;
    session.game.has_own_rules = false;
    session.game.last_opening.take_if(|_| !session.settings.compat);
    let on_roll = fields.on_roll;
    if let Some(roll) = fields.dice {
        session.edit(Deed::Rolled(roll), |state| state.place(*state.board(), on_roll, Some(roll)));
    }
    if fields.owner.is_some() {
        let owner = fields.owner;
        session.edit(Deed::SetCubeOwner, |state| state.place_cube(Cube { owner, ..state.cube() }));
        // GNU Backgammon attributes this to player 0, even if player 1 is on roll.
        if let Some(last) = session.game.history.last_mut().filter(|_| session.settings.compat) {
            last.by = Side::Zero;
        }
    }
    if fields.cube != 1 {
        let value = fields.cube;
        session.edit(Deed::SetCubeValue, |state| {
            state.place(state.board_of(on_roll), on_roll, fields.dice);
            state.place_cube(Cube { value, ..state.cube() });
        });
    }
    if is_told {
        session.edit(Deed::SetBoard, |state| state.place(board, on_roll, fields.dice));
    } else {
        session.game.state.place(board, on_roll, fields.dice);
    }
}

/// Makes the offers in an ID.
fn offer(session: &mut Session, fields: &MatchFields, beavers: u8) {
    let [double, resignation] = offers(fields, beavers);
    if let Some(phase) = double {
        session.edit(Deed::Doubled, |state| state.place_phase(phase));
    }
    if let Some(phase) = resignation {
        session.game.state.place_phase(phase);
    }
}

/// Returns the phases of a double and of a resignation that an ID contains.
fn offers(fields: &MatchFields, beavers: u8) -> [Option<Phase>; 2] {
    let by = fields.on_roll;
    let is_beavered = fields.resignation.is_none() && fields.turn == by;
    let double = fields.double_offered.then(|| {
        let responder = if is_beavered { by } else { by.opponent() };
        let beavers = beavers.max(u8::from(is_beavered));
        Offer { responder, value: fields.cube.saturating_mul(2), beavers }
    });
    let otherwise = double.map_or(fields.dice.map_or(Resume::Roll, Resume::Play), Resume::Answer);
    let resignation = fields.resignation.map(|outcome| {
        let by = fields.turn.opponent();
        Phase::ToAnswerResignation { by, outcome, otherwise }
    });
    [double.map(Phase::ToAnswerDouble), resignation]
}
