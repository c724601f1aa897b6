//! The evaluation in a decision's text: candidates, the cube, luck, marks.

use super::grammar::{self, Value};
use crate::diag::Span;
use crate::formats::draft::Draft;
use crate::formats::note_words;
use crate::game::record::{
    Analysis, Annotation, Candidate, Chances, CubeAnalysis, Evaluation, Notes, PlayAnalysis, Property,
    Rating, Spanned,
};
use crate::notation::play::{PlayOptions, parse as parse_play};

/// What the analyses are said to be made by.
const PROGRAM: &str = "gnubg";
/// The properties of values that are chances to win the match, which no equity follows from without its table: of the
/// candidates, of the cube (no double, take, pass), of the roll's luck.
const PLAY_MWC: &str = "gnubg:play-mwc";
const CUBE_MWC: &str = "gnubg:cube-mwc";
const LUCK_MWC: &str = "gnubg:luck-mwc";
/// The property of lines that belong to an analysis and have no word of ours: settings, rollouts.
const DETAILS: &str = "gnubg:details";

/// The most lines of details that are kept of a decision.
const MOST_DETAILS: usize = 100;

/// The evaluation of one decision, as far as it has been read.
#[derive(Default)]
pub(super) struct Evaluated {
    candidates: Vec<Candidate>,
    played: Option<u32>,
    play_mwc: Vec<String>,
    play_span: Span,
    /// Whether the chances that follow are those of the cube decision.
    in_cube: bool,
    /// Whether the lines of a rollout have begun.
    in_details: bool,
    cube: Option<Cube>,
    luck: Option<(Value, Span)>,
    rating: Option<Rating>,
    play: Option<Annotation>,
    on_cube: Option<Annotation>,
    /// Whether the last alert was about the cube: its mark stands in the next line.
    cube_alert: bool,
    details: Vec<String>,
    details_span: Span,
}

#[derive(Default)]
struct Cube {
    settings: String,
    cubeless: Option<Value>,
    chances: Option<Chances>,
    /// No double, take, pass.
    cubeful: [Option<Value>; 3],
    span: Span,
}

fn chances(line: &str) -> Option<Chances> {
    let [win, win_gammon, win_backgammon, _, lose_gammon, lose_backgammon] = grammar::chances(line)?;
    Some(Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon })
}

/// The chances as the other side has them.
fn turned(chances: Chances) -> Chances {
    Chances {
        win: rounded(1.0 - chances.win),
        win_gammon: chances.lose_gammon,
        win_backgammon: chances.lose_backgammon,
        lose_gammon: chances.win_gammon,
        lose_backgammon: chances.win_backgammon,
    }
}

/// A difference of decimals, as a decimal.
fn rounded(number: f64) -> f64 {
    (number * 1e9).round() / 1e9
}

impl Evaluated {
    /// Reads a line, and returns whether it belongs to an evaluation.
    pub(super) fn line(&mut self, draft: &mut Draft<'_>, line: &str) -> bool {
        self.row(draft, line) || self.cube_line(draft, line) || self.alert(line) || self.detail(draft, line)
    }

    /// The dice with their luck, candidates, and the chances below them.
    fn row(&mut self, draft: &mut Draft<'_>, line: &str) -> bool {
        if let Some((_, luck)) = grammar::rolled(line) {
            self.luck = luck.map(|luck| (luck, draft.place(line)));
            (self.in_cube, self.in_details) = (false, false);
        } else if let Some(found) = grammar::candidate(line) {
            self.in_cube = false;
            let legs = match parse_play(found.play.as_bytes(), 0, PlayOptions::RECORD) {
                Ok(play) => play.legs().map(|leg| leg.leg).collect(),
                Err(error) => {
                    let part = found.play.get(error.span.range()).unwrap_or(found.play);
                    draft.wrong(draft.place(part), error.to_string());
                    Vec::new()
                }
            };
            if found.is_played {
                self.played = u32::try_from(self.candidates.len()).ok();
            }
            let value = found.value;
            let equity = (!value.is_percent).then_some(value.number);
            if value.is_percent {
                self.play_mwc.push(value.number.to_string());
            }
            let evaluation = Evaluation { settings: found.kind.into(), equity, ..Evaluation::default() };
            self.candidates.push(Candidate { legs: legs.into(), evaluation });
            self.play_span = draft.place(line);
        } else if let Some(chances) = chances(line) {
            if self.in_cube {
                let Some(cube) = &mut self.cube else { return false };
                if cube.chances.is_some() {
                    return false;
                }
                cube.chances = Some(chances);
            } else {
                let Some(last) = self.candidates.last_mut().filter(|it| it.evaluation.chances.is_none())
                else {
                    return false;
                };
                last.evaluation.chances = Some(chances);
            }
        } else {
            // Where nothing is evaluated, the play stands alone.
            return line.strip_prefix('*').is_some_and(|rest| rest.starts_with("    "));
        }
        true
    }

    /// The decision about the cube.
    fn cube_line(&mut self, draft: &mut Draft<'_>, line: &str) -> bool {
        if line.trim_end() == "Cube analysis" {
            (self.in_cube, self.in_details) = (true, false);
            self.cube = Some(Cube { span: draft.place(line), ..Cube::default() });
        } else if let Some((settings, value)) = grammar::cubeless(line) {
            let Some(cube) = &mut self.cube else { return false };
            (cube.settings, cube.cubeless) = (settings.to_owned(), Some(value));
        } else if let Some((choice, value)) = grammar::cubeful(line) {
            let Some(cube) = &mut self.cube else { return false };
            cube.cubeful[choice as usize] = Some(value);
        } else {
            return self.cube.is_some()
                && (line.starts_with("Cubeful equities:") || line.starts_with("Proper cube action:"))
                || line.starts_with("Cannot analyse ");
        }
        true
    }

    /// How good and how lucky it was.
    fn alert(&mut self, line: &str) -> bool {
        let marks = [Annotation::Doubtful, Annotation::Bad, Annotation::VeryBad];
        let mark = |words: &str| marks.into_iter().find(|mark| note_words::annotation(*mark) == words);
        if let Some(words) = grammar::alert(line) {
            self.cube_alert = false;
            if let Some(of_play) = words.strip_suffix(" move") {
                self.play = mark(of_play);
                return self.play.is_some();
            }
            if let Some(of_roll) = words.strip_suffix(" roll") {
                let all = [Rating::VeryLucky, Rating::Lucky, Rating::Unlucky, Rating::VeryUnlucky];
                self.rating = all.into_iter().find(|rating| rating.words() == of_roll);
                return self.rating.is_some();
            }
            self.cube_alert = words.starts_with("wrong ") || words.starts_with("missed ");
            return self.cube_alert;
        }
        let of_cube = self.cube_alert.then(|| grammar::mark(line)).flatten();
        self.on_cube = self.on_cube.or(of_cube.and_then(mark));
        of_cube.is_some()
    }

    /// Lines of an analysis that have no word of ours: settings below candidates, rollouts.
    fn detail(&mut self, draft: &mut Draft<'_>, line: &str) -> bool {
        let has_begun = self.cube.is_some() || !self.candidates.is_empty();
        self.in_details |= has_begun && line.starts_with("Rollout ");
        if !has_begun || !(self.in_details || line.starts_with("  ")) {
            return false;
        }
        if self.details.len() < MOST_DETAILS {
            self.details.push(line.trim().to_owned());
            self.details_span = draft.place(line);
        }
        true
    }

    /// Moves what was read into the notes on an entry. An answer's evaluation is from the view of the side that answers.
    pub(super) fn into_notes(self, is_answer: bool, notes: &mut Notes) {
        let mut property = |key: &str, values: Vec<String>, span| {
            notes.properties.push(Property { key: key.to_owned(), values: Spanned::new(values, span) });
        };
        if !self.play_mwc.is_empty() {
            property(PLAY_MWC, self.play_mwc, self.play_span);
        }
        if let Some((luck, span)) = self.luck.filter(|(luck, _)| luck.is_percent) {
            property(LUCK_MWC, vec![luck.number.to_string()], span);
        }
        if let Some(cube) = &self.cube
            && cube.cubeful.iter().flatten().any(|value| value.is_percent)
        {
            let number = |value: &Option<Value>| value.map_or_else(String::new, |it| it.number.to_string());
            property(CUBE_MWC, cube.cubeful.iter().map(number).collect(), cube.span);
        }
        if !self.details.is_empty() {
            property(DETAILS, self.details, self.details_span);
        }
        if let Some(analysis) = self.cube.and_then(|cube| cube.analysis(is_answer)) {
            notes.analyses.push(analysis);
        }
        if !self.candidates.is_empty() {
            let (program, candidates) = (PROGRAM.into(), self.candidates);
            notes.analyses.push(Analysis::Play(PlayAnalysis { program, candidates, played: self.played }));
        }
        (notes.play, notes.cube, notes.luck) = (self.play, self.on_cube, self.rating);
        notes.luck_value = self.luck.filter(|(luck, _)| !luck.is_percent).map(|(luck, _)| luck.number);
    }
}

impl Cube {
    fn analysis(self, is_answer: bool) -> Option<Analysis> {
        let own = |value: Option<Value>| {
            let equity = value.filter(|value| !value.is_percent)?.number;
            Some(if is_answer && equity != 0.0 { -equity } else { equity })
        };
        if self.chances.is_none() && self.cubeful.iter().all(Option::is_none) {
            return None;
        }
        let chances = if is_answer { self.chances.map(turned) } else { self.chances };
        let (settings, equity) = (self.settings.into(), own(self.cubeless));
        let [no_double, take, pass] = self.cubeful.map(own);
        Some(Analysis::Cube(Box::new(CubeAnalysis {
            program: PROGRAM.into(),
            no_double: Evaluation { settings, chances, equity, ..Evaluation::default() },
            equity_no_double: no_double,
            equity_double_take: take,
            equity_double_pass: pass,
            ..CubeAnalysis::default()
        })))
    }
}
