//! Pictures in a terminal that can show them.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use std::fmt::Write as _;

/// The protocol by which a terminal receives pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// kitty's graphics protocol: kitty, Ghostty, Konsole.
    Kitty,
    /// iTerm2's inline images: iTerm2, `WezTerm`, mintty.
    Iterm2,
}

/// The most characters of one piece of kitty's protocol.
const PIECE: usize = 4096;

impl Protocol {
    /// Detects the terminal's protocol from the environment. `None` if the environment doesn't show it, and within tmux
    /// or screen, which don't pass pictures on.
    ///
    /// ```
    /// use barpoint::output::diagram::terminal::Protocol;
    ///
    /// let kitty = |name: &str| (name == "TERM").then(|| "xterm-kitty".to_owned());
    /// assert_eq!(Protocol::of(kitty), Some(Protocol::Kitty));
    /// assert_eq!(Protocol::of(|_| None), None);
    /// ```
    #[must_use]
    pub fn of(variable: impl Fn(&str) -> Option<String>) -> Option<Self> {
        let value = |name: &str| variable(name).unwrap_or_default();
        let is_set = |name: &str| !value(name).is_empty();
        let term = value("TERM");
        if is_set("TMUX") || term.starts_with("screen") || term.starts_with("tmux") || term == "dumb" {
            return None;
        }
        let program = value("TERM_PROGRAM");
        if is_set("KITTY_WINDOW_ID")
            || is_set("KONSOLE_VERSION")
            || term.contains("kitty")
            || term.contains("ghostty")
            || program == "ghostty"
        {
            return Some(Self::Kitty);
        }
        let is_iterm =
            matches!(&*program, "iTerm.app" | "WezTerm" | "mintty") || value("LC_TERMINAL") == "iTerm2";
        is_iterm.then_some(Self::Iterm2)
    }

    /// Returns the escape sequences that show a PNG, and a line break.
    #[must_use]
    pub fn show(self, png: &[u8]) -> String {
        let data = STANDARD.encode(png);
        let mut text = String::with_capacity(data.len() + 256);
        match self {
            Self::Kitty => {
                let mut rest = data.as_str();
                let mut head = "f=100,a=T,";
                while !rest.is_empty() || !head.is_empty() {
                    let (piece, behind) = rest.split_at(rest.len().min(PIECE));
                    let more = u8::from(!behind.is_empty());
                    let _ = write!(text, "\x1b_G{head}m={more};{piece}\x1b\\");
                    (rest, head) = (behind, "");
                }
            }
            Self::Iterm2 => {
                let _ = write!(
                    text,
                    "\x1b]1337;File=inline=1;size={};preserveAspectRatio=1:{data}\x07",
                    png.len()
                );
            }
        }
        text.push('\n');
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<Protocol> {
        Protocol::of(|name| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        })
    }

    #[test]
    fn terminals_say_by_their_environment_what_they_take() {
        assert_eq!(with(&[("TERM", "xterm-256color"), ("KITTY_WINDOW_ID", "1")]), Some(Protocol::Kitty));
        assert_eq!(with(&[("TERM_PROGRAM", "iTerm.app")]), Some(Protocol::Iterm2));
        assert_eq!(with(&[("TERM_PROGRAM", "WezTerm")]), Some(Protocol::Iterm2));
        assert_eq!(with(&[("TERM", "xterm-256color")]), None);
        assert_eq!(with(&[("KITTY_WINDOW_ID", "1"), ("TMUX", "/tmp/tmux")]), None);
    }

    #[test]
    fn a_long_picture_goes_to_kitty_in_pieces_that_put_together_are_the_picture() {
        let png: Vec<u8> = (0..10_000_u32).map(|i| (i % 251) as u8).collect();
        let text = Protocol::Kitty.show(&png);
        let pieces: Vec<&str> = text.trim_end().split("\x1b\\").filter(|piece| !piece.is_empty()).collect();
        assert_eq!(pieces.len(), 4);
        let mut data = String::new();
        for (at, piece) in pieces.iter().enumerate() {
            let (head, body) = piece.split_once(';').expect("a piece");
            assert!(body.len() <= PIECE && head.ends_with(if at == 3 { "m=0" } else { "m=1" }), "{head}");
            data += body;
        }
        assert_eq!(STANDARD.decode(data).expect("base64"), png);
        assert!(pieces[0].starts_with("\x1b_Gf=100,a=T,m=1;"));
    }
}
