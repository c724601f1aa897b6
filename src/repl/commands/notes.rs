//! Notes on moves: `annotate`, `cmark`, `analyse clear`.

use super::{Call, Handlers};
use crate::diag::Span;
use crate::formats::sgf::marks;
use crate::game::Phase;
use crate::game::record::{Anchor, Annotation, Candidate, Rating, Remark, RemarkKind};
use crate::notation::play::print;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::history::{Deed, Game, Move};
use crate::repl::line::number;
use crate::repl::session::Session;
use crate::rules::resolve::resolve;

pub(super) const COMMANDS: Handlers = &[
    ("analyse clear game", |session, _, _| {
        must_have_games(session)?;
        session.game.history.current_mut().into_iter().for_each(drop_analyses);
        Ok(())
    }),
    ("analyse clear match", |session, _, _| {
        must_have_games(session)?;
        session.game.history.games.iter_mut().for_each(drop_analyses);
        Ok(())
    }),
    ("analyse clear move", |session, _, _| {
        let none = || Refusal::say("Cannot clear analysis on this move");
        drop_analysis(session.game.history.next_mut().ok_or_else(none)?);
        Ok(())
    }),
    ("annotate clear comment", |session, _, answer| {
        let step = selected(session, "You must select a move to clear the comment from.")?;
        step.remarks.retain(|remark| remark.kind != RemarkKind::Comment);
        answer.say("Commentary for this move cleared.");
        session.touch();
        Ok(())
    }),
    ("annotate clear luck", roll),
    ("annotate clear skill", skill),
    ("annotate move comment", comment),
    ("annotate move *", skill),
    ("annotate roll *", roll),
    ("cmark match clear", |session, call, _| {
        must_have_games(session)?;
        for game in games(session, call) {
            game.moves.iter_mut().for_each(unmark);
            game.marks_cube = false;
        }
        session.touch();
        Ok(())
    }),
    ("cmark match show", show_marks),
    ("cmark move clear", |session, call, _| {
        if is_about(call, "cube") {
            *cube_mark(session)?.1 = false;
        } else {
            markable(session)?.marked.clear();
        }
        session.touch();
        Ok(())
    }),
    ("cmark move set none", |session, call, _| mark(session, call, false)),
    ("cmark move set rollout", |session, call, _| mark(session, call, true)),
    ("cmark move show", |session, call, answer| {
        if !is_about(call, "cube") {
            show_candidates(session.game.history.at, markable(session)?, answer);
        } else if let (number, true) = cube_mark(session).map(|(number, mark)| (number, *mark))? {
            answer.say(format_args!("Move {number}\nCube marked"));
        }
        Ok(())
    }),
];

/// The hint if no move is selected: annotations are about the next move.
const STEP_BACK: &str = "the last move is annotated after `previous`";

fn unmark(step: &mut Move) {
    step.is_marked = false;
    step.marked.clear();
}

/// `cmark cube|move set rollout|none …`.
fn mark(session: &mut Session, call: &mut Call<'_>, is_marked: bool) -> Done {
    if is_about(call, "cube") {
        *cube_mark(session)?.1 = is_marked;
        session.touch();
        return Ok(());
    }
    let step = markable(session)?;
    let most = step.notes.play_analyses().next().map_or(0, |play| play.candidates.len());
    let mut wanted = Vec::new();
    let place = call.place();
    for word in call.words.by_ref() {
        let number = number(&word.text).and_then(|number| usize::try_from(number).ok());
        let number = number.filter(|&number| number > 0).ok_or_else(|| no_list(word.place.clone()))?;
        if number > most {
            let line = format!("Only {most} legal moves, cannot mark move {number}\n");
            return Err(Refusal::say(line).at(word.place));
        }
        wanted.push(number);
    }
    if wanted.is_empty() {
        return Err(no_list(place));
    }
    step.marked.retain(|number| !wanted.contains(number));
    if is_marked {
        step.marked.append(&mut wanted);
        step.marked.sort_unstable();
        step.marked.dedup();
    }
    session.touch();
    Ok(())
}

fn no_list(place: std::ops::Range<usize>) -> Refusal {
    Refusal::say("Not a valid list of moves\n")
        .help("candidates are marked by their numbers, from 1 on")
        .at(place)
}

/// Lists the marked candidates of a decision.
fn show_candidates(at: usize, step: &Move, answer: &mut Answer) {
    let Some(play) = step.notes.play_analyses().next().filter(|_| !step.marked.is_empty()) else { return };
    answer.say(format_args!("Move {}", at + 1));
    for &number in &step.marked {
        let Some(candidate) = play.candidates.get(number - 1) else { continue };
        answer.say(format_args!("{number} ({}) marked", named(step, candidate)));
    }
}

/// Writes a candidate as GNU Backgammon does.
pub(super) fn named(step: &Move, candidate: &Candidate) -> String {
    let board = step.before.board();
    let Some(roll) = step.what.dice() else { return String::new() };
    let found = resolve(board, roll, &candidate.legs);
    found.map(|found| print::gnubg(board, found.play()).to_string()).unwrap_or_default()
}

/// Refuses unless there is a game, even if it is over.
pub(super) fn must_have_games(session: &Session) -> Done {
    if session.game.history.games.is_empty() { Err(Refusal::say("No game in progress.")) } else { Ok(()) }
}

fn drop_analyses(game: &mut Game) {
    game.moves.iter_mut().for_each(drop_analysis);
    if let Some(notes) = &mut game.head.notes {
        notes.analyses.clear();
        // Statistics are sums of analyses.
        notes.properties.retain(|property| property.key != "sgf:GS");
    }
}

/// Removes an analysis, the marks of a kind that it makes, and those of its candidates.
fn drop_analysis(step: &mut Move) {
    step.notes.analyses.clear();
    (step.notes.luck, step.notes.luck_value) = (None, None);
    for mark in [&mut step.notes.play, &mut step.notes.cube] {
        mark.take_if(|mark| matches!(mark, Annotation::Doubtful | Annotation::Bad | Annotation::VeryBad));
    }
    step.notes.properties.retain(|property| !marks::is_list(property));
    step.marked.clear();
}

/// Returns the next decision; without one, refuses in these words.
fn selected<'a>(session: &'a mut Session, words: &str) -> Result<&'a mut Move, Refusal> {
    session.game.history.next_mut().ok_or_else(|| Refusal::say(words).help(STEP_BACK))
}

/// The words of a refusal to mark.
const NO_MOVE: &str = "You must select a move to annotate first.";

fn cannot() -> Refusal {
    Refusal::say("You cannot annotate this move.")
}

/// The marks of `annotate move`, and their answers; every other word removes the mark.
const SKILLS: [(&str, Annotation, &str); 3] = [
    ("bad", Annotation::Bad, "Move marked as bad."),
    ("doubtful", Annotation::Doubtful, "Move marked as doubtful."),
    ("verybad", Annotation::VeryBad, "Move marked as very bad."),
];

/// `annotate move|cube|double|… bad|doubtful|verybad|clear`.
fn skill(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let kind = remember_kind(session, call);
    let row = SKILLS.iter().find(|row| row.0 == call.command.name);
    let mark = row.map(|row| row.1);
    let compat = session.settings.compat;
    let step = selected(session, NO_MOVE)?;
    let fitting: &[&str] = match step.what {
        Deed::Played(..) | Deed::Condoned(_) => &["move", "cube", "double"],
        Deed::Doubled => &["cube", "double"],
        Deed::Taken => &["cube", "take", "accept"],
        Deed::Passed => &["cube", "drop", "pass", "reject"],
        Deed::Resigned(_) if compat => &["resign", "accept", "take", "reject"],
        Deed::Resigned(_) => &["resign", "cube"],
        Deed::Rolled(_) | Deed::Drawn | Deed::SetBoard | Deed::SetCubeValue | Deed::SetCubeOwner => {
            return Err(cannot());
        }
    };
    let is_fitting = fitting.contains(&kind);
    if !compat && !is_fitting && !matches!(kind, "move" | "clear") {
        let help = format!("here it is `annotate {}`", fitting.join("`, `annotate "));
        return Err(cannot().help(help));
    }
    let is_play = matches!(step.what, Deed::Played(..) | Deed::Condoned(_));
    if is_play && kind == "move" {
        step.notes.play = mark;
    } else if is_play && kind == "clear" {
        (step.notes.play, step.notes.cube) = (None, None);
    } else if !compat || is_fitting {
        step.notes.cube = mark;
    }
    if compat && !is_fitting {
        answer.say("Invalid annotation");
    }
    answer.say(row.map_or("Skill annotation cleared.", |row| row.2));
    session.touch();
    Ok(())
}

/// Returns the subject of an annotation: `move`, `cube`, `take`, … In GNU Backgammon `annotate clear skill`
/// has the subject of the last annotation, or is about an answer if there was none.
fn remember_kind<'a>(session: &mut Session, call: &Call<'a>) -> &'a str {
    let kind = call.command.path.split(' ').nth(1).unwrap_or_default();
    if kind == "clear" && session.settings.compat {
        return session.game.annotates.unwrap_or("accept");
    }
    session.game.annotates = KINDS.iter().find(|known| **known == kind).copied();
    kind
}

/// The subjects of annotations.
const KINDS: [&str; 9] = ["accept", "cube", "double", "drop", "move", "pass", "reject", "resign", "take"];

/// The marks of `annotate roll`, and their answers; every other word removes the mark.
const LUCKS: [(&str, Rating, &str); 4] = [
    ("lucky", Rating::Lucky, "Roll marked as lucky."),
    ("unlucky", Rating::Unlucky, "Roll marked as unlucky."),
    ("verylucky", Rating::VeryLucky, "Roll marked as very lucky."),
    ("veryunlucky", Rating::VeryUnlucky, "Roll marked as very unlucky."),
];

/// `annotate roll …`.
fn roll(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let row = LUCKS.iter().find(|row| row.0 == call.command.name);
    let step = selected(session, NO_MOVE)?;
    if step.what.dice().is_none() {
        return Err(cannot());
    }
    step.notes.luck = row.map(|row| row.1);
    answer.say(row.map_or("Luck annotation cleared.", |row| row.2));
    session.touch();
    Ok(())
}

/// `annotate move comment TEXT`.
fn comment(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    remember_kind(session, call);
    let text = session.value(&call.words).to_owned();
    let step = selected(session, "You must select a move to which to add the comment.")?;
    step.remarks.retain(|remark| remark.kind != RemarkKind::Comment);
    if !text.is_empty() {
        let (kind, anchor, span) = (RemarkKind::Comment, Anchor::default(), Span::default());
        step.remarks.push(Remark { kind, anchor, span, text });
    }
    answer.say("Commentary for this move added.");
    session.touch();
    Ok(())
}

/// Returns `true` if the third word of a command is this one, such as `cube` or `game`.
fn is_about(call: &Call<'_>, word: &str) -> bool {
    call.command.path.split(' ').nth(1) == Some(word)
}

/// Returns the games of a command.
fn games<'a>(session: &'a mut Session, call: &Call<'_>) -> &'a mut [Game] {
    let game = session.game.history.game;
    let games = &mut session.game.history.games;
    if is_about(call, "game") && game < games.len() { &mut games[game..=game] } else { games }
}

/// Returns the decision whose candidates can be marked.
pub(super) fn markable(session: &mut Session) -> Result<&mut Move, Refusal> {
    must_be_at_decision(session, "move")?;
    // An answer is no play, and neither is a decision before the dice.
    let is_to_play = match session.game.history.next() {
        // In GNU Backgammon, dice that wait are no play where the session has gone back before them.
        Some(next) => !session.settings.compat || !matches!(next.what, Deed::Rolled(_)),
        None => matches!(session.game.state.phase(), Phase::ToPlay(_)),
    };
    let step = session.game.history.decision_mut().filter(|_| is_to_play);
    let is_play = |step: &Move| step.what.dice().is_some();
    match step {
        Some(step) if is_play(step) && step.notes.play_analyses().next().is_some() => Ok(step),
        Some(step) if is_play(step) => Err(Refusal::complain("No moves to analyse")
            .help("candidates come with an analysis: `analyse move' or `hint'")),
        None if is_to_play => Err(Refusal::complain("No moves to analyse")),
        _ => Err(Refusal::complain("This is not a normal chequer move. Cannot mark.")),
    }
}

/// Returns the mark of the cube action of the next decision, also of one that waits, with the number of its move.
pub(super) fn cube_mark(session: &mut Session) -> Result<(usize, &mut bool), Refusal> {
    must_be_at_decision(session, "cube")?;
    let compat = session.settings.compat;
    let history = &mut session.game.history;
    let at = history.at;
    // An answer is analysed together with the offer.
    let is_answer = history.next().is_some_and(|step| matches!(step.what, Deed::Taken | Deed::Passed));
    if history.next().is_none() {
        // Dice and a double are moves with this decision; GNU Backgammon marks the one after them, and forgets it.
        let is_made = |last: &Move| matches!(last.what, Deed::Rolled(_) | Deed::Doubled);
        let mark = if !compat && history.last().is_some_and(is_made) {
            history.last_mut().map(|last| (at, &mut last.is_marked))
        } else {
            history.current_mut().map(|game| (at + 1, &mut game.marks_cube))
        };
        return mark.ok_or_else(|| no_record("cube"));
    }
    let step = if is_answer { history.last_mut() } else { history.next_mut() };
    // In GNU Backgammon, dice that wait have no cube action where the session has gone back before them.
    step.filter(|step| step.what.is_decision() && !(compat && matches!(step.what, Deed::Rolled(_))))
        .map(|step| (at + 1, &mut step.is_marked))
        .ok_or_else(|| Refusal::complain("This move doesn't imply a cube action. Cannot mark."))
}

/// Refuses unless a decision was made next, or waits; GNU Backgammon looks at one that waits.
fn must_be_at_decision(session: &mut Session, what: &str) -> Done {
    if session.game.history.next().is_none() && !session.is_playing() {
        return Err(no_record(what));
    }
    session.game.history.look();
    Ok(())
}

fn no_record(what: &str) -> Refusal {
    Refusal::complain(format_args!("No moverecord stored for this {what}."))
}

/// `cmark game show`, `cmark match show`.
fn show_marks(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    must_have_games(session)?;
    let first = if is_about(call, "game") { session.game.history.game } else { 0 };
    // GNU Backgammon numbers the games from 0 if it shows one, and from 1 if it shows all.
    let number = if is_about(call, "game") && session.settings.compat { first } else { first + 1 };
    for (place, game) in games(session, call).iter().enumerate() {
        answer.say(format_args!("Game {}", number + place));
        for (at, step) in game.moves.iter().enumerate() {
            if step.is_marked {
                answer.say(format_args!("Move {}\nCube marked", at + 1));
            }
            show_candidates(at, step, answer);
        }
        if game.marks_cube {
            answer.say(format_args!("Move {}\nCube marked", game.moves.len() + 1));
        }
    }
    Ok(())
}
