//! The grammar of the lines.
//!
//! ```text
//! score-line  = "The score (after " number " game" [ "s" ] ") is: " player ", " player [ length ] [ kind ]
//! player      = name " " number                              ; a name may hold anything, ", " and digits included
//! length      = " (match to " number " point" [ "s" ] ")"    ; none in a session
//! kind        = ", Crawford game" / ", post-Crawford play"
//!
//! decision    = "Move number " number ":  " title
//! title       = name " to play " DIGIT DIGIT
//!             / name " on roll, cube decision?"
//!             / name " doubles to " number
//!             / name " resigns " number " point" [ "s" ]     ; the first ID may follow in the same line
//! position-id = " GNU Backgammon  Position ID: " id
//! match-id    = "Match ID   : " id
//! action      = "* " name " " ( "moves " play / "cannot move" / "doubles" / "accepts" / "rejects"
//!                             / "makes an illegal play, to Position ID " id )
//! result      = name " wins " number " point" [ "s" ] / "The game is drawn."
//!
//! rolled      = "Rolled " DIGIT DIGIT [ " (" value ")" ] ":"
//! candidate   = ( "*" / " " ) ( number "." / "??" ) kind play ( "Eq.:" / "MWC:" ) value [ "(" value ")" ]
//! chances     = 3( number ) "-" 3( number )                  ; of 1 or of 100: won, gammons, backgammons, and lost
//! cubeless    = number "-ply cubeless " ( "equity" / "MWC" ) value [ "(Money: " value ")" ]
//! cubeful     = DIGIT ". " ( "No double" / "Double, take" / "Double, pass" / … ) value [ "(" value ")" ]
//! alert       = "Alert: " words [ "(" value ")" ] [ "!" ] / " [" words "]"
//! value       = [ sign ] number [ "%" ]                      ; with a point or a comma before the decimals
//! ```
//!
//! A line is read on its own; which lines may follow which is the reader's business.

use crate::formats::words::{Parsed, is_next_score, number, whole};
use crate::game::record::headers;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take, take_while, take_while1};
use nom::character::complete::{char, digit1, one_of, space0, space1};
use nom::combinator::{map, map_opt, opt, recognize, rest, value, verify};
use nom::multi::count;
use nom::sequence::{delimited, preceded, terminated};

/// `score-line`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScoreLine<'a> {
    /// How many games were played before.
    pub(super) games: &'a str,
    /// The players and their scores, which `players` splits.
    between: &'a str,
    /// The match length; nothing in a session.
    pub(super) length: Option<&'a str>,
    /// Whether it is the Crawford game.
    pub(super) is_crawford: bool,
    /// Whether it comes after the Crawford game, or there is no such game.
    pub(super) is_post_crawford: bool,
}

/// Reads `score-line`.
pub(super) fn score_line(line: &str) -> Option<ScoreLine<'_>> {
    let after = terminated(digit1, (tag(" game"), opt(char('s')), tag(") is: ")));
    let mut head = (preceded(tag("The score (after "), after), rest);
    let parsed: Parsed<'_, (&str, &str)> = head.parse(line.trim());
    let (_, (games, told)) = parsed.ok()?;
    let crawford = told.strip_suffix(", Crawford game");
    let post_crawford = told.strip_suffix(", post-Crawford play");
    let told = crawford.or(post_crawford).unwrap_or(told);
    let length = told.rfind(" (match to ").and_then(|at| {
        let words = delimited(tag(" (match to "), digit1, (tag(" point"), opt(char('s')), char(')')));
        whole(words, &told[at..]).map(|length: &str| (at, length))
    });
    let between = length.map_or(told, |(at, _)| &told[..at]);
    let line = ScoreLine {
        games,
        between,
        length: length.map(|(_, length)| length),
        is_crawford: crawford.is_some(),
        is_post_crawford: post_crawford.is_some(),
    };
    line.splits().next().is_some().then_some(line)
}

/// A name and a score.
pub(super) type Player<'a> = (&'a str, &'a str);

impl<'a> ScoreLine<'a> {
    /// Every way to split it into two players.
    fn splits(&self) -> impl Iterator<Item = [Player<'a>; 2]> + use<'a> {
        let between = self.between;
        between.match_indices(", ").filter_map(move |(at, comma)| {
            Some([player(&between[..at])?, player(&between[at + comma.len()..])?])
        })
    }

    /// Returns the names of the players, for every way to split the line.
    pub(super) fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.splits().flatten().map(|(name, _)| name)
    }

    /// The players and their scores. Names that hold commas and digits may be split in several ways: `captions`, the
    /// texts beside the board, tell which one it is.
    pub(super) fn players(&self, captions: [Option<&str>; 2]) -> [Player<'a>; 2] {
        let fits = |players: &[Player<'a>; 2]| {
            let mut pairs = players.iter().zip(captions);
            pairs.all(|((name, _), caption)| caption.is_some_and(|caption| is_caption(caption, name)))
        };
        let found = self.splits().find(fits).or_else(|| self.splits().next());
        found.unwrap_or([(self.between, "0"), ("", "0")])
    }

    /// Returns `true` if this is a later game of the match of `before`. If the score continues, one of the names,
    /// the length or the number of games may be mistyped.
    pub(super) fn continues(&self, before: &Self) -> bool {
        let names =
            |line: &Self| line.splits().map(|players| players.map(|(name, _)| name)).collect::<Vec<_>>();
        let (own, others) = (names(self), names(before));
        let games = number(self.games).zip(number(before.games));
        let has_length = self.length == before.length;
        let has_grown = games.is_some_and(|(now, then)| now > then);
        let has_names =
            own.iter().any(|names| others.contains(names) || others.contains(&[names[1], names[0]]));
        match [has_length, has_grown, has_names] {
            [true, true, true] => return true,
            [false, true, true] if self.length.is_some() && before.length.is_some() => {}
            // These stand for players without names, who may be anybody.
            [true, false, true] if !own.contains(&headers::PLAYERS) => {}
            [true, true, false] => {}
            _ => return false,
        }
        let is_next = games.is_some_and(|(now, then)| then.checked_add(1) == Some(now));
        (is_next || !has_grown) && self.splits().any(|now| before.splits().any(|then| follows(&now, &then)))
    }
}

/// Returns `true` if a score follows from another by a game, and at least one player has the same name.
fn follows(now: &[Player<'_>; 2], then: &[Player<'_>; 2]) -> bool {
    let points = |of: &[Player<'_>; 2]| Some([number(of[0].1)?, number(of[1].1)?]);
    let is_named = now.iter().zip(then).any(|(now, then)| now.0 == then.0);
    is_named && points(then).zip(points(now)).is_some_and(|(then, now)| is_next_score(&then, &now))
}

/// `player`
fn player(text: &str) -> Option<Player<'_>> {
    let (name, score) = text.rsplit_once(' ')?;
    number(score).map(|_| (name, score))
}

/// The name in the text beside a board.
pub(super) fn caption_name(caption: &str) -> &str {
    caption.split(" (Cube: ").next().unwrap_or(caption)
}

/// Whether the text beside a board is a name, with the cube after it or not.
fn is_caption(caption: &str, name: &str) -> bool {
    caption.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(" (Cube: "))
}

/// The caption of a ruler: which player, and the text.
pub(super) fn caption(line: &str) -> Option<(usize, &str)> {
    let ruler = line.trim_start().strip_prefix('+')?;
    let at = ruler.rfind("-+     ")? + "-+     ".len();
    let caption = ruler[at..].trim_end();
    match caption.as_bytes() {
        [b'O', b':', b' ', ..] => Some((0, &caption[3..])),
        [b'X', b':', b' ', ..] => Some((1, &caption[3..])),
        _ => None,
    }
}

/// What a decision is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Title<'a> {
    /// A roll, with its digits.
    ToPlay(&'a str),
    /// To double or not.
    OnRoll,
    /// The answer to a double, to the value that is told.
    Doubles(&'a str),
    /// The answer to a resignation.
    Resigns,
}

/// `decision`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decision<'a> {
    pub(super) number: &'a str,
    pub(super) name: &'a str,
    pub(super) title: Title<'a>,
    /// What follows in the same line.
    pub(super) rest: &'a str,
}

/// Reads `decision`.
pub(super) fn decision(line: &str) -> Option<Decision<'_>> {
    let mut head = (delimited(tag("Move number "), digit1, (char(':'), space0)), rest);
    let parsed: Parsed<'_, (&str, &str)> = head.parse(line);
    let (_, (number, title)) = parsed.ok()?;
    let (title, rest) = match title.find(" GNU Backgammon  Position ID: ") {
        Some(at) => title.split_at(at),
        None => (title, ""),
    };
    let title = title.trim_end();
    let is_dice = |text: &&str| text.len() == 2 && is_digits(text);
    // A name may hold such words, too: the last ones count.
    let (name, title) = if let Some(name) = title.strip_suffix(" on roll, cube decision?") {
        (name, Title::OnRoll)
    } else if let Some((name, dice)) = title.rsplit_once(" to play ").filter(|(_, dice)| is_dice(dice)) {
        (name, Title::ToPlay(dice))
    } else if let Some((name, to)) = title.rsplit_once(" doubles to ").filter(|(_, to)| is_digits(to)) {
        (name, Title::Doubles(to))
    } else {
        let (name, points) = title.rsplit_once(" resigns ")?;
        is_digits(points.split(' ').next().unwrap_or("")).then_some((name, Title::Resigns))?
    };
    Some(Decision { number, name, title, rest })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// What a player does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action<'a> {
    Moves(&'a str),
    /// The words for it.
    CannotMove(&'a str),
    Doubles,
    Accepts,
    Rejects,
    /// An illegal play, and the Position ID after it.
    Illegal(&'a str),
}

/// Reads what stands after the name in `action`.
pub(super) fn action(words: &str) -> Option<Action<'_>> {
    let action = alt((
        map(preceded((tag("moves"), space1), rest), |play: &str| Action::Moves(play.trim())),
        map(tag("cannot move"), Action::CannotMove),
        value(Action::Doubles, tag("doubles")),
        value(Action::Accepts, tag("accepts")),
        value(Action::Rejects, tag("rejects")),
        map(preceded(tag("makes an illegal play, to Position ID "), rest), Action::Illegal),
    ));
    whole(action, words.trim_end())
}

/// Reads what stands after the name in `result`: the points.
pub(super) fn wins(words: &str) -> Option<&str> {
    whole(delimited(tag("wins "), digit1, (tag(" point"), opt(char('s')))), words.trim_end())
}

/// The result of a game without a winner.
pub(super) const DRAWN: &str = "The game is drawn.";
/// The line above the facts about the match.
pub(super) const INFORMATION: &str = "Match Information:";
/// The line above a comment.
pub(super) const ANNOTATION: &str = "Annotation:";
/// The beginning of the line above the statistics of a game.
pub(super) const STATISTICS: &str = "Game statistics for game ";

/// Returns `true` for the lines at the end of a file.
pub(super) fn is_trailer(line: &str) -> bool {
    line.starts_with("Output generated ") || line.contains("(Text Export version ")
}

/// Returns `true` for a line that ends a comment: another part of the text begins with it. So does a player's result.
pub(super) fn begins_part(line: &str) -> bool {
    score_line(line).is_some()
        || decision(line).is_some()
        || is_trailer(line)
        || line.starts_with(STATISTICS)
        || matches!(line.trim_end(), ANNOTATION | DRAWN)
}

/// `value`, and whether it is a percentage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Value {
    pub(super) number: f64,
    pub(super) is_percent: bool,
}

fn decimal(input: &str) -> Parsed<'_, f64> {
    let digits = take_while1(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    let number = recognize((opt(one_of("+-")), digits));
    map_opt(number, |text: &str| text.replace(',', ".").parse().ok()).parse(input)
}

fn measured(input: &str) -> Parsed<'_, Value> {
    let parsed = (preceded(space0, decimal), opt(char('%')));
    map(parsed, |(number, percent)| Value { number, is_percent: percent.is_some() }).parse(input)
}

fn in_brackets(input: &str) -> Parsed<'_, Value> {
    delimited((space0, char('(')), measured, (space0, char(')'))).parse(input)
}

/// Reads `rolled`: the dice, and the luck.
pub(super) fn rolled(line: &str) -> Option<(&str, Option<Value>)> {
    let dice = verify(take(2usize), |dice: &str| dice.bytes().all(|byte| byte.is_ascii_digit()));
    whole(terminated((preceded(tag("Rolled "), dice), opt(in_brackets)), char(':')), line.trim_end())
}

/// `candidate`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CandidateLine<'a> {
    pub(super) is_played: bool,
    /// How it was evaluated: `Cubeful 0-ply`.
    pub(super) kind: &'a str,
    pub(super) play: &'a str,
    pub(super) value: Value,
}

/// Reads `candidate`.
pub(super) fn candidate(line: &str) -> Option<CandidateLine<'_>> {
    let place = alt((recognize((digit1, char('.'))), tag("??")));
    let mark = map(opt(char('*')), |mark| mark.is_some());
    let mut head = (terminated(mark, space1), terminated(place, space1), rest);
    let parsed: Parsed<'_, (bool, &str, &str)> = head.parse(line);
    let (_, (is_played, _, words)) = parsed.ok()?;
    let at = words.rfind("Eq.:").or_else(|| words.rfind("MWC:"))?;
    let value = whole(terminated(measured, (opt(in_brackets), space0)), &words[at + 4..])?;
    // The play begins with its first point; before it stands how it was evaluated.
    let words = words[..at].trim_end();
    let begins = |word: &&str| {
        word.contains('/') && (word.starts_with("bar") || word.starts_with(|c: char| c.is_ascii_digit()))
    };
    let play = words.split_whitespace().find(begins).map(|word| word.as_ptr().addr() - words.as_ptr().addr());
    let (kind, play) = match play {
        Some(at) => words.split_at(at),
        None => match words.to_ascii_lowercase().find("cannot move") {
            Some(at) => words.split_at(at),
            None => return None,
        },
    };
    let play = if play.eq_ignore_ascii_case("cannot move") { "" } else { play };
    Some(CandidateLine { is_played, kind: kind.trim_end(), play, value })
}

/// Reads `chances`: won, with a gammon, with a backgammon, lost, with a gammon, with a backgammon, each of 1.
pub(super) fn chances(line: &str) -> Option<[f64; 6]> {
    let three = || count(preceded(space0, decimal), 3);
    let (won, lost) = whole((three(), preceded((space0, char('-')), three())), line.trim_end())?;
    let mut chances = [0.0; 6];
    chances[..3].copy_from_slice(&won);
    chances[3..].copy_from_slice(&lost);
    if chances[0] + chances[3] > 1.5 {
        // As the decimal that it is: 49.932 % are 0.49932.
        chances = chances.map(|chance| (chance * 1e7).round() / 1e9);
    }
    Some(chances)
}

/// Reads `cubeless`: how it was evaluated, and the equity or the chance to win the match.
pub(super) fn cubeless(line: &str) -> Option<(&str, Value)> {
    let at = line.find(" cubeless ")?;
    let name = alt((tag("equity"), tag("MWC")));
    let money = (space0, tag("(Money:"), measured, (space0, char(')')));
    let value = whole(delimited((tag(" cubeless "), name), measured, (opt(money), space0)), &line[at..])?;
    Some((line[..at].trim(), value))
}

/// What a line of cubeful equities is about, in the order of the equities of a decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    NoDouble,
    Take,
    Pass,
}

/// Reads `cubeful`.
pub(super) fn cubeful(line: &str) -> Option<(Choice, Value)> {
    let words = take_while(|c: char| c.is_ascii_alphabetic() || matches!(c, ' ' | ','));
    let row =
        (preceded((one_of("1234"), tag(". ")), words), terminated(measured, (opt(in_brackets), space0)));
    let (words, value) = whole(row, line)?;
    let words = words.trim().to_ascii_lowercase();
    let choice = match words.as_str() {
        _ if words.starts_with("no ") => Choice::NoDouble,
        _ if words.ends_with("pass") => Choice::Pass,
        _ if words.ends_with("take") || words.ends_with("beaver") => Choice::Take,
        _ => return None,
    };
    Some((choice, value))
}

/// Reads `alert`: its words, without the number.
pub(super) fn alert(line: &str) -> Option<&str> {
    let parsed: Parsed<'_, &str> =
        preceded(tag("Alert: "), take_while(|c: char| c.is_ascii_alphabetic() || c == ' ')).parse(line);
    let (rest, words) = parsed.ok()?;
    let ends = whole((opt(char('!')), opt(in_brackets), opt(char('!')), space0), rest);
    ends.map(|_| words.trim())
}

/// Reads the mark below an alert: ` [very bad]`.
pub(super) fn mark(line: &str) -> Option<&str> {
    let words = take_while1(|c: char| c.is_ascii_alphabetic() || c == ' ');
    whole(delimited((space0, char('[')), words, (char(']'), space0)), line)
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_match_goes_on_if_the_players_have_changed_sides() {
        let line = |text| super::score_line(text).expect("a score line");
        let first = line("The score (after 0 games) is: a 0, b 0 (match to 3 points)");
        let next = "The score (after 1 game) is: b 1, a 0 (match to 3 points)";
        assert!(line(next).continues(&first));
        assert!(!line(&next.replace("a 0", "c 0")).continues(&first));
    }

    #[test]
    fn a_mistyped_name_length_or_number_begins_no_match() {
        let line = |text: &'static str| super::score_line(text).expect("a score line");
        let first = line("The score (after 1 game) is: a 0, b 2 (match to 7 points)");
        for (next, goes_on) in [
            ("The score (after 2 games) is: a 0, bb 4 (match to 7 points)", true),
            ("The score (after 2 games) is: a 0, b 4 (match to 9 points)", true),
            ("The score (after 1 game) is: a 0, b 4 (match to 7 points)", true),
            // The score doesn't go on, or there are two differences.
            ("The score (after 2 games) is: a 0, bb 0 (match to 7 points)", false),
            ("The score (after 1 game) is: a 0, b 0 (match to 7 points)", false),
            ("The score (after 2 games) is: a 0, bb 4 (match to 9 points)", false),
            ("The score (after 2 games) is: aa 0, bb 4 (match to 7 points)", false),
            ("The score (after 2 games) is: a 0, b 4", false),
        ] {
            assert_eq!(line(next).continues(&first), goes_on, "{next}");
        }
        let of_nobody = "The score (after 0 games) is: Player 1 0, Player 2 2 (match to 7 points)";
        let next = "The score (after 0 games) is: Player 1 0, Player 2 4 (match to 7 points)";
        assert!(!line(next).continues(&line(of_nobody)), "two positions");
    }

    use super::*;

    #[test]
    fn names_in_the_score_line_may_hold_anything() {
        let line = |text| score_line(text).expect("a score line");
        let session = line("The score (after 0 games) is: x (match to 5) 0, y 0");
        assert_eq!(session.length, None);
        assert_eq!(session.players([None; 2]), [("x (match to 5)", "0"), ("y", "0")]);
        let line = line("The score (after 1 game) is: a, 3 0, b, c 2 1 (match to 3 points), Crawford game");
        assert_eq!((line.games, line.length, line.is_crawford), ("1", Some("3"), true));
        assert_eq!(line.players([Some("a, 3"), Some("b, c 2 (Cube: 2)")]), [("a, 3", "0"), ("b, c 2", "1")]);
        assert_eq!(score_line("The score (after 0 games) is: nobody"), None);
    }

    #[test]
    fn a_decision_has_a_title() {
        let of = |line| decision(line).map(|decision| (decision.number, decision.name, decision.title));
        assert_eq!(
            of("Move number 1:  to play 31 to play 42"),
            Some(("1", "to play 31", Title::ToPlay("42")))
        );
        assert_eq!(of("Move number 3:  Ann on roll, cube decision?"), Some(("3", "Ann", Title::OnRoll)));
        assert_eq!(of("Move number 4:  Ann doubles to 2"), Some(("4", "Ann", Title::Doubles("2"))));
        let resigned = decision("Move number 9:  Bob resigns 2 points GNU Backgammon  Position ID: x");
        let resigned = resigned.expect("a decision");
        assert_eq!((resigned.name, resigned.title), ("Bob", Title::Resigns));
        assert_eq!(resigned.rest, " GNU Backgammon  Position ID: x");
        assert_eq!(of("Move number 4:  Ann dances"), None);
    }

    #[test]
    fn candidates_have_a_kind_a_play_and_a_value() {
        let line = candidate("*    6. Cubeful 0-ply    24/21 10/8                   Eq.: -0.306 (-0.074)");
        let line = line.expect("a candidate");
        assert_eq!((line.is_played, line.kind, line.play), (true, "Cubeful 0-ply", "24/21 10/8"));
        assert_eq!(line.value, Value { number: -0.306, is_percent: false });
        let line = candidate("     2. Cubeful 2-ply    bar/24 6/5                   MWC:  49,80% ( -0,27%)");
        let line = line.expect("a candidate");
        assert_eq!((line.is_played, line.play, line.value.number), (false, "bar/24 6/5", 49.8));
        assert!(line.value.is_percent);
        assert!(candidate("*   ??  Cubeful 0-ply    8/3*                Eq.: -1.388 (-1.288)").is_some());
        assert_eq!(candidate("*    8/5 6/5"), None);
    }

    #[test]
    fn numbers_of_the_cube_are_found_by_their_words() {
        let value = |number, is_percent| Value { number, is_percent };
        for (line, found) in [
            ("0-ply cubeless equity +0.026 (Money: +0.025)", ("0-ply", value(0.026, false))),
            ("2-ply cubeless MWC  49.89% (Money: -0.007)", ("2-ply", value(49.89, true))),
        ] {
            assert_eq!(cubeless(line), Some(found));
        }
        for (line, found) in [
            ("1. No double           +0.042", (Choice::NoDouble, value(0.042, false))),
            ("2. Double, pass        +1.000  (+0.958)", (Choice::Pass, value(1.0, false))),
            ("3. Double, take         45.77%  ( -4.16%)", (Choice::Take, value(45.77, true))),
        ] {
            assert_eq!(cubeful(line), Some(found));
        }
        assert_eq!(cubeful("3. something else 1.0"), None);
        let percent = chances("   49.932  13.196   0.459 -  50.068  13.661   0.555");
        assert_eq!(percent.map(|it| it[0]), Some(0.49932));
        assert_eq!(chances("  0.499 0.132 0.005 - 0.501 0.137"), None);
    }

    #[test]
    fn alerts_have_words() {
        assert_eq!(alert("Alert: very bad move ( -0.296)"), Some("very bad move"));
        assert_eq!(alert("Alert: wrong double (-0.425)!"), Some("wrong double"));
        assert_eq!(alert("Alert: lucky roll! (+0.5)"), Some("lucky roll"));
        assert_eq!(mark(" [very bad]"), Some("very bad"));
        assert_eq!(alert("Alert: 3"), None);
    }
}
