//! The scope of an analysis: `set analysis`, `show analysis`.

use super::Section;
use super::evaluation::{evaluation, shown_parts};
use super::row::{Least, Row, line, on, switch};
use crate::board::Side;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// A threshold: its word, the number of the example, the help; its field, and the numbers that it accepts. Every roll is
/// lucky or unlucky to some degree; a decision may lose nothing.
macro_rules! threshold {
    ($name:literal $example:literal $help:literal; $field:ident, $least:ident, $kind:literal) => {
        Row::real(
            line!(concat!("analysis threshold ", $name), "<equity> | number", "same", $example, $help),
            |now| &mut now.analysis.thresholds.$field,
            Least::$least,
            |_| {
                Refusal::say(concat!(
                    "You must specify a ",
                    $kind,
                    " number for the threshold (see `help set analysis\nthreshold ",
                    $name,
                    "')."
                ))
            },
            |session| {
                // GNU Backgammon keeps it in single precision.
                let threshold = session.settings.analysis.thresholds.$field as f32;
                format!("`{}' threshold set to {threshold:.3}.", $name)
            },
        )
    };
}

pub(super) const ANALYSIS: Section = Section::of(
    "Analysis",
    &[
        switch!("analysis cube" same on "Sets whether an analysis evaluates cube actions.";
            analysis.cube; CUBE),
        switch!("analysis luck" same on "Sets whether an analysis evaluates the luck of the rolls.";
            analysis.luck; LUCK),
        switch!("analysis moves" same on "Sets whether an analysis evaluates plays.";
            analysis.moves; MOVES),
        threshold!("doubtful" 0.03 "Sets the equity loss of a doubtful decision.";
            doubtful, Zero, "semi-positive"),
        threshold!("bad" 0.06 "Sets the equity loss of an error."; bad, Zero, "semi-positive"),
        threshold!("verybad" 0.12 "Sets the equity loss of a blunder."; very_bad, Zero, "semi-positive"),
        threshold!("lucky" 0.3 "Sets the equity gain of a lucky roll."; lucky, AboveZero, "positive"),
        threshold!("verylucky" 0.6 "Sets the equity gain of a very lucky roll.";
            very_lucky, AboveZero, "positive"),
        threshold!("unlucky" 0.3 "Sets the equity loss of an unlucky roll."; unlucky, AboveZero, "positive"),
        threshold!("veryunlucky" 0.6 "Sets the equity loss of a very unlucky roll.";
            very_unlucky, AboveZero, "positive"),
    ],
)
.with(|session| {
    let sides = Side::ALL.into_iter().zip(0..);
    let word = |side| on(session.settings.analysis.players[side]).to_owned();
    sides.map(|(side, number)| (format!("analysis player {number} analyse"), word(side))).collect()
});

pub(in crate::repl) const COMMANDS: Handlers =
    &[("set analysis player analyse", player), ("show analysis", show)];

const CUBE: [&str; 2] = ["Cube action will be analysed.", "Cube action will not be analysed."];
const LUCK: [&str; 2] = ["Dice rolls will be analysed.", "Dice rolls will not be analysed."];
const MOVES: [&str; 2] = ["Chequer play will be analysed.", "Chequer play will not be analysed."];

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

/// `show analysis`.
fn show(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let set = &session.settings.analysis;
    for (is_on, [on, off]) in [(set.cube, CUBE), (set.luck, LUCK), (set.moves, MOVES)] {
        answer.say(if is_on { on } else { off });
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
