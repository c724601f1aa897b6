//! The drawn boards compared with GNU Backgammon's own.

use barpoint::board::{Board, BoardSetup, BySide, Die, Side};
use barpoint::output::board::{BoardDrawing, Caption, Direction, Status};
use barpoint::rules::Outcome;
use serde_json::Value;
use std::io::Read;

/// Returns the number of checkers a side in one of GNU Backgammon's variants.
fn checkers(variation: &str) -> u8 {
    variation.strip_suffix("-chequer-hypergammon").map_or(15, |n| n.parse().expect("a number"))
}

/// Returns the board of a state, seen by the side on roll.
fn board(state: &Value) -> Board {
    let counts = |key: &str| -> Vec<u8> {
        state[key].as_array().expect("25 numbers").iter().map(|n| n.as_u64().expect("small") as u8).collect()
    };
    let (mine, theirs) = (counts("board_roll"), counts("board_opp"));
    let total = checkers(state["variation"].as_str().expect("a name"));
    let setup = BoardSetup {
        points: mine[..24].try_into().expect("24"),
        bar: mine[24],
        total,
        opponent_points: theirs[..24].try_into().expect("24"),
        opponent_bar: theirs[24],
        opponent_total: total,
    };
    setup.board().expect("a state of a real game")
}

fn side(number: u64) -> Side {
    Side::ALL[number as usize]
}

/// Returns the drawing of a state.
fn drawing(state: &Value) -> BoardDrawing {
    let decoded = |key: &str| state["decoded"][key].as_u64().expect("a number");
    let text = |key: &str| state[key].as_str().expect("a text").to_owned();
    // The names stand only in the drawings themselves.
    let shown = text("show_board");
    let name = |letter: &str| {
        let rest = shown.split_once(&format!("-+     {letter}: ")).expect("a name").1;
        rest.split([' ', '\n']).next().expect("a first word").to_owned()
    };
    let die = |key: &str| Die::new(decoded(key) as u8);
    let cube = 1 << decoded("cube_log2");
    let status = if decoded("doubled") == 1 {
        Status::CubeOffered { to: side(decoded("turn")), value: 2 * cube }
    } else if decoded("gamestate") == 2 {
        Status::Over
    } else if let (Some(first), Some(second)) = (die("die0"), die("die1")) {
        Status::Rolled(first, second)
    } else {
        Status::OnRoll
    };
    BoardDrawing {
        board: board(state),
        on_roll: side(decoded("move")),
        position_id: text("position_id"),
        match_id: Some(text("match_id")),
        caption: Some(Caption {
            names: BySide::new(name("O"), name("X")),
            scores: BySide::new(decoded("score0") as u32, decoded("score1") as u32),
            length: decoded("length") as u32,
            crawford: decoded("crawford") == 1,
            cube,
            cube_owner: (decoded("owner") < 2).then(|| side(decoded("owner"))),
            status,
            resignation: match decoded("resigned") {
                0 => None,
                1 => Some(Outcome::Single),
                2 => Some(Outcome::Gammon),
                _ => Some(Outcome::Backgammon),
            },
            resigner: None,
        }),
    }
}

/// Compares every drawing of a collection; returns the number in each direction.
fn compare(lines: &str) -> (usize, usize) {
    let (mut standard, mut clockwise) = (0, 0);
    for line in lines.lines() {
        let state: Value = serde_json::from_str(line).expect("a JSON line");
        let Some(expected) = state["show_board"].as_str() else { continue };
        let drawing = drawing(&state);
        // The command puts an empty line after the board.
        assert_eq!(drawing.draw(Direction::Standard) + "\n", expected, "state {}", state["n"]);
        standard += 1;
        if let Some(expected) = state["show_board_clockwise"].as_str() {
            // What follows the empty line tells that the direction was changed.
            let expected = expected.split_inclusive("\n\n").next().expect("a board");
            assert_eq!(drawing.draw(Direction::Clockwise) + "\n", expected, "state {}", state["n"]);
            clockwise += 1;
        }
    }
    (standard, clockwise)
}

#[test]
fn boards_are_drawn_as_gnu_backgammon_draws_them() {
    let (standard, clockwise) = compare(include_str!("../../testdata/gnubg/states.jsonl"));
    assert!(standard >= 20 && clockwise >= 6, "{standard} and {clockwise} boards");
}

#[test]
fn shared_boards_are_drawn_as_gnu_backgammon_draws_them() {
    let Some(path) = crate::support::shared("data/states/gnubg-states.jsonl.gz") else { return };
    let file = std::fs::File::open(path).expect("a readable file");
    let mut text = String::new();
    flate2::read::GzDecoder::new(file).read_to_string(&mut text).expect("gzipped text");
    assert_eq!(compare(&text), (74, 21));
    crate::support::report(74 + 21, "shared drawings of boards");
}

#[test]
fn a_plain_board_has_empty_annotations() {
    // As `show board 4HPwATDgc/ABMA` draws it, less the Match ID of the game that happens to run.
    let expected = " GNU Backgammon  Position ID: 4HPwATDgc/ABMA
 +13-14-15-16-17-18------19-20-21-22-23-24-+     \n | X           O    |   | O              X |     
 | X           O    |   | O              X |     
 | X           O    |   | O                |     
 | X                |   | O                |     
 | X                |   | O                |    
v|                  |BAR|                  |     
 | O                |   | X                |    
 | O                |   | X                |     
 | O           X    |   | X                |     
 | O           X    |   | X              O |     
 | O           X    |   | X              O |     
 +12-11-10--9--8--7-------6--5--4--3--2--1-+     \n";
    let drawing = BoardDrawing::plain(Board::START, Side::One, "4HPwATDgc/ABMA");
    assert_eq!(drawing.draw(Direction::Standard), expected);
}

/// Returns what stands beside each row of a board.
fn beside_the_board(caption: Caption) -> Vec<String> {
    let board = BoardDrawing::plain(Board::START, Side::Zero, "4HPwATDgc/ABMA");
    let text = BoardDrawing { caption: Some(caption), ..board }.draw(Direction::Standard);
    text.lines().map(|line| line.get(45..).unwrap_or("").trim().to_owned()).collect()
}

#[test]
fn an_offered_cube_lies_beside_nobody() {
    let caption = Caption {
        names: BySide::new("gnubg".to_owned(), "root".to_owned()),
        scores: BySide::new(0, 1),
        length: 7,
        crawford: false,
        cube: 2,
        cube_owner: Some(Side::Zero),
        status: Status::CubeOffered { to: Side::One, value: 4 },
        resignation: None,
        resigner: None,
    };
    let lines = beside_the_board(caption);
    assert_eq!(lines[1..3], ["O: gnubg", "0 points"]);
    assert_eq!(lines[7..], ["", "", "", "", "Cube offered at 4", "1 point", "X: root"]);
}

#[test]
fn a_resignation_is_mentioned_in_the_row_of_the_side_that_resigns() {
    let caption = Caption {
        names: BySide::new("Ann".to_owned(), "Bob".to_owned()),
        scores: BySide::new(0, 0),
        length: 7,
        crawford: false,
        cube: 1,
        cube_owner: None,
        status: Status::OnRoll,
        resignation: Some(Outcome::Gammon),
        resigner: None,
    };
    for (resigner, wanted) in [
        (None, ["On roll, resigns gammon", ""]),
        (Some(Side::Zero), ["On roll, resigns gammon", ""]),
        (Some(Side::One), ["On roll", "Resigns gammon"]),
    ] {
        let lines = beside_the_board(Caption { resigner, ..caption.clone() });
        assert_eq!([&lines[3][..], &lines[11][..]], wanted, "{resigner:?}: {lines:?}");
    }
}
