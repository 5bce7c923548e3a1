//! What the user should know of a crawl as a whole, in lines.

/// What the user should know if so many of the pages fetched are all script.
pub(crate) fn shell_notice(shells: usize, fetched: usize) -> Option<String> {
    if shells == 0 || shells * 10 < fetched {
        return None;
    }
    Some(format!("{shells} of {fetched} pages are all script and hold next to no text"))
}

/// What the user should know if rules of scope leave a start page alone: they may be mistyped.
pub(crate) fn left_out_notice(left_out: usize, pages: usize) -> Option<String> {
    (left_out > 0 && pages <= 1).then(|| {
        let links = if left_out == 1 { "link of the start page is" } else { "links of the start page are" };
        format!(
            "{left_out} {links} left out by the rules for paths and patterns; in a pattern `*` stands \
             for any characters, and it must fit the whole URL, or from its path on if it begins \
             with /"
        )
    })
}

/// What the user should know of what bounds have cut off.
pub(crate) fn bounds_notice(bounds: &[(usize, String)]) -> Option<String> {
    let met: Vec<_> =
        bounds.iter().filter(|(count, _)| *count > 0).map(|(_, told)| &**told).collect();
    (!met.is_empty()).then(|| format!("bounds were met: {}", met.join("; ")))
}

/// What the user should know if so many of the pages fetched ask that no link of theirs be
/// followed: a crawl that ends early seems broken otherwise.
pub(crate) fn barred_notice(barred: usize, fetched: usize) -> Option<String> {
    (barred > 0 && barred * 10 >= fetched).then(|| {
        format!("{barred} of {fetched} pages ask that their links not be followed (nofollow)")
    })
}
