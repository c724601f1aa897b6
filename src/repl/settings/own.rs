//! `set compat`, `set aliases`, and `save settings`, which writes a file of ours.

use super::row::Row;
use super::{Section, file};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// What `save settings` writes elsewhere, or not at all.
pub(super) const OTHERS: Section = Section::of(
    "What has no effect yet",
    &[
        Row::own(
            "set aliases | <names> | text | later | set aliases anna;annie | \
             Sets which imported names are player 1.",
            aliases,
            |_| None,
            |_| String::new(),
        )
        .unkept(),
        Row::switch(
            "set compat | <on|off> | onoff | own | set compat on | \
             Makes the program answer exactly like GNU Backgammon.",
            |now| &mut now.compat,
            [
                "Everything is done and said as GNU Backgammon does and says it.",
                "What GNU Backgammon gets wrong is put right, and refusals are explained.",
            ],
        )
        .then(|session| {
            session.refresh_rules();
            session.limit_cube();
        })
        .unkept(),
    ],
)
.with(|session| {
    let remembered = session.settings.remembered.iter();
    remembered
        .map(|(path, words)| (path.strip_prefix("set ").unwrap_or(path).to_owned(), words.clone()))
        .collect()
});

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("save settings", save_settings),
    ("show aliases", |session, _, answer| {
        say_aliases(session, "is ", answer);
        Ok(())
    }),
];

/// `set aliases NAMES`.
fn aliases(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.remembered.insert(ALIASES.to_owned(), call.words.rest().to_owned());
    say_aliases(session, "", answer);
    Ok(())
}

/// The setting of the names that mean player 1; no import looks at it yet.
const ALIASES: &str = "set aliases";

fn say_aliases(session: &Session, is: &str, answer: &mut Answer) {
    let names = session.settings.remembered.get(ALIASES).map_or("", String::as_str);
    answer.say(format_args!("Aliases for player 1 when importing MAT files {is}set to \"{names}\"."));
    if session.settings.compat {
        answer.put(' ');
    }
}

/// `save settings`.
///
/// In compat mode nothing is written: the program that is stood in for has a file of its own.
fn save_settings(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        return Ok(());
    }
    let Some(path) = session.host.settings_path() else {
        return Err(Refusal::complain(
            "there is no place for settings: neither XDG_CONFIG_HOME nor HOME is set",
        ));
    };
    let text = file::text(session);
    session
        .host
        .write(&path, text.as_bytes())
        .map_err(|error| Refusal::complain(format_args!("{path}: {error}")))?;
    answer.say(format_args!("Settings saved to {path}."));
    Ok(())
}
