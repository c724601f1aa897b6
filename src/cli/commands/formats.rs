//! `barpoint formats`: the table of record formats.

use crate::cli::args::Named;
use crate::cli::error::Done;
use crate::diag::choice;
use crate::formats::inventory::Kind;
use crate::formats::{Content, FORMATS, Format, Matches};
use crate::host::exit::Exit;
use crate::output::json::FormatJson;
use crate::output::table::Table;
use crate::output::ui::Ui;
use std::fmt::Write as _;
use std::io;

/// The arguments of `formats`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Show what this format can express and what is lost in it.
    #[arg(value_name = "FORMAT", value_parser = NAMED, hide_possible_values = true)]
    pub format: Option<&'static Format>,
    /// Write one JSON object per format.
    #[arg(long)]
    pub json: bool,
}

/// The parser of formats; shells complete their names.
const NAMED: Named<&'static Format> =
    Named::new(|| FORMATS.iter().map(|format| format.name).collect(), named);

/// Finds a format by its name.
fn named(name: &str) -> Result<&'static Format, String> {
    Format::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = FORMATS.iter().map(|format| format.name).collect();
        choice(name, &names)
    })
}

/// Returns the formats in the order of their names.
fn sorted() -> Vec<&'static Format> {
    let mut formats: Vec<&Format> = FORMATS.iter().collect();
    formats.sort_by_key(|format| format.name);
    formats
}

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    let formats = args.format.map_or_else(sorted, |format| vec![format]);
    if args.json {
        for format in formats {
            ui.json(&FormatJson::new(format))?;
        }
    } else if let Some(format) = args.format {
        details(format, ui)?;
    } else {
        table(&formats, ui)?;
    }
    Ok(Exit::Clean)
}

/// Writes one line per format.
fn table(formats: &[&Format], ui: &mut Ui<'_>) -> io::Result<()> {
    let mut table = Table::new(&["name", "read", "written", "extensions", "what it is"]);
    for format in formats {
        let [read, written] = can(format);
        let extensions = format.extensions.join(" ");
        table.row([format.name, read, written, &extensions, format.title].map(str::to_owned).to_vec());
    }
    ui.prose(table.within(ui.room()).trim_end())
}

/// Returns whether a format can be read and written, as words.
fn can(format: &Format) -> [&'static str; 2] {
    let written = match format.writer {
        None => "no",
        Some(writer) if writer.reads_back => "yes",
        Some(_) => "for people",
    };
    [if format.parse.is_some() { "yes" } else { "no" }, written]
}

/// Writes all facts about a format.
fn details(format: &Format, ui: &mut Ui<'_>) -> io::Result<()> {
    let [read, written] = can(format);
    let content = if matches!(format.content, Content::Binary(_)) { "binary" } else { "text" };
    let matches = if matches!(format.matches, Matches::One) { "one" } else { "any number" };
    let extensions: Vec<String> = format.extensions.iter().map(|extension| format!(".{extension}")).collect();
    ui.prose(format_args!("{}: {}", format.name, format.title))?;
    let facts = [
        ("extensions", extensions.join(", ")),
        ("content", content.to_owned()),
        ("matches in a file", matches.to_owned()),
        ("read", read.to_owned()),
        ("written", written.to_owned()),
    ];
    for (name, fact) in facts {
        ui.prose(format_args!("  {name:<18} {fact}").to_string().trim_end())?;
    }
    let Some(writer) = format.writer else { return Ok(()) };
    for (name, is_held) in [("holds", true), ("loses", false)] {
        let kinds = Kind::contents().filter(|kind| writer.holds.contains(kind) == is_held);
        let kinds: Vec<&str> = kinds.map(|kind| kind.id()).collect();
        ui.prose(format_args!(
            "  {name:<18} {}",
            if kinds.is_empty() { "nothing".to_owned() } else { kinds.join(", ") }
        ))?;
    }
    Ok(())
}

/// Returns the page of all formats, the content of `docs/formats/README.md`.
#[must_use]
pub fn reference() -> String {
    let name = |format: &Format| format!("[{}]({}.md)", format.name, format.page);
    let mut text = String::from(
        "# The formats\n\n\
         <!-- Made from the table FORMATS in src/core/formats/mod.rs: `BARPOINT_UPDATE=1 cargo test` writes this file. -->\n\n\
         Commands that read records recognise the format by the content of the file, whatever its name; `--from`\n\
         names the format if the content isn't clear. `convert --to` writes another format. `barpoint formats NAME`\n\
         describes one. A few lines of other text, such as a mail's, may stand above a record. If the content could be\n\
         several formats, the one that begins first counts: a note may contain lines of another format.\n\n\
         A gzip or Zstandard file is read as the file inside it, and a zip or tar archive as a folder with files named\n\
         `archive.zip/file`, in its own order. Packed files and archives inside them are read too, up to five layers\n\
         deep. A member may be four times as large as a match, by default 256 MiB, and so may the content of one that\n\
         is a gzip or Zstandard file. An archive in a pipe or inside another file is read into memory and may be as\n\
         large. Encrypted members of a zip archive, and those that are neither stored nor deflated, are reported as\n\
         unreadable; so are RAR and 7z archives, records packed by xz or bzip2, and sparse files in a tar archive. Of a\n\
         tar archive that is damaged or cut off, the members before the damage are read.\n\n\
         | format | read | written | extensions | what it is |\n|---|---|---|---|---|\n",
    );
    for format in sorted() {
        let [read, written] = can(format);
        let extensions: Vec<String> =
            format.extensions.iter().map(|extension| format!("`.{extension}`")).collect();
        let _ = writeln!(
            text,
            "| {} | {read} | {written} | {} | {} |",
            name(format),
            extensions.join(" "),
            format.title
        );
    }
    text.push_str(
        "\n## Programs that read the written files\n\n\
         The tests run these programs on the files that barpoint writes, the Python packages where they are installed. They read\n\
         the same dice, positions, cube, results and scores:\n\n\
         | format | program | version | tests |\n|---|---|---|---|\n\
         | mat, sgf, pos, snowie-position | GNU Backgammon | 1.07 | `tests/gnubg` |\n\
         | ogxm | libogxm (`ogxm` of PyPI) | 2.3.2 | `tests/formats/ogxm.rs` |\n\
         | ogxm | GammonView (`gammonview` of PyPI) | 3.1.0 | `tests/formats/ogxm.rs` |\n\
         | xg | bgsage (`bgsage` of PyPI) | 2.0.20260907 | `tests/formats/xg/written.rs` |\n\
         | xg, with every play analysed | GammonView (`gammonview` of PyPI) | 3.1.0 | `tests/formats/xg/written.rs` |\n\n\
         eXtreme Gammon itself wasn't available.\n",
    );
    text.push_str(
        "\n## What is lost\n\n\
         Nothing is lost silently: before `convert` writes a record, it lists what the new format can't hold. An x\n\
         marks the items that a format can hold.\n\n",
    );
    let written: Vec<&Format> = sorted().into_iter().filter(|format| format.writer.is_some()).collect();
    if written.is_empty() {
        return text;
    }
    let names: Vec<&str> = written.iter().map(|format| format.name).collect();
    let _ = writeln!(text, "| | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for kind in Kind::contents() {
        let holds = |format: &&Format| format.writer.is_some_and(|writer| writer.holds.contains(kind));
        let crosses: Vec<&str> = written.iter().map(|format| if holds(format) { "x" } else { "" }).collect();
        let _ = writeln!(text, "| {} | {} |", kind.id(), crosses.join(" | "));
    }
    text
}
