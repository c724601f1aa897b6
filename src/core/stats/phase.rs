//! The game type of a position: race, holding game, back game, …
//!
//! Books describe these kinds in prose. Here each has an exact rule, [`Phase::rule`]. The numbers in the rules
//! are barpoint's own, except for race and crashed, which are GNU Backgammon's classes (observed with its
//! `eval`). A position can be of several kinds.

use super::Formation;
use super::formation::{BACK, HOME};
use crate::board::Board;
use serde::{Deserialize, Serialize};

/// A game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Phase {
    /// A side has no checkers left.
    Over,
    /// A race in which both sides have all their checkers home.
    BearOff,
    /// The sides have passed each other.
    Race,
    /// All six home points are made and the other side is on the bar.
    CloseOut,
    /// The other side's last checkers are contained.
    Containment,
    /// Two or more anchors, far behind in the race.
    BackGame,
    /// The only anchor is on the opponent's 1-point, late in the game.
    AcePoint,
    /// Both sides have a prime and checkers behind the other's.
    PrimeVsPrime,
    /// An attack on checkers in the home board without an anchor.
    Blitz,
    /// Both sides hold an advanced anchor or the opponent's bar-point.
    MutualHolding,
    /// One side, behind in the race, holds an advanced anchor or the opponent's bar-point.
    Holding,
    /// A prime of five points or more with a checker behind it.
    Priming,
    /// A board has collapsed.
    Crashed,
    /// The sides haven't passed each other.
    Contact,
}

impl Phase {
    /// All kinds, in order: the first one that fits names the position.
    pub const ALL: [Self; 14] = [
        Self::Over,
        Self::BearOff,
        Self::Race,
        Self::CloseOut,
        Self::Containment,
        Self::BackGame,
        Self::AcePoint,
        Self::PrimeVsPrime,
        Self::Blitz,
        Self::MutualHolding,
        Self::Holding,
        Self::Priming,
        Self::Crashed,
        Self::Contact,
    ];

    /// Returns the name used on the command line and in JSON: `prime-vs-prime`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over => "over",
            Self::BearOff => "bear-off",
            Self::Race => "race",
            Self::CloseOut => "close-out",
            Self::Containment => "containment",
            Self::BackGame => "back-game",
            Self::AcePoint => "ace-point-game",
            Self::PrimeVsPrime => "prime-vs-prime",
            Self::Blitz => "blitz",
            Self::MutualHolding => "mutual-holding-game",
            Self::Holding => "holding-game",
            Self::Priming => "priming-game",
            Self::Crashed => "crashed",
            Self::Contact => "contact",
        }
    }

    /// Returns the rule in words, from the view of the side whose game it is.
    #[must_use]
    pub const fn rule(self) -> &'static str {
        match self {
            Self::Over => "a side has no checker left",
            Self::BearOff => "a race in which all checkers of both sides are home",
            Self::Race => "the last checkers of both sides have passed each other",
            Self::CloseOut => "all six points of the home board are made, and the opponent is on the bar",
            Self::Containment => {
                "the opponent has one or two checkers on the bar or on the side's points 1 to 11, all other checkers (at least twelve) home or off, and is ahead in the race"
            }
            Self::BackGame => "two anchors or more, and 40 pips or more behind in the race",
            Self::AcePoint => {
                "the side has two checkers or more on the 24-point and no other checker behind its 18-point; the opponent has ten checkers or more on its points 1 to 8 or off, and none behind its 12-point"
            }
            Self::PrimeVsPrime => {
                "each side has made at least four consecutive points from 2 to 11, with an opposing checker behind them"
            }
            Self::Blitz => {
                "the opponent has two checkers or more in the side's home board or on the bar, at least one of them a blot or on the bar, and no anchor there; the side has made three home points or has ten checkers on its points 1 to 11"
            }
            Self::MutualHolding => {
                "each side holds one of its points 18 to 22 and has no other checker behind its 18-point; neither side has made five consecutive points"
            }
            Self::Holding => {
                "the side holds exactly one of its points 18 to 22 and has no other checker behind its 18-point; the opponent has no checker behind its 18-point, and leads the race by more than 8 percent of its pip count"
            }
            Self::Priming => {
                "at least five consecutive points are made, with an opposing checker behind them"
            }
            Self::Crashed => {
                "with t checkers on the board, a of them on the 1-point and d on the 2-point: t ≤ 6; or a ≥ 2 and t - a ≤ 6; or a ≥ 2, d ≥ 2 and t - a - d ≤ 5; or a ≤ 1, d ≥ 1 and t - d ≤ 5 (GNU Backgammon's class)"
            }
            Self::Contact => "the sides haven't passed each other",
        }
    }

    const fn bit(self) -> u16 {
        1 << self as u16
    }
}

/// The side that plays a game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Whose {
    /// The side on roll.
    Mover,
    /// The other side.
    Opponent,
    /// Both, or neither in particular.
    Both,
}

/// All game types of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Phases {
    mover: u16,
    opponent: u16,
}

impl Phases {
    /// Returns the game types of a position.
    ///
    /// # Examples
    ///
    /// ```
    /// # use barpoint_core as barpoint;
    /// use barpoint::board::Board;
    /// use barpoint::stats::{Phase, Phases};
    ///
    /// assert_eq!(Phases::of(&Board::START).first().0, Phase::Contact);
    /// ```
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let (mine, theirs) = (Formation::of(board), Formation::of(&board.flip()));
        let both = |phase: Phase| Self { mover: phase.bit(), opponent: phase.bit() };
        if mine.on_board() == 0 || theirs.on_board() == 0 {
            return both(Phase::Over);
        }
        if mine.last() + theirs.last() <= 24 {
            let mut race = both(Phase::Race);
            if mine.last() <= 6 && theirs.last() <= 6 {
                race.mover |= Phase::BearOff.bit();
                race.opponent |= Phase::BearOff.bit();
            }
            return race;
        }
        let mut found = Self { mover: of_side(&mine, &theirs), opponent: of_side(&theirs, &mine) };
        // The kinds that require both sides.
        for (side, whole) in [(PRIMED, Phase::PrimeVsPrime), (HOLDS, Phase::MutualHolding)] {
            if found.mover & found.opponent & side != 0 {
                found.mover |= whole.bit();
                found.opponent |= whole.bit();
            }
        }
        let kinds = Phase::ALL.iter().fold(0, |bits, phase| bits | phase.bit());
        Self { mover: found.mover & kinds, opponent: found.opponent & kinds }
    }

    /// Returns `true` if a position is of this kind, for either side.
    #[must_use]
    pub const fn has(self, phase: Phase) -> bool {
        (self.mover | self.opponent) & phase.bit() != 0
    }

    /// Returns the side that plays this game type, or `None` if neither does.
    #[must_use]
    pub const fn whose(self, phase: Phase) -> Option<Whose> {
        match (self.mover & phase.bit() != 0, self.opponent & phase.bit() != 0) {
            (true, true) => Some(Whose::Both),
            (true, false) => Some(Whose::Mover),
            (false, true) => Some(Whose::Opponent),
            (false, false) => None,
        }
    }

    /// Iterates over the kinds of the position, in the order of [`Phase::ALL`].
    pub fn iter(self) -> impl Iterator<Item = (Phase, Whose)> {
        Phase::ALL.into_iter().filter_map(move |phase| Some((phase, self.whose(phase)?)))
    }

    /// Returns the kind that names the position: the first of [`Phase::ALL`] that fits.
    #[must_use]
    pub fn first(self) -> (Phase, Whose) {
        self.iter().next().unwrap_or((Phase::Contact, Whose::Both))
    }
}

/// A side has a prime with an opposing checker behind it: half of a prime-vs-prime.
const PRIMED: u16 = 1 << 14;
/// A side has a holding position: half of a mutual holding game.
const HOLDS: u16 = 1 << 15;

/// Returns the kinds of a position with contact for one side.
fn of_side(mine: &Formation, theirs: &Formation) -> u16 {
    let (pips, their_pips) = (mine.pips(), theirs.pips());
    // Converts places into the other side's numbering: the opponent's checker on its point 25 - p is on p.
    let enemies = |from: usize, to: usize| theirs.within(25 - to..=25 - from);
    let mut found = Phase::Contact.bit();
    let mut is = |phase: u16, fits: bool| found |= if fits { phase } else { 0 };

    is(Phase::CloseOut.bit(), mine.made_within(HOME) == 6 && theirs.bar() > 0);

    let caught = enemies(0, 11);
    let arrived = theirs.within(HOME) + theirs.off();
    let is_alone = caught + arrived == theirs.on_board() + theirs.off();
    is(Phase::Containment.bit(), (1..=2).contains(&caught) && is_alone && arrived >= 12 && their_pips < pips);

    is(Phase::BackGame.bit(), mine.made_within(BACK) >= 2 && pips >= their_pips + 40);

    let is_last_anchor = mine.is_made(24) && mine.within(19..=25) == mine.on(24);
    let is_late = theirs.within(1..=8) + theirs.off() >= 10 && theirs.last() <= 12;
    is(Phase::AcePoint.bit(), is_last_anchor && is_late);

    is(PRIMED, has_behind(mine, Formation::PRIME, 2..=11, &enemies));
    is(Phase::Priming.bit(), has_behind(mine, 5, 1..=24, &enemies));

    let attacked = enemies(0, 6);
    let has_anchor = theirs.made_within(BACK) > 0;
    let is_strong = mine.made_within(HOME) >= 3 || mine.within(1..=11) >= 10;
    // Without an anchor every checker there is a blot or on the bar.
    is(Phase::Blitz.bit(), attacked >= 2 && !has_anchor && is_strong);

    let held: u8 = (18..=22).filter(|&point| mine.is_made(point)).count() as u8;
    let holder = (18..=22).find(|&point| mine.is_made(point)).unwrap_or(0);
    let others = mine.within(19..=25) - if holder > 18 { mine.on(holder) } else { 0 };
    let holds = held == 1 && others == 0;
    is(HOLDS, holds && mine.longest_prime() < 5 && theirs.longest_prime() < 5);
    is(Phase::Holding.bit(), holds && theirs.last() <= 18 && pips * 100 > their_pips * 108);

    is(Phase::Crashed.bit(), is_crashed(mine));
    found
}

/// Returns `true` if a side has made this many points in a row, with an opposing checker behind them.
fn has_behind(
    mine: &Formation,
    least: usize,
    points: std::ops::RangeInclusive<usize>,
    enemies: &impl Fn(usize, usize) -> u8,
) -> bool {
    mine.runs(points, least).iter().any(|&(lowest, _)| enemies(0, lowest - 1) > 0)
}

/// Returns `true` if a side's board has collapsed, by the rule of GNU Backgammon's class: few checkers are in play
/// apart from those on the 1- and 2-points.
fn is_crashed(mine: &Formation) -> bool {
    let (all, ace, deuce) = (mine.on_board(), mine.on(1), mine.on(2));
    all <= 6
        || ace >= 2 && (all - ace <= 6 || deuce >= 2 && all - ace - deuce <= 5)
        || ace <= 1 && deuce >= 1 && all - deuce <= 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases(id: &str) -> Phases {
        Phases::of(&id.parse::<Board>().expect("an ID"))
    }

    #[test]
    fn crashed_is_what_gnu_backgammon_calls_so() {
        // GNU Backgammon's answers to `eval`.
        let crashed = [
            "vOc5AAD/YQMAAw",
            "vOc5AADfhwMAAw",
            "vOc5AAD+hwMAAw",
            "/2EDAAO85zkAAA",
            "eO8NAEDbAAAAAA",
            "eO8NAEBtAwAAAA",
            "eO8NAEDrBgAAAA",
            "eO8NAEDbDQAAAA",
            "eO8NAEB2AwAAAA",
        ];
        for id in crashed {
            assert!(phases(id).has(Phase::Crashed), "{id}");
        }
        let not = [
            "vOc5AAD/sAMAAw",
            "vOc5AADfwwMAAw",
            "vOc5AAD9hwMAAw",
            "eO8NAEC8AwAAAA",
            "eO8NAEB1AwAAAA",
            "eO8NAEDtBgAAAA",
            "eO8NAEDrDQAAAA",
            "eO8NAEDbGwAAAA",
        ];
        for id in not {
            assert!(!phases(id).has(Phase::Crashed) && phases(id).has(Phase::Contact), "{id}");
        }
    }

    #[test]
    fn each_kind_of_game_is_found_for_the_side_whose_it_is() {
        use Phase::{
            AcePoint, BackGame, Blitz, CloseOut, Containment, Holding, MutualHolding, PrimeVsPrime, Priming,
        };
        let ahead: &[_] = &[(13, 2), (8, 4), (6, 4), (4, 3), (3, 2)];
        let bearing_in: &[_] = &[(6, 3), (5, 3), (4, 3), (3, 3), (2, 1)];
        let primed: &[_] = &[(24, 2), (7, 3), (6, 3), (5, 3), (4, 3), (13, 1)];
        let held: &[_] = &[(20, 2), (13, 5), (8, 4), (6, 4)];
        let closed: &[_] = &[(9, 1), (7, 2), (6, 2), (5, 2), (4, 2), (3, 2), (2, 2), (1, 2)];
        let cases: [(&[_], &[_], Phase, Whose); 9] = [
            (&[(20, 2), (13, 4), (8, 3), (6, 4), (5, 2)], ahead, Holding, Whose::Mover),
            (&[(24, 2), (6, 3), (5, 3), (4, 3), (3, 2), (2, 2)], bearing_in, AcePoint, Whose::Mover),
            (
                &[(22, 2), (21, 2), (13, 2), (8, 3), (6, 4), (5, 2)],
                &[(8, 3), (7, 3), (6, 4), (5, 3), (1, 2)],
                BackGame,
                Whose::Mover,
            ),
            (
                &[(24, 2), (13, 2), (8, 3), (6, 4), (5, 2), (4, 2)],
                &[(25, 1), (24, 1), (13, 5), (8, 3), (6, 5)],
                Blitz,
                Whose::Mover,
            ),
            (primed, primed, PrimeVsPrime, Whose::Both),
            (held, held, MutualHolding, Whose::Both),
            (closed, &[(25, 1), (6, 5), (5, 5), (4, 4)], CloseOut, Whose::Mover),
            (
                &[(24, 1), (13, 4), (8, 3), (6, 4), (5, 3)],
                &[(22, 1), (6, 4), (5, 4), (4, 4)],
                Containment,
                Whose::Mover,
            ),
            (
                &[(8, 3), (7, 2), (6, 3), (5, 3), (4, 2), (13, 2)],
                &[(24, 2), (13, 5), (8, 3), (6, 5)],
                Priming,
                Whose::Mover,
            ),
        ];
        for (mine, theirs, phase, whose) in cases {
            let board = Board::placed(mine, theirs);
            assert_eq!(Phases::of(&board).first(), (phase, whose), "{phase:?}: {board:?}");
            // From the other side's view, it is the other side's game.
            let other = match whose {
                Whose::Mover => Whose::Opponent,
                Whose::Opponent => Whose::Mover,
                Whose::Both => Whose::Both,
            };
            assert_eq!(Phases::of(&board.flip()).whose(phase), Some(other), "{phase:?}");
        }
    }

    #[test]
    fn a_race_has_no_contact_and_a_bear_off_is_one() {
        assert_eq!(phases("4P8DAwDg/wMDAA").first(), (Phase::Race, Whose::Both));
        assert!(!phases("4P8DAwDg/wMDAA").has(Phase::Contact));
        let bear_off = phases("2AYAAGwDAAAAAA");
        assert_eq!(bear_off.first().0, Phase::BearOff);
        assert!(bear_off.has(Phase::Race));
    }
}
