//! Dates and times of the calendar, in UTC.

use barpoint_core::math::calendar::{civil, days};

/// A second of the Gregorian calendar, in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Utc {
    pub year: i32,
    /// The month, from 1 to 12, and the day, from 1 to 31.
    pub month: u8,
    pub day: u8,
    pub hour: u8,
    pub minute: u8,
    pub second: u8,
}

impl Utc {
    /// Converts seconds since 1970-01-01.
    pub(crate) const fn new(seconds: u64) -> Self {
        let (year, month, day) = civil((seconds / 86_400) as i64);
        let year = year as i32;
        let rest = seconds % 86_400;
        let (hour, minute) = ((rest / 3600) as u8, (rest / 60 % 60) as u8);
        Self { year, month, day, hour, minute, second: (rest % 60) as u8 }
    }
}

impl std::fmt::Display for Utc {
    /// Formats as `YYYY-MM-DD HH:MM:SS`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { year, month, day, hour, minute, second } = self;
        write!(f, "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
    }
}

/// A day, counted from 1970-01-01.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Day(pub(crate) i64);

impl Day {
    /// Returns the day of a second since 1970-01-01, in UTC.
    pub(crate) const fn of(seconds: u64) -> Self {
        Self((seconds / 86_400) as i64)
    }

    /// Returns the days from an earlier day to this one; 0 if it isn't earlier.
    pub(crate) fn since(self, earlier: Self) -> u32 {
        u32::try_from(self.0 - earlier.0).unwrap_or(0)
    }
}

impl std::fmt::Display for Day {
    /// Formats as `YYYY-MM-DD`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (year, month, day) = civil(self.0);
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}

impl std::str::FromStr for Day {
    type Err = &'static str;

    /// Reads `YYYY-MM-DD`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut parts = text.splitn(3, '-').map(str::parse);
        let mut part = || parts.next().and_then(Result::ok);
        let found = part().zip(part()).zip(part()).and_then(|((year, month), day)| days(year, month, day));
        // Nothing but this way to write the day.
        found.map(Self).filter(|day| day.to_string() == text).ok_or("a date is written as 2026-11-25")
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, Utc};

    #[test]
    fn days_are_read_as_they_are_written() {
        for day in [0, 59, 60, 789, 11_016, 20_778, 20_782, 2_932_896] {
            assert_eq!(Day(day).to_string().parse(), Ok(Day(day)));
        }
        assert_eq!("2026-11-21".parse(), Ok(Day(20_778)));
        assert_eq!(Day::of(20_778 * 86_400 + 86_399), Day(20_778));
        assert_eq!((Day(12).since(Day(2)), Day(2).since(Day(12))), (10, 0));
        for wrong in [
            "",
            "2026-02-29",
            "2026-11-31",
            "2026-13-01",
            "26-1-1",
            "2026-11-21 ",
            "2026-1-21",
            "-2026-01-01",
        ] {
            assert!(wrong.parse::<Day>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn seconds_become_times() {
        let time = 11_016 * 86_400 + 3600 * 13 + 60 * 7 + 59;
        assert_eq!(Utc::new(time).to_string(), "2000-02-29 13:07:59");
    }
}
