//! The part of a game that a record can express: each act is tried on a separate match, so that nothing is written that
//! would be read as something else.

use super::record::{Cause, GameRecord, Written};
use super::trial::Trial;
use super::{Act, Cube, Ending, GameResult, Happening, MatchState, Phase, ReplayedGame, Rules};
use crate::board::{Board, Roll, Side};
use crate::rules::{Outcome, legal_plays};

/// The vocabulary of a record.
#[expect(clippy::struct_excessive_bools, reason = "each is a word that a format has or lacks")]
pub(crate) struct Words {
    pub(crate) automatic_doubles: bool,
    pub(crate) refused_resignations: bool,
    /// Whether it has words for the kind of a resignation, if the points don't show it.
    pub(crate) outcomes: bool,
    /// The causes of a loss that it can name.
    pub(crate) causes: &'static [Cause],
    /// Whether it can express the position after an illegal play.
    pub(crate) illegal_plays: bool,
    /// The most beavers after one double.
    pub(crate) beavers: u8,
    /// Returns whether the record can set a position with this cube, in a game with this many automatic doubles; `None`
    /// for a record without positions.
    pub(crate) positions: Option<fn(Cube, u8) -> bool>,
}

/// The part of a game that can be expressed.
#[derive(Default)]
pub(crate) struct Scene {
    /// The acts, up to the end of the game; an offered resignation only if it is refused.
    pub(crate) acts: Vec<Act>,
    /// The places of these acts in the game.
    pub(crate) places: Vec<usize>,
    /// For each act, whether its player was to roll before it and could have doubled.
    pub(crate) could_double: Vec<bool>,
    pub(crate) end: Option<Finale>,
}

pub(crate) struct Finale {
    pub(crate) result: GameResult,
    /// The outcome of a resignation, if the points don't show it.
    pub(crate) resigned: Option<Outcome>,
    pub(crate) cause: Option<Cause>,
    /// Whether acts before it aren't told: only the result is, so that the scores of later games follow.
    pub(crate) is_alone: bool,
}

/// Expressing one game: every act is tried on a separate match, so that nothing is written that would be read as
/// something else.
struct Telling<'a> {
    rules: &'a Rules,
    trial: Trial,
    game: &'a ReplayedGame,
    record: &'a GameRecord,
    words: &'a Words,
    scene: Scene,
    /// A roll without a play.
    rolled: Option<(Side, Roll)>,
    /// Whether the player of the act could have doubled.
    could_double: bool,
}

/// Returns the part of a game that can be expressed.
pub(crate) fn tell(rules: &Rules, game: &ReplayedGame, record: &GameRecord, words: &Words) -> Scene {
    let trial = Trial::begin(rules, game);
    let scene = Scene::default();
    let telling = Telling { rules, trial, game, record, words, scene, rolled: None, could_double: false };
    telling.tell()
}

impl Telling<'_> {
    fn tell(mut self) -> Scene {
        let game = self.game;
        if game.automatic_doubles > 0 && !self.words.automatic_doubles {
            return self.scene;
        }
        for index in 0..game.acts.len() {
            let act = &game.acts[index];
            let state = self.trial.state();
            self.could_double = matches!(state.phase(), Phase::ToRoll) && state.may_double(act.by).is_ok();
            let goes_on = match act.what {
                Happening::GameOver(result) => {
                    self.end(result);
                    false
                }
                Happening::Resigned { .. } => true,
                _ if self.rolled.is_some() => matches!(act.what, Happening::ResignationOffered { .. }),
                _ => self.act(act, index),
            };
            if !goes_on {
                break;
            }
        }
        if self.scene.end.is_none() {
            self.give();
        }
        self.scene
    }

    /// Expresses one act; returns `true` if the game continues.
    fn act(&mut self, act: &Act, index: usize) -> bool {
        let next = self.game.acts.get(index + 1).map(|next| next.what);
        let told = match act.what {
            Happening::RolledOnly { roll } => {
                let is_told = self.trial.act(act);
                self.rolled = is_told.then_some((act.by, roll));
                is_told
            }
            Happening::ResignationOffered { .. } | Happening::ResignationRefused
                if !self.words.refused_resignations =>
            {
                return true;
            }
            Happening::ResignationOffered { .. } if next != Some(Happening::ResignationRefused) => {
                return true;
            }
            Happening::PositionSet { roll } => {
                let roll = roll.filter(|_| !self.is_rolled_again(act, index));
                // The start position needs no entry, nor does what stands already.
                let state = self.trial.state();
                let is_in_turn = index == 0 || state.phase() == Phase::ToRoll && state.on_roll() == act.by;
                let stands = is_in_turn && act.cube == state.cube() && act.before == *state.board();
                let rest = &self.game.acts[index + 1..];
                match roll {
                    None if stands => return true,
                    // Dice without a play are all that such an entry adds.
                    Some(roll) if stands && rest.iter().all(Act::is_end) => {
                        return self.act(&Act { what: Happening::RolledOnly { roll }, ..*act }, index);
                    }
                    _ => self.sets(act, roll),
                }
            }
            Happening::Doubled { beaver: true, .. } => {
                let is_beaver = |act: &&Act| matches!(act.what, Happening::Doubled { beaver: true, .. });
                let before = self.scene.acts.iter().rev().take_while(is_beaver).count();
                before < usize::from(self.words.beavers) && self.trial.act(act)
            }
            Happening::Illegal { .. } => self.words.illegal_plays && self.trial.act(act),
            _ => self.trial.act(act),
        };
        if told {
            self.scene.acts.push(*act);
            self.scene.places.push(index);
            self.scene.could_double.push(self.could_double);
        }
        told
    }

    /// Returns `true` if the side on roll in a position that is set rolls next, with dice of its own.
    fn is_rolled_again(&self, act: &Act, index: usize) -> bool {
        let mut rest = self.game.acts[index + 1..].iter();
        let next = rest.find(|next| !matches!(next.what, Happening::PositionSet { .. }));
        next.is_some_and(|next| next.by == act.by && next.is_turn())
    }

    /// Sets a position; returns `true` if a reader can detect it and its turn.
    fn sets(&mut self, act: &Act, roll: Option<Roll>) -> bool {
        let Some(fits) = self.words.positions else { return false };
        let state = self.trial.state();
        let is_moved = state.board_of(act.by) != act.before;
        let is_turned = state.cube() != act.cube;
        let is_in_turn = matches!(state.phase(), Phase::ToRoll) && state.on_roll() == act.by;
        let may = matches!(state.phase(), Phase::ToRoll | Phase::OpeningRoll);
        // Of two consecutive positions, only the second one is kept.
        let is_second =
            self.scene.acts.last().is_some_and(|act| matches!(act.what, Happening::PositionSet { .. }));
        if !may
            || is_second
            || !(is_moved || is_turned && is_in_turn && roll.is_none())
            || !fits(act.cube, self.game.automatic_doubles)
        {
            return false;
        }
        self.trial.set(act);
        self.rolled = roll.map(|roll| (act.by, roll));
        true
    }

    /// Expresses the end of the game, if it will be understood.
    fn end(&mut self, mut result: GameResult) {
        // None of these formats has a word for a drawn game.
        let Some(winner) = result.winner else { return };
        let over = self.trial.state().phase().result();
        let mut resigned = None;
        match (result.ending, over) {
            (Ending::BorneOff | Ending::Passed, Some(over)) => {
                if over.winner != result.winner || over.points != result.points {
                    return;
                }
            }
            (Ending::Resigned | Ending::Awarded, None) => {
                let state = self.trial.state();
                if self.rolled.is_some_and(|(by, roll)| by == winner && wins(state, roll)) {
                    return;
                }
                match (result.ending, given(state, winner, result.points)) {
                    (Ending::Awarded, Some(Given::Awarded)) => {}
                    (Ending::Resigned, Some(Given::Resigned(read_as))) => {
                        let Some(outcome) = result.outcome else { return };
                        if state.cube().value.saturating_mul(state.multiplier(outcome)) != result.points {
                            return;
                        }
                        if read_as != outcome && self.words.outcomes && self.rolled.is_none() {
                            resigned = result.outcome;
                        } else {
                            // Only the points are told.
                            result.outcome = Some(read_as);
                        }
                    }
                    _ => return,
                }
            }
            _ => return,
        }
        let causes = self.record.entries.iter().filter_map(|entry| match entry.written {
            Written::Losses { cause: Some(cause), .. } if entry.side == Some(!winner) => Some(cause),
            _ => None,
        });
        let awarded = matches!(result.ending, Ending::Resigned | Ending::Awarded) && resigned.is_none();
        let cause = causes.take(1).find(|cause| awarded && self.words.causes.contains(cause));
        self.scene.end = Some(Finale { result, resigned, cause, is_alone: false });
    }

    /// Expresses only the result of a game whose last part can't be told, if a reader takes it with these points.
    fn give(&mut self) {
        let Some(result) = self.game.result else { return };
        let Some(winner) = result.winner else { return };
        // After an act that doesn't follow, the trial is over.
        let mut trial = Trial::begin(self.rules, self.game);
        for act in &self.scene.acts {
            if matches!(act.what, Happening::PositionSet { .. }) {
                trial.set(act);
            } else {
                trial.act(act);
            }
        }
        let state = trial.state();
        if self.rolled.is_some_and(|(by, roll)| by == winner && wins(state, roll)) {
            return;
        }
        let (ending, outcome) = match given_early(state, winner, result.points) {
            Some(Given::Resigned(outcome)) => (Ending::Resigned, Some(outcome)),
            Some(Given::Awarded) => (Ending::Awarded, None),
            None => return,
        };
        let result = GameResult { ending, outcome, cube: state.cube().value, ..result };
        self.scene.end = Some(Finale { result, resigned: None, cause: None, is_alone: true });
    }
}

/// How a reader takes a result that nothing before it explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Given {
    /// The loser resigned.
    Resigned(Outcome),
    /// The points were awarded.
    Awarded,
}

/// Returns how a reader takes a result that alone ends a game in this state; `None` if it would read another result or
/// an action before it.
pub(crate) fn given(state: &MatchState, winner: Side, points: u32) -> Option<Given> {
    // A result right after a double leaves out the take, unless it is that of a pass.
    let is_taken = matches!(
        state.phase(),
        Phase::ToAnswerDouble(offer)
            if offer.beavers > 0 || offer.responder == winner || points != state.cube().value
    );
    if is_taken {
        return None;
    }
    match (state.phase(), state.rules().outcome_worth(points, state.cube())) {
        (Phase::OpeningRoll, outcome) => outcome.map(|_| Given::Awarded),
        (_, Some(outcome)) => Some(Given::Resigned(outcome)),
        (_, None) => award_stands(state, winner, points).then_some(Given::Awarded),
    }
}

/// Returns how a reader takes the result of a game of which only the acts up to this state are told; `None` if it would
/// read another result, or report this one.
pub(crate) fn given_early(state: &MatchState, winner: Side, points: u32) -> Option<Given> {
    let has_borne_off = state.board_of(!winner).lanes()[Board::OFF] != 0;
    match given(state, winner, points).filter(|_| state.phase().result().is_none())? {
        Given::Resigned(outcome) if outcome != Outcome::Single && has_borne_off => None,
        Given::Awarded if state.phase() != Phase::OpeningRoll => None,
        how => Some(how),
    }
}

/// Returns `true` if points that aren't a multiple of the cube will be read as an award again.
fn award_stands(state: &MatchState, winner: Side, points: u32) -> bool {
    let (cube, rules) = (state.cube().value, state.rules());
    let needed = state.score().away(winner, rules);
    let most = if rules.is_money() { cube.saturating_mul(3) } else { needed };
    let is_cut = !rules.is_money()
        && (points == needed || points == u32::from(rules.length))
        && Outcome::ALL.into_iter().any(|outcome| cube * state.multiplier(outcome) > points);
    points > 0 && points <= most && !is_cut
}

/// Returns `true` if a roll can bear off the last checker.
fn wins(state: &MatchState, roll: Roll) -> bool {
    legal_plays(state.board(), roll).into_iter().any(|(_, after)| after.mover_is_done())
}
