//! The `barpoint` program: thin glue over the library.

use std::process::ExitCode;

// With musl's own, `check` takes 1.6 times as long (docs/performance.md).
#[cfg(all(target_env = "musl", feature = "database"))]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    barpoint::cli::main()
}
