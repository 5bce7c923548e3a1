//! An HTTP/1.1 server on a free port of 127.0.0.1, one thread a connection.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// A request as the handler sees it.
#[derive(Clone, Debug)]
pub struct Request {
    /// Path and query.
    pub path: String,
    /// Header names in lower case, with values.
    pub headers: Vec<(String, String)>,
}

impl Request {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// What the handler answers.
#[derive(Clone, Debug)]
pub struct Reply {
    pub status: u16,
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
    /// Time before the first byte.
    pub before: Duration,
    /// Time between the bytes of the header.
    pub drip: Duration,
    /// Close the connection in the middle of the body.
    pub cut: bool,
}

impl Reply {
    pub fn new(status: u16, content_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self {
            status,
            headers: vec![("Content-Type".into(), content_type.into())],
            body: body.into(),
            before: Duration::ZERO,
            drip: Duration::ZERO,
            cut: false,
        }
    }

    pub fn html(body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, "text/html; charset=utf-8", body)
    }

    pub fn text(body: &str) -> Self {
        Self::new(200, "text/plain", body)
    }

    pub fn status(status: u16) -> Self {
        Self::new(status, "text/html", format!("<h1>{status}</h1>"))
    }

    pub fn redirect(to: &str) -> Self {
        Self::status(302).with("Location", to)
    }

    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    pub fn after(mut self, time: Duration) -> Self {
        self.before = time;
        self
    }
}

type Handler = dyn Fn(&Request) -> Reply + Send + Sync;

/// A running server; its threads end with the test process.
pub struct Server {
    address: SocketAddr,
    log: Arc<Mutex<Vec<Request>>>,
}

impl Server {
    pub fn start(handler: impl Fn(&Request) -> Reply + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let log = Arc::new(Mutex::new(Vec::new()));
        let (handler, seen): (Arc<Handler>, _) = (Arc::new(handler), log.clone());
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let (handler, seen) = (handler.clone(), seen.clone());
                thread::spawn(move || serve(&stream, &*handler, &seen));
            }
        });
        Self { address, log }
    }

    /// The address of a path.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// `127.0.0.1:port`.
    pub fn authority(&self) -> String {
        self.address.to_string()
    }

    pub fn port(&self) -> u16 {
        self.address.port()
    }

    /// The requests so far.
    pub fn log(&self) -> Vec<Request> {
        self.log.lock().unwrap().clone()
    }

    /// The paths asked for so far, robots.txt left out.
    pub fn paths(&self) -> Vec<String> {
        let paths = self.log().into_iter().map(|request| request.path);
        paths.filter(|path| path != "/robots.txt").collect()
    }

    /// How often a path was asked for.
    pub fn count(&self, path: &str) -> usize {
        self.log().iter().filter(|request| request.path == path).count()
    }
}

fn serve(stream: &TcpStream, handler: &Handler, log: &Mutex<Vec<Request>>) {
    // Head and body are written one after the other; the second would wait for the client's
    // acknowledgement of the first, which takes its time.
    stream.set_nodelay(true).unwrap();
    let mut reader = BufReader::new(stream);
    while let Some(request) = read_request(&mut reader) {
        log.lock().unwrap().push(request.clone());
        let reply = handler(&request);
        if write_reply(stream, &reply).is_err() || reply.cut {
            return;
        }
    }
}

fn read_request(reader: &mut BufReader<&TcpStream>) -> Option<Request> {
    let mut line = String::new();
    reader.read_line(&mut line).ok().filter(|&read| read > 0)?;
    let path = line.split(' ').nth(1)?.to_owned();
    let mut headers = Vec::new();
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(':') else { break };
        headers.push((name.to_ascii_lowercase(), value.trim().to_owned()));
    }
    Some(Request { path, headers })
}

fn write_reply(mut stream: &TcpStream, reply: &Reply) -> std::io::Result<()> {
    thread::sleep(reply.before);
    let mut head = format!("HTTP/1.1 {} X\r\n", reply.status);
    for (name, value) in &reply.headers {
        head.push_str(&format!("{name}: {value}\r\n"));
    }
    if !matches!(reply.status, 204 | 304) {
        head.push_str(&format!("Content-Length: {}\r\n", reply.body.len()));
    }
    head.push_str("\r\n");
    if reply.drip.is_zero() {
        stream.write_all(head.as_bytes())?;
    } else {
        for byte in head.bytes() {
            stream.write_all(&[byte])?;
            thread::sleep(reply.drip);
        }
    }
    if matches!(reply.status, 204 | 304) {
        return Ok(());
    }
    let end = if reply.cut { reply.body.len() / 2 } else { reply.body.len() };
    stream.write_all(&reply.body[..end])?;
    stream.flush()
}
