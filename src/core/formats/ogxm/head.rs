//! `MTCH`: the facts of the match.

use super::UNKNOWN;
use super::bytes::{Cursor, Fields, Problem};
use crate::board::{BySide, Side};
use crate::diag::{Code, Span};
use crate::formats::findings::Findings;
use crate::game::record::{Header, MatchRecord, Spanned, headers};
use crate::math::calendar;
use crate::rules::Variant;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// The facts in the head of the match that the games need.
#[derive(Clone, Debug, Default)]
pub(super) struct MatchHead {
    pub(super) names: BySide<Spanned<String>>,
    pub(super) start: BySide<u32>,
    pub(super) last: Option<BySide<u32>>,
    pub(super) is_after_crawford: bool,
    /// Whether a name was given.
    pub(super) is_named: bool,
    pub(super) place: Span,
    /// Whether the file states that no rules apply.
    pub(super) says_no_rules: bool,
}

/// The variants, by their numbers.
pub(super) const VARIANTS: [Variant; 4] =
    [Variant::Standard, Variant::Nackgammon, Variant::Hypergammon3, Variant::Longgammon];
/// The origins of a match, by their numbers.
pub(super) const SOURCES: [&str; 6] = ["play", "mat", "xg", "transcribed", "bgf", "sgf"];
/// The facts of the event: bit, name, size limit in bytes of a text; the others are numbers.
pub(super) const EVENT: [(u32, &str, Option<usize>); 11] = [
    (12, headers::EVENT, Some(120)),
    (13, YEAR, None),
    (14, PRECISION, None),
    (15, STAGE, Some(60)),
    (16, headers::ROUND, None),
    (17, TABLE, Some(24)),
    (18, CITY, Some(80)),
    (19, COUNTRY, Some(2)),
    (20, URL, Some(512)),
    (21, headers::SITE, Some(253)),
    (22, headers::MATCH_ID, Some(4096)),
];
pub(super) const STAGE: &str = "Stage";
pub(super) const TABLE: &str = "Table";
pub(super) const CITY: &str = "City";
pub(super) const URL: &str = "EventUrl";
pub(super) const YEAR: &str = "EventYear";
pub(super) const COUNTRY: &str = "Country";
pub(super) const STARTED: &str = "Started";
pub(super) const COMPLETED: &str = "Completed";
pub(super) const PRECISION: &str = "DatePrecision";
pub(super) const SEAT: &str = "Seat";
pub(super) const RATED: &str = "Rated";
pub(super) const RACCOON: &str = "Raccoon";
pub(super) const SOURCE: &str = "Source";
pub(super) const RESULT: &str = headers::MATCH_RESULT;
pub(super) const SCORE: &str = headers::FINAL_SCORE;
/// Fields of a newer version: their bits, and their bytes in base64.
pub(super) const MORE: &str = "ogxm:more";
/// The facts in a player's profile, by their bits.
pub(super) const PROFILE: [[&str; 2]; 5] = [
    ["Player 1 Id", "Player 2 Id"],
    headers::ELO,
    ["Player 1 RatingSystem", "Player 2 RatingSystem"],
    ["Player 1 Country", "Player 2 Country"],
    ["Player 1 Kind", "Player 2 Kind"],
];
pub(super) const SEATS: [&str; 2] = ["White", "Black"];
pub(super) const KINDS: [&str; 2] = ["human", "bot"];

/// Returns `true` if a header has one of the fields introduced in version 2.1.
pub(super) fn is_of_event(key: &str) -> bool {
    let is = |known: &str| key.eq_ignore_ascii_case(known);
    EVENT.iter().any(|(_, known, _)| is(known))
        || is(RATED)
        || is(MORE)
        || PROFILE.concat().into_iter().any(is)
}

/// Reads the section; stops with a finding where it can't be read.
pub(super) fn read(cursor: Cursor<'_>, record: &mut MatchRecord, findings: &mut Findings) -> MatchHead {
    let mut head =
        MatchHead { place: Span::new(cursor.at, cursor.at + cursor.left()), ..MatchHead::default() };
    let mut reader = Reader { record, findings, head: &mut head };
    if let Err(problem) = reader.read(cursor) {
        findings.report(problem.code, problem.span(), problem.what, "section MTCH");
    }
    head
}

struct Reader<'a> {
    record: &'a mut MatchRecord,
    findings: &'a mut Findings,
    head: &'a mut MatchHead,
}

impl Reader<'_> {
    fn header(&mut self, key: &str, value: impl Into<String>, at: usize, body: &Cursor<'_>) {
        self.record.headers.push(Header::new(key, value, Span::new(at, body.at)));
    }

    /// Reads a number, if the record has it, and keeps it in words as a header.
    fn fact(
        &mut self,
        fields: &mut Fields<'_>,
        bit: u32,
        key: &str,
        words: impl FnOnce(u32) -> String,
    ) -> Result<(), Problem> {
        let at = fields.body.at;
        if let Some(number) = fields.get(bit, Cursor::varint)? {
            self.header(key, words(number), at, &fields.body);
        }
        Ok(())
    }

    /// Reports a value that its field can't have.
    fn wrong(&mut self, at: usize, body: &Cursor<'_>, label: impl Into<String>) {
        let span = Span::new(at, body.at.max(at + 1));
        self.findings.report(Code::RecordValue, span, "a field has an invalid value", label);
    }

    fn read(&mut self, mut cursor: Cursor<'_>) -> Result<(), Problem> {
        let mut fields = cursor.record()?;
        let at = fields.body.at;
        let length = fields.body.varint()?;
        let length_place = Span::new(at, fields.body.at);
        if length > 32_767 {
            self.wrong(at, &fields.body, format!("section MTCH: a match to {length} points"));
        }
        self.record.length = Some(Spanned::new(length.min(32_767), length_place));
        let at = fields.body.at;
        let variant = fields.body.varint()?;
        match VARIANTS.get(variant as usize) {
            Some(Variant::Standard) => {}
            Some(variant) => self.header(headers::VARIATION, variant.to_string(), at, &fields.body),
            None => {
                self.wrong(at, &fields.body, format!("section MTCH: variant {variant}; 0 to 3 are known"));
            }
        }
        for side in Side::ALL {
            let at = fields.body.at;
            if let Some(name) = fields.get(side.index() as u32, |body| body.text(4096))? {
                self.head.names[side] = Spanned::new(name, Span::new(at, fields.body.at));
                self.findings.check_name(&self.head.names[side]);
                self.head.is_named = true;
            }
        }
        let at = fields.body.at;
        let rules = fields.get(2, Cursor::varint)?;
        self.head.says_no_rules = rules == Some(0);
        let rules = rules.unwrap_or(0);
        self.rules(rules, length, at, &fields.body);
        self.fact(&mut fields, 3, headers::CUBE_LIMIT, |limit| limit.to_string())?;
        let pair = |body: &mut Cursor<'_>| Ok(BySide([body.varint()?, body.varint()?]));
        self.head.start = fields.get(4, pair)?.unwrap_or_default();
        let at = fields.body.at;
        self.head.last = fields.get(5, pair)?;
        if let Some(BySide([white, black])) = self.head.last {
            self.header(SCORE, format!("{white}-{black}"), at, &fields.body);
        }
        self.fact(&mut fields, 6, RESULT, |result| result.to_string())?;
        self.fact(&mut fields, 7, SOURCE, |source| word(&SOURCES, source))?;
        self.times(&mut fields)?;
        self.fact(&mut fields, 10, SEAT, |seat| word(&SEATS, seat))?;
        self.head.is_after_crawford = fields.has(11);
        self.event(&mut fields)?;
        for side in Side::ALL {
            let at = fields.body.at;
            if let Some(profile) = fields.get(23 + side.index() as u32, Cursor::record)? {
                self.profile(profile, side, at)?;
            }
        }
        if fields.has(25) {
            self.header(RATED, "On", fields.at, &fields.body);
        }
        if fields.has_from(26) {
            let span = Span::new(fields.at, fields.at + 1);
            let label = "section MTCH: fields after the 25th aren't read";
            self.findings.report(Code::RecordUnknown, span, "fields of a newer version", label);
            let at = fields.body.at;
            let rest = fields.body.take(fields.body.left())?;
            let value = format!("{:x} {}", fields.mask() >> 26, STANDARD.encode(rest));
            self.header(MORE, value.trim_end(), at, &fields.body);
        }
        Ok(())
    }

    fn rules(&mut self, rules: u32, length: u32, at: usize, body: &Cursor<'_>) {
        let is = |bit: u32| rules >> bit & 1 == 1;
        let switch = |on: bool| if on { "On" } else { "Off" };
        if length > 1 || is(0) {
            self.header(headers::CRAWFORD, switch(is(0)), at, body);
        }
        for (bit, key) in [(1, headers::JACOBY), (2, headers::BEAVER)] {
            if length == 0 || is(bit) {
                self.header(key, switch(is(bit)), at, body);
            }
        }
        if is(3) {
            self.header(RACCOON, "On", at, body);
        }
        if is(4) {
            self.header(headers::AUTOMATIC_DOUBLES, "On", at, body);
        }
    }

    fn times(&mut self, fields: &mut Fields<'_>) -> Result<(), Problem> {
        let at = fields.body.at;
        if let Some(started) = fields.get(8, Cursor::varint64)? {
            if started % 1000 == 0
                && let Some((date, time)) = date(started)
            {
                self.header(headers::DATE, date, at, &fields.body);
                let time = short(&time);
                if !(fields.has(14) && time == "00:00") {
                    self.header(headers::TIME, time, at, &fields.body);
                }
            } else {
                self.header(STARTED, instant(started), at, &fields.body);
            }
        }
        let at = fields.body.at;
        if let Some(completed) = fields.get(9, Cursor::varint64)? {
            self.header(COMPLETED, instant(completed), at, &fields.body);
        }
        Ok(())
    }

    fn event(&mut self, fields: &mut Fields<'_>) -> Result<(), Problem> {
        for (bit, key, most) in EVENT {
            let at = fields.body.at;
            let value = match most {
                Some(most) => fields.get(bit, |body| body.text(most))?,
                None => fields.get(bit, Cursor::varint)?.map(|number| number.to_string()),
            };
            // A day without a time of day is marked as such.
            let is_day = key == PRECISION && value.as_deref() == Some("0");
            let is_said = is_day
                && self.record.header(headers::DATE).is_some()
                && self.record.header(headers::TIME).is_none();
            if let Some(value) = value.filter(|_| !is_said) {
                self.header(key, value, at, &fields.body);
            }
        }
        Ok(())
    }

    fn profile(&mut self, mut fields: Fields<'_>, side: Side, at: usize) -> Result<(), Problem> {
        let [id_key, rating_key, system_key, country_key, kind_key] = PROFILE.map(|keys| keys[side.index()]);
        if let Some(id) = fields.get(0, |body| body.text(4096))? {
            self.header(id_key, id, at, &fields.body);
        }
        if let Some(rating) = fields.get(1, Cursor::varint)? {
            let mut words = format!("{}.{:02}", rating / 100, rating % 100);
            words.truncate(words.trim_end_matches('0').trim_end_matches('.').len());
            self.header(rating_key, words, at, &fields.body);
        }
        if let Some(system) = fields.get(2, |body| body.text(4096))?.filter(|system| system != UNKNOWN) {
            self.header(system_key, system, at, &fields.body);
        }
        if let Some(country) = fields.get(3, |body| body.text(2))? {
            self.header(country_key, country, at, &fields.body);
        }
        if let Some(kind) = fields.get(4, Cursor::varint)? {
            self.header(kind_key, word(&KINDS, kind), at, &fields.body);
        }
        Ok(())
    }
}

/// Returns the word with a number in a list, or the number if there is none.
fn word(words: &[&str], number: u32) -> String {
    words.get(number as usize).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Returns the date and the time of day in UTC of an instant in milliseconds since 1970. `None` for years beyond 9999.
pub(super) fn date(instant: u64) -> Option<(String, String)> {
    calendar::utc((instant / 1000) as i64)
}

/// Leaves out seconds that are 0.
pub(super) fn short(time: &str) -> &str {
    time.strip_suffix(":00").unwrap_or(time)
}

/// Returns an instant in words: `2026-11-21T14:30:00.123Z`; beyond the year 9999 in milliseconds.
fn instant(milliseconds: u64) -> String {
    match date(milliseconds) {
        Some((date, time)) => format!("{}T{time}.{:03}Z", date.replace('.', "-"), milliseconds % 1000),
        None => milliseconds.to_string(),
    }
}

/// Reads a date and a time of day as milliseconds since 1970.
pub(super) fn milliseconds(date: &str, time: &str) -> Option<u64> {
    let days = u64::try_from(calendar::days_of(date)?).ok()?;
    let instant = (days * 86_400 + u64::from(calendar::seconds(time)?)) * 1000;
    // A date in another form doesn't come back.
    let (again, _) = self::date(instant)?;
    (again.replace('.', "-") == date.replace('.', "-")).then_some(instant)
}

/// Reads an instant in words.
pub(super) fn instant_of(text: &str) -> Option<u64> {
    let Some((date, time)) = text.strip_suffix('Z').and_then(|text| text.split_once('T')) else {
        return text.parse().ok();
    };
    let (time, fraction) = time.split_once('.')?;
    Some(milliseconds(date, time)? + fraction.parse::<u64>().ok().filter(|_| fraction.len() == 3)?)
}
