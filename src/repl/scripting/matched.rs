//! The match as GNU Backgammon's Python module dumps it: its facts, its entries and their analyses.
//!
//! The names and the order of the keys are its own. Its players are `X`, who is player 0, and `O`.

use super::facts::variant_number;
use super::rolled;
use super::sums::{PlayerDump, Players, players, single};
use crate::analysis::stored::{self, Settings};
use crate::board::Side;
use crate::formats::gnubg::What;
use crate::game::record::{
    Analysis, Anchor, Annotation, Chances, CubeAnalysis, Evaluation, PlayAnalysis, Rating, RemarkKind,
    headers,
};
use crate::notation::position_id::PositionId;
use crate::repl::history::{Deed, Game, Move};
use crate::repl::record::listed;
use crate::repl::session::Session;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What a dump contains beyond the facts and the entries.
#[derive(Clone, Copy, Debug, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "they are the arguments of `match()`")]
pub(super) struct Contents {
    analysis: bool,
    boards: bool,
    statistics: bool,
    verbose: bool,
}

const fn letter(side: Side) -> &'static str {
    match side {
        Side::Zero => "X",
        Side::One => "O",
    }
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Match<'a> {
    #[serde(rename = "match-info")]
    facts: Facts<'a>,
    games: Vec<GameDump>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Players<PlayerDump>>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Facts<'a> {
    #[serde(flatten)]
    players: Players<Player<'a>>,
    match_length: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<[u32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    event: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    round: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    annotator: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<&'a str>,
    result: i8,
    variation: &'static str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_eval_context: Option<Context>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default_rollout_context: Option<rolled::Context>,
}

#[derive(Serialize)]
struct Player<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    rating: Option<&'a str>,
    name: &'a str,
}

/// The settings of an evaluation; one that isn't given is that of the match.
#[derive(Clone, Copy, Default, PartialEq, Serialize)]
struct Context {
    #[serde(skip_serializing_if = "Option::is_none")]
    cubeful: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    deterministic: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    prune: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    noise: Option<f64>,
}

impl Context {
    fn of(settings: Settings) -> Self {
        Self {
            cubeful: Some(settings.cubeful.into()),
            plies: Some(settings.plies),
            deterministic: Some(settings.deterministic.into()),
            prune: Some(settings.prune.into()),
            noise: Some(f64::from(settings.noise)),
        }
    }

    /// Returns what differs from the settings of the match; `None` if nothing does.
    fn beside(self, usual: Self) -> Option<Self> {
        fn own<T: Copy + PartialEq>(own: Option<T>, usual: Option<T>) -> Option<T> {
            if own == usual { None } else { own }
        }
        let differing = Self {
            cubeful: own(self.cubeful, usual.cubeful),
            plies: own(self.plies, usual.plies),
            deterministic: own(self.deterministic, usual.deterministic),
            prune: own(self.prune, usual.prune),
            noise: own(self.noise, usual.noise),
        };
        (differing != Self::default()).then_some(differing)
    }
}

#[derive(Serialize)]
struct GameDump {
    info: Info,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Players<PlayerDump>>,
    game: Vec<EntryDump>,
}

#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Info {
    #[serde(rename = "score-X")]
    score_zero: u32,
    #[serde(rename = "score-O")]
    score_one: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    crawford: Option<bool>,
    winner: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points_won: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    resigned: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    initial_cube: Option<u32>,
}

#[derive(Default, Serialize)]
#[serde(rename_all = "kebab-case")]
struct EntryDump {
    #[serde(skip_serializing_if = "Option::is_none")]
    dice: Option<[u8; 2]>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<(u8, u8)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube_owner: Option<Value>,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    analysis: Option<AnalysisDump>,
}

#[derive(Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct AnalysisDump {
    #[serde(flatten)]
    cube: Option<Dumped<CubeDump, rolled::CubeDump>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Dumped<CandidateDump, rolled::CandidateDump>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    imove: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    luck_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    luck: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skill: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cube_skill: Option<&'static str>,
}

/// An evaluation or a rollout.
#[derive(PartialEq, Serialize)]
#[serde(untagged)]
enum Dumped<E, R> {
    Evaluated(E),
    RolledOut(R),
}

#[derive(PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
struct CubeDump {
    r#type: &'static str,
    probs: [f64; 5],
    nd_cubeful_eq: f64,
    dt_cubeful_eq: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nd_match_eq: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dt_match_eq: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    eval_context: Option<Context>,
}

#[derive(PartialEq, Serialize)]
struct CandidateDump {
    r#type: &'static str,
    r#move: Vec<(u8, u8)>,
    probs: [f64; 5],
    score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    evalcontext: Option<Context>,
}

/// Dumps the match of a session; `null` without one.
pub(super) fn matched(session: &Session, contents: Contents) -> serde_json::Result<String> {
    let games = &session.game.history.games;
    if games.is_empty() {
        return serde_json::to_string(&Value::Null);
    }
    let usual = if contents.analysis { Usual::of(games) } else { Usual::default() };
    let (statistics, offset) = (|range| session.statistics(range), session.settings.rating_offset);
    let dump = Match {
        facts: facts(session, usual),
        games: games
            .iter()
            .enumerate()
            .map(|(index, game)| GameDump {
                info: info(session, game),
                stats: contents.statistics.then(|| players(&statistics(index..index + 1), offset, false)),
                game: game.moves.iter().filter_map(|step| entry(step, contents, usual)).collect(),
            })
            .collect(),
        stats: contents.statistics.then(|| players(&statistics(0..games.len()), offset, true)),
    };
    serde_json::to_string(&dump)
}

/// The settings of the first evaluation and of the first rollout, which GNU Backgammon takes for those of the match.
#[derive(Clone, Copy, Default)]
struct Usual {
    evaluation: Option<Context>,
    rollout: Option<rolled::Context>,
}

impl Usual {
    fn of(games: &[Game]) -> Self {
        let of = |analysis: &Analysis| match analysis {
            Analysis::Cube(cube) => stored::settings(&cube.no_double),
            Analysis::Play(play) => {
                play.candidates.iter().find_map(|candidate| stored::settings(&candidate.evaluation))
            }
        };
        let analyses = || games.iter().flat_map(|game| &game.moves).flat_map(in_order);
        Self {
            evaluation: analyses().find_map(of).map(Context::of),
            rollout: analyses().find_map(rolled::context),
        }
    }
}

/// Returns the analyses of an entry, those of the cube first.
fn in_order(step: &Move) -> impl Iterator<Item = &Analysis> {
    let all = &step.notes.analyses;
    let is_cube = |analysis: &&Analysis| matches!(analysis, Analysis::Cube(_));
    all.iter().filter(is_cube).chain(all.iter().filter(move |analysis| !is_cube(analysis)))
}

const VARIATIONS: [&str; 5] = ["Standard", "Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3"];

fn facts(session: &Session, usual: Usual) -> Facts<'_> {
    let record = &session.game.record;
    let rules = session.game.state.rules();
    let header = |key: &str| {
        let value = record.header(key)?.value.value.as_str();
        (!value.is_empty()).then_some(value)
    };
    let comment = record
        .remarks
        .iter()
        .find(|remark| remark.kind == RemarkKind::Comment && remark.anchor == Anchor::MATCH);
    let day = record.day().and_then(|day| {
        let mut parts = day.split('-').rev().map(str::parse);
        Some([parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?])
    });
    let last = session.game.history.games.last().and_then(Game::result);
    let rules_in_words = [
        ("NoCube", !rules.cube),
        ("Crawford", rules.crawford && !rules.is_money()),
        ("Jacoby", rules.jacoby && rules.is_money()),
    ];
    Facts {
        players: Players::of(|side| Player {
            rating: header(headers::ELO[side.index()]),
            name: session.name(side),
        }),
        match_length: rules.length,
        date: day,
        event: header(headers::EVENT),
        round: header(headers::ROUND),
        place: header(headers::SITE),
        annotator: header(headers::ANNOTATOR),
        comment: comment.map(|remark| remark.text.as_str()),
        // That of the last game.
        result: match last.and_then(|result| result.winner) {
            Some(Side::Zero) => -1,
            Some(Side::One) => 1,
            None => 0,
        },
        variation: VARIATIONS[usize::from(variant_number(rules.variant))],
        rules: rules_in_words.into_iter().filter_map(|(name, holds)| holds.then_some(name)).collect(),
        default_eval_context: usual.evaluation,
        default_rollout_context: usual.rollout,
    }
}

fn info(session: &Session, game: &Game) -> Info {
    let rules = session.game.state.rules();
    let result = game.result();
    let is_resigned = || game.moves.iter().any(|step| matches!(step.what, Deed::Resigned(_)));
    let winner = result.and_then(|result| result.winner);
    let is_one_away = Side::ALL.iter().any(|&side| game.begun_at[side] + 1 == u32::from(rules.length));
    let doubles = game.automatic_doubles();
    Info {
        score_zero: game.begun_at[Side::Zero],
        score_one: game.begun_at[Side::One],
        crawford: is_one_away.then_some(game.start.is_crawford_game()),
        winner: winner.map(letter),
        points_won: winner.and(result).map(|result| result.points),
        resigned: winner.map(|_| is_resigned()),
        initial_cube: (doubles > 0).then_some(1 << doubles),
    }
}

fn entry(step: &Move, contents: Contents, usual: Usual) -> Option<EntryDump> {
    let listed = listed::listed(step, None)?;
    let seen_by = |side| contents.boards.then(|| PositionId::encode(&step.before.board_of(side)).to_string());
    let player = Some(letter(listed.by));
    let digits = |dice: [u8; 2]| Some(dice.map(|digit| digit - b'0'));
    let set = EntryDump { action: "set", ..EntryDump::default() };
    let mut dump = match listed.what {
        What::Play(dice, steps) => EntryDump {
            dice: digits(dice),
            steps: Some(steps),
            board: seen_by(step.by),
            action: "move",
            player,
            ..EntryDump::default()
        },
        What::Dice(dice) => EntryDump { dice: digits(dice), player, ..set },
        // An offer in answer to another one is seen by the player on roll, too.
        What::Double => EntryDump {
            board: seen_by(step.before.on_roll()),
            action: "double",
            player,
            ..EntryDump::default()
        },
        What::Take => EntryDump { action: "take", player, ..EntryDump::default() },
        What::Drop => EntryDump { action: "drop", player, ..EntryDump::default() },
        What::Resign(points) => {
            EntryDump { action: "resign", player, points: Some(points), ..EntryDump::default() }
        }
        What::Board(_) => EntryDump {
            board: Some(PositionId::encode(&step.after.board_of(step.after.on_roll())).to_string()),
            ..set
        },
        What::CubeValue(value) => EntryDump { cube: Some(value), ..set },
        What::CubePlace(owner) => EntryDump { cube_owner: Some(json!(owner.map(letter))), ..set },
    };
    if contents.analysis {
        dump.analysis = analysis(step, contents, usual);
    }
    Some(dump)
}

fn analysis(step: &Move, contents: Contents, usual: Usual) -> Option<AnalysisDump> {
    let notes = &step.notes;
    let mut dump = AnalysisDump::default();
    let is_answer = matches!(step.what, Deed::Taken | Deed::Passed);
    for analysis in &notes.analyses {
        match analysis {
            // The analysis of a double stands at the double.
            Analysis::Cube(_) if is_answer => {}
            Analysis::Cube(found) => dump.cube = cube(found, contents.verbose, usual),
            Analysis::Play(found) => {
                dump.moves = Some(candidates(found, usual));
                dump.imove = found.played;
            }
        }
    }
    dump.luck_value = notes.luck_value.map(single);
    dump.luck = notes.luck.map(|luck| match luck {
        Rating::VeryUnlucky => "verybad",
        Rating::Unlucky => "bad",
        Rating::Lucky => "good",
        Rating::VeryLucky => "verygood",
    });
    if matches!(step.what, Deed::Played(..) | Deed::Condoned(_)) {
        (dump.skill, dump.cube_skill) = (notes.play.and_then(skill), notes.cube.and_then(skill));
    } else {
        dump.skill = notes.cube.or(notes.play).and_then(skill);
    }
    (dump != AnalysisDump::default()).then_some(dump)
}

const fn skill(mark: Annotation) -> Option<&'static str> {
    match mark {
        Annotation::VeryBad => Some("very bad"),
        Annotation::Bad => Some("bad"),
        Annotation::Doubtful => Some("doubtful"),
        _ => None,
    }
}

/// The type of an evaluation.
const TYPE: &str = "eval";

fn probabilities(chances: Option<Chances>) -> [f64; 5] {
    let of = chances.unwrap_or_default();
    [of.win, of.win_gammon, of.win_backgammon, of.lose_gammon, of.lose_backgammon].map(single)
}

fn context(evaluation: &Evaluation, usual: Usual) -> Option<Context> {
    stored::settings(evaluation).map(Context::of)?.beside(usual.evaluation.unwrap_or_default())
}

fn cube(
    analysis: &CubeAnalysis,
    is_verbose: bool,
    usual: Usual,
) -> Option<Dumped<CubeDump, rolled::CubeDump>> {
    if let Some(rolled) = rolled::cube(analysis, usual.rollout.unwrap_or_default()) {
        return Some(Dumped::RolledOut(rolled));
    }
    let [no_double, double_take] = stored::cube_numbers(analysis)?;
    let cubeless = |numbers: [f64; 7]| is_verbose.then(|| single(numbers[5]));
    Some(Dumped::Evaluated(CubeDump {
        r#type: TYPE,
        probs: probabilities(analysis.no_double.chances),
        nd_cubeful_eq: single(no_double[6]),
        dt_cubeful_eq: single(double_take[6]),
        nd_match_eq: cubeless(no_double),
        dt_match_eq: cubeless(double_take),
        eval_context: context(&analysis.no_double, usual),
    }))
}

fn candidates(analysis: &PlayAnalysis, usual: Usual) -> Vec<Dumped<CandidateDump, rolled::CandidateDump>> {
    let dump = |candidate: &crate::game::record::Candidate| {
        if let Some(rolled) = rolled::candidate(candidate, usual.rollout.unwrap_or_default()) {
            return Dumped::RolledOut(rolled);
        }
        let evaluation = &candidate.evaluation;
        Dumped::Evaluated(CandidateDump {
            r#type: TYPE,
            r#move: candidate.legs.iter().map(|leg| (leg.from.number(), leg.to.number())).collect(),
            probs: probabilities(evaluation.chances),
            score: single(evaluation.equity.unwrap_or_default()),
            evalcontext: context(evaluation, usual),
        })
    };
    analysis.candidates.iter().map(dump).collect()
}
