//! The bench on which readings are tried: the record as it is, its replay, and the replay of edited text.

use super::ends::Ends;
use super::unstated::{self, Unstated};
use crate::analysis::heads::Gammons;
use crate::analysis::replay::{Begun, Moment, Replay, replay, replay_part};
use crate::analysis::rules::RulesOverride;
use crate::board::{Board, BySide, Side};
use crate::diag::{Code, Diagnostic, Edit, Parsed, Severity, SourceFile, Span};
use crate::formats::Format;
use crate::formats::changes::{self, Change};
use crate::game::record::{Cell, Entry, MatchRecord, Written};
use crate::game::{Act, Cube, Happening, Rules};
use crate::rules::Outcome;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

/// The bytes of a record that take as long to replay as one finding or consequence.
const FINDING: usize = 64;

/// The fewest legal turns that confirm a layout beside other findings.
const LEGAL: usize = 4;

/// What an entry was replayed as.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// The side that acts.
    pub(super) by: Side,
    /// The board before it, from the mover's view.
    pub(super) board: Board,
    pub(super) cube: Cube,
    pub(super) what: Happening,
}

/// A finding without its words: its code, and its place in the text before the edits.
pub(super) type Key = (Code, u32);

/// What a match means: its length, and a hash of the events of each game.
pub(super) type Meaning = (Option<u32>, Vec<u64>);

/// The outcome of replaying an edited text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Verified {
    /// Equal for texts that mean the same.
    pub(super) meaning: Meaning,
    /// The findings that weren't there before, in the order of their places.
    pub(super) new: Vec<Key>,
    /// Whether the finding to be fixed is gone.
    pub(super) is_gone: bool,
    /// The number of findings left, without notes.
    pub(super) left: usize,
    /// How the games end.
    pub(super) ends: Ends,
    /// The findings about scores and results that are left, by their places before the edits.
    pub(super) of_scores: Vec<u32>,
    /// Whether a finding is left about a score, a name or a header that the edits write.
    pub(super) is_contradicted: bool,
    /// What the games before each one show of the Jacoby rule.
    pub(super) gammons: Vec<Gammons>,
}

impl Verified {
    /// Returns the outcome of a replay, with nothing gone and nothing new.
    fn new(record: &MatchRecord, replay: &Replay, meaning: Meaning, origins: &Origins<'_>) -> Self {
        let found = &replay.diagnostics;
        let of_scores = found.iter().filter(|finding| is_of_score(finding));
        Self {
            meaning,
            new: Vec::new(),
            is_gone: false,
            left: found.iter().filter(|finding| finding.severity > Severity::Note).count(),
            ends: Ends::of(record, replay, |at| origins.of(at)),
            of_scores: of_scores.map(|finding| origins.of(finding.primary.span.start)).collect(),
            is_contradicted: false,
            gammons: replay.games.iter().map(|game| game.gammons).collect(),
        }
    }

    /// Returns `true` if the finding is gone and no new one replaced it.
    pub(super) const fn is_clean(&self) -> bool {
        self.is_gone && self.new.is_empty()
    }

    /// Returns `true` if the fixed match means the same and has the same findings as with another fix, none of them new.
    pub(super) fn agrees(&self, other: &Self) -> bool {
        self.is_clean() && self.left == other.left && self.meaning == other.meaning && self.ends == other.ends
    }

    /// Returns the games that mean something else, or end otherwise, with another fix. `None` if the length or the
    /// number of games differs.
    pub(super) fn changed(&self, other: &Self) -> Option<Vec<usize>> {
        let ((length, games), (other_length, other_games)) = (&self.meaning, &other.meaning);
        let differs = |game: &usize| {
            games[*game] != other_games[*game] || self.ends.of_game(*game) != other.ends.of_game(*game)
        };
        let is_comparable = length == other_length && games.len() == other_games.len();
        is_comparable.then(|| (0..games.len()).filter(differs).collect())
    }

    /// Adds what another fix changes: the findings that it removes from those of `unedited`, and these games.
    pub(super) fn add(&mut self, other: &Self, unedited: &Self, games: &[usize]) {
        self.left = (self.left + other.left).saturating_sub(unedited.left);
        for &game in games {
            self.meaning.1[game] = other.meaning.1[game];
            self.ends.replace(game, &other.ends.part(&(game..game + 1), 0));
        }
    }

    /// Returns `true` if a finding about a score or a result is left at one of these places.
    pub(super) fn contradicts(&self, places: &Range<u32>) -> bool {
        self.of_scores.iter().any(|at| places.contains(at))
    }
}

/// A record on which readings are tried.
pub(super) struct Bench<'a> {
    pub(super) format: &'a Format,
    pub(super) source: Cow<'a, SourceFile>,
    pub(super) given: &'a RulesOverride,
    parse: fn(&SourceFile) -> Parsed<MatchRecord>,
    /// What the games before the text show.
    begun: Begun,
    pub(super) record: MatchRecord,
    /// The parser's findings.
    parsed: Vec<Diagnostic>,
    pub(super) rules: Rules,
    /// What each entry of each game was replayed as.
    told: Vec<Vec<Option<Told>>>,
    /// Whether the record marks hits and leaves out none.
    pub(super) marks_hits: bool,
    /// The findings that count.
    findings: Vec<Key>,
    /// The bytes of the text, and those for which its findings stand.
    pub(super) size: usize,
    /// The outcome of no edit.
    pub(super) unedited: Verified,
    /// Whether the last game has no end, or a mistake in it makes its end or its result unsure.
    is_end_unsure: bool,
    unstated: OnceCell<Vec<Unstated>>,
    variants: OnceCell<Vec<Unstated>>,
}

impl<'a> Bench<'a> {
    /// Reads and replays a record. `None` if its format can't be edited.
    pub(super) fn new(format: &'a Format, source: &'a SourceFile, given: &'a RulesOverride) -> Option<Self> {
        Self::of(format, Cow::Borrowed(source), given).map(|(bench, _)| bench)
    }

    /// Reads and replays a record; returns it with its findings.
    pub(super) fn of(
        format: &'a Format,
        source: Cow<'a, SourceFile>,
        given: &'a RulesOverride,
    ) -> Option<(Self, Vec<Diagnostic>)> {
        Self::after(Begun::default(), format, source, given)
    }

    /// Reads and replays a record that other games may come before; returns it with its findings.
    fn after(
        begun: Begun,
        format: &'a Format,
        source: Cow<'a, SourceFile>,
        given: &'a RulesOverride,
    ) -> Option<(Self, Vec<Diagnostic>)> {
        let parse = format.parse.filter(|_| changes::can_be_edited(format) && !source.is_binary())?;
        let Parsed { value: record, diagnostics: parsed } = parse(&source);
        let mut told: Vec<Vec<Option<Told>>> =
            record.games.iter().map(|game| vec![None; game.entries.len()]).collect();
        let (replay, meaning) =
            replayed(&record, parsed.clone(), given, begun, |moment| note(&mut told, moment));
        let is_unmarked = |finding: &Diagnostic| finding.code == Code::PlayHitUnmarked;
        let marks = |written: &Written| match written {
            Written::Turn { cell: Cell::Play(play), .. } => play.legs().any(|leg| leg.leg.hit),
            _ => false,
        };
        let has_marks = record.games.iter().flat_map(|game| &game.entries).any(|entry| marks(&entry.written));
        let marks_hits = !record.no_hit_marks && has_marks;
        let unmarked = replay.diagnostics.iter().filter(|finding| is_unmarked(finding)).count();
        let origins = Origins::new(&[]);
        let unedited = Verified::new(&record, &replay, meaning, &origins);
        let is_end_unsure = replay.games.last().is_some_and(|game| game.unsure_from.is_some())
            || is_result_wrong(&record, &replay)
            || record.games.len().checked_sub(1).is_some_and(|last| !unedited.ends.is_over(last));
        let found: usize = replay.diagnostics.iter().map(|finding| 1 + finding.consequences.len()).sum();
        let size = source.text().len() + FINDING * found;
        let mut this = Self {
            format,
            source,
            given,
            parse,
            begun,
            parsed,
            rules: replay.rules,
            told,
            marks_hits: marks_hits && unmarked <= 1,
            findings: Vec::new(),
            size,
            unedited,
            is_end_unsure,
            unstated: OnceCell::new(),
            variants: OnceCell::new(),
            record,
        };
        this.findings = this.keys(&replay.diagnostics, &origins, false);
        Some((this, replay.diagnostics))
    }

    /// Reads and replays a part of the text that begins as a game does; its findings count as in the whole. `None` if
    /// it shows other rules.
    pub(super) fn part(&self, text: String, game: usize) -> Option<Self> {
        let source = SourceFile::from_text(self.source.name(), text, self.source.encoding(), 0, 1).ok()?;
        let gammons = self.unedited.gammons.get(game).copied().unwrap_or_default();
        let begun = Begun { score: self.unedited.ends.score(game), gammons };
        let (mut part, findings) = Self::after(begun, self.format, Cow::Owned(source), self.given)?;
        (part.marks_hits, part.is_end_unsure) = (self.marks_hits, self.is_end_unsure);
        part.findings = part.keys(&findings, &Origins::new(&[]), false);
        let states_doubles = |record: &MatchRecord| {
            record.games.iter().any(|game| game.automatic_doubles.is_some_and(|doubles| doubles > 0))
        };
        let is_alike = states_doubles(&part.record) == states_doubles(&self.record);
        (is_alike && part.rules == self.rules).then_some(part)
    }

    /// Returns the findings that count.
    pub(super) fn findings(&self) -> &[Key] {
        &self.findings
    }

    /// Returns the findings by other rules.
    pub(super) fn by(&self, rules: &RulesOverride) -> Vec<Key> {
        let replay = replay(&self.record, self.parsed.clone(), rules, |_| {});
        self.keys(&replay.diagnostics, &Origins::new(&[]), true)
    }

    /// Returns the rules that aren't stated.
    pub(super) fn unstated(&self) -> &[Unstated] {
        self.unstated.get_or_init(|| unstated::rules(self))
    }

    /// Returns the other variants.
    pub(super) fn variants(&self) -> &[Unstated] {
        self.variants.get_or_init(|| unstated::variants(self))
    }

    /// Returns the score after a game with these entries that begins with the score `before`: with the points of the
    /// result among them, or else those that the game proves.
    pub(super) fn score_after(
        &self,
        game: usize,
        entries: &[Entry],
        before: BySide<u32>,
    ) -> Option<BySide<u32>> {
        let stated = entries.iter().rev().find_map(Entry::result);
        let stated = stated.map(|(winner, points)| (Some(winner), points.value));
        let proven = || {
            let ends = &self.unedited.ends;
            let result = ends.result(game).filter(|_| ends.is_settled(game))?;
            Some((result.winner, result.points))
        };
        let (winner, points) = stated.or_else(proven)?;
        let mut after = before;
        if let Some(winner) = winner {
            after[winner] = after[winner].checked_add(points)?;
        }
        Some(after)
    }

    /// Returns the score with which a game has to begin: the one after the game before, or 0-0 in the first game.
    pub(super) fn score_due(&self, game: usize) -> Option<BySide<u32>> {
        let games = &self.record.games;
        let Some(before) = game.checked_sub(1) else {
            let is_first = games.first()?.number.is_none_or(|number| number.value == 1);
            return is_first.then(|| BySide::new(0, 0));
        };
        self.score_after(before, self.entries(before), games.get(before)?.points()?)
    }

    /// Returns the game of a place in the file; none before the first one.
    pub(super) fn game_at(&self, at: u32) -> Option<usize> {
        self.record.games.iter().rposition(|game| game.heading.start <= at)
    }

    /// Returns the entries of a game; none if there is no such game.
    pub(super) fn entries(&self, game: usize) -> &[Entry] {
        self.record.games.get(game).map_or(&[], |game| &game.entries)
    }

    /// Returns what an entry was replayed as.
    pub(super) fn told(&self, game: usize, entry: usize) -> Option<&Told> {
        self.told.get(game)?.get(entry)?.as_ref()
    }

    /// Returns the board before an entry, from a side's view.
    pub(super) fn board(&self, game: usize, entry: usize, by: Side) -> Option<Board> {
        if let Some(told) = self.told(game, entry) {
            return Some(if told.by == by { told.board } else { told.board.flip() });
        }
        let before = self.told.get(game)?.get(..entry)?.iter().rev().flatten().next();
        let Some(before) = before else { return Some(self.rules.variant.start().board()) };
        let after = match before.what {
            Happening::Played { play, .. } => play.after(&before.board),
            Happening::Illegal { after, .. } => after,
            _ => before.board,
        };
        Some(if before.by == by { after } else { after.flip() })
    }

    /// Returns the cube before an entry.
    pub(super) fn cube(&self, game: usize, entry: usize) -> Cube {
        let known = self.told(game, entry);
        let next = || self.told.get(game)?.get(entry..)?.iter().flatten().next();
        let before = || self.told.get(game)?.get(..entry)?.iter().rev().flatten().next();
        known.or_else(next).or_else(before).map_or(Cube::START, |told| told.cube)
    }

    /// Returns `true` if a game ends by its moves or by a pass, so that its result is proven.
    pub(super) fn is_played_out(&self, game: usize) -> bool {
        let last = self.told.get(game).and_then(|told| told.iter().rev().flatten().next());
        last.is_some_and(|told| match told.what {
            Happening::Played { play, .. } => play.after(&told.board).mover_is_done(),
            Happening::Passed => true,
            _ => false,
        })
    }

    /// Returns `true` if at least half of the turns, and more than a few, are legal as they are read: in a misread layout,
    /// the dice and the plays don't belong together.
    pub(super) fn is_mostly_legal(&self) -> bool {
        let is_turn = |entry: &&Entry| matches!(entry.written, Written::Turn { .. } | Written::Unreadable);
        let turns = self.record.games.iter().flat_map(|game| &game.entries).filter(is_turn).count();
        let is_legal = |told: &&Told| matches!(told.what, Happening::Played { .. });
        let legal = self.told.iter().flatten().flatten().filter(is_legal).count();
        legal >= LEGAL && legal * 2 >= turns
    }

    /// Returns `true` if nothing follows the take of a double but the result, if that: the double may have been passed.
    pub(super) fn ends_with_a_take(&self, game: usize) -> bool {
        let is_act = |entry: &&Entry| {
            !matches!(entry.written, Written::Empty | Written::Wins { .. } | Written::Losses { .. })
        };
        let last = self.entries(game).iter().rfind(is_act);
        last.is_some_and(|last| last.written == Written::Take)
    }

    /// Returns `true` if a game of a session is a gammon or backgammon without a double: it may count as a single game.
    pub(super) fn may_count_by_jacoby(&self, game: usize) -> bool {
        let result = self.unedited.ends.result(game).and_then(|result| result.outcome);
        let is_offer = |entry: &Entry| matches!(entry.written, Written::Cube { .. });
        self.rules.is_money()
            && result.is_some_and(|outcome| outcome != Outcome::Single)
            && !self.entries(game).iter().any(is_offer)
    }

    /// Returns `true` if a game has lost its end by the edits.
    pub(super) fn loses_an_end(&self, verified: &Verified) -> bool {
        verified.ends.count() < self.unedited.ends.count()
    }

    /// Returns the edits that make changes in a game.
    pub(super) fn edits(&self, game: usize, list: &[Change]) -> Option<Vec<Edit>> {
        let edits = changes::edits(self.format, &self.source, &self.record, game, list)?;
        (!edits.is_empty()).then_some(edits)
    }

    /// Returns the text of a place with the edits in it.
    pub(super) fn with(&self, place: Span, edits: &[Edit]) -> String {
        let (mut text, mut at) = (String::new(), place.start);
        let inside = |edit: &&Edit| place.start <= edit.span.start && edit.span.end <= place.end;
        for edit in edits.iter().filter(inside) {
            text.push_str(self.source.slice(Span { start: at, end: edit.span.start }));
            text.push_str(&edit.replacement);
            at = edit.span.end;
        }
        text.push_str(self.source.slice(Span { start: at, end: place.end }));
        text
    }

    /// Applies edits, and returns the record with them and the first new finding.
    pub(super) fn edited(&self, edits: &[Edit]) -> Option<(Self, Diagnostic)> {
        let source = self.source.edited(edits).ok()?;
        let (bench, findings) = Self::of(self.format, Cow::Owned(source), self.given)?;
        let before: HashSet<Key> =
            self.findings.iter().map(|(code, at)| (*code, settled(*at, edits))).collect();
        let origins = Origins::new(edits);
        let is_new = |finding: &Diagnostic| {
            let keys = self.keys(std::slice::from_ref(finding), &origins, self.is_end_unsure);
            keys.first().is_some_and(|key| !before.contains(key))
        };
        let finding = findings.into_iter().find(is_new)?;
        Some((bench, finding))
    }

    /// Replays the text with edits applied, and compares its findings with those before.
    pub(super) fn verify(&self, edits: &[Edit], target: Key) -> Option<Verified> {
        let edited = self.source.edited(edits).ok()?;
        let parsed = (self.parse)(&edited);
        let (replay, meaning) = replayed(&parsed.value, parsed.diagnostics, self.given, self.begun, |_| {});
        let mut before: HashMap<Key, usize> = HashMap::new();
        for (code, at) in &self.findings {
            *before.entry((*code, settled(*at, edits))).or_default() += 1;
        }
        // That a match is finished speaks for its length, but any match may be unfinished.
        let is_length = matches!(target.0, Code::MatLengthMissing | Code::MatLengthInvalid);
        let is_same_length = meaning.0 == self.unedited.meaning.0;
        let is_end_hidden = is_length || self.is_end_unsure && is_same_length;
        let origins = Origins::new(edits);
        let after = self.keys(&replay.diagnostics, &origins, is_end_hidden);
        let target = (target.0, settled(target.1, edits));
        let is_gone = after.iter().filter(|key| **key == target).count()
            < before.get(&target).copied().unwrap_or_default();
        let mut new = Vec::new();
        for key in &after {
            match before.get_mut(key) {
                Some(count) if *count > 0 => *count -= 1,
                _ => new.push(*key),
            }
        }
        let is_contradicted = is_contradicted(&replay.diagnostics, edits);
        let outcome = Verified::new(&parsed.value, &replay, meaning, &origins);
        Some(Verified { new, is_gone, is_contradicted, ..outcome })
    }

    /// Returns the findings that count, with their places in the text before the edits.
    /// With `is_end_hidden`, a match that isn't finished is no news.
    fn keys(&self, findings: &[Diagnostic], origins: &Origins<'_>, is_end_hidden: bool) -> Vec<Key> {
        let counts = |finding: &&Diagnostic| {
            // A mistake in the last game hides the note that the game, the match or the result isn't complete.
            let is_hidden = finding.code == Code::GameUnfinished
                || (matches!(finding.code, Code::MatchUnfinished | Code::ScoreResultMissing)
                    && is_end_hidden);
            let is_news = !finding.code.is_pedantic() && !is_hidden;
            finding.severity > Severity::Note
                || is_news
                || (finding.code == Code::PlayHitUnmarked && self.marks_hits)
        };
        let all = findings.iter().filter(counts);
        all.map(|finding| (finding.code, origins.of(finding.primary.span.start))).collect()
    }
}

/// Returns `true` for a mistake in a score or a result.
fn is_of_score(finding: &Diagnostic) -> bool {
    finding.severity > Severity::Note && finding.code.id().starts_with("score-")
}

/// Returns `true` if an error or a warning is left about a score, a name or a header that edits have written or completed.
fn is_contradicted(findings: &[Diagnostic], edits: &[Edit]) -> bool {
    let is_of_value = |finding: &&Diagnostic| {
        let area = finding.code.id().split('-').next().unwrap_or_default();
        finding.severity > Severity::Note && matches!(area, "score" | "names" | "header")
    };
    // The beginning of each value, and the farthest end up to it.
    let mut farthest = 0;
    let reach = |finding: &Diagnostic| {
        let span = finding.primary.span;
        farthest = farthest.max(span.end);
        (i64::from(span.start), i64::from(farthest))
    };
    let values: Vec<(i64, i64)> = findings.iter().filter(is_of_value).map(reach).collect();
    let mut shift = 0_i64;
    edits.iter().any(|edit| {
        let start = i64::from(edit.span.start) + shift;
        let end = start + edit.replacement.len() as i64;
        shift += edit.replacement.len() as i64 - edit.span.len() as i64;
        let count = values.partition_point(|(value, _)| *value <= end);
        let touches = values[..count].last().is_some_and(|(_, farthest)| start <= *farthest);
        touches && !edit.replacement.trim().is_empty()
    })
}

/// Returns `true` if the result of the last game is reported as wrong, or if a game follows the end of the match.
fn is_result_wrong(record: &MatchRecord, replay: &Replay) -> bool {
    let entries = record.games.last().map(|game| game.entries.as_slice()).unwrap_or_default();
    let last = entries.first().map(|entry| entry.span.start);
    let is_there = |finding: &Diagnostic| last.is_some_and(|start| finding.primary.span.start >= start);
    // In SGF, the result stands before the game.
    let result = entries.iter().find(|entry| matches!(entry.written, Written::Wins { .. }));
    let is_of_result = |finding: &Diagnostic| {
        finding.code == Code::RecordValue && result.is_some_and(|result| result.span == finding.primary.span)
    };
    // After the end of the match, nothing is said of its end either.
    let is_over = |finding: &Diagnostic| finding.code == Code::ScoreOver;
    replay.diagnostics.iter().any(|finding| {
        is_of_result(finding)
            || is_of_score(finding) && (is_there(finding) || is_over(finding))
            || finding.consequences.iter().any(is_over)
    })
}

/// Replays a record, passing each event to `observer`; returns what the match means, too.
fn replayed(
    record: &MatchRecord,
    found: Vec<Diagnostic>,
    given: &RulesOverride,
    begun: Begun,
    mut observer: impl FnMut(&Moment<'_>),
) -> (Replay, Meaning) {
    let mut events = vec![DefaultHasher::new(); record.games.len()];
    let replay = replay_part(record, found, given, begun, |moment| {
        observer(moment);
        mean(moment, &mut events[moment.game]);
    });
    for ((game, summary), hasher) in record.games.iter().zip(&replay.games).zip(&mut events) {
        game.number.map(|number| number.value).hash(hasher);
        for player in game.players.0.iter().flatten() {
            player.name.value.hash(hasher);
            player.score.map(|score| score.value).hash(hasher);
        }
        summary.result.map(|result| (result.winner, result.points)).hash(hasher);
    }
    let length = record.length.map(|length| length.value);
    (replay, (length, events.iter().map(Hasher::finish).collect()))
}

/// Records what an entry was replayed as.
fn note(told: &mut [Vec<Option<Told>>], moment: &Moment<'_>) {
    let Some(slot) = moment.entry.and_then(|entry| told[moment.game].get_mut(entry)) else { return };
    let is_end = matches!(moment.happening, Happening::GameOver(_) | Happening::Resigned { .. });
    if slot.is_none() && !is_end {
        let Act { before: board, cube, by, what, .. } = moment.act();
        *slot = Some(Told { by, board, cube, what });
    }
}

/// Adds an event to the hash of a game.
fn mean(moment: &Moment<'_>, hasher: &mut DefaultHasher) {
    moment.by.hash(hasher);
    moment.before.board().lanes().hash(hasher);
    let cube = moment.before.cube();
    (cube.value, cube.owner).hash(hasher);
    std::mem::discriminant(&moment.happening).hash(hasher);
    match moment.happening {
        Happening::Played { roll, play } => {
            (roll.high().pips(), roll.low().pips()).hash(hasher);
            play.after(moment.before.board()).lanes().hash(hasher);
        }
        Happening::Illegal { roll, after } => {
            (roll.high().pips(), roll.low().pips()).hash(hasher);
            after.lanes().hash(hasher);
        }
        Happening::RolledOnly { roll } => (roll.high().pips(), roll.low().pips()).hash(hasher),
        Happening::Doubled { to, beaver } => (to, beaver).hash(hasher),
        _ => {}
    }
}

/// Edits, in the order of their places, each with the place where it begins in the edited text.
struct Origins<'a>(Vec<(i64, &'a Edit)>);

impl<'a> Origins<'a> {
    fn new(edits: &'a [Edit]) -> Self {
        let mut shift = 0_i64;
        let begin = |edit: &'a Edit| {
            let begin = i64::from(edit.span.start) + shift;
            shift += edit.replacement.len() as i64 - edit.span.len() as i64;
            (begin, edit)
        };
        Self(edits.iter().map(begin).collect())
    }

    /// Returns the place before the edits of a place in the edited text; for new text, the place where the edit begins.
    fn of(&self, at: u32) -> u32 {
        let place = i64::from(at);
        let count = self.0.partition_point(|(begin, _)| *begin <= place);
        let Some((begin, edit)) = self.0[..count].last() else { return at };
        let after = place - begin - edit.replacement.len() as i64;
        if after < 0 {
            return edit.span.start;
        }
        (i64::from(edit.span.end) + after).min(i64::from(u32::MAX)) as u32
    }
}

/// Returns a place, or the beginning of the edit that changes the text there; edits are in the order of their places.
fn settled(at: u32, edits: &[Edit]) -> u32 {
    let count = edits.partition_point(|edit| edit.span.start <= at);
    let over = edits[..count].last().filter(|edit| at < edit.span.end);
    over.map_or(at, |edit| edit.span.start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_in_the_edited_text_has_a_place_before_the_edits() {
        // `abcdefgh` becomes `aXYbefgZ`.
        let edits = [
            Edit::insert(1, "XY"),
            Edit::delete(Span { start: 2, end: 4 }),
            Edit::new(Span { start: 7, end: 8 }, "Z"),
        ];
        let origins = Origins::new(&edits);
        let places: Vec<u32> = (0..10).map(|at| origins.of(at)).collect();
        assert_eq!(places, [0, 1, 1, 1, 4, 5, 6, 7, 8, 9]);
        assert_eq!(Origins::new(&[]).of(7), 7);
        let kept: Vec<u32> = (0..9).map(|at| settled(at, &edits)).collect();
        assert_eq!(kept, [0, 1, 2, 2, 4, 5, 6, 7, 8]);
    }
}
