//! The writer of `TrueMoneyGames`' records.

use super::{HOLDS, kind};
use crate::board::Side;
use crate::diag::count::many;
use crate::formats::inventory::value_of;
use crate::formats::rows::Rows;
use crate::formats::script::{self, Can, one_line, plain_name, steps};
use crate::formats::words::number;
use crate::game::record::{Cause, Header, headers};
use crate::game::told::Finale;
use crate::game::{Act, Ending, Happening, MAX_CUBE, Replayed};
use crate::rules::{Outcome, Variant};
use std::fmt::Write as _;

/// Writes one match; [`Side::Zero`] is player 1.
pub(super) fn write(replayed: &Replayed) -> Vec<u8> {
    let replayed = &*replayed.in_first_columns();
    let replayed = &*replayed.with_shown_jacoby();
    let can = Can {
        holds: HOLDS,
        variant: |variant| matches!(variant, Variant::Standard | Variant::Nackgammon),
        names_of_each_game: false,
        names_outcomes: false,
        causes: &[Cause::TimeOut],
    };
    let script = script::script(replayed, &can, fits);
    let mut writer = Writer { text: String::new(), rows: Rows::new() };
    let names = Side::ALL.map(|side| plain_name(replayed.name(0, side)));
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

/// Returns `true` if a header can be written.
fn fits(header: &Header) -> bool {
    let (key, value) = (header.key.value.as_str(), header.value.value.as_str());
    if key.eq_ignore_ascii_case(headers::MATCH_ID) {
        return value.trim() == one_line(value).trim();
    }
    if key.eq_ignore_ascii_case(headers::DATE) {
        let parts: Vec<&str> = value.trim().split('.').collect();
        return parts.len() == 3 && parts.iter().all(|part| number(part).is_some());
    }
    let is_rating = headers::ELO.into_iter().any(|known| known.eq_ignore_ascii_case(key));
    let value = value.trim();
    is_rating && value.parse::<f64>().is_ok() && value != "0"
}

struct Writer {
    text: String,
    rows: Rows,
}

impl Writer {
    fn head(&mut self, replayed: &Replayed, names: &[String; 2], headers: &[Header]) {
        let rules = &replayed.rules;
        let value = |key: &str| value_of(headers, key);
        let mut option = |key: &str, value: Option<String>| {
            if let Some(value) = value {
                let _ = writeln!(self.text, "{key}: {value}");
            }
        };
        let switch = |on: bool| u8::from(on).to_string();
        option("MatchID", value(headers::MATCH_ID).filter(|id| !id.is_empty()).map(str::to_owned));
        for side in [Side::Zero, Side::One] {
            let number = side.index() + 1;
            let rating = value(headers::ELO[side.index()]).unwrap_or("0");
            let player = format!("{number} {} {rating}", names[side.index()]);
            option(&format!("Player{number}"), Some(player));
        }
        option("Startdate", value(headers::DATE).map(|date| date.replace('.', "-")));
        option("Jacoby", script::jacoby(replayed).map(switch));
        option("Beavers", script::beavers(replayed).map(headers::limit));
        option("AutomaticDoubles", script::automatic_doubles(replayed).map(headers::limit));
        option("Crawford", (!rules.is_money()).then(|| switch(rules.crawford)));
        option("Cube", Some(switch(rules.cube)));
        option("MaxCube", (rules.cube_limit != MAX_CUBE).then(|| rules.cube_limit.to_string()));
        option("Length", Some(rules.length.to_string()));
        option("Variant", Some(if rules.variant == Variant::Nackgammon { "2" } else { "1" }.to_owned()));
        self.text.push('\n');
    }

    fn game(&mut self, replayed: &Replayed, index: usize) {
        let game = &replayed.games[index];
        let points = replayed.head_score(index);
        let _ = writeln!(self.text, "Game {}: {}-{}", game.number, points[Side::Zero], points[Side::One]);
        if script::denies_crawford(replayed, index) {
            self.text.push_str("Crawford game: no\n");
        }
        self.rows = Rows::new();
        for double in 1..=u32::from(game.automatic_doubles.min(15)) {
            let words = format!("Automatic double to {}", 1_u32 << double);
            self.line(Side::Zero, kind::AUTOMATIC_DOUBLE, &words);
        }
    }

    fn line(&mut self, by: Side, what: u32, words: &str) {
        let sign = if by == Side::Zero { "" } else { "-" };
        let _ = writeln!(self.text, " {sign}{} {what} {words}", self.rows.number());
    }

    fn act(&mut self, act: &Act) {
        let by = act.by;
        self.rows.turn(by);
        match act.what {
            Happening::Played { roll, play } => {
                self.line(by, kind::ROLL, &format!("{roll}:"));
                let play = if play.is_dance() { "0/0".to_owned() } else { steps(&play, '/', " ", false) };
                self.line(by, kind::PLAY, &play);
            }
            Happening::RolledOnly { roll } => self.line(by, kind::ROLL, &format!("{roll}:")),
            Happening::Doubled { to, beaver: false } => {
                self.line(by, kind::DOUBLE, &format!("Double to {to}"));
            }
            Happening::Doubled { to, beaver: true } => {
                let word = if self.rows.is_beavered() { "Raccoon" } else { "Beaver" };
                self.line(by, kind::BEAVER, &format!("{word} to {to}"));
            }
            Happening::Taken => self.line(by, kind::TAKE, "Take"),
            Happening::Passed => self.line(by, kind::PASS, "Pass"),
            _ => {}
        }
        self.rows.note(act);
    }

    fn end(&mut self, end: &Finale, names: &[String; 2]) {
        let result = end.result;
        let Some(winner) = result.winner else { return };
        let points = result.points;
        let words = many(points.into(), "point");
        if end.cause.is_some() {
            let loser = !winner;
            self.rows.turn(loser);
            let name = &names[loser.index()];
            self.line(loser, kind::TIME_OUT, &format!("{points} {name} loses {words} by time-out"));
        }
        self.rows.turn(winner);
        let what = match result.outcome {
            Some(Outcome::Gammon) if result.ending != Ending::Passed => kind::WINS_GAMMON,
            Some(Outcome::Backgammon) if result.ending != Ending::Passed => kind::WINS_BACKGAMMON,
            _ => kind::WINS_SINGLE,
        };
        let name = &names[winner.index()];
        self.line(winner, what, &format!("{points} {name} wins {words}"));
    }
}
