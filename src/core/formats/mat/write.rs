//! The writer of the .mat family: byte for byte like GNU Backgammon, except where its form loses something.
//!
//! The layout was established from the exports of GNU Backgammon 1.07. Facts that it can't express are in lines of ours
//! between the match length and the first game, see [`extras`](super::extras).

use super::extras::{Place, column, escape};
use super::follow::{Expected, Seats};
use super::names::{Names, stand_ins};
use super::odd::is_cube_alone;
use super::rows::{Rows, number};
use super::{extras, line};
use crate::board::Side;
use crate::formats::inventory::{Comments, GAMES, Kind, holds};
use crate::game::record::{Anchor, Header, RemarkKind, Written as Entry, headers};
use crate::game::{Act, Cube, Ending, GameResult, Happening, MAX_CUBE, Replayed, ReplayedGame, Score};
use crate::rules::{Outcome, Variant};

/// The kinds of items that all forms can express: the games, and their rules.
pub(in crate::formats) const GAME: &[Kind] = holds!(GAMES;
    CubeUse CubeLimit IllegalPlay LeftOut Overruled Position RefusedResignation Cause Comment
);

/// The kinds of items that a form with headings can express.
pub(in crate::formats) const NUMBERED: &[Kind] = holds!(GAME; GameNumber);

/// The kinds of items that our .mat record can express: also the facts about the match.
pub(super) const HOLDS: &[Kind] = holds!(NUMBERED;
    Rating Team Event Place Round Date Time Transcriber Annotator MatchId Header
);

/// The headers that GNU Backgammon writes, in its order; the variation follows them.
const THEIRS: [&str; 5] =
    [headers::SITE, headers::EVENT, headers::ROUND, headers::DATE, headers::TRANSCRIBER];

/// The form of the family in which a record is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::formats) enum Form {
    /// With headers: GNU Backgammon's `export match mat`.
    Mat,
    /// Without headers of the match: its `export match snowietxt`.
    Snowie,
    /// One game, without length and score: its `export game gam`.
    Gam,
}

/// Writes a match as a .mat record.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    write_as(replayed, Form::Mat)
}

/// Writes a match in one of the family's forms.
pub(in crate::formats) fn write_as(replayed: &Replayed, form: Form) -> Vec<u8> {
    let mut writer = Writer::new(replayed, form, false);
    writer.headers();
    for game in 0..writer.count() {
        writer.game(game);
    }
    writer.finish()
}

/// Resignations before the next cell: the side, the outcome, and whether they were refused.
pub(super) type Waiting = Vec<(Side, Outcome, bool)>;

pub(super) struct Writer<'a> {
    pub(super) replayed: &'a Replayed,
    pub(super) form: Form,
    /// Whether only GNU Backgammon's own text is written.
    theirs: bool,
    /// The text before the length.
    before: Vec<u8>,
    /// The text after it.
    behind: Vec<u8>,
    pub(super) rows: Rows,
    comments: Comments<'a>,
}

impl<'a> Writer<'a> {
    /// Begins a file; with `theirs`, one that contains only GNU Backgammon's own text.
    pub(super) fn new(replayed: &'a Replayed, form: Form, theirs: bool) -> Self {
        let acts: usize = replayed.games.iter().map(|game| game.acts.len()).sum();
        Self {
            replayed,
            form,
            theirs,
            before: Vec::new(),
            behind: Vec::new(),
            rows: Rows::new(acts * 36 + 256),
            comments: Comments::new(replayed),
        }
    }

    /// Returns the number of games written.
    pub(super) fn count(&self) -> usize {
        self.replayed.games.len().min(if self.form == Form::Gam { 1 } else { usize::MAX })
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        let mut bytes = self.before;
        if self.form != Form::Gam {
            bytes.push(b' ');
            number(u32::from(self.replayed.rules.length), &mut bytes);
            bytes.extend_from_slice(b" point match\n\n");
        }
        if self.theirs {
            self.behind.clear();
        }
        if !self.behind.is_empty() {
            self.behind.push(b'\n');
        }
        let rows = self.rows.into_bytes();
        match self.form {
            Form::Gam => {
                // Our lines come after the line with the names.
                let names = memchr::memchr(b'\n', &rows).map_or(rows.len(), |end| end + 1);
                bytes.extend_from_slice(&rows[..names]);
                bytes.extend_from_slice(&self.behind);
                bytes.extend_from_slice(&rows[names..]);
            }
            Form::Mat | Form::Snowie => {
                bytes.extend_from_slice(&self.behind);
                bytes.extend_from_slice(&rows);
            }
        }
        bytes
    }

    /// Writes the facts about the whole match.
    pub(super) fn headers(&mut self) {
        let record = &self.replayed.record;
        let is = |header: &Header, key: &str| header.key.value.eq_ignore_ascii_case(key);
        let told = |header: &&Header| !header.value.value.trim().is_empty();
        if self.form == Form::Mat {
            // GNU Backgammon writes the variation before the transcriber.
            for key in THEIRS.into_iter().take(if self.theirs { 4 } else { 5 }) {
                for header in record.headers.iter().filter(told).filter(|header| is(header, key)) {
                    self.fact(key, &header.value.value);
                }
            }
        }
        self.rules();
        if self.form == Form::Mat && self.theirs {
            // That is its name for an annotator there.
            for key in [headers::TRANSCRIBER, headers::ANNOTATOR] {
                for header in record.headers.iter().filter(told).filter(|header| is(header, key)) {
                    self.fact(headers::TRANSCRIBER, &header.value.value);
                }
            }
        }
        if self.form == Form::Mat {
            for header in record.headers.iter().filter(told) {
                // The program that wrote the original file isn't the author of this one.
                if !THEIRS.iter().chain(&headers::RULES).chain(&[headers::PROGRAM]).any(|key| is(header, key))
                {
                    self.fact(&header.key.value, &header.value.value);
                }
            }
            let has_headers = !self.before.is_empty();
            self.before.push(b'\n');
            self.comments(has_headers || self.theirs);
        } else {
            self.comments(false);
        }
    }

    /// Writes a header: before the length if GNU Backgammon reads or skips it there.
    fn fact(&mut self, key: &str, value: &str) {
        const SKIPPED: [&str; 7] =
            ["EventTime", "Unrated", "Match ID", "CubeLimit", "Crawford", "Jacoby", "Beaver"];
        if self.theirs && !THEIRS.contains(&key) && key != headers::VARIATION {
            return;
        }
        let header = |key: &str| {
            let mut text = Vec::with_capacity(key.len() + value.len() + 8);
            text.extend_from_slice(b"; [");
            text.extend_from_slice(key.as_bytes());
            text.extend_from_slice(b" \"");
            text
        };
        let mut text = header(key);
        text.extend_from_slice(value.as_bytes());
        text.extend_from_slice(b"\"]");
        let reads_back = !text.iter().any(u8::is_ascii_control)
            && line::header(&text).is_some_and(|(read_key, read_value)| {
                &text[read_key] == key.as_bytes() && &text[read_value] == value.as_bytes()
            })
            && !extras::is_extra(key);
        let starts_player = key.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("Player "));
        let known = THEIRS.iter().chain(&SKIPPED).chain(&[headers::VARIATION]).any(|known| *known == key);
        let first = self.form == Form::Mat && (known || starts_player || self.replayed.games.is_empty());
        if reads_back {
            text.push(b'\n');
            let into = if first { &mut self.before } else { &mut self.behind };
            into.extend_from_slice(&text);
            return;
        }
        let odd = |c: char| c == '"' || c == ']' || c.is_control();
        // Some keys no header can have.
        if key.contains(odd) || key.trim() != key || key.is_empty() {
            return;
        }
        let mut text = header(&[extras::ESCAPED, key].concat());
        escape(value, &mut text);
        text.extend_from_slice(b"\"]\n");
        self.behind.extend_from_slice(&text);
    }

    /// Writes the rules that differ from a reader's defaults, and those that the text of the record states itself.
    fn rules(&mut self) {
        let mut all = self.other_rules();
        if !self.theirs && self.form != Form::Snowie {
            for key in headers::RULES {
                let header = self.replayed.record.header(key).filter(|header| header.is_written());
                let value = header.map_or("", |header| header.value.value.trim());
                if !value.is_empty() && !all.iter().any(|(other, _)| *other == key) {
                    all.push((key, value.to_owned()));
                }
            }
        }
        for (key, value) in all {
            self.fact(key, &value);
        }
    }

    /// Returns the headers of the rules that differ from a reader's defaults.
    fn other_rules(&self) -> Vec<(&'static str, String)> {
        let replayed = self.replayed;
        let rules = &replayed.rules;
        let says = |key: &str| {
            replayed.record.header(key).is_some_and(|header| !header.value.value.trim().is_empty())
        };
        let switch = |on: bool| if on { "On" } else { "Off" }.to_owned();
        let mut all = Vec::new();
        if rules.variant != Variant::Standard {
            let name = rules.variant.mat_header().unwrap_or_else(|| rules.variant.name());
            all.push((headers::VARIATION, name.to_owned()));
        }
        if self.form == Form::Gam && !rules.is_money() {
            all.push(("Length", rules.length.to_string()));
        }
        // A match to one point has no Crawford game.
        if rules.length > 1 && !rules.crawford {
            all.push((headers::CRAWFORD, switch(false)));
        }
        if rules.is_money() && (rules.jacoby || replayed.record.stated_jacoby().is_some()) {
            all.push((headers::JACOBY, switch(rules.jacoby)));
        }
        let money = rules.is_money();
        if money && (rules.beavers != u8::MAX || says(headers::BEAVER)) {
            all.push((headers::BEAVER, count(rules.beavers)));
        }
        let games = &replayed.games[..self.count()];
        let begun = games.iter().map(|game| game.automatic_doubles).max().unwrap_or(0);
        if money && (rules.automatic_doubles != begun || says(headers::AUTOMATIC_DOUBLES)) {
            all.push((headers::AUTOMATIC_DOUBLES, count(rules.automatic_doubles)));
        }
        if !rules.cube {
            all.push((headers::CUBE, switch(false)));
        }
        if rules.cube_limit != MAX_CUBE {
            all.push((headers::CUBE_LIMIT, rules.cube_limit.to_string()));
        }
        all
    }

    /// Writes the comments on the whole match, like GNU Backgammon if they are read back unchanged.
    fn comments(&mut self, plainly: bool) {
        let mut first = true;
        for remark in &self.replayed.record.remarks {
            if remark.kind != RemarkKind::Comment || remark.anchor != Anchor::MATCH {
                continue;
            }
            let text = remark.text.trim();
            if plainly && (self.theirs || is_plain(text)) {
                if !std::mem::take(&mut first) {
                    self.before.push(b'\n');
                }
                for line in text.split('\n') {
                    self.before.extend_from_slice(b"; ");
                    self.before.extend_from_slice(line.as_bytes());
                    self.before.push(b'\n');
                }
                if self.theirs && remark.text.ends_with('\n') {
                    self.before.push(b'\n');
                }
            } else {
                self.extra("Comment", text);
            }
        }
    }

    /// Writes a line of ours.
    fn extra(&mut self, key: &str, value: &str) {
        self.behind.extend_from_slice(b"; [");
        self.behind.extend_from_slice(key.as_bytes());
        self.behind.extend_from_slice(b" \"");
        escape(value, &mut self.behind);
        self.behind.extend_from_slice(b"\"]\n");
    }

    /// Writes a line of ours about a place: `Comment 2/12R`.
    fn extra_at(&mut self, word: &str, place: Place, value: &str) {
        self.extra(&format!("{word} {place}"), value);
    }

    fn game(&mut self, index: usize) {
        let game = &self.replayed.games[index];
        let names = stand_ins(self.replayed, index, self.form == Form::Mat);
        self.head(index, game, &names);
        let mut cells: Vec<Option<Place>> = vec![None; game.acts.len()];
        let written = self.acts(index, game, &names, &mut cells);
        let seats = Seats::new(game, cells);
        self.game_comments(index, &seats, written);
    }

    /// Writes the text above the rows.
    pub(super) fn head(&mut self, index: usize, game: &ReplayedGame, names: &Names) {
        let record = &self.replayed.record.games[index];
        for side in Side::ALL {
            let place = Place::Side(index, side);
            if names.written[side].is_some() {
                self.extra_at("Name", place, self.replayed.name(index, side));
            }
            let rating = record.players[side].as_ref().and_then(|player| player.rating.as_ref());
            if let Some(rating) = rating
                && names.ratings[side].is_none()
                && self.form == Form::Mat
            {
                self.extra_at("Rating", place, &rating.value);
            }
        }
        if game.automatic_doubles > 0 {
            let doubles = game.automatic_doubles.to_string();
            self.extra_at("AutomaticDoubles", Place::Head(index), &doubles);
        }
        let taken_for = Score { crawford_played: game.before.crawford_played && index > 0, ..game.before };
        if game.is_crawford != taken_for.is_crawford(&self.replayed.rules) {
            self.extra_at("Crawford", Place::Head(index), if game.is_crawford { "On" } else { "Off" });
        }
        // GNU Backgammon writes the score at which it continues.
        let points = if self.theirs { game.before.points } else { self.replayed.head_score(index) };
        if self.form == Form::Gam && points.0 != [0, 0] {
            let score = format!("{}-{}", points[Side::Zero], points[Side::One]);
            self.extra_at("Score", Place::Head(index), &score);
        }
        let out = self.rows.head();
        if self.form == Form::Gam {
            names.gam(self.replayed, index, out);
        } else {
            out.extend_from_slice(b" Game ");
            number(game.number, out);
            out.push(b'\n');
            names.score_line(self.replayed, index, points, out);
        }
    }

    /// Writes the rows, and notes the place of each act; returns the number of acts written.
    fn acts(
        &mut self,
        index: usize,
        game: &ReplayedGame,
        names: &Names,
        cells: &mut [Option<Place>],
    ) -> usize {
        let record = &self.replayed.record.games[index];
        let mut sets = 0;
        // An unanswered offer of the cube, and whether it is a beaver.
        let mut offer: Option<bool> = None;
        // Resignations before the next cell.
        let mut waiting = Waiting::new();
        let mut overruled = game.overruled.iter().copied().peekable();
        let mut board = Expected::Start(self.replayed.rules.variant.start().board());
        let mut is_known = true;
        // The dice that lie on the board in the position that was set last.
        let mut lying: Option<[u8; 2]> = None;
        for (at, act) in game.acts.iter().enumerate() {
            let rest = &game.acts[at + 1..];
            let behind = game.acts[at..].iter().find_map(|act| act.entry);
            while let Some(entry) = overruled.next_if(|&of| behind.is_none_or(|entry| of < entry)) {
                let (is_written, offered) = self.overruled(index, entry, act.cube.value, &mut waiting);
                if is_written {
                    board = Expected::Anything;
                    offer = offered;
                }
            }
            overruled.next_if(|&of| act.entry == Some(of));
            if !board.fits(act) {
                // Something happened in between that no reader could understand.
                return self.break_off(index, at);
            }
            if act.is_turn() || matches!(act.what, Happening::Doubled { .. }) {
                lying = None;
            }
            let written = record.entry(act.entry).map(|entry| &entry.written);
            match act.what {
                Happening::Played { roll, play } => {
                    board = Expected::Seen(play.after(&act.before), act.by);
                    cells[at] = Some(self.cell(index, act.by, &mut waiting));
                    if self.reads_back_left_out(index, at) {
                        self.rows.rolled(act.by, Entry::digits_of(written, roll));
                        continue;
                    }
                    self.rows.play(act, roll, &play, written, is_known);
                }
                Happening::Illegal { roll, after } => {
                    board = Expected::Seen(after, act.by);
                    cells[at] = Some(self.cell(index, act.by, &mut waiting));
                    let text = self.illegal(index, game, names, act, &after);
                    let digits = Entry::digits_of(written, roll);
                    self.rows.text(act.by, digits, text.as_bytes());
                }
                Happening::RolledOnly { roll } if rest.iter().any(|act| !act.is_end()) => {
                    board = Expected::Seen(act.before, act.by);
                    is_known = false;
                    cells[at] = Some(self.cell(index, act.by, &mut waiting));
                    let digits = Entry::digits_of(written, roll);
                    match Self::unplayed(act, written) {
                        b"" => self.rows.rolled(act.by, digits),
                        words => self.rows.text(act.by, digits, words),
                    }
                }
                Happening::RolledOnly { roll } => {
                    if !game.ends_unplayed(at) {
                        continue;
                    }
                    cells[at] = Some(self.cell(index, act.by, &mut waiting));
                    let digits = Entry::digits_of(written, roll);
                    if self.is_hidden(index, written) {
                        self.rows.text(act.by, digits, b"????");
                    } else {
                        self.rows.rolled(act.by, digits);
                    }
                }
                Happening::Doubled { to, beaver } => {
                    if beaver != offer.is_some() {
                        return self.break_off(index, at);
                    }
                    offer = Some(beaver);
                    cells[at] = Some(self.cell(index, act.by, &mut waiting));
                    let told = match written {
                        Some(Entry::Cube { value: Some(value), .. }) => value.value,
                        _ => to,
                    };
                    self.rows.doubled(act.by, told, beaver);
                }
                Happening::Taken | Happening::Passed => {
                    let passed = act.what == Happening::Passed;
                    let Some(beaver) = offer.take() else { return self.break_off(index, at) };
                    // Records leave out the answer to a beaver, as the doubler plays on, if anybody does. An answer that
                    // this record leaves out isn't written either.
                    let goes_on = match rest.first().map(|next| next.what) {
                        Some(Happening::GameOver(result)) => result.winner.is_some(),
                        // A position that is set would take the place of the answer.
                        Some(Happening::PositionSet { .. }) => false,
                        next => next.is_some(),
                    };
                    if passed || act.entry.is_some() && !(beaver && goes_on) {
                        cells[at] = Some(self.cell(index, act.by, &mut waiting));
                        self.rows.words(act.by, if passed { b" Drops" } else { b" Takes" });
                    }
                }
                Happening::PositionSet { roll } => {
                    is_known = true;
                    let place = Place::Set(index, sets);
                    cells[at] = Some(place);
                    sets += 1;
                    self.waiting(place, &mut waiting);
                    board = Expected::Seen(act.before, act.by);
                    // The cube alone leaves the dice where they are.
                    lying = lying.filter(|_| is_cube_alone(written));
                    lying = roll.map(|roll| Entry::digits_of(written, roll)).or(lying);
                    self.rows.set_position(act, lying);
                    offer = None;
                }
                Happening::ResignationOffered { outcome } => {
                    if rest.first().is_some_and(|next| next.what == Happening::ResignationRefused) {
                        waiting.push((act.by, outcome, true));
                    }
                }
                Happening::ResignationRefused => {}
                Happening::Resigned { outcome } => {
                    let told = game
                        .result
                        .is_some_and(|result| offer.is_none() && self.resigned_as(act, &result) == outcome);
                    if !told {
                        waiting.push((act.by, outcome, false));
                    }
                }
                Happening::GameOver(result) => {
                    cells[at] = Some(Place::End(index));
                    let is_told = waiting.is_empty() || offer.is_some();
                    self.waiting(Place::End(index), &mut waiting);
                    match self.told(index, act, &result) {
                        Some((winner, points)) => {
                            // A line of ours that tells the resignation goes before the result, but after a cell.
                            if is_told {
                                self.give_up(index, !winner, &result);
                            }
                            self.rows.wins(winner, points);
                        }
                        None => self.rows.drawn(),
                    }
                    return game.acts.len();
                }
            }
        }
        let cube = game.acts.last().map_or(1, |act| act.cube.value);
        for entry in overruled {
            self.overruled(index, entry, cube, &mut waiting);
        }
        self.waiting(Place::End(index), &mut waiting);
        self.rows.unfinished(index + 1 < self.count());
        game.acts.len()
    }

    /// Returns the winner and the points to write, `None` for a drawn game: as written if the rules contradict that, and
    /// in a session where fewer count by a rule that isn't stated; for an award the number written, as only an odd number
    /// shows the award.
    fn told(&self, index: usize, act: &Act, result: &GameResult) -> Option<(Side, u32)> {
        let entry = self.replayed.record.games[index].entry(act.entry);
        let is_overruled =
            act.entry.is_some_and(|entry| self.replayed.games[index].overruled.contains(&entry));
        let is_money = self.replayed.rules.is_money();
        let is_fewer = |points| is_money && !is_overruled && points < result.points;
        match entry.map(|entry| (entry.side, &entry.written)) {
            Some((side, Entry::Wins { points: Some(points), .. }))
                if result.ending == Ending::Awarded
                    || is_overruled && result.ending != Ending::Resigned
                    || is_fewer(points.value) =>
            {
                Some((side.or(result.winner)?, points.value))
            }
            _ => Some((result.winner?, result.points)),
        }
    }

    /// Begins a cell; writes the resignations before it.
    pub(super) fn cell(&mut self, index: usize, by: Side, waiting: &mut Waiting) -> Place {
        let place = Place::Cell(index, self.rows.begin(by), by);
        self.waiting(place, waiting);
        place
    }

    fn waiting(&mut self, place: Place, waiting: &mut Waiting) {
        for (by, outcome, refused) in waiting.drain(..) {
            let (letter, outcome) = (char::from(column(by)), outcome.word());
            let value = format!("{letter} {outcome}{}", if refused { " refused" } else { "" });
            self.extra_at("Resignation", place, &value);
        }
    }

    /// Returns the outcome as which a reader takes a resignation of which only the points are known.
    fn resigned_as(&self, act: &Act, result: &GameResult) -> Outcome {
        let cube = Cube { value: result.cube, ..act.cube };
        self.replayed.rules.outcome_worth(result.points, cube).unwrap_or(Outcome::Single)
    }

    /// Writes the comments on a game and on its acts.
    fn game_comments(&mut self, index: usize, seats: &Seats, written: usize) {
        for (act, text) in self.comments.of(index) {
            let place = match act {
                None => Some(Place::Head(index)),
                Some(act) if act < written => seats.of(act),
                Some(_) => None,
            };
            if let Some(place) = place {
                self.extra_at("Comment", place, text);
            }
        }
    }
}

/// Returns a limit as text.
fn count(number: u8) -> String {
    if number == u8::MAX { "On".to_owned() } else { headers::limit(number) }
}

/// Returns `true` if a comment before the length is read back unchanged.
fn is_plain(text: &str) -> bool {
    let mut lines = text.split('\n');
    let is_header = |line: &str| line.trim_start().starts_with('[');
    !text.is_empty()
        && !text.chars().any(|c| c.is_control() && c != '\n')
        && lines.all(|line| line.trim_end() == line && !is_header(line))
}

/// Writes the cube in a position that is set.
pub(super) fn cube_words(cube: Cube, out: &mut Vec<u8>) {
    out.extend_from_slice(b" cube=");
    number(cube.value, out);
    out.extend_from_slice(b" owner=");
    out.push(cube.owner.map_or(b'-', column));
}
