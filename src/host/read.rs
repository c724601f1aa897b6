//! Files that are read completely: no more than a limit, and never a device or a pipe without an end.

use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::Path;

/// The limit for weights, in bytes: the embedded ones have a few million.
pub(crate) const WEIGHTS: u64 = 64 << 20;
/// The limit for a bear-off database or a table, in bytes.
pub(crate) const TABLE: u64 = 1 << 30;
/// The limit for a stored rollout, in bytes.
pub(crate) const ROLLOUT: u64 = 64 << 20;
/// The limit for a file with the spellings of names, in bytes.
pub(crate) const ALIASES: u64 = 64 << 20;
/// The limit for a file that a session reads, in bytes: a record, commands, a match equity table.
pub(crate) const SESSION: u64 = 256 << 20;

/// Reads a file of the file system with at most `most` bytes. Fails if the file can't be read. A larger file, or one
/// that isn't a regular file (a folder, a pipe, a device), is refused before anything is read.
pub(crate) fn file(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    limited(regular(path, most)?, most)
}

/// Reads a file as [`file`] does, and waits until no other run is writing to it under a lock. Fails as [`file`] does;
/// where files can't be locked, it is read all the same.
pub(crate) fn unlocked(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let file = regular(path, most)?;
    let _ = file.lock_shared();
    limited(file, most)
}

/// Refuses a folder, a pipe or a device, and a name of nothing.
pub(crate) fn must_be_file(path: &Path) -> io::Result<Metadata> {
    let data = must_be_no_folder(path)?;
    if !data.is_file() {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "it is a pipe or a device, not a file"));
    }
    Ok(data)
}

/// Refuses to replace a folder, a pipe, which would wait for a reader, or a device.
pub(crate) fn must_be_file_if_any(path: &Path) -> io::Result<()> {
    match must_be_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Refuses a folder, and a name of nothing.
pub(crate) fn must_be_no_folder(path: &Path) -> io::Result<Metadata> {
    let data = fs::metadata(path)?;
    if data.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a folder, not a file"));
    }
    Ok(data)
}

/// Returns `true` if standard output goes to this file.
#[cfg(unix)]
pub(crate) fn is_standard_output(path: &Path) -> bool {
    use std::os::fd::AsFd as _;
    use std::os::unix::fs::MetadataExt as _;
    use std::sync::OnceLock;
    static OUTPUT: OnceLock<Option<(u64, u64)>> = OnceLock::new();
    let of = |data: Metadata| data.is_file().then(|| (data.dev(), data.ino()));
    let output = OUTPUT.get_or_init(|| {
        let output = io::stdout().as_fd().try_clone_to_owned().ok()?;
        of(File::from(output).metadata().ok()?)
    });
    output.is_some() && fs::metadata(path).is_ok_and(|data| of(data) == *output)
}

/// Returns `true` if standard output goes to this file; that isn't known here.
#[cfg(not(unix))]
pub(crate) const fn is_standard_output(_: &Path) -> bool {
    false
}

fn regular(path: &Path, most: u64) -> io::Result<File> {
    let data = must_be_file(path)?;
    if data.len() > most {
        return Err(too_large(most));
    }
    File::open(path)
}

/// Reads anything with this name, up to `most` bytes. Fails if it can't be read or is larger.
pub(crate) fn any(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    limited(File::open(path)?, most)
}

fn limited(reader: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_large(most)) } else { Ok(bytes) }
}

pub(crate) fn too_large(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_a_device_and_a_file_beyond_the_limit_are_refused() {
        let folder = std::env::temp_dir();
        assert_eq!(file(&folder, 10).map_err(|error| error.kind()), Err(io::ErrorKind::IsADirectory));
        let path = folder.join(format!("barpoint-read-{}", std::process::id()));
        fs::write(&path, [7; 11]).expect("a file");
        assert_eq!(file(&path, 10).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
        assert_eq!(any(&path, 10).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
        assert_eq!(file(&path, 11).expect("small enough"), [7; 11]);
        fs::remove_file(&path).expect("is there");
        if cfg!(unix) {
            let endless = Path::new("/dev/zero");
            assert_eq!(file(endless, 10).map_err(|error| error.kind()), Err(io::ErrorKind::InvalidInput));
            assert_eq!(any(endless, 10).map_err(|error| error.kind()), Err(io::ErrorKind::FileTooLarge));
        }
    }
}
