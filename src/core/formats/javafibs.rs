//! `JavaFIBS`, a client of FIBS: `.match`, version 1.1. Read only.
//!
//! ```text
//! JavaFIBS internal match representation v1.1
//! 8:joe:7
//! 13:joe:
//! 6:You:joe
//! 11:You:4 2
//! 1:You:17-21 19-21
//! 0:joe:3 2
//! 1:joe:24-22 13-10
//! 2:You:
//! 5:joe:
//! 7:You:1
//! 14:anna-1:joe-0
//! ```
//!
//! A line is an operation, a name and a rest. `You` is the owner of the file, whose own name is only in the
//! score lines: the most frequent one counts. The opponent is [`Side::Zero`], the owner [`Side::One`], as in
//! the .mat files converted from these. Both players use the same numbering; the one who moves upwards changes
//! from game to game and is found from the steps.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("small.match", std::fs::read("testdata/javafibs/valid/small.match")?)?;
//! assert_eq!(matches[0].format.name, "javafibs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use super::draft::{Draft, orient};
use super::words::{Parsed as Text, dice, number};
use super::{Format, markup};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile, distance};
use crate::game::record::{
    Cell, CubeWord, GameRecord, MatchRecord, PlayerScore, Spanned, Written, short_name,
};
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::bytes::complete::take_until;
use nom::character::complete::{char, u32};
use nom::combinator::{map, rest};
use nom::sequence::terminated;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "javafibs",
    title: "JavaFIBS: saved matches",
    page: "javafibs",
    extensions: &["match"],
    sniff: |head| head.sure_if(|line| line.starts_with(MAGIC)),
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    ..Format::TEXT
};

/// The largest distance of a misspelled name from the right one.
const MOST_SLIPS: usize = 2;

/// The most wrong names that are kept.
const MOST_NAMES: usize = 1_000;

/// The first line, up to the version.
const MAGIC: &str = "JavaFIBS internal match representation";

/// Reads the record of one match.
fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), ..Reader::default() };
    reader.scores = Some([Spanned::default(); 2]);
    let mut is_begun = false;
    for line in reader.draft.lines().map(str::trim) {
        if is_begun || !line.starts_with(MAGIC) {
            reader.line(line);
        }
        is_begun |= line.starts_with(MAGIC);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader<'a> {
    draft: Draft<'a>,
    opponent: Option<&'a str>,
    /// The owner's name: the most frequent one in the score lines.
    owner: Option<&'a str>,
    /// The owner's names in the score lines, and how often each one occurs.
    owners: Vec<(&'a str, u32)>,
    /// The line of the names after the end of a game, or before the first one.
    names: Option<&'a str>,
    /// Whether the score after the present game has been read.
    is_over: bool,
    /// The scores before the next game: 0 at the beginning, then from the score lines.
    scores: Option<[Spanned<i64>; 2]>,
    /// The place of an offered resignation that isn't answered yet.
    resigned: Option<usize>,
    /// The names that may be neither player's.
    strangers: Vec<&'a str>,
}

/// Reads `operation ":" name ":" text`.
fn operation(line: &str) -> Text<'_, (u32, &str, &str)> {
    let name = map(take_until(":"), str::trim);
    (terminated(u32, char(':')), terminated(name, char(':')), map(rest, str::trim)).parse(line)
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if line.is_empty() {
            return;
        }
        let Ok((_, (operation, name, rest))) = operation(line) else {
            if self.draft.continues_play(line.trim()) {
                return;
            }
            return self.draft.unknown(line, "a line is a number, a name and a text, with colons between");
        };
        match operation {
            8 => {
                self.opponent.get_or_insert(name);
                self.check_name(name);
                self.draft.length(rest);
            }
            13 => self.begin(line, name),
            6 => self.names(line, name, rest),
            9 => self.end_match(line, name, rest),
            14 => self.score(line, name, rest),
            _ => self.action(operation, line, name, rest),
        }
    }

    fn begin(&mut self, line: &'a str, opponent: &'a str) {
        self.end_game();
        self.is_over = false;
        self.names = None;
        self.opponent.get_or_insert(opponent);
        self.check_name(opponent);
        let opponent = self.opponent.unwrap_or(opponent);
        let scores = self.scores.take();
        let name = self.draft.spanned(opponent);
        let player = |name, side: usize| {
            Some(PlayerScore { name, rating: None, score: scores.map(|scores| scores[side]) })
        };
        // The owner's name is filled in when it is known.
        let owner = Spanned::new("You".to_owned(), self.draft.place(&line[..0]));
        self.draft.begin(GameRecord {
            heading: self.draft.place(line),
            players: BySide([player(name, 0), player(owner, 1)]),
            ..GameRecord::default()
        });
    }

    /// Reads `6:You:joe`: the names of the players.
    fn names(&mut self, line: &'a str, one: &'a str, other: &'a str) {
        self.opponent.get_or_insert(if one == "You" { other } else { one });
        self.check_name(one);
        self.check_name(other);
        if self.draft.game.is_none() || self.is_over || self.draft.is_over() {
            self.names = Some(line);
        }
    }

    /// Begins a game at an action whose line `13` is missing or isn't understood: at the names above it or at the dice.
    /// Returns `false` for an action that begins no game.
    fn begin_at_action(&mut self, operation: u32, line: &'a str, rest: &str) -> bool {
        let is_roll = matches!(operation, 0 | 11) && dice(rest).is_some();
        let (Some(opponent), true) = (self.opponent, is_roll || self.names.is_some()) else { return false };
        let is_reported = self.draft.after_unknown();
        let line = self.names.take().unwrap_or(line);
        self.begin(line, opponent);
        if !is_reported {
            let label = format!("the line `13:{}:` is missing above it", short_name(opponent));
            self.draft.report(Code::RecordSyntax, line, label);
        }
        true
    }

    /// Reads `14:anna-1:joe-0`: the score after the game.
    fn score(&mut self, line: &'a str, first: &'a str, second: &'a str) {
        let part = |text: &'a str| {
            let (name, score) = text.rsplit_once('-')?;
            Some((name.trim(), self.draft.at(i64::from(number(score)?), score)))
        };
        let (Some(first), Some(second)) = (part(first), part(second)) else {
            return self.draft.unknown(line, "a score is `14:name-points:name-points`");
        };
        let (one, zero) =
            if self.is_opponent_first(first.0, second.0) { (second, first) } else { (first, second) };
        self.check_name(zero.0);
        self.count_owner(one.0);
        self.scores = Some([zero.1, one.1]);
        self.is_over = true;
    }

    /// Returns `true` if the first of the two names of a score line is the opponent's. Where neither is, it is the one
    /// that isn't the owner's or is more like the opponent's.
    fn is_opponent_first(&self, first: &str, second: &str) -> bool {
        let Some(opponent) = self.opponent else { return false };
        if first == opponent || second == opponent {
            return first == opponent;
        }
        match self.owner {
            Some(owner) if first == owner || second == owner => second == owner,
            _ => distance(first, opponent) < distance(second, opponent),
        }
    }

    /// Counts the owner's name in a score line. Of names that are equally frequent, the first one is the owner's.
    fn count_owner(&mut self, name: &'a str) {
        if Some(name) == self.opponent {
            return self.draft.report(Code::NamesChanged, name, "both names are the opponent's");
        }
        let is_kept = name != "You" && self.owners.len() < MOST_NAMES;
        match self.owners.iter_mut().find(|(known, _)| *known == name) {
            Some((_, count)) => *count += 1,
            None if is_kept => self.owners.push((name, 1)),
            None => {}
        }
        let most = self.owners.iter().rev().max_by_key(|(_, count)| *count);
        self.owner = most.map(|(name, _)| *name);
    }

    /// Notes a name that isn't known yet: the owner's own name may stand in a later score line.
    fn check_name(&mut self, name: &'a str) {
        if name != "You"
            && Some(name) != self.opponent
            && self.strangers.len() < MOST_NAMES
            && !self.strangers.contains(&name)
        {
            self.strangers.push(name);
        }
    }

    fn side(&mut self, name: &'a str) -> Side {
        self.check_name(name);
        let is_stranger = name != "You" && Some(name) != self.opponent && Some(name) != self.owner;
        // A misspelled name is that of the player whose name is more like it.
        let is_like_owner = || {
            let own = [Some("You"), self.owner].into_iter().flatten().map(|own| distance(name, own)).min();
            self.opponent.is_some_and(|opponent| {
                own.is_some_and(|own| own <= MOST_SLIPS && own < distance(name, opponent))
            })
        };
        let is_owner = name == "You"
            || (Some(name) != self.opponent && Some(name) == self.owner)
            || (is_stranger && is_like_owner());
        if is_owner { Side::One } else { Side::Zero }
    }

    /// Reads `9:joe:5`: the winner of the match, and its length.
    fn end_match(&mut self, line: &'a str, name: &'a str, length: &'a str) {
        let side = self.side(name);
        self.draft.length(length);
        self.draft.match_won(side, line, name);
    }

    /// Reads a player's action in a game.
    fn action(&mut self, operation: u32, line: &'a str, name: &'a str, rest: &'a str) {
        let side = self.side(name);
        let is_between = self.draft.game.is_none() || self.is_over || self.names.is_some();
        if is_between && !self.begin_at_action(operation, line, rest) {
            return self.draft.unknown(line, "a game begins with the operation 13");
        }
        let resigned = self.resigned.take();
        let points = || number(rest).map(|points| self.draft.at(points, rest));
        let written = match operation {
            0 | 11 => self.draft.dice_alone(rest, line),
            1 | 15 => return self.play(operation, side, line, rest),
            2 => Written::Cube { word: CubeWord::Double, value: None },
            3 => {
                let written = Written::OfferResignation { outcome: None, points: points() };
                self.resigned = Some(self.draft.entries().len());
                written
            }
            4 => Written::Take,
            5 => Written::Pass,
            7 => {
                let points = points();
                if points.is_none() {
                    self.draft.report(Code::RecordSyntax, line, "the points are missing");
                }
                Written::Wins { points, and_match: None }
            }
            12 if resigned.is_some() => Written::RefuseResignation,
            _ => return self.draft.unknown(line, "unknown operation"),
        };
        self.draft.push(Some(side), None, line, written);
    }

    /// Reads a play, whose dice are in a line before it.
    fn play(&mut self, operation: u32, side: Side, line: &'a str, rest: &'a str) {
        let cell = if operation == 15 || rest.is_empty() {
            Cell::CannotMove(self.draft.place(line))
        } else {
            // Words of the server may follow the steps.
            let steps = |token: &&str| token.contains(['-', '/']) && !token.contains(':');
            let end = rest
                .split(' ')
                .take_while(steps)
                .last()
                .map_or(rest.len(), |last| last.as_ptr().addr() - rest.as_ptr().addr() + last.len());
            let (play, junk) = rest.split_at(end);
            if !junk.trim().is_empty() {
                self.draft.unknown(junk.trim(), "unexpected text after the steps of the play");
            }
            self.draft.play(play, PlayOptions::DASHED)
        };
        self.draft.play_after_dice(side, None, line, cell);
    }

    fn end_game(&mut self) {
        if let Some(game) = &mut self.draft.game {
            orient(game);
        }
        self.draft.end();
        self.resigned = None;
    }

    fn finish(mut self) -> Parsed<MatchRecord> {
        self.end_game();
        if let Some(scores) = self.scores {
            self.draft.final_score(scores);
        }
        let mut names = std::mem::take(&mut self.strangers);
        for (name, _) in std::mem::take(&mut self.owners) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        for name in names {
            if Some(name) != self.owner {
                self.draft.stranger(name);
            }
        }
        if let Some(owner) = self.owner {
            let name = short_name(owner);
            if name.len() < owner.len() {
                let label = format!("only {} bytes of the name are read", name.len());
                self.draft.report(Code::RecordLimit, owner, label);
            }
            let name = self.draft.spanned(name);
            for game in &mut self.draft.record.games {
                if let Some(player) = &mut game.players[Side::One] {
                    player.name = name.clone();
                }
            }
        }
        self.draft.finish("a match of JavaFIBS begins with `JavaFIBS internal match representation`")
    }
}
