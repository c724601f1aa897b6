//! Words and numbers for a player's skill and luck.
//!
//! The thresholds are those of GNU Backgammon's manual, version 1.07 (section "Overall rating"); where the
//! program differs from it, its output for made-up matches counts.

/// The error rates above which a word holds, in normalised equity per decision, the largest first; below all of them is
/// `Supernatural`.
pub const RATINGS: [(f64, &str); 7] = [
    (0.035, "Awful!"),
    (0.026, "Beginner"),
    (0.018, "Casual player"),
    (0.012, "Intermediate"),
    (0.008, "Advanced"),
    (0.005, "Expert"),
    (0.002, "World class"),
];

/// Returns the word for an error rate in normalised equity per decision that wasn't forced.
#[must_use]
pub fn rating_words(rate: f64) -> &'static str {
    RATINGS.iter().find(|(least, _)| rate > *least).map_or("Supernatural", |(_, words)| words)
}

/// Returns the word for luck in normalised equity per roll.
#[must_use]
pub fn luck_words(rate: f64) -> &'static str {
    match rate {
        _ if rate > 0.06 => "Go to Las Vegas",
        _ if rate > 0.03 => "Good dice, man!",
        _ if rate < -0.06 => "Go to bed",
        _ if rate < -0.03 => "Bad dice, man!",
        _ => "None",
    }
}

/// Returns the length of a match as a number; 0 counts as 1.
fn points(length: u16) -> f64 {
    f64::from(length.max(1))
}

/// The rating of a player without errors.
pub const PERFECT: f64 = 2050.0;

/// Returns the rating points lost to checker-play errors of `rate`, in normalised equity per unforced move,
/// in matches of this length.
///
/// The coefficients, here and in [`cube_rating_loss`], were fitted to what GNU Backgammon 1.07.001 prints for
/// matches to 1 to 64 points. A length of 0 counts as 1.
#[must_use]
pub fn checker_rating_loss(rate: f64, length: u16) -> f64 {
    rate * (8798.0 + 25526.0 / points(length))
}

/// Returns the rating points lost to cube errors of `rate`, in normalised equity per close or actual
/// decision, in matches of this length. A length of 0 counts as 1.
#[must_use]
pub fn cube_rating_loss(rate: f64, length: u16) -> f64 {
    rate * (863.0 - 519.0 / points(length))
}

/// Returns the FIBS rating that remains after losses of rating points.
#[must_use]
pub fn absolute_rating(losses: f64) -> f64 {
    PERFECT - losses
}

/// Returns the rating difference that gives a player such a chance to win matches of this length: the inverse
/// of the formula by which FIBS computes ratings, 1 / (1 + 10^(-D √n / 2000)), as the server's `help formula`
/// states.
///
/// It is never less than -2,100, as in GNU Backgammon. `None` if the chance isn't between 0 and 1. A length of 0 counts
/// as 1.
#[must_use]
pub fn rating_difference(chance: f64, length: u16) -> Option<f64> {
    let is_open = chance > 0.0 && chance < 1.0;
    is_open.then(|| (2000.0 / points(length).sqrt() * (chance / (1.0 - chance)).log10()).max(-2100.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_those_of_gnu_backgammon() {
        // What GNU Backgammon printed for made-up matches.
        assert!((checker_rating_loss(0.08, 7) - 995.6).abs() < 0.05);
        assert!((checker_rating_loss(0.08, 25) - 785.5).abs() < 0.05);
        assert!((cube_rating_loss(1.0, 5) - 759.2).abs() < 0.05);
        let difference = |chance, length| rating_difference(chance, length).expect("a chance");
        assert!((difference(0.5424, 7) - 55.85).abs() < 0.1 && (difference(0.9, 1) - 1908.48).abs() < 0.1);
        assert!((difference(0.0335, 1) + 2100.0).abs() < 1e-9);
        assert_eq!([1.0, -0.1, f64::NAN].map(|chance| rating_difference(chance, 5)), [None; 3]);
        assert_eq!(rating_difference(0.7, 0), rating_difference(0.7, 1));
        assert!(checker_rating_loss(0.01, 0).is_finite() && cube_rating_loss(0.01, 0).is_finite());
    }

    #[test]
    fn words_change_where_it_changes_them() {
        let words = [0.0019, 0.0021, 0.0051, 0.0081, 0.0121, 0.0181, 0.0261, 0.0351].map(rating_words);
        assert_eq!(
            words,
            [
                "Supernatural",
                "World class",
                "Expert",
                "Advanced",
                "Intermediate",
                "Casual player",
                "Beginner",
                "Awful!"
            ]
        );
        let words = [0.061, 0.059, 0.0305, 0.0295, -0.0295, -0.0305, -0.061].map(luck_words);
        assert_eq!(
            words,
            [
                "Go to Las Vegas",
                "Good dice, man!",
                "Good dice, man!",
                "None",
                "None",
                "Bad dice, man!",
                "Go to bed"
            ]
        );
    }
}
