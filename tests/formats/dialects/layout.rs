//! Writes a match in the layout of a dialect.

use super::script::{Act, Game, Script, What, legs};
use barpoint::board::{Board, Place, Roll, Side};
use barpoint::diag::Encoding;
use barpoint::game::{Ending, GameResult};
use barpoint::rules::{Leg, Play};
use std::fmt::Write as _;

/// The headers of a kind of server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Headers {
    None,
    /// The date and the place, as GNU Backgammon writes them.
    Event,
    /// Backgammon Galaxy: the final score where others have ratings.
    Galaxy,
    /// The tags of Backgammon Studio and its like.
    Studio,
    /// eXtreme Gammon: `Player 1` is the right column.
    Swapped,
}

/// How rows are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    Padded,
    /// Not padded: the columns drift by one at row 10.
    Drifting,
    None,
}

/// How the steps of one checker are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Chains {
    None,
    /// `24/18/13`
    Stops,
    /// `24/13`, if it hits nothing on either way.
    Direct,
}

/// The place of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Results {
    /// In the next cell of the winner.
    Cell,
    /// On a line of its own, indented by a number of columns for the left player; for the right
    /// player in the right column.
    Line(usize),
    /// On a line of its own with a row's number.
    Row,
    /// After a numbered row without cells.
    EmptyRow,
}

/// How the points of a result are cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Points {
    Full,
    /// To what the winner needs.
    Needed,
    /// To the match length.
    Length,
    /// Backgammon Studio's 1004 times the cube for a match given up.
    Sentinel,
}

/// How a resignation is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resignation {
    /// Only by the result.
    Nothing,
    /// By this text after the dice, `00:` if there are none.
    Hidden(&'static str),
    /// Question marks without dice.
    Bare,
    /// A word after the loser's dice, or else in a cell of its own.
    Word(&'static str),
    /// A word in a cell of its own.
    Cell(&'static str),
    /// `Losses N point` in the loser's cell.
    Losses,
    /// The same in a new row, if the loser's cell is taken.
    LossesAgain,
    /// The same on a line of its own, always on the left.
    LossesLine,
}

/// The traits of a dialect.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a trait that a dialect has or hasn't")]
pub(super) struct Layout {
    pub(super) name: &'static str,
    pub(super) headers: Headers,
    pub(super) match_indent: &'static str,
    pub(super) heading: &'static str,
    pub(super) first_game: usize,
    pub(super) names: [&'static str; 2],
    pub(super) colon: &'static str,
    pub(super) blank_after_score: bool,
    pub(super) numbers: Numbers,
    /// The column of the right cells, counted from 1.
    pub(super) column: usize,
    pub(super) low_first: bool,
    pub(super) hits: bool,
    pub(super) groups: bool,
    pub(super) chains: Chains,
    pub(super) bar: &'static str,
    pub(super) off: &'static str,
    pub(super) dance: &'static str,
    pub(super) double: &'static str,
    pub(super) answers: [&'static str; 2],
    /// The blanks before a word, beyond those before dice.
    pub(super) indent: usize,
    pub(super) results: Results,
    /// `point` or `points`; if empty, depending on the number.
    pub(super) unit: &'static str,
    pub(super) and_match: bool,
    pub(super) points: Points,
    pub(super) resignation: Resignation,
    pub(super) comments: bool,
    pub(super) encoding: Encoding,
    /// Whether a tab replaces the blanks before the right cell.
    pub(super) tabs: bool,
    pub(super) line_ends: &'static [&'static str],
    pub(super) last_line_end: bool,
    pub(super) trailing: &'static str,
    pub(super) unfinished: bool,
}

/// GNU Backgammon's own layout.
pub(super) const GNUBG: Layout = Layout {
    name: "GNU Backgammon",
    headers: Headers::Event,
    match_indent: " ",
    heading: " Game ",
    first_game: 1,
    names: ["anna", "bert"],
    colon: " : ",
    blank_after_score: false,
    numbers: Numbers::Padded,
    column: 33,
    low_first: false,
    hits: true,
    groups: false,
    chains: Chains::None,
    bar: "25",
    off: "0",
    dance: "",
    double: "Doubles => ",
    answers: ["Takes", "Drops"],
    indent: 1,
    results: Results::Line(6),
    unit: "",
    and_match: false,
    points: Points::Full,
    resignation: Resignation::Nothing,
    comments: false,
    encoding: Encoding::Utf8,
    tabs: false,
    line_ends: &["\n"],
    last_line_end: true,
    trailing: "",
    unfinished: false,
};

impl Layout {
    /// Writes a match.
    pub(super) fn write(&self, script: &Script) -> Vec<u8> {
        let mut lines = self.head(script);
        for (index, game) in script.games.iter().enumerate() {
            lines.push(format!("{}{}", self.heading, self.first_game + index));
            lines.push(self.score_line(game.score));
            self.rows(script, game, &mut lines);
            lines.push(String::new());
        }
        while lines.last().is_some_and(String::is_empty) {
            lines.pop();
        }
        let mut text = String::from(match self.encoding {
            Encoding::Utf8 | Encoding::Windows1252 => "",
            _ => "\u{FEFF}",
        });
        let count = lines.len();
        for (index, line) in lines.iter().enumerate() {
            if self.comments && index % 7 == 3 {
                text.push_str("; a remark on 31: 8/5 6/5, Game 1 and who Wins 2 points");
                text.push_str(self.line_ends[0]);
            }
            text.push_str(line);
            text.push_str(self.trailing);
            if index + 1 < count || self.last_line_end {
                text.push_str(self.line_ends[index % self.line_ends.len()]);
            }
        }
        match self.encoding {
            Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
            Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
            // The letters of all names are alike there.
            Encoding::Windows1252 => text.chars().map(|letter| letter as u8).collect(),
            _ => text.into_bytes(),
        }
    }

    fn head(&self, script: &Script) -> Vec<String> {
        let mut lines = Vec::new();
        let mut header = |key: &str, value: &str| lines.push(format!("; [{key} \"{value}\"]"));
        match self.headers {
            Headers::None => {}
            Headers::Event => {
                header("EventDate", "2026.11.20");
                header("Event", "Club evening: the second");
            }
            Headers::Galaxy => {
                header("Site", "Backgammon Galaxy");
                header("Match ID", "-11");
                header("Player 1", self.names[0]);
                header("Player 2", self.names[1]);
                for (side, key) in [(Side::Zero, "Player 1 Elo"), (Side::One, "Player 2 Elo")] {
                    header(key, &format!("{},00/0", self.final_score(script, side)));
                }
                header("TimeControl", "");
            }
            Headers::Studio | Headers::Swapped => {
                let swapped = self.headers == Headers::Swapped;
                header("Site", if swapped { "" } else { "Backgammon Studio" });
                header("Match ID", "");
                header("Player 1", self.names[usize::from(swapped)]);
                header("Player 2", self.names[usize::from(!swapped)]);
                header("EventTime", "20.15");
                header("Unrated", "Off");
                header("Video", "https://example.org/?v=1:2");
            }
        }
        for (key, value) in &script.rules {
            header(key, value);
        }
        if !lines.is_empty() {
            lines.push(String::new());
        }
        lines.push(format!("{}{} point match", self.match_indent, script.length));
        lines.push(String::new());
        lines
    }

    /// Returns the score of a side after the last game, as far as the dialect counts.
    fn final_score(&self, script: &Script, side: Side) -> u32 {
        let Some(last) = script.games.last() else { return 0 };
        let won = last.result.filter(|result| result.winner == Some(side)).map_or(0, |result| result.points);
        let score = last.score[side.index()] + won;
        if script.length > 0 && self.points != Points::Full { score.min(script.length) } else { score }
    }

    fn score_line(&self, score: [u32; 2]) -> String {
        let player = |side: usize| format!(" {}{}{}", self.names[side], self.colon, score[side]);
        let left = player(0);
        let blank = if left.len() + 1 >= self.column { " " } else { "" };
        let trailing = if self.blank_after_score { " " } else { "" };
        format!("{left:<width$}{blank}{}{trailing}", player(1), width = self.column - 2)
    }

    fn rows(&self, script: &Script, game: &Game, lines: &mut Vec<String>) {
        let mut rows = Rows { layout: self, lines, line: None, last: Side::One, number: 0 };
        let mut pending_beaver = false;
        let last_dice = match game.acts.last() {
            Some(Act { by, what: What::Dice(roll) }) => Some((*by, *roll)),
            _ => None,
        };
        for act in &game.acts {
            let text = match act.what {
                What::Play { before, roll, play } => {
                    let play =
                        if play.is_dance() { self.dance.to_owned() } else { self.play(&before, &play) };
                    format!("{}: {play}", self.dice(roll)).trim_end().to_owned()
                }
                What::Dice(_) => continue,
                What::Double { to, beaver } => {
                    pending_beaver = beaver;
                    format!("{}{to}", if beaver { "Beavers => " } else { self.double })
                }
                // Nobody writes the answer to a beaver.
                What::Take if std::mem::take(&mut pending_beaver) => continue,
                What::Take => self.answers[0].to_owned(),
                What::Pass => self.answers[1].to_owned(),
            };
            rows.cell(act.by, &text);
        }
        if let Some(result) = game.result {
            let points = self.points_of(script, game, &result);
            let mut again = false;
            if result.ending == Ending::Resigned {
                again = self.resignation(&mut rows, !result.winner.expect("a winner"), last_dice, points);
            } else if let Some((by, roll)) = last_dice {
                rows.cell(by, &format!("{}:", self.dice(roll)));
            }
            self.result(&mut rows, script, game, &result, points, again);
        } else if let Some((by, roll)) = last_dice {
            rows.cell(by, &format!("{}:", self.dice(roll)));
        }
        rows.flush();
    }

    /// Returns the points to be written.
    fn points_of(&self, script: &Script, game: &Game, result: &GameResult) -> u32 {
        let needed = script.length.saturating_sub(game.score[result.winner.expect("a winner").index()]);
        match self.points {
            Points::Sentinel if gives_match_up(script, game, result) => 1004 * result.cube,
            Points::Needed if script.length > 0 => result.points.min(needed),
            // Without Galaxy's name it would be a wrong result.
            Points::Length
                if self.headers == Headers::Galaxy && result.points > needed && script.length > 0 =>
            {
                result.points.min(script.length)
            }
            _ => result.points,
        }
    }

    /// Writes the resignation; returns `true` if a new row was begun.
    fn resignation(
        &self,
        rows: &mut Rows<'_, '_>,
        loser: Side,
        dice: Option<(Side, Roll)>,
        points: u32,
    ) -> bool {
        let with_dice = |roll: Roll, text: &str| format!("{}: {text}", self.dice(roll)).trim_end().to_owned();
        let own = dice.filter(|(by, _)| *by == loser);
        if let (Resignation::Hidden(text) | Resignation::Word(text), Some((by, roll))) =
            (self.resignation, own)
        {
            rows.cell(by, &with_dice(roll, text));
            return false;
        }
        if let Some((by, roll)) = dice {
            rows.cell(by, &with_dice(roll, ""));
        }
        let losses = format!("Losses {points} point");
        match self.resignation {
            Resignation::Hidden(text) if dice.is_none() => rows.cell(loser, &format!("00: {text}")),
            Resignation::Bare if dice.is_none() => rows.cell(loser, "????"),
            Resignation::Word(word) | Resignation::Cell(word) => rows.cell(loser, word),
            Resignation::LossesAgain if loser == Side::Zero && rows.last == loser && rows.line.is_some() => {
                let number = rows.number;
                rows.fill_up();
                rows.push(&format!("{number:3})  {losses}"));
                return true;
            }
            Resignation::Losses | Resignation::LossesAgain => rows.cell(loser, &losses),
            Resignation::LossesLine => {
                rows.flush();
                rows.lines.push(format!(" {losses}"));
                rows.lines.push(String::new());
            }
            _ => {}
        }
        false
    }

    fn result(
        &self,
        rows: &mut Rows<'_, '_>,
        script: &Script,
        game: &Game,
        result: &GameResult,
        points: u32,
        again: bool,
    ) {
        let unit = match (self.unit, points) {
            ("", 1) => "point",
            ("", _) => "points",
            (unit, _) => unit,
        };
        let won = game.score[result.winner.expect("a winner").index()] + result.points >= script.length
            && script.length > 0;
        let match_won = if won && self.and_match { " and the match" } else { "" };
        let text = format!("Wins {points} {unit}{match_won}");
        if again {
            rows.push(&format!("           {text}"));
            return;
        }
        match self.results {
            Results::Cell => return rows.cell(result.winner.expect("a winner"), &text),
            Results::Row => {
                rows.flush();
                rows.last = Side::One;
                return rows.cell(result.winner.expect("a winner"), &text);
            }
            Results::EmptyRow => {
                rows.flush();
                rows.begin();
                rows.flush();
            }
            Results::Line(_) => rows.flush(),
        }
        let left = if let Results::Line(left) = self.results { left } else { 6 };
        let indent = if result.winner == Some(Side::Zero) { left } else { self.column };
        rows.lines.push(format!("{:indent$}{text}", ""));
    }

    fn dice(&self, roll: Roll) -> String {
        let (high, low) = (roll.high().pips(), roll.low().pips());
        if self.low_first { format!("{low}{high}") } else { format!("{high}{low}") }
    }

    fn play(&self, before: &Board, play: &Play) -> String {
        let mut board = *before.lanes();
        // A chain of places of one checker, each with its hit.
        let mut chains: Vec<Vec<(u8, bool)>> = Vec::new();
        let is_blot = |place: Place| place.number() > 0 && board[usize::from(place.number())] == -1;
        let other_stop = |from: u8, to: u8, stop: u8| from.saturating_sub(stop.saturating_sub(to));
        let hits_elsewhere = |from: u8, to: u8, stop: u8| {
            is_blot(Place::from_number(other_stop(from, to, stop)).expect("a place"))
        };
        let legs = legs(play);
        // Whether a stop may be left out without a mark, for each two steps of one checker.
        let is_plain = |a: &Leg, b: &Leg| {
            let [from, stop, to] = [a.from, a.to, b.to].map(Place::number);
            self.hits || !hits_elsewhere(from, to, stop)
        };
        let may_chain =
            self.chains != Chains::None && legs.windows(2).all(|pair| is_plain(&pair[0], &pair[1]));
        for leg in &legs {
            let (from, to) = (leg.from.number(), leg.to.number());
            let lane = usize::from(to);
            let hit = to > 0 && board[lane] == -1;
            if to > 0 {
                board[lane] = if hit { 1 } else { board[lane] + 1 };
            }
            let earlier = chains.iter_mut().find(|chain| chain.last().is_some_and(|last| last.0 == from));
            match earlier {
                Some(chain) if may_chain => {
                    let stop = chain.last().expect("a place");
                    if self.chains == Chains::Direct && !stop.1 && chain.len() > 1 {
                        chain.pop();
                    }
                    chain.push((to, hit));
                }
                _ => chains.push(vec![(from, false), (to, hit)]),
            }
        }
        let mut tokens: Vec<(Vec<u8>, String, usize)> = Vec::new();
        for chain in &chains {
            let places: Vec<u8> = chain.iter().map(|(place, _)| *place).collect();
            if self.groups
                && let Some(same) = tokens.iter_mut().find(|token| token.0 == places)
            {
                same.2 += 1;
                continue;
            }
            let mut text = String::new();
            for (index, (place, hit)) in chain.iter().enumerate() {
                let name = match place {
                    0 => self.off.to_owned(),
                    25 => self.bar.to_owned(),
                    point => point.to_string(),
                };
                let mark = if *hit && self.hits { "*" } else { "" };
                let _ = write!(text, "{}{name}{mark}", if index > 0 { "/" } else { "" });
            }
            tokens.push((places, text, 1));
        }
        let token = |(_, text, count): &(Vec<u8>, String, usize)| match count {
            1 => text.clone(),
            count => format!("{text}({count})"),
        };
        tokens.iter().map(token).collect::<Vec<_>>().join(" ")
    }
}

/// Returns `true` if a game ends a match by resignation.
fn gives_match_up(script: &Script, game: &Game, result: &GameResult) -> bool {
    let score = game.score[result.winner.expect("a winner").index()] + result.points;
    result.ending == Ending::Resigned && script.length > 0 && score >= script.length
}

/// The rows of a game while they are being written.
struct Rows<'a, 'b> {
    layout: &'a Layout,
    lines: &'b mut Vec<String>,
    line: Option<String>,
    last: Side,
    number: usize,
}

impl Rows<'_, '_> {
    fn flush(&mut self) {
        self.lines.extend(self.line.take().map(|line| line.trim_end().to_owned()));
    }

    fn begin(&mut self) {
        self.flush();
        self.number += 1;
        let number = self.number;
        self.line = Some(match self.layout.numbers {
            Numbers::Padded => format!("{number:3}) "),
            Numbers::Drifting => format!("  {number}) "),
            Numbers::None => "     ".to_owned(),
        });
    }

    fn push(&mut self, text: &str) {
        if let Some(line) = &mut self.line {
            line.push_str(text);
        }
    }

    fn fill_up(&mut self) {
        let drift = self.layout.numbers == Numbers::Drifting && self.number > 9;
        let column = self.layout.column - 1 + usize::from(drift);
        let Some(line) = &mut self.line else { return };
        if self.layout.tabs {
            let is_empty = line.ends_with(") ");
            line.push_str(if is_empty { "\t\t" } else { "\t" });
            return;
        }
        *line = format!("{line:<column$}");
        if !line.ends_with(' ') {
            line.push(' ');
        }
    }

    fn cell(&mut self, side: Side, text: &str) {
        if self.line.is_none() || side == Side::Zero || self.last == Side::One {
            self.begin();
        }
        if side == Side::One {
            self.fill_up();
        }
        let is_word = !text.starts_with(|c: char| c.is_ascii_digit() || c == '?');
        let indent = if is_word { self.layout.indent } else { 0 };
        self.push(&format!("{:indent$}{text}", ""));
        self.last = side;
    }
}
