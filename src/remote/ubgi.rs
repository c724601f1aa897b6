//! The Universal Backgammon Interface: an engine that other programs drive line by line.
//!
//! There are drafts, not a standard: Øystein Schønning-Johansen's 0.01 (a position is a question), and 0.1
//! and 0.2 of the project bgci (a position is set, then `go` asks). All of them are supported; errors are
//! those of 0.2. `docs/remote.md` describes each command.
//!
//! ```
//! use barpoint::remote::Ubgi;
//! use barpoint::Engine;
//!
//! let engine = Engine::new();
//! let mut ubgi = Ubgi::new(&engine, 0);
//! assert_eq!(ubgi.answer("isready").as_deref(), Some("readyok\n"));
//! ```

use super::asked::{Asked, Hop, hops};
use crate::board::{Board, BySide, Die, Roll, Side};
use crate::engine::cube::{CubeState, HouseRules, Owner, Reply, Stakes};
use crate::engine::met::Stage;
use crate::engine::roller;
use crate::engine::search::{MOST_PLIES, Options, Search};
use crate::engine::{Chances, Class, Evaluator, Level};
use crate::notation::{Identified, Kind, identify};
use crate::rules::Variant;
use std::fmt::Write as _;

/// The longest match that can be evaluated, in points.
const LONGEST: u16 = 64;

/// A conversation with one program.
#[derive(Debug)]
pub struct Ubgi<'a> {
    evaluator: &'a dyn Evaluator,
    settings: Settings,
    /// The settings at the beginning, which are announced as defaults.
    usual: Settings,
    context: Context,
    position: Option<Position>,
    dice: Option<(Die, Die)>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Settings {
    plies: u8,
    is_cubeful: bool,
    level: Level,
    seed: u64,
    variant: Variant,
}

impl Settings {
    fn value(&self, place: usize, is_key: bool) -> String {
        match CHOICES[place].name {
            "EvalPlies" => (self.plies + u8::from(is_key)).to_string(),
            "EvalMode" => if self.is_cubeful { "cubeful" } else { "cubeless" }.to_owned(),
            "Level" => self.level.name().to_owned(),
            "Seed" => self.seed.to_string(),
            _ => match self.variant {
                Variant::Nackgammon => "nackgammon",
                Variant::Hypergammon3 => "hypergammon",
                _ => "backgammon",
            }
            .to_owned(),
        }
    }
}

/// The stakes for positions that don't contain them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Context {
    /// 0 for money.
    length: u16,
    has_jacoby: bool,
    has_crawford: bool,
    score: BySide<u16>,
    cube: u32,
    owner: Option<Side>,
    turn: Side,
}

impl Default for Context {
    fn default() -> Self {
        Self {
            length: 0,
            has_jacoby: true,
            has_crawford: true,
            score: BySide::new(0, 0),
            cube: 1,
            owner: None,
            turn: Side::Zero,
        }
    }
}

#[derive(Clone, Debug)]
struct Position {
    board: Board,
    /// The cube and the score in its ID, if it has them.
    state: Option<CubeState>,
    /// Whether a double is offered.
    is_doubled: bool,
}

/// An option: its names in the drafts 0.1 and 0.2, and its declarations in both.
struct Choice {
    name: &'static str,
    key: &'static str,
    /// Its type, range and default, for `option` and for `key`; `{}` stands for the default.
    said: [&'static str; 2],
}

const CHOICES: [Choice; 5] = [
    Choice {
        name: "EvalPlies",
        key: "engine.ply",
        // A ply of 0.2 counts the play itself, too.
        said: ["type spin default {} min 0 max 3", "int 1..4 {} the play, and the plies searched after it"],
    },
    Choice {
        name: "EvalMode",
        key: "engine.mode",
        said: [
            "type combo default {} var cubeful var cubeless",
            "enum cubeful|cubeless {} whether the cube counts",
        ],
    },
    Choice {
        name: "Level",
        key: "engine.level",
        said: [
            "type combo default {} var beginner var casual var intermediate var advanced var expert var master var roller",
            "enum beginner|casual|intermediate|advanced|expert|master|roller {} strength; lower levels make larger errors",
        ],
    },
    Choice {
        name: "Seed",
        key: "engine.seed",
        said: ["type spin default {} min 0 max 4294967295", "int 0..4294967295 {} ! the seed of the errors"],
    },
    Choice {
        name: "Variant",
        key: "game.variant",
        said: [
            "type combo default {} var backgammon var nackgammon var hypergammon",
            "enum backgammon|nackgammon|hypergammon {} which game",
        ],
    },
];

/// An error in a line: the code of draft 0.2, and a text.
type Error = (&'static str, String);

fn bad_command(words: &str) -> Error {
    ("bad_command", words.to_owned())
}

fn bad_value(words: impl Into<String>) -> Error {
    ("bad_value", words.into())
}

fn bad_state(words: &str) -> Error {
    ("bad_state", words.to_owned())
}

fn missing_position() -> Error {
    bad_state("missing position")
}

impl<'a> Ubgi<'a> {
    /// Begins a conversation.
    #[must_use]
    pub fn new(evaluator: &'a dyn Evaluator, plies: u8) -> Self {
        let settings = Settings {
            plies: plies.min(MOST_PLIES),
            is_cubeful: true,
            level: Level::Expert,
            seed: 0,
            variant: Variant::Standard,
        };
        Self { evaluator, settings, usual: settings, context: Context::default(), position: None, dice: None }
    }

    /// Answers a line, with line ends; `None` if the line ends the conversation.
    #[must_use]
    pub fn answer(&mut self, line: &str) -> Option<String> {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        if words == ["quit"] {
            return None;
        }
        let mut said = String::new();
        if let Err((code, more)) = self.obey(line, &words, &mut said) {
            let _ = writeln!(said, "error {code} {more}");
        }
        Some(said)
    }

    fn obey(&mut self, line: &str, words: &[&str], said: &mut String) -> Result<(), Error> {
        // If they are refused, `go` mustn't answer about the ones before.
        match words {
            [word, ..] if *word == "position" || is_id(word) => (self.position, self.dice) = (None, None),
            ["dice", ..] => self.dice = None,
            _ => {}
        }
        match words {
            [] | ["stop"] => {}
            ["ubgi"] => self.introduce(said),
            ["isready"] => said.push_str("readyok\n"),
            ["newgame"] => {
                (self.context.cube, self.context.owner) = (1, None);
                (self.position, self.dice) = (None, None);
            }
            ["newsession", rest @ ..] => self.new_session(rest)?,
            ["setscore", zero, one] => self.set_score(zero, one)?,
            ["setcube", "value", value, "owner", owner] => self.set_cube(value, owner)?,
            ["setturn", side] => {
                self.context.turn = side_of(side).ok_or_else(|| bad_value("expected: p0 or p1"))?;
            }
            ["position", kind @ ("gnubgid" | "xgid" | "ogid"), rest @ ..] if !rest.is_empty() => {
                let text = rest.join(" ");
                let has_prefix = |prefix: &str| text.to_ascii_lowercase().starts_with(prefix);
                let text = match *kind {
                    "xgid" if !has_prefix("xgid=") => format!("XGID={text}"),
                    "ogid" if !has_prefix("ogid") => format!("OGID={text}"),
                    _ => text,
                };
                self.set_position(&text)?;
            }
            ["dice", first, second] => {
                let read = |word: &str| Die::new(word.parse().ok()?);
                let dice = read(first).zip(read(second));
                self.dice = Some(dice.ok_or_else(|| bad_value("dice are two numbers from 1 to 6"))?);
            }
            ["go", rest @ ..] => self.go(rest, said)?,
            ["setoption", "name", name, "value", value] => {
                self.set(name, value)?;
            }
            ["set", key, value] => {
                let place = self.set(key, value)?;
                let _ = writeln!(said, "value {} {}", CHOICES[place].key, self.settings.value(place, true));
            }
            ["get", key] => {
                let place = choice(key)?;
                let _ = writeln!(said, "value {} {}", CHOICES[place].key, self.settings.value(place, true));
            }
            ["keys"] => self.keys(said),
            [word, ..] if is_id(word) => {
                self.set_position(line)?;
                self.act(said)?;
            }
            [word, ..] if is_command(word) => return Err(bad_command(line)),
            [word, ..] => return Err(bad_command(word)),
        }
        Ok(())
    }

    fn introduce(&self, said: &mut String) {
        said.push_str("id name barpoint\nid author the authors of barpoint\n");
        said.push_str(concat!("id version ", env!("CARGO_PKG_VERSION"), "\nproto 0.2\n"));
        for (place, choice) in CHOICES.iter().enumerate() {
            let declared = choice.said[0].replace("{}", &self.usual.value(place, false));
            let _ = writeln!(said, "option name {} {declared}", choice.name);
        }
        self.keys(said);
        said.push_str("ubgiok\n");
    }

    fn keys(&self, said: &mut String) {
        for (place, choice) in CHOICES.iter().enumerate() {
            let declared = choice.said[1].replace("{}", &self.usual.value(place, true));
            let _ = writeln!(said, "key {} {declared}", choice.key);
        }
    }

    fn new_session(&mut self, words: &[&str]) -> Result<(), Error> {
        let mut context = Context { turn: self.context.turn, ..Context::default() };
        let mut is_match = None;
        for pair in words.chunks(2) {
            match pair {
                ["type", "money"] => is_match = Some(false),
                ["type", "match"] => is_match = Some(true),
                ["length", length] => {
                    let length = length.parse().ok().filter(|length| (1..=LONGEST).contains(length));
                    context.length =
                        length.ok_or_else(|| bad_value(format!("length must_be 1..{LONGEST}")))?;
                }
                ["jacoby", word] => context.has_jacoby = on_or_off(word)?,
                ["crawford", word] => context.has_crawford = on_or_off(word)?,
                other => return Err(bad_value(other.join(" "))),
            }
        }
        match (is_match, context.length) {
            (None, _) => return Err(bad_command("expected: newsession type money|match")),
            (Some(true), 0) => return Err(bad_command("expected: newsession type match length N")),
            (Some(false), _) => context.length = 0,
            (Some(true), _) => {}
        }
        self.context = context;
        (self.position, self.dice) = (None, None);
        Ok(())
    }

    fn set_score(&mut self, zero: &str, one: &str) -> Result<(), Error> {
        let most = if self.context.length == 0 { u16::MAX } else { self.context.length - 1 };
        let points = |word: &str| word.parse().ok().filter(|points| *points <= most);
        let score = points(zero).zip(points(one));
        let (zero, one) = score.ok_or_else(|| bad_value("a score is below the length of the match"))?;
        self.context.score = BySide::new(zero, one);
        Ok(())
    }

    fn set_cube(&mut self, value: &str, owner: &str) -> Result<(), Error> {
        let value = value.parse().ok().filter(|value: &u32| value.is_power_of_two() && *value <= 1 << 15);
        let value = value.ok_or_else(|| bad_value("a cube is a power of 2 up to 32768"))?;
        let owner = match owner {
            "center" | "centre" => None,
            other => Some(side_of(other).ok_or_else(|| bad_value("expected: center, p0 or p1"))?),
        };
        (self.context.cube, self.context.owner) = (value, owner);
        Ok(())
    }

    fn set_position(&mut self, text: &str) -> Result<(), Error> {
        let checkers = self.settings.variant.start().board().checkers();
        let found = identify(text, checkers)
            .and_then(Identified::whole)
            .map_err(|error| bad_value(one_line(&error.to_string())))?;
        let board = found.state.board.ok_or_else(|| bad_value("the ID has no checkers"))?;
        if Class::of(&board) == Class::Over {
            return Err(bad_value("a side has no checkers left"));
        }
        let says_all = found.kind != Kind::PositionId;
        let game = found.state.game.filter(|_| says_all);
        if game.is_some_and(|game| Side::ALL.iter().any(|&side| game.away(side) == Some(0))) {
            return Err(bad_value("the match is over"));
        }
        self.dice = game.and_then(|game| game.dice).map(|roll| (roll.high(), roll.low()));
        let state = says_all.then(|| CubeState::of_id(&found.state));
        let is_doubled = game.is_some_and(|game| game.double_offered);
        self.position = Some(Position { board, state, is_doubled });
        Ok(())
    }

    /// Sets an option by either of its names; returns its index.
    fn set(&mut self, name: &str, value: &str) -> Result<usize, Error> {
        let place = choice(name)?;
        let is_key = CHOICES[place].key == name;
        let wrong = || bad_value(format!("{name} {value}"));
        let number = |most: u64| value.parse().ok().filter(|number: &u64| *number <= most).ok_or_else(wrong);
        match CHOICES[place].name {
            "EvalPlies" if is_key => {
                let plies = number(u64::from(MOST_PLIES) + 1)?.checked_sub(1).ok_or_else(wrong)?;
                self.settings.plies = plies as u8;
            }
            "EvalPlies" => self.settings.plies = number(u64::from(MOST_PLIES))? as u8,
            "EvalMode" => {
                self.settings.is_cubeful = match value {
                    "cubeful" => true,
                    "cubeless" => false,
                    _ => return Err(wrong()),
                }
            }
            "Level" => self.settings.level = Level::by_name(value).ok_or_else(wrong)?,
            "Seed" => self.settings.seed = number(u64::from(u32::MAX))?,
            _ => {
                let variant = match value {
                    "backgammon" => Variant::Standard,
                    "nackgammon" => Variant::Nackgammon,
                    "hypergammon" => Variant::Hypergammon3,
                    _ => return Err(wrong()),
                };
                self.settings.variant = variant;
                (self.position, self.dice) = (None, None);
            }
        }
        Ok(place)
    }

    /// Handles `go`: answers the question about the position that was set.
    fn go(&self, words: &[&str], said: &mut String) -> Result<(), Error> {
        let (role, limits) = match words {
            ["role", role, limits @ ..] | [role @ ("chequer" | "cube" | "turn"), limits @ ..] => {
                (*role, limits)
            }
            limits => ("chequer", limits),
        };
        let mut plies = self.settings.plies;
        for pair in limits.chunks(2) {
            match pair {
                ["depth", depth] => {
                    let depth = depth.parse::<u8>().map_err(|_| bad_value(format!("depth {depth}")))?;
                    plies = depth.min(MOST_PLIES);
                }
                // Such limits are ignored: the search has a fixed depth, and never takes long.
                ["movetime" | "nodes" | "trials", number] if number.parse::<u64>().is_ok() => {}
                other => return Err(bad_command(&format!("go {}", other.join(" ")))),
            }
        }
        match role {
            "chequer" => {
                let (hops, told) = self.play(plies)?;
                let _ = writeln!(said, "{told}\nbestmove {}", payload(&hops));
            }
            "cube" => {
                let (word, told) = self.cube(plies)?;
                let _ = writeln!(said, "{told}\nbestcube {word}");
            }
            "turn" => {
                let (word, told) = self.cube(plies)?;
                if word != "nodouble" {
                    let _ = writeln!(said, "{told}\nbestturn cube={word}");
                    return Ok(());
                }
                let (hops, told) = self.play(plies)?;
                let _ = writeln!(said, "{told}\nbestturn cube=nodouble move={}", payload(&hops));
            }
            other => return Err(("unsupported", format!("go role {other}"))),
        }
        Ok(())
    }

    /// Answers a position that is itself the question, as in draft 0.01: the bare action.
    fn act(&self, said: &mut String) -> Result<(), Error> {
        let plies = self.settings.plies;
        if self.dice.is_some() {
            let _ = writeln!(said, "{}", slashed(&self.play(plies)?.0, false));
            return Ok(());
        }
        let word = match self.cube(plies)?.0 {
            "nodouble" => "roll",
            "pass" => "drop",
            other => other,
        };
        let _ = writeln!(said, "{word}");
        Ok(())
    }

    /// Chooses a play; also returns its evaluation as text.
    fn play(&self, plies: u8) -> Result<(Vec<Hop>, String), Error> {
        self.position.as_ref().ok_or_else(missing_position)?;
        let dice = self.dice.ok_or_else(|| bad_state("missing dice"))?;
        self.search(plies, |asked, search| {
            let evaluated = roller::plays(search, &asked.board, Roll::new(dice.0, dice.1));
            let best = &evaluated[0];
            let told = told(best.evaluation.plies, best.evaluation.equity, best.evaluation.chances);
            (hops(&asked.board, &best.play, Some(dice)), told)
        })
    }

    /// Chooses a cube action, or the answer to a double.
    fn cube(&self, plies: u8) -> Result<(&'static str, String), Error> {
        let is_doubled = self.position.as_ref().is_some_and(|position| position.is_doubled);
        self.search(plies, |asked, search| {
            let found = roller::cube(search, &asked.board);
            let told = told(found.plies, found.equity(), found.chances);
            let word = match () {
                () if is_doubled => match asked.reply(search) {
                    Reply::Take => "take",
                    Reply::Pass => "pass",
                    Reply::Beaver => "beaver",
                },
                () if found.action.is_double() => "double",
                () => "nodouble",
            };
            (word, told)
        })
    }

    fn search<T>(&self, plies: u8, ask: impl FnOnce(&Asked, &mut Search<'_>) -> T) -> Result<T, Error> {
        let position = self.position.as_ref().ok_or_else(missing_position)?;
        let state = position.state.unwrap_or_else(|| self.context.state());
        let asked = Asked { board: position.board, state };
        let settings = &self.settings;
        let roller = settings.level.options().roller;
        let options = Options { plies, cubeful: settings.is_cubeful, roller, ..Options::default() };
        let erring = settings.level.erring(self.evaluator, settings.seed);
        let mut search = asked.search(&erring, options).map_err(bad_state)?;
        Ok(ask(&asked, &mut search))
    }
}

impl Context {
    /// Returns the cube and the stakes from the view of the side that has to act.
    fn state(&self) -> CubeState {
        let by = self.turn;
        let away = |side| usize::from(self.length - self.score[side].min(self.length - 1));
        let stakes = if self.length == 0 {
            Stakes::Money { jacoby: self.has_jacoby, beavers: true }
        } else {
            Stakes::Match { away: away(by), opponent: away(!by), stage: Stage::Before }
        };
        let is_crawford = matches!(
            stakes,
            Stakes::Match { away, opponent, .. } if self.has_crawford && (away == 1) != (opponent == 1)
        );
        let owner = Owner::of(self.owner, by);
        let house = HouseRules { has_crawford: self.has_crawford, ..HouseRules::NONE };
        CubeState { value: self.cube, owner, is_in_use: !is_crawford, stakes, house }
    }
}

/// Finds an option by either of its names.
fn choice(name: &str) -> Result<usize, Error> {
    let found = CHOICES.iter().position(|choice| choice.key == name || choice.name == name);
    found.ok_or_else(|| ("unsupported", name.to_owned()))
}

/// Returns `true` if a word begins a position that is itself the question.
fn is_id(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    word.starts_with("board:") || ["xgid=", "ogid=", "ogid:"].iter().any(|id| lower.starts_with(id))
}

/// Returns `true` if a word begins a command, so that an error is about the words after it.
fn is_command(word: &str) -> bool {
    let words = "ubgi isready newgame newsession setscore setcube setturn position dice go setoption set get keys \
                 stop quit";
    words.split_whitespace().any(|command| command == word)
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "p0" => Some(Side::Zero),
        "p1" => Some(Side::One),
        _ => None,
    }
}

fn on_or_off(word: &str) -> Result<bool, Error> {
    match word {
        "on" => Ok(true),
        "off" => Ok(false),
        other => Err(bad_value(format!("{other} must_be on or off"))),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Formats the evaluation of an action: depth, normalised equity and chances.
fn told(plies: u8, equity: f32, chances: Chances) -> String {
    format!(
        "info depth {plies} eq {equity:.4} pwin {:.4} pgammon {:.4} pbg {:.4}",
        chances.win(),
        chances.win_gammon(),
        chances.0[5]
    )
}

/// Writes a play in the form of `bestmove`.
fn payload(hops: &[Hop]) -> String {
    if hops.is_empty() { "pass".to_owned() } else { slashed(hops, true) }
}

/// Writes a play step by step, with the bar and borne-off checkers in words or as 25 and 0.
fn slashed(hops: &[Hop], in_words: bool) -> String {
    let place = |number: u8| match number {
        25 if in_words => "bar".to_owned(),
        0 if in_words => "off".to_owned(),
        number => number.to_string(),
    };
    hops.iter().map(|(from, to, _)| format!("{}/{}", place(*from), place(*to))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Pips;

    /// Sends lines, and returns the answer to the last one.
    fn say(lines: &[&str]) -> String {
        let mut engine = Ubgi::new(&Pips(30.0), 0);
        let mut last = String::new();
        for line in lines {
            last = engine.answer(line).expect("an answer");
        }
        last
    }

    const START: &str = "position gnubgid 4HPwATDgc/ABMA";

    #[test]
    fn both_handshakes_are_answered() {
        let hello = say(&["ubgi"]);
        assert!(hello.starts_with("id name barpoint\n") && hello.ends_with("\nubgiok\n"), "{hello}");
        assert_eq!(hello.matches("\noption name ").count(), CHOICES.len());
        assert_eq!(hello.matches("\nkey ").count(), CHOICES.len());
        assert!(hello.contains("\noption name EvalPlies type spin default 0 min 0 max 3\n"), "{hello}");
        assert!(hello.contains("\nkey engine.ply int 1..4 1 the play, "), "{hello}");
        assert_eq!(say(&["isready"]), "readyok\n");
        assert!(Ubgi::new(&Pips(30.0), 0).answer("quit").is_none());
    }

    #[test]
    fn every_option_is_set_by_both_names_and_read_again() {
        for (name, value, key, told) in [
            ("EvalPlies", "1", "engine.ply", "2"),
            ("EvalMode", "cubeless", "engine.mode", "cubeless"),
            ("Level", "casual", "engine.level", "casual"),
            ("Seed", "7", "engine.seed", "7"),
            ("Variant", "hypergammon", "game.variant", "hypergammon"),
        ] {
            assert_eq!(say(&[&format!("setoption name {name} value {value}")]), "");
            let expected = format!("value {key} {told}\n");
            assert_eq!(
                say(&[&format!("setoption name {name} value {value}"), &format!("get {key}")]),
                expected
            );
            assert_eq!(say(&[&format!("set {key} {told}")]), expected);
            assert!(say(&[&format!("set {key} frobnicate")]).starts_with("error bad_value "));
        }
        assert_eq!(say(&["get engine.tea"]), "error unsupported engine.tea\n");
        assert_eq!(say(&["set engine.ply 0"]), "error bad_value engine.ply 0\n");
    }

    #[test]
    fn a_play_is_from_and_to_for_each_step() {
        let answer = say(&[START, "dice 6 5", "go role chequer depth 0"]);
        let last = answer.lines().last().expect("a line");
        assert!(last.starts_with("bestmove ") && last.split(' ').count() == 3, "{answer}");
        assert!(answer.starts_with("info depth 0 eq "), "{answer}");
        assert_eq!(
            say(&["position xgid -BBBBBBaa---------------b-:0:0:1:00:0:0:0:0:10", "dice 6 6", "go"])
                .lines()
                .last(),
            Some("bestmove 6/off 6/off 5/off 5/off")
        );
    }

    #[test]
    fn a_side_that_cannot_move_passes() {
        let closed = "position xgid ------E-C----E-----bbbbbbA:0:0:1:61:0:0:0:0:10";
        let said = say(&[closed, "go chequer"]);
        assert!(said.ends_with("\nbestmove pass\n"), "{said}");
        assert_eq!(say(&[&closed["position xgid ".len()..].replace("------E", "XGID=------E")]), "\n");
    }

    #[test]
    fn the_cube_follows_the_score() {
        let ahead = "position xgid -BBBCCC-----------ccccc---:0:0:1:00:0:0:0:0:10";
        assert!(say(&[ahead, "go cube"]).ends_with("bestcube double\n"));
        assert!(say(&[START, "go role cube"]).ends_with("bestcube nodouble\n"));
        let crawford = [
            "newsession type match length 3",
            "setscore 2 0",
            "setturn p1",
            "setcube value 1 owner center",
            START,
            "go cube",
        ];
        assert!(say(&crawford).ends_with("bestcube nodouble\n"), "the Crawford game");
        // After it: without the rule, or by an ID.
        let off =
            ["newsession type match length 3 crawford off", "setscore 2 0", "setturn p1", START, "go cube"];
        let id = ["position xgid -b----E-C---eE---c-e----B-:0:0:1:00:0:2:0:3:10", "go cube"];
        assert_eq!(say(&off), say(&id));
        assert!(say(&[ahead, "dice 3 1", "go turn"]).ends_with("bestturn cube=double\n"));
        assert!(say(&[START, "dice 3 1", "go turn"]).contains("bestturn cube=nodouble move="));
    }

    #[test]
    fn a_position_can_be_the_question() {
        let play = say(&["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"]);
        assert_eq!(play.trim_end().split(' ').count(), 2, "{play}");
        assert_eq!(say(&["XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"]), "roll\n");
        assert_eq!(say(&["XGID=-BBBCCC-----------ccccc---:0:0:1:00:0:0:0:0:10"]), "double\n");
    }

    #[test]
    fn what_cannot_be_done_is_an_error_and_the_conversation_goes_on() {
        for (lines, error) in [
            (&["frobnicate 3"][..], "error bad_command frobnicate"),
            (&["position gnubgid !!"], "error bad_value "),
            (&["position gnubgid AAAAAAAAAAAAAA"], "error bad_value "),
            (&["position fen x"], "error bad_command position fen x"),
            (&["dice 7 1"], "error bad_value dice "),
            (&["dice 1"], "error bad_command dice 1"),
            (&["go"], "error bad_state missing position"),
            (&[START, "go"], "error bad_state missing dice"),
            (&[START, "dice 3 1", "dice 7 1", "go"], "error bad_state missing dice"),
            (&[START, "dice 3 1", "position gnubgid !!", "go"], "error bad_state missing position"),
            (&[START, "position xgid", "go cube"], "error bad_state missing position"),
            (&[START, "XGID=x", "go cube"], "error bad_state missing position"),
            (&["dice 3 1", "go"], "error bad_state missing position"),
            (&[START, "go role rollout"], "error unsupported go role rollout"),
            (&[START, "dice 3 1", "go chequer depth x"], "error bad_value depth x"),
            (&["newsession type match"], "error bad_command expected: "),
            (&["newsession type match length 65"], "error bad_value length "),
            (&["newsession type match length 3", "setscore 3 0"], "error bad_value "),
            (&["setcube value 3 owner p0"], "error bad_value "),
            (&["setturn p2"], "error bad_value "),
            (&["\u{0}\u{ffff}"], "error bad_command "),
        ] {
            let said = say(lines);
            assert!(said.starts_with(error) && said.lines().count() == 1, "{lines:?}: {said}");
        }
        assert_eq!(say(&["", "stop"]), "");
    }
}
