//! Evaluation settings: `set evaluation`, `set player PLAYER chequerplay`, and the same for analyses;
//! `show evaluation`.

use super::evaluations::{Evaluation, Evaluations, Method, MethodSettings, PartSettings};
use super::rollouts::Pair;
use super::row::{Row, on};
use super::{Section, Settings, players, rollout};
use crate::board::Side;
use crate::engine::move_filters::{FilterLevel, MOST_FILTERED, MoveFilters};
use crate::engine::search::MOST_PLIES;
use crate::output::stored;
use crate::repl::answer::{Answer, Done, Refusal, Stream};
use crate::repl::call::{Call, Handlers};
use crate::repl::line::Words;
use crate::repl::session::{Seat, Session};
use std::fmt::Write as _;

pub(super) const EVALUATIONS: Section = Section::of(
    "Evaluation: settings that differ from the defaults",
    &[Row::switch("evaluation sameasanalysis", |now| &mut now.evaluations.hint_as_analysis)],
)
.with(commands)
.changed();

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set evaluation chequerplay evaluation plies", |s, call, answer| each(s, call, answer, plies)),
    ("set evaluation chequerplay evaluation cubeful", |s, call, answer| each(s, call, answer, turn)),
    ("set evaluation chequerplay evaluation deterministic", |s, call, answer| each(s, call, answer, turn)),
    ("set evaluation chequerplay evaluation noise", |s, call, answer| each(s, call, answer, noise)),
    ("set evaluation chequerplay evaluation prune", |s, call, answer| each(s, call, answer, turn)),
    ("set evaluation chequerplay type", |s, call, answer| each(s, call, answer, method)),
    ("set evaluation movefilter", move_filter),
    ("show evaluation", |session, _, answer| {
        answer.say("`eval' and `hint' will use:");
        let settings = &session.settings;
        answer.put(shown_parts(settings, settings.evaluations.of_hint(), "    Move filters:\n"));
        Ok(())
    }),
];

/// An evaluation that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) enum Place {
    /// Of `hint` and `eval`.
    Hint(Part),
    /// Of an analysis.
    Analysis(Part),
    /// Of an analysis, for luck.
    Luck,
    /// Of an automatic seat.
    Seat(Side, Part),
    /// Within rollouts: the part of the game, and the player, if one is named.
    Rollout(Part, Span, Option<usize>),
}

/// The parts of a game in a rollout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) enum Span {
    /// From its beginning.
    First,
    /// From a given turn on.
    Later,
    /// Where it ends early.
    End,
}

/// The kinds of decisions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::repl) enum Part {
    /// Plays.
    Plays,
    /// Cube decisions.
    Cube,
}

impl Part {
    /// Returns its word in the commands.
    const fn word(self) -> &'static str {
        match self {
            Self::Plays => "chequerplay",
            Self::Cube => "cubedecision",
        }
    }

    /// Returns the kind of decision for a word in the commands.
    pub(in crate::repl) fn of_word(word: &str) -> Option<Self> {
        [Self::Plays, Self::Cube].into_iter().find(|known| known.word() == word)
    }

    const fn of_pair(self, pair: &mut Pair) -> &mut Evaluation {
        match self {
            Self::Plays => &mut pair.plays,
            Self::Cube => &mut pair.cube,
        }
    }

    const fn of(self, parts: &mut PartSettings) -> &mut MethodSettings {
        match self {
            Self::Plays => &mut parts.plays,
            Self::Cube => &mut parts.cube,
        }
    }
}

impl Place {
    /// Finds the places that a command sets: both sides if it names both.
    pub(in crate::repl) fn of(session: &Session, call: &Call<'_>) -> Vec<Self> {
        let path = call.command.path.as_ref();
        let group = path.rsplit_once(' ').map_or("", |(group, _)| group);
        if group == "set analysis luckanalysis" {
            return vec![Self::Luck];
        }
        let words: Vec<&str> = group.split(' ').skip(1).collect();
        if let ["rollout", inner @ .., part] = words.as_slice() {
            let Some(part) = Part::of_word(part) else { return Vec::new() };
            let span = match inner.first() {
                Some(&"later") => Span::Later,
                Some(&"truncation") => Span::End,
                _ => Span::First,
            };
            if !inner.contains(&"player") {
                return vec![Self::Rollout(part, span, None)];
            }
            let players = call.sides(session).iter().map(|side| side.index());
            return players.map(|player| Self::Rollout(part, span, Some(player))).collect();
        }
        let ([whose, part] | [whose, part, "evaluation"]) = *words.as_slice() else { return Vec::new() };
        let Some(part) = Part::of_word(part) else { return Vec::new() };
        Self::in_group(whose, part, call.sides(session)).unwrap_or_default()
    }

    /// Returns the places of a kind of decision in a group of settings, those of these sides; `None` for another group.
    pub(super) fn in_group(whose: &str, part: Part, sides: &[Side]) -> Option<Vec<Self>> {
        match whose {
            "evaluation" => Some(vec![Self::Hint(part)]),
            "analysis" => Some(vec![Self::Analysis(part)]),
            "player" => Some(sides.iter().map(|&side| Self::Seat(side, part)).collect()),
            _ => None,
        }
    }

    /// Returns the method of evaluation there; `None` within rollouts and for luck, where there is no choice.
    pub(in crate::repl) fn method(self, evaluations: &mut Evaluations) -> Option<&mut MethodSettings> {
        match self {
            Self::Hint(part) => Some(part.of(&mut evaluations.hint)),
            Self::Analysis(part) => Some(part.of(&mut evaluations.analysis)),
            Self::Seat(side, part) => Some(part.of(&mut evaluations.seats[side])),
            Self::Luck | Self::Rollout(..) => None,
        }
    }

    /// Adds a note that a seat is a person's, so that its evaluations have no effect.
    pub(in crate::repl) fn note_of_person(self, session: &Session, done: &mut Done, answer: &mut Answer) {
        if let Self::Seat(side, _) = self
            && session.game.seats[side] == Seat::Human
        {
            let name = session.name(side);
            let note =
                format!("(Note that this setting will have no effect until you `set player {name} gnu'.)");
            add(done, note, answer);
        }
    }

    fn evaluation(self, session: &mut Session) -> &mut Evaluation {
        let evaluations = &mut session.settings.evaluations;
        match self {
            Self::Hint(part) => &mut part.of(&mut evaluations.hint).evaluation,
            Self::Analysis(part) => &mut part.of(&mut evaluations.analysis).evaluation,
            Self::Seat(side, part) => &mut part.of(&mut evaluations.seats[side]).evaluation,
            Self::Luck => &mut evaluations.luck,
            Self::Rollout(part, span, player) => {
                let rollouts = &mut session.settings.rollouts;
                let player = player.unwrap_or(0);
                part.of_pair(match span {
                    Span::First => &mut rollouts.players[player],
                    Span::Later => &mut rollouts.later_players[player],
                    Span::End => &mut rollouts.end,
                })
            }
        }
    }

    /// Returns its name in answers.
    fn said(self, session: &Session) -> String {
        match self {
            Self::Hint(Part::Plays) => "`eval' and `hint' chequerplay".to_owned(),
            Self::Hint(Part::Cube) => "`eval' and `hint' cube decisions".to_owned(),
            Self::Analysis(part) => format!("Analysis {}", part.word()),
            Self::Luck => "luck analysis".to_owned(),
            Self::Seat(side, _) => session.name(side).to_owned(),
            Self::Rollout(part, span, player) => {
                // GNU Backgammon's words are uneven.
                let what = match (part, span, player) {
                    (Part::Plays, Span::End, _) => "Chequer play evaluations at rollout truncation point",
                    (Part::Cube, Span::End, _) => "Cube decisions at rollout truncation point",
                    (Part::Plays, Span::Later, _) => "Chequer play for later moves in rollouts",
                    (Part::Cube, Span::Later, None) => "Cube decisions for later plies in rollouts",
                    (Part::Cube, Span::Later, Some(0)) => "Cube decisions in later plies of rollouts",
                    (Part::Cube, Span::Later, Some(_)) => "Cube decisions for later plies of rollouts",
                    (Part::Plays, Span::First, _) => "Chequer play in rollouts",
                    (Part::Cube, Span::First, _) => "Cube decisions in rollouts",
                };
                player.map_or_else(|| what.to_owned(), |player| format!("{what} (for player {player})"))
            }
        }
    }

    /// Returns its name in refusals, in GNU Backgammon's uneven ways.
    pub(in crate::repl) fn typed(self) -> String {
        match self {
            Self::Rollout(part, span, player) => {
                let span = match span {
                    Span::First => "",
                    Span::Later => " late",
                    Span::End => " truncation",
                };
                let player = player.map(|player| format!(" player {player}")).unwrap_or_default();
                format!("rollout{span}{player} {}", part.word())
            }
            Self::Hint(part) => format!("evaluation {} ", part.word()),
            Self::Analysis(part) => format!("analysis {}", part.word()),
            Self::Luck => "set analysis luckanalysis".to_owned(),
            Self::Seat(_, part) => format!("player {} evaluation", part.word()),
        }
    }
}

/// Joins the results of a command for one place and for the place before.
pub(in crate::repl) fn joined(before: Done, now: Done) -> Done {
    match (before, now) {
        (Err(first), Err(second)) => Err(Refusal { text: first.text + &second.text, ..second }),
        (before, now) => before.and(now),
    }
}

/// Carries out a command at each place that it sets.
fn each(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    act: fn(&mut Session, Place, &mut Call<'_>, &mut Answer) -> Done,
) -> Done {
    let mut done = Ok(());
    for place in Place::of(session, call) {
        let mut now = act(session, place, &mut call.clone(), answer);
        if let Place::Rollout(part, span, None) = place
            && now.is_ok()
        {
            // Both players; the answer is about player 0.
            let other = Place::Rollout(part, span, Some(1));
            now = act(session, other, &mut call.clone(), &mut Answer::default());
        }
        place.note_of_person(session, &mut now, answer);
        done = joined(done, now);
    }
    done
}

/// Adds a line to the answer of a command, whether it was carried out or refused.
pub(super) fn add(done: &mut Done, note: String, answer: &mut Answer) {
    match done {
        Err(refusal) if refusal.stream == Stream::Out => refusal.text += &(note + "\n"),
        Ok(()) | Err(_) => answer.say(note),
    }
}

/// `… plies NUMBER`.
fn plies(session: &mut Session, place: Place, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let wanted = call.within(0..=Evaluation::MOST_PLIES);
    let said = place.said(session);
    let is_compat = session.settings.compat;
    let evaluation = place.evaluation(session);
    let plies = wanted.map_err(|at| {
        let mut text = "Valid numbers of plies to look ahead are 0 to 7.".to_owned();
        if is_compat {
            let _ = write!(text, "\n{said} will use {} ply evaluation.", evaluation.plies);
        }
        Refusal::say(text).at(at)
    })?;
    evaluation.plies = plies;
    answer.say(format_args!("{said} will use {plies} ply evaluation."));
    if plies > MOST_PLIES && !is_compat {
        answer.complain(format_args!("note: the search goes no deeper than {MOST_PLIES} plies"));
    }
    Ok(())
}

/// `… cubeful|deterministic|prune ON|OFF`.
fn turn(session: &mut Session, place: Place, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    const NOTE: &str =
        "(Note that this setting will have no effect unless you set noise to some non-zero value.)";
    let name = call.command.name;
    let mut done = call.on_or_off_named(&format!("{} {name}", place.typed())).map(|is_on| {
        let evaluation = place.evaluation(session);
        let (part, on, off) = match name {
            "cubeful" => (&mut evaluation.cubeful, "use cubeful evaluation", "use cubeless evaluation"),
            "prune" => (&mut evaluation.prune, "use pruning", "not use pruning"),
            _ => (&mut evaluation.deterministic, "use deterministic noise", "use pseudo-random noise"),
        };
        *part = is_on;
        answer.say(format_args!("{} will {}.", place.said(session), if is_on { on } else { off }));
        if session.settings.compat {
            answer.put('\n');
        }
    });
    if name == "deterministic" && place.evaluation(session).noise <= 0.0 {
        add(&mut done, NOTE.to_owned(), answer);
    }
    done
}

/// Parses a finite number that isn't negative.
fn not_negative(word: &str) -> Option<f32> {
    word.parse().ok().filter(|number: &f32| number.is_finite() && *number >= 0.0)
}

/// `… noise DEVIATION`.
fn noise(session: &mut Session, place: Place, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let noise = call.read(not_negative).map_err(|at| {
        let typed = place.typed();
        Refusal::say(format_args!(
            "You must specify a valid amount of noise to use (see `help set\n{typed} noise')."
        ))
        .help("noise is a standard deviation of chances: 0, or about 0.005 to 0.06")
        .at(at)
    })?;
    place.evaluation(session).noise = noise;
    let said = place.said(session);
    if noise > 0.0 {
        answer.say(format_args!("{said} will use noise with standard deviation {noise:.3}."));
    } else {
        answer.say(format_args!("{said} will use noiseless evaluations."));
    }
    Ok(())
}

/// The words of methods.
const METHODS: [(&str, &str, Method); 2] =
    [("evaluation", "Neural net evaluation", Method::Evaluation), ("rollout", "Rollout", Method::Rollout)];

/// `… type evaluation|rollout`.
fn method(session: &mut Session, place: Place, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let word = call.words.peek();
    // GNU Backgammon takes the rest of the line as the word.
    let text = match &word {
        _ if session.settings.compat => call.words.rest().trim_end(),
        Some(word) => word.text.as_ref(),
        None => "",
    };
    // Here an abbreviation must have the case of the word. GNU Backgammon looks at the first letter only.
    let is_compat = session.settings.compat;
    let is_meant = |name: &str| {
        if is_compat { text.bytes().next() == name.bytes().next() } else { name.starts_with(text) }
    };
    let meant = METHODS.iter().find(|method| !text.is_empty() && is_meant(method.0));
    let Some(&(_, name, method)) = meant else {
        let typed = place.typed();
        return Err(Refusal::say(format_args!(
            "Unknown evaluation type: {text} (see\n`help set {typed} type')."
        ))
        .at(call.place()));
    };
    if let Some(settings) = place.method(&mut session.settings.evaluations) {
        settings.method = method;
    }
    answer.say(format_args!("{} will now use {name}.", place.said(session)));
    if method == Method::Rollout && !session.settings.compat {
        answer.say("Positions are still evaluated by searching.");
    }
    Ok(())
}

/// Returns GNU Backgammon's name for the filters of a command within `set rollout`, and the part of the game
/// for them.
pub(super) fn filtered(rest: &str) -> (&'static str, Span) {
    match rest {
        "later movefilter" => ("rollout late", Span::Later),
        "player movefilter" => ("rollout player", Span::First),
        "later player movefilter" => ("rollout player late", Span::Later),
        _ => ("rollout", Span::First),
    }
}

/// `set evaluation movefilter PLY LEVEL FIRST MORE EQUITY`, and the same of seats, analyses and rollouts.
fn move_filter(session: &mut Session, call: &mut Call<'_>, _: &mut Answer) -> Done {
    let path = call.command.path.as_ref();
    let evaluations = &mut session.settings.evaluations;
    match path {
        "set evaluation movefilter" => return read_level(&mut evaluations.hint.filters, call, path),
        "set analysis movefilter" => return read_level(&mut evaluations.analysis.filters, call, path),
        "set player movefilter" => {
            return players::each(session, call, |session, side, call| {
                let path = format!("set player {} movefilter", side.index());
                let filters = &mut session.settings.evaluations.seats[side].filters;
                read_level(filters, &mut call.clone(), &path)
            });
        }
        _ => {}
    }
    let mut done = Ok(());
    let rest = path.strip_prefix("set rollout ").unwrap_or(path);
    let (typed, span) = filtered(rest);
    let path = format!("set {typed} movefilter");
    let is_of_both = call.players[0].is_none();
    let players = if is_of_both { &Side::ALL } else { call.sides(session) };
    for (number, &side) in players.iter().enumerate() {
        let mut call = call.clone();
        if is_of_both && number > 0 && session.settings.compat {
            // By then GNU Backgammon has cut the line after its first word.
            let first = call.words.peek().map_or(0, |word| word.place.len());
            call.words = Words::new(&call.words.rest()[..first]);
        }
        let rollouts = &mut session.settings.rollouts;
        let filters = if span == Span::Later { &mut rollouts.later_filters } else { &mut rollouts.filters };
        done = joined(done, read_level(&mut filters[side.index()], &mut call, &path));
    }
    done
}

/// Reads one level of filters.
///
/// # Errors
///
/// If a number is missing or wrong; the filters are unchanged then.
pub(in crate::repl) fn read_level(filters: &mut MoveFilters, call: &mut Call<'_>, path: &str) -> Done {
    // GNU Backgammon prints most of these lines without a line end.
    let short = |line: &str| Refusal { text: format!("{line} (see `help {path}')"), ..Refusal::say("") };
    let place = call.place();
    let ply: u64 = call.whole().map_err(|place| {
        Refusal::say("You must specify for which ply you want to set a filter")
            .help("a filter is a ply from 1 to 4, a level below it, how many plays are kept, how many more, and by how much these may trail")
            .at(place)
    })?;
    let row = ply.checked_sub(1).and_then(|row| usize::try_from(row).ok()).filter(|&row| row < MOST_FILTERED);
    let row = row.ok_or_else(|| short("You must specify a valid ply for setting move filters").at(place))?;
    let level = call.within(0..=row).map_err(|place| {
        short(&format!("You must specify a valid level 0..{row} for the filter")).at(place)
    })?;
    let first: i64 = call.whole().map_err(|place| {
        short("You must specify a number of moves to accept (or a negative number to skip this level)")
            .at(place)
    })?;
    let Ok(first) = u32::try_from(first) else {
        filters.0[row][level] = None;
        return Ok(());
    };
    let place = call.place();
    let (Ok(more), Ok(margin)) = (call.whole(), call.read(not_negative)) else {
        let mut refusal = short("You must set a count of extra moves and a search tolerance").at(place);
        refusal.text.push('.');
        return Err(refusal);
    };
    filters.0[row][level] = Some(FilterLevel { first, more, margin });
    Ok(())
}

/// Describes methods of evaluation as `show evaluation` does.
pub(in crate::repl) fn shown_parts(
    settings: &Settings,
    parts: &PartSettings,
    head_of_filters: &str,
) -> String {
    // The generator of `set rollout` isn't that of rollouts in evaluations.
    let generator = if settings.compat { "Mersenne Twister" } else { rollout::GENERATOR };
    let mut text = "    Chequer play:\n".to_owned();
    text += &shown_method(&parts.plays, generator);
    text += head_of_filters;
    text += &filters(&parts.filters);
    text += "\n    Cube decisions:\n";
    text + &shown_method(&parts.cube, generator)
}

fn shown_method(of: &MethodSettings, generator: &str) -> String {
    match of.method {
        Method::Evaluation => format!("      Neural net evaluation:\n{}", evaluation(of.evaluation)),
        Method::Rollout => format!("      Rollout:\n{}", rollout::shown(&of.rollout, generator)),
    }
}

/// Describes one evaluation.
pub(in crate::repl) fn evaluation(evaluation: Evaluation) -> String {
    let Evaluation { plies, cubeful, prune, noise, deterministic } = evaluation;
    let using = if prune { "Using" } else { "Not using" };
    let cube = if cubeful { "Cubeful" } else { "Cubeless" };
    let noise = if noise > 0.0 {
        let kind = if deterministic { "deterministic" } else { "pseudo-random" };
        format!("Noise standard deviation {noise:.3} ({kind} noise).\n")
    } else {
        "Noiseless evaluations.".to_owned()
    };
    let indent = "        ";
    format!(
        "{indent}{plies}-ply evaluation.\n{indent}{using} pruning neural nets.{indent}{cube} evaluations.\n\
         {indent}{noise}\n"
    )
}

/// Describes filters with all their levels.
pub(in crate::repl) fn filters(filters: &MoveFilters) -> String {
    let mut text = String::new();
    for plies in 1..=MOST_FILTERED as u8 {
        let _ = writeln!(text, "      Move filter for {plies} ply:");
        for (number, level) in filters.levels(plies).iter().enumerate() {
            let _ = writeln!(text, "        {}", stored::filter(number, level.as_ref()));
        }
    }
    text
}

/// Returns all evaluation settings as commands without `set`.
fn commands(session: &Session) -> Vec<(String, String)> {
    let now = &session.settings.evaluations;
    let mut lines = Vec::new();
    for (whose, both) in all(now) {
        for (word, settings) in [("chequerplay", &both.plays), ("cubedecision", &both.cube)] {
            let group = format!("{whose} {word}");
            parts(&format!("{group} evaluation"), settings.evaluation, &mut lines);
            let name =
                METHODS.iter().find(|method| method.2 == settings.method).map_or("", |method| method.0);
            lines.push((format!("{group} type"), name.to_owned()));
        }
        levels(whose, &both.filters, &mut lines);
    }
    parts("analysis luckanalysis", now.luck, &mut lines);
    lines
}

/// Returns everything that has evaluations of its own, with its words in the commands.
pub(super) const fn all(evaluations: &Evaluations) -> [(&'static str, &PartSettings); 4] {
    [
        ("evaluation", &evaluations.hint),
        ("analysis", &evaluations.analysis),
        ("player 0", &evaluations.seats.0[0]),
        ("player 1", &evaluations.seats.0[1]),
    ]
}

/// Returns filters as commands without `set`.
pub(super) fn levels(whose: &str, filters: &MoveFilters, lines: &mut Vec<(String, String)>) {
    for (row, levels) in filters.0.iter().enumerate() {
        for (number, level) in levels.iter().enumerate().take(row + 1) {
            let what = level.map_or("-1".to_owned(), |FilterLevel { first, more, margin }| {
                format!("{first} {more} {margin}")
            });
            lines.push((format!("{whose} movefilter"), format!("{} {number} {what}", row + 1)));
        }
    }
}

pub(super) fn parts(group: &str, now: Evaluation, lines: &mut Vec<(String, String)>) {
    let words = [
        ("plies", now.plies.to_string()),
        ("cubeful", on(now.cubeful).to_owned()),
        ("prune", on(now.prune).to_owned()),
        ("noise", now.noise.to_string()),
        ("deterministic", on(now.deterministic).to_owned()),
    ];
    lines.extend(words.map(|(name, words)| (format!("{group} {name}"), words)));
}
