//! What a message to the user is about.

/// What a message is about that somebody can do something against: who shows it knows what, in the words of
/// its own surface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Topic {
    /// Pages that hold next to no text without their scripts, and that nothing has rendered.
    Scripts,
    /// Pages that ask that their links not be followed.
    Nofollow,
    /// Links that the rules of a crawl leave out.
    Scope,
    /// Links that are not followed because they do something by their addresses.
    Actions,
    /// Bounds that cut something off.
    Bounds,
    /// Rows of a store that are damaged.
    Damage,
    /// More of the same, which the log has.
    Details,
}
