//! The analyses of decisions in GNU Backgammon's text exports, as `set export` wants them.

use crate::analysis::skill::{CubeVerdict, Decision, Kind, PlayVerdict, Verdict};
use crate::analysis::stored;
use crate::board::Roll;
use crate::game::record::Annotation;
use crate::notation::play::print;
use crate::output::stored::settings;
use crate::repl::analysed::replayed;
use crate::repl::history::{Deed, Game, Move};
use crate::repl::record::listed::digits_of_play;
use crate::repl::session::Session;
use crate::repl::settings::exports::Parts;
use std::fmt::Write as _;

/// Returns the analyses of a game, each with the place of its act; `is_act` holds for the moves that are acts.
pub(super) fn of_game(
    session: &Session,
    game: &Game,
    is_act: impl Fn(&Move) -> bool,
) -> Vec<(usize, String)> {
    let acts: Vec<usize> = (0..game.moves.len()).filter(|&place| is_act(&game.moves[place])).collect();
    let of = |decision: Decision| {
        let act = acts.binary_search(&decision.act).ok()?;
        Some((act, below(session, game, &decision)?))
    };
    session.decisions(&replayed(game)).into_iter().filter_map(of).collect()
}

/// Returns the analysis of the next decision.
pub(super) fn of_next(session: &Session) -> Option<String> {
    let history = &session.game.history;
    let game = history.current()?;
    below(session, game, &session.decision_at(game, history.at)?)
}

/// Returns what stands below a decision; `None` if it isn't analysed.
fn below(session: &Session, game: &Game, decision: &Decision) -> Option<String> {
    let step = game.moves.get(decision.act).filter(|_| decision.kind.is_rated())?;
    let (notes, export) = (&step.notes, &session.settings.export);
    if notes.analyses.is_empty() && notes.luck_value.is_none() && notes.luck.is_none() {
        return None;
    }
    if !export.analysis {
        return Some(String::new());
    }
    let verdict = Verdict::of(notes, decision);
    let cube = verdict.cube.and_then(|verdict| cube(session, game, step, (decision, verdict)));
    let mut text = cube.unwrap_or_default();
    if let Kind::Turn { roll, .. } = decision.kind
        && export.plays.shows(notes.play)
    {
        play(session, step, roll, (decision, verdict.play), &mut text);
    }
    Some(text)
}

/// Returns the analysis of a cube decision, if it is wanted.
fn cube(
    session: &Session,
    game: &Game,
    step: &Move,
    (decision, verdict): (&Decision, CubeVerdict),
) -> Option<String> {
    let (mark, export) = (step.notes.cube, &session.settings.export);
    let loss = verdict.loss(decision.kind);
    let (what, is_action) = match decision.kind {
        Kind::Double => ("wrong double", true),
        Kind::Take => ("wrong take", true),
        Kind::Pass => ("wrong pass", true),
        _ => ("missed double", false),
    };
    let is_wanted = export.cube.shows(mark)
        || export.actual && is_action
        || export.close && (is_action || verdict.is_close())
        || export.missed && !is_action && loss > 0.0;
    if !is_wanted {
        return None;
    }
    let written = session.cube_text(game, step, decision)?;
    let mut text = String::new();
    if loss > 0.0 {
        let _ = writeln!(text, "Alert: {what} ({:+.3})!", -loss);
        if let Some(mark) = words(mark) {
            let _ = write!(text, " [{mark}]");
        }
    }
    let evaluated = step.notes.cube_analyses().find_map(|cube| stored::settings(&cube.no_double));
    let evaluated = evaluated.map(|evaluated| settings(&evaluated));
    text += &cube_lines(&written, evaluated.as_deref(), &export.cube);
    Some(text)
}

/// The line with the chances of a cube decision, counted from 0.
const CHANCES: usize = 3;
/// The lines of the result of a rollout of a cube decision: for both places of the cube its title, the numbers and
/// their errors.
const ROLLED: usize = 6;

/// Returns the wanted lines of a cube decision that was evaluated with these settings, or rolled out.
fn cube_lines(text: &str, settings: Option<&str>, parts: &Parts) -> String {
    let text = text.trim_end();
    let (head, rolled) = text.split_once("\n\nRollout details:\n").unwrap_or((text, ""));
    let mut lines = String::new();
    for (place, line) in head.split('\n').enumerate() {
        lines += if place == CHANCES && !parts.chances { "" } else { line };
        lines.push('\n');
        if line == "Cubeful equities:"
            && parts.evaluations
            && let Some(settings) = settings
        {
            let _ = writeln!(lines, "  {settings}");
        }
    }
    if parts.chances && !rolled.is_empty() {
        lines += "\nRollout details:\n";
    }
    for (place, line) in rolled.lines().enumerate() {
        let is_wanted = if place < ROLLED { parts.chances } else { parts.rollouts };
        if is_wanted {
            let _ = writeln!(lines, "{line}");
        }
    }
    lines
}

/// Writes the alerts about a play and its roll, the dice, and the candidates, or else the play alone.
fn play(
    session: &Session,
    step: &Move,
    roll: Roll,
    (decision, verdict): (&Decision, Option<PlayVerdict>),
    text: &mut String,
) {
    let (notes, export) = (&step.notes, &session.settings.export);
    let numbers = session.numbers(&decision.state);
    if let (Some(mark), Some(verdict)) = (words(notes.play), verdict) {
        let _ = writeln!(text, "Alert: {mark} move ({:>7})", numbers.luck(-verdict.loss as f32));
    }
    if let Some(mark) = notes.luck {
        // A roll that was marked by hand has no value.
        let luck = notes.luck_value.unwrap_or(f64::NEG_INFINITY);
        let _ = writeln!(text, "Alert: {} roll! ({:>7})", mark.words(), numbers.luck(luck as f32));
    }
    let [first, second] = digits_of_play(step, roll).map(char::from);
    let luck = notes.luck_value.map(|luck| format!(" ({})", numbers.luck(luck as f32)));
    let _ = writeln!(text, "\nRolled {first}{second}{}:", luck.unwrap_or_default());
    match (notes.play_analyses().next(), step.what) {
        (Some(found), _) => {
            let most = usize::try_from(export.candidates).unwrap_or(usize::MAX);
            for candidate in session.plays_texts(found, decision, &numbers, most) {
                play_lines(&candidate, &export.plays, text);
            }
        }
        (None, Deed::Played(_, play)) if !play.is_dance() => {
            let _ = writeln!(text, "*    {}", print::gnubg(&step.before.board_of(step.by), &play));
        }
        _ => text.push_str("*    Cannot move\n"),
    }
    text.push_str("\n\n");
}

/// Writes the wanted lines of a candidate: its equity, its chances, which a rollout has with their errors, and how it
/// was evaluated.
fn play_lines(candidate: &str, parts: &Parts, text: &mut String) {
    let is_rolled = candidate.lines().nth(2).is_some_and(|line| line.starts_with("      ["));
    let (chances, is_told) = if is_rolled { (2, parts.rollouts) } else { (1, parts.evaluations) };
    for (place, line) in candidate.lines().enumerate() {
        let is_wanted = if place <= chances { parts.chances } else { is_told };
        if is_wanted || place == 0 {
            let _ = writeln!(text, "{line}");
        }
    }
}

/// Returns the words for a mark of a mistake.
const fn words(mark: Option<Annotation>) -> Option<&'static str> {
    match mark {
        Some(Annotation::VeryBad) => Some("very bad"),
        Some(Annotation::Bad) => Some("bad"),
        Some(Annotation::Doubtful) => Some("doubtful"),
        _ => None,
    }
}
