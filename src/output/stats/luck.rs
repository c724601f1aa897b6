//! The luck of players against their skill, as a picture.

use super::page::{Page, title};
use super::picture::{LEFT, Picture, RIGHT, TOP, WIDTH, head, level, steps};
use crate::analysis::Quality;
use crate::diag::columns;
use crate::output::diagram::Escaped;
use std::fmt::Write as _;

const HEIGHT: u32 = 350;
/// The lower edge of the area with the dots.
const BOTTOM: f64 = 300.0;

/// The width of a letter and the height of a line, for names that mustn't overlap.
const LETTER: f64 = 7.6;
const LINE: f64 = 13.0;

/// A player in the picture.
struct Player {
    name: String,
    /// The luck of each roll, and the loss of each decision, in thousandths of normalised equity.
    luck: f64,
    errors: f64,
    decisions: u64,
}

/// Draws the players of the page's tables of whom decisions and the luck of rolls were evaluated: luck to the right, skill
/// upwards. `None` if there are fewer than two.
pub(super) fn picture(page: &Page<'_>) -> Option<Picture> {
    let player = |name: &&String| {
        let quality = Quality::from(&page.tally.players.get(*name)?.analyses.together());
        let (luck, errors) = (1000.0 * quality.luck_rate()?, 1000.0 * quality.error_rate()?);
        Some(Player { name: title(name), luck, errors, decisions: quality.decisions })
    };
    let players: Vec<Player> = page.most_games.iter().filter_map(|name| player(&name)).collect();
    (players.len() >= 2).then(|| draw(&players))
}

fn draw(players: &[Player]) -> Picture {
    let most = |value: fn(&Player) -> f64| players.iter().map(value).fold(1.0, f64::max);
    let mut errors = steps(most(|player| player.errors));
    // The axis begins below the best player, with two steps at least.
    let best = players.iter().map(|player| player.errors).fold(f64::INFINITY, f64::min);
    let below = errors.iter().rposition(|step| *step <= best).unwrap_or(0);
    errors.drain(..below.min(errors.len() - 2));
    let luck = steps(2.0 * most(|player| player.luck.abs()));
    let luck: Vec<f64> = luck.iter().map(|step| step / 2.0).collect();
    let (highest, lowest, reach) = (errors[0], errors[errors.len() - 1], luck[luck.len() - 1]);
    let middle = f64::midpoint(LEFT, RIGHT);
    let x = |luck: f64| middle + (RIGHT - LEFT - 12.0) / 2.0 * luck / reach;
    let y = |errors: f64| TOP + (BOTTOM - TOP) * (errors - highest) / (lowest - highest);
    let mut body = head(
        "Luck against skill",
        "the higher, the better played; the farther right, the luckier",
        "errors, mEMG a decision",
    );
    for step in &errors {
        body.push_str(&level(y(*step), RIGHT, *step, "grid"));
    }
    let signs = luck.iter().filter(|step| **step > 0.0).flat_map(|step| [-step, *step]).chain([0.0]);
    for step in signs {
        let (x, class) = (x(step), if step == 0.0 { "axis" } else { "grid" });
        let words = if step == 0.0 { "0".to_owned() } else { format!("{step:+}") };
        let _ = writeln!(
            body,
            "<path class=\"{class}\" d=\"M{x:.1} {TOP}V{BOTTOM}\"/>\
             <text class=\"dim\" x=\"{x:.1}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"middle\">{words}</text>",
            BOTTOM + 16.0
        );
    }
    let _ = writeln!(
        body,
        "<text class=\"dim\" x=\"{RIGHT}\" y=\"{:.1}\" font-size=\"11\" text-anchor=\"end\">luck, mEMG a roll</text>",
        BOTTOM + 34.0
    );
    let dots: Vec<(f64, f64)> = players.iter().map(|player| (x(player.luck), y(player.errors))).collect();
    let mut taken: Vec<[f64; 4]> = dots.iter().map(|(x, y)| [x - 5.0, y - 5.0, x + 5.0, y + 5.0]).collect();
    let most = most(|player| player.decisions as f64);
    for (player, &(x, y)) in players.iter().zip(&dots) {
        let Player { name, luck, errors, decisions } = player;
        let size = 3.0 + 3.0 * (*decisions as f64 / most).sqrt();
        let _ = writeln!(
            body,
            "<circle class=\"bar\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"{size:.1}\"><title>{}: {errors:.1} mEMG a decision, \
             {luck:+.1} mEMG a roll</title></circle>",
            Escaped(name)
        );
        if let Some((place, anchor)) = label(name, (x, y), &taken) {
            taken.push(place);
            let at = match anchor {
                "start" => place[0],
                "end" => place[2],
                _ => f64::midpoint(place[0], place[2]),
            };
            let _ = writeln!(
                body,
                "<text class=\"ink\" x=\"{at:.1}\" y=\"{:.1}\" font-size=\"12\" text-anchor=\"{anchor}\">{}</text>",
                place[3] - 3.0,
                Escaped(name)
            );
        }
    }
    let words: Vec<String> = players
        .iter()
        .map(|player| format!("{} {:.1} and {:+.1}", player.name, player.errors, player.luck))
        .collect();
    Picture {
        name: "luck",
        title: "Luck against skill".to_owned(),
        description: format!(
            "Thousandths of normalised equity lost per decision, and of luck per roll: {}.",
            words.join("; ")
        ),
        width: WIDTH,
        height: HEIGHT,
        body,
    }
}

/// Returns a place beside a dot for a name, as left, top, right and bottom edge, and how it is aligned there. `None` if there is
/// no room: the name is in the dot's title and in the table.
fn label(name: &str, (x, y): (f64, f64), taken: &[[f64; 4]]) -> Option<([f64; 4], &'static str)> {
    let width = LETTER * columns(name) as f64;
    let places = [
        ([x + 8.0, y - 6.5, x + 8.0 + width, y + 6.5], "start"),
        ([x - 8.0 - width, y - 6.5, x - 8.0, y + 6.5], "end"),
        ([x - width / 2.0, y - 8.0 - LINE, x + width / 2.0, y - 8.0], "middle"),
        ([x - width / 2.0, y + 8.0, x + width / 2.0, y + 8.0 + LINE], "middle"),
    ];
    let is_free = |place: &[f64; 4]| {
        let [left, top, right, bottom] = *place;
        left >= LEFT
            && right <= f64::from(WIDTH) - 2.0
            && top >= TOP - LINE
            && bottom <= BOTTOM
            && taken
                .iter()
                .all(|other| right <= other[0] || left >= other[2] || bottom <= other[1] || top >= other[3])
    };
    places.into_iter().find(|(place, _)| is_free(place))
}
