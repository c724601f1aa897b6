//! Settings as commands: what `save settings` writes and the next session reads.

use super::cheat::Cheat;
use super::commands::rollout;
use super::commands::settings::evaluation;
use super::session::Session;
use super::settings::{Colour, Reply, Settings};
use crate::board::Side;
use crate::engine::Level;
use crate::notation::drawing::Direction;
use crate::repl::session::Seat;
use crate::rules::Variant;
use std::fmt::Write as _;

/// Writes all settings as the commands that set them, one a line, with comments for people who edit them.
///
/// What belongs to the match isn't among them, nor the seed of the dice.
#[must_use]
pub fn text(session: &Session) -> String {
    let now = &session.settings;
    let mut text = String::from(
        "# The settings of barpoint's sessions, written by `save settings`. Each line is a command; a line\n\
         # that begins with `#` is a comment. Lines that are taken out mean what a new session begins with.\n",
    );
    let mut section = |title: &str, lines: &[(&str, String)]| {
        let _ = writeln!(text, "\n# {title}");
        for (command, value) in lines {
            let _ = writeln!(text, "set {command} {value}");
        }
    };
    section(
        "What goes without a command",
        &[
            ("automatic bearoff", on(now.automatic.bearoff)),
            ("automatic crawford", on(now.automatic.crawford)),
            ("automatic doubles", now.automatic.doubles.to_string()),
            ("automatic game", on(now.automatic.game)),
            ("automatic move", on(now.automatic.play)),
            ("automatic roll", on(now.automatic.roll)),
            ("autosave analysis", on(now.autosave.analysis)),
            ("autosave days", now.autosave.days.to_string()),
            ("autosave confirm", on(now.autosave.confirm)),
            ("autosave rollout", on(now.autosave.rollout)),
            ("autosave time", now.autosave.minutes.to_string()),
        ],
    );
    section(
        "Which questions are asked",
        &[
            ("confirm default", reply(now.confirm.default).to_owned()),
            ("confirm new", on(now.confirm.new)),
            ("confirm save", on(now.confirm.save)),
        ],
    );
    section(
        "New matches and sessions",
        &[
            ("beavers", now.beavers.to_string()),
            ("cube use", on(now.cube)),
            ("cube limit", now.cube_limit.to_string()),
            ("cube frozen", on(now.frozen_cube)),
            ("games", now.games.to_string()),
            ("illegal", if now.condones { "condone" } else { "refuse" }.to_owned()),
            ("gotofirstgame", on(now.first_game)),
            ("jacoby", on(now.jacoby)),
            ("matchlength", now.match_length.to_string()),
            ("stake", now.stake.to_string()),
            ("variation", variation(now.variation).to_owned()),
        ],
    );
    let names = &now.default_names;
    section(
        "Who sits where",
        &[
            ("defaultnames", format!("{} {}", quoted(&names[Side::Zero]), quoted(&names[Side::One]))),
            ("player 0", seat(session.seats[Side::Zero]).to_owned()),
            ("player 1", seat(session.seats[Side::One]).to_owned()),
            ("player 0 level", now.levels[Side::Zero].map_or("none", Level::name).to_owned()),
            ("player 1 level", now.levels[Side::One].map_or("none", Level::name).to_owned()),
        ],
    );
    let cheat = &now.cheat;
    if *cheat != Cheat::default() {
        section(
            "Dice that are chosen",
            &[
                ("cheat enable", on(cheat.is_on)),
                ("cheat player 0 roll", cheat.ranks[Side::Zero].to_string()),
                ("cheat player 1 roll", cheat.ranks[Side::One].to_string()),
            ],
        );
    }
    let tutor = &now.tutor;
    section(
        "The tutor",
        &[
            ("tutor mode", on(tutor.is_on)),
            ("tutor cube", on(tutor.cube)),
            ("tutor chequer", on(tutor.plays)),
            ("tutor skill", tutor.skill.words().replace(' ', "")),
        ],
    );
    section("What an analysis looks at", &analysis(now));
    section("What is shown", &shown(now));
    let rollouts = rollout::commands(&now.rollouts);
    if !rollouts.is_empty() {
        let lines: Vec<_> =
            rollouts.iter().map(|(command, words)| (command.as_str(), words.clone())).collect();
        section("How positions are played out, where that was changed", &lines);
    }
    let evaluations = evaluation::commands(&Settings::default().evaluations, &now.evaluations);
    if !evaluations.is_empty() {
        let lines: Vec<_> =
            evaluations.iter().map(|(command, words)| (command.as_str(), words.clone())).collect();
        section("Evaluation settings that were changed", &lines);
    }
    section("How the engine computes", &engine(now));
    let remembered: Vec<(&str, String)> = now
        .remembered
        .iter()
        .map(|(path, words)| (path.strip_prefix("set ").unwrap_or(path), words.clone()))
        .collect();
    if !remembered.is_empty() {
        section("What has no effect yet", &remembered);
    }
    text
}

fn analysis(now: &Settings) -> [(&'static str, String); 12] {
    let (set, marks) = (&now.analysis, &now.analysis.thresholds);
    [
        ("analysis cube", on(set.cube)),
        ("analysis luck", on(set.luck)),
        ("analysis moves", on(set.moves)),
        ("analysis player 0 analyse", on(set.players[Side::Zero])),
        ("analysis player 1 analyse", on(set.players[Side::One])),
        ("analysis threshold doubtful", marks.doubtful.to_string()),
        ("analysis threshold bad", marks.bad.to_string()),
        ("analysis threshold verybad", marks.very_bad.to_string()),
        ("analysis threshold lucky", marks.lucky.to_string()),
        ("analysis threshold verylucky", marks.very_lucky.to_string()),
        ("analysis threshold unlucky", marks.unlucky.to_string()),
        ("analysis threshold veryunlucky", marks.very_unlucky.to_string()),
    ]
}

fn engine(now: &Settings) -> Vec<(&'static str, String)> {
    let [coefficient, factor, least, most] = now.efficiency.race;
    let mut lines = vec![
        ("cache", now.cache.to_string()),
        ("cubeefficiency contact", now.efficiency.contact.to_string()),
        ("cubeefficiency crashed", now.crashed_efficiency.to_string()),
        ("cubeefficiency os", now.efficiency.bearoff.to_string()),
        ("cubeefficiency race coefficient", coefficient.to_string()),
        ("cubeefficiency race factor", factor.to_string()),
        ("cubeefficiency race max", most.to_string()),
        ("cubeefficiency race min", least.to_string()),
        ("ratingoffset", now.rating_offset.to_string()),
    ];
    lines.extend(now.calibration.map(|speed| ("calibration", speed.to_string())));
    lines.extend((now.threads > 0).then(|| ("threads", now.threads.to_string())));
    lines.extend(now.table.as_ref().map(|(path, _)| ("matchequitytable", quoted(path))));
    lines
}

fn shown(now: &Settings) -> [(&'static str, String); 12] {
    let output = &now.output;
    [
        ("clockwise", on(now.direction == Direction::Clockwise)),
        ("delay", now.delay.to_string()),
        ("display", on(now.display)),
        ("output boardstyle", if output.unicode { "unicode" } else { "ascii" }.to_owned()),
        ("output colour", colour(output.colour).to_owned()),
        ("output digits", output.digits.to_string()),
        ("output errorratefactor", output.error_rate_factor.to_string()),
        ("output matchpc", on(output.match_percent)),
        ("output mwc", on(output.mwc)),
        ("output rawboard", on(now.raw_board)),
        ("output winpc", on(output.win_percent)),
        ("prompt", now.prompt.clone()),
    ]
}

fn on(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

const fn reply(reply: Reply) -> &'static str {
    match reply {
        Reply::Ask => "ask",
        Reply::Yes => "yes",
        Reply::No => "no",
    }
}

const fn colour(colour: Colour) -> &'static str {
    match colour {
        Colour::Auto => "auto",
        Colour::Always => "always",
        Colour::Never => "never",
    }
}

const fn seat(seat: Seat) -> &'static str {
    match seat {
        Seat::Human => "human",
        Seat::Computer => "barpoint",
    }
}

/// Returns the word of `set variation`; a position that somebody set up has none.
const fn variation(variant: Variant) -> &'static str {
    match variant {
        Variant::Standard | Variant::Custom(_) => "standard",
        Variant::Nackgammon => "nackgammon",
        Variant::Hypergammon1 => "1-chequer-hypergammon",
        Variant::Hypergammon2 => "2-chequer-hypergammon",
        Variant::Hypergammon3 => "3-chequer-hypergammon",
        Variant::HypergammonStacked => "hypergammon-stacked",
        Variant::Longgammon => "longgammon",
        Variant::CoupClassique => "coup-classique",
    }
}

/// Writes a word so that it is read as one.
fn quoted(word: &str) -> String {
    let mut text = String::from("\"");
    for c in word.chars() {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
    }
    text.push('"');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::repl::answer::{Answer, Stream};
    use crate::repl::dice::Dice;
    use crate::repl::host::Nowhere;

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
             set clockwise on\nset delay 5\nset display off\nset output boardstyle unicode\n\
             set output colour never\nset output digits 2\nset output errorratefactor 12.5\n\
             set output rawboard on\nset prompt a  b\nset games 3\nset cube limit 64\nset cube frozen on\nset illegal condone\nset stake 0.5\nset tutor mode on\n\
             set analysis threshold bad 0.07\nset analysis moves off\nset analysis player 0 analyse off\n\
             set tutor skill verybad\nset tutor cube off\nset player 0 level casual\n\
             set player 1 chequerplay evaluation plies 1\nset evaluation cubedecision evaluation noise 0.015\n\
             set player both cubedecision type rollout\nset evaluation movefilter 3 1 2 3 0.07\n\
             set analysis movefilter 4 0 -1\nset analysis luckanalysis prune on\n\
             set evaluation sameasanalysis on\nset threads 3\nset cache 0\nset calibration 50000\n\
             set cubeefficiency race factor 0.002\nset cubeefficiency os 0.5\nset ratingoffset 1900\nset cheat enable on\nset cheat player 1 roll 21\nset evaluation chequerplay evaluation deterministic off",
        );
        let mut after = session();
        type_in(&mut after, &text(&before));
        assert_eq!(after.settings, before.settings);
        assert_ne!(after.settings, session().settings);
        assert_eq!(after.seats, before.seats);
        assert_eq!(after.settings.default_names[Side::One], "B\\\"ob");
        assert_eq!(after.settings.evaluations.seats[Side::One].plays.evaluation.plies, 1);
    }

    #[test]
    fn what_a_session_begins_with_is_saved_too() {
        let mut after = session();
        type_in(&mut after, &text(&session()));
        assert_eq!(after.settings, session().settings);
    }
}
