//! Lists of positions: one ID per line, of any notation.
//!
//! ```text
//! # opening, 63 to play
//! 4HPwATDgc/ABMA:cInyAAAAAAAE
//! XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10
//! board:You:opponent:7:0:0:0:-2:0:0:…
//! ```
//!
//! A line is a Position ID, a Position ID and a Match ID with a colon between them or with their labels, an
//! XGID, an OGID, or a FIBS board line. Lines that begin with `#` are a comment on the next position; blank
//! lines are ignored, and so is everything after a `#` with a blank before it.
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let matches = barpoint::open("list.ids", std::fs::read("testdata/ids/valid/list.ids")?)?;
//! assert_eq!(matches[0].format.name, "ids");
//! # Ok(())
//! # }
//! ```

use super::inventory::{Item, Kind};
use super::position::{self, At};
use super::{Confidence, Content, Format, HEAD, Head, Matches, Writer, Written as Output};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::game::MAX_CUBE;
use crate::game::Replayed;
use crate::game::record::{Anchor, MatchRecord, Remark, RemarkKind};
use crate::notation::identify::{IdentifyError, is_ogid};
use crate::notation::{self, Assumption, GameState, IdError, IdState, MatchId, PositionId, Reason, identify};

/// The row of lists that are written as GNU Backgammon's IDs.
pub const FORMAT: Format = Format {
    name: "ids",
    title: "a list of positions, one ID a line: GNU Backgammon's IDs, XGIDs, OGIDs, FIBS board lines",
    page: "positions",
    extensions: &["ids"],
    content: Content::Text,
    matches: Matches::Lines(counts),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: write_gnubg, reads_back: true, holds: GNUBG_HOLDS }),
};

/// The row of lists that are written as XGIDs.
pub const XGIDS: Format = Format {
    name: "xgids",
    title: "a list of positions, one XGID a line",
    page: "positions",
    extensions: &["xgids", "xgid"],
    // Every list is recognised as the format above.
    sniff: |_| Confidence::No,
    writer: Some(Writer { write: write_xgid, reads_back: true, holds: XGID_HOLDS }),
    ..FORMAT
};

const GNUBG_HOLDS: &[Kind] = &[
    Kind::Length,
    Kind::Score,
    Kind::CrawfordGame,
    Kind::JacobyRule,
    Kind::Position,
    Kind::Cube,
    Kind::Beaver,
    Kind::Comment,
    Kind::Property,
];

const XGID_HOLDS: &[Kind] = &[
    Kind::Length,
    Kind::Score,
    Kind::CrawfordGame,
    Kind::JacobyRule,
    Kind::Position,
    Kind::Cube,
    Kind::Beaver,
    Kind::Comment,
    Kind::BeaverRule,
    Kind::CubeLimit,
];

/// The largest cube in XGIDs by default, whatever the rules are.
const USUAL_LIMIT: u32 = 1024;

/// Returns `true` if a line is a position, by its form alone.
fn counts(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    !line.is_empty() && line[0] != b'#'
}

fn sniff(head: Head<'_>) -> Confidence {
    let mut lines: Vec<&str> = head.text.lines().collect();
    if head.bytes.len() >= HEAD && lines.len() > 1 {
        // The last one may be cut off.
        lines.pop();
    }
    let lines = lines.into_iter().filter(|line| counts(line.as_bytes()));
    let (mut all, mut ids) = (0, 0);
    for line in lines {
        all += 1;
        ids += usize::from(looks_like_id(line.trim()));
    }
    match (all, ids) {
        (_, 0) => Confidence::No,
        _ if all == ids => Confidence::Sure,
        _ if all <= 2 * ids => Confidence::Likely,
        _ => Confidence::No,
    }
}

/// Returns `true` if a line has the form of an ID; without any mark, it also has to be valid.
fn looks_like_id(line: &str) -> bool {
    let digits = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'));
    let begins = |mark: &str| line.get(..mark.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(mark));
    let word = line.split(char::is_whitespace).next().unwrap_or_default();
    if begins("XGID=")
        || begins("OGID=")
        || begins("OGID:")
        || is_ogid(word)
        || begins("Position ID")
        || begins("GNU Backgammon  Position ID")
    {
        return true;
    }
    if begins("board:") {
        return line.matches(':').count() > 40;
    }
    match word.split_once(':') {
        Some((board, rest)) if board.len() == 26 => rest.matches(':').count() >= 5,
        Some((position, game)) => {
            position.len() == PositionId::LEN
                && game.len() == MatchId::LEN
                && digits(position)
                && digits(game)
        }
        None => word.parse::<PositionId>().is_ok_and(|id| id.board(15).is_ok()),
    }
}

/// Reads the position of one line.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let text = source.text();
    let mut reader = Reader { remarks: Vec::new(), found: Vec::new(), comment: None };
    let mut record = None;
    for (start, line) in lines(text) {
        let at = start + (line.len() - line.trim_start().len());
        let bare = line.trim();
        if let Some(comment) = bare.strip_prefix('#') {
            reader.comment_line(comment, Span::new(at, at + bare.len()));
            continue;
        }
        reader.end_comment();
        if bare.is_empty() {
            continue;
        }
        let (id, comment) = match bare.find(" #").or_else(|| bare.find("\t#")) {
            Some(mark) => (bare[..mark].trim_end(), Some((&bare[mark + 2..], at + mark + 1))),
            None => (bare, None),
        };
        let span = Span::new(at, at + id.len());
        if record.is_some() {
            reader.report(Code::RecordSyntax, span, "a second position where one is read");
            let remark =
                Remark { kind: RemarkKind::Unknown, anchor: Anchor::entry(0, 0), span, text: id.to_owned() };
            reader.remarks.push(remark);
        } else {
            record = Some(reader.position(id, span));
        }
        if let Some((comment, from)) = comment {
            reader.comment_line(comment, Span::new(from, at + bare.len()));
            reader.end_comment();
        }
    }
    reader.end_comment();
    let mut record = record.unwrap_or_default();
    record.remarks = reader.remarks;
    Parsed { value: record, diagnostics: reader.found }
}

/// Returns the lines of a text, without their ends, with their offsets; they end where the splitter ends
/// them.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        let end = rest.find(['\n', '\r']).unwrap_or(rest.len());
        at += end + if rest[end..].starts_with("\r\n") { 2 } else { 1 };
        Some((start, &rest[..end]))
    })
}

struct Reader {
    remarks: Vec<Remark>,
    found: Vec<Diagnostic>,
    comment: Option<(String, Span)>,
}

impl Reader {
    fn report(&mut self, code: Code, span: Span, label: impl Into<String>) {
        diag::keep(&mut self.found, Diagnostic::new(code, span, code.title()).label(label));
    }

    /// Adds a line of comment; consecutive lines are one comment.
    fn comment_line(&mut self, text: &str, span: Span) {
        let text = text.strip_prefix(' ').unwrap_or(text);
        match &mut self.comment {
            Some((comment, place)) => {
                comment.push('\n');
                comment.push_str(text);
                *place = place.to(span);
            }
            None => self.comment = Some((text.to_owned(), span)),
        }
    }

    fn end_comment(&mut self) {
        if let Some((text, span)) = self.comment.take() {
            self.remarks.push(Remark { kind: RemarkKind::Comment, anchor: Anchor::MATCH, span, text });
        }
    }

    /// Reads an ID; one that can't be read leaves a match without games.
    fn position(&mut self, id: &str, span: Span) -> MatchRecord {
        let found = match identify(id, 15) {
            Ok(found) => found,
            Err(error) => {
                self.wrong(&error, span);
                return MatchRecord::default();
            }
        };
        let wrong: Vec<String> =
            found.assumed.iter().filter(|assumed| is_wrong(assumed)).map(ToString::to_string).collect();
        if !wrong.is_empty() {
            self.report(Code::RecordValue, span, wrong.join("; "));
        } else if found.state.board.is_none() {
            self.report(Code::RecordValue, span, "a match id doesn't say where the checkers stand");
        }
        let mut state = found.state;
        // Every program writes 1024, so it has no meaning.
        state.max_cube = state.max_cube.filter(|&limit| limit != USUAL_LIMIT);
        if let Some(game) =
            state.game.filter(|game| found.kind == notation::Kind::GnubgId && game.double_offered)
        {
            state.beavers = u8::from(game.turn == game.on_roll);
        }
        position::record(&state, span)
    }

    fn wrong(&mut self, error: &IdentifyError, span: Span) {
        let code = match error {
            IdentifyError::Wrong(errors) if errors.iter().any(is_impossible) => Code::PositionInvalid,
            IdentifyError::Wrong(_) => Code::RecordValue,
            _ => Code::RecordSyntax,
        };
        self.report(code, span, error.to_string());
    }
}

/// Returns `true` if an impossible position of checkers is among the reasons.
fn is_impossible(error: &IdError) -> bool {
    error
        .reasons
        .iter()
        .any(|reason| matches!(reason, Reason::Setup(_) | Reason::SideOneSetup(_) | Reason::BarSide(_)))
}

/// Returns `true` if an assumption is about something that is never intended.
fn is_wrong(assumed: &Assumption) -> bool {
    !matches!(
        assumed,
        Assumption::Trimmed(_)
            | Assumption::NoPrefix
            | Assumption::NoCubeLimit
            | Assumption::CubeCentred
            | Assumption::DiceOrder { .. }
            | Assumption::FieldIgnored { .. }
            | Assumption::MissingFields { .. }
    )
}

fn write_gnubg(replayed: &Replayed) -> Output {
    write(replayed, GNUBG_HOLDS, |state| {
        // A Match ID doesn't contain the number of beavers; an XGID does.
        if state.beavers > 1 { xgid(state) } else { state.gnubg_id().ok().map(|(id, _)| id) }
    })
}

fn write_xgid(replayed: &Replayed) -> Output {
    write(replayed, XGID_HOLDS, xgid)
}

fn xgid(state: &IdState) -> Option<String> {
    let limit = state.max_cube.filter(|&limit| is_sayable(limit));
    let state = IdState { max_cube: limit, ..state.clone() };
    state.xgid().ok().map(|(xgid, _)| xgid.to_string())
}

/// Returns `true` if an XGID can contain a limit of the cube.
fn is_sayable(limit: u32) -> bool {
    limit.is_power_of_two() && limit > 1 && limit != USUAL_LIMIT && limit < MAX_CUBE
}

/// Writes the positions of all decisions.
fn write(replayed: &Replayed, holds: &[Kind], id: impl Fn(&IdState) -> Option<String>) -> Output {
    let all = position::decisions(replayed);
    let lines: Vec<(&At, String)> = all.iter().filter_map(|at| Some((at, id(&at.state)?))).collect();
    let mut text = String::new();
    let comments = replayed.record.remarks.iter().filter(|remark| is_writable(remark));
    for remark in comments.filter(|_| !lines.is_empty()) {
        for line in remark.text.trim().lines() {
            text.push_str(if line.is_empty() { "#" } else { "# " });
            text.push_str(line);
            text.push('\n');
        }
        text.push('\n');
    }
    for (_, line) in &lines {
        text.push_str(line);
        text.push('\n');
    }
    let at = lines.first().map(|(at, _)| *at);
    let losses = position::lost(replayed, at, holds, |item: &Item| match item.kind {
        Kind::Comment => replayed
            .record
            .remarks
            .iter()
            .any(|remark| is_writable(remark) && item.game.is_none() && remark.text.trim() == item.text),
        Kind::Property => {
            // Only Match IDs contain it.
            item.text.starts_with(position::GAME_STATE)
                && at.is_some_and(|at| at.state.game.is_some_and(|game| game.state != GameState::Playing))
                && at.is_some_and(|at| at.state.beavers <= 1)
        }
        Kind::BeaverRule => item.text == "0",
        Kind::CubeLimit => item.text.parse().is_ok_and(is_sayable),
        _ => true,
    });
    Output { bytes: text.into_bytes(), losses }
}

/// Returns `true` if a remark can be written as lines of comment before the positions.
fn is_writable(remark: &Remark) -> bool {
    let text = remark.text.trim();
    remark.kind == RemarkKind::Comment
        && remark.anchor.game.is_none()
        && !text.is_empty()
        && !text.contains('\r')
        && text.lines().all(|line| line.trim_end() == line)
}
