//! `show thorp`, `keith`, `kleinman`, `isight` and `8912`: the results of the race formulas.

use super::{Call, Handlers};
use crate::game::Phase;
use crate::output::race::RaceCommand;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::session::Session;

pub(super) const COMMANDS: Handlers = &[
    ("show thorp", |session, call, answer| show(session, call, answer, RaceCommand::Thorp)),
    ("show keith", |session, call, answer| show(session, call, answer, RaceCommand::Keith)),
    ("show kleinman", |session, call, answer| show(session, call, answer, RaceCommand::Kleinman)),
    ("show isight", |session, call, answer| show(session, call, answer, RaceCommand::Isight)),
    ("show 8912", |session, call, answer| show(session, call, answer, RaceCommand::EightNineTwelve)),
];

fn show(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer, formula: RaceCommand) -> Done {
    let board = if call.words.peek().is_some() {
        super::position::read_any(session, &mut call.words, &call.command.path)?.board
    } else if session.game.state.phase() == Phase::OpeningRoll {
        return Err(session.no_game(Refusal::say("No position specified and no game in progress.")));
    } else {
        session.board()
    };
    let text = formula.text(&board);
    match text.strip_suffix('\n') {
        Some(_) => answer.put(text),
        None => session.end_of_short_line(&text, answer),
    }
    Ok(())
}
