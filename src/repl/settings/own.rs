//! Settings of files: `set aliases`, `set import folder`, `set sgf folder`, `set record`; `set compat`;
//! `save settings`, which writes our own settings file.

use super::players::quoted;
use super::row::Row;
use super::{Section, file};
use crate::host::folders::Kept;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// The settings of files and of the program.
pub(super) const OTHERS: Section = Section::of(
    "Files: settings that differ from the defaults",
    &[
        Row::own(
            "aliases",
            |session, call, answer| {
                call.words.rest().clone_into(&mut session.settings.aliases);
                say_aliases(session, "", answer);
                Ok(())
            },
            |session| Some(session.settings.aliases.clone()),
        ),
        Row::own(
            "import folder",
            |session, call, _| folder(session, call).map(|folder| session.settings.import_folder = folder),
            |session| Some(quoted(&session.settings.import_folder)),
        ),
        Row::own(
            "sgf folder",
            |session, call, _| folder(session, call).map(|folder| session.settings.sgf_folder = folder),
            |session| Some(quoted(&session.settings.sgf_folder)),
        ),
        Row::switch("record", |now| &mut now.record),
        Row::switch("roller", |now| &mut now.roller),
        Row::switch("compat", |now| &mut now.compat)
            .then(|session| {
                session.apply_rules();
                session.limit_cube();
                session.doubt_crawford();
            })
            .unkept(),
    ],
)
.changed();

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("save settings", save_settings),
    ("show aliases", |session, _, answer| {
        say_aliases(session, "is ", answer);
        Ok(())
    }),
];

/// Reads the name of a folder; an empty one if there is none.
fn folder(session: &Session, call: &mut Call<'_>) -> Result<String, Refusal> {
    Ok(call.words.next().map(|word| session.path(word.text).into_owned()).unwrap_or_default())
}

fn say_aliases(session: &Session, is: &str, answer: &mut Answer) {
    let names = &session.settings.aliases;
    answer.say(format_args!("Aliases for player 1 when importing MAT files {is}set to \"{names}\"."));
    if session.settings.compat {
        answer.put(' ');
    }
}

/// `save settings`.
///
/// In compat mode nothing is written: GNU Backgammon has a settings file of its own.
fn save_settings(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        // Without its own settings, GNU Backgammon saves none.
        if session.kept.is_configured {
            let line = "Settings not saved: GNU Backgammon's own file stays as it is.";
            return Err(Refusal::complain(line));
        }
        return Ok(());
    }
    let Some(path) = session.host.settings_path() else {
        return Err(Refusal::complain(format_args!("no folder for settings: {}", Kept::Settings.unset())));
    };
    let text = file::text(session);
    session
        .host
        .write(&path, text.as_bytes())
        .map_err(|error| Refusal::complain(format_args!("{path}: {error}")))?;
    answer.say(format_args!("Settings saved to {path}."));
    Ok(())
}
