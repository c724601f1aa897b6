//! The content and look of output: `set output`, `set display`, `set clockwise`, `set prompt`, `set delay`.

use super::row::{Least, Row, Worded, on};
use super::{BoardStyle, Boards, DEFAULT_PROMPT, Section};
use crate::notation::drawing::Direction;
use crate::output::ui::Color;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

pub(super) const SHOWN: Section = Section::of(
    "Display",
    &[
        Row::own("clockwise", clockwise, |session| {
            Some(on(session.settings.direction == Direction::Clockwise).to_owned())
        })
        .says(|session| {
            let (one, zero) = match session.settings.direction {
                Direction::Clockwise => ("clockwise", "anticlockwise"),
                Direction::Standard => ("anticlockwise", "clockwise"),
            };
            format!("Player 1 moves {one} (and player 0 moves {zero}).")
        }),
        Row::own("delay", delay, |session| Some(session.settings.delay.to_string()))
            .says(|session| format!("The delay is set to {} ms.", session.settings.delay)),
        Row::switch("display", |now| &mut now.display),
        Row::choice(
            "output boardstyle",
            |now| now.output.style.word(),
            |now, word| now.output.style = BoardStyle::of(word),
        ),
        Row::choice(
            "output drawing",
            |now| now.output.boards.word(),
            |now, word| now.output.boards = Boards::of(word),
        ),
        Row::choice(
            "output colour",
            |now| now.output.colour.word(),
            |now, word| now.output.colour = Color::of(word),
        ),
        Row::whole("output digits", |now| &mut now.output.digits, 0..=6),
        Row::real("output errorratefactor", |now| &mut now.output.error_rate_factor, Least::Zero),
        Row::switch("output matchpc", |now| &mut now.output.match_percent),
        Row::switch("output mwc", |now| &mut now.output.mwc),
        Row::switch("output rawboard", |now| &mut now.raw_board),
        Row::switch("output winpc", |now| &mut now.output.win_percent),
        Row::own("prompt", prompt, |session| Some(session.settings.prompt.clone()))
            .says(|session| format!("The prompt is set to `{}'.", session.settings.prompt)),
        Row::own("output output", output, |_| None).unkept(),
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

/// `set clockwise ON|OFF`.
fn clockwise(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.settings.direction = if call.on_or_off()? { Direction::Clockwise } else { Direction::Standard };
    super::say("clockwise", session, answer);
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
    super::say("delay", session, answer);
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

fn show_output(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    super::say("output matchpc", session, answer);
    answer.say(if session.settings.output.mwc {
        "Match equities shown in MWC (match winning chance) (match play only)."
    } else {
        "Match equities shown in EMG (normalized money game equity) (match play only)."
    });
    super::say("output winpc", session, answer);
    let form = if session.settings.raw_board { "raw format" } else { "ASCII" };
    answer.say(format_args!("Boards will be shown in {form}."));
    if !session.settings.compat {
        for path in ["output boardstyle", "output drawing", "output colour"] {
            super::say(path, session, answer);
        }
    }
    Ok(())
}
