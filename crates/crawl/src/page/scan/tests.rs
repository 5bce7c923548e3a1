//! The tokenizer beside lol_html.

use super::*;
use lol_html::html_content::TextType;
use lol_html::{RewriteStrSettings, doc_text, element, rewrite_str};
use proptest::prelude::*;
use std::cell::RefCell;

/// Start tags with their `href`, and text, one after another.
#[derive(Debug, Default, PartialEq)]
struct Seen {
    links: Vec<(u64, Option<String>)>,
    text: String,
    /// Whether all start tags but those of `a` are passed over.
    only_a: bool,
}

impl<'a> Sink<'a> for Seen {
    fn wants(&self, name: Name) -> bool {
        !self.only_a || name == Name::of(b"a")
    }

    fn tag(&mut self, tag: &Tag<'a, '_>) {
        let value = tag.get("href").map(|value| String::from_utf8(value.to_vec()).unwrap());
        self.links.push((tag.name.0, value));
    }

    fn text(&mut self, rest: &'a [u8], length: usize) {
        self.text.push_str(str::from_utf8(&rest[..length]).unwrap());
    }
}

fn seen(page: &str) -> Seen {
    let mut seen = Seen::default();
    scan(page.as_bytes(), &mut seen);
    // A `<` that is no markup is text to lol_html and nothing here.
    seen.text.retain(|c| c != '<');
    // What is passed over changes nothing for the rest.
    let mut brief = Seen { only_a: true, ..Seen::default() };
    scan(page.as_bytes(), &mut brief);
    brief.text.retain(|c| c != '<');
    let a = Name::of(b"a").0;
    assert_eq!(brief.text, seen.text);
    assert!(brief.links.iter().eq(seen.links.iter().filter(|(name, _)| *name == a)));
    seen
}

/// The same by lol_html.
fn oracle(page: &str) -> Seen {
    let seen = RefCell::new(Seen::default());
    let settings = RewriteStrSettings::new()
        .append_element_content_handler(element!("*", |element| {
            let name = Name::of(element.tag_name().as_bytes());
            seen.borrow_mut().links.push((name.0, element.get_attribute("href")));
            Ok(())
        }))
        .append_document_content_handler(doc_text!(|text| {
            if text.text_type() == TextType::Data {
                seen.borrow_mut().text.push_str(text.as_str());
            }
            Ok(())
        }))
        .with_strict(false);
    rewrite_str(page, settings).unwrap();
    let mut seen = seen.into_inner();
    seen.text.retain(|c| c != '<');
    seen
}

fn links(page: &str) -> Vec<String> {
    seen(page).links.into_iter().filter_map(|(_, href)| href).collect()
}

#[test]
fn attributes_are_found_however_they_are_written() {
    let page = "<a href=x><A HREF = 'a>b' href=second><a\nid=1\nhref\t=\t\"q'\"/><a/href=y/>\
                <a href><a =href=z href=w><a title='<a href=no>' href=v ><a x=\"y\"href=u>";
    assert_eq!(links(page), ["x", "a>b", "q'", "y/", "", "w", "v", "u"]);
    assert_eq!(seen(page), oracle(page));
}

#[test]
fn what_is_no_markup_gives_no_links() {
    for page in [
        "<!-- <a href=no> --><a href=x>",
        "<!--><a href=x><!---><a href=y><!-- --!><a href=z><!-- -- > <a href=no>",
        "<!doctype html [ ' ><a href=x><?php <a href=y></ <a href=no><a href=z>",
        "<script>if (a</b/.test('<a href=no>'))</scriptx></SCRIPT ><a href=x>",
        "<script><!-- <script> </script><a href=no> --></script><a href=x>",
        "<script><!-- x --> <script> </script><a href=x>",
        "<script><!--> <script> </script><a href=x>",
        "<title><a href=no></titel></title/><a href=x><textarea><a href=no></textarea>",
        "<style><!-- </style><a href=x> --><iframe><a href=no></iframe><a href=y>",
        "1 < 2 <3 <a href=x>y</a <a href=no>z<a href=cut",
        "<svg><title/><a href=x></svg><title>t</title><a href=y>",
        "<a href=x><plaintext><a href=no>",
    ] {
        assert_eq!(seen(page).links, oracle(page).links, "{page}");
        assert!(!links(page).contains(&"no".to_owned()), "{page}");
    }
}

#[test]
fn text_is_that_of_the_page_and_not_of_scripts() {
    let page = "<title>no</title>one<b>two</b><script>no</script><!-- no -->three<style>no";
    assert_eq!(seen(page).text, "onetwothree");
    assert_eq!(seen(page), oracle(page));
}

/// Pieces of markup that mean something to a tokenizer, whole and broken.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "<a href=x>",
        "<a href='y z'>",
        "<A HREF=\"q\" />",
        "</a>",
        "<p class=c>",
        "text ",
        "<!-- c -->",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<!x>",
        "<?x>",
        "</ x>",
        "</>",
        "< ",
        "<script>",
        "</script>",
        "<script src=x>",
        "</script x>",
        "<style>",
        "</style>",
        "<textarea>",
        "</textarea>",
        "<title>",
        "</title>",
        "<",
        ">",
        "'",
        "\"",
        "=",
        "/",
        "<b a=b c>",
        "<b a='",
        "\n",
        "<div id=i",
        " ",
        "<custom-element-name href=l>",
        "<a data-longer-name=x HREF=m>",
        "<a \u{1}=x data-\u{1}b href=n>",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn random_markup_is_read_as_by_lol_html(page in pieces()) {
        prop_assert_eq!(seen(&page), oracle(&page));
    }

    #[test]
    fn random_bytes_do_no_harm(page in prop::collection::vec(any::<u8>(), 0..200)) {
        struct Nothing;
        impl<'a> Sink<'a> for Nothing {
            fn wants(&self, name: Name) -> bool {
                name == Name::of(b"a")
            }
            fn tag(&mut self, _: &Tag<'a, '_>) {}
            fn text(&mut self, rest: &'a [u8], length: usize) {
                assert!(length <= rest.len());
            }
        }
        scan(&page, &mut Nothing);
    }
}
