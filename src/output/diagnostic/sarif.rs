//! SARIF 2.1.0, the exchange format of code scanners: one document with one run.
//!
//! Source: OASIS, "Static Analysis Results Interchange Format (SARIF) Version 2.1.0", 2020. Only the parts
//! that barpoint uses are modelled. The document is written piece by piece, so that memory stays small, and
//! is complete after [`Renderer::end`].

use super::{Finding, Options, Region, Renderer, with_slashes};
use crate::diag::{Code, Edit, Fix, SourceFile, Span, file_name_bytes, percent_encoded};
use serde::Serialize;
use std::fmt::Write as _;
use std::io;

/// The renderer of `--format sarif`.
#[derive(Clone, Copy, Debug)]
pub struct Sarif {
    options: Options,
    is_first: bool,
}

impl Sarif {
    /// Returns the renderer.
    #[must_use]
    pub const fn new(options: Options) -> Self {
        Self { options, is_first: true }
    }
}

impl Renderer for Sarif {
    fn begin(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        let tool = Tool {
            driver: Driver {
                name: env!("CARGO_PKG_NAME"),
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules: Code::ALL.iter().copied().map(Rule::new).collect(),
            },
        };
        out.write_all(b"{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",")?;
        out.write_all(b"\"version\":\"2.1.0\",\"runs\":[{\"tool\":")?;
        out.write_all(&serde_json::to_vec(&tool)?)?;
        out.write_all(b",\"columnKind\":\"unicodeCodePoints\",\"results\":[")
    }

    fn finding(&mut self, finding: &Finding<'_>, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(if self.is_first { b"\n" } else { b",\n" })?;
        self.is_first = false;
        out.write_all(&serde_json::to_vec(&SarifResult::new(finding))?)?;
        finding.shown(self.options).try_for_each(|consequence| self.finding(&consequence, out))
    }

    fn end(&mut self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(b"\n]}]}\n")
    }
}

#[derive(Serialize)]
struct Tool {
    driver: Driver,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Driver {
    name: &'static str,
    semantic_version: &'static str,
    rules: Vec<Rule>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Rule {
    id: &'static str,
    short_description: Text<'static>,
    full_description: Text<'static>,
    help: Text<'static>,
    default_configuration: Configuration,
}

impl Rule {
    fn new(code: Code) -> Self {
        Self {
            id: code.id(),
            short_description: Text::new(code.title()),
            full_description: Text::new(code.explanation()),
            help: Text::new(code.explanation()),
            default_configuration: Configuration { level: code.severity().name() },
        }
    }
}

#[derive(Serialize)]
struct Configuration {
    level: &'static str,
}

#[derive(Serialize)]
struct Text<'a> {
    text: std::borrow::Cow<'a, str>,
}

impl<'a> Text<'a> {
    fn new(text: impl Into<std::borrow::Cow<'a, str>>) -> Self {
        Self { text: text.into() }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifResult<'a> {
    rule_id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_index: Option<usize>,
    level: &'static str,
    message: Text<'a>,
    locations: [Location<'a>; 1],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    related_locations: Vec<Location<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<SarifFix<'a>>,
}

impl<'a> SarifResult<'a> {
    fn new(finding: &Finding<'a>) -> Self {
        let (source, diagnostic) = (finding.source, finding.diagnostic);
        let uri = uri(source.name());
        let mut message = finding.words();
        for (kind, texts) in [("note", &diagnostic.notes), ("help", &diagnostic.help)] {
            for text in texts {
                let _ = write!(message, "\n{kind}: {text}");
            }
        }
        let related = diagnostic.secondary.iter().enumerate().map(|(i, label)| Location {
            id: Some(i),
            physical: PhysicalLocation::new(&uri, source, label.span),
            message: Some(Text::new(label.message.as_str())),
        });
        Self {
            rule_id: diagnostic.code.id(),
            rule_index: Code::ALL.iter().position(|&code| code == diagnostic.code),
            level: diagnostic.severity.name(),
            message: Text::new(message),
            related_locations: related.collect(),
            fixes: diagnostic.fixes.iter().map(|fix| SarifFix::new(&uri, source, fix)).collect(),
            locations: [Location {
                id: None,
                physical: PhysicalLocation::new(&uri, source, diagnostic.primary.span),
                message: None,
            }],
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Location<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<usize>,
    #[serde(rename = "physicalLocation")]
    physical: PhysicalLocation,
    #[serde(skip_serializing_if = "Option::is_none")]
    message: Option<Text<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct PhysicalLocation {
    artifact_location: ArtifactLocation,
    region: SarifRegion,
}

impl PhysicalLocation {
    fn new(uri: &str, source: &SourceFile, span: Span) -> Self {
        let region = Region::of(source, span);
        let region = if source.is_binary() {
            SarifRegion::Bytes {
                byte_offset: region.byte_start,
                byte_length: region.byte_end - region.byte_start,
            }
        } else {
            SarifRegion::Text {
                start_line: region.start.line,
                start_column: region.start.column,
                end_line: region.end.line,
                end_column: region.end.column,
            }
        };
        Self { artifact_location: ArtifactLocation { uri: uri.to_owned() }, region }
    }
}

#[derive(Serialize)]
struct ArtifactLocation {
    uri: String,
}

/// A fix of a finding (section 3.55).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct SarifFix<'a> {
    description: Text<'a>,
    artifact_changes: [ArtifactChange<'a>; 1],
}

impl<'a> SarifFix<'a> {
    fn new(uri: &str, source: &SourceFile, fix: &'a Fix) -> Self {
        let replacement = |edit: &'a Edit| Replacement {
            deleted_region: PhysicalLocation::new(uri, source, edit.span).region,
            inserted_content: Text::new(edit.replacement.as_str()),
        };
        Self {
            description: Text::new(super::fix_in_words(fix)),
            artifact_changes: [ArtifactChange {
                artifact_location: ArtifactLocation { uri: uri.to_owned() },
                replacements: fix.edits.iter().map(replacement).collect(),
            }],
        }
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ArtifactChange<'a> {
    artifact_location: ArtifactLocation,
    replacements: Vec<Replacement<'a>>,
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Replacement<'a> {
    deleted_region: SarifRegion,
    inserted_content: Text<'a>,
}

/// A region of a text or a binary file.
#[derive(Serialize)]
#[serde(untagged, rename_all_fields = "camelCase")]
enum SarifRegion {
    Text { start_line: u64, start_column: u32, end_line: u64, end_column: u32 },
    Bytes { byte_offset: u64, byte_length: u64 },
}

/// Returns a path as a URI reference: a relative one stays relative, an absolute one becomes `file://…`.
fn uri(path: &str) -> String {
    let path = with_slashes(path);
    let path = path.strip_prefix("./").unwrap_or(&path);
    let is_drive = cfg!(windows) && path.as_bytes().get(1) == Some(&b':');
    // A colon would make the first segment a scheme.
    let encoded = percent_encoded(file_name_bytes(path));
    if path.starts_with('/') {
        format!("file://{encoded}")
    } else if is_drive {
        format!("file:///{}", encoded.replace("%3A", ":"))
    } else {
        encoded
    }
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_uri_references() {
        assert_eq!(uri("./a b/ü:1.mat"), "a%20b/%C3%BC%3A1.mat");
        assert_eq!(uri("../100%.mat"), "../100%25.mat");
        // The byte 0xFF, and a name that spells it.
        assert_eq!(uri("a%FF.mat"), "a%FF.mat");
        assert_eq!(uri("a%25FF.mat"), "a%25FF.mat");
        #[cfg(unix)]
        assert_eq!(uri("/records/x.mat"), "file:///records/x.mat");
    }
}
