//! Jellyfish's binary file of one position, as GNU Backgammon writes and reads it.
//!
//! Numbers of two bytes, the lower first; the names in the middle make the later offsets odd. With N
//! the offset after the names:
//!
//! | offset | content |
//! |---|---|
//! | 0 | the version: 124 to 126 |
//! | 6 | whether the cube is in use |
//! | 8 | whether the Jacoby rule holds; GNU Backgammon states it in a match, too |
//! | 10 | whether beavers are allowed |
//! | 12 | the value of the cube |
//! | 14 | its owner: 0 none, 1 the first player, 2 the second |
//! | 16 | 1, 2: the first or second player has rolled; 3, 4: that player is to roll or double |
//! | 24 | 1 a match, 3 a money session |
//! | 30, 32, 34 | the match length, the score of the first and of the second player |
//! | 36 | the names of first and second, each with its length in one byte before it |
//! | N + 2 | 1 before the Crawford game, 2 in it, 3 after it |
//! | N + 7, N + 9 | the dice, 0 before the roll |
//! | N + 11 | 26 times twice the same number: 20 and the second player's checkers, or less the first player's, on the bar of the second, on the points 24 to 1 of the second, on the bar of the first |
//!
//! Found out with files that GNU Backgammon wrote and read; it uses the first of two equal numbers. The first player is
//! [`Side::Zero`]. The meaning of the rest isn't known: it is kept if it differs from what GNU Backgammon always
//! writes.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("both-bars.pos", std::fs::read("testdata/pos/valid/both-bars.pos")?)?;
//! assert_eq!(matches[0].format.name, "pos");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::gnubg::Session;
use super::inventory::{Item, Kind, holds};
use super::position::{self, At};
use super::{Confidence, Content, Format, Head, Matches, Write, Writer, Written as Output};
use crate::board::{BySide, Die, Roll, Side};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::game::record::{
    CubePlace, Entry, GameRecord, MatchRecord, PlayerScore, Property, Setup, Spanned, Written, headers,
};
use crate::game::{MAX_CUBE, Replayed};
use crate::notation::GameState;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "pos",
    title: "a position of Jellyfish, as GNU Backgammon writes it",
    page: "positions",
    extensions: &["pos"],
    content: Content::Binary(0),
    matches: Matches::One,
    sniff,
    parse: Some(parse),
    writer: Some(Writer { write: Write::Listing(write), reads_back: true, holds: HOLDS }),
};

const HOLDS: &[Kind] = holds!(Player Length Score CrawfordGame Position JacobyRule BeaverRule);

/// The offset of the Jacoby rule.
const JACOBY: usize = 8;

/// The offset of the names.
const NAMES: usize = 36;

/// The offsets before the names with unknown meaning, and the usual values there.
const UNKNOWN: [(usize, u16); 8] = [(2, 0), (4, 0), (6, 1), (18, 0), (20, 0), (22, 0), (26, 2), (28, 7)];

/// Returns `true` if a file states the Jacoby rule, as GNU Backgammon reads it: also in a match.
#[must_use]
#[doc(hidden)]
pub fn has_jacoby(file: &[u8]) -> bool {
    file.get(JACOBY).is_some_and(|byte| *byte != 0)
}

fn sniff(head: Head<'_>) -> super::Evidence {
    let number = |at: usize| {
        head.bytes.get(at..at + 2).map_or(u16::MAX, |bytes| u16::from_le_bytes([bytes[0], bytes[1]]))
    };
    let is_version = (124..=126).contains(&number(0));
    let fits = is_version
        && number(2) == 0
        && number(4) == 0
        && number(12).is_power_of_two()
        && number(14) <= 2
        && number(16) <= 4
        && matches!(number(24), 1 | 3);
    let confidence = match fits {
        true if head.bytes.len() < 512 => Confidence::Sure,
        true => Confidence::Likely,
        false => Confidence::No,
    };
    confidence.at(0)
}

fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { bytes: source.bytes(), at: 0, found: Vec::new(), properties: Vec::new() };
    let mut record = MatchRecord::default();
    let mut game = GameRecord::default();
    if reader.read(&mut record, &mut game).is_none() {
        let end = reader.bytes.len();
        reader.report(Code::RecordTruncated, Span::new(end, end), "a position of Jellyfish continues here");
    }
    reader.found.sort_by_key(|finding| finding.primary.span.start);
    // If a byte is missing or surplus, all numbers after it look wrong.
    let is_shifted = reader.found.iter().any(|it| it.code != Code::RecordValue);
    if let (Some((first, rest)), true) = (reader.found.split_first_mut(), is_shifted) {
        first.severity = rest.iter().map(|found| found.severity).fold(first.severity, Ord::max);
        first.consequences.extend_from_slice(rest);
        reader.found.truncate(1);
    }
    if !reader.properties.is_empty() {
        game.notes.get_or_insert_default().properties = reader.properties;
    }
    record.games.push(game);
    Parsed { value: record, diagnostics: reader.found }
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    found: Vec<Diagnostic>,
    properties: Vec<Property>,
}

impl Reader<'_> {
    fn report(&mut self, code: Code, span: Span, label: impl Into<String>) {
        diag::keep(&mut self.found, Diagnostic::of(code, span).label(label));
    }

    /// Reads a number of two bytes. `None` at the end of the file.
    fn take(&mut self) -> Option<Spanned<u16>> {
        let bytes = self.bytes.get(self.at..self.at + 2)?;
        let span = Span::new(self.at, self.at + 2);
        self.at += 2;
        Some(Spanned::new(u16::from_le_bytes([bytes[0], bytes[1]]), span))
    }

    /// Reads a number in a range; the inner `None` means that it isn't, the outer one that the file ends.
    #[expect(clippy::option_option, reason = "the outer one ends the reading, by `?`")]
    fn within(&mut self, what: &str, range: std::ops::RangeInclusive<u16>) -> Option<Option<Spanned<u16>>> {
        let number = self.take()?;
        if range.contains(&number.value) {
            return Some(Some(number));
        }
        let (low, high) = range.into_inner();
        let label = format!("{what} is {low} to {high}, not {}", number.value);
        self.report(Code::RecordValue, number.span, label);
        Some(None)
    }

    /// Keeps a value that isn't understood.
    fn keep(&mut self, key: usize, value: u16, span: Span) {
        let values = Spanned::new(vec![value.to_string()], span);
        self.properties.push(Property { key: format!("pos:{key}"), values });
    }

    /// Reads a number of unknown meaning.
    fn unknown(&mut self) -> Option<()> {
        let at = self.at;
        let number = self.take()?;
        let usual = UNKNOWN.iter().find(|(offset, _)| *offset == at).map_or(0, |(_, usual)| *usual);
        if number.value != usual {
            self.keep(at, number.value, number.span);
        }
        Some(())
    }

    fn name(&mut self) -> Option<Spanned<String>> {
        let len = usize::from(*self.bytes.get(self.at)?);
        let from = self.at + 1;
        let bytes = self.bytes.get(from..from + len)?;
        self.at = from + len;
        let name = encoding_rs::WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned();
        Some(Spanned::new(name, Span::new(from, from + len)))
    }

    /// Reads everything. `None` if the file ends too early.
    fn read(&mut self, record: &mut MatchRecord, game: &mut GameRecord) -> Option<()> {
        let mut setup = Setup::default();
        self.within("the version", 124..=126)?;
        for _ in 0..3 {
            self.unknown()?;
        }
        let jacoby = self.within("the Jacoby rule", 0..=1)?;
        let beavers = self.within("the beavers", 0..=1)?;
        let cube = self.within("the cube", 1..=MAX_CUBE as u16)?;
        setup.cube_value = cube.map(|cube| u32::from(cube.value));
        setup.cube_place = self.within("the cube's owner", 0..=2)?.map(|owner| match owner.value {
            0 => CubePlace::Centre,
            1 => CubePlace::Owned(Side::Zero),
            _ => CubePlace::Owned(Side::One),
        });
        let state = self.within("the turn", 1..=4)?.map_or(1, |state| state.value);
        let on_roll = if state % 2 == 1 { Side::Zero } else { Side::One };
        setup.on_roll = Some(on_roll);
        for _ in 0..3 {
            self.unknown()?;
        }
        let kind = self.take()?;
        self.unknown()?;
        self.unknown()?;
        let length = self.within("the match length", 0..=32_767)?;
        record.length = length.map(|length| Spanned::new(u32::from(length.value), length.span));
        let is_money = length.is_some_and(|length| length.value == 0);
        if length.is_some() && kind.value != if is_money { 3 } else { 1 } {
            self.report(Code::RecordValue, kind.span, "1 belongs to a match, 3 to a money session");
        }
        let rules = [(headers::JACOBY, jacoby), (headers::BEAVER, beavers)];
        for (key, rule) in rules.into_iter().filter(|_| is_money) {
            record.headers.extend(rule.map(|rule| position::switch(key, rule.value == 1, rule.span)));
        }
        // A match has no such rule.
        if let Some(jacoby) = jacoby.filter(|jacoby| !is_money && jacoby.value != 1) {
            self.keep(JACOBY, jacoby.value, jacoby.span);
        }
        let scores = [self.within("a score", 0..=32_767)?, self.within("a score", 0..=32_767)?];
        for (side, score) in Side::ALL.into_iter().zip(scores) {
            let score = score.map(|score| Spanned::new(i64::from(score.value), score.span));
            let name = self.name()?;
            game.players[side] = Some(PlayerScore { name, rating: None, score });
        }
        let behind_names = self.at;
        self.take()?;
        let crawford = self.within("the Crawford game", 1..=3)?;
        game.is_crawford = crawford.filter(|_| !is_money).map(|crawford| crawford.value == 2);
        self.at += 3;
        let dice = position::dice(self.within("a die", 0..=6)?, self.within("a die", 0..=6)?);
        let has_rolled = state <= 2;
        setup.roll = dice.filter(|_| has_rolled);
        debug_assert!(self.at == behind_names + 11);
        self.checkers(setup, on_roll, game)?;
        if self.at < self.bytes.len() {
            let rest = Span::new(self.at, self.bytes.len());
            self.report(Code::RecordUnknown, rest, "a position of Jellyfish ends before this");
        }
        Some(())
    }

    fn checkers(&mut self, mut setup: Setup, on_roll: Side, game: &mut GameRecord) -> Option<()> {
        let from = self.at;
        let mut lanes = [0i8; 26];
        let mut complete = true;
        for (i, lane) in lanes.iter_mut().enumerate() {
            match self.within("20 and a number of checkers", 0..=40)? {
                // The second player's checkers are negative in the first player's view.
                Some(count) => *lane = 20 - count.value as i8,
                None => complete = false,
            }
            let second = self.take()?;
            if complete && second.value != (20 - i16::from(*lane)) as u16 {
                self.keep(i, second.value, second.span);
            }
        }
        if complete {
            setup.span = Span::new(from, self.at);
            setup.board = Some(lanes);
            let (span, written) = (setup.span, Written::Set(Box::new(setup)));
            game.entries.push(Entry::new(Some(on_roll), span, written));
        }
        Some(())
    }
}

/// Writes the last position of a record.
fn write(replayed: &Replayed) -> Output {
    let at = position::last(replayed);
    let bytes =
        at.as_ref().and_then(|at| bytes(at, |roll| (roll.high(), roll.low()), name)).unwrap_or_default();
    let at = at.filter(|_| !bytes.is_empty());
    let losses = position::lost(replayed, at.as_ref(), HOLDS, |item: &Item| match item.kind {
        Kind::Player => at.as_ref().is_some_and(|at| !is_changed(at, item)),
        Kind::BeaverRule => item.text == "0",
        _ => true,
    });
    Output { bytes, losses }
}

/// Returns `true` if an item is a name that can't be written unchanged.
fn is_changed(at: &At, item: &Item) -> bool {
    let side = if item.text.starts_with('0') { Side::Zero } else { Side::One };
    at.state.names.as_ref().is_none_or(|names| name(&names[side]).is_empty())
}

/// Returns a name in Windows-1252; empty if it can't be encoded, or has more than 255 bytes.
fn name(name: &str) -> Vec<u8> {
    let (bytes, _, failed) = encoding_rs::WINDOWS_1252.encode(name);
    if failed || bytes.len() > 255 { Vec::new() } else { bytes.into_owned() }
}

/// Writes a position as GNU Backgammon does: names byte for byte, the session's settings as the rules of money
/// sessions, and the player whose turn it is as the one on roll; none where no game is played.
pub(super) fn write_theirs(replayed: &Replayed, session: &Session) -> Vec<u8> {
    let mut at = position::of_session(replayed, session);
    if let Some(fields) =
        at.as_mut().and_then(|at| at.state.game.as_mut()).filter(|fields| fields.length == 0)
    {
        fields.score = BySide::default();
    }
    let bytes =
        at.as_ref().and_then(|at| bytes(at, |roll| session.in_order(roll), |name| name.as_bytes().to_vec()));
    let mut bytes = bytes.unwrap_or_default();
    if let [_, _, _, _, _, _, cube, _, jacoby, _, beavers, _, _, _, _, _, state, ..] = &mut bytes[..] {
        (*cube, *jacoby, *beavers) =
            (u8::from(!session.cubeless), u8::from(session.jacoby), u8::from(session.beavers));
        let fields = at.as_ref().and_then(|at| at.state.game);
        if fields.is_some_and(|game| matches!(game.state, GameState::None | GameState::Over)) {
            *state = 0;
        } else if let Some(game) = fields.filter(|game| game.turn != game.on_roll) {
            // After a resigned game, it is the turn of the player who answered.
            *state = if game.turn == Side::Zero { *state - 1 } else { *state + 1 };
        }
    }
    bytes
}

fn bytes(at: &At, in_order: impl Fn(Roll) -> (Die, Die), name: impl Fn(&str) -> Vec<u8>) -> Option<Vec<u8>> {
    let (board, fields) = (at.state.board?, at.state.game?);
    let on_roll = fields.on_roll;
    let names = at.state.names.clone().unwrap_or(BySide::new(String::new(), String::new()));
    let is_money = fields.length == 0;
    let cube = position::cube_before_offers(&fields, at.state.beavers);
    let state = match (fields.dice.is_some(), on_roll) {
        (true, Side::Zero) => 1,
        (true, Side::One) => 2,
        (false, Side::Zero) => 3,
        (false, Side::One) => 4,
    };
    let mut bytes = Vec::with_capacity(256);
    let mut put = |number: u16| bytes.extend_from_slice(&number.to_le_bytes());
    let jacoby = !is_money || fields.jacoby;
    let head = [126, 0, 0, 1, u16::from(jacoby), u16::from(at.state.beavers_allowed != Some(false))];
    head.into_iter().for_each(&mut put);
    let owner = cube.owner.map_or(0, |owner| owner.index() as u16 + 1);
    let kind = if is_money { 3 } else { 1 };
    [cube.value as u16, owner, state, 0, 0, 0, kind, 2, 7].into_iter().for_each(&mut put);
    let score = |side: Side| fields.score[side];
    [fields.length, score(Side::Zero), score(Side::One)].into_iter().for_each(&mut put);
    debug_assert!(bytes.len() == NAMES);
    for side in Side::ALL {
        let name = name(&names[side]);
        bytes.push(name.len() as u8);
        bytes.extend_from_slice(&name);
    }
    let crawford = match (is_money, fields.crawford) {
        (false, true) => 2,
        (false, false) if at.state.is_post_crawford() == Some(true) => 3,
        _ => 1,
    };
    bytes.extend_from_slice(&[0, 0, crawford, 0, 0, 0, 0]);
    let dice = fields.dice.map(in_order).map_or((0, 0), |(first, second)| (first.pips(), second.pips()));
    bytes.extend_from_slice(&[dice.0, 0, dice.1, 0]);
    for count in position::absolute(&board, on_roll) {
        let number = (20 - i16::from(count)) as u16;
        bytes.extend_from_slice(&number.to_le_bytes());
        bytes.extend_from_slice(&number.to_le_bytes());
    }
    Some(bytes)
}
