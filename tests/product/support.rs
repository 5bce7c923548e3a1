//! The real binary, scratch folders, and small web servers.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

/// What a run of the binary came to.
pub(crate) struct Run {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    /// The run, if it ended with this code; what it said otherwise.
    #[track_caller]
    pub(crate) fn expect_code(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "stdout:\n{}\nstderr:\n{}",
            self.stdout.chars().take(2000).collect::<String>(),
            self.stderr
        );
        self
    }

    /// Standard output as JSON lines.
    #[track_caller]
    pub(crate) fn json_lines(&self) -> Vec<serde_json::Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON line")).collect()
    }

    /// The last line on standard error.
    pub(crate) fn last_message(&self) -> &str {
        self.stderr.lines().last().unwrap_or_default()
    }
}

/// A folder of its own for one test, with a store in it.
pub(crate) struct Scratch(tempfile::TempDir);

impl Scratch {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        fs::write(&path, content).expect("a file");
        path
    }

    /// The binary with this folder's store. Where the arguments name wrappers, which take the place of a
    /// store, the environment names it, which is no contradiction.
    pub(crate) fn command<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sitewrap"));
        command.env_remove("SITEWRAP_STORE").env_remove("RUST_LOG");
        for name in ["http_proxy", "https_proxy", "all_proxy", "no_proxy"] {
            command.env_remove(name).env_remove(name.to_uppercase());
        }
        command.args(args);
        if command.get_args().any(|arg| arg == "--wrappers") {
            command.env("SITEWRAP_STORE", self.path("store"));
        } else {
            command.arg("--store").arg(self.path("store"));
        }
        command
    }

    /// Runs the binary to its end.
    pub(crate) fn run<A: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = A>) -> Run {
        finish(self.command(args).stdin(Stdio::null()))
    }

    /// Runs the binary with this on its standard input.
    pub(crate) fn run_with_input<A: AsRef<OsStr>>(
        &self,
        args: impl IntoIterator<Item = A>,
        input: impl Into<Vec<u8>>,
    ) -> Run {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary starts");
        let mut stdin = child.stdin.take().expect("a pipe");
        let input = input.into();
        let writer = thread::spawn(move || stdin.write_all(&input));
        let run = wait(child);
        // The binary may end before it has read everything.
        let _ = writer.join();
        run
    }
}

pub(crate) fn finish(command: &mut Command) -> Run {
    wait(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts"))
}

pub(crate) fn wait(child: Child) -> Run {
    let output = child.wait_with_output().expect("the binary runs");
    Run {
        code: output.status.code(),
        stdout: String::from_utf8(output.stdout).expect("UTF-8 on standard output"),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// The embedded demo site's folder.
pub(crate) fn demo_folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/demo")
}

/// A scratch folder whose store holds the demo site, imported, and its wrappers. The store is made
/// once and copied, as one process at a time can open it.
pub(crate) fn demo_store() -> Scratch {
    static STORE: OnceLock<Scratch> = OnceLock::new();
    let made = STORE.get_or_init(|| {
        let scratch = Scratch::new();
        let site = demo_folder().join("site").display().to_string();
        scratch.run(["import", &site, "--base-url", "http://demo.example/"]).expect_code(0);
        scratch.run(["induce"]).expect_code(0);
        scratch
    });
    let scratch = Scratch::new();
    copy_folder(&made.path("store"), &scratch.path("store")).expect("the store is copied");
    scratch
}

/// A scratch folder whose store holds these pages.
pub(crate) fn store_of(pages: &[(&str, String)]) -> Scratch {
    let scratch = Scratch::new();
    let mut manifest = String::new();
    for (place, (path, body)) in pages.iter().enumerate() {
        let file = format!("{place}.html");
        scratch.write(&format!("site/{file}"), body);
        let line = serde_json::json!({"url": format!("http://a.example{path}"), "file": file});
        manifest.push_str(&format!("{line}\n"));
    }
    scratch.write("site/pages.jsonl", manifest);
    scratch.run(["import", &scratch.path("site").display().to_string()]).expect_code(0);
    scratch
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let (source, target) = (entry.path(), to.join(entry.file_name()));
        if source.is_dir() {
            copy_folder(&source, &target)?;
        } else {
            fs::copy(&source, &target)?;
        }
    }
    Ok(())
}

/// An answer of a [`Server`].
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) content_type: &'static str,
    pub(crate) body: Vec<u8>,
}

impl Reply {
    pub(crate) fn html(body: impl Into<Vec<u8>>) -> Self {
        Self { status: 200, content_type: "text/html", body: body.into() }
    }

    pub(crate) fn status(status: u16) -> Self {
        let body = format!("<html><body><h1>Status {status}</h1></body></html>");
        Self { status, ..Self::html(body) }
    }
}

/// A web server on the loopback address that keeps a list of what was asked.
pub(crate) struct Server {
    address: SocketAddr,
    requests: Arc<Mutex<Vec<String>>>,
}

impl Server {
    /// A server that answers each path by `answer`.
    pub(crate) fn start(answer: impl Fn(&str) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
        let address = listener.local_addr().expect("an address");
        let requests = Arc::new(Mutex::new(Vec::new()));
        let (log, answer) = (Arc::clone(&requests), Arc::new(answer));
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (log, answer) = (Arc::clone(&log), Arc::clone(&answer));
                thread::spawn(move || serve(&stream, &log, &*answer));
            }
        });
        Self { address, requests }
    }

    /// A server of the demo site as it is before the new pages appear.
    pub(crate) fn demo() -> Self {
        Self::start(|path| demo_page("site", path).unwrap_or_else(|| Reply::status(404)))
    }

    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// The paths asked for so far, in the order they came.
    pub(crate) fn requests(&self) -> Vec<String> {
        self.requests.lock().expect("the list").clone()
    }
}

/// A page of a part (`site`, `new`) of the demo site.
pub(crate) fn demo_page(part: &str, path: &str) -> Option<Reply> {
    let name = path.trim_start_matches('/');
    let name = if path.ends_with('/') { format!("{name}index.html") } else { name.to_owned() };
    let body = fs::read(demo_folder().join(part).join(&name)).ok()?;
    let content_type = match name.rsplit_once('.').map(|(_, extension)| extension) {
        Some("html") => "text/html; charset=utf-8",
        Some("txt") => "text/plain",
        Some("xml") => "application/xml",
        _ => "application/octet-stream",
    };
    Some(Reply { status: 200, content_type, body })
}

/// Answers one request and closes the connection. Errors are the client's going away.
fn serve(stream: &TcpStream, log: &Mutex<Vec<String>>, answer: &dyn Fn(&str) -> Reply) {
    let mut reader = BufReader::new(stream);
    let mut lines = reader.by_ref().lines();
    let Some(Ok(request)) = lines.next() else { return };
    let head: Vec<String> =
        lines.map_while(Result::ok).take_while(|line| !line.is_empty()).collect();
    // A connection that is closed before all is read may lose the answer.
    let sent = head.iter().find_map(|line| {
        let line = line.to_ascii_lowercase();
        line.strip_prefix("content-length:")?.trim().parse::<u64>().ok()
    });
    let _ = io::copy(&mut reader.take(sent.unwrap_or_default()), &mut io::sink());
    let path = request.split(' ').nth(1).unwrap_or("/").to_owned();
    log.lock().expect("the list").push(path.clone());
    let Reply { status, content_type, body } = answer(&path);
    let head = format!(
        "HTTP/1.1 {status} X\r\nContent-Type: {content_type}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n",
        body.len()
    );
    let mut stream = stream;
    let _ = stream.write_all(head.as_bytes()).and_then(|()| stream.write_all(&body));
}
