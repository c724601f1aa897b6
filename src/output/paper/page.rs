//! The layout of blocks on pages.

use super::ink::Page;
use super::{Block, SIZE};

/// The empty border of a page, and the space between its columns, in points.
const BORDER: f32 = 42.0;
const GAP: f32 = 20.0;
/// The sizes of letters.
const LARGE: f32 = 13.0;
const SMALL: f32 = 8.5;
/// The mean width of a small letter.
const LETTER: f32 = 4.4;

/// The place of the next block: its column, and the distance from the bottom.
struct Place {
    column: usize,
    y: f32,
    /// The end of the row of pictures.
    row: f32,
}

/// Lays blocks out on pages of two columns.
///
/// # Errors
///
/// A message, if a picture isn't SVG.
pub(super) fn lay_out(blocks: &[Block]) -> Result<Vec<Page>, String> {
    let width = (SIZE.0 - 2.0 * BORDER - GAP) / 2.0;
    let top = SIZE.1 - BORDER;
    let mut pages = vec![Page::default()];
    let mut place = Place { column: 0, y: top, row: top };
    for block in blocks {
        match block {
            Block::Heading(text) => {
                next_row(&mut place);
                // A heading isn't the last thing on a page.
                if place.y < BORDER + LARGE + width {
                    next_page(&mut pages, &mut place, top);
                }
                place.y -= LARGE * 1.6;
                last(&mut pages).text((BORDER, place.y), LARGE, text);
                place.y -= LARGE * 0.8;
                place.row = place.y;
            }
            Block::Line(text) => {
                next_row(&mut place);
                if place.y < BORDER + SMALL * 2.0 {
                    next_page(&mut pages, &mut place, top);
                }
                place.y -= SMALL * 1.6;
                last(&mut pages).text((BORDER, place.y), SMALL, text);
                place.row = place.y;
            }
            Block::Picture { picture, caption } => {
                let mut drawn = Page::default();
                let height = drawn.picture(picture, (0.0, 0.0), width)?;
                let needed = height + SMALL * 2.6;
                if place.column == 0 && place.y - needed < BORDER {
                    next_page(&mut pages, &mut place, top);
                }
                let x = BORDER + place.column as f32 * (width + GAP);
                let page = last(&mut pages);
                page.picture(picture, (x, place.y - height), width)?;
                page.text((x, place.y - height - SMALL * 1.3), SMALL, &cut(caption, width));
                place.row = place.row.min(place.y - needed);
                if place.column == 0 {
                    place.column = 1;
                } else {
                    next_row(&mut place);
                }
            }
        }
    }
    Ok(pages)
}

/// Cuts a text to a width.
fn cut(text: &str, width: f32) -> String {
    let most = (width / LETTER) as usize;
    if text.chars().count() <= most {
        return text.to_owned();
    }
    text.chars().take(most.saturating_sub(3)).chain("...".chars()).collect()
}

const fn next_row(place: &mut Place) {
    place.column = 0;
    place.y = place.row;
}

fn next_page(pages: &mut Vec<Page>, place: &mut Place, top: f32) {
    pages.push(Page::default());
    *place = Place { column: 0, y: top, row: top };
}

fn last(pages: &mut [Page]) -> &mut Page {
    let last = pages.len() - 1;
    &mut pages[last]
}
