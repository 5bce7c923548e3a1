//! The `Retry-After` header.

use std::time::Duration;

/// Waits longer than this are as good as for ever.
const LONGEST: u64 = 365 * 24 * 3600;

/// The wait that a `Retry-After` header asks for: seconds, or a date in the form that RFC 9110
/// (5.6.7) has senders use. `now` is in milliseconds since 1970.
pub(crate) fn retry_after(value: &str, now: u64) -> Option<Duration> {
    let value = value.trim();
    let seconds = match value.parse::<u64>() {
        Ok(seconds) => seconds,
        Err(_) => parse_date(value)?.saturating_sub(now / 1000),
    };
    Some(Duration::from_secs(seconds.min(LONGEST)))
}

/// Seconds since 1970 of a date like `Sun, 06 Nov 1994 08:49:37 GMT`.
fn parse_date(text: &str) -> Option<u64> {
    const MONTHS: [&str; 12] =
        ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    let (_, rest) = text.split_once(", ")?;
    let mut parts = rest.split(' ');
    let day: u64 = parts.next()?.parse().ok()?;
    let name = parts.next()?;
    let month = MONTHS.iter().position(|known| *known == name)? as u64 + 1;
    let year: u64 = parts.next()?.parse().ok().filter(|year| (1970..10_000).contains(year))?;
    let mut clock = parts.next()?.split(':').map(|part| part.parse::<u64>().ok());
    let (hour, minute, second) = (clock.next()??, clock.next()??, clock.next()??);
    if !(1..=31).contains(&day) || hour > 23 || minute > 59 || second > 60 {
        return None;
    }
    Some(days_since_1970(year, month, day) * 86_400 + hour * 3600 + minute * 60 + second)
}

/// Days from 1970-01-01 to a date of the Gregorian calendar. Years are counted from March, so
/// that the leap day is the last one of a year.
fn days_since_1970(year: u64, month: u64, day: u64) -> u64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let before_month = (153 * month + 2) / 5;
    365 * year + year / 4 - year / 100 + year / 400 + before_month + day - 1 - 719_468
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_read() {
        let second = Duration::from_secs;
        assert_eq!(retry_after("120", 0), Some(second(120)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_770_000), Some(second(7)));
        assert_eq!(retry_after("Sun, 06 Nov 1994 08:49:37 GMT", u64::MAX), Some(second(0)));
        assert_eq!(
            retry_after("Thu, 29 Feb 2024 00:00:00 GMT", 1_709_164_799_000),
            Some(second(1))
        );
        assert_eq!(retry_after("99999999999999", 0), Some(second(LONGEST)));
        for broken in ["", "-1", "soon", "Sun, 06 Nov", "Sun, 6 Nov 1994 99:00:00 GMT"] {
            assert_eq!(retry_after(broken, 0), None, "{broken}");
        }
    }
}
