//! `barpoint db stats`: the statistics of the matches in the database, as `barpoint stats` shows those of files.

use super::{File, export};
use crate::analysis::Tally;
use crate::board::BySide;
use crate::cli::commands::stats::{Archive, ShownArgs, print, write_files};
use crate::cli::error::{CommandError, Done};
use crate::cli::jobs::Jobs;
use crate::diag::count::many_es;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::pipeline;
use crate::host::study::Trouble;
use crate::output::ui::Ui;
use std::ops::ControlFlow;

/// The arguments of `db stats`.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// Matches with this tag.
    #[arg(long, value_name = "TAG", help_heading = "Conditions")]
    pub tag: Option<String>,
    /// What is shown, and where.
    #[command(flatten)]
    pub shown: ShownArgs,
    /// Print no summary line.
    #[arg(long, short, help_heading = "Output")]
    pub quiet: bool,
    /// The number of threads.
    #[command(flatten, next_help_heading = "Input")]
    pub jobs: Jobs,
}

/// The counts of a match, with its players and its place: its file and its number there.
struct Counted {
    tally: Tally,
    names: BySide<String>,
    path: String,
    number: u32,
}

/// A match with its place and its packed record, if it is still there.
type Fetched = (i64, String, u32, Result<Option<Vec<u8>>, Trouble>);

/// Runs the subcommand.
pub(super) fn run(args: &Args, file: &File, ui: &mut Ui<'_>) -> Done {
    let study = file.open(true)?;
    let places = study.places(args.tag.as_deref()).map_err(|error| file.broken(error))?;
    let mut archive = Archive::new(&args.shown)?;
    let source = path_text(&file.path);
    let fetch = move |(id, path, number): (i64, String, u32)| (id, path, number, study.document(id));
    let work = |(id, path, number, document): Fetched| -> Result<Option<Box<Counted>>, Trouble> {
        let Some(document) = document? else { return Ok(None) };
        let (_, replayed, findings) = export::read(id, &document)?;
        let tally = Tally::of_match(&replayed, &findings).from_source(&source);
        Ok(Some(Box::new(Counted { tally, names: Tally::names(&replayed), path, number })))
    };
    let mut failed = None;
    let jobs = args.jobs.count();
    let take = |counted: Result<Option<Box<Counted>>, Trouble>| match counted {
        Ok(Some(counted)) => {
            let Counted { tally, names, path, number } = *counted;
            let tally = archive.place(tally, &names, &path, number);
            archive.add(tally);
            ControlFlow::Continue(())
        }
        Ok(None) => ControlFlow::Continue(()),
        Err(why) => {
            failed = Some(why);
            ControlFlow::Break(())
        }
    };
    pipeline::each(jobs, 8 * jobs, places.into_iter().map(fetch), work, take);
    if let Some(why) = failed {
        return Err(file.broken(why));
    }
    if archive.matches == 0 {
        let of_tag = args.tag.as_ref().map(|tag| format!(" with the tag {tag}"));
        let error = format!("there is no match{} in the database", of_tag.unwrap_or_default());
        return Err(CommandError::new(error));
    }
    let named = archive.end("barpoint db stats --json")?;
    let page = archive.page(&named, &[]);
    print(&page, &args.shown, ui)?;
    write_files(&page, &args.shown)?;
    ui.flush()?;
    if !args.quiet {
        ui.err(format_args!("{}, {}", many_es(archive.matches, "match"), archive.words()));
    }
    Ok(Exit::Clean)
}
