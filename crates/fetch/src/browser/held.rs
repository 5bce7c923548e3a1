//! A request of the browser that is held until it is answered or refused.

use super::resource::{Json, Resource};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use url::Url;

/// Headers that tell of codings which a body does not have any more, or of its old length.
const CODING_HEADERS: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];

/// What is done with a request.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is for the page itself, which is at hand.
    Page,
    /// It is fetched; with this JSON, by POST.
    Fetch(Url, Option<Json>),
    /// It gets an empty answer: a style sheet, for whose end some scripts wait.
    Empty,
    Refuse,
}

/// Bytes that a page may send to ask for data.
const SENT: usize = 64 << 10;

/// What is done with the request that an event tells of, if it is the page at `page` that is
/// rendered and `first` tells that the page itself was not asked for before.
pub(crate) fn judge(event: &Value, page: &str, first: bool) -> Verdict {
    let request = &event["request"];
    let url = request["url"].as_str().and_then(|url| Url::parse(url).ok());
    let Some(mut url) = url.filter(|url| matches!(url.scheme(), "http" | "https")) else {
        return Verdict::Refuse;
    };
    url.set_fragment(None);
    match (request["method"].as_str(), event["resourceType"].as_str()) {
        (Some("GET"), Some("Document")) if first && url.as_str() == page => Verdict::Page,
        (Some("GET"), Some("Script" | "XHR" | "Fetch")) => Verdict::Fetch(url, None),
        (Some("GET"), Some("Stylesheet")) => Verdict::Empty,
        (Some("POST"), Some("XHR" | "Fetch")) if is_same_origin(&url, page) => {
            match json_of(request) {
                Some(json) => Verdict::Fetch(url, Some(json)),
                None => Verdict::Refuse,
            }
        }
        _ => Verdict::Refuse,
    }
}

fn is_same_origin(url: &Url, page: &str) -> bool {
    Url::parse(page).is_ok_and(|page| page.origin() == url.origin())
}

/// The JSON that a request sends; `None` if it sends anything else, or too much. Forms, beacons and
/// plain texts tell the site something, while JSON is how scripts put a question that has no room in
/// an address.
fn json_of(request: &Value) -> Option<Json> {
    let headers = request["headers"].as_object()?;
    let named = |(name, _): &(&String, &Value)| name.eq_ignore_ascii_case("content-type");
    let content_type = headers.iter().find(named)?.1.as_str()?;
    let media_type = content_type.split(';').next().unwrap_or_default().trim();
    let json = media_type.eq_ignore_ascii_case("application/json")
        || media_type.to_ascii_lowercase().ends_with("+json");
    let pieces = request["postDataEntries"].as_array();
    let body: Vec<u8> = match pieces {
        Some(pieces) => {
            let decode = |piece: &Value| STANDARD.decode(piece["bytes"].as_str()?).ok();
            pieces.iter().map(decode).collect::<Option<Vec<_>>>()?.concat()
        }
        None => request["postData"].as_str()?.as_bytes().to_vec(),
    };
    let fits = json && !body.is_empty() && body.len() <= SENT;
    fits.then(|| Json { content_type: content_type.to_owned(), body })
}

/// The order that refuses a request. One that would lead to another page is called off, as if it
/// had never begun: an error would show in the page's place.
pub(crate) fn refusal(event: &Value) -> (&'static str, Value) {
    let leads_away = event["resourceType"] == "Document";
    let reason = if leads_away { "Aborted" } else { "BlockedByClient" };
    ("Fetch.failRequest", json!({"requestId": event["requestId"], "errorReason": reason}))
}

/// The order that answers the request with this id.
pub(crate) fn answer(id: &Value, resource: &Resource) -> (&'static str, Value) {
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
        assert_eq!(of("XHR", "GET", api), Verdict::Fetch(Url::parse(api).unwrap(), None));
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

    #[test]
    fn questions_in_json_to_the_host_of_the_page_are_let_through() {
        let page = "https://a.example/p";
        let of = |url: &str, kind: &str, content_type: &str, body: &str| {
            let mut event = request(kind, "POST", url);
            event["request"]["headers"] = json!({"Content-Type": content_type});
            event["request"]["postData"] = json!(body);
            judge(&event, page, false)
        };
        let api = "https://a.example/graphql";
        let asked = of(api, "Fetch", "application/json; charset=utf-8", "{}");
        let Verdict::Fetch(url, Some(json)) = asked else { panic!("{asked:?}") };
        assert_eq!((url.as_str(), &json.body[..]), (api, &b"{}"[..]));
        for (url, kind, content_type, body) in [
            ("https://api.example/graphql", "Fetch", "application/json", "{}"),
            ("http://a.example/graphql", "Fetch", "application/json", "{}"),
            (api, "Ping", "application/json", "{}"),
            (api, "Document", "application/json", "{}"),
            (api, "Fetch", "text/plain", "{}"),
            (api, "XHR", "application/x-www-form-urlencoded", "a=b"),
            (api, "XHR", "application/json", &"x".repeat(SENT + 1)),
        ] {
            assert_eq!(of(url, kind, content_type, body), Verdict::Refuse, "{url} {content_type}");
        }
    }
}
