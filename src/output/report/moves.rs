//! The moves of a report.

use super::{Choices, Game, Note, names};
use crate::board::{BySide, Side};
use crate::formats::inventory;
use crate::game::record::{Annotation, Cell, Entry, Written};
use crate::game::{Act, Ending, Happening, Replayed};
use crate::notation::drawing::{BoardDrawing, Caption, Direction, Status};
use crate::notation::play::print;
use crate::notation::{GameState, MatchFields, MatchId, PositionId};
use crate::output::diagram::{self, Diagram};
use crate::output::score::Row;

/// An event of a game.
#[derive(Clone, Debug)]
pub struct Step {
    /// The number of the move, as the rows of a .mat record are counted.
    pub number: u32,
    /// Its place in the game, counted from 1.
    pub place: u32,
    /// The side that acts.
    pub side: Side,
    /// The action: `31: 8/5 6/5`, `doubles to 2`.
    pub words: String,
    /// The rating of the annotator or, where records have none, of an analysis: `?`, `!?`; mostly empty.
    pub mark: &'static str,
    /// The pips of both sides before it.
    pub pips: BySide<u32>,
    /// The board before it.
    pub diagram: Diagram,
    /// The Position ID before it.
    pub position_id: String,
    /// The Match ID before it.
    pub match_id: Option<String>,
    /// The comments on it.
    pub comments: Vec<String>,
    /// The findings in it.
    pub findings: Vec<Note>,
    /// The play that was made and the best one in words, if both are arrows on the board.
    pub ways: Option<[String; 2]>,
    /// The luck of the roll according to an analysis, in normalised equity, and its mark: `+0.650, very lucky`.
    pub luck: Option<String>,
    /// The loss according to an analysis, and the better choice.
    pub evaluated: Vec<String>,
    /// The choices of the decision with their evaluations, if the record contains an analysis.
    pub choices: Vec<Choices>,
}

impl Step {
    /// Returns the picture before the roll: without dice and without the arrows of the play.
    #[must_use]
    pub fn before_roll(&self) -> Diagram {
        let mut diagram = self.diagram.clone();
        diagram.arrows.clear();
        diagram.best.clear();
        if let Some(caption) =
            diagram.caption.as_mut().filter(|caption| matches!(caption.status, Status::Rolled(..)))
        {
            caption.status = Status::OnRoll;
        }
        diagram
    }

    /// Draws the board as text, like GNU Backgammon.
    #[must_use]
    pub fn drawing(&self) -> String {
        let mut drawing =
            BoardDrawing::plain(self.diagram.board, self.diagram.on_roll, self.position_id.clone());
        drawing.match_id.clone_from(&self.match_id);
        drawing.caption.clone_from(&self.diagram.caption);
        drawing.draw(self.diagram.direction)
    }
}

/// Returns a game, counted from 0.
pub(super) fn game(replayed: &Replayed, index: usize, direction: Direction) -> Game {
    let game = &replayed.games[index];
    let names = names(replayed, index);
    let mut steps: Vec<Step> = Vec::with_capacity(game.acts.len());
    // The unanswered offer of the cube.
    let mut offered = None;
    let acts = game.acts.iter().zip(replayed.move_numbers(index));
    for (act, number) in acts.filter(|(act, _)| !matches!(act.what, Happening::GameOver(_))) {
        let place = steps.len() as u32 + 1;
        steps.push(step(replayed, index, act, offered, (number, place), (&names, direction)));
        offered = match act.what {
            Happening::Doubled { to, .. } => Some(to),
            _ => None,
        };
    }
    let mut head = Vec::new();
    for (act, text) in inventory::comments(replayed, index) {
        let text = text.to_owned();
        match act.and_then(|act| steps.get_mut(act)) {
            Some(step) => step.comments.push(text),
            // Notes on the result go to the last move.
            None => match steps.last_mut().filter(|_| act.is_some()) {
                Some(last) => last.comments.push(text),
                None => head.push(text),
            },
        }
    }
    let row =
        Row::of(game.number, game.before, game.is_crawford, game.result, game.is_proven, &replayed.rules);
    Game { row, names, comments: head, findings: Vec::new(), steps }
}

fn step(
    replayed: &Replayed,
    index: usize,
    act: &Act,
    offered: Option<u32>,
    (number, place): (u32, u32),
    (names, direction): (&BySide<String>, Direction),
) -> Step {
    let game = &replayed.games[index];
    // The responder isn't on roll, and neither is a player who beavers.
    let answers =
        matches!(act.what, Happening::Taken | Happening::Passed | Happening::Doubled { beaver: true, .. });
    let on_roll = if answers { !act.by } else { act.by };
    let board = if answers { act.before.flip() } else { act.before };
    let fields = MatchFields {
        // While an offer is unanswered, the ID contains half of its value.
        cube: offered.filter(|_| answers).map_or(act.cube.value, |to| (to / 2).max(1)),
        owner: act.cube.owner,
        on_roll,
        crawford: game.is_crawford,
        state: GameState::Playing,
        turn: act.by,
        double_offered: answers,
        resignation: None,
        dice: match act.what {
            Happening::PositionSet { roll } => roll,
            _ => act.roll(),
        },
        length: replayed.rules.length.min(MatchFields::MAX_POINTS),
        score: MatchFields::points(game.before),
        jacoby: replayed.rules.is_money() && replayed.rules.jacoby,
    };
    let mut diagram = Diagram::plain(board, on_roll);
    diagram.direction = direction;
    diagram.caption = Some(Caption::of(&fields, names.clone()));
    diagram.has_lines = false;
    if let Happening::Played { play, .. } = &act.what {
        diagram.arrows = diagram::moves(&board, play);
    }
    let pips = BySide::new(board.opponent_pips(), board.pips());
    let entry = replayed.record.games[index].entry(act.entry);
    let evaluated = entry.and_then(|entry| entry.notes.as_ref()).and_then(|notes| match act.what {
        Happening::Played { .. } | Happening::Illegal { .. } => notes.play,
        _ => notes.cube,
    });
    Step {
        number,
        place,
        side: act.by,
        words: words(act, &game.acts, entry),
        mark: evaluated.map_or("", mark),
        pips: if on_roll == Side::One { pips } else { pips.swap() },
        diagram,
        position_id: PositionId::encode(&board).to_string(),
        match_id: MatchId::encode(&fields).ok().map(|id| id.to_string()),
        comments: Vec::new(),
        findings: Vec::new(),
        ways: None,
        luck: None,
        evaluated: Vec::new(),
        choices: Vec::new(),
    }
}

/// Returns the action in words.
fn words(act: &Act, acts: &[Act], entry: Option<&Entry>) -> String {
    match act.what {
        Happening::Played { roll, play } if play.is_dance() => format!("{roll}: no legal play"),
        Happening::Played { roll, play } => format!("{roll}: {}", print::gnubg(&act.before, &play)),
        Happening::Illegal { roll, .. } => match entry.map(|entry| &entry.written) {
            Some(Written::Turn { cell: Cell::Play(play), .. }) => {
                let legs = play.legs().map(|leg| leg.leg.to_string());
                format!("{roll}: {}, which isn't legal", legs.collect::<Vec<_>>().join(" "))
            }
            _ => format!("{roll}: a play that isn't legal"),
        },
        Happening::RolledOnly { roll } => format!("{roll}: not played"),
        Happening::Doubled { to, beaver: true } => format!("beavers to {to}"),
        Happening::Doubled { to, .. } if act.cube.owner.is_some() => format!("redoubles to {to}"),
        Happening::Doubled { to, .. } => format!("doubles to {to}"),
        Happening::Taken => "takes".to_owned(),
        Happening::Passed => "passes".to_owned(),
        Happening::PositionSet { roll: Some(roll) } => format!("{roll}: position set up"),
        Happening::PositionSet { roll: None } => "position set up".to_owned(),
        Happening::ResignationOffered { outcome } => format!("offers to resign a {outcome}"),
        Happening::ResignationRefused => "refuses".to_owned(),
        Happening::Resigned { outcome } => format!("resigns a {outcome}"),
        Happening::GameOver(result) if result.winner.is_none() => "draw".to_owned(),
        Happening::GameOver(result) => {
            let awarded = result.ending == Ending::Awarded && acts.len() == 1;
            if awarded { "is awarded the game".to_owned() } else { "wins".to_owned() }
        }
    }
}

/// Returns the sign of a rating.
pub(super) const fn mark(annotation: Annotation) -> &'static str {
    match annotation {
        Annotation::VeryBad => "??",
        Annotation::Bad => "?",
        Annotation::Doubtful => "?!",
        Annotation::Good => "!",
        Annotation::VeryGood => "!!",
        Annotation::Interesting => "!?",
    }
}

/// Finds the game and the step for a place of the text, both counted from 0: the last that begins there or
/// before.
pub(super) fn place(replayed: &Replayed, at: u32) -> Option<(usize, Option<usize>)> {
    let begins = |index: usize| {
        let game = &replayed.record.games[index];
        let first = game.entries.first().map_or(game.heading.start, |entry| entry.span.start);
        game.heading.start.min(first)
    };
    let game = (0..replayed.games.len()).rev().find(|&index| begins(index) <= at)?;
    let entries = &replayed.record.games[game].entries;
    let Some(entry) = entries.iter().rposition(|entry| entry.span.start <= at) else {
        return Some((game, None));
    };
    let acts = replayed.games[game].acts.iter().filter(|act| !matches!(act.what, Happening::GameOver(_)));
    let step = acts
        .enumerate()
        .filter(|(_, act)| act.entry.is_some_and(|of| of as usize <= entry))
        .map(|(step, _)| step)
        .last();
    Some((game, step))
}
