//! The settings of rollouts: `set rollout`, `show rollout`.

use super::evaluation::{self, Part, Place, add, evaluation, levels, parts};
use super::evaluations::{Evaluation, Method};
use super::rollouts::{Pair, Rollouts};
use super::row::{Least, Row, switch};
use super::{Section, Settings};
use crate::board::Side;
use crate::diag::count::many;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::dice::Dice;
use crate::repl::session::Session;
use crate::repl::table::{Command, Table};
use std::fmt::Write as _;

pub(super) const ROLLOUTS: Section = Section::of(
    "Rollouts: settings that differ from the defaults",
    &[
        switch!("rollout bearofftruncation exact" same on
            "Sets whether cubeless games end at the two-sided bear-off table.";
            rollouts.bearoff[0];
            ["Will truncate *cubeless* rollouts when reaching exact bearoff database",
             "Will not truncate *cubeless* rollouts when reaching exact bearoff database"]),
        switch!("rollout bearofftruncation onesided" same on
            "Sets whether cubeless games end at the one-sided bear-off table.";
            rollouts.bearoff[1];
            ["Will truncate *cubeless* rollouts when reaching one-sided bearoff database",
             "Will not truncate *cubeless* rollouts when reaching one-sided bearoff database"]),
        switch!("rollout cube-equal-chequer" same on "Sets whether cube decisions use the settings of plays.";
            rollouts.cube_as_plays;
            ["Rollouts use same settings for cube and chequer play.",
             "Rollouts use separate settings for cube and chequer play."]),
        switch!("rollout cubeful" same on "Sets cubeful or cubeless rollouts.";
            rollouts.cubeful; ["Cubeful rollouts will be performed.", "Cubeless rollouts will be performed."]),
        switch!("rollout initial" same off
            "Sets whether the first roll is an opening roll, without doublets.";
            rollouts.initial;
            ["Rollouts will be made as the initial position of a game.",
             "Rollouts will be made for normal (non-opening) positions."]),
        Row::real(
            "set rollout jsd limit | <deviations> | number | same | set rollout jsd limit 2.33 | \
             Sets after how many joint standard deviations a candidate is dropped.",
            |now| &mut now.rollouts.jsd.1,
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
            "set rollout jsd minimumgames | <games> | number | same | set rollout jsd minimumgames 144 | \
             Sets the minimum number of games before candidates are dropped.",
            |now| &mut now.rollouts.jsd.2,
            1..=i64::MAX,
            |path| see(GAMES, path),
            |session| {
                let games = session.settings.rollouts.jsd.2;
                format!("After {games} games, rollouts will stop if the JSDs are large enough.")
            },
        ),
        switch!("rollout jsd stop" same on "Sets whether clearly worse candidates are dropped.";
            rollouts.jsd.0;
            ["Stop rollout of choices based on JSDs", "Do not stop rollout of moves choices on JSDs"])
        .called("stop rollout of choices which appear to  to be worse with statistical certainty"),
        switch!("rollout later enable" same on "Sets whether later plies have their own settings.";
            rollouts.later.0;
            ["Use different evaluation for later moves of rollout.",
             "Do not change evaluations during rollout."])
        .called("separate evaluation for later plies"),
        Row::whole(
            "set rollout later plies | <plies> | number | same | set rollout later plies 5 | \
             Sets the ply from which later settings apply.",
            |now| &mut now.rollouts.later.1,
            1..=i64::MAX,
            |path| see("You must specify a valid ply at which to change evaluations", path),
            |session| {
                let now = &session.settings.rollouts;
                let line = format!("Evaluations will change after {} plies in rollouts.", now.later.1);
                let note = not_enabled("separate evaluation for later plies", "later enable");
                if now.later.0 { line } else { line + &note }
            },
        ),
        switch!("rollout limit enable" same on "Sets whether a rollout ends at a given standard error.";
            rollouts.limit.0;
            ["Stop rollout when STD's are small enough", "Do not stop rollout based on STDs"])
        .called("stop when the STD's are small enough"),
        Row::real(
            "set rollout limit maxerror | <deviation> | number | same | set rollout limit maxerror 0.01 | \
             Sets the standard error at which a rollout ends.",
            |now| &mut now.rollouts.limit.1,
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
            "set rollout limit minimumgames | <games> | number | same | set rollout limit minimumgames 144 | \
             Sets the minimum number of games before a rollout ends.",
            |now| &mut now.rollouts.limit.2,
            1..=i64::MAX,
            |path| see(GAMES, path),
            |session| {
                let games = session.settings.rollouts.limit.2;
                format!("After {games} games, rollouts will stop if the STDs are small enough.")
            },
        ),
        switch!("rollout players-are-same" same on "Sets whether both sides use the same settings.";
            rollouts.players_are_same;
            ["Rollouts use same settings for both players.",
             "Rollouts use separate settings for both players."]),
        switch!("rollout quasirandom" same on "Sets whether the first rolls of the games are spread evenly.";
            rollouts.rotate;
            ["Use quasi-random dice in rollouts", "Do not use quasi-random dice in rollouts"])
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
            |now| &mut now.rollouts.trials,
            1..=i64::MAX,
            |path| see("You must specify a valid number of trials to make", path),
            |session| {
                format!("{} will be played per rollout.", many(session.settings.rollouts.trials, "game"))
            },
        ),
        switch!("rollout truncate-equal-player0" same on
            "Sets whether truncated games are evaluated with player 0's settings.";
            rollouts.end_as_player_0;
            ["Evaluation of rollouts at truncation point will be same as player 0.",
             "Evaluation of rollouts at truncation point are separately specified."]),
        switch!("rollout truncation enable" same on "Sets whether games are truncated.";
            rollouts.truncation.0;
            ["Games in rollouts will be stopped after a fixed number of moves.",
             "Games in rollouts will be played out until the end."]),
        Row::whole(
            "set rollout truncation plies | <plies> | number | same | set rollout truncation plies 11 | \
             Sets after how many plies games are truncated.",
            |now| &mut now.rollouts.truncation.1,
            1..=i64::MAX,
            |path| see("You must specify a valid ply at which to truncate rollouts", path),
            |session| {
                let now = &session.settings.rollouts;
                let line = format!("Rollouts will be truncated after {}.", many_plies(now.truncation.1));
                let note = not_enabled("rollout truncation", "truncation enable");
                if now.truncation.0 { line } else { line + &note }
            },
        ),
        switch!("rollout varredn" same on "Sets whether variance reduction is used.";
            rollouts.varredn;
            ["Will use lookahead during rollouts to reduce variance.",
             "Will not use lookahead variance reduction during rollouts."]),
    ],
)
.with(more)
.changed();

/// The generator of the dice of rollouts.
pub(super) const GENERATOR: &str = "SplitMix64";

pub(in crate::repl) const COMMANDS: Handlers = &[("show rollout", |session, _, answer| {
    let now = &session.settings.rollouts;
    answer.say("`rollout' will use:");
    let generator = session.settings.rollout_generator.to_string();
    answer.put(shown(now, if session.settings.compat { generator.as_str() } else { GENERATOR }));
    if now.jsd.0 && !session.settings.compat {
        answer.say(format_args!(
            "Rollouts (or rollouts of moves) may stop after {} games if the equity is more than {:.3} JSDs from the best",
            now.jsd.2, now.jsd.1
        ));
    }
    Ok(())
})];

const GAMES: &str = "You must specify a valid minimum number of games to rollout";
const CLEAR: &str = "You must set a number of joint standard deviations for the equity difference with the best \
     move being rolled out";

/// Returns a note that something has no effect while another setting is off.
fn not_enabled(what: &str, setting: &str) -> String {
    format!("\nBut {what} is not currently enabled (see `help set rollout {setting}').")
}

/// Refuses a number, and refers to the help about it.
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

/// The place of rollout settings: those of `rollout`, or those that evaluate plays or cube decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) struct Home(Place);

/// Returns the command of `set rollout` that a command is like, and the places that it sets; `None` if it
/// sets those of `rollout` itself, or none.
pub(in crate::repl) fn homes(session: &Session, call: &Call<'_>) -> Option<(&'static Command, Vec<Home>)> {
    let (group, rest) = call.command.path.split_once(" rollout ")?;
    let (whose, part) = group.strip_prefix("set ")?.split_once(' ')?;
    let part = Part::of_word(part)?;
    let homes = match whose {
        "evaluation" => vec![Place::Hint(part)],
        "analysis" => vec![Place::Analysis(part)],
        "player" => call.sides(session).iter().map(|&side| Place::Seat(side, part)).collect(),
        _ => return None,
    };
    let path = format!("set rollout {rest}");
    let command = Table::get().commands().find(|command| command.path == path)?;
    Some((command, homes.into_iter().map(Home).collect()))
}

impl Home {
    /// Carries out an action with these rollout settings in place of those of `rollout`, and adds notes on
    /// settings without effect.
    pub(in crate::repl) fn with(
        self,
        session: &mut Session,
        call: &mut Call<'_>,
        answer: &mut Answer,
        act: impl FnOnce(&mut Session, &mut Call<'_>, &mut Answer) -> Done,
    ) -> Done {
        self.exchange(session);
        let mut done = act(session, call, answer);
        let typed = typed(session, call);
        self.exchange(session);
        if let Some(note) = self.note_of_method(session, typed) {
            add(&mut done, note, answer);
        }
        // In GNU Backgammon's note a player within the rollout, but not within its later plies, takes the place of the seat.
        let is_inner = call.players[0].is_some() && !call.command.path.contains(" later ");
        let seat = match (self.0, call.sides(session).last()) {
            (Place::Seat(_, part), Some(&side)) if is_inner => Place::Seat(side, part),
            (place, _) => place,
        };
        seat.note_of_person(session, &mut done, answer);
        done
    }

    /// Returns a note if there are no rollouts at this place; `typed` is the name of the group in a command
    /// within the rollout.
    fn note_of_method(self, session: &Session, typed: Option<String>) -> Option<String> {
        let mut evaluations = session.settings.evaluations;
        let method = self.0.method(&mut evaluations)?;
        let typed = typed.unwrap_or_else(|| self.0.typed());
        (method.method != Method::Rollout).then(|| {
            format!("(Note that this setting will have no effect until you\n`set {typed} type rollout.)'")
        })
    }

    fn exchange(self, session: &mut Session) {
        let settings = &mut session.settings;
        if let Some(method) = self.0.method(&mut settings.evaluations) {
            std::mem::swap(&mut method.rollout, &mut settings.rollouts);
        }
    }
}

/// Returns the notes added to a refusal of the words after a group of `set`, for a seat if it is about one.
pub(in crate::repl) fn notes(session: &Session, group: &str, seat: Option<Side>) -> String {
    let mut words = group.split(' ').skip(1);
    let (Some(whose), Some(part)) = (words.next(), words.next().and_then(Part::of_word)) else {
        return String::new();
    };
    let place = match (whose, seat) {
        ("evaluation", _) => Place::Hint(part),
        ("analysis", _) => Place::Analysis(part),
        ("player", Some(side)) => Place::Seat(side, part),
        _ => return String::new(),
    };
    let mut done = Err(Refusal { text: String::new(), ..Refusal::say("") });
    let answer = &mut Answer::default();
    if words.next() == Some("rollout")
        && let Some(note) = Home(place).note_of_method(session, None)
    {
        add(&mut done, note, answer);
    }
    place.note_of_person(session, &mut done, answer);
    done.err().map(|refusal| refusal.text).unwrap_or_default()
}

/// Returns the name of the group of a command within `set rollout`, if GNU Backgammon's notes use it too.
fn typed(session: &Session, call: &Call<'_>) -> Option<String> {
    let rest = call.command.path.strip_prefix("set rollout ")?;
    if rest.ends_with("movefilter") {
        return Some(evaluation::filtered(rest).0.to_owned());
    }
    Place::of(session, call).last().map(|place| place.typed())
}

/// Returns how each side evaluates and filters, as commands without `set`, and the same for the rollouts in
/// evaluations.
fn more(session: &Session) -> Vec<(String, String)> {
    let mut lines = Vec::new();
    pairs("rollout", &session.settings.rollouts, &mut lines);
    let evaluations = &session.settings.evaluations;
    for (whose, parts) in evaluation::all(evaluations) {
        for (word, method) in [("chequerplay", &parts.plays), ("cubedecision", &parts.cube)] {
            let group = format!("{whose} {word} rollout");
            let settings = Settings { rollouts: method.rollout, ..session.settings.clone() };
            let rows = ROLLOUTS.rows.iter().filter_map(|row| row.command_of(&settings));
            lines.extend(rows.map(|(path, words)| {
                (format!("{group}{}", path.strip_prefix("rollout").unwrap_or(&path)), words)
            }));
            lines.push((format!("{group} seed"), method.rollout.seed.to_string()));
            pairs(&group, &method.rollout, &mut lines);
        }
    }
    lines
}

fn pairs(group: &str, now: &Rollouts, lines: &mut Vec<(String, String)>) {
    for (span, players, filters) in
        [("", now.players, now.filters), (" later", now.later_players, now.later_filters)]
    {
        for (player, (pair, filters)) in players.iter().zip(&filters).enumerate() {
            let group = format!("{group}{span} player {player}");
            parts(&format!("{group} chequerplay"), pair.plays, lines);
            parts(&format!("{group} cubedecision"), pair.cube, lines);
            levels(&group, filters, lines);
        }
    }
    parts(&format!("{group} truncation chequerplay"), now.end.plays, lines);
    parts(&format!("{group} truncation cubedecision"), now.end.cube, lines);
}

/// Describes the settings of rollouts, with the name of the generator of their dice.
pub(super) fn shown(now: &Rollouts, generator: &str) -> String {
    let is = |is_on: bool| if is_on { "enabled" } else { "disabled" };
    let will = |is_on: bool| if is_on { "Will" } else { "Will not" };
    let mut text = format!("{} will be played per rollout.\n", many(now.trials, "game"));
    if now.truncation.0 {
        // Writing to a String can't fail, here and below.
        let _ = writeln!(text, "Truncation after {}.", many_plies(now.truncation.1));
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
         Rollout as opening move {}.\n{generator} dice generator with seed {}.\n",
        is(now.varredn),
        is(now.rotate),
        if now.cubeful { "Cubeful" } else { "Cubeless" },
        is(now.initial),
        now.seed
    );
    let later = now.later.0.then_some((now.later_players, now.later_filters));
    let mut spans = vec![(String::new(), (now.players, now.filters))];
    if let Some(later) = later {
        spans[0].0 = format!(" for first {} plies:", now.later.1);
        spans.push((format!(" after {} plies:", now.later.1), later));
    }
    let differ = spans.iter().any(|(_, (players, _))| players[0] != players[1]);
    let parts = [
        ("Chequer play", (|pair| pair.plays) as fn(Pair) -> Evaluation),
        ("Cube decision", |pair| pair.cube),
    ];
    let is_one =
        spans.iter().flat_map(|(_, (players, _))| players.iter()).all(|pair| pair.plays == pair.cube);
    let joined = [("Evaluation", parts[0].1)];
    for &(name, of) in if is_one { &joined[..] } else { &parts } {
        for (span, (players, _)) in &spans {
            let _ = writeln!(text, "{name} parameters:{span}");
            for (player, &pair) in players.iter().enumerate().take(1 + usize::from(differ)) {
                if differ {
                    let _ = writeln!(text, "Player {player}:");
                }
                text += &evaluation(of(pair));
            }
        }
    }
    let differ = spans.iter().any(|(_, (_, filters))| filters[0] != filters[1]);
    for (span, (_, filters)) in &spans {
        let _ = writeln!(text, "Move filter{}", if span.is_empty() { ":" } else { span });
        for (player, filters) in filters.iter().enumerate().take(1 + usize::from(differ)) {
            if differ {
                let _ = writeln!(text, "Player {player}:");
            }
            text += &evaluation::filters(filters);
            text.push('\n');
        }
    }
    if now.truncation.0 {
        for (name, end) in [("Chequer play", now.end.plays), ("Cube", now.end.cube)] {
            let _ = writeln!(text, "Truncation point {name} evaluation:");
            text += &evaluation(end);
        }
    }
    if now.limit.0 {
        let errors =
            if now.cubeful { "both equities STD\n\t(cubeful and cubeless) are" } else { "equity STD is" };
        let _ = writeln!(
            text,
            "Rollouts may stop after {} games if {errors} less than {:.4}",
            now.limit.2, now.limit.1
        );
    }
    text
}
