//! What is shown, and how: `set output`, `set display`, `set clockwise`, `set prompt`, `set delay`.

use super::{Call, Handlers, choice, on_or_off, switch};
use crate::notation::drawing::Direction;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::line::number;
use crate::repl::session::Session;
use crate::repl::settings::{Colour, DEFAULT_PROMPT};

pub(in crate::repl::commands) const COMMANDS: Handlers = &[
    ("set clockwise", |session, call, answer| {
        let is_clockwise = on_or_off(call)?;
        session.settings.direction = if is_clockwise { Direction::Clockwise } else { Direction::Standard };
        show_clockwise(session, call, answer)
    }),
    ("set display", |session, call, answer| {
        let says = ("Will display boards for computer moves.", "Will not display boards for computer moves.");
        switch(call, &mut session.settings.display, answer, says)
    }),
    ("set delay", set_delay),
    ("set output boardstyle", |session, call, answer| {
        session.settings.output.unicode = choice(call)? == "unicode";
        say_board_style(session, answer);
        Ok(())
    }),
    ("set output colour", |session, call, answer| {
        session.settings.output.colour = match choice(call)? {
            "always" => Colour::Always,
            "never" => Colour::Never,
            _ => Colour::Auto,
        };
        say_colour(session, answer);
        Ok(())
    }),
    ("set output digits", digits),
    ("set output errorratefactor", error_rate_factor),
    ("set output matchpc", |session, call, answer| {
        switch(call, &mut session.settings.output.match_percent, answer, MATCH_PERCENT)
    }),
    ("set output mwc", |session, call, answer| {
        let says = (
            "Match evaluations will be shown as match winning chances.",
            "Match evaluations will be shown as equivalent money equity.",
        );
        switch(call, &mut session.settings.output.mwc, answer, says)
    }),
    ("set output output", |session, call, answer| {
        // What it says is no output, whichever way it is turned.
        let was_muted = session.settings.output.muted;
        session.settings.output.muted = !on_or_off(call)?;
        if !was_muted && session.settings.output.muted {
            answer.say("output will not be shown");
        }
        Ok(())
    }),
    ("set output rawboard", |session, call, answer| {
        let says = ("TTY boards will be given in raw format.", "TTY boards will be given in ASCII.");
        switch(call, &mut session.settings.raw_board, answer, says)
    }),
    ("set output winpc", |session, call, answer| {
        switch(call, &mut session.settings.output.win_percent, answer, WIN_PERCENT)
    }),
    ("set prompt", set_prompt),
    ("show clockwise", show_clockwise),
    ("show delay", |session, _, answer| {
        answer.say(format_args!("The delay is set to {} ms.", session.settings.delay));
        Ok(())
    }),
    ("show display", |session, _, answer| {
        let not = if session.settings.display { "" } else { "not " };
        answer.say(format_args!("GNU Backgammon will {not}display boards for computer moves."));
        Ok(())
    }),
    ("show output", show_output),
    ("show prompt", |session, _, answer| {
        answer.say(format_args!("The prompt is set to `{}'.", session.settings.prompt));
        Ok(())
    }),
];

const MATCH_PERCENT: (&str, &str) = (
    "Match winning chances will be shown as percentages.",
    "Match winning chances will be shown as probabilities.",
);
const WIN_PERCENT: (&str, &str) = (
    "Game winning chances will be shown as percentages.",
    "Game winning chances will be shown as probabilities.",
);

/// The most digits after the point.
const MOST_DIGITS: i64 = 6;

/// `set delay MILLISECONDS`.
fn set_delay(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        answer.say("The `set delay' command applies only when using a window system.");
        return Ok(());
    }
    let word = call.words.next();
    let delay = word.as_ref().and_then(|word| number(&word.text)).and_then(|delay| u32::try_from(delay).ok());
    let Some(delay) = delay else {
        return Err(Refusal::silent("a delay is a number of milliseconds")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.delay = delay;
    answer.say(format_args!("The delay is set to {delay} ms."));
    Ok(())
}

/// `set prompt [TEXT]`.
fn set_prompt(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.tail();
    let text = if text.is_empty() { DEFAULT_PROMPT } else { text };
    text.clone_into(&mut session.settings.prompt);
    answer.say(format_args!("The prompt has been set to `{}'.", session.settings.prompt));
    Ok(())
}

/// `set output digits COUNT`.
fn digits(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let digits = word.as_ref().and_then(|word| number(&word.text));
    let digits = digits.filter(|digits| (0..=MOST_DIGITS).contains(digits));
    let Some(digits) = digits.and_then(|digits| u8::try_from(digits).ok()) else {
        return Err(Refusal::say("You must specify a number between 1 and 6.")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.output.digits = digits;
    answer.say(format_args!(
        "Probabilities and equities will be shown with {digits} digits after the decimal separator"
    ));
    Ok(())
}

/// `set output errorratefactor FACTOR`.
fn error_rate_factor(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let factor = word.as_ref().and_then(|word| word.text.parse::<f64>().ok());
    let Some(factor) = factor.filter(|factor| factor.is_finite() && *factor >= 0.0) else {
        return Err(Refusal::say("Please provide a positive number\n")
            .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    session.settings.output.error_rate_factor = factor;
    answer.say(format_args!("The factor used for multiplying error rates is: {factor:.1}"));
    Ok(())
}

/// `show output`.
fn show_output(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let output = &session.settings.output;
    let of = |is_on, says: (&'static str, &'static str)| if is_on { says.0 } else { says.1 };
    answer.say(of(output.match_percent, MATCH_PERCENT));
    answer.say(of(
        output.mwc,
        (
            "Match equities shown in MWC (match winning chance) (match play only).",
            "Match equities shown in EMG (normalized money game equity) (match play only).",
        ),
    ));
    answer.say(of(output.win_percent, WIN_PERCENT));
    let form = if session.settings.raw_board { "raw format" } else { "ASCII" };
    answer.say(format_args!("Boards will be shown in {form}."));
    if !session.settings.compat {
        say_board_style(session, answer);
        say_colour(session, answer);
    }
    Ok(())
}

fn say_board_style(session: &Session, answer: &mut Answer) {
    let with = if session.settings.output.unicode { "Unicode's lines" } else { "ASCII" };
    answer.say(format_args!("Boards on a terminal will be drawn with {with}."));
}

fn say_colour(session: &Session, answer: &mut Answer) {
    answer.say(match session.settings.output.colour {
        Colour::Auto => "Colours will be used on a terminal.",
        Colour::Always => "Colours will always be used.",
        Colour::Never => "Colours will never be used.",
    });
}

/// `show clockwise`.
fn show_clockwise(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (one, zero) = match session.settings.direction {
        Direction::Clockwise => ("clockwise", "anticlockwise"),
        Direction::Standard => ("anticlockwise", "clockwise"),
    };
    answer.say(format_args!("Player 1 moves {one} (and player 0 moves {zero})."));
    Ok(())
}
