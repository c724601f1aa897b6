//! Odd files in sessions through both programs: standard output, and every file written.

use super::{Folder, Gnubg, sessions};
use crate::support::report;

/// Sessions that begin with a file: the subject, its name, its content, and the commands, with `FILE` for its path.
const GIVEN: &[(&str, &str, &str, &str)] = &[
    (
        "players without names in SGF",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3];B[31qtst];W[62xrxv])",
        "set player 0 name Ann\nset player 1 name Bo\nload match FILE\nshow score\nsave match b.sgf\nexport match mat b.mat\n\
         set player 1 name Dora\nload game FILE\nshow score\nswap players\nload position FILE\nshow player",
    ),
    (
        "one player with a name",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PB[Cleo];B[31qtst];W[62xrxv])",
        "set player 0 name Ann\nload match FILE\nshow score\nsave match b.sgf",
    ),
    (
        "a player with an empty name",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PW[]PB[Cleo];B[31qtst];W[62xrxv])",
        "set player 0 name Ann\nload match FILE\nshow score\nsave match b.sgf",
    ),
    (
        "plays backwards in SGF",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PW[Al]PB[Bo];B[31sn];W[62xrxv];B[31sqqtlr])",
        "load match FILE\nlist game\nnext 3\nshow fullboard\nprevious\nshow turn\nsave match b.sgf\nexport match mat b.mat",
    ),
    (
        "a play backwards of four steps in SGF",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PW[Al]PB[Bo];B[31sqsqsqsq])",
        "load match FILE\nlist game\nshow fullboard\nnext\nshow fullboard",
    ),
    (
        "a play onto the opponent's point in SGF",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PW[Al]PB[Bo];B[31lflf])",
        "load match FILE\nlist game\nshow fullboard\nnext\nshow fullboard",
    ),
    (
        "a step to its own point in SGF",
        "a.sgf",
        "(;FF[4]GM[6]MI[length:3]PW[Al]PB[Bo];B[31qqst])",
        "load match FILE\nlist game\nnext\nshow fullboard\nsave match b.sgf",
    ),
    (
        "a result with more points than a game can bring",
        "a.mat",
        " 5 point match\n\n Game 1\n a : 0                         b : 0\n  1) 62: 24/18 13/11             43: 13/10 24/20\n\
         \x20 2) 31: 8/5 6/5                  Wins 2008 points\n",
        "import mat FILE\nshow score\nlist game\nsave match b.sgf\nexport match mat b.mat\nsave game c.sgf\nload match b.sgf\n\
         show score",
    ),
    (
        "a result after dice with an unknown play",
        "a.mat",
        " 5 point match\n\n Game 1\n a : 0                         b : 0\n  1) 62: 24/18 13/11             43: 13/10 24/20\n\
         \x20 2) 31: ????                     Wins 4 points\n",
        "import mat FILE\nshow score\nsave match b.sgf\nexport match mat b.mat\nload match b.sgf\nshow score",
    ),
];

#[test]
fn odd_files_are_read_as_by_gnubg() {
    let Some(gnubg) = Gnubg::find() else { return };
    for (title, name, content, commands) in GIVEN {
        let folder = Folder::new("gnubg");
        let path = folder.0.join(name);
        std::fs::write(&path, content).expect("a file");
        let path = path.to_str().expect("a path in UTF-8");
        sessions::compared(&gnubg, title, &commands.replace("FILE", path));
    }
    report(GIVEN.len(), "odd files in sessions, as GNU Backgammon");
}
