//! Decisions as a table, for people.

use super::json::DecisionJson;
use super::ui::printable;
use crate::diag::{columns, padded};

/// A table that is written as its rows come: columns become wider where a later row needs it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Found {
    widths: [usize; HEADS.len()],
    rows: Vec<[String; HEADS.len()]>,
    has_head: bool,
}

/// The heads of the columns; one that begins with `>` is aligned right.
const HEADS: [&str; 10] =
    ["place", ">game", ">move", "player", ">score", ">cube", "done", "best", ">loss", "mark"];

/// The number of rows after which the columns have their widths.
const ENOUGH: usize = 100;

impl Found {
    /// Adds a decision of a file, with the loss of its cube action or of its play.
    pub(crate) fn add(&mut self, line: &DecisionJson, is_cube: bool) {
        self.add_at(&place(line), line, is_cube);
    }

    /// Adds a decision with the words for its place.
    pub(crate) fn add_at(&mut self, place: &str, line: &DecisionJson, is_cube: bool) {
        let number = |number: Option<u32>| number.map_or_else(String::new, |number| number.to_string());
        let score = line.score.zip(line.opponent_score).map_or_else(String::new, |(own, other)| {
            let crawford = if line.crawford == Some(true) { "*" } else { "" };
            match line.length {
                Some(length) if length > 0 => format!("{own}-{other}/{length}{crawford}"),
                _ => format!("{own}-{other}"),
            }
        });
        let (best, loss, mark) = if is_cube {
            (line.best_cube.unwrap_or_default(), line.cube_loss, line.cube_mark)
        } else {
            (line.best_play.as_deref().unwrap_or_default(), line.play_loss, line.play_mark)
        };
        let best = if loss.unwrap_or_default() > 0.0 { best } else { "" };
        self.rows.push([
            printable(place),
            number(line.game),
            number(line.r#move),
            printable(line.player.as_deref().unwrap_or_default()),
            score,
            number(line.cube),
            done(line),
            best.to_owned(),
            loss.map_or_else(String::new, |loss| format!("{loss:.3}")),
            mark.unwrap_or_default().to_owned(),
        ]);
    }

    /// Returns the rows that are ready; all of them at the end.
    pub(crate) fn text(&mut self, is_end: bool) -> String {
        let mut text = String::new();
        if self.rows.is_empty() || (!is_end && !self.has_head && self.rows.len() < ENOUGH) {
            return text;
        }
        let heads = HEADS.map(|head| head.trim_start_matches('>').to_owned());
        let head = (!self.has_head).then_some(heads);
        self.has_head = true;
        for row in head.iter().chain(&self.rows) {
            for (width, cell) in self.widths.iter_mut().zip(row) {
                *width = (*width).max(columns(cell));
            }
        }
        for row in head.iter().chain(&self.rows) {
            let cell = |((cell, &width), head): ((&String, &usize), &str)| {
                padded(cell, width, head.starts_with('>'))
            };
            let line: Vec<String> = row.iter().zip(&self.widths).zip(HEADS).map(cell).collect();
            text += line.join("  ").trim_end();
            text.push('\n');
        }
        self.rows.clear();
        text
    }
}

/// Returns the place of a decision: its file, and its line in it.
pub(crate) fn place(line: &DecisionJson) -> String {
    match line.line {
        Some(row) => format!("{}:{row}", line.path),
        None if line.r#match > 1 => format!("{}, match {}", line.path, line.r#match),
        None => line.path.clone(),
    }
}

/// Returns what was done: `31: 8/5 6/5`, `double`.
pub(crate) fn done(line: &DecisionJson) -> String {
    match (&line.roll, &line.play) {
        (Some(roll), Some(play)) if line.action == "play" => format!("{roll}: {play}"),
        (Some(roll), _) => format!("{roll}: {}", line.action),
        _ => match line.offered {
            Some(to) => format!("{} to {to}", line.action),
            None => line.action.to_owned(),
        },
    }
}
