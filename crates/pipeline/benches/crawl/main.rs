//! How fast a crawl is beside a plain loop: `cargo bench -p sitewrap-pipeline --bench crawl`.
//!
//! A server of this process has all pages in memory. Three ways of getting them take turns, with
//! eight connections each and no delay:
//!
//! - `crawl`: the product as the command runs it, from the start page alone, into a store;
//! - `loop`: reqwest and tokio (its usual runtime) with all addresses at hand, into a store of the same
//!   kind, committed in batches of 32 pages; it reads no page;
//! - `append`: the same loop, each body appended to one file and never flushed.
//!
//! CPU is that of the whole process, so the server's share is in each figure. Arguments after
//! `--`: the number of pages to make (default 3000), or a folder with a manifest `pages.jsonl`
//! (`{"url","file"}` a line) whose site is served instead; the number of rounds (default 5); and
//! the one of the three that is to run alone, for a profiler.
//!
//! `-- memory 1000 20000` prints instead the peak of the memory (resident set) of three crawls of
//! each of these numbers of pages, in MB; on Linux only.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod contest;
mod memory;
mod server;
mod site;

use contest::{Contender, Figure};
use server::Server;
use std::path::Path;

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let subject = arguments.next().unwrap_or_else(|| "3000".to_owned());
    let number = |text: String| text.parse().expect("a number");
    match subject.as_str() {
        "memory" => return memory::measure(&arguments.map(number).collect::<Vec<_>>()),
        "peak" => {
            let address = arguments.next().expect("the address of a server");
            return memory::peak(&address, arguments.next().map_or(1000, number));
        }
        _ => {}
    }
    let rounds = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5);
    let alone = arguments.next();
    let chosen = |one: &Contender| alone.as_deref().is_none_or(|name| one.name() == name);
    let contenders: Vec<Contender> = Contender::ALL.into_iter().filter(chosen).collect();
    let pages = match subject.parse() {
        Ok(count) => site::generated(count),
        Err(_) => site::of_folder(Path::new(&subject)).expect("the folder holds a manifest"),
    };
    let bytes: usize = pages.iter().map(|(_, body)| body.len()).sum();
    println!("{} pages of {} KB on average", pages.len(), (bytes / pages.len()) >> 10);
    let paths: Vec<String> = pages.iter().map(|(path, _)| path.clone()).collect();
    let server = Server::start(pages);

    let mut figures: Vec<Vec<Figure>> = vec![Vec::new(); contenders.len()];
    for _ in 0..rounds {
        for (&contender, figures) in contenders.iter().zip(&mut figures) {
            figures.push(contest::run(contender, &server, &paths));
        }
    }
    for (contender, figures) in contenders.iter().zip(&mut figures) {
        figures.sort_by(|a, b| a.rate().total_cmp(&b.rate()));
        let middle = figures[figures.len() / 2];
        let (low, high) = (figures[0].rate(), figures[figures.len() - 1].rate());
        println!(
            "{:<8} {:>6.0} pages/s ({low:.0} to {high:.0}), {:>4.0} us CPU a page, {} pages",
            contender.name(),
            middle.rate(),
            middle.cpu_micros(),
            middle.pages,
        );
    }
    if alone.is_some() {
        return;
    }
    let median = |place: usize| figures[place][figures[place].len() / 2].rate();
    println!(
        "crawl / loop {:.2}, crawl / append {:.2}",
        median(0) / median(1),
        median(0) / median(2)
    );
}
