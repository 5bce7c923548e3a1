//! Crawls whose process ends at any moment: nothing is lost, and little is asked for twice.

use crate::support::{Reply, Scratch, Server, finish};
use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Requests that may be in vain when a crawl is killed: those in flight or waiting for an earlier
/// one (16), the pages of the batch that is being written (32), and of the one that fills (32).
const IN_FLIGHT: usize = 80;

/// Numbers that look random and are the same in every run (splitmix64).
pub(crate) fn number(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed ^ mixed >> 27
}

/// A site of so many pages, each with words of its own and links to the next ones.
fn site(pages: u64, pause: Duration) -> Server {
    site_with(pages, pause, 0)
}

/// Such a site, whose pages hold so many numbers besides, which take their room however they are
/// packed.
fn site_with(pages: u64, pause: Duration, numbers: u64) -> Server {
    const WORDS: [&str; 8] = ["brass", "lamp", "tide", "rope", "north", "salt", "glass", "oak"];
    Server::start(move |path| {
        let place = match path {
            "/" => 0,
            _ => match path.strip_prefix("/page/").and_then(|name| name.parse().ok()) {
                Some(place) if (1..pages).contains(&place) => place,
                _ => return Reply::status(404),
            },
        };
        thread::sleep(pause);
        let words = (0..30).map(|at| WORDS[(number(place * 64 + at) % 8) as usize]);
        let text: Vec<_> = words.collect();
        let links = (place * 4 + 1..place * 4 + 5).filter(|&to| to < pages);
        let links: String = links.map(|to| format!("<a href=/page/{to}>{to}</a> ")).collect();
        let numbers = (0..numbers).map(|at| format!("{:x} ", number(place << 32 | at)));
        let (text, numbers) = (text.join(" "), numbers.collect::<String>());
        Reply::html(format!("<title>{place}</title><p>{text}<p>{numbers}</p><nav>{links}</nav>"))
    })
}

fn crawl(server: &Server, more: &[&str]) -> Vec<String> {
    let url = server.url("/");
    let fixed = ["crawl", &url, "--allow-private", "--delay", "0", "--no-sitemaps", "--quiet"];
    fixed.iter().chain(more).map(|&arg| arg.to_owned()).collect()
}

/// The paths of the stored pages.
fn stored(scratch: &Scratch, server: &Server) -> BTreeSet<String> {
    let run = scratch.run(["pages"]);
    // Killed before the first page, or before the store was made.
    if run.code != Some(0) {
        assert!(run.code == Some(3) || run.stderr.contains("no store"), "{}", run.stderr);
        return BTreeSet::new();
    }
    let site = server.url("");
    let path = |url: &str| url.strip_prefix(&site).map(str::to_owned).expect("of the site");
    run.json_lines().iter().map(|page| path(page["url"].as_str().expect("a URL"))).collect()
}

/// What a row of kills came to.
#[derive(Debug, Default)]
struct Toll {
    kills: usize,
    /// Requests whose pages had to be fetched again, in all and at most by one kill.
    in_vain: usize,
    worst: usize,
}

/// Crawls the site again and again with the same command, killing it so many times, then to its
/// end; checks after each kill that the store opens and that nothing it held is asked for again.
fn crawl_under_fire(pages: u64, kills: usize, pause: Duration) -> Toll {
    let (server, scratch) = (site(pages, pause), Scratch::new());
    let archive = scratch.path("site.warc.gz").display().to_string();
    let args = crawl(&server, &["--max-pages", "100000", "--warc", &archive]);
    let mut toll = Toll::default();
    let mut held = BTreeSet::new();
    for round in 0..kills as u64 {
        let before = server.requests().len();
        let mut child = scratch.command(&args).stderr(Stdio::null()).spawn().expect("it starts");
        let wanted = before + (number(round) % 100) as usize;
        while server.requests().len() < wanted && child.try_wait().expect("a child").is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        thread::sleep(Duration::from_micros(number(round + 7) % 15_000));
        let running = child.try_wait().expect("a child").is_none();
        child.kill().expect("it can be killed");
        child.wait().expect("it has ended");
        toll.kills += usize::from(running);

        let requests = server.requests();
        let asked = &requests[before..];
        let again: Vec<_> = asked.iter().filter(|path| held.contains(*path)).collect();
        assert!(again.is_empty(), "round {round}: asked for again: {again:?}");
        let now = stored(&scratch, &server);
        assert!(held.is_subset(&now), "round {round}: lost {:?}", held.difference(&now));
        let in_vain = asked.iter().filter(|path| path.len() > 1 && !now.contains(*path));
        let in_vain = in_vain.filter(|path| !path.ends_with(".txt")).count();
        assert!(in_vain <= IN_FLIGHT, "round {round}: {in_vain} requests in vain");
        toll.in_vain += in_vain;
        toll.worst = toll.worst.max(in_vain);
        held = now;
    }
    scratch.run(&args).expect_code(0);
    let all: BTreeSet<String> =
        (0..pages).map(|n| if n == 0 { "/".to_owned() } else { format!("/page/{n}") }).collect();
    assert_eq!(stored(&scratch, &server), all);

    let other = Scratch::new();
    other.run(["import", &archive]).expect_code(0);
    assert_eq!(stored(&other, &server), all, "the archive holds every page too");
    assert!(toll.kills > kills / 2, "most kills met a running crawl: {toll:?}");
    toll
}

// A round asks for a hundred pages at most before its kill is due, and eight connections ask for
// thirty more in the 15 ms that it may still wait: the site must not be whole before the last one.
#[test]
fn a_crawl_that_is_killed_again_and_again_loses_nothing() {
    crawl_under_fire(1500, 10, Duration::from_millis(4));
}

#[test]
#[ignore = "takes minutes: sixty kills"]
fn a_crawl_that_is_killed_sixty_times_loses_nothing() {
    let toll = crawl_under_fire(3000, 60, Duration::from_millis(2));
    println!("{toll:?}");
}

/// Limits the size of files that the crawl may write, as a disk that is full does.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_keeps_what_was_stored() {
    // Bodies of a kilobyte at least, so that their file outgrows the log of the first crawl.
    let (server, scratch) = (site_with(900, Duration::ZERO, 128), Scratch::new());
    scratch.run(crawl(&server, &["--max-pages", "40"])).expect_code(0);
    let before = stored(&scratch, &server);
    let args = crawl(&server, &[]);
    let inner = scratch.command(&args);
    let mut limited = Command::new("sh");
    // In blocks of 512 bytes; the signal that comes with the limit is ignored, as a full disk
    // sends none.
    let log = fs::metadata(scratch.path("store").join("db")).expect("the log of the store");
    let used = log.len() / 512 + 64;
    limited.arg("-c").arg(format!("trap '' XFSZ; ulimit -f {used}; exec \"$@\"")).arg("sh");
    limited.arg(inner.get_program()).args(inner.get_args());
    limited.env_remove("SITEWRAP_STORE").env_remove("RUST_LOG").stdin(Stdio::null());
    let run = finish(&mut limited).expect_code(1);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
    assert!(run.stderr.contains("store"), "{}", run.stderr);

    let kept = stored(&scratch, &server);
    assert!(kept.is_superset(&before), "{:?} are lost", before.difference(&kept));
    scratch.run(&args).expect_code(0);
    assert_eq!(stored(&scratch, &server).len(), 900);
}
