//! The statements of one page: names with values, and the type of thing it is about.

use super::key::{name_of_meta, name_of_path};
use sitewrap_structured::{Stated, Thing, metas, statements, title_has};
use sitewrap_template::Parameters;
use sitewrap_terms::words::fold;
use sitewrap_tree::Document;

/// Statements that are read from a page.
const MAX_STATEMENTS: usize = 2000;

/// A value that a page states, with what it says the value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// The name that the key gives.
    pub name: String,
    /// Where it is stated: `Product.offers.price`, `og:title`, `title`.
    pub key: String,
    /// What it states.
    pub value: String,
}

/// What a page says of itself in data for machines.
#[derive(Clone, Debug, Default)]
pub struct PageData {
    /// Its statements, in the order of the page.
    pub statements: Vec<Statement>,
    /// Types of the things the page is about, the first one first; those of its parts left out.
    pub(crate) types: Vec<String>,
    /// Types of things that are parts of others.
    pub(crate) part_types: Vec<String>,
    /// The page's title.
    pub title: Option<String>,
    /// Letters and digits of the last part of its address, without its extension.
    pub(crate) slug: String,
}

impl PageData {
    /// What a page at an address says.
    pub fn of(document: &Document, url: &str) -> Self {
        let slug = slug(url).unwrap_or_default();
        let mut data = Self { title: document.title.clone(), slug, ..Self::default() };
        for thing in &statements(document) {
            data.thing(thing, &mut Vec::new(), "");
        }
        let itemprops = document.structured.itemprops.iter();
        let itemprops = itemprops.map(|(key, content)| (key.as_str(), content.as_str()));
        for (key, content) in metas(document).chain(itemprops) {
            if key == "og:type" {
                data.types.extend(content.rsplit([':', '.']).next().map(str::to_owned));
            }
            // A description that only says the title again is none.
            let title = document.title.as_ref();
            let is_title = |name: &str| {
                name == "description" && title.is_some_and(|title| title_has(title, content))
            };
            if let Some(name) = name_of_meta(key).filter(|name| !is_title(name)) {
                data.state(name, key.to_owned(), content);
            }
        }
        data.labelled_meta(document);
        data
    }

    /// `twitter:label1` names the value of `twitter:data1`.
    fn labelled_meta(&mut self, document: &Document) {
        let meta: Vec<(&str, &str)> = metas(document).collect();
        for (key, label) in &meta {
            let Some(number) = key.strip_prefix("twitter:label") else { continue };
            let data = meta.iter().find(|(other, _)| {
                other.strip_prefix("twitter:data").is_some_and(|own| own == number)
            });
            let name = sitewrap_terms::words::from_label(label);
            if let (Some((_, value)), Some(name)) = (data, name) {
                let name =
                    sitewrap_terms::words::lexicon::canonical(&name).map_or(name, str::to_owned);
                self.state(name, (*key).to_owned(), value);
            }
        }
    }

    fn state(&mut self, name: String, key: String, value: &str) {
        let value = value.trim();
        if !value.is_empty() && self.statements.len() < MAX_STATEMENTS {
            self.statements.push(Statement { name, key, value: value.to_owned() });
        }
    }

    /// Takes a thing; `path` leads to it from the one of type `around` that stands for itself.
    fn thing<'t>(&mut self, thing: &'t Thing, path: &mut Vec<&'t str>, around: &str) {
        let is_top = path.iter().all(|part| *part == "mainEntity");
        let own = thing.types.first();
        let types = if is_top { &mut self.types } else { &mut self.part_types };
        types.extend(own.cloned());
        let around = if is_top { own.map_or(around, String::as_str) } else { around };
        if let Some(id) = &thing.id {
            path.push("@id");
            self.text(id, path, around);
            path.pop();
        }
        for property in &thing.properties {
            path.push(&property.name);
            for value in &property.values {
                match value {
                    Stated::Text(text) => self.text(text, path, around),
                    Stated::Thing(inner) => self.thing(inner, path, around),
                }
            }
            path.pop();
        }
    }

    fn text(&mut self, text: &str, path: &[&str], thing: &str) {
        let Some(name) = name_of_path(path, thing) else { return };
        let dot = if thing.is_empty() { "" } else { "." };
        let key = format!("{thing}{dot}{}", path.join("."));
        if name == "tag" && text.contains(',') {
            text.split(',').for_each(|part| self.state(name.clone(), key.clone(), part));
        } else {
            self.state(name, key, text);
        }
    }

    /// Whether the page's title begins with a value, or has it as one of its parts, or its address
    /// ends with it.
    pub(crate) fn title_has(&self, value: &str, parameters: &Parameters) -> bool {
        if self.slug.len() >= parameters.telling_bytes && self.slug == letters(value) {
            return true;
        }
        self.title.as_ref().is_some_and(|title| title_has(title, value))
    }
}

/// Letters and digits of the last part of an address, if there are letters among them.
fn slug(url: &str) -> Option<String> {
    let path = url.split(['?', '#']).next()?.trim_end_matches('/');
    let (_, path) = path.split_once("://").unwrap_or(("", path));
    let (_, last) = path.rsplit_once('/')?;
    let name = last.rsplit_once('.').map_or(last, |(name, _)| name);
    Some(letters(name)).filter(|slug| slug.chars().any(char::is_alphabetic))
}

fn letters(text: &str) -> String {
    fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The plain name of a schema.org type, given as a URL or as a word.
pub(crate) fn schema_type(name: &str) -> &str {
    name.trim_end_matches('/').rsplit(['/', '#', ':']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn data(html: &str) -> PageData {
        PageData::of(
            &Document::parse(html.as_bytes(), None, Some("https://a.example/x")),
            "https://a.example/oak-desk.html",
        )
    }

    fn stated<'d>(data: &'d PageData, name: &str) -> Vec<(&'d str, &'d str)> {
        let all = data.statements.iter().filter(|statement| statement.name == name);
        all.map(|statement| (statement.key.as_str(), statement.value.as_str())).collect()
    }

    #[test]
    fn json_ld_microdata_and_meta_state_names_with_values() {
        let page = data(
            r#"<title>Oak Lamp | Lamps</title><meta property="og:image" content="/l.jpg">
            <meta name="twitter:label1" content="Written by"><meta name="twitter:data1" content="Ann">
            <script type="application/ld+json">{"@graph": [{"@type": "Product", "name": "Oak Lamp",
            "offers": {"@type": "Offer", "price": 12.5}, "keywords": "oak, lamp"}]}</script>
            <div itemscope itemtype="https://schema.org/Book"><b itemprop="isbn">978</b>
            <p itemprop="author" itemscope><i itemprop="name">Bo</i></p></div>"#,
        );
        assert_eq!(stated(&page, "price"), [("Product.offers.price", "12.5")]);
        assert_eq!(stated(&page, "isbn"), [("Book.isbn", "978")]);
        assert_eq!(stated(&page, "image"), [("og:image", "/l.jpg")]);
        assert_eq!(
            stated(&page, "author"),
            [("Book.author.name", "Bo"), ("twitter:label1", "Ann")]
        );
        assert_eq!(stated(&page, "tag").len(), 2);
        assert_eq!(page.types, ["Product", "Book"]);
        assert_eq!(page.part_types, ["Offer"]);
        let has = |value: &str| page.title_has(value, &Parameters::default());
        assert!(has("oak lamp") && has("Lamps") && !has("oak"[..2].as_ref()));
    }

    #[test]
    fn broken_json_is_passed_over() {
        let page = data("<script type='application/ld+json'>{\"name\": </script><p>x");
        assert!(page.statements.is_empty());
        let mut deep = "[".repeat(500);
        deep.push_str(&"]".repeat(500));
        data(&format!("<script type='application/ld+json'>{deep}</script>"));
    }
}
