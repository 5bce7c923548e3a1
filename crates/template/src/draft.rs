//! Templates before their fields have names, by either method.

use crate::columns::Columns;
use crate::corpus::{Corpus, Instance};
use crate::element::{Context, element};
use crate::opened::Layout;
use crate::paper;
use crate::plain::{gives_nothing, plain};
use crate::redundant::boilerplate::Boilerplate;
use crate::redundant::columns::drop_redundant;
use crate::trace::Trace;
use sitewrap_wrapper::{Element, Matching, Presence, Template};

/// How templates are made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Method {
    /// By pooling the nodes that play one role, with lists, maps and running text.
    #[default]
    Default,
    /// As in \[QYZ11\]: pages are mapped to a growing template by their tags alone. The template
    /// has elements and texts, required or optional; a list gives numbered fields.
    Paper,
}

/// A template whose fields have numbers for names, with their values if it was applied to its
/// pages.
pub struct Draft {
    /// The template.
    pub template: Template,
    /// What its fields hold on its own pages.
    pub columns: Columns,
}

/// The template by [`Method::Default`].
pub fn pooled(corpus: &Corpus<'_>, boilerplate: &Boilerplate) -> Draft {
    let mut template = unpruned(corpus, boilerplate);
    let mut columns = drop_redundant(&mut template, corpus);
    if gives_nothing(&template, corpus) {
        template = plain(corpus);
        columns = drop_redundant(&mut template, corpus);
    }
    Draft { template, columns }
}

/// The template by [`Method::Paper`]; its fields have no names, and it was not applied.
pub fn grown(corpus: &Corpus<'_>) -> Draft {
    Draft { template: paper::template(corpus), columns: Columns::default() }
}

/// A template of all nodes that vary, its fields without names; what repeats another field is
/// among them.
pub fn unpruned(corpus: &Corpus<'_>, boilerplate: &Boilerplate) -> Template {
    let (root, opened) = root(corpus, boilerplate, None);
    Template { root, matching: Matching::Features, nested: corpus.nested().to_vec(), opened }
}

/// The nodes that [`unpruned`] takes to play one role and makes fields of, role by role.
pub fn roles(corpus: &Corpus<'_>, boilerplate: &Boilerplate) -> Vec<Vec<Instance>> {
    let mut trace = Trace::default();
    root(corpus, boilerplate, Some(&mut trace));
    trace.into_roles()
}

/// The template's root, and the labels of elements that only lay the pages out: where the template has some of them for
/// the items of a list, it is made anew with these looked through.
fn root(
    corpus: &Corpus<'_>,
    boilerplate: &Boilerplate,
    mut trace: Option<&mut Trace>,
) -> (Element, Vec<String>) {
    let mut seen: Option<Corpus<'_>> = None;
    loop {
        let corpus = seen.as_ref().unwrap_or(corpus);
        if let Some(trace) = &mut trace {
            **trace = Trace::default();
        }
        let layout = Layout::default();
        let context = Context { corpus, boilerplate, trace: trace.as_deref(), layout: &layout };
        let views = corpus.views().iter().enumerate();
        let roots: Vec<Instance> = views.map(|(page, view)| (page, view.tree.root())).collect();
        let all = Presence::new(roots.len() as u32, roots.len() as u32);
        let root = element(&context, &roots, all, 0);
        let mut labels = layout.into_labels();
        // What is looked through may still stand around the heading, in a list of boxes that nothing calls.
        labels.retain(|label| !corpus.opened().contains(label));
        if labels.is_empty() || corpus.opened().len() >= corpus.parameters().slots {
            return (root, corpus.opened().to_vec());
        }
        seen = Some(corpus.with_opened(labels));
    }
}
