//! Plays that are broken over two lines.

use super::draft::Draft;
use crate::diag::Code;
use crate::game::record::{Cell, Written};
use crate::notation::play::{self, PlayOptions};

impl Draft<'_> {
    /// Reads a line with the last legs of the play on the line above it, `X: (6 2) 24-18` and `13-11`, with a finding;
    /// returns `false` for any other line.
    pub(super) fn continues_play(&mut self, line: &str) -> bool {
        let (place, source) = (self.place(line), self.source);
        let Some(last) = self.game.as_mut().and_then(|game| game.entries.last_mut()) else { return false };
        let Written::Turn { roll, cell: Cell::Play(play) } = &mut last.written else { return false };
        let between = source.get(last.span.end as usize..place.start as usize);
        let between = between.map(|between| between.trim_matches([' ', '\t', ',']));
        if !matches!(between, Some("\n" | "\r\n" | "\r")) || source.get(place.range()) != Some(line) {
            return false;
        }
        let options = if line.contains('/') { PlayOptions::RECORD } else { PlayOptions::DASHED };
        let Ok(rest) = play::parse(line.as_bytes(), place.start, options) else { return false };
        let Some(roll) = roll.roll() else { return false };
        let most = if roll.is_doublet() { 4 } else { 2 };
        let played: u8 = play.places().map(|(from, to)| from.abs_diff(to)).fold(0, u8::saturating_add);
        if rest.is_empty() || play.len() + rest.len() > most || played >= roll.pips() {
            return false;
        }
        for leg in rest.legs() {
            play.push(*leg);
        }
        play.span.end = place.end;
        last.span.end = place.end;
        self.report(Code::RecordSyntax, line, "this line continues the play above it");
        true
    }
}
