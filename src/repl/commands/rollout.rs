//! Rollouts: `rollout`, `set rollout`, `show rollout`.

use super::settings::accepted::accept;
use super::settings::on_or_off;
use super::settings::players::sides;
use super::{Call, Handlers};
use crate::board::{Board, Side};
use crate::engine::rollout::{Level, Question};
use crate::engine::search::MOST_PLIES;
use crate::game::Phase;
use crate::notation::play::print;
use crate::output::rollout::Played;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::dice::Dice;
use crate::repl::line::number;
use crate::repl::rollout::Rollouts;
use crate::repl::session::Session;
use std::fmt::Write as _;

pub(super) const COMMANDS: Handlers = &[
    ("rollout", rollout),
    ("set rollout bearofftruncation exact", set),
    ("set rollout bearofftruncation onesided", set),
    ("set rollout cube-equal-chequer", set),
    ("set rollout cubeful", set),
    ("set rollout initial", set),
    ("set rollout jsd limit", set),
    ("set rollout jsd minimumgames", set),
    ("set rollout jsd stop", set),
    ("set rollout later enable", set),
    ("set rollout later plies", set),
    ("set rollout limit enable", set),
    ("set rollout limit maxerror", set),
    ("set rollout limit minimumgames", set),
    ("set rollout players-are-same", set),
    ("set rollout quasirandom", set),
    ("set rollout seed", set),
    ("set rollout trials", set),
    ("set rollout truncate-equal-player0", set),
    ("set rollout truncation enable", set),
    ("set rollout truncation plies", set),
    ("set rollout varredn", set),
    ("show rollout", |session, _, answer| {
        answer.put(shown(&session.settings.rollouts));
        Ok(())
    }),
];

/// How a setting is set.
enum Kind {
    /// By `on` or `off`; what is said to either.
    Switch(fn(&mut Rollouts) -> &mut bool, &'static str, &'static str),
    /// By a number of at least so much; what is said, and to what is no such number.
    Count(fn(&mut Rollouts) -> &mut u64, u64, &'static str, &'static str),
    /// By a number above 0 with this many decimals in the answer.
    Real(fn(&mut Rollouts) -> &mut f64, usize, &'static str, &'static str),
}

const GAMES: &str = "You must specify a valid minimum number of games to rollout (see `help {path}').";
const CLEAR: &str = "You must set a number of joint standard deviations for the equity difference with the best \
     move being rolled out (see `help {path}').";

/// The settings after `set rollout`, with GNU Backgammon's answers.
const ROWS: &[(&str, Kind)] = &[
    (
        "bearofftruncation exact",
        Kind::Switch(
            |now| &mut now.bearoff[0],
            "Will truncate *cubeless* rollouts when reaching exact bearoff database",
            "Will not truncate *cubeless* rollouts when reaching exact bearoff database",
        ),
    ),
    (
        "bearofftruncation onesided",
        Kind::Switch(
            |now| &mut now.bearoff[1],
            "Will truncate *cubeless* rollouts when reaching one-sided bearoff database",
            "Will not truncate *cubeless* rollouts when reaching one-sided bearoff database",
        ),
    ),
    (
        "cube-equal-chequer",
        Kind::Switch(
            |now| &mut now.cube_as_plays,
            "Rollouts use same settings for cube and chequer play.",
            "Rollouts use separate settings for cube and chequer play.",
        ),
    ),
    (
        "cubeful",
        Kind::Switch(
            |now| &mut now.cubeful,
            "Cubeful rollouts will be performed.",
            "Cubeless rollouts will be performed.",
        ),
    ),
    (
        "initial",
        Kind::Switch(
            |now| &mut now.initial,
            "Rollouts will be made as the initial position of a game.",
            "Rollouts will be made for normal (non-opening) positions.",
        ),
    ),
    (
        "jsd limit",
        Kind::Real(
            |now| &mut now.jsd.1,
            3,
            "Rollouts (or rollouts of moves) may stop when the equity is more than {} joint standard deviations \
             from the best move being rolled out",
            CLEAR,
        ),
    ),
    (
        "jsd minimumgames",
        Kind::Count(
            |now| &mut now.jsd.2,
            1,
            "After {} games, rollouts will stop if the JSDs are large enough.",
            GAMES,
        ),
    ),
    (
        "jsd stop",
        Kind::Switch(
            |now| &mut now.jsd.0,
            "Stop rollout of choices based on JSDs",
            "Do not stop rollout of moves choices on JSDs",
        ),
    ),
    (
        "later enable",
        Kind::Switch(
            |now| &mut now.later.0,
            "Use different evaluation for later moves of rollout.",
            "Do not change evaluations during rollout.",
        ),
    ),
    (
        "later plies",
        Kind::Count(
            |now| &mut now.later.1,
            1,
            "Evaluations will change after {} plies in rollouts.",
            "You must specify a valid ply at which to change evaluations (see `help {path}').",
        ),
    ),
    (
        "limit enable",
        Kind::Switch(
            |now| &mut now.limit.0,
            "Stop rollout when STD's are small enough",
            "Do not stop rollout based on STDs",
        ),
    ),
    (
        "limit maxerror",
        Kind::Real(
            |now| &mut now.limit.1,
            4,
            "Rollouts can stop when the estimated equities' STD are less than {})",
            "You must set a valid STD where rollouts can stop (see `help {path}').",
        ),
    ),
    (
        "limit minimumgames",
        Kind::Count(
            |now| &mut now.limit.2,
            1,
            "After {} games, rollouts will stop if the STDs are small enough.",
            GAMES,
        ),
    ),
    (
        "players-are-same",
        Kind::Switch(
            |now| &mut now.players_are_same,
            "Rollouts use same settings for both players.",
            "Rollouts use separate settings for both players.",
        ),
    ),
    (
        "quasirandom",
        Kind::Switch(
            |now| &mut now.rotate,
            "Use quasi-random dice in rollouts",
            "Do not use quasi-random dice in rollouts",
        ),
    ),
    (
        "seed",
        Kind::Count(
            |now| &mut now.seed,
            0,
            "Rollout seed set to {}.",
            "You must specify a valid seed (see `help set seed').",
        ),
    ),
    (
        "trials",
        Kind::Count(
            |now| &mut now.trials,
            1,
            "{} games will be played per rollout.",
            "You must specify a valid number of trials to make (see `help {path}').",
        ),
    ),
    (
        "truncate-equal-player0",
        Kind::Switch(
            |now| &mut now.end_as_player_0,
            "Evaluation of rollouts at truncation point will be same as player 0.",
            "Evaluation of rollouts at truncation point are separately specified.",
        ),
    ),
    (
        "truncation enable",
        Kind::Switch(
            |now| &mut now.truncation.0,
            "Games in rollouts will be stopped after a fixed number of moves.",
            "Games in rollouts will be played out until the end.",
        ),
    ),
    (
        "truncation plies",
        Kind::Count(
            |now| &mut now.truncation.1,
            1,
            "Rollouts will be truncated after {} plies.",
            "You must specify a valid ply at which to truncate rollouts (see `help {path}').",
        ),
    ),
    (
        "varredn",
        Kind::Switch(
            |now| &mut now.varredn,
            "Will use lookahead during rollouts to reduce variance.",
            "Will not use lookahead variance reduction during rollouts.",
        ),
    ),
];

/// Sets what stands in the table; the same of an analysis is only remembered.
fn set(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let path = call.command.path.as_ref();
    let name = call.command.meaning.strip_prefix("set rollout ").unwrap_or_default();
    let row = ROWS.iter().find(|row| row.0 == name).filter(|_| path.starts_with("set rollout "));
    let Some((_, kind)) = row else { return accept(session, call, answer) };
    let rollouts = &mut session.settings.rollouts;
    let refuse =
        |text: &str, call: &Call<'_>| Refusal::say(text.replace("{path}", path)).at(call.words.rest_place());
    if name == "seed" && call.words.peek().is_none() {
        rollouts.seed = Dice::drawn_seed().map_or(rollouts.seed, u64::from);
        answer.say("Seed initialised from system random data.");
        return Ok(());
    }
    match kind {
        Kind::Switch(setting, on, off) => {
            let is_on = on_or_off(call)?;
            *setting(rollouts) = is_on;
            answer.say(if is_on { on } else { off });
        }
        Kind::Count(setting, least, line, refusal) => {
            let refusal = refuse(refusal, call);
            let number = call.words.next().and_then(|word| number(&word.text));
            let number =
                number.and_then(|number| u64::try_from(number).ok()).filter(|number| number >= least);
            let number = number.ok_or(refusal)?;
            *setting(rollouts) = number;
            answer.say(line.replace("{}", &number.to_string()));
        }
        Kind::Real(setting, decimals, line, refusal) => {
            let refusal = refuse(refusal, call);
            let number = call.words.next().and_then(|word| word.text.parse::<f64>().ok());
            let number = number.filter(|number| number.is_finite() && *number > 0.0).ok_or(refusal)?;
            *setting(rollouts) = number;
            answer.say(line.replace("{}", &format!("{number:.decimals$}")));
        }
    }
    match name {
        "truncation plies" if !rollouts.truncation.0 => {
            answer.say("But rollout truncation is not currently enabled (see `help set rollout truncation enable').");
        }
        "later plies" if !rollouts.later.0 => answer.say(
            "But separate evaluation for later plies is not currently enabled (see `help set rollout later enable').",
        ),
        _ => {}
    }
    Ok(())
}

/// `set rollout … plies NUMBER`: how deep a side looks ahead. Whatever else is said of how games are played is
/// only remembered, and so is the same of an analysis.
pub(super) fn evaluation(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let path = call.command.path.as_ref();
    let Some(("plies", words)) = path.strip_prefix("set rollout ").and_then(|rest| {
        let words: Vec<&str> = rest.split(' ').collect();
        words.split_last().map(|(&last, first)| (last, first.to_vec()))
    }) else {
        return accept(session, call, answer);
    };
    let part = if words.last() == Some(&"chequerplay") { Part::Plays } else { Part::Cube };
    let (is_later, is_end) = (words.contains(&"later"), words.contains(&"truncation"));
    let players: Vec<Option<usize>> = if words.contains(&"player") {
        let word = call.players[0].as_ref().map_or("", |word| word.text.as_ref());
        sides(session, word).iter().map(|&side| Some(usize::from(side == Side::One))).collect()
    } else {
        vec![None]
    };
    let word = call.words.next();
    let wanted = word.as_ref().and_then(|word| number(&word.text)).and_then(|plies| u8::try_from(plies).ok());
    let wanted = wanted.filter(|&plies| plies <= MOST);
    let is_compat = session.settings.compat;
    let now = &mut session.settings.rollouts;
    let levels: &mut [Level] = match (is_end, is_later) {
        (true, _) => std::slice::from_mut(&mut now.end),
        (_, true) => &mut now.later_players,
        (_, false) => &mut now.players,
    };
    let mut refusal = String::new();
    for player in players {
        let said = said(part, is_end, is_later, player);
        let meant: &mut [Level] = match player {
            Some(player) => &mut levels[player..=player],
            None => levels,
        };
        for level in meant.iter_mut() {
            let plies = part.of(level);
            *plies = wanted.unwrap_or(*plies);
        }
        let line = format!("{said} will use {} ply evaluation.", part.of(&mut meant[0]));
        if wanted.is_some() {
            answer.say(line);
        } else {
            refusal += "Valid numbers of plies to look ahead are 0 to 7.\n";
            refusal += &if is_compat { line + "\n" } else { String::new() };
        }
    }
    match wanted {
        Some(plies) if plies > MOST_PLIES && !is_compat => {
            answer.complain(format_args!("note: {MOST_PLIES} plies are the most that is looked ahead"));
        }
        Some(_) => {}
        None => {
            let place = word.map_or_else(|| call.words.rest_place(), |word| word.place);
            return Err(Refusal::say(refusal.trim_end()).at(place));
        }
    }
    Ok(())
}

/// The most plies that can be set.
const MOST: u8 = 7;

/// The kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Plays,
    Cube,
}

impl Part {
    const fn of(self, level: &mut Level) -> &mut u8 {
        match self {
            Self::Plays => &mut level.plays,
            Self::Cube => &mut level.cube,
        }
    }
}

/// Says what a level is of, in GNU Backgammon's uneven ways.
fn said(part: Part, is_end: bool, is_later: bool, player: Option<usize>) -> String {
    let what = match (part, is_end, is_later, player) {
        (Part::Plays, true, ..) => "Chequer play evaluations at rollout truncation point",
        (Part::Cube, true, ..) => "Cube decisions at rollout truncation point",
        (Part::Plays, _, true, _) => "Chequer play for later moves in rollouts",
        (Part::Cube, _, true, None) => "Cube decisions for later plies in rollouts",
        (Part::Cube, _, true, Some(0)) => "Cube decisions in later plies of rollouts",
        (Part::Cube, _, true, Some(_)) => "Cube decisions for later plies of rollouts",
        (Part::Plays, ..) => "Chequer play in rollouts",
        (Part::Cube, ..) => "Cube decisions in rollouts",
    };
    player.map_or_else(|| what.to_owned(), |player| format!("{what} (for player {player})"))
}

/// Returns the commands, without `set`, that make these settings of those that a session begins with.
pub(in crate::repl) fn commands(now: &Rollouts) -> Vec<(String, String)> {
    let words = |kind: &Kind, of: &mut Rollouts| match kind {
        Kind::Switch(setting, ..) => if *setting(of) { "on" } else { "off" }.to_owned(),
        Kind::Count(setting, ..) => setting(of).to_string(),
        Kind::Real(setting, ..) => setting(of).to_string(),
    };
    let (mut before, mut now) = (Rollouts::default(), now.clone());
    let changed = |(name, kind): &(&str, Kind)| {
        let words = [words(kind, &mut before), words(kind, &mut now)];
        (words[0] != words[1]).then(|| (format!("rollout {name}"), words[1].clone()))
    };
    let mut lines: Vec<_> = ROWS.iter().filter_map(changed).collect();
    let groups = [
        ("player 0", before.players[0], now.players[0]),
        ("player 1", before.players[1], now.players[1]),
        ("later player 0", before.later_players[0], now.later_players[0]),
        ("later player 1", before.later_players[1], now.later_players[1]),
        ("truncation", before.end, now.end),
    ];
    for (group, before, now) in groups {
        let parts = [("chequerplay", before.plays, now.plays), ("cubedecision", before.cube, now.cube)];
        for (part, _, plies) in parts.into_iter().filter(|(_, before, now)| before != now) {
            lines.push((format!("rollout {group} {part} plies"), plies.to_string()));
        }
    }
    lines
}

/// Says how positions are played out.
fn shown(now: &Rollouts) -> String {
    let is = |is_on: bool| if is_on { "enabled" } else { "disabled" };
    let will = |is_on: bool| if is_on { "Will" } else { "Will not" };
    let mut text = format!("`rollout' will use:\n{} games will be played per rollout.\n", now.trials);
    if now.truncation.0 {
        let _ = writeln!(text, "Truncation after {} plies.", now.truncation.1);
    } else {
        text += "No truncation.\n";
    }
    let [exact, one_sided] = now.bearoff.map(will);
    let _ = write!(
        text,
        "{exact} truncate cubeful money game rollouts when reaching exact bearoff database.\n\
         {exact} truncate money game rollouts when reaching exact bearoff database.\n\
         {one_sided} truncate *cubeless* rollouts when reaching one-sided bearoff database.\n\
         Lookahead variance reduction is {}.\nQuasi-random dice are {}.\n{} rollout.\n\
         Rollout as opening move {}.\nSplitMix64 dice generator with seed {}.\n",
        is(now.varredn),
        is(now.rotate),
        if now.cubeful { "Cubeful" } else { "Cubeless" },
        is(now.initial),
        now.seed
    );
    let spans: &[(&str, &[Level; 2])] = if now.later.0 {
        &[("for first", &now.players), ("after", &now.later_players)]
    } else {
        &[("", &now.players)]
    };
    for part in ["Chequer play", "Cube decision"] {
        for (span, players) in spans {
            let _ = write!(text, "{part} parameters:");
            if !span.is_empty() {
                let _ = write!(text, " {span} {} plies:", now.later.1);
            }
            text.push('\n');
            for (player, level) in players.iter().enumerate().take(if now.players_are_same { 1 } else { 2 }) {
                if !now.players_are_same {
                    let _ = writeln!(text, "Player {player}:");
                }
                let is_plays = part == "Chequer play" || now.cube_as_plays;
                let plies = if is_plays { level.plays } else { level.cube };
                let _ = writeln!(text, "        {plies}-ply evaluation.");
            }
        }
    }
    if now.truncation.0 && !now.end_as_player_0 {
        let _ = writeln!(
            text,
            "Truncation point Chequer play evaluation:\n        {}-ply evaluation.",
            now.end.plays
        );
    }
    if now.limit.0 {
        let _ = writeln!(
            text,
            "Rollouts may stop after {} games if equity STD is less than {:.4}",
            now.limit.2, now.limit.1
        );
    }
    if now.jsd.0 {
        let _ = writeln!(
            text,
            "Rollouts (or rollouts of moves) may stop after {} games if the equity is more than {:.3} JSDs from the best",
            now.jsd.2, now.jsd.1
        );
    }
    text
}

/// `rollout [=NUMBER… | cube | POSITION]`.
fn rollout(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    session.caution(answer)?;
    let first = call.words.peek();
    if session.settings.compat && first.is_some() && session.is_playing() {
        return Err(Refusal::say(
            "The rollout command takes no arguments and only rollouts the current position",
        ));
    }
    if !session.is_playing() {
        return Err(Refusal::say("No position specified and no game in progress."));
    }
    let board = *session.state.board();
    let Some(first) = first else {
        return position(session, &board, answer);
    };
    if first.text.starts_with('=') {
        return plays(session, &board, call, answer);
    }
    if first.text == "cube" {
        call.words.next();
        let question = Question::Cube(board);
        if session.judged_cube()?.1.action == crate::engine::cube::Action::NotAvailable {
            return Err(Refusal::say("You cannot double."));
        }
        return session.roll_out(&board, None, &question, &Played::names_of(&question), answer);
    }
    let board = super::position::read_any(session, &mut call.words, "rollout")?;
    position(session, &board, answer)
}

/// Plays a position out, the side on roll having the choice to double.
fn position(session: &mut Session, board: &Board, answer: &mut Answer) -> Done {
    if crate::engine::Phase::of(board) == crate::engine::Phase::Over {
        return Err(Refusal::say("The game is over.").help("a side has no checkers left"));
    }
    let question = Question::Position(*board);
    session.roll_out(board, None, &question, &Played::names_of(&question), answer)
}

/// Plays out the plays with these numbers in the list of `hint`.
fn plays(session: &mut Session, board: &Board, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let Phase::ToPlay(roll) = session.state.phase() else {
        return Err(Refusal::say("You must roll the dice before you can play them out.")
            .help("`=1` is the first play that `hint` lists"));
    };
    let judged = session.judged_plays(roll)?;
    let (mut boards, mut names) = (Vec::new(), Vec::new());
    for word in call.words.by_ref() {
        let wanted =
            word.text.strip_prefix('=').and_then(number).and_then(|number| usize::try_from(number).ok());
        let play = wanted.and_then(|wanted| judged.get(wanted.wrapping_sub(1)));
        let Some(play) = play else {
            return Err(Refusal::silent(format_args!("`hint` lists {} plays: =1 to ={0}", judged.len()))
                .at(word.place));
        };
        if !boards.contains(&play.after) {
            boards.push(play.after);
            names.push(print::gnubg(board, &play.play).to_string());
        }
    }
    session.roll_out(board, Some(roll), &Question::Plays(boards), &names, answer)
}
