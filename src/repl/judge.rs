//! What a session asks the engine: plays, doubles, answers.

use super::answer::{Answer, Done, Refusal};
use super::session::Session;
use super::settings::evaluations::Evaluation;
use crate::board::{Board, Roll, Side};
use crate::engine::cube::{CubeDecision, CubeState};
use crate::engine::met::MatchEquity;
use crate::engine::move_filters::MoveFilters;
use crate::engine::noise::Noisy;
use crate::engine::roller;
use crate::engine::search::{self, JudgedPlay, Options, Roller, Search};
use crate::engine::{Chances, Evaluator, is_taught};
use crate::game::{Army, Offer, Phase, Resume};
use crate::output::evaluation;
use crate::rules::{Outcome, Play, legal_plays};
use std::borrow::Cow;

/// What playing on must promise, as a normalised equity, for a resignation to be declined.
const WORTHWHILE: f32 = 0.01;

impl Session {
    /// Returns what a search is to do by an evaluation that was set.
    pub(super) fn options(&self, evaluation: Evaluation) -> Options {
        let roller = self.settings.roller.then(Roller::default);
        Options { roller, ..evaluation.options(self.settings.efficiency, self.settings.cache > 0) }
    }

    /// Returns the match equity table for a score at which somebody needs this many points: the one that was set as far as
    /// it goes, else the program's.
    pub(super) fn match_equities(&self, points: usize) -> Cow<'_, MatchEquity> {
        let set = self.settings.table.as_ref().map(|(_, table)| table.as_ref());
        let table = set.filter(|table| points <= table.length()).unwrap_or(MatchEquity::reaching(points));
        if self.settings.is_table_inverted { Cow::Owned(table.inverted()) } else { Cow::Borrowed(table) }
    }

    /// Says once where the engine wasn't taught the variant that is played.
    ///
    /// # Errors
    ///
    /// The engine can't be loaded.
    pub(super) fn caution(&mut self, answer: &mut Answer) -> Done {
        let variant = self.game.state.rules().variant;
        if self.settings.compat || self.game.cautioned == Some(variant) {
            return Ok(());
        }
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(()) };
        if !is_taught(evaluator.as_ref(), variant) {
            self.game.cautioned = Some(variant);
            answer.say(format_args!("Note: {}.", evaluation::untaught(variant)));
        }
        Ok(())
    }

    /// Returns how many threads compute.
    #[must_use]
    pub fn threads(&self) -> u32 {
        match self.settings.threads {
            // GNU Backgammon begins with one.
            0 if self.settings.compat => 1,
            0 => self.host.threads(),
            count => count,
        }
    }

    /// Asks a search that evaluates as was set, with the noise if there is some. Nothing if this world has no engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn ask_as<T>(
        &self,
        by: Side,
        evaluation: Evaluation,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        let options = self.options(evaluation);
        if evaluation.noise <= 0.0 {
            return self.ask(by, options, question);
        }
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(None) };
        // What isn't deterministic differs from one question to the next; whole sessions still repeat.
        let seed =
            if evaluation.deterministic { 0 } else { self.questions.replace(self.questions.get() + 1) + 1 };
        let noisy = Noisy::new(evaluator.as_ref(), evaluation.noise, seed);
        self.ask_of(&noisy, by, options, question).map(Some)
    }

    /// Asks as the program evaluates in a seat: at its level, else as was set. `by` is who is on roll in the question.
    fn ask_seat<T>(
        &self,
        seat: Side,
        by: Side,
        evaluation: Evaluation,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        let Some(level) = self.settings.levels[seat] else { return self.ask_as(by, evaluation, question) };
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(None) };
        let judge = level.misjudging(evaluator.as_ref(), self.whim());
        let options = Options { efficiency: self.settings.efficiency, ..level.options() };
        self.ask_of(&judge, by, options, question).map(Some)
    }

    /// Returns a number that is another one for other dice and in each game, the same in a game that is played
    /// again: the errors of a weak player.
    fn whim(&self) -> u64 {
        // FNV-1a (Glenn Fowler, Landon Curt Noll and Phong Vo, 1991).
        let bytes = self.dice.seed_text().bytes().chain(self.game.history.game.to_le_bytes());
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
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
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(None) };
        self.ask_of(evaluator.as_ref(), by, options, question).map(Some)
    }

    fn ask_of<T>(
        &self,
        evaluator: &dyn Evaluator,
        by: Side,
        options: Options,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<T, Refusal> {
        let state = CubeState::of(&self.game.state, by);
        let table = self.match_equities(state.most_away());
        let mut search = Search::new(evaluator, &table, state, options)
            .ok_or_else(|| Refusal::complain("no table of match equities knows this score"))?;
        Ok(question(&mut search))
    }

    /// Demands an answer of the engine, by an evaluation that was set.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`], and if this world has no engine.
    pub(super) fn asked<T>(
        &self,
        by: Side,
        evaluation: Evaluation,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<T, Refusal> {
        self.ask_as(by, evaluation, question)?.ok_or_else(|| Refusal::complain("there is no engine here"))
    }

    /// Evaluates the plays of a roll of the side on roll.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_plays(&self, roll: Roll) -> Result<Vec<JudgedPlay>, Refusal> {
        let (board, judges) = (*self.game.state.board(), self.settings.evaluations.of_hint());
        self.asked(self.game.state.on_roll(), judges.plays.evaluation, |search| {
            roller::filtered_plays(search, &judges.filters, &board, roll)
        })
    }

    /// Evaluates the cube decision of the side on roll; of the doubler, while a double is to be answered.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_cube(&self) -> Result<(CubeState, CubeDecision), Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        let evaluation = self.settings.evaluations.of_hint().cube.evaluation;
        let decision = self.asked(by, evaluation, |search| roller::cube(search, &board))?;
        Ok((CubeState::of(&self.game.state, by), decision))
    }

    /// Evaluates a board, the side on roll to act, at every depth up to that of cube decisions.
    ///
    /// # Errors
    ///
    /// As [`Self::asked`].
    pub(super) fn judged_board(&self, board: &Board) -> Result<Vec<search::Evaluation>, Refusal> {
        let evaluation = self.settings.evaluations.of_hint().cube.evaluation;
        self.asked(self.game.state.on_roll(), evaluation, |search| {
            let plies = search.options().plies;
            let at = |plies| {
                search.set_plies(plies);
                search.evaluate(board)
            };
            (0..=plies).map(at).collect()
        })
    }

    /// Chooses the play of a seat that plays by itself: the best as it evaluates; the first legal one in a
    /// world without an engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn chosen_play(&self, roll: Roll) -> Result<Play, Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        let judges = &self.settings.evaluations.seats[by];
        let found = self.ask_seat(by, by, judges.plays.evaluation, |search| {
            roller::filtered_plays(search, &judges.filters, &board, roll)[0].play
        })?;
        let first = || legal_plays(&board, roll).first().map_or(Play::DANCE, |play| play.0);
        Ok(found.unwrap_or_else(first))
    }

    /// Chooses the army of a seat that plays by itself and has won the opening with a roll: the one that is worth more
    /// as it evaluates; the first in a world without an engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn chosen_army(&self, roll: Roll) -> Result<Army, Refusal> {
        let (by, start) = (self.game.state.on_roll(), self.game.state.rules().variant.start());
        let judges = &self.settings.evaluations.seats[by];
        let worth = self.ask_seat(by, by, judges.plays.evaluation, |search| {
            [start.board(), start.swapped().board()]
                .map(|board| judges.filters.plays(search, &board, roll)[0].evaluation.equity)
        })?;
        Ok(if worth.is_some_and(|[first, second]| second > first) { Army::Second } else { Army::First })
    }

    /// Returns `true` if such a seat doubles.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wants_to_double(&self) -> Result<bool, Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        if self.game.state.may_double(by).is_err() {
            return Ok(false);
        }
        let evaluation = self.settings.evaluations.seats[by].cube.evaluation;
        let judged =
            self.ask_seat(by, by, evaluation, |search| roller::cube(search, &board).action.is_double())?;
        Ok(judged.unwrap_or(false))
    }

    /// Tells what such a seat answers to a double.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wanted_answer(&self, offer: Offer) -> Result<Reply, Refusal> {
        let (by, board) = (!offer.responder, self.game.state.board_of(!offer.responder));
        let evaluation = self.settings.evaluations.seats[offer.responder].cube.evaluation;
        let found = self.ask_seat(offer.responder, by, evaluation, |search| roller::cube(search, &board))?;
        let rules = self.game.state.rules();
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

    /// Returns `true` if such a seat accepts a resignation: if it couldn't hope for more by playing on.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn wants_to_accept(&self) -> Result<bool, Refusal> {
        let Some(offer) = self.resignation() else { return Ok(true) };
        let judges = &self.settings.evaluations.seats[!offer.by];
        let weighed =
            self.ask_seat(!offer.by, self.game.state.on_roll(), judges.plays.evaluation, |search| {
                offer.weighed(search, &judges.filters)
            })?;
        Ok(weighed.is_none_or(|[playing_on, accepting]| playing_on - accepting <= WORTHWHILE))
    }

    /// Evaluates a resignation that was offered as `hint` evaluates: what playing on and accepting are worth to who answers,
    /// as normalised equities without any more use of the cube. Nothing if none was offered, or without an engine.
    ///
    /// # Errors
    ///
    /// As [`Self::ask`].
    pub(super) fn judged_resignation(&self) -> Result<Option<[f32; 2]>, Refusal> {
        let Some(offer) = self.resignation() else { return Ok(None) };
        let judges = self.settings.evaluations.of_hint();
        self.ask_as(self.game.state.on_roll(), judges.plays.evaluation, |search| {
            offer.weighed(search, &judges.filters)
        })
    }

    fn resignation(&self) -> Option<Resigned> {
        let Phase::ToAnswerResignation { by, outcome, otherwise } = self.game.state.phase() else {
            return None;
        };
        // A player who resigns is on roll, or has just been doubled.
        let is_on_roll = self.game.state.on_roll() == by;
        Some(Resigned { by, is_on_roll, outcome, otherwise, board: *self.game.state.board() })
    }
}

/// A resignation that was offered.
#[derive(Clone, Copy, Debug)]
struct Resigned {
    by: Side,
    is_on_roll: bool,
    outcome: Outcome,
    otherwise: Resume,
    /// Seen by who is on roll.
    board: Board,
}

impl Resigned {
    /// Returns what playing on and accepting are worth to who answers.
    fn weighed(&self, search: &mut Search<'_>, filters: &MoveFilters) -> [f32; 2] {
        let lost = Chances::lost(self.outcome);
        let (offered, sign) = if self.is_on_roll { (lost, -1.0) } else { (lost.flip(), 1.0) };
        let found = match self.otherwise {
            Resume::Play(roll) => filters.plays(search, &self.board, roll)[0].evaluation,
            Resume::Roll | Resume::Answer(_) => search.evaluate(&self.board),
        };
        // What the score and the cube make of gammons counts, so the Jacoby rule does, too.
        [found.chances, offered].map(|chances| sign * search.dead(chances))
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
