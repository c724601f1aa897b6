//! `barpoint score`: the score of match records, game by game.

use crate::analysis::{GameSummary, Replay, RulesOverride, replay};
use crate::board::{BySide, Side};
use crate::cli::args::{self, Rule};
use crate::cli::each::{self, Seen, each};
use crate::cli::engine::Engine;
use crate::diag::{Code, Parsed, Severity, SourceFile};
use crate::formats::Format;
use crate::game::record::MatchRecord;
use crate::game::{Ending, Stake};
use crate::host::exit::Exit;
use crate::output::json::ScoreJson;
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};

/// The arguments of `score`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What one point of a money session is worth, in the smallest unit of the currency.
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub stake: Option<u32>,
    /// What holds where a record doesn't say, as for `check`.
    #[arg(long, value_name = "KEY[=VALUE]", value_delimiter = ',', value_parser = args::rule)]
    pub rules: Vec<Rule>,
    /// Write one JSON object a match.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args::rules(&args.rules);
    let mut is_first = true;
    each(&args.input, engine, stdin, |seen| match seen {
        Seen::Match { format, source, number } => {
            let shown = Shown { number, is_first };
            is_first = false;
            shown.show(format, source, &rules, args, ui)
        }
        Seen::Problem { name, code: Code::SourceNotARecord, .. } => {
            Ok(Exit::failed(ui, &format!("{name}: the file holds no match record")))
        }
        Seen::Problem { name, message, .. } => {
            Ok(Exit::failed(ui, &format!("{name}: the file can't be read: {message}")))
        }
    })
}

/// Where the output is.
struct Shown {
    /// The match's place in its file, from 1.
    number: u32,
    /// Whether nothing has been shown yet.
    is_first: bool,
}

impl Shown {
    /// Shows one match.
    fn show(
        &self,
        format: &Format,
        source: &SourceFile,
        rules: &RulesOverride,
        args: &Args,
        ui: &mut Ui<'_>,
    ) -> io::Result<Exit> {
        let Some(parse) = format.parse else { return Ok(Exit::Clean) };
        let Parsed { value: record, diagnostics } = parse(source);
        if record.games.is_empty() {
            let message = format!("{}: there is no game in match {}", source.name(), self.number);
            return Ok(Exit::failed(ui, &message));
        }
        let names: Vec<BySide<String>> = (0..record.games.len()).map(|game| names(&record, game)).collect();
        let replay = replay(&record, diagnostics, rules, |_| {});
        let last = &names[names.len() - 1];
        let stake = args.stake.map(Stake);
        if args.json {
            ui.json(&ScoreJson::new(source.name(), self.number, last, &replay, stake))?;
        } else {
            if !self.is_first {
                ui.line("")?;
            }
            self.table(source, &names, &replay, stake, ui)?;
        }
        let errors = replay.diagnostics.iter().filter(|found| found.severity == Severity::Error).count();
        if errors == 0 {
            return Ok(Exit::Clean);
        }
        let noun = if errors == 1 { "1 error" } else { &format!("{errors} errors") };
        // What was shown stands before what is said about it.
        ui.flush()?;
        ui.err(format_args!(
            "barpoint: {}: {noun} in match {}; `barpoint check` shows where",
            printable(source.name()),
            self.number
        ));
        Ok(Exit::Findings)
    }

    /// Writes the table of the games, and what came out of them.
    fn table(
        &self,
        source: &SourceFile,
        names: &[BySide<String>],
        replay: &Replay,
        stake: Option<Stake>,
        ui: &mut Ui<'_>,
    ) -> io::Result<()> {
        let last = &names[names.len() - 1];
        let length = match replay.rules.length {
            0 => "money session".to_owned(),
            length => format!("{length} point match"),
        };
        let number = if self.number == 1 { String::new() } else { format!(", match {}", self.number) };
        ui.line(format_args!("{}{number}", printable(source.name())))?;
        ui.line(format_args!("{} - {}, {length}", last[Side::Zero], last[Side::One]))?;
        let rows: Vec<[String; 6]> =
            replay.games.iter().zip(names).map(|(game, names)| row(game, names)).collect();
        let heads = ["game", "score", "winner", "points", "cube", "how"].map(str::to_owned);
        let widths: [usize; 6] = std::array::from_fn(|column| {
            let cells = rows.iter().chain([&heads]).map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        });
        for row in [&heads].into_iter().chain(&rows) {
            let cells: Vec<String> =
                row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}")).collect();
            ui.line(cells.join("  ").trim_end())?;
        }
        ui.line(outcome(last, replay))?;
        if let Some(stake) = stake.filter(|_| replay.rules.is_money()) {
            let [zero, one] = replay.score.points.0.map(i64::from);
            for (side, points) in [(Side::Zero, zero - one), (Side::One, one - zero)] {
                ui.line(format_args!("{}: {:+}", last[side], stake.worth(points)))?;
            }
        }
        Ok(())
    }
}

/// Returns the names at the head of a game, or the nearest ones before it.
fn names(record: &MatchRecord, game: usize) -> BySide<String> {
    BySide(Side::ALL.map(|side| {
        let games = &record.games[..record.games.len().min(game + 1)];
        let name = games.iter().rev().find_map(|game| game.players[side].as_ref());
        match name {
            Some(player) if !player.name.value.is_empty() => printable(&player.name.value),
            _ => side.to_string(),
        }
    }))
}

/// Returns the cells of a game's row.
fn row(game: &GameSummary, names: &BySide<String>) -> [String; 6] {
    let mut points = game.before.points;
    let mut notes = Vec::new();
    let (mut winner, mut won, mut cube) = (String::new(), String::new(), String::new());
    match game.result {
        None => notes.push("unfinished".to_owned()),
        Some(result) => {
            points[result.winner] += result.points;
            winner.clone_from(&names[result.winner]);
            won = result.points.to_string();
            cube = result.cube.to_string();
            let outcome = result.outcome.map(|outcome| outcome.to_string());
            notes.extend(outcome.filter(|_| result.ending != Ending::Passed));
            notes.push(
                match result.ending {
                    Ending::BorneOff => "borne off",
                    Ending::Passed => "double passed",
                    Ending::Resigned => "resigned",
                    Ending::Awarded => "awarded",
                }
                .to_owned(),
            );
            if !game.is_proven {
                notes.push("not proven".to_owned());
            }
        }
    }
    if game.is_crawford {
        notes.push("Crawford game".to_owned());
    }
    let score = format!("{}-{}", points[Side::Zero], points[Side::One]);
    [game.number.to_string(), score, winner, won, cube, notes.join(", ")]
}

/// Says what came out of the match.
fn outcome(names: &BySide<String>, replay: &Replay) -> String {
    let points = replay.score.points;
    let score = |side: Side| format!("{}-{}", points[side], points[!side]);
    if let Some(winner) = replay.score.match_winner(&replay.rules) {
        return format!("{} wins the match {}", names[winner], score(winner));
    }
    let leader = match points[Side::Zero].cmp(&points[Side::One]) {
        std::cmp::Ordering::Equal => return format!("the score is {}", score(Side::Zero)),
        std::cmp::Ordering::Greater => Side::Zero,
        std::cmp::Ordering::Less => Side::One,
    };
    format!("{} leads {}", names[leader], score(leader))
}
