//! The writer of GNU Backgammon's texts.

use super::HOLDS;
use super::facts::information;
use super::readable::readable;
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::diag::count::many;
use crate::diag::{Encoding, SourceFile, neutral};
use crate::formats::Written;
use crate::formats::gnubg::{LeftOut, Session, TEXT_EXPORT, What, list_of};
use crate::formats::inventory::{self, Item, Kind};
use crate::formats::script::plain_name;
use crate::game::record::{Cell, GameRecord, Remark, Written as Entry, headers};
use crate::game::{Act, Cube, Ending, GameResult, Happening, Replayed, ReplayedGame, Rules};
use crate::notation::drawing::{BoardDrawing, Caption, Direction, Status};
use crate::notation::play::print;
use crate::notation::{GameState, MatchFields, MatchId, PositionId};
use crate::rules::Outcome;
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write as _;
use std::iter::Peekable;
use std::ops::Range;

/// The text between two games.
const PART: &str = "\x0c\n";

pub(super) fn write(original: &Replayed) -> Written {
    let shown = original.with_shown_jacoby();
    let named = with_plain_names(&shown);
    let replayed = &*readable(&named);
    let acts: usize = replayed.games.iter().map(|game| game.acts.len()).sum();
    let mut text = String::with_capacity(acts * 1100 + 256);
    let by_game = inventory::Comments::new(replayed);
    for index in 0..replayed.games.len() {
        if index > 0 {
            text.push_str(PART);
        }
        GameWriter::new(replayed, index, &mut text, by_game.of(index)).game();
    }
    if replayed.games.is_empty() {
        information(replayed, 0, false, &mut text);
    }
    // The form feeds are the format's own.
    let text = text.split(PART).map(neutral).collect::<Vec<_>>().join(PART);
    let losses = losses(original, &text);
    Written { bytes: text.into_bytes(), losses }
}

/// Returns a record whose names are on one line, without blanks around them, as they are read again.
fn with_plain_names(replayed: &Replayed) -> Cow<'_, Replayed> {
    let players = |game: &GameRecord| game.players.0.clone().into_iter().flatten();
    let mut names = replayed.record.games.iter().flat_map(players).map(|player| player.name.value);
    if names.all(|name| plain_name(&name) == name) {
        return Cow::Borrowed(replayed);
    }
    let mut plain = replayed.clone();
    for player in plain.record.games.iter_mut().flat_map(|game| game.players.0.iter_mut().flatten()) {
        player.name.value = plain_name(&player.name.value);
    }
    Cow::Owned(plain)
}

/// Lists what isn't there when the text is read again; of the course of a game, what has no place in it.
fn losses(replayed: &Replayed, text: &str) -> Vec<Item> {
    let mut kept = replayed.clone();
    let mut no_names = Vec::new();
    if let Ok(source) = SourceFile::from_text("", text.to_owned(), Encoding::Utf8, 0, 1) {
        let again = super::parse(&source).value;
        kept.record.headers = again.headers;
        let words = |remark: &Remark| (remark.anchor.game, remark.text.trim().to_owned());
        let there: HashSet<_> = again.remarks.iter().map(words).collect();
        kept.record.remarks.retain(|remark| there.contains(&words(remark)));
        kept.record.games.truncate(again.games.len());
        kept.games.truncate(again.games.len());
        for (game, again) in kept.record.games.iter_mut().zip(again.games) {
            game.players = again.players;
        }
        if !kept.record.games.is_empty() {
            // A player without a name gets one.
            no_names.extend(inventory::named_anew(replayed, &kept));
        }
    }
    for game in &mut kept.games {
        let acts = std::mem::take(&mut game.acts);
        // A position that another one replaces isn't written: drawn like a decision, it would be read as one that is
        // missing. One alone at the beginning is read back.
        let is_lost = |at: usize| {
            is_set(&acts[at])
                && match next_written(&acts, at) {
                    Some(next) => is_set(next),
                    None => acts[..at].iter().any(|act| !is_set(act)),
                }
        };
        game.acts = acts.iter().enumerate().filter(|(at, _)| !is_lost(*at)).map(|(_, act)| *act).collect();
    }
    // A game that is read as the first one of another match doesn't follow from the one before it.
    let begins = |piece: &Range<usize>| text[..piece.start].matches(PART).count() as u32;
    let first: Vec<u32> = super::cut(text).iter().skip(1).map(begins).collect();
    // Between two equal names, a resignation shows its winner only in the next score.
    let last = replayed.games.len().saturating_sub(1);
    let is_alike = name_of(replayed, last, Side::Zero) == name_of(replayed, last, Side::One);
    let resigned = |game: &ReplayedGame| {
        game.result.is_some_and(|result| matches!(result.ending, Ending::Resigned | Ending::Awarded))
    };
    let is_winner_lost = is_alike && replayed.games.last().is_some_and(resigned);
    // The first board shows the variant, and its Match ID the Jacoby rule.
    let says = |key: &str, value: &str| {
        kept.record.header(key).is_some_and(|header| header.value.value.eq_ignore_ascii_case(value))
    };
    let is_held = |item: &Item| {
        if is_winner_lost && item.kind == Kind::Result && item.game == u32::try_from(last).ok() {
            return false;
        }
        let follows = item.game.is_none_or(|game| !first.contains(&game));
        match item.kind {
            Kind::GameNumber | Kind::Player => follows,
            Kind::Variant => says(headers::VARIATION, replayed.rules.variant.name()),
            Kind::JacobyRule => says(headers::JACOBY, "On"),
            // A header like the others; those of a game have no place.
            Kind::Clock => item.game.is_none(),
            kind => HOLDS.contains(&kind),
        }
    };
    let held = inventory::inventory(&kept).into_iter().filter(is_held);
    let mut losses = inventory::without(inventory::inventory(replayed), held);
    losses.extend(no_names);
    losses
}

const fn is_set(act: &Act) -> bool {
    matches!(act.what, Happening::PositionSet { .. })
}

/// Returns `true` for an act that is written with a board: a decision, or a position that is set.
const fn is_drawn(act: &Act) -> bool {
    use Happening::{Doubled, Illegal, Passed, Played, PositionSet, Taken};
    matches!(act.what, PositionSet { .. } | Played { .. } | Illegal { .. } | Doubled { .. } | Taken | Passed)
}

/// Returns the next act that is written with a board.
fn next_written(acts: &[Act], at: usize) -> Option<&Act> {
    acts[at + 1..].iter().find(|act| is_drawn(act))
}

/// Returns `true` for the last position that is set, if nothing is decided in it.
fn is_left_standing(acts: &[Act], at: usize) -> bool {
    is_set(&acts[at]) && next_written(acts, at).is_none()
}

/// Returns a player's name in a game; without one, a word for it.
pub(super) fn name_of(replayed: &Replayed, index: usize, side: Side) -> &str {
    match replayed.name(index, side) {
        "" => headers::PLAYERS[side.index()],
        name => name,
    }
}

/// Writes a file for each game, as GNU Backgammon does: with statistics, the roll that waits, and when it was written.
pub(in crate::formats) fn write_theirs(replayed: &Replayed, session: &Session) -> Vec<Vec<u8>> {
    let by_game = inventory::Comments::new(replayed);
    let count = replayed.games.len();
    let file = |index: usize| {
        let mut text = String::new();
        let comments = match session.comments.get(index) {
            Some(comments) => comments.iter().map(|(act, text)| (*act, text.trim())).collect(),
            None => by_game.of(index),
        };
        let mut writer = GameWriter::new(replayed, index, &mut text, comments);
        (writer.theirs, writer.direction, writer.in_list) = (true, session.direction, true);
        writer.left_out = session.left_out;
        writer.under = session.under.get(index).map_or(&[], Vec::as_slice);
        writer.analyses = session.analyses.get(index).map_or(&[], Vec::as_slice);
        // Dice that stand in the list before their play have begun the game.
        let list = list_of(replayed, session, index);
        writer.is_set = list.entries.first().is_some_and(|first| matches!(first.what, What::Dice(_)));
        let dice = list.entries.iter().filter_map(|listed| match listed.what {
            What::Play(digits, _) => Some(digits),
            _ => None,
        });
        writer.listed = dice.collect::<Vec<_>>().into_iter();
        writer.game();
        writer.in_list = false;
        writer.rolled = writer.dice_under(writer.game.acts.len());
        let is_last = index + 1 == count;
        if let Some(waiting) = session.waiting.as_ref().filter(|_| is_last) {
            match waiting.what {
                Happening::Doubled { .. } => writer.act(waiting),
                Happening::Taken => {
                    // GNU Backgammon names the side on roll there, also where the other one has to answer.
                    let offered = writer.game.acts.last().map_or(!waiting.by, |last| last.by);
                    writer.answer(waiting, !offered, "accepts");
                }
                _ => writer.waiting(waiting, session),
            }
        } else if is_last && let Some(act) = &session.unseen {
            writer.unseen(act, session);
        } else if is_last {
            writer.unanswered();
        }
        match session.waiting.as_ref().filter(|_| is_last).and_then(|act| won(act, &replayed.rules)) {
            Some(over) => writer.act(&over),
            None if replayed.games[index].result.is_none() => text.push_str("\n\n"),
            None => {}
        }
        let statistics = session.statistics.get(index).map_or("", String::as_str);
        let _ = writeln!(text, "Game statistics for game {}\n\n{statistics}", session.first + index + 1);
        if is_last {
            let _ = write!(text, "{}", session.all);
        }
        text.push_str(&closing(session));
        neutral(&text).into_owned().into_bytes()
    };
    (0..count).map(file).collect()
}

/// Returns the analysis of an act.
fn analysis_of(analyses: &[(usize, String)], at: usize) -> Option<&str> {
    analyses.iter().find(|(act, _)| *act == at).map(|(_, text)| text.as_str())
}

/// Returns the end of the game that GNU Backgammon sees in a roll that waits on a board from which a side has borne off
/// all: the player on roll wins, whichever side that is.
fn won(act: &Act, rules: &Rules) -> Option<Act> {
    let Happening::RolledOnly { .. } = act.what else { return None };
    let outcome = Outcome::of(&act.before).or_else(|| Outcome::of(&act.before.flip()))?;
    let cube = act.cube.value;
    let points = cube * rules.multiplier(outcome, act.cube);
    let result =
        GameResult { winner: Some(act.by), ending: Ending::BorneOff, outcome: Some(outcome), cube, points };
    Some(Act { what: Happening::GameOver(result), ..*act })
}

/// Writes one decision as GNU Backgammon's `export position text` does: its number, counted from 1, the position in
/// which it is made, what is done, and a comment on it, of the first game of a record. The position is the board of the
/// mover, the state of the match, and whether the Crawford game is over.
///
/// # Panics
///
/// If the record has no game.
#[must_use]
pub fn write_their_position(
    replayed: &Replayed,
    session: &Session,
    (board, fields, is_post_crawford): (Board, MatchFields, bool),
    (number, decision, comment): (u32, Option<&Act>, Option<&str>),
) -> Vec<u8> {
    let mut text = String::new();
    let comments = comment.map(|comment| (None, comment)).into_iter().collect();
    let mut writer = GameWriter::new(replayed, 0, &mut text, comments);
    (writer.theirs, writer.direction, writer.left_out) = (true, session.direction, session.left_out);
    writer.is_post_crawford = Some(is_post_crawford);
    writer.head();
    let name = |side: Side| replayed.name(0, side);
    let title = match (fields.resignation, fields.dice) {
        // The name is that of who has to answer, and the board follows in the same line.
        (Some(outcome), _) => {
            let worth = fields.cube * u32::from(outcome.multiplier());
            format!("{} resigns {}", name(fields.turn), points(worth))
        }
        (_, Some(roll)) => {
            let (first, second) = session.in_order(roll);
            format!("{} to play {first}{second}\n\n", name(fields.on_roll))
        }
        _ if fields.double_offered => format!("{} doubles to {}\n\n", name(!fields.turn), fields.cube * 2),
        _ => format!("{} on roll, cube decision?\n\n", name(fields.on_roll)),
    };
    let _ = write!(writer.text, "Move number {number}:  {title}");
    writer.waiting_dice = fields.dice.map(|roll| session.in_order(roll));
    writer.board(board, &fields);
    if let Some(act) = decision {
        writer.analysis = session.analyses.first().and_then(|of| analysis_of(of, 0));
        writer.done(act);
    }
    writer.comments(None);
    text.push_str(&closing(session));
    neutral(&text).into_owned().into_bytes()
}

fn closing(session: &Session) -> String {
    format!("Output generated {}\n{TEXT_EXPORT}\n\n", session.time)
}

/// An offer of the cube that waits for its answer.
#[derive(Clone, Copy)]
struct Offer {
    /// Who is on roll.
    on_roll: Side,
    /// The value if it is taken.
    to: u32,
    /// Whether it answers another one.
    beaver: bool,
}

struct GameWriter<'a> {
    replayed: &'a Replayed,
    index: usize,
    game: &'a ReplayedGame,
    text: &'a mut String,
    /// The number of the last decision.
    number: u32,
    offer: Option<Offer>,
    /// Whether a position was set.
    is_set: bool,
    /// Whether it is GNU Backgammon's own file.
    theirs: bool,
    /// Whether what is written stands in GNU Backgammon's list of moves.
    in_list: bool,
    /// Whether the Crawford game is over, where the score doesn't say it.
    is_post_crawford: Option<bool>,
    /// Which way the numbers of the points run.
    direction: Direction,
    /// The parts that aren't written.
    left_out: LeftOut,
    /// The dice that wait, the first one first, while they are written; else they fall.
    waiting_dice: Option<(Die, Die)>,
    /// The dice of the plays in GNU Backgammon's list of moves that aren't written yet, as digits.
    listed: std::vec::IntoIter<[u8; 2]>,
    /// The dice of the play that is being written, the first one first.
    played: Option<(Die, Die)>,
    /// The dice that lie on the board during cube actions, by the place of their act.
    under: &'a [(usize, Roll)],
    /// Those during this act.
    rolled: Option<Roll>,
    /// The analyses, by the place of their act.
    analyses: &'a [(usize, String)],
    /// That of this act, until it is written.
    analysis: Option<&'a str>,
    /// The comments on the game, each with the act that it is on; nothing for the game's head.
    comments: Peekable<std::vec::IntoIter<(Option<usize>, &'a str)>>,
}

impl<'a> GameWriter<'a> {
    fn new(
        replayed: &'a Replayed,
        index: usize,
        text: &'a mut String,
        mut comments: Vec<(Option<usize>, &'a str)>,
    ) -> Self {
        comments.sort_by_key(|(act, _)| *act);
        let (game, comments) = (&replayed.games[index], comments.into_iter().peekable());
        Self {
            replayed,
            index,
            game,
            text,
            number: 0,
            offer: None,
            is_set: false,
            theirs: false,
            in_list: false,
            is_post_crawford: None,
            direction: Direction::Standard,
            left_out: LeftOut::default(),
            waiting_dice: None,
            listed: Vec::new().into_iter(),
            played: None,
            under: &[],
            analyses: &[],
            analysis: None,
            rolled: None,
            comments,
        }
    }

    fn name(&self, side: Side) -> &str {
        name_of(self.replayed, self.index, side)
    }

    /// Writes all but the statistics.
    fn game(&mut self) {
        self.head();
        if !self.left_out.facts {
            self.text.push('\n');
        }
        self.comments(None);
        self.acts();
    }

    fn head(&mut self) {
        let rules = &self.replayed.rules;
        let before = self.game.number.saturating_sub(1);
        let games = many(before as u64, "game");
        let [zero, one] = Side::ALL.map(|side| name_of(self.replayed, self.index, side));
        let BySide([of_zero, of_one]) = self.game.before.points;
        let _ = write!(self.text, "The score (after {games}) is: {zero} {of_zero}, {one} {of_one}");
        if !rules.is_money() {
            let _ = write!(self.text, " (match to {})", points(u32::from(rules.length)));
            if self.game.is_crawford {
                self.text.push_str(", Crawford game");
            } else if self
                .is_post_crawford
                .unwrap_or_else(|| self.fields(Side::Zero, Cube::START).is_post_crawford())
            {
                self.text.push_str(", post-Crawford play");
            }
        }
        self.text.push_str("\n\n");
        if !self.left_out.facts {
            information(self.replayed, self.index, self.theirs, self.text);
        }
    }

    /// The match as it stands in this game, somebody to roll.
    fn fields(&self, on_roll: Side, cube: Cube) -> MatchFields {
        let rules = &self.replayed.rules;
        MatchFields {
            cube: cube.value,
            owner: cube.owner,
            on_roll,
            turn: on_roll,
            crawford: self.game.is_crawford,
            length: rules.length,
            score: MatchFields::points(self.game.before),
            jacoby: (rules.is_money() || self.theirs) && rules.jacoby,
            ..MatchFields::default()
        }
    }

    fn acts(&mut self) {
        let record = &self.replayed.record.games[self.index];
        if !self.theirs && self.game.automatic_doubles > 0 && !self.game.acts.iter().any(is_drawn) {
            self.start();
        }
        for (at, act) in self.game.acts.iter().enumerate() {
            let entry = record.entry(act.entry);
            let is_empty_play = entry
                .is_none_or(|entry| matches!(entry.written, Entry::Turn { cell: Cell::CannotMove(_), .. }));
            self.rolled = self.dice_under(at);
            self.analysis = analysis_of(self.analyses, at);
            if self.theirs && is_empty_play && matches!(act.what, Happening::RolledOnly { .. }) {
                self.waiting(act, &Session::default());
            } else if !self.theirs && is_left_standing(&self.game.acts, at) {
                let roll = self.game.waiting_roll(at);
                self.set(act, roll);
            } else {
                self.act(act);
            }
            self.comments(Some(at));
        }
    }

    /// Returns the dice that lie on the board during an act.
    fn dice_under(&self, at: usize) -> Option<Roll> {
        self.under.iter().find(|(act, _)| *act == at).map(|(_, roll)| *roll)
    }

    fn act(&mut self, act: &Act) {
        match act.what {
            Happening::Played { roll, .. } => {
                self.play_decision(act, roll);
                self.done(act);
            }
            Happening::Illegal { roll, after } => {
                self.play_decision(act, roll);
                let name = name_of(self.replayed, self.index, act.by);
                let id = PositionId::encode(&after.flip());
                let _ = write!(self.text, "* {name} makes an illegal play, to Position ID {id}\n\n\n");
            }
            Happening::Doubled { to, beaver } => self.doubled(act, to, beaver),
            Happening::Taken => self.taken_or_passed(act, "accepts"),
            Happening::Passed => self.taken_or_passed(act, "rejects"),
            Happening::GameOver(result) => {
                let _ = match result.winner.map(|winner| name_of(self.replayed, self.index, winner)) {
                    Some(name) => write!(self.text, "{name} wins {}\n\n", points(result.points)),
                    None => write!(self.text, "The game is drawn.\n\n"),
                };
            }
            Happening::PositionSet { .. } => (self.offer, self.is_set) = (None, true),
            Happening::RolledOnly { .. }
            | Happening::ResignationOffered { .. }
            | Happening::ResignationRefused
            | Happening::Resigned { .. } => {}
        }
    }

    /// Writes the text above a play.
    fn play_decision(&mut self, act: &Act, roll: Roll) {
        let rising = [roll.low(), roll.high()].map(|die| b'0' + die.pips());
        let is_own = |digits: &[u8; 2]| digits.iter().all(|digit| rising.contains(digit));
        let is_rising = self.listed.find(is_own) == Some(rising);
        let dice = if is_rising { (roll.low(), roll.high()) } else { (roll.high(), roll.low()) };
        let title = format!("{} to play {}{}", self.name(act.by), dice.0, dice.1);
        let fields = MatchFields { dice: Some(roll), ..self.fields(act.by, act.cube) };
        self.waiting_dice = Some(dice);
        self.decision(&title, act, &fields);
        self.waiting_dice = None;
        self.played = Some(dice);
    }

    /// Writes the start of a game without a decision: only its cube shows the automatic doubles.
    fn start(&mut self) {
        let (on_roll, cube) = (Side::Zero, Cube { value: 1 << self.game.automatic_doubles, ..Cube::START });
        let title = format!("{} on roll, cube decision?", self.name(on_roll));
        self.number += 1;
        let _ = write!(self.text, "Move number {}:  {title}\n\n", self.number);
        let fields = MatchFields { state: GameState::None, ..self.fields(on_roll, cube) };
        self.board(self.replayed.rules.variant.start().board(), &fields);
    }

    /// Writes a position that is set and in which nothing is decided, with the roll that waits in it.
    fn set(&mut self, act: &Act, waiting: Option<Roll>) {
        let Happening::PositionSet { roll } = act.what else { return };
        let roll = roll.or(waiting);
        (self.offer, self.is_set) = (None, true);
        let title = match roll {
            Some(roll) => format!("{} to play {roll}", self.name(act.by)),
            None => format!("{} on roll, cube decision?", self.name(act.by)),
        };
        let fields = MatchFields { dice: roll, ..self.fields(act.by, act.cube) };
        self.decision(&title, act, &fields);
    }

    /// Writes what is done in a decision; a roll that isn't played is a dance to GNU Backgammon.
    fn done(&mut self, act: &Act) {
        let name = name_of(self.replayed, self.index, act.by);
        let does = match act.what {
            Happening::Played { roll, play } => {
                let dice = self.played.take().unwrap_or((roll.high(), roll.low()));
                let moved = (!play.is_dance()).then(|| print::gnubg(&act.before, &play).to_string());
                return self.turn(name, dice, moved.as_deref());
            }
            Happening::RolledOnly { roll } => return self.turn(name, (roll.high(), roll.low()), None),
            Happening::Doubled { .. } => "doubles",
            Happening::Taken => "accepts",
            Happening::Passed => "rejects",
            _ => return,
        };
        let _ = write!(self.text, "* {name} {does}\n\n{}", self.analysis.take().unwrap_or_default());
    }

    /// Writes a play, or a dance, with its analysis below it, or else the dice.
    fn turn(&mut self, name: &str, (first, second): (Die, Die), moved: Option<&str>) {
        let _ = match moved {
            Some(moved) => writeln!(self.text, "* {name} moves {moved}"),
            None => writeln!(self.text, "* {name} cannot move"),
        };
        if let Some(analysis) = self.analysis.take() {
            self.text.push_str(analysis);
        } else if !self.left_out.plays {
            let moved = moved.unwrap_or("Cannot move");
            let _ = write!(self.text, "\nRolled {first}{second}:\n*    {moved}\n\n\n");
        }
    }

    /// Writes a roll that isn't played yet, as a dance or with its best play: GNU Backgammon has an empty play for it,
    /// or the one that `hint` has found.
    fn waiting(&mut self, act: &Act, session: &Session) {
        let (Happening::RolledOnly { roll } | Happening::Played { roll, .. }) = act.what else { return };
        // An empty play of a file that was read may be the first decision.
        let is_first = self.number == 0 && !self.is_set && act.entry.is_none() && self.in_list;
        let state = if is_first { GameState::None } else { GameState::Playing };
        self.roll_to_play(act, roll, state, session);
        self.done(act);
    }

    /// Writes dice that were set and haven't been looked at, as a double: GNU Backgammon has the cube decision before
    /// them in mind.
    fn unseen(&mut self, act: &Act, session: &Session) {
        let Happening::RolledOnly { roll } = act.what else { return };
        self.roll_to_play(act, roll, GameState::Playing, session);
        let _ = write!(self.text, "* {} doubles\n\n", name_of(self.replayed, self.index, act.by));
    }

    /// Writes a double that waits for its answer, and that GNU Backgammon hasn't looked at: as offered by the other
    /// player, whose checkers it shows, and doubled by the player who has doubled.
    fn unanswered(&mut self) {
        let Some(act) = self.game.acts.last() else { return };
        if self.offer.is_some() && matches!(act.what, Happening::Doubled { beaver: false, .. }) {
            self.answer(&Act { before: act.before.flip(), ..*act }, act.by, "doubles");
        }
    }

    fn roll_to_play(&mut self, act: &Act, roll: Roll, state: GameState, session: &Session) {
        let (first, second) = session.in_order(roll);
        let title = format!("{} to play {first}{second}", self.name(act.by));
        let double_offered = self.offer.is_some();
        let fields = MatchFields { dice: Some(roll), state, double_offered, ..self.fields(act.by, act.cube) };
        self.number += 1;
        self.waiting_dice = Some((first, second));
        self.drawn(&title, act, &fields);
        self.waiting_dice = None;
    }

    fn doubled(&mut self, act: &Act, to: u32, beaver: bool) {
        match self.offer {
            Some(_) if beaver => self.answer(act, act.by, "doubles"),
            _ => {
                let title = format!("{} on roll, cube decision?", self.name(act.by));
                let fields = self.fields(act.by, act.cube);
                self.cube_decision(&title, act, fields);
                self.done(act);
            }
        }
        let on_roll = self.offer.map_or(act.by, |offer| offer.on_roll);
        self.offer = Some(Offer { on_roll, to, beaver });
    }

    /// Writes a take or a pass. A double that the rules forbid is no act, but the answer to it is: it stands before its
    /// answer as in the record.
    fn taken_or_passed(&mut self, act: &Act, does: &str) {
        if self.offer.is_none() && !self.theirs {
            let to = act.cube.value * 2;
            let what = Happening::Doubled { to, beaver: false };
            let double = Act { before: act.before.flip(), by: !act.by, what, ..*act };
            self.doubled(&double, to, false);
        }
        self.answer(act, act.by, does);
    }

    /// Writes an answer to a double by the side `by`, which may differ from the side of the act. In GNU Backgammon's
    /// list, an answer may stand without a double.
    fn answer(&mut self, act: &Act, by: Side, does: &str) {
        let is_alone = self.in_list && self.offer.is_none();
        let unknown =
            Offer { on_roll: if is_alone { by } else { !by }, to: act.cube.value * 2, beaver: false };
        let offer = self.offer.take().unwrap_or(unknown);
        let mut title = format!("{} doubles to {}", self.name(!by), offer.to);
        if is_alone {
            title = format!("{} on roll, cube decision?", self.name(by));
        }
        let fields = self.fields(offer.on_roll, act.cube);
        let fields = MatchFields { turn: by, double_offered: !is_alone, ..fields };
        self.cube_decision(&title, act, fields);
        let analysis = self.analysis.take().unwrap_or_default();
        let _ = write!(self.text, "* {} {does}\n\n{analysis}", name_of(self.replayed, self.index, act.by));
        if (offer.beaver || does == "doubles") && !self.left_out.beavers {
            self.text.push_str("Cannot analyse beaver nor raccoons!\n");
        }
        if does == "doubles" {
            self.offer = Some(offer);
        }
    }

    /// Writes the text above a cube action: where dice lie on the board, they are what it is about.
    fn cube_decision(&mut self, title: &str, act: &Act, fields: MatchFields) {
        match self.rolled {
            Some(roll) => {
                let title = format!("{} to play {roll}", self.name(fields.on_roll));
                self.decision(&title, act, &MatchFields { dice: Some(roll), ..fields });
            }
            None => self.decision(title, act, &fields),
        }
    }

    /// Writes the text above an action: its number, the board, the pips.
    fn decision(&mut self, title: &str, act: &Act, fields: &MatchFields) {
        self.number += 1;
        // At the opening roll, GNU Backgammon's state says that no game is being played.
        let is_first = self.number == 1 && !self.is_set;
        let state = if is_first { GameState::None } else { GameState::Playing };
        self.drawn(title, act, &MatchFields { state, ..*fields });
    }

    fn drawn(&mut self, title: &str, act: &Act, fields: &MatchFields) {
        let _ = write!(self.text, "Move number {}:  {title}\n\n", self.number);
        self.board(if act.by == fields.on_roll { act.before } else { act.before.flip() }, fields);
    }

    /// Draws a board, and counts the pips.
    fn board(&mut self, board: Board, fields: &MatchFields) {
        let names = BySide(Side::ALL.map(|side| self.name(side).to_owned()));
        let mut caption = Caption { scores: self.game.before.points, ..Caption::of(fields, names) };
        if self.theirs {
            // It shows an offer to resign beside the player who has the turn.
            caption.resigner = None;
        }
        if let (Status::Rolled(..), Some((first, second))) = (caption.status, self.waiting_dice) {
            caption.status = Status::Rolled(first, second);
        }
        let drawing = BoardDrawing {
            match_id: if self.theirs {
                Some(MatchId::unchecked(fields).to_string())
            } else {
                MatchId::encode(fields).ok().map(|id| id.to_string())
            },
            caption: Some(caption),
            ..BoardDrawing::plain(board, fields.on_roll, PositionId::encode(&board).to_string())
        };
        self.text.push_str(&drawing.draw(self.direction));
        let pips = pips(&board, fields.on_roll);
        let _ = write!(self.text, "Pip counts: O {}, X {}\n\n", pips[Side::Zero], pips[Side::One]);
    }

    /// Writes the comments on an act, or on the head of the game.
    fn comments(&mut self, at: Option<usize>) {
        while let Some((_, text)) = self.comments.next_if(|(act, _)| *act <= at) {
            let _ = write!(self.text, "Annotation:\n{text}\n");
        }
    }
}

fn pips(board: &Board, on_roll: Side) -> BySide<u32> {
    let pips = BySide::new(board.pips(), board.opponent_pips());
    if on_roll == Side::Zero { pips } else { pips.swap() }
}

fn points(number: u32) -> String {
    many(number.into(), "point")
}
