//! Other programs that read our files: Python packages in a virtual environment.

use barpoint::board::Side;
use barpoint::game::{Happening, Replayed};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the interpreter of the virtual environment with the other programs, if it exists.
pub(super) fn python() -> Option<PathBuf> {
    let named = std::env::var_os("BARPOINT_OGXM_PYTHON").map(PathBuf::from);
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/ogxm-venv/bin/python");
    let found = named.clone().or(Some(here)).filter(|path| path.exists());
    assert!(named.is_none() || found.is_some(), "BARPOINT_OGXM_PYTHON is no file");
    found
}

/// Runs a script that compares what they read from the files of a folder with what was written.
///
/// # Panics
///
/// If they read anything different.
pub(super) fn agree(python: &Path, script: &str, folder: &Path) {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/formats").join(script);
    let output = Command::new(python).arg(script).arg(folder).output().expect("Python runs");
    let said =
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}

/// Which passes a format can write.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Passes {
    /// Every pass.
    All,
    /// None after a beaver: other programs see the double before it, and the result.
    NoneAfterABeaver,
}

/// Returns a record in a few words per line, as the script prints it: a game, its plies, its result.
pub(super) fn told(record: &Replayed, passes: Passes) -> String {
    let mut text = String::new();
    let letter = |side: Side| if side == Side::Zero { 'W' } else { 'B' };
    for game in &record.games {
        let points = game.before.points;
        let _ = writeln!(text, "game {}-{}", points[Side::Zero], points[Side::One]);
        let mut is_beavered = false;
        for act in &game.acts {
            let by = letter(act.by);
            let board = if act.by == Side::Zero { act.before } else { act.before.flip() };
            // White's checkers by absolute points, White's positive.
            let board: Vec<String> = (0..26).map(|at| board.lanes()[25 - at].to_string()).collect();
            let cube = act.cube.value;
            let before = format!("{} {cube}", board.join(","));
            let _ = match act.what {
                Happening::Played { roll, .. } | Happening::RolledOnly { roll } => {
                    writeln!(text, "{by} {}{} {before}", roll.low().pips(), roll.high().pips())
                }
                Happening::Doubled { beaver: false, .. } => writeln!(text, "{by} double {before}"),
                Happening::Passed if passes == Passes::All || !is_beavered => writeln!(text, "{by} drop"),
                _ => Ok(()),
            };
            is_beavered = matches!(act.what, Happening::Doubled { beaver: true, .. });
        }
        if let Some(result) = game.result
            && let Some(winner) = result.winner
        {
            let _ = writeln!(text, "won {} {}", letter(winner), result.points);
        }
    }
    text
}
