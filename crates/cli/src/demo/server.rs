//! The embedded demo site and the server that publishes it on the loopback address.

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use tokio::net::TcpListener;

/// The site as it is crawled.
static SITE: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../data/demo/site");

/// Pages that appear on the site after the crawl.
static NEW: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/../../data/demo/new");

/// The demo site under way. It answers as long as the runtime it was started on.
pub(crate) struct DemoServer {
    address: SocketAddr,
    published: Arc<AtomicBool>,
}

impl DemoServer {
    /// Serves the site on 127.0.0.1; port 0 takes a free one.
    pub(crate) async fn start(port: u16) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await?;
        let address = listener.local_addr()?;
        let published = Arc::new(AtomicBool::new(false));
        let router = Router::new().fallback(answer).with_state(Arc::clone(&published));
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { address, published })
    }

    /// The address of the front page.
    pub(crate) fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// From now on the new pages are there too.
    pub(crate) fn publish_new_pages(&self) {
        self.published.store(true, Ordering::Relaxed);
    }

    /// The addresses of the new pages.
    pub(crate) fn new_pages(&self) -> Vec<String> {
        let mut paths = Vec::new();
        collect_pages(&NEW, &mut paths);
        paths.sort_unstable();
        paths.iter().map(|path| format!("{}{path}", self.url())).collect()
    }
}

async fn answer(State(published): State<Arc<AtomicBool>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let published = published.load(Ordering::Relaxed);
    let places = if published { &[&SITE, &NEW][..] } else { &[&SITE][..] };
    match places.iter().find_map(|dir| look_up(dir, path)) {
        Some(Found::File(name, contents)) => file(StatusCode::OK, name, contents),
        Some(Found::Folder) => {
            (StatusCode::MOVED_PERMANENTLY, [(header::LOCATION, format!("/{path}/"))])
                .into_response()
        }
        None => match SITE.get_file("404.html") {
            Some(page) => file(StatusCode::NOT_FOUND, "404.html", page.contents()),
            None => (StatusCode::NOT_FOUND, "There is no such page.\n").into_response(),
        },
    }
}

enum Found {
    File(&'static str, &'static [u8]),
    /// A folder asked for without its closing slash.
    Folder,
}

/// Looks a path up as web servers do: a file, a folder's `index.html`, or `path.html`.
fn look_up(dir: &'static Dir<'static>, path: &str) -> Option<Found> {
    let file = |path: &str| {
        let file = dir.get_file(path)?;
        Some(Found::File(file.path().to_str()?, file.contents()))
    };
    if path.is_empty() || path.ends_with('/') {
        return file(&format!("{path}index.html"));
    }
    let folder = || dir.get_file(format!("{path}/index.html")).map(|_| Found::Folder);
    file(path).or_else(folder).or_else(|| file(&format!("{path}.html")))
}

fn file(status: StatusCode, name: &str, contents: &'static [u8]) -> Response {
    let kind = HeaderValue::from_static(content_type(name));
    (status, [(header::CONTENT_TYPE, kind)], Body::from(contents)).into_response()
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit_once('.').map_or("", |(_, extension)| extension) {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "txt" => "text/plain; charset=utf-8",
        "xml" => "application/xml",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        _ => "application/octet-stream",
    }
}

/// The paths of all pages of a folder, as the site links them.
fn collect_pages(dir: &'static Dir<'static>, paths: &mut Vec<String>) {
    for file in dir.files() {
        if let Some(path) = file.path().to_str()
            && let Some(page) = path.strip_suffix(".html")
        {
            match page.strip_suffix("index") {
                Some(folder) if folder.is_empty() || folder.ends_with('/') => {
                    paths.push(folder.to_owned());
                }
                _ => paths.push(path.to_owned()),
            }
        }
    }
    for folder in dir.dirs() {
        collect_pages(folder, paths);
    }
}
