//! The outline of a document: matches, games, and cube actions; and the parts that can be folded.

use super::documents::View;
use super::matches::Placed;
use super::places::{extent, names};
use super::settings::Client;
use crate::board::Side;
use crate::diag::count::many;
use crate::diag::lines::line_stop;
use crate::game::Happening;
use lsp_types::{
    DocumentSymbol, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, Location, Range,
    SymbolInformation, SymbolKind,
};
use std::fmt::Write as _;

pub(super) fn symbols(view: &View<'_>, client: &Client) -> DocumentSymbolResponse {
    let nested = nested(view);
    if client.nested_symbols {
        return DocumentSymbolResponse::Nested(nested);
    }
    let mut flat = Vec::new();
    flatten(view, nested, None, &mut flat);
    DocumentSymbolResponse::Flat(flat)
}

fn nested(view: &View<'_>) -> Vec<DocumentSymbol> {
    let list = &view.matches.list;
    let mut symbols = Vec::new();
    for (number, placed) in (1..).zip(list) {
        let games = games(view, placed);
        if list.len() == 1 {
            return games;
        }
        let players = names(placed, 0);
        let detail = match placed.piece.replayed.rules.length {
            0 => "money session".to_owned(),
            length => format!("{length} point match"),
        };
        let title = format!("Match {number}: {} and {}", players[Side::Zero], players[Side::One]);
        symbols.push(symbol(title, detail, SymbolKind::PACKAGE, ranges(view, bounds(placed)), games));
    }
    symbols
}

/// Returns the ends of a match in the document, without the blanks around it.
fn bounds(placed: &Placed) -> (usize, usize) {
    let blanks = placed.text().len() - placed.text().trim_start().len();
    (placed.offset + blanks, placed.offset + placed.text().trim_end().len().max(blanks))
}

/// Returns the range between two places, and that of the first line in it.
fn ranges(view: &View<'_>, (start, end): (usize, usize)) -> (Range, Range) {
    let text = &view.text.as_str()[start..end];
    let first_line = line_stop(text, 0) as usize;
    (view.text.range(start, end), view.text.range(start, start + first_line))
}

fn games(view: &View<'_>, placed: &Placed) -> Vec<DocumentSymbol> {
    let replayed = &placed.piece.replayed;
    let game = |(index, game): (usize, &crate::game::ReplayedGame)| {
        let players = names(placed, index);
        let score = game.before.points;
        let of = |side: Side| format!("{} {}", players[side], score[side]);
        let mut detail = format!("{}, {}", of(Side::Zero), of(Side::One));
        if game.is_crawford {
            detail += ", Crawford";
        }
        match game.result.map(|result| (result.winner, result.points)) {
            Some((Some(side), points)) => {
                let _ = write!(detail, ": {} wins {}", players[side], many(points.into(), "point"));
            }
            Some((None, _)) => detail += ": drawn",
            None => detail += ": unfinished",
        }
        let (start, end) = extent(placed, index);
        let ranges = ranges(view, (placed.offset + start, placed.offset + end));
        let actions = actions(view, placed, index);
        symbol(format!("Game {}", game.number), detail, SymbolKind::CLASS, ranges, actions)
    };
    replayed.games.iter().enumerate().map(game).collect()
}

fn actions(view: &View<'_>, placed: &Placed, game: usize) -> Vec<DocumentSymbol> {
    let players = names(placed, game);
    let (start, end) = extent(placed, game);
    let record = &placed.piece.replayed.record.games[game];
    let action = |act: &crate::game::Act| {
        let word = match act.what {
            Happening::Doubled { to, beaver: false } => format!("doubles to {to}"),
            Happening::Doubled { to, beaver: true } => format!("beavers to {to}"),
            Happening::Taken => "takes".to_owned(),
            Happening::Passed => "passes".to_owned(),
            _ => return None,
        };
        let entry = record.entry(act.entry)?;
        // Entries elsewhere aren't part of the game's text.
        let inside = start <= entry.span.start as usize && entry.span.end as usize <= end;
        let range = view.text.range_of(placed.offset, entry.span);
        let detail = entry.row.map(|row| format!("row {row}")).unwrap_or_default();
        let title = format!("{} {word}", players[act.by]);
        inside.then(|| symbol(title, detail, SymbolKind::EVENT, (range, range), Vec::new()))
    };
    placed.piece.replayed.games[game].acts.iter().filter_map(action).collect()
}

#[expect(deprecated, reason = "the field must be given")]
fn symbol(
    name: String,
    detail: String,
    kind: SymbolKind,
    (range, selection_range): (Range, Range),
    children: Vec<DocumentSymbol>,
) -> DocumentSymbol {
    DocumentSymbol {
        name,
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: Some(children).filter(|children| !children.is_empty()),
    }
}

#[expect(deprecated, reason = "the field must be given")]
fn flatten(
    view: &View<'_>,
    symbols: Vec<DocumentSymbol>,
    within: Option<&str>,
    into: &mut Vec<SymbolInformation>,
) {
    for symbol in symbols {
        let DocumentSymbol { name, kind, range, children, .. } = symbol;
        into.push(SymbolInformation {
            name: name.clone(),
            kind,
            tags: None,
            deprecated: None,
            location: Location { uri: view.uri.clone(), range },
            container_name: within.map(str::to_owned),
        });
        flatten(view, children.unwrap_or_default(), Some(&name), into);
    }
}

/// Lists the parts that can be folded: games, and matches if there are several.
pub(super) fn folds(view: &View<'_>) -> Vec<FoldingRange> {
    let mut folds = Vec::new();
    let list = &view.matches.list;
    let mut fold = |(start, end): (usize, usize)| {
        let (top, bottom) = (view.text.position(start).line, view.text.position(end).line);
        if top < bottom {
            folds.push(FoldingRange {
                start_line: top,
                end_line: bottom,
                kind: Some(FoldingRangeKind::Region),
                ..FoldingRange::default()
            });
        }
    };
    for placed in list {
        if list.len() > 1 {
            fold(bounds(placed));
        }
        for game in 0..placed.piece.replayed.games.len() {
            let (start, end) = extent(placed, game);
            fold((placed.offset + start, placed.offset + end));
        }
    }
    folds
}
