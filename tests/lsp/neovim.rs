//! Neovim as the editor, driven by a script; skipped if it isn't installed, unless `BARPOINT_REQUIRE_NVIM` is 1.

use crate::support::{Folder, report, three_mistakes};
use serde_json::Value;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The time limit for the editor.
const PATIENCE: Duration = Duration::from_mins(2);

#[test]
fn neovim_shows_findings_boards_and_plays_and_applies_a_fix() {
    let is_installed = Command::new("nvim").arg("--version").stdout(Stdio::null()).status().is_ok();
    let is_required = std::env::var_os("BARPOINT_REQUIRE_NVIM").is_some_and(|value| value == "1");
    assert!(is_installed || !is_required, "Neovim is required");
    if !is_installed {
        return;
    }
    let folder = Folder::new("nvim");
    let (record, seen) = (folder.0.join("three.mat"), folder.0.join("seen.json"));
    std::fs::write(&record, three_mistakes()).expect("a record");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/lsp/neovim.lua");
    let mut editor = Command::new("nvim")
        .args(["--headless", "-u", "NONE", "-i", "NONE", "-n"])
        .arg(&record)
        .args(["-c", &format!("luafile {script}")])
        .env("BARPOINT", crate::support::program())
        .env("REPORT", &seen)
        .env("HOME", &folder.0)
        .env("XDG_STATE_HOME", &folder.0)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("Neovim");
    let begun = Instant::now();
    while editor.try_wait().expect("a child").is_none() {
        if begun.elapsed() > PATIENCE {
            let _ = editor.kill();
            panic!("Neovim doesn't end");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    let seen = std::fs::read_to_string(&seen).expect("what the editor saw");
    let seen: Value = serde_json::from_str(&seen).expect("JSON");
    assert_eq!(seen["error"], Value::Null, "{seen}");
    let codes: Vec<&str> =
        seen["codes"].as_array().expect("a list").iter().filter_map(|found| found["code"].as_str()).collect();
    let expected = barpoint::open("three.mat", std::fs::read(&record).expect("a record")).expect("a record");
    let expected: Vec<&str> = expected[0].findings.iter().map(|finding| finding.code.id()).collect();
    assert_eq!(codes, expected);
    assert!(seen["hover"].as_str().is_some_and(|text| text.contains("Bob plays 64: 24/14")), "{seen}");
    assert_eq!(seen["symbols"], 4);
    let plays: Vec<&str> =
        seen["completion"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    assert!(plays.contains(&"13/7 8/7"), "{plays:?}");
    assert_eq!(seen["fixed"], true, "{seen}");
    assert!(seen["left"].as_u64().is_some_and(|left| left < 3), "{seen}");
    report(codes.len(), "findings in Neovim");
}
