//! The book: its file, and what follows from it.

use super::name::{Opening, legal};
use crate::board::{Board, Roll};
use crate::engine::Chances;
use crate::rules::Play;
use std::sync::LazyLock;

const EMBEDDED: &str = include_str!("book.tsv");

/// The equity and chances of a play, from the mover's view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// The equity with the cube, in points.
    pub equity: f64,
    /// Its standard error. It only accounts for the number of games, not for how well they were played.
    pub error: f64,
    /// The chances of the six ends.
    pub chances: Chances,
}

impl Value {
    /// Returns the equity without the cube, in points.
    #[must_use]
    pub fn cubeless(&self) -> f64 {
        f64::from(self.chances.equity())
    }
}

/// A play, and its rollout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BookPlay {
    /// The roll.
    pub roll: Roll,
    /// The play.
    pub play: Play,
    /// The position after it, from the mover's view.
    pub after: Board,
    /// The result of its rollout.
    pub rolled: Value,
    /// The games of the rollout.
    pub games: u64,
}

/// A play of the first roll, with the replies to it if they were worked out.
#[derive(Clone, Debug, PartialEq)]
pub struct FirstPlay {
    /// The play.
    pub play: BookPlay,
    /// All replies: the rolls in the order of [`Roll::ALL`], and of each roll the best reply first.
    replies: Vec<BookPlay>,
    by_replies: Option<Value>,
    value: Value,
}

impl FirstPlay {
    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> Opening {
        let BookPlay { roll, play, after, .. } = self.play;
        Opening { roll, play: Some((play, after)), reply: None }
    }

    /// Returns the value: by the replies if they were worked out, else by the play's own rollout, corrected by
    /// [`Book::shift`].
    #[must_use]
    pub const fn value(&self) -> Value {
        self.value
    }

    /// Returns the value by the best reply to each of the 21 rolls; `None` if the replies weren't worked out.
    #[must_use]
    pub const fn by_replies(&self) -> Option<Value> {
        self.by_replies
    }

    /// Returns the replies with a roll, from the view of the player who replies, the best first; none if they weren't
    /// worked out.
    #[must_use]
    pub fn replies(&self, roll: Roll) -> &[BookPlay] {
        let from = self.replies.partition_point(|reply| reply.roll.index() < roll.index());
        let to = self.replies.partition_point(|reply| reply.roll.index() <= roll.index());
        &self.replies[from..to]
    }

    /// Sums up the best replies. The errors of different rolls are independent.
    fn sum_up(&mut self) {
        let (mut sum, mut square) = (Value { equity: 0.0, error: 0.0, chances: Chances::default() }, 0.0);
        for roll in Roll::ALL {
            let Some(best) = self.replies(roll).first() else { return };
            let weight = f64::from(roll.weight()) / 36.0;
            sum.equity -= weight * best.rolled.equity;
            square += (weight * best.rolled.error).powi(2);
            sum.chances.add(best.rolled.chances.flip(), weight as f32);
        }
        self.by_replies = Some(Value { error: square.sqrt(), ..sum });
    }
}

/// The mean difference of games played to the end to the same games truncated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Whole {
    /// The games.
    pub games: u64,
    /// The difference of the equity with the cube, and its standard error.
    pub equity: (f64, f64),
    /// The difference of the equity without the cube, and its standard error.
    pub cubeless: (f64, f64),
}

/// The opening book.
#[derive(Clone, Debug, PartialEq)]
pub struct Book {
    /// The rolls in the order of [`Roll::ALL`], and of each roll the best play first.
    firsts: Vec<FirstPlay>,
    whole: Option<Whole>,
    shift: (f64, f64),
}

/// A line of a book that can't be understood.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct BookError {
    /// The number of the line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub reason: String,
}

impl Book {
    /// Returns the book that ships with the library.
    ///
    /// # Panics
    ///
    /// Never: a test reads the book.
    #[must_use]
    pub fn embedded() -> &'static Self {
        static BOOK: LazyLock<Book> =
            LazyLock::new(|| Book::parse(EMBEDDED).expect("the book, which a test reads"));
        &BOOK
    }

    /// Reads a book: a line for each play, with tabs between its fields. The replies to a first play follow it, each
    /// after a tab. `#` begins a comment.
    ///
    /// # Errors
    ///
    /// The first line that can't be understood.
    pub fn parse(text: &str) -> Result<Self, BookError> {
        let mut book = Self { firsts: Vec::new(), whole: None, shift: (0.0, 0.0) };
        for (number, line) in text.lines().enumerate() {
            book.read(line).map_err(|reason| BookError { line: number + 1, reason })?;
        }
        for first in &mut book.firsts {
            first.replies.sort_by(order);
            first.sum_up();
        }
        book.shift = shift(&book.firsts);
        for first in &mut book.firsts {
            let rolled = first.play.rolled;
            first.value = first.by_replies.unwrap_or_else(|| Value {
                equity: rolled.equity + book.shift.0,
                error: rolled.error.hypot(book.shift.1),
                ..rolled
            });
        }
        book.firsts.sort_by(|a, b| {
            let equity = |first: &FirstPlay| first.value().equity;
            a.play.roll.index().cmp(&b.play.roll.index()).then(equity(b).total_cmp(&equity(a)))
        });
        Ok(book)
    }

    fn read(&mut self, line: &str) -> Result<(), String> {
        if line.is_empty() || line.starts_with('#') {
            return Ok(());
        }
        if let Some(fields) = line.strip_prefix("whole\t") {
            let [games, equity, error, cubeless, cubeless_error] = numbers(fields.split('\t'))?;
            self.whole = Some(Whole {
                games: games as u64,
                equity: (equity, error),
                cubeless: (cubeless, cubeless_error),
            });
        } else if let Some(reply) = line.strip_prefix('\t') {
            let first = self.firsts.last_mut().ok_or("a reply without a first play")?;
            first.replies.push(play(&first.play.after.flip(), reply)?);
        } else {
            let play = play(&Board::START, line)?;
            self.firsts.push(FirstPlay { play, replies: Vec::new(), by_replies: None, value: play.rolled });
        }
        Ok(())
    }

    /// Returns the plays of a first roll, the best first; none of a doublet.
    #[must_use]
    pub fn firsts(&self, roll: Roll) -> &[FirstPlay] {
        let from = self.firsts.partition_point(|first| first.play.roll.index() < roll.index());
        let to = self.firsts.partition_point(|first| first.play.roll.index() <= roll.index());
        &self.firsts[from..to]
    }

    /// Returns all plays of first rolls, the rolls in the order of [`Roll::ALL`].
    #[must_use]
    pub fn all(&self) -> &[FirstPlay] {
        &self.firsts
    }

    /// Returns a play of the first roll; `None` if the book doesn't contain it.
    #[must_use]
    pub fn find(&self, opening: &Opening) -> Option<&FirstPlay> {
        let (_, after) = opening.play?;
        self.firsts(opening.roll).iter().find(|first| first.play.after == after)
    }

    /// Returns by how much the equity by the best replies exceeds that of the play's own rollout, the mean over all plays
    /// with replies, and its standard error. `docs/openings.md` names what may cause it.
    #[must_use]
    pub const fn shift(&self) -> (f64, f64) {
        self.shift
    }

    /// Returns what truncating the games changed, if it was measured.
    #[must_use]
    pub const fn whole(&self) -> Option<&Whole> {
        self.whole.as_ref()
    }
}

/// Returns the mean difference of the equities by the replies to those of the rollouts, and its standard error.
fn shift(firsts: &[FirstPlay]) -> (f64, f64) {
    let differences: Vec<f64> =
        firsts.iter().filter_map(|first| Some(first.by_replies?.equity - first.play.rolled.equity)).collect();
    let count = differences.len() as f64;
    if count < 2.0 {
        return (0.0, 0.0);
    }
    let mean = differences.iter().sum::<f64>() / count;
    let square = differences.iter().map(|difference| (difference - mean).powi(2)).sum::<f64>();
    (mean, (square / (count - 1.0) / count).sqrt())
}

fn order(a: &BookPlay, b: &BookPlay) -> std::cmp::Ordering {
    a.roll.index().cmp(&b.roll.index()).then(b.rolled.equity.total_cmp(&a.rolled.equity))
}

/// Reads the fields of a play on a board from the mover's view.
fn play(board: &Board, line: &str) -> Result<BookPlay, String> {
    let mut fields = line.split('\t');
    let mut next = || fields.next().ok_or("fields are missing");
    let roll: Roll = next()?.parse().map_err(|error: crate::board::InvalidDie| error.to_string())?;
    let written = next()?;
    let (play, after) = legal(board, roll, written)?;
    let [equity, error, win, win_gammon, win_backgammon, lose_gammon, lose_backgammon, games] =
        numbers(fields)?;
    let lose = 100.0 - win;
    let ends = [
        lose_backgammon,
        lose_gammon - lose_backgammon,
        lose - lose_gammon,
        win - win_gammon,
        win_gammon - win_backgammon,
        win_backgammon,
    ];
    let chances = Chances(ends.map(|percent| (percent / 100.0) as f32));
    let rolled = Value { equity, error, chances };
    Ok(BookPlay { roll, play, after, rolled, games: games as u64 })
}

fn numbers<'a, const N: usize>(mut fields: impl Iterator<Item = &'a str>) -> Result<[f64; N], String> {
    let mut numbers = [0.0; N];
    for number in &mut numbers {
        let field = fields.next().ok_or("fields are missing")?;
        *number = field.parse().map_err(|_| format!("`{field}` isn't a number"))?;
    }
    if fields.next().is_some() {
        return Err("there are too many fields".to_owned());
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write as _;

    const FIRST: &str = "31\t8/5 6/5\t0.2\t0.004\t55.5\t16.5\t0.5\t11.5\t0.5\t648\n";

    #[test]
    fn chances_are_those_of_the_exact_ends() {
        let book = Book::parse(FIRST).expect("a book");
        let value = book.all()[0].value();
        let wanted = [0.005, 0.11, 0.33, 0.39, 0.16, 0.005];
        for (chance, wanted) in value.chances.0.into_iter().zip(wanted) {
            assert!((chance - wanted).abs() < 1e-6, "{:?}", value.chances);
        }
        assert!((value.cubeless() - (0.555 + 0.165 + 0.005 - 0.445 - 0.115 - 0.005)).abs() < 1e-6);
        assert_eq!((value.equity, value.error), (0.2, 0.004));
    }

    #[test]
    fn a_first_play_is_worth_what_the_best_replies_leave() {
        let mut text = FIRST.to_owned();
        let board = Book::parse(FIRST).expect("a book").all()[0].play.after.flip();
        for (number, roll) in Roll::ALL.into_iter().enumerate() {
            // Two replies, the worse one first.
            for (play, equity) in crate::rules::legal_plays(&board, roll).iter().zip([-0.5, 0.1]) {
                let equity = equity + number as f64 / 100.0;
                let _ = writeln!(text, "\t{roll}\t{}\t{equity}\t0.01\t50\t10\t1\t12\t2\t108", play.0);
            }
        }
        let book = Book::parse(&text).expect("a book");
        let first = &book.all()[0];
        let mean: f64 = Roll::ALL
            .into_iter()
            .enumerate()
            .map(|(number, roll)| f64::from(roll.weight()) / 36.0 * (0.1 + number as f64 / 100.0))
            .sum();
        let value = first.by_replies().expect("all rolls have replies");
        assert!((value.equity + mean).abs() < 1e-9 && first.value() == value);
        // Six doublets and fifteen other rolls.
        let error = 0.01 * ((6.0 + 15.0 * 4.0) / 1296.0_f64).sqrt();
        assert!((value.error - error).abs() < 1e-9);
        assert!((value.chances.win_gammon() - 0.12).abs() < 1e-6);
        assert_eq!(first.replies("64".parse().expect("a roll")).len(), 2);

        let missing: Vec<&str> = text.lines().filter(|line| !line.starts_with("\t64")).collect();
        let book = Book::parse(&missing.join("\n")).expect("a book");
        assert_eq!(book.all()[0].by_replies(), None);
    }

    #[test]
    fn an_error_names_the_line() {
        let error = |text: &str| Book::parse(text).expect_err("no book").to_string();
        assert_eq!(error("# a comment\n77\t8/5"), "line 2: a roll is two digits from 1 to 6");
        assert_eq!(error("\t31\t8/5 6/5"), "line 1: a reply without a first play");
        assert_eq!(error("31\t8/5 6/5\t0.1"), "line 1: fields are missing");
        assert_eq!(error(&FIRST.replace("0.004", "x")), "line 1: `x` isn't a number");
        assert_eq!(error(&FIRST.replace("648", "648\t1")), "line 1: there are too many fields");
        assert!(error(&FIRST.replace("8/5 6/5", "8/2")).starts_with("line 1: "));
    }
}
