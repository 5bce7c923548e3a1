"""A wiki: articles with boxes and sections, file pages and categories in one skin."""

from .kit import Site, Words, chunks, columns, esc, long_day, slug

CATEGORIES = ["Locks of the canal", "Bridges", "Boatyards"]


def frame(title, namespace, main, cats, modified):
    links = "".join(f'<li><a href="/wiki/Category:{c.replace(" ", "_")}" title="Category:{c}">{c}</a></li>' for c in cats)
    below = f'<div id="catlinks" class="catlinks"><div id="mw-normal-catlinks"><a href="/wiki/Special:Categories">Categories</a>: <ul>{links}</ul></div></div>' if cats else ""
    page = title.replace(" ", "_")
    return f"""<!DOCTYPE html><html lang="en" dir="ltr" class="client-nojs"><head><meta charset="UTF-8"/><title>{esc(title)} - Canalpedia</title></head>
<body class="mediawiki ltr ns-{namespace} page-{slug(title)}"><div id="content" class="mw-body" role="main"><a id="top"></a><h1 id="firstHeading" class="firstHeading">{esc(title)}</h1>
<div id="bodyContent"><div id="siteSub">From Canalpedia</div><div id="contentSub"></div><div id="mw-content-text" dir="ltr" class="mw-content-ltr">{main}</div>{below}</div></div>
<div id="mw-navigation"><div id="p-cactions"><ul><li><a href="/wiki/Talk:{page}">Discussion</a></li><li><a href="/edit/{page}">Edit</a></li><li><a href="/history/{page}">History</a></li></ul></div>
<div id="p-navigation" class="portal"><h3>Navigation</h3><ul><li><a href="/wiki/Main_Page">Main page</a></li><li><a href="/wiki/Special:Random">Random page</a></li></ul></div></div>
<div id="footer"><ul><li id="footer-info-lastmod"> This page was last modified on {modified}.</li></ul></div></body></html>"""


def make():
    words = Words("wiki")
    site = Site("wiki", "canal.example", "wiki software; articles, files and categories in one skin")
    titles = [words.title() for _ in range(20)]
    files = [f"{slug(title)}.jpg" for title in titles[:12]]
    of_category = {c: [] for c in CATEGORIES}
    for at, title in enumerate(titles):
        cats = words.some(CATEGORIES, 1, 2)
        for c in cats:
            of_category[c].append(title)
        box, facts = "", [("Built", str(words.number(1790, 1860))), ("Length", f"{words.number(8, 90)} m"), ("Keeper", words.person())]
        if at % 3 != 2:
            rows = "".join(f'<tr><th scope="row">{k}</th><td>{v}</td></tr>' for k, v in facts)
            image = f'<tr><td colspan="2"><a href="/wiki/File:{files[at]}" class="image"><img src="/images/{files[at]}" width="250"></a></td></tr>' if at < 12 else ""
            box = f'<table class="infobox"><tr><th colspan="2">{esc(title)}</th></tr>{image}{rows}</table>'
        link = lambda t: f'<a href="/wiki/{t.replace(" ", "_")}" title="{esc(t)}">{esc(t)}</a>'
        lead = words.text(2, 4)
        html = f"{box}<p>{esc(lead)} See {link(words.pick(titles))}.</p>"
        for section in words.some(["History", "Construction", "Today", "Wildlife"], 1, 4):
            html += f'<h2><span class="mw-headline" id="{section}">{section}</span><span class="mw-editsection">[<a href="/edit">edit</a>]</span></h2>'
            html += "".join(f"<p>{esc(words.text(2, 4))}</p>" for _ in range(words.number(1, 2)))
        if words.chance(.5):
            html += "<ul>" + "".join(f"<li>{link(t)}</li>" for t in words.some(titles, 2, 5)) + "</ul>"
        modified = long_day(words.day())
        has = dict(facts) if box else {}
        site.add(f'/wiki/{title.replace(" ", "_")}', "article", "article", frame(title, 0, html, cats, modified), title=title, modified=modified,
                 categories=cats, built=has.get("Built"), length=has.get("Length"), keeper=has.get("Keeper"))
    for at, file in enumerate(files):
        rows = [{"date": f"{words.number(8, 21):02}:{words.number(10, 59)}, {long_day(words.day())}", "size": f"{words.number(300, 2000)} × {words.number(200, 1500)}", "user": words.person(), "comment": words.sentence()}
                for _ in range(words.number(1, 3))]
        table = "".join(f'<tr><td><a href="/images/{file}">{r["date"]}</a></td><td>{r["size"]}</td><td><a href="/wiki/User:{slug(r["user"])}">{r["user"]}</a></td><td>{esc(r["comment"])}</td></tr>' for r in rows)
        size = f"{rows[0]['size']} pixels, file size: {words.number(40, 900)} KB"
        html = f"""<div class="fullImageLink" id="file"><a href="/images/{file}"><img alt="File:{file}" src="/images/{file}"></a></div><div class="fullMedia"><a href="/images/{file}" class="internal">{file}</a> <span class="fileInfo">({size}, MIME type: image/jpeg)</span></div>
<h2 id="filehistory">File history</h2><table class="wikitable filehistory"><tr><th>Date/Time</th><th>Dimensions</th><th>User</th><th>Comment</th></tr>{table}</table>
<h2 id="filelinks">File usage</h2><ul><li><a href="/wiki/{titles[at].replace(" ", "_")}">{esc(titles[at])}</a></li></ul>"""
        site.add(f"/wiki/File:{file}", "file", "item", frame(f"File:{file}", 6, html, [], long_day(words.day())), title=f"File:{file}", image=f"/images/{file}",
                 usage=titles[at], **columns(rows, history__date="date", history__size="size", history__user="user", history__comment="comment"))
    for name, known in of_category.items():
        for page, part in enumerate(chunks(sorted(known), 7)):
            groups = "".join(f'<li><a href="/wiki/{t.replace(" ", "_")}" title="{esc(t)}">{esc(t)}</a></li>' for t in part)
            html = f'<div id="mw-pages"><h2>Pages in category &quot;{name}&quot;</h2><p>The following {len(part)} pages are in this category.</p><div class="mw-content-ltr"><ul>{groups}</ul></div></div>'
            site.add(f'/wiki/Category:{name.replace(" ", "_")}' + (f"?from={page}" if page else ""), "category", "list",
                     frame(f"Category:{name}", 14, html, [], long_day(words.day())), title=f"Category:{name}", items=part)
    return site
