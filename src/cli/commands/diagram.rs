//! `barpoint diagram`: draws a position.

use crate::board::{Board, BySide};
use crate::cli::args::{Named, values};
use crate::cli::commands::show;
use crate::cli::error::Done;
use crate::cli::outputs;
use crate::cli::subject::{self, Subject};
use crate::diag::neutral;
use crate::host::draft::save;
use crate::host::exit::Exit;
use crate::notation::play::{PlayOptions, parse};
use crate::notation::{MatchId, PositionId};
use crate::output::diagram::terminal::Protocol;
use crate::output::diagram::{self, Diagram, Direction, Move, Theme, UnknownTheme};
use crate::output::json::{self, DiagramJson};
use crate::output::ui::{Ui, printable};
use crate::output::unicode;
use crate::rules::{Leg, Play, resolve};
use std::path::PathBuf;

/// The arguments of `diagram`.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub struct Args {
    /// The position.
    #[command(flatten)]
    pub subject: subject::Args,
    /// Write this file; its extension chooses the format: `.svg`, `.png` or `.txt`.
    ///
    /// By default a terminal gets a picture if it can show one, otherwise text; a pipe gets SVG.
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Overwrite existing files.
    #[arg(long, short)]
    pub force: bool,
    /// Output format.
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub format: Option<Form>,
    /// Draw arrows for a play in a picture, as in `13/7 8/7`; it must be legal if the dice are known.
    #[arg(long, value_name = "PLAY")]
    pub play: Option<String>,
    /// Draw the home boards on the left.
    #[arg(long)]
    pub clockwise: bool,
    /// Colour theme of a picture [default: screen].
    #[arg(long, value_name = "THEME", value_parser = THEME)]
    pub theme: Option<Theme>,
    /// Width of a PNG or a picture in the terminal, in pixels [default: 1200].
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(64..=8192))]
    pub width: Option<u32>,
    /// Draw only the board in a picture, without names, scores and pip counts.
    #[arg(long)]
    pub bare: bool,
    /// The names of player 0 (on top) and player 1 (at the bottom); the ID must have a score.
    #[arg(long, num_args = 2, value_names = ["O", "X"])]
    pub names: Option<Vec<String>>,
    /// Graphics protocol of the terminal [default: from the environment].
    #[arg(long, value_enum, value_name = "PROTOCOL", conflicts_with = "output")]
    pub terminal: Option<Protocol>,
    /// Write one JSON object, with the picture as SVG.
    #[arg(long, conflicts_with_all = ["output", "format", "terminal", "width"])]
    pub json: bool,
}

/// The formats of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Form {
    /// A vector image, for documents and web pages.
    Svg,
    /// A bitmap.
    Png,
    /// Plain text, as GNU Backgammon draws the board.
    Text,
    /// Unicode characters, in colour on a terminal.
    Unicode,
    /// A picture in the terminal, by kitty's or iTerm2's graphics protocol.
    Terminal,
}

/// The formats of files by their extensions.
const FORMS: [(&str, Form); 3] = [("svg", Form::Svg), ("png", Form::Png), ("txt", Form::Text)];

impl Form {
    /// The format in a message.
    const fn name(self) -> &'static str {
        match self {
            Self::Svg => "an SVG",
            Self::Png => "a PNG",
            Self::Text | Self::Unicode => "a board of text",
            Self::Terminal => "a picture in the terminal",
        }
    }
}

values! { Protocol:
    Kitty = "kitty", "The graphics protocol of kitty, Ghostty and Konsole";
    Iterm2 = "iterm2", "The inline images of iTerm2, WezTerm and mintty";
}

const THEME: Named<Theme> = Named::new(
    || Theme::ALL.iter().map(|theme| theme.name()).collect(),
    |text| text.parse().map_err(|error: UnknownTheme| error.to_string()),
);

/// Runs the subcommand.
pub(crate) fn run(args: &Args, ui: &mut Ui<'_>) -> Done {
    args.subject.refuse_input(outputs::file(args.output.as_ref()))?;
    args.subject.with_board(ui, |subject, board, ui| {
        let drawn = args.diagram(subject, &board).and_then(|diagram| {
            if args.json {
                return Ok(Drawn::Json(Box::new(json(subject, &diagram))));
            }
            let form = args.form(ui)?;
            args.need(form)?;
            if matches!(form, Form::Png | Form::Terminal) && diagram.has_undrawn_letters() {
                ui.err(
                    "note: some letters of the names are drawn as boxes; an SVG shows them in a system font",
                );
            }
            args.draw(form, subject, board, &diagram, ui).map(|bytes| Drawn::Bytes(form, bytes))
        });
        match (drawn?, outputs::file(args.output.as_ref())) {
            (Drawn::Json(answer), _) => ui.json(&answer)?,
            (Drawn::Bytes(_, bytes), Some(path)) => save(path, args.force, &bytes)?,
            (Drawn::Bytes(Form::Png, _), None) if ui.out_is_terminal => {
                return Err("a PNG can't be shown on a terminal: write it to a file with `-o`".into());
            }
            (Drawn::Bytes(Form::Unicode, bytes), None) => ui.coloured(&String::from_utf8_lossy(&bytes))?,
            (Drawn::Bytes(_, bytes), None) => ui.bytes(&bytes)?,
        }
        Ok(Exit::Clean)
    })
}

/// The result of drawing.
enum Drawn {
    Json(Box<DiagramJson>),
    Bytes(Form, Vec<u8>),
}

impl Args {
    /// Returns the diagram to draw.
    fn diagram(&self, subject: &Subject, board: &Board) -> Result<Diagram, String> {
        let mut state = subject.state.clone();
        if let Some([zero, one]) = self.names.as_deref() {
            if state.game.is_none() {
                return Err(
                    "`--names` needs an ID with a score, such as an XGID: this one has only the checkers"
                        .into(),
                );
            }
            state.names = Some(BySide::new(printable(zero), printable(one)));
        }
        let mut diagram = Diagram::of(&state).unwrap_or_else(|| Diagram::plain(*board, subject.on_roll()));
        diagram.direction = self.direction();
        diagram.theme = self.theme.unwrap_or_default();
        diagram.has_lines = !self.bare;
        if let Some(play) = &self.play {
            let roll = state.game.and_then(|game| game.dice);
            diagram.arrows = moves(play, board, roll).map_err(|reason| format!("play {play:?}: {reason}"))?;
        }
        Ok(diagram)
    }

    const fn direction(&self) -> Direction {
        if self.clockwise { Direction::Clockwise } else { Direction::Standard }
    }

    fn protocol(&self) -> Option<Protocol> {
        self.terminal.or_else(|| Protocol::of(|name| std::env::var(name).ok()))
    }

    /// Returns the output format.
    fn form(&self, ui: &Ui<'_>) -> Result<Form, String> {
        if let Some(form) = self.format {
            return Ok(form);
        }
        match outputs::file(self.output.as_ref()) {
            Some(path) => outputs::form(path, &FORMS, ".svg, .png or .txt"),
            None if self.terminal.is_some() => Ok(Form::Terminal),
            None if ui.out_is_terminal && self.protocol().is_some() => Ok(Form::Terminal),
            None if ui.out_is_unicode => Ok(Form::Unicode),
            None if ui.out_is_terminal => Ok(Form::Text),
            None => Ok(Form::Svg),
        }
    }

    /// Refuses options that have no effect on a format.
    fn need(&self, form: Form) -> Result<(), String> {
        let is_drawn = matches!(form, Form::Svg | Form::Png | Form::Terminal);
        let has_pixels = matches!(form, Form::Png | Form::Terminal);
        let options = [
            ("--play", self.play.is_some(), is_drawn),
            ("--theme", self.theme.is_some(), is_drawn),
            ("--bare", self.bare, is_drawn),
            ("--width", self.width.is_some(), has_pixels),
            ("--terminal", self.terminal.is_some(), form == Form::Terminal),
        ];
        match options.iter().find(|(_, is_given, has_effect)| *is_given && !has_effect) {
            Some((name, ..)) => {
                Err(format!("`{name}` has no effect on {}; `--format` names another format", form.name()))
            }
            None => Ok(()),
        }
    }

    fn draw(
        &self,
        form: Form,
        subject: &Subject,
        board: Board,
        diagram: &Diagram,
        ui: &Ui<'_>,
    ) -> Result<Vec<u8>, String> {
        let text = || {
            show::drawing(subject, board, &show::names(subject, self.names.as_deref())).draw(self.direction())
        };
        let png = || diagram.png(self.width.unwrap_or(1200)).map_err(|error| error.to_string());
        Ok(match form {
            Form::Svg => diagram.svg().into_bytes(),
            Form::Png => png()?,
            Form::Text => neutral(&text()).into_owned().into_bytes(),
            Form::Unicode => {
                let is_styled = ui.styled && self.output.is_none();
                unicode::board(&text(), self.direction(), is_styled).into_bytes()
            }
            Form::Terminal => {
                let protocol = self.protocol().ok_or(
                    "cannot tell whether the terminal can show pictures: try `--terminal kitty` or `--terminal iterm2`",
                )?;
                protocol.show(&png()?).into_bytes()
            }
        })
    }
}

/// Parses a play into the moves for the arrows.
fn moves(play: &str, board: &Board, roll: Option<crate::board::Roll>) -> Result<Vec<Move>, String> {
    if let Some(roll) = roll {
        let play = Play::parse(board, roll, play).map_err(|error| error.to_string())?;
        return Ok(diagram::moves(board, &play));
    }
    let written = parse(play.as_bytes(), 0, PlayOptions::GNUBG).map_err(|error| error.to_string())?;
    let legs: Vec<Leg> = written.legs().map(|leg| leg.leg).collect();
    // Without dice it can only be checked that the checkers can move there.
    resolve::force(board, &legs).ok_or("there is no checker to move, or the opponent is in the way")?;
    Ok(legs.iter().map(|leg| Move { from: leg.from.number(), to: leg.to.number() }).collect())
}

fn json(subject: &Subject, diagram: &Diagram) -> DiagramJson {
    let game = subject.state.game.as_ref();
    let (width, height) = diagram.size();
    DiagramJson {
        schema: json::SCHEMA,
        position_id: PositionId::encode(&diagram.board).to_string(),
        match_id: game.and_then(|game| MatchId::encode(game).ok()).map(|id| id.to_string()),
        theme: diagram.theme.name(),
        clockwise: diagram.direction == Direction::Clockwise,
        width,
        height,
        description: diagram.description(),
        svg: diagram.svg(),
    }
}
