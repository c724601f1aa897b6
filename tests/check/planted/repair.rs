//! Repair of planted mistakes: whether the offered fix restores the record.
//!
//! `BARPOINT_PLANTINGS=N` plants N mistakes of each kind; with `BARPOINT_UPDATE=1` the results are written to the table
//! of docs/repair.md. `BARPOINT_KIND=TEXT` plants only the kinds whose names contain the text, and shows what isn't
//! restored.

use super::kinds::KINDS;
use super::layout::Base;
use super::slips::{SLIPS, die_misread, digit_left_out, digits_exchanged, leg_twice, point_misread};
use super::{Planted, as_told, bases, candidates, plant, sgf, try_to_plant};
use crate::support::{Random, paths_in, report, shared, testdata};
use barpoint::analysis::repair::repair;
use barpoint::analysis::{RulesOverride, replayed};
use barpoint::board::Board;
use barpoint::diag::{Code, Diagnostic, Severity, SourceFile};
use barpoint::formats::{Format, mat};
use barpoint::game::Happening;
use barpoint::game::record::Written;
use std::fmt::Write as _;

/// Returns the matches of a text.
pub(super) fn sources(format: &Format, text: &str) -> Vec<SourceFile> {
    format
        .matches("planted", Box::new(text.as_bytes()))
        .map(|source| source.expect("text in memory"))
        .collect()
}

/// Returns the findings on a match, with fixes.
pub(super) fn found(format: &Format, source: &SourceFile) -> Vec<Diagnostic> {
    let parse = format.parse.expect("a format that is read");
    let (_, mut findings) = replayed(parse(source), &RulesOverride::default());
    findings.retain(|finding| finding.severity > Severity::Note);
    repair(format, source, &RulesOverride::default(), &mut findings);
    findings
}

/// Returns the events of a match, without their places, and the number of findings.
pub(super) fn meaning(format: &Format, text: &str) -> String {
    let mut meaning = String::new();
    for source in sources(format, text) {
        let parse = format.parse.expect("a format that is read");
        let (replayed, findings) = replayed(parse(&source), &RulesOverride::default());
        let warned = findings.iter().filter(|finding| finding.severity > Severity::Note).count();
        let _ = writeln!(meaning, "{warned} findings, {:?}", replayed.record.length.map(|it| it.value));
        for (game, written) in replayed.games.iter().zip(&replayed.record.games) {
            let heads = written
                .players
                .0
                .iter()
                .flatten()
                .map(|player| (player.name.value.clone(), player.score.map(|score| score.value)));
            let heads: Vec<_> = heads.collect();
            let _ = writeln!(
                meaning,
                "{:?} {heads:?} {:?}",
                game.number,
                game.result.map(|it| (it.winner, it.points))
            );
            for act in &game.acts {
                let after: Option<Board> = match act.what {
                    Happening::Played { play, .. } => Some(play.after(&act.before)),
                    _ => None,
                };
                let what = match act.what {
                    Happening::Played { roll, .. } => format!("{roll}"),
                    Happening::GameOver(_) => "over".to_owned(),
                    other => format!("{other:?}"),
                };
                let _ = writeln!(meaning, "{} {:?} {:?} {what} {after:?}", act.by, act.before, act.cube);
            }
        }
    }
    meaning
}

/// The outcome of a planting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ended {
    /// A safe fix restores the record.
    SafeRight,
    /// A safe fix turns it into a different record.
    SafeWrong,
    /// The suggestion of this rank restores the record; 0 for the first.
    Suggested(usize),
    /// None of the suggestions does.
    Wrong,
    /// No fix is offered.
    Nothing,
}

/// The outcomes of one kind.
#[derive(Clone, Debug, Default)]
struct Tally {
    name: String,
    all: usize,
    safe: usize,
    first: usize,
    later: usize,
    wrong: usize,
    nothing: usize,
    wrong_safe: Vec<String>,
    missed: Vec<String>,
    /// Plantings for which the rules leave at most one reading.
    single: usize,
    single_right: usize,
}

impl Tally {
    fn count(&mut self, ended: Ended, is_single: bool) {
        self.all += 1;
        self.single += usize::from(is_single);
        let right = matches!(ended, Ended::SafeRight | Ended::Suggested(0));
        self.single_right += usize::from(is_single && right);
        match ended {
            Ended::SafeRight => self.safe += 1,
            Ended::SafeWrong => {}
            Ended::Suggested(0) => self.first += 1,
            Ended::Suggested(_) => self.later += 1,
            Ended::Wrong => self.wrong += 1,
            Ended::Nothing => self.nothing += 1,
        }
    }

    fn add(&mut self, other: &Self) {
        self.all += other.all;
        self.safe += other.safe;
        self.first += other.first;
        self.later += other.later;
        self.wrong += other.wrong;
        self.nothing += other.nothing;
        self.wrong_safe.extend(other.wrong_safe.iter().cloned());
        self.single += other.single;
        self.single_right += other.single_right;
    }

    /// Returns a row of the table.
    fn row(&self) -> String {
        let Self { name, all, safe, first, later, wrong, nothing, .. } = self;
        let wrong_safe = self.wrong_safe.len();
        let restored = 100.0 * (safe + first) as f64 / (*all).max(1) as f64;
        format!(
            "| {name} | {all} | {safe} | {first} | {later} | {wrong} | {nothing} | {wrong_safe} | {restored:.0} % |"
        )
    }
}

/// Applies the fixes of the first finding on a text; returns the outcome, whether the rules leave at most one reading,
/// and the fixes in words.
fn ended(format: &Format, text: &str, original: &str) -> (Ended, bool, String) {
    let mut told = String::new();
    for source in sources(format, text) {
        let findings = found(format, &source);
        let Some(finding) = findings.first() else { continue };
        let base = source.base_offset() as usize;
        let at = finding.primary.span.start;
        let _ =
            writeln!(told, "{} at {}: {}", finding.code, source.line_column(at).line, source.line_at(at).1);
        let mut ended = if finding.fixes.is_empty() { Ended::Nothing } else { Ended::Wrong };
        for (rank, fix) in finding.fixes.iter().enumerate() {
            let mended = source.edited(&fix.edits).expect("edits that fit");
            let whole = [&text[..base], mended.text(), &text[base + source.text().len()..]].concat();
            let is_right = meaning(format, &whole) == original;
            let _ = writeln!(told, "   {:?} {is_right}: {}", fix.applicability, fix.message);
            match (fix.is_safe(), is_right) {
                (true, true) => ended = Ended::SafeRight,
                (true, false) => ended = Ended::SafeWrong,
                (false, true) if ended == Ended::Wrong => ended = Ended::Suggested(rank),
                _ => {}
            }
        }
        return (ended, finding.fixes.len() <= 1, told);
    }
    (Ended::Nothing, true, "nothing found".to_owned())
}

/// One kind of mistakes in one format.
struct Job {
    name: String,
    format: &'static Format,
    texts: Vec<(String, String)>,
}

impl Job {
    fn run(&self) -> Tally {
        let mut tally = Tally { name: self.name.clone(), ..Tally::default() };
        for (text, original) in &self.texts {
            let (ended, is_single, told) = ended(self.format, text, original);
            tally.count(ended, is_single);
            if ended == Ended::SafeWrong {
                tally.wrong_safe.push(format!("{}: {told}", self.name));
            } else if !matches!(ended, Ended::SafeRight | Ended::Suggested(0)) {
                tally.missed.push(format!("{}: {ended:?} {told}", self.name));
            }
        }
        tally
    }
}

/// Runs jobs on two threads; the tallies are in the order of the jobs.
fn run(jobs: &[Job]) -> Vec<Tally> {
    let next = std::sync::atomic::AtomicUsize::new(0);
    let done = std::sync::Mutex::new(vec![Tally::default(); jobs.len()]);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    let Some(job) = jobs.get(at) else { return };
                    let tally = job.run();
                    done.lock().expect("no test panics with it")[at] = tally;
                }
            });
        }
    });
    done.into_inner().expect("no test panics with it")
}

/// Returns the number of mistakes to plant of each kind.
fn each() -> usize {
    as_told(6, 12)
}

/// Returns the plantings of all kinds.
fn jobs(bases: &[Base], each: usize) -> Vec<Job> {
    let originals: Vec<String> =
        bases.iter().map(|base| meaning(&mat::FORMAT, &base.record.lay_out().0)).collect();
    let mut jobs = Vec::new();
    for (number, (name, kind)) in KINDS.iter().chain(SLIPS).enumerate() {
        let mut random = Random::new(20_261_124 + number as u64);
        let planted = candidates(bases, kind, &mut random).into_iter().filter_map(|(index, at)| {
            let base: &Base = &bases[index];
            let planted: Planted = try_to_plant(base, kind, at, &mut random)?;
            let text = plant(base, &[planted]).0;
            // What nobody can find isn't a mistake that can be mended.
            (!super::found(&text).is_empty()).then(|| (text, originals[index].clone()))
        });
        let texts = planted.take(each).collect();
        jobs.push(Job { name: (*name).to_owned(), format: &mat::FORMAT, texts });
    }
    let format = &barpoint::formats::sgf::FORMAT;
    let of_sgf = sgf::plantings(each).into_iter();
    jobs.extend(of_sgf.map(|(name, texts)| Job { name: format!("SGF: {name}"), format, texts }));
    if let Ok(kind) = std::env::var("BARPOINT_KIND") {
        jobs.retain(|job| job.name.contains(&kind));
    }
    jobs
}

/// The line before the table on the page.
const BEGIN: &str = "<!-- the table of planted mistakes -->\n";
const END: &str = "<!-- the end of the table -->\n";

/// Writes the table into docs/repair.md, if requested.
fn write_table(tallies: &[Tally], all: &Tally, pairs: &str) {
    let update = std::env::var_os("BARPOINT_UPDATE").is_some_and(|value| value == "1");
    if !update || std::env::var_os("BARPOINT_PLANTINGS").is_none() {
        return;
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/repair.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let (before, rest) = page.split_once(BEGIN).expect("the table's place");
    let (_, after) = rest.split_once(END).expect("the table's end");
    let mut table = String::from(
        "\n| mistake | planted | safe | first | later | other | none | wrong safe | restored |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n",
    );
    for tally in tallies.iter().chain([all]) {
        let _ = writeln!(table, "{}", tally.row());
    }
    let _ = write!(
        table,
        "\nWhere at most one reading was found, {} of {} records are restored. {pairs}\n\n",
        all.single_right, all.single
    );
    std::fs::write(path, [before, BEGIN, &table, END, after].concat()).expect("the page can be written");
}

#[test]
fn planted_mistakes_are_mended_and_no_safe_fix_is_wrong() {
    let bases = bases();
    let tallies = run(&jobs(&bases, each()));
    let mut all = Tally { name: "all".to_owned(), ..Tally::default() };
    for tally in &tallies {
        report(tally.all, &format!("planted mistakes to mend: {}", tally.name));
        all.add(tally);
    }
    let (mended, pairs) = pairs(&bases, 4 * each());
    let words =
        format!("Of {pairs} pairs of mistakes in\none game, {mended} of {} mistakes are fixed.", 2 * pairs);
    write_table(&tallies, &all, &words);
    let table: Vec<String> = tallies.iter().chain([&all]).map(Tally::row).collect();
    let table = table.join("\n");
    if std::env::var_os("BARPOINT_KIND").is_some() {
        let missed: Vec<String> =
            tallies.iter().flat_map(|tally| tally.missed.iter().take(12)).cloned().collect();
        panic!("{table}\n{}\n{}", all.wrong_safe.join("\n"), missed.join("\n"));
    }
    assert!(all.wrong_safe.is_empty(), "{table}\n{}", all.wrong_safe.join("\n"));
    assert!(10 * (all.safe + all.first) >= 8 * all.all, "{table}");
    assert!(10 * all.single_right >= 9 * all.single, "{} of {}\n{table}", all.single_right, all.single);
    assert!(mended >= pairs, "{words}");
}

/// Returns the messages of the fixes of the finding with a code, the safe ones marked.
fn fixes(text: &str, code: Code) -> Vec<String> {
    let finding = found(&mat::FORMAT, &super::source(text)).into_iter().find(|finding| finding.code == code);
    let fixes = finding.expect("the finding").fixes.into_iter();
    fixes.map(|fix| format!("{}{}", if fix.is_safe() { "safe: " } else { "" }, fix.message)).collect()
}

#[test]
fn no_fix_is_safe_while_another_finding_hides_what_contradicts_it() {
    let head = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n";
    let dash = format!("{head}  1) 32: 24/2-1 13/11            63: 24/15\n");
    assert_eq!(fixes(&dash, Code::MatPlayDash), ["write `24/2/1 13/11`"]);
    let right = format!("{head}  1) 32: 24-21 13/11             63: 24/16\n");
    assert_eq!(fixes(&right, Code::MatPlayDash), ["safe: write `24/21 13/11`"]);
    let mark = format!("{head}  1)                             63: 13/7 7/4*\n  2) 65: 25/20 20/14\n");
    assert_eq!(fixes(&mark, Code::PlayHitMark), ["delete the mark of a hit"]);
}

#[test]
fn no_safe_fix_takes_a_result_away() {
    let text = " 3 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                1) 31: 8/5 6/5                 61: 13/7 8/7\n  \
                2) 64: 24/14                   Wins points\n";
    let offered = fixes(text, Code::MatCellUnreadable);
    let written = [1, 2, 3]
        .map(|points| format!("write {points} point{} for the result", if points == 1 { "" } else { "s" }));
    assert_eq!(offered, written);
}

#[test]
fn result_shows_that_a_take_was_a_drop() {
    let game = " 5 point match\n\n Game 1\n ann : 0                        bob : 0\n  \
                1) 31: 8/5 6/5                  Doubles => 2\n  \
                2)  Takes                       Wins 1 point\n";
    let next = "\n Game 2\n ann : 0                        bob : 1\n  1) 31: 8/5 6/5\n";
    let both = format!("{game}{next}");
    assert_eq!(fixes(&both, Code::ScoreResultUnproven), ["safe: read `Takes` as `Drops`"]);
    // Without the next score nothing proves it.
    assert!(fixes(game, Code::ScoreResultUnproven).iter().all(|fix| !fix.starts_with("safe")));
}

/// Returns the plays of a game, entry by entry: the roll and the steps.
fn turns(text: &str, game: usize) -> Vec<String> {
    let source = super::source(text);
    let (replayed, _) = replayed(mat::parse(&source), &RulesOverride::default());
    let Some(written) = replayed.record.games.get(game) else { return Vec::new() };
    let said = |index: usize| {
        let mut acts = replayed.games[game].acts.iter().filter(|act| act.entry == Some(index as u32));
        acts.find_map(|act| match act.what {
            Happening::Played { roll, play } => {
                let mut steps: Vec<_> = play.steps().iter().map(|step| (step.from(), step.to())).collect();
                steps.sort_unstable();
                Some(format!("{roll} {steps:?}"))
            }
            _ => None,
        })
    };
    let filled = written.entries.iter().enumerate().filter(|(_, entry)| entry.written != Written::Empty);
    filled.map(|(index, _)| said(index).unwrap_or_default()).collect()
}

/// Plants two slips in one game, and applies the first fix of the first finding again and again; returns the number of
/// mistakes fixed, and the number of pairs.
fn pairs(bases: &[Base], wanted: usize) -> (usize, usize) {
    let mut random = Random::new(19);
    let kinds = [die_misread, point_misread, digit_left_out, digits_exchanged, leg_twice];
    let (mut mended, mut pairs) = (0, 0);
    while pairs < wanted {
        let base = &bases[random.below(bases.len())];
        let told = [random.below(base.told.len()), random.below(base.told.len())].map(|at| &base.told[at]);
        if told[0].game != told[1].game || told[0].cell.abs_diff(told[1].cell) < 3 {
            continue;
        }
        let slips = told.map(|told| kinds[random.below(kinds.len())](base, told, &mut random));
        let [Some(mut both), Some(second)] = slips else { continue };
        let is_wrong =
            |planted: &Planted| !super::found(&plant(base, std::slice::from_ref(planted)).0).is_empty();
        if !is_wrong(&both) || !is_wrong(&second) {
            continue;
        }
        let game = both.game;
        both.changed.cells[told[1].cell] = second.changed.cells[told[1].cell].clone();
        pairs += 1;
        let right = turns(&base.record.lay_out().0, game);
        let mut text = plant(base, &[both]).0;
        for _ in 0..3 {
            let source = super::source(&text);
            let findings = found(&mat::FORMAT, &source);
            let Some(fix) = findings.iter().find_map(|finding| finding.fixes.first()) else { break };
            source.edited(&fix.edits).expect("edits that fit").text().clone_into(&mut text);
        }
        let now = turns(&text, game);
        mended += told.iter().filter(|told| now.get(told.cell) == right.get(told.cell)).count();
    }
    report(pairs, "pairs of planted mistakes to mend");
    (mended, pairs)
}

#[test]
fn mending_leaves_fewer_findings_and_is_done_once() {
    let bases = bases();
    let mut wrong = Vec::new();
    let (mut texts, mut changed) = (0, 0);
    let mut check = |format: &Format, source: &SourceFile| match crate::laws::repair::hold(format, source) {
        Ok(has_changed) => {
            texts += 1;
            changed += usize::from(has_changed);
        }
        Err(complaint) => wrong.push(complaint),
    };
    for job in jobs(&bases, 1 + each() / 6) {
        for (text, _) in &job.texts {
            for source in sources(job.format, text) {
                check(job.format, &source);
            }
        }
    }
    let folders = [Some(testdata("mat/invalid")), Some(testdata("sgf/invalid")), shared("data/malformed")];
    for path in folders.into_iter().flatten().flat_map(files) {
        let bytes = std::fs::read(&path).expect("a readable file");
        let extension = path.extension().and_then(|extension| extension.to_str());
        let Some(format) = barpoint::formats::detect(&bytes, extension) else { continue };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if bytes.len() > 200_000 || format.parse.is_none() {
            continue;
        }
        for source in format.matches(&name, Box::new(&bytes[..])).flatten() {
            check(format, &source);
        }
    }
    report(texts, "texts mended by the laws of mending");
    assert!(changed > 50, "{changed} of {texts}");
    assert!(wrong.is_empty(), "{} of {texts} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// The files of a folder, in order.
fn files(folder: std::path::PathBuf) -> Vec<std::path::PathBuf> {
    let mut files = paths_in(folder);
    files.retain(|it| it.is_file());
    files
}
