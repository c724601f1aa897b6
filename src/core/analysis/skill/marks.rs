//! The thresholds from which a loss or a roll gets a mark.

use crate::game::record::{Annotation, Rating};

/// The losses and the luck from which a mark is given, in normalised equity; none is negative.
///
/// The defaults are GNU Backgammon's (`show analysis`).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholds {
    /// The least loss of a doubtful decision.
    pub doubtful: f64,
    /// The least loss of a bad one.
    pub bad: f64,
    /// The least loss of a very bad one.
    pub very_bad: f64,
    /// The least gain of a lucky roll.
    pub lucky: f64,
    /// The least gain of a very lucky one.
    pub very_lucky: f64,
    /// The least loss of an unlucky roll.
    pub unlucky: f64,
    /// The least loss of a very unlucky one.
    pub very_unlucky: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Self {
            doubtful: 0.03,
            bad: 0.06,
            very_bad: 0.12,
            lucky: 0.3,
            very_lucky: 0.6,
            unlucky: 0.3,
            very_unlucky: 0.6,
        }
    }
}

/// How bad a decision is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mark {
    /// No mark.
    None,
    /// Doubtful.
    Doubtful,
    /// Bad.
    Bad,
    /// Very bad.
    VeryBad,
}

impl Mark {
    /// Returns the mark as records contain it.
    #[must_use]
    pub const fn annotation(self) -> Option<Annotation> {
        match self {
            Self::None => None,
            Self::Doubtful => Some(Annotation::Doubtful),
            Self::Bad => Some(Annotation::Bad),
            Self::VeryBad => Some(Annotation::VeryBad),
        }
    }

    /// Returns its words, such as `very bad`; empty without a mark.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::None => "",
            Self::Doubtful => "doubtful",
            Self::Bad => "bad",
            Self::VeryBad => "very bad",
        }
    }
}

impl Thresholds {
    /// Returns the mark of a loss.
    #[must_use]
    pub fn mark(&self, loss: f64) -> Mark {
        match loss {
            _ if loss > self.very_bad => Mark::VeryBad,
            _ if loss > self.bad => Mark::Bad,
            _ if loss > self.doubtful => Mark::Doubtful,
            _ => Mark::None,
        }
    }

    /// Returns the mark of a roll's luck.
    #[must_use]
    pub fn luck(&self, luck: f64) -> Option<Rating> {
        match luck {
            _ if luck > self.very_lucky => Some(Rating::VeryLucky),
            _ if luck > self.lucky => Some(Rating::Lucky),
            _ if luck < -self.very_unlucky => Some(Rating::VeryUnlucky),
            _ if luck < -self.unlucky => Some(Rating::Unlucky),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_worst_mark_that_fits_is_given() {
        let thresholds = Thresholds::default();
        let marks = [0.0, 0.029, 0.031, 0.061, 0.121].map(|loss| thresholds.mark(loss));
        assert_eq!(marks, [Mark::None, Mark::None, Mark::Doubtful, Mark::Bad, Mark::VeryBad]);
        let luck = [-0.7, -0.4, 0.1, 0.4, 0.7].map(|luck| thresholds.luck(luck));
        let (very, plain) = ([Rating::VeryUnlucky, Rating::VeryLucky], [Rating::Unlucky, Rating::Lucky]);
        assert_eq!(luck, [Some(very[0]), Some(plain[0]), None, Some(plain[1]), Some(very[1])]);
    }
}
