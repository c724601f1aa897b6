//! Converting SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Why a picture can't be made.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PictureError {
    /// The width is 0.
    #[error("a picture of 0 pixels is empty")]
    Empty,
    /// The picture takes more memory than there can be.
    #[error("a picture of {width} by {height} pixels is too large")]
    TooLarge {
        /// In pixels.
        width: u32,
        /// In pixels.
        height: u32,
    },
    /// The document isn't SVG.
    #[error("{0}")]
    NotSvg(String),
    /// The PNG can't be written.
    #[error("{0}")]
    NotWritten(String),
}

/// Renders an SVG document as a PNG of this width in pixels; the height follows.
pub(super) fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    if width == 0 {
        return Err(PictureError::Empty);
    }
    let tree = Tree::from_str(svg, &Options::default());
    let tree = tree.map_err(|error| PictureError::NotSvg(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height.max(1)).ok_or(PictureError::TooLarge { width, height })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PictureError::NotWritten(error.to_string()))
}
