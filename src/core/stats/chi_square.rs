//! Pearson's test: whether counts agree with their expectation.

use super::gamma;

/// The result of a chi-square test of counts against given chances.
///
/// Source: Karl Pearson, "On the criterion that a given system of deviations …", Philosophical Magazine, 1900.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum of (observed - expected)² / expected.
    pub statistic: f64,
    /// The degrees of freedom: one less than the number of kinds.
    pub degrees: u32,
    /// The chance of a statistic at least this large if the given chances are true, 0 to 1.
    pub p: f64,
}

impl ChiSquare {
    /// The least expected count of each kind, below which the distribution is too coarse for the formula (William G.
    /// Cochran, "Some methods for strengthening the common χ² tests", Biometrics, 1954).
    pub const LEAST_EXPECTED: f64 = 5.0;

    /// Compares the count of each kind with its expectation, by weights of any scale.
    ///
    /// Returns `None` if less than [`LEAST_EXPECTED`](Self::LEAST_EXPECTED) is expected of a kind, or there are fewer
    /// than two kinds.
    ///
    /// # Panics
    ///
    /// If the numbers of weights and counts differ.
    ///
    /// # Examples
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::stats::ChiSquare;
    ///
    /// // Sixty throws of a die.
    /// let test = ChiSquare::of(&[5, 8, 9, 8, 10, 20], &[1; 6]).expect("enough throws");
    /// assert!((test.statistic - 13.4).abs() < 1e-9);
    /// assert_eq!(test.degrees, 5);
    /// assert!((test.p - 0.0199).abs() < 1e-4);
    /// ```
    #[must_use]
    pub fn of(counts: &[u64], weights: &[u32]) -> Option<Self> {
        assert_eq!(counts.len(), weights.len(), "each count has a weight");
        let total: f64 = counts.iter().map(|&count| count as f64).sum();
        let scale = total / weights.iter().map(|&weight| f64::from(weight)).sum::<f64>();
        let mut statistic = 0.0;
        for (&count, &weight) in counts.iter().zip(weights) {
            let expected = f64::from(weight) * scale;
            // If all weights are 0, it isn't a number.
            if expected.is_nan() || expected < Self::LEAST_EXPECTED {
                return None;
            }
            let deviation = count as f64 - expected;
            statistic += deviation * deviation / expected;
        }
        let degrees = (counts.len() as u32).checked_sub(1).filter(|&degrees| degrees > 0)?;
        Some(Self { statistic, degrees, p: tail(statistic, degrees) })
    }
}

/// Returns the chance that chi-square with these degrees of freedom is at least this large.
pub(super) fn tail(statistic: f64, degrees: u32) -> f64 {
    gamma::upper(degrees, statistic / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_equals_the_published_table_of_critical_values() {
        // NIST/SEMATECH, e-Handbook of Statistical Methods, 1.3.6.7.4: upper critical values to three decimals.
        let table = [
            (1, [2.706, 3.841, 5.024, 6.635, 10.828]),
            (2, [4.605, 5.991, 7.378, 9.210, 13.816]),
            (5, [9.236, 11.070, 12.833, 15.086, 20.515]),
            (14, [21.064, 23.685, 26.119, 29.141, 36.123]),
            (20, [28.412, 31.410, 34.170, 37.566, 45.315]),
            (35, [46.059, 49.802, 53.203, 57.342, 66.619]),
            (100, [118.498, 124.342, 129.561, 135.807, 149.449]),
        ];
        for (degrees, values) in table {
            for (value, p) in values.into_iter().zip([0.1, 0.05, 0.025, 0.01, 0.001]) {
                // Half a unit of the third decimal changes the chance by less than 3e-4 of itself.
                let actual = tail(value, degrees);
                assert!((actual / p - 1.0).abs() < 4e-4, "{degrees} degrees, {value}: {actual}");
            }
        }
    }

    #[test]
    fn weights_are_the_expected_shares() {
        // Mendel's peas, 1865: 315, 108, 101, 32 against 9:3:3:1.
        let peas = ChiSquare::of(&[315, 108, 101, 32], &[9, 3, 3, 1]).expect("enough peas");
        assert!((peas.statistic - 0.470_023_980_815_347_7).abs() < 1e-12, "{}", peas.statistic);
        assert_eq!(peas.degrees, 3);
        let scaled = ChiSquare::of(&[315, 108, 101, 32], &[90, 30, 30, 10]).expect("enough peas");
        assert!((peas.statistic - scaled.statistic).abs() < 1e-12);
    }

    #[test]
    fn too_few_are_not_evaluated() {
        assert_eq!(ChiSquare::of(&[4, 5], &[1, 1]), None);
        assert!(ChiSquare::of(&[5, 5], &[1, 1]).is_some());
        assert_eq!(ChiSquare::of(&[0; 21], &[1; 21]), None);
        assert_eq!(ChiSquare::of(&[100], &[1]), None);
        assert_eq!(ChiSquare::of(&[], &[]), None);
    }
}
