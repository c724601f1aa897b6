//! The results of quizzes: a file with a line of JSON for each answer, from which follows when a problem is due.

use super::date::Day;
use super::journal;
use crate::output::json::{GradeJson, QuizResultJson};
use crate::stats::{Grade, Memory};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

impl journal::Kept for QuizResultJson {
    const NAME: &'static str = "a result of a quiz";

    fn schema(&self) -> u32 {
        self.schema
    }
}

#[derive(Debug)]
pub(crate) struct Results {
    path: PathBuf,
    known: BTreeMap<String, Known>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Known {
    /// Its variant by name.
    pub(crate) variant: String,
    memory: Memory,
    last: Day,
}

impl Known {
    pub(crate) fn due(&self) -> Day {
        Day(self.last.0 + i64::from(self.memory.interval()))
    }

    fn add(known: &mut BTreeMap<String, Self>, result: &QuizResultJson, day: Day) {
        let grade = match result.grade {
            GradeJson::Again => Grade::Again,
            GradeJson::Hard => Grade::Hard,
            GradeJson::Good => Grade::Good,
        };
        let first = || Self { variant: result.variant.clone(), memory: Memory::first(grade), last: day };
        known
            .entry(result.id.clone())
            .and_modify(|known| {
                // A clock that went back counts as the same day.
                known.memory = known.memory.after(day.since(known.last), grade);
                known.last = known.last.max(day);
            })
            .or_insert_with(first);
    }
}

impl Results {
    /// Reads the results of a file; without the file there are none. Fails if the file can't be read or has a line
    /// that is no result: a message with the place.
    pub(crate) fn open(path: &Path) -> Result<Self, String> {
        let mut known = BTreeMap::new();
        for (place, result) in journal::entries::<QuizResultJson>(path)? {
            let day = result.date.parse();
            let day = day.map_err(|error| journal::damaged::<QuizResultJson>(&place, &error))?;
            Known::add(&mut known, &result, day);
        }
        Ok(Self { path: path.to_owned(), known })
    }

    pub(crate) fn of(&self, id: &str) -> Option<&Known> {
        self.known.get(id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = (&str, &Known)> {
        self.known.iter().map(|(id, known)| (id.as_str(), known))
    }

    /// Adds a result of a day to the file, to which another quiz may add more at the same time; returns when the
    /// problem is due. Fails if the file can't be read or written: a message. It stays as it is then.
    pub(crate) fn add(&mut self, result: &QuizResultJson, day: Day) -> Result<Day, String> {
        journal::add(&self.path, result)?;
        Known::add(&mut self.known, result, day);
        Ok(self.known[&result.id].due())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn result(id: &str, date: &str, grade: GradeJson) -> QuizResultJson {
        QuizResultJson {
            schema: 1,
            id: id.to_owned(),
            variant: "backgammon".to_owned(),
            date: date.to_owned(),
            answer: "take".to_owned(),
            best: "pass".to_owned(),
            loss: 0.1,
            grade,
        }
    }

    #[test]
    fn a_problem_is_due_later_the_better_it_is_known() {
        let folder = std::env::temp_dir().join(format!("barpoint-results-{}", std::process::id()));
        let path = folder.join("below").join("quiz.jsonl");
        let mut results = Results::open(&path).expect("nothing yet");
        let mut add = |id, date: &str, grade| {
            let day = date.parse().expect("a day");
            results.add(&result(id, date, grade), day).expect("room").to_string()
        };
        assert_eq!(add("a", "2026-11-01", GradeJson::Good), "2026-11-03");
        assert_eq!(add("a", "2026-11-03", GradeJson::Good), "2026-11-14");
        assert_eq!(add("b", "2026-11-03", GradeJson::Again), "2026-11-04");
        assert_eq!(add("a", "2026-11-14", GradeJson::Again), "2026-11-16");
        // A clock that goes back does no harm.
        assert_eq!(add("b", "2026-10-01", GradeJson::Again), "2026-11-04");
        let again = Results::open(&path).expect("what was written");
        assert!(results.all().eq(again.all()));
        assert_eq!(again.of("b").expect("known").due().to_string(), "2026-11-04");

        // A line that was cut off is reported, and nothing is written over it.
        let whole = std::fs::read_to_string(&path).expect("the file");
        std::fs::write(&path, &whole[..whole.len() - 9]).expect("room");
        let error = Results::open(&path).expect_err("half a line");
        assert!(error.contains("quiz.jsonl:5: not a result of a quiz: "), "{error}");
        std::fs::remove_dir_all(&folder).expect("its folder");
    }
}
