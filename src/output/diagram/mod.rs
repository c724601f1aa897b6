//! Diagrams: a position as a picture in SVG, and as a PNG rendered from it.
//!
//! Letters and digits are strokes, so that no fonts are needed; the same diagram always gives the same bytes. Player 1
//! sits at the bottom, as in the text drawing.
//!
//! ```
//! use barpoint::board::{Board, Side};
//! use barpoint::output::diagram::Diagram;
//!
//! let svg = Diagram::plain(Board::START, Side::One).svg();
//! assert!(svg.starts_with("<svg xmlns=") && svg.ends_with("</svg>\n"));
//! ```

mod arrows;
mod glyphs;
mod layout;
#[cfg(feature = "pictures")]
mod png;
mod scene;
pub(in crate::output) use scene::Escaped;
#[doc(hidden)]
pub mod terminal;
mod theme;

pub use crate::notation::drawing::{Caption, Direction, Status};
#[cfg(feature = "pictures")]
pub use png::PictureError;
pub use theme::{Theme, UnknownTheme};

use crate::board::{Board, BySide, Side};
use crate::diag::count::many;
use crate::notation::{IdState, PositionId};
use crate::rules::Play;
use layout::Layout;
use scene::{Units, Writing};
use std::fmt::Write as _;

/// A move of one checker, in the mover's numbering: 25 is the bar, 0 is off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    /// The point where it begins: 1 to 25.
    pub from: u8,
    /// The point where it ends: 0 to 24.
    pub to: u8,
}

/// The content of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The position, from the view of the side on roll.
    pub board: Board,
    /// The side on roll, from whose view the points are numbered.
    pub on_roll: Side,
    /// The direction of player 1's numbers along the bottom.
    pub direction: Direction,
    /// Names, score, cube, dice; without it, only the pips are written.
    pub caption: Option<Caption>,
    /// The moves shown as arrows, in the order in which they are made.
    pub arrows: Vec<Move>,
    /// The moves of a better play, as arrows of another colour.
    pub best: Vec<Move>,
    /// Whether names, scores and pips are written around the board.
    pub has_lines: bool,
    /// The colours.
    pub theme: Theme,
}

impl Diagram {
    /// Returns the diagram of a position without anything else.
    #[must_use]
    pub const fn plain(board: Board, on_roll: Side) -> Self {
        Self {
            board,
            on_roll,
            direction: Direction::Standard,
            caption: None,
            arrows: Vec::new(),
            best: Vec::new(),
            has_lines: true,
            theme: Theme::Screen,
        }
    }

    /// Returns the diagram of a state. `None` if the position of the checkers isn't known.
    #[must_use]
    pub fn of(state: &IdState) -> Option<Self> {
        let on_roll = state.game.map_or(Side::One, |game| game.on_roll);
        let mut diagram = Self::plain(state.board?, on_roll);
        let name = |side: Side| match &state.names {
            Some(names) if !names[side].is_empty() => names[side].clone(),
            _ => side.to_string(),
        };
        diagram.caption = state.game.map(|fields| Caption::of(&fields, BySide(Side::ALL.map(name))));
        Some(diagram)
    }

    /// Returns the board from player 1's view.
    fn board_of_one(&self) -> Board {
        if self.on_roll == Side::One { self.board } else { self.board.flip() }
    }

    /// Returns the width and the height of the picture, in units (pixels, unless it is scaled).
    #[must_use]
    pub fn size(&self) -> (f64, f64) {
        (layout::WIDTH, Layout::new(self.direction, self.has_lines).height(self.has_lines))
    }

    /// Returns in words what is played, and the action that is due; empty if that isn't known.
    #[must_use]
    pub fn words(&self) -> String {
        self.words_with(str::to_owned)
    }

    /// Returns the same with the names as `written` returns them.
    fn words_with(&self, written: impl Fn(&str) -> String) -> String {
        let Some(caption) = &self.caption else { return String::new() };
        let name = |side: Side| written(&caption.names[side]);
        let mut words = match caption.length {
            0 => "money session".to_owned(),
            length => format!("{length} point match"),
        };
        if caption.crawford {
            words += ", Crawford game";
        }
        words += "  ·  ";
        let mover = name(self.on_roll);
        let _ = match (caption.resignation, caption.status) {
            (Some(outcome), _) => write!(words, "a resignation is offered: a {outcome}"),
            (None, Status::Over) => write!(words, "the game is over"),
            (None, Status::OnRoll) if caption.may_double(self.on_roll) => {
                write!(words, "{mover} to roll or double")
            }
            (None, Status::OnRoll) => write!(words, "{mover} to roll"),
            (None, Status::Rolled(first, second)) => write!(words, "{mover} to play {first}{second}"),
            (None, Status::CubeOffered { to, value }) => {
                write!(words, "the cube is offered at {value} to {}", name(to))
            }
        };
        words
    }

    /// Returns the picture in words, for readers who can't see it: the checkers, each side's by its own numbering, the cube,
    /// the score, the action that is due and the arrows.
    #[must_use]
    pub fn description(&self) -> String {
        let board = self.board_of_one();
        let mut text = String::new();
        for side in [Side::One, Side::Zero] {
            let seen = if side == Side::One { board } else { board.flip() };
            let lanes = seen.lanes();
            let name = match &self.caption {
                Some(caption) => caption.names[side].clone(),
                None => side.to_string(),
            };
            let pips = many(seen.pips().into(), "pip");
            let _ = write!(text, "{}{name}, {pips}:", if text.is_empty() { "" } else { ". " });
            for lane in (1..=Board::OFF).rev().filter(|&lane| lanes[lane] > 0) {
                let _ = match lane {
                    Board::OFF => write!(text, " off {}", lanes[lane]),
                    Board::BAR => write!(text, " bar {}", lanes[lane]),
                    point => write!(text, " {point}-point {}", lanes[point]),
                };
                text.push(',');
            }
            text.truncate(text.trim_end_matches(',').len());
        }
        if let Some(caption) = &self.caption {
            let Caption { names, scores, .. } = caption;
            let _ = match (caption.status, caption.cube_owner) {
                // The words below tell of the offer.
                (Status::CubeOffered { .. }, _) => Ok(()),
                (_, Some(side)) => write!(text, ". Cube {} with {}", caption.cube, names[side]),
                (_, None) => write!(text, ". Cube {} in the middle", caption.cube),
            };
            let [one, zero] = [Side::One, Side::Zero].map(|side| format!("{} {}", names[side], scores[side]));
            let _ = write!(text, ". Score: {one}, {zero}. {}", self.words().replace("  ·  ", ": "));
        }
        for (words, moves) in [("Arrows", &self.arrows), ("Better play", &self.best)] {
            let (mut words, mut separator) = (words, ". ");
            for Move { from, to } in moves {
                let _ = write!(text, "{separator}{words}{}", if words.is_empty() { "" } else { ": " });
                let _ = match from {
                    25.. => write!(text, "bar/"),
                    from => write!(text, "{from}/"),
                };
                let _ = match to {
                    0 => write!(text, "off"),
                    to => write!(text, "{to}"),
                };
                (words, separator) = ("", " ");
            }
        }
        text + "."
    }

    /// Returns the picture as a self-contained SVG document. Names with letters that have no drawing here, such as Chinese
    /// or Japanese ones, are drawn by the fonts of the system that shows it.
    #[must_use]
    pub fn svg(&self) -> String {
        self.drawn(Writing::Alone)
    }

    /// Renders the picture as a PNG of this width in pixels; the height follows. Letters that have no drawing are boxes.
    ///
    /// # Errors
    ///
    /// If the picture would be empty or too large.
    #[cfg(feature = "pictures")]
    pub fn png(&self, width: u32) -> Result<Vec<u8>, PictureError> {
        png::png(&self.drawn(Writing::Strokes), width)
    }

    /// Returns `true` if a letter of the names has no drawing.
    #[must_use]
    pub fn has_undrawn_letters(&self) -> bool {
        let names = self.caption.as_ref().map(|caption| &caption.names.0);
        names.is_some_and(|names| names.iter().any(|name| !glyphs::knows(name)))
    }

    fn drawn(&self, writing: Writing) -> String {
        let layout = Layout::new(self.direction, self.has_lines);
        let (width, height) = self.size();
        let (width, height) = (Units(width), Units(height));
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
        );
        let colour = |name: &str| self.theme.colour(name);
        let _ = write!(
            svg,
            "<title>{}</title><desc>{}</desc><style>{}{}{}{}</style>",
            Escaped(&format!("Position ID {}", PositionId::encode(&self.board))),
            Escaped(&self.description()),
            theme::style(colour),
            if self.best.is_empty() { String::new() } else { theme::better(colour) },
            LETTERS,
            if writing == Writing::Alone && self.has_undrawn_letters() {
                theme::names(colour)
            } else {
                String::new()
            },
        );
        scene::write(&layout.ground(self.on_roll, self.has_lines), writing, &mut svg);
        self.write_changing(&layout, writing, &mut svg);
        svg.push_str("</svg>\n");
        svg
    }

    /// Writes the parts that differ between pictures.
    fn write_changing(&self, layout: &Layout, writing: Writing, svg: &mut String) {
        let mut items = layout.checkers(self);
        if let Some(caption) = &self.caption {
            items.extend(layout.pieces(caption, self.on_roll));
        }
        items.extend(arrows::arrows(self, layout));
        if self.has_lines {
            items.extend(layout.lines(self));
        }
        scene::write(&items, writing, svg);
    }

    /// Returns the picture for a page that defines what pictures share with [`shared`]: an element `svg` without title,
    /// to be described by the page. The page sets the theme.
    #[must_use]
    pub fn in_page(&self) -> String {
        let layout = Layout::new(self.direction, self.has_lines);
        let (width, height) = self.size();
        let mut svg = format!(r#"<svg viewBox="0 0 {} {}""#, Units(width), Units(height));
        let _ = write!(
            svg,
            r##" role="img" aria-label="{}"><use href="#board{}"/>"##,
            Escaped(&self.description()),
            self.on_roll.index()
        );
        self.write_changing(&layout, Writing::Shared, &mut svg);
        svg.push_str("</svg>");
        svg
    }
}

/// The style of letters in every theme.
const LETTERS: &str = ".bg{stroke-width:1.15;stroke-linecap:round;stroke-linejoin:round}";

/// Returns what the pictures of a page share, an invisible element `svg`, for boards without lines around them in this
/// direction; and the rules of its style sheet, in variables as [`Theme::variables`] sets them.
#[must_use]
pub fn shared(direction: Direction) -> (String, String) {
    let layout = Layout::new(direction, false);
    let mut svg =
        r#"<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>"#.to_owned();
    for side in Side::ALL {
        let _ = write!(svg, r#"<g id="board{}">"#, side.index());
        scene::write(&layout.ground(side, false), Writing::Alone, &mut svg);
        svg.push_str("</g>");
    }
    scene::symbols(layout::STEP, &mut svg);
    svg.push_str("</defs></svg>");
    let colour = |name: &str| format!("var(--{name})");
    let mut style = theme::style(colour) + &theme::better(colour);
    style += LETTERS;
    style += theme::TEXTS;
    (svg, style)
}

/// What the pictures of a page share, and its style sheet.
#[cfg(feature = "pages")]
#[derive(Debug)]
pub(super) struct Look {
    /// The parts that don't change.
    pub(super) shared: String,
    /// The rules of the style sheet.
    pub(super) style: String,
    /// The colours in each theme.
    pub(super) screen: String,
    pub(super) dark: String,
    pub(super) print: String,
}

#[cfg(feature = "pages")]
impl Look {
    /// Returns that of a page with boards in this direction.
    pub(super) fn new(direction: Direction) -> Self {
        let (shared, style) = shared(direction);
        let [screen, dark, print] = [Theme::Screen, Theme::Dark, Theme::Print].map(Theme::variables);
        Self { shared, style, screen, dark, print }
    }
}

/// Returns the moves of a play as it is written: with a stop only at a hit.
#[must_use]
pub fn moves(board: &Board, play: &Play) -> Vec<Move> {
    crate::notation::play::print::moves(board, play).map(|(from, to)| Move { from, to }).collect()
}
