//! Ids that frameworks make of the names of controls.

/// The name of a control in an id that ASP.NET made of the names of all controls around it, with the kind of control
/// that its author may have put before it: `lblPrice` of `ctl00_ContentPlaceHolder1_Grid_ctl03_lblPrice` and, where
/// rows are numbered behind it, of `MainContent_rptOffers_lblPrice_3`. `None` for other ids.
pub fn control(id: &str) -> Option<&str> {
    let are_digits =
        |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit() || b == b'#');
    let is_made = |part: &str| {
        ["ctl", "ctrl"].iter().any(|kind| part.strip_prefix(kind).is_some_and(are_digits))
            || part.starts_with("ContentPlaceHolder")
            || is_named_by_kind(part)
    };
    let own = id.rsplit('_').find(|part| !are_digits(part))?;
    (id.contains('_') && id.split('_').any(is_made)).then_some(own)
}

/// Whether a name begins with the kind of control that it is of, by the custom of its authors.
fn is_named_by_kind(name: &str) -> bool {
    ["lbl", "lnk", "hyp", "ltl", "lit", "rpt", "pnl"].iter().any(|kind| {
        name.strip_prefix(kind).is_some_and(|own| own.starts_with(|c: char| c.is_ascii_uppercase()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_name_is_that_of_the_control() {
        for (id, name) in [
            ("ctl00_ContentPlaceHolder1_lblPrice", Some("lblPrice")),
            ("ctl#_ContentPlaceHolder#_Grid_ctl#_Title", Some("Title")),
            ("MainContent_rptOffers_lblPrice_3", Some("lblPrice")),
            ("post_message_12", None),
            ("lblPrice", None),
            ("label_price", None),
        ] {
            assert_eq!(control(id), name, "{id}");
        }
    }
}
