//! The `barpoint` program: thin glue over the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    barpoint::cli::main()
}
