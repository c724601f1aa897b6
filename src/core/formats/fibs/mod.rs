//! Logs of sessions on FIBS, as telnet and the clients of its protocol CLIP keep them. They are only read.
//!
//! ```text
//! ** Player bob has joined you for a 3 point match.
//! Starting a new game with bob.
//! You rolled 3, bob rolled 1
//! It's your turn to move.
//! board:You:bob:3:0:0:0:-2:0:0:0:0:5: …
//! bob rolls 5 and 2.
//! bob moves 12-17 1-3 .
//! ```
//!
//! The owner of the log is `You`, [`Side::One`](crate::board::Side::One) as in the files of `JavaFIBS`; a log of somebody
//! who watches has two names. FIBS doesn't repeat what the owner plays: it follows from two `board:` lines, before
//! and after.
//!
//! ```
//! # use barpoint_core as barpoint;
//! # std::env::set_current_dir("../..")?;
//! let matches = barpoint::open("session.log", std::fs::read("testdata/fibs/valid/played.txt")?)?;
//! assert_eq!(matches[0].format.name, "fibs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod grammar;
mod inferred;
mod read;

pub use read::parse;

use super::words::{cut_before, lines};
use super::{Confidence, Evidence, Format, Head, Matches, markup};
use crate::diag::Code;
use grammar::Event;
use std::ops::Range;

/// The entry of this format in [`FORMATS`](super::FORMATS).
pub const FORMAT: Format = Format {
    name: "fibs",
    title: "FIBS: logs of sessions, with CLIP or without",
    page: "fibs",
    matches: Matches::Cut(cut),
    sniff,
    parse: Some(|source| markup::read(source, Code::RecordUnknown, parse)),
    ..Format::TEXT
};

/// A log has at least one event in this many lines.
const FILLED: usize = 4;

/// Rolls and plays in the words of FIBS. A log may begin with pages of other words, but from then on the words of FIBS
/// fill a good part of it: in other records, a note may contain a few lines of a log.
fn sniff(head: Head<'_>) -> Evidence {
    let mut found = Confidence::No.at(0);
    let (mut all, mut events) = (0_usize, 0_usize);
    for line in lines(head.text).filter(|line| !line.trim().is_empty()) {
        let event = grammar::event(line);
        let confidence = match event {
            Some(Event::Rolls { .. } | Event::Opening { .. }) => Confidence::Sure,
            Some(Event::Moves { play, .. }) if grammar::begins_with_step(play) => Confidence::Sure,
            Some(Event::Match { .. } | Event::Game { .. }) => Confidence::Likely,
            // Any line that begins with a number looks like this.
            Some(Event::Clip { .. }) => continue,
            _ => Confidence::No,
        };
        if found.confidence == Confidence::No {
            found.at = head.offset(line);
        }
        found.confidence = found.confidence.max(confidence);
        if found.confidence > Confidence::No {
            all += 1;
            events += usize::from(event.is_some());
        }
    }
    if events * FILLED < all { found.confidence.min(Confidence::Likely).at(found.at) } else { found }
}

/// Cuts a log into matches, each from the line with which it begins.
fn cut(text: &str) -> Vec<Range<usize>> {
    cut_before(text, |line| matches!(grammar::event(line), Some(Event::Match { .. })))
}

#[cfg(test)]
mod tests {
    use super::cut;
    use crate::formats::detect_surely;

    #[test]
    fn a_number_of_moves_is_no_play() {
        assert!(detect_surely(b"bob moves 24-18 13-11 .\n").is_some());
        for text in ["Total moves              22                      22\n", "bob moves 3 boxes\n"] {
            assert!(detect_surely(text.as_bytes()).is_none(), "{text}");
        }
    }

    #[test]
    fn a_log_is_cut_where_a_match_begins() {
        let first = "login\n** You are now playing a 3 point match with bob\nStarting a new game with bob.\n";
        let second = "** Player carl has joined you for an unlimited match.\n";
        let text = format!("{first}{second}");
        let pieces: Vec<&str> = cut(&text).into_iter().map(|range| &text[range]).collect();
        assert_eq!(pieces, [first, second]);
        assert_eq!(cut("nothing").len(), 1);
    }
}
