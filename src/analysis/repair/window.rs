//! A window on a long match: one game with those around it. A reading that changes only this game is tried on the
//! window, which takes as long as a short match; the outcome then stands for that of the whole match.

use super::bench::{Bench, Key, Verified};
use crate::board::Side;
use crate::diag::lines::line_start;
use crate::diag::{Edit, Span};
use crate::formats::mat;
use crate::game::GameResult;
use crate::game::record::headers;
use crate::rules::Outcome;
use std::ops::Range;

/// The games before the one that is changed: they show in which column the right cells begin.
const BEFORE: usize = 4;
/// The games after it: they show whether two games are in each other's place.
const AFTER: usize = 3;
/// A match with fewer games is replayed as a whole.
const LONG: usize = 2 * (BEFORE + AFTER + 1);

/// A game with those around it.
pub(super) struct Window<'a> {
    /// The record of these games alone.
    bench: Bench<'a>,
    /// The finding to be fixed, in its place in the window.
    target: Key,
    /// The game, and the game after it.
    games: Range<usize>,
    /// The number of games left out before the window.
    skipped: usize,
    /// The number of bytes left out before the window.
    cut: u32,
    /// The places of the two games.
    places: Range<u32>,
    /// The places of the game without its head.
    rows: Range<u32>,
    /// The outcome of no edit in the whole match.
    whole: Verified,
}

impl<'a> Window<'a> {
    /// Returns the window on the game of a finding. `None` if the match is short, or if something in the window depends
    /// on the rest of the match.
    pub(super) fn new(bench: &Bench<'a>, target: Key) -> Option<Self> {
        let (record, text) = (&bench.record, bench.source.text());
        // How many games contradict a header decides whether the header is wrong.
        let counts = [headers::CUBE_LIMIT, headers::VARIATION].iter().any(|key| record.header(key).is_some());
        let is_long = bench.format.name == mat::FORMAT.name && record.games.len() >= LONG;
        if !is_long || counts || text.contains('\t') {
            return None;
        }
        let game = bench.game_at(target.1)?;
        // A written score holds, whatever happened in the game before.
        if record.games.get(game + 1).is_some_and(|next| next.points().is_none()) {
            return None;
        }
        let begin = |game: usize| {
            let heading = record.games.get(game).map(|game| game.heading.start);
            heading.map_or(text.len() as u32, |heading| line_start(text, heading))
        };
        let skipped = game.saturating_sub(BEFORE);
        let (first, next) = (begin(0), begin(skipped));
        let head = text.get(..first as usize)?;
        let body = text.get(next as usize..begin(game + AFTER + 1) as usize)?;
        let part = bench.part([head, body].concat())?;
        let cut = next - first;
        let above = &record.games[game];
        let scores = Side::ALL.into_iter().filter_map(|side| Some(above.score(side)?.span.end));
        let window = Self {
            target: (target.0, target.1.checked_sub(cut)?),
            games: game..(game + 2).min(record.games.len()),
            skipped,
            cut,
            places: begin(game)..begin(game + 2),
            rows: scores.fold(above.heading.end, u32::max)..begin(game + 1),
            whole: bench.unedited.clone(),
            bench: part,
        };
        (window.places.contains(&target.1) && window.is_faithful(bench)).then_some(window)
    }

    /// Returns `true` if the game and the one after it are read and replayed in the window as in the whole match.
    fn is_faithful(&self, bench: &Bench<'_>) -> bool {
        let here = self.games.start - self.skipped..self.games.end - self.skipped;
        let starts = |bench: &Bench<'_>, game: usize, shift: u32| -> Vec<u32> {
            bench.entries(game).iter().map(|entry| entry.span.start + shift).collect()
        };
        let mut pairs = self.games.clone().zip(here.clone());
        let findings = |bench: &Bench<'_>, shift: u32| -> Vec<Key> {
            let all = bench.findings().iter().map(|(code, at)| (*code, at + shift));
            all.filter(|(_, at)| self.places.contains(at)).collect()
        };
        let may_count_once =
            self.bench.rules.is_money() && is_gammon(self.whole.ends.result(self.games.start));
        !may_count_once
            && self.bench.record.games.len()
                == bench.record.games.len().min(self.games.start + AFTER + 1) - self.skipped
            && self.whole.meaning.1[self.games.clone()] == self.bench.unedited.meaning.1[here.clone()]
            && self.whole.ends.part(&self.games, 0) == self.bench.unedited.ends.part(&here, self.cut)
            && findings(bench, 0) == findings(&self.bench, self.cut)
            && pairs.all(|(game, here)| starts(bench, game, 0) == starts(&self.bench, here, self.cut))
    }

    /// Returns the outcome of edits in the whole match, as [`Bench::verify`] does. `None` if the window can't show it:
    /// they change more than the rows of its game.
    pub(super) fn verify(&self, edits: &[Edit]) -> Option<Verified> {
        let is_here = |edit: &Edit| self.rows.start < edit.span.start && edit.span.end <= self.rows.end;
        if !edits.iter().all(is_here) {
            return None;
        }
        let moved = |edit: &Edit| {
            let span = Span { start: edit.span.start - self.cut, end: edit.span.end - self.cut };
            Edit::new(span, edit.replacement.as_str())
        };
        let moved: Vec<Edit> = edits.iter().map(moved).collect();
        let found = self.bench.verify(&moved, self.target)?;
        let game = self.games.start - self.skipped;
        // Whether a gammon counts double may depend on any other game of a session.
        if self.bench.rules.is_money() && is_gammon(found.ends.result(game)) {
            return None;
        }
        let changed = self.bench.unedited.changed(&found)?;
        let new: Vec<Key> = found.new.iter().map(|(code, at)| (*code, at + self.cut)).collect();
        if changed.iter().any(|other| *other != game) || !new.iter().all(|(_, at)| self.places.contains(at)) {
            return None;
        }
        let mut meaning = self.whole.meaning.clone();
        meaning.1[self.games.start] = found.meaning.1[game];
        let mut ends = self.whole.ends.clone();
        ends.replace(self.games.start, &found.ends.part(&(game..game + 1), self.cut));
        let before = self.whole.of_scores.iter().copied().filter(|at| *at < self.places.start);
        let after = self.whole.of_scores.iter().copied().filter(|at| *at >= self.places.end);
        let within = found.of_scores.iter().map(|at| at + self.cut).filter(|at| self.places.contains(at));
        Some(Verified {
            meaning,
            new,
            is_gone: found.is_gone,
            left: (self.whole.left + found.left).checked_sub(self.bench.unedited.left)?,
            ends,
            of_scores: before.chain(within).chain(after).collect(),
            is_contradicted: found.is_contradicted,
        })
    }
}

/// Returns `true` for a gammon or backgammon.
fn is_gammon(result: Option<GameResult>) -> bool {
    result.and_then(|result| result.outcome).is_some_and(|outcome| outcome != Outcome::Single)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::repair::search::readings;
    use crate::analysis::rules::RulesOverride;
    use crate::diag::SourceFile;
    use std::borrow::Cow;
    use std::fmt::Write as _;

    /// A session of 24 games, with a mistake in the twelfth.
    fn session(right: &str, wrong: &str) -> String {
        let mut text = String::from(" 0 point match\n");
        for game in 0..24 {
            let mut rows = [
                "  1) 31: 8/5 6/5                 62: 24/18 13/11\n",
                "  2) 41: 13/9 6/5                 Doubles => 2\n",
                "  3)  Takes                      54: 13/8 13/9\n",
                "  4) 42: 8/4 6/4                 Resigns\n",
                "      Wins 2 points\n",
            ]
            .concat();
            if game == 11 {
                rows = rows.replace(right, wrong);
            }
            let _ = write!(
                text,
                "\n Game {}\n ann : {}                        bob : 0\n{rows}",
                game + 1,
                2 * game
            );
        }
        text
    }

    #[test]
    fn a_window_shows_the_same_as_the_whole_match() {
        let given = RulesOverride::default();
        let mut seen = 0;
        for (right, wrong) in [
            ("8/5 6/5", "8/5 6/4"),
            ("Doubles", "Doubels"),
            ("Doubles => 2", "Doubles => 4"),
            ("54:", "55:"),
            ("Takes", "Drops"),
            ("Wins 2", "Wins 3"),
        ] {
            let text = session(right, wrong);
            let source = SourceFile::decode("session.mat", text.as_bytes()).expect("small");
            let (bench, findings) =
                Bench::of(&mat::FORMAT, Cow::Borrowed(&source), &given).expect("it can be edited");
            for finding in &findings {
                let target = (finding.code, finding.primary.span.start);
                let Some(window) = Window::new(&bench, target) else { continue };
                for reading in readings(&bench, finding) {
                    let Some(edits) = bench.edits(reading.game, &reading.changes) else { continue };
                    let Some(outcome) = window.verify(&edits) else { continue };
                    assert_eq!(Some(outcome), bench.verify(&edits, target), "{wrong}: {}", reading.message);
                    seen += 1;
                }
            }
        }
        assert!(seen > 50, "{seen}");
    }
}
