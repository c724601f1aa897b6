//! The analysis of a session's games: computed, summed up, shown.

use super::answer::{Answer, Refusal};
use super::history::{Deed, Game, Move};
use super::record::listed::digits_of_play;
use super::session::Session;
use crate::analysis::rolled::Rolled;
use crate::analysis::skill::{
    Analyser, Decision, Evaluated, Kind, Mark, Scope, Statistics, Thresholds, Unit, Verdict, cube_analysis,
    decisions, evaluations, note,
};
use crate::analysis::stored::{self, Settings};
use crate::board::Side;
use crate::diag::ENDLESS;
use crate::engine::cube::CubeDecision;
use crate::engine::met::{LONGEST, UNKNOWN_SCORE};
use crate::engine::search::{EvaluatedPlay, Evaluation, Options};
use crate::game::record::{self, Analysis, Candidate, CubeAnalysis, Notes, PlayAnalysis};
use crate::game::{Act, Happening, Phase, ReplayedGame};
use crate::host::pipeline::{self, Limits};
use crate::output::evaluation::{self, Numbers};
use crate::output::statistics::{self, Parts, Style, Worths};
use crate::output::stored::{ends, gnubg_rolled_cube, gnubg_rolled_play};
use crate::rules::resolve::resolve;
use std::borrow::Cow;
use std::ops::{ControlFlow, Range};

/// The number of plays shown before the one that was made.
const SHOWN: usize = 10;

/// Returns the events of a game; the entry of each act is the index of its move.
pub(super) fn replayed(game: &Game) -> ReplayedGame {
    let act = |(place, step): (usize, &Move)| Act {
        before: step.before.board_of(step.by),
        cube: step.before.cube(),
        by: step.by,
        entry: u32::try_from(place).ok(),
        what: happening(step),
    };
    ReplayedGame {
        number: 0,
        before: *game.start.score(),
        is_crawford: game.start.is_crawford_game(),
        automatic_doubles: game.start.automatic_doubles(),
        acts: game.moves.iter().enumerate().map(act).collect(),
        result: game.result(),
        is_proven: true,
        overruled: Vec::new(),
    }
}

/// Returns what is done in a move.
pub(super) fn happening(step: &Move) -> Happening {
    match step.what {
        Deed::Played(roll, play) => Happening::Played { roll, play },
        Deed::Condoned(roll) => Happening::Illegal { roll, after: step.after.board_of(step.by) },
        Deed::Rolled(roll) => Happening::RolledOnly { roll },
        Deed::Doubled => match step.after.phase() {
            Phase::ToAnswerDouble(offer) => Happening::Doubled { to: offer.value, beaver: offer.beavers > 0 },
            _ => Happening::Doubled { to: step.before.cube().value.saturating_mul(2), beaver: false },
        },
        Deed::Taken => Happening::Taken,
        Deed::Passed => Happening::Passed,
        Deed::Resigned(outcome) => Happening::Resigned { outcome },
        Deed::Drawn => match step.after.phase() {
            Phase::GameOver(result) | Phase::MatchOver(result) => Happening::GameOver(result),
            _ => Happening::PositionSet { roll: None },
        },
        Deed::SetBoard | Deed::SetCubeValue | Deed::SetCubeOwner => Happening::PositionSet { roll: None },
    }
}

impl Session {
    /// Returns the decisions of a game by the session's rules and match equities.
    pub(super) fn decisions(&self, game: &ReplayedGame) -> Vec<Decision> {
        let mut all = decisions(&self.rules_of_equities(), game);
        if let Some(table) = self.equities_of_analyses() {
            for decision in &mut all {
                decision.unit = Unit::by(&table, &decision.state).or(decision.unit);
            }
        }
        all
    }

    /// Returns the decision at a place of a game, if there is one.
    pub(super) fn decision_at(&self, game: &Game, place: usize) -> Option<Decision> {
        let is_it = |decision: &Decision| decision.act == place && decision.kind.is_rated();
        self.decisions(&replayed(game)).into_iter().find(is_it)
    }

    /// Returns the scope of an analysis, as it was set.
    fn scope(&self) -> Result<Scope, Refusal> {
        let set = &self.settings.analysis;
        if !(set.moves || set.cube || set.luck) {
            return Err(Refusal::say(
                "No analysis selected, you must specify at least one type of analysis to perform",
            ));
        }
        let (evaluators, luck) = (&self.settings.evaluations.analysis, self.settings.evaluations.luck);
        let of = |is_on: bool, options: Options| is_on.then_some(options);
        Ok(Scope {
            plays: of(set.moves, self.options(evaluators.plays.evaluation)),
            filters: Some(evaluators.filters),
            cube: of(set.cube, self.options(evaluators.of_cube())),
            luck: of(set.luck, self.options(luck)),
            players: set.players,
        })
    }

    /// Evaluates the decisions of some games and stores the results in their notes.
    ///
    /// # Errors
    ///
    /// If there is no engine, there is nothing to evaluate, or the analysis is interrupted.
    pub(super) fn analyse_games(&mut self, games: Range<usize>) -> Result<(), Refusal> {
        let wanted: Vec<(usize, Decision)> = games
            .clone()
            .flat_map(|index| {
                let all = self.decisions(&replayed(&self.game.history.games[index]));
                all.into_iter()
                    .filter(|decision| decision.kind.is_rated())
                    .map(move |decision| (index, decision))
            })
            .collect();
        self.analyse_all(&wanted)?;
        for game in &mut self.game.history.games[games] {
            if let Some(notes) = &mut game.head.notes {
                // These are sums of other analyses.
                notes.properties.retain(|property| property.key != "sgf:GS");
            }
        }
        Ok(())
    }

    /// Keeps the plays that `hint` found with the turn: the next move, or the dice that wait to be played.
    pub(super) fn keep_plays(&mut self, found: PlayAnalysis) {
        let Phase::ToPlay(roll) = self.game.state.phase() else { return };
        let step = self.game.history.turn_mut().filter(|step| step.what.dice() == Some(roll));
        if let Some(step) = step {
            step.keep_plays(found);
        }
        self.look_at_hint();
    }

    /// Looks at the decision that waits: GNU Backgammon's files then have it, with what `hint` has found. Where dice
    /// were taken off the board, they are still the next thing there.
    fn look_at_hint(&mut self) {
        let has_dice = matches!(self.game.state.phase(), Phase::ToPlay(_));
        if self.settings.compat && (has_dice || !self.game.history.has_rolled()) {
            self.game.history.look();
        }
    }

    /// Keeps the cube decision that `hint` found with its action: the next move, or the one that will be made.
    pub(super) fn keep_cube(&mut self, found: CubeDecision, is_cubeful: bool) {
        let is_answer = matches!(self.game.state.phase(), Phase::ToAnswerDouble(_));
        let history = &mut self.game.history;
        // In GNU Backgammon the double gets it from its answer.
        if let (true, Some(double), Some(found)) =
            (is_answer && !self.settings.compat, history.last_mut(), cube_analysis(&found, is_cubeful))
            && double.what == Deed::Doubled
        {
            double.keep(Analysis::Cube(Box::new(found)));
        }
        let Some(next) = history.next_mut() else {
            if let Some(game) = history.current_mut() {
                game.hinted = Some((found, is_cubeful));
            }
            self.look_at_hint();
            return;
        };
        let is_its = match next.what {
            Deed::Taken | Deed::Passed => is_answer,
            Deed::Played(..) | Deed::Condoned(_) | Deed::Doubled => !is_answer,
            _ => false,
        };
        if let Some(found) = cube_analysis(&found, is_cubeful).filter(|_| is_its) {
            next.keep(Analysis::Cube(Box::new(found)));
        }
    }

    /// Evaluates the next decision and stores the results in its notes.
    pub(super) fn analyse_next(&mut self) -> Result<(), Refusal> {
        let (index, at) = (self.game.history.game, self.game.history.at);
        let game = self.game.history.current().filter(|game| at < game.moves.len());
        let game = game.ok_or_else(|| Refusal::complain("Please use `hint' on unfinished moves"))?;
        let wanted = self.decision_at(game, at).map(|decision| (index, decision));
        self.analyse_all(wanted.as_slice())
    }

    fn analyse_all(&mut self, wanted: &[(usize, Decision)]) -> Result<(), Refusal> {
        let scope = self.scope()?;
        // Statistics without any evaluation would look like those of a match without errors.
        if !wanted.is_empty() && wanted.iter().all(|(_, decision)| decision.state.most_away() > LONGEST) {
            return Err(Refusal::complain(UNKNOWN_SCORE));
        }
        let evaluator = self.evaluator()?;
        let table = self.equities_of_analyses().map(Cow::into_owned);
        let analyser = Analyser::new(evaluator.as_ref(), scope).with_table(table.as_ref());
        let thresholds = self.settings.analysis.thresholds;
        let jobs = self.threads() as usize;
        let limits = Limits { items: 4 * jobs, weight: u64::MAX };
        let all = wanted.len();
        let mut done = 0;
        // GNU Backgammon takes a rollout for better than any evaluation.
        let is_compat = self.settings.compat;
        let (host, games) = (&mut self.host, &mut self.game.history.games);
        let mut is_stopped = host.is_interrupted() && all > 0;
        if !is_stopped {
            pipeline::ordered(
                jobs,
                limits,
                wanted.iter(),
                |_| 1,
                |(game, decision)| (*game, decision, analyser.analyse(decision)),
                |(game, decision, mut found)| {
                    if let Some(step) = games[game].moves.get_mut(decision.act) {
                        if is_compat {
                            found.spare_rollouts(&step.notes);
                        }
                        if found.has_plays() {
                            step.marked.clear();
                        }
                        note(&mut step.notes, decision, found, &thresholds);
                    }
                    done += 1;
                    host.progress(done as u64, all as u64, &mut || "decisions".to_owned());
                    is_stopped = host.is_interrupted() && done < all;
                    if is_stopped { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
        }
        self.host.progress_ends();
        self.touch();
        if is_stopped {
            return Err(Refusal::complain(format_args!("stopped: {done} of {all} decisions were evaluated")));
        }
        Ok(())
    }

    /// Marks the decisions of all games by their stored analyses, as GNU Backgammon does when it reads a file: other marks
    /// on them are lost.
    pub(super) fn mark_by_analyses(&mut self) {
        let thresholds = self.settings.analysis.thresholds;
        for index in 0..self.game.history.games.len() {
            let all = self.decisions(&replayed(&self.game.history.games[index]));
            let moves = &mut self.game.history.games[index].moves;
            for decision in all {
                if let Some(step) = moves.get_mut(decision.act) {
                    mark(step, &decision, &thresholds);
                }
            }
        }
    }

    /// Marks the last move by its stored analysis, as GNU Backgammon does with a decision that `hint` has evaluated.
    pub(super) fn mark_last(&mut self) {
        if self.game.history.last().is_none_or(|last| last.notes.analyses.is_empty()) {
            return;
        }
        let thresholds = self.settings.analysis.thresholds;
        let place = self.game.history.at.wrapping_sub(1);
        let decision = self.game.history.current().and_then(|game| self.decision_at(game, place));
        if let (Some(decision), Some(last)) = (decision, self.game.history.last_mut()) {
            mark(last, &decision, &thresholds);
        }
    }

    /// Returns the places of a game whose analysis has a loss with a mark, and whether that of the cube decision has one.
    pub(super) fn marked_losses(&self, game: &Game) -> Vec<(usize, bool)> {
        let thresholds = &self.settings.analysis.thresholds;
        let is_marked = |loss: f64| thresholds.mark(loss) != Mark::None;
        let notes = |place: u32| Some(&game.moves.get(place as usize)?.notes);
        let mark = |each: Evaluated| {
            let Decision { act, kind, .. } = each.decision;
            let is_cube = each.verdict.cube.is_some_and(|cube| is_marked(cube.loss(kind)));
            let is_play = each.verdict.play.is_some_and(|play| is_marked(play.loss));
            (is_cube || is_play).then_some((act, is_cube))
        };
        let told = replayed(game);
        evaluations(self.decisions(&told), &told, notes).into_iter().filter_map(mark).collect()
    }

    /// Sums up the notes of some games.
    pub(super) fn statistics(&self, games: Range<usize>) -> Statistics {
        let rules = self.rules_of_equities();
        let mut all = Statistics { length: rules.length, ..Statistics::default() };
        for game in &self.game.history.games[games] {
            let notes = |place: u32| Some(&game.moves.get(place as usize)?.notes);
            let told = ReplayedGame { result: game.standing(self.settings.compat), ..replayed(game) };
            let of = self.summed(&told, &evaluations(self.decisions(&told), &told, notes));
            all += &of;
            if self.settings.compat && rules.is_money() && of.results.is_empty() {
                // In a session GNU Backgammon counts an unfinished game as one with a result of 0.
                let luck = Side::ALL.map(|side| of.players[side].luck.worth);
                all.results.push([0.0, luck[1] - luck[0]]);
            }
        }
        all
    }

    /// Sums up the notes of the next decision alone.
    pub(super) fn statistics_of_next(&self) -> Statistics {
        let history = &self.game.history;
        history.current().map_or_else(Statistics::default, |game| self.statistics_at(game, history.at))
    }

    /// Sums up the notes of a decision that waits, as if it had been made.
    pub(super) fn statistics_of_waiting(&self, waiting: &Move) -> Statistics {
        let Some(mut game) = self.game.history.current().cloned() else { return Statistics::default() };
        let place = game.moves.len();
        let by = match waiting.before.phase() {
            Phase::ToAnswerDouble(offer) => offer.responder,
            _ => waiting.by,
        };
        game.moves.push(Move { by, ..waiting.clone() });
        let mut statistics = self.statistics_at(&game, place);
        if by != waiting.by {
            // A take counts for the player who is named in it.
            statistics.players.0.swap(0, 1);
        }
        statistics
    }

    /// Sums up the notes of one decision of a game.
    fn statistics_at(&self, game: &Game, place: usize) -> Statistics {
        let notes = |place: u32| Some(&game.moves.get(place as usize)?.notes);
        let told = ReplayedGame { result: None, ..replayed(game) };
        let mut decision = evaluations(self.decisions(&told), &told, notes);
        decision.retain(|each| each.decision.act == place);
        self.summed(&told, &decision)
    }

    /// Sums up evaluated decisions of a game.
    fn summed(&self, game: &ReplayedGame, all: &[Evaluated]) -> Statistics {
        let (rules, table) = (self.rules_of_equities(), self.equities_of_analyses());
        Statistics::of_evaluated(&rules, game, all, &self.settings.analysis.thresholds, table.as_deref())
    }

    /// Formats the sums of some games as a table.
    pub(super) fn statistics_text(&self, games: Range<usize>) -> String {
        let style = Style { parts: self.parts(), ..self.style() };
        let width = self.columns().unwrap_or(ENDLESS);
        statistics::fitted(&self.statistics(games), &self.game.names, style, width)
    }

    /// Returns the style of statistics with all their parts.
    pub(super) fn style(&self) -> Style {
        let output = &self.settings.output;
        Style {
            factor: output.error_rate_factor,
            digits: usize::from(output.digits),
            compat: self.settings.compat,
            offset: self.settings.rating_offset,
            parts: Parts::default(),
            worths: Worths::default(),
        }
    }

    /// Returns the parts of statistics: in compat mode those that an analysis would have now.
    pub(super) fn parts(&self) -> Parts {
        let set = &self.settings.analysis;
        if self.settings.compat {
            Parts { plays: set.moves, cube: set.cube, luck: set.luck }
        } else {
            Parts::default()
        }
    }

    /// Shows the analysis of the next decision; returns `true` if there is one.
    pub(super) fn show_analysis(&self, answer: &mut Answer) -> bool {
        let Some(game) = self.game.history.current() else { return false };
        let has_analysis = |next: &&Move| !next.notes.analyses.is_empty() || next.notes.luck_value.is_some();
        let Some(next) = self.game.history.next().filter(has_analysis) else {
            return false;
        };
        let Some(decision) = self.decision_at(game, self.game.history.at) else {
            return false;
        };
        let is_shown = !decision.kind.is_answer() || !self.settings.compat;
        if let Some(text) = is_shown.then(|| self.cube_text(game, next, &decision)).flatten() {
            answer.put(text);
        }
        let Kind::Turn { roll, .. } = decision.kind else { return true };
        let [first, second] = digits_of_play(next, roll).map(char::from);
        let numbers = self.numbers(&decision.state);
        match next.notes.luck_value {
            // GNU Backgammon rounds the value that it has in single precision.
            Some(luck) => {
                let luck = numbers.luck(luck as f32);
                answer.say(format_args!("Rolled {first}{second} ({luck}):"));
            }
            None => answer.say(format_args!("Rolled {first}{second}:")),
        }
        if let Some(found) = next.notes.play_analyses().next() {
            for text in self.plays_texts(found, &decision, &numbers, SHOWN) {
                answer.put(text);
            }
        }
        true
    }

    /// Writes the analysis of the cube decision of a move, or of the one before it.
    pub(super) fn cube_text(&self, game: &Game, step: &Move, decision: &Decision) -> Option<String> {
        let cube = step.notes.cube_analyses().next()?;
        let found = cube_decision(cube, decision, &step.notes)?;
        let (state, is_answer) = (&decision.state, decision.kind.is_answer());
        let numbers = self.numbers(state);
        let names = [step.before.on_roll(), !step.before.on_roll()].map(|side| game.names[side].as_str());
        let rolled = Rolled::read(&cube.no_double.settings)
            .and_then(|rolled| gnubg_rolled_cube(state, &found, is_answer, (&rolled, names), &numbers));
        Some(rolled.unwrap_or_else(|| match self.level_in_words(&cube.no_double) {
            Some(level) => evaluation::cube_at(level, state, &found, is_answer, &numbers),
            None => evaluation::gnubg_cube(state, &found, is_answer, &numbers),
        }))
    }

    /// Writes the best plays, at most `most`, and the one that was made, with a star.
    pub(super) fn plays_texts(
        &self,
        analysis: &PlayAnalysis,
        decision: &Decision,
        numbers: &Numbers,
        most: usize,
    ) -> Vec<String> {
        let played = analysis.played.and_then(|played| usize::try_from(played).ok());
        // An evaluation that isn't understood has no equity.
        let best =
            analysis.candidates.iter().find_map(|candidate| candidate.evaluation.equity).unwrap_or_default();
        let mut texts = Vec::new();
        for (place, candidate) in analysis.candidates.iter().enumerate() {
            let is_played = played == Some(place);
            if place >= most && !is_played {
                continue;
            }
            let Some(evaluated) = evaluated_play(candidate, decision) else { continue };
            // The last one below those was perhaps not among those that the move filters kept.
            let is_ranked = place < SHOWN || place + 1 < analysis.candidates.len();
            let ranked = (is_ranked.then_some(place + 1), &evaluated);
            let told = &candidate.evaluation;
            let rolled = Rolled::read(&told.settings).and_then(|rolled| {
                gnubg_rolled_play((&decision.state, &decision.board), ranked, best as f32, &rolled, numbers)
            });
            let text = rolled.unwrap_or_else(|| {
                let shown = (stored_chances(told), best as f32);
                if let Some(level) = self.level_in_words(told) {
                    return evaluation::play_at(level, &decision.board, ranked, shown, numbers);
                }
                let settings = stored::settings(told).unwrap_or(UNKNOWN);
                evaluation::gnubg_play(&decision.board, ranked, shown, &settings, numbers)
            });
            texts.push(format!("{}{text}", if is_played { '*' } else { ' ' }));
        }
        texts
    }

    /// Returns the level of an evaluation in the words of a program whose settings GNU Backgammon doesn't have, as
    /// `XG Roller++`. Compat mode prints the settings that GNU Backgammon assumes.
    fn level_in_words<'a>(&self, of: &'a record::Evaluation) -> Option<&'a str> {
        let words = of.settings.trim();
        let is_gnubgs = words.starts_with("E ver ") || words.starts_with("X ver ");
        (!self.settings.compat && !is_gnubgs && !words.is_empty()).then_some(words)
    }
}

/// Marks a decision by its stored analysis, as GNU Backgammon does.
fn mark(step: &mut Move, decision: &Decision, thresholds: &Thresholds) {
    if !decision.kind.is_rated() {
        return;
    }
    let verdict = Verdict::of(&step.notes, decision);
    if let Some(play) = verdict.play {
        step.notes.play = thresholds.mark(play.loss).annotation();
    }
    if let Some(cube) = verdict.cube {
        step.notes.cube = thresholds.mark(cube.loss(decision.kind)).annotation();
    }
}

/// The settings of an evaluation that doesn't tell them.
const UNKNOWN: Settings = Settings { plies: 0, cubeful: false, deterministic: true, prune: true, noise: 0.0 };

/// Returns the cumulative chances of an evaluation as they are stored.
fn stored_chances(of: &record::Evaluation) -> [f32; 5] {
    of.chances.map_or([0.0; 5], |it| {
        [it.win, it.win_gammon, it.win_backgammon, it.lose_gammon, it.lose_backgammon]
            .map(|chance| chance as f32)
    })
}

fn evaluated_play(candidate: &Candidate, decision: &Decision) -> Option<EvaluatedPlay> {
    let Kind::Turn { roll, .. } = decision.kind else { return None };
    let found = resolve(&decision.board, roll, &candidate.legs).ok()?;
    let chances = ends(candidate.evaluation.chances?);
    let evaluation = Evaluation {
        chances,
        cubeless: chances.equity(),
        equity: candidate.evaluation.equity? as f32,
        match_chance: None,
        plies: stored::plies(&candidate.evaluation).unwrap_or_default(),
        rolled: None,
    };
    Some(EvaluatedPlay::new(*found.play(), *found.after(), evaluation))
}

fn cube_decision(analysis: &CubeAnalysis, decision: &Decision, notes: &Notes) -> Option<CubeDecision> {
    let cube = Verdict::of(notes, decision).cube?;
    let equities = [cube.no_double, cube.double_take].map(|equity| equity as f32);
    let position = &analysis.no_double;
    let plies = stored::plies(position).unwrap_or_default();
    let chances = ends(position.chances?);
    let cubeless = position.equity.map_or_else(|| chances.equity(), |equity| equity as f32);
    Some(CubeDecision::of_equities(&decision.state, chances, cubeless, equities, plies))
}

/// Returns the index of the game in which a session stands, as a range.
pub(super) fn present(session: &Session) -> Range<usize> {
    let game = session.game.history.game;
    if session.game.history.games.is_empty() { 0..0 } else { game..game + 1 }
}
