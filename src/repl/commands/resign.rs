//! Games that end by agreement: `resign`, `draw`.

use crate::board::Board;
use crate::game::{Action, Phase, RuleViolation};
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::history::Deed;
use crate::repl::line::abbreviates;
use crate::repl::session::{Seat, Session};
use crate::rules::Outcome;

/// `resign [normal|single|gammon|backgammon|1|2|3]`.
pub(super) fn resign(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    if !session.is_playing() {
        return Err(Refusal::say("You must be playing a game if you want to resign it."));
    }
    session.must_be_typed()?;
    session.must_be_resolved().map_err(|refusal| {
        refusal.help("`accept` or `reject` answers the resignation, `undo` takes it back")
    })?;
    let compat = session.settings.compat;
    let outcome = match call.words.next() {
        None => Outcome::Single,
        Some(word) => of_word(&word.text, compat).ok_or_else(|| {
            if compat {
                // There, any new offer takes back the one that waits.
                session.game.state.withdraw_resignation();
            }
            Refusal::say(format_args!("Unknown keyword `{}' (see `help resign').", word.text))
                .help("a game is resigned as `normal`, `gammon` or `backgammon`")
                .at(word.place)
        })?,
    };
    let by = session.turn();
    let most = most(&session.game.state.board_of(by));
    if outcome > most && !session.settings.compat {
        let (loser, winner) = (session.name(by), session.name(by.opponent()));
        return Err(Refusal::complain(match most {
            Outcome::Single => format!("{loser} has borne off a checker, so it isn't a {outcome}"),
            _ => format!(
                "{loser} can't be hit and has no checker in {winner}'s home board, so it isn't a {outcome}"
            ),
        })
        .help(format_args!("the position can lose no more than a {most}")));
    }
    let before = session.game.state.clone();
    // In GNU Backgammon, a new offer in answer to an offer replaces it.
    if let Phase::ToAnswerResignation { otherwise, .. } = session.game.state.phase() {
        session.game.state.place_phase(otherwise.into());
    }
    if !session.settings.compat
        && outcome != Outcome::Single
        && matches!(session.game.state.phase(), Phase::ToAnswerDouble(_))
    {
        session.game.state = before;
        return Err(Refusal::complain(
            "a double is taken or dropped; no more than its value can be resigned",
        )
        .help("`drop` gives up the game, `take` plays on"));
    }
    if let Err(rule) = session.resign(by, outcome, answer) {
        session.game.state = before;
        return Err(match rule {
            RuleViolation::ResignationRefused(refused) => Refusal::say(format_args!(
                "{} has already declined your offer of a {refused}.",
                session.name(by.opponent()),
            ))
            .help("more can be resigned now, the same again after the next play or cube action"),
            other => Refusal::say(format_args!("Please resolve the resignation first.")).help(other),
        });
    }
    Ok(())
}

/// Returns the most that a game can still lose, on a board seen by the player who loses it.
fn most(board: &Board) -> Outcome {
    let lanes = board.lanes();
    if lanes[Board::OFF] != 0 {
        Outcome::Single
    } else if board.has_contact() || lanes[19..=25].iter().any(|&count| count > 0) {
        Outcome::Backgammon
    } else {
        Outcome::Gammon
    }
}

/// Returns the outcome that a word stands for. GNU Backgammon reads the digits at its beginning.
fn of_word(word: &str, compat: bool) -> Option<Outcome> {
    let digits = word.strip_prefix('+').unwrap_or(word);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = if compat { digits[..end].trim_start_matches('0') } else { word };
    let by_number = Outcome::ALL.into_iter().find(|outcome| outcome.multiplier().to_string() == number);
    let words = [
        ("normal", Outcome::Single),
        ("single", Outcome::Single),
        ("gammon", Outcome::Gammon),
        ("backgammon", Outcome::Backgammon),
    ];
    by_number.or_else(|| words.into_iter().find(|(full, _)| abbreviates(word, full)).map(|found| found.1))
}

/// `draw`: both players end the game without a winner.
pub(super) fn draw(session: &mut Session, answer: &mut Answer) -> Done {
    session.must_play()?;
    if session.game.seats.0.contains(&Seat::Computer) {
        return Err(
            Refusal::complain("the computer doesn't agree to a draw").help("`new game` discards the game")
        );
    }
    if !session.confirm("Do both players agree to end the game without a winner? ", answer) {
        return Err(Refusal::silent("the game in progress continues"));
    }
    let by = session.turn();
    session.act(by, &Action::Draw, Some(Deed::Drawn)).map_err(Refusal::say)?;
    session.game.pending = true;
    Ok(())
}
