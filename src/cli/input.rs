//! From paths to matches: files as given, folders in sorted order, standard input.

use super::engine::{Engine, Matches};
use crate::diag::SourceFile;
use crate::formats::Format;
use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// How much of a file is read to recognise it.
const HEAD: usize = 1 << 16;

/// The name of standard input, unless told otherwise.
const STDIN: &str = "<stdin>";

/// What reading brings, in the order of the input.
#[derive(Debug)]
pub enum Item {
    /// One match.
    Match {
        /// Its format.
        format: &'static Format,
        /// Its text.
        source: SourceFile,
        /// Whether it is the first of its file.
        opens_file: bool,
    },
    /// A file that was named, or whose name promises a record, but holds none; its beginning.
    NotARecord(SourceFile),
    /// A file of a folder that is no record.
    Skipped,
    /// Something that can't be read.
    Unreadable {
        /// The path.
        name: String,
        /// Why.
        reason: io::Error,
    },
}

impl Item {
    /// Returns about how many bytes of memory the item holds.
    #[must_use]
    pub fn weight(&self) -> u64 {
        match self {
            Self::Match { source, .. } | Self::NotARecord(source) => source.bytes().len() as u64,
            Self::Skipped | Self::Unreadable { .. } => 0,
        }
    }
}

/// What is read next.
enum Root {
    Stdin,
    Path(PathBuf),
}

/// The matches of all given paths, read on demand.
pub struct Input<'a> {
    engine: &'a dyn Engine,
    roots: VecDeque<Root>,
    stdin: Option<Box<dyn Read + Send + 'a>>,
    stdin_name: String,
    folder: Option<walkdir::IntoIter>,
    file: Option<OpenFile<'a>>,
}

/// A file in the middle of being split.
struct OpenFile<'a> {
    format: &'static Format,
    name: String,
    matches: Matches<'a>,
    is_fresh: bool,
}

impl<'a> Input<'a> {
    /// Plans to read `paths`, where `-` stands for standard input; no paths at all mean standard
    /// input too.
    #[must_use]
    pub fn new(
        engine: &'a dyn Engine,
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
            engine,
            roots,
            stdin: Some(stdin),
            stdin_name: stdin_name.unwrap_or(STDIN).to_owned(),
            folder: None,
            file: None,
        }
    }

    /// Begins to read a file; returns an item only if there is no match in it.
    fn open(&mut self, name: String, is_named: bool, mut reader: Box<dyn Read + Send + 'a>) -> Option<Item> {
        let mut head = Vec::new();
        if let Err(reason) = reader.by_ref().take(HEAD as u64).read_to_end(&mut head) {
            return Some(Item::Unreadable { name, reason });
        }
        let Some(format) = self.engine.format(&name, &head) else {
            return Some(if is_named || self.engine.is_record_name(&name) {
                // The beginning is enough to show the place.
                match SourceFile::decode(name.clone(), &head) {
                    Ok(source) => Item::NotARecord(source),
                    Err(reason) => Item::Unreadable { name, reason: io::Error::other(reason) },
                }
            } else {
                Item::Skipped
            });
        };
        let matches = self.engine.split(format, &name, Box::new(io::Cursor::new(head).chain(reader)));
        self.file = Some(OpenFile { format, name, matches, is_fresh: true });
        None
    }

    /// Begins to read a file of the file system.
    fn open_path(&mut self, path: &Path, is_named: bool) -> Option<Item> {
        let name = path.to_string_lossy().into_owned();
        match File::open(path) {
            Ok(file) => self.open(name, is_named, Box::new(file)),
            Err(reason) => Some(Item::Unreadable { name, reason }),
        }
    }

    /// Takes the next file of the folder that is being walked; `None` if it gave no item.
    fn next_in_folder(&mut self) -> Option<Item> {
        match self.folder.as_mut()?.next() {
            None => {
                self.folder = None;
                None
            }
            Some(Ok(entry)) if entry.file_type().is_file() => self.open_path(entry.path(), false),
            // Folders are walked into; pipes and devices are only read when they are named.
            Some(Ok(_)) => None,
            // A link back to a folder that is being walked: its files are read once.
            Some(Err(error)) if error.loop_ancestor().is_some() => None,
            Some(Err(error)) => {
                let name = error.path().unwrap_or(Path::new("?")).to_string_lossy().into_owned();
                Some(Item::Unreadable { name, reason: error.into() })
            }
        }
    }
}

impl Iterator for Input<'_> {
    type Item = Item;

    fn next(&mut self) -> Option<Item> {
        loop {
            if let Some(file) = &mut self.file {
                let opens_file = std::mem::replace(&mut file.is_fresh, false);
                match file.matches.next() {
                    Some(Ok(source)) => return Some(Item::Match { format: file.format, source, opens_file }),
                    Some(Err(reason)) => {
                        let name = std::mem::take(&mut file.name);
                        self.file = None;
                        return Some(Item::Unreadable { name, reason });
                    }
                    None => self.file = None,
                }
            } else if self.folder.is_some() {
                if let Some(item) = self.next_in_folder() {
                    return Some(item);
                }
            } else {
                let item = match self.roots.pop_front()? {
                    Root::Stdin => {
                        // A second `-` finds standard input read to its end.
                        let stdin = self.stdin.take().unwrap_or_else(|| Box::new(io::empty()));
                        self.open(self.stdin_name.clone(), true, stdin)
                    }
                    Root::Path(path) if path.is_dir() => {
                        let walk = walkdir::WalkDir::new(path).follow_links(true).sort_by_file_name();
                        self.folder = Some(walk.into_iter());
                        None
                    }
                    Root::Path(path) => self.open_path(&path, true),
                };
                if item.is_some() {
                    return item;
                }
            }
        }
    }
}
