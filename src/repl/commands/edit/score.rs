//! `set score`, `set crawford`, `set postcrawford`.

use crate::board::{BySide, Side};
use crate::game::{Cube, MatchState, Phase, Resume, Rules, Score};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::history::Deed;
use crate::repl::line::{Word, abbreviates, number};
use crate::repl::score::Stage;
use crate::repl::session::Session;

pub(in crate::repl::commands) const COMMANDS: Handlers =
    &[("set crawford", crawford), ("set postcrawford", crawford), ("set score", score)];

/// A score as it was typed.
struct Typed {
    /// The points, or below 0 the points that are still needed.
    points: i64,
    /// The stage it names: the Crawford game or after it.
    stage: Option<Stage>,
}

/// `set score SCORE SCORE [LENGTH]`.
fn score(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.words.rest_place();
    let words: Vec<Word<'_>> = call.words.by_ref().take(3).collect();
    let [first, second, ..] = &words[..] else { return Err(invalid(session).at(place)) };
    let length = match words.get(2) {
        None => session.game.state.rules().length,
        Some(word) => {
            session.check_length(number(&word.text)).map_err(|refusal| refusal.at(word.place.clone()))?
        }
    };
    let (points, is_crawford) = match wanted(session, [first, second], length) {
        Ok(wanted) => wanted,
        Err(refusal) => {
            let fits = |points: u32| length == 0 || points < u32::from(length);
            let is_legal = session.game.state.score().points.0.into_iter().all(fits);
            if session.settings.compat && words.len() > 2 && is_legal {
                // GNU Backgammon has taken the length already.
                let rules = Rules { length, ..session.game.state.rules().clone() };
                session.game.state.place_rules(rules);
            }
            return Err(refusal.at(place));
        }
    };
    if is_crawford {
        must_be_without_cube(session).map_err(|refusal| refusal.at(place))?;
    }
    drop_undone(session);
    if session.is_playing() && withdraw_last_double(session) {
        session.draw(answer);
    }
    put(session, points, length, is_crawford);
    session.say_score(answer);
    Ok(())
}

/// Takes back a double that waits for its answer, and returns `true` if there was one. Outside compat mode, one before
/// later moves stays: they follow from it.
fn withdraw_last_double(session: &mut Session) -> bool {
    (session.settings.compat || !session.game.history.has_tail()) && session.withdraw_double()
}

/// Refuses two words that aren't a score.
fn invalid(session: &Session) -> Refusal {
    let help = if session.game.state.rules().is_money() {
        "a score is a number of points; without a match length it isn't negative"
    } else {
        "a score is a number of points; a negative one counts the points that are missing"
    };
    Refusal::say("You must specify two valid scores.").help(help)
}

/// Reads the points of both sides, and whether this is the Crawford game at that score.
fn wanted(session: &Session, words: [&Word<'_>; 2], length: u16) -> Result<(BySide<u32>, bool), Refusal> {
    let read = |word: &Word<'_>| read(&word.text, length).ok_or_else(|| invalid(session));
    let [first, second] = words;
    let typed = BySide::new(read(first)?, read(second)?);
    check_stages(&typed, length)?;
    let points = (counted(&typed[Side::Zero], length), counted(&typed[Side::One], length));
    let (Some(zero), Some(one)) = points else { return Err(invalid(session)) };
    let points = BySide::new(zero, one);
    let is_crawford = stage_of(session, &typed, points, length)?;
    Ok((points, is_crawford))
}

/// Reads a score: digits with `*`, `crawford` or `postcrawford` after them, or these alone for a side
/// that is 1-away. Anything else after the digits is ignored.
fn read(text: &str, length: u16) -> Option<Typed> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let suffix = &digits[end..];
    let stage = if suffix.starts_with('*') || abbreviates(suffix, "crawford") {
        Some(Stage::Crawford)
    } else if abbreviates(suffix, "postcrawford") {
        Some(Stage::After)
    } else {
        None
    };
    let points = match (end, stage) {
        (0, None) => return None,
        (0, Some(_)) => i64::from(length) - 1,
        _ => number(&text[..text.len() - suffix.len()])?,
    };
    Some(Typed { points, stage })
}

/// Returns the number of points of a score.
fn counted(typed: &Typed, length: u16) -> Option<u32> {
    let points = if typed.points < 0 { i64::from(length) + typed.points } else { typed.points };
    u32::try_from(points).ok()
}

/// Refuses a word about the Crawford game for a side that isn't 1-away.
fn check_stages(typed: &BySide<Typed>, length: u16) -> Done {
    let is_away = |typed: &Typed| length > 0 && counted(typed, length) == Some(u32::from(length) - 1);
    if typed.0.iter().any(|typed| typed.stage.is_some() && !is_away(typed)) {
        return Err(Refusal::say(
            "The Crawford rule applies only in match play when a player's score is 1-away.",
        ));
    }
    Ok(())
}

/// Returns `true` if a score makes this the Crawford game.
fn stage_of(
    session: &Session,
    typed: &BySide<Typed>,
    points: BySide<u32>,
    length: u16,
) -> Result<bool, Refusal> {
    let goal = u32::from(length);
    let is_away = points.map(|points| length > 0 && points + 1 == goal);
    if length > 0 && points.0.iter().any(|&points| points >= goal) {
        return Err(Refusal::say("You cannot set a score where the match is already over."));
    }
    let stages = typed.0.each_ref().map(|typed| typed.stage);
    if stages == [Some(Stage::Crawford); 2] {
        return Err(Refusal::say("You cannot set the Crawford rule when both players' scores are 1-away."));
    }
    if stages.contains(&Some(Stage::Crawford)) && stages.contains(&Some(Stage::After)) {
        return Err(Refusal::say("You cannot set both Crawford and post-Crawford simultaneously."));
    }
    if is_away.0[0] == is_away.0[1] {
        return Ok(false);
    }
    let trailer = points.0[0].min(points.0[1]);
    let has_rule = session.settings.compat || session.settings.automatic.crawford;
    match stages[0].or(stages[1]) {
        Some(Stage::Crawford) if !has_rule => Err(no_crawford_rule()),
        Some(Stage::Crawford) => Ok(true),
        Some(Stage::After) if trailer == 0 && has_rule => {
            Err(Refusal::say("You cannot set post-Crawford play if the trailer has yet to score."))
        }
        Some(Stage::After) => Ok(false),
        None | Some(Stage::Before) => {
            // After the announced end of a game the stage is that of the next one.
            let next = session.game.next_is_crawford.filter(|_| !session.is_playing());
            let is_crawford = next.unwrap_or(session.game.state.is_crawford_game());
            Ok(has_rule && (trailer == 0 || is_crawford))
        }
    }
}

/// Sets the score of the game in progress, from its beginning on; after a game, the score after it.
fn put(session: &mut Session, points: BySide<u32>, length: u16, is_crawford: bool) {
    // GNU Backgammon's Match ID keeps the Jacoby rule of a session that becomes a match, without effect.
    let jacoby = length == 0 || session.settings.compat;
    let crawford = length > 0 && session.settings.automatic.crawford;
    let is_away = points.0.iter().any(|&points| length > 0 && points + 1 == u32::from(length));
    let score = Score { points, crawford_played: is_away && !is_crawford };
    let is_compat = session.settings.compat;
    let change = |state: &mut MatchState| {
        // A match has no beavers, so none waits for an answer at the beginning of its game.
        let is_beaver = match state.phase() {
            Phase::ToAnswerDouble(offer)
            | Phase::ToAnswerResignation { otherwise: Resume::Answer(offer), .. } => offer.beavers > 0,
            _ => false,
        };
        if is_beaver && length > 0 && !is_compat {
            state.withdraw_double();
        }
        // Settings made after the beginning of the game don't apply to its beginning.
        let jacoby = state.rules().jacoby && jacoby;
        let rules = Rules { length, crawford, jacoby, ..state.rules().clone() };
        state.place_rules(rules);
        state.place_score(score);
        state.place_crawford(is_crawford);
    };
    if let Phase::MatchOver(result) = session.game.state.phase() {
        session.game.state.place_phase(Phase::GameOver(result));
    }
    // In GNU Backgammon the beginning of a game that is looked at counts as that game.
    let is_begun = is_compat && session.game.state.phase() == Phase::OpeningRoll;
    if session.is_playing() || is_begun {
        // GNU Backgammon's games keep the length and the rule with which they began.
        session.game.history.rescore(|state| {
            let Rules { length, crawford, .. } = *state.rules();
            change(state);
            if is_compat {
                state.place_rules(Rules { length, crawford, ..state.rules().clone() });
            }
        });
    }
    change(&mut session.game.state);
    if is_compat {
        session.limit_cube();
    }
    if is_crawford {
        centre_cube(session);
    }
    session.game.is_crawford_spent = is_crawford;
    session.game.said_stage = match (is_crawford, is_away && length > 1) {
        _ if !session.settings.compat || length == 0 || length > 1 && session.is_playing() => None,
        (true, _) => Some(Stage::Crawford),
        (false, true) => Some(Stage::After),
        (false, false) => Some(Stage::Before),
    };
    session.touch();
}

fn no_crawford_rule() -> Refusal {
    Refusal::say("This match is played without the Crawford rule.")
        .help("`set automatic crawford on` sets the rule for the next match")
}

/// Refuses the Crawford game outside compat mode where the rules have none: without the Crawford rule, or if both
/// players are 1-away.
fn may_be_crawford(session: &Session) -> Done {
    let (rules, score) = (session.game.state.rules(), session.game.state.score());
    if session.settings.compat {
        Ok(())
    } else if !rules.crawford {
        Err(no_crawford_rule())
    } else if Side::ALL.into_iter().all(|side| score.away(side, rules) == 1) {
        Err(Refusal::say("This can't be the Crawford game, because both players are 1-away.")
            .help("the Crawford game is the first one in which exactly one player is 1-away"))
    } else {
        must_be_without_cube(session)
    }
}

/// Refuses the Crawford game outside compat mode where a double of the game in progress was answered, or where the cube
/// isn't centred at 1: the record would break the rule. A double that waits is taken back, and what `undo` took back isn't
/// in the record.
fn must_be_without_cube(session: &Session) -> Done {
    if session.settings.compat || !session.is_playing() {
        return Ok(());
    }
    let (history, phase) = (&session.game.history, session.game.state.phase());
    let is_offered = matches!(
        phase,
        Phase::ToAnswerDouble(_) | Phase::ToAnswerResignation { otherwise: Resume::Answer(_), .. }
    );
    let mut made = history.kept();
    if is_offered && history.is_at_end() {
        while let [before @ .., last] = made
            && last.what == Deed::Doubled
        {
            made = before;
        }
    }
    let last = made.last().map(|last| &last.after).or_else(|| history.current().map(|game| &game.start));
    let help = if made.iter().any(|step| step.what == Deed::Doubled) {
        "`undo` at the end of the game takes back the double"
    } else if last.is_some_and(|last| last.cube() != Cube::START) {
        "`set cube value 1` and `set cube centre` put it back"
    } else {
        return Ok(());
    };
    Err(Refusal::say("This can't be the Crawford game, because the cube was turned in it.").help(help))
}

/// Outside compat mode, drops what `undo` took back from a game in progress, as it was done at another score.
fn drop_undone(session: &mut Session) {
    if session.is_playing() && !session.settings.compat {
        session.game.history.drop_undone();
    }
}

/// Outside compat mode, centres the cube everywhere in a game in progress that becomes the Crawford game: it was set by
/// hand and is back where it was.
fn centre_cube(session: &mut Session) {
    if session.is_playing() && !session.settings.compat {
        session.game.history.centre_cube();
        session.game.state.place_cube(Cube::START);
    }
}

/// Refuses unless there is a match in which a side is 1-away.
fn must_be_1_away(session: &Session, play: &str, whether: &str) -> Done {
    let rules = session.game.state.rules();
    if rules.is_money() {
        return Err(Refusal::say(format_args!("Cannot set {play} play for money sessions.")));
    }
    let mut scores = vec![*session.game.state.score()];
    let is_over = matches!(session.game.state.phase(), Phase::MatchOver(_));
    if session.settings.compat && is_over && play == "Crawford" {
        // GNU Backgammon uses the beginning of the last game.
        scores.extend(session.game.history.current().map(|game| *game.start.score()));
    }
    // A game that is the Crawford game already, by a score that has changed since, may be set as one in GNU Backgammon.
    let is_set = session.settings.compat && play == "Crawford" && session.game.state.is_crawford_game();
    if !is_set && !Side::ALL.into_iter().any(|side| scores.iter().any(|score| score.away(side, rules) == 1)) {
        return Err(Refusal::say(format_args!(
            "Cannot set whether this is {whether}\nas none of the players are 1-away from winning."
        )));
    }
    Ok(())
}

/// `set crawford on|off` and `set postcrawford on|off`.
fn crawford(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let is_post = call.command.meaning == "set postcrawford";
    if is_post {
        must_be_1_away(session, "post-Crawford", "post-Crawford play")?;
    } else {
        if !session.game.state.rules().is_money() {
            session.game.history.look_away();
        }
        must_be_1_away(session, "Crawford", "the Crawford game")?;
    }
    let is_on = call.on_or_off()?;
    let is_crawford = is_on != is_post;
    if is_crawford {
        may_be_crawford(session)?;
    }
    answer.say(match (is_post, is_on) {
        (false, true) => "This game is the Crawford game (no doubling allowed).",
        (false, false) => "This game is not the Crawford game.",
        (true, true) => "This is post-Crawford play (doubling allowed).",
        (true, false) => "This is not post-Crawford play.",
    });
    put_crawford(session, is_crawford, answer);
    Ok(())
}

/// Sets whether this is the Crawford game, from its beginning on; offers in it are dropped.
fn put_crawford(session: &mut Session, is_crawford: bool, answer: &mut Answer) {
    drop_undone(session);
    let change = |state: &mut MatchState| {
        state.place_crawford(is_crawford);
        state.place_score(Score { crawford_played: !is_crawford, ..*state.score() });
    };
    if session.is_playing() {
        session.game.history.rescore(change);
        session.game.said_stage = None;
    } else if session.settings.compat {
        session.game.said_stage = Some(if is_crawford { Stage::Crawford } else { Stage::After });
    }
    change(&mut session.game.state);
    session.touch();
    if is_crawford {
        centre_cube(session);
        if session.is_playing() && withdraw_last_double(session) {
            session.draw(answer);
        }
    }
}
