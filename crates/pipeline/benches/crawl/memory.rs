//! How much memory a crawl takes at its peak, by the number of pages.
//!
//! Each crawl is a process of its own, so that the server's memory and what an earlier crawl left
//! behind do not count.

use crate::contest;
use crate::server::Server;
use crate::site;
use std::process::Command;

/// How often each number of pages is crawled.
const ROUNDS: usize = 3;

/// Prints the peaks of crawls of each of these numbers of pages.
pub(crate) fn measure(counts: &[usize]) {
    for &count in counts {
        let server = Server::start(site::generated(count));
        let peaks: Vec<String> = (0..ROUNDS).map(|_| crawl_apart(&server, count)).collect();
        println!("{count:>8} pages: {} MB", peaks.join(", "));
    }
}

/// Crawls in a process of its own; gives its peak in MB.
fn crawl_apart(server: &Server, count: usize) -> String {
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new(program);
    let output = command.args(["peak", &server.address(), &count.to_string()]).output();
    let output = output.expect("this program runs again");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}

/// Crawls `count` pages of the server at an address, and prints the peak of this process.
pub(crate) fn peak(address: &str, count: usize) {
    let folder = tempfile::tempdir().expect("a folder for what is stored");
    let pages = contest::crawl(folder.path(), &Server::at(address), count);
    assert_eq!(pages, count, "all pages were fetched");
    let status = std::fs::read_to_string("/proc/self/status").expect("a Linux system");
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = peak.and_then(|text| text.trim().trim_end_matches(" kB").parse::<f64>().ok());
    println!("{:.1}", kilobytes.expect("a peak in kB") / 1024.0);
}
