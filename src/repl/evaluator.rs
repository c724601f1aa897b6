//! Questions of a session to the engine: plays, doubles, answers. They fail as [`Session::ask`] does; those that need
//! the engine also where there is none.

use super::answer::{Answer, Done, Refusal};
use super::session::Session;
use super::settings::evaluations::{Evaluation, search_options};
use crate::board::{Board, Roll, Side};
use crate::engine::cube::{CubeDecision, CubeState, Reply};
use crate::engine::met::{LONGEST, MatchEquity, UNKNOWN_SCORE};
use crate::engine::move_filters::MoveFilters;
use crate::engine::noise::Noisy;
use crate::engine::roller;
use crate::engine::search::{self, EvaluatedPlay, Options, Roller, Search};
use crate::engine::{Chances, Engine, Evaluator, is_taught};
use crate::game::{Army, MAX_CUBE, Offer, Phase, Resume, Rules};
use crate::output::evaluation::{self, Numbers};
use crate::rules::{Outcome, Play, legal_plays};
use std::borrow::Cow;
use std::rc::Rc;
use std::sync::LazyLock;

/// The most by which a certain loss may be off, in points: GNU Backgammon resigns where its table of rolls to bear off,
/// rounded to 1 in 65,535, has no chance of anything else.
const CERTAIN: f32 = 1e-5;

/// The gain of playing on, in normalised equity, above which a resignation is declined.
const WORTHWHILE: f32 = 0.01;

/// Refuses a command that needs the engine.
pub(super) fn no_engine() -> Refusal {
    Refusal::complain("there is no engine here")
}

impl Session {
    /// Returns the evaluator, which must be there.
    pub(super) fn evaluator(&self) -> Result<Rc<dyn Evaluator>, Refusal> {
        self.host.evaluator().map_err(Refusal::complain)?.ok_or_else(no_engine)
    }

    /// Returns the engine with its tables, which must be there.
    pub(super) fn engine(&self) -> Result<Rc<Engine>, Refusal> {
        self.host.engine().map_err(Refusal::complain)?.ok_or_else(no_engine)
    }

    /// Returns the search options for an evaluation setting.
    pub(super) fn options(&self, evaluation: Evaluation) -> Options {
        let roller = self.settings.roller.then(Roller::default);
        Options { roller, ..search_options(evaluation, self.settings.efficiency, self.settings.cache > 0) }
    }

    /// Returns the match equity table for a score at which a player needs this many points: the one that was
    /// set if it is large enough, else the program's, which is continued in compat mode.
    pub(super) fn match_equities(&self, points: usize) -> Cow<'_, MatchEquity> {
        static CONTINUED: LazyLock<MatchEquity> = LazyLock::new(|| MatchEquity::kazaross().extended(LONGEST));
        let set = self.settings.table.as_ref().map(|(_, table)| table.as_ref());
        let table = match set {
            None if self.settings.compat && points <= LONGEST => &CONTINUED,
            _ => set.filter(|table| points <= table.length()).unwrap_or(MatchEquity::reaching(points)),
        };
        if self.settings.is_table_inverted { Cow::Owned(table.inverted()) } else { Cow::Borrowed(table) }
    }

    /// Returns the match equity table of analyses and their sums, unless it is the program's. Outside compat mode it is:
    /// other commands read the analyses in files by that one.
    pub(super) fn equities_of_analyses(&self) -> Option<Cow<'_, MatchEquity>> {
        self.settings.compat.then(|| self.match_equities(0))
    }

    /// Returns the rules by which positions are evaluated. GNU Backgammon's match equities are those with a Crawford game,
    /// even in a match without one, and its losses count no beaver.
    pub(super) fn rules_of_equities(&self) -> Rules {
        let (rules, compat) = (self.game.state.rules(), self.settings.compat);
        let crawford = rules.crawford || compat && !rules.is_money();
        // As in a record that doesn't state how many there may be.
        let beavers = if compat && rules.beavers > 0 { u8::MAX } else { rules.beavers };
        Rules { crawford, beavers, ..rules.clone() }
    }

    /// Returns the cube and the stakes by these rules, from the view of a side.
    pub(super) fn cube_state(&self, by: Side) -> CubeState {
        let mut state = CubeState::of(&self.game.state, by);
        state.house.has_crawford |= self.settings.compat;
        state
    }

    /// Returns how numbers are written about a decision in this state.
    pub(super) fn numbers(&self, state: &CubeState) -> Numbers {
        let output = &self.settings.output;
        let is_mwc = state.is_match() && output.mwc;
        let terms = is_mwc.then(|| state.terms(&self.match_equities(state.most_away()))).flatten();
        Numbers {
            digits: usize::from(output.digits),
            wins_in_percent: output.win_percent,
            matches_in_percent: output.match_percent,
            terms,
        }
    }

    /// Warns once if the engine wasn't trained on the current variant.
    pub(super) fn caution(&mut self, answer: &mut Answer) -> Done {
        let variant = self.game.state.rules().variant;
        if self.settings.compat || self.game.cautioned == Some(variant) {
            return Ok(());
        }
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(()) };
        if !is_taught(evaluator.as_ref(), variant, &variant.start().board()) {
            self.game.cautioned = Some(variant);
            answer.say(format_args!("Note: {}.", evaluation::untaught(variant)));
        }
        Ok(())
    }

    /// Returns the number of threads to compute with.
    pub(super) fn threads(&self) -> u32 {
        match self.settings.threads {
            // GNU Backgammon's default is one.
            0 if self.settings.compat => 1,
            0 => self.host.threads(),
            count => count,
        }
    }

    /// Runs a question on a search with an evaluation setting, including its noise; `None` without an engine.
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
        // Noise that isn't deterministic differs from one question to the next; whole sessions still repeat.
        let seed =
            if evaluation.deterministic { 0 } else { self.questions.replace(self.questions.get() + 1) + 1 };
        let noisy = Noisy::new(evaluator.as_ref(), evaluation.noise, seed);
        self.ask_of(&noisy, by, options, question).map(Some)
    }

    /// Runs a question on a search for a seat: at its level, else by its settings. `by` is the player on roll
    /// in the question.
    fn ask_seat<T>(
        &self,
        seat: Side,
        by: Side,
        evaluation: Evaluation,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<Option<T>, Refusal> {
        let Some(level) = self.settings.levels[seat] else { return self.ask_as(by, evaluation, question) };
        let Some(evaluator) = self.host.evaluator().map_err(Refusal::complain)? else { return Ok(None) };
        let erring = level.erring(evaluator.as_ref(), self.whim());
        let options = Options { efficiency: self.settings.efficiency, ..level.options() };
        self.ask_of(&erring, by, options, question).map(Some)
    }

    /// Returns a seed for the errors of a weak player. It differs with the dice and from game to game, and is
    /// the same when a game is repeated.
    fn whim(&self) -> u64 {
        // FNV-1a (Glenn Fowler, Landon Curt Noll and Phong Vo, 1991).
        let bytes = self.dice.seed_text().bytes().chain(self.game.history.game.to_le_bytes());
        bytes
            .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
    }

    /// Runs a question on a search for the match in progress, from the view of a side; `None` without an
    /// engine.
    ///
    /// # Errors
    ///
    /// If the engine can't be loaded, or the match is too long for the match equity table.
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
        let state = self.cube_state(by);
        let table = self.match_equities(state.most_away());
        let mut search =
            Search::new(evaluator, &table, state, options).ok_or_else(|| Refusal::complain(UNKNOWN_SCORE))?;
        Ok(question(&mut search))
    }

    /// Runs a question that needs the engine, with an evaluation setting.
    pub(super) fn asked<T>(
        &self,
        by: Side,
        evaluation: Evaluation,
        question: impl FnOnce(&mut Search<'_>) -> T,
    ) -> Result<T, Refusal> {
        self.ask_as(by, evaluation, question)?.ok_or_else(no_engine)
    }

    /// Evaluates the plays of a roll of the side on roll.
    pub(super) fn evaluated_plays(&self, roll: Roll) -> Result<Vec<EvaluatedPlay>, Refusal> {
        let (board, evaluators) = (*self.game.state.board(), self.settings.evaluations.of_hint());
        self.asked(self.game.state.on_roll(), evaluators.plays.evaluation, |search| {
            roller::filtered_plays(search, &evaluators.filters, &board, roll)
        })
    }

    /// Evaluates the cube decision of the side on roll, or of the doubler while a double waits for its
    /// answer.
    pub(super) fn evaluated_cube(&self) -> Result<(CubeState, CubeDecision), Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        let evaluation = self.settings.evaluations.of_hint().of_cube();
        let decision = self.asked(by, evaluation, |search| roller::cube(search, &board))?;
        Ok((self.cube_state(by), decision))
    }

    /// Evaluates a board at every depth up to that of cube decisions, as GNU Backgammon does: if the side on roll doesn't
    /// double.
    pub(super) fn evaluated_board(&self, board: &Board) -> Result<Vec<search::Evaluation>, Refusal> {
        let evaluation = self.settings.evaluations.of_hint().of_cube();
        self.asked(self.game.state.on_roll(), evaluation, |search| {
            let plies = search.options().plies;
            let at = |plies| {
                search.set_plies(plies);
                search.evaluate_undoubled(board)
            };
            (0..=plies).map(at).collect()
        })
    }

    /// Chooses the play of an automatic seat: the best by its evaluation; without an engine the first legal
    /// one.
    pub(super) fn chosen_play(&self, roll: Roll) -> Result<Play, Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        let evaluators = &self.settings.evaluations.seats[by];
        let found = self.ask_seat(by, by, evaluators.plays.evaluation, |search| {
            roller::filtered_plays(search, &evaluators.filters, &board, roll)[0].play
        })?;
        let first = || legal_plays(&board, roll).first().map_or(Play::DANCE, |play| play.0);
        Ok(found.unwrap_or_else(first))
    }

    /// Chooses the army of an automatic seat that has won the opening with a roll: the one with the higher
    /// equity by its evaluation; without an engine the first.
    pub(super) fn chosen_army(&self, roll: Roll) -> Result<Army, Refusal> {
        let (by, start) = (self.game.state.on_roll(), self.game.state.rules().variant.start());
        let evaluators = &self.settings.evaluations.seats[by];
        let worth = self.ask_seat(by, by, evaluators.plays.evaluation, |search| {
            [start.board(), start.swapped().board()]
                .map(|board| evaluators.filters.plays(search, &board, roll)[0].evaluation.equity)
        })?;
        Ok(if worth.is_some_and(|[first, second]| second > first) { Army::Second } else { Army::First })
    }

    /// Returns `true` if such a seat doubles.
    pub(super) fn wants_to_double(&self) -> Result<bool, Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        if self.game.state.may_double(by).is_err() {
            return Ok(false);
        }
        let evaluation = self.settings.evaluations.seats[by].of_cube();
        let evaluated =
            self.ask_seat(by, by, evaluation, |search| roller::cube(search, &board).action.is_double())?;
        Ok(evaluated.unwrap_or(false))
    }

    /// Returns the answer of such a seat to a double.
    pub(super) fn wanted_answer(&self, offer: Offer) -> Result<Reply, Refusal> {
        let (by, board) = (!offer.responder, self.game.state.board_of(!offer.responder));
        let evaluation = self.settings.evaluations.seats[offer.responder].of_cube();
        let found = self.ask_seat(offer.responder, by, evaluation, |search| roller::cube(search, &board))?;
        let rules = self.game.state.rules();
        Ok(match found {
            Some(found) if !found.action.is_take() => Reply::Pass,
            Some(found)
                if found.double_take < 0.0
                    && rules.is_money()
                    && offer.beavers < rules.beavers.min(1)
                    && offer.value <= rules.cube_limit.min(MAX_CUBE) / 2 =>
            {
                Reply::Beaver
            }
            // Also without an engine, and where the cube didn't come by a plain double.
            _ => Reply::Take,
        })
    }

    /// Returns `true` if such a seat accepts a resignation: if playing on wouldn't gain more.
    pub(super) fn wants_to_accept(&self) -> Result<bool, Refusal> {
        let Some(offer) = self.resignation() else { return Ok(true) };
        let evaluators = &self.settings.evaluations.seats[!offer.by];
        let weighed =
            self.ask_seat(!offer.by, self.game.state.on_roll(), evaluators.plays.evaluation, |search| {
                offer.weighed(search, &evaluators.filters)
            })?;
        Ok(weighed.is_none_or(|[playing_on, accepting]| playing_on - accepting <= WORTHWHILE))
    }

    /// Returns what a seat of the program is certain to lose, whatever is rolled; `None` while there is contact.
    ///
    /// GNU Backgammon resigns such a game.
    pub(super) fn certain_loss(&self) -> Result<Option<Outcome>, Refusal> {
        let (by, board) = (self.game.state.on_roll(), *self.game.state.board());
        let is_deciding = matches!(self.game.state.phase(), Phase::ToRoll | Phase::ToPlay(_));
        if !is_deciding || board.has_contact() {
            return Ok(None);
        }
        let at = |plies| {
            let options = Options { plies, ..Options::default() };
            self.ask(by, options, |search| search.evaluate(&board).chances)
        };
        let Some(static_chances) = at(0)? else { return Ok(None) };
        if static_chances.win() > CERTAIN {
            return Ok(None);
        }
        // Near the end of the game the search sees every gammon; the nets only estimate them.
        let is_estimated = static_chances.lose_gammon() > CERTAIN;
        let Some(chances) = (if is_estimated { at(2)? } else { Some(static_chances) }) else {
            return Ok(None);
        };
        let is_certain =
            |outcome: &Outcome| (chances.equity() - Chances::lost(*outcome).equity()).abs() < CERTAIN;
        Ok(Outcome::ALL.into_iter().find(is_certain))
    }

    /// Evaluates a resignation with the settings of `hint`: the normalised equities of playing on and of
    /// accepting, from the responder's view, without any more use of the cube. `None` if there is no
    /// resignation, or no engine.
    pub(super) fn evaluated_resignation(&self) -> Result<Option<[f32; 2]>, Refusal> {
        let Some(offer) = self.resignation() else { return Ok(None) };
        let evaluators = self.settings.evaluations.of_hint();
        self.ask_as(self.game.state.on_roll(), evaluators.plays.evaluation, |search| {
            offer.weighed(search, &evaluators.filters)
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

/// A resignation that is offered.
#[derive(Clone, Copy, Debug)]
struct Resigned {
    by: Side,
    is_on_roll: bool,
    outcome: Outcome,
    otherwise: Resume,
    /// From the view of the player on roll.
    board: Board,
}

impl Resigned {
    /// Returns the equities of playing on and of accepting, from the responder's view.
    fn weighed(&self, search: &mut Search<'_>, filters: &MoveFilters) -> [f32; 2] {
        let lost = Chances::lost(self.outcome);
        let (offered, sign) = if self.is_on_roll { (lost, -1.0) } else { (lost.flip(), 1.0) };
        let found = match self.otherwise {
            Resume::Play(roll) => filters.plays(search, &self.board, roll)[0].evaluation,
            Resume::Roll | Resume::Answer(_) => search.evaluate(&self.board),
        };
        // The score, the cube and the Jacoby rule affect how gammons count.
        [found.chances, offered].map(|chances| sign * search.dead(chances))
    }
}
