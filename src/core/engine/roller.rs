//! Short rollouts that settle close decisions, after a search has found which ones are close.
//!
//! A search compares positions by evaluations whose errors depend on the position, so two plays that lead to
//! different game types may come in the wrong order. A rollout plays both games some turns further, with
//! the luck of the dice taken out and the same dice for all candidates. It ends as soon as one play is ahead
//! by more than chance explains, or no play can be ahead by an amount that matters.
//!
//! The equity of a play is the mean of the search and the rollout, whose errors have different causes. A cube decision is
//! that of the rollout alone: there, no gain of the mean was measured.
//!
//! The result depends on the position and the options alone: the dice follow from the number of the game.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::engine::cube::CubeState;
//! use barpoint::engine::search::{Options, Roller};
//! use barpoint::{Board, Engine};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let engine = Engine::new();
//! let roller = Some(Roller { games: 72, ..Roller::default() });
//! let options = Options { plies: 1, roller, ..Options::default() };
//! let mut search = engine.search(CubeState::MONEY.without_beavers(), options)?;
//! let plays = barpoint::engine::roller::plays(&mut search, &Board::START, "41".parse()?);
//! assert!(plays[0].evaluation.rolled.is_some_and(|rolled| rolled.games <= 72));
//! # Ok(())
//! # }
//! ```

use super::cube::{Action, CubeDecision};
use super::move_filters::MoveFilters;
use super::rollout::{self, Estimate, GameSettings, Player, Start, Tally, Truncation};
use super::search::{EvaluatedPlay, Evaluation, Roller, Search};
use super::{Chances, Rolled};
use crate::board::{Board, Roll};
use crate::rules::Play;

/// The number of games between checks of the stopping rules: one for each first roll.
const INTERVAL: u64 = 36;

impl Roller {
    /// Returns the settings of the games, with or without the cube.
    fn settings(&self, search: &Search<'_>) -> GameSettings {
        let options = search.options();
        GameSettings {
            is_cubeful: options.cubeful,
            truncation: Some(Truncation { turns: self.turns, plies: self.plies }),
            efficiency: options.efficiency,
            seed: 0,
            ..GameSettings::default()
        }
    }
}

/// Evaluates all legal plays of a roll, the best first, as [`Search::plays`] does. If the options contain a
/// [`Roller`], the close plays are rolled out and come before the others.
#[must_use]
pub fn plays(search: &mut Search<'_>, board: &Board, roll: Roll) -> Vec<EvaluatedPlay> {
    let plays = search.plays(board, roll);
    settled(search, plays)
}

/// Evaluates all legal plays as [`MoveFilters::plays`] does, and settles close ones as [`plays`] does.
#[must_use]
pub fn filtered_plays(
    search: &mut Search<'_>,
    filters: &MoveFilters,
    board: &Board,
    roll: Roll,
) -> Vec<EvaluatedPlay> {
    let plays = filters.plays(search, board, roll);
    settled(search, plays)
}

/// Evaluates one legal play, which leaves `after` (from the mover's view), as closely as the best one.
#[must_use]
pub fn play(search: &mut Search<'_>, play: Play, after: Board) -> EvaluatedPlay {
    let found = search.evaluate_play(play, after);
    let Some(roller) = search.options().roller else { return found };
    let roller = Roller { games: roller.least, ..roller };
    let mut found = vec![found];
    roll_out(search, &roller, &mut found);
    found[0]
}

/// Rolls out a position before the roll; `None` if the options contain no [`Roller`] or a table has the
/// value.
#[must_use]
pub fn position(search: &mut Search<'_>, board: &Board) -> Option<Evaluation> {
    let roller = search.options().roller.filter(|_| !search.is_known(board))?;
    let searched = search.evaluate(board);
    let mut player = player(search, &roller.settings(search))?;
    let mut candidate = Candidate::new(Start::Before(*board), Some(searched));
    (0..roller.games).for_each(|number| candidate.add(&mut player, number));
    candidate.evaluation(search)
}

/// Rolls out the plays that are close to the best of a list.
fn settled(search: &mut Search<'_>, mut plays: Vec<EvaluatedPlay>) -> Vec<EvaluatedPlay> {
    let Some(roller) = search.options().roller else { return plays };
    let Some(best) = plays.first().copied() else { return plays };
    let is_close = |play: &&EvaluatedPlay| {
        play.evaluation.plies == best.evaluation.plies
            && play.evaluation.equity >= best.evaluation.equity - roller.margin
    };
    let count = plays.iter().take_while(is_close).take(roller.most).count();
    if count > 1 {
        roll_out(search, &roller, &mut plays[..count]);
        plays[..count].sort_by(EvaluatedPlay::order);
    }
    plays
}

/// Rolls plays out until the best one is clear, or no difference matters.
fn roll_out(search: &mut Search<'_>, roller: &Roller, plays: &mut [EvaluatedPlay]) {
    let settings = roller.settings(search);
    let Some(mut player) = player(search, &settings) else { return };
    let candidate = |play: &EvaluatedPlay| Candidate::new(Start::After(play.after), Some(play.evaluation));
    let mut candidates: Vec<Candidate> = plays.iter().map(candidate).collect();
    for number in 0..roller.games {
        for candidate in candidates.iter_mut().filter(|candidate| candidate.is_running) {
            candidate.add(&mut player, number);
        }
        let games = number + 1;
        if games.is_multiple_of(INTERVAL) && games >= roller.least && is_settled(&mut candidates, roller) {
            break;
        }
    }
    for (play, candidate) in plays.iter_mut().zip(&candidates) {
        if let Some(evaluation) = candidate.evaluation(search) {
            play.deepen(evaluation);
        }
    }
}

/// Makes a player of games with the position's cube, score and evaluator of a search.
fn player<'a>(search: &Search<'a>, settings: &GameSettings) -> Option<Player<'a>> {
    Player::new(search.evaluator(), search.table(), *search.state(), settings)
}

/// Stops candidates that trail the best by more than chance explains; returns `true` if no other difference can matter.
fn is_settled(candidates: &mut [Candidate], roller: &Roller) -> bool {
    let means: Vec<f64> = candidates.iter().map(Candidate::mean).collect();
    let running = (0..candidates.len()).filter(|&place| candidates[place].is_running);
    let Some(best) = running.max_by(|&a, &b| means[a].total_cmp(&means[b])) else { return true };
    let mut is_open = false;
    for place in (0..candidates.len()).filter(|&place| place != best) {
        if !candidates[place].is_running {
            continue;
        }
        let (difference, error) = difference(&candidates[best], &candidates[place]);
        if difference > f64::from(roller.errors) * error {
            candidates[place].is_running = false;
        } else if difference + f64::from(roller.errors) * error > f64::from(roller.matters) {
            is_open = true;
        }
    }
    !is_open
}

/// Returns the difference between the equities of two candidates, from the mean difference of the same games, and its
/// standard error.
fn difference(one: &Candidate, other: &Candidate) -> (f64, f64) {
    let count = one.equities.len().min(other.equities.len()) as f64;
    let differences = one.equities.iter().zip(&other.equities).map(|(one, other)| f64::from(one - other));
    let (sum, squares) =
        differences.fold((0.0, 0.0), |(sum, squares), each| (sum + each, squares + each * each));
    let mean = sum / count;
    let variance = (squares / count - mean * mean).max(0.0) / (count - 1.0);
    match (one.searched, other.searched) {
        (Some(one), Some(other)) => {
            (0.5 * (mean + f64::from(one.equity) - f64::from(other.equity)), 0.5 * variance.sqrt())
        }
        _ => (mean, variance.sqrt()),
    }
}

/// A candidate of a rollout, with the results of its games.
struct Candidate {
    start: Start,
    /// The evaluation by the search, if the mean with it counts.
    searched: Option<Evaluation>,
    tally: Tally,
    /// The equity of each game.
    equities: Vec<f32>,
    is_running: bool,
}

impl Candidate {
    fn new(start: Start, searched: Option<Evaluation>) -> Self {
        Self { start, searched, tally: Tally::default(), equities: Vec::new(), is_running: true }
    }

    fn add(&mut self, player: &mut Player<'_>, number: u64) {
        let sample = player.play(&self.start, number);
        self.tally.add(&sample);
        self.equities.push(sample.equity);
    }

    /// Returns the evaluation by the games, or its mean with that by the search; `None` without a game.
    fn evaluation(&self, search: &Search<'_>) -> Option<Evaluation> {
        let Estimate { games, chances, cubeless, equity, error, .. } = self.tally.estimate()?;
        let Some(searched) = self.searched else {
            return Some(search.rolled_out(chances, [cubeless, equity], Rolled { games, error }));
        };
        let mean = |one: f32, other: f32| 0.5 * (one + other);
        let chances = Chances(std::array::from_fn(|end| mean(chances.0[end], searched.chances.0[end])));
        let equities = [mean(cubeless, searched.cubeless), mean(equity, searched.equity)];
        Some(search.rolled_out(chances, equities, Rolled { games, error: 0.5 * error }))
    }

    fn mean(&self) -> f64 {
        let rolled =
            self.equities.iter().map(|&equity| f64::from(equity)).sum::<f64>() / self.equities.len() as f64;
        self.searched.map_or(rolled, |searched| 0.5 * (rolled + f64::from(searched.equity)))
    }
}

/// Evaluates a cube decision as [`Search::cube`] does. If the options contain a [`Roller`] and the double or
/// the answer to it is close, no double and double/take are rolled out.
#[must_use]
pub fn cube(search: &mut Search<'_>, board: &Board) -> CubeDecision {
    let found = search.cube(board);
    let Some(roller) = search.options().roller else { return found };
    let is_close = (found.no_double - found.doubled()).abs() <= roller.cube_margin
        || (found.double_take - found.double_pass).abs() <= roller.cube_margin;
    if found.action == Action::NotAvailable || !is_close || search.is_known(board) {
        return found;
    }
    rolled_cube(search, &roller, board).unwrap_or(found)
}

fn rolled_cube(search: &Search<'_>, roller: &Roller, board: &Board) -> Option<CubeDecision> {
    let settings = roller.settings(search);
    let mut player = player(search, &settings)?;
    let mut answers =
        [Start::NoDouble(*board), Start::Doubled(*board)].map(|start| Candidate::new(start, None));
    for number in 0..roller.games {
        for answer in &mut answers {
            answer.add(&mut player, number);
        }
        let games = number + 1;
        if games.is_multiple_of(INTERVAL) && games >= roller.least && is_clear(&answers, roller) {
            break;
        }
    }
    let [no_double, take] = answers.map(|answer| answer.tally.estimate());
    let estimates: [Estimate; 2] = [no_double?, take?];
    let (state, table) = (search.state(), search.table());
    let decision = rollout::decision((state, table), &settings, board, &estimates)?;
    let found = Rolled { games: estimates[0].games, error: estimates[0].error.max(estimates[1].error) };
    Some(CubeDecision { rolled: Some(found), plies: search.options().plies, ..decision })
}

/// Returns `true` if both the double and the answer to it are clear, or can't cost an amount that matters.
fn is_clear([no_double, take]: &[Candidate; 2], roller: &Roller) -> bool {
    let clear = |(difference, error): (f64, f64)| {
        let reach = f64::from(roller.errors) * error;
        difference.abs() > reach || difference.abs() + reach < f64::from(roller.matters)
    };
    // A pass gives 1, whatever the dice.
    let against_pass = |one: &Candidate| {
        let estimate = one.tally.estimate().map_or((0.0, f32::INFINITY), |found| (found.equity, found.error));
        (f64::from(estimate.0) - 1.0, f64::from(estimate.1))
    };
    let is_passed = take.mean() > 1.0;
    let double = if is_passed { against_pass(no_double) } else { difference(no_double, take) };
    clear(against_pass(take)) && clear(double)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cube::CubeState;
    use crate::engine::met::MatchEquity;
    use crate::engine::search::Options;
    use crate::engine::{Engine, Evaluator, Pips};

    fn roll(text: &str) -> Roll {
        text.parse().expect("a roll")
    }

    fn search(evaluator: &dyn Evaluator, roller: Option<Roller>) -> Search<'_> {
        search_that(true, evaluator, roller)
    }

    fn search_that(remembers: bool, evaluator: &dyn Evaluator, roller: Option<Roller>) -> Search<'_> {
        let options = Options { plies: 0, remembers, roller, ..Options::default() };
        let table = MatchEquity::reaching(0);
        Search::new(evaluator, table, CubeState::MONEY.without_beavers(), options).expect("money")
    }

    const SHORT: Roller = Roller {
        margin: 0.04,
        most: 4,
        cube_margin: 0.08,
        least: 72,
        games: 144,
        turns: 4,
        plies: 0,
        errors: 2.0,
        matters: 0.003,
    };

    #[test]
    fn close_plays_are_rolled_out_and_come_first() {
        let engine = Engine::new();
        let mut search = search(&engine, Some(SHORT));
        let plays = plays(&mut search, &Board::START, roll("41"));
        let plain = search.plays(&Board::START, roll("41"));
        let close = plain
            .iter()
            .take_while(|play| play.evaluation.equity >= plain[0].evaluation.equity - SHORT.margin)
            .take(SHORT.most)
            .count();
        assert!(close > 1, "two plays of 41 are close");
        assert!(plays[..close].iter().all(|play| play.evaluation.rolled.is_some()));
        assert!(plays[..close].is_sorted_by(|a, b| a.evaluation.equity >= b.evaluation.equity));
        assert_eq!(plays[close..], plain[close..], "the others are as the search left them");
        let rolled = plays[0].evaluation.rolled.expect("games");
        assert!(
            (72..=144).contains(&rolled.games) && rolled.error > 0.0 && rolled.error < 0.05,
            "{rolled:?}"
        );
    }

    #[test]
    fn an_equity_is_the_mean_of_the_search_and_the_games() {
        let engine = Engine::new();
        let mut search = search(&engine, Some(SHORT));
        let searched = search.evaluate(&Board::START);
        let found = position(&mut search, &Board::START).expect("a rollout");
        let mut player = player(&search, &SHORT.settings(&search)).expect("money");
        let mut tally = Tally::default();
        (0..SHORT.games).for_each(|number| tally.add(&player.play(&Start::Before(Board::START), number)));
        let games = tally.estimate().expect("games");
        assert!((found.equity - 0.5 * (searched.equity + games.equity)).abs() < 1e-6, "{found:?}");
        assert!((found.cubeless - 0.5 * (searched.cubeless + games.cubeless)).abs() < 1e-6, "{found:?}");
        assert!((found.chances.win() - 0.5 * (searched.chances.win() + games.chances.win())).abs() < 1e-6);
        assert_eq!(found.rolled, Some(Rolled { games: SHORT.games, error: 0.5 * games.error }));
    }

    #[test]
    fn the_same_question_has_the_same_answer() {
        let engine = Engine::new();
        let once = |remembers| {
            let mut search = search_that(remembers, &engine, Some(SHORT));
            (plays(&mut search, &Board::START, roll("21")), cube(&mut search, &Board::START))
        };
        assert_eq!(once(true), once(false));
    }

    #[test]
    fn a_clear_best_play_is_not_rolled_out() {
        let engine = Engine::new();
        let mut search = search(&engine, Some(SHORT));
        let plays = plays(&mut search, &Board::START, roll("31"));
        assert!(plays.iter().all(|play| play.evaluation.rolled.is_none()), "8/5 6/5 has no rival");
    }

    #[test]
    fn without_a_roller_everything_is_as_the_search_says() {
        let mut search = search(&Pips(200.0), None);
        let found = plays(&mut search, &Board::START, roll("41"));
        assert_eq!(found, search.plays(&Board::START, roll("41")));
        assert_eq!(cube(&mut search, &Board::START), search.cube(&Board::START));
        assert_eq!(position(&mut search, &Board::START), None);
    }

    #[test]
    fn plays_that_cannot_differ_by_what_matters_end_at_the_least_number_of_games() {
        // By pips alone all plays of a roll that don't hit are the same.
        let mut search = search(&Pips(200.0), Some(SHORT));
        let found = plays(&mut search, &Board::START, roll("21"));
        let games: Vec<u64> = found.iter().filter_map(|play| Some(play.evaluation.rolled?.games)).collect();
        assert_eq!(games.len(), SHORT.most);
        assert!(games.iter().all(|&games| games <= SHORT.games));
    }

    #[test]
    fn a_play_far_from_the_best_is_rolled_out_when_asked() {
        let engine = Engine::new();
        let mut search = search(&engine, Some(SHORT));
        let worst = *search.plays(&Board::START, roll("31")).last().expect("a play");
        let found = play(&mut search, worst.play, worst.after);
        let rolled = found.evaluation.rolled.expect("games");
        assert_eq!(rolled.games, SHORT.least);
        let difference = found.evaluation.equity - worst.evaluation.equity;
        assert!(difference.abs() < 0.1, "{difference}");
    }

    #[test]
    fn a_close_cube_decision_is_rolled_out_and_a_clear_one_is_not() {
        let engine = Engine::new();
        let start: Board = "4HPwATDgc/ABMA".parse().expect("the start");
        let mut wide = search(&engine, Some(Roller { cube_margin: 2.0, ..SHORT }));
        let rolled = cube(&mut wide, &start);
        assert!(rolled.rolled.is_some());
        assert_eq!(rolled.action.is_double(), wide.cube(&start).action.is_double());
        let mut narrow = search(&engine, Some(Roller { cube_margin: 0.001, ..SHORT }));
        assert_eq!(cube(&mut narrow, &start), narrow.cube(&start));
    }

    #[test]
    fn a_position_in_the_tables_is_not_rolled_out() {
        let engine = Engine::new();
        // Each side has one checker on the ace point.
        let board: Board = "AQAAAgAAAAAAAA".parse().expect("an ID");
        let mut search = search(&engine, Some(SHORT));
        assert_eq!(position(&mut search, &board), None);
    }
}
