//! Laws of the match as a state machine.

use crate::rules::positions::{roll, thrown};
use barpoint::board::{BySide, Die, Roll, Side};
use barpoint::game::{Action, Army, Choice, Event, MatchSetup, MatchState, Phase, Rules, Score};
use barpoint::rules::{Outcome, Play, legal_plays};
use proptest::prelude::*;
use proptest::sample::Index;

fn sides() -> impl Strategy<Value = Side> {
    prop::sample::select(&Side::ALL[..])
}

fn outcomes() -> impl Strategy<Value = Outcome> {
    prop::sample::select(vec![Outcome::Single, Outcome::Gammon, Outcome::Backgammon])
}

/// An action to try; a play is chosen when the state is known.
#[derive(Clone, Debug)]
enum Attempt {
    Does(Action),
    /// A legal play of this roll, or of the roll to be played.
    Moves(Option<Roll>, Index),
}

fn attempts() -> impl Strategy<Value = Attempt> {
    let die = || prop::sample::select(Die::all().collect::<Vec<_>>());
    let plain = vec![
        Action::Double,
        Action::Take,
        Action::Pass,
        Action::Beaver,
        Action::AcceptResignation,
        Action::RefuseResignation,
        Action::NextGame,
        Action::Play(Play::DANCE),
        Action::Choose(Choice { army: Army::Second, colour: None }),
        Action::Award(3),
        Action::Award(u32::MAX),
    ];
    prop_oneof![
        6 => prop::sample::select(plain).prop_map(Attempt::Does),
        6 => (prop::option::weighted(0.2, roll()), any::<Index>()).prop_map(|(roll, index)| Attempt::Moves(roll, index)),
        4 => roll().prop_map(|roll| Attempt::Does(Action::Roll(roll))),
        2 => roll().prop_map(|roll| Attempt::Does(Action::OpenWith(roll))),
        1 => (die(), die()).prop_map(|(a, b)| Attempt::Does(Action::Open(BySide::new(a, b)))),
        1 => outcomes().prop_map(|outcome| Attempt::Does(Action::Resign(outcome))),
        1 => thrown().prop_map(|board| Attempt::Does(Action::CondonedPlay(board))),
    ]
}

fn rules() -> impl Strategy<Value = Rules> {
    (0u16..8, any::<bool>(), any::<bool>(), 0u8..3, 0u8..3, prop::option::of(1u32..4)).prop_map(
        |(length, crawford, jacoby, beavers, automatic_doubles, games)| {
            let rules = if length == 0 { Rules::money() } else { Rules::match_play(length) };
            Rules { crawford, jacoby, beavers, automatic_doubles, games, ..rules }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(1000) })]

    #[test]
    fn an_action_that_is_refused_changes_nothing_and_no_checker_gets_lost(
        rules in rules(),
        points in any::<[u8; 2]>(),
        placed in prop::option::of((thrown(), sides(), prop::option::of(roll()))),
        tried in prop::collection::vec((sides(), any::<bool>(), attempts()), 0..60),
    ) {
        let points = BySide(points.map(|points| u32::from(points) % 9));
        let mut state = MatchState::at_score(rules, Score { points, crawford_played: false });
        if let Some((board, on_roll, roll)) = placed {
            state.place(board, on_roll, roll);
        }
        for (side, in_turn, attempt) in tried {
            let by = state.turn().filter(|_| in_turn).unwrap_or(side);
            let action = match attempt {
                Attempt::Does(action) => action,
                Attempt::Moves(other, index) => {
                    let roll = match state.phase() {
                        Phase::ToPlay(roll) => other.unwrap_or(roll),
                        _ => other.unwrap_or(Roll::ALL[7]),
                    };
                    let plays = legal_plays(state.board(), roll);
                    Action::Play(if plays.is_empty() { Play::DANCE } else { index.get(&plays).0 })
                }
            };
            let before = state.clone();
            let count = |state: &MatchState| {
                let mut both = [state.board().checkers(), state.board().opponent_checkers()];
                both.sort_unstable();
                both
            };
            match state.apply(by, &action) {
                Err(_) => prop_assert_eq!(&state, &before, "{:?}", action),
                Ok(Event::GameBegun | Event::Chosen) => {}
                Ok(_) if matches!(action, Action::CondonedPlay(_)) => {}
                Ok(_) => prop_assert_eq!(count(&state), count(&before), "{:?}", action),
            }
        }
    }

    #[test]
    fn a_match_in_a_game_is_made_again_of_its_facts(
        rules in rules(),
        points in any::<[u8; 2]>(),
        tried in prop::collection::vec(attempts(), 0..80),
    ) {
        let points = BySide(points.map(|points| u32::from(points) % 7));
        let mut state = MatchState::at_score(rules, Score { points, crawford_played: false });
        for attempt in tried {
            let action = match (attempt, state.phase()) {
                (Attempt::Does(Action::CondonedPlay(_)), _) => continue,
                (Attempt::Does(action), _) => action,
                (Attempt::Moves(_, index), Phase::ToPlay(roll)) => {
                    let plays = legal_plays(state.board(), roll);
                    Action::Play(if plays.is_empty() { Play::DANCE } else { index.get(&plays).0 })
                }
                _ => continue,
            };
            let by = state.turn().unwrap_or(Side::Zero);
            let _ = state.apply(by, &action);
            let (dice, is_doubled) = match state.phase() {
                Phase::ToRoll => (None, false),
                Phase::ToPlay(roll) => (Some(roll), false),
                Phase::ToAnswerDouble(offer) if offer.beavers == 0 => (None, true),
                _ => continue,
            };
            let mut setup = MatchSetup::new(state.rules().clone(), *state.board(), state.on_roll());
            setup.score = state.score().points;
            setup.is_crawford_game = Some(state.is_crawford_game());
            (setup.dice, setup.is_doubled, setup.cube) = (dice, is_doubled, state.cube());
            let made = setup.state();
            prop_assert!(made.is_ok(), "{:?} of {:?}", made, state);
            let made = made.expect("it was looked at");
            prop_assert_eq!((made.phase(), made.cube()), (state.phase(), state.cube()));
            prop_assert_eq!((made.board(), made.on_roll()), (state.board(), state.on_roll()));
            prop_assert_eq!(made.is_crawford_game(), state.is_crawford_game());
            prop_assert_eq!(made.score().points, state.score().points);
        }
    }
}
