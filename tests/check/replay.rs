//! Our replay of .mat and SGF files against GNU Backgammon's own replay of the SGF files.

use crate::support::{report, shared};
use barpoint::analysis::{Moment, RulesOverride, check, replay};
use barpoint::board::{Board, Place, Side};
use barpoint::diag::{Parsed, Severity, SourceFile};
use barpoint::formats::{Format, mat, sgf};
use barpoint::game::Happening;
use barpoint::game::record::MatchRecord;
use barpoint::notation::PositionId;
use barpoint::rules::Leg;
use barpoint::rules::resolve::force;
use flate2::read::GzDecoder;
use serde_json::Value;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// One action, in the form common to both programs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Told {
    pub(crate) player: Side,
    pub(crate) what: String,
    /// The Position ID before it.
    pub(crate) before: Option<String>,
    /// The dice, sorted, and the Position ID after the play, from the mover's view.
    pub(crate) play: Option<([u64; 2], String)>,
}

impl Told {
    /// Returns `true` if it is a play or a cube action.
    pub(crate) fn is_action(&self) -> bool {
        ["move", "double", "take", "drop"].contains(&self.what.as_str())
    }

    /// Returns the same action by the other player.
    pub(crate) fn exchanged(self) -> Self {
        Self { player: self.player.opponent(), ..self }
    }
}

/// Returns the number of equal actions at the beginning of a game.
pub(crate) fn alike(mine: &[Told], their: &[Told]) -> usize {
    let same = |(mine, their): &(&Told, &Told)| {
        // GNU Backgammon's replay has no board at a take or a pass.
        let before = mine.before.clone().filter(|_| their.before.is_some());
        Told { before, ..(*mine).clone() } == **their
    };
    mine.iter().zip(their).take_while(same).count()
}

/// Asserts that both programs replay the same actions of a file; returns their number.
pub(crate) fn assert_alike(mine: &[Vec<Told>], their: &[Vec<Told>], name: &str, text: &str) -> usize {
    for (number, (mine, their)) in (1..).zip(mine.iter().zip(their)) {
        let same = alike(mine, their);
        let different = (mine.get(same), their.get(same));
        assert!(different == (None, None), "{name}, game {number}: {different:?}\n{text}");
    }
    assert_eq!(mine.len(), their.len(), "{name}: games\n{text}");
    mine.iter().map(Vec::len).sum()
}

/// Returns our replay of each game.
pub(crate) fn ours(format: &Format, source: &SourceFile) -> Vec<Vec<Told>> {
    let mut rules = RulesOverride::default();
    let untold = format.name == "mat" && NO_CRAWFORD.contains(&source.name());
    rules.crawford = untold.then_some(false);
    told((format.parse.expect("a reader"))(source), &rules)
}

/// Returns our replay of each game of a record.
pub(crate) fn told(parsed: Parsed<MatchRecord>, rules: &RulesOverride) -> Vec<Vec<Told>> {
    let mut games: Vec<Vec<Told>> = Vec::new();
    games.resize(parsed.value.games.len(), Vec::new());
    let observer = |moment: &Moment<'_>| {
        let id = |board: &Board| PositionId::encode(board).to_string();
        let before = Some(id(moment.before.board()));
        let (what, play) = match moment.happening {
            Happening::Played { roll, play } => {
                let legs: Vec<Leg> = play
                    .steps()
                    .iter()
                    .map(|step| Leg {
                        from: Place::from_number(step.from()).expect("a place"),
                        to: Place::from_number(step.to()).expect("a place"),
                        hit: false,
                    })
                    .collect();
                let after = force(moment.before.board(), &legs).expect("a legal play");
                let dice = [u64::from(roll.low().pips()), u64::from(roll.high().pips())];
                ("move".to_owned(), Some((dice, id(&after))))
            }
            Happening::Doubled { .. } => ("double".to_owned(), None),
            Happening::Taken => ("take".to_owned(), None),
            Happening::Passed => ("drop".to_owned(), None),
            Happening::Resigned { .. } => ("resign".to_owned(), None),
            Happening::RolledOnly { .. } | Happening::PositionSet { .. } => ("set".to_owned(), None),
            _ => return,
        };
        games[moment.game].push(Told { player: moment.by, what, before, play });
    };
    replay(&parsed.value, parsed.diagnostics, rules, observer);
    games
}

/// Returns GNU Backgammon's replay of each game.
pub(crate) fn theirs(told: &Value) -> Vec<Vec<Told>> {
    let games = told["match"]["games"].as_array().expect("games");
    games
        .iter()
        .map(|game| game["game"].as_array().expect("actions").iter().map(their_action).collect())
        .collect()
}

fn their_action(action: &Value) -> Told {
    let player = if action["player"] == "X" { Side::Zero } else { Side::One };
    let before = action["board"].as_str().map(str::to_owned);
    let play = action["move"].as_array().and_then(|moves| {
        let number = |value: &Value| value.as_u64().expect("a number");
        let place = |value: &Value| Place::from_number(number(value) as u8).expect("a place");
        let legs: Vec<Leg> =
            moves.iter().map(|leg| Leg { from: place(&leg[0]), to: place(&leg[1]), hit: false }).collect();
        let mut dice = [number(&action["dice"][0]), number(&action["dice"][1])];
        dice.sort_unstable();
        let board: Board = before.as_ref().expect("a board").parse().expect("an id");
        // What it plays without asking whether it can be played isn't a play.
        Some((dice, PositionId::encode(&force(&board, &legs)?).to_string()))
    });
    Told { player, what: action["action"].as_str().expect("an action").to_owned(), before, play }
}

/// The files whose .mat can't express what their SGF contains, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "m07_res_1",
    "the right player resigned after the opening roll: GNU Backgammon leaves the blanks out that put the roll into \
     the right column",
)];

/// The files of matches played without the Crawford rule, which their .mat doesn't state.
const NO_CRAWFORD: &[&str] = &["m05_nocrawford", "match05_std_nocrawford_02"];

#[test]
fn replays_as_gnu_backgammon_does() {
    replays(&mat::FORMAT, EXCEPTIONS);
}

#[test]
fn replays_sgf_as_gnu_backgammon_does() {
    let jacoby = "a backgammon is resigned without a double under the Jacoby rule: GNU Backgammon counts it threefold, \
                  we an award that the rules don't know";
    replays(&sgf::FORMAT, &[("hyper3_money", jacoby)]);
}

/// Compares all files of a format.
fn replays(format: &Format, exceptions: &[(&str, &str)]) {
    let Some(path) = shared("data/matches/gnubg-replay.jsonl.gz") else { return };
    let lines = BufReader::new(GzDecoder::new(File::open(path).expect("a file"))).lines();
    let mut actions = 0;
    let mut different = Vec::new();
    for line in lines {
        let told: Value = serde_json::from_str(&line.expect("a line")).expect("JSON");
        let name = told["file"].as_str().expect("a name").replace(".sgf", "");
        let Some(path) = shared(&format!("data/matches/gnubg/{name}.{}", format.name)) else { continue };
        let source = SourceFile::decode(&name, &std::fs::read(path).expect("a file")).expect("small");
        let (ours, mut theirs) = (ours(format, &source), theirs(&told));
        // A take or a pass carries no board there.
        let mut known = ours.clone();
        for (mine, their) in known.iter_mut().flatten().zip(theirs.iter_mut().flatten()) {
            if their.before.is_none() || their.what == "set" {
                their.before = None;
                mine.before = None;
            }
        }
        if known == theirs {
            actions += ours.iter().map(Vec::len).sum::<usize>();
        } else {
            let place = known.iter().flatten().zip(theirs.iter().flatten()).position(|(a, b)| a != b);
            let first = place.map(|i| {
                (
                    known.iter().flatten().skip(i).take(3).collect::<Vec<_>>(),
                    theirs.iter().flatten().skip(i).take(3).collect::<Vec<_>>(),
                )
            });
            different.push((name, place, format!("{first:?}")));
        }
    }
    report(actions, &format!("actions of {} files replayed as GNU Backgammon does", format.name));
    assert!(actions > 20_000, "{actions}");
    let unexpected: Vec<_> =
        different.iter().filter(|(name, ..)| exceptions.iter().all(|(known, _)| known != name)).collect();
    assert!(unexpected.is_empty(), "{} files differ: {unexpected:#?}", unexpected.len());
    assert_eq!(different.len(), exceptions.len(), "an exception isn't one any more");
}

#[test]
fn sessions_with_automatic_doubles_add_up_once_that_is_said() {
    let mut sessions = 0;
    for name in [
        "money_jacoby_beaver0_autod2_1",
        "money_nojacoby_beaver0_autod2_0",
        "money_nojacoby_beaver3_autod2_1",
    ] {
        let Some(path) = shared(&format!("data/matches/gnubg/{name}.mat")) else { return };
        let source = SourceFile::decode(name, &std::fs::read(path).expect("a file")).expect("small");
        let count = |rules: &RulesOverride| {
            let mut found = 0;
            check(&mat::FORMAT, &source, rules, &mut |finding| {
                found += u32::from(finding.severity > Severity::Note);
            });
            found
        };
        let mut rules = RulesOverride::default();
        assert!(count(&rules) > 0, "{name}");
        rules.automatic_doubles = Some(2);
        assert_eq!(count(&rules), 0, "{name}");
        sessions += 1;
    }
    report(sessions, "sessions with automatic doubles");
}
