//! Settings, line by line: the answers of the live GNU Backgammon to each, good, bad and without its
//! argument.
//!
//! The transcripts of `testdata/repl/settings` contain a command after `> `, then its standard output, then,
//! after `E|`, its standard error; `<nonl>` ends a line without a line end. [The
//! referee](super::super::gnubg) reads the same files.

use crate::support::{paths_with, testdata};
use barpoint::board::{BySide, Side};
use barpoint::repl::answer::{Answer, Refusal, Stream};
use barpoint::repl::dice::Dice;
use barpoint::repl::host::{Host, Nowhere};
use barpoint::repl::session::Session;
use barpoint::repl::settings::file::text;
use barpoint::rules::Variant;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;

/// Returns every transcript: its name, and its text.
pub(crate) fn transcripts() -> Vec<(String, String)> {
    let folder = testdata("repl/settings");
    let mut found: Vec<_> = paths_with(&folder, "txt")
        .into_iter()
        .map(|path| {
            let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (name, std::fs::read_to_string(&path).expect("a text"))
        })
        .collect();
    found.sort();
    assert!(found.len() >= 6, "the transcripts are missing from {}", folder.display());
    found
}

/// Returns the commands of a transcript.
pub(crate) fn commands(transcript: &str) -> Vec<&str> {
    transcript.lines().filter_map(|line| line.strip_prefix("> ")).collect()
}

/// Writes an answer as the transcripts do.
fn written(answer: &Answer, refusal: Option<&Refusal>) -> String {
    let of = |stream| {
        let refused = refusal.filter(|refusal| refusal.stream == stream).map_or("", |refusal| &refusal.text);
        answer.of(stream) + refused
    };
    let mut text = of(Stream::Out);
    if !text.is_empty() && !text.ends_with('\n') {
        text.push_str("<nonl>\n");
    }
    for line in of(Stream::Err).lines() {
        text.push_str("E|");
        text.push_str(line);
        text.push('\n');
    }
    text
}

fn session(compat: bool) -> Session {
    let mut session = Session::new(Box::new(Nowhere), Dice::seeded(1));
    session.settings.compat = compat;
    session.settings.default_names = BySide::new("gnubg".to_owned(), "root".to_owned());
    session.game.names = session.settings.default_names.clone();
    session
}

/// Types lines, and returns their transcript and the number of refusals.
fn type_in(session: &mut Session, lines: &[&str]) -> (String, usize) {
    let (mut text, mut refused) = (String::new(), 0);
    let mut answer = Answer::default();
    for line in lines {
        answer.clear();
        let mut done = session.line(line, &mut answer);
        done = done.and(session.settle(&mut answer));
        refused += usize::from(done.is_err());
        text.push_str("> ");
        text.push_str(line);
        text.push('\n');
        text.push_str(&written(&answer, done.as_ref().err()));
    }
    (text, refused)
}

#[test]
fn settings_are_answered_as_gnu_backgammon_answers_them() {
    let mut count = 0;
    for (name, expected) in transcripts() {
        let lines = commands(&expected);
        let (said, _) = type_in(&mut session(true), &lines);
        for (i, (ours, theirs)) in said.split("\n> ").zip(expected.split("\n> ")).enumerate() {
            assert_eq!(ours, theirs, "command {} of {name}", i + 1);
        }
        assert_eq!(said, expected, "{name}");
        count += lines.len();
    }
    assert!(count > 450, "only {count} commands");
}

#[test]
fn what_is_refused_changes_nothing_and_is_an_error() {
    for line in [
        "set automatic roll",
        "set automatic roll foo",
        "set automatic doubles 13",
        "set autosave time 0",
        "set beavers -1",
        "set confirm default maybe",
        "set defaultnames Anna anna",
        "set display o",
        "set delay x",
        "set games -1",
        "set matchlength 32768",
        "set output drawing",
        "set output boardstyle",
        "set output colour blue",
        "set output digits 7",
        "set output errorratefactor -1",
        "set player 0 name root",
        "set player 2 human",
        "set player both",
        "set rng file /nowhere",
        "set seed -5",
        "set stake 0",
        "set threads 0",
        "set tutor mode",
        "set variation chess",
        "dicerolls 0",
        "hint",
        "help frobnicate",
    ] {
        let mut session = session(false);
        let (settings, names) = (session.settings.clone(), session.game.names.clone());
        let (_, refused) = type_in(&mut session, &[line]);
        assert_eq!(refused, 1, "{line}");
        assert_eq!(session.settings, settings, "{line}");
        assert_eq!(session.game.names, names, "{line}");
    }
}

#[test]
fn our_own_settings_are_unknown_to_gnu_backgammon() {
    let lines = ["set games 5", "set stake 2", "set variation longgammon", "set output colour never"];
    let (said, refused) = type_in(&mut session(true), &lines);
    assert_eq!(refused, lines.len(), "{said}");
    insta::assert_snapshot!(said, @r"
    > set games 5
    E|Unknown keyword `games'.
    E|
    > set stake 2
    E|Unknown keyword `stake'.
    E|
    > set variation longgammon
    E|Unknown keyword `longgammon'.
    E|
    > set output colour never
    E|Unknown keyword `colour'.
    E|
    ");
}

#[test]
fn variants_have_the_names_that_they_have_everywhere() {
    for variant in Variant::ALL {
        for name in variant.aliases().iter().chain([&variant.name()]) {
            let mut session = session(false);
            let (said, refused) = type_in(&mut session, &[&format!("set variation {name}")]);
            assert_eq!((session.settings.variation, refused), (variant, 0), "{said}");
        }
    }
    let lines = ["set variation hypergammon", "set variation hypergammon-3", "set variation backgammon"];
    let (said, refused) = type_in(&mut session(true), &lines);
    assert_eq!(refused, lines.len(), "{said}");
}

#[test]
fn without_compat_our_own_settings_answer_and_those_without_effect_say_so() {
    let lines = [
        "set games 3",
        "set stake 0.5",
        "set variation longgammon",
        "set output boardstyle uni",
        "set output colour never",
        "set player 1 barpoint",
        "set tutor mode on",
        "set gui beep off",
        "hint",
        "set ?",
    ];
    let (said, _) = type_in(&mut session(false), &lines[..9]);
    insta::assert_snapshot!(said, @r"
    > set games 3
    New money sessions end after 3 games.
    > set stake 0.5
    A point of a money session is worth 0.5.
    > set variation longgammon
    Default variation is: Longgammon
    Please start a new match or session to play `Longgammon'
    > set output boardstyle uni
    Boards on a terminal will be drawn with Unicode's lines.
    > set output colour never
    Colours will never be used.
    > set player 1 barpoint
    Moves for root will now be played by barpoint.
    > set tutor mode on
    Warn about possibly bad play.
    > set gui beep off
    `set gui beep' is accepted and does nothing here.
    > hint
    You must set up a board first.
    ");
    let (said, _) = type_in(&mut session(false), &lines[9..]);
    assert!(said.contains("\nAvailable subcommands:\nanalysis       \t"), "{said}");
}

#[test]
fn a_seat_shows_how_it_evaluates() {
    let lines = [
        "set player 1 human",
        "set player 0 chequerplay evaluation plies 1",
        "set player 0 chequerplay evaluation noise 0.02",
        "set player 0 movefilter 1 0 3 2 0.125",
        "set player 0 chequerplay evaluation plies 4",
        "set player 0 cubedecision type rollout",
        "show player",
    ];
    let (said, refused) = type_in(&mut session(false), &lines);
    assert_eq!(refused, 0);
    let said = said.split_once("> set player 0 chequerplay evaluation plies 4\n").expect("the line").1;
    insta::assert_snapshot!(said, @r"
    gnubg will use 4 ply evaluation.
    E|note: the search goes no deeper than 3 plies
    > set player 0 cubedecision type rollout
    gnubg will now use Rollout.
    Positions are still evaluated by searching.
    > show player
    Player 0:
      Name: gnubg
      Type: barpoint:
        Chequer play:
          Neural net evaluation:
            4-ply evaluation.
            Using pruning neural nets.        Cubeful evaluations.
            Noise standard deviation 0.020 (deterministic noise).

        Move filters:
          Move filter for 1 ply:
            keep the first 3 0-ply moves and up to 2 more moves within equity 0.125
          Move filter for 2 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
          Move filter for 3 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
            keep the first 0 2-ply moves and up to 2 more moves within equity 0.04
          Move filter for 4 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
            keep the first 0 2-ply moves and up to 2 more moves within equity 0.04
            Skip pruning for 3-ply moves.

        Cube decisions:
          Rollout:
    1296 games will be played per rollout.
    Truncation after 10 plies.
    Will truncate cubeful money game rollouts when reaching exact bearoff database.
    Will truncate money game rollouts when reaching exact bearoff database.
    Will truncate *cubeless* rollouts when reaching one-sided bearoff database.
    Lookahead variance reduction is enabled.
    Quasi-random dice are enabled.
    Cubeless rollout.
    Rollout as opening move disabled.
    SplitMix64 dice generator with seed 0.
    Chequer play parameters:
            0-ply evaluation.
            Using pruning neural nets.        Cubeless evaluations.
            Noiseless evaluations.
    Cube decision parameters:
            2-ply evaluation.
            Using pruning neural nets.        Cubeless evaluations.
            Noiseless evaluations.
    Move filter:
          Move filter for 1 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
          Move filter for 2 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
          Move filter for 3 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
            keep the first 0 2-ply moves and up to 2 more moves within equity 0.04
          Move filter for 4 ply:
            keep the first 0 0-ply moves and up to 8 more moves within equity 0.16
            Skip pruning for 1-ply moves.
            keep the first 0 2-ply moves and up to 2 more moves within equity 0.04
            Skip pruning for 3-ply moves.

    Truncation point Chequer play evaluation:
            2-ply evaluation.
            Using pruning neural nets.        Cubeless evaluations.
            Noiseless evaluations.
    Truncation point Cube evaluation:
            2-ply evaluation.
            Using pruning neural nets.        Cubeless evaluations.
            Noiseless evaluations.
    Player 1:
      Name: root
      Type: human
    ");
}

#[test]
fn help_names_usage_example_and_subcommands() {
    let lines = [
        "help set automatic",
        "help set automatic roll",
        "help set player 0 name",
        "set confirm ?",
        "help take a chance",
        "help set autmatic",
    ];
    let (said, refused) = type_in(&mut session(false), &lines);
    assert_eq!(refused, 1);
    insta::assert_snapshot!(said.replace('\t', "|"), @r"
    > help set automatic
    set automatic - Sets what happens automatically.

    Usage: set automatic <subcommand>
    Example: set automatic roll off
    Available subcommands:
    bearoff        |Sets whether checkers are borne off automatically.
    crawford       |Sets whether a match has a Crawford game.
    doubles        |Sets how many automatic doubles a game may have.
    game           |Sets whether the next game starts automatically.
    move           |Sets whether a forced play is made automatically.
    roll           |Sets whether the dice are rolled automatically when no double is possible.
    > help set automatic roll
    set automatic roll - Sets whether the dice are rolled automatically when no double is possible.

    Usage: set automatic roll <on|off>
    Example: set automatic roll off
    > help set player 0 name
    set player name - Names the player of this seat.

    Usage: set player <player> name <name>
    Example: set player 0 name Anna
    > set confirm ?
    set confirm - Sets when the program asks for confirmation.

    Usage: set confirm <subcommand>
    Example: set confirm new off
    Available subcommands:
    default        |Sets the default answer to questions.
    new            |Sets whether to ask before abandoning a game.
    save           |Sets whether to ask before replacing a file.
    > help take a chance
    take - Takes the double.

    Usage: take
    Example: take
    > help set autmatic
    No help available for topic `autmatic'
    ");
}

#[test]
fn help_and_the_list_of_commands_know_every_command_of_the_table() {
    use barpoint::repl::table::Table;
    let table = Table::get();
    for compat in [false, true] {
        let mut session = session(compat);
        let (list, _) = type_in(&mut session, &["show commands"]);
        let listed: Vec<&str> = list.lines().skip(1).collect();
        assert!(listed.len() > 1000, "{}", listed.len());
        for path in listed {
            let (said, refused) = type_in(&mut session, &[&format!("help {path}")]);
            assert_eq!(refused, 0, "{path}");
            assert!(said.contains(&format!("\n{path} - ")), "{path}: {said}");
        }
        let own =
            table.commands().filter(|command| command.is_own() && !command.is_group() && command.is_listed);
        for command in own {
            let is_listed = list.lines().any(|line| line == command.path);
            assert_eq!(is_listed, !compat, "{}", command.path);
        }
    }
}

/// A file: its path and its bytes.
type File = (String, Vec<u8>);

/// A world with one file.
#[derive(Clone, Default)]
struct OneFile(Rc<RefCell<Option<File>>>);

impl Host for OneFile {
    fn read(&self, path: &str) -> io::Result<Vec<u8>> {
        let file = self.0.borrow();
        let bytes = file.as_ref().filter(|file| file.0 == path).map(|file| file.1.clone());
        bytes.ok_or_else(|| io::Error::from(io::ErrorKind::NotFound))
    }

    fn write(&mut self, path: &str, bytes: &[u8]) -> io::Result<()> {
        *self.0.borrow_mut() = Some((path.to_owned(), bytes.to_owned()));
        Ok(())
    }

    fn settings_path(&self) -> Option<String> {
        Some("config/settings".to_owned())
    }
}

#[test]
fn save_settings_writes_one_file_of_ours_and_none_in_compat_mode() {
    let host = OneFile::default();
    let mut session = Session::new(Box::new(host.clone()), Dice::seeded(1));
    session.settings.compat = true;
    let (said, refused) = type_in(&mut session, &["save settings"]);
    assert_eq!((said.as_str(), refused), ("> save settings\n", 0));
    assert!(host.0.borrow().is_none());
    session.settings.compat = false;
    let (said, _) = type_in(&mut session, &["set matchlength 11", "save settings"]);
    assert!(said.ends_with("Settings saved to config/settings.\n"), "{said}");
    let (path, bytes) = host.0.borrow().clone().expect("a file");
    assert_eq!(path, "config/settings");
    assert!(String::from_utf8(bytes).expect("text").contains("\nset matchlength 11\n"));
}

/// Types each line of a text, none of which is refused or warns of anything.
fn type_all(session: &mut Session, lines: &str) {
    let (said, refused) = type_in(session, &lines.lines().collect::<Vec<_>>());
    assert!(refused == 0 && !said.contains("\nE|"), "{said}");
}

#[test]
fn what_is_saved_makes_the_same_settings() {
    let mut before = session(false);
    type_all(
        &mut before,
        "set automatic bearoff on\nset automatic doubles 2\nset automatic game off\nset autosave time 3\n\
         set confirm default no\nset confirm save off\nset beavers 1\nset jacoby off\nset matchlength 5\n\
         set variation coup-classique\nset defaultnames \"Ann a\" B\\\\\\\"ob\nset player both human\n\
         set clockwise on\nset delay 5\nset display off\nset output boardstyle unicode\nset output drawing turns\n\
         set output colour never\nset output digits 2\nset output errorratefactor 12.5\n\
         set output rawboard on\nset prompt a  b\nset games 3\nset cube limit 64\nset cube frozen on\n\
         set illegal condone\nset stake 0.5\nset tutor mode on\n\
         set analysis threshold bad 0.07\nset analysis moves off\nset analysis player 0 analyse off\n\
         set tutor skill verybad\nset tutor cube off\nset player 0 level casual\n\
         set player 1 chequerplay evaluation plies 1\nset evaluation cubedecision evaluation noise 0.015\n\
         set player both cubedecision type rollout\nset evaluation movefilter 3 1 2 3 0.07\n\
         set analysis movefilter 4 0 -1\nset analysis luckanalysis prune on\n\
         set evaluation sameasanalysis on\nset threads 3\nset cache 0\nset calibration 50000\n\
         set cubeefficiency race factor 0.002\ninvert matchequitytable on\nset rng manual\n\
         set cubeefficiency os 0.5\nset ratingoffset 1900\nset cheat enable on\nset cheat player 1 roll 21\n\
         set evaluation chequerplay evaluation deterministic off",
    );
    let mut after = session(false);
    type_all(&mut after, &text(&before));
    assert_eq!(after.settings, before.settings);
    assert_ne!(after.settings, session(false).settings);
    assert_eq!(after.game.seats, before.game.seats);
    // The generator isn't in the settings.
    assert_eq!(text(&after), text(&before));
    assert_eq!(after.settings.default_names[Side::One], "B\\\"ob");
    assert_eq!(after.settings.evaluations.seats[Side::One].plays.evaluation.plies, 1);
}

#[test]
fn what_a_session_begins_with_is_saved_too() {
    let mut after = session(false);
    type_all(&mut after, &text(&session(false)));
    assert_eq!(after.settings, session(false).settings);
}

#[test]
fn names_that_are_one_after_the_cut_are_refused_and_not_saved() {
    let mut before = session(false);
    let long = "abcdefghijklmnopqrstuvwxyzabcdefg";
    let line = format!("set defaultnames {long}1 {long}2");
    assert_eq!(type_in(&mut before, &[line.as_str()]).1, 1);
    let mut after = session(false);
    type_all(&mut after, &text(&before));
    assert_eq!(after.settings, before.settings);
}

#[test]
fn the_same_seed_gives_the_dice_of_gnu_backgammon() {
    // The output of `set seed N` and `dicerolls` there (1.07.001).
    for (seed, expected) in [
        ("42", "35 62 55 44 13 11 13 63"),
        ("4294967295", "11 64 54"),
        ("4294967296", "35 54 53"),
        ("123456789012345678901234567890", "61 44 35"),
    ] {
        let mut session = session(true);
        let (seeded, rolls) =
            (format!("set seed {seed}"), format!("dicerolls {}", expected.split(' ').count()));
        let (said, refused) = type_in(&mut session, &[seeded.as_str(), rolls.as_str(), "show seed"]);
        assert_eq!(refused, 0, "{said}");
        let fallen: Vec<String> =
            expected.split(' ').map(|dice| format!("{} {}", &dice[..1], &dice[1..])).collect();
        assert!(said.contains(&format!("> {rolls}\n{}\n> show seed", fallen.join("\n"))), "{said}");
        assert!(said.ends_with(&format!("The current seed is {seed}\n")), "{said}");
    }
    let (said, _) = type_in(&mut session(true), &["set seed 000", "show seed"]);
    assert!(said.ends_with("The current seed is 0\n"), "{said}");
}

#[test]
fn dice_come_from_the_digits_of_a_file_over_and_over() {
    let host = OneFile::default();
    *host.0.borrow_mut() = Some(("dice.txt".to_owned(), b"12 3405x\n56".to_vec()));
    let mut session = Session::new(Box::new(host), Dice::seeded(1));
    session.settings.compat = true;
    let lines = ["set rng file dice.txt", "show seed", "dicerolls 4", "set seed", "show seed"];
    let (said, refused) = type_in(&mut session, &lines);
    assert_eq!(refused, 1);
    insta::assert_snapshot!(said, @r"
    > set rng file dice.txt
    GNU Backgammon will now use the read from file generator.
    > show seed
    GNU Backgammon is reading dice from file: dice.txt
    Number of dice read from current file: 0.
    > dicerolls 4
    1 2
    3 4
    5 5
    Rewinding dice file (dice.txt)
    6 1
    > set seed
    You can't set a seed if you're using read from file as RNG
    > show seed
    GNU Backgammon is reading dice from file: dice.txt
    Number of dice read from current file: 8.
    ");
}

#[test]
fn a_session_of_so_many_games_ends_by_itself_and_says_who_owes_what() {
    let mut session = session(false);
    let lines =
        ["set player both human", "set games 2", "set stake 0.5", "set jacoby off", "set display off"];
    type_in(&mut session, &lines);
    type_in(&mut session, &["new session", "resign gammon", "agree"]);
    assert!(session.is_playing(), "the second game begins by itself");
    let (said, _) = type_in(&mut session, &["resign", "agree", "show score"]);
    assert!(!session.is_playing(), "{said}");
    assert!(said.contains("The session is over.\n"), "{said}");
    assert!(said.contains("\nAt 0.5 a point, "), "{said}");
}

#[test]
fn the_jacoby_rule_leaves_a_session_at_once_and_never_joins_it() {
    let mut session = session(true);
    let jacoby = |session: &Session| session.game.state.rules().jacoby;
    type_in(&mut session, &["set player both human", "new session"]);
    assert!(jacoby(&session));
    type_in(&mut session, &["set jacoby off"]);
    assert!(!jacoby(&session));
    type_in(&mut session, &["set jacoby on", "new game"]);
    assert!(!jacoby(&session), "the session goes on as it was begun");
    type_in(&mut session, &["new session"]);
    assert!(jacoby(&session));
}

#[test]
fn the_limit_of_beavers_counts_at_once() {
    let mut session = session(true);
    type_in(&mut session, &["set player both human", "new session", "set beavers 1"]);
    assert_eq!(session.game.state.rules().beavers, 1);
    type_in(&mut session, &["set beavers 1000"]);
    assert_eq!(session.game.state.rules().beavers, u8::MAX);
}
