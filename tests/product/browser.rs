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

/// Pages that attack the browser, its user or the crawl. Each says what came of it.
const ATTACKS: [(&str, &str); 8] = [
    ("timers", "for (let n = 0; n < 1000; n++) setInterval(() => {}, 0); say('timers');"),
    ("memory", "say('memory'); const all = []; for (;;) all.push(new Array(1e6).fill(all.length));"),
    (
        "downloads",
        "for (let n = 0; n < 20; n++) {
             const link = document.createElement('a');
             link.href = URL.createObjectURL(new Blob(['x'.repeat(1e6)]));
             link.download = 'sitewrap-test-download-' + n + '.bin';
             link.click();
         }
         say('downloads');",
    ),
    (
        "popups",
        "for (let n = 0; n < 50; n++) { window.open('/private/popup'); alert(n); confirm(n); }
         window.onbeforeunload = () => 'stay'; print(); say('popups');",
    ),
    (
        "files",
        "let got = 'refused';
         await fetch('file:///etc/passwd').then(answer => answer.text()).then(it => got = it, () => 0);
         const frame = document.createElement('iframe');
         frame.src = 'file:///etc/passwd'; document.body.append(frame);
         location.href = 'file:///etc/passwd';
         say('files ' + got);",
    ),
    (
        "workers",
        "const asks = `fetch('${location.origin}/private/worker')`;
         new Worker(URL.createObjectURL(new Blob([asks])));
         let kind = 'insecure';
         if (navigator.serviceWorker) {
             kind = 'secure';
             await navigator.serviceWorker.register('/service.js').catch(() => 0);
         }
         say('workers ' + kind);",
    ),
    (
        "private",
        "let got = 'refused';
         await fetch('SECRET/private-address').then(answer => answer.text()).then(it => got = it, () => 0);
         say('private ' + got);",
    ),
    ("asking", "say('asking'); for (let n = 0;; n++) await fetch('/x' + n).catch(() => 0);"),
];

fn attack(path: &str, secret: &str) -> Reply {
    let name = path.trim_start_matches('/');
    let script = |content_type, body: &str| Reply { content_type, ..Reply::html(body) };
    match (name, ATTACKS.iter().find(|(known, _)| *known == name)) {
        ("robots.txt", _) => script("text/plain", "User-agent: *\nDisallow: /private/"),
        ("service.js", _) => script(
            "text/javascript",
            "addEventListener('install', () => fetch('/private/service'));",
        ),
        ("", _) => {
            let links = ATTACKS.iter().map(|(name, _)| format!("<a href=/{name}>{name}</a>"));
            Reply::html(format!("<title>All</title>{}", links.collect::<String>()))
        }
        (_, Some((_, attack))) => Reply::html(format!(
            "<title>{name}</title><body><script>
             const say = text => {{ const p = document.createElement('p');
                 p.textContent = 'said: ' + text; document.body.append(p); }};
             (async () => {{ {} }})()</script>",
            attack.replace("SECRET", secret)
        )),
        _ => Reply::status(404),
    }
}

#[test]
fn scripts_of_a_hostile_page_reach_nothing_and_end_in_time() {
    if browser_is_missing() {
        return;
    }
    let secret = Server::start(|_| Reply::html("a secret"));
    let target = secret.url("");
    // A proxy answers for a host that is public, so that private addresses are forbidden.
    let proxy = Server::start(move |url| {
        attack(url.strip_prefix("http://shop.invalid").unwrap_or("/none"), &target)
    });
    let (scratch, home) = (Scratch::new(), Scratch::new());
    let fixed = ["crawl", "http://shop.invalid/", "--delay", "0", "--no-sitemaps", "--no-probe"];
    let more = ["--render", "*", "--browser-no-sandbox", "--timeout", "5"];
    let mut command = scratch.command(fixed.iter().chain(&more));
    command.env("HTTP_PROXY", proxy.url("")).env("NO_PROXY", "127.0.0.1");
    command.env("HOME", home.path("")).current_dir(home.path(""));
    let run = crate::support::finish(&mut command).expect_code(0);

    let body = |name: &str| {
        let page = format!("http://shop.invalid/{name}");
        scratch.run(["pages", "--body", &page]).expect_code(0).stdout
    };
    for name in ["timers", "downloads", "popups", "workers insecure", "asking"] {
        let page = body(name.split(' ').next().unwrap_or_default());
        assert!(page.contains(&format!("said: {name}</p>")), "{name}: {page}");
    }
    assert!(body("memory").contains("<title>memory"), "what was fetched is kept");
    assert!(body("files").contains("<title>files"), "{}", body("files"));
    assert!(!body("files").contains("root:"), "{}", body("files"));
    assert!(body("private").contains("said: private refused"), "{}", body("private"));
    assert_eq!(secret.requests(), [] as [&str; 0], "a private address was contacted");
    let asked = proxy.requests();
    assert!(!asked.iter().any(|url| url.contains("/private/")), "{asked:?}");
    assert!(asked.iter().filter(|url| url.contains("/x")).count() <= 200, "{}", asked.len());
    let saved = walk(&home.path(""));
    assert!(!saved.iter().any(|name| name.contains("sitewrap-test-download")), "{saved:?}");
    assert!(run.stderr.contains("pages rendered"), "{}", run.stderr);
}

#[test]
fn workers_reach_nothing_either() {
    if browser_is_missing() {
        return;
    }
    // On the loopback address pages may have service workers.
    let (server, scratch) = (Server::start(|path| attack(path, "")), Scratch::new());
    let page = server.url("/workers");
    let fixed = ["crawl", &page, "--allow-private", "--delay", "0", "--no-sitemaps", "--no-probe"];
    let more = ["--render", "*", "--browser-no-sandbox", "--max-pages", "1"];
    scratch.run(fixed.iter().chain(&more)).expect_code(0);
    let body = scratch.run(["pages", "--body", &page]).expect_code(0).stdout;
    assert!(body.contains("said: workers secure</p>"), "{body}");
    let asked = server.requests();
    assert!(!asked.iter().any(|path| path.starts_with("/private/")), "{asked:?}");
}

/// The names of all files below a folder.
fn walk(folder: &Path) -> Vec<String> {
    let (mut names, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
            names.push(entry.file_name().to_string_lossy().into_owned());
            folders.extend(entry.path().is_dir().then(|| entry.path()));
        }
    }
    names
}

#[test]
fn a_browser_that_is_none_is_told_before_anything_is_fetched() {
    let (server, scratch) = (site(), Scratch::new());
    let program = if Path::new("/bin/true").is_file() { "/bin/true" } else { "/usr/bin/true" };
    let run = crawl(&server, &scratch, &["--render", "auto", "--browser", program]).expect_code(1);
    assert!(run.last_message().contains(program), "{}", run.stderr);
    assert_eq!(server.requests(), [] as [&str; 0]);
}
