//! The wrappers of sites, and what a person has said of them.

use crate::error::SharedHost;
use crate::hosts::{bare, host_of};
use serde::{Deserialize, Serialize};
use sitewrap_wrapper::WrapperSet;
use sitewrap_wrapper::edit::Edits;
use std::collections::BTreeSet;

/// The wrappers of any number of sites; no host is in two of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Bundle {
    /// By their first hosts.
    sites: Vec<Site>,
}

/// What extraction of new pages needs of a site.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Site {
    /// In small letters, without `www.`.
    hosts: BTreeSet<String>,
    /// That of the wrappers as edited.
    version: u32,
    /// As they were induced.
    wrappers: WrapperSet,
    edits: Edits,
}

impl Site {
    /// The wrappers of a site: as they were induced, with edits that make them those of `version`. The hosts
    /// are those of `urls`, which are addresses of its pages.
    pub fn new<'u>(
        urls: impl IntoIterator<Item = &'u str>,
        version: u32,
        induced: WrapperSet,
        edits: Edits,
    ) -> Self {
        Self { hosts: urls.into_iter().map(host_of).collect(), version, wrappers: induced, edits }
    }

    /// Its hosts in alphabetical order, without `www.`.
    pub fn hosts(&self) -> impl Iterator<Item = &str> {
        self.hosts.iter().map(String::as_str)
    }

    /// The wrappers as edited.
    pub fn wrappers(&self) -> WrapperSet {
        let mut edited = self.edits.apply(self.wrappers.clone()).wrappers;
        edited.version = self.version;
        edited
    }

    /// The wrappers as they were induced.
    pub(crate) fn induced(&self) -> &WrapperSet {
        &self.wrappers
    }
}

impl Bundle {
    /// The bundle of one site.
    pub fn of(site: Site) -> Self {
        Self { sites: vec![site] }
    }

    /// Its sites, by their first hosts.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// Adds the sites of another bundle.
    ///
    /// # Errors
    /// If there are wrappers of one of its hosts already; nothing is added then.
    pub fn join(&mut self, other: Self) -> Result<(), SharedHost> {
        let known: BTreeSet<&String> = self.sites.iter().flat_map(|site| &site.hosts).collect();
        if let Some(host) =
            other.sites.iter().flat_map(|site| &site.hosts).find(|it| known.contains(it))
        {
            return Err(SharedHost(host.clone()));
        }
        self.sites.extend(other.sites);
        self.sites.sort_by(|a, b| a.hosts.first().cmp(&b.hosts.first()));
        Ok(())
    }

    /// The same, as sites that were read are to stand: hosts spelt as they are looked up, each in one site.
    pub(crate) fn checked(self) -> Result<Self, SharedHost> {
        let mut seen = BTreeSet::new();
        for host in self.sites.iter().flat_map(|site| &site.hosts) {
            if !seen.insert(bare(host).to_ascii_lowercase()) {
                return Err(SharedHost(host.clone()));
            }
        }
        let mut sites = self.sites;
        for site in &mut sites {
            let hosts = std::mem::take(&mut site.hosts);
            site.hosts = hosts.iter().map(|host| bare(host).to_ascii_lowercase()).collect();
        }
        sites.sort_by(|a, b| a.hosts.first().cmp(&b.hosts.first()));
        Ok(Self { sites })
    }
}
