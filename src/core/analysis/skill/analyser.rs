//! Evaluating decisions by a search.

use super::decision::{Decision, Kind, decisions};
use super::marks::{Mark, Thresholds};
use super::performance::UNUSED;
use super::verdict::Verdict;
use crate::analysis::stored::{Stored, in_order, is_rollout};
use crate::board::{Board, BySide, Place, Roll};
use crate::engine::cube::{Action, CubeDecision, CubeState};
use crate::engine::met::MatchEquity;
use crate::engine::move_filters::MoveFilters;
use crate::engine::roller;
use crate::engine::search::{EvaluatedPlay, Evaluation, Filter, Filters, Options, Search};
use crate::engine::{Chances, Evaluator};
use crate::formats::sgf::marks;
use crate::game::Replayed;
use crate::game::record::{Analysis, Annotation, Candidate, CubeAnalysis, MatchRecord, Notes, PlayAnalysis};
use crate::rules::{Leg, Play};

/// The decisions to evaluate, and the options.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scope {
    /// The options for plays; `None` if plays aren't evaluated.
    pub plays: Option<Options>,
    /// The filters that select plays for deeper evaluation; `None` leaves the selection to the search.
    pub filters: Option<MoveFilters>,
    /// The options for cube decisions; `None` if they aren't evaluated.
    pub cube: Option<Options>,
    /// The options for the luck of rolls; `None` if it isn't evaluated.
    pub luck: Option<Options>,
    /// The players whose turns are evaluated; doubles and answers are evaluated for both.
    pub players: BySide<bool>,
}

impl Scope {
    /// Returns a scope with all decisions, evaluated with the same options, and the luck at 0-ply, over all plays.
    #[must_use]
    pub fn all(options: Options) -> Self {
        let filters = Filters { inside: Filter::ALL, ..options.filters };
        Self {
            plays: Some(options),
            filters: None,
            cube: Some(options),
            luck: Some(Options { plies: 0, filters, ..options }),
            players: BySide::new(true, true),
        }
    }
}

/// An evaluator of decisions. Each decision is evaluated by itself: in any order, on any thread, with the same result.
#[derive(Clone, Copy, Debug)]
pub struct Analyser<'a> {
    evaluator: &'a dyn Evaluator,
    scope: Scope,
    table: Option<&'a MatchEquity>,
}

/// The evaluation of a decision, to be added to its notes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Found {
    play: Option<PlayAnalysis>,
    cube: Option<CubeAnalysis>,
    luck: Option<f64>,
}

impl Found {
    /// Drops what notes have rollouts of.
    pub fn spare_rollouts(&mut self, notes: &Notes) {
        let has = |is_play: bool| {
            let of_kind = |stored: &&Analysis| matches!(stored, Analysis::Play(_)) == is_play;
            notes.analyses.iter().filter(of_kind).any(is_rollout)
        };
        self.play.take_if(|_| has(true));
        self.cube.take_if(|_| has(false));
    }

    /// Returns `true` if plays were evaluated.
    #[must_use]
    pub const fn has_plays(&self) -> bool {
        self.play.is_some()
    }
}

/// The most candidates kept.
const CANDIDATES: usize = 24;

impl<'a> Analyser<'a> {
    /// Returns an evaluator.
    #[must_use]
    pub const fn new(evaluator: &'a dyn Evaluator, scope: Scope) -> Self {
        Self { evaluator, scope, table: None }
    }

    /// Returns the evaluator with a match equity table instead of the program's, for the scores that it contains.
    #[must_use]
    pub const fn with_table(self, table: Option<&'a MatchEquity>) -> Self {
        Self { table, ..self }
    }

    /// Evaluates one decision and the luck of its roll. A decision at a score that no match equity table contains isn't
    /// evaluated.
    #[must_use]
    pub fn analyse(&self, decision: &Decision) -> Found {
        let mut searches = Searches { analyser: self, state: decision.state, made: Vec::new() };
        // An answer is read from the evaluation of the double, so both are always there.
        let is_evaluated = self.scope.players[decision.by] || !matches!(decision.kind, Kind::Turn { .. });
        let mut found = Found::default();
        if let Some(options) = self.scope.luck.filter(|_| is_evaluated)
            && let Kind::Turn { roll, is_opening, .. } = decision.kind
        {
            found.luck = self.luck(&mut searches, decision, options, roll, is_opening);
        }
        if let Some(options) = self.scope.cube.filter(|_| is_evaluated)
            && !matches!(decision.kind, Kind::Turn { may_double: false, .. })
            // Beavers and their answers follow from the double's values.
            && decision.kind.is_rated()
        {
            let search = searches.of(options);
            found.cube = search.and_then(|search| {
                cube_analysis(&roller::cube(search, &decision.board), search.options().cubeful)
            });
        }
        let (roll, made) = match decision.kind {
            Kind::Turn { roll, play: Some(play), after, .. } => (roll, Some((play, after))),
            Kind::Seen(roll) => (roll, None),
            _ => return found,
        };
        if let Some(options) = self.scope.plays.filter(|_| is_evaluated) {
            let (filters, search) = (self.scope.filters, searches.of(options));
            found.play = search.map(|search| plays(search, filters, (&decision.board, roll), made));
        }
        found
    }

    /// Returns the luck of a roll: the equity of its best play less the mean over all rolls. An opening roll also
    /// decides who begins: there, the mean is over the rolls of both players without doublets.
    fn luck(
        &self,
        searches: &mut Searches<'_, 'a>,
        decision: &Decision,
        options: Options,
        roll: Roll,
        is_opening: bool,
    ) -> Option<f64> {
        let own = searches.of(options)?.rolls(&decision.board);
        let mean: f64 = if is_opening {
            let state = decision.state.flip();
            let mut theirs = Searches { analyser: self, state, made: Vec::new() };
            let theirs = theirs.of(options)?.rolls(&decision.board.flip());
            let rolls = Roll::ALL.iter().zip(own.iter().zip(theirs));
            let singles = rolls.filter(|(roll, _)| !roll.is_doublet());
            singles.map(|(_, (own, theirs))| f64::from(own - theirs) / 30.0).sum()
        } else {
            let rolls = Roll::ALL.iter().zip(own);
            rolls.map(|(roll, value)| f64::from(roll.weight()) / 36.0 * f64::from(value)).sum()
        };
        // As many digits as are stored.
        format!("{:.5}", f64::from(own[roll.index()]) - mean).parse().ok()
    }
}

/// The searches for one state of the cube; one search serves all depths.
struct Searches<'j, 'a> {
    analyser: &'j Analyser<'a>,
    state: CubeState,
    made: Vec<(Options, Search<'a>)>,
}

impl<'a> Searches<'_, 'a> {
    fn of(&mut self, options: Options) -> Option<&mut Search<'a>> {
        let plain = Options { plies: 0, ..options };
        let known = self.made.iter().position(|(made, _)| *made == plain);
        if known.is_none() {
            let table = MatchEquity::at(self.analyser.table, self.state.most_away());
            self.made.push((plain, Search::new(self.analyser.evaluator, table, self.state, options)?));
        }
        let place = known.unwrap_or(self.made.len() - 1);
        let search = &mut self.made[place].1;
        search.set_plies(options.plies);
        Some(search)
    }
}

/// Returns a cube decision as records store it, where there is one.
#[must_use]
pub fn cube_analysis(found: &CubeDecision, cubeful: bool) -> Option<CubeAnalysis> {
    if found.action == Action::NotAvailable {
        return None;
    }
    let values = match found.match_chances {
        Some([no_double, double_take, _]) => [no_double, double_take],
        None => [found.no_double, found.double_take],
    };
    let stored = stored(cubeful, found.plies, found.chances);
    Some(stored.cube(f64::from(found.cubeless), values.map(f64::from)))
}

fn plays(
    search: &mut Search<'_>,
    filters: Option<MoveFilters>,
    (board, roll): (&Board, Roll),
    made: Option<(Play, Board)>,
) -> PlayAnalysis {
    let wanted = search.options().plies;
    // A forced play doesn't need a deeper search.
    search.set_plies(0);
    let mut evaluated = search.plays(board, roll);
    search.set_plies(wanted);
    if evaluated.len() > 1 && wanted > 0 {
        evaluated = match filters {
            Some(filters) => roller::filtered_plays(search, &filters, board, roll),
            None => roller::plays(search, board, roll),
        };
    }
    let closeness = |evaluation: &Evaluation| (evaluation.plies, evaluation.rolled.is_some());
    let closest = closeness(&evaluated[0].evaluation);
    let mut played =
        made.and_then(|(_, after)| evaluated.iter().position(|evaluated| evaluated.after == after));
    // The actual play is evaluated as deep as the best.
    if let Some((place, (play, after))) = played.zip(made)
        && closeness(&evaluated[place].evaluation) < closest
    {
        evaluated.remove(place);
        let is_rolled = evaluated[0].evaluation.rolled.is_some();
        let own =
            if is_rolled { roller::play(search, play, after) } else { search.evaluate_play(play, after) };
        let is_better = |other: &EvaluatedPlay| {
            closeness(&other.evaluation) == closest && other.evaluation.equity >= own.evaluation.equity
        };
        let place = evaluated.iter().take_while(|other| is_better(other)).count();
        evaluated.insert(place, own);
        played = Some(place);
    }
    if let Some(place) = played.filter(|&place| place >= CANDIDATES) {
        evaluated.swap(place, CANDIDATES - 1);
        played = Some(CANDIDATES - 1);
    }
    evaluated.truncate(CANDIDATES);
    let played = played.and_then(|place| u32::try_from(place).ok());
    PlayAnalysis { played, ..play_analysis(&evaluated, search.options().cubeful) }
}

/// Returns evaluated plays as records store them, the best first, without the one that was played.
#[must_use]
pub fn play_analysis(evaluated: &[EvaluatedPlay], cubeful: bool) -> PlayAnalysis {
    let candidates = evaluated.iter().map(|evaluated| candidate(evaluated, cubeful)).collect();
    PlayAnalysis { program: "gnubg".into(), candidates, played: None }
}

fn candidate(evaluated: &EvaluatedPlay, cubeful: bool) -> Candidate {
    let place = |number| Place::from_number(number);
    let leg = |from, to| Some(Leg { from: place(from)?, to: place(to)?, hit: false });
    let legs = evaluated.play.steps().iter().filter_map(|step| leg(step.from(), step.to())).collect();
    let evaluation = &evaluated.evaluation;
    stored(cubeful, evaluation.plies, evaluation.chances)
        .candidate(in_order(legs), f64::from(evaluation.equity))
}

fn stored(cubeful: bool, plies: u8, chances: Chances) -> Stored {
    let [lost, .., won] = chances.0;
    let chances = [chances.win(), chances.win_gammon(), won, chances.lose_gammon(), lost];
    Stored { plies, cubeful, chances: chances.map(f64::from).into() }
}

/// Replaces the evaluations in an entry's notes, and marks bad decisions and lucky rolls. A mark of a good decision set
/// by others stays; candidates that were marked for a closer look are others now, so their marks go.
pub fn note(notes: &mut Notes, decision: &Decision, found: Found, thresholds: &Thresholds) {
    let Found { play, cube, luck } = found;
    if play.is_some() {
        notes.analyses.retain(|analysis| !matches!(analysis, Analysis::Play(_)));
        notes.properties.retain(|property| property.key != marks::UNREAD_PLAY);
        marks::clear_plays(notes);
    }
    if cube.is_some() {
        notes.analyses.retain(|analysis| !matches!(analysis, Analysis::Cube(_)));
        notes.properties.retain(|property| property.key != marks::UNREAD_CUBE);
    }
    let (has_play, has_cube) = (play.is_some(), cube.is_some());
    let found = cube.map(|cube| Analysis::Cube(Box::new(cube))).into_iter().chain(play.map(Analysis::Play));
    notes.analyses.insert_many(0, found);
    if let Some(luck) = luck {
        notes.luck_value = Some(luck);
        notes.luck = thresholds.luck(luck);
    }
    let verdict = Verdict::of(notes, decision);
    if has_play {
        mark(&mut notes.play, verdict.play.map_or(Mark::None, |play| thresholds.mark(play.loss)));
    }
    if has_cube {
        let loss = verdict.cube.map_or(0.0, |cube| cube.loss(decision.kind));
        mark(&mut notes.cube, thresholds.mark(loss));
    }
}

fn mark(slot: &mut Option<Annotation>, mark: Mark) {
    let is_ours = matches!(slot, None | Some(Annotation::Doubtful | Annotation::Bad | Annotation::VeryBad));
    if is_ours || mark != Mark::None {
        *slot = mark.annotation();
    }
}

/// Removes all evaluations from a record, also those where nothing was decided, as of the end of a game: analyses, luck,
/// and eXtreme Gammon's marks of plays that don't count. The marks of decisions stay, those of candidates go.
pub fn forget(record: &mut MatchRecord) {
    let entries = record.games.iter_mut().flat_map(|game| &mut game.entries);
    for notes in entries.filter_map(|entry| entry.notes.as_deref_mut()) {
        notes.analyses.clear();
        marks::clear_plays(notes);
        notes.luck_value = None;
        let is_evaluation = |key: &str| [UNUSED, marks::UNREAD_PLAY, marks::UNREAD_CUBE].contains(&key);
        notes.properties.retain(|property| !is_evaluation(&property.key));
    }
}

/// Evaluates every decision of a record, one after the other, and stores the results in it in place of
/// [all earlier ones](forget), until `is_stopped` returns `true`; it is asked before each decision. Returns `true` if all
/// are evaluated.
pub fn analysed(
    replayed: &mut Replayed,
    analyser: &Analyser<'_>,
    thresholds: &Thresholds,
    is_stopped: impl Fn() -> bool,
) -> bool {
    forget(&mut replayed.record);
    completed(replayed, analyser, thresholds, is_stopped)
}

/// Evaluates what isn't evaluated in a record: plays, cube decisions and the luck of rolls, as [`analysed`] evaluates all.
pub fn completed(
    replayed: &mut Replayed,
    analyser: &Analyser<'_>,
    thresholds: &Thresholds,
    is_stopped: impl Fn() -> bool,
) -> bool {
    let Replayed { record, rules, games, .. } = replayed;
    for (record, game) in record.games.iter_mut().zip(games) {
        for decision in decisions(rules, game).into_iter().filter(|decision| decision.kind.is_evaluated()) {
            let on_entry = |entry: u32| record.notes_of(entry);
            let verdict = Verdict::told(&game.acts, &decision, on_entry);
            let (has_play, has_cube) = match decision.kind {
                Kind::Turn { play, may_double, .. } => {
                    (verdict.play.is_some() || play.is_none(), verdict.cube.is_some() || !may_double)
                }
                Kind::Seen(_) => {
                    let own = decision.entry.and_then(on_entry);
                    (own.is_some_and(|own| !own.analyses.is_empty()), true)
                }
                _ => (true, verdict.cube.is_some()),
            };
            let entry = decision.entry.and_then(|entry| record.entries.get_mut(entry as usize));
            if let (Some(entry), false) = (entry, has_play && has_cube) {
                if is_stopped() {
                    return false;
                }
                let mut found = analyser.analyse(&decision);
                let notes = entry.notes_mut();
                found.play.take_if(|_| has_play);
                found.cube.take_if(|_| has_cube);
                found.luck.take_if(|_| notes.luck_value.is_some());
                note(notes, &decision, found, thresholds);
            }
        }
    }
    true
}
