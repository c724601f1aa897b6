//! How positions are played out: `set rollout`, `show rollout`.

use super::Section;
use super::accepted::accept;
use super::row::{Least, Row};
use crate::board::Side;
use crate::engine::rollout::Depth;
use crate::engine::search::MOST_PLIES;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::dice::Dice;
use crate::repl::rollout::Rollouts;
use crate::repl::session::Session;
use std::fmt::Write as _;

pub(super) const ROLLOUTS: Section = Section::of(
    "How positions are played out, where that was changed",
    &[
        Row::switch(
            "set rollout bearofftruncation exact | <on|off> | onoff | same | \
             set rollout bearofftruncation exact on | \
             Sets whether cubeless games end at the two-sided bear-off table.",
            |now| &mut now.rollouts.bearoff[0],
            [
                "Will truncate *cubeless* rollouts when reaching exact bearoff database",
                "Will not truncate *cubeless* rollouts when reaching exact bearoff database",
            ],
        ),
        Row::switch(
            "set rollout bearofftruncation onesided | <on|off> | onoff | same | \
             set rollout bearofftruncation onesided on | \
             Sets whether cubeless games end at the one-sided bear-off table.",
            |now| &mut now.rollouts.bearoff[1],
            [
                "Will truncate *cubeless* rollouts when reaching one-sided bearoff database",
                "Will not truncate *cubeless* rollouts when reaching one-sided bearoff database",
            ],
        ),
        Row::switch(
            "set rollout cube-equal-chequer | <on|off> | onoff | same | \
             set rollout cube-equal-chequer on | \
             Sets whether cube decisions use the settings of plays.",
            |now| &mut now.rollouts.cube_as_plays,
            [
                "Rollouts use same settings for cube and chequer play.",
                "Rollouts use separate settings for cube and chequer play.",
            ],
        ),
        Row::switch(
            "set rollout cubeful | <on|off> | onoff | same | set rollout cubeful on | \
             Sets cubeful or cubeless rollouts.",
            |now| &mut now.rollouts.cubeful,
            ["Cubeful rollouts will be performed.", "Cubeless rollouts will be performed."],
        ),
        Row::switch(
            "set rollout initial | <on|off> | onoff | same | set rollout initial off | \
             Sets whether the first roll is an opening roll, without doublets.",
            |now| &mut now.rollouts.initial,
            [
                "Rollouts will be made as the initial position of a game.",
                "Rollouts will be made for normal (non-opening) positions.",
            ],
        ),
        Row::real(
            "set rollout jsd limit | <deviations> | number | same | set rollout jsd limit 2.33 | \
             Sets after how many joint standard deviations a candidate is dropped.",
            |now| (&mut now.rollouts.jsd.1).into(),
            Least::AboveZero,
            |path| see(CLEAR, path),
            |session| {
                format!(
                    "Rollouts (or rollouts of moves) may stop when the equity is more than {:.3} joint \
                     standard deviations from the best move being rolled out",
                    session.settings.rollouts.jsd.1
                )
            },
        ),
        Row::whole(
            "set rollout jsd minimumgames | <games> | number | same | \
             set rollout jsd minimumgames 144 | \
             Sets the minimum number of games before candidates are dropped.",
            |now| (&mut now.rollouts.jsd.2).into(),
            1..=i64::MAX,
            |path| see(GAMES, path),
            |session| {
                let games = session.settings.rollouts.jsd.2;
                format!("After {games} games, rollouts will stop if the JSDs are large enough.")
            },
        ),
        Row::switch(
            "set rollout jsd stop | <on|off> | onoff | same | set rollout jsd stop on | \
             Sets whether clearly worse candidates are dropped.",
            |now| &mut now.rollouts.jsd.0,
            ["Stop rollout of choices based on JSDs", "Do not stop rollout of moves choices on JSDs"],
        )
        .called("stop rollout of choices which appear to  to be worse with statistical certainty"),
        Row::switch(
            "set rollout later enable | <on|off> | onoff | same | set rollout later enable on | \
             Sets whether later plies have their own settings.",
            |now| &mut now.rollouts.later.0,
            [
                "Use different evaluation for later moves of rollout.",
                "Do not change evaluations during rollout.",
            ],
        )
        .called("separate evaluation for later plies"),
        Row::whole(
            "set rollout later plies | <plies> | number | same | set rollout later plies 5 | \
             Sets the ply from which later settings apply.",
            |now| (&mut now.rollouts.later.1).into(),
            1..=i64::MAX,
            |path| see("You must specify a valid ply at which to change evaluations", path),
            |session| {
                let now = &session.settings.rollouts;
                let line = format!("Evaluations will change after {} plies in rollouts.", now.later.1);
                let note = not_enabled("separate evaluation for later plies", "later enable");
                if now.later.0 { line } else { line + &note }
            },
        ),
        Row::switch(
            "set rollout limit enable | <on|off> | onoff | same | set rollout limit enable on | \
             Sets whether a rollout ends at a given standard error.",
            |now| &mut now.rollouts.limit.0,
            ["Stop rollout when STD's are small enough", "Do not stop rollout based on STDs"],
        )
        .called("stop when the STD's are small enough"),
        Row::real(
            "set rollout limit maxerror | <deviation> | number | same | \
             set rollout limit maxerror 0.01 | \
             Sets the standard error at which a rollout ends.",
            |now| (&mut now.rollouts.limit.1).into(),
            Least::AboveZero,
            |path| see("You must set a valid STD where rollouts can stop", path),
            |session| {
                format!(
                    "Rollouts can stop when the estimated equities' STD are less than {:.4})",
                    session.settings.rollouts.limit.1
                )
            },
        ),
        Row::whole(
            "set rollout limit minimumgames | <games> | number | same | \
             set rollout limit minimumgames 144 | \
             Sets the minimum number of games before a rollout ends.",
            |now| (&mut now.rollouts.limit.2).into(),
            1..=i64::MAX,
            |path| see(GAMES, path),
            |session| {
                let games = session.settings.rollouts.limit.2;
                format!("After {games} games, rollouts will stop if the STDs are small enough.")
            },
        ),
        Row::switch(
            "set rollout players-are-same | <on|off> | onoff | same | \
             set rollout players-are-same on | \
             Sets whether both sides use the same settings.",
            |now| &mut now.rollouts.players_are_same,
            [
                "Rollouts use same settings for both players.",
                "Rollouts use separate settings for both players.",
            ],
        ),
        Row::switch(
            "set rollout quasirandom | <on|off> | onoff | same | set rollout quasirandom on | \
             Sets whether the first rolls of the games are spread evenly.",
            |now| &mut now.rollouts.rotate,
            ["Use quasi-random dice in rollouts", "Do not use quasi-random dice in rollouts"],
        )
        .called("rollout quasirandom"),
        Row::own(
            "set rollout seed | [seed] | number | same | set rollout seed 42 | \
             Sets the seed of the rollout's dice.",
            seed,
            |session| Some(session.settings.rollouts.seed.to_string()),
            |session| format!("Rollout seed set to {}.", session.settings.rollouts.seed),
        ),
        Row::whole(
            "set rollout trials | <games> | number | same | set rollout trials 1296 | \
             Sets the number of games of a rollout.",
            |now| (&mut now.rollouts.trials).into(),
            1..=i64::MAX,
            |path| see("You must specify a valid number of trials to make", path),
            |session| format!("{} games will be played per rollout.", session.settings.rollouts.trials),
        ),
        Row::switch(
            "set rollout truncate-equal-player0 | <on|off> | onoff | same | \
             set rollout truncate-equal-player0 on | \
             Sets whether truncated games are evaluated with player 0's settings.",
            |now| &mut now.rollouts.end_as_player_0,
            [
                "Evaluation of rollouts at truncation point will be same as player 0.",
                "Evaluation of rollouts at truncation point are separately specified.",
            ],
        ),
        Row::switch(
            "set rollout truncation enable | <on|off> | onoff | same | \
             set rollout truncation enable on | \
             Sets whether games are truncated.",
            |now| &mut now.rollouts.truncation.0,
            [
                "Games in rollouts will be stopped after a fixed number of moves.",
                "Games in rollouts will be played out until the end.",
            ],
        ),
        Row::whole(
            "set rollout truncation plies | <plies> | number | same | \
             set rollout truncation plies 11 | \
             Sets after how many plies games are truncated.",
            |now| (&mut now.rollouts.truncation.1).into(),
            1..=i64::MAX,
            |path| see("You must specify a valid ply at which to truncate rollouts", path),
            |session| {
                let now = &session.settings.rollouts;
                let line = format!("Rollouts will be truncated after {}.", many_plies(now.truncation.1));
                let note = not_enabled("rollout truncation", "truncation enable");
                if now.truncation.0 { line } else { line + &note }
            },
        ),
        Row::switch(
            "set rollout varredn | <on|off> | onoff | same | set rollout varredn on | \
             Sets whether variance reduction is used.",
            |now| &mut now.rollouts.varredn,
            [
                "Will use lookahead during rollouts to reduce variance.",
                "Will not use lookahead variance reduction during rollouts.",
            ],
        ),
    ],
)
.with(depths)
.changed();

pub(in crate::repl) const COMMANDS: Handlers = &[("show rollout", |session, _, answer| {
    answer.put(shown(&session.settings.rollouts));
    Ok(())
})];

const GAMES: &str = "You must specify a valid minimum number of games to rollout";
const CLEAR: &str = "You must set a number of joint standard deviations for the equity difference with the best \
     move being rolled out";

/// Says that something has no effect as long as another setting is off.
fn not_enabled(what: &str, setting: &str) -> String {
    format!("\nBut {what} is not currently enabled (see `help set rollout {setting}').")
}

/// Refuses a number, and names the help about it.
fn see(line: &str, path: &str) -> Refusal {
    Refusal::say(format_args!("{line} (see `help {path}')."))
}

/// `set rollout seed [SEED]`.
fn seed(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let rollouts = &mut session.settings.rollouts;
    if call.words.peek().is_none() {
        rollouts.seed = Dice::drawn_seed().map_or(rollouts.seed, u64::from);
        answer.say("Seed initialised from system random data.");
        return Ok(());
    }
    let refusal = |place| Refusal::say("You must specify a valid seed (see `help set seed').").at(place);
    rollouts.seed = call.whole().map_err(refusal)?;
    super::say("set rollout seed", session, answer);
    Ok(())
}

fn many_plies(plies: u64) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// `set rollout … plies NUMBER`: how deep a side looks ahead. Whatever else is said of how games are played is
/// only remembered, and so is the same of an analysis.
pub(super) fn plies(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
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
        call.sides(session).iter().map(|&side| Some(usize::from(side == Side::One))).collect()
    } else {
        vec![None]
    };
    let place = call.place();
    let wanted = call.whole().ok().filter(|&plies: &u8| plies <= MOST);
    let is_compat = session.settings.compat;
    let now = &mut session.settings.rollouts;
    let levels: &mut [Depth] = match (is_end, is_later) {
        (true, _) => std::slice::from_mut(&mut now.end),
        (_, true) => &mut now.later_players,
        (_, false) => &mut now.players,
    };
    let mut refusal = String::new();
    for player in players {
        let said = said(part, is_end, is_later, player);
        let meant: &mut [Depth] = match player {
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
        None => return Err(Refusal::say(refusal.trim_end()).at(place)),
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
    const fn of(self, level: &mut Depth) -> &mut u8 {
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

/// How deep each side looks ahead, as commands without `set`.
fn depths(session: &Session) -> Vec<(String, String)> {
    let now = &session.settings.rollouts;
    let groups = [
        ("player 0", now.players[0]),
        ("player 1", now.players[1]),
        ("later player 0", now.later_players[0]),
        ("later player 1", now.later_players[1]),
        ("truncation", now.end),
    ];
    let parts = |(group, level): (&str, Depth)| {
        [("chequerplay", level.plays), ("cubedecision", level.cube)]
            .map(|(part, plies)| (format!("rollout {group} {part} plies"), plies.to_string()))
    };
    groups.into_iter().flat_map(parts).collect()
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
    let spans: &[(&str, &[Depth; 2])] = if now.later.0 {
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
