//! The games of a match as separate matches.

use super::Replayed;
use super::record::{Anchor, MatchRecord, PlayerScore, Spanned, headers};
use crate::board::{BySide, Side};
use std::borrow::Cow;

impl Replayed {
    /// Returns the record of one of its games, counted from 0, with the score before it, the names,
    /// and whether it is the Crawford game, since the earlier games don't show that any more. If only the scores show
    /// that the Jacoby rule holds, the record states it. `None` if there is no such game.
    #[must_use]
    pub fn alone(&self, index: usize) -> Option<Self> {
        (index < self.games.len()).then(|| Parts::new(self).part(index))
    }

    /// Iterates over the records of all its games, each as [`alone`](Self::alone) returns it.
    pub fn each_alone(&self) -> impl Iterator<Item = Self> {
        let parts = Parts::new(self);
        (0..self.games.len()).map(move |index| parts.part(index))
    }
}

/// A match of which games are taken, each at a cost that doesn't depend on the others.
struct Parts<'a> {
    from: Cow<'a, Replayed>,
    /// For each game `true` if the players' columns are exchanged, compared with the first game.
    exchanged: Vec<bool>,
    /// The facts about the match that every part has.
    common: MatchRecord,
    /// The remarks on games, by their game and their place among all remarks.
    remarks: Vec<(usize, usize)>,
}

impl<'a> Parts<'a> {
    fn new(replayed: &'a Replayed) -> Self {
        let exchanged = replayed.exchanged_columns();
        let from = match replayed.with_shown_jacoby() {
            Cow::Borrowed(from) => from.with_right_names(),
            Cow::Owned(from) => Cow::Owned(from.with_right_names().into_owned()),
        };
        let all = &from.record;
        let mut headers = all.headers.clone();
        if from.games.len() > 1 {
            let of_all =
                |key: &str| headers::OF_ALL_GAMES.iter().any(|known| key.eq_ignore_ascii_case(known));
            headers.retain(|header| !of_all(&header.key.value));
        }
        let of_game = |(at, anchor): (usize, Anchor)| Some((anchor.game? as usize, at));
        let anchors = all.remarks.iter().map(|remark| remark.anchor).enumerate();
        let mut remarks: Vec<(usize, usize)> = anchors.filter_map(of_game).collect();
        remarks.sort_unstable();
        let common = MatchRecord {
            headers,
            length: all.length,
            length_fault: all.length_fault,
            games: Vec::new(),
            remarks: all.remarks.iter().filter(|remark| remark.anchor.game.is_none()).cloned().collect(),
            no_hit_marks: all.no_hit_marks,
            is_cut_off: all.is_cut_off,
        };
        Self { from, exchanged, common, remarks }
    }

    fn part(&self, index: usize) -> Replayed {
        let from = &*self.from;
        let game = &from.games[index];
        let mut record = from.record.games[index].clone();
        let known = |side: Side| record.players[side].as_ref();
        let players = Side::ALL.map(|side| {
            let in_first = if self.exchanged[index] { !side } else { side };
            let rating = from.record.games[0].players[in_first].as_ref();
            let rating = rating.and_then(|player| player.rating.clone());
            let place = record.heading;
            let score = i64::from(from.head_score(index)[side]);
            Some(PlayerScore {
                name: Spanned::new(
                    from.name(index, side).to_owned(),
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
        let mut all = self.common.clone();
        all.is_cut_off &= index + 1 == from.games.len();
        all.games = vec![record];
        let first = self.remarks.partition_point(|(game, _)| *game < index);
        for (_, at) in self.remarks[first..].iter().take_while(|(game, _)| *game == index) {
            let mut remark = from.record.remarks[*at].clone();
            remark.anchor.game = Some(0);
            all.remarks.push(remark);
        }
        let mut score = game.score_after();
        // A drawn Crawford game is played again.
        score.crawford_played |= game.is_crawford && game.result.is_none_or(|result| result.winner.is_some());
        Replayed { record: all, rules: from.rules.clone(), games: vec![game.clone()], score }
    }
}
