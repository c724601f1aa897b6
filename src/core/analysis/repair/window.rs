//! A window on a long match: one game with those around it. A reading that changes only this game is tried on the
//! window, which takes as long as a short match; the outcome then stands for that of the whole match.

use super::bench::{Bench, Key, Verified};
use super::frame::game_start;
use crate::analysis::heads::Gammons;
use crate::board::Side;
use crate::diag::{Code, Edit, Span};
use crate::formats::{mat, sgf};
use crate::game::record::{Entry, GameRecord, Written, headers};
use std::ops::Range;

/// The games before the one that is changed: they show in which column the right cells begin.
const BEFORE: usize = 4;
/// The games after it: they show whether two games are swapped.
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
    /// The places of its result and its scores.
    values: Vec<Span>,
    /// The outcome of no edit in the whole match.
    whole: Verified,
}

impl<'a> Window<'a> {
    /// Returns the windows for a finding: on its game, and for a score on the game before, whose result may be wrong.
    pub(super) fn all(bench: &Bench<'a>, target: Key) -> Vec<Self> {
        let Some(game) = bench.game_at(target.1) else { return Vec::new() };
        let is_score = matches!(target.0, Code::ScoreContradiction | Code::ScoreOver | Code::ScoreNegative);
        let before = game.checked_sub(1).filter(|_| is_score);
        [Some(game), before].into_iter().flatten().filter_map(|game| Self::new(bench, target, game)).collect()
    }

    /// Returns the window on a game for a finding in it or in the game after it. `None` if the match is short, or if
    /// something in the window depends on the rest of the match.
    fn new(bench: &Bench<'a>, target: Key, game: usize) -> Option<Self> {
        let (record, text, format) = (&bench.record, bench.source.text(), bench.format.name);
        let is_mat = format == mat::FORMAT.name;
        // How many games contradict a header decides whether the header is wrong.
        let counts = [headers::CUBE_LIMIT, headers::VARIATION].iter().any(|key| record.header(key).is_some());
        if counts || record.games.len() < LONG || !(is_mat || format == sgf::FORMAT.name) {
            return None;
        }
        // A written score holds, whatever happened in the game before. Where none follows, no sum is compared with one.
        let later = record.games.get(game + 1..)?;
        let has_score = |game: &GameRecord| game.points().is_some();
        if later.first().is_some_and(|next| !has_score(next)) && later.iter().any(has_score) {
            return None;
        }
        let begin = |game: usize| record.games.get(game).map_or(text.len(), |game| game_start(text, game));
        // The first tree of SGF states what holds for all.
        let kept = usize::from(!is_mat).min(game);
        let from = game.saturating_sub(BEFORE).max(kept);
        let (first, next) = (begin(kept), begin(from));
        let parts = [
            0..first,
            next..begin(game),
            begin(game)..begin(game + 1),
            begin(game + 1)..begin(game + AFTER + 1),
        ];
        let [head, before, rows, after] = parts.map(|part| text.get(part));
        let (head, before, rows, after) = (head?, before?, rows?, after?);
        // With a tab anywhere, columns are counted in another way.
        if is_mat && text.contains('\t') && ![head, before, after].iter().any(|part| part.contains('\t')) {
            return None;
        }
        let part = bench.part([head, before, rows, after].concat(), from)?;
        let cut = (next - first) as u32;
        let window = Self {
            target: (target.0, target.1.checked_sub(cut)?),
            games: game..(game + 2).min(record.games.len()),
            skipped: from - kept,
            cut,
            places: begin(game) as u32..begin(game + 2) as u32,
            rows: rows_from(&record.games[game], is_mat)..begin(game + 1) as u32,
            values: values(&record.games[game]),
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
        // At the beginning of both games, and after them.
        let gammons =
            |all: &[Gammons], from: usize| all.iter().skip(from).take(3).copied().collect::<Vec<_>>();
        self.bench.record.games.len()
            == bench.record.games.len().min(self.games.start + AFTER + 1) - self.skipped
            && gammons(&self.whole.gammons, self.games.start)
                == gammons(&self.bench.unedited.gammons, here.start)
            && self.whole.meaning.1[self.games.clone()] == self.bench.unedited.meaning.1[here.clone()]
            && self.whole.ends.part(&self.games, 0) == self.bench.unedited.ends.part(&here, self.cut)
            && findings(bench, 0) == findings(&self.bench, self.cut)
            && pairs.all(|(game, here)| starts(bench, game, 0) == starts(&self.bench, here, self.cut))
    }

    /// Returns the outcome of edits in the whole match, as [`Bench::verify`] does. `None` if the window can't show it:
    /// they change more than the rows, the result and the scores of its game.
    pub(super) fn verify(&self, edits: &[Edit]) -> Option<Verified> {
        let is_of_value = |edit: &Edit| self.values.iter().any(|value| value.holds(edit.span));
        let is_of_rows = |edit: &Edit| self.rows.start < edit.span.start && edit.span.end <= self.rows.end;
        // In SGF, the root of a game has its result.
        let is_new_result = |edit: &Edit| {
            let is_in_game = self.places.start < edit.span.start && edit.span.end <= self.rows.end;
            is_in_game && edit.span.is_empty() && edit.replacement.starts_with("RE[")
        };
        let is_here = |edit: &Edit| is_of_rows(edit) || is_of_value(edit) || is_new_result(edit);
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
        // Where the sum of the results counts and not the written score, a result changes the game after it.
        let here = game..self.games.end - self.skipped;
        let changed = self.bench.unedited.changed(&found)?;
        // How a gammon of a session counts may show how later ones do.
        let before = self.bench.unedited.gammons.iter().skip(game + 2);
        if before.ne(found.gammons.iter().skip(game + 2)) {
            return None;
        }
        let new: Vec<Key> = found.new.iter().map(|(code, at)| (*code, at + self.cut)).collect();
        if !changed.iter().all(|other| here.contains(other))
            || !new.iter().all(|(_, at)| self.places.contains(at))
        {
            return None;
        }
        let mut meaning = self.whole.meaning.clone();
        meaning.1[self.games.clone()].copy_from_slice(&found.meaning.1[here.clone()]);
        let mut gammons = self.whole.gammons.clone();
        if let (Some(next), Some(new)) = (gammons.get_mut(self.games.start + 1), found.gammons.get(game + 1))
        {
            *next = *new;
        }
        let mut ends = self.whole.ends.clone();
        ends.replace(self.games.start, &found.ends.part(&here, self.cut));
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
            gammons,
        })
    }
}

/// Returns the place from which a game has its rows: in SGF, its nodes after the root from the first turn or offer on.
fn rows_from(game: &GameRecord, is_mat: bool) -> u32 {
    if is_mat {
        let scores = Side::ALL.into_iter().filter_map(|side| Some(game.score(side)?.span.end));
        return scores.fold(game.heading.end, u32::max);
    }
    let is_node = |entry: &&Entry| matches!(entry.written, Written::Turn { .. } | Written::Cube { .. });
    game.entries
        .iter()
        .filter(is_node)
        .map(|entry| entry.span.start.saturating_sub(1))
        .min()
        .unwrap_or(u32::MAX)
}

/// Returns the places of a game's result, which SGF has in the root, and of its scores.
fn values(game: &GameRecord) -> Vec<Span> {
    let is_result = |entry: &&Entry| matches!(entry.written, Written::Wins { .. });
    let result = game.entries.iter().rfind(is_result).map(|entry| entry.span);
    let scores = Side::ALL.into_iter().filter_map(|side| Some(game.score(side)?.span));
    result.into_iter().chain(scores).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::repair::search::readings;
    use crate::analysis::rules::RulesOverride;
    use crate::diag::SourceFile;
    use crate::formats::Format;
    use std::borrow::Cow;

    /// A session of 24 games with some lines above it, with a mistake in the twelfth.
    fn session(head: &str, [right, wrong]: [&str; 2]) -> String {
        let mut text = format!("{head} 0 point match\n");
        for game in 0..24 {
            let rows = [
                "  1) 31: 8/5 6/5                 62: 24/18 13/11\n",
                "  2) 41: 13/9 6/5                 Doubles => 2\n",
                "  3)  Takes                      54: 13/8 13/9\n",
                "  4) 42: 8/4 6/4                 Resigns\n",
                "      Wins 2 points\n",
            ]
            .concat();
            let (number, points) = (game + 1, 2 * game);
            let mut whole =
                format!("\n Game {number}\n ann : {points}                        bob : 0\n{rows}");
            if game == 11 {
                whole = whole.replace(right, wrong);
            }
            text += &whole;
        }
        text
    }

    /// A session of 24 games in SGF, with a mistake in the twelfth.
    fn trees([right, wrong]: [&str; 2]) -> String {
        let tree = |game: usize| {
            let head = format!("(;FF[4]GM[6]MI[length:0][game:{game}][ws:{}][bs:0]PW[ann]PB[bob]", 2 * game);
            let nodes = [
                "RE[W+2R]\n;W[31hefe]\n;B[62agln]\n;W[41mife]\n;B[double]\n;W[take]\n",
                ";B[54lqlp]\n;W[42hdfd]\n;XR[B:resigned])\n",
            ]
            .concat();
            let whole = head + &nodes;
            if game == 11 { whole.replace(right, wrong) } else { whole }
        };
        (0..24).map(tree).collect()
    }

    /// Tries the readings of each finding of a record; returns the number of those that a window has shown.
    fn seen(format: &Format, text: &str) -> usize {
        let given = RulesOverride::default();
        let source = SourceFile::decode("session", text.as_bytes()).expect("small");
        let (bench, findings) = Bench::of(format, Cow::Borrowed(&source), &given).expect("it can be edited");
        let mut seen = 0;
        for finding in &findings {
            let target = (finding.code, finding.primary.span.start);
            let windows = Window::all(&bench, target);
            for reading in readings(&bench, finding) {
                let Some(edits) = bench.edits(reading.game, &reading.changes) else { continue };
                let Some(outcome) = windows.iter().find_map(|window| window.verify(&edits)) else { continue };
                assert_eq!(Some(outcome), bench.verify(&edits, target), "{}\n{text}", reading.message);
                seen += 1;
            }
        }
        seen
    }

    #[test]
    fn a_window_shows_the_same_as_the_whole_match() {
        let mistakes = [
            ["8/5 6/5", "8/5 6/4"],
            ["Doubles", "Doubels"],
            ["Doubles => 2", "Doubles => 4"],
            ["54:", "55:"],
            ["Takes", "Drops"],
            ["Wins 2", "Wins 3"],
            ["ann : 22", "ann : 23"],
        ];
        let tabbed = |text: String| text.replace("                 ", "\t");
        for head in ["", "; [Jacoby \"On\"]\n", "; [Jacoby \"Off\"]\n"] {
            let of = |mistake| seen(&mat::FORMAT, &session(head, mistake));
            assert!(mistakes.into_iter().map(of).sum::<usize>() > 50, "{head}");
        }
        let of = |mistake| seen(&mat::FORMAT, &tabbed(session("", mistake)));
        assert!(mistakes.into_iter().map(of).sum::<usize>() > 0);
        let mistakes = [
            ["[31hefe]", "[31hefd]"],
            ["[54lq", "[55lq"],
            ["take", "drop"],
            ["W+2R", "W+3R"],
            ["RE[W+2R]", ""],
            ["[ws:22]", "[ws:23]"],
        ];
        assert!(mistakes.into_iter().map(|mistake| seen(&sgf::FORMAT, &trees(mistake))).sum::<usize>() > 0);
    }
}
