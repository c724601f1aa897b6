//! The archive as pictures, which follow light and dark.

use super::plots::PLOTS;
use super::{Page, luck, trend};
use crate::output::diagram::Escaped;
use std::fmt::Write as _;

/// A picture.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name of its file without the extension.
    pub name: &'static str,
    /// The title.
    pub title: String,
    /// What it shows, in words.
    pub description: String,
    /// The width in units of SVG.
    pub width: u32,
    /// The height.
    pub height: u32,
    /// The elements.
    pub body: String,
}

/// The colours and lines of all pictures.
const STYLE: &str = "<style>.paper{fill:#fff}.ink{fill:#1b1b1b}.dim{fill:#5c5c5c}.bar,.dot{fill:#3b6ea5}\
    .band{fill:#e9dfc0}.tick{stroke:#8a2b0e;stroke-width:1.5}.grid{stroke:#ddd9d0}.axis{stroke:#8a857b}\
    .dot{fill-opacity:.38}.knot{fill:#8a2b0e}.line{fill:none;stroke:#8a2b0e;stroke-width:2;stroke-linejoin:round}\
    .mean{stroke:#5c5c5c;stroke-dasharray:4 3}\
    @media screen and (prefers-color-scheme:dark){.paper{fill:#16181b}.ink{fill:#ececec}.dim{fill:#a9a9a9}\
    .bar,.dot{fill:#6fa3da}.band{fill:#4a4128}.tick{stroke:#ff9d7a}.grid{stroke:#34383d}.axis{stroke:#7b8087}\
    .dot{fill-opacity:.5}.knot{fill:#ff9d7a}.line{stroke:#ff9d7a}.mean{stroke:#a9a9a9}}</style>\n";

impl Picture {
    /// Writes the picture as an SVG document.
    #[must_use]
    pub fn svg(&self) -> String {
        document(std::slice::from_ref(self))
    }
}

/// Draws all pictures: rolls, openings, results; where records contain analyses, the trends of players, and luck against
/// skill.
#[must_use]
pub fn pictures(page: &Page<'_>) -> Vec<Picture> {
    let mut all: Vec<Picture> = PLOTS.iter().map(|plot| plot.picture(page)).collect();
    all.extend(stacked("trend", &trend::panels(page)));
    all.extend(luck::picture(page));
    all
}

/// Draws all pictures, one below the other, as an SVG document.
#[must_use]
pub fn all(page: &Page<'_>) -> String {
    document(&pictures(page))
}

/// Puts pictures one below the other. `None` if there are none.
fn stacked(name: &'static str, pictures: &[Picture]) -> Option<Picture> {
    let titles: Vec<&str> = pictures.iter().map(|picture| picture.title.as_str()).collect();
    let descriptions: Vec<&str> = pictures.iter().map(|picture| picture.description.as_str()).collect();
    let width = pictures.iter().map(|picture| picture.width).max()?;
    let (mut body, mut height) = (String::new(), 0);
    for picture in pictures {
        let _ = write!(body, "<g transform=\"translate(0 {height})\">\n{}</g>\n", picture.body);
        height += picture.height;
    }
    Some(Picture { name, title: titles.join(", "), description: descriptions.join(" "), width, height, body })
}

fn document(pictures: &[Picture]) -> String {
    let mut svg = String::new();
    let Some(Picture { title, description, width, height, body, .. }) = stacked("", pictures) else {
        return svg;
    };
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" role=\"img\" font-family=\"system-ui, sans-serif\" font-size=\"13\">\n\
         <title>{}</title>\n<desc>{}</desc>",
        Escaped(&title),
        Escaped(&description)
    );
    svg.push_str(STYLE);
    let _ = writeln!(svg, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
    svg + &body + "</svg>\n"
}

/// The width of a picture with dots, and the edges of the area with the dots.
pub(super) const WIDTH: u32 = 400;
pub(super) const LEFT: f64 = 42.0;
pub(super) const RIGHT: f64 = 388.0;
pub(super) const TOP: f64 = 66.0;

/// Returns the words above the dots: the title, what the picture shows, and the unit of the vertical axis.
pub(super) fn head(title: &str, words: &str, unit: &str) -> String {
    format!(
        "<text class=\"ink\" x=\"12\" y=\"22\" font-size=\"15\" font-weight=\"600\">{}</text>\n\
         <text class=\"dim\" x=\"12\" y=\"40\" font-size=\"12\">{}</text>\n\
         <text class=\"dim\" x=\"12\" y=\"58\" font-size=\"11\">{}</text>\n",
        Escaped(title),
        Escaped(words),
        Escaped(unit)
    )
}

/// Returns a line across the dots at a height, to the right edge, with its number at the left edge.
pub(super) fn level(y: f64, right: f64, number: f64, class: &str) -> String {
    let (x, below) = (LEFT - 6.0, y + 4.0);
    format!(
        "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{right}\"/>\
         <text class=\"dim\" x=\"{x:.1}\" y=\"{below:.1}\" font-size=\"11\" text-anchor=\"end\">{number}</text>\n"
    )
}

/// Returns the steps of an axis from 0 to at least `most`: at most six, each 1, 2 or 5 times a power of ten.
pub(super) fn steps(most: f64) -> Vec<f64> {
    let least = (most / 5.0).max(1e-3);
    let power = 10_f64.powf(least.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|times| times * power).into_iter().find(|step| *step >= least * 0.999);
    let step = step.unwrap_or(power);
    let count = (most / step).ceil().max(1.0) as u32;
    // No step is below a thousandth, and three fifths must be 0.6, not 0.6000000000000001.
    (0..=count).map(|at| (f64::from(at) * step * 1e3).round() / 1e3).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_axis_has_few_round_steps() {
        assert_eq!(steps(23.0), [0.0, 5.0, 10.0, 15.0, 20.0, 25.0]);
        assert_eq!(steps(100.0), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(steps(6.2), [0.0, 2.0, 4.0, 6.0, 8.0]);
        assert_eq!(steps(1.0), [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
        for most in 1..2_000 {
            let steps = steps(f64::from(most) / 10.0);
            assert!(
                (2..=7).contains(&steps.len()) && steps[steps.len() - 1] >= f64::from(most) / 10.0 - 1e-9
            );
        }
    }
}
