//! The dice: `set rng`, `set seed`, `dicerolls`, `show rng`, `show seed`.

use super::{Call, Handlers};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::dice::Generator;
use crate::repl::line::number;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("dicerolls", dice_rolls),
    ("set rng bbs", |session, call, answer| seeded(session, call, Generator::Bbs, answer)),
    ("set rng file", file),
    ("set rng isaac", |session, call, answer| seeded(session, call, Generator::Isaac, answer)),
    ("set rng manual", |session, _, answer| unseeded(session, Generator::Manual, answer)),
    ("set rng md5", |session, call, answer| seeded(session, call, Generator::Md5, answer)),
    ("set rng mersenne", |session, call, answer| seeded(session, call, Generator::Mersenne, answer)),
    ("set rng random.org", |session, _, answer| unseeded(session, Generator::RandomOrg, answer)),
    ("set seed", set_seed),
    ("show rng", |session, _, answer| {
        answer.say(format_args!("You are using the {} generator.", session.dice.generator()));
        Ok(())
    }),
    ("show seed", show_seed),
];

/// The most rolls that are printed at once.
const MOST_ROLLS: i64 = 1_000_000;

/// `dicerolls COUNT`.
fn dice_rolls(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let count = word.as_ref().and_then(|word| number(&word.text)).filter(|&count| count > 0);
    let Some(count) = count else {
        let place = word.map_or_else(|| call.words.rest_place(), |word| word.place);
        return Err(Refusal::silent("`dicerolls` takes the number of rolls, at least 1").at(place));
    };
    if count > MOST_ROLLS {
        return Err(Refusal::silent(format_args!("no more than {MOST_ROLLS} rolls are printed at once")));
    }
    for _ in 0..count {
        let (first, second) = session.draw_dice(answer)?;
        answer.say(format_args!("{first} {second}"));
    }
    Ok(())
}

/// Takes another generator into use, and says so.
fn choose(session: &mut Session, generator: Generator, answer: &mut Answer) {
    session.dice.choose(generator);
    answer.say(format_args!("GNU Backgammon will now use the {generator} generator."));
}

fn already(generator: Generator, answer: &mut Answer) {
    answer.say(format_args!("You are already using the {generator} generator."));
}

/// `set rng isaac|md5|mersenne [SEED]`.
fn seeded(session: &mut Session, call: &Call<'_>, generator: Generator, answer: &mut Answer) -> Done {
    if session.dice.generator() == generator && call.words.rest().is_empty() {
        already(generator, answer);
        return Ok(());
    }
    choose(session, generator, answer);
    if generator != Generator::Mersenne && !session.settings.compat {
        answer.complain(format_args!(
            "note: {generator} isn't there; the dice come from {}",
            Generator::Mersenne
        ));
    }
    seed(session, call, answer)
}

/// `set rng manual|random.org`.
fn unseeded(session: &mut Session, generator: Generator, answer: &mut Answer) -> Done {
    if session.dice.generator() == generator {
        already(generator, answer);
    } else {
        choose(session, generator, answer);
    }
    Ok(())
}

/// `set rng file FILE`.
fn file(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        return Err(Refusal::say("Please enter filename!").at(call.words.rest_place()));
    };
    let name = word.text.as_ref();
    let bytes = session.host.read(name).map_err(|error| {
        Refusal::say(format_args!("File {name} does not exist or is not readable")).help(error).at(word.place)
    })?;
    session.dice.read_from(name, &bytes);
    answer.say(format_args!("GNU Backgammon will now use the {} generator.", Generator::File));
    Ok(())
}

/// `set seed [SEED]`.
fn set_seed(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if let generator @ (Generator::Manual | Generator::File | Generator::RandomOrg) = session.dice.generator()
    {
        return Err(Refusal::say(format_args!("You can't set a seed if you're using {generator} as RNG")));
    }
    seed(session, call, answer)
}

/// Seeds the generator with the rest of the line, or, if there is none, by chance.
fn seed(session: &mut Session, call: &Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    if text.is_empty() {
        session.dice.seed_from_system();
        answer.say("Seed initialised from system random data.");
        return Ok(());
    }
    // White space between digits doesn't count.
    let digits: String = text.split_whitespace().collect();
    if !session.dice.seed(&digits) {
        return Err(Refusal::say("You must specify a valid seed (see `help set seed').")
            .help("a seed is a whole number without a sign")
            .at(call.words.rest_place()));
    }
    answer.say(format_args!("Seed set to {text}."));
    Ok(())
}

/// `show seed`.
fn show_seed(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    match session.dice.generator() {
        Generator::Manual => answer.say("You cannot show the seed with this random number generator."),
        Generator::RandomOrg => {
            answer.say("You cannot show the seed with this random number generator.");
            answer.say("Number of dice used in current batch: 0.");
        }
        Generator::File => {
            let (name, used) = (session.dice.file_name().unwrap_or_default(), session.dice.used_of_file());
            answer.say(format_args!("GNU Backgammon is reading dice from file: {name}"));
            answer.say(format_args!("Number of dice read from current file: {used}."));
        }
        _ => answer.say(format_args!("The current seed is {}", session.dice.seed_text())),
    }
    Ok(())
}
