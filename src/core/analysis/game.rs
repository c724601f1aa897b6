//! The replay of one game: what each entry means, and whether the rules allow it.

use super::findings::{Findings, Knowledge};
use super::heads::Gammons;
use super::plays::{board_of_lanes, legs_of};
use super::replay::Moment;
use super::scores;
use crate::board::{Board, BySide, Roll, Side};
use crate::diag::{Code, Context, Diagnostic, Span};
use crate::formats::markup;
use crate::game::record::{Cell, Entry, GameRecord, MoveNumbers, Setup, Spanned, Written, WrittenRoll};
use crate::game::{
    Action, Cube, Ending, GameResult, Happening, MAX_CUBE, MatchSetupError, MatchState, Phase, RuleViolation,
    Score, check_cube,
};
use crate::notation::{MatchId, PositionId};
use crate::rules::{Outcome, resolve};
use std::ops::Range;

/// The replay of one game.
pub(super) struct GameReplay<'a> {
    pub(super) game: &'a GameRecord,
    /// The game's place in the match, counted from 0.
    pub(super) index: usize,
    pub(super) state: &'a mut MatchState,
    pub(super) findings: &'a mut Findings,
    pub(super) observer: &'a mut dyn FnMut(&Moment<'_>),
    /// Whether the record's format has marks for hits.
    pub(super) has_hit_marks: bool,
    /// Whether it is known if the Jacoby rule applies.
    pub(super) jacoby_known: bool,
    /// How the session counts gammons with a centred cube.
    pub(super) gammons: &'a mut Gammons,
    /// How the game ended, according to the entries so far.
    pub(super) end: Option<End>,
    /// The place of the last offer of the cube.
    pub(super) last_offer: Option<Span>,
    /// Whether the written result was reported as wrong.
    pub(super) result_reported: bool,
    /// The side that gives up according to the record, and the points it loses.
    pub(super) gave_up: Option<(Side, Option<Spanned<u32>>)>,
    /// The entries that contradict the rules.
    pub(super) overruled: Vec<u32>,
    /// The score before the game; a double may show that the Crawford game had been played by then.
    pub(super) before: Score,
    /// The score after the game and its place, if the head of the next game states it.
    pub(super) after: Option<(BySide<u32>, Span)>,
    /// The place in the text where the next game begins.
    pub(super) until: u32,
    /// The numbers of the moves of the first entries, and how they were counted.
    pub(super) numbered: (Vec<u32>, MoveNumbers),
    /// Entries that are all empty cells.
    pub(super) empty: Range<usize>,
    /// The points to which a result may be cut although fewer were needed: the match length on Backgammon
    /// Galaxy.
    pub(super) cut_to: Option<u32>,
    /// The state in which a player resigned the game.
    pub(super) resigned_in: Option<MatchState>,
    /// The dice on the board, if they were set, not rolled.
    pub(super) set_dice: Option<Roll>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The result that the replay continues with.
    pub(super) result: GameResult,
    /// Whether the moves or a pass prove the result; otherwise it was a resignation or an award.
    pub(super) proven: bool,
    /// The place of the written result, if there is one.
    pub(super) written: Option<Span>,
    /// Whether the points are only a guess: the loser resigned, and nothing in the game states for how many.
    pub(super) is_guessed: bool,
}

impl End {
    /// Returns the end of a game that has no written result yet.
    pub(super) const fn new(result: GameResult, proven: bool) -> Self {
        Self { result, proven, written: None, is_guessed: false }
    }
}

impl GameReplay<'_> {
    /// Replays all entries.
    pub(super) fn run(&mut self) {
        let entries = &self.game.entries;
        let mut i = 0;
        while i < entries.len() {
            // A result in the left cell comes before the pass or the loss beside it.
            if matches!(entries[i].written, Written::Wins { .. } | Written::Drawn)
                && entries.get(i + 1).is_some_and(|next| ends_game(next) && next.row == entries[i].row)
            {
                self.entry(i + 1);
                self.entry(i);
                i += 2;
            } else {
                self.entry(i);
                i += 1;
            }
        }
    }

    fn entry(&mut self, index: usize) {
        let entry = &self.game.entries[index];
        // A result at the head of a game marks the end of everything that follows it in the text.
        let at_head = matches!(entry.written, Written::Wins { .. } | Written::Drawn)
            && self.game.entries[..index].last().is_none_or(|before| before.span.start > entry.span.start);
        self.pass_findings(if at_head { self.until } else { entry.span.end });
        let by = entry.side.or(self.state.turn()).unwrap_or(Side::Zero);
        match &entry.written {
            Written::Turn { roll, cell } => self.turn(index, by, roll, cell),
            Written::Cube { word, value } => self.offer(index, by, *word, *value),
            Written::Take => self.answer(index, by, &Action::Take),
            Written::Pass => self.answer(index, by, &Action::Pass),
            Written::Resign => self.give_up(index, by, None),
            Written::OfferResignation { outcome, points } => {
                self.offer_resignation(index, by, *outcome, *points);
            }
            Written::RefuseResignation => self.answer_resignation(index, by, &Action::RefuseResignation),
            Written::AcceptResignation => self.answer_resignation(index, by, &Action::AcceptResignation),
            Written::Losses { points, .. } => self.give_up(index, by, *points),
            Written::Wins { points, and_match } => scores::wins(self, index, entry.side, *points, *and_match),
            Written::Drawn => scores::drawn(self, index),
            Written::Set(setup) => self.set(index, setup),
            Written::Empty => self.empty(index, by),
            // The parser has reported it; whatever it was, the turn is over.
            Written::Unreadable => {
                if self.end.is_none() && entry.side.is_some() {
                    self.findings.is_wrong_value(entry.span, Knowledge::ALL);
                    self.findings.may_be_unread(self.gap_before(index), Knowledge::ALL);
                    self.overrule(index);
                    self.lose_position(by);
                }
            }
        }
    }

    /// Replays dice and the text after them.
    fn turn(&mut self, index: usize, by: Side, written: &WrittenRoll, cell: &Cell) {
        if self.after_end(index) {
            return;
        }
        if written.roll().is_none()
            && matches!(cell, Cell::Hidden(_) | Cell::Resign(_))
            && (self.is_end(index) || self.is_last_turn(index).is_some())
        {
            // `00: ????` is no roll: its player gives up, perhaps with a double to answer.
            self.gave_up = Some((by, None));
            return;
        }
        self.settle_offer(index, by);
        self.findings.is_wrong_value(written.span, Knowledge::POSITION | Knowledge::RESULT);
        let Some(roll) = written.roll() else { return self.turn_without_roll(index, by, cell) };
        let rolled = match self.state.phase() {
            Phase::OpeningRoll => self.state.apply(by, &Action::OpenWith(roll)).map(drop),
            // The dice of the turn replace those set for it.
            Phase::ToPlay(_) if self.set_dice.is_some() && by == self.state.on_roll() => {
                self.state.place_phase(Phase::ToPlay(roll));
                Ok(())
            }
            _ => self.state.apply(by, &Action::Roll(roll)).map(drop),
        };
        self.set_dice = None;
        if let Err(violation) = rolled {
            self.force_roll(index, by, roll, written.span, &violation);
            if violation == RuleViolation::OpeningDoublet
                && let Cell::Play(play) = cell
                && resolve::resolve(self.state.board(), roll, legs_of(play).as_slice()).is_err()
            {
                // The dice are wrong, so the play isn't reported.
                return self.turn_without_roll(index, by, cell);
            }
        }
        match cell {
            Cell::Play(play) => self.play(index, by, roll, written.span, play),
            Cell::Unreadable(_) => {
                let place = self.game.entries[index].span;
                self.findings.is_wrong_value(place, Knowledge::POSITION | Knowledge::RESULT);
                self.rolled_only(index, by, roll);
            }
            Cell::DeclaredIllegal { span, after } => {
                self.declared_illegal(index, by, roll, *span, after.as_deref());
            }
            Cell::Empty => self.no_play(index, by, roll, written.span),
            Cell::CannotMove(span) => self.says_cannot_move(index, by, roll, *span),
            Cell::Hidden(span) => self.hidden(index, by, roll, *span),
            Cell::Resign(_) => {
                self.unplayed(index, by, roll);
                self.gave_up = Some((by, None));
            }
        }
    }

    /// Reports a roll out of order, and applies it all the same.
    fn force_roll(&mut self, index: usize, by: Side, roll: Roll, span: Span, violation: &RuleViolation) {
        if *violation == RuleViolation::OpeningDoublet {
            self.opening_doublet(index, roll, span);
        } else {
            let finding = Diagnostic::of(Code::TurnWrongSide, span).label(self.why_not(violation));
            self.report(index, finding, Knowledge::TURN, Knowledge::ALL);
        }
        let board = self.board_of(by);
        self.state.place(board, by, Some(roll));
    }

    fn opening_doublet(&mut self, index: usize, roll: Roll, span: Span) {
        let finding = Diagnostic::of(Code::DiceOpeningDoublet, span).label(format!("{roll} is a doublet"));
        self.report(index, finding, Knowledge::TURN, Knowledge::NONE);
    }

    /// Returns a broken rule in words, with the player's name.
    pub(super) fn why_not(&self, violation: &RuleViolation) -> String {
        match violation {
            RuleViolation::NotYourTurn(side) => format!("it is {}'s turn", self.name(*side)),
            other => other.to_string(),
        }
    }

    /// Continues after dice that don't exist.
    fn turn_without_roll(&mut self, index: usize, by: Side, cell: &Cell) {
        self.overrule(index);
        match cell {
            Cell::Play(play) => {
                let board = self.board_of(by);
                let legs = legs_of(play);
                let after = resolve::force(&board, legs.as_slice()).unwrap_or(board);
                self.state.place(after.flip(), !by, None);
            }
            _ => self.lose_position(by),
        }
    }

    /// Notes the end of the game, if it is over; the moves or a pass prove it, or don't.
    pub(super) fn end_here(&mut self, is_proven: bool) {
        self.end = self.state.phase().result().map(|result| End::new(result, is_proven)).or(self.end);
    }

    /// Notes that an entry contradicts the rules.
    pub(super) fn overrule(&mut self, index: usize) {
        self.overruled.push(index as u32);
    }

    /// Ends the turn after a roll whose play isn't known.
    pub(super) fn rolled_only(&mut self, index: usize, by: Side, roll: Roll) {
        self.observe(Some(index), by, Happening::RolledOnly { roll });
        self.lose_position(by);
    }

    /// Ends the turn without a play, and marks the position as unknown.
    pub(super) fn lose_position(&mut self, by: Side) {
        let board = self.board_of(by);
        self.state.place(board.flip(), !by, None);
    }

    /// Returns the board from a side's view.
    pub(super) fn board_of(&self, by: Side) -> Board {
        let opening = self.state.phase() == Phase::OpeningRoll;
        if opening || by == self.state.on_roll() { *self.state.board() } else { self.state.board().flip() }
    }

    /// Replays an entry that sets a position, or a part of one.
    fn set(&mut self, index: usize, setup: &Setup) {
        // What the parser says of a position that contradicts the plays before.
        let about = if setup.board.is_some() { Knowledge::POSITION } else { Knowledge::CUBE };
        self.findings.fold(setup.span, about);
        // A result after a cube that was set is in the column of its winner.
        let next = if setup.is_cube_alone() && self.is_end(index) { None } else { self.next_side(index) };
        let mover = setup.on_roll.or(next).unwrap_or(self.state.on_roll());
        let board = match &setup.board {
            None => self.board_of(mover),
            Some(lanes) => {
                let checkers = self.checkers();
                match board_of_lanes(lanes, checkers, mover) {
                    Ok(board) => board,
                    Err(reasons) => {
                        let finding =
                            Diagnostic::of(Code::PositionInvalid, setup.span).label(reasons.join("; "));
                        self.overrule(index);
                        return self.report(index, finding, Knowledge::NONE, Knowledge::ALL);
                    }
                }
            }
        };
        let roll = setup.roll.as_ref().and_then(WrittenRoll::roll);
        if let (Some(written), None) = (&setup.roll, roll) {
            let code = Code::PositionInvalid;
            let finding = Diagnostic::new(code, written.span, "dice show 1 to 6");
            self.report(index, finding, Knowledge::NONE, Knowledge::NONE);
        }
        let has_cube = setup.cube_value.is_some() || setup.cube_place.is_some();
        if has_cube {
            self.set_cube(index, setup);
        }
        let dice_only = setup.board.is_none() && !has_cube;
        let is_offer =
            matches!(self.state.phase(), Phase::ToAnswerDouble(_) | Phase::ToAnswerResignation { .. });
        if dice_only && roll.is_none() && is_offer && self.state.turn() == Some(mover) {
            // The side that answers is stated to be on turn, as it is.
            return;
        }
        let opening = self.state.phase() == Phase::OpeningRoll;
        if let (Some(written), Some(roll), true) = (&setup.roll, roll, opening && setup.board.is_none())
            && roll.is_doublet()
            && !self.sets_board_next(index)
        {
            self.opening_doublet(index, roll, written.span);
        }
        let expected = opening || self.state.turn() == Some(mover);
        // The cube alone may be set before the opening roll.
        if !setup.is_cube_alone() {
            self.state.place(board, mover, roll);
            self.set_dice = roll;
        }
        // Dice that only the end of the game follows are a roll that wasn't played.
        let happening = match roll {
            Some(roll) if expected && dice_only && self.is_end(index) => Happening::RolledOnly { roll },
            roll => Happening::PositionSet { roll },
        };
        self.observe(Some(index), mover, happening);
    }

    /// Returns `true` if a position follows an entry before anything is done: GNU Backgammon writes an ID as its dice,
    /// its cube and its board, one after the other.
    fn sets_board_next(&self, index: usize) -> bool {
        let mut setups = self.game.entries[index + 1..].iter().map_while(|entry| match &entry.written {
            Written::Set(setup) => Some(setup),
            _ => None,
        });
        setups.any(|setup| setup.board.is_some())
    }

    /// Sets the cube, unless it is an impossible one.
    fn set_cube(&mut self, index: usize, setup: &Setup) {
        let cube = setup.cube(self.state.cube());
        if cube != Cube::START && self.state.is_crawford_game() && self.may_be_post_crawford() {
            // The earlier games aren't in the record, and the cube shows that one of them was the Crawford game.
            self.state.place_crawford(false);
            self.before.crawford_played = true;
        }
        let mut reasons = Vec::new();
        check_cube(cube, self.state.rules(), self.state.is_crawford_game(), &mut reasons);
        // The value and the owner may be set one after the other, and a session sets any, also above the limit.
        reasons.retain(|reason| match reason {
            MatchSetupError::OwnedAtOne | MatchSetupError::CentredAbove(_) => false,
            MatchSetupError::CubeValue { value, .. } => !value.is_power_of_two() || *value > MAX_CUBE,
            _ => true,
        });
        if reasons.is_empty() {
            return self.state.place_cube(cube);
        }
        let reasons: Vec<String> = reasons.iter().map(ToString::to_string).collect();
        let finding =
            Diagnostic::new(Code::PositionInvalid, setup.span, "the record sets an impossible cube")
                .label(reasons.join("; "));
        self.report(index, finding, Knowledge::NONE, Knowledge::CUBE | Knowledge::RESULT);
    }

    /// Replays a resignation that waits for its answer.
    fn offer_resignation(
        &mut self,
        index: usize,
        by: Side,
        outcome: Option<Outcome>,
        points: Option<Spanned<u32>>,
    ) {
        if self.after_end(index) {
            return;
        }
        let outcome = match (outcome, points) {
            (Some(outcome), _) => outcome,
            (None, Some(points)) => scores::offered(self, index, by, points),
            (None, None) => {
                let rest = &self.game.entries[index + 1..];
                let is_end = rest
                    .iter()
                    .all(|entry| matches!(entry.written, Written::AcceptResignation | Written::Empty));
                let shown = scores::shown_by_score(self, !by).filter(|_| is_end);
                shown.unwrap_or(Outcome::Single)
            }
        };
        let before = self.state.clone();
        match self.state.apply(by, &Action::Resign(outcome)) {
            Ok(_) => {
                self.observe_in(&before, Some(index), by, Happening::ResignationOffered { outcome });
            }
            Err(violation) => self.bad_resignation(index, &violation),
        }
    }

    /// Replays the answer to a resignation.
    fn answer_resignation(&mut self, index: usize, by: Side, action: &Action) {
        if self.after_end(index) {
            return;
        }
        let before = self.state.clone();
        match self.state.apply(by, action) {
            Ok(_) if *action == Action::RefuseResignation => {
                self.observe_in(&before, Some(index), by, Happening::ResignationRefused);
            }
            Ok(_) => {
                if let Some(result) = self.state.phase().result() {
                    self.end = Some(End { is_guessed: self.is_unpriced(index), ..End::new(result, false) });
                    self.resigned_in = Some(before);
                }
            }
            Err(violation) => self.bad_resignation(index, &violation),
        }
    }

    /// Returns `true` if the last offer to resign before an entry states neither an outcome nor points.
    fn is_unpriced(&self, index: usize) -> bool {
        let offer = self.game.entries[..index].iter().rev().find_map(|entry| match entry.written {
            Written::OfferResignation { outcome, points } => Some((outcome, points)),
            _ => None,
        });
        offer.is_some_and(|(outcome, points)| outcome.is_none() && points.is_none())
    }

    fn bad_resignation(&mut self, index: usize, violation: &RuleViolation) {
        self.overrule(index);
        let code = Code::TurnWrongSide;
        let finding = Diagnostic::new(code, self.game.entries[index].span, "a resignation out of order")
            .label(violation.to_string());
        self.report(index, finding, Knowledge::TURN, Knowledge::ALL);
    }

    /// Replays an empty cell between others. An empty row is skipped if the game continues without it.
    fn empty(&mut self, index: usize, by: Side) {
        if let Phase::ToAnswerDouble(offer) = self.state.phase()
            && offer.beavers > 0
            && offer.responder == by
        {
            // Records leave out the answer to a beaver: the doubler plays on.
            return self.settle_offer(index, by);
        }
        if self.end.is_some() || self.state.phase() == Phase::OpeningRoll || self.state.turn() != Some(by) {
            return;
        }
        let Some(next) = self.game.entries.get(index + 1) else { return };
        if is_over(&next.written)
            || self.beside_position(index)
            || self.game.is_empty_row(index) && self.next_side(index) == Some(by)
        {
            return;
        }
        self.look_ahead(index);
        let finding = Diagnostic::of(Code::MatColumn, self.game.entries[index].span)
            .label(format!("{}'s action is missing here", self.name(by)));
        self.report(index, finding, Knowledge::TURN, Knowledge::ALL);
    }

    /// Returns `true` if the other cell of the row sets a position, which is neither side's turn.
    fn beside_position(&self, index: usize) -> bool {
        let entries = &self.game.entries;
        let row = entries[index].row;
        let sets =
            |at: usize| entries.get(at).is_some_and(|e| e.row == row && matches!(e.written, Written::Set(_)));
        row.is_some() && (sets(index + 1) || index.checked_sub(1).is_some_and(sets))
    }

    /// Takes the parser's findings up to a place into account.
    pub(super) fn pass_findings(&mut self, up_to: u32) {
        let entries = &self.game.entries;
        self.findings.pass(up_to, |finding| match finding.code {
            Code::MatRowNumber => is_slip(entries, finding),
            // The text was read without what was added to it.
            Code::MatTextAfterRow => markup::is_said(&finding.message),
            _ => false,
        });
    }

    /// Takes the parser's findings between an entry and the next one into account: where a row is missing or
    /// repeated, the last cell before it only looks wrong.
    pub(super) fn look_ahead(&mut self, index: usize) {
        if let Some(next) = self.game.entries.get(self.next_filled(index)) {
            self.pass_findings(next.span.start);
        }
    }

    /// Replays words of the record with which a player gives up.
    fn give_up(&mut self, index: usize, by: Side, points: Option<Spanned<u32>>) {
        let entry = &self.game.entries[index];
        // `Losses` on a line of its own always stands on the left, regardless of the loser.
        let tells_who = entry.row.is_some() || !matches!(entry.written, Written::Losses { .. });
        if self.end.is_none() && tells_who {
            self.gave_up = Some((by, points));
        }
    }

    /// Reports, once, that something happens after the end of the game.
    pub(super) fn after_end(&mut self, index: usize) -> bool {
        let Some(end) = self.end else { return false };
        self.overrule(index);
        let span = self.game.entries[index].span;
        let finding = Diagnostic::of(Code::TurnAfterEnd, span).see(end.written, "the result");
        let depends = if end.proven { Knowledge::POSITION | Knowledge::TURN } else { Knowledge::TURN };
        self.report(index, finding, depends, Knowledge::ALL);
        true
    }

    /// Returns the winner, if only the end of the game follows an entry.
    pub(super) fn is_last_turn(&self, index: usize) -> Option<Side> {
        let mut winner = None;
        for entry in &self.game.entries[index + 1..] {
            match entry.written {
                Written::Wins { .. } => winner = entry.side.or(winner),
                Written::Losses { .. } | Written::Resign | Written::OfferResignation { .. } => {
                    winner = winner.or(entry.side.map(Side::opponent));
                }
                Written::Empty | Written::AcceptResignation => {}
                _ => return None,
            }
        }
        winner
    }

    /// Returns `true` if only the end of the game follows an entry.
    fn is_end(&self, index: usize) -> bool {
        let mut rest = self.game.entries[index + 1..].iter();
        rest.all(|entry| is_over(&entry.written) || entry.written == Written::Empty)
    }

    /// Returns `true` if only the end of a drawn game follows an entry.
    pub(super) fn is_drawn_next(&self, index: usize) -> bool {
        let mut rest = self.game.entries[index + 1..].iter().map(|entry| &entry.written);
        rest.find(|written| **written != Written::Empty) == Some(&Written::Drawn)
    }

    /// Returns `true` if a side rolls or doubles next.
    pub(super) fn goes_on(&self, index: usize, by: Side) -> bool {
        let next = self.game.entries.get(index + 1);
        next.is_some_and(|next| {
            next.side == Some(by) && matches!(next.written, Written::Turn { .. } | Written::Cube { .. })
        })
    }

    /// Returns the side of the next entry that isn't an empty cell.
    fn next_side(&mut self, index: usize) -> Option<Side> {
        self.game.entries.get(self.next_filled(index))?.side
    }

    /// Returns the place of the next entry that isn't an empty cell; the number of entries if there is none.
    fn next_filled(&mut self, index: usize) -> usize {
        let from = index + 1;
        if !self.empty.contains(&from) {
            let rest = self.game.entries[from..].iter();
            self.empty = from..from + rest.take_while(|entry| entry.written == Written::Empty).count();
        }
        self.empty.end
    }

    /// Reports a habit of a server or program.
    pub(super) fn habit(&mut self, index: usize, code: Code, span: Span) {
        self.report(index, Diagnostic::of(code, span), Knowledge::NONE, Knowledge::NONE);
    }

    /// Reports a finding at an entry.
    pub(super) fn report(
        &mut self,
        index: usize,
        mut finding: Diagnostic,
        depends: Knowledge,
        unsure: Knowledge,
    ) {
        // A line that isn't understood may be the action that is missing.
        match finding.code {
            Code::TurnWrongSide | Code::TurnAfterEnd | Code::CubeNoDouble => {
                self.findings.may_be_unread(self.gap_before(index), Knowledge::TURN);
            }
            Code::PlayMissing | Code::ScoreResultMissing => {
                let gap = self.gap_after(index);
                self.findings.may_be_unread(gap, Knowledge::TURN);
                self.findings.is_wrong_value(gap, Knowledge::TURN);
            }
            _ => {}
        }
        let entry = self.game.entries.get(index);
        finding.context = self.context(entry);
        finding.context.number = entry.map(|_| self.number(index));
        self.findings.report(finding, depends, unsure);
    }

    /// Returns the text between an entry and the one before it.
    fn gap_before(&self, index: usize) -> Span {
        let entries = &self.game.entries;
        let start = index.checked_sub(1).map_or(self.game.heading.end, |before| entries[before].span.end);
        Span { start, end: entries[index].span.start.max(start) }
    }

    /// Returns the text between an entry and the one after it, or the next game.
    pub(super) fn gap_after(&self, index: usize) -> Span {
        let entries = &self.game.entries;
        let start = entries[index].span.end;
        Span { start, end: entries.get(index + 1).map_or(self.until, |next| next.span.start).max(start) }
    }

    /// Returns the number of an entry's move.
    fn number(&mut self, index: usize) -> u32 {
        let (known, numbers) = &mut self.numbered;
        let more = &self.game.entries[known.len().min(index + 1)..=index];
        known.extend(more.iter().map(|entry| numbers.next(entry)));
        known[index]
    }

    /// Returns the place of an entry in the match, for a message.
    fn context(&self, entry: Option<&Entry>) -> Context {
        let by = entry.and_then(|entry| entry.side);
        Context {
            game: Some(self.game.number.map_or(self.index as u32 + 1, |number| number.value)),
            row: entry.and_then(|entry| entry.row),
            number: None,
            player: by.map(|by| self.name(by)),
            position_id: Some(PositionId::encode(self.state.board()).to_string()),
            match_id: Some(MatchId::of(self.state).to_string()),
            players: Some(Side::ALL.map(|side| self.name(side))),
            checkers: Some(self.checkers()),
        }
    }

    /// Returns the number of checkers of a side.
    pub(super) fn checkers(&self) -> u8 {
        self.state.board().checkers().max(self.state.board().opponent_checkers())
    }

    /// Returns a player's name for a sentence.
    pub(super) fn name(&self, side: Side) -> String {
        self.game.said_name(side)
    }

    pub(super) fn observe(&mut self, entry: Option<usize>, by: Side, happening: Happening) {
        let moment = Moment { game: self.index, entry, by, before: self.state, happening };
        (self.observer)(&moment);
    }

    pub(super) fn observe_in(
        &mut self,
        before: &MatchState,
        entry: Option<usize>,
        by: Side,
        happening: Happening,
    ) {
        (self.observer)(&Moment { game: self.index, entry, by, before, happening });
    }

    /// Passes the end of the game to the observer.
    pub(super) fn observe_end(&mut self, end: &End) {
        let entry = self.game.entries.iter().rposition(|entry| Some(entry.span) == end.written);
        let result = end.result;
        if let (Ending::Resigned, Some(winner)) = (result.ending, result.winner) {
            let outcome = result.outcome.unwrap_or(Outcome::Single);
            let before = self.resigned_in.take();
            let happening = Happening::Resigned { outcome };
            match &before {
                Some(before) => self.observe_in(before, entry, !winner, happening),
                None => self.observe(entry, !winner, happening),
            }
        }
        self.observe(entry, result.winner.unwrap_or(Side::Zero), Happening::GameOver(result));
    }
}

/// The number of entries on each side of a row that can show whether its number is a slip. A row has few.
const NEAR: usize = 64;

/// Returns `true` if a wrong row number is a slip of the pen: the rows after it are numbered as if it had
/// been right, so that no row is missing or repeated.
fn is_slip(entries: &[Entry], finding: &Diagnostic) -> bool {
    let here = entries.partition_point(|entry| entry.span.start < finding.primary.span.start);
    let (before, from) = entries.split_at(here);
    let previous = before.iter().rev().take(NEAR).find_map(|entry| entry.row);
    let wrong = from.first().and_then(|entry| entry.row);
    let next = from.iter().take(NEAR).find_map(|entry| entry.row.filter(|_| entry.row != wrong));
    matches!((previous, next), (Some(previous), Some(next)) if next == previous.saturating_add(2))
}

/// Returns `true` for words that end a game, played out or not.
const fn is_over(written: &Written) -> bool {
    matches!(written, Written::Wins { .. } | Written::Losses { .. } | Written::Resign | Written::Drawn)
}

/// Returns `true` if an entry gives up the game.
fn ends_game(entry: &Entry) -> bool {
    matches!(entry.written, Written::Pass | Written::Losses { .. } | Written::Resign)
}
