//! What a session asks the engine: plays, doubles, answers.

use super::answer::Refusal;
use super::session::Session;
use crate::board::{Board, Roll, Side};
use crate::engine::cube::{CubeDecision, CubeState};
use crate::engine::met::MatchEquity;
use crate::engine::search::{Evaluation, JudgedPlay, MOST_PLIES, Options, Search};
use crate::engine::{Chances, Level};
use crate::game::{Offer, Phase, Resume};
use crate::rules::{Play, legal_plays};

/// The settings of how deep plays are judged, and whether with the cube.
pub(super) const PLAYS: [&str; 2] =
    ["set evaluation chequerplay evaluation plies", "set evaluation chequerplay evaluation cubeful"];
/// The same for cube decisions.
pub(super) const CUBE: [&str; 2] =
    ["set evaluation cubedecision evaluation plies", "set evaluation cubedecision evaluation cubeful"];

/// What playing on must promise, as a normalised equity, for a resignation to be declined.
const WORTHWHILE: f32 = 0.01;

impl Session {
    /// Returns how plays (or cube decisions) are judged, as it was set.
    pub(super) fn options(&self, [plies, cubeful]: [&str; 2]) -> Options {
        let set = |path: &str| self.settings.remembered.get(path).map(String::as_str);
        let number = set(plies).and_then(|words| words.trim().parse::<u8>().ok());
        // GNU Backgammon begins with plays at 0-ply and cube decisions at 2-ply.
        let unset = if self.settings.compat && plies == PLAYS[0] { 0 } else { 2 };
        let cubeful = !set(cubeful).is_some_and(|word| matches!(word.trim(), "off" | "no" | "false"));
        Options { plies: number.unwrap_or(unset).min(MOST_PLIES), cubeful, ..Options::default() }
    }

    /// Asks a search about the match in progress, seen by a side. Nothing if this world has no engine.
    ///
    /// # Errors
    ///
    /// The engine can't be loaded, or the match is too long for the table of match equities.
    pub(super) fn ask<T>(
        &self,
        by: Side,
        options: Options,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        self.ask_at(Level::Expert, by, options, question)
    }

    /// Asks as the program judges in a seat; `by` is who is on roll in the question.
    fn ask_seat<T>(
        &self,
        seat: Side,
        by: Side,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        let level = self.settings.levels[seat];
        self.ask_at(level, by, level.options(), question)
    }

    /// Asks somebody of a level, who misjudges positions accordingly.
    fn ask_at<T>(
        &self,
        level: Level,
        by: Side,
        options: Options,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(None) };
        let state = CubeState::of(&self.state, by);
        let table = MatchEquity::reaching(state.most_away());
        let judge = level.misjudging(evaluator.as_ref(), self.whim());
        let mut search = Search::new(&judge, table, state, options)
            .ok_or_else(|| Refusal::complain("no table of match equities knows this score"))?;
        Ok(Some(question(&mut search)))
    }

    /// Returns a number that is another one for other dice and in each game, the same in a game that is played
    /// again: what a weak player misjudges.
    fn whim(&self) -> u64 {
        // FNV-1a (Glenn Fowler, Landon Curt Noll and Phong Vo, 1991).
        let bytes = self.dice.seed_text().bytes().chain(self.history.game.to_le_bytes());
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Demands an answer of the engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`], and if this world has no engine.
    pub(super) fn asked<T>(
        &self,
        by: Side,
        options: Options,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<T, Refusal> {
        self.ask(by, options, question)?.ok_or_else(|| Refusal::complain("there is no engine here"))
    }

    /// Judges the plays of a roll of the side on roll.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_plays(&self, roll: Roll) -> Result<Vec<JudgedPlay>, Refusal> {
        let board = *self.state.board();
        self.asked(self.state.on_roll(), self.options(PLAYS), |search| search.plays(&board, roll))
    }

    /// Judges the cube decision of the side on roll; of the doubler, while a double is to be answered.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_cube(&self) -> Result<(CubeState, CubeDecision), Refusal> {
        let (by, board) = (self.state.on_roll(), *self.state.board());
        let decision = self.asked(by, self.options(CUBE), |search| search.cube(&board))?;
        Ok((CubeState::of(&self.state, by), decision))
    }

    /// Judges a board, the side on roll to act, at every depth up to that of cube decisions.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_board(&self, board: &Board) -> Result<Vec<Evaluation>, Refusal> {
        let options = self.options(CUBE);
        self.asked(self.state.on_roll(), options, |search| {
            let at = |plies| {
                search.set_plies(plies);
                search.evaluate(board)
            };
            (0..=options.plies).map(at).collect()
        })
    }

    /// Chooses the play of a seat that plays by itself: the best that it sees at its
    /// level; the first legal one in a world without an engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn chosen_play(&self, roll: Roll) -> Result<Play, Refusal> {
        let board = *self.state.board();
        let by = self.state.on_roll();
        let judged = self.ask_seat(by, by, |search| search.plays(&board, roll)[0].play)?;
        let first = || legal_plays(&board, roll).first().map_or(Play::DANCE, |play| play.0);
        Ok(judged.unwrap_or_else(first))
    }

    /// Tells whether such a seat doubles.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wants_to_double(&self) -> Result<bool, Refusal> {
        let (by, board) = (self.state.on_roll(), *self.state.board());
        if self.state.may_double(by).is_err() {
            return Ok(false);
        }
        let judged = self.ask_seat(by, by, |search| search.cube(&board).action.is_double())?;
        Ok(judged.unwrap_or(false))
    }

    /// Tells what such a seat answers to a double.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wanted_answer(&self, offer: Offer) -> Result<Reply, Refusal> {
        let (by, board) = (!offer.responder, self.state.board_of(!offer.responder));
        let found = self.ask_seat(offer.responder, by, |search| search.cube(&board))?;
        let rules = self.state.rules();
        Ok(match found {
            Some(found) if !found.action.is_take() => Reply::Pass,
            Some(found)
                if found.double_take < 0.0 && rules.is_money() && offer.beavers < rules.beavers.min(1) =>
            {
                Reply::Beaver
            }
            // Also in a world without an engine, and where no plain double has brought the cube.
            _ => Reply::Take,
        })
    }

    /// Tells whether such a seat accepts a resignation: if it couldn't hope for more by playing on.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wants_to_accept(&self) -> Result<bool, Refusal> {
        let Phase::ToAnswerResignation { by, outcome, otherwise } = self.state.phase() else {
            return Ok(true);
        };
        // Whoever resigns is on roll, or has just been doubled.
        let (on_roll, board) = (self.state.on_roll(), *self.state.board());
        let lost = Chances::lost(outcome);
        let (offered, sign) = if on_roll == by { (lost, -1.0) } else { (lost.flip(), 1.0) };
        let gains = self.ask_seat(by.opponent(), on_roll, |search| {
            let judged = match otherwise {
                Resume::Play(roll) => search.plays(&board, roll)[0].evaluation,
                Resume::Roll | Resume::Answer(_) => search.evaluate(&board),
            };
            // What the score and the cube make of gammons counts, so the Jacoby rule does, too.
            sign * (search.dead(judged.chances) - search.dead(offered))
        })?;
        Ok(gains.is_none_or(|gains| gains <= WORTHWHILE))
    }
}

/// What is answered to a double.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reply {
    /// The cube is taken.
    Take,
    /// It is refused.
    Pass,
    /// It is taken and turned at once.
    Beaver,
}
