//! The site that is crawled: made here, or taken from a folder.

use sitewrap_archive::open_source;
use std::fmt::Write as _;
use std::path::Path;
use url::{Position, Url};

const WORDS: [&str; 24] = [
    "amber", "brass", "cedar", "delta", "ember", "field", "grain", "heron", "inlet", "jetty",
    "kettle", "lantern", "marsh", "north", "orchard", "pewter", "quarry", "rafter", "saddle",
    "timber", "umber", "valley", "willow", "yarrow",
];

/// Numbers that look drawn by lot and are the same in every run.
struct Lot(u64);

impl Lot {
    fn below(&mut self, limit: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn text(&mut self, words: usize) -> String {
        let words: Vec<&str> = (0..words).map(|_| WORDS[self.below(WORDS.len())]).collect();
        words.join(" ")
    }
}

/// A shop of `count` pages of about 40 KB: a menu, a list of goods, running text, reviews, a
/// footer; some 130 links on a page, and all pages reached from the first.
pub(crate) fn generated(count: usize) -> Served {
    (0..count).map(|number| (path(number), page(number, count).into_bytes())).collect()
}

fn path(number: usize) -> String {
    match number {
        0 => "/".to_owned(),
        number if number % 11 == 0 => format!("/collections/{}-{number}/", WORDS[number % 24]),
        number => format!("/goods/{}-{}_{number}/", WORDS[number % 24], WORDS[number / 24 % 24]),
    }
}

fn page(number: usize, count: usize) -> String {
    let mut lot = Lot(number as u64);
    let title = lot.text(3);
    let mut html = format!(
        "<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title>\
         <link rel=stylesheet href=/style.css><script>var page = {{id: {number}}};</script></head>\
         <body>"
    );
    menu(&mut html, count);
    let price = number % 90 + 5;
    let _ = write!(html, "<main id=content><h1>{title}</h1><p class=price>{price}.00</p>");
    for _ in 0..8 {
        let (long, stressed, short) = (lot.text(70), lot.text(2), lot.text(40));
        let _ = writeln!(html, "<p class=\"text lead\">{long} <em>{stressed}</em>, {short}.</p>");
    }
    goods(&mut html, &mut lot, number, count);
    reviews(&mut html, &mut lot);
    html.push_str("</main><footer class=bottom><ul>");
    for entry in 1..=12 {
        let to = path(entry * 7 % count);
        let _ = write!(html, "<li><a href=\"{to}\">{}</a></li>", lot.text(2));
    }
    html + "</ul><p>Made by hand.</p></footer></body></html>"
}

fn menu(html: &mut String, count: usize) {
    html.push_str("<header class=top><nav class=menu><ul>");
    for entry in 1..=40 {
        let _ = writeln!(
            html,
            "<li class=\"menu-item item-{entry}\"><a href=\"{}\">{}</a></li>",
            path(entry * 11 % count),
            WORDS[entry % 24]
        );
    }
    html.push_str("</ul></nav></header>");
}

fn goods(html: &mut String, lot: &mut Lot, number: usize, count: usize) {
    html.push_str("<section class=related><ol class=\"row goods\">");
    for place in 0..60 {
        let to = match place {
            0 | 1 => (2 * number + 1 + place) % count,
            _ => lot.below(count),
        };
        let _ = writeln!(
            html,
            "<li class=\"col-6 col-md-3\"><article class=\"card product_pod\"><div class=image>\
             <a href=\"{0}\"><img src=\"/media/{to}.jpg\" alt=\"{1}\" class=thumbnail></a></div>\
             <h3><a href=\"{0}\" title=\"{1}\">{1} &amp; co.</a></h3><div class=product_price>\
             <p class=price_color>&pound;{2}.99</p><p class=\"instock availability\">\n    In stock\n\
             </p></div></article></li>",
            path(to),
            lot.text(3),
            to % 70
        );
    }
    html.push_str("</ol></section>");
}

fn reviews(html: &mut String, lot: &mut Lot) {
    html.push_str("<section class=reviews>");
    for review in 0..6 {
        let _ = write!(
            html,
            "<article class=review id=r{review}><h4>{}</h4><p class=stars>{}</p><p>{}</p></article>",
            lot.text(4),
            review % 5,
            lot.text(60)
        );
    }
    html.push_str("</section>");
}

/// Pages by their paths.
type Served = Vec<(String, Vec<u8>)>;

/// The pages of a folder with a manifest, under their paths.
pub(crate) fn of_folder(folder: &Path) -> Result<Served, Box<dyn std::error::Error>> {
    let mut pages = Vec::new();
    for page in open_source(folder, None)? {
        let page = page?;
        let url = Url::parse(&page.url)?;
        pages.push((url[Position::BeforePath..].to_owned(), page.body));
    }
    Ok(pages)
}
