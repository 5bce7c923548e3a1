#!/usr/bin/env python3
"""Write the demo site of `sitewrap demo`: an invented shop and its journal.

    python3 scripts/make_demo_site.py           write site/, new/ and truth.jsonl, then validate
    python3 scripts/make_demo_site.py --check   fail if they differ from what would be written

Everything lies below data/demo. `material/` holds the text, written for this
site by hand; this script joins it with a fixed seed, so that the same material
always gives the same bytes. `site/` is the site as first seen, `new/` the pages
that appear later, `truth.jsonl` one record a page, taken from the material and
never from the markup.

Needs Python 3.11 or later and nothing else.
"""

import argparse
import datetime
import json
import random
import re
import shutil
import sys
import tomllib
import zlib
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin

DEMO = Path(__file__).resolve().parent.parent / "data" / "demo"
SEED = 1896
STARS = ["", "one", "two", "three", "four", "five"]
SHOP = "Pennywick & Tern"
PER_SHELF = 6
PER_JOURNAL_PAGE = 8
# Reviews beyond these stand on a page of their own.
REVIEWS_ON_PRODUCT = 2
# Products whose review page exists although it holds no review, or one.
SPARSE_REVIEW_PAGES = {"net-loft-pendant", "deck-watch", "wreckers-candle-lantern"}
WITHOUT_END_TAG = "/journal/2026/06/the-ferry-timetable-annotated/"
THEMES = {"lamps": "Light", "kites": "Wind", "tea": "Tea", "harbour": "Harbour"}


@dataclass
class Page:
    """One page: where it is, what it shows, and what is true about it."""

    path: str
    kind: str
    title: str
    main: str
    record: dict
    new: bool = False
    head: str = ""
    encoding: str = "utf-8"


# --- Small pieces of text ---------------------------------------------------


def slug_of(text):
    """The address form of a name: ASCII letters, digits and hyphens."""
    plain = text.lower().replace("é", "e").replace("'", "").replace("’", "")
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def money(amount):
    return f"£{amount:,.2f}"


def long_date(day):
    return f"{day.day} {day:%B %Y}"


def esc(text):
    return escape(text, quote=False)


def link(url, text):
    return f'<a href="{url}">{esc(text)}</a>'


def counted(number, one, many):
    return f"{number} {one if number == 1 else many}"


def drop_empty(record):
    """A record without the fields this page does not have; empty lists stay."""
    return {name: value for name, value in record.items() if value is not None}


def lines(*parts):
    """The parts that are not empty, one a line."""
    return "\n".join(part for part in parts if part)


# --- The material, completed ------------------------------------------------


class Material:
    """What the site is about: goods, reviews, authors and articles."""

    def __init__(self, folder):
        def load(name):
            return tomllib.loads((folder / name).read_text(encoding="utf-8"))

        goods, journal = load("products.toml"), load("journal.toml")
        self.words = load("reviews.toml")
        self.pages = load("pages.toml")["page"]
        self.style = (folder / "style.css").read_bytes()
        self.categories = {category["slug"]: category for category in goods["category"]}
        self.products = goods["product"]
        self.authors = {author["slug"]: author for author in journal["author"]}
        self.articles = journal["article"]
        self.journal = journal
        for number, product in enumerate(self.products):
            self._complete_product(number, product)
        self.by_name = {product["name"]: product for product in self.products}
        pools = {theme: [] for theme in THEMES}
        for article in self.articles:
            self._complete_article(article, pools)

    def shelf(self, category, new=False):
        return [p for p in self.products if p["category"] == category and p["new"] == new]

    def old_articles(self):
        """The articles of the site as first seen, newest first."""
        return sorted(
            (a for a in self.articles if not a["new"]), key=lambda a: a["day"], reverse=True
        )

    def _complete_product(self, number, product):
        rng = random.Random(f"{SEED} {product['name']}")
        slug = slug_of(product["name"])
        stock = product["stock"]
        product["new"] = product.get("new", False)
        product["slug"], product["url"] = slug, f"/product/{slug}/"
        product["sku"] = f"PT-{product['category'][:2].upper()}-{1040 + number * 7}"
        product["image"] = f"/img/{slug}.svg" if product.get("image", True) else None
        product["short_stock"] = (
            "In stock" if stock > 0 else "Out of stock" if stock == 0 else "Made to order"
        )
        product["availability"] = (
            f"In stock ({stock} available)" if stock > 0 else product["short_stock"]
        )
        product["paragraphs"] = product["text"].split("\n\n")
        reviews = []
        for _ in range(product["reviews"]):
            reviews.append(self._review(rng, product, reviews))
        product["reviews"] = sorted(reviews, key=lambda review: review["day"], reverse=True)
        product["rating"] = None
        if product["reviews"]:
            mean = sum(review["stars"] for review in product["reviews"]) / len(product["reviews"])
            product["rating"] = STARS[round(mean)]
        product["has_review_page"] = not product["new"] and (
            len(product["reviews"]) > REVIEWS_ON_PRODUCT or slug in SPARSE_REVIEW_PAGES
        )

    def _review(self, rng, product, others):
        """A review by somebody else, under another title, than the `others`."""
        stars = rng.choices([1, 2, 3, 4, 5], [1, 1, 3, 6, 9])[0]
        mood = "good" if stars > 3 else "fair" if stars == 3 else "poor"
        body = rng.sample(self.words["bodies"][mood], 2)
        body.insert(1, rng.choice(self.words["about"][product["category"]]))
        count = rng.choices([1, 2, 3], [5, 4, 2])[0]
        first = datetime.date(2026, 9, 12) if product["new"] else datetime.date(2025, 6, 1)
        span = 16 if product["new"] else 450
        used = {review[name] for review in others for name in ("author", "title")}
        titles = [title for title in self.words["titles"][mood] if title not in used]
        answers = rng.random() < {"good": 0.15, "fair": 0.5, "poor": 0.8}[mood]
        return {
            "author": rng.choice([name for name in self.words["authors"] if name not in used]),
            "title": rng.choice(titles or self.words["titles"][mood]),
            "stars": stars,
            "day": first + datetime.timedelta(days=rng.randrange(span)),
            "body": body[:count],
            "reply": rng.choice(self.words["replies"][mood]) if answers else None,
        }

    def _complete_article(self, article, pools):
        rng = random.Random(f"{SEED} {article['title']}")
        day = datetime.date.fromisoformat(article["date"])
        slug, theme = slug_of(article["title"]), article["theme"]
        article["new"] = article.get("new", False)
        article["day"] = day
        article["url"] = f"/journal/{day:%Y/%m}/{slug}/"
        article["by"] = self.authors[article["author"]]
        article["pictures"] = article.get("pictures", rng.choice([0, 1, 1, 1]))
        article["images"] = [f"/img/journal/{slug}-{n + 1}.svg" for n in range(article["pictures"])]
        article["captions"] = rng.sample(self.journal["captions"][theme], article["pictures"])
        count = rng.randint(3, 7)
        if len(pools[theme]) < count:
            fresh = self.journal["paragraphs"][theme][:]
            rng.shuffle(fresh)
            pools[theme] = pools[theme] + [text for text in fresh if text not in pools[theme]]
        article["paragraphs"] = [article["lead"]] + pools[theme][:count]
        pools[theme] = pools[theme][count:]
        quotes = rng.choice([0, 1, 1, 2])
        article["quotes"] = rng.sample(self.journal["quotes"][theme], quotes)
        article["headings"] = rng.sample(self.journal["headings"][theme], 1 if count < 5 else 2)
        words = sum(len(text.split()) for text in article["paragraphs"])
        article["reading"] = f"{max(2, words // 60)} min read"
        article["goods"] = [self.by_name[name] for name in article.get("products", [])]


# --- Boilerplate --------------------------------------------------------------


def furnish(page, material):
    """The whole document: head, menu, basket box, the page itself, footer."""
    shelves = "\n".join(
        f'        <li class="site-nav__item">{link(f"/{slug}/", category["name"])}</li>'
        for slug, category in material.categories.items()
    )
    read = [material.old_articles()[n] for n in (3, 15, 9, 20, 6)]
    most_read = "\n".join(
        f"        <li>{link(article['url'], article['title'])}</li>" for article in read
    )
    footer = "\n".join(
        f"        <li>{link('/' + p['slug'] + '/', p['title'])}</li>" for p in material.pages
    )
    return f"""<!DOCTYPE html>
<html lang="en-GB">
<head>
  <meta charset="{page.encoding}">
  <title>{esc(page.title)} | {esc(SHOP)}</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/style.css">
  <link rel="icon" href="/img/tern.svg" type="image/svg+xml">
{page.head}</head>
<body class="page page--{page.kind}">
  <a class="skip" href="#main">Skip to the page</a>
  <div class="topstrip"><div class="wrap">Parcels leave with the five o'clock ferry. {link("/delivery/", "Delivery from £4.50")}</div></div>
  <header class="masthead">
    <div class="wrap">
      <a class="brand" href="/"><img src="/img/tern.svg" alt="" width="44" height="44"><span>{esc(SHOP)}<small>Long Quay, Merrowhaven, since 1896</small></span></a>
      <nav class="site-nav" aria-label="Main">
        <ul>
{shelves}
        <li class="site-nav__item">{link("/sale/", "Sale")}</li>
        <li class="site-nav__item">{link("/journal/", "Journal")}</li>
        </ul>
      </nav>
      <div class="basket-box" id="basket"><p><a href="/basket/">Your basket</a>: 0 items, £0.00</p></div>
    </div>
  </header>
  <main id="main" class="wrap">
{page.main}
  </main>
  <div class="band">
    <div class="wrap">
      <aside class="most-read">
        <h2>Most read in the journal</h2>
        <ol>
{most_read}
        </ol>
      </aside>
      <form class="newsletter" action="/contact/" method="post">
        <h2>News from the quay</h2>
        <p class="small">One letter a month, more if something sinks.</p>
        <label class="skip" for="letter">Your e-mail address</label>
        <input id="letter" name="email" type="email" placeholder="you@example.org">
        <button class="btn">Sign up</button>
      </form>
    </div>
  </div>
  <footer class="colophon">
    <div class="wrap">
      <ul>
{footer}
      </ul>
      <p>&copy; 2026 {esc(SHOP)}, 17 Long Quay, Merrowhaven. An invented shop, open all hours.</p>
    </div>
  </footer>
</body>
</html>
"""


def crumbs(trail, here):
    """A breadcrumb list and its truth; `trail` holds (url, name)."""
    steps = "".join(f"<li>{link(url, name)}</li>" for url, name in trail)
    markup = f'<ol class="crumbs">{steps}<li aria-current="page">{esc(here)}</li></ol>'
    return markup, [{"name": name, "url": url} for url, name in trail]


def page_address(base, number):
    """Where a page of a list lies; the first one at the list's own address."""
    return base if number == 1 else f"{base}page/{number}/"


def pager(base, number, total):
    """Links to the pages before and after; nothing when there is one page."""
    if total == 1:
        return ""
    before = f'<a rel="prev" href="{page_address(base, number - 1)}">Back</a>' if number > 1 else ""
    after = (
        f'<a rel="next" href="{page_address(base, number + 1)}">More</a>' if number < total else ""
    )
    return f'<nav class="pager" aria-label="Pages">{before}<span class="pager__here">Page {number} of {total}</span>{after}</nav>'


def split_pages(items, size):
    """The items in pages; one empty page when there are none."""
    return [items[start : start + size] for start in range(0, len(items), size)] or [[]]


# --- Shop pages -------------------------------------------------------------


def price_markup(product):
    was = f'<del class="price--was">{money(product["old"])}</del>' if "old" in product else ""
    return f'<p class="price"><span class="price--now">{money(product["price"])}</span>{was}</p>'


def stock_class(product):
    return {"In stock": "stock", "Out of stock": "stock stock--out"}.get(
        product["short_stock"], "stock stock--order"
    )


def product_card(product):
    """One item of a list of goods, and its truth."""
    name = esc(product["name"])
    picture = (
        f'<a href="{product["url"]}" tabindex="-1"><img src="{product["image"]}" alt="{escape(product["name"])}" width="320" height="240" loading="lazy"></a>'
        if product["image"]
        else '<div class="no-image">Picture to follow</div>'
    )
    badge = '<span class="badge badge--new">New</span>' if product["new"] else ""
    badge = badge or ('<span class="badge">Sale</span>' if "old" in product else "")
    markup = lines(
        '<li class="grid__cell"><article class="card">',
        badge,
        picture,
        '<div class="card__body">',
        f'<h3><a href="{product["url"]}">{name}</a></h3>',
        f'<p class="subtitle">{esc(product["sub"])}</p>' if "sub" in product else "",
        f'<p class="star-rating {product["rating"]}"></p>' if product["rating"] else "",
        price_markup(product),
        f'<p class="{stock_class(product)}">{product["short_stock"]}</p>',
        "</div></article></li>",
    )
    truth = {
        "title": product["name"],
        "url": product["url"],
        "image": product["image"],
        "subtitle": product.get("sub"),
        "rating": product["rating"],
        "price": money(product["price"]),
        "old_price": money(product["old"]) if "old" in product else None,
        "availability": product["short_stock"],
    }
    return markup, drop_empty(truth)


def shelf_pages(base, heading, intro, products, nouns, new=False):
    """The pages of one list of goods."""
    parts = split_pages(products, PER_SHELF)
    for number, part in enumerate(parts, start=1):
        trail, path_truth = crumbs([("/", "Home")], heading)
        cards = [product_card(product) for product in part]
        total = counted(len(products), *nouns)
        listing = lines('<ul class="grid mt-4">', *(markup for markup, _ in cards), "</ul>")
        main = lines(
            trail,
            f"<h1>{esc(heading)}</h1>",
            f'<p class="lede">{esc(intro)}</p>' if intro else "",
            f'<p class="count">{total}</p>'
            if products
            else '<p class="empty">Nothing on this shelf today.</p>',
            listing if products else "",
            pager(base, number, len(parts)),
        )
        record = {
            "heading": heading,
            "intro": intro,
            "total": total if products else None,
            "page": f"Page {number} of {len(parts)}" if len(parts) > 1 else None,
            "items": [truth for _, truth in cards],
            "breadcrumb": path_truth,
        }
        path = page_address(base, number)
        title = heading if number == 1 else f"{heading}, page {number}"
        yield Page(path, "category", title, main, drop_empty(record), new)


def review_item(review):
    """One review with the shop's reply, and its truth."""
    reply = ""
    if review["reply"]:
        reply = f'<div class="reply"><p class="reply__from"><b>{esc(SHOP)}</b> replied:</p><p class="reply__text">{esc(review["reply"])}</p></div>'
    markup = lines(
        '<li><article class="review">',
        f"<h3>{esc(review['title'])}</h3>",
        f'<p class="star-rating {STARS[review["stars"]]}"></p>',
        f'<p class="meta">by <span class="review__author">{esc(review["author"])}</span> on <time datetime="{review["day"]}">{long_date(review["day"])}</time></p>',
        '<div class="review__body">',
        *(f"<p>{esc(text)}</p>" for text in review["body"]),
        "</div>",
        reply,
        "</article></li>",
    )
    truth = {
        "title": review["title"],
        "rating": STARS[review["stars"]],
        "author": review["author"],
        "date": str(review["day"]),
        "body": [{"text": text} for text in review["body"]],
        "reply": review["reply"],
    }
    return markup, drop_empty(truth)


def review_block(product):
    """The reviews that a product page shows, and their truth."""
    total = len(product["reviews"])
    items = [review_item(review) for review in product["reviews"][:REVIEWS_ON_PRODUCT]]
    more = ""
    if product["has_review_page"]:
        words = f"Read all {total} reviews" if total > 1 else "The review page"
        more = f'<p class="mt-2">{link(product["url"] + "reviews/", words)}</p>'
    listing = lines('<ol class="reviews">', *(markup for markup, _ in items), "</ol>")
    markup = lines(
        '<section class="product-reviews" id="reviews">',
        "<h2>What customers say</h2>",
        listing if items else '<p class="empty">Nobody has written about this yet.</p>',
        more,
        "</section>",
    )
    return markup, [truth for _, truth in items]


def product_page(product, material):
    category = material.categories[product["category"]]
    trail, path_truth = crumbs(
        [("/", "Home"), (f"/{category['slug']}/", category["name"])], product["name"]
    )
    reviews, review_truth = review_block(product)
    total = len(product["reviews"])
    siblings = [other for other in material.shelf(product["category"]) if other is not product]
    start = zlib.crc32(product["slug"].encode()) % max(1, len(siblings))
    related = [
        product_card(other)
        for other in (siblings + siblings)[start : start + min(3, len(siblings))]
    ]
    stories = [
        a for a in material.articles if product in a["goods"] and (product["new"] or not a["new"])
    ]
    variants = product.get("variants", [])
    steps = product.get("steps", [])
    facts = [("Article no.", product["sku"]), ("Made by", product["maker"])]
    facts += [("Made in", product["origin"])] if "origin" in product else []
    alt = f"{product['name']}, drawn by Pip"
    picture = (
        f'<img class="product__image" src="{product["image"]}" alt="{escape(alt)}" width="480" height="360">'
        if product["image"]
        else '<div class="no-image">Picture to follow</div>'
    )
    main = lines(
        trail,
        '<article class="product">',
        f'<div class="product__media">{picture}</div>',
        '<div class="product__info u-flow">',
        f'<h1 class="product__title">{esc(product["name"])}</h1>',
        f'<p class="subtitle">{esc(product["sub"])}</p>' if "sub" in product else "",
        f'<p class="meta"><span class="star-rating {product["rating"]}"></span> <a href="#reviews">{counted(total, "review", "reviews")}</a></p>'
        if total
        else "",
        price_markup(product),
        f'<p class="{stock_class(product)}">{product["availability"]}</p>',
        '<div class="product__text">',
        *(f"<p>{esc(text)}</p>" for text in product["paragraphs"]),
        "</div>",
        options_markup(variants),
        '<form action="/basket/" method="post"><button class="btn">Add to basket</button></form>',
        '<dl class="facts mt-4">',
        *(f"<dt>{name}</dt><dd>{esc(value)}</dd>" for name, value in facts),
        "</dl>",
        "</div></article>",
        '<section class="spec"><h2>Particulars</h2>',
        '<table class="spec__table"><tbody>',
        *(
            f"<tr><th>{esc(name)}</th><td>{esc(value)}</td></tr>"
            for name, value in product["attrs"]
        ),
        "</tbody></table></section>",
        lines(
            '<section class="brew"><h2>How to brew it</h2><ol>',
            *(f"<li>{esc(step)}</li>" for step in steps),
            "</ol></section>",
        )
        if steps
        else "",
        lines('<ul class="tags">', *(f"<li>{esc(tag)}</li>" for tag in product["tags"]), "</ul>")
        if "tags" in product
        else "",
        lines(
            '<section class="stories-about"><h2>From the journal</h2><ul>',
            *(f"<li>{link(a['url'], a['title'])}</li>" for a in stories),
            "</ul></section>",
        )
        if stories
        else "",
        reviews,
        lines(
            '<section class="related"><h2>On the same shelf</h2><ul class="grid">',
            *(markup for markup, _ in related),
            "</ul></section>",
        )
        if related
        else "",
    )
    record = {
        "title": product["name"],
        "subtitle": product.get("sub"),
        "sku": product["sku"],
        "maker": product["maker"],
        "origin": product.get("origin"),
        "price": money(product["price"]),
        "old_price": money(product["old"]) if "old" in product else None,
        "availability": product["availability"],
        "rating": product["rating"],
        "review_count": counted(total, "review", "reviews") if total else None,
        "image": product["image"],
        "description": [{"text": text} for text in product["paragraphs"]],
        "variants": [
            {"name": name, **({"price": price} if price else {})} for name, price in variants
        ],
        "attributes": [{"name": name, "value": value} for name, value in product["attrs"]],
        "steps": [{"text": step} for step in steps],
        "tags": [{"name": tag} for tag in product.get("tags", [])],
        "stories": [{"title": a["title"], "url": a["url"]} for a in stories],
        "reviews": review_truth,
        "related": [truth for _, truth in related],
        "breadcrumb": path_truth,
    }
    head = json_ld(product) if zlib.crc32(product["slug"].encode()) % 3 == 0 else ""
    return Page(
        product["url"], "product", product["name"], main, drop_empty(record), product["new"], head
    )


def options_markup(variants):
    if not variants:
        return ""
    items = []
    for name, price in variants:
        extra = f'<span class="extra">{price}</span>' if price else ""
        items.append(f'<li><span class="option">{esc(name)}</span>{extra}</li>')
    return lines('<ul class="options">', *items, "</ul>")


def json_ld(product):
    stock = {"In stock": "InStock", "Out of stock": "OutOfStock"}.get(
        product["short_stock"], "PreOrder"
    )
    data = {
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product["name"],
        "sku": product["sku"],
        "brand": {"@type": "Brand", "name": product["maker"]},
        "offers": {
            "@type": "Offer",
            "price": f"{product['price']:.2f}",
            "priceCurrency": "GBP",
            "availability": f"https://schema.org/{stock}",
        },
    }
    return f'  <script type="application/ld+json">{json.dumps(data, ensure_ascii=False)}</script>\n'


def review_page(product, material):
    category = material.categories[product["category"]]
    trail, path_truth = crumbs(
        [
            ("/", "Home"),
            (f"/{category['slug']}/", category["name"]),
            (product["url"], product["name"]),
        ],
        "Reviews",
    )
    items = [review_item(review) for review in product["reviews"]]
    heading = f"Reviews of {product['name']}"
    total = counted(len(items), "review", "reviews")
    summary = f'<p class="meta"><span class="star-rating {product["rating"]}"></span> <span class="count">{total}</span></p>'
    main = lines(
        trail,
        f"<h1>{esc(heading)}</h1>",
        summary
        if items
        else '<p class="empty">Nobody has written about this yet. You could be the first.</p>',
        f"<p>Back to {link(product['url'], product['name'])}, {money(product['price'])}</p>",
        lines('<ol class="reviews">', *(markup for markup, _ in items), "</ol>") if items else "",
    )
    record = {
        "heading": heading,
        "product": product["name"],
        "product_url": product["url"],
        "price": money(product["price"]),
        "rating": product["rating"],
        "total": total if items else None,
        "reviews": [truth for _, truth in items],
        "breadcrumb": path_truth,
    }
    return Page(product["url"] + "reviews/", "reviews", heading, main, drop_empty(record))


# --- Journal pages ----------------------------------------------------------


def prose(text, rng):
    """A paragraph's inline markup: now and then a link or an emphasis."""
    marked = esc(text)
    targets = {
        "lantern": "/lamps/",
        "kite": "/kites/",
        "ferry": "/delivery/",
        "pot": "/teas/",
        "quay": "/visit/",
    }
    found = [word for word in targets if re.search(rf"\b{word}\b", marked)]
    if found and rng.random() < 0.4:
        return re.sub(
            rf"\b{found[0]}\b", f'<a href="{targets[found[0]]}">{found[0]}</a>', marked, count=1
        )
    words = marked.split(" ")
    if rng.random() < 0.3 and len(words) > 8:
        at = rng.randrange(2, len(words) - 3)
        words[at] = f"<em>{words[at]}</em>"
    return " ".join(words)


def figure(url, caption):
    return f'<figure><img src="{url}" alt="" width="700" height="394"><figcaption>{esc(caption)}</figcaption></figure>'


def article_body(article):
    """Paragraphs with headings, quotations, pictures and a list among them."""
    rng = random.Random(f"{SEED} body {article['title']}")
    paragraphs = [f"<p>{prose(text, rng)}</p>" for text in article["paragraphs"]]
    parts, rest = paragraphs[:1], paragraphs[1:]
    pictures = [figure(*pair) for pair in zip(article["images"], article["captions"])]
    parts += pictures[:1]
    quotes = []
    for text, source in article["quotes"]:
        cite = f"<cite>{esc(source)}</cite>" if source else ""
        quotes.append(f"<blockquote><p>{esc(text)}</p>{cite}</blockquote>")
    headings = [f"<h2>{esc(text)}</h2>" for text in article["headings"]]
    for number, paragraph in enumerate(rest):
        if number in (1, 4) and headings:
            parts.append(headings.pop(0))
        parts.append(paragraph)
        if number in (0, 2) and quotes:
            parts.append(quotes.pop(0))
        if number == 1 and "list" in article:
            parts.append(
                lines("<ul>", *(f"<li>{esc(text)}</li>" for text in article["list"]), "</ul>")
            )
    return lines(*parts, *pictures[1:])


def article_page(article, material):
    month = f"{article['day']:%B %Y}"
    month_url = f"/journal/{article['day']:%Y/%m}/"
    trail, path_truth = crumbs(
        [("/", "Home"), ("/journal/", "Journal"), (month_url, month)], article["title"]
    )
    seen = material.articles if article["new"] else [a for a in material.articles if not a["new"]]
    at = seen.index(article)
    before, after = seen[at - 1] if at else None, seen[at + 1] if at + 1 < len(seen) else None
    related = [
        a
        for a in reversed(seen)
        if a["theme"] == article["theme"] and a not in (article, before, after)
    ][:2]
    author, author_url = article["by"]["name"], f"/journal/authors/{article['author']}/"
    updated = datetime.date.fromisoformat(article["updated"]) if "updated" in article else None
    main = lines(
        trail,
        '<article class="story">',
        '<header class="story__head">',
        f'<p class="meta story__theme">{THEMES[article["theme"]]}</p>',
        f'<h1 class="story__title">{esc(article["title"])}</h1>',
        f'<p class="standfirst">{esc(article["standfirst"])}</p>'
        if "standfirst" in article
        else "",
        f'<p class="meta byline">by <a rel="author" href="{author_url}">{esc(author)}</a> · <time datetime="{article["date"]}">{long_date(article["day"])}</time> · <span class="reading">{article["reading"]}</span></p>',
        f'<p class="meta updated">Corrected on <time datetime="{updated}">{long_date(updated)}</time></p>'
        if updated
        else "",
        "</header>",
        '<div class="story__body">',
        article_body(article),
        "</div>",
        in_story(article["goods"]),
        lines(
            '<ul class="tags mt-4">',
            *(f"<li>{link(f'/journal/tag/{tag}/', tag)}</li>" for tag in article["tags"]),
            "</ul>",
        ),
        lines(
            '<aside class="read-next"><h2>Read next</h2><ul>',
            *(f"<li>{link(a['url'], a['title'])}</li>" for a in related),
            "</ul></aside>",
        )
        if related
        else "",
        '<nav class="turn" aria-label="Articles">',
        f'<a rel="prev" href="{before["url"]}">{esc(before["title"])}</a>' if before else "",
        f'<a rel="next" href="{after["url"]}">{esc(after["title"])}</a>' if after else "",
        "</nav>",
        "</article>",
    )
    record = {
        "title": article["title"],
        "theme": THEMES[article["theme"]],
        "standfirst": article.get("standfirst"),
        "author": author,
        "author_url": author_url,
        "date": article["date"],
        "updated": article.get("updated"),
        "reading_time": article["reading"],
        "body": [{"text": text} for text in article["paragraphs"]],
        "headings": [{"text": text} for text in article["headings"]],
        "list": [{"text": text} for text in article.get("list", [])],
        "quotes": [
            {"text": text, **({"source": source} if source else {})}
            for text, source in article["quotes"]
        ],
        "pictures": [
            {"url": u, "caption": c} for u, c in zip(article["images"], article["captions"])
        ],
        "products": [
            {"title": p["name"], "url": p["url"], "price": money(p["price"])}
            for p in article["goods"]
        ],
        "tags": [{"name": tag, "url": f"/journal/tag/{tag}/"} for tag in article["tags"]],
        "related": [{"title": a["title"], "url": a["url"]} for a in related],
        "previous": before["title"] if before else None,
        "next": after["title"] if after else None,
        "breadcrumb": path_truth,
    }
    encoding = article.get("encoding", "utf-8")
    return Page(
        article["url"],
        "article",
        article["title"],
        main,
        drop_empty(record),
        article["new"],
        open_graph(article),
        encoding,
    )


def in_story(goods):
    if not goods:
        return ""
    items = (
        f'<li>{link(p["url"], p["name"])} <span class="price">{money(p["price"])}</span></li>'
        for p in goods
    )
    return lines('<div class="in-story"><h2>In this story</h2><ul>', *items, "</ul></div>")


def open_graph(article):
    fields = [("og:type", "article"), ("og:title", article["title"]), ("og:url", article["url"])]
    fields += [("og:description", article["standfirst"])] if "standfirst" in article else []
    fields += [("og:image", article["images"][0])] if article["images"] else []
    fields += [
        ("article:published_time", article["date"]),
        ("article:author", article["by"]["name"]),
    ]
    return "".join(
        f'  <meta property="{name}" content="{escape(value)}">\n' for name, value in fields
    )


def story_item(article):
    """One item of a list of articles, and its truth."""
    url = f"/journal/authors/{article['author']}/"
    markup = lines(
        '<li><article class="teaser">',
        f"<h2>{link(article['url'], article['title'])}</h2>",
        f'<p class="meta">by {link(url, article["by"]["name"])}, <time datetime="{article["date"]}">{long_date(article["day"])}</time></p>',
        f'<p class="teaser__text">{esc(article["standfirst"])}</p>'
        if "standfirst" in article
        else "",
        "</article></li>",
    )
    truth = {
        "title": article["title"],
        "url": article["url"],
        "author": article["by"]["name"],
        "date": article["date"],
        "excerpt": article.get("standfirst"),
    }
    return markup, drop_empty(truth)


def story_list_page(path, kind, heading, articles, number=1, total=1, base="", extra=""):
    trail, path_truth = crumbs(
        [("/", "Home")] + ([("/journal/", "Journal")] if kind != "journal" else []), heading
    )
    items = [story_item(article) for article in articles]
    main = lines(
        trail,
        f"<h1>{esc(heading)}</h1>",
        '<ul class="stories">',
        *(markup for markup, _ in items),
        "</ul>",
        pager(base, number, total),
        extra,
    )
    record = {
        "heading": heading,
        "page": f"Page {number} of {total}" if total > 1 else None,
        "items": [truth for _, truth in items],
        "breadcrumb": path_truth,
    }
    title = heading if number == 1 else f"{heading}, page {number}"
    return Page(path, kind, title, main, drop_empty(record))


def journal_lists(material):
    """The journal's index, its tags and its months."""
    articles = material.old_articles()
    tags = sorted({tag for article in articles for tag in article["tags"]})
    months = sorted({article["day"].replace(day=1) for article in articles}, reverse=True)
    extra = lines(
        '<section class="shelves"><h2>By subject</h2><ul class="tags">',
        *(f"<li>{link(f'/journal/tag/{tag}/', tag)}</li>" for tag in tags),
        '</ul><h2>By month</h2><ul class="tags">',
        *(f"<li>{link(f'/journal/{month:%Y/%m}/', f'{month:%B %Y}')}</li>" for month in months),
        "</ul></section>",
    )
    parts = split_pages(articles, PER_JOURNAL_PAGE)
    for number, part in enumerate(parts, start=1):
        path = page_address("/journal/", number)
        yield story_list_page(
            path, "journal", "The Harbour Journal", part, number, len(parts), "/journal/", extra
        )
    for tag in tags:
        found = [article for article in articles if tag in article["tags"]]
        yield story_list_page(f"/journal/tag/{tag}/", "tag", f"Articles about {tag}", found)
    for month in months:
        found = [article for article in articles if article["day"].replace(day=1) == month]
        yield story_list_page(f"/journal/{month:%Y/%m}/", "archive", f"{month:%B %Y}", found)


def author_page(author, material):
    trail, path_truth = crumbs([("/", "Home"), ("/journal/", "Journal")], author["name"])
    articles = [article for article in material.old_articles() if article["by"] is author]
    items = "\n".join(
        f'<li><h3>{link(a["url"], a["title"])}</h3><p class="meta"><time datetime="{a["date"]}">{long_date(a["day"])}</time></p></li>'
        for a in articles
    )
    portrait = f"/img/people/{author['slug']}.svg"
    main = lines(
        trail,
        '<article class="author">',
        f'<img class="portrait" src="{portrait}" alt="{escape(author["name"])}" width="130" height="130">',
        f"<h1>{esc(author['name'])}</h1>",
        f'<p class="lede author__role">{esc(author["role"])}</p>',
        f'<dl class="facts"><dt>With us since</dt><dd>{author["since"]}</dd></dl>'
        if "since" in author
        else "",
        *(f'<p class="author__bio">{esc(text)}</p>' for text in author["bio"]),
        f'<h2>Articles</h2><ul class="stories">\n{items}\n</ul>'
        if articles
        else '<p class="empty">Nothing published yet.</p>',
        "</article>",
    )
    record = {
        "name": author["name"],
        "role": author["role"],
        "since": author.get("since"),
        "image": portrait,
        "bio": [{"text": text} for text in author["bio"]],
        "articles": [{"title": a["title"], "url": a["url"], "date": a["date"]} for a in articles],
        "breadcrumb": path_truth,
    }
    return Page(
        f"/journal/authors/{author['slug']}/", "author", author["name"], main, drop_empty(record)
    )


# --- Pages that stand alone -------------------------------------------------


def home_page(material):
    names = ["Brass Storm Lantern", "Tern Delta Kite", "Tea Chest Sampler", "Pocket Barometer"]
    featured = [product_card(material.by_name[name]) for name in names]
    latest = [story_item(article) for article in material.old_articles()[:3]]
    heading = "Lamps, kites and teas from the Long Quay"
    lead = "We sell three things the weather gives you a use for, and a few instruments to see it coming."
    main = lines(
        '<section class="hero">',
        f'<div class="hero__text"><h1>{heading}</h1><p class="lede">{lead}</p><p>{link("/lamps/", "Begin with a lamp")}</p></div>',
        '<img src="/img/harbour.svg" alt="Merrowhaven at dusk" width="700" height="394">',
        "</section>",
        '<section class="featured"><h2>In the window this week</h2><ul class="grid">',
        *(markup for markup, _ in featured),
        "</ul></section>",
        '<section class="latest"><h2>From the journal</h2><ul class="stories">',
        *(markup for markup, _ in latest),
        "</ul></section>",
    )
    record = {
        "heading": heading,
        "lead": lead,
        "featured": [truth for _, truth in featured],
        "latest": [truth for _, truth in latest],
    }
    return Page("/", "home", "Lamps, kites and teas", main, record)


def table_markup(rows):
    head = "".join(f"<th>{esc(cell)}</th>" for cell in rows[0])
    body = ("<tr>" + "".join(f"<td>{esc(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return lines(f"<table><thead><tr>{head}</tr></thead><tbody>", *body, "</tbody></table>")


def static_page(page, material):
    trail, path_truth = crumbs([("/", "Home")], page["title"])
    team = [
        (f"/journal/authors/{slug}/", author["name"]) for slug, author in material.authors.items()
    ]
    team = team if page.get("team") else []
    form = '<form action="/contact/" method="post"><p><label>Your message<br><textarea name="message" rows="5" cols="50"></textarea></label></p><button class="btn">Send</button></form>'
    main = lines(
        trail,
        '<article class="story">',
        f"<h1>{esc(page['title'])}</h1>",
        *(f"<p>{esc(text)}</p>" for text in page["paragraphs"]),
        table_markup(page["table"]) if "table" in page else "",
        lines("<ol>", *(f"<li>{esc(text)}</li>" for text in page["list"]), "</ol>")
        if "list" in page
        else "",
        lines(
            "<h2>Who we are</h2><ul>",
            *(f"<li>{link(url, name)}</li>" for url, name in team),
            "</ul>",
        )
        if team
        else "",
        form if page.get("form") else "",
        "</article>",
    )
    record = {
        "title": page["title"],
        "body": [{"text": text} for text in page["paragraphs"]],
        "breadcrumb": path_truth,
    }
    if "table" in page:
        keys = [slug_of(name).replace("-", "_") for name in page["table"][0]]
        record["rows"] = [dict(zip(keys, row)) for row in page["table"][1:]]
    if team:
        record["team"] = [{"name": name, "url": url} for url, name in team]
    return Page(f"/{page['slug']}/", "static", page["title"], main, record)


def basket_page():
    main = '<h1>Your basket</h1>\n<p class="empty">There is nothing in it yet.</p>'
    return Page("/basket/", "basket", "Your basket", main, {"title": "Your basket"})


def all_pages(material):
    """Every page, those of the first visit before the new ones."""
    pages = [home_page(material)]
    for slug, category in material.categories.items():
        nouns = category["one"], category["many"]
        pages += shelf_pages(
            f"/{slug}/", category["name"], category.get("intro"), material.shelf(slug), nouns
        )
    reduced = [p for p in material.products if "old" in p and not p["new"]]
    pages += shelf_pages(
        "/sale/", "Sale", "End of the line, in both senses.", reduced, ("thing", "things")
    )
    pages += [product_page(product, material) for product in material.products]
    pages += [
        review_page(product, material)
        for product in material.products
        if product["has_review_page"]
    ]
    pages += [article_page(article, material) for article in material.articles]
    pages += journal_lists(material)
    pages += [author_page(author, material) for author in material.authors.values()]
    pages += [static_page(page, material) for page in material.pages]
    pages.append(basket_page())
    fresh = [product for product in material.products if product["new"]]
    intro = "Just carried up from the quay, still smelling of shavings."
    pages += shelf_pages(
        "/new-arrivals/", "New Arrivals", intro, fresh, ("arrival", "arrivals"), new=True
    )
    return sorted(pages, key=lambda page: page.new)


# --- Broken markup ----------------------------------------------------------


def unclosed_items(markup):
    return re.sub(r"</li>(?=\s*(<li|</ul|</ol))", "", markup)


def unclosed_paragraphs(markup):
    return re.sub(r"</p>(?=\s*(<p|<ul|<ol|<h2|<figure|<blockquote|</div>))", "", markup)


def unclosed_cells(markup):
    return re.sub(r"</(td|th|dd|dt)>(?=\s*(<td|<th|<dt|<dd|</tr|</dl))|</tr>(?=\s*<tr)", "", markup)


def stray_end_tags(markup):
    return markup.replace("</h1>", "</span></h1></b>", 1).replace("</ul>", "</ul></font>", 1)


def unquoted_attributes(markup):
    return re.sub(r' (class|href|width|height|datetime)="([\w/.-]*[\w.-])"', r" \1=\2", markup)


def bare_ampersands(markup):
    return markup.replace("&amp;", "&")


FAULTS = [
    unclosed_items,
    unclosed_paragraphs,
    unclosed_cells,
    stray_end_tags,
    unquoted_attributes,
    bare_ampersands,
]


def break_markup(path, markup):
    """Half of the pages carry one fault each, as pages on the real web do."""
    number = zlib.crc32(path.encode()) % (2 * len(FAULTS))
    if number < len(FAULTS):
        markup = FAULTS[number](markup)
    if path == WITHOUT_END_TAG:
        markup = markup.replace("</body>\n</html>\n", "")
    return markup


# --- Pictures ---------------------------------------------------------------


def svg(width, height, body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">{body}</svg>\n'.encode()


def product_picture(product):
    rng = random.Random(f"{SEED} picture {product['name']}")
    ground, dark, light = rng.choice(
        [
            ("#e9f0f0", "#16425b", "#f0b94b"),
            ("#f6ead2", "#7a4b1f", "#e39a3b"),
            ("#e6e3ef", "#3c3a63", "#e8b7a0"),
            ("#e3eee2", "#2d5a45", "#e7c55a"),
            ("#f7e3dc", "#8a3328", "#f2c078"),
            ("#dfe9f3", "#274b78", "#f4d58a"),
        ]
    )
    w, h = rng.randint(60, 96), rng.randint(90, 140)
    top = 120 - h // 2
    shapes = {
        "lamps": f'<circle cx="160" cy="125" r="{h * 3 // 4}" fill="{light}" opacity=".28"/><path d="M{160 - w // 3} {top}Q160 {top - 55} {160 + w // 3} {top}" fill="none" stroke="{dark}" stroke-width="4"/><path d="M{160 - w // 2} {top + 14}L160 {top - 12}L{160 + w // 2} {top + 14}Z" fill="{dark}"/><rect x="{160 - w * 2 // 5}" y="{top + 14}" width="{w * 4 // 5}" height="{h - 34}" rx="8" fill="#fffdf8" stroke="{dark}" stroke-width="4"/><path d="M160 {top + 40}q16 24 0 40q-16 -16 0 -40" fill="{light}"/><rect x="{160 - w // 2}" y="{top + h - 22}" width="{w}" height="20" rx="4" fill="{dark}"/>',
        "kites": f'<path d="M160 28L{160 + w} 105L160 {120 + h // 2}L{160 - w} 105Z" fill="{light}"/><path d="M160 28L{160 + w} 105L160 105ZM160 105L{160 - w} 105L160 {120 + h // 2}Z" fill="{dark}"/><path d="M160 {120 + h // 2}q30 14 6 28t10 26" fill="none" stroke="{dark}" stroke-width="3"/>',
        "teas": f'<rect x="{160 - w * 2 // 3}" y="{top + 24}" width="{w * 4 // 3}" height="{h - 10}" rx="10" fill="{dark}"/><rect x="{160 - w * 2 // 3 - 5}" y="{top + 6}" width="{w * 4 // 3 + 10}" height="26" rx="6" fill="{light}"/><circle cx="160" cy="{top + 26 + h // 2}" r="{w // 3}" fill="{ground}"/><path d="M160 {top + 12 + h // 2}q22 14 0 32q-22 -18 0 -32" fill="{dark}"/>',
        "instruments": f'<circle cx="160" cy="122" r="{h * 3 // 5}" fill="{dark}"/><circle cx="160" cy="122" r="{h * 3 // 5 - 10}" fill="#fffdf8"/><path d="M160 {122 - h // 2 + 6}L170 122L160 {122 + h // 2 - 6}L150 122Z" fill="{light}"/><circle cx="160" cy="122" r="6" fill="{dark}"/>',
        "cordage": f'<g fill="none" stroke-width="14"><circle cx="160" cy="120" r="76" stroke="{dark}"/><circle cx="160" cy="120" r="56" stroke="{light}"/><circle cx="160" cy="120" r="36" stroke="{dark}"/></g>',
    }
    return svg(
        320, 240, f'<rect width="320" height="240" fill="{ground}"/>' + shapes[product["category"]]
    )


def scene(name, theme):
    """The harbour at some hour, with what the theme puts into it."""
    rng = random.Random(f"{SEED} scene {name}")
    sky, glow, sea = rng.choice(
        [
            ("#f3c98b", "#f9ecd0", "#2d6480"),
            ("#9fc3cf", "#eaf3f2", "#24566b"),
            ("#38476b", "#b98aa0", "#1b2f4a"),
            ("#dfe3dc", "#f7f4ea", "#5d7f86"),
        ]
    )
    sun = rng.randint(120, 560)
    roofs = "".join(
        f'<path d="M{x} 262v-{(height := rng.randint(30, 70))}l22 -20l22 20v{height}z" fill="{rng.choice(["#a63d2f", "#5f6f79", "#c9b48b", "#16425b"])}"/>'
        for x in range(rng.randint(0, 40), 320, 46)
    )
    things = {
        "lamps": '<path d="M560 262v-120h24v120z" fill="#fffdf8"/><rect x="556" y="124" width="32" height="20" fill="#f0b94b"/><path d="M552 124h40l-20 -22z" fill="#a63d2f"/>',
        "kites": '<path d="M500 60l36 44l-36 60l-36 -60z" fill="#a63d2f"/><path d="M500 164q40 60 -20 100" stroke="#1d2b36" fill="none" stroke-width="2"/>',
        "tea": '<path d="M480 200h90q0 60 -45 60t-45 -60z" fill="#fffdf8"/><path d="M505 186q-10 -18 4 -34M535 186q-10 -18 4 -34" stroke="#fffdf8" stroke-width="5" fill="none"/>',
        "harbour": '<path d="M470 268h130l-22 30h-90z" fill="#a63d2f"/><path d="M530 262v-130l56 110h-56z" fill="#fffdf8"/>',
    }
    waves = "".join(
        f'<path d="M0 {y}q44 -10 88 0t88 0t88 0t88 0t88 0t88 0t88 0t88 0" stroke="#ffffff55" fill="none" stroke-width="3"/>'
        for y in (300, 330, 362)
    )
    return svg(
        700,
        394,
        f'<rect width="700" height="394" fill="{sky}"/><circle cx="{sun}" cy="150" r="54" fill="{glow}"/>{roofs}'
        f'<rect y="262" width="700" height="132" fill="{sea}"/>{waves}{things[theme]}',
    )


def portrait(author):
    initials = "".join(part[0] for part in author["name"].split())
    return svg(
        130,
        130,
        '<circle cx="65" cy="65" r="64" fill="#16425b"/><circle cx="65" cy="65" r="56" fill="none" stroke="#b5832a" stroke-width="3"/>'
        f'<text x="65" y="80" text-anchor="middle" font-family="Georgia, serif" font-size="42" fill="#fbf7ef">{initials}</text>',
    )


def tern():
    return svg(
        44,
        44,
        '<circle cx="22" cy="22" r="21" fill="#fbf7ef"/><path d="M4 20q10 -6 16 3q8 -14 20 -12q-12 4 -15 16q-3 6 -12 6q5 -2 5 -6q-6 -7 -14 -7z" fill="#16425b"/><path d="M13 33l-6 2l6 -4z" fill="#a63d2f"/>',
    )


# --- Files ------------------------------------------------------------------


def all_files(material, pages):
    """Every file below data/demo that is written: its path there, its bytes."""
    files = {
        "site/style.css": material.style,
        "site/img/tern.svg": tern(),
        "site/img/harbour.svg": scene("home", "harbour"),
    }
    files["site/robots.txt"] = b"User-agent: *\nDisallow: /basket/\n\nSitemap: /sitemap.xml\n"
    files["site/sitemap.xml"] = sitemap(pages)
    for page in pages:
        markup = break_markup(page.path, furnish(page, material))
        files[f"{part_of(page)}{page.path}index.html"] = markup.encode(page.encoding)
    for product in material.products:
        if product["image"]:
            files[("new" if product["new"] else "site") + product["image"]] = product_picture(
                product
            )
    for article in material.articles:
        for url in article["images"]:
            files[("new" if article["new"] else "site") + url] = scene(url, article["theme"])
    for slug, author in material.authors.items():
        files[f"site/img/people/{slug}.svg"] = portrait(author)
    rows = ({"path": p.path, "type": p.kind, "new": p.new, "record": p.record} for p in pages)
    files["truth.jsonl"] = "".join(
        json.dumps(row, ensure_ascii=False) + "\n" for row in rows
    ).encode()
    return files


def part_of(page):
    return "new" if page.new else "site"


def sitemap(pages):
    """A part of the site. Addresses are relative: the host is not known before it is served."""
    kinds = {"home", "category", "article", "author"}
    urls = "".join(
        f"  <url><loc>{page.path}</loc></url>\n"
        for page in pages
        if page.kind in kinds and not page.new
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n{urls}</urlset>\n'.encode()


def write(files):
    for part in ("site", "new"):
        shutil.rmtree(DEMO / part, ignore_errors=True)
    for name, content in files.items():
        target = DEMO / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)


def differences(files):
    """Names of files that are missing, changed, or there without reason."""
    on_disk = {
        str(path.relative_to(DEMO))
        for part in ("site", "new")
        for path in (DEMO / part).rglob("*")
        if path.is_file()
    }
    changed = [
        name
        for name, content in files.items()
        if not (DEMO / name).is_file() or (DEMO / name).read_bytes() != content
    ]
    return sorted(
        changed + [f"{name} (not written by this script)" for name in on_disk - files.keys()]
    )


# --- Validation -------------------------------------------------------------


# Tags that leave the words on either side of them together.
INLINE = frozenset({"a", "em", "b", "span", "cite", "time", "del"})


class Reader(HTMLParser):
    """What a page says: its text, its attribute values, its references."""

    def __init__(self):
        super().__init__()
        self.text, self.values, self.links, self.references = [], set(), [], []

    def handle_starttag(self, tag, attrs):
        if tag not in INLINE:
            self.text.append(" ")
        for name, value in attrs:
            self.values.add(value or "")
            self.values.update((value or "").split() if name == "class" else [])
            if name in ("href", "src", "action"):
                self.references.append(value)
            if tag == "a" and name == "href":
                self.links.append(value)

    def handle_endtag(self, tag):
        if tag not in INLINE:
            self.text.append(" ")

    def handle_data(self, data):
        self.text.append(data)


def scalars(value):
    if isinstance(value, (dict, list)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from scalars(part)
    else:
        yield value


def validate(pages, files):
    """Everything that is wrong with the files, one line each."""
    problems, reachable = [], {}
    for page in pages:
        body = files[f"{part_of(page)}{page.path}index.html"]
        reader = Reader()
        reader.feed(body.decode(page.encoding))
        reader.close()
        text = " ".join("".join(reader.text).split())
        for value in scalars(page.record):
            if value not in text and value not in reader.values:
                problems.append(f"{page.path}: the truth {value!r} is not on the page")
        parts = ("site", "new") if page.new else ("site",)
        for reference in reader.references:
            address = urljoin(page.path, reference).partition("#")[0]
            name = address + "index.html" if address.endswith("/") else address
            if not any(part + name in files for part in parts):
                problems.append(f"{page.path}: nothing at {reference}")
        if not page.new:
            reachable[page.path] = {
                urljoin(page.path, link).partition("#")[0] for link in reader.links
            }
    seen, ahead = {"/"}, ["/"]
    while ahead:
        fresh = reachable[ahead.pop()] & reachable.keys() - seen
        seen |= fresh
        ahead += sorted(fresh)
    problems += [f"{path}: no way leads here from /" for path in reachable.keys() - seen]
    paths = [page.path for page in pages]
    problems += [
        f"{path}: written twice" for path in sorted({p for p in paths if paths.count(p) > 1})
    ]
    new = sum(page.new for page in pages)
    size = sum(map(len, files.values()))
    problems += [f"{new} new pages instead of 10"] if new != 10 else []
    problems += [f"only {len(pages) - new} pages at first"] if len(pages) - new < 95 else []
    problems += [f"{size} bytes are too many"] if size > 1_500_000 else []
    return problems


def main():
    parser = argparse.ArgumentParser(description="Write the demo site of `sitewrap demo`.")
    parser.add_argument(
        "--check", action="store_true", help="write nothing, compare with what is there"
    )
    options = parser.parse_args()
    material = Material(DEMO / "material")
    pages = all_pages(material)
    files = all_files(material, pages)
    problems = validate(pages, files)
    if options.check:
        problems += [
            f"{name}: out of date; run scripts/make_demo_site.py" for name in differences(files)
        ]
    elif not problems:
        write(files)
    for problem in problems:
        print(problem, file=sys.stderr)
    kinds = {}
    for page in pages:
        kinds.setdefault(page.kind, [0, 0])[page.new] += 1
    for kind, (first, new) in kinds.items():
        print(f"{kind:10}{first:4} pages{f', {new} new' if new else ''}")
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
