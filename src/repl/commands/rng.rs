//! The dice: `set rng`, `set seed`, `dicerolls`, `show rng`, `show seed`.

use super::{Call, Handlers};
use crate::host::reason::reason;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::dice::Generator;
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("dicerolls", dice_rolls),
    ("set rng file", file),
    ("set rng mersenne", mersenne),
    ("set rng *", other),
    ("set rollout rng *", of_rollouts),
    ("set seed", set_seed),
    ("show rng", |session, _, answer| {
        answer.say(format_args!("You are using the {} generator.", session.dice.generator()));
        Ok(())
    }),
    ("show seed", show_seed),
];

/// The most rolls printed at once.
const MOST_ROLLS: i64 = 1_000_000;

/// `dicerolls COUNT`.
fn dice_rolls(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let refusal = |place| Refusal::silent("`dicerolls` takes the number of rolls, at least 1").at(place);
    let count: i64 = call.within(1..).map_err(refusal)?;
    if count > MOST_ROLLS {
        return Err(Refusal::silent(format_args!("no more than {MOST_ROLLS} rolls are printed at once")));
    }
    for _ in 0..count {
        let (first, second) = session.draw_dice(answer)?;
        answer.say(format_args!("{first} {second}"));
    }
    Ok(())
}

/// Returns the generator that a command names.
fn named(call: &Call<'_>) -> Generator {
    match call.command.name {
        "bbs" => Generator::Bbs,
        "isaac" => Generator::Isaac,
        "md5" => Generator::Md5,
        "manual" => Generator::Manual,
        "random.org" => Generator::RandomOrg,
        "file" => Generator::File,
        _ => Generator::Mersenne,
    }
}

/// Switches to another generator, and prints that.
fn choose(session: &mut Session, generator: Generator, answer: &mut Answer) {
    session.dice.choose(generator);
    answer.say(format_args!("GNU Backgammon will now use the {generator} generator."));
}

fn already(generator: Generator, answer: &mut Answer) {
    answer.say(format_args!("You are already using the {generator} generator."));
}

/// `set rng GENERATOR`, without a seed, or of one that isn't implemented.
fn other(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (generator, used) = (named(call), Generator::Mersenne);
    if !matches!(generator, Generator::Manual | Generator::RandomOrg) {
        return Err(Refusal::complain(format_args!(
            "the {generator} generator isn't available, and no other generator replaces it"
        ))
        .help(format_args!("`set rng mersenne' rolls the dice of the {used}"))
        .at(call.words.rest_place()));
    }
    if session.dice.generator() == generator {
        already(generator, answer);
    } else {
        choose(session, generator, answer);
    }
    Ok(())
}

/// `set rollout rng GENERATOR [SEED]`: rollouts have one generator. In compat mode the name is stored and
/// shown; there, too, the seed isn't that of `set rollout seed`.
fn of_rollouts(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let generator = named(call);
    if matches!(generator, Generator::Manual | Generator::RandomOrg | Generator::File) {
        return Err(Refusal::say(format_args!("The {generator} RNG is not suitable for rollouts")));
    }
    if !session.settings.compat {
        return Err(Refusal::complain("the dice of a rollout come from SplitMix64")
            .help("`set rollout seed' seeds it"));
    }
    let text = call.words.rest();
    if text.is_empty() && session.settings.rollout_generator == generator {
        already(generator, answer);
        return Ok(());
    }
    session.settings.rollout_generator = generator;
    answer.say(format_args!("GNU Backgammon will now use the {generator} generator."));
    let digits: String = text.split_whitespace().collect();
    if digits.is_empty() {
        answer.say("Seed initialised from system random data.");
        return Ok(());
    }
    if digits.parse::<u64>().is_err() {
        let refusal = Refusal::say("You must specify a valid seed (see `help set seed').");
        return Err(refusal.at(call.words.rest_place()));
    }
    answer.say(format_args!("Seed set to {text}."));
    Ok(())
}

/// `set rng mersenne [SEED]`.
fn mersenne(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.dice.generator() == Generator::Mersenne && call.words.rest().is_empty() {
        already(Generator::Mersenne, answer);
        return Ok(());
    }
    choose(session, Generator::Mersenne, answer);
    seed(session, call, answer)
}

/// `set rng file FILE`.
fn file(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(word) = call.words.next() else {
        if session.dice.generator() == Generator::File {
            already(Generator::File, answer);
            return Ok(());
        }
        return Err(Refusal::say("Please enter filename!").at(call.words.rest_place()));
    };
    let name = session.path(word.text);
    let bytes = session.host.read(&name).map_err(|error| {
        Refusal::say(format_args!("File {name} does not exist or is not readable"))
            .help(reason(&error))
            .at(word.place)
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

/// Seeds the generator with the rest of the line, or, if it is empty, at random.
fn seed(session: &mut Session, call: &Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    if text.is_empty() {
        session.dice.seed_from_system();
        answer.say("Seed initialised from system random data.");
        return Ok(());
    }
    // White space between digits is ignored.
    let digits: String = text.split_whitespace().collect();
    if !session.dice.seed(&digits) {
        return Err(Refusal::say("You must specify a valid seed (see `help set seed').")
            .help("a seed is a whole number without a sign")
            .at(call.words.rest_place()));
    }
    answer.say(format_args!("Seed set to {text}."));
    Ok(())
}

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
