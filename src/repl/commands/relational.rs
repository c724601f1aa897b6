//! The database of matches: `relational`.

use super::Handlers;
use crate::analysis::fnv;
use crate::analysis::skill::{Evaluated, Kind, PlayerStatistics, Statistics, evaluated};
use crate::board::{BySide, Side};
use crate::diag::ENDLESS;
use crate::formats::mat;
use crate::game::Phase;
use crate::game::record::{RemarkKind, headers};
use crate::host::database::{self, Database, Details, Found};
use crate::host::date::Utc;
use crate::host::study::Trouble;
use crate::output::statistics::{self, Style, Worths};
use crate::repl::analysed;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::record::save::{Part, replayed};
use crate::repl::session::Session;
use crate::repl::settings::Reply;
use std::borrow::Cow;
use std::fmt::Write as _;
use std::path::Path;

pub(super) const COMMANDS: Handlers = &[
    ("relational add match", add),
    ("relational erase allplayers", erase_all),
    ("relational erase player", erase),
    ("relational select", select),
    ("relational setup", setup),
    ("relational show details", details),
    ("relational show players", players),
    ("relational test", |session, _, answer| {
        open(session).map_err(|refusal| {
            Refusal::say("Database connection test failed, installation problem!\n")
                .help(refusal.text.trim_end())
        })?;
        answer.say("Database test is successful!");
        Ok(())
    }),
];

/// The database type for `relational setup`.
const SQLITE: &str = "SQLite";

/// Returns the path of the database.
fn file(session: &Session) -> Result<String, Refusal> {
    let set = &session.settings.database;
    if set.kind != SQLITE {
        let line = format!("Error opening database: {} isn't there", set.kind);
        return Err(Refusal::complain(line).help("`relational setup dbtype=SQLite' is"));
    }
    // A host without files has no database either.
    let folder = session.host.databases(session.settings.compat);
    let folder = folder.ok_or_else(|| Refusal::complain("Error opening database: HOME isn't set"))?;
    let name = &set.name;
    if name.contains(std::path::is_separator) {
        let ends = Path::new(name).extension().is_some_and(|extension| extension == "db");
        return Ok(if ends { name.clone() } else { format!("{name}.db") });
    }
    Ok(format!("{folder}/{name}.db"))
}

/// Opens the database.
fn open(session: &Session) -> Result<(String, Database), Refusal> {
    let file = file(session)?;
    let database = Database::open(Path::new(&file)).map_err(|error| broken(&file, error))?;
    Ok((file, database))
}

fn broken(file: &str, error: impl Into<Trouble>) -> Refusal {
    let message = error.into().message(Path::new(file));
    Refusal::complain(format_args!("Error opening database\n{message}"))
}

/// `relational setup KEY=VALUE`: unknown keys are accepted, as in GNU Backgammon.
fn setup(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some((key, value)) = call.words.rest().split_once('=') else { return Ok(()) };
    match key {
        "dbtype" => value.clone_into(&mut session.settings.database.kind),
        "storegamestats" => session.settings.database.stores_games = value == "yes",
        "SQLite-database" => {
            session.settings.database.name = session.path(Cow::Borrowed(value)).into_owned();
        }
        _ if session.settings.compat => {}
        _ => answer.complain(format_args!("note: `{key}' has no effect: the database is a file of SQLite")),
    }
    Ok(())
}

/// `relational add match [quiet]`. In compat mode it asks GNU Backgammon's questions, and without a person none.
fn add(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if session.game.history.games.is_empty() {
        return Err(Refusal::say("No match is being played."));
    }
    let is_quiet = call.words.next().is_some_and(|word| word.text == "quiet");
    let is_answered = session.settings.confirm.default != Reply::Ask || session.host.is_terminal();
    let is_asked = session.settings.compat && !is_quiet && is_answered;
    if is_asked {
        may_add(session, answer)?;
    }
    let (file, mut database) = open(session)?;
    let new = match_of(session);
    if is_asked
        && database.has(&new.checksum).map_err(|error| broken(&file, error))?
        && !session.confirm("Match exists, overwrite?", answer)
    {
        return Err(Refusal::silent("the match in the database stays as it was"));
    }
    database.add(&new).map_err(|error| broken(&file, error))?;
    if !session.settings.compat {
        answer.say(format_args!("The match is stored in {file}."));
    }
    Ok(())
}

/// Asks before an unfinished match is added, or one that isn't analysed.
fn may_add(session: &mut Session, answer: &mut Answer) -> Done {
    let last = session.game.history.games.last().and_then(|game| game.moves.last());
    let is_finished = last.is_some_and(|last| matches!(last.after.phase(), Phase::MatchOver(_)));
    let is_analysed = is_analysed(session);
    if is_finished && is_analysed {
        return Ok(());
    }
    if !is_finished {
        answer.say("The match is not finished");
    }
    if !is_analysed {
        answer.say("All of the match is not analysed");
    }
    answer.say("");
    if session.host.is_terminal() {
        session.write_now(answer);
    }
    if session.confirm("Add match anyway?", answer) {
        Ok(())
    } else {
        Err(Refusal::silent("the match isn't added"))
    }
}

/// Returns `true` if every play, every cube decision and the luck of every roll was evaluated.
fn is_analysed(session: &Session) -> bool {
    let rules = session.rules_of_equities();
    let is_whole = |each: &Evaluated| match each.decision.kind {
        Kind::Turn { play, may_double, .. } => {
            let is_dance = play.is_some_and(|play| play.is_dance());
            (is_dance || each.verdict.play.is_some())
                && (!may_double || each.verdict.cube.is_some())
                && each.verdict.luck.is_some()
        }
        kind => !kind.is_rated() || each.verdict.cube.is_some(),
    };
    session.game.history.games.iter().all(|game| {
        let notes = |place: u32| Some(&game.moves.get(place as usize)?.notes);
        evaluated(&rules, &analysed::replayed(game), notes).iter().all(is_whole)
    })
}

/// Returns the match in the form of the database.
fn match_of(session: &Session) -> database::Match {
    let games = &session.game.history.games;
    let rules = session.game.state.rules();
    let record = &session.game.record;
    let header = |key: &str| record.header(key).map(|header| header.value.value.clone());
    let rating = |side: Side| header(headers::ELO[side.index()]);
    let comments = record.remarks.iter().filter(|remark| remark.kind == RemarkKind::Comment);
    let comments: Vec<&str> = comments.map(|remark| remark.text.as_str()).collect();
    let game_of = |index: usize| {
        let game = &games[index];
        let result = game.result();
        let won = result.and_then(|result| {
            let points = i64::from(result.points);
            Some(if result.winner? == Side::Zero { points } else { -points })
        });
        database::Game {
            before: game.start.score().points,
            result: won.unwrap_or_default(),
            number: u32::try_from(index + 1).unwrap_or(u32::MAX),
            is_crawford: game.start.is_crawford_game(),
            statistics: session.statistics(index..index + 1),
        }
    };
    let games: Vec<_> = (0..games.len()).map(game_of).collect();
    let mut points = BySide::new(0, 0);
    for game in &games {
        let side = if game.result > 0 { Side::Zero } else { Side::One };
        points[side] += game.result.unsigned_abs();
    }
    let has_won = |side: Side| rules.length > 0 && points[side] >= u64::from(rules.length);
    database::Match {
        checksum: checksum(session),
        names: session.game.names.clone(),
        result: i32::from(has_won(Side::One)) - i32::from(has_won(Side::Zero)),
        ratings: BySide(Side::ALL.map(rating)),
        event: header(headers::EVENT),
        round: header(headers::ROUND),
        place: header(headers::SITE),
        annotator: header(headers::ANNOTATOR),
        comment: (!comments.is_empty()).then(|| comments.join("\n")),
        date: header(headers::DATE).map(|date| date.replace('.', "-")),
        added: Utc::new(session.host.now()).to_string(),
        statistics: session.statistics(0..games.len()),
        games: if session.settings.database.stores_games { games } else { Vec::new() },
    }
}

/// Returns a checksum that is the same for the same games: a hash of them as match text, without headers. It
/// differs from the one that GNU Backgammon computes.
fn checksum(session: &Session) -> String {
    let written = mat::FORMAT.writer.map(|writer| writer.bytes(&replayed(session, Part::Match)));
    let written = written.unwrap_or_default();
    let lines = written.split(|&byte| byte == b'\n').filter(|line| !line.starts_with(b";"));
    fnv(lines)
}

fn erase_all(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.confirm("Are you sure you want to erase all player records?", answer) {
        return Err(Refusal::silent("the database stays as it was"));
    }
    let (file, mut database) = open(session)?;
    database.erase_all().map_err(|error| broken(&file, error))
}

/// `relational erase player NAME`.
fn erase(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    let Some(name) = call.words.next() else {
        return Err(Refusal::say(
            "You must specify a player name to remove (see `help relational erase player').",
        ));
    };
    let (file, mut database) = open(session)?;
    if database.erase(&name.text).map_err(|error| broken(&file, error))? {
        Ok(())
    } else {
        Err(Refusal::say("Player not found or player stats empty").at(name.place))
    }
}

/// `relational select QUERY`.
fn select(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let query = call.words.rest();
    if query.is_empty() {
        return Err(Refusal::say("You must specify a SQL query to run."));
    }
    let (_, database) = open(session)?;
    let found = database.select(query).map_err(|error| {
        let text = error.to_string();
        // The text of the error ends with the query.
        let text = text.split(" in SELECT ").next().unwrap_or(&text);
        Refusal::complain(format_args!("SQL error: {text}\nfrom '{query}'")).at(call.words.rest_place())
    })?;
    answer.put(table(&found));
    Ok(())
}

/// Formats the result as right-aligned columns.
fn table(found: &Found) -> String {
    let length = |text: &str| text.chars().count();
    let width = |(column, head): (usize, &String)| {
        let cells = found.rows.iter().map(|row| length(&row[column]));
        cells.chain([length(head)]).max().unwrap_or_default()
    };
    let widths: Vec<usize> = found.heads.iter().enumerate().map(width).collect();
    let line = |row: &[String]| {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:>width$}"));
        cells.collect::<Vec<_>>().join(" | ")
    };
    let mut text = line(&found.heads) + "\n";
    if found.rows.is_empty() {
        return text;
    }
    let rules: Vec<String> = widths.iter().map(|&width| "-".repeat(width)).collect();
    // The rule is one character longer than the last column.
    let _ = writeln!(text, "{}-", rules.join("-|-"));
    for row in &found.rows {
        let _ = writeln!(text, "{}", line(row));
    }
    text
}

fn players(session: &mut Session, _: &mut Call<'_>, answer: &mut Answer) -> Done {
    let (file, database) = open(session)?;
    let found = database.select("name AS Player FROM player").map_err(|error| broken(&file, error))?;
    answer.put(table(&found));
    Ok(())
}

/// `relational show details NAME [NAME]`.
fn details(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Some(name) = call.words.next() else {
        return Err(Refusal::complain(
            "You must specify a player name to list the details for (see `help relational show details').",
        ));
    };
    let other = call.words.next();
    let (file, database) = open(session)?;
    let found = database.details(&name.text, other.as_ref().map(|word| word.text.as_ref()));
    let Details { mut players, lengths } = found
        .map_err(|error| broken(&file, error))?
        .ok_or_else(|| Refusal::complain("Empty player stats or player(s) not found").at(name.place))?;
    let mut length = 0;
    let worths = match lengths {
        // GNU Backgammon takes all for money, and has no points.
        _ if session.settings.compat => {
            players.iter_mut().for_each(forget_worths);
            Worths::OfLength
        }
        (least, most) if least == most => {
            length = most;
            Worths::OfLength
        }
        (0, _) => Worths::Nothing,
        _ => Worths::Chances,
    };
    let statistics = Statistics { length, players: BySide(players), ..Statistics::default() };
    let other = other.map_or_else(|| "Opponents".to_owned(), |word| word.text.into_owned());
    answer.put("Player statistics\n\n\n");
    let style = Style { worths, ..session.style() };
    let names = BySide::new(name.text.into_owned(), other);
    answer.put(statistics::fitted(&statistics, &names, style, session.columns().unwrap_or(ENDLESS)));
    Ok(())
}

/// Sets points and match winning chances to 0.
fn forget_worths(player: &mut PlayerStatistics) {
    for amount in [
        &mut player.plays,
        &mut player.luck,
        &mut player.missed_below.lost,
        &mut player.missed_above.lost,
        &mut player.wrong_below.lost,
        &mut player.wrong_above.lost,
        &mut player.wrong_takes.lost,
        &mut player.wrong_passes.lost,
    ] {
        amount.worth = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_end_on_the_right() {
        let rows = vec![vec!["1".to_owned(), "Ann".to_owned()], vec!["10".to_owned(), "B".to_owned()]];
        let found = Found { heads: vec!["id".to_owned(), "name".to_owned()], rows };
        assert_eq!(table(&found), "id | name\n---|------\n 1 |  Ann\n10 |    B\n");
        assert_eq!(table(&Found { rows: Vec::new(), ..found }), "id | name\n");
    }
}
