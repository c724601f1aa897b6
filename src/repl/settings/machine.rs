//! Settings of the engine: threads, memory, speed, cube efficiencies, match equity tables.

use super::Section;
use super::players::quoted;
use super::row::{Least, Row};
use crate::diag::count::many;
use crate::engine::met::{LONGEST, MatchEquity};
use crate::host::reason::reason;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::dice::Generator;
use crate::repl::session::Session;
use std::rc::Rc;

pub(super) const ENGINE: Section = Section::of(
    "Engine",
    &[
        Row::own("cache", cache, |session| Some(session.settings.cache.to_string())).says(|session| {
            let noun = if session.settings.cache == 1 { "entry" } else { "entries" };
            format!("The position cache has been sized to {} {noun}.", session.settings.cache)
        }),
        Row::real("cubeefficiency contact", |now| &mut now.efficiency.contact, Least::Share),
        Row::real("cubeefficiency crashed", |now| &mut now.efficiency.crashed, Least::Share),
        Row::real("cubeefficiency os", |now| &mut now.efficiency.bearoff, Least::Share),
        Row::real("cubeefficiency race coefficient", |now| &mut now.efficiency.race[0], Least::Zero),
        Row::real("cubeefficiency race factor", |now| &mut now.efficiency.race[1], Least::Zero),
        Row::real("cubeefficiency race max", |now| &mut now.efficiency.race[3], Least::Share),
        Row::real("cubeefficiency race min", |now| &mut now.efficiency.race[2], Least::Share),
        Row::real("ratingoffset", |now| &mut now.rating_offset, Least::Zero),
        Row::own("calibration", calibration, |session| {
            session.settings.calibration.map(|speed| speed.to_string())
        })
        .says(|session| match session.settings.calibration {
            None => "No evaluation speed has been recorded.".to_owned(),
            Some(speed) => format!("Evaluation speed has been set to {speed:.0} evaluations per second."),
        }),
        Row::own("threads", threads, |session| {
            (session.settings.threads > 0).then(|| session.settings.threads.to_string())
        })
        .says(|session| format!("{}.", many(session.threads() as u64, "calculation thread"))),
        Row::own("matchequitytable", set_table, |session| {
            session.settings.table.as_ref().map(|(path, _)| quoted(path))
        }),
    ],
)
.with(|session| {
    let inverted = session.settings.is_table_inverted.then(|| ("invert matchequitytable", "on".to_owned()));
    // Without a seed a new session draws one, from which it begins anyway.
    let generator = match session.dice.generator() {
        Generator::Manual => Some("manual".to_owned()),
        Generator::RandomOrg => Some("random.org".to_owned()),
        Generator::File => session.dice.file_name().map(|name| format!("file {}", quoted(name))),
        _ => None,
    };
    let generator = generator.map(|words| ("rng", words));
    inverted.into_iter().chain(generator).map(|(command, words)| (command.to_owned(), words)).collect()
});

pub(in crate::repl) const COMMANDS: Handlers =
    &[("invert matchequitytable", invert), ("show cubeefficiency", show_efficiency)];

/// The most threads that can be set, as in GNU Backgammon.
const MOST_THREADS: i64 = 48;
/// The largest memory that can be set.
const MOST_ENTRIES: i64 = 1 << 28;

fn show_efficiency(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let settings = &session.settings;
    let [coefficient, factor, least, most] = settings.efficiency.race;
    answer.say(format_args!(
        "Parameters for cube evaluations:\n\
         Cube efficiency for crashed positions : {:.4}\n\
         Cube efficiency for contact positions : {:.4}\n\
         Cube efficiency for one sided bearoff positions : {:.4}\n\
         Cube efficiency for race: x = pips * {factor:.5} + {coefficient:.5}\n\
         (min value {least:.4}, max value {most:.4})",
        settings.efficiency.crashed, settings.efficiency.contact, settings.efficiency.bearoff,
    ));
    Ok(())
}

/// `set threads COUNT`.
fn threads(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let refusal = |place| Refusal::say("You must specify the number of threads to use.").at(place);
    let count: i64 = call.within(1..).map_err(refusal)?;
    if count > MOST_THREADS {
        answer.say(format_args!("{MOST_THREADS} is the maximum number of threads supported."));
    }
    let count = count.min(MOST_THREADS);
    session.settings.threads = count as u32;
    answer.say(format_args!("The number of threads has been set to {count}."));
    Ok(())
}

/// `set cache ENTRIES`: the next power of two, as GNU Backgammon does.
fn cache(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let refusal = |place| Refusal::say("You must specify the number of cache entries to use.").at(place);
    let count: i64 = call.within(0..=MOST_ENTRIES).map_err(refusal)?;
    session.settings.cache = if count == 0 { 0 } else { (count as u32).next_power_of_two() };
    super::say("cache", session, answer);
    Ok(())
}

/// `set calibration [SPEED]`.
fn calibration(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if call.words.peek().is_none() {
        session.settings.calibration = None;
        answer.say("The evaluation speed has been cleared.");
        return Ok(());
    }
    let place = call.place();
    // GNU Backgammon accepts no number up to 2.
    let least = if session.settings.compat { 2.0 } else { 0.0 };
    let speed = call.real().ok().filter(|&speed| speed > least).ok_or_else(|| {
        Refusal::say(
            "If you give a parameter to `set calibration', it must be a legal number of evaluations per second.",
        )
        .at(place)
    })?;
    session.settings.calibration = Some(speed);
    answer.say(format_args!("The speed estimate has been set to {speed:.0} static evaluations per second."));
    Ok(())
}

/// `set matchequitytable FILE`.
///
/// If the file can't be read, the table stays; GNU Backgammon would switch to another one.
fn set_table(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        return Err(
            Refusal::say("You must specify a filename. See \"help set met\". ").at(call.words.rest_place())
        );
    };
    let path = session.path(word.text);
    let refusal =
        |why: &dyn std::fmt::Display| Refusal::complain(format_args!("{path}: {why}")).at(word.place.clone());
    let bytes = session.host.read(&path).map_err(|error| refusal(&reason(&error)))?;
    let text = String::from_utf8_lossy(&bytes);
    let mut table = MatchEquity::from_xml(&text).map_err(|error| refusal(&error))?;
    if session.settings.compat {
        answer.say("Analysis used for `hint' has been cleared");
    }
    answer.say(format_args!("GNU Backgammon will now use the {} match equity table.", table.name()));
    let length = table.length();
    if session.settings.compat && length < LONGEST {
        answer.say(format_args!(
            "\nNote that this match equity table only supports matches of length {length} and below.\nFor scores above \
             {length}-away an extrapolation scheme is used."
        ));
        table = table.extended(LONGEST);
    }
    session.settings.table = Some((path.into_owned(), Rc::new(table)));
    Ok(())
}

/// `invert matchequitytable ON|OFF`.
fn invert(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.is_table_inverted = call.on_or_off_named("invert matchequitytable")?;
    answer.say(if session.settings.is_table_inverted {
        "Match equity table will be used inverted."
    } else {
        "Match equity table will not be use inverted."
    });
    Ok(())
}
