//! Things of several sources that are one.

use crate::forms::{number, plain};
use crate::page::title_has;
use crate::terms::is_address;
use crate::thing::{Property, Stated, Thing};

/// Types that are kinds of one; the first is the plainest.
const FAMILIES: [&[&str]; 6] = [
    &[
        "WebPage",
        "ItemPage",
        "CollectionPage",
        "AboutPage",
        "ContactPage",
        "FAQPage",
        "QAPage",
        "ProfilePage",
        "SearchResultsPage",
        "CheckoutPage",
        "MedicalWebPage",
    ],
    &[
        "Article",
        "CreativeWork",
        "NewsArticle",
        "BlogPosting",
        "TechArticle",
        "Report",
        "ScholarlyArticle",
        "SocialMediaPosting",
        "DiscussionForumPosting",
        "OpinionNewsArticle",
        "AnalysisNewsArticle",
        "ReportageNewsArticle",
        "LiveBlogPosting",
        "ReviewNewsArticle",
        "BackgroundNewsArticle",
        "AdvertiserContentArticle",
        "SatiricalArticle",
    ],
    &[
        "Product",
        "IndividualProduct",
        "ProductModel",
        "ProductGroup",
        "SomeProducts",
        "Vehicle",
        "Car",
        "Book",
    ],
    &[
        "Organization",
        "Corporation",
        "NewsMediaOrganization",
        "OnlineStore",
        "OnlineBusiness",
        "LocalBusiness",
        "Store",
        "EducationalOrganization",
        "CollegeOrUniversity",
    ],
    &["Offer", "AggregateOffer"],
    &["ImageObject", "Image", "Photograph"],
];

/// Places of families: pages, works, products, organizations.
pub(crate) const PAGES: usize = 0;
pub(crate) const WORKS: usize = 1;
pub(crate) const PRODUCTS: usize = 2;
pub(crate) const ORGANIZATIONS: usize = 3;

/// The place of the family of a type.
pub(crate) fn family_of(kind: &str) -> Option<usize> {
    FAMILIES.iter().position(|family| family.contains(&kind))
}

/// The place of the family of a thing's types; what is a page and a product is a product.
pub(crate) fn family(thing: &Thing) -> Option<usize> {
    thing.types.iter().filter_map(|own| family_of(own)).max()
}

/// Whether two things may be of one type. A thing without types may be of any.
fn alike(a: &Thing, b: &Thing) -> bool {
    let of_one_family = || family(a).is_some_and(|own| family(b) == Some(own));
    a.types.is_empty()
        || b.types.is_empty()
        || a.types.iter().any(|own| b.types.contains(own))
        || of_one_family()
}

/// Whether two things are called the same: in equal words, or one with the name of its site.
pub(crate) fn same_name(a: &str, b: &str) -> bool {
    plain(a) == plain(b) || title_has(a, b) || title_has(b, a)
}

/// Whether what two things say of one property shows that they are two.
fn differ(a: &Thing, b: &Thing, property: &str) -> bool {
    match (a.text(property), b.text(property)) {
        (Some(a), Some(b)) if property == "url" => url_key(a) != url_key(b),
        (Some(a), Some(b)) => {
            plain(a) != plain(b) && number(a).is_none_or(|n| number(b) != Some(n))
        }
        _ => false,
    }
}

fn url_key(url: &str) -> &str {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    rest.split('#').next().unwrap_or_default().trim_end_matches('/')
}

/// Whether two things that stand for themselves are one.
pub(crate) fn same(a: &Thing, b: &Thing) -> bool {
    if a.id.is_some() && a.id == b.id {
        return alike(a, b);
    }
    let says_so = |property: &str| {
        a.text(property).is_some() && b.text(property).is_some() && !differ(a, b, property)
    };
    let named = a.name().zip(b.name());
    alike(a, b)
        && !["url", "sku", "position"].iter().any(|property| differ(a, b, property))
        && match named {
            Some((a, b)) => same_name(a, b),
            None => says_so("url") || says_so("sku") || a == b,
        }
}

/// Adds what another thing says to one that says the same or nothing of it. What both say
/// differently stays as the first has it.
pub(crate) fn absorb(thing: &mut Thing, other: Thing) {
    if thing.types.is_empty() || is_plainest(thing) && family(&other) == family(thing) {
        thing.types = other.types;
    }
    thing.id = thing.id.take().or(other.id);
    let is_called = thing.name().is_some();
    for property in other.properties {
        match thing.properties.iter_mut().find(|own| own.name == property.name) {
            Some(own) => absorb_property(own, property),
            // What is called `headline` here and `name` there has one name.
            None if is_called && matches!(&*property.name, "name" | "headline") => {}
            None => thing.properties.push(property),
        }
    }
}

fn is_plainest(thing: &Thing) -> bool {
    matches!(&thing.types[..], [only] if FAMILIES.iter().any(|family| family[0] == only))
}

/// A thing within a thing takes what the other source says of the same thing.
fn absorb_property(own: &mut Property, other: Property) {
    let [value] = &mut own.values[..] else { return };
    let mut others = other.values.into_iter();
    let (Some(other), None) = (others.next(), others.next()) else { return };
    match (value, other) {
        (Stated::Thing(thing), Stated::Thing(other)) => {
            let parts = ["name", "price", "lowPrice", "url", "ratingValue", "value"];
            if alike(thing, &other) && !parts.iter().any(|part| differ(thing, &other, part)) {
                absorb(thing, other);
            }
        }
        // The name alone says less than the thing that has it.
        (value @ Stated::Text(_), Stated::Thing(other)) => {
            if let (Stated::Text(text), Some(name)) = (&*value, other.name())
                && !is_address(&own.name)
                && plain(text) == plain(name)
            {
                *value = Stated::Thing(other);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::thing::Source;

    fn thing(kind: &str, said: &[(&str, &str)], source: Source) -> Thing {
        let mut thing = Thing::of_type(kind);
        for (name, value) in said {
            thing.add(name, source, Stated::Text((*value).to_owned()));
        }
        thing
    }

    #[test]
    fn things_are_one_if_their_names_agree_and_nothing_speaks_against_it() {
        let lamp = thing("Product", &[("name", "Oak Lamp"), ("sku", "7")], Source::JsonLd);
        let same_lamp = thing("Product", &[("name", "Oak Lamp | Shop")], Source::OpenGraph);
        let other_lamp = thing("Product", &[("name", "Oak Lamp"), ("sku", "8")], Source::Microdata);
        let article = thing("Article", &[("name", "Oak Lamp")], Source::JsonLd);
        assert!(same(&lamp, &same_lamp));
        assert!(!same(&lamp, &other_lamp) && !same(&lamp, &article));
    }

    #[test]
    fn the_first_source_keeps_what_it_says() {
        let mut lamp = thing("Article", &[("headline", "Oak"), ("url", "a")], Source::JsonLd);
        let other = [("name", "Oak!"), ("url", "b"), ("image", "c")];
        absorb(&mut lamp, thing("NewsArticle", &other, Source::OpenGraph));
        assert_eq!(lamp.types, ["NewsArticle"]);
        let said: Vec<_> = ["headline", "name", "url", "image"].map(|name| lamp.text(name)).into();
        assert_eq!(said, [Some("Oak"), None, Some("a"), Some("c")]);
        assert_eq!(lamp.sources(), [Source::JsonLd, Source::OpenGraph]);
    }
}
