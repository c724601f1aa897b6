//! The replay of checker plays: the text after the dice, and its meaning.

use super::findings::Knowledge;
use super::game::{End, GameReplay};
use super::repair::first_break;
use crate::board::{Board, BoardSetup, Place, Roll, Side};
use crate::diag::{Code, Diagnostic, Span};
use crate::game::record::{Setup, WrittenPlay};
use crate::game::{Action, Event, Happening, IllegalPlays, RuleViolation};
use crate::notation::play::print;
use crate::rules::{IllegalPlay, Leg, Play, Reason, can_move, legal_plays, resolve};
use smallvec::SmallVec;

impl GameReplay<'_> {
    /// Replays a written play.
    pub(super) fn play(&mut self, index: usize, by: Side, roll: Roll, dice: Span, written: &WrittenPlay) {
        let legs = legs_of(written);
        let legs = legs.as_slice();
        match resolve::resolve(self.state.board(), roll, legs) {
            Ok(resolved) => {
                if let Some(leg) = resolved.spurious_hit() {
                    self.spurious_hit(index, written, leg);
                }
                if self.has_hit_marks
                    && let Some(point) = resolved.unmarked_hit()
                {
                    let finding = Diagnostic::of(Code::PlayHitUnmarked, written.span)
                        .label(format!("hits on the {point}-point"));
                    self.report(index, finding, Knowledge::POSITION, Knowledge::NONE);
                }
                self.observe(Some(index), by, Happening::Played { roll, play: *resolved.play() });
                let applied = self.state.apply_resolved(by, &resolved);
                self.note_end(&applied);
            }
            Err(illegal) => self.illegal(index, by, roll, dice, written, legs, illegal),
        }
    }

    /// Applies a legal play.
    fn made(&mut self, index: usize, by: Side, roll: Roll, play: Play) {
        self.observe(Some(index), by, Happening::Played { roll, play });
        let applied = self.state.apply(by, &Action::Play(play));
        self.note_end(&applied);
    }

    /// Notes the end of the game, if a legal play ended it.
    fn note_end(&mut self, played: &Result<Event, RuleViolation>) {
        debug_assert!(played.is_ok(), "the resolver only finds legal plays: {played:?}");
        if let Ok(Event::GameEnded(result) | Event::MatchEnded(result)) = *played {
            self.end = Some(End::new(result, true));
        }
    }

    fn spurious_hit(&mut self, index: usize, written: &WrittenPlay, leg: usize) {
        let Some(leg) = written.legs().nth(leg) else { return };
        let label = match leg.leg.to {
            Place::Off => "bearing off hits nothing".to_owned(),
            place => format!("no opposing blot on the {place}-point"),
        };
        let finding = Diagnostic::of(Code::PlayHitMark, leg.span).label(label);
        self.report(index, finding, Knowledge::POSITION, Knowledge::NONE);
    }

    /// Reports a play that isn't legal, and continues as far as physically possible.
    #[expect(clippy::too_many_arguments, reason = "what is known of one play")]
    fn illegal(
        &mut self,
        index: usize,
        by: Side,
        roll: Roll,
        dice: Span,
        written: &WrittenPlay,
        legs: &[Leg],
        illegal: IllegalPlay,
    ) {
        let board = *self.state.board();
        let forced = resolve::force(&board, legs);
        let condoned = forced.is_some() && self.is_condoned(index, by);
        let place = illegal.leg.and_then(|leg| written.legs().nth(leg)).map_or(written.span, |leg| leg.span);
        let code = if condoned { Code::PlayCondoned } else { code_of(illegal.reason) };
        let mut finding = Diagnostic::of(code, place).label(illegal.reason.to_string()).see(dice, "the roll");
        for play in nearest(&board, roll, legs) {
            finding = finding.help(format!("legal: {}", print::gnubg(&board, &play)));
        }
        if !can_move(&board, roll) {
            finding = finding.note("no play is possible with this roll");
        }
        let unsure = if condoned { Knowledge::NONE } else { Knowledge::POSITION | Knowledge::RESULT };
        self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
        // An analysis of another play.
        self.findings.fold(self.gap_after(index), Knowledge::POSITION);
        let after = forced.unwrap_or(board);
        self.observe(Some(index), by, Happening::Illegal { roll, after });
        let _ = self.state.condone(by, &after);
        // The moves include an illegal one: everything that depends on the position is unsure already.
        self.end_here(true);
    }

    /// Returns `true` if the opponent condones an illegal play by rolling or doubling.
    fn is_condoned(&self, index: usize, by: Side) -> bool {
        self.state.rules().illegal_plays == IllegalPlays::FaceToFace && self.goes_on(index, !by)
    }

    /// Replays dice without text after them.
    pub(super) fn no_play(&mut self, index: usize, by: Side, roll: Roll, dice: Span) {
        if !can_move(self.state.board(), roll) {
            return self.made(index, by, roll, Play::DANCE);
        }
        if let Some(winner) = self.is_last_turn(index) {
            self.habit(index, Code::HabitNoPlay, dice);
            return self.last_play_left_out(index, by, roll, winner);
        }
        if self.game.entries[index + 1..].is_empty() || self.is_drawn_next(index) {
            return self.observe(Some(index), by, Happening::RolledOnly { roll });
        }
        let plays = legal_plays(self.state.board(), roll);
        let board = *self.state.board();
        if let [(only, after)] = plays[..]
            && !self.was_not_played(index, by, &after)
        {
            let finding = Diagnostic::of(Code::PlayOmittedForced, dice)
                .label(format!("taken as {}", print::gnubg(&board, &only)));
            self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, Knowledge::NONE);
            return self.made(index, by, roll, only);
        }
        self.look_ahead(index);
        self.missing(index, by, roll, dice, &plays, false);
    }

    /// Returns `true` if the next entries contradict the board after a play that is left out, and agree longer with the
    /// one before it: then the dice are wrong.
    fn was_not_played(&self, index: usize, by: Side, after: &Board) -> bool {
        let breaks = |board: &Board| first_break(&self.game.entries, index + 1, board, by, false);
        breaks(after).is_some_and(|at| breaks(self.state.board()).is_none_or(|later| later > at))
    }

    /// Replays the last dice of a game: if their player lost, the play isn't known; if their player won, it
    /// is the play that wins.
    fn last_play_left_out(&mut self, index: usize, by: Side, roll: Roll, winner: Side) {
        if winner == by {
            let wins =
                legal_plays(self.state.board(), roll).into_iter().find(|(_, after)| after.mover_is_done());
            if let Some((play, _)) = wins {
                return self.made(index, by, roll, play);
            }
        }
        self.unplayed(index, by, roll);
        self.gave_up = Some((!winner, None));
    }

    /// Replays dice after which the game is given up or drawn: without a legal play, the turn is over.
    pub(super) fn unplayed(&mut self, index: usize, by: Side, roll: Roll) {
        if can_move(self.state.board(), roll) {
            self.observe(Some(index), by, Happening::RolledOnly { roll });
        } else {
            self.made(index, by, roll, Play::DANCE);
        }
    }

    /// Replays words that claim that no play is possible.
    pub(super) fn says_cannot_move(&mut self, index: usize, by: Side, roll: Roll, span: Span) {
        if can_move(self.state.board(), roll) {
            let plays = legal_plays(self.state.board(), roll);
            // To play nothing is an illegal play, too.
            let condoned = self.is_condoned(index, by);
            self.missing(index, by, roll, span, &plays, condoned);
        } else {
            self.made(index, by, roll, Play::DANCE);
        }
    }

    /// Reports that a play is missing although there are legal ones.
    fn missing(
        &mut self,
        index: usize,
        by: Side,
        roll: Roll,
        place: Span,
        plays: &[(Play, Board)],
        condoned: bool,
    ) {
        let board = *self.state.board();
        let count = plays.len();
        let label = if count == 1 {
            "there is a legal play".to_owned()
        } else {
            format!("there are {count} legal plays")
        };
        let code = if condoned { Code::PlayCondoned } else { Code::PlayMissing };
        let mut finding = Diagnostic::of(code, place).label(label);
        for (play, _) in plays.iter().take(3) {
            finding = finding.help(format!("legal: {}", print::gnubg(&board, play)));
        }
        let unsure = if condoned { Knowledge::NONE } else { Knowledge::POSITION | Knowledge::RESULT };
        self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
        self.rolled_only(index, by, roll);
    }

    /// Replays a hidden play: its player gave up, or the position isn't known any more.
    pub(super) fn hidden(&mut self, index: usize, by: Side, roll: Roll, span: Span) {
        if let Some(winner) = self.is_last_turn(index) {
            self.habit(index, Code::HabitHidden, span);
            self.last_play_left_out(index, by, roll, winner);
        } else if self.is_drawn_next(index) {
            self.habit(index, Code::HabitHidden, span);
            self.unplayed(index, by, roll);
        } else {
            let finding = Diagnostic::of(Code::PlayHidden, span);
            let unsure = Knowledge::POSITION | Knowledge::RESULT;
            self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
            self.rolled_only(index, by, roll);
        }
    }

    /// Replays a play that the record itself declares illegal, with the position after it.
    pub(super) fn declared_illegal(
        &mut self,
        index: usize,
        by: Side,
        roll: Roll,
        span: Span,
        after: Option<&Setup>,
    ) {
        let finding = Diagnostic::of(Code::PlayDeclaredIllegal, span);
        let after = after
            .and_then(|setup| setup.board)
            .and_then(|lanes| board_of_lanes(&lanes, self.checkers(), by).ok());
        if let Some(board) = after {
            self.report(index, finding, Knowledge::NONE, Knowledge::NONE);
            self.observe(Some(index), by, Happening::Illegal { roll, after: board });
            self.state.place(board.flip(), !by, None);
        } else {
            let finding = finding.note("the position that the words give can't be read");
            let unsure = Knowledge::POSITION | Knowledge::RESULT;
            self.report(index, finding, Knowledge::NONE, unsure);
            self.rolled_only(index, by, roll);
        }
    }
}

/// Returns the board, from `mover`'s view, for the lanes of a [`Setup`] with `checkers` checkers a side.
///
/// # Errors
///
/// Every reason why this isn't a board, in words.
pub(super) fn board_of_lanes(lanes: &[i8; 26], checkers: u8, mover: Side) -> Result<Board, Vec<String>> {
    let mut lanes = lanes.map(i16::from);
    if mover == Side::One {
        lanes.reverse();
        lanes = lanes.map(|count| -count);
    }
    let mine = |lane: usize| lanes[lane].clamp(0, 255) as u8;
    let theirs = |lane: usize| (-lanes[lane]).clamp(0, 255) as u8;
    let setup = BoardSetup {
        points: std::array::from_fn(|i| mine(i + 1)),
        bar: mine(25),
        total: checkers,
        opponent_points: std::array::from_fn(|i| theirs(24 - i)),
        opponent_bar: theirs(0),
        opponent_total: checkers,
    };
    let board = setup.board().map_err(|reasons| reasons.iter().map(ToString::to_string).collect::<Vec<_>>());
    if lanes[0] > 0 || lanes[25] < 0 {
        let mut reasons = board.err().unwrap_or_default();
        reasons.push("a side's checkers on the opponent's bar".to_owned());
        return Err(reasons);
    }
    board
}

/// Returns the legs of a written play; those of a legal one need no allocation.
pub(super) fn legs_of(play: &WrittenPlay) -> SmallVec<[Leg; 4]> {
    play.legs().map(|leg| leg.leg).collect()
}

/// Returns the legs of a play, step by step, with the hits marked if `marks`.
pub(super) fn steps(board: &Board, play: &Play, marks: bool) -> Vec<Leg> {
    marked(board, play.steps().iter().map(|step| (step.from(), step.to())), marks)
}

/// Returns the legs from point to point, in the mover's numbering, with a mark where the first checker hits if `marks`.
pub(super) fn marked(board: &Board, ways: impl IntoIterator<Item = (u8, u8)>, marks: bool) -> Vec<Leg> {
    let mut hits: Vec<u8> = Vec::new();
    let leg = |(from, to): (u8, u8)| {
        let hit =
            marks && (1..=24).contains(&to) && board.lanes()[usize::from(to)] < 0 && !hits.contains(&to);
        if hit {
            hits.push(to);
        }
        Some(Leg { from: Place::from_number(from)?, to: Place::from_number(to)?, hit })
    };
    ways.into_iter().filter_map(leg).collect()
}

/// Returns the code for a reason.
fn code_of(reason: Reason) -> Code {
    match reason {
        Reason::NoChecker(_) => Code::PlayNoChecker,
        Reason::Blocked(_) => Code::PlayBlocked,
        Reason::BarFirst => Code::PlayBar,
        Reason::BearOffEarly(_) => Code::PlayBearOffEarly,
        Reason::BearOffHigher(_) => Code::PlayBearOffHigher,
        Reason::WrongPips(_) | Reason::DieUsed(_) => Code::PlayWrongPips,
        Reason::Backwards => Code::PlayBackwards,
        Reason::TooMany(_) => Code::PlayTooMany,
        Reason::Incomplete { .. } => Code::PlayIncomplete,
        Reason::LargerDie(_) => Code::PlayLargerDie,
        Reason::Ambiguous => Code::PlayAmbiguous,
    }
}

/// Returns the legal plays most similar to the written one, at most three.
fn nearest(board: &Board, roll: Roll, legs: &[Leg]) -> Vec<Play> {
    let written = resolve::force(board, legs);
    let mut plays: Vec<(u32, Play)> = legal_plays(board, roll)
        .into_iter()
        .map(|(play, after)| {
            let same = play.steps().iter().filter(|step| {
                legs.iter().any(|leg| leg.from.number() == step.from() && leg.to.number() == step.to())
            });
            let far = written.map_or(0, |written| {
                written.lanes().iter().zip(after.lanes()).map(|(a, b)| u32::from(a.abs_diff(*b))).sum()
            });
            (far + 4 * (play.steps().len() - same.count()) as u32, play)
        })
        .collect();
    plays.sort_by_key(|(distance, _)| *distance);
    plays.into_iter().take(3).map(|(_, play)| play).collect()
}
