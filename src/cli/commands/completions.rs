//! `barpoint completions`: prints a shell completion script.

use crate::cli::args;
use crate::cli::error::Done;
use crate::host::exit::Exit;
use crate::output::ui::Ui;
use clap::{Arg, Command, ValueEnum, ValueHint};
use std::any::TypeId;
use std::fmt::Write as _;
use std::path::PathBuf;

/// The arguments of `completions`.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Args {
    /// The shell.
    #[arg(value_enum, value_name = "SHELL")]
    pub shell: Shell,
}

/// The shells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    /// The Bourne Again Shell.
    Bash,
    /// The Z shell.
    Zsh,
    /// The friendly interactive shell.
    Fish,
    /// `PowerShell`.
    #[value(name = "powershell", help = "PowerShell")]
    PowerShell,
    /// Elvish.
    Elvish,
}

impl From<Shell> for clap_complete::Shell {
    fn from(shell: Shell) -> Self {
        match shell {
            Shell::Bash => Self::Bash,
            Shell::Zsh => Self::Zsh,
            Shell::Fish => Self::Fish,
            Shell::PowerShell => Self::PowerShell,
            Shell::Elvish => Self::Elvish,
        }
    }
}

/// Runs the subcommand.
pub(crate) fn run(args: Args, ui: &mut Ui<'_>) -> Done {
    let mut command = program();
    let mut script = Vec::new();
    // Into memory first: the generator panics if a pipe closes.
    clap_complete::generate(clap_complete::Shell::from(args.shell), &mut command, NAME, &mut script);
    match args.shell {
        Shell::Bash => script = with_files(&String::from_utf8_lossy(&script)).into_bytes(),
        Shell::Fish => script.extend((positional_values(&command) + &first_words(&command)).into_bytes()),
        _ => {}
    }
    ui.bytes(&script)?;
    Ok(Exit::Clean)
}

/// The name of the program in the scripts.
const NAME: &str = "barpoint";

/// Returns the program with the names of the pages below `man`, but not below `help man`, which takes none.
fn program() -> Command {
    let built = |mut program: Command| {
        program.set_bin_name(NAME);
        program.build();
        program
    };
    let program = without_files(args::program());
    // In fish, `man` counts as seen after itself.
    let pages: Vec<Command> =
        program.get_subcommands().filter(|page| page.get_name() != "man").map(names).collect();
    let whole = built(program.clone().mut_subcommand("man", |man| with_pages(&man, pages)));
    let man = whole.find_subcommand("man").cloned();
    // What stands below `help` is copied when the program is built: after that, `man` can be exchanged.
    built(program).mut_subcommand("man", |plain| man.unwrap_or(plain))
}

/// Completes no names of files as values of options that take none.
fn without_files(command: Command) -> Command {
    command.mut_subcommands(without_files).mut_args(|option| {
        let takes = |name: &str| ["FILE", "DIR", "PATH", "OUT"].iter().any(|file| name.contains(file));
        let is_path = option.get_value_parser().type_id() == TypeId::of::<PathBuf>()
            || option.get_value_names().is_some_and(|names| names.iter().any(|name| takes(name)));
        if is_path || option.is_positional() || !option.get_action().takes_values() {
            return option;
        }
        option.value_hint(ValueHint::Other)
    })
}

/// Returns a command and all below it without their arguments.
fn names(command: &Command) -> Command {
    let about = command.get_about().cloned().unwrap_or_default();
    let below = command.get_subcommands().map(names);
    Command::new(command.get_name().to_owned()).about(about).disable_help_subcommand(true).subcommands(below)
}

/// Returns `man` with the names of the pages as its commands: the generators complete an argument without regard to
/// those before it, but a command within its group.
fn with_pages(man: &Command, pages: Vec<Command>) -> Command {
    let options = man.get_arguments().filter(|argument| !argument.is_positional());
    names(man).disable_help_flag(true).disable_version_flag(true).args(options).subcommands(pages)
}

/// The function for bash between the shell and the generator's. It leaves out options where no hyphen is typed, as bash
/// only offers the names of files where nothing else fits; completes `--format=j`, which bash cuts at the `=`, and the
/// last value of a list such as `race,hold`; and puts no blank after `match=`.
const WORDS: &str = r#"
_barpoint_words() {
    local current="$2" previous="$3" before="" word words=()
    if [[ "${COMP_WORDS[COMP_CWORD]}" == "=" ]]; then
        current=""
    elif [[ "$previous" == "=" ]]; then
        previous="${COMP_WORDS[COMP_CWORD - 2]}"
    fi
    _barpoint "$1" "$current" "$previous"
    if [[ ${#COMPREPLY[@]} -eq 0 && "$previous" == -* && "$current" == *,* ]]; then
        before="${current%,*},"
        current="${current##*,}"
        _barpoint "$1" "$current" "$previous"
    fi
    for word in ${COMPREPLY[@]+"${COMPREPLY[@]}"}; do
        [[ "$word" == -* && "$current" != -* ]] || words+=("$before$word")
    done
    COMPREPLY=(${words[@]+"${words[@]}"})
    # A value follows.
    [[ "${COMPREPLY[0]-}" != *= ]] || compopt -o nospace 2>/dev/null
}
"#;

/// Returns the script for bash with the names of files.
fn with_files(script: &str) -> String {
    script.replace("complete -F _barpoint ", "complete -F _barpoint_words ") + WORDS
}

/// Returns the lines for fish that complete the word after `help`, and the values of options before the command. The
/// generator's own lines don't fit there: `help` counts as seen, and an option without its value isn't parsed.
fn first_words(program: &Command) -> String {
    let is_second = "test (count (commandline -opc)) -eq 2";
    let names: Vec<&str> = program.get_subcommands().map(Command::get_name).collect();
    let names = names.join(" ");
    let mut lines = format!(
        "complete -c barpoint -n \"__fish_barpoint_using_subcommand help; and {is_second}\" -f -a \"{names}\"\n"
    );
    for option in program.get_opts() {
        let values: Vec<String> =
            option.get_possible_values().iter().map(|value| value.get_name().to_owned()).collect();
        if let (Some(long), false) = (option.get_long(), values.is_empty()) {
            let values = values.join(" ");
            let _ =
                writeln!(lines, "complete -c barpoint -n \"{is_second}\" -l {long} -r -f -a \"{values}\"");
        }
    }
    lines
}

/// Returns the lines for fish that complete arguments without an option, which the generator leaves out.
fn positional_values(program: &Command) -> String {
    let mut lines = String::new();
    for command in program.get_subcommands() {
        let values = command.get_positionals().flat_map(Arg::get_possible_values);
        let values: Vec<String> = values.map(|value| value.get_name().to_owned()).collect();
        if !values.is_empty() {
            let (name, values) = (command.get_name(), values.join(" "));
            let _ = writeln!(
                lines,
                "complete -c barpoint -n \"__fish_barpoint_using_subcommand {name}\" -f -a \"{values}\""
            );
        }
    }
    lines
}
