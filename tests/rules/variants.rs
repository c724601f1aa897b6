//! The starts that GNU Backgammon names by their Position IDs.

use super::positions::from_setup_id;
use barpoint::rules::{Variant, perft};

#[test]
fn starts_are_those_of_gnu_backgammon() {
    for (variant, id) in [
        (Variant::Standard, "4HPwATDgc/ABMA"),
        (Variant::Nackgammon, "4Dl4ADbgOXgANg"),
        (Variant::Hypergammon1, "AACAAAAAAgAAAA"),
        (Variant::Hypergammon3, "AACgAgAAKgAAAA"),
    ] {
        let start = variant.start();
        assert_eq!(from_setup_id(id, start.checkers().0), start.board(), "{variant}");
    }
}

#[test]
fn first_plies_of_the_variants_are_as_many_as_they_must_be() {
    let counts = Variant::ALL.map(|variant| perft(&variant.start().board(), 1));
    assert_eq!(counts[..2], [447, 547]);
    // A single checker has one result a roll.
    assert_eq!(counts[2], 21);
    // Twelve checkers more have one result more of each doublet: four of them make a step each.
    assert_eq!(counts[6], counts[5] + 6);
}
