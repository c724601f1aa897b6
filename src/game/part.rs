//! One game of a match as a separate match.

use super::Replayed;
use super::record::{Anchor, PlayerScore, Spanned, headers};
use crate::board::{BySide, Side};

impl Replayed {
    /// Returns the record of one of its games, counted from 0, with the score before it, the names,
    /// and whether it is the Crawford game, since the earlier games don't show that any more. If only the scores show
    /// that the Jacoby rule holds, the record states it. `None` if there is no such game.
    #[must_use]
    pub fn alone(&self, index: usize) -> Option<Self> {
        self.with_shown_jacoby().map_or_else(|| self.cut_out(index), |stated| stated.cut_out(index))
    }

    fn cut_out(&self, index: usize) -> Option<Self> {
        let (record, game) = self.games().nth(index)?;
        let mut record = record.clone();
        let known = |side: Side| record.players[side].as_ref();
        let players = Side::ALL.map(|side| {
            let rating = self.record.games[0].players[side].as_ref().and_then(|player| player.rating.clone());
            let place = record.heading;
            let score = i64::from(self.head_score(index)[side]);
            Some(PlayerScore {
                name: Spanned::new(
                    self.name(index, side).to_owned(),
                    known(side).map_or(place, |player| player.name.span),
                ),
                rating: known(side).and_then(|player| player.rating.clone()).or(rating),
                score: Some(Spanned::new(
                    score,
                    known(side).and_then(|player| player.score).map_or(place, |score| score.span),
                )),
            })
        });
        record.players = BySide(players);
        record.is_crawford = Some(game.is_crawford);
        let mut all = self.record.clone();
        all.is_cut_off &= index + 1 == self.games.len();
        all.games = vec![record];
        if self.games.len() > 1 {
            all.headers.retain(|header| {
                !headers::OF_ALL_GAMES.iter().any(|key| header.key.value.eq_ignore_ascii_case(key))
            });
        }
        all.remarks.retain(|remark| remark.anchor.game.is_none_or(|of| of as usize == index));
        for remark in &mut all.remarks {
            remark.anchor = Anchor { game: remark.anchor.game.map(|_| 0), entry: remark.anchor.entry };
        }
        let mut score = game.before;
        if let Some(result) = game.result {
            score.add(&result);
        }
        // A drawn Crawford game is played again.
        score.crawford_played |= game.is_crawford && game.result.is_none_or(|result| result.winner.is_some());
        Some(Self { record: all, rules: self.rules.clone(), games: vec![game.clone()], score })
    }
}
