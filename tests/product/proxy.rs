//! Proxies that the environment names.

use crate::support::{Reply, Run, Scratch, Server, finish};
use std::net::Ipv4Addr;
use tokio::net::TcpSocket;

/// A proxy that answers for one site whose name nobody else can resolve.
fn proxy() -> Server {
    Server::start(|url| match url.strip_prefix("http://shop.invalid").unwrap_or_default() {
        "/robots.txt" => Reply::html("User-agent: *\nDisallow: /hidden\n"),
        "/" => Reply::html("<title>Shop</title><p>Lamps and ropes.</p><a href=/hidden>x</a>"),
        "/sitemap.xml" => Reply::html(
            "<urlset><url><loc>http://shop.invalid/unlinked</loc></url></urlset>".to_owned(),
        ),
        "/unlinked" => Reply::html("<title>Brass</title><p>Only the sitemap names this page.</p>"),
        _ => Reply::status(404),
    })
}

fn crawl(url: &str, more: &[&str], environment: &[(&str, &str)]) -> (Run, Scratch) {
    let scratch = Scratch::new();
    let args = ["crawl", url, "--delay", "0", "--no-probe", "--quiet"];
    let mut command = scratch.command(args.iter().chain(more));
    command.envs(environment.iter().copied());
    (finish(&mut command), scratch)
}

fn stored(scratch: &Scratch) -> Vec<String> {
    let pages = scratch.run(["pages"]).expect_code(0).json_lines();
    pages.iter().map(|page| page["url"].as_str().expect("a URL").to_owned()).collect()
}

#[test]
fn all_that_a_crawl_asks_for_goes_by_the_proxy() {
    for variable in ["HTTP_PROXY", "http_proxy", "ALL_PROXY"] {
        let proxy = proxy();
        let (run, scratch) = crawl("http://shop.invalid/", &[], &[(variable, &proxy.url(""))]);
        run.expect_code(0);
        let mut pages = stored(&scratch);
        pages.sort_unstable();
        assert_eq!(pages, ["http://shop.invalid/", "http://shop.invalid/unlinked"], "{variable}");
        let asked = proxy.requests();
        for path in ["/robots.txt", "/sitemap.xml"] {
            assert!(asked.contains(&format!("http://shop.invalid{path}")), "{path}: {asked:?}");
        }
        assert!(!asked.iter().any(|url| url.contains("hidden")), "{asked:?}");
    }
}

#[test]
fn what_no_proxy_names_is_asked_directly() {
    let (proxy, site) = (proxy(), Server::demo());
    let environment = [("HTTP_PROXY", &*proxy.url("")), ("NO_PROXY", "example.com,127.0.0.1")];
    let args = ["--allow-private", "--max-pages", "3"];
    let (run, scratch) = crawl(&site.url("/"), &args, &environment);
    run.expect_code(0);
    assert_eq!(stored(&scratch).len(), 3);
    assert_eq!(proxy.requests(), Vec::<String>::new());
}

#[test]
fn a_proxy_is_no_way_to_private_addresses() {
    let proxy = proxy();
    for url in ["http://127.0.0.1:9/", "http://localhost:9/", "http://[::1]/"] {
        let (run, _scratch) = crawl(url, &[], &[("HTTP_PROXY", &proxy.url(""))]);
        let run = run.expect_code(1);
        assert!(run.last_message().contains("--allow-private"), "{}", run.stderr);
    }
    assert_eq!(proxy.requests(), Vec::<String>::new());
}

#[test]
fn a_site_whose_robots_leads_to_a_private_address_is_told_what_permits_it() {
    let proxy = Server::start(|_| Reply {
        status: 302,
        content_type: "text/html\r\nLocation: http://127.0.0.1:9/robots.txt",
        ..Reply::html("")
    });
    let environment = [("HTTP_PROXY", &*proxy.url(""))];
    let (run, scratch) = crawl("http://shop.invalid/", &[], &environment);
    let run = run.expect_code(1);
    assert!(run.last_message().contains("127.0.0.1 is a private address"), "{}", run.stderr);
    assert!(run.last_message().contains("--allow-private"), "{}", run.stderr);

    let mut extract = scratch.command(["extract", "--structured", "http://shop.invalid/a"]);
    let run = finish(extract.envs(environment)).expect_code(3);
    let lines = run.json_lines();
    let reason = lines[0]["reason"].as_str().expect("a reason");
    assert!(reason.contains("127.0.0.1 is a private address"), "{reason}");
    assert!(run.stderr.contains("--allow-private"), "{}", run.stderr);
    assert!(proxy.requests().iter().all(|url| url.ends_with("/robots.txt")));
}

#[test]
fn a_proxy_that_does_not_work_is_told_in_one_line() {
    // Bound and not listening: nothing answers, and no other test is given the port.
    let deaf = TcpSocket::new_v4().expect("a socket");
    deaf.bind((Ipv4Addr::LOCALHOST, 0).into()).expect("a port");
    let port = deaf.local_addr().expect("an address").port();
    let dead = format!("http://user:secret@127.0.0.1:{port}");
    let (run, _scratch) = crawl("http://shop.invalid/", &[], &[("HTTP_PROXY", &dead)]);
    let run = run.expect_code(1);
    let blame = format!("by the proxy 127.0.0.1:{port} that HTTP_PROXY names");
    assert!(run.last_message().contains(&blame), "{}", run.stderr);
    assert!(!run.stderr.contains("secret"), "{}", run.stderr);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);

    let socks = [("https_proxy", "socks5://127.0.0.1:1080")];
    let run = crawl("http://shop.invalid/", &[], &socks).0.expect_code(1);
    assert!(run.last_message().contains("https_proxy"), "{}", run.stderr);
}

#[test]
fn a_proxy_that_wants_a_password_is_told_with_the_place_to_set_it() {
    let proxy = Server::start(|_| Reply::status(407));
    let address = proxy.url("");
    let host = address.trim_start_matches("http://").trim_end_matches('/');
    for (variable, url) in
        [("HTTP_PROXY", "http://shop.invalid/"), ("HTTPS_PROXY", "https://shop.invalid/")]
    {
        let wrong = format!("http://user:secret@{host}");
        let run = crawl(url, &[], &[(variable, &wrong)]).0.expect_code(1);
        let advice = format!("set {variable}=http://USER:PASSWORD@{host}");
        assert!(run.last_message().contains(&advice), "{}", run.stderr);
        assert!(!run.stderr.contains("secret"), "{}", run.stderr);
        assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    }
    let asked = proxy.requests().len();
    assert_eq!(asked, 2, "a password is not guessed by asking again");
}
