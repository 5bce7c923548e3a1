//! The fields of WARC records that are ours, and how dates are read.

/// The field that names the URL that was asked for, where another one answered; ours.
pub(crate) const REQUESTED_URI: &str = "Sitewrap-Requested-URI";
/// The field that marks a page as rendered and names the browser; ours.
pub(crate) const RENDERED_BY: &str = "Sitewrap-Rendered-By";
/// The field that marks a page as a soft 404; ours.
pub(crate) const MARKED_SOFT_404: &str = "Sitewrap-Soft-404";

/// A date in the format of RFC 3339 as milliseconds since 1970; 0 if it is not one.
pub(crate) fn milliseconds(date: &str) -> u64 {
    let time = date.parse::<jiff::Timestamp>().map_or(0, jiff::Timestamp::as_millisecond);
    u64::try_from(time).unwrap_or(0)
}
