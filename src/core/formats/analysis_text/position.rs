//! The facts about a position from both programs, combined, compared and converted to a record.

use super::drawing::Drawing;
use super::text::Line;
use crate::board::{BySide, Side};
use crate::diag::{self, Code, Diagnostic, Parsed, SourceFile, Span};
use crate::formats::position::switch;
use crate::formats::xg::plays::flip;
use crate::game::record::{
    Analysis, Anchor, CubePlace, CubeWord, Entry, GameRecord, Header, MatchRecord, Notes, PlayerScore,
    Property, Remark, RemarkKind, Setup, Spanned, Written, WrittenRoll, headers,
};
use crate::notation::play::{PlayOptions, parse};
use crate::notation::{PositionId, Xgid, XgidDice};
use crate::rules::Leg;
use smallvec::SmallVec;

#[derive(Debug, Default)]
pub(super) struct Position {
    /// The text after `XGID=`, and its place.
    pub(super) xgid: Option<(String, Span)>,
    /// The text of the Position ID, and its place.
    pub(super) gnubg_id: Option<(String, Span)>,
    /// The board as drawn, and the place of the drawing.
    pub(super) drawn: Option<(Drawing, Span)>,
    /// Whether a row of the drawing can't be read, which is reported.
    pub(super) is_damaged: bool,
    /// The names of the players; `O` is [`Side::Zero`], at the top of the drawing.
    pub(super) names: BySide<Option<Spanned<String>>>,
    /// The scores in words.
    pub(super) scores: BySide<Option<Spanned<i64>>>,
    /// The side on roll in words.
    pub(super) on_roll: Option<Side>,
    /// The dice in words, if no XGID contains them.
    pub(super) dice: Option<WrittenRoll>,
    pub(super) analyses: SmallVec<[Analysis; 2]>,
    /// Other facts about the position.
    pub(super) properties: Vec<Property>,
    pub(super) headers: Vec<Header>,
    /// Text that isn't understood.
    pub(super) remarks: Vec<Remark>,
    /// The first line that isn't understood.
    unknown: Option<Span>,
    /// The findings so far.
    pub(super) found: Vec<Diagnostic>,
}

/// The names that programs give to players without a name, by language, with their usual form.
const NOBODY: [(&str, &[&str]); 4] = [
    ("Player 1", &["Spieler 1", "Joueur 1", "プレーヤー 1"]),
    ("Player 2", &["Spieler 2", "Joueur 2", "プレーヤー 2"]),
    ("Green", &["Grün", "Vert", "緑"]),
    ("Red", &["Rot", "Rouge", "赤"]),
];

/// Returns a name; in English for a player without a name.
pub(super) fn name(name: &str) -> String {
    let name = name.trim();
    let nobody = NOBODY.iter().find(|(_, others)| others.contains(&name));
    nobody.map_or(name, |(usual, _)| usual).to_owned()
}

impl Position {
    pub(super) fn report(&mut self, code: Code, span: Span, message: &str, label: impl Into<String>) {
        diag::keep(&mut self.found, Diagnostic::new(code, span, message).label(label));
    }

    /// Keeps a line that isn't understood.
    pub(super) fn unknown(&mut self, line: Line<'_>) {
        let span = line.span();
        self.unknown.get_or_insert(span);
        let (kind, anchor, text) = (RemarkKind::Unknown, Anchor::entry(0, 0), line.text.trim().to_owned());
        self.remarks.push(Remark { kind, anchor, span, text });
    }

    /// Reads a row of the board; returns `true` if it is one.
    pub(super) fn row(&mut self, line: Line<'_>) -> bool {
        let Some((drawing, span)) = &mut self.drawn else { return false };
        let is_row = drawing.row(line.text) && drawing.rows() <= 11;
        if is_row {
            *span = span.to(line.span());
        }
        is_row
    }

    /// Reads the legs of a candidate, a part of a line.
    pub(super) fn legs(&mut self, line: Line<'_>, play: &str) -> Vec<Leg> {
        match parse(play.as_bytes(), line.span_of(play).start, PlayOptions::RECORD) {
            Ok(play) => play.legs().map(|leg| leg.leg).collect(),
            Err(_) if !play.contains('/') => Vec::new(),
            Err(error) => {
                self.report(Code::RecordValue, error.span, "a play can't be read", error.to_string());
                Vec::new()
            }
        }
    }

    /// Reports what the text lacks, and the first line that isn't understood; if it `is_cut`, it ends within the board.
    pub(super) fn complete(&mut self, is_cut: bool, source: &SourceFile) {
        if self.xgid.is_none() {
            let label = "expected a line with `XGID=`";
            self.report(Code::RecordSyntax, Span::new(0, 0), "there is no XGID", label);
        }
        if is_cut {
            // A missing part can't be compared.
            self.drawn = None;
            let end = source.text().len();
            let label = "a board has eleven rows and a ruler";
            self.report(Code::RecordTruncated, Span::new(end, end), "the board is incomplete", label);
        } else if let Some(span) = self.unknown {
            self.report(Code::RecordUnknown, span, "a line isn't understood", "kept as a remark");
        }
    }

    /// Returns `true` if the XGID's sides are the opposite of the record's. XG may have player 1 at the top,
    /// and then the text's `X` is the XGID's lower case.
    fn is_swapped(&self, xgid: &Xgid) -> bool {
        let flipped = xgid.board.flip();
        let [plain, swapped] = [&xgid.board, &flipped]
            .map(|board| self.drawn.as_ref().is_some_and(|(drawn, _)| drawn.fits(&board.lanes()[..26])));
        if plain != swapped {
            return swapped;
        }
        // If the position is symmetric, or fits neither side, the player on roll decides, and otherwise the score.
        let scores = self.scores.map(|score| score.map(|score| score.value));
        let told = xgid.score.map(|score| Some(i64::from(score)));
        match self.on_roll {
            Some(side) => side != xgid.turn,
            None => scores != told && scores.swap() == told,
        }
    }

    pub(super) fn record(mut self) -> Parsed<MatchRecord> {
        let xgid = self.xgid.take().and_then(|(text, span)| match Xgid::read_lenient(&text, 15) {
            Ok((xgid, _)) => Some((xgid, span)),
            Err(error) => {
                self.report(Code::RecordValue, span, "the XGID can't be read", error.to_string());
                None
            }
        });
        let mut record = MatchRecord::default();
        let mut game = GameRecord::default();
        let mut setup = Setup { roll: self.dice, on_roll: self.on_roll, ..Setup::default() };
        let mut offers = 0;
        if let Some((xgid, span)) = &xgid {
            let (xgid, span) = (*xgid, *span);
            let swapped = self.is_swapped(&xgid);
            let side = |side: Side| if swapped { !side } else { side };
            let of_zero = if swapped { xgid.board } else { xgid.board.flip() };
            let of_one = of_zero.flip();
            let drawn = self.drawn.as_ref();
            if let Some(place) = drawn
                .filter(|(drawn, _)| !self.is_damaged && !drawn.fits(&of_one.lanes()[..26]))
                .map(|drawn| drawn.1)
            {
                let label = "the XGID is used";
                self.report(Code::RecordValue, place, "the drawn board doesn't match the XGID", label);
            }
            let turn = side(xgid.turn);
            let (of_turn, of_other) = if turn == Side::Zero { (of_zero, of_one) } else { (of_one, of_zero) };
            self.compare_id(&of_turn, &of_other);
            setup.span = span;
            setup.board = Some(std::array::from_fn(|i| of_zero.lanes()[i]));
            setup.on_roll = Some(turn);
            if let Some(told) = self
                .on_roll
                .filter(|told| *told != turn && matches!(xgid.dice, XgidDice::ToRoll | XgidDice::Rolled(_)))
            {
                let message = "the XGID and the text have different players on roll";
                let label = if told == Side::Zero { "O in the text" } else { "X in the text" };
                self.report(Code::RecordValue, span, message, label);
            }
            setup.cube_value = Some(1 << xgid.cube_log2);
            setup.cube_place =
                Some(xgid.owner.map_or(CubePlace::Centre, |owner| CubePlace::Owned(side(owner))));
            setup.roll = match xgid.dice {
                XgidDice::Rolled(roll) => {
                    let told = self.dice.filter(|told| told.roll() == Some(roll));
                    if let (Some(other), None) = (self.dice, told) {
                        let label = format!("{roll} in the XGID");
                        self.report(Code::RecordValue, other.span, "the dice don't match the XGID", label);
                    }
                    Some(told.unwrap_or_else(|| WrittenRoll { digits: roll.digits(), span }))
                }
                _ => None,
            };
            offers = match xgid.dice {
                XgidDice::ToRoll | XgidDice::Rolled(_) => 0,
                XgidDice::Doubled => 1,
                XgidDice::Beavered => 2,
                XgidDice::Raccooned => 3,
            };
            record.length = Some(Spanned::new(u32::from(xgid.length), span));
            if xgid.length == 0 {
                self.headers.push(switch(headers::JACOBY, xgid.jacoby, span));
                self.headers.push(switch(headers::BEAVER, xgid.beavers, span));
            } else {
                game.is_crawford = Some(xgid.crawford);
            }
            if xgid.max_cube_log2 > 0 {
                let limit = (1u32 << xgid.max_cube_log2).to_string();
                self.headers.push(Header::new(headers::CUBE_LIMIT, limit, span));
            }
            for told in Side::ALL {
                let score = i64::from(xgid.score[side(told)]);
                match self.scores[told] {
                    Some(written) if written.value != score => {
                        let (span, label) = (written.span, format!("{score} in the XGID"));
                        self.report(Code::RecordValue, span, "the score doesn't match the XGID", label);
                    }
                    Some(_) => {}
                    None => self.scores[told] = Some(Spanned::new(score, span)),
                }
            }
        } else if let Some((drawn, span)) = &self.drawn {
            (setup.span, setup.board) = (*span, Some(flip(&drawn.lanes())));
        }
        game.players = BySide(Side::ALL.map(|side| {
            let name = self.names[side].take().unwrap_or_default();
            Some(PlayerScore { name, rating: None, score: self.scores[side] })
        }));
        game.heading = Span::new(setup.span.start as usize, setup.span.start as usize);
        self.entries(&mut game, setup, offers);
        record.headers = self.headers;
        record.games.push(game);
        record.remarks = self.remarks;
        self.found.sort_by_key(|finding| finding.primary.span.start);
        Parsed { value: record, diagnostics: self.found }
    }

    /// Adds the position as an entry, followed by the unanswered offers of the cube.
    fn entries(&mut self, game: &mut GameRecord, setup: Setup, offers: u32) {
        let (span, by) = (setup.span, setup.on_roll.unwrap_or(Side::Zero));
        let value = setup.cube_value.unwrap_or(1);
        let mut entry = Entry::new(setup.on_roll, span, Written::Set(Box::new(setup)));
        if !self.analyses.is_empty() || !self.properties.is_empty() {
            entry.notes = Some(Box::new(Notes {
                analyses: std::mem::take(&mut self.analyses),
                properties: std::mem::take(&mut self.properties),
                ..Notes::default()
            }));
        }
        game.entries.push(entry);
        let words = [CubeWord::Double, CubeWord::Beaver, CubeWord::Raccoon];
        for (number, word) in words.into_iter().enumerate().take(offers as usize) {
            let side = if number % 2 == 0 { by } else { !by };
            let value = value.checked_shl(number as u32 + 1).map(|value| Spanned::new(value, span));
            game.entries.push(Entry::new(Some(side), span, Written::Cube { word, value }));
        }
    }

    /// Compares the Position ID, which is from the view of the side that decides, with the XGID.
    fn compare_id(&mut self, of_turn: &crate::board::Board, of_other: &crate::board::Board) {
        let Some((text, span)) = self.gnubg_id.take() else { return };
        let Ok(id) = text.parse::<PositionId>() else {
            let label = "a Position ID has 14 characters";
            return self.report(Code::RecordValue, span, "the Position ID can't be read", label);
        };
        let right = PositionId::encode(of_turn);
        if id != right && id != PositionId::encode(of_other) {
            let label = format!("the XGID's is {right}");
            self.report(Code::RecordValue, span, "the Position ID doesn't match the XGID", label);
        }
    }
}
