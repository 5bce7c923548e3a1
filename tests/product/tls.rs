//! Servers that speak TLS wrongly, and servers that speak HTTP/2 to flood their clients.
//!
//! The certificates are made by `scripts/make_test_certificates`.

use crate::support::{Run, Scratch, finish};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{ServerConfig, ServerConnection, StreamOwned};
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

type Secure = StreamOwned<ServerConnection, TcpStream>;

fn certificate(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/product/certificates");
    folder.join(format!("{name}.pem"))
}

/// How a server with a certificate meets its clients.
fn config(name: &str, protocol: &[u8]) -> Arc<ServerConfig> {
    let chain = vec![CertificateDer::from_pem_file(certificate(name)).expect("a certificate")];
    let key = PrivateKeyDer::from_pem_file(certificate("key")).expect("a key");
    let config = ServerConfig::builder().with_no_client_auth().with_single_cert(chain, key);
    let mut config = config.expect("a pair");
    config.alpn_protocols = vec![protocol.to_vec()];
    Arc::new(config)
}

/// A server on the loopback address whose connections are handled so; its port.
fn listen(handle: impl Fn(TcpStream) + Send + Sync + 'static) -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a port");
    let port = listener.local_addr().expect("an address").port();
    let handle = Arc::new(handle);
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let handle = Arc::clone(&handle);
            thread::spawn(move || handle(stream));
        }
    });
    port
}

/// A server that speaks TLS; what a client does wrong ends its connection.
fn secure(
    name: &str,
    protocol: &'static [u8],
    handle: impl Fn(&mut Secure) -> std::io::Result<()> + Send + Sync + 'static,
) -> u16 {
    let config = config(name, protocol);
    listen(move |stream| {
        let connection = ServerConnection::new(Arc::clone(&config)).expect("a connection");
        let _ = handle(&mut StreamOwned::new(connection, stream));
    })
}

/// Answers one request with a page.
fn answer(stream: &mut Secure) -> std::io::Result<()> {
    let mut asked = [0; 4096];
    let read = stream.read(&mut asked)?;
    let body = match asked[..read].starts_with(b"GET /robots.txt") {
        true => "",
        false => "<title>Shop</title><p>Lamps and ropes.",
    };
    let (length, head) =
        (body.len(), "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close");
    write!(stream, "{head}\r\nContent-Length: {length}\r\n\r\n{body}")?;
    stream.conn.send_close_notify();
    stream.flush()
}

fn crawl(port: u16) -> Run {
    let scratch = Scratch::new();
    let url = format!("https://127.0.0.1:{port}/");
    let args = ["crawl", &url, "--allow-private", "--delay", "0", "--no-probe", "--timeout", "1"];
    finish(scratch.command(args).env("SSL_CERT_FILE", certificate("issuer")))
}

#[test]
fn a_connection_that_is_not_secure_is_told_by_what_is_wrong() {
    let certified = |name: &'static str| secure(name, b"http/1.1", answer);
    let plain = |mut stream: TcpStream| {
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n");
    };
    let kinds = [
        (certified("good"), 0, ""),
        (certified("expired"), 1, "the certificate of the server has expired"),
        (certified("early"), 1, "the certificate of the server is not valid yet"),
        (certified("other"), 1, "the certificate of the server is for another host"),
        (certified("self_signed"), 1, "SSL_CERT_FILE"),
        (listen(plain), 1, "does not speak TLS there: is it an address with http://?"),
        (listen(|mut stream| drop(stream.read(&mut [0; 4096]))), 1, "broke off before"),
        (listen(|_| thread::sleep(Duration::from_secs(60))), 1, "in time"),
    ];
    thread::scope(|scope| {
        for (port, code, reason) in kinds {
            scope.spawn(move || {
                let run = crawl(port).expect_code(code);
                assert!(run.last_message().contains(reason), "{reason}: {}", run.stderr);
                let told = run.stderr.lines().filter(|line| line.starts_with("sitewrap: "));
                assert_eq!(told.count(), usize::from(code != 0), "{}", run.stderr);
            });
        }
    });
}

const HEADERS: u8 = 1;
const RST_STREAM: u8 = 3;
const SETTINGS: u8 = 4;
const PUSH_PROMISE: u8 = 5;
const PING: u8 = 6;
const CONTINUATION: u8 = 9;
const END_HEADERS: u8 = 4;

/// A frame of HTTP/2 (RFC 9113, 4.1).
fn frame(kind: u8, flags: u8, stream: u32, content: &[u8]) -> Vec<u8> {
    let mut frame = (content.len() as u32).to_be_bytes()[1..].to_vec();
    frame.extend([kind, flags]);
    frame.extend(stream.to_be_bytes());
    frame.extend_from_slice(content);
    frame
}

/// A header field with a name and a value of their own (RFC 7541, 6.2.2; kept with 6.2.1).
fn field(kept: bool, name: &str, value: &str) -> Vec<u8> {
    let mut field = vec![if kept { 0x40 } else { 0 }];
    for text in [name, value] {
        assert!(text.len() < 127, "longer ones have longer lengths");
        field.push(text.len() as u8);
        field.extend_from_slice(text.as_bytes());
    }
    field
}

/// The floods: what comes first once the client has asked, and what comes then without end.
fn floods() -> Vec<(&'static str, Vec<u8>, Vec<u8>)> {
    const OK: u8 = 0x88;
    let page = [&[OK][..], &field(false, "content-type", "text/html")].concat();
    let filled = field(false, "x-filler", &"x".repeat(100)).repeat(100);
    // One kept field, named by one byte each time.
    let bomb = [&[OK][..], &field(true, "x-bomb", &"x".repeat(120)), &vec![0xbe; 16_000]].concat();
    let promise = [&2u32.to_be_bytes()[..], &[0x82, 0x84, 0x86]].concat();
    vec![
        ("continuation", frame(HEADERS, 0, 1, &[OK]), frame(CONTINUATION, 0, 1, &filled)),
        ("empty continuation", frame(HEADERS, 0, 1, &[OK]), frame(CONTINUATION, 0, 1, &[])),
        (
            "header bomb",
            frame(HEADERS, 0, 1, &bomb),
            frame(CONTINUATION, 0, 1, &vec![0xbe; 16_000]),
        ),
        ("reset", Vec::new(), frame(RST_STREAM, 0, 1, &8u32.to_be_bytes())),
        ("ping", Vec::new(), frame(PING, 0, 0, &[7; 8])),
        ("settings", Vec::new(), frame(SETTINGS, 0, 0, &[0, 3, 0, 0, 0, 100])),
        ("push", Vec::new(), frame(PUSH_PROMISE, END_HEADERS, 1, &promise)),
        ("empty data", frame(HEADERS, END_HEADERS, 1, &page), frame(0, 0, 1, &[])),
        ("unknown", Vec::new(), frame(0xee, 0, 0, &[0; 1000])),
    ]
}

/// Reads what a client asks, then floods it until it goes away; counts the bytes of floods.
fn flood(
    stream: &mut Secure,
    first: &[u8],
    then: &[u8],
    sent: &AtomicUsize,
) -> std::io::Result<()> {
    let mut asked = Vec::new();
    // The preface, the settings, and a request.
    while asked.len() < 24 + 9 || !asked[24..].windows(2).any(|at| at == [HEADERS, 5]) {
        let mut piece = [0; 4096];
        match stream.read(&mut piece)? {
            0 => return Ok(()),
            read => asked.extend_from_slice(&piece[..read]),
        }
    }
    stream.write_all(&frame(SETTINGS, 0, 0, &[]))?;
    stream.write_all(first)?;
    let many = then.repeat((16 << 10) / then.len().max(1) + 1);
    loop {
        stream.write_all(&many)?;
        sent.fetch_add(many.len(), Ordering::Relaxed);
    }
}

/// Runs a crawl to its end; the most memory that it had, in kB.
fn peak_of_crawl(port: u16) -> (Run, u64) {
    let scratch = Scratch::new();
    let url = format!("https://127.0.0.1:{port}/");
    let args = ["crawl", &url, "--allow-private", "--delay", "0", "--no-probe", "--timeout", "1"];
    let mut command = scratch.command(args);
    command.env("SSL_CERT_FILE", certificate("issuer"));
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("the binary starts");
    let mut peak = 0;
    while child.try_wait().expect("the binary runs").is_none() {
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        peak = peak.max(now.unwrap_or(0));
        thread::sleep(Duration::from_millis(20));
    }
    (crate::support::wait(child), peak)
}

#[test]
fn floods_of_http_2_end_in_time_and_take_no_memory() {
    thread::scope(|scope| {
        for (kind, first, then) in floods() {
            scope.spawn(move || {
                let sent = Arc::new(AtomicUsize::new(0));
                let count = Arc::clone(&sent);
                let handle = move |stream: &mut Secure| flood(stream, &first, &then, &count);
                let port = secure("good", b"h2", handle);
                let (run, peak) = peak_of_crawl(port);
                let run = run.expect_code(1);
                let told: Vec<&str> =
                    run.stderr.lines().filter(|line| line.starts_with("sitewrap: ")).collect();
                assert!(
                    matches!(told[..], [one] if one.contains("could not be fetched")
                    || one.contains("cannot be had")),
                    "{kind}: {}",
                    run.stderr
                );
                assert!(sent.load(Ordering::Relaxed) > 0, "{kind}: the client never asked");
                assert!(peak < 300 << 10, "{kind}: {peak} kB");
            });
        }
    });
}
