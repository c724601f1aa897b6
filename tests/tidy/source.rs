//! A source file, taken apart as far as the invariants need it. There is no parser: the sources are
//! formatted by rustfmt, and a line is enough to recognise each construct.

use std::path::{Path, PathBuf};

/// The folder of the package without I/O.
const CORE: &str = "src/core/";

/// One source file.
#[derive(Debug)]
pub(super) struct Source {
    /// The path from the project's root, with `/`.
    pub(super) path: String,
    /// The whole text.
    pub(super) text: String,
}

/// Returns the project's root.
pub(super) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// Returns all files below a folder of the project whose name ends in `extension`, sorted.
pub(super) fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        for entry in entries {
            let path = entry.expect("a readable folder").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or("");
            if path.is_dir() {
                if name != "target" && !name.starts_with('.') {
                    folders.push(path);
                }
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns a path to be shown: from the project's root, with `/`.
pub(super) fn shown(path: &Path) -> String {
    let path = path.strip_prefix(root()).unwrap_or(path);
    path.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}

/// Returns the Rust sources below a folder of the project.
pub(super) fn sources(folder: &str) -> Vec<Source> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text file");
        Source { path: shown(&path), text }
    };
    files(folder, "rs").into_iter().map(read).collect()
}

/// Returns the identifier at the beginning of a text.
fn identifier(text: &str) -> &str {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    &text[..end]
}

impl Source {
    /// Returns the path from the root of its package: of the library without I/O, or of the program.
    fn path_in_package(&self) -> Option<&str> {
        self.path.strip_prefix(CORE).or_else(|| self.path.strip_prefix("src/"))
    }

    /// Returns `true` for a file of the package without I/O.
    pub(super) fn is_core(&self) -> bool {
        self.path.starts_with(CORE)
    }

    /// Returns the room that it belongs to; `None` for the files of the root.
    pub(super) fn room(&self) -> Option<&str> {
        let path = self.path_in_package()?;
        match path.split_once('/') {
            Some((room, _)) => Some(room),
            None => Some(path.trim_end_matches(".rs")).filter(|room| !matches!(*room, "lib" | "main")),
        }
    }

    /// Returns the name of its file or folder in its room.
    pub(super) fn name_in_room(&self) -> &str {
        let path = self.path_in_package().unwrap_or("");
        path.split('/').nth(1).unwrap_or("").trim_end_matches(".rs")
    }

    /// Returns the numbered lines of code, without comments and the unit tests at the end.
    pub(super) fn code(&self) -> impl Iterator<Item = (usize, &str)> {
        let tests = |line: &&str| line.starts_with("#[cfg(test)]");
        let end = self.text.lines().position(|line| tests(&line)).unwrap_or(usize::MAX);
        let lines = self.text.lines().enumerate().take(end).map(|(i, line)| (i + 1, line));
        lines.filter(|(_, line)| !line.trim_start().starts_with("//"))
    }

    /// Returns the rooms named in the code: after `crate::` or `barpoint_core::`, and after enough `super::` to leave
    /// its own.
    pub(super) fn imports(&self) -> Vec<(usize, String)> {
        // `a/b.rs` is two modules below the root, `a/mod.rs` is one.
        let steps = self.path_in_package().map_or(0, |path| path.matches('/').count() + 1);
        let depth = if self.path.ends_with("/mod.rs") { steps - 1 } else { steps };
        let mut outwards = "super::".repeat(depth);
        if depth == 0 {
            "crate::".clone_into(&mut outwards);
        }
        let mut found = Vec::new();
        for (number, line) in self.code() {
            let mut roots: Vec<&str> = line.split("crate::").skip(1).collect();
            roots.extend(line.split("barpoint_core::").skip(1));
            roots.extend(line.split(outwards.as_str()).skip(1).filter(|_| depth > 0));
            for rest in roots {
                if let Some(group) = rest.strip_prefix('{') {
                    found.extend(names_of_group(group).into_iter().map(|name| (number, name)));
                } else {
                    found.push((number, identifier(rest).to_owned()));
                }
            }
        }
        // `pub(in crate::…)` and `$crate` don't occur; a macro's own `crate` names nothing.
        found.retain(|(_, name)| !name.is_empty());
        found
    }

    /// Returns the names that the file imports from any of these crates.
    pub(super) fn imported_from(&self, crates: &[&str]) -> Vec<String> {
        let mut names = Vec::new();
        for (_, line) in self.code() {
            let Some(path) = line.trim_start().strip_prefix("use ") else { continue };
            if !crates.contains(&identifier(path)) {
                continue;
            }
            let words = path.split(|c: char| !c.is_alphanumeric() && c != '_');
            let types = words.filter(|word| word.starts_with(|c: char| c.is_ascii_uppercase()));
            names.extend(types.map(str::to_owned));
        }
        names
    }

    /// Returns the public functions, types and fields, each up to its body.
    pub(super) fn public_signatures(&self) -> Vec<(usize, String)> {
        let mut found: Vec<(usize, String)> = Vec::new();
        let mut is_open = false;
        for (number, line) in self.code() {
            let text = line.trim();
            if !is_open {
                if !text.starts_with("pub ") || text.starts_with("pub mod ") || text.starts_with("pub use ") {
                    continue;
                }
                found.push((number, String::new()));
            }
            let (_, signature) = found.last_mut().expect("one was begun");
            signature.push_str(text);
            signature.push(' ');
            is_open = !text.ends_with(['{', ';', ',', '}']) || text.ends_with("(,");
            // Arguments on lines of their own: the signature goes on until its body.
            let opened = signature.matches('(').count();
            is_open |= opened > signature.matches(')').count();
        }
        found
    }
}

/// Returns the first names of a group `{board::Board, diag::{Code, Span}}`, without its opening
/// brace.
fn names_of_group(group: &str) -> Vec<String> {
    let mut depth = 0;
    let mut names = vec![String::new()];
    for c in group.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => names.push(String::new()),
            _ if depth == 0 => names.last_mut().expect("one").push(c),
            _ => {}
        }
    }
    names.iter().map(|name| identifier(name.trim()).to_owned()).collect()
}

#[test]
fn imports_are_found_in_all_their_forms() {
    let source = |path: &str, text: &str| Source { path: path.to_owned(), text: text.to_owned() };
    let names = |source: &Source| source.imports().into_iter().map(|(_, name)| name).collect::<Vec<_>>();
    let text =
        "//! crate::output\nuse crate::{board::{self, Side}, diag::Code};\nfn f() { crate::cli::x() }\n";
    assert_eq!(names(&source("src/rules/play.rs", text)), ["board", "diag", "cli"]);
    let text = "use super::super::output;\nuse super::Play;\n#[cfg(test)]\nmod tests { use crate::cli; }\n";
    assert_eq!(names(&source("src/rules/play.rs", text)), ["output"]);
    assert_eq!(names(&source("src/rules/mod.rs", "use super::game::X;\n")), ["game"]);
    assert_eq!(names(&source("src/core/rules/mod.rs", "use super::game::X;\n")), ["game"]);
    assert_eq!(names(&source("src/output/mod.rs", "use barpoint_core::math::erf;\n")), ["math"]);
}

#[test]
fn signatures_end_at_their_body() {
    let text =
        "pub fn f(\n    x: nom::Err<()>,\n) -> u8 {\n    clap();\n}\npub(crate) fn g(n: nom::X) {\n}\n";
    let source = Source { path: String::new(), text: text.to_owned() };
    let found = source.public_signatures();
    assert_eq!(found, [(1, "pub fn f( x: nom::Err<()>, ) -> u8 { ".to_owned())]);
}
