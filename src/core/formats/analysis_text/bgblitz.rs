//! `BGBlitz`'s text: the board, IDs, and a list of plays or a cube decision.
//!
//! ```text
//!  +13-14-15-16-17-18------19-20-21-22-23-24-+   O: Green  52     (eleven rows follow, and a ruler)
//!
//!  Position-ID: b9sBCIC5bYDQAA    Match-ID: QYnoAGAAGAAE
//!  XGID=-B-CBBB---a---A---ABcbbbd-:1:-1:1:21:3:6:0:7:10
//!
//!  Green - 6 Red - 3 in a 7 point match.
//!  Red to move 1-2
//!
//! Evaluation  (EMG)
//!  ==========
//!   1.   0.124 mwp /  -0.492            19/18, 14/12
//!        0.254  0.000  0.000  -  0.746  0.338  0.004
//! ```

use super::drawing::{Drawing, ruler};
use super::position::{Position, name};
use super::text::{Line, lines, number};
use crate::board::Side;
use crate::diag::{Code, Parsed, SourceFile, Span};
use crate::game::record::{
    Analysis, Candidate, Chances, CubeAnalysis, Evaluation, MatchRecord, PlayAnalysis, Property, Spanned,
    WrittenRoll,
};
use crate::notation::{MatchId, Xgid, XgidDice};

/// The program recorded for the analyses.
const PROGRAM: &str = "bgblitz";

/// The words for a pass, for cases in which the equities don't show it.
const PASS: [&str; 8] = ["Pass", "Reject", "Drop", "Ablehnen", "Refuser", "Rejeter", "降り", "パス"];

/// Reads one position. Any text gives a record.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader::default();
    for line in lines(source) {
        reader.line(line);
    }
    reader.finish(source)
}

#[derive(Default)]
struct Reader {
    position: Position,
    /// Whether the board's rows are being read.
    in_board: bool,
    match_id: Option<(String, Span)>,
    /// The plays, with the match winning chances of each.
    plays: Vec<(Candidate, Option<String>)>,
    /// The chances of `O` and of `X`, in this order.
    chances: Vec<[f64; 3]>,
    /// The cubeless equity and its deviation.
    cubeless: Option<(f64, Option<String>)>,
    /// The match winning chances, or the cubeful equity.
    cubeful: Option<String>,
    /// The actions: the words, the match winning chances, the equity.
    actions: Vec<(String, Option<String>, f64)>,
}

impl Reader {
    fn line(&mut self, line: Line<'_>) {
        let text = line.text.trim();
        if let Some(points) = ruler(line.text) {
            return self.ruler(line, points);
        }
        if text.is_empty() || text.bytes().all(|byte| byte == b'=') {
            return;
        }
        if self.in_board && self.position.row(line) {
            return;
        }
        let understood = self.id(line)
            || self.score(line)
            || self.turn(line)
            || self.candidate(line)
            || self.numbers(line)
            || self.equity(line)
            || self.action(line)
            || self.heading(line);
        if !understood {
            self.position.unknown(line);
        }
    }

    /// Reads a ruler, followed by a player's letter, name and pips.
    fn ruler(&mut self, line: Line<'_>, points: Vec<u8>) {
        if self.position.drawn.is_none() {
            self.position.drawn = Some((Drawing::new(points), line.span()));
        }
        self.in_board = !self.in_board;
        let Some((_, behind)) = line.text.rsplit_once('+') else { return };
        let behind = behind.trim();
        let side = match behind.as_bytes() {
            [b'O', b':', ..] => Side::Zero,
            [b'X', b':', ..] => Side::One,
            _ => return,
        };
        let words = behind[2..].trim();
        let with_pips = words.rsplit_once(' ').filter(|(_, pips)| number(pips).is_some());
        let words = with_pips.map_or(words, |(words, _)| words);
        self.position.names[side] = Some(Spanned::new(name(words), line.span_of(words.trim())));
    }

    fn id(&mut self, line: Line<'_>) -> bool {
        let text = line.text.trim();
        if let Some(id) = text.strip_prefix("XGID=") {
            self.position.xgid = Some((id.to_owned(), line.span()));
            return true;
        }
        let Some(rest) = text.strip_prefix("Position-ID:") else { return false };
        let (position, game) = rest.split_once("Match-ID:").unwrap_or((rest, ""));
        let told = |id: &str| (!id.is_empty()).then(|| (id.to_owned(), line.span_of(id)));
        self.position.gnubg_id = told(position.trim());
        self.match_id = told(game.trim());
        true
    }

    /// Reads ` Green - 6 Red - 3 in a 7 point match.`, which is English in every language.
    fn score(&mut self, line: Line<'_>) -> bool {
        let text = line.text.trim();
        let Some((scores, _)) = text.split_once(" in a ") else { return false };
        let parts: Vec<&str> = scores.split(" - ").collect();
        // Names may contain a dash: only the plain case is compared with the XGID.
        if let [_, middle, last] = parts[..] {
            let first = middle.split(' ').next().unwrap_or("");
            for (side, text) in [(Side::Zero, first), (Side::One, last.trim())] {
                let score = text.parse().ok();
                self.position.scores[side] = score.map(|score| Spanned::new(score, line.span_of(text)));
            }
        }
        true
    }

    /// Reads ` Red to move 1-2`, ` Red to move.`, which is English in every language.
    fn turn(&mut self, line: Line<'_>) -> bool {
        let text = line.text.trim();
        let Some((who, dice)) = text.split_once(" to move") else { return false };
        let who = name(who);
        let side = |side: &Side| self.position.names[*side].as_ref().is_some_and(|name| name.value == who);
        self.position.on_roll = Side::ALL.into_iter().find(side);
        let dice = dice.trim().trim_end_matches('.');
        if let [first @ b'0'..=b'9', b'-', second @ b'0'..=b'9'] = *dice.as_bytes() {
            self.position.dice = Some(WrittenRoll { digits: [first, second], span: line.span_of(dice) });
        }
        true
    }

    /// Reads `  2.   0.111 mwp /  -0.545  (-0.053)  19/18, 3/1 `; in a money session without the match winning chances.
    fn candidate(&mut self, line: Line<'_>) -> bool {
        let Some((rank, rest)) = line.text.trim_start().split_once(". ") else { return false };
        if rank.parse::<u32>().is_err() {
            return false;
        }
        let mut numbers = Vec::new();
        let mut play = "";
        for word in rest.split_whitespace() {
            let begins = word.contains('/') && word.len() > 1;
            if begins {
                play = &rest[word.as_ptr().addr() - rest.as_ptr().addr()..];
                break;
            }
            if number(word).is_some() {
                numbers.push(word);
            }
        }
        let Some(equity) = numbers.last().and_then(|equity| number(equity)) else { return false };
        let legs = self.position.legs(line, play);
        let evaluation = Evaluation { equity: Some(equity), ..Evaluation::default() };
        let share = (numbers.len() > 1).then(|| numbers[0].to_owned());
        self.plays.push((Candidate { legs: legs.into(), evaluation }, share));
        true
    }

    /// Reads chances: six numbers around a dash below a play, or three percentages in a table after a name.
    fn numbers(&mut self, line: Line<'_>) -> bool {
        let text = line.text.trim();
        let read = |text: &str| -> Option<Vec<f64>> { text.split_whitespace().map(number).collect() };
        if let Some((wins, losses)) = text.split_once(" - ")
            && let (Some(wins), Some(losses)) = (read(wins), read(losses))
            && let ([win, win_gammon, win_backgammon], [_, lose_gammon, lose_backgammon]) =
                (&wins[..], &losses[..])
            && let Some((candidate, _)) = self.plays.last_mut()
        {
            let chances = [*win, *win_gammon, *win_backgammon, *lose_gammon, *lose_backgammon];
            candidate.evaluation.chances = Some(chances.into());
            return true;
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        if text.contains(':') || words.len() < 4 || self.chances.len() == 2 {
            return false;
        }
        match read(&words[words.len() - 3..].join(" ")).as_deref() {
            Some(&[win, gammon, backgammon]) => {
                self.chances.push([win / 100.0, gammon / 100.0, backgammon / 100.0]);
                true
            }
            _ => false,
        }
    }

    /// Reads ` Equity Red (cubeless): 0.139  Std.Dev.: 0.132`, then ` Equity (cubeful)    :  0.226`.
    fn equity(&mut self, line: Line<'_>) -> bool {
        if line.text.matches('(').count() > 2 || self.cubeful.is_some() {
            return false;
        }
        let mut parts = line.text.split(':').skip(1);
        let Some(first) = parts.next() else { return false };
        let word = first.split_whitespace().next().unwrap_or("");
        let Some(value) = number(word) else { return false };
        if self.cubeless.is_none() {
            let deviation = parts.next().map(str::trim).filter(|text| number(text).is_some());
            self.cubeless = Some((value, deviation.map(str::to_owned)));
        } else {
            self.cubeful = Some(word.to_owned());
        }
        true
    }

    /// Reads ` Double / Take         :  0.220   (-0.006)      0.164   (-0.123)`.
    fn action(&mut self, line: Line<'_>) -> bool {
        let Some((words, values)) = line.text.split_once(':') else { return false };
        // The differences are in brackets, with a blank instead of a sign.
        let values = values.replace('(', " (").replace("( ", "(");
        let mut numbers = values.split_whitespace().filter(|word| number(word).is_some());
        let (first, last) = (numbers.next(), numbers.next_back());
        let Some(equity) = last.or(first).and_then(number) else { return false };
        if self.actions.len() == 3 {
            return false;
        }
        let share = last.and(first).map(str::to_owned);
        self.actions.push((words.trim().to_owned(), share, equity));
        true
    }

    /// Returns `true` for a heading, which has no numbers: above the plays, the chances, the actions.
    fn heading(&self, line: Line<'_>) -> bool {
        let text = line.text.trim();
        let empty = self.plays.is_empty() && self.actions.is_empty();
        empty && !text.contains(|c: char| c.is_ascii_digit())
    }

    fn finish(mut self, source: &SourceFile) -> Parsed<MatchRecord> {
        self.position.complete(self.in_board, source);
        self.compare_match_id();
        let here = self.position.xgid.as_ref().map_or_else(Span::default, |(_, span)| *span);
        let mut keep = |key: &str, values: Vec<String>| {
            if !values.is_empty() {
                self.position.properties.push(Property::new(format!("bgblitz:{key}"), values, here));
            }
        };
        keep("play-mwc", self.plays.iter().filter_map(|(_, share)| share.clone()).collect());
        let deviation = self.cubeless.as_ref().and_then(|(_, deviation)| deviation.clone());
        keep("std-dev", deviation.into_iter().collect());
        let actions = sorted(&self.actions);
        // In a match this is the chance to win it, in a money session an equity that is also written below.
        let shares = actions.iter().flatten().filter_map(|(share, _)| share.clone());
        keep("cube-mwc", self.cubeful.iter().cloned().chain(shares).collect());
        if !self.plays.is_empty() {
            let candidates = self.plays.into_iter().map(|(candidate, _)| candidate).collect();
            let analysis = PlayAnalysis { program: PROGRAM.into(), candidates, played: None };
            self.position.analyses.push(Analysis::Play(analysis));
        }
        if self.cubeless.is_some() || actions.iter().any(Option::is_some) {
            let on_roll = self.position.on_roll.unwrap_or(Side::One);
            let of = |side: Side| self.chances.get(side.index()).copied();
            let chances = of(on_roll).zip(of(!on_roll));
            let chances = chances.map(|(of, other)| Chances::from([of[0], of[1], of[2], other[1], other[2]]));
            let equity = self.cubeless.as_ref().map(|(equity, _)| *equity);
            let [no_double, take, pass] = actions.map(|action| action.map(|(_, equity)| equity));
            self.position.analyses.push(Analysis::Cube(Box::new(CubeAnalysis {
                program: PROGRAM.into(),
                no_double: Evaluation { chances, equity, ..Evaluation::default() },
                equity_no_double: no_double,
                equity_double_take: take,
                equity_double_pass: pass,
                ..CubeAnalysis::default()
            })));
        }
        self.position.record()
    }

    /// Compares the facts that are in both the Match ID and the XGID.
    fn compare_match_id(&mut self) {
        let Some((text, span)) = self.match_id.take() else { return };
        let Ok((id, _)) = MatchId::read_lenient(&text) else {
            let label = "a Match ID has 12 characters";
            return self.position.report(Code::RecordValue, span, "the Match ID can't be read", label);
        };
        let xgid = self.position.xgid.as_ref().and_then(|(xgid, _)| Xgid::read_lenient(xgid, 15).ok());
        let Some((xgid, _)) = xgid else { return };
        let fields = id.fields();
        let dice = match xgid.dice {
            XgidDice::Rolled(roll) => Some(roll),
            _ => None,
        };
        let scores = (fields.score.0, xgid.score.0);
        let same_score = scores.0 == scores.1 || scores.0 == [scores.1[1], scores.1[0]];
        let what = match () {
            () if fields.length != xgid.length => "length",
            () if !same_score => "score",
            () if fields.cube != 1 << xgid.cube_log2 => "cube",
            () if dice.is_some() && fields.dice.is_some() && fields.dice != dice => "dice",
            () => return,
        };
        let label = format!("another {what}; the XGID is used");
        self.position.report(Code::RecordValue, span, "the Match ID doesn't match the XGID", label);
    }
}

/// Returns the actions in a fixed order: no double, take, pass. The one without a slash is no double; of the
/// two others, the pass has an equity of exactly 1, and if both have, the words decide.
fn sorted(actions: &[(String, Option<String>, f64)]) -> [Option<(Option<String>, f64)>; 3] {
    let mut sorted = [const { None }; 3];
    let is_one = |equity: f64| (equity - 1.0).abs() < 1e-9;
    let ones = actions.iter().filter(|(words, _, equity)| words.contains('/') && is_one(*equity)).count();
    for (words, share, equity) in actions {
        let place = if !words.contains('/') {
            0
        } else if ones == 1 {
            1 + usize::from(is_one(*equity))
        } else {
            1 + usize::from(PASS.iter().any(|word| words.contains(word)))
        };
        sorted[place] = Some((share.clone(), *equity));
    }
    sorted
}
