//! The media type of a page, as its `content-type` tells it.

/// The media type that a `content-type` names, without parameters. Some servers separate these by
/// white space (`text/html charset=utf-8`), or say it twice with a comma between.
pub fn essence(content_type: &str) -> &str {
    let separates = |c: char| matches!(c, ';' | ',') || c.is_ascii_whitespace();
    content_type.trim_start().split(separates).next().unwrap_or_default()
}

/// Whether a `content-type` is one of HTML pages.
pub fn is_html_type(content_type: &str) -> bool {
    let essence = essence(content_type);
    ["text/html", "application/xhtml+xml"].iter().any(|html| essence.eq_ignore_ascii_case(html))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn html_is_told_by_its_type() {
        assert!(is_html_type("Text/HTML; charset=gbk"));
        assert!(is_html_type("application/xhtml+xml"));
        assert!(is_html_type(" text/html charset=utf-8"));
        assert!(is_html_type("text/html, text/html;charset=utf-8"));
        assert!(!is_html_type("text/plain; note=text/html"));
        assert!(!is_html_type(""));
    }
}
