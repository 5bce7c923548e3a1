//! Wrappers as a Scrapy spider: one file with an item class and a callback for each page type.

mod python;

use python::{camel, is_identifier, pattern, snake, string};
use sitewrap_pipeline::PageTypeSelectors;
use sitewrap_wrapper::selectors::{FieldSelector, Path, Paths, Rule, Signs, TakeRule, ValueRule};
use std::collections::BTreeMap;
use std::fmt::Write;
use url::Url;

/// What every spider needs to read values.
const HELPERS: &str = include_str!("helpers.py");

/// Names of an item that tell about the page; a field of the same name is told apart.
const OF_PAGE: [&str; 2] = ["url", "page_type"];

/// A spider that crawls from `starts` and gives the items of all page types.
pub(crate) fn spider(types: &[PageTypeSelectors], starts: &[Url]) -> String {
    let mut out = String::from(
        "\"\"\"A Scrapy spider, written by Sitewrap from the wrappers that it has learned.\n\n\
         Run it with: scrapy runspider THIS_FILE -o items.jsonl\n\"\"\"\n\n",
    );
    out.push_str(HELPERS);
    let named = named(types);
    for page_type in &named {
        page_type.item(&mut out);
    }
    write_spider(&named, starts, &mut out);
    out
}

/// A page type with its names in the file.
struct Named<'t> {
    found: &'t PageTypeSelectors,
    signs: &'t Signs,
    item: String,
    method: String,
}

/// The page types that can be recognised, those that are told apart best first.
fn named(types: &[PageTypeSelectors]) -> Vec<Named<'_>> {
    let mut known: Vec<&PageTypeSelectors> =
        types.iter().filter(|found| found.signs.is_some()).collect();
    known.sort_by(|a, b| b.kept_apart.share().total_cmp(&a.kept_apart.share()));
    let mut named: Vec<Named<'_>> = Vec::new();
    for found in known {
        let Some(signs) = &found.signs else { continue };
        let (mut item, mut method) = (camel(&found.wrapper, "Page"), snake(&found.wrapper, "page"));
        if named.iter().any(|known| known.item == format!("{item}Item") || known.method == method) {
            let number = named.len() + 1;
            item = format!("{item}{number}");
            method = format!("{method}_{number}");
        }
        named.push(Named { found, signs, item: format!("{item}Item"), method });
    }
    named
}

impl Named<'_> {
    /// The item class. A name that Python cannot spell is added behind the class.
    fn item(&self, out: &mut String) {
        let fields = self.found.selectors.fields.iter().filter(|field| is_reliable(field));
        let names: Vec<String> = fields.map(|field| key(&field.name)).collect();
        let _ = write!(out, "\n\nclass {}(scrapy.Item):\n", self.item);
        for name in OF_PAGE.iter().copied().chain(names.iter().map(String::as_str)) {
            if is_identifier(name) {
                let _ = writeln!(out, "    {name} = scrapy.Field()");
            }
        }
        let odd: Vec<&String> = names.iter().filter(|name| !is_identifier(name)).collect();
        if !odd.is_empty() {
            out.push_str("\n\n");
        }
        for name in odd {
            let _ = writeln!(out, "{}.fields[{}] = scrapy.Field()", self.item, string(name));
        }
    }

    /// The check and the callback.
    fn methods(&self, out: &mut String) {
        let _ = write!(out, "\n    def is_{}(self, response):\n", self.method);
        let mut tests: Vec<String> =
            self.signs.has.iter().map(|path| select("response", path, false)).collect();
        let lacks = self.signs.lacks.iter();
        tests.extend(lacks.map(|path| format!("not {}", select("response", path, false))));
        let _ = writeln!(
            out,
            "        return bool(\n            {}\n        )",
            tests.join("\n            and ")
        );
        let _ = write!(out, "\n    def parse_{}(self, response):\n", self.method);
        let _ = writeln!(out, "        return {}(", self.item);
        let _ = writeln!(out, "            filled({{");
        let _ = writeln!(out, "                \"url\": response.url,");
        let _ = writeln!(out, "                \"page_type\": {},", string(&self.found.page_type));
        for field in &self.found.selectors.fields {
            let name = string(&key(&field.name));
            if is_reliable(field) {
                let value = expression(field, "response", 16, 1);
                let _ = writeln!(out, "                {name}: {value},");
            } else {
                let _ = writeln!(out, "                # {name}: no selector finds it reliably");
            }
        }
        out.push_str("            })\n        )\n");
    }
}

/// A field's name in an item.
fn key(name: &str) -> String {
    if OF_PAGE.contains(&name) { format!("{name}_value") } else { name.to_owned() }
}

fn write_spider(named: &[Named<'_>], starts: &[Url], out: &mut String) {
    let hosts: Vec<&str> = starts.iter().filter_map(Url::host_str).collect();
    let name = hosts.first().map_or_else(|| "site".to_owned(), |host| snake(host, "site"));
    let list =
        |texts: &mut dyn Iterator<Item = &str>| texts.map(string).collect::<Vec<_>>().join(", ");
    let _ = write!(out, "\n\nclass SiteSpider(scrapy.Spider):\n    name = {}\n", string(&name));
    let _ = writeln!(out, "    allowed_domains = [{}]", list(&mut hosts.iter().copied()));
    let _ = writeln!(out, "    start_urls = [{}]", list(&mut starts.iter().map(Url::as_str)));
    out.push_str(SETTINGS);
    out.push_str("\n    def parse(self, response):\n        if not isinstance(response, HtmlResponse):\n            return\n");
    for (at, page_type) in named.iter().enumerate() {
        let word = if at == 0 { "if" } else { "elif" };
        let method = &page_type.method;
        let _ = writeln!(out, "        {word} self.is_{method}(response):");
        let _ = writeln!(out, "            yield self.parse_{method}(response)");
    }
    out.push_str("        yield from response.follow_all(self.links.extract_links(response))\n");
    for page_type in named {
        page_type.methods(out);
    }
}

const SETTINGS: &str = "    custom_settings = {
        \"ROBOTSTXT_OBEY\": True,
        \"AUTOTHROTTLE_ENABLED\": True,
        \"CONCURRENT_REQUESTS_PER_DOMAIN\": 2,
        \"DOWNLOAD_DELAY\": 0.5,
        \"CLOSESPIDER_PAGECOUNT\": 1000,
        \"FEED_EXPORT_ENCODING\": \"utf-8\",
    }
    links = LinkExtractor()
";

/// Whether a field's selectors give what the wrapper gives on at least half of what they were
/// checked on. What others give would be taken for the field's values. A list need not be the same
/// as a whole; its fields are judged one by one.
fn is_reliable(field: &FieldSelector) -> bool {
    let agreeing = field.xpath.agreeing.max(field.css.agreeing);
    matches!(field.rule, Rule::Records { .. }) || agreeing * 2 >= field.xpath.of
}

/// The value of a field as an expression over the node called `from`.
fn expression(field: &FieldSelector, from: &str, indent: usize, level: usize) -> String {
    let relative = level > 1;
    let prefer_css = field.css.agreeing >= field.xpath.agreeing;
    let pad = " ".repeat(indent);
    let node = if level == 1 { "node".to_owned() } else { format!("node{level}") };
    let nodes = |paths: &Paths| nodes(paths, from, relative, prefer_css);
    match &field.rule {
        Rule::Value(rule) => value(rule, from, relative, prefer_css),
        Rule::Values { each, value: rule } => format!(
            "filled([\n{pad}    {}\n{pad}    for {node} in {}\n{pad}])",
            value(rule, &node, true, prefer_css),
            nodes(each)
        ),
        Rule::Records { each, fields } => {
            let mut record = String::from("filled({\n");
            for field in fields.iter().filter(|field| is_reliable(field)) {
                let value = expression(field, &node, indent + 8, level + 1);
                let _ = writeln!(record, "{pad}        {}: {value},", string(&field.name));
            }
            format!(
                "filled([\n{pad}    {record}{pad}    }})\n{pad}    for {node} in {}\n{pad}])",
                nodes(each)
            )
        }
        Rule::Map { each, pair } => {
            let key = format!("lambda {node}: {}", value(&pair.key, &node, true, prefer_css));
            let value = match &pair.value {
                Some(rule) => format!("lambda {node}: {}", value(rule, &node, true, prefer_css)),
                None => format!("lambda {node}: behind({node}, {key})"),
            };
            let names = match pair.names.is_empty() {
                true => String::new(),
                false => format!("{pad}    {},\n", names(&pair.names)),
            };
            format!(
                "pairs(\n{pad}    {},\n{pad}    {key},\n{pad}    {value},\n{names}{pad})",
                nodes(each)
            )
        }
    }
}

/// What names of pages are called, as a dict; empty for those that are left out.
fn names(names: &BTreeMap<String, String>) -> String {
    let pairs = names.iter().map(|(key, name)| format!("{}: {}", string(key), string(name)));
    format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
}

fn value(rule: &ValueRule, from: &str, relative: bool, prefer_css: bool) -> String {
    let nodes = nodes(&rule.paths, from, relative, prefer_css);
    let taken = match &rule.take {
        TakeRule::Text => format!("text({nodes})"),
        TakeRule::OwnText(at) => format!("own_text({nodes}, {})", at + 1),
        TakeRule::Attr(name) => format!("attribute({nodes}, {})", string(name)),
        TakeRule::Url(name) => format!("url(response, {nodes}, {})", string(name)),
    };
    match &rule.cut {
        None => taken,
        Some(cut) => {
            let whole = if cut.or_whole() { ", or_whole=True" } else { "" };
            format!("cut({taken}, {}{whole})", pattern(&cut.regex()))
        }
    }
}

/// The nodes that paths lead to: by CSS, which more people read, where it is as good.
fn nodes(paths: &Paths, from: &str, relative: bool, prefer_css: bool) -> String {
    let css = paths.css.as_ref().filter(|path| prefer_css && !path.steps.is_empty());
    match css.and_then(|path| path.css(relative)) {
        Some(css) => format!("{from}.css({})", string(&css)),
        None => format!("{from}.xpath({})", string(&paths.xpath.xpath(relative))),
    }
}

fn select(from: &str, path: &Path, relative: bool) -> String {
    match path.css(relative) {
        Some(css) => format!("{from}.css({})", string(&css)),
        None => format!("{from}.xpath({})", string(&path.xpath(relative))),
    }
}
