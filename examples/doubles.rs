//! Counts the doubles and their answers in the records of a folder: `cargo run --example doubles -- testdata/mat/valid`

#![expect(clippy::print_stdout, reason = "an example prints its answer")]

use barpoint::game::Happening;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = std::env::args().nth(1).unwrap_or_else(|| "testdata/mat/valid".to_owned());
    let (mut doubles, mut takes, mut passes) = (0, 0, 0);
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        // Folders, and files that aren't records, are left out.
        let bytes = std::fs::read(&path).unwrap_or_default();
        let found = barpoint::open(&path.to_string_lossy(), bytes).unwrap_or_default();
        for act in found.iter().flat_map(|found| &found.replayed.games).flat_map(|game| &game.acts) {
            match act.what {
                Happening::Doubled { beaver: false, .. } => doubles += 1,
                Happening::Taken => takes += 1,
                Happening::Passed => passes += 1,
                _ => {}
            }
        }
    }
    println!("{doubles} doubles, {takes} takes, {passes} passes");
    Ok(())
}
