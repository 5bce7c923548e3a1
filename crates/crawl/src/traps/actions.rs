//! Links that do something: put into a cart, log out, delete, vote.
//!
//! A link should be safe to follow (RFC 9110, 9.2.1), but many a site has changes behind plain
//! links, and what is behind the others (forms to edit, to reply, to confirm) is no content. They
//! are told by words of the address where these can hardly be names: values of parameters, words
//! that stand beside a number or a cart. `/docs/array/delete` is a page, `/comment/17/delete` is
//! not.

use sitewrap_model::{FrontierEntry, FrontierState, SkipReason};
use url::Url;

/// Words for changes, in English and as sites in other languages write them in addresses.
const CHANGES: &[&str] = &[
    "add",
    "delete",
    "destroy",
    "downvote",
    "edit",
    "remove",
    "undelete",
    "unfavorite",
    "unflag",
    "unfollow",
    "unhide",
    "unlike",
    "unpin",
    "unstar",
    "unvote",
    "unwatch",
    "upvote",
    "aggiungi",
    "agregar",
    "ajouter",
    "bearbeiten",
    "dodaj",
    "eliminar",
    "entfernen",
    "hinzufuegen",
    "loeschen",
    "modifier",
    "rimuovi",
    "supprimer",
    "toevoegen",
    "usun",
    "verwijderen",
];

/// Words for changes after the number of a thing, which before it are things: `/vote/17` is a vote.
const CHANGES_AFTER: &[&str] = &[
    "approve",
    "dislike",
    "favorite",
    "favourite",
    "follow",
    "hide",
    "like",
    "reply",
    "revert",
    "rollback",
    "subscribe",
    "trash",
    "vote",
];

/// Words for changes of a cart, …
const CHANGES_OF_CARTS: &[&str] = &["clear", "create", "empty", "save", "update"];

/// … and those that say so only as the value of a parameter that names an action.
const CHANGES_BY_NAME: &[&str] = &[
    "block",
    "confirm",
    "flag",
    "join",
    "markread",
    "newreply",
    "newtopic",
    "pin",
    "post",
    "postreply",
    "protect",
    "purge",
    "quote",
    "report",
    "star",
    "submit",
    "unblock",
    "undo",
    "watch",
];

/// Words that say by themselves that a link ends a session or fills a cart, wherever they stand.
const ALWAYS: &[&str] = &[
    "abmelden",
    "addtobag",
    "addtobasket",
    "addtocart",
    "addtocompare",
    "addtowishlist",
    "autologin",
    "buynow",
    "cerrarsesion",
    "deconnexion",
    "logoff",
    "logout",
    "removefromcart",
    "removefromwishlist",
    "signoff",
    "signout",
    "uitloggen",
    "unsubscribe",
    "wyloguj",
];

/// Where goods are put.
const CARTS: &[&str] = &[
    "bag",
    "basket",
    "bookmarks",
    "carrello",
    "carrito",
    "cart",
    "cesta",
    "checkout",
    "compare",
    "comparison",
    "favorites",
    "favourites",
    "koszyk",
    "merkzettel",
    "panier",
    "shoppingcart",
    "trolley",
    "warenkorb",
    "watchlist",
    "winkelwagen",
    "wishlist",
    "wunschliste",
];

/// Parameters whose value says what is to be done.
const DOING: &[&str] =
    &["act", "action", "cmd", "command", "do", "method", "mode", "op", "task", "veaction"];

/// Queues links again that an earlier crawl did not follow for what they do.
pub(crate) fn take_up(entry: &mut FrontierEntry) {
    if matches!(&entry.state, FrontierState::Skipped(SkipReason::Action(_))) {
        entry.state = FrontierState::Queued;
    }
}

/// What a link does, if its address says that it does something: the word that says so.
pub(crate) fn action_of(url: &Url) -> Option<&'static str> {
    of_query(url).or_else(|| of_path(url))
}

fn of_query(url: &Url) -> Option<&'static str> {
    url.query()?;
    let verbs = [CHANGES, CHANGES_AFTER, CHANGES_OF_CARTS, CHANGES_BY_NAME, ALWAYS];
    url.query_pairs().find_map(|(name, value)| {
        let name = bare(&name);
        match DOING.contains(&&*name) {
            true => verbs.iter().find_map(|verbs| known(verbs, &bare(&value))),
            // `?logout`, `?add-to-cart=17`
            false => known(ALWAYS, &name),
        }
    })
}

fn of_path(url: &Url) -> Option<&'static str> {
    let parts: Vec<&str> = url.path().split('/').filter(|part| !part.is_empty()).collect();
    let asks = url.query().is_some_and(|query| query.contains('='));
    let extension = parts.last()?.rsplit_once('.').map(|(_, extension)| extension);
    // A file does nothing.
    if !asks && matches!(extension, Some("html" | "htm")) {
        return None;
    }
    let words: Vec<String> = parts.iter().map(|part| bare(stem(part))).collect();
    let cart = |place: usize| words.get(place).is_some_and(|word| CARTS.contains(&&**word));
    let number = |place: usize| parts.get(place).is_some_and(|part| is_number(part));
    words.iter().enumerate().find_map(|(place, word)| {
        let (before, after) = (place.wrapping_sub(1), place + 1);
        let carries = cart(before) || cart(place.wrapping_sub(2)) || cart(after);
        // `/vote?id=17`, `/delete.php?id=17`
        let asked = asks && after == words.len();
        let change = known(CHANGES, word)
            .filter(|_| asked || carries || number(before) || number(after))
            .or_else(|| known(CHANGES_AFTER, word).filter(|_| asked || number(before)))
            .or_else(|| known(CHANGES_OF_CARTS, word).filter(|_| carries));
        known(ALWAYS, word).or(change)
    })
}

/// A part of a path without its extension.
fn stem(part: &str) -> &str {
    part.rsplit_once('.').map_or(part, |(stem, _)| stem)
}

/// A word in small letters, without what joins its parts.
fn bare(text: &str) -> String {
    let letters = text.chars().filter(|c| !matches!(c, '-' | '_' | ' '));
    letters.map(|c| c.to_ascii_lowercase()).take(32).collect()
}

fn known(words: &[&'static str], word: &str) -> Option<&'static str> {
    words.iter().find(|known| **known == word).copied()
}

/// Whether a part of a path is the number of something, and no year.
fn is_number(part: &str) -> bool {
    let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let year = part.len() == 4 && (part.starts_with("19") || part.starts_with("20"));
    digits && !year || is_uuid(part)
}

/// Whether a part is an identifier in the form of RFC 9562.
fn is_uuid(part: &str) -> bool {
    part.len() == 36
        && part.bytes().enumerate().all(|(place, byte)| match place {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(path: &str) -> Option<&'static str> {
        action_of(&Url::parse("http://example.com").unwrap().join(path).unwrap())
    }

    #[test]
    fn links_that_do_something_are_told() {
        for (path, word) in [
            ("/?add-to-cart=17", "addtocart"),
            ("/cart/add/17", "add"),
            ("/wishlist/index/add/product/17/", "add"),
            ("/warenkorb/hinzufuegen/17", "hinzufuegen"),
            ("/checkout/cart/add?product=1", "add"),
            ("/compare/remove/lamp", "remove"),
            ("/logout", "logout"),
            ("/user/log-out.php", "logout"),
            ("/Account/SignOut?to=/", "signout"),
            ("/w/index.php?title=Lamp&action=edit", "edit"),
            ("/w/index.php?title=Lamp&veaction=edit", "edit"),
            ("/forum/posting.php?mode=reply&t=17", "reply"),
            ("/item?id=1&do=delete", "delete"),
            ("/vote?id=17&how=up", "vote"),
            ("/edit.php?id=17", "edit"),
            ("/comments/17/delete", "delete"),
            ("/posts/123e4567-e89b-12d3-a456-426614174000/like", "like"),
            ("/delete/17", "delete"),
        ] {
            assert_eq!(of(path), Some(word), "{path}");
        }
    }

    #[test]
    fn pages_that_only_speak_of_it_are_pages() {
        for path in [
            "/",
            "/cart/",
            "/wishlist",
            "/login",
            "/docs/map/delete",
            "/docs/logout.html",
            "/post/17",
            "/vote/17",
            "/match/17/report",
            "/block/712345",
            "/watch?v=abc",
            "/docs/sql-delete.html",
            "/blog/how-to-delete-an-account",
            "/2024/report",
            "/vote/2024/",
            "/2024/05/17/post",
            "/news/like-a-rolling-stone",
            "/index.php?option=com_content&view=article&task=view&id=3",
            "/w/index.php?title=Lamp&action=view",
            "/edit",
            "/category/add-ons/3",
            "/p/17/blue-lamp",
        ] {
            assert_eq!(of(path), None, "{path}");
        }
    }
}
