//! Reports as Markdown and as plain text.

use super::{Choices, Note, Report};
use crate::board::Side;
use crate::diag::{ENDLESS, columns, neutral, wrapped};
use crate::output::capital;
use crate::output::table::Table;
use std::fmt::Write as _;

/// The format of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Markdown,
    Plain,
}

impl Report {
    /// Writes the report as Markdown, with the boards as code.
    #[must_use]
    pub fn markdown(&self) -> String {
        Writer::new(self, Form::Markdown, ENDLESS, None).run()
    }

    /// Writes the report as plain text.
    #[must_use]
    pub fn text(&self) -> String {
        Writer::new(self, Form::Plain, ENDLESS, None).run()
    }

    /// Writes the report for a terminal: text of at most `width` columns, with boards in the characters and colours that
    /// `dressed` gives them.
    #[must_use]
    pub fn drawn(&self, width: usize, dressed: &dyn Fn(&str) -> String) -> String {
        Writer::new(self, Form::Plain, width, Some(dressed)).run()
    }
}

struct Writer<'a> {
    report: &'a Report,
    form: Form,
    width: usize,
    /// What draws boards, if they aren't written as they are.
    dressed: Option<&'a dyn Fn(&str) -> String>,
    /// What is written and harmless.
    done: String,
    /// What comes after it, with whatever the record contains.
    text: String,
}

impl<'a> Writer<'a> {
    const fn new(
        report: &'a Report,
        form: Form,
        width: usize,
        dressed: Option<&'a dyn Fn(&str) -> String>,
    ) -> Self {
        Self { report, form, width, dressed, done: String::new(), text: String::new() }
    }

    /// Makes the text so far harmless.
    fn settle(&mut self) {
        self.done += &wrapped(&neutral(&self.text), self.width);
        self.text.clear();
    }
}

impl Writer<'_> {
    fn run(mut self) -> String {
        let report = self.report;
        self.heading(1, &report.title());
        self.paragraph(&format!("{}; {}.", capital(&report.kind), report.outcome));
        for (word, said) in &report.facts {
            self.item(&format!("{word}: {said}"));
        }
        if !report.facts.is_empty() {
            self.text.push('\n');
        }
        self.comments(&report.comments);
        let (heads, rows) = report.scoresheet();
        self.table(&heads, rows);
        self.analysed();
        self.findings(&report.findings);
        for game in &report.games {
            let scores = game.row.before.points;
            self.heading(2, &format!("Game {}", game.row.number));
            let (zero, one) = (&game.names[Side::Zero], &game.names[Side::One]);
            self.paragraph(&format!(
                "{zero} {}, {one} {}: {}.",
                scores[Side::Zero],
                scores[Side::One],
                game.row.notes
            ));
            self.comments(&game.comments);
            self.findings(&game.findings);
            for step in &game.steps {
                let name = &game.names[step.side];
                let mark = if step.mark.is_empty() { String::new() } else { format!(" {}", step.mark) };
                self.heading(3, &format!("{}. {name}: {}{mark}", step.number, step.words));
                self.board(&step.drawing());
                for evaluated in &step.evaluated {
                    self.paragraph(evaluated);
                }
                for choices in step.choices.iter().filter(|choices| choices.is_mistake) {
                    self.choices(choices);
                }
                self.comments(&step.comments);
                self.findings(&step.findings);
            }
        }
        self.settle();
        self.done.truncate(self.done.trim_end().len());
        self.done.push('\n');
        self.done
    }

    /// Writes both players' performance, and the mistakes, the worst first.
    fn analysed(&mut self) {
        let report = self.report;
        let Some(analysed) = &report.analysed else { return };
        self.heading(2, "Analysis");
        self.table(&analysed.heads, analysed.players.clone());
        let rows = analysed.mistakes.iter().map(|mistake| {
            let cells =
                [mistake.head(report), mistake.words.clone(), mistake.lost.clone(), mistake.mark.to_owned()];
            cells.to_vec()
        });
        let rows: Vec<Vec<String>> = rows.collect();
        if !rows.is_empty() {
            self.table(&["mistake", "what", "loss", "mark"], rows);
        }
    }

    /// Writes the choices of a mistake; the actual one is marked.
    fn choices(&mut self, choices: &Choices) {
        if !choices.verdict.is_empty() {
            self.paragraph(&format!("{}: {}", choices.title, choices.verdict));
        }
        let rows = choices.rows.iter().map(|row| {
            let mut cells = row.cells.clone();
            cells.push(if row.is_done { "done".to_owned() } else { String::new() });
            cells
        });
        let right = if self.form == Form::Plain { ">" } else { "" };
        let heads = choices.heads.iter().enumerate().map(|(place, head)| {
            if place < choices.words { (*head).to_owned() } else { format!("{right}{head}") }
        });
        let heads: Vec<String> = heads.chain([String::new()]).collect();
        self.table(&heads.iter().map(String::as_str).collect::<Vec<_>>(), rows.collect());
    }

    fn table(&mut self, heads: &[&str], rows: Vec<Vec<String>>) {
        match self.form {
            Form::Plain => {
                let mut table = Table::new(heads);
                for row in rows {
                    table.row(row);
                }
                self.text += &table.within(self.width);
                self.text.push('\n');
            }
            Form::Markdown => {
                let _ = writeln!(self.text, "| {} |", heads.join(" | "));
                let _ = writeln!(self.text, "|{}", "---|".repeat(heads.len()));
                for row in rows {
                    let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
                    let _ = writeln!(self.text, "| {} |", cells.join(" | "));
                }
                self.text.push('\n');
            }
        }
    }

    fn heading(&mut self, level: usize, words: &str) {
        let _ = match self.form {
            Form::Markdown => write!(self.text, "{} {}\n\n", "#".repeat(level), escaped(words)),
            Form::Plain => {
                let line = |mark: &str| format!("{}\n\n", mark.repeat(columns(words).min(self.width)));
                let below = match level {
                    1 => line("="),
                    2 => line("-"),
                    _ => String::new(),
                };
                write!(self.text, "{words}\n{below}")
            }
        };
    }

    fn paragraph(&mut self, words: &str) {
        let words = if self.form == Form::Markdown { escaped(words) } else { words.to_owned() };
        let _ = write!(self.text, "{words}\n\n");
    }

    fn item(&mut self, words: &str) {
        let _ = match self.form {
            Form::Markdown => writeln!(self.text, "- {}", escaped(words)),
            Form::Plain => writeln!(self.text, "{words}"),
        };
    }

    fn board(&mut self, drawing: &str) {
        if let Some(dressed) = self.dressed {
            self.settle();
            let _ = write!(self.done, "\n{}\n", dressed(drawing));
            return;
        }
        let lines: Vec<&str> = drawing.lines().map(str::trim_end).collect();
        let drawing = lines.join("\n");
        let _ = match self.form {
            Form::Markdown => write!(self.text, "```text\n{drawing}\n```\n\n"),
            Form::Plain => write!(self.text, "\n{drawing}\n\n"),
        };
    }

    fn comments(&mut self, comments: &[String]) {
        for comment in comments {
            for line in comment.lines() {
                let _ = match self.form {
                    Form::Markdown => writeln!(self.text, "> {}", escaped(line)),
                    Form::Plain => writeln!(self.text, "  {line}"),
                };
            }
            self.text.push('\n');
        }
    }

    fn findings(&mut self, findings: &[Note]) {
        for Note { severity, code, message, place, help } in findings {
            let place = if place.is_empty() { String::new() } else { format!(" ({place})") };
            self.item(&format!("{severity}[{code}]: {message}{place}"));
            for help in help {
                self.item(&format!("  {help}"));
            }
        }
        if !findings.is_empty() {
            self.text.push('\n');
        }
    }
}

/// Escapes the characters that are special in Markdown.
fn escaped(text: &str) -> String {
    let mut all = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '#' | '~' | '&') {
            all.push('\\');
        }
        all.push(c);
    }
    all
}
