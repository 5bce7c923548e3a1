//! The proxies that the user's environment names.
//!
//! The HTTP client reads the same variables and goes by them; here they are read for what the client
//! does not tell: a value that it would pass over in silence, which proxy a failure is to be laid
//! to, and whose addresses may be private though the pages asked for may not.

use thiserror::Error;
use url::Url;

/// A value of the environment that names no proxy that can be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "{variable} in the environment names no HTTP proxy; write it as http://HOST:PORT or unset it"
)]
pub struct ProxyError {
    variable: &'static str,
}

/// A proxy, as a variable of the environment names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Proxy {
    variable: &'static str,
    host: String,
    port: u16,
}

impl Proxy {
    /// What a failure of a request that goes by the proxy is to be laid to; no user or password.
    pub(crate) fn describe(&self) -> String {
        let Self { variable, host, port } = self;
        format!("by the proxy {host}:{port} that {variable} names")
    }

    /// What the user can do about a proxy that lets only those through who have a password.
    pub(crate) fn wants_password(&self) -> String {
        let Self { variable, host, port } = self;
        format!(
            "the proxy {host}:{port} wants a user and password that it knows; set \
             {variable}=http://USER:PASSWORD@{host}:{port}"
        )
    }
}

/// The proxies for each scheme; `NO_PROXY` is left to the client.
#[derive(Clone, Debug, Default)]
pub(crate) struct Proxies {
    http: Option<Proxy>,
    https: Option<Proxy>,
}

impl Proxies {
    /// Reads the variables of the environment, of which the client takes the first that is set.
    pub(crate) fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, ProxyError> {
        let read = |names: [&'static str; 2]| {
            let set = names.into_iter().find_map(|name| Some((name, variable(name)?)));
            set.filter(|(_, value)| !value.is_empty()).map(parse).transpose()
        };
        // A server that starts this program for a request sets what it likes in `HTTP_PROXY`.
        if variable("REQUEST_METHOD").is_some() {
            return Ok(Self::default());
        }
        let all = read(["ALL_PROXY", "all_proxy"])?;
        Ok(Self {
            http: read(["HTTP_PROXY", "http_proxy"])?.or_else(|| all.clone()),
            https: read(["HTTPS_PROXY", "https_proxy"])?.or(all),
        })
    }

    /// The proxy for a URL, unless `NO_PROXY` names its host.
    pub(crate) fn of(&self, url: &Url) -> Option<&Proxy> {
        if url.scheme() == "https" { self.https.as_ref() } else { self.http.as_ref() }
    }

    /// Whether a host is that of a proxy.
    pub(crate) fn is_host(&self, host: &str) -> bool {
        [&self.http, &self.https].into_iter().flatten().any(|proxy| proxy.host == host)
    }
}

fn parse((variable, value): (&'static str, String)) -> Result<Proxy, ProxyError> {
    let with_scheme = if value.contains("://") { value } else { format!("http://{value}") };
    let url = Url::parse(&with_scheme).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
    let proxy = url.and_then(|url| {
        let (host, port) = (url.host_str()?.to_owned(), url.port_or_known_default()?);
        Some(Proxy { variable, host, port })
    });
    proxy.ok_or(ProxyError { variable })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(set: &'static [(&str, &str)]) -> Result<Proxies, ProxyError> {
        let value = |name: &str| set.iter().find(|(known, _)| *known == name);
        Proxies::read(|name| value(name).map(|(_, value)| (*value).to_owned()))
    }

    fn told(proxies: &Proxies, url: &str) -> Option<String> {
        proxies.of(&Url::parse(url).unwrap()).map(Proxy::describe)
    }

    #[test]
    fn each_scheme_has_its_proxy_and_all_stands_in() {
        let proxies = read(&[
            ("http_proxy", "http://user:secret@10.0.0.9:3128"),
            ("ALL_PROXY", "proxy.lan:8080"),
        ]);
        let proxies = proxies.unwrap();
        let http = told(&proxies, "http://a.example/");
        assert_eq!(http.as_deref(), Some("by the proxy 10.0.0.9:3128 that http_proxy names"));
        let https = told(&proxies, "https://a.example/");
        assert_eq!(https.as_deref(), Some("by the proxy proxy.lan:8080 that ALL_PROXY names"));
        assert!(proxies.is_host("proxy.lan") && !proxies.is_host("a.example"));
    }

    #[test]
    fn what_is_no_http_proxy_is_an_error_that_names_the_variable() {
        for value in ["socks5://127.0.0.1:1080", "http://", "not a proxy", "ftp://proxy:21"] {
            let error = Proxies::read(|name| (name == "HTTPS_PROXY").then(|| value.to_owned()));
            assert_eq!(error.unwrap_err(), ProxyError { variable: "HTTPS_PROXY" }, "{value}");
        }
        let none = read(&[("HTTP_PROXY", ""), ("http_proxy", "proxy:1")]).unwrap();
        assert_eq!(told(&none, "http://a.example/"), None, "the first that is set counts");
        let asked = read(&[("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "proxy:1")]).unwrap();
        assert_eq!(told(&asked, "http://a.example/"), None);
    }
}
