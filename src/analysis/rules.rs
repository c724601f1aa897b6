//! The rules that a record is checked against: those that it states, and those that the caller
//! overrides.

use super::findings::{Findings, Knowledge};
use crate::diag::{Code, Diagnostic};
use crate::game::record::{Header, MatchRecord, headers};
use crate::game::{IllegalPlays, MAX_CUBE, Rules};
use crate::rules::Variant;

/// Rules from the caller; they take precedence over the record's.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct RulesOverride {
    /// Whether there is a Crawford game.
    pub crawford: Option<bool>,
    /// Whether the Jacoby rule holds in money sessions.
    pub jacoby: Option<bool>,
    /// The most beavers and raccoons that follow one double in money sessions.
    pub beavers: Option<u8>,
    /// The most automatic doubles with which a game of a money session may begin.
    pub automatic_doubles: Option<u8>,
    /// Whether the cube is used.
    pub cube: Option<bool>,
    /// The largest value of the cube.
    pub cube_limit: Option<u32>,
    /// Whether doubling is forbidden when the current cube would win the match for either player.
    pub frozen_cube: Option<bool>,
    /// The variant.
    pub variant: Option<Variant>,
    /// Whether an illegal play stands once the opponent has rolled or doubled.
    pub face_to_face: bool,
}

/// The rules of a record.
pub(super) struct StatedRules {
    /// The rules to check against.
    pub(super) rules: Rules,
    /// Whether it is known if the Jacoby rule applies. If not, a gammon with a centred cube in a
    /// money session may count either way.
    pub(super) jacoby_known: bool,
}

/// Reads the rules from a record's headers.
pub(super) fn stated(record: &MatchRecord, given: &RulesOverride, findings: &mut Findings) -> StatedRules {
    let length = record.length.map_or(0, |length| length.value.min(32_767) as u16);
    let mut rules = if length == 0 { Rules::money() } else { Rules::match_play(length) };
    let mut reader = HeaderReader { record, findings };
    if let Some(variant) = given.variant.or_else(|| reader.read(headers::VARIATION, |text| text.parse().ok()))
    {
        rules.variant = variant;
    }
    let crawford = reader.read(headers::CRAWFORD, switch);
    rules.crawford = length > 0 && given.crawford.or(crawford).unwrap_or(true);
    let jacoby = given.jacoby.or_else(|| reader.read(headers::JACOBY, switch));
    rules.jacoby = jacoby.unwrap_or(false);
    let beavers = reader.read(headers::BEAVER, count);
    rules.beavers = given.beavers.or(beavers).unwrap_or(u8::MAX);
    let cube_limit = given.cube_limit.or_else(|| reader.read(headers::CUBE_LIMIT, cube_limit));
    rules.cube_limit = cube_limit.unwrap_or(MAX_CUBE).min(MAX_CUBE);
    let frozen_cube = reader.read(headers::FROZEN_CUBE, switch);
    rules.frozen_cube = length > 0 && given.frozen_cube.or(frozen_cube).unwrap_or(false);
    if length == 0 {
        rules.games = reader.read(headers::GAMES, |text| text.parse().ok().filter(|games| *games > 0));
    }
    let automatic_doubles = reader.read(headers::AUTOMATIC_DOUBLES, count);
    let begun = record.games.iter().filter_map(|game| game.automatic_doubles).max().unwrap_or(0);
    rules.automatic_doubles = given.automatic_doubles.or(automatic_doubles).unwrap_or(begun).max(begun);
    let cube = reader.read(headers::CUBE, switch);
    rules.cube = given.cube.or(cube).unwrap_or(true);
    if given.face_to_face {
        rules.illegal_plays = IllegalPlays::FaceToFace;
    }
    StatedRules { rules, jacoby_known: jacoby.is_some() }
}

/// Reads a header that is on or off.
fn switch(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "on" | "yes" | "y" | "true" | "enabled" | "1" => Some(true),
        "off" | "no" | "n" | "none" | "false" | "disabled" | "0" => Some(false),
        _ => None,
    }
}

/// Reads the number of beavers allowed; mostly the header contains only yes or no.
fn count(text: &str) -> Option<u8> {
    let number = || text.parse::<u64>().ok().map(|number| number.min(u64::from(u8::MAX)) as u8);
    switch(text).map(|on| if on { u8::MAX } else { 0 }).or_else(number)
}

/// Reads the largest value of the cube; an empty value, or one below 1, means no limit.
fn cube_limit(text: &str) -> Option<u32> {
    let number = || text.parse::<i64>().ok().map(|number| if number > 0 { number } else { i64::MAX });
    let limit = |number: i64| number.min(i64::from(MAX_CUBE)) as u32;
    let unlimited = text.eq_ignore_ascii_case("unlimited") || switch(text) == Some(false);
    if unlimited { Some(MAX_CUBE) } else { number().map(limit) }
}

struct HeaderReader<'a> {
    record: &'a MatchRecord,
    findings: &'a mut Findings,
}

impl HeaderReader<'_> {
    /// Reads the first header of a name; one without a value counts as absent.
    fn read<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut headers = self.record.headers.iter().filter(|header| {
            header.key.value.eq_ignore_ascii_case(key) && !header.value.value.trim().is_empty()
        });
        let header: &Header = headers.next()?;
        if let Some(other) = headers.find(|other| other.value.value.trim() != header.value.value.trim()) {
            let finding = Diagnostic::of(Code::HeaderConflict, other.value.span)
                .label(format!("{} was stated differently before", header.key.value))
                .see(header.value.span, "the earlier value, which is used");
            self.findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
        let value = parse(header.value.value.trim());
        if value.is_none() {
            let finding = Diagnostic::of(Code::HeaderInvalid, header.value.span)
                .label(format!("not a value of {}", header.key.value));
            self.findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
        value
    }
}
