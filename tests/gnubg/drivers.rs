//! Programs that drive GNU Backgammon: the same scripts drive both programs. barpoint only needs a link with the name
//! `gnubg`.

use super::{Folder, Gnubg};
use crate::support::{report, testdata};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The scripts, and whether both programs must give the same output: where they choose the plays, games differ.
const DRIVERS: [(&str, bool); 5] = [
    ("terminal.py", false),
    ("stateless.py", true),
    ("sentinel.py", true),
    ("batch.py", true),
    ("socket_client.py", false),
];

/// Records for the folder of [`DRIVERS`].
const RECORDS: [&str; 3] = ["five-points-high-cube.mat", "one-point.mat", "seven-points.mat"];

/// Returns a script's output about a program; it ends with 0 if all its assertions hold.
fn driven(script: &str, program: &Path) -> String {
    let folder = Folder::new("gnubg");
    for record in RECORDS {
        std::fs::copy(testdata("mat/valid").join(record), folder.0.join(record)).expect("a record");
    }
    let run = Command::new("python3")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/drivers").join(script))
        .arg(program)
        .args(["-t", "-q", "-r"])
        .current_dir(&folder.0)
        .env("HOME", &folder.0)
        .env("USER", "root")
        .env("LANG", "C.UTF-8")
        .stdin(Stdio::null())
        .output()
        .expect("Python runs");
    let said = String::from_utf8_lossy(&run.stdout).into_owned();
    let wrong = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{script} {}: {said}{wrong}", program.display());
    said
}

#[test]
fn the_same_scripts_drive_both_programs() {
    let Some(gnubg) = Gnubg::find() else { return };
    if Command::new("python3").arg("--version").stdout(Stdio::null()).status().is_err() {
        report(0, "drivers: no Python here");
        return;
    }
    let folder = Folder::new("gnubg");
    let link: PathBuf = folder.0.join("gnubg");
    std::os::unix::fs::symlink(crate::support::program(), &link).expect("a link");
    for (script, same) in DRIVERS {
        let (theirs, ours) = (driven(script, &gnubg.program), driven(script, &link));
        if same {
            assert_eq!(theirs, ours, "{script}");
        }
    }
    report(DRIVERS.len(), "scripts that drive both programs, with the same assertions");
}

/// A record with a dance, dice with the lower one first, and headers that GNU Backgammon doesn't know.
const RECORD: &str = "; [Site \"Backgammon Studio\"]
; [ClockType \"Live8 780/10\"]
; [Variation \"Backgammon\"]
; plain words

 7 point match

 Game 1
 JoeBlack : 0                   SnowWhite : 0
  1)                             42: 8/4 6/4
  2) 32: 24/22 13/10             43: 24/20 6/3
  3) 52: 25/23 23/18             13: 8/7 6/3
  4) 34:                          Doubles => 2
  5)  Drops                       Wins 1 point

 Game 2
 JoeBlack : 0                   SnowWhite : 1
  1) 13: 8/5 6/5                 24: 8/4 6/4
  2) 31: 24/20                   16: 13/7 8/7
";

/// Two games with marked decisions.
const MARKED: &str =
    "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[a]PB[b]RE[W+1R]
;B[31qtst];W[42hdfd]BM[1];B[61lrqr];W[64mgil]BM[2];B[double];W[drop])
(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:5][game:1][ws:0][bs:1]PW[a]PB[b]
;B[31qtst];W[42hdfd];B[61lrqr]BM[1];W[64mgil])
";

/// Files, and commands about them.
const SCRIPTS: [(&[(&str, &str)], &str); 8] = [
    (
        &[("junk.txt", "hello\n"), ("keep.sgf", "kept")],
        "import mat junk.txt\nshow turn\nsave match keep.sgf\nexport match mat new.mat\nlist game\n",
    ),
    (
        &[("a.mat", RECORD)],
        "import mat a.mat\nlist game\nshow matchinfo\nexport match mat new.mat\nfirst game\nlist game\n\
         export match snowietxt new.txt\nnext 1\nnext roll\nshow dice\n",
    ),
    (
        &[("a.sgf", MARKED)],
        "load match a.sgf\nfirst game\nnext marked\nshow score\nnext marked\nnext marked\nshow score\nshow board\n\
         next marked\nshow score\nprevious marked 2\nshow score\nshow board\nnext marked 9\nshow score\n\
         next game x\nprevious game 0\nnext x\n",
    ),
    (
        &[],
        "set rollout chequerplay plies 1\nset rollout cubedecision plies 1\nshow rollout\n\
         set rollout player 0 chequerplay plies 0\nshow rollout\n",
    ),
    (&[], "rollout x\nrollout\n"),
    // Dice of the next game wait while the first one is saved.
    (
        &[],
        "set seed 65979\nset player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\n\
         new match 7\nmove 8/5 6/5\nroll\nresign 1\nagree\nnew game\nmove 13/10 10/8\nroll\nfirst game\n\
         save game keep.sgf\nload game keep.sgf\nlist game\n",
    ),
    // A mark of the cube is about the decision before the roll.
    (
        &[],
        "set seed 65979\nset player 0 human\nset player 1 human\nset automatic roll off\nnew match 3\nmove 8/5 6/5\n\
         roll\nmove 8/4 6/4\nroll\nmove 13/10 10/8\nroll\nmove 13/7 7/4\nprevious\nprevious\nannotate cube bad\n\
         list game\nfirst game\nnext marked\nshow dice\nshow turn\n",
    ),
    // Between games a position has the score and the Crawford flag of the next one.
    (
        &[],
        "set seed 1\nset player 0 human\nset player 1 human\nset automatic roll off\nset automatic game off\n\
         new match 2\nresign 1\nagree\nsave position keep.sgf\n",
    ),
];

#[test]
fn scripts_about_files_are_answered_the_same() {
    let Some(gnubg) = Gnubg::find() else { return };
    let folder = Folder::new("gnubg");
    let link: PathBuf = folder.0.join("gnubg");
    std::os::unix::fs::symlink(crate::support::program(), &link).expect("a link");
    let ours = Gnubg { program: link };
    for (files, commands) in SCRIPTS {
        let files: Vec<(&str, &[u8])> = files.iter().map(|(name, text)| (*name, text.as_bytes())).collect();
        let answered = |program: &Gnubg| {
            let wanted = ["keep.sgf", "new.mat", "new.txt"];
            let (said, written) = program.with_files(&files, commands, &wanted);
            let said = said.split_once("type `show copying' for details.\n").map_or(&*said, |(_, rest)| rest);
            let is_random = |line: &&str| line.contains("with seed");
            let said: Vec<String> =
                said.trim().lines().filter(|line| !is_random(line)).map(str::to_owned).collect();
            let written: Vec<String> =
                written.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect();
            (said, written)
        };
        let (theirs, ours) = (answered(&gnubg), answered(&ours));
        assert_eq!(theirs.0.join("\n"), ours.0.join("\n"), "{commands}");
        assert_eq!(theirs.1, ours.1, "{commands}");
    }
    report(SCRIPTS.len(), "scripts about files, with the same answers and files");
}
