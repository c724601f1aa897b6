//! The replay of one game: what each entry means, and whether the rules allow it.

use super::findings::{Findings, Knowledge};
use super::replay::{Happening, Moment};
use super::scores;
use crate::board::{Board, Roll, Side};
use crate::diag::{Code, Context, Diagnostic, SourceFile, Span};
use crate::game::record::{Cell, CubeWord, Entry, GameRecord, Spanned, Written, WrittenPlay, WrittenRoll};
use crate::game::{Action, Ending, Event, GameResult, IllegalPlays, MatchState, Offer, Phase, RuleViolation};
use crate::notation::{match_id, play::print, position_id};
use crate::rules::{IllegalPlay, Leg, Outcome, Play, Reason, can_move, legal_plays, resolve};

/// The replay of one game.
pub(super) struct GameReplay<'a, F> {
    pub(super) source: &'a SourceFile,
    pub(super) game: &'a GameRecord,
    /// The game's place in the match, counted from 0.
    pub(super) index: usize,
    pub(super) state: &'a mut MatchState,
    pub(super) findings: &'a mut Findings,
    pub(super) observer: &'a mut F,
    /// Whether somebody says if the Jacoby rule holds.
    pub(super) jacoby_known: bool,
    /// How the game ended, by the entries so far.
    pub(super) end: Option<End>,
    /// The place of the last offer of the cube.
    pub(super) last_offer: Option<Span>,
    /// The side that is written to have given up, and with how many points.
    pub(super) gave_up: Option<(Side, Option<Spanned<u32>>)>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct End {
    /// The result that the replay goes on with.
    pub(super) result: GameResult,
    /// Whether the moves or a pass prove it (else it was resigned or awarded).
    pub(super) proven: bool,
    /// The place of the written result, if there is one.
    pub(super) written: Option<Span>,
}

impl<F: FnMut(&Moment<'_>)> GameReplay<'_, F> {
    /// Replays all entries.
    pub(super) fn run(&mut self) {
        let entries = &self.game.entries;
        let mut i = 0;
        while i < entries.len() {
            // A result in the left cell stands before the pass or the loss beside it.
            if matches!(entries[i].written, Written::Wins { .. })
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
        self.findings.pass(entry.span.end);
        let by = entry.side.or(self.state.turn()).unwrap_or(Side::Zero);
        match &entry.written {
            Written::Turn { roll, cell } => self.turn(index, by, roll, cell),
            Written::Cube { word, value } => self.offer(index, by, *word, *value),
            Written::Take => self.answer(index, by, &Action::Take),
            Written::Pass => self.answer(index, by, &Action::Pass),
            Written::Resign => self.give_up(index, by, None),
            Written::Losses { points } => self.give_up(index, by, *points),
            Written::Wins { points, and_match } => scores::wins(self, index, entry.side, *points, *and_match),
            Written::SetPosition { position } => self.set_position(index, *position),
            Written::Empty => self.empty(index, by),
            // The parser has said so, and `Findings::pass` has taken notice.
            Written::Unreadable => {}
        }
    }

    /// Dice, and what stands behind them.
    fn turn(&mut self, index: usize, by: Side, written: &WrittenRoll, cell: &Cell) {
        if self.after_end(index) {
            return;
        }
        self.settle_offer(index, by);
        let Some(roll) = written.roll() else { return self.turn_without_roll(by, cell) };
        let rolled = match self.state.phase() {
            Phase::OpeningRoll => self.state.apply(by, &Action::OpenWith(roll)),
            _ => self.state.apply(by, &Action::Roll(roll)),
        };
        if let Err(violation) = rolled {
            self.force_roll(index, by, roll, written.span, &violation);
        }
        match cell {
            Cell::Play(play) => self.play(index, by, roll, written.span, play),
            Cell::Unreadable(_) => self.lose_position(by),
            Cell::DeclaredIllegal { span, position } => self.declared_illegal(index, by, *span, *position),
            Cell::Empty => self.no_play(index, by, roll, written.span),
            Cell::CannotMove(span) => self.says_cannot_move(index, by, roll, *span),
            Cell::Hidden(span) => self.hidden(index, by, roll, *span),
            Cell::Resign(_) => self.gave_up = Some((by, None)),
        }
    }

    /// Deals with a roll out of order: says so, and makes it the roll all the same.
    fn force_roll(&mut self, index: usize, by: Side, roll: Roll, span: Span, violation: &RuleViolation) {
        if *violation == RuleViolation::OpeningDoublet {
            let code = Code::DiceOpeningDoublet;
            let finding = Diagnostic::new(code, span, code.title()).label(format!("{roll} is a doublet"));
            self.report(index, finding, Knowledge::TURN, Knowledge::NONE);
        } else {
            let expected = self.state.turn().unwrap_or(!by);
            let code = Code::TurnWrongSide;
            let finding = Diagnostic::new(code, span, code.title())
                .label(format!("it is {}'s turn", self.name(expected)));
            self.report(index, finding, Knowledge::TURN, Knowledge::ALL);
        }
        let board = self.board_of(by);
        self.state.place(board, by, Some(roll));
    }

    /// Goes on behind dice that don't exist.
    fn turn_without_roll(&mut self, by: Side, cell: &Cell) {
        match cell {
            Cell::Play(play) => {
                let board = self.board_of(by);
                let legs = legs_of(play);
                let after = resolve::force(&board, legs.as_slice()).unwrap_or(board);
                self.state.place(after.flip(), !by, None);
            }
            Cell::Hidden(_) | Cell::Resign(_) => self.gave_up = Some((by, None)),
            _ => self.lose_position(by),
        }
    }

    /// Passes the turn without a play.
    fn lose_position(&mut self, by: Side) {
        let board = self.board_of(by);
        self.state.place(board.flip(), !by, None);
    }

    /// The board as a side sees it.
    fn board_of(&self, by: Side) -> Board {
        let opening = self.state.phase() == Phase::OpeningRoll;
        if opening || by == self.state.on_roll() { *self.state.board() } else { self.state.board().flip() }
    }

    /// A play that is written.
    fn play(&mut self, index: usize, by: Side, roll: Roll, dice: Span, written: &WrittenPlay) {
        let legs = legs_of(written);
        let legs = legs.as_slice();
        match resolve::resolve(self.state.board(), roll, legs) {
            Ok(resolved) => {
                if let Some(leg) = resolved.spurious_hit() {
                    self.spurious_hit(index, written, leg);
                }
                if let Some(point) = resolved.unmarked_hit() {
                    let finding =
                        Diagnostic::new(Code::PlayHitUnmarked, written.span, Code::PlayHitUnmarked.title())
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

    /// Makes a legal play.
    fn made(&mut self, index: usize, by: Side, roll: Roll, play: Play) {
        self.observe(Some(index), by, Happening::Played { roll, play });
        let applied = self.state.apply(by, &Action::Play(play));
        self.note_end(&applied);
    }

    /// Notes the end of the game, if a legal play brought it about.
    fn note_end(&mut self, played: &Result<Event, RuleViolation>) {
        debug_assert!(played.is_ok(), "the resolver only finds legal plays: {played:?}");
        if let Ok(Event::GameEnded(result) | Event::MatchEnded(result)) = *played {
            self.end = Some(End { result, proven: true, written: None });
        }
    }

    fn spurious_hit(&mut self, index: usize, written: &WrittenPlay, leg: usize) {
        let Some(leg) = written.legs().nth(leg) else { return };
        let finding = Diagnostic::new(Code::PlayHitMark, leg.span, Code::PlayHitMark.title())
            .label(format!("no opposing blot on the {}-point", leg.leg.to));
        self.report(index, finding, Knowledge::POSITION, Knowledge::NONE);
    }

    /// A play that isn't legal: says why, and goes on as far as that is physically possible.
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
        let face_to_face = self.state.rules().illegal_plays == IllegalPlays::FaceToFace;
        let condoned = face_to_face && forced.is_some() && self.goes_on(index, !by);
        let place = illegal.leg.and_then(|leg| written.legs().nth(leg)).map_or(written.span, |leg| leg.span);
        let code = if condoned { Code::PlayCondoned } else { code_of(illegal.reason) };
        let mut finding = Diagnostic::new(code, place, code.title()).label(illegal.reason.to_string());
        finding = finding.see(dice, "the roll");
        for play in nearest(&board, roll, legs) {
            finding = finding.help(format!("legal: {}", print::gnubg(&board, &play)));
        }
        if !can_move(&board, roll) {
            finding = finding.note("no play is possible with this roll");
        }
        let unsure = if condoned { Knowledge::NONE } else { Knowledge::POSITION | Knowledge::RESULT };
        self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
        let after = forced.unwrap_or(board);
        let _ = self.state.apply(by, &Action::CondonedPlay(after));
        if let Phase::GameOver(result) | Phase::MatchOver(result) = self.state.phase() {
            self.end = Some(End { result, proven: false, written: None });
        }
    }

    /// Dice with nothing behind them.
    fn no_play(&mut self, index: usize, by: Side, roll: Roll, dice: Span) {
        if !can_move(self.state.board(), roll) {
            return self.made(index, by, roll, Play::DANCE);
        }
        if let Some(winner) = self.is_last_turn(index) {
            self.habit(index, Code::HabitNoPlay, dice);
            return self.last_play_left_out(index, by, roll, winner);
        }
        if self.game.entries[index + 1..].is_empty() {
            return;
        }
        let plays = legal_plays(self.state.board(), roll);
        let board = *self.state.board();
        if let [(only, _)] = plays[..] {
            let code = Code::PlayOmittedForced;
            let finding = Diagnostic::new(code, dice, code.title())
                .label(format!("taken as {}", print::gnubg(&board, &only)));
            self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, Knowledge::NONE);
            return self.made(index, by, roll, only);
        }
        self.missing(index, by, dice, &plays);
    }

    /// The last dice of a game: nothing more is known if their player lost, and the winner's last
    /// play is the one that wins.
    fn last_play_left_out(&mut self, index: usize, by: Side, roll: Roll, winner: Side) {
        if winner == by {
            let wins =
                legal_plays(self.state.board(), roll).into_iter().find(|(_, after)| after.mover_is_done());
            if let Some((play, _)) = wins {
                return self.made(index, by, roll, play);
            }
        }
        self.observe(Some(index), by, Happening::RolledOnly { roll });
        self.gave_up = Some((!winner, None));
    }

    /// Words that say that no play is possible.
    fn says_cannot_move(&mut self, index: usize, by: Side, roll: Roll, span: Span) {
        if can_move(self.state.board(), roll) {
            let plays = legal_plays(self.state.board(), roll);
            self.missing(index, by, span, &plays);
        } else {
            self.made(index, by, roll, Play::DANCE);
        }
    }

    /// A play is missing though there are some.
    fn missing(&mut self, index: usize, by: Side, place: Span, plays: &[(Play, Board)]) {
        let board = *self.state.board();
        let count = plays.len();
        let label = if count == 1 {
            "there is a legal play".to_owned()
        } else {
            format!("there are {count} legal plays")
        };
        let mut finding = Diagnostic::new(Code::PlayMissing, place, Code::PlayMissing.title()).label(label);
        for (play, _) in plays.iter().take(3) {
            finding = finding.help(format!("legal: {}", print::gnubg(&board, play)));
        }
        let unsure = Knowledge::POSITION | Knowledge::RESULT;
        self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
        self.lose_position(by);
    }

    /// A play that is hidden: its player gave up, or nothing is known about the position any more.
    fn hidden(&mut self, index: usize, by: Side, roll: Roll, span: Span) {
        if let Some(winner) = self.is_last_turn(index) {
            self.habit(index, Code::HabitHidden, span);
            self.last_play_left_out(index, by, roll, winner);
        } else {
            let finding = Diagnostic::new(Code::PlayHidden, span, Code::PlayHidden.title());
            let unsure = Knowledge::POSITION | Knowledge::RESULT;
            self.report(index, finding, Knowledge::POSITION | Knowledge::TURN, unsure);
            self.lose_position(by);
        }
    }

    /// A play that the record itself declares illegal, with the position that it led to.
    fn declared_illegal(&mut self, index: usize, by: Side, span: Span, position: Span) {
        let code = Code::PlayDeclaredIllegal;
        let mut finding = Diagnostic::new(code, span, code.title());
        let names =
            self.game.players.as_ref().map(|player| player.as_ref().map(|player| player.name.value.as_str()));
        if let Some((board, on_roll)) = super::positions::snowie(self.source.slice(position), names) {
            self.report(index, finding, Knowledge::NONE, Knowledge::NONE);
            let board = if on_roll == by { board.flip() } else { board };
            self.state.place(board, !by, None);
        } else {
            finding = finding.note("the position that the words give can't be read");
            let unsure = Knowledge::POSITION | Knowledge::RESULT;
            self.report(index, finding, Knowledge::NONE, unsure);
            self.lose_position(by);
        }
    }

    /// A position that is set in the middle of a game.
    fn set_position(&mut self, index: usize, position: Span) {
        let text = self.source.slice(position);
        let Some(board) = super::positions::set_pos(text) else {
            let code = Code::MatRowUnreadable;
            let finding = Diagnostic::new(code, position, "a position that is set can't be read");
            return self.report(index, finding, Knowledge::NONE, Knowledge::ALL);
        };
        let on_roll = self.next_side(index).unwrap_or(self.state.on_roll());
        let board = if on_roll == Side::Zero { board } else { board.flip() };
        self.state.place(board, on_roll, None);
        self.observe(Some(index), on_roll, Happening::PositionSet);
    }

    /// An empty cell between others.
    fn empty(&mut self, index: usize, by: Side) {
        if let Phase::ToAnswerDouble(offer) = self.state.phase()
            && offer.beavers > 0
            && offer.responder == by
        {
            // Nobody writes the answer to a beaver: the doubler plays on.
            return self.settle_offer(index, by);
        }
        if self.end.is_some() || self.state.phase() == Phase::OpeningRoll || self.state.turn() != Some(by) {
            return;
        }
        let Some(next) = self.game.entries.get(index + 1) else { return };
        if matches!(next.written, Written::Wins { .. } | Written::Losses { .. } | Written::Resign) {
            return;
        }
        let code = Code::MatColumn;
        let finding = Diagnostic::new(code, self.game.entries[index].span, code.title())
            .label(format!("{}'s action is missing here", self.name(by)));
        self.report(index, finding, Knowledge::TURN, Knowledge::ALL);
    }

    /// An offer of the cube.
    fn offer(&mut self, index: usize, by: Side, word: CubeWord, value: Option<Spanned<u32>>) {
        if self.after_end(index) {
            return;
        }
        let span = self.game.entries[index].span;
        let pending = match self.state.phase() {
            Phase::ToAnswerDouble(offer) if offer.responder == by => Some(offer),
            _ => None,
        };
        if pending.is_none() && matches!(word, CubeWord::Double | CubeWord::Redouble) {
            self.settle_offer(index, by);
        }
        let beaver = pending.is_some() || matches!(word, CubeWord::Beaver | CubeWord::Raccoon);
        let action = if beaver { Action::Beaver } else { Action::Double };
        let expected = pending.map_or(self.state.cube().value * 2, |offer| offer.value * 2);
        let before = self.state.clone();
        match self.state.apply(by, &action) {
            Ok(_) => self.observe_in(&before, Some(index), by, Happening::Doubled { to: expected, beaver }),
            Err(violation) => {
                let mut finding = self.cube_finding(span, by, &violation);
                if let Some(earlier) = self.last_offer {
                    finding = finding.see(earlier, "the last offer of the cube");
                }
                let turn = matches!(violation, RuleViolation::NotYourTurn(_));
                let unsure = Knowledge::CUBE | Knowledge::RESULT;
                let unsure = if turn { Knowledge::ALL } else { unsure };
                self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, unsure);
                if !matches!(self.state.phase(), Phase::OpeningRoll | Phase::ToAnswerDouble(_)) {
                    let offer = Offer { responder: !by, value: expected, beavers: 0 };
                    let board = self.board_of(by);
                    self.state.place(board, by, None);
                    self.state.place_phase(Phase::ToAnswerDouble(offer));
                }
            }
        }
        if let Some(value) = value
            && value.value != expected
        {
            let code = Code::CubeWrongValue;
            let mut finding =
                Diagnostic::new(code, value.span, code.title()).label(format!("the cube goes to {expected}"));
            if let Some(earlier) = self.last_offer {
                finding = finding.see(earlier, "the last offer of the cube");
            }
            self.report(
                index,
                finding,
                Knowledge::TURN | Knowledge::CUBE,
                Knowledge::CUBE | Knowledge::RESULT,
            );
        }
        self.last_offer = Some(span);
    }

    /// A take or a pass.
    fn answer(&mut self, index: usize, by: Side, action: &Action) {
        if self.after_end(index) {
            return;
        }
        let span = self.game.entries[index].span;
        let before = self.state.clone();
        match self.state.apply(by, action) {
            Ok(_) => {
                let happening = if *action == Action::Take { Happening::Taken } else { Happening::Passed };
                self.observe_in(&before, Some(index), by, happening);
            }
            Err(violation) => {
                let finding = self.cube_finding(span, by, &violation);
                let unsure = match violation {
                    RuleViolation::NotYourTurn(_) => Knowledge::ALL,
                    _ => Knowledge::CUBE | Knowledge::RESULT,
                };
                self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, unsure);
                if *action == Action::Pass {
                    self.gave_up = Some((by, None));
                }
            }
        }
        if let Phase::GameOver(result) | Phase::MatchOver(result) = self.state.phase() {
            self.end = Some(End { result, proven: true, written: None });
        }
    }

    /// Makes a finding of a cube action that breaks a rule.
    fn cube_finding(&self, span: Span, by: Side, violation: &RuleViolation) -> Diagnostic {
        let code = match violation {
            RuleViolation::DoubleBeforeOpening => Code::CubeFirstTurn,
            RuleViolation::DoubleAfterRoll => Code::CubeAfterRoll,
            RuleViolation::NotCubeOwner => Code::CubeNotOwner,
            RuleViolation::CrawfordGame => Code::CubeCrawford,
            RuleViolation::DeadCube { .. } => Code::CubeDead,
            RuleViolation::CubeLimit(_) => Code::CubeLimit,
            RuleViolation::NoCube => Code::CubeNotInUse,
            RuleViolation::NoBeavers => Code::CubeBeaver,
            RuleViolation::BeaverLimit(_) => Code::CubeBeaverLimit,
            RuleViolation::DoublePending => Code::TurnUnanswered,
            RuleViolation::NotYourTurn(_) => Code::TurnWrongSide,
            _ => Code::CubeNoDouble,
        };
        let label = match violation {
            RuleViolation::NotYourTurn(side) => format!("it is {}'s turn", self.name(*side)),
            RuleViolation::NotCubeOwner => format!("{} owns the cube", self.name(!by)),
            other => other.to_string(),
        };
        Diagnostic::new(code, span, code.title()).label(label)
    }

    /// Deals with an offer that is still open when somebody rolls or doubles: nobody writes the
    /// answer to a beaver; a plain double must be answered.
    fn settle_offer(&mut self, index: usize, by: Side) {
        let Phase::ToAnswerDouble(offer) = self.state.phase() else { return };
        if offer.beavers == 0 {
            let code = Code::TurnUnanswered;
            let span = self.game.entries[index].span;
            let mut finding = Diagnostic::new(code, span, code.title())
                .label(format!("{} hasn't taken or passed", self.name(offer.responder)));
            if let Some(earlier) = self.last_offer {
                finding = finding.see(earlier, "the double");
            }
            let plays_on =
                if offer.responder == by { Knowledge::ALL } else { Knowledge::CUBE | Knowledge::RESULT };
            self.report(index, finding, Knowledge::TURN | Knowledge::CUBE, plays_on);
        }
        let before = self.state.clone();
        if self.state.apply(offer.responder, &Action::Take).is_ok() {
            let entry = (offer.beavers > 0 && offer.responder == by).then_some(index);
            self.observe_in(&before, entry, offer.responder, Happening::Taken);
        }
    }

    /// A player gives up, by words of the record.
    fn give_up(&mut self, index: usize, by: Side, points: Option<Spanned<u32>>) {
        let entry = &self.game.entries[index];
        // On a line of its own `Losses` always stands on the left, whoever loses.
        let tells_who = entry.row.is_some() || !matches!(entry.written, Written::Losses { .. });
        if self.end.is_none() && tells_who {
            self.gave_up = Some((by, points));
        }
    }

    /// Says, once, that something happens after the end of the game.
    fn after_end(&mut self, index: usize) -> bool {
        let Some(end) = self.end else { return false };
        let code = Code::TurnAfterEnd;
        let mut finding = Diagnostic::new(code, self.game.entries[index].span, code.title());
        if let Some(written) = end.written {
            finding = finding.see(written, "the result");
        }
        let depends = if end.proven { Knowledge::POSITION | Knowledge::TURN } else { Knowledge::TURN };
        self.report(index, finding, depends, Knowledge::ALL);
        true
    }

    /// Tells who wins, if nothing but the end of the game follows an entry.
    fn is_last_turn(&self, index: usize) -> Option<Side> {
        let mut winner = None;
        for entry in &self.game.entries[index + 1..] {
            match entry.written {
                Written::Wins { .. } => winner = entry.side.or(winner),
                Written::Losses { .. } | Written::Resign => {
                    winner = winner.or(entry.side.map(Side::opponent));
                }
                Written::Empty => {}
                _ => return None,
            }
        }
        winner
    }

    /// Tells whether a side rolls or doubles next.
    fn goes_on(&self, index: usize, by: Side) -> bool {
        let next = self.game.entries.get(index + 1);
        next.is_some_and(|next| {
            next.side == Some(by) && matches!(next.written, Written::Turn { .. } | Written::Cube { .. })
        })
    }

    /// Returns the side of the next entry.
    fn next_side(&self, index: usize) -> Option<Side> {
        self.game.entries.get(index + 1).and_then(|entry| entry.side)
    }

    /// Reports a habit of a server or program.
    fn habit(&mut self, index: usize, code: Code, span: Span) {
        self.report(index, Diagnostic::new(code, span, code.title()), Knowledge::NONE, Knowledge::NONE);
    }

    /// Reports a finding at an entry.
    pub(super) fn report(
        &mut self,
        index: usize,
        mut finding: Diagnostic,
        depends: Knowledge,
        unsure: Knowledge,
    ) {
        let entry = self.game.entries.get(index);
        finding.context = self.context(entry);
        self.findings.report(finding, depends, unsure);
    }

    /// Says where in the match an entry stands.
    fn context(&self, entry: Option<&Entry>) -> Context {
        let by = entry.and_then(|entry| entry.side);
        Context {
            game: Some(self.game.number.map_or(self.index as u32 + 1, |number| number.value)),
            row: entry.and_then(|entry| entry.row),
            player: by.map(|by| self.name(by)),
            position_id: Some(position_id::encode(self.state.board()).to_string()),
            match_id: Some(match_id::encode(self.state).to_string()),
            players: Some(Side::ALL.map(|side| self.name(side))),
            checkers: Some(self.state.board().checkers().max(self.state.board().opponent_checkers())),
        }
    }

    /// Returns a player's name for a sentence.
    pub(super) fn name(&self, side: Side) -> String {
        match &self.game.players[side] {
            Some(player) if !player.name.value.is_empty() => player.name.value.clone(),
            _ => match side {
                Side::Zero => "the left player".to_owned(),
                Side::One => "the right player".to_owned(),
            },
        }
    }

    fn observe(&mut self, entry: Option<usize>, by: Side, happening: Happening) {
        let moment = Moment { game: self.index, entry, by, before: self.state, happening };
        (self.observer)(&moment);
    }

    fn observe_in(&mut self, before: &MatchState, entry: Option<usize>, by: Side, happening: Happening) {
        (self.observer)(&Moment { game: self.index, entry, by, before, happening });
    }

    /// Tells the observer how the game ended.
    pub(super) fn observe_end(&mut self, result: GameResult) {
        if result.ending == Ending::Resigned {
            let outcome = result.outcome.unwrap_or(Outcome::Single);
            self.observe(None, !result.winner, Happening::Resigned { outcome });
        }
        self.observe(None, result.winner, Happening::GameOver(result));
    }
}

/// Tells whether an entry gives the game up.
fn ends_game(entry: &Entry) -> bool {
    matches!(entry.written, Written::Pass | Written::Losses { .. } | Written::Resign)
}

/// The legs of a written play, side by side.
struct Legs {
    few: [Leg; 4],
    len: usize,
    many: Vec<Leg>,
}

impl Legs {
    fn as_slice(&self) -> &[Leg] {
        if self.many.is_empty() { &self.few[..self.len] } else { &self.many }
    }
}

fn legs_of(play: &WrittenPlay) -> Legs {
    let nothing = Leg { from: crate::board::Place::Off, to: crate::board::Place::Off, hit: false };
    let mut legs = Legs { few: [nothing; 4], len: 0, many: Vec::new() };
    if play.len() > 4 {
        legs.many = play.legs().map(|leg| leg.leg).collect();
    } else {
        for leg in play.legs() {
            legs.few[legs.len] = leg.leg;
            legs.len += 1;
        }
    }
    legs
}

/// Returns the code of a reason.
fn code_of(reason: Reason) -> Code {
    match reason {
        Reason::NoChecker(_) => Code::PlayNoChecker,
        Reason::Blocked(_) => Code::PlayBlocked,
        Reason::BarFirst => Code::PlayBar,
        Reason::BearOffEarly(_) => Code::PlayBearOffEarly,
        Reason::BearOffHigher(_) => Code::PlayBearOffHigher,
        Reason::WrongPips(_) => Code::PlayWrongPips,
        Reason::Backwards => Code::PlayBackwards,
        Reason::TooMany(_) => Code::PlayTooMany,
        Reason::Incomplete { .. } => Code::PlayIncomplete,
        Reason::LargerDie(_) => Code::PlayLargerDie,
        Reason::Ambiguous => Code::PlayAmbiguous,
    }
}

/// Returns the legal plays that are most like what was written, at most three.
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
