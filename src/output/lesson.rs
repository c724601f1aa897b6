//! The tutor's sentences: why a play or a cube action costs something.

use crate::analysis::lesson::{Reason, compare};
use crate::board::Board;
use crate::diag::count::many;
use crate::engine::Chances;
use crate::engine::cube::{Action, CubeDecision, CubeState, Owner, Points};
use crate::engine::search::EvaluatedPlay;
use crate::notation::play::print;

/// The most reasons named.
const MOST: usize = 2;

/// Returns the sentence on a play that is worse than the best one, with its loss in normalised equity; `board` is the
/// position before it, and `state` the cube and the score, from the mover's view.
#[must_use]
pub fn of_play(board: &Board, state: &CubeState, made: &EvaluatedPlay, best: &EvaluatedPlay) -> String {
    let reasons = compare(board, &made.after, &best.after);
    let why = play(&reasons, [made, best].map(|evaluated| evaluated.evaluation.chances), state);
    let [own, better] = [made, best].map(|evaluated| print::gnubg(board, &evaluated.play));
    let loss = best.evaluation.equity - made.evaluation.equity;
    format!("{own} costs {loss:.3} against {better}: {why}.")
}

/// Returns the sentence on a wrong cube action, with its loss in normalised equity; `owner` has the cube before a double,
/// from the view of the player on roll.
#[must_use]
pub fn of_cube(deed: Deed, decision: &CubeDecision, owner: Owner) -> String {
    let words = match deed {
        Deed::Wait => format!("rolling without a {}", double(owner)),
        Deed::Double if owner == Owner::Centred => "doubling".to_owned(),
        Deed::Double => "redoubling".to_owned(),
        Deed::Take => "taking".to_owned(),
        Deed::Pass => "passing".to_owned(),
        Deed::Beaver => "beavering".to_owned(),
    };
    format!("{words} costs {:.3}: {}.", deed.loss(decision), cube(deed, decision, owner))
}

/// Returns the name of a double.
fn double(owner: Owner) -> &'static str {
    if owner == Owner::Centred { "double" } else { "redouble" }
}

/// Returns why a play is worse than another: by the features that differ, or else by the chances. Gammons are named only
/// if they count at the score.
///
/// # Examples
///
/// ```
/// use barpoint::analysis::lesson::Reason;
/// use barpoint::engine::Chances;
/// use barpoint::engine::cube::CubeState;
/// use barpoint::output::lesson;
///
/// let reasons = [Reason::Shots { left: 15, better: 0 }, Reason::NoPoint(5)];
/// let chances = [Chances::default(); 2];
/// let why = lesson::play(&reasons, chances, &CubeState::CUBELESS);
/// assert_eq!(why, "it leaves 15 shots of 36, and doesn't make the 5-point");
/// ```
#[must_use]
pub fn play(reasons: &[Reason], [this, better]: [Chances; 2], state: &CubeState) -> String {
    if reasons.is_empty() {
        return chances(this, better, state.gammons_count());
    }
    let phrases: Vec<String> = reasons.iter().take(MOST).map(|reason| phrase(*reason)).collect();
    format!("it {}", phrases.join(", and "))
}

fn phrase(reason: Reason) -> String {
    match reason {
        Reason::NoHit => "doesn't hit".to_owned(),
        Reason::FewerHits { made, better } => {
            format!("hits {}{}", counted(made.into(), "checker"), rather(better.into()))
        }
        Reason::Shots { left, better } => format!("leaves {left} shots of 36{}", rather(better as usize)),
        Reason::AnchorLost(point) => format!("gives up the anchor on the {point}-point"),
        Reason::NoAnchor(point) => format!("doesn't make the anchor on the {point}-point"),
        Reason::PointLost(point) => format!("gives up the {}", name(point)),
        Reason::NoPoint(point) => format!("doesn't make the {}", name(point)),
        Reason::Prime { left, better } => {
            format!("leaves {} in a row{}", counted(left, "made point"), rather(better))
        }
        Reason::Back { left, better } => {
            format!("leaves {} back{}", counted(left.into(), "checker"), rather(better.into()))
        }
        Reason::Buried { left, better } => {
            format!(
                "leaves {} on the lowest two points rather than {better}",
                counted(left.into(), "checker")
            )
        }
        Reason::Off { taken, better } => {
            format!("bears off {}{}", counted(taken.into(), "checker"), rather(better.into()))
        }
        Reason::Outside { left, better } => {
            format!(
                "leaves {} outside the home board{}",
                counted(left.into(), "checker"),
                rather(better.into())
            )
        }
        Reason::Gaps { filled, better } => {
            format!("fills {} of the home board{}", counted(filled, "point"), rather(better))
        }
    }
}

/// Returns what the better play does, where that is worth mentioning.
fn rather(better: usize) -> String {
    if better == 0 { String::new() } else { format!(" rather than {better}") }
}

fn counted(count: usize, word: &str) -> String {
    if count == 0 { format!("no {word}") } else { many(count as u64, word) }
}

fn name(point: u8) -> String {
    if point == 7 { "bar-point".to_owned() } else { format!("{point}-point") }
}

/// Returns how the chances differ; the mover's gammons and the opponent's only if they count.
fn chances(this: Chances, better: Chances, [ours, theirs]: [bool; 2]) -> String {
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    let [wins, others] = [this, better].map(|chances| percent(chances.win()));
    let lost = if theirs { this.lose_gammon() - better.lose_gammon() } else { 0.0 };
    let won = if ours { better.win_gammon() - this.win_gammon() } else { 0.0 };
    let is_even = wins == others;
    let least = if is_even { 0.001 } else { 0.01 };
    let gammons = match () {
        () if lost > least && lost >= won => Some(format!("loses {} more gammons", percent(lost))),
        () if won > least => Some(format!("wins {} fewer gammons", percent(won))),
        () => None,
    };
    match gammons {
        Some(gammons) if is_even => format!("it {gammons}"),
        None if is_even => "the chances differ by less than 0.1 %".to_owned(),
        Some(gammons) => {
            let joint = if this.win() > better.win() { ", but" } else { ", and" };
            format!("it wins {wins} rather than {others}{joint} {gammons}")
        }
        None => format!("it wins {wins} rather than {others}"),
    }
}

/// A player's action with the cube.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deed {
    /// Rolling without a double.
    Wait,
    /// Doubling.
    Double,
    /// Taking a double.
    Take,
    /// Passing a double.
    Pass,
    /// Taking it and redoubling at once.
    Beaver,
}

impl Deed {
    /// Returns the cost of the action compared with the right one, in normalised equity; 0 if it is right.
    /// The decision is from the view of the player on roll, also where the opponent answers. A missed beaver costs nothing
    /// here.
    #[must_use]
    pub fn cost(self, decision: &CubeDecision) -> f32 {
        let answered = decision.doubled();
        match self {
            // What is right costs nothing: equities that rounding can't distinguish are the same.
            Self::Wait if !decision.action.is_double() => 0.0,
            Self::Double if decision.action.is_double() || decision.action == Action::Optional => 0.0,
            Self::Wait => answered - decision.no_double,
            Self::Double => decision.no_double - answered,
            Self::Take => decision.double_take - decision.double_pass,
            Self::Pass => decision.double_pass - decision.double_take,
            // Turning the cube twice about doubles the equity; a beaver that is passed brings the doubled cube.
            Self::Beaver => {
                let beavered = (2.0 * decision.double_take).max(-2.0);
                beavered - answered.min(beavered)
            }
        }
        .max(0.0)
    }

    /// Returns the same with what a take or a pass loses where a beaver is right.
    #[must_use]
    pub fn loss(self, decision: &CubeDecision) -> f32 {
        match self {
            Self::Take if decision.is_beavered() => (decision.double_take - decision.doubled()).max(0.0),
            Self::Pass if decision.is_beavered() => (decision.double_pass - decision.doubled()).max(0.0),
            _ => self.cost(decision),
        }
    }
}

/// The ends of the scale of chances, as they are written.
const NONE: &str = "0.0 %";
const ALL: &str = "100.0 %";

/// Returns why a cube action is wrong, from the view of the player who acts; `owner` is that of [`of_cube`].
#[must_use]
pub fn cube(deed: Deed, decision: &CubeDecision, owner: Owner) -> String {
    let a_double = double(owner);
    let percent = |chance: f32| format!("{:.1} %", 100.0 * chance);
    let win = decision.chances.win();
    if deed == Deed::Double && decision.double_take > decision.double_pass {
        return format!("the {a_double} would be passed, and playing on for a gammon is worth more");
    }
    if deed == Deed::Beaver {
        return format!("you win {}, which is too little to turn the cube again", percent(1.0 - win));
    }
    if matches!(deed, Deed::Take | Deed::Pass) && decision.is_beavered() {
        let own = if deed == Deed::Take { -decision.double_take } else { -decision.double_pass };
        let name = if deed == Deed::Take { "take" } else { "pass" };
        return format!("a beaver has an equity of {:+.3}, a {name} of {own:+.3}", -decision.doubled());
    }
    // The points are estimates: an equity beyond those with a dead and a live cube may decide otherwise. Then the
    // equities say why.
    let points = decision.window.into_iter().flat_map(|window| [window.used, window.dead]);
    let Some(points) = points.into_iter().find(|points| agree(deed, decision, points)) else {
        return by_equities(deed, decision, a_double);
    };
    // The responder's chances are the complement of the doubler's.
    let (takes, own) = (percent(1.0 - points.cash), percent(1.0 - win));
    let (win, cash, double) = (percent(win), percent(points.cash), percent(points.double));
    // Rounded, the chances are sometimes those at which the action changes, or these are at an end of the scale.
    match deed {
        Deed::Wait if decision.action == Action::DoublePass && cash == NONE => {
            format!("the {a_double} would be passed, and the next roll can only lose that")
        }
        Deed::Wait if decision.action == Action::DoublePass => format!(
            "the {a_double} would be passed: you win {win}, and the opponent passes from {cash} on; \
             the next roll can only lose that"
        ),
        Deed::Wait if double == NONE => format!("you win {win}, and a {a_double} is right with any chance"),
        Deed::Wait => format!("you win {win}, and a {a_double} is right from {double} on"),
        Deed::Pass if takes == NONE => format!("you win {own}, and any chance is enough to take"),
        Deed::Pass => format!("you win {own}, and {takes} is enough to take"),
        Deed::Take if takes != own && takes != ALL => format!("you win {own}, and a take needs {takes}"),
        Deed::Double if win != double && double != ALL => {
            format!("it is too early: you win {win}, and a {a_double} is right from {double} on")
        }
        Deed::Take | Deed::Double | Deed::Beaver => by_equities(deed, decision, a_double),
    }
}

/// Returns `true` if the action is wrong by these points too.
fn agree(deed: Deed, decision: &CubeDecision, points: &Points) -> bool {
    let win = decision.chances.win();
    match deed {
        Deed::Wait if decision.action == Action::DoublePass => win >= points.cash,
        Deed::Wait => win >= points.double,
        Deed::Double => win < points.double,
        Deed::Take => win >= points.cash,
        Deed::Pass => win < points.cash,
        Deed::Beaver => true,
    }
}

/// Compares the equities of a wrong action and of the right one, from the view of the player who acts.
fn by_equities(deed: Deed, decision: &CubeDecision, a_double: &str) -> String {
    let doubled = decision.doubled();
    match deed {
        Deed::Wait | Deed::Double => {
            format!("the equity is {doubled:+.3} with a {a_double} and {:+.3} without", decision.no_double)
        }
        Deed::Take | Deed::Pass | Deed::Beaver => {
            format!(
                "a take has an equity of {:+.3}, a pass of {:+.3}",
                -decision.double_take, -decision.double_pass
            )
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::cube::Stakes;
    use crate::engine::met::Stage;

    #[test]
    fn without_a_feature_the_chances_speak() {
        let play = |chances| play(&[], chances, &CubeState::CUBELESS);
        let this = Chances([0.0, 0.2, 0.3, 0.4, 0.1, 0.0]);
        let better = Chances([0.0, 0.15, 0.3, 0.45, 0.1, 0.0]);
        assert_eq!(play([this, better]), "it wins 50.0 % rather than 55.0 %, and loses 5.0 % more gammons");
        let better = Chances([0.0, 0.2, 0.3, 0.3, 0.2, 0.0]);
        assert_eq!(play([this, better]), "it wins 10.0 % fewer gammons");
        assert_eq!(play([this, this]), "the chances differ by less than 0.1 %");
        let better = Chances([0.0, 0.1, 0.45, 0.35, 0.1, 0.0]);
        assert_eq!(play([this, better]), "it wins 50.0 % rather than 45.0 %, but loses 10.0 % more gammons");
    }

    #[test]
    fn gammons_that_dont_count_are_no_reason() {
        let this = Chances([0.0, 0.2, 0.3, 0.4, 0.1, 0.0]);
        let better = Chances([0.0, 0.1, 0.35, 0.35, 0.2, 0.0]);
        let at = |away, opponent| {
            let stakes = Stakes::Match { away, opponent, stage: Stage::After };
            play(&[], [this, better], &CubeState { stakes, ..CubeState::CUBELESS })
        };
        assert_eq!(at(1, 1), "it wins 50.0 % rather than 55.0 %");
        assert_eq!(at(1, 3), "it wins 50.0 % rather than 55.0 %, and loses 10.0 % more gammons");
        assert_eq!(at(3, 1), "it wins 50.0 % rather than 55.0 %, and wins 10.0 % fewer gammons");
    }

    #[test]
    fn an_optional_double_costs_nothing_at_a_lopsided_score() {
        let costs = |[away, opponent]: [usize; 2], difference: f32| {
            let stakes = Stakes::Match { away, opponent, stage: Stage::Before };
            let state = CubeState { stakes, ..CubeState::MONEY };
            let equities = [0.5, 0.5 + difference];
            let decision = CubeDecision::of_equities(&state, Chances::default(), 0.0, equities, 0);
            (decision.action == Action::Optional, [Deed::Wait, Deed::Double].map(|deed| deed.cost(&decision)))
        };
        for score in [[5, 5], [2, 25]] {
            for difference in [-0.1, -1.5e-5, 5e-6, 1.5e-5, 0.1] {
                let (is_optional, costs) = costs(score, difference);
                assert_eq!(
                    costs.iter().all(|&cost| cost <= 0.0),
                    is_optional,
                    "{score:?} {difference}: {costs:?}"
                );
            }
        }
    }

    #[test]
    fn a_missed_beaver_has_a_loss_and_a_reason() {
        let of = |beavers, double_take| {
            let state = CubeState { stakes: Stakes::Money { jacoby: true, beavers }, ..CubeState::MONEY };
            CubeDecision::of_equities(&state, Chances::default(), 0.0, [0.0, double_take], 0)
        };
        let close = |a: f32, b: f32| (a - b).abs() < 1e-6;
        let wrong = of(true, -0.3);
        assert!(close(Deed::Take.loss(&wrong), 0.3) && close(Deed::Pass.loss(&wrong), 1.6));
        assert!(close(Deed::Beaver.loss(&wrong), 0.0) && close(Deed::Take.cost(&wrong), 0.0));
        let words = of_cube(Deed::Take, &wrong, Owner::Centred);
        assert_eq!(words, "taking costs 0.300: a beaver has an equity of +0.600, a take of +0.300.");
        let words = of_cube(Deed::Pass, &wrong, Owner::Centred);
        assert_eq!(words, "passing costs 1.600: a beaver has an equity of +0.600, a pass of -1.000.");
        // Without beavers, and where the doubler is the favourite, a take is right.
        for right in [of(false, -0.3), of(true, 0.3)] {
            assert!(close(Deed::Take.loss(&right), 0.0), "{right:?}");
        }
    }

    #[test]
    fn at_most_two_reasons_are_named() {
        let said = |reasons: &[Reason]| play(reasons, [Chances::default(); 2], &CubeState::CUBELESS);
        let reasons = [Reason::NoHit, Reason::PointLost(7), Reason::Back { left: 1, better: 0 }];
        assert_eq!(said(&reasons), "it doesn't hit, and gives up the bar-point");
        let fewer = [Reason::FewerHits { made: 1, better: 2 }];
        assert_eq!(said(&fewer), "it hits 1 checker rather than 2");
    }
}
