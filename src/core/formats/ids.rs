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
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("list.ids", std::fs::read("testdata/ids/valid/list.ids")?)?;
//! assert_eq!(matches[0].format.name, "ids");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::inventory::{Item, Kind, holds};
use super::position::{self, At};
use super::{Confidence, Content, Format, HEAD, Head, Matches, Write, Writer, Written as Output};
use crate::board::Board;
use crate::diag::lines::line_stop;
use crate::diag::{self, Code, Diagnostic, Parsed, Severity, SourceFile, Span};
use crate::game::record::{Anchor, MatchRecord, Remark, RemarkKind};
use crate::game::{MAX_CUBE, MatchSetupError, Replayed};
use crate::notation::base64::is_digit;
use crate::notation::identify::{Identified, IdentifyError, is_like_id, is_ogid};
use crate::notation::{
    Assumption, GameState, IdError, IdState, MatchId, PositionId, Reason, USUAL_LIMIT, identify,
};
use crate::rules::Variant;

/// The entry of lists that are written as GNU Backgammon's IDs in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "ids",
    title: "a list of positions, one ID per line: GNU Backgammon's IDs, XGIDs, OGIDs, FIBS board lines",
    page: "positions",
    extensions: &["ids"],
    content: Content::Text,
    matches: Matches::Lines(counts),
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Listing(write_gnubg), reads_back: true, holds: GNUBG_HOLDS }),
};

/// The entry of lists that are written as XGIDs in [`FORMATS`](super::FORMATS).
pub const XGIDS: Format = Format {
    name: "xgids",
    title: "a list of positions, one XGID per line",
    page: "positions",
    extensions: &["xgids", "xgid"],
    // Every list is recognised as the format above.
    sniff: |_| Confidence::No.at(0),
    writer: Some(Writer { write: Write::Listing(write_xgid), reads_back: true, holds: XGID_HOLDS }),
    ..FORMAT
};

const GNUBG_HOLDS: &[Kind] = holds!(
    Length Score CrawfordGame JacobyRule Position Cube Beaver OfferedResignation Comment Property
);

const XGID_HOLDS: &[Kind] = holds!(
    Length Score CrawfordGame JacobyRule Position Cube Beaver Comment BeaverRule CubeLimit
);

/// Returns `true` if a line is a position, by its form alone.
fn counts(line: &[u8]) -> bool {
    let line = line.trim_ascii_start();
    !line.is_empty() && line[0] != b'#'
}

fn sniff(head: Head<'_>) -> super::Evidence {
    let mut lines: Vec<&str> = head.text.lines().collect();
    if head.bytes.len() >= HEAD && lines.len() > 1 {
        // The last one may be cut off.
        lines.pop();
    }
    let lines = lines.into_iter().filter(|line| counts(line.as_bytes()));
    let (mut all, mut ids, mut first) = (0, 0, None);
    for line in lines {
        all += 1;
        if looks_like_id(line.trim()) {
            ids += 1;
            first = first.or(Some(line));
        }
    }
    let confidence = match (all, ids) {
        (_, 0) => Confidence::No,
        _ if all == ids => Confidence::Sure,
        _ if all <= 2 * ids => Confidence::Likely,
        _ => Confidence::No,
    };
    confidence.at(first.map_or(0, |line| head.offset(line)))
}

/// Returns `true` if a line has the form of an ID; without any mark, it also has to be valid.
fn looks_like_id(line: &str) -> bool {
    let digits = |text: &str| text.chars().all(is_digit);
    let begins = |mark: &str| line.get(..mark.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(mark));
    let word = line.split(char::is_whitespace).next().unwrap_or_default();
    let marks = ["XGID=", "OGID=", "OGID:", "Position ID", "GNUBGID", "GNU Backgammon  Position ID"];
    if marks.into_iter().any(begins) || is_ogid(word) {
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
        None => word.parse::<Board>().is_ok(),
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
        if record.is_some() {
            reader.unknown(id, at, Code::RecordSyntax, "a second position where one is read");
        } else {
            let [before, id, after] = parts(id);
            let place = |part: &str| at + (part.as_ptr() as usize - bare.as_ptr() as usize);
            record = Some(reader.position(id, Span::new(place(id), place(id) + id.len())));
            for part in [before, after].into_iter().filter(|part| part.contains(char::is_alphanumeric)) {
                let found = identify(part, 15).and_then(Identified::whole);
                let (code, label) = if found.is_ok_and(|found| found.state.board.is_some()) {
                    (Code::RecordSyntax, "a second position on the line; the first one is read")
                } else {
                    (Code::RecordUnknown, "expected only an ID, and a comment after ` #`")
                };
                reader.unknown(part, place(part), code, label);
            }
        }
        if let Some((comment, from)) = comment {
            reader.comment_line(comment, Span::new(from, at + bare.len()));
            reader.end_comment();
        }
    }
    reader.end_comment();
    let mut record = record.unwrap_or_default();
    record.remarks = reader.remarks;
    reader.found.sort_by_key(|finding| finding.primary.span.start);
    Parsed { value: record, diagnostics: reader.found }
}

/// The words before IDs, without their punctuation; signs alone have none.
const LABELS: [&str; 9] =
    ["", "gnu", "backgammon", "gnubgid", "position", "match", "id", "positionid", "matchid"];

/// What a word of a line is.
enum Role {
    /// A part of a label; whether an ID follows it.
    Label(bool),
    /// A Position ID or a Match ID of this length; the other one may follow.
    Half(usize),
    /// An ID of this length in bytes that nothing belongs to.
    Whole(usize),
    /// Anything else.
    Other,
}

/// Splits a line into the text before its ID, the ID with its labels, and the text after it; without a word that looks
/// like an ID, the line is one as a whole.
fn parts(line: &str) -> [&str; 3] {
    let (mut start, mut end) = (None, None);
    let (mut half, mut is_labelled) = (None, false);
    for word in line.split_whitespace() {
        let from = word.as_ptr() as usize - line.as_ptr() as usize;
        match role(word, is_labelled) {
            Role::Label(is_last) => {
                start.get_or_insert(from);
                is_labelled = is_last;
                continue;
            }
            Role::Half(len) if half != Some(len) => {
                start.get_or_insert(from);
                end = Some(from + word.len());
                if half.replace(len).is_some() {
                    break;
                }
            }
            Role::Whole(len) if end.is_none() => {
                start.get_or_insert(from);
                end = Some(from + len);
                break;
            }
            _ if end.is_some() => break,
            _ => start = None,
        }
        is_labelled = false;
    }
    match (start, end) {
        (Some(start), Some(end)) => [line[..start].trim(), &line[start..end], line[end..].trim()],
        _ => ["", line, ""],
    }
}

/// Returns the role of a word; after a label, any text is an ID.
fn role(word: &str, is_labelled: bool) -> Role {
    let letters = |word: &str| word.chars().filter(char::is_ascii_alphabetic).collect::<String>();
    let label = |word: &str| {
        let fits = word.chars().all(|c| c.is_ascii_alphabetic() || ":=-_\"'(),;".contains(c));
        let letters = letters(word).to_ascii_lowercase();
        (fits && LABELS.contains(&letters.as_str())).then(|| letters.ends_with("id"))
    };
    let text = word.trim_matches(|c| "\"'`()[]<>.,;!?".contains(c));
    let upper = text.to_ascii_uppercase();
    let is_board = |board: &str| board.len() == 26 && board.contains('-');
    if upper == "XGID=" {
        return Role::Label(true);
    }
    if upper.starts_with("XGID=") {
        let again = upper[1..]
            .find("XGID=")
            .map_or(word.len(), |again| text.as_ptr() as usize - word.as_ptr() as usize + again + 1);
        return Role::Whole(again);
    }
    if ["OGID=", "OGID:"].iter().any(|mark| upper.starts_with(mark))
        || is_ogid(text)
        || text.split_once(':').is_some_and(|(board, _)| is_board(board))
    {
        return Role::Whole(word.len());
    }
    if let Some(is_last) = label(word) {
        return Role::Label(is_last || is_labelled && letters(word).is_empty());
    }
    match text.split_once([':', '=']) {
        _ if is_labelled => Role::Half(text.trim_end_matches(':').len()),
        Some((before, id)) if label(before).is_some() && !id.is_empty() => Role::Half(id.len()),
        Some((id, "")) if is_like_id(id) => Role::Half(id.len()),
        Some((id, _)) if is_like_id(id) => Role::Whole(word.len()),
        None if is_like_id(text) => Role::Half(text.len()),
        _ => Role::Other,
    }
}

/// Returns the lines of a text, without their ends, with their offsets; they end where the splitter ends them.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = text.get(at..).filter(|rest| !rest.is_empty())?;
        let start = at;
        let end = line_stop(rest, 0) as usize;
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
        diag::keep(&mut self.found, Diagnostic::of(code, span).label(label));
    }

    /// Keeps text that isn't read.
    fn unknown(&mut self, text: &str, at: usize, code: Code, label: &str) {
        let span = Span::new(at, at + text.len());
        self.report(code, span, label);
        let (kind, anchor) = (RemarkKind::Unknown, Anchor::entry(0, 0));
        self.remarks.push(Remark { kind, anchor, span, text: text.to_owned() });
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
            self.report(Code::RecordValue, span, "a Match ID doesn't contain the checkers");
        } else if id.ends_with(':') {
            self.report(Code::RecordValue, span, "the Match ID after the colon is missing");
        }
        let mut state = found.state;
        self.contradictions(&state, span);
        // Every program writes 1024, so it has no meaning.
        state.max_cube = state.max_cube.filter(|&limit| limit != USUAL_LIMIT);
        position::record(&state, span)
    }

    /// Notes a position that other programs read although it can't occur. The replay reports any other contradiction.
    fn contradictions(&mut self, state: &IdState, span: Span) {
        use MatchSetupError::{CentredAbove, CubeValue, NoCheckers, OwnedAtOne};
        let mut reasons = state.contradictions(Variant::Standard);
        reasons.retain(|it| matches!(it, NoCheckers | CubeValue { .. } | OwnedAtOne | CentredAbove(_)));
        if !reasons.is_empty() {
            let label = reasons.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ");
            let finding = Diagnostic::of(Code::PositionInvalid, span).severity(Severity::Note);
            diag::keep(&mut self.found, finding.label(label));
        }
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
    let all = position::decisions(&replayed.with_shown_jacoby());
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
    // Only Match IDs contain the state of the game and a resignation.
    let game = at.filter(|at| at.state.beavers <= 1).and_then(|at| at.state.game);
    let losses = position::lost(replayed, at, holds, |item: &Item| match item.kind {
        Kind::Comment => replayed
            .record
            .remarks
            .iter()
            .any(|remark| is_writable(remark) && item.game.is_none() && remark.text.trim() == item.text),
        Kind::Property => {
            item.text.starts_with(position::GAME_STATE)
                && game.is_some_and(|game| game.state != GameState::Playing)
        }
        Kind::OfferedResignation => game.is_some_and(|game| game.resignation.is_some()),
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

#[cfg(test)]
mod tests {
    use super::parts;

    #[test]
    fn a_line_has_an_id_with_its_labels() {
        const GNUBG: &str = "4HPwATDgc/ABMA:MIGqAAAAAAAE";
        for line in [
            GNUBG,
            "4HPwATDgc/ABMA",
            "4HPwATDgc/ABMA MIGqAAAAAAAE",
            "MIGqAAAAAAAE 4HPwATDgc/ABMA",
            "Position ID: 4HPwATDgc/ABMA Match ID: cAlqAAAAAAAE",
            " GNU Backgammon  Position ID: 4HPwATDgc/ABMA - Match ID   : cAlqAAAAAAAE".trim(),
            "PositionID=4HPwATDgc/ABMA MatchID=cAlqAAAAAAAE",
            "GNUBGID=4HPwATDgc/ABMA:cAlqAAAAAAAE",
            "GNUBGID 4HPwATDgc/ABMA:cAlqAAAAAAAE",
            "Position ID: 4HPwATDgc",
            "two words",
            "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
            "11ccccchhhjjjjj:66666888dddddoo:N0N:13:B:IB:0:0:7:0",
            "board:You:opponent:7:0",
        ] {
            assert_eq!(parts(line), ["", line, ""]);
        }
        assert_eq!(parts("first 4HPwATDgc/ABMA words"), ["first", "4HPwATDgc/ABMA", "words"]);
        assert_eq!(parts("4HPwATDgc/ABMA Match IDs: cAlq"), ["", "4HPwATDgc/ABMA", "Match IDs: cAlq"]);
        assert_eq!(parts(&format!("{GNUBG} {GNUBG}")), ["", GNUBG, GNUBG]);
    }
}
