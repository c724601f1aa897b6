//! Spaced repetition: how well a question is remembered, and when to ask it again.
//!
//! The formulas are those of FSRS-6 with its default weights. Source: Jarrett Ye and contributors, "The Algorithm",
//! <https://github.com/open-spaced-repetition/fsrs4anki/wiki/The-Algorithm>, section "FSRS-6"; they go back to J. Ye, J. Su,
//! Y. Cao, "A Stochastic Shortest Path Algorithm for Optimizing Spaced Repetition Scheduling", KDD 2022.

/// How good an answer was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Grade {
    /// Wrong.
    Again,
    /// Right with difficulty.
    Hard,
    /// Right.
    Good,
    /// Right without any effort.
    Easy,
}

impl Grade {
    /// Returns the number in the formulas: 1 to 4.
    const fn number(self) -> f64 {
        match self {
            Self::Again => 1.0,
            Self::Hard => 2.0,
            Self::Good => 3.0,
            Self::Easy => 4.0,
        }
    }
}

/// The memory of one question after its last answer.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::stats::{Grade, Memory};
///
/// let first = Memory::first(Grade::Good);
/// let second = first.after(first.interval(), Grade::Good);
/// assert!(second.interval() > first.interval());
/// assert!(second.after(10, Grade::Again).interval() < second.interval());
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The days after which the question is still answered right with a probability of 90 %.
    pub stability: f64,
    /// How hard the question is: 1 to 10.
    pub difficulty: f64,
}

/// The default weights of FSRS-6.
const W: [f64; 21] = [
    0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614,
    0.2629, 1.6483, 0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
];

/// The limits of the stability, in days.
const STABILITY: (f64, f64) = (0.001, 36_500.0);

impl Memory {
    /// Returns the memory after the first answer.
    #[must_use]
    pub fn first(grade: Grade) -> Self {
        let stability = match grade {
            Grade::Again => W[0],
            Grade::Hard => W[1],
            Grade::Good => W[2],
            Grade::Easy => W[3],
        };
        Self { stability, difficulty: first_difficulty(grade).clamp(1.0, 10.0) }
    }

    /// Returns the memory after another answer, given `days` after the last one.
    #[must_use]
    pub fn after(&self, days: u32, grade: Grade) -> Self {
        let Self { stability, difficulty } = *self;
        let recall = self.recall(days);
        let next = match (days, grade) {
            (0, _) => {
                let growth = (W[17] * (grade.number() - 3.0 + W[18])).exp() * stability.powf(-W[19]);
                stability * if grade == Grade::Again { growth } else { growth.max(1.0) }
            }
            (_, Grade::Again) => {
                let forgotten = W[11]
                    * difficulty.powf(-W[12])
                    * ((stability + 1.0).powf(W[13]) - 1.0)
                    * (W[14] * (1.0 - recall)).exp();
                forgotten.min(stability / (W[17] * W[18]).exp())
            }
            _ => {
                let factor = match grade {
                    Grade::Hard => W[15],
                    Grade::Easy => W[16],
                    _ => 1.0,
                };
                let growth = W[8].exp()
                    * (11.0 - difficulty)
                    * stability.powf(-W[9])
                    * ((W[10] * (1.0 - recall)).exp() - 1.0);
                stability * (1.0 + growth * factor)
            }
        };
        // The harder the question, the less a wrong answer changes; then a little back towards the mean.
        let changed = difficulty - W[6] * (grade.number() - 3.0) * (10.0 - difficulty) / 9.0;
        let reverted = W[7] * first_difficulty(Grade::Easy) + (1.0 - W[7]) * changed;
        Self { stability: next.clamp(STABILITY.0, STABILITY.1), difficulty: reverted.clamp(1.0, 10.0) }
    }

    /// Returns the probability of a right answer `days` after the last one.
    #[must_use]
    pub fn recall(&self, days: u32) -> f64 {
        let factor = 0.9_f64.powf(-1.0 / W[20]) - 1.0;
        (1.0 + factor * f64::from(days) / self.stability).powf(-W[20])
    }

    /// Returns the whole days, at least 1, until the probability of a right answer falls to 90 %.
    #[must_use]
    pub fn interval(&self) -> u32 {
        self.stability.round().max(1.0) as u32
    }
}

/// Returns the difficulty after the first answer, which may lie outside of 1 to 10.
fn first_difficulty(grade: Grade) -> f64 {
    W[4] - (W[5] * (grade.number() - 1.0)).exp() + 1.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Again, Easy, Good, Hard};

    /// An answer, with the days since the one before.
    type Answer = (Grade, u32);

    /// The memory after answers.
    fn memory(answers: &[Answer]) -> Memory {
        let (first, rest) = answers.split_first().expect("an answer");
        rest.iter().fold(Memory::first(first.0), |memory, (grade, days)| memory.after(*days, *grade))
    }

    /// The expected values are those of the crate `fsrs` 6.6.2, in single precision.
    #[test]
    fn memories_are_those_of_the_reference() {
        let cases: [(&[Answer], f64, f64); 8] = [
            (&[(Good, 0)], 2.3065, 2.118_104),
            (&[(Again, 0)], 0.212, 6.413_3),
            (&[(Hard, 0)], 1.293_1, 5.112_171),
            (&[(Easy, 0)], 8.295_6, 1.0),
            (&[(Good, 0), (Good, 2)], 10.964_341, 2.111_214),
            (&[(Good, 0), (Good, 2), (Again, 11), (Good, 2), (Hard, 3)], 7.922_658, 8.245_999),
            (&[(Again, 0), (Again, 0), (Good, 1), (Good, 3), (Easy, 10)], 13.745_093, 8.356_443),
            (&[(Hard, 0), (Good, 0), (Again, 0)], 0.465_346, 8.375_383),
        ];
        for (answers, stability, difficulty) in cases {
            let found = memory(answers);
            let is_close = |a: f64, b: f64| (a - b).abs() < 1e-5 * b;
            assert!(is_close(found.stability, stability), "{answers:?}: {found:?}");
            assert!(is_close(found.difficulty, difficulty), "{answers:?}: {found:?}");
        }
    }

    #[test]
    fn a_question_is_due_when_nine_of_ten_answers_would_be_right() {
        let memory = memory(&[(Good, 0), (Good, 2)]);
        assert_eq!(memory.interval(), 11);
        assert!((memory.recall(memory.interval()) - 0.9).abs() < 0.001);
        assert!((memory.recall(10) - 0.906_199).abs() < 1e-5);
        assert_eq!(Memory::first(Again).interval(), 1);
    }
}
