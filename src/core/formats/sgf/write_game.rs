//! The writer of one game: its nodes, from its acts.

use super::text::property;
use super::{color, letter, own};
use crate::board::{Roll, Side};
use crate::diag::Span;
use crate::formats::overruled;
use crate::formats::position::absolute;
use crate::game::record::{
    Anchor, Cell, CubePlace, CubeWord, Entry, GameRecord, Remark, RemarkKind, Setup, Variation, Written,
    WrittenRoll,
};
use crate::game::{Act, Happening, Replayed, ReplayedGame};
use crate::rules::{Play, Step};

/// The kinds of remarks, with their properties in the order in which they are written.
const REMARKS: [(RemarkKind, &str); 2] = [(RemarkKind::Comment, "C"), (RemarkKind::Unknown, own::UNKNOWN)];

/// The state of writing a game.
pub(super) struct GameWriter<'a> {
    pub(super) out: &'a mut Vec<u8>,
    pub(super) replayed: &'a Replayed,
    pub(super) index: usize,
    record: &'a GameRecord,
    game: &'a ReplayedGame,
    /// The first entry that hasn't been written.
    next: usize,
    /// The entry of the result: notes on it and after it are notes on the result.
    result: Option<usize>,
    /// The variations from each open branch.
    forks: Vec<&'a [Variation]>,
    /// Whether the remarks of the record are in the order of their places.
    in_order: bool,
}

impl<'a> GameWriter<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>, replayed: &'a Replayed, index: usize, in_order: bool) -> Self {
        let game = &replayed.games[index];
        let last = game.acts.last().filter(|act| matches!(act.what, Happening::GameOver(_)));
        let result = last.and_then(|act| act.entry).map(|entry| entry as usize);
        let record = &replayed.record.games[index];
        Self { out, replayed, index, record, game, next: 0, result, forks: Vec::new(), in_order }
    }

    /// Writes everything after the root.
    pub(super) fn write(&mut self) {
        self.head_unknown();
        let acts = &self.game.acts;
        for (place, act) in acts.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| acts.get(before));
            let unsaid = act.what == Happening::Taken && overruled::is_left_out(act, before, self.record);
            if unsaid || matches!(act.what, Happening::Resigned { .. } | Happening::GameOver(_)) {
                continue;
            }
            let entry = act.entry.map(|entry| entry as usize);
            if let Some(entry) = entry {
                while self.next < entry {
                    self.without_act(self.next);
                    self.next += 1;
                }
                self.next = self.next.max(entry + 1);
            }
            // The acts of one entry are consecutive, except for the end of the game.
            let is_first = place.checked_sub(1).is_none_or(|before| acts[before].entry != act.entry);
            let is_over = |act: &Act| matches!(act.what, Happening::Resigned { .. } | Happening::GameOver(_));
            let is_last = acts[place + 1..].iter().take_while(|later| later.entry == act.entry).all(is_over);
            let rolled_before = before.is_some_and(|before| before.by == act.by && before.is_turn());
            let goes_on = rolled_before || acts[place + 1..].iter().any(|act| !act.is_end());
            self.act(act, entry, is_first, is_last, goes_on);
        }
        while self.next < self.record.entries.len() {
            self.without_act(self.next);
            self.next += 1;
        }
        self.of_result();
        let forks = std::mem::take(&mut self.forks);
        self.branch_off(&forks, 1);
    }

    /// Ends the branches from which variations lead, the last one first, and writes these.
    pub(super) fn branch_off(&mut self, forks: &[&[Variation]], depth: usize) {
        for variations in forks.iter().rev() {
            self.out.push(b')');
            for variation in *variations {
                self.variation(variation, depth);
            }
        }
    }

    /// Writes unknown text of the game's head; in the first root it would be the match's.
    fn head_unknown(&mut self) {
        let anchor = Anchor::game(self.index);
        let remarks = self.remarks_within(anchor, anchor);
        texts(self.out, "\n;XU", remarks, RemarkKind::Unknown, anchor);
    }

    fn begin(&mut self, entry: Option<usize>) {
        let notes =
            entry.and_then(|entry| self.record.entries.get(entry)).and_then(|entry| entry.notes.as_deref());
        self.out.push(b'\n');
        if let Some(notes) = notes
            && !notes.variations.is_empty()
        {
            self.forks.push(&notes.variations);
            self.out.push(b'(');
        }
        self.out.push(b';');
    }

    fn act(&mut self, act: &Act, entry: Option<usize>, is_first: bool, is_last: bool, goes_on: bool) {
        let written = entry.and_then(|entry| self.record.entries.get(entry)).map(|entry| &entry.written);
        self.begin(entry.filter(|_| is_first));
        let by = act.by;
        let mut is_turn = false;
        match act.what {
            Happening::Played { roll, play } => {
                is_turn = true;
                turn(self.out, by, Written::digits_of(written, roll), legs_of(&play, written));
                if overruled::is_left_out(act, None, self.record) {
                    property(self.out, own::LEFT_OUT, [""]);
                }
            }
            Happening::Illegal { roll, after } => {
                is_turn = true;
                if let Some(Written::Turn { cell: Cell::Play(play), .. }) = written {
                    turn(self.out, by, Written::digits_of(written, roll), play.places());
                } else {
                    turn(self.out, by, Written::digits_of(written, roll), []);
                    property(self.out, own::ILLEGAL, [""]);
                    self.notes(act.by, entry, is_last, true);
                    let board = Some(absolute(&after, by));
                    let setup = Setup { board, on_roll: Some(!by), ..Setup::default() };
                    self.out.extend_from_slice(b"\n;");
                    return set(self.out, &setup);
                }
            }
            Happening::RolledOnly { .. }
                if let Some(entry) = entry.and_then(|entry| self.record.entries.get(entry))
                    && goes_on =>
            {
                is_turn = write_entry(self.out, entry);
            }
            Happening::RolledOnly { roll } => dice(self.out, by, Written::digits_of(written, roll)),
            Happening::Doubled { to, .. } => {
                action(self.out, by, "double");
                self.said(entry, Some(to));
            }
            Happening::Taken => action(self.out, by, "take"),
            Happening::Passed => action(self.out, by, "drop"),
            Happening::PositionSet { roll } => {
                if let Some(Written::Set(setup)) = written {
                    set(self.out, setup);
                } else {
                    set(self.out, &setup_of(act, roll));
                }
            }
            Happening::ResignationOffered { outcome } => resignation(self.out, by, outcome.word()),
            Happening::ResignationRefused => resignation(self.out, by, "refused"),
            Happening::Resigned { .. } | Happening::GameOver(_) => {}
        }
        self.notes(by, entry, is_last, is_turn);
    }

    /// Writes the record's facts about an offer of the cube if they differ from what it will be read as.
    fn said(&mut self, entry: Option<usize>, to: Option<u32>) {
        let entries = &self.record.entries;
        let Some(index) = entry else { return };
        let Some(Entry { side, written: Written::Cube { word, value: said }, .. }) = entries.get(index)
        else {
            return;
        };
        let before = index.checked_sub(1).map(|before| &entries[before]);
        let answers = before.is_some_and(|before| {
            matches!(before.written, Written::Cube { .. }) && before.side == side.map(Side::opponent)
        });
        let beaver = matches!(word, CubeWord::Beaver | CubeWord::Raccoon);
        let other = said.filter(|said| to.is_some_and(|to| to != said.value));
        let number = other.map(|said| said.value.to_string());
        let word = (beaver != answers).then(|| if beaver { "beaver" } else { "double" }.to_owned());
        property(self.out, own::SAID, number.into_iter().chain(word));
    }

    /// Writes the notes on an entry after its action.
    fn notes(&mut self, by: Side, entry: Option<usize>, is_last: bool, is_turn: bool) {
        let Some(index) = entry.filter(|_| is_last) else { return };
        if self.result.is_none_or(|result| index < result) {
            if self.record.entries.get(index).is_some_and(|entry| entry.notes.is_some()) {
                self.entry_notes(index, Some(by), is_turn);
            }
            self.remarks_of(index);
        }
    }

    /// Writes the remarks anchored at an entry.
    fn remarks_of(&mut self, entry: usize) {
        let anchor = Anchor::entry(self.index, entry);
        let remarks = self.remarks_within(anchor, anchor);
        for (kind, id) in REMARKS {
            texts(self.out, id, remarks, kind, anchor);
        }
    }

    /// Returns the remarks from one place to another, or all of them if they are in no order.
    fn remarks_within(&self, first: Anchor, last: Anchor) -> &'a [Remark] {
        let all = &self.replayed.record.remarks;
        if !self.in_order {
            return all;
        }
        let from = all.partition_point(|remark| remark.anchor < first);
        let count = all[from..].partition_point(|remark| remark.anchor <= last);
        &all[from..from + count]
    }

    /// Writes an entry without acts: its text is written again, so that it is checked as before.
    fn without_act(&mut self, index: usize) {
        let Some(entry) = self.record.entries.get(index) else { return };
        let has_result = self.result.is_some_and(|result| result <= index);
        if !matters(entry) {
            if has_result {
                return;
            }
            let anchor = Anchor::entry(self.index, index);
            let has_remarks =
                self.remarks_within(anchor, anchor).iter().any(|remark| remark.anchor == anchor);
            if entry.notes.is_none() && !has_remarks {
                return;
            }
        }
        let by = entry.side.unwrap_or(Side::Zero);
        self.begin(Some(index).filter(|_| !has_result));
        let is_turn = match &entry.written {
            // Without dice, a hidden play gives up the game only at its end.
            Written::Turn { roll, cell: Cell::Hidden(_) | Cell::Resign(_) }
                if roll.roll().is_none() && !has_result && self.game.overruled.contains(&(index as u32)) =>
            {
                unknown_play(self.out, by, *roll);
                true
            }
            _ => write_entry(self.out, entry),
        };
        self.said(Some(index), None);
        self.notes(by, Some(index), true, is_turn);
    }

    /// Writes the notes on the result.
    fn of_result(&mut self) {
        let Some(result) = self.result else { return };
        let mut said = result..self.record.entries.len();
        let last = Anchor { entry: Some(u32::MAX), ..Anchor::game(self.index) };
        let remarks = self.remarks_within(Anchor::entry(self.index, result), last);
        let has_remarks = remarks.iter().any(|remark| {
            remark.anchor.game == Some(self.index as u32)
                && remark.anchor.entry.is_some_and(|entry| said.contains(&(entry as usize)))
        });
        // Only the notes of one entry have a place there.
        let with_notes = said.find(|&entry| self.record.entries[entry].notes.is_some());
        if !has_remarks && with_notes.is_none() {
            return;
        }
        self.out.extend_from_slice(b"\n;");
        property(self.out, own::RESULT, [""]);
        if let Some(entry) = with_notes {
            // As there the reader knows no side, what needs one is lost.
            self.entry_notes(entry, None, false);
        }
        let game = Some(self.index as u32);
        for (kind, id) in REMARKS {
            let here = remarks.iter().filter(|remark| {
                remark.kind == kind
                    && remark.anchor.game == game
                    && remark.anchor.entry.is_some_and(|entry| entry as usize >= result)
            });
            property(self.out, id, here.map(|remark| &remark.text));
        }
    }

    /// Writes a variation, which is itself inside of `depth` - 1 others.
    fn variation(&mut self, variation: &Variation, depth: usize) {
        self.out.extend_from_slice(b"\n(");
        let mut forks: Vec<&[Variation]> = Vec::new();
        // In order, so that each entry finds its own among thousands.
        let mut all: Vec<&(u32, String)> = variation.comments.iter().collect();
        all.sort_by_key(|(entry, _)| *entry);
        let comments = |out: &mut Vec<u8>, index: usize| {
            let from = all.partition_point(|(entry, _)| (*entry as usize) < index);
            let here = all[from..].iter().take_while(|(entry, _)| *entry as usize == index);
            property(out, "C", here.map(|(_, text)| text));
        };
        if variation.entries.is_empty() {
            self.out.push(b';');
            comments(self.out, 0);
        }
        for (index, entry) in variation.entries.iter().enumerate() {
            if index > 0 {
                self.out.push(b'\n');
            }
            let notes = entry.notes.as_deref();
            if let Some(notes) = notes
                && !notes.variations.is_empty()
                && depth < Variation::DEEPEST
            {
                forks.push(&notes.variations);
                self.out.push(b'(');
            }
            self.out.push(b';');
            let is_turn = write_entry(self.out, entry);
            if let Some(notes) = notes {
                let side = entry.side.or(match &entry.written {
                    Written::Set(setup) => setup.on_roll,
                    _ => None,
                });
                super::write_notes::write(self.out, notes, side, is_turn);
            }
            comments(self.out, index);
        }
        self.branch_off(&forks, depth + 1);
        self.out.push(b')');
    }
}

/// Returns `true` if an entry without acts has to be written all the same.
fn matters(entry: &Entry) -> bool {
    !matches!(entry.written, Written::Empty | Written::Wins { .. } | Written::Drawn)
        && (entry.side.is_some() || !matches!(entry.written, Written::Unreadable))
}

/// Writes an entry as it was written; returns `true` if it has dice.
fn write_entry(out: &mut Vec<u8>, entry: &Entry) -> bool {
    let by = entry.side.unwrap_or(Side::Zero);
    match &entry.written {
        Written::Turn { roll, cell } => {
            if matches!(cell, Cell::Hidden(_) | Cell::Resign(_)) && roll.roll().is_none() {
                resignation(out, by, "resigned");
                return false;
            }
            match cell {
                Cell::Play(play) => turn(out, by, digits_of(*roll), play.places()),
                Cell::Empty => turn(out, by, digits_of(*roll), []),
                _ => unknown_play(out, by, *roll),
            }
            return true;
        }
        Written::Cube { .. } => action(out, by, "double"),
        Written::Take => action(out, by, "take"),
        Written::Pass => action(out, by, "drop"),
        Written::Resign => resignation(out, by, "resigned"),
        Written::OfferResignation { outcome, points } => match (outcome, points) {
            (Some(outcome), _) => resignation(out, by, outcome.word()),
            (None, Some(points)) => resignation(out, by, &points.value.to_string()),
            (None, None) => resignation(out, by, "offered"),
        },
        Written::RefuseResignation => resignation(out, by, "refused"),
        Written::AcceptResignation => resignation(out, by, "accepted"),
        Written::Losses { cause, .. } => {
            // On a line of its own in a .mat record it doesn't show who lost.
            let word = if entry.row.is_some() { "loses" } else { "lost" };
            let cause = cause.map_or_else(String::new, |cause| format!(":{cause:?}"));
            resignation(out, by, &format!("{word}{cause}"));
        }
        Written::Wins { .. } => resignation(out, by, "wins"),
        Written::Drawn => resignation(out, by, "drawn"),
        Written::Set(setup) => set(out, setup),
        Written::Empty => resignation(out, by, "nothing"),
        Written::Unreadable => action(out, by, "?"),
    }
    false
}

/// Writes dice without letters: the turn passes, and the play is unknown.
fn unknown_play(out: &mut Vec<u8>, by: Side, roll: WrittenRoll) {
    action(out, by, &format!("{}?", String::from_utf8_lossy(&digits_of(roll))));
}

/// Returns dice as written; two characters that aren't digits wouldn't be dice.
fn digits_of(roll: WrittenRoll) -> [u8; 2] {
    if roll.digits.iter().all(u8::is_ascii_digit) { roll.digits } else { *b"00" }
}

pub(super) fn action(out: &mut Vec<u8>, by: Side, word: &str) {
    property(out, color(by), [word]);
}

fn resignation(out: &mut Vec<u8>, by: Side, what: &str) {
    property(out, own::RESIGNATION, [format!("{}:{what}", color(by))]);
}

/// Writes remarks of one kind and place as the values of a property.
pub(super) fn texts(out: &mut Vec<u8>, id: &str, remarks: &[Remark], kind: RemarkKind, anchor: Anchor) {
    let here = remarks.iter().filter(|remark| remark.kind == kind && remark.anchor == anchor);
    property(out, id, here.map(|remark| &remark.text));
}

/// Writes dice that wait to be played.
pub(super) fn dice(out: &mut Vec<u8>, by: Side, digits: [u8; 2]) {
    let roll = WrittenRoll { digits, span: Span::default() };
    set(out, &Setup { on_roll: Some(by), roll: Some(roll), ..Setup::default() });
}

/// Writes dice and letters.
pub(super) fn turn(out: &mut Vec<u8>, by: Side, digits: [u8; 2], legs: impl IntoIterator<Item = (u8, u8)>) {
    out.extend_from_slice(color(by).as_bytes());
    out.push(b'[');
    out.extend_from_slice(&digits);
    for (from, to) in legs {
        out.extend_from_slice(&[letter(from, by), letter(to, by)]);
    }
    out.push(b']');
}

/// Returns the steps of a play in the order written, if exactly its steps are written.
fn legs_of(play: &Play, written: Option<&Written>) -> impl Iterator<Item = (u8, u8)> {
    let count = play.steps().len();
    let mut steps = [Step::default(); 4];
    steps[..count].copy_from_slice(play.steps());
    if let Some(written) = written.and_then(Written::play) {
        written.order(&mut steps[..count]);
    }
    steps.into_iter().take(count).map(|step| (step.from(), step.to()))
}

/// Returns the complete set-up of a position that wasn't read from one.
fn setup_of(act: &Act, roll: Option<Roll>) -> Setup {
    let span = Span::default();
    Setup {
        board: Some(absolute(&act.before, act.by)),
        on_roll: Some(act.by),
        roll: roll.map(|roll| WrittenRoll { digits: roll.digits(), span }),
        cube_value: Some(act.cube.value),
        cube_place: Some(act.cube.owner.map_or(CubePlace::Centre, CubePlace::Owned)),
        span,
    }
}

/// Writes a set-up, one fact per node, as GNU Backgammon reads it.
pub(super) fn set(out: &mut Vec<u8>, setup: &Setup) {
    let side = |out: &mut Vec<u8>| property(out, "PL", setup.on_roll.map(color));
    let mut is_first = true;
    let mut next = |out: &mut Vec<u8>| {
        if !std::mem::take(&mut is_first) {
            out.extend_from_slice(b"\n;");
        }
    };
    if let Some(lanes) = &setup.board {
        next(out);
        side(out);
        out.extend_from_slice(b"AE[a:y]");
        let checkers = |out: &mut Vec<u8>, id: &[u8], list: &mut dyn Iterator<Item = (u8, i8)>| {
            let mut id = id;
            for (letter, count) in list {
                for _ in 0..count {
                    out.extend_from_slice(id);
                    out.extend_from_slice(&[b'[', letter, b']']);
                    id = b"";
                }
            }
        };
        let letters = b'a'..=b'y';
        checkers(out, b"AW", &mut letters.clone().zip(lanes[1..].iter().copied()));
        let black = letters.rev().skip(1).zip(lanes[1..25].iter().rev().map(|count| -count));
        checkers(out, b"AB", &mut black.chain([(b'y', -lanes[0])]));
    } else if setup.on_roll.is_some() && setup.roll.is_none() {
        next(out);
        side(out);
    }
    if let Some(cube) = setup.cube_value {
        next(out);
        out.extend_from_slice(format!("CV[{cube}]").as_bytes());
    }
    if let Some(place) = setup.cube_place {
        next(out);
        out.extend_from_slice(match place {
            CubePlace::Centre => b"CP[c]",
            CubePlace::Owned(Side::Zero) => b"CP[w]",
            CubePlace::Owned(Side::One) => b"CP[b]",
        });
    }
    if let Some(roll) = setup.roll {
        next(out);
        side(out);
        out.extend_from_slice(b"DI[");
        out.extend_from_slice(&roll.digits);
        out.push(b']');
    }
}
