//! The fixes of damage in .mat records: characters that a scanner or a hand has changed, and games and lines that are
//! lost or in each other's place.

use super::fixes::{GIVEN_UP, PASSED, PASSED_BY_ANN, fixes, games, none_safe};
use barpoint::diag::Code;

#[test]
fn a_last_score_that_a_lost_game_explains_is_not_changed_as_a_safe_fix() {
    // The game before the last one is lost, and the last one is numbered anew.
    let text = |last: [u32; 2]| games(9, &[([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), (last, GIVEN_UP)]);
    for last in [[2, 1], [3, 1], [4, 1], [7, 1], [1, 2], [1, 5]] {
        let findings = none_safe(&text(last));
        assert_eq!(findings.iter().map(|it| it.code).collect::<Vec<_>>(), [Code::ScoreContradiction]);
        assert_eq!(findings[0].fixes.len(), 1, "{last:?}");
    }
    // Only the written score ends the match.
    none_safe(&text([8, 1]));
    // No game is worth five points.
    let expected = ["safe: write 1 for the score 6 of Ann"];
    assert_eq!(fixes(&text([6, 1]), Code::ScoreContradiction), expected);
    // A later score confirms the other one.
    let later = [([0, 0], PASSED), ([1, 0], PASSED_BY_ANN), ([2, 1], PASSED), ([2, 1], PASSED_BY_ANN)];
    let expected = ["safe: write 1 for the score 2 of Ann"];
    assert_eq!(fixes(&games(9, &later), Code::ScoreContradiction), expected);
}
