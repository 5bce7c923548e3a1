//! A generated site: eight kinds of page in the proportions of a shop with a journal, a forum and
//! documentation, with menus, lists of varying length, options, prose and scripts.

use std::fmt::Write as _;

/// A small generator of numbers, the same on every machine.
struct Dice(u64);

impl Dice {
    fn below(&mut self, limit: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }

    fn one_in(&mut self, chances: u64) -> bool {
        self.below(chances) == 0
    }

    fn words(&mut self, count: u64) -> String {
        const WORDS: [&str; 16] = [
            "lantern", "brass", "harbour", "storm", "keeps", "burning", "through", "the", "night",
            "made", "of", "oak", "and", "glass", "with", "care",
        ];
        (0..count).map(|_| WORDS[self.below(16) as usize]).collect::<Vec<_>>().join(" ")
    }
}

/// Kinds of page, as often as they are on a site of the size of a few hundred pages.
const KINDS: [(&str, u64); 8] = [
    ("product", 40),
    ("category", 10),
    ("article", 20),
    ("tag", 6),
    ("thread", 12),
    ("manual", 8),
    ("profile", 3),
    ("static", 1),
];

/// Page `number` of the site: URL, kind and HTML.
pub(crate) fn page(number: u64) -> (String, usize, String) {
    let dice = &mut Dice(number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let mut draw = number * 37 % 100;
    let mut kind = 0;
    while draw >= KINDS[kind].1 {
        draw -= KINDS[kind].1;
        kind += 1;
    }
    let name = KINDS[kind].0;
    let title = dice.words(3);
    let mut html = format!(
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>{title}</title>\
         <script>var page = {{\"id\": {number}}};{}</script></head><body class='page page-{name}'>\
         <header class=top><a class=logo href=/>Harbour</a><nav class=menu><ul>",
        "window.queue=window.queue||[];".repeat(60)
    );
    for item in 0..14 {
        let _ = write!(html, "<li class=menu-item><a href=/c/{item}>Section {item}</a></li>");
    }
    html.push_str("</ul></nav><form class=search><input type=search name=q></form></header><main>");
    let _ = write!(html, "<h1 class={name}-title>{title}</h1>");
    match name {
        "product" => product(&mut html, dice),
        "category" | "tag" => list(&mut html, dice, name),
        "article" | "static" => prose(&mut html, dice),
        "thread" => thread(&mut html, dice),
        "manual" => manual(&mut html, dice),
        _ => table(&mut html, dice),
    }
    html.push_str("</main><footer class=bottom><ul class=legal>");
    for item in 0..9 {
        let _ = write!(html, "<li><a href=/legal/{item}>Notice {item}</a></li>");
    }
    html.push_str("</ul><p class=small>All rights reserved.</p></footer></body></html>");
    (format!("http://harbour.example/{name}/{number}"), kind, html)
}

fn product(html: &mut String, dice: &mut Dice) {
    let (price, stock) = (dice.below(900), dice.below(40));
    let _ = write!(
        html,
        "<div class=gallery><img src=/i/{price}.jpg alt=x></div><p class=price>£{price}.50</p>\
         <p class=stock>In stock ({stock} available)</p>"
    );
    if dice.one_in(3) {
        html.push_str("<div class=sale><span class=badge>Sale</span></div>");
    }
    table(html, dice);
    prose(html, dice);
    if dice.one_in(2) {
        html.push_str("<section class=reviews><h2>Reviews</h2>");
        for _ in 0..dice.below(12) {
            let (text, stars) = (dice.words(20), dice.below(5));
            let _ = write!(
                html,
                "<article class=review><b class='stars stars-{stars}'>{stars}</b><p class=words>\
                 {text}</p></article>"
            );
        }
        html.push_str("</section>");
    }
    list(html, dice, "related");
}

fn table(html: &mut String, dice: &mut Dice) {
    html.push_str("<table class=facts>");
    for row in 0..3 + dice.below(6) {
        let _ = write!(html, "<tr><th>Fact {row}</th><td>{}</td></tr>", dice.words(2));
    }
    html.push_str("</table>");
}

fn list(html: &mut String, dice: &mut Dice, name: &str) {
    let _ = write!(html, "<ol class='list list-{name}'>");
    for _ in 0..5 + dice.below(40) {
        let (item, text) = (dice.below(9000), dice.words(6));
        let _ = write!(
            html,
            "<li class=card><a class=card-link href=/p/{item}><img src=/t/{item}.jpg alt=x></a>\
             <h3 class=card-title>{text}</h3><p class=card-price>£{item}.00</p>"
        );
        if dice.one_in(4) {
            html.push_str("<span class=card-badge>New</span>");
        }
        html.push_str("</li>");
    }
    html.push_str("</ol><ul class=pager><li class=next><a href=?page=2>next</a></li></ul>");
}

fn prose(html: &mut String, dice: &mut Dice) {
    html.push_str("<div class=prose>");
    for _ in 0..3 + dice.below(20) {
        let (text, more) = (dice.words(40), dice.words(12));
        let _ = write!(html, "<p>{text} <em>{}</em> {more}.</p>", dice.words(2));
        if dice.one_in(5) {
            let _ =
                write!(html, "<h2>{}</h2><blockquote><p>{more}</p></blockquote>", dice.words(4));
        }
    }
    html.push_str("</div>");
}

fn thread(html: &mut String, dice: &mut Dice) {
    for post in 0..1 + dice.below(25) {
        let (author, text) = (dice.words(1), dice.words(30));
        let _ = write!(
            html,
            "<div class=post id=post-{post}><div class=who><a href=/u/{author}>{author}</a>\
             <time datetime=2026-01-02>2 January</time></div><div class=said><p>{text}</p></div>\
             </div>"
        );
    }
}

fn manual(html: &mut String, dice: &mut Dice) {
    for part in 0..4 + dice.below(40) {
        let (name, text) = (dice.words(1), dice.words(15));
        let _ = write!(
            html,
            "<section class=entry id=e{part}><h3 class=signature><code>fn <a href=#{name}>{name}</a>\
             (<span class=arg>x</span>: <span class=type>u{part}</span>)</code></h3><details \
             class=toggle open><summary>{name}</summary><div class=doc><p>{text}</p>"
        );
        if dice.one_in(3) {
            html.push_str("<pre class=example><code>let x = 1;</code></pre>");
        }
        html.push_str("</div></details></section>");
    }
}
