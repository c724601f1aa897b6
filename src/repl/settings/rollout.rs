//! The settings of rollouts: `set rollout`, `show rollout`.

use super::evaluation::{self, Part, Place, add, evaluation, levels, parts};
use super::evaluations::{Evaluation, Method};
use super::rollouts::{Pair, Rollouts};
use super::row::{Least, Row};
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
        Row::switch("rollout bearofftruncation exact", |now| &mut now.rollouts.bearoff[0]),
        Row::switch("rollout bearofftruncation onesided", |now| &mut now.rollouts.bearoff[1]),
        Row::switch("rollout cube-equal-chequer", |now| &mut now.rollouts.cube_as_plays),
        Row::switch("rollout cubeful", |now| &mut now.rollouts.cubeful),
        Row::switch("rollout initial", |now| &mut now.rollouts.initial),
        Row::real("rollout jsd limit", |now| &mut now.rollouts.jsd.1, Least::AboveZero),
        Row::whole("rollout jsd minimumgames", |now| &mut now.rollouts.jsd.2, 1..=i64::MAX),
        Row::switch("rollout jsd stop", |now| &mut now.rollouts.jsd.0),
        Row::switch("rollout later enable", |now| &mut now.rollouts.later.0),
        Row::whole("rollout later plies", |now| &mut now.rollouts.later.1, 1..=i64::MAX).says(|session| {
            let now = &session.settings.rollouts;
            let line = format!("Evaluations will change after {} plies in rollouts.", now.later.1);
            let note = not_enabled("separate evaluation for later plies", "later enable");
            if now.later.0 { line } else { line + &note }
        }),
        Row::switch("rollout limit enable", |now| &mut now.rollouts.limit.0),
        Row::real("rollout limit maxerror", |now| &mut now.rollouts.limit.1, Least::AboveZero),
        Row::whole("rollout limit minimumgames", |now| &mut now.rollouts.limit.2, 1..=i64::MAX),
        Row::switch("rollout players-are-same", |now| &mut now.rollouts.players_are_same),
        Row::switch("rollout quasirandom", |now| &mut now.rollouts.rotate),
        Row::own("rollout seed", seed, |session| Some(session.settings.rollouts.seed.to_string()))
            .says(|session| format!("Rollout seed set to {}.", session.settings.rollouts.seed)),
        Row::whole("rollout trials", |now| &mut now.rollouts.trials, 1..=i64::MAX).says(|session| {
            format!("{} will be played per rollout.", many(session.settings.rollouts.trials, "game"))
        }),
        Row::switch("rollout truncate-equal-player0", |now| &mut now.rollouts.end_as_player_0),
        Row::switch("rollout truncation enable", |now| &mut now.rollouts.truncation.0),
        Row::whole("rollout truncation plies", |now| &mut now.rollouts.truncation.1, 1..=i64::MAX).says(
            |session| {
                let now = &session.settings.rollouts;
                let line = format!("Rollouts will be truncated after {}.", many_plies(now.truncation.1));
                let note = not_enabled("rollout truncation", "truncation enable");
                if now.truncation.0 { line } else { line + &note }
            },
        ),
        Row::switch("rollout varredn", |now| &mut now.rollouts.varredn),
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

/// Returns a note that something has no effect while another setting is off.
fn not_enabled(what: &str, setting: &str) -> String {
    format!("\nBut {what} is not currently enabled (see `help set rollout {setting}').")
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
    super::say("rollout seed", session, answer);
    Ok(())
}

fn many_plies(plies: u64) -> String {
    if plies == 1 { "1 ply".to_owned() } else { format!("{plies} plies") }
}

/// Returns the command of `set rollout` that a command is like, and the places that it sets; `None` if it
/// sets those of `rollout` itself, or none.
pub(in crate::repl) fn homes(session: &Session, call: &Call<'_>) -> Option<(&'static Command, Vec<Place>)> {
    let (group, rest) = call.command.path.split_once(" rollout ")?;
    let (whose, part) = group.strip_prefix("set ")?.split_once(' ')?;
    let part = Part::of_word(part)?;
    let homes = Place::in_group(whose, part, call.sides(session))?;
    let path = format!("set rollout {rest}");
    let command = Table::get().commands().find(|command| command.path == path)?;
    Some((command, homes))
}

impl Place {
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
        let seat = match (self, call.sides(session).last()) {
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
        let method = self.method(&mut evaluations)?;
        let typed = typed.unwrap_or_else(|| self.typed());
        (method.method != Method::Rollout).then(|| {
            format!("(Note that this setting will have no effect until you\n`set {typed} type rollout.)'")
        })
    }

    fn exchange(self, session: &mut Session) {
        let settings = &mut session.settings;
        if let Some(method) = self.method(&mut settings.evaluations) {
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
    let places = Place::in_group(whose, part, seat.as_slice()).unwrap_or_default();
    let Some(&place) = places.first() else { return String::new() };
    let mut done = Err(Refusal { text: String::new(), ..Refusal::say("") });
    let answer = &mut Answer::default();
    if words.next() == Some("rollout")
        && let Some(note) = place.note_of_method(session, None)
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
