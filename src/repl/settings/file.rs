//! Settings as commands: the file that `save settings` writes and the next session reads.

use super::SECTIONS;
use crate::repl::dice::Dice;
use crate::repl::host::Nowhere;
use crate::repl::session::Session;
use std::fmt::Write as _;

/// Writes all settings as the commands that set them, one per line, with comments for people who edit them.
///
/// Settings of the match and the seed of the dice aren't included.
#[must_use]
pub fn text(session: &Session) -> String {
    let fresh = Session::new(Box::new(Nowhere), Dice::seeded(1));
    let mut text = String::from(
        "# The settings of barpoint's sessions, written by `save settings`. Each line is a command; a line\n\
         # that begins with `#` is a comment. Without its line, a setting has its default.\n",
    );
    for section in &SECTIONS {
        let mut commands = section.commands(session);
        if section.only_changed {
            let before = section.commands(&fresh);
            commands.retain(|command| !before.contains(command));
        }
        if !commands.is_empty() {
            let _ = writeln!(text, "\n# {}", section.title);
        }
        for (command, words) in commands {
            let _ = writeln!(text, "set {command} {words}");
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Side;
    use crate::repl::answer::{Answer, Stream};
    use crate::repl::dice::Generator;

    fn session() -> Session {
        Session::new(Box::new(Nowhere), Dice::seeded(1))
    }

    fn type_in(session: &mut Session, lines: &str) {
        let mut answer = Answer::default();
        for line in lines.lines() {
            session.line(line, &mut answer).unwrap_or_else(|refusal| panic!("{line}: {refusal:?}"));
        }
        assert_eq!(answer.of(Stream::Err), "");
    }

    #[test]
    fn what_is_saved_makes_the_same_settings() {
        let mut before = session();
        type_in(
            &mut before,
            "set automatic bearoff on\nset automatic doubles 2\nset automatic game off\nset autosave time 3\n\
             set confirm default no\nset confirm save off\nset beavers 1\nset jacoby off\nset matchlength 5\n\
             set variation coup-classique\nset defaultnames \"Ann a\" B\\\\\\\"ob\nset player both human\n\
             set clockwise on\nset delay 5\nset display off\nset output boardstyle unicode\nset output drawing turns\n\
             set output colour never\nset output digits 2\nset output errorratefactor 12.5\n\
             set output rawboard on\nset prompt a  b\nset games 3\nset cube limit 64\nset cube frozen on\nset illegal condone\nset stake 0.5\nset tutor mode on\n\
             set analysis threshold bad 0.07\nset analysis moves off\nset analysis player 0 analyse off\n\
             set tutor skill verybad\nset tutor cube off\nset player 0 level casual\n\
             set player 1 chequerplay evaluation plies 1\nset evaluation cubedecision evaluation noise 0.015\n\
             set player both cubedecision type rollout\nset evaluation movefilter 3 1 2 3 0.07\n\
             set analysis movefilter 4 0 -1\nset analysis luckanalysis prune on\n\
             set evaluation sameasanalysis on\nset threads 3\nset cache 0\nset calibration 50000\n\
             set cubeefficiency race factor 0.002\ninvert matchequitytable on\nset rng manual\nset cubeefficiency os 0.5\nset ratingoffset 1900\nset cheat enable on\nset cheat player 1 roll 21\nset evaluation chequerplay evaluation deterministic off",
        );
        let mut after = session();
        type_in(&mut after, &text(&before));
        assert_eq!(after.settings, before.settings);
        assert_ne!(after.settings, session().settings);
        assert_eq!(after.game.seats, before.game.seats);
        assert_eq!(after.dice.generator(), Generator::Manual);
        assert_eq!(after.settings.default_names[Side::One], "B\\\"ob");
        assert_eq!(after.settings.evaluations.seats[Side::One].plays.evaluation.plies, 1);
    }

    #[test]
    fn what_a_session_begins_with_is_saved_too() {
        let mut after = session();
        type_in(&mut after, &text(&session()));
        assert_eq!(after.settings, session().settings);
    }

    #[test]
    fn names_that_are_one_after_the_cut_are_refused_and_not_saved() {
        let mut session = session();
        let mut answer = Answer::default();
        let long = "abcdefghijklmnopqrstuvwxyzabcdefg";
        let line = format!("set defaultnames {long}1 {long}2");
        assert!(session.line(&line, &mut answer).is_err());
        let mut after = self::session();
        type_in(&mut after, &text(&session));
        assert_eq!(after.settings, session.settings);
    }
}
