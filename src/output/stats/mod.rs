//! The counts of an archive: as text, as pictures, as a page.

mod analyses;
mod html;
mod luck;
mod page;
mod picture;
mod plots;
mod text;
mod trend;

pub use html::html;
pub(super) use page::{NO_NAME, sentences};
pub use page::{Page, Shown};
pub use picture::{Picture, all, pictures};
pub use text::text;

/// Returns a part of a whole in percent: `52.6 %`; a hyphen if the whole is 0.
fn percent(part: u64, whole: u64) -> String {
    percent_of(part as f64, whole as f64)
}

/// Returns a share of a sum in percent; a hyphen if the sum is 0.
fn percent_of(part: f64, whole: f64) -> String {
    if whole == 0.0 { "-".to_owned() } else { format!("{:.1} %", 100.0 * part / whole) }
}

/// Returns a chance as people write it: `0.031`, or `4e-7` if three decimals show only zeros.
fn chance(p: f64) -> String {
    if p >= 0.001 {
        format!("{p:.3}")
    } else if p > 1e-99 {
        format!("{p:.0e}")
    } else {
        "0".to_owned()
    }
}
