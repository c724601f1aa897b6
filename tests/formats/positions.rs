//! The formats of single positions, and lists of them: what is written comes back.

use super::data;
use crate::support::{Random, paths_in, report};
use barpoint::analysis::{self, RulesOverride};
use barpoint::board::{BySide, Roll, Side};
use barpoint::diag::{Code, Diagnostic, Parsed, Severity, Span};
use barpoint::formats::inventory::{Item, Kind, inventory};
use barpoint::formats::{Format, detect, ids, jellyfish, snowie_position};
use barpoint::game::record::{
    CubePlace, CubeWord, Entry, GameRecord, Header, MatchRecord, PlayerScore, Remark, RemarkKind, Setup,
    Spanned, Written, WrittenRoll, headers,
};
use barpoint::game::{Happening, Replayed};
use barpoint::notation::{MatchFields, PositionId};

const NOWHERE: Span = Span { start: 0, end: 0 };

fn understood(record: MatchRecord) -> (Replayed, Vec<Diagnostic>) {
    let parsed = Parsed { value: record, diagnostics: Vec::new() };
    analysis::replayed(parsed, &RulesOverride::default())
}

/// Reads a file of a format; returns its meaning, and all findings.
fn read(format: &Format, bytes: &[u8]) -> Vec<(Replayed, Vec<Diagnostic>)> {
    let parse = format.parse.expect("it is read");
    let sources = format.matches("written", Box::new(bytes));
    sources
        .map(|source| analysis::replayed(parse(&source.expect("small")), &RulesOverride::default()))
        .collect()
}

fn write(format: &Format, record: &Replayed) -> barpoint::formats::Written {
    super::laws::written(format, record)
}

/// Returns random lanes of a possible board, from the first player's view.
fn lanes(random: &mut Random) -> [i8; 26] {
    loop {
        let mut lanes = [0i8; 26];
        for side in [1i8, -1] {
            let checkers = random.below(16);
            let favourite = random.below(26);
            for _ in 0..checkers {
                let lane = if random.below(4) == 0 { favourite } else { random.below(26) };
                let own_bar = if side == 1 { 25 } else { 0 };
                let other_bar = 25 - own_bar;
                if lane != other_bar && lanes[lane] * side >= 0 {
                    lanes[lane] += side;
                }
            }
        }
        let closed = (1..=6).all(|lane| lanes[lane] >= 2) && (19..=24).all(|lane| lanes[lane] <= -2);
        if !closed {
            return lanes;
        }
    }
}

/// What a generated position contains apart from its checkers.
#[derive(Clone, Copy, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a wish of its own")]
struct Wishes {
    names: bool,
    offers: bool,
    comments: bool,
    limit: bool,
}

/// Returns a random position: money with and without Jacoby and beavers, every Crawford state,
/// large cubes.
fn position(random: &mut Random, wishes: Wishes) -> MatchRecord {
    let mut record = MatchRecord::default();
    let length = [0, 0, 1, 3, 5, 7, 25, 64][random.below(8)];
    record.length = Some(Spanned::new(length, NOWHERE));
    let mut header = |key: &str, value: &str| record.headers.push(Header::new(key, value, NOWHERE));
    if length == 0 {
        header(headers::JACOBY, ["On", "Off"][random.below(2)]);
        header(headers::BEAVER, ["On", "Off", "3"][random.below(3)]);
    }
    if wishes.limit && random.below(3) == 0 {
        header(headers::CUBE_LIMIT, ["64", "1024", "1", "48"][random.below(4)]);
    }
    let score = |random: &mut Random| match length {
        0 => random.below(20) as i64,
        _ if random.below(3) == 0 => i64::from(length) - 1,
        _ => random.below(length as usize) as i64,
    };
    let scores = [score(random), score(random)];
    let one_away = scores.map(|score| score + 1 == i64::from(length));
    let mut game = GameRecord::default();
    if length > 0 {
        game.is_crawford = Some(one_away[0] != one_away[1] && length > 1 && random.below(2) == 0);
    }
    for side in Side::ALL {
        let names = ["Anna", "Bert", "Jürgen", "a:b", "semi;colon", "日本", "two\nlines", ""];
        let name = if wishes.names { names[random.below(8)] } else { "" };
        game.players[side] = Some(PlayerScore {
            name: Spanned::new(name.to_owned(), NOWHERE),
            rating: None,
            score: Some(Spanned::new(scores[side.index()], NOWHERE)),
        });
    }
    let on_roll = Side::ALL[random.below(2)];
    let crawford = game.is_crawford == Some(true);
    let cube = if crawford { 1 } else { 1 << random.below(8) };
    let place = match random.below(3) {
        _ if cube == 1 => CubePlace::Centre,
        0 => CubePlace::Centre,
        1 => CubePlace::Owned(on_roll),
        _ => CubePlace::Owned(!on_roll),
    };
    let roll = (random.below(2) == 0).then(|| WrittenRoll {
        digits: [b'1' + random.below(6) as u8, b'1' + random.below(6) as u8],
        span: NOWHERE,
    });
    let may_double = roll.is_none()
        && !crawford
        && cube < 64
        && place != CubePlace::Owned(!on_roll)
        && record.header(headers::CUBE_LIMIT).is_none()
        && (length == 0 || scores[on_roll.index()] + i64::from(cube) < i64::from(length));
    let setup = Setup {
        span: NOWHERE,
        board: Some(lanes(random)),
        on_roll: Some(on_roll),
        roll,
        cube_value: Some(cube),
        cube_place: Some(place),
    };
    game.entries.push(Entry::new(Some(on_roll), NOWHERE, Written::Set(Box::new(setup))));
    if wishes.offers && may_double {
        let beavers = record.header(headers::BEAVER).is_some_and(|header| header.value.value != "Off");
        // A centred cube doubles from 1 only: of a pending beaver no ID says whose the cube was.
        let beavers = beavers && (cube == 1 || place != CubePlace::Centre);
        let most = if beavers { 4 } else { 2 };
        for i in 0..random.below(most) {
            let side = if i % 2 == 0 { on_roll } else { !on_roll };
            let word = [CubeWord::Double, CubeWord::Beaver, CubeWord::Raccoon][i];
            game.entries.push(Entry::new(Some(side), NOWHERE, Written::Cube { word, value: None }));
        }
    }
    record.games.push(game);
    if wishes.comments {
        for text in ["plain", "# a hash", "two\nlines", "a\n\nb", " blanks ", "cr\rlf"] {
            if random.below(3) == 0 {
                record.remarks.push(Remark {
                    kind: RemarkKind::Comment,
                    anchor: barpoint::game::record::Anchor::MATCH,
                    span: NOWHERE,
                    text: text.to_owned(),
                });
            }
        }
    }
    record
}

/// Removes items from a list, each once.
fn without(from: &[Item], take: &[Item]) -> Vec<Item> {
    let mut rest = from.to_vec();
    for item in take {
        let at = rest.iter().position(|other| other == item);
        rest.remove(at.unwrap_or_else(|| panic!("told as lost, but never there: {item:?} of {from:#?}")));
    }
    rest
}

const ALL: [&Format; 4] = [&snowie_position::FORMAT, &jellyfish::FORMAT, &ids::FORMAT, &ids::XGIDS];

#[test]
fn a_position_comes_back_but_for_what_is_told_as_lost() {
    let mut random = Random::new(7);
    let mut count = 0;
    for round in 0..3_000 {
        let wishes = Wishes {
            names: round % 2 == 0,
            offers: round % 3 == 0,
            comments: round % 5 == 0,
            limit: round % 7 == 0,
        };
        let (record, found) = understood(position(&mut random, wishes));
        let found: Vec<_> = found.iter().filter(|finding| finding.severity > Severity::Note).collect();
        assert!(found.is_empty(), "{found:#?}");
        for format in ALL {
            let written = write(format, &record);
            let again = read(format, &written.bytes);
            let shown = String::from_utf8_lossy(&written.bytes);
            let [(again, findings)] = &again[..] else { panic!("{}: {shown}", format.name) };
            // A list of IDs notes that a cube in the middle was turned in a match.
            let is_cube = |finding: &Diagnostic| {
                finding.code == Code::PositionInvalid && finding.severity == Severity::Note
            };
            assert!(findings.iter().all(is_cube), "{}: {findings:#?}\n{shown}", format.name);
            let mut kept = without(&inventory(&record), &written.losses);
            let mut items = inventory(again);
            kept.sort();
            items.sort();
            assert_eq!(kept, items, "{}\n{shown}", format.name);
            assert_eq!(write(format, again).bytes, written.bytes, "{}: {shown}", format.name);
            count += 1;
        }
    }
    report(count, "positions written and read back");
}

#[test]
fn what_is_written_is_recognised() {
    let mut random = Random::new(8);
    for _ in 0..300 {
        let (record, _) = understood(position(&mut random, Wishes { names: true, ..Wishes::default() }));
        for (format, as_what) in [
            (&snowie_position::FORMAT, "snowie-position"),
            (&jellyfish::FORMAT, "pos"),
            (&ids::FORMAT, "ids"),
        ] {
            let bytes = write(format, &record).bytes;
            let found = detect(&bytes, None).map(|format| format.name);
            assert_eq!(found, Some(as_what), "{}", String::from_utf8_lossy(&bytes));
        }
        assert_eq!(detect(&write(&ids::XGIDS, &record).bytes, None).map(|format| format.name), Some("ids"));
    }
}

#[test]
fn other_records_are_not_taken_for_positions() {
    let Some(root) = data("matches") else { return };
    let mut count = 0;
    let mut folders = vec![root];
    while let Some(folder) = folders.pop() {
        for path in paths_in(folder) {
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let bytes = std::fs::read(&path).expect("a file");
            let format = detect(&bytes, None).map_or("", |format| format.name);
            assert!(!["ids", "pos", "snowie-position"].contains(&format), "{}: {format}", path.display());
            count += 1;
        }
    }
    report(count, "files that are no positions");
}

#[test]
fn a_bare_position_is_no_unfinished_game() {
    let line =
        "5;0;0;0;1;root;gnubg;0;3;2;2;1;0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0;6;3;\n";
    let read = read(&snowie_position::FORMAT, line.as_bytes());
    assert_eq!(read[0].1, []);
    assert_eq!(read[0].0.games[0].acts.len(), 1);
}

#[test]
fn dice_that_wait_in_a_position_are_kept() {
    let start = ("-b----E-C---eE---c-e----B-", &["xg", "ogxm", "sgg", "tmg", "oldmoves", "sgf", "mat"][..]);
    let other = ("-b----E-C---eE---b-f----B-", &["xg", "ogxm", "sgf", "mat"][..]);
    for (board, formats) in [start, other] {
        let line = format!("XGID={board}:0:0:1:42:0:0:0:5:10\n");
        let matches = barpoint::open("a.ids", line.into_bytes()).expect("a position");
        for name in formats {
            let format = Format::by_name(name).expect("a format");
            let written = matches[0].written(format).expect("it is written");
            let is_of_game = |item: &&Item| matches!(item.kind, Kind::UnplayedRoll | Kind::Position);
            assert_eq!(written.losses.iter().find(is_of_game), None, "{name}");
        }
    }
}

#[test]
fn a_position_that_contradicts_itself_is_noted_and_read() {
    let start = "-b----E-C---eE---c-e----B-";
    for (line, severity, words) in [
        (format!("{start}:3:0:1:00:0:0:0:7:10"), Severity::Note, "a cube of 8 in the middle"),
        (
            format!("{start}:0:1:1:31:0:0:0:7:10"),
            Severity::Note,
            "a player owns the cube, but it wasn't turned",
        ),
        (format!("{start}:3:1:1:00:0:0:0:7:2"), Severity::Note, "a cube of 8 isn't a power of 2 up to 4"),
        (
            format!("{}:0:0:1:31:0:0:0:7:10", "-".repeat(26)),
            Severity::Note,
            "neither player has a checker left",
        ),
        (format!("{start}:1:1:1:00:6:5:1:7:10"), Severity::Error, "the cube was turned in the Crawford game"),
    ] {
        let (record, found) = read(&ids::FORMAT, format!("XGID={line}\n").as_bytes()).remove(0);
        let [finding] = &found[..] else { panic!("{line}: {found:#?}") };
        assert_eq!((finding.code, finding.severity), (Code::PositionInvalid, severity), "{line}");
        assert!(finding.primary.message.contains(words), "{line}: {finding:#?}");
        assert!(!record.games[0].acts.is_empty(), "{line}");
    }
    // Automatic doubles turn a cube of a session; the limit of 1024 is that of every program.
    for line in [format!("{start}:3:0:1:00:0:0:0:0:10"), format!("{start}:11:1:1:00:0:0:0:7:10")] {
        let (_, found) = read(&ids::FORMAT, format!("XGID={line}\n").as_bytes()).remove(0);
        assert!(found.is_empty(), "{line}: {found:#?}");
    }
}

#[test]
fn an_impossible_position_gives_all_reasons_in_one_finding() {
    // Both sides have too many checkers.
    let line = "0;1;0;1;0;a;b;0;0;0;1;0;-9;9;9;0;0;0;-9;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;0;\n";
    let (_, found) = read(&snowie_position::FORMAT, line.as_bytes()).remove(0);
    let [finding] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(finding.code, Code::PositionInvalid);
    assert_eq!(
        finding.primary.message,
        "18 checkers for the player on roll, at most 15 are possible; 18 checkers for the opponent, at \
         most 15 are possible"
    );
    // Both sides are on the bar against closed boards.
    let line = "0;1;0;1;1;a;b;0;0;0;1;0;-1;2;2;2;2;2;2;0;0;0;0;0;0;0;0;0;0;0;0;-2;-2;-2;-2;-2;-2;1;0;0;\n";
    let (_, found) = read(&snowie_position::FORMAT, line.as_bytes()).remove(0);
    let [finding] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(finding.primary.message, "both sides on the bar against closed boards");
}

#[test]
fn a_match_gives_its_last_position_or_one_line_a_decision() {
    let text = " 3 point match\n\n Game 1\n Ann : 0     Bob : 0\n  1) 31: 8/5 6/5      Doubles => 2\n  \
                2)  Takes      63: 24/18 13/10\n  3) 11: \n";
    let mat = Format::by_name("mat").expect("a format");
    let (record, _) = read(mat, text.as_bytes()).remove(0);
    let acts = &record.games[0].acts;
    assert!(matches!(acts[4].what, Happening::RolledOnly { .. }), "{acts:?}");
    let decisions = write(&ids::FORMAT, &record);
    let lines = String::from_utf8(decisions.bytes).expect("UTF-8");
    let fields: Vec<MatchFields> = lines
        .lines()
        .map(|line| {
            *line
                .split_once(':')
                .expect("a pair")
                .1
                .parse::<barpoint::notation::MatchId>()
                .expect("an id")
                .fields()
        })
        .collect();
    let told: Vec<_> =
        fields.iter().map(|game| (game.turn, game.dice, game.double_offered, game.cube)).collect();
    let roll = |a, b| Roll::from_pips(a, b);
    assert_eq!(
        told,
        [
            (Side::Zero, roll(3, 1), false, 1),
            (Side::One, None, false, 1),
            (Side::Zero, None, true, 1),
            (Side::One, roll(6, 3), false, 2),
            (Side::Zero, roll(1, 1), false, 2),
        ]
    );
    let last = write(&snowie_position::FORMAT, &record);
    let (again, _) = read(&snowie_position::FORMAT, &last.bytes).remove(0);
    assert_eq!(again.games[0].acts[0].before, acts[4].before);
    assert_eq!(again.games[0].acts[0].what, Happening::PositionSet { roll: roll(1, 1) });
    assert_eq!(
        again.record.games[0].players,
        BySide::new(player(&again, Side::Zero), player(&again, Side::One))
    );
    assert!(last.losses.iter().any(|item| item.text.starts_with("0 31")), "{:?}", last.losses);
}

fn player(record: &Replayed, side: Side) -> Option<PlayerScore> {
    let player = record.record.games[0].players[side].clone()?;
    assert_eq!(player.name.value, ["Ann", "Bob"][side.index()]);
    Some(player)
}

#[test]
fn gnu_backgammons_ids_are_read_and_written_back() {
    let Some(path) = data("ids/positions-with-facts.tsv.gz") else { return };
    let table = crate::support::gunzip(&path);
    let mut list = String::from("# what GNU Backgammon printed\n\n");
    let mut pairs = Vec::new();
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let pair = format!("{}:{}", cells[0], cells[1]);
        list.push_str(&pair);
        list.push('\n');
        pairs.push(pair);
    }
    assert_eq!(detect(&list.as_bytes()[..8192], None).map(|format| format.name), Some("ids"));
    let all = read(&ids::FORMAT, list.as_bytes());
    assert_eq!(all.len(), pairs.len());
    let (mut same, mut wrong) = (0, Vec::new());
    for ((record, findings), pair) in all.iter().zip(&pairs) {
        let told: Vec<&str> = findings.iter().map(|finding| finding.code.id()).collect();
        let written = String::from_utf8(write(&ids::FORMAT, record).bytes).expect("UTF-8");
        let written = written.lines().last().unwrap_or_default();
        if written == pair {
            same += 1;
        } else {
            wrong.push(format!("{pair} {written} {told:?}"));
        }
        let xgid = write(&ids::XGIDS, record);
        if let Some((again, _)) = read(&ids::XGIDS, &xgid.bytes).first() {
            let back = String::from_utf8(write(&ids::FORMAT, again).bytes).expect("UTF-8");
            let told = xgid.losses.iter().any(|item| item.kind == Kind::Property);
            assert!(told || back.lines().last() == Some(written), "{pair}: {back}");
        }
    }
    assert!(wrong.is_empty(), "{} of {}: {:#?}", wrong.len(), pairs.len(), &wrong[..wrong.len().min(20)]);
    report(same, "pairs of IDs read and written back");
}

#[test]
fn xgids_are_read_as_gnu_backgammon_reads_them() {
    let Some(path) = data("ids/xgid-pairs.tsv") else { return };
    let table = std::fs::read_to_string(path).expect("a table");
    let mut count = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split('\t').collect();
        let (record, _) = read(&ids::FORMAT, format!("XGID={}\n", cells[1]).as_bytes()).remove(0);
        let Some(act) = record.games.first().and_then(|game| game.acts.first()) else {
            panic!("{row}: no position")
        };
        assert_eq!(PositionId::encode(&act.before).to_string(), cells[2], "{row}");
        count += 1;
    }
    report(count, "XGIDs read as positions");
}
