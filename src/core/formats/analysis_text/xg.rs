//! eXtreme Gammon's text: an XGID, the board, and a list of plays or a cube decision.
//!
//! ```text
//! XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:5:10
//!
//! X:Ann   O:Bob
//! Score is X:0 O:0 5 pt.(s) match.
//!  +13-14-15-16-17-18------19-20-21-22-23-24-+     (eleven rows follow, and a ruler)
//! Pip count  X: 167  O: 167 X-O: 0-0/5
//! Cube: 1
//! X to play 31
//!
//!     1. 3-ply       8/5 6/5                      eq:+0.161
//!       Player:   55.16% (G:17.02% B:1.26%)
//!       Opponent: 44.84% (G:12.24% B:0.59%)
//! ```
//!
//! After the analysis come a note, of any number of lines, and the version of XG.

use super::drawing::{Drawing, ruler};
use super::position::{Position, name};
use super::text::{Line, leading, lines, number, percentages};
use crate::board::Side;
use crate::diag::{Code, Parsed, SourceFile, Span};
use crate::game::record::{
    Analysis, Anchor, Candidate, Chances, CubeAnalysis, Evaluation, Header, MatchRecord, PlayAnalysis,
    Remark, RemarkKind, Spanned, WrittenRoll, headers,
};

/// The program recorded for the analyses.
const PROGRAM: &str = "xg";

/// Reads one position. Any text gives a record.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader =
        Reader { position: Position::default(), plays: Vec::new(), cube: None, part: Part::Head, note: None };
    for line in lines(source) {
        reader.line(line);
    }
    reader.finish(source)
}

/// The part of the text being read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// Before the board.
    Head,
    /// The rows of the board.
    Board,
    /// The lines below the board, up to a blank one: pips, cube, the player who decides, and the decision.
    State,
    Analysis,
}

/// The lines of chances, each with its place: the player's, then the opponent's.
type Lines = Vec<([f64; 3], Span)>;

/// The part of a cube decision read so far.
#[derive(Default)]
struct Cube {
    settings: String,
    chances: Lines,
    /// The cubeless equities without and after a double.
    cubeless: Vec<f64>,
    /// The equities without a double, of a take, of a pass.
    cubeful: Vec<f64>,
    /// The number of lines of advice after them.
    advice: usize,
}

struct Reader {
    position: Position,
    plays: Vec<(Candidate, Lines)>,
    cube: Option<Cube>,
    part: Part,
    /// The lines of the note after the analysis, and their place.
    note: Option<(Vec<String>, Span)>,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        let text = line.text.trim();
        if text.starts_with("XGID=") && self.part == Part::Analysis {
            self.note(line);
        } else if let Some(id) = text.strip_prefix("XGID=") {
            self.position.xgid = Some((id.to_owned(), line.span()));
        } else if let Some(points) = ruler(line.text) {
            if self.part == Part::Board {
                self.part = Part::State;
            } else if self.position.drawn.is_none() {
                self.position.drawn = Some((Drawing::new(points), line.span()));
                self.part = Part::Board;
            }
        } else if line.is_blank() {
            if self.part == Part::State {
                self.part = Part::Analysis;
            }
            if let Some((lines, _)) = &mut self.note {
                lines.push(String::new());
            }
        } else if text.starts_with("eXtreme Gammon") {
            self.version(line);
        } else {
            match self.part {
                Part::Board if self.position.row(line) => {}
                // A row of the board above its ruler is lost, too.
                Part::Head if !text.starts_with('|') => self.head(line),
                Part::Head | Part::Board => {
                    self.position.is_damaged = true;
                    self.position.unknown(line);
                }
                Part::State => self.state(line),
                Part::Analysis => self.analysis(line),
            }
        }
    }

    fn note(&mut self, line: Line<'_>) {
        let (lines, span) = self.note.get_or_insert_with(|| (Vec::new(), line.span()));
        lines.push(line.text.trim().to_owned());
        *span = span.to(line.span());
    }

    /// Reads the names, `X:Ann   O:Bob`, then the score: both have an `X:` and an `O:`.
    fn head(&mut self, line: Line<'_>) {
        let x = line.text.find("X:");
        let o = line.text.find(" O:").filter(|o| Some(*o) > x);
        let (Some(x), Some(o)) = (x, o) else { return self.position.unknown(line) };
        let (of_x, of_o) = (&line.text[x + 2..o], &line.text[o + 3..]);
        if self.position.names[Side::One].is_none() && line.text[..x].trim().is_empty() {
            for (side, text) in [(Side::One, of_x), (Side::Zero, of_o)] {
                self.position.names[side] = Some(Spanned::new(name(text), line.span_of(text.trim())));
            }
            return;
        }
        for (side, text) in [(Side::One, of_x), (Side::Zero, of_o)] {
            let digits = text.trim_start();
            let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
            let score = digits[..end].parse().ok();
            let score = score.map(|score| Spanned::new(score, line.span_of(&digits[..end])));
            self.position.scores[side] = score.or(self.position.scores[side]);
        }
    }

    /// Reads the state: pips and the cube repeat the XGID; only the player who decides is compared with it.
    fn state(&mut self, line: Line<'_>) {
        let side = match line.text.trim_start().as_bytes() {
            [b'X', b' ' | b':', ..] => Side::One,
            [b'O', b' ' | b':', ..] => Side::Zero,
            _ => return,
        };
        self.position.on_roll = Some(side);
        if let Some(word @ [b'1'..=b'6', b'1'..=b'6']) = line.text.rsplit(' ').next().map(str::as_bytes) {
            let at = line.start + line.text.len() - 2;
            self.position.dice =
                Some(WrittenRoll { digits: [word[0], word[1]], span: Span::new(at, at + 2) });
        }
    }

    fn analysis(&mut self, line: Line<'_>) {
        if self.note.is_some() {
            return self.note(line);
        }
        if let Some(candidate) = self.candidate(line) {
            return self.plays.push((candidate, Vec::new()));
        }
        let percentages = percentages(line.text);
        if let ([win, gammon, backgammon], true) = (&percentages[..], line.text.contains('(')) {
            let chances = [win / 100.0, gammon / 100.0, backgammon / 100.0];
            if self.plays.last().is_some_and(|(_, list)| list.len() == 2) {
                return self.note(line);
            }
            let list = match self.plays.last_mut() {
                Some((_, list)) => list,
                None => &mut self.cube.get_or_insert_default().chances,
            };
            return if list.len() < 2 {
                list.push((chances, line.span()));
            } else {
                self.position.unknown(line);
            };
        }
        if !self.plays.is_empty() {
            return self.note(line);
        }
        let Some(cube) = &mut self.cube else {
            // The chances are preceded by the analysis level: two words, then the level.
            let level: Vec<&str> = line.text.split_whitespace().skip(2).collect();
            if level.is_empty() {
                return self.position.unknown(line);
            }
            self.cube = Some(Cube { settings: settings(&level.join(" ")), ..Cube::default() });
            return;
        };
        let equities: Vec<f64> = line.text.split('=').skip(1).filter_map(leading).collect();
        if cube.cubeless.is_empty() && equities.len() == 2 {
            cube.cubeless = equities;
        } else if let Some(equity) = cubeful(line.text).filter(|_| cube.cubeful.len() < 3) {
            cube.cubeful.push(equity);
        } else if cube.cubeful.is_empty() && !cube.cubeless.is_empty() && !line.text.contains('%') {
            // The heading of the equities.
        } else if !cube.cubeful.is_empty() && cube.advice < 2 {
            // The best action, and how often the opponent would have to err: both follow from the rest.
            cube.advice += 1;
        } else if cube.advice == 2 {
            self.note(line);
        } else {
            self.position.unknown(line);
        }
    }

    /// Reads a play: `    1. XG Roller+  11/8 11/5                    eq:+0.589 (-0.061)`.
    fn candidate(&mut self, line: Line<'_>) -> Option<Candidate> {
        let (rank, rest) = line.text.trim_start().split_once(". ")?;
        rank.parse::<u32>().ok()?;
        let (front, equity) = rest.rsplit_once("q:")?;
        let equity = leading(equity)?;
        // The sign before `q:` is `e` or `é`, after at least one blank.
        let front = front.trim_end_matches(|c: char| !c.is_whitespace()).trim();
        // The level has no slash, a play has at least one. Without a play, two blanks end the level.
        let play_at =
            front.find('/').map(|slash| front[..slash].rfind(char::is_whitespace).map_or(0, |at| at + 1));
        let (level, play) = match play_at {
            Some(at) => front.split_at(at),
            None => front.split_once("  ").unwrap_or((front, "")),
        };
        let settings = settings(level.trim()).into();
        Some(Candidate {
            legs: self.position.legs(line, play).into(),
            evaluation: Evaluation { settings, equity: Some(equity), ..Evaluation::default() },
        })
    }

    /// Reads the last line: `eXtreme Gammon Version: 2.10, MET: Kazaross XG2`.
    fn version(&mut self, line: Line<'_>) {
        let mut parts = line.text.split(':').map(str::trim);
        let _ = parts.next();
        let Some(version) = parts.next() else { return self.position.unknown(line) };
        let version = version.rsplit_once(',').map_or(version, |(version, _)| version);
        let program = format!("eXtreme Gammon {version}");
        self.position.headers.push(Header::new(headers::PROGRAM, program, line.span()));
        if let Some(table) = parts.next().filter(|table| !table.is_empty()) {
            self.position.headers.push(Header::new("xg:MET", table, line.span_of(table)));
        }
    }

    fn finish(mut self, source: &SourceFile) -> Parsed<MatchRecord> {
        self.position.complete(self.part == Part::Board, source);
        if let Some((lines, span)) = self.note {
            let text = lines.join("\n").trim().to_owned();
            let (kind, anchor) = (RemarkKind::Comment, Anchor::entry(0, 0));
            self.position.remarks.push(Remark { kind, anchor, span, text });
        }
        if !self.plays.is_empty() {
            let candidates = self.plays.into_iter().map(|(mut candidate, list)| {
                candidate.evaluation.chances = chances(&list, &mut self.position);
                candidate
            });
            let analysis =
                PlayAnalysis { program: PROGRAM.into(), candidates: candidates.collect(), played: None };
            self.position.analyses.push(Analysis::Play(analysis));
        }
        if let Some(cube) = self.cube {
            let two = chances(&cube.chances, &mut self.position);
            let evaluation = |equity: Option<&f64>, chances: Option<Chances>| Evaluation {
                settings: cube.settings.as_str().into(),
                chances,
                equity: equity.copied(),
                ..Evaluation::default()
            };
            let cubeful = |i: usize| cube.cubeful.get(i).copied();
            self.position.analyses.push(Analysis::Cube(Box::new(CubeAnalysis {
                program: PROGRAM.into(),
                no_double: evaluation(cube.cubeless.first(), two),
                double_take: cube.cubeless.get(1).map(|equity| evaluation(Some(equity), None)),
                equity_no_double: cubeful(0),
                equity_double_take: cubeful(1),
                equity_double_pass: cubeful(2),
                mwc: [None; 3],
            })));
        }
        self.position.record()
    }
}

/// Returns a level in English: `4-plis` is `4-ply`.
fn settings(level: &str) -> String {
    match level.split_once("-pl") {
        Some((plies, _)) if plies.parse::<u32>().is_ok() => format!("{plies}-ply"),
        _ => level.to_owned(),
    }
}

/// Reads an equity after a colon: `Double/Take:   +0.164 (-0.123)`.
fn cubeful(text: &str) -> Option<f64> {
    let at = text.rfind([':', '：'])?;
    let behind = text[at..].trim_start_matches([':', '：']).trim_start();
    let (equity, rest) = behind.split_once(char::is_whitespace).unwrap_or((behind, ""));
    let rest = rest.trim();
    let difference = rest.is_empty() || (rest.starts_with('(') && rest.ends_with(')'));
    number(equity).filter(|_| equity.starts_with(['+', '-']) && difference)
}

/// Returns the chances from the two lines. Of one alone it isn't known whose they are, so it is reported.
fn chances(lines: &[([f64; 3], Span)], position: &mut Position) -> Option<Chances> {
    if let [(_, span)] = lines {
        let label = "expected a line for each player; this one isn't read";
        position.report(Code::RecordSyntax, *span, "a line of chances is missing", label);
    }
    let &[([win, win_gammon, win_backgammon], _), ([_, lose_gammon, lose_backgammon], _)] = lines else {
        return None;
    };
    Some(Chances { win, win_gammon, win_backgammon, lose_gammon, lose_backgammon })
}
