//! Pages that are all script.

/// What the user should know if so many of the pages fetched are all script.
pub(crate) fn shell_notice(shells: usize, fetched: usize) -> Option<String> {
    if shells == 0 || shells * 10 < fetched {
        return None;
    }
    let how = match cfg!(feature = "browser") {
        true => "`--render auto --refresh` has a browser fill them",
        false => "a sitewrap that is built with `--features browser` can fill them (--render auto)",
    };
    Some(format!("{shells} of {fetched} pages are all script and hold next to no text: {how}"))
}
