//! Rules as text, from the command line and `barpoint.toml`, for records that don't contain them.
//!
//! ```
//! # use barpoint_core as barpoint;
//! use barpoint::analysis::RulesOverride;
//! use barpoint::analysis::given::{Rule, RuleError};
//!
//! let rules: Result<RulesOverride, RuleError> =
//!     "variant=nackgammon,crawford=off".split(',').map(str::parse::<Rule>).collect();
//! assert_eq!(rules?.crawford, Some(false));
//! # Ok::<(), RuleError>(())
//! ```

use super::{RulesOverride, replayed};
use crate::diag::choice;
use crate::diag::{Parsed, Span};
use crate::game::record::{Header, headers};
use crate::game::{MAX_CUBE, Replayed};
use crate::rules::Variant;
use std::str::FromStr;

/// States rules from the caller in the headers of a record, where it would be read with others.
pub fn state_given(replayed: &mut Replayed, given: &RulesOverride) {
    if *given == RulesOverride::default() {
        return;
    }
    let parsed = Parsed { value: replayed.record.clone(), diagnostics: Vec::new() };
    let read = self::replayed(parsed, &RulesOverride::default()).0.rules;
    let rules = &replayed.rules;
    let switch = |is_on: bool| if is_on { "On" } else { "Off" }.to_owned();
    let cube_limit = match rules.cube_limit {
        MAX_CUBE => "Unlimited".to_owned(),
        limit => limit.to_string(),
    };
    let is_jacoby_known = given.jacoby.is_none() || replayed.record.stated_jacoby().is_some();
    let is_money = rules.is_money();
    let all = [
        (headers::VARIATION, rules.variant != read.variant, rules.variant.name().to_owned()),
        (headers::CRAWFORD, rules.crawford != read.crawford, switch(rules.crawford)),
        (
            headers::JACOBY,
            is_money && (rules.jacoby != read.jacoby || !is_jacoby_known),
            switch(rules.jacoby),
        ),
        (headers::BEAVER, is_money && rules.beavers != read.beavers, headers::limit(rules.beavers)),
        (
            headers::AUTOMATIC_DOUBLES,
            is_money && rules.automatic_doubles != read.automatic_doubles,
            headers::limit(rules.automatic_doubles),
        ),
        (headers::CUBE, rules.cube != read.cube, switch(rules.cube)),
        (headers::CUBE_LIMIT, rules.cube_limit != read.cube_limit, cube_limit),
        (headers::FROZEN_CUBE, rules.frozen_cube != read.frozen_cube, switch(rules.frozen_cube)),
    ];
    for (key, _, value) in all.into_iter().filter(|(_, differs, _)| *differs) {
        let headers = &mut replayed.record.headers;
        headers.retain(|header| !header.key.value.eq_ignore_ascii_case(key));
        headers.push(Header::new(key, value, Span::default()));
    }
}

/// One rule with its setting, such as `crawford=off`. Rules collect into a [`RulesOverride`]; of each kind, the last one
/// counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Rule {
    /// `crawford=on|off`.
    Crawford(bool),
    /// `jacoby=on|off`.
    Jacoby(bool),
    /// `beavers=N`.
    Beavers(u8),
    /// `automatic-doubles=N`.
    AutomaticDoubles(u8),
    /// `cube=on|off`.
    Cube(bool),
    /// `cube-limit=N`.
    CubeLimit(u32),
    /// `frozen-cube`.
    FrozenCube(bool),
    /// `variant=NAME`.
    Variant(Variant),
    /// `face-to-face`.
    FaceToFace(bool),
}

impl FromIterator<Rule> for RulesOverride {
    fn from_iter<I: IntoIterator<Item = Rule>>(settings: I) -> Self {
        let mut rules = Self::default();
        for setting in settings {
            match setting {
                Rule::Crawford(on) => rules.crawford = Some(on),
                Rule::Jacoby(on) => rules.jacoby = Some(on),
                Rule::Beavers(limit) => rules.beavers = Some(limit),
                Rule::AutomaticDoubles(limit) => rules.automatic_doubles = Some(limit),
                Rule::Cube(on) => rules.cube = Some(on),
                Rule::CubeLimit(limit) => rules.cube_limit = Some(limit),
                Rule::FrozenCube(on) => rules.frozen_cube = Some(on),
                Rule::Variant(variant) => rules.variant = Some(variant),
                Rule::FaceToFace(on) => rules.face_to_face = on,
            }
        }
        rules
    }
}

/// Why a text isn't a [`Rule`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleError {
    /// No rule has this name.
    #[error(
        "`{0}` is not a rule; choose from crawford, jacoby, beavers, automatic-doubles, cube, cube-limit, \
         frozen-cube, variant and face-to-face"
    )]
    Unknown(String),
    /// The rule is on or off.
    #[error("`{rule}` is `on` or `off`, not `{value}`")]
    Switch {
        /// The rule's name.
        rule: String,
        /// What is written.
        value: String,
    },
    /// The rule needs a value.
    #[error("`{rule}` needs a value: `{rule}={value}`")]
    NoValue {
        /// The rule's name.
        rule: String,
        /// What stands for the value in the help: `N` or `NAME`.
        value: &'static str,
    },
    /// The value isn't a number, or too large.
    #[error("`{rule}` is a number up to {most}, not `{value}`")]
    Number {
        /// The rule's name.
        rule: String,
        /// The largest number.
        most: u32,
        /// What is written.
        value: String,
    },
    /// A limit of the cube that the cube never shows.
    #[error("`cube-limit` is a power of two, not `{0}`")]
    CubeLimit(u32),
    /// No variant has this name.
    #[error("`{0}` is not a variant; {known}", known = choice(.0, &Variant::ALL.each_ref().map(Variant::name)))]
    Variant(String),
}

impl FromStr for Rule {
    type Err = RuleError;

    /// Parses one rule: `crawford=off`, `beavers=2`, `face-to-face`. A rule without a value is on.
    fn from_str(text: &str) -> Result<Self, RuleError> {
        let (key, value) = text.split_once('=').map_or((text, None), |(key, value)| (key, Some(value)));
        let rule = || key.to_owned();
        let switch = || match value {
            None | Some("on" | "yes" | "true") => Ok(true),
            Some("off" | "no" | "false") => Ok(false),
            Some(other) => Err(RuleError::Switch { rule: rule(), value: other.to_owned() }),
        };
        let number = |most: u32| {
            let value = value.ok_or_else(|| RuleError::NoValue { rule: rule(), value: "N" })?;
            let number = value.parse::<u32>().ok().filter(|number| *number <= most);
            number.ok_or_else(|| RuleError::Number { rule: rule(), most, value: value.to_owned() })
        };
        match key {
            "crawford" => switch().map(Self::Crawford),
            "jacoby" => switch().map(Self::Jacoby),
            "automatic-doubles" => number(15).map(|limit| Self::AutomaticDoubles(limit as u8)),
            "cube" => switch().map(Self::Cube),
            "frozen-cube" => switch().map(Self::FrozenCube),
            "face-to-face" => switch().map(Self::FaceToFace),
            "beavers" => number(u32::from(u8::MAX)).map(|limit| Self::Beavers(limit as u8)),
            "cube-limit" => {
                let limit = number(MAX_CUBE)?;
                if limit.is_power_of_two() {
                    Ok(Self::CubeLimit(limit))
                } else {
                    Err(RuleError::CubeLimit(limit))
                }
            }
            "variant" => {
                let name = value.ok_or_else(|| RuleError::NoValue { rule: rule(), value: "NAME" })?;
                name.parse().map(Self::Variant).map_err(|_| RuleError::Variant(name.to_owned()))
            }
            _ => Err(RuleError::Unknown(rule())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_rules_that_would_be_read_otherwise_are_stated() {
        let stated = |rules: &[&str]| {
            let bytes = b" 0 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n".to_vec();
            let given: RulesOverride =
                rules.iter().map(|text| text.parse::<Rule>().expect("a rule")).collect();
            let mut found = crate::open("a.mat", bytes).expect("a record");
            let record = found[0].replayed.record.clone();
            let parsed = Parsed { value: record, diagnostics: Vec::new() };
            found[0].replayed = self::replayed(parsed, &given).0;
            state_given(&mut found[0].replayed, &given);
            let headers = &found[0].replayed.record.headers;
            headers.iter().map(|header| format!("{}={}", header.key.value, header.value.value)).collect()
        };
        let none: Vec<String> = stated(&["cube=on", "face-to-face", "crawford=off"]);
        assert!(none.is_empty(), "{none:?}");
        assert_eq!(stated(&["beavers=1", "cube-limit=64"]), ["Beaver=01", "CubeLimit=64"]);
        assert_eq!(stated(&["jacoby=off", "variant=nackgammon"]), ["Variation=nackgammon", "Jacoby=Off"]);
    }

    #[test]
    fn rules_are_switches_numbers_and_names() {
        let collected: RulesOverride =
            ["crawford=off", "beavers=2", "face-to-face", "cube-limit=64", "frozen-cube", "jacoby"]
                .iter()
                .map(|text| text.parse::<Rule>().expect("a rule"))
                .collect();
        let expected = RulesOverride {
            crawford: Some(false),
            jacoby: Some(true),
            automatic_doubles: None,
            cube: None,
            beavers: Some(2),
            cube_limit: Some(64),
            frozen_cube: Some(true),
            variant: None,
            face_to_face: true,
            ..RulesOverride::default()
        };
        assert_eq!(collected, expected);
        for (wrong, message) in [
            ("crawford=maybe", "`crawford` is `on` or `off`, not `maybe`"),
            ("beavers", "`beavers` needs a value: `beavers=N`"),
            ("beavers=-1", "`beavers` is a number up to 255, not `-1`"),
            ("cube-limit=3", "`cube-limit` is a power of two, not `3`"),
            ("variant", "`variant` needs a value: `variant=NAME`"),
        ] {
            assert_eq!(wrong.parse::<Rule>().expect_err(wrong).to_string(), message);
        }
        assert_eq!("murphy".parse::<Rule>(), Err(RuleError::Unknown("murphy".to_owned())));
        assert_eq!("variant=x".parse::<Rule>(), Err(RuleError::Variant("x".to_owned())));
    }
}
