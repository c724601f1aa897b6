//! Settings: what `set` sets and `show` shows outside the match.

pub(super) mod automatic;
pub(super) mod output;
pub(in crate::repl) mod players;
pub(super) mod rules;

use super::{Call, Handlers};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::abbreviates;

/// Reads `on` or `off`, written out, or an abbreviation of `yes`, `no`, `true` or `false`.
///
/// # Errors
///
/// There is no word, or another one.
fn on_or_off(call: &mut Call<'_>) -> Result<bool, Refusal> {
    let Some(word) = call.words.next() else {
        let path = call.command.path.as_ref();
        let name = path.strip_prefix("set ").unwrap_or(path);
        let name = if name == "output output" { "output" } else { name };
        return Err(Refusal::say(format_args!("You must specify whether to set '{name}' on or off."))
            .at(call.words.rest_place()));
    };
    let text = word.text.as_ref();
    let is = |full: &str| abbreviates(text, full);
    // An empty word, in quotes, begins every word; `on` is the first that is asked for.
    if text.is_empty() || text.eq_ignore_ascii_case("on") || is("yes") || is("true") {
        Ok(true)
    } else if text.eq_ignore_ascii_case("off") || is("no") || is("false") {
        Ok(false)
    } else {
        Err(Refusal::say(format_args!("Illegal keyword `{text}'."))
            .help("it is turned `on` or `off`")
            .at(word.place))
    }
}

/// Turns something on or off, and says one of two lines about it.
fn switch(call: &mut Call<'_>, setting: &mut bool, answer: &mut Answer, says: (&str, &str)) -> Done {
    *setting = on_or_off(call)?;
    answer.say(if *setting { says.0 } else { says.1 });
    Ok(())
}
