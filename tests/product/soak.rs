//! Random commands on one store, cut off or short of disk, against a model of what must be there after each.
//!
//! `SITEWRAP_SOAK_ROUNDS=200 cargo test -p sitewrap-cli --test product soak` goes on for minutes;
//! `SITEWRAP_SOAK_SEED` is another sequence.

use crate::kill::number;
use crate::support::{Run, Scratch, Server, demo_folder, demo_page};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Rounds in the gate: some seconds.
const ROUNDS: u64 = 10;

fn asked_for(name: &str, otherwise: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(otherwise)
}

/// What happens to a command.
#[derive(Clone, Copy, Debug)]
enum Fault {
    None,
    /// It is killed after so many milliseconds.
    Kill(u64),
    /// No file of it can have more than so many blocks of 512 bytes, as on a disk that is full.
    Full(u64),
}

/// A store, and what is known to be in it.
struct Soak {
    scratch: Scratch,
    server: Server,
    /// The state of the random numbers.
    seed: u64,
    pages: BTreeSet<String>,
    version: u64,
}

impl Soak {
    fn new(seed: u64) -> Self {
        let (scratch, server) = (Scratch::new(), Server::demo());
        fs::create_dir(scratch.path("out")).expect("a folder");
        Self { scratch, server, seed, pages: BTreeSet::new(), version: 0 }
    }

    /// A number below `bound`.
    fn draw(&mut self, bound: u64) -> u64 {
        self.seed += 1;
        number(self.seed) % bound
    }

    fn output(&self) -> PathBuf {
        self.scratch.path("out/records.jsonl")
    }

    fn archive(&self) -> PathBuf {
        self.scratch.path("site.warc.gz")
    }

    /// One of all commands that write.
    fn any_command(&mut self) -> Vec<String> {
        let (url, few) = (self.server.url("/"), (10 + self.draw(60)).to_string());
        let crawl = ["crawl", &url, "--allow-private", "--delay", "0", "--max-pages", &few];
        let site = demo_folder().join("site").display().to_string();
        let (output, archive) = (self.output(), self.archive());
        let name = format!("title=title_{few}");
        let mut words: Vec<&str> = match self.draw(9) {
            0 => crawl.to_vec(),
            1 => [&crawl[..], &["--refresh"]].concat(),
            2 => vec!["import", &site, "--base-url", &url],
            3 => vec!["induce"],
            4 => vec!["induce", "--fresh"],
            5 => vec!["wrappers", "edit", "product", "--rename", &name],
            6 => vec!["wrappers", "edit", "product", "--reset"],
            7 => vec!["extract", "--output", output.to_str().expect("UTF-8")],
            _ => vec!["pages", "--warc", archive.to_str().expect("UTF-8")],
        };
        words.push("--quiet");
        words.into_iter().map(str::to_owned).collect()
    }

    fn any_fault(&mut self) -> Fault {
        match self.draw(4) {
            0 => Fault::None,
            1 => Fault::Full(1 + self.draw(1500)),
            // Most commands are short: early moments more often than late ones.
            _ => Fault::Kill(self.draw(30) * self.draw(30)),
        }
    }

    fn round(&mut self) {
        let (words, fault) = (self.any_command(), self.any_fault());
        let mut command = self.scratch.command(&words);
        if let Fault::Full(blocks) = fault {
            command = limited(&command, blocks);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the binary starts");
        if let Fault::Kill(after) = fault {
            thread::sleep(Duration::from_millis(after));
            // It may have ended by itself.
            let _ = child.kill();
        }
        let code = child.wait().expect("it was started").code();
        self.check(&format!("{words:?}, {fault:?}, exit code {code:?}"), &words, code);
    }

    /// Whether all is there that was, and nothing by halves.
    fn check(&mut self, when: &str, words: &[String], code: Option<i32>) {
        let verified = self.scratch.run(["status", "--verify"]);
        let is_new = verified.stderr.contains("there is no store");
        assert!(verified.code == Some(0) || is_new, "{when}: {}", verified.stderr);
        let pages = self.listed(&["pages"], "url");
        let gone: Vec<_> = self.pages.difference(&pages).collect();
        assert!(gone.is_empty(), "{when}: pages are gone: {gone:?}");
        self.pages = pages;
        if let Some(url) =
            self.pages.iter().nth(number(self.seed) as usize % self.pages.len().max(1))
        {
            let read = self.scratch.command(["pages", "--body", url]).output();
            let body = read.expect("the binary runs").stdout;
            let path = url.strip_prefix(&self.server.url("")).unwrap_or(url);
            let sent = demo_page("site", path).map(|page| page.body);
            assert!(Some(body) == sent, "{when}: {url} is not what was fetched");
        }
        let versions = self.listed(&["wrappers", "list", "--format", "jsonl"], "version");
        let version = versions.iter().filter_map(|it| it.parse().ok()).max().unwrap_or(0);
        assert!(version >= self.version, "{when}: version {version} after {}", self.version);
        self.version = version;
        self.check_files(when, words, code);
    }

    fn check_files(&self, when: &str, words: &[String], code: Option<i32>) {
        if let Ok(text) = fs::read_to_string(self.output()) {
            let is_whole = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
            assert!(text.is_empty() || text.ends_with('\n'), "{when}: half a line");
            assert!(text.lines().all(is_whole), "{when}: half a record");
        }
        if code.is_some() && words[0] == "extract" {
            let left = fs::read_dir(self.scratch.path("out")).expect("a folder").count();
            assert!(left <= 1, "{when}: litter");
        }
        if code == Some(0) && words.contains(&"--warc".to_owned()) {
            let other = Scratch::new();
            let archive = self.archive().display().to_string();
            let read = other.run(["import", &archive]);
            assert!(matches!(read.code, Some(0 | 3)), "{when}: {}", read.stderr);
        }
    }

    /// What the lines of a command say under a key; nothing if there is no store yet.
    fn listed(&self, words: &[&str], key: &str) -> BTreeSet<String> {
        let lines = self.scratch.run(words).json_lines();
        let text = |line: serde_json::Value| match &line[key] {
            serde_json::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        lines.into_iter().map(text).collect()
    }

    /// A byte of what is stored is another: what is given is what was stored, and all else is told.
    fn damage(&mut self) {
        let site = demo_folder().join("site").display().to_string();
        let url = self.server.url("/");
        self.scratch.run(["import", &site, "--base-url", &url]).expect_code(0);
        self.scratch.run(["induce", "--fresh", "--quiet"]).expect_code(0);
        let extract = || -> Run { self.scratch.run(["extract", "--quiet"]) };
        let before = extract().expect_code(0).stdout;
        let before: BTreeSet<&str> = before.lines().collect();
        let values = self.scratch.path("store/values");
        let files: Vec<PathBuf> = fs::read_dir(values)
            .expect("values")
            .map(|entry| entry.expect("a file").path())
            .collect();
        let file = files.iter().max_by_key(|file| file.metadata().map_or(0, |it| it.len()));
        let file = file.expect("a file of values");
        let mut bytes = fs::read(file).expect("it can be read");
        let place = (number(self.seed) % bytes.len() as u64) as usize;
        bytes[place] ^= 0x10;
        fs::write(file, &bytes).expect("it can be written");
        let after = extract();
        let lines: BTreeSet<&str> = after.stdout.lines().collect();
        let wrong = lines.iter().filter(|line| !before.contains(*line));
        let wrong: Vec<_> = wrong.filter(|line| !line.contains("\"record\":null")).collect();
        assert!(wrong.is_empty(), "byte {place}: other records than before: {wrong:?}");
        let is_less = before.iter().any(|line| !lines.contains(line));
        assert!(!is_less || after.code != Some(0), "byte {place}: lost without a word");
    }
}

/// A command whose files cannot grow beyond a bound; it gets an error, no signal.
fn limited(command: &Command, blocks: u64) -> Command {
    let mut shell = Command::new("sh");
    let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
    shell.args(["-c", &script, "sh"]).arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => shell.env(name, value),
            None => shell.env_remove(name),
        };
    }
    shell
}

#[test]
fn random_commands_and_faults_lose_nothing() {
    let rounds = asked_for("SITEWRAP_SOAK_ROUNDS", ROUNDS);
    let mut soak = Soak::new(asked_for("SITEWRAP_SOAK_SEED", 1) << 32);
    for _ in 0..rounds {
        soak.round();
    }
    soak.damage();
}
