//! The bear-off tables against those that GNU Backgammon computes and ships.

use crate::support::report;
use barpoint::engine::bearoff::{Database, Home, OneSided, TwoSided, number};

/// The folders where packages of GNU Backgammon install its databases.
const FOLDERS: [&str; 3] = ["/usr/share/gnubg", "/usr/local/share/gnubg", "/var/lib/gnubg"];

/// The bytes of the header of both files.
const HEADER: usize = 40;

/// Reads a database of GNU Backgammon, if it is there.
fn database(name: &str, kind: &[u8]) -> Option<Vec<u8>> {
    let found = FOLDERS.iter().find_map(|folder| std::fs::read(format!("{folder}/{name}")).ok());
    let required = std::env::var_os("BARPOINT_REQUIRE_GNUBG").is_some_and(|value| value == "1");
    assert!(found.is_some() || !required, "GNU Backgammon's {name} is required");
    let bytes = found?;
    assert_eq!(bytes.get(..kind.len()), Some(kind), "{name} is another database");
    Some(bytes)
}

fn word(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

/// Returns every position of at most `most` checkers.
fn homes(most: u8) -> Vec<Home> {
    let mut homes = vec![Home([0; 6])];
    for point in 0..6 {
        for i in 0..homes.len() {
            for count in 1..=most - homes[i].checkers() {
                let mut home = homes[i];
                home.0[point] = count;
                homes.push(home);
            }
        }
    }
    homes
}

#[test]
fn mean_rolls_are_those_of_gnu_backgammons_one_sided_database() {
    let Some(bytes) = database("gnubg_os0.bd", b"gnubg-OS-06-15-1-1-0") else { return };
    let table = OneSided::build();
    let positions = homes(15);
    assert_eq!(positions.len(), Home::count(15));
    let data = HEADER + 8 * positions.len();
    let mut most = 0.0f64;
    for home in &positions {
        let entry = HEADER + 8 * number(*home);
        let start = usize::from(word(&bytes, entry)) + (usize::from(word(&bytes, entry + 2)) << 16);
        let (len, least) = (usize::from(bytes[entry + 4]), usize::from(bytes[entry + 5]));
        let mean: f64 = (0..len)
            .map(|roll| (least + roll) as f64 * f64::from(word(&bytes, data + 2 * (start + roll))) / 65535.0)
            .sum();
        let difference = (f64::from(table.mean(*home)) - mean).abs();
        assert!(difference < 2e-4, "{home:?}: {} here, {mean} there", table.mean(*home));
        most = most.max(difference);
    }
    report(positions.len(), &format!("mean rolls of GNU Backgammon's one-sided database, within {most:.6}"));
}

#[test]
fn equities_are_those_of_gnu_backgammons_two_sided_database() {
    let Some(bytes) = database("gnubg_ts0.bd", b"gnubg-TS-06-06-1") else { return };
    let table = TwoSided::build();
    let positions = homes(6);
    let mut most = 0.0f64;
    for mover in &positions {
        for opponent in positions.iter().skip(1) {
            let entry = HEADER + 8 * (number(*mover) * positions.len() + number(*opponent));
            let money = table.money(*mover, *opponent).expect("six checkers at most");
            let own = [money.cubeless, money.owned_no_double, money.centred_no_double, money.opponents];
            for (value, own) in own.into_iter().enumerate() {
                let theirs = f64::from(word(&bytes, entry + 2 * value)) / 32767.5 - 1.0;
                let difference = (f64::from(own) - theirs).abs();
                assert!(difference < 1.3e-4, "{mover:?} {opponent:?}: {own} here, {theirs} there ({value})");
                most = most.max(difference);
            }
        }
    }
    report(
        4 * positions.len() * (positions.len() - 1),
        &format!("equities of GNU Backgammon's two-sided database, within {most:.6}"),
    );
}

#[test]
fn gnu_backgammons_one_sided_database_can_be_used_as_it_is() {
    let Some(bytes) = database("gnubg_os0.bd", b"gnubg-OS-06-15-1-1-0") else { return };
    let Ok(Database::OneSided(table)) = Database::from_bytes(&bytes) else { panic!("one side") };
    // As its `bearoffdump -n 54263` prints them: fifteen on the 6-point.
    let home = Home([0, 0, 0, 0, 0, 15]);
    assert!((table.mean(home) - 12.266).abs() < 6e-4);
    let (least, first) = table.first_off(&home.board(15)).expect("none is off");
    assert!(least == 1 && (first[0] - 0.472_22).abs() < 2e-5 && (first[1] - 0.449_85).abs() < 2e-5);
    for home in homes(15) {
        let (_, rolls) = table.rolls(home);
        assert!((rolls.iter().sum::<f32>() - 1.0).abs() < 4e-4, "{home:?}");
        assert_eq!(table.first_off(&home.board(15)).is_some(), home.checkers() == 15, "{home:?}");
    }
    assert!(Database::from_bytes(&bytes[..bytes.len() - 2]).is_err(), "cut short");
}

#[test]
fn gnu_backgammons_two_sided_database_can_be_used_as_it_is() {
    let Some(bytes) = database("gnubg_ts0.bd", b"gnubg-TS-06-06-1") else { return };
    let Ok(Database::TwoSided(table)) = Database::from_bytes(&bytes) else { panic!("both sides") };
    // As its `bearoffdump -n 100000` prints them.
    let money =
        table.money(Home([1, 2, 0, 0, 1, 0]), Home([0, 0, 0, 0, 1, 3])).expect("six checkers at most");
    let values = [money.cubeless, money.owned_no_double, money.centred_no_double, money.opponents];
    for (value, printed) in values.into_iter().zip([0.9165, 0.9475, 0.9475, 0.9165]) {
        assert!((value - printed).abs() < 6e-5, "{values:?}");
    }
}
