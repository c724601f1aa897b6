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
    let folder = Folder::new();
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
    let folder = Folder::new();
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
