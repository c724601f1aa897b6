//! A decision of the text: what stands above it, what is done, and the entries that it becomes.

use super::evaluated::Evaluated;
use super::grammar::{Action, Decision, Title};
use super::read::Reader;
use crate::board::{Board, BySide, Side};
use crate::diag::{Code, Span};
use crate::formats::position::{absolute, lanes, moved, switch};
use crate::formats::xg::plays::Lanes;
use crate::game::Cube;
use crate::game::record::{
    Anchor, Cell, CubePlace, CubeWord, Entry, Header, Notes, Remark, RemarkKind, Setup, Spanned, Written,
    headers,
};
use crate::notation::play::PlayOptions;
use crate::notation::{GameState, MatchFields, MatchId};
use crate::rules::Variant;
use std::mem::take;

/// A decision as far as it has been read.
pub(super) struct Block<'a> {
    pub(super) line: &'a str,
    pub(super) decision: Decision<'a>,
    pub(super) position_id: Option<&'a str>,
    pub(super) match_id: Option<&'a str>,
    /// Who acts, and how: the whole line, and the words after the name.
    pub(super) action: Option<(&'a str, Side, Action<'a>)>,
    /// The dice that are told below the action, where the title tells none.
    pub(super) rolled: Option<&'a str>,
    pub(super) evaluated: Evaluated,
    /// The lines of each annotation.
    pub(super) annotations: Vec<Vec<&'a str>>,
}

impl Block<'_> {
    /// Returns `true` if nothing but its first line has been read.
    pub(super) const fn is_bare(&self) -> bool {
        self.position_id.is_none() && self.match_id.is_none() && self.action.is_none()
    }
}

/// What the decisions before one lead to.
#[derive(Default)]
pub(super) struct Course {
    /// The position as [`Side::Zero`] sees it; `None` where anything may follow.
    board: Option<Lanes>,
    cube: Option<Cube>,
    /// The offers of the cube that wait for an answer, and who made the first one.
    offers: u32,
    doubler: Option<Side>,
    /// The entry that sets another position than the decisions before lead to, and that position, until the next ID
    /// shows which one is right.
    doubted: Option<(usize, Lanes)>,
}

/// What the IDs above a board say.
#[derive(Clone, Copy, Default)]
struct State {
    board: Option<(Lanes, Span)>,
    fields: Option<(MatchFields, Span)>,
}

/// Returns `true` for a double in a game that, by its Match ID, is in progress. As the first decision, it belongs to a
/// position that was set, even if that is the start position: no double precedes the opening roll.
fn is_doubled_in_play(block: &Block<'_>, state: State) -> bool {
    let is_double = match block.decision.title {
        Title::Doubles(_) => true,
        Title::OnRoll => matches!(block.action, Some((_, _, Action::Doubles))),
        Title::ToPlay(_) | Title::Resigns => false,
    };
    is_double && state.fields.is_some_and(|(fields, _)| fields.state == GameState::Playing)
}

/// Returns `true` for the start of a game that, by its Match ID, isn't being played: only its cube counts, which shows
/// the automatic doubles.
fn is_start(block: &Block<'_>, state: State, start: Option<Lanes>) -> bool {
    let is_undecided = block.action.is_none() && block.decision.title == Title::OnRoll;
    let is_unplayed = state.fields.is_some_and(|(fields, _)| {
        fields.state == GameState::None && fields.cube > 1 && fields.owner.is_none()
    });
    let board = state.board.map(|(board, _)| board);
    is_undecided && is_unplayed && board.is_some() && board == start
}

impl<'a> Reader<'a> {
    /// Adds a decision to the game.
    pub(super) fn close(&mut self, block: Block<'a>) {
        let state = self.state(&block);
        let named = self.named(block.decision.name);
        let on_roll = state.fields.map(|(fields, _)| fields.on_roll);
        let is_answer = matches!(block.decision.title, Title::Doubles(_) | Title::Resigns);
        let first = self.entries().is_empty();
        if first {
            // No double of the game before waits for an answer.
            self.begin_course(&block, state);
        }
        let turn = state.fields.map(|(fields, _)| fields.turn);
        let told = if is_answer { named.map(|side| !side) } else { named };
        let acts = self.actor(&block, told, turn);
        let acts = if self.are_alike() { self.next(turn).or(acts) } else { acts.or(turn) };
        let by = acts.or(told).unwrap_or(Side::Zero);
        self.compare_turn(&block, told, turn);
        let on_roll = on_roll.unwrap_or(if is_answer { !by } else { by });
        let is_alone = block.action.is_none() && first && !is_start(&block, state, self.course.board);
        let roll = match block.decision.title {
            Title::ToPlay(dice) => Some(dice),
            _ => block.rolled,
        };
        self.compare_dice(&block, state);
        let set = self.compare(&block, state, on_roll, is_alone);
        let written_roll = roll.map(|dice| {
            let digits = [dice.as_bytes()[0], dice.as_bytes()[1]];
            self.draft.roll(digits, dice)
        });
        let action = block.action.map(|(_, _, action)| action);
        let line = block.action.map_or(block.line, |(line, _, _)| line);
        if let Title::Doubles(to) = block.decision.title {
            if self.course.offers == 0 && (set || is_alone) {
                // The game begins with an offer that waits.
                let written = Written::Cube { word: CubeWord::Double, value: None };
                self.draft.push(Some(on_roll), None, block.line, written);
                (self.course.offers, self.course.doubler) = (1, Some(on_roll));
            }
            self.draft.cube_shows(to);
        }
        let resigned = state.fields.and_then(|(fields, _)| fields.resignation);
        if let (Title::Resigns, Some(outcome)) = (block.decision.title, resigned) {
            let written = Written::OfferResignation { outcome: Some(outcome), points: None };
            self.draft.push(Some(!by), None, block.line, written);
        }
        let written = match (action, written_roll) {
            (Some(Action::Moves(play)), Some(roll)) => {
                let cell = self.draft.play(play, PlayOptions::RECORD);
                self.moved(by, &cell);
                Some(Written::Turn { roll, cell })
            }
            (Some(Action::CannotMove(words)), Some(roll)) => {
                Some(Written::Turn { roll, cell: Cell::CannotMove(self.draft.place(words)) })
            }
            (Some(Action::Illegal(id)), Some(roll)) => {
                Some(Written::Turn { roll, cell: self.illegal(by, id) })
            }
            (Some(Action::Moves(_) | Action::CannotMove(_) | Action::Illegal(_)), None) => {
                self.draft.report(Code::RecordSyntax, line, "the dice of this play are missing");
                Some(Written::Unreadable)
            }
            // Dice that wait to be played.
            (Some(Action::Doubles), Some(roll)) => Some(Written::Turn { roll, cell: Cell::Empty }),
            (None, Some(roll)) if !is_alone => Some(Written::Turn { roll, cell: Cell::Empty }),
            (Some(Action::Doubles), None) => Some(self.doubled(by, on_roll)),
            (Some(Action::Accepts), _) if block.decision.title == Title::Resigns => {
                Some(Written::AcceptResignation)
            }
            (Some(Action::Rejects), _) if block.decision.title == Title::Resigns => {
                Some(Written::RefuseResignation)
            }
            (Some(Action::Accepts), _) => Some(self.taken()),
            (Some(Action::Rejects), _) => Some(Written::Pass),
            (None, _) => None,
        };
        if let Some(written) = written {
            self.draft.push(Some(by), None, line, written);
        }
        self.note(block, is_answer);
    }

    /// Puts the remarks on a decision on the last entry, or on the game if there is none.
    fn note(&mut self, block: Block<'a>, is_answer: bool) {
        let mut notes = Notes::default();
        block.evaluated.into_notes(is_answer, &mut notes);
        let index = self.draft.record.games.len();
        let Some(game) = &mut self.draft.game else { return };
        let anchor = Anchor::last(index, &game.entries);
        if notes != Notes::default() {
            *game.last_notes_mut() = notes;
        }
        for lines in block.annotations {
            self.comment(&lines, anchor);
        }
    }

    /// Keeps lines as a comment.
    pub(super) fn comment(&mut self, lines: &[&'a str], anchor: Anchor) {
        let text = lines.join("\n");
        let text = text.trim();
        let place = |line: &&&str| !line.trim().is_empty();
        let (Some(first), Some(last)) = (lines.iter().find(place), lines.iter().rfind(place)) else { return };
        let span = self.draft.place(first).to(self.draft.place(last));
        let remark = Remark { kind: RemarkKind::Comment, anchor, span, text: text.to_owned() };
        self.draft.record.remarks.push(remark);
    }

    /// Reads the IDs.
    fn state(&mut self, block: &Block<'a>) -> State {
        let mut state = State::default();
        if let Some(text) = block.match_id {
            match text.parse::<MatchId>() {
                Ok(id) => state.fields = Some((*id.fields(), self.draft.place(text))),
                // That is reported where the text ends.
                Err(_) if self.draft.is_cut(text) => {}
                Err(error) => self.draft.report(Code::RecordValue, text, error.to_string()),
            }
        }
        let named = self.named(block.decision.name).unwrap_or(Side::Zero);
        let on_roll = state.fields.map_or(named, |(fields, _)| fields.on_roll);
        if let Some(text) = block.position_id {
            match text.parse::<Board>() {
                Ok(board) => {
                    let of_zero = absolute(&board, on_roll);
                    state.board = Some((of_zero, self.draft.place(text)));
                }
                Err(_) if self.draft.is_cut(text) => {}
                Err(error) => self.draft.report(Code::RecordValue, text, error.to_string()),
            }
        }
        state
    }

    /// Returns who acts. If the title and the Match ID name another player than the action does, they count.
    fn actor(&mut self, block: &Block<'a>, told: Option<Side>, turn: Option<Side>) -> Option<Side> {
        let (line, side, _) = block.action.as_ref()?;
        let is_plain = matches!(block.decision.title, Title::ToPlay(_) | Title::OnRoll);
        if told != turn || told.is_none_or(|told| told == *side) || !is_plain || self.are_alike() {
            return Some(*side);
        }
        let name = self.draft.game.as_ref().and_then(|game| game.players[*side].as_ref());
        let length = name.map_or(0, |name| name.name.value.len());
        let name = line.get(2..2 + length).unwrap_or(line);
        let label = "the title and the Match ID have the other player on roll";
        self.draft.report(Code::RecordValue, name, label);
        told
    }

    /// Compares who acts by the words with who does by the Match ID.
    fn compare_turn(&mut self, block: &Block<'a>, told: Option<Side>, turn: Option<Side>) {
        let (Some(told), Some(turn)) = (told, turn) else { return };
        // While beavers are offered the ID has its own view of whose turn it is.
        let is_plain = matches!(block.decision.title, Title::ToPlay(_) | Title::OnRoll);
        if told != turn && is_plain && !self.are_alike() {
            let label = "the Match ID has the other player on roll";
            self.draft.report(Code::RecordValue, block.decision.name, label);
        }
    }

    /// Compares the dice with those of the Match ID, and with those told below the action.
    fn compare_dice(&mut self, block: &Block<'a>, state: State) {
        let Title::ToPlay(dice) = block.decision.title else { return };
        let sorted = |digits: &[u8]| digits.iter().min().zip(digits.iter().max()).map(|(a, b)| (*a, *b));
        let is = |digits: &[u8]| sorted(digits) == sorted(dice.as_bytes());
        if !dice.bytes().all(|die| matches!(die, b'1'..=b'6')) {
            // That is reported.
            return;
        }
        let told = state.fields.and_then(|(fields, _)| fields.dice);
        if let Some(told) = told
            && !is(&told.digits())
        {
            self.draft.report(Code::RecordValue, dice, format!("the dice of the Match ID are {told}"));
        } else if let Some(rolled) = block.rolled.filter(|rolled| !is(rolled.as_bytes())) {
            self.draft.report(Code::RecordValue, rolled, format!("the dice to play are {dice}"));
        }
    }

    /// Compares the score line with the Match ID of the first decision.
    fn compare_score(&mut self, state: State) {
        let (Some((fields, _)), Some(game)) = (state.fields, &self.draft.game) else { return };
        let scores = Side::ALL.map(|side| game.players[side].as_ref().and_then(|player| player.score));
        let heading = game.heading;
        for (side, score) in Side::ALL.into_iter().zip(scores) {
            let told = fields.score[side];
            if let Some(score) = score.filter(|score| score.value != i64::from(told)) {
                self.draft.wrong(score.span, format!("the Match ID has the score {told}"));
            }
        }
        // Without a score line, the Match ID is the only one to state the length.
        let record = &mut self.draft.record;
        if record.length.is_none() && record.length_fault.is_none() {
            record.length = Some(Spanned::new(fields.length.into(), heading));
        }
        // All games have the same length.
        let length = self.draft.record.length.filter(|_| self.draft.record.games.is_empty());
        if let Some(length) = length.filter(|length| length.value != u32::from(fields.length)) {
            self.draft.wrong(length.span, format!("the Match ID has the length {}", fields.length));
            self.draft.record.length = Some(Spanned { value: fields.length.into(), ..length });
        }
    }

    /// The first decision of a game: a game that begins with a start position needs none set.
    fn begin_course(&mut self, block: &Block<'a>, state: State) {
        self.course = Course::default();
        self.jacoby(state);
        self.compare_score(state);
        if block.decision.number != "1" {
            return;
        }
        let board = state.board.map(|(board, _)| board);
        let start = self.start(board).filter(|_| !is_doubled_in_play(block, state));
        self.course.board = start.filter(|start| board.is_none_or(|board| board == *start));
        let cube =
            state.fields.map_or(Cube::START, |(fields, _)| Cube { value: fields.cube, owner: fields.owner });
        if cube.owner.is_none() {
            self.course.cube = Some(cube);
            if let Some(game) = self.draft.game.as_mut().filter(|_| cube.value > 1) {
                game.automatic_doubles = Some(cube.value.ilog2() as u8);
            }
        }
    }

    /// The Match ID of a session holds the Jacoby rule.
    fn jacoby(&mut self, state: State) {
        let Some((fields, span)) = state.fields else { return };
        if fields.length == 0 && self.draft.record.header(headers::JACOBY).is_none() {
            self.draft.record.headers.push(switch(headers::JACOBY, fields.jacoby, span));
        }
    }

    /// Sets the position and the cube where they aren't what the decisions before lead to; returns whether it did.
    fn compare(&mut self, block: &Block<'a>, state: State, on_roll: Side, is_alone: bool) -> bool {
        let is_first = self.entries().is_empty();
        let doubted = self.course.doubted.take();
        if let (Some((entry, other)), Some((board, _))) = (doubted, state.board)
            && self.course.board != Some(board)
            && board == other
            && self.unset(entry)
        {
            self.course.board = Some(other);
        }
        let board = state.board.filter(|(board, _)| is_alone || self.course.board != Some(*board));
        // While an offer waits, the ID's cube depends on the number of offers.
        let is_other = |cube: Cube| self.course.offers == 0 && self.course.cube != Some(cube);
        let cube =
            state.fields.map(|(fields, span)| (Cube { value: fields.cube, owner: fields.owner }, span));
        let cube = cube.filter(|(cube, _)| is_alone || is_other(*cube));
        if board.is_none() && cube.is_none() {
            return false;
        }
        let span = board.map(|(_, span)| span).or(cube.map(|(_, span)| span)).unwrap_or_default();
        if !is_first {
            let label = match board {
                Some(_) => "the earlier decisions lead to another position; this one is used",
                None => "the earlier decisions lead to another cube; this one is used",
            };
            self.draft.wrong(span, label.to_owned());
        }
        let mut setup = Setup { span, on_roll: Some(on_roll), ..Setup::default() };
        setup.board = board.map(|(board, _)| board);
        if let Some((cube, _)) = cube {
            setup.cube_value = Some(cube.value);
            setup.cube_place = Some(cube.owner.map_or(CubePlace::Centre, CubePlace::Owned));
            self.course.cube = Some(cube);
        }
        if let (true, Title::ToPlay(dice)) = (is_alone, block.decision.title) {
            setup.roll = Some(self.draft.roll([dice.as_bytes()[0], dice.as_bytes()[1]], dice));
        }
        if let Some((board, _)) = board {
            let before = self.course.board.replace(board);
            let is_plain = !is_first && cube.is_none();
            self.course.doubted = before.filter(|_| is_plain).map(|before| (self.entries().len(), before));
        }
        let entry = Entry::new(Some(on_roll), span, Written::Set(Box::new(setup)));
        if let Some(game) = &mut self.draft.game {
            game.entries.push(entry);
        }
        true
    }

    /// Takes back a position that was set: the next ID follows from the one before it. Returns `false` for one with an
    /// evaluation or a comment, which stays.
    fn unset(&mut self, entry: usize) -> bool {
        let index = self.draft.record.games.len() as u32;
        let Some(game) = self.draft.game.as_mut().filter(|game| entry < game.entries.len()) else {
            return false;
        };
        let is_at = |remark: &Remark| {
            remark.anchor.game == Some(index) && remark.anchor.entry.is_some_and(|at| at as usize == entry)
        };
        if game.entries[entry].notes.is_some() || self.draft.record.remarks.iter().any(is_at) {
            return false;
        }
        let set = game.entries.remove(entry);
        for remark in &mut self.draft.record.remarks {
            if remark.anchor.game == Some(index)
                && let Some(at) = &mut remark.anchor.entry
                && *at as usize > entry
            {
                *at -= 1;
            }
        }
        self.draft.relabel(set.span, "the decisions before and after it lead to another position");
        true
    }

    /// Follows a play.
    fn moved(&mut self, by: Side, cell: &Cell) {
        let Cell::Play(play) = cell else {
            self.course.board = None;
            self.course.doubted = None;
            return;
        };
        let follow = |board: Lanes| moved(&board, by, play);
        self.course.board = self.course.board.map(follow);
        self.course.doubted = self.course.doubted.map(|(entry, board)| (entry, follow(board)));
    }

    /// An illegal play, as this program writes it.
    fn illegal(&mut self, by: Side, id: &'a str) -> Cell {
        let span = self.draft.place(id);
        let after = match id.trim().parse::<Board>() {
            Ok(board) => {
                // The ID is of the opponent, who is on roll after it.
                let board = absolute(&board, !by);
                self.course.board = Some(board);
                Some(Box::new(Setup { span, board: Some(board), ..Setup::default() }))
            }
            Err(error) => {
                self.draft.report(Code::RecordValue, id, error.to_string());
                self.course.board = None;
                None
            }
        };
        Cell::DeclaredIllegal { span, after }
    }

    /// An offer of the cube, or one that answers it.
    fn doubled(&mut self, by: Side, on_roll: Side) -> Written {
        let word = match self.course.offers {
            0 if self.course.cube.is_some_and(|cube| cube.owner == Some(by)) => CubeWord::Redouble,
            0 => CubeWord::Double,
            1 => CubeWord::Beaver,
            _ => CubeWord::Raccoon,
        };
        if self.course.offers == 0 {
            self.course.doubler = Some(on_roll);
        }
        self.course.offers = (self.course.offers + 1).min(15);
        Written::Cube { word, value: None }
    }

    fn taken(&mut self) -> Written {
        let offers = take(&mut self.course.offers);
        self.course.cube = match (self.course.cube, self.course.doubler.take()) {
            (Some(cube), Some(doubler)) => {
                cube.value.checked_shl(offers).map(|value| Cube { value, owner: Some(!doubler) })
            }
            _ => None,
        };
        Written::Take
    }

    /// The end of a game: what was read as a dance at its very end may be a roll that was never played.
    pub(super) fn unplayed(&mut self) {
        if let Some(Entry { written: Written::Turn { cell: cell @ Cell::CannotMove(_), .. }, .. }) =
            self.draft.entries().last_mut()
        {
            *cell = Cell::Empty;
        }
    }

    fn entries(&mut self) -> &[Entry] {
        self.draft.entries()
    }

    /// The side of a name.
    pub(super) fn named(&self, name: &str) -> Option<Side> {
        let players = &self.draft.game.as_ref()?.players;
        let is_called = |side: &Side| players[*side].as_ref().is_some_and(|player| player.name.value == name);
        let is_alias = |side: &Side| self.aliases[side.index()] == Some(name);
        Side::ALL.into_iter().find(is_called).or_else(|| Side::ALL.into_iter().find(is_alias))
    }

    /// Returns the side that acts where the names don't show it: by the Match ID, except among beavers.
    fn next(&self, turn: Option<Side>) -> Option<Side> {
        match self.course.doubler.filter(|_| self.course.offers > 0) {
            Some(doubler) if self.course.offers % 2 == 1 => Some(!doubler),
            Some(doubler) => Some(doubler),
            None => turn,
        }
    }

    /// Returns `true` if both players have the same name.
    pub(super) fn are_alike(&self) -> bool {
        let Some(game) = &self.draft.game else { return false };
        let BySide([zero, one]) = &game.players;
        zero.as_ref().map(|player| &player.name.value) == one.as_ref().map(|player| &player.name.value)
    }

    /// Returns the start position of the match, as both sides see it; the first game tells which one it is.
    fn start(&mut self, board: Option<Lanes>) -> Option<Lanes> {
        let of = |variant: Variant| {
            let start = variant.start();
            start.is_symmetric().then(|| lanes(start.board()))
        };
        if self.variant.is_none() {
            let mut all = Variant::ALL.into_iter();
            let found = all.find(|variant| board.is_some() && of(*variant) == board);
            self.variant = Some(found.unwrap_or(Variant::Standard));
            if let Some(variant) = found.filter(|variant| *variant != Variant::Standard) {
                let span = self.draft.game.as_ref().map_or_else(Span::default, |game| game.heading);
                let key = headers::VARIATION;
                self.draft.record.headers.push(Header::new(key, variant.name(), span));
            }
        }
        self.variant.and_then(of)
    }
}
