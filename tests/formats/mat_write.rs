//! The writer of the .mat family, against GNU Backgammon's own files.

use super::laws::comes_back;
use super::mat::real;
use super::{data, files};
use crate::support::{replayed, report};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::Side;
use barpoint::formats::{Format, mat, sgf, split::split_bytes};
use barpoint::game::{Happening, Replayed};

/// Reads a .mat record and returns its meaning.
fn read(text: &str) -> Replayed {
    replayed(&mat::FORMAT, text).0
}

fn write(replayed: &Replayed) -> String {
    let writer = mat::FORMAT.writer.expect("a writer");
    String::from_utf8(writer.bytes(replayed)).expect("UTF-8")
}

/// Records of GNU Backgammon that are written differently, with the reason.
const MENDED: [(&str, &str); 3] = [
    (
        "money_jacoby_beaver0_autod2_1.mat",
        "automatic doubles, which it doesn't write: results and scores disagree",
    ),
    ("money_nojacoby_beaver3_autod2_1.mat", "likewise"),
    ("match03_std_names_05.mat", "a name whose end it reads as a rating, and leaves out"),
];

#[test]
fn what_gnu_backgammon_wrote_is_written_again_byte_for_byte() {
    let Some(folder) = data("matches/gnubg") else { return };
    let again = files(&folder, "mat").into_iter().map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(&path).expect("text");
        let written = write(&read(&text));
        (name, written, text)
    });
    report(same_but_for(&MENDED, again), "records of GNU Backgammon written again");
}

/// Asserts that texts are those of GNU Backgammon, except those of these names; returns their number.
fn same_but_for(mended: &[(&str, &str)], texts: impl Iterator<Item = (String, String, String)>) -> usize {
    let mut count = 0;
    let mut wrong = Vec::new();
    for (name, mine, theirs) in texts {
        count += 1;
        let is_mended = mended.iter().any(|(mended, _)| *mended == name);
        if is_mended == (mine == theirs) {
            let line = mine.lines().zip(theirs.lines()).find(|(a, b)| a != b);
            wrong.push(format!("{name}: {line:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    count
}

/// Returns every record of the collections that is match text: real ones, GNU Backgammon's, damaged
/// ones.
fn all() -> Vec<std::path::PathBuf> {
    let mut paths = real();
    for folder in ["matches/gnubg", "malformed", "micro"] {
        if let Some(folder) = data(folder) {
            paths.extend(files(&folder, "mat"));
        }
    }
    paths
}

#[test]
fn what_is_found_in_any_record_is_written_and_read_back() {
    let mut count = 0;
    let mut wrong = Vec::new();
    for path in all() {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let bytes = std::fs::read(&path).expect("a file");
        for source in split_bytes(name.as_str(), &bytes) {
            let record = analysis::replayed(mat::parse(&source.expect("small")), &RulesOverride::default()).0;
            if record.games.is_empty() {
                continue;
            }
            for format in ["mat", "snowie", "gam"] {
                let format = Format::by_name(format).expect("a format");
                let result = std::panic::catch_unwind(|| comes_back(format, &record));
                if let Err(panic) = result {
                    let said = panic.downcast_ref::<String>().cloned().unwrap_or_default();
                    wrong.push(format!("{name} as {}: {}", format.name, said.get(..1500).unwrap_or(&said)));
                }
                count += 1;
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
    report(count, "records of the collections written and read back");
}

/// SGF files for which our .mat file differs from GNU Backgammon's, with the reason.
const MENDED_SGF: [(&str, &str); 10] = [
    ("hyper1_money.sgf", "a gammon with a centred cube counts 1 under the Jacoby rule"),
    ("hyper2_money.sgf", "likewise"),
    ("m07_res_1.sgf", "the dice of the right player, who resigned, stand in the right column"),
    ("match03_std_names_01.sgf", "an annotator is no transcriber"),
    ("match03_std_names_05.sgf", "likewise"),
    ("money_jac0_bv8_ad3.sgf", "the cube values count automatic doubles"),
    ("money_jacoby_beaver0_autod2_1.sgf", "likewise"),
    ("money_nojacoby_beaver0_autod2_0.sgf", "likewise"),
    ("money_nojacoby_beaver0_autod2_1.sgf", "likewise"),
    ("money_nojacoby_beaver3_autod2_1.sgf", "likewise"),
];

#[test]
fn an_sgf_file_becomes_the_mat_file_that_gnu_backgammon_makes_of_it() {
    let Some(folder) = data("matches/gnubg") else { return };
    let texts = files(&folder, "sgf").into_iter().filter_map(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let theirs = std::fs::read_to_string(path.with_extension("mat")).ok()?;
        let record = replayed(&sgf::FORMAT, std::fs::read(&path).expect("a file")).0;
        Some((name, plain(&write(&record)), theirs))
    });
    report(same_but_for(&MENDED_SGF, texts), "SGF files that become GNU Backgammon's .mat files");
}

/// Returns our text without the headers of rules and our own lines, which GNU Backgammon doesn't
/// have.
fn plain(written: &str) -> String {
    const RULES: [&str; 6] = ["Crawford", "Jacoby", "Beaver", "AutomaticDoubles", "Cube", "CubeLimit"];
    let is_rule = |line: &str| RULES.iter().any(|key| line.starts_with(&format!("; [{key} \"")));
    let mut plain = String::new();
    let mut ours = false;
    let mut behind_length = false;
    for line in written.split_inclusive('\n') {
        let first = behind_length && line.starts_with("; [");
        behind_length = line.ends_with(" point match\n") || (behind_length && line == "\n");
        ours = first || (ours && line != " Game 1\n");
        if !ours && !is_rule(line) {
            plain.push_str(line);
        }
    }
    plain
}

#[test]
fn a_name_is_only_replaced_where_it_would_be_read_as_another_line() {
    for name in ["onemilliongame", "Pointdexter", "Game Boy", "gamer", "7 points", "the point of it"] {
        let record =
            read(&format!(" 3 point match\n\n Game 1\n {name} : 0      bob : 0\n  1) 31: 8/5 6/5\n"));
        assert_eq!(record.name(0, Side::Zero), name);
        assert!(write(&record).contains(&format!("\n {name} : 0 ")), "{name}");
    }
    for name in ["Game", "Game 5", "3 point match"] {
        let mut record = read(" 3 point match\n\n Game 1\n ann : 0      bob : 0\n  1) 31: 8/5 6/5\n");
        let player = record.record.games[0].players[Side::Zero].as_mut().expect("a player");
        name.clone_into(&mut player.name.value);
        let written = write(&record);
        assert!(written.contains(&format!("; [Name 1/L \"{name}\"]")), "{written}");
        assert_eq!(read(&written).name(0, Side::Zero), name);
    }
}

#[test]
fn a_match_to_one_point_gets_no_header_about_its_crawford_game() {
    let text = " 1 point match\n\n Game 1\n ann : 0      bob : 0\n  1) 31: 8/5 6/5\n";
    let record = read(text);
    for format in ["xg", "ogxm", "sgf", "oldmoves"].map(|name| Format::by_name(name).expect("a format")) {
        let bytes = format.writer.expect("a writer").bytes(&record);
        let again = super::laws::read(format, &bytes).remove(0);
        assert!(!write(&again).contains("Crawford"), "{}: {}", format.name, write(&again));
    }
    let stated = read(&format!("; [Crawford \"Off\"]\n{text}"));
    assert!(write(&stated).contains("; [Crawford \"Off\"]"));
}

/// A gammon with a centred cube that counts as one point: the Jacoby rule isn't stated, and the next score shows it.
const ONE_POINT: &str = " 0 point match\n\n Game 1\n Ann : 0                        Bob : 0\n\
                         ; Set Pos=-A-----------------eee----/0 on=L\n  1) 21: 1/off\n      Wins 1 point\n\n \
                         Game 2\n Ann : 1                        Bob : 0\n  \
                         1) 31: 8/5 6/5                 52: 13/8 24/22\n  2)  Doubles => 2                Drops\n      \
                         Wins 1 point\n";

#[test]
fn points_that_a_record_states_and_nothing_contradicts_are_kept() {
    let written = write(&read(ONE_POINT));
    assert!(!written.contains("Wins 2 points"), "{written}");
    assert_eq!(written.matches("Wins 1 point").count(), 2, "{written}");
}

#[test]
fn rules_that_a_record_states_are_kept_though_they_are_the_usual_ones() {
    let game = " 5 point match\n\n Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5\n";
    let lines = [
        "; [Variation \"Backgammon\"]\n",
        "; [Crawford \"On\"]\n",
        "; [Jacoby \"Off\"]\n",
        "; [Cube \"On\"]\n",
        "; [CubeLimit \"0\"]\n",
    ];
    for line in lines {
        let written = write(&read(&format!("{line}{game}")));
        assert!(written.contains(line), "{line}{written}");
        assert_eq!(write(&read(&written)), written);
    }
    assert!(!write(&read(game)).contains("; ["));
    // What another format states in its own way is no header.
    let text = "(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bob]RU[Crawford];W[31hefe])";
    assert!(!write(&replayed(&sgf::FORMAT, text).0).contains("Crawford"));
}

#[test]
fn a_comment_stays_at_the_pass_the_double_or_the_end_of_the_game() {
    let places = [("2L", "at the double"), ("2R", "at the pass"), ("end", "at the end")];
    let comment = |(place, text): &(&str, &str)| format!("; [Comment 1/{place} \"{text}\"]");
    let comments: Vec<String> = places.iter().map(comment).collect();
    let game = " Game 1\n Ann : 0                        Bob : 0\n  1) 31: 8/5 6/5                 52: 13/8 24/22\n  \
                2)  Doubles => 2                Drops\n      Wins 1 point\n";
    let written = write(&read(&format!(" 5 point match\n\n{}\n\n{game}", comments.join("\n"))));
    for comment in comments {
        assert!(written.contains(&comment), "{comment}: {written}");
    }
}

#[test]
fn dice_that_lie_under_a_cube_that_is_set_stay_there() {
    let text = "(;FF[4]GM[6]CA[UTF-8]MI[length:0][game:0][ws:0][bs:0]PW[ann]PB[bob]\n;W[53hcfc]\n;PL[B]DI[31]\n;CV[2]\n\
                ;CP[w])\n";
    let record = replayed(&sgf::FORMAT, text).0;
    let written = write(&record);
    assert_eq!(written.matches("on=R roll=31 cube=").count(), 2, "{written}");
    let again = read(&written);
    assert_eq!(again.games[0].acts.len(), record.games[0].acts.len());
    let acts = |record: &Replayed| record.games[0].acts.iter().map(|act| act.what).collect::<Vec<_>>();
    assert_eq!(acts(&again), acts(&record));
    let last = |record: &Replayed| {
        let mut all = Vec::new();
        record.walk_after(0, |_, state| all.push(state.clone()));
        all.pop().expect("a state")
    };
    assert_eq!(last(&again).phase(), last(&record).phase());
    // The same board with the same dice after a play is another position that is set.
    let twice = written.replace("; Set Pos", "  2) 31: 8/5 6/5\n; Set Pos");
    let is_set = |record: &Replayed| {
        let all = record.games[0].acts.iter().map(|act| act.what);
        all.filter(|what| matches!(what, Happening::PositionSet { roll: Some(_) })).count()
    };
    assert_eq!(is_set(&read(&twice)), 2, "{twice}");
}

#[test]
fn a_play_that_is_hidden_at_the_end_of_a_game_stays_hidden() {
    for (hidden, end) in [
        ("  2) 62: ????", "                                  Wins 1 point\n"),
        ("  2) 62: 24/18 13/11            44: ????", "      Wins 1 point\n"),
        ("  2) 62:", "                                  Wins 1 point\n"),
    ] {
        let text = format!(
            " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
             1) 53: 8/3 6/3                 31: 8/5 6/5 \n{hidden}\n{end}"
        );
        let record = read(&text);
        let written = write(&record);
        assert_eq!(written.contains("????"), hidden.contains("????"), "{written}");
        let again = read(&written);
        assert_eq!(again.games[0].acts, record.games[0].acts, "{written}");
        assert_eq!(write(&again), written);
    }
}

#[test]
fn a_resignation_that_is_refused_before_a_position_is_set_stays_before_it() {
    let text = " 5 point match\n\n; [Resignation 1/set1 \"R gammon refused\"]\n\n Game 1\n \
        ann : 0                        bob : 0\n  1) 53: 8/3 6/3                 \n\
        ; Set Pos=-b----E-C---eE---c-e----B-/0 on=R cube=1 owner=-\n  \
        2)                             31: 8/5 6/5 \n";
    let record = read(text);
    let acts = |record: &Replayed| record.games[0].acts.iter().map(|act| act.what).collect::<Vec<_>>();
    let [
        Happening::Played { .. },
        Happening::ResignationOffered { .. },
        Happening::ResignationRefused,
        Happening::PositionSet { .. },
        Happening::Played { .. },
    ] = acts(&record)[..]
    else {
        panic!("{:?}", acts(&record));
    };
    let written = write(&record);
    assert!(written.contains("; [Resignation 1/set1 \"R gammon refused\"]"), "{written}");
    assert_eq!(acts(&read(&written)), acts(&record), "{written}");
}
