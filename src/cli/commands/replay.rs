//! `barpoint replay`: one line a decision, the form in which an archive goes into other people's tools.

use crate::analysis::{Moment, RulesOverride, replay};
use crate::board::{BySide, Side};
use crate::cli::args::{self, Rule};
use crate::cli::each::{self, Seen, each};
use crate::cli::engine::Engine;
use crate::diag::{Code, Parsed, Severity, SourceFile, Span};
use crate::formats::Format;
use crate::game::Happening;
use crate::game::record::{GameRecord, MatchRecord};
use crate::host::exit::Exit;
use crate::notation::play::print;
use crate::notation::{IdState, MatchFields, PositionId};
use crate::output::json::DecisionJson;
use crate::output::ui::Ui;
use crate::rules::resolve;
use std::io::{self, Read};

/// The arguments of `replay`.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Args {
    /// What is read.
    #[command(flatten)]
    pub input: each::Args,
    /// What holds where a record doesn't say, as for `check`.
    #[arg(long, value_name = "KEY[=VALUE]", value_delimiter = ',', value_parser = args::rule)]
    pub rules: Vec<Rule>,
    /// How to write the decisions.
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t)]
    pub format: Lines,
}

/// How decisions are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Lines {
    /// One flat JSON object a line.
    #[default]
    Jsonl,
}

/// Runs the subcommand.
///
/// # Errors
///
/// Those of writing.
pub fn run(
    args: &Args,
    engine: &dyn Engine,
    stdin: Box<dyn Read + Send + '_>,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let rules = args::rules(&args.rules);
    each(&args.input, engine, stdin, |seen| {
        let (name, code, message) = match seen {
            Seen::Match { format, source, number } => return decisions(format, source, number, &rules, ui),
            Seen::Problem { name, code, message } => (name, code, message),
        };
        // A bad record is a line of its own, so that nothing is lost in a long run.
        let mut line = DecisionJson::new(name, 1, "finding");
        (line.code, line.message) = (Some(code.id()), Some(message));
        ui.json(&line)?;
        Ok(if code == Code::SourceUnreadable { Exit::CouldNotRun } else { Exit::Findings })
    })
}

/// Writes the decisions of one match, and then its findings.
fn decisions(
    format: &Format,
    source: &SourceFile,
    number: u32,
    rules: &RulesOverride,
    ui: &mut Ui<'_>,
) -> io::Result<Exit> {
    let Some(parse) = format.parse else { return Ok(Exit::Clean) };
    let Parsed { value: record, diagnostics } = parse(source);
    let mut writer = Writer { source, number, record: &record, game: 0, decision: 0, lines: Vec::new() };
    let replay = replay(&record, diagnostics, rules, |moment| writer.moment(moment));
    for line in &writer.lines {
        ui.json(line)?;
    }
    let mut exit = Exit::Clean;
    for finding in &replay.diagnostics {
        if finding.severity == Severity::Note {
            continue;
        }
        exit = Exit::Findings;
        let mut line = DecisionJson::new(source.name(), number, "finding");
        line.game = finding.context.game;
        line.line = line_of(source, finding.primary.span);
        line.player.clone_from(&finding.context.player);
        line.position_id.clone_from(&finding.context.position_id);
        line.match_id.clone_from(&finding.context.match_id);
        (line.code, line.message) = (Some(finding.code.id()), Some(finding.message.clone()));
        ui.json(&line)?;
    }
    Ok(exit)
}

/// Turns what happens into lines.
struct Writer<'a> {
    source: &'a SourceFile,
    number: u32,
    record: &'a MatchRecord,
    game: usize,
    decision: u32,
    lines: Vec<DecisionJson>,
}

impl Writer<'_> {
    fn moment(&mut self, moment: &Moment<'_>) {
        if moment.game != self.game {
            (self.game, self.decision) = (moment.game, 0);
        }
        self.decision += 1;
        let game = &self.record.games[moment.game];
        let names = names(game);
        let state = moment.before;
        let board = *state.board();
        let mut line = DecisionJson::new(self.source.name(), self.number, action(moment));
        line.game = Some(game.number.map_or(moment.game as u32 + 1, |number| number.value));
        line.decision = Some(self.decision);
        let place = moment.entry.map_or(game.heading, |entry| game.entries[entry].span);
        line.line = line_of(self.source, place);
        line.side = Some(moment.by.index() as u8);
        line.player = Some(names[moment.by].clone());
        line.opponent = Some(names[!moment.by].clone());
        line.length = Some(state.rules().length);
        line.crawford = Some(state.is_crawford_game());
        line.cube = Some(state.cube().value);
        line.cube_owner = state.cube().owner.map(|owner| owner.index() as u8);
        if let Happening::GameOver(result) = moment.happening {
            line.points = Some(result.points);
            line.cube = Some(result.cube);
            self.lines.push(line);
            return;
        }
        line.score = Some(state.score().points[moment.by]);
        line.opponent_score = Some(state.score().points[!moment.by]);
        let ids = IdState::new(board, MatchFields::from(state));
        line.position_id = ids.position_id().ok().map(|(id, _)| id.to_string());
        line.match_id = ids.match_id().ok().map(|(id, _)| id.to_string());
        line.xgid = ids.xgid().ok().map(|(id, _)| id.to_string());
        match moment.happening {
            Happening::Played { roll, play } => {
                line.roll = Some(roll.to_string());
                line.play = Some(print::gnubg(&board, &play).to_string());
                let after = resolve::apply_legal(&board, roll, &play);
                line.resulting_position_id = after.map(|after| PositionId::encode(&after.flip()).to_string());
            }
            Happening::Illegal { roll, after } => {
                line.roll = Some(roll.to_string());
                line.resulting_position_id = Some(PositionId::encode(&after.flip()).to_string());
            }
            Happening::RolledOnly { roll } => line.roll = Some(roll.to_string()),
            Happening::Doubled { to, .. } => line.offered = Some(to),
            _ => {}
        }
        self.lines.push(line);
    }
}

/// The line of a place; a file that is no text has none.
fn line_of(source: &SourceFile, place: Span) -> Option<u64> {
    Some(source).filter(|source| !source.is_binary()).map(|source| source.line_column(place.start).line)
}

/// The word for what happened.
fn action(moment: &Moment<'_>) -> &'static str {
    match moment.happening {
        Happening::Played { play, .. } if play.is_dance() => "dance",
        Happening::Played { .. } => "play",
        Happening::Illegal { .. } => "illegal",
        Happening::RolledOnly { .. } => "roll",
        Happening::Doubled { beaver: true, .. } => "beaver",
        Happening::Doubled { .. } if moment.before.cube().owner.is_some() => "redouble",
        Happening::Doubled { .. } => "double",
        Happening::Taken => "take",
        Happening::Passed => "pass",
        Happening::PositionSet { .. } => "set",
        Happening::ResignationOffered { .. } => "offer-resignation",
        Happening::ResignationRefused => "refuse-resignation",
        Happening::Resigned { .. } => "resign",
        Happening::GameOver(_) => "result",
    }
}

/// The names at the head of a game.
fn names(game: &GameRecord) -> BySide<String> {
    let name = |side| game.players[side].as_ref().map_or(String::new(), |player| player.name.value.clone());
    BySide(Side::ALL.map(name))
}
