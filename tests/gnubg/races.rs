//! The output of `show thorp` and similar commands, for races and for positions with contact.

use super::Gnubg;
use crate::support::{Random, report};
use barpoint::board::{Board, BoardSetup, Roll};
use barpoint::engine::Engine;
use barpoint::engine::bearoff::{Home, OneSided, TwoSided};
use barpoint::engine::nets::Nets;
use barpoint::notation::PositionId;
use barpoint::output::bearoff::{Known, gnubg_entries};
use barpoint::output::race::RaceCommand;
use barpoint::stats::race::{EightNineTwelve, Keith, Race, Thorp};
use std::fmt::Write as _;

/// Places random checkers of either side on its points up to `reach`; those that meet the other side's are
/// dropped.
fn thrown(random: &mut Random, most: usize, reach: usize) -> Board {
    let mut points = [[0u8; 24]; 2];
    for side in 0..2 {
        for _ in 0..random.below(most + 1) {
            let point = random.below(reach);
            if points[1 - side][23 - point] == 0 {
                points[side][point] += 1;
            }
        }
    }
    let [points, opponent_points] = points;
    let setup =
        BoardSetup { points, bar: 0, total: 15, opponent_points, opponent_bar: 0, opponent_total: 15 };
    setup.board().expect("no two sides on a point")
}

/// Returns the positions of random games, most of them with contact, some with checkers on the bar.
fn played(random: &mut Random, number: usize) -> Vec<Board> {
    let mut boards = Vec::new();
    let mut board = Board::START;
    while boards.len() < number {
        boards.push(board);
        let plays = barpoint::rules::legal_plays(&board, Roll::ALL[random.below(21)]);
        if !plays.is_empty() {
            board = plays[random.below(plays.len())].1;
        }
        board = if board.mover_is_done() { Board::START } else { board.flip() };
    }
    boards
}

/// Returns `true` for a position where GNU Backgammon departs from a published rule, or where its single
/// precision decides: at a seventh of a multiple of seven.
fn is_on_edge(board: &Board) -> bool {
    let race = Race::of(board);
    let (thorp, keith, rule) = (Thorp::of(&race), Keith::of(&race), EightNineTwelve::of(&race));
    let above = i64::from(keith.mover_raised()) - i64::from(keith.opponent.total());
    thorp.verdict() != thorp.gnubg_verdict()
        || rule.mover > 0 && 100 * rule.lead() % rule.mover as i32 == 0 && rule.lead() != 0
        || keith.mover.total() % 7 == 0 && (2..=4).contains(&above)
}

#[test]
fn race_texts_are_those_of_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut random = Random::new(8);
    let mut boards = played(&mut random, 300);
    // Full boards, endings, the last few pips, borne off ones among them; then close races.
    for (number, most, reach) in [(300, 15, 12), (300, 5, 6), (200, 2, 3), (200, 15, 24)] {
        boards.extend((0..number).map(|_| thrown(&mut random, most, reach)));
    }
    let close = |random: &mut Random| loop {
        let board = thrown(random, 15, 12);
        if (-1..15).contains(&Race::of(&board).lead()) {
            break board;
        }
    };
    boards.extend((0..700).map(|_| close(&mut random)));
    while boards.len() < 2500 {
        let board = close(&mut random);
        if is_on_edge(&board) {
            boards.push(board);
        }
    }
    let mut commands = String::new();
    for board in &boards {
        for command in RaceCommand::ALL {
            // Writing to a String can't fail.
            let _ = writeln!(commands, "show {} {}", command.name(), PositionId::encode(board));
        }
    }
    let said = gnubg.run(&commands);
    let mut rest = &said[said.find("Thorp").unwrap_or_else(|| panic!("no answer: {said}"))..];
    for board in &boards {
        for command in RaceCommand::ALL {
            let text = command.text(board);
            let heard = rest.get(..text.len()).unwrap_or(rest);
            assert_eq!(heard, text, "show {} {}", command.name(), PositionId::encode(board));
            rest = &rest[text.len()..];
        }
    }
    assert_eq!(rest, "");
    assert!(boards.iter().filter(|board| Race::of(board).contact).count() > 200);
    assert!(boards.iter().filter(|board| board.is_on_bar()).count() > 10);
    report(boards.len() * RaceCommand::ALL.len(), "texts on races, as GNU Backgammon prints them");
}

#[test]
fn entries_of_bearoffs_are_those_of_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let engine = Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build);
    let mut random = Random::new(9);
    let mut boards: Vec<Board> = [1, 3, 6, 7, 15]
        .into_iter()
        .flat_map(|most| (0..12).map(move |_| most))
        .map(|most| thrown(&mut random, most, 6))
        .filter(|board| !board.mover_is_done() && !board.flip().mover_is_done())
        .collect();
    // Nothing borne off: the right half of the table has gammons to save.
    let mut points = [0; 24];
    points[..6].copy_from_slice(&[0, 2, 1, 3, 4, 5]);
    let setup = BoardSetup {
        points,
        bar: 0,
        total: 15,
        opponent_points: points,
        opponent_bar: 0,
        opponent_total: 15,
    };
    boards.push(setup.board().expect("a board"));
    let commands: String = boards.iter().fold(String::new(), |all, board| format!("{all}eval {board}\n"));
    let said = gnubg.run(&commands);
    let theirs: Vec<&str> = said.split("Evaluator: ").skip(1).collect();
    assert_eq!(theirs.len(), boards.len(), "{said}");
    for (board, theirs) in boards.iter().zip(theirs) {
        let theirs = &theirs[theirs.find("             Player").expect("entries")
            ..theirs.find("        Win").expect("chances")];
        let homes = [*board, board.flip()].map(|board| Home::of(&board).expect("a bear-off"));
        let ours = gnubg_entries(&Known::of(board, &engine).expect("a bear-off"), homes);
        let parts =
            |text: &str| -> Vec<String> { text.split([' ', '\t', '\n']).map(str::to_owned).collect() };
        let (ours, theirs) = (parts(ours.trim_end()), parts(theirs.trim_end()));
        assert_eq!(ours.len(), theirs.len(), "{board}: {ours:?} {theirs:?}");
        for (one, other) in ours.iter().zip(&theirs) {
            // Both round to 1/65,535; GNU Backgammon adapts one chance so that the sum is 1.
            let is_near = |one: f64, other: f64| (one - other).abs() < 0.006;
            let numbers = one.parse().ok().zip(other.parse().ok());
            assert!(
                numbers.map_or(one == other, |(one, other)| is_near(one, other)),
                "{board}: {one} {other}"
            );
        }
    }
    report(boards.len(), "entries of bear-offs, as GNU Backgammon prints them");
}

#[test]
fn the_side_on_roll_is_the_leader_and_a_finished_game_still_has_one() {
    let Some(gnubg) = Gnubg::find() else { return };
    for id in ["cAkAAAAAAAAA", "MAEAAAAAAAAA"] {
        let commands = format!(
            "set player 0 human\nset player 1 human\nset automatic game off\nset output output off\n\
             new session\nset gnubgid uBsAAL53DAAAAA:{id}\nset output output on\n\
             show keith\nresign 1\naccept\nshow keith\n"
        );
        let said = gnubg.run(&commands);
        let board = "uBsAAL53DAAAAA".parse::<Board>().expect("a board");
        assert_eq!(said.matches(&RaceCommand::Keith.text(&board)).count(), 2, "{said}");
    }
}
