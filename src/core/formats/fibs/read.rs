//! The reader of logs of FIBS.

use super::grammar::{self, Event};
use super::inferred::steps;
use crate::board::{BySide, Side};
use crate::diag::{Code, Parsed, SourceFile, Span, distance};
use crate::formats::draft::{Draft, is_waiting, mirror, orient};
use crate::formats::position::{lanes, moved};
use crate::formats::words::number;
use crate::formats::xg::plays::{Lanes, flip, walk};
use crate::game::record::{
    Cell, CubePlace, CubeWord, Entry, GameRecord, MatchRecord, PlayerScore, RemarkKind, Setup, Spanned,
    Written, WrittenLeg, WrittenPlay, WrittenRoll,
};
use crate::notation::play::PlayOptions;
use crate::notation::{Assumption, RawBoard};
use crate::rules::Variant;

/// The owner of the log.
const YOU: &str = "You";

/// Reads the log of one match.
///
/// Total: any text gives a record. Findings are about the notation, and about boards that contradict the plays.
#[must_use]
pub fn parse(source: &SourceFile) -> Parsed<MatchRecord> {
    let mut reader = Reader { draft: Draft::new(source), ..Reader::default() };
    reader.scores = Some([Spanned::default(); 2]);
    for line in reader.draft.lines() {
        reader.line(line);
    }
    reader.finish()
}

#[derive(Default)]
struct Reader<'a> {
    draft: Draft<'a>,
    /// The opponent, and `You` or the other one who is watched.
    names: [Option<&'a str>; 2],
    /// The owner's own name.
    owner: Option<&'a str>,
    /// The scores before the next game, if they are known.
    scores: Option<[Spanned<i64>; 2]>,
    /// The position after the last entry, as [`Side::Zero`] sees it.
    board: Option<Lanes>,
    /// Who moves upwards in this game, if a board has told it.
    rising: Option<Side>,
    /// Whether the last play was found by two boards.
    is_inferred: bool,
    /// The line that ends the match, its winner and the score, the winner's points first.
    match_won: Option<(&'a str, &'a str, Option<[&'a str; 2]>)>,
    /// The opening roll, until somebody moves.
    opened: Option<Opening<'a>>,
    /// The last name that is neither player's.
    stranger: Option<&'a str>,
}

/// An opening roll.
struct Opening<'a> {
    line: &'a str,
    digits: [u8; 2],
    /// The player with the higher die; `None` if the dice are equal.
    higher: Option<&'a str>,
}

impl<'a> Reader<'a> {
    fn line(&mut self, line: &'a str) {
        let Some(event) = grammar::event(line) else {
            let line = line.trim();
            // Outside of a game a log holds whatever the server says.
            let is_said = line.is_empty() || line == ">" || line.starts_with("** ");
            if self.is_open() && !is_said && !self.continued(line) {
                self.draft.unknown(line, "this line isn't one of a game on FIBS");
            }
            return;
        };
        match event {
            Event::Match { with, length } => self.begin_match(line, with, length),
            Event::Game { with } => self.begin_game(line, with),
            Event::Opening { dice } => self.opening(line, dice),
            Event::Rolls { who, dice } => self.rolls(line, who, dice),
            Event::Moves { who, play } => self.moves(line, who, play),
            Event::Only { play } => self.moves(line, YOU, play),
            Event::CannotMove { who } => {
                let cell = Cell::CannotMove(self.draft.place(line.trim()));
                self.play_cell(line, who, cell);
            }
            Event::Doubles { who } => {
                self.act(line, who, Written::Cube { word: CubeWord::Double, value: None });
            }
            Event::Takes { who, cube } => {
                if let Some(cube) = cube.filter(|_| self.is_open()) {
                    self.draft.cube_shows(cube);
                }
                self.act(line, who, Written::Take);
            }
            Event::Drops { who, winner, points } => {
                self.act(line, who, Written::Pass);
                self.won(line, winner, points);
            }
            Event::Resigns { who, winner, points } => {
                if self.side(who) == self.side(winner) {
                    self.draft.report(Code::ScoreWinner, winner, "this player resigns");
                }
                let points = self.points(points);
                self.act(line, who, Written::OfferResignation { outcome: None, points });
            }
            Event::Accepts { who, points } => {
                self.act(line, who, Written::AcceptResignation);
                self.won(line, who, points);
            }
            Event::Refuses { who } => self.act(line, who, Written::RefuseResignation),
            Event::Wins { who, points } => self.won(line, who, points),
            Event::WinsMatch { who, length, score } => {
                self.draft.length(length);
                self.match_won = Some((line.trim(), who, score));
            }
            Event::First { who } => self.first_move(line, who),
            Event::Score { length, players } => self.score(length, players),
            Event::Board { line } => self.position(line),
            Event::Clip { number, text } => self.clip(number, text),
            Event::Prompt => {}
        }
    }

    /// Returns `true` while a game is played.
    fn is_open(&mut self) -> bool {
        self.draft.game.is_some() && !self.draft.is_over()
    }

    /// The side of a name.
    fn side(&mut self, who: &'a str) -> Side {
        if who == YOU || self.names[1] == Some(who) || self.owner == Some(who) && self.names[1] == Some(YOU) {
            self.names[1].get_or_insert(who);
            return Side::One;
        }
        if self.names[0].is_none() {
            self.names[0] = Some(who);
        } else if self.names[0] != Some(who) && self.names[1].is_none() {
            self.names[1] = Some(who);
            return Side::One;
        } else if self.names[0] != Some(who) {
            if self.stranger != Some(who) {
                self.stranger = Some(who);
                self.draft.stranger(who);
            }
            // It may be a slip of the pen.
            let to = |name: Option<&str>| name.map_or(usize::MAX, |name| distance(who, name));
            if to(self.names[1]).min(to(self.owner)) < to(self.names[0]) {
                return Side::One;
            }
        }
        Side::Zero
    }

    fn begin_match(&mut self, line: &'a str, with: &'a str, length: Option<&'a str>) {
        self.end_game();
        self.names = [Some(with), Some(YOU)];
        self.scores = Some([Spanned::default(); 2]);
        if self.draft.record.length.is_none() {
            match length {
                Some(length) => self.draft.length(length),
                None => self.draft.record.length = Some(self.draft.at(0, line.trim())),
            }
        }
    }

    fn begin_game(&mut self, line: &'a str, with: &'a str) {
        self.end_game();
        if self.names[0].is_none() {
            self.names = [Some(with), Some(YOU)];
        }
        self.side(with);
        self.open(line);
    }

    /// Begins a game; its players are named at the end, when they are known.
    fn open(&mut self, line: &'a str) {
        let heading = self.draft.place(line.trim());
        let scores = self.scores.take();
        let player = |side: usize| {
            let name = Spanned::new(String::new(), Span::new(heading.start as usize, heading.start as usize));
            Some(PlayerScore { name, rating: None, score: scores.map(|scores| scores[side]) })
        };
        let players = BySide([player(0), player(1)]);
        self.draft.begin(GameRecord { heading, players, ..GameRecord::default() });
        let start = Variant::Standard.start().board();
        (self.board, self.rising, self.is_inferred) = (Some(lanes(start)), None, false);
        self.opened = None;
    }

    /// Makes sure that there is a game.
    fn within(&mut self, line: &'a str) {
        if !self.is_open() {
            self.end_game();
            self.open(line);
        }
    }

    /// `You rolled 3, bob rolled 1`: the larger one begins, with both dice.
    fn opening(&mut self, line: &'a str, dice: [(&'a str, &'a str); 2]) {
        self.within(line);
        let [one, other] = dice;
        let [first, second] = dice.map(|(_, die)| number(die).unwrap_or(u32::MAX));
        if first == second && first <= 6 {
            // The dice are rolled again, unless somebody plays them.
            self.opened = Some(Opening { line, digits: [digit(one.1), digit(other.1)], higher: None });
            return;
        }
        // Both names are known from here on.
        let sides = [self.side(one.0), self.side(other.0)];
        let (first, digits, higher) = if first > second {
            (sides[0], [digit(one.1), digit(other.1)], one.0)
        } else {
            (sides[1], [digit(other.1), digit(one.1)], other.0)
        };
        self.opened = Some(Opening { line, digits, higher: Some(higher) });
        let roll = self.draft.roll(digits, line.trim());
        self.draft.push(Some(first), None, line.trim(), Written::Turn { roll, cell: Cell::Empty });
    }

    /// Somebody moves first: with the opening roll, as the player with the higher die.
    fn first_move(&mut self, line: &'a str, who: &'a str) {
        let Some(opened) = self.opened.take() else { return };
        let side = self.side(who);
        let Some(higher) = opened.higher else {
            let roll = self.draft.roll(opened.digits, opened.line.trim());
            let written = Written::Turn { roll, cell: Cell::Empty };
            return self.draft.push(Some(side), None, opened.line.trim(), written);
        };
        if let Some(entry) = self.draft.entries().last_mut().filter(|entry| is_waiting(entry))
            && entry.side != Some(side)
        {
            entry.side = Some(side);
            self.draft.report(Code::TurnWrongSide, line.trim(), format!("{higher} rolled the higher die"));
        }
    }

    fn rolls(&mut self, line: &'a str, who: &'a str, dice: [&'a str; 2]) {
        self.within(line);
        self.opened = None;
        let side = self.side(who);
        let digits = dice.map(digit);
        let roll = self.draft.roll(digits, line.trim());
        self.is_inferred = false;
        self.draft.push(Some(side), None, line.trim(), Written::Turn { roll, cell: Cell::Empty });
    }

    fn moves(&mut self, line: &'a str, who: &'a str, play: &'a str) {
        let side = self.side(who);
        let mut cell = self.draft.play(play, PlayOptions::DASHED);
        if let (Cell::Play(play), Some(rising)) = (&mut cell, self.rising)
            && rising == side
        {
            mirror(play);
        }
        self.play_cell(line, who, cell);
    }

    /// Reads a line with the last legs of the play on the line above it, and follows them.
    fn continued(&mut self, line: &'a str) -> bool {
        let last = self.draft.entries().last();
        let Some((side, count)) = last.and_then(|last| Some((last.side?, last.written.play()?.len()))) else {
            return false;
        };
        if !self.draft.continues_play(line.trim_end_matches([' ', '.'])) {
            return false;
        }
        let Some(Entry { written: Written::Turn { cell: Cell::Play(play), .. }, .. }) =
            self.draft.entries().last_mut()
        else {
            return true;
        };
        let mut rest = WrittenPlay::new(play.span);
        for leg in play.legs().skip(count) {
            rest.push(*leg);
        }
        if self.rising == Some(side) {
            mirror(&mut rest);
        }
        for (index, leg) in (count..).zip(rest.legs()) {
            if let Some(read) = play.leg_mut(index) {
                *read = *leg;
            }
        }
        self.board = self.board.map(|board| moved(&board, side, &rest));
        true
    }

    /// Adds a play to its dice, and follows it.
    fn play_cell(&mut self, line: &'a str, who: &'a str, cell: Cell) {
        self.within(line);
        self.first_move(line, who);
        let side = self.side(who);
        let has_play = self.draft.entries().last().is_some_and(|entry| {
            entry.side == Some(side)
                && matches!(&entry.written, Written::Turn { cell: Cell::Play(_) | Cell::CannotMove(_), .. })
        });
        if has_play && self.is_inferred {
            // The board came first, and the play is known.
            self.is_inferred = false;
            return;
        }
        match &cell {
            Cell::Play(play) if self.rising.is_some() => {
                self.board = self.board.map(|board| moved(&board, side, play));
            }
            Cell::CannotMove(_) => {}
            // Which way the side moves isn't known, or what it plays.
            _ => self.board = None,
        }
        self.draft.play_after_dice(side, None, line.trim(), cell);
    }

    fn act(&mut self, line: &'a str, who: &'a str, written: Written) {
        self.within(line);
        self.opened = None;
        let side = self.side(who);
        self.draft.push(Some(side), None, line.trim(), written);
    }

    fn points(&self, points: &'a str) -> Option<Spanned<u32>> {
        number(points).map(|value| self.draft.at(value, points))
    }

    /// The result. A passed double may have a second line for the same one.
    fn won(&mut self, line: &'a str, who: &'a str, points: &'a str) {
        let side = self.side(who);
        let told = points;
        let points = self.points(points);
        if points.is_none() {
            self.draft.report(Code::RecordValue, told, "a game can't score this many points");
        }
        if !self.is_open() {
            if let Some(Entry { side: winner, written: Written::Wins { points: before, .. }, .. }) =
                self.draft.entries().last()
                && (*winner != Some(side) || before.map(|before| before.value) != points.map(|now| now.value))
            {
                self.draft.report(Code::TurnAfterEnd, line.trim(), "another result");
            }
            return;
        }
        self.draft.push(Some(side), None, line.trim(), Written::Wins { points, and_match: None });
    }

    /// `score in 5 point match: bob-3 me-1`
    fn score(&mut self, length: &'a str, players: [(&'a str, &'a str); 2]) {
        let [one, other] = players;
        let (Some(first), Some(second)) = (self.draft.score(one.1), self.draft.score(other.1)) else {
            return;
        };
        let is_opponent = |name: &str| self.names[0] == Some(name);
        if is_opponent(one.0) == is_opponent(other.0) {
            if self.names.iter().all(Option::is_some) {
                self.side(one.0);
            }
            return;
        }
        self.draft.length(length);
        let (owner, scores) =
            if is_opponent(one.0) { (other.0, [first, second]) } else { (one.0, [second, first]) };
        self.owner = Some(owner);
        if !self.is_open() {
            self.scores = Some(scores);
        }
    }

    /// What people say in a game is a comment; the rest of what CLIP numbers is the server's.
    fn clip(&mut self, number: u8, text: &'a str) {
        match number {
            1 | 2 if self.owner.is_none() => {
                self.owner = text.split(' ').next().filter(|name| !name.is_empty());
            }
            12 | 14..=16 | 18 | 19 if self.is_open() => self.draft.remark(RemarkKind::Comment, text),
            _ => {}
        }
    }

    /// `board:You:bob:…`: what the entries before lead to, a play that isn't told, or a position that is set.
    fn position(&mut self, line: &'a str) {
        let told = match RawBoard::read_lenient(line) {
            Ok((told, assumed)) => {
                // In a log nothing follows a board.
                for words in assumed.iter().filter(|assumed| matches!(assumed, Assumption::Ignored { .. })) {
                    self.draft.report(Code::RecordValue, line, words.to_string());
                }
                told
            }
            Err(error) => {
                let code = if self.draft.is_cut(line) { Code::RecordTruncated } else { Code::RecordValue };
                return self.draft.report(code, line, error.to_string());
            }
        };
        let names: Vec<&'a str> = line.split(':').skip(1).take(2).collect();
        if let [own, other] = names[..] {
            self.names = [self.names[0].or(Some(other)), self.names[1].or(Some(own))];
        }
        if self.draft.record.length.is_none() {
            self.draft.record.length = Some(self.draft.at(u32::from(told.length), line));
        }
        if !self.is_open() {
            if self.draft.game.is_some() {
                // The last board of a game that is over.
                return;
            }
            self.scores = Some(Side::ALL.map(|side| self.draft.at(i64::from(told.score[side]), line)));
            self.open(line);
        }
        if self.rising.is_none() {
            self.scores_of(&told, line);
        }
        self.turn_round(line);
        let now = lanes(told.board.flip());
        if self.board == Some(now) {
            return;
        }
        if let Some(before) = self.board
            && self.infer(&before, &now, line)
        {
            self.board = Some(now);
            return;
        }
        let is_first = self.draft.entries().is_empty();
        // A board in the middle of a turn may show a play that is half made.
        // What isn't understood, and is reported, may have been the play.
        if !is_first && self.board.is_some() && !self.draft.after_unknown() {
            let label = "the earlier plays lead to another position; this one is used";
            self.draft.report(Code::RecordValue, line, label);
        }
        let place = match (told.may_double[Side::Zero], told.may_double[Side::One]) {
            (true, false) if told.cube > 1 => CubePlace::Owned(Side::Zero),
            (false, true) if told.cube > 1 => CubePlace::Owned(Side::One),
            _ => CubePlace::Centre,
        };
        let span = self.draft.place(line);
        let mut setup = Setup { span, board: Some(now), on_roll: Some(told.on_roll), ..Setup::default() };
        if is_first {
            (setup.cube_value, setup.cube_place) = (Some(told.cube), Some(place));
        }
        self.board = Some(now);
        let entry = Entry::new(Some(told.on_roll), span, Written::Set(Box::new(setup)));
        // Dice that wait are played from this position.
        let waiting = self.draft.entries().last().filter(|entry| is_waiting(entry)).cloned();
        if let Some(game) = &mut self.draft.game {
            if waiting.is_some() {
                game.entries.pop();
            }
            game.entries.push(entry);
            game.entries.extend(waiting);
        }
    }

    /// The first board of a game contains the score before it.
    fn scores_of(&mut self, told: &RawBoard, line: &'a str) {
        let scores = Side::ALL.map(|side| self.draft.at(i64::from(told.score[side]), line));
        let Some(game) = &mut self.draft.game else { return };
        for (player, score) in game.players.0.iter_mut().zip(scores) {
            if let Some(player) = player
                && player.score.is_none_or(|known| known.value != score.value)
            {
                player.score = Some(score);
            }
        }
    }

    /// The direction of the side that is `You`: field 42, 1 upwards.
    fn turn_round(&mut self, line: &str) {
        if self.rising.is_some() {
            return;
        }
        let rising = match line.split(':').nth(42).map(str::trim) {
            Some("1") => Side::One,
            _ => Side::Zero,
        };
        // What was played before the first board is turned as far as the steps tell it.
        if let Some(game) = &mut self.draft.game {
            orient(game);
        }
        self.rising = Some(rising);
    }

    /// Adds the play that leads from one board to another to the dice that wait for it.
    fn infer(&mut self, before: &Lanes, now: &Lanes, line: &'a str) -> bool {
        let Some(entry) = self.draft.entries().last().filter(|entry| is_waiting(entry)) else { return false };
        let (Some(side), Written::Turn { roll, .. }) = (entry.side, &entry.written) else { return false };
        let Some(dice) = WrittenRoll::roll(roll) else { return false };
        let dice = [dice.high().pips(), dice.low().pips()];
        let own = |board: &Lanes| if side == Side::Zero { *board } else { flip(board) };
        let Some(found) = steps(&own(before), &own(now), dice).filter(|found| !found.is_empty()) else {
            return false;
        };
        let span = self.draft.place(line);
        let (legs, _) = walk(&own(before), &found);
        let mut play = WrittenPlay::new(span);
        for mut leg in legs {
            // FIBS has no mark for a hit.
            leg.hit = false;
            play.push(WrittenLeg { leg, span });
        }
        self.is_inferred = true;
        self.draft.play_after_dice(side, None, line, Cell::Play(play));
        true
    }

    fn end_game(&mut self) {
        if self.rising.is_none()
            && let Some(game) = &mut self.draft.game
        {
            orient(game);
        }
        self.draft.end();
    }

    /// `bob wins the 5 point match 5-3`: the last result ends the match.
    fn won_match(&mut self, line: &'a str, who: &'a str, score: Option<[&'a str; 2]>) {
        let side = self.side(who);
        if let Some([won, lost]) = score
            && let (Some(won), Some(lost)) = (self.draft.score(won), self.draft.score(lost))
        {
            let (won, lost) = if won.value < lost.value { (lost, won) } else { (won, lost) };
            let scores = if side == Side::Zero { [won, lost] } else { [lost, won] };
            if !self.draft.final_score(scores) {
                return;
            }
        }
        self.draft.match_won(side, line, who);
    }

    fn finish(mut self) -> Parsed<MatchRecord> {
        self.end_game();
        if let Some(scores) = self.scores {
            self.draft.final_score(scores);
        }
        if let Some((line, who, score)) = self.match_won {
            self.won_match(line, who, score);
        }
        let owner = self.names[1].filter(|name| *name != YOU).or(self.owner);
        for game in &mut self.draft.record.games {
            for (player, name) in game.players.0.iter_mut().zip([self.names[0], owner]) {
                if let Some(player) = player {
                    let name = name.unwrap_or(YOU);
                    player.name =
                        Spanned::new(crate::game::record::short_name(name).to_owned(), player.name.span);
                }
            }
        }
        self.draft.finish("there is no roll and no board of a game on FIBS")
    }
}

/// The digit of a die; a number with several is none.
fn digit(die: &str) -> u8 {
    match die.as_bytes() {
        [digit] => *digit,
        _ => b'0',
    }
}
