//! Which addresses may be contacted.
//!
//! A link can name a host of the user's own network, by number or by a name that resolves to
//! one. The guard is asked for literal addresses before a request, and for names when they are
//! resolved: the connection goes to the very addresses that were checked, so that a second
//! answer of the name server cannot change the verdict.
//!
//! Where a proxy of the environment makes the connection, it also resolves the name, and often only it
//! can. A name that means private addresses here is not passed on to it all the same.

use crate::proxies::{Proxies, Proxy, ProxyError};
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::collections::HashMap;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use thiserror::Error;
use url::{Host, Url};

/// Why an address was not contacted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AddressError {
    /// The host has no address.
    #[error("no address was found for {0}")]
    Unknown(String),
    /// The host has private addresses only.
    #[error("{0} is a private address, which may not be contacted")]
    Private(String),
}

/// Decides which addresses may be contacted, and resolves names to such addresses only.
#[derive(Clone, Debug)]
pub(crate) struct AddressGuard {
    allow_private: bool,
    /// Their own addresses may be private.
    proxies: Proxies,
    /// Whether names that a proxy resolves mean private addresses here.
    private_names: Arc<Mutex<HashMap<String, bool>>>,
}

impl AddressGuard {
    /// A guard that knows the proxies of the environment.
    ///
    /// # Errors
    /// If the environment names a proxy that cannot be used.
    pub(crate) fn new(allow_private: bool) -> Result<Self, ProxyError> {
        let proxies = Proxies::read(|name| std::env::var(name).ok())?;
        Ok(Self::with(allow_private, proxies))
    }

    fn with(allow_private: bool, proxies: Proxies) -> Self {
        Self { allow_private, proxies, private_names: Arc::default() }
    }

    /// The proxy for a URL, if the environment names one.
    pub(crate) fn proxy(&self, url: &Url) -> Option<&Proxy> {
        self.proxies.of(url)
    }

    /// Checks a URL, as far as that can be done before the connection; names are checked when they are
    /// resolved. Gives whether the host is a private one, if that shows already.
    pub(crate) async fn check(&self, url: &Url) -> Result<Option<bool>, AddressError> {
        let private = match url.host() {
            Some(Host::Ipv4(address)) => !is_public(address.into()),
            Some(Host::Ipv6(address)) => !is_public(address.into()),
            Some(Host::Domain(name)) => {
                if self.proxies.of(url).is_none() && !self.proxies.is_host(name) {
                    return Ok(None);
                }
                self.is_private_name(name).await
            }
            None => return Err(AddressError::Unknown(url.to_string())),
        };
        match private && !self.allow_private {
            true => Err(AddressError::Private(url.host_str().unwrap_or_default().to_owned())),
            false => Ok(Some(private)),
        }
    }

    /// Whether a name has addresses here, and private ones only.
    async fn is_private_name(&self, name: &str) -> bool {
        let names = || self.private_names.lock().unwrap_or_else(PoisonError::into_inner);
        let known = names().get(name).copied();
        if let Some(known) = known {
            return known;
        }
        let found = addresses(name).await;
        let private = !found.is_empty() && !found.iter().any(|address| is_public(address.ip()));
        names().insert(name.to_owned(), private);
        private
    }

    /// The addresses of `found` that may be contacted.
    fn admit(&self, host: &str, found: Vec<SocketAddr>) -> Result<Vec<SocketAddr>, AddressError> {
        if found.is_empty() {
            return Err(AddressError::Unknown(host.to_owned()));
        }
        if self.allow_private || self.proxies.is_host(host) {
            return Ok(found);
        }
        let public: Vec<_> = found.into_iter().filter(|address| is_public(address.ip())).collect();
        match public.is_empty() {
            true => Err(AddressError::Private(host.to_owned())),
            false => Ok(public),
        }
    }
}

impl Resolve for AddressGuard {
    fn resolve(&self, name: Name) -> Resolving {
        let guard = self.clone();
        Box::pin(async move {
            let host = name.as_str().to_owned();
            let admitted = guard.admit(&host, addresses(&host).await)?;
            Ok(Box::new(admitted.into_iter()) as Addrs)
        })
    }
}

/// The addresses of a name; none if it cannot be resolved.
async fn addresses(name: &str) -> Vec<SocketAddr> {
    match tokio::net::lookup_host((name, 0)).await {
        Ok(found) => found.collect(),
        Err(error) => {
            tracing::debug!(%name, %error, "name not resolved");
            Vec::new()
        }
    }
}

/// Whether an address belongs to the public internet: not private, loopback, link-local,
/// multicast, reserved or for documentation (the IANA special-purpose registries), nor an IPv6
/// form of an IPv4 address that is.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let special = matches!(
        (a, b, c),
        (0 | 10 | 127, ..)
            | (100, 64..=127, _)
            | (169, 254, _)
            | (172, 16..=31, _)
            | (192, 0, 0 | 2)
            | (192, 88, 99)
            | (192, 168, _)
            | (198, 18 | 19, _)
            | (198, 51, 100)
            | (203, 0, 113)
            | (224..=255, ..)
    );
    !special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [a, b, c, d, e, f, g, h] = address.segments();
    let embedded = |high: u16, low: u16| {
        let [[w, x], [y, z]] = [high.to_be_bytes(), low.to_be_bytes()];
        is_public_v4(Ipv4Addr::new(w, x, y, z))
    };
    match (a, b) {
        // IPv4-mapped.
        (0, 0) => (c, d, e, f) == (0, 0, 0, 0xffff) && embedded(g, h),
        // NAT64 and 6to4 carry an IPv4 address.
        (0x64, 0xff9b) => (c, d, e, f) == (0, 0, 0, 0) && embedded(g, h),
        (0x2002, _) => embedded(b, c),
        // Global unicast, without Teredo and other protocol blocks, and documentation.
        (0x2001, b) => b > 0x1ff && b != 0xdb8,
        (0x3fff, b) => b > 0xfff,
        (a, _) => (0x2000..0x4000).contains(&a),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn public(text: &str) -> bool {
        is_public(text.parse().unwrap())
    }

    #[test]
    fn private_and_special_addresses_are_told() {
        for address in [
            "0.0.0.0",
            "10.1.2.3",
            "100.64.0.1",
            "127.0.0.1",
            "127.9.9.9",
            "169.254.169.254",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "64:ff9b:1::1",
            "2002:7f00:1::",
            "2001::1",
            "fc00::1",
            "fd00:ec2::254",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "100::1",
        ] {
            assert!(!public(address), "{address}");
        }
    }

    #[test]
    fn addresses_of_the_internet_are_public() {
        for address in [
            "1.1.1.1",
            "93.184.216.34",
            "100.63.0.1",
            "172.32.0.1",
            "192.1.1.1",
            "2606:4700::1111",
            "2a00:1450:4001::1",
            "::ffff:8.8.8.8",
            "64:ff9b::808:808",
            "2001:4860:4860::8888",
        ] {
            assert!(public(address), "{address}");
        }
    }

    fn guard(proxy: &str) -> AddressGuard {
        let proxies = Proxies::read(|name| (name == "HTTP_PROXY").then(|| proxy.to_owned()));
        AddressGuard::with(false, proxies.unwrap())
    }

    #[tokio::test]
    async fn numbers_in_disguise_are_seen_through() {
        let guard = guard("");
        for text in ["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://[::1]/"]
        {
            let url = Url::parse(text).unwrap();
            let checked = guard.check(&url).await;
            assert!(matches!(checked, Err(AddressError::Private(_))), "{text}");
        }
    }

    #[test]
    fn a_name_is_admitted_by_its_public_addresses_only() {
        let guard = guard("http://proxy:3128");
        let public: SocketAddr = "8.8.8.8:0".parse().unwrap();
        let private: SocketAddr = "10.0.0.1:0".parse().unwrap();
        assert_eq!(guard.admit("a", vec![private, public]), Ok(vec![public]));
        assert_eq!(guard.admit("a", vec![private]), Err(AddressError::Private("a".into())));
        assert_eq!(guard.admit("a", vec![]), Err(AddressError::Unknown("a".into())));
        assert_eq!(guard.admit("proxy", vec![private]), Ok(vec![private]));
    }

    /// A name that had public addresses when it was checked may have private ones when it is connected
    /// to. There is no such gap: a check of a name says nothing, and each connection asks this resolver.
    #[tokio::test]
    async fn a_name_that_changes_its_addresses_is_judged_by_those_connected_to() {
        let guard = guard("");
        let url = Url::parse("http://localhost/").unwrap();
        assert_eq!(guard.check(&url).await, Ok(None));
        for _ in 0..2 {
            let found = guard.resolve("localhost".parse().unwrap()).await;
            let error = found.err().expect("it is private");
            let private = AddressError::Private("localhost".to_owned());
            assert_eq!(error.downcast_ref::<AddressError>(), Some(&private));
        }
    }

    #[tokio::test]
    async fn a_proxy_is_not_asked_for_what_is_private_here() {
        let guard = guard("http://localhost:3128");
        let check = async |url: &str| guard.check(&Url::parse(url).unwrap()).await;
        let private = AddressError::Private("localhost".to_owned());
        assert_eq!(check("http://localhost/").await, Err(private), "also the proxy's own host");
        assert_eq!(check("http://no-such-name.invalid/").await, Ok(Some(false)), "for the proxy");
        assert_eq!(check("https://no-such-name.invalid/").await, Ok(None), "no proxy for these");
    }
}
