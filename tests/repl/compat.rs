//! Answers in compat mode, as observed in GNU Backgammon 1.07.001, and what they are outside it.

use barpoint::game::Phase;
use barpoint::repl::answer::{Answer, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::Nowhere;
use barpoint::repl::session::{Seat, Session};

fn session(is_compat: bool) -> Session {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(5));
    session.settings.compat = is_compat;
    session.settings.automatic.game = false;
    session.settings.automatic.roll = false;
    session.game.seats.0 = [Seat::Human; 2];
    session
}

/// Returns a session after some lines.
fn after(is_compat: bool, lines: &[&str]) -> Session {
    let mut session = session(is_compat);
    typed(&mut session, lines);
    session
}

/// Types lines; returns the answer to the last one, including a refusal.
fn typed(session: &mut Session, lines: &[&str]) -> String {
    let mut last = String::new();
    for line in lines {
        let mut answer = Answer::default();
        let done = session.line(line, &mut answer).and_then(|()| session.settle(&mut answer));
        let refusal = done.err().map(|refusal| refusal.text).unwrap_or_default();
        last = answer.of(Stream::Out) + &answer.of(Stream::Err) + &refusal;
    }
    last
}

/// Types lines in a new session in compat mode.
fn answer(lines: &[&str]) -> String {
    typed(&mut session(true), lines)
}

/// A match in which player 0 has made the first play.
const BEGUN: [&str; 3] = ["new match 5", "set dice 3 1", "8/5 6/5"];

#[test]
fn a_double_that_waits_is_a_decision_of_exported_text() {
    let mut at_double = after(true, &BEGUN);
    let text = typed(&mut at_double, &["double", "export match text -"]);
    let (_, last) = text.split_once("Move number 3:  ").expect("a third decision");
    assert!(last.contains(" doubles to 2\n") && last.contains("Cube offered at 2"), "{text}");
    assert!(last.contains("Cannot analyse beaver nor raccoons!\n"), "{text}");
    // The export of the position looks at the answer.
    let text = typed(&mut at_double, &["export position text -", "export match text -"]);
    assert!(!text.contains("Cannot analyse"), "{text}");
}

#[test]
fn text_leaves_out_what_set_export_leaves_out() {
    let mut session = after(true, &BEGUN);
    typed(&mut session, &["set matchinfo event Cup", "previous", "annotate move comment Natural", "next"]);
    let written = |session: &mut Session, setting: &str| {
        let text = typed(session, &[setting, "export match text -"]);
        let has = |words: &str| text.contains(words);
        let parts = [
            has("(match to 5 points)\n\nMatch Information:\n") && has("Event: Cup\n\nMove number 1:"),
            has("8/5 6/5\n\nRolled 31:\n*    8/5 6/5\n\n\n"),
            has("Annotation:\nNatural\n"),
        ];
        assert!(parts[0] || has("(match to 5 points)\n\nMove number 1:"), "{text}");
        typed(session, &[setting.replace(" off", " on").as_str()]);
        parts
    };
    for (setting, parts) in [
        ("set export include statistics off", [true, true, true]),
        ("set export include matchinfo off", [false, true, true]),
        ("set export include analysis off", [true, false, true]),
        ("set export moves display unmarked off", [true, false, true]),
        ("set export moves display bad off", [true, true, true]),
        ("set export include annotations off", [true, true, false]),
    ] {
        assert_eq!(written(&mut session, setting), parts, "{setting}");
    }
    typed(&mut session, &["set export include analysis off", "double"]);
    let text = typed(&mut session, &["export match text -"]);
    assert!(text.contains(" doubles\n\n") && !text.contains("Cannot analyse"), "{text}");
}

#[test]
fn a_mark_of_a_roll_without_a_value_is_an_alert_of_text() {
    let mut session = after(true, &BEGUN);
    typed(&mut session, &["previous", "annotate roll lucky", "next"]);
    let text = typed(&mut session, &["export match text -"]);
    let alert = " moves 8/5 6/5\nAlert: lucky roll! (   -inf)\n\nRolled 31:\n*    8/5 6/5\n\n\n";
    assert!(text.contains(alert), "{text}");
}

#[test]
fn a_roll_that_waits_where_a_side_has_borne_off_all_wins_the_game_in_text() {
    // The player on roll has 15 checkers left, the other player none: GNU Backgammon counts a gammon.
    let lost = "set board simple 0 2 0 0 0 0 5 0 3 0 0 0 0 5 0 0 0 0 0 0 0 0 0 0 0 0";
    for (lines, points) in [
        (&["new match 3", "set board 4HPwAAAAAAAAAA"][..], "1 point"),
        (&["new match 3", lost], "2 points"),
        (&["new session", lost], "1 point"),
        (&["new session", "set cube value 2", lost], "2 points"),
        (&["new session", "set cube value 2", "set cube owner 1", lost], "4 points"),
    ] {
        let mut session = after(true, lines);
        let text = typed(&mut session, &["export match text -"]);
        let roller = text.split_once("Move number 1:  ").and_then(|(_, title)| title.split(' ').next());
        let wins = format!("\n\n\n{} wins {points}\n\nGame statistics", roller.expect("a decision"));
        assert!(text.contains(&wins), "{lines:?}: {text}");
    }
}

#[test]
fn nobody_is_on_roll_where_a_side_has_borne_off_all() {
    for is_compat in [true, false] {
        let mut session =
            after(is_compat, &["new match 3", "set board 4HPwAAAAAAAAAA", "set turn 0", "set turn 1"]);
        for line in ["show board", "export position text -"] {
            let text = typed(&mut session, &[line]);
            assert!(text.contains("+13-14-15-16-17-18") && !text.contains("On roll"), "{line}: {text}");
        }
    }
}

#[test]
fn a_match_keeps_its_games_even_if_those_of_a_session_are_not_recorded() {
    for is_compat in [true, false] {
        let games = |begin| {
            let mut session = session(is_compat);
            let over = ["set turn 1", "resign 1", "accept"];
            typed(&mut session, &["set record off", begin]);
            typed(&mut session, &over);
            typed(&mut session, &["new game"]);
            typed(&mut session, &over);
            typed(&mut session, &["new game"]);
            session.game.history.games.len()
        };
        assert_eq!(games("new match 5"), 3, "compat {is_compat}");
        assert_eq!(games("new session"), 1, "compat {is_compat}");
    }
}

#[test]
fn a_game_that_is_shown_from_its_beginning_is_not_discarded_without_a_question() {
    for is_compat in [true, false] {
        for back in ["first game", "previous 9"] {
            let mut session = after(is_compat, &["set confirm default yes", "new match 5", back]);
            let text = typed(&mut session, &["new game"]);
            let question =
                "Are you sure you want to start a new game, and discard the rest of the match?  yes\n";
            assert!(text.starts_with(question), "compat {is_compat}, {back}: {text}");
        }
        // Nothing is lost after a game.
        let over = ["set confirm default yes", "new match 5", "set turn 1", "resign 1", "accept", "new game"];
        let text = typed(&mut session(is_compat), &over);
        assert!(!text.contains("Are you sure"), "compat {is_compat}: {text}");
    }
}

#[test]
fn the_database_is_emptied_only_after_a_question() {
    for is_compat in [true, false] {
        let lines = ["set confirm default no", "relational erase allplayers"];
        let text = typed(&mut session(is_compat), &lines);
        assert_eq!(text, "Are you sure you want to erase all player records? no\n", "compat {is_compat}");
    }
}

#[test]
fn after_the_last_checker_chances_are_those_of_the_side_whose_board_is_shown() {
    let last = "set board simple 0 1 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 -5 0";
    let over = ["new match 7", "set score 2 4", "set turn 1", last, "set dice 2 1", "1/off", "eq2mwc 0"];
    let text = answer(&over);
    assert!(text.ends_with("MWC for equity = +0.000:  24.48%\n"), "{text}");
}

#[test]
fn a_match_of_an_id_in_a_variant_with_fewer_checkers_begins_with_its_start() {
    let lines = ["new match 5", "set variation 3-chequer-hypergammon", "set matchid AoHpAEAACAAE"];
    let text = answer(&lines);
    assert_eq!(text.matches("Position ID: AACgAgAAKgAAAA").count(), 1, "{text}");
    assert_eq!(text.matches("Position ID").count(), 1, "{text}");
}

#[test]
fn converted_equities_have_the_digits_of_single_precision() {
    let text = answer(&["new match 7", "set score 1 1", "eq2mwc"]);
    assert!(text.contains("-1.000:  43.37%\n") && text.contains("+1.000:  56.63%\n"), "{text}");
}

#[test]
fn the_raw_board_of_a_game_that_the_program_played_out_is_a_board() {
    let mut over = after(true, &["new match 5", "set turn 1", "set dice 6 4", "resign g", "accept"]);
    over.game.is_played_out = true;
    let board = typed(&mut over, &["set output rawboard on", "show board"]);
    assert!(board.starts_with("board:"), "{board}");
}

#[test]
fn comments_are_shown_with_the_board_before_the_play() {
    for is_compat in [true, false] {
        let mut session = after(is_compat, &BEGUN);
        typed(&mut session, &["set dice 4 2", "8/4 6/4", "previous 1", "annotate move comment hello"]);
        let board = typed(&mut session, &["show board"]);
        assert!(board.ends_with("Rolled 42:\nhello\n"), "{board}");
        if is_compat {
            let text = typed(&mut session, &["export position text -"]);
            assert!(text.contains("Annotation:\nhello\n"), "{text}");
        }
    }
}

#[test]
fn a_resignation_that_waits_gives_its_responder_the_decision_in_text() {
    let mut session = after(true, &BEGUN);
    let text = typed(&mut session, &["resign n", "export position text -"]);
    assert!(text.contains(" doubles\n"), "{text}");
}

#[test]
fn clear_turn_forgets_every_roll_without_a_play() {
    assert_eq!(answer(&["new match 5", "set turn 1", "clear turn", "list game"]).trim(), "");
    let mut session = after(true, &BEGUN);
    let list = typed(&mut session, &["roll", "set turn 1", "clear turn", "list game"]);
    assert!(!list.contains("Rolled"), "{list}");
}

#[test]
fn clear_turn_forgets_a_double_with_its_beaver() {
    let lines = ["set beavers 3", "new session", "set dice 3 1", "8/5 6/5", "double", "beaver"];
    let mut session = after(true, &lines);
    let list = typed(&mut session, &["clear turn", "list game"]);
    assert!(list.contains("8/5 6/5") && !list.contains("Doubles"), "{list}");
}

#[test]
fn a_double_that_set_turn_withdraws_is_no_part_of_the_record() {
    let mut session = after(false, &BEGUN);
    let list = typed(&mut session, &["double", "set turn 0", "list game"]);
    assert!(!list.contains("Doubles"), "{list}");
}

#[test]
fn an_unknown_resignation_takes_back_the_one_that_waits() {
    let line = answer(&["new match 5", "resign n", "resign x", "accept"]);
    assert_eq!(line, "You can only accept if the cube or a resignation has been offered.\n");
    for (word, wanted) in [("2x", "gammon"), ("1.5", "single game"), ("+3", "backgammon"), ("02", "gammon")] {
        let line = answer(&["new match 5", &format!("resign {word}")]);
        assert!(line.contains(&format!(" offers to resign a {wanted}.\n")), "{word}: {line}");
    }
    for word in ["0", "4", "22", "bg"] {
        let line = answer(&["new match 5", &format!("resign {word}")]);
        assert_eq!(line, format!("Unknown keyword `{word}' (see `help resign').\n"));
    }
    // Outside compat mode a refused command changes nothing.
    let mut outside = session(false);
    let line = typed(&mut outside, &["new match 5", "resign n", "resign x", "accept"]);
    assert!(line.contains("accepts and wins a single game"), "{line}");
}

#[test]
fn a_refused_resignation_stays_refused_when_a_player_is_set_on_roll() {
    let lines = ["new session", "set turn 0", "resign 1", "decline", "set turn 1", "set turn 0", "resign 1"];
    let line = answer(&lines);
    assert!(line.contains("has already declined your offer of a single game."), "{line}");
}

#[test]
fn an_empty_word_names_no_file() {
    for is_compat in [true, false] {
        for (line, wanted) in [
            ("save match \"\"", "You must specify a file to save to (see `help save match').\n"),
            ("load game \"\"", "You must specify a file to load from (see `help load game').\n"),
            ("load python \"\"", "You must specify a file to load from.\n"),
            ("import mat \"\"", "You must specify a match file to import (see `help import mat').\n"),
            ("import auto \"\"", "You must specify a file to import (see `help import auto').\n"),
            ("export match mat \"\"", "You must specify a file to export to.\n"),
        ] {
            let said = typed(&mut session(is_compat), &["new match 5", line]);
            assert_eq!(said, wanted, "{line}");
        }
    }
}

#[test]
fn an_empty_word_answers_no_offer() {
    for is_compat in [true, false] {
        let mut session = after(is_compat, &BEGUN);
        typed(&mut session, &["double", "\"\""]);
        assert!(matches!(session.game.state.phase(), Phase::ToAnswerDouble(_)), "{is_compat}");
    }
    assert_eq!(answer(&["\"\""]), answer(&["move \"\""]));
    assert_eq!(answer(&["new match 5", "set dice 3 1", "\"\" x"]), "Illegal or unparsable move.\n");
}

#[test]
fn exchanged_players_see_the_dice_of_the_next_move() {
    // Observed in GNU Backgammon 1.07.001: what `show dice` prints before and after `swap players`.
    let rolled = |dice: &str| format!(" has rolled {}.\n", dice.replace(' ', " and "));
    let none = " has not yet rolled the dice.\n";
    for (lines, before, after) in [
        (&["set turn 1", "double"][..], None, Some("2 1")),
        (&["set turn 1", "double", "take", "previous"], Some("2 1"), None),
        (&["set turn 1", "double", "take", "roll", "previous"], Some("2 1"), Some("5 2")),
        (&["set turn 1", "double", "take", "previous 2"], Some("2 1"), None),
        (&["set dice 42", "set cube value 2", "set dice 52", "previous"], Some("4 2"), Some("5 2")),
        (&["set dice 42", "set board 4HPwATDgc/ABMA", "previous"], Some("4 2"), None),
    ] {
        let mut session = session(true);
        session.game.names.0 = ["Alice".to_owned(), "Bob".to_owned()];
        typed(&mut session, &["set confirm default yes", "set seed 7", "new match 5"]);
        typed(&mut session, lines);
        let shows = |session: &mut Session, dice: Option<&str>| {
            let text = typed(session, &["show dice"]);
            assert!(text.ends_with(&dice.map_or(none.to_owned(), rolled)), "{lines:?}: {text}");
        };
        shows(&mut session, before);
        typed(&mut session, &["swap players"]);
        shows(&mut session, after);
    }
}

#[test]
fn the_limit_of_the_cube_follows_the_length_of_the_match() {
    for (lines, wanted) in [
        (["new match 25", "set score 1 2 0"], "Bob doubles.\n"),
        (
            ["new session", "set score 1 2 7"],
            "The cube is already at its highest supported value ; you can't double any more.\n",
        ),
    ] {
        let mut session = session(true);
        session.settings.default_names.0 = ["Alice".to_owned(), "Bob".to_owned()];
        typed(&mut session, &lines);
        let text = typed(&mut session, &["set cube value 64", "set turn 1", "double"]);
        assert!(text.starts_with(wanted), "{lines:?}: {text}");
    }
}

#[test]
fn what_next_and_previous_count_may_be_written_in_capitals() {
    for (line, wanted) in [
        (
            "next GAME x",
            "`next game' command, it must be a positive number (the count of games to step ahead)",
        ),
        (
            "previous Marked x",
            "`previous' command, it must be a positive number (the count of moves to step back)",
        ),
        ("next gam", "`next' command, it must be a positive number (the count of moves to step ahead)"),
    ] {
        let wanted = format!("If you specify a parameter to the {wanted}.\n");
        assert_eq!(answer(&["new match 3", line]), wanted, "{line}");
    }
}

#[test]
fn the_clipboard_asks_for_a_game() {
    let line = "export position bgo2clipboard";
    assert_eq!(answer(&[line]), "No game in progress (type `new game' to start one).\n");
    assert_eq!(answer(&["new match 5", line]), "");
}

#[test]
fn an_empty_word_stands_for_both_players() {
    let human =
        "Moves for gnubg must now be entered manually.\nMoves for user must now be entered manually.\n";
    let mut session = session(true);
    session.game.names.0 = ["gnubg".to_owned(), "user".to_owned()];
    assert_eq!(typed(&mut session, &["set player \"\" human"]), human);
    typed(&mut session, &["new match 5", "set cube owner 1"]);
    assert_eq!(typed(&mut session, &["set turn \"\""]), "You can't set both players on roll.\n");
    assert_eq!(typed(&mut session, &["set cube owner \"\""]), "The cube has been centred.\n");
    for line in ["set player \"\" human", "set turn \"\"", "set cube owner \"\""] {
        let mut session = self::session(false);
        typed(&mut session, &["new match 5"]);
        let before = session.game.state.clone();
        typed(&mut session, &[line]);
        assert_eq!(session.game.state, before, "{line}");
    }
}

#[test]
fn show_bearoff_asks_for_a_game_whatever_its_argument() {
    for line in ["show bearoff", "show bearoff 1 1", "show bearoff 4HPwATDgc/ABMA"] {
        assert_eq!(answer(&[line]), "No game is being played.\n");
        assert_eq!(answer(&["new match 5", line]), "");
    }
}

#[test]
fn cube_actions_and_candidates_can_be_marked_where_there_is_a_decision() {
    let no_cube = "No moverecord stored for this cube.\n";
    let no_move = "No moverecord stored for this move.\n";
    let no_play = "This is not a normal chequer move. Cannot mark.\n";
    assert_eq!(answer(&["cmark cube show"]), no_cube);
    assert_eq!(answer(&["new match 5", "set turn 1", "cmark move show"]), no_play);
    assert_eq!(answer(&["new match 5", "set dice 3 1", "cmark move show"]), "No moves to analyse\n");
    assert_eq!(answer(&["new match 5", "first game", "cmark move show"]), no_play);
    let no_action = "This move doesn't imply a cube action. Cannot mark.\n";
    for line in ["cmark cube show", "cmark cube set rollout", "analyse rollout cube"] {
        assert_eq!(answer(&["new match 5", "first game", line]), no_action);
    }
    assert_eq!(answer(&["analyse rollout cube"]), no_cube);
    assert_eq!(answer(&["analyse rollout move"]), no_move);
    assert_eq!(answer(&["new match 5", "set turn 1", "analyse rollout move"]), no_play);
    assert_eq!(answer(&["new match 5", "analyse rollout move"]), "No moves to analyse\n");
    let mut marked = after(true, &BEGUN);
    let show = "cmark cube show";
    assert_eq!(typed(&mut marked, &["cmark cube set rollout", show]), "Move 2\nCube marked\n");
    assert_eq!(typed(&mut marked, &["cmark match show"]), "Game 1\nMove 2\nCube marked\n");
    assert_eq!(typed(&mut marked, &["double", show]), "Move 3\nCube marked\n");
    assert_eq!(typed(&mut marked, &["cmark move show"]), no_play);
    assert_eq!(typed(&mut marked, &["drop", show]), no_cube);
    assert_eq!(typed(&mut marked, &["cmark move set rollout 1"]), no_move);
    assert_eq!(typed(&mut marked, &["cmark match show"]), "Game 1\n");
}

#[test]
fn a_match_to_one_point_is_saved_without_a_crawford_game() {
    for line in ["set postcrawford off", "set crawford on"] {
        let text = answer(&["new match 1", line, "save match -"]);
        assert!(text.contains("GM[6]") && !text.contains("CrawfordGame"), "{text}");
    }
}

#[test]
fn the_announced_end_of_a_game_decides_the_stage_of_the_next_one() {
    let is_crawford = "This game is the Crawford game.\n";
    let is_not = "This game is not the Crawford game\n";
    // The Crawford rule is set after the announcement.
    let mut late = after(true, &["set automatic crawford off", "new match 3", "resign 2", "accept"]);
    let begun = ["set automatic crawford on", "new game", "new game"];
    for line in begun {
        typed(&mut late, &[line]);
        assert_eq!(typed(&mut late, &["show crawford"]), is_not, "{line}");
    }
    // What is set in a game ends with it.
    for (points, line, stage) in [
        ("2", "set score 1 0", is_crawford),
        ("1", "set score 2 0", is_not),
        ("2", "set crawford off", is_crawford),
    ] {
        let resigned = format!("resign {points}");
        let lines =
            ["new match 3", resigned.as_str(), "accept", "new game", line, "new game", "show crawford"];
        assert_eq!(answer(&lines), stage, "{line}");
    }
    // The rule has no effect on it either way.
    let lines = ["new match 3", "resign 2", "accept", "set automatic crawford off", "show crawford"];
    assert_eq!(answer(&lines), is_crawford);
}

#[test]
fn a_drop_before_the_first_play_is_no_resignation() {
    let text = answer(&["new match 5", "set turn 1", "roll", "clear turn", "double", "drop", "save match -"]);
    assert!(text.contains("RE[B+1]"), "{text}");
}

#[test]
fn a_date_ends_where_its_digits_do() {
    assert_eq!(answer(&["set matchinfo date 2020-01-01 x"]), "Match date set to 2020-01-01.\n");
    let outside = typed(&mut session(false), &["set matchinfo date 2020-01-01 x"]);
    assert!(outside.contains("is not a valid date"), "{outside}");
}

#[test]
fn a_style_sheet_in_its_own_file_is_said_to_be_missing_when_it_is_given_up() {
    let mut styled = session(true);
    let line = "CSS stylesheet for HTML export: external file (\"gnubg.css\")\n";
    assert_eq!(typed(&mut styled, &["set export html css external"]), line);
    let line = "That command is not yet implemented.\nCSS stylesheet for HTML export: in <head>\n";
    assert_eq!(typed(&mut styled, &["set export html css head"]), line);
}

#[test]
fn the_player_of_exports_is_the_rest_of_the_line() {
    let unknown = |name: &str| format!("Unknown player `{name}' (see `help set export show player').\n");
    for name in ["Bob x", "1 1", "\"5\""] {
        assert_eq!(answer(&[&format!("set export show player {name}")]), unknown(name));
    }
    assert!(answer(&["set export show player 1"]).contains("only be shown for player"));
}

#[test]
fn after_a_match_every_equity_is_worth_the_match() {
    let mut over = after(true, &["new match 3", "resign b", "accept"]);
    let chances = typed(&mut over, &["eq2mwc 0.5"]);
    assert_eq!(chances.matches("100.00%").count(), 3, "{chances}");
    let equities = typed(&mut over, &["mwc2eq 50"]);
    assert!(equities.contains("Equity for MWC =  50.00%:   -inf\n"), "{equities}");
    let equities = typed(&mut over, &["mwc2eq"]);
    assert!(equities.contains("Equity for MWC = 100.00%:   -nan\n"), "{equities}");
    over.settings.compat = false;
    assert_eq!(typed(&mut over, &["eq2mwc 0.5"]), "The match is over.\n");
}

#[test]
fn a_refusal_names_the_group_of_settings_as_gnu_backgammon_does() {
    for (line, group) in [
        ("set player", "rollout cubedecision"),
        ("set player 0 name Anna", "(null)"),
        ("set player 0 chequerplay evaluation plies 0", "(null)"),
        ("set player 0 cubedecision rollout trials 36", "(null)"),
        ("set player 0 movefilter 1 0 0 8 0.16", "(null)"),
        ("set rollout player 1 movefilter 1 0 0 8 0.16", "rollout player"),
        ("set rollout later player 1 movefilter 1 0 0 8 0.16", "rollout player late"),
    ] {
        let said = answer(&["set rollout cubedecision plies 0", line, "set rollout player"]);
        assert!(said.contains(&format!("(see `help set {group} player')")), "{line}: {said}");
    }
}

#[test]
fn help_of_the_settings_of_players_takes_no_player() {
    for line in ["help set player zzz", "help set player 0", "help set player 0 name"] {
        assert_eq!(answer(&[line]), "No help available for topic `set'\n", "{line}");
    }
    assert!(answer(&["help set player name"]).starts_with("set player name - "));
}

#[test]
fn a_command_of_ours_is_an_unknown_word() {
    for (line, word) in [
        ("last game", "last"),
        ("last", "last"),
        ("undo", "undo"),
        ("swap dice", "dice"),
        ("set cube limit 4", "limit"),
        ("set player 0 barpoint", "barpoint"),
    ] {
        let said = answer(&[line]);
        assert!(said.starts_with(&format!("Unknown keyword `{word}'.")), "{line}: {said}");
    }
}
