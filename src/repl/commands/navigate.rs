//! Moving about in a match: `next`, `previous`, `first`, `last`, `history`.

use super::{Call, Handlers, list};
use crate::board::Roll;
use crate::game::Phase;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::history::{self, Deed, Move, Place};
use crate::repl::line::{Words, abbreviates, number};
use crate::repl::session::{Game, Session};

pub(super) const COMMANDS: Handlers = &[
    ("first game", |session, _, answer| first_game(session, answer)),
    ("first move", |session, _, answer| begin(session, session.game.history.game, answer)),
    ("history", lines),
    ("last game", |session, _, answer| begin(session, usize::MAX, answer)),
    ("last move", |session, _, _| {
        if !session.game.history.games.is_empty() {
            session.go_to(session.game.history.game, usize::MAX);
        }
        Ok(())
    }),
    ("list game", list::game),
    ("list match", list::games),
    ("next", |session, call, answer| step(session, &mut call.words, Way::Forward, answer)),
    ("previous", |session, call, answer| step(session, &mut call.words, Way::Back, answer)),
];

impl Session {
    /// Goes to a place of the history: the index of a game, and the number of moves made in it.
    pub(in crate::repl) fn go_to(&mut self, game: usize, at: usize) {
        let history = &mut self.game.history;
        history.game = game.min(history.games.len().saturating_sub(1));
        history.at = at.min(history.current().map_or(0, |game| game.moves.len()));
        history.is_revisited = true;
        // What was taken back and is gone through again is part of the match again.
        if history.undone.is_some_and(|undone| undone < (history.game, history.at)) {
            history.take_back();
        }
        if history.next().is_none()
            && let Some(game) = history.current_mut()
        {
            game.is_cube_in_mind = true;
        }
        if self.settings.compat {
            history.retell();
            self.game.said_stage = None;
        }
        self.game.low_first = self.game.history.rising_dice();
        let history = &self.game.history;
        let Some(mut state) = history.state().cloned() else { return };
        // The side on roll may have been set since, which isn't a move of its own.
        if let Some(next) = history.next()
            && matches!(next.what, Deed::Played(..) | Deed::Condoned(_) | Deed::Doubled)
            && matches!(state.phase(), Phase::ToRoll | Phase::ToPlay(_) | Phase::OpeningRoll)
            && next.before.on_roll() != state.on_roll()
        {
            let (roll, phase) = (crate::repl::score::rolled(&state), state.phase());
            state.place(state.board().flip(), next.before.on_roll(), roll);
            if phase == Phase::OpeningRoll {
                state.place_phase(phase);
            }
        }
        self.game.state = state;
        self.game.dice_under = self.dice_under_double();
        if let Some(game) = self.game.history.current() {
            self.game.names = game.names.clone();
        }
        self.game.pending = false;
        self.game.is_played_out = false;
        self.game.is_viewed = false;
        self.game.last_opening = None;
        self.game.known_roll = None;
    }

    /// Returns the dice that GNU Backgammon shows under a double of the past: those before it.
    pub(in crate::repl) fn dice_under_double(&self) -> Option<Roll> {
        let is_doubled = matches!(self.game.state.phase(), Phase::ToAnswerDouble(_));
        if self.settings.compat && is_doubled { self.game.history.dice() } else { None }
    }

    /// Returns the place where the session stands.
    pub(in crate::repl) fn here(&self) -> Place {
        let Game { state, low_first, known_roll, .. } = &self.game;
        let (game, at) = (self.game.history.game, self.game.history.at);
        Place { game, at, state: state.clone(), low_first: *low_first, known_roll: *known_roll }
    }

    /// Goes to a place where the session stood before, and restores all that was there.
    pub(in crate::repl) fn return_to(&mut self, place: Place) {
        self.go_to(place.game, place.at);
        self.game.state = place.state;
        self.game.low_first = place.low_first;
        self.game.known_roll = place.known_roll;
    }

    /// Returns the next play, if its dice can be put on the board.
    fn next_play(&self) -> Option<&Move> {
        self.game.history.next().filter(|next| matches!(next.what, Deed::Played(..) | Deed::Condoned(_)))
    }

    /// Returns `true` if there are dice on the board.
    fn has_dice(&self) -> bool {
        matches!(self.game.state.phase(), Phase::ToPlay(_))
    }

    /// Returns `true` if the dice of the next play are on the board.
    fn shows_next_dice(&self) -> bool {
        self.has_dice() && self.next_play().is_some()
    }

    /// Puts the dice of the next play on the board.
    pub(in crate::repl) fn show_dice(&mut self) {
        let Some(next) = self.next_play() else { return };
        let (before, low_first) = (next.before.clone(), next.rising_dice());
        self.game.state = before;
        if !self.settings.compat {
            self.game.low_first = low_first;
        }
    }
}

/// The direction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Forward,
    Back,
}

/// `next` and `previous`.
fn step(session: &mut Session, words: &mut Words<'_>, way: Way, answer: &mut Answer) -> Done {
    if session.game.history.games.is_empty() {
        return Err(Refusal::say("No game in progress (type `new game' to start one)."));
    }
    let Some(word) = words.peek() else {
        by_moves(session, way, 1);
        return Ok(());
    };
    let kinds = ["game", "roll", "rolled", "marked", "cmarked", "anymarked"];
    // GNU Backgammon wants these words in full.
    let compat = session.settings.compat;
    let is_meant =
        |kind: &&str| word.text.eq_ignore_ascii_case(kind) || (!compat && abbreviates(&word.text, kind));
    let Some(kind) = kinds.into_iter().find(is_meant) else {
        by_moves(session, way, count(words, way, "move")?);
        return Ok(());
    };
    words.next();
    match kind {
        "game" => {
            let count = count(words, way, "game")?;
            let games = session.game.history.games.len() - 1;
            let from = session.game.history.game;
            let to = match way {
                Way::Forward => from.saturating_add(count).min(games),
                Way::Back => from.saturating_sub(count),
            };
            if to != from {
                return begin(session, to, answer);
            }
        }
        "roll" => half_step(session, way),
        "rolled" => {
            by_moves(session, way, 1);
            session.show_dice();
        }
        _ => {
            let count = count(words, way, "move")?;
            by_marks(session, way, (kind, count), answer)?;
        }
    }
    Ok(())
}

/// Goes to the `count`th decision with a mark of a kind.
fn by_marks(session: &mut Session, way: Way, (kind, count): (&str, usize), answer: &mut Answer) -> Done {
    let history = &session.game.history;
    let mut found = Some(((history.game, history.at), false));
    for _ in 0..count {
        found = found.and_then(|(from, _)| marked(session, way, kind, from));
    }
    // Without N marks it stays where it is.
    let Some(((game, at), is_cube)) = found else {
        if !session.settings.compat {
            let place = match way {
                Way::Forward => "after",
                Way::Back => "before",
            };
            answer.say(match count {
                1 => format!("No marked decision is {place} this place."),
                _ => format!("Fewer than {count} marked decisions are {place} this place."),
            });
        }
        return Ok(());
    };
    if game != session.game.history.game {
        begin(session, game, answer)?;
    }
    session.go_to(game, at);
    // A mark of the cube is about the decision before the roll.
    if !is_cube {
        session.show_dice();
    }
    Ok(())
}

/// Reads the number of steps: moves or games.
fn count(words: &mut Words<'_>, way: Way, of: &str) -> Result<usize, Refusal> {
    let Some(word) = words.next() else { return Ok(1) };
    let count = number(&word.text).and_then(|count| usize::try_from(count).ok()).filter(|&count| count > 0);
    count.ok_or_else(|| {
        let (name, ahead) = match way {
            Way::Forward => ("next", "ahead"),
            Way::Back => ("previous", "back"),
        };
        let command = if of == "game" { format!("{name} game") } else { name.to_owned() };
        Refusal::say(format_args!(
            "If you specify a parameter to the `{command}' command, it must be a positive number (the count of {of}s to \
             step {ahead})."
        ))
        .at(word.place)
    })
}

fn by_moves(session: &mut Session, way: Way, count: usize) {
    let (game, at) = (session.game.history.game, session.game.history.at);
    let end = session.game.history.current().map_or(0, |game| game.moves.len());
    let to = match way {
        Way::Forward => at.saturating_add(count).min(end),
        Way::Back => at.saturating_sub(count),
    };
    // An offer at the last place stays; dice of the next play that are on the board don't.
    if to != at || count == 0 || (session.settings.compat && at < end) {
        session.go_to(game, to);
    }
}

/// Goes forward to the dice of the next play, or past the play; or back.
fn half_step(session: &mut Session, way: Way) {
    let is_shown = session.shows_next_dice();
    match way {
        Way::Forward if session.next_play().is_some() && !session.has_dice() => session.show_dice(),
        Way::Forward => by_moves(session, way, 1),
        Way::Back if is_shown => {
            by_moves(session, way, 0);
            // Dice that were rolled before the cube are still there.
            if session.settings.compat && session.has_dice() {
                clear_dice(session);
            }
        }
        Way::Back if session.has_dice() => {
            let Phase::ToPlay(roll) = session.game.state.phase() else { return };
            clear_dice(session);
            if session.settings.compat {
                session.game.history.keep_in_sight(roll);
            }
            session.game.known_roll = Some(roll).filter(|_| !session.settings.compat);
        }
        Way::Back => {
            let before = session.game.history.at;
            by_moves(session, way, 1);
            if session.game.history.at != before {
                session.show_dice();
            }
        }
    }
}

/// Takes the dice off the board.
fn clear_dice(session: &mut Session) {
    let (board, on_roll) = (*session.game.state.board(), session.game.state.on_roll());
    session.game.state.place(board, on_roll, None);
}

/// The game and the place of a decision with a mark, and whether the mark is about the cube.
type Marked = ((usize, usize), bool);

/// Returns the nearest decision with a mark, in this game or another.
fn marked(session: &Session, way: Way, kind: &str, (game, at): (usize, usize)) -> Option<Marked> {
    let games = &session.game.history.games;
    let places = |of: usize| {
        let range = match way {
            Way::Forward if of == game => at + 1..usize::MAX,
            Way::Back if of == game => 0..at,
            _ => 0..usize::MAX,
        };
        let all = marks(session, &games[of], kind).into_iter();
        let there = all.filter(move |(place, _)| range.contains(place));
        there.map(move |(place, is_cube)| ((of, place), is_cube))
    };
    match way {
        Way::Forward => (game..games.len()).find_map(|of| places(of).next()),
        Way::Back => (0..=game.min(games.len().checked_sub(1)?)).rev().find_map(|of| places(of).next_back()),
    }
}

/// Returns the places of a game with a mark of a kind, and whether it is about the cube. Outside of compat mode an analysis
/// marks a decision by its loss, where the record has no marks: eXtreme Gammon's files have none.
fn marks(session: &Session, game: &history::Game, kind: &str) -> Vec<(usize, bool)> {
    let (has_annotations, has_candidates) = (kind != "cmarked", kind != "marked");
    let lost =
        if has_annotations && !session.settings.compat { session.marked_losses(game) } else { Vec::new() };
    let mark = |(place, step): (usize, &Move)| {
        let lost = lost.iter().find(|(of, _)| *of == place);
        let is_annotated = has_annotations && (step.notes.play.is_some() || step.notes.cube.is_some());
        let is_candidate = has_candidates && (step.is_marked || !step.marked.is_empty());
        let is_lost_cube = lost.is_some_and(|(_, is_cube)| *is_cube);
        let is_cube =
            has_annotations && step.notes.cube.is_some() || is_lost_cube || has_candidates && step.is_marked;
        (is_annotated || is_candidate || lost.is_some()).then_some((place, is_cube))
    };
    game.moves.iter().enumerate().filter_map(mark).collect()
}

/// Goes to the beginning of a game, or of the last one where there are fewer.
fn begin(session: &mut Session, game: usize, answer: &mut Answer) -> Done {
    if session.game.history.games.is_empty() {
        return Ok(());
    }
    session.go_to(game, 0);
    if session.settings.compat {
        answer.say("No game in progress.");
    } else {
        answer.say(session.start_words());
    }
    Ok(())
}

/// Goes to the beginning of the record.
pub(super) fn first_game(session: &mut Session, answer: &mut Answer) -> Done {
    begin(session, 0, answer)
}

/// `history`: GNU Backgammon has the command, and prints nothing.
fn lines(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.settings.compat {
        for (place, line) in session.input.lines.iter().enumerate() {
            answer.say(format_args!("{:5}  {line}", place + 1));
        }
    }
    Ok(())
}
