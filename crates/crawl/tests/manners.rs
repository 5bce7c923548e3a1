//! What a webmaster sees of a crawl.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use sitewrap_crawl::{CrawlOptions, CrawlSummary, EndReason, Limits, Order, ScopeRules, Visits};
use sitewrap_model::{FrontierState, SkipReason};
use std::sync::Arc;
use std::time::Duration;
use url::Url;

#[tokio::test]
async fn robots_txt_is_obeyed_by_product_token() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text(
            "User-agent: *\nDisallow: /\n\n\
             User-agent: sitewrap\nDisallow: /private\nAllow: /private/open$\nCrawl-delay: 0.05\n",
        ),
        "/" => Reply::html(page("top", &["/private/x", "/private/open", "/PRIVATE", "/a"]))
            .with("Set-Cookie", "id=1; Path=/"),
        path => Reply::html(page(path, &[])).with("Set-Cookie", "id=2"),
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { contact: Some("mailto:me@example.com".into()), ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/private/open", "/PRIVATE", "/a"]);
    assert_eq!(server.count("/private/x"), 0);
    let state = FrontierState::Skipped(SkipReason::Robots);
    assert_eq!(journal.state_of("/private/x"), Some(state));
    assert!(summary.elapsed >= Duration::from_millis(4 * 50), "the crawl delay is kept");
    for request in server.log() {
        let agent = request.header("user-agent").unwrap();
        assert!(agent.starts_with("sitewrap/") && agent.ends_with("(+mailto:me@example.com)"));
        assert!(request.header("cookie").is_none() && request.header("referer").is_none());
    }
}

#[tokio::test]
async fn a_redirected_robots_txt_is_followed_and_a_waiting_one_waited_for() {
    let asked = std::sync::atomic::AtomicUsize::new(0);
    let server = Server::start(move |request| match request.path.as_str() {
        "/robots.txt" => match asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) {
            0 => Reply::status(503).with("Retry-After", "0"),
            _ => Reply::redirect("/rules"),
        },
        "/rules" => Reply::text("User-agent: *\nDisallow: /no\n"),
        "/" => Reply::html(page("top", &["/no", "/yes"])),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/yes"]);
}

#[tokio::test]
async fn an_unbearable_crawl_delay_ends_the_crawl() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("User-agent: *\nCrawl-delay: 86400\n"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::WaitTooLong(Duration::from_secs(86_400)));
    assert!(server.paths().is_empty());
}

#[tokio::test]
async fn nofollow_and_noindex_are_heard() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(
            "<a href='/a' rel='external NoFollow'>a</a><a href='/b'>b</a><a href='/c'>c</a>",
        ),
        "/b" => Reply::html("<meta name=robots content='noindex, nofollow'><a href='/d'>d</a>"),
        "/c" => Reply::html("<a href='/e'>e</a>").with("X-Robots-Tag", "none"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let (_, notices) = noticed(&server, &options(), &journal).await;
    assert_eq!(journal.paths(), ["/", "/b", "/c"]);
    assert!(notices.iter().any(|line| line.contains("2 of 3 pages ask")), "{notices:?}");

    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { respect_nofollow: false, skip_noindex: true, ..options() };
    run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!(journal.paths(), ["/", "/a"]);
}

#[tokio::test]
async fn links_are_resolved_as_in_browsers() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::new(
            200,
            "text/html; charset=iso-8859-1",
            &b"<a href='x?a=1&amp;b=2&copy=3'>1</a><base href='/dir/'><base href='/other/'>\
               <area href=' UP '><a href='?q=\xe9'>2</a><a href='//[bad'>3</a>\
               <iframe src='frame'></iframe><meta http-equiv=Refresh content='5; URL=later'>\
               <link rel=next href='next'><a name=here>4</a><a href='javascript:x()'>5</a>"[..],
        ),
        "/dir/UP" => Reply::html(
            "<base target=_top><base href='javascript:x'><base href='/no/'><a href=side>x</a>",
        ),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    let expected = [
        "/",
        "/dir/?q=%E9",
        "/dir/UP",
        "/dir/frame",
        "/dir/later",
        "/dir/next",
        "/dir/side",
        "/dir/x?a=1&b=2&copy=3",
    ];
    assert_eq!(paths, expected);
}

#[tokio::test]
async fn a_later_crawl_asks_only_for_what_has_changed() {
    let server = Server::start(|request: &Request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/changed" => Reply::html(page("changed", &[])).with("ETag", "\"new\""),
        path => {
            if request.header("if-none-match") == Some("\"same\"") {
                return Reply::status(304);
            }
            let links: &[&str] = if path == "/" { &["/a", "/changed"] } else { &[] };
            Reply::html(page(path, links))
                .with("ETag", "\"same\"")
                .with("Last-Modified", "Sun, 06 Nov 1994 08:49:37 GMT")
        }
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    let options = CrawlOptions { refresh: true, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    assert_eq!((summary.pages, summary.fetched, summary.unchanged), (3, 1, 2));
    let again = server.log().into_iter().rfind(|request| request.path == "/a").unwrap();
    assert_eq!(again.header("if-modified-since"), Some("Sun, 06 Nov 1994 08:49:37 GMT"));
    assert_eq!(journal.paths().len(), 3);
}

/// Of pages that matter alike the one that has changed comes first, and one that most pages lead to
/// before both; what is new is found besides.
#[tokio::test]
async fn a_refresh_begins_with_what_matters_and_changes() {
    let visits = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let count = visits.clone();
    let server = Server::start(move |request: &Request| {
        let same = request.header("if-none-match") == Some("\"same\"");
        let n = count.load(std::sync::atomic::Ordering::Relaxed);
        match request.path.as_str() {
            "/robots.txt" | "/sitemap.xml" => Reply::status(404),
            "/never" | "/hub" if same => Reply::status(304),
            "/" => Reply::html(page("top", &["/never", "/often", "/token", "/a", "/b"])),
            "/a" | "/b" if n == 3 => Reply::html(page(&request.path, &["/hub", "/new"])),
            "/a" | "/b" => Reply::html(page(&request.path, &["/hub"])),
            "/often" => Reply::html(page(&format!("news of the {n} day"), &[])),
            // Other bytes each time, and the same text.
            "/token" => Reply::html(page("token", &[]) + &format!("<!-- {n} -->")),
            path => Reply::html(page(path, &[])).with("ETag", "\"same\""),
        }
    });
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { concurrency: 1, soft_404: false, ..options() };
    run(&server, "/", &options, &journal).await.unwrap();
    let options = CrawlOptions { refresh: true, ..options };
    let mut order = Vec::new();
    for n in 1..=3 {
        visits.store(n, std::sync::atomic::Ordering::Relaxed);
        let before = server.log().len();
        run(&server, "/", &options, &journal).await.unwrap();
        let log = server.log().into_iter().skip(before).map(|request| request.path);
        order = log.filter(|path| !path.ends_with(['t', 'l'])).collect();
    }
    let place = |path: &str| order.iter().position(|known| known == path).unwrap();
    assert!(place("/hub") < place("/never"), "{order:?}");
    assert!(place("/often") < place("/never") && place("/often") < place("/token"), "{order:?}");
    assert!(order.iter().any(|path| path == "/new"), "{order:?}");
    let visits = |path: &str| {
        let kept = sitewrap_crawl::Journal::state(&*journal, &Visits::key(&server.url(path)));
        let visits = Visits::read(&kept.unwrap().unwrap()).unwrap();
        (visits.checks, visits.changes)
    };
    assert_eq!([visits("/often"), visits("/never"), visits("/token")], [(3, 3), (3, 0), (3, 0)]);
}

#[tokio::test]
async fn a_refresh_keeps_what_is_gone_and_finds_what_is_new() {
    let later = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let switch = later.clone();
    let server = Server::start(move |request: &Request| {
        let later = switch.load(std::sync::atomic::Ordering::Relaxed);
        let unchanged = request.header("if-none-match") == Some("W/\"weak\"");
        match request.path.as_str() {
            "/robots.txt" => Reply::status(404),
            "/" if later => Reply::html(page("top", &["/same", "/gone", "/moved", "/new"])),
            "/" => Reply::html(page("top", &["/same", "/gone", "/moved", "/twin"])),
            "/gone" if later => Reply::status(410),
            "/moved" if later => Reply::redirect("/new"),
            "/same" | "/twin" if unchanged => Reply::status(304),
            "/same" | "/twin" => Reply::html(page("one", &[])).with("ETag", "W/\"weak\""),
            path => Reply::html(page(path, &[])),
        }
    });
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    later.store(true, std::sync::atomic::Ordering::Relaxed);
    let options = CrawlOptions { refresh: true, ..options() };
    let summary = run(&server, "/", &options, &journal).await.unwrap();
    let mut paths = journal.paths();
    paths.sort();
    assert_eq!(paths, ["/", "/gone", "/moved", "/new", "/same", "/twin"], "nothing is thrown away");
    assert_eq!(journal.state_of("/gone"), Some(FrontierState::Failed("HTTP 410".into())));
    assert_eq!((summary.fetched, summary.unchanged, summary.duplicates), (2, 1, 1));
    assert_eq!(summary.statuses[&304], 2, "a duplicate has validators of its own");
}

#[tokio::test]
async fn a_variant_that_names_another_page_as_its_own_is_a_duplicate() {
    let server = Server::start(|request| {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        let text =
            "a lamp of brass that burns all night and weighs next to nothing at all ".repeat(9);
        let head = "<link rel=canonical href=/lamp>";
        match path {
            "/robots.txt" => Reply::status(404),
            "/" => Reply::html(page("top", &["/lamp", "/lamp?view=2", "/other"])),
            // Says another thing, whatever it names.
            "/other" => Reply::html(format!("{head}<h1>Chairs</h1><p>of oak, and tables</p>")),
            _ => Reply::html(format!("{head}<h1>Lamp</h1><p>{text}</p><i>seen {query} times</i>")),
        }
    });
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!((summary.pages, summary.duplicates), (3, 1));
    let duplicate = FrontierState::Duplicate(server.url("/lamp"));
    assert_eq!(journal.state_of("/lamp?view=2"), Some(duplicate));
}

#[tokio::test]
async fn a_list_of_dead_urls_is_asked_for_to_its_end() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        path if path.starts_with("/dead") => Reply::status(500),
        path => Reply::html(page(path, &[])),
    });
    let url = |path: String| Url::parse(&server.url(&path)).unwrap();
    let list = (0..50).map(|n| url(format!("/dead{n}"))).chain([url("/alive".into())]).collect();
    let limits = Limits { attempts: 1, ..Limits::default() };
    let options = CrawlOptions { list, follow_links: false, limits, ..options() };
    let journal = Arc::new(MemoryJournal::default());
    let summary = run(&server, "/dead", &options, &journal).await.unwrap();
    assert_eq!(summary.end, EndReason::Complete);
    assert_eq!(journal.paths(), ["/alive"]);
    assert_eq!(summary.failed["HTTP 500"], 51);
}

/// Keeps the notices of a crawl.
#[derive(Default)]
struct Notices(std::sync::Mutex<Vec<String>>);

impl sitewrap_crawl::Observer for Notices {
    fn event(&self, event: &sitewrap_crawl::CrawlEvent<'_>) {
        if let sitewrap_crawl::CrawlEvent::Notice(line) = event {
            self.0.lock().unwrap().push((*line).to_owned());
        }
    }
}

/// Crawls a site to its end; gives the notices too.
async fn noticed(
    server: &Server,
    options: &CrawlOptions,
    journal: &Arc<MemoryJournal>,
) -> (CrawlSummary, Vec<String>) {
    let seed = Url::parse(&server.url("/")).unwrap();
    let (notices, stop) = (Notices::default(), sitewrap_crawl::StopSignal::new());
    let crawl = sitewrap_crawl::crawl(&seed, options, journal.clone(), &notices, stop);
    let summary = crawl.await.unwrap();
    (summary, notices.0.into_inner().unwrap())
}

#[tokio::test]
async fn empty_shells_and_kinds_are_told() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/app", "/a"])),
        "/app" => Reply::html("<title>App</title><div id=root></div><script src=app.js></script>"),
        path => Reply::html(page(path, &[])),
    });
    let journal = Arc::new(MemoryJournal::default());
    let (summary, notices) = noticed(&server, &options(), &journal).await;
    assert_eq!(summary.shells, 1);
    assert!(notices.iter().any(|line| line.contains("script")), "{notices:?}");
    assert_eq!(summary.kinds.iter().map(|kind| kind.pages).sum::<usize>(), 3);
    assert!(summary.kinds.iter().any(|kind| kind.example == server.url("/")));
}

#[tokio::test]
async fn sitemaps_and_feeds_give_pages_that_no_link_leads_to() {
    for order in [Order::BreadthFirst, Order::Diverse] {
        let server = Server::start(|request| match request.path.as_str() {
            "/robots.txt" => Reply::text("Sitemap: /index.xml\nUser-agent: *\nDisallow: /no"),
            "/index.xml" => {
                Reply::text("<sitemapindex><sitemap><loc>/map.xml</loc></sitemap></sitemapindex>")
            }
            "/map.xml" => Reply::text(
                "<urlset><url><loc>/hidden</loc></url><url><loc>/no</loc></url>\
                 <url><loc>http://example.com/else</loc></url></urlset>",
            ),
            "/feed" => Reply::text("<rss><item><link>/fresh</link></item></rss>"),
            "/" => Reply::html(
                "<link rel=alternate type='application/rss+xml' href='/feed'><a href='/a'>a</a>",
            ),
            path => Reply::html(page(path, &[])),
        });
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { sitemaps: true, order, ..options() };
        run(&server, "/", &options, &journal).await.unwrap();
        let mut paths = journal.paths();
        paths.sort();
        assert_eq!(paths, ["/", "/a", "/fresh", "/hidden"], "{order:?}");
        run(&server, "/", &options, &journal).await.unwrap();
        assert_eq!(server.count("/map.xml"), 1, "a resumed crawl does not read it again");
    }
}

#[tokio::test]
async fn depth_scope_and_lists_narrow_the_crawl() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => Reply::html(page("top", &["/docs/a", "/blog/b"])),
        "/docs/a" => Reply::html(page("a", &["/docs/deep", "/docs/skip-me"])),
        path => Reply::html(page(path, &["/docs/deeper"])),
    });
    let crawl = async |options: CrawlOptions| {
        let journal = Arc::new(MemoryJournal::default());
        run(&server, "/", &options, &journal).await.unwrap();
        journal.paths()
    };
    assert_eq!(
        crawl(CrawlOptions { max_depth: Some(1), ..options() }).await,
        ["/", "/docs/a", "/blog/b"]
    );
    let scope = ScopeRules {
        path_prefixes: vec!["/docs/".into()],
        exclude: vec!["*skip*".into()],
        ..ScopeRules::default()
    };
    let paths = crawl(CrawlOptions { scope, ..options() }).await;
    assert_eq!(paths, ["/", "/docs/a", "/docs/deep", "/docs/deeper"]);
    let list = vec![Url::parse(&server.url("/only")).unwrap()];
    let paths = crawl(CrawlOptions { list, follow_links: false, ..options() }).await;
    assert_eq!(paths, ["/", "/only"]);
    let limits = Limits { links_per_page: 1, ..Limits::default() };
    let paths = crawl(CrawlOptions { limits, max_depth: Some(1), ..options() }).await;
    assert_eq!(paths, ["/", "/docs/a"]);
}

/// A site with three kinds of pages, of which the links name the first kind only at first.
fn three_kinds(request: &Request) -> Reply {
    let path = request.path.as_str();
    let number: usize = path.rsplit(['/', '-']).next().and_then(|n| n.parse().ok()).unwrap_or(0);
    let name: String =
        (0..12).map(|n| ["stone ", "river ", "cloud "][((number * 7) >> n) % 3]).collect();
    let body = match path.split('/').nth(1).unwrap_or_default() {
        "robots.txt" => return Reply::status(404),
        "" => (0..150).map(|n| format!("<a href='/item/thing-{n}'>{n}</a>")).collect(),
        "item" => format!(
            "<article class=item><h1>{name}</h1><p class=price>{number}</p>\
             <a href='/maker/firm-{}'>by</a></article>",
            number % 20
        ),
        "maker" => format!(
            "<table class=maker><tr><th>{name}<td>{number}</table><a href='/story/of-{number}'>s</a>"
        ),
        _ => format!("<section class=story><blockquote><cite>{name}</cite></blockquote></section>"),
    };
    let wait = Duration::from_millis(number as u64 % 7);
    Reply::html(format!("<title>{path}</title><nav><ul><li>menu</ul></nav>{body}")).after(wait)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_small_budget_shows_every_kind_of_page() {
    let server = Server::start(three_kinds);
    let crawl = async |order| {
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { order, max_pages: 60, ..options() };
        run(&server, "/", &options, &journal).await.unwrap();
        journal.paths()
    };
    let count =
        |paths: &[String], kind: &str| paths.iter().filter(|path| path.starts_with(kind)).count();
    let plain = crawl(Order::BreadthFirst).await;
    assert_eq!((count(&plain, "/maker/"), count(&plain, "/story/")), (0, 0));
    let diverse = crawl(Order::Diverse).await;
    for kind in ["/item/", "/maker/", "/story/"] {
        assert!(count(&diverse, kind) >= 10, "{kind}: {diverse:?}");
    }
    assert_eq!(crawl(Order::Diverse).await, diverse, "timing changes nothing");
}
