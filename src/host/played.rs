//! The matches that a user played against the computer, for the level that fits the user.

use super::journal::{self, Kept};
use crate::analysis::skill::{Performance, Share};
use crate::output::json::PlayedJson;
use std::path::{Path, PathBuf};

/// The number of matches that count: the last ones.
const RECENT: usize = 10;
/// The decisions before there is a rating; from fewer it would jump from match to match.
const LEAST: u64 = 30;

/// The user's matches, in the order in which they were played.
#[derive(Debug)]
pub(crate) struct Played {
    path: PathBuf,
    matches: Vec<PlayedJson>,
}

impl Kept for PlayedJson {
    const NAME: &'static str = "a match that was played";

    fn schema(&self) -> u32 {
        self.schema
    }
}

impl Played {
    /// Reads the matches of a file; without the file there are none. Fails if the file can't be read or has a line
    /// that is no match: a message with the place.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let entries = journal::entries(path)?;
        Ok(Self { path: path.to_owned(), matches: entries.into_iter().map(|(_, entry)| entry).collect() })
    }

    /// Adds a match to the file. Fails if the file can't be read or written: a message. It stays as it is then.
    pub(crate) fn add(&mut self, played: PlayedJson) -> Result<(), String> {
        journal::add(&self.path, &played)?;
        self.matches.push(played);
        Ok(())
    }

    /// Returns the user's performance rating in the last 10 matches, with the number of these matches; `None` if they
    /// have fewer than 30 decisions.
    pub(crate) fn rating(&self) -> Option<(f64, usize)> {
        let recent = &self.matches[self.matches.len().saturating_sub(RECENT)..];
        let count = recent.iter().map(|played| played.decisions).sum();
        let lost = recent.iter().map(|played| played.lost).sum();
        let all = Performance { plays: Share { count, lost }, ..Performance::default() };
        Some((all.rating().filter(|_| count >= LEAST)?, recent.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(decisions: u64, lost: f64) -> PlayedJson {
        let (date, level) = ("2026-11-25".to_owned(), "casual".to_owned());
        PlayedJson { schema: 1, date, level, decisions, lost }
    }

    #[test]
    fn the_last_ten_matches_count_once_they_have_enough_decisions() {
        let path = std::env::temp_dir().join(format!("barpoint-played-{}", std::process::id()));
        let mut past = Played::open(&path).expect("no file");
        assert_eq!(past.rating(), None);
        past.add(played(20, 2.0)).expect("a folder for temporary files");
        assert_eq!(past.rating(), None, "too few decisions");
        past.add(played(20, 2.0)).expect("the file");
        assert_eq!(past.rating(), Some((50.0, 2)));
        for _ in 0..10 {
            past.add(played(50, 0.5)).expect("the file");
        }
        assert_eq!(past.rating(), Some((5.0, 10)));
        let again = Played::open(&path).expect("what was written");
        assert_eq!(again.matches, past.matches);
        std::fs::write(&path, "{\"schema\":2}\n").expect("the file");
        let message = Played::open(&path).expect_err("no match");
        assert!(message.contains(":1: not a match that was played"), "{message}");
        std::fs::remove_file(&path).expect("the file");
    }
}
