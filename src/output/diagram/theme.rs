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

    /// Returns the colour of a name; empty for another name.
    pub(super) fn colour(self, name: &str) -> String {
        let found = COLOURS.iter().find(|(known, _)| *known == name);
        found.map_or_else(String::new, |(_, colours)| colours[self as usize].to_owned())
    }

    /// Returns its colours as the variables of a page's style sheet: `--paper:#fff;…`.
    #[must_use]
    pub fn variables(self) -> String {
        COLOURS.iter().fold(String::new(), |mut text, (name, colours)| {
            let _ = write!(text, "--{name}:{};", colours[self as usize]);
            text
        })
    }
}

/// The error for a text that isn't the name of a [`Theme`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("choose from screen, print and dark")]
pub struct UnknownTheme;

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::ALL.into_iter().find(|theme| theme.name() == text).ok_or(UnknownTheme)
    }
}

/// The names of the colours, and the colours in the order of [`Theme::ALL`].
const COLOURS: [(&str, [&str; Theme::ALL.len()]); 21] = [
    ("paper", ["#fbf7ef", "#ffffff", "#14161a"]),
    ("frame", ["#6b4630", "#ffffff", "#2b313b"]),
    ("line", ["#4a2e1e", "#000000", "#0c0e11"]),
    ("field", ["#f1e3c6", "#ffffff", "#1d2128"]),
    ("point-a", ["#c98d5b", "#d4d4d4", "#4a5a6e"]),
    ("point-b", ["#8fa58b", "#ffffff", "#33504a"]),
    ("tray", ["#8f6c52", "#f0f0f0", "#232932"]),
    ("light", ["#fffdf6", "#ffffff", "#ece6d8"]),
    ("light-edge", ["#8a7a63", "#000000", "#0c0e11"]),
    ("light-ring", ["#d9cfbb", "#9a9a9a", "#b9b09d"]),
    ("dark", ["#2c3038", "#1a1a1a", "#c8553d"]),
    ("dark-edge", ["#14161a", "#000000", "#0c0e11"]),
    ("dark-ring", ["#59616f", "#8c8c8c", "#8f3423"]),
    ("number", ["#f6e9d2", "#000000", "#aeb8c6"]),
    ("ink", ["#2e241c", "#000000", "#e6e2d8"]),
    ("faint", ["#7a6a58", "#444444", "#98a1ae"]),
    ("cube", ["#fdfaf2", "#ffffff", "#ddd6c6"]),
    ("cube-ink", ["#3a2c20", "#000000", "#1a1c20"]),
    ("arrow", ["#b3261e", "#000000", "#f2c14e"]),
    ("halo", ["#fff6e4", "#ffffff", "#14161a"]),
    ("best", ["#1b5fb8", "#6b6b6b", "#8ec5ff"]),
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
            assert!(COLOURS.iter().any(|(known, _)| *known == name), "{name}");
            "!".to_owned()
        };
        let sheet = style(colour) + &better(colour) + &names(colour);
        assert!(!sheet.contains('$'), "{sheet}");
    }
}
