//! File names that the program chooses, valid on every system.

use crate::diag::file_name;
use std::ffi::OsStr;
use std::path::PathBuf;

/// The names of devices, which Windows doesn't accept as files, whatever the extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// The extensions of archives and packed files, some of which aren't read.
pub(crate) const PACKED: [&str; 9] = ["zip", "gz", "zst", "tar", "tgz", "bz2", "xz", "7z", "rar"];

/// Converts a file name without its folder to one that Windows accepts too: no forbidden character, no name
/// of a device, no blank or dot at the end. A valid name stays as it is.
///
/// Source: Microsoft, "Naming Files, Paths, and Namespaces".
pub(crate) fn portable(name: &str) -> String {
    let is_forbidden = |c: char| c.is_control() || r#"<>:"/\|?*"#.contains(c);
    let mut name: String = name.chars().map(|c| if is_forbidden(c) { '_' } else { c }).collect();
    let kept = name.trim_end_matches([' ', '.']).len();
    name.truncate(kept);
    if name.is_empty() || is_device(&name) {
        name.insert(0, '_');
    }
    name
}

/// Returns the path that bytes name: on Unix any bytes do.
pub(crate) fn path_of(bytes: Vec<u8>) -> PathBuf {
    #[cfg(unix)]
    let name: std::ffi::OsString = std::os::unix::ffi::OsStringExt::from_vec(bytes);
    #[cfg(not(unix))]
    let name = String::from_utf8_lossy(&bytes).into_owned();
    PathBuf::from(name)
}

/// Returns a path as text: see [`file_name`].
pub(crate) fn path_text(path: &(impl AsRef<OsStr> + ?Sized)) -> String {
    file_name(path.as_ref().as_encoded_bytes())
}

/// Returns `true` if the text before the first dot is the name of a device.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_lowercase();
    let (word, number) = stem.split_at_checked(3).unwrap_or((&stem, ""));
    let is_numbered = matches!(word, "com" | "lpt");
    let is_number = || {
        let mut digits = number.chars();
        matches!((digits.next(), digits.next()), (Some('1'..='9' | '\u{b9}' | '\u{b2}' | '\u{b3}'), None))
    };
    DEVICES.contains(&word) && if is_numbered { is_number() } else { number.is_empty() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_windows_takes_for_a_device_or_forbids_is_changed_and_nothing_else() {
        for name in
            ["final-02.mat", "console.mat", "com10.sgf", "com.sgf", ".hidden", "Zoë 3 (b).mat", "nulls"]
        {
            assert_eq!(portable(name), name);
        }
        let changed = [
            ("con", "_con"),
            ("NUL.mat", "_NUL.mat"),
            ("aux .x.mat", "_aux .x.mat"),
            ("com1.sgf", "_com1.sgf"),
            ("lpt\u{b2}", "_lpt\u{b2}"),
            ("a:b?.mat", "a_b_.mat"),
            ("a\\b\u{1b}", "a_b_"),
            ("end. ", "end"),
            ("...", "_"),
            ("", "_"),
        ];
        for (name, wanted) in changed {
            assert_eq!(portable(name), wanted, "{name:?}");
            assert_eq!(portable(wanted), wanted, "{name:?}");
        }
    }
}
