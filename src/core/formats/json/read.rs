//! From a document to its record.

use super::VERSION;
use super::model::{
    ACTIONS, ANNOTATIONS, AnalysisJson, BranchJson, CAUSES, ClockJson, EntryJson, EvaluationJson, HeaderJson,
    NotesJson, PlayerJson, PropertyJson, RATINGS, RemarkJson, SetupJson,
};
use crate::board::{BySide, Side};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::formats::game_count::GameCount;
use crate::formats::sgf::analysis;
use crate::game::record::{
    Analysis, Anchor, Candidate, Cell, Chances, Clock, CubeAnalysis, CubePlace, CubeWord, Entry, Evaluation,
    GameRecord, Header, MatchRecord, Notes, PlayAnalysis, PlayerScore, Property, Remark, RemarkKind, Setup,
    Spanned, Variation, Written, WrittenRoll,
};
use crate::notation::play::{self, PlayOptions};
use crate::rules::{Leg, Outcome};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

const NO_DICE: &str = "dice show 1 to 6";
const TWO_DICE: &str = "`roll` is two characters, such as \"31\"";

/// A document as read: computed parts are ignored, and each entry is parsed separately.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document<'a> {
    barpoint: u32,
    #[serde(default)]
    headers: Vec<HeaderJson>,
    #[serde(borrow)]
    length: Option<&'a RawValue>,
    #[serde(default)]
    cut_off: bool,
    #[serde(default)]
    no_hit_marks: bool,
    #[serde(default)]
    comments: Vec<RemarkJson>,
    #[serde(default, rename = "rules")]
    _rules: IgnoredAny,
    #[serde(default, borrow)]
    games: Vec<Game<'a>>,
    #[serde(default, rename = "score")]
    _score: IgnoredAny,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Game<'a> {
    #[serde(borrow)]
    number: Option<&'a RawValue>,
    #[serde(default)]
    players: [Option<PlayerJson>; 2],
    crawford: Option<bool>,
    automatic_doubles: Option<u8>,
    #[serde(default, borrow)]
    notes: Option<NotesJson<BranchJson<'a>>>,
    #[serde(default)]
    comments: Vec<RemarkJson>,
    #[serde(default, borrow)]
    entries: Vec<&'a RawValue>,
    #[serde(default, rename = "score")]
    _score: IgnoredAny,
    #[serde(default, rename = "is_crawford")]
    _is_crawford: IgnoredAny,
    #[serde(default, rename = "acts")]
    _acts: IgnoredAny,
    #[serde(default, rename = "result")]
    _result: IgnoredAny,
}

/// Reads one document.
///
/// Any text gives a record. A document that isn't JSON, or has a wrong shape, gives one finding and no game;
/// an entry that isn't understood gives one finding and is kept as unreadable.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let text = source.text();
    let mut reader = Reader {
        text,
        record: MatchRecord::default(),
        diagnostics: Vec::new(),
        numbers: GameCount::default(),
    };
    match serde_json::from_str::<Document<'_>>(text) {
        Ok(document) => reader.document(document),
        Err(error) => reader.refused(&error),
    }
    Parsed { value: reader.record, diagnostics: reader.diagnostics }
}

/// An entry as read.
type EntryAsRead<'a> = EntryJson<&'a RawValue, BranchJson<'a>>;

/// Where an entry is, and in how many variations.
#[derive(Clone, Copy)]
struct Inside {
    anchor: Anchor,
    depth: usize,
}

struct Reader<'a> {
    text: &'a str,
    record: MatchRecord,
    diagnostics: Vec<Diagnostic>,
    numbers: GameCount,
}

impl<'a> Reader<'a> {
    fn report(&mut self, code: Code, span: Span, label: impl Into<String>) {
        diag::keep(&mut self.diagnostics, Diagnostic::of(code, span).label(label));
    }

    /// Reports why a document as a whole isn't understood.
    fn refused(&mut self, error: &serde_json::Error) {
        let at = offset(self.text, error.line(), error.column());
        let code = if error.is_eof() { Code::RecordTruncated } else { Code::RecordSyntax };
        self.record.is_cut_off = error.is_eof();
        let end = self.text[at..].chars().next().map_or(at, |first| at + first.len_utf8());
        self.report(code, Span::new(at, end), without_place(error));
    }

    /// Returns the place of a piece of the text.
    fn span(&self, piece: &str) -> Span {
        let start = (piece.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        if start <= self.text.len() { Span::new(start, start + piece.len()) } else { Span::default() }
    }

    /// Returns the place of the key before an error within a piece: one that isn't known or occurs twice.
    fn key(&self, piece: &'a RawValue, error: &serde_json::Error) -> Option<Span> {
        let message = error.to_string();
        if !["unknown field", "duplicate field"].iter().any(|start| message.starts_with(start)) {
            return None;
        }
        let piece = piece.get();
        let at = offset(piece, error.line(), error.column());
        let end = piece.len().min(at + 1);
        let key = piece.get(..end)?.strip_suffix('"').or_else(|| piece.get(..at)?.strip_suffix('"'))?;
        let key = &key[key.rfind('"')? + 1..];
        Some(self.span(key)).filter(|_| !key.is_empty())
    }

    fn length(&mut self, written: &'a str) -> Option<Spanned<u32>> {
        let span = self.span(written);
        let length = written.parse().ok().filter(|length| *length <= 32767);
        if length.is_none() {
            self.report(Code::RecordValue, span, "the match length is a number from 0 to 32767");
        }
        length.map(|length| Spanned::new(length, span))
    }

    /// Reads the number of a game, and reports one that doesn't follow.
    fn number(&mut self, written: Option<&'a str>) -> Option<Spanned<u32>> {
        let Some(written) = written else {
            let _ = self.numbers.next(None);
            return None;
        };
        let span = self.span(written);
        let number = written.parse().ok().filter(|number| *number > 0);
        match (number, self.numbers.next(number)) {
            (None, _) => self.report(Code::RecordValue, span, "the number of a game is counted from 1"),
            (Some(number), Err(due)) => {
                self.report(Code::RecordValue, span, format!("expected game {due}, not game {number}"));
            }
            _ => {}
        }
        number.map(|number| Spanned::new(number, span))
    }

    fn document(&mut self, document: Document<'a>) {
        let whole = self.span(self.text.trim());
        if document.barpoint != VERSION {
            let label = format!("version {VERSION} is read, this is version {}", document.barpoint);
            return self.report(Code::RecordValue, whole, label);
        }
        let header = |header: HeaderJson| Header::new(&header.key, header.value, whole);
        self.record.headers = document.headers.into_iter().map(header).collect();
        self.record.length = document.length.and_then(|length| self.length(length.get()));
        self.record.is_cut_off = document.cut_off;
        self.record.no_hit_marks = document.no_hit_marks;
        self.remarks(document.comments, Anchor::MATCH, whole);
        if document.games.is_empty() {
            self.report(Code::RecordSyntax, whole, "expected games");
        }
        for (index, game) in document.games.into_iter().enumerate() {
            self.game(index, game, whole);
        }
    }

    fn remarks(&mut self, remarks: Vec<RemarkJson>, anchor: Anchor, span: Span) {
        self.record.remarks.extend(remarks.into_iter().map(|remark| Remark {
            kind: if remark.unknown { RemarkKind::Unknown } else { RemarkKind::Comment },
            anchor,
            span,
            text: remark.text,
        }));
    }

    fn game(&mut self, index: usize, game: Game<'a>, whole: Span) {
        // A game without entries has no place of its own.
        let heading = match (game.entries.first(), game.entries.last()) {
            (Some(first), Some(_)) => {
                Span { end: self.span(first.get()).start + 1, ..self.span(first.get()) }
            }
            _ => Span { end: whole.start, ..whole },
        };
        let player = |player: PlayerJson| PlayerScore {
            name: Spanned::new(player.name, heading),
            rating: player.rating.map(|rating| Spanned::new(rating, heading)),
            score: player.score.map(|score| Spanned::new(score, heading)),
        };
        let number = self.number(game.number.map(RawValue::get));
        let [zero, one] = game.players;
        let mut record = GameRecord {
            number,
            heading,
            players: BySide::new(zero.map(player), one.map(player)),
            is_crawford: game.crawford,
            automatic_doubles: game.automatic_doubles,
            entries: Vec::with_capacity(game.entries.len()),
            notes: None,
        };
        let inside = Inside { anchor: Anchor::game(index), depth: 0 };
        record.notes = game.notes.map(|notes| Box::new(self.notes(notes, heading, inside)));
        self.remarks(game.comments, Anchor::game(index), heading);
        for (at, raw) in game.entries.into_iter().enumerate() {
            let anchor = Anchor::entry(index, at);
            let (entry, comments) = self.entry(raw, Inside { anchor, depth: 0 });
            self.remarks(comments, anchor, entry.span);
            record.entries.push(entry);
        }
        for pair in record.entries.windows(2) {
            if let Written::Turn { roll, cell } = &pair[0].written
                && is_given_up(*roll, cell)
                && matches!(pair[1].written, Written::Turn { .. } | Written::Cube { .. })
            {
                self.report(Code::RecordValue, roll.span, NO_DICE);
            }
        }
        self.record.games.push(record);
    }

    /// Reads an entry, and returns it with its comments. One that isn't understood is kept as text.
    fn entry(&mut self, raw: &'a RawValue, inside: Inside) -> (Entry, Vec<RemarkJson>) {
        let span = self.span(raw.get());
        match serde_json::from_str::<EntryAsRead<'a>>(raw.get()) {
            Ok(mut json) => {
                self.strays(&json, span);
                let comments = std::mem::take(&mut json.comments);
                (self.understood(json, span, inside), comments)
            }
            Err(error) => {
                self.report(Code::RecordSyntax, self.key(raw, &error).unwrap_or(span), without_place(&error));
                let (kind, anchor, text) = (RemarkKind::Unknown, inside.anchor, raw.get().to_owned());
                self.record.remarks.push(Remark { kind, anchor, span, text });
                (Entry::new(None, span, Written::Unreadable), Vec::new())
            }
        }
    }

    fn understood(&mut self, json: EntryAsRead<'a>, span: Span, inside: Inside) -> Entry {
        let side = json.side.and_then(|side| self.side(side, span));
        let value = json.value.map(|value| Spanned::new(value, span));
        let points = json.points.map(|points| Spanned::new(points, span));
        let cube = |word| Written::Cube { word, value };
        let written = match json.action.as_str() {
            "play" | "roll" | "cannot-move" | "hidden-play" | "resign-after-roll" | "illegal-play"
            | "unreadable-play" => self.turn(&json, span),
            "double" => cube(CubeWord::Double),
            "redouble" => cube(CubeWord::Redouble),
            "beaver" => cube(CubeWord::Beaver),
            "raccoon" => cube(CubeWord::Raccoon),
            "take" => Written::Take,
            "pass" => Written::Pass,
            "resign" => Written::Resign,
            "offer-resignation" => {
                let outcome = json.outcome.as_ref().and_then(|word| self.outcome(word, span));
                Written::OfferResignation { outcome, points }
            }
            "refuse-resignation" => Written::RefuseResignation,
            "accept-resignation" => Written::AcceptResignation,
            "lose" => {
                let cause = json.cause.as_ref().and_then(|word| self.word(&CAUSES, word, span));
                Written::Losses { points, cause }
            }
            "win" => Written::Wins { points, and_match: json.and_match.then_some(span) },
            "draw" => Written::Drawn,
            "set" => {
                if let Some(position) = &json.position {
                    Written::Set(Box::new(self.setup(position, span)))
                } else {
                    self.report(Code::RecordValue, span, "`position` is missing");
                    Written::Unreadable
                }
            }
            "empty" => Written::Empty,
            "unreadable" => Written::Unreadable,
            _ => {
                self.report(Code::RecordValue, span, format!("`{}` isn't an action", json.action));
                Written::Unreadable
            }
        };
        let notes = json.notes.map(|notes| Box::new(self.notes(notes, span, inside)));
        Entry { row: json.row, notes, ..Entry::new(side, span, written) }
    }

    /// Reports fields that don't belong to the action of an entry.
    fn strays(&mut self, json: &EntryAsRead<'a>, span: Span) {
        let row = ACTIONS.iter().find(|(actions, _)| actions.contains(&json.action.as_str()));
        // Any other action is reported.
        let Some((_, known)) = row else { return };
        let given = [
            ("roll", json.roll.is_some()),
            ("play", json.play.is_some()),
            ("value", json.value.is_some()),
            ("points", json.points.is_some()),
            ("and_match", json.and_match),
            ("outcome", json.outcome.is_some()),
            ("cause", json.cause.is_some()),
            ("position", json.position.is_some()),
        ];
        for (field, _) in given.into_iter().filter(|(field, is_given)| *is_given && !known.contains(field)) {
            self.report(Code::RecordSyntax, span, format!("`{field}` isn't a field of `{}`", json.action));
        }
    }

    fn turn(&mut self, json: &EntryAsRead<'a>, span: Span) -> Written {
        let Some(roll) = json.roll.and_then(|roll| self.roll(roll)) else {
            self.report(Code::RecordValue, span, TWO_DICE);
            return Written::Unreadable;
        };
        let cell = match json.action.as_str() {
            "roll" => Cell::Empty,
            "cannot-move" => Cell::CannotMove(span),
            "hidden-play" => Cell::Hidden(span),
            "resign-after-roll" => Cell::Resign(span),
            "illegal-play" => {
                let after = json.position.as_ref().map(|position| Box::new(self.setup(position, span)));
                Cell::DeclaredIllegal { span, after }
            }
            "play" => {
                if let Some(play) = json.play {
                    self.play(play)
                } else {
                    self.report(Code::RecordValue, span, "`play` is missing");
                    Cell::Unreadable(span)
                }
            }
            _ => Cell::Unreadable(span),
        };
        if roll.roll().is_none() && !is_given_up(roll, &cell) {
            self.report(Code::RecordValue, roll.span, NO_DICE);
        }
        Written::Turn { roll, cell }
    }

    /// Returns the text of a string without escapes, and its place.
    fn plain(&self, raw: &'a RawValue) -> Option<(&'a str, Span)> {
        let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
        (!inner.contains('\\')).then(|| (inner, self.span(inner)))
    }

    /// Reads two dice; impossible ones are kept.
    fn roll(&self, raw: &'a RawValue) -> Option<WrittenRoll> {
        let (text, span) = self.plain(raw)?;
        let digits = <[u8; 2]>::try_from(text.as_bytes()).ok()?;
        Some(WrittenRoll { digits, span })
    }

    fn play(&mut self, raw: &'a RawValue) -> Cell {
        let span = self.span(raw.get());
        let Some((text, place)) = self.plain(raw) else {
            self.report(Code::RecordValue, span, "`play` is a text such as \"8/5 6/5\"");
            return Cell::Unreadable(span);
        };
        match play::parse(text.as_bytes(), place.start, PlayOptions::RECORD) {
            Ok(play) => Cell::Play(play),
            Err(error) => {
                self.report(Code::RecordValue, error.span, error.to_string());
                Cell::Unreadable(span)
            }
        }
    }

    fn side(&mut self, number: u8, span: Span) -> Option<Side> {
        let side = Side::ALL.into_iter().find(|side| side.index() == usize::from(number));
        if side.is_none() {
            self.report(Code::RecordValue, span, "a side is 0 or 1");
        }
        side
    }

    fn outcome(&mut self, word: &str, span: Span) -> Option<Outcome> {
        let outcome = Outcome::ALL.into_iter().find(|outcome| outcome.to_string() == word);
        if outcome.is_none() {
            self.report(Code::RecordValue, span, format!("`{word}` isn't an outcome of a game"));
        }
        outcome
    }

    fn word<T: Copy>(&mut self, table: &[(&str, T)], word: &str, span: Span) -> Option<T> {
        let found = table.iter().find(|(name, _)| *name == word).map(|(_, value)| *value);
        if found.is_none() {
            self.report(Code::RecordValue, span, format!("`{word}` isn't known"));
        }
        found
    }

    fn setup(&mut self, json: &SetupJson, span: Span) -> Setup {
        let roll = json.roll.as_ref().map(|text| <[u8; 2]>::try_from(text.as_bytes()));
        if let Some(Err(_)) = roll {
            self.report(Code::RecordValue, span, TWO_DICE);
        }
        let cube_place = match json.cube_place.as_deref() {
            None => None,
            Some("centre") => Some(CubePlace::Centre),
            Some("0") => Some(CubePlace::Owned(Side::Zero)),
            Some("1") => Some(CubePlace::Owned(Side::One)),
            Some(_) => {
                self.report(Code::RecordValue, span, "the cube's place is \"centre\", \"0\" or \"1\"");
                None
            }
        };
        Setup {
            span,
            board: json.board,
            on_roll: json.on_roll.and_then(|side| self.side(side, span)),
            roll: roll.and_then(Result::ok).map(|digits| WrittenRoll { digits, span }),
            cube_value: json.cube,
            cube_place,
        }
    }

    fn notes(&mut self, json: NotesJson<BranchJson<'a>>, span: Span, inside: Inside) -> Notes {
        let clock = |ClockJson { used, left, opponent_left, at }| Clock { used, left, opponent_left, at };
        let property = |PropertyJson { key, values }| Property::new(key, values, span);
        Notes {
            play: json.play.and_then(|word| self.word(&ANNOTATIONS, &word, span)),
            cube: json.cube.and_then(|word| self.word(&ANNOTATIONS, &word, span)),
            luck: json.luck.and_then(|word| self.word(&RATINGS, &word, span)),
            luck_value: json.luck_value,
            analyses: json.analyses.into_iter().map(|analysis| self.analysis(analysis, span)).collect(),
            clock: json.clock.map(clock),
            properties: json.properties.into_iter().map(property).collect(),
            variations: self.variations(json.variations, span, inside),
        }
    }

    /// Reads the variations of a game or an entry, unless they are nested too deep.
    fn variations(
        &mut self,
        variations: Vec<BranchJson<'a>>,
        span: Span,
        Inside { anchor, depth }: Inside,
    ) -> Vec<Variation> {
        if depth >= Variation::DEEPEST && !variations.is_empty() {
            self.report(Code::RecordLimit, span, "its variations are nested too deep");
            return Vec::new();
        }
        let inside = Inside { anchor, depth: depth + 1 };
        let mut read = Vec::with_capacity(variations.len());
        for BranchJson { entries, mut comments } in variations {
            let entries = entries.into_iter().zip(0..).map(|(raw, at)| {
                let (entry, own) = self.entry(raw, inside);
                comments.extend(own.into_iter().map(|remark| (at, remark.text)));
                entry
            });
            read.push(Variation { entries: entries.collect(), comments });
        }
        read
    }

    /// Reads the legs of a play in a text whose places aren't needed.
    fn legs(&mut self, text: &str, span: Span) -> Option<Vec<Leg>> {
        match play::parse(text.as_bytes(), 0, PlayOptions::RECORD) {
            Ok(play) => Some(play.legs().map(|leg| leg.leg).collect()),
            Err(error) => {
                self.report(Code::RecordValue, span, error.to_string());
                None
            }
        }
    }

    fn analysis(&mut self, json: AnalysisJson, span: Span) -> Analysis {
        match json {
            AnalysisJson::Play { program, candidates, played } => {
                let candidates = candidates.into_iter().map(|candidate| Candidate {
                    legs: self.legs(&candidate.play, span).unwrap_or_default().into(),
                    evaluation: rolled(evaluation(candidate.evaluation), analysis::evaluation),
                });
                Analysis::Play(PlayAnalysis {
                    program: program.into(),
                    candidates: candidates.collect(),
                    played,
                })
            }
            AnalysisJson::Cube {
                program,
                no_double,
                double_take,
                equity_no_double,
                equity_double_take,
                equity_double_pass,
                mwc,
            } => Analysis::Cube(Box::new(CubeAnalysis {
                program: program.into(),
                no_double: rolled(evaluation(*no_double), |settings| analysis::cube(settings).no_double),
                double_take: double_take.map(|take| evaluation(*take)),
                equity_no_double,
                equity_double_take,
                equity_double_pass,
                mwc,
            })),
        }
    }
}

/// Returns `true` for a resignation before the roll, in a .mat record `00: ????` or `????`: it has no dice.
fn is_given_up(roll: WrittenRoll, cell: &Cell) -> bool {
    matches!(&roll.digits, b"00" | b"??") && matches!(cell, Cell::Hidden(_) | Cell::Resign(_))
}

fn evaluation(json: EvaluationJson) -> Evaluation {
    let EvaluationJson { settings, chances, equity, mwc, error } = json;
    Evaluation { settings: settings.into(), chances: chances.map(Chances::from), equity, mwc, error }
}

/// Adds the numbers of a rollout of GNU Backgammon, which older documents have only in its words.
fn rolled(told: Evaluation, read: impl Fn(&str) -> Evaluation) -> Evaluation {
    let bare = Evaluation { settings: told.settings.clone(), ..Evaluation::default() };
    if analysis::is_rolled(&told.settings) && told == bare { read(&told.settings) } else { told }
}

/// Returns the offset of a place from the JSON reader: a line and a column in bytes, both from 1.
fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    let mut at = (start + column.saturating_sub(1)).min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the JSON reader's message without the place, which is shown in a better way.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.rfind(" at line ").map_or(text.clone(), |at| text[..at].to_owned())
}
