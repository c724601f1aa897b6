//! The rules that a record is checked against: those that it states, and, where it states none, those from
//! the caller.

use super::findings::{Findings, Knowledge};
use super::headers::WrongHeader;
use crate::diag::{Code, Diagnostic};
use crate::game::record::{MatchRecord, Written, headers, switch};
use crate::game::{IllegalPlays, MAX_CUBE, Rules};
use crate::rules::Variant;

/// Rules from the caller, for records that state none: what a record states wins.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// Whether these rules hold whatever the record states, as for the record of a session.
    #[doc(hidden)]
    pub is_certain: bool,
}

impl RulesOverride {
    /// Returns these rules for the positions of a record. A Position ID alone, which belongs to no match or session, means
    /// the same in a list as elsewhere: a position of a session with the Jacoby rule, unless these rules state otherwise.
    #[must_use]
    pub fn for_positions(self, record: &MatchRecord) -> Self {
        let entries = record.games.iter().flat_map(|game| &game.entries);
        let is_bare = record.length.is_none()
            && record.length_fault.is_none()
            && entries.map(|entry| &entry.written).all(|written| matches!(written, Written::Set(_)));
        Self { jacoby: self.jacoby.or(is_bare.then_some(true)), ..self }
    }
}

/// The rules of a record.
pub(super) struct StatedRules {
    /// The rules to check against.
    pub(super) rules: Rules,
    /// Whether it is known if the Jacoby rule applies. If not, a gammon with a centred cube in a
    /// money session may count either way.
    pub(super) jacoby_known: bool,
    /// The most automatic doubles of a game that the record doesn't contain: 0 if it states those of a game.
    pub(super) unwritten_doubles: u8,
}

/// Reads the rules from a record's headers, and takes those that it doesn't state from the caller. A wrong header counts
/// as absent.
pub(super) fn stated(
    record: &MatchRecord,
    given: &RulesOverride,
    wrong: Option<&WrongHeader>,
    findings: &mut Findings,
) -> StatedRules {
    let length = record.length.map_or(0, |length| length.value.min(32_767) as u16);
    let mut rules = if length == 0 { Rules::money() } else { Rules::match_play(length) };
    let mut reader = HeaderReader { record, findings, is_certain: given.is_certain, wrong };
    let variant = reader.rule(headers::VARIATION, |text| text.parse().ok(), given.variant);
    rules.variant = variant.unwrap_or(rules.variant);
    let crawford = reader.rule(headers::CRAWFORD, switch, given.crawford);
    rules.crawford = length > 0 && crawford.unwrap_or(true);
    let jacoby = reader.rule(headers::JACOBY, switch, given.jacoby);
    rules.jacoby = jacoby.unwrap_or(false);
    let beavers = reader.rule(headers::BEAVER, count, given.beavers);
    // A match has no beavers, even where its record states a limit.
    rules.beavers = if length > 0 { 0 } else { beavers.unwrap_or(u8::MAX) };
    let cube_limit = reader.rule(headers::CUBE_LIMIT, cube_limit, given.cube_limit);
    rules.cube_limit = cube_limit.unwrap_or(MAX_CUBE).min(MAX_CUBE);
    let frozen_cube = reader.rule(headers::FROZEN_CUBE, switch, given.frozen_cube);
    rules.frozen_cube = length > 0 && frozen_cube.unwrap_or(false);
    if length == 0 {
        rules.games = reader.read(headers::GAMES, |text| text.parse().ok().filter(|games| *games > 0));
    }
    let automatic_doubles = reader.rule(headers::AUTOMATIC_DOUBLES, count, given.automatic_doubles);
    let begun = record.games.iter().filter_map(|game| game.automatic_doubles).max().unwrap_or(0);
    rules.automatic_doubles = automatic_doubles.filter(|_| length == 0).unwrap_or(begun).max(begun);
    rules.cube = reader.rule(headers::CUBE, switch, given.cube).unwrap_or(true);
    if given.face_to_face {
        rules.illegal_plays = IllegalPlays::FaceToFace;
    }
    let unwritten_doubles = if begun > 0 { 0 } else { rules.automatic_doubles };
    StatedRules { rules, jacoby_known: jacoby.is_some(), unwritten_doubles }
}

/// Reads the number of beavers or automatic doubles allowed; mostly the header contains only yes or no.
#[doc(hidden)]
#[must_use]
pub fn count(text: &str) -> Option<u8> {
    let number = || text.parse::<u64>().ok().map(|number| number.min(u64::from(u8::MAX)) as u8);
    switch(text).map(|on| if on { u8::MAX } else { 0 }).or_else(number)
}

/// Reads the largest value of the cube; an empty value, or one below 1, means no limit.
pub(super) fn cube_limit(text: &str) -> Option<u32> {
    let number = || text.parse::<i64>().ok().map(|number| if number > 0 { number } else { i64::MAX });
    let limit = |number: i64| number.min(i64::from(MAX_CUBE)) as u32;
    let unlimited = text.eq_ignore_ascii_case("unlimited") || switch(text) == Some(false);
    if unlimited { Some(MAX_CUBE) } else { number().map(limit) }
}

struct HeaderReader<'a> {
    record: &'a MatchRecord,
    findings: &'a mut Findings,
    /// Whether the caller's rules win.
    is_certain: bool,
    wrong: Option<&'a WrongHeader>,
}

impl HeaderReader<'_> {
    /// Returns a rule: the record's, or else the caller's.
    fn rule<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>, given: Option<T>) -> Option<T> {
        let told = self.read(key, parse);
        if self.is_certain { given.or(told) } else { told.or(given) }
    }

    /// Reads the first header of a name; one without a value counts as absent.
    fn read<T>(&mut self, key: &str, parse: impl Fn(&str) -> Option<T>) -> Option<T> {
        let mut headers = super::headers::stated(self.record, key);
        let header = headers.next()?;
        if let Some(other) = headers.find(|other| other.value.value.trim() != header.value.value.trim()) {
            let finding = Diagnostic::of(Code::HeaderConflict, other.value.span)
                .label(format!("{} contradicts the earlier value", header.key.value))
                .see(header.value.span, "the earlier value is used");
            self.findings.report(finding, Knowledge::NONE, Knowledge::NONE);
        }
        if let Some(wrong) = self.wrong.filter(|wrong| wrong.key == key) {
            self.findings.report(wrong.finding(header), Knowledge::NONE, Knowledge::NONE);
            return None;
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
