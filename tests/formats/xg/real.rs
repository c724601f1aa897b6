//! Nine real files: every position in them is compared with the replay's, and two with their twins.

use super::build::{BLOCK, Lanes, flip, lanes};
use super::{replay, told};
use crate::formats::{data, files};
use crate::support::report;
use barpoint::board::{Board, Side};
use barpoint::formats::inventory::{Item, inventory};
use barpoint::game::{Act, Happening, Replayed};
use barpoint::rules::resolve;
use std::io::Read as _;
use std::path::PathBuf;

fn real() -> Vec<PathBuf> {
    data("matches/real/kevung+gbf").map_or_else(Vec::new, |folder| files(&folder, "xg"))
}

/// Unpacks `temp.xg`, in a different way from the reader: the first stream after the thumbnail.
fn blocks(file: &[u8]) -> Vec<Vec<u8>> {
    let int = |at: usize| u32::from_le_bytes(file[at..at + 4].try_into().expect("four bytes")) as usize;
    let mut content = Vec::new();
    flate2::read::ZlibDecoder::new(&file[int(8) + int(20)..]).read_to_end(&mut content).expect("a stream");
    assert_eq!(content.len() % BLOCK, 0);
    content.chunks(BLOCK).map(<[u8]>::to_vec).collect()
}

fn int(block: &[u8], at: usize) -> i32 {
    i32::from_le_bytes(block[at..at + 4].try_into().expect("four bytes"))
}

fn position(block: &[u8], at: usize) -> Lanes {
    std::array::from_fn(|i| block[at + i] as i8)
}

/// Returns the board from player 1's view.
fn absolute(board: &Board, by: Side) -> Lanes {
    if by == Side::Zero { lanes(board) } else { flip(&lanes(board)) }
}

/// Returns the board after a play, from the mover's view.
fn after(act: &Act) -> Option<Board> {
    match act.what {
        Happening::Played { roll, play } => resolve::apply_legal(&act.before, roll, &play),
        Happening::Illegal { after, .. } => Some(after),
        _ => None,
    }
}

#[test]
fn every_position_in_a_file_is_the_replays() {
    let (mut games, mut rolls, mut cubes, mut ends) = (0, 0, 0, 0);
    for path in real() {
        let name = path.display().to_string();
        let bytes = std::fs::read(&path).expect("a file");
        let (replayed, _) = replay(&name, &bytes);
        let mut acts = Vec::new().into_iter().peekable();
        let mut game = None;
        for block in blocks(&bytes) {
            match block[8] {
                1 => {
                    let next = game.map_or(0, |game: usize| game + 1);
                    game = Some(next);
                    games += 1;
                    let before = replayed.games[next].before.points;
                    assert_eq!(
                        before.0,
                        [int(&block, 12) as u32, int(&block, 16) as u32],
                        "{name}: game {next}"
                    );
                    assert_eq!(replayed.games[next].is_crawford, block[20] == 1, "{name}: game {next}");
                    acts = replayed.games[next].acts.clone().into_iter().peekable();
                }
                2 => {
                    cubes += 1;
                    // A decision without an action is none; a double is one, and so is its answer.
                    if int(&block, 16) == 1 {
                        let act: Act = acts.next().expect("a double");
                        assert!(
                            matches!(act.what, Happening::Doubled { beaver: false, .. }),
                            "{name}: {act:?}"
                        );
                        assert_eq!(absolute(&act.before, act.by), position(&block, 36), "{name}");
                        let answer = acts.next().expect("an answer").what;
                        let expected =
                            if int(&block, 20) == 1 { Happening::Taken } else { Happening::Passed };
                        assert_eq!(answer, expected, "{name}");
                    }
                    let cube = acts.peek().expect("something follows").cube;
                    if int(&block, 16) != 1 {
                        let stated = int(&block, 32);
                        assert_eq!(cube.value, 1 << stated.unsigned_abs(), "{name}");
                        let owner = match stated.signum() {
                            0 => None,
                            1 => Some(Side::Zero),
                            _ => Some(Side::One),
                        };
                        assert_eq!(cube.owner, owner, "{name}");
                    }
                }
                3 => {
                    rolls += 1;
                    let act = acts.next().expect("a roll");
                    assert_eq!(act.by, if int(&block, 64) == 1 { Side::Zero } else { Side::One }, "{name}");
                    assert_eq!(absolute(&act.before, act.by), position(&block, 9), "{name}: roll {rolls}");
                    if block[2308] == 1 {
                        ends += 1;
                        let after = after(&act).expect("a play");
                        assert_eq!(lanes(&after), position(&block, 35), "{name}: roll {rolls}");
                    } else {
                        assert!(matches!(act.what, Happening::RolledOnly { .. }), "{name}: {act:?}");
                    }
                }
                4 => {
                    let index = game.expect("a game");
                    let result = replayed.games[index].result.expect("a result");
                    let winner = if int(&block, 24) == 1 { Side::Zero } else { Side::One };
                    assert_eq!(
                        (result.winner, result.points as i32),
                        (Some(winner), int(&block, 28)),
                        "{name}: {index}"
                    );
                }
                _ => {}
            }
        }
    }
    assert!(
        real().is_empty() || (games, rolls, cubes, ends) == (55, 2_261, 2_284, 2_237),
        "{games} {rolls} {cubes} {ends}"
    );
    report(rolls, "rolls of real .xg files with the positions that the files have");
}

#[test]
fn nothing_is_found_in_the_real_files_but_a_declared_illegal_play() {
    let mut found = Vec::new();
    for path in real() {
        let bytes = std::fs::read(&path).expect("a file");
        let (replayed, findings) = replay(&path.display().to_string(), &bytes);
        let sets = replayed.games.iter().flat_map(|game| &game.acts);
        assert!(sets.into_iter().all(|act| !matches!(act.what, Happening::PositionSet { .. })));
        found.extend(findings);
    }
    if real().is_empty() {
        return;
    }
    assert_eq!(told(&found), ["play-declared-illegal the record declares a play illegal"]);
    // Half a roll of 43 played twice: `InvalidM` says so itself.
    assert_eq!(found[0].primary.span.start % BLOCK as u32, 68);
}

/// Returns the differences of two files: what is only in the first, and what is only in the second.
fn difference(first: &Replayed, second: &Replayed) -> [Vec<String>; 2] {
    let (mut first, mut second) = (inventory(first), inventory(second));
    first.retain(|item| second.iter().position(|other| other == item).map(|at| second.remove(at)).is_none());
    [first, second].map(|items| items.iter().map(shown).collect())
}

fn shown(item: &Item) -> String {
    let place = |number: Option<u32>| number.map_or(String::new(), |number| format!("{number}"));
    format!("{:?} {}:{} {}", item.kind, place(item.game), place(item.turn), item.text)
}

/// Returns `true` for the kinds of items that only a program's own file contains.
fn is_own(shown: &str) -> bool {
    ["Analysis", "Luck", "Property", "Header"].iter().any(|kind| shown.starts_with(&format!("{kind} ")))
}

fn read(name: &str) -> Option<Replayed> {
    let path = data("matches/real/kevung+gbf")?.join(name);
    Some(replay(name, &std::fs::read(path).expect("a file")).0)
}

#[test]
fn a_file_and_the_text_that_xg_made_of_it_are_the_same_record() {
    let Some(xg) = read("test.xg") else { return };
    for twin in ["test.mat", "test.txt"] {
        let [mut ours, theirs] = difference(&xg, &read(twin).expect("a twin"));
        let all = ours.len();
        ours.retain(|item| !is_own(item));
        assert!(all > ours.len() + 300, "{twin}: analyses and luck are in the .xg alone");
        // The text was written with the board the other way round, which turns the sign of the number.
        assert_eq!(ours, ["MatchId : 755933700", "Time : 09:30"], "{twin}");
        assert_eq!(
            theirs,
            ["MatchId : -755933700", "Time : 09.30", "Header : Unrated: Off", "CubeLimit : 1024"],
            "{twin}"
        );
    }
    let xg = read("charlot1-charlot2_7p_2025-11-08-2305.xg").expect("a file");
    let [mut ours, theirs] =
        difference(&xg, &read("charlot1-charlot2_7p_2025-11-08-2305.mat").expect("a twin"));
    ours.retain(|item| !is_own(item));
    // This text has no headers but the date.
    let headers = [
        "Place : Gammon Empire/Play65",
        "MatchId : -1982924413",
        "Rating : 0: 1600.00/0",
        "Rating : 1: 1600.00/0",
        "Time : 00:35:42",
    ];
    assert_eq!((ours, theirs), (headers.map(str::to_owned).to_vec(), Vec::new()));
}

#[test]
fn a_file_and_what_gnu_backgammon_made_of_it_are_the_same_record() {
    let twins = [
        ("test", &["MatchId", "Rating", "Rating", "Time", "Transcriber"][..], "Program Annotator"),
        (
            "charlot1-charlot2_7p_2025-11-08-2305",
            &["Place", "MatchId", "Rating", "Rating", "Time"],
            "Program",
        ),
    ];
    for (name, only_ours, only_theirs) in twins {
        let Some(xg) = read(&format!("{name}.xg")) else { return };
        // Both files have analyses, each of its own program; GNU Backgammon evaluates the plays in words.
        let kinds = difference(&xg, &read(&format!("{name}.sgf")).expect("a twin")).map(|items| {
            let items = items.iter().filter(|item| !is_own(item) && !item.starts_with("Annotation "));
            items.filter_map(|item| item.split(' ').next()).map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(kinds[0], only_ours, "{name}");
        assert_eq!(kinds[1].join(" "), only_theirs, "{name}");
    }
}

#[test]
fn comments_of_a_real_file_stand_at_their_rolls() {
    let Some(record) = read("match_with_comment.xg").map(|replayed| replayed.record) else { return };
    let places: Vec<_> =
        record.remarks.iter().map(|remark| (remark.anchor.game, remark.anchor.entry)).collect();
    assert_eq!(places, [(Some(0), Some(2)), (Some(0), Some(4))]);
    // `\'e0` of the code page, not a question mark or a backslash.
    assert!(record.remarks[1].text.ends_with(" \u{e0} trouver"), "{:?}", record.remarks[1].text);
    assert!(record.remarks.iter().all(|remark| !remark.text.contains(['\\', '{', '}'])));
}

#[test]
fn a_text_that_is_named_xg_is_read_as_text() {
    let Some(folder) = data("matches/real/nodots+nodots-backgammon-core") else { return };
    let paths = files(&folder, "xg");
    assert!(!paths.is_empty());
    for path in paths {
        let bytes = std::fs::read(&path).expect("a file");
        let format = barpoint::formats::detect(&bytes, Some("xg")).expect("a format");
        assert_eq!(format.name, "mat", "{}", path.display());
    }
}

/// XG's numbers for these players: N = plays + doubles + answers, the loss, and PR.
#[test]
fn the_performance_is_the_one_that_xg_shows() {
    use barpoint::analysis::skill::performances;
    let Some(folder) = data("matches/real/kevung+gbf") else { return };
    let charlot = "charlot1-charlot2_7p_2025-11-08-2305.xg";
    let squire = "Squire-Jørgensen-Harmand-Unger_7_point_match_18-08-2024.xg";
    let shown = [
        (charlot, "charlot1", [85, 3, 2], 0.070, 0.39),
        (charlot, "charlot2", [64, 13, 2], 0.066, 0.42),
        (squire, "Squire", [138, 16, 2], 0.976, 3.13),
        (squire, "Harmand", [144, 12, 5], 0.989, 3.07),
    ];
    for (file, name, counts, lost, rating) in shown {
        let bytes = std::fs::read(folder.join(file)).expect("a readable file");
        let (record, _) = replay(file, &bytes);
        // Written and read again, it is the same.
        let written = barpoint::formats::xg::FORMAT.writer.expect("a writer").bytes(&record);
        for record in [&record, &replay(file, &written).0] {
            let players = performances(record);
            let side = Side::ALL.into_iter().find(|&side| record.name(0, side).starts_with(name));
            let player = players[side.expect("a player")];
            let found = [player.plays.count, player.doubles.count, player.answers.count];
            assert_eq!(found, counts, "{name}");
            assert!((player.lost() - lost).abs() < 0.0006, "{name}: {}", player.lost());
            assert!(
                (player.rating().expect("decisions") - rating).abs() < 0.0051,
                "{name}: {:?}",
                player.rating()
            );
        }
    }
    report(4, "players whose PR is the one that XG shows");
}
