//! Plays in another spelling: words for the bar and for off, arrows, dates that a spreadsheet made of steps, other ways
//! to write how many checkers move.

/// Signs in place of the slash of a step.
const ARROWS: [&str; 7] = ["-->", "->", "=>", "\u{2013}>", "\u{2192}", "\u{21D2}", "\u{2794}"];
/// The beginnings of the names of months, as spreadsheets write them.
const MONTHS: [&[&str]; 12] = [
    &["jan", "gen", "ene", "ιαν"],
    &["feb", "fév", "fev", "φεβ"],
    &["mar", "mär", "mrz", "maa", "μαρ"],
    &["apr", "avr", "abr", "απρ"],
    &["may", "mai", "mag", "maj", "mei", "μαΐ"],
    &["jun", "jui", "giu", "ιουν"],
    &["jul", "juil", "lug", "ιουλ"],
    &["aug", "aoû", "ago", "αυγ"],
    &["sep", "set", "σεπ"],
    &["oct", "okt", "ott", "out", "οκτ"],
    &["nov", "νοέ"],
    &["dec", "dez", "dic", "déc", "des", "δεκ"],
];

/// The number of a date that is the place from which a checker moves.
#[derive(Clone, Copy)]
enum Origin {
    Day,
    Month,
}

/// Returns the texts that a play in another spelling may stand for: `9/3 9/6` for `9->3 9->6` and for `9-Mar 9-Jun`,
/// `bar/21` for `barra/21`, `5/off` for `5/raus`, `8/3(3)` for `8/3[3]`, `8/3 x3` and `3x8/3`. None if it has none.
pub(super) fn texts(text: &str) -> Vec<String> {
    let mut plain = text.to_owned();
    for arrow in ARROWS {
        if plain.contains(arrow) {
            plain = plain.split(arrow).map(str::trim).collect::<Vec<_>>().join("/");
        }
    }
    let plain = with_counts(&plain);
    let mut all: Vec<String> = Vec::new();
    for from in [Origin::Day, Origin::Month] {
        let words = plain.split(' ').map(|step| date(step, from).unwrap_or_else(|| in_places(step)));
        let other = words.collect::<Vec<_>>().join(" ");
        if other != text && !all.contains(&other) {
            all.push(other);
        }
    }
    all
}

/// Writes the number of checkers of each step in brackets after it.
fn with_counts(text: &str) -> String {
    let mut all: Vec<String> = Vec::new();
    let plain = text.replace(['[', '{'], "(").replace([']', '}'], ")");
    for step in plain.split_whitespace() {
        if let Some((count, step)) = step.split_once(is_times).filter(|(count, _)| is_count(count)) {
            all.push(format!("{step}({count})"));
            continue;
        }
        let (step, count) = match step.rsplit_once(is_times).filter(|(_, count)| is_count(count)) {
            Some((step, count)) => (step, format!("({count})")),
            None if step.starts_with('(') => ("", step.to_owned()),
            None => (step, String::new()),
        };
        match all.last_mut().filter(|_| step.is_empty()) {
            Some(last) => last.push_str(&count),
            None => all.push([step, &count].concat()),
        }
    }
    all.join(" ")
}

/// Returns `true` for a sign for "times".
const fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '\u{D7}')
}

/// Returns `true` for the number of checkers that make one step.
fn is_count(text: &str) -> bool {
    matches!(text, "2" | "3" | "4")
}

/// Returns a step with `bar` for a word before its first slash, and with `off` for one after a slash.
fn in_places(step: &str) -> String {
    let is_word = |place: &str| place.chars().count() > 1 && place.chars().all(char::is_alphabetic);
    let of_place = |(at, place): (usize, &str)| {
        let end = place.find(['*', '(']).unwrap_or(place.len());
        let (word, marks) = place.split_at(end);
        let known = if at == 0 { "bar" } else { "off" };
        if is_word(word) { [known, marks].concat() } else { place.to_owned() }
    };
    if !step.contains('/') {
        return step.to_owned();
    }
    step.split('/').enumerate().map(of_place).collect::<Vec<_>>().join("/")
}

/// Returns the step of which a spreadsheet made a date: `9-Mar`, `09.Mär`, `Mar-09`, `09.03.2026`. `None` if a text isn't
/// a date.
fn date(step: &str, from: Origin) -> Option<String> {
    let parts: Vec<&str> = step.split(['-', '.', '/']).filter(|part| !part.is_empty()).collect();
    let number = |part: &str| part.parse::<u8>().ok().filter(|number| (1..=24).contains(number));
    let month = |part: &str| {
        let name = part.to_lowercase();
        let is_name = |names: &&[&str]| names.iter().any(|begin| name.starts_with(begin));
        MONTHS.iter().rposition(is_name).map(|at| at as u8 + 1)
    };
    let (day, month) = match parts[..] {
        [a, b] if !step.contains('/') => {
            let of = |day: &str, name: &str| number(day).zip(month(name));
            of(a, b).or_else(|| of(b, a))?
        }
        [a, b, year] if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit()) => {
            (number(a)?, number(b)?)
        }
        _ => return None,
    };
    Some(match from {
        Origin::Day => format!("{day}/{month}"),
        Origin::Month => format!("{month}/{day}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_play_in_another_spelling_is_read() {
        for (text, expected) in [
            ("9->3 9->6", "9/3 9/6"),
            ("9 -> 3", "9/3"),
            ("barra/21 21/15", "bar/21 21/15"),
            ("\u{3BC}\u{3C0}\u{3AC}\u{3C1}\u{3B1}/21*", "bar/21*"),
            ("5/raus 5/2", "5/off 5/2"),
            ("5/out(2)", "5/off(2)"),
            ("8/3[3] 6/1", "8/3(3) 6/1"),
            ("8/3 x3 6/1", "8/3(3) 6/1"),
            ("8/3x3 6/1", "8/3(3) 6/1"),
            ("3x8/3 6/1", "8/3(3) 6/1"),
        ] {
            assert_eq!(texts(text), [expected], "{text}");
        }
        for text in ["8/5 6/5", "8/5(2)", "x", "B/21", "bar/21 6/off"] {
            assert!(texts(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn a_step_may_be_the_day_or_the_month_of_a_date() {
        for text in ["9-Mar 9-Jun", "09.M\u{E4}r 09.Jun", "09.03.2026 09.06.2026"] {
            assert_eq!(texts(text), ["9/3 9/6", "3/9 6/9"], "{text}");
        }
        assert_eq!(texts("Mar-09 13/8"), ["9/3 13/8", "3/9 13/8"]);
        assert_eq!(texts("7-juil"), ["7/7"]);
    }
}
