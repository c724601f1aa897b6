//! The end of an ID in a pasted text, where punctuation, tags and other words may follow.

/// Splits a text after the ID at its beginning.
///
/// An ID ends at a blank, a tag or a quotation mark. A whole ID has `colons` colons, at least one, and only letters and
/// digits after the last, so it ends at punctuation too. An ID that is cut off only loses the punctuation at its end:
/// in its middle a wrong character is an error with its place.
pub(super) fn split(text: &str, colons: usize) -> (&str, &str) {
    let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '"' | '\u{feff}');
    let word = &text[..text.find(is_end).unwrap_or(text.len())];
    let is_mark = |c: char| !c.is_alphanumeric() && c != ':';
    let last = word.match_indices(':').nth(colons - 1).map_or(word.len(), |(at, _)| at + 1);
    // A minus before the last number isn't the end, so that an error shows the whole number.
    let sign = usize::from(word[last..].starts_with('-'));
    let end = word[last + sign..].find(is_mark).map_or(word.len(), |at| last + sign + at);
    let id = word[..end].trim_end_matches(|c: char| is_mark(c) && c != '-');
    text.split_at(id.len())
}

/// Returns the words after an ID, without tags and punctuation before them, if there are any.
pub(super) fn words(after: &str) -> Option<&str> {
    let mut rest = after;
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '<').trim_end();
        let Some(tag) = rest.strip_prefix('<') else { break };
        rest = tag.split_once('>').map_or("", |(_, after)| after);
    }
    (!rest.is_empty()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_whole_id_ends_at_punctuation() {
        for after in ["", ".", ", what", ") what", "`, is it `", "\u{2026} hm", "<br>", "/", "\">", "**, a"] {
            let text = format!("a:b:10{after}");
            assert_eq!(split(&text, 2), ("a:b:10", after), "{text}");
        }
    }

    #[test]
    fn a_minus_belongs_to_the_last_number() {
        assert_eq!(split("a:b:-1, what", 2), ("a:b:-1", ", what"));
        assert_eq!(split("a:b:1-2", 2), ("a:b:1", "-2"));
    }

    #[test]
    fn an_id_that_is_cut_off_keeps_its_wrong_characters() {
        for (text, id) in [("a,b:1)", "a,b:1"), ("a,b-", "a,b-"), ("a:3,1:2, what", "a:3,1:2"), ("...", "")] {
            assert_eq!(split(text, 3).0, id);
        }
    }

    #[test]
    fn tags_and_punctuation_are_no_words() {
        for (after, found) in [
            ("", None),
            (").</b>", None),
            ("<br", None),
            (", what? ", Some("what?")),
            ("</b> or <i>not</i>", Some("or <i>not</i>")),
        ] {
            assert_eq!(words(after), found, "{after}");
        }
    }
}
