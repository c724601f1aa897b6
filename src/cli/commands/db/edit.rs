//! `barpoint db tag`, `comment` and `remove`.

use super::File;
use crate::cli::error::Done;
use crate::diag::count::many_es;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use std::collections::BTreeSet;

/// The arguments of `db tag`.
#[derive(Clone, Debug, clap::Args)]
pub struct TagArgs {
    /// A match, `12`, or a decision, `12:GAME:MOVE` or `12:GAME:MOVE:NAME`, as `db find` numbers them.
    #[arg(value_name = "WHAT")]
    pub about: String,
    /// The tag, a word.
    #[arg(value_name = "TAG", value_parser = word)]
    pub tag: String,
    /// Remove the tag.
    #[arg(long)]
    pub remove: bool,
}

/// Reads a tag.
fn word(text: &str) -> Result<String, String> {
    if text.is_empty() || text.chars().any(|letter| letter.is_whitespace() || letter.is_control()) {
        return Err("a tag is one word".to_owned());
    }
    Ok(text.to_owned())
}

/// The arguments of `db comment`.
#[derive(Clone, Debug, clap::Args)]
pub struct CommentArgs {
    /// A match, `12`, or a decision, `12:GAME:MOVE` or `12:GAME:MOVE:NAME`, as `db find` numbers them.
    #[arg(value_name = "WHAT")]
    pub about: String,
    /// The comment; without one, the old comment is removed.
    #[arg(value_name = "TEXT")]
    pub text: Option<String>,
}

/// The arguments of `db remove`.
#[derive(Clone, Debug, clap::Args)]
pub struct RemoveArgs {
    /// The numbers of the matches.
    #[arg(value_name = "MATCH", required = true)]
    pub matches: Vec<String>,
}

/// Runs `db tag`.
pub(super) fn tag(args: &TagArgs, file: &File, ui: &mut Ui<'_>) -> Done {
    let mut study = file.open(false)?;
    let about = file.about(&study, &args.about)?;
    let is_changed = study.tag(about, &args.tag, args.remove).map_err(|error| file.broken(error))?;
    if args.remove && !is_changed {
        return Err(format!("{} doesn't have the tag {}", args.about, args.tag).into());
    }
    if !is_changed {
        ui.err(format_args!("{} has the tag {} already", args.about, args.tag));
    }
    Ok(Exit::Clean)
}

/// Runs `db comment`.
pub(super) fn comment(args: &CommentArgs, file: &File, _: &mut Ui<'_>) -> Done {
    let mut study = file.open(false)?;
    let about = file.about(&study, &args.about)?;
    study.comment(about, args.text.as_deref()).map_err(|error| file.broken(error))?;
    Ok(Exit::Clean)
}

/// Runs `db remove`.
pub(super) fn remove(args: &RemoveArgs, file: &File, ui: &mut Ui<'_>) -> Done {
    let mut study = file.open(false)?;
    let mut all = BTreeSet::new();
    for text in &args.matches {
        let about = file.about(&study, text)?;
        if about.decision.is_some() {
            return Err(format!("`{text}` is a decision; only whole matches can be removed").into());
        }
        all.insert(about.record);
    }
    for &record in &all {
        study.remove(record).map_err(|error| file.broken(error))?;
    }
    ui.err(format_args!("{} removed", many_es(all.len() as u64, "match")));
    Ok(Exit::Clean)
}
