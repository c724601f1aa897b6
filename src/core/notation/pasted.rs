//! The end of an ID or a board line in a pasted text, where punctuation, tags and other words may follow; text from the
//! address of a page.

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

/// Splits a text after the FIBS board line at its beginning, which has `colons` colons.
///
/// The names in a line may contain anything but colons, so only its last number shows its end: that ends at punctuation, a
/// blank or a tag. A line with fewer or more fields stays whole.
pub(super) fn split_line(text: &str, colons: usize) -> (&str, &str) {
    let Some((colon, _)) = text.match_indices(':').nth(colons - 1) else { return (text, "") };
    let last = text[colon + 1..].trim_start();
    let number = last.strip_prefix('-').unwrap_or(last);
    let after = number.find(|c: char| !c.is_alphanumeric()).map_or("", |end| &number[end..]);
    if after.starts_with(':') { (text, "") } else { text.split_at(text.len() - after.len()) }
}

/// Returns the words after an ID, without tags and punctuation before them, if there are any. A bracket or quotation mark
/// before the first word stays if it is closed after it.
pub(super) fn words(after: &str) -> Option<&str> {
    let mut rest = after.trim_end();
    loop {
        let inner = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && c != '<');
        if let Some(tag) = inner.strip_prefix('<') {
            rest = tag.split_once('>').map_or("", |(_, after)| after);
        } else {
            let marks = &rest[..rest.len() - inner.len()];
            let is_closed =
                |open: &char| PAIRS.iter().any(|(mark, close)| mark == open && inner.contains(*close));
            let opened = marks.chars().next_back().filter(is_closed).map_or(0, char::len_utf8);
            return (!inner.is_empty()).then_some(&rest[marks.len() - opened..]);
        }
    }
}

/// Decodes a text in which the signs of an ID are percent-encoded, as in the address of a page; returns `None` for any other
/// text.
pub(super) fn unescaped(text: &str) -> Option<String> {
    const SIGNS: [&str; 4] = ["%3A", "%3D", "%2F", "%2B"];
    let is_sign = |at: usize| {
        text.get(at..at + 3).is_some_and(|escape| SIGNS.iter().any(|sign| escape.eq_ignore_ascii_case(sign)))
    };
    if !text.match_indices('%').any(|(at, _)| is_sign(at)) {
        return None;
    }
    let hex = |byte: u8| char::from(byte).to_digit(16);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match after {
            [high, low, ..] if *first == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        bytes.push(code.map_or(*first, |(high, low)| (high * 16 + low) as u8));
        rest = if code.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}

/// Brackets and quotation marks, each with the one that closes it.
const PAIRS: [(char, char); 8] = [
    ('(', ')'),
    ('[', ']'),
    ('{', '}'),
    ('\u{ab}', '\u{bb}'),
    ('\u{201c}', '\u{201d}'),
    ('\u{201e}', '\u{201c}'),
    ('\u{2018}', '\u{2019}'),
    ('\u{201a}', '\u{2018}'),
];

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
    fn a_board_line_ends_after_its_last_number() {
        for after in ["", ",", ".", ")", "), what", " what: you", "<br>", "\u{201d}", "; ", "\""] {
            for number in ["0", "-1", " 1"] {
                let line = format!("board:Ann Smith:Bob (2):{number}");
                let text = format!("{line}{after}");
                assert_eq!(split_line(&text, 3), (line.as_str(), after), "{text}");
            }
        }
        // A field too many, one too few, and a number that is none.
        for text in ["board:Ann:Bob:0:1, what", "board:Ann:Bob, what", "board:Ann:Bob:0x"] {
            assert_eq!(split_line(text, 3), (text, ""));
        }
    }

    #[test]
    fn only_a_text_with_the_escapes_of_an_id_is_decoded() {
        for (text, plain) in [
            ("XGID%3D-b%3a0", "XGID=-b:0"),
            ("4HPwATDgc%2FABMA%3AcAlqAAAAAAAE", "4HPwATDgc/ABMA:cAlqAAAAAAAE"),
            ("board%3AAnn%20%C3%A9%3ABob", "board:Ann \u{e9}:Bob"),
            ("100%3A% %zz%", "100:% %zz%"),
        ] {
            assert_eq!(unescaped(text).as_deref(), Some(plain));
        }
        // No sign of an ID, and bytes that are no text.
        for text in ["", "100%", "Ann%20Bob", "%3", "a%3A%FF"] {
            assert_eq!(unescaped(text), None, "{text}");
        }
    }

    #[test]
    fn a_bracket_before_words_stays_if_it_is_closed() {
        for (after, found) in [
            (" (what?)", "(what?)"),
            (", see [1] and (2)", "see [1] and (2)"),
            (" [1]", "[1]"),
            (") (what? (I asked", "what? (I asked"),
            ("\u{201c} \u{201e}was?\u{201c}", "\u{201e}was?\u{201c}"),
            (" \u{201c}what?\u{201d}</b>", "\u{201c}what?\u{201d}</b>"),
            (" () [] what", "what"),
            ("</b> (<i>what</i>)", "what</i>)"),
        ] {
            assert_eq!(words(after), Some(found), "{after}");
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
