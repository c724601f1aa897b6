//! Tables of cases in `testdata`: a text, and in lines what is read from it.

use crate::support::{report, testdata};

/// Compares the cases of a table with what `show` returns for each text; `BARPOINT_UPDATE=1` writes the table.
///
/// Below `# ` and a rule are its cases: the lines of a text, and the expected lines, each after `= `. Lines before the
/// first rule are a remark.
pub(super) fn each_case(file: &str, show: impl Fn(&str) -> String) {
    let table = std::fs::read_to_string(testdata(file)).expect("the table");
    let (mut rule, mut text, mut cases) = ("", Vec::new(), 0);
    let (mut written, mut faults) = (Vec::new(), Vec::new());
    let mut lines = table.lines().peekable();
    while let Some(line) = lines.next() {
        written.push(line.to_owned());
        text.push(line);
        if line.starts_with("# ") {
            (rule, text) = (line, Vec::new());
            continue;
        }
        let next = || lines.next_if(|line| line.starts_with("= ")).map(str::to_owned);
        let expected: Vec<String> = std::iter::from_fn(next).collect();
        if expected.is_empty() {
            continue;
        }
        let case = std::mem::take(&mut text).join("\n");
        let shown: Vec<String> = show(&case).lines().map(|line| format!("= {line}")).collect();
        if shown != expected {
            faults.push(format!("{rule}\n{case}\n{}\n", shown.join("\n")));
        }
        written.extend(shown);
        cases += 1;
    }
    if std::env::var_os("BARPOINT_UPDATE").is_some() {
        std::fs::write(testdata(file), written.join("\n") + "\n").expect("the table can be written");
        return;
    }
    assert!(faults.is_empty(), "{file}: these texts are read otherwise:\n\n{}", faults.join("\n"));
    assert!(cases > 0, "{file} has no cases");
    report(cases, &format!("cases of {file}"));
}
