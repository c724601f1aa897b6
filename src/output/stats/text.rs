//! The archive as text for a terminal.

use super::Page;
use super::page::{Table, places, rolls, sentences};
use super::percent;
use crate::analysis::{Branch, Openings, Question, Scope};
use crate::diag::{cut, wrapped};
use crate::notation::play::print;
use crate::output::plays::named;
use crate::output::table::Table as Lines;
use std::fmt::Write as _;

/// Writes an archive as text: sentences of at most `width` columns, tables of at most `room`.
#[must_use]
pub fn text(page: &Page<'_>, width: usize, room: usize) -> String {
    let mut text = String::new();
    for block in &page.blocks {
        let _ = writeln!(text, "{}", block.title);
        for (name, value) in &block.facts {
            wrap(&mut text, &format!("  {name:15}  "), value, width);
        }
        text.push('\n');
    }
    let played = page.played.iter().map(|(_, table)| table);
    let trend = Some(&page.trend).filter(|table| !table.rows.is_empty());
    for of in [&page.players].into_iter().chain(played).chain(trend) {
        table(&mut text, of, room);
        text.push('\n');
    }
    for ((at, block), losses) in page.blocks.iter().enumerate().zip(&page.losses) {
        if !losses.is_empty() {
            let of = if at == 0 { "the archive" } else { &block.title };
            let _ = writeln!(text, "losses of {of}");
        }
        for of in losses {
            table(&mut text, of, room);
            text.push('\n');
        }
    }
    for sentence in sentences(page.together) {
        wrap(&mut text, "", &sentence, width);
        text.push('\n');
    }
    twice(&mut text, page);
    for (block, title) in
        page.blocks.iter().zip(["openings"].into_iter().chain(std::iter::repeat("openings played")))
    {
        let of = if title == "openings" { String::new() } else { format!(" by {}", block.title) };
        openings(&mut text, &format!("{title}{of}"), &block.counts.openings, page.replies, room);
        if !of.is_empty() {
            openings(&mut text, &format!("replies{of}"), &block.counts.answers, true, room);
        }
    }
    table(&mut text, &page.dice, room);
    let dice = &page.tally.all.dice;
    if page.fairness.test(Scope::All, Question::Rolls).is_some() {
        let _ = writeln!(text, "\nrolls in % (fair: 2.78 each doublet, 5.56 each other)");
        table(&mut text, &rolls(dice), room);
    }
    for paragraph in &page.conclusion {
        if let Some(finding) = paragraph.strip_prefix("- ") {
            wrap(&mut text, "- ", finding, width);
        } else {
            text.push('\n');
            wrap(&mut text, "", paragraph, width);
        }
    }
    text
}

/// The most duplicates that are listed.
const TWICE: usize = 20;

/// Writes the matches that aren't counted again.
fn twice(text: &mut String, page: &Page<'_>) {
    if page.twice.is_empty() {
        return;
    }
    let mut lines = Lines::new(&["not counted again", "same as"]);
    page.twice.iter().take(TWICE).for_each(|twice| lines.row(places(twice).to_vec()));
    text.push_str(&lines.text());
    match page.twice.len().saturating_sub(TWICE) {
        0 => {}
        more => drop(writeln!(text, "and {more} more; --json shows all")),
    }
    text.push('\n');
}

/// Writes a table in lines of at most `room` columns; the first column is aligned left, the others right.
fn table(text: &mut String, table: &Table, room: usize) {
    let heads: Vec<String> = table
        .heads
        .iter()
        .enumerate()
        .map(|(column, head)| if column > 0 { format!(">{head}") } else { (*head).to_owned() })
        .collect();
    let mut lines = Lines::new(&heads);
    for row in &table.rows {
        let mut row = row.clone();
        if let Some(name) = row.first_mut() {
            *name = cut(name, room / 3).into_owned();
        }
        lines.row(row);
    }
    text.push_str(&lines.within(room));
    if table.more > 0 {
        let _ = writeln!(text, "and {} more; {} them", table.more, table.more_in);
    }
}

/// Writes words after a heading, wrapped and indented to its width.
fn wrap(text: &mut String, head: &str, words: &str, width: usize) {
    let lines = format!("{:1$}{words}", "", head.len());
    let _ = writeln!(text, "{head}{}", wrapped(&lines, width).trim_start());
}

/// The most plays of a roll on its line.
const PLAYS: usize = 4;

/// Writes the openings of each variant.
fn openings(text: &mut String, title: &str, openings: &Openings, replies: bool, room: usize) {
    for variant in openings.variants() {
        let branches = openings.tree(variant);
        let games: u64 = branches.iter().map(|branch| branch.count).sum();
        let _ = writeln!(text, "{title}, {} ({games})", variant.name());
        for branch in &branches {
            let plays = format!("{}  {}", line(branch), played(branch));
            let _ = writeln!(text, "{}", wrapped(&plays, room));
            for play in branch.plays.iter().filter(|play| replies && !play.replies.is_empty()) {
                let _ = writeln!(text, "    {} {}", print::gnubg(&play.before, &play.play), play.count);
                for reply in &play.replies {
                    let plays = format!("      {}  {}", line(reply), played(reply));
                    let _ = writeln!(text, "{}", wrapped(&plays, room));
                }
            }
        }
        text.push('\n');
    }
}

/// Returns a roll and the number of times it was rolled.
fn line(branch: &Branch) -> String {
    format!("{} {:6}", branch.roll, branch.count)
}

/// Returns the plays of a roll, the most frequent first.
fn played(branch: &Branch) -> String {
    let mut plays: Vec<String> = branch
        .plays
        .iter()
        .take(PLAYS)
        .map(|play| {
            let words = named(&play.before, &play.play, "dances");
            format!("{words} {}", percent(play.count, branch.count))
        })
        .collect();
    let others: u64 = branch.count - branch.plays.iter().take(PLAYS).map(|play| play.count).sum::<u64>();
    if others > 0 {
        plays.push(format!("others {}", percent(others, branch.count)));
    }
    plays.join(", ")
}
