//! The similarity of a play to the written one: the cost of misreading one as the other.
//!
//! One slip of the pen costs about 1: a number misread by one, a digit dropped, two digits exchanged, a leg left out or
//! written twice. An entirely different number costs nearly two.

use crate::analysis::plays::marked;
use crate::board::Board;
use crate::rules::{Leg, Play};

/// The path of a checker, in the mover's numbering.
type Way = (u8, u8);

/// A written play with more legs than this resembles no play.
const MOST_LEGS: usize = 6;

/// The cost of two numbers of a leg that have nothing in common.
const OTHER: f32 = 1.8;
/// The cost of a leg that isn't written.
const LEFT_OUT: f32 = 1.3;
/// The cost of an extra leg.
const SURPLUS: f32 = 1.3;
/// The cost of a leg written twice.
const TWICE: f32 = 0.8;
/// The cost of leaving out a point on the way where a checker is hit.
const UNNAMED: f32 = 0.2;
/// The cost of a leg written in reverse.
const BACKWARDS: f32 = 0.8;

/// Returns the cost of misreading a play as the written legs, and its legs in the order in which they would replace
/// them.
pub(super) fn likeness(board: &Board, written: &[Leg], play: &Play, marks: bool) -> (f32, Vec<Leg>) {
    let ways: Vec<Way> = written.iter().map(|leg| (leg.from.number(), leg.to.number())).collect();
    let mut best: Option<(f32, Vec<Way>)> = None;
    for form in forms(play, board, false) {
        let (cost, legs) = matched(&ways, &form);
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, legs));
        }
    }
    let (mut cost, legs) = best.unwrap_or_default();
    let hits_on_the_way = || {
        let goes_on = |to: u8| play.steps().iter().any(|next| next.from() == to);
        let hits = |to: u8| (1..=24).contains(&to) && board.lanes()[usize::from(to)] < 0;
        play.steps().iter().any(|step| hits(step.to()) && goes_on(step.to()))
    };
    let is_unnamed = || forms(play, board, true).iter().any(|form| matched(&ways, form).0 == 0.0);
    if cost > UNNAMED && !ways.is_empty() && hits_on_the_way() && is_unnamed() {
        cost = UNNAMED;
    }
    (cost, marked(board, legs, marks))
}

/// Returns the ways in which a play can be written: each step alone, or steps of one checker joined where nothing is
/// hit in between, or, `over_hits`, anywhere.
fn forms(play: &Play, board: &Board, over_hits: bool) -> Vec<Vec<Way>> {
    let steps: Vec<Way> = play.steps().iter().map(|step| (step.from(), step.to())).collect();
    let mut forms = vec![steps];
    let mut at = 0;
    while at < forms.len() && forms.len() < 12 {
        let form = forms[at].clone();
        at += 1;
        for (i, first) in form.iter().enumerate() {
            let Some(j) = form.iter().position(|next| next.0 == first.1 && first.1 > 0) else { continue };
            if !over_hits && board.lanes()[usize::from(first.1)] < 0 {
                continue;
            }
            let mut joined = form.clone();
            joined[i] = (first.0, form[j].1);
            joined.remove(j);
            if !forms.contains(&joined) {
                forms.push(joined);
            }
        }
    }
    forms
}

/// Pairs written legs with those of a play at the least cost; returns that cost, and the play's legs in the written
/// order, with those that aren't written among them.
fn matched(written: &[Way], play: &[Way]) -> (f32, Vec<Way>) {
    if written.len() > MOST_LEGS {
        let far = SURPLUS * written.len() as f32 + OTHER;
        return (far, play.to_vec());
    }
    let mut best = (f32::INFINITY, Vec::new());
    pair(written, play, 0, 0, 0.0, &mut Vec::new(), &mut best);
    let (cost, places) = best;
    let mut legs: Vec<Way> = places.iter().flatten().map(|&index: &usize| play[index]).collect();
    for index in (0..play.len()).filter(|index| !places.contains(&Some(*index))) {
        let way = play[index];
        legs.insert(place_among(&legs, way), way);
    }
    (cost, legs)
}

/// Returns the place of a leg among others: by its point, if they go from the highest one to the lowest; otherwise before
/// the leg that continues it, or at the end.
fn place_among(legs: &[Way], way: Way) -> usize {
    let is_ordered = legs.windows(2).all(|pair| pair[0].0 >= pair[1].0);
    let is_later = |leg: &Way| if is_ordered { leg.0 < way.0 } else { leg.0 == way.1 };
    legs.iter().position(is_later).unwrap_or(legs.len())
}

fn pair(
    written: &[Way],
    play: &[Way],
    at: usize,
    used: u32,
    cost: f32,
    places: &mut Vec<Option<usize>>,
    best: &mut (f32, Vec<Option<usize>>),
) {
    if cost >= best.0 {
        return;
    }
    let Some(way) = written.get(at) else {
        let cost = cost + LEFT_OUT * (play.len() - used.count_ones() as usize) as f32;
        if cost < best.0 {
            *best = (cost, places.clone());
        }
        return;
    };
    for (index, other) in play.iter().enumerate() {
        if used >> index & 1 == 0 {
            places.push(Some(index));
            pair(written, play, at + 1, used | 1 << index, cost + misread(*way, *other), places, best);
            places.pop();
        }
    }
    let twice = written[..at].contains(way) || written[at + 1..].contains(way);
    places.push(None);
    pair(written, play, at + 1, used, cost + if twice { TWICE } else { SURPLUS }, places, best);
    places.pop();
}

/// Returns the cost of writing one leg for another.
fn misread(written: Way, meant: Way) -> f32 {
    let straight = number(written.0, meant.0) + number(written.1, meant.1);
    if written.0 != written.1 && (written.1, written.0) == meant { BACKWARDS } else { straight }
}

/// Returns the cost of writing one number for another.
fn number(written: u8, meant: u8) -> f32 {
    if written == meant {
        return 0.0;
    }
    let digits = |number: u8| (number / 10, number % 10);
    let (a, b) = (digits(written), digits(meant));
    let exchanged = a.0 > 0 && (a.1, a.0) == b;
    let dropped = (a.0 == 0 && (a.1 == b.0 || a.1 == b.1)) || (b.0 == 0 && (b.1 == a.0 || b.1 == a.1));
    let one_digit = a.0 > 0 && b.0 > 0 && (a.0 == b.0) != (a.1 == b.1);
    match written.abs_diff(meant) {
        1 => 1.0,
        _ if exchanged || dropped => 1.1,
        _ if 25 - written.min(25) == meant => 1.4,
        2 => 1.4,
        _ if one_digit => 1.4,
        _ => OTHER,
    }
}

/// Returns the number of letters to change to turn one text into the other, weighted as slips.
pub(super) fn spelling(written: &str, meant: &str) -> f32 {
    0.9 * crate::diag::distance(written, meant) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Place;
    use crate::rules::legal_plays;

    fn leg(from: u8, to: u8) -> Leg {
        let place = |number| Place::from_number(number).expect("a place");
        Leg { from: place(from), to: place(to), hit: false }
    }

    #[test]
    fn a_leg_that_is_left_out_takes_its_place_in_the_order() {
        let legs = |written: &[Way], play: &[Way]| matched(written, play).1;
        assert_eq!(legs(&[(9, 7)], &[(25, 24), (9, 7)]), [(25, 24), (9, 7)]);
        let play = [(19, 13), (13, 7), (13, 7), (8, 2)];
        assert_eq!(legs(&play[1..], &play), play);
        assert_eq!(legs(&[(19, 13), (13, 7), (8, 2)], &play), play);
        // Without an order, it stands before the leg that continues it.
        assert_eq!(legs(&[(6, 5), (16, 10)], &[(18, 16), (16, 10), (6, 5)]), [(6, 5), (18, 16), (16, 10)]);
        assert_eq!(legs(&[(6, 5), (16, 10)], &[(24, 23), (16, 10), (6, 5)]), [(6, 5), (16, 10), (24, 23)]);
    }

    #[test]
    fn the_likest_play_differs_by_one_slip_and_keeps_the_order() {
        let roll = "31".parse().expect("a roll");
        let written = [leg(6, 5), leg(8, 6)];
        let plays = legal_plays(&Board::START, roll);
        let like = plays.iter().map(|(play, _)| likeness(&Board::START, &written, play, false));
        let (cost, legs) = like.min_by(|a, b| a.0.total_cmp(&b.0)).expect("plays");
        assert!((cost - 1.0).abs() < 0.01, "{cost}");
        assert_eq!(legs, [leg(6, 5), leg(8, 5)]);
    }

    #[test]
    fn a_play_without_the_point_where_it_hits_is_likest_to_each_way_of_making_it() {
        let mut lanes = *Board::START.lanes();
        // Blots on the 11-point and the 8-point.
        (lanes[11], lanes[8], lanes[10], lanes[12]) = (-1, -1, 3, -3);
        let board = Board::from_lanes(lanes);
        let plays = legal_plays(&board, "52".parse().expect("a roll"));
        let mut like: Vec<_> =
            plays.iter().map(|(play, _)| likeness(&board, &[leg(13, 6)], play, true)).collect();
        like.sort_by(|a, b| a.0.total_cmp(&b.0));
        let cheap: Vec<_> = like.iter().filter(|(cost, _)| *cost <= UNNAMED).collect();
        assert_eq!(cheap.len(), 2, "{like:?}");
        assert!(cheap.iter().all(|(_, legs)| legs.len() == 2 && legs.iter().any(|leg| leg.hit)), "{cheap:?}");
    }

    #[test]
    fn joined_legs_are_the_same_play() {
        let roll = "62".parse().expect("a roll");
        let plays = legal_plays(&Board::START, roll);
        let written = [leg(24, 16)];
        let like = plays.iter().map(|(play, _)| likeness(&Board::START, &written, play, false).0);
        assert!(like.fold(f32::INFINITY, f32::min) < 0.01);
    }
}
