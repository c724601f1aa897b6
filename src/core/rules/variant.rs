//! The variants: one row each in a table.

use crate::board::Board;
use std::fmt;
use std::str::FromStr;

/// A game that differs from backgammon in its starting position; the rules of moving are the same.
///
/// ```
/// # use barpoint_core as barpoint;
/// use barpoint::Variant;
///
/// assert_eq!(Variant::Nackgammon.start().board().pips(), 194);
/// assert_eq!("nackgammon".parse(), Ok(Variant::Nackgammon));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Backgammon.
    #[default]
    Standard,
    /// Two more checkers on the 23-point (Nack Ballard).
    Nackgammon,
    /// One checker a side, on the 24-point.
    Hypergammon1,
    /// Two checkers a side, on the 24- and 23-point.
    Hypergammon2,
    /// Three checkers a side, on the 24-, 23- and 22-point.
    Hypergammon3,
    /// Three checkers a side, all on the 24-point.
    HypergammonStacked,
    /// Fifteen checkers a side, all on the 24-point.
    Longgammon,
    /// One side has closed its board, the other has borne off twelve checkers.
    CoupClassique,
    /// A custom start; the board is from the view of the winner of the opening roll.
    Custom(Board),
}

struct Row {
    variant: Variant,
    name: &'static str,
    aliases: &'static [&'static str],
    mat_header: Option<&'static str>,
    board: Board,
}

/// Every variant but the custom one, in the order of [`Variant::ALL`].
static TABLE: [Row; Variant::ALL.len()] = [
    Row {
        variant: Variant::Standard,
        name: "standard",
        aliases: &["backgammon"],
        mat_header: Some("Backgammon"),
        board: Board::START,
    },
    Row {
        variant: Variant::Nackgammon,
        name: "nackgammon",
        aliases: &["nack"],
        mat_header: Some("NackGammon"),
        board: Board::symmetric(&[(24, 2), (23, 2), (13, 4), (8, 3), (6, 4)]),
    },
    Row {
        variant: Variant::Hypergammon1,
        name: "hypergammon-1",
        aliases: &["1-chequer-hypergammon"],
        mat_header: Some("HyperGammon (1)"),
        board: Board::symmetric(&[(24, 1)]),
    },
    Row {
        variant: Variant::Hypergammon2,
        name: "hypergammon-2",
        aliases: &["2-chequer-hypergammon"],
        mat_header: Some("HyperGammon (2)"),
        board: Board::symmetric(&[(24, 1), (23, 1)]),
    },
    Row {
        variant: Variant::Hypergammon3,
        name: "hypergammon-3",
        aliases: &["3-chequer-hypergammon", "hypergammon"],
        mat_header: Some("HyperGammon (3)"),
        board: Board::symmetric(&[(24, 1), (23, 1), (22, 1)]),
    },
    Row {
        variant: Variant::HypergammonStacked,
        name: "hypergammon-stacked",
        aliases: &[],
        mat_header: None,
        board: Board::symmetric(&[(24, 3)]),
    },
    Row {
        variant: Variant::Longgammon,
        name: "longgammon",
        aliases: &["long"],
        mat_header: None,
        board: Board::symmetric(&[(24, 15)]),
    },
    Row {
        variant: Variant::CoupClassique,
        name: "coup-classique",
        aliases: &[],
        mat_header: None,
        board: {
            let mut lanes = [0; Board::LANES];
            let mut point = 1;
            while point <= 6 {
                lanes[point] = 2;
                point += 1;
            }
            lanes[12] = 1;
            lanes[13] = 1;
            lanes[24] = 1;
            // The opponent's 2-point.
            lanes[25 - 2] = -3;
            lanes[Board::OPPONENT_OFF] = -12;
            Board::from_lanes(lanes)
        },
    },
];

impl Variant {
    /// Every variant but the custom one.
    pub const ALL: [Self; 8] = [
        Self::Standard,
        Self::Nackgammon,
        Self::Hypergammon1,
        Self::Hypergammon2,
        Self::Hypergammon3,
        Self::HypergammonStacked,
        Self::Longgammon,
        Self::CoupClassique,
    ];

    /// Returns the name, in lower case and with hyphens.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.row().map_or("custom", |row| row.name)
    }

    /// Returns further names that [`Variant::from_str`] accepts.
    #[must_use]
    pub fn aliases(&self) -> &'static [&'static str] {
        self.row().map_or(&[], |row| row.aliases)
    }

    /// Returns GNU Backgammon's name for the header `Variation` of a .mat file, if it has the variant.
    #[must_use]
    pub fn mat_header(&self) -> Option<&'static str> {
        self.row()?.mat_header
    }

    /// Returns the start of the game.
    #[must_use]
    pub fn start(&self) -> Start {
        let board = match self {
            Self::Custom(board) => *board,
            _ => self.row().map_or(Board::START, |row| row.board),
        };
        Start { board }
    }

    /// Returns the row; `None` for the custom variant.
    fn row(&self) -> Option<&'static Row> {
        TABLE.iter().find(|row| row.variant == *self)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Parses a name, an alias or a .mat header; case, spaces and punctuation don't matter.
    ///
    /// # Errors
    ///
    /// If no variant has this name. The custom variant has none.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let plain = |text: &str| -> String {
            text.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
        };
        let wanted = plain(text);
        TABLE
            .iter()
            .find(|row| {
                let mut names = row.aliases.iter().chain(&row.mat_header).chain([&row.name]);
                names.any(|name| plain(name) == wanted)
            })
            .map(|row| row.variant)
            .ok_or(UnknownVariant)
    }
}

/// A text that isn't the name of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant")]
pub struct UnknownVariant;

/// The start of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Start {
    board: Board,
}

impl Start {
    /// Returns the board, from the view of the winner of the opening roll.
    ///
    /// Where the sides differ (coup classique), the winner takes the side with fifteen checkers on
    /// the board; see [`Start::swapped`].
    #[must_use]
    pub const fn board(&self) -> Board {
        self.board
    }

    /// Returns the start in which the winner of the opening roll takes the other side.
    #[must_use]
    pub fn swapped(&self) -> Self {
        Self { board: self.board.flip() }
    }

    /// Returns `true` if both sides begin with the same position.
    #[must_use]
    pub fn is_symmetric(&self) -> bool {
        self.board.flip() == self.board
    }

    /// Returns the numbers of checkers of the winner of the opening roll and of the other player, including
    /// those that begin borne off.
    #[must_use]
    pub fn checkers(&self) -> (u8, u8) {
        (self.board.checkers(), self.board.opponent_checkers())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Place;

    #[test]
    fn every_variant_has_its_row_in_order() {
        assert!(Variant::ALL.iter().eq(TABLE.iter().map(|row| &row.variant)));
    }

    #[test]
    fn every_name_alias_and_header_is_read_back() {
        for variant in Variant::ALL {
            for name in variant.aliases().iter().chain(&variant.mat_header()).chain([&variant.name()]) {
                assert_eq!(name.parse(), Ok(variant));
                assert_eq!(name.to_uppercase().parse(), Ok(variant));
            }
        }
        assert_eq!("Hypergammon2".parse(), Ok(Variant::Hypergammon2));
        assert_eq!("".parse::<Variant>(), Err(UnknownVariant));
        assert_eq!("custom".parse::<Variant>(), Err(UnknownVariant));
    }

    #[test]
    fn both_sides_have_the_same_number_of_checkers() {
        let checkers = Variant::ALL.map(|variant| variant.start().checkers());
        assert_eq!(checkers, [15, 15, 1, 2, 3, 3, 15, 15].map(|count| (count, count)));
    }

    #[test]
    fn only_coup_classique_is_lopsided() {
        for variant in Variant::ALL {
            let start = variant.start();
            assert_eq!(start.is_symmetric(), variant != Variant::CoupClassique);
            assert_eq!(start.swapped().swapped(), start);
        }
        let board = Variant::CoupClassique.start().board();
        assert_eq!((board.mine(Place::Off), board.theirs(Place::Off)), (0, 12));
        assert_eq!((board.pips(), board.opponent_pips()), (24 + 12 + 13 + 42, 6));
    }

    #[test]
    fn a_custom_start_is_the_board_given() {
        let board = Variant::CoupClassique.start().board();
        assert_eq!(Variant::Custom(board).start().board(), board);
        assert_eq!(Variant::Custom(board).to_string(), "custom");
    }
}
