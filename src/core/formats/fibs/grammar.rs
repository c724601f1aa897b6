//! The grammar of the lines.
//!
//! ```text
//! line     = [ "> " ] ( match / game / opening / first / roll / play / dance / only / double / take / drop
//!                     / resign / accept / refuse / win / match-win / score / board / clip / prompt )
//! match    = "** You are now playing " what " with " name
//!          / "** Player " name " has joined you for " what
//! what     = "a " number " point match" / "an unlimited match"
//! game     = "Starting a new game with " name
//! opening  = who " rolled " number ", " who " rolled " number
//! first    = who " make" [ "s" ] " the first move"
//! roll     = who " roll" [ "s" ] " " number " and " number
//! play     = who " move" [ "s" ] " " 1*( point "-" point " " ) [ "." ]
//! dance    = who " can't move"
//! only     = "The only possible move is " 1*( point "-" point " " )
//! double   = who " double" [ "s" ] "."
//! take     = who " accept" [ "s" ] " the double" [ ". The cube shows " number ]
//! drop     = who " give" [ "s" ] " up. " who " win" [ "s" ] " " points
//! resign   = who " want" [ "s" ] " to resign. " who " will win " points
//! accept   = who " accept" [ "s" ] " and win" [ "s" ] " " points
//! refuse   = who " reject" [ "s" ] ". The game continues"
//! win      = who " win" [ "s" ] " the game and get" [ "s" ] " " points
//! match-win = who " win" [ "s" ] " the " number " point match" [ " " number "-" number ]
//! score    = "score in " number " point match: " name "-" number " " name "-" number
//! board    = "board:" 52( field ":" )
//! clip     = number " " text                ; 1 to 19: what CLIP numbers
//! who      = "You" / name                   ; a name has no blanks
//! points   = number " point" [ "s" ]
//! ```
//!
//! Sources: the specification of CLIP, and the words that clients look for. What follows in a line is ignored.

use crate::formats::words::Parsed;
use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::{tag, take_till1, take_while1};
use nom::character::complete::{char, digit1, one_of, space0, space1};
use nom::combinator::{map, opt, recognize, rest, value, verify};
use nom::multi::many1_count;
use nom::sequence::{delimited, preceded, separated_pair, terminated};

/// What a line states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event<'a> {
    /// A match begins; nothing for the length of an unlimited one.
    Match { with: &'a str, length: Option<&'a str> },
    /// A game begins.
    Game { with: &'a str },
    /// The two dice of the opening roll, as a text with each.
    Opening { dice: [(&'a str, &'a str); 2] },
    /// Who makes the first move.
    First { who: &'a str },
    /// A player rolls.
    Rolls { who: &'a str, dice: [&'a str; 2] },
    /// A player moves.
    Moves { who: &'a str, play: &'a str },
    /// A player dances.
    CannotMove { who: &'a str },
    /// The only possible play of the owner.
    Only { play: &'a str },
    /// A player doubles.
    Doubles { who: &'a str },
    /// A take, and what the cube shows then.
    Takes { who: &'a str, cube: Option<&'a str> },
    /// A double is passed.
    Drops { who: &'a str, winner: &'a str, points: &'a str },
    /// A resignation is offered.
    Resigns { who: &'a str, winner: &'a str, points: &'a str },
    /// A resignation is accepted.
    Accepts { who: &'a str, points: &'a str },
    /// A resignation is refused.
    Refuses { who: &'a str },
    /// A game is won.
    Wins { who: &'a str, points: &'a str },
    /// The match is won; the score has the winner's points first.
    WinsMatch { who: &'a str, length: &'a str, score: Option<[&'a str; 2]> },
    /// The score between two games.
    Score { length: &'a str, players: [(&'a str, &'a str); 2] },
    /// A position.
    Board { line: &'a str },
    /// What CLIP numbers.
    Clip { number: u8, text: &'a str },
    /// What asks for something.
    Prompt,
}

fn who(input: &str) -> Parsed<'_, &str> {
    take_till1(|c: char| c.is_whitespace() || c == ',' || c == ':').parse(input)
}

/// A verb, with an "s" or without, and a blank before it.
fn verb(word: &'static str) -> impl Fn(&str) -> Parsed<'_, &str> {
    move |input| recognize((char(' '), tag(word), opt(char('s')))).parse(input)
}

fn points(input: &str) -> Parsed<'_, &str> {
    terminated(digit1, tag(" point")).parse(input)
}

/// Steps with a dash between their points; other dashes are for the reader of plays to report.
fn play(input: &str) -> Parsed<'_, &str> {
    let place = || take_while1(|c: char| c.is_ascii_alphanumeric());
    let step = (space0, place(), many1_count((one_of("-\u{2012}\u{2013}\u{2014}\u{2212}"), place())));
    map(recognize(many1_count(step)), str::trim).parse(input)
}

/// Returns `true` if steps begin with one that has a dash, as no other text does.
pub(super) fn begins_with_step(play: &str) -> bool {
    self::play(play).is_ok()
}

/// The steps of a play up to its full stop; what isn't one of them is for the reader of plays to report.
fn steps(input: &str) -> Parsed<'_, &str> {
    let end = input.find(" .").unwrap_or(input.len());
    let play = input[..end].trim_matches([' ', '.']);
    let has_points = play.contains(|c: char| c.is_ascii_digit());
    if has_points { Ok(("", play)) } else { Err(nom::Err::Error(())) }
}

fn what(input: &str) -> Parsed<'_, Option<&str>> {
    let of_points = delimited(tag("a "), digit1, tag(" point match"));
    alt((map(of_points, Some), value(None, tag("an unlimited match")))).parse(input)
}

fn begins(input: &str) -> Parsed<'_, Event<'_>> {
    let playing = (preceded(tag("You are now playing "), what), preceded(tag(" with "), who));
    let joined = (preceded(tag("Player "), who), preceded(tag(" has joined you for "), what));
    let named = |name: &str| -> usize { name.trim_end_matches('.').len() };
    alt((
        map(preceded(opt(tag("** ")), playing), move |(length, with)| Event::Match {
            with: &with[..named(with)],
            length,
        }),
        map(preceded(opt(tag("** ")), joined), |(with, length)| Event::Match { with, length }),
        map(preceded(tag("Starting a new game with "), who), move |with| Event::Game {
            with: &with[..named(with)],
        }),
    ))
    .parse(input)
}

fn acts(input: &str) -> Parsed<'_, Event<'_>> {
    let rolled = || (terminated(who, tag(" rolled ")), digit1);
    let opening = (terminated(rolled(), tag(", ")), rolled());
    let rolls = (terminated(who, (verb("roll"), char(' '))), terminated(digit1, tag(" and ")), digit1);
    let drops =
        (who, preceded((verb("give"), tag(" up. ")), who), preceded((verb("win"), char(' ')), points));
    let resigns =
        (who, preceded((verb("want"), tag(" to resign. ")), who), preceded(tag(" will win "), points));
    let takes = (
        terminated(who, (verb("accept"), tag(" the double"))),
        opt(preceded(tag(". The cube shows "), digit1)),
    );
    let wins_match = (
        terminated(who, (verb("win"), tag(" the "))),
        terminated(digit1, tag(" point match")),
        opt(preceded(space1, separated_pair(digit1, char('-'), digit1))),
    );
    let moves = terminated(verify(who, |who: &str| who != "Please"), verb("move"));
    let accepts = (who, preceded((verb("accept"), tag(" and"), verb("win"), char(' ')), points));
    let wins = (who, preceded((verb("win"), tag(" the game and"), verb("get"), char(' ')), points));
    alt((
        map(opening, |(one, other)| Event::Opening { dice: [one, other] }),
        map(terminated(who, (verb("make"), tag(" the first move"))), |who| Event::First { who }),
        map(rolls, |(who, one, other)| Event::Rolls { who, dice: [one, other] }),
        map((moves, preceded(char(' '), steps)), |(who, play)| Event::Moves { who, play }),
        map(terminated(who, tag(" can't move")), |who| Event::CannotMove { who }),
        map(preceded(tag("The only possible move is "), play), |play| Event::Only { play }),
        map(terminated(who, (verb("double"), char('.'))), |who| Event::Doubles { who }),
        map(takes, |(who, cube)| Event::Takes { who, cube }),
        map(drops, |(who, winner, points)| Event::Drops { who, winner, points }),
        map(resigns, |(who, winner, points)| Event::Resigns { who, winner, points }),
        map(accepts, |(who, points)| Event::Accepts { who, points }),
        map(terminated(who, (verb("reject"), tag(". The game continues"))), |who| Event::Refuses { who }),
        map(wins, |(who, points)| Event::Wins { who, points }),
        map(wins_match, |(who, length, score)| Event::WinsMatch {
            who,
            length,
            score: score.map(|(won, lost)| [won, lost]),
        }),
    ))
    .parse(input)
}

fn facts(input: &str) -> Parsed<'_, Event<'_>> {
    let points = || {
        let name = take_till1(|c: char| c == '-' || c.is_whitespace());
        (terminated(name, char('-')), digit1)
    };
    let score = (
        delimited(tag("score in "), digit1, (tag(" point match:"), space1)),
        (terminated(points(), space1), points()),
    );
    let clip = (map(digit1, |number: &str| number.parse().unwrap_or(0)), preceded(char(' '), rest));
    let prompts = || {
        alt((
            tag("Please move "),
            tag("It's your turn"),
            tag("Type 'join"),
            tag("turn: "),
            tag("match length: "),
            tag("points for user"),
            tag("Please wait for "),
        ))
    };
    alt((
        map(recognize((tag("board:"), rest)), |line| Event::Board { line }),
        map(score, |(length, (one, other))| Event::Score { length, players: [one, other] }),
        value(Event::Prompt, prompts()),
        map(clip, |(number, text)| Event::Clip { number, text }),
    ))
    .parse(input)
}

/// Reads a line; `None` if it is none of these.
pub(super) fn event(line: &str) -> Option<Event<'_>> {
    let line = line.trim();
    let line = line.strip_prefix("> ").unwrap_or(line).trim_start();
    let parsed = alt((begins, acts, facts)).parse(line);
    let (_, event) = parsed.ok()?;
    match event {
        Event::Clip { number, .. } if !(1..=19).contains(&number) => None,
        event => Some(event),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_line_says_one_thing() {
        let cases = [
            (
                "** Player bob has joined you for a 5 point match.",
                Event::Match { with: "bob", length: Some("5") },
            ),
            (
                "** You are now playing an unlimited match with bob",
                Event::Match { with: "bob", length: None },
            ),
            ("Starting a new game with bob.", Event::Game { with: "bob" }),
            ("You rolled 3, bob rolled 1", Event::Opening { dice: [("You", "3"), ("bob", "1")] }),
            ("bob makes the first move.", Event::First { who: "bob" }),
            ("> You roll 3 and 1.", Event::Rolls { who: "You", dice: ["3", "1"] }),
            ("bob moves 12\u{2013}18 .", Event::Moves { who: "bob", play: "12\u{2013}18" }),
            ("bob moves bar-20 6-off .", Event::Moves { who: "bob", play: "bar-20 6-off" }),
            ("You can't move.", Event::CannotMove { who: "You" }),
            ("The only possible move is 8-5 6-5 .", Event::Only { play: "8-5 6-5" }),
            ("bob doubles. Type 'accept' or 'reject'.", Event::Doubles { who: "bob" }),
            ("You accept the double. The cube shows 2.", Event::Takes { who: "You", cube: Some("2") }),
            ("bob gives up. You win 1 point.", Event::Drops { who: "bob", winner: "You", points: "1" }),
            (
                "You want to resign. bob will win 2 points.",
                Event::Resigns { who: "You", winner: "bob", points: "2" },
            ),
            ("bob accepts and wins 2 points.", Event::Accepts { who: "bob", points: "2" }),
            ("You reject. The game continues.", Event::Refuses { who: "You" }),
            ("bob wins the game and gets 1 point. Sorry.", Event::Wins { who: "bob", points: "1" }),
            (
                "bob wins the 5 point match 5-3 .",
                Event::WinsMatch { who: "bob", length: "5", score: Some(["5", "3"]) },
            ),
            ("You roll 5 and 41.", Event::Rolls { who: "You", dice: ["5", "41"] }),
            (
                "score in 5 point match: bob-3 me-1",
                Event::Score { length: "5", players: [("bob", "3"), ("me", "1")] },
            ),
            ("12 carl hello", Event::Clip { number: 12, text: "carl hello" }),
        ];
        for (line, expected) in cases {
            assert_eq!(event(line), Some(expected), "{line}");
        }
        for line in ["", "hello there", "35 cats", "bob moves", "bob rolls a dice"] {
            assert_eq!(event(line), None, "{line}");
        }
    }
}
