//! Rules that neither the record nor the caller states: by one of them the record may be right as it is.

use super::bench::{Bench, Key};
use crate::analysis::rules::RulesOverride;
use crate::diag::Diagnostic;
use crate::rules::Variant;
use std::collections::HashSet;

/// The most automatic doubles of a game.
const MOST_DOUBLES: u8 = 15;

/// A rule that isn't stated, and the findings by it.
pub(super) struct Unstated {
    /// The advice to state it.
    help: String,
    is_variant: bool,
    findings: Vec<Key>,
    /// Those of the findings that the record doesn't have by its own rules.
    new: Vec<Key>,
}

impl Unstated {
    fn new(bench: &Bench<'_>, rules: &RulesOverride, is_variant: bool, help: String) -> Self {
        let known: HashSet<Key> = bench.findings().iter().copied().collect();
        let findings = bench.by(rules);
        let new = findings.iter().filter(|key| !known.contains(*key)).copied().collect();
        Self { help, is_variant, findings, new }
    }
}

/// How a rule that isn't stated explains a finding.
#[derive(Debug, Default)]
pub(super) struct Explanation {
    /// Whether the finding is gone by such a rule, without another one in the same game.
    pub(super) is_open: bool,
    /// The advice to state the rule, if there is no other finding by it anywhere.
    pub(super) help: Option<String>,
}

/// Returns the rules of matches or sessions that aren't stated, and the findings by each.
pub(super) fn rules(bench: &Bench<'_>) -> Vec<Unstated> {
    let given = bench.given;
    let with = |change: &dyn Fn(&mut RulesOverride)| {
        let mut rules = given.clone();
        change(&mut rules);
        rules
    };
    let mut all = Vec::new();
    let mut add =
        |rules: RulesOverride, help: &str| all.push(Unstated::new(bench, &rules, false, help.to_owned()));
    if !bench.rules.is_money() && given.crawford.is_none() {
        let off = with(&|rules| rules.crawford = Some(false));
        add(off, "`--rules crawford=off` if the match was played without the Crawford rule");
    }
    if bench.rules.is_money() && given.automatic_doubles.is_none() {
        let doubles = with(&|rules| rules.automatic_doubles = Some(MOST_DOUBLES));
        add(doubles, "`--rules automatic-doubles=N` if equal opening dice doubled the cube");
    }
    if bench.rules.is_money() && given.jacoby.is_none() {
        let jacoby = |is_on: bool| with(&|rules| rules.jacoby = Some(is_on));
        add(jacoby(true), "`--rules jacoby=on` if the session was played by the Jacoby rule");
        add(jacoby(false), "`--rules jacoby=off` if the session was played without the Jacoby rule");
    }
    all
}

/// Returns the variants that the record may be played by, and the findings by each.
pub(super) fn variants(bench: &Bench<'_>) -> Vec<Unstated> {
    if bench.given.variant.is_some() {
        return Vec::new();
    }
    let others = Variant::ALL.into_iter().filter(|variant| *variant != bench.rules.variant);
    let with = |variant: Variant| {
        let name = variant.name();
        let rules = RulesOverride { variant: Some(variant), ..bench.given.clone() };
        let help = format!("`--rules variant={name}` if that was played: all games agree with it");
        Unstated::new(bench, &rules, true, help)
    };
    others.map(with).collect()
}

/// Returns how a rule that isn't stated explains a finding.
pub(super) fn explanation(bench: &Bench<'_>, finding: &Diagnostic) -> Explanation {
    let place = finding.primary.span.start;
    let games = &bench.record.games;
    let Some(game) = bench.game_at(place) else {
        return Explanation::default();
    };
    let here = games[game].heading.start..games.get(game + 1).map_or(u32::MAX, |next| next.heading.start);
    let mut all: Vec<&Unstated> = bench.unstated().iter().collect();
    if finding.code.id().starts_with("play-") {
        all.extend(bench.variants());
    }
    let target = (finding.code, place);
    let count = |keys: &[Key]| keys.iter().filter(|key| **key == target).count();
    let mut explained = Explanation::default();
    for rule in all.into_iter().filter(|rule| count(&rule.findings) < count(bench.findings())) {
        let is_clean = rule.new.is_empty();
        let is_new_here = || rule.new.iter().any(|(_, at)| here.contains(at));
        explained.is_open |= if rule.is_variant { is_clean } else { !is_new_here() };
        if is_clean && explained.help.is_none() {
            explained.help = Some(rule.help.clone());
        }
    }
    explained
}
