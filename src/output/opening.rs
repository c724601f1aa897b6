//! The opening book, as text.

use super::evaluation::equity;
use super::table::Table;
use crate::board::{Board, Roll};
use crate::diag::wrapped;
use crate::engine::opening::{Book, BookPlay, FirstPlay, Letter, Opening, Value};
use crate::notation::play::print;
use std::fmt::Write as _;

/// How the book was made, in one line.
const HEAD: &str = "money, Jacoby rule; cube 1, centred; rollouts of the opening book";

/// Returns the heading, at most `width` columns wide, and a table below it.
fn page(heading: &str, table: &Table, width: usize) -> String {
    format!("{HEAD}\n{}\n{}", wrapped(heading, width), table.within(width))
}

/// Returns a play as GNU Backgammon writes it.
#[must_use]
pub fn written(before: &Board, play: &BookPlay) -> String {
    print::gnubg(before, &play.play).to_string()
}

fn error(error: f64) -> String {
    format!("{error:.4}")
}

/// The headings of [`chances`].
const CHANCES: [&str; 3] = [">win %", ">gammon", ">lost g."];

/// Begins a table with columns before and after those of [`chances`].
fn table(before: &[&str], after: &[&str]) -> Table {
    Table::new(&[before, &CHANCES[..], after].concat())
}

/// Returns the chances to win, to win a gammon or more, and to lose one or more, in percent.
fn chances(value: &Value) -> impl Iterator<Item = String> {
    let chances = value.chances;
    [chances.win(), chances.win_gammon(), chances.lose_gammon()]
        .into_iter()
        .map(|chance| format!("{:.2}", 100.0 * chance))
}

/// Returns the table of first rolls: the best play of each, and the next one.
#[must_use]
pub fn firsts(book: &Book, width: usize) -> String {
    let mut table = table(&["roll", "play", ">equity", ">error"], &["next", ">loss"]);
    for roll in Roll::ALL {
        let [best, rest @ ..] = book.firsts(roll) else { continue };
        let value = best.value();
        let next = rest.first().map(|next| (short(&next.name()), next.value()));
        table.row(best_row([short(&best.name()), written(&Board::START, &best.play)], &value, next));
    }
    page("the best play of each first roll, and the next best", &table, width)
}

/// Returns a row for the best play, and the name and the value of the next one.
fn best_row(names: [String; 2], value: &Value, next: Option<(String, Value)>) -> Vec<String> {
    let mut row = Vec::from(names);
    row.extend([equity(value.equity as f32), error(value.error)]);
    row.extend(chances(value));
    let next = next.map(|(name, next)| [name, format!("{:.3}", value.equity - next.equity)]);
    row.extend(next.unwrap_or_default());
    row
}

/// Returns the name of a first play without the colon.
fn short(name: &Opening) -> String {
    name.to_string().replace(':', "")
}

/// Returns the plays of a first roll.
#[must_use]
pub fn first(book: &Book, roll: Roll, width: usize) -> String {
    let mut table = table(&[">", "play", "name", ">equity", ">loss", ">error"], &["by"]);
    let plays = book.firsts(roll);
    let best = plays.first().map_or(0.0, |best| best.value().equity);
    for (number, first) in (1..).zip(plays) {
        let value = first.value();
        let name = first.name();
        let name = name.letter().map_or(String::new(), |_| name.to_string());
        let mut row = vec![format!("{number}"), written(&Board::START, &first.play), name];
        row.extend(values(&value, best, number == 1));
        row.push(if first.by_replies().is_some() { "replies".to_owned() } else { games(first.play.games) });
        table.row(row);
    }
    page(&format!("plays of the first roll {roll}"), &table, width)
}

/// Returns equity, loss, error and chances.
fn values(value: &Value, best: f64, is_best: bool) -> Vec<String> {
    let loss = if is_best { String::new() } else { format!("{:.3}", best - value.equity) };
    let mut cells = vec![equity(value.equity as f32), loss, error(value.error)];
    cells.extend(chances(value));
    cells
}

fn games(games: u64) -> String {
    format!("{games} games")
}

/// Returns the best reply to each roll after a first play, and the next best.
#[must_use]
pub fn replies(first: &FirstPlay, width: usize) -> String {
    let mut table = table(&["roll", "reply", ">equity", ">error"], &["next", ">loss"]);
    let before = first.play.after.flip();
    for roll in Roll::ALL {
        let [best, rest @ ..] = first.replies(roll) else { continue };
        let next = rest.first().map(|next| (written(&before, next), next.rolled));
        table.row(best_row([roll.to_string(), written(&before, best)], &best.rolled, next));
    }
    page(&format!("replies to {}", described(first)), &table, width)
}

/// Returns a first play in words: `31P, 8/5 6/5`.
fn described(first: &FirstPlay) -> String {
    let name = first.name();
    match name.letter() {
        Some(_) => format!("{name}, {}", written(&Board::START, &first.play)),
        None => name.to_string(),
    }
}

/// Returns the replies to a first play with one roll.
#[must_use]
pub fn reply(first: &FirstPlay, roll: Roll, width: usize) -> String {
    let mut table = table(&[">", "reply", ">equity", ">loss", ">error"], &[">games"]);
    let before = first.play.after.flip();
    let replies = first.replies(roll);
    let best = replies.first().map_or(0.0, |best| best.rolled.equity);
    for (number, reply) in (1..).zip(replies) {
        let mut row = vec![format!("{number}"), written(&before, reply)];
        row.extend(values(&reply.rolled, best, number == 1));
        row.push(reply.games.to_string());
        table.row(row);
    }
    page(&format!("replies with {roll} to {}", described(first)), &table, width)
}

/// Returns the page of the opening book, `docs/openings.md`.
#[must_use]
pub fn reference(book: &Book) -> String {
    let mut page = String::from(
        "\
# The opening book

<!-- Made by tests/output/reference.rs: `BARPOINT_UPDATE=1 cargo test` writes it from src/core/engine/opening/book.tsv. -->

The best play of each first roll, from rollouts with barpoint's own nets. All numbers are for money with the Jacoby
rule and the cube centred, from the mover's view.

| roll | best play | name | equity | error | win % | gammon | lost gammon | next best | loses |
|---|---|---|---|---|---|---|---|---|---|
",
    );
    for roll in Roll::ALL {
        let [best, rest @ ..] = book.firsts(roll) else { continue };
        let value = best.value();
        let next = rest.first().map_or_else(
            || " | ".to_owned(),
            |next| {
                let loss = value.equity - next.value().equity;
                format!("{} ({}) | {loss:.3}", written(&Board::START, &next.play), next.name())
            },
        );
        let cells: Vec<String> = chances(&value).collect();
        let _ = writeln!(
            page,
            "| {roll} | {} | {} | {} | {} | {} | {next} |",
            written(&Board::START, &best.play),
            best.name(),
            equity(value.equity as f32),
            error(value.error),
            cells.join(" | ")
        );
    }
    page += "
`error` is the standard error of the equity. If the equities of two plays differ by less than two of these errors, the
rollouts don't show which play is better. Gammons include backgammons. `barpoint opening` prints this table,
`barpoint opening 43` all plays of a roll that were rolled out, `barpoint opening 43Z` the replies to a play, and
`barpoint opening 43Z-64` all replies with a roll. `--json` also has all six chances.
";
    names(&mut page, book);
    made(&mut page, book);
    page
}

/// Writes how plays are named.
fn names(page: &mut String, book: &Book) {
    *page += "
## Names

A name is the roll and a letter for the kind of play, after Nack Ballard's nactation. A play without a letter is named by
the play itself: `41: 13/8`. `find --opening` takes the same names: `31` finds the decisions of all games that began
with 31 and of the replies, `31P` those where it was played 8/5 6/5, `31P-64` only the replies with 64.

| letter | play | in this book |
|---|---|---|
";
    for letter in Letter::ALL {
        let plays: Vec<String> = book
            .all()
            .iter()
            .filter(|first| first.name().letter() == Some(letter))
            .map(|first| format!("{} {}", first.play.roll, written(&Board::START, &first.play)))
            .collect();
        let _ = writeln!(page, "| {} | {} | {} |", letter.char(), letter.words(), plays.join(", "));
    }
    *page += "
A split moves one back checker with the larger die and a checker from the mid-point with the smaller one; with a 1 or a
5, the other way round. The reverse split uses the other die. A slot puts a checker on a point of the home board with the
smaller die, or brings it there from the mid-point with both dice.
";
}

/// Returns a number with a comma before each three digits.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}

/// Writes how the book was made, and how exact it is.
fn made(page: &mut String, book: &Book) {
    let all = book.all();
    let with_replies = || all.iter().filter(|first| first.by_replies().is_some());
    let replies: Vec<&BookPlay> =
        with_replies().flat_map(|first| Roll::ALL.map(|roll| first.replies(roll))).flatten().collect();
    let best: Vec<&BookPlay> = with_replies()
        .flat_map(|first| Roll::ALL.map(|roll| first.replies(roll).first()))
        .flatten()
        .collect();
    let range = |errors: &mut Vec<f64>| {
        errors.sort_by(f64::total_cmp);
        let of = |place: usize| errors.get(place).copied().unwrap_or(0.0);
        format!("{:.4} | {:.4}", of(errors.len() / 2), of(errors.len().saturating_sub(1)))
    };
    let games: u64 =
        all.iter().map(|first| first.play.games).chain(replies.iter().map(|reply| reply.games)).sum();
    let (shift, shift_error) = book.shift();
    let _ = write!(
        page,
        "
## Method

- For each first roll, the plays within 0.06 of the best at 2-ply were rolled out: {} plays. Replies were rolled out for
  the {} plays within 0.03 of the best after 648 games: for each of the 21 rolls, the replies within 0.04 of the best at
  2-ply, {} replies in all.
- A game is played at 1-ply for two turns, then at 0-ply, and evaluated at 1-ply after eight turns. Cube decisions are
  made at 0-ply. Variance reduction is used, and the first three rolls are spread evenly. All plays of a decision
  are played with the same dice.
- Every play gets more games until its standard error is small enough; plays that are close to the best get the most.
  There are {} games in all.
- The equity of a first play is the mean of the best replies to the 21 rolls, a doublet counted once and other rolls twice.
- If the replies to a play weren't rolled out, its equity comes from its own rollout. For the {} other plays, both
  equities are known: the equity by the replies minus that of the rollout is {shift:+.4} ± {shift_error:.4} on average.
  This mean is added to the rollouts of the first kind, so that all plays of a roll can be compared.
- The causes of this difference weren't separated. There are three candidates: the evaluation at the end of a game errs
  for the first player in one case and for the opponent in the other; in a rollout the first reply isn't always the best
  one; and the best of several replies seems slightly better than it is, because the same games choose it and evaluate
  it. The difference hardly shrank with more games, which is evidence against the last. Equities of first plays may be a
  little too low; their differences are less affected.

## Accuracy

The standard errors:

| of | plays | standard error, median | largest |
|---|---|---|---|
| first plays, by their replies | {} | {} |
| first plays, by their own rollouts | {} | {} |
| best replies | {} | {} |
| all replies | {} | {} |

A standard error only accounts for the number of games. Play at 0-ply and 1-ply isn't perfect, and the evaluation after
eight turns isn't either. ",
        all.len(),
        with_replies().count(),
        replies.len(),
        grouped(games),
        with_replies().count(),
        with_replies().count(),
        range(&mut with_replies().map(|first| first.value().error).collect()),
        all.len(),
        range(&mut all.iter().map(|first| first.play.rolled.error).collect()),
        best.len(),
        range(&mut best.iter().map(|best| best.rolled.error).collect()),
        replies.len(),
        range(&mut replies.iter().map(|reply| reply.rolled.error).collect()),
    );
    if let Some(whole) = book.whole() {
        let _ = write!(
            page,
            "To measure what the latter changes, {} games of first plays were played to the end as well, with
the same dice: this changes the equity with the cube by {:+.4} ± {:.4} on average, and that without it by {:+.4} ± {:.4}.
",
            grouped(whole.games), whole.equity.0, whole.equity.1, whole.cubeless.0, whole.cubeless.1
        );
    }
    *page += "
## Making the book

```text
cargo run --release -p train -- openings FOLDER --threads 2
cp FOLDER/book.tsv src/core/engine/opening/book.tsv
BARPOINT_UPDATE=1 TRYCMD=overwrite cargo test --test main
```

You can stop the run at any time; the same command continues it, and the result is the same for any number of threads.
It ends when the rollout of every first play has a standard error of at most 0.002 and every reply one of at most 0.005
(0.0015 and 0.003 for close plays). Until then, all plays get about the same number of games. The run that made this book
was stopped before its end. A folder belongs to one set of weights; this book was made with the weights from before the
[filters](training.md#the-filters) learnt to order plays.
[openings.jsonl](training/openings.jsonl) is the log of the run that made this book: the cycles, the games so far, the largest
standard error of a first play, the median and the largest one of a reply, and the seconds. The book itself is a
[table](../src/core/engine/opening/book.tsv); `barpoint::engine::opening` reads it.
";
}
