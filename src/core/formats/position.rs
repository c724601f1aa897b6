//! Positions and records: a single position as a record, and the positions of a record.

use super::gnubg::Session;
use super::inventory::{Item, Kind, inventory};
use super::xg::plays::{self, Lanes};
use crate::board::{Board, BySide, Place, Side};
use crate::diag::Span;
use crate::game::record::{
    CubePlace, CubeWord, Entry, GameRecord, Header, MatchRecord, PlayerScore, Property, Setup, Spanned,
    Written, WrittenPlay, WrittenRoll, headers,
};
use crate::game::{Cube, Happening, MatchState, Phase, Replayed, ReplayedGame};
use crate::notation::{GameState, IdState, MatchFields};

/// The kinds of items in a record of a single position, whatever its format.
pub(super) const HOLDS: [Kind; 6] =
    [Kind::Player, Kind::Length, Kind::Score, Kind::CrawfordGame, Kind::Position, Kind::JacobyRule];

/// The property of a position that, by its ID, isn't part of a game being played.
pub(super) const GAME_STATE: &str = "gnubg:game state";

const GAME_STATES: [(GameState, &str); 4] = [
    (GameState::None, "none"),
    (GameState::Over, "over"),
    (GameState::Resigned, "resigned"),
    (GameState::Dropped, "dropped"),
];

/// Returns a record of one position: a match whose only game begins with it, with the offers in it.
///
/// If the player on roll isn't known, it is player 1, as for `show`. `span` is the place of the whole text.
pub(super) fn record(state: &IdState, span: Span) -> MatchRecord {
    let mut record = MatchRecord::default();
    let mut game =
        GameRecord { heading: Span::new(span.start as usize, span.start as usize), ..GameRecord::default() };
    let name = |side: Side| state.names.as_ref().map_or_else(String::new, |names| names[side].clone());
    let on_roll = state.game.map_or(Side::One, |game| game.on_roll);
    let mut setup = Setup { span, on_roll: Some(on_roll), ..Setup::default() };
    setup.board = state.board.map(|board| absolute(&board, on_roll));
    if let Some(fields) = &state.game {
        record.length = Some(Spanned::new(u32::from(fields.length), span));
        if fields.length == 0 {
            record.headers.push(switch(headers::JACOBY, fields.jacoby, span));
        }
        game.is_crawford = Some(fields.crawford);
        game.players = BySide(Side::ALL.map(|side| {
            let score = Some(Spanned::new(i64::from(fields.score[side]), span));
            Some(PlayerScore { name: Spanned::new(name(side), span), rating: None, score })
        }));
        let cube = cube_before_offers(fields, state.beavers);
        setup.cube_value = Some(cube.value);
        setup.cube_place = Some(cube.owner.map_or(CubePlace::Centre, CubePlace::Owned));
        setup.roll = fields.dice.map(|roll| WrittenRoll { digits: roll.digits(), span });
    }
    if let Some(allowed) = state.beavers_allowed {
        record.headers.push(switch(headers::BEAVER, allowed, span));
    }
    if let Some(limit) = state.max_cube {
        record.headers.push(Header::new(headers::CUBE_LIMIT, limit.to_string(), span));
    }
    if state.board.is_some() {
        game.entries.push(Entry::new(Some(on_roll), span, Written::Set(Box::new(setup))));
        if let Some(fields) = &state.game {
            offers(fields, state.beavers, span, &mut game);
        }
    }
    record.games.push(game);
    record
}

/// Returns the cube before it was offered: while beavers are pending, an ID contains the cube after them.
pub(super) fn cube_before_offers(fields: &MatchFields, beavers: u8) -> Cube {
    let value = (fields.cube >> beavers.min(15)).max(1);
    let owner = match beavers {
        0 => fields.owner,
        _ if value == 1 => None,
        _ => Some(fields.on_roll),
    };
    Cube { value, owner }
}

/// Adds the offers in a position.
fn offers(fields: &MatchFields, beavers: u8, span: Span, game: &mut GameRecord) {
    if fields.double_offered {
        let by = |i: u8| if i.is_multiple_of(2) { fields.on_roll } else { !fields.on_roll };
        let words = [CubeWord::Double, CubeWord::Beaver, CubeWord::Raccoon];
        for i in 0..=beavers.min(15) {
            let word = words[usize::from(i).min(2)];
            game.entries.push(Entry::new(Some(by(i)), span, Written::Cube { word, value: None }));
        }
    }
    if let Some(outcome) = fields.resignation {
        let written = Written::OfferResignation { outcome: Some(outcome), points: None };
        game.entries.push(Entry::new(Some(!fields.turn), span, written));
    }
    let Some((_, state)) = GAME_STATES.iter().find(|(state, _)| *state == fields.state) else { return };
    let values = Spanned::new(vec![(*state).to_owned()], span);
    let property = Property { key: GAME_STATE.to_owned(), values };
    game.notes.get_or_insert_default().properties.push(property);
}

/// Returns a header that is on or off.
pub(super) fn switch(key: &str, on: bool, span: Span) -> Header {
    Header::new(key, if on { "On" } else { "Off" }, span)
}

/// Returns the two dice of a file; `None` if one can't be read, or both are 0: before the roll.
pub(super) fn dice<T: Into<i64>>(
    first: Option<Spanned<T>>,
    second: Option<Spanned<T>>,
) -> Option<WrittenRoll> {
    let (first, second) = (first?, second?);
    let span = first.span.to(second.span);
    let digits = [first.value, second.value].map(|die| b'0' + Into::<i64>::into(die) as u8);
    (digits != *b"00").then_some(WrittenRoll { digits, span })
}

/// Returns the lanes as in [`Setup`] of a board from the view of [`Side::Zero`].
pub(super) fn lanes(board: Board) -> [i8; 26] {
    let mut lanes = [0; 26];
    lanes.copy_from_slice(&board.lanes()[..=Board::BAR]);
    lanes
}

/// Returns the position after a side's play; both as [`Side::Zero`] sees them.
pub(super) fn moved(board: &Lanes, side: Side, play: &WrittenPlay) -> Lanes {
    let steps: Vec<(Place, Place)> = play.legs().map(|leg| (leg.leg.from, leg.leg.to)).collect();
    match side {
        Side::Zero => plays::walk(board, &steps).1,
        Side::One => plays::flip(&plays::walk(&plays::flip(board), &steps).1),
    }
}

/// Returns the lanes as in [`Setup`] of a board that this side sees.
#[must_use]
pub fn absolute(board: &Board, seen_by: Side) -> [i8; 26] {
    lanes(if seen_by == Side::Zero { *board } else { board.flip() })
}

/// A position of a record.
#[derive(Clone, Debug)]
pub(super) struct At {
    /// The game's place in the record, counted from 0.
    pub(super) game: usize,
    /// The position.
    pub(super) state: IdState,
}

/// Returns every position of a record in which a decision was made, dice or an offer included, and the one in
/// which a game stops. A position that is only set counts too.
pub(super) fn decisions(replayed: &Replayed) -> Vec<At> {
    let mut all = Vec::new();
    for (index, game) in replayed.games.iter().enumerate() {
        let first = all.len();
        let last = walk(replayed, index, |at| all.push(at));
        if is_bare(game) {
            all.truncate(first);
        }
        all.extend(last.filter(|_| game.result.is_none()));
    }
    all
}

/// Returns the position that a session of GNU Backgammon writes: its own, or that at the end of the record.
pub(super) fn of_session(replayed: &Replayed, session: &Session) -> Option<At> {
    session.position.clone().map(|state| At { game: 0, state }).or_else(|| last(replayed))
}

/// Returns the position at the end of a record: after its last act, but before one that gives up the game.
pub(super) fn last(replayed: &Replayed) -> Option<At> {
    let index = replayed.games.len().checked_sub(1)?;
    let mut before = None;
    walk(replayed, index, |at| before = Some(at)).or(before)
}

/// Returns `true` if a game consists only of a position and the roll or the offers in it.
fn is_bare(game: &ReplayedGame) -> bool {
    let offers = |act: &crate::game::Act| {
        matches!(act.what, Happening::Doubled { .. } | Happening::ResignationOffered { .. })
    };
    let Some((first, rest)) = game.acts.split_first() else { return false };
    let rolls = usize::from(game.waiting_roll(0).is_some());
    matches!(first.what, Happening::PositionSet { .. }) && rest.iter().skip(rolls).all(offers)
}

/// Returns `true` if a record consists only of one position.
pub(super) fn is_position(replayed: &Replayed) -> bool {
    matches!(&replayed.games[..], [game] if is_bare(game))
}

/// Passes the position before each decision of a game to `before`; returns the one after its last act.
fn walk(replayed: &Replayed, game: usize, mut before: impl FnMut(At)) -> Option<At> {
    let at = |state: &MatchState| At { game, state: of_state(replayed, game, state) };
    replayed.walk(game, |state| before(at(state))).as_ref().map(at)
}

/// Returns the facts about a state that IDs can contain.
fn of_state(replayed: &Replayed, game: usize, state: &MatchState) -> IdState {
    let mut fields = MatchFields::from(state);
    // The board shows that the last checker is borne off; only the position is needed here.
    if let Phase::GameOver(_) | Phase::MatchOver(_) = state.phase() {
        fields.state = GameState::Playing;
        fields.score = MatchFields::points(replayed.games[game].before);
    }
    if is_bare(&replayed.games[game])
        && let Some(notes) = replayed.record.games.get(game).and_then(|game| game.notes.as_ref())
        && let Some(told) = notes.properties.iter().find(|property| property.key == GAME_STATE)
        && let Some((known, _)) = GAME_STATES.iter().find(|(_, word)| told.values.value == [*word])
    {
        fields.state = *known;
    }
    IdState { game: Some(fields), names: Some(replayed.record.names(game)), ..IdState::of(state) }
}

/// Lists the losses when only one position of a record is written: all items except the kinds that the format
/// `holds`, as far as they belong to this position, and except the items for which `keeps` returns `false`.
pub(super) fn lost(
    replayed: &Replayed,
    at: Option<&At>,
    holds: &[Kind],
    mut keeps: impl FnMut(&Item) -> bool,
) -> Vec<Item> {
    let bare = is_position(replayed);
    let mut items = inventory(replayed);
    items.retain(|item| {
        let of_match = item.game.is_none() && at.is_some();
        // The position is read again as that of a first game.
        let of_head = item.turn.is_none() && item.game == Some(0) && at.is_some_and(|at| at.game == 0);
        let is_kept = holds.contains(&item.kind)
            && (of_match || of_head || bare && item.game == Some(0))
            // A comment of the match comes before the position; one inside can't be placed.
            && keeps(item);
        !is_kept
    });
    items
}
