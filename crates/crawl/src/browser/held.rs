//! A request of the browser that is held until it is answered or refused.

use super::resources::Resource;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use url::Url;

/// Headers that tell of codings which a body does not have any more, or of its old length.
const CODING_HEADERS: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];

/// What is done with a request.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is for the page itself, which is at hand.
    Page,
    /// It is fetched.
    Fetch(Url),
    /// It gets an empty answer: a style sheet, for whose end some scripts wait.
    Empty,
    Refuse,
}

/// What is done with the request that an event tells of, if it is the page at `page` that is
/// rendered and `first` tells that the page itself was not asked for before.
pub(super) fn judge(event: &Value, page: &str, first: bool) -> Verdict {
    let request = &event["request"];
    if request["method"] != "GET" {
        return Verdict::Refuse;
    }
    let url = request["url"].as_str().and_then(|url| Url::parse(url).ok());
    let Some(mut url) = url.filter(|url| matches!(url.scheme(), "http" | "https")) else {
        return Verdict::Refuse;
    };
    url.set_fragment(None);
    match event["resourceType"].as_str() {
        Some("Document") if first && url.as_str() == page => Verdict::Page,
        Some("Script" | "XHR" | "Fetch") => Verdict::Fetch(url),
        Some("Stylesheet") => Verdict::Empty,
        _ => Verdict::Refuse,
    }
}

/// The order that refuses a request. One that would lead to another page is called off, as if it
/// had never begun: an error would show in the page's place.
pub(super) fn refusal(event: &Value) -> (&'static str, Value) {
    let leads_away = event["resourceType"] == "Document";
    let reason = if leads_away { "Aborted" } else { "BlockedByClient" };
    ("Fetch.failRequest", json!({"requestId": event["requestId"], "errorReason": reason}))
}

/// The order that answers the request with this id.
pub(super) fn answer(id: &Value, resource: &Resource) -> (&'static str, Value) {
    let headers = resource.headers.iter();
    let headers = headers.filter(|header| !CODING_HEADERS.contains(&header.name.as_str()));
    let headers: Vec<Value> = headers
        .map(
            |header| json!({"name": header.name, "value": header.value.replace(['\r', '\n'], " ")}),
        )
        .collect();
    let params = json!({
        "requestId": id,
        "responseCode": resource.status,
        "responseHeaders": headers,
        "body": STANDARD.encode(&resource.body),
    });
    ("Fetch.fulfillRequest", params)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(kind: &str, method: &str, url: &str) -> Value {
        json!({"resourceType": kind, "request": {"method": method, "url": url}})
    }

    #[test]
    fn only_the_page_and_what_its_scripts_need_is_let_through() {
        let page = "https://a.example/p";
        let of = |kind, method, url| judge(&request(kind, method, url), page, true);
        assert_eq!(of("Document", "GET", "https://a.example/p#top"), Verdict::Page);
        let api = "https://api.example/v1";
        assert_eq!(of("XHR", "GET", api), Verdict::Fetch(Url::parse(api).unwrap()));
        assert_eq!(of("Stylesheet", "GET", "https://a.example/s.css"), Verdict::Empty);
        for (kind, method, url) in [
            ("Document", "GET", "https://a.example/elsewhere"),
            ("XHR", "POST", api),
            ("Fetch", "DELETE", api),
            ("Image", "GET", "https://a.example/i.png"),
            ("WebSocket", "GET", "wss://a.example/"),
            ("Ping", "GET", api),
            ("Script", "GET", "file:///etc/passwd"),
            ("Script", "GET", "ftp://a.example/x.js"),
        ] {
            assert_eq!(of(kind, method, url), Verdict::Refuse, "{kind} {method} {url}");
        }
        let again = judge(&request("Document", "GET", page), page, false);
        assert_eq!(again, Verdict::Refuse, "a page that loads itself anew, for ever");
    }
}
