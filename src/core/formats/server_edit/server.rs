//! How each server writes an action.

use crate::board::Side;
use crate::diag::count::many;

/// The notation of a server.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Server {
    /// `GamesGrid`: `3<tab>64: 24/18, 18/14`.
    GamesGrid,
    /// `TrueMoneyGames`: ` -3 4 24/18 18/14`.
    TrueMoneyGames,
    /// The old moves of FIBS: `O: (6 4) 1-7 7-11`.
    OldMoves,
    /// Logs of FIBS: `bob moves 1-7 7-11 .`.
    Log,
    /// `JavaFIBS`: `1:bob:1-7 7-11`.
    JavaFibs,
    /// `PartyGammon`, whose actions are on one line: `2 0 0 64 24/18 18/14#`.
    Party,
    /// `BGRoom`: `3. 0: 64 24/18 18/14`.
    BgRoom,
}

/// An action in the words of a server, apart from its player: the lines of a turn, or one.
pub(super) struct Said<'a> {
    pub(super) server: Server,
    /// The player.
    pub(super) side: Side,
    /// What stands for the player: a letter, `You` or a name.
    pub(super) who: &'a str,
    /// What stands for the opponent.
    pub(super) opponent: &'a str,
    /// The number of the row.
    pub(super) number: u32,
}

impl Server {
    /// Returns the server of a format.
    pub(super) fn of(format: &str) -> Option<Self> {
        Some(match format {
            "sgg" => Self::GamesGrid,
            "tmg" => Self::TrueMoneyGames,
            "oldmoves" => Self::OldMoves,
            "fibs" => Self::Log,
            "javafibs" => Self::JavaFibs,
            "party" => Self::Party,
            "bgroom" => Self::BgRoom,
            _ => return None,
        })
    }

    /// Returns `true` if one of the sides is written in the opponent's numbering.
    pub(super) const fn is_mirrored(self) -> bool {
        matches!(self, Self::OldMoves | Self::Log | Self::JavaFibs)
    }

    /// Returns `true` if the text for a dance is a line of another kind than a play.
    pub(super) const fn has_line_for_dance(self) -> bool {
        matches!(self, Self::Log | Self::JavaFibs)
    }

    /// Returns `true` if each action has its own number, instead of one action of each side.
    pub(super) const fn numbers_actions(self) -> bool {
        matches!(self, Self::BgRoom)
    }

    /// Returns the most lines of a turn.
    pub(super) const fn most_lines(self) -> usize {
        match self {
            // The player who begins, and boards.
            Self::Log => 6,
            _ => 2,
        }
    }

    /// Returns the words for no play, the sign within a leg, and the text between two legs.
    pub(super) const fn legs(self) -> (&'static str, char, &'static str) {
        match self {
            Self::GamesGrid => ("O-O", '/', ", "),
            Self::TrueMoneyGames => ("0/0", '/', " "),
            Self::OldMoves | Self::Log => ("can't move", '-', " "),
            Self::JavaFibs => ("", '-', " "),
            Self::Party | Self::BgRoom => ("No move", '/', " "),
        }
    }
}

impl Said<'_> {
    /// Returns the line of an action, whose kind TMG and `JavaFIBS` write as a number.
    fn action(&self, kind: u32, words: &str) -> String {
        let Self { who, number, .. } = self;
        match self.server {
            Server::GamesGrid if self.side == Side::Zero => format!("{number}\t{words}"),
            Server::GamesGrid => format!("{number}\t\t{words}"),
            Server::TrueMoneyGames => {
                let sign = if self.side == Side::Zero { "" } else { "-" };
                format!(" {sign}{number} {kind} {words}")
            }
            Server::OldMoves => format!("{who}: {words}"),
            Server::Log => format!("{who} {words}"),
            Server::JavaFibs => format!("{kind}:{who}:{words}"),
            Server::Party => format!("{who} 0 0 {words}"),
            Server::BgRoom => format!("{number}. {who}: {words}"),
        }
    }

    /// Returns a verb of FIBS: `You roll`, `bob rolls`.
    fn verb(&self, verb: &str) -> String {
        if self.who == super::YOU { verb.to_owned() } else { format!("{verb}s") }
    }

    /// Returns the lines of a turn.
    pub(super) fn turn(&self, digits: [u8; 2], play: &str, is_first: bool) -> Vec<String> {
        let dice = String::from_utf8_lossy(&digits);
        let [first, second] = digits.map(char::from);
        let is_dance = play == self.server.legs().0;
        match self.server {
            Server::OldMoves => vec![self.action(0, &format!("({first} {second}) {play}"))],
            Server::GamesGrid if is_dance => vec![self.action(0, &format!("{dice}: {play}"))],
            Server::GamesGrid => {
                vec![self.action(0, &format!("{dice}:")), self.action(0, &format!("{dice}: {play}"))]
            }
            Server::TrueMoneyGames => vec![self.action(1, &format!("{dice}:")), self.action(4, play)],
            Server::Log => {
                let rolls = format!("{} {first} and {second}.", self.verb("roll"));
                vec![self.action(0, &rolls), self.play(play)]
            }
            Server::JavaFibs => {
                let kind = if is_first { 11 } else { 0 };
                vec![self.action(kind, &format!("{first} {second}")), self.play(play)]
            }
            Server::Party | Server::BgRoom => vec![self.action(0, &format!("{dice} {play}"))],
        }
    }

    /// Returns the line of a play, for a server with a line for each.
    pub(super) fn play(&self, play: &str) -> String {
        let is_dance = play == self.server.legs().0;
        match self.server {
            Server::Log if is_dance => self.action(0, play),
            Server::Log => self.action(0, &format!("{} {play} .", self.verb("move"))),
            _ => self.action(if is_dance { 15 } else { 1 }, play),
        }
    }

    /// Returns the line of an offer of the cube at a value.
    pub(super) fn double(&self, value: u32) -> String {
        match self.server {
            Server::OldMoves => self.action(0, "doubles"),
            Server::Log => self.action(0, &format!("{}. Type 'accept' or 'reject'.", self.verb("double"))),
            Server::JavaFibs => self.action(2, ""),
            Server::Party | Server::BgRoom => self.action(0, "Double"),
            Server::GamesGrid | Server::TrueMoneyGames => self.action(5, &format!("Double to {value}")),
        }
    }

    /// Returns the line of a take.
    pub(super) fn take(&self) -> String {
        match self.server {
            Server::GamesGrid => self.action(0, "Accept"),
            Server::OldMoves => self.action(0, "accepts"),
            Server::Log => self.action(0, &format!("{} the double.", self.verb("accept"))),
            Server::JavaFibs => self.action(4, ""),
            Server::TrueMoneyGames | Server::Party | Server::BgRoom => self.action(7, "Take"),
        }
    }

    /// Returns the line of a pass with the cube at a value.
    pub(super) fn pass(&self, value: u32) -> String {
        match self.server {
            Server::OldMoves => self.action(0, "rejects"),
            Server::Log => {
                let wins = if self.opponent == super::YOU { "win" } else { "wins" };
                let points = many(value.into(), "point");
                self.action(0, &format!("{} up. {} {wins} {points}.", self.verb("give"), self.opponent))
            }
            Server::JavaFibs => self.action(5, ""),
            _ => self.action(10, "Pass"),
        }
    }

    /// Returns the line of a result. `None` where the scores show it.
    pub(super) fn wins(&self, points: u32, name: &str) -> Option<String> {
        let won = many(points.into(), "point");
        Some(match self.server {
            Server::OldMoves => self.action(0, &format!("wins {won}")),
            Server::GamesGrid => format!("{name} wins {won}."),
            Server::TrueMoneyGames => self.action(14, &format!("{points} {name} wins {won}")),
            Server::Log => {
                let verbs = format!("{} the game and {}", self.verb("win"), self.verb("get"));
                self.action(0, &format!("{verbs} {won}."))
            }
            Server::JavaFibs => self.action(7, &points.to_string()),
            Server::BgRoom => self.action(0, &format!("Wins {won}")),
            Server::Party => return None,
        })
    }
}
