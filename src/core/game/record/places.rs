//! The places in a record, for a reader that reads another text than the source.

use super::{Cell, Entry, MatchRecord, Notes, Setup, Spanned, Written};
use crate::diag::Span;

/// What is done with each place.
type Visit<'a> = dyn FnMut(&mut Span) + 'a;

impl MatchRecord {
    /// Visits all places in the record.
    pub(crate) fn each_place(&mut self, visit: &mut Visit<'_>) {
        for header in &mut self.headers {
            visit(&mut header.key.span);
            visit(&mut header.value.span);
        }
        of_value(&mut self.length, visit);
        of_span(&mut self.length_fault, visit);
        for remark in &mut self.remarks {
            visit(&mut remark.span);
        }
        for game in &mut self.games {
            visit(&mut game.heading);
            of_value(&mut game.number, visit);
            for player in game.players.0.iter_mut().flatten() {
                visit(&mut player.name.span);
                of_value(&mut player.rating, visit);
                of_value(&mut player.score, visit);
            }
            of_notes(game.notes.as_deref_mut(), visit);
            of_entries(&mut game.entries, visit);
        }
    }
}

fn of_span(span: &mut Option<Span>, visit: &mut Visit<'_>) {
    if let Some(span) = span {
        visit(span);
    }
}

fn of_value<T>(value: &mut Option<Spanned<T>>, visit: &mut Visit<'_>) {
    if let Some(value) = value {
        visit(&mut value.span);
    }
}

fn of_notes(notes: Option<&mut Notes>, visit: &mut Visit<'_>) {
    let Some(notes) = notes else { return };
    for property in &mut notes.properties {
        visit(&mut property.values.span);
    }
    for variation in &mut notes.variations {
        of_entries(&mut variation.entries, visit);
    }
}

fn of_entries(entries: &mut [Entry], visit: &mut Visit<'_>) {
    for entry in entries {
        visit(&mut entry.span);
        of_written(&mut entry.written, visit);
        of_notes(entry.notes.as_deref_mut(), visit);
    }
}

fn of_written(written: &mut Written, visit: &mut Visit<'_>) {
    match written {
        Written::Turn { roll, cell } => {
            visit(&mut roll.span);
            of_cell(cell, visit);
        }
        Written::Cube { value: points, .. }
        | Written::OfferResignation { points, .. }
        | Written::Losses { points, .. } => of_value(points, visit),
        Written::Wins { points, and_match } => {
            of_value(points, visit);
            of_span(and_match, visit);
        }
        Written::Set(setup) => of_setup(setup, visit),
        Written::Take
        | Written::Pass
        | Written::Resign
        | Written::RefuseResignation
        | Written::AcceptResignation
        | Written::Drawn
        | Written::Empty
        | Written::Unreadable => {}
    }
}

fn of_cell(cell: &mut Cell, visit: &mut Visit<'_>) {
    match cell {
        Cell::Play(play) => {
            visit(&mut play.span);
            for index in 0..play.len() {
                if let Some(leg) = play.leg_mut(index) {
                    visit(&mut leg.span);
                }
            }
        }
        Cell::Empty => {}
        Cell::CannotMove(span) | Cell::Hidden(span) | Cell::Resign(span) | Cell::Unreadable(span) => {
            visit(span);
        }
        Cell::DeclaredIllegal { span, after } => {
            visit(span);
            if let Some(setup) = after {
                of_setup(setup, visit);
            }
        }
    }
}

fn of_setup(setup: &mut Setup, visit: &mut Visit<'_>) {
    visit(&mut setup.span);
    if let Some(roll) = &mut setup.roll {
        visit(&mut roll.span);
    }
}
