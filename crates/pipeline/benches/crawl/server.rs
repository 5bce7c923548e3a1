//! A server that has every answer ready, so that it takes as little of the machine as it can.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;

const MISSING: &[u8] = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";

/// A running server; its threads end with the process.
pub(crate) struct Server(SocketAddr);

impl Server {
    /// Serves pages on a free port of 127.0.0.1, each under its path and query.
    pub(crate) fn start(pages: Vec<(String, Vec<u8>)>) -> Self {
        let answers: HashMap<String, Vec<u8>> =
            pages.into_iter().map(|(path, body)| (path, answer(&body))).collect();
        let answers = Arc::new(answers);
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("a bound listener has an address");
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let answers = answers.clone();
                thread::spawn(move || serve(stream, &answers));
            }
        });
        Self(address)
    }

    /// The server that another process runs at an address.
    pub(crate) fn at(address: &str) -> Self {
        Self(address.parse().expect("an address with its port"))
    }

    /// Its address and port.
    pub(crate) fn address(&self) -> String {
        self.0.to_string()
    }

    /// The address of a path.
    pub(crate) fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.0)
    }
}

fn answer(body: &[u8]) -> Vec<u8> {
    let head = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Answers the requests of one connection until it is closed.
fn serve(mut stream: TcpStream, answers: &HashMap<String, Vec<u8>>) {
    let mut buffer = Vec::new();
    let mut piece = [0; 4096];
    while let Ok(read @ 1..) = stream.read(&mut piece) {
        buffer.extend_from_slice(&piece[..read]);
        while let Some(end) = buffer.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&buffer[..end]);
            let path = head.split(' ').nth(1).unwrap_or_default();
            let answer = answers.get(path).map_or(MISSING, Vec::as_slice);
            if stream.write_all(answer).is_err() {
                return;
            }
            buffer.drain(..end + 4);
        }
    }
}
