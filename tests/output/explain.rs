//! `barpoint explain`, and the exit status of the program.

#![expect(clippy::needless_raw_string_hashes, reason = "the tool that updates the snapshots writes them")]

use barpoint::cli::commands::explain::{Args, run};
use barpoint::diag::Code;
use barpoint::host::exit::Exit;
use barpoint::output::ui::Ui;
use snapbox::{IntoData, assert_data_eq, str};
use std::io::Read;
use std::process::{Command, Stdio};

/// Runs `explain`; returns the status, results and the rest.
fn explain(args: &Args) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut ui = Ui::new(&mut out, &mut err);
    let exit = run(args, &mut ui).unwrap_or_else(|error| error.report(&mut ui));
    drop(ui);
    (exit, String::from_utf8(out).expect("UTF-8"), String::from_utf8(err).expect("UTF-8"))
}

fn code(code: &str) -> Args {
    Args { code: Some(code.to_owned()), list: false }
}

#[test]
fn a_code_is_explained() {
    let (exit, out, err) = explain(&code("play-larger-die"));
    assert_eq!((exit, err.as_str()), (Exit::Clean, ""));
    assert_data_eq!(
        out,
        str![[r#"
error[play-larger-die]: if either die can be played but not both, the larger must be

Once either die is played, the other has no legal play. Then the larger die must
be played; the smaller one is legal only if the larger one can't be played.

"#]]
        .raw()
    );
    assert!(explain(&code("habit-words")).1.ends_with("Only `--pedantic` shows findings of this kind.\n"));
}

#[test]
fn an_unknown_code_gives_status_2_and_the_nearest_one() {
    let (exit, out, err) = explain(&code("play-larger-dice"));
    assert_eq!((exit, out.as_str()), (Exit::CouldNotRun, ""));
    assert_eq!(err, "error: `play-larger-dice` is not a code; did you mean `play-larger-die`?\n");
}

#[test]
fn the_list_has_a_line_for_each_code() {
    let (exit, out, _) = explain(&Args { code: None, list: true });
    assert_eq!(exit, Exit::Clean);
    assert_eq!(explain(&Args { code: None, list: false }).1, out, "no code is all codes");
    let listed: Vec<&str> = out.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(listed, Code::ALL.iter().map(|code| code.id()).collect::<Vec<_>>());
}

/// The built program.
fn barpoint() -> Command {
    Command::new(crate::support::program())
}

#[test]
fn wrong_usage_gives_status_2_and_help_0() {
    for (args, status) in [
        (&["convert", "--to"][..], 2),
        (&["no-such-command"], 2),
        (&["explain", "no-such-code"], 2),
        (&["--help"], 0),
        (&["--version"], 0),
        (&["explain"], 0),
        (&["explain", "cube-dead"], 0),
    ] {
        let output = barpoint().args(args).stdin(Stdio::null()).output().expect("the program runs");
        assert_eq!(output.status.code(), Some(status), "{args:?}");
        assert_eq!(output.stdout.is_empty(), status == 2, "{args:?}");
        assert_eq!(output.stderr.is_empty(), status == 0, "{args:?}");
    }
}

#[test]
fn a_closed_pipe_is_no_failure() {
    let mut child = barpoint()
        .args(["explain", "--list"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let mut err = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut err).expect("UTF-8");
    assert_eq!((child.wait().expect("an end").code(), err.as_str()), (Some(0), ""));
}
