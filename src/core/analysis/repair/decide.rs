//! Which readings become fixes, and which of these are safe.

use super::bench::{Bench, Meaning, Verified};
use super::reading::Class;
use super::scores;
use super::search::{Confirmed, Tried, is_confirmed, search};
use super::unstated;
use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::diag::{Applicability, Code, Diagnostic, Edit, Fix, Severity};
use crate::formats::changes::Change;
use crate::formats::mat;
use crate::game::record::{Entry, GameRecord, Written};
use crate::game::{Ending, GameResult, Score};
use crate::rules::Outcome;

/// The most suggestions for a finding.
const MOST_FIXES: usize = 3;
/// A reading is ignored in comparison if it costs this much more than another one.
const MARGIN: f32 = 2.0;
/// A reading that costs more than this isn't a single slip of the pen.
const SLIP: f32 = 2.0;
/// The most that a repeated entry costs.
const COPY: f32 = 1.0;
/// The number of entries for which a game has to continue legally if a reading doesn't explain everything.
const FARTHER: usize = 4;
/// The number of such readings that are combined with a second fix.
const MOST_PAIRED: usize = 4;

/// A fix, and its outcome.
#[derive(Clone, Debug)]
pub(super) struct Decided {
    pub(super) fix: Fix,
    /// The outcome, if the record has no new finding after the fix.
    pub(super) clean: Option<Verified>,
}

impl Decided {
    fn suggested(message: String, edits: Vec<Edit>, evidence: Vec<String>, clean: Option<Verified>) -> Self {
        Self { fix: Fix { message, applicability: Applicability::Suggested, edits, evidence }, clean }
    }
}

/// Searches for the fixes of one finding, the best first.
pub(super) fn fixes(bench: &Bench<'_>, finding: &Diagnostic, confirmed: Confirmed) -> Vec<Decided> {
    let tried = search(bench, finding, 1, confirmed);
    let clean = clean(&tried);
    if clean.is_empty() {
        return partial(bench, finding, &tried);
    }
    // A reading that the format can't write, or beyond the limit, may explain the finding as well.
    let untried = tried.iter().filter(|one| one.verified.is_none() && one.reading.broke.is_none());
    let is_safe = is_safe(clean[0], clean[1..].iter().copied().chain(untried))
        && is_borne_out(bench, finding, clean[0])
        && !may_belong_elsewhere(bench, clean[0])
        && !unstated::explanation(bench, finding).is_open;
    // Only safe fixes are confirmed together.
    if confirmed == Confirmed::Later
        && !is_safe
        && !is_confirmed(bench, &tried, (finding.code, finding.primary.span.start))
    {
        return fixes(bench, finding, Confirmed::Now);
    }
    let decided = |one: &&Tried| {
        let evidence = evidence(bench, one, &clean, tried.len());
        Decided::suggested(one.reading.message.clone(), one.edits.clone(), evidence, one.verified.clone())
    };
    let mut all: Vec<Decided> = clean.iter().take(MOST_FIXES).map(decided).collect();
    if is_safe {
        all[0].fix.applicability = Applicability::Safe;
    }
    all
}

/// Returns the readings that explain a finding, one for each meaning, the likeliest first. Different points of a result
/// count as different meanings: a game that the record ends in the same way is worth 1 or 2 by the Jacoby rule.
pub(super) fn clean(tried: &[Tried]) -> Vec<&Tried> {
    let is_same = |one: &Tried, other: &Tried| {
        meaning(one) == meaning(other)
            && (one.reading.class != Class::Head || one.reading.changes == other.reading.changes)
    };
    let mut clean: Vec<&Tried> = Vec::new();
    for one in tried.iter().filter(|tried| tried.is_clean()) {
        if !clean.iter().any(|other| is_same(other, one)) {
            clean.push(one);
        }
    }
    // A reading that explains more findings at once is likelier.
    clean.sort_by(|a, b| left(a).cmp(&left(b)).then(a.cost.total_cmp(&b.cost)));
    clean
}

/// Returns what the match means with a reading.
fn meaning(tried: &Tried) -> Option<&Meaning> {
    tried.verified.as_ref().map(|verified| &verified.meaning)
}

/// Returns `true` if a reading deletes a turn or a play that isn't written twice, and another finding is left: it may be
/// missing there.
fn may_belong_elsewhere(bench: &Bench<'_>, one: &Tried) -> bool {
    let entries = &bench.record.games[one.reading.game].entries;
    let is_turn = |entry: &Entry| matches!(entry.written, Written::Turn { .. });
    let is_removal = |change: &Change| match change {
        Change::Remove { entries: gone } => entries[gone.clone()].iter().any(is_turn),
        Change::Play { legs, .. } => legs.is_empty(),
        _ => false,
    };
    let is_copy = one.reading.class == Class::Spelling || one.cost <= COPY;
    !is_copy && one.reading.changes.iter().any(is_removal) && left(one) > 0
}

/// Returns the number of findings that a reading leaves.
fn left(tried: &Tried) -> usize {
    tried.verified.as_ref().map_or(0, |verified| verified.left)
}

/// Returns `true` if the first reading may be applied without asking: no other one is comparable.
fn is_safe<'a>(best: &Tried, mut others: impl Iterator<Item = &'a Tried>) -> bool {
    let is_rival = |other: &Tried| match other.reading.class {
        _ if best.reading.class == Class::Length => true,
        // What exchanged rows explain together would be several mistakes otherwise.
        _ if best.reading.class == Class::Rows && left(other) > left(best) => false,
        // Where an entry may be too many, another one may be missing.
        Class::MadeUp if best.reading.cost > COPY => true,
        // One token replaced by another one explains as much however different the two are. Nothing inside a game shows
        // how long the match is. The scores agree with exchanged rows as well as with another score or result.
        Class::Play | Class::Dice | Class::Earlier | Class::Exchange | Class::Length | Class::Rows => true,
        // A change that isn't like a slip of the pen may also be two mistakes.
        Class::DiceAndPlay if best.reading.cost > SLIP => true,
        _ => other.reading.cost <= best.reading.cost + MARGIN,
    };
    best.reading.may_be_safe && !others.any(is_rival)
}

/// Returns `true` if enough of the record is compared with a reading to confirm it: a game that stops in the middle
/// proves little, and a finding that is left may hide what contradicts the reading.
fn is_borne_out(bench: &Bench<'_>, finding: &Diagnostic, one: &Tried) -> bool {
    let Some(verified) = &one.verified else { return false };
    if one.reading.class == Class::WholeText {
        return verified.left == 0 || bench.is_mostly_legal();
    }
    if verified.is_contradicted
        || bench.loses_an_end(verified)
        || is_contradicted(bench, one, verified)
        || is_dearer(bench, one, verified)
        || follows_an_open_gammon(bench, finding)
    {
        return false;
    }
    let game = one.reading.game;
    let Some(record) = bench.record.games.get(game) else { return false };
    let entries = &record.entries;
    let is_of_moves =
        !matches!(one.reading.class, Class::Spelling | Class::Head | Class::Rows | Class::Length);
    if is_of_moves && (0..entries.len()).any(|entry| record.is_empty_row(entry)) {
        // Any turns may be missing in an empty row.
        return false;
    }
    let edited = one.edits.last().map_or(0, |edit| edit.span.start);
    let unsure = verified.ends.unsure_from(game);
    if let Some((Severity::Warning | Severity::Error, at)) = unsure {
        let is_head = entries.first().is_none_or(|entry| edited < entry.span.start);
        // A dash is read as a slash anyway; only the play itself shows whether it was meant as one.
        let holds = |entry: &Entry, place: u32| entry.span.start <= place && place < entry.span.end;
        let is_other = || !entries.iter().any(|entry| holds(entry, edited) && holds(entry, at));
        return is_head || (finding.code == Code::MatPlayDash && is_other());
    }
    one.reading.class == Class::Spelling
        || compared(bench, one) >= FARTHER
        || (unsure.is_none() && verified.ends.is_over(game))
}

/// Returns `true` if the scores contradict a reading or don't confirm it yet: the next score contradicts a new result;
/// or, before a new score, a game may be lost, or the winner or points of the game aren't sure.
fn is_contradicted(bench: &Bench<'_>, one: &Tried, verified: &Verified) -> bool {
    let (game, changes) = (one.reading.game, &one.reading.changes);
    let place = |game: usize| bench.record.games.get(game).map_or(u32::MAX, |game| game.heading.start);
    let begin = |game: usize| bench.entries(game).first().map(|entry| entry.span.start);
    if one.reading.sets_score {
        return !scores::is_proven(bench, verified, game);
    }
    if changes.iter().any(|change| matches!(change, Change::Score { .. })) {
        let before = game.checked_sub(1).and_then(|before| verified.ends.unsure_from(before));
        let is_unsure = before.is_some_and(|(severity, _)| severity > Severity::Note);
        // The score is the sum of the one before, which may be wrong itself, as may be the result that led to it.
        return is_unsure
            || game.checked_sub(1).is_some_and(|before| bench.ends_with_a_take(before))
            || verified.contradicts(&(place(game.saturating_sub(2))..place(game)))
            || is_unconfirmed(bench, verified, game, 2)
            || may_follow_a_lost_game(bench, verified, game, changes);
    }
    let of_result = |change: &Change| {
        let is_entry =
            matches!(change, Change::Say { .. } | Change::OtherSide { .. } | Change::Insert { .. });
        is_entry || matches!(change, Change::Points { .. } | Change::OwnSide { .. })
    };
    let [before, after] = [&bench.unedited, verified].map(|outcome| outcome.ends.result(game));
    let is_changed = before != after;
    // Scores aren't added up for the wrong player.
    let has_winner = before.map(|result| result.winner) == after.map(|result| result.winner);
    if one.reading.class == Class::Head
        && changes.iter().any(of_result)
        && !bench.is_played_out(game)
        && (is_unconfirmed(bench, verified, game, 1)
            || is_changed && (bench.ends_with_a_take(game) || has_winner && may_be_right(bench, game))
            || verified.contradicts(&(place(game)..begin(game).unwrap_or(u32::MAX))))
    {
        return true;
    }
    let Some(start) = begin(game) else { return false };
    let is_settled = bench.unedited.ends.is_settled(game);
    let is_affected = one.reading.class == Class::Action || is_changed || !is_settled;
    // Where only the next score shows the result, what follows that score has to agree with it.
    let until = if is_settled { game + 1 } else { game + 2 };
    is_affected && verified.contradicts(&(start..begin(until).unwrap_or(u32::MAX)))
}

/// Returns `true` if the stated result of a game is one that it may have: then it may be right, and the later scores be
/// added up wrong.
fn may_be_right(bench: &Bench<'_>, game: usize) -> bool {
    let entries = bench.entries(game);
    let Some((_, points)) = entries.iter().rev().find_map(Entry::result) else { return false };
    let cube = entries.len().checked_sub(1).map_or(1, |last| bench.cube(game, last).value);
    (1..=3).any(|times| cube.checked_mul(times) == Some(points.value))
}

/// Returns `true` if nothing confirms the score before a game: with no more than `scores` scores in between, there is a
/// game whose result the record neither states nor proves.
fn is_unconfirmed(bench: &Bench<'_>, verified: &Verified, game: usize, scores: usize) -> bool {
    let mut count = 0;
    for before in (0..game).rev() {
        if !verified.ends.is_settled(before) {
            return true;
        }
        count += usize::from(bench.record.games.get(before).is_some_and(|game| game.points().is_some()));
        if count == scores {
            return false;
        }
    }
    false
}

/// Returns `true` if the score that a reading changes may be right, with a game lost before it: no later score confirms
/// either of the two scores, and one game leads from the new one to the written one, or the match ends only with the
/// written one. Where the new one is the written one exchanged, the columns of the game before may be exchanged instead.
fn may_follow_a_lost_game(bench: &Bench<'_>, verified: &Verified, game: usize, changes: &[Change]) -> bool {
    let games = &bench.record.games;
    let is_confirmed = games.iter().skip(game + 1).any(|later| later.points().is_some());
    let Some(written) = games.get(game).and_then(GameRecord::points).filter(|_| !is_confirmed) else {
        return false;
    };
    let at = |points: BySide<u32>| Score { points, crawford_played: false };
    if at(written).match_winner(&bench.rules).is_some() {
        // No game is played at this score.
        return false;
    }
    let mut new = written;
    for change in changes {
        if let Change::Score { side, points } = change {
            new[*side] = *points;
        }
    }
    let ends = |points: BySide<u32>| {
        let mut score = at(points);
        for result in (game..games.len()).filter_map(|game| verified.ends.result(game)) {
            score.add(&result);
        }
        score.match_winner(&bench.rules).is_some()
    };
    let is_swapped = new == BySide([written[Side::One], written[Side::Zero]]);
    scores::is_one_game_apart(new, written)
        || (ends(written) && !ends(new))
        || is_swapped && bench.format.name == mat::FORMAT.name && ends(written) == ends(new)
}

/// Returns `true` if a result that isn't proven fits a reading only as a gammon or backgammon, while it is a single game
/// with the cube as the record has it. Exchanged rows bring their own cube.
fn is_dearer(bench: &Bench<'_>, one: &Tried, verified: &Verified) -> bool {
    if one.reading.class == Class::Rows {
        return false;
    }
    let is_single = |result: GameResult| {
        let offers = bench.entries(one.reading.game).iter();
        let mut values = offers.filter_map(|entry| match &entry.written {
            Written::Cube { value, .. } => value.as_ref().map(|value| value.value),
            _ => None,
        });
        let is_proven = matches!(result.ending, Ending::BorneOff | Ending::Passed);
        !is_proven
            && result.outcome.is_some_and(|outcome| outcome != Outcome::Single)
            && values.any(|value| value == result.points)
    };
    verified.ends.result(one.reading.game).is_some_and(is_single)
}

/// Returns `true` for a score one or two games after a gammon that may count as a single game: the score between may be
/// the wrong one.
fn follows_an_open_gammon(bench: &Bench<'_>, finding: &Diagnostic) -> bool {
    let game = bench.game_at(finding.primary.span.start);
    let is_open = |back: usize| {
        let earlier = game.and_then(|game| game.checked_sub(back));
        earlier.is_some_and(|earlier| bench.may_count_by_jacoby(earlier))
    };
    finding.code == Code::ScoreContradiction && (1..=2).any(is_open)
}

/// Returns the number of entries after a reading's edits that are compared with it: up to a finding that is left and
/// makes the rest of the game unsure.
fn compared(bench: &Bench<'_>, one: &Tried) -> usize {
    let last = one.edits.last().map_or(0, |edit| edit.span.start);
    let unsure = one.verified.as_ref().and_then(|verified| verified.ends.unsure_from(one.reading.game));
    let until = unsure.map_or(u32::MAX, |(_, at)| at);
    let entries = bench.record.games.get(one.reading.game).into_iter().flat_map(|game| &game.entries);
    entries.filter(|entry| last < entry.span.start && entry.span.start < until).count()
}

/// Returns the facts in favour of a reading.
fn evidence(bench: &Bench<'_>, one: &Tried, clean: &[&Tried], tries: usize) -> Vec<String> {
    let after = compared(bench, one);
    let mut evidence = Vec::new();
    if after > 0 {
        let (entries, agree) =
            if after == 1 { ("entry".to_owned(), "agrees") } else { (format!("{after} entries"), "agree") };
        let is_unsure = |verified: &Verified| verified.ends.unsure_from(one.reading.game).is_some();
        let until = if one.verified.as_ref().is_some_and(is_unsure) {
            "up to the next finding"
        } else {
            "to the end of the game"
        };
        evidence.push(format!("the {entries} after it {until} {agree} with it"));
    }
    match (clean.len(), tries) {
        // A reading that is the only one isn't better than others.
        (1, 1) => {}
        (1, 2) => evidence.push("the other reading tried doesn't explain the finding".to_owned()),
        (1, _) => {
            evidence.push(format!("none of the {} other readings tried explains the finding", tries - 1));
        }
        (n, _) => evidence.push(format!("{n} of {} explain the finding", many(tries as u64, "reading"))),
    }
    if let Some(loss) = one.loss {
        evidence.push(format!("the play loses {loss:.3} points at 0-ply"));
    }
    evidence
}

/// Returns the fixes where no reading explains everything: the readings with which the game continues the farthest,
/// combined with a fix of a second mistake if that explains the rest.
fn partial(bench: &Bench<'_>, finding: &Diagnostic, tried: &[Tried]) -> Vec<Decided> {
    let mut far: Vec<(f32, usize, &Tried)> = tried
        .iter()
        .filter(|one| !matches!(one.reading.class, Class::Head | Class::Rows | Class::Length))
        .filter_map(|one| {
            let steps = steps(bench, finding, one)?;
            (steps >= FARTHER).then(|| (one.cost - 0.2 * steps.min(30) as f32, steps, one))
        })
        .collect();
    far.sort_by(|a, b| a.0.total_cmp(&b.0));
    far.truncate(MOST_PAIRED);
    let target = (finding.code, finding.primary.span.start);
    let mut all = Vec::new();
    for (_, steps, one) in far {
        let edits = if one.edits.is_empty() {
            bench.edits(one.reading.game, &one.reading.changes)
        } else {
            Some(one.edits.clone())
        };
        let Some(edits) = edits else { continue };
        // A play that keeps the game legal needn't touch the finding.
        let verified = one.verified.clone().or_else(|| bench.verify(&edits, target));
        if !verified.is_some_and(|verified| verified.is_gone) {
            continue;
        }
        if let Some(pair) = paired(bench, target, one, &edits) {
            all.insert(0, pair);
            break;
        }
        let evidence = vec![format!("the game is legal for {} more, then it breaks again", more(steps))];
        all.push(Decided::suggested(one.reading.message.clone(), edits, evidence, None));
    }
    all.truncate(MOST_FIXES);
    all
}

fn more(count: usize) -> String {
    if count == 1 { "1 entry".to_owned() } else { format!("{count} entries") }
}

/// Returns the number of legal entries after the finding with a reading. `None` if the finding stays.
fn steps(bench: &Bench<'_>, finding: &Diagnostic, one: &Tried) -> Option<usize> {
    let entries = &bench.record.games.get(one.reading.game)?.entries;
    let to = match (&one.verified, one.reading.broke) {
        (Some(verified), _) => verified.new.iter().map(|(_, at)| *at).min().filter(|_| verified.is_gone)?,
        (None, Some(broke)) => entries.get(broke)?.span.start,
        (None, None) => return None,
    };
    let from = finding.primary.span.start;
    (to > from)
        .then(|| entries.iter().filter(|entry| entry.span.start > from && entry.span.start < to).count())
}

/// Combines a reading with a fix of the finding that it leads to: two mistakes in one game.
fn paired(bench: &Bench<'_>, target: (Code, u32), one: &Tried, edits: &[Edit]) -> Option<Decided> {
    let (second, finding) = bench.edited(edits)?;
    let tried = search(&second, &finding, MOST_PAIRED, Confirmed::Now);
    let clean = clean(&tried);
    let best = clean.first()?;
    let mut both = edits.to_vec();
    for edit in &best.edits {
        both.push(unedited(edit, edits)?);
    }
    both.sort();
    let verified = bench.verify(&both, target).filter(Verified::is_clean)?;
    let message = format!("{}, and {}", one.reading.message, best.reading.message);
    let evidence = vec!["two mistakes explain the rest of the game, one doesn't".to_owned()];
    Some(Decided::suggested(message, both, evidence, Some(verified)))
}

/// Converts an edit of an edited text into an edit of the text before. `None` if both change the same place.
fn unedited(edit: &Edit, before: &[Edit]) -> Option<Edit> {
    let mut shift = 0_i64;
    for earlier in before {
        let begin = i64::from(earlier.span.start) + shift;
        let end = begin + earlier.replacement.len() as i64;
        if i64::from(edit.span.end) < begin {
            break;
        }
        if i64::from(edit.span.start) <= end {
            return None;
        }
        shift += earlier.replacement.len() as i64 - earlier.span.len() as i64;
    }
    let at = |place: u32| u32::try_from(i64::from(place) - shift).ok();
    let span = crate::diag::Span { start: at(edit.span.start)?, end: at(edit.span.end)? };
    Some(Edit::new(span, edit.replacement.clone()))
}
