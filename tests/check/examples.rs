//! The collection of invalid records: the first lines of each contain the expected findings and
//! their places.

use crate::support::{paths_in, report, testdata};
use barpoint::analysis::{RulesOverride, check};
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{FORMATS, Format};
use std::path::{Path, PathBuf};

/// Codes that no record can be an example of, with the reason.
const WITHOUT_EXAMPLE: [(Code, &str); 2] = [
    (Code::SourceUnreadable, "the operating system refuses the file; the tests of the program show it"),
    (Code::CubeAfterRoll, "dice and play are one cell of a .mat record: nothing can stand between them"),
];

/// Codes that the program reports before there is a record to check.
const OF_THE_PROGRAM: [Code; 1] = [Code::SourceNotARecord];

/// Returns a finding as the examples write it: `code at line:column`.
fn told(source: &SourceFile, finding: &Diagnostic) -> String {
    let place = source.line_column(finding.primary.span.start);
    format!("{} at {}:{}", finding.code, place.line, place.column)
}

/// The expectations in an example.
struct Example {
    format: &'static Format,
    path: PathBuf,
    bytes: Vec<u8>,
    expected: Vec<String>,
    rules: RulesOverride,
}

impl Example {
    /// Reads an example. A .mat example contains its expectations in comments, any other one in a
    /// file beside it.
    fn read(format: &'static Format, path: PathBuf) -> Self {
        let bytes = std::fs::read(&path).expect("a readable file");
        let beside = std::fs::read(beside(&path));
        let said = SourceFile::decode("", beside.as_ref().unwrap_or(&bytes)).expect("small");
        let lines = |key: &str| -> Vec<String> {
            let values = said.text().lines().filter_map(|line| line.strip_prefix(key));
            values.map(|value| value.trim().to_owned()).collect()
        };
        let mut rules = RulesOverride::default();
        for setting in lines("; rules: ").iter().flat_map(|line| line.split(',')) {
            set(&mut rules, setting.trim());
        }
        Self { format, expected: lines("; expect: "), rules, bytes, path }
    }

    fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Returns the codes that it is an example of.
    fn codes(&self) -> impl Iterator<Item = Code> {
        let code = |line: &String| line.split(' ').next().unwrap_or("").parse();
        self.expected.iter().map(move |line| code(line).expect("a code"))
    }

    /// Returns the findings on it. Notes, including habits of servers, are left out unless the
    /// example is about them.
    fn found(&self) -> Vec<String> {
        let wanted: Vec<Code> = self.codes().collect();
        let mut found = Vec::new();
        for source in self.format.matches(&self.name(), Box::new(self.bytes.as_slice())) {
            let source = source.expect("small");
            check(self.format, &source, &self.rules, &mut |finding| {
                let counts = finding.severity > Severity::Note && !finding.code.is_pedantic();
                if counts || wanted.contains(&finding.code) {
                    found.push(told(&source, &finding));
                }
            });
        }
        found
    }
}

/// Applies one setting of the line `; rules: `.
fn set(rules: &mut RulesOverride, setting: &str) {
    let (key, value) = setting.split_once('=').unwrap_or((setting, "on"));
    let on = Some(value == "on");
    match key {
        "crawford" => rules.crawford = on,
        "jacoby" => rules.jacoby = on,
        "cube" => rules.cube = on,
        "face-to-face" => rules.face_to_face = true,
        "beavers" => rules.beavers = value.parse().ok(),
        "cube-limit" => rules.cube_limit = value.parse().ok(),
        _ => panic!("`{key}` is no rule"),
    }
}

/// Returns the file beside an example that contains its expectations.
fn beside(example: &Path) -> PathBuf {
    let mut name = example.as_os_str().to_owned();
    name.push(".expect");
    name.into()
}

/// Returns the examples in the folders `testdata/<format>/invalid`.
fn examples() -> Vec<Example> {
    let mut examples = Vec::new();
    for format in FORMATS {
        let Ok(entries) = std::fs::read_dir(testdata(&format!("{}/invalid", format.name))) else { continue };
        let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
        paths.retain(|path| path.extension().is_none_or(|extension| extension != "expect"));
        paths.sort();
        examples.extend(paths.into_iter().map(|path| Example::read(format, path)));
    }
    examples
}

/// Returns the records without findings.
fn valid(folder: &str) -> Vec<PathBuf> {
    paths_in(testdata(folder))
}

#[test]
fn each_example_gives_the_findings_that_it_expects() {
    let examples = examples();
    let mut wrong = Vec::new();
    for example in &examples {
        if example.codes().any(|code| OF_THE_PROGRAM.contains(&code)) {
            continue;
        }
        let found = example.found();
        if found != example.expected {
            let name = example.name();
            wrong.push(format!("{name}\n  expected {:?}\n  found    {found:?}", example.expected));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), examples.len(), wrong.join("\n"));
    report(examples.len(), "examples of findings");
}

#[test]
fn an_example_is_named_after_its_first_finding() {
    for example in examples() {
        let code = example.codes().next().unwrap_or_else(|| panic!("{}: expects nothing", example.name()));
        assert!(example.name().starts_with(&format!("{code}-")), "{}", example.name());
    }
}

#[test]
fn every_code_has_an_example() {
    let shown: Vec<Code> =
        examples().iter().flat_map(|example| example.codes().collect::<Vec<_>>()).collect();
    let lacking = |code: &&Code| {
        !shown.contains(code) && WITHOUT_EXAMPLE.iter().all(|(exception, _)| exception != *code)
    };
    let lacking: Vec<&Code> = Code::ALL.iter().filter(lacking).collect();
    assert!(lacking.is_empty(), "without an example: {lacking:?}");
}

#[test]
fn what_is_no_record_is_reported_by_the_program() {
    for example in examples() {
        if !example.codes().any(|code| OF_THE_PROGRAM.contains(&code)) {
            continue;
        }
        let output = std::process::Command::new(crate::support::program())
            .args(["check", "--format", "concise"])
            .arg(&example.path)
            .output()
            .expect("the program runs");
        let out = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{out}");
        let expected = example.expected.join("\n");
        let (code, place) = expected.split_once(" at ").expect("one finding");
        assert!(out.contains(&format!(":{place}: error[{code}]")), "{out}");
    }
}

#[test]
fn nothing_is_found_in_the_valid_records() {
    let mut count = 0;
    for format in FORMATS {
        let folder = format!("{}/valid", format.name);
        let paths = if testdata(&folder).is_dir() { valid(&folder) } else { Vec::new() };
        for path in &paths {
            let found = Example::read(format, path.clone()).found();
            assert!(found.is_empty(), "{}: {found:?}", shown(path));
        }
        count += paths.len();
    }
    report(count, "valid records");
}

fn shown(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}
