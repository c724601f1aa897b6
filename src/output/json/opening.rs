//! The answer of `opening`.

use super::ChancesJson;
use crate::board::Board;
use crate::engine::opening::{Book, BookPlay, FirstPlay, Opening, Value};
use crate::notation::PositionId;
use crate::notation::play::print;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `opening --json`: the plays of first rolls, or the replies to one of them. All values are from the
/// mover's view, for money with the Jacoby rule and the cube centred.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OpeningJson {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    pub schema: u32,
    /// The opening that was asked for; null for all first rolls.
    pub opening: Option<String>,
    /// Whether the plays are replies.
    pub is_reply: bool,
    /// The position before the plays, from the mover's view.
    pub position_id: String,
    /// The plays, by roll and then by equity, the best first.
    pub plays: Vec<BookPlayJson>,
}

/// A play in the opening book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookPlayJson {
    /// The roll, the larger die first.
    pub roll: String,
    /// The play, as GNU Backgammon writes it.
    pub play: String,
    /// The name of a first play, such as `31P`; null for a reply.
    pub name: Option<String>,
    /// The position after it, from the opponent's view.
    pub resulting_position_id: String,
    /// The equity in points, with the cube.
    pub equity: f64,
    /// Its standard error.
    #[schemars(range(min = 0))]
    pub error: f64,
    /// The equity that it loses to the best play of the roll.
    #[schemars(range(min = 0))]
    pub loss: f64,
    /// The equity without the cube.
    pub cubeless: f64,
    /// The chances of the six ends.
    pub chances: ChancesJson,
    /// Whether these values follow from the best replies to the 21 rolls, rather than from the play's own rollout.
    pub by_replies: bool,
    /// The number of games in the rollout of this play.
    pub games: u64,
    /// The equity in the rollout of this play.
    pub rolled_equity: f64,
    /// The standard error of the equity in the rollout of this play.
    #[schemars(range(min = 0))]
    pub rolled_error: f64,
}

/// Rounds to hundred-thousandths: further digits are noise.
fn rounded(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}

impl BookPlayJson {
    fn new(before: &Board, play: &BookPlay, value: &Value, best: f64) -> Self {
        Self {
            roll: play.roll.to_string(),
            play: print::gnubg(before, &play.play).to_string(),
            name: None,
            resulting_position_id: PositionId::encode(&play.after.flip()).to_string(),
            equity: rounded(value.equity),
            error: rounded(value.error),
            loss: rounded(best - value.equity),
            cubeless: rounded(value.cubeless()),
            chances: ChancesJson::new(value.chances),
            by_replies: false,
            games: play.games,
            rolled_equity: rounded(play.rolled.equity),
            rolled_error: rounded(play.rolled.error),
        }
    }
}

impl OpeningJson {
    /// Returns the plays of first rolls: of one, or of all.
    #[must_use]
    pub fn firsts(book: &Book, opening: Option<&Opening>) -> Self {
        let wanted =
            book.all().iter().filter(|first| opening.is_none_or(|opening| opening.roll == first.play.roll));
        let json = |first: &FirstPlay| {
            let best = book.firsts(first.play.roll).first().map_or(0.0, |best| best.value().equity);
            BookPlayJson {
                name: Some(first.name().to_string()),
                by_replies: first.by_replies().is_some(),
                ..BookPlayJson::new(&Board::START, &first.play, &first.value(), best)
            }
        };
        Self {
            schema: super::SCHEMA,
            opening: opening.map(ToString::to_string),
            is_reply: false,
            position_id: PositionId::encode(&Board::START).to_string(),
            plays: wanted.map(json).collect(),
        }
    }

    /// Returns the replies to a first play: with the roll of the opening, or with all rolls.
    #[must_use]
    pub fn replies(first: &FirstPlay, opening: &Opening) -> Self {
        let before = first.play.after.flip();
        let wanted = crate::board::Roll::ALL
            .into_iter()
            .filter(|roll| opening.reply.is_none_or(|reply| reply == *roll));
        let json = |roll| {
            let replies = first.replies(roll);
            let best = replies.first().map_or(0.0, |best| best.rolled.equity);
            replies.iter().map(move |reply| BookPlayJson::new(&before, reply, &reply.rolled, best))
        };
        Self {
            schema: super::SCHEMA,
            opening: Some(opening.to_string()),
            is_reply: true,
            position_id: PositionId::encode(&before).to_string(),
            plays: wanted.flat_map(json).collect(),
        }
    }
}
