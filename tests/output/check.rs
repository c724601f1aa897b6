//! The machinery of `check` with an artificial checker.

use super::sample::Fake;
use crate::support::Folder;
use barpoint::analysis::given::Rule;
use barpoint::cli::commands::check::{Args, run};
use barpoint::cli::jobs::Jobs;
use barpoint::cli::pass::{self, Reading};
use barpoint::diag::Code;
use barpoint::host::config::FailOn;
use barpoint::host::exit::Exit;
use barpoint::output::diagnostic::Format;
use barpoint::output::ui::Ui;
use std::io::{self, Write};
use std::path::PathBuf;

/// Runs `check` on a standard input; returns status, results and the rest.
fn check(args: &Args, stdin: &str) -> (Exit, String, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut ui = Ui::new(&mut out, &mut err);
    let exit = run(args, &Fake, Box::new(io::Cursor::new(stdin.to_owned())), &mut ui);
    let exit = exit.unwrap_or_else(|error| error.report(&mut ui));
    drop(ui);
    (exit, String::from_utf8(out).expect("UTF-8"), String::from_utf8(err).expect("UTF-8"))
}

fn concise() -> Args {
    Args { format: Some(Format::Concise), ..Args::default() }
}

/// Returns these arguments with other paths and reading options.
fn reading(args: Args, paths: Vec<PathBuf>, reading: Reading) -> Args {
    Args { input: pass::Args { paths, reading }, ..args }
}

fn on_threads(args: Args, jobs: usize) -> Args {
    reading(args, Vec::new(), Reading { jobs: Jobs { jobs: Some(jobs) }, ..Reading::default() })
}

#[test]
fn a_clean_record_gives_status_0_and_a_summary() {
    let (exit, out, err) = check(&concise(), "match\ngame\ngame\nmatch\ngame\nquirk\n");
    assert_eq!((exit, out.as_str()), (Exit::Clean, ""));
    assert_eq!(err, "1 file, 2 matches, 3 games: no findings\n");
    let (_, _, err) =
        check(&reading(concise(), Vec::new(), Reading { quiet: true, ..Reading::default() }), "match\n");
    assert_eq!(err, "");
}

#[test]
fn findings_give_status_1_with_lines_of_the_whole_file() {
    let (exit, out, err) = check(&concise(), "match\ngame\nmatch\nit is wrong\ndoubtful\n");
    assert_eq!(exit, Exit::Findings);
    assert_eq!(
        out,
        "<stdin>:4:7: error[play-wrong-pips] the distance is wrong\n\
         <stdin>:5:1: warning[play-hidden] the play is hidden\n"
    );
    assert_eq!(err, "1 file, 2 matches, 1 game: 1 error, 1 warning\n");
}

#[test]
fn the_threshold_and_silenced_codes_change_the_status() {
    let with = |fail_on, allow: &[Code]| Args { fail_on: Some(fail_on), allow: allow.to_vec(), ..concise() };
    let warning = "match\ndoubtful\n";
    assert_eq!(check(&with(FailOn::Warning, &[]), warning).0, Exit::Findings);
    assert_eq!(check(&with(FailOn::Error, &[]), warning).0, Exit::Clean);
    assert_eq!(check(&with(FailOn::Never, &[]), "match\nwrong\n").0, Exit::Clean);
    let (exit, out, _) = check(&with(FailOn::Note, &[Code::PlayHidden]), warning);
    assert_eq!((exit, out.as_str()), (Exit::Clean, ""));
    let pedantic = Args { pedantic: true, ..concise() };
    let (exit, out, _) = check(&pedantic, "match\nquirk\n");
    assert_eq!((exit, out.as_str()), (Exit::Clean, "<stdin>:2:1: note[habit-words] words\n"));
}

#[test]
fn consequences_and_boards_are_shown_on_request() {
    let wrong = "match\nwrong\n";
    let (_, out, _) = check(&Args { all: true, ..concise() }, wrong);
    assert_eq!(out.lines().count(), 2);
    let (_, out, _) = check(&Args { board: true, ..Args::default() }, wrong);
    assert!(out.contains("(the board of 4HPwATDgc/ABMA)"), "{out}");
    let named = Reading { stdin_filename: Some("upload.mat".to_owned()), ..Reading::default() };
    let named = reading(concise(), Vec::new(), named);
    assert!(check(&named, wrong).1.starts_with("upload.mat:2:1:"));
}

/// The arguments as on a command line.
#[derive(clap::Parser)]
struct Line {
    #[command(flatten)]
    args: Args,
}

#[test]
fn the_command_line_is_understood() {
    let parse = |line: &str| <Line as clap::Parser>::try_parse_from(line.split(' ')).map(|line| line.args);
    let args = parse(
        "check a - --format sarif --fail-on error --allow play-hidden --allow cube-dead --pedantic --all \
         --board -j 4 --rules crawford=off,beavers=2 --rules face-to-face --stdin-filename x.mat -q",
    )
    .expect("right usage");
    assert_eq!(args.input.paths, [PathBuf::from("a"), PathBuf::from("-")]);
    assert_eq!((args.format, args.fail_on), (Some(Format::Sarif), Some(FailOn::Error)));
    assert_eq!(args.allow, [Code::PlayHidden, Code::CubeDead]);
    assert_eq!(
        args.input.reading.rules.settings,
        [Rule::Crawford(false), Rule::Beavers(2), Rule::FaceToFace(true)]
    );
    assert_eq!(args.input.reading.jobs, Jobs { jobs: Some(4) });
    for wrong in ["check --jobs 0", "check --allow nothing", "check --rules murphy", "check --format html"] {
        assert_eq!(parse(wrong).expect_err(wrong).exit_code(), 2);
    }
}

#[test]
fn folders_are_walked_in_order_and_skip_what_is_no_record() {
    let folder = Folder::new("walk");
    for (name, text) in [
        ("b.txt", "match\nwrong\n"),
        ("a.mat", "match\nwrong\n"),
        ("sub/c", "match\nwrong\n"),
        ("notes.txt", "nothing"),
        ("broken.mat", "nothing"),
    ] {
        folder.write(name, text);
    }
    let args = reading(concise(), vec![folder.0.clone()], Reading::default());
    let (exit, out, err) = check(&args, "");
    assert_eq!(exit, Exit::Findings);
    let shown: Vec<&str> = out
        .lines()
        .map(|line| {
            let rest = line.strip_prefix(folder.0.to_str().expect("UTF-8")).expect("the folder");
            rest.trim_start_matches(['/', '\\']).split(' ').next().expect("a place")
        })
        .collect();
    let sub = format!("sub{}c:2:1:", std::path::MAIN_SEPARATOR);
    assert_eq!(shown, ["a.mat:2:1:", "b.txt:2:1:", "broken.mat:1:1:", &sub]);
    assert_eq!(err, "4 files, 3 matches, 0 games, 1 other file skipped: 4 errors in 4 files\n");
    // The same file, named, must be a record.
    let args = reading(concise(), vec![folder.0.join("notes.txt")], Reading::default());
    let (exit, out, _) = check(&args, "");
    assert_eq!(exit, Exit::Findings);
    assert!(out.ends_with("notes.txt:1:1: error[source-not-a-record] the file contains no match record\n"));
}

#[test]
fn an_unreadable_file_gives_status_2_and_the_others_are_read() {
    let args = reading(concise(), vec!["no/such/file.mat".into(), "-".into()], Reading::default());
    let (exit, out, err) = check(&args, "match\nwrong\n");
    assert_eq!(exit, Exit::CouldNotRun);
    assert_eq!(out.lines().count(), 1);
    let (error, rest) = err.split_once('\n').expect("two lines");
    assert!(
        error.starts_with("error: cannot read no/such/file.mat: ") && !error.contains("os error"),
        "{err}"
    );
    assert_eq!(rest, "1 file, 1 match, 0 games, 1 unreadable: 1 error\n");
    // A program is told in the form that it asked for.
    let (exit, out, _) = check(&Args { format: Some(Format::Json), ..args }, "match\nwrong\n");
    assert_eq!(exit, Exit::CouldNotRun);
    assert!(out.starts_with('{') && out.contains("source-unreadable"), "{out}");
}

#[test]
fn the_output_is_the_same_for_any_number_of_threads() {
    let mut record = String::new();
    for i in 0..3_000 {
        record += "match\ngame\n";
        if i % 7 == 0 {
            record += "wrong\n";
        }
        if i % 11 == 0 {
            record += "doubtful\n";
        }
    }
    for format in [Format::Concise, Format::Text, Format::Json, Format::Sarif, Format::Github] {
        let with = |jobs| on_threads(Args { format: Some(format), ..Args::default() }, jobs);
        let one = check(&with(1), &record);
        assert_eq!(one.2, "1 file, 3000 matches, 3000 games: 429 errors, 273 warnings\n");
        for jobs in [2, 5] {
            assert!(check(&with(jobs), &record) == one, "{format:?} with {jobs} threads");
        }
    }
}

/// A pipe whose reader closes it after some bytes.
struct Pipe(usize);

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0 == 0 {
            return Err(io::ErrorKind::BrokenPipe.into());
        }
        let written = bytes.len().min(self.0);
        self.0 -= written;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_ends_quietly_with_the_status_so_far() {
    for format in [Format::Concise, Format::Text, Format::Json, Format::Sarif, Format::Github] {
        for jobs in [1, 3] {
            let args = on_threads(Args { format: Some(format), ..Args::default() }, jobs);
            let mut err = Vec::new();
            // SARIF begins with the list of all rules, which the pipe still takes.
            let mut ui = Ui::new(Pipe(40_000), &mut err);
            let stdin = "match\nwrong\n".repeat(1_000);
            let exit = run(&args, &Fake, Box::new(io::Cursor::new(stdin)), &mut ui);
            drop(ui);
            assert_eq!(exit.expect("quiet"), Exit::Findings);
            assert!(err.is_empty());
        }
    }
}
