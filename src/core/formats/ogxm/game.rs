//! `GAME`: the facts of a game, and its plies.

use super::bytes::{Cursor, Fields, Problem};
use super::head::MatchHead;
use super::{MOST_PLIES, MOST_PLIES_OF_GAME};
use crate::board::{BySide, Die, Place, Roll, Side};
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::game::record::{
    Cause, Cell, CubePlace, CubeWord, Entry, GameRecord, MatchRecord, PlayerScore, Property, Setup, Spanned,
    Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use crate::rules::{Leg, Outcome};

/// The actions that aren't rolls. The rolls come before them, in the order of [`Roll::ALL`].
pub(super) mod action {
    pub(in crate::formats::ogxm) const DOUBLE: u32 = 21;
    pub(in crate::formats::ogxm) const TAKE: u32 = 22;
    pub(in crate::formats::ogxm) const DROP: u32 = 23;
    pub(in crate::formats::ogxm) const RESIGN: u32 = 27;
    pub(in crate::formats::ogxm) const RESIGN_MATCH: u32 = 28;
    pub(in crate::formats::ogxm) const FORFEIT: u32 = 29;
    pub(in crate::formats::ogxm) const SET: u32 = 31;
    pub(in crate::formats::ogxm) const BEAVER: u32 = 32;
    pub(in crate::formats::ogxm) const RACCOON: u32 = 33;
    pub(in crate::formats::ogxm) const SETTLE: u32 = 34;
    pub(in crate::formats::ogxm) const CUBE: u32 = 36;
    pub(in crate::formats::ogxm) const PASS: u32 = 37;
    pub(in crate::formats::ogxm) const ESCAPE: u32 = 63;
}

/// The property of markers, for a game or for the entry before them.
pub(super) const MARKERS: &str = "ogxm:markers";
/// The property of redundant facts, if a file contains them.
pub(super) const FACTS: &str = "ogxm:facts";
/// The property of the dice of a play's steps, if a checker that is borne off could have used another die.
pub(super) const DICE: &str = "ogxm:dice";
/// The property of an action that the model can't express.
pub(super) const ACTION: &str = "ogxm:action";
/// The property of a resignation of the whole match.
pub(super) const MATCH: &str = "ogxm:match";

/// One ply, as stored.
#[derive(Clone, Debug, Default)]
pub(super) struct Ply {
    pub(super) at: usize,
    pub(super) end: usize,
    pub(super) action: u32,
    pub(super) seat: u8,
    /// The places from which checkers move and the dice, up to four.
    pub(super) steps: [(u8, u8); 4],
    /// Most plies have none.
    pub(super) extras: Option<Box<Extras>>,
}

impl Ply {
    fn extras(&self) -> Extras {
        self.extras.as_deref().copied().unwrap_or_default()
    }
}

/// The facts stored with an action.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Extras {
    pub(super) dice: Option<[u8; 2]>,
    pub(super) resign: Option<u32>,
    pub(super) cube: Option<u32>,
    pub(super) is_illegal: bool,
    pub(super) settle: Option<i64>,
    pub(super) board: Option<[i8; 26]>,
    pub(super) owner: Option<u32>,
}

/// A game as it is being read: the record, and the entry of each ply.
pub(super) struct Game {
    pub(super) record: GameRecord,
    /// For each ply, the entry that it became, or the last one before it.
    pub(super) plies: Vec<Option<u32>>,
}

/// The state of the match while its games are read.
#[derive(Default)]
pub(super) struct Walk {
    pub(super) score: BySide<u32>,
    pub(super) length: u32,
    pub(super) plies: usize,
    pub(super) has_crawford: bool,
    /// Whether no game can be the Crawford game any more.
    pub(super) is_after_crawford: bool,
}

/// Returns the side of a seat.
pub(super) const fn side(seat: u8) -> Side {
    if seat == 0 { Side::Zero } else { Side::One }
}

/// Returns the side on roll before a ply: the seat of an illegal play is that of the player on roll after it.
fn side_before(ply: &Ply) -> Side {
    let side = side(ply.seat);
    let is_illegal = ply.action == action::SET && ply.extras().is_illegal && ply.extras().dice.is_some();
    if is_illegal { !side } else { side }
}

/// Returns the place in a side's own numbering of an absolute one, which may be beyond the board.
pub(super) const fn own(by: Side, absolute: i32) -> i32 {
    match by {
        Side::Zero => 25 - absolute,
        Side::One => absolute,
    }
}

/// The leg of each step, by the side that moves; a step has the place in the low five bits, and the die above them.
/// `None` from a place that there isn't.
pub(super) static LEGS: [[Option<Leg>; 256]; 2] = [legs_of(Side::Zero), legs_of(Side::One)];

const fn legs_of(by: Side) -> [Option<Leg>; 256] {
    let mut legs = [None; 256];
    let mut step = 0;
    while step < 256 {
        let start = own(by, step & 0x1f);
        let end = start - (step >> 5);
        if start > 0
            && let Some(from) = Place::from_number(start as u8)
            && let Some(to) = Place::from_number(if end > 0 { end as u8 } else { 0 })
        {
            legs[step as usize] = Some(Leg { from, to, hit: false });
        }
        step += 1;
    }
    legs
}

/// Reads a section; stops with a finding where it can't be read.
pub(super) fn read(
    mut cursor: Cursor<'_>,
    index: usize,
    head: &MatchHead,
    walk: &mut Walk,
    findings: &mut Findings,
) -> Game {
    let start = cursor.at;
    let facts = match cursor.record().and_then(facts) {
        Ok(facts) => facts,
        Err(problem) => {
            let label = format!("section GAME {}", index + 1);
            findings.report(problem.code, problem.span(), problem.what, label);
            let place = Span::new(start, start);
            return of_plies(index, head, walk, findings, &Facts::default(), &[], place, start);
        }
    };
    let heading = Span::new(start, cursor.at);
    let plies = plies(&mut cursor, index, walk, findings);
    of_plies(index, head, walk, findings, &facts, &plies, heading, cursor.at)
}

fn plies(cursor: &mut Cursor<'_>, index: usize, walk: &mut Walk, findings: &mut Findings) -> Vec<Ply> {
    let mut plies = Vec::with_capacity((cursor.left() / 3).min(MOST_PLIES_OF_GAME));
    while !cursor.is_done() {
        if plies.len() >= MOST_PLIES_OF_GAME || walk.plies >= MOST_PLIES {
            let label = format!("section GAME {}: only {} plies are read", index + 1, plies.len());
            let span = Span::new(cursor.at, cursor.at + 1);
            findings.report(Code::RecordLimit, span, "more plies than any game has", label);
            break;
        }
        match ply(cursor) {
            Ok(ply) => plies.push(ply),
            Err(problem) => {
                let label = format!("section GAME {}, ply {}", index + 1, plies.len() + 1);
                findings.report(problem.code, problem.span(), problem.what, label);
                break;
            }
        }
        walk.plies += 1;
    }
    plies
}

/// Builds a game from its facts and plies; `end` is its end in the file.
#[expect(clippy::too_many_arguments, reason = "what both versions know of a game")]
pub(super) fn of_plies(
    index: usize,
    head: &MatchHead,
    walk: &mut Walk,
    findings: &mut Findings,
    facts: &Facts,
    plies: &[Ply],
    heading: Span,
    end: usize,
) -> Game {
    let player = |side: Side| {
        let name = head.names[side].clone();
        let score = Some(Spanned::new(i64::from(walk.score[side]), heading));
        Some(PlayerScore { name, rating: None, score })
    };
    let one_away = |side| walk.length > 1 && walk.score[side] + 1 == walk.length;
    let may_be_crawford = one_away(Side::Zero) || one_away(Side::One);
    let record = GameRecord {
        number: Some(Spanned::new(index as u32 + 1, heading)),
        heading,
        players: BySide([player(Side::Zero), player(Side::One)]),
        is_crawford: (walk.has_crawford && walk.is_after_crawford && may_be_crawford).then_some(false),
        ..GameRecord::default()
    };
    // A game without a winner is played again.
    walk.is_after_crawford |= may_be_crawford && facts.winner.is_some();
    let mut reader = Reader { game: Game { record, plies: Vec::new() }, findings, index };
    reader.game.record.entries.reserve_exact(plies.len() + 2);
    reader.game.plies.reserve_exact(plies.len());
    reader.entries(facts, plies, end);
    if let Some(winner) = facts.winner {
        let winner = side(winner);
        let points = facts.points_or_settled(plies).unwrap_or(0);
        let needed = walk.length.saturating_sub(walk.score[winner]);
        let won = if walk.length == 0 { points } else { points.min(needed) };
        walk.score[winner] = walk.score[winner].saturating_add(won);
    }
    reader.game
}

#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) winner: Option<u8>,
    pub(super) points: Option<u32>,
    pub(super) board: Option<[i8; 26]>,
    pub(super) cube: Option<u32>,
    pub(super) owner: Option<u32>,
    pub(super) automatic_doubles: Option<u32>,
    pub(super) is_last: bool,
    pub(super) termination: Option<u32>,
    pub(super) has_more: bool,
}

impl Facts {
    /// Returns the points of the game, or else those on which the players settled.
    fn points_or_settled(&self, plies: &[Ply]) -> Option<u32> {
        let settled = || plies.iter().find_map(|ply| ply.extras().settle);
        self.points.or_else(|| Some(u32::try_from(settled()?.unsigned_abs()).unwrap_or(u32::MAX)))
    }
}

fn lanes(body: &mut Cursor<'_>) -> Result<[i8; 26], Problem> {
    Ok(body.array::<26>()?.map(|byte| byte as i8))
}

fn facts(mut fields: Fields<'_>) -> Result<Facts, Problem> {
    let at = fields.body.at;
    let winner = fields.get(0, Cursor::varint)?;
    if winner.is_some_and(|winner| winner > 1) {
        return Err(Problem::syntax(at, "the winner of a game is neither White nor Black"));
    }
    let points = fields.get(1, Cursor::varint)?;
    let board = fields.get(3, lanes)?;
    let (cube, owner) = (fields.get(4, Cursor::varint)?, fields.get(5, Cursor::varint)?);
    let automatic_doubles = fields.get(6, Cursor::varint)?;
    let termination = fields.get(7, Cursor::varint)?;
    Ok(Facts {
        winner: winner.map(|winner| winner as u8),
        points,
        board,
        cube,
        owner,
        automatic_doubles,
        is_last: fields.has(2),
        termination,
        has_more: fields.has_from(8),
    })
}

/// Exchanges absolute points and White's own numbers, in either direction. White is `Side::Zero`.
pub(super) fn of_white(board: &[i8; 26]) -> [i8; 26] {
    std::array::from_fn(|i| board[25 - i])
}

fn cube_place(owner: u32) -> CubePlace {
    match owner {
        0 => CubePlace::Owned(Side::Zero),
        1 => CubePlace::Owned(Side::One),
        _ => CubePlace::Centre,
    }
}

/// Returns `true` if the result of a game alone shows a resignation that is its last ply: it comes between two turns, and
/// the points are those of the cube and the kind of resignation.
fn is_shown(facts: &Facts, before: &[Ply], ply: &Ply) -> bool {
    let is_between = before.last().is_some_and(|last| match last.action {
        0..=20 => last.steps[0].1 > 0,
        other => other == action::TAKE,
    });
    let kind = ply.extras().resign.filter(|kind| (1..=3).contains(kind));
    let points = kind.and_then(|kind| cube_after(facts, before).checked_mul(kind));
    ply.action == action::RESIGN
        && is_between
        && facts.winner == Some(1 - ply.seat)
        && points.is_some()
        && points == facts.points
}

/// Returns the value of the cube after these plies. A beaver turns it after the take that it includes.
fn cube_after(facts: &Facts, plies: &[Ply]) -> u32 {
    let doubles = facts.automatic_doubles.unwrap_or(0);
    let start = facts.cube.unwrap_or(1).checked_shl(doubles).unwrap_or(0);
    plies.iter().fold(start, |value, ply| match ply.action {
        action::TAKE | action::RACCOON => value.saturating_mul(2),
        action::BEAVER => value.saturating_mul(4),
        action::CUBE => ply.extras().cube.unwrap_or(1),
        _ => value,
    })
}

struct Reader<'a> {
    game: Game,
    findings: &'a mut Findings,
    index: usize,
}

impl Reader<'_> {
    fn wrong(&mut self, ply: &Ply, number: usize, message: &str, label: &str) {
        let label = format!("section GAME {}, ply {}: {label}", self.index + 1, number + 1);
        self.findings.report(Code::RecordValue, Span::new(ply.at, ply.end), message, label);
    }

    fn push(&mut self, by: Side, span: Span, written: Written) {
        self.game.record.entries.push(Entry::new(Some(by), span, written));
    }

    fn set(&mut self, by: Side, span: Span, mut setup: Setup) {
        setup.span = span;
        self.push(by, span, Written::Set(Box::new(setup)));
    }

    /// Adds a property to the last entry, or else to the game.
    fn note(&mut self, key: &str, value: String, span: Span) {
        self.game.record.last_notes_mut().properties.push(Property::new(key, vec![value], span));
    }

    fn entries(&mut self, facts: &Facts, plies: &[Ply], end: usize) {
        if facts.has_more {
            let label = format!("section GAME {}: fields after the 7th aren't read", self.index + 1);
            let span = self.game.record.heading;
            self.findings.report(Code::RecordUnknown, span, "fields of a newer version", label);
        }
        let mut more = Vec::new();
        if facts.is_last {
            more.push("last 1".to_owned());
        }
        more.extend(facts.termination.map(|termination| format!("termination {termination}")));
        let ends = |ply: &&Ply| {
            matches!(
                ply.action,
                action::DROP | action::RESIGN | action::RESIGN_MATCH | action::FORFEIT | action::SETTLE
            )
        };
        if facts.winner.is_some() && plies.iter().rfind(ends).is_none() {
            more.push("given 1".to_owned());
        }
        if !more.is_empty() {
            let facts = Property::new(FACTS, more, self.game.record.heading);
            self.game.record.notes.get_or_insert_default().properties.push(facts);
        }
        self.game.record.automatic_doubles = facts.automatic_doubles.map(|count| count.min(15) as u8);
        let heading = self.game.record.heading;
        let first = plies.first().map_or(Side::Zero, side_before);
        if facts.board.is_some() || facts.cube.is_some() || facts.owner.is_some() {
            let doubles = facts.automatic_doubles.unwrap_or(0);
            let has_cube = facts.cube.is_some() || facts.owner.is_some();
            let value = facts.cube.unwrap_or(1).checked_shl(doubles);
            let setup = Setup {
                board: facts.board.as_ref().map(of_white),
                on_roll: facts.board.map(|_| first),
                cube_value: value.filter(|_| has_cube),
                cube_place: has_cube.then(|| cube_place(facts.owner.unwrap_or(2))),
                ..Setup::default()
            };
            self.set(first, heading, setup);
        }
        for (number, ply) in plies.iter().enumerate() {
            if number + 1 == plies.len() && is_shown(facts, &plies[..number], ply) {
                // The notes on this ply belong to the result, which is the next entry.
                self.game.plies.push(Some(self.game.record.entries.len() as u32));
                continue;
            }
            let before = number.checked_sub(1).map(|before| &plies[before]);
            let at = self.game.record.entries.len();
            self.ply(ply, number, before, plies.get(number + 1), facts);
            // The notes are on the beaver, not on the take that comes with it.
            let is_beaver = matches!(ply.action, action::BEAVER | action::RACCOON);
            let last = self.game.record.entries.len().checked_sub(1);
            let entry = if is_beaver { Some(at) } else { last };
            self.game.plies.push(entry.map(|entry| entry as u32));
        }
        if let Some(winner) = facts.winner {
            let points = facts.points_or_settled(plies).map(|points| Spanned::new(points, heading));
            // The facts come before the plies; the result is read after them.
            let span = Span::new(end, end);
            self.push(side(winner), span, Written::Wins { points, and_match: None });
        }
    }

    fn ply(&mut self, ply: &Ply, number: usize, before: Option<&Ply>, next: Option<&Ply>, facts: &Facts) {
        let (by, span) = (side(ply.seat), Span::new(ply.at, ply.end));
        match ply.action {
            0..=20 => self.roll(ply, number, next.map(|next| next.action), facts),
            action::DOUBLE => self.push(by, span, Written::Cube { word: CubeWord::Double, value: None }),
            action::TAKE => self.push(by, span, Written::Take),
            action::DROP => self.push(by, span, Written::Pass),
            24..=26 | 30 => self.marker(ply.action, span),
            action::RESIGN | action::RESIGN_MATCH => {
                let outcome = match ply.extras().resign {
                    Some(1) => Some(Outcome::Single),
                    Some(2) => Some(Outcome::Gammon),
                    Some(3) => Some(Outcome::Backgammon),
                    None => None,
                    Some(other) => {
                        let label = format!("{other}; 1 to 3 are known");
                        self.wrong(ply, number, "a resignation of an unknown value", &label);
                        None
                    }
                };
                let points =
                    facts.points.filter(|_| outcome.is_none()).map(|points| Spanned::new(points, span));
                // After a roll that isn't played, only the result shows what was resigned.
                let is_unplayed = before.is_some_and(|before| before.action <= 20 && before.steps[0].1 == 0);
                if !(is_unplayed && facts.winner == Some(1 - ply.seat)) {
                    self.push(by, span, Written::OfferResignation { outcome, points });
                }
                if ply.action == action::RESIGN_MATCH {
                    self.note(MATCH, "1".to_owned(), span);
                }
            }
            action::FORFEIT => {
                let points = facts.points.map(|points| Spanned::new(points, span));
                self.push(by, span, Written::Losses { points, cause: Some(Cause::Forfeit) });
            }
            action::SET => self.position(ply, number),
            action::BEAVER | action::RACCOON => {
                let is_beaver = ply.action == action::BEAVER;
                let word = if is_beaver { CubeWord::Beaver } else { CubeWord::Raccoon };
                self.push(by, span, Written::Cube { word, value: None });
                // No answer is stored: the cube is turned.
                let is_raccooned = next.is_some_and(|next| next.action == action::RACCOON);
                if !(is_beaver && is_raccooned) {
                    self.push(!by, span, Written::Take);
                }
            }
            // The points are those of the result.
            action::SETTLE => {}
            action::CUBE => {
                let setup = Setup {
                    cube_value: ply.extras().cube,
                    cube_place: Some(cube_place(ply.extras().owner.unwrap_or(2))),
                    ..Setup::default()
                };
                self.set(by, span, setup);
            }
            action::PASS => self.set(by, span, Setup { on_roll: Some(!by), ..Setup::default() }),
            other => {
                self.note(ACTION, format!("{other} {}", ply.seat), span);
                let label = format!("section GAME {}, ply {}: action {other}", self.index + 1, number + 1);
                self.findings.report(Code::RecordUnknown, span, "an unknown action", label);
            }
        }
    }

    fn marker(&mut self, action: u32, span: Span) {
        let notes = self.game.record.last_notes_mut();
        match notes.properties.iter_mut().find(|property| property.key == MARKERS) {
            Some(property) => property.values.value.push(action.to_string()),
            None => self.note(MARKERS, action.to_string(), span),
        }
    }

    fn roll(&mut self, ply: &Ply, number: usize, next: Option<u32>, facts: &Facts) {
        let (by, span) = (side(ply.seat), Span::new(ply.at, ply.end));
        let dice = Roll::ALL[ply.action as usize];
        let [low, high] = [dice.low(), dice.high()].map(Die::pips);
        let roll = WrittenRoll { digits: [b'0' + high, b'0' + low], span: Span::new(ply.at, ply.at + 1) };
        let mut written = WrittenPlay::new(span);
        let (mut steps, mut count, mut fits) = ([(0, 0); 4], 0, true);
        let made = ply.steps.iter().take_while(|(_, die)| *die > 0);
        for &(from, die) in made.clone() {
            let Some(leg) = LEGS[by.index()][usize::from(from | die << 5)] else {
                fits = false;
                continue;
            };
            written.push(WrittenLeg { leg, span });
            steps[count] = (leg.from.number(), leg.to.number());
            count += 1;
        }
        let usual = with_dice(&steps[..count], [low, high]);
        if !fits || usual.is_none() {
            self.wrong(ply, number, "a step that the dice don't allow", &format!("the roll is {low}{high}"));
        }
        let dice = made.map(|(_, die)| *die);
        let is_usual = usual.is_some_and(|usual| usual.map(|(_, die)| die) == ply.steps.map(|(_, die)| die));
        let gives_up =
            matches!(next, Some(action::RESIGN | action::RESIGN_MATCH | action::FORFEIT | action::SETTLE));
        let is_open = next.is_none() && facts.winner.is_none();
        let cell = match written.is_empty() {
            false => Cell::Play(written),
            true if gives_up || is_open => Cell::Empty,
            true => Cell::CannotMove(span),
        };
        self.push(by, span, Written::Turn { roll, cell });
        if fits && !is_usual {
            let digits = dice.map(|die| char::from(b'0' + die)).collect();
            self.note(DICE, digits, span);
        }
    }

    fn position(&mut self, ply: &Ply, number: usize) {
        let (by, span) = (side(ply.seat), Span::new(ply.at, ply.end));
        let Some(board) = ply.extras().board else {
            let label = "an action without its board";
            return self.wrong(ply, number, "a position that is set has no checkers", label);
        };
        let board = of_white(&board);
        match ply.extras().dice {
            Some([first, second]) if ply.extras().is_illegal => {
                let digit = |die: u8| if die < 10 { b'0' + die } else { b'?' };
                let digits = [digit(first.max(second)), digit(first.min(second))];
                let setup = Setup { span, board: Some(board), ..Setup::default() };
                let cell = Cell::DeclaredIllegal { span, after: Some(Box::new(setup)) };
                let roll = WrittenRoll { digits, span };
                if roll.roll().is_none() {
                    self.wrong(ply, number, "dice show 1 to 6", &format!("{first} and {second}"));
                }
                // The seat is that of the player on roll after it.
                self.push(!by, span, Written::Turn { roll, cell });
            }
            dice => {
                let roll = dice.map(|[first, second]| WrittenRoll {
                    digits: [b'0' + first.max(second).min(9), b'0' + first.min(second).min(9)],
                    span,
                });
                self.set(by, span, Setup { board: Some(board), on_roll: Some(by), roll, ..Setup::default() });
            }
        }
    }
}

/// Returns the dice to play, each as often as it may be used.
pub(super) const fn dice(low: u8, high: u8) -> [u8; 4] {
    if low == high { [low; 4] } else { [low, high, 0, 0] }
}

/// Returns the start and the die of each step, the exact die or a larger one to bear off; then zeros. `None` if the dice
/// don't allow the steps.
pub(super) fn with_dice(steps: &[(u8, u8)], pips: [u8; 2]) -> Option<[(u8, u8); 4]> {
    let mut left = dice(pips[0], pips[1]);
    let mut given = [(0, 0); 4];
    for (number, &(from, to)) in steps.iter().enumerate() {
        let needed = from.checked_sub(to)?;
        let exact = left.iter().position(|die| *die == needed && needed > 0);
        let larger = || (to == 0).then(|| left.iter().rposition(|die| *die > needed)).flatten();
        let at = exact.or_else(larger)?;
        // Each die is given once, and there are four.
        given[number] = (from, left[at]);
        left[at] = 0;
    }
    Some(given)
}

/// Adds a redundant fact to the record, so that it is written back.
pub(super) fn fact(record: &mut MatchRecord, fact: &str) {
    let Some(game) = record.games.first_mut() else { return };
    let heading = game.heading;
    let properties = &mut game.notes.get_or_insert_default().properties;
    match properties.iter_mut().find(|property| property.key == FACTS) {
        Some(property) => property.values.value.push(fact.to_owned()),
        None => properties.push(Property::new(FACTS, vec![fact.to_owned()], heading)),
    }
}

/// Returns the number of a game's fact that was added.
pub(super) fn noted(record: &GameRecord, name: &str) -> Option<u32> {
    let facts = record.notes.as_ref()?.property(FACTS)?;
    facts.values.value.iter().find_map(|fact| fact.strip_prefix(name)?.trim_start().parse().ok())
}

fn ply(cursor: &mut Cursor<'_>) -> Result<Ply, Problem> {
    let at = cursor.at;
    let byte = cursor.byte()?;
    let mut ply = Ply { at, action: u32::from(byte & 0x3f), seat: byte >> 6 & 1, ..Ply::default() };
    if byte & 0x80 != 0 {
        let mut fields = cursor.record()?;
        let dice = fields.get(0, Cursor::array::<2>)?;
        let mut extras = Extras { dice, ..Extras::default() };
        extras.resign = fields.get(1, Cursor::varint)?;
        extras.cube = fields.get(2, Cursor::varint)?;
        extras.is_illegal = fields.has(3);
        let settle = fields.get(4, Cursor::equity)?;
        extras.settle = settle.map(|points| points.round() as i64);
        if let Some(count) = fields.get(5, Cursor::varint)? {
            fields.body.take(count as usize)?;
        }
        extras.board = fields.get(6, lanes)?;
        if let Some(real) = fields.get(7, Cursor::varint)?
            && ply.action == action::ESCAPE
        {
            ply.action = real.max(action::ESCAPE);
        }
        extras.owner = fields.get(8, Cursor::varint)?;
        ply.extras = Some(Box::new(extras));
    }
    if let Some(roll) = Roll::ALL.get(ply.action as usize) {
        for i in 0..usize::from(roll.steps()) {
            let step_at = cursor.at;
            let step = cursor.byte()?;
            if step == 0 {
                break;
            }
            let (from, die) = (step & 0x1f, step >> 5);
            if die == 0 || die == 7 || from > 25 {
                return Err(Problem::syntax(step_at, "a step with a die or a place that doesn't exist"));
            }
            ply.steps[i] = (from, die);
        }
    }
    ply.end = cursor.at;
    Ok(ply)
}
