//! Writing analyses as `ANAL` and `DECS`: only those that are read again to the last digit.

use super::UNKNOWN;
use super::analysis::{self, Block, CUBELESS, Levels, OTHER, ROLLOUT, Unit};
use super::bytes::{Cursor, Optional, Out};
use super::game::{own, with_dice};
use super::write_game::Told;
use crate::board::{Roll, Side};
use crate::formats::note_words;
use crate::game::record::{Analysis, Candidate, Chances, CubeAnalysis, Evaluation, Notes, PlayAnalysis};
use crate::game::{Act, Happening, Replayed};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The most analyses in a file, and the most candidates of a play.
const MOST_ANALYSES: usize = 64;
pub(crate) const MOST_CANDIDATES: usize = 1024;
/// The greatest equity.
const MOST_EQUITY: f64 = 2000.0;

/// The kinds of decisions that are written.
mod kind {
    pub(super) const PLAY: u64 = 0;
    pub(super) const CUBE: u64 = 1;
    pub(super) const ROLL: u64 = 3;
}

/// The decisions of one program in one unit.
struct Group {
    program: String,
    unit: Unit,
    /// Each with its ply and its kind.
    decisions: Vec<(u64, u64, Vec<u8>)>,
}

/// Writes the analyses of the games as they were told, section by section; `moves` identifies the head of the match and
/// its games.
pub(super) fn tell(replayed: &Replayed, games: &[Told], moves: u32) -> Vec<u8> {
    let mut telling =
        Telling { groups: Vec::new(), kept: BTreeMap::new(), beavers: replayed.rules.beavers > 0 };
    let mut first = 0;
    for (index, told) in games.iter().enumerate() {
        let acts = &replayed.games[index].acts;
        let mut before = None;
        for (ply, &at) in told.plies.iter().enumerate() {
            // The markers after an act belong to it.
            if before.replace(at) == Some(at) {
                continue;
            }
            let Some(entry) = acts[at].entry else { continue };
            if let Some(notes) = replayed.record.games[index].notes_of(entry) {
                let is_played = plays(&acts[at], acts.get(at + 1));
                telling.notes((first + ply) as u64, (&acts[at], is_played), notes, (index, entry));
            }
        }
        first += told.plies.len();
    }
    telling.groups.iter_mut().flat_map(|group| group.sections(replayed, moves)).collect()
}

/// Returns `true` if an act is read as a play: a roll without steps before a resignation is one that nobody played.
fn plays(act: &Act, next: Option<&Act>) -> bool {
    let Happening::Played { play, .. } = act.what else { return false };
    let is_played = |next: &Act| matches!(next.what, Happening::Played { .. } | Happening::Doubled { .. });
    !play.steps().is_empty() || next.is_some_and(is_played)
}

/// Returns `true` if the candidate that leads to the position after an act, and no other one, is marked as played.
fn is_marked(analysis: &PlayAnalysis, act: &Act) -> bool {
    let is_right = |(place, candidate): (u32, &Candidate)| {
        act.is_made_by(&candidate.legs) == (analysis.played == Some(place))
    };
    act.after().is_some() && (0..).zip(&analysis.candidates).all(is_right)
}

struct Telling {
    groups: Vec<Group>,
    /// The analyses and the luck that are written, by game and entry.
    kept: BTreeMap<(usize, u32), Notes>,
    beavers: bool,
}

impl Telling {
    /// Writes the notes of an entry that concern one of its acts, whose ply has this place; `is_played` if it is a roll with
    /// its play.
    fn notes(&mut self, place: u64, (act, is_played): (&Act, bool), notes: &Notes, entry: (usize, u32)) {
        let roll = match act.what {
            Happening::Played { roll, .. } | Happening::RolledOnly { roll } => Some(roll),
            _ => None,
        };
        for analysis in &notes.analyses {
            let kept = self.kept.get(&entry);
            if kept.is_some_and(|kept| kept.analyses.contains(analysis)) {
                continue;
            }
            let (kind, written) = match analysis {
                Analysis::Play(play) => {
                    let roll = roll.filter(|_| is_played && is_marked(play, act));
                    (kind::PLAY, roll.and_then(|roll| play_written(play, roll, act.by)))
                }
                Analysis::Cube(cube) => {
                    let verdict = verdict(cube, &act.what, self.beavers);
                    (kind::CUBE, verdict.and_then(|verdict| cube_written(cube, verdict)))
                }
            };
            let Some((unit, fields)) = written else { continue };
            let group = self.group(analysis.program(), unit);
            if group.is_some_and(|group| group.add(place, kind, &fields)) {
                self.kept.entry(entry).or_default().analyses.push(analysis.clone());
            }
        }
        // A mark has no field.
        let is_plain =
            notes.luck.is_none() && self.kept.get(&entry).is_none_or(|kept| kept.luck_value.is_none());
        if let Some(luck) = notes.luck_value.filter(|_| roll.is_some() && is_plain)
            && let Some(bytes) = equity(luck).filter(|_| rounded_equity(luck).to_bits() == luck.to_bits())
        {
            // The program that analysed the plays also measured the luck.
            let known = self.groups.iter().find(|group| !group.unit.is_mwc);
            let (program, unit) = known.map_or_else(
                || (OTHER.to_owned(), Unit::usual(false)),
                |known| (known.program.clone(), known.unit),
            );
            let group = self.group(&program, unit);
            if group.is_some_and(|group| group.add(place, kind::ROLL, &Optional::default().with(&bytes))) {
                self.kept.entry(entry).or_default().luck_value = Some(luck);
            }
        }
    }

    /// Returns the decisions of a program in a unit. `None` if a file can't hold any more analyses.
    fn group(&mut self, program: &str, unit: Unit) -> Option<&mut Group> {
        let known = self.groups.iter().position(|group| group.program == program && group.unit == unit);
        let at = known.unwrap_or(self.groups.len());
        if at == self.groups.len() && at < MOST_ANALYSES {
            self.groups.push(Group { program: program.to_owned(), unit, decisions: Vec::new() });
        }
        self.groups.get_mut(at)
    }
}

impl Group {
    /// Adds a decision, and returns `true` if it is the first one of its kind at its ply.
    fn add(&mut self, ply: u64, kind: u64, fields: &Optional) -> bool {
        if self.decisions.iter().rev().take_while(|known| known.0 == ply).any(|known| known.1 == kind) {
            return false;
        }
        let mut all = Optional { mask: fields.mask, ..Optional::default() };
        all.out.varint(ply);
        all.out.varint(kind);
        all.out.0.extend_from_slice(&fields.out.0);
        self.decisions.push((ply, kind, all.record()));
        true
    }

    fn sections(&mut self, replayed: &Replayed, moves: u32) -> Vec<u8> {
        self.decisions.sort_by_key(|&(ply, kind, _)| (ply, kind));
        let mut out = Out::default();
        out.section(*b"ANAL", false, &head(&self.program, self.unit, !replayed.rules.is_money(), moves));
        let decisions: Vec<u8> =
            self.decisions.iter().flat_map(|(.., record)| record.iter().copied()).collect();
        out.section(*b"DECS", false, &decisions);
        out.0
    }
}

/// Returns the identifier of the analyses of a program: the same for the same moves.
pub(super) fn identifier(program: &str, unit: Unit, moves: u32) -> [u8; 16] {
    let mut hash = Sha256::new();
    hash.update(moves.to_le_bytes());
    hash.update([unit.number() as u8]);
    hash.update(program.as_bytes());
    let mut identifier = [0; 16];
    identifier.copy_from_slice(&hash.finalize()[..16]);
    // A UUID of version 8: a hash of one's own (RFC 9562).
    identifier[6] = identifier[6] & 0x0f | 0x80;
    identifier[8] = identifier[8] & 0x3f | 0x80;
    identifier
}

/// Returns the payload of `ANAL`.
fn head(program: &str, unit: Unit, is_match: bool, moves: u32) -> Vec<u8> {
    let mut fields = Optional::default().with(&identifier(program, unit, moves));
    match program {
        "xg" => fields.number(1, 1),
        "bgblitz" => fields.number(1, 3),
        "human" => fields.number(1, 4),
        "ogx" => {}
        _ => fields.number(1, 2),
    }
    if !matches!(program, OTHER | "xg" | "bgblitz" | "human" | "ogx") {
        fields.text(5, program);
    }
    if unit != Unit::usual(is_match) {
        fields.number(9, u64::from(unit.number()));
    }
    fields.record()
}

/// Returns `true` if an analysis can be written without a change; that of a play has its roll.
pub(crate) fn fits(analysis: &Analysis, roll: Option<Roll>) -> bool {
    match analysis {
        Analysis::Play(play) => roll.is_some_and(|roll| play_written(play, roll, Side::Zero).is_some()),
        Analysis::Cube(cube) => cube_written(cube, 0).is_some(),
    }
}

/// Returns `true` if an analysis in a program's block of this unit is read again to the last digit.
fn is_read_again(
    analysis: &Analysis,
    unit: Unit,
    fields: &Optional,
    read: impl for<'a> FnOnce(&mut super::bytes::Fields<'a>, &Block<'a>) -> Option<Analysis>,
) -> bool {
    let payload = head(analysis.program(), unit, false, 0);
    let Ok(block) = analysis::block(Cursor::new(&payload, 0, payload.len()), false) else { return false };
    let record = fields.record();
    let Ok(mut fields) = Cursor::new(&record, 0, record.len()).record() else { return false };
    let again = read(&mut fields, &block);
    again.is_some_and(|again| note_words::analysis(&again) == note_words::analysis(analysis))
}

/// Returns the fields of the analysis of a play, if it is read again to the last digit.
fn play_written(analysis: &PlayAnalysis, roll: Roll, by: Side) -> Option<(Unit, Optional)> {
    let first = analysis.candidates.first()?;
    if analysis.candidates.len() > MOST_CANDIDATES || !is_ordered(analysis) {
        return None;
    }
    let unit = Words::of(&first.evaluation.settings).unit(first.evaluation.mwc.is_some());
    let level =
        |candidate: &Candidate| Words::of(&candidate.evaluation.settings).level(&analysis.program, false);
    let common = level(first);
    let is_common = analysis.candidates.iter().all(|candidate| level(candidate) == common);
    let mut list = Out::default();
    list.varint(analysis.candidates.len() as u64);
    for (place, candidate) in analysis.candidates.iter().enumerate() {
        let Candidate { legs, evaluation } = candidate;
        let steps: Vec<(u8, u8)> = legs.iter().map(|leg| (leg.from.number(), leg.to.number())).collect();
        let steps = with_dice(&steps, [roll.low().pips(), roll.high().pips()])?;
        let steps = &steps[..legs.len()];
        let mut fields = Optional::default();
        fields.out.varint(steps.len() as u64);
        fields.out.0.extend(steps.iter().map(|&(from, die)| own(by, i32::from(from)) as u8 | die << 5));
        fields.out.0.extend(equity(evaluation.equity.or(evaluation.mwc)?)?);
        if let Some(it) = &evaluation.chances {
            fields.bytes(0, chances(it)?);
        }
        if !is_common {
            fields.bytes(1, level(candidate));
        }
        if analysis.played == Some(place as u32) {
            fields.flag(2);
        }
        if let Some(error) = evaluation.error {
            fields.bytes(3, equity(error)?);
        }
        list.0.append(&mut fields.record());
    }
    let mut fields = Optional::default();
    fields.bytes(0, list.0);
    if is_common {
        fields.bytes(4, common);
    }
    let same = is_read_again(&Analysis::Play(analysis.clone()), unit, &fields, |fields, block| {
        analysis::play(fields, block, by, (&mut Levels::default(), &mut 0)).ok()?.map(Analysis::Play)
    });
    same.then_some((unit, fields))
}

/// Returns `true` if candidates are in the order that libogxm demands: those of a level together, the best first, and
/// the level of the actual play before the others.
fn is_ordered(analysis: &PlayAnalysis) -> bool {
    let mut levels: Vec<(&str, f64)> = Vec::new();
    for (place, Candidate { evaluation, .. }) in (0..).zip(&analysis.candidates) {
        let Some(value) = evaluation.equity.or(evaluation.mwc) else { return false };
        let level = &*evaluation.settings;
        match levels.iter().position(|known| known.0 == level) {
            Some(at) if at + 1 < levels.len() || levels[at].1 < value => return false,
            Some(at) => levels[at].1 = value,
            None => levels.push((level, value)),
        }
        if analysis.played == Some(place) && levels.len() > 1 {
            return false;
        }
    }
    true
}

/// Returns the fields of the analysis of a cube decision, if it is read again to the last digit.
fn cube_written(analysis: &CubeAnalysis, verdict: u64) -> Option<(Unit, Optional)> {
    let words = Words::of(&analysis.no_double.settings);
    let unit = words.unit(analysis.mwc.iter().any(Option::is_some));
    let mut fields = Optional::default();
    fields.out.varint(verdict);
    for (bit, value) in (0..).zip(values(analysis)) {
        if let Some(value) = value {
            fields.bytes(bit, equity(value)?);
        }
    }
    if let Some(it) = &analysis.no_double.chances {
        fields.bytes(3, chances(it)?);
    }
    fields.bytes(7, words.level(&analysis.program, true));
    let same = is_read_again(&Analysis::Cube(Box::new(analysis.clone())), unit, &fields, |fields, block| {
        Some(Analysis::Cube(Box::new(analysis::cube(fields, block, &mut Levels::default()).ok()?)))
    });
    same.then_some((unit, fields))
}

/// Returns the values of no double, double and take, double and pass, in whichever unit they are.
fn values(analysis: &CubeAnalysis) -> [Option<f64>; 3] {
    let points = [analysis.equity_no_double, analysis.equity_double_take, analysis.equity_double_pass];
    std::array::from_fn(|i| points[i].or(analysis.mwc[i]))
}

/// Returns the verdict of a cube decision: 0 no double, 1 double, 2 take, 3 pass, 4 too good, 5 beaver. `None` for acts
/// that aren't cube decisions or follow one.
fn verdict(analysis: &CubeAnalysis, what: &Happening, beavers: bool) -> Option<u64> {
    let [none, take, pass] = values(analysis);
    let pass = pass.unwrap_or(1.0);
    match what {
        Happening::Played { .. }
        | Happening::RolledOnly { .. }
        | Happening::Doubled { beaver: false, .. } => Some(match (none, take) {
            (Some(none), Some(take)) if none < take.min(pass) => 1,
            (Some(none), Some(take)) if none > pass && take > pass => 4,
            _ => 0,
        }),
        Happening::Taken | Happening::Passed | Happening::Doubled { beaver: true, .. } => Some(match take {
            Some(take) if take > pass => 3,
            Some(take) if take < 0.0 && beavers => 5,
            _ => 2,
        }),
        _ => None,
    }
}

/// The parts of the words of an evaluation, as the reader joins them.
struct Words<'a> {
    /// The name of the level.
    name: &'a str,
    trials: Option<u32>,
    is_cubeless: bool,
}

impl<'a> Words<'a> {
    fn of(settings: &'a str) -> Self {
        let (rest, is_cubeless) = match cut(settings) {
            (before, CUBELESS) => (before, true),
            _ => (settings, false),
        };
        let (before, last) = cut(rest);
        let trials =
            last.strip_prefix(ROLLOUT[0]).and_then(|last| last.strip_suffix(ROLLOUT[1])?.parse().ok());
        Self { name: if trials.is_some() { before } else { rest }, trials, is_cubeless }
    }

    const fn unit(&self, is_mwc: bool) -> Unit {
        Unit { is_mwc, is_cubeless: self.is_cubeless }
    }

    /// Returns the record of the level, which can't be empty. eXtreme Gammon counts a ply more than the field, so that
    /// its names are kept.
    fn level(&self, program: &str, of_cube: bool) -> Vec<u8> {
        let mut fields = Optional::default();
        let said: Option<u64> = self.name.strip_suffix("-ply").and_then(|plies| plies.parse().ok());
        let is_xg = program == "xg";
        let plies = said.and_then(|plies| if is_xg { plies.checked_sub(1) } else { Some(plies) });
        if !self.name.is_empty() && (is_xg || plies.is_none()) {
            fields.text(0, self.name);
        }
        if let Some(plies) = plies {
            fields.number(if of_cube { 2 } else { 1 }, plies);
        }
        if let Some(trials) = self.trials {
            let mut rollout = Optional::default();
            rollout.number(0, u64::from(trials));
            fields.bytes(3, rollout.record());
        }
        if fields.mask == 0 {
            fields.text(0, UNKNOWN);
        }
        fields.record()
    }
}

/// Divides words at the last comma.
fn cut(words: &str) -> (&str, &str) {
    words.rsplit_once(", ").unwrap_or(("", words))
}

/// Returns an equity in millionths, if it fits.
fn equity(value: f64) -> Option<[u8; 4]> {
    (value.abs() < MOST_EQUITY).then(|| ((value * 1e6).round() as i32).to_le_bytes())
}

/// Returns five chances in ten-thousandths, if they fit.
fn chances(it: &Chances) -> Option<Vec<u8>> {
    let all = <[f64; 5]>::from(*it);
    let fits = all.iter().all(|chance| (0.0..=1.0).contains(chance));
    fits.then(|| all.iter().flat_map(|chance| ((chance * 1e4).round() as u16).to_le_bytes()).collect())
}

/// Rounds an evaluation to the digits of the fields: an equity to a millionth, a chance to a ten-thousandth.
pub(crate) fn rounded(evaluation: &Evaluation) -> Evaluation {
    let chance = |value: f64| (value * 1e4).round() / 1e4;
    Evaluation {
        settings: evaluation.settings.clone(),
        chances: evaluation.chances.map(|it| <[f64; 5]>::from(it).map(chance).into()),
        equity: evaluation.equity.map(rounded_equity),
        mwc: evaluation.mwc.map(rounded_equity),
        error: evaluation.error.map(rounded_equity),
    }
}

/// Rounds an equity to a millionth.
pub(crate) fn rounded_equity(equity: f64) -> f64 {
    (equity * 1e6).round() / 1e6
}
