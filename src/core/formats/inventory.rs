//! The content of a replayed record, item by item: to compare two records that were written in different formats, and to
//! list what one doesn't have.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::formats::inventory::{missing, summary};
//!
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("comments.sgf", std::fs::read("testdata/sgf/valid/annotations.sgf")?)?;
//! let mat = matches[0].written(&barpoint::formats::mat::FORMAT).expect("it is written");
//! let again = barpoint::open("comments.mat", mat.bytes)?;
//! let items = missing(&matches[0].replayed, &again[0].replayed);
//! assert_eq!(items, mat.losses);
//! assert!(summary(&items).contains("annotations"), "a .mat file has no place for them");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::sgf::marks;
use super::turns::Turns;
use super::{note_words, overruled};
use crate::board::{Board, Side};
use crate::game::record::{
    Anchor, Entry, GameRecord, Header, Notes, Property, Remark, RemarkKind, Written, headers,
};
use crate::game::{Act, Cube, Ending, GameResult, Happening, MAX_CUBE, Replayed, ReplayedGame, Rules};
use crate::math::calendar;
use crate::notation::PositionId;
use crate::rules::Variant;
use std::collections::HashMap;
use std::fmt::Display;

macro_rules! kinds {
    ($($variant:ident $id:literal $one:literal $many:literal)*) => {
        /// A kind of item in a record.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Kind {
            $(#[doc = $many] $variant,)*
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &'static [Self] = &[$(Self::$variant),*];

            /// Returns the name that programs see.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$variant => $id),* }
            }

            /// Returns words for one or more items of this kind: `1 comment`, `the clock`. In the table `#` stands for
            /// the number.
            #[must_use]
            pub fn words(self, count: usize) -> String {
                let words = match self { $(Self::$variant => if count == 1 { $one } else { $many }),* };
                words.replace('#', &count.to_string())
            }
        }
    };
}

kinds! {
    Player "player" "a player's name" "the players' names"
    Rating "rating" "a player's rating" "player ratings"
    Team "team" "a team" "the teams"
    Event "event" "the event" "the event"
    Place "place" "the place" "the place"
    Round "round" "the round" "the round"
    Date "date" "the date" "the date"
    Time "time" "the time of day" "the time of day"
    Transcriber "transcriber" "the transcriber" "the transcribers"
    Annotator "annotator" "the annotator" "the annotators"
    MatchId "match-id" "the match's number" "the match's numbers"
    Program "program" "the program that wrote it" "the programs that wrote it"
    Header "header" "# other header" "# other headers"
    Length "length" "the match length" "the match length"
    Variant "variant" "the variant" "the variant"
    CrawfordRule "crawford-rule" "that there is no Crawford game" "that there is no Crawford game"
    JacobyRule "jacoby-rule" "the Jacoby rule" "the Jacoby rule"
    BeaverRule "beaver-rule" "the limit of beavers" "the limit of beavers"
    AutomaticDoubleRule "automatic-double-rule" "the limit of automatic doubles" "the limit of automatic doubles"
    CubeUse "cube-use" "that there is no cube" "that there is no cube"
    CubeLimit "cube-limit" "the limit of the cube" "the limit of the cube"
    GameNumber "game-number" "a game's number" "the games' numbers"
    Score "score" "a game's score" "the games' scores"
    CrawfordGame "crawford-game" "which game is the Crawford game" "which games are Crawford games"
    AutomaticDouble "automatic-double" "the automatic doubles of # game" "the automatic doubles of # games"
    Play "play" "# play" "# plays"
    IllegalPlay "illegal-play" "# illegal play" "# illegal plays"
    LeftOut "left-out" "that # play or answer is left out" "that # plays or answers are left out"
    Overruled "overruled" "# action or result that breaks a rule" "# actions or results that break a rule"
    UnplayedRoll "unplayed-roll" "# roll that wasn't played" "# rolls that weren't played"
    Cube "cube" "# cube action" "# cube actions"
    Beaver "beaver" "# beaver" "# beavers"
    Position "position" "# position that is set" "# positions that are set"
    RefusedResignation "refused-resignation" "# refused resignation" "# refused resignations"
    OfferedResignation "offered-resignation" "# resignation without an answer" "# resignations without an answer"
    Resignation "resignation" "# resignation" "# resignations"
    Cause "cause" "the cause of # loss" "the causes of # losses"
    Result "result" "# result" "# results"
    Comment "comment" "# comment" "# comments"
    Annotation "annotation" "# annotation" "# annotations"
    Luck "luck" "the luck of # roll" "the luck of # rolls"
    Analysis "analysis" "# analysis" "# analyses"
    AnalysisPart "analysis-part" "a part of # analysis" "parts of # analyses"
    Mark "mark" "# mark of a candidate or cube decision" "# marks of candidates and cube decisions"
    Clock "clock" "the clock" "the clock"
    Property "property" "# unknown property" "# unknown properties"
    Variation "variation" "# variation" "# variations"
    Finding "finding" "# finding of `check`" "# findings of `check`"
    Unknown "unknown" "# piece of text that isn't understood" "# pieces of text that aren't understood"
}

/// Lists kinds, after those of another list if one is named.
macro_rules! holds {
    ($list:ident; $($kind:ident)*) => {
        &{
            const MORE: &[Kind] = &[$(Kind::$kind),*];
            $crate::formats::inventory::joined::<{ $list.len() + MORE.len() }>($list, MORE)
        }
    };
    ($($kind:ident)*) => { &[$(Kind::$kind),*] };
}
pub(super) use holds;

/// The kinds of items that the formats of whole matches have in common.
pub(super) const GAMES: &[Kind] = holds!(
    Player Length Variant CrawfordRule JacobyRule BeaverRule AutomaticDoubleRule Score CrawfordGame AutomaticDouble
    Play UnplayedRoll Cube Beaver Resignation Result
);

/// Joins two lists of kinds; `N` is the sum of their lengths.
pub(super) const fn joined<const N: usize>(first: &[Kind], more: &[Kind]) -> [Kind; N] {
    let mut all = [Kind::Player; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < first.len() { first[i] } else { more[i - first.len()] };
        i += 1;
    }
    all
}

/// One item of a record.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Item {
    /// Its kind.
    pub kind: Kind,
    /// The game's place in the record, counted from 0; `None` for the whole match.
    pub game: Option<u32>,
    /// The turn of the game, counted from 0: the number of rolls before it, including the opening roll, but not the dice
    /// of a position that is set; `None` for the game's head. It doesn't depend on what a format leaves out in between.
    pub turn: Option<u32>,
    /// Its content, the same for every format that it is read from.
    pub text: String,
}

impl Item {
    /// Returns the key of a header or property as the file writes it, or the code of a finding; `None` for other items.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        match self.kind {
            Kind::Header => self.text.split_once(": ").map(|(name, _)| name),
            Kind::Property => {
                let key = self.text.split(' ').next()?;
                Some(key.split_once(':').map_or(key, |(_, name)| name))
            }
            Kind::Finding => Some(&self.text),
            _ => None,
        }
    }
}

/// Sums items up in words, in the order of the kinds: `3 comments, the clock, player ratings`.
#[must_use]
pub fn summary(items: &[Item]) -> String {
    let count = |kind: Kind| items.iter().filter(|item| item.kind == kind).count();
    let words: Vec<String> = Kind::ALL
        .iter()
        .filter_map(|&kind| Some(count(kind)).filter(|count| *count > 0).map(|count| kind.words(count)))
        .collect();
    words.join(", ")
}

/// Lists every item of a record, in order.
#[must_use]
pub fn inventory(replayed: &Replayed) -> Vec<Item> {
    list(replayed, &Remarks::new(replayed), |_| false)
}

/// Lists the items of a record that another one, such as the record read again, lacks; in the order of the record.
#[must_use]
pub fn missing(replayed: &Replayed, again: &Replayed) -> Vec<Item> {
    // Formats that name the players once have no exchanged columns.
    let again = &*again.with_columns(&replayed.exchanged_columns());
    // A conversion reads every match again, and most games come back whole: no text is made for them.
    let count = replayed.games.len().min(again.games.len());
    let [remarks, remarks_again] = [replayed, again].map(Remarks::new);
    let both = [(replayed, &remarks), (again, &remarks_again)];
    let is_same: Vec<bool> = (0..count).map(|game| has_same_items(both, game)).collect();
    let skips = |game: usize| is_same.get(game) == Some(&true);
    let mut items = without(list(replayed, &remarks, skips), list(again, &remarks_again, skips));
    items.extend(named_anew(replayed, again));
    sort(&mut items);
    items
}

/// Sorts items in the order of the record: the match; the head of each game, its turns and its result; then the findings.
pub(crate) fn sort(items: &mut [Item]) {
    items.sort_by_key(|item| {
        let is_result = matches!(item.kind, Kind::Result | Kind::Cause);
        (item.kind == Kind::Finding, item.game, is_result, item.turn)
    });
}

/// Lists the empty names of players who have a name when the record is read again. A record without players, or one
/// that only sets positions, loses no names.
pub(super) fn named_anew(replayed: &Replayed, again: &Replayed) -> impl Iterator<Item = Item> {
    let first = replayed.record.games.first();
    let mut acts = replayed.games.iter().flat_map(|game| &game.acts);
    let has_players = first.is_some_and(|game| game.players.0.iter().any(Option::is_some))
        && !acts.all(|act| matches!(act.what, Happening::PositionSet { .. }));
    let is_named = |side: Side| replayed.name(0, side).is_empty() && !again.name(0, side).is_empty();
    let named = Side::ALL.map(|side| has_players && is_named(side));
    Side::ALL.into_iter().filter(move |side| named[side.index()]).map(|side| {
        let text = format!("{}: ", side.index());
        Item { kind: Kind::Player, game: Some(0), turn: None, text }
    })
}

/// Returns `true` if a game plainly has the same items in two records: the same heads and acts, and no notes.
fn has_same_items(both: [(&Replayed, &Remarks<'_>); 2], index: usize) -> bool {
    let [one, other] = both.map(|(replayed, remarks)| {
        let game = &replayed.games[index];
        let before = index.checked_sub(1);
        let name = |side| replayed.record.new_name(index, side);
        let numbers = (before.map(|before| replayed.games[before].number), game.number);
        let ratings = Side::ALL.map(|side| new_rating(replayed, index, side));
        let head = (game.before.points, game.is_crawford, game.automatic_doubles);
        let is_without_notes = is_without_notes(replayed, remarks, index);
        (is_without_notes, Side::ALL.map(name), ratings, numbers, head, game.result)
    });
    let [replayed, again] = both.map(|(replayed, _)| replayed);
    one.0 && one == other && acts(replayed, index).eq(acts(again, index))
}

/// Returns `true` if a game has no notes, remarks, causes of a loss, or entries that the rules contradict.
fn is_without_notes(replayed: &Replayed, remarks: &Remarks<'_>, index: usize) -> bool {
    let (record, game) = (&replayed.record.games[index], &replayed.games[index]);
    let has_notes = |entry: &Entry| {
        entry.notes.is_some() || matches!(entry.written, Written::Losses { cause: Some(_), .. })
    };
    game.overruled.is_empty()
        && record.notes.is_none()
        && !record.entries.iter().any(has_notes)
        && remarks.of(Some(index)).is_empty()
}

/// Iterates over the acts of a game, each without its entry, and with `true` if the record leaves it out.
fn acts(replayed: &Replayed, index: usize) -> impl Iterator<Item = (Act, bool)> {
    let (acts, record) = (&replayed.games[index].acts, &replayed.record.games[index]);
    acts.iter().enumerate().map(move |(at, act)| {
        let before = at.checked_sub(1).and_then(|before| acts.get(before));
        (Act { entry: None, ..*act }, overruled::is_left_out(act, before, record))
    })
}

/// Returns the items that aren't among others, in order; each of the others removes one item. Dates, times of day and
/// ratings are the same in any spelling.
#[must_use]
pub fn without(mut items: Vec<Item>, others: impl IntoIterator<Item = Item>) -> Vec<Item> {
    let mut counts: HashMap<Item, usize> = HashMap::new();
    for other in others {
        let text = respelled(&other);
        *counts.entry(Item { text: text.unwrap_or(other.text), ..other }).or_default() += 1;
    }
    items.retain(|item| {
        let respelled = respelled(item).map(|text| Item { text, ..item.clone() });
        match counts.get_mut(respelled.as_ref().unwrap_or(item)) {
            Some(count @ 1..) => {
                *count -= 1;
                false
            }
            _ => true,
        }
    });
    items
}

/// Returns the text of a date, a time of day or a rating as it is compared: not every format keeps its spelling.
fn respelled(item: &Item) -> Option<String> {
    match item.kind {
        Kind::Date => Some(item.text.replace('-', ".")),
        Kind::Time => calendar::seconds(&item.text).map(|seconds| seconds.to_string()),
        Kind::Rating if item.text.contains('.') && !item.text.contains('/') => {
            Some(item.text.trim_end_matches('0').trim_end_matches('.').to_owned())
        }
        _ => None,
    }
}

/// Returns `true` if a header only repeats a player's name from the heading of the first game, where XG may name the players
/// in the other order. A server may put the real name there, and a nickname in the heading.
pub(super) fn repeats_name(replayed: &Replayed, header: &Header) -> bool {
    let is_name = headers::PLAYERS.iter().any(|known| header.key.value.eq_ignore_ascii_case(known));
    let name = header.value.value.trim();
    is_name && Side::ALL.into_iter().any(|side| replayed.name(0, side).trim() == name)
}

/// Returns a player's rating in a game, counted from 0: that of the game's heading, or of the last one before it that
/// has one, or of the headers.
pub(super) fn rating(replayed: &Replayed, game: usize, side: Side) -> Option<&str> {
    let record = &replayed.record;
    let games = &record.games[..record.games.len().min(game + 1)];
    let heading = games.iter().rev().find_map(|game| game.players[side].as_ref()?.rating.as_ref());
    let header = || record.header(headers::ELO[side.index()]).map(|header| &header.value);
    heading.or_else(header).map(|rating| rating.value.trim()).filter(|rating| !rating.is_empty())
}

/// Returns the rating in a game's heading, if it wasn't known before.
pub(super) fn new_rating(replayed: &Replayed, game: usize, side: Side) -> Option<&str> {
    let heading = replayed.record.games[game].players[side].as_ref()?.rating.as_ref()?;
    let before = match game.checked_sub(1) {
        Some(before) => rating(replayed, before, side),
        None => replayed.record.header(headers::ELO[side.index()]).map(|header| header.value.value.trim()),
    };
    Some(heading.value.trim()).filter(|rating| before != Some(rating))
}

/// Returns the headers of a record, and the ratings of its first game as headers, of which `accepts` takes the first one
/// of a name; it also gets all of them.
pub(super) fn taken_headers(
    replayed: &Replayed,
    mut accepts: impl FnMut(&Header, &[Header]) -> bool,
) -> Vec<Header> {
    let ratings = Side::ALL.into_iter().filter_map(|side| {
        let player = replayed.record.games.first()?.players[side].as_ref()?;
        let rating = player.rating.as_ref()?;
        Some(Header::new(headers::ELO[side.index()], rating.value.trim(), rating.span))
    });
    let all: Vec<Header> = replayed.record.headers.iter().cloned().chain(ratings).collect();
    let mut taken: Vec<Header> = Vec::new();
    for header in &all {
        let is_new = taken.iter().all(|other| !other.key.value.eq_ignore_ascii_case(&header.key.value));
        if is_new && !header.value.value.trim().is_empty() && accepts(header, &all) {
            taken.push(header.clone());
        }
    }
    taken
}

/// Returns the value of the first of some headers with a key.
pub(super) fn value_of<'a>(headers: &'a [Header], key: &str) -> Option<&'a str> {
    let header = headers.iter().find(|header| header.key.value.eq_ignore_ascii_case(key))?;
    Some(header.value.value.trim())
}

/// Lists the items, without those of the games for which `skips` returns `true`.
fn list(replayed: &Replayed, remarks: &Remarks<'_>, skips: impl Fn(usize) -> bool) -> Vec<Item> {
    let mut list = List::default();
    list.headers(replayed);
    list.rules(&replayed.rules);
    list.remarks(remarks.of(None), None);
    for (index, (record, game)) in replayed.games().enumerate().filter(|(index, _)| !skips(*index)) {
        (list.game, list.turn) = (Some(index as u32), None);
        let turns = Turns::new(replayed, index);
        list.game(replayed, index, record, game, &turns);
        list.remarks(remarks.of(Some(index)), Some(&turns));
    }
    list.items
}

/// The remarks of a record, by game, so that looking up those of every game takes a single pass.
struct Remarks<'a>(Vec<&'a Remark>);

impl<'a> Remarks<'a> {
    fn new(replayed: &'a Replayed) -> Self {
        let mut sorted: Vec<&Remark> = replayed.record.remarks.iter().collect();
        sorted.sort_by_key(|remark| remark.anchor.game);
        Self(sorted)
    }

    /// Returns the remarks of a game, or those before the first game, in the order written.
    fn of(&self, game: Option<usize>) -> &[&'a Remark] {
        let game = game.map(|game| game as u32);
        let from = self.0.partition_point(|remark| remark.anchor.game < game);
        let until = self.0.partition_point(|remark| remark.anchor.game <= game);
        &self.0[from..until]
    }
}

/// The comments of a record, by game.
pub(super) struct Comments<'a> {
    replayed: &'a Replayed,
    remarks: Remarks<'a>,
}

impl<'a> Comments<'a> {
    pub(super) fn new(replayed: &'a Replayed) -> Self {
        Self { replayed, remarks: Remarks::new(replayed) }
    }

    /// Returns the comments of a game in the order written, each with the place of its act; `None` for the game's head.
    pub(super) fn of(&self, game: usize) -> Vec<(Option<usize>, &'a str)> {
        let here = self.remarks.of(Some(game)).iter();
        let acts = &self.replayed.games[game].acts;
        // For each entry, the last act up to it.
        let mut last: Vec<Option<usize>> = vec![None; self.replayed.record.games[game].entries.len()];
        for (at, act) in acts.iter().enumerate() {
            if let Some(slot) = act.entry.and_then(|entry| last.get_mut(entry as usize)) {
                *slot = Some(at);
            }
        }
        for at in 1..last.len() {
            last[at] = last[at].max(last[at - 1]);
        }
        here.filter(|remark| remark.kind == RemarkKind::Comment)
            .map(|remark| {
                let act = remark.anchor.entry.and_then(|entry| {
                    let entry = (entry as usize).min(last.len().checked_sub(1)?);
                    last[entry]
                });
                (act, remark.text.trim())
            })
            .collect()
    }
}

/// Returns the comments on a game, counted from 0, as written, each with the place of its act; `None` for its head.
#[must_use]
pub fn comments(replayed: &Replayed, game: usize) -> Vec<(Option<usize>, &str)> {
    Comments::new(replayed).of(game)
}

#[derive(Default)]
struct List {
    items: Vec<Item>,
    game: Option<u32>,
    turn: Option<u32>,
}

impl Kind {
    /// Returns the kinds of items that a format may hold; a finding is no part of a record.
    pub fn contents() -> impl Iterator<Item = &'static Self> {
        Self::ALL.iter().filter(|kind| **kind != Self::Finding)
    }
}

impl List {
    fn add(&mut self, kind: Kind, text: impl Display) {
        self.items.push(Item { kind, game: self.game, turn: self.turn, text: text.to_string() });
    }

    fn headers(&mut self, replayed: &Replayed) {
        for header in &replayed.record.headers {
            let (key, value) = (&header.key.value, header.value.value.trim());
            let is = |known: &str| key.eq_ignore_ascii_case(known);
            // The rules in force are listed, and the names from the games.
            let is_rule = headers::RULES.iter().any(|known| is(known));
            if value.is_empty() || is_rule || repeats_name(replayed, header) {
                continue;
            }
            let kind = match () {
                () if is(headers::EVENT) => Kind::Event,
                () if is(headers::SITE) => Kind::Place,
                () if is(headers::ROUND) => Kind::Round,
                () if is(headers::DATE) => Kind::Date,
                () if is(headers::TIME) => Kind::Time,
                () if is(headers::TRANSCRIBER) => Kind::Transcriber,
                () if is(headers::ANNOTATOR) => Kind::Annotator,
                () if is(headers::MATCH_ID) => Kind::MatchId,
                () if is(headers::PROGRAM) => Kind::Program,
                () if is(headers::CLOCK) => Kind::Clock,
                () => {
                    let side = |keys: &[&str; 2]| keys.iter().position(|known| is(known));
                    match (side(&headers::ELO), side(&headers::TEAM)) {
                        (Some(side), _) => self.add(Kind::Rating, format_args!("{side}: {value}")),
                        (_, Some(side)) => self.add(Kind::Team, format_args!("{side}: {value}")),
                        _ => self.add(Kind::Header, format_args!("{key}: {value}")),
                    }
                    continue;
                }
            };
            self.add(kind, value);
        }
    }

    /// Lists the rules that differ from the default.
    fn rules(&mut self, rules: &Rules) {
        self.add(Kind::Length, rules.length);
        if rules.variant != Variant::Standard {
            self.add(Kind::Variant, rules.variant);
        }
        // In a match to one point there is no Crawford game anyway.
        if rules.length > 1 && !rules.crawford {
            self.add(Kind::CrawfordRule, "off");
        }
        if rules.is_money() && rules.jacoby {
            self.add(Kind::JacobyRule, "on");
        }
        if rules.is_money() && rules.beavers != u8::MAX {
            self.add(Kind::BeaverRule, rules.beavers);
        }
        if rules.is_money() && rules.automatic_doubles > 0 {
            self.add(Kind::AutomaticDoubleRule, rules.automatic_doubles);
        }
        if !rules.cube {
            self.add(Kind::CubeUse, "off");
        }
        if rules.cube_limit != MAX_CUBE {
            self.add(Kind::CubeLimit, rules.cube_limit);
        }
    }

    /// Lists the remarks before the first game, or those of a game with these turns.
    fn remarks(&mut self, remarks: &[&Remark], turns: Option<&Turns<'_>>) {
        for remark in remarks {
            self.turn = turns.and_then(|turns| turns.of(remark.anchor));
            let kind = if remark.kind == RemarkKind::Comment { Kind::Comment } else { Kind::Unknown };
            self.add(kind, remark.text.trim());
        }
        self.turn = None;
    }

    fn game(
        &mut self,
        replayed: &Replayed,
        index: usize,
        record: &GameRecord,
        game: &ReplayedGame,
        turns: &Turns<'_>,
    ) {
        for side in Side::ALL {
            if let Some(name) = replayed.record.new_name(index, side) {
                self.add(Kind::Player, format_args!("{}: {name}", side.index()));
            }
            if let Some(rating) = new_rating(replayed, index, side) {
                // The first one is of the match, as in a header.
                let game = self.game.take_if(|_| index == 0);
                self.add(Kind::Rating, format_args!("{}: {rating}", side.index()));
                self.game = self.game.or(game);
            }
        }
        // A number follows from the one before.
        let before = index.checked_sub(1).map_or(0, |before| replayed.games[before].number);
        if before.checked_add(1) != Some(game.number) {
            self.add(Kind::GameNumber, game.number);
        }
        let [zero, one] = game.before.points.0;
        self.add(Kind::Score, format_args!("{zero}-{one}"));
        if game.is_crawford {
            self.add(Kind::CrawfordGame, "");
        }
        if game.automatic_doubles > 0 {
            self.add(Kind::AutomaticDouble, game.automatic_doubles);
        }
        if let Some(notes) = &record.notes {
            self.notes(notes);
        }
        self.acts(record, game, turns);
        for &entry in &game.overruled {
            self.overruled(record, game, turns, entry);
        }
        self.turn = None;
        if let Some(result) = game.result {
            match result.winner {
                Some(winner) => self.add(Kind::Result, format_args!("{} {}", winner.index(), result.points)),
                None => self.add(Kind::Result, "drawn"),
            }
        }
        for (index, entry) in record.entries.iter().enumerate() {
            let anchor = Anchor { game: None, entry: Some(index as u32) };
            if entry.notes.is_some() {
                self.turn = turns.of(anchor);
            }
            self.entry(entry);
        }
    }

    fn acts(&mut self, record: &GameRecord, game: &ReplayedGame, turns: &Turns<'_>) {
        for (at, act) in game.acts.iter().enumerate() {
            self.turn = Some(turns.before(at));
            if let Some(what) = turns.listed(at) {
                self.act(&Act { what, ..*act }, game.acts.get(at + 1));
            }
            let before = at.checked_sub(1).and_then(|before| game.acts.get(before));
            if overruled::is_left_out(act, before, record) {
                self.add(Kind::LeftOut, act.by.index());
            }
        }
    }

    fn overruled(&mut self, record: &GameRecord, game: &ReplayedGame, turns: &Turns<'_>, entry: u32) {
        if let Some(text) = overruled::text(record, game, entry, turns.act_of(entry)) {
            self.turn = Some(turns.before_entry(entry));
            self.add(Kind::Overruled, text);
        }
    }

    fn act(&mut self, act: &Act, next: Option<&Act>) {
        let by = act.by.index();
        match act.what {
            Happening::Played { roll, .. } => {
                let after = act.after().as_ref().map_or_else(String::new, id);
                self.add(Kind::Play, format_args!("{by} {roll} {after}"));
            }
            Happening::Illegal { roll, after } => {
                self.add(Kind::IllegalPlay, format_args!("{by} {roll} {}", id(&after)));
            }
            Happening::RolledOnly { roll } => self.add(Kind::UnplayedRoll, format_args!("{by} {roll}")),
            Happening::Doubled { to, beaver: false } => {
                self.add(Kind::Cube, format_args!("{by} doubles to {to}"));
            }
            Happening::Doubled { to, beaver: true } => {
                self.add(Kind::Beaver, format_args!("{by} beavers to {to}"));
            }
            Happening::Taken => self.add(Kind::Cube, format_args!("{by} takes")),
            Happening::Passed => self.add(Kind::Cube, format_args!("{by} passes")),
            Happening::PositionSet { roll } => {
                let roll = roll.map_or_else(String::new, |roll| format!(" {roll}"));
                let Cube { value, owner } = act.cube;
                let owner = owner.map_or_else(|| "-".to_owned(), |owner| owner.index().to_string());
                self.add(Kind::Position, format_args!("{by} {}{roll} {value} {owner}", id(&act.before)));
            }
            // Together with its acceptance, an offer is the resignation.
            Happening::ResignationOffered { outcome } => match next.map(|next| next.what) {
                Some(Happening::ResignationRefused) => {
                    self.add(Kind::RefusedResignation, format_args!("{by} {outcome}"));
                }
                Some(Happening::Resigned { .. } | Happening::GameOver(_)) => {}
                _ => self.add(Kind::OfferedResignation, format_args!("{by} {outcome}")),
            },
            Happening::Resigned { outcome } => self.add(Kind::Resignation, format_args!("{by} {outcome}")),
            Happening::GameOver(GameResult {
                ending: Ending::Awarded, winner: Some(winner), points, ..
            }) => self.add(Kind::Resignation, format_args!("{} awarded {points}", winner.index())),
            Happening::ResignationRefused | Happening::GameOver(_) => {}
        }
    }

    fn entry(&mut self, entry: &Entry) {
        if let Written::Losses { cause: Some(cause), .. } = entry.written {
            // A game is lost only once: the turn isn't listed, whatever notes precede it.
            let turn = self.turn.take();
            self.add(Kind::Cause, format_args!("{}", note_words::cause(cause)));
            self.turn = turn;
        }
        if let Some(notes) = &entry.notes {
            self.notes(notes);
        }
    }

    fn notes(&mut self, notes: &Notes) {
        if let Some(annotation) = notes.play {
            self.add(Kind::Annotation, format_args!("play {}", note_words::annotation(annotation)));
        }
        if let Some(annotation) = notes.cube {
            self.add(Kind::Annotation, format_args!("cube {}", note_words::annotation(annotation)));
        }
        if notes.luck.is_some() || notes.luck_value.is_some() {
            self.add(Kind::Luck, format_args!("{}", note_words::luck(notes.luck, notes.luck_value)));
        }
        for analysis in &notes.analyses {
            self.add(Kind::Analysis, format_args!("{}", note_words::analysis(analysis)));
        }
        if let Some(clock) = &notes.clock {
            self.add(Kind::Clock, format_args!("{}", note_words::clock(clock)));
        }
        for property in notes.properties.iter().filter(|property| !is_computed(property)) {
            if let Some(marks) = marks::words(property) {
                for mark in &marks {
                    self.add(Kind::Mark, mark);
                }
            } else {
                let values = property.values.value.join(", ");
                self.add(Kind::Property, format_args!("{} {values}", property.key));
            }
        }
        for variation in &notes.variations {
            self.add(Kind::Variation, format_args!("{}", note_words::variation(variation)));
        }
    }
}

/// Returns `true` if a property only repeats what follows from the rest of the record: GNU Backgammon's statistics of a
/// game, and its empty list of marks on an analysed play; XG's mark on a play that isn't a decision; marks and facts of OGXM that
/// repeat how a game ended.
fn is_computed(property: &Property) -> bool {
    if property.key == marks::PLAYS {
        return property.values.value.iter().all(|value| value.trim().is_empty());
    }
    matches!(
        property.key.as_str(),
        "sgf:GS" | "xg:Unused" | "ogxm:facts" | "ogxm:markers" | "ogxm:dice" | "ogxm:match"
    )
}

/// Returns the Position ID of a board.
fn id(board: &Board) -> String {
    PositionId::encode(board).to_string()
}
