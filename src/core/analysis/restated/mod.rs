//! Converting analyses into the fields of the formats that have their own: eXtreme Gammon's, whose statistics count
//! them then, and OGXM's.

mod ogxm;
mod xg;

use super::skill::{Decision, Kind, Thresholds, decisions};
use super::stored::{games, plies};
use crate::formats::Format;
use crate::formats::inventory::{self, Item};
use crate::formats::turns::Turns;
use crate::game::Replayed;
use crate::game::record::{Analysis, Anchor, CubeAnalysis, MatchRecord, Notes, PlayAnalysis, Rating};

/// A record with converted analyses.
pub(super) struct Restated {
    pub(super) replayed: Replayed,
    /// The parts of analyses and the marks that can't be converted.
    pub(super) losses: Vec<Item>,
}

/// The fields of a format for analyses. What doesn't fit stays as it is; the writer lists it as lost.
trait Fields {
    /// Returns `true` if the format can take the analyses of a record.
    fn takes(&self, record: &MatchRecord) -> bool;

    /// Converts the candidates of a play, and returns what is left out.
    fn play(&self, analysis: &PlayAnalysis, decision: &Decision) -> Option<(PlayAnalysis, Option<String>)>;

    /// Converts a cube decision, and returns what is left out.
    fn cube(&self, analysis: &CubeAnalysis, decision: &Decision) -> Option<(CubeAnalysis, Option<String>)>;

    /// Rounds the luck of a roll.
    fn luck(&self, luck: f64) -> f64;

    /// Whether a double and its answers, beavers included, have one analysis.
    fn has_one_for_a_double(&self) -> bool;
}

/// Converts the analyses and the luck of a record. `None` if there is nothing to convert.
pub(super) fn restated(replayed: &Replayed, format: &Format) -> Option<Restated> {
    let fields: &dyn Fields = match format.name {
        name if name == crate::formats::xg::FORMAT.name => &xg::Xg,
        name if name == crate::formats::ogxm::FORMAT.name => &ogxm::Ogxm,
        _ => return None,
    };
    if !fields.takes(&replayed.record) {
        return None;
    }
    let mut restated = Restated { replayed: replayed.clone(), losses: Vec::new() };
    for (index, (record, game)) in restated.replayed.record.games.iter_mut().zip(&replayed.games).enumerate()
    {
        let turns = Turns::new(replayed, index);
        let mut doubled = None;
        for decision in decisions(&replayed.rules, game) {
            let Some(place) = decision.entry.map(|entry| entry as usize) else { continue };
            if let Some(notes) = record.entries.get_mut(place).and_then(|entry| entry.notes.as_deref_mut()) {
                let mut lose = |kind, text| {
                    let turn = turns.of(Anchor::entry(index, place));
                    restated.losses.push(Item { kind, game: Some(index as u32), turn, text });
                };
                restate(notes, fields, &decision, &mut lose);
            }
            match decision.kind {
                Kind::Turn { .. } => doubled = None,
                Kind::Double => doubled = Some(place),
                kind if kind.is_answer() => {
                    let double = doubled.filter(|double| *double != place && fields.has_one_for_a_double());
                    if let Some(double) = double {
                        xg::join(&mut record.entries, double, place);
                    }
                }
                _ => {}
            }
        }
    }
    Some(restated)
}

/// Returns `true` if an analysis is in GNU Backgammon's format: an evaluation or a rollout.
fn is_gnubgs(analysis: &Analysis) -> bool {
    let evaluation = match analysis {
        Analysis::Play(play) => play.candidates.first().map(|candidate| &candidate.evaluation),
        Analysis::Cube(cube) => Some(&cube.no_double),
    };
    evaluation.is_some_and(|evaluation| plies(evaluation).is_some() || games(evaluation).is_some())
}

/// Returns the mark of a roll that has a number too; the fields hold only the number.
fn mark_of_luck(notes: &Notes) -> Option<(Rating, f64)> {
    notes.luck.zip(notes.luck_value.filter(|luck| luck.is_finite()))
}

fn restate(
    notes: &mut Notes,
    fields: &dyn Fields,
    decision: &Decision,
    lose: &mut dyn FnMut(inventory::Kind, String),
) {
    for analysis in &mut notes.analyses {
        let restated = match analysis {
            Analysis::Play(analysis) => {
                fields.play(analysis, decision).map(|(play, lost)| (Analysis::Play(play), lost))
            }
            Analysis::Cube(analysis) => {
                fields.cube(analysis, decision).map(|(cube, lost)| (Analysis::Cube(Box::new(cube)), lost))
            }
        };
        if let Some((restated, lost)) = restated {
            *analysis = restated;
            if let Some(lost) = lost {
                lose(inventory::Kind::AnalysisPart, lost);
            }
        }
    }
    // The mark follows from the number, unless a person has set it.
    if let Some((rating, luck)) = mark_of_luck(notes) {
        notes.luck = None;
        if Thresholds::default().luck(luck) != Some(rating) {
            lose(inventory::Kind::Luck, "the mark".to_owned());
        }
    }
    notes.luck_value = notes.luck_value.map(|luck| fields.luck(luck));
}
