//! Files that are written completely or not at all, and that only replace another file if the caller wants
//! it.

use super::exit::Exit;
use super::interrupt;
use super::names::path_text;
use super::reason::{cannot_write, reason};
use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The size up to which a draft stays in memory until it is committed.
const IN_MEMORY: usize = 4 << 20;

/// The state of temporary files. Only the thread that holds the lock may create, rename or remove one, so an
/// interruption can remove the right file.
struct Known {
    /// The temporary file that exists now.
    current: Option<PathBuf>,
    /// The folders where files of earlier runs have been removed.
    tidied: BTreeSet<PathBuf>,
}

static TEMPORARY: Mutex<Known> = Mutex::new(Known { current: None, tidied: BTreeSet::new() });

fn temporary() -> MutexGuard<'static, Known> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The beginning and the end of the names of temporary files.
const PREFIX: &str = ".barpoint-";
const SUFFIX: &str = ".tmp";

/// Handles an interruption (Ctrl-C, or a request to terminate): stops what can be stopped, else removes the
/// temporary file before the program ends.
pub(crate) fn guard() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // If this fails, an interrupted run only leaves a temporary file.
        let _ = ctrlc::set_handler(|| {
            if interrupt::ask() {
                return;
            }
            // Held until the end, so that no new file is created.
            let known = temporary();
            if let Some(path) = &known.current {
                let _ = fs::remove_file(path);
            }
            #[expect(clippy::exit, reason = "that is what an interruption asks for")]
            std::process::exit(i32::from(Exit::Interrupted.status()));
        });
    });
}

/// Does work that can be stopped: an interruption asks it to stop, and only the next one ends the program.
pub(crate) fn stoppable<R>(work: impl FnOnce() -> R) -> R {
    guard();
    interrupt::begin();
    let done = work();
    interrupt::end();
    done
}

/// Writes a whole file; a message about an error has its name.
pub(crate) fn save(target: &Path, replace: bool, bytes: &[u8]) -> Result<(), String> {
    put(target, replace, bytes).map_err(|error| cannot_write(path_text(target), &error))
}

/// Fails before long work if [`save`] would fail after it, with the same message.
pub(crate) fn foresee(target: &Path, replace: bool) -> Result<(), String> {
    let draft = Draft::early(target, replace);
    draft.map(drop).map_err(|error| cannot_write(path_text(target), &error))
}

/// Does the same as [`save`], with the system's error.
pub(crate) fn put(target: &Path, replace: bool, bytes: &[u8]) -> io::Result<()> {
    let draft = Draft::new(target, replace)?;
    draft.finish(bytes)
}

/// Writes a copy of a file, which gets the owner and the permissions of its original before its name. Fails if there
/// is a file of that name, the original can't be read or the copy can't be written: a message with the name of the
/// one concerned.
pub(crate) fn copy(original: &Path, target: &Path) -> Result<(), String> {
    let read = || Ok((fs::read(original)?, fs::metadata(original)?));
    let (bytes, like) = read()
        .map_err(|error: io::Error| format!("cannot read {}: {}", path_text(original), reason(&error)))?;
    let draft = Draft::new(target, false).map(|draft| Draft { like: Some(like), ..draft });
    draft.and_then(|draft| draft.finish(&bytes)).map_err(|error| cannot_write(path_text(target), &error))
}

/// A file that is being written.
///
/// It doesn't appear under its name before [`commit`](Self::commit): a large one is kept in a temporary file
/// beside it, which is removed with the draft. There is only one such file at a time.
pub(crate) struct Draft {
    target: PathBuf,
    /// Whether an existing file may be replaced, also one that appears in the meantime.
    replace: bool,
    /// The metadata that the file gets: of the one to replace, or of the original of a copy.
    like: Option<fs::Metadata>,
    /// The bytes that aren't in the temporary file.
    memory: Vec<u8>,
    file: Option<Temporary>,
}

impl Draft {
    /// Begins to write a file. A link is followed; a device or a pipe is written to directly. Fails if there is a
    /// file that may not be replaced ([`io::ErrorKind::AlreadyExists`]), or its metadata can't be read.
    pub(crate) fn new(target: &Path, replace: bool) -> io::Result<Self> {
        guard();
        let (target, like) = match fs::metadata(target) {
            // A link may lead nowhere.
            Err(error) if error.kind() == io::ErrorKind::NotFound => match fs::symlink_metadata(target) {
                Ok(_) if !replace => return Err(exists()),
                _ => (target.to_owned(), None),
            },
            Err(error) => return Err(error),
            Ok(data) if data.is_dir() => return Err(io::Error::other("there is a folder of that name")),
            Ok(data) if data.is_file() && !replace => return Err(exists()),
            // Only a link has another name: not every system finds that of a long path.
            // A pipe has no other name, nor has the link to it in `/proc`.
            Ok(data) if data.is_file() && fs::symlink_metadata(target)?.is_symlink() => {
                (fs::canonicalize(target)?, Some(data))
            }
            Ok(data) => (target.to_owned(), Some(data)),
        };
        Ok(Self { target, replace, like, memory: Vec::new(), file: None })
    }

    /// Does the same as [`Self::new`] before long work: it also fails if no file can be created in the folder.
    pub(crate) fn early(target: &Path, replace: bool) -> io::Result<Self> {
        let draft = Self::new(target, replace)?;
        if !draft.is_device() {
            // Missing folders are made with the file.
            let is_there = |folder: &&Path| folder.as_os_str().is_empty() || folder.exists();
            let folder = draft.target.ancestors().skip(1).find(is_there).unwrap_or(Path::new(""));
            drop(Temporary::beside(&folder.join("file"), false)?);
        }
        Ok(draft)
    }

    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.memory.extend_from_slice(bytes);
        if self.memory.len() > IN_MEMORY && !self.is_device() {
            self.spill()?;
        }
        Ok(())
    }

    /// Gives the file its name. A file that is replaced passes on its owner and permissions, the owner as far as the
    /// system allows it. Fails if the file can't be written, or another program has created it in the meantime and it
    /// may not be replaced ([`io::ErrorKind::AlreadyExists`]).
    pub(crate) fn commit(mut self) -> io::Result<()> {
        if self.is_device() {
            return OpenOptions::new().write(true).open(&self.target)?.write_all(&self.memory);
        }
        self.spill()?;
        let Some(file) = self.file.take() else { return Ok(()) };
        if let Some(data) = &self.like {
            keep_owner(&file.file, data);
            file.file.set_permissions(data.permissions())?;
        }
        file.file.sync_all()?;
        file.name(&self.target, self.replace)
    }

    /// Adds the last bytes, and gives the file its name.
    pub(crate) fn finish(mut self, bytes: &[u8]) -> io::Result<()> {
        self.write(bytes)?;
        self.commit()
    }

    fn is_device(&self) -> bool {
        self.like.as_ref().is_some_and(|data| !data.is_file())
    }

    /// Moves the bytes in memory to the temporary file.
    fn spill(&mut self) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => Temporary::beside(&self.target, self.like.is_some())?,
        };
        let written = file.file.write_all(&self.memory);
        self.memory.clear();
        self.file = Some(file);
        written
    }
}

fn new_file(is_private: bool) -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if is_private {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = is_private;
    options
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; `--force` replaces it")
}

/// Gives a new file the owner and the group of the file that it replaces. Only a privileged user may change
/// the owner; for others as much is kept as possible, as other editors of files do.
#[cfg(unix)]
fn keep_owner(file: &File, replaced: &fs::Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let is_same = file.metadata().is_ok_and(|own| (own.uid(), own.gid()) == (replaced.uid(), replaced.gid()));
    if !is_same && fchown(file, Some(replaced.uid()), Some(replaced.gid())).is_err() {
        let _ = fchown(file, None, Some(replaced.gid()));
    }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &fs::Metadata) {}

/// Makes a folder's list of names survive a loss of power. Not every file system can do that, or needs it.
#[cfg(unix)]
pub(crate) fn sync_folder(folder: &Path) {
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(not(unix))]
pub(crate) fn sync_folder(_: &Path) {}

/// Removes temporary files of killed runs from a folder: those that no program has locked.
fn tidy(folder: &Path) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let is_ours = name.to_str().is_some_and(|name| name.starts_with(PREFIX) && name.ends_with(SUFFIX));
        if is_ours
            && entry.file_type().is_ok_and(|kind| kind.is_file())
            && let Ok(file) = File::open(entry.path())
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// A temporary file, which is removed unless it gets a name. It is locked while it is being written.
struct Temporary {
    file: File,
    path: PathBuf,
    has_name: bool,
}

impl Temporary {
    /// Creates one in the folder of its later name, and missing folders with it. If it `is_private`, only its owner may
    /// read it until it gets other permissions.
    fn beside(target: &Path, is_private: bool) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        let folder = folder.unwrap_or(Path::new("."));
        let mut known = temporary();
        if known.tidied.insert(folder.to_owned()) {
            tidy(folder);
        }
        // Programs in separate containers can have the same process number and share a folder.
        for attempt in 0..100 {
            let path = folder.join(format!("{PREFIX}{}-{attempt}{SUFFIX}", std::process::id()));
            let file = match new_file(is_private).open(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => continue,
                other => other?,
            };
            // Where files can't be locked, no file counts as left by another run.
            if !matches!(file.try_lock(), Err(TryLockError::WouldBlock)) && path.try_exists().unwrap_or(true)
            {
                known.current = Some(path.clone());
                return Ok(Self { file, path, has_name: false });
            }
            // Another run took the file for an abandoned one before it was locked.
        }
        Err(io::Error::new(io::ErrorKind::AlreadyExists, "no name is free for a temporary file"))
    }

    /// Gives it its name. An existing file is only replaced if `replace` allows it.
    fn name(mut self, target: &Path, replace: bool) -> io::Result<()> {
        let mut known = temporary();
        // A second link is the only way to give a name that fails if another program has it. Not every file
        // system has links.
        if replace {
            fs::rename(&self.path, target)?;
        } else {
            match fs::hard_link(&self.path, target) {
                // The file has its name; if the temporary name can't be removed now, a later run removes it.
                Ok(()) => drop(fs::remove_file(&self.path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists()),
                Err(_) if target.try_exists()? => return Err(exists()),
                Err(_) => fs::rename(&self.path, target)?,
            }
        }
        self.has_name = true;
        known.current = None;
        drop(known);
        if let Some(folder) = self.path.parent() {
            sync_folder(folder);
        }
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.has_name {
            let mut known = temporary();
            let _ = fs::remove_file(&self.path);
            known.current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[cfg(target_os = "linux")]
    #[test]
    fn a_pipe_is_written_to_by_its_name_in_proc() {
        use std::io::Read as _;
        use std::os::fd::AsRawFd as _;
        let (mut reader, writer) = io::pipe().expect("a pipe");
        put(Path::new(&format!("/proc/self/fd/{}", writer.as_raw_fd())), false, b"text").expect("room");
        drop(writer);
        let mut text = String::new();
        reader.read_to_string(&mut text).expect("text");
        assert_eq!(text, "text");
    }

    /// There is one temporary file at a time, so there is one test.
    #[test]
    fn a_file_is_written_whole_or_not_at_all_and_never_over_another_unasked() {
        let folder = std::env::temp_dir().join(format!("barpoint-draft-{}", std::process::id()));
        let names = || -> Vec<String> {
            let entries = fs::read_dir(&folder).expect("a folder");
            let mut names: Vec<String> = entries
                .map(|entry| entry.expect("an entry").file_name().into_string().expect("UTF-8"))
                .collect();
            names.sort();
            names
        };
        fs::create_dir_all(&folder).expect("a folder");
        let target = folder.join("sub/a.txt");
        let large = vec![b'x'; IN_MEMORY + 1];

        let mut draft = Draft::new(&target, false).expect("a plan");
        draft.write(&large).expect("room");
        assert_eq!(names(), ["sub"]);
        drop(draft);
        assert_eq!(fs::read_dir(folder.join("sub")).expect("a folder").count(), 0);
        // Before long work, a place that can't be written is found at once, and nothing is left.
        drop(Draft::early(&folder.join("missing/b.txt"), false).expect("room"));
        assert_eq!(names(), ["sub"]);
        if cfg!(target_os = "linux") {
            assert!(foresee(Path::new("/proc/b.txt"), false).is_err());
        }
        #[cfg(unix)]
        {
            let link = folder.join("link");
            std::os::unix::fs::symlink("nowhere", &link).expect("a link");
            assert!(foresee(&link, false).is_err() && foresee(&link, true).is_ok());
            fs::remove_file(link).expect("the link");
        }

        let mut draft = Draft::new(&target, false).expect("a plan");
        draft.write(&large).expect("room");
        draft.write(b"end").expect("room");
        draft.commit().expect("a file");
        assert_eq!(fs::read(&target).expect("the file").len(), large.len() + 3);

        assert_eq!(
            Draft::new(&target, false).err().map(|error| error.kind()),
            Some(io::ErrorKind::AlreadyExists)
        );
        let mut draft = Draft::new(&target, true).expect("a plan");
        draft.write(b"new").expect("room");
        assert_eq!(fs::read(&target).expect("the file").len(), large.len() + 3);
        draft.commit().expect("a file");
        assert_eq!(fs::read(&target).expect("the file"), b"new");

        // Another program is faster.
        let target = folder.join("b.txt");
        let mut draft = Draft::new(&target, false).expect("a plan");
        draft.write(b"ours").expect("room");
        fs::write(&target, "theirs").expect("room");
        assert_eq!(draft.commit().err().map(|error| error.kind()), Some(io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read(&target).expect("the file"), b"theirs");
        assert_eq!(names(), ["b.txt", "sub"]);

        // Two programs that may both replace the file: that of the later one stays.
        let target = folder.join("c.txt");
        let mut draft = Draft::new(&target, true).expect("a plan");
        draft.write(b"ours").expect("room");
        fs::write(&target, "theirs").expect("room");
        draft.commit().expect("it may replace");
        assert_eq!(fs::read(&target).expect("the file"), b"ours");

        // The file of a killed run is removed with the next file written there; one that is still being
        // written stays.
        let left = folder.join("new");
        fs::create_dir(&left).expect("a folder");
        fs::write(left.join(".barpoint-1-0.tmp"), "half").expect("room");
        fs::write(left.join(".barpoint-notes.txt"), "a user's").expect("room");
        let busy = File::create(left.join(".barpoint-2-0.tmp")).expect("a file");
        busy.try_lock().expect("nobody else has it");
        save(&left.join("d.txt"), false, b"d").expect("a file");
        let entries = fs::read_dir(&left).expect("a folder").flatten();
        let mut names: Vec<_> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
        names.sort();
        assert_eq!(names, [".barpoint-2-0.tmp", ".barpoint-notes.txt", "d.txt"]);
        drop(busy);
        fs::remove_dir_all(&folder).expect("its folder");
    }
}
