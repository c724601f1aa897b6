//! Files as GNU Backgammon writes them, for a session that stands in for it.

use super::analyses;
use crate::analysis::skill::{Amount, PlayerStatistics, Statistics};
use crate::board::{BySide, Roll, Side};
use crate::formats::gnubg::{self, Write};
use crate::formats::text;
use crate::game::record::{Anchor, RemarkKind};
use crate::game::{Act, Ending, GameResult, Happening, Phase, Replayed, ReplayedGame, Resume, Rules};
use crate::host::date::Utc;
use crate::notation::{GameState, IdState};
use crate::output::statistics::Parts;
use crate::repl::analysed::happening;
use crate::repl::history::{Deed, Game, Move};
use crate::repl::record::save::{Part, replayed};
use crate::repl::record::{listed, waiting};
use crate::repl::session::Session;
use std::fmt::Write as _;
use std::path::Path;

/// Makes the files of one command, by name; `None` for a format whose own writer writes them as GNU
/// Backgammon does.
pub(super) fn files(
    session: &mut Session,
    file: &str,
    format: &str,
    part: Part,
) -> Option<Vec<(String, Vec<u8>)>> {
    let write = gnubg::writer(format)?;
    if matches!(format, "pos" | "snowie-position") {
        let names = Some(session.game.names.clone());
        let mut fields = session.fields();
        if session.game.state.phase() == Phase::OpeningRoll {
            fields.state = GameState::None;
        }
        let post_crawford = Some(session.is_post_crawford());
        let position = IdState { post_crawford, names, ..IdState::new(session.board(), fields) };
        let parts = write(
            &replayed(session, part),
            &gnubg::Session {
                position: Some(position),
                rising: session.game.low_first,
                jacoby: session.settings.jacoby,
                beavers: session.settings.beavers > 0,
                cubeless: !session.settings.cube,
                ..gnubg::Session::default()
            },
        );
        return Some(parts.into_iter().map(|bytes| (file.to_owned(), bytes)).collect());
    }
    if part == Part::Position {
        // To decide what it writes, GNU Backgammon looks at the next decision. It takes the plays that `hint` found for
        // dice with the lower one first for those of others, and drops them with the cube decision.
        let is_rising =
            session.game.low_first.is_some_and(|roll| session.game.state.phase() == Phase::ToPlay(roll));
        if is_rising && session.game.history.has_hinted_plays() {
            session.game.history.forget_hint();
        }
        let was_looked_at = session.game.history.current().is_some_and(|game| game.is_looked_at);
        session.game.history.look();
        if format == "text" {
            return Some(vec![(file.to_owned(), position(session, was_looked_at))]);
        }
    }
    Some(written(session, write, file, format, part))
}

fn written(session: &Session, write: Write, file: &str, format: &str, part: Part) -> Vec<(String, Vec<u8>)> {
    let named = |parts: Vec<Vec<u8>>| -> Vec<(String, Vec<u8>)> {
        parts.into_iter().enumerate().map(|(place, bytes)| (name(file, place), bytes)).collect()
    };
    let mut replayed = replayed(session, part);
    let history = &session.game.history;
    as_stated(&mut replayed);
    if part == Part::Match && session.is_forgotten() {
        (replayed.games, replayed.record.games) = (Vec::new(), Vec::new());
        return named(write(&replayed, &gnubg::Session::default()));
    }
    if part == Part::Position {
        as_now(session, &mut replayed);
    }
    // It writes the rules as they were when the game began; match text has the present length.
    if let Some(game) = history.current() {
        let begun = game.start.rules();
        let is_match_text = matches!(format, "mat" | "snowie");
        let length = if is_match_text { session.game.state.rules().length } else { begun.length };
        replayed.rules = Rules { length, ..begun.clone() };
    }
    let games = if part == Part::Match { 0..history.games.len() } else { history.game..history.game + 1 };
    for (replayed, game) in replayed.games.iter_mut().zip(&history.games[games.clone()]) {
        // Where a game continues after a result, the last one holds.
        if part != Part::Position
            && game.goes_on()
            && let Some(result) = game.ending().and_then(Move::result)
        {
            replayed.result = Some(result);
        }
        // A result that was taken back still holds.
        if part != Part::Position && game.result().is_none() && !game.goes_on() {
            replayed.result = replayed.result.or(game.taken_back);
        }
        // A match to one point only has a Crawford game if that was set by hand.
        replayed.is_crawford |= format == "text" && game.start.is_crawford_game();
        // Text of which nothing could be played has no result.
        if game.is_read() && game.moves.is_empty() {
            replayed.result = None;
        }
        // A game that begins with a position, or with a double, ends by the last checker or a pass, too. A
        // resignation brings the points of the session, whatever its record states.
        let is_own = |result: &GameResult| {
            let is_its = matches!(result.ending, Ending::BorneOff | Ending::Passed | Ending::Resigned);
            part != Part::Position && is_its
        };
        if let Some(result) = game.result().filter(is_own) {
            replayed.result = Some(result);
        }
    }
    let mut given = None;
    let mut rules: Vec<_> =
        history.games[games.clone()].iter().map(|game| game.start.rules().clone()).collect();
    if part == Part::Position && format == "sgf" {
        let rules = session.game.state.rules();
        let now = session.rules(rules.length);
        replayed.rules = Rules {
            crawford: now.crawford,
            jacoby: if rules.is_money() { rules.jacoby } else { now.jacoby },
            ..rules.clone()
        };
        given = Some(replayed.rules.clone());
    }
    if part == Part::Game && matches!(format, "snowie" | "gam") {
        replayed.rules.length = 0;
        for game in &mut replayed.games {
            game.before.points = BySide::default();
        }
    }
    if matches!(format, "snowie" | "mat") {
        // Games are numbered by their order in the file.
        for (game, number) in replayed.games.iter_mut().zip(1..) {
            game.number = number;
        }
    }
    for notes in replayed.record.games.iter_mut().filter_map(|game| game.notes.as_mut()) {
        // The statistics of the file that was read are those of another state of the game, and its files have
        // no properties of other formats.
        notes.properties.retain(|property| property.key.starts_with("sgf:") && property.key != "sgf:GS");
    }
    if format == "sgf" {
        if part == Part::Position {
            replayed.games.iter_mut().for_each(|game| game.number = 1);
        }
        // The facts of the match belong to its first game.
        if replayed.games.first().is_some_and(|game| game.number > 1) {
            replayed.record.headers.clear();
            replayed.record.remarks.retain(|remark| remark.anchor != Anchor::MATCH);
        }
    }
    let is_text = format == "text";
    let one = |game: usize| {
        if part == Part::Position && !is_text {
            let is_analysed = history.next().is_some_and(Move::is_analysed);
            let statistics = match waiting::hinted_here(session) {
                Some(waiting) => session.statistics_of_waiting(&waiting),
                None if is_analysed => session.statistics_of_next(),
                None => Statistics::default(),
            };
            return values(&statistics, session.parts());
        }
        let games = game..game + 1;
        if is_text {
            session.statistics_text(games)
        } else {
            values(&session.statistics(games), session.parts())
        }
    };
    let (mut comments, mut under, mut analyses) = (Vec::new(), Vec::new(), Vec::new());
    if is_text {
        let of = |game: &Game| analyses::of_game(session, game, |step| as_act(step).is_some());
        analyses = history.games[games.clone()].iter().map(of).collect();
        let listed = replayed.games.iter_mut().zip(&history.games[games.clone()]);
        (comments, under) = listed.map(|(replayed, game)| as_listed(replayed, game)).unzip();
        if !session.settings.export.annotations {
            comments.iter_mut().for_each(Vec::clear);
        }
    }
    if let Some(given) = given {
        rules = vec![given];
    }
    // What waits belongs to the last game.
    let is_waiting = part != Part::Position && games.end == history.games.len();
    let mut waiting = waiting::waiting(session).filter(|_| is_waiting);
    let hinted = waiting::hinted(session).filter(|_| is_waiting);
    if let (Some(act), Some(Move { what: Deed::Played(roll, play), .. })) = (&mut waiting, &hinted) {
        act.what = Happening::Played { roll: *roll, play: *play };
    }
    let last = history.games[games.clone()].last();
    let unseen = last.and_then(unseen);
    // In text, dice that it has looked at have the higher one first; others are as they were set.
    let is_of_dice = |act: &Act| matches!(act.what, Happening::RolledOnly { .. } | Happening::Played { .. });
    let is_seen = is_text && waiting.as_ref().is_some_and(is_of_dice);
    let rising = match last.and_then(|game| game.moves.last()) {
        Some(Move { what: Deed::Rolled(roll), is_rising, .. }) if unseen.is_some() && waiting.is_none() => {
            Some(*roll).filter(|_| *is_rising)
        }
        _ => session.game.low_first.filter(|_| !is_seen),
    };
    let mut lists = match part {
        Part::Position => vec![listed::position(session)],
        _ => history.games[games.clone()].iter().map(listed::list).collect(),
    };
    if let (Some(step), Some(game), Some(list)) = (&hinted, last, lists.last_mut())
        && format == "sgf"
        && waiting::is_saved(step, game)
    {
        list.entries.extend(listed::listed(step, game.moves.last()));
        waiting = None;
    }
    let told = gnubg::Session {
        rising,
        unseen,
        comments,
        under,
        analyses,
        rules,
        lists,
        present: Some(gnubg::Present {
            names: session.game.names.clone(),
            length: session.game.state.rules().length,
            jacoby: session.game.state.rules().jacoby,
        }),
        waiting,
        statistics: if matches!(format, "sgf" | "text") {
            games.clone().map(one).filter(|text| !text.is_empty()).collect()
        } else {
            Vec::new()
        },
        all: match part {
            Part::Match if is_text => {
                let what = if replayed.rules.is_money() { "Session" } else { "Match" };
                format!("{what} statistics\n\n{}\n", session.statistics_text(games.clone()))
            }
            _ => String::new(),
        },
        first: games.start,
        direction: session.settings.direction,
        left_out: left_out(session),
        time: time(session.host.now()),
        ..gnubg::Session::default()
    };
    named(write(&replayed, &told))
}

/// Begins each game at the score that its record states, whatever the results before it.
fn as_stated(replayed: &mut Replayed) {
    for (game, record) in replayed.games.iter_mut().zip(&replayed.record.games) {
        for side in Side::ALL {
            let stated = record.players[side].as_ref().and_then(|player| player.score);
            if let Some(points) = stated.and_then(|score| u32::try_from(score.value).ok()) {
                game.before.points[side] = points;
            }
        }
    }
}

/// Sets the score and the Crawford game as the session has them, even where a record can't express them: in a
/// match that is over.
fn as_now(session: &Session, replayed: &mut Replayed) {
    let fields = session.fields();
    for game in &mut replayed.games {
        game.before.points = session.game.state.score().points;
        game.is_crawford = fields.crawford;
    }
    for record in &mut replayed.record.games {
        record.is_crawford = Some(fields.crawford);
    }
}

/// Writes the decision at which the session stands; `was_looked_at` if it wasn't this command that has looked at it
/// first.
fn position(session: &Session, was_looked_at: bool) -> Vec<u8> {
    let mut replayed = replayed(session, Part::Position);
    let (state, history) = (&session.game.state, &session.game.history);
    as_now(session, &mut replayed);
    if let Some(game) = replayed.games.first_mut() {
        game.number = u32::try_from(session.games_played()).unwrap_or(u32::MAX).saturating_add(1);
    }
    let next = history.next();
    let hinted = waiting::hinted_here(session).map(|step| step.what);
    let what = match (next.map(|next| next.what).or(hinted), state.phase()) {
        (Some(Deed::Played(roll, play)), _) => Some(Happening::Played { roll, play }),
        (None, Phase::ToAnswerDouble(_)) if session.game.dice_under.is_some() => {
            session.game.dice_under.map(|roll| Happening::RolledOnly { roll })
        }
        (Some(Deed::Taken), _)
        | (
            None,
            Phase::ToAnswerDouble(_) | Phase::ToAnswerResignation { otherwise: Resume::Answer(_), .. },
        ) => Some(Happening::Taken),
        (Some(Deed::Passed), _) => Some(Happening::Passed),
        (Some(Deed::Condoned(roll)), _)
        | (None, Phase::ToPlay(roll) | Phase::ToAnswerResignation { otherwise: Resume::Play(roll), .. }) => {
            Some(Happening::RolledOnly { roll })
        }
        (Some(Deed::Doubled), _)
        | (None, Phase::ToRoll | Phase::ToAnswerResignation { otherwise: Resume::Roll, .. }) => {
            Some(Happening::Doubled { to: state.cube().value * 2, beaver: false })
        }
        _ => None,
    };
    let by = match state.phase() {
        Phase::ToAnswerDouble(offer) if session.game.dice_under.is_some() => {
            let moves = history.current().and_then(|game| game.moves.get(..history.at));
            moves.and_then(waiting::under).map_or(offer.responder, |(by, _)| by)
        }
        // What nobody has looked at belongs to the player who has the turn.
        Phase::ToAnswerResignation { .. } if !was_looked_at => session.turn(),
        Phase::ToAnswerDouble(offer) if history.current().is_some_and(|game| game.names_responder) => {
            offer.responder
        }
        _ => state.on_roll(),
    };
    let by = next.map_or(by, |next| next.by);
    let before = next.map_or(*state.board(), |next| *next.before.board());
    let act = what.map(|what| Act { before, cube: state.cube(), by, entry: None, what });
    let analysis = analyses::of_next(session);
    let told = gnubg::Session {
        rising: session.game.low_first,
        analyses: vec![analysis.map(|text| (0, text)).into_iter().collect()],
        direction: session.settings.direction,
        left_out: left_out(session),
        time: time(session.host.now()),
        ..gnubg::Session::default()
    };
    let number = u32::try_from(history.at).unwrap_or(u32::MAX).saturating_add(1);
    let stands = (session.board(), session.fields(), session.is_post_crawford());
    let has_comments = session.is_begun() && session.settings.export.annotations;
    let comment = next.filter(|_| has_comments).and_then(|next| next.comments().next());
    text::write_their_position(&replayed, &told, stands, (number, act.as_ref(), comment))
}

/// Returns the parts of text that `set export` leaves out.
const fn left_out(session: &Session) -> gnubg::LeftOut {
    let export = &session.settings.export;
    gnubg::LeftOut {
        facts: !export.match_info,
        plays: !export.analysis || !export.plays.unmarked,
        beavers: !export.analysis,
    }
}

/// Comments on a game, by the place of their act, and the dice that lie on the board during cube actions.
type Beside = (Vec<(Option<usize>, String)>, Vec<(usize, Roll)>);

/// Replaces the replayed acts of a game by its list of moves, to which no rules are applied.
fn as_listed(replayed: &mut ReplayedGame, game: &Game) -> Beside {
    let mut comments: Vec<_> = game
        .remarks
        .iter()
        .filter(|remark| remark.kind == RemarkKind::Comment)
        .map(|remark| (None, remark.text.clone()))
        .collect();
    replayed.acts.clear();
    let (mut under, mut dice) = (Vec::new(), None);
    for step in &game.moves {
        match step.what {
            Deed::Rolled(roll) => dice = Some(roll),
            Deed::Doubled => under.extend(dice.map(|roll| (replayed.acts.len(), roll))),
            Deed::Taken | Deed::Passed => {
                under.extend(dice.take().map(|roll| (replayed.acts.len(), roll)));
            }
            // A position or a cube that is set leaves them.
            Deed::SetBoard | Deed::SetCubeValue | Deed::SetCubeOwner => {}
            _ => dice = None,
        }
        if let Some(what) = as_act(step) {
            let before = step.before.board_of(step.by);
            replayed.acts.push(Act { before, cube: step.before.cube(), by: step.by, entry: None, what });
        }
        // A comment on what is no act follows the act before it.
        let place = replayed.acts.len().checked_sub(1);
        comments.extend(step.comments().map(|comment| (place, comment.to_owned())));
    }
    // Those under a cube action that waits.
    under.extend(dice.map(|roll| (replayed.acts.len(), roll)));
    replayed.result = if game.goes_on() { replayed.result } else { game.standing(true) };
    if let (Some(result), Some(last)) = (game.standing(true), game.moves.last()) {
        let by = result.winner.unwrap_or(Side::Zero);
        let what = Happening::GameOver(result);
        let (before, cube) = (*last.after.board(), last.after.cube());
        replayed.acts.push(Act { before, cube, by, entry: None, what });
    }
    (comments, under)
}

/// Returns what is done in a move; nothing for dice that wait, and at the end of a game.
fn as_act(step: &Move) -> Option<Happening> {
    Some(match step.what {
        Deed::Rolled(_) | Deed::Resigned(_) | Deed::Drawn => return None,
        Deed::Condoned(roll) => Happening::RolledOnly { roll },
        _ => match happening(step) {
            Happening::Doubled { to, .. } => {
                Happening::Doubled { to, beaver: matches!(step.before.phase(), Phase::ToAnswerDouble(_)) }
            }
            what => what,
        },
    })
}

/// Returns dice that wait at the end of a game and haven't been looked at; those of an opening aren't shown.
fn unseen(game: &Game) -> Option<Act> {
    let [_, .., last] = &game.moves[..] else { return None };
    if !game.is_cube_in_mind || game.saw.is_some() {
        return None;
    }
    let Deed::Rolled(roll) = last.what else { return None };
    let (before, cube) = (*last.after.board(), last.after.cube());
    Some(Act { before, cube, by: last.by, entry: None, what: Happening::RolledOnly { roll } })
}

/// Returns the file name for a game: the first one gets the name that was typed.
fn name(file: &str, place: usize) -> String {
    if place == 0 {
        return file.to_owned();
    }
    let path = Path::new(file);
    let extension = path.extension().and_then(|extension| extension.to_str());
    let stem = extension.map_or(file, |extension| &file[..file.len() - extension.len() - 1]);
    let extension = extension.map_or(String::new(), |extension| format!(".{extension}"));
    format!("{stem}_{:03}{extension}", place + 1)
}

/// Returns the values of `GS`: plays, cube decisions and luck, as far as they are wanted, both players for each count.
fn values(statistics: &Statistics, parts: Parts) -> String {
    let mut text = String::new();
    let mut list = |letter: &str, of: fn(&PlayerStatistics) -> (Vec<u64>, Vec<Amount>)| {
        let [(counts, lost), (others, others_lost)] = statistics.players.0.each_ref().map(of);
        let _ = write!(text, "[{letter}:");
        for (zero, one) in counts.into_iter().zip(others) {
            let _ = write!(text, "{zero} {one} ");
        }
        for Amount { equity, worth } in lost.into_iter().chain(others_lost) {
            let _ = write!(text, "{equity:.6} {worth:.6} ");
        }
        text.pop();
        text.push(']');
    };
    if parts.plays {
        list("M", |of| {
            let unmarked = of.moves.saturating_sub(of.very_bad + of.bad + of.doubtful);
            (vec![of.unforced, of.moves, of.very_bad, of.bad, of.doubtful, unmarked], vec![of.plays])
        });
    }
    if parts.cube {
        list("C", |of| {
            let mistakes = of.cube_mistakes();
            let counts = [of.cube_decisions, of.doubles, of.takes, of.passes].into_iter();
            let counts = counts.chain(mistakes.map(|kind| kind.count)).collect();
            (counts, mistakes.map(|kind| kind.lost).to_vec())
        });
    }
    if parts.luck {
        list("D", |of| {
            let marked = of.very_unlucky + of.unlucky + of.lucky + of.very_lucky;
            let unmarked = of.rolls.saturating_sub(marked);
            (vec![of.very_unlucky, of.unlucky, unmarked, of.lucky, of.very_lucky], vec![of.luck])
        });
    }
    text
}

/// Formats a time as the C function `ctime` does, in UTC: `Mon Nov 23 20:08:30 2026`.
fn time(seconds: u64) -> String {
    const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let days = seconds / 86_400;
    let Utc { year, month, day, hour, minute, second } = Utc::new(seconds);
    format!(
        "{} {} {day:2} {hour:02}:{minute:02}:{second:02} {year}",
        DAYS[(days % 7) as usize],
        MONTHS[usize::from(month - 1)],
    )
}

#[cfg(test)]
mod tests {
    use super::{Parts, name, time, values};
    use crate::analysis::skill::Statistics;

    #[test]
    fn files_after_the_first_are_numbered_before_the_extension() {
        let names = [0, 1, 9].map(|place| name("a.b/match.txt", place));
        assert_eq!(names, ["a.b/match.txt", "a.b/match_002.txt", "a.b/match_010.txt"]);
        assert_eq!(name("match", 1), "match_002");
    }

    #[test]
    fn a_time_is_written_as_ctime_does() {
        assert_eq!(time(0), "Thu Jan  1 00:00:00 1970");
        // A leap day.
        assert_eq!(time(11_016 * 86_400 + 3600 * 13 + 60 * 7 + 59), "Tue Feb 29 13:07:59 2000");
    }

    #[test]
    fn statistics_of_nothing_are_zeros() {
        let zeros = |count: usize| vec!["0.000000"; count].join(" ");
        let counts = |count: usize| vec!["0"; count].join(" ");
        let expected = format!(
            "[M:{} {}][C:{} {}][D:{} {}]",
            counts(12),
            zeros(4),
            counts(20),
            zeros(24),
            counts(10),
            zeros(4)
        );
        assert_eq!(values(&Statistics::default(), Parts::default()), expected);
        let parts = Parts { plays: false, cube: false, luck: true };
        assert!(expected.ends_with(&values(&Statistics::default(), parts)));
    }
}
