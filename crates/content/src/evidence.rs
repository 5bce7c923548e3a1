//! What is known beside the page?

use crate::comments::CommentPlaces;
use crate::lcs::FeatureTree;
use crate::prune::ExtractionPath;
use crate::site::Site;
use crate::weighted::Weights;
use sitewrap_layout::Layout;

/// What methods may use beside the page; each takes what it has a use for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Evidence<'e> {
    /// What the site repeats, for [`Method::Best`](crate::Method::Best).
    pub site: Option<&'e Site>,
    /// The common path of the page's cluster, for [`Method::Prune`](crate::Method::Prune); without it
    /// the page is a cluster of its own.
    pub path: Option<&'e ExtractionPath>,
    /// Another page of the same template, for [`Method::Lcs`](crate::Method::Lcs), which finds nothing
    /// without one.
    pub sibling: Option<&'e FeatureTree>,
    /// The boxes of the page's elements, for [`Method::Prune`](crate::Method::Prune) and
    /// [`Method::Lcs`](crate::Method::Lcs); without them widths, heights and places do not count.
    pub layout: Option<&'e Layout>,
    /// Where the wrapper of the page has comments, for whatever method; else they are found by what they
    /// are called.
    pub comments: Option<&'e CommentPlaces>,
    /// The weights of [`Method::Blocks`](crate::Method::Blocks), else those that were published.
    pub weights: Option<&'e Weights>,
}
