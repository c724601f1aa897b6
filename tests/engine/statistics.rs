//! Whole matches evaluated: sums compared with GNU Backgammon's, computed from its numbers; our numbers beside them.

use crate::support::{gunzip, replayed, testdata};
use barpoint::analysis::skill::{
    Amount, Analyser, Decision, Kind, Scope, Statistics, Thresholds, Unit, analysed, decisions,
    evaluated_decisions, note, of_act, performances,
};
use barpoint::board::{BySide, Roll, Side};
use barpoint::engine::Engine;
use barpoint::engine::bearoff::{OneSided, TwoSided};
use barpoint::engine::cube::CubeState;
use barpoint::engine::met::MatchEquity;
use barpoint::engine::nets::Nets;
use barpoint::engine::search::{Options, Search};
use barpoint::formats::{mat, sgf};
use barpoint::game::Replayed;
use barpoint::game::record::{Analysis, Notes};
use barpoint::output::diagram::Direction;
use barpoint::output::json::AnalysisJson;
use barpoint::output::mistakes;
use barpoint::output::report::Report;
use barpoint::output::statistics::{Style, Worths, text};
use barpoint::rules::Outcome;
use std::sync::LazyLock;

// What these positions need of the bear-off tables is nothing: they are never computed.
static ENGINE: LazyLock<Engine> =
    LazyLock::new(|| Engine::with_tables(Nets::embedded(), OneSided::build, TwoSided::build));

fn read(text: &str) -> Replayed {
    replayed(&sgf::FORMAT, text).0
}

fn record(name: &str) -> Replayed {
    read(&gunzip(&testdata(&format!("analysis/{name}.sgf.gz"))))
}

fn statistics(replayed: &Replayed) -> Statistics {
    Statistics::of(replayed, &Thresholds::default())
}

#[test]
fn gnu_backgammons_numbers_have_its_sums() {
    for name in ["match", "session"] {
        let record = record(name);
        let names = BySide(Side::ALL.map(|side| record.name(0, side).to_owned()));
        let ours = text(&statistics(&record), &names, Style { compat: true, ..Style::default() });
        let theirs = std::fs::read_to_string(testdata(&format!("analysis/{name}.txt"))).expect("a file");
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            assert_eq!(ours, theirs, "{name}");
        }
        assert_eq!(ours, theirs, "{name}");
    }
}

/// GNU Backgammon's rating of a player who lost 248.0 by cube decisions and had no unforced play is 1802.0.
#[test]
fn cube_decisions_alone_make_a_rating() {
    let mut statistics = statistics(&record("match"));
    for side in Side::ALL {
        statistics.players[side].unforced = 0;
    }
    statistics.players[Side::One].close = 0;
    let page = text(&statistics, &BySide([String::from("Ann"), String::from("Bob")]), Style::default());
    let numbers = |label: &str| -> Vec<String> {
        let line = page.lines().find(|line| line.starts_with(label)).expect(label);
        line[label.len()..].split_whitespace().map(str::to_owned).collect()
    };
    let rating: f64 = numbers("Error based abs. FIBS rating")[0].parse().expect("a number");
    let loss: f64 = numbers("Cube errors rating loss")[0].parse().expect("a number");
    assert!((rating + loss - 2050.0).abs() < 0.11, "{page}");
    assert_eq!(numbers("Error based abs. FIBS rating")[1], "n/a");
    assert_eq!(numbers("Chequerplay errors rating loss"), ["n/a", "n/a"]);
}

#[test]
fn sums_of_several_matches_have_chances_or_nothing_beside_equities() {
    let names = BySide([String::from("Ann"), String::from("Bob")]);
    let of_match = statistics(&record("match"));
    let several = Statistics { length: 0, results: Vec::new(), ..of_match.clone() };
    let line = |statistics: &Statistics, worths| {
        let page = text(statistics, &names, Style { worths, ..Style::default() });
        page.lines().find(|line| line.starts_with("Error total EMG")).expect("a sum").trim_end().to_owned()
    };
    let chances = line(&several, Worths::Chances);
    assert_eq!(chances, line(&of_match, Worths::OfLength));
    assert!(chances.starts_with("Error total EMG (MWC) "), "{chances}");
    let alone = line(&several, Worths::Nothing);
    assert!(alone.starts_with("Error total EMG  ") && !alone.contains(['(', '%']), "{alone}");
}

#[test]
fn totals_are_sums_of_games_and_of_decisions() {
    let record = record("match");
    let whole = statistics(&record);
    let mut sum = Statistics { length: record.rules.length, ..Statistics::default() };
    for index in 0..record.games.len() {
        sum += &statistics(&record.alone(index).expect("a game"));
    }
    assert_eq!(sum, whole);
    let thresholds = Thresholds::default();
    for side in Side::ALL {
        let all = evaluated_decisions(&record).into_iter();
        let own = all.filter(|evaluated| evaluated.decision.by == side && evaluated.decision.kind.is_rated());
        let lost: f64 = own
            .flat_map(|evaluated| evaluated.losses(&thresholds))
            .flatten()
            .map(|loss| loss.lost.equity)
            .sum();
        assert!((lost - whole.players[side].total().equity).abs() < 1e-9);
    }
}

/// eXtreme Gammon's records have the luck of rolls, but no marks.
#[test]
fn rolls_without_a_mark_are_marked_by_their_luck() {
    let mut record = record("session");
    let entries = record.record.games.iter_mut().flat_map(|game| &mut game.entries);
    for notes in entries.filter_map(|entry| entry.notes.as_mut()) {
        notes.luck = None;
    }
    let (thresholds, sums, all) = (Thresholds::default(), statistics(&record), evaluated_decisions(&record));
    let answer = AnalysisJson::new("session.sgf", 1, &record, &sums, &all, &thresholds);
    let answer = serde_json::to_value(answer).expect("JSON");
    let decisions = answer["decisions"].as_array().expect("a list");
    for side in Side::ALL {
        let own = decisions.iter().filter(|decision| decision["player"] == side as u64);
        let marks: Vec<_> = own.filter_map(|decision| decision["luck_mark"].as_str()).collect();
        let marked = ["very lucky", "lucky", "unlucky", "very unlucky"]
            .map(|mark| marks.iter().filter(|own| **own == mark).count() as u64);
        let player = &sums.players[side];
        assert_eq!(marked, [player.very_lucky, player.lucky, player.unlucky, player.very_unlucky]);
        assert!(!marks.is_empty());
    }
}

#[test]
fn without_analyses_nothing_is_evaluated_and_moves_are_counted() {
    let mut record = record("match");
    let moves = Side::ALL.map(|side| statistics(&record).players[side].moves);
    for game in &mut record.record.games {
        game.entries.iter_mut().for_each(|entry| entry.notes = None);
    }
    let bare = statistics(&record);
    for side in Side::ALL {
        let player = bare.players[side];
        assert_eq!(player.moves, moves[side as usize]);
        assert_eq!((player.unforced, player.rolls, player.cube_decisions), (0, 0, 0));
        assert_eq!(player.total(), Amount::default());
    }
    assert!(evaluated_decisions(&record).is_empty());
}

#[test]
fn what_is_no_number_counts_as_not_evaluated() {
    let text = gunzip(&testdata("analysis/match.sgf.gz"));
    let of = |old: &str, new: &str| {
        let place = text.find(old).expect("an analysis") + old.len();
        let end = place + text[place..].find([' ', ']']).expect("its end");
        statistics(&read(&format!("{}{new}{}", &text[..place], &text[end..])))
    };
    let whole = statistics(&read(&text)).players[Side::Zero].rolls
        + statistics(&read(&text)).players[Side::One].rolls;
    // GNU Backgammon 1.08.003 has written LU[-inf].
    let found = of("LU[", "-inf");
    assert_eq!(found.players[Side::Zero].rolls + found.players[Side::One].rolls, whole - 1);
    for player in found.players.0 {
        assert!(player.luck.equity.is_finite() && player.luck.worth.is_finite());
    }
    for equity in ["inf", "5e37", "nan"] {
        let mut record = read(&text);
        let notes = record.record.games.iter_mut().flat_map(|game| &mut game.entries);
        for analysis in notes.filter_map(|entry| entry.notes.as_mut()).flat_map(|notes| &mut notes.analyses) {
            if let Analysis::Play(play) = analysis {
                play.candidates[0].evaluation.equity = equity.parse().ok();
            }
        }
        let found = statistics(&record);
        for player in found.players.0 {
            assert_eq!((player.unforced, player.plays), (0, Amount::default()), "{equity}");
        }
    }
}

#[test]
fn luck_is_nothing_on_average() {
    let state = CubeState::MONEY.without_beavers();
    let mut search =
        Search::new(&*ENGINE, MatchEquity::reaching(0), state, Options { plies: 0, ..Options::default() })
            .expect("money");
    let mut before = None;
    for plies in [0, 1] {
        search.set_plies(plies);
        let values = search.rolls(&barpoint::board::Board::START);
        let mean: f32 =
            Roll::ALL.iter().zip(values).map(|(roll, value)| roll.weight() as f32 / 36.0 * value).sum();
        let off: f32 = Roll::ALL
            .iter()
            .zip(values)
            .map(|(roll, value)| roll.weight() as f32 / 36.0 * (value - mean))
            .sum();
        assert!(off.abs() < 1e-5 && values.iter().all(|value| value.abs() < 1.0));
        // Both depths mean the same thing.
        let other = before.replace(values).unwrap_or(values);
        assert!(values.iter().zip(other).all(|(value, other)| (value - other).abs() < 0.1), "{values:?}");
        let differs = values.iter().zip(other).any(|(value, other)| (value - other).abs() > 1e-4);
        assert_eq!(differs, plies > 0);
    }
    let unit = Unit::of(&state).expect("money");
    assert!((unit.difference(0.25) - 0.25).abs() < 1e-12);
}

/// The luck of a roll at 1-ply: its best play, evaluated at 1-ply, compared with the mean over all rolls.
#[test]
fn luck_is_evaluated_as_deep_as_is_said() {
    let record = record("session");
    let all = decisions(&record.rules, &record.games[0]);
    let is_turn = |decision: &&Decision| matches!(decision.kind, Kind::Turn { is_opening: false, .. });
    let decision = all.iter().find(is_turn).expect("a turn");
    let Kind::Turn { roll, .. } = decision.kind else { panic!("a turn") };
    let options = Options { plies: 1, ..Options::default() };
    let luck = |options: Options| {
        let scope = Scope { plays: None, cube: None, luck: Some(options), ..Scope::all(options) };
        let mut notes = Notes::default();
        let found = Analyser::new(&*ENGINE, scope).analyse(decision);
        note(&mut notes, decision, found, &Thresholds::default());
        notes.luck_value.expect("a annotation")
    };
    let table = MatchEquity::reaching(decision.state.most_away());
    let mut search = Search::new(&*ENGINE, table, decision.state, options).expect("money");
    let mut best = |roll: Roll| f64::from(search.plays(&decision.board, roll)[0].evaluation.equity);
    let mean: f64 = Roll::ALL.iter().map(|&roll| f64::from(roll.weight()) / 36.0 * best(roll)).sum();
    assert!((luck(options) - (best(roll) - mean)).abs() < 2e-5);
    assert!((luck(options) - luck(Options { plies: 0, ..options })).abs() > 1e-5);
}

/// Returns a record in `testdata/mat/valid`, analysed at 0-ply.
fn analysed_mat(name: &str) -> Replayed {
    let bytes = std::fs::read(testdata(&format!("mat/valid/{name}"))).expect("a record");
    let mut replayed = replayed(&mat::FORMAT, bytes).0;
    let options = Options { plies: 0, ..Options::default() };
    analysed(&mut replayed, &Analyser::new(&*ENGINE, Scope::all(options)), &Thresholds::default(), || false);
    replayed
}

/// Returns the decisions that no rate counts: the game, the player, the kind, what was lost.
fn unrated(replayed: &Replayed) -> Vec<(usize, Side, Kind, Option<f64>)> {
    let all =
        evaluated_decisions(replayed).into_iter().filter(|evaluated| !evaluated.decision.kind.is_rated());
    all.map(|evaluated| {
        (evaluated.game, evaluated.decision.by, evaluated.decision.kind, evaluated.cube_loss())
    })
    .collect()
}

#[test]
fn beavers_and_their_answers_are_evaluated_by_the_double() {
    let record = analysed_mat("money-with-beavers.mat");
    let doubles: Vec<f64> = evaluated_decisions(&record)
        .iter()
        .filter(|evaluated| evaluated.decision.kind == Kind::Double && [1, 5].contains(&evaluated.game))
        .map(|evaluated| evaluated.verdict.cube.expect("an evaluation").double_take)
        .collect();
    let beavers: Vec<_> = unrated(&record).into_iter().filter(|(.., kind, _)| kind.is_answer()).collect();
    // The first is right, the second isn't, and both beavers are dropped, which isn't either.
    let [wrong, right] = doubles[..] else { panic!("two doubles: {doubles:?}") };
    assert!(wrong < 0.0 && (0.0..1.0).contains(&right), "{doubles:?}");
    let pass = Kind::PassBeaver { before: 1, may_turn: false };
    let expected = [
        (1, Side::One, Kind::Beaver { before: 0 }, 0.0),
        (1, Side::Zero, pass, 2.0 + 2.0 * wrong),
        (5, Side::Zero, Kind::Beaver { before: 0 }, right),
        (5, Side::One, pass, 2.0 + 2.0 * right),
    ];
    assert_eq!(beavers.len(), expected.len());
    for ((game, by, kind, lost), expected) in beavers.into_iter().zip(expected) {
        assert_eq!((game, by, kind), (expected.0, expected.1, expected.2));
        assert!((lost.expect("an evaluation") - expected.3).abs() < 1e-9, "{kind:?}: {lost:?}");
    }
}

/// After a roll that was seen, a resignation is compared with the best play; the roll's evaluation survives in SGF.
#[test]
fn resignations_are_evaluated_by_the_value_of_the_game() {
    let record = analysed_mat("resignations.mat");
    let resigned = |record: &Replayed| -> Vec<(usize, Side, Kind, Option<f64>)> {
        let is_resignation = |kind: Kind| matches!(kind, Kind::Resign(_) | Kind::Accept(_));
        unrated(record).into_iter().filter(|(.., kind, _)| is_resignation(*kind)).collect()
    };
    let found = resigned(&record);
    let kinds: Vec<_> = found.iter().map(|(game, by, kind, _)| (*game, *by, *kind)).collect();
    // The third game ended with a passed double.
    let bob = |game, outcome| (game, Side::One, Kind::Resign(outcome));
    assert_eq!(kinds, [bob(0, Outcome::Gammon), bob(1, Outcome::Backgammon), bob(3, Outcome::Single)]);
    // Far from lost, in normalised equity: 2, 3 and 1 and what the game was worth.
    for ((_, _, _, lost), points) in found.iter().zip([2.0, 3.0, 1.0]) {
        let lost = lost.expect("an evaluation");
        assert!((points - 0.6..points + 0.6).contains(&lost), "{points}: {lost}");
    }
    let written = sgf::FORMAT.writer.expect("a writer").bytes(&record);
    assert_eq!(resigned(&read(std::str::from_utf8(&written).expect("text"))), found);
    // The rating of BMAB counts one decision for each player, the other ones count none.
    let players = performances(&record);
    let given: f64 = found.iter().filter_map(|(.., lost)| *lost).sum();
    for (side, lost) in [(Side::Zero, 0.0), (Side::One, given)] {
        let own = players[side];
        assert_eq!(own.resignations.count, 3);
        assert!((own.resignations.lost - lost).abs() < 1e-9, "{own:?}");
        let whole = 500.0 * (own.lost() + lost) / (own.count() + 3) as f64;
        assert!((own.rating_with_resignations().expect("decisions") - whole).abs() < 1e-9);
        assert!((own.rating().expect("decisions") - 500.0 * own.lost() / own.count() as f64).abs() < 1e-9);
    }
    let lost = statistics(&record).players[Side::One].total().equity;
    let rated =
        evaluated_decisions(&record).into_iter().filter(|evaluated| evaluated.decision.by == Side::One);
    let rated = rated.filter(|evaluated| evaluated.decision.kind.is_rated());
    let sum: f64 = rated
        .flat_map(|evaluated| evaluated.losses(&Thresholds::default()))
        .flatten()
        .map(|loss| loss.lost.equity)
        .sum();
    assert!((lost - sum).abs() < 1e-9, "{lost} {sum}");
}

/// Who accepts less than the game's value made the mistake, and not the one who resigned.
#[test]
fn an_acceptance_is_charged_to_the_one_who_accepts() {
    let mut record = analysed_mat("resignations.mat");
    let notes = record.record.games[0].entries[0].notes.as_deref_mut().expect("the roll's evaluation");
    let Some(Analysis::Play(play)) = notes.analyses.first_mut() else { panic!("an evaluation of plays") };
    play.candidates[0].evaluation.equity = Some(3.0);
    let all = evaluated_decisions(&record);
    let found = all.iter().find(|evaluated| evaluated.resignation.is_some()).expect("a resignation");
    assert_eq!((found.game, found.decision.by), (0, Side::Zero));
    assert_eq!(found.decision.kind, Kind::Accept(Outcome::Gammon));
    assert!(found.cube_loss().is_some_and(|lost| (0.5..1.5).contains(&lost)), "{found:?}");
    // The act is the opponent's.
    assert_eq!(of_act(&all, 0, found.decision.act), None);
    assert!(performances(&record)[Side::Zero].resignations.lost > 0.5);
    let listed = mistakes::text(&record, None, &all, 0.1, &Thresholds::default(), usize::MAX);
    let row = listed.lines().find(|row| row.contains("accept the resignation")).expect("a row");
    assert!(row.contains("Alice") && row.contains("refuse the resignation"), "{row}");
    let text = Report::new(&record, &[], None, Direction::Standard).markdown();
    let row = text.lines().find(|row| row.contains("accept the resignation instead")).expect("a row");
    assert!(row.contains("move 1, Alice"), "{row}");
}

/// On a match that GNU Backgammon analysed at 0-ply, ours at 0-ply: the luck of each roll and the loss of each play are
/// close to its own on average. The results depend on the weights, so the bounds are wide.
#[test]
fn our_numbers_lie_near_gnu_backgammons_on_average() {
    let theirs = record("match");
    let mut ours = theirs.alone(0).expect("a game");
    // Before anybody bears off.
    ours.games[0].acts.truncate(26);
    let before = evaluated_decisions(&ours);
    analysed(
        &mut ours,
        &Analyser::new(&*ENGINE, Scope::all(Options { plies: 0, ..Options::default() })),
        &Thresholds::default(),
        || false,
    );
    let after = evaluated_decisions(&ours);
    assert_eq!(before.len(), after.len());
    assert_eq!(decisions(&ours.rules, &ours.games[0]).len(), after.len());
    let (mut luck, mut loss, mut count) = (0.0, 0.0, 0.0);
    for (theirs, ours) in before.iter().zip(&after) {
        assert_eq!(
            theirs.verdict.cube.is_some(),
            ours.verdict.cube.is_some(),
            "the same cubes are looked at"
        );
        let (Some(a), Some(b)) = (theirs.verdict.luck, ours.verdict.luck) else { continue };
        luck += (a - b).abs();
        let play = |evaluated: &barpoint::analysis::skill::EvaluatedDecision| {
            evaluated.verdict.play.map_or(0.0, |play| play.loss)
        };
        loss += (play(theirs) - play(ours)).abs();
        count += 1.0;
    }
    assert!(count > 10.0);
    let (luck, loss) = (luck / count, loss / count);
    assert!(luck < 0.03, "the luck of a roll differs by {luck} on average");
    assert!(loss < 0.02, "the loss of a play differs by {loss} on average");
}
