//! `ANAL` and `DECS`: an analysis, and its evaluation of each decision.

use super::UNKNOWN;
use super::bytes::{Cursor, Fields, Problem};
use super::game::LEGS;
use super::write_analysis;
use crate::board::Side;
use crate::diag::Code;
use crate::formats::findings::Findings;
use crate::game::record::{
    Analysis, Candidate, Chances, CubeAnalysis, Evaluation, MatchRecord, PlayAnalysis,
};
use crate::rules::Leg;
use smallvec::SmallVec;
use smol_str::SmolStr;

/// A ply of the match, by its number over all games.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlyPlace {
    pub(super) game: usize,
    pub(super) entry: Option<u32>,
    pub(super) by: Side,
}

/// The most alternatives in all analyses of a file together.
const MOST_ALTERNATIVES: usize = 500_000;
/// The least bytes of an alternative: its length, its mask, no step, and its value.
const LEAST_ALTERNATIVE: usize = 7;
/// The most decisions in all analyses of a file together.
const MOST_DECISIONS: usize = 500_000;

/// The facts common to all decisions of an analysis.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<'a> {
    program: SmolStr,
    level: Level<'a>,
    unit: Unit,
    identifier: [u8; 16],
    /// Whether it has other facts.
    has_more: bool,
}

impl Block<'_> {
    /// Returns `true` if [`write_analysis`] made it of the record alone, for a match with this checksum of its moves: it
    /// will be made again.
    pub(super) fn is_of_record(&self, moves: u32) -> bool {
        !self.has_more && self.identifier == write_analysis::identifier(&self.program, self.unit, moves)
    }
}

/// The unit of the values of an analysis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Unit {
    /// Whether they are chances to win the match, not points.
    pub(super) is_mwc: bool,
    pub(super) is_cubeless: bool,
}

impl Unit {
    const fn from_number(number: u32) -> Self {
        Self { is_mwc: number >= 2, is_cubeless: matches!(number, 0 | 3) }
    }

    /// Returns its number in the file.
    pub(super) const fn number(self) -> u32 {
        match (self.is_mwc, self.is_cubeless) {
            (false, true) => 0,
            (false, false) => 1,
            (true, false) => 2,
            (true, true) => 3,
        }
    }

    /// Returns the unit of a match or a money session whose analyses don't state any.
    pub(super) const fn usual(is_match: bool) -> Self {
        Self { is_mwc: is_match, is_cubeless: false }
    }

    /// Returns a value as points or as a chance to win the match.
    fn of(self, value: Option<f64>) -> (Option<f64>, Option<f64>) {
        if self.is_mwc { (None, value) } else { (value, None) }
    }
}

/// The program that has no name.
pub(super) const OTHER: &str = "external";

/// What the words of an evaluation say of its unit, and of a rollout.
pub(super) const CUBELESS: &str = "cubeless";
pub(super) const ROLLOUT: [&str; 2] = ["rollout of ", " games"];

/// Adds words after a comma.
fn add(words: &mut String, more: &str) {
    if !words.is_empty() {
        words.push_str(", ");
    }
    words.push_str(more);
}

/// How a position was evaluated; each field of an inner level replaces that of the outer one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Level<'a> {
    preset: Option<&'a str>,
    plies: Option<u32>,
    cube_plies: Option<u32>,
    trials: Option<u32>,
}

impl<'a> Level<'a> {
    fn read(mut fields: Fields<'a>) -> Result<Self, Problem> {
        let preset = fields.get(0, |body| body.borrowed(4096))?;
        let (plies, cube_plies) = (fields.get(1, Cursor::varint)?, fields.get(2, Cursor::varint)?);
        let trials = match fields.get(3, Cursor::record)? {
            Some(mut rollout) => Some(rollout.get(0, Cursor::varint)?.unwrap_or(0)),
            None => None,
        };
        Ok(Self { preset, plies, cube_plies, trials })
    }

    /// Reads the level in a field, within an outer one, or returns that.
    fn of(fields: &mut Fields<'a>, bit: u32, outer: Self) -> Result<Self, Problem> {
        match fields.get(bit, Cursor::record)? {
            Some(level) => Ok(Self::read(level)?.within(outer)),
            None => Ok(outer),
        }
    }

    fn within(self, outer: Self) -> Self {
        Self {
            preset: self.preset.or(outer.preset),
            plies: self.plies.or(outer.plies),
            cube_plies: self.cube_plies.or(outer.cube_plies),
            trials: self.trials.or(outer.trials),
        }
    }

    /// Returns the level in words; plies are counted as GNU Backgammon counts them.
    fn words(self, of_cube: bool) -> String {
        let plies = if of_cube { self.cube_plies.or(self.plies) } else { self.plies };
        let mut words = match (self.preset.filter(|preset| *preset != UNKNOWN), plies) {
            (Some(preset), _) => preset.to_owned(),
            (None, Some(plies)) => format!("{plies}-ply"),
            (None, None) => String::new(),
        };
        if let Some(trials) = self.trials {
            let [before, behind] = ROLLOUT;
            add(&mut words, &format!("{before}{trials}{behind}"));
        }
        words
    }
}

/// The words for the levels of a file: the same for all evaluations of a level, and made once.
#[derive(Debug, Default)]
pub(super) struct Levels<'a> {
    known: Vec<((Level<'a>, bool, bool), SmolStr)>,
}

impl<'a> Levels<'a> {
    /// The most levels that are remembered; a program has a few.
    const MOST: usize = 16;

    fn words(&mut self, level: Level<'a>, of_cube: bool, unit: Unit) -> SmolStr {
        let key = (level, of_cube, unit.is_cubeless);
        if let Some((_, words)) = self.known.iter().find(|(known, _)| *known == key) {
            return words.clone();
        }
        let mut words = level.words(of_cube);
        if unit.is_cubeless {
            add(&mut words, CUBELESS);
        }
        let words: SmolStr = words.into();
        if self.known.len() < Self::MOST {
            self.known.push((key, words.clone()));
        }
        words
    }
}

/// Reads `ANAL`, for a match or a money session.
pub(super) fn block(mut cursor: Cursor<'_>, is_match: bool) -> Result<Block<'_>, Problem> {
    let mut fields = cursor.record()?;
    let identifier = fields.body.array()?;
    let has_more = fields.mask() & !(1 << 1 | 1 << 5 | 1 << 9) != 0;
    fields.get(0, Cursor::array::<32>)?;
    let producer = fields.get(1, Cursor::varint)?;
    let level = Level::of(&mut fields, 2, Level::default())?;
    if fields.has(4) {
        for _ in 0..fields.body.varint()? {
            fields.body.varint()?;
        }
    }
    let model = fields.get(5, |body| body.borrowed(4096))?;
    let name = fields.get(6, |body| body.borrowed(4096))?;
    fields.get(7, Cursor::array::<32>)?;
    fields.get(8, |body| body.borrowed(4096))?;
    let unit = fields.get(9, Cursor::varint)?.map_or(Unit::usual(is_match), Unit::from_number);
    let is_identifier = |model: &str| model.len() == 36 && model.matches('-').count() == 4;
    let program = match producer {
        Some(1) => "xg",
        Some(3) => "bgblitz",
        Some(4) => "human",
        _ => match model.filter(|model| !is_identifier(model)) {
            Some(model) => model.split(' ').next().unwrap_or_default(),
            None => name.unwrap_or(if producer == Some(2) { OTHER } else { "ogx" }),
        },
    };
    Ok(Block { program: program.into(), level, unit, identifier, has_more })
}

/// Reads the decisions, and adds them to the notes of their entries.
#[derive(Default)]
pub(super) struct Decisions<'a> {
    plies: &'a [PlyPlace],
    levels: Levels<'a>,
    alternatives: usize,
    count: usize,
}

impl<'a> Decisions<'a> {
    pub(super) fn new(plies: &'a [PlyPlace]) -> Self {
        Self { plies, ..Self::default() }
    }

    /// Reads `DECS`; stops with a finding where it can't be read.
    pub(super) fn read(
        &mut self,
        mut cursor: Cursor<'a>,
        block: &Block<'a>,
        record: &mut MatchRecord,
        findings: &mut Findings,
    ) {
        let mut number = 0;
        while !cursor.is_done() {
            number += 1;
            let at = cursor.at;
            if self.count >= MOST_DECISIONS || self.alternatives >= MOST_ALTERNATIVES {
                let label = format!("section DECS: {MOST_ALTERNATIVES} alternatives are read");
                let span = Problem::syntax(at, "").span();
                findings.report(Code::RecordLimit, span, "more analyses than any match has", label);
                return;
            }
            self.count += 1;
            if let Err(problem) = self.one(&mut cursor, block, record, findings) {
                let label = format!("section DECS, decision {number}");
                return findings.report(problem.code, problem.span(), problem.what, label);
            }
        }
    }

    fn one(
        &mut self,
        cursor: &mut Cursor<'a>,
        block: &Block<'a>,
        record: &mut MatchRecord,
        findings: &mut Findings,
    ) -> Result<(), Problem> {
        let at = cursor.at;
        let mut fields = cursor.record()?;
        let (ply, kind) = (fields.body.varint()?, fields.body.varint()?);
        let place = self.plies.get(ply as usize).copied();
        let by = place.map_or(Side::Zero, |place| place.by);
        let (mut analysis, mut luck) = (None, None);
        match kind {
            0 => {
                let counted = (&mut self.levels, &mut self.alternatives);
                analysis = play(&mut fields, block, by, counted)?.map(Analysis::Play);
            }
            1 => analysis = Some(Analysis::Cube(Box::new(cube(&mut fields, block, &mut self.levels)?))),
            3 => luck = Some(fields.body.equity()?).filter(|_| !block.unit.is_mwc),
            // The model can't express the value of a resignation: it is in the section that is
            // kept.
            _ => {}
        }
        let game = place.and_then(|place| record.games.get_mut(place.game));
        let Some((game, place)) = game.zip(place) else {
            let label = format!("section DECS: ply {ply} of {}", self.plies.len());
            let span = Problem::syntax(at, "").span();
            findings.report(Code::RecordValue, span, "an analysis of a ply that doesn't exist", label);
            return Ok(());
        };
        if analysis.is_none() && luck.is_none() {
            return Ok(());
        }
        let entry = place.entry.and_then(|entry| game.entries.get_mut(entry as usize));
        let target = match entry {
            Some(entry) => entry.notes_mut(),
            None => game.notes.get_or_insert_default(),
        };
        target.analyses.extend(analysis);
        target.luck_value = target.luck_value.or(luck);
        Ok(())
    }
}

/// Reads the candidates of a play, and counts them among all `alternatives`. `None` if there is none, or too many.
pub(super) fn play<'a>(
    fields: &mut Fields<'a>,
    block: &Block<'a>,
    by: Side,
    counted: (&mut Levels<'a>, &mut usize),
) -> Result<Option<PlayAnalysis>, Problem> {
    // The level comes after the candidates, and few decisions have one. Other facts there are only checked: before the
    // candidates if these can't be read, so that the same problem is reported.
    let (mut ahead, has_level) = (*fields, fields.has(4));
    let outer = if has_level { level_after(&mut ahead, block)? } else { block.level };
    let found = candidates(fields, block, outer, by, counted);
    if !has_level {
        if let Ok(Some(_)) = found {
            level(fields, block)?
        } else {
            level_after(&mut ahead, block)?
        };
    }
    Ok(found?.filter(|play| !play.candidates.is_empty()))
}

/// Reads the candidates, whose level is `outer` if they have none of their own. `None` if there are too many.
fn candidates<'a>(
    fields: &mut Fields<'a>,
    block: &Block<'a>,
    outer: Level<'a>,
    by: Side,
    (levels, alternatives): (&mut Levels<'a>, &mut usize),
) -> Result<Option<PlayAnalysis>, Problem> {
    let words = levels.words(outer, false, block.unit);
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut played = None;
    if fields.has(0) {
        let count = fields.body.varint()?;
        candidates.reserve_exact((count as usize).min(fields.body.left() / LEAST_ALTERNATIVE));
        for number in 0..count {
            if *alternatives >= MOST_ALTERNATIVES {
                return Ok(None);
            }
            *alternatives += 1;
            let mut alternative = fields.body.record()?;
            let steps = steps(&mut alternative, by)?;
            let (equity, mwc) = block.unit.of(Some(alternative.body.equity()?));
            let chances = alternative.get(0, Cursor::chances)?.map(Chances::from);
            let settings = match alternative.get(1, Cursor::record)? {
                Some(level) => levels.words(Level::read(level)?.within(outer), false, block.unit),
                None => words.clone(),
            };
            if alternative.has(2) {
                played = Some(number);
            }
            let error = alternative.get(3, Cursor::equity)?.filter(|_| !block.unit.is_mwc);
            let evaluation = Evaluation { settings, chances, equity, mwc, error };
            candidates.push(Candidate { legs: SmallVec::new(), evaluation });
            // The legs are written where they stay: a copy of what was just written makes the processor wait.
            if let Some(candidate) = candidates.last_mut() {
                candidate.legs.extend(steps.iter().filter_map(|step| leg(*step, by)));
            }
        }
    }
    Ok(Some(PlayAnalysis { program: block.program.clone(), candidates, played }))
}

/// Reads the level of the candidates of a play, which comes after them.
fn level_after<'a>(fields: &mut Fields<'a>, block: &Block<'a>) -> Result<Level<'a>, Problem> {
    if fields.has(0) {
        for _ in 0..fields.body.varint()? {
            fields.body.record()?;
        }
    }
    level(fields, block)
}

/// Reads the facts after the candidates of a play; only the level is used.
fn level<'a>(fields: &mut Fields<'a>, block: &Block<'a>) -> Result<Level<'a>, Problem> {
    fields.get(1, Cursor::varint)?;
    fields.get(2, Cursor::equity)?;
    fields.get(3, Cursor::equity)?;
    Level::of(fields, 4, block.level)
}

/// Reads the steps of an alternative, each with a leg.
fn steps<'a>(fields: &mut Fields<'a>, by: Side) -> Result<&'a [u8], Problem> {
    let at = fields.body.at;
    let count = fields.body.varint()? as usize;
    if count > 4 {
        return Err(Problem::syntax(at, "a play of more than four steps"));
    }
    let steps = fields.body.take(count)?;
    if steps.iter().any(|step| leg(*step, by).is_none()) {
        return Err(Problem::syntax(at, "a step from a place that doesn't exist"));
    }
    Ok(steps)
}

fn leg(step: u8, by: Side) -> Option<Leg> {
    LEGS[by.index()][usize::from(step)]
}

/// Reads a cube decision.
pub(super) fn cube<'a>(
    fields: &mut Fields<'a>,
    block: &Block<'a>,
    levels: &mut Levels<'a>,
) -> Result<CubeAnalysis, Problem> {
    fields.body.varint()?;
    let mut values = [None; 3];
    for (bit, value) in (0..).zip(&mut values) {
        *value = fields.get(bit, Cursor::equity)?;
    }
    let chances = fields.get(3, Cursor::chances)?.map(Chances::from);
    fields.get(4, Cursor::equity)?;
    fields.get(5, Cursor::u16)?;
    let level = Level::of(fields, 7, block.level)?;
    fields.get(10, Cursor::equity)?;
    let unit = fields.get(11, Cursor::varint)?.map_or(block.unit, Unit::from_number);
    let settings = levels.words(level, true, unit);
    let [none, take, pass] = values.map(|value| unit.of(value));
    Ok(CubeAnalysis {
        program: block.program.clone(),
        no_double: Evaluation { settings, chances, ..Evaluation::default() },
        double_take: None,
        equity_no_double: none.0,
        equity_double_take: take.0,
        equity_double_pass: pass.0,
        mwc: [none.1, take.1, pass.1],
    })
}
