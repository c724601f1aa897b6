//! GNU Backgammon's text exports: what they say is read and replayed, and told with its place.

use super::generate::{Wishes, replayed};
use super::laws::{read, written};
use crate::support::{Random, paths_in, report, testdata};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::inventory::{Item, Kind, comments, inventory};
use barpoint::formats::{detect, text};
use barpoint::game::record::{Analysis, Annotation, Notes, Written, headers};
use barpoint::game::{Happening, Replayed};
use barpoint::notation::{GameState, MatchFields, MatchId, PositionId};
use barpoint::rules::Variant;

fn sample(name: &str) -> String {
    std::fs::read_to_string(testdata(&format!("text/valid/{name}.txt"))).expect("a text")
}

/// Reads a text of one match; returns what it means and what is found, notes aside.
fn told(text: &str) -> (Replayed, Vec<Diagnostic>) {
    assert_eq!(detect(text.as_bytes(), None).map(|format| format.name), Some("text"));
    let (record, mut found) = crate::support::replayed(&text::FORMAT, text);
    found.retain(|finding| finding.severity > Severity::Note);
    (record, found)
}

fn clean(name: &str) -> Replayed {
    let (record, found) = told(&sample(name));
    assert!(found.is_empty(), "{name}: {found:#?}");
    record
}

/// The finding in a changed sample: its code, and the text at its place.
fn found_in(name: &str, from: &str, to: &str) -> (String, String) {
    let text = sample(name);
    assert!(text.contains(from), "{name} holds {from:?}");
    let text = text.replacen(from, to, 1);
    let (_, found) = told(&text);
    let finding = found.first().expect("a finding");
    let span = finding.primary.span;
    (finding.code.id().to_owned(), text[span.start as usize..span.end as usize].to_owned())
}

/// What happens, by the positions that it leads to: who, the dice, the position after, cube actions, results.
pub(crate) fn course(record: &Replayed) -> Vec<Vec<String>> {
    let words = |act: &barpoint::game::Act| {
        let by = act.by.index();
        Some(match act.what {
            Happening::Played { roll, play } => {
                format!("{by} {roll} {}", PositionId::encode(&play.after(&act.before)))
            }
            Happening::Illegal { roll, after } => {
                format!("{by} {roll} illegal {}", PositionId::encode(&after))
            }
            Happening::Doubled { to, beaver } => format!("{by} doubles to {to}, beaver: {beaver}"),
            Happening::Taken => format!("{by} takes"),
            Happening::Passed => format!("{by} passes"),
            Happening::GameOver(result) => format!("{:?} wins {}", result.winner, result.points),
            _ => return None,
        })
    };
    let game = |game: &barpoint::game::ReplayedGame| {
        let mut lines = vec![format!("{:?} {}", game.before.points, game.is_crawford)];
        lines.extend(game.acts.iter().filter_map(words));
        lines
    };
    record.games.iter().map(game).collect()
}

#[test]
fn the_samples_are_read_without_a_finding() {
    let mut count = 0;
    for path in paths_in(testdata("text/valid")) {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let record = clean(&name);
        assert!(!record.games.is_empty(), "{name}");
        count += 1;
    }
    assert!(count >= 8, "{count}");
}

#[test]
fn the_names_the_score_and_the_facts_are_read() {
    let record = clean("two-games");
    assert_eq!(record.games.len(), 2);
    assert_eq!((record.rules.length, record.games[1].is_crawford), (3, true));
    let fact = |key| record.record.header(key).map(|header| header.value.value.as_str());
    assert_eq!(fact(headers::EVENT), Some("Club night"));
    assert_eq!(fact(headers::DATE), Some("2020.02.03"));
    assert_eq!(fact(headers::SITE), Some("Here"));
    assert_eq!(fact(headers::ELO[0]), Some("1700"));
    assert_eq!(fact(headers::PROGRAM), Some("GNU Backgammon 1.07.001 20230103"));
    let comments: Vec<_> = record.record.remarks.iter().map(|remark| remark.text.as_str()).collect();
    assert_eq!(comments, ["A first line"]);
    let names = clean("odd-names");
    assert_eq!(
        [names.name(0, barpoint::Side::Zero), names.name(0, barpoint::Side::One)],
        ["a,1500", "b, 12"]
    );
}

#[test]
fn an_answer_is_evaluated_from_the_view_of_the_doubler() {
    let record = clean("two-games");
    let notes = |at: usize| record.record.games[0].entries[at].notes.as_deref().expect("notes");
    let cube = |notes: &Notes| {
        let found = notes.analyses.iter().find_map(|analysis| match analysis {
            Analysis::Cube(cube) => Some((**cube).clone()),
            Analysis::Play(_) => None,
        });
        found.expect("a decision about the cube")
    };
    // The double, and the take after it.
    assert!(matches!(record.record.games[0].entries[2].written, Written::Cube { .. }));
    let (double, take) = (cube(notes(2)), cube(notes(3)));
    assert_eq!(double.equity_no_double, Some(0.008));
    assert_eq!((double.equity_double_take, double.equity_double_pass), (Some(-0.417), Some(1.0)));
    assert_eq!(double, take);
    assert_eq!(notes(2).cube, Some(Annotation::VeryBad));
    // A play with its candidates; the one that was made is the fourth.
    let Some(Analysis::Play(play)) = notes(0).analyses.first() else { panic!("candidates") };
    assert_eq!((play.candidates.len(), play.played), (5, Some(3)));
    assert_eq!(play.candidates[3].evaluation.equity, Some(-0.042));
    assert_eq!(play.candidates[0].evaluation.chances.map(|chances| chances.win), Some(0.499));
    assert_eq!((notes(0).play, notes(0).luck_value), (Some(Annotation::Doubtful), Some(-0.009)));
}

#[test]
fn chances_of_the_match_are_no_equities() {
    let record = clean("chances-of-the-match");
    let notes = record.record.games[0].entries[1].notes.as_deref().expect("notes");
    let keys: Vec<_> = notes.properties.iter().map(|property| property.key.as_str()).collect();
    assert_eq!(keys, ["gnubg:play-mwc", "gnubg:luck-mwc", "gnubg:cube-mwc", "gnubg:details"]);
    assert_eq!(notes.luck_value, None);
    for analysis in &notes.analyses {
        match analysis {
            Analysis::Play(play) => assert!(play.candidates.iter().all(|it| it.evaluation.equity.is_none())),
            Analysis::Cube(cube) => assert_eq!(cube.equity_no_double, None),
        }
    }
    let percent = clean("percentages");
    let notes = percent.record.games[0].entries[0].notes.as_deref().expect("notes");
    let Some(Analysis::Play(play)) = notes.analyses.first() else { panic!("candidates") };
    assert_eq!(play.candidates[0].evaluation.chances.map(|chances| chances.win), Some(0.50068));
}

#[test]
fn a_single_position_is_set() {
    let record = clean("position");
    let acts: Vec<_> = record.games[0].acts.iter().map(|act| act.what).collect();
    assert!(matches!(acts[..], [Happening::PositionSet { .. }, Happening::Played { .. }]), "{acts:?}");
    assert!(record.games[0].is_crawford);
    let kinds: Vec<Kind> = inventory(&record).iter().map(|item| item.kind).collect();
    assert!(kinds.contains(&Kind::Luck) && kinds.contains(&Kind::Analysis));
}

#[test]
fn what_contradicts_itself_is_found_at_its_place() {
    let of = |from, to| found_in("two-games", from, to);
    let pair = |code: &str, place: &str| (code.to_owned(), place.to_owned());
    assert_eq!(of("* Bob moves 24/13", "* Bob moves 24/18 13/8"), pair("record-value", "4HPwAyDgc+IBMA"));
    assert_eq!(of("* Bob moves 24/13", "* Bob moves 24/12"), pair("play-wrong-pips", "24/12"));
    assert_eq!(of("* Bob accepts", "* Bob sleeps"), pair("record-syntax", "* Bob sleeps"));
    assert_eq!(of("Bob to play 65", "Bob to play 64"), pair("record-value", "64"));
    assert_eq!(of("4HPiATDgc/ABMA", "4HPiATDgc/ABM"), pair("record-value", "4HPiATDgc/ABM"));
    let result = found_in("analysed", "Bob wins 1 point\n", "Bob wins 2 points\n");
    assert_eq!(result, pair("score-result", "2"));
    assert_eq!(of("Proper cube action", "Improper action").0, "record-unknown");
    assert_eq!(
        of("Move number 2:  Bob to play", "Move number 2:  Alice to play"),
        pair("record-value", "Alice")
    );
}

#[test]
fn no_break_spaces_of_a_web_page_are_read_as_spaces() {
    let text = sample("two-games");
    // Each space, or one of each two, as browsers copy them.
    for (from, to) in [(" ", "\u{A0}"), ("  ", "\u{A0} "), ("  ", " \u{A0}")] {
        let copied = text.replace(from, to);
        let (record, found) = told(&copied);
        assert!(found.is_empty(), "{found:#?}");
        assert_eq!(course(&record), course(&clean("two-games")));
        let twice = [&copied[..], &copied].concat();
        assert_eq!(barpoint::open("a.txt", twice.as_bytes()).expect("two matches").len(), 2);
        // A finding is at its place in the text as it is.
        let wrong = text.replacen("* Bob moves 24/13", "* Bob moves 24/12", 1).replace(from, to);
        let (_, found) = told(&wrong);
        let place = found[0].primary.span;
        assert_eq!((found[0].code.id(), &wrong[place.range()]), ("play-wrong-pips", "24/12"));
    }
    // In a name, they belong to the name, and the others are spaces.
    let named = text.replace("Alice", "Al\u{A0}ice");
    for (from, to) in [("", ""), ("  ", "\u{A0} "), ("  ", " \u{A0}"), ("  ", "\u{A0}\u{A0}")] {
        let copied = if from.is_empty() { named.clone() } else { named.replace(from, to) };
        let (record, found) = told(&copied);
        assert!(found.is_empty(), "{found:#?}");
        assert_eq!(record.name(0, Side::Zero), "Al\u{A0}ice");
        assert_eq!(course(&record), course(&clean("two-games")));
    }
}

#[test]
fn a_slip_is_one_finding() {
    let text = sample("two-games");
    let codes = |text: &str| told(text).1.iter().map(|finding| finding.code).collect::<Vec<_>>();
    let heading = "Move number 2:  Bob to play 65\n";
    assert_eq!(codes(&text.replacen(heading, &heading.repeat(2), 1)), [Code::RecordSyntax]);
    let name = text.replacen("Bob wins 2 points", "Bxb wins 2 points", 1);
    let (record, found) = told(&name);
    assert_eq!(found.iter().map(|finding| finding.code).collect::<Vec<_>>(), [Code::NamesChanged]);
    assert_eq!(record.games[0].result.and_then(|result| result.winner), Some(Side::One));
    for id in ["Position ID: ", "Match ID   : "] {
        let at = text.rfind(id).expect("an ID") + id.len();
        assert_eq!(codes(&text[..at + 5]), [Code::RecordTruncated], "{id}");
    }
}

#[test]
fn files_of_one_match_are_put_together_and_those_of_two_are_not() {
    let (first, second) = (sample("two-games"), sample("odd-names"));
    let count = |text: &str| read(&text::FORMAT, text.as_bytes()).len();
    assert_eq!(count(&first), 1);
    assert_eq!(count(&format!("{first}{first}")), 2);
    assert_eq!(count(&format!("{first}{second}{first}")), 3);
}

#[test]
fn what_is_written_as_text_is_read_as_the_same_course() {
    let writer = text::FORMAT.writer.expect("a writer");
    let (mut games, mut acts) = (0, 0);
    for seed in 0..150 {
        let record = replayed(&mut Random::new(seed), Wishes::PLAIN);
        let written = writer.bytes(&record);
        let mut again = read(&text::FORMAT, &written);
        assert_eq!(again.len(), 1, "seed {seed}");
        let again = again.remove(0);
        let known = record.rules.variant == Variant::Standard || record.rules.variant == Variant::Nackgammon;
        assert!(known, "seed {seed}");
        let (own, theirs) = (course(&record), course(&again));
        assert_eq!(own.len(), theirs.len(), "seed {seed}");
        for (own, theirs) in own.iter().zip(&theirs) {
            assert_eq!(own, theirs, "seed {seed}\n{}", String::from_utf8_lossy(&written));
            games += 1;
            acts += own.len();
        }
    }
    report(games, "generated games written as text and read again");
    report(acts, "acts of generated games written as text and read again");
}

#[test]
fn odd_texts_and_damaged_ones_are_read_without_a_panic() {
    let writer = text::FORMAT.writer.expect("a writer");
    let mut random = Random::new(91);
    for seed in 0..40 {
        let record = replayed(&mut Random::new(seed), Wishes::ALL);
        let bytes = writer.bytes(&record);
        read(&text::FORMAT, &bytes);
        for _ in 0..10 {
            let mut bytes = bytes.clone();
            for _ in 0..=random.below(6) {
                let at = random.below(bytes.len());
                match random.below(3) {
                    0 => bytes[at] = random.below(256) as u8,
                    1 => drop(bytes.remove(at)),
                    _ => bytes.truncate(at.max(1)),
                }
            }
            read(&text::FORMAT, &bytes);
        }
    }
    for name in ["beaver", "position"] {
        let text = sample(name);
        for end in 0..text.len() {
            let source = SourceFile::decode("text", &text.as_bytes()[..end]).expect("small");
            let parsed = text::parse(&source);
            let inside = |finding: &Diagnostic| source.text().get(finding.primary.span.range()).is_some();
            assert!(parsed.diagnostics.iter().all(inside), "{name} up to {end}");
            let _ = analysis::replayed(parsed, &RulesOverride::default());
        }
    }
}

/// Writes a record as text, and reads it again; also returns what is told as lost.
fn through_text(name: &str, bytes: &[u8]) -> (Replayed, Replayed, Vec<Item>) {
    let record = barpoint::open(name, bytes.to_vec()).expect("a record").remove(0).replayed;
    let written = written(&text::FORMAT, &record);
    let again = told(&String::from_utf8(written.bytes).expect("UTF-8")).0;
    (record, again, written.losses)
}

#[test]
fn a_position_alone_is_drawn_and_read_back() {
    for id in ["4HPwATDgc+ABMA:cAlqAAAAAAAE", "4HPwATDgc/ABMA:cAkgAAAAAAAE"] {
        let (record, again, lost) = through_text("a.ids", id.as_bytes());
        let position = |record: &Replayed| {
            let items = inventory(record);
            items.into_iter().find(|item| item.kind == Kind::Position)
        };
        assert!(position(&record).is_some());
        assert_eq!((position(&again), lost), (position(&record), Vec::new()), "{id}");
        assert_eq!(again.name(0, Side::One), "Player 2", "a reader needs a name");
    }
    let text = b" 3 point match\n\n Game 1\n a : 0   b : 0\n  1) 31: 8/5 6/5\n; Set \
        Pos=-b----E-C---eE---c-e----B-/0 on=L cube=1 owner=-\n";
    let (_, _, lost) = through_text("a.mat", text);
    assert_eq!(lost.iter().map(|item| item.kind).collect::<Vec<_>>(), [Kind::Position]);
}

#[test]
fn automatic_doubles_come_back_where_a_game_ends_before_its_first_decision() {
    let game = |cells: &str| {
        format!(
            "; [Jacoby \"On\"]\n; [AutomaticDoubles \"2\"]\n; [AutomaticDoubles 1 \"2\"]\n 0 point match\n\n \
             Game 1\n a : 0                          b : 0\n{cells}"
        )
    };
    let next = "      Wins 4 points\n\n Game 2\n a : 4                          b : 0\n  1) 31: 8/5 6/5\n";
    let cells = ["", "  1)                             31: Resigns\n"];
    for text in cells.map(|cells| game(&format!("{cells}{next}"))).iter().chain([&game("")]) {
        let (record, again, lost) = through_text("a.mat", text.as_bytes());
        assert!(
            lost.iter().all(|item| !matches!(item.kind, Kind::AutomaticDouble | Kind::Result)),
            "{lost:?}"
        );
        let heads = |record: &Replayed| -> Vec<_> {
            let games = record.games.iter();
            games
                .map(|game| (game.automatic_doubles, game.before.points, game.result.map(|it| it.points)))
                .collect()
        };
        assert_eq!((heads(&again), again.rules.jacoby), (heads(&record), true), "{text}");
        assert!(again.games[0].acts.iter().all(|act| !matches!(act.what, Happening::PositionSet { .. })));
    }
}

#[test]
fn a_double_that_the_rules_forbid_stands_before_its_answer() {
    let rows = "  1) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let pass = "  2)  Doubles => 2                Drops\n      Wins 1 point\n";
    let take = "  2)  Doubles => 2                Takes\n  3) 31: 8/5 6/5                 62: 24/18 13/11\n";
    let twice = "  2)  Doubles => 2                Takes\n  3)  Doubles => 4                Takes\n";
    for (head, length, points, actions, expected) in [
        ("", 3, 2, pass, Some(Code::CubeCrawford)),
        ("", 3, 2, take, Some(Code::CubeCrawford)),
        ("", 1, 0, pass, Some(Code::CubeDead)),
        ("", 7, 0, twice, Some(Code::CubeNotOwner)),
        ("; [Cube \"Off\"]\n", 3, 0, pass, None),
        ("; [CubeLimit \"1\"]\n", 3, 0, pass, None),
    ] {
        let match_text = format!(
            "{head} {length} point match\n\n Game 1\n \
             ann : {points}                        bob : 0\n{rows}{actions}"
        );
        let record = barpoint::open("a.mat", match_text.into_bytes()).expect("a record").remove(0).replayed;
        let written = text::FORMAT.writer.expect("a writer").bytes(&record);
        let (again, found) = told(&String::from_utf8(written).expect("UTF-8"));
        let codes: Vec<Code> = found.iter().map(|finding| finding.code).collect();
        assert!(!codes.contains(&Code::CubeNoDouble), "{length} {actions}: {codes:?}");
        assert!(expected.is_none_or(|code| codes.contains(&code)), "{length} {actions}: {codes:?}");
        let answers = |record: &Replayed| -> Vec<Happening> {
            let all = record.games[0].acts.iter().map(|act| act.what);
            all.filter(|what| matches!(what, Happening::Taken | Happening::Passed)).collect()
        };
        assert_eq!(answers(&again), answers(&record), "{length} {actions}");
        let result = |record: &Replayed| record.games[0].result.map(|it| (it.winner, it.points));
        assert_eq!(result(&again), result(&record), "{length} {actions}");
    }
}

#[test]
fn a_position_without_names_loses_none() {
    let path = testdata("ids/invalid/record-syntax-two-ids-on-a-line.ids");
    let records = barpoint::open("a.ids", std::fs::read(path).expect("a file")).expect("records");
    assert_eq!(records.len(), 7);
    for record in records {
        let losses = record.written(&text::FORMAT).expect("a writer").losses;
        assert!(losses.iter().all(|item| item.kind != Kind::Player), "{losses:?}");
        // Findings have no place in the record.
        assert!(losses.is_sorted_by_key(|item| item.kind == Kind::Finding), "{losses:?}");
    }
}

#[test]
fn a_double_at_the_start_is_one_in_a_position_that_is_set() {
    let id = b"XGID=-b----E-C---eE---c-e----B-:0:0:1:D:3:4:0:7:10";
    let (record, again, lost) = through_text("a.xgids", id);
    assert!(lost.iter().all(|item| item.kind == Kind::Player), "{lost:?}");
    assert_eq!(course(&again), course(&record));
    let positions = |record: &Replayed| {
        inventory(record).into_iter().filter(|item| item.kind == Kind::Position).collect::<Vec<_>>()
    };
    assert_eq!(positions(&again), positions(&record));
    let written = text::FORMAT.writer.expect("a writer").bytes(&record);
    let text = String::from_utf8(written).expect("UTF-8");
    let codes = |text: &str| told(text).1.iter().map(|finding| finding.code).collect::<Vec<_>>();
    assert!(codes(&text).is_empty(), "{text}");
    // At the opening roll, GNU Backgammon's Match ID states that no game is being played.
    let at = text.find("Match ID   : ").expect("a Match ID") + 13;
    let id: MatchId = text[at..at + MatchId::LEN].parse().expect("a Match ID");
    let fields = MatchFields { state: GameState::None, ..*id.fields() };
    let opening = MatchId::encode(&fields).expect("a Match ID").to_string();
    let text = text.replace(&id.to_string(), &opening);
    assert_eq!(codes(&text), [Code::CubeFirstTurn], "{text}");
}

#[test]
fn of_positions_set_one_after_the_other_the_last_is_written() {
    let bytes = std::fs::read(testdata("sgf/valid/dice-set-by-hand.sgf")).expect("a record");
    let (record, again, lost) = through_text("a.sgf", &bytes);
    assert_eq!(lost.iter().map(|item| item.kind).collect::<Vec<_>>(), [Kind::Position; 2]);
    assert_eq!(course(&again), course(&record));
    let written = written(&text::FORMAT, &record);
    let text = String::from_utf8(written.bytes).expect("UTF-8");
    assert_eq!(text.matches("Move number").count(), 2, "{text}");
    // The cube that is set in the middle of the game.
    let codes: Vec<Code> = told(&text).1.iter().map(|finding| finding.code).collect();
    assert_eq!(codes, [Code::RecordValue], "{text}");
}

#[test]
fn what_the_facts_of_a_text_have_no_place_for_is_told_as_lost() {
    let text = b"; [Event \"one\"]\n; [Event \"two\"]\n; [Transcriber \"Tim\"]\n; [Weather \"fair\"]\n\
        ; [Weather \"foul\"]\n\n 3 point match\n\n; [Comment \"first\"]\n; [Comment \"second\"]\n\n Game 1\n \
        a,1700 : 0                     b : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
        2)  Doubles => 2                Drops\n      Wins 1 point\n\n Game 2\n \
        a,1711 : 1                     b : 0\n  1) 31: 8/5 6/5\n";
    let (record, again, lost) = through_text("a.mat", text);
    let texts: Vec<&str> = lost.iter().map(|item| item.text.as_str()).collect();
    assert_eq!(texts, ["two", "Tim"]);
    for kind in [Kind::Rating, Kind::Comment, Kind::Header] {
        let of = |record: &Replayed| {
            inventory(record).into_iter().filter(|item| item.kind == kind).collect::<Vec<_>>()
        };
        assert_eq!(of(&again), of(&record));
    }
}

#[test]
fn a_comment_that_would_be_read_as_another_part_is_left_out() {
    let lines = [
        "Move number 3:  Bob to play 31",
        "Move\u{A0}number 3:  Bob to play 31",
        "The score (after 4 games) is: Ann 0, Bob 1 (match to 3 points)",
        "Ann wins 2 points",
        "The game is drawn.",
        "Annotation:",
        "Game statistics for game 1",
        "Output generated by hand",
    ];
    for line in lines {
        for (begin, end, is_lost) in [("; see this:\n; ", "", true), ("; [Comment \"see: ", "\"]", false)] {
            if !is_lost && line.contains('\u{A0}') {
                // It is read as a space.
                continue;
            }
            let text = format!(
                " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
                 1) 31: 8/5 6/5                 Doubles => 2\n{begin}{line}{end}\n  \
                 2)  Drops                      Wins 1 point\n\n Game 2\n Ann : 0                        Bob : 1\n  \
                 1) 31: 8/5 6/5                 62: 24/18 13/11\n; the last comment\n"
            );
            let (record, again, lost) = through_text("a.mat", text.as_bytes());
            assert_eq!(course(&again), course(&record), "{line}");
            let kinds: Vec<Kind> = lost.iter().map(|item| item.kind).collect();
            assert_eq!(kinds.is_empty(), !is_lost, "{line}: {lost:?}");
            let kept = &again.record.remarks.last().expect("a comment").text;
            assert_eq!(kept, "the last comment", "{line}");
        }
    }
}

#[test]
fn a_header_that_would_be_read_otherwise_is_left_out() {
    let text = b"; [Escaped Event \"Club\\nnight\"]\n; [Date \"today\"]\n; [Weather \"fair\"]\n\n \
        3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5\n";
    let (record, again, lost) = through_text("a.mat", text);
    let kinds: Vec<Kind> = lost.iter().map(|item| item.kind).collect();
    assert_eq!(kinds, [Kind::Event, Kind::Header]);
    let written = text::FORMAT.writer.expect("a writer").bytes(&record);
    let written = String::from_utf8(written).expect("UTF-8");
    assert!(!written.contains("night") && !written.contains("today"), "{written}");
    assert_eq!(again.record.header("Weather").map(|header| &*header.value.value), Some("fair"));
    assert!(again.record.remarks.is_empty(), "{:?}", again.record.remarks);
}

#[test]
fn a_comment_below_the_result_stays_there() {
    let text = " 3 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  \
        1) 31: 8/5 6/5                 Doubles => 2\n  2)  Drops                      Wins 1 point\n\
        ; connection lost\n\n Game 2\n Ann : 0                        Bob : 1\n; a new game\n  \
        1) 31: 8/5 6/5\n";
    let (record, again, lost) = through_text("a.mat", text.as_bytes());
    assert!(lost.is_empty(), "{lost:?}");
    let of_both = |record: &Replayed| {
        let of_game = |game| comments(record, game).into_iter().map(|(act, text)| (act, text.to_owned()));
        [0, 1].into_iter().flat_map(of_game).collect::<Vec<_>>()
    };
    assert_eq!(of_both(&again), of_both(&record));
    let end = record.games[0].acts.len() - 1;
    assert_eq!(of_both(&again)[0], (Some(end), "connection lost".to_owned()));
}

#[test]
fn a_comment_may_look_like_a_line_of_match_text() {
    for line in ["Game 1", "5 point match"] {
        let text = sample("two-games");
        let comment = format!("Annotation:\n{line}\n\nMove number 2:");
        let text = text.replacen("Move number 2:", &comment, 1);
        assert_eq!(detect(text.as_bytes(), None).map(|format| format.name), Some("text"), "{line}");
    }
}

#[test]
fn two_players_may_have_the_same_name() {
    let record = clean("two-games");
    let acts = |record: &Replayed| {
        let acts = record.games.iter().flat_map(|game| &game.acts);
        acts.map(|act| (act.by, act.what)).collect::<Vec<_>>()
    };
    let text = sample("two-games").replace("Bob", "Alice");
    let text: String = text.split_inclusive('\n').filter(|line| !line.contains("'s rating")).collect();
    let (again, found) = told(&text);
    assert!(found.is_empty(), "{found:?}");
    assert_eq!(acts(&again), acts(&record));
}

#[test]
fn a_double_of_the_game_before_says_nothing_about_who_begins() {
    // The double is passed, or answered by a resignation; the opponent of the doubler begins, or the doubler.
    for (answer, first) in [("  2)  Drops\n", true), ("  2)  Drops\n", false), ("", true), ("", false)] {
        let (blank, blanks) = (" ", if first { 1 } else { 32 });
        let text = format!(
            " 5 point match\n\n Game 1\n gnubg : 0                      gnubg : 0\n  \
             1) 31: 8/5 6/5                 Doubles => 2\n{answer}{blank:33}Wins 1 point\n\n \
             Game 2\n gnubg : 0                      gnubg : 1\n  1){blank:blanks$}62: 24/18 13/11\n"
        );
        let (record, again, _) = through_text("a.mat", text.as_bytes());
        assert_eq!(record.games[1].acts[0].by, if first { Side::Zero } else { Side::One });
        assert_eq!(course(&again), course(&record), "{text}");
    }
}

#[test]
fn a_game_that_begins_another_match_is_reported() {
    let mut record = clean("two-games");
    let losses = |record: &Replayed| written(&text::FORMAT, record).losses;
    let lost = |record: &Replayed, kind: Kind| losses(record).iter().any(|item| item.kind == kind);
    assert!(!lost(&record, Kind::GameNumber) && !lost(&record, Kind::Player));
    // One of number and name is a slip of the pen if the score continues.
    record.games[1].number = 1;
    assert!(!lost(&record, Kind::GameNumber));
    let player = record.record.games[1].players[Side::Zero].as_mut().expect("a player");
    "Carl".clone_into(&mut player.name.value);
    assert!(lost(&record, Kind::GameNumber) && lost(&record, Kind::Player));
    record.games[1].number = 2;
    assert!(!lost(&record, Kind::Player));
}
