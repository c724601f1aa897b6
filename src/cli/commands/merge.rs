//! `barpoint merge`: merges several files of one match.

use super::convert::plan;
use crate::analysis::given::state_given;
use crate::analysis::{self, Players, RulesOverride, is_nothing_told};
use crate::board::{BySide, Side};
use crate::cli::args;
use crate::cli::error::{CommandError, Done};
use crate::cli::loss::{LossArg, Losses, nothing_told};
use crate::cli::outputs;
use crate::cli::pass::{self, Counts, Desk, Flow, Found, GO_ON, Pass, Place, Sink, World, errors};
use crate::diag::Parsed;
use crate::diag::count::{errors_in, match_in};
use crate::formats::Format;
use crate::game::Rules;
use crate::game::record::{Anchor, Header, MatchRecord, PlayerScore, Remark, Spanned, headers};
use crate::host::draft::Draft;
use crate::host::exit::Exit;
use crate::host::names::path_text;
use crate::host::reason::cannot_write;
use crate::output::ui::printable;
use std::path::PathBuf;

/// The arguments of `merge`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// Write this file; `-` is standard output.
    #[arg(long, short, value_name = "OUT", required = true, help_heading = "Output")]
    pub output: PathBuf,
    /// Write this format [default: by the extension of the output file].
    #[arg(long, short, value_name = "FORMAT", value_parser = args::WRITABLE, hide_possible_values = true, help_heading = "Output")]
    pub to: Option<&'static Format>,
    /// Overwrite an existing file.
    #[arg(long, short, help_heading = "Output")]
    pub force: bool,
    /// Merge files even if they don't fit together; the differences are reported as errors.
    #[arg(long, help_heading = "Output")]
    pub anyway: bool,
    /// How to report losses.
    #[arg(long, value_enum, value_name = "HOW", default_value_t, help_heading = "Output")]
    pub loss: LossArg,
    /// The files of the match, in any order.
    #[command(flatten)]
    pub input: pass::Args,
}

/// Runs the subcommand.
///
/// # Errors
///
/// If a file can't be read or written, or the files don't fit together.
pub(crate) fn run(args: &Args, world: World<'_, '_, '_>) -> Done {
    let format = args.to.map_or_else(|| plan::by_extension(&args.output), Ok)?;
    if format.writer.is_none() {
        return Err(CommandError::new(plan::no_format()));
    }
    let output = outputs::file(Some(&args.output));
    outputs::refuse_input(output, &args.input.paths)?;
    let draft = output.map(|path| Draft::new(path, args.force)).transpose();
    let draft = draft.map_err(|error| CommandError::cannot_write(path_text(&args.output), &error))?;
    let mut parts = Parts { args, format, read: Vec::new(), draft };
    let pass = Pass { output, ..Pass::new(&args.input) };
    pass.run(world, &mut parts, |found: Found| {
        let Found { format, source, number, rules, .. } = found;
        Some(Part::new(match_in(source.name(), number), (format.parse?)(&source), rules))
    })
}

/// Takes the results in the order of the input.
struct Parts<'a> {
    args: &'a Args,
    format: &'static Format,
    read: Vec<Part>,
    /// The file to write; `None` for standard output.
    draft: Option<Draft>,
}

impl Sink for Parts<'_> {
    type Result = Option<Part>;

    fn take(&mut self, place: &Place, part: Option<Part>, desk: &mut Desk<'_, '_>) -> Flow {
        match part {
            Some(part) if part.record.games.is_empty() => desk.no_game(place),
            part => self.read.extend(part),
        }
        GO_ON
    }

    fn end(&mut self, desk: &mut Desk<'_, '_>) -> Result<(), CommandError> {
        // A match without one of its files would be incomplete.
        if desk.exit != Exit::Clean {
            return Ok(());
        }
        let Self { args, format, .. } = self;
        let mut parts = std::mem::take(&mut self.read);
        if parts.is_empty() {
            return Ok(());
        }
        // By the number of their first game, else by the score before it, else in the given order.
        parts.sort_by_key(|part| (part.number, part.before.0.map(u64::from).iter().sum::<u64>()));
        let rules = parts[0].given.clone();
        let misfits = misfits(&parts);
        for misfit in &misfits {
            desk.error(misfit, Exit::Findings);
        }
        if !misfits.is_empty() && !args.anyway {
            let error = CommandError::new("nothing was written: the files don't fit together");
            return Err(error.hint("`--anyway` merges them").of_records());
        }
        let own_errors: usize = parts.iter().map(|part| part.errors).sum();
        let names: Vec<String> = parts.iter().map(|part| printable(&part.name)).collect();
        let (record, conflicts) = merged(parts);
        for conflict in conflicts {
            desk.write(|ui| ui.err(format_args!("note: {conflict}")));
        }
        let parsed = Parsed { value: record, diagnostics: Vec::new() };
        let (mut replayed, findings) = analysis::replayed(parsed, &rules);
        state_given(&mut replayed, &rules);
        if replayed.games.is_empty() {
            return Err(CommandError::new("nothing was written: there is no game in the files").of_records());
        }
        let errors = errors(&findings);
        if own_errors > errors {
            // `check` may not find them in what is written.
            desk.error(&errors_in(own_errors as u64, " in the files"), Exit::Findings);
        } else if errors > 0 {
            desk.error(&errors_in(errors as u64, " in the match"), Exit::Findings);
        }
        let Some(written) = analysis::written(format, &replayed, &findings, &rules) else { return Ok(()) };
        if is_nothing_told(format, &replayed, &written) {
            let why = nothing_told(format, &written.losses, "the match");
            return Err(CommandError::new(format!("nothing was written: {why}")).of_records());
        }
        let target = path_text(&args.output);
        let draft = self.draft.take();
        let mut losses = Losses::new(args.loss);
        losses.add(1, written.losses);
        let shown = draft.as_ref().map(|_| target.as_str());
        desk.write(|ui| losses.tell(&names.join(" + "), shown, format.name, ui));
        let Some(draft) = draft else {
            return Ok(desk.record(&written.bytes)?);
        };
        let done = draft.finish(&written.bytes);
        Ok(done.map_err(|error| cannot_write(target, &error))?)
    }

    fn summary(&self, _: &Counts) -> Option<String> {
        None
    }
}

/// One part of the match.
struct Part {
    name: String,
    record: MatchRecord,
    /// The number of its first game.
    number: u32,
    rules: Rules,
    /// The rules that apply where it states none.
    given: RulesOverride,
    /// The names in its first and its last game.
    players: [BySide<String>; 2],
    /// The score at the head of its first game.
    before: BySide<u32>,
    /// The scores that may follow its last game.
    after: Vec<BySide<u32>>,
    errors: usize,
}

impl Part {
    fn new(name: String, parsed: Parsed<MatchRecord>, given: RulesOverride) -> Self {
        let (replayed, findings) = analysis::replayed(parsed, &given);
        let right = replayed.with_right_names();
        let names = |game: usize| right.record.names(game);
        let first = replayed.games.first();
        Self {
            name,
            number: first.map_or(0, |game| game.number),
            rules: replayed.rules.clone(),
            given,
            players: [names(0), names(replayed.games.len().saturating_sub(1))],
            before: first.map_or_else(BySide::default, |_| replayed.head_score(0)),
            after: replayed.scores_after(),
            errors: errors(&findings),
            record: replayed.record,
        }
    }
}

/// A rule that a header states, in words.
type Rule = (&'static str, fn(&Rules) -> String);

/// The rules beside the variant that change the results.
const RULES: [Rule; 6] = [
    (headers::CRAWFORD, |rules| switch(rules.crawford)),
    (headers::JACOBY, |rules| switch(rules.jacoby)),
    (headers::BEAVER, |rules| rules.beavers.to_string()),
    (headers::CUBE, |rules| switch(rules.cube)),
    (headers::CUBE_LIMIT, |rules| rules.cube_limit.to_string()),
    (headers::FROZEN_CUBE, |rules| switch(rules.frozen_cube)),
];

fn switch(is_on: bool) -> String {
    if is_on { "on" } else { "off" }.to_owned()
}

/// Returns messages about parts that don't fit together.
fn misfits(parts: &[Part]) -> Vec<String> {
    let mut misfits = Vec::new();
    let score = |points: &BySide<u32>| format!("{}-{}", points[Side::Zero], points[Side::One]);
    for pair in parts.windows(2) {
        let [part, next] = pair else { continue };
        let mut say = |what: String| misfits.push(format!("{} and {}: {what}", part.name, next.name));
        if part.rules.length != next.rules.length {
            say(format!("the match lengths differ: {} and {}", part.rules.length, next.rules.length));
        }
        if part.rules.variant != next.rules.variant {
            say(format!(
                "the variants differ: {} and {}",
                part.rules.variant.name(),
                next.rules.variant.name()
            ));
        }
        for (key, rule) in RULES {
            let stated = [part, next].map(|part| part.record.header(key).map(|_| rule(&part.rules)));
            if let [Some(one), Some(other)] = stated
                && one != other
            {
                say(format!("{key} differs: {one} and {other}"));
            }
        }
        for side in Side::ALL {
            let (before, after) = (&part.players[1][side], &next.players[0][side]);
            if before != after && !is_other_spelling(before, after) {
                say(format!("{side} differs: `{before}` and `{after}`"));
            }
        }
        if !part.after.contains(&next.before) {
            let after: Vec<String> = part.after.iter().map(score).collect();
            let (after, before) = (after.join(" or "), score(&next.before));
            say(format!("the first ends at {after}, the second starts at {before}"));
        }
    }
    misfits
}

/// Returns `true` if two names differ, but are those of one player.
fn is_other_spelling(name: &str, known: &str) -> bool {
    name != known && Players::default().are_one(name, known)
}

/// Joins the parts; also returns messages about headers and names that contradict each other.
fn merged(parts: Vec<Part>) -> (MatchRecord, Vec<String>) {
    let mut all = MatchRecord::default();
    let mut conflicts = Vec::new();
    for Part { name, mut record, .. } in parts {
        let offset = all.games.len() as u32;
        // Several headers with the same name in one part don't contradict each other.
        let mut new = Vec::new();
        for header in record.headers {
            let is_same = |known: &Header| known.value.value.trim() == header.value.value.trim();
            let key = |known: &&Header| known.key.value.eq_ignore_ascii_case(&header.key.value);
            let mut known = all.headers.iter().filter(key);
            match known.next() {
                None => new.push(header),
                Some(first) if is_same(first) || known.any(is_same) => {}
                Some(first) => conflicts.push(printable(&format!(
                    "{name}: {} is `{}` here; `{}` from the earlier file is kept",
                    header.key.value, header.value.value, first.value.value
                ))),
            }
        }
        all.headers.extend(new);
        all.length = all.length.or(record.length);
        all.is_cut_off = record.is_cut_off;
        for mut remark in record.remarks {
            // Each part may repeat the comments on the match.
            let is_known = |known: &Remark| {
                known.anchor == Anchor::MATCH
                    && known.kind == remark.kind
                    && known.text.trim() == remark.text.trim()
            };
            if offset > 0 && remark.anchor == Anchor::MATCH && all.remarks.iter().any(is_known) {
                continue;
            }
            remark.anchor = match remark.anchor.game {
                None if offset == 0 => remark.anchor,
                None => Anchor::game(offset as usize),
                Some(game) => Anchor { game: Some(game + offset), entry: remark.anchor.entry },
            };
            all.remarks.push(remark);
        }
        if let Some(before) = all.games.last() {
            for side in Side::ALL {
                let spelt = |player: &PlayerScore| player.name.value.clone();
                let Some(known) = before.players[side].as_ref().map(spelt) else { continue };
                let players = record.games.iter_mut().filter_map(|game| game.players[side].as_mut());
                let mut other = None;
                for player in players.filter(|player| is_other_spelling(&player.name.value, &known)) {
                    other = Some(std::mem::replace(&mut player.name.value, known.clone()));
                }
                if let Some(other) = other {
                    let note =
                        format!("{name}: {side} is `{other}` here; `{known}` from the earlier file is kept");
                    conflicts.push(printable(&note));
                }
            }
        }
        all.games.extend(record.games);
    }
    // Games whose numbers restart in each part are numbered on; where a game is missing, the numbers show it.
    let mut last = None;
    for game in &mut all.games {
        let next = last.map_or(1, |last: u32| last.saturating_add(1));
        let own = game.number.filter(|number| last.is_none_or(|last| number.value > last));
        let place = game.number.map_or(game.heading, |number| number.span);
        let number = own.map_or(next, |number| number.value);
        game.number = Some(Spanned::new(number, place));
        last = Some(number);
    }
    (all, conflicts)
}
