//! A move of a game: what was done, the states around it, its notes, and its origin.

use crate::analysis::stored::is_rollout;
use crate::board::{Roll, Side};
use crate::diag::Span;
use crate::formats::sgf::marks;
use crate::game::record::{
    Analysis, Entry, Notes, PlayAnalysis, Property, Remark, RemarkKind, Spanned, Written,
};
use crate::game::{GameResult, MatchState};
use crate::rules::resolve::resolve;
use crate::rules::{Leg, Outcome, Play};
use std::borrow::Cow;
use std::fmt::Write as _;

/// A move: anything done in a game.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Move {
    /// The deed.
    pub what: Deed,
    /// The player who did it; for a position that was set, the player on roll.
    pub by: Side,
    /// The state before it; that of a play contains the dice.
    pub before: MatchState,
    /// The state after it.
    pub after: MatchState,
    /// The notes on it.
    pub notes: Notes,
    /// Remarks on it.
    pub remarks: Vec<Remark>,
    /// Whether its cube action is marked for a closer look.
    pub is_marked: bool,
    /// The numbers of its analysis's candidates that are marked for a closer look, from 1 on, in rising
    /// order.
    pub marked: Vec<usize>,
    /// Whether its dice were set with the lower one first.
    pub is_rising: bool,
    /// Whether its plays were evaluated by `hint` while the dice wait.
    pub is_hinted: bool,
    /// Whether it belongs to the position that the game begins with, which an ID has set.
    pub is_given: bool,
    /// Its origin.
    pub source: Source,
}

impl Move {
    /// Makes a move without notes.
    pub(in crate::repl) fn new(what: Deed, by: Side, before: MatchState, after: MatchState) -> Self {
        Self {
            what,
            by,
            before,
            after,
            notes: Notes::default(),
            remarks: Vec::new(),
            is_marked: false,
            marked: Vec::new(),
            is_rising: false,
            is_hinted: false,
            is_given: false,
            source: Source::Here,
        }
    }

    /// Replaces its analysis of the same kind, and drops the marks of candidates. A rollout of a record stays.
    pub(in crate::repl) fn keep(&mut self, found: Analysis) {
        let kind = std::mem::discriminant(&found);
        let is_same = |stored: &&Analysis| std::mem::discriminant(*stored) == kind;
        if self.notes.analyses.iter().filter(is_same).any(is_rollout) {
            return;
        }
        if matches!(found, Analysis::Play(_)) {
            self.marked.clear();
            marks::clear_plays(&mut self.notes);
        }
        self.notes.analyses.retain(|analysis| std::mem::discriminant(analysis) != kind);
        // GNU Backgammon writes that of the cube first.
        let place = if matches!(found, Analysis::Cube(_)) { 0 } else { self.notes.analyses.len() };
        self.notes.analyses.insert(place, found);
        self.find_played();
    }

    /// Keeps the plays that `hint` found. Until the dice are played, they are no part of the record.
    pub(in crate::repl) fn keep_plays(&mut self, found: PlayAnalysis) {
        let is_first = self.is_hinted || self.notes.play_analyses().next().is_none();
        self.is_hinted = is_first && matches!(self.what, Deed::Rolled(_));
        self.keep(Analysis::Play(found));
    }

    /// Drops what `hint` found for dice that wait: the plays, and the cube decision before dice of this session. What a
    /// record states stays.
    pub(super) fn forget_hint(&mut self) {
        let (is_hinted, is_here) = (self.is_hinted, matches!(self.source, Source::Here));
        self.notes.analyses.retain(|analysis| match analysis {
            Analysis::Play(_) => !is_hinted,
            Analysis::Cube(_) => !is_here,
        });
        if is_hinted {
            self.is_hinted = false;
            self.marked.clear();
        }
    }

    /// Returns its notes for a record: without the plays that `hint` found for dice that still wait to be played, and
    /// with its marks. `before` is the move before it: an answer has the mark of its double. GNU Backgammon's files,
    /// for `compat`, have marks only with an analysis, and a list of them with every analysed play.
    pub(in crate::repl) fn notes_of_record(&self, before: Option<&Self>, compat: bool) -> Cow<'_, Notes> {
        let mut notes = Cow::Borrowed(&self.notes);
        if self.is_hinted {
            notes.to_mut().analyses.retain(|analysis| !matches!(analysis, Analysis::Play(_)));
        }
        let has_cube = notes.cube_analyses().next().is_some();
        let has_plays = notes.play_analyses().next().is_some();
        if self.what.is_decision() {
            let is_marked = self.is_marked || self.what.is_answer() && before.is_some_and(|it| it.is_marked);
            // Circles of other programs stay, and so do lists that aren't understood.
            if marks::cube(&notes).is_some() {
                set_property(&mut notes, marks::CUBE, (is_marked && (has_cube || !compat)).then(String::new));
            }
        }
        let has_list = notes.properties.iter().any(|property| property.key == marks::PLAYS);
        if has_plays && marks::plays(&notes).is_some() && (compat || has_list || !self.marked.is_empty()) {
            let mut list = String::new();
            for number in &self.marked {
                // Writing to a String can't fail.
                let _ = write!(list, "{number} ");
            }
            set_property(&mut notes, marks::PLAYS, Some(list));
        }
        notes
    }

    /// Sets its marks to those in its notes; returns `true` if its cube action is marked.
    pub(in crate::repl) fn read_marks(&mut self) -> bool {
        let is_marked = marks::cube(&self.notes) == Some(true) && self.what.is_decision();
        self.is_marked = is_marked && !self.what.is_answer();
        self.marked = marks::plays(&self.notes).unwrap_or_default();
        is_marked
    }

    /// Returns its dice, if they were set with the lower one first.
    pub(in crate::repl) fn rising_dice(&self) -> Option<Roll> {
        self.what.dice().filter(|_| self.is_rising)
    }

    /// Returns the comments on it.
    pub(in crate::repl) fn comments(&self) -> impl Iterator<Item = &str> {
        let comments = self.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment);
        comments.map(|remark| remark.text.as_str())
    }

    /// Returns `true` for an analysed decision.
    pub(in crate::repl) fn is_analysed(&self) -> bool {
        self.what.is_decision() && !self.notes.analyses.is_empty()
    }

    /// Returns the analysis of its cube decision.
    pub(in crate::repl) fn cube_analysis(&self) -> Option<&Analysis> {
        self.notes.analyses.iter().find(|analysis| matches!(analysis, Analysis::Cube(_)))
    }

    /// Finds the play that was made among the candidates of an analysis that doesn't tell it.
    pub(super) fn find_played(&mut self) {
        let (Deed::Played(roll, _), before) = (self.what, self.before.board()) else { return };
        let after = self.after.board_of(self.by);
        let is_made = |legs: &[Leg]| resolve(before, roll, legs).is_ok_and(|found| *found.after() == after);
        for analysis in &mut self.notes.analyses {
            if let Analysis::Play(PlayAnalysis { candidates, played: played @ None, .. }) = analysis {
                let place = candidates.iter().position(|candidate| is_made(&candidate.legs));
                *played = place.and_then(|place| u32::try_from(place).ok());
            }
        }
    }

    /// Returns `true` if it ended the game.
    pub(in crate::repl) const fn is_last(&self) -> bool {
        self.result().is_some()
    }

    /// Returns the result that it brought, if it ended the game.
    #[must_use]
    pub const fn result(&self) -> Option<GameResult> {
        self.after.phase().result()
    }
}

/// Sets or removes a property with one value.
fn set_property(notes: &mut Cow<'_, Notes>, key: &str, value: Option<String>) {
    let wanted = value.map(|value| vec![value]);
    let told = notes.properties.iter().find(|property| property.key == key);
    if told.map(|told| &told.values.value) == wanted.as_ref() {
        return;
    }
    let properties = &mut notes.to_mut().properties;
    properties.retain(|property| property.key != key);
    let property = |values| Property { key: key.to_owned(), values: Spanned::new(values, Span::default()) };
    properties.extend(wanted.map(property));
}

/// The origin of a move.
#[derive(Clone, Debug, Default)]
pub enum Source {
    /// It was made here.
    #[default]
    Here,
    /// From an entry of a record, without its notes.
    Entry(Box<Entry>),
    /// From the same entry as the previous move.
    Same,
}

impl Source {
    /// Exchanges the players: a play stays as it is written, but everything else in the record was about the
    /// other player.
    pub(super) fn swap_players(&mut self) {
        if let Self::Entry(entry) = self
            && let (Some(side), Written::Turn { .. }) = (&mut entry.side, &entry.written)
        {
            *side = !*side;
            entry.row = None;
            return;
        }
        *self = Self::Here;
    }
}

/// What can be done in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Deed {
    /// The dice were rolled or set and wait to be played.
    Rolled(Roll),
    /// The dice were played.
    Played(Roll, Play),
    /// The dice were played in a way that no rule allows, according to a record.
    Condoned(Roll),
    /// The cube was offered or offered back.
    Doubled,
    /// The cube was taken.
    Taken,
    /// The cube was passed.
    Passed,
    /// The game was resigned and the resignation accepted.
    Resigned(Outcome),
    /// The game ended without a winner.
    Drawn,
    /// The position was set.
    SetBoard,
    /// The cube's value was set.
    SetCubeValue,
    /// The cube's place was set.
    SetCubeOwner,
}

impl Deed {
    /// Returns the dice of a turn.
    #[must_use]
    pub const fn dice(self) -> Option<Roll> {
        match self {
            Self::Rolled(roll) | Self::Played(roll, _) | Self::Condoned(roll) => Some(roll),
            _ => None,
        }
    }

    /// Returns `true` for the answer to a double.
    pub(super) const fn is_answer(self) -> bool {
        matches!(self, Self::Taken | Self::Passed)
    }

    /// Returns `true` for the roll or the cube action of a player who had the choice.
    pub(in crate::repl) const fn is_decision(self) -> bool {
        use Deed::{Condoned, Doubled, Passed, Played, Rolled, Taken};
        matches!(self, Rolled(_) | Played(..) | Condoned(_) | Doubled | Taken | Passed)
    }

    /// Returns `true` if a move is taken back on its own; dice that wait to be played go with the previous move.
    pub(in crate::repl) const fn is_step(self) -> bool {
        !matches!(self, Self::Rolled(_))
    }

    /// Returns `true` for a setting by hand other than that of dice.
    pub(in crate::repl) const fn is_set(self) -> bool {
        matches!(self, Self::SetBoard) || self.is_set_cube()
    }

    /// Returns `true` if the cube was set by hand.
    pub(in crate::repl) const fn is_set_cube(self) -> bool {
        matches!(self, Self::SetCubeValue | Self::SetCubeOwner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Rules;
    use crate::rules::legal_plays;

    /// Returns the opening play of 31, or its dice, and all its candidates.
    fn opening(is_made: bool) -> (Move, PlayAnalysis) {
        let roll: Roll = "31".parse().expect("a roll");
        let mut before = MatchState::new(Rules::match_play(5));
        before.place(crate::Board::START, Side::One, Some(roll));
        let all = legal_plays(before.board(), roll);
        let legs = |play: &Play| {
            let place = |number| crate::board::Place::from_number(number).expect("a place");
            let steps = play.steps().iter();
            steps.map(|step| Leg { from: place(step.from()), to: place(step.to()), hit: false }).collect()
        };
        let candidates = all
            .iter()
            .map(|(play, _)| crate::game::record::Candidate { legs: legs(play), ..Default::default() });
        let found = PlayAnalysis { candidates: candidates.collect(), ..PlayAnalysis::default() };
        let (play, after) = &all[3];
        let what = if is_made { Deed::Played(roll, *play) } else { Deed::Rolled(roll) };
        let mut later = before.clone();
        later.place(after.flip(), Side::Zero, None);
        (Move::new(what, Side::One, before, later), found)
    }

    #[test]
    fn plays_of_a_hint_are_no_part_of_the_record_while_the_dice_wait() {
        let (mut waiting, found) = opening(false);
        waiting.keep_plays(found.clone());
        assert!(
            !waiting.notes.analyses.is_empty() && waiting.notes_of_record(None, false).analyses.is_empty()
        );
        // What a record says about dice that wait stays, also after a hint.
        let (mut read, _) = opening(false);
        read.notes.analyses.push(Analysis::Play(found.clone()));
        assert_eq!(read.notes_of_record(None, false).analyses.len(), 1);
        read.keep_plays(found.clone());
        assert_eq!(read.notes_of_record(None, false).analyses.len(), 1);
        // The play that was made is found among them; what a record tells of it stays.
        let (mut made, _) = opening(true);
        made.keep_plays(found.clone());
        let played = |step: &Move| match &step.notes_of_record(None, false).analyses[..] {
            [Analysis::Play(play)] => play.played,
            _ => panic!("one analysis of plays"),
        };
        assert_eq!(played(&made), Some(3));
        made.keep_plays(PlayAnalysis { played: Some(7), ..found });
        assert_eq!(played(&made), Some(7));
    }

    #[test]
    fn marks_are_kept_in_notes_as_gnu_backgammon_has_them() {
        let (mut made, found) = opening(true);
        let told = |step: &Move, compat| {
            let notes = step.notes_of_record(None, compat).into_owned();
            notes
                .properties
                .into_iter()
                .map(|told| (told.key, told.values.value.concat()))
                .collect::<Vec<_>>()
        };
        (made.marked, made.is_marked) = (vec![1, 3], true);
        assert!(told(&made, true).is_empty());
        assert_eq!(told(&made, false), [(marks::CUBE.to_owned(), String::new())]);
        // Other candidates have other numbers.
        made.keep_plays(found);
        assert_eq!(told(&made, true), [(marks::PLAYS.to_owned(), String::new())]);
        made.marked = vec![1, 3];
        assert_eq!(told(&made, true), [(marks::PLAYS.to_owned(), "1 3 ".to_owned())]);
        let mut read = Move { notes: made.notes_of_record(None, false).into_owned(), ..made.clone() };
        (read.marked, read.is_marked) = (Vec::new(), false);
        assert!(read.read_marks() && read.is_marked && read.marked == [1, 3]);
        // Without marks the list is empty, and a number beyond the candidates is no mark.
        (read.marked, read.is_marked) = (Vec::new(), false);
        assert_eq!(told(&read, false), [(marks::PLAYS.to_owned(), String::new())]);
        let mut beyond = Cow::Borrowed(&made.notes);
        set_property(&mut beyond, marks::PLAYS, Some("1 99 ".to_owned()));
        read.notes = beyond.into_owned();
        assert!(!read.read_marks() && read.marked.is_empty());
        // Such a list stays as it is, and so do circles of another program.
        let circles = Spanned::new(vec!["aa".to_owned(), "bb".to_owned()], Span::default());
        read.notes.properties.push(Property { key: marks::CUBE.to_owned(), values: circles });
        let lists =
            [(marks::PLAYS.to_owned(), "1 99 ".to_owned()), (marks::CUBE.to_owned(), "aabb".to_owned())];
        assert!(!read.read_marks() && told(&read, false) == lists && told(&read, true) == lists);
    }
}
