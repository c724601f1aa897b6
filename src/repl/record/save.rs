//! From a history to a record, in the form that every format's writer takes.

use super::{given, listed, order};
use crate::analysis;
use crate::board::{BySide, Place, Roll, Side};
use crate::diag::{Parsed, Span};
use crate::formats::position::absolute;
use crate::game::record::{
    Anchor, Cell, CubePlace, CubeWord, Entry, GameRecord, Header, MatchRecord, Notes, PlayerScore, Remark,
    Setup, Spanned, Written, WrittenLeg, WrittenPlay, WrittenRoll, headers,
};
use crate::game::{Cube, MAX_CUBE, MatchState, Offer, Phase, Replayed, Rules};
use crate::repl::history::{Deed, Game, History, Move, Source};
use crate::repl::score::rolled;
use crate::repl::session::Session;
use crate::rules::{Leg, Outcome, Play, Variant};

/// The part of a match to save.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All games.
    Match,
    /// The game in which the session stands.
    Game,
    /// The board as it is.
    Position,
}

/// Puts a part of a session together for a format's writer, without what was taken back.
#[must_use]
pub fn replayed(session: &Session, part: Part) -> Replayed {
    replayed_to(session, part, end(session))
}

/// Puts a part of a session together as a record, without what was taken back.
#[must_use]
pub fn record(session: &Session, part: Part) -> MatchRecord {
    assemble(session, part, end(session), &rules(session))
}

/// Returns the place at which the game stands, if moves after it were taken back.
fn end(session: &Session) -> Option<(usize, usize)> {
    session.game.history.undone.filter(|_| !session.settings.compat)
}

/// Puts a match together with what was taken back, which `undo back` restores.
pub(in crate::repl) fn whole(session: &Session) -> Replayed {
    replayed_to(session, Part::Match, None)
}

fn replayed_to(session: &Session, part: Part, end: Option<(usize, usize)>) -> Replayed {
    let mut rules = rules(session);
    let record = assemble(session, part, end, &rules);
    let is_jacoby_open = !session.settings.compat && !rules.jacoby && record.stated_jacoby().is_none();
    let mut given = given(&rules);
    given.jacoby = given.jacoby.filter(|_| !is_jacoby_open);
    let parsed = Parsed { value: record, diagnostics: Vec::new() };
    let (mut replayed, _) = analysis::replayed(parsed, &given);
    if !rules.is_money() {
        // What is set for money sessions isn't a rule of the match.
        rules.beavers = replayed.rules.beavers;
        rules.automatic_doubles = replayed.rules.automatic_doubles;
    }
    replayed.rules = rules;
    replayed
}

/// Returns the rules that a record states: the present ones, as far as they allow what was done in this session before
/// they were set.
pub(in crate::repl) fn rules(session: &Session) -> Rules {
    let mut rules = session.game.state.rules().clone();
    if session.settings.compat {
        return rules;
    }
    for step in session.game.history.games.iter().flat_map(|game| &game.moves) {
        let then = step.before.rules();
        rules.cube |= (step.what == Deed::Doubled || step.what.is_set_cube()) && then.cube;
        if let (Deed::Doubled, Phase::ToAnswerDouble(offer)) = (step.what, step.after.phase()) {
            if offer.value > rules.cube_limit {
                rules.cube_limit = rules.cube_limit.max(then.cube_limit);
            }
            if offer.beavers > rules.beavers {
                rules.beavers = rules.beavers.max(then.beavers);
            }
            rules.frozen_cube &= then.frozen_cube;
        }
    }
    rules
}

/// Returns the games of a part that were played by other rules than those of the record, with the names of these rules.
pub(in crate::repl) fn by_other_rules(
    session: &Session,
    part: Part,
    stated: &Rules,
) -> Vec<(u32, Vec<&'static str>)> {
    let history = &session.game.history;
    let is_money = stated.is_money();
    let mut found = Vec::new();
    for (place, game) in history.games.iter().enumerate() {
        let is_current = place == history.game;
        let played = match game.ending() {
            Some(end) => end.after.rules(),
            None if is_current => session.game.state.rules(),
            None => continue,
        };
        if part == Part::Match || is_current {
            let names = [
                ("the match length", played.length != stated.length),
                ("the Crawford rule", played.crawford != stated.crawford),
                ("the Jacoby rule", played.jacoby != stated.jacoby),
                ("the use of the cube", played.cube != stated.cube),
                ("the cube limit", played.cube_limit != stated.cube_limit),
                ("the frozen cube", played.frozen_cube != stated.frozen_cube),
                ("the beavers", is_money && played.beavers != stated.beavers),
                ("the automatic doubles", is_money && played.automatic_doubles != stated.automatic_doubles),
            ];
            let differ: Vec<_> =
                names.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect();
            if !differ.is_empty() {
                found.push((game.start.game(), differ));
            }
        }
    }
    found
}

/// Returns a game without what was taken back from a place on.
fn up_to(game: &Game, at: usize) -> Game {
    let mut shown = game.clone();
    shown.marks_cube &= at >= shown.moves.len();
    shown.moves.truncate(at);
    shown.idle.retain(|idle| idle.behind <= at);
    shown
}

/// Returns the state at the end of what is written: the present one if the session stands there, or else the one before
/// what was taken back.
fn state_at_end(session: &Session, end: Option<(usize, usize)>) -> Option<MatchState> {
    if is_at_end(session, end) {
        return Some(session.game.state.clone());
    }
    let (game, at) = end?;
    let mut state = session.game.history.games.get(game)?.moves.get(at)?.before.clone();
    state.withdraw_resignation();
    Some(state)
}

/// Puts a part of a session together as a record, up to a place if not to the end.
fn assemble(session: &Session, part: Part, end: Option<(usize, usize)>, rules: &Rules) -> MatchRecord {
    let mut record = MatchRecord { games: Vec::new(), ..session.game.record.clone() };
    let is_read = record.length.is_some();
    if !is_read {
        state_rules(&mut record, rules);
        // Plays are written by the program, which always marks hits.
        record.no_hit_marks = true;
    }
    // GNU Backgammon's own limit isn't a rule of the match.
    if !session.settings.compat {
        state_limits(&mut record, rules);
        state_changed(&mut record, rules, &session.game.history.games);
    }
    record.length = Some(Spanned::new(u32::from(rules.length), Span::default()));
    let history = &session.game.history;
    let compat = session.settings.compat;
    match part {
        Part::Match | Part::Game => {
            let last = end.map_or(history.games.len(), |(game, _)| game + 1);
            for (index, game) in history.games.iter().enumerate().take(last) {
                let now = (index == history.game).then_some(&session.game.state);
                if part == Part::Game && now.is_none() {
                    continue;
                }
                let undone = end.filter(|(game, _)| *game == index).map(|(_, at)| up_to(game, at));
                // GNU Backgammon's files lose what isn't a move.
                let is_last = !compat && index == end.map_or(history.game, |(game, _)| game);
                let state = if is_last { state_at_end(session, end) } else { None };
                write_game(&mut record, undone.as_ref().unwrap_or(game), now, state.as_ref(), compat);
            }
            if !compat {
                state_set_scores(&mut record, history, part, rules);
            }
        }
        Part::Position => {
            if let Some(game) = history.current() {
                let mut alone = Game::new(game.start.clone(), game.names.clone());
                alone.head = GameRecord { number: game.head.number, ..GameRecord::default() };
                write_game(&mut record, &alone, Some(&session.game.state), None, compat);
                if let Some(last) = record.games.last_mut() {
                    last.automatic_doubles = None;
                    // After a game the score is the one after it.
                    let points = session.game.state.score().points;
                    for side in Side::ALL {
                        if let Some(player) = &mut last.players[side] {
                            player.score = Some(Spanned::new(i64::from(points[side]), Span::default()));
                        }
                    }
                    let setup = position(session);
                    let by = setup.on_roll;
                    last.entries.push(Entry::new(by, Span::default(), Written::Set(Box::new(setup))));
                    // GNU Backgammon's files lose what is on offer.
                    if !compat {
                        let state = &session.game.state;
                        last.entries.extend(offers(state.phase(), state.cube()));
                    }
                }
            }
        }
    }
    state_doubles(&mut record, rules);
    record
}

/// Returns everything about the present position.
fn position(session: &Session) -> Setup {
    let fields = session.fields();
    let board = session.board();
    let on_roll = fields.on_roll;
    Setup {
        board: Some(absolute(&board, on_roll)),
        on_roll: Some(on_roll),
        roll: rolled(&session.game.state).map(|roll| written_roll(roll, Span::default())),
        ..cube(session.game.state.cube())
    }
}

/// Returns the entries for what is on offer: a double with its beavers, and a resignation.
fn offers(phase: Phase, cube: Cube) -> Vec<Entry> {
    let entry = |side, place, written| Entry::new(Some(side), Span::new(place, place), written);
    match phase {
        Phase::ToAnswerDouble(Offer { responder, value, beavers }) => (0..=beavers)
            .map(|turn| {
                let left = beavers - turn;
                let side = if left.is_multiple_of(2) { !responder } else { responder };
                let place = usize::from(turn) + 1;
                let value = Some(Spanned::new(value >> left, Span::new(place, place)));
                entry(side, place, Written::Cube { word: cube_word(turn, cube), value })
            })
            .collect(),
        Phase::ToAnswerResignation { by, outcome, otherwise } => {
            let mut entries = offers(otherwise.into(), cube);
            entries.push(resignation(by, outcome, entries.len() + 1));
            entries
        }
        _ => Vec::new(),
    }
}

/// Returns the entry for a resignation that is offered, with its place among the entries.
fn resignation(by: Side, outcome: Outcome, place: usize) -> Entry {
    let written = Written::OfferResignation { outcome: Some(outcome), points: None };
    Entry::new(Some(by), Span::new(place, place), written)
}

/// Returns `true` if the session stands at the end of what is written.
fn is_at_end(session: &Session, end: Option<(usize, usize)>) -> bool {
    let history = &session.game.history;
    match end {
        Some(end) => end == (history.game, history.at),
        None => !history.has_tail(),
    }
}

/// Adds to the entries of a game what has changed since the last move and isn't one: the side on roll, and the
/// resignation that is offered.
fn stand(entries: &mut Vec<Entry>, before: &MatchState, now: &MatchState) {
    let (waits, offer) = match now.phase() {
        Phase::ToAnswerResignation { by, outcome, otherwise } => (otherwise.into(), Some((by, outcome))),
        phase => (phase, None),
    };
    let is_turned = (now.on_roll(), rolled(now)) != (before.on_roll(), rolled(before))
        || matches!(before.phase(), Phase::OpeningRoll | Phase::ToAnswerDouble(_));
    if matches!(waits, Phase::ToRoll | Phase::ToPlay(_)) && is_turned {
        let place = Span::new(entries.len(), entries.len());
        let roll = rolled(now).map(|roll| written_roll(roll, place));
        let setup = Setup { on_roll: Some(now.on_roll()), roll, ..Setup::default() };
        let side = roll.map(|_| now.on_roll());
        entries.push(Entry::new(side, place, Written::Set(Box::new(setup))));
    }
    if let Some((by, outcome)) = offer {
        entries.push(resignation(by, outcome, entries.len()));
    }
}

/// Returns `true` if a resignation is offered at a place before the end, which no file of the match has.
pub(in crate::repl) fn leaves_offer_out(session: &Session, part: Part) -> bool {
    let is_offered = matches!(session.game.state.phase(), Phase::ToAnswerResignation { .. });
    part != Part::Position && is_offered && !is_at_end(session, end(session))
}

/// Returns the word for an offer of the cube, by the beavers and raccoons that led to it.
const fn cube_word(beavers: u8, before: Cube) -> CubeWord {
    match beavers {
        0 if before.owner.is_some() => CubeWord::Redouble,
        0 => CubeWord::Double,
        1 => CubeWord::Beaver,
        _ => CubeWord::Raccoon,
    }
}

fn cube(cube: Cube) -> Setup {
    Setup {
        cube_value: Some(cube.value),
        cube_place: Some(cube.owner.map_or(CubePlace::Centre, CubePlace::Owned)),
        ..Setup::default()
    }
}

/// States the rules that differ from the usual ones.
fn state_rules(record: &mut MatchRecord, rules: &Rules) {
    let switch = |is_on| if is_on { "On" } else { "Off" };
    let mut state = |key: &str, value: &str| record.headers.push(Header::new(key, value, Span::default()));
    if rules.variant != Variant::Standard {
        state(headers::VARIATION, rules.variant.name());
    }
    if rules.is_money() {
        state(headers::JACOBY, switch(rules.jacoby));
    } else if !rules.crawford {
        state(headers::CRAWFORD, switch(false));
    }
    if !rules.cube {
        state(headers::CUBE, switch(false));
    }
}

/// States the cube limit and the number of games of a session. They can also be set for a record that was
/// read; its own words stay if they mean the same.
fn state_limits(record: &mut MatchRecord, rules: &Rules) {
    let number = |text: &str| text.parse::<u32>().ok().filter(|number| (1..MAX_CUBE).contains(number));
    let limit = (rules.cube_limit != MAX_CUBE).then(|| rules.cube_limit.to_string());
    let wanted = [
        (headers::CUBE_LIMIT, limit),
        (headers::FROZEN_CUBE, rules.frozen_cube.then(|| "On".to_owned())),
        (headers::GAMES, rules.games.map(|games| games.to_string())),
    ];
    for (key, wanted) in wanted {
        let said = record.header(key).map(|header| header.value.value.trim());
        let binds = said.is_some_and(|said| number(said).is_some() || said.eq_ignore_ascii_case("on"));
        if said != wanted.as_deref() && (binds || wanted.is_some()) {
            record.headers.retain(|header| !header.key.value.eq_ignore_ascii_case(key));
            record.headers.extend(wanted.map(|value| Header::new(key, value, Span::default())));
        }
    }
}

/// States the limits of beavers and automatic doubles of a money session, unless the record is read with the same.
fn state_doubles(record: &mut MatchRecord, rules: &Rules) {
    if !rules.is_money() {
        return;
    }
    let begun = record.games.iter().filter_map(|game| game.automatic_doubles).max().unwrap_or(0);
    // Each with the limit of a record without the header, and the least that it is read as.
    let limits = [
        (headers::BEAVER, rules.beavers, u8::MAX, 0),
        (headers::AUTOMATIC_DOUBLES, rules.automatic_doubles, begun, begun),
    ];
    for (key, limit, unstated, least) in limits {
        let stated = record.header(key).map(|header| header.value.value.trim());
        let read = stated.filter(|text| !text.is_empty()).map_or(Some(unstated), analysis::count);
        if read.is_some_and(|read| read.max(least) == limit.max(least)) {
            continue;
        }
        let value = if limit == u8::MAX { "On".to_owned() } else { headers::limit(limit) };
        record.headers.retain(|header| !header.key.value.eq_ignore_ascii_case(key));
        record.headers.push(Header::new(key, value, Span::default()));
    }
}

/// Corrects what a record states of rules that were changed since: whether the cube is used, and the Jacoby rule, which
/// stays unstated if some games were counted by it and others not.
fn state_changed(record: &mut MatchRecord, rules: &Rules, games: &[Game]) {
    let mut drop = |key: &str| record.headers.retain(|header| !header.key.value.eq_ignore_ascii_case(key));
    let is_counted = |game: &Game| game.ending().is_some_and(|end| end.after.rules().jacoby != rules.jacoby);
    if games.iter().any(is_counted) {
        drop(headers::JACOBY);
    }
    let first = games.first().filter(|first| first.is_read());
    if first.is_some_and(|first| first.start.rules().cube != rules.cube) {
        drop(headers::CUBE);
        if !rules.cube {
            record.headers.push(Header::new(headers::CUBE, "Off", Span::default()));
        }
    }
}

/// States the games whose score was set.
fn state_set_scores(record: &mut MatchRecord, history: &History, part: Part, rules: &Rules) {
    record.headers.retain(|header| header.key.value != headers::SET_SCORES);
    let is_set = |(index, _): &(usize, &GameRecord)| part == Part::Match && history.is_scored(*index, rules);
    let games = record.games.iter().enumerate().filter(is_set);
    let numbers: Vec<String> = games.filter_map(|(_, game)| Some(game.number?.value.to_string())).collect();
    if !numbers.is_empty() {
        record.headers.push(Header::new(headers::SET_SCORES, numbers.join(", "), Span::default()));
    }
}

/// Adds a game to a record; `now` is the state if the session is in this game, and `standing` the state at its end,
/// if that isn't the one after its last move.
fn write_game(
    record: &mut MatchRecord,
    game: &Game,
    now: Option<&MatchState>,
    standing: Option<&MatchState>,
    compat: bool,
) {
    let index = record.games.len();
    let is_read = game.head.number.is_some();
    let head = now
        .filter(|state| state.phase().result().is_none())
        .or(game.moves.last().map(|last| &last.before))
        .filter(|_| !game.goes_on())
        .unwrap_or(&game.start);
    let score = head.score();
    let mut written = GameRecord { entries: Vec::new(), ..game.head_of_record(compat) };
    if !is_read {
        written.number = Some(Spanned::new(game.start.game(), Span::default()));
    }
    written.players = BySide(Side::ALL.map(|side| {
        let read = game.head.players[side].as_ref();
        let points = i64::from(score.points[side]);
        Some(PlayerScore {
            name: Spanned::new(game.names[side].clone(), read.map_or(Span::default(), |read| read.name.span)),
            rating: read.and_then(|read| read.rating.clone()),
            score: Some(Spanned::new(
                points,
                read.and_then(|read| read.score).map_or(Span::default(), |score| score.span),
            )),
        })
    }));
    if !is_read || written.is_crawford.is_some_and(|is_crawford| is_crawford != head.is_crawford_game()) {
        written.is_crawford = (!head.rules().is_money()).then_some(head.is_crawford_game());
    }
    let doubles = game.automatic_doubles();
    written.automatic_doubles = (doubles > 0).then_some(doubles);
    let is_jacoby = !compat && record.stated_jacoby() == Some(true);
    let (entries, remarks) = (Vec::new(), Vec::new());
    let mut writer = Writer { index, entries, remarks, last: game.start.clone(), compat, is_jacoby };
    writer.write(game);
    if let Some(state) = standing {
        stand(&mut writer.entries, &writer.last, state);
    }
    written.entries = writer.entries;
    let mut remarks: Vec<Remark> = game.remarks.clone();
    remarks.extend(writer.remarks);
    for remark in &mut remarks {
        remark.anchor.game = Some(index as u32);
    }
    record.remarks.extend(remarks);
    record.games.push(written);
}

/// The state of writing one game.
struct Writer {
    index: usize,
    entries: Vec<Entry>,
    remarks: Vec<Remark>,
    /// The state after the last move.
    last: MatchState,
    /// Whether plays are written as GNU Backgammon does.
    compat: bool,
    /// Whether the record states the Jacoby rule.
    is_jacoby: bool,
}

impl Writer {
    fn write(&mut self, game: &Game) {
        let mut idle = game.idle.iter().peekable();
        let mut has_result = false;
        for (place, step) in game.moves.iter().enumerate() {
            let before = place.checked_sub(1).and_then(|before| game.moves.get(before));
            let notes = step.notes_of_record(before, self.compat);
            while let Some(idle) = idle.next_if(|idle| idle.behind <= place) {
                self.push(idle.entry.clone(), None, &idle.remarks);
            }
            match &step.source {
                Source::Same => {}
                Source::Entry(entry) if fits(entry, step, self.compat) => {
                    self.push((**entry).clone(), Some(&notes), &step.remarks);
                }
                _ => self.made_here(step, game.moves.get(place + 1), &notes),
            }
            has_result = matches!(step.what, Deed::Resigned(_) | Deed::Drawn);
            self.last = step.after.clone();
        }
        for idle in idle {
            has_result |= matches!(idle.entry.written, Written::Wins { .. } | Written::Drawn);
            self.push(idle.entry.clone(), None, &idle.remarks);
        }
        if let (Some(result), false) = (game.result(), has_result) {
            let points = Some(self.spanned(result.points));
            let written = match result.winner {
                Some(_) => Written::Wins { points, and_match: None },
                None => Written::Drawn,
            };
            let entry = self.entry(result.winner, written);
            self.push(entry, None, &[]);
        }
    }

    /// Returns a separate span for the next entry.
    fn span(&self) -> Span {
        let place = self.entries.len();
        Span::new(place, place)
    }

    fn spanned<T>(&self, value: T) -> Spanned<T> {
        Spanned::new(value, self.span())
    }

    fn entry(&self, side: Option<Side>, written: Written) -> Entry {
        Entry::new(side, self.span(), written)
    }

    fn push(&mut self, mut entry: Entry, notes: Option<&Notes>, remarks: &[Remark]) {
        if let Some(notes) = notes.filter(|notes| **notes != Notes::default()) {
            entry.notes = Some(Box::new(notes.clone()));
        }
        let anchor = Anchor::entry(self.index, self.entries.len());
        self.remarks.extend(remarks.iter().map(|remark| Remark { anchor, ..remark.clone() }));
        self.entries.push(entry);
    }

    /// Writes a move that isn't in any entry of a record.
    fn made_here(&mut self, step: &Move, next: Option<&Move>, notes: &Notes) {
        let is_his = match step.what {
            Deed::Played(..) | Deed::Condoned(_) | Deed::Doubled => self.last.turn() == Some(step.by),
            Deed::Resigned(_) | Deed::Drawn => false,
            Deed::SetCubeValue | Deed::SetCubeOwner => self.compat,
            _ => true,
        };
        // `set turn` takes the dice off the board, and then the side may double; `undo` puts dice back. A game ends the
        // same without the dice that were taken off, and formats without positions keep it.
        let dice = rolled(&step.before);
        let is_put = match step.what {
            Deed::Doubled => dice.is_none() && rolled(&self.last).is_some(),
            Deed::SetCubeValue | Deed::SetCubeOwner => dice != rolled(&self.last),
            Deed::Resigned(_) | Deed::Drawn => dice.is_some() && dice != rolled(&self.last),
            _ => false,
        };
        let is_rolled = is_put && !self.compat;
        let has_begun = self.last.phase() != Phase::OpeningRoll || is_rolled && dice.is_some();
        let is_turned = !is_his && step.before.on_roll() != self.last.on_roll();
        let sets_cube = step.what.is_set_cube();
        // `clear turn` and `set turn` leave the opening without a roll.
        let is_opened = sets_cube && !self.compat && !has_begun && step.before.phase() == Phase::ToRoll;
        let is_put_on_roll = has_begun && (is_turned || is_rolled) || is_opened;
        let mut on_roll = is_put_on_roll.then(|| step.before.on_roll());
        let roll = dice.filter(|_| is_rolled).map(|dice| self.dice(dice, false));
        // Without dice, a cube that is set states it, too.
        let states_it = sets_cube && roll.is_none();
        if let Some(side) = on_roll.take_if(|_| !states_it) {
            let setup = Setup { on_roll: Some(side), roll, ..Setup::default() };
            let entry = self.entry(roll.map(|_| side), Written::Set(Box::new(setup)));
            self.push(entry, None, &[]);
        }
        let by = Some(step.by);
        let written = match step.what {
            Deed::Played(roll, play) => {
                let cell = if play.is_dance() {
                    Cell::CannotMove(self.span())
                } else {
                    Cell::Play(self.play(step, roll, &play))
                };
                Written::Turn { roll: self.dice(roll, false), cell }
            }
            Deed::Condoned(roll) => Written::Turn {
                roll: self.dice(roll, false),
                cell: Cell::DeclaredIllegal {
                    span: self.span(),
                    after: Some(Box::new(Setup {
                        board: Some(absolute(step.after.board(), step.after.on_roll())),
                        on_roll: Some(step.after.on_roll()),
                        ..Setup::default()
                    })),
                },
            },
            Deed::Rolled(roll) => Written::Set(Box::new(Setup {
                on_roll: by,
                roll: Some(self.dice(roll, step.is_rising)),
                ..Setup::default()
            })),
            Deed::Doubled => {
                let (word, value) = match step.after.phase() {
                    Phase::ToAnswerDouble(offer) => {
                        (cube_word(offer.beavers, step.before.cube()), Some(self.spanned(offer.value)))
                    }
                    _ => (CubeWord::Double, None),
                };
                Written::Cube { word, value }
            }
            Deed::Taken => Written::Take,
            Deed::Passed => Written::Pass,
            Deed::Resigned(outcome) => {
                // The points don't show a gammon that counts as a single game.
                if self.is_jacoby && step.before.multiplier(outcome) < u32::from(outcome.multiplier()) {
                    self.push(resignation(!step.by, outcome, self.entries.len()), None, &[]);
                }
                let points = step.result().map(|result| self.spanned(result.points));
                Written::Wins { points, and_match: None }
            }
            Deed::Drawn => Written::Drawn,
            Deed::SetBoard => {
                // Dice on the board stay there; a play states its own.
                let is_told =
                    next.is_some_and(|next| matches!(next.what, Deed::Played(..) | Deed::Rolled(_)));
                let roll = match step.after.phase() {
                    Phase::ToPlay(roll) if !is_told => Some(roll),
                    _ => None,
                };
                Written::Set(Box::new(Setup {
                    board: Some(absolute(step.after.board(), step.after.on_roll())),
                    on_roll: Some(step.after.on_roll()),
                    roll: roll.map(|roll| self.dice(roll, false)),
                    ..Setup::default()
                }))
            }
            Deed::SetCubeValue => Written::Set(Box::new(Setup {
                on_roll,
                cube_value: Some(step.after.cube().value),
                ..Setup::default()
            })),
            Deed::SetCubeOwner => {
                Written::Set(Box::new(Setup { on_roll, cube_value: None, ..cube(step.after.cube()) }))
            }
        };
        let is_set = matches!(written, Written::Set(_));
        let tells_who = if is_set { matches!(step.what, Deed::Rolled(_)) } else { step.what != Deed::Drawn };
        let entry = self.entry(by.filter(|_| tells_who), written);
        self.push(entry, Some(notes), &step.remarks);
    }

    /// Writes two dice, the higher one first; in GNU Backgammon's files dice that wait are in the order in
    /// which they were set.
    fn dice(&self, roll: Roll, is_rising: bool) -> WrittenRoll {
        WrittenRoll { digits: listed::digits(roll, self.compat && is_rising), span: self.span() }
    }

    /// Writes a play step by step, as in GNU Backgammon's files.
    fn play(&self, step: &Move, roll: Roll, play: &Play) -> WrittenPlay {
        let steps = if self.compat {
            order::generated(step.before.board(), roll, step.is_rising, play)
        } else {
            play.steps().iter().map(|step| (step.from(), step.to())).collect()
        };
        written_play(&steps, self.span())
    }
}

/// Writes steps.
pub(in crate::repl) fn written_play(steps: &[(u8, u8)], span: Span) -> WrittenPlay {
    let mut written = WrittenPlay::new(span);
    for &(from, to) in steps {
        if let (Some(from), Some(to)) = (Place::from_number(from), Place::from_number(to)) {
            written.push(WrittenLeg { leg: Leg { from, to, hit: false }, span });
        }
    }
    written
}

/// Returns `true` if a move still agrees with its entry.
fn fits(entry: &Entry, step: &Move, compat: bool) -> bool {
    match &entry.written {
        Written::Set(setup) => {
            compat || setup.on_roll.is_none_or(|side| side == step.by || side == step.after.on_roll())
        }
        Written::Wins { .. } | Written::Drawn => true,
        _ => entry.side.is_none_or(|side| side == step.by),
    }
}

fn written_roll(roll: Roll, span: Span) -> WrittenRoll {
    WrittenRoll { digits: roll.digits(), span }
}
