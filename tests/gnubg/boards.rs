//! Positions of random games: IDs, drawings and pip counts compared with GNU Backgammon's.

use super::Gnubg;
use crate::support::{Random, report};
use barpoint::board::{Board, BySide, Roll, Side};
use barpoint::notation::{MatchFields, MatchId, PositionId};
use barpoint::output::board::{BoardDrawing, Caption, Direction, Status};
use std::fmt::Write as _;

/// The number of states for each process.
const STATES: usize = 120;

/// A state, as far as IDs can contain it.
struct State {
    board: Board,
    fields: MatchFields,
}

/// Returns the states of a random game, with random facts around them.
fn states(random: &mut Random) -> Vec<State> {
    let mut states = Vec::new();
    let mut board = Board::START;
    while states.len() < STATES {
        let roll = Roll::ALL[random.below(21)];
        if random.below(3) == 0 {
            let fields = fields(random, roll);
            states.push(State { board, fields });
        }
        let plays = barpoint::rules::legal_plays(&board, roll);
        if !plays.is_empty() {
            board = plays[random.below(plays.len())].1;
        }
        board = if board.mover_is_done() { Board::START } else { board.flip() };
    }
    states
}

/// Returns a match with anything that can be written beside a board.
fn fields(random: &mut Random, roll: Roll) -> MatchFields {
    let side = |random: &mut Random| Side::ALL[random.below(2)];
    let length = if random.below(4) == 0 { 0 } else { 1 + random.below(64) as u16 };
    let points = |random: &mut Random| random.below(usize::from(length.max(1))) as u16;
    let on_roll = side(random);
    // The cube goes up to 4096 there, and stays at 1 in a Crawford game.
    let doublings = [0, 0, 0, 1, 1, 2, 3, 6, 12][random.below(9)];
    let mut fields = MatchFields {
        cube: 1 << doublings,
        owner: (doublings > 0).then(|| side(random)),
        on_roll,
        turn: on_roll,
        dice: (random.below(2) == 0).then_some(roll),
        length,
        score: BySide::new(points(random), points(random)),
        jacoby: length == 0 && random.below(2) == 0,
        ..MatchFields::default()
    };
    let one_away = |side: Side| fields.score[side] + 1 == length;
    if length > 1 && one_away(Side::Zero) != one_away(Side::One) && doublings == 0 {
        fields.crawford = random.below(2) == 0;
    }
    fields
}

impl State {
    fn ids(&self) -> (PositionId, MatchId) {
        (PositionId::encode(&self.board), MatchId::encode(&self.fields).expect("a possible match"))
    }

    fn drawing(&self) -> String {
        let (position, id) = self.ids();
        let fields = &self.fields;
        let status = fields.dice.map_or(Status::OnRoll, |roll| Status::Rolled(roll.high(), roll.low()));
        let drawing = BoardDrawing {
            match_id: Some(id.to_string()),
            caption: Some(Caption {
                names: BySide::new("Anna".to_owned(), "Berta".to_owned()),
                scores: fields.score.map(u32::from),
                length: u32::from(fields.length),
                crawford: fields.crawford,
                cube: fields.cube,
                cube_owner: fields.owner,
                status,
                resignation: None,
                resigner: None,
            }),
            ..BoardDrawing::plain(self.board, fields.on_roll, position.to_string())
        };
        drawing.draw(Direction::Standard)
    }

    /// Returns the output of `show pipcount`: the side on roll comes last.
    fn pip_counts(&self) -> String {
        let names = ["Anna", "Berta"];
        let on_roll = names[self.fields.on_roll.index()];
        let other = names[self.fields.on_roll.opponent().index()];
        let (mine, theirs) = (self.board.pips(), self.board.opponent_pips());
        format!("The pip counts are: {on_roll} {mine}, {other} {theirs}.\n")
    }
}

#[test]
fn random_positions_look_as_in_gnu_backgammon() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut cases = 0;
    for seed in 1..=4 {
        let states = states(&mut Random::new(seed));
        let mut commands = String::from("set defaultnames Anna Berta\nnew match 7\n");
        for state in &states {
            let (position, id) = state.ids();
            // Writing to a String can't fail.
            let _ = writeln!(commands, "set gnubgid {position}:{id}\nshow board\nshow pipcount");
        }
        let said = gnubg.run(&commands);
        let mut answers = said.split("Setting GNUbg ID ").skip(1);
        for state in &states {
            let (position, id) = state.ids();
            let answer = answers.next().unwrap_or_else(|| panic!("no answer to {position}:{id}: {said}"));
            let expected = format!("{position}:{id}\n{}\n{}", state.drawing(), state.pip_counts());
            let heard = answer.get(..expected.len()).unwrap_or(answer);
            assert_eq!(heard, expected, "{position}:{id}");
            cases += 1;
        }
    }
    report(cases, "random positions drawn and counted by GNU Backgammon");
}
