//! Converting the blocks of `temp.xg`, one after the other, into games and entries.

use super::analysis::{self, Analyst};
use super::block::Block;
use super::comments::Comments;
use super::container::Members;
use super::fields::Fields;
use super::headers::{self, MatchHead, VARIATIONS};
use super::plays::{Lanes, flip, pairs, rebuild, walk};
use super::{BLOCK, leftover, write};
use crate::board::{BySide, Side};
use crate::diag::{Code, Span};
use crate::formats::draft::wrong_final;
use crate::formats::findings::Findings;
use crate::formats::game_count::GameCount;
use crate::formats::position::lanes;
use crate::game::record::{
    Anchor, Cell, Clock, CubePlace, CubeWord, Entry, GameRecord, MatchRecord, Notes, PlayerScore, Property,
    Remark, RemarkKind, Setup, Spanned, Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use crate::rules::Variant;

/// The property of XG's mark for a play that doesn't count as a decision.
pub(super) const UNUSED: &str = "xg:Unused";
/// The property of an evaluation of the last position.
const EVAL: &str = "xg:Eval";

/// The first version with marks of edited positions.
const EDITS: i32 = 24;

/// The most blocks read as games; no match has that many.
const MOST_GAMES: usize = 4096;

pub(super) fn read(members: &Members, findings: &mut Findings) -> MatchRecord {
    let program = members.level.strip_prefix(write::PROGRAM).unwrap_or(analysis::PROGRAM);
    let mut reader = Reader {
        analyst: Analyst::new(&members.rollouts, program),
        comments: Comments::read(&members.comments),
        findings,
        record: MatchRecord::default(),
        head: None,
        state: State::default(),
        footer: None,
        finals: Vec::new(),
        numbers: GameCount::default(),
    };
    if !members.comment.is_empty() {
        let (text, span) = (members.comment.clone(), Span::default());
        let remark = Remark { kind: RemarkKind::Comment, anchor: Anchor::MATCH, span, text };
        reader.record.remarks.push(remark);
    }
    for (number, bytes) in members.records.chunks(BLOCK).enumerate() {
        let block = Fields::new(bytes, number * BLOCK);
        if bytes.len() < BLOCK {
            let label = format!("a block has {BLOCK} bytes, this one {}", bytes.len());
            let (span, message) = (block.span(0, 0), "the last block is incomplete");
            reader.findings.report(Code::RecordTruncated, span, message, label);
        } else if !reader.block(block) {
            break;
        }
    }
    reader.finish()
}

/// The state of the game being read.
#[derive(Default)]
struct State {
    /// Whether there is a game whose end hasn't been read.
    open: bool,
    /// The position from player 1's view; `None` if any may follow.
    board: Option<Lanes>,
    /// The cube, in XG's notation: 0 in the middle at 1, n with player 1 at 2^n, -n with player 2. `None` if
    /// any may follow.
    cube: Option<i32>,
    /// Whether the next block may have another position or cube: it is the first one of the game, or a finding has
    /// already been reported.
    may_differ: bool,
    /// The dice after the cube decision that was read last, as it states them.
    dice: Option<[i32; 2]>,
    /// The number of automatic doubles with which it began.
    automatic_doubles: u8,
    /// The notes for the next entry.
    notes: Notes,
    /// The comments for the next entry.
    comments: Vec<Remark>,
    /// The comment after the last entry.
    footer: Option<Remark>,
}

struct Reader<'a> {
    analyst: Analyst<'a>,
    comments: Comments,
    findings: &'a mut Findings,
    record: MatchRecord,
    head: Option<MatchHead>,
    state: State,
    /// The comment after the last game.
    footer: Option<Remark>,
    /// The scores at the end of the last game and of the match.
    finals: Vec<[Spanned<i64>; 2]>,
    numbers: GameCount,
}

impl Reader<'_> {
    /// Reads a block, and returns `true` to continue.
    fn block(&mut self, block: Fields<'_>) -> bool {
        let kind = block.u8(8);
        if self.head.is_none() && kind != 0 {
            let (span, label) = (block.span(8, 1), "the first block is the head of the match");
            self.findings.report(Code::RecordSyntax, span, "the head of the match is missing", label);
        }
        match kind {
            0 if self.head.is_none() => {
                let head = headers::read(block, &mut self.record, self.findings);
                self.head = Some(head);
                self.comment(block, 576, Anchor::MATCH);
                self.footer = self.comments.at(block, 580, Anchor::MATCH, self.findings);
            }
            0 => {
                let label = "only one match is read from a file";
                let (span, message) = (block.span(8, 1), "another match begins");
                self.findings.report(Code::RecordUnknown, span, message, label);
                return false;
            }
            1 => return self.game(block),
            2 => self.cube(block),
            3 => self.turn(block),
            4 => self.game_end(block),
            5 => self.match_end(block),
            6 => self.missing_game(block),
            other => {
                let (span, label) = (block.span(8, 1), format!("{other}; 0 to 6 are known"));
                self.findings.report(Code::RecordUnknown, span, "a block of an unknown kind", label);
            }
        }
        true
    }

    /// Returns `true` if the last game has no action yet.
    fn is_first(&self) -> bool {
        let is_set = |entry: &Entry| matches!(entry.written, Written::Set(_));
        self.record.games.last().is_none_or(|game| game.entries.iter().all(is_set))
    }

    fn version(&self) -> i32 {
        self.head.as_ref().map_or(0, |head| head.version)
    }

    /// Keeps a comment that a field refers to.
    fn comment(&mut self, block: Fields<'_>, field: usize, anchor: Anchor) {
        let remark = self.comments.at(block, field, anchor, self.findings);
        self.record.remarks.extend(remark);
    }

    /// Reads the head of a game; adds one if the record has none.
    fn game(&mut self, block: Fields<'_>) -> bool {
        if self.record.games.len() >= MOST_GAMES {
            let label = format!("only {MOST_GAMES} games are read");
            self.findings.report(Code::RecordLimit, block.span(8, 1), "more games than any match has", label);
            return false;
        }
        self.close();
        let scores = scores(block);
        self.compare_finals(Some(&scores));
        let scores = BySide(scores);
        let names = self.head.as_ref().map(|head| head.players.clone());
        let player = |side: Side| {
            let name = names.as_ref().map_or_else(Spanned::default, |names| names[side].name.clone());
            Some(PlayerScore { name, rating: None, score: Some(scores[side]) })
        };
        let number = Some(block.i32(48) as u32).filter(|_| block.i32(48) > 0);
        if let Err(due) = self.numbers.next(number) {
            let (span, label) = (block.span(48, 4), format!("game {}; game {due} is due", block.i32(48)));
            self.findings.report(Code::RecordValue, span, "a game has a wrong number", label);
        }
        let doubles = if self.version() >= 26 { block.i32(64).clamp(0, 15) as u8 } else { 0 };
        let mut notes = Notes::default();
        leftover::note(block, leftover::GAME, self.version(), &mut notes);
        let index = self.record.games.len();
        self.record.games.push(GameRecord {
            number: number.map(|number| Spanned::new(number, block.span(48, 4))),
            heading: block.span(12, 40),
            players: BySide([player(Side::Zero), player(Side::One)]),
            is_crawford: Some(block.flag(20)),
            automatic_doubles: (doubles > 0).then_some(doubles),
            entries: Vec::new(),
            notes: (notes != Notes::default()).then(|| Box::new(notes)),
        });
        self.comment(block, 56, Anchor::game(index));
        self.begin(doubles);
        self.state.footer = self.comments.at(block, 60, Anchor::MATCH, self.findings);
        true
    }

    fn begin(&mut self, automatic_doubles: u8) {
        let variant = self.head.as_ref().map_or(Some(Variant::Standard), |head| head.variant);
        let start = variant.map(|variant| lanes(variant.start().board()));
        self.state = State {
            open: true,
            board: start,
            cube: Some(0),
            may_differ: true,
            automatic_doubles,
            ..State::default()
        };
    }

    /// Reports a variation whose games begin with the position of another one.
    fn compare_variation(&mut self, first: &Lanes, span: Span) {
        let other = VARIATIONS.iter().find(|(_, variant)| *first == lanes(variant.start().board()));
        let stated = self.head.as_ref().and_then(|head| head.variant);
        if let Some(((other, _), stated)) = other.zip(stated) {
            let label = format!("the first position of {other}; the match states {stated}");
            let message = "the variation contradicts the first position";
            self.findings.report(Code::RecordValue, span, message, label);
        }
    }

    /// Begins a game, if necessary, for a block that needs one.
    fn within_game(&mut self, block: Fields<'_>) {
        if !self.state.open {
            let label = "expected the head of a game before it";
            let (span, message) = (block.span(8, 1), "a block is outside any game");
            self.findings.report(Code::RecordSyntax, span, message, label);
            self.game_without_head(block);
            (self.state.board, self.state.cube) = (None, None);
        }
    }

    fn game_without_head(&mut self, block: Fields<'_>) {
        let heading = block.span(0, 0);
        self.record.games.push(GameRecord { heading, ..GameRecord::default() });
        // It may have been counted or not.
        let _ = self.numbers.next(None);
        self.begin(0);
    }

    /// Returns the side of a block, from a field that is 1 or -1.
    fn side(&mut self, block: Fields<'_>, at: usize) -> Option<Side> {
        match block.i32(at) {
            1 => Some(Side::Zero),
            -1 => Some(Side::One),
            other => {
                let (span, label) = (block.span(at, 4), format!("{other}; 1 and -1 are the players"));
                self.findings.report(Code::RecordValue, span, "a block belongs to no player", label);
                None
            }
        }
    }

    /// Adds an entry, with the notes and comments for it.
    fn push(&mut self, mut entry: Entry) {
        let game = self.record.games.len() - 1;
        let Some(current) = self.record.games.last_mut() else { return };
        let waiting = std::mem::take(&mut self.state.notes);
        if waiting != Notes::default() {
            merge(entry.notes_mut(), waiting);
        }
        let anchor = Anchor::entry(game, current.entries.len());
        current.entries.push(entry);
        for remark in self.state.comments.drain(..) {
            self.record.remarks.push(Remark { anchor, ..remark });
        }
    }

    /// Adds the position if it differs from the one after the entries before it, and reports that unless the field at
    /// `edited` shows that the position was edited here.
    fn compare(&mut self, block: Fields<'_>, side: Side, at: usize, cube_at: usize, edited: usize) {
        let (board, cube) = (block.lanes(at), block.i32(cube_at));
        // A block without a position has no effect.
        let board_set = board != [0; 26] && self.state.board != Some(board);
        let cube_set = self.state.cube.is_some_and(|expected| expected != cube)
            || (self.state.cube.is_none() && board_set && cube != 0);
        self.state.cube = Some(cube);
        let may_differ = std::mem::replace(&mut self.state.may_differ, false);
        if !board_set && !cube_set {
            return;
        }
        let span = if board_set { block.span(at, 26) } else { block.span(cube_at, 4) };
        let is_edited = self.version() < EDITS || block.flag(edited);
        if !is_edited && may_differ && board_set {
            self.compare_variation(&board, span);
        } else if !is_edited && !may_differ {
            let label = if board_set {
                "the position isn't the one after the block before it"
            } else {
                "the cube isn't that of the block before it"
            };
            self.findings.report(Code::RecordValue, span, "a block contradicts the one before it", label);
        }
        let mut setup = Setup { span, ..Setup::default() };
        if board_set {
            self.state.board = Some(board);
            (setup.board, setup.on_roll) = (Some(board), Some(side));
        }
        if cube_set {
            let log2 = cube.unsigned_abs().saturating_add(u32::from(self.state.automatic_doubles));
            setup.cube_value = Some(1u32.checked_shl(log2).unwrap_or(0));
            setup.cube_place = Some(match cube.signum() {
                1 => CubePlace::Owned(Side::Zero),
                -1 => CubePlace::Owned(Side::One),
                _ => CubePlace::Centre,
            });
        }
        let waiting = (std::mem::take(&mut self.state.notes), std::mem::take(&mut self.state.comments));
        self.push(Entry::new(Some(side), span, Written::Set(Box::new(setup))));
        (self.state.notes, self.state.comments) = waiting;
    }

    /// Reads a cube decision.
    fn cube(&mut self, block: Fields<'_>) {
        self.within_game(block);
        self.settle();
        let Some(side) = self.side(block, 12) else { return };
        self.compare(block, side, 36, 32, 296);
        let version = self.version();
        let mut notes = Notes::default();
        notes.analyses.extend(self.analyst.of_cube(block));
        self.compare_numbers();
        leftover::note(block, leftover::CUBE, version, &mut notes);
        if version >= 28 {
            notes.clock = clock(block, side);
        }
        self.state.notes = notes;
        let remark = self.comments.at(block, 292, Anchor::MATCH, self.findings);
        self.state.comments.extend(remark);
        let [length, dice @ ..] = block.array::<3>(208);
        self.state.dice = (length == 2).then(|| dice.map(|digit| i32::from(digit) - i32::from(b'0')));
        match block.i32(16) {
            1 => self.doubled(block, side),
            // In a file of one position, an empty field may be no answer.
            -2..=0 if block.i32(20) < i32::from(self.is_first()) => {}
            -2..=0 => {
                let (span, label) = (block.span(16, 8), "by this block, there is no double");
                self.findings.report(Code::RecordValue, span, "an answer without a double", label);
                self.state.may_differ = true;
            }
            other => {
                let (span, label) = (block.span(16, 4), format!("{other}; -2 to 1 are known"));
                self.findings.report(Code::RecordValue, span, "an unknown cube action", label);
            }
        }
    }

    /// Reads a double and its answers.
    fn doubled(&mut self, block: Fields<'_>, by: Side) {
        let before = block.i32(32);
        let mut log2 = before.unsigned_abs().saturating_add(u32::from(self.state.automatic_doubles));
        let mut offer = |reader: &mut Self, at: usize, side: Side, word: CubeWord| {
            log2 = log2.saturating_add(1);
            let span = block.span(at, 4);
            let value = 1u32.checked_shl(log2).map(|value| Spanned::new(value, span));
            reader.push(Entry::new(Some(side), span, Written::Cube { word, value }));
        };
        offer(self, 16, by, if before == 0 { CubeWord::Double } else { CubeWord::Redouble });
        // The places of the answers, the sides that answer, and their counter-offers; after a take the taker
        // owns the cube.
        let answers = [(20, !by, Some(CubeWord::Beaver)), (24, by, Some(CubeWord::Raccoon)), (28, !by, None)];
        for (at, side, counter) in answers {
            let span = block.span(at, 4);
            match (block.i32(at), counter) {
                (0, _) => return self.push(Entry::new(Some(side), span, Written::Pass)),
                (1, _) => {
                    let sign = if by == Side::One { 1 } else { -1 };
                    let turned = before.unsigned_abs().min(30) as i32 + 1;
                    self.state.cube = (at == 20).then_some(sign * turned);
                    return self.push(Entry::new(Some(side), span, Written::Take));
                }
                (2, Some(word)) => {
                    self.state.cube = None;
                    offer(self, at, side, word);
                }
                (-1, _) => return,
                (other, _) => {
                    let message = "an unknown answer to a double";
                    let label = format!("{other}; 0 is a pass, 1 a take, 2 a beaver");
                    return self.findings.report(Code::RecordValue, span, message, label);
                }
            }
        }
    }

    /// Reads a roll and its play.
    fn turn(&mut self, block: Fields<'_>) {
        self.within_game(block);
        let Some(side) = self.side(block, 64) else { return };
        let before = block.lanes(9);
        self.compare(block, side, 9, 108, 2528);
        let roll = self.roll(block);
        let mine = if side == Side::Zero { before } else { flip(&before) };
        let end = block.lanes(35);
        let played = block.flag(2308);
        let span = block.span(68, 32);
        let cell = if !played {
            if end != [0; 26] && end != mine {
                let (span, label) = (block.span(2308, 1), "by this byte, the roll wasn't played");
                self.findings.report(
                    Code::RecordValue,
                    span,
                    "a position after a roll without a play",
                    label,
                );
                self.state.may_differ = true;
            }
            Cell::Empty
        } else if block.i32(2480) == 2 {
            let after = if side == Side::Zero { end } else { flip(&end) };
            let after = (end != [0; 26]).then_some(after);
            self.state.board = after;
            self.state.may_differ = after.is_none();
            let setup = |board| Setup { span: block.span(35, 26), board: Some(board), ..Setup::default() };
            Cell::DeclaredIllegal { span, after: after.map(|after| Box::new(setup(after))) }
        } else {
            self.play(block, side, &mine, &end)
        };
        let mut notes = Notes::default();
        notes.analyses.extend(self.analyst.of_play(block, played.then_some(&end)));
        self.compare_numbers();
        notes.luck_value = analysis::luck(block);
        leftover::note(block, leftover::MOVE, self.version(), &mut notes);
        let mark = block.part(124, 2184).i8(2180);
        if mark != 0 {
            notes.properties.push(Property::new(UNUSED, vec![mark.to_string()], block.span(124 + 2180, 1)));
        }
        merge(&mut self.state.notes, notes);
        let tutor = block.lanes(2484);
        if tutor != [0; 26] {
            let property =
                Property::new("xg:PositionTutor", vec![format!("{tutor:?}")], block.span(2484, 26));
            self.state.notes.properties.push(property);
        }
        let remark = self.comments.at(block, 2524, Anchor::MATCH, self.findings);
        self.state.comments.extend(remark);
        let last = self.record.games.last_mut().and_then(|game| game.entries.last_mut());
        if let (false, Some(Entry { written: Written::Set(setup), notes, .. })) = (played, last)
            && setup.board.is_some()
        {
            // A position with dice to play, as in a file of one position.
            setup.roll = Some(roll);
            let waiting = std::mem::take(&mut self.state.notes);
            if waiting != Notes::default() {
                merge(notes.get_or_insert_default(), waiting);
            }
            return self.settle();
        }
        self.push(Entry::new(Some(side), block.span(9, 103), Written::Turn { roll, cell }));
    }

    /// Reports a number that no analysis has.
    fn compare_numbers(&mut self) {
        if let Some(span) = self.analyst.wrong.take() {
            let label = "chances are numbers from 0 to 1, an equity is a number";
            self.findings.report(Code::RecordValue, span, "a number of an analysis is impossible", label);
        }
    }

    fn roll(&mut self, block: Fields<'_>) -> WrittenRoll {
        let dice = [block.i32(100), block.i32(104)];
        let span = block.span(100, 8);
        let digit = |die: i32| u8::try_from(die).ok().filter(|die| *die < 10).map_or(b'?', |die| b'0' + die);
        let roll = WrittenRoll { digits: dice.map(digit), span };
        if roll.roll().is_none() {
            let label = format!("{} and {}", dice[0], dice[1]);
            self.findings.report(Code::RecordValue, span, "dice show 1 to 6", label);
        } else if let Some([high, low]) = self.other_dice(block, dice) {
            let label = format!("{} and {}; elsewhere {high} and {low}", dice[0], dice[1]);
            self.findings.report(Code::RecordValue, span, "the dice of a roll contradict each other", label);
        }
        roll
    }

    /// Returns other dice that a roll's analysis, or the cube decision before it, has. They may be left out there.
    fn other_dice(&mut self, block: Fields<'_>, mut dice: [i32; 2]) -> Option<[i32; 2]> {
        dice.sort_unstable();
        let analysed = [124 + 28, 124 + 32].map(|at| block.i32(at));
        [Some(analysed), self.state.dice.take()].into_iter().flatten().find(|other| {
            let mut sorted = *other;
            sorted.sort_unstable();
            sorted != dice && sorted.iter().all(|die| (1..=6).contains(die))
        })
    }

    /// Reads the actual play.
    fn play(&mut self, block: Fields<'_>, side: Side, mine: &Lanes, end: &Lanes) -> Cell {
        let numbers = std::array::from_fn(|i| block.i32(68 + 4 * i));
        let pairs = pairs(numbers);
        let dice = [block.i32(100), block.i32(104)].map(|die| die.clamp(0, 6) as u8);
        let dice = [dice[0].max(dice[1]), dice[0].min(dice[1])];
        let (legs, fits) = rebuild(mine, end, &pairs, dice);
        if !fits && *end != [0; 26] {
            let (span, message) = (block.span(35, 26), "a play doesn't lead to the position after it");
            let label = "the play and the next block are read as they are";
            self.findings.report(Code::RecordValue, span, message, label);
            self.state.may_differ = true;
        }
        let after = if fits { *end } else { walk(mine, &pairs).1 };
        self.state.board = Some(if side == Side::Zero { after } else { flip(&after) });
        let span = block.span(68, 32);
        if legs.is_empty() {
            return Cell::CannotMove(span);
        }
        let mut play = WrittenPlay::new(span);
        for leg in legs {
            play.push(WrittenLeg { leg, span });
        }
        Cell::Play(play)
    }

    /// Reads the end of a game.
    fn game_end(&mut self, block: Fields<'_>) {
        self.within_game(block);
        let Some(winner) = self.side(block, 24) else { return self.close() };
        let mut notes = Notes::default();
        leftover::note(block, leftover::GAME_END, self.version(), &mut notes);
        let numbers: [f64; 7] = std::array::from_fn(|i| block.f64(56 + 8 * i));
        if numbers.iter().any(|number| *number != 0.0) {
            let values = numbers.map(|number| number.to_string()).to_vec();
            notes.properties.push(Property::new(EVAL, values, block.span(56, 56)));
        }
        let ending = block.i32(32);
        if !matches!(ending, 0..=3 | 100..=104) {
            let values = vec![ending.to_string()];
            notes.properties.push(Property::new("xg:Termination", values, block.span(32, 4)));
        }
        merge(&mut self.state.notes, notes);
        let points = self.points(block, winner);
        self.push(Entry::new(Some(winner), block.span(24, 8), Written::Wins { points, and_match: None }));
        self.finals = vec![scores(block)];
        self.close();
    }

    /// Compares the scores at the end of the last game and of the match with its result. The same scores in the head of
    /// the next game are compared with the result there.
    fn compare_finals(&mut self, next: Option<&[Spanned<i64>; 2]>) {
        let finals = std::mem::take(&mut self.finals);
        let Some(game) = self.record.games.last() else { return };
        let Some((winner, points)) = game.entries.last().and_then(Entry::result) else { return };
        let values = |scores: &[Spanned<i64>; 2]| scores.map(|score| score.value);
        // Empty fields tell nothing.
        let is_told = |told: &&[Spanned<i64>; 2]| {
            values(told) != [0; 2] && next.is_none_or(|next| values(next) != values(told))
        };
        let mut told = finals.iter().filter(is_told);
        let wrong = told.find_map(|told| wrong_final(&self.record, game, (winner, points.value), told));
        if let Some((told, sum)) = wrong {
            let label = format!("{}; the games add up to {sum}", told.value);
            self.findings.report(Code::ScoreHeader, told.span, Code::ScoreHeader.title(), label);
        }
    }

    /// Returns the points that a game brought. The number at its end doesn't include automatic doubles if the
    /// scores before and after it show that.
    fn points(&mut self, block: Fields<'_>, winner: Side) -> Option<Spanned<u32>> {
        let span = block.span(28, 4);
        let Ok(points) = u32::try_from(block.i32(28)) else {
            let label = format!("{} points", block.i32(28));
            self.findings.report(Code::RecordValue, span, "a game is won by a negative number", label);
            return None;
        };
        let game = self.record.games.last();
        let before =
            game.and_then(|game| game.players[winner].as_ref()?.score).map_or(0, |score| score.value);
        let won = i64::from(block.i32(if winner == Side::Zero { 12 } else { 16 })) - before;
        let doubled = u64::from(points) << self.state.automatic_doubles;
        let points = if u64::try_from(won) == Ok(doubled) { doubled as u32 } else { points };
        Some(Spanned::new(points, span))
    }

    /// Reads a game whose moves aren't recorded.
    fn missing_game(&mut self, block: Fields<'_>) {
        if !self.state.open {
            self.game_without_head(block);
        }
        let mut notes = Notes::default();
        leftover::note(block, leftover::MISSING, self.version(), &mut notes);
        merge(&mut self.state.notes, notes);
        if let Some(winner) = self.side(block, 24) {
            let points = u32::try_from(block.i32(28)).ok();
            let points = points.map(|points| Spanned::new(points, block.span(28, 4)));
            let written = Written::Wins { points, and_match: None };
            self.push(Entry::new(Some(winner), block.span(24, 8), written));
        }
    }

    fn match_end(&mut self, block: Fields<'_>) {
        self.close();
        let scores = scores(block);
        self.finals.push(scores);
        let length = self.record.length.map_or(0, |length| i64::from(length.value));
        let winner = Side::ALL.into_iter().find(|side| length > 0 && scores[side.index()].value >= length);
        let stated = block.i32(20);
        if winner.is_some_and(|winner| stated == if winner == Side::Zero { -1 } else { 1 }) {
            let label = format!("{stated}; the score is {}-{}", scores[0].value, scores[1].value);
            self.findings.report(Code::ScoreWinner, block.span(20, 4), Code::ScoreWinner.title(), label);
        }
        let version = self.version();
        leftover::headers(block, leftover::MATCH_END, version, &mut self.record);
    }

    /// Adds remaining notes and comments to the last entry, or else to the game.
    fn settle(&mut self) {
        let Some(index) = self.record.games.len().checked_sub(1) else {
            return self.record.remarks.append(&mut self.state.comments);
        };
        let game = &mut self.record.games[index];
        let notes = std::mem::take(&mut self.state.notes);
        if notes != Notes::default() {
            merge(game.last_notes_mut(), notes);
        }
        let anchor = Anchor::last(index, &game.entries);
        for remark in self.state.comments.drain(..) {
            self.record.remarks.push(Remark { anchor, ..remark });
        }
    }

    /// Ends a game.
    fn close(&mut self) {
        self.state.comments.extend(self.state.footer.take());
        self.settle();
        self.state.open = false;
    }

    fn finish(mut self) -> MatchRecord {
        self.close();
        self.compare_finals(None);
        if self.record.games.is_empty() && self.head.is_some() {
            self.findings.report_no_game(self.record.length);
        }
        self.state.comments.extend(self.footer.take());
        self.settle();
        let mut record = self.record;
        let unused: Vec<Remark> = self.comments.unused().collect();
        record.remarks.extend(unused);
        record.remarks.sort_by_key(|remark| remark.anchor);
        record
    }
}

/// Returns the scores of a block, at the head or the end of a game or the match.
fn scores(block: Fields<'_>) -> [Spanned<i64>; 2] {
    [12, 16].map(|at| Spanned::new(i64::from(block.i32(at)), block.span(at, 4)))
}

/// Adds notes to others.
fn merge(notes: &mut Notes, mut more: Notes) {
    notes.analyses.append(&mut more.analyses);
    notes.properties.append(&mut more.properties);
    notes.luck_value = notes.luck_value.or(more.luck_value);
    notes.clock = notes.clock.or(more.clock);
}

/// Returns the seconds that the players have left, if recorded; player 1 sits at the bottom.
pub(super) fn clock(block: Fields<'_>, side: Side) -> Option<Clock> {
    let [bottom, top] = [304, 308].map(|at| u64::try_from(block.i32(at)).unwrap_or(0) * 1000);
    let (own, other) = if side == Side::Zero { (bottom, top) } else { (top, bottom) };
    (own > 0 || other > 0).then(|| Clock { left: Some(own), opponent_left: Some(other), ..Clock::default() })
}

/// Writes the evaluation of the last position, if a property is one and will be read as the same.
pub(super) fn write_eval(block: &mut Block, property: &Property) -> bool {
    let numbers: Option<Vec<f64>> = property.values.value.iter().map(|text| text.parse().ok()).collect();
    let Some(numbers) = numbers.filter(|numbers| numbers.len() == 7 && property.key == EVAL) else {
        return false;
    };
    let is_same = |(number, text): (&f64, &String)| number.is_finite() && number.to_string() == *text;
    if numbers.iter().all(|number| *number == 0.0) || !numbers.iter().zip(&property.values.value).all(is_same)
    {
        return false;
    }
    for (at, number) in (56..).step_by(8).zip(numbers) {
        block.f64(at, number);
    }
    true
}
