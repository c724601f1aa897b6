//! The content and look of output: `set output`, `set display`, `set clockwise`, `set prompt`, `set delay`.

use super::row::{Least, Row, on, switch};
use super::{BoardStyle, Boards, Colour, DEFAULT_PROMPT, Section};
use crate::notation::drawing::Direction;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

pub(super) const SHOWN: Section = Section::of(
    "Display",
    &[
        Row::own(
            "set clockwise | <on|off> | onoff | same | set clockwise on | \
             Mirrors the board: checkers move the other way round.",
            clockwise,
            |session| Some(on(session.settings.direction == Direction::Clockwise).to_owned()),
            |session| {
                let (one, zero) = match session.settings.direction {
                    Direction::Clockwise => ("clockwise", "anticlockwise"),
                    Direction::Standard => ("anticlockwise", "clockwise"),
                };
                format!("Player 1 moves {one} (and player 0 moves {zero}).")
            },
        )
        .shown("show clockwise | - | - | same | show clockwise | Shows the direction of play."),
        Row::own(
            "set delay | <milliseconds> | number | same | set delay 500 | \
             Sets the pause before each computer play.",
            delay,
            |session| Some(session.settings.delay.to_string()),
            |session| format!("The delay is set to {} ms.", session.settings.delay),
        )
        .shown("show delay | - | - | same | show delay | Shows the pause before each computer play."),
        switch!("display" same off "Sets whether boards are drawn while the computer plays.";
            display;
            ["Will display boards for computer moves.", "Will not display boards for computer moves."]),
        Row::choice(
            "set output boardstyle | <auto|ascii|unicode> | choice | own | set output boardstyle ascii | \
             Sets the characters of drawn boards.",
            |now| match now.output.style {
                BoardStyle::Auto => "auto",
                BoardStyle::Ascii => "ascii",
                BoardStyle::Unicode => "unicode",
            },
            |now, word| {
                now.output.style = match word {
                    "ascii" => BoardStyle::Ascii,
                    "unicode" => BoardStyle::Unicode,
                    _ => BoardStyle::Auto,
                };
            },
            |session| {
                let with = match session.settings.output.style {
                    BoardStyle::Auto => "Unicode's lines if it shows them",
                    BoardStyle::Ascii => "ASCII",
                    BoardStyle::Unicode => "Unicode's lines",
                };
                format!("Boards on a terminal will be drawn with {with}.")
            },
        ),
        Row::choice(
            "set output drawing | <steps|turns> | choice | own | set output drawing turns | \
             Sets whether boards are drawn after each roll and play, or once a turn.",
            |now| match now.output.boards {
                Boards::Steps => "steps",
                Boards::Turns => "turns",
            },
            |now, word| {
                now.output.boards = if word == "turns" { Boards::Turns } else { Boards::Steps };
            },
            |session| match session.settings.output.boards {
                Boards::Steps => "Boards will be drawn after each roll and play.".to_owned(),
                Boards::Turns => "Boards will be drawn once a turn.".to_owned(),
            },
        ),
        Row::choice(
            "set output colour | <auto|always|never> | choice | own | set output colour never | \
             Sets when to use colours.",
            |now| match now.output.colour {
                Colour::Auto => "auto",
                Colour::Always => "always",
                Colour::Never => "never",
            },
            |now, word| {
                now.output.colour = match word {
                    "always" => Colour::Always,
                    "never" => Colour::Never,
                    _ => Colour::Auto,
                };
            },
            |session| match session.settings.output.colour {
                Colour::Auto => "Colours will be used on a terminal.".to_owned(),
                Colour::Always => "Colours will always be used.".to_owned(),
                Colour::Never => "Colours will never be used.".to_owned(),
            },
        ),
        Row::whole(
            "set output digits | <digits> | number | same | set output digits 3 | \
             Sets the number of decimals.",
            |now| &mut now.output.digits,
            0..=6,
            |_| Refusal::say("You must specify a number between 1 and 6."),
            |session| {
                format!(
                    "Probabilities and equities will be shown with {} digits after the decimal separator",
                    session.settings.output.digits
                )
            },
        ),
        Row::real(
            "set output errorratefactor | <factor> | number | same | set output errorratefactor 1000 | \
             Sets the factor of error rates.",
            |now| &mut now.output.error_rate_factor,
            Least::Zero,
            |_| Refusal::say("Please provide a positive number\n"),
            |session| {
                let factor = session.settings.output.error_rate_factor;
                format!("The factor used for multiplying error rates is: {factor:.1}")
            },
        ),
        switch!("output matchpc" same on "Shows match winning chances as percentages or probabilities.";
            output.match_percent; MATCH_PERCENT),
        switch!("output mwc" same on "Shows match equities as match winning chances.";
            output.mwc;
            ["Match evaluations will be shown as match winning chances.",
             "Match evaluations will be shown as equivalent money equity."]),
        switch!("output rawboard" same on "Prints boards as FIBS board lines.";
            raw_board; ["TTY boards will be given in raw format.", "TTY boards will be given in ASCII."]),
        switch!("output winpc" same on "Shows game winning chances as percentages or probabilities.";
            output.win_percent; WIN_PERCENT),
        Row::own(
            "set prompt | [text] | text | same | set prompt \\p: | \
             Sets the prompt.",
            prompt,
            |session| Some(session.settings.prompt.clone()),
            |session| format!("The prompt is set to `{}'.", session.settings.prompt),
        )
        .shown("show prompt | - | - | same | show prompt | Shows the prompt."),
        Row::own(
            "set output output | <on|off> | onoff | same | set output output off | \
             Sets whether output is shown at all.",
            output,
            |_| None,
            |_| String::new(),
        )
        .unkept(),
    ],
);

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("show display", |session, _, answer| {
        let not = if session.settings.display { "" } else { "not " };
        answer.say(format_args!("GNU Backgammon will {not}display boards for computer moves."));
        Ok(())
    }),
    ("show output", show_output),
];

const MATCH_PERCENT: [&str; 2] = [
    "Match winning chances will be shown as percentages.",
    "Match winning chances will be shown as probabilities.",
];
const WIN_PERCENT: [&str; 2] = [
    "Game winning chances will be shown as percentages.",
    "Game winning chances will be shown as probabilities.",
];

/// `set clockwise ON|OFF`.
fn clockwise(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.direction = if call.on_or_off()? { Direction::Clockwise } else { Direction::Standard };
    super::say("set clockwise", session, answer);
    Ok(())
}

/// `set delay MILLISECONDS`.
fn delay(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.settings.compat {
        answer.say("The `set delay' command applies only when using a window system.");
        return Ok(());
    }
    let refusal = |place| Refusal::silent("a delay is a number of milliseconds").at(place);
    session.settings.delay = call.whole().map_err(refusal)?;
    super::say("set delay", session, answer);
    Ok(())
}

/// `set prompt [TEXT]`.
fn prompt(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.tail();
    let text = if text.is_empty() { DEFAULT_PROMPT } else { text };
    text.clone_into(&mut session.settings.prompt);
    answer.say(format_args!("The prompt has been set to `{}'.", session.settings.prompt));
    Ok(())
}

/// `set output output ON|OFF`: its answer is dropped, whichever way it is turned.
fn output(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let was_muted = session.settings.output.muted;
    session.settings.output.muted = !call.on_or_off_named("output")?;
    if !was_muted && session.settings.output.muted {
        answer.say("output will not be shown");
    } else if !was_muted && session.settings.compat {
        answer.say("output will be shown");
    }
    Ok(())
}

/// `show output`.
fn show_output(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let output = &session.settings.output;
    let of = |is_on, [on, off]: [&'static str; 2]| if is_on { on } else { off };
    answer.say(of(output.match_percent, MATCH_PERCENT));
    answer.say(of(
        output.mwc,
        [
            "Match equities shown in MWC (match winning chance) (match play only).",
            "Match equities shown in EMG (normalized money game equity) (match play only).",
        ],
    ));
    answer.say(of(output.win_percent, WIN_PERCENT));
    let form = if session.settings.raw_board { "raw format" } else { "ASCII" };
    answer.say(format_args!("Boards will be shown in {form}."));
    if !session.settings.compat {
        super::say("set output boardstyle", session, answer);
        super::say("set output drawing", session, answer);
        super::say("set output colour", session, answer);
    }
    Ok(())
}
