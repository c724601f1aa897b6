//! Decisions as a table, for people.

use super::json::DecisionJson;
use super::mistakes::of_own_cube;
use super::ui::printable;
use crate::diag::{columns, cut, padded};
use std::borrow::Cow;
use std::ops::Range;

/// A table that is written as its rows come: columns become wider where a later row needs it. On a terminal that is too
/// narrow for it, each decision has two lines.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    room: usize,
    shows_luck: bool,
    widths: [usize; HEADS.len()],
    rows: Vec<[String; HEADS.len()]>,
    has_head: bool,
}

/// The heads of the columns; one that begins with `>` is aligned right.
const HEADS: [&str; 11] =
    ["place", ">game", ">move", "player", ">score", ">cube", "done", ">luck", "best", ">loss", "mark"];

/// The number of rows after which the columns have their widths.
const ENOUGH: usize = 100;

/// The column that begins the second line of a decision, if there are two.
const SECOND: usize = 6;

/// The column with the luck of the roll, which isn't always shown.
const LUCK: usize = 7;

/// The indentation of the second line.
const INDENT: &str = "    ";

impl Found {
    /// Returns an empty table for lines of at most `room` columns.
    pub(crate) const fn within(room: usize) -> Self {
        Self { room, shows_luck: false, widths: [0; HEADS.len()], rows: Vec::new(), has_head: false }
    }

    /// Returns the same table with the luck of each roll, in normalised equity.
    pub(crate) fn with_luck(self) -> Self {
        Self { shows_luck: true, ..self }
    }

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
            let best = line.best_cube.unwrap_or_default();
            let best = if line.cube_owner.is_some() { of_own_cube(best) } else { best };
            (best, line.cube_loss, line.cube_mark)
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
            line.luck.map_or_else(String::new, |luck| format!("{luck:+.3}")),
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
        let [place, _, _, player, ..] = self.widths;
        let mut widths = self.widths;
        let is_shown = |column: &usize| *column != LUCK || self.shows_luck;
        let of = |widths: &[usize]| {
            let shown = (0..widths.len()).filter(is_shown);
            shown.map(|column| widths[column] + 2).sum::<usize>().saturating_sub(2)
        };
        let is_fit = of(&widths) <= self.room;
        if !is_fit {
            // The name of a file ends with what tells it from others, that of a player begins with it.
            widths[3] = player.min(self.room / 4);
            let others = of(&widths[..SECOND]) - place;
            widths[0] = place.min(self.room.saturating_sub(others).max(LEAST));
        }
        for row in head.iter().chain(&self.rows) {
            let cell = |column: usize| {
                let cell: Cow<'_, str> = match column {
                    0 => cut_before(&row[0], widths[0]),
                    3 => cut(&row[3], widths[3]),
                    _ => Cow::Borrowed(&row[column]),
                };
                padded(&cell, widths[column], HEADS[column].starts_with('>'))
            };
            let line =
                |columns: Range<usize>| columns.filter(is_shown).map(cell).collect::<Vec<_>>().join("  ");
            if is_fit {
                text += line(0..HEADS.len()).trim_end();
            } else {
                text += line(0..SECOND).trim_end();
                text.push('\n');
                text += format!("{INDENT}{}", line(SECOND..HEADS.len())).trim_end();
            }
            text.push('\n');
        }
        self.rows.clear();
        text
    }
}

/// The least width of the place.
const LEAST: usize = 8;

/// Returns a text that is wider than `width` columns cut, with `…` at its beginning.
fn cut_before(text: &str, width: usize) -> Cow<'_, str> {
    if columns(text) <= width {
        return Cow::Borrowed(text);
    }
    let mut ends = text.char_indices().map(|(at, _)| &text[at..]);
    Cow::Owned(format!("…{}", ends.find(|end| columns(end) < width).unwrap_or_default()))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diag::ENDLESS;

    fn found(mut found: Found) -> String {
        let mut line = DecisionJson::new("records/of/a/tournament/match.mat", 1, "play");
        line.line = Some(12);
        (line.game, line.r#move, line.cube) = (Some(1), Some(14), Some(2));
        line.player = Some("Maximilian von Hohenzollern-Sigmaringen".to_owned());
        (line.roll, line.play) = (Some("42".to_owned()), Some("24/20 11/9".to_owned()));
        (line.best_play, line.play_loss, line.play_mark) =
            (Some("11/5".to_owned()), Some(0.3), Some("very bad"));
        line.luck = Some(-0.25);
        found.add(&line, false);
        found.text(true)
    }

    #[test]
    fn a_decision_has_one_line_where_there_is_room_and_else_two() {
        assert_eq!(found(Found::within(ENDLESS)).lines().count(), 2);
        for room in [80, 60] {
            let text = found(Found::within(room));
            assert_eq!(text.lines().count(), 4, "{text}");
            assert!(text.lines().all(|line| columns(line) <= room), "{text}");
            assert!(text.contains("match.mat:12") && text.contains("Maximilian"), "{text}");
            assert!(text.ends_with("\n    42: 24/20 11/9  11/5  0.300  very bad\n"), "{text}");
        }
    }

    #[test]
    fn the_luck_of_the_roll_is_shown_after_it_if_it_is_wanted() {
        assert!(!found(Found::within(ENDLESS)).contains("luck"));
        let text = found(Found::within(ENDLESS).with_luck());
        assert!(text.contains("  done              luck  best   loss  mark\n"), "{text}");
        assert!(text.ends_with("  42: 24/20 11/9  -0.250  11/5  0.300  very bad\n"), "{text}");
        let narrow = found(Found::within(60).with_luck());
        assert!(narrow.ends_with("\n    42: 24/20 11/9  -0.250  11/5  0.300  very bad\n"), "{narrow}");
    }
}
