//! The hover text of an entry: the board before it, pips, IDs, the engine's evaluation.

use super::documents::View;
use super::places::{At, entry_at};
use super::requests::Failure;
use super::server::Lazy;
use super::settings::{Client, Settings};
use crate::board::{BySide, Side};
use crate::diag::ENDLESS;
use crate::engine::cube::CubeState;
use crate::engine::met::MatchEquity;
use crate::engine::search::{Options, Search};
use crate::engine::{Engine, Evaluator};
use crate::game::{Act, Happening, MatchState};
use crate::notation::IdState;
use crate::notation::play::print;
use crate::output::board::{BoardDrawing, Caption, Direction};
use crate::output::diagram::{self, Diagram};
use crate::output::evaluation;
use crate::output::ui::printable;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind, Position};
use std::fmt::Write as _;

const PLAYS: usize = 5;

/// Returns the hover text at a position. `None` if there is no entry with a position. Fails if the engine is
/// required, but can't be loaded.
pub(super) fn hover(
    view: &View<'_>,
    position: Position,
    client: &Client,
    settings: &Settings,
    engine: &Lazy,
) -> Result<Option<Hover>, Failure> {
    let found = entry_at(view.matches, view.text.offset(position));
    let Some((at, state)) = found.and_then(|at| Some((at, at.state()?))) else { return Ok(None) };
    let Some((number, act)) = at.act() else { return Ok(None) };
    let says = if settings.engine {
        let engine = engine.get().map_err(Failure::refused)?;
        evaluated(engine, settings.plies, at, (number, act), &state)
    } else {
        None
    };
    let shown = Shown { at, act, state: &state, names: at.names(), says };
    let (kind, value) = if client.markdown {
        (MarkupKind::Markdown, shown.markdown(settings.picture))
    } else {
        (MarkupKind::PlainText, shown.plain())
    };
    let range = Some(view.text.range_of(at.placed.offset, at.written().span));
    Ok(Some(Hover { contents: HoverContents::Markup(MarkupContent { kind, value }), range }))
}

struct Shown<'a> {
    at: At<'a>,
    act: &'a Act,
    state: &'a MatchState,
    names: BySide<String>,
    /// The engine's evaluation.
    says: Option<String>,
}

impl Shown<'_> {
    /// Returns the action, in one line.
    fn title(&self) -> String {
        let name = &self.names[self.act.by];
        let board = &self.act.before;
        let what = match self.act.what {
            Happening::Played { roll, play } if play.is_dance() => format!("{name} can't move {roll}"),
            Happening::Played { roll, play } => {
                format!("{name} plays {roll}: {}", print::gnubg(board, &play))
            }
            Happening::Illegal { roll, .. } => format!("{name} plays {roll} illegally"),
            Happening::RolledOnly { roll } => format!("{name} rolls {roll}"),
            Happening::Doubled { to, .. } => format!("{name} doubles to {to}"),
            Happening::Taken => format!("{name} takes"),
            Happening::Passed => format!("{name} passes"),
            Happening::PositionSet { .. } => "the position is set".to_owned(),
            Happening::ResignationOffered { outcome } => format!("{name} offers to resign a {outcome}"),
            Happening::ResignationRefused => format!("{name} refuses the resignation"),
            Happening::Resigned { outcome } => format!("{name} resigns a {outcome}"),
            Happening::GameOver(_) => "the game is over".to_owned(),
        };
        let game = &self.at.placed.piece.replayed.games[self.at.game];
        let row = self.at.written().row.map(|row| format!(", row {row}")).unwrap_or_default();
        format!("Game {}{row}: {what}", game.number)
    }

    fn board(&self) -> String {
        let state = IdState::of(self.state);
        let board = *self.state.board();
        let id = state.position_id().map(|(id, _)| id.to_string()).unwrap_or_default();
        let mut drawing = BoardDrawing::plain(board, self.state.on_roll(), id);
        drawing.match_id = state.match_id().ok().map(|(id, _)| id.to_string());
        drawing.caption = state.game.map(|fields| Caption::of(&fields, self.names.clone()));
        drawing.draw(Direction::Standard)
    }

    fn pips(&self) -> String {
        let pips = |side: Side| format!("{} {}", self.names[side], self.state.board_of(side).pips());
        format!("pips: {}, {}", pips(Side::Zero), pips(Side::One))
    }

    fn ids(&self) -> Vec<(&'static str, String)> {
        let state = IdState::of(self.state);
        let mut ids = Vec::new();
        ids.extend(state.position_id().ok().map(|(id, _)| ("Position ID", id.to_string())));
        ids.extend(state.match_id().ok().map(|(id, _)| ("Match ID", id.to_string())));
        ids.extend(state.xgid().ok().map(|(id, _)| ("XGID", id.to_string())));
        ids
    }

    fn picture(&self) -> Option<String> {
        let state = IdState { names: Some(self.names.clone()), ..IdState::of(self.state) };
        let mut diagram = Diagram::of(&state)?;
        if let Happening::Played { play, .. } = self.act.what {
            diagram.arrows = diagram::moves(&self.act.before, &play);
        }
        let data = BASE64_STANDARD.encode(diagram.svg());
        let words = printable(&diagram.words()).replace(['[', ']', '\\'], " ");
        Some(format!("![{words}](data:image/svg+xml;base64,{data})"))
    }

    fn plain(&self) -> String {
        let mut text = format!("{}\n\n{}\n{}\n", self.title(), self.board().trim_end(), self.pips());
        for (name, id) in self.ids() {
            let _ = writeln!(text, "{name}: {id}");
        }
        if let Some(says) = &self.says {
            let _ = write!(text, "\n{}\n", says.trim_end());
        }
        printable_lines(&text)
    }

    fn markdown(&self, has_picture: bool) -> String {
        let block =
            |text: &str| format!("```text\n{}\n```\n", printable_lines(&text.replace('`', "'")).trim_end());
        let mut text = format!("**{}**\n\n{}\n", markup(&self.title()), block(&self.board()));
        let _ = write!(text, "{}\n\n", markup(&self.pips()));
        for (name, id) in self.ids() {
            let _ = writeln!(text, "- {name} `{}`", printable(&id));
        }
        if let Some(says) = &self.says {
            let _ = write!(text, "\n{}", block(says));
        }
        if let Some(picture) = self.picture().filter(|_| has_picture) {
            let _ = write!(text, "\n{picture}\n");
        }
        text
    }
}

/// Returns a text of several lines without characters that control a terminal.
fn printable_lines(text: &str) -> String {
    text.lines().map(printable).collect::<Vec<_>>().join("\n")
}

/// Returns a text with the characters special in Markdown escaped.
fn markup(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in printable(text).chars() {
        if c.is_ascii_punctuation() && !"/:,.-()".contains(c) {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// Returns the engine's evaluation of a decision. `None` if it isn't a decision, or at a score that no table
/// contains.
fn evaluated(
    engine: &Engine,
    plies: u8,
    at: At<'_>,
    (number, act): (usize, &Act),
    state: &MatchState,
) -> Option<String> {
    let replayed = &at.placed.piece.replayed;
    // An answer is evaluated at the offer of the cube, from the doubler's view.
    let (state, by) = match act.what {
        Happening::Taken | Happening::Passed => {
            let offer = number.checked_sub(1)?;
            (replayed.state_before(at.game, offer)?, !act.by)
        }
        _ => (state.clone(), act.by),
    };
    let cube = CubeState::of(&state, by);
    let evaluator: &dyn Evaluator = engine;
    let options = Options { plies, ..Options::default() };
    let mut search = Search::new(evaluator, MatchEquity::reaching(cube.most_away()), cube, options)?;
    match act.what {
        Happening::Played { roll, .. } | Happening::Illegal { roll, .. } | Happening::RolledOnly { roll } => {
            let plays = search.plays(&act.before, roll);
            let mut text = evaluation::plays(&cube, &act.before, &plays, PLAYS, ENDLESS);
            let after = act.after();
            let played = plays.iter().position(|evaluated| Some(evaluated.after) == after);
            if let (Some(place), Some(best)) = (played, plays.first()) {
                let own = &plays[place];
                let loss = own.loss(best);
                let equity = own.evaluation.equity;
                let _ = write!(
                    text,
                    "\nplayed: number {} of {}, equity {equity:+.3}, {loss:.3} less than the best",
                    place + 1,
                    plays.len()
                );
            }
            Some(text)
        }
        Happening::Doubled { .. } | Happening::Taken | Happening::Passed => {
            Some(evaluation::cube(&cube, &search.cube(state.board()), ENDLESS))
        }
        _ => None,
    }
}
