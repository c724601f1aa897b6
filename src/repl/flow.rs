//! The turn passes: automatic actions between two commands.

use super::answer::{Answer, Done, Refusal};
use super::dice::{Generator, roll_of};
use super::history::{Deed, Move};
use super::session::{AfterMatch, Seat, Session};
use crate::board::{Board, BySide, Die, Place, Roll, Side};
use crate::diag::count::many;
use crate::engine::cube::Reply;
use crate::game::{Action, Army, Choice, Ending, Event, GameResult, Phase, Rules, Score};
use crate::notation::play::print;
use crate::rules::{Outcome, Play, legal_plays};

/// The most turns that may pass automatically in a row. No game is that long; two automatic seats would
/// otherwise play for ever.
const MOST_TURNS: usize = 4096;
/// The most doublets that are rolled again because a game doesn't begin with one.
const MOST_TIES: usize = 100;

impl Session {
    /// Announces the next turn, if it has passed, and carries out automatic actions.
    ///
    /// # Errors
    ///
    /// If the dice run out.
    pub fn settle(&mut self, answer: &mut Answer) -> Done {
        let done = self.settle_turns(answer);
        self.say_dropped(answer);
        done
    }

    fn settle_turns(&mut self, answer: &mut Answer) -> Done {
        for _ in 0..MOST_TURNS {
            if !self.game.pending {
                return Ok(());
            }
            self.game.pending = false;
            if self.host.is_interrupted() {
                return Err(Refusal::silent("interrupted; `play` continues where a computer has to act"));
            }
            self.next_turn(answer)?;
        }
        Ok(())
    }

    /// Announces the next turn, if it has passed, and carries out automatic actions until it passes again.
    pub(super) fn settle_once(&mut self, answer: &mut Answer) -> Done {
        if std::mem::take(&mut self.game.pending) { self.next_turn(answer) } else { Ok(()) }
    }

    fn next_turn(&mut self, answer: &mut Answer) -> Done {
        if !self.is_begun() {
            return Ok(());
        }
        if let Some(result) = self.game.state.phase().result() {
            self.decide_stage();
            self.announce(result, answer);
            if !self.is_match_over() {
                if self.settings.automatic.game {
                    self.open_game(Opening::Next, answer)?;
                    self.game.pending = true;
                }
                return Ok(());
            }
            if self.game.state.rules().is_money() {
                answer.say("The session is over.");
            } else {
                answer.say(format_args!("{} has won the match.", self.match_winner(result)));
                self.draw(answer);
            }
            if self.input.after_match != AfterMatch::More {
                self.input.after_match = AfterMatch::Ended;
                self.input.is_over = true;
            }
            return Ok(());
        }
        if self.game.seats[self.turn()] == Seat::Computer {
            if !self.is_sparing() {
                self.show_board(answer);
            }
            return self.computer_acts(answer);
        }
        let rolls = self.is_rolling();
        if !(rolls && self.is_sparing()) {
            self.draw(answer);
        }
        self.draw_next(answer);
        if !rolls {
            return Ok(());
        }
        self.may_replace(answer)?;
        self.roll(answer)
    }

    /// In compat mode, decides whether the game after the one whose end is announced is the Crawford game.
    fn decide_stage(&mut self) {
        let score = Score { crawford_played: self.is_late(), ..*self.game.state.score() };
        let is_crawford = Some(self.is_crawford_next(&score)).filter(|_| self.settings.compat);
        self.game.announced_crawford = is_crawford;
        self.game.next_is_crawford = is_crawford;
    }

    /// Prints how many moves were dropped since the last time, by a command or by the computer's turn after it.
    pub(super) fn say_dropped(&mut self, answer: &mut Answer) {
        let replaced = std::mem::take(&mut self.game.history.replaced);
        let is_kept = self.dropped(replaced);
        if replaced > 0 && !self.settings.compat {
            let were =
                if replaced == 1 { "move after this place was" } else { "moves after this place were" };
            let way_back = if is_kept { "; `restore` lists the match as it was" } else { "" };
            answer.complain(format_args!("note: {replaced} {were} dropped{way_back}"));
        }
    }

    /// Returns `true` if the dice of the side on roll are rolled automatically: it can't double.
    fn is_rolling(&self) -> bool {
        self.game.state.phase() == Phase::ToRoll
            && self.settings.automatic.roll
            && self.game.state.may_double(self.turn()).is_err()
    }

    fn match_winner(&self, last: GameResult) -> &str {
        let winner = self.game.state.score().match_winner(self.game.state.rules()).or(last.winner);
        winner.map_or("nobody", |winner| self.name(winner))
    }

    /// Announces the winner of the game, and the score.
    fn announce(&self, result: GameResult, answer: &mut Answer) {
        let Some(winner) = result.winner else {
            answer.say("The game is drawn.");
            return self.say_score(answer);
        };
        let counts = result.outcome.unwrap_or(Outcome::Single);
        // Under the Jacoby rule only a turned cube makes it a gammon.
        let before = self.game.history.last().map_or(&self.game.state, |last| &last.before);
        let is_single = self.game.state.rules().multiplier(counts, before.cube()) == 1;
        let counts = if is_single { Outcome::Single } else { counts };
        let points = many(result.points.into(), "point");
        answer.say(format_args!("{} wins a {counts} and {points}.", self.name(winner)));
        self.say_score(answer);
    }

    /// Begins the next game: rolls for the opening.
    pub(super) fn open_game(&mut self, opening: Opening, answer: &mut Answer) -> Done {
        self.refresh_rules();
        // In GNU Backgammon it stays in use, or out of use, as it was in the last game.
        if !self.settings.compat && !self.game.has_own_rules {
            self.use_cube(self.settings.cube);
        }
        let (rules, is_quiet) = (self.game.state.rules(), self.settings.compat && !self.settings.display);
        // The rules of the other kind of play that a file contains only hold for its games.
        let rules = Rules {
            crawford: rules.crawford && !rules.is_money(),
            jacoby: rules.jacoby && rules.is_money(),
            // GNU Backgammon turns the cube only where it announces that.
            automatic_doubles: if is_quiet { 0 } else { rules.automatic_doubles },
            ..rules.clone()
        };
        self.game.state.place_rules(rules);
        self.game.low_first = None;
        self.game.said_stage = None;
        self.game.is_played_out = false;
        self.game.dice_under = None;
        self.game.remembered = None;
        if matches!(self.game.state.phase(), Phase::GameOver(_)) {
            let kept = self.keeps_stage().then(|| self.game.state.is_crawford_game());
            // This is the only possible action after a game.
            let _ = self.game.state.apply(Side::Zero, &Action::NextGame);
            let said = self.game.next_is_crawford.or(kept);
            if let Some(is_crawford) = said.filter(|&said| said != self.game.state.is_crawford_game()) {
                self.game.state.place_crawford(is_crawford);
                let score = Score { crawford_played: !is_crawford, ..*self.game.state.score() };
                self.game.state.place_score(score);
            }
        }
        self.game.next_is_crawford = None;
        self.game.history.begin(self.game.state.clone(), self.game.names.clone());
        // A match is kept whole: its score needs all its games.
        if !self.settings.record && self.game.state.rules().is_money() {
            self.game.history.keep_current();
        }
        self.touch();
        let mut reused = self.game.last_opening.filter(|_| self.settings.compat && opening != Opening::Asked);
        loop {
            let dice = match reused.take() {
                Some(dice) => dice,
                None => self.draw_dice(answer)?,
            };
            if self.settings.display {
                let (zero, one) = (self.name(Side::Zero), self.name(Side::One));
                answer.say(format_args!("{zero} rolls {}, {one} rolls {}.", dice.0, dice.1));
            }
            let opened = self.game.state.apply(Side::Zero, &Action::Open(BySide::new(dice.0, dice.1)));
            match opened {
                Ok(Event::OpeningTied { doubled_to: Some(value) }) if self.settings.display => {
                    answer.say(format_args!("The cube is now at {value}."));
                }
                Ok(Event::Opened { first, roll }) => {
                    self.game.last_opening = Some(dice);
                    let before =
                        self.game.history.state().cloned().unwrap_or_else(|| self.game.state.clone());
                    self.game.history.add(Deed::Rolled(roll), first, before, self.game.state.clone());
                    break;
                }
                // A cube at its limit isn't turned again.
                _ => {}
            }
        }
        if !self.is_sparing() {
            self.show_board(answer);
        }
        if self.game.seats[self.turn()] == Seat::Computer {
            if self.settings.compat && opening == Opening::Next {
                // In GNU Backgammon the turn is announced, too.
                self.show_board(answer);
            }
            self.computer_acts(answer)?;
        } else {
            self.draw(answer);
            self.say_choice(answer);
        }
        Ok(())
    }

    /// Prints that there are two armies to choose from, if a person has won the opening roll.
    fn say_choice(&self, answer: &mut Answer) {
        let start = self.game.state.rules().variant.start();
        if start.is_symmetric() {
            return;
        }
        let [first, second] = [start, start.swapped()].map(|start| army_words(&start.board()));
        answer.say(format_args!(
            "{} may choose before playing: `choose first` is the army with {first}, `choose second` the one with {second}.",
            self.name(self.turn())
        ));
    }

    /// Gives the winner of the opening an army, and announces it.
    pub(super) fn choose(&mut self, army: Army, answer: &mut Answer) -> Done {
        let by = self.game.state.on_roll();
        let choice = Choice { army, ..self.game.state.choice() };
        self.act(by, &Action::Choose(choice), Some(Deed::SetBoard)).map_err(Refusal::say)?;
        if self.settings.display {
            let army = army_words(self.game.state.board());
            answer.say(format_args!("{} takes the army with {army}.", self.name(by)));
        }
        Ok(())
    }

    /// Draws the dice of a turn. A game doesn't begin with a doublet, whichever player was set on roll, except in GNU
    /// Backgammon after `clear turn` or `set turn`.
    fn draw_turn(&mut self, answer: &mut Answer) -> Result<(Die, Die), Refusal> {
        let is_opening = !self.settings.compat && self.game.history.is_unplayed();
        let mut dice = self.draw_dice(answer)?;
        // A file may have no other dice.
        for _ in 0..MOST_TIES {
            if !is_opening || dice.0 != dice.1 {
                break;
            }
            dice = self.draw_dice(answer)?;
        }
        Ok(dice)
    }

    /// Draws two dice, or asks for them if they are typed by hand.
    ///
    /// # Errors
    ///
    /// If there is no one to ask, or the file of dice has none.
    pub(super) fn draw_dice(&mut self, answer: &mut Answer) -> Result<(Die, Die), Refusal> {
        if self.dice.generator() == Generator::Manual {
            loop {
                self.write_now(answer);
                let Some(line) = self.host.ask("Enter dice: ") else {
                    // A person at a terminal just doesn't want to roll.
                    self.input.is_over = !self.host.is_terminal();
                    let why = if self.input.is_over {
                        "the input ended where dice were asked for"
                    } else {
                        "no dice were entered; `roll` or `new game` asks again"
                    };
                    return Err(Refusal::silent(why));
                };
                let digits: Vec<Die> =
                    line.bytes().filter_map(|byte| Die::new(byte.wrapping_sub(b'0'))).collect();
                match digits[..] {
                    [first, second] => return Ok((first, second)),
                    _ => answer.say("You must enter two numbers between 1 and 6."),
                }
            }
        }
        if let Some(dice) = self.dice.roll() {
            return Ok(dice);
        }
        answer.say(format_args!("Rewinding dice file ({})", self.dice.file_name().unwrap_or_default()));
        self.dice.rewind();
        self.dice.roll().ok_or_else(|| Refusal::silent("the file of dice has no two digits from 1 to 6"))
    }

    /// Rolls the dice of the side on roll, shows the board, and makes a forced play.
    pub(super) fn roll(&mut self, answer: &mut Answer) -> Done {
        let by = self.game.state.on_roll();
        let has_doubled = matches!(self.game.history.last(), Some(Move { what: Deed::Taken, .. }));
        let is_drawn = self.is_sparing() && (has_doubled || !self.is_rolling());
        let dice = match self.game.history.last() {
            Some(Move { what: Deed::Rolled(roll), by: last, .. }) if *last == by => Some(*roll),
            _ => None,
        };
        // Dice that were rolled, not for the opening, and removed from the board by hand come again.
        let rolled = dice.filter(|_| self.game.last_opening.is_none());
        self.game.last_opening = None;
        self.game.low_first = None;
        let board = *self.game.state.board();
        // Everything after this place is dropped, including its rolls; chosen dice come first.
        let had_tail = self.game.history.has_tail();
        let is_asked = self.settings.compat && !had_tail && !self.settings.cheat.is_on;
        let remembered = self.game.remembered.filter(|_| is_asked);
        let is_here = |before: &Board| before.lanes()[..=Board::BAR] == board.lanes()[..=Board::BAR];
        let remembered = remembered.filter(|(side, before, _)| *side == by && is_here(before));
        let rolled = if self.settings.compat { remembered.map(|(.., roll)| roll) } else { rolled };
        let known = self.game.known_roll.or(rolled);
        let chosen = if known.is_none() { self.chosen_roll()? } else { None };
        let (roll, is_rising) = if let Some(roll) = known.or(chosen) {
            (roll, false)
        } else {
            let (first, second) = self.draw_turn(answer)?;
            (roll_of((first, second)), first < second)
        };
        if self.act(by, &Action::Roll(roll), Some(Deed::Rolled(roll))).is_err() {
            return Ok(());
        }
        // Chosen dice aren't remembered.
        self.game.remembered = Some((by, board, roll)).filter(|_| chosen.is_none());
        if !had_tail && dice.is_none() {
            self.game.history.look();
        }
        match self.game.seats[by] {
            // They are said with the play.
            Seat::Computer if self.is_sparing() => {}
            Seat::Human if is_drawn => answer.say(format_args!("{} rolls {roll}.", self.name(by))),
            Seat::Computer if self.settings.compat => {
                // GNU Backgammon shows its own dice in the order in which they fell.
                self.game.low_first = Some(roll).filter(|_| is_rising);
                self.show_board(answer);
                self.game.low_first = None;
            }
            _ => self.show_board(answer),
        }
        self.forced(roll, answer);
        Ok(())
    }

    /// Makes a forced play: a dance; if the settings want it, the only play or the one that bears off a
    /// checker with each die.
    fn forced(&mut self, roll: Roll, answer: &mut Answer) {
        let plays = legal_plays(self.game.state.board(), roll);
        let automatic = &self.settings.automatic;
        let is_bearing_off =
            automatic.bearoff && (self.is_bearing_off() || self.bearing_off(&plays).is_some());
        let is_wanted = plays.is_empty() || automatic.play || is_bearing_off;
        let forced = self.forced_play(&plays).filter(|_| is_wanted || plays.len() > 1);
        if let Some(play) = forced {
            self.make(&play, answer);
        }
    }

    /// Returns `true` if both sides are bearing off, or there are as few checkers as in hypergammon: the
    /// positions of GNU Backgammon's databases.
    fn is_bearing_off(&self) -> bool {
        let board = self.game.state.board();
        let is_home = |board: &Board| board.lanes()[7..=25].iter().all(|&count| count <= 0);
        let (most, _) = self.game.state.rules().variant.start().checkers();
        most <= 3 || (is_home(board) && is_home(&board.flip()) && !board.has_contact())
    }

    /// Returns the only legal play, or the one that bears off a checker with each die if that is automatic.
    pub(super) fn forced_play(&self, plays: &[(Play, Board)]) -> Option<Play> {
        match plays {
            [] => Some(Play::DANCE),
            [only] => Some(only.0),
            _ if self.settings.automatic.bearoff => self.bearing_off(plays),
            _ => None,
        }
    }

    /// Returns the play that bears off a checker with each die, once all contact is over.
    fn bearing_off(&self, plays: &[(Play, Board)]) -> Option<Play> {
        let board = self.game.state.board();
        if board.has_contact() {
            return None;
        }
        let Phase::ToPlay(roll) = self.game.state.phase() else { return None };
        let wanted = roll.steps();
        let off = |play: &Play| play.steps().iter().filter(|step| step.to() == 0).count();
        plays.iter().map(|play| play.0).find(|play| off(play) == usize::from(wanted))
    }

    /// Makes an automatic play of the side on roll, prints it, and passes the turn.
    pub(super) fn make(&mut self, play: &Play, answer: &mut Answer) {
        let by = self.game.state.on_roll();
        let Phase::ToPlay(roll) = self.game.state.phase() else { return };
        if self.settings.display {
            let written = print::gnubg(self.game.state.board(), play);
            // The dice of the opening were said before.
            let is_unseen = self.is_sparing()
                && self.game.seats[by] == Seat::Computer
                && !self.game.state.is_first_turn();
            let rolls = if is_unseen { format!(" rolls {roll} and") } else { String::new() };
            if play.is_dance() {
                answer.say(format_args!("{}{rolls} cannot move.", self.name(by)));
            } else {
                answer.say(format_args!("{}{rolls} moves {written}.", self.name(by)));
            }
        }
        // The play is from the generator.
        let _ = self.act(by, &Action::Play(*play), Some(Deed::Played(roll, *play)));
        self.game.pending = true;
    }

    /// Plays the game to its end automatically, without output, and announces the winner.
    pub(super) fn play_out(&mut self, answer: &mut Answer) -> Done {
        self.caution(answer)?;
        let mut unseen = Answer::default();
        let mut acts = 0_usize;
        self.game.is_helped = true;
        while acts < MOST_TURNS && self.is_playing() {
            if self.host.is_interrupted() {
                self.game.pending = false;
                return Err(Refusal::silent("interrupted; `end game` continues to the end of the game"));
            }
            self.computer_acts(&mut unseen)?;
            acts += 1;
        }
        if let Some(result) = self.game.state.phase().result() {
            answer.say("Game complete.");
            if let Some(winner) = result.winner {
                let points = many(result.points.into(), "point");
                answer.say(format_args!("{} wins {points}", self.name(winner)));
            }
        }
        self.game.pending = true;
        if self.settings.compat {
            self.game.is_played_out = true;
            return self.after_the_end(acts % 2 == 1, answer);
        }
        Ok(())
    }

    /// Does what GNU Backgammon does after a game that it has played out. It acts in pairs, and announces the turn
    /// in between: only an end by the first act of a pair is announced, and only after the second one the next game
    /// begins.
    fn after_the_end(&mut self, is_first_of_pair: bool, answer: &mut Answer) -> Done {
        let Some(result) = self.game.state.phase().result() else { return Ok(()) };
        if is_first_of_pair {
            let opens = std::mem::take(&mut self.settings.automatic.game);
            let done = self.settle_once(answer);
            self.settings.automatic.game = opens;
            done?;
        }
        if result.ending == Ending::Resigned {
            self.draw(answer);
        }
        let is_over = matches!(self.game.state.phase(), Phase::MatchOver(_));
        if !is_first_of_pair && !is_over && self.settings.automatic.game {
            self.open_game(Opening::PlayedOut, answer)?;
            self.game.pending = true;
        }
        Ok(())
    }

    /// Rolls for the seat of another program, which continues at once.
    pub(super) fn rolls(&mut self, answer: &mut Answer) -> Done {
        self.roll(answer)?;
        self.game.pending = true;
        Ok(())
    }

    /// Acts for an automatic seat: it doubles, rolls, plays and answers as the engine decides.
    pub(super) fn computer_acts(&mut self, answer: &mut Answer) -> Done {
        if let Some(socket) = self.game.remotes[self.turn()].clone() {
            return self.remote_acts(&socket, answer);
        }
        self.caution(answer)?;
        if self.settings.compat
            && let Some(outcome) = self.certain_loss()?
            && self.resign(self.turn(), outcome, answer).is_ok()
        {
            return Ok(());
        }
        match self.game.state.phase() {
            Phase::ToRoll if self.wants_to_double()? => self.offer(answer),
            Phase::ToRoll => {
                let by = self.game.state.on_roll();
                self.roll(answer)?;
                if let Phase::ToPlay(roll) = self.game.state.phase()
                    && self.game.state.on_roll() == by
                {
                    self.plays(roll, answer)?;
                }
                Ok(())
            }
            Phase::ToPlay(roll) => self.plays(roll, answer),
            Phase::ToAnswerDouble(offer) => match self.wanted_answer(offer)? {
                Reply::Take => self.take(answer),
                Reply::Pass => self.pass(answer),
                Reply::Beaver => self.redouble(answer),
            },
            Phase::ToAnswerResignation { .. } if self.wants_to_accept()? => self.agree(answer),
            Phase::ToAnswerResignation { .. } => self.decline(answer),
            _ => Ok(()),
        }
    }

    /// Makes the play that an automatic seat chooses.
    fn plays(&mut self, roll: Roll, answer: &mut Answer) -> Done {
        if self.game.state.is_first_turn() && !self.game.state.rules().variant.start().is_symmetric() {
            let army = self.chosen_army(roll)?;
            self.choose(army, answer)?;
        }
        let play = self.chosen_play(roll)?;
        self.make(&play, answer);
        Ok(())
    }
}

/// The reason why a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opening {
    /// A command.
    Asked,
    /// The announced end of the previous game.
    Next,
    /// The end of a game that the program has played out, which wasn't announced.
    PlayedOut,
}

/// Returns the name of an army, from its player's view.
fn army_words(board: &Board) -> String {
    let left = board.checkers() - board.mine(Place::Off);
    format!("{} on the board", many(left.into(), "checker"))
}
