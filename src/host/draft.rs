//! Files that are written whole or not at all, and never over another one unasked.

use super::exit::Exit;
use super::interrupt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Up to this size a draft is kept in memory until it is wanted.
const IN_MEMORY: usize = 4 << 20;

/// The temporary file that exists at the moment. Whoever holds the lock may make, rename or remove
/// one; so whoever interrupts the program knows what to take away.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);

fn temporary() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes an interruption (Ctrl-C, or a request to end) stop what can be stopped, else take the temporary file away
/// before it ends the program.
pub(crate) fn guard() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // Where that isn't possible, an interrupted run leaves a temporary file, and nothing worse.
        let _ = ctrlc::set_handler(|| {
            if interrupt::ask() {
                return;
            }
            // Held until the end: nothing new is made.
            let file = temporary();
            if let Some(path) = &*file {
                let _ = fs::remove_file(path);
            }
            #[expect(clippy::exit, reason = "that is what an interruption asks for")]
            std::process::exit(i32::from(Exit::Interrupted.status()));
        });
    });
}

/// Writes a file as a whole.
///
/// # Errors
///
/// A message with the file's name, for the reasons of [`Draft::new`] and [`Draft::commit`].
pub(crate) fn save(target: &Path, replace: bool, bytes: &[u8]) -> Result<(), String> {
    let saved = Draft::new(target, replace).and_then(|mut draft| {
        draft.write(bytes)?;
        draft.commit()
    });
    saved.map_err(|error| format!("{}: {error}", target.display()))
}

/// A file that is being put together.
///
/// Nothing of it can be seen under its name before [`commit`](Self::commit): large ones are kept in a
/// temporary file beside it, which goes away with the draft. There is only one such file at a time.
pub(crate) struct Draft {
    target: PathBuf,
    /// What is to be replaced, if anything.
    replaces: Option<fs::Metadata>,
    /// What isn't in the temporary file.
    memory: Vec<u8>,
    file: Option<Temporary>,
}

impl Draft {
    /// Plans to write a file. A link is followed; a device or a pipe is written to as it is.
    ///
    /// # Errors
    ///
    /// [`io::ErrorKind::AlreadyExists`] if there is a file and it isn't to be replaced, and those of
    /// looking at it.
    pub(crate) fn new(target: &Path, replace: bool) -> io::Result<Self> {
        guard();
        let (target, replaces) = match fs::metadata(target) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => (target.to_owned(), None),
            Err(error) => return Err(error),
            Ok(data) if data.is_dir() => return Err(io::Error::other("there is a folder of that name")),
            Ok(data) if data.is_file() && !replace => return Err(exists()),
            Ok(data) => (fs::canonicalize(target)?, Some(data)),
        };
        Ok(Self { target, replaces, memory: Vec::new(), file: None })
    }

    /// Adds bytes.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.memory.extend_from_slice(bytes);
        if self.memory.len() > IN_MEMORY && !self.is_device() {
            self.spill()?;
        }
        Ok(())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// Those of writing; [`io::ErrorKind::AlreadyExists`] if somebody else has made the file since.
    pub(crate) fn commit(mut self) -> io::Result<()> {
        if self.is_device() {
            return OpenOptions::new().write(true).open(&self.target)?.write_all(&self.memory);
        }
        self.spill()?;
        let Some(file) = self.file.take() else { return Ok(()) };
        if let Some(data) = &self.replaces {
            file.file.set_permissions(data.permissions())?;
        }
        file.file.sync_all()?;
        file.name(&self.target, self.replaces.is_some())
    }

    fn is_device(&self) -> bool {
        self.replaces.as_ref().is_some_and(|data| !data.is_file())
    }

    /// Moves what is in memory to the temporary file.
    fn spill(&mut self) -> io::Result<()> {
        let mut file = match self.file.take() {
            Some(file) => file,
            None => Temporary::beside(&self.target)?,
        };
        let written = file.file.write_all(&self.memory);
        self.memory.clear();
        self.file = Some(file);
        written
    }
}

fn exists() -> io::Error {
    io::Error::new(io::ErrorKind::AlreadyExists, "the file exists; `--force` replaces it")
}

/// A temporary file, which goes away unless it gets a name.
struct Temporary {
    file: File,
    path: PathBuf,
    has_name: bool,
}

impl Temporary {
    /// Makes one in the folder of its later name; folders that are missing are made, too.
    fn beside(target: &Path) -> io::Result<Self> {
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder {
            fs::create_dir_all(folder)?;
        }
        let name = format!(".barpoint-{}.tmp", std::process::id());
        let path = folder.unwrap_or(Path::new(".")).join(name);
        let mut kept = temporary();
        let file = OpenOptions::new().write(true).create_new(true).open(&path)?;
        *kept = Some(path.clone());
        Ok(Self { file, path, has_name: false })
    }

    /// Gives it its name, which only replaces another file if it may.
    fn name(mut self, target: &Path, replace: bool) -> io::Result<()> {
        let mut kept = temporary();
        // A second link is the one way to give a name that fails if somebody else has it. Not every
        // file system has links.
        if replace {
            fs::rename(&self.path, target)?;
        } else {
            match fs::hard_link(&self.path, target) {
                Ok(()) => fs::remove_file(&self.path)?,
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => return Err(exists()),
                Err(_) if target.try_exists()? => return Err(exists()),
                Err(_) => fs::rename(&self.path, target)?,
            }
        }
        self.has_name = true;
        *kept = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.has_name {
            let mut kept = temporary();
            let _ = fs::remove_file(&self.path);
            *kept = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// There is one temporary file at a time: so is there one test.
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

        // Somebody else is faster.
        let target = folder.join("b.txt");
        let mut draft = Draft::new(&target, false).expect("a plan");
        draft.write(b"ours").expect("room");
        fs::write(&target, "theirs").expect("room");
        assert_eq!(draft.commit().err().map(|error| error.kind()), Some(io::ErrorKind::AlreadyExists));
        assert_eq!(fs::read(&target).expect("the file"), b"theirs");
        assert_eq!(names(), ["b.txt", "sub"]);
        fs::remove_dir_all(&folder).expect("its folder");
    }
}
