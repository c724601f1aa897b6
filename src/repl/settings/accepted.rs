//! Settings of missing features: windows, sounds, files of rollouts. They are parsed and checked.

use crate::repl::answer::{Answer, Done, Refusal};
use crate::repl::call::Call;
use crate::repl::session::Session;
use crate::repl::table::Argument;

/// GNU Backgammon's answer to a setting.
#[derive(Clone, Copy)]
enum Says {
    /// The answers to `on` and to `off`.
    Switch(&'static str, &'static str),
    /// The same answer to everything.
    Always(&'static str),
    /// The answer to a number; `{}` stands for it.
    Number(Range, &'static str, &'static str),
    /// No answer.
    Nothing,
}

/// The numbers that are accepted.
#[derive(Clone, Copy)]
struct Range {
    least: f64,
    most: f64,
    /// The digits after the point in the answer; a whole number if there are none.
    decimals: usize,
}

const fn whole(least: f64, most: f64) -> Range {
    Range { least, most, decimals: 0 }
}

const fn real(least: f64, most: f64, decimals: usize) -> Range {
    Range { least, most, decimals }
}

const INFINITY: f64 = f64::INFINITY;

/// Makes a table of answers by path.
macro_rules! said {
    ($($path:literal $says:ident($($answer:expr),*))*) => {
        &[$(($path, Says::$says($($answer),*))),*]
    };
}

/// The answers by path; other settings have none.
const SAID: &[(&str, Says)] = said! {
    "set analysis window" Switch("Show window with analysis", "Do not show window with analysis.")
    "set annotation" Switch("Move analysis and commentary will be displayed.",
        "Move analysis and commentary will not be displayed.")
    "set commandwindow" Switch("Show window to enter commands", "Do not show window to enter commands.")
    "set dockpanels" Switch("Windows will be docked.", "Windows will be detached.")
    "set fullscreen" Switch("Show board in full screen mode", "Show board in normal screen mode.")
    "set gamelist" Switch("Show game window with moves", "Do not show game window with moves.")
    "set gui animation speed" Number(whole(0.0, 7.0), "Animation speed set to {}.",
        "You must specify a speed between 0 and 7 (see `help set speed').")
    "set gui beep" Switch("GNU Backgammon will beep on illegal input.",
        "GNU Backgammon will not beep on illegal input.")
    "set gui dicearea" Switch("A dice icon will be shown below the board when a human player is on roll.",
        "No dice icon will be shown.")
    "set gui dragtargethelp" Switch("The target help while dragging a chequer will be shown.",
        "The target help while dragging a chequer will not be shown.")
    "set gui grayedit" Switch("Board will be grayed in edit mode.",
        "Board will not change colour in edit mode.")
    "set gui highdiefirst" Switch("The higher die will be shown on the left.",
        "The dice will be shown in the order rolled.")
    "set gui illegal" Switch("Chequers may be dragged to illegal points.",
        "Chequers may not be dragged to illegal points.")
    "set gui movelistdetail" Switch("The win loss statistics will be shown in the move analysis",
        "Basic details will be shown in the move analysis")
    "set gui showids" Switch("The position and match IDs will be shown above the board.",
        "The position and match IDs will not be shown.")
    "set gui usestatspanel" Switch("The match statistics will be shown in a panel",
        "The match statistics will be shown in a list")
    "set gui windowpositions" Switch("Saved window positions will be applied to new windows.",
        "Saved window positions will not be applied to new windows.")
    "set message" Switch("Show window with messages", "Do not show window with messages.")
    "set panels" Switch("Game list, Annotation and Message panels/windows will be displayed.",
        "Game list, Annotation and Message panels/windows will not be displayed.")
    "set priority abovenormal" Always("Scheduling priority set to -10.")
    "set priority belownormal" Always("Scheduling priority set to 10.")
    "set priority highest" Always("Scheduling priority set to -19.")
    "set priority idle" Always("Scheduling priority set to 19.")
    "set priority nice" Number(whole(-20.0, 20.0), "Scheduling priority set to {}.",
        "You must specify a priority between -20 and 20.")
    "set priority normal" Always("Scheduling priority set to 0.")
    "set priority timecritical" Always("Scheduling priority set to -20.")
    "set rollout log" Switch("Create an .sgf file for each game rolled out",
        "Do not create an .sgf file for each game rolled out")
    "set sound enable" Switch("Enable sounds.", "Disable sounds.")
    "set styledgamelist" Switch("Show colours in game window", "Do not show colours in game window.")
    "set panelwidth" Number(whole(51.0, INFINITY), "", "You must specify a number greater than 50")
    "set toolbar" Number(whole(0.0, 2.0), "", "You must specify either 0, 1 or 2")
    "set theorywindow" Switch("Show window with theory", "Do not show window with theory.")
    "set vsync3d" Always("This function is for MS Windows 3D boards only")
};

/// Checks a setting that has no effect, and prints its answer.
pub(in crate::repl) fn accept(session: &mut Session, call: &mut Call<'_>, answer: &mut Answer) -> Done {
    let path = call.command.path.as_ref();
    let said = SAID.iter().find(|row| row.0 == path).map_or(Says::Nothing, |row| row.1);
    let mut text = String::new();
    match (said, call.command.argument) {
        (Says::Always(line), _) => line.clone_into(&mut text),
        (Says::Switch(on, off), _) => {
            let is_on = match path {
                "set dockpanels" => call.on_or_off_named("dockdisplay")?,
                "set rollout log" => call.on_or_off_named("rollout .sgf files")?,
                _ => call.on_or_off()?,
            };
            if is_on { on } else { off }.clone_into(&mut text);
        }
        (Says::Number(range, line, refusal), _) => {
            let number = read(call, range).map_err(|place| Refusal::say(refusal).at(place))?;
            text = line.replace("{}", &format!("{number:.*}", range.decimals));
        }
        (Says::Nothing, Argument::OnOff) => {
            call.on_or_off()?;
        }
        (Says::Nothing, Argument::Number) if !call.command.usage.starts_with('[') => {
            read(call, real(-INFINITY, INFINITY, 0)).map_err(|place| {
                Refusal::silent(format_args!("`{path}' takes {}", call.command.usage)).at(place)
            })?;
        }
        (Says::Nothing, _) => {}
    }
    if !session.settings.compat {
        answer.say(format_args!("`{path}' is accepted and does nothing here."));
    } else if !text.is_empty() {
        answer.say(text);
    }
    Ok(())
}

/// Reads a number of a range; returns the place of anything else as the error.
fn read(call: &mut Call<'_>, range: Range) -> Result<f64, std::ops::Range<usize>> {
    let place = call.place();
    let is_whole = call.words.peek().is_some_and(|word| crate::repl::line::number(&word.text).is_some());
    let number = call.real()?;
    if range.decimals == 0 && range.least.is_finite() && !is_whole {
        return Err(place);
    }
    if (range.least..=range.most).contains(&number) { Ok(number) } else { Err(place) }
}
