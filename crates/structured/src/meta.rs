//! What `meta` elements say of a page: Open Graph, Twitter cards, and the plain ones.

use crate::terms::plain_text;
use crate::thing::{Budget, Source, Stated, Thing};
use sitewrap_tree::Document;

/// Keys of Open Graph and its companions, with the property that each states; those below a thing
/// of its own are told by a dot. What comes first wins where several keys state one property.
const OPEN_GRAPH: [(&str, &str); 66] = [
    ("og:title", "name"),
    ("og:description", "description"),
    ("og:url", "url"),
    ("og:image", "image"),
    ("og:image:url", "image"),
    ("og:image:secure_url", "image"),
    ("og:video", "video"),
    ("og:video:url", "video"),
    ("og:audio", "audio"),
    ("og:locale", "inLanguage"),
    ("og:updated_time", "dateModified"),
    ("og:site_name", "publisher.name"),
    ("og:price:amount", "offers.price"),
    ("og:price:currency", "offers.priceCurrency"),
    ("og:availability", "offers.availability"),
    ("og:brand", "brand.name"),
    ("og:upc", "gtin12"),
    ("og:ean", "gtin13"),
    ("og:isbn", "isbn"),
    ("og:author", "author"),
    ("og:latitude", "geo.latitude"),
    ("og:longitude", "geo.longitude"),
    ("og:street-address", "address.streetAddress"),
    ("og:locality", "address.addressLocality"),
    ("og:region", "address.addressRegion"),
    ("og:postal-code", "address.postalCode"),
    ("og:country-name", "address.addressCountry"),
    ("og:phone_number", "telephone"),
    ("og:email", "email"),
    ("article:published_time", "datePublished"),
    ("article:modified_time", "dateModified"),
    ("article:expiration_time", "expires"),
    ("article:author", "author"),
    ("article:section", "articleSection"),
    ("article:tag", "keywords"),
    ("og:article:published_time", "datePublished"),
    ("og:article:modified_time", "dateModified"),
    ("og:article:author", "author"),
    ("og:article:section", "articleSection"),
    ("og:article:tag", "keywords"),
    ("book:author", "author"),
    ("book:isbn", "isbn"),
    ("book:release_date", "datePublished"),
    ("book:tag", "keywords"),
    ("video:release_date", "datePublished"),
    ("video:duration", "duration"),
    ("video:tag", "keywords"),
    ("music:release_date", "datePublished"),
    ("music:duration", "duration"),
    ("profile:first_name", "givenName"),
    ("profile:last_name", "familyName"),
    ("product:price:amount", "offers.price"),
    ("product:price:currency", "offers.priceCurrency"),
    ("product:availability", "offers.availability"),
    ("product:condition", "offers.itemCondition"),
    ("product:brand", "brand.name"),
    ("product:category", "category"),
    ("product:retailer_item_id", "sku"),
    ("product:sku", "sku"),
    ("product:mfr_part_no", "mpn"),
    ("product:upc", "gtin12"),
    ("product:ean", "gtin13"),
    ("product:isbn", "isbn"),
    ("product:color", "color"),
    ("product:material", "material"),
    ("product:size", "size"),
];

/// Keys of Twitter cards: they stand in for what Open Graph does not say.
const TWITTER: [(&str, &str); 5] = [
    ("twitter:title", "name"),
    ("twitter:description", "description"),
    ("twitter:image", "image"),
    ("twitter:image:src", "image"),
    ("twitter:url", "url"),
];

/// Plain keys: of HTML itself, of Dublin Core, and of Highwire Press, which Google Scholar reads.
const PLAIN: [(&str, &str); 31] = [
    ("description", "description"),
    ("author", "author"),
    ("keywords", "keywords"),
    ("news_keywords", "keywords"),
    ("date", "datePublished"),
    ("pubdate", "datePublished"),
    ("publish_date", "datePublished"),
    ("publication_date", "datePublished"),
    ("last-modified", "dateModified"),
    ("dc.title", "name"),
    ("dc.creator", "author"),
    ("dc.date", "datePublished"),
    ("dc.date.issued", "datePublished"),
    ("dcterms.created", "dateCreated"),
    ("dcterms.modified", "dateModified"),
    ("dcterms.title", "name"),
    ("dcterms.creator", "author"),
    ("dc.description", "description"),
    ("dc.publisher", "publisher"),
    ("dc.subject", "keywords"),
    ("dc.language", "inLanguage"),
    ("citation_title", "name"),
    ("citation_author", "author"),
    ("citation_publication_date", "datePublished"),
    ("citation_date", "datePublished"),
    ("citation_doi", "identifier"),
    ("citation_publisher", "publisher"),
    ("citation_journal_title", "isPartOf.name"),
    ("citation_issn", "isPartOf.issn"),
    ("citation_isbn", "isbn"),
    ("citation_language", "inLanguage"),
];

/// Properties that a page may state several times; of others the first one counts.
const SEVERAL: [&str; 5] = ["image", "video", "audio", "author", "keywords"];

/// All pairs of key and content: those of the head, then those of the body, where they stand if
/// something in the head has ended it.
pub fn metas(document: &Document) -> impl Iterator<Item = (&str, &str)> {
    let tree = &document.tree;
    let head = document.structured.meta.iter().map(|(key, content)| (&**key, &**content));
    let body = tree.nodes().filter(|node| tree.tag(*node).as_str() == "meta");
    let body = body.flat_map(move |meta| {
        let content = tree.attr(meta, "content");
        let keys = ["name", "property"].into_iter().filter_map(move |key| tree.attr(meta, key));
        keys.filter_map(move |key| Some((key, content?)))
    });
    head.chain(body)
}

/// The page as Open Graph and Twitter cards describe it, and as plain `meta` elements do.
pub(crate) fn meta(document: &Document, budget: &mut Budget) -> [Option<Thing>; 2] {
    let pairs: Vec<(String, &str)> =
        metas(document).map(|(key, content)| (key.trim().to_lowercase(), content)).collect();
    let mut graph = Thing::default();
    fill(&mut graph, &pairs, &OPEN_GRAPH, Source::OpenGraph, budget);
    let mut cards = Thing::default();
    fill(&mut cards, &pairs, &TWITTER, Source::OpenGraph, budget);
    for property in cards.properties {
        if graph.get(&property.name).is_none() {
            graph.properties.push(property);
        }
    }
    labelled(&pairs, &mut graph, budget);
    let stated = pairs.iter().find(|(key, _)| key == "og:type").map(|(_, kind)| kind.trim());
    let is_offered = graph.get("offers").is_some();
    graph.types = vec![kind(stated.unwrap_or_default(), is_offered).to_owned()];
    let mut plain = Thing::default();
    fill(&mut plain, &pairs, &PLAIN, Source::Meta, budget);
    let is_cited = pairs.iter().any(|(key, _)| key == "citation_title");
    plain.types = vec![if is_cited { "ScholarlyArticle" } else { "WebPage" }.to_owned()];
    [graph, plain].map(|thing| Some(thing).filter(|thing| !thing.properties.is_empty()))
}

/// The schema.org type of an Open Graph type.
fn kind(stated: &str, is_offered: bool) -> &'static str {
    match stated.to_lowercase().as_str() {
        "product" | "product.item" | "og:product" | "product.group" => "Product",
        "article" | "blog" | "news" if !is_offered => "Article",
        "book" | "books.book" => "Book",
        "profile" => "ProfilePage",
        "video.movie" | "movie" => "Movie",
        "video.episode" => "TVEpisode",
        "video.tv_show" | "tv_show" => "TVSeries",
        "video" | "video.other" => "VideoObject",
        "music.song" => "MusicRecording",
        "music.album" => "MusicAlbum",
        "music.playlist" => "MusicPlaylist",
        "place" => "Place",
        "recipe" => "Recipe",
        "event" => "Event",
        "restaurant" | "restaurant.restaurant" => "Restaurant",
        "business.business" => "LocalBusiness",
        _ if is_offered => "Product",
        _ => "WebPage",
    }
}

fn fill(
    thing: &mut Thing,
    pairs: &[(String, &str)],
    table: &[(&str, &str)],
    source: Source,
    budget: &mut Budget,
) {
    let mut stated_by: Vec<(&str, &str)> = Vec::new();
    for (key, content) in pairs {
        let Some((key, path)) = table.iter().find(|(known, _)| known == key) else { continue };
        // Several keys state one property (`og:image`, `og:image:secure_url`): the first one counts.
        match stated_by.iter().find(|(known, _)| known == path) {
            Some((_, by)) if by != key || !SEVERAL.contains(path) => continue,
            Some(_) => {}
            None => stated_by.push((path, key)),
        }
        let contents = match *path {
            "keywords" => content.split(',').collect(),
            _ => vec![*content],
        };
        for content in contents {
            let Some(text) = plain_text(content) else { continue };
            let text = if *path == "offers.availability" { availability(&text) } else { text };
            if budget.take_text(text.len()) {
                state(thing, path, source, text);
            }
        }
    }
}

fn state(thing: &mut Thing, path: &str, source: Source, text: String) {
    let Some((outer, inner)) = path.split_once('.') else {
        return thing.add(path, source, Stated::Text(text));
    };
    let part = match thing.properties.iter().position(|property| property.name == outer) {
        Some(at) => at,
        None => {
            let kind = match outer {
                "offers" => "Offer",
                "brand" => "Brand",
                "publisher" => "Organization",
                "address" => "PostalAddress",
                "geo" => "GeoCoordinates",
                _ => "Periodical",
            };
            thing.add(outer, source, Stated::Thing(Thing::of_type(kind)));
            thing.properties.len() - 1
        }
    };
    if let Some(Stated::Thing(part)) = thing.properties[part].values.first_mut()
        && part.get(inner).is_none()
    {
        part.add(inner, source, Stated::Text(text));
    }
}

/// The schema.org term for how shops write that something is available.
pub(crate) fn availability(text: &str) -> String {
    let letters: String =
        text.chars().filter(char::is_ascii_alphabetic).collect::<String>().to_lowercase();
    let term = match letters.as_str() {
        "instock" | "available" | "availablefororder" => "InStock",
        "outofstock" | "oos" | "soldout" | "unavailable" => "OutOfStock",
        "preorder" | "pending" => "PreOrder",
        "backorder" => "BackOrder",
        "discontinued" => "Discontinued",
        _ => return text.to_owned(),
    };
    term.to_owned()
}

/// `twitter:label1` names the value of `twitter:data1`.
fn labelled(pairs: &[(String, &str)], thing: &mut Thing, budget: &mut Budget) {
    for (key, label) in pairs {
        let Some(number) = key.strip_prefix("twitter:label") else { continue };
        let data = pairs
            .iter()
            .find(|(other, _)| other.strip_prefix("twitter:data").is_some_and(|own| own == number));
        let data = data.and_then(|(_, data)| plain_text(data));
        if let (Some(label), Some(data)) = (plain_text(label), data)
            && budget.take_text(label.len() + data.len())
        {
            let mut pair = Thing::of_type("PropertyValue");
            pair.add("name", Source::OpenGraph, Stated::Text(label));
            pair.add("value", Source::OpenGraph, Stated::Text(data));
            thing.add("additionalProperty", Source::OpenGraph, Stated::Thing(pair));
        }
    }
}
