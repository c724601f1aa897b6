//! From paths to matches: single files, folders in sorted order, standard input; packed files and members of
//! archives are read like unpacked ones.

use super::limits::Limits;
use super::packed::{self, Archive, Exceeded, Packing};
use super::reader::{Matches, Reader};
use crate::analysis::RulesOverride;
use crate::diag::{MARK, SourceFile, is_unmarked_utf16};
use crate::formats::Format;
use crate::formats::json::FORMAT as JSON;
use crate::formats::split::SplitError;
use crate::host::lines::LONGEST_LINE;
use crate::host::names::{path_of, path_text, portable};
use crate::host::read::{is_standard_output, must_be_no_folder};
use crate::host::reason::reason as words;
use std::collections::{BTreeSet, VecDeque};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The number of bytes of a file that are read to recognise its format.
const HEAD: usize = 1 << 16;

/// The most layers of packing around a record: one for `a.mat.gz`, three if that is in a zip archive in another one.
const LAYERS: usize = 5;

/// The default name of standard input.
pub(crate) const STDIN: &str = "<stdin>";

/// Reads one match of a file, counted from 1; `-` is standard input.
///
/// # Errors
///
/// If the file can't be read, isn't a record, or has fewer matches: a message.
pub fn one(
    path: &Path,
    wanted: u32,
    limits: Limits,
    reader: &dyn Reader,
) -> Result<(&'static Format, SourceFile), String> {
    let paths = [path.to_path_buf()];
    let mut last = 0;
    for item in Input::new(reader, &paths, Box::new(io::stdin()), None).within(limits) {
        match item {
            Item::Match(found) if found.number == wanted => return Ok((found.format, found.source)),
            Item::Match(found) => last = found.number,
            Item::NotARecord { source, .. } => {
                return Err(format!("{}: the file contains no match record", source.name()));
            }
            Item::Unreadable { name, reason, .. } => {
                return Err(format!("cannot read {name}: {}", words(&reason)));
            }
            Item::Skipped => {}
        }
    }
    Err(format!("{}: {}", path_text(path), no_match(wanted, last.into())))
}

/// Returns the message on a match that isn't there, with the last one that is.
pub(crate) fn no_match(wanted: u32, last: u64) -> String {
    format!("there is no match {wanted}; the last is match {last}")
}

/// Returns the line where the input exceeds a limit; `None` for errors of other kinds.
pub(super) fn limit_exceeded(reason: &io::Error) -> Option<u64> {
    let reason = reason.get_ref()?;
    match reason.downcast_ref::<SplitError>() {
        Some(
            SplitError::TooLarge { line, .. }
            | SplitError::TooFine { line, .. }
            | SplitError::TooMuch { line, .. },
        ) => Some(*line),
        _ => reason.is::<Exceeded>().then_some(1),
    }
}

/// The beginning of the names of files in which commands keep notes about a folder; they aren't records.
pub(crate) const NOTES: &str = ".barpoint-";

/// The beginning of the lines of JSON that commands print, which aren't records.
pub(crate) const OWN_OUTPUT: &str = "{\"schema\":";

/// The beginning of the files in which macOS keeps the attributes of another file: `._a.mat` for `a.mat`.
const APPLE_DOUBLE: &[u8] = &[0, 5, 0x16, 7, 0, 2];

/// The origin of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The name to show: the path; for a member of an archive, with the archive's name in front.
    pub name: String,
    /// The path from the folder given on the command line; for a file that was given itself, its name.
    /// Extensions of packing are left out, but an archive counts as a folder.
    pub relative: PathBuf,
    /// The file itself, unless it is packed or standard input.
    pub path: Option<PathBuf>,
    /// The file on disk that contains it, which may be packed; `None` for standard input.
    pub file: Option<PathBuf>,
    /// The source that it shares with other files: the folder or archive that was given; for a file that was
    /// given itself, its folder.
    pub source: String,
}

impl Origin {
    /// Returns the origin of a file that was given itself.
    fn named(path: &Path) -> Self {
        Self {
            name: path_text(path),
            relative: path.file_name().map_or_else(PathBuf::new, PathBuf::from),
            path: Some(path.to_owned()),
            file: Some(path.to_owned()),
            source: match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => path_text(folder),
                _ => ".".to_owned(),
            },
        }
    }

    /// Returns the origin of standard input, shown under this name.
    fn stdin(name: String) -> Self {
        let file = Path::new(name.trim_matches(['<', '>'])).file_name();
        let relative = file.map_or_else(|| PathBuf::from("stdin"), PathBuf::from);
        Self { source: name.clone(), name, relative, path: None, file: None }
    }

    /// Returns `true` for standard input itself.
    pub(crate) fn is_stdin(&self) -> bool {
        self.path.is_none() && self.name == self.source
    }

    /// Returns the path whose folder decides which settings apply.
    pub(crate) fn place(&self) -> &Path {
        self.path.as_deref().unwrap_or(Path::new(&self.name))
    }

    /// Returns the origin of a file found in a folder. On Windows, the name of a folder written with `/` continues with `/`.
    fn within(folder: &Path, path: &Path) -> Self {
        let relative = path.strip_prefix(folder).unwrap_or(path).to_owned();
        let source = path_text(folder);
        let mut origin = Self::named(path);
        if std::path::MAIN_SEPARATOR == '\\' && source.contains('/') && !source.contains('\\') {
            origin.name = origin.name.replace('\\', "/");
        }
        Self { relative, source, ..origin }
    }

    /// Returns the origin of the content of a packed file.
    fn unpacked(self) -> Self {
        let is_marked = has_extension(&self.relative, &["gz", "zst", "xz", "bz2"]);
        let relative = if is_marked { self.relative.with_extension("") } else { self.relative };
        Self { relative, path: None, ..self }
    }

    /// Returns the origin of a member of an archive that was given itself or found in a folder.
    fn member(&self, name: &str, is_named: bool) -> Self {
        let inside: PathBuf = name.split('/').map(portable).collect();
        let relative = self.relative.with_extension("").join(inside);
        let source = if is_named { &self.name } else { &self.source }.clone();
        Self { name: format!("{}/{name}", self.name), relative, path: None, file: self.file.clone(), source }
    }
}

/// A match that was read.
#[derive(Debug)]
pub struct Found {
    /// Its format.
    pub format: &'static Format,
    /// Its text.
    pub source: SourceFile,
    /// Its file.
    pub origin: Arc<Origin>,
    /// Its number in its file, counted from 1.
    pub number: u32,
    /// The rules that apply where it states none; a pass finds them.
    pub rules: RulesOverride,
}

/// The results of reading, in the order of the input.
#[derive(Debug)]
pub enum Item {
    /// One match.
    Match(Found),
    /// A file without a match that was given itself or has the name of a record.
    NotARecord {
        /// Its beginning.
        source: SourceFile,
        /// The file on disk that contains it; `None` for standard input.
        file: Option<PathBuf>,
    },
    /// A file of a folder that isn't a record.
    Skipped,
    /// A file or folder that can't be read.
    Unreadable {
        /// The path.
        name: String,
        /// The file on disk that contains it; `None` for standard input.
        file: Option<PathBuf>,
        /// The reason.
        reason: io::Error,
        /// Whether matches of it were read before.
        has_matches: bool,
    },
}

impl Item {
    /// Returns the approximate memory that the item takes, in bytes.
    #[must_use]
    pub fn weight(&self) -> u64 {
        match self {
            Self::Match(Found { source, .. }) | Self::NotARecord { source, .. } => {
                source.bytes().len() as u64
            }
            Self::Skipped | Self::Unreadable { .. } => 0,
        }
    }
}

/// An input that is still to be read.
enum Root {
    Stdin,
    Path(PathBuf),
    /// A list of paths that can't be read on.
    Failed(Box<Item>),
}

/// The matches of all given paths, read on demand.
pub struct Input<'a> {
    reader: &'a dyn Reader,
    roots: VecDeque<Root>,
    stdin: Option<Box<dyn Read + Send + 'a>>,
    stdin_name: String,
    is_stdin_named: bool,
    from: Option<&'static Format>,
    limits: Limits,
    skipped: Option<PathBuf>,
    /// The files read so far, if each is read only once.
    seen: Option<BTreeSet<PathBuf>>,
    list: Option<PathBuf>,
    lines: Option<List<'a>>,
    folder: Option<(PathBuf, walkdir::IntoIter)>,
    /// The open archives, each inside the one before it.
    archives: Vec<OpenArchive>,
    file: Option<OpenFile<'a>>,
}

/// An archive that is being read.
struct OpenArchive {
    origin: Origin,
    archive: Archive,
    is_named: bool,
    /// The layers of packing around its members.
    layers: usize,
}

/// A file that is being split.
struct OpenFile<'a> {
    format: &'static Format,
    origin: Arc<Origin>,
    matches: Matches<'a>,
    number: u32,
}

impl<'a> Input<'a> {
    /// Makes an input of `paths`, where `-` is standard input; standard input is also read if there are no
    /// paths.
    #[must_use]
    pub fn new(
        reader: &'a dyn Reader,
        paths: &[PathBuf],
        stdin: Box<dyn Read + Send + 'a>,
        stdin_name: Option<&str>,
    ) -> Self {
        let root = |path: &PathBuf| {
            if path.as_os_str() == "-" { Root::Stdin } else { Root::Path(path.clone()) }
        };
        let mut roots: VecDeque<Root> = paths.iter().map(root).collect();
        if roots.is_empty() {
            roots.push_back(Root::Stdin);
        }
        Self {
            reader,
            roots,
            stdin: Some(stdin),
            stdin_name: path_text(stdin_name.unwrap_or(STDIN)),
            is_stdin_named: !paths.is_empty(),
            from: None,
            limits: Limits::default(),
            skipped: None,
            seen: None,
            list: None,
            lines: None,
            folder: None,
            archives: Vec::new(),
            file: None,
        }
    }

    /// Reads every file as this format instead of recognising it.
    #[must_use]
    pub fn reading_as(mut self, format: Option<&'static Format>) -> Self {
        self.from = format;
        self
    }

    /// Refuses input beyond these limits instead of the default ones.
    #[must_use]
    pub fn within(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Reads more paths from a file, one per line or each followed by a NUL byte, after the given ones; `-` is standard
    /// input.
    #[must_use]
    pub fn listed_in(mut self, list: Option<&Path>) -> Self {
        if list.is_some() {
            // Standard input was only added because there were no paths.
            if matches!(self.roots.make_contiguous(), [Root::Stdin]) && !self.is_stdin_named {
                self.roots.clear();
            }
            self.list = list.map(Path::to_path_buf);
        }
        self
    }

    /// Returns the next path of the list; `None` at its end.
    fn next_listed(&mut self) -> Option<Result<PathBuf, Item>> {
        if let Some(list) = self.list.take() {
            let opened: io::Result<Box<dyn Read + Send + 'a>> = if list.as_os_str() == "-" {
                self.stdin.take().ok_or_else(read_already)
            } else {
                must_be_no_folder(&list).and_then(|_| File::open(&list)).map(|file| Box::new(file) as _)
            };
            match opened.and_then(List::new) {
                Ok(lines) => self.lines = Some(lines),
                Err(reason) => return Some(Err(unreadable(Origin::named(&list), reason))),
            }
        }
        match self.lines.as_mut()?.next_path() {
            Ok(path) => path.map(Ok),
            Err(reason) => {
                self.lines = None;
                let name = "the list of files".to_owned();
                Some(Err(Item::Unreadable { name, file: None, reason, has_matches: false }))
            }
        }
    }

    /// Reads the list of paths to its end, and returns all paths.
    pub(crate) fn all_paths(&mut self) -> impl Iterator<Item = &Path> {
        while let Some(listed) = self.next_listed() {
            let root = listed.map_or_else(|item| Root::Failed(Box::new(item)), Root::Path);
            self.roots.push_back(root);
        }
        self.lines = None;
        self.roots.iter().filter_map(|root| match root {
            Root::Path(path) => Some(path.as_path()),
            Root::Stdin | Root::Failed(_) => None,
        })
    }

    /// Returns `true` if a file is found in a folder of the input, and is read there.
    pub(crate) fn is_found(&mut self, path: &Path) -> bool {
        let is_file = |path: &PathBuf| path.is_file();
        let Some(full) = path.canonicalize().ok().filter(is_file) else { return false };
        let is_in = |folder: &Path| folder.canonicalize().is_ok_and(|folder| full.starts_with(folder));
        let has_it = |root: &Root| matches!(root, Root::Path(path) if path.is_dir() && is_in(path));
        if !self.roots.iter().any(has_it) {
            return false;
        }
        self.is_record(path)
    }

    /// Returns `true` if a file is read where it is found in a folder. No other file may be open.
    fn is_record(&mut self, path: &Path) -> bool {
        let Ok(file) = File::open(path) else { return false };
        let item = self.open(Origin::named(path), false, Box::new(file));
        self.file = None;
        self.archives.clear();
        !matches!(item, Some(Item::Skipped))
    }

    /// Leaves out the output folder where it is found inside another folder.
    #[must_use]
    pub fn skipping(mut self, folder: Option<&Path>) -> Self {
        // A folder that doesn't exist yet can't be canonicalised; its absolute path has to do.
        let full = |folder: &Path| folder.canonicalize().or_else(|_| std::path::absolute(folder)).ok();
        self.skipped = folder.and_then(full);
        self
    }

    /// Reads a file only once, by whatever paths it is given or found.
    #[must_use]
    pub fn once(mut self, is_wanted: bool) -> Self {
        self.seen = is_wanted.then(BTreeSet::new);
        self
    }

    /// Begins to read a file, a member of the open archive, or what is packed in it; returns an item only if it contains
    /// no match.
    fn open(
        &mut self,
        mut origin: Origin,
        is_named: bool,
        mut reader: Box<dyn Read + Send + 'a>,
    ) -> Option<Item> {
        let mut layers = self.archives.last().map_or(0, |open| open.layers);
        loop {
            let head = match head(&mut reader) {
                Ok(head) => head,
                Err(reason) => return Some(unreadable(origin, reason)),
            };
            let packing = Packing::of(&head);
            layers += 1;
            let refused = match (packing, packed::unread(&head)) {
                (Some(_), _) if layers > LAYERS => {
                    Some(format!("it is packed more than {LAYERS} times; unpack it once"))
                }
                (_, kind) => {
                    kind.map(|kind| format!("it is {kind}; unpack it, or pack the records as a zip archive"))
                }
            };
            if let Some(why) = refused {
                let is_wanted = is_named || self.is_wanted(&origin);
                let why = io::Error::other(why);
                return Some(if is_wanted { unreadable(origin, why) } else { Item::Skipped });
            }
            let Some(packing) = packing else {
                return self.open_record(origin, is_named, head, reader);
            };
            let whole = io::Cursor::new(head).chain(reader);
            if packing.is_archive() {
                return self.open_archive(packing, origin, is_named, whole, layers);
            }
            origin = origin.unpacked();
            reader = match self.archives.last() {
                Some(around) => around.archive.unpacked(packing, whole),
                None => packed::unpack(packing, whole, &self.limits),
            };
        }
    }

    /// Begins to read an archive; returns an item only if it can't be read.
    fn open_archive(
        &mut self,
        packing: Packing,
        origin: Origin,
        is_named: bool,
        whole: impl Read,
        layers: usize,
    ) -> Option<Item> {
        let is_file = |path: &&PathBuf| path.metadata().is_ok_and(|data| data.is_file());
        let archive = if let Some(path) = origin.path.as_ref().filter(is_file) {
            File::open(path).and_then(|file| Archive::of_file(packing, file, self.limits))
        } else {
            let around = self.archives.last().map(|around| &around.archive);
            Archive::of_stream(packing, whole, around, self.limits)
        };
        match archive {
            Ok(archive) => {
                self.archives.push(OpenArchive { origin, archive, is_named, layers });
                None
            }
            // Of other files that begin like an archive, such as documents, nothing is said.
            Err(reason) if is_named || self.is_wanted(&origin) || limit_exceeded(&reason).is_some() => {
                Some(unreadable(origin, reason))
            }
            Err(_) => Some(Item::Skipped),
        }
    }

    /// Returns `true` if a file that can't be read has the name of a record or of an archive.
    fn is_wanted(&self, origin: &Origin) -> bool {
        let inside = origin.clone().unpacked().relative;
        is_archive(&inside) || self.reader.is_record_name(&inside.to_string_lossy())
    }

    /// Begins to read a file that isn't packed.
    fn open_record(
        &mut self,
        origin: Origin,
        is_named: bool,
        head: Vec<u8>,
        reader: Box<dyn Read + Send + 'a>,
    ) -> Option<Item> {
        if !is_named && head.starts_with(APPLE_DOUBLE) {
            return Some(Item::Skipped);
        }
        let name = origin.name.clone();
        // The relative name, as the name of a packed file has another extension.
        let file_name = origin.relative.to_string_lossy();
        let is_other =
            head.starts_with(OWN_OUTPUT.as_bytes()) || !is_named && self.is_json_of_others(&file_name, &head);
        let format = || self.reader.format(&file_name, &head).filter(|_| !is_other);
        let Some(format) = self.from.or_else(format) else {
            return Some(if is_named || self.reader.is_record_name(&file_name) && !is_other {
                let file = origin.file.clone();
                // The beginning is enough to show the place.
                match SourceFile::decode(name.clone(), &head) {
                    Ok(source) => Item::NotARecord { source, file },
                    Err(reason) => unreadable(origin, io::Error::other(reason)),
                }
            } else {
                Item::Skipped
            });
        };
        let reader = Box::new(io::Cursor::new(head).chain(reader));
        let matches = self.reader.split(format, &name, reader, self.limits.of_match);
        self.file = Some(OpenFile { format, origin: Arc::new(origin), matches, number: 0 });
        None
    }

    /// Returns `true` for a file that only its extension makes a record, if that is one of JSON: other programs use it.
    fn is_json_of_others(&self, name: &str, head: &[u8]) -> bool {
        let by_name = self.reader.format(name, &[]);
        by_name.is_some_and(|format| format.page == JSON.page) && self.reader.format("", head).is_none()
    }

    /// Begins to read a file of the file system.
    fn open_path(&mut self, origin: Origin, path: &Path, is_named: bool) -> Option<Item> {
        let full = self.seen.as_ref().and_then(|_| path.canonicalize().ok());
        if full.as_ref().is_some_and(|full| self.seen.as_ref().is_some_and(|seen| seen.contains(full))) {
            return None;
        }
        let item = match File::open(path) {
            Ok(file) => self.open(origin, is_named, Box::new(file)),
            Err(reason) => Some(unreadable(origin, inside_a_file(path).unwrap_or(reason))),
        };
        // A file that is skipped in a folder is read if it is named.
        if let (Some(seen), Some(full), false) = (&mut self.seen, full, matches!(item, Some(Item::Skipped))) {
            seen.insert(full);
        }
        item
    }

    /// Reads the next file of the open folder; `None` if it gave no item.
    fn next_in_folder(&mut self) -> Option<Item> {
        let (folder, walk) = self.folder.as_mut()?;
        match walk.next() {
            None => {
                self.folder = None;
                None
            }
            Some(Ok(entry)) if entry.file_name().to_string_lossy().starts_with(NOTES) => None,
            Some(Ok(entry)) if entry.file_type().is_file() => {
                let (origin, path) = (Origin::within(folder, entry.path()), entry.path());
                // The output would be read while it grows; a copy has the matches of its original once more.
                let is_copy = copied(path).is_some_and(|original| self.is_record(&original));
                if is_copy || is_standard_output(path) {
                    return Some(Item::Skipped);
                }
                self.open_path(origin, path, false)
            }
            Some(Ok(entry)) if entry.file_type().is_dir() => {
                let is_skipped =
                    |folder: &PathBuf| entry.path().canonicalize().is_ok_and(|path| path == *folder);
                if self.skipped.as_ref().is_some_and(is_skipped) {
                    walk.skip_current_dir();
                }
                None
            }
            // Folders are entered; pipes and devices are only read when they are given themselves.
            Some(Ok(_)) => None,
            // A link back to an open folder, whose files are read only once.
            Some(Err(error)) if error.loop_ancestor().is_some() => None,
            Some(Err(error)) => {
                let file = error.path().map(Path::to_path_buf);
                let name = path_text(file.as_deref().unwrap_or(Path::new("?")));
                // Its own words would name the path again.
                let reason = error.into_io_error().unwrap_or_else(|| io::Error::other("a loop of links"));
                Some(Item::Unreadable { name, file, reason, has_matches: false })
            }
        }
    }

    /// Reads the next member of the open archive; `None` if it gave no item.
    fn next_in_archive(&mut self) -> Option<Item> {
        let open = self.archives.last_mut()?;
        let Some((name, reader)) = open.archive.next_member() else {
            let OpenArchive { origin, archive, .. } = self.archives.pop()?;
            return archive.damage.map(|reason| unreadable(origin, reason));
        };
        let (origin, is_named) = (open.origin.member(&name, open.is_named), open.is_named);
        match reader {
            Ok(reader) => self.open(origin, false, reader),
            // What is encrypted, or packed in other ways, is a record if its name says so.
            Err(reason) => {
                let is_wanted = is_named || self.is_wanted(&origin) || limit_exceeded(&reason).is_some();
                Some(if is_wanted { unreadable(origin, reason) } else { Item::Skipped })
            }
        }
    }
}

/// Reads the beginning of a file.
fn head(reader: &mut (impl Read + ?Sized)) -> io::Result<Vec<u8>> {
    let mut head = Vec::new();
    reader.take(HEAD as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A list of paths, one per line or each followed by a NUL byte.
struct List<'a> {
    reader: Box<dyn BufRead + Send + 'a>,
    /// The byte after each path.
    end: u8,
}

impl<'a> List<'a> {
    /// Begins to read a list; no path contains NUL, so one at the beginning shows how the list is written. The first
    /// line may end inside the first path.
    fn new(reader: Box<dyn Read + Send + 'a>) -> io::Result<Self> {
        let mut reader = BufReader::new(reader);
        let mut head = Vec::new();
        reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut head)?;
        let is_wide = head.starts_with(b"\xFF\xFE") || is_unmarked_utf16(&head);
        let has_nul = head.contains(&0) || reader.buffer().contains(&0);
        let end = if has_nul && !is_wide { 0 } else { b'\n' };
        if head.starts_with(MARK) {
            head.drain(..MARK.len());
        }
        Ok(Self { reader: Box::new(io::Cursor::new(head).chain(reader)), end })
    }

    /// Returns the next path; `None` at the end.
    fn next_path(&mut self) -> io::Result<Option<PathBuf>> {
        loop {
            let mut line = Vec::new();
            self.reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(self.end, &mut line)?;
            if line.is_empty() {
                return Ok(None);
            }
            if line.len() > LONGEST_LINE {
                return Err(io::Error::other(format!("a line has more than {LONGEST_LINE} bytes")));
            }
            if self.end == 0 {
                line.truncate(line.len() - usize::from(line.ends_with(b"\0")));
            } else {
                while matches!(line.last(), Some(b'\n' | b'\r')) {
                    line.pop();
                }
            }
            // No system takes these for a path.
            if line.contains(&0) {
                return Err(io::Error::other(
                    "it contains NUL bytes; write one path per line, in UTF-8, or a NUL byte after each path",
                ));
            }
            if !line.is_empty() {
                return Ok(Some(path_of(line)));
            }
        }
    }
}

/// Returns the error of a path inside a file: messages name a member of an archive so.
fn inside_a_file(path: &Path) -> Option<io::Error> {
    let file = path.ancestors().skip(1).find(|above| above.is_file())?;
    Some(io::Error::other(format!("{} is a file; unpack it to read a part of it", path_text(file))))
}

/// Returns the error of a second `-`.
fn read_already() -> io::Error {
    io::Error::other("standard input is named twice; it can be read only once")
}

/// Returns `true` if a file has the name of an archive.
fn is_archive(path: &Path) -> bool {
    has_extension(path, &["zip", "tar", "tgz", "rar", "7z"])
}

/// Returns `true` if a path has one of these extensions.
fn has_extension(path: &Path, known: &[&str]) -> bool {
    path.extension().is_some_and(|own| known.iter().any(|known| own.eq_ignore_ascii_case(known)))
}

/// Returns the file beside a copy that `check --fix --backup` has made: `a.mat` of `a.mat.bak`.
pub(super) fn copied(path: &Path) -> Option<PathBuf> {
    let is_copy = path.extension().is_some_and(|extension| extension == "bak");
    is_copy.then(|| path.with_extension("")).filter(|original| original.is_file())
}

fn unreadable(origin: Origin, reason: io::Error) -> Item {
    Item::Unreadable { name: origin.name, file: origin.file, reason, has_matches: false }
}

impl Iterator for Input<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(file) = &mut self.file {
                match file.matches.next() {
                    Some(Ok(source)) => {
                        file.number = file.number.saturating_add(1);
                        let (format, number) = (file.format, file.number);
                        let origin = Arc::clone(&file.origin);
                        let rules = RulesOverride::default();
                        return Some(Item::Match(Found { format, source, origin, number, rules }));
                    }
                    Some(Err(reason)) => {
                        let Origin { name, file: on_disk, .. } = Origin::clone(&file.origin);
                        let has_matches = file.number > 0;
                        self.file = None;
                        return Some(Item::Unreadable { name, file: on_disk, reason, has_matches });
                    }
                    None => self.file = None,
                }
                continue;
            }
            let item = if self.archives.last().is_some() {
                self.next_in_archive()
            } else if self.folder.is_some() {
                self.next_in_folder()
            } else {
                let root = match self.roots.pop_front() {
                    Some(root) => root,
                    None => match self.next_listed()? {
                        Ok(path) => Root::Path(path),
                        Err(item) => return Some(item),
                    },
                };
                match root {
                    Root::Stdin => {
                        let name = self.stdin_name.clone();
                        let Some(stdin) = self.stdin.take() else {
                            return Some(unreadable(Origin::stdin(name), read_already()));
                        };
                        self.open(Origin::stdin(name), true, stdin)
                    }
                    Root::Path(path) if path.is_dir() => {
                        let walk = walkdir::WalkDir::new(&path).follow_links(true).sort_by_file_name();
                        self.folder = Some((path, walk.into_iter()));
                        None
                    }
                    Root::Path(path) => self.open_path(Origin::named(&path), &path, true),
                    Root::Failed(item) => Some(*item),
                }
            };
            if item.is_some() {
                return item;
            }
        }
    }
}
