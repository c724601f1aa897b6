//! Settings: what `set` sets and `show` shows outside the match.

pub(in crate::repl) mod accepted;
pub(super) mod automatic;
pub(in crate::repl) mod evaluation;
pub(super) mod output;
pub(super) mod own;
pub(in crate::repl) mod players;
pub(super) mod rules;
pub(super) mod tutor;

use super::{Call, Handlers};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::abbreviates;

/// Reads `on` or `off`, written out, or an abbreviation of `yes`, `no`, `true` or `false`.
///
/// # Errors
///
/// There is no word, or another one.
pub(super) fn on_or_off(call: &mut Call<'_>) -> Result<bool, Refusal> {
    on_or_off_named(call, switch_name(&call.command.path))
}

/// As [`on_or_off`], with the name that the question for it has.
///
/// # Errors
///
/// The same.
pub(super) fn on_or_off_named(call: &mut Call<'_>, name: &str) -> Result<bool, Refusal> {
    let Some(word) = call.words.next() else {
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

/// Returns what the question for `on` or `off` calls a setting: mostly its path.
fn switch_name(path: &str) -> &str {
    match path {
        "set analysis player analyse" => "analysis player",
        "set dockpanels" => "dockdisplay",
        "set evaluation sameasanalysis" => "eval sameasanalysis",
        "set output output" => "output",
        "set rollout jsd stop" => {
            "stop rollout of choices which appear to  to be worse with statistical certainty"
        }
        "set rollout later enable" => "separate evaluation for later plies",
        "set rollout limit enable" => "stop when the STD's are small enough",
        "set rollout rotate" => "rollout quasirandom",
        "set tutor chequer" => "tutor-chequer",
        "set tutor cube" => "tutor-cube",
        "set tutor mode" => "tutor-mode",
        _ => path.strip_prefix("set ").unwrap_or(path),
    }
}

/// Turns something on or off, and says one of two lines about it.
fn switch(call: &mut Call<'_>, setting: &mut bool, answer: &mut Answer, says: (&str, &str)) -> Done {
    *setting = on_or_off(call)?;
    answer.say(if *setting { says.0 } else { says.1 });
    Ok(())
}

/// Reads one of the words that the usage lists, or an abbreviation of it.
///
/// # Errors
///
/// There is no word, or another one.
pub(super) fn choice(call: &mut Call<'_>) -> Result<&'static str, Refusal> {
    let word = call.words.next();
    let found = word.as_ref().and_then(|word| {
        let is_meant = |choice: &&str| abbreviates(&word.text, choice);
        call.command.choices().find(is_meant)
    });
    found.ok_or_else(|| {
        let place = word.map_or_else(|| call.words.rest_place(), |word| word.place);
        let choices: Vec<_> = call.command.choices().collect();
        Refusal::silent(format_args!("`{}' goes on with one of: {}", call.command.path, choices.join(", ")))
            .at(place)
    })
}
