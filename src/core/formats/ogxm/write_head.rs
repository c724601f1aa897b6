//! Writing `MTCH`: the headers that have a field, and the facts of the match.

use super::UNKNOWN;
use super::bytes::Optional;
use super::game::noted;
use super::head::{
    CITY, COMPLETED, COUNTRY, EVENT, KINDS, MORE, PRECISION, PROFILE, RACCOON, RATED, RESULT, SCORE, SEAT,
    SEATS, SOURCE, SOURCES, STAGE, STARTED, TABLE, URL, VARIANTS, YEAR, date, instant_of, milliseconds,
};
use crate::board::{BySide, Side};
use crate::formats::inventory::{taken_headers, value_of};
use crate::game::record::{Header, headers};
use crate::game::{MAX_CUBE, Replayed};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The headers to be written, each once.
pub(super) struct Kept(pub(super) Vec<Header>);

impl Kept {
    /// Returns the headers of a record that have a field, with a value that it can contain.
    pub(super) fn of(replayed: &Replayed) -> Self {
        Self(taken_headers(replayed, |header, all| {
            let value = |key: &str| value_of(all, key).map(str::to_owned);
            fits(&header.key.value, header.value.value.trim(), &value)
        }))
    }

    /// Leaves out a final score that isn't the score after the games that are written.
    pub(super) fn only_final(&mut self, points: BySide<u32>) {
        let is_other = self.value(SCORE).and_then(score) != Some(points.0.map(u64::from));
        self.0.retain(|header| !(is_other && header.key.value.eq_ignore_ascii_case(SCORE)));
    }

    /// Returns the value of a header that is written.
    pub(super) fn value(&self, key: &str) -> Option<&str> {
        value_of(&self.0, key)
    }
}

/// Returns the number of a word of a list, or a number beyond them as it is read.
fn word_number(text: &str, words: &[&str]) -> Option<u64> {
    let known = words.iter().position(|word| *word == text).map(|at| at as u64);
    known.or_else(|| {
        canonical(text).filter(|number| *number >= words.len() as u64 && u32::try_from(*number).is_ok())
    })
}

/// Reads a number in its shortest form.
fn canonical(text: &str) -> Option<u64> {
    text.parse::<u64>().ok().filter(|number| number.to_string() == text)
}

/// Returns a rating in hundredths, if it is a number that has no smaller part.
fn hundredths(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let is_number = fraction.bytes().all(|byte| byte.is_ascii_digit()) && !text.ends_with('.');
    let fraction = fraction.trim_end_matches('0');
    if !is_number || fraction.len() > 2 {
        return None;
    }
    let fraction = format!("{fraction:0<2}").parse::<u64>().ok()?;
    let hundredths = canonical(whole)?.checked_mul(100)?.checked_add(fraction)?;
    u32::try_from(hundredths).is_ok().then_some(hundredths)
}

/// Returns `true` if a text is a host name, like the platform's.
fn is_host(text: &str) -> bool {
    text.len() <= 253
        && text.contains('.')
        && text.split('.').all(|part| {
            !part.is_empty()
                && !part.starts_with('-')
                && !part.ends_with('-')
                && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        })
}

fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Returns `true` if a text names a rating system. `unknown` is written for none.
fn is_system(text: &str) -> bool {
    let is_plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    (1..=32).contains(&text.len()) && text.bytes().all(is_plain) && text != UNKNOWN
}

/// Returns the instant at which a match started, in milliseconds, from the values of its headers.
fn started(value: &dyn Fn(&str) -> Option<String>) -> Option<u64> {
    if let Some(started) = value(STARTED) {
        return instant_of(&started);
    }
    let (date, time) = (value(headers::DATE)?, value(headers::TIME));
    time.and_then(|time| milliseconds(&date, &time)).or_else(|| milliseconds(&date, "00:00"))
}

/// Returns `true` if an instant is the first one of its day (0), month (1) or year (2). Any is for other numbers.
fn is_precise(instant: u64, precision: u64) -> bool {
    let Some((date, time)) = date(instant) else { return precision > 2 };
    let is_midnight = time == "00:00:00" && instant.is_multiple_of(1000);
    match precision {
        0 => is_midnight,
        1 => is_midnight && date.ends_with(".01"),
        2 => is_midnight && date.ends_with(".01.01"),
        _ => true,
    }
}

/// Returns `true` if a header has a field, and its value can be written there. A file with a field without another one
/// that it needs is corrupt for libogxm.
fn fits(key: &str, text: &str, value: &dyn Fn(&str) -> Option<String>) -> bool {
    let is = |known: &str| key.eq_ignore_ascii_case(known);
    let is_line = !text.contains(char::is_control);
    let has = |key: &str| value(key).is_some_and(|text| fits(key, &text, value));
    match () {
        () if is(headers::SITE) => is_host(text),
        () if is(headers::MATCH_ID) => {
            let is_plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.' | b'_');
            text.bytes().all(is_plain) && text.len() <= 64 && has(headers::SITE)
        }
        () if is(URL) => {
            text.starts_with("https://") && text.len() <= 512 && text.bytes().all(|b| b.is_ascii_graphic())
        }
        () if is(headers::EVENT) || is(STAGE) || is(TABLE) || is(CITY) => {
            let most = EVENT.iter().find(|(_, known, _)| is(known)).and_then(|(.., most)| *most);
            is_line && most.is_some_and(|most| text.len() <= most)
        }
        () if is(headers::ROUND) => canonical(text).is_some_and(|round| (1..=99).contains(&round)),
        () if is(YEAR) => {
            canonical(text).is_some_and(|year| (1..=9999).contains(&year)) && has(headers::EVENT)
        }
        () if is(headers::DATE) => value(STARTED).is_none() && milliseconds(text, "00:00").is_some(),
        () if is(headers::TIME) => {
            value(STARTED).is_none()
                && value(headers::DATE).is_some_and(|date| milliseconds(&date, text).is_some())
        }
        () if is(STARTED) || is(COMPLETED) => instant_of(text).is_some(),
        () if is(PRECISION) => canonical(text)
            .filter(|number| u32::try_from(*number).is_ok())
            .is_some_and(|number| started(value).is_some_and(|instant| is_precise(instant, number))),
        () if is(COUNTRY) => is_country(text),
        () if is(SEAT) => word_number(text, &SEATS).is_some(),
        () if is(SOURCE) => word_number(text, &SOURCES).is_some(),
        () if is(RATED) || is(RACCOON) => text == "On",
        () if is(MORE) => more(text).is_some(),
        () if is(RESULT) => canonical(text).is_some_and(|number| (1..=3).contains(&number)),
        () if is(SCORE) => score(text).is_some(),
        () => PROFILE.iter().enumerate().any(|(bit, keys)| {
            let Some(side) = keys.iter().position(|known| is(known)) else { return false };
            match bit {
                0 => is_line && text.len() <= 64 && has(headers::SITE),
                1 => hundredths(text).is_some(),
                2 => is_system(text) && has(headers::ELO[side]),
                3 => is_country(text),
                _ => word_number(text, &KINDS).is_some(),
            }
        }),
    }
}

/// Reads a score, `5-3`.
fn score(text: &str) -> Option<[u64; 2]> {
    let (white, black) = text.split_once('-')?;
    Some([canonical(white)?, canonical(black)?])
}

/// Reads the fields of a newer version, as kept.
fn more(text: &str) -> Option<(u64, Vec<u8>)> {
    let (mask, bytes) = text.split_once(' ').unwrap_or((text, ""));
    let mask = u64::from_str_radix(mask, 16).ok().filter(|mask| mask.leading_zeros() >= 26)?;
    Some((mask, STANDARD.decode(bytes).ok()?))
}

/// Writes the section. Players without names of their own are written without names.
pub(super) fn write(
    replayed: &Replayed,
    kept: &Kept,
    names: &BySide<String>,
    start: BySide<u32>,
    has_raccoons: bool,
) -> Vec<u8> {
    let rules = &replayed.rules;
    let mut fields = Optional::default();
    fields.out.varint(u64::from(rules.length));
    let variant = VARIANTS.iter().position(|variant| *variant == rules.variant).unwrap_or(0);
    fields.out.varint(variant as u64);
    for side in Side::ALL {
        if !names[side].is_empty() {
            fields.text(side.index() as u32, &names[side]);
        }
    }
    let raccoons = kept.value(RACCOON).is_some() || has_raccoons;
    let said = |key: &str| replayed.record.header(key).is_some_and(|header| header.value.value == "On");
    let is_money = rules.is_money();
    // A file may state rules that don't apply to its match.
    let bits = [
        if rules.length <= 1 { said(headers::CRAWFORD) } else { rules.crawford },
        if is_money { rules.jacoby } else { said(headers::JACOBY) },
        if is_money { rules.beavers > 0 } else { said(headers::BEAVER) },
        raccoons,
        rules.automatic_doubles == u8::MAX || !is_money && said(headers::AUTOMATIC_DOUBLES),
    ];
    let bits = bits.iter().rev().fold(0, |bits, bit| bits << 1 | u64::from(*bit));
    let says_none = replayed.record.games.first().is_some_and(|game| noted(game, "rules").is_some());
    if bits != 0 || says_none {
        fields.number(2, bits);
    }
    if is_limit(rules.cube_limit) {
        fields.number(3, u64::from(rules.cube_limit));
    }
    if start != BySide::default() {
        fields.set(4, |out| start.0.iter().for_each(|points| out.varint(u64::from(*points))));
    }
    if let Some(points) = kept.value(SCORE).and_then(score) {
        fields.set(5, |out| points.iter().for_each(|points| out.varint(*points)));
    }
    fields.maybe(6, kept.value(RESULT).and_then(canonical));
    fields.maybe(7, kept.value(SOURCE).and_then(|text| word_number(text, &SOURCES)));
    fields.maybe(8, started(&|key| kept.value(key).map(str::to_owned)));
    fields.maybe(9, kept.value(COMPLETED).and_then(instant_of));
    fields.maybe(10, kept.value(SEAT).and_then(|text| word_number(text, &SEATS)));
    if is_after_crawford(replayed) {
        fields.flag(11);
    }
    // The day may be known without the time.
    let is_day = kept.value(headers::DATE).is_some() && kept.value(headers::TIME).is_none();
    for (bit, key, most) in EVENT {
        match kept.value(key) {
            Some(text) if most.is_some() => fields.text(bit, text),
            None if key == PRECISION && is_day => fields.number(bit, 0),
            value => fields.maybe(bit, value.and_then(canonical)),
        }
    }
    for side in Side::ALL {
        profile(&mut fields, kept, side);
    }
    if kept.value(RATED).is_some() {
        fields.flag(25);
    }
    if let Some((mask, bytes)) = kept.value(MORE).and_then(more) {
        fields.mask |= mask << 26;
        fields.out.0.extend_from_slice(&bytes);
    }
    fields.record()
}

fn profile(fields: &mut Optional, kept: &Kept, side: Side) {
    let mut profile = Optional::default();
    for (bit, keys) in (0..).zip(PROFILE) {
        // A rating needs its system.
        let is_bare = bit == 2 && kept.value(headers::ELO[side.index()]).is_some();
        let Some(text) = kept.value(keys[side.index()]).or(is_bare.then_some(UNKNOWN)) else { continue };
        match bit {
            1 => profile.number(bit, hundredths(text).unwrap_or(0)),
            4 => profile.number(bit, word_number(text, &KINDS).unwrap_or(0)),
            _ => profile.text(bit, text),
        }
    }
    if profile.mask != 0 {
        fields.bytes(23 + side.index() as u32, profile.record());
    }
}

/// Returns `true` if a limit of the cube can be written.
const fn is_limit(limit: u32) -> bool {
    limit != MAX_CUBE && limit.is_power_of_two() && limit > 1
}

/// Returns `true` if the first game with a player 1-away at its start isn't the Crawford game, although there is one.
fn is_after_crawford(replayed: &Replayed) -> bool {
    let rules = &replayed.rules;
    let is_away =
        |score: &crate::game::Score| score.away(Side::Zero, rules) == 1 || score.away(Side::One, rules) == 1;
    let first = replayed.games.iter().find(|game| is_away(&game.before));
    rules.crawford && rules.length > 1 && first.is_some_and(|game| !game.is_crawford)
}

#[cfg(test)]
mod tests {
    use super::{hundredths, is_precise};

    #[test]
    fn a_rating_has_at_most_hundredths() {
        let all = ["1500", "1500.0", "1500.50", "1500.05", "1500.050"].map(hundredths);
        assert_eq!(all, [Some(150_000), Some(150_000), Some(150_050), Some(150_005), Some(150_005)]);
        let odd = ["", "1500.", ".5", "1500.005", "-3", "01500", "1500.x", "1500/20"];
        let large = ["99999999", "184467440737095517", "18446744073709551615"];
        for text in odd.into_iter().chain(large) {
            assert_eq!(hundredths(text), None, "{text}");
        }
    }

    #[test]
    fn a_precision_is_that_of_its_instant() {
        // 1970-01-01, 1970-01-02, 1970-02-01, each at midnight.
        let days = [0, 86_400_000, 31 * 86_400_000];
        let all = days.map(|instant| [0, 1, 2, 3].map(|precision| is_precise(instant, precision)));
        assert_eq!(all[0], [true; 4]);
        assert_eq!(all[1], [true, false, false, true]);
        assert_eq!(all[2], [true, true, false, true]);
        assert_eq!([0, 3].map(|precision| is_precise(1, precision)), [false, true]);
    }
}
