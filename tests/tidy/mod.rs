//! The invariants of `docs/architecture.md`, checked on the text of the sources.

mod links;
mod source;
mod words;

use source::{Source, sources};

/// The rooms of each floor, from the ground up. A room imports only from floors below its own, not
/// from neighbours on the same floor.
const FLOORS: [&[&str]; 11] = [
    &["diag", "math"],
    &["board"],
    &["rules"],
    &["game"],
    &["notation"],
    &["formats", "stats", "engine"],
    &["analysis"],
    &["output"],
    &["host", "remote"],
    &["lsp", "repl"],
    &["cli"],
];

/// The first floor that may read files and the environment, and write.
const FIRST_WITH_IO: usize = 7;

/// The most lines of code of a file; tests, comments and empty lines aren't counted.
const LONGEST: usize = 600;

/// Files that were longer when the limit was introduced, with their limits, to be split at the next
/// opportunity.
const LONG_FILES: [(&str, usize); 0] = [];

fn floor(room: &str) -> Option<usize> {
    FLOORS.iter().position(|rooms| rooms.contains(&room))
}

/// Fails with all complaints at once.
fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "\n{}", complaints.join("\n"));
}

/// Returns the sources that belong to a room, each with its floor: all except `lib.rs` and
/// `main.rs`.
fn rooms(complaints: &mut Vec<String>) -> Vec<(Source, usize)> {
    let mut found = Vec::new();
    for source in sources("src") {
        if let Some(room) = source.room() {
            match floor(room) {
                Some(floor) => found.push((source, floor)),
                None => complaints.push(format!("{}: no floor for `{room}`", source.path)),
            }
        }
    }
    assert!(found.len() > 30, "the sources are somewhere else");
    found
}

#[test]
fn imports_only_go_down() {
    let mut complaints = Vec::new();
    for (source, own) in rooms(&mut complaints) {
        for (line, target) in source.imports() {
            match floor(&target) {
                _ if Some(target.as_str()) == source.room() => {}
                Some(other) if other < own => {}
                Some(_) => complaints.push(format!(
                    "{}:{line}: `{}` may not import from `{target}`",
                    source.path,
                    source.room().unwrap_or("")
                )),
                None => complaints.push(format!("{}:{line}: `crate::{target}` is no room", source.path)),
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_floors_without_io_are_a_package_of_their_own() {
    let mut complaints = Vec::new();
    for (source, floor) in rooms(&mut complaints) {
        if source.is_core() != (floor < FIRST_WITH_IO) {
            complaints.push(format!("{}: floor {floor} is in the other package", source.path));
        }
    }
    assert_none(&complaints);
}

#[test]
fn the_lower_floors_do_no_io() {
    const FORBIDDEN: [&str; 14] = [
        "println!",
        "eprintln!",
        "print!(",
        "eprint!(",
        "dbg!",
        "std::fs",
        "std::env",
        "std::process",
        "std::net",
        "SystemTime",
        "Instant::now",
        "stdin()",
        "stdout()",
        "stderr()",
    ];
    let mut complaints = Vec::new();
    for (source, floor) in rooms(&mut complaints) {
        if floor < FIRST_WITH_IO {
            for (number, line) in source.code() {
                for word in FORBIDDEN.iter().filter(|word| line.contains(**word)) {
                    complaints.push(format!("{}:{number}: `{word}` below `output`", source.path));
                }
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn paths_become_text_in_one_way() {
    let mut complaints = Vec::new();
    for (source, _) in rooms(&mut complaints) {
        for (number, line) in source.code().filter(|(_, line)| line.contains(".display()")) {
            complaints.push(format!("{}:{number}: `{}`: `path_text` names a file", source.path, line.trim()));
        }
    }
    assert_none(&complaints);
}

#[test]
fn formats_never_ask_what_is_legal() {
    // Of the rules they take plain data.
    const PLAIN: [&str; 5] = ["Leg", "Outcome", "Play", "Step", "Variant"];
    const FORBIDDEN: [&str; 3] = ["crate::rules::", "MatchState::", ".apply("];
    let mut complaints = Vec::new();
    let mut seen = 0;
    for (source, _) in rooms(&mut complaints) {
        if source.room() != Some("formats") {
            continue;
        }
        for (number, line) in source.code() {
            if let Some(names) = line.trim().strip_prefix("use crate::rules::") {
                seen += 1;
                let names = names.trim_matches(|c: char| !c.is_alphanumeric()).split(", ");
                for name in names.filter(|name| !PLAIN.contains(name)) {
                    complaints.push(format!("{}:{number}: `rules::{name}` isn't plain data", source.path));
                }
                continue;
            }
            for word in FORBIDDEN.iter().filter(|word| line.contains(**word)) {
                complaints
                    .push(format!("{}:{number}: `{word}`: the replay knows what is legal", source.path));
            }
        }
    }
    assert!(seen > 10, "the imports are written otherwise");
    assert_none(&complaints);
}

#[test]
fn nothing_of_the_session_calls_up_into_its_commands() {
    let sources: Vec<_> =
        sources("src/repl").into_iter().filter(|file| !file.path.contains("/commands/")).collect();
    assert!(sources.len() > 30, "the session is elsewhere");
    let calls = sources.iter().flat_map(|source| source.code().map(move |line| (source, line)));
    let complaints: Vec<String> = calls
        .filter(|(_, (_, line))| line.contains("commands::"))
        .map(|(source, (number, line))| format!("{}:{number}: {}", source.path, line.trim()))
        .collect();
    assert_none(&complaints);
}

#[test]
fn no_dependency_shows_in_a_public_signature() {
    const PRIVATE: [&str; 11] = [
        "nom",
        "clap",
        "annotate_snippets",
        "rustyline",
        "base64",
        "encoding_rs",
        "indicatif",
        "walkdir",
        "rayon",
        "multiversion",
        "roxmltree",
    ];
    let mut complaints = Vec::new();
    for (source, _) in rooms(&mut complaints) {
        let imported = source.imported_from(&PRIVATE);
        for (number, signature) in source.public_signatures() {
            let words: Vec<&str> = signature.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
            let shown = |name: &&str| words.contains(name);
            let names = imported.iter().map(String::as_str);
            for name in PRIVATE.into_iter().chain(names).filter(shown) {
                complaints.push(format!("{}:{number}: `{name}` in a public signature", source.path));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn every_file_says_what_it_is_for() {
    let headless = |source: &Source| {
        let first = source.text.lines().next().unwrap_or("");
        (!first.starts_with("//! ")).then(|| format!("{}: no `//!` line at its head", source.path))
    };
    let all = ["src", "tests", "benches", "fuzz"].into_iter().flat_map(sources);
    assert_none(&all.filter_map(|source| headless(&source)).collect::<Vec<_>>());
}

#[test]
fn no_file_is_too_long() {
    let mut complaints = Vec::new();
    for source in sources("src") {
        let known = LONG_FILES.iter().find(|(path, _)| *path == source.path);
        let limit = known.map_or(LONGEST, |&(_, limit)| limit);
        let lines = source.code().filter(|(_, line)| !line.trim().is_empty()).count();
        if lines > limit {
            complaints.push(format!("{}: {lines} lines of code, more than {limit}", source.path));
        } else if known.is_some() && lines <= LONGEST {
            complaints.push(format!("{}: needs no exception any more", source.path));
        }
    }
    assert_none(&complaints);
}

/// Returns the public modules, from a file of one down.
fn public_modules(file: &str) -> Vec<String> {
    let text = std::fs::read_to_string(source::root().join(file)).expect("a module");
    let folder = if file.ends_with("mod.rs") || file.ends_with("lib.rs") {
        file.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned()
    } else {
        file.trim_end_matches(".rs").to_owned()
    };
    let lines: Vec<&str> = text.lines().collect();
    let mut found = vec![file.to_owned()];
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = line.strip_prefix("pub mod ").and_then(|line| line.strip_suffix(';')) else {
            continue;
        };
        let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
        if attributes.into_iter().any(|line| *line == "#[doc(hidden)]") {
            continue;
        }
        let files = [format!("{folder}/{name}.rs"), format!("{folder}/{name}/mod.rs")];
        let file = files.iter().find(|file| source::root().join(file).exists()).expect("the module's file");
        found.extend(public_modules(file));
    }
    found
}

#[test]
fn every_page_of_a_module_has_an_example_that_runs() {
    let modules: Vec<String> =
        ["src/lib.rs", "src/core/lib.rs"].into_iter().flat_map(public_modules).collect();
    assert!(modules.len() > 40, "{modules:?}");
    let complaints: Vec<String> = modules
        .into_iter()
        .filter(|file| {
            let text = std::fs::read_to_string(source::root().join(file)).expect("a module");
            // Every other fence opens a block; one without a word after it opens Rust.
            let fences = text.lines().filter(|line| line.starts_with("//! ```"));
            !fences.step_by(2).any(|fence| fence == "//! ```")
        })
        .map(|file| format!("{file}: no example that runs"))
        .collect();
    assert_none(&complaints);
}

#[test]
fn no_test_is_left_out() {
    let ignore = concat!("#[", "ignore");
    let ignored = |source: &Source| {
        let lines = source.text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with(ignore));
        lines.map(|(i, _)| format!("{}:{}: {ignore}]", source.path, i + 1)).collect::<Vec<_>>()
    };
    let all = ["src", "tests"].into_iter().flat_map(sources);
    assert_none(&all.flat_map(|source| ignored(&source)).collect::<Vec<_>>());
}

#[test]
fn every_file_of_a_room_stands_in_the_plan() {
    let plan = std::fs::read_to_string(source::root().join("docs/architecture.md")).expect("the plan");
    let mut complaints = Vec::new();
    for (source, _) in rooms(&mut complaints) {
        let name = source.name_in_room();
        let is_named = plan.contains(&format!("`{name}`")) || name == "mod";
        if !is_named {
            complaints.push(format!("{}: `{name}` is missing in docs/architecture.md", source.path));
        }
    }
    assert_none(&complaints);
}

/// The manifests of the program and of the library without I/O.
const MANIFESTS: [&str; 2] = ["Cargo.toml", "src/core/Cargo.toml"];

/// Returns the names in the manifests' tables of dependencies.
fn dependencies() -> Vec<String> {
    let read = |path| std::fs::read_to_string(source::root().join(path)).expect("a manifest");
    let manifests = MANIFESTS.map(read).join("\n");
    let mut in_table = false;
    let mut names = Vec::new();
    for line in manifests.lines() {
        if line.starts_with('[') {
            in_table = line.ends_with("dependencies]");
        } else if let (true, Some((name, _))) = (in_table, line.split_once(" = ")) {
            names.push(name.to_owned());
        }
    }
    names.sort();
    names.dedup();
    names
}

#[test]
fn every_dependency_is_used_and_has_a_reason() {
    let reasons = std::fs::read_to_string(source::root().join("CONTRIBUTING.md")).expect("the page");
    let sources: Vec<Source> = ["src", "tests", "benches"].into_iter().flat_map(sources).collect();
    let mut complaints = Vec::new();
    for name in dependencies() {
        let path = format!("{}::", name.replace('-', "_"));
        if !sources.iter().any(|source| source.text.contains(&path)) {
            complaints.push(format!("{name}: nothing uses it"));
        }
        if !reasons.contains(&name) {
            complaints.push(format!("{name}: no reason in CONTRIBUTING.md"));
        }
    }
    assert_none(&complaints);
}
