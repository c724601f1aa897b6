//! A seat that another program plays: `set player N external`. The program gets the position as a FIBS board
//! line, and answers with its action, as our own `external` does.

use super::answer::{Answer, Done, Refusal};
use super::session::Session;
use crate::game::Phase;
use crate::rules::Play;
use std::fmt::Write as _;

impl Session {
    /// Asks the program on a socket for its action, and carries it out.
    ///
    /// # Errors
    ///
    /// If it can't be reached, or its answer isn't possible here: nothing is done then.
    pub(super) fn remote_acts(&mut self, socket: &str, answer: &mut Answer) -> Done {
        let phase = self.game.state.phase();
        if phase == Phase::ToRoll && self.game.state.may_double(self.turn()).is_err() {
            return self.rolls(answer);
        }
        let mut line = self.raw_line().map_err(Refusal::complain)?;
        if let Phase::ToAnswerResignation { outcome, .. } = phase {
            let _ = write!(line, " resignation {}", outcome.multiplier());
        }
        self.write_now(answer);
        let said = self.host.ask_program(socket, &line);
        let said = said.map_err(|error| Refusal::complain(format_args!("{socket}: {error}")))?;
        let word = said.trim();
        let is = |words: &[&str]| words.iter().any(|known| word.eq_ignore_ascii_case(known));
        match phase {
            Phase::ToRoll if is(&["roll"]) => self.rolls(answer),
            Phase::ToRoll if is(&["double"]) => self.offer(answer),
            Phase::ToPlay(roll) => {
                let play = Play::parse(self.game.state.board(), roll, word);
                self.make(&play.map_err(|_| cannot(socket, word, "a legal play"))?, answer);
                Ok(())
            }
            Phase::ToAnswerDouble(_) if is(&["take", "accept"]) => self.take(answer),
            Phase::ToAnswerDouble(_) if is(&["drop", "pass", "reject"]) => self.pass(answer),
            Phase::ToAnswerDouble(_) if is(&["beaver", "redouble"]) => self.redouble(answer),
            Phase::ToAnswerResignation { .. } if is(&["accept", "agree"]) => self.agree(answer),
            Phase::ToAnswerResignation { .. } if is(&["reject", "decline"]) => self.decline(answer),
            Phase::ToRoll => Err(cannot(socket, word, "`roll' or `double'")),
            Phase::ToAnswerDouble(_) => Err(cannot(socket, word, "`take', `drop' or `beaver'")),
            Phase::ToAnswerResignation { .. } => Err(cannot(socket, word, "`accept' or `reject'")),
            _ => Ok(()),
        }
    }
}

fn cannot(socket: &str, said: &str, wanted: &str) -> Refusal {
    Refusal::complain(format_args!("{socket}: `{said}' is not {wanted}"))
        .help("`set player N human' or `barpoint' takes the seat back")
}
