//! The answers to `show …` in recorded states are GNU Backgammon's.

use barpoint::board::{Board, BySide, Side};
use barpoint::game::{Action, Cube, Ending, GameResult, MatchState, Offer, Phase, Score};
use barpoint::notation::PositionId;
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::history::{Deed, History};
use barpoint::repl::host::Nowhere;
use barpoint::repl::prompt;
use barpoint::repl::session::{Seat, Session};
use barpoint::rules::Outcome;
use serde_json::Value;

/// The commands, and the fields in which their texts were recorded.
const SHOWN: [(&str, &str); 8] = [
    ("show score", "show_score"),
    ("show board", "show_board"),
    ("show pipcount", "show_pipcount"),
    ("show cube", "show_cube"),
    ("show turn", "show_turn"),
    ("show dice", "show_dice"),
    ("show crawford", "show_crawford"),
    ("show postcrawford", "show_postcrawford"),
];

/// Types a line; returns the texts of both streams, and that of a refusal.
fn said(session: &mut Session, line: &str) -> String {
    let mut answer = Answer::default();
    let done = session.line(line, &mut answer);
    let refused = done.err().map(|refusal| refusal.text).unwrap_or_default();
    answer.of(Stream::Out) + &answer.of(Stream::Err) + &refused
}

fn number(state: &Value, key: &str) -> u64 {
    state["decoded"][key].as_u64().expect("a number")
}

/// Brings a session into a recorded state, using commands only.
fn brought(state: &Value) -> Session {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(1));
    session.settings.compat = true;
    session.game.seats = BySide::new(Seat::Human, Seat::Human);
    let raw = state["show_rawboard"].as_str().expect("a line");
    let mut names = raw.split(':').skip(1).map(str::to_owned);
    let one = names.next().expect("a name");
    session.game.names = BySide::new(names.next().expect("a name"), one);
    let variation = state["variation"].as_str().expect("a variant");
    said(&mut session, &format!("set variation {variation}"));
    said(&mut session, "set automatic roll off");
    let jacoby = number(state, "no_jacoby") == 0;
    said(&mut session, if jacoby { "set jacoby on" } else { "set jacoby off" });
    let text = |key: &str| state[key].as_str().expect("a text");
    let (position, game) = (text("position_id"), text("match_id"));
    let checkers = session.settings.variation.start().board().checkers();
    let board = position.parse::<PositionId>().and_then(|id| id.board(checkers)).expect("a position");
    match number(state, "gamestate") {
        1 => {
            said(&mut session, &format!("set matchid {game}"));
            said(&mut session, &format!("set board {position}"));
            if number(state, "doubled") == 1 {
                said(&mut session, "double");
            }
            if number(state, "resigned") > 0 {
                said(&mut session, &format!("resign {}", number(state, "resigned")));
            }
        }
        ended => end(&mut session, state, &board, ended),
    }
    earlier_games(&mut session, state);
    session
}

/// Plays the end of a finished game: a resignation, a passed double, the last checker.
fn end(session: &mut Session, state: &Value, board: &Board, ended: u64) {
    let side = |key: &str| Side::ALL[number(state, key) as usize];
    let on_roll = side("move");
    let cube = 1 << number(state, "cube_log2");
    let owner = Side::ALL.get(number(state, "owner") as usize).copied();
    let length = number(state, "length");
    let jacoby = length == 0 && number(state, "no_jacoby") == 0 && owner.is_none();
    let (winner, outcome) = match ended {
        2 => (on_roll.opponent(), Outcome::of(&board.flip()).expect("a game that is over")),
        3 => (
            side("turn"),
            [Outcome::Single, Outcome::Gammon, Outcome::Backgammon][number(state, "resigned") as usize - 1],
        ),
        // A player who had to answer has passed.
        _ => (side("turn").opponent(), Outcome::Single),
    };
    let points = cube * if jacoby { 1 } else { u32::from(outcome.multiplier()) };
    let mut scores = [number(state, "score0") as i64, number(state, "score1") as i64];
    scores[winner.index()] -= i64::from(points);
    let score = scores.map(|score| u32::try_from(score.max(0)).expect("a score"));
    session.game.state = MatchState::new(session.rules(length as u16));
    // No ID says whether the Crawford game is over; the raw board does.
    let raw = state["show_rawboard"].as_str().expect("a line");
    let crawford_played = raw.rsplit(':').nth(1) == Some("1");
    session.game.state.place_score(Score { points: BySide(score), crawford_played });
    let is_crawford = session.game.state.score().is_crawford(session.game.state.rules());
    session.game.state.place_crawford(is_crawford);
    session.game.history.begin(session.game.state.clone(), session.game.names.clone());
    let state_now = &mut session.game.state;
    state_now.place_cube(Cube { value: cube, owner });
    let dice = (number(state, "die0"), number(state, "die1"));
    match ended {
        2 => {
            // The winner's last checker stands where nobody else does.
            let mut seen = board.flip();
            let free = (1..=6).find(|&point| seen.lanes()[point] == 0).expect("a free point");
            let setup = with_one_checker(&mut seen, free);
            state_now.place(setup, winner, None);
            said(session, "set dice 66");
            said(session, "move");
        }
        3 => {
            state_now.place(*board, on_roll, None);
            if dice.0 > 0 {
                said(session, &format!("set dice {} {}", dice.0, dice.1));
            }
            let loser = winner.opponent();
            let by_turn = session.game.state.apply(loser, &Action::Resign(outcome));
            by_turn.expect("a resignation");
            said(session, "accept");
        }
        _ => {
            state_now.place(*board, on_roll, None);
            let responder = side("turn");
            let beavers = u8::from(responder == on_roll);
            let before = state_now.clone();
            state_now.place_phase(Phase::ToAnswerDouble(Offer { responder, value: 2 * cube, beavers }));
            session.note(Deed::Doubled, before);
            said(session, "drop");
        }
    }
    // Only the score tells whether the next game would be the Crawford game.
    let crawford = number(state, "crawford") == 1;
    let points = session.game.state.score().points;
    session.game.state.place_score(Score { points, crawford_played: !crawford });
    session.game.pending = false;
}

/// Puts one checker back on a point of the home board.
fn with_one_checker(board: &mut Board, point: usize) -> Board {
    use barpoint::board::BoardSetup;
    let lanes = board.lanes();
    let mut setup = BoardSetup {
        points: [0; 24],
        bar: 0,
        total: board.checkers(),
        opponent_points: std::array::from_fn(|i| lanes[24 - i].min(0).unsigned_abs()),
        opponent_bar: lanes[Board::OPPONENT_BAR].unsigned_abs(),
        opponent_total: board.opponent_checkers(),
    };
    setup.points[point - 1] = 1;
    setup.board().expect("a position")
}

/// Adds as many finished games before this one as the score line counts.
fn earlier_games(session: &mut Session, state: &Value) {
    let line = state["show_score"].as_str().expect("a score line");
    let games: usize = line
        .split("(after ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .expect("a count")
        .parse()
        .expect("digits");
    let now = session.game.history.finished().count();
    let over = MatchState::new(session.game.state.rules().clone());
    let mut end = over.clone();
    end.place_phase(Phase::GameOver(GameResult {
        winner: Some(Side::Zero),
        ending: Ending::Awarded,
        outcome: None,
        cube: 1,
        points: 0,
    }));
    let mut earlier = History::default();
    for _ in now..games {
        earlier.begin(over.clone(), session.game.names.clone());
        earlier.add(Deed::Resigned(Outcome::Single), Side::One, over.clone(), end.clone());
    }
    session.game.history.game += earlier.games.len();
    session.game.history.games.splice(0..0, earlier.games);
}

#[test]
fn recorded_states_are_shown_as_gnu_backgammon_shows_them() {
    let Some(path) = crate::support::shared("data/states/gnubg-states.jsonl.gz") else { return };
    let text = crate::support::gunzip(&path);
    let mut different = Vec::new();
    let (mut states, mut texts) = (0, 0);
    for line in text.lines() {
        let state: Value = serde_json::from_str(line).expect("a state");
        let n = state["n"].as_u64().expect("a number");
        states += 1;
        let mut session = brought(&state);
        let mut compare = |session: &mut Session, command: &str, key: &str| {
            let Some(recorded) = state[key].as_str() else { return };
            // The board was turned back after the recorded text.
            let recorded = recorded.split("\nPlayer 1 moves").next().unwrap_or(recorded);
            texts += 1;
            let said = said(session, command);
            // How many line ends follow a text wasn't recorded in the same way for all of them.
            if said.trim_end_matches('\n') != recorded.trim_end_matches('\n') {
                different.push(format!("state {n}, {command}:\n{recorded}\nhere:\n{said}"));
            }
        };
        for (command, key) in SHOWN {
            compare(&mut session, command, key);
        }
        session.settings.raw_board = true;
        compare(&mut session, "show board", "show_rawboard");
        session.settings.raw_board = false;
        said(&mut session, "set clockwise on");
        compare(&mut session, "show board", "show_board_clockwise");
    }
    assert!(different.is_empty(), "{} of {texts} differ:\n{}", different.len(), different.join("\n"));
    assert_eq!((states, texts), (274, 1087));
    crate::support::report(texts, "texts of recorded states, shown in the session");
}

#[test]
fn a_prompt_shows_who_acts_the_pips_and_the_score() {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(42));
    assert_eq!(prompt::of(&session), "(No game) ");
    session.game.names = BySide::new("Anna".to_owned(), "Bo".to_owned());
    let done = session.line("new session", &mut Answer::default());
    assert!(done.is_ok());
    let turn = session.game.names[session.turn()].clone();
    assert_eq!(prompt::of(&session), format!("({turn}) "));
    session.settings.prompt = "\\c \\s \\m\\\\ \x1b\\".to_owned();
    assert_eq!(prompt::of(&session), "167:167 0:0 m\\ ");
    session.settings.prompt = "\\p \\c".to_owned();
    for line in ["set automatic game off", "resign normal", "accept"] {
        assert!(session.line(line, &mut Answer::default()).is_ok(), "{line}");
    }
    assert_eq!(prompt::of(&session), "Game over 167:167");
    assert!(session.line("first move", &mut Answer::default()).is_ok());
    assert_eq!(prompt::of(&session), "Start of game 1 167:167");
}
