//! The pip counts of both sides over a match, as a picture.

use super::Report;
use crate::board::Side;
use std::fmt::Write as _;

const WIDTH: usize = 1000;
const HEIGHT: usize = 240;
/// The place of the numbers.
const LEFT: usize = 40;
const TOP: usize = 18;
const BOTTOM: usize = 22;

/// Draws the pip counts before every move: player 0's line is broken, player 1's is solid.
pub(super) fn pips(report: &Report) -> String {
    let steps: usize = report.games.iter().map(|game| game.steps.len()).sum();
    let all = report.games.iter().flat_map(|game| &game.steps).flat_map(|step| step.pips.0);
    let most = all.max().unwrap_or(0).max(1) as usize;
    // A line every fifty pips.
    let top = most.div_ceil(50) * 50;
    let x = |at: usize| LEFT as f64 + at as f64 * (WIDTH - LEFT - 8) as f64 / steps.max(1) as f64;
    let y =
        |pips: usize| (HEIGHT - BOTTOM) as f64 - pips as f64 * (HEIGHT - TOP - BOTTOM) as f64 / top as f64;
    let mut svg = format!(
        r#"<svg class="graph" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="The pip counts of both players before every move">"#
    );
    for pips in (0..=top).step_by(50) {
        let y = y(pips);
        let _ = write!(
            svg,
            r#"<path class="grid" d="M{LEFT} {y:.1}H{}"/><text class="tick" x="{}" y="{:.1}" text-anchor="end">{pips}</text>"#,
            WIDTH - 8,
            LEFT - 6,
            y + 4.0
        );
    }
    let mut from = 0;
    for game in &report.games {
        let left = x(from);
        let _ = write!(
            svg,
            r#"<path class="edge" d="M{left:.1} {TOP}V{}"/><text class="tick" x="{:.1}" y="{}">{}</text>"#,
            HEIGHT - BOTTOM,
            left + 3.0,
            HEIGHT - 6,
            game.row.number
        );
        for side in Side::ALL {
            let mut data = String::new();
            for (at, step) in game.steps.iter().enumerate() {
                let way = if at == 0 { 'M' } else { 'L' };
                let _ = write!(data, "{way}{:.1} {:.1}", x(from + at), y(step.pips[side] as usize));
            }
            if !data.is_empty() {
                let _ = write!(svg, r#"<path class="line{}" d="{data}"/>"#, side.index());
            }
        }
        from += game.steps.len();
    }
    svg.push_str("</svg>");
    svg
}
