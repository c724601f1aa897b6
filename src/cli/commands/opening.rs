//! `barpoint opening`: looks up first plays and replies in the opening book.

use crate::cli::error::{CommandError, Done};
use crate::engine::opening::{Book, FirstPlay, Opening};
use crate::host::exit::Exit;
use crate::output::json::OpeningJson;
use crate::output::opening;
use crate::output::ui::Ui;

/// The arguments of `opening`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// First roll (`31`), first play (`31P`, `31: 8/5 6/5`) or reply roll (`31P-64`, `31: 8/5 6/5, 64`) [default: all first
    /// rolls].
    ///
    /// Letters of first plays: P point, R run, S split, Z reverse split, D down, U up, $ slot.
    #[arg(value_name = "OPENING")]
    pub opening: Vec<String>,
    /// Write one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If the opening can't be understood or isn't in the book, or the output can't be written.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let book = Book::embedded();
    let text = args.opening.join(" ");
    if text.trim().is_empty() {
        return show(args, ui, || OpeningJson::firsts(book, None), |width| opening::firsts(book, width));
    }
    let asked: Opening = text.parse().map_err(|error| {
        CommandError::new(format!("cannot read the opening: {error}"))
            .hint("write a roll (31), a play (31P or 31: 8/5 6/5), or a play and a reply (31P-64)")
    })?;
    if asked.play.is_none() {
        let json = || OpeningJson::firsts(book, Some(&asked));
        return show(args, ui, json, |width| opening::first(book, asked.roll, width));
    }
    let first = known(book, &asked)?;
    let text = |width| match asked.reply {
        None => opening::replies(first, width),
        Some(roll) => opening::reply(first, roll, width),
    };
    show(args, ui, || OpeningJson::replies(first, &asked), text)
}

/// Writes an answer as JSON, or as text of at most this width.
fn show(
    args: &Args,
    ui: &mut Ui<'_>,
    json: impl FnOnce() -> OpeningJson,
    text: impl FnOnce(usize) -> String,
) -> Done {
    if args.json {
        ui.json(&json())?;
    } else {
        let text = text(ui.width);
        ui.prose(text.trim_end_matches('\n'))?;
    }
    Ok(Exit::Clean)
}

/// Finds a first play whose replies are in the book.
fn known<'a>(book: &'a Book, asked: &Opening) -> Result<&'a FirstPlay, CommandError> {
    let firsts = book.firsts(asked.roll);
    let play = Opening { reply: None, ..*asked };
    let Some(first) = book.find(asked) else {
        let names: Vec<String> = firsts.iter().map(|first| first.name().to_string()).collect();
        return Err(CommandError::new(format!("the opening book has no play {play}"))
            .hint(format!("it has {}; `barpoint rollout` evaluates any play", names.join("; "))));
    };
    if first.by_replies().is_none() {
        let with = firsts.iter().filter(|first| first.by_replies().is_some());
        let names: Vec<String> = with.map(|first| first.name().to_string()).collect();
        return Err(CommandError::new(format!("the opening book has no replies to {play}"))
            .hint(format!("it has those to {}; `barpoint rollout` evaluates any play", names.join("; "))));
    }
    Ok(first)
}
