//! Pictures and pages: `export position svg|png|html`, `export game html`, `export match html`.

use super::write::{Export, may_write, put};
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

/// Returns the picture of the position.
fn diagram(session: &Session) -> Diagram {
    let drawing = session.drawing();
    let mut diagram = Diagram::plain(drawing.board, drawing.on_roll);
    diagram.direction = session.settings.direction;
    diagram.caption = drawing.caption;
    diagram
}

/// `export position svg`, `export position png`.
pub(super) fn position(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    to_file(session, call, answer, |session, export| {
        let diagram = diagram(session);
        if export.format == "png" { diagram.png(WIDTH) } else { Ok(diagram.svg().into_bytes()) }
    })
}

/// `export game html`, `export match html`, `export position html`.
pub(super) fn page(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    to_file(session, call, answer, |session, export| {
        let direction: Direction = session.settings.direction;
        Report::new(&replayed(session, export.part), &[], None, direction).html().map(String::into_bytes)
    })
}

/// Writes the result of `make` to the file in the line.
fn to_file(
    session: &mut Session,
    call: &mut Call<'_>,
    answer: &mut Answer,
    make: impl FnOnce(&Session, &Export) -> Result<Vec<u8>, String>,
) -> Done {
    let is_empty = session.game.history.games.is_empty();
    let export = Export::of(call);
    if is_empty && !export.asks_for_file_first() {
        return Err(export.no_game());
    }
    let Some(word) = session.file(call) else { return Err(export.no_file()) };
    if is_empty {
        return Err(export.no_game());
    }
    let bytes =
        make(session, &export).map_err(|reason| Refusal::complain(format_args!("{}: {reason}", word.text)));
    may_write(session, answer, &word.text)
        .and_then(|()| put(session, answer, &word.text, &bytes?))
        .map_err(|refusal| refusal.at(word.place))
}

/// `export game|match|session|position pdf|ps|latex`.
pub(super) fn paper(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    to_file(session, call, answer, |session, &Export { part, format, .. }| {
        let pages = if format == "pdf" { paper::pdf } else { paper::postscript };
        if part == Part::Position {
            let diagram = Diagram { theme: Theme::Print, ..diagram(session) };
            return pages(&[Block::Picture { picture: diagram.svg(), caption: String::new() }]);
        }
        let replayed = replayed(session, part);
        if format == "latex" {
            let text = text::FORMAT.writer.map(|writer| writer.bytes(&replayed)).unwrap_or_default();
            return Ok(paper::latex(&String::from_utf8_lossy(&text)).into_bytes());
        }
        pages(&paper::blocks(&replayed, session.settings.direction))
    })
}

/// `export position bgonline`: a part of a page, for a forum.
pub(super) fn forum(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    to_file(session, call, answer, |session, _| {
        let svg = diagram(session).svg();
        let drawing = session.drawing();
        let position = drawing.position_id;
        let game = drawing.match_id.unwrap_or_default();
        let ids = format!("Position ID: <tt>{position}</tt> Match ID: <tt>{game}</tt>");
        Ok(format!("<div>\n{svg}<p>{ids}</p>\n</div>\n").into_bytes())
    })
}
