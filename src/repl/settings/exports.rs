//! The content and the look of exports: `set export`, `show export`.

use super::Section;
use super::row::{Row, Worded};
use crate::board::{BySide, Side};
use crate::game::record::Annotation;
use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::{Call, Handlers};
use crate::repl::session::Session;

/// The content of exports, and the look of their pictures.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Export {
    /// Comments and marks.
    pub annotations: bool,
    /// Analyses.
    pub analysis: bool,
    /// Statistics.
    pub statistics: bool,
    /// Place, date and event.
    pub match_info: bool,
    /// The number of plays between two boards; 0 for no boards.
    pub board: u32,
    /// The players whose decisions are written; `None` before that was set, which means both.
    pub players: Option<BySide<bool>>,
    /// The most candidates of a play.
    pub candidates: u32,
    /// The parts written for plays.
    pub plays: Parts,
    /// The parts written for cube decisions.
    pub cube: Parts,
    /// Whether cube actions that happened are written.
    pub actual: bool,
    /// Whether doubles that should have been offered are written.
    pub missed: bool,
    /// Whether narrow cube decisions are written.
    pub close: bool,
    /// The place of a page's styles.
    pub css: Css,
    /// The pictures with which GNU Backgammon draws boards in pages.
    pub html: Html,
    /// The size of a picture in a page, 1 to 20.
    pub html_size: u32,
    /// The folder or URL of a page's pictures.
    pub html_pictures: String,
    /// The size of a PNG picture, 1 to 20; our own pictures have a width of their own.
    pub png_size: u32,
}

/// The parts written for a kind of decisions.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are switches, each on its own")]
pub struct Parts {
    /// The chances of each result.
    pub chances: bool,
    /// The settings of evaluations.
    pub evaluations: bool,
    /// The settings of rollouts.
    pub rollouts: bool,
    /// Blunders.
    pub very_bad: bool,
    /// Errors.
    pub bad: bool,
    /// Doubtful decisions.
    pub doubtful: bool,
    /// Decisions without a mark.
    pub unmarked: bool,
}

impl Parts {
    /// Returns `true` if decisions with a mark are written.
    pub(in crate::repl) const fn shows(&self, mark: Option<Annotation>) -> bool {
        match mark {
            Some(Annotation::VeryBad) => self.very_bad,
            Some(Annotation::Bad) => self.bad,
            Some(Annotation::Doubtful) => self.doubtful,
            _ => self.unmarked,
        }
    }
}

/// The kinds of pages that GNU Backgammon writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Html {
    /// With its own pictures.
    Gnu,
    /// With the pictures of bulletin boards.
    Bbs,
    /// With those of fibs2html.
    Fibs2Html,
}

impl Worded for Html {
    const WORDS: &'static [(&'static str, Self)] =
        &[("gnu", Self::Gnu), ("bbs", Self::Bbs), ("fibs2html", Self::Fibs2Html)];
}

/// The place of the styles in GNU Backgammon's pages; our pages have them in the head.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Css {
    /// In its head.
    Head,
    /// In its elements.
    Inline,
    /// In a file of their own.
    External,
}

impl Worded for Css {
    const WORDS: &'static [(&'static str, Self)] =
        &[("head", Self::Head), ("inline", Self::Inline), ("external", Self::External)];
}

impl Default for Export {
    /// Returns GNU Backgammon 1.07.001's defaults.
    fn default() -> Self {
        let parts = Parts {
            chances: true,
            evaluations: false,
            rollouts: true,
            very_bad: true,
            bad: true,
            doubtful: true,
            unmarked: true,
        };
        Self {
            annotations: true,
            analysis: true,
            statistics: true,
            match_info: true,
            board: 1,
            players: None,
            candidates: 5,
            plays: parts.clone(),
            cube: parts,
            actual: true,
            missed: true,
            close: true,
            css: Css::Head,
            html: Html::Gnu,
            html_size: 4,
            html_pictures: "html-images/".to_owned(),
            png_size: 4,
        }
    }
}

pub(super) const EXPORT: Section = Section::of(
    "Exports: settings that differ from the defaults",
    &[
        Row::switch("export include annotations", |now| &mut now.export.annotations),
        Row::switch("export include analysis", |now| &mut now.export.analysis),
        Row::switch("export include statistics", |now| &mut now.export.statistics),
        Row::switch("export include matchinfo", |now| &mut now.export.match_info),
        Row::switch("export moves probabilities", |now| &mut now.export.plays.chances),
        Row::switch("export moves parameters evaluation", |now| &mut now.export.plays.evaluations),
        Row::switch("export moves parameters rollout", |now| &mut now.export.plays.rollouts),
        Row::switch("export moves display verybad", |now| &mut now.export.plays.very_bad),
        Row::switch("export moves display bad", |now| &mut now.export.plays.bad),
        Row::switch("export moves display doubtful", |now| &mut now.export.plays.doubtful),
        Row::switch("export moves display unmarked", |now| &mut now.export.plays.unmarked),
        Row::switch("export cube probabilities", |now| &mut now.export.cube.chances),
        Row::switch("export cube parameters evaluation", |now| &mut now.export.cube.evaluations),
        Row::switch("export cube parameters rollout", |now| &mut now.export.cube.rollouts),
        Row::switch("export cube display actual", |now| &mut now.export.actual),
        Row::switch("export cube display bad", |now| &mut now.export.cube.bad),
        Row::switch("export cube display close", |now| &mut now.export.close),
        Row::switch("export cube display doubtful", |now| &mut now.export.cube.doubtful),
        Row::switch("export cube display missed", |now| &mut now.export.missed),
        Row::switch("export cube display unmarked", |now| &mut now.export.cube.unmarked),
        Row::switch("export cube display verybad", |now| &mut now.export.cube.very_bad),
        Row::whole("export moves number", |now| &mut now.export.candidates, 0..=i64::MAX),
    ],
)
.with(more)
.changed();

pub(in crate::repl) const COMMANDS: Handlers = &[
    ("set export html css *", css),
    ("set export html pictureurl", picture_url),
    ("set export html size", size),
    ("set export html type *", html),
    ("set export png size", size),
    ("set export show board", board),
    ("set export show player", player),
    ("show export", |session, _, answer| {
        // Control characters in typed text are made harmless; the tabs of GNU Backgammon's lists are its own.
        let text = crate::diag::neutral(&shown(session)).replace("␍\t", "\r\t");
        answer.put_as_is(text);
        Ok(())
    }),
];

/// `set export html css WHERE`: a setting that doesn't change has no answer.
fn css(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let css = Css::of(call.command.name);
    let before = std::mem::replace(&mut session.settings.export.css, css);
    if before != css {
        if before == Css::External && session.settings.compat {
            answer.say("That command is not yet implemented.");
        }
        let place = match css {
            Css::Head => "in <head>",
            Css::Inline => "inline (inside tags)",
            Css::External => "external file (\"gnubg.css\")",
        };
        answer.say(format_args!("CSS stylesheet for HTML export: {place}"));
    }
    Ok(())
}

/// `set export html type TYPE`.
fn html(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let html = Html::of(call.command.name);
    session.settings.export.html = html;
    answer.say(format_args!("HTML export type is now: \n{}", html.word()));
    Ok(())
}

/// `set export html pictureurl URL`.
fn picture_url(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let word = call.words.next().ok_or_else(|| {
        Refusal::say("You must specify a URL. See `help set export html pictureurl'.").at(place)
    })?;
    session.settings.export.html_pictures = word.text.into_owned();
    answer.say(format_args!(
        "URL for picture in HTML export is now: \n{}",
        session.settings.export.html_pictures
    ));
    Ok(())
}

/// Returns the width and height in pixels of a picture of a size there.
const fn pixels(size: u32) -> (u32, u32) {
    (108 * size, 82 * size)
}

/// `set export html|png size SIZE`.
fn size(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let refuse = |place| Refusal::say("You must specify a size between 1 and 20.").at(place);
    let size: u32 = call.within(1..=20).map_err(refuse)?;
    let now = &mut session.settings.export;
    let (what, place) = match call.command.meaning {
        "set export html size" => ("HTML images is", &mut now.html_size),
        _ => ("PNG images are", &mut now.png_size),
    };
    *place = size;
    let (width, height) = pixels(size);
    answer.say(format_args!("Size of generated {what} {width}x{height} pixels"));
    Ok(())
}

/// `set export show board PLAYS`.
fn board(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let refuse = |place| Refusal::say("You must specify a semi-positive number.").at(place);
    let plays: u32 = call.whole().map_err(refuse)?;
    session.settings.export.board = plays;
    let line = if plays == 0 {
        "The board will never been shown in exports.".to_owned()
    } else {
        format!("The board will be shown every {plays}. move in exports.")
    };
    session.end_of_short_line(&line, answer);
    Ok(())
}

/// `set export show player PLAYER`.
fn player(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let place = call.place();
    let word = if session.settings.compat {
        // Everything up to the end of the line is the name, quotation marks and all.
        Some(call.words.rest().to_owned()).filter(|rest| !rest.is_empty())
    } else {
        call.words.next().map(|word| word.text.into_owned())
    };
    let sides = word.as_ref().map_or(&Side::ALL[..], |word| session.sides(word));
    if sides.is_empty() {
        let name = word.unwrap_or_default();
        return Err(Refusal::say(format_args!(
            "Unknown player `{name}' (see `help set export show player')."
        ))
        .at(place));
    }
    let [zero, one] = Side::ALL.map(|side| sides.contains(&side));
    session.settings.export.players = Some(BySide::new(zero, one));
    match sides {
        [side] => answer.say(format_args!(
            "Analysis, boards etc will only be shown for player {} in exports.",
            session.name(*side)
        )),
        _ => answer.say("Analysis, boards etc will be shown for both players in exports."),
    }
    Ok(())
}

/// Returns the settings without a row, as commands without `set`.
fn more(session: &Session) -> Vec<(String, String)> {
    let now = &session.settings.export;
    let mut lines = vec![
        ("export show board".to_owned(), now.board.to_string()),
        ("export html css".to_owned(), now.css.word().to_owned()),
        ("export html type".to_owned(), now.html.word().to_owned()),
        ("export html size".to_owned(), now.html_size.to_string()),
        ("export html pictureurl".to_owned(), super::players::quoted(&now.html_pictures)),
        ("export png size".to_owned(), now.png_size.to_string()),
    ];
    if let Some(players) = &now.players {
        let word = match (players[Side::Zero], players[Side::One]) {
            (true, true) => "both",
            (true, false) => "0",
            _ => "1",
        };
        lines.push(("export show player".to_owned(), word.to_owned()));
    }
    lines
}

/// Returns a description of the content of exports.
fn shown(session: &Session) -> String {
    let now = &session.settings.export;
    let yes = |is_on: bool| if is_on { "yes" } else { "no" };
    let board = if now.board == 0 { "never".to_owned() } else { format!("on every {} move", now.board) };
    let players = match &now.players {
        None => "",
        Some(players) if players[Side::Zero] && players[Side::One] => "both",
        Some(players) => session.name(if players[Side::Zero] { Side::Zero } else { Side::One }),
    };
    let (width, height) = pixels(now.html_size);
    let html = format!("{width}x{height}");
    let (width, height) = pixels(now.png_size);
    let compat = session.settings.compat;
    let line = |name: &str, value: &str| {
        if compat {
            format!("- {name}\r{}: {value}\n", "\t".repeat(6))
        } else {
            format!("- {name:<54}: {value}\n")
        }
    };
    let parts = |parts: &Parts, what: &str| {
        [
            line("show detailed probabilities", yes(parts.chances)),
            line("show evaluation parameters", yes(parts.evaluations)),
            line("show rollout parameters", yes(parts.rollouts)),
            line(&format!("for {what} marked 'very bad'"), yes(parts.very_bad)),
            line(&format!("for {what} marked 'bad'"), yes(parts.bad)),
            line(&format!("for {what} marked 'doubtful'"), yes(parts.doubtful)),
            line(&format!("for unmarked {what}"), yes(parts.unmarked)),
        ]
        .concat()
    };
    [
        "\nExport settings: \n\nWARNING: not all settings are honoured in the export!\n         \
         Do not expect too much!\n\nInclude: \n\n",
        &line("annotations", yes(now.annotations)),
        &line("analysis", yes(now.analysis)),
        &line("statistics", yes(now.statistics)),
        "- legend",
        &line("match information", yes(now.match_info)),
        "\nShow: \n\n",
        &line("board", &board),
        &line("players", players),
        "\nOutput move analysis:\n\n",
        &line("show at most", &format!("{} moves", now.candidates)),
        &parts(&now.plays, "moves"),
        "\nOutput cube decision analysis:\n\n",
        &parts(&now.cube, "cube decisions"),
        &line("actual cube decisions", yes(now.actual)),
        &line("missed cube decisions", yes(now.missed)),
        &line("close cube decisions", yes(now.close)),
        &format!(
            "\nHTML options:\n\n- HTML export type used in export\n\t{}\n- URL to pictures used in export\n\t{}\n\
             - size of exported HTML pictures: {html}\nPNG options:\n\n\
             - size of exported PNG pictures: {width}x{height}\n\n\n",
            now.html.word(),
            now.html_pictures
        ),
    ]
    .concat()
}
