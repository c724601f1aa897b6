//! The grammar of the questions, and the errors for lines outside it.
//!
//! The names of the words are those in GNU Backgammon's answers:
//! `syntax error, unexpected E_INTEGER, expecting EOL`.

use crate::rules::Outcome;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Request<'a> {
    Version,
    Help,
    Exit,
    Debug(bool),
    NewInterface(bool),
    Prompt,
    Board(Question<'a>),
    Evaluation(Question<'a>),
}

/// A board and the text after it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Question<'a> {
    /// `board:` and the fields, in lower case up to the first colon.
    pub(super) board: &'a str,
    pub(super) context: Context,
}

/// The settings that a board line doesn't contain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Context {
    pub(super) plies: u8,
    pub(super) is_cubeful: bool,
    pub(super) has_jacoby: bool,
    pub(super) has_beavers: bool,
    /// Whether the Crawford rule holds; `None` if the line doesn't contain it.
    pub(super) has_crawford: Option<bool>,
    pub(super) resignation: Option<Outcome>,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            plies: 0,
            is_cubeful: false,
            has_jacoby: true,
            has_beavers: true,
            has_crawford: None,
            resignation: None,
        }
    }
}

/// The number of fields of a board line.
const FIELDS: usize = 52;

#[derive(Clone, Copy, Debug, PartialEq)]
enum Token<'a> {
    End,
    Other,
    Integer(i64),
    Float,
    Text,
    Boolean(bool),
    /// A word of the protocol, in capitals.
    Key(&'static str),
    /// `board:` with its fields.
    Board(&'a str),
}

impl Token<'_> {
    fn name(&self) -> &'static str {
        match self {
            Self::End => "EOL",
            Self::Other => "E_CHARACTER",
            Self::Integer(_) => "E_INTEGER",
            Self::Float => "E_FLOAT",
            Self::Text => "E_STRING",
            Self::Boolean(_) => "E_BOOLEAN",
            Self::Key(name) => name,
            Self::Board(_) => "FIBSBOARD",
        }
    }
}

/// The words that are keywords everywhere, with their names in messages.
const KEYS: [(&str, &str); 11] = [
    ("version", "INTERFACEVERSION"),
    ("help", "HELP"),
    ("exit", "EXIT"),
    ("quit", "EXIT"),
    ("set", "SET"),
    ("debug", "DEBUG"),
    ("interface", "E_INTERFACE"),
    ("prompt", "PROMPT"),
    ("new", "NEW"),
    ("old", "OLD"),
    ("evaluation", "EVALUATION"),
];

/// The words that are keywords only after a board.
const BEHIND: [(&str, &str); 11] = [
    ("plies", "PLIES"),
    ("noise", "NOISE"),
    ("prune", "PRUNE"),
    ("cube", "CUBE"),
    ("cubeful", "CUBEFUL"),
    ("cubeless", "CUBELESS"),
    ("deterministic", "DETERMINISTIC"),
    ("jacobyrule", "JACOBYRULE"),
    ("crawfordrule", "CRAWFORDRULE"),
    ("resignation", "RESIGNATION"),
    ("beavers", "BEAVERS"),
];

/// Splits a line into words.
struct Words<'a> {
    rest: &'a str,
    /// Whether a board was read.
    is_behind: bool,
}

impl<'a> Words<'a> {
    fn next(&mut self) -> Token<'a> {
        self.rest = self.rest.trim_start();
        let Some(first) = self.rest.chars().next() else { return Token::End };
        if let quote @ ('"' | '\'') = first
            && let Some(end) = self.rest[1..].find(quote)
        {
            self.rest = &self.rest[end + 2..];
            return Token::Text;
        }
        let length = self.rest.find(char::is_whitespace).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        if word.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("board:")) {
            self.is_behind = true;
            return Token::Board(word);
        }
        let lower = word.to_ascii_lowercase();
        let behind = if self.is_behind { &BEHIND[..] } else { &[] };
        if let Some((_, name)) = KEYS.iter().chain(behind).find(|(key, _)| *key == lower) {
            return Token::Key(name);
        }
        match lower.as_str() {
            "on" | "yes" | "true" => Token::Boolean(true),
            "off" | "no" | "false" => Token::Boolean(false),
            "fibsboard" => Token::Key("FIBSBOARD"),
            _ => number(word),
        }
    }
}

/// Returns which kind of number a word is; `Token::Other` if it is none.
fn number(word: &str) -> Token<'static> {
    let digits = word.strip_prefix(['-', '+']).unwrap_or(word);
    let is_plain = digits.starts_with(|c: char| c.is_ascii_digit())
        && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    match word.parse() {
        Ok(number) if is_plain => Token::Integer(number),
        _ if is_plain && word.parse::<f64>().is_ok() => Token::Float,
        _ => Token::Other,
    }
}

/// Returns the error for an unexpected word, in the form of a generated parser.
fn unexpected(found: &str, expected: &[&str]) -> String {
    let expecting =
        if expected.is_empty() { String::new() } else { format!(", expecting {}", expected.join(" or ")) };
    format!("syntax error, unexpected {found}{expecting}")
}

/// Parses a line. Fails if the line is outside the grammar: GNU Backgammon's text after `Error: `.
pub(super) fn read(line: &str) -> Result<Request<'_>, String> {
    let mut words = Words { rest: line, is_behind: false };
    let request = match words.next() {
        Token::End => return Err("no command given".to_owned()),
        Token::Key("INTERFACEVERSION") => Request::Version,
        Token::Key("HELP") => Request::Help,
        Token::Key("EXIT") => Request::Exit,
        Token::Key("SET") => set(&mut words)?,
        Token::Key("EVALUATION") => {
            match words.next() {
                Token::Key("FIBSBOARD") => {}
                // To GNU Backgammon `board:` is that word, too; a name follows it.
                Token::Board(_) => return Err(unexpected(Token::Text.name(), &["FIBSBOARD"])),
                other => return Err(unexpected(other.name(), &["FIBSBOARD"])),
            }
            return match words.next() {
                Token::Board(board) => question(board, &mut words, Asks::Numbers).map(Request::Evaluation),
                Token::Key("FIBSBOARD") => Err(no_board(&mut words)),
                other => Err(unexpected(other.name(), &["FIBSBOARD"])),
            };
        }
        Token::Board(board) => return question(board, &mut words, Asks::Action).map(Request::Board),
        Token::Key("FIBSBOARD") => return Err(no_board(&mut words)),
        other => return Err(unexpected(other.name(), &[])),
    };
    match words.next() {
        Token::End => Ok(request),
        other => Err(unexpected(other.name(), &["EOL"])),
    }
}

/// Returns the error for the word `fibsboard`, which GNU Backgammon takes for the beginning of a board: two names follow.
fn no_board(words: &mut Words<'_>) -> String {
    match words.next() {
        Token::Text => unexpected(words.next().name(), &["':'"]),
        other => unexpected(other.name(), &["E_STRING"]),
    }
}

fn set<'a>(words: &mut Words<'a>) -> Result<Request<'a>, String> {
    match words.next() {
        Token::Key("DEBUG") => boolean(words).map(Request::Debug),
        Token::Key("E_INTERFACE") => match words.next() {
            Token::Key("NEW") => Ok(Request::NewInterface(true)),
            Token::Key("OLD") => Ok(Request::NewInterface(false)),
            other => Err(unexpected(other.name(), &["NEW", "OLD"])),
        },
        Token::Key("PROMPT") => match words.next() {
            Token::Text => Ok(Request::Prompt),
            other => Err(unexpected(other.name(), &["E_STRING"])),
        },
        other => Err(unexpected(other.name(), &["DEBUG", "E_INTERFACE", "PROMPT"])),
    }
}

fn boolean(words: &mut Words<'_>) -> Result<bool, String> {
    match words.next() {
        Token::Boolean(is_on) => Ok(is_on),
        other => Err(unexpected(other.name(), &["E_BOOLEAN"])),
    }
}

fn integer(words: &mut Words<'_>) -> Result<i64, String> {
    match words.next() {
        Token::Integer(number) => Ok(number),
        other => Err(unexpected(other.name(), &["E_INTEGER"])),
    }
}

/// The purpose of a board: words about how to evaluate only belong to an evaluation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    Action,
    Numbers,
}

fn question<'a>(board: &'a str, words: &mut Words<'a>, asks: Asks) -> Result<Question<'a>, String> {
    check_fields(board)?;
    let mut context = Context::default();
    loop {
        match (words.next(), asks) {
            (Token::End, _) => return Ok(Question { board, context }),
            (Token::Key("JACOBYRULE"), _) => context.has_jacoby = boolean(words)?,
            (Token::Key("CRAWFORDRULE"), _) => context.has_crawford = Some(boolean(words)?),
            (Token::Key("BEAVERS"), _) => context.has_beavers = boolean(words)?,
            (Token::Key("RESIGNATION"), _) => context.resignation = resignation(integer(words)?),
            (Token::Key("PLIES"), Asks::Numbers) => context.plies = integer(words)?.clamp(0, 255) as u8,
            (Token::Key("CUBE"), Asks::Numbers) => context.is_cubeful = boolean(words)?,
            (Token::Key("CUBEFUL"), Asks::Numbers) => context.is_cubeful = true,
            (Token::Key("CUBELESS"), Asks::Numbers) => context.is_cubeful = false,
            (Token::Key("NOISE"), Asks::Numbers) => match words.next() {
                Token::Integer(_) | Token::Float => {}
                other => return Err(unexpected(other.name(), &["E_INTEGER", "E_FLOAT"])),
            },
            (Token::Key("DETERMINISTIC"), Asks::Numbers) => {}
            (Token::Key("PRUNE"), Asks::Numbers) => {
                let before = words.rest;
                if !matches!(words.next(), Token::Boolean(_)) {
                    words.rest = before;
                }
            }
            (other, _) => return Err(unexpected(other.name(), &["EOL"])),
        }
    }
}

/// Reads the size of a resignation. The sign for the side that resigns is ignored, as the board contains it.
fn resignation(number: i64) -> Option<Outcome> {
    match number.unsigned_abs() {
        0 => None,
        1 => Some(Outcome::Single),
        2 => Some(Outcome::Gammon),
        _ => Some(Outcome::Backgammon),
    }
}

/// Checks the fields of a board as far as the grammar does: two names and numbers.
fn check_fields(board: &str) -> Result<(), String> {
    let fields: Vec<&str> = board.split(':').collect();
    for number in 1..=3 {
        let field = fields.get(number).copied().unwrap_or_default();
        let is_last = number + 1 >= fields.len();
        let expected = if number < 3 { "E_STRING" } else { "E_INTEGER" };
        if fields.len() <= number {
            return Err(unexpected("FIBSBOARDEND", &["':'"]));
        }
        if field.is_empty() {
            return Err(unexpected(if is_last { "FIBSBOARDEND" } else { "':'" }, &[expected]));
        }
        if number < 3 && self::number(field) != Token::Other {
            return Err(unexpected(self::number(field).name(), &[expected]));
        }
    }
    for (place, field) in fields.iter().enumerate().skip(3) {
        match number(field) {
            Token::Integer(_) => {}
            _ if field.is_empty() => {
                let is_last = place + 1 == fields.len();
                return Err(unexpected(if is_last { "FIBSBOARDEND" } else { "':'" }, &["E_INTEGER"]));
            }
            other => return Err(unexpected(other.name(), &["E_INTEGER"])),
        }
    }
    if fields.len() > FIELDS + 1 {
        return Err(format!("Invalid board. Maximum number of elements is {FIELDS}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "board:a:b:0:0:0:0:-2:0:0:0:0:5:0:3:0:0:0:-5:5:0:0:0:-3:0:-5:0:0:0:0:2:0:1:3:1:3:1:1:1:1:0:1:-1:0:25:0:0:0:0:0:0:0:0";

    /// Found by asking GNU Backgammon 1.07.001.
    #[test]
    fn what_leaves_the_grammar_is_said_in_gnu_backgammons_words() {
        let error = |line: &str| read(line).expect_err(line);
        for (line, said) in [
            ("", "no command given"),
            ("foo", "syntax error, unexpected E_CHARACTER"),
            ("5", "syntax error, unexpected E_INTEGER"),
            ("1.5", "syntax error, unexpected E_FLOAT"),
            ("'foo'", "syntax error, unexpected E_STRING"),
            ("on", "syntax error, unexpected E_BOOLEAN"),
            ("new", "syntax error, unexpected NEW"),
            ("plies 3", "syntax error, unexpected E_CHARACTER"),
            ("version extra", "syntax error, unexpected E_CHARACTER, expecting EOL"),
            ("help version", "syntax error, unexpected INTERFACEVERSION, expecting EOL"),
            ("set", "syntax error, unexpected EOL, expecting DEBUG or E_INTERFACE or PROMPT"),
            ("set debug maybe", "syntax error, unexpected E_CHARACTER, expecting E_BOOLEAN"),
            ("set interface on", "syntax error, unexpected E_BOOLEAN, expecting NEW or OLD"),
            ("set prompt \"a", "syntax error, unexpected E_CHARACTER, expecting E_STRING"),
            ("evaluation", "syntax error, unexpected EOL, expecting FIBSBOARD"),
            ("evaluation fibsboard", "syntax error, unexpected EOL, expecting FIBSBOARD"),
            ("evaluation fibsboard fibsboard", "syntax error, unexpected EOL, expecting E_STRING"),
            ("fibsboard \"board:a:b\"", "syntax error, unexpected EOL, expecting ':'"),
            ("fibsboard 3", "syntax error, unexpected E_INTEGER, expecting E_STRING"),
            ("board:", "syntax error, unexpected FIBSBOARDEND, expecting E_STRING"),
            ("board:a:b", "syntax error, unexpected FIBSBOARDEND, expecting ':'"),
            ("board:12:b:1", "syntax error, unexpected E_INTEGER, expecting E_STRING"),
            ("board::b:1", "syntax error, unexpected ':', expecting E_STRING"),
            ("board:a:b:x", "syntax error, unexpected E_CHARACTER, expecting E_INTEGER"),
            ("board:a:b:1.5", "syntax error, unexpected E_FLOAT, expecting E_INTEGER"),
            ("board:a:b:1::2", "syntax error, unexpected ':', expecting E_INTEGER"),
        ] {
            assert_eq!(error(line), said, "{line}");
        }
        for (behind, said) in [
            (" plies 2", "syntax error, unexpected PLIES, expecting EOL"),
            (" foo", "syntax error, unexpected E_CHARACTER, expecting EOL"),
            (" jacobyrule", "syntax error, unexpected EOL, expecting E_BOOLEAN"),
            (" beavers 3", "syntax error, unexpected E_INTEGER, expecting E_BOOLEAN"),
            (" resignation x", "syntax error, unexpected E_CHARACTER, expecting E_INTEGER"),
            (":1", "Invalid board. Maximum number of elements is 52"),
        ] {
            assert_eq!(error(&format!("{BOARD}{behind}")), said, "{behind}");
        }
        for (behind, said) in [
            ("plies", "syntax error, unexpected EOL, expecting E_INTEGER"),
            ("noise x", "syntax error, unexpected E_CHARACTER, expecting E_INTEGER or E_FLOAT"),
            ("1", "syntax error, unexpected E_INTEGER, expecting EOL"),
        ] {
            assert_eq!(error(&format!("evaluation fibsboard {BOARD} {behind}")), said, "{behind}");
        }
    }

    #[test]
    fn words_behind_a_board_say_what_it_does_not() {
        let line = format!(
            "EVALUATION FIBSBOARD {BOARD} plies 1 cubeful noise 0.0 prune deterministic jacobyrule No"
        );
        let Ok(Request::Evaluation(question)) = read(&line) else { panic!("no evaluation") };
        let context = Context { plies: 1, is_cubeful: true, has_jacoby: false, ..Context::default() };
        assert_eq!((question.board, question.context), (BOARD, context));
        let line = format!("{BOARD} resignation -2 crawfordrule no");
        let Ok(Request::Board(question)) = read(&line) else { panic!("no board") };
        assert_eq!(
            (question.context.resignation, question.context.has_crawford),
            (Some(Outcome::Gammon), Some(false))
        );
        assert_eq!(read("\tset debug TRUE "), Ok(Request::Debug(true)));
    }
}
