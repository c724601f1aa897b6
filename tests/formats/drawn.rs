//! Games without a winner: drawn, or abandoned.

use super::generate::{self, Wishes};
use super::laws::{comes_back, read, written};
use crate::support::Random;
use barpoint::analysis::{self, RulesOverride};
use barpoint::diag::Code;
use barpoint::formats::{Format, Written};
use barpoint::game::{Ending, Happening, Replayed};

/// Returns a match to 3 whose second game, the Crawford game, ends with `end`, and whose third begins at
/// `third`.
fn record(end: &str, third: [u32; 2]) -> String {
    let plays = "  1) 31: 8/5 6/5                   42: 8/4 6/4\n";
    format!(
        " 3 point match\n\n Game 1\n Ann : 0                          Bob : 0\n{plays}      Wins 2 points\n\n \
         Game 2\n Ann : 2                          Bob : 0\n{plays}{end}\n\n \
         Game 3\n Ann : {}                          Bob : {}\n{plays}      Wins 1 point\n",
        third[0], third[1]
    )
}

fn replayed(text: &str) -> (Replayed, Vec<Code>) {
    let format = Format::by_name("mat").expect("a format");
    let source = format.source("drawn.mat", text.as_bytes().to_vec()).expect("small");
    let parse = format.parse.expect("a reader");
    let (record, found) = analysis::replayed(parse(&source), &RulesOverride::default());
    (record, found.into_iter().map(|found| found.code).collect())
}

fn is_drawn(record: &Replayed, game: usize) -> bool {
    let result = record.games[game].result.expect("a result");
    let no_points = (result.winner, result.points, result.ending) == (None, 0, Ending::Drawn);
    assert_eq!(no_points, result.winner.is_none(), "{result:?}");
    no_points
}

#[test]
fn a_line_that_says_so_ends_a_game_without_a_winner_or_a_finding() {
    for word in ["Draw", "DRAW", "drawn", "Game drawn", "Abandoned", "game abandoned", "Draw.", "  2)  Draw"]
    {
        for before in ["", "  2) 65: 24/13\n", "  2) 65:\n"] {
            if word.contains("2)") && !before.is_empty() {
                continue;
            }
            let (record, codes) = replayed(&record(&format!("{before}      {word}"), [2, 0]));
            assert_eq!(codes, [], "{before}{word}");
            assert!(is_drawn(&record, 1), "{word}");
            assert_eq!(record.score.points.0, [3, 0], "{word}");
        }
    }
}

#[test]
fn a_drawn_game_is_played_again_at_the_same_score_and_as_the_crawford_game() {
    let (told, _) = replayed(&record("      Draw", [2, 0]));
    assert_eq!(told.games.iter().map(|game| game.is_crawford).collect::<Vec<_>>(), [false, true, true]);
    let (_, codes) = replayed(&record("      Draw", [2, 1]));
    assert_eq!(codes, [Code::ScoreContradiction]);
}

#[test]
fn a_game_that_somebody_won_is_no_draw() {
    let (told, codes) = replayed(&record("      Wins 1 point\n      Draw", [2, 0]));
    assert!(codes.contains(&Code::ScoreWinner), "{codes:?}");
    assert!(!is_drawn(&told, 1));
    let (_, codes) = replayed(&record("      Draw\n      Wins 1 point", [2, 0]));
    assert_eq!(codes, [Code::TurnAfterEnd]);
}

#[test]
fn a_match_whose_last_game_is_drawn_goes_on() {
    let whole = record("      Draw", [2, 0]);
    let end = whole.find(" Game 3").expect("a game");
    let (told, codes) = replayed(&whole[..end]);
    assert_eq!(codes, [Code::MatchUnfinished]);
    assert_eq!(told.score.match_winner(&told.rules), None);
}

#[test]
fn formats_keep_a_drawn_game_or_name_the_result_as_lost() {
    let (told, _) = replayed(&record("      Draw", [2, 0]));
    for (name, keeps) in [("mat", true), ("sgf", true), ("json", true), ("oldmoves", false), ("sgg", false)] {
        let format = Format::by_name(name).expect("a format");
        let Written { bytes, losses } = written(format, &told);
        let again = read(format, &bytes).remove(0);
        assert_eq!(again.games[1].result.is_some_and(|result| result.winner.is_none()), keeps, "{name}");
        assert_eq!(losses.is_empty(), keeps, "{name}: {losses:?}");
    }
}

#[test]
fn a_beaver_that_was_taken_before_a_draw_comes_back() {
    for end in ["      Draw\n", ""] {
        let text = format!(
            "; [Beaver \"On\"]\n\n 0 point match\n\n Game 1\n Ann : 0                          Bob : 0\n  \
             1) 31: 8/5 6/5                    Doubles => 2\n  2)  Beavers => 4                  Takes\n{end}"
        );
        let (told, codes) = replayed(&text);
        let expected: &[Code] = if end.is_empty() { &[Code::GameUnfinished] } else { &[] };
        assert_eq!(codes, expected, "{text}");
        assert!(told.games[0].acts.iter().any(|act| act.what == Happening::Taken), "{text}");
        for name in ["mat", "sgf", "json"] {
            comes_back(Format::by_name(name).expect("a format"), &told);
        }
    }
}

#[test]
fn generated_records_with_drawn_games_come_back() {
    let mut drawn = 0;
    for name in ["mat", "sgf", "json"] {
        let format = Format::by_name(name).expect("a format");
        for seed in 0..60 {
            let wishes = if seed % 2 == 0 { Wishes::PLAIN } else { Wishes::ALL };
            let told = generate::replayed(&mut Random::new(seed), Wishes { draws: 40, ..wishes });
            comes_back(format, &told);
            let is_drawn = |result: barpoint::game::GameResult| result.winner.is_none();
            drawn += told.games.iter().filter(|game| game.result.is_some_and(is_drawn)).count();
        }
    }
    assert!(drawn > 100, "{drawn} drawn games");
}

#[test]
fn sgf_has_three_words_for_a_game_without_a_winner() {
    let sgf = Format::by_name("sgf").expect("a format");
    for word in ["0", "Draw", "draw", "Void"] {
        let text = format!("(;FF[4]GM[6]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RE[{word}];W[31hejf])");
        assert!(is_drawn(&read(sgf, text.as_bytes())[0], 0), "{word}");
    }
}
