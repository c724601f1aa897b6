//! Dates and times of the calendar, in UTC.

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

/// Converts days since 1970-01-01 to year, month and day of the Gregorian calendar.
///
/// The method is Howard Hinnant's `civil_from_days` ("chrono-compatible low-level date algorithms", 2013):
/// years begin in March, so that the leap day is the last one.
#[must_use]
pub(crate) const fn civil(days: i64) -> (i32, u8, u8) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    ((year + era * 400 + (month <= 2) as i64) as i32, month as u8, day as u8)
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

    /// Reads `YYYY-MM-DD`. The method is Howard Hinnant's `days_from_civil`, the inverse of [`civil`].
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        const WRONG: &str = "a date is written as 2026-11-25";
        let mut parts = text.splitn(3, '-').map(str::parse::<i64>);
        let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) = (parts.next(), parts.next(), parts.next())
        else {
            return Err(WRONG);
        };
        if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
            return Err(WRONG);
        }
        let year = year - i64::from(month <= 2);
        let era = year.div_euclid(400);
        let of_era = year.rem_euclid(400);
        let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
        let found = Self(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719_468);
        // A day that the month doesn't have is written as another one.
        if found.to_string() == text { Ok(found) } else { Err(WRONG) }
    }
}

#[cfg(test)]
mod tests {
    use super::{Day, Utc, civil};

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
    fn days_become_dates() {
        assert_eq!(civil(0), (1970, 1, 1));
        assert_eq!(civil(11_016), (2000, 2, 29));
        assert_eq!(civil(20_778), (2026, 11, 21));
        assert_eq!(civil(-1), (1969, 12, 31));
    }

    #[test]
    fn seconds_become_times() {
        let time = 11_016 * 86_400 + 3600 * 13 + 60 * 7 + 59;
        assert_eq!(Utc::new(time).to_string(), "2000-02-29 13:07:59");
    }
}
