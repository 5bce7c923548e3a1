//! The `Retry-After` header.

use std::time::{Duration, UNIX_EPOCH};

/// Waits longer than this are as good as for ever.
const LONGEST: u64 = 365 * 24 * 3600;

/// The wait that a `Retry-After` header asks for: seconds, or a date in one of the forms of
/// RFC 9110 (5.6.7). `now` is in milliseconds since 1970.
pub(crate) fn retry_after(value: &str, now: u64) -> Option<Duration> {
    let value = value.trim();
    let seconds = match value.parse::<u64>() {
        Ok(seconds) => seconds,
        Err(_) => {
            let date = httpdate::parse_http_date(value).ok()?;
            let since = date.duration_since(UNIX_EPOCH).unwrap_or_default();
            since.as_secs().saturating_sub(now / 1000)
        }
    };
    Some(Duration::from_secs(seconds.min(LONGEST)))
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
