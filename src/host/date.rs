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

#[cfg(test)]
mod tests {
    use super::{Utc, civil};

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
