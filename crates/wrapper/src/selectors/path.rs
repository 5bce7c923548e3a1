//! Selectors as steps, which are written as CSS or as XPath.

use std::fmt::Write;

/// A selector: steps from the page, or from the item of a list, to nodes.
///
/// Only what CSS and XPath both say the same way, in every parser's tree, plus two things that only
/// XPath can: elements with a certain text, and the next sibling of such a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Path {
    /// None for the item itself.
    pub steps: Vec<Step>,
}

/// One step of a [`Path`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Step {
    /// Where to look from the node before.
    pub axis: Axis,
    /// Tag name, or `*`.
    pub tag: String,
    /// What else the element is known by.
    pub tests: Vec<Test>,
    /// Its place among the siblings with its tag, from 1.
    pub nth: Option<u32>,
}

/// Where a [`Step`] looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// All that is below.
    Descendant,
    /// The children.
    Child,
    /// The first sibling behind that matches.
    Next,
    /// The sibling element right behind, if it matches.
    Adjacent,
}

/// What an element is known by beside its tag.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// An attribute with this value.
    Attr(String, String),
    /// A word of its class.
    Class(String),
    /// That its class has not this word.
    Not(String),
    /// A child with this tag.
    Holds(String),
    /// Its text, white space collapsed.
    Text(String),
}

impl Step {
    /// A step to elements with this tag.
    pub(crate) fn to(axis: Axis, tag: &str) -> Self {
        Self { axis, tag: tag.to_owned(), tests: Vec::new(), nth: None }
    }

    /// The same step with one more test.
    pub(crate) fn with(mut self, test: Test) -> Self {
        self.tests.push(test);
        self
    }

    /// The same step along another axis.
    pub(crate) fn along(mut self, axis: Axis) -> Self {
        self.axis = axis;
        self
    }
}

impl Path {
    /// The path as a CSS selector; relative ones are for use below an item, whose name is `:scope`.
    /// `None` where CSS cannot say it.
    pub fn css(&self, relative: bool) -> Option<String> {
        let mut out = String::new();
        for (at, step) in self.steps.iter().enumerate() {
            match (step.axis, at) {
                (Axis::Next, _) | (Axis::Adjacent, 0) => return None,
                (Axis::Adjacent, _) => out.push_str(" + "),
                (Axis::Descendant, 0) => {}
                (Axis::Child, 0) if relative => out.push_str(":scope > "),
                (Axis::Child, 0) => out.push_str("body > "),
                (Axis::Descendant, _) => out.push(' '),
                (Axis::Child, _) => out.push_str(" > "),
            }
            step.write_css(&mut out)?;
        }
        if self.steps.is_empty() {
            out.push_str(":scope");
        }
        Some(out)
    }

    /// The path as an XPath expression; relative ones begin at the item, `.`.
    pub fn xpath(&self, relative: bool) -> String {
        let mut out = if relative { ".".to_owned() } else { String::new() };
        for (at, step) in self.steps.iter().enumerate() {
            out.push_str(match (step.axis, at) {
                (Axis::Descendant, _) => "//",
                (Axis::Child, 0) if !relative => "/html/body/",
                (Axis::Child, _) => "/",
                (Axis::Next, _) => "/following-sibling::",
                (Axis::Adjacent, _) => "/following-sibling::*[1]/self::",
            });
            step.write_xpath(&mut out);
        }
        out
    }
}

impl Step {
    fn write_css(&self, out: &mut String) -> Option<()> {
        let identified =
            self.tests.iter().any(|test| matches!(test, Test::Attr(name, _) if name == "id"));
        if !identified && (self.tag != "*" || self.tests.is_empty()) {
            out.push_str(&self.tag);
        }
        for test in &self.tests {
            let _ = match test {
                Test::Attr(name, value) if name == "id" && is_identifier(value) => {
                    write!(out, "#{value}")
                }
                Test::Attr(name, value) => write!(out, "[{name}={}]", css_string(value)),
                Test::Class(word) if is_identifier(word) => write!(out, ".{word}"),
                Test::Class(word) => write!(out, "[class~={}]", css_string(word)),
                Test::Not(word) if is_identifier(word) => write!(out, ":not(.{word})"),
                Test::Not(word) => write!(out, ":not([class~={}])", css_string(word)),
                Test::Holds(tag) => write!(out, ":has(> {tag})"),
                Test::Text(_) => return None,
            };
        }
        if let Some(nth) = self.nth {
            let _ = write!(out, ":nth-of-type({nth})");
        }
        Some(())
    }

    fn write_xpath(&self, out: &mut String) {
        let identified =
            self.tests.iter().any(|test| matches!(test, Test::Attr(name, _) if name == "id"));
        out.push_str(if identified && self.nth.is_none() { "*" } else { &self.tag });
        if let Some(nth) = self.nth {
            let _ = write!(out, "[{nth}]");
        }
        for test in &self.tests {
            let _ = match test {
                Test::Attr(name, value) => write!(out, "[@{name}={}]", xpath_string(value)),
                Test::Class(word) => write!(out, "[{}]", has_class(word)),
                Test::Not(word) => write!(out, "[not({})]", has_class(word)),
                Test::Holds(tag) => write!(out, "[{tag}]"),
                Test::Text(text) => write!(out, "[normalize-space()={}]", xpath_string(text)),
            };
        }
        if self.axis == Axis::Next {
            out.push_str("[1]");
        }
    }
}

/// The condition that a class has a word.
fn has_class(word: &str) -> String {
    let word = xpath_string(&format!(" {word} "));
    format!("contains(concat(' ', normalize-space(@class), ' '), {word})")
}

fn is_identifier(word: &str) -> bool {
    word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-'))
}

/// A string literal of CSS.
fn css_string(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            // A line end would break the literal off.
            c if c.is_control() => {
                let _ = write!(out, "\\{:x} ", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// A string literal of XPath 1.0, which has no escapes: a text with both quotes is put together.
fn xpath_string(text: &str) -> String {
    if !text.contains('\'') {
        return format!("'{text}'");
    }
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
    format!("concat({})", parts.join(", \"'\", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(steps: impl IntoIterator<Item = Step>) -> Path {
        Path { steps: steps.into_iter().collect() }
    }

    #[test]
    fn one_path_says_the_same_in_both_languages() {
        let box_ = Step::to(Axis::Descendant, "div").with(Test::Class("product".to_owned()));
        let mut second = Step::to(Axis::Child, "p");
        second.nth = Some(2);
        let found = path([box_, second]);
        assert_eq!(found.css(false).as_deref(), Some("div.product > p:nth-of-type(2)"));
        assert_eq!(
            found.xpath(true),
            ".//div[contains(concat(' ', normalize-space(@class), ' '), ' product ')]/p[2]"
        );
        let main = Test::Attr("id".to_owned(), "main".to_owned());
        let found = path([Step::to(Axis::Descendant, "div").with(main)]);
        assert_eq!(found.css(false).as_deref(), Some("#main"));
        assert_eq!(found.xpath(false), "//*[@id='main']");
        assert_eq!(path([]).css(true).as_deref(), Some(":scope"));
        assert_eq!(path([]).xpath(true), ".");
    }

    #[test]
    fn labels_are_for_xpath_alone() {
        let label =
            Step::to(Axis::Descendant, "th").with(Test::Text("Author's \"name\"".to_owned()));
        let found = path([label, Step::to(Axis::Next, "td")]);
        assert_eq!(found.css(false), None);
        assert_eq!(
            found.xpath(false),
            "//th[normalize-space()=concat('Author', \"'\", 's \"name\"')]/following-sibling::td[1]"
        );
    }

    #[test]
    fn what_the_web_wrote_cannot_leave_its_quotes() {
        let odd = Step::to(Axis::Descendant, "a")
            .with(Test::Class("w-1/2".to_owned()))
            .with(Test::Attr("rel".to_owned(), "x\"] *, \\ \n".to_owned()));
        let css = path([odd]).css(false);
        assert_eq!(css.as_deref(), Some(r#"a[class~="w-1/2"][rel="x\"] *, \\ \a "]"#));
    }
}
