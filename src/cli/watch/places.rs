//! The folders that `check --watch` watches, and the settings files above them.

use crate::cli::commands::check;
use crate::cli::error::CommandError;
use crate::host::config::NAME;
use crate::host::names::path_text;
use crate::output::ui::printable;
use notify::event::ModifyKind;
use notify::{EventKind, RecommendedWatcher, RecursiveMode, Watcher};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

/// The folders that are watched, and what no event reports.
pub(super) struct Places {
    watcher: RecommendedWatcher,
    folders: Vec<Place>,
    /// The current folder at the start, if paths are relative to it.
    here: Option<PathBuf>,
    /// The settings files outside the folders.
    settings: BTreeMap<PathBuf, Option<Stamp>>,
}

impl Places {
    /// Watches the folders of the paths.
    pub(super) fn watch(
        paths: &[PathBuf],
        args: &check::Args,
        mut watcher: RecommendedWatcher,
    ) -> Result<Self, CommandError> {
        let folders = folders(paths)?;
        for place in &folders {
            place.watch(&mut watcher)?;
        }
        let here = Some(Path::new(".")).filter(|_| paths.iter().any(|path| path.is_relative()));
        let here = here.and_then(|here| std::path::absolute(here).ok()).filter(|here| is_here(here));
        let settings = settings(args, &folders);
        Ok(Self { watcher, folders, here, settings })
    }

    /// Notes whether an event removes or renames a folder.
    pub(super) fn note(&mut self, event: &notify::Event) {
        for place in &mut self.folders {
            place.is_lost |= place.is_taken_by(event);
        }
    }

    /// Returns `true` if a folder was replaced or removed, or a settings file outside the folders was changed.
    ///
    /// # Errors
    ///
    /// If the current folder is gone, or a folder that took the place of another can't be watched.
    pub(super) fn have_changed(&mut self) -> Result<bool, CommandError> {
        if self.here.as_ref().is_some_and(|here| !is_here(here)) {
            return Err("the current folder was removed or renamed".into());
        }
        let are_moved = self.are_moved()?;
        Ok(self.are_set_anew() || are_moved)
    }

    /// Watches the folders that took the place of others; returns `true` if a folder was replaced or removed.
    fn are_moved(&mut self) -> Result<bool, CommandError> {
        let mut moved = Vec::new();
        for place in &mut self.folders {
            let now = identity(&place.folder);
            if now != place.seen || place.is_lost {
                // A removed folder isn't watched any more.
                let _ = self.watcher.unwatch(&place.folder);
                (place.seen, place.is_lost) = (now, false);
                moved.push(place);
            }
        }
        for place in &moved {
            let done = place.watch(&mut self.watcher);
            // A folder that was removed is found when it comes back.
            if place.folder.is_dir() {
                done?;
            }
        }
        Ok(!moved.is_empty())
    }

    /// Returns `true` if a settings file outside the folders was changed.
    fn are_set_anew(&mut self) -> bool {
        let mut is_changed = false;
        for (file, seen) in &mut self.settings {
            let now = stamp(file);
            is_changed |= now != *seen;
            *seen = now;
        }
        is_changed
    }
}

/// Returns the folders to watch for these paths: each once, and none that is watched with a folder above it. To end one
/// of two watches of a folder would end both.
fn folders(paths: &[PathBuf]) -> Result<Vec<Place>, CommandError> {
    let mut places: BTreeMap<PathBuf, Place> = BTreeMap::new();
    for path in paths {
        if path.as_os_str() == "-" {
            return Err("standard input can't be watched: name a file or a folder".into());
        }
        let unable = |error: io::Error| CommandError::cannot_read(printable(&path_text(path)), &error);
        // A watch on a file ends when an editor replaces it by another file; the folder stays.
        let (folder, mode) = if path.is_dir() {
            (path.as_path(), RecursiveMode::Recursive)
        } else {
            std::fs::metadata(path).map_err(unable)?;
            let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
            (folder.unwrap_or(Path::new(".")), RecursiveMode::NonRecursive)
        };
        let absolute = std::path::absolute(folder).map_err(unable)?;
        match places.entry(absolute) {
            Entry::Occupied(mut known) => {
                if mode == RecursiveMode::Recursive {
                    known.get_mut().mode = mode;
                }
            }
            Entry::Vacant(place) => {
                let absolute = place.key().clone();
                let seen = identity(folder);
                place.insert(Place { folder: folder.to_owned(), absolute, mode, seen, is_lost: false });
            }
        }
    }
    let is_covered = |folder: &Path| {
        let mut above = folder.ancestors().skip(1).filter_map(|above| places.get(above));
        above.any(|above| above.mode == RecursiveMode::Recursive && is_within(folder, &above.absolute))
    };
    let covered: BTreeSet<PathBuf> = places.keys().filter(|folder| is_covered(folder)).cloned().collect();
    Ok(places.into_values().filter(|place| !covered.contains(&place.absolute)).collect())
}

/// Returns `true` if a folder is in another one by its path, and no link leads out of it.
fn is_within(folder: &Path, outer: &Path) -> bool {
    let Ok(rest) = folder.strip_prefix(outer) else { return false };
    let real = |path: &Path| std::fs::canonicalize(path).ok();
    real(folder).zip(real(outer)).is_some_and(|(folder, outer)| folder == outer.join(rest))
}

/// Returns `true` if a folder is the current one.
fn is_here(folder: &Path) -> bool {
    identity(folder).is_some_and(|found| identity(Path::new(".")) == Some(found))
}

/// A folder that is watched.
#[derive(Debug)]
struct Place {
    folder: PathBuf,
    /// Its absolute path, as events have it.
    absolute: PathBuf,
    mode: RecursiveMode,
    /// The folder with this name when it was watched.
    seen: Option<Identity>,
    /// Whether it was removed or renamed since.
    is_lost: bool,
}

/// What differs between a folder and another one with its name: the device, the number, the time when it was made.
type Identity = (u64, u64, Option<SystemTime>);

/// What differs between a file and its next version: the size and the time when it was changed.
type Stamp = (u64, Option<SystemTime>);

impl Place {
    fn watch(&self, watcher: &mut RecommendedWatcher) -> Result<(), CommandError> {
        let done = watcher.watch(&self.folder, self.mode);
        let name = || printable(&path_text(&self.folder));
        done.map_err(|error| CommandError::new(format!("cannot watch {}: {error}", name())))
    }

    /// Returns `true` if an event removes or renames the folder.
    fn is_taken_by(&self, event: &notify::Event) -> bool {
        let is_gone = matches!(event.kind, EventKind::Remove(_) | EventKind::Modify(ModifyKind::Name(_)));
        is_gone && event.paths.contains(&self.absolute)
    }
}

/// Identifies a folder; `None` if there is none.
fn identity(folder: &Path) -> Option<Identity> {
    let found = std::fs::metadata(folder).ok().filter(std::fs::Metadata::is_dir)?;
    #[cfg(unix)]
    let (device, number) = {
        use std::os::unix::fs::MetadataExt as _;
        (found.dev(), found.ino())
    };
    #[cfg(not(unix))]
    let (device, number) = (0, 0);
    Some((device, number, found.created().ok()))
}

/// Identifies a version of a file; `None` if there is none.
fn stamp(file: &Path) -> Option<Stamp> {
    let found = std::fs::metadata(file).ok().filter(std::fs::Metadata::is_file)?;
    Some((found.len(), found.modified().ok()))
}

/// Returns the settings files that are outside the watched folders, whether they exist or not: that of `--config`, or
/// else those of the folders above.
fn settings(args: &check::Args, places: &[Place]) -> BTreeMap<PathBuf, Option<Stamp>> {
    let source = &args.input.reading.rules.source;
    let mut files = BTreeMap::new();
    if let Some(file) = &source.config {
        files.insert(file.clone(), stamp(file));
    } else if !source.isolated {
        for place in places {
            for above in place.absolute.ancestors().skip(1) {
                let file = above.join(NAME);
                let stamp = stamp(&file);
                files.insert(file, stamp);
            }
        }
    }
    files
}
