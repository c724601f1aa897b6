//! The colours of a diagram.

use std::fmt::Write as _;
use std::str::FromStr;

/// The colours of a diagram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Wood and paper, for a bright screen.
    #[default]
    Screen,
    /// Black, white and two greys, for paper.
    Print,
    /// For a dark room.
    Dark,
}

impl Theme {
    /// All themes.
    pub const ALL: [Self; 3] = [Self::Screen, Self::Print, Self::Dark];

    /// Returns its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Print => "print",
            Self::Dark => "dark",
        }
    }

    /// Returns the colours, in the order of [`COLOURS`].
    const fn colours(self) -> [&'static str; COLOURS.len()] {
        match self {
            Self::Screen => [
                "#fbf7ef", "#6b4630", "#4a2e1e", "#f1e3c6", "#c98d5b", "#8fa58b", "#8f6c52", "#fffdf6",
                "#8a7a63", "#d9cfbb", "#2c3038", "#14161a", "#59616f", "#f6e9d2", "#2e241c", "#7a6a58",
                "#fdfaf2", "#3a2c20", "#b3261e", "#fff6e4", "#1b5fb8",
            ],
            Self::Print => [
                "#ffffff", "#ffffff", "#000000", "#ffffff", "#d4d4d4", "#ffffff", "#f0f0f0", "#ffffff",
                "#000000", "#9a9a9a", "#1a1a1a", "#000000", "#8c8c8c", "#000000", "#000000", "#444444",
                "#ffffff", "#000000", "#000000", "#ffffff", "#6b6b6b",
            ],
            Self::Dark => [
                "#14161a", "#2b313b", "#0c0e11", "#1d2128", "#4a5a6e", "#33504a", "#232932", "#ece6d8",
                "#0c0e11", "#b9b09d", "#c8553d", "#0c0e11", "#8f3423", "#aeb8c6", "#e6e2d8", "#98a1ae",
                "#ddd6c6", "#1a1c20", "#f2c14e", "#14161a", "#8ec5ff",
            ],
        }
    }

    /// Returns the rules of a style sheet with its colours.
    pub(super) fn style(self) -> String {
        style(|name| self.colour(name))
    }

    /// Returns the rules for the arrows of a better play.
    pub(super) fn better(self) -> String {
        better(|name| self.colour(name))
    }

    /// Returns the rules for names that the system's fonts draw.
    pub(super) fn names(self) -> String {
        names(|name| self.colour(name))
    }

    fn colour(self, name: &str) -> String {
        let found = COLOURS.iter().position(|known| *known == name);
        found.map_or_else(String::new, |at| self.colours()[at].to_owned())
    }

    /// Returns its colours as the variables of a page's style sheet: `--paper:#fff;…`.
    #[must_use]
    pub fn variables(self) -> String {
        COLOURS.iter().zip(self.colours()).fold(String::new(), |mut text, (name, colour)| {
            // Writing to a String can't fail.
            let _ = write!(text, "--{name}:{colour};");
            text
        })
    }
}

impl FromStr for Theme {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let known = Self::ALL.into_iter().find(|theme| theme.name() == text);
        known.ok_or_else(|| "choose from screen, print and dark".to_owned())
    }
}

/// The names of the colours.
const COLOURS: [&str; 21] = [
    "paper",
    "frame",
    "line",
    "field",
    "point-a",
    "point-b",
    "tray",
    "light",
    "light-edge",
    "light-ring",
    "dark",
    "dark-edge",
    "dark-ring",
    "number",
    "ink",
    "faint",
    "cube",
    "cube-ink",
    "arrow",
    "halo",
    "best",
];

/// The paint of an element; each is a class of the style sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Paint {
    Paper,
    Frame,
    Field,
    PointA,
    PointB,
    Tray,
    Light,
    LightRing,
    Dark,
    DarkRing,
    /// Writing or dots on a light checker or die, with the variant for a dark one.
    OnLight,
    OnDark,
    Number,
    Ink,
    Faint,
    Cube,
    OnCube,
    Arrow,
    Halo,
    Head,
    /// The arrows of a better play.
    Best,
    BestHead,
}

impl Paint {
    /// All paints, with their classes and their rules in the style sheet; `$name` is a colour.
    const ALL: [(Self, &'static str, &'static str); 20] = [
        (Self::Paper, "bp", "fill:$paper"),
        (Self::Frame, "bf", "fill:$frame;stroke:$line;stroke-width:2"),
        (Self::Field, "bs", "fill:$field;stroke:$line;stroke-width:1.5"),
        (Self::PointA, "ba", "fill:$point-a;stroke:$line;stroke-width:.6"),
        (Self::PointB, "bb", "fill:$point-b;stroke:$line;stroke-width:.6"),
        (Self::Tray, "bt", "fill:$tray;stroke:$line;stroke-width:1.5"),
        (Self::Light, "bl", "fill:$light;stroke:$light-edge;stroke-width:1.5"),
        (Self::LightRing, "bm", "fill:none;stroke:$light-ring;stroke-width:1.5"),
        (Self::Dark, "bd", "fill:$dark;stroke:$dark-edge;stroke-width:1.5"),
        (Self::DarkRing, "be", "fill:none;stroke:$dark-ring;stroke-width:1.5"),
        (Self::OnLight, "bi", "fill:none;stroke:$dark-edge"),
        (Self::OnDark, "bj", "fill:none;stroke:$light"),
        (Self::Number, "bn", "fill:none;stroke:$number"),
        (Self::Ink, "bw", "fill:none;stroke:$ink"),
        (Self::Faint, "bv", "fill:none;stroke:$faint"),
        (Self::Cube, "bc", "fill:$cube;stroke:$cube-ink;stroke-width:2"),
        (Self::OnCube, "bq", "fill:none;stroke:$cube-ink"),
        (Self::Arrow, "bz", "fill:none;stroke:$arrow;stroke-width:4.5;stroke-linecap:round"),
        (
            Self::Halo,
            "bo",
            "fill:$halo;stroke:$halo;stroke-width:9;stroke-linecap:round;stroke-linejoin:round",
        ),
        (Self::Head, "bh", "fill:$arrow"),
    ];

    /// The paints of a better play, which few pictures have. It is dashed: over the same arrow of the play that was made,
    /// both are seen, and without colours too.
    const BETTER: [(Self, &'static str, &'static str); 2] = [
        (Self::Best, "by", "fill:none;stroke:$best;stroke-width:4.5;stroke-dasharray:11 7"),
        (Self::BestHead, "bk", "fill:$best"),
    ];

    /// Returns its class.
    pub(super) fn class(self) -> &'static str {
        let mut all = Self::ALL.iter().chain(&Self::BETTER);
        all.find(|(paint, ..)| *paint == self).map_or("", |(_, class, _)| class)
    }
}

/// The rules for dots on dice, in terms of the paint on checkers.
const DOTS: &str = ".b0{fill:$dark-edge}.b1{fill:$light}";

/// The rules for texts that a page's own fonts draw.
pub(super) const TEXTS: &str = ".bit,.bjt,.bqt,.bnt{font-family:system-ui,sans-serif;font-weight:600}\
    .bit{fill:var(--dark-edge)}.bjt{fill:var(--light)}.bqt{fill:var(--cube-ink)}.bnt{fill:var(--number)}";

/// The rules for names that the system's fonts draw, in a picture of its own.
const NAMES: &str = ".bwt,.bvt{font-family:system-ui,sans-serif}.bwt{fill:$ink}.bvt{fill:$faint}";

/// Returns the rules for names that the system's fonts draw; `colour` returns the colour of a name.
pub(super) fn names(colour: impl Fn(&str) -> String) -> String {
    coloured(std::iter::once(NAMES.to_owned()), colour)
}

/// Returns the rules of a style sheet; `colour` returns the colour of a name.
pub(super) fn style(colour: impl Fn(&str) -> String) -> String {
    let classes = Paint::ALL.iter().map(|(_, class, rule)| format!(".{class}{{{rule}}}"));
    coloured(classes.chain([DOTS.to_owned()]), colour)
}

/// Returns the rules for the arrows of a better play.
pub(super) fn better(colour: impl Fn(&str) -> String) -> String {
    coloured(Paint::BETTER.iter().map(|(_, class, rule)| format!(".{class}{{{rule}}}")), colour)
}

/// Puts colours into rules.
fn coloured(rules: impl Iterator<Item = String>, colour: impl Fn(&str) -> String) -> String {
    let mut text = String::new();
    for rule in rules {
        let mut parts = rule.split('$').map(str::to_owned).collect::<Vec<_>>();
        for part in parts.iter_mut().skip(1) {
            let end = part.find(|c: char| !c.is_ascii_lowercase() && c != '-').unwrap_or(part.len());
            *part = format!("{}{}", colour(&part[..end]), &part[end..]);
        }
        text += &parts.concat();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_that_is_painted_with_has_a_name() {
        let colour = |name: &str| {
            assert!(COLOURS.contains(&name), "{name}");
            "!".to_owned()
        };
        let sheet = style(colour) + &better(colour) + &names(colour);
        assert!(!sheet.contains('$'), "{sheet}");
    }
}
