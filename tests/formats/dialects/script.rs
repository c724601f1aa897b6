//! A match without a layout: the events of its replay, to be compared and written in another
//! layout.

use barpoint::analysis::{Moment, Replay, RulesOverride, replay};
use barpoint::board::{Board, Place, Roll, Side};
use barpoint::diag::{Diagnostic, Severity, SourceFile};
use barpoint::formats::mat;
use barpoint::game::{GameResult, Happening};
use barpoint::notation::PositionId;
use barpoint::rules::resolve::force;
use barpoint::rules::{Leg, Play};

/// One action with its player.
#[derive(Clone, Copy, Debug)]
pub(super) struct Act {
    pub(super) by: Side,
    pub(super) what: What,
}

/// The content of a cell.
#[derive(Clone, Copy, Debug)]
pub(super) enum What {
    Play { before: Board, roll: Roll, play: Play },
    Dice(Roll),
    Double { to: u32, beaver: bool },
    Take,
    Pass,
}

/// One game.
#[derive(Clone, Debug)]
pub(super) struct Game {
    pub(super) score: [u32; 2],
    pub(super) acts: Vec<Act>,
    pub(super) result: Option<GameResult>,
    /// The events of the replay, as lines.
    pub(super) told: Vec<String>,
}

/// One match.
#[derive(Clone, Debug)]
pub(super) struct Script {
    pub(super) length: u32,
    /// The headers that state rules.
    pub(super) rules: Vec<(String, String)>,
    pub(super) games: Vec<Game>,
    /// The findings more severe than a note.
    pub(super) findings: Vec<Diagnostic>,
}

/// The headers that a replay depends on.
const RULES: [&str; 5] = ["Variation", "Crawford", "Jacoby", "Beaver", "CubeLimit"];

impl Script {
    /// Reads and replays a record. `None` if it sets positions, which no layout can express.
    pub(super) fn read(source: &SourceFile) -> Option<Self> {
        let parsed = mat::parse(source);
        let length = parsed.value.length.map_or(0, |length| length.value);
        let told = parsed.value.headers.iter().map(|header| (&header.key.value, &header.value.value));
        let rules = told.filter(|(key, _)| RULES.iter().any(|rule| rule.eq_ignore_ascii_case(key)));
        let rules = rules.map(|(key, value)| (key.clone(), value.clone())).collect();
        let mut games: Vec<(Vec<Act>, Vec<String>)> = vec![Default::default(); parsed.value.games.len()];
        let mut is_set = false;
        let Replay { games: summaries, diagnostics, .. } =
            replay(&parsed.value, parsed.diagnostics, &RulesOverride::default(), |moment| {
                let (acts, told) = &mut games[moment.game];
                is_set |= matches!(moment.happening, Happening::PositionSet { .. });
                if let Some(what) = what(moment) {
                    acts.push(Act { by: moment.by, what });
                }
                told.push(tell(moment));
            });
        let games = games.into_iter().zip(&summaries).map(|((acts, told), summary)| {
            let score = summary.before.points.0;
            Game { score, acts, result: summary.result, told }
        });
        let findings = diagnostics.into_iter().filter(|finding| finding.severity > Severity::Note);
        let script = Self { length, rules, games: games.collect(), findings: findings.collect() };
        (!is_set).then_some(script)
    }

    /// Returns the match with its last game unfinished.
    pub(super) fn unfinished(mut self) -> Self {
        if let Some(game) = self.games.last_mut() {
            let kept = game.acts.len() - game.acts.len() / 3;
            game.acts.truncate(kept);
            game.told.truncate(kept);
            if let Some(Act { what: What::Double { .. } | What::Pass, .. }) = game.acts.last() {
                game.acts.pop();
                game.told.pop();
            }
            game.result = None;
        }
        self
    }
}

fn what(moment: &Moment<'_>) -> Option<What> {
    Some(match moment.happening {
        Happening::Played { roll, play } => What::Play { before: *moment.before.board(), roll, play },
        Happening::RolledOnly { roll } => What::Dice(roll),
        Happening::Doubled { to, beaver } => What::Double { to, beaver },
        Happening::Taken => What::Take,
        Happening::Passed => What::Pass,
        _ => return None,
    })
}

/// Returns the legs of a play, one per step.
pub(super) fn legs(play: &Play) -> Vec<Leg> {
    let place = |number| Place::from_number(number).expect("a place");
    let leg =
        |step: &barpoint::rules::Step| Leg { from: place(step.from()), to: place(step.to()), hit: false };
    play.steps().iter().map(leg).collect()
}

fn tell(moment: &Moment<'_>) -> String {
    let board = moment.before.board();
    let id = |board: &Board| PositionId::encode(board).to_string();
    let what = match moment.happening {
        Happening::Played { roll, play } => {
            format!("plays {roll} to {}", id(&force(board, &legs(&play)).expect("a legal play")))
        }
        Happening::RolledOnly { roll } => format!("rolls {roll}"),
        Happening::GameOver(result) => format!("{result:?}"),
        other => format!("{other:?}"),
    };
    format!("{:?} at {} {what}", moment.by, id(board))
}
