//! The readings of a finding, and the outcome of trying them.

use super::MOST_MENDED;
use super::actions::{Action, entry_at};
use super::bench::{Bench, Key, Verified};
use super::damaged;
use super::decide::clean;
use super::dice;
use super::exchanged;
use super::frame;
use super::heads;
use super::lines;
use super::nodes;
use super::rank;
use super::reading::{Class, Reading};
use super::servers;
use super::spelled;
use super::stored;
use super::turns::Turn;
use super::window::Window;
use crate::board::Board;
use crate::diag::{Code, Diagnostic, Edit};
use crate::game::record::Written;

/// The most readings of one finding that are replayed as text.
const MOST_REPLAYED: usize = 400;
/// The most bytes replayed for one finding: a large match is tried with fewer readings.
const MOST_BYTES: usize = 48 << 20;
/// The most bytes replayed for all findings of a match, each of which has the same share.
const MOST_BYTES_OF_MATCH: usize = 192 << 20;
/// The readings that even the largest match is tried with.
const LEAST_REPLAYED: usize = 4;
/// The readings up to which each is tried in the whole match: there, the outcome on a window has to be confirmed, too.
const FEW: usize = 2;
/// The cost of a reading per point of equity that its play loses.
const PER_POINT: f32 = 6.0;
/// The most that a play's loss costs.
const MOST_LOSS: f32 = 3.0;

/// When the outcome of the likeliest reading on a window is compared with that in the whole match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Confirmed {
    /// In the search.
    Now,
    /// Later, by the caller, if the reading becomes a safe fix.
    Later,
}

/// A reading that was tried, and its outcome.
#[derive(Clone, Debug)]
pub(super) struct Tried {
    pub(super) reading: Reading,
    pub(super) edits: Vec<Edit>,
    pub(super) verified: Option<Verified>,
    /// The cost, including the engine's part.
    pub(super) cost: f32,
    /// The loss of the play, in points.
    pub(super) loss: Option<f32>,
}

impl Tried {
    /// Returns `true` if the reading explains the finding.
    pub(super) fn is_clean(&self) -> bool {
        self.verified.as_ref().is_some_and(Verified::is_clean)
    }
}

/// The search for the fixes of a finding.
#[derive(Clone, Debug)]
pub struct Explained {
    /// The readings, in the order in which they were tried.
    pub readings: Vec<TriedReading>,
    /// The board before and after the play, from the mover's view, for the best reading that names
    /// one.
    pub boards: Option<(Board, Board)>,
}

/// A reading that was tried.
#[derive(Clone, Debug)]
pub struct TriedReading {
    /// The change that it makes.
    pub message: String,
    /// Its cost: a slip of the pen costs about 1.
    pub cost: f32,
    /// The loss of its play, in points at 0-ply, if the engine evaluated it.
    pub loss: Option<f32>,
    /// The outcome.
    pub outcome: Outcome,
}

/// The outcome of trying a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It explains the finding.
    Agrees,
    /// The finding stays.
    Stays,
    /// Another finding appears: the code, and its place in the text.
    Breaks(Code, u32),
    /// A later play isn't legal any more: its place in the text.
    Illegal(u32),
    /// The format can't express it, or the limit was reached.
    NotTried,
}

/// Returns the readings of a finding.
pub(super) fn readings(bench: &Bench<'_>, finding: &Diagnostic) -> Vec<Reading> {
    if let Some(of_analysis) = stored::readings(bench, finding) {
        return of_analysis;
    }
    if let Some(copy) = heads::copy(bench, finding) {
        return vec![copy];
    }
    if let Some(repeated) = heads::repeated(bench, finding) {
        return vec![repeated];
    }
    let exchanged = exchanged::readings(bench, finding);
    if !exchanged.is_empty() {
        return exchanged;
    }
    if let Some(plain) = lines::plain_text(finding) {
        return vec![plain];
    }
    if let Some(line) = lines::readings(bench, finding) {
        return vec![line];
    }
    if let Some(stray) = spelled::stray(bench, finding) {
        // The text may mean another number than the one due.
        let mut all: Vec<Reading> =
            heads::readings(bench, finding).into_iter().map(Reading::unsafe_).collect();
        all.extend(spelled::from_html(bench, finding));
        all.push(stray);
        return all;
    }
    let brackets = spelled::brackets(bench, finding);
    if !brackets.is_empty() {
        return brackets;
    }
    let mut of_nodes = nodes::readings(bench, finding);
    if !of_nodes.is_empty() {
        if let Some((game, entry)) = entry_at(bench, finding.primary.span) {
            of_nodes.extend(dice::readings(bench, game, entry));
        }
        return of_nodes;
    }
    let stated_twice = servers::stated_twice(bench, finding);
    if !stated_twice.is_empty() {
        return stated_twice;
    }
    let mut all = heads::readings(bench, finding);
    all.extend(servers::readings(bench, finding));
    all.extend(frame::readings(bench, finding));
    all.extend(exchanged::rows(bench, finding));
    let code = finding.code;
    let area = code.id().split('-').next().unwrap_or_default();
    let Some((game, entry)) = entry_at(bench, finding.primary.span) else { return all };
    if matches!(area, "score" | "names" | "header") {
        return all;
    }
    if code == Code::MatPlayNotation
        && let Some(words) = dice::words(bench, game, entry)
    {
        return vec![words];
    }
    let turn = Turn::new(bench, game, entry);
    if code == Code::MatPlayNotation
        && let Some(note) = turn.as_ref().and_then(|turn| turn.noted(finding.primary.span))
    {
        return vec![note];
    }
    let mut of_characters = damaged::readings(bench, game, entry, finding);
    if matches!(code, Code::MatDice | Code::MatCellUnreadable | Code::RecordSyntax) {
        of_characters.extend(dice::readings(bench, game, entry));
    }
    if of_characters.iter().any(|reading| reading.broke.is_none()) {
        // Everything else in the play is right.
        return of_characters;
    }
    all.extend(of_characters);
    if matches!(code, Code::MatCellUnreadable | Code::MatTextAfterRow | Code::MatDice | Code::MatPlayNotation)
    {
        let dice = spelled::dice_elsewhere(bench, game, finding);
        let dice = dice.or_else(|| spelled::dice(bench, game, finding));
        match spelled::in_ascii(bench, game, entry) {
            Some(plain) if dice.is_none() => return vec![plain],
            plain => all.extend(plain),
        }
        all.extend(dice);
        all.extend(spelled::dice_in_letters(bench, game, finding));
        all.extend(spelled::words(bench, game, finding));
    }
    let is_unread = code == Code::RecordSyntax
        && servers::is_server(bench)
        && bench.entries(game).get(entry).is_some_and(|entry| entry.written == Written::Unreadable);
    if is_unread {
        all.extend(spelled::words(bench, game, finding));
    }
    let place = finding.primary.span;
    match code {
        Code::MatPlayDash => return turn.and_then(|turn| turn.slashes()).into_iter().collect(),
        Code::MatPlayNotation => all.extend(turn.as_ref().and_then(|turn| turn.without(place))),
        Code::PlayHitMark => all.extend(turn.as_ref().and_then(|turn| turn.hit_mark(place.start))),
        Code::PlayHitUnmarked => {
            all.extend(turn.and_then(|turn| turn.hit_mark(place.start)));
            return all;
        }
        _ => {}
    }
    // A value in the head of a game says nothing about its first turn.
    let is_value = matches!(code, Code::RecordValue | Code::RecordSyntax)
        && bench.record.games[game].entries[0].span.start < finding.primary.span.end;
    let of_turn =
        matches!(area, "play" | "dice") || matches!(code, Code::MatDice | Code::MatPlayNotation) || is_value;
    if let Some(turn) = &turn
        && of_turn
    {
        all.extend(turn.readings());
        all.extend(dice::danced(bench, game, entry));
        all.extend(Turn::earlier(bench, game, entry));
        all.extend(Turn::exchanged(bench, game, entry));
        all.extend(nodes::letters_swapped(bench, game, entry));
        all.extend(nodes::of_other_player(bench, game, entry));
    }
    let of_action = is_unread
        || matches!(area, "cube" | "turn")
        || matches!(
            code,
            Code::MatColumn
                | Code::MatRowNumber
                | Code::PlayMissing
                | Code::MatTextAfterRow
                | Code::MatCellUnreadable
        );
    if code == Code::TurnWrongSide {
        all.extend(spelled::swallowed(bench, game, entry));
        all.extend(nodes::swapped(bench, game, entry));
    }
    if of_action && let Some(action) = Action::new(bench, game, entry) {
        all.extend(action.readings(finding));
        let is_numbered = bench.record.games[game].entries[entry].row.is_some();
        if matches!(code, Code::TurnWrongSide | Code::MatColumn)
            || (code == Code::MatRowNumber && is_numbered)
        {
            all.extend(action.made_up());
        }
    }
    all
}

/// Tries the readings of a finding, one of `parts` equal searches for it.
pub(super) fn search(
    bench: &Bench<'_>,
    finding: &Diagnostic,
    parts: usize,
    confirmed: Confirmed,
) -> Vec<Tried> {
    let target = (finding.code, finding.primary.span.start);
    let mut all: Vec<Tried> = readings(bench, finding)
        .into_iter()
        .map(|reading| Tried { cost: reading.cost, reading, edits: Vec::new(), verified: None, loss: None })
        .collect();
    // The engine decides only where several plays are left.
    let open =
        all.iter().filter(|tried| tried.reading.broke.is_none() && tried.reading.chosen.is_some()).count();
    if open > 1 {
        for tried in all.iter_mut().filter(|tried| tried.reading.broke.is_none()) {
            tried.loss = tried.reading.chosen.as_ref().and_then(rank::loss);
            if tried.reading.class != Class::MadeUp {
                tried.cost += tried.loss.map_or(0.0, |loss| (PER_POINT * loss).min(MOST_LOSS));
            }
        }
    }
    all.sort_by(|a, b| a.cost.total_cmp(&b.cost));
    let findings = bench.findings().len().clamp(1, MOST_MENDED);
    let bytes = MOST_BYTES.min(MOST_BYTES_OF_MATCH / findings) / parts;
    let most = (bytes / bench.size.max(1)).clamp(LEAST_REPLAYED, MOST_REPLAYED);
    let count = all.iter().filter(|tried| tried.reading.broke.is_none()).take(most).count();
    let few = match confirmed {
        Confirmed::Now => FEW,
        Confirmed::Later => 0,
    };
    let windows = if count > few { Window::all(bench, target) } else { Vec::new() };
    verify(bench, &mut all, most, target, &windows);
    let is_later = confirmed == Confirmed::Later && all.iter().any(Tried::is_clean);
    if !windows.is_empty() && !is_later && !is_confirmed(bench, &all, target) {
        verify(bench, &mut all, most, target, &[]);
    }
    all
}

/// Replays the first readings: those that change only the game of a window on this window, the others in the whole
/// match.
fn verify(bench: &Bench<'_>, all: &mut [Tried], most: usize, target: Key, windows: &[Window<'_>]) {
    for tried in all.iter_mut().filter(|tried| tried.reading.broke.is_none()).take(most) {
        let Some(edits) = bench.edits(tried.reading.game, &tried.reading.changes) else { continue };
        let outcome = windows.iter().find_map(|window| window.verify(&edits));
        tried.verified = outcome.or_else(|| bench.verify(&edits, target));
        tried.edits = edits;
    }
}

/// Returns `true` if the reading that becomes the first fix, or else the likeliest one, has the same outcome in the
/// whole match.
pub(super) fn is_confirmed(bench: &Bench<'_>, all: &[Tried], target: Key) -> bool {
    let likeliest = || all.iter().find(|tried| tried.verified.is_some());
    let best = clean(all).first().copied().or_else(likeliest);
    best.is_none_or(|tried| bench.verify(&tried.edits, target) == tried.verified)
}

/// Tries the readings of a finding, and returns the outcome of each.
pub(super) fn explained(bench: &Bench<'_>, finding: &Diagnostic) -> Explained {
    let tried = search(bench, finding, 1, Confirmed::Now);
    let outcome = |tried: &Tried| match (&tried.verified, tried.reading.broke) {
        (Some(verified), _) if verified.is_clean() => Outcome::Agrees,
        (Some(verified), _) => match verified.new.first() {
            Some((code, at)) => Outcome::Breaks(*code, *at),
            None => Outcome::Stays,
        },
        (None, Some(entry)) => {
            let game = bench.record.games.get(tried.reading.game);
            let entry = game.and_then(|game| game.entries.get(entry));
            Outcome::Illegal(entry.map_or(0, |entry| entry.span.start))
        }
        (None, None) => Outcome::NotTried,
    };
    let best = tried.iter().filter(|tried| tried.is_clean()).find_map(|tried| tried.reading.chosen);
    let readings = tried.iter().map(|tried| TriedReading {
        message: tried.reading.message.clone(),
        cost: tried.cost,
        loss: tried.loss,
        outcome: outcome(tried),
    });
    Explained { readings: readings.collect(), boards: best.map(|chosen| (chosen.board, chosen.after)) }
}
