//! Positions that commands take as an argument: an ID, `simple` and 26 numbers, or 20 letters.

use super::edit::ids;
use crate::board::{Board, BoardSetup, BySide, Side};
use crate::engine::Class;
use crate::game::MatchState;
use crate::notation::position_id::PositionId;
use crate::notation::{IdState, Identified, identify};
use crate::repl::answer::{Done, Refusal};
use crate::repl::line::{Word, Words, number};
use crate::repl::session::Session;
use base64::alphabet::STANDARD;
use std::mem;

/// A position that a command takes as an argument.
#[derive(Clone, Debug)]
pub(super) struct Given {
    /// The checkers, from the view of the side on roll.
    pub(super) board: Board,
    /// The content of its ID, if that is more than the checkers.
    pub(super) said: Option<IdState>,
}

impl Given {
    const fn alone(board: Board) -> Self {
        Self { board, said: None }
    }

    /// Returns the side on roll, if the ID contains it.
    pub(super) fn on_roll(&self) -> Option<Side> {
        Some(self.said.as_ref()?.game?.on_roll)
    }

    /// Returns the names in the ID, or else those of the session.
    pub(super) fn names<'a>(&'a self, session: &'a Session) -> &'a BySide<String> {
        self.said.as_ref().and_then(|said| said.names.as_ref()).unwrap_or(&session.game.names)
    }

    /// Refuses a position after the end of its match.
    pub(super) fn must_go_on(&self) -> Done {
        let fields = self.said.as_ref().and_then(|said| said.game);
        if fields.is_some_and(|fields| Side::ALL.into_iter().any(|side| fields.away(side) == Some(0))) {
            return Err(Refusal::say("The match is over at this score: there is nothing left to evaluate."));
        }
        Ok(())
    }

    /// Refuses a position after the end of its match, or of its game: there is no decision.
    pub(super) fn must_be_decided(&self) -> Done {
        self.must_go_on()?;
        must_have_checkers(&self.board)
    }

    /// Runs a command as if this were the position of the game: with the score, the cube, the dice and the rules of its
    /// ID, or else with those of the game in progress, before the roll.
    pub(super) fn in_place<T>(&self, session: &mut Session, run: impl FnOnce(&mut Session) -> T) -> T {
        let said = self.said.as_ref().and_then(|said| Some((said, said.game?)));
        let state = if let Some((said, fields)) = said {
            ids::state_of(session, &fields, said, self.board)
        } else {
            let is_begun = session.is_begun();
            let now = &session.game.state;
            let mut here = if is_begun { now.clone() } else { MatchState::new(session.rules(0)) };
            here.place(self.board, if is_begun { now.on_roll() } else { Side::One }, None);
            here
        };
        let names = self.names(session).clone();
        let known = mem::replace(&mut session.game.state, state);
        let known_names = mem::replace(&mut session.game.names, names);
        let low_first = session.game.low_first.take();
        let done = run(session);
        session.game.state = known;
        session.game.names = known_names;
        session.game.low_first = low_first;
        done
    }
}

/// Refuses a board after the end of a game.
pub(super) fn must_have_checkers(board: &Board) -> Done {
    match Class::of(board) {
        Class::Over => Err(Refusal::say("The game is over.").help("a side has no checkers left")),
        _ => Ok(()),
    }
}

/// Reads a position from the next words. It has no more checkers a side than the current variant.
pub(super) fn read(session: &Session, words: &mut Words<'_>, path: &str) -> Result<Given, Refusal> {
    let is_compat = session.settings.compat;
    let checkers = if is_compat { ids::checkers(session) } else { ids::checkers_of(session, words.rest()) };
    read_of(checkers, session, words, path)
}

/// Reads a position from the next words, with any number of checkers up to 15, for commands that don't change
/// the game.
pub(super) fn read_any(session: &Session, words: &mut Words<'_>, path: &str) -> Result<Given, Refusal> {
    let checkers = ids::checkers(session);
    let mut rest = words.clone();
    if let Ok(given) = read_of(checkers, session, &mut rest, path) {
        *words = rest;
        return Ok(given);
    }
    let given = read_of(BoardSetup::MOST, session, words, path)?;
    Ok(if session.settings.compat { Given::alone(with_full_trays(&given.board, checkers)) } else { given })
}

/// Fills the trays as GNU Backgammon draws them where there are more checkers than in the variant: a side
/// with too many checkers on the board also has all of them off.
fn with_full_trays(board: &Board, most: u8) -> Board {
    let mut lanes = *board.lanes();
    for (side, off, sign) in [(*board, Board::OFF, 1), (board.flip(), Board::OPPONENT_OFF, -1)] {
        let left = side.lanes()[1..=25].iter().filter(|&&count| count > 0).sum::<i8>().unsigned_abs();
        let gone = most.checked_sub(left).unwrap_or(BoardSetup::MOST);
        lanes[off] = sign * gone as i8;
    }
    Board::from_lanes(lanes)
}

fn read_of(checkers: u8, session: &Session, words: &mut Words<'_>, path: &str) -> Result<Given, Refusal> {
    let whole = words.clone();
    let Some(word) = words.next() else {
        return Err(Refusal::say(format_args!("You must specify a position (see `help {path}').")));
    };
    if word.text == "simple" {
        return simple(words, checkers).map(Given::alone);
    }
    let compat = session.settings.compat;
    let illegal = |why: String| Refusal::say("Illegal position.").help(why).at(word.place.clone());
    let id = if word.text.len() == 20 {
        let why = || illegal("20 letters are a position only from A to P".to_owned());
        let id = PositionId::from_bytes(letters(&word).ok_or_else(why)?);
        if compat && id.board(checkers).is_err() && id.board(BoardSetup::MOST).is_ok() {
            return Err(Refusal::silent("there are more checkers than the variant has"));
        }
        id
    } else if compat {
        let id = PositionId::from_bytes(mangled::<14, 10>(&word.text));
        // A position that is only impossible for the variant is refused without a message.
        let board = id.board(checkers).map_err(|error| match id.board(BoardSetup::MOST) {
            Ok(_) => Refusal::silent(error),
            Err(_) => illegal(error.to_string()),
        });
        return board.map(Given::alone);
    } else {
        let place = whole.rest_place();
        let given = any_id(checkers, session, &whole).map_err(|refusal| match refusal.place {
            Some(_) => refusal,
            None => refusal.at(place),
        })?;
        words.by_ref().for_each(drop);
        return Ok(given);
    };
    id.board(checkers).map(Given::alone).map_err(|error| illegal(error.to_string()))
}

/// Reads an ID of any kind from the rest of a line. A Match ID alone is about the checkers on the board.
fn any_id(checkers: u8, session: &Session, words: &Words<'_>) -> Result<Given, Refusal> {
    let found = |text: &str| identify(text, checkers).and_then(Identified::whole);
    let said = found(words.rest()).map_err(|error| Refusal::say("Illegal position.").help(error))?.state;
    let mut each = words.clone();
    if let (Some(first), Some(second)) = (each.next(), each.next())
        && found(&first.text).is_ok_and(|alone| alone.state == said)
    {
        let help = "the position is complete before it";
        let refusal = Refusal::complain(format_args!("Too many words: `{}'.", second.text)).help(help);
        return Err(refusal.at(second.place));
    }
    let board = said.board.or(session.is_begun().then(|| *session.game.state.board()));
    let Some(board) = board else {
        return Err(Refusal::say("No position specified and no game in progress.").help(
            "a Match ID doesn't contain the checkers: put a Position ID before it, as in `4HPwATDgc/ABMA:cAlgAAAAAAAE`",
        ));
    };
    Ok(Given { board, said: Some(said).filter(|said| said.game.is_some()) })
}

/// Reads 26 numbers: the bar of the side on roll, its 1-point to its 24-point with the opponent's checkers
/// as negative numbers, and the opponent's bar.
fn simple(words: &mut Words<'_>, checkers: u8) -> Result<Board, Refusal> {
    let place = words.rest_place();
    let numbers: Vec<i64> = words.map_while(|word| number(&word.text)).take(26).collect();
    if numbers.len() < 26 {
        return Err(Refusal::say(format_args!(
            "`simple' must be followed by 26 integers; found only {}",
            numbers.len()
        ))
        .help("the bar of the side on roll, its points 1 to 24 with the opponent's checkers negative, the opponent's bar")
        .at(place));
    }
    let count = |number: i64| u8::try_from(number.unsigned_abs()).unwrap_or(u8::MAX);
    let of = |number: i64, sign: i64| if number.signum() == sign { count(number) } else { 0 };
    let setup = BoardSetup {
        points: std::array::from_fn(|i| of(numbers[i + 1], 1)),
        bar: count(numbers[0]),
        total: checkers,
        opponent_points: std::array::from_fn(|i| of(numbers[24 - i], -1)),
        opponent_bar: count(numbers[25]),
        opponent_total: checkers,
    };
    setup.board().map_err(|reasons| {
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        Refusal::silent(reasons.join("; ")).at(place)
    })
}

/// Reads the 20 letters `A` to `P` for the ten bytes of a position, the upper half of each first.
fn letters(word: &Word<'_>) -> Option<[u8; 10]> {
    let letters: [u8; 20] = word.text.as_bytes().try_into().ok()?;
    let nibble = |letter: u8| letter.checked_sub(b'A').filter(|&nibble| nibble < 16);
    let mut bytes = [0; 10];
    for (byte, pair) in bytes.iter_mut().zip(letters.chunks_exact(2)) {
        *byte = nibble(pair[0])? << 4 | nibble(pair[1])?;
    }
    Some(bytes)
}

/// Decodes base64 as GNU Backgammon does: missing characters are zero, extra ones are ignored, and a
/// character outside the alphabet counts as 255 and spills into its neighbours.
pub(super) fn mangled<const CHARS: usize, const BYTES: usize>(text: &str) -> [u8; BYTES] {
    let alphabet = STANDARD.as_str().as_bytes();
    let value = |byte: u8| alphabet.iter().position(|&digit| digit == byte).map_or(255, |at| at as u8);
    let mut digits = [0u8; 16];
    for (digit, byte) in digits.iter_mut().zip(text.bytes().take(CHARS)) {
        *digit = value(byte);
    }
    let mut bytes = [0; BYTES];
    for (three, four) in bytes.chunks_mut(3).zip(digits.chunks_exact(4)) {
        let decoded = [four[0] << 2 | four[1] >> 4, four[1] << 4 | four[2] >> 2, four[2] << 6 | four[3]];
        three.copy_from_slice(&decoded[..three.len()]);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_that_are_no_digits_count_as_255() {
        // Observed: `set board =1` shows the Position ID /1AAAAAAAAAAAA.
        let id = PositionId::from_bytes(mangled::<14, 10>("=1"));
        assert_eq!(id.to_string(), "/1AAAAAAAAAAAA");
        let id = PositionId::from_bytes(mangled::<14, 10>("4HPwATDgc/ABMA:cAkAAAAAAAAA"));
        assert_eq!(id.to_string(), "4HPwATDgc/ABMA");
    }

    #[test]
    fn twenty_letters_are_ten_bytes() {
        let word = |text: &'static str| Word { text: text.into(), place: 0..text.len() };
        let bytes = letters(&word("PPGPAABAAAPHNNAAAAAA")).expect("letters");
        assert_eq!(PositionId::from_bytes(bytes).to_string(), "/28AEAD33QAAAA");
        assert_eq!(letters(&word("PPGPAABAAAPHNNAAAAAQ")), None);
        assert_eq!(letters(&word("PPGP")), None);
    }

    #[test]
    fn simple_positions_are_seen_by_the_side_on_roll() {
        let line = "1 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -5 0 0 0 0 1 0";
        let board = simple(&mut Words::new(line), 15).expect("a position");
        assert_eq!(PositionId::encode(&board).to_string(), "4HPwATDgc/ABUA");
        let line = "0 -2 0 0 0 0 5 0 3 0 0 0 -5 5 0 0 0 -3 0 -4 0 0 0 0 1 1";
        let board = simple(&mut Words::new(line), 15).expect("a position");
        assert_eq!(PositionId::encode(&board).to_string(), "4Dn4AFjgc/ABEA");
        let many = simple(&mut Words::new(&line.replace("-4", "-9")), 15).expect_err("too many");
        assert_eq!((many.text.as_str(), many.help.is_some()), ("", true));
    }
}
