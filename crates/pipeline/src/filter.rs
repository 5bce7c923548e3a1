//! Pages of unwanted content.

use crate::extract::unfit;
use sitewrap_content::{Content, Method, Reason, declared_language, parse};
use sitewrap_crawl::PageFilter;
use sitewrap_filter::Filter;
use sitewrap_model::Page;

/// What a crawl says of pages that its filter keeps out.
const UNWANTED: &str = "unwanted content";

/// A filter that judges pages by their main content, for [`CrawlOptions::filter`]. Pages without main
/// content are kept.
///
/// [`CrawlOptions::filter`]: sitewrap_crawl::CrawlOptions::filter
#[derive(Clone, Debug)]
pub struct ContentFilter(pub Filter);

impl PageFilter for ContentFilter {
    fn unwanted(&self, page: &Page) -> Option<String> {
        if Reason::of_body(&page.body, page.content_type()).is_some() || unfit(page).is_some() {
            return None;
        }
        let document = parse(&page.body, page.content_type(), Some(&page.final_url));
        let content = Content::of(&document, &page.final_url, Method::Best, None);
        let lang = declared_language(&document);
        let is_unwanted = content.reason.is_none()
            && self.0.judge(&content.text(), lang.as_deref()).is_unwanted();
        is_unwanted.then(|| UNWANTED.to_owned())
    }
}
