//! The reader of FIBS oldmoves.

use super::{ScoreLine, later_game, names_line, score_line};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile};
use crate::formats::draft::{Draft, orient};
use crate::formats::words::{self, Action, Parsed as Text, find_word, higher, number, strip_word, whole};
use crate::game::record::{GameRecord, MatchRecord, PlayerScore, RemarkKind, Spanned, Written};
use crate::notation::play::PlayOptions;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, tag_no_case, take_until};
use nom::character::complete::char;
use nom::combinator::{map, map_opt, rest, value};
use nom::sequence::{delimited, preceded, terminated};

/// Reads the record of one match.
pub(super) fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), ..Reader::default() };
    for line in reader.draft.lines() {
        reader.line(line);
    }
    reader.end_game();
    reader.draft.finish("there is no line `Score is 0-0 in a 5 point match.`")
}

/// An unanswered offer.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Offer {
    #[default]
    None,
    Cube,
    /// The entry's place.
    Resignation(usize),
}

/// The facts about a game before its score line.
#[derive(Default)]
struct Before {
    automatic_doubles: Option<u8>,
    is_crawford: Option<bool>,
}

#[derive(Default)]
struct Reader<'a> {
    draft: Draft<'a>,
    /// The names of the first game, by side.
    first: Option<[&'a str; 2]>,
    /// Whether the players of this game have changed letters since the first one.
    exchanged: bool,
    /// Whether the line of names of this game is read.
    is_named: bool,
    /// Whether a line above the first action of this game is reported as unknown.
    has_unknown_head: bool,
    offer: Offer,
    before: Before,
    /// The remark of a line that numbers the next game; other such lines are comments.
    numbered: Option<usize>,
    /// The last line with text.
    last: &'a str,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        let trimmed = line.trim();
        if trimmed.is_empty() {
            return;
        }
        let before = std::mem::replace(&mut self.last, trimmed);
        let numbered = self.numbered.take_if(|_| !trimmed.starts_with(';'));
        if let Some(score) = score_line(line) {
            if before == trimmed {
                return self.draft.report(Code::RecordSyntax, trimmed, "this score line is repeated");
            }
            if self.is_below_names(trimmed, score.scores) {
                return self.length(line, &score);
            }
            self.end_game();
            if let Some(remark) = numbered.filter(|_| self.is_later_game(line, score.scores)) {
                self.draft.record.remarks.remove(remark);
            }
            self.length(line, &score);
            let players = score.scores.map(|score| Some(self.draft.player("", Some(score))));
            self.begin(trimmed, players);
        } else if let Some(comment) = trimmed.strip_prefix(';') {
            self.comment(comment);
        } else if let (Some(names), true) = (names_line(line), self.is_head() || self.draft.is_over()) {
            // Before rows, as a name may begin like one.
            if self.is_head() && self.is_named {
                return self.draft.report(Code::RecordSyntax, trimmed, "this line of names is repeated");
            }
            if !self.is_head() {
                self.without_score(trimmed);
            }
            self.names(names);
        } else if let (Some(names), false, true) = (names_line(line), self.is_named, self.is_begun()) {
            self.draft.exchanged(trimmed);
            self.names(names);
        } else if let Ok((_, (letter, rest))) = row(trimmed) {
            if self.draft.game.is_none() {
                if !self.draft.after_unknown() {
                    let label = "the line `Score is 0-0 in a 5 point match.` is missing";
                    self.draft.report(Code::RecordSyntax, trimmed, label);
                }
                self.draft.begin(GameRecord::default());
            }
            self.row(trimmed, letter, rest.trim());
        } else if !self.draft.continues_play(trimmed) {
            self.draft.unknown(trimmed, "this line is neither a score nor names nor an action of X or O");
            self.has_unknown_head |= self.is_head() && self.draft.after_unknown();
        }
    }

    /// Reads the length of the match in a score line; the first one counts, unless all later ones agree on another or a
    /// score shows that it is too small.
    fn length(&mut self, line: &'a str, score: &ScoreLine<'a>) {
        match (score.length, self.draft.record.length) {
            (Some(length), None) => {
                let later = self.draft.lines_after(line).filter_map(score_line);
                let later = later.filter_map(|score| Some((score.length?, higher(score.scores))));
                self.draft.first_length((length, higher(score.scores)), later);
            }
            (None, None) => self.draft.record.length = Some(self.draft.at(0, score.length_words)),
            (Some(length), Some(first)) if number(length) != Some(first.value) => {
                self.draft.report(Code::RecordValue, length, format!("the match is to {}", first.value));
            }
            _ => {}
        }
    }

    /// Gives a game that has begun at its names the score of this line: the two lines are exchanged, which takes the
    /// place of the finding that the score is missing. Returns `false` if the line belongs to another game.
    fn is_below_names(&mut self, line: &'a str, scores: [&'a str; 2]) -> bool {
        let game = self.draft.game.as_ref().filter(|game| self.is_named && game.entries.is_empty());
        let Some(heading) = game.map(|game| game.heading) else { return false };
        if !self.draft.retract(Code::RecordSyntax, heading) {
            return false;
        }
        let mut scores = scores.map(|score| self.draft.score(score));
        if self.exchanged {
            scores.swap(0, 1);
        }
        if let Some(game) = &mut self.draft.game {
            for (player, score) in game.players.0.iter_mut().flatten().zip(scores) {
                player.score = score;
            }
        }
        self.draft.report(Code::RecordSyntax, line, "this line belongs above the one before it");
        true
    }

    /// Returns `true` for the score line of a later game that could begin another match: at 0-0, or with another name.
    fn is_later_game(&self, line: &'a str, scores: [&str; 2]) -> bool {
        let mut below = self
            .draft
            .lines_after(line)
            .filter(|line| !line.trim().is_empty() && !line.trim().starts_with(';'));
        let names = below.next().and_then(names_line);
        let has_others = names.zip(self.first).is_some_and(|(names, first)| names != first);
        !self.draft.record.games.is_empty() && (scores == ["0", "0"] || has_others)
    }

    /// Returns `true` if nothing has happened in the game yet.
    fn is_head(&self) -> bool {
        self.draft.game.as_ref().is_some_and(|game| game.entries.is_empty())
    }

    /// Returns `true` if only one thing has happened in the game yet.
    fn is_begun(&self) -> bool {
        self.draft.game.as_ref().is_some_and(|game| game.entries.len() == 1)
    }

    /// Begins a game at its names, as the line of its score is missing or isn't understood.
    fn without_score(&mut self, line: &'a str) {
        let is_reported = self.draft.after_unknown();
        self.end_game();
        if !is_reported {
            let label = "the line `Score is 0-0 in a 5 point match.` is missing above it";
            self.draft.report(Code::RecordSyntax, line, label);
        }
        let players = [(); 2].map(|()| Some(self.draft.player("", None)));
        self.begin(line, players);
    }

    /// Begins a game at this line, with what stood before it.
    fn begin(&mut self, line: &str, players: [Option<PlayerScore>; 2]) {
        let before = std::mem::take(&mut self.before);
        self.draft.begin(GameRecord {
            heading: self.draft.place(line),
            players: BySide(players),
            automatic_doubles: before.automatic_doubles,
            is_crawford: before.is_crawford,
            ..GameRecord::default()
        });
    }

    /// Sets the names; the players keep their sides even if they change letters.
    fn names(&mut self, names: [&'a str; 2]) {
        let first = *self.first.get_or_insert(names);
        self.is_named = true;
        self.exchanged = names != first && names == [first[1], first[0]];
        let places = names.map(|name| self.draft.spanned(name));
        let Some(game) = &mut self.draft.game else { return };
        for (player, name) in game.players.0.iter_mut().flatten().zip(places) {
            player.name = name;
        }
        if self.exchanged {
            game.players = std::mem::take(&mut game.players).swap();
        }
    }

    /// Names the players of a game without a line of names as those of the first game.
    fn without_names(&mut self) {
        let (Some(first), false, Some(game)) = (self.first, self.is_named, &self.draft.game) else { return };
        if game.players.0.iter().all(Option::is_none) {
            return;
        }
        let heading = game.heading;
        if !self.has_unknown_head {
            let label = "the line `bob is X - alice is O` is missing below it";
            self.draft.report_at(Code::RecordSyntax, heading, label);
        }
        let names = first.map(|name| Spanned::new(name.to_owned(), heading));
        if let Some(game) = &mut self.draft.game {
            for (player, name) in game.players.0.iter_mut().flatten().zip(names) {
                player.name = name;
            }
        }
    }

    fn side(&self, letter: Letter) -> Side {
        if (letter == Letter::X) == self.exchanged { Side::One } else { Side::Zero }
    }

    fn end_game(&mut self) {
        self.without_names();
        if let Some(game) = &mut self.draft.game {
            orient(game);
        }
        self.draft.end();
        (self.offer, self.exchanged, self.is_named) = (Offer::None, false, false);
        self.has_unknown_head = false;
    }

    /// Reads a comment, or a fact that FIBS can't express, as this program writes it.
    fn comment(&mut self, comment: &'a str) {
        let text = comment.trim();
        if let Some((key, value)) = header(text) {
            self.draft.header(key, key, value);
        } else if let Some(count) = strip_word(text, "automatic doubles: ").and_then(number) {
            self.before.automatic_doubles = Some(count.min(15) as u8);
        } else if let Some(told) = strip_word(text, "crawford game: ") {
            self.before.is_crawford = Some(told.eq_ignore_ascii_case("yes"));
        } else {
            if later_game(text).is_some() {
                self.numbered = Some(self.draft.record.remarks.len());
            }
            self.draft.remark(RemarkKind::Comment, text);
        }
    }

    /// Reads a player's action.
    fn row(&mut self, line: &'a str, letter: Letter, rest: &'a str) {
        let side = self.side(letter);
        let written = if let Ok((_, (inside, play))) = turn(rest) {
            self.offer = Offer::None;
            self.turn(inside.trim(), play.trim())
        } else {
            self.words(rest.trim_end_matches(['.', ' ']))
        };
        self.draft.push(Some(side), None, line, written);
    }

    fn turn(&mut self, inside: &'a str, play: &'a str) -> Written {
        self.draft.turn(inside, play, PlayOptions::DASHED).unwrap_or_else(|| {
            self.draft.report(Code::RecordSyntax, inside, "a roll is two digits from 1 to 6");
            Written::Unreadable
        })
    }

    fn words(&mut self, words: &'a str) -> Written {
        let offer = std::mem::replace(&mut self.offer, Offer::None);
        if let Some(rest) = strip_word(words, "wins") {
            let points = self.draft.points(rest);
            self.resigned_for(offer, points);
            let and_match = find_word(words, "match").map(|at| self.draft.place(&words[at..]));
            return Written::Wins { points, and_match };
        }
        let is_resigned = matches!(offer, Offer::Resignation(_));
        match words::action(words) {
            Some(Action::Resign(outcome)) => {
                self.offer = Offer::Resignation(self.draft.entries().len());
                Written::OfferResignation { outcome, points: None }
            }
            Some(Action::Cube(word)) => {
                self.offer = Offer::Cube;
                Written::Cube { word, value: None }
            }
            Some(Action::Take) if is_resigned => {
                // The result after it shows what was resigned.
                self.offer = offer;
                Written::AcceptResignation
            }
            Some(Action::Take) => Written::Take,
            Some(Action::Pass) if is_resigned => Written::RefuseResignation,
            Some(Action::Pass) => Written::Pass,
            None => {
                let message = "a player rolls, doubles, accepts, rejects, wants to resign or wins";
                self.draft.report(Code::RecordSyntax, words, message);
                Written::Unreadable
            }
        }
    }

    /// Sets the outcome of a resignation from the points of the winner.
    fn resigned_for(&mut self, offer: Offer, won: Option<Spanned<u32>>) {
        let Offer::Resignation(index) = offer else { return };
        if let Some(entry) = self.draft.entries().get_mut(index)
            && let Written::OfferResignation { outcome: None, points } = &mut entry.written
        {
            *points = won;
        }
    }
}

/// A player's letter.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Letter {
    X,
    O,
}

/// Reads `( "X" / "O" ) ":" action`.
fn row(line: &str) -> Text<'_, (Letter, &str)> {
    let letter = alt((value(Letter::X, tag_no_case("X")), value(Letter::O, tag_no_case("O"))));
    (terminated(letter, char(':')), rest).parse(line)
}

/// Reads `"(" dice ")" [ play ]`.
fn turn(action: &str) -> Text<'_, (&str, &str)> {
    (delimited(char('('), take_until(")"), char(')')), rest).parse(action)
}

/// Reads `"[" key " " quote value quote "]"`.
fn header(text: &str) -> Option<(&str, &str)> {
    let key = map(terminated(preceded(char('['), take_until(" \"")), tag(" \"")), str::trim);
    let value = map_opt(rest, |value: &str| value.strip_suffix("\"]"));
    whole((key, value), text).filter(|(key, _)| !key.is_empty())
}
