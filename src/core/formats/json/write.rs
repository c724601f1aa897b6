//! From a record to its document.

use super::VERSION;
use super::model::{
    ANNOTATIONS, ActJson, AnalysisJson, CAUSES, CandidateJson, ClockJson, DocumentJson, ENDINGS, EntryJson,
    EvaluationJson, GameJson, HeaderJson, NotesJson, PlayerJson, PropertyJson, RATINGS, RemarkJson,
    ResultJson, RulesJson, SetupJson, VariationJson,
};
use crate::board::{Board, Side};
use crate::game::record::{
    Analysis, Anchor, Cell, Clock, CubePlace, CubeWord, Entry, Evaluation, MatchRecord, Notes, Property,
    RemarkKind, Setup, Variation, Written, WrittenRoll,
};
use crate::game::{Act, Happening, Replayed};
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::rules::Leg;

/// Returns the document of a record.
pub(super) fn document(replayed: &Replayed) -> DocumentJson {
    let record = &replayed.record;
    let header = |header: &crate::game::record::Header| HeaderJson {
        key: header.key.value.clone(),
        value: header.value.value.clone(),
    };
    let rules = &replayed.rules;
    let is_sorted = record.remarks.is_sorted_by_key(|remark| remark.anchor);
    let mut remarks = Remarks { record, is_sorted, next: 0 };
    DocumentJson {
        barpoint: VERSION,
        headers: record.headers.iter().map(header).collect(),
        length: record.length.map(|length| length.value),
        cut_off: record.is_cut_off,
        no_hit_marks: record.no_hit_marks,
        comments: remarks.at(Anchor::MATCH),
        rules: RulesJson {
            variant: rules.variant.to_string(),
            crawford: rules.crawford,
            jacoby: rules.jacoby,
            beavers: rules.beavers,
            automatic_doubles: rules.automatic_doubles,
            cube: rules.cube,
            cube_limit: rules.cube_limit,
        },
        games: (0..record.games.len()).map(|index| game(replayed, index, &mut remarks)).collect(),
        score: replayed.score.points.0,
    }
}

/// The remarks of a record, looked up by their anchors.
struct Remarks<'a> {
    record: &'a MatchRecord,
    /// Whether they are in the order of their anchors.
    is_sorted: bool,
    /// The place where the next remark usually is.
    next: usize,
}

impl Remarks<'_> {
    fn at(&mut self, anchor: Anchor) -> Vec<RemarkJson> {
        let all = &self.record.remarks;
        let here = if self.is_sorted {
            let from = self.next + all[self.next..].partition_point(|remark| remark.anchor < anchor);
            self.next = from + all[from..].partition_point(|remark| remark.anchor == anchor);
            from..self.next
        } else {
            0..all.len()
        };
        let here = all[here].iter().filter(|remark| remark.anchor == anchor);
        here.map(|remark| RemarkJson {
            text: remark.text.clone(),
            unknown: remark.kind == RemarkKind::Unknown,
        })
        .collect()
    }
}

fn game(replayed: &Replayed, index: usize, remarks: &mut Remarks<'_>) -> GameJson {
    let (record, meant) = (&replayed.record.games[index], &replayed.games[index]);
    let player = |side: Side| {
        record.players[side].as_ref().map(|player| PlayerJson {
            name: player.name.value.clone(),
            rating: player.rating.as_ref().map(|rating| rating.value.clone()),
            score: player.score.map(|score| score.value),
        })
    };
    let comments = remarks.at(Anchor::game(index));
    let one = |(at, written): (usize, &Entry)| {
        let comments = remarks.at(Anchor::entry(index, at));
        EntryJson { comments, ..entry(written) }
    };
    GameJson {
        number: record.number.map(|number| number.value),
        players: Side::ALL.map(player),
        crawford: record.is_crawford,
        automatic_doubles: record.automatic_doubles,
        notes: record.notes.as_deref().map(notes),
        comments,
        entries: record.entries.iter().enumerate().map(one).collect(),
        score: meant.before.points.0,
        is_crawford: meant.is_crawford,
        acts: meant.acts.iter().filter_map(act).collect(),
        result: meant.result.map(|result| ResultJson {
            winner: result.winner.map(|winner| winner.index() as u8),
            points: result.points,
            cube: result.cube,
            ending: name_of(&ENDINGS, result.ending),
            outcome: result.outcome.map(|outcome| outcome.to_string()),
            proven: meant.is_proven,
        }),
    }
}

/// Finds a value's name in a table that contains all of them.
fn name_of<T: Copy + PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    table.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

fn entry(entry: &Entry) -> EntryJson<String> {
    let mut json = EntryJson {
        side: entry.side.map(|side| side.index() as u8),
        row: entry.row,
        notes: entry.notes.as_deref().map(notes),
        ..EntryJson::default()
    };
    let action = match &entry.written {
        Written::Turn { roll, cell } => {
            json.roll = Some(digits(roll));
            match cell {
                Cell::Play(play) => {
                    json.play = Some(legs_text(play.legs().map(|leg| leg.leg)));
                    "play"
                }
                Cell::Empty => "roll",
                Cell::CannotMove(_) => "cannot-move",
                Cell::Hidden(_) => "hidden-play",
                Cell::Resign(_) => "resign-after-roll",
                Cell::DeclaredIllegal { after, .. } => {
                    json.position = after.as_deref().map(setup);
                    "illegal-play"
                }
                Cell::Unreadable(_) => "unreadable-play",
            }
        }
        Written::Cube { word, value } => {
            json.value = value.map(|value| value.value);
            match word {
                CubeWord::Double => "double",
                CubeWord::Redouble => "redouble",
                CubeWord::Beaver => "beaver",
                CubeWord::Raccoon => "raccoon",
            }
        }
        Written::Take => "take",
        Written::Pass => "pass",
        Written::Resign => "resign",
        Written::OfferResignation { outcome, points } => {
            json.outcome = outcome.map(|outcome| outcome.to_string());
            json.points = points.map(|points| points.value);
            "offer-resignation"
        }
        Written::RefuseResignation => "refuse-resignation",
        Written::AcceptResignation => "accept-resignation",
        Written::Losses { points, cause } => {
            json.points = points.map(|points| points.value);
            json.cause = cause.map(|cause| name_of(&CAUSES, cause).to_owned());
            "lose"
        }
        Written::Wins { points, and_match } => {
            json.points = points.map(|points| points.value);
            json.and_match = and_match.is_some();
            "win"
        }
        Written::Drawn => "draw",
        Written::Set(position) => {
            json.position = Some(setup(position));
            "set"
        }
        Written::Empty => "empty",
        Written::Unreadable => "unreadable",
    };
    EntryJson { action: action.to_owned(), ..json }
}

fn digits(roll: &WrittenRoll) -> String {
    roll.digits.iter().map(|digit| char::from(*digit)).collect()
}

/// Returns the text of legs: `24/18* bar/20 6/off`.
fn legs_text(legs: impl Iterator<Item = Leg>) -> String {
    legs.map(|leg| leg.to_string()).collect::<Vec<_>>().join(" ")
}

fn setup(setup: &Setup) -> SetupJson {
    SetupJson {
        board: setup.board,
        on_roll: setup.on_roll.map(|side| side.index() as u8),
        roll: setup.roll.as_ref().map(digits),
        cube: setup.cube_value,
        cube_place: setup.cube_place.map(|place| match place {
            CubePlace::Centre => "centre".to_owned(),
            CubePlace::Owned(side) => side.index().to_string(),
        }),
    }
}

fn notes(notes: &Notes) -> NotesJson {
    let clock = |Clock { used, left, opponent_left, at }| ClockJson { used, left, opponent_left, at };
    let property = |it: &Property| PropertyJson { key: it.key.clone(), values: it.values.value.clone() };
    let variation = |it: &Variation| VariationJson {
        entries: it.entries.iter().map(entry).collect(),
        comments: it.comments.clone(),
    };
    NotesJson {
        play: notes.play.map(|annotation| name_of(&ANNOTATIONS, annotation).to_owned()),
        cube: notes.cube.map(|annotation| name_of(&ANNOTATIONS, annotation).to_owned()),
        luck: notes.luck.map(|rating| name_of(&RATINGS, rating).to_owned()),
        luck_value: notes.luck_value,
        analyses: notes.analyses.iter().map(analysis).collect(),
        clock: notes.clock.map(clock),
        properties: notes.properties.iter().map(property).collect(),
        variations: notes.variations.iter().map(variation).collect(),
    }
}

fn analysis(analysis: &Analysis) -> AnalysisJson {
    match analysis {
        Analysis::Play(play) => AnalysisJson::Play {
            program: play.program.to_string(),
            candidates: play
                .candidates
                .iter()
                .map(|candidate| CandidateJson {
                    play: legs_text(candidate.legs.iter().copied()),
                    evaluation: evaluation(&candidate.evaluation),
                })
                .collect(),
            played: play.played,
        },
        Analysis::Cube(cube) => AnalysisJson::Cube {
            program: cube.program.to_string(),
            no_double: Box::new(evaluation(&cube.no_double)),
            double_take: cube.double_take.as_ref().map(|take| Box::new(evaluation(take))),
            equity_no_double: cube.equity_no_double,
            equity_double_take: cube.equity_double_take,
            equity_double_pass: cube.equity_double_pass,
            mwc: cube.mwc,
        },
    }
}

fn evaluation(evaluation: &Evaluation) -> EvaluationJson {
    let &Evaluation { ref settings, chances, equity, mwc, error } = evaluation;
    let (settings, chances) = (settings.to_string(), chances.map(<[f64; 5]>::from));
    EvaluationJson { settings, chances, equity, mwc, error }
}

/// Returns an act; the end of a game is its result instead.
fn act(act: &Act) -> Option<ActJson> {
    let id = |board: &Board| PositionId::encode(board).to_string();
    let mut json = ActJson {
        entry: act.entry,
        by: act.by.index() as u8,
        what: act.what.word(act.cube.owner.is_some()),
        roll: act.roll().map(|roll| roll.to_string()),
        cube: act.cube.value,
        cube_owner: act.cube.owner.map(|owner| owner.index() as u8),
        position_id: id(&act.before),
        resulting_position_id: act.after().map(|after| id(&after.flip())),
        ..ActJson::default()
    };
    match act.what {
        Happening::Played { play, .. } => json.play = Some(print::gnubg(&act.before, &play).to_string()),
        Happening::Doubled { to, .. } => json.offered = Some(to),
        Happening::PositionSet { roll } => json.roll = roll.map(|roll| roll.to_string()),
        Happening::ResignationOffered { outcome } | Happening::Resigned { outcome } => {
            json.outcome = Some(outcome.to_string());
        }
        Happening::GameOver(_) => return None,
        _ => {}
    }
    Some(json)
}
