# The daily commands. `just` lists them; without just, type the command under a name.

_:
    @just --list

# Build the program.
build:
    cargo build

# Build what ships, with everything optimised.
ship:
    cargo build --profile dist

# Run all tests.
test:
    cargo test

# Run the tests whose names contain a word: `just one check::examples`.
one name:
    cargo test --test main -- {{name}}

# Run a bench: `just bench check`.
bench name:
    cargo bench --bench {{name}}

# Read the documentation of the library.
docs:
    cargo doc --no-deps --open

# Update generated pages and transcripts.
snapshots:
    BARPOINT_UPDATE=1 TRYCMD=overwrite cargo test --test main
