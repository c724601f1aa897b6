//! Converting SVG to PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// Renders an SVG document as a PNG of this width in pixels; the height follows.
///
/// # Errors
///
/// A message, if the document isn't SVG or the picture would be empty or too large.
pub(super) fn png(svg: &str, width: u32) -> Result<Vec<u8>, String> {
    if width == 0 {
        return Err("a picture of 0 pixels is empty".to_owned());
    }
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())?;
    let scale = width as f32 / tree.size().width();
    let height = (tree.size().height() * scale).round() as u32;
    let mut pixels = Pixmap::new(width, height.max(1))
        .ok_or_else(|| format!("a picture of {width} by {height} pixels is too large"))?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| error.to_string())
}
