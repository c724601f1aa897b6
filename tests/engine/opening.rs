//! The opening book that ships: laws that every book meets, and what players know.

use barpoint::board::{Board, Roll};
use barpoint::engine::opening::{Book, BookPlay, Opening};
use barpoint::rules::legal_plays;

fn firsts() -> impl Iterator<Item = Roll> {
    Roll::ALL.into_iter().filter(|roll| !roll.is_doublet())
}

/// Checks a play on the board before it.
fn is_sound(before: &Board, play: &BookPlay) {
    let name = format!("{}: {}", play.roll, play.play);
    assert!(legal_plays(before, play.roll).iter().any(|(_, after)| *after == play.after), "{name}");
    let rolled = play.rolled;
    assert!(play.games >= 36 && rolled.error > 0.0 && rolled.error < 0.02, "{name}: {rolled:?}");
    assert!(rolled.chances.0.iter().all(|chance| (0.0..1.0).contains(chance)), "{name}: {rolled:?}");
    assert!((rolled.chances.0.iter().sum::<f32>() - 1.0).abs() < 1e-5, "{name}: {rolled:?}");
    // The cube turns an advantage into more, but not into another game.
    assert!((rolled.equity - rolled.cubeless()).abs() < 0.35, "{name}: {rolled:?}, {}", rolled.cubeless());
}

#[test]
fn every_play_is_legal_and_every_roll_is_sorted() {
    let book = Book::embedded();
    assert_eq!(Roll::ALL.map(|roll| book.firsts(roll).len()).iter().sum::<usize>(), book.all().len());
    for roll in firsts() {
        let plays = book.firsts(roll);
        assert!(plays.iter().all(|first| first.play.roll == roll));
        assert!(plays.is_sorted_by(|a, b| a.value().equity >= b.value().equity), "{roll}");
        assert!(plays[0].by_replies().is_some(), "the replies to the best play of {roll}");
        for first in plays {
            is_sound(&Board::START, &first.play);
            assert_eq!(book.find(&first.name()), Some(first));
            let read: Opening = first.name().to_string().parse().expect("a name");
            assert!(read.includes(&first.name()) && read.reply.is_none(), "{read}");
            let before = first.play.after.flip();
            for roll in Roll::ALL {
                let replies = first.replies(roll);
                assert_eq!(replies.is_empty(), first.by_replies().is_none());
                assert!(replies.iter().all(|reply| reply.roll == roll));
                assert!(replies.is_sorted_by(|a, b| a.rolled.equity >= b.rolled.equity));
                for reply in replies {
                    is_sound(&before, reply);
                }
            }
        }
    }
}

#[test]
fn first_plays_are_worth_the_mean_of_the_best_replies() {
    for first in Book::embedded().all().iter().filter(|first| first.by_replies().is_some()) {
        let mean: f64 = Roll::ALL
            .into_iter()
            .map(|roll| f64::from(roll.weight()) / 36.0 * first.replies(roll)[0].rolled.equity)
            .sum();
        assert!((first.value().equity + mean).abs() < 1e-9, "{}", first.name());
        // Its own rollout has about the same result.
        let rolled = first.play.rolled;
        let (shift, _) = Book::embedded().shift();
        let difference = first.value().equity - rolled.equity - shift;
        assert!(
            difference.abs() < 5.0 * rolled.error.hypot(first.value().error),
            "{}: {difference}",
            first.name()
        );
    }
}

#[test]
fn the_best_plays_are_those_that_everybody_makes() {
    for (roll, name) in [("31", "31P"), ("42", "42P"), ("53", "53P"), ("61", "61P"), ("65", "65R")] {
        let plays = Book::embedded().firsts(roll.parse().expect("a roll"));
        assert_eq!(plays[0].name().to_string(), name);
        let next = plays.get(1).map_or(f64::NEG_INFINITY, |next| next.value().equity);
        assert!(plays[0].value().equity - next > 0.02, "{name}");
    }
    // A mirror of a position is no other one: the same reply has the same value after two first rolls.
    let after = |text: &str| {
        let opening: Opening = text.parse().expect("an opening");
        opening.play.expect("a play").1
    };
    assert_eq!(after("54: 24/15"), after("63: 24/15"));
}

#[test]
fn the_file_is_small_and_as_the_tool_writes_it() {
    let text = include_str!("../../src/core/engine/opening/book.tsv");
    assert!(text.len() < 160_000, "{} bytes", text.len());
    let book = Book::parse(text).expect("a book");
    assert_eq!(&book, Book::embedded());
    assert!(book.whole().is_some_and(|whole| whole.games > 1_000 && whole.equity.1 < 0.02));
}
