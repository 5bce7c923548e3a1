"""A blog whose articles and lists share one theme, as blog software makes it."""

from .kit import Site, Words, chunks, columns, esc, long_day, slug

NAME = "Kettle and Quay"
CATEGORIES = ["Repairs", "Walks", "Kitchen", "Weather"]


def frame(title, body_class, main, recent):
    side = "".join(f'<li><a href="/{p["slug"]}/">{esc(p["title"])}</a></li>' for p in recent)
    cats = "".join(f'<li class="cat-item cat-item-{at}"><a href="/category/{slug(c)}/">{c}</a></li>'
                   for at, c in enumerate(CATEGORIES, 3))
    return f"""<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>{esc(title)} &#8211; {NAME}</title>
<link rel="stylesheet" href="/assets/themes/harbour/style.css?ver=4.9"></head>
<body class="{body_class}">
<div id="page" class="hfeed site">
<header id="masthead" class="site-header"><h1 class="site-title"><a href="/" rel="home">{NAME}</a></h1>
<h2 class="site-description">Small things, mended slowly</h2>
<nav class="main-navigation"><ul id="menu-top"><li class="menu-item"><a href="/">Home</a></li>
<li class="menu-item"><a href="/about/">About</a></li><li class="menu-item"><a href="/links/">Links</a></li></ul></nav></header>
<div id="main" class="wrapper"><div id="primary" class="site-content"><div id="content" role="main">
{main}
</div></div>
<div id="secondary" class="widget-area"><aside class="widget widget_search"><form action="/" method="get">
<input type="text" name="s"><input type="submit" value="Search"></form></aside>
<aside class="widget widget_recent_entries"><h3 class="widget-title">Recent Posts</h3><ul>{side}</ul></aside>
<aside class="widget widget_categories"><h3 class="widget-title">Categories</h3><ul>{cats}</ul></aside></div></div>
<footer id="colophon"><div class="site-info">Proudly kept on a shelf</div></footer></div></body></html>"""


def article(post, is_single):
    title = esc(post["title"])
    head = title if is_single else f'<a href="/{post["slug"]}/" rel="bookmark">{title}</a>'
    paragraphs = post["paragraphs"] if is_single else [post["excerpt"]]
    text = "\n".join(f"<p>{esc(p)}</p>" for p in paragraphs)
    more = "" if is_single else f'<p><a class="more-link" href="/{post["slug"]}/">Continue reading &rarr;</a></p>'
    image = ""
    if post["image"]:
        image = f'<div class="entry-thumb"><img src="{post["image"]}" alt="{title}" width="600" height="270"></div>'
    cats = ", ".join(f'<a href="/category/{slug(c)}/" rel="category tag">{c}</a>' for c in post["categories"])
    return f"""<article id="post-{post["id"]}" class="post-{post["id"]} post type-post status-publish hentry category-{slug(post["categories"][0])}">
<header class="entry-header">{image}<h1 class="entry-title">{head}</h1></header>
<div class="entry-content">{text}{more}</div>
<footer class="entry-meta">This entry was posted in {cats} on <a href="/{post["day"]:%Y/%m}/" rel="bookmark"><time class="entry-date" datetime="{post["day"].isoformat()}">{long_day(post["day"])}</time></a>
<span class="by-author">by <span class="author vcard"><a class="url fn n" href="/author/{slug(post["author"])}/">{post["author"]}</a></span></span>.</footer></article>"""


def comments(post):
    if not post["comments"]:
        return '<div id="comments" class="comments-area"></div>'
    count = len(post["comments"])
    said = "One thought on" if count == 1 else f"{count} thoughts on"
    rows = "\n".join(
        f"""<li class="comment {'even' if at % 2 == 0 else 'odd alt'} depth-1" id="li-comment-{c["id"]}"><article class="comment">
<header class="comment-meta"><img class="avatar" src="/avatar/{c["id"] * 7 % 1000}.png" width="44" height="44"><cite><b class="fn">{c["author"]}</b></cite>
<a href="/{post["slug"]}/#comment-{c["id"]}"><time datetime="{c["day"].isoformat()}">{long_day(c["day"])}</time></a></header>
<section class="comment-content"><p>{esc(c["text"])}</p></section>
<div class="reply"><a class="comment-reply-link" href="/{post["slug"]}/?replytocom={c["id"]}#respond">Reply</a></div></article></li>"""
        for at, c in enumerate(post["comments"]))
    return f"""<div id="comments" class="comments-area"><h2 class="comments-title">{said} &ldquo;<span>{esc(post["title"])}</span>&rdquo;</h2>
<ol class="commentlist">{rows}</ol></div>"""


def make():
    words = Words("blog")
    site = Site("blog", "kettle.example", "blog software; articles and lists share one theme")
    # A surname that most who comment have must not become template.
    family = [f"{first} Moss" for first in ("Noel", "Ada", "Kit", "Rosa", "Hugo")] + ["Lene Dune"]
    authors = words.people(3)
    posts = []
    for number in range(24):
        title = words.title()
        paragraphs = [words.text(2, 5) for _ in range(words.number(2, 6))]
        posts.append({
            "id": 40 + 3 * number, "title": title, "slug": slug(title), "paragraphs": paragraphs,
            "excerpt": paragraphs[0], "author": words.pick(authors), "day": words.day(),
            "categories": words.some(CATEGORIES, 1, 2),
            "image": f"/uploads/{slug(title)}-624x270.jpg" if words.chance(.6) else None,
            "comments": [{"id": 900 + 20 * number + at, "author": words.pick(family), "day": words.day(),
                          "text": words.text(1, 3)} for at in range(words.pick([0, 0, 1, 2, 4]))]})
    posts.sort(key=lambda post: post["day"], reverse=True)
    recent = posts[:5]
    for at, post in enumerate(posts):
        newer, older = (posts[at - 1] if at else None), (posts[at + 1] if at + 1 < len(posts) else None)
        nav = '<nav class="nav-single">'
        nav += f'<span class="nav-previous"><a href="/{older["slug"]}/" rel="prev">&larr; {esc(older["title"])}</a></span>' if older else ""
        nav += f'<span class="nav-next"><a href="/{newer["slug"]}/" rel="next">{esc(newer["title"])} &rarr;</a></span>' if newer else ""
        nav += "</nav>"
        said = post["comments"]
        site.add(f'/{post["slug"]}/', "post", "article",
                 frame(post["title"], "single single-post", article(post, True) + nav + comments(post), recent),
                 title=post["title"], author=post["author"], datePublished=long_day(post["day"]),
                 categories=post["categories"], body=post["paragraphs"], image=post["image"],
                 comments__author=[c["author"] for c in said], comments__text=[c["text"] for c in said],
                 comments__date=[long_day(c["day"]) for c in said])
    lists = [(f"/page/{at}/" if at > 1 else "/", None, part, "front")
             for at, part in enumerate(chunks(posts, 6), 1)]
    lists += [(f"/category/{slug(c)}/", f"Category Archives: {c}", [p for p in posts if c in p["categories"]][:6], "category")
              for c in CATEGORIES]
    lists += [(f"/author/{slug(a)}/", f"Author Archives: {a}", [p for p in posts if p["author"] == a][:6], "author")
              for a in authors]
    for path, heading, part, kind in lists:
        head = f'<header class="archive-header"><h1 class="archive-title">{heading}</h1></header>' if heading else ""
        body = head + "\n".join(article(post, False) for post in part)
        site.add(path, kind, "list", frame(heading or "Home", f"archive {kind}", body, recent),
                 **columns([{**p, "url": f'/{p["slug"]}/', "date": long_day(p["day"])} for p in part],
                           items__title="title", items__url="url", items__date="date", items__text="excerpt"))
    for title in ("About", "Links"):
        text = "".join(f"<p>{esc(words.text(2, 4))}</p>" for _ in range(3))
        main = f'<article class="page type-page hentry"><header class="entry-header"><h1 class="entry-title">{title}</h1></header><div class="entry-content">{text}</div></article>'
        site.add(f"/{slug(title)}/", "page", "static", frame(title, "page", main, recent))
    return site
