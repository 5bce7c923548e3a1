//! Names of running text: what a page, or an item of a list, has to say.
//!
//! Most pages have one text that is longer than all others, and people call it by what the page is:
//! the body of an article, the description of a product. Class words of such texts mostly repeat the
//! page type (`story`), or say that they are texts (`wysiwyg`).

use super::candidates::Proposals;
use super::scoring::WEIGHTS;
use sitewrap_terms::grammar::Form;
use sitewrap_terms::words::lexicon::{Role, expected, is};
use sitewrap_wrapper::NamedBy;

impl Proposals<'_> {
    /// The longest text of a page, where nothing says which kind of text it is.
    pub(super) fn main_text(&mut self) {
        let is_told = self.all.iter().any(|proposal| expected(&proposal.name) == Form::Text);
        if self.subject.place.is_main && !is_told {
            self.add(self.text_name(), NamedBy::Values, WEIGHTS.longest, "the longest text");
        }
    }

    /// The first paragraph of a text: of one in a list, what a list would show of it.
    pub(super) fn of_lead(&mut self) {
        let name = if self.subject.place.in_item { "excerpt" } else { "summary" };
        self.add(name, NamedBy::Values, WEIGHTS.label, "the first paragraph");
    }

    /// What the running text of such a thing is called.
    pub(super) fn text_name(&self) -> &'static str {
        let is_thing = |word: &String| is(Role::Kind, word) && !is(Role::Written, word);
        let is_thing = self.entity.iter().any(is_thing) && !self.is_written();
        if is_thing { "description" } else { "body" }
    }

    /// Whether the record is about something written.
    pub(super) fn is_written(&self) -> bool {
        self.entity.iter().any(|word| is(Role::Written, word))
    }

    /// Whether the words of a class say what a record is about, or what people write: of a long text that is no
    /// name, but that of what is linked.
    pub(super) fn is_of_text(&self, words: &[String]) -> bool {
        let subject = self.subject;
        let in_link = subject.tag == "a" || subject.holders.iter().any(|tag| tag == "a");
        let is_thing = |word: &String| {
            is(Role::Entity, word) || is(Role::Written, word) || self.entity.contains(word)
        };
        subject.is_long() && !in_link && words.iter().all(is_thing)
    }
}
