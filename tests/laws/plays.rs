//! Laws of boards and plays.

use crate::rules::positions::{played, roll, thrown};
use crate::rules::reference::{self, Lanes};
use barpoint::board::{Board, Place, Roll};
use barpoint::rules::resolve::{apply_legal, force, resolve};
use barpoint::rules::{IllegalPlay, Leg, Play, Reason, Step, explain, legal_plays};
use proptest::prelude::*;
use proptest::sample::Index;

fn boards() -> impl Strategy<Value = Board> {
    prop_oneof![thrown(), played()]
}

fn place(number: u8) -> Place {
    Place::from_number(number).expect("a place")
}

/// Returns the mover's own checkers on every lane.
fn own(lanes: &Lanes) -> Vec<i8> {
    lanes[..27].iter().map(|count| (*count).max(0)).collect()
}

/// Returns the mover's own checkers after the legs, in any order. `None` if one is missing.
fn own_after(board: &Board, legs: &[Leg]) -> Option<Vec<i8>> {
    let mut lanes = own(board.lanes());
    for leg in legs {
        lanes[usize::from(leg.from.number())] -= 1;
        lanes[if leg.to == Place::Off { Board::OFF } else { usize::from(leg.to.number()) }] += 1;
    }
    lanes.iter().all(|&count| count >= 0).then_some(lanes)
}

/// Returns the meaning of legs by definition: the legal play that leads to the same board; otherwise the only
/// one that leaves the mover's checkers the same. `Err` if there are several.
fn meaning(board: &Board, roll: Roll, legs: &[Leg]) -> Result<Option<Board>, ()> {
    let forwards = legs.iter().all(|leg| leg.from.number() > leg.to.number());
    if !forwards || legs.len() > usize::from(roll.steps()) || !made_of_dice(legs, &dice(roll)) {
        return Ok(None);
    }
    if legs.iter().any(|leg| board.lanes()[usize::from(leg.to.number())] < -1 && leg.to != Place::Off) {
        // A written landing counts, even where the checker could have gone another way.
        return Ok(None);
    }
    let plays = legal_plays(board, roll);
    if let Some(forced) = force(board, legs)
        && plays.iter().any(|(_, after)| *after == forced)
    {
        return Ok(Some(forced));
    }
    let Some(wanted) = own_after(board, legs) else { return Ok(None) };
    let mut fitting = plays.iter().filter(|(_, after)| own(after.lanes()) == wanted);
    match (fitting.next(), fitting.next()) {
        (Some((_, after)), None) => Ok(Some(*after)),
        (None, _) => Ok(None),
        _ => Err(()),
    }
}

/// Returns the dice to play.
fn dice(roll: Roll) -> Vec<u8> {
    let (high, low) = (roll.high().pips(), roll.low().pips());
    if roll.is_doublet() { vec![high; 4] } else { vec![high, low] }
}

/// Returns `true` if the first leg, and then the others, can be made with different dice; the last die of a
/// leg that bears off may be larger than needed.
fn made_of_dice(legs: &[Leg], dice: &[u8]) -> bool {
    fn go(distance: i16, off: bool, rest: &[Leg], dice: &[u8]) -> bool {
        (0..dice.len()).any(|i| {
            let left: Vec<u8> =
                dice.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, die)| *die).collect();
            let distance = distance - i16::from(dice[i]);
            if distance > 0 {
                go(distance, off, rest, &left)
            } else {
                (distance == 0 || off) && made_of_dice(rest, &left)
            }
        })
    }
    let Some((leg, rest)) = legs.split_first() else { return true };
    let distance = i16::from(leg.from.number()) - i16::from(leg.to.number());
    go(distance, leg.to == Place::Off, rest, dice)
}

/// Returns random legs: mostly from places with checkers, with the distances of the dice.
fn some_legs(board: &Board, roll: Roll, choices: &[(Index, u8, bool)]) -> Vec<Leg> {
    let starts: Vec<u8> = (1..=25).filter(|&from| board.lanes()[usize::from(from)] > 0).collect();
    let (high, low) = (roll.high().pips(), roll.low().pips());
    let leg = |(index, way, hit): &(Index, u8, bool)| {
        let from = if starts.is_empty() || *way > 60 { 1 + way % 25 } else { *index.get(&starts) };
        let pips = match way % 12 {
            0..=3 => high,
            4..=7 => low,
            8 => high + low,
            9 => 3 * high,
            10 => way / 12,
            _ => return Leg { from: place(from), to: place(way % 25), hit: *hit },
        };
        Leg { from: place(from), to: place(from.saturating_sub(pips)), hit: *hit }
    };
    choices.iter().map(leg).collect()
}

/// Collects every board after the steps of a play, in any order, with any of the dice.
fn orders(lanes: Lanes, steps: &[Step], dice: &[u8], ends: &mut Vec<Lanes>) {
    if steps.is_empty() {
        ends.push(lanes);
    }
    for i in 0..steps.len() {
        for j in 0..dice.len() {
            let (step, pips) = (steps[i], dice[j]);
            if step.from().saturating_sub(pips) == step.to()
                && let Some(after) = reference::step(lanes, step.from().into(), pips.into())
            {
                let rest = [&steps[..i], &steps[i + 1..]].concat();
                orders(after, &rest, &[&dice[..j], &dice[j + 1..]].concat(), ends);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn flipping_twice_changes_nothing(board in boards()) {
        let flipped = board.flip();
        prop_assert_eq!(flipped.flip(), board);
        prop_assert_eq!((flipped.pips(), flipped.opponent_pips()), (board.opponent_pips(), board.pips()));
    }

    #[test]
    fn the_pips_and_hits_of_a_play_account_for_both_pip_counts(board in boards(), roll in roll()) {
        for (play, after) in legal_plays(&board, roll) {
            let moved: u32 = play.steps().iter().map(|step| u32::from(step.from() - step.to())).sum();
            prop_assert_eq!(board.pips() - after.pips(), moved);
            let mut hits: Vec<u8> = play.steps().iter().map(|step| step.to()).collect();
            hits.retain(|&to| to > 0 && board.lanes()[usize::from(to)] == -1);
            hits.sort_unstable();
            hits.dedup();
            // A blot on the mover's point `p` has 25 - p pips to go, and 25 once it is hit.
            let sent: u32 = hits.iter().map(|&to| u32::from(to)).sum();
            prop_assert_eq!(after.opponent_pips() - board.opponent_pips(), sent);
            prop_assert_eq!((after.checkers(), after.opponent_checkers()), (board.checkers(), board.opponent_checkers()));
        }
    }

    #[test]
    fn a_legal_play_is_found_however_it_is_written(
        board in boards(), roll in roll(), which: Index, order in any::<[Index; 4]>(), marks: [bool; 4], joined: bool,
    ) {
        let plays = legal_plays(&board, roll);
        prop_assume!(!plays.is_empty());
        let (play, after) = which.get(&plays);
        let mut steps: Vec<Step> = play.steps().to_vec();
        let mut legs = Vec::new();
        for (choice, hit) in order.iter().zip(marks) {
            if !steps.is_empty() {
                let step = steps.remove(choice.index(steps.len()));
                legs.push(Leg { from: place(step.from()), to: place(step.to()), hit });
            }
        }
        let resolved = resolve(&board, roll, &legs).map(|found| *found.after());
        prop_assert_eq!(resolved, Ok(*after), "{:?}", legs);
        if joined && let Some(at) = legs.iter().position(|leg| legs.iter().any(|next| next.from == leg.to)) {
            // Abbreviated, a play may mean another one, but always the same one as by the definition.
            let leg = legs[at];
            let next = legs.iter().position(|next| next.from == leg.to).expect("found before");
            legs[at].to = legs[next].to;
            legs.remove(next);
            let resolved = resolve(&board, roll, &legs);
            if let Ok(meant) = meaning(&board, roll, &legs) {
                prop_assert_eq!(resolved.ok().map(|found| *found.after()), meant, "{:?}", legs);
            } else {
                prop_assert_eq!(resolved.map_err(|illegal| illegal.reason), Err(Reason::Ambiguous));
            }
        }
    }

    #[test]
    fn legs_mean_a_play_exactly_if_a_legal_play_fits(
        board in boards(), roll in roll(), choices in prop::collection::vec(any::<(Index, u8, bool)>(), 0..6),
    ) {
        let legs = some_legs(&board, roll, &choices);
        prop_assume!(!legs.is_empty());
        let resolved = resolve(&board, roll, &legs);
        match meaning(&board, roll, &legs) {
            Ok(Some(after)) => match resolved {
                // The written steps count: with a checker on the 2-point, 63 is 7/4/off, not 7/1 1/off.
                Err(IllegalPlay { reason: Reason::BearOffHigher(point), .. }) => {
                    let is_lower = |leg: &Leg| leg.to == Place::Off && leg.from.number() < point;
                    prop_assert!(after.lanes()[usize::from(point)] > 0 && legs.iter().any(is_lower), "{:?}", legs);
                }
                resolved => prop_assert_eq!(resolved.map(|found| *found.after()), Ok(after), "{:?}", legs),
            },
            Ok(None) => {
                prop_assert!(resolved.is_err(), "no legal play fits {:?} {:?} {:?}", board, roll, legs);
                let illegal = resolved.expect_err("checked above");
                prop_assert!(illegal.reason != Reason::Ambiguous, "no reason: {:?} {:?} {:?}", board, roll, legs);
                prop_assert!(illegal.leg.is_none_or(|leg| leg < legs.len()));
                prop_assert_eq!(explain(&board, roll, &legs), illegal);
            }
            Err(()) => prop_assert_eq!(resolved.map_err(|illegal| illegal.reason), Err(Reason::Ambiguous)),
        }
    }

    #[test]
    fn a_play_is_applied_exactly_if_the_generator_has_it(board in boards(), other in boards(), roll in roll(), dice in roll()) {
        let mut plays: Vec<Play> = legal_plays(&board, roll).into_iter().map(|(play, _)| play).collect();
        plays.extend(legal_plays(&board, dice).into_iter().chain(legal_plays(&other, roll)).map(|(play, _)| play));
        plays.push(Play::DANCE);
        let (longest, results) = reference::results(&board, roll);
        let mut all = vec![roll.high().pips(); usize::from(roll.steps())];
        all[1] = roll.low().pips();
        for play in plays {
            let mut ends = Vec::new();
            orders(*board.lanes(), play.steps(), &all, &mut ends);
            ends.retain(|end| results.contains(end) || (results.is_empty() && play.is_dance()));
            let legal = play.steps().len() == longest && !ends.is_empty();
            let applied = apply_legal(&board, roll, &play);
            prop_assert_eq!(applied.is_some(), legal, "{:?} {:?} {:?}", board, roll, play);
            if let Some(after) = applied {
                prop_assert!(ends.contains(after.lanes()));
            }
        }
    }
}
