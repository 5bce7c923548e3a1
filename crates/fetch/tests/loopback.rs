//! What must never happen, against a server on the loopback address: a redirect is followed on the
//! server's word, a private address is contacted unasked, a body is read beyond its cap, robots.txt is
//! passed over.

use flate2::Compression;
use flate2::write::GzEncoder;
use sitewrap_fetch::{
    AddressError, Answer, Body, FetchError, FetchOptions, NoRobots, Paces, PageFetcher, Permission,
    Persistence, PoliteClient, Request, RobotsCache, StopSignal, Timeouts, Transport, Unavailable,
    Validators, fetch_robots,
};
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use url::Url;

/// The largest body that is taken, in bytes.
const CAP: usize = 1 << 20;

/// Status, headers and body for a path.
type Reply = (u16, String, Vec<u8>);

/// A server on a free port; its thread ends with the test process.
struct Server {
    address: SocketAddr,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Server {
    fn start(reply: impl Fn(&str) -> Reply + Send + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let (address, asked) =
            (listener.local_addr().expect("an address"), Arc::new(Mutex::new(Vec::new())));
        let log = asked.clone();
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if let Some(path) = path_of(&stream) {
                    log.lock().expect("the log").push(path.clone());
                    // A client that has had enough closes the connection.
                    let _ = answer(&stream, reply(&path));
                }
            }
        });
        Self { address, asked }
    }

    fn url(&self, path: &str) -> Url {
        Url::parse(&format!("http://{}{path}", self.address)).expect("a URL")
    }

    /// The paths that were asked for.
    fn asked(&self) -> Vec<String> {
        self.asked.lock().expect("the log").clone()
    }
}

fn path_of(stream: &TcpStream) -> Option<String> {
    let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
    let path = lines.next()?.split(' ').nth(1)?.to_owned();
    lines.take_while(|line| !line.is_empty()).for_each(drop);
    Some(path)
}

fn answer(mut stream: &TcpStream, (status, headers, body): Reply) -> std::io::Result<()> {
    write!(stream, "HTTP/1.1 {status} X\r\nConnection: close\r\n{headers}\r\n")?;
    stream.write_all(&body)
}

fn html(body: impl Into<Vec<u8>>) -> Reply {
    (200, "Content-Type: text/html\r\n".to_owned(), body.into())
}

fn redirect(target: &str) -> Reply {
    (302, format!("Location: {target}\r\n"), Vec::new())
}

fn transport(allow_private: bool) -> Arc<Transport> {
    let options = FetchOptions {
        user_agent: "tester/1".to_owned(),
        allow_private,
        connections: 1,
        body: CAP,
        timeouts: Timeouts::default(),
    };
    Arc::new(Transport::new(&options).expect("a client"))
}

async fn page(transport: &Arc<Transport>, url: Url) -> Result<Answer, FetchError> {
    let request = Request::page(url, CAP, Validators::default());
    let fetched = PageFetcher::new(transport.clone()).fetch(request).await;
    fetched.map(|fetched| fetched.answer)
}

#[tokio::test]
async fn no_redirect_is_followed() {
    let server = Server::start(|path| match path {
        "/go" => redirect("/there"),
        _ => html("<h1>there"),
    });
    let answer = page(&transport(true), server.url("/go")).await.unwrap();
    assert_eq!(answer.status, 302);
    assert_eq!(answer.location(&server.url("/go")), Some(server.url("/there")));
    assert_eq!(server.asked(), ["/go"]);
}

#[tokio::test]
async fn private_addresses_are_asked_where_that_is_permitted_only() {
    let server = Server::start(|_| html("<h1>here"));
    let mut by_name = server.url("/");
    by_name.set_host(Some("localhost")).unwrap();
    for url in [server.url("/"), by_name] {
        let refused = page(&transport(false), url.clone()).await.unwrap_err();
        assert!(
            matches!(refused, FetchError::Address(AddressError::Private(_))),
            "{url}: {refused}"
        );
        assert!(!refused.may_pass(), "another attempt is refused as well");
    }
    assert!(server.asked().is_empty());
    let answer = page(&transport(true), server.url("/")).await.unwrap();
    assert!(matches!(&answer.body, Body::Read(body) if body == b"<h1>here"));
}

/// 64 MiB of spaces, packed to some tens of kilobytes.
fn gzip_bomb() -> Vec<u8> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    for _ in 0..64 {
        packer.write_all(&vec![b' '; 1 << 20]).expect("room");
    }
    packer.finish().expect("room")
}

#[tokio::test]
async fn bodies_are_bounded_as_they_are_sent_and_as_they_unpack() {
    let bomb = gzip_bomb();
    assert!(bomb.len() < CAP);
    let server = Server::start(move |path| {
        let (status, mut headers, fine) = html(vec![b'x'; CAP]);
        match path {
            "/bomb" => {
                headers += "Content-Encoding: gzip\r\n";
                (status, headers, bomb.clone())
            }
            "/endless" => html(vec![b'x'; 8 * CAP]),
            // Told by its header, and never sent.
            "/told" => {
                headers += &format!("Content-Length: {}\r\n", 64 * CAP);
                (status, headers, Vec::new())
            }
            _ => (status, headers, fine),
        }
    });
    let transport = transport(true);
    for path in ["/bomb", "/endless", "/told"] {
        let answer = page(&transport, server.url(path)).await.unwrap();
        assert!(matches!(answer.body, Body::TooLarge), "{path}");
    }
    assert!(transport.bytes() < 3 * CAP as u64, "{} bytes were unpacked", transport.bytes());
    let answer = page(&transport, server.url("/fine")).await.unwrap();
    assert!(matches!(&answer.body, Body::Read(body) if body.len() == CAP));
    let file = transport.exchange(&Request::file(server.url("/bomb"), 1000)).await.unwrap();
    assert!(matches!(&file.body, Body::Read(body) if body.len() == 1000), "a file is cut off");
}

async fn robots_of(server: &Server) -> Result<RobotsCache, NoRobots> {
    let paces = Paces::new(Some(Duration::ZERO));
    let client = PoliteClient::new(transport(true), paces, StopSignal::new());
    let persistence = Persistence { attempts: 1, wait: Duration::ZERO };
    let url = server.url("/");
    let robots = fetch_robots(&client, &url, persistence, &|_, _| {}).await?;
    let mut cache = RobotsCache::new("tester".to_owned());
    assert_eq!(cache.permission(&url), Permission::Unknown);
    cache.learn(&url, &robots);
    Ok(cache)
}

#[tokio::test]
async fn robots_txt_is_obeyed_wherever_it_was_moved_within_bounds() {
    let rules = "User-agent: tester\nDisallow: /private\n";
    let server = Server::start(move |path| match path {
        "/robots.txt" => redirect("/rules"),
        _ => (200, "Content-Type: text/plain\r\n".to_owned(), rules.into()),
    });
    let cache = robots_of(&server).await.unwrap();
    assert_eq!(cache.permission(&server.url("/private/x")), Permission::Forbidden);
    assert_eq!(cache.permission(&server.url("/open")), Permission::Allowed);

    let round = Server::start(|_| redirect("/robots.txt"));
    let cache = robots_of(&round).await.unwrap();
    assert_eq!(cache.permission(&round.url("/private/x")), Permission::Allowed, "there are none");
    assert_eq!(round.asked().len(), 6, "five redirects are followed");
}

#[tokio::test]
async fn nothing_is_permitted_while_robots_txt_cannot_be_had() {
    let server = Server::start(|_| (500, String::new(), Vec::new()));
    let refused = robots_of(&server).await.err();
    assert_eq!(refused, Some(NoRobots::Unavailable(Unavailable::Status(500))));
}
