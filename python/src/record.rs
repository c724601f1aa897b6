//! Records: `read`, `check`, `Match`, `Game`, `Decision`, `Finding` and `Fix`.

use crate::board::{PyBoard, PyPlay};
use crate::error::{self, RecordError, raised};
use crate::input::Input;
use crate::position::PyPosition;
use crate::roll::PyRoll;
use barpoint::OpenError;
use barpoint::analysis::given::{Rule, RuleError, state_given};
use barpoint::analysis::repair::repair;
use barpoint::analysis::{RulesOverride, replay, replayed, written};
use barpoint::board::{BySide, Place, Side};
use barpoint::diag::{Diagnostic, Encoding, Fix, Severity, SourceFile};
use barpoint::formats::{FORMATS, Format, json};
use barpoint::game::record::{Cell, GameRecord, MatchRecord, Spanned, Written};
use barpoint::game::{Happening, Replayed};
use barpoint::notation::IdState;
use barpoint::output::decisions::Decisions;
use barpoint::output::diagram::Diagram;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyIterator, PyList, PyString, PyTuple};
use std::sync::{Arc, OnceLock};

/// A finding of the check: a rule that the record breaks, or a fact that it doesn't prove.
///
/// >>> import barpoint
/// >>> finding = barpoint.check(b" 3 point match\n\n Game 1\n a : 0    b : 0\n  1) 31: 8/5 6/4\n", name="a.mat")[0]
/// >>> finding.code, finding.severity, finding.line
/// ('play-wrong-pips', 'error', 5)
#[pyclass(frozen, eq, get_all, module = "barpoint", name = "Finding")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyFinding {
    /// The code of the finding, which `barpoint explain` explains.
    code: String,
    /// `"error"`, `"warning"` or `"note"`.
    severity: String,
    /// The rule, in one sentence.
    message: String,
    /// The name of the file, as given.
    path: String,
    /// The number of the match in the file, counted from 1.
    number: u32,
    /// The line, counted from 1; `None` in a file that isn't text.
    line: Option<u64>,
    /// The column in characters, counted from 1; `None` in a file that isn't text.
    column: Option<u32>,
    /// The wrong text; empty in a file that isn't text.
    text: String,
    /// The explanation of this place; it may be empty.
    label: String,
    /// Facts about the finding.
    notes: Vec<String>,
    /// Advice, such as the legal plays.
    help: Vec<String>,
    /// The number of the game in the match.
    game: Option<u32>,
    /// The name of the player who acted.
    player: Option<String>,
    /// The Position ID before the action.
    position_id: Option<String>,
    /// The fixes, the best first; only `check` with `fixes=True` searches for them.
    fixes: Vec<PyFix>,
}

impl PyFinding {
    fn of(finding: &Diagnostic, source: &SourceFile, number: u32) -> Self {
        let span = finding.primary.span;
        let place = (!source.is_binary()).then(|| source.line_column(span.start));
        Self {
            code: finding.code.id().to_owned(),
            severity: finding.severity.name().to_owned(),
            message: finding.message.clone(),
            path: source.name().to_owned(),
            number,
            line: place.map(|place| place.line),
            column: place.map(|place| place.column),
            text: if source.is_binary() { String::new() } else { source.slice(span).to_owned() },
            label: finding.primary.message.clone(),
            notes: finding.notes.clone(),
            help: finding.help.clone(),
            game: finding.context.game,
            player: finding.context.player.clone(),
            position_id: finding.context.position_id.clone(),
            fixes: finding.fixes.iter().map(|fix| PyFix::of(fix, source)).collect(),
        }
    }
}

#[pymethods]
impl PyFinding {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "it is what pickle calls")]
    fn new(
        code: String,
        severity: String,
        message: String,
        path: String,
        number: u32,
        place: (Option<u64>, Option<u32>),
        said: (String, String, Vec<String>, Vec<String>),
        context: (Option<u32>, Option<String>, Option<String>),
        fixes: Vec<FixParts>,
    ) -> Self {
        let ((line, column), (text, label, notes, help)) = (place, said);
        let (game, player, position_id) = context;
        Self {
            code,
            severity,
            message,
            path,
            number,
            line,
            column,
            text,
            label,
            notes,
            help,
            game,
            player,
            position_id,
            fixes: fixes.into_iter().map(PyFix::made).collect(),
        }
    }

    fn __str__(&self) -> String {
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", self.path),
            _ => self.path.clone(),
        };
        format!("{place}: {}[{}]: {}", self.severity, self.code, self.message)
    }

    fn __repr__(&self) -> String {
        format!("<Finding {self}>", self = self.__str__())
    }

    fn __hash__(&self) -> u64 {
        crate::roll::hash_of(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyAny>)> {
        let of = self.clone();
        let arguments = (
            of.code,
            of.severity,
            of.message,
            of.path,
            of.number,
            (of.line, of.column),
            (of.text, of.label, of.notes, of.help),
            (of.game, of.player, of.position_id),
            of.fixes.into_iter().map(PyFix::parts).collect::<Vec<FixParts>>(),
        );
        Ok((py.get_type::<Self>().into_any(), arguments.into_pyobject(py)?.into_any()))
    }
}

/// A fix of a finding: edits of the file's text.
///
/// >>> import barpoint
/// >>> fix = barpoint.check("testdata/mat/tour/wrong-score.mat", fixes=True)[0].fixes[0]
/// >>> fix.message, fix.is_safe, fix.edits
/// ('write the score 2 of Bob, not 1', True, [(367, 368, '2')])
#[pyclass(frozen, eq, get_all, module = "barpoint", name = "Fix")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct PyFix {
    /// What the fix does.
    message: String,
    /// `True` if exactly one reading agrees with the rest of the record; `barpoint check --fix` writes such fixes.
    is_safe: bool,
    /// Replacements that belong together, in the order of their places: the first byte, the byte after the last, and
    /// the new text. Bytes are counted from 0 in the text of the unpacked file as UTF-8 without a byte order mark.
    edits: Vec<(u64, u64, String)>,
    /// The reasons for this fix.
    evidence: Vec<String>,
}

/// What a fix is pickled as.
type FixParts = (String, bool, Vec<(u64, u64, String)>, Vec<String>);

impl PyFix {
    fn of(fix: &Fix, source: &SourceFile) -> Self {
        let place = |offset: u32| source.base_offset() + u64::from(offset);
        let edits = fix
            .edits
            .iter()
            .map(|edit| (place(edit.span.start), place(edit.span.end), edit.replacement.clone()))
            .collect();
        Self { message: fix.message.clone(), is_safe: fix.is_safe(), edits, evidence: fix.evidence.clone() }
    }

    fn made((message, is_safe, edits, evidence): FixParts) -> Self {
        Self { message, is_safe, edits, evidence }
    }

    fn parts(self) -> FixParts {
        (self.message, self.is_safe, self.edits, self.evidence)
    }
}

#[pymethods]
impl PyFix {
    #[new]
    fn new(message: String, is_safe: bool, edits: Vec<(u64, u64, String)>, evidence: Vec<String>) -> Self {
        Self { message, is_safe, edits, evidence }
    }

    fn __repr__(&self) -> String {
        format!("<Fix {}: {}>", if self.is_safe { "safe" } else { "suggested" }, self.message)
    }

    fn __hash__(&self) -> u64 {
        crate::roll::hash_of(self)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, FixParts) {
        (py.get_type::<Self>().into_any(), self.clone().parts())
    }
}

/// Something that happened in a game: a play, a cube action, a result.
#[pyclass(frozen, get_all, module = "barpoint", name = "Decision")]
pub(crate) struct PyDecision {
    /// What happened: `"play"`, `"dance"`, `"illegal"` (a play), `"roll"` (without its play), `"double"`, `"redouble"`,
    /// `"beaver"`, `"take"`, `"pass"`, `"offer-resignation"`, `"refuse-resignation"`, `"resign"` (and the opponent
    /// accepted), `"set"` (a position) or `"result"`.
    action: String,
    /// The number of the decision in the game, counted from 1.
    number: u32,
    /// The number of the game.
    game: u32,
    /// The line of the file; `None` if the file isn't text.
    line: Option<u64>,
    /// The player who acts: 0 for the left column, 1 for the right one. In a result, the winner, or `None` if there is
    /// none.
    side: Option<u8>,
    /// The name of the player who acts; in a result, of the winner.
    player: Option<String>,
    /// The name of the other player.
    opponent: Option<String>,
    /// The position before the action, with score and cube; `None` for a result.
    position: Option<Py<PyPosition>>,
    /// The board before the action, from the view of the player on roll; `None` for a result.
    board: Option<Py<PyBoard>>,
    /// The roll.
    roll: Option<Py<PyRoll>>,
    /// The play, if it is legal.
    play: Option<Py<PyPlay>>,
    /// The legs of the play as written, each from a point to a point; empty if there are none.
    written: Vec<(u8, u8)>,
    /// The board after a play, legal or not, from the mover's view; `flip` returns the opponent's view.
    after: Option<Py<PyBoard>>,
    /// The value of the cube before the action.
    cube: u32,
    /// The value of the cube that is offered.
    offered: Option<u32>,
    /// The points of a result.
    points: Option<u32>,
}

/// What is pickled of a decision: what happened and where; who acted; the position, the board, the roll, the play and the
/// board after it; its legs as written; the cube and the points.
type DecisionParts = (
    (String, u32, u32, Option<u64>),
    (Option<u8>, Option<String>, Option<String>),
    (
        Option<Py<PyPosition>>,
        Option<Py<PyBoard>>,
        Option<Py<PyRoll>>,
        Option<Py<PyPlay>>,
        Option<Py<PyBoard>>,
    ),
    Vec<(u8, u8)>,
    (u32, Option<u32>, Option<u32>),
);

impl PyDecision {
    /// Returns what is pickled and compared.
    fn parts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let parts = (
            (&self.action, self.number, self.game, self.line),
            (self.side, &self.player, &self.opponent),
            (&self.position, &self.board, &self.roll, &self.play, &self.after),
            self.written.clone(),
            (self.cube, self.offered, self.points),
        );
        parts.into_pyobject(py)
    }
}

#[pymethods]
impl PyDecision {
    /// Decisions are equal if all their facts are, whatever the file.
    fn __eq__(&self, py: Python<'_>, other: &Self) -> PyResult<bool> {
        self.parts(py)?.as_any().eq(other.parts(py)?)
    }

    fn __hash__(&self) -> u64 {
        crate::roll::hash_of(&(self.game, self.number, &self.action, &self.player))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyTuple>,))> {
        Ok((py.get_type::<Self>().getattr("_restored")?, (self.parts(py)?,)))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(parts: DecisionParts) -> Self {
        let ((action, number, game, line), (side, player, opponent), at, written, (cube, offered, points)) =
            parts;
        let (position, board, roll, play, after) = at;
        Self {
            action,
            number,
            game,
            line,
            side,
            player,
            opponent,
            position,
            board,
            roll,
            play,
            written,
            after,
            cube,
            offered,
            points,
        }
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let play = self.play.as_ref().map_or(String::new(), |play| format!(" {}", play.get().text()));
        let roll = self.roll.as_ref().map_or(String::new(), |roll| format!(" {}:", roll.borrow(py).0));
        format!("<Decision {}.{} {}{roll}{play}>", self.game, self.number, self.action)
    }

    /// The board before the action, with arrows for a play.
    fn _repr_svg_(&self) -> Option<String> {
        let mut state = self.position.as_ref()?.get().state().clone();
        if let (Some(side), Some(player), Some(opponent)) = (self.side, &self.player, &self.opponent) {
            let names = BySide::new(player.clone(), opponent.clone());
            state.names = Some(if side == 0 { names } else { names.swap() });
        }
        let diagram = Diagram::of(&state)?;
        let arrows = self
            .play
            .as_ref()
            .map_or(Vec::new(), |play| barpoint::output::diagram::moves(&play.get().board, &play.get().play));
        Some(Diagram { arrows, ..diagram }.svg())
    }
}

/// A game of a match, with its decisions.
#[pyclass(frozen, sequence, module = "barpoint", name = "Game")]
pub(crate) struct PyGame {
    record: Arc<Record>,
    index: usize,
    decisions: Py<PyList>,
}

#[pymethods]
impl PyGame {
    /// The number of the game in the record, or its place if the record states none.
    #[getter]
    fn number(&self) -> u32 {
        self.record.replayed.games[self.index].number
    }

    /// The points of both players before the game, in the order of `Match.players`.
    #[getter]
    fn score(&self) -> (u32, u32) {
        self.record.replayed.games[self.index].before.points.0.into()
    }

    /// `True` in the Crawford game.
    #[getter]
    fn is_crawford(&self) -> bool {
        self.record.replayed.games[self.index].is_crawford
    }

    /// The side that won, 0 or 1; `None` in an unfinished or a drawn game.
    #[getter]
    fn winner(&self) -> Option<usize> {
        Some(self.record.replayed.games[self.index].result?.winner?.index())
    }

    /// The points that the winner won; 0 in an unfinished or a drawn game.
    #[getter]
    fn points(&self) -> u32 {
        self.record.replayed.games[self.index].result.map_or(0, |result| result.points)
    }

    /// `True` if the plays or a pass prove the result.
    #[getter]
    fn is_proven(&self) -> bool {
        self.record.replayed.games[self.index].is_proven
    }

    /// The decisions, in order; a result is the last one.
    #[getter]
    fn decisions(&self, py: Python<'_>) -> Py<PyList> {
        self.decisions.clone_ref(py)
    }

    fn __len__(&self, py: Python<'_>) -> usize {
        self.decisions.bind(py).len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        self.decisions.bind(py).as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.decisions.bind(py).try_iter()
    }

    /// Games are equal if they have the same place in equal matches.
    fn __eq__(&self, other: &Self) -> bool {
        self.index == other.index && self.record.replayed == other.record.replayed
    }

    fn __hash__(&self) -> u64 {
        crate::roll::hash_of(&(self.index, self.number(), self.score()))
    }

    /// Another process reads the whole match again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (PyMatch, usize))> {
        let whole = PyMatch { record: Arc::clone(&self.record), games: OnceLock::new() };
        Ok((py.import("operator")?.getattr("getitem")?, (whole, self.index)))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        format!("<Game {}: {} decisions>", self.number(), self.decisions.bind(py).len())
    }
}

/// What is known of a match of a file.
pub(crate) struct Record {
    pub(crate) format: &'static Format,
    pub(crate) source: SourceFile,
    pub(crate) number: u32,
    pub(crate) replayed: Replayed,
    pub(crate) findings: Vec<Diagnostic>,
    /// The rules that were given for it.
    pub(crate) given: Given,
    /// Whether the record holds an analysis that this program has made, so that the source isn't all of it.
    pub(crate) is_changed: bool,
}

/// Rules for a record that states none, and the texts that they were read from.
#[derive(Clone, Default)]
pub(crate) struct Given {
    texts: Vec<String>,
    pub(crate) rules: RulesOverride,
}

impl Given {
    /// Reads rules as the command line does: `variant=nackgammon`, `crawford=off`.
    pub(crate) fn of(texts: Vec<String>) -> PyResult<Self> {
        let rules: Result<RulesOverride, RuleError> = texts.iter().map(|text| text.parse::<Rule>()).collect();
        let rules = rules.map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok(Self { texts, rules })
    }
}

impl Record {
    /// Reads a match, and replays it against the rules.
    pub(crate) fn new(
        format: &'static Format,
        source: SourceFile,
        number: u32,
        given: &Given,
    ) -> PyResult<Self> {
        let parse = format.parse.ok_or_else(|| error::open(OpenError::NotARecord, None))?;
        let (replayed, findings) = replayed(parse(&source), &given.rules);
        Ok(Self::replayed(format, source, number, (replayed, findings), given))
    }

    fn replayed(
        format: &'static Format,
        source: SourceFile,
        number: u32,
        (mut replayed, findings): (Replayed, Vec<Diagnostic>),
        given: &Given,
    ) -> Self {
        // So that a converted record is read with the same rules.
        state_given(&mut replayed, &given.rules);
        Self { format, source, number, replayed, findings, given: given.clone(), is_changed: false }
    }

    /// Takes a match that was read with the rules given.
    pub(crate) fn of(found: barpoint::Match, given: &Given) -> Self {
        let barpoint::Match { format, source, number, replayed, findings, .. } = found;
        Self::replayed(format, source, number, (replayed, findings), given)
    }

    /// Takes the analysis of the same record over, from its JSON. Nothing if that is another record.
    fn analyse(&mut self, analysed: &[u8]) -> Option<()> {
        let analysed = SourceFile::decode("", analysed).ok()?;
        let (from, to) = (json::parse(&analysed).value.games, &mut self.replayed.record.games);
        let is_same = |(from, to): (&GameRecord, &GameRecord)| from.entries.len() == to.entries.len();
        if from.len() != to.len() || !from.iter().zip(&*to).all(is_same) {
            return None;
        }
        for (from, to) in from.into_iter().zip(to) {
            for (from, to) in from.entries.into_iter().zip(&mut to.entries) {
                if let Some(from) = from.notes {
                    let to = to.notes_mut();
                    (to.play, to.cube, to.luck) = (from.play, from.cube, from.luck);
                    (to.luck_value, to.analyses) = (from.luck_value, from.analyses);
                }
            }
        }
        self.is_changed = true;
        Some(())
    }
}

/// A match of a file, replayed against the rules.
///
/// >>> import barpoint
/// >>> match = barpoint.read("testdata/mat/valid/seven-points.mat")[0]
/// >>> match.length, match.is_legal, len(match.games)
/// (7, True, 1)
/// >>> match.games[0].decisions[0].board == barpoint.Board()
/// True
#[pyclass(frozen, sequence, module = "barpoint", name = "Match")]
pub(crate) struct PyMatch {
    pub(crate) record: Arc<Record>,
    games: OnceLock<Py<PyList>>,
}

impl PyMatch {
    pub(crate) fn new(record: Record) -> Self {
        Self { record: Arc::new(record), games: OnceLock::new() }
    }

    /// Returns the games, made when they are asked for.
    fn all<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        if let Some(games) = self.games.get() {
            return Ok(games.bind(py).clone());
        }
        let games = PyList::new(py, games_of(py, &self.record)?)?;
        Ok(self.games.get_or_init(|| games.unbind()).bind(py).clone())
    }
}

/// Returns the moves of an entry as they are written.
fn written_moves(record: &MatchRecord, game: usize, entry: Option<usize>) -> Vec<(u8, u8)> {
    let entry = entry.and_then(|entry| record.games[game].entries.get(entry));
    let Some(Written::Turn { cell: Cell::Play(play), .. }) = entry.map(|entry| &entry.written) else {
        return Vec::new();
    };
    play.legs().map(|leg| (number(leg.leg.from), number(leg.leg.to))).collect()
}

/// Returns the number of a place: 25 is the bar, 0 is off.
const fn number(place: Place) -> u8 {
    match place {
        Place::Bar => 25,
        Place::Off => 0,
        Place::Point(point) => point.number(),
    }
}

/// Makes the games of a record.
fn games_of(py: Python<'_>, record: &Arc<Record>) -> PyResult<Vec<Py<PyGame>>> {
    let written = &record.replayed.record;
    let mut lists: Vec<Vec<Py<PyDecision>>> = written.games.iter().map(|_| Vec::new()).collect();
    let mut counted = Decisions::new(&record.source, record.number, written, &record.given.rules);
    let mut failed = None;
    replay(written, Vec::new(), &record.given.rules, |moment| {
        counted.count(moment);
        let line = counted.line(moment);
        let make = || -> PyResult<Py<PyDecision>> {
            let state = IdState::of(moment.before);
            let board = *moment.before.board();
            let is_over = matches!(moment.happening, Happening::GameOver(_));
            let (roll, play, after) = match moment.happening {
                Happening::Played { roll, play } => (Some(roll), Some(play), Some(play.after(&board))),
                Happening::Illegal { roll, after } => (Some(roll), None, Some(after)),
                Happening::RolledOnly { roll } => (Some(roll), None, None),
                _ => (None, None, None),
            };
            let play = roll.zip(play).map(|(roll, play)| PyPlay::of(board, roll, play));
            let position = if is_over { None } else { Some(PyPosition::new_of(state, board.checkers())?) };
            let decision = PyDecision {
                action: line.action.to_owned(),
                number: line.decision.unwrap_or(0),
                game: line.game.unwrap_or(0),
                line: line.line,
                side: line.side,
                player: line.player.clone(),
                opponent: line.opponent.clone(),
                position: position.map(|position| Py::new(py, position)).transpose()?,
                board: (!is_over).then(|| Py::new(py, PyBoard::of(board))).transpose()?,
                roll: roll.map(|roll| Py::new(py, PyRoll(roll))).transpose()?,
                play: play.map(|play| Py::new(py, play)).transpose()?,
                written: written_moves(written, moment.game, moment.entry),
                after: after.map(|after| Py::new(py, PyBoard::of(after))).transpose()?,
                cube: line.cube.unwrap_or(1),
                offered: line.offered,
                points: line.points,
            };
            Py::new(py, decision)
        };
        match make() {
            Ok(decision) => lists[moment.game].push(decision),
            Err(error) => failed = Some(error),
        }
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let game = |(index, decisions): (usize, Vec<Py<PyDecision>>)| {
        let decisions = PyList::new(py, decisions)?.unbind();
        Py::new(py, PyGame { record: Arc::clone(record), index, decisions })
    };
    lists.into_iter().enumerate().map(game).collect()
}

/// Finds the writer of a format.
fn writer(name: &str) -> PyResult<&'static Format> {
    Format::by_name(name).filter(|format| format.writer.is_some()).ok_or_else(|| {
        let known = FORMATS.iter().filter(|format| format.writer.is_some()).map(|format| format.name);
        let known: Vec<&str> = known.collect();
        let message = format!("no format that is written has the name {name:?}: {}", known.join(", "));
        raised::<error::BarpointError>(message, "format-unknown", None)
    })
}

#[pymethods]
impl PyMatch {
    /// The short name of the format of the file.
    #[getter]
    fn format(&self) -> &'static str {
        self.record.format.name
    }

    /// The name of the file, as given.
    #[getter]
    fn path(&self) -> &str {
        self.record.source.name()
    }

    /// The number of the match in the file, counted from 1.
    #[getter]
    fn number(&self) -> u32 {
        self.record.number
    }

    /// The match length; 0 for a money session.
    #[getter]
    fn length(&self) -> u16 {
        self.record.replayed.rules.length
    }

    /// The names of both players: side 0, then side 1. A name may be empty.
    #[getter]
    fn players(&self) -> (String, String) {
        Side::ALL.map(|side| self.record.replayed.name(0, side).to_owned()).into()
    }

    /// The points of both players at the end, as far as they are known, in the order of `players`.
    #[getter]
    fn score(&self) -> (u32, u32) {
        self.record.replayed.score.points.0.into()
    }

    /// The headers, such as the event, the place and the date; of several with the same name, the last.
    #[getter]
    fn headers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let headers = PyDict::new(py);
        for header in &self.record.replayed.record.headers {
            let value = |spanned: &Spanned<String>| spanned.value.clone();
            headers.set_item(value(&header.key), value(&header.value))?;
        }
        Ok(headers)
    }

    /// The findings, in the order of their places, without fixes.
    #[getter]
    fn findings(&self) -> Vec<PyFinding> {
        let Record { source, number, findings, .. } = &*self.record;
        findings.iter().map(|finding| PyFinding::of(finding, source, *number)).collect()
    }

    /// `True` if no finding is an error.
    #[getter]
    fn is_legal(&self) -> bool {
        self.record.findings.iter().all(|finding| finding.severity < Severity::Error)
    }

    /// The games, in order.
    #[getter]
    fn games<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        self.all(py)
    }

    /// Converts the match to another format (`barpoint formats` lists them), and returns the bytes. If a list is given
    /// as `losses`, the items that the format can't express are appended to it.
    ///
    /// >>> match = barpoint.read("testdata/mat/valid/seven-points.mat")[0]
    /// >>> match.convert("sgf")[:11]
    /// b'(;FF[4]GM[6'
    #[pyo3(signature = (format, /, *, losses=None))]
    fn convert<'py>(
        &self,
        py: Python<'py>,
        format: &str,
        losses: Option<&Bound<'py, PyList>>,
    ) -> PyResult<Bound<'py, PyBytes>> {
        let format = writer(format)?;
        let record = Arc::clone(&self.record);
        let (findings, rules) = (&record.findings, &record.given.rules);
        let written = py.detach(|| written(format, &record.replayed, findings, rules));
        let written = written.ok_or_else(|| PyValueError::new_err("the format isn't written"))?;
        if let Some(losses) = losses {
            for item in &written.losses {
                losses.append(&item.text)?;
            }
        }
        Ok(PyBytes::new(py, &written.bytes))
    }

    fn __len__(&self) -> usize {
        self.record.replayed.games.len()
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: isize) -> PyResult<Bound<'py, PyAny>> {
        self.all(py)?.as_any().get_item(index)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyIterator>> {
        self.all(py)?.try_iter()
    }

    fn __bool__(&self) -> bool {
        true
    }

    /// Matches are equal if their records and replays are, whatever the file.
    fn __eq__(&self, other: &Self) -> bool {
        self.record.replayed == other.record.replayed
    }

    pub(crate) fn __hash__(&self) -> u64 {
        crate::roll::hash_of(&(self.players(), self.length(), self.score(), self.record.replayed.games.len()))
    }

    fn __repr__(&self) -> String {
        let (zero, one) = self.players();
        let what = match self.length() {
            0 => "money session".to_owned(),
            length => format!("{length}-point match"),
        };
        format!("<Match {zero} - {one}: {what}, {} games>", self.__len__())
    }

    /// The last position of the match as a picture, which notebooks show.
    fn _repr_svg_(&self) -> Option<String> {
        let mut last = None;
        replay(&self.record.replayed.record, Vec::new(), &self.record.given.rules, |moment| {
            last = Some(IdState::of(moment.before));
        });
        let mut state = last?;
        state.names = Some(BySide(self.players().into()));
        Some(Diagram::of(&state)?.svg())
    }

    /// Another process reads the match again, at its place in the file.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled<'py>)> {
        let Record { format, source, number, is_changed, given, .. } = &*self.record;
        let content = if source.is_binary() {
            PyBytes::new(py, source.bytes()).into_any()
        } else {
            PyString::new(py, source.text()).into_any()
        };
        let place = (source.encoding().name().to_owned(), source.base_offset(), source.base_line());
        // JSON has a place for every analysis.
        let analysed = is_changed.then(|| self.convert(py, "json", None)).transpose()?;
        let file = (source.name().to_owned(), format.name.to_owned(), *number);
        let pickled = (content, file, place, analysed, given.texts.clone());
        Ok((py.get_type::<Self>().getattr("_restored")?, pickled))
    }

    /// Makes what was pickled.
    #[staticmethod]
    fn _restored(
        py: Python<'_>,
        content: &Bound<'_, PyAny>,
        file: (String, String, u32),
        place: (String, u64, u64),
        analysed: Option<&[u8]>,
        rules: Vec<String>,
    ) -> PyResult<Self> {
        let given = Given::of(rules)?;
        let ((name, format, number), (encoding, offset, line)) = (file, place);
        let unreadable = |message: &str| raised::<RecordError>(message.to_owned(), "record-unreadable", None);
        let format = Format::by_name(&format).ok_or_else(|| unreadable("the format isn't known"))?;
        let source = match content.cast::<PyBytes>() {
            Ok(bytes) => format.source(name, bytes.as_bytes().to_vec()),
            Err(_) => SourceFile::from_text(name, content.extract()?, encoding_of(&encoding), offset, line),
        };
        let source = source.map_err(|found| unreadable(&found.to_string()))?;
        py.detach(|| {
            let mut record = Record::new(format, source, number, &given)?;
            if let Some(analysed) = analysed {
                record.analyse(analysed).ok_or_else(|| unreadable("the analysis is of another record"))?;
            }
            Ok(Self::new(record))
        })
    }
}

/// What is pickled of a match: its text or its bytes; the name of the file, the format, and the number in the file; the
/// encoding, and the place in the file; the match with its analysis; the rules that were given.
type Pickled<'py> =
    (Bound<'py, PyAny>, (String, String, u32), (String, u64, u64), Option<Bound<'py, PyBytes>>, Vec<String>);

/// Finds an encoding by its name.
fn encoding_of(name: &str) -> Encoding {
    const UNNAMED: [Encoding; 8] = [
        Encoding::Utf8,
        Encoding::Utf8Bom,
        Encoding::Utf16Le,
        Encoding::Utf16Be,
        Encoding::Utf16LeUnmarked,
        Encoding::Utf16BeUnmarked,
        Encoding::Windows1252,
        Encoding::Windows1252Bom,
    ];
    let named = || SourceFile::decode_as("", b"\xE9", name).map(|source| source.encoding());
    let known = UNNAMED.into_iter().find(|encoding| encoding.name() == name);
    known.or_else(|| named().ok()).unwrap_or(Encoding::Utf8)
}

/// Reads the matches of a file in any format, also packed with gzip or Zstandard, and replays them against the rules.
/// The argument is a path or the bytes of a file. `name` is the name of the file in findings; its extension helps if
/// the bytes don't show the format. `rules` apply if the record states none, as with `--rules`: a list of texts such as
/// `"variant=nackgammon"` and `"crawford=off"`.
///
/// A file that isn't a match record, or can't be read as one, raises `RecordError`; a file that can't be opened,
/// `OSError`.
///
/// >>> import barpoint
/// >>> [match.length for match in barpoint.read("testdata/mat/valid/seven-points.mat")]
/// [7]
#[pyfunction]
#[pyo3(signature = (path_or_bytes, /, *, name=None, rules=None))]
pub(crate) fn read(
    py: Python<'_>,
    path_or_bytes: &Bound<'_, PyAny>,
    name: Option<&str>,
    rules: Option<Vec<String>>,
) -> PyResult<Vec<PyMatch>> {
    let (input, given) = (Input::of(path_or_bytes, name)?, Given::of(rules.unwrap_or_default())?);
    let records = py.detach(|| input.records(&given))?;
    Ok(records.into_iter().map(PyMatch::new).collect())
}

/// Checks the matches of a file, as `barpoint check` does, and returns the findings. Those that the command shows only
/// with `--pedantic` are left out unless `pedantic` is true. If `fixes` is true, it also searches for fixes of at most 20
/// findings of each match, which takes much longer than the check and may add advice to `help`. `name` and `rules` are
/// those of `read`.
///
/// >>> import barpoint
/// >>> for finding in barpoint.check("testdata/mat/tour/half-a-play.mat"):
/// ...     print(finding)
/// testdata/mat/tour/half-a-play.mat:7:38: error[play-incomplete]: both dice must be played if that is possible
#[pyfunction]
#[pyo3(signature = (path_or_bytes, /, *, name=None, pedantic=false, fixes=false, rules=None))]
pub(crate) fn check(
    py: Python<'_>,
    path_or_bytes: &Bound<'_, PyAny>,
    name: Option<&str>,
    pedantic: bool,
    fixes: bool,
    rules: Option<Vec<String>>,
) -> PyResult<Vec<PyFinding>> {
    let (input, given) = (Input::of(path_or_bytes, name)?, Given::of(rules.unwrap_or_default())?);
    let records = py.detach(|| {
        let mut records = input.records(&given)?;
        if fixes {
            for Record { format, source, findings, .. } in &mut records {
                repair(format, source, &given.rules, findings);
            }
        }
        PyResult::Ok(records)
    })?;
    let mut findings = Vec::new();
    for record in &records {
        let shown = record.findings.iter().filter(|finding| pedantic || !finding.code.is_pedantic());
        findings.extend(shown.map(|finding| PyFinding::of(finding, &record.source, record.number)));
    }
    Ok(findings)
}
