//! The lines of `stats --json`.

use super::SCHEMA;
use super::analysis::PlayerStatisticsJson;
use crate::analysis::skill::{luck_words, rating_words};
use crate::analysis::{
    Analyses, Answer, Began, Branch, Counts, Dice, Endings, Fairness, Openings, Question, Scope, Seat, Tally,
};
use crate::board::Roll;
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::rules::Outcome;
use serde::Serialize;

/// One line of `stats --json`: the archive, a source or a player, always with the same keys.
#[derive(Clone, Debug, Serialize)]
pub struct StatsJson<'a> {
    schema: u32,
    scope: &'static str,
    name: Option<&'a str>,
    matches: u64,
    sessions: u64,
    matches_won: u64,
    matches_lost: u64,
    games: u64,
    unfinished: u64,
    drawn: u64,
    turns: u64,
    columns: [SeatJson; 2],
    began: SeatJson,
    opponent_began: SeatJson,
    won: EndingsJson,
    lost: EndingsJson,
    cubes: Vec<CubeJson>,
    doubles: u64,
    takes: u64,
    passes: u64,
    resignations_refused: u64,
    dice: DiceJson,
    openings: Vec<VariantJson>,
    answers: Vec<VariantJson>,
    analyses: AnalysesJson,
    archive: Option<ArchiveJson<'a>>,
}

impl<'a> StatsJson<'a> {
    /// Mirrors what was counted of an archive, a source or a player; `conclusion` goes with an archive.
    #[must_use]
    pub fn new(
        tally: &Tally,
        fairness: &Fairness<'_>,
        scope: Scope<'a>,
        counts: &Counts,
        conclusion: &'a [String],
    ) -> Self {
        let (word, name) = match scope {
            Scope::All => ("archive", None),
            Scope::Source(name) => ("source", Some(name)),
            Scope::Player(name) => ("player", Some(name)),
        };
        Self {
            schema: SCHEMA,
            scope: word,
            name,
            matches: counts.matches,
            sessions: counts.sessions,
            matches_won: counts.matches_won,
            matches_lost: counts.matches_lost,
            games: counts.games,
            unfinished: counts.unfinished,
            drawn: counts.drawn,
            turns: counts.turns,
            columns: [0, 1].map(|column| SeatJson::new(counts.column(column))),
            began: SeatJson::new(counts.began(Began::Player)),
            opponent_began: SeatJson::new(counts.began(Began::Opponent)),
            won: EndingsJson::new(&counts.won),
            lost: EndingsJson::new(&counts.lost),
            cubes: counts
                .cubes
                .iter()
                .enumerate()
                .filter(|(_, games)| **games > 0)
                .map(|(power, &games)| CubeJson { value: 1 << power, games })
                .collect(),
            doubles: counts.doubles,
            takes: counts.takes,
            passes: counts.passes,
            resignations_refused: counts.refused,
            dice: DiceJson::new(&counts.dice, fairness, scope),
            openings: variants(&counts.openings),
            answers: variants(&counts.answers),
            analyses: AnalysesJson::new(&counts.analyses, counts.not_analysed()),
            archive: (scope == Scope::All).then(|| ArchiveJson {
                with_errors: tally.with_errors,
                positions: tally.positions,
                players: tally.players.len(),
                alpha: fairness.alpha,
                tests: fairness.tests.len(),
                below_alpha: fairness.uncorrected(),
                below_alpha_corrected: fairness.found().count(),
                conclusion,
            }),
        }
    }
}

/// What is only told of the whole archive.
#[derive(Clone, Debug, Serialize)]
struct ArchiveJson<'a> {
    with_errors: u64,
    positions: u64,
    players: usize,
    alpha: f64,
    tests: usize,
    below_alpha: usize,
    below_alpha_corrected: usize,
    conclusion: &'a [String],
}

/// What records say of how well games were played.
#[derive(Clone, Debug, Serialize)]
struct AnalysesJson {
    analysed: u64,
    not_analysed: u64,
    matches: PlayerStatisticsJson,
    sessions: PlayerStatisticsJson,
    play_error_rate: Option<f64>,
    play_rating: Option<&'static str>,
    cube_error_rate: Option<f64>,
    cube_rating: Option<&'static str>,
    error_rate: Option<f64>,
    rating: Option<&'static str>,
    luck_rate: Option<f64>,
    luck_rating: Option<&'static str>,
}

impl AnalysesJson {
    fn new(analyses: &Analyses, not_analysed: u64) -> Self {
        let all = analyses.together();
        let rate = |equity: f64, count: u64| (count > 0).then(|| equity / count as f64);
        let plays = rate(all.plays.equity, all.unforced);
        let cube = rate(all.cube().equity, all.close);
        let overall = rate(all.total().equity, all.decisions());
        let luck = rate(all.luck.equity, all.rolls);
        Self {
            analysed: analyses.analysed,
            not_analysed,
            matches: PlayerStatisticsJson::new(&analyses.matches),
            sessions: PlayerStatisticsJson::new(&analyses.sessions),
            play_error_rate: plays,
            play_rating: plays.map(rating_words),
            cube_error_rate: cube,
            cube_rating: cube.map(rating_words),
            error_rate: overall,
            rating: overall.map(rating_words),
            luck_rate: luck,
            luck_rating: luck.map(luck_words),
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct SeatJson {
    won: u64,
    lost: u64,
}

impl SeatJson {
    const fn new(seat: Seat) -> Self {
        Self { won: seat.won, lost: seat.lost }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct EndingsJson {
    games: u64,
    points: u64,
    single: u64,
    gammon: u64,
    backgammon: u64,
    borne_off: u64,
    passed: u64,
    resigned: u64,
    awarded: u64,
}

impl EndingsJson {
    const fn new(endings: &Endings) -> Self {
        Self {
            games: endings.games(),
            points: endings.points,
            single: endings.of(Outcome::Single),
            gammon: endings.of(Outcome::Gammon),
            backgammon: endings.of(Outcome::Backgammon),
            borne_off: endings.borne_off,
            passed: endings.passed,
            resigned: endings.resigned,
            awarded: endings.awarded,
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize)]
struct CubeJson {
    value: u32,
    games: u64,
}

#[derive(Clone, Debug, Serialize)]
struct DiceJson {
    rolls: u64,
    doublets: u64,
    longest_run: u64,
    counts: Vec<RollJson>,
    opening_counts: Vec<RollJson>,
    opening_doublets: u64,
    tests: Vec<TestJson>,
}

#[derive(Clone, Debug, Serialize)]
struct RollJson {
    roll: String,
    count: u64,
    expected: f64,
}

#[derive(Clone, Debug, Serialize)]
struct TestJson {
    question: &'static str,
    statistic: Option<f64>,
    degrees: Option<u32>,
    runs: Option<u64>,
    expected_runs: Option<f64>,
    z: Option<f64>,
    p: f64,
    p_corrected: f64,
}

impl DiceJson {
    fn new(dice: &Dice, fairness: &Fairness<'_>, scope: Scope<'_>) -> Self {
        let roll =
            |roll: Roll, count: u64, expected: f64| RollJson { roll: roll.to_string(), count, expected };
        let total = dice.total() as f64;
        let opened = dice.opened();
        let openings = Roll::ALL.into_iter().zip(dice.openings);
        let test = |question: Question| {
            let test = fairness.test(scope, question)?;
            let (chi_square, runs) = match test.answer {
                Answer::ChiSquare(answer) => (Some(answer), None),
                Answer::Runs(answer) => (None, Some(answer)),
            };
            Some(TestJson {
                question: match question {
                    Question::Rolls => "rolls",
                    Question::Openings => "openings",
                    Question::Doublets => "doublets",
                    Question::Order => "order",
                },
                statistic: chi_square.map(|answer| answer.statistic),
                degrees: chi_square.map(|answer| answer.degrees),
                runs: runs.map(|answer| answer.runs),
                expected_runs: runs.map(|answer| answer.expected),
                z: runs.map(|answer| answer.z),
                p: test.answer.p(),
                p_corrected: test.corrected,
            })
        };
        Self {
            rolls: dice.total(),
            doublets: dice.doublets.yes(),
            longest_run: dice.doublets.longest(),
            counts: Roll::ALL
                .into_iter()
                .zip(dice.rolls)
                .map(|(one, count)| roll(one, count, f64::from(one.weight()) * total / 36.0))
                .collect(),
            opening_counts: openings
                .clone()
                .filter(|(one, _)| !one.is_doublet())
                .map(|(one, count)| roll(one, count, opened as f64 / 15.0))
                .collect(),
            opening_doublets: openings.filter(|(one, _)| one.is_doublet()).map(|(_, count)| count).sum(),
            tests: Question::ALL.into_iter().filter_map(test).collect(),
        }
    }
}

/// The openings of a variant.
#[derive(Clone, Debug, Serialize)]
struct VariantJson {
    variant: &'static str,
    rolls: Vec<BranchJson>,
}

#[derive(Clone, Debug, Serialize)]
struct BranchJson {
    roll: String,
    count: u64,
    plays: Vec<PlayedJson>,
}

#[derive(Clone, Debug, Serialize)]
struct PlayedJson {
    play: String,
    position_id: String,
    count: u64,
    replies: Vec<BranchJson>,
}

fn variants(openings: &Openings) -> Vec<VariantJson> {
    let variant = |variant: crate::rules::Variant| VariantJson {
        variant: variant.name(),
        rolls: openings.tree(variant).iter().map(branch).collect(),
    };
    openings.variants().into_iter().map(variant).collect()
}

fn branch(branch: &Branch) -> BranchJson {
    BranchJson {
        roll: branch.roll.to_string(),
        count: branch.count,
        plays: branch
            .plays
            .iter()
            .map(|play| PlayedJson {
                play: print::gnubg(&play.before, &play.play).to_string(),
                position_id: PositionId::encode(&play.before).to_string(),
                count: play.count,
                replies: play.replies.iter().map(self::branch).collect(),
            })
            .collect(),
    }
}
