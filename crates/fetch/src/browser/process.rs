//! The browser's process.

use super::error::RenderError;
use super::pipe::Pipe;
use crate::options::BrowserChoice;
use serde_json::json;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio::time::timeout;

/// Names under which Chromium and Chrome are installed.
const PROGRAMS: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// How long the browser may take to say its name.
const START_TIME: Duration = Duration::from_secs(30);

/// Joins the pipes of the child to the descriptors on which the browser expects its orders (3) and
/// answers (4), which no safe call of the standard library can.
const JOIN_PIPES: &str = "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>/dev/null";

/// A running browser. Dropping it ends its process.
pub(crate) struct Browser {
    pub(crate) pipe: Pipe,
    name: String,
    _process: Process,
    _profile: TempDir,
    dead_end: JoinHandle<()>,
}

impl Drop for Browser {
    fn drop(&mut self) {
        self.dead_end.abort();
    }
}

/// A process that ends when it is dropped. The browser's own children end with it.
struct Process(Child);

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

impl Browser {
    pub(crate) async fn start(choice: &BrowserChoice, agent: &str) -> Result<Self, RenderError> {
        let program = program(choice)?;
        let failed = |reason: &dyn ToString| {
            RenderError::Start(program.display().to_string(), reason.to_string())
        };
        let profile = tempfile::Builder::new()
            .prefix("sitewrap-browser-")
            .tempdir()
            .map_err(|error| failed(&error))?;
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.map_err(|error| failed(&error))?;
        let port = listener.local_addr().map_err(|error| failed(&error))?.port();
        let dead_end = tokio::spawn(dead_end(listener));
        let mut command = Command::new("sh");
        command.arg("-c").arg(JOIN_PIPES).arg("sh").arg(&program);
        command.args(flags(choice, agent, profile.path(), port)).arg("about:blank");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C is for the crawl, which lets the page in hand be finished.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut process = Process(command.spawn().map_err(|error| failed(&error))?);
        let pipe = process.0.stdin.take().zip(process.0.stdout.take());
        let (input, output) = pipe.ok_or(RenderError::Gone)?;
        let mut pipe = Pipe::new(input, output);
        let version = pipe.ask("Browser.getVersion", json!({}), None);
        let version = match timeout(START_TIME, version).await {
            Ok(Ok(version)) => version,
            Ok(Err(_)) => return Err(failed(&hint(choice, "it has ended at once"))),
            Err(_) => return Err(failed(&hint(choice, "it does not answer"))),
        };
        let name = version["product"].as_str().unwrap_or("Chromium").to_owned();
        Ok(Self { pipe, name, _process: process, _profile: profile, dead_end })
    }

    /// Name and version.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }
}

/// Accepts what the browser sends past the crawl, and hangs up.
async fn dead_end(listener: TcpListener) {
    loop {
        match listener.accept().await {
            Ok((stream, _)) => {
                tracing::debug!("the browser tried to reach the network on its own");
                drop(stream);
            }
            Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
        }
    }
}

fn hint(choice: &BrowserChoice, what: &str) -> String {
    match choice.no_sandbox {
        true => what.to_owned(),
        false => {
            format!("{what}; as root and in some containers it only runs without its sandbox")
        }
    }
}

fn flags(choice: &BrowserChoice, agent: &str, profile: &Path, dead_end: u16) -> Vec<String> {
    let mut flags = vec![
        "--headless".to_owned(),
        "--remote-debugging-pipe".to_owned(),
        format!("--user-data-dir={}", profile.display()),
        format!("--user-agent={agent}"),
        // Nothing reaches the network but by the requests that are held.
        format!("--proxy-server=http://127.0.0.1:{dead_end}"),
        "--proxy-bypass-list=<-loopback>".to_owned(),
        "--host-resolver-rules=MAP * ~NOTFOUND".to_owned(),
        "--force-webrtc-ip-handling-policy=disable_non_proxied_udp".to_owned(),
        "--disable-quic".to_owned(),
        // The crawl's answers carry no leave for other origins: it asks as no origin at all, and
        // without cookies, so that there is nothing to guard.
        "--disable-web-security".to_owned(),
        "--disable-features=HttpsUpgrades,LocalNetworkAccessChecks,Translate,OptimizationHints"
            .to_owned(),
        "--blink-settings=imagesEnabled=false".to_owned(),
        // Megabytes that scripts of a page may have; a page that wants more is kept as it was fetched.
        "--js-flags=--max-old-space-size=512".to_owned(),
    ];
    let quiet = [
        "--disable-background-networking",
        "--disable-client-side-phishing-detection",
        "--disable-component-extensions-with-background-pages",
        "--disable-component-update",
        "--disable-default-apps",
        "--disable-dev-shm-usage",
        "--disable-domain-reliability",
        "--disable-extensions",
        "--disable-gpu",
        "--disable-sync",
        "--metrics-recording-only",
        "--mute-audio",
        "--no-default-browser-check",
        "--no-first-run",
        "--no-pings",
    ];
    flags.extend(quiet.map(str::to_owned));
    if choice.no_sandbox {
        flags.push("--no-sandbox".to_owned());
    }
    flags
}

/// The browser's program: the one chosen, or the first known one on the `PATH`.
fn program(choice: &BrowserChoice) -> Result<PathBuf, RenderError> {
    if let Some(program) = &choice.program {
        return Ok(program.clone());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    let places = PROGRAMS.iter().flat_map(|name| folders.iter().map(move |dir| dir.join(name)));
    places.into_iter().find(|place| place.is_file()).ok_or_else(|| {
        let reason = "no Chromium or Chrome is on the PATH; install one or name its program";
        RenderError::Start("chromium".to_owned(), reason.to_owned())
    })
}
