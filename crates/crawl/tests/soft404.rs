//! Servers that answer with a page, or a redirect, where they have nothing.
#![allow(clippy::unwrap_used, reason = "test code outside of test functions")]

mod common;
#[path = "common/prose.rs"]
mod prose;

use common::journal::MemoryJournal;
use common::server::{Reply, Request, Server};
use common::{options, page, run};
use prose::prose;
use sitewrap_crawl::{CrawlOptions, CrawlSummary, Order};
use sitewrap_model::FrontierState;
use std::sync::Arc;

/// A shop of 30 goods whose start page also links to 40 that are gone.
fn shop(request: &Request) -> Option<Reply> {
    let path = request.path.as_str();
    if path == "/robots.txt" {
        return Some(Reply::status(404));
    }
    if path == "/" {
        let letter = |n: usize| char::from(b'a' + (n % 26) as u8);
        let gone = (0..40).map(|n| format!("/goods/old-lamp-{}{}", letter(n), letter(n / 26)));
        let goods = (0..30).map(|n| format!("/goods/{n}"));
        let links: Vec<String> = gone.chain(goods).collect();
        return Some(Reply::html(page("Shop", &links.iter().map(|to| &**to).collect::<Vec<_>>())));
    }
    let number = path.strip_prefix("/goods/")?.parse::<usize>().ok().filter(|n| *n < 30)?;
    let text = format!("<div class=item><p>{}</p><b>{number}.50</b></div>", prose(number));
    Some(Reply::html(page(&format!("Good {number}"), &["/"]) + &menu() + &text))
}

/// A menu as long as those of shops are.
fn menu() -> String {
    let items = prose(99) + " " + &prose(98) + " " + &prose(97);
    items.split(' ').map(|item| format!("<li><a href=/>{item}</a></li>")).collect()
}

/// What a shop says that shows the address in its own words.
fn sorry(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap().replace('-', " ");
    let hint = "<p>It may have been sold, or never have been here. Try our search.</p>";
    page("Sorry", &["/"])
        + &menu()
        + &format!("<p>We looked for <i>{name}</i> at {path}.</p>{hint}")
}

async fn crawl(server: &Server, order: Order) -> (CrawlSummary, Arc<MemoryJournal>) {
    let journal = Arc::new(MemoryJournal::default());
    let options = CrawlOptions { soft_404: true, order, ..options() };
    (run(server, "/", &options, &journal).await.unwrap(), journal)
}

fn made_up(server: &Server) -> Vec<String> {
    server.paths().into_iter().filter(|path| path.contains("no-such")).collect()
}

#[tokio::test]
async fn pages_that_repeat_the_address_are_no_pages() {
    for order in [Order::Diverse, Order::BreadthFirst] {
        let server = Server::start(|request| {
            shop(request).unwrap_or_else(|| Reply::html(sorry(&request.path)))
        });
        let (summary, journal) = crawl(&server, order).await;
        assert_eq!((summary.pages, summary.duplicates), (31, 0), "{:?}", journal.paths());
        assert_eq!(summary.skipped["soft 404"], 40);
        let made_up = made_up(&server);
        assert!((2..=3).contains(&made_up.len()), "{made_up:?}");
        assert!(journal.paths().iter().all(|path| !path.contains("old-lamp")));

        let asked = server.paths().len();
        let options = CrawlOptions { soft_404: true, ..options() };
        let again = run(&server, "/", &options, &journal).await.unwrap();
        assert_eq!((again.pages, server.paths().len()), (31, asked), "it knows them");
    }
}

#[tokio::test]
async fn an_honest_host_is_asked_little() {
    let server = Server::start(|request| shop(request).unwrap_or_else(|| Reply::status(404)));
    let (summary, _) = crawl(&server, Order::Diverse).await;
    assert_eq!((summary.pages, summary.failed["HTTP 404"]), (31, 40));
    let made_up = made_up(&server);
    assert!(made_up.len() <= 2, "its root, and beside goods that say little: {made_up:?}");
}

#[tokio::test]
async fn the_home_page_in_place_of_what_is_missing_is_no_page() {
    let server = Server::start(|request| {
        let home = Request { path: "/".to_owned(), headers: Vec::new() };
        shop(request).or_else(|| shop(&home)).unwrap()
    });
    let (summary, _) = crawl(&server, Order::Diverse).await;
    assert_eq!((summary.pages, summary.duplicates), (31, 0));
    assert_eq!(summary.skipped["soft 404"], 40);
}

#[tokio::test]
async fn redirects_to_where_made_up_addresses_lead_are_soft_404s() {
    let server = Server::start(|request| match request.path.split('?').next().unwrap() {
        "/login" => Reply::html(page("Log in", &["/"]) + &request.path),
        _ => shop(request).unwrap_or_else(|| {
            Reply::redirect(&format!("/login?next={}", request.path.replace('/', "%2F")))
        }),
    });
    let (summary, journal) = crawl(&server, Order::Diverse).await;
    assert_eq!((summary.pages, summary.skipped["soft 404"]), (32, 40));
    let logins: Vec<_> =
        server.paths().into_iter().filter(|path| path.starts_with("/login")).collect();
    assert_eq!(logins, ["/login"], "the page itself is fetched once");
    assert_eq!(journal.state_of("/login"), Some(FrontierState::Fetched));
}

#[tokio::test]
async fn a_part_of_a_site_that_lies_is_found_out_beside_pages_that_look_alike() {
    // The host is honest, and so are its goods: but those that are gone are `sold`.
    let server = Server::start(|request| {
        let lies = request.path.starts_with("/goods/");
        shop(request).unwrap_or_else(|| match lies {
            true => Reply::html(sorry(&request.path)),
            false => Reply::status(404),
        })
    });
    let (summary, journal) = crawl(&server, Order::Diverse).await;
    assert_eq!((summary.pages, summary.skipped["soft 404"]), (31, 40), "all goods are there");
    let stored = journal.pages();
    let gone = |page: &&sitewrap_model::Page| page.url.contains("old-lamp");
    let marked = stored.iter().filter(|page| page.is_soft_404()).count();
    assert_eq!(marked, stored.iter().filter(gone).count(), "those and no others are marked");
    assert!((2..=6).contains(&marked), "found out after {marked}");
    assert!(made_up(&server).len() <= 4);
    let skipped = |(_, state): &(_, _)| matches!(state, FrontierState::Skipped(_));
    assert_eq!(journal.states().iter().filter(|state| skipped(state)).count(), 40);
}

/// A catalogue of 30 goods by number, whose start page also links to 20 numbers that are gone. What
/// `gone` gives for these it gives for any other number; the rest of the site is honest.
fn catalogue(form: &str, gone: impl Fn(usize) -> String + Send + Sync + 'static) -> Server {
    let form = form.to_owned();
    Server::start(move |request| {
        let path = request.path.as_str();
        if path == "/" {
            let numbers = (0..30).chain((0..20).map(|n| 100 + n * n));
            let links: Vec<String> = numbers.map(|n| form.replace('#', &n.to_string())).collect();
            let links: Vec<&str> = links.iter().map(|to| &**to).collect();
            return Reply::html(page("Goods", &links));
        }
        let (before, after) = form.split_once('#').unwrap();
        let number = path.strip_prefix(before).and_then(|rest| rest.strip_suffix(after));
        match number.and_then(|number| number.parse::<usize>().ok()) {
            Some(number @ ..30) => Reply::html(
                page("Good", &["/"])
                    + &menu()
                    + &format!(
                        "<div class=item><p>{}</p><b>{number}.50</b></div>",
                        words(number, 30)
                    ),
            ),
            Some(number) => Reply::html(gone(number)),
            None => Reply::status(404),
        }
    })
}

/// Words of which no two numbers have many in common.
fn words(number: usize, count: usize) -> String {
    let word = |n: usize| -> String {
        let mut state = (number * 1000 + n + 1) as u64;
        let letter = |_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(99);
            char::from(b'a' + (state >> 33) as u8 % 26)
        };
        (0..6).map(letter).collect()
    };
    (0..count).map(word).collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_catalogue_by_number_that_lies_is_found_out() {
    for form in ["/good/#", "/good-#.html", "/#-good/", "/good?id=#&lang=en"] {
        // A page of few words, and one with a menu and other goods that change each time.
        let small = |_| page("No such good", &["/"]);
        let recommending = |number| {
            let others: String =
                (0..4).map(|n| format!("<li>{}</li>", words(number % 7 + n, 2))).collect();
            let sorry = "<p>What you were looking for was sold, or has never been here at all.</p>";
            page("Sorry", &["/"]) + &words(77, 80) + sorry + "<ul class=others>" + &others + "</ul>"
        };
        for (name, server) in
            [("small", catalogue(form, small)), ("others", catalogue(form, recommending))]
        {
            let (summary, journal) = crawl(&server, Order::Diverse).await;
            let pages = journal.pages();
            let kept: Vec<_> = pages.iter().filter(|page| !page.is_soft_404()).collect();
            assert_eq!((summary.pages, kept.len() - summary.duplicates), (31, 31), "{form} {name}");
            assert_eq!(summary.skipped["soft 404"], 20, "{form} {name}");
            let asked = server.paths().iter().filter(|path| path.contains("19876")).count();
            assert_eq!(asked, 1, "{form} {name}");
        }
    }
}

#[tokio::test]
async fn what_is_computed_for_any_number_or_chosen_from_a_page_is_no_soft_404() {
    let convert =
        |number: u64| page("Miles", &["/"]) + &format!("<p>{number} miles are {} km", number * 2);
    let server = Server::start(move |request| {
        let number = request.path.strip_prefix("/miles/").and_then(|number| number.parse().ok());
        match (request.path.as_str(), number) {
            ("/", _) => {
                let links: Vec<String> = (0..40).map(|n| format!("/miles/{}", n * n)).collect();
                Reply::html(page("Top", &links.iter().map(|to| &**to).collect::<Vec<_>>()))
            }
            (_, Some(number)) => Reply::html(convert(number)),
            ("/shelf", _) => {
                let links: Vec<String> = (0..30).map(|n| format!("/shelf?of={n}")).collect();
                Reply::html(page("Shelf", &links.iter().map(|to| &**to).collect::<Vec<_>>()))
            }
            // The last page of a list stands in for all after it.
            _ => match request.path.strip_prefix("/list?page=").map(str::parse::<usize>) {
                Some(Ok(number)) => {
                    let number = number.min(12);
                    let next = format!("/list?page={}", (number + 1).min(12));
                    Reply::html(page("List", &["/", &next]) + &words(number, 30))
                }
                _ => match request.path.strip_prefix("/shelf?of=").map(str::parse::<usize>) {
                    Some(Ok(number @ ..15)) => {
                        Reply::html(page("Shelf", &["/"]) + &words(number, 30))
                    }
                    Some(Ok(number)) => {
                        Reply::html(page("Shelf", &["/"]) + &format!("{number}: nothing"))
                    }
                    _ => Reply::status(404),
                },
            },
        }
    });
    for seed in ["/", "/list?page=1", "/shelf"] {
        let journal = Arc::new(MemoryJournal::default());
        let options = CrawlOptions { soft_404: true, order: Order::Diverse, ..options() };
        let summary = run(&server, seed, &options, &journal).await.unwrap();
        assert_eq!(summary.skipped.get("soft 404"), None, "{seed}");
        assert!(journal.pages().iter().all(|page| !page.is_soft_404()));
    }
    let asked = server.paths().iter().filter(|path| path.contains("19876")).count();
    assert!(asked >= 2, "both were asked for: {asked}");
}

#[tokio::test]
async fn pages_that_differ_in_what_they_say_are_no_soft_404s() {
    // Every address is one of a page with words of its own.
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::status(404),
        "/" => {
            let links: Vec<String> = (0..30).map(|n| format!("/{n}")).collect();
            Reply::html(page("Top", &links.iter().map(|to| &**to).collect::<Vec<_>>()))
        }
        path => {
            let number =
                path.bytes().map(usize::from).fold(0, |sum, byte| (sum * 3 + byte) % 1_000_003);
            Reply::html(page(path, &["/"]) + "<p>" + &prose(number))
        }
    });
    let (summary, _) = crawl(&server, Order::Diverse).await;
    assert_eq!(summary.pages + summary.duplicates, 31);
    assert_eq!(summary.skipped.get("soft 404"), None);
}

#[tokio::test]
async fn nothing_made_up_is_asked_for_against_robots_txt_or_the_users_will() {
    let server = Server::start(|request| match request.path.as_str() {
        "/robots.txt" => Reply::text("User-agent: *\nDisallow: /\nAllow: /goods\nAllow: /$\n"),
        _ => shop(request).unwrap_or_else(|| Reply::html(sorry(&request.path))),
    });
    let (_, _) = crawl(&server, Order::Diverse).await;
    assert!(made_up(&server).iter().all(|path| path.starts_with("/goods/")));

    let server =
        Server::start(|request| shop(request).unwrap_or_else(|| Reply::html(sorry(&request.path))));
    let journal = Arc::new(MemoryJournal::default());
    run(&server, "/", &options(), &journal).await.unwrap();
    assert_eq!(made_up(&server), [] as [&str; 0]);
}
