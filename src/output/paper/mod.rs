//! Records on paper: pages of pictures with captions, as PDF or PostScript, and a LaTeX document.
//!
//! ```
//! use barpoint::board::{Board, Side};
//! use barpoint::output::diagram::Diagram;
//! use barpoint::output::paper::{Block, pdf};
//!
//! let picture = Diagram::plain(Board::START, Side::One).svg();
//! let blocks = [Block::Heading("Game 1".to_owned()), Block::Picture { picture, caption: String::new() }];
//! assert!(pdf(&blocks)?.starts_with(b"%PDF-"));
//! # Ok::<(), barpoint::output::diagram::PictureError>(())
//! ```

mod ink;
mod page;

use crate::board::{BySide, Side};
use crate::diag::count::many;
use crate::game::{Act, Happening, Replayed};
use crate::notation::MatchFields;
use crate::notation::drawing::{Caption, Direction};
use crate::notation::play::print;
use crate::output::diagram::{Diagram, PictureError, Theme};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use ink::Page;
use pdf_writer::{Content, Filter, Finish as _, Name, Pdf, Rect, Ref};
use std::fmt::Write as _;
use std::io::Write as _;

/// The elements of pages, from top to bottom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A line in large letters above the next block.
    Heading(String),
    /// A line.
    Line(String),
    /// A picture as SVG, half a page wide, with a line below it.
    Picture {
        /// The picture.
        picture: String,
        /// The line.
        caption: String,
    },
}

/// The size of a page, in points: A4.
const SIZE: (f32, f32) = (595.0, 842.0);

/// Returns the content of a record, game by game: a picture of each decision, and the action.
#[must_use]
pub fn blocks(replayed: &Replayed, direction: Direction) -> Vec<Block> {
    let mut blocks = Vec::new();
    for (index, game) in replayed.games.iter().enumerate() {
        let [zero, one] = Side::ALL.map(|side| replayed.name(index, side));
        let BySide([of_zero, of_one]) = game.before.points;
        let mut heading = format!("Game {}: {zero} {of_zero}, {one} {of_one}", game.number);
        match replayed.rules.length {
            0 => heading += " (money session)",
            length => _ = write!(heading, " (match to {length})"),
        }
        if game.is_crawford {
            heading += ", Crawford game";
        }
        blocks.push(Block::Heading(heading));
        let mut number = 0;
        for act in &game.acts {
            let name = replayed.name(index, act.by);
            let Some(does) = does(act) else {
                if let Happening::GameOver(result) = act.what {
                    blocks.push(Block::Line(match result.winner {
                        Some(winner) => {
                            let points = many(result.points.into(), "point");
                            format!("{} wins {points}.", replayed.name(index, winner))
                        }
                        None => "The game is drawn.".to_owned(),
                    }));
                }
                continue;
            };
            number += 1;
            let mut diagram = Diagram::plain(act.before, act.by);
            (diagram.direction, diagram.theme) = (direction, Theme::Print);
            diagram.caption = Some(caption(replayed, index, act));
            blocks
                .push(Block::Picture { picture: diagram.svg(), caption: format!("{number}. {name} {does}") });
        }
    }
    blocks
}

/// Returns what a player did. `None` if it has no picture.
fn does(act: &Act) -> Option<String> {
    Some(match act.what {
        Happening::Played { play, .. } if play.is_dance() => "cannot move".to_owned(),
        Happening::Played { play, .. } => format!("moves {}", print::gnubg(&act.before, &play)),
        Happening::Illegal { .. } => "makes an illegal play".to_owned(),
        Happening::RolledOnly { roll } => format!("rolls {roll}"),
        Happening::Doubled { to, .. } => format!("doubles to {to}"),
        Happening::Taken => "takes".to_owned(),
        Happening::Passed => "passes".to_owned(),
        Happening::Resigned { outcome } => format!("resigns a {outcome}"),
        _ => return None,
    })
}

fn caption(replayed: &Replayed, index: usize, act: &Act) -> Caption {
    let (rules, game) = (&replayed.rules, &replayed.games[index]);
    let fields = MatchFields {
        cube: act.cube.value,
        owner: act.cube.owner,
        on_roll: act.by,
        turn: act.by,
        dice: act.roll(),
        crawford: game.is_crawford,
        length: rules.length,
        score: MatchFields::points(game.before),
        ..MatchFields::default()
    };
    Caption::of(&fields, replayed.record.names(index))
}

/// Writes blocks as a PDF document of A4 pages.
///
/// # Errors
///
/// If a picture isn't SVG.
pub fn pdf(blocks: &[Block]) -> Result<Vec<u8>, PictureError> {
    let pages = page::lay_out(blocks)?;
    let mut pdf = Pdf::new();
    let mut next = 1;
    let mut id = || {
        next += 1;
        Ref::new(next - 1)
    };
    let (catalog, tree, font) = (id(), id(), id());
    pdf.catalog(catalog).pages(tree);
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();
    pdf.pages(tree).kids(ids.iter().map(|ids| ids.0)).count(i32::try_from(pages.len()).unwrap_or(i32::MAX));
    pdf.type1_font(font).base_font(Name(b"Helvetica")).encoding_predefined(Name(b"WinAnsiEncoding"));
    for (page, &(this, content)) in pages.iter().zip(&ids) {
        let mut written = pdf.page(this);
        written.media_box(Rect::new(0.0, 0.0, SIZE.0, SIZE.1)).parent(tree).contents(content);
        written.resources().fonts().pair(Name(b"F"), font);
        written.finish();
        let packed = packed(&content_of(page));
        pdf.stream(content, &packed).filter(Filter::FlateDecode);
    }
    Ok(pdf.finish())
}

/// Compresses a stream; writing to memory can't fail.
fn packed(bytes: &[u8]) -> Vec<u8> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::default());
    let _ = packed.write_all(bytes);
    packed.finish().unwrap_or_default()
}

/// Writes a page's operators, with texts as PDF writes them.
fn content_of(page: &Page) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (ink, text) in page.parts() {
        bytes.extend_from_slice(ink.as_bytes());
        let Some(text) = text else { continue };
        let mut content = Content::new();
        content.begin_text().set_font(Name(b"F"), text.size).next_line(text.at.0, text.at.1);
        content.show(pdf_writer::Str(&text.latin)).end_text();
        bytes.extend_from_slice(&content.finish());
        bytes.push(b'\n');
    }
    bytes
}

/// Writes blocks as a PostScript document of A4 pages.
///
/// # Errors
///
/// If a picture isn't SVG.
pub fn postscript(blocks: &[Block]) -> Result<Vec<u8>, PictureError> {
    let pages = page::lay_out(blocks)?;
    let mut bytes = format!(
        "%!PS-Adobe-3.0\n%%Creator: barpoint\n%%Pages: {}\n%%DocumentMedia: A4 {} {} 0 () ()\n%%BoundingBox: 0 0 {1} {2}\n\
         %%LanguageLevel: 2\n%%EndComments\n%%BeginProlog\n{PROLOG}%%EndProlog\n",
        pages.len(),
        SIZE.0,
        SIZE.1
    )
    .into_bytes();
    for (number, page) in pages.iter().enumerate() {
        bytes.extend_from_slice(format!("%%Page: {0} {0}\n", number + 1).as_bytes());
        for (ink, text) in page.parts() {
            bytes.extend_from_slice(ink.as_bytes());
            let Some(text) = text else { continue };
            bytes.push(b'(');
            for &byte in &text.latin {
                match byte {
                    b'(' | b')' | b'\\' => bytes.extend_from_slice(&[b'\\', byte]),
                    b' '..=b'~' => bytes.push(byte),
                    _ => bytes.extend_from_slice(format!("\\{byte:03o}").as_bytes()),
                }
            }
            bytes.extend_from_slice(format!(") {} {} {} t\n", text.at.0, text.at.1, text.size).as_bytes());
        }
        bytes.extend_from_slice(b"showpage\n");
    }
    bytes.extend_from_slice(b"%%EOF\n");
    Ok(bytes)
}

/// PDF's names for PostScript's operators.
const PROLOG: &str = "/m {moveto} bind def /l {lineto} bind def /c {curveto} bind def /h {closepath} bind def\n\
    /f {fill} bind def /f* {eofill} bind def /S {stroke} bind def /rg {setrgbcolor} bind def /RG {setrgbcolor} bind def\n\
    /w {setlinewidth} bind def /J {setlinecap} bind def /j {setlinejoin} bind def\n\
    /F /Helvetica findfont dup length dict begin {1 index /FID ne {def} {pop pop} ifelse} forall\n\
    /Encoding ISOLatin1Encoding def currentdict end definefont pop\n\
    /t {/F findfont exch scalefont setfont moveto 0 setgray show} bind def\n";

/// Writes text with boards as a LaTeX document that needs only the usual packages.
///
/// A form feed in the text begins a new page.
#[must_use]
pub fn latex(text: &str) -> String {
    let mut document = String::from(
        "\\documentclass[a4paper]{article}\n\\usepackage[utf8]{inputenc}\n\\usepackage[T1]{fontenc}\n\
         \\usepackage[margin=2cm]{geometry}\n\\pagestyle{plain}\n\\begin{document}\n",
    );
    for (number, part) in text.split('\u{c}').enumerate() {
        if number > 0 {
            document += "\\newpage\n";
        }
        // The text that would end the environment is changed.
        let part = part.trim_end().replace("\\end{verbatim}", "\\ end{verbatim}");
        let _ = write!(document, "{{\\small\n\\begin{{verbatim}}\n{part}\n\\end{{verbatim}}\n}}\n");
    }
    document + "\\end{document}\n"
}
