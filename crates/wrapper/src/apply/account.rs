//! What a template makes of each text and address of a page: nothing should get lost, and nothing
//! be told twice without saying so.

use crate::apply::Compiled;
use crate::apply::cover::Cover;
use crate::page::fragment::ProseForm;
use crate::page::view::View;
use crate::record::sources::{Sheet, Sources, Take};
use rustc_hash::{FxHashMap, FxHashSet};
use sitewrap_model::{Accounts, Explained, Unexplained};
use sitewrap_tree::{Attr, NodeId, TagTree, html};

/// What applying a template made of the nodes of a page.
pub(crate) struct Covered {
    /// Where values stand.
    pub(crate) sources: Sources,
    /// Nodes with what they are; what stands within another comes behind it.
    pub(crate) covers: Vec<(NodeId, Cover)>,
}

impl Compiled<'_> {
    /// Applies the template and keeps what it makes of the nodes of the page.
    pub(crate) fn cover(&self, view: &View<'_>, url: &str) -> Covered {
        let mut sheet = Sheet::new(true);
        if let Some(mapped) = &self.mapped {
            let sources = mapped.apply(view, url, sheet).sources.unwrap_or_default();
            return Covered { sources, covers: Vec::new() };
        }
        let view = &self.seen(view);
        let mut job = self.job(view, url, ProseForm::Text);
        job.covers = Some(Vec::new());
        job.element(&self.root, view.tree.root(), &mut sheet);
        let covers = job.covers.take().unwrap_or_default();
        Covered { sources: job.tally.applied(sheet).sources.unwrap_or_default(), covers }
    }
}

/// Most texts and addresses of a page that are named, and characters of each.
const MOST_NAMED: usize = 200;
/// What became of a text or an address.
enum Fate {
    Template,
    LeftOut,
    Value,
    Copy,
    Unexplained,
}

impl Covered {
    /// The account of a page; `xpath` names its nodes.
    pub(crate) fn explained(&self, tree: &TagTree, xpath: &dyn Fn(NodeId) -> String) -> Explained {
        let mut covers = vec![None; tree.len()];
        for &(node, cover) in &self.covers {
            covers[node.index()..node.index() + tree.subtree_len(node)].fill(Some(cover));
        }
        let claims = Claims::new(&self.sources, tree);
        let mut explained = Explained::default();
        let mut tell = |path: String, text: &str| {
            if explained.unexplained.len() < MOST_NAMED {
                let text = text.trim().chars().take(MOST_NAMED).collect();
                explained.unexplained.push(Unexplained { xpath: path, text });
            }
        };
        for node in tree.nodes() {
            let cover = covers[node.index()];
            let text = tree.text(node);
            if tree.is_text(node) && text.chars().any(char::is_alphanumeric) {
                let fate = fate_of_text(claims.texts[node.index()], cover);
                if matches!(fate, Fate::Unexplained) {
                    tell(xpath(node), text);
                }
                count(&mut explained.texts, &fate);
            }
            let is_address =
                |attr: &Attr<'_>| html::is_link_attr(attr.name) && !attr.value.trim().is_empty();
            for attr in tree.attrs(node).filter(is_address) {
                let fate = fate_of_address(claims.of_attr(node, attr.name), cover);
                if matches!(fate, Fate::Unexplained) {
                    tell(format!("{}/@{}", xpath(node), attr.name), attr.value);
                }
                count(&mut explained.addresses, &fate);
            }
        }
        explained
    }
}

/// How many fields take what.
struct Claims {
    /// The text of each node. The parts of a text are one.
    texts: Vec<usize>,
    attrs: FxHashMap<(NodeId, String), usize>,
}

impl Claims {
    fn new(sources: &Sources, tree: &TagTree) -> Self {
        let mut claims = Self { texts: vec![0; tree.len()], attrs: FxHashMap::default() };
        let mut parted: FxHashSet<NodeId> = FxHashSet::default();
        for span in sources.spans() {
            match span.take {
                Take::Attr(name) => *claims.attrs.entry((span.first, name)).or_default() += 1,
                Take::Part if !parted.insert(span.first) => {}
                Take::Part | Take::Text => {
                    let end = span.last.index() + tree.subtree_len(span.last);
                    let texts = &mut claims.texts[span.first.index()..end];
                    texts.iter_mut().for_each(|claims| *claims += 1);
                }
            }
        }
        claims
    }

    fn of_attr(&self, node: NodeId, name: &str) -> usize {
        self.attrs.get(&(node, name.to_owned())).copied().unwrap_or_default()
    }
}

/// The template keeps no addresses that all pages share: an address of a node that it knows and
/// that is no field counts as template.
fn fate_of_address(claims: usize, cover: Option<Cover>) -> Fate {
    match (claims, cover) {
        (0, Some(Cover::Unmatched)) => Fate::Unexplained,
        (0, Some(Cover::LeftOut)) => Fate::LeftOut,
        (0, _) => Fate::Template,
        (1, _) => Fate::Value,
        _ => Fate::Copy,
    }
}

fn fate_of_text(claims: usize, cover: Option<Cover>) -> Fate {
    match (claims, cover) {
        (0, Some(Cover::Template)) => Fate::Template,
        (0, Some(Cover::LeftOut)) => Fate::LeftOut,
        (0, Some(Cover::Pairs)) | (1, _) => Fate::Value,
        (0, Some(Cover::Value | Cover::Unmatched) | None) => Fate::Unexplained,
        _ => Fate::Copy,
    }
}

fn count(accounts: &mut Accounts, fate: &Fate) {
    accounts.all += 1;
    let of = match fate {
        Fate::Template => &mut accounts.template,
        Fate::LeftOut => &mut accounts.left_out,
        Fate::Value => &mut accounts.values,
        Fate::Copy => &mut accounts.copies,
        Fate::Unexplained => &mut accounts.unexplained,
    };
    *of += 1;
}
