//! A page's main content, and what is told beside it.

use crate::block::{Block, Blocks};
use crate::comments::{self, Comment};
use crate::decay;
use crate::evidence::Evidence;
use crate::form;
use crate::lcs;
use crate::method::Method;
use crate::model::{Model, best_set};
use crate::once;
use crate::prune::ExtractionPath;
use crate::reason::Reason;
use crate::site::Site;
use crate::weighted::{self, Weights};
use sitewrap_structured::Structured;
use sitewrap_tree::{Document, NodeId};

/// Columns that a block counts at least: one of signs alone has none of its own.
const BLOCK_COLUMNS: u32 = 1;

/// The main content of a page.
#[derive(Clone, Debug)]
pub struct Content<'d> {
    document: &'d Document,
    url: &'d str,
    blocks: Blocks,
    kept: Vec<bool>,
    /// What readers have written below it, in the order of the page; it is no part of the content.
    pub comments: Vec<Comment>,
    /// How it was found.
    pub method: Method,
    /// Why there is none; `None` if there is some.
    pub reason: Option<Reason>,
}

/// What a page tells of its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Facts {
    /// The title as the page states it for machines, else its main heading, else that of its window.
    pub title: Option<String>,
    /// Who wrote it; several joined by `, `.
    pub author: Option<String>,
    /// When it was published, as the page writes it for machines: mostly ISO 8601.
    pub date: Option<String>,
    /// The language as a tag of BCP 47, lower case (`en`, `zh-cn`), as the page declares it.
    pub lang: Option<String>,
    /// Its address as the page states it.
    pub canonical: Option<String>,
    /// Addresses of the pictures in the content; first the one the page is stated to have.
    pub images: Vec<String>,
}

impl<'d> Content<'d> {
    /// The main content of a page, by the evidence of the page and, for [`Method::Best`], of the
    /// `site` where it is known. `url` is the page's address.
    ///
    /// # Example
    /// ```
    /// use sitewrap_content::{Content, Method};
    /// use sitewrap_tree::{Document, NodeId};
    /// let page = Document::parse(
    ///     b"<nav><a href=/>Home</a> <a href=/tea>Tea</a></nav><article><h1>How to brew</h1>
    ///     <p>Boil the water first, and let it stand for a while before you pour it.
    ///     <p>Green tea wants it cooler, white tea cooler still, and black tea hot.</article>
    ///     <footer>All rights reserved</footer>",
    ///     None,
    ///     None,
    /// );
    /// let content = Content::of(&page, "https://tea.example/brew", Method::Best, None);
    /// assert!(content.text().contains("Boil the water first"));
    /// assert!(!content.text().contains("All rights reserved"));
    /// ```
    pub fn of(document: &'d Document, url: &'d str, method: Method, site: Option<&Site>) -> Self {
        Self::with(document, url, method, &Evidence { site, ..Evidence::default() })
    }

    /// As [`Content::of`], by all that is known beside the page.
    pub fn with(
        document: &'d Document,
        url: &'d str,
        method: Method,
        evidence: &Evidence<'_>,
    ) -> Self {
        let tree = &document.tree;
        let blocks = Blocks::of(tree);
        let mut kept = kept(document, &blocks, method, evidence);
        let apart = comments::apart(document, url, &blocks, &kept, evidence.comments);
        let comments = apart.map(|apart| {
            let own = kept.iter_mut().zip(&apart.blocks).filter(|(_, is_apart)| **is_apart);
            own.for_each(|(kept, _)| *kept = false);
            apart.comments
        });
        let columns = blocks.iter().zip(&kept).filter(|(_, kept)| **kept);
        let columns = columns.map(|(block, _)| block.columns()).sum();
        let reason = Reason::of_page(tree, &blocks, columns);
        let is_alone = method == Method::Lcs && evidence.sibling.is_none();
        let reason = match reason {
            None | Some(Reason::Nothing) if is_alone => Some(Reason::Alone),
            reason => reason,
        };
        if reason.is_some() {
            kept.fill(false);
        }
        let comments = comments.filter(|_| reason.is_none()).unwrap_or_default();
        Self { document, url, blocks, kept, comments, method, reason }
    }

    /// The content as text: a blank line between paragraphs, a line for each list item and table
    /// row, a tab between cells. Empty if there is none.
    pub fn text(&self) -> String {
        form::text(&self.document.tree, &self.blocks, &self.kept)
    }

    /// The content as Markdown (CommonMark with tables). Links lead to the web and to mailboxes.
    pub fn markdown(&self) -> String {
        form::markdown(&self.document.tree, &self.blocks, &self.kept)
    }

    /// The content as an HTML fragment that is safe to show on another page.
    pub fn html(&self) -> String {
        form::html(&self.document.tree, &self.blocks, &self.kept, self.url)
    }

    /// The blocks of the content with their texts, in document order.
    pub(crate) fn kept_blocks(&self) -> impl Iterator<Item = (&Block, &str)> {
        let kept = self.blocks.iter().zip(&self.kept).filter(|(_, is_kept)| **is_kept);
        kept.map(|(block, _)| (block, self.blocks.text(block)))
    }

    /// The comments as [`Content::text`] would have them: under a heading, with who wrote them and when. Empty
    /// if there are none.
    pub fn comments_text(&self) -> String {
        form::comments::text(&self.comments)
    }

    /// The comments as Markdown.
    pub fn comments_markdown(&self) -> String {
        form::comments::markdown(&self.comments)
    }

    /// The comments as an HTML fragment that is safe to show.
    pub fn comments_html(&self) -> String {
        form::comments::html(&self.comments)
    }

    /// What the page tells of its content.
    pub fn facts(&self) -> Facts {
        let stated = Structured::of(self.document, self.url).facts();
        let fact = |name: &str| {
            let fact = stated.iter().find(|fact| fact.name == name)?;
            Some(fact.values.join(", ")).filter(|value| !value.trim().is_empty())
        };
        let tree = &self.document.tree;
        let heading = || {
            let mut h1 = tree.nodes().filter(|&node| tree.tag(node).as_str() == "h1");
            h1.find_map(|node| Some(tree.inner_line(node)).filter(|line| !line.is_empty()))
        };
        let mut images = form::images(tree, &self.blocks, &self.kept);
        if let Some(image) = fact("image").filter(|_| self.reason.is_none()) {
            images.retain(|had| *had != image);
            images.insert(0, image);
        }
        let mut links = self.document.links.iter();
        let canonical = links.find(|link| link.kind == sitewrap_tree::LinkKind::Canonical);
        Facts {
            title: fact("title").or_else(heading).or_else(|| self.document.title.clone()),
            author: fact("author").or_else(|| meta(self.document, "author")),
            date: fact("date"),
            lang: declared_language(self.document),
            canonical: canonical.map(|link| link.url.clone()),
            images,
        }
    }
}

/// The language that a page declares, as [`Facts::lang`] has it.
pub fn declared_language(document: &Document) -> Option<String> {
    let declared = document.html_attrs.iter().find(|(name, _)| name == "lang");
    let lang = declared.map(|(_, value)| value.clone()).or_else(|| meta(document, "og:locale"));
    let lang = lang.map(|lang| lang.trim().replace('_', "-").to_ascii_lowercase());
    lang.filter(|lang| !lang.is_empty())
}

/// What a `meta` element says, if it says something.
fn meta(document: &Document, wanted: &str) -> Option<String> {
    let mut all = document.structured.meta.iter();
    let found = all.find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.map(|(_, value)| value.trim().to_owned()).filter(|value| !value.is_empty())
}

/// Which blocks of a page are content.
fn kept(
    document: &Document,
    blocks: &Blocks,
    method: Method,
    evidence: &Evidence<'_>,
) -> Vec<bool> {
    let tree = &document.tree;
    let below = |node: NodeId| {
        let range = blocks.below(tree, node);
        (0..blocks.len()).map(|at| range.contains(&at)).collect()
    };
    match method {
        Method::Best => {
            let mut judged = Model::shipped().judge(document, blocks);
            if let Some(site) = evidence.site {
                let own = judged.iter_mut().zip(blocks.iter());
                own.for_each(|(judged, block)| *judged *= site.part_left(blocks, block));
            }
            let weights = blocks.iter().map(|block| block.columns().max(BLOCK_COLUMNS) as f32);
            let mut kept = best_set(&judged, &weights.collect::<Vec<_>>());
            once::keep_once(tree, blocks, &mut kept);
            kept
        }
        Method::Blocks => {
            let weights = evidence.weights.unwrap_or(&Weights::PUBLISHED);
            weighted::content(tree, blocks, weights)
        }
        Method::Decay => below(decay::primary(tree, blocks)),
        Method::Prune => match evidence.path {
            Some(path) => below(path.follow(tree)),
            None => below(ExtractionPath::of(tree, blocks, evidence.layout).follow(tree)),
        },
        Method::Lcs => match evidence.sibling {
            Some(sibling) => lcs::content(tree, blocks, evidence.layout, sibling),
            None => vec![false; blocks.len()],
        },
    }
}
