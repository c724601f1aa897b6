//! Pictures and pages: `export position svg|png|html`, `export game html`, `export match html`.

use super::write::{may_write, put};
use crate::formats::text;
use crate::notation::drawing::Direction;
use crate::output::diagram::{Diagram, Theme};
use crate::output::paper::{self, Block};
use crate::output::report::Report;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::record::save::{Part, replayed};
use crate::repl::session::Session;

/// The width of a PNG in pixels.
const WIDTH: u32 = 1200;

/// The formats of a picture of a position.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Picture {
    /// SVG: lines.
    Svg,
    /// PNG: pixels.
    Png,
}

/// `export position svg`, `export position png`.
pub(super) fn position(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    picture: Picture,
) -> Done {
    to_file(session, call, answer, "", |session| {
        let drawing = session.drawing();
        let mut diagram = Diagram::plain(drawing.board, drawing.on_roll);
        diagram.direction = session.settings.direction;
        diagram.caption = drawing.caption;
        match picture {
            Picture::Svg => Ok(diagram.svg().into_bytes()),
            Picture::Png => diagram.png(WIDTH),
        }
    })
}

/// `export game html`, `export match html`, `export position html`.
pub(super) fn page(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    part: Part,
    help: &str,
) -> Done {
    to_file(session, call, answer, help, |session| {
        let direction: Direction = session.settings.direction;
        Report::new(&replayed(session, part), &[], None, direction).html().map(String::into_bytes)
    })
}

/// Writes the result of `make` to the file in the line. GNU Backgammon names the help of some commands, and
/// asks for the file of a match before it looks for a match.
fn to_file(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    help: &str,
    make: impl FnOnce(&Session) -> Result<Vec<u8>, String>,
) -> Done {
    let is_empty = session.game.history.games.is_empty();
    let no_game = || Err(super::write::no_game(help));
    if is_empty && !super::write::asks_for_file_first(call) {
        return no_game();
    }
    let Some(word) = call.words.next() else {
        let help = if help.is_empty() { String::new() } else { format!(" (see `help {help}')") };
        return Err(Refusal::say(format_args!("You must specify a file to export to{help}.")));
    };
    if is_empty {
        return no_game();
    }
    let bytes = make(session).map_err(|reason| Refusal::complain(format_args!("{}: {reason}", word.text)));
    may_write(session, answer, &word.text)
        .and_then(|()| put(session, answer, &word.text, &bytes?))
        .map_err(|refusal| refusal.at(word.place))
}

/// The formats of a document.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Paper {
    /// PDF.
    Pdf,
    /// PostScript.
    PostScript,
    /// LaTeX.
    Latex,
}

/// `export game|match|session|position pdf|ps|latex`.
pub(super) fn paper(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    part: Part,
    paper: Paper,
) -> Done {
    let help =
        if paper == Paper::Latex { call.command.path.replace("session", "match") } else { String::new() };
    to_file(session, call, answer, &help, |session| {
        let pages = |blocks: &[Block]| match paper {
            Paper::Pdf => paper::pdf(blocks),
            _ => paper::postscript(blocks),
        };
        if part == Part::Position {
            let drawing = session.drawing();
            let mut diagram = Diagram::plain(drawing.board, drawing.on_roll);
            (diagram.direction, diagram.theme) = (session.settings.direction, Theme::Print);
            diagram.caption = drawing.caption;
            return pages(&[Block::Picture { picture: diagram.svg(), caption: diagram.words() }]);
        }
        let replayed = replayed(session, part);
        if paper == Paper::Latex {
            let text = text::FORMAT.writer.map(|writer| (writer.write)(&replayed).bytes).unwrap_or_default();
            return Ok(paper::latex(&String::from_utf8_lossy(&text)).into_bytes());
        }
        pages(&paper::blocks(&replayed, session.settings.direction))
    })
}

/// `export position bgonline`: a part of a page, for a forum.
pub(super) fn forum(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    to_file(session, call, answer, "export position html", |session| {
        let drawing = session.drawing();
        let mut diagram = Diagram::plain(drawing.board, drawing.on_roll);
        diagram.direction = session.settings.direction;
        diagram.caption = drawing.caption;
        let svg = diagram.svg();
        let position = drawing.position_id;
        let game = drawing.match_id.unwrap_or_default();
        let ids = format!("Position ID: <tt>{position}</tt> Match ID: <tt>{game}</tt>");
        Ok(format!("<div>\n{svg}<p>{ids}</p>\n</div>\n").into_bytes())
    })
}
