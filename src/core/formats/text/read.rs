//! The reader of GNU Backgammon's texts.

use super::block::{Block, Course};
use super::evaluated::Evaluated;
use super::grammar::{self, Decision};
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile, distance};
use crate::formats::draft::Draft;
use crate::formats::mat::winners;
use crate::formats::row_count::RowCount;
use crate::formats::words::{higher, leading_number, misspelt_name, number};
use crate::game::record::{Anchor, GameRecord, Header, MatchRecord, PlayerScore, Written, headers};
use crate::rules::Variant;

/// Reads the games of one match, or a single position.
///
/// Total: any text gives a record. Findings are about the notation, and about IDs that contradict each other.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let spaced = super::spaced(source.text());
    let mut reader = Reader { draft: Draft::of_spaced(&spaced), ..Reader::default() };
    // In a block of code in a forum, every line is indented as the score line is.
    let mut indent = "";
    for line in reader.draft.lines() {
        if line.starts_with('\x0c') && reader.part == Part::Statistics {
            reader.part = Part::End;
        }
        let line = line.trim_start_matches(['\x0c', '\u{FEFF}']);
        if grammar::score_line(line).is_some() {
            indent = &line[..line.len() - line.trim_start().len()];
        }
        reader.line(line.strip_prefix(indent).unwrap_or_else(|| line.trim_start()));
    }
    reader.end_of_text();
    reader.end_game();
    let mut parsed = reader.draft.finish("there is no line `The score (after 0 games) is: …`");
    winners(&mut parsed.value.games);
    parsed
}

/// Which part of a game's text is being read.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    /// Before the first game.
    #[default]
    Head,
    /// The facts about the match.
    Information,
    /// A comment on the match, of several lines.
    Comments,
    Decisions,
    /// The board of a decision.
    Board,
    /// The statistics, which follow from the rest.
    Statistics,
    /// Below the last line of a game's file.
    End,
}

/// The most slips of the pen in a name.
const MOST_SLIPS: usize = 2;

#[derive(Default)]
pub(super) struct Reader<'a> {
    pub(super) draft: Draft<'a>,
    part: Part,
    /// The decision that is being read.
    block: Option<Block<'a>>,
    pub(super) course: Course,
    /// The variant, once a game has told it.
    pub(super) variant: Option<Variant>,
    /// The lines of a comment before the first decision.
    comment: Option<Vec<&'a str>>,
    /// The name beside the board of a player whom the score line calls otherwise, by a slip of the pen.
    pub(super) aliases: [Option<&'a str>; 2],
    /// The count of the games.
    games: RowCount,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        if let Some(score) = grammar::score_line(line) {
            return self.begin_game(line, &score);
        }
        if let Some(decision) = grammar::decision(line) {
            if self.is_over(decision) {
                self.end_game();
            }
            return self.begin_block(line, decision);
        }
        let is_over = self.draft.game.is_none() || self.has_result();
        if line.trim() == grammar::INFORMATION
            && (is_over || matches!(self.part, Part::Statistics | Part::End))
        {
            self.end_game();
            self.without_score(line);
            self.part = Part::Information;
            return;
        }
        if self.part == Part::Statistics {
            return self.trailer(line);
        }
        if line.starts_with(grammar::STATISTICS) {
            self.end_block();
            self.part = Part::Statistics;
            return;
        }
        if grammar::is_trailer(line) {
            self.end_block();
            self.part = Part::Statistics;
            return self.trailer(line);
        }
        if line.trim_end() == grammar::ANNOTATION {
            return self.begin_annotation();
        }
        match self.part {
            Part::Head => self.unless_blank(line, "the text begins with `The score (after 0 games) is: …`"),
            Part::Information => self.fact(line),
            Part::Comments => match line.strip_prefix("Comments: ") {
                Some(text) => {
                    self.end_comment();
                    self.comment = Some(vec![text]);
                }
                None if self.result(line) => {}
                None if grammar::decision(line.trim()).is_some() => {
                    self.draft.unknown(line.trim(), "`Move number` begins a line, without blanks before it");
                }
                None => self.comment.get_or_insert_default().push(line),
            },
            Part::Board => self.board(line),
            Part::Decisions => self.decided(line),
            Part::Statistics => {}
            Part::End => self.unless_blank(line, "a game begins with `The score (after 1 game) is: …`"),
        }
    }

    fn unless_blank(&mut self, line: &'a str, expected: &str) {
        if !line.trim().is_empty() {
            self.draft.unknown(line.trim(), expected);
        }
    }

    /// Returns `true` if a decision begins another game, whose score line is missing.
    fn is_over(&mut self, decision: Decision<'_>) -> bool {
        matches!(self.part, Part::Statistics | Part::End) || (decision.number == "1" && self.has_result())
    }

    /// Returns `true` if the game has its result.
    fn has_result(&mut self) -> bool {
        let last = self.draft.entries().last();
        last.is_some_and(|entry| matches!(entry.written, Written::Wins { .. } | Written::Drawn))
    }

    /// The program that wrote the file.
    fn trailer(&mut self, line: &'a str) {
        let Some(at) = line.find(" (Text Export version ") else { return };
        self.part = Part::End;
        let program = line[..at].trim().trim_start_matches("by ");
        if self.draft.record.header(headers::PROGRAM).is_none() && !program.is_empty() {
            self.draft.header_said(headers::PROGRAM, program, program);
        }
    }

    /// The score line.
    fn begin_game(&mut self, line: &'a str, score: &grammar::ScoreLine<'a>) {
        self.end_game();
        let captions = self.captions(line);
        let players = score.players(captions);
        self.aliases = aliases(players.map(|(name, _)| name), captions);
        let players = players.map(|(name, points)| Some(self.draft.player(name, Some(points))));
        if self.draft.record.length.is_none() {
            let points =
                |score: &grammar::ScoreLine<'a>| higher(score.players([None; 2]).map(|(_, points)| points));
            match score.length {
                Some(length) => {
                    let later = self.draft.lines_after(line).filter_map(grammar::score_line);
                    let later = later.filter_map(|later| Some((later.length?, points(&later))));
                    self.draft.first_length((length, points(score)), later);
                }
                None => self.draft.record.length = Some(self.draft.at(0, line.trim())),
            }
        } else if let (Some(first), Some(length)) = (self.draft.record.length, score.length)
            && number(length) != Some(first.value)
        {
            self.draft.report(Code::RecordValue, length, format!("the match is to {}", first.value));
        }
        let games = number(score.games).and_then(|games| games.checked_add(1));
        self.count_game(score.games, games, &players);
        if score.is_post_crawford {
            self.without_crawford(line, games);
        }
        let heading = self.draft.place(line.trim());
        self.draft.begin(GameRecord {
            number: games.map(|games| self.draft.at(games, score.games)),
            heading,
            players: BySide(players),
            is_crawford: score.length.is_some().then_some(score.is_crawford),
            ..GameRecord::default()
        });
        self.part = Part::Information;
    }

    /// Reports a number of games that doesn't follow, unless the score shows that games are missing.
    fn count_game(&mut self, told: &'a str, game: Option<u32>, players: &[Option<PlayerScore>; 2]) {
        let Some(before) = self.draft.record.games.last() else {
            self.games = game.map_or_else(RowCount::default, RowCount::from);
            return;
        };
        let won = |side: Side| match &before.entries.last()?.written {
            Written::Wins { points, .. } if before.entries.last()?.side == Some(side) => {
                points.map(|points| i64::from(points.value))
            }
            _ => Some(0),
        };
        let follows = |side: Side| {
            let (then, now) = (before.players[side].as_ref()?, players[side.index()].as_ref()?);
            Some(then.score?.value + won(side)? == now.score?.value)
        };
        let is_next = Side::ALL.into_iter().all(|side| follows(side) == Some(true));
        match self.games.next(game) {
            Ok(()) => {}
            Err(expected) if is_next => {
                let label = format!("expected {}, the number of the games before it", expected - 1);
                self.draft.report(Code::RecordValue, told, label);
            }
            Err(_) => self.games = game.map_or_else(RowCount::default, RowCount::from),
        }
    }

    /// A game after the Crawford game where none was it: the match is played without that rule.
    fn without_crawford(&mut self, line: &str, number: Option<u32>) {
        let record = &self.draft.record;
        let length = record.length.map_or(0, |length| i64::from(length.value));
        let Some(before) = record.games.last().filter(|_| length > 1) else { return };
        let is_next = before.number.map(|before| before.value.saturating_add(1)) == number;
        let is_1_away = |player: &PlayerScore| player.score.is_some_and(|score| score.value == length - 1);
        let somebody_is_1_away = before.players.0.iter().flatten().any(is_1_away);
        let has_crawford = record.games.iter().any(|game| game.is_crawford == Some(true));
        if is_next && !somebody_is_1_away && !has_crawford && record.header(headers::CRAWFORD).is_none() {
            let header = Header::new(headers::CRAWFORD, "Off", self.draft.place(line.trim()));
            self.draft.record.headers.push(header);
        }
    }

    /// The texts beside the first board after a line.
    fn captions(&self, line: &'a str) -> [Option<&'a str>; 2] {
        let mut captions = [None; 2];
        for line in self.draft.lines_after(line).take(60) {
            if let Some((player, caption)) = grammar::caption(line) {
                captions[player] = captions[player].or(Some(caption));
            }
            if captions.iter().all(Option::is_some) || grammar::score_line(line).is_some() {
                break;
            }
        }
        captions
    }

    /// A fact about the match; those of the first game count.
    fn fact(&mut self, line: &'a str) {
        let text = line.trim();
        if text.is_empty() || text == grammar::INFORMATION {
            return;
        }
        if self.result(line) {
            return;
        }
        let is_first = self.draft.record.games.is_empty();
        let Some((key, value)) = text.split_once(": ") else {
            // A fact without a value says nothing.
            if !text.ends_with(':') {
                self.draft.unknown(text, "a fact is `Key: value`");
            }
            return;
        };
        let value = value.trim();
        if key == "Comments" {
            self.part = Part::Comments;
            self.comment = Some(vec![value]);
        } else if let Some(side) = key.strip_suffix("'s rating").and_then(|name| self.named(name)) {
            self.rating(side, key, value);
        } else if is_first {
            let name = match key {
                "Place" => headers::SITE,
                "Date" => headers::DATE,
                _ => key,
            };
            match date(value).filter(|_| key == "Date") {
                Some(date) => {
                    self.draft.record.headers.push(Header::new(name, date, self.draft.place(value)));
                }
                None => self.draft.header(name, key, value),
            }
        }
    }

    /// A rating: that of a later game counts if it is another one.
    fn rating(&mut self, side: Side, key: &'a str, value: &'a str) {
        let record = &self.draft.record;
        let header = record.header(headers::ELO[side.index()]).map(|header| &header.value);
        let heading = record.games.iter().rev().find_map(|game| game.players[side].as_ref()?.rating.as_ref());
        let is_new = heading.or(header).is_none_or(|before| before.value != value);
        let rating = self.draft.spanned(value);
        if record.games.is_empty() {
            self.draft.header(headers::ELO[side.index()], key, value);
        } else if let Some(player) =
            self.draft.game.as_mut().and_then(|game| game.players[side].as_mut()).filter(|_| is_new)
        {
            player.rating = Some(rating);
        }
    }

    fn end_comment(&mut self) {
        let Some(lines) = self.comment.take() else { return };
        if self.part == Part::Comments {
            // The same comment stands in the file of every game.
            if self.draft.record.games.is_empty() {
                self.comment(&lines, Anchor::MATCH);
            }
        } else {
            // Before the first decision, or below the result.
            let anchor = Anchor::last(self.draft.record.games.len(), self.draft.entries());
            self.comment(&lines, anchor);
        }
    }

    /// Begins a game at a line, as its score line is missing: the players stay the same, or else are those beside the
    /// first board.
    fn without_score(&mut self, line: &'a str) {
        let expected = "the line `The score (after 0 games) is: …` is missing before it";
        self.draft.report(Code::RecordSyntax, line.trim_end(), expected);
        let captions = self.captions(line);
        let same = self.draft.record.games.last().map(|game| game.players.clone());
        let mut players = same.unwrap_or_else(|| {
            let mut player = |caption| self.draft.player(grammar::caption_name(caption), None);
            BySide(captions.map(|caption| caption.map(&mut player)))
        });
        players.0.iter_mut().flatten().for_each(|player| player.score = None);
        let heading = self.draft.place(line.trim_end());
        self.draft.begin(GameRecord { heading, players, ..GameRecord::default() });
    }

    fn begin_block(&mut self, line: &'a str, decision: Decision<'a>) {
        if self.block.as_ref().is_some_and(|block| block.line == line && block.is_bare()) {
            return self.draft.report(Code::RecordSyntax, line.trim(), "this line is repeated");
        }
        self.end_block();
        if self.draft.game.is_none() {
            self.without_score(line);
        }
        self.block = Some(Block {
            line,
            decision,
            position_id: None,
            match_id: None,
            action: None,
            rolled: None,
            evaluated: Evaluated::default(),
            annotations: Vec::new(),
        });
        self.part = Part::Board;
        self.board(decision.rest);
    }

    fn begin_annotation(&mut self) {
        if let Some(block) = &mut self.block {
            block.annotations.push(Vec::new());
        } else {
            self.end_comment();
            self.comment = Some(Vec::new());
        }
        self.part = Part::Decisions;
    }

    /// Ends the decision that is being read.
    fn end_block(&mut self) {
        self.end_comment();
        if let Some(block) = self.block.take() {
            self.close(block);
        }
    }

    fn end_game(&mut self) {
        self.end_block();
        if !self.has_result() {
            self.unplayed();
        }
        self.draft.end();
    }

    /// The end of the text, which may stand in the middle of a board.
    fn end_of_text(&mut self) {
        // The names of several games are compared with each other.
        let only = self.draft.game.as_ref().filter(|_| self.draft.record.games.is_empty());
        let odd = only.and_then(|game| {
            let side = Side::ALL.into_iter().find(|side| self.aliases[side.index()].is_some())?;
            Some((game.players[side].as_ref()?.name.span, self.aliases[side.index()]?))
        });
        if let Some((place, name)) = odd {
            self.draft.wrong(place, format!("the name beside the board is `{name}`"));
        }
        let last = self.draft.lines().last().filter(|line| self.draft.is_cut(line.trim_end()));
        if let (Part::Board, Some(last)) = (self.part, last) {
            self.draft.report(Code::RecordTruncated, last, "the board continues here");
        }
    }

    /// A line of the board: only the IDs count.
    fn board(&mut self, line: &'a str) {
        if self.result(line) {
            return;
        }
        let Some(block) = &mut self.block else { return };
        if let Some(at) = line.find("Position ID: ") {
            block.position_id = block.position_id.or(Some(line[at + 13..].trim()));
        } else if let Some(at) = line.find("Match ID   : ") {
            block.match_id = block.match_id.or(Some(line[at + 13..].trim()));
        } else if line.starts_with("Pip counts: ") {
            self.part = Part::Decisions;
        } else if line.starts_with("* ") {
            self.part = Part::Decisions;
            self.decided(line);
        }
    }

    /// What is done in a decision, what its evaluation says, how the game ends.
    fn decided(&mut self, line: &'a str) {
        if self.result(line) {
            return;
        }
        let Some(mut block) = self.block.take() else {
            match &mut self.comment {
                Some(lines) => lines.push(line),
                None => self.unless_blank(line, "a decision begins with `Move number 1:`"),
            }
            return;
        };
        if let Some(lines) = block.annotations.last_mut() {
            lines.push(line);
        } else if !line.trim().is_empty() && !self.action(&mut block, line) {
            if let Some((dice, _)) = grammar::rolled(line) {
                block.rolled = block.rolled.or(Some(dice));
            }
            if !block.evaluated.line(&mut self.draft, line) {
                self.block = Some(block);
                return self.unread(line);
            }
        }
        self.block = Some(block);
    }

    /// Reads the result of a player whose name is misspelt; any other line isn't understood.
    fn unread(&mut self, line: &'a str) {
        let won = line.split_once(" wins ").map(|(name, _)| name);
        let won = won.and_then(|name| Some((name.trim(), grammar::wins(&line[name.len() + 1..])?)));
        let Some((name, points)) = won else {
            return self.draft.unknown(line.trim(), "this line is neither an action nor an evaluation");
        };
        self.draft.stranger(name);
        let players = self.draft.game.as_ref().map(|game| &game.players);
        let own = |side: Side| players.and_then(|players| players[side].as_ref());
        let names = Side::ALL.map(|side| own(side).map_or("", |player| player.name.value.as_str()));
        let side = misspelt_name(names, name);
        self.won(side, line, points);
    }

    /// `* Ann moves 8/5 6/5`
    fn action(&mut self, block: &mut Block<'a>, line: &'a str) -> bool {
        let Some(rest) = line.strip_prefix("* ").filter(|rest| !rest.starts_with(' ')) else { return false };
        let told = self.after_name(rest).and_then(|(side, words)| Some((side, grammar::action(words)?)));
        match told {
            Some((side, action)) if block.action.is_none() => {
                block.action = Some((line.trim_end(), side, action));
            }
            // The line that begins the decision may be the one that isn't understood.
            _ if self.draft.after_unknown() => self.draft.unknown(line.trim(), "a player acts in a decision"),
            _ => {
                let expected = "a player moves, cannot move, doubles, accepts or rejects";
                self.draft.report(Code::RecordSyntax, line.trim_end(), expected);
            }
        }
        true
    }

    /// `Ann wins 2 points`
    fn result(&mut self, line: &'a str) -> bool {
        let drawn = line.trim_end() == grammar::DRAWN;
        let won = self.after_name(line).and_then(|(side, words)| Some((side, grammar::wins(words)?)));
        if !drawn && won.is_none() {
            return false;
        }
        if let Some((side, points)) = won {
            self.won(Some(side), line, points);
        } else {
            self.ended(None, line, Written::Drawn);
        }
        true
    }

    /// Adds the result of a game that is won. With two equal names, the moves or the next score show who won.
    fn won(&mut self, side: Option<Side>, line: &'a str, points: &'a str) {
        let points = number(points).map(|value| self.draft.at(value, points));
        let side = side.filter(|_| !self.are_alike());
        self.ended(side, line, Written::Wins { points, and_match: None });
    }

    /// Adds the end of a game.
    fn ended(&mut self, side: Option<Side>, line: &'a str, written: Written) {
        self.end_block();
        self.unplayed();
        self.draft.push(side, None, line.trim_end(), written);
        self.part = Part::Decisions;
    }

    /// Splits a line that begins with a player's name.
    fn after_name<'b>(&self, line: &'b str) -> Option<(Side, &'b str)> {
        let players = &self.draft.game.as_ref()?.players;
        // Of two names the longer one counts, if one begins with the other.
        let named = |side: Side| {
            let rest = |name: &str| line.strip_prefix(name)?.strip_prefix(' ');
            let told = players[side].as_ref().and_then(|player| rest(&player.name.value));
            Some((side, told.or_else(|| rest(self.aliases[side.index()]?))?))
        };
        Side::ALL.into_iter().filter_map(named).min_by_key(|(_, rest)| rest.len())
    }
}

/// Returns the name beside the board where it is almost that of the score line, if the other one is the same.
fn aliases<'a>(names: [&str; 2], captions: [Option<&'a str>; 2]) -> [Option<&'a str>; 2] {
    let beside = captions.map(|caption| caption.map(grammar::caption_name));
    let is_same = |side: usize| beside[side] == Some(names[side]);
    [0, 1].map(|side| {
        // A name may be cut beside the board.
        let is_slip =
            |told: &&str| !names[side].starts_with(told) && distance(told, names[side]) <= MOST_SLIPS;
        beside[side].filter(|_| !is_same(side) && is_same(1 - side)).filter(is_slip)
    })
}

/// Turns GNU Backgammon's `02/03/20` into `2020.02.03`. Two digits of a year are those of 1969 to 2068, as in C.
fn date(text: &str) -> Option<String> {
    let mut parts = [""; 3];
    let mut rest = text;
    for part in &mut parts {
        (*part, rest) = leading_number(rest);
        rest = rest.strip_prefix('/').unwrap_or(rest);
    }
    let [month, day, year] = parts;
    if !rest.is_empty() || [month, day, year].iter().any(|part| part.len() != 2) {
        return None;
    }
    let century = if number(year)? >= 69 { "19" } else { "20" };
    Some(format!("{century}{year}.{month}.{day}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_indented_text_is_read_as_without_blanks() {
        let text = std::fs::read_to_string(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../testdata/text/valid/two-games.txt"
        ))
        .expect("a record");
        let open = |text: &str| crate::open("a.txt", text.as_bytes().to_vec()).expect("a record").remove(0);
        let indented = format!("    {}", text.replace('\n', "\n    "));
        let acts =
            |text: &str| open(text).replayed.games.iter().map(|game| game.acts.len()).collect::<Vec<_>>();
        assert_eq!(acts(&indented), acts(&text));
    }

    #[test]
    fn a_comment_that_contains_a_move_is_reported() {
        let text = "The score (after 0 games) is: a 0, b 0 (match to 3 points)\n\nComments: x\n\
                    \n  Move number 1:  a to play 31\n";
        let record = crate::open("a.txt", text.as_bytes().to_vec()).expect("a record").remove(0);
        assert!(record.findings.iter().any(|finding| finding.code == crate::diag::Code::RecordUnknown));
    }

    use super::date;

    #[test]
    fn dates_have_two_digits_for_the_year() {
        assert_eq!(date("02/03/20").as_deref(), Some("2020.02.03"));
        assert_eq!(date("12/31/99").as_deref(), Some("1999.12.31"));
        assert_eq!(date("2020-02-03"), None);
        assert_eq!(date("2/3/20"), None);
    }
}
