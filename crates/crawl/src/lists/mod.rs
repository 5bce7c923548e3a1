//! Lists that are spread over several pages, and files that list the URLs of a site.

pub(crate) mod pager;
pub(crate) mod places;
pub(crate) mod sitemap;
pub(crate) mod sitemap_queue;
pub(crate) mod turn;
