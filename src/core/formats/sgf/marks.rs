//! The marks of GNU Backgammon's `cmark` as its files have them: `MR[1 3 ]` on an analysed play, `CR[]` on a cube action.

use crate::game::record::{Notes, Property};

/// The property of a record with the numbers of marked candidates, each followed by a space.
pub const PLAYS: &str = "sgf:MR";
/// The empty property of a decision whose cube action is marked. With values it is SGF's own markup: circles.
pub const CUBE: &str = "sgf:CR";

/// The analysis of a play that can't be read: it is damaged, or in a notation that isn't known.
pub const UNREAD_PLAY: &str = "sgf:A";
/// The analysis of a cube decision that can't be read.
pub const UNREAD_CUBE: &str = "sgf:DA";

/// Returns the marked candidates, in rising order; `None` if the list isn't understood, as one of another program.
#[must_use]
pub fn plays(notes: &Notes) -> Option<Vec<usize>> {
    let Some(property) = notes.property(PLAYS) else { return Some(Vec::new()) };
    let [list] = property.values.value.as_slice() else { return None };
    let most = notes.play_analyses().next().map_or(0, |play| play.candidates.len());
    let number = |word: &str| word.parse().ok().filter(|number: &usize| (1..=most).contains(number));
    let mut marked: Vec<usize> = list.split_whitespace().map(number).collect::<Option<_>>()?;
    marked.sort_unstable();
    marked.dedup();
    Some(marked)
}

/// Returns `true` if the cube action is marked; `None` for circles of another program.
#[must_use]
pub fn cube(notes: &Notes) -> Option<bool> {
    notes.property(CUBE).map_or(Some(false), |property| is_of_cube(property).then_some(true))
}

/// Returns what a property marks, in words; `None` if it isn't a property of marks.
#[must_use]
pub fn words(property: &Property) -> Option<Vec<String>> {
    if is_of_cube(property) {
        return Some(vec!["the cube decision".to_owned()]);
    }
    let candidates = |list: &String| -> Vec<String> {
        list.split_whitespace().map(|number| format!("candidate {number}")).collect()
    };
    is_list(property).then(|| property.values.value.iter().flat_map(candidates).collect())
}

/// Returns `true` for the mark of a cube action.
fn is_of_cube(property: &Property) -> bool {
    property.key == CUBE && matches!(property.values.value.as_slice(), [value] if value.is_empty())
}

/// Returns `true` for a list of numbers of candidates.
#[must_use]
pub fn is_list(property: &Property) -> bool {
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    let is_numbers =
        matches!(property.values.value.as_slice(), [list] if list.split_whitespace().all(is_number));
    property.key == PLAYS && is_numbers
}

/// Empties the list of marked candidates: others take their numbers.
pub fn clear_plays(notes: &mut Notes) {
    for property in notes.properties.iter_mut().filter(|property| is_list(property)) {
        property.values.value = vec![String::new()];
    }
}
