//! Pages that are all script, with a real browser; skipped where none is installed.

use crate::support::{Reply, Scratch, Server};
use std::path::Path;

/// What the script of each page does: it asks for data and shows it, and tries what it must not.
const SCRIPT: &str = "
    const name = location.pathname.slice(1) || 'start';
    const data = await (await fetch('/data/' + name)).json();
    const secret = await fetch('/private/key').then(() => 'read', () => 'refused');
    fetch('/count', {method: 'POST', body: name}).catch(() => 0);
    const question = {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'};
    const stock = await fetch('/graphql', question).then(answer => answer.json());
    new WebSocket('ws://' + location.host + '/socket');
    const links = data.links.map(to => `<a href=/${to}>${to}</a>`).join('');
    document.body.innerHTML = `<h1>${data.title}</h1><i>${secret}</i><b>${stock.left}</b><img src=/picture>${links}`;
    setTimeout(() => { location.href = '/elsewhere'; }, 50);
    alert('hello');";

fn site() -> Server {
    let text = |body: &str, content_type| Reply { content_type, ..Reply::html(body) };
    Server::start(move |path| match path {
        "/robots.txt" => text("User-agent: *\nDisallow: /private/", "text/plain"),
        "/app.js" => text(&format!("(async () => {{ {SCRIPT} }})()"), "text/javascript"),
        "/data/start" => {
            text(r#"{"title": "Caf\u00e9", "links": ["one", "busy"]}"#, "application/json")
        }
        "/graphql" => text(r#"{"left": 7}"#, "application/json"),
        "/data/one" => text(r#"{"title": "One", "links": []}"#, "application/json"),
        "/busy" => Reply::html("<title>Busy</title><script>for (;;);</script>"),
        "/" | "/one" => Reply::html("<title>Shop</title><body><script src=/app.js></script>"),
        _ => Reply::status(404),
    })
}

fn crawl(server: &Server, scratch: &Scratch, more: &[&str]) -> crate::support::Run {
    let url = server.url("/");
    let fixed = ["crawl", &url, "--allow-private", "--delay", "0", "--no-sitemaps"];
    scratch.run(fixed.iter().chain(more))
}

/// Whether there is a browser to test with.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn browser_is_missing() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];
    let found = std::env::split_paths(&path)
        .any(|folder: std::path::PathBuf| names.iter().any(|name| folder.join(name).is_file()));
    if !found {
        eprintln!("skipped: no Chromium or Chrome is on the PATH");
    }
    !found
}

#[test]
fn empty_shells_are_told_and_then_filled() {
    if browser_is_missing() {
        return;
    }
    let (server, scratch) = (site(), Scratch::new());
    let run = crawl(&server, &scratch, &[]).expect_code(0);
    assert!(run.stderr.contains("all script") && run.stderr.contains("--render auto"));
    assert_eq!(scratch.run(["pages"]).json_lines().len(), 1);

    let archive = scratch.path("site.warc.gz").display().to_string();
    let more =
        ["--render", "auto", "--browser-no-sandbox", "--timeout", "6", "--refresh", "--warc"];
    let more: Vec<_> = more.into_iter().chain([archive.as_str()]).collect();
    let run = crawl(&server, &scratch, &more).expect_code(0);
    assert!(run.stderr.contains("2 pages rendered"), "{}", run.stderr);
    assert!(run.stderr.contains("1 could not be"), "{}", run.stderr);

    let pages = scratch.run(["pages"]).json_lines();
    let rendered: Vec<bool> = pages.iter().map(|page| page["rendered"] == true).collect();
    assert_eq!(rendered.iter().filter(|&&rendered| rendered).count(), 2, "{pages:?}");
    let start = scratch.run(["pages", "--body", &server.url("/")]).expect_code(0).stdout;
    assert!(start.contains("<h1>Café</h1><i>refused</i><b>7</b>"), "{start}");
    let busy = scratch.run(["pages", "--body", &server.url("/busy")]).expect_code(0).stdout;
    assert!(busy.contains("for (;;);"), "kept as fetched: {busy}");

    let asked = server.requests();
    for forbidden in ["/private/key", "/count", "/socket", "/picture", "/elsewhere"] {
        assert!(!asked.iter().any(|path| path == forbidden), "{asked:?}");
    }
    let scripts = asked.iter().filter(|path| *path == "/app.js").count();
    assert_eq!(scripts, 1, "a script is fetched once for all pages");
    let rules = asked.iter().filter(|path| *path == "/robots.txt").count();
    assert_eq!(rules, 1, "the browser goes by the robots.txt that the crawl has read");

    let other = Scratch::new();
    other.run(["import", &archive]).expect_code(0);
    let read = other.run(["pages"]).json_lines();
    assert!(read.iter().filter(|page| page["rendered"] == true).count() == 2, "{read:?}");
}

#[test]
fn pages_are_rendered_by_a_pattern() {
    if browser_is_missing() {
        return;
    }
    let (server, scratch) = (site(), Scratch::new());
    let more = ["--render", "*/", "--browser-no-sandbox"];
    let run = crawl(&server, &scratch, &[&more[..], &["--max-pages", "1"]].concat());
    assert!(run.expect_code(0).stderr.contains("1 pages rendered"));
}

#[test]
fn a_browser_that_is_none_is_told_before_anything_is_fetched() {
    let (server, scratch) = (site(), Scratch::new());
    let program = if Path::new("/bin/true").is_file() { "/bin/true" } else { "/usr/bin/true" };
    let run = crawl(&server, &scratch, &["--render", "auto", "--browser", program]).expect_code(1);
    assert!(run.last_message().contains(program), "{}", run.stderr);
    assert_eq!(server.requests(), [] as [&str; 0]);
}
