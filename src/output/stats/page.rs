//! The contents of an archive's page, as blocks and tables shared by every form of output.

use super::{analyses, chance, percent, trend};
use crate::analysis::{Answer, Began, Counts, Dice, Fairness, Question, Scope, Tally, Together, Twice};
use crate::board::Roll;
use crate::diag::count::{many, many_es, match_in};
use crate::output::json::{StatsJson, StatsSource, stats_lines};
use crate::output::ui::printable;
use crate::rules::Outcome;

/// Everything that is printed about an archive.
#[derive(Clone, Debug)]
pub struct Page<'a> {
    /// The counts.
    pub tally: &'a Tally,
    /// The tests of the dice.
    pub fairness: Fairness<'a>,
    /// The archive, and the selected players, one by one.
    pub blocks: Vec<Block<'a>>,
    /// The players, those with the most games first.
    pub players: Table,
    /// The quality of play in the archive and of the players, where records contain analyses: tables with
    /// their titles.
    pub played: Vec<(&'static str, Table)>,
    /// What was lost by phase, kind of decision, score and opening, in the same order as `blocks`.
    pub losses: Vec<Vec<Table>>,
    /// The dice of the archive, of its sources and of the players.
    pub dice: Table,
    /// What the tests of the dice show, and what they don't.
    pub conclusion: Vec<String>,
    /// Whether replies to openings are shown.
    pub replies: bool,
    /// The named players; empty if all are shown.
    pub named: &'a [String],
    /// The players of the tables, those with the most games first.
    pub most_games: Vec<String>,
    /// The trend of players, a row for each month. Empty if no player has two analysed matches.
    pub trend: Table,
    /// The matches that were there already and aren't counted again, in the order of the input.
    pub twice: &'a [Twice],
    /// The names that are taken as one player's.
    pub together: &'a Together,
}

/// Returns the places of a duplicate and of the match that is counted, in words: the file, and the number in it if it isn't
/// the first.
pub(super) fn places(twice: &Twice) -> [String; 2] {
    let places = [(&twice.path, twice.number), (&twice.first_path, twice.first_number)];
    places.map(|(path, number)| match_in(&printable(path), number))
}

/// The parts of an archive to show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shown<'a> {
    /// The names of selected players; if empty, a table of all is shown.
    pub named: &'a [String],
    /// The most players in the tables.
    pub most: usize,
    /// Whether the replies to openings are shown, too.
    pub replies: bool,
    /// The level of the tests, 0 to 1.
    pub alpha: f64,
    /// The matches that were there already.
    pub twice: &'a [Twice],
    /// The names that are taken as one player's.
    pub together: &'a Together,
}

/// Facts of some games.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    /// The name of the archive or player.
    pub title: String,
    /// The facts, each with its name.
    pub facts: Vec<(&'static str, String)>,
    /// The counts that they come from.
    pub counts: &'a Counts,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The headings of the columns.
    pub heads: Vec<&'static str>,
    /// The rows; the first cell is a name.
    pub rows: Vec<Vec<String>>,
    /// The number of rows left out.
    pub more: usize,
    /// The options that show them, with a verb.
    pub more_in: &'static str,
}

impl Default for Table {
    /// Returns an empty table of players.
    fn default() -> Self {
        Self { heads: Vec::new(), rows: Vec::new(), more: 0, more_in: "--players and --json show" }
    }
}

/// Returns the headings of a table.
pub(super) fn heads(words: &'static str) -> Vec<&'static str> {
    words.split('|').collect()
}

impl<'a> Page<'a> {
    /// Composes the page.
    #[must_use]
    pub fn new(tally: &'a Tally, shown: &Shown<'a>) -> Self {
        let fairness = Fairness::of(tally, shown.alpha);
        let mut blocks = vec![Block {
            title: "archive".to_owned(),
            facts: facts(tally, &tally.all, true),
            counts: &tally.all,
        }];
        if !shown.twice.is_empty() {
            let twice =
                ("duplicates", format!("{}, counted once", many_es(shown.twice.len() as u64, "match")));
            blocks[0].facts.insert(1, twice);
        }
        for name in shown.named {
            if let Some(counts) = tally.players.get(name) {
                blocks.push(Block { title: title(name), facts: facts(tally, counts, false), counts });
            }
        }
        let mut players: Vec<(&String, &Counts)> = tally
            .players
            .iter()
            .filter(|(name, _)| shown.named.is_empty() || shown.named.contains(name))
            .collect();
        // The sort is stable: players with equal numbers of games stay in order of their names.
        players.sort_by_key(|(_, counts)| std::cmp::Reverse(counts.games));
        let more = players.len().saturating_sub(shown.most);
        players.truncate(shown.most);
        let dice = dice(tally, &fairness, &players);
        let named = players.iter().map(|(name, counts)| (title(name), *counts));
        let rows: Vec<_> = [("archive".to_owned(), &tally.all)].into_iter().chain(named).collect();
        let mut played = analyses::tables(&rows);
        for (_, table) in &mut played {
            table.more = more;
        }
        let most_games = players.iter().map(|(name, _)| (*name).clone()).collect();
        let mut page = Self {
            tally,
            players: Table { more, ..of_players(&players) },
            played,
            losses: blocks.iter().map(|block| analyses::losses(block.counts)).collect(),
            dice: Table { more, ..dice },
            conclusion: conclusion(tally, &fairness),
            fairness,
            blocks,
            replies: shown.replies,
            twice: shown.twice,
            together: shown.together,
            named: shown.named,
            most_games,
            trend: Table::default(),
        };
        page.trend = trend::table(&trend::shown(&page));
        page
    }

    /// Returns the lines of JSON: the archive, each source, and the named players, or all if none is named.
    #[must_use]
    pub fn lines(&self) -> Vec<StatsJson<'_>> {
        let of = StatsSource {
            tally: self.tally,
            fairness: &self.fairness,
            twice: self.twice,
            together: self.together,
            conclusion: &self.conclusion,
        };
        stats_lines(&of, self.named)
    }
}

/// Returns which names are taken as one player's and which aren't, in a sentence each.
pub(in crate::output) fn sentences(together: &Together) -> Vec<String> {
    let players = together.players.iter().map(|player| printable(&player.to_string()));
    let apart = together.apart.iter().map(|spellings| printable(&spellings.join(", ")));
    let lists = [
        ("Taken as one player", players.collect::<Vec<String>>()),
        ("Not taken as one player, as they played each other", apart.collect()),
    ];
    let lists = lists.into_iter().filter(|(_, names)| !names.is_empty());
    lists.map(|(words, names)| format!("{words}: {}.", names.join("; "))).collect()
}

/// Returns the facts about some games.
fn facts(tally: &Tally, counts: &Counts, is_all: bool) -> Vec<(&'static str, String)> {
    let mut facts = Vec::new();
    let (matches, won) = (counts.matches, counts.matches_won);
    facts.push((
        "matches",
        if is_all {
            format!("{matches}, {won} with a winner; {}", many(counts.sessions, "money session"))
        } else {
            let lost = counts.matches_lost;
            format!("{matches}, {won} won, {lost} lost; {}", many(counts.sessions, "money session"))
        },
    ));
    let finished = counts.games - counts.unfinished;
    let rolls = match finished {
        0 => String::new(),
        _ => format!("; {:.1} rolls a finished game", counts.turns as f64 / finished as f64),
    };
    let unfinished = counts.unfinished;
    let drawn = if counts.drawn == 0 { String::new() } else { format!(", {} drawn", counts.drawn) };
    facts.push(("games", format!("{}, {unfinished} unfinished{drawn}{rolls}", counts.games)));
    if is_all && tally.positions > 0 {
        facts.push(("positions", format!("{}, which aren't games", tally.positions)));
    }
    let names = if is_all { ["", "outcomes", "endings"] } else { ["won", "won as", "won by"] };
    let lost = (["lost", "lost as", "lost by"], &counts.lost);
    for ([label, outcomes, by], endings) in
        [(names, &counts.won)].into_iter().chain((!is_all).then_some(lost))
    {
        let games = endings.games();
        let share = |count: u64| format!("{count} ({})", percent(count, games));
        let of = |outcome| share(endings.of(outcome));
        let points = many(endings.points, "point");
        let sum = format!("{games} ({}), {points}", percent(games, finished));
        if !is_all {
            facts.push((label, sum));
        }
        facts.push((
            outcomes,
            format!(
                "{} single, {} gammon, {} backgammon",
                of(Outcome::Single),
                of(Outcome::Gammon),
                of(Outcome::Backgammon)
            ),
        ));
        facts.push((
            by,
            format!(
                "{} borne off, {} passed, {} resigned, {} awarded",
                share(endings.borne_off),
                share(endings.passed),
                share(endings.resigned),
                share(endings.awarded)
            ),
        ));
    }
    let seat = |seat: crate::analysis::Seat| {
        format!("won {} of {} ({})", seat.won, seat.games(), percent(seat.won, seat.games()))
    };
    facts.push(("left, O, White", seat(counts.column(0))));
    facts.push(("right, X, Black", seat(counts.column(1))));
    facts.push((if is_all { "first player" } else { "began" }, seat(counts.began(Began::Player))));
    if !is_all {
        facts.push(("opponent began", seat(counts.began(Began::Opponent))));
    }
    let cubes: Vec<String> =
        counts.cube_values().map(|(value, games)| format!("{games} at {value}")).collect();
    facts.push(("cube", if cubes.is_empty() { "-".to_owned() } else { cubes.join(", ") }));
    facts.push((
        "doubles",
        if is_all {
            format!("{}: {} taken, {} passed", counts.doubles, counts.takes, counts.passes)
        } else {
            format!("{} offered; took {}, passed {}", counts.doubles, counts.takes, counts.passes)
        },
    ));
    if counts.refused > 0 {
        facts.push(("resignations", format!("{} refused", counts.refused)));
    }
    let dice = &counts.dice;
    let (rolls, doublets) = (dice.total(), dice.doublets.yes());
    facts.push((
        "doublets",
        format!(
            "{doublets} of {rolls} non-opening rolls ({}), at most {} in a row",
            percent(doublets, rolls),
            dice.doublets.longest()
        ),
    ));
    facts.extend(analyses::facts(counts));
    facts
}

/// Returns the table of the players.
fn of_players(players: &[(&String, &Counts)]) -> Table {
    let row = |(name, counts): &(&String, &Counts)| {
        let both = |outcome| format!("{}-{}", counts.won.of(outcome), counts.lost.of(outcome));
        let finished = counts.won.games() + counts.lost.games();
        vec![
            title(name),
            counts.games.to_string(),
            counts.won.games().to_string(),
            percent(counts.won.games(), finished),
            format!("{}/{}", counts.matches_won, counts.matches_won + counts.matches_lost),
            format!("{}-{}", counts.won.points, counts.lost.points),
            both(Outcome::Gammon),
            both(Outcome::Backgammon),
            counts.lost.resigned.to_string(),
            counts.doubles.to_string(),
            counts.takes.to_string(),
            counts.passes.to_string(),
        ]
    };
    Table {
        heads: heads(
            "player|games|won|share|matches|points|gammons|backgammons|resigned|doubled|took|passed",
        ),
        rows: players.iter().map(row).collect(),
        ..Table::default()
    }
}

/// Returns the table of the dice.
fn dice(tally: &Tally, fairness: &Fairness<'_>, players: &[(&String, &Counts)]) -> Table {
    let row = |name: String, scope: Scope<'_>, dice: &Dice| {
        let mut cells = vec![
            name,
            dice.total().to_string(),
            percent(dice.doublets.yes(), dice.total()),
            dice.opened().to_string(),
        ];
        for question in Question::ALL {
            cells.push(fairness.test(scope, question).map_or("-".to_owned(), |test| {
                let mark = if test.corrected < fairness.alpha { " !" } else { "" };
                format!("{}{mark}", chance(test.answer.p()))
            }));
        }
        cells
    };
    let mut rows = vec![row("archive".to_owned(), Scope::All, &tally.all.dice)];
    for (name, counts) in tally.sources.iter().filter(|_| tally.sources.len() > 1) {
        rows.push(row(printable(name), Scope::Source(name), &counts.dice));
    }
    for (name, counts) in players {
        rows.push(row(title(name), Scope::Player(name), &counts.dice));
    }
    Table {
        heads: heads("dice|rolls|doublets|openings|p rolls|p openings|p doublets|p order"),
        rows,
        ..Table::default()
    }
}

/// What is shown for players without a name.
pub(in crate::output) const NO_NAME: &str = "(no name)";

/// Returns a player's name as text; those without one are counted together.
pub(super) fn title(name: &str) -> String {
    if name.is_empty() { NO_NAME.to_owned() } else { printable(name) }
}

/// Returns the name of a test in a sentence.
pub(super) fn test_name(scope: Scope<'_>, question: Question) -> String {
    let whose = match scope {
        Scope::All => "the archive".to_owned(),
        Scope::Source(name) => format!("the source {}", printable(name)),
        Scope::Player(name) => title(name),
    };
    let what = match question {
        Question::Rolls => "the 21 rolls",
        Question::Openings => "the 15 opening rolls",
        Question::Doublets => "the share of doublets",
        Question::Order => "the order of doublets",
    };
    format!("{what} of {whose}")
}

/// What a deviation doesn't show, and what to do.
const CAUSE: &str = "show its cause: records that were selected, broken off, mistyped or counted twice deviate \
                     too. If these games made you suspect the dice, test other games.";

/// Returns what the tests of the dice show, and what they don't, a paragraph each.
fn conclusion(tally: &Tally, fairness: &Fairness<'_>) -> Vec<String> {
    let tests = fairness.tests.len();
    let rolls = tally.all.dice.total();
    if tests == 0 {
        let few = if rolls == 1 { "One roll is".to_owned() } else { format!("The {rolls} rolls are") };
        return vec![format!("{few} too few to say anything about the dice.")];
    }
    let alpha = fairness.alpha;
    let by_chance = alpha * tests as f64;
    let mut paragraphs = vec![format!(
        "{} {} the dice at the level {alpha}: chi-square of the 21 rolls (20 degrees of freedom), of the 15 opening \
         rolls (14), of doublets against other rolls (1), and a runs test of the order of doublets. {} below {alpha}; \
         fair dice would give about {by_chance:.1} by chance.",
        tests,
        if tests == 1 { "test checks" } else { "tests check" },
        match fairness.uncorrected() {
            0 => "No p-value is".to_owned(),
            1 => "1 p-value is".to_owned(),
            several => format!("{several} p-values are"),
        },
    )];
    let found: Vec<String> = fairness
        .found()
        .map(|test| {
            let (p, corrected) = (chance(test.answer.p()), chance(test.corrected));
            let how = match test.answer {
                Answer::ChiSquare(answer) => {
                    let degrees = many(answer.degrees.into(), "degree");
                    format!("chi-square {:.1}, {degrees} of freedom", answer.statistic)
                }
                Answer::Runs(answer) => {
                    format!("{} runs, {:.1} expected", answer.runs, answer.expected)
                }
            };
            format!("- {}: {how}, p {p}, corrected {corrected}", test_name(test.scope, test.question))
        })
        .collect();
    if found.is_empty() {
        let spread = 1.96 * (5.0 / 36.0 / rolls.max(1) as f64).sqrt();
        paragraphs.push(
            "After correction for the number of tests (Holm), no p-value is below that level: these rolls give no \
             reason to doubt the dice."
                .to_owned(),
        );
        paragraphs.push(format!(
            "This doesn't prove that the dice are fair: in {rolls} rolls, any share of doublets between {:.1} % and \
             {:.1} % is consistent with one in six. Nor does a deviation {CAUSE}",
            100.0 * (1.0 / 6.0 - spread).max(0.0),
            100.0 * (1.0 / 6.0 + spread)
        ));
    } else {
        paragraphs.push(format!(
            "After correction for the number of tests (Holm), these are below it; fair dice give at least one \
             in at most {} of 100 archives:",
            // In floating point, 100 times 0.07 isn't 7.
            (1e12 * alpha).round() / 1e10
        ));
        paragraphs.extend(found);
        paragraphs.push(format!("A deviation doesn't {CAUSE}"));
    }
    paragraphs
}

/// Returns the share of each roll among the 36 throws, as a table of the lower die by the higher one.
pub(super) fn rolls(dice: &Dice) -> Table {
    let cell = |low: u8, high: u8| {
        Roll::from_pips(low, high).filter(|_| low <= high).map_or_else(String::new, |roll| {
            format!("{:.2}", 100.0 * dice.rolls[roll.index()] as f64 / dice.total().max(1) as f64)
        })
    };
    Table {
        heads: vec!["", "1", "2", "3", "4", "5", "6"],
        rows: (1..=6)
            .map(|low| [low.to_string()].into_iter().chain((1..=6).map(|high| cell(low, high))).collect())
            .collect(),
        ..Table::default()
    }
}
