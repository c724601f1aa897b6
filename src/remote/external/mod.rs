//! GNU Backgammon's `external` protocol: a FIBS board line asks for an action, `evaluation` for numbers.
//!
//! Questions and answers have the forms of GNU Backgammon 1.07.001, found by asking it; the numbers are ours.
//! `docs/remote.md` lists the differences.
//!
//! ```
//! use barpoint::engine::search::Options;
//! use barpoint::remote::External;
//! use barpoint::Engine;
//!
//! let engine = Engine::new();
//! let external = External::new(&engine, Options::default());
//! assert!(external.answer("version").is_some());
//! ```

mod grammar;

use super::asked::{Asked, Hop, hops};
use crate::board::{Die, Side};
use crate::engine::cube::{CubeState, Reply, Stakes};
use crate::engine::search::{MOST_PLIES, Options, Search};
use crate::engine::{Chances, Class, Evaluator};
use crate::notation::{IdState, RawBoard};
use crate::output::evaluation::cumulative;
use crate::rules::Outcome;
use grammar::{Context, Question, Request};
use std::fmt::Write as _;

/// The gain of playing on, in normalised equity, above which a resignation is declined.
const WORTHWHILE: f32 = 0.01;

/// A conversation with one program.
#[derive(Clone, Copy, Debug)]
pub struct External<'a> {
    evaluator: &'a dyn Evaluator,
    options: Options,
}

impl<'a> External<'a> {
    /// Begins a conversation in which actions are chosen with these options.
    #[must_use]
    pub const fn new(evaluator: &'a dyn Evaluator, options: Options) -> Self {
        Self { evaluator, options }
    }

    /// Answers a line, with its line end; `None` if the line ends the conversation.
    ///
    /// Null bytes at its beginning are skipped: GNU Backgammon sends one after the line end of each question.
    #[must_use]
    pub fn answer(&self, line: &str) -> Option<String> {
        let line = line.trim_start_matches('\0');
        let said = match grammar::read(line) {
            Ok(Request::Exit) => return None,
            Ok(request) => self.said(&request),
            Err(message) => Err(message),
        };
        Some(match said {
            Ok(text) => text + "\n",
            Err(message) => format!("Error: {message}\n"),
        })
    }

    fn said(&self, request: &Request<'_>) -> Result<String, String> {
        let on = |is_on: &bool| if *is_on { "ON" } else { "OFF" };
        Ok(match request {
            // The lines that report what a program may ask; the last one names this program.
            Request::Version => {
                concat!("Interface: 2\nRFBF: 0\nEngine: 1.00\nSoftware: ", env!("CARGO_PKG_VERSION"))
                    .to_owned()
            }
            Request::Help => "\tNo help information available".to_owned(),
            Request::Debug(is_on) => format!("Debug output {}", on(is_on)),
            Request::NewInterface(is_on) => format!("New interface {}", on(is_on)),
            Request::Prompt => return Err("set option 'prompt' not supported".to_owned()),
            Request::Exit => String::new(),
            Request::Board(question) => self.action(question)?,
            Request::Evaluation(question) => self.evaluation(question)?,
        })
    }

    fn action(&self, question: &Question<'_>) -> Result<String, String> {
        let Read { asked, line, dice } = read(question)?;
        let is_over = Class::of(&asked.board) == Class::Over;
        let mut search = asked.search(self.evaluator, self.options)?;
        if let Some(outcome) = question.context.resignation {
            let accepts = is_over || accepts(&asked, &line, outcome, &mut search);
            return Ok(if accepts { "accept" } else { "reject" }.to_owned());
        }
        if let (Some(roll), Some(dice)) = (line.dice, dice) {
            if is_over {
                return Ok(String::new());
            }
            let play = search.plays(&asked.board, roll)[0].play;
            return Ok(written(&hops(&asked.board, &play, Some(dice))));
        }
        if is_over {
            return Err("the game is over".to_owned());
        }
        let word = if line.doubled.is_some() {
            match asked.reply(&mut search) {
                Reply::Take => "take",
                Reply::Pass => "drop",
                Reply::Beaver => "beaver",
            }
        } else if search.cube(&asked.board).action.is_double() {
            "double"
        } else {
            "roll"
        };
        Ok(word.to_owned())
    }

    /// Writes the chances and the equity, from the view of the player on roll.
    fn evaluation(&self, question: &Question<'_>) -> Result<String, String> {
        let Read { asked, .. } = read(question)?;
        let Context { plies, is_cubeful, .. } = question.context;
        let options = Options { plies: plies.min(MOST_PLIES), cubeful: is_cubeful, ..self.options };
        let found = asked.search(self.evaluator, options)?.evaluate(&asked.board);
        let mut text = String::new();
        for chance in cumulative(found.chances) {
            let _ = write!(text, "{chance:.6} ");
        }
        let last = match found.match_chance {
            Some(chance) => chance,
            None if is_cubeful => found.equity,
            None => found.cubeless,
        };
        let _ = write!(text, "{last:.6}");
        Ok(text)
    }
}

struct Read {
    asked: Asked,
    line: RawBoard,
    /// The dice in the order in which they were given.
    dice: Option<(Die, Die)>,
}

fn read(question: &Question<'_>) -> Result<Read, String> {
    let text = format!("board{}", &question.board["board".len()..]);
    let (line, _) = RawBoard::read_lenient(&text)
        .map_err(|error| format!("Invalid board. {}", error.to_string().replace('\n', "; ")))?;
    let context = &question.context;
    let mut id = IdState::from(&line);
    let board = id.board.ok_or("Invalid board. It has no checkers")?;
    if let Some(game) = &mut id.game {
        if Side::ALL.iter().any(|&side| game.away(side) == Some(0)) {
            return Err("Invalid board. The match is over".to_owned());
        }
        game.crawford &= context.has_crawford != Some(false);
    }
    id.no_crawford = context.has_crawford == Some(false);
    let mut state = CubeState::of_id(&id);
    if let Stakes::Money { jacoby, beavers } = &mut state.stakes {
        *jacoby = context.has_jacoby;
        *beavers = context.has_beavers;
    }
    // If neither side may double, there is no cube in FIBS's notation.
    state.is_in_use &= Side::ALL.iter().any(|&side| line.may_double[side]) || line.doubled.is_some();
    Ok(Read { asked: Asked { board, state }, dice: dice(&text), line })
}

/// Reads the dice of a board line in their order: those of player 1, else those of player 0.
fn dice(board: &str) -> Option<(Die, Die)> {
    let die = |field: &str| Die::new(field.trim().parse().ok()?);
    let fields: Vec<Option<Die>> = board.split(':').skip(33).take(4).map(die).collect();
    fields.chunks(2).find_map(|pair| Some((pair[0]?, (*pair.get(1)?)?)))
}

/// Returns `true` if a resignation of the player on roll is at least as good for the opponent as playing on.
fn accepts(asked: &Asked, line: &RawBoard, outcome: Outcome, search: &mut Search<'_>) -> bool {
    let chances = match line.dice {
        Some(roll) => search.plays(&asked.board, roll)[0].evaluation.chances,
        None => search.evaluate(&asked.board).chances,
    };
    search.dead(Chances::lost(outcome)) - search.dead(chances) <= WORTHWHILE
}

/// Writes a play as GNU Backgammon does here: step by step, with a blank after each except the fourth.
fn written(hops: &[Hop]) -> String {
    let word = |(from, to, hits): &Hop| format!("{from}/{to}{}", if *hits { "*" } else { "" });
    let words: Vec<String> = hops.iter().map(word).collect();
    let end = if words.is_empty() || words.len() == 4 { "" } else { " " };
    words.join(" ") + end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Pips;

    fn ask(line: &str) -> String {
        ask_of(&Pips(30.0), line)
    }

    fn ask_of(pips: &Pips, line: &str) -> String {
        let options = Options { plies: 0, remembers: false, ..Options::default() };
        External::new(pips, options).answer(line).expect("an answer")
    }

    /// A line with other fields after the checkers.
    fn board(checkers: &str, turn: i8, dice: &str, cube: &str) -> String {
        format!("board:You:opp:0:0:0:{checkers}:{turn}:{dice}:{dice}:{cube}:1:-1:0:25:0:0:0:0:0:0:0:0")
    }

    const START: &str = "0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0";

    #[test]
    fn plays_are_written_step_by_step_in_the_order_of_the_dice() {
        // Both hit: a 3 from 24 and a 4 from 13.
        let hits = "0:-2:0:0:0:0:5:0:3:-1:0:0:-5:5:0:0:0:-3:0:-3:0:-1:0:0:2:0";
        let ask_far = |dice: &str| ask_of(&Pips(300.0), &board(hits, 1, dice, "1:1:1:0"));
        assert_eq!(
            (ask_far("3:4"), ask_far("4:3")),
            ("24/21* 13/9* \n".to_owned(), "13/9* 24/21* \n".to_owned())
        );
        let closed = "0:-2:0:0:0:0:5:0:3:0:0:0:0:5:0:0:0:0:0:-2:-2:-2:-2:-2:-3:2";
        assert_eq!(ask(&board(closed, 1, "6:1", "1:1:1:0")), "\n");
        let doublet = ask(&board(START, 1, "1:1", "1:1:1:0"));
        assert_eq!(doublet.split(' ').count(), 4, "{doublet}: no blank after a fourth step");
    }

    #[test]
    fn the_cube_is_offered_and_answered() {
        assert_eq!(ask(&board(START, 1, "0:0", "1:1:1:0")), "roll\n");
        let ahead = "0:2:2:2:3:3:3:0:0:0:0:0:0:0:0:0:0:0:-3:-3:-3:-3:-3:0:0:0";
        assert_eq!(ask(&board(ahead, 1, "0:0", "1:1:1:0")), "double\n");
        assert_eq!(ask(&board(ahead, 1, "0:0", "2:0:1:0")), "roll\n", "the cube is the opponent's");
        assert_eq!(ask(&board(ahead, 1, "0:0", "1:0:0:0")), "roll\n", "nobody may double");
        assert_eq!(ask(&board(ahead, 1, "0:0", "1:1:1:1")), "drop\n");
        assert_eq!(ask(&board(ahead, -1, "0:0", "1:1:1:1")), "beaver\n");
        assert_eq!(ask(&(board(ahead, -1, "0:0", "1:1:1:1") + " beavers off")), "take\n");
    }

    #[test]
    fn a_resignation_is_accepted_unless_playing_on_promises_more() {
        assert_eq!(ask(&(board(START, 1, "0:0", "1:1:1:0") + " resignation 1")), "accept\n");
        assert_eq!(ask(&(board(START, 1, "3:1", "1:1:1:0") + " resignation 2")), "accept\n");
        assert_eq!(ask(&(board(START, 1, "0:0", "1:1:1:0") + " resignation 0")), "roll\n");
    }

    #[test]
    fn an_evaluation_is_six_numbers() {
        let start = board(START, 1, "0:0", "1:1:1:0");
        assert_eq!(
            ask(&format!("evaluation fibsboard {start} plies 0 cubeless")),
            "0.500000 0.000000 0.000000 0.000000 0.000000 0.000000\n"
        );
        let in_match = start.replacen("0:0:0", "5:4:0", 1);
        let answer = ask(&format!("evaluation fibsboard {in_match}"));
        let chance: f32 = answer.trim_end().rsplit(' ').next().expect("six").parse().expect("a number");
        assert!((0.8..0.95).contains(&chance), "one who needs a point against five: {answer}");
    }

    #[test]
    fn boards_that_make_no_sense_are_refused() {
        let line = board(START, 1, "3:1", "1:1:1:0");
        for wrong in [
            line.replacen(":5:0:3:", ":9:0:9:", 1),
            line.replacen(":3:1:3:1:", ":7:1:7:1:", 1),
            line.replacen(":0:0:0:", ":5:7:0:", 1),
            line[..line.len() - 4].to_owned(),
        ] {
            let answer = ask(&wrong);
            assert!(answer.starts_with("Error: Invalid board. ") && answer.lines().count() == 1, "{answer}");
        }
        let quiet = External::new(&Pips(30.0), Options::default());
        assert!(["exit", "QUIT\r", "\0exit"].into_iter().all(|line| quiet.answer(line).is_none()));
    }

    #[test]
    fn the_null_byte_after_a_question_belongs_to_none() {
        let line = board(START, 1, "0:0", "1:1:1:0");
        assert_eq!(ask(&format!("\0{line}")), ask(&line));
        assert!(ask("foo\0").starts_with("Error: syntax error"));
    }
}
