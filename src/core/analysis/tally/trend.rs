//! How well matches were played, one by one and month by month.

use crate::analysis::skill::{PlayerStatistics, Share, sums};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The errors and the luck in some evaluated decisions and rolls.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Quality {
    /// The loss of all decisions, in normalised equity.
    #[serde(with = "crate::analysis::skill::bits")]
    pub lost: f64,
    /// The evaluated decisions that weren't trivial: unforced plays, and close or actual cube actions.
    pub decisions: u64,
    /// The sum of the luck, in normalised equity.
    #[serde(with = "crate::analysis::skill::bits")]
    pub luck: f64,
    /// The rolls whose luck was evaluated.
    pub rolls: u64,
    /// The decisions that count for the PR, as eXtreme Gammon counts it.
    pub rated: Share,
}

impl Quality {
    /// Returns the loss for each decision, in normalised equity. `None` if no decision was evaluated.
    #[must_use]
    pub fn error_rate(&self) -> Option<f64> {
        (self.decisions > 0).then(|| self.lost / self.decisions as f64)
    }

    /// Returns the luck of each roll, in normalised equity. `None` if the luck of no roll was evaluated.
    #[must_use]
    pub fn luck_rate(&self) -> Option<f64> {
        (self.rolls > 0).then(|| self.luck / self.rolls as f64)
    }
}

impl From<&PlayerStatistics> for Quality {
    /// Returns what the statistics contain: all but the decisions that count for the PR.
    fn from(played: &PlayerStatistics) -> Self {
        Self {
            lost: played.total().equity,
            decisions: played.decisions(),
            luck: played.luck.equity,
            rolls: played.rolls,
            rated: Share::default(),
        }
    }
}

sums!(Quality: lost decisions luck rolls rated);

/// An analysed match in a trend: of a player, the player's decisions; of an archive, both players'.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// The day, `YYYY-MM-DD`, if the record states it.
    pub day: Option<String>,
    /// The place of the match in the input.
    pub place: PointPlace,
    /// The opponent's name as written; of an archive, `None`.
    pub opponent: Option<String>,
    /// How well it was played.
    pub quality: Quality,
}

/// The place of a match: in the input, its file, and its number in the file. It is given by [`Tally::at`](super::Tally::at).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PointPlace {
    /// The number of the match in the input, counted from 1.
    pub order: u64,
    /// The file.
    #[serde(with = "super::kept::shared")]
    pub path: Arc<str>,
    /// The number in the file, counted from 1.
    pub number: u32,
}

/// The analysed matches of a player or an archive.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Trend {
    pub(super) points: Vec<Point>,
}

impl Trend {
    /// Returns the matches by day, those of one day in the order of the input; matches without a day come last.
    #[must_use]
    pub fn points(&self) -> Vec<&Point> {
        let mut points: Vec<&Point> = self.points.iter().collect();
        points.sort_by_key(|point| (point.day.is_none(), &point.day, point.place.order));
        points
    }

    /// Returns the sums of each month with a match, `YYYY-MM`, with the number of matches; the earliest first. Matches without a
    /// day aren't in them.
    #[must_use]
    pub fn months(&self) -> Vec<(String, u64, Quality)> {
        let mut months = BTreeMap::<&str, (u64, Quality)>::new();
        for point in &self.points {
            if let Some(month) = point.day.as_deref().and_then(|day| day.get(..7)) {
                let (matches, quality) = months.entry(month).or_default();
                *matches += 1;
                *quality += point.quality;
            }
        }
        let months = months.into_iter();
        months.map(|(month, (matches, quality))| (month.to_owned(), matches, quality)).collect()
    }

    /// Returns the sums of the matches without a day, with their number.
    #[must_use]
    pub fn undated(&self) -> (u64, Quality) {
        let mut sum = (0, Quality::default());
        for point in self.points.iter().filter(|point| point.day.is_none()) {
            sum.0 += 1;
            sum.1 += point.quality;
        }
        sum
    }

    /// Returns `true` if there are fewer than two matches: these are no trend.
    #[must_use]
    pub const fn is_short(&self) -> bool {
        self.points.len() < 2
    }
}
