//! How the engine computes: threads, memory, speed, cube efficiencies, match equity tables.

use super::settings::on_or_off_named;
use super::{Call, Handlers};
use crate::diag::count::many;
use crate::engine::met::MatchEquity;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;
use crate::repl::settings::Settings;
use std::rc::Rc;

pub(super) const COMMANDS: Handlers = &[
    ("invert matchequitytable", invert),
    ("set cache", set_cache),
    ("set calibration", set_calibration),
    ("set cubeefficiency contact", |s, call, answer| {
        share(s, call, answer, |settings| &mut settings.efficiency.contact, "for contact positions")
    }),
    ("set cubeefficiency crashed", |s, call, answer| {
        share(s, call, answer, |settings| &mut settings.crashed_efficiency, "for crashed positions")
    }),
    ("set cubeefficiency os", |s, call, answer| {
        share(s, call, answer, |settings| &mut settings.efficiency.bearoff, "for one sided bearoff positions")
    }),
    ("set cubeefficiency race coefficient", |s, call, answer| number_of_race(s, call, answer, 0)),
    ("set cubeefficiency race factor", |s, call, answer| number_of_race(s, call, answer, 1)),
    ("set cubeefficiency race max", |s, call, answer| {
        share(s, call, answer, |settings| &mut settings.efficiency.race[3], "race max")
    }),
    ("set cubeefficiency race min", |s, call, answer| {
        share(s, call, answer, |settings| &mut settings.efficiency.race[2], "race min")
    }),
    ("set matchequitytable", set_table),
    ("set ratingoffset", set_rating_offset),
    ("set threads", set_threads),
    ("show calibration", |session, _, answer| {
        match session.settings.calibration {
            None => answer.say("No evaluation speed has been recorded."),
            Some(speed) => {
                answer
                    .say(format_args!("Evaluation speed has been set to {speed:.0} evaluations per second."));
            }
        }
        Ok(())
    }),
    ("show cubeefficiency", |session, _, answer| {
        let settings = &session.settings;
        let [coefficient, factor, least, most] = settings.efficiency.race;
        answer.say(format_args!(
            "Parameters for cube evaluations:\n\
             Cube efficiency for crashed positions : {:.4}\n\
             Cube efficiency for contact positions : {:.4}\n\
             Cube efficiency for one sided bearoff positions : {:.4}\n\
             Cube efficiency for race: x = pips * {factor:.5} + {coefficient:.5}\n\
             (min value {least:.4}, max value {most:.4})",
            settings.crashed_efficiency, settings.efficiency.contact, settings.efficiency.bearoff,
        ));
        Ok(())
    }),
    ("show ratingoffset", |session, _, answer| {
        say_rating_offset(session, answer);
        Ok(())
    }),
    ("show threads", |session, _, answer| {
        answer.say(format_args!("{}.", many(session.threads() as u64, "calculation thread")));
        Ok(())
    }),
];

/// The most threads that can be set, as in GNU Backgammon.
const MOST_THREADS: i64 = 48;
/// The largest memory that can be set.
const MOST_ENTRIES: i64 = 1 << 28;

/// Reads a number that is finite.
fn ratio(word: &str) -> Option<f64> {
    word.parse().ok().filter(|number: &f64| number.is_finite())
}

/// `set threads COUNT`.
fn set_threads(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let count = word.as_ref().and_then(|word| number(&word.text)).filter(|&count| count > 0);
    let Some(count) = count else {
        return Err(Refusal::say("You must specify the number of threads to use.")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    if count > MOST_THREADS {
        answer.say(format_args!("{MOST_THREADS} is the maximum number of threads supported."));
    }
    let count = count.min(MOST_THREADS);
    session.settings.threads = count as u32;
    answer.say(format_args!("The number of threads has been set to {count}."));
    Ok(())
}

/// `set cache ENTRIES`: the next power of two, as GNU Backgammon does.
fn set_cache(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let count =
        word.as_ref().and_then(|word| number(&word.text)).filter(|count| (0..=MOST_ENTRIES).contains(count));
    let Some(count) = count else {
        return Err(Refusal::say("You must specify the number of cache entries to use.")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    let entries = if count == 0 { 0 } else { (count as u32).next_power_of_two() };
    session.settings.cache = entries;
    answer.say(format_args!("The position cache has been sized to {entries} entries."));
    Ok(())
}

/// `set calibration [SPEED]`.
fn set_calibration(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        session.settings.calibration = None;
        answer.say("The evaluation speed has been cleared.");
        return Ok(());
    };
    let speed = ratio(&word.text).filter(|&speed| speed > 0.0).ok_or_else(|| {
        Refusal::say(
            "If you give a parameter to `set calibration', it must be a legal number of evaluations per second.",
        )
        .at(word.place)
    })?;
    session.settings.calibration = Some(speed);
    answer.say(format_args!("The speed estimate has been set to {speed:.0} static evaluations per second."));
    Ok(())
}

/// Sets a cube efficiency from 0 to 1.
fn share(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    of: fn(&mut Settings) -> &mut f32,
    what: &str,
) -> Done {
    let word = call.words.next();
    let value = word.as_ref().and_then(|word| ratio(&word.text)).filter(|value| (0.0..=1.0).contains(value));
    let Some(value) = value else {
        return Err(Refusal::say("Cube efficiency must be between 0 and 1")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    *of(&mut session.settings) = value as f32;
    answer.say(format_args!("Cube efficiency {what}: {value:.5}"));
    Ok(())
}

/// `set cubeefficiency race coefficient|factor VALUE`.
fn number_of_race(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer, which: usize) -> Done {
    let word = call.words.next();
    let name = call.command.name;
    let Some(value) = word.as_ref().and_then(|word| ratio(&word.text)).filter(|&value| value >= 0.0) else {
        return Err(Refusal::say(format_args!("Cube efficiency race {name} must be larger than 0."))
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.efficiency.race[which] = value as f32;
    answer.say(format_args!("Cube efficiency race {name} set to {value:.5}"));
    Ok(())
}

/// `set ratingoffset RATING`.
fn set_rating_offset(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let Some(rating) = word.as_ref().and_then(|word| ratio(&word.text)).filter(|&rating| rating >= 0.0)
    else {
        return Err(Refusal::say("Please provide a positive rating offset\n")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.rating_offset = rating;
    say_rating_offset(session, answer);
    Ok(())
}

fn say_rating_offset(session: &Session, answer: &mut Answer) {
    let rating = session.settings.rating_offset;
    answer.say(format_args!("The rating offset for estimating absolute ratings is: {rating:.1}"));
}

/// `set matchequitytable FILE`.
///
/// Where the file can't be read the table stays; GNU Backgammon would go over to another one.
fn set_table(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        return Err(
            Refusal::say("You must specify a filename. See \"help set met\". ").at(call.words.rest_place())
        );
    };
    let path = word.text.as_ref();
    let refusal =
        |why: &dyn std::fmt::Display| Refusal::complain(format_args!("{path}: {why}")).at(word.place.clone());
    let bytes = session.host.read(path).map_err(|error| refusal(&error))?;
    let text = String::from_utf8_lossy(&bytes);
    let table = MatchEquity::from_xml(&text).map_err(|error| refusal(&error))?;
    if session.settings.compat {
        answer.say("Analysis used for `hint' has been cleared");
    }
    answer.say(format_args!("GNU Backgammon will now use the {} match equity table.", table.name()));
    session.settings.table = Some((path.to_owned(), Rc::new(table)));
    Ok(())
}

/// `invert matchequitytable ON|OFF`.
fn invert(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.is_table_inverted = on_or_off_named(call, "invert matchequitytable")?;
    answer.say(if session.settings.is_table_inverted {
        "Match equity table will be used inverted."
    } else {
        "Match equity table will not be use inverted."
    });
    Ok(())
}
