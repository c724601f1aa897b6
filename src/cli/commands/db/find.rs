//! `barpoint db find`: decisions of the database.

use super::File;
use crate::cli::error::Done;
use crate::cli::filter::{self, Conditions};
use crate::diag::count::{many, many_es};
use crate::host::exit::Exit;
use crate::host::study::Hit;
use crate::output::json::{StudyAddedJson, StudyDecisionJson};
use crate::output::ui::Ui;
use rusqlite::types::Value;

/// The arguments of `db find`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// What is looked for.
    #[command(flatten)]
    pub conditions: filter::Args,
    /// Tag of the decision or of its match.
    #[arg(long, value_name = "TAG", help_heading = "Conditions")]
    pub tag: Option<String>,
    /// Print the largest losses first.
    #[arg(long, help_heading = "Output")]
    pub worst: bool,
    /// Stop after N results.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), help_heading = "Output")]
    pub limit: Option<u64>,
    /// Write one JSON object per line.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
    /// Print no summary line.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
}

/// Runs the subcommand.
pub(super) fn run(args: &Args, file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    let wanted = Conditions::new(&args.conditions, None, ui)?;
    let names = study.players().map_err(|error| file.broken(error))?;
    let (mut condition, mut values) = wanted.sql(&names);
    if let Some(tag) = &args.tag {
        condition += " AND EXISTS (SELECT 1 FROM tag t WHERE t.record = d.record AND t.name = ?
            AND (t.game IS NULL OR (t.game = d.game AND t.ordinal = d.ordinal)))";
        values.push(Value::Text(tag.clone()));
    }
    let mut found = 0;
    let mut table = (!args.json).then(|| wanted.table(ui.room()));
    let mut written = Ok(());
    let mut each = |hit: Hit| {
        if !wanted.fits_event(hit.event.as_deref()) || !wanted.fits_hit(&hit.line) {
            return true;
        }
        found += 1;
        written = match &mut table {
            None => {
                let tags = hit.tags.iter().flat_map(|tags| tags.split(' ')).collect();
                let added = StudyAddedJson { r#match: hit.record, tags, comment: hit.comment.as_deref() };
                ui.json(&StudyDecisionJson { added, decision: &hit.line })
            }
            Some(table) => {
                table.add_at(&hit.record.to_string(), &hit.line, wanted.shows_cube(&hit.line));
                ui.text(&table.text(false))
            }
        };
        written.is_ok() && args.limit.is_none_or(|limit| found < limit)
    };
    let rank = args.worst.then(|| wanted.rank());
    study.find(&condition, &values, rank.as_deref(), &mut each).map_err(|error| file.broken(error))?;
    written?;
    if let Some(table) = &mut table {
        ui.text(&table.text(true))?;
    }
    ui.flush()?;
    if !args.quiet {
        if found == 0 {
            wanted.tell_absent(wanted.among(names.iter()), ui);
            file.tell_absent(args.tag.as_deref(), &study, ui)?;
        }
        let (matches, decisions) = study.counts().map_err(|error| file.broken(error))?;
        ui.err(format_args!("{found} of {} in {}", many(decisions, "decision"), many_es(matches, "match")));
    }
    Ok(Exit::Clean)
}
