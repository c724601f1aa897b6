//! Days of the Gregorian calendar, counted from 1970-01-01.
//!
//! The methods are Howard Hinnant's `civil_from_days` and `days_from_civil` ("chrono-compatible low-level date algorithms",
//! 2013): years begin in March, so that the leap day is the last one.

/// The days from 0000-03-01 to 1970-01-01.
const BEFORE: i64 = 719_468;
/// The days of 400 years.
const ERA: i64 = 146_097;

/// Converts days to year, month (1 to 12) and day (1 to 31).
///
/// # Panics
///
/// In debug builds, for days so far from 1970 that their seconds don't fit an i64.
#[must_use]
pub const fn civil(days: i64) -> (i64, u8, u8) {
    let days = days + BEFORE;
    let (era, of_era) = (days.div_euclid(ERA), days.rem_euclid(ERA));
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    (year + era * 400 + (month <= 2) as i64, month as u8, day as u8)
}

/// Returns the date and the time of day in UTC for seconds since 1970: `2026.11.21`, `14:30:00`. `None` for years before 0
/// and beyond 9999.
#[must_use]
pub fn utc(time: i64) -> Option<(String, String)> {
    let (days, seconds) = (time.div_euclid(86_400), time.rem_euclid(86_400));
    let (year, month, day) = civil(days);
    let date = format!("{year:04}.{month:02}.{day:02}");
    let clock = format!("{:02}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60);
    (0..=9_999).contains(&year).then_some((date, clock))
}

/// Reads a time of day, `14:30:05`, `14:30` or `14.30`, as seconds since midnight.
#[must_use]
pub fn seconds(text: &str) -> Option<u32> {
    let between = if text.contains(':') { ':' } else { '.' };
    let mut parts = text.split(between).map(|part| {
        let is_number = matches!(part.len(), 1 | 2) && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u32>().ok().filter(|_| is_number)
    });
    let (hour, minute, second) = (parts.next()??, parts.next()??, parts.next().unwrap_or(Some(0))?);
    let is_time = hour < 24 && minute < 60 && second < 60 && parts.next().is_none();
    is_time.then_some(hour * 3_600 + minute * 60 + second)
}

/// Converts a date to days; `None` if the calendar doesn't have it, or it isn't in the years 0 to 9999.
#[must_use]
pub fn days(year: i64, month: i64, day: i64) -> Option<i64> {
    if !(0..=9999).contains(&year) || !(1..=12).contains(&month) || !(1..=31).contains(&day) {
        return None;
    }
    let shifted = year - i64::from(month <= 2);
    let (era, of_era) = (shifted.div_euclid(400), shifted.rem_euclid(400));
    let of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let days = era * ERA + of_era * 365 + of_era / 4 - of_era / 100 + of_year - BEFORE;
    // A day that the month doesn't have is counted as one of the next month.
    (civil(days) == (year, month as u8, day as u8)).then_some(days)
}

/// Reads a date, `2026.11.21` or `2026-11-21`, as days; what follows the day is ignored.
#[must_use]
pub fn days_of(date: &str) -> Option<i64> {
    let mut parts = date.split(['.', '-']).map(|part| part.parse().ok());
    days(parts.next()??, parts.next()??, parts.next()??)
}

#[cfg(test)]
mod tests {
    use super::{civil, days, seconds, utc};

    #[test]
    fn a_time_of_day_has_several_forms() {
        for text in ["09:05", "9:05", "09.05", "9.05", "09:05:00", "09.05.00"] {
            assert_eq!(seconds(text), Some(9 * 3_600 + 5 * 60), "{text}");
        }
        assert_eq!([seconds("23:59:59"), seconds("00:00")], [Some(86_399), Some(0)]);
        for text in
            ["", "9", "24:00", "9:60", "9:05:60", "9:05:00:00", "9:005", "+9:05", "9:05.30", "morning"]
        {
            assert_eq!(seconds(text), None, "{text}");
        }
    }

    #[test]
    fn a_time_is_a_date_and_a_time_of_day() {
        let told = |time| utc(time).map(|(date, clock)| format!("{date} {clock}"));
        assert_eq!(told(0).as_deref(), Some("1970.01.01 00:00:00"));
        assert_eq!(told(1_702_738_670).as_deref(), Some("2023.12.16 14:57:50"));
        assert_eq!(told(951_782_399).as_deref(), Some("2000.02.28 23:59:59"));
        assert_eq!(told(951_782_400).as_deref(), Some("2000.02.29 00:00:00"));
        assert_eq!(told(i64::MAX), None);
    }

    #[test]
    fn days_become_dates_and_dates_days() {
        for (count, date) in [
            (0, (1970, 1, 1)),
            (11_016, (2000, 2, 29)),
            (20_778, (2026, 11, 21)),
            (-1, (1969, 12, 31)),
            (-25_569, (1899, 12, 30)),
            (2_932_896, (9999, 12, 31)),
        ] {
            assert_eq!(civil(count), date);
            assert_eq!(days(date.0, date.1.into(), date.2.into()), Some(count));
        }
    }

    #[test]
    fn every_day_of_a_cycle_follows_the_one_before_it() {
        let mut before = civil(-1);
        for count in 0..146_097 {
            let date = civil(count);
            let (year, month, day) = date;
            let is_next_day = date == (before.0, before.1, before.2 + 1);
            let is_first = day == 1 && before.2 >= 28 && (year, month) > (before.0, before.1);
            assert!(is_next_day || is_first, "{before:?} {date:?}");
            assert_eq!(days(year, month.into(), day.into()), Some(count));
            before = date;
        }
        assert_eq!(before, (2369, 12, 31));
    }

    #[test]
    fn days_that_do_not_exist_are_not_counted() {
        for (year, month, day) in [(2026, 2, 29), (1900, 2, 29), (2026, 11, 31), (2026, 13, 1), (2026, 0, 1)]
        {
            assert_eq!(days(year, month, day), None);
        }
        assert_eq!((days(-1, 1, 1), days(10_000, 1, 1), days(2026, 1, 0)), (None, None, None));
    }
}
