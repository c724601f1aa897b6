//! The scope of an analysis: `set analysis`, `show analysis`.

use super::Section;
use super::evaluation::{evaluation, shown_parts};
use super::row::{Least, Row, on};
use crate::board::Side;
use crate::repl::answer::{Answer, Done};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// A threshold: its word, its field, and the numbers that it accepts. Every roll is lucky or unlucky to some degree; a
/// decision may lose nothing.
macro_rules! threshold {
    ($name:literal, $field:ident, $least:ident) => {
        Row::real(
            concat!("analysis threshold ", $name),
            |now| &mut now.analysis.thresholds.$field,
            Least::$least,
        )
        .says(|session| {
            // GNU Backgammon keeps it in single precision.
            let threshold = session.settings.analysis.thresholds.$field as f32;
            format!("`{}' threshold set to {threshold:.3}.", $name)
        })
    };
}

pub(super) const ANALYSIS: Section = Section::of(
    "Analysis",
    &[
        Row::switch("analysis cube", |now| &mut now.analysis.cube),
        Row::switch("analysis luck", |now| &mut now.analysis.luck),
        Row::switch("analysis moves", |now| &mut now.analysis.moves),
        threshold!("doubtful", doubtful, Zero),
        threshold!("bad", bad, Zero),
        threshold!("verybad", very_bad, Zero),
        threshold!("lucky", lucky, AboveZero),
        threshold!("verylucky", very_lucky, AboveZero),
        threshold!("unlucky", unlucky, AboveZero),
        threshold!("veryunlucky", very_unlucky, AboveZero),
    ],
)
.with(|session| {
    let word = |side| on(session.settings.analysis.players[side]).to_owned();
    Side::ALL.map(|side| (format!("analysis player {} analyse", side.index()), word(side))).into()
});

pub(in crate::repl) const COMMANDS: Handlers =
    &[("set analysis player analyse", player), ("show analysis", show)];

/// `set analysis player PLAYER analyse ON|OFF`.
fn player(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_on = call.on_or_off_named("analysis player")?;
    for &side in call.sides(session) {
        session.settings.analysis.players[side] = is_on;
        let not = if is_on { "Analyse" } else { "Do not analyse" };
        answer.say(format_args!("{not} {}'s chequerplay and cube decisions.", session.name(side)));
    }
    Ok(())
}

fn show(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let set = &session.settings.analysis;
    for path in ["analysis cube", "analysis luck", "analysis moves"] {
        super::say(path, session, answer);
    }
    answer.put('\n');
    for side in Side::ALL {
        let word = if set.players[side] { "yes" } else { "no" };
        answer.say(format_args!("Analyse {}'s chequerplay and cube decisions: {word}", session.name(side)));
    }
    let marks = &set.thresholds;
    answer.put(format_args!(
        "\nAnalysis thresholds:\n  -{:.3} doubtful\n  -{:.3} bad\n  -{:.3} very bad\n\n  +{:.3} very lucky\n  +{:.3} lucky\n  \
         -{:.3} unlucky\n  -{:.3} very unlucky\n",
        marks.doubtful,
        marks.bad,
        marks.very_bad,
        marks.very_lucky,
        marks.lucky,
        marks.unlucky,
        marks.very_unlucky
    ));
    let evaluations = &session.settings.evaluations;
    answer.put(format_args!(
        "\nAnalysis will be performed with the following evaluation parameters:\n{}",
        shown_parts(&session.settings, &evaluations.analysis, "")
    ));
    answer.put(format_args!("    Luck analysis:\n{}", evaluation(evaluations.luck)));
    Ok(())
}
