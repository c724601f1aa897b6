//! `barpoint merge`: one match that lies in several files into one file.

use super::check::many;
use super::convert::{self, plan};
use crate::analysis::{self, RulesOverride};
use crate::board::{BySide, Side};
use crate::cli::engine::Engine;
use crate::cli::input::{Input, Item};
use crate::cli::loss::{LossArg, Losses};
use crate::cli::{args, limits, rules};
use crate::diag::{Diagnostic, Parsed, Severity};
use crate::formats::Format;
use crate::game::Score;
use crate::game::record::{Anchor, MatchRecord, Spanned};
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::output::ui::{Ui, printable};
use std::io::{self, Read};
use std::path::PathBuf;

/// The arguments of `merge`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// The files of the match, in any order.
    #[arg(value_name = "FILE", required = true)]
    pub paths: Vec<PathBuf>,
    /// The file to write.
    #[arg(long, short, value_name = "OUT", required = true)]
    pub output: PathBuf,
    /// The format to write [default: by the extension of what is written].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::writable)]
    pub to: Option<&'static Format>,
    /// Read every file as this format, instead of recognising it.
    #[arg(long, value_name = "FORMAT", value_parser = args::readable)]
    pub from: Option<&'static Format>,
    /// Merge what doesn't fit together, and replace a file that exists.
    #[arg(long, short)]
    pub force: bool,
    /// How to say what gets lost.
    #[arg(long, value_enum, value_name = "HOW", default_value_t)]
    pub loss: LossArg,
    /// What holds where a record doesn't say.
    #[command(flatten)]
    pub rules: rules::Args,
    /// How much is read before it is refused.
    #[command(flatten)]
    pub limits: limits::Args,
}

/// Runs the subcommand.
///
/// # Errors
///
/// None: what can't be read or written is said.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let format = match args.to.map_or_else(|| plan::by_extension(&args.output), Ok) {
        Ok(format) => format,
        Err(message) => return Ok(Exit::failed(ui, &message)),
    };
    if format.writer.is_none() {
        return Ok(Exit::failed(ui, &format!("which format? `--to` is one of {}", plan::writable())));
    }
    let target = args.output.display().to_string();
    let draft = Draft::new(&args.output, args.force);
    let mut draft = match draft {
        Ok(draft) => draft,
        Err(error) => return Ok(Exit::failed(ui, &format!("{target}: {error}"))),
    };
    let rules = args.rules.overrides();
    let mut parts = Vec::new();
    let mut exit = Exit::Clean;
    for item in
        Input::new(engine, &args.paths, stdin, None).reading_as(args.from).within(args.limits.limits())
    {
        let message = match item {
            Item::Match { format, source, number, .. } => {
                let Some(parse) = format.parse else { continue };
                let name = if number == 1 {
                    source.name().to_owned()
                } else {
                    format!("{}, match {number}", source.name())
                };
                parts.push(Part::new(name, parse(&source), &rules));
                continue;
            }
            Item::NotARecord(source) => format!("{}: the file holds no match record", source.name()),
            Item::Unreadable { name, reason } => format!("{name}: the file can't be read: {reason}"),
            Item::Skipped => continue,
        };
        exit = Exit::failed(ui, &message);
    }
    if exit != Exit::Clean {
        return Ok(exit);
    }
    // By the numbers of their games, else by the score with which they begin, else as given.
    parts.sort_by_key(|part| (part.number, part.before.points.0.map(u64::from).iter().sum::<u64>()));
    let misfits = misfits(&parts);
    for misfit in &misfits {
        Exit::failed(ui, misfit);
    }
    if !misfits.is_empty() {
        if !args.force {
            let message = "nothing was written; `--force` merges them all the same";
            return Ok(Exit::failed(ui, message).min(Exit::Findings));
        }
        exit = Exit::Findings;
    }
    let own_errors: usize = parts.iter().map(|part| part.errors).sum();
    let names: Vec<String> = parts.iter().map(|part| printable(&part.name)).collect();
    let (record, conflicts) = merged(parts);
    for conflict in conflicts {
        ui.err(format_args!("barpoint: {conflict}"));
    }
    let (replayed, findings) = analysis::replayed(Parsed { value: record, diagnostics: Vec::new() }, &rules);
    let errors = own_errors.max(convert::errors(&findings));
    if errors > 0 {
        let errors = many(errors as u64, "error");
        Exit::failed(ui, &format!("{errors} in the match; `barpoint check` shows where"));
        exit = Exit::Findings;
    }
    let Some(written) = analysis::written(format, &replayed, &findings, &rules) else { return Ok(exit) };
    let mut losses = Losses::new(args.loss);
    losses.add(1, written.losses);
    losses.tell(&names.join(" + "), Some(&target), format.name, ui);
    if let Err(error) = draft.write(&written.bytes).and_then(|()| draft.commit()) {
        return Ok(Exit::failed(ui, &format!("{target}: can't be written: {error}")));
    }
    Ok(exit)
}

/// One part of the match.
struct Part {
    name: String,
    record: MatchRecord,
    /// The number of its first game.
    number: u32,
    length: u16,
    /// The names in its first and its last game.
    players: [BySide<String>; 2],
    before: Score,
    after: Score,
    errors: usize,
}

impl Part {
    fn new(name: String, parsed: Parsed<MatchRecord>, rules: &RulesOverride) -> Self {
        let is_error = |finding: &&Diagnostic| finding.severity == Severity::Error;
        let (replayed, findings) = analysis::replayed(parsed, rules);
        let names = |game: usize| BySide(Side::ALL.map(|side| replayed.name(game, side).to_owned()));
        let first = replayed.games.first();
        Self {
            name,
            number: first.map_or(0, |game| game.number),
            length: replayed.rules.length,
            players: [names(0), names(replayed.games.len().saturating_sub(1))],
            before: first.map(|game| game.before).unwrap_or_default(),
            after: replayed.score,
            errors: findings.iter().filter(is_error).count(),
            record: replayed.record,
        }
    }
}

/// Says what doesn't fit together.
fn misfits(parts: &[Part]) -> Vec<String> {
    let mut misfits = Vec::new();
    let score = |score: &Score| format!("{}-{}", score.points[Side::Zero], score.points[Side::One]);
    for pair in parts.windows(2) {
        let [part, next] = pair else { continue };
        let mut say = |what: String| misfits.push(format!("{} and {}: {what}", part.name, next.name));
        if part.length != next.length {
            say(format!("the length is {} and {}", part.length, next.length));
        }
        for side in Side::ALL {
            let (before, after) = (&part.players[1][side], &next.players[0][side]);
            if before != after {
                say(format!("the {side} is `{before}` and `{after}`"));
            }
        }
        if part.after.points != next.before.points {
            say(format!(
                "the score is {} behind the one and {} before the other",
                score(&part.after),
                score(&next.before)
            ));
        }
    }
    misfits
}

/// Puts the parts one behind the other; says which headers contradict each other.
fn merged(parts: Vec<Part>) -> (MatchRecord, Vec<String>) {
    let mut all = MatchRecord::default();
    let mut conflicts = Vec::new();
    for Part { name, record, .. } in parts {
        let offset = all.games.len() as u32;
        // Several headers of one name in the same part don't contradict each other.
        let mut new = Vec::new();
        for header in record.headers {
            match all.header(&header.key.value) {
                None => new.push(header),
                Some(known) if known.value.value.trim() == header.value.value.trim() => {}
                Some(known) => conflicts.push(printable(&format!(
                    "{name}: {} is `{}`, and `{}` before, which is kept",
                    header.key.value, header.value.value, known.value.value
                ))),
            }
        }
        all.headers.extend(new);
        all.length = all.length.or(record.length);
        all.is_cut_off = record.is_cut_off;
        for mut remark in record.remarks {
            remark.anchor = match remark.anchor.game {
                None if offset == 0 => remark.anchor,
                None => Anchor::game(offset as usize),
                Some(game) => Anchor { game: Some(game + offset), entry: remark.anchor.entry },
            };
            all.remarks.push(remark);
        }
        all.games.extend(record.games);
    }
    // Numbers that begin anew with each part are counted on.
    let first = all.games.first().and_then(|game| game.number).map_or(1, |number| number.value);
    for (index, game) in (0..).zip(&mut all.games) {
        let number = first.saturating_add(index);
        let place = game.number.map_or(game.heading, |number| number.span);
        game.number = Some(Spanned::new(number, place));
    }
    (all, conflicts)
}
