//! A thousand random sessions of random commands and garbage never panic and never reach an illegal state.

use barpoint::board::{Board, Side};
use barpoint::game::{Action, Phase};
use barpoint::notation::play::print;
use barpoint::notation::{MatchId, PositionId};
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Nowhere;
use barpoint::repl::session::Session;
use barpoint::repl::table::{Argument, Table};
use barpoint::rules::legal_plays;
use proptest::prelude::*;

/// A typed line; plays depend on the position.
#[derive(Clone, Debug)]
enum Typed {
    /// The legal play of this number, modulo the number of plays.
    Play(usize),
    Line(String),
}

/// Returns the words after a command.
fn argument(kind: Argument) -> BoxedStrategy<String> {
    match kind {
        Argument::None | Argument::Group | Argument::Command => Just(String::new()).boxed(),
        Argument::Player => prop_oneof!["0", "1", "both", "Alice", "2"].boxed(),
        Argument::OnOff => prop_oneof!["on", "off", "x"].boxed(),
        Argument::Dice => prop_oneof!["[1-6][1-6]", "[0-9] [0-9]", "x"].boxed(),
        Argument::Number => "-?[0-9]{1,3}( -?[0-9]{1,2}){0,2}".boxed(),
        Argument::Id => prop_oneof![
            "[A-Za-z0-9+/]{14}",
            "4HPwATDgc/ABMA:[A-Za-z0-9+/]{12}",
            "XGID=[-a-eA-E]{26}:[0-3]:[01]:-?1:[0-6]{2}:[0-9]:[0-9]:[0-3]:[0-9]:10",
            "simple( -?[0-3]){26}",
            "AACgAgAAKgAAAA",
        ]
        .boxed(),
        Argument::Play => prop_oneof!["8/5 6/5", "[0-9/ *()bar]{1,12}", "bar/20"].boxed(),
        Argument::Choice | Argument::File | Argument::Folder | Argument::Text => {
            prop_oneof!["[a-z0-9]{1,6}", "\\PC{0,12}", "1", "gammon"].boxed()
        }
    }
}

fn command() -> impl Strategy<Value = String> {
    let commands: Vec<(String, Argument)> = Table::get()
        .commands()
        .filter(|command| !command.is_group())
        .map(|command| (command.path.clone().into_owned(), command.argument))
        .collect();
    proptest::sample::select(commands)
        .prop_flat_map(|(path, kind)| argument(kind).prop_map(move |argument| format!("{path} {argument}")))
}

fn typed() -> impl Strategy<Value = Typed> {
    let often = proptest::sample::select(vec![
        "roll",
        "roll",
        "roll",
        "double",
        "take",
        "drop",
        "redouble",
        "accept",
        "reject",
        "resign",
        "resign 3",
        "new match 5",
        "new session",
        "new game",
        "previous",
        "next",
        "undo",
        "set turn 0",
        "set turn 1",
        "set automatic game on",
        "set automatic move on",
        "set automatic roll on",
        "set player 0 human",
        "set player 1 human",
        "set compat on",
        "set compat off",
        "end game",
        "swap players",
        "clear turn",
    ]);
    prop_oneof![
        6 => any::<usize>().prop_map(Typed::Play),
        8 => often.prop_map(|line| Typed::Line(line.to_owned())),
        5 => command().prop_map(Typed::Line),
        1 => "\\PC{0,30}".prop_map(Typed::Line),
        1 => "[ \"\\\\a-z0-9/:#>*]{0,30}".prop_map(Typed::Line),
    ]
}

/// Asserts that the session is in a legal state.
fn assert_sound(session: &Session) {
    let state = &session.game.state;
    let most = 15;
    for board in [*state.board(), session.board()] {
        assert!(board.checkers() <= most && board.opponent_checkers() <= most, "{board:?}");
        let id = PositionId::encode(&board);
        assert_eq!(PositionId::encode(&id.board(15).expect("what is written can be read")), id);
    }
    let cube = state.cube();
    assert!(cube.value.is_power_of_two(), "{cube:?}");
    let fields = session.fields();
    let id = match MatchId::encode(&fields) {
        Ok(id) => id,
        // There scores and the Crawford game may contradict each other, as they do in GNU Backgammon.
        Err(_) if session.settings.compat => return,
        Err(error) => panic!("every state has a Match ID: {error}"),
    };
    if state.phase() != Phase::OpeningRoll {
        assert_eq!(id.fields().on_roll, fields.on_roll);
    }
    assert_ne!(session.game.names[Side::Zero].to_lowercase(), session.game.names[Side::One].to_lowercase());
    let history = &session.game.history;
    assert!(history.games.is_empty() || history.game < history.games.len());
    for game in &history.games {
        for pair in game.moves.windows(2) {
            assert!(
                !matches!(pair[0].after.phase(), Phase::GameOver(_) | Phase::MatchOver(_)),
                "nothing follows an end"
            );
        }
    }
    if let Some(game) = history.current() {
        assert!(history.at <= game.moves.len());
    }
    // Checkers come back to the board by hand only.
    assert!(state.board().lanes()[Board::OFF] >= 0 && state.board().lanes()[Board::OPPONENT_OFF] <= 0);
}

/// Asserts that the board's text, the IDs and the possible actions agree.
fn assert_agreed(session: &Session) {
    let (state, phase) = (&session.game.state, session.game.state.phase());
    if !session.is_playing() {
        return;
    }
    let id = MatchId::encode(&session.fields()).expect("every state has a Match ID");
    let text = session.drawing().draw(session.settings.direction);
    let said = id.fields();
    assert!(text.contains(&id.to_string()), "{id}: {text}");
    assert!(text.contains(&PositionId::encode(&session.board()).to_string()), "{text}");
    assert_eq!(text.contains("Cube offered at "), said.double_offered, "{phase:?}: {text}");
    let is_shown = text.contains("esigns ");
    // Beside an offered cube there is no word of a resignation.
    assert_eq!(is_shown, said.resignation.is_some() && !said.double_offered, "{phase:?}: {text}");
    let turn = session.turn();
    assert_eq!(said.turn, turn, "{phase:?}: {text}");
    let may = |by: Side, action: &Action| state.clone().apply(by, action).is_ok();
    for by in Side::ALL {
        let answers = by == turn && said.resignation.is_some();
        assert_eq!(may(by, &Action::AcceptResignation), answers, "{phase:?}");
        assert_eq!(may(by, &Action::RefuseResignation), answers, "{phase:?}");
        let takes = by == turn && said.double_offered && said.resignation.is_none();
        assert_eq!(may(by, &Action::Take), takes, "{phase:?}");
        assert_eq!(may(by, &Action::Pass), takes, "{phase:?}");
    }
}

#[test]
fn a_second_resignation_replaces_the_first_and_a_double_outlives_both() {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(1));
    // Outside compat mode no gammon can be resigned in answer to a double.
    session.settings.compat = true;
    let does = |session: &mut Session, line: &str| {
        let mut answer = Answer::default();
        let done = session.line(line, &mut answer);
        assert_eq!(done.err(), None, "{line}");
        let _ = session.settle(&mut answer);
        assert_agreed(session);
        answer.of(Stream::Out)
    };
    for line in ["0 human", "1 human"] {
        does(&mut session, &format!("set player {line}"));
    }
    for line in ["set automatic roll off", "new match 7", "set turn 0", "double"] {
        does(&mut session, line);
    }
    let doubled = session.game.state.phase();
    assert!(does(&mut session, "resign 1").contains("user offers to resign a single game."));
    assert!(does(&mut session, "resign 2").contains("gnubg offers to resign a gammon."));
    assert!(does(&mut session, "decline").contains("user declines the gammon."));
    assert_eq!(session.game.state.phase(), doubled, "the double stands");
    does(&mut session, "resign 1");
    does(&mut session, "decline");
    assert!(session.line("resign 1", &mut Answer::default()).is_err(), "it was declined");
    assert_eq!(session.game.state.phase(), doubled);
    assert!(does(&mut session, "take").contains("user accepts the cube at 2."));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn random_sessions_stay_sound(seed in any::<u32>(), lines in proptest::collection::vec(typed(), 1..60)) {
        let mut session = Session::new(Box::new(Nowhere), Dice::seeded(seed));
        let mut answer = Answer::default();
        for typed in lines {
            let line = match typed {
                Typed::Line(line) => line,
                Typed::Play(number) => {
                    let Phase::ToPlay(roll) = session.game.state.phase() else { continue };
                    let board = *session.game.state.board();
                    let plays = legal_plays(&board, roll);
                    match plays.get(number % plays.len().max(1)) {
                        Some((play, _)) => print::gnubg(&board, play).to_string(),
                        None => "move".to_owned(),
                    }
                }
            };
            answer.clear();
            let look = |session: &Session| {
                let state = &session.game.state;
                (*state.board(), state.phase(), state.cube(), *state.score(), state.on_roll())
            };
            let before = look(&session);
            // In GNU Backgammon, `resign` takes the resignation back that waits, whatever follows it.
            let takes_back = session.settings.compat && line.starts_with("resign");
            let done = session.line(&line, &mut answer);
            if done.is_err() && !session.input.is_over && !takes_back && !line.contains("new") && !line.contains("set ") && !line.contains("roll") {
                prop_assert_eq!(before, look(&session), "{} was refused and changed something", line);
            }
            let _ = session.settle(&mut answer);
            assert_sound(&session);
            assert_agreed(&session);
            // Every answer is text of whole streams.
            prop_assert!(answer.parts().all(|(stream, text)| !text.is_empty() && matches!(stream, Stream::Out | Stream::Err)));
        }
    }
}
