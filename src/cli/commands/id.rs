//! `barpoint id`: decodes an ID, and converts it to all others.

use crate::cli::error::Done;
use crate::cli::subject::{Reading, WithJson};
use crate::host::exit::Exit;
use crate::output::id;
use crate::output::json::IdJson;
use crate::output::ui::Ui;

/// Runs the subcommand.
pub(crate) fn run(args: &WithJson, ui: &mut Ui<'_>) -> Done {
    let subject = args.subject.read()?;
    subject.tell_contradictions(ui);
    match (&subject.read, args.json) {
        (Reading::Id(found), true) => ui.json(&IdJson::new(found))?,
        (Reading::Id(found), false) => ui.prose(id::text(found).trim_end())?,
        (Reading::Record { .. }, true) => ui.json(&IdJson::of_record(&subject.state))?,
        (Reading::Record { place }, false) => ui.prose(id::text_at(place, &subject.state).trim_end())?,
    }
    Ok(Exit::Clean)
}
