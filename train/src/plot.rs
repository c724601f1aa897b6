//! A plot of a run's log: the cross-entropy of the nets above that of the labels, round by round.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The lines of the plot: the places of their numbers in the log, their names and colours.
const LINES: [(usize, &str, &str); 4] =
    [(2, "filter", "#3c7a3c"), (3, "lopsided", "#7a3c8a"), (0, "contact", "#1f5fa8"), (1, "race", "#b0482b")];
/// The size of the plot, and its margins.
const SIZE: (f64, f64) = (640.0, 260.0);
const EDGES: (f64, f64, f64, f64) = (60.0, 570.0, 12.0, 224.0);
/// The largest number of rounds whose mean is one point of the plot.
const SMOOTH: usize = 5;

/// The values of a round in the plot.
#[derive(serde::Deserialize)]
struct Round {
    round: u64,
    /// By net; zero for a net that wasn't trained. Early rounds had three nets.
    divergence: Vec<f64>,
}

/// Draws the lines of a log, JSON Lines. Of a round that was repeated, the last one counts; a round in which a net
/// wasn't trained has no point on its line. Fails with the text of a line that can't be parsed.
pub(crate) fn svg(log: &str) -> Result<String, String> {
    let mut rounds = BTreeMap::new();
    for line in log.lines().filter(|line| !line.trim().is_empty()) {
        let round: Round = serde_json::from_str(line).map_err(|error| format!("{error} in: {line}"))?;
        if round.divergence.iter().any(|&value| value > 0.0) {
            let values: Vec<f64> = round.divergence.iter().map(|value| 1000.0 * value).collect();
            rounds.insert(round.round, values);
        }
    }
    let (Some((&first, _)), Some((&last, _))) = (rounds.first_key_value(), rounds.last_key_value()) else {
        return Err("no round that learnt anything".to_owned());
    };
    // Untrained nets would flatten all other values: the highest two of a hundred values are cut off.
    let mut values: Vec<f64> = rounds.values().flatten().copied().collect();
    values.sort_unstable_by(f64::total_cmp);
    let most = values[(values.len() - 1) * 98 / 100].max(1.0).ceil();
    let (left, right, top, bottom) = EDGES;
    let across = |round: u64| left + (right - left) * (round - first) as f64 / (last - first).max(1) as f64;
    let down = |value: f64| bottom - (bottom - top) * value.min(most) / most;

    let (width, height) = SIZE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"Cross-entropy above the labels' own, by round\">\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for value in 0..=most as u32 {
        let y = down(f64::from(value));
        let _ = writeln!(
            svg,
            "<line x1=\"{left}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\" stroke=\"#dddddd\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\" fill=\"#444444\">{value}</text>",
            left - 6.0,
            y + 4.0
        );
    }
    // About five marks, at round numbers.
    let step = [10, 20, 50, 100, 200, 500, 1000].into_iter().find(|step| (last - first) / step <= 6);
    let step = step.unwrap_or(5000);
    for round in (first.div_ceil(step) * step..=last).step_by(step as usize) {
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444444\">{round}</text>",
            across(round),
            bottom + 18.0
        );
    }
    let middle = f64::midpoint(top, bottom);
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" fill=\"#444444\">round</text>\
         <text x=\"14\" y=\"{middle}\" transform=\"rotate(-90 14 {middle})\" text-anchor=\"middle\" \
         fill=\"#444444\">divergence, thousandths</text>",
        f64::midpoint(left, right),
        height - 3.0
    );
    for (net, name, colour) in LINES {
        let trained = |(&round, values): (&u64, &Vec<f64>)| {
            values.get(net).filter(|&&value| value > 0.0).map(|&value| (round, value))
        };
        let values: Vec<_> = rounds.iter().filter_map(trained).collect();
        if values.is_empty() {
            continue;
        }
        let points: Vec<(f64, f64)> = values
            .windows(SMOOTH.min(values.len()))
            .map(|near| {
                let mean = near.iter().map(|(_, value)| value).sum::<f64>() / near.len() as f64;
                (across(near[near.len() / 2].0), down(mean))
            })
            .collect();
        let text: Vec<String> = points.iter().map(|(x, y)| format!("{x:.1},{y:.1}")).collect();
        let y = points.last().map_or(bottom, |point| point.1);
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{:.1}\" fill=\"{colour}\">{name}</text>",
            text.join(" "),
            right + 4.0,
            y + 4.0
        );
    }
    svg.push_str("</svg>\n");
    Ok(svg)
}

#[cfg(test)]
mod tests {
    use super::svg;

    #[test]
    fn a_round_counts_as_it_was_done_last() {
        let line = |round: u64, contact: f64| {
            format!("{{\"round\":{round},\"divergence\":[{contact},1e-3,4e-3]}}\n")
        };
        let once = svg(&[line(5, 2e-3), line(6, 1e-3), line(7, 1e-3)].concat());
        let twice = svg(&[line(5, 2e-3), line(6, 9e-3), line(6, 1e-3), line(7, 1e-3)].concat());
        assert_eq!(once, twice);
        assert_ne!(once, svg(&[line(5, 2e-3), line(6, 2e-3), line(7, 1e-3)].concat()));
        assert!(once.is_ok_and(|svg| svg.ends_with("</svg>\n")));
    }

    #[test]
    fn what_learnt_nothing_makes_no_picture() {
        assert!(svg("{\"round\":1,\"divergence\":[0.0,0.0,0.0]}\n").is_err());
        assert!(svg("no json\n").is_err_and(|error| error.ends_with("no json")));
    }
}
