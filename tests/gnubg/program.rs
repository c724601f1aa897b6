//! Finding the real GNU Backgammon: `BARPOINT_GNUBG`, else on the `PATH`, else where Debian installs it. The
//! benches use this too.

use std::path::PathBuf;

/// Returns the program, if there is one.
pub(crate) fn gnubg() -> Option<PathBuf> {
    let given = std::env::var_os("BARPOINT_GNUBG").map(PathBuf::from);
    let on_path = || {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join("gnubg")).find(|file| file.is_file())
    };
    let installed = || Some(PathBuf::from("/usr/games/gnubg")).filter(|file| file.is_file());
    given.or_else(on_path).or_else(installed)
}
