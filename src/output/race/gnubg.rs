//! The texts of GNU Backgammon's commands on races.

use crate::board::Board;
use crate::stats::race::{EightNineTwelve, Isight, Keith, Kleinman, Race, Thorp, Verdict};

/// A command of GNU Backgammon that evaluates a race: `show thorp` and the like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RaceCommand {
    /// `show thorp`.
    Thorp,
    /// `show keith`.
    Keith,
    /// `show kleinman`.
    Kleinman,
    /// `show isight`.
    Isight,
    /// `show 8912`.
    EightNineTwelve,
}

impl RaceCommand {
    /// All commands.
    pub const ALL: [Self; 5] =
        [Self::Thorp, Self::Keith, Self::Kleinman, Self::Isight, Self::EightNineTwelve];

    /// Returns the word after `show`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Thorp => "thorp",
            Self::Keith => "keith",
            Self::Kleinman => "kleinman",
            Self::Isight => "isight",
            Self::EightNineTwelve => "8912",
        }
    }

    /// Returns the output of GNU Backgammon 1.07.001 for a position, seen by the side on roll, which it calls the
    /// leader whether or not it leads.
    ///
    /// Line endings are exact: `keith` has none, `kleinman` and `8912` end with an empty line. Contact and the end of
    /// the game make no difference.
    ///
    /// # Examples
    ///
    /// ```
    /// use barpoint::board::Board;
    /// use barpoint::output::race::RaceCommand;
    ///
    /// let text = RaceCommand::EightNineTwelve.text(&Board::START);
    /// assert!(text.ends_with("Leader is 0.0 percent ahead\nNoDouble (8 percent > ahead)\n\n"));
    /// ```
    #[must_use]
    pub fn text(self, board: &Board) -> String {
        let race = Race::of(board);
        match self {
            Self::Thorp => thorp(&Thorp::of(&race)),
            Self::Keith => keith(&Keith::of(&race)),
            Self::Kleinman => kleinman(Kleinman::of(&race)),
            Self::Isight => isight(&Isight::of(&race)),
            Self::EightNineTwelve => eight_nine_twelve(EightNineTwelve::of(&race)),
        }
    }
}

fn thorp(thorp: &Thorp) -> String {
    let (mover, opponent) = (thorp.mover.total(), thorp.opponent.total());
    let tenths = thorp.mover_tenths();
    let verdict = match thorp.gnubg_verdict() {
        Verdict::NoDouble => "No Double, Take (since L > T + 2)",
        Verdict::Double => "Double, Take (since L <= T + 2)",
        Verdict::Redouble => "Redouble, Take (since L <= T + 1 )",
        Verdict::Pass => "Double, Drop (since L <= T - 2)",
    };
    format!(
        "Thorp Count Leader            : {mover}\nThorp Count Leader(+1/10)    L: {}.{}\n\
         Thorp Count Trailer          T: {opponent}\n\n{verdict}\n",
        tenths / 10,
        tenths % 10
    )
}

fn keith(keith: &Keith) -> String {
    let (mover, opponent) = (keith.mover.total(), keith.opponent.total());
    let verdict = match keith.gnubg_verdict() {
        Verdict::NoDouble => "No Double, Take (since L > T + 4)",
        Verdict::Double => "Double, Take (since L <= T + 4)",
        Verdict::Redouble => "Redouble, Take (since L <= T+3)",
        Verdict::Pass => "Double, Drop (since L <= T+2)",
    };
    format!(
        "Keith Count Leader            : {mover}\nKeith Count Leader(+1/7)     L: {:.1}\n\
         Keith Count Trailer          T: {opponent}\n\n{verdict}",
        keith.gnubg_mover()
    )
}

fn kleinman(kleinman: Kleinman) -> String {
    let Kleinman { mover, opponent } = kleinman;
    format!(
        "Leader Pip Count : {mover}\nTrailer Pip Count: {opponent}\n\nsum              : {}\n\
         diff             : {}\n\nK = (diff+4)/(2 sqrt(sum-4)) = {:>8}\nCubeless Winning Chance: {:.4}\n\n",
        mover + opponent,
        kleinman.lead() - 4,
        four_digits(kleinman.gnubg_metric()),
        kleinman.gnubg_chance()
    )
}

fn isight(isight: &Isight) -> String {
    let (mover, opponent) = (isight.mover.total(), isight.opponent.total());
    let verdict = match isight.verdict() {
        Verdict::NoDouble => "No Double, Take (est. GWC < 68%)",
        Verdict::Double => "Double, Take (since 68% <= est. GWC <= 70%)",
        Verdict::Redouble => "Redouble, Take (since 70% <= est. GWC <= 76%)",
        Verdict::Pass => "Double, Drop (since est. GWC > 76%)",
    };
    format!(
        "Isight Count Leader          L: {mover}\nIsight Count Trailer         T: {opponent}\n\n\
         Estimated GWC: {:>4.1}% (80 - L/3 + 2*(L-T))\n\n{verdict}\n",
        isight.percent()
    )
}

fn eight_nine_twelve(rule: EightNineTwelve) -> String {
    let EightNineTwelve { mover, opponent } = rule;
    let percent = rule.gnubg_percent();
    let percent = not_a_number(f64::from(percent)).unwrap_or_else(|| format!("{percent:.1}"));
    let verdict = match rule.gnubg_verdict() {
        Verdict::NoDouble => "NoDouble (8 percent > ahead)",
        Verdict::Redouble => "Redouble, Take (12 percent > ahead > 8 percent)",
        Verdict::Double => "Double, Take (12 percent > ahead > 9 percent)",
        Verdict::Pass => "Double, Drop (ahead > 12 percent)",
    };
    format!(
        "Leader Pip Count : {mover}\nTrailer Pip Count: {opponent}\n\nLeader is {percent} percent ahead\n\
         {verdict}\n\n"
    )
}

/// Returns a number that isn't finite as C prints it: 0/0 is negative there.
fn not_a_number(number: f64) -> Option<String> {
    let text = match number {
        _ if number.is_nan() => "-nan",
        f64::INFINITY => "inf",
        f64::NEG_INFINITY => "-inf",
        _ => return None,
    };
    Some(text.to_owned())
}

/// Returns a number between 0.0001 and 10,000, or 0, as `%.4g` prints it in C.
fn four_digits(number: f64) -> String {
    if let Some(text) = not_a_number(number) {
        return text;
    }
    // The exponent is that of the rounded number.
    let scientific = format!("{number:.3e}");
    let exponent: i32 = scientific.split_once('e').and_then(|(_, digits)| digits.parse().ok()).unwrap_or(0);
    let text = format!("{number:.*}", (3 - exponent).max(0) as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn four_significant_digits_have_no_zeros_behind_them() {
        // The output of `printf '%.4g'`.
        let cases = [
            (0.0, "0"),
            (0.66, "0.66"),
            (0.161_164_592, "0.1612"),
            (0.018_273_6, "0.01827"),
            (0.999_96, "1"),
            (-2.784_84, "-2.785"),
            (12.0, "12"),
            (10.005_1, "10.01"),
            (9.999_96, "10"),
            (f64::NAN, "-nan"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ];
        for (number, expected) in cases {
            assert_eq!(four_digits(number), expected);
        }
    }
}
