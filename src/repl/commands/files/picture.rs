//! Pictures and pages: `export position svg|png|html`, `export game html`, `export match html`.

use super::write::{Export, may_write, put};
use crate::formats::text;
use crate::output::diagram::{Diagram, PictureError, Theme};
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

/// `export PART FORMAT FILE`, for pictures, pages and paper.
pub(super) fn export(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
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
        made(session, &export).map_err(|reason| Refusal::complain(format_args!("{}: {reason}", word.text)));
    may_write(session, answer, &word.text)
        .and_then(|()| put(session, answer, &word.text, &bytes?))
        .map_err(|refusal| refusal.at(word.place))
}

/// Makes the content of the file.
fn made(session: &Session, &Export { part, format, .. }: &Export) -> Result<Vec<u8>, PictureError> {
    let pages = if format == "pdf" { paper::pdf } else { paper::postscript };
    let direction = session.settings.direction;
    match (format, part) {
        ("png", _) => diagram(session).png(WIDTH),
        ("svg", _) => Ok(diagram(session).svg().into_bytes()),
        ("html", _) => Ok(Report::new(&replayed(session, part), &[], None, direction).html().into_bytes()),
        // A part of a page, for a forum.
        ("bgonline", _) => {
            let (svg, drawing) = (diagram(session).svg(), session.drawing());
            let (position, game) = (drawing.position_id, drawing.match_id.unwrap_or_default());
            let ids = format!("Position ID: <tt>{position}</tt> Match ID: <tt>{game}</tt>");
            Ok(format!("<div>\n{svg}<p>{ids}</p>\n</div>\n").into_bytes())
        }
        (_, Part::Position) => {
            let diagram = Diagram { theme: Theme::Print, ..diagram(session) };
            pages(&[Block::Picture { picture: diagram.svg(), caption: String::new() }])
        }
        ("latex", _) => {
            let writer = text::FORMAT.writer;
            let text = writer.map(|writer| writer.bytes(&replayed(session, part))).unwrap_or_default();
            Ok(paper::latex(&String::from_utf8_lossy(&text)).into_bytes())
        }
        _ => pages(&paper::blocks(&replayed(session, part), direction)),
    }
}
