//! The lines of `stats --json`.

use super::SCHEMA;
use super::analysis::PlayerStatisticsJson;
use crate::analysis::skill::{luck_words, rating_words};
use crate::analysis::{
    Analyses, Answer, Aspect, Began, Branch, Breakdown, Counts, Dice, Endings, Fairness, Group, Losses,
    Openings, Point, Quality, Question, Scope, Seat, Tally, Together, Twice,
};
use crate::board::Roll;
use crate::notation::PositionId;
use crate::notation::play::print;
use crate::rules::Outcome;
use schemars::JsonSchema;
use serde::Serialize;

/// What the lines of an archive are made of.
#[derive(Clone, Copy, Debug)]
pub struct StatsSource<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// The tests of the dice.
    pub fairness: &'a Fairness<'a>,
    /// The matches that aren't counted again.
    pub twice: &'a [Twice],
    /// The names that are taken as one player's.
    pub together: &'a Together,
    /// What the tests of the dice show, and what they don't.
    pub conclusion: &'a [String],
}

/// One line of `stats --json`: the archive, a source or a player, always with the same keys.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct StatsJson<'a> {
    /// The version of this schema.
    #[schemars(extend("const" = 1))]
    schema: u32,
    /// What the line is about: the archive comes first, then each source, then each player.
    #[schemars(extend("enum" = ["archive", "source", "player"]))]
    scope: &'static str,
    /// The name of the source or the player; all players without a name are one, with an empty name.
    name: Option<&'a str>,
    /// Of a player, the spellings of the name that are taken together, sorted; else none.
    spellings: Vec<&'a str>,
    /// Matches to a number of points.
    matches: u64,
    /// Money sessions.
    sessions: u64,
    /// Of a player, how many of the matches were won; else how many have a winner.
    matches_won: u64,
    /// Of a player, how many of the matches were lost; else 0.
    matches_lost: u64,
    /// The games.
    games: u64,
    /// How many of them have no result.
    unfinished: u64,
    /// The number of drawn or abandoned games: they have a result but no winner.
    drawn: u64,
    /// The rolls in games that have a result.
    turns: u64,
    /// Games won and lost in the left column (O, White) and in the right one (X, Black).
    columns: [SeatJson; 2],
    /// Games won and lost that began with an opening roll of the player of the line; elsewhere of either player.
    began: SeatJson,
    /// The same where the opponent played the opening roll.
    opponent_began: SeatJson,
    /// Games won.
    won: EndingsJson,
    /// Games lost; of an archive or a source the same games again.
    lost: EndingsJson,
    /// The values of the cube with which games ended.
    cubes: Vec<CubeJson>,
    /// Doubles and redoubles offered.
    doubles: u64,
    /// Doubles taken.
    takes: u64,
    /// Doubles passed.
    passes: u64,
    /// Resignations offered and refused.
    resignations_refused: u64,
    /// The dice.
    dice: DiceJson,
    /// For a player, the openings of the games that the player began; for an archive, of all games; empty for a source.
    openings: Vec<VariantJson>,
    /// For a player, the openings of the games that the opponent began; empty otherwise.
    answers: Vec<VariantJson>,
    /// The analyses that the records contain: for a player, of that player's decisions; otherwise of
    /// both players'. Sums over matches and over sessions, as `analyse --json` has them.
    analyses: AnalysesJson,
    /// What decisions lost by group, the groups that lost most first; of a source, none.
    losses: LossesJson,
    /// The analysed matches by day, those without a day last; of a source, none.
    trend: Vec<PointJson<'a>>,
    /// The same by month, without matches that have no day.
    months: Vec<MonthJson>,
    /// Facts about the archive as a whole; `null` for sources and players.
    archive: Option<ArchiveJson<'a>>,
}

/// Returns the lines of an archive: its own, those of the sources, and those of the named players, or of all if none is
/// named.
#[must_use]
pub fn stats_lines<'a>(of: &StatsSource<'a>, named: &[String]) -> Vec<StatsJson<'a>> {
    let StatsSource { tally, .. } = *of;
    let sources = tally.sources.iter().map(|(name, counts)| (Scope::Source(name), counts));
    let players = tally.players.iter().filter(|(name, _)| named.is_empty() || named.contains(name));
    let players = players.map(|(name, counts)| (Scope::Player(name), counts));
    let all = [(Scope::All, &tally.all)].into_iter().chain(sources).chain(players);
    all.map(|(scope, counts)| StatsJson::new(of, scope, counts)).collect()
}

impl<'a> StatsJson<'a> {
    /// Returns the line of an archive, a source or a player.
    #[must_use]
    pub fn new(of: &StatsSource<'a>, scope: Scope<'a>, counts: &'a Counts) -> Self {
        let StatsSource { tally, fairness, conclusion, .. } = *of;
        let (word, name) = match scope {
            Scope::All => ("archive", None),
            Scope::Source(name) => ("source", Some(name)),
            Scope::Player(name) => ("player", Some(name)),
        };
        Self {
            schema: SCHEMA,
            scope: word,
            name,
            spellings: if let Scope::Player(name) = scope {
                spellings(of.together, name)
            } else {
                Vec::new()
            },
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
            cubes: counts.cube_values().map(|(value, games)| CubeJson { value, games }).collect(),
            doubles: counts.doubles,
            takes: counts.takes,
            passes: counts.passes,
            resignations_refused: counts.refused,
            dice: DiceJson::new(&counts.dice, fairness, scope),
            openings: variants(&counts.openings),
            answers: variants(&counts.answers),
            analyses: AnalysesJson::new(&counts.analyses, counts.not_analysed()),
            losses: LossesJson::new(&counts.losses),
            trend: counts.trend.points().into_iter().map(PointJson::new).collect(),
            months: counts.trend.months().iter().map(MonthJson::new).collect(),
            archive: (scope == Scope::All).then(|| ArchiveJson {
                with_errors: tally.with_errors,
                positions: tally.positions,
                players: tally.players.len(),
                alpha: fairness.alpha,
                tests: fairness.tests.len(),
                below_alpha: fairness.uncorrected(),
                below_alpha_corrected: fairness.found().count(),
                duplicates: of.twice.iter().map(DuplicateJson::new).collect(),
                apart: &of.together.apart,
                conclusion,
            }),
        }
    }
}

/// What is counted of the whole archive only.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct ArchiveJson<'a> {
    /// Matches with errors.
    with_errors: u64,
    /// Games that consist only of a position.
    positions: u64,
    /// Players.
    players: usize,
    /// The level of the tests.
    alpha: f64,
    /// Tests of dice.
    tests: usize,
    /// The number of p-values below the level.
    below_alpha: usize,
    /// The number of p-values still below the level after Holm's correction.
    below_alpha_corrected: usize,
    /// The matches that are the same as an earlier one and aren't counted again.
    duplicates: Vec<DuplicateJson<'a>>,
    /// Spellings that differ only in case and in the number of blanks, or are on one line of the list of players, but
    /// aren't taken together, as they played each other.
    apart: &'a [Vec<String>],
    /// What the tests show, and what they don't.
    conclusion: &'a [String],
}

/// Returns the spellings of a player's name.
fn spellings<'a>(together: &'a Together, name: &'a str) -> Vec<&'a str> {
    let player = together.players.iter().find(|player| player.name == name);
    player.map_or_else(|| vec![name], |player| player.spellings.iter().map(String::as_str).collect())
}

/// A match that is in several files, or several times in one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct DuplicateJson<'a> {
    /// The file of the one that isn't counted.
    path: &'a str,
    /// Its number in the file.
    #[schemars(range(min = 1))]
    r#match: u32,
    /// The file of the one that is counted.
    same_as_path: &'a str,
    /// Its number in the file.
    #[schemars(range(min = 1))]
    same_as_match: u32,
}

impl<'a> DuplicateJson<'a> {
    fn new(twice: &'a Twice) -> Self {
        Self {
            path: &twice.path,
            r#match: twice.number,
            same_as_path: &twice.first_path,
            same_as_match: twice.first_number,
        }
    }
}

/// The analyses that the records contain.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct AnalysesJson {
    /// Matches and sessions with at least one analysed decision or roll; for a player, one of that player's.
    analysed: u64,
    /// The other matches and sessions.
    not_analysed: u64,
    /// How matches were played.
    matches: PlayerStatisticsJson,
    /// How money sessions were played.
    sessions: PlayerStatisticsJson,
    /// The PR, as eXtreme Gammon counts it; null if no decision counts.
    pr: Option<f64>,
    /// The decisions that count for the PR.
    pr_decisions: u64,
    /// What a play that wasn't forced lost, in normalised equity, over matches and sessions; null if
    /// none was analysed.
    play_error_rate: Option<f64>,
    /// GNU Backgammon's word for it.
    play_rating: Option<&'static str>,
    /// What a close or actual decision about the cube lost.
    cube_error_rate: Option<f64>,
    /// GNU Backgammon's word for it.
    cube_rating: Option<&'static str>,
    /// What a decision lost that wasn't trivial.
    error_rate: Option<f64>,
    /// GNU Backgammon's word for it.
    rating: Option<&'static str>,
    /// What the luck of a roll gained.
    luck_rate: Option<f64>,
    /// GNU Backgammon's word for it.
    luck_rating: Option<&'static str>,
}

impl AnalysesJson {
    fn new(analyses: &Analyses, not_analysed: u64) -> Self {
        let all = analyses.together();
        let rates = [all.play_rate(), all.cube_rate(), all.error_rate(), all.luck_rate()];
        let [plays, cube, overall, luck] = rates.map(|rate| rate.map(|rate| rate.equity));
        Self {
            analysed: analyses.analysed,
            not_analysed,
            matches: PlayerStatisticsJson::new(&analyses.matches),
            sessions: PlayerStatisticsJson::new(&analyses.sessions),
            pr: analyses.rated.rating(),
            pr_decisions: analyses.rated.count,
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

/// What decisions lost by group.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct LossesJson {
    /// By phase, as `docs/phases.md` has it: the first that fits.
    phases: Vec<GroupJson>,
    /// By kind of decision: `play`, `no double`, `double`, `take`, `pass`.
    kinds: Vec<GroupJson>,
    /// By score: `money`, or the points that the player and the opponent need: `3-away 5-away`, with ` Crawford` or
    /// ` post-Crawford` after it.
    scores: Vec<GroupJson>,
    /// By opening, as `barpoint opening` names them: first plays and replies.
    openings: Vec<GroupJson>,
}

/// The evaluated decisions of a group, and what they lost in normalised equity.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct GroupJson {
    /// The name of the group.
    name: String,
    /// Unforced plays.
    plays: u64,
    /// What plays lost.
    plays_lost: f64,
    /// Close or actual cube decisions.
    cube_decisions: u64,
    /// What cube decisions lost.
    cube_lost: f64,
}

impl LossesJson {
    fn new(losses: &Breakdown) -> Self {
        let group = |(group, losses): (&Group, &Losses)| GroupJson {
            name: group.to_string(),
            plays: losses.plays.count,
            plays_lost: losses.plays.lost,
            cube_decisions: losses.cube.count,
            cube_lost: losses.cube.lost,
        };
        let [phases, kinds, scores, openings] =
            Aspect::ALL.map(|aspect| losses.groups(aspect).into_iter().map(group).collect());
        Self { phases, kinds, scores, openings }
    }
}

/// How well one match was played: of a player, by that player; of an archive, by both.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PointJson<'a> {
    /// The day, `YYYY-MM-DD`; null if the record doesn't state it.
    day: Option<&'a str>,
    /// The file.
    path: &'a str,
    /// The number of the match in the file.
    #[schemars(range(min = 1))]
    r#match: u32,
    /// The opponent; null for an archive.
    opponent: Option<&'a str>,
    #[serde(flatten)]
    quality: QualityJson,
}

impl<'a> PointJson<'a> {
    fn new(point: &'a Point) -> Self {
        Self {
            day: point.day.as_deref(),
            path: &point.place.path,
            r#match: point.place.number,
            opponent: point.opponent.as_deref(),
            quality: QualityJson::new(&point.quality),
        }
    }
}

/// How well the matches of a month were played.
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct MonthJson {
    /// The month, `YYYY-MM`.
    month: String,
    /// The analysed matches.
    #[schemars(range(min = 1))]
    matches: u64,
    #[serde(flatten)]
    quality: QualityJson,
}

impl MonthJson {
    fn new((month, matches, quality): &(String, u64, Quality)) -> Self {
        Self { month: month.clone(), matches: *matches, quality: QualityJson::new(quality) }
    }
}

/// Errors and luck, in normalised equity.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct QualityJson {
    /// Evaluated decisions that weren't trivial.
    decisions: u64,
    /// What they lost.
    lost: f64,
    /// What one of them lost; null if none was evaluated.
    error_rate: Option<f64>,
    /// Rolls whose luck was evaluated.
    rolls: u64,
    /// The luck.
    luck: f64,
    /// The luck of one of them; null if none was evaluated.
    luck_rate: Option<f64>,
    /// The PR, as eXtreme Gammon counts it; null if no decision counts.
    pr: Option<f64>,
    /// The decisions that count for the PR.
    pr_decisions: u64,
}

impl QualityJson {
    fn new(quality: &Quality) -> Self {
        Self {
            decisions: quality.decisions,
            lost: quality.lost,
            error_rate: quality.error_rate(),
            rolls: quality.rolls,
            luck: quality.luck,
            luck_rate: quality.luck_rate(),
            pr: quality.rated.rating(),
            pr_decisions: quality.rated.count,
        }
    }
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct SeatJson {
    /// Games won.
    won: u64,
    /// Games lost.
    lost: u64,
}

impl SeatJson {
    const fn new(seat: Seat) -> Self {
        Self { won: seat.won, lost: seat.lost }
    }
}

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct EndingsJson {
    /// The games.
    games: u64,
    /// The points that they brought.
    points: u64,
    /// Single games.
    single: u64,
    /// Gammons.
    gammon: u64,
    /// Backgammons.
    backgammon: u64,
    /// Ended by the last checker borne off.
    borne_off: u64,
    /// Ended by a passed double.
    passed: u64,
    /// Ended by a resignation.
    resigned: u64,
    /// Awarded; these have no outcome.
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

#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
struct CubeJson {
    /// The value.
    #[schemars(range(min = 1))]
    value: u32,
    /// The games.
    #[schemars(range(min = 1))]
    games: u64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct DiceJson {
    /// Rolls, opening ones left out.
    rolls: u64,
    /// The number of doublets.
    doublets: u64,
    /// Doublets in a row, at most.
    longest_run: u64,
    /// The 21 rolls, opening ones left out.
    counts: Vec<RollJson>,
    /// The 15 opening rolls.
    opening_counts: Vec<RollJson>,
    /// Opening rolls recorded as doublets, which are impossible.
    opening_doublets: u64,
    /// The tests for which there are enough rolls.
    tests: Vec<TestJson>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct RollJson {
    /// The dice, the larger first.
    roll: String,
    /// How often it came up.
    count: u64,
    /// How often fair dice bring it up.
    expected: f64,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct TestJson {
    /// What was asked: whether the 21 rolls, the 15 opening rolls or doublets come up as often as they
    /// should, or whether doublets come in random order.
    #[schemars(extend("enum" = ["rolls", "openings", "doublets", "order"]))]
    question: &'static str,
    /// Chi-square.
    statistic: Option<f64>,
    /// Its degrees of freedom.
    degrees: Option<u32>,
    /// The number of runs of doublets and of other rolls.
    runs: Option<u64>,
    /// How many are expected.
    expected_runs: Option<f64>,
    /// The deviation in standard deviations.
    z: Option<f64>,
    /// The chance that fair dice deviate at least as much.
    p: f64,
    /// The same, corrected by Holm's method for the number of tests.
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
#[derive(Clone, Debug, Serialize, JsonSchema)]
struct VariantJson {
    /// Its name.
    variant: &'static str,
    /// The opening rolls, in the order 21, 31, ….
    rolls: Vec<BranchJson>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct BranchJson {
    /// The dice, the larger first.
    roll: String,
    /// How often it came up.
    #[schemars(range(min = 1))]
    count: u64,
    /// The plays, the most frequent first; rolls that weren't played by the rules are in none.
    plays: Vec<PlayedJson>,
}

#[derive(Clone, Debug, Serialize, JsonSchema)]
struct PlayedJson {
    /// As GNU Backgammon writes it; empty for a dance.
    play: String,
    /// The position before it, from the view of the player on roll.
    position_id: String,
    /// How often it was made.
    #[schemars(range(min = 1))]
    count: u64,
    /// The rolls of the reply; empty after a reply.
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
