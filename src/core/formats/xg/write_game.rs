//! Writing a game: its head, a block for each cube decision, one for each roll, its end.

use super::block::{Block, NOT_ANALYSED};
use super::headers::UNLIMITED;
use super::plays::Lanes;
use super::write_analysis::{self, Around, Decision, Done, none_of_cube, none_of_play};
use super::{leftover, reader, rtf};
use crate::board::{Roll, Side};
use crate::formats::inventory::Comments;
use crate::formats::position::{absolute, lanes};
use crate::game::record::{Cause, Clock, Notes, Property};
use crate::game::told::{Scene, Words, tell};
use crate::game::{Act, Cube, Ending, GameResult, Happening, Replayed, ReplayedGame, Rules};
use crate::rules::Play;
use smol_str::SmolStr;

/// The causes of a loss that have a word.
const CAUSES: &[Cause] = &[];

/// The comments, one per line: `temp.xgc`.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) bytes: Vec<u8>,
    count: i32,
}

impl Texts {
    /// Adds a comment, and returns its number; `None` if it wouldn't be read as the same.
    pub(super) fn add(&mut self, text: &str) -> Option<i32> {
        let mut document = rtf::document(text).filter(|_| !text.is_empty())?;
        self.bytes.append(&mut document);
        self.bytes.extend_from_slice(b"\r\n");
        self.count += 1;
        Some(self.count - 1)
    }
}

/// The part of a game that is written.
#[derive(Default)]
pub(super) struct Told {
    pub(super) blocks: Vec<Block>,
    pub(super) result: Option<GameResult>,
    /// Whether an analysis is written.
    pub(super) has_analyses: bool,
}

/// The origin of the analyses of a file.
#[derive(Clone, Copy)]
pub(super) struct By<'a> {
    /// The name of the program.
    pub(super) program: &'a SmolStr,
    /// Whether the record has XG's marks of plays that don't count.
    pub(super) has_marks: bool,
}

struct Writer<'a> {
    replayed: &'a Replayed,
    index: usize,
    game: &'a ReplayedGame,
    by: By<'a>,
    texts: &'a mut Texts,
    scene: Scene,
    /// The comments on acts that aren't written yet, in order, by the places of the acts.
    comments: Vec<(usize, &'a str)>,
    /// The first act that belongs to the next block.
    from: usize,
    /// Whether the position of the next block is set.
    is_edited: bool,
    told: Told,
}

/// Writes a game, counted from 0.
pub(super) fn tell_game(
    replayed: &Replayed,
    index: usize,
    by: By<'_>,
    comments: &Comments<'_>,
    texts: &mut Texts,
) -> Told {
    let (record, game) = (&replayed.record.games[index], &replayed.games[index]);
    let words = Words {
        automatic_doubles: true,
        refused_resignations: false,
        outcomes: false,
        causes: CAUSES,
        illegal_plays: true,
        beavers: 2,
        positions: Some(|cube, doubles| cube_number(cube, doubles).is_some()),
    };
    let is_known = super::write::variation(replayed).is_some();
    let scene = if is_known { tell(&replayed.rules, game, record, &words) } else { Scene::default() };
    let (mut on_head, mut on_acts) = (None, Vec::new());
    for (act, text) in comments.of(index) {
        match act {
            Some(act) => on_acts.push((act, text)),
            None if on_head.is_none() => on_head = Some(text),
            None => {}
        }
    }
    let told = Told::default();
    let mut writer = Writer {
        replayed,
        index,
        game,
        by,
        texts,
        scene,
        comments: on_acts,
        from: 0,
        is_edited: false,
        told,
    };
    writer.head(on_head);
    writer.acts();
    writer.end();
    writer.told
}

/// Returns the cube in XG's notation: 0 in the middle at 1, n with player 1 at 2^n, -n with player 2; automatic doubles
/// don't count.
fn cube_number(cube: Cube, doubles: u8) -> Option<i32> {
    let log2 = cube.value.is_power_of_two().then(|| cube.value.trailing_zeros() as i32)? - i32::from(doubles);
    match cube.owner {
        None => (log2 == 0).then_some(0),
        Some(side) => (log2 > 0).then_some(log2 * sign(side)),
    }
}

pub(super) const fn sign(side: Side) -> i32 {
    if matches!(side, Side::Zero) { 1 } else { -1 }
}

impl<'a> Writer<'a> {
    fn head(&mut self, comment: Option<&str>) {
        let game = self.game;
        let mut block = Block::new(1);
        let points = game.before.points;
        block.i32(12, points[Side::Zero] as i32);
        block.i32(16, points[Side::One] as i32);
        block.u8(20, u8::from(game.is_crawford));
        let start = match self.scene.acts.first() {
            Some(act @ Act { what: Happening::PositionSet { .. }, .. }) => absolute(&act.before, act.by),
            _ => lanes(self.replayed.rules.variant.start().board()),
        };
        block.lanes(21, &start);
        block.i32(48, game.number as i32);
        block.i32(56, -1);
        block.i32(60, -1);
        block.i32(64, i32::from(game.automatic_doubles));
        let notes = self.replayed.record.games[self.index].notes.as_deref();
        properties(&mut block, leftover::GAME, notes);
        if let Some(text) = comment {
            self.comment(&mut block, 56, text);
        }
        self.told.blocks.push(block);
    }

    fn acts(&mut self) {
        let (mut at, mut doubled_by) = (0, None);
        while let Some(act) = self.scene.acts.get(at).copied() {
            self.is_edited |= matches!(act.what, Happening::PositionSet { .. });
            match act.what {
                Happening::PositionSet { roll: None } => {
                    doubled_by = None;
                    if at + 1 == self.scene.acts.len() {
                        self.lone(at, &act);
                    }
                }
                Happening::Doubled { .. } => {
                    let last = self.double(at, &act);
                    let is_taken = matches!(self.scene.acts[last].what, Happening::Taken);
                    doubled_by = is_taken.then_some(act.by);
                    at = last;
                }
                _ => {
                    if let Some(roll) = act.roll().or(match act.what {
                        Happening::PositionSet { roll } => roll,
                        _ => None,
                    }) {
                        self.turn(at, &act, roll, doubled_by == Some(act.by));
                    }
                    doubled_by = None;
                }
            }
            at += 1;
        }
    }

    /// Returns the block of a cube decision, without the action.
    fn cube(&mut self, act: &Act) -> Block {
        let mut block = Block::new(2);
        block.u8(296, u8::from(std::mem::take(&mut self.is_edited)));
        block.i32(12, sign(act.by));
        block.i32(16, -2);
        for at in [20, 24, 28, 292] {
            block.i32(at, -1);
        }
        block.i32(32, cube_number(act.cube, self.game.automatic_doubles).unwrap_or(0));
        block.lanes(36, &absolute(&act.before, act.by));
        block.i32(300, i32::from(self.game.automatic_doubles));
        block.short(208, 2, "77");
        none_of_cube(&mut block);
        block
    }

    fn around(&self, act: &Act) -> Around {
        let rules: &Rules = &self.replayed.rules;
        let length = if rules.is_money() { UNLIMITED } else { i32::from(rules.length) };
        let away = |side: Side| length - self.game.before.points[side] as i32;
        let owner = act.cube.owner.map_or(0, |owner| if owner == act.by { 1 } else { -1 });
        Around {
            program: self.by.program.clone(),
            away: [away(act.by), away(!act.by)],
            is_crawford: self.game.is_crawford,
            jacoby: rules.is_money() && rules.jacoby,
            cube: [act.cube.value as i32, owner],
            before: lanes(act.before),
        }
    }

    /// Returns the entries of the acts from the first one that isn't written yet to this one.
    fn entries(&self, last: usize) -> Vec<u32> {
        let acts = &self.game.acts[self.from..=last];
        let mut entries: Vec<u32> = acts.iter().filter_map(|act| act.entry).collect();
        entries.dedup();
        entries
    }

    /// Returns the notes of these entries.
    fn notes(&self, entries: &[u32]) -> Vec<&'a Notes> {
        let record = &self.replayed.record.games[self.index];
        entries.iter().filter_map(|&entry| record.notes_of(entry)).collect()
    }

    /// Writes the notes of a cube block: an analysis, the clock, fields.
    fn note_cube(&mut self, block: &mut Block, act: &Act, entries: &[u32], done: Done) {
        let around = self.around(act);
        let notes = self.notes(entries);
        self.told.has_analyses |= analysis(block, &notes, &around, Decision::Cube(done));
        let _ = notes.iter().filter_map(|notes| notes.clock).any(|clock| clock_into(block, act.by, clock));
        properties(block, leftover::CUBE, notes);
    }

    /// Writes a comment into a field of a block.
    fn comment(&mut self, block: &mut Block, field: usize, text: &str) {
        if let Some(number) = self.texts.add(text) {
            block.i32(field, number);
        }
    }

    /// Removes and returns the comments on the acts up to one.
    fn comments_to(&mut self, last: usize) -> Vec<&'a str> {
        let (taken, left) = self.comments.iter().partition::<Vec<(usize, &str)>, _>(|(at, _)| *at <= last);
        self.comments = left;
        taken.into_iter().map(|(_, text)| text).collect()
    }

    /// Writes a double with its answers; returns the last of them.
    fn double(&mut self, at: usize, act: &Act) -> usize {
        let mut block = self.cube(act);
        block.i32(16, 1);
        let mut last = at;
        let mut done = Done { doubled: true, taken: None };
        for (field, at) in [20, 24, 28].into_iter().zip(at + 1..) {
            let answer = match self.scene.acts.get(at).map(|act| act.what) {
                Some(Happening::Passed) => 0,
                Some(Happening::Taken) => 1,
                Some(Happening::Doubled { beaver: true, .. }) => 2,
                _ => break,
            };
            block.i32(field, answer);
            last = at;
            if field == 20 && answer < 2 {
                done.taken = Some(answer == 1);
            }
            if answer < 2 {
                break;
            }
        }
        let place = self.scene.places[last];
        if act.entry.is_some() {
            let entries = self.entries(place);
            self.note_cube(&mut block, act, &entries, done);
            let here = self.comments.iter().position(|(at, _)| *at <= place);
            if let Some(here) = here {
                let (_, text) = self.comments.remove(here);
                self.comment(&mut block, 292, text);
            }
        }
        self.from = place + 1;
        self.told.blocks.push(block);
        last
    }

    /// Writes a position that is set, if no act follows it.
    fn lone(&mut self, at: usize, act: &Act) {
        let mut block = self.cube(act);
        if self.scene.could_double[at] || self.may_double(act) {
            block.i32(16, 0);
        }
        let place = self.scene.places[at];
        if act.entry.is_some() {
            let entries = self.entries(place);
            self.note_cube(&mut block, act, &entries, Done::default());
            if let Some(text) = self.comments_to(place).first() {
                self.comment(&mut block, 292, text);
            }
        }
        self.from = place + 1;
        self.told.blocks.push(block);
    }

    /// Returns `true` if the player on roll in a position that was set may turn the cube.
    fn may_double(&self, act: &Act) -> bool {
        act.cube.owner.is_none_or(|owner| owner == act.by) && !self.game.is_crawford
    }

    /// Writes a roll and its play, with the cube decision before it.
    fn turn(&mut self, at: usize, act: &Act, roll: Roll, has_doubled: bool) {
        let place = self.scene.places[at];
        let dice = [roll.high().pips(), roll.low().pips()];
        let mut block = Block::new(3);
        block.lanes(9, &absolute(&act.before, act.by));
        block.i32(64, sign(act.by));
        for (at, die) in [100, 104, 124 + 28, 124 + 32].into_iter().zip(dice.iter().cycle()) {
            block.i32(at, i32::from(*die));
        }
        block.i32(108, cube_number(act.cube, self.game.automatic_doubles).unwrap_or(0));
        block.i32(2540, i32::from(self.game.automatic_doubles));
        block.i32(2524, -1);
        none_of_play(&mut block);
        let around = self.around(act);
        block.lanes(124, &around.before);
        let numbers = [around.away[0], around.away[1], around.cube[0], around.cube[1]];
        for (at, number) in (124 + 40..).step_by(4).zip(numbers) {
            block.i32(at, number);
        }
        block.i32(124 + 56, i32::from(around.is_crawford));
        block.i32(124 + 60, i32::from(around.jacoby));
        let end = match act.what {
            Happening::Played { play, .. } => {
                for (at, number) in (68..).step_by(4).zip(pairs(&play, dice)) {
                    block.i32(at, number);
                }
                act.after()
            }
            Happening::Illegal { after, .. } => {
                block.bytes(68, &[255; 32]);
                block.i32(2480, 2);
                Some(after)
            }
            _ => None,
        };
        let end = end.map(lanes);
        if let Some(end) = &end {
            block.lanes(35, end);
            block.u8(2308, 1);
        }
        let mut before = (!has_doubled).then(|| {
            let mut cube = self.cube(act);
            cube.short(208, 2, &format!("{}{}", dice[0], dice[1]));
            if self.scene.could_double[at] {
                cube.i32(16, 0);
            }
            cube
        });
        // Set after a double.
        block.u8(2528, u8::from(std::mem::take(&mut self.is_edited)));
        if act.entry.is_some() {
            let entries = self.entries(place);
            if let Some(cube) = &mut before {
                self.note_cube(cube, act, &entries, Done::default());
            }
            self.note_turn(&mut block, act, &around, &entries, end.as_ref());
            let comments = self.comments_to(place);
            let (first, second) = match (&comments[..], &mut before) {
                ([], _) => (None, None),
                ([first, second, ..], Some(_)) => (Some(first), Some(second)),
                // One on an answer to a double may come before the roll's own.
                ([.., last], _) => (None, Some(last)),
            };
            if let (Some(text), Some(cube)) = (first, &mut before) {
                self.comment(cube, 292, text);
            }
            if let Some(text) = second {
                self.comment(&mut block, 2524, text);
            }
        }
        self.from = place + 1;
        self.told.blocks.extend(before);
        self.told.blocks.push(block);
    }

    /// Writes the notes of a roll's block: an analysis, luck, fields.
    fn note_turn(
        &mut self,
        block: &mut Block,
        act: &Act,
        around: &Around,
        entries: &[u32],
        end: Option<&Lanes>,
    ) {
        let notes = self.notes(entries);
        let has_analysis = analysis(block, &notes, around, Decision::Play(end));
        let mut marked = None;
        for notes in &notes {
            // Values that aren't above the one for missing luck wouldn't be read.
            let value = notes.luck_value.filter(|luck| luck.is_finite() && *luck > NOT_ANALYSED);
            if let (None, Some(luck)) = (notes.luck, value) {
                block.f64(2320, luck);
                block.i32(2476, i32::from(luck == 0.0));
            }
            for property in notes.properties.iter().filter(|property| property.key == reader::UNUSED) {
                marked = property.values.value.first().and_then(|mark| mark.parse::<i8>().ok());
            }
        }
        properties(block, leftover::MOVE, notes);
        if marked.is_some() || self.by.has_marks {
            block.u8(124 + 2180, marked.unwrap_or(0) as u8);
        } else if has_analysis && act.legal_plays() <= 1 {
            block.u8(124 + 2180, 1);
        }
        self.told.has_analyses |= has_analysis;
    }

    fn end(&mut self) {
        let Some(finale) = &self.scene.end else { return };
        let (result, is_alone, game) = (finale.result, finale.is_alone, self.game);
        let Some(winner) = result.winner else { return };
        let over = game.acts.iter().rfind(|act| matches!(act.what, Happening::GameOver(_)));
        self.told.result = Some(result);
        let mut block = Block::new(4);
        let mut after = game.before;
        after.points[winner] = after.points[winner].saturating_add(result.points);
        block.i32(12, after.points[Side::Zero] as i32);
        block.i32(16, after.points[Side::One] as i32);
        let rules = &self.replayed.rules;
        let is_next = !rules.is_money()
            && rules.crawford
            && !game.before.crawford_played
            && !game.is_crawford
            && after.away(winner, rules) == 1;
        block.u8(20, u8::from(is_next));
        block.i32(24, sign(winner));
        // Without the automatic doubles, if that divides evenly.
        let points = result.points >> game.automatic_doubles;
        let points = if points << game.automatic_doubles == result.points { points } else { result.points };
        block.i32(28, points as i32);
        let kind = result.outcome.map_or(1, |outcome| outcome as i32 + 1);
        let termination = match result.ending {
            Ending::Passed => 0,
            Ending::BorneOff => kind,
            _ => 100 + kind,
        };
        block.i32(32, termination);
        block.f64(40, NOT_ANALYSED);
        block.f64(48, NOT_ANALYSED);
        block.i32(112, -1);
        self.given_up(result, is_alone);
        if let Some(on) = over.and_then(|over| over.entry).filter(|_| !is_alone) {
            let notes = self.notes(&[on]);
            let mut all = notes.iter().flat_map(|notes| &notes.properties);
            let _ = all.any(|property| reader::write_eval(&mut block, property));
            properties(&mut block, leftover::GAME_END, notes);
            if let Some((_, text)) = self.comments.first().copied()
                && let Some(number) = self.texts.add(text)
            {
                self.told.blocks[0].i32(60, number);
            }
        }
        self.told.blocks.push(block);
    }
}

impl Writer<'_> {
    /// Writes the decision of a player who gave up the game before a roll. Without the acts before it, their notes
    /// aren't written, either.
    fn given_up(&mut self, result: GameResult, is_alone: bool) {
        let Some(last) = self.scene.acts.last().copied() else { return };
        let is_given_up = matches!(result.ending, Ending::Resigned | Ending::Awarded);
        let Some(after) = last.after().filter(|_| is_given_up) else { return };
        let act =
            Act { before: after.flip(), cube: last.cube, by: !last.by, entry: None, what: Happening::Taken };
        let mut block = self.cube(&act);
        // XG's number for a resignation before a roll.
        block.i32(16, -1);
        if !is_alone {
            let entries = self.entries(self.game.acts.len() - 1);
            self.note_cube(&mut block, &act, &entries, Done::default());
            if self.comments.len() > 1 {
                let (_, text) = self.comments.remove(0);
                self.comment(&mut block, 292, text);
            }
        }
        self.told.blocks.push(block);
    }
}

/// Writes the first analysis that fits, and returns `true` if there is one.
fn analysis(block: &mut Block, notes: &[&Notes], around: &Around, of: Decision<'_>) -> bool {
    let mut analyses = notes.iter().flat_map(|notes| &notes.analyses);
    analyses.any(|analysis| write_analysis::write(block, analysis, around, of))
}

/// Writes the properties that have one value and a field in the table: the first one of each name that fits.
fn properties<'n>(
    block: &mut Block,
    rows: &'static [leftover::Row],
    notes: impl IntoIterator<Item = &'n Notes>,
) {
    let mut keys = Vec::new();
    for Property { key, values } in notes.into_iter().flat_map(|notes| &notes.properties) {
        if let [text] = &values.value[..]
            && !keys.contains(&key)
            && leftover::write(block, rows, key, text)
        {
            keys.push(key);
        }
    }
}

/// Writes the clock, in seconds, if it will be read as the same.
fn clock_into(block: &mut Block, by: Side, clock: Clock) -> bool {
    let seconds =
        [clock.left, clock.opponent_left].map(|time| (time.unwrap_or(0) / 1000).min(1 << 30) as i32);
    let [bottom, top] = if by == Side::Zero { seconds } else { [seconds[1], seconds[0]] };
    let write = |block: &mut Block| {
        block.i32(304, bottom);
        block.i32(308, top);
        Some(())
    };
    block.keep_if(write, |written| reader::clock(written, by) == Some(clock))
}

/// Returns the steps of a play: from and to, counted from 0 for the ace point; for a checker borne off, the target is
/// below 0, by the rest of its die.
fn pairs(play: &Play, [high, low]: [u8; 2]) -> [i32; 8] {
    let mut left = if high == low { vec![low; 4] } else { vec![low, high] };
    let mut numbers = [-1; 8];
    for (pair, step) in numbers.chunks_exact_mut(2).zip(play.steps()) {
        let way = step.from() - step.to();
        let exact = left.iter().position(|die| *die == way);
        let larger = || left.iter().rposition(|die| *die > way && step.to() == 0);
        let die = exact.or_else(larger).map_or(way, |at| left.remove(at));
        pair[0] = i32::from(step.from()) - 1;
        pair[1] = if step.to() == 0 { pair[0] - i32::from(die) } else { i32::from(step.to()) - 1 };
    }
    numbers
}
