//! The players' statistics, in the layout of GNU Backgammon's `show statistics`.

use crate::analysis::skill::{
    Amount, Counted, PERFECT, Performance, PlayerStatistics, Statistics, checker_rating_loss,
    cube_rating_loss, luck_words, rating_difference, rating_words,
};
use crate::board::{BySide, Side};
use crate::diag::{ENDLESS, columns, cut, padded};
use std::fmt::Write as _;

/// The style in which statistics are written.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Style {
    /// The factor for rates in normalised equity.
    pub factor: f64,
    /// The decimals of sums of equities; rates have two fewer. These are the decimals with a factor of 1000: one less
    /// with a factor of 10000, one more with 100.
    pub digits: usize,
    /// Whether GNU Backgammon's own slips are repeated: it writes 0 for the value of Snowie's error rate, puts the
    /// confidence interval of points per game around the sum of all games, leaves out the result of a session that
    /// is even, and spreads the luck over all turns, also those without an evaluation.
    pub compat: bool,
    /// The rating of a player without errors.
    pub offset: f64,
    /// The parts that are written.
    pub parts: Parts,
    /// What stands in parentheses after equities.
    pub worths: Worths,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            factor: 1000.0,
            digits: 3,
            compat: false,
            offset: PERFECT,
            parts: Parts::default(),
            worths: Worths::default(),
        }
    }
}

/// What stands in parentheses after equities.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Worths {
    /// Points for money, chances to win the match at a match of any length.
    #[default]
    OfLength,
    /// Chances to win the match: matches of several lengths.
    Chances,
    /// Nothing: points and chances can't be summed up.
    Nothing,
}

/// Parts of statistics: those of plays, of cube decisions and of luck.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Plays.
    pub plays: bool,
    /// Cube decisions.
    pub cube: bool,
    /// Luck.
    pub luck: bool,
}

impl Default for Parts {
    fn default() -> Self {
        Self { plays: true, cube: true, luck: true }
    }
}

/// Writes statistics in two columns, one per player.
#[must_use]
pub fn text(statistics: &Statistics, names: &BySide<String>, style: Style) -> String {
    fitted(statistics, names, style, ENDLESS)
}

/// Writes statistics in lines of at most `width` columns: with narrower columns if need be, and below that one player
/// after the other.
#[must_use]
pub fn fitted(statistics: &Statistics, names: &BySide<String>, style: Style, width: usize) -> String {
    let statistics = &counted(statistics, style.parts);
    let mut page = Page { rows: Rows::default(), statistics, style };
    page.words("Player", |side| names[side].clone());
    let Parts { plays, cube, luck } = style.parts;
    if plays {
        page.plays();
    }
    if luck {
        page.luck();
    }
    if cube {
        page.cube();
    }
    page.overall();
    page.rows.text(style.compat, None, width) + "\n\n\n"
}

/// Rows with a cell for each player, under titles.
#[derive(Debug, Default)]
struct Rows(Vec<Row>);

#[derive(Debug)]
enum Row {
    Title(&'static str),
    Cells(String, [String; 2]),
}

/// The widths of the labels and of the cells in GNU Backgammon's layout.
const LABEL: usize = 40;
const CELL: usize = 23;

impl Rows {
    fn push(&mut self, label: &str, cells: [String; 2]) {
        self.0.push(Row::Cells(label.to_owned(), cells));
    }

    /// Returns the lines. If each player has separate lines, they begin with the name if it is given.
    fn text(&self, compat: bool, names: Option<&BySide<String>>, width: usize) -> String {
        let whole = self.whole(compat);
        if width == ENDLESS || whole.lines().all(|line| columns(line.trim_end()) <= width) {
            return whole;
        }
        let cells = || {
            self.0.iter().filter_map(|row| match row {
                Row::Cells(label, cells) => Some((label, cells.each_ref().map(|cell| short(cell)))),
                Row::Title(_) => None,
            })
        };
        let label = cells().map(|(label, _)| columns(label)).max().unwrap_or(0);
        // The first row has names, which may be cut.
        let cell = cells().skip(1).flat_map(|(_, cells)| cells).map(|cell| columns(&cell)).max().unwrap_or(0);
        let is_wide = label + 1 + cell + 2 + cell <= width;
        let room = if is_wide { cell } else { width.saturating_sub(label + 1).max(cell) };
        let mut text = String::new();
        let shown: &[&[usize]] = if is_wide { &[&[0, 1]] } else { &[&[0], &[1]] };
        for &shown in shown {
            if !text.is_empty() {
                text.push_str("\n\n");
            }
            if let (Some(names), false) = (names, is_wide) {
                let _ =
                    writeln!(text, "{} {}", padded("Player", label, false), cut(&names.0[shown[0]], room));
            }
            let mut is_begun = false;
            for row in &self.0 {
                match row {
                    Row::Title(title) => begin(&mut text, title, &mut is_begun),
                    Row::Cells(name, cells) => {
                        let cell = |side: &usize| padded(&cut(&short(&cells[*side]), room), cell, false);
                        let cells: Vec<_> = shown.iter().map(cell).collect();
                        let line = format!("{} {}", padded(name, label, false), cells.join("  "));
                        text += line.trim_end();
                        text.push('\n');
                    }
                }
            }
        }
        text
    }

    /// Returns the lines in GNU Backgammon's layout; outside of compat mode names that are too long for it are cut.
    fn whole(&self, compat: bool) -> String {
        let (mut text, mut is_begun) = (String::new(), false);
        for (place, row) in self.0.iter().enumerate() {
            // The first row has names.
            let most = if place == 0 { CELL } else { ENDLESS };
            let cell = |cell: &str| {
                if !compat {
                    return padded(&cut(cell, most), CELL, false);
                }
                // GNU Backgammon counts bytes.
                let width = CELL.saturating_sub(cell.len() - cell.chars().count());
                format!("{cell:<width$}")
            };
            match row {
                Row::Title(title) => begin(&mut text, title, &mut is_begun),
                Row::Cells(label, [zero, one]) => {
                    let _ = writeln!(text, "{label:<LABEL$} {} {}", cell(zero), cell(one));
                }
            }
        }
        text
    }
}

/// Begins a section.
fn begin(text: &mut String, title: &str, is_begun: &mut bool) {
    text.push_str(if *is_begun { "\n\n" } else { "\n" });
    *is_begun = true;
    text.push_str(title);
    text.push_str("\n\n");
}

/// Returns a cell without the blanks that only align it.
fn short(cell: &str) -> String {
    cell.split_whitespace().collect::<Vec<_>>().join(" ").replace("( ", "(").replace("[ ", "[")
}

/// Returns statistics without the errors of parts that aren't written.
fn counted(statistics: &Statistics, parts: Parts) -> Statistics {
    let mut statistics = statistics.clone();
    for player in &mut statistics.players.0 {
        if !parts.plays {
            (player.unforced, player.plays) = (0, Amount::default());
        }
        if !parts.cube {
            player.close = 0;
            for mistakes in [
                &mut player.missed_below,
                &mut player.missed_above,
                &mut player.wrong_below,
                &mut player.wrong_above,
                &mut player.wrong_takes,
                &mut player.wrong_passes,
            ] {
                *mistakes = Counted::default();
            }
        }
    }
    statistics
}

/// Writes the performance ratings of both players in two columns, and their parts.
#[must_use]
pub fn performance(players: &BySide<Performance>) -> String {
    performance_fitted(players, &BySide::default(), ENDLESS)
}

/// Writes the performance ratings of both players in lines of at most `width` columns, as [`fitted`] does.
#[must_use]
pub fn performance_fitted(players: &BySide<Performance>, names: &BySide<String>, width: usize) -> String {
    let mut rows = Rows::default();
    let mut row = |label: &str, cell: fn(&Performance) -> String| {
        rows.push(label, Side::ALL.map(|side| cell(&players[side])));
    };
    row("PR (as XG counts)", |it| if_known(it.rating().map(|rating| format!("{rating:6.2}"))));
    if players.0.iter().any(|it| it.resignations.count > 0) {
        row("PR with resignations (as BMAB counts)", |it| {
            if_known(it.rating_with_resignations().map(|rating| format!("{rating:6.2}")))
        });
    }
    row("Decisions: plays + doubles + takes", |it| {
        let [plays, doubles, answers] = [it.plays.count, it.doubles.count, it.answers.count];
        format!("{:3} = {plays} + {doubles} + {answers}", it.count())
    });
    row("Lost: plays + doubles + takes", |it| {
        let [plays, doubles, answers] = [it.plays.lost, it.doubles.lost, it.answers.lost];
        format!("{plays:.3} + {doubles:.3} + {answers:.3}")
    });
    rows.text(false, Some(names), width)
}

/// Returns a cell that may be unknown.
fn if_known(cell: Option<String>) -> String {
    cell.unwrap_or_else(|| "n/a".to_owned())
}

struct Page<'a> {
    rows: Rows,
    statistics: &'a Statistics,
    style: Style,
}

impl Page<'_> {
    fn player(&self, side: Side) -> &PlayerStatistics {
        &self.statistics.players[side]
    }

    const fn is_money(&self) -> bool {
        self.statistics.length == 0
    }

    /// Returns `true` if the second of two numbers is a chance to win the match, `false` if points, `None` if there is none.
    fn has_chances(&self) -> Option<bool> {
        match self.style.worths {
            Worths::OfLength => Some(!self.is_money()),
            Worths::Chances => Some(true),
            Worths::Nothing => None,
        }
    }

    /// Returns the unit of the second of two numbers, after a blank and in parentheses.
    fn unit(&self) -> &'static str {
        match self.has_chances() {
            Some(true) => " (MWC)",
            Some(false) => " (Points)",
            None => "",
        }
    }

    fn section(&mut self, title: &'static str) {
        self.rows.0.push(Row::Title(title));
    }

    fn words(&mut self, label: &str, cell: impl Fn(Side) -> String) {
        self.rows.push(label, Side::ALL.map(cell));
    }

    fn counts(&mut self, label: &str, count: fn(&PlayerStatistics) -> u64) {
        let cells = Side::ALL.map(|side| format!("{:3}", count(self.player(side))));
        self.rows.push(label, cells);
    }

    /// Returns the second of two numbers, after a blank and in parentheses.
    fn worth_of(&self, worth: f64) -> String {
        match self.has_chances() {
            Some(true) => format!(" ({:+7.3}%)", 100.0 * worth),
            Some(false) => format!(" ({worth:+7.3})"),
            None => String::new(),
        }
    }

    /// Returns the width of a sum of equities, and its decimals: fewer if the factor of rates is large. GNU Backgammon
    /// shows two at least.
    fn places(&self) -> (usize, usize) {
        let Style { factor, digits, compat, .. } = self.style;
        // How many digits a rate has before its point, more or less.
        let size = if factor > 0.0 { (factor.log10() - 0.5) as isize } else { isize::MAX };
        let digits =
            digits.saturating_add_signed(2_isize.saturating_sub(size)).max(if compat { 2 } else { 0 });
        (if compat { digits + 3 } else { (digits + 3).max(6) }, digits)
    }

    fn total(&mut self, label: &str, sign: f64, amount: fn(&PlayerStatistics) -> Amount) {
        let label = format!("{label} EMG{}", self.unit());
        let cells = Side::ALL.map(|side| {
            let Amount { equity, worth } = amount(self.player(side));
            let (width, digits) = self.places();
            format!("     {:+width$.digits$}{}", sign * equity, self.worth_of(sign * worth))
        });
        self.rows.push(&label, cells);
    }

    fn rate(&mut self, rate: fn(&PlayerStatistics) -> Option<Amount>) {
        let label = self.rate_label("Error rate");
        let cells = Side::ALL.map(|side| {
            let rate = rate(self.player(side)).unwrap_or_default();
            self.rate_cell(-rate.equity, -rate.worth)
        });
        self.rows.push(&label, cells);
    }

    fn rate_label(&self, label: &str) -> String {
        // GNU Backgammon calls them thousandths whatever the factor is.
        let is_milli = self.style.compat || (self.style.factor - 1000.0).abs() < 1e-9;
        format!("{label} {}EMG{}", if is_milli { "m" } else { "" }, self.unit())
    }

    fn rate_cell(&self, equity: f64, worth: f64) -> String {
        let (width, digits) = self.places();
        let digits = digits.saturating_sub(2);
        let worth = self.worth_of(worth);
        format!("   {:+width$.digits$}  {worth}", self.style.factor * equity)
    }

    fn rating(&mut self, label: &str, rate: fn(&PlayerStatistics) -> Option<Amount>) {
        let words = |rate: Amount| rating_words(rate.equity).to_owned();
        let cells = Side::ALL.map(|side| if_known(rate(self.player(side)).map(words)));
        self.rows.push(label, cells);
    }

    fn plays(&mut self) {
        self.section("Chequerplay statistics");
        self.counts("Total moves", |player| player.moves);
        self.counts("Unforced moves", |player| player.unforced);
        self.counts("Unmarked moves", |player| {
            player.moves.saturating_sub(player.doubtful + player.bad + player.very_bad)
        });
        self.counts("Moves marked doubtful", |player| player.doubtful);
        self.counts("Moves marked bad", |player| player.bad);
        self.counts("Moves marked very bad", |player| player.very_bad);
        self.total("Error total", -1.0, |player| player.plays);
        self.rate(PlayerStatistics::play_rate);
        self.rating("Chequerplay rating", PlayerStatistics::play_rate);
    }

    fn luck(&mut self) {
        self.section("Luck statistics");
        self.counts("Rolls marked very lucky", |player| player.very_lucky);
        self.counts("Rolls marked lucky", |player| player.lucky);
        self.counts("Rolls unmarked", |player| {
            let marked = player.very_lucky + player.lucky + player.unlucky + player.very_unlucky;
            player.rolls.saturating_sub(marked)
        });
        self.counts("Rolls marked unlucky", |player| player.unlucky);
        self.counts("Rolls marked very unlucky", |player| player.very_unlucky);
        self.total("Luck total", 1.0, |player| player.luck);
        let label = self.rate_label("Luck rate");
        let rates = Side::ALL.map(|side| {
            let player = self.player(side);
            player.luck.per(if self.style.compat { player.moves } else { player.rolls })
        });
        let cells = rates.map(|rate| if_known(rate.map(|rate| self.rate_cell(rate.equity, rate.worth))));
        self.rows.push(&label, cells);
        let words = |rate: Amount| luck_words(rate.equity).to_owned();
        self.rows.push("Luck rating", rates.map(|rate| if_known(rate.map(words))));
    }

    fn cube(&mut self) {
        self.section("Cube statistics");
        self.counts("Total cube decisions", |player| player.cube_decisions);
        self.counts("Close or actual cube decisions", |player| player.close);
        self.counts("Doubles", |player| player.doubles);
        self.counts("Takes", |player| player.takes);
        self.counts("Passes", |player| player.passes);
        self.mistakes("Missed doubles below CP", |player| player.missed_below);
        self.mistakes("Missed doubles above CP", |player| player.missed_above);
        self.mistakes("Wrong doubles below DP", |player| player.wrong_below);
        self.mistakes("Wrong doubles above TG", |player| player.wrong_above);
        self.mistakes("Wrong takes", |player| player.wrong_takes);
        self.mistakes("Wrong passes", |player| player.wrong_passes);
        self.total("Error total", -1.0, PlayerStatistics::cube);
        self.rate(PlayerStatistics::cube_rate);
        self.rating("Cube decision rating", PlayerStatistics::cube_rate);
    }

    fn mistakes(&mut self, label: &str, of: fn(&PlayerStatistics) -> Counted) {
        let label = format!("{label} (EMG{})", self.unit());
        let cells = Side::ALL.map(|side| match of(self.player(side)) {
            Counted { count: 0, .. } => "  0".to_owned(),
            Counted { count, lost } => {
                // Here GNU Backgammon's decimals are fixed.
                let digits = if self.style.compat { 3 } else { self.style.digits };
                format!("{count:3} ({:+6.digits$}{})", -lost.equity, self.worth_of(-lost.worth))
            }
        });
        self.rows.push(&label, cells);
    }

    fn overall(&mut self) {
        self.section("Overall statistics");
        let Parts { plays, cube, luck } = self.style.parts;
        let has_errors = plays || cube;
        if has_errors {
            self.errors();
        }
        if luck && !self.statistics.results.is_empty() {
            // GNU Backgammon treats a session that is even as one without results.
            let are_shown = !self.style.compat || self.statistics.result(Side::Zero)[0].abs() > 1e-9;
            self.results(are_shown);
            if are_shown && !self.is_money() {
                self.luck_rating();
            }
        }
        if has_errors && !self.is_money() {
            self.ratings();
        }
    }

    fn errors(&mut self) {
        self.total("Error total", -1.0, PlayerStatistics::total);
        self.rate(PlayerStatistics::error_rate);
        let turns: u64 = Side::ALL.iter().map(|&side| self.player(side).moves).sum();
        let cells = Side::ALL.map(|side| {
            let rate = self.player(side).total().per(turns);
            let worth = |rate: Amount| if self.style.compat { 0.0 } else { -rate.worth };
            if_known(rate.map(|rate| self.rate_cell(-rate.equity, worth(rate))))
        });
        self.rows.push("Snowie error rate", cells);
        self.rating("Overall rating", PlayerStatistics::error_rate);
    }

    /// Adds the advantages of both players, after the results if these are shown.
    fn results(&mut self, are_shown: bool) {
        let results = Side::ALL.map(|side| self.statistics.result(side));
        let is_money = self.is_money();
        let number = |value: f64| {
            if is_money { format!("{value:+7.3}") } else { format!("{:+7.2}%", 100.0 * value) }
        };
        if are_shown {
            self.words("Actual result", |side| number(results[side as usize][0]));
            self.words("Luck adjusted result", |side| number(results[side as usize][1]));
        }
        let both = Side::ALL.map(|side| self.statistics.advantage(side));
        let [Some(zero), Some(one)] = both else { return };
        let advantages = [zero, one];
        for (index, words) in [(0, "Advantage (actual) in ppg"), (1, "Advantage (luck adjusted) in ppg")] {
            let (compat, digits) = (self.style.compat, self.style.digits);
            let width = digits + 3;
            self.words(words, |side| format!("{:+width$.digits$}", advantages[side as usize][index].0));
            self.words("95% confidence interval (ppg)", |side| {
                let (mean, half) = advantages[side as usize][index];
                let middle = if compat { results[side as usize][index] } else { mean };
                format!("[{:width$.digits$},{:width$.digits$}]", middle - half, middle + half)
            });
        }
    }

    fn luck_rating(&mut self) {
        let chance = 0.5 + self.statistics.result(Side::Zero)[1];
        let difference = rating_difference(chance, self.statistics.length);
        self.words("Luck based FIBS rating diff.", |side| match side {
            Side::Zero => if_known(difference.map(|number| format!("{number:+7.2}"))),
            Side::One => String::new(),
        });
    }

    fn ratings(&mut self) {
        let (length, offset) = (self.statistics.length, self.style.offset);
        let losses = Side::ALL.map(|side| {
            let player = self.player(side);
            let checkers = player.play_rate().map(|rate| checker_rating_loss(rate.equity, length));
            (checkers, player.cube_rate().map(|rate| cube_rating_loss(rate.equity, length)))
        });
        let number = |value: Option<f64>| if_known(value.map(|value| format!("{value:6.1}")));
        self.words("Error based abs. FIBS rating", |side| {
            let (checkers, cube) = losses[side as usize];
            let is_known = checkers.is_some() || cube.is_some();
            number(is_known.then(|| offset - (checkers.unwrap_or(0.0) + cube.unwrap_or(0.0))))
        });
        self.words("Chequerplay errors rating loss", |side| number(losses[side as usize].0));
        self.words("Cube errors rating loss", |side| number(losses[side as usize].1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The statistics of a match to 5 with the same ones of both players.
    fn of_both(player: &PlayerStatistics) -> Statistics {
        Statistics { length: 5, players: BySide([*player; 2]), ..Statistics::default() }
    }

    #[test]
    fn statistics_fit_into_the_lines_of_a_terminal() {
        let names = BySide::new("Maximilian von Hohenzollern-Sigmaringen".to_owned(), "Zoë".to_owned());
        let plays = Amount { equity: 2.345, worth: 0.123 };
        let statistics = of_both(&PlayerStatistics {
            moves: 20,
            unforced: 18,
            close: 7,
            plays,
            ..PlayerStatistics::default()
        });
        let at = |width| fitted(&statistics, &names, Style::default(), width);
        assert_eq!(at(ENDLESS), text(&statistics, &names, Style::default()));
        for (width, players) in [(80, 1), (60, 2)] {
            let text = at(width);
            assert!(text.lines().all(|line| columns(line) <= width), "{text}");
            assert_eq!(text.matches("Player").count(), players, "{text}");
            assert!(text.contains("-2.345 (-12.300%)") && text.contains("Zoë"), "{text}");
        }
    }

    #[test]
    fn long_names_are_cut_except_in_compat_mode() {
        let names = BySide::new("Kévin UNGER Nicolas HARMAND".to_owned(), "Zoë".to_owned());
        let statistics = of_both(&PlayerStatistics::default());
        let head = |compat| {
            let text = text(&statistics, &names, Style { compat, ..Style::default() });
            text.lines().next().map(|line| line[LABEL..].trim().to_owned())
        };
        assert_eq!(head(false).as_deref(), Some("Kévin UNGER Nicolas HA… Zoë"));
        assert_eq!(head(true).as_deref(), Some("Kévin UNGER Nicolas HARMAND Zoë"));
    }

    /// Both cells of a row.
    fn row<'t>(text: &'t str, label: &str) -> Vec<&'t str> {
        let line = text.lines().find(|line| line.starts_with(label)).expect("a row");
        line[LABEL..].split(['(', ')']).step_by(2).map(str::trim).filter(|cell| !cell.is_empty()).collect()
    }

    #[test]
    fn a_smaller_factor_of_rates_shows_more_decimals() {
        let plays = Amount { equity: 8.172_262, worth: 0.855_37 };
        let statistics =
            of_both(&PlayerStatistics { moves: 20, unforced: 20, plays, ..PlayerStatistics::default() });
        // All as GNU Backgammon shows them.
        for (factor, digits, total, rate) in [
            (1000.0, 3, "-8.172", "-408.6"),
            (2000.0, 3, "-8.172", "-817.2"),
            (317.0, 3, "-8.172", "-129.5"),
            (316.0, 3, "-8.1723", "-129.12"),
            (20.0, 3, "-8.17226", "-8.172"),
            (1.0, 3, "-8.17226", "-0.409"),
            (0.5, 3, "-8.17226", "-0.204"),
            (0.1, 6, "-8.172262000", "-0.0408613"),
            (1e8, 6, "-8.17", "-40861310"),
            (0.0, 6, "-8.17", "-0"),
            (100.0, 1, "-8.17", "-41"),
            (1.0, 1, "-8.172", "-0.4"),
        ] {
            let style = Style { factor, digits, compat: true, ..Style::default() };
            let text = text(&statistics, &BySide::default(), style);
            assert_eq!(row(&text, "Error total"), [total; 2], "{factor} {digits}");
            assert_eq!(row(&text, "Error rate"), [rate; 2], "{factor} {digits}");
        }
    }

    #[test]
    fn luck_is_per_roll_that_was_evaluated_except_in_compat_mode() {
        let luck = Amount { equity: 0.44, worth: 0.0 };
        let statistics =
            of_both(&PlayerStatistics { moves: 22, rolls: 20, luck, ..PlayerStatistics::default() });
        for (compat, rate) in [(true, "+20.0"), (false, "+22.0")] {
            let text = text(&statistics, &BySide::default(), Style { compat, ..Style::default() });
            assert_eq!(row(&text, "Luck rate"), [rate; 2]);
        }
    }

    #[test]
    fn luck_that_was_not_evaluated_is_unknown_except_in_compat_mode() {
        let statistics = of_both(&PlayerStatistics { moves: 22, ..PlayerStatistics::default() });
        for (compat, words) in [(true, "None"), (false, "n/a")] {
            let text = text(&statistics, &BySide::default(), Style { compat, ..Style::default() });
            let line = text.lines().find(|line| line.starts_with("Luck rating")).expect("a row");
            assert_eq!(line.split_whitespace().skip(2).collect::<Vec<_>>(), [words; 2]);
        }
    }
}
