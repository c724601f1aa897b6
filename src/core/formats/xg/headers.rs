//! The head of the match: converting its block to headers.

use super::fields::{Fields, one_line};
use super::leftover;
use crate::board::BySide;
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::game::record::{Header, MatchRecord, PlayerScore, Spanned, headers};
use crate::math::calendar;
use crate::rules::Variant;

/// The facts in the head of the match that the rest of the reader needs.
pub(super) struct MatchHead {
    /// The version of the file; later versions have more fields.
    pub(super) version: i32,
    /// The variation, if it is known.
    pub(super) variant: Option<Variant>,
    /// The names of the players, without scores.
    pub(super) players: BySide<PlayerScore>,
}

/// The variations by their numbers, with the names that their headers have.
pub(super) const VARIATIONS: [(&str, Variant); 4] = [
    ("Backgammon", Variant::Standard),
    ("Nackgammon", Variant::Nackgammon),
    ("Hypergammon", Variant::Hypergammon3),
    ("Longgammon", Variant::Longgammon),
];

/// The length used for a money session.
pub(super) const UNLIMITED: i32 = 99_999;

/// The servers by their numbers.
pub(super) const SITES: [&str; 16] = [
    "GammonSite",
    "FIBS",
    "TrueMoneyGames",
    "GridGammon",
    "DailyGammon",
    "NetGammon",
    "VOG",
    "Gammon Empire/Play65",
    "Club Games",
    "PartyGammon",
    "XcitingGames",
    "BGRoom",
    "DiceArena",
    "Safe Harbor Games",
    "GameAccount",
    "XG Mobile",
];

/// The header for the number of a server, if the place isn't its name.
pub(super) const SITE_ID: &str = "xg:SiteId";

/// Returns the name of a server.
pub(super) fn site(number: i32) -> Option<String> {
    let number = usize::try_from(number).ok()?;
    Some(SITES.get(number).map_or_else(|| format!("site {number}"), |name| (*name).to_owned()))
}

/// Reads the head of the match.
pub(super) fn read(block: Fields<'_>, record: &mut MatchRecord, findings: &mut Findings) -> MatchHead {
    let version = block.i32(552);
    if block.array::<4>(556) != *b"DMLI" {
        let label = "expected `DMLI`";
        findings.report(Code::RecordSyntax, block.span(556, 4), "the head of the match has no mark", label);
    }
    // The later fields are in Unicode, the older ones in one code page.
    let written = |wide: usize, short: usize, capacity: usize| {
        let late = if version >= 24 { block.wide(wide, 129) } else { String::new() };
        if late.trim().is_empty() {
            (block.short(short, capacity), block.span(short, capacity + 1))
        } else {
            (late, block.span(wide, 258))
        }
    };
    let text = |wide: usize, short: usize, capacity: usize| {
        let (text, span) = written(wide, short, capacity);
        (one_line(&text), span)
    };
    let mut add = |key: &str, (value, span): (String, Span)| {
        if !value.is_empty() {
            record.headers.push(Header::new(key, value, span));
        }
    };
    let location = text(1396, 283, 128);
    let server =
        site(block.i32(608)).filter(|name| *name != location.0).map(|name| (name, block.span(608, 4)));
    if location.0.is_empty() {
        add(headers::SITE, server.unwrap_or_default());
    } else {
        add(headers::SITE, location);
        add(SITE_ID, server.unwrap_or_default());
    }
    if block.i32(268) != 0 {
        add(headers::MATCH_ID, (block.i32(268).to_string(), block.span(268, 4)));
    }
    add(headers::EVENT, text(622, 136, 128));
    add(headers::ROUND, text(1654, 417, 128));
    for (side, key) in headers::ELO.into_iter().enumerate() {
        let (elo, experience) = (block.f64(104 + 8 * side), block.i32(120 + 4 * side));
        if elo > 0.0 {
            add(key, (format!("{elo:.2}/{experience}"), block.span(104 + 8 * side, 8)));
        }
    }
    if let Some((date, time)) = date(block.f64(128)) {
        add(headers::DATE, (date, block.span(128, 8)));
        add(headers::TIME, (time.unwrap_or_default(), block.span(128, 8)));
    }
    if version >= 30 {
        add(headers::TRANSCRIBER, (one_line(&block.wide(1960, 129)), block.span(1960, 258)));
    }
    let variation = block.i32(96);
    let known = usize::try_from(variation).ok().and_then(|number| VARIATIONS.get(number));
    let name = known.map_or_else(|| format!("xg:{variation}"), |(name, _)| (*name).to_owned());
    let variant = known.map(|(_, variant)| *variant);
    add(headers::VARIATION, (name, block.span(96, 4)));
    let switch = |at: usize| (if block.flag(at) { "On" } else { "Off" }.to_owned(), block.span(at, 1));
    add(headers::CRAWFORD, switch(100));
    add(headers::JACOBY, switch(101));
    add(headers::BEAVER, switch(102));
    let most = block.i32(616);
    let automatic = if block.flag(103) && most > 0 && version >= 8 {
        (u8::try_from(most).map_or_else(|_| most.to_string(), headers::limit), block.span(616, 4))
    } else {
        switch(103)
    };
    add(headers::AUTOMATIC_DOUBLES, automatic);
    match block.i32(612) {
        // No limit by the user: the program's own maximum.
        10 if version >= 8 => {}
        log2 @ 1..=15 if version >= 8 => {
            add(headers::CUBE_LIMIT, ((1u32 << log2).to_string(), block.span(612, 4)));
        }
        0 => {}
        other if version >= 8 => {
            let (span, label) = (block.span(612, 4), format!("{other}; 1 to 15 are powers of two"));
            findings.report(Code::RecordValue, span, "the limit of the cube is impossible", label);
        }
        _ => {}
    }
    if version >= 25 && block.i32(1912) != 0 {
        add(headers::CLOCK, (clock(block), block.span(1912, 32)));
    }
    let players = BySide([(880, 9), (1138, 50)].map(|(wide, short)| {
        let (name, span) = written(wide, short, 40);
        let mut name = Spanned::new(name, span);
        findings.check_name(&name);
        name.value = one_line(&name.value);
        PlayerScore { name, rating: None, score: None }
    }));
    leftover::headers(block, leftover::MATCH, version, record);
    record.length = length(block, findings);
    MatchHead { version, variant, players }
}

fn length(block: Fields<'_>, findings: &mut Findings) -> Option<Spanned<u32>> {
    let (length, span) = (block.i32(92), block.span(92, 4));
    match length {
        UNLIMITED => Some(Spanned::new(0, span)),
        0..=32_767 => Some(Spanned::new(length as u32, span)),
        _ => {
            let label = format!("{length}; 1 to 32767, or {UNLIMITED} for a money session");
            findings.report(Code::RecordValue, span, "the match length is impossible", label);
            None
        }
    }
}

/// Returns the clock's settings, in words.
fn clock(block: Fields<'_>) -> String {
    let kind = match block.i32(1912) {
        1 => "Fischer".to_owned(),
        2 => "Bronstein".to_owned(),
        other => format!("type {other}"),
    };
    let per = if block.flag(1916) { "game" } else { "match" };
    format!(
        "{kind}, per {per}, {} s, {} s a move, penalty {}, left {} s and {} s, penalty for money {}",
        block.i32(1920),
        block.i32(1924),
        block.i32(1928),
        block.i32(1932),
        block.i32(1936),
        block.i32(1940),
    )
}

/// The days from 1899-12-30 to 1970-01-01.
const SINCE_1899: i64 = 25_569;

/// Returns the date for days since 1899-12-30, with the time of day as the fraction. `None` for that day itself. A
/// whole day has no time.
fn date(days: f64) -> Option<(String, Option<String>)> {
    if !(1.0..2_958_466.0).contains(&days) {
        return None;
    }
    let (date, time) = calendar::utc((days * 86_400.0).round() as i64 - SINCE_1899 * 86_400)?;
    // Seconds that are 0 are left out.
    let time = (days.fract() > 0.0).then(|| time.strip_suffix(":00").unwrap_or(&time).to_owned());
    Some((date, time))
}

/// Returns the days to a date, and the time of day in any form, if both will be read again.
pub(super) fn days(day: &str, time: Option<&str>) -> Option<f64> {
    let whole = calendar::days_of(day)? + SINCE_1899;
    let seconds = match time {
        Some(time) => Some(calendar::seconds(time)?),
        None => None,
    };
    let days = whole as f64 + f64::from(seconds.unwrap_or(0)) / 86_400.0;
    let (day_again, time_again) = date(days)?;
    let again = time_again.and_then(|time| calendar::seconds(&time));
    (day_again == day && again == seconds).then_some(days)
}

#[cfg(test)]
mod tests {
    use super::{date, days};

    #[test]
    fn days_are_counted_from_1899() {
        let told = |days: f64| date(days).map(|(date, time)| [date, time.unwrap_or_default()].join(" "));
        assert_eq!(told(45_256.395_833_333_33).as_deref(), Some("2023.11.26 09:30"));
        assert_eq!(told(36_585.0).as_deref(), Some("2000.02.29 "));
        assert_eq!(told(25_569.000_011_574_07).as_deref(), Some("1970.01.01 00:00:01"));
        assert_eq!([told(0.0), told(f64::NAN), told(1e300)], [None, None, None]);
    }

    #[test]
    fn a_date_is_counted_only_if_it_is_read_again() {
        let read = |day, time| days(day, time).and_then(date);
        for (day, time) in
            [("2026.11.21", Some("14:30")), ("2000.02.29", None), ("1970.01.01", Some("00:00:01"))]
        {
            assert_eq!(read(day, time), Some((day.to_owned(), time.map(str::to_owned))));
        }
        for (day, time) in
            [("2026.02.30", None), ("2026-11-21", None), ("21 May", None), ("2026.11.21", Some("25:00"))]
        {
            assert_eq!(read(day, time), None, "{day}");
        }
        assert_eq!(days("2026.11.21", Some("00:00")), None);
        let forms = ["09:30", "09.30", "9:30", "09:30:00"].map(|time| days("2026.11.21", Some(time)));
        assert!(forms.iter().all(|form| form.is_some() && *form == forms[0]), "{forms:?}");
    }
}
