//! Manipulated dice: where the order of rolls is clear, both programs choose the same.

use super::Gnubg;
use super::settings::type_into;
use crate::support::report;
use std::path::Path;

/// Returns the dice on the boards that a program drew, in order.
fn rolled(said: &str) -> Vec<String> {
    let found = said.split("Rolled ").skip(1);
    found.map(|rest| rest.chars().take_while(char::is_ascii_digit).collect()).collect()
}

#[test]
fn rolls_of_a_rank_are_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let mut commands = [
        "set seed 1",
        "set player both human",
        "set automatic game off",
        "set automatic roll off",
        "set automatic bearoff off",
        "new session",
        "set cheat enable on",
    ]
    .map(str::to_owned)
    .to_vec();
    // The opening position and a long race: ranks that no other roll comes near.
    for (position, ranks) in [("4HPwATDgc/ABMA", &[1, 2][..]), ("2+4ZAAD2HwAAAA", &[1, 5, 20, 21])] {
        for rank in ranks {
            commands.extend([format!("set board {position}"), "set turn 1".to_owned()]);
            commands.extend([format!("set cheat player both roll {rank}"), "roll".to_owned()]);
        }
    }
    let lines: Vec<&str> = commands.iter().map(String::as_str).collect();
    let [ours, theirs] = [
        (Path::new(crate::support::program()), &["session", "--compat", "-t", "-q", "-r"][..]),
        (&gnubg.program, &["-t", "-q", "-r"]),
    ]
    .map(|(program, arguments)| rolled(&type_into(program, arguments, &lines).0));
    assert_eq!(ours, theirs);
    assert!(ours.len() >= 6, "{ours:?}");
    report(ours.len(), "chosen rolls as GNU Backgammon chooses them");
}
