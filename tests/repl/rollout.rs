//! `rollout` in a session, with an evaluator that counts pips: its settings and its output.

use super::engine::{say, session};

/// Returns a session with short rollouts.
fn quick() -> barpoint::repl::session::Session {
    let mut session = session();
    say(
        &mut session,
        "set rollout trials 36\nset rollout seed 7\nset rollout cube-equal-chequer on\n\
         set rollout varredn off\nnew session\nset gnubgid 4HPwATDgc/ABMA:cIkFAAAAAAAA",
    );
    session
}

#[test]
fn the_present_position_is_played_out() {
    let mut session = quick();
    let said = say(&mut session, "rollout");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..3], ["Rollout done. Printing final results.", "", "Current Position:"]);
    assert!(lines[3].contains(" CL ") && lines[3].contains(" CF "), "{said}");
    assert!(lines[4].starts_with(" [") && lines[4].ends_with("] 1r"), "{said}");
    assert_eq!(
        lines[5..],
        [
            "Full cubeful rollout without variance reduction",
            "36 games, SplitMix64 dice gen. with seed 7 and quasi-random dice",
            "Play: 0-ply cubeful prune [expert]",
            "Cube: 0-ply cubeful prune [expert]",
        ]
    );
    assert_eq!(say(&mut session, "rollout"), said, "the same again");
    say(&mut session, "set rollout seed 8");
    assert_ne!(say(&mut session, "rollout"), said);
    assert!(
        say(&mut session, "rollout 4HPwATDgc/ABMA").starts_with("The rollout command takes no arguments")
    );
}

#[test]
fn plays_and_the_cube_are_played_out() {
    let mut session = quick();
    session.settings.compat = false;
    let said = say(&mut session, "rollout =1 =3");
    assert_eq!(said.matches(" 1r\n").count() + said.matches(" 2r\n").count(), 2, "{said}");
    assert!(!said.contains("Current Position"), "{said}");
    say(&mut session, "rollout =99\nset rollout truncation enable on\nset rollout truncation plies 3");
    let said = say(&mut session, "rollout cube");
    assert!(said.contains("\nno double:\n") && said.contains("\ndouble, take:\n"), "{said}");
    assert!(said.contains("Truncated cubeful rollout (depth 3) without variance reduction"), "{said}");
    assert!(said.contains("\nProper cube action: "), "{said}");
    say(&mut session, "set rollout cubeful off");
    let said = say(&mut session, "rollout 4HPwATDgc/ABMA");
    assert!(said.contains("Truncated cubeless rollout (depth 3) (truncated at one-sided bearoff)"), "{said}");
    assert!(!said.contains(" CF "), "{said}");
}

#[test]
fn an_id_as_an_argument_is_rolled_out_with_its_own_game() {
    let mut session = quick();
    session.settings.compat = false;
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
    let said = say(&mut session, &format!("rollout {id}"));
    assert!(said.contains("\nno double:\n") && said.contains("\ndouble, take:\n"), "{said}");
    assert_eq!(said, say(&mut session, &format!("rollout cube {id}")));
    let crawford = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:6:0:1:7:10";
    assert!(say(&mut session, &format!("rollout {crawford}")).contains("\nCurrent Position:\n"));
    assert_eq!(say(&mut session, &format!("rollout cube {crawford}")), "You cannot double.\n");
    let dice = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10";
    let said = say(&mut session, &format!("rollout {dice}"));
    assert_eq!(said.matches(" 1r\n").count() + said.matches(" 2r\n").count(), 2, "{said}");
}

#[test]
fn nothing_comes_before_an_opening_roll() {
    let mut session = quick();
    session.settings.compat = false;
    say(&mut session, "set rollout initial on");
    let refused = "No double and no play comes before an opening roll.\n";
    for line in ["rollout cube", "rollout =1", "rollout XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"]
    {
        assert_eq!(say(&mut session, line), refused, "{line}");
    }
    let id = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10";
    let said = say(&mut session, &format!("rollout {id}"));
    assert!(said.contains("\nCurrent Position:\n") && !said.contains("double"), "{said}");
}

#[test]
fn rules_end_a_rollout() {
    let mut session = quick();
    say(&mut session, "set rollout trials 3600\nset rollout limit enable on\nset rollout limit maxerror 9");
    assert!(say(&mut session, "set rollout limit minimumgames 72").starts_with("After 72 games"));
    assert!(say(&mut session, "rollout").contains("\n72 games, "));
}

#[test]
fn without_a_game_nothing_is_played_out() {
    let mut session = session();
    assert_eq!(say(&mut session, "rollout"), "No position specified and no game in progress.\n");
}

#[test]
fn settings_are_shown_and_saved() {
    let mut session = session();
    let before = say(&mut session, "show rollout");
    assert!(
        before.starts_with("`rollout' will use:\n1296 games will be played per rollout.\nNo truncation.\n")
    );
    let lines = [
        ("set rollout trials 100", "100 games will be played per rollout.\n"),
        ("set rollout varredn off", "Will not use lookahead variance reduction during rollouts.\n"),
        (
            "set rollout jsd limit 2",
            "Rollouts (or rollouts of moves) may stop when the equity is more than 2.000 joint standard deviations from the best move being rolled out\n",
        ),
        (
            "set rollout trials -5",
            "You must specify a valid number of trials to make (see `help set rollout trials').\n",
        ),
        ("set rollout rotate off", "Do not use quasi-random dice in rollouts\n"),
        (
            "set rollout truncation plies 11",
            "Rollouts will be truncated after 11 plies.\n\
             But rollout truncation is not currently enabled (see `help set rollout truncation enable').\n",
        ),
    ];
    for (line, wanted) in lines {
        assert_eq!(say(&mut session, line), wanted, "{line}");
    }
    let after = say(&mut session, "show rollout");
    assert!(after.contains("\n100 games will be") || after.contains("100 games will be played"), "{after}");
    assert!(after.contains("Quasi-random dice are disabled."), "{after}");
    let saved = barpoint::repl::settings::file::text(&session);
    for line in [
        "set rollout trials 100",
        "set rollout varredn off",
        "set rollout quasirandom off",
        "set rollout truncation plies 11",
    ] {
        assert!(saved.lines().any(|found| found == line), "{line}: {saved}");
    }
    let mut again = self::session();
    for line in saved.lines().filter(|line| line.starts_with("set rollout")) {
        say(&mut again, line);
    }
    assert_eq!(again.settings.rollouts, session.settings.rollouts);
}

#[test]
fn levels_are_set_for_each_side_and_for_later() {
    let mut session = session();
    session.settings.compat = false;
    say(
        &mut session,
        "set rollout player 1 chequerplay plies 1\nset rollout later cubedecision plies 0\n\
         set rollout truncation chequerplay plies 3\nset rollout players-are-same off\n\
         set rollout later enable on\nset rollout truncate-equal-player0 off",
    );
    let rollouts = &session.settings.rollouts;
    assert_eq!(rollouts.players.map(|pair| (pair.plays.plies, pair.cube.plies)), [(0, 2), (1, 2)]);
    assert_eq!(rollouts.later_players.map(|pair| (pair.plays.plies, pair.cube.plies)), [(0, 0), (0, 0)]);
    assert_eq!(rollouts.end.plays.plies, 3);
    let shown = say(&mut session, "show rollout");
    assert!(
        shown.contains(
            "Chequer play parameters: for first 5 plies:\nPlayer 0:\n        0-ply evaluation.\n        Using pruning \
             neural nets.        Cubeful evaluations.\n        Noiseless evaluations.\nPlayer 1:\n        1-ply \
             evaluation.\n"
        ),
        "{shown}"
    );
    let saved = barpoint::repl::settings::file::text(&session);
    let mut again = self::session();
    for line in saved.lines().filter(|line| line.starts_with("set rollout")) {
        say(&mut again, line);
    }
    assert_eq!(again.settings.rollouts, session.settings.rollouts);
}
