//! The quality of play in an archive: facts about a player, tables of all, and one player's losses by group.

use super::page::{self, Table};
use super::percent_of;
use crate::analysis::skill::{Amount, PlayerStatistics, luck_words, rating_words};
use crate::analysis::{Analyses, Aspect, Counts, Losses};
use crate::diag::count::many;

/// A rate: the mean of losses or of luck.
#[derive(Clone, Copy)]
struct Rate(fn(&PlayerStatistics) -> Option<Amount>);

/// The loss of plays, for each unforced one.
const PLAYS: Rate = Rate(PlayerStatistics::play_rate);
/// The loss of cube decisions, for each close or actual one.
const CUBE: Rate = Rate(PlayerStatistics::cube_rate);
/// The loss of all decisions, for each that wasn't trivial.
const ALL: Rate = Rate(PlayerStatistics::error_rate);
/// The luck, for each roll.
const LUCK: Rate = Rate(PlayerStatistics::luck_rate);

impl Rate {
    /// Returns the mean normalised equity over matches and sessions. `None` if the count is 0.
    fn equity(self, analyses: &Analyses) -> Option<f64> {
        (self.0)(&analyses.together()).map(|rate| rate.equity)
    }

    /// Returns the mean value over some games. `None` if the count is 0.
    fn worth(self, played: &PlayerStatistics) -> Option<f64> {
        (self.0)(played).map(|rate| rate.worth)
    }

    /// Returns thousandths of normalised equity: `12.3`; a hyphen if the count is 0.
    fn milli(self, analyses: &Analyses) -> String {
        self.equity(analyses).map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", 1000.0 * rate))
    }

    /// Returns match winning chances, in percent.
    fn percent(self, analyses: &Analyses) -> String {
        self.worth(&analyses.matches)
            .map_or_else(|| "-".to_owned(), |worth| format!("{:.3} %", 100.0 * worth))
    }

    /// Returns points of a session.
    fn points(self, analyses: &Analyses) -> String {
        self.worth(&analyses.sessions).map_or_else(|| "-".to_owned(), |worth| format!("{worth:.4}"))
    }

    /// Returns all values in a sentence: `errors of 12.3 mEMG a play (0.045 % MWC): Advanced`.
    fn sentence(self, analyses: &Analyses, of: &str) -> String {
        let mut worths = Vec::new();
        if self.worth(&analyses.matches).is_some() {
            worths.push(format!("{} MWC", self.percent(analyses)));
        }
        if self.worth(&analyses.sessions).is_some() {
            worths.push(format!("{} points", self.points(analyses)));
        }
        if worths.is_empty() {
            return "no errors".to_owned();
        }
        let (rate, rating) = (self.milli(analyses), self.rating(analyses));
        format!("errors of {rate} mEMG a {of} ({}): {rating}", worths.join(", "))
    }

    /// Returns GNU Backgammon's word for this error rate.
    fn rating(self, analyses: &Analyses) -> &'static str {
        self.equity(analyses).map_or("-", rating_words)
    }
}

/// Returns the facts about a player's analysed games, always with the number of games without analyses.
pub(super) fn facts(counts: &Counts) -> Vec<(&'static str, String)> {
    let analyses = &counts.analyses;
    let all = analyses.together();
    let mut facts = vec![("analysed", format!("{}, {} not", analyses.analysed, counts.not_analysed()))];
    if analyses.analysed == 0 {
        return facts;
    }
    facts.push((
        "plays",
        format!(
            "{}, {} not evaluated, {} unforced; {} doubtful, {} bad, {} very bad; {}",
            all.moves,
            all.unanalysed,
            all.unforced,
            all.doubtful,
            all.bad,
            all.very_bad,
            PLAYS.sentence(analyses, "play")
        ),
    ));
    facts.push((
        "cube decisions",
        format!(
            "{}, {} close or actual; {}",
            all.cube_decisions,
            all.close,
            CUBE.sentence(analyses, "decision")
        ),
    ));
    facts.push((
        "cube errors",
        format!(
            "missed doubles {} below CP, {} above CP; wrong doubles {} below DP, {} above TG; wrong takes {}; wrong \
             passes {}",
            all.missed_below.count,
            all.missed_above.count,
            all.wrong_below.count,
            all.wrong_above.count,
            all.wrong_takes.count,
            all.wrong_passes.count
        ),
    ));
    let luck = match LUCK.equity(analyses) {
        None => "no roll evaluated".to_owned(),
        Some(rate) => format!(
            "{:+.3} EMG in {}, {:+.1} mEMG a roll: {}",
            all.luck.equity,
            many(all.rolls, "roll"),
            1000.0 * rate,
            luck_words(rate)
        ),
    };
    facts.push(("luck", luck));
    facts.push(("overall", ALL.sentence(analyses, "decision")));
    if let Some(rating) = analyses.rated.rating() {
        facts.push(("PR", format!("{rating:.2} in {}", many(analyses.rated.count, "decision"))));
    }
    facts
}

/// Returns the tables of the quality of play of the archive and its players: all, plays, the cube. Empty if nothing was
/// evaluated.
pub(super) fn tables(of: &[(String, &Counts)]) -> Vec<(&'static str, Table)> {
    if of.iter().all(|(_, counts)| counts.analyses.analysed == 0) {
        return Vec::new();
    }
    let table = |heads: &'static str, cells: &dyn Fn(&Counts, &PlayerStatistics) -> Vec<String>| {
        let heads = page::heads(heads);
        // Of a player who was never analysed, only that is known.
        let is_known =
            |head: &str, counts: &Counts| counts.analyses.analysed > 0 || matches!(head, "analysed" | "not");
        let row = |(name, counts): &(String, &Counts)| {
            let cells = cells(counts, &counts.analyses.together()).into_iter().zip(&heads[1..]);
            let cells = cells.map(|(cell, head)| if is_known(head, counts) { cell } else { "-".to_owned() });
            [name.clone()].into_iter().chain(cells).collect()
        };
        let rows = of.iter().map(row).collect();
        Table { heads, rows, ..Table::default() }
    };
    let errors = |rate: Rate, sum: Amount, analyses: &Analyses| {
        vec![
            format!("{:.3}", sum.equity),
            rate.milli(analyses),
            rate.percent(analyses),
            rate.points(analyses),
            rate.rating(analyses).to_owned(),
        ]
    };
    let overall =
        table("skill|analysed|not|PR|lost|mEMG|MWC|points|rating|luck|mEMG|luck rating", &|counts, all| {
            let analyses = &counts.analyses;
            let or_none = |words: Option<String>| words.unwrap_or_else(|| "-".to_owned());
            let mut cells = vec![analyses.analysed.to_string(), counts.not_analysed().to_string()];
            cells.push(or_none(analyses.rated.rating().map(|rating| format!("{rating:.2}"))));
            cells.extend(errors(ALL, all.total(), analyses));
            let rate = LUCK.equity(analyses);
            cells.push(or_none(rate.map(|_| format!("{:+.3}", all.luck.equity))));
            cells.push(or_none(rate.map(|rate| format!("{:+.1}", 1000.0 * rate))));
            cells.push(or_none(rate.map(|rate| luck_words(rate).to_owned())));
            cells
        });
    let plays = table(
        "plays|moves|not evaluated|unforced|doubtful|bad|very bad|lost|mEMG|MWC|points|rating",
        &|counts, all| {
            let numbers = [all.moves, all.unanalysed, all.unforced, all.doubtful, all.bad, all.very_bad];
            numbers
                .map(|number| number.to_string())
                .into_iter()
                .chain(errors(PLAYS, all.plays, &counts.analyses))
                .collect()
        },
    );
    let cube = table(
        "cube|close|missed <CP|>CP|wrong <DP|>TG|takes|passes|lost|mEMG|MWC|points|rating",
        &|counts, all| {
            let numbers = [all.close].into_iter().chain(all.cube_mistakes().map(|kind| kind.count));
            numbers
                .map(|number| number.to_string())
                .chain(errors(CUBE, all.cube(), &counts.analyses))
                .collect()
        },
    );
    vec![("How well they played", overall), ("Plays", plays), ("Cube decisions", cube)]
}

/// The most groups in a table.
const GROUPS: usize = 12;

/// Returns tables of what was lost by game type, kind of decision, score and opening, those that lost most first. Empty if
/// nothing was evaluated.
pub(super) fn losses(counts: &Counts) -> Vec<Table> {
    let table = |aspect| {
        let groups = counts.losses.groups(aspect);
        let whole: f64 = groups.iter().map(|(_, losses)| losses.lost()).sum();
        let rows = groups.iter().take(GROUPS).map(|(group, losses)| {
            let mut row = vec![group.to_string()];
            row.extend(cells(aspect, losses));
            row.push(percent_of(losses.lost(), whole));
            row
        });
        let name = match aspect {
            Aspect::Phase => "game type",
            Aspect::Kind => "decision",
            Aspect::Score => "score",
            Aspect::Opening => "opening",
        };
        let mut heads = vec![name];
        heads.extend(if has_both(aspect) {
            ["plays", "lost", "mEMG", "cube", "lost", "mEMG", "share"].as_slice()
        } else {
            ["evaluated", "lost", "mEMG", "share"].as_slice()
        });
        let more = groups.len().saturating_sub(GROUPS);
        Table { heads, rows: rows.collect(), more, more_in: "--json shows" }
    };
    Aspect::ALL.into_iter().map(table).filter(|table| !table.rows.is_empty()).collect()
}

/// Returns `true` if the groups of an aspect have plays and cube decisions.
const fn has_both(aspect: Aspect) -> bool {
    matches!(aspect, Aspect::Phase | Aspect::Score)
}

fn cells(aspect: Aspect, losses: &Losses) -> Vec<String> {
    let share = |count: u64, lost: f64| {
        let rate = (count > 0).then(|| format!("{:.1}", 1000.0 * lost / count as f64));
        [count.to_string(), format!("{lost:.3}"), rate.unwrap_or_else(|| "-".to_owned())]
    };
    if has_both(aspect) {
        let Losses { plays, cube } = losses;
        [share(plays.count, plays.lost), share(cube.count, cube.lost)].concat()
    } else {
        share(losses.count(), losses.lost()).to_vec()
    }
}
