//! The layout of blocks on pages.

use super::ink::Page;
use super::{Block, SIZE};
use crate::output::diagram::PictureError;

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
/// If a picture isn't SVG.
pub(super) fn lay_out(blocks: &[Block]) -> Result<Vec<Page>, PictureError> {
    let width = (SIZE.0 - 2.0 * BORDER - GAP) / 2.0;
    let top = SIZE.1 - BORDER;
    let mut pages = vec![Page::default()];
    let mut place = Place { column: 0, y: top, row: top };
    for (number, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading(text) => {
                next_row(&mut place);
                // A heading isn't the last thing on a page.
                let next = blocks.get(number + 1).map_or(Ok(0.0), |next| height_of(next, width))?;
                if place.y < BORDER + LARGE * 2.4 + next {
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
                let needed = height_of(block, width)?;
                let height = needed - SMALL * 2.6;
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

/// Returns the height of a block in a column of this width.
///
/// # Errors
///
/// If a picture isn't SVG.
fn height_of(block: &Block, width: f32) -> Result<f32, PictureError> {
    Ok(match block {
        Block::Heading(_) => LARGE * 2.4,
        Block::Line(_) => SMALL * 2.0,
        Block::Picture { picture, .. } => Page::default().picture(picture, (0.0, 0.0), width)? + SMALL * 2.6,
    })
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, Side};
    use crate::output::diagram::Diagram;

    #[test]
    fn a_heading_stays_with_its_first_picture() {
        let picture = Diagram::plain(Board::START, Side::One).svg();
        for lines in 0..60 {
            let mut blocks = vec![Block::Line("line".to_owned()); lines];
            blocks.push(Block::Heading("Game 1".to_owned()));
            blocks.push(Block::Picture { picture: picture.clone(), caption: "1. Ann rolls".to_owned() });
            let pages = lay_out(&blocks).expect("pages");
            let place = |words: &str| {
                pages.iter().position(|page| {
                    page.parts().any(|(_, text)| text.is_some_and(|text| text.latin == words.as_bytes()))
                })
            };
            assert_eq!(place("Game 1"), place("1. Ann rolls"), "{lines}");
            assert!(place("Game 1").is_some());
        }
    }
}
