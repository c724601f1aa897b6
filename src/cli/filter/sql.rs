//! The conditions in SQL, on the columns of the database of decisions.

use super::{Args, CUBE_ACTIONS, Conditions, Dates, KindArg, Range};
use crate::board::Board;
use crate::engine::opening::Opening;
use crate::notation::PositionId;
use crate::output::json::DecisionJson;
use crate::rules::resolve;
use crate::stats::Phase;
use rusqlite::types::Value;
use std::fmt::Write as _;

/// The checkers of a side; an ID with fewer has the rest borne off.
const MOST_CHECKERS: u8 = 15;

/// A condition and the values of its places.
#[derive(Debug, Default)]
struct Sql {
    parts: Vec<String>,
    values: Vec<Value>,
}

impl Sql {
    /// Adds a condition, in which each `?` stands for the next of the values.
    fn add(&mut self, part: &str, values: impl IntoIterator<Item = Value>) {
        self.parts.push(part.to_owned());
        self.values.extend(values);
    }

    /// Adds that a column has one of some words.
    fn one_of(&mut self, column: &str, words: impl IntoIterator<Item = String>) {
        let words: Vec<Value> = words.into_iter().map(Value::Text).collect();
        let places = vec!["?"; words.len()].join(", ");
        self.add(&format!("{column} IN ({places})"), words);
    }
}

impl Sql {
    /// Adds that a decision is of the first roll of an opening or of the reply to it: a decision `e` before it has
    /// led from the starting position to that of the reply.
    fn add_opening(&mut self, opening: &Opening) {
        let text = |text: String| Value::Text(text);
        let start = || text(PositionId::encode(&Board::START).to_string());
        let roll = || text(opening.roll.to_string());
        let after = opening.play.map(|(_, after)| text(PositionId::encode(&after.flip()).to_string()));
        let mut parts = Vec::new();
        let mut values = Vec::new();
        if opening.reply.is_none() {
            let and_after = if after.is_some() { " AND d.after = ?" } else { "" };
            parts.push(format!("d.position = ? AND d.roll = ?{and_after}"));
            values.extend([start(), roll()].into_iter().chain(after.clone()));
        }
        let mut reply = "d.roll IS NOT NULL AND EXISTS (SELECT 1 FROM decision e WHERE e.record = d.record \
                         AND e.game = d.game AND e.ordinal < d.ordinal AND e.position = ? AND e.roll = ? \
                         AND e.after = d.position"
            .to_owned();
        values.extend([start(), roll()]);
        if let Some(after) = after {
            reply.push_str(" AND e.after = ?");
            values.push(after);
        }
        reply.push(')');
        if let Some(roll) = opening.reply {
            reply.push_str(" AND d.roll = ?");
            values.push(text(roll.to_string()));
        }
        parts.push(reply);
        self.add(&format!("(({}))", parts.join(") OR (")), values);
    }
}

impl Conditions<'_> {
    /// Returns the condition on `decision d` and `record r`, with the values of its places; `names` has
    /// all players of the database. What SQL can't tell, [`Conditions::fits_hit`] tells of what it finds.
    pub(crate) fn sql(&self, names: &[String]) -> (String, Vec<Value>) {
        let args = self.args;
        let mut sql = Sql::default();
        let number = |number: i64| Value::Integer(number);
        if let Some(board) = self.position {
            sql.add("d.position = ?", [Value::Text(PositionId::encode(&board).to_string())]);
        }
        if !args.class.is_empty() {
            let bit =
                |class: &Phase| Phase::ALL.iter().position(|phase| phase == class).map_or(0, |at| 1 << at);
            let bits = args.class.iter().fold(0, |bits, class| bits | bit(class));
            sql.add("d.classes & ? <> 0", [number(bits)]);
        }
        if let Some(range) = args.pips {
            sql.add("d.pips BETWEEN ? AND ?", [range.from, range.to].map(number));
        }
        if let Some(range) = args.lead {
            sql.add("d.opponent_pips - d.pips BETWEEN ? AND ?", [range.from, range.to].map(number));
        }
        if let Some((own, other)) = args.score {
            sql.add("d.score = ? AND d.opponent_score = ?", [own, other].map(|points| number(points.into())));
        }
        if let Some((own, other)) = args.away {
            let away = "d.length > 0 AND d.length - d.score = ? AND d.length - d.opponent_score = ?";
            sql.add(away, [own, other].map(|points| number(points.into())));
        }
        if let Some(length) = args.length {
            sql.add("d.length = ?", [number(length.into())]);
        }
        if let Some(cube) = args.cube {
            sql.add("d.cube = ?", [number(cube.into())]);
        }
        if !args.dice.is_empty() {
            sql.one_of("d.roll", args.dice.iter().map(ToString::to_string));
        }
        if let Some(opening) = &args.opening {
            sql.add_opening(opening);
        }
        if !args.action.is_empty() {
            sql.one_of("d.action", args.action.iter().cloned());
        }
        for (column, wanted) in [("d.player", &args.player), ("d.opponent", &args.opponent)] {
            if let Some(wanted) = wanted {
                let all = names.iter().filter(|name| self.players.are_one(wanted, name));
                sql.one_of(column, all.cloned());
            }
        }
        if let Some(Dates { from, to }) = &args.date {
            let length = if to.is_empty() { 0 } else { to.len() as i64 };
            sql.add(
                "r.date >= ? AND substr(r.date, 1, ?) <= ?",
                [Value::Text(from.clone()), number(length), Value::Text(to.clone())],
            );
        }
        if let Some(Range { from, to }) = args.luck {
            sql.add("d.luck BETWEEN ? AND ?", [from, to].map(Value::Real));
        }
        self.add_losses(&mut sql);
        let condition = if sql.parts.is_empty() { "1".to_owned() } else { sql.parts.join(" AND ") };
        (condition, sql.values)
    }

    fn add_losses(&self, sql: &mut Sql) {
        let args = self.args;
        if !self.need_losses() {
            if let Some(kind) = args.kind {
                let not = if kind == KindArg::Cube { "" } else { "NOT " };
                sql.add(&format!("d.action {not}IN ('{}')", CUBE_ACTIONS.join("', '")), []);
            }
            return;
        }
        let mut parts: Vec<String> =
            self.columns().map(|column| format!("({})", self.lost(column))).collect();
        if self.wants_right() {
            let each = |what: &str| -> Vec<String> {
                self.columns().map(|column| format!("d.{column}_loss {what}")).collect()
            };
            let (some, none) = (each("IS NOT NULL").join(" OR "), each("> 0").join(" OR "));
            parts.push(format!("({some}) AND ({none}) IS NOT TRUE"));
        } else {
            // The index of losses is of use where both columns are asked at once.
            let least = args.loss.map_or(0.0, |range| range.from);
            sql.add("d.loss > 0 AND d.loss >= ?", [Value::Real(least)]);
        }
        sql.add(&format!("({})", parts.join(" OR ")), []);
    }

    /// Returns the beginnings of the names of the columns for the losses that are looked for.
    fn columns(&self) -> impl Iterator<Item = &'static str> {
        let all = [("play", KindArg::Play), ("cube", KindArg::Cube)];
        let kind = self.args.kind;
        all.into_iter().filter(move |(_, of)| kind.is_none_or(|kind| kind == *of)).map(|(column, _)| column)
    }

    /// Returns the condition on one of the two losses.
    fn lost(&self, column: &str) -> String {
        let Args { loss, mark, .. } = self.args;
        let mut part = format!("d.{column}_loss > 0");
        if let Some(Range { from, to }) = loss {
            let _ = write!(part, " AND d.{column}_loss BETWEEN {from:e} AND {to:e}");
        }
        if !mark.is_empty() {
            let marks: Vec<String> = mark.iter().map(|mark| format!("'{}'", mark.words())).collect();
            let _ = write!(part, " AND d.{column}_mark IN ({})", marks.join(", "));
        }
        part
    }

    /// Returns the loss that [`Conditions::shows_cube`] chooses, as an SQL expression.
    pub(crate) fn rank(&self) -> String {
        if self.args.kind.is_none() && !self.need_losses() {
            return "d.loss".to_owned();
        }
        let columns = self.columns().map(|column| format!("iif({}, d.{column}_loss, 0)", self.lost(column)));
        format!("max(0, {})", columns.collect::<Vec<_>>().join(", "))
    }

    /// Returns `true` if a decision that SQL found is what is looked for: its play, and the event of its match.
    pub(crate) fn fits_hit(&self, line: &DecisionJson) -> bool {
        let Some(wanted) = &self.args.play else { return true };
        let board = line.position_id.as_ref().and_then(|id| id.parse::<PositionId>().ok());
        let board = board.and_then(|id| id.board(MOST_CHECKERS).ok());
        let roll = line.roll.as_ref().and_then(|roll| roll.parse().ok());
        let Some((board, roll)) = board.zip(roll) else { return false };
        let meant = resolve::resolve(&board, roll, &wanted.0).ok();
        let after = meant.map(|resolved| PositionId::encode(&resolved.after().flip()).to_string());
        line.action == "play" && after.is_some() && after == line.resulting_position_id
    }

    /// Returns `true` if the name of an event fits.
    pub(crate) fn fits_event(&self, event: Option<&str>) -> bool {
        let wanted = self.args.event.as_ref().map(|part| part.to_lowercase());
        wanted.is_none_or(|part| event.unwrap_or_default().to_lowercase().contains(&part))
    }
}
