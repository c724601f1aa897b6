//! `play` for money and for two players, and the warning where the engine wasn't trained for a
//! variant.

use super::Folder;

#[test]
fn play_for_money_ends_after_as_many_games_as_were_wanted() {
    let folder = Folder::new("play-money");
    let line = "play --friend=Anna --name Bo --games 2 --stake 0.5 --automatic-doubles 1 --seed 3";
    let played = folder.run_with(line, b"resign\naccept\nshow games\nresign\naccept\nnew game\n");
    let played = String::from_utf8(played.out).expect("UTF-8");
    for said in
        ["A new session has been started.", "This is game 2 of 2", "The session is over.", "At 0.5 a point, "]
    {
        assert!(played.contains(said), "{said}\n{played}");
    }
    assert!(!played.contains("barpoint"), "nobody but Anna and Bo plays");
}

#[test]
fn what_is_for_money_does_not_go_with_a_match() {
    let folder = Folder::new("play-match");
    for wrong in ["--games 2", "--stake 1", "--automatic-doubles 1", "--no-jacoby"] {
        let refused = folder.run(&format!("play -n 5 {wrong}"));
        refused.status(2);
        assert!(refused.err.contains("is for money"), "{wrong}: {}", refused.err);
    }
    for wrong in
        ["--stake 0", "--games 0", "--friend=both", "--friend=Bo --name bo", "--friend --level casual"]
    {
        folder.run(&format!("play {wrong}")).status(2);
    }
}

#[test]
fn a_tutor_warns_two_people_too() {
    let folder = Folder::new("play-tutor");
    let played = folder.run_with("play --friend=Anna --tutor --name Bo --seed 3", b"show tutor\n");
    let said = String::from_utf8_lossy(&played.out);
    assert!(said.contains("Warnings are given for 'doubtful' or worse chequer moves."), "{said}");
    let refused = folder.run("play --friend=Anna --tutor -n 65");
    refused.status(2);
    assert!(refused.err.contains("the tutor evaluates matches to 64 points at most"), "{}", refused.err);
}

#[test]
fn a_match_in_a_pipe_has_no_note_about_results_which_are_never_kept_there() {
    let folder = Folder::with("play-pipe", "barpoint/played.jsonl", "no match\n");
    let mut play = super::barpoint();
    play.args(["play", "--seed", "3", "--level", "casual"]).env("XDG_DATA_HOME", &folder.0);
    let output = play.current_dir(&folder.0).output().expect("the program runs");
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!err.contains("isn't kept"), "{err}");
}

#[test]
fn a_match_that_was_read_keeps_its_rules() {
    let folder = Folder::new("own-rules");
    let begin = "set player both human\nset automatic roll off\nset seed 3\n";
    let said = |lines: &str| {
        let run = folder.run_with("session -r -q", format!("{begin}{lines}").as_bytes());
        String::from_utf8(run.out).expect("UTF-8")
    };
    said("set cube use off\nnew match 3\n13/8 6/5\nset turn 0\nsave match no-cube.sgf\n");
    let shown = said("load match no-cube.sgf\nshow cube\ndouble\nsave match again.sgf\n");
    assert!(shown.contains("The doubling cube is disabled"), "{shown}");
    assert!(folder.text("again.sgf").contains("RU[NoCube:Crawford]"), "{}", folder.text("again.sgf"));
    let on = said("load match no-cube.sgf\nset cube use on\nshow cube\n");
    assert!(on.contains("The cube is at 1, and is centred."), "{on}");
    said("set beavers 1\nnew session\nsave match beavers.sgf\n");
    said("load match beavers.sgf\ndouble\nbeaver\nsave match beavers-again.sgf\n");
    assert!(folder.text("beavers-again.sgf").contains("[Beaver:01]"), "{}", folder.text("beavers-again.sgf"));
    folder.run("report beavers.sgf -o page.txt").status(0);
    assert!(folder.text("page.txt").contains("Beaver: 1\n"), "{}", folder.text("page.txt"));
}

#[test]
fn a_position_of_a_record_keeps_its_rules() {
    let folder = Folder::new("record-rules");
    let rows = " Ann : 2                        Bob : 0\n  1) 31: 8/5 6/5                 42: 8/4 6/4\n  2) 65: 24/13";
    for (name, head) in [
        ("none", "; [Cube \"off\"]\n 0 point match\n\n Game 1\n"),
        ("frozen", "; [Crawford \"off\"]\n; [FrozenCube \"on\"]\n 3 point match\n\n Game 1\n"),
    ] {
        folder.write(&format!("{name}.mat"), format!("{head}{rows}\n"));
        for line in ["1:Bob", "2:Ann"] {
            let run = folder.run(&format!("cube {name}.mat --move {line} --plies 0 --json"));
            let found: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
            assert_eq!(found["action"], "never-double", "{name} {line}: {found}");
        }
        let asked = format!(r#"{{"id":1,"ask":"cube","record":"{name}.mat","move":"2","plies":0}}"#);
        let served = String::from_utf8(folder.run_with("serve", asked.as_bytes()).out).expect("UTF-8");
        assert!(served.contains("never-double"), "{served}");
    }
}

#[test]
fn where_the_engine_was_not_taught_a_variant_it_says_so() {
    let folder = Folder::new("untaught");
    for (variant, is_taught) in
        [("standard", true), ("nackgammon", true), ("longgammon", false), ("coup-classique", false)]
    {
        let asked = folder.run(&format!("eval --plies 0 --variant {variant} 4HPwATDgc/ABMA"));
        assert_eq!(asked.err.contains("these values are unreliable"), !is_taught, "{variant}");
        let lines = format!("set variation {variant}\nset player both human\nnew session\nhint 1\nhint 1\n");
        let said = folder.run_with("session -q", lines.as_bytes()).out;
        let said = String::from_utf8(said).expect("UTF-8");
        let times = said.matches("these values are unreliable").count();
        assert_eq!(times, usize::from(!is_taught), "{variant}: once\n{said}");
    }
}

#[test]
fn a_position_that_a_table_contains_needs_no_warning_in_any_variant() {
    let folder = Folder::new("untaught-positions");
    for (place, board, is_taught) in [
        ("the start", "-aaa------------------AAA-", false),
        ("a race", "-AA-----A--------aaa------", false),
        ("a bear-off", "-AAA------------------aaa-", true),
        ("the last checkers", "-a----------------------A-", true),
    ] {
        let id = format!("XGID={board}:0:0:1:00:0:0:0:0:10");
        for ask in ["eval", "cube"] {
            let asked = folder.run(&format!("{ask} --plies 0 --variant hypergammon-3 {id}"));
            assert_eq!(asked.err.contains("these values are unreliable"), !is_taught, "{ask}, {place}");
        }
    }
}

#[test]
fn without_a_crawford_game_a_play_costs_a_share_of_what_is_at_stake() {
    let folder = Folder::new("no-crawford");
    let rows = " 3 point match\n\n Game 1\n ann : 1                              bob : 1\n  1) 31: 6/2                          62: 24/18 13/11\n";
    folder.write("off.mat", format!("; [Crawford \"off\"]\n{rows}"));
    folder.write("plain.mat", rows);
    for line in ["off.mat", "--rules crawford=off plain.mat"] {
        let run = folder.run(&format!("analyse --plies 0 --json {line}"));
        let found: serde_json::Value = serde_json::from_slice(&run.out).expect("JSON");
        let lost = &found["statistics"][0]["plays_lost"];
        let [equity, worth] = ["equity", "worth"].map(|key| lost[key].as_f64().expect("a number"));
        // At 2-away on both sides, a game won or lost leads to 1-away against 2-away with a cube: 51.2 % or 48.8 %.
        let stake = (1.0 - 0.48803) - 0.48803;
        assert!((worth - 0.5 * equity * stake).abs() < 1e-5, "{line}: {equity} {worth}");
    }
}

/// GNU Backgammon writes the points of a gammon with a centred cube, and counts one point under the Jacoby rule.
#[test]
fn a_session_whose_scores_show_the_jacoby_rule_is_counted_by_it() {
    let folder = Folder::new("by-jacoby");
    let first = "; [Variation \"HyperGammon (1)\"]\n\n 0 point match\n\n Game 1\n Alice : 0                      Bob : 0\n  \
                 1)                             51: 24/19 19/18\n  2) 64: 24/18 18/14             43: 18/14 14/11*\n  \
                 3) 63: 25/19 19/16             52: 11/6 6/4\n  4) 64: 16/10 10/6              63: 4/1 1/0\n\
                 \x20                                 Wins 2 points\n\n";
    let last = "  1) 43: 24/20 20/17             31: 24/21 21/20\n  2) 65: 17/11 11/6              21: 20/18 18/17\n  \
                3) 65: 6/1 1/0\n      Wins 2 points\n";
    for (bob, points) in [(1, 1), (2, 2)] {
        let head = format!(" Game 2\n Alice : 0                      Bob : {bob}\n");
        folder.write("session.mat", format!("{first}{head}{last}"));
        assert_eq!(folder.run("check session.mat").status, 0);
        let found: serde_json::Value =
            serde_json::from_slice(&folder.run("score --json session.mat").out).expect("JSON");
        let games = found["games"].as_array().expect("games");
        assert!(games.iter().all(|game| game["points"] == points), "{bob}: {found}");
        assert_eq!(found["score"], serde_json::json!([points, points]), "{bob}");
    }
}
