//! The board as a session shows it.

use super::answer::Answer;
use super::history::Deed;
use super::record::listed::digits_of_play;
use super::score::Stage;
use super::session::Session;
use super::settings::{BoardStyle, Boards};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::diag::{ENDLESS, neutral};
use crate::game::{Ending, GameResult, MatchState, Phase};
use crate::notation::drawing::{BoardDrawing, Caption, Status};
use crate::notation::{GameState, IdState, MatchFields, MatchId, PositionId};
use crate::output::ui::Color;
use crate::output::unicode;

impl Session {
    /// Returns the fields of the present state's Match ID.
    ///
    /// After the end of a game GNU Backgammon keeps the offers, the dice and the turn; only the score, the
    /// Crawford game and the state of the game are new.
    #[must_use]
    pub fn fields(&self) -> MatchFields {
        let now = MatchFields::from(&self.game.state);
        let (Phase::GameOver(result) | Phase::MatchOver(result)) = self.game.state.phase() else {
            let rules = self.game.state.rules();
            // In GNU Backgammon a match to one point has a Crawford game, too, if it is set by hand.
            let is_said = self.settings.compat && self.game.state.is_crawford_game() && !rules.is_money();
            // Dice that a double of the past leaves on the board stay there; there are none outside of compat mode.
            let dice = now.dice.or(self.game.dice_under);
            return MatchFields { jacoby: rules.jacoby, crawford: now.crawford || is_said, dice, ..now };
        };
        // A match to one point is post-Crawford from its beginning.
        let announced = self.game.next_is_crawford;
        let crawford = announced.unwrap_or_else(|| self.is_crawford_next(self.game.state.score()));
        let crawford = crawford && self.game.state.rules().length > 1;
        let before = self.game.history.last().map_or(&self.game.state, |last| &last.before);
        // Until the end is announced, it has no effect on the next game.
        let crawford = if self.game.pending || (self.settings.compat && self.game.history.is_revisited) {
            before.is_crawford_game()
        } else {
            crawford
        };
        let crawford = self.game.said_stage.map_or(crawford, |stage| stage == Stage::Crawford);
        let mut shown = behind_the_end(before, result);
        let has_double = result.ending == Ending::Passed || shown.double_offered;
        if self.settings.compat && self.game.history.is_revisited && has_double {
            // A double of a record leaves dice where they are.
            shown.dice = self.game.history.dice();
        }
        // After reading a file or navigating, an accepted resignation hasn't passed GNU Backgammon's turn.
        if self.settings.compat && self.game.history.is_revisited && shown.resignation.is_some() {
            shown.turn = if shown.double_offered { !shown.on_roll } else { shown.on_roll };
        }
        if self.settings.compat && self.game.is_played_out {
            shown.resignation = None;
        }
        MatchFields {
            state: now.state,
            length: now.length,
            score: now.score,
            crawford,
            jacoby: self.game.state.rules().jacoby,
            ..shown
        }
    }

    /// Returns the board that is shown, from the view of the side on roll in the fields.
    #[must_use]
    pub fn board(&self) -> Board {
        match self.game.state.phase() {
            // The turn passes with the last checker.
            Phase::GameOver(result) | Phase::MatchOver(result) if result.ending == Ending::BorneOff => {
                self.game.state.board().flip()
            }
            _ => *self.game.state.board(),
        }
    }

    /// Returns the position as a FIBS board line, if such a line can express it.
    pub(super) fn raw_line(&self) -> Result<String, String> {
        let mut fields = self.fields();
        if !self.is_playing() && !fields.double_offered {
            // Nobody has to act in a game that is over.
            fields.turn = fields.on_roll;
        }
        let state = IdState {
            names: Some(self.game.names.clone()),
            post_crawford: Some(self.is_post_crawford()),
            ..IdState::new(self.board(), fields)
        };
        // After the last game, and in a match to one point, a board can't express the Crawford game.
        let without = || IdState { game: Some(MatchFields { crawford: false, ..fields }), ..state.clone() };
        let (mut raw, is_denied) = match state.raw_board() {
            Ok((raw, _)) => (raw, false),
            Err(_) => (without().raw_board().map_err(|error| error.to_string())?.0, fields.crawford),
        };
        if fields.double_offered {
            // GNU Backgammon also shows a beaver that no reader of its line can tell from a double.
            raw.cube = fields.cube;
            raw.may_double = BySide(Side::ALL.map(|side| fields.owner.is_none_or(|owner| owner == side)));
            raw.doubled = Some(fields.turn);
        }
        let line = raw.to_string();
        // GNU Backgammon's line expresses it: its last number is 0, which means that no player may double.
        let line = match line.strip_suffix('1') {
            Some(rest) if is_denied && self.settings.compat => format!("{rest}0"),
            _ => line,
        };
        let is_rising = fields.dice.is_some() && fields.dice == self.game.low_first;
        Ok(if is_rising { with_dice_turned(&line) } else { line })
    }

    /// Returns two dice in the order in which they are shown: as they were set, or the higher one first.
    pub(super) fn in_order(&self, roll: Roll) -> (Die, Die) {
        if self.game.low_first == Some(roll) { (roll.low(), roll.high()) } else { (roll.high(), roll.low()) }
    }

    /// Prints the dice that follow if the session has gone back to before a play, the analysis of them, and the
    /// comments on what follows.
    pub(super) fn draw_next(&self, answer: &mut Answer) {
        if self.settings.compat && (self.settings.raw_board || !self.is_begun()) {
            return;
        }
        let is_shown = self.show_analysis(answer);
        let Some(next) = self.game.history.next() else { return };
        if !is_shown && let Deed::Played(roll, _) | Deed::Condoned(roll) = &next.what {
            let [first, second] = digits_of_play(next, *roll).map(char::from);
            answer.say(format_args!("Rolled {first}{second}:"));
        }
        for comment in next.comments() {
            answer.say(comment);
        }
    }

    /// Draws the board.
    pub(super) fn draw(&self, answer: &mut Answer) {
        if self.game.state.phase() == Phase::OpeningRoll {
            let start = self.is_at_start().then(|| self.start_words());
            answer.say(start.as_deref().unwrap_or("No game in progress."));
            return;
        }
        if self.settings.raw_board {
            match self.raw_line() {
                Ok(raw) => answer.say(raw),
                Err(error) => answer.complain(error),
            }
            return;
        }
        let mut text = self.dressed(&self.drawing().draw(self.settings.direction));
        text.push('\n');
        // GNU Backgammon draws the board of an opening twice, though the user has seen it.
        let is_seen = self.host.is_terminal() && !self.settings.compat && answer.ends_with(&text);
        if !is_seen {
            answer.put_as_is(text);
        }
    }

    /// Returns the drawing of the present board with the text around it.
    #[must_use]
    pub fn drawing(&self) -> BoardDrawing {
        let (fields, board) = (self.fields(), self.board());
        let mut caption = Caption::of(&fields, self.game.names.clone());
        caption.scores = self.game.state.score().points;
        if self.settings.compat {
            caption.resigner = None;
        }
        if let (Status::Rolled(..), Some(roll)) = (caption.status, fields.dice) {
            let (first, second) = self.in_order(roll);
            caption.status = Status::Rolled(first, second);
        }
        BoardDrawing {
            board,
            on_roll: fields.on_roll,
            position_id: PositionId::encode(&board).to_string(),
            match_id: self.match_id_text(&fields),
            caption: Some(caption),
        }
    }

    /// Gives a drawing the characters and the colours of the settings; in a pipe it keeps its own. Control
    /// characters in names are made harmless.
    fn dressed(&self, drawing: &str) -> String {
        let is_unicode = match self.settings.output.style {
            BoardStyle::Auto => self.host.is_unicode() && !self.settings.compat,
            BoardStyle::Ascii => false,
            BoardStyle::Unicode => true,
        };
        let drawn = if is_unicode && self.host.is_terminal() {
            unicode::board(drawing, self.settings.direction, self.is_coloured())
        } else {
            neutral(drawing).into_owned()
        };
        unicode::fitted(&drawn, self.columns().unwrap_or(ENDLESS)).into_owned()
    }

    /// Returns `true` if a board is drawn once a turn only, before a person decides.
    pub(super) fn is_sparing(&self) -> bool {
        self.settings.output.boards == Boards::Turns && self.settings.display && !self.settings.compat
    }

    /// Returns the width at which lines for a person at a terminal are broken, in columns. In compat mode they are as long
    /// as GNU Backgammon's.
    pub(super) fn columns(&self) -> Option<usize> {
        if self.settings.compat { None } else { self.host.columns() }
    }

    /// Returns `true` if output to a person at a terminal has colours.
    pub(super) fn is_coloured(&self) -> bool {
        match self.settings.output.colour {
            Color::Auto => self.host.is_styled(),
            Color::Always => true,
            Color::Never => false,
        }
    }

    /// Writes a Match ID. After the last game it can't contain the Crawford game any more, except in compat
    /// mode, where it contains the same as GNU Backgammon's.
    fn match_id_text(&self, fields: &MatchFields) -> Option<String> {
        if self.settings.compat {
            return Some(MatchId::unchecked(fields).to_string());
        }
        let without = || MatchId::encode(&MatchFields { crawford: false, ..*fields });
        MatchId::encode(fields).or_else(|_| without()).ok().map(|id| id.to_string())
    }
}

/// Exchanges the dice of a FIBS board line: four numbers, before the last sixteen.
fn with_dice_turned(line: &str) -> String {
    let mut words: Vec<&str> = line.split(':').collect();
    if let Some(first) = words.len().checked_sub(20) {
        words.swap(first, first + 1);
        words.swap(first + 2, first + 3);
    }
    words.join(":")
}

/// Returns the fields of the board at the end of a game.
fn behind_the_end(before: &MatchState, result: GameResult) -> MatchFields {
    let mut before = before.clone();
    if result.ending == Ending::Drawn {
        // A resignation that wasn't answered is void.
        before.withdraw_resignation();
    }
    let fields = MatchFields::from(&before);
    match (result.ending, result.winner) {
        (Ending::BorneOff, Some(winner)) => {
            let (on_roll, turn) = (winner.opponent(), winner.opponent());
            MatchFields { on_roll, turn, dice: None, double_offered: false, resignation: None, ..fields }
        }
        (Ending::Passed, _) => MatchFields { double_offered: false, ..fields },
        _ => fields,
    }
}

/// Draws a position without a game, from player 1's view. GNU Backgammon writes the Match ID of the game in
/// progress above it.
pub(super) fn draw_position(board: Board, session: &Session) -> String {
    let id = PositionId::encode(&board).to_string();
    let mut drawing = BoardDrawing::plain(board, Side::One, id);
    if session.settings.compat {
        let before = match session.game.history.next() {
            // At the beginning of a game, its score and the side of its first play are known.
            Some(next) => MatchFields { on_roll: next.by, turn: next.by, ..session.fields() },
            None => MatchFields::default(),
        };
        let before = MatchFields { state: GameState::None, ..before };
        let fields = if session.is_begun() { session.fields() } else { before };
        drawing.match_id = session.match_id_text(&fields);
    }
    session.dressed(&drawing.draw(session.settings.direction))
}
