//! The review of a match: the performance of the people at the board, and their worst decisions.

use super::answer::Refusal;
use super::record::save::{Part, replayed};
use super::session::{Seat, Session};
use crate::analysis::skill::{
    EvaluatedDecision, Kind, Loss, Performance, Statistics, evaluated_decisions, luck_words, performances,
    rating_words,
};
use crate::board::Side;
use crate::game::Replayed;
use crate::output::mistakes::done_and_best;
use std::fmt::Write as _;

/// The number of decisions of a player that a review shows.
const WORST: usize = 3;

/// The answer if no decision was a mistake.
const NO_MISTAKES: &str = "  no mistakes\n";

impl Session {
    /// Analyses the whole match and reviews it for people's seats, or for both seats if there are none.
    pub(crate) fn review(&mut self) -> Result<String, Refusal> {
        self.analyse_games(0..self.game.history.games.len())?;
        let replayed = replayed(self, Part::Match);
        let all = evaluated_decisions(&replayed);
        let statistics = Statistics::of(&replayed, &self.settings.analysis.thresholds);
        let is_human = |side: &Side| self.game.seats[*side] == Seat::Human;
        let has_people = Side::ALL.iter().any(is_human);
        let mut text = String::new();
        for side in Side::ALL.into_iter().filter(|side| !has_people || is_human(side)) {
            let player = &statistics.players[side];
            let name = self.name(side);
            let Some(rate) = player.error_rate() else {
                // A resignation can be a mistake without any play.
                let worst = self.worst(&replayed, &all, side);
                let _ = match worst.as_str() {
                    NO_MISTAKES => writeln!(text, "{name} had no decision to make."),
                    _ => write!(text, "{name}:\n{worst}"),
                };
                continue;
            };
            let luck = player
                .luck_rate()
                .map(|luck| format!(", luck {:+.3} ({})", player.luck.equity, luck_words(luck.equity)));
            let _ = writeln!(
                text,
                "{name}: error rate {:.1} ({}){}",
                1000.0 * rate.equity,
                rating_words(rate.equity),
                luck.unwrap_or_default()
            );
            text += &self.worst(&replayed, &all, side);
        }
        Ok(text)
    }

    /// Returns the performance of a player in the whole match, as far as it is analysed.
    pub(crate) fn performance(&self, side: Side) -> Performance {
        performances(&replayed(self, Part::Match))[side]
    }

    /// Returns the worst decisions of a player, the worst first.
    fn worst(&self, replayed: &Replayed, all: &[EvaluatedDecision], side: Side) -> String {
        let of_side = all.iter().filter(|evaluated| evaluated.decision.by == side);
        let losses = of_side.flat_map(|evaluated| {
            let losses = evaluated.losses(&self.settings.analysis.thresholds);
            losses.into_iter().flatten().map(move |loss| (evaluated, loss))
        });
        let mut losses: Vec<(&EvaluatedDecision, Loss)> =
            losses.filter(|(_, loss)| !loss.mark.words().is_empty()).collect();
        losses.sort_by(|a, b| b.1.lost.equity.total_cmp(&a.1.lost.equity));
        let mut text = String::new();
        for (evaluated, loss) in losses.iter().take(WORST) {
            let [done, best] = done_and_best(evaluated, loss);
            let roll = match evaluated.decision.kind {
                Kind::Turn { roll, .. } if !loss.is_cube => format!("{roll}: "),
                _ => String::new(),
            };
            let game = replayed.games[evaluated.game].number;
            let move_number = evaluated.number;
            let _ = writeln!(
                text,
                "  game {game}, move {move_number}: {roll}{done} instead of {best}, loses {:.3} ({})",
                loss.lost.equity,
                loss.mark.words()
            );
        }
        match losses.len() {
            0 => NO_MISTAKES.to_owned(),
            many if many > WORST => {
                let _ = writeln!(text, "  and {} smaller ones", many - WORST);
                text
            }
            _ => text,
        }
    }
}
