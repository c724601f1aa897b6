//! The folders in which settings, states, data and caches are kept, on every system.

use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    /// Settings that a user saves.
    Settings,
    /// What one session leaves for the next: the lines typed, matches that are kept.
    States,
    /// Databases.
    Data,
    /// What can be computed again.
    Caches,
}

/// Why there is no folder, for an error: the variables that could name one.
pub(crate) const UNSET: [&str; 4] = if cfg!(windows) {
    [
        "neither XDG_CONFIG_HOME nor APPDATA is set to an absolute path",
        "neither XDG_STATE_HOME nor LOCALAPPDATA is set to an absolute path",
        "neither XDG_DATA_HOME nor LOCALAPPDATA is set to an absolute path",
        "neither XDG_CACHE_HOME nor LOCALAPPDATA is set to an absolute path",
    ]
} else {
    [
        "neither XDG_CONFIG_HOME nor HOME is set to an absolute path",
        "neither XDG_STATE_HOME nor HOME is set to an absolute path",
        "neither XDG_DATA_HOME nor HOME is set to an absolute path",
        "neither XDG_CACHE_HOME nor HOME is set to an absolute path",
    ]
};

impl Kept {
    /// Returns our folder for it, by the variables of the environment.
    ///
    /// The XDG Base Directory Specification holds on every system: a variable that is empty or relative counts for
    /// nothing. Without one it is a folder of the user's home; on Windows `%APPDATA%` for settings, which follow the
    /// user from computer to computer, and `%LOCALAPPDATA%` for the rest.
    pub(crate) fn folder(self, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
        self.folder_on(cfg!(windows), variable)
    }

    fn folder_on(self, is_windows: bool, variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
        let (xdg, at_home, of_windows) = match self {
            Self::Settings => ("XDG_CONFIG_HOME", ".config", "APPDATA"),
            Self::States => ("XDG_STATE_HOME", ".local/state", "LOCALAPPDATA"),
            Self::Data => ("XDG_DATA_HOME", ".local/share", "LOCALAPPDATA"),
            Self::Caches => ("XDG_CACHE_HOME", ".cache", "LOCALAPPDATA"),
        };
        let set = |name| variable(name).filter(|path| !path.as_os_str().is_empty());
        let absolute = set(xdg).filter(|path| path.is_absolute());
        if is_windows {
            // Everything but settings shares one variable: caches have a folder that can be thrown away as a whole.
            let own = || Some(set(of_windows)?.join("barpoint"));
            return match (absolute, self) {
                (Some(folder), _) => Some(folder.join("barpoint")),
                (None, Self::Caches) => Some(own()?.join("cache")),
                (None, _) => own(),
            };
        }
        let home = || Some(set("HOME").filter(|path| path.is_absolute())?.join(at_home));
        Some(absolute.or_else(home)?.join("barpoint"))
    }

    pub(crate) const fn unset(self) -> &'static str {
        UNSET[self as usize]
    }
}

pub(crate) fn home(variable: impl Fn(&str) -> Option<PathBuf>) -> Option<PathBuf> {
    let name = if cfg!(windows) { "USERPROFILE" } else { "HOME" };
    variable(name).filter(|path| !path.as_os_str().is_empty())
}

pub(crate) fn environment(name: &str) -> Option<PathBuf> {
    std::env::var_os(name).map(PathBuf::from)
}

/// Returns a path as text, with the separators of the system; `None` if it isn't Unicode.
pub(crate) fn text(path: &Path) -> Option<String> {
    path.to_str().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(kept: Kept, is_windows: bool, set: &[(&str, &str)]) -> Option<PathBuf> {
        let find = |name: &str| set.iter().find(|(known, _)| *known == name).map(|(_, path)| path.into());
        kept.folder_on(is_windows, find)
    }

    #[cfg(unix)]
    #[test]
    fn folders_are_where_the_environment_says() {
        for (kept, xdg, at_home) in [
            (Kept::Settings, "XDG_CONFIG_HOME", "/h/.config/barpoint"),
            (Kept::States, "XDG_STATE_HOME", "/h/.local/state/barpoint"),
            (Kept::Data, "XDG_DATA_HOME", "/h/.local/share/barpoint"),
            (Kept::Caches, "XDG_CACHE_HOME", "/h/.cache/barpoint"),
        ] {
            let at = |set: &[(&str, &str)]| folder(kept, false, set);
            assert_eq!(at(&[(xdg, "/x"), ("HOME", "/h")]), Some("/x/barpoint".into()));
            assert_eq!(at(&[(xdg, ""), ("HOME", "/h")]), Some(at_home.into()));
            assert_eq!(at(&[(xdg, "not/absolute"), ("HOME", "/h")]), Some(at_home.into()));
            assert_eq!(at(&[]), None);
            assert_eq!(at(&[("HOME", "")]), None);
        }
    }

    #[test]
    fn windows_has_variables_of_its_own() {
        let set = [("APPDATA", "roaming"), ("LOCALAPPDATA", "local"), ("HOME", "h")];
        let at = |kept| folder(kept, true, &set);
        let below = |names: &[&str]| Some(names.iter().collect::<PathBuf>());
        assert_eq!(at(Kept::Settings), below(&["roaming", "barpoint"]));
        assert_eq!(at(Kept::States), below(&["local", "barpoint"]));
        assert_eq!(at(Kept::Data), below(&["local", "barpoint"]));
        assert_eq!(at(Kept::Caches), below(&["local", "barpoint", "cache"]));
        assert_eq!(folder(Kept::Caches, true, &[("HOME", "h")]), None);
    }
}
