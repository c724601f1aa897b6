//! The writer of `GamesGrid`'s records.

use super::read::EXPERIENCE;
use super::{HOLDS, names_line};
use crate::board::Side;
use crate::diag::count::many;
use crate::formats::inventory::value_of;
use crate::formats::rows::Rows;
use crate::formats::script::{self, Can, plain_name, steps};
use crate::game::record::{Header, headers};
use crate::game::told::Finale;
use crate::game::{Act, Happening, Replayed};
use crate::rules::{Outcome, Variant};
use std::fmt::Write as _;

/// Writes one match; [`Side::Zero`] is named first.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    let replayed = &*replayed.in_first_columns();
    let replayed = &*replayed.with_shown_jacoby();
    let can = Can {
        holds: HOLDS,
        variant: |variant| matches!(variant, Variant::Standard | Variant::Nackgammon),
        names_of_each_game: false,
        names_outcomes: true,
        causes: &[],
    };
    let script = script::script(replayed, &can, is_rating);
    let mut writer = Writer { text: String::new(), rows: Rows::new() };
    let mut names = Side::ALL.map(|side| plain_name(replayed.name(0, side)));
    if names[0].is_empty() {
        // The line would begin with ` vs. `, which shows no record.
        headers::PLAYERS[0].clone_into(&mut names[0]);
    }
    if names_line(&format!("{} vs. {}", names[0], names[1])).is_none_or(|(first, _)| first != names[0]) {
        // The first ` vs. ` of the line is read as the one between the names.
        names[0] = names[0].replace("vs.", "vs");
    }
    writer.head(replayed, &names, &script.headers);
    for (index, scene) in script.games.iter().enumerate() {
        writer.game(replayed, index);
        for act in &scene.acts {
            writer.act(act);
        }
        if let Some(end) = &scene.end {
            writer.end(end, &names);
        }
        writer.text.push('\n');
    }
    writer.text.into_bytes()
}

/// Returns `true` for a rating or an experience that the line `ELO` can contain.
fn is_rating(header: &Header) -> bool {
    let key = header.key.value.as_str();
    let known = headers::ELO.into_iter().chain(EXPERIENCE).any(|known| known.eq_ignore_ascii_case(key));
    let value = header.value.value.trim();
    let number =
        value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.') && value.parse::<f64>().is_ok();
    known && number && value != "0"
}

struct Writer {
    text: String,
    rows: Rows,
}

impl Writer {
    fn head(&mut self, replayed: &Replayed, names: &[String; 2], headers: &[Header]) {
        let rules = &replayed.rules;
        // At the beginning of a file, this character is a byte order mark.
        let blank = if names[0].starts_with('\u{FEFF}') { " " } else { "" };
        let _ = writeln!(self.text, "{blank}{} vs. {}", names[0], names[1]);
        let value = |key: &str| value_of(headers, key).unwrap_or("0");
        if !headers.is_empty() {
            let [one, two] = headers::ELO.map(value);
            let [first, second] = EXPERIENCE.map(value);
            let _ = writeln!(self.text, "ELO: {one} {first} {two} {second}");
        }
        let yes = |on: bool| if on { "Yes" } else { "No" }.to_owned();
        let mut option = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = writeln!(self.text, "{key}: {value}");
            }
        };
        // A number if more than yes or no has to be written.
        let count = |count: u8| match count {
            0 => yes(false),
            u8::MAX => yes(true),
            _ => headers::limit(count),
        };
        option("Jacoby", script::jacoby(replayed).map(yes));
        option("Automatic Doubles", script::automatic_doubles(replayed).map(count));
        option("Beavers", script::beavers(replayed).map(count));
        option("Crawford", (!rules.is_money()).then(|| yes(rules.crawford)));
        option("Doubling Cube", Some(yes(rules.cube)));
        let is_nackgammon = rules.variant == Variant::Nackgammon;
        option("Variant", Some(if is_nackgammon { "Nackgammon" } else { "Backgammon" }.to_owned()));
    }

    fn game(&mut self, replayed: &Replayed, index: usize) {
        let game = &replayed.games[index];
        let points = replayed.head_score(index);
        let length = replayed.rules.length;
        let star = |side: Side| {
            let is_leader = game.before.away(side, &replayed.rules) == 1;
            if game.is_crawford && is_leader { "*" } else { "" }
        };
        let score = |side: Side| format!("{}{}", points[side], star(side));
        let _ = write!(self.text, "Game {}.{}-{}", game.number, score(Side::Zero), score(Side::One));
        if length > 0 {
            let _ = write!(self.text, "/{length}");
        }
        self.text.push_str("\n\n");
        for double in 1..=u32::from(game.automatic_doubles.min(15)) {
            let _ = writeln!(self.text, "Automatic double to {}", 1_u32 << double);
        }
        self.rows = Rows::new();
    }

    /// Begins a line for an action of a side: each side acts once in a row, the first one first.
    fn line(&mut self, by: Side, words: &str) {
        self.rows.turn(by);
        self.same_row(by, words);
    }

    fn same_row(&mut self, by: Side, words: &str) {
        let tabs = if by == Side::Zero { "\t" } else { "\t\t" };
        let _ = writeln!(self.text, "{}{tabs}{words}", self.rows.number());
    }

    fn act(&mut self, act: &Act) {
        match act.what {
            Happening::Played { roll, play } => {
                let dice = format!("{roll}:");
                if play.is_dance() {
                    // With a line of the dice before it, GNU Backgammon doesn't pass the turn.
                    self.line(act.by, &format!("{dice} O-O"));
                } else {
                    self.line(act.by, &dice);
                    self.same_row(act.by, &format!("{dice} {}", steps(&play, '/', ", ", false)));
                }
            }
            Happening::RolledOnly { roll } => self.line(act.by, &format!("{roll}:")),
            Happening::Doubled { to, beaver: false } => self.line(act.by, &format!("Double to {to}")),
            Happening::Doubled { beaver: true, .. } => {
                self.line(act.by, if self.rows.is_beavered() { "Raccoon" } else { "Beaver" });
            }
            Happening::Taken => self.line(act.by, "Accept"),
            Happening::Passed => self.line(act.by, "Pass"),
            _ => {}
        }
        self.rows.note(act);
    }

    fn end(&mut self, end: &Finale, names: &[String; 2]) {
        let result = end.result;
        let Some(winner) = result.winner else { return };
        match end.resigned {
            Some(Outcome::Gammon) => self.line(!winner, "resign a gammon"),
            Some(Outcome::Backgammon) => self.line(!winner, "resign a backgammon"),
            Some(Outcome::Single) | None if result.ending == crate::game::Ending::Resigned => {
                self.line(!winner, "resign");
            }
            _ => {}
        }
        let points = many(result.points.into(), "point");
        let _ = writeln!(self.text, "{} wins {points}.", names[winner.index()]);
    }
}
