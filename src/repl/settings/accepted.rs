//! Settings of missing features: windows, sounds, files of rollouts. They are parsed and checked.

use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::session::Session;
use crate::repl::table::Argument;
use std::ops::RangeInclusive;

/// The whole numbers that are accepted; other settings accept any number.
const RANGES: [(&str, RangeInclusive<i64>); 4] = [
    ("set gui animation speed", 0..=7),
    ("set panelwidth", 51..=i64::MAX),
    ("set priority nice", -20..=20),
    ("set toolbar", 0..=2),
];

/// Checks a command that has no effect, and prints its answer.
pub(in crate::repl) fn accept(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let command = call.command;
    let path: &str = &command.path;
    let range = RANGES.iter().find(|row| row.0 == path).map(|row| &row.1);
    let text = match (command.argument, range) {
        // GNU Backgammon doesn't read its word.
        (Argument::OnOff, _) if path == "set vsync3d" => command.answer(0),
        (Argument::OnOff, _) => command.answer(usize::from(!call.on_or_off()?)),
        (Argument::Number, Some(range)) => {
            let refusal = |place| Refusal::say(command.answer(1)).at(place);
            let number: i64 = call.within(range.clone()).map_err(refusal)?;
            command.answer(0).replace("{}", &number.to_string())
        }
        (Argument::Number, None) if !command.usage.starts_with('[') => {
            let refusal = format!("`{path}' takes {}", command.usage);
            call.real().map_err(|place| Refusal::silent(refusal).at(place))?;
            String::new()
        }
        _ => command.answer(0),
    };
    if !session.settings.compat {
        answer.say(format_args!("`{path}' is accepted and does nothing here."));
    } else if !text.is_empty() {
        answer.say(text);
    }
    Ok(())
}
