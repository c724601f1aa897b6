//! `barpoint.toml`: settings for the records of a folder, which the command line overrides.
//!
//! The file is looked for in the folder of a record and in the folders above it; only the first file found
//! counts.

use super::codes::code;
use super::names::path_text;
use super::reason::reason;
use crate::analysis::given::{Rule, RuleError};
use crate::analysis::{RulesOverride, Wanted};
use crate::diag::choice;
use crate::diag::{Code, Encoding, Severity, SourceFile};
use crate::output::diagnostic::Format;
use std::collections::HashMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The name of the file.
pub const NAME: &str = "barpoint.toml";

/// The largest size of the file, in bytes.
const LARGEST: usize = 1 << 20;

/// The settings, each with its default.
pub const SETTINGS: [(&str, &str); 6] = [
    ("all", "false"),
    ("allow", "[]"),
    ("fail-on", "\"warning\""),
    ("format", "\"text\""),
    ("pedantic", "false"),
    ("rules", "what each record states"),
];

/// The least severe findings that make the exit status 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FailOn {
    /// Only errors.
    Error,
    /// Errors and warnings.
    #[default]
    Warning,
    /// Every finding.
    Note,
    /// None: findings leave the exit status 0.
    Never,
}

impl FailOn {
    /// All of them, each with its name.
    pub const ALL: [(&'static str, Self); 4] =
        [("error", Self::Error), ("warning", Self::Warning), ("note", Self::Note), ("never", Self::Never)];

    /// Returns `true` if a finding of this severity counts.
    #[must_use]
    pub fn counts(self, severity: Severity) -> bool {
        match self {
            Self::Error => severity >= Severity::Error,
            Self::Warning => severity >= Severity::Warning,
            Self::Note => true,
            Self::Never => false,
        }
    }
}

/// A setting as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The key, with its table in front: `rules.crawford`.
    pub key: String,
    /// The value, as TOML writes it.
    pub value: String,
    /// Its line, counted from 1.
    pub line: u64,
}

/// The settings of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Config {
    /// The file; `None` if there is none.
    pub path: Option<PathBuf>,
    /// How findings are shown.
    pub format: Option<Format>,
    /// The least severe findings that make the exit status 1.
    pub fail_on: Option<FailOn>,
    /// Codes that aren't reported, and whether habits are.
    pub wanted: Wanted,
    /// Whether the consequences of findings are reported too.
    pub all: bool,
    /// The rules for records that don't contain any.
    pub rules: Vec<Rule>,
    /// All settings of the file, in its order.
    pub lines: Vec<Line>,
}

/// An error in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConfigError {
    /// The file.
    pub path: PathBuf,
    /// The line and the column, both counted from 1; `None` if the file can't be read.
    pub place: Option<(u64, u32)>,
    /// The message: lower case, no full stop.
    pub message: String,
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", path_text(&self.path), self.message),
            None => write!(f, "cannot read {}: {}", path_text(&self.path), self.message),
        }
    }
}

impl std::error::Error for ConfigError {}

/// Finds the file for a record, or for a folder: in its folder, else in the nearest one above.
#[must_use]
pub fn find(path: &Path) -> Option<PathBuf> {
    let path = std::path::absolute(path).ok()?;
    path.ancestors()
        .skip(usize::from(!path.is_dir()))
        .map(|folder| folder.join(NAME))
        .find(|file| file.is_file())
}

impl Config {
    /// Returns the rules together.
    #[must_use]
    pub fn given(&self) -> RulesOverride {
        self.rules.iter().copied().collect()
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// If the file can't be read, isn't TOML, or contains an unknown key or value.
    pub fn read(path: &Path) -> Result<Self, ConfigError> {
        let unreadable = |message: String| ConfigError { path: path.to_owned(), place: None, message };
        let bytes = super::read::file(path, LARGEST as u64).map_err(|error| unreadable(reason(&error)))?;
        let text = String::from_utf8(bytes).map_err(|_| unreadable("it isn't UTF-8".to_owned()))?;
        Self::parse(path, &text)
    }

    /// Reads the text of a file.
    ///
    /// # Errors
    ///
    /// If the text isn't TOML, or contains an unknown key or value.
    pub fn parse(path: &Path, text: &str) -> Result<Self, ConfigError> {
        let source = SourceFile::from_text("", text.to_owned(), Encoding::Utf8, 0, 1);
        let place = |at: usize| {
            let found = source.as_ref().ok().map(|source| source.line_column(at as u32));
            found.map_or((1, 1), |found| (found.line, found.column))
        };
        let wrong = |(at, message)| ConfigError { path: path.to_owned(), place: Some(place(at)), message };
        let table = DeTable::parse(text).map_err(|error| {
            let message = error.message().lines().next().unwrap_or("this isn't TOML").to_owned();
            wrong((error.span().map_or(0, |span| span.start), message))
        })?;
        let mut config = Self { path: Some(path.to_owned()), ..Self::default() };
        let mut lines = Vec::new();
        for (key, value) in table.get_ref() {
            config.set(key, value).map_err(wrong)?;
            match value.get_ref() {
                DeValue::Table(rules) => lines.extend(rules.iter().map(|(rule, value)| {
                    (rule.span().start, format!("{}.{}", key.get_ref(), rule.get_ref()), value.span())
                })),
                _ => lines.push((key.span().start, key.get_ref().to_string(), value.span())),
            }
        }
        lines.sort_by_key(|line| line.0);
        let line = |(at, key, span): (usize, String, Range<usize>)| {
            let value = text.get(span).unwrap_or("").split_whitespace().collect::<Vec<_>>().join(" ");
            Line { key, value, line: place(at).0 }
        };
        config.lines = lines.into_iter().map(line).collect();
        Ok(config)
    }

    /// Stores one key of the file. An error contains its offset.
    fn set(&mut self, key: &Spanned<Key<'_>>, value: &Spanned<DeValue<'_>>) -> Result<(), (usize, String)> {
        match key.get_ref().as_ref() {
            "format" => self.format = Some(named(key, value, &Format::ALL)?),
            "fail-on" => self.fail_on = Some(named(key, value, &FailOn::ALL)?),
            "pedantic" => self.wanted.pedantic = switch(key, value)?,
            "all" => self.all = switch(key, value)?,
            "allow" => self.wanted.allow = codes(value)?,
            "rules" => self.rules = rules(value)?,
            other => {
                let known = SETTINGS.map(|(name, _)| name);
                return Err((key.span().start, unknown(other, "setting", &known)));
            }
        }
        Ok(())
    }
}

type Key<'a> = std::borrow::Cow<'a, str>;

fn unknown(name: &str, what: &str, known: &[&str]) -> String {
    format!("`{name}` is not a {what}; {}", choice(name, known))
}

fn named<T: Copy>(
    key: &Spanned<Key<'_>>,
    value: &Spanned<DeValue<'_>>,
    all: &[(&str, T)],
) -> Result<T, (usize, String)> {
    let names: Vec<&str> = all.iter().map(|(name, _)| *name).collect();
    let at = value.span().start;
    let text = value
        .get_ref()
        .as_str()
        .ok_or_else(|| (at, format!("`{}` is a text, one of {}", key.get_ref(), names.join(", "))))?;
    let found = all.iter().find(|(name, _)| *name == text);
    found
        .map(|&(_, value)| value)
        .ok_or_else(|| (at, unknown(text, &format!("value of `{}`", key.get_ref()), &names)))
}

fn switch(key: &Spanned<Key<'_>>, value: &Spanned<DeValue<'_>>) -> Result<bool, (usize, String)> {
    let wrong = || (value.span().start, format!("`{}` is true or false", key.get_ref()));
    value.get_ref().as_bool().ok_or_else(wrong)
}

fn codes(value: &Spanned<DeValue<'_>>) -> Result<Vec<Code>, (usize, String)> {
    let wrong =
        |at: &Spanned<DeValue<'_>>| (at.span().start, "`allow` is a list of codes in quotes".to_owned());
    let list = value.get_ref().as_array().ok_or_else(|| wrong(value))?;
    let read = |item: &Spanned<DeValue<'_>>| {
        let text = item.get_ref().as_str().ok_or_else(|| wrong(item))?;
        code(text).map_err(|message| (item.span().start, message))
    };
    list.iter().map(read).collect()
}

fn rules(value: &Spanned<DeValue<'_>>) -> Result<Vec<Rule>, (usize, String)> {
    let wrong = || {
        (
            value.span().start,
            "`rules` is a table: `[rules]`, then lines such as `crawford = false`".to_owned(),
        )
    };
    let table = value.get_ref().as_table().ok_or_else(wrong)?;
    let read = |(key, value): (&Spanned<Key<'_>>, &Spanned<DeValue<'_>>)| {
        let name = key.get_ref();
        let text = match value.get_ref() {
            DeValue::Boolean(true) => format!("{name}=on"),
            DeValue::Boolean(false) => format!("{name}=off"),
            DeValue::Integer(number) if number.radix() == 10 => format!("{name}={}", number.as_str()),
            DeValue::String(text) => format!("{name}={text}"),
            _ => return Err((value.span().start, format!("`{name}` is a number, a text, true or false"))),
        };
        text.parse().map_err(|error: RuleError| {
            let at = if matches!(error, RuleError::Unknown(_)) { key.span() } else { value.span() };
            (at.start, error.to_string())
        })
    };
    table.iter().map(read).collect()
}

/// The source of settings.
#[derive(Clone, Debug, Default)]
pub enum Choice {
    /// From the file nearest to each record.
    #[default]
    Nearest,
    /// From this file.
    File(PathBuf),
    /// From no file.
    Isolated,
}

/// The files that were read, by folder.
#[derive(Debug, Default)]
pub struct Configs {
    choice: Choice,
    known: Mutex<HashMap<PathBuf, Found>>,
}

/// The settings for a folder, or the reason why there are none.
pub type Found = Result<Arc<Config>, ConfigError>;

impl Configs {
    /// Makes an empty cache for this source.
    #[must_use]
    pub fn new(choice: Choice) -> Self {
        Self { choice, known: Mutex::default() }
    }

    /// Returns the settings for a record, or for a folder; empty ones without a file.
    ///
    /// # Errors
    ///
    /// If the file can't be read or understood.
    pub fn of(&self, path: &Path) -> Found {
        let (folder, file) = match &self.choice {
            Choice::Isolated => return Ok(Arc::default()),
            Choice::File(file) => (file.clone(), Some(file.clone())),
            Choice::Nearest => {
                let folder = if path.is_dir() { path } else { path.parent().unwrap_or(path) };
                let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
                (folder.to_owned(), None)
            }
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(&folder) {
            return found.clone();
        }
        let file = file.or_else(|| find(&folder));
        let found = file.map_or_else(|| Ok(Arc::default()), |file| Config::read(&file).map(Arc::new));
        known.insert(folder, found.clone());
        found
    }

    /// Forgets all files, so that they are read again.
    pub fn forget(&self) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Variant;

    fn parse(text: &str) -> Result<Config, String> {
        Config::parse(Path::new("barpoint.toml"), text).map_err(|error| error.to_string())
    }

    #[test]
    fn everything_that_can_be_set_is_read_with_its_line() {
        let text = "format = \"concise\"\nfail-on = 'error'\npedantic = true\nall = true\n\
                    allow = [\n  \"play-hit-mark\",\n  \"mat-dice\",\n]\n\n[rules]\ncrawford = false\nbeavers = 2\n\
                    variant = \"nackgammon\"\nface-to-face = true\n";
        let config = parse(text).expect("a right file");
        assert_eq!((config.format, config.fail_on), (Some(Format::Concise), Some(FailOn::Error)));
        assert_eq!(config.wanted.allow, [Code::PlayHitMark, Code::MatDice]);
        assert!(config.wanted.pedantic && config.all);
        let rules = config.given();
        assert_eq!((rules.crawford, rules.beavers), (Some(false), Some(2)));
        assert_eq!((rules.variant, rules.face_to_face), (Some(Variant::Nackgammon), true));
        let lines: Vec<_> =
            config.lines.iter().map(|line| (line.line, line.key.as_str(), line.value.as_str())).collect();
        assert_eq!(lines[4], (5, "allow", "[ \"play-hit-mark\", \"mat-dice\", ]"));
        assert_eq!(lines[6], (12, "rules.beavers", "2"));
    }

    #[test]
    fn what_means_nothing_is_an_error_with_its_place() {
        for (text, wanted) in [
            ("alow = []", "barpoint.toml:1:1: `alow` is not a setting; did you mean `allow`?"),
            ("\nallow = [\"play-hit-mrk\"]", "barpoint.toml:2:10: "),
            (
                "format = \"xml\"",
                "barpoint.toml:1:10: `xml` is not a value of `format`; choose from text, concise",
            ),
            ("all = 1", "barpoint.toml:1:7: `all` is true or false"),
            ("[rules]\nmurphy = true", "barpoint.toml:2:1: `murphy` is not a rule"),
            ("[rules]\nbeavers = -1", "barpoint.toml:2:11: `beavers` is a number"),
            ("[rules]\ncrawford = 1.5", "barpoint.toml:2:12: `crawford` is a number, a text"),
            ("rules = true", "barpoint.toml:1:9: `rules` is a table"),
            ("a = ", "barpoint.toml:1:5: "),
            ("all = true\nall = false", "barpoint.toml:2:1: "),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.starts_with(wanted), "{text:?}: {error}");
        }
    }

    #[test]
    fn the_nearest_file_above_a_record_holds() {
        let root = std::env::temp_dir().join(format!("barpoint-config-{}", std::process::id()));
        std::fs::create_dir_all(root.join("a/b")).expect("a folder of ours");
        std::fs::write(root.join(NAME), "pedantic = true").expect("a file of ours");
        std::fs::write(root.join("a/b").join(NAME), "all = true").expect("a file of ours");
        let configs = Configs::default();
        assert!(configs.of(&root.join("a/x.mat")).is_ok_and(|config| config.wanted.pedantic && !config.all));
        assert!(
            configs.of(&root.join("a/b/x.mat")).is_ok_and(|config| !config.wanted.pedantic && config.all)
        );
        std::fs::write(root.join(NAME), "pedantic = 1").expect("a file of ours");
        assert!(configs.of(&root.join("a/y.mat")).is_ok(), "it was read before");
        configs.forget();
        assert!(configs.of(&root.join("a/y.mat")).is_err());
        let isolated = Configs::new(Choice::Isolated);
        assert_eq!(isolated.of(&root.join("a/y.mat")), Ok(Arc::default()));
        std::fs::remove_dir_all(&root).expect("a folder of ours");
    }
}
