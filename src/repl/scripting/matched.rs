//! The match as GNU Backgammon's Python module dumps it: its facts, its entries and their analyses.
//!
//! The names and the order of the keys are its own. Its players are `X`, who is player 0, and `O`.

use super::dict::{Dict, Parts};
use super::facts::variant_number;
use super::rolled;
use super::sums::{both, players, single};
use crate::analysis::stored::{self, Settings};
use crate::board::Side;
use crate::formats::gnubg::What;
use crate::game::record::{
    Analysis, Anchor, Annotation, Candidate, Chances, CubeAnalysis, Evaluation, PlayAnalysis, Rating,
    RemarkKind, headers,
};
use crate::notation::position_id::PositionId;
use crate::repl::history::{Deed, Game, Move};
use crate::repl::record::listed;
use crate::repl::session::Session;
use serde::Deserialize;
use serde_json::Value;
use std::ops::Range;

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

/// Returns the settings of an evaluation.
fn context(of: Settings) -> Parts {
    vec![
        ("cubeful", u8::from(of.cubeful).into()),
        ("plies", of.plies.into()),
        ("deterministic", u8::from(of.deterministic).into()),
        ("prune", u8::from(of.prune).into()),
        ("noise", f64::from(of.noise).into()),
    ]
}

/// Dumps the match of a session; `null` without one.
pub(super) fn matched(session: &Session, contents: Contents) -> serde_json::Result<String> {
    let games = &session.game.history.games;
    if games.is_empty() {
        return serde_json::to_string(&Value::Null);
    }
    let usual = if contents.analysis { Usual::of(games) } else { Usual::default() };
    let offset = session.settings.rating_offset;
    let sums = |games: Range<usize>, is_all: bool| {
        contents.statistics.then(|| players(&session.statistics(games), offset, is_all))
    };
    let game = |(index, game): (usize, &Game)| {
        let entries: Vec<Dict> = game.moves.iter().filter_map(|step| entry(step, contents, &usual)).collect();
        Dict::default()
            .dict("info", info(session, game))
            .dict("stats", sums(index..index + 1, false))
            .list("game", entries)
    };
    let all: Vec<Dict> = games.iter().enumerate().map(game).collect();
    let dump = Dict::default()
        .dict("match-info", facts(session, &usual))
        .list("games", all)
        .dict("stats", sums(0..games.len(), true));
    serde_json::to_string(&dump)
}

/// The settings of the first evaluation and of the first rollout, which GNU Backgammon takes for those of the match.
#[derive(Default)]
struct Usual {
    evaluation: Parts,
    rollout: Parts,
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
            evaluation: analyses().find_map(of).map(context).unwrap_or_default(),
            rollout: analyses().find_map(rolled::first_context).unwrap_or_default(),
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

fn facts(session: &Session, usual: &Usual) -> Dict {
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
    let date: Option<[u32; 3]> = record.day().and_then(|day| {
        let mut parts = day.split('-').rev().map(str::parse);
        Some([parts.next()?.ok()?, parts.next()?.ok()?, parts.next()?.ok()?])
    });
    let last = session.game.history.games.last().and_then(Game::result);
    let rules_in_words = [
        ("NoCube", !rules.cube),
        ("Crawford", rules.crawford && !rules.is_money()),
        ("Jacoby", rules.jacoby && rules.is_money()),
    ];
    let rules_in_words: Vec<&str> =
        rules_in_words.into_iter().filter_map(|(name, holds)| holds.then_some(name)).collect();
    // That of the last game.
    let result = match last.and_then(|result| result.winner) {
        Some(Side::Zero) => -1,
        Some(Side::One) => 1,
        None => 0,
    };
    let player = |side: Side| {
        let rating = header(headers::ELO[side.index()]);
        Dict::default().maybe("rating", rating).with("name", session.name(side))
    };
    both(player)
        .with("match-length", rules.length)
        .maybe("date", date)
        .maybe("event", header(headers::EVENT))
        .maybe("round", header(headers::ROUND))
        .maybe("place", header(headers::SITE))
        .maybe("annotator", header(headers::ANNOTATOR))
        .maybe("comment", comment.map(|remark| remark.text.as_str()))
        .with("result", result)
        .with("variation", VARIATIONS[usize::from(variant_number(rules.variant))])
        .maybe("rules", Some(rules_in_words).filter(|words| !words.is_empty()))
        .dict("default-eval-context", Dict::unusual(usual.evaluation.clone(), &Parts::new()))
        .dict("default-rollout-context", Dict::unusual(usual.rollout.clone(), &Parts::new()))
}

fn info(session: &Session, game: &Game) -> Dict {
    let rules = session.game.state.rules();
    let result = game.result();
    let is_resigned = || game.moves.iter().any(|step| matches!(step.what, Deed::Resigned(_)));
    let winner = result.and_then(|result| result.winner);
    let is_one_away = Side::ALL.iter().any(|&side| game.begun_at[side] + 1 == u32::from(rules.length));
    let doubles = game.automatic_doubles();
    Dict::default()
        .with("score-X", game.begun_at[Side::Zero])
        .with("score-O", game.begun_at[Side::One])
        .maybe("crawford", is_one_away.then_some(game.start.is_crawford_game()))
        .with("winner", winner.map(letter))
        .maybe("points-won", winner.and(result).map(|result| result.points))
        .maybe("resigned", winner.map(|_| is_resigned()))
        .maybe("initial-cube", (doubles > 0).then_some(1_u32 << doubles))
}

fn entry(step: &Move, contents: Contents, usual: &Usual) -> Option<Dict> {
    let listed = listed::listed(step, None)?;
    let dump = Dict::default();
    let seen_by = |side| contents.boards.then(|| PositionId::encode(&step.before.board_of(side)).to_string());
    let digits = |dice: [u8; 2]| dice.map(|digit| digit - b'0');
    let set = |dump: Dict| dump.with("action", "set");
    let acted = |dump: Dict, action: &str| dump.with("action", action).with("player", letter(listed.by));
    let dump = match listed.what {
        What::Play(dice, steps) => {
            let steps: Vec<[u8; 2]> = steps.into_iter().map(<[u8; 2]>::from).collect();
            let dump = dump.with("dice", digits(dice)).with("move", steps);
            acted(dump.maybe("board", seen_by(step.by)), "move")
        }
        What::Dice(dice) => acted(dump.with("dice", digits(dice)), "set"),
        // An offer in answer to another one is seen by the player on roll, too.
        What::Double => acted(dump.maybe("board", seen_by(step.before.on_roll())), "double"),
        What::Take => acted(dump, "take"),
        What::Drop => acted(dump, "drop"),
        What::Resign(points) => acted(dump, "resign").with("points", points),
        What::Board(_) => {
            let board = step.after.board_of(step.after.on_roll());
            set(dump.with("board", PositionId::encode(&board).to_string()))
        }
        What::CubeValue(value) => set(dump.with("cube", value)),
        What::CubePlace(owner) => set(dump.with("cube-owner", owner.map(letter))),
    };
    let found = contents.analysis.then(|| analysis(step, contents, usual)).filter(|found| !found.is_empty());
    Some(dump.dict("analysis", found))
}

fn analysis(step: &Move, contents: Contents, usual: &Usual) -> Dict {
    let notes = &step.notes;
    let (mut of_cube, mut of_play) = (None, None);
    let is_answer = matches!(step.what, Deed::Taken | Deed::Passed);
    for analysis in &notes.analyses {
        match analysis {
            // The analysis of a double stands at the double.
            Analysis::Cube(_) if is_answer => {}
            Analysis::Cube(found) => of_cube = cube(found, contents.verbose, usual),
            Analysis::Play(found) => of_play = Some(found),
        }
    }
    let luck = notes.luck.map(|luck| match luck {
        Rating::VeryUnlucky => "verybad",
        Rating::Unlucky => "bad",
        Rating::Lucky => "good",
        Rating::VeryLucky => "verygood",
    });
    let (of_decision, of_double) = if matches!(step.what, Deed::Played(..) | Deed::Condoned(_)) {
        (notes.play, notes.cube)
    } else {
        (notes.cube.or(notes.play), None)
    };
    of_cube
        .unwrap_or_default()
        .list("moves", of_play.map(|found| candidates(found, usual)))
        .maybe("imove", of_play.and_then(|found| found.played))
        .maybe("luck-value", notes.luck_value.map(single))
        .maybe("luck", luck)
        .maybe("skill", of_decision.and_then(skill))
        .maybe("cube-skill", of_double.and_then(skill))
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

/// Dumps the settings of an evaluation that differ from the usual ones.
fn own_context(evaluation: &Evaluation, usual: &Usual) -> Option<Dict> {
    Dict::unusual(context(stored::settings(evaluation)?), &usual.evaluation)
}

fn cube(analysis: &CubeAnalysis, is_verbose: bool, usual: &Usual) -> Option<Dict> {
    if let Some(rolled) = rolled::cube(analysis, &usual.rollout) {
        return Some(rolled);
    }
    let [no_double, double_take] = stored::cube_numbers(analysis)?;
    let cubeless = |numbers: [f64; 7]| is_verbose.then(|| single(numbers[5]));
    let dump = Dict::default()
        .with("type", TYPE)
        .with("probs", probabilities(analysis.no_double.chances))
        .with("nd-cubeful-eq", single(no_double[6]))
        .with("dt-cubeful-eq", single(double_take[6]))
        .maybe("nd-match-eq", cubeless(no_double))
        .maybe("dt-match-eq", cubeless(double_take))
        .dict("eval-context", own_context(&analysis.no_double, usual));
    Some(dump)
}

fn candidates(analysis: &PlayAnalysis, usual: &Usual) -> Vec<Dict> {
    let evaluated = |candidate: &Candidate| {
        let evaluation = &candidate.evaluation;
        Dict::default()
            .with("type", TYPE)
            .with("move", rolled::legs(candidate))
            .with("probs", probabilities(evaluation.chances))
            .with("score", single(evaluation.equity.unwrap_or_default()))
            .dict("evalcontext", own_context(evaluation, usual))
    };
    let dump =
        |candidate| rolled::candidate(candidate, &usual.rollout).unwrap_or_else(|| evaluated(candidate));
    analysis.candidates.iter().map(dump).collect()
}
