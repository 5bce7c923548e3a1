//! From the traced pages of a wrapper to a rule for each of its fields.

use super::fields::{FieldOf, Kind};
use super::page::Page;
use super::rule::{
    Agreement, Cut, FieldSelector, Follower, Language, PairRule, Paths, Rule, TakeRule, ValueRule,
    same,
};
use super::search::{Example, search, search_all, spread};
use crate::page::text;
use crate::parameters::book;
use crate::record::sources::{Item, Source, Sources, Span, Take};
use crate::wrapper::template::{Map, Pairs};
use rustc_hash::FxHashSet;
use sitewrap_model::{Record, Value};
use sitewrap_tree::{NodeId, TagTree};

/// Pages with their origins (scheme, host and port).
pub(crate) struct Learner<'p, 't> {
    pub(crate) pages: Vec<&'p Page<'t>>,
    pub(crate) origins: Vec<&'p str>,
}

/// A record, or an item of a list, on a page.
#[derive(Clone, Copy)]
pub(crate) struct Sheet<'a> {
    pub(crate) page: usize,
    pub(crate) scope: NodeId,
    pub(crate) record: &'a Record,
    pub(crate) sources: &'a Sources,
}

/// A value of one field, or its absence, on a page or in an item.
#[derive(Clone, Copy)]
struct Case<'a> {
    page: usize,
    scope: NodeId,
    value: Option<&'a Value>,
    source: Option<&'a Source>,
}

impl Case<'_> {
    fn span(&self) -> Option<&Span> {
        match self.source? {
            Source::Value(span) => Some(span),
            _ => None,
        }
    }

    fn items(&self) -> &[Item] {
        match self.source {
            Some(Source::List(items)) => items,
            _ => &[],
        }
    }
}

impl Learner<'_, '_> {
    /// A rule for each field that some record has and that paths lead to.
    pub(crate) fn fields(
        &self,
        fields: &[FieldOf<'_>],
        sheets: &[Sheet<'_>],
    ) -> Vec<FieldSelector> {
        let mut seen = FxHashSet::default();
        let learned = fields.iter().filter(|field| seen.insert(field.name)).filter_map(|field| {
            let cases: Vec<Case<'_>> = sheets.iter().map(|sheet| sheet.case(field.name)).collect();
            let (xpath, css) = (Agreement::default(), Agreement::default());
            let rule = self.rule(&field.kind, &cases)?;
            Some(FieldSelector { name: field.name.to_owned(), rule, xpath, css })
        });
        learned.collect()
    }

    fn rule(&self, kind: &Kind<'_>, cases: &[Case<'_>]) -> Option<Rule> {
        match kind {
            Kind::Attr(_) | Kind::Text(..) | Kind::Prose => {
                self.value(kind, cases).map(Rule::Value)
            }
            Kind::List { items, plain } => self.list(items, *plain, cases),
            Kind::Map(map) if matches!(map.pairs, Pairs::Cells(_) | Pairs::InText) => None,
            Kind::Map(map) => self.map(map, cases),
        }
    }

    fn value(&self, kind: &Kind<'_>, cases: &[Case<'_>]) -> Option<ValueRule> {
        let own = self.own_text(cases);
        let take = match kind {
            Kind::Attr(attr) if is_url(&attr.attr) => TakeRule::Url(attr.attr.clone()),
            Kind::Attr(attr) => TakeRule::Attr(attr.attr.clone()),
            _ => own.map_or(TakeRule::Text, TakeRule::OwnText),
        };
        let cut = match kind {
            Kind::Attr(attr) if !attr.words.is_empty() => Some(Cut::Word(attr.words.clone())),
            Kind::Text(pattern, Some(number)) => {
                Some(Cut::Part { pattern: Box::new((*pattern).clone()), number: *number })
            }
            _ => None,
        };
        let example = |case: &Case<'_>| {
            let targets = match (case.span(), &take) {
                (None, _) => Vec::new(),
                (Some(span), TakeRule::Attr(_) | TakeRule::Url(_)) => vec![span.first],
                (Some(span), TakeRule::OwnText(_)) => {
                    self.pages[case.page].tree().parent(span.first).into_iter().collect()
                }
                (Some(span), _) => self.text_targets(case, span),
            };
            Example { page: case.page, scope: case.scope, targets }
        };
        let examples: Vec<Example> = cases.iter().map(example).collect();
        let rule = ValueRule { paths: Paths::default(), take, cut };
        let judge = |at: usize, nodes: &[NodeId]| {
            let (targets, case) = (&examples[at].targets, &cases[at]);
            match nodes.first() {
                None => f64::from(u8::from(case.value.is_none())),
                Some(first) if targets.contains(first) && nodes.len() == 1 => 1.0,
                Some(first) if targets.contains(first) => book().as_good,
                Some(&first) => {
                    let found = self.follower(case.page, Language::XPath).take(&rule, first);
                    if same(case.value, found.as_deref()) { book().as_good } else { 0.0 }
                }
            }
        };
        let paths = search(&self.pages, &examples, &judge)?;
        Some(ValueRule { paths, ..rule })
    }

    fn follower(&self, page: usize, language: Language) -> Follower<'_, '_> {
        Follower { page: self.pages[page], origin: self.origins[page], language }
    }

    /// Where most values are texts among other nodes: the usual place of the text among those of
    /// its element.
    fn own_text(&self, cases: &[Case<'_>]) -> Option<usize> {
        let mut places: Vec<Option<usize>> = Vec::new();
        for case in cases {
            let Some(span) = case.span() else { continue };
            let tree = self.pages[case.page].tree();
            places.push(tree.parent(span.first).and_then(|parent| {
                let among = tree.is_text(span.first) && tree.subtree_len(parent) > 2;
                let mut texts = tree.children(parent).filter(|&child| tree.is_text(child));
                texts.position(|text| text == span.first && among && span.first == span.last)
            }));
        }
        let count = |place: &Option<usize>| places.iter().filter(|known| *known == place).count();
        *places.iter().max_by_key(|place| (count(place), std::cmp::Reverse(**place)))?
    }

    /// The elements whose text is the value, the lowest first.
    fn text_targets(&self, case: &Case<'_>, span: &Span) -> Vec<NodeId> {
        let tree = self.pages[case.page].tree();
        let mut target = span.first;
        if tree.is_text(target) || span.first != span.last {
            match tree.parent(target) {
                Some(parent) => target = parent,
                None => return Vec::new(),
            }
        }
        let mut targets = vec![target];
        targets.extend(only_children(tree, target));
        let mut above = target;
        while let Some(parent) = tree.parent(above)
            && above != case.scope
            && tree.parent(parent).is_some()
            && tree.children(parent).count() == 1
        {
            targets.push(parent);
            above = parent;
        }
        targets
    }

    fn list(&self, fields: &[FieldOf<'_>], plain: bool, cases: &[Case<'_>]) -> Option<Rule> {
        let example = |case: &Case<'_>| {
            let targets = case.items().iter().filter_map(|item| item.nodes.first().copied());
            Example { page: case.page, scope: case.scope, targets: targets.collect() }
        };
        let examples: Vec<Example> = cases.iter().map(example).collect();
        let each = search_all(&self.pages, &examples)?;
        let items = cases.iter().flat_map(|case| {
            let values: &[Value] = match case.value {
                Some(Value::List(values)) => values,
                _ => &[],
            };
            case.items().iter().zip(values).map(|(item, value)| (case.page, item, value))
        });
        let items = spread(items.collect(), book().rule_items);
        if plain && matches!(fields, [FieldOf { kind: Kind::Map(_), .. }]) {
            return None;
        }
        if plain {
            let cases = items.iter().filter_map(|(page, item, value)| {
                let scope = *item.nodes.first()?;
                Some(Case { page: *page, scope, value: Some(value), source: Some(&item.source) })
            });
            let value = self.value(&fields.first()?.kind, &cases.collect::<Vec<_>>())?;
            return Some(Rule::Values { each, value });
        }
        let sheets: Vec<Sheet<'_>> =
            items.iter().filter_map(|(page, item, value)| item_sheet(*page, item, value)).collect();
        let fields = self.fields(fields, &sheets);
        Some(Rule::Records { each, fields })
    }

    /// A map: its pairs are the elements that hold name and value, or the names, with the values
    /// behind them.
    fn map(&self, map: &Map, cases: &[Case<'_>]) -> Option<Rule> {
        let pairs_are_nodes = matches!(map.pairs, Pairs::Nodes(_));
        let mut examples = Vec::new();
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for case in cases {
            let mut pairs = Vec::new();
            let tree = self.pages[case.page].tree();
            let sources = match case.source {
                Some(Source::Record(sources)) => sources.spans(),
                _ => Vec::new(),
            };
            let texts = sources.into_iter().filter(|span| !matches!(span.take, Take::Attr(_)));
            for span in texts {
                let key = key_of(tree, &span, pairs_are_nodes);
                let pair = if pairs_are_nodes { tree.parent(span.first) } else { key };
                let (Some(key), Some(pair)) = (key, pair) else { continue };
                if pairs.contains(&pair) {
                    continue;
                }
                pairs.push(pair);
                keys.push((case.page, pair, Span::text(key)));
                values.push((case.page, pair, span));
            }
            examples.push(Example { page: case.page, scope: case.scope, targets: pairs });
        }
        let each = search_all(&self.pages, &examples)?;
        let key = self.part_of_pair(&spread(keys, book().rule_items))?;
        // What stands behind the name, unless that is one node in most pairs.
        let single = values.iter().filter(|(_, _, span)| span.first == span.last).count();
        let is_single = single * 10 >= values.len() * 9;
        let value =
            if is_single { self.part_of_pair(&spread(values, book().rule_items)) } else { None };
        let names = map.names.clone();
        (value.is_some() || pairs_are_nodes)
            .then(|| Rule::Map { each, pair: Box::new(PairRule { key, value, names }) })
    }

    fn part_of_pair(&self, parts: &[(usize, NodeId, Span)]) -> Option<ValueRule> {
        let sources: Vec<Source> =
            parts.iter().map(|(_, _, span)| Source::Value(span.clone())).collect();
        let values: Vec<Value> = parts
            .iter()
            .map(|(page, _, span)| Value::Text(text::line(self.pages[*page].tree(), span.first)))
            .collect();
        let cases = parts.iter().zip(sources.iter().zip(&values));
        let cases: Vec<Case<'_>> = cases
            .map(|((page, scope, _), (source, value))| Case {
                page: *page,
                scope: *scope,
                value: Some(value),
                source: Some(source),
            })
            .collect();
        self.value(&Kind::Prose, &cases)
    }
}

impl<'a> Sheet<'a> {
    fn case(&self, name: &str) -> Case<'a> {
        let (page, scope) = (self.page, self.scope);
        Case { page, scope, value: self.record.get(name), source: self.sources.get(name) }
    }
}

/// An item that is a record, as a sheet.
pub(crate) fn item_sheet<'a>(page: usize, item: &'a Item, value: &'a Value) -> Option<Sheet<'a>> {
    match (value, &item.source) {
        (Value::Record(record), Source::Record(sources)) => {
            Some(Sheet { page, scope: *item.nodes.first()?, record, sources })
        }
        _ => None,
    }
}

/// Elements below one that have all its text.
fn only_children(tree: &TagTree, node: NodeId) -> Vec<NodeId> {
    let mut found = Vec::new();
    let mut at = node;
    loop {
        let mut children = tree.children(at);
        match (children.next(), children.next()) {
            (Some(only), None) if !tree.is_text(only) => {
                found.push(only);
                at = only;
            }
            _ => return found,
        }
    }
}

/// The node of a map's name: the first child of the pair, or the nearest node before the value
/// that has another tag.
fn key_of(tree: &TagTree, span: &Span, pairs_are_nodes: bool) -> Option<NodeId> {
    let mut before =
        tree.children(tree.parent(span.first)?).take_while(|&sibling| sibling != span.first);
    if pairs_are_nodes {
        return before.next();
    }
    let is_key = |&node: &NodeId| !tree.is_text(node) && tree.tag(node) != tree.tag(span.first);
    before.filter(is_key).last()
}

fn is_url(attr: &str) -> bool {
    matches!(attr, "href" | "src" | "action" | "poster")
}
