//! The answer of `analyse`.

use super::SCHEMA;
use crate::analysis::skill::{
    Amount, Counted, EvaluatedDecision, Kind, Performance, PlayerStatistics, Share, Statistics, Thresholds,
    luck_words, performances, rating_words,
};
use crate::board::Side;
use crate::game::Replayed;
use crate::game::record::Rating;
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::output::mistakes::done_and_best;
use schemars::JsonSchema;
use serde::Serialize;

/// The answer of `analyse --json` for one match. Lists of two are player 0's and player 1's.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct AnalysisJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// The file.
    path: &'a str,
    /// The place of the match in its file, counted from 1.
    #[serde(rename = "match")]
    #[schemars(range(min = 1))]
    number: u32,
    /// The names.
    players: [&'a str; 2],
    /// The match length in points; 0 for a money session.
    length: u16,
    /// What the games brought each: how much the chance to win the match has changed, or points.
    result: [[f64; 2]; 2],
    /// The statistics of each player.
    statistics: [PlayerStatisticsJson; 2],
    /// The performance rating of each, as XG counts it, and what it is made of.
    performance: [PerformanceJson; 2],
    /// The decisions that were analysed, in order.
    decisions: Vec<AnalysedJson>,
}

/// A player's performance rating, as XG counts it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PerformanceJson {
    /// 500 times what a decision lost on average, in normalised equity; `null` if none counts.
    pr: Option<f64>,
    /// The number of decisions that count.
    decisions: u64,
    /// The plays among them.
    plays: ShareJson,
    /// Doubles, and the decisions not to double that come near to one.
    doubles: ShareJson,
    /// Takes and passes.
    answers: ShareJson,
    /// Accepted resignations with a loss: one decision for each player; the loss counts for the player who made the
    /// mistake.
    resignations: ShareJson,
    /// The rating with these, as the list of BMAB counts it; `null` if no decision counts.
    pr_with_resignations: Option<f64>,
}

/// Decisions of one kind.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ShareJson {
    /// The number.
    count: u64,
    /// The sum of their losses, in normalised equity.
    lost: f64,
}

impl PerformanceJson {
    fn new(performance: &Performance) -> Self {
        let share = |share: Share| ShareJson { count: share.count, lost: share.lost };
        Self {
            pr: performance.rating(),
            decisions: performance.count(),
            plays: share(performance.plays),
            doubles: share(performance.doubles),
            answers: share(performance.answers),
            resignations: share(performance.resignations),
            pr_with_resignations: performance.rating_with_resignations(),
        }
    }
}

impl<'a> AnalysisJson<'a> {
    /// Returns the answer for match `number` of a file.
    #[must_use]
    pub fn new(
        path: &'a str,
        number: u32,
        replayed: &'a Replayed,
        statistics: &Statistics,
        evaluated: &[EvaluatedDecision],
        thresholds: &Thresholds,
    ) -> Self {
        Self {
            schema: SCHEMA,
            path,
            number,
            players: Side::ALL.map(|side| replayed.name(0, side)),
            length: replayed.rules.length,
            result: Side::ALL.map(|side| statistics.result(side)),
            statistics: Side::ALL.map(|side| PlayerStatisticsJson::new(&statistics.players[side])),
            performance: performances(replayed).0.map(|player| PerformanceJson::new(&player)),
            decisions: evaluated
                .iter()
                .map(|evaluated| AnalysedJson::new(replayed, evaluated, thresholds))
                .collect(),
        }
    }
}

/// A sum: in normalised equity, and in chances to win the match or points.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct AmountJson {
    /// In normalised equity: 1 is a single game won with the cube where it is.
    equity: f64,
    /// In chances to win the match, 0 to 1; in points in a money session.
    worth: f64,
}

impl From<Amount> for AmountJson {
    fn from(amount: Amount) -> Self {
        Self { equity: amount.equity, worth: amount.worth }
    }
}

/// Mistakes of one kind.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct CountedJson {
    /// The number.
    count: u64,
    /// The sum of their losses.
    lost: AmountJson,
}

impl From<Counted> for CountedJson {
    fn from(counted: Counted) -> Self {
        Self { count: counted.count, lost: counted.lost.into() }
    }
}

/// The statistics of a player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub(super) struct PlayerStatisticsJson {
    /// Turns with a roll that was played.
    moves: u64,
    /// Of these, how many moved a checker and weren't analysed.
    unanalysed: u64,
    /// Of the moves, how many were analysed and had more than one legal play.
    unforced: u64,
    /// Plays marked doubtful, bad and very bad.
    marked: [u64; 3],
    /// The losses of the plays.
    plays_lost: AmountJson,
    /// Rolls whose luck was analysed.
    rolls: u64,
    /// Rolls marked very lucky, lucky, unlucky and very unlucky.
    rolls_marked: [u64; 4],
    /// The luck of all rolls, positive for good luck.
    luck: AmountJson,
    /// A word for the luck per roll, `None` for neither good nor bad luck; null if the luck of no roll was analysed.
    luck_rating: Option<&'static str>,
    /// Analysed decisions about the cube: not to double, doubles, takes, passes.
    cube_decisions: u64,
    /// Of these, doubles and answers, and not to double where that was close.
    close_or_actual: u64,
    /// Doubles.
    doubles: u64,
    /// Takes.
    takes: u64,
    /// Passes.
    passes: u64,
    /// Doubles missed where the opponent had a take.
    missed_below_cash: CountedJson,
    /// Doubles missed where the opponent had a pass.
    missed_above_cash: CountedJson,
    /// Doubles made too early.
    wrong_below_double: CountedJson,
    /// Doubles made where playing on for a gammon was better.
    wrong_above_too_good: CountedJson,
    /// Takes that should have been passes.
    wrong_takes: CountedJson,
    /// Passes that should have been takes.
    wrong_passes: CountedJson,
    /// The losses of the cube decisions.
    cube_lost: AmountJson,
    /// The losses of all decisions.
    lost: AmountJson,
    /// What a decision that wasn't trivial lost on average, in normalised equity; null if there was
    /// none.
    error_rate: Option<f64>,
    /// A word for it.
    #[schemars(extend("enum" = ["Supernatural", "World class", "Expert", "Advanced", "Intermediate", "Casual player", "Beginner", "Awful!", null]))]
    rating: Option<&'static str>,
}

impl PlayerStatisticsJson {
    pub(super) fn new(player: &PlayerStatistics) -> Self {
        let rate = player.error_rate().map(|rate| rate.equity);
        Self {
            moves: player.moves,
            unanalysed: player.unanalysed,
            unforced: player.unforced,
            marked: [player.doubtful, player.bad, player.very_bad],
            plays_lost: player.plays.into(),
            rolls: player.rolls,
            rolls_marked: [player.very_lucky, player.lucky, player.unlucky, player.very_unlucky],
            luck: player.luck.into(),
            luck_rating: player.luck_rate().map(|rate| luck_words(rate.equity)),
            cube_decisions: player.cube_decisions,
            close_or_actual: player.close,
            doubles: player.doubles,
            takes: player.takes,
            passes: player.passes,
            missed_below_cash: player.missed_below.into(),
            missed_above_cash: player.missed_above.into(),
            wrong_below_double: player.wrong_below.into(),
            wrong_above_too_good: player.wrong_above.into(),
            wrong_takes: player.wrong_takes.into(),
            wrong_passes: player.wrong_passes.into(),
            cube_lost: player.cube().into(),
            lost: player.total().into(),
            error_rate: rate,
            rating: rate.map(rating_words),
        }
    }
}

/// A decision that was evaluated; equities are those of who decides, but for the cube's, which are those of
/// who is on roll or has doubled.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct AnalysedJson {
    /// The number of the game.
    game: u32,
    /// The number of the move in the game, from 1, as the rows of a .mat record are counted.
    r#move: u32,
    /// The place of the act in the game, counted from 0.
    act: usize,
    /// The player who decides: 0 or 1.
    #[schemars(range(max = 1))]
    player: usize,
    /// What was decided: `turn` is a roll that was played without a double; `roll` a roll that wasn't played, because the
    /// game was resigned; `beaver` also a raccoon. Of `resign` and its answers, `player` is the player who made the mistake.
    #[schemars(extend("enum" = ["turn", "double", "take", "pass", "roll", "beaver", "take-beaver", "pass-beaver", "resign", "accept-resignation", "refuse-resignation"]))]
    kind: &'static str,
    /// The Position ID before it, seen by the player on roll; of an answer, by who doubled.
    position_id: String,
    /// The roll, the larger die first; null of cube actions.
    roll: Option<String>,
    /// The play that was made; empty if nothing could move.
    played: Option<String>,
    /// The best play.
    best: Option<String>,
    /// The chance to win the game after the best play, gammons included.
    win: Option<f64>,
    /// The loss of the play against the best one.
    play_lost: Option<AmountJson>,
    /// How the play is marked.
    #[schemars(extend("enum" = ["doubtful", "bad", "very bad", null]))]
    play_mark: Option<&'static str>,
    /// The normalised equity without a double, of who is on roll or has doubled; null if the cube wasn't
    /// analysed.
    no_double: Option<f64>,
    /// The same after a double that is taken; a passed double is worth 1.
    double_take: Option<f64>,
    /// The loss of the cube action, or of the decision about a resignation, against the best one.
    cube_lost: Option<AmountJson>,
    /// How that decision is marked.
    #[schemars(extend("enum" = ["doubtful", "bad", "very bad", null]))]
    cube_mark: Option<&'static str>,
    /// The luck of the roll, positive for good luck.
    luck: Option<AmountJson>,
    /// How the roll is marked: in the record, otherwise by its luck. The statistics leave out a mark of a roll whose luck
    /// wasn't analysed.
    #[schemars(extend("enum" = ["very unlucky", "unlucky", "lucky", "very lucky", null]))]
    luck_mark: Option<&'static str>,
}

impl AnalysedJson {
    fn new(replayed: &Replayed, evaluated: &EvaluatedDecision, thresholds: &Thresholds) -> Self {
        let EvaluatedDecision { decision, verdict, .. } = evaluated;
        let (roll, played) = match decision.kind {
            Kind::Turn { roll, play, .. } => (Some(roll), play),
            Kind::Seen(roll) => (Some(roll), None),
            _ => (None, None),
        };
        let amount = |equity: f64| AmountJson::from(Amount::of(equity, evaluated.unit));
        let [cube, play] = evaluated.losses(thresholds);
        let mark = |words: &'static str| Some(words).filter(|words| !words.is_empty());
        let best = play.as_ref().map(|loss| {
            let [_, best] = done_and_best(evaluated, loss);
            best
        });
        let written = |play| print::gnubg(&decision.board, &play).to_string();
        Self {
            game: replayed.games[evaluated.game].number,
            r#move: evaluated.number,
            act: decision.act,
            player: decision.by as usize,
            kind: match decision.kind {
                Kind::Turn { .. } => "turn",
                Kind::Double => "double",
                Kind::Take => "take",
                Kind::Pass => "pass",
                Kind::Seen(_) => "roll",
                Kind::Beaver { .. } => "beaver",
                Kind::TakeBeaver { .. } => "take-beaver",
                Kind::PassBeaver { .. } => "pass-beaver",
                Kind::Resign(_) => "resign",
                Kind::Accept(_) => "accept-resignation",
                Kind::Refuse(_) => "refuse-resignation",
            },
            position_id: PositionId::encode(&decision.board).to_string(),
            roll: roll.map(|roll| roll.to_string()),
            played: played.map(written),
            best: best.or_else(|| verdict.play.and(played.map(written))),
            win: evaluated.win,
            play_lost: verdict.play.map(|play| amount(play.loss)),
            play_mark: play.and_then(|loss| mark(loss.mark.words())),
            no_double: verdict.cube.map(|cube| cube.no_double),
            double_take: verdict.cube.map(|cube| cube.double_take),
            cube_lost: evaluated.cube_loss().map(amount),
            cube_mark: cube.and_then(|loss| mark(loss.mark.words())),
            luck: verdict.luck.map(amount),
            luck_mark: verdict.luck_mark(thresholds).map(Rating::words),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_that_was_not_analysed_has_no_rating() {
        let rating = |rolls| {
            PlayerStatisticsJson::new(&PlayerStatistics { rolls, ..PlayerStatistics::default() }).luck_rating
        };
        assert_eq!((rating(0), rating(1)), (None, Some("None")));
    }
}
