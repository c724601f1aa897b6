//! Text after a play that is a note on it.

use crate::diag::distance;

/// The fewest letters of a note without brackets.
const LETTERS: usize = 3;
/// The words of actions, and of what is told about a game.
const ACTIONS: &str = "\
    double doubles redouble redoubles take takes drop drops pass passes accept accepts reject \
    rejects decline declines beaver beavers raccoon raccoons resign resigns concede concedes win \
    wins lose loses crawford";

/// Returns `true` for text that can only be a note on a play: words, text in brackets, or an equity.
pub(super) fn is_note(text: &str) -> bool {
    let inner = text.trim_matches(|c: char| "()[]{}\"\u{201C}\u{201D}".contains(c));
    let is_enclosed = inner.len() < text.len();
    let letters = inner.chars().filter(|c| c.is_alphabetic()).count();
    let has_digit = inner.contains(|c: char| c.is_ascii_digit());
    let is_equity = inner.contains(['.', ',']) && inner.replace(',', ".").parse::<f32>().is_ok();
    is_equity
        || letters >= LETTERS && (is_enclosed || !has_digit)
        || is_enclosed && !has_digit && !inner.is_empty()
}

/// Returns `true` if a note may also be an action, dice or a step: it has the word of one, perhaps with a slip.
pub(super) fn may_be_action(note: &str) -> bool {
    let is_action = |word: &str| {
        let word = word.to_lowercase();
        let is_known = ACTIONS.split(' ').any(|action| distance(&word, action) <= 1);
        !word.is_empty() && (is_known || word.parse::<f32>().is_ok())
    };
    let die = |c: char| ('1'..='6').contains(&c);
    let is_dice = |word: &str| {
        let digits: String = word.chars().filter(char::is_ascii_digit).collect();
        digits.len() == 2 && digits.chars().all(die) && !word.contains(['.', ','])
    };
    note.contains('/')
        || note.split_whitespace().any(is_dice)
        || note.split(|c: char| !c.is_alphabetic()).any(is_action)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_may_be_an_action_with_a_slip() {
        for note in [
            "Duobles",
            "Dorps",
            "(resigns)",
            "(drop)",
            "\"drop\"",
            "(bar/20)",
            "[Crawford]",
            "nan.",
            "(best 31)",
            "(he takes)",
        ] {
            assert!(is_note(note) && may_be_action(note), "{note}");
        }
        for note in ["(blunder)", "[-0.123]", "(?)", "-0.05", "forced", "very bad", "{a joker!}", "\"best\""]
        {
            assert!(is_note(note) && !may_be_action(note), "{note}");
        }
    }
}
