//! `barpoint config`: shows the settings for a record, and their sources.

use crate::cli::error::Done;
use crate::cli::settings;
use crate::host::config::SETTINGS;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::output::json::{ConfigJson, SettingJson};
use crate::output::ui::{Ui, printable};
use std::path::PathBuf;

/// The arguments of `config`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// A record or a folder [default: the current folder]
    #[arg(value_name = "PATH", default_value = ".", hide_default_value = true)]
    pub path: PathBuf,
    /// The source of settings.
    #[command(flatten)]
    pub settings: settings::Args,
    /// Write one JSON object.
    #[arg(long, help_heading = "Output")]
    pub json: bool,
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    if let Err(error) = std::fs::metadata(&args.path) {
        let name = printable(&path_text(&args.path));
        return Err(crate::cli::error::CommandError::cannot_read(name, &error));
    }
    let config = args.settings.configs().of(&args.path).map_err(settings::wrong)?;
    let mut settings: Vec<SettingJson> = config
        .lines
        .iter()
        .map(|line| SettingJson { key: line.key.clone(), value: line.value.clone(), line: Some(line.line) })
        .collect();
    for (key, value) in SETTINGS {
        let is_set = |setting: &SettingJson| setting.key == key || setting.key.split('.').next() == Some(key);
        if !settings.iter().any(is_set) {
            settings.push(SettingJson { key: key.to_owned(), value: value.to_owned(), line: None });
        }
    }
    let file = config.path.as_ref().map(path_text);
    if args.json {
        ui.json(&ConfigJson::new(file, settings))?;
        return Ok(Exit::Clean);
    }
    match &file {
        Some(file) => ui.line(printable(file))?,
        None if args.settings.isolated => ui.line("no file is read")?,
        None => ui.line("no barpoint.toml in this folder or above")?,
    }
    let width =
        |part: fn(&SettingJson) -> &str| settings.iter().map(|s| part(s).chars().count()).max().unwrap_or(0);
    let (keys, values) = (width(|setting| &setting.key), width(|setting| &setting.value));
    for SettingJson { key, value, line } in &settings {
        let from = line.map_or("default".to_owned(), |line| format!("line {line}"));
        ui.line(format_args!("  {key:keys$}  {:values$}  {from}", printable(value)))?;
    }
    Ok(Exit::Clean)
}
