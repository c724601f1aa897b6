//! Correction for many tests at once.

/// Corrects the p-values of several tests so that, if every null hypothesis holds, the chance that any of them falls
/// below a level is at most that level, however the tests depend on each other.
///
/// Returns them in the order given, each at least as large as before and at most 1.
///
/// Source: Sture Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
/// Statistics, 1979.
///
/// # Examples
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::stats::holm;
///
/// assert_eq!(holm(&[0.01, 0.5, 0.03]), [0.03, 0.5, 0.06]);
/// ```
#[must_use]
pub fn holm(chances: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..chances.len()).collect();
    order.sort_by(|&a, &b| chances[a].total_cmp(&chances[b]).then(a.cmp(&b)));
    let mut corrected = vec![1.0; chances.len()];
    let mut least: f64 = 0.0;
    for (rank, &index) in order.iter().enumerate() {
        least = least.max((chances.len() - rank) as f64 * chances[index]).min(1.0);
        corrected[index] = least;
    }
    corrected
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_is_multiplied_most_and_none_becomes_smaller_than_one_before_it() {
        assert_eq!(holm(&[]), [0.0; 0]);
        assert_eq!(holm(&[0.2]), [0.2]);
        // 4 · 0.01, then 3 · 0.013 = 0.039 is raised to it, 2 · 0.25, and at most 1.
        assert_eq!(holm(&[0.25, 0.013, 0.01, 0.9]), [0.5, 0.04, 0.04, 0.9]);
        assert_eq!(holm(&[0.6, 0.6]), [1.0, 1.0]);
    }
}
