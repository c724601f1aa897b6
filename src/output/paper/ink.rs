//! Drawing on a page, with operators that PDF and PostScript share.

use crate::output::diagram::PictureError;
use resvg::tiny_skia::PathSegment;
use resvg::usvg::{Color, FillRule, Group, LineCap, LineJoin, Node, Options, Paint, Path, Transform, Tree};
use std::fmt::Write as _;

/// A line of text on a page.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    /// The beginning of its baseline, in points from the lower left corner.
    pub at: (f32, f32),
    /// Its size, in points.
    pub size: f32,
    /// Its characters, those of ISO 8859-1; others are question marks.
    pub latin: Vec<u8>,
}

/// A page: operators, with texts between them.
#[derive(Debug, Default)]
pub(super) struct Page {
    ink: String,
    /// Each with the length of the operators before it.
    texts: Vec<(usize, Text)>,
}

impl Page {
    /// Adds a line of text.
    pub(super) fn text(&mut self, at: (f32, f32), size: f32, text: &str) {
        let latin = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        self.texts.push((self.ink.len(), Text { at, size, latin }));
    }

    /// Returns the operators, each part with the text after it; the last part has none.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&str, Option<&Text>)> {
        let ends = self.texts.iter().map(|(end, text)| (*end, Some(text)));
        ends.chain([(self.ink.len(), None)]).scan(0, |begin, (end, text)| {
            let part = &self.ink[*begin..end];
            *begin = end;
            Some((part, text))
        })
    }

    /// Draws a picture of a given width with its lower left corner at a place, and returns its height.
    ///
    /// # Errors
    ///
    /// If the picture isn't SVG.
    pub(super) fn picture(&mut self, svg: &str, at: (f32, f32), width: f32) -> Result<f32, PictureError> {
        let tree = Tree::from_str(svg, &Options::default());
        let tree = tree.map_err(|error| PictureError::NotSvg(error.to_string()))?;
        let scale = width / tree.size().width();
        let height = tree.size().height() * scale;
        // Pages are measured from below.
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, at.0, at.1 + height);
        self.group(tree.root(), place);
        Ok(height)
    }

    fn group(&mut self, group: &Group, place: Transform) {
        for node in group.children() {
            match node {
                Node::Group(group) => self.group(group, place),
                Node::Path(path) if path.is_visible() => self.path(path, place),
                // The pictures have neither texts nor images.
                _ => {}
            }
        }
    }

    fn path(&mut self, path: &Path, place: Transform) {
        let place = place.pre_concat(path.abs_transform());
        let Some(data) = path.data().clone().transform(place) else { return };
        if let Some((fill, colour)) = path.fill().and_then(|fill| Some((fill, colour(fill.paint())?))) {
            let fills = if fill.rule() == FillRule::EvenOdd { "f*" } else { "f" };
            self.line(format_args!("{colour} rg"));
            self.outline(data.segments());
            self.line(fills);
        }
        if let Some((stroke, colour)) =
            path.stroke().and_then(|stroke| Some((stroke, colour(stroke.paint())?)))
        {
            let cap = match stroke.linecap() {
                LineCap::Butt => 0,
                LineCap::Round => 1,
                LineCap::Square => 2,
            };
            let join = match stroke.linejoin() {
                LineJoin::Round => 1,
                LineJoin::Bevel => 2,
                LineJoin::Miter | LineJoin::MiterClip => 0,
            };
            // The pictures are never stretched.
            let width = stroke.width().get() * place.get_scale().0.abs();
            self.line(format_args!("{colour} RG {width:.3} w {cap} J {join} j"));
            self.outline(data.segments());
            self.line("S");
        }
    }

    fn line(&mut self, line: impl std::fmt::Display) {
        let _ = writeln!(self.ink, "{line}");
    }

    fn outline(&mut self, segments: impl Iterator<Item = PathSegment>) {
        let mut last = (0.0, 0.0);
        for segment in segments {
            let (line, end) = match segment {
                PathSegment::MoveTo(to) => (format!("{:.2} {:.2} m", to.x, to.y), (to.x, to.y)),
                PathSegment::LineTo(to) => (format!("{:.2} {:.2} l", to.x, to.y), (to.x, to.y)),
                PathSegment::QuadTo(by, to) => {
                    // The same curve, as a cubic one.
                    let part = |from: f32, by: f32| from + (by - from) * 2.0 / 3.0;
                    let line = format!(
                        "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c",
                        part(last.0, by.x),
                        part(last.1, by.y),
                        part(to.x, by.x),
                        part(to.y, by.y),
                        to.x,
                        to.y
                    );
                    (line, (to.x, to.y))
                }
                PathSegment::CubicTo(one, two, to) => {
                    let line = format!(
                        "{:.2} {:.2} {:.2} {:.2} {:.2} {:.2} c",
                        one.x, one.y, two.x, two.y, to.x, to.y
                    );
                    (line, (to.x, to.y))
                }
                PathSegment::Close => ("h".to_owned(), last),
            };
            last = end;
            self.line(line);
        }
    }
}

/// Returns the components of a colour, from 0 to 1; the pictures have no gradients.
fn colour(paint: &Paint) -> Option<String> {
    let Paint::Color(Color { red, green, blue }) = paint else { return None };
    let [red, green, blue] = [red, green, blue].map(|&part| f32::from(part) / 255.0);
    Some(format!("{red:.3} {green:.3} {blue:.3}"))
}
