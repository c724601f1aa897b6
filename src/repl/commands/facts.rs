//! Facts about the whole match: `set matchinfo`, `show matchinfo`, `show scoresheet`, `show matchresult`.

use super::{Call, Handlers};
use crate::board::{BySide, Side};
use crate::diag::Span;
use crate::game::GameResult;
use crate::game::record::{Anchor, Header, Remark, RemarkKind, headers};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::history::Game;
use crate::repl::session::Session;
use barpoint_core::math::calendar::days;

pub(super) const COMMANDS: Handlers = &[
    ("set matchinfo comment", comment),
    ("set matchinfo date", date),
    ("set matchinfo rating", rating),
    ("set matchinfo *", set),
    ("show matchinfo", show),
    ("show matchresult", result),
    ("show scoresheet", sheet),
];

/// The facts that are one header each: the word in the command, their name, the header.
const FACTS: [(&str, &str, &str); 4] = [
    ("event", "Event", headers::EVENT),
    ("round", "Round", headers::ROUND),
    ("place", "Place", headers::SITE),
    ("annotator", "Annotator", headers::ANNOTATOR),
];

/// Sets a header, or removes it.
fn put(session: &mut Session, key: &str, value: &str) {
    let record = &mut session.game.record;
    let place = record.headers.iter().position(|header| header.key.value.eq_ignore_ascii_case(key));
    match place {
        Some(place) if value.is_empty() => drop(record.headers.remove(place)),
        Some(place) => value.clone_into(&mut record.headers[place].value.value),
        None if value.is_empty() => {}
        None => record.headers.push(Header::new(key, value, Span::default())),
    }
    session.touch();
}

/// Prints the change.
fn answered(answer: &mut Answer, what: &str, value: &str) {
    match value {
        "" => answer.say(format_args!("Match {what} cleared.")),
        value => answer.say(format_args!("Match {what} set to: {value}")),
    }
}

fn set(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let value = session.value(&call.words);
    for (word, _, key) in FACTS.into_iter().filter(|fact| fact.0 == call.command.name) {
        put(session, key, value);
        answered(answer, word, value);
    }
    Ok(())
}

fn comment(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = session.value(&call.words);
    session.game.record.remarks.retain(|remark| remark.kind != RemarkKind::Comment);
    if !text.is_empty() {
        let (kind, anchor, span) = (RemarkKind::Comment, Anchor::MATCH, Span::default());
        session.game.record.remarks.push(Remark { kind, anchor, span, text: text.to_owned() });
    }
    session.touch();
    answered(answer, "comment", text);
    Ok(())
}

fn date(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let text = call.words.rest();
    if text.is_empty() {
        put(session, headers::DATE, "");
        answer.say("Match date cleared.");
        return Ok(());
    }
    // GNU Backgammon looks at nothing after the date.
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '-').filter(|_| session.settings.compat);
    let Some((year, month, day)) = read_date(&text[..end.unwrap_or(text.len())]) else {
        return Err(Refusal::say(format_args!(
            "{text} is not a valid date (see `help set matchinfo date')."
        ))
        .help("a date is a year, a month and a day: 2024-05-17")
        .at(call.words.rest_place()));
    };
    put(session, headers::DATE, &format!("{year:04}.{month:02}.{day:02}"));
    answer.say(format_args!("Match date set to {year:04}-{month:02}-{day:02}."));
    Ok(())
}

/// Reads `2024-5-17`.
fn read_date(text: &str) -> Option<(u32, u32, u32)> {
    let mut parts = text.split('-').map(|part| part.parse::<u32>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    // No match record is older than the Gregorian calendar in Britain.
    let fits = year >= 1753 && days(year.into(), month.into(), day.into()).is_some();
    (fits && parts.next().is_none()).then_some((year, month, day))
}

fn rating(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.next();
    let side = word.as_ref().and_then(|word| match word.text.as_ref() {
        "0" => Some(Side::Zero),
        "1" => Some(Side::One),
        name => Side::ALL.into_iter().find(|&side| session.name(side).eq_ignore_ascii_case(name)),
    });
    let Some(side) = side else {
        let refusal =
            Refusal::say("You must specify which player's rating to set (see `help set matchinfo rating').");
        return Err(match word {
            Some(word) => refusal.at(word.place),
            None => refusal,
        });
    };
    let value = call.words.rest();
    put(session, headers::ELO[side.index()], value);
    if let Some(first) = session.game.history.games.first_mut()
        && let Some(player) = &mut first.head.players[side]
    {
        player.rating = None;
    }
    match value {
        "" => answer.say(format_args!("Rating for {} cleared.", session.name(side))),
        value => answer.say(format_args!("Rating for {} set to: {value}", session.name(side))),
    }
    Ok(())
}

fn show(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let record = &session.game.record;
    let header = |key: &str| record.header(key).map(|header| header.value.value.as_str());
    let player = |side: Side| {
        let first = session.game.history.games.first().and_then(|game| game.head.players[side].as_ref());
        let written = first.and_then(|player| Some(player.rating.as_ref()?.value.as_str()));
        let rating = header(headers::ELO[side.index()]).or(written).unwrap_or("unknown rating");
        format!("{} ({rating})", session.name(side))
    };
    let date = header(headers::DATE).map(|date| format!(", {}", date.replace('.', "-"))).unwrap_or_default();
    answer.say(format_args!("{} vs. {}{date}", player(Side::Zero), player(Side::One)));
    for (_, name, key) in FACTS {
        if let Some(value) = header(key) {
            answer.say(format_args!("{name}: {value}"));
        }
    }
    for remark in record.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment) {
        answer.say(format_args!("\n{}", remark.text));
    }
    Ok(())
}

fn sheet(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let rules = session.game.state.rules();
    match rules.length {
        0 => answer.say("Score Sheet - Money Session\n"),
        1 => answer.say("Score Sheet - Match to 1 point\n"),
        length => answer.say(format_args!("Score Sheet - Match to {length} points\n")),
    }
    let names = BySide(Side::ALL.map(|side| session.name(side).to_owned()));
    // GNU Backgammon counts bytes.
    let compat = session.settings.compat;
    let length = |text: &str| if compat { text.len() } else { text.chars().count() };
    let width = BySide(names.0.each_ref().map(|name| length(name)));
    let line = format!("{} | {}", names[Side::Zero], names[Side::One]);
    answer.say(&line);
    answer.say("-".repeat(length(&line)));
    let games = if session.is_forgotten() { &[][..] } else { &session.game.history.games };
    let mut row = |points: BySide<u32>| {
        answer.say(format_args!(
            "{:>width$} | {}",
            points[Side::Zero],
            points[Side::One],
            width = width[Side::Zero]
        ));
    };
    let begun_at = |game: &Game| game.start.score().points;
    games.iter().skip(1).for_each(|game| row(begun_at(game)));
    if let Some(last) = games.last() {
        let after = |result: Option<GameResult>| {
            let mut score = *last.start.score();
            if let Some(result) = result {
                score.add(&result);
            }
            score.points
        };
        match last.ending() {
            // Where a game continues after a result, the last one holds.
            Some(end) if last.goes_on() => row(after(end.result())),
            Some(end) => row(end.after.score().points),
            // A result that was taken back still counts in GNU Backgammon.
            None if compat && last.taken_back.is_some() => row(after(last.taken_back)),
            // GNU Backgammon has no score before the first game.
            None if games.len() == 1 => row(if compat { BySide::default() } else { begun_at(last) }),
            None => {}
        }
    }
    answer.put('\n');
    Ok(())
}

/// The standard errors on each side of the mean that hold 95 % of the normal distribution, as GNU Backgammon rounds them.
const WITHIN_95: f64 = 1.95996;

/// `show matchresult`: the first player's result of each game, as played and without the luck of both
/// players, in points or in match winning chances.
fn result(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_money = session.game.state.rules().is_money();
    answer.say(format_args!("Actual and luck adjusted results for {}\n", session.name(Side::Zero)));
    answer.say("Game       Actual     Luck adj. \n");
    let brought = |game: usize| {
        let statistics = session.statistics(game..game + 1);
        // A game without a result only has its luck.
        [0, 1].map(|which| statistics.result(Side::Zero)[which])
    };
    let count = if session.is_forgotten() { 0 } else { session.game.history.games.len() };
    let games: Vec<[f64; 2]> = (0..count).map(brought).collect();
    // An empty sum must not be -0.
    let sum = [0, 1].map(|which| games.iter().map(|game| game[which]).sum::<f64>() + 0.0);
    if !is_money {
        let mut row = |title: &str, gained: [f64; 2]| {
            let [actual, adjusted] = gained.map(|gained| 100.0 * (0.5 + gained));
            answer.say(format_args!("{title:>10}    {actual:6.2}%    {adjusted:6.2}%"));
        };
        for (place, game) in games.iter().enumerate() {
            row(&place.to_string(), *game);
        }
        row("Final", sum);
        return Ok(());
    }
    for (place, [actual, adjusted]) in games.iter().enumerate() {
        answer.say(format_args!("{place:10}  {actual:8.3}%  {adjusted:8.3}%"));
    }
    let mut row = |title: &str, [actual, adjusted]: [f64; 2]| {
        answer.say(format_args!("{title:>10}  {actual:+8.3}  {adjusted:+8.3}"));
    };
    row("Sum", sum);
    if !games.is_empty() {
        let count = games.len() as f64;
        let average = sum.map(|sum| sum / count);
        row("Average", average);
        // The variance is that of the games themselves.
        let interval = |which: usize| {
            let squares = games.iter().map(|game| (game[which] - average[which]).powi(2)).sum::<f64>();
            WITHIN_95 * (squares / count / count).sqrt()
        };
        answer.say(format_args!("{:>10}  {:8.3}  {:8.3}", "95%CI", interval(0), interval(1)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::read_date;

    #[test]
    fn a_date_is_a_day_that_there_was() {
        assert_eq!(read_date("2024-5-17"), Some((2024, 5, 17)));
        assert_eq!(read_date("2024-02-29"), Some((2024, 2, 29)));
        for wrong in ["2023-02-29", "2024-13-01", "24-01-01", "2024-05", "2024-05-17-1", "2024-05-x", ""] {
            assert_eq!(read_date(wrong), None, "{wrong}");
        }
    }
}
