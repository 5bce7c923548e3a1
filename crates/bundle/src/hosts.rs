//! Which wrappers a page goes to: those of its host.

use crate::bundle::Bundle;
use sitewrap_model::Reason;
use sitewrap_wrapper::{Fields, Wrapper, WrapperSet};
use std::collections::HashMap;
use url::Url;

/// The wrappers of sites as edited, ready to be looked up by the addresses of pages.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HostWrappers {
    sets: Vec<WrapperSet>,
    places: HashMap<String, usize>,
}

/// The host of an address as bundles know it: in small letters and without `www.`, as a crawl takes a
/// site with and without it for one. Empty for an address that has none. Ports do not count.
pub fn host_of(url: &str) -> String {
    let url = Url::parse(url).ok();
    let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
    bare(host).to_owned()
}

/// A host without its leading `www.`.
pub(crate) fn bare(host: &str) -> &str {
    host.strip_prefix("www.").unwrap_or(host)
}

impl HostWrappers {
    /// The wrappers of a bundle, with so many fields in their records.
    pub fn new(bundle: &Bundle, fields: Fields) -> Self {
        let sites = bundle.sites();
        let sets = sites.iter().map(|site| site.wrappers().with_fields(fields)).collect();
        let hosts = sites.iter().enumerate();
        let hosts =
            hosts.flat_map(|(at, site)| site.hosts().map(move |host| (host.to_owned(), at)));
        Self { sets, places: hosts.collect() }
    }

    /// The wrapper sets, one a site.
    pub fn sets(&self) -> &[WrapperSet] {
        &self.sets
    }

    /// All wrappers of all sites.
    pub fn wrappers(&self) -> impl Iterator<Item = &Wrapper> {
        self.sets.iter().flat_map(|set| &set.wrappers)
    }

    /// The place among the [sets](Self::sets) of the one that a page goes to: that of the host that has
    /// answered, or else of the host that was asked. A page without a host (a file) goes to the wrappers of
    /// the one site, if there is no more than one.
    ///
    /// # Errors
    /// That there is none: [`Reason::OtherHost`].
    pub fn place_of(&self, url: &str, final_url: &str) -> Result<usize, Reason> {
        let answered = host_of(final_url);
        let place = self.places.get(&answered).or_else(|| self.places.get(&host_of(url)));
        let of_only_site = (answered.is_empty() && self.sets.len() == 1).then_some(0);
        let host = || Some(answered.clone()).filter(|host| !host.is_empty());
        place.copied().or(of_only_site).ok_or_else(|| Reason::OtherHost(host()))
    }
}
