//! Files made here, for features that no real file at hand has: money play, beavers, automatic
//! doubles, set positions, rollouts, single positions.

use super::build::{
    Block, Lanes, cube, evaluation, flip, game, game_end, head, joined, match_end, missing, pack,
    pack_declaring, pack_members, start, turn,
};
use super::{replay, told};
use crate::support::testdata;
use barpoint::board::{Roll, Side};
use barpoint::diag::Code;
use barpoint::formats::Format;
use barpoint::formats::inventory::{Kind, inventory};
use barpoint::game::record::{Analysis, Anchor, Chances, CubePlace, RemarkKind, Written};
use barpoint::game::{Cube, Happening, Replayed};

fn kinds(replayed: &Replayed, kind: Kind) -> Vec<String> {
    inventory(replayed).into_iter().filter(|item| item.kind == kind).map(|item| item.text).collect()
}

/// Returns the events of a game, in short.
fn acts(replayed: &Replayed, game: usize) -> Vec<String> {
    let short = |what: &Happening| match what {
        Happening::Played { roll, .. } => format!("{roll}"),
        Happening::RolledOnly { roll } => format!("{roll} unplayed"),
        Happening::Doubled { to, beaver } => format!("{} {to}", if *beaver { "beaver" } else { "double" }),
        Happening::GameOver(result) => {
            format!("{} wins {}", result.winner.expect("a winner").index(), result.points)
        }
        other => format!("{other:?}").split([' ', '{']).next().unwrap_or("").to_lowercase(),
    };
    replayed.games[game].acts.iter().map(|act| format!("{}: {}", act.by.index(), short(&act.what))).collect()
}

fn header(replayed: &Replayed, key: &str) -> Option<String> {
    replayed.record.header(key).map(|header| header.value.value.clone())
}

/// Returns the opening 31, played by player 1.
fn opening() -> (Block, Lanes) {
    turn(Side::Zero, &start(), 0, [3, 1], &[(7, 4), (5, 4)])
}

#[test]
fn the_head_of_a_match_becomes_headers() {
    let head = head(7)
        .double(104, 1712.5)
        .int(120, 250)
        .double(128, 45_256.395_833_333_33)
        .int(268, -99)
        .bytes(412, &[0, 0, 0, 0, 1])
        .int(608, 1)
        .wide(622, "Žluťoučký kůň")
        .wide(1396, "Hall 3")
        .wide(1654, "Final")
        .int(1912, 1)
        .int(1920, 300)
        .int(1924, 12)
        .wide(1960, "T. R.");
    let (replayed, findings) = replay("x.xg", &pack(&[head, game(1, [0, 0])]));
    assert_eq!(told(&findings), [""; 0]);
    let told = |key: &str| header(&replayed, key).unwrap_or_default();
    assert_eq!(told("Event"), "Žluťoučký kůň");
    assert_eq!((told("Site"), told("xg:SiteId")), ("Hall 3".to_owned(), "FIBS".to_owned()));
    assert_eq!((told("EventDate"), told("EventTime")), ("2023.11.26".to_owned(), "09:30".to_owned()));
    assert_eq!((told("Round"), told("Transcriber")), ("Final".to_owned(), "T. R.".to_owned()));
    assert_eq!((told("Player 1 Elo"), told("Match ID")), ("1712.50/250".to_owned(), "-99".to_owned()));
    assert_eq!((told("xg:Imported"), told("CubeLimit")), ("1".to_owned(), String::new()));
    assert!(told("Clock").starts_with("Fischer, per match, 300 s, 12 s a move"));
}

#[test]
fn a_money_session_has_beavers_and_automatic_doubles() {
    let (first, at) = opening();
    // The right player doubles, the left one beavers, the right one takes and rolls.
    let double = cube(Side::One, &at, 0).int(16, 1).int(20, 2).int(24, 1);
    let (second, _) = turn(Side::One, &at, 2, [6, 4], &[(23, 17), (17, 13)]);
    let pass = cube(Side::One, &at, 0).int(16, 1).int(20, 0);
    let blocks = [
        head(0).bytes(103, &[1]).int(616, 2),
        game(1, [0, 0]),
        first.clone(),
        double,
        second,
        game_end([4, 0], Side::Zero, 4, 101),
        game(2, [4, 0]).int(64, 1),
        first,
        pass,
        // XG counts without the automatic double, the score with it.
        game_end([4, 2], Side::One, 1, 0),
    ];
    let (replayed, findings) = replay("money.xg", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    assert!(replayed.rules.is_money() && replayed.rules.jacoby);
    assert_eq!((replayed.rules.beavers, replayed.rules.automatic_doubles), (u8::MAX, 2));
    let beaver = ["0: 31", "1: double 2", "0: beaver 4", "1: taken", "1: 64", "1: resigned", "0: 0 wins 4"];
    assert_eq!(acts(&replayed, 0), beaver);
    assert_eq!(replayed.games[0].acts[4].cube, Cube { value: 4, owner: Some(Side::Zero) });
    assert_eq!(acts(&replayed, 1), ["0: 31", "1: double 4", "0: passed", "1: 1 wins 2"]);
    assert_eq!(replayed.score.points.0, [4, 2]);
}

#[test]
fn the_last_scores_are_the_sum_of_the_results() {
    let (first, at) = opening();
    let pass = cube(Side::One, &at, 0).int(16, 1).int(20, 0);
    let found = |game_score: [i32; 2], match_score: [i32; 2]| {
        let (first, pass) = (first.clone(), pass.clone());
        let end = game_end(game_score, Side::One, 1, 0);
        let blocks = [head(7), game(1, [2, 3]), first, pass, end, match_end(match_score, Side::One)];
        let findings = replay("scores.xg", &pack(&blocks)).1;
        let of_scores = findings.into_iter().filter(|finding| finding.code == Code::ScoreHeader);
        of_scores.map(|finding| finding.primary.message).collect::<Vec<_>>()
    };
    assert_eq!(found([2, 4], [2, 4]), [""; 0]);
    // Left empty.
    assert_eq!(found([0, 0], [0, 0]), [""; 0]);
    assert_eq!(found([3, 4], [3, 4]), ["3; the games add up to 2"]);
    assert_eq!(found([2, 4], [2, 5]), ["5; the games add up to 4"]);
}

#[test]
fn a_position_that_is_edited_is_set() {
    let (first, _) = opening();
    let mut edited = [0i8; 26];
    (edited[6], edited[5], edited[20], edited[19]) = (8, 7, -9, -6);
    let decision = cube(Side::One, &edited, -2).bytes(296, &[1]);
    let (second, _) = turn(Side::One, &edited, -2, [2, 1], &[(5, 3), (4, 3)]);
    let blocks = [head(5), game(1, [0, 0]), first, decision, second];
    let (replayed, findings) = replay("edited.xg", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    assert_eq!(acts(&replayed, 0), ["0: 31", "1: positionset", "1: 21"]);
    let set = &replayed.record.games[0].entries[1];
    let Written::Set(setup) = &set.written else { panic!("{set:?}") };
    assert_eq!(setup.board, Some(edited));
    assert_eq!((setup.cube_value, setup.cube_place), (Some(4), Some(CubePlace::Owned(Side::One))));
    // The mark comes back with the position.
    let writer = Format::by_name("xg").and_then(|format| format.writer).expect("a writer");
    let (again, findings) = replay("again.xg", &writer.bytes(&replayed));
    assert_eq!(told(&findings), [""; 0]);
    assert_eq!(acts(&again, 0), acts(&replayed, 0));
}

/// Expects one finding, apart from those on what it makes unsure.
#[track_caller]
fn one_wrong(blocks: &[Block], expected: &str) {
    let (_, findings) = replay("wrong.xg", &pack(blocks));
    let wrong = findings.iter().filter(|finding| finding.message == expected).count();
    assert_eq!(wrong, 1, "{expected}: {:?}", told(&findings));
}

#[test]
fn blocks_that_contradict_each_other_are_found() {
    let (first, at) = opening();
    let decision = cube(Side::One, &at, 0).bytes(208, b"\x0264");
    let (second, _) = turn(Side::One, &at, 0, [6, 4], &[(23, 17), (17, 13)]);
    let second = second.lanes(124, &flip(&at)).int(124 + 28, 6).int(124 + 32, 4);
    let blocks = |decision: &Block, second: &Block| {
        [head(5), game(1, [0, 0]), first.clone(), decision.clone(), second.clone()]
    };
    assert_eq!(told(&replay("right.xg", &pack(&blocks(&decision, &second))).1), [""; 0]);
    let before = "a block contradicts the one before it";
    for wrong in [decision.clone().lanes(36, &start()), decision.clone().int(32, 1)] {
        one_wrong(&blocks(&wrong, &second), before);
    }
    one_wrong(&blocks(&decision, &second.clone().int(108, -1)), before);
    let dice = "the dice of a roll contradict each other";
    one_wrong(&blocks(&decision.clone().bytes(208, b"\x0263"), &second), dice);
    one_wrong(&blocks(&decision, &second.clone().int(124 + 32, 3)), dice);
    one_wrong(&blocks(&decision.clone().int(20, 0), &second), "an answer without a double");
    let unplayed = second.bytes(2308, &[0]);
    one_wrong(&blocks(&decision, &unplayed), "a position after a roll without a play");
}

#[test]
fn numbers_and_scores_that_contradict_each_other_are_found() {
    let (first, _) = opening();
    let blocks = |end: [i32; 2], number: i32, winner: Side| {
        let single = game_end(end, Side::Zero, 1, 101);
        let games = [game(1, [0, 0]), first.clone(), single, game(number, [1, 0]), first.clone()];
        let gammon = [game_end([3, 0], Side::Zero, 2, 102), match_end([3, 0], winner)];
        [&[head(3)][..], &games, &gammon].concat()
    };
    let found = |blocks: &[Block]| told(&replay("scores.xg", &pack(blocks)).1);
    assert_eq!(found(&blocks([1, 0], 2, Side::Zero)), [""; 0]);
    assert_eq!(found(&blocks([1, 0], 3, Side::Zero)), ["record-value a game has a wrong number"]);
    let title = |code: Code| format!("{code} {}", code.title());
    assert_eq!(found(&blocks([1, 1], 2, Side::Zero)), [title(Code::ScoreHeader)]);
    assert_eq!(found(&blocks([1, 0], 2, Side::One)), [title(Code::ScoreWinner)]);
}

#[test]
fn a_head_that_the_games_contradict_is_found() {
    let (first, _) = opening();
    let with = |head: Block| [head, game(1, [0, 0]).lanes(21, &start()), first.clone()];
    assert_eq!(told(&replay("right.xg", &pack(&with(head(5)))).1), [""; 0]);
    one_wrong(&with(head(5).int(96, 3)), "the variation contradicts the first position");
    // The position of another variation may be set.
    let set = cube(Side::One, &start(), -2).bytes(296, &[1]);
    let blocks = [head(5).int(96, 3), game(1, [0, 0]).lanes(21, &start()), set];
    let wrong = replay("set.xg", &pack(&blocks)).1;
    assert!(wrong.iter().all(|finding| !finding.message.contains("variation")), "{:?}", told(&wrong));
    one_wrong(&with(head(5).wide(880, "An\u{1}a\0")), "a name isn't a text");
    one_wrong(&with(head(5).int(612, -1)), "the limit of the cube is impossible");
    one_wrong(&[head(5)], "the record contains no game");
}

#[test]
fn a_merged_pair_that_hits_on_its_way_is_told_by_the_position_behind_it() {
    let mut before = [0i8; 26];
    (before[13], before[10], before[8], before[6], before[20], before[19]) = (1, -1, -1, 14, -7, -6);
    let (block, _) = turn(Side::Zero, &before, 0, [5, 3], &[(12, 4)]);
    let mut hit_on_8 = before;
    (hit_on_8[13], hit_on_8[8], hit_on_8[5], hit_on_8[0]) = (0, 0, 1, -1);
    let blocks = [head(5), game(1, [0, 0]), block.lanes(35, &hit_on_8)];
    let (replayed, findings) = replay("merged.xg", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    let Happening::Played { play, .. } = replayed.games[0].acts[1].what else { panic!("a play") };
    let steps: Vec<(u8, u8)> = play.steps().iter().map(|step| (step.from(), step.to())).collect();
    assert_eq!(steps, [(13, 8), (8, 5)]);
}

#[test]
fn an_illegal_play_is_declared_and_goes_on_behind_its_position() {
    let (first, at) = opening();
    let (block, after) = turn(Side::One, &at, 0, [6, 4], &[(23, 16), (23, 20)]);
    let (third, _) = turn(Side::Zero, &after, 0, [2, 1], &[(12, 10), (5, 4)]);
    let blocks = [head(5), game(1, [0, 0]), first, block.int(2480, 2), third];
    let (replayed, findings) = replay("illegal.xg", &pack(&blocks));
    assert_eq!(told(&findings), ["play-declared-illegal the record declares a play illegal"]);
    assert_eq!(acts(&replayed, 0), ["0: 31", "1: illegal", "0: 21"]);
}

#[test]
fn a_roll_that_isnt_played_is_no_play_from_the_ace_point() {
    let (first, at) = opening();
    let (block, _) = turn(Side::One, &at, 0, [6, 4], &[]);
    let block = (0..8).fold(block.bytes(2308, &[0]), |block, i| block.int(68 + 4 * i, 0)).lanes(35, &[0; 26]);
    let blocks = [head(5), game(1, [0, 0]), first, block, game_end([2, 0], Side::Zero, 2, 102)];
    let (replayed, findings) = replay("resigned.xg", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    assert_eq!(acts(&replayed, 0), ["0: 31", "1: 64 unplayed", "1: resigned", "0: 0 wins 2"]);
    assert_eq!(kinds(&replayed, Kind::Resignation), ["1 gammon"]);
}

#[test]
fn a_game_without_moves_has_its_result() {
    let blocks = [head(5), game(1, [0, 0]), missing(Side::One, 2), game(2, [0, 2])];
    let (replayed, findings) = replay("missing.xg", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    assert_eq!(kinds(&replayed, Kind::Result), ["1 2"]);
}

/// Comments of the match, of a game and its end, of a roll.
#[test]
fn comments_stand_where_they_belong() {
    let (first, at) = opening();
    let (second, _) = turn(Side::One, &at, 0, [6, 4], &[(23, 17), (17, 13)]);
    let blocks = [
        head(5).int(576, 0).int(580, 5),
        game(1, [0, 0]).int(56, 1).int(60, 2),
        cube(Side::Zero, &start(), 0).int(16, -2).int(292, 3),
        first.int(2524, 4),
        second,
        game_end([1, 0], Side::Zero, 1, 101),
    ];
    let lines: Vec<Vec<u8>> =
        ["match", "game", "end\\par of it", "cube", "play \\'e9\\u8364?", "last", "lost"]
            .iter()
            .map(|text| {
                format!(
            "{{\\rtf1\\ansi\\ansicpg1252{{\\fonttbl{{\\f0 Arial;}}}}\x01\x02\\f0 {text}\\par\x01\x02}}\r\n"
        )
        .into_bytes()
            })
            .collect();
    let comments = lines.concat();
    let file = pack_members(&[("temp.xg", &joined(&blocks)), ("temp.xgc", &comments)]);
    let (replayed, findings) = replay("comments.xg", &file);
    assert_eq!(told(&findings), [""; 0]);
    let remarks: Vec<(Anchor, &str)> =
        replayed.record.remarks.iter().map(|remark| (remark.anchor, remark.text.as_str())).collect();
    assert_eq!(
        remarks,
        [
            (Anchor::MATCH, "match"),
            (Anchor::MATCH, "lost"),
            (Anchor::game(0), "game"),
            (Anchor::entry(0, 0), "cube"),
            (Anchor::entry(0, 0), "play é€"),
            (Anchor::entry(0, 2), "end\nof it"),
            (Anchor::entry(0, 2), "last"),
        ]
    );
    assert!(replayed.record.remarks.iter().all(|remark| remark.kind == RemarkKind::Comment));
    // A comment that isn't there is told once.
    let (_, findings) = replay("comments.xg", &pack(&blocks));
    assert_eq!(told(&findings), ["record-value the comment doesn't exist"]);
}

/// Returns a play block with two candidates, the second of which was played.
fn analysed(block: Block, before: &Lanes) -> Block {
    let list = 124;
    let candidate =
        |legs: [i32; 4]| turn(Side::Zero, before, 0, [3, 1], &[(legs[0], legs[1]), (legs[2], legs[3])]).1;
    let (best, played) = (candidate([23, 20, 23, 22]), candidate([7, 4, 5, 4]));
    let block = block
        .lanes(list, before)
        .int(list + 28, 3)
        .int(list + 32, 1)
        .int(list + 64, 2)
        .lanes(list + 68, &best)
        .lanes(list + 94, &played)
        .bytes(list + 900, &[23, 20, 23, 22, 255, 9, 9, 9, 7, 4, 5, 4, 255, 74, 74, 74])
        .bytes(list + 1156, &[100, 0, 74, 155, 0xea, 3, 0, 0])
        .int(2344, 0)
        .int(2476, 3)
        .double(2320, 0.125);
    let block = evaluation(block, list + 1284, [0.01, 0.125, 0.45, 0.55, 0.2, 0.02, 0.2]);
    evaluation(block, list + 1312, [0.02, 0.125, 0.5, 0.5, 0.25, 0.01, 0.1])
}

#[test]
fn analyses_are_kept_with_levels_chances_and_rollouts() {
    let (first, at) = opening();
    let decision =
        cube(Side::One, &at, 0).bytes(64 + 56, &[1, 0]).int(64 + 28, 3).bytes(64 + 100, &[0xea, 3]);
    let decision = evaluation(decision, 64 + 60, [0.0, 0.1, 0.4, 0.6, 0.2, 0.01, 0.3]).float(152, 0.5);
    let decision =
        evaluation(decision.float(156, 0.75).float(160, 1.0), 64 + 104, [0.0, 0.1, 0.4, 0.6, 0.2, 0.01, 0.4]);
    let (second, _) = turn(Side::One, &at, 0, [6, 4], &[(23, 17), (17, 13)]);
    let mut rollout = vec![0u8; 2184];
    rollout[84..88].copy_from_slice(&1296u32.to_le_bytes());
    rollout[28..32].copy_from_slice(&2u32.to_le_bytes());
    rollout[60..64].copy_from_slice(&42u32.to_le_bytes());
    rollout[40] = 1;
    rollout[2020..2024].copy_from_slice(&0.0196f32.to_le_bytes());
    let blocks = [head(5), game(1, [0, 0]), analysed(first, &start()), decision, second.bytes(2520, &[1])];
    let file = pack_members(&[("temp.xg", &joined(&blocks)), ("temp.xgr", &rollout)]);
    let (replayed, findings) = replay("analysed.xg", &file);
    assert_eq!(told(&findings), [""; 0]);
    let notes = |entry: usize| replayed.record.games[0].entries[entry].notes.as_deref().expect("notes");
    let [Analysis::Play(play)] = &notes(0).analyses[..] else { panic!("a play") };
    assert_eq!(play.played, Some(1));
    for (at, wrong) in [(124 + 1284, f32::NAN), (124 + 1288, 1.5), (124 + 1308, f32::INFINITY)] {
        let mut blocks = blocks.clone();
        blocks[2] = blocks[2].clone().float(at, wrong);
        one_wrong(&blocks, "a number of an analysis is impossible");
    }
    let best = &play.candidates[0];
    assert_eq!(
        *best.evaluation.settings,
        *"Rollout, 1296 games, plays 3-ply, cube 1-ply, variance reduction, seed 42"
    );
    assert!((best.evaluation.error.expect("an error") - 0.01).abs() < 1e-9);
    assert_eq!(best.evaluation.equity, Some(0.2));
    let expected = Chances {
        win: 0.55,
        win_gammon: 0.2,
        win_backgammon: 0.02,
        lose_gammon: 0.125,
        lose_backgammon: 0.01,
    };
    assert_eq!(best.evaluation.chances, Some(expected));
    let legs = |candidate: usize| -> Vec<(u8, u8)> {
        play.candidates[candidate].legs.iter().map(|leg| (leg.from.number(), leg.to.number())).collect()
    };
    assert_eq!((legs(0), legs(1)), (vec![(24, 21), (24, 23)], vec![(8, 5), (6, 5)]));
    assert_eq!(*play.candidates[1].evaluation.settings, *"XG Roller++");
    assert_eq!(notes(0).luck_value, Some(0.125));
    // No double was offered: the decision is with the roll after it.
    let [Analysis::Cube(cube)] = &notes(1).analyses[..] else { panic!("a cube") };
    let equities = [cube.equity_no_double, cube.equity_double_take, cube.equity_double_pass];
    assert_eq!(equities, [Some(0.5), Some(0.75), Some(1.0)]);
    assert_eq!(*cube.no_double.settings, *"4-ply (XG Roller++ wanted)");
    assert_eq!(kinds(&replayed, Kind::Property), ["xg:Flagged 1"]);
}

#[test]
fn a_position_file_is_a_game_that_begins_with_it() {
    let mut position = [0i8; 26];
    (position[6], position[5], position[20], position[19]) = (8, 7, -9, -6);
    let decision = cube(Side::One, &position, 1).bytes(64 + 56, &[1, 0]).int(64 + 28, 2).float(152, 0.5);
    let (roll, _) = turn(Side::One, &position, 1, [5, 2], &[]);
    let unplayed = roll.bytes(2308, &[0]).lanes(35, &[0; 26]);
    let blocks = [head(7), game(3, [2, 4]), decision, unplayed];
    let (replayed, findings) = replay("x.xgp", &pack(&blocks));
    assert_eq!(told(&findings), [""; 0]);
    let [entry] = &replayed.record.games[0].entries[..] else { panic!("one entry") };
    assert_eq!(entry.notes.as_deref().expect("notes").analyses.len(), 1);
    let act = replayed.games[0].acts[0];
    assert_eq!(act.what, Happening::PositionSet { roll: Roll::from_pips(5, 2) });
    assert_eq!((act.by, super::build::lanes(&act.before)), (Side::One, flip(&position)));
    assert_eq!(act.cube, Cube { value: 2, owner: Some(Side::Zero) });
    assert_eq!(replayed.games[0].before.points.0, [2, 4]);
}

#[test]
fn the_samples_are_those_made_here() {
    let (first, at) = opening();
    let double = cube(Side::One, &at, 0).int(16, 1).int(20, 1);
    let (second, after) = turn(Side::One, &at, 1, [6, 4], &[(23, 17), (17, 13)]);
    let (third, _) = turn(Side::Zero, &after, 1, [2, 1], &[(12, 10), (5, 4)]);
    let valid = [
        head(2),
        game(1, [0, 0]),
        analysed(first.clone(), &start()),
        double,
        second.clone(),
        third,
        game_end([2, 0], Side::Zero, 2, 101),
        match_end([2, 0], Side::Zero),
    ];
    let whole = pack(&valid);
    let mut flipped = whole.clone();
    let at = flipped.len() - 36;
    flipped[at] ^= 1;
    let half = pack_members(&[("temp.xg", &joined(&valid)[..4 * 2560 + 1000])]);
    let dice = pack(&[head(2), game(1, [0, 0]), first.int(100, 7)]);
    let kind = pack(&[head(2), game(1, [0, 0]), Block(second.0).bytes(8, &[9])]);
    let large = pack_declaring(&[("temp.xg", &joined(&valid))], 100 << 20);
    let samples: [(&str, Vec<u8>); 7] = [
        ("invalid/record-unknown-another-file-before.xg", [dice.clone(), whole.clone()].concat()),
        ("invalid/record-limit-a-large-member.xg", large),
        ("valid/two-points.xg", whole),
        ("invalid/record-checksum-one-bit.xg", flipped),
        ("invalid/record-truncated-half-a-block.xg", half),
        ("invalid/record-value-a-seven.xg", dice),
        ("invalid/record-unknown-block.xg", kind),
    ];
    for (name, bytes) in samples {
        let path = crate::support::testdata("xg").join(name);
        if std::env::var_os("BARPOINT_WRITE_SAMPLES").is_some() {
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            std::fs::write(&path, &bytes).expect("written");
        }
        let stored = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let [(here, found), (there, told_there)] = [&bytes, &stored].map(|bytes| replay(name, bytes));
        assert_eq!((here.record, told(&found)), (there.record, told(&told_there)), "{name}");
        assert_eq!(found.is_empty(), name.starts_with("valid"), "{name}: {found:?}");
    }
}

#[test]
fn a_file_that_is_cut_off_anywhere_gives_one_finding_of_that() {
    let path = testdata("xg/valid/two-points.xg");
    let bytes = std::fs::read(path).expect("a file");
    for cut in (4..bytes.len()).step_by(bytes.len() / 97) {
        let (_, findings) = replay("cut.xg", &bytes[..cut]);
        let cut_off = findings.iter().filter(|finding| finding.code == Code::RecordTruncated).count();
        assert_eq!(cut_off, 1, "{cut}: {:?}", told(&findings));
    }
}
