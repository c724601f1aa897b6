//! `analyse`, `show statistics`, and what an analysis looks at: `set analysis`, `show analysis`.

use super::settings::evaluation::{evaluation, judges};
use super::settings::on_or_off;
use super::settings::players::sides;
use super::{Call, Handlers};
use crate::analysis::skill::Thresholds;
use crate::board::{BySide, Side};
use crate::output::statistics::{Style, text};
use crate::repl::analysed::present;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::session::Session;
use crate::repl::settings::Analysis;
use std::ops::Range;

pub(super) const COMMANDS: Handlers = &[
    ("analyse game", |session, _, answer| analyse(session, present, answer)),
    ("analyse match", |session, _, answer| analyse(session, all, answer)),
    ("analyse move", |session, _, answer| {
        must_have_games(session)?;
        session.caution(answer)?;
        session.analyse_next()
    }),
    ("set analysis cube", |session, call, answer| switch(session, call, answer, CUBE, |set| &mut set.cube)),
    ("set analysis luck", |session, call, answer| switch(session, call, answer, LUCK, |set| &mut set.luck)),
    ("set analysis moves", |session, call, answer| {
        switch(session, call, answer, MOVES, |set| &mut set.moves)
    }),
    ("set analysis player analyse", player),
    ("set analysis threshold bad", threshold),
    ("set analysis threshold doubtful", threshold),
    ("set analysis threshold lucky", threshold),
    ("set analysis threshold unlucky", threshold),
    ("set analysis threshold verybad", threshold),
    ("set analysis threshold verylucky", threshold),
    ("set analysis threshold veryunlucky", threshold),
    ("show analysis", show),
    ("show statistics game", |session, _, answer| {
        must_have_games(session)?;
        statistics(session, present(session), answer);
        Ok(())
    }),
    ("show statistics match", |session, _, answer| {
        if session.history.games.is_empty() && session.settings.compat {
            nobody(session, answer);
            return Ok(());
        }
        must_have_games(session)?;
        statistics(session, all(session), answer);
        Ok(())
    }),
];

const CUBE: [&str; 2] = ["Cube action will be analysed.", "Cube action will not be analysed."];
const LUCK: [&str; 2] = ["Dice rolls will be analysed.", "Dice rolls will not be analysed."];
const MOVES: [&str; 2] = ["Chequer play will be analysed.", "Chequer play will not be analysed."];

fn must_have_games(session: &Session) -> Done {
    if session.history.games.is_empty() { Err(Refusal::say("No game in progress.")) } else { Ok(()) }
}

/// All games.
fn all(session: &Session) -> Range<usize> {
    0..session.history.games.len()
}

/// `analyse game`, `analyse match`, `analyse session`.
fn analyse(session: &mut Session, which: fn(&Session) -> Range<usize>, answer: &mut Answer) -> Done {
    must_have_games(session)?;
    session.caution(answer)?;
    session.analyse_games(which(session))
}

/// `show statistics game|match|session`.
fn statistics(session: &Session, games: Range<usize>, answer: &mut Answer) {
    let output = &session.settings.output;
    let style = Style {
        factor: output.error_rate_factor,
        digits: usize::from(output.digits),
        compat: session.settings.compat,
    };
    answer.put(text(&session.statistics(games), &names(session), style));
}

fn names(session: &Session) -> BySide<String> {
    BySide(Side::ALL.map(|side| session.name(side).to_owned()))
}

/// What GNU Backgammon writes of a match that wasn't begun.
fn nobody(session: &Session, answer: &mut Answer) {
    let names = names(session);
    answer.put(format_args!(
        "{:<40} {:<23} {:<23}\n\nOverall statistics\n\n\n\n\n",
        "Player",
        names[Side::Zero],
        names[Side::One]
    ));
}

/// `set analysis cube|luck|moves ON|OFF`.
fn switch(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    [on, off]: [&str; 2],
    slot: fn(&mut Analysis) -> &mut bool,
) -> Done {
    let is_on = on_or_off(call)?;
    *slot(&mut session.settings.analysis) = is_on;
    answer.say(if is_on { on } else { off });
    Ok(())
}

/// `set analysis player PLAYER analyse ON|OFF`.
fn player(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_on = on_or_off(call)?;
    let word = call.players[0].as_ref().map_or("", |word| word.text.as_ref());
    for &side in sides(session, word) {
        session.settings.analysis.players[side] = is_on;
        let not = if is_on { "Analyse" } else { "Do not analyse" };
        answer.say(format_args!("{not} {}'s chequerplay and cube decisions.", session.name(side)));
    }
    Ok(())
}

/// Returns the threshold with a name.
fn named<'a>(thresholds: &'a mut Thresholds, name: &str) -> &'a mut f64 {
    match name {
        "bad" => &mut thresholds.bad,
        "doubtful" => &mut thresholds.doubtful,
        "lucky" => &mut thresholds.lucky,
        "unlucky" => &mut thresholds.unlucky,
        "verylucky" => &mut thresholds.very_lucky,
        "veryunlucky" => &mut thresholds.very_unlucky,
        _ => &mut thresholds.very_bad,
    }
}

/// `set analysis threshold NAME EQUITY`.
fn threshold(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let name = call.command.name;
    // Every roll is lucky or unlucky to some degree; a decision may lose nothing.
    let is_luck = name.ends_with("lucky");
    let kind = if is_luck { "positive" } else { "semi-positive" };
    let word = call.words.next();
    let value = word.as_ref().and_then(|word| word.text.parse::<f64>().ok());
    let is_valid = |value: &f64| value.is_finite() && if is_luck { *value > 0.0 } else { *value >= 0.0 };
    let Some(value) = value.filter(is_valid) else {
        return Err(Refusal::say(format_args!(
            "You must specify a {kind} number for the threshold (see `help set analysis\nthreshold {name}')."
        ))
        .at(word.map_or_else(|| call.words.rest_place(), |word| word.place)));
    };
    *named(&mut session.settings.analysis.thresholds, name) = value;
    answer.say(format_args!("`{name}' threshold set to {value:.3}."));
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
        judges(&evaluations.analysis, "")
    ));
    answer.put(format_args!("    Luck analysis:\n{}", evaluation(evaluations.luck)));
    Ok(())
}
