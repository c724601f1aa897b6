//! The renderers.

#![expect(clippy::needless_raw_string_hashes, reason = "the tool that updates the snapshots writes them")]

use super::sample::{finding, source, span};
use crate::schema::{fits, published};
use barpoint::diag::{Code, Diagnostic, Encoding, SourceFile, Span};
use barpoint::output::diagnostic::{Finding, Format, Options};
use serde_json::Value;
use snapbox::{IntoData, assert_data_eq, str};

/// Returns findings in a format.
fn render(format: Format, options: Options, findings: &[Finding<'_>]) -> String {
    let mut renderer = format.renderer(options);
    let mut out = Vec::new();
    renderer.begin(&mut out).expect("memory");
    for finding in findings {
        renderer.finding(finding, &mut out).expect("memory");
    }
    renderer.end(&mut out).expect("memory");
    String::from_utf8(out).expect("UTF-8")
}

fn all() -> Options {
    Options { all: true, ..Options::default() }
}

#[test]
fn notes_break_between_words_at_the_edge_of_a_terminal() {
    let source = source();
    let finding = finding(&source);
    let beside = format!(" |{:18}|BAR|{:18}|     7 points match (Cube: 1)\n", "", "");
    let shown = Finding { board: Some(&beside), ..Finding::new(&source, &finding) };
    let options = Options { width: 60, room: 60, ..Options::default() };
    let text = render(Format::Text, options, &[shown]);
    let note = "    = note: the play is taken as written, and the replay\n            continues after it\n";
    assert!(text.contains(note), "{text}");
    let title = format!("error[play-blocked-point]: a checker may not land on a point\n{:27}held by two", "");
    assert!(text.starts_with(&title), "{text}");
    assert!(text.contains("|\n             7 points match (Cube: 1)\n"), "{text}");
}

#[test]
fn text_looks_like_a_compilers_error() {
    let source = source();
    let finding = finding(&source);
    let shown = Finding { board: Some(" +13-14-\n | X\n"), ..Finding::new(&source, &finding) };
    assert_data_eq!(
        render(Format::Text, Options::default(), &[shown]),
        str![[r#"
error[play-blocked-point]: a checker may not land on a point held by two or more opposing checkers
   --> games/a match.mat:108:42
    |
106 |   2)  Doubles => 2                    Takes
    |                                       ----- the cube was turned here
107 |   3) 61: 13/7 8/7                     44: 24/16 13/5
108 |   4) 65: 24/13                       31: 8/4 6/5
    |                                      ----^^^
    |                                      |   |
    |                                      |   Alice holds this point with 3 checkers
    |                                      the roll
    |
    = note: game 2, move 4, Bob
    = note: Position ID: 4HPwATDgc/ABMA Match ID: cAkgAAAAAAAE
    = note: the board before the action
             +13-14-
             | X
    = note: the play is taken as written, and the replay continues after it
    = note: 1 finding follows from this one (--all shows it)
    = help: legal: 8/5 6/5
    = help: legal: 24/21 6/5


"#]]
        .raw()
    );
}

#[test]
fn text_shows_what_follows_on_request() {
    let source = source();
    let finding = finding(&source);
    assert_data_eq!(
        render(Format::Text, all(), &[Finding::new(&source, &finding)]),
        str![[r#"
error[play-blocked-point]: a checker may not land on a point held by two or more opposing checkers
   --> games/a match.mat:108:42
    |
106 |   2)  Doubles => 2                    Takes
    |                                       ----- the cube was turned here
107 |   3) 61: 13/7 8/7                     44: 24/16 13/5
108 |   4) 65: 24/13                       31: 8/4 6/5
    |                                      ----^^^
    |                                      |   |
    |                                      |   Alice holds this point with 3 checkers
    |                                      the roll
    |
    = note: game 2, move 4, Bob
    = note: Position ID: 4HPwATDgc/ABMA Match ID: cAkgAAAAAAAE
    = note: the play is taken as written, and the replay continues after it
    = help: legal: 8/5 6/5
    = help: legal: 24/21 6/5

error[play-no-checker]: there is no checker on the 13-point
   --> games/a match.mat:109:11
    |
109 |   5) 21: ␁13/10                       玉玉: 13/7
    |           ^^^^^
    |
    = note: this follows from play-blocked-point in line 108


"#]]
        .raw()
    );
}

#[test]
fn tabs_and_control_characters_dont_break_the_alignment() {
    let source = source();
    let tab =
        Diagnostic::new(Code::PlayWrongPips, span(&source, "8/7"), "behind a tab\u{1b}[31m").label("here");
    let control = Diagnostic::new(Code::MatDice, span(&source, "13/10"), "behind a control character");
    let wide = Diagnostic::new(Code::MatDice, span(&source, ": 13/7\n"), "behind wide characters");
    let findings = [&tab, &control, &wide].map(|finding| Finding::new(&source, finding));
    assert_data_eq!(
        render(Format::Text, Options::default(), &findings),
        str![[r#"
error[play-wrong-pips]: behind a tab␛[31m
   --> games/a match.mat:107:15
    |
107 |   3) 61: 13/7 8/7                     44: 24/16 13/5
    |               ^^^ here

error[mat-dice]: behind a control character
   --> games/a match.mat:109:11
    |
109 |   5) 21: ␁13/10                       玉玉: 13/7
    |           ^^^^^

error[mat-dice]: behind wide characters
   --> games/a match.mat:109:41
    |
109 |   5) 21: ␁13/10                       玉玉: 13/7
    |                                           ^^^^^^


"#]]
        .raw()
    );
}

#[test]
fn text_cuts_long_lines_around_the_place() {
    for length in [2_000, 50_000] {
        let text = format!("{}wrong{}\n", "left \u{e9} ".repeat(length / 7), " right".repeat(length / 7));
        let source = SourceFile::decode("long.mat", text.as_bytes()).expect("small");
        let finding = Diagnostic::new(Code::MatRowUnreadable, span(&source, "wrong"), "not understood");
        let text = render(Format::Text, Options::default(), &[Finding::new(&source, &finding)]);
        assert!(text.lines().all(|line| line.chars().count() <= 130), "{text}");
        let row = text.lines().find(|line| line.contains("wrong")).expect("the place is shown");
        let marks = text.lines().find(|line| line.contains("^^^^^")).expect("the place is marked");
        let column = |line: &str, mark: &str| line[..line.find(mark).expect("there")].chars().count();
        assert_eq!(column(row, "wrong"), column(marks, "^^^^^"), "{text}");
        assert!(text.contains(&format!("long.mat:1:{}", length / 7 * 7 + 1)), "{text}");
    }
}

#[test]
fn text_cuts_a_line_between_two_places_far_apart() {
    let text = format!("first{} second\n", " between".repeat(100));
    let source = SourceFile::decode("long.json", text.as_bytes()).expect("small");
    let finding = Diagnostic::new(Code::RecordValue, span(&source, "second"), "not understood")
        .see(span(&source, "first"), "stated here first");
    let text = render(Format::Text, Options::default(), &[Finding::new(&source, &finding)]);
    assert!(text.lines().all(|line| line.chars().count() <= 130), "{text}");
    assert!(text.contains("stated here first"), "{text}");
}

#[test]
fn places_at_the_very_end_and_in_an_empty_file_are_shown() {
    let source = SourceFile::decode("end.mat", b"one\r\ntwo\r\n").expect("small");
    let empty = SourceFile::decode("empty.mat", b"").expect("small");
    let end = Diagnostic::new(Code::GameUnfinished, Span::new(10, 10), "the record ends here");
    let line_end = Diagnostic::new(Code::GameUnfinished, Span::new(3, 3), "the line ends here");
    let nothing = Diagnostic::new(Code::SourceNotARecord, Span::new(0, 0), "no record");
    let findings =
        [Finding::new(&source, &end), Finding::new(&source, &line_end), Finding::new(&empty, &nothing)];
    assert_data_eq!(
        render(Format::Text, Options::default(), &findings),
        str![[r#"
error[game-unfinished]: the record ends here
 --> end.mat:3:1
  |
3 |
  | ^

error[game-unfinished]: the line ends here
 --> end.mat:1:4
  |
1 | one
  |    ^

error[source-not-a-record]: no record
--> empty.mat:1:1


"#]]
        .raw()
    );
}

#[test]
fn colours_are_only_written_when_wanted() {
    let source = source();
    let finding = finding(&source);
    let options = Options { styled: true, ..Options::default() };
    for format in [Format::Text, Format::Concise, Format::Json, Format::Sarif, Format::Github] {
        let plain = render(format, Options::default(), &[Finding::new(&source, &finding)]);
        assert!(!plain.contains('\u{1b}'), "{format:?}");
        let styled = render(format, options, &[Finding::new(&source, &finding)]);
        assert_eq!(styled.contains('\u{1b}'), format == Format::Text, "{format:?}");
    }
}

#[test]
fn concise_is_one_line_a_finding() {
    let source = source();
    let finding = finding(&source);
    assert_data_eq!(render(Format::Concise, all(), &[Finding::new(&source, &finding)]), str![[r#"
games/a match.mat:108:42: error[play-blocked-point] a checker may not land on a point held by two or more opposing checkers: Alice holds this point with 3 checkers
games/a match.mat:109:11: error[play-no-checker] there is no checker on the 13-point

"#]].raw());
}

#[test]
fn github_annotations_are_escaped() {
    let source = SourceFile::decode("50%,a:b.mat", b"one\ntwo\n").expect("small");
    let finding =
        Diagnostic::new(Code::PlayWrongPips, Span::new(1, 2), "100% wrong:\nreally").help("legal: 8/5 6/5");
    let over_lines = Diagnostic::new(Code::MatchUnfinished, Span::new(0, 5), "two lines");
    let findings = [&finding, &over_lines].map(|finding| Finding::new(&source, finding));
    assert_data_eq!(render(Format::Github, Options::default(), &findings), str![[r#"
::error file=50%25%2Ca%3Ab.mat,line=1,col=2,endLine=1,endColumn=3,title=play-wrong-pips::100%25 wrong:␊really%0Ahelp: legal: 8/5 6/5
::notice file=50%25%2Ca%3Ab.mat,line=1,col=1,endLine=2,title=match-unfinished::two lines

"#]].raw());
}

#[test]
fn json_findings_fit_the_published_schema() {
    let schema = published("finding");
    let source = source();
    let full = finding(&source);
    let bare = Diagnostic::new(Code::MatDice, Span::new(0, 1), "bare");
    for options in [Options::default(), all()] {
        let text =
            render(Format::Json, options, &[Finding::new(&source, &full), Finding::new(&source, &bare)]);
        assert_eq!(text.lines().count(), 2);
        for line in text.lines() {
            let value: Value = serde_json::from_str(line).expect("JSON");
            fits(&value, &schema, "finding");
        }
    }
    let line = render(Format::Json, Options::default(), &[Finding::new(&source, &full)]);
    let value: Value = serde_json::from_str(&line).expect("JSON");
    let byte = 5_000 + source.text().find("8/4").expect("there");
    assert_eq!((&value["line"], &value["column"]), (&108.into(), &42.into()));
    assert_eq!((&value["byte_start"], &value["byte_end"]), (&byte.into(), &(byte + 3).into()));
    assert_eq!((&value["consequences"], &value["consequence_findings"]), (&1.into(), &Value::Null));
}

#[test]
fn sarif_is_one_valid_document_also_without_findings() {
    let source = source();
    let full = finding(&source);
    for (findings, count) in [(vec![], 0), (vec![Finding::new(&source, &full); 2], 4)] {
        let text = render(Format::Sarif, all(), &findings);
        let document: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(document["version"], "2.1.0");
        let run = &document["runs"][0];
        let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
        assert_eq!(rules.len(), Code::ALL.len());
        let results = run["results"].as_array().expect("results");
        assert_eq!(results.len(), count);
        for result in results {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(result["ruleId"], rules[index]["id"]);
        }
        if let Some(first) = results.first() {
            let place = &first["locations"][0]["physicalLocation"];
            assert_eq!(place["artifactLocation"]["uri"], "games/a%20match.mat");
            assert_eq!(place["region"]["startLine"], 108);
            assert_eq!(place["region"]["endColumn"], 45);
            assert_eq!(first["relatedLocations"].as_array().expect("labels").len(), 2);
        }
    }
}

mod laws {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Every format shows any text with any places.
        #[test]
        fn no_text_and_no_place_breaks_a_renderer(
            text in "(\\PC|[\\x00-\\x20\u{85}\u{2028}\u{202e}é玉])*",
            a in 0..60_usize, b in 0..60_usize, c in 0..60_usize, d in 0..60_usize,
        ) {
            let source = SourceFile::from_text("x", text, Encoding::Utf8, 7, 9).expect("small");
            let finding = Diagnostic::new(Code::PlayBar, Span::new(a, b), "first").see(Span::new(c, d), "second");
            for format in [Format::Text, Format::Concise, Format::Json, Format::Sarif, Format::Github] {
                let shown = render(format, all(), &[Finding::new(&source, &finding)]);
                prop_assert!(shown.chars().all(|c| c == '\n' || !c.is_control()), "{shown:?}");
            }
        }
    }
}

#[test]
fn in_a_file_that_is_no_text_places_are_records_and_bytes() {
    for (unit, place, record) in [(2560, "record 12, byte 36", Some(12)), (0, "byte 28196", None)] {
        let source = SourceFile::binary("game.bin", vec![0; 40_000], unit).expect("small");
        let span = Span::new(11 * 2560 + 35, 11 * 2560 + 37);
        let mut finding =
            Diagnostic::new(Code::PlayBlocked, span, "blocked").see(Span::new(0, 1), "the header");
        finding.consequences.push(Diagnostic::new(Code::PlayNoChecker, span, "nothing there"));
        let findings = [Finding::new(&source, &finding)];
        let show = |format| render(format, all(), &findings);
        let concise = show(Format::Concise);
        assert_eq!(
            concise.lines().next(),
            Some(format!("game.bin: {place}: error[play-blocked-point] blocked").as_str())
        );
        let text = show(Format::Text);
        assert!(text.contains(&format!("--> game.bin: {place}\n")), "{text}");
        assert!(text.contains("1: the header\n"), "{text}");
        assert!(text.contains(&format!("this follows from play-blocked-point in {place}")), "{text}");
        let github = show(Format::Github);
        assert!(
            github
                .starts_with(&format!("::error file=game.bin,title=play-blocked-point::{place}: blocked\n")),
            "{github}"
        );
        let json = show(Format::Json);
        let json: serde_json::Value =
            serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
        fits(&json, &published("finding"), "finding");
        assert_eq!(json["record"].as_u64(), record);
        assert_eq!(json["byte_offset"].as_u64(), Some(if unit == 0 { 28_195 } else { 35 }));
        assert_eq!((json["line"].is_null(), json["byte_start"].as_u64()), (true, Some(28_195)));
        let sarif: serde_json::Value = serde_json::from_str(&show(Format::Sarif)).expect("JSON");
        let region = &sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(*region, serde_json::json!({ "byteOffset": 28_195, "byteLength": 2 }));
    }
}
