"""A board: index, forums with rows of topics, topics with posts, and members."""

from .kit import Site, Words, chunks, columns, esc, long_day

BOARD = "Beekeepers of the Ridge"
FORUMS = ["Hives and frames", "Swarms", "Honey house", "Wax and candles"]


def frame(title, crumbs, main):
    trail = " &#8249; ".join(f'<a href="{url}">{esc(name)}</a>' for name, url in crumbs)
    return f"""<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{BOARD} &bull; {esc(title)}</title></head>
<body id="board" class="section ltr"><div id="wrap"><a id="top" name="top"></a>
<div id="page-header"><div class="headerbar"><div class="inner"><h1>{BOARD}</h1><p>Talk of bees and their boxes</p></div></div>
<div class="navbar"><div class="inner"><ul class="linklist navlinks"><li class="icon-home"><a href="./index.php">Board index</a> {trail}</li></ul>
<ul class="linklist rightside"><li><a href="./faq.php">FAQ</a></li><li><a href="./ucp.php?mode=register">Register</a></li><li><a href="./ucp.php?mode=login">Login</a></li></ul></div></div></div>
<div id="page-body">{main}</div>
<div id="page-footer"><div class="navbar"><ul class="linklist"><li>All times are UTC</li></ul></div></div></div></body></html>"""


def post_body(words):
    """A post; some have a list or a table, which are the post's, not the page's."""
    parts = [words.text(1, 4) for _ in range(words.number(1, 3))]
    html = "<br /><br />".join(esc(part) for part in parts)
    if words.chance(.15):
        rows = [words.sentence() for _ in range(words.number(2, 4))]
        parts += rows
        html += "<ul>" + "".join(f"<li>{esc(row)}</li>" for row in rows) + "</ul>"
    return " ".join(parts), html


def topic_page(topic, posts, members):
    rows = "".join(f"""<div id="p{p["id"]}" class="post bg{1 + at % 2}"><div class="inner">
<div class="postbody"><h3 {'class="first"' if at == 0 else ''}><a href="#p{p["id"]}">{'' if at == 0 else 'Re: '}{esc(topic["title"])}</a></h3>
<p class="author">by <strong><a href="./memberlist.php?mode=viewprofile&amp;u={members.index(p["author"]) + 2}">{p["author"]}</a></strong> &raquo; {p["date"]}</p>
<div class="content">{p["html"]}</div></div>
<dl class="postprofile"><dt><a href="./memberlist.php?mode=viewprofile&amp;u={members.index(p["author"]) + 2}">{p["author"]}</a></dt>
<dd>Posts: {40 + 13 * members.index(p["author"])}</dd></dl><div class="back2top"><a href="#wrap" class="top">Top</a></div></div></div><hr class="divider" />"""
                   for at, p in enumerate(posts))
    return f"""<h2><a href="./viewtopic.php?t={topic["id"]}">{esc(topic["title"])}</a></h2>
<div class="topic-actions"><div class="buttons"><a href="./posting.php?mode=reply&amp;t={topic["id"]}">Post a reply</a></div>
<div class="pagination">{len(posts)} posts &bull; Page <strong>1</strong> of <strong>1</strong></div></div>{rows}"""


def forum_page(name, topics):
    rows = "".join(f"""<li class="row bg{1 + at % 2}"><dl class="icon"><dt title="No unread posts"><a href="./viewtopic.php?t={t["id"]}" class="topictitle">{esc(t["title"])}</a>
<br />by <a href="./memberlist.php?u={t["id"]}">{t["author"]}</a> &raquo; {t["date"]}</dt>
<dd class="posts">{t["replies"]} <dfn>Replies</dfn></dd><dd class="views">{t["views"]} <dfn>Views</dfn></dd>
<dd class="lastpost"><span><dfn>Last post </dfn>by <a href="./memberlist.php?u=9{t["id"]}">{t["last"]}</a><br />{t["date"]}</span></dd></dl></li>"""
                   for at, t in enumerate(topics))
    return f"""<h2><a href="./viewforum.php">{name}</a></h2><div class="forumbg"><div class="inner"><ul class="topiclist"><li class="header"><dl class="icon"><dt>Topics</dt>
<dd class="posts">Replies</dd><dd class="views">Views</dd><dd class="lastpost"><span>Last post</span></dd></dl></li></ul><ul class="topiclist topics">{rows}</ul></div></div>"""


def make():
    words = Words("forum")
    site = Site("forum", "board.example", "board software; XHTML with definition lists for rows")
    members = words.people(10)
    number = 100
    for forum, name in enumerate(FORUMS):
        topics = []
        for _ in range(words.number(6, 11)):
            number += 3
            count = words.pick([1, 1, 2, 3, 5, 8])
            posts = []
            for at in range(count):
                text, html = post_body(words)
                posts.append({"id": number * 10 + at, "author": words.pick(members), "text": text, "html": html,
                              "date": f"{long_day(words.day())}, {words.number(7, 22):02}:{words.number(10, 59)}"})
            topics.append({"id": number, "title": words.title(), "author": posts[0]["author"], "date": posts[0]["date"],
                           "last": posts[-1]["author"], "replies": count - 1, "views": words.number(20, 900), "posts": posts})
        crumbs = [(name, f"./viewforum.php?f={forum}")]
        for at, part in enumerate(chunks(topics, 5)):
            url = f"/viewforum.php?f={forum}" + (f"&start={5 * at}" if at else "")
            site.add(url, "forum", "list", frame(name, crumbs, forum_page(name, part)), title=name,
                     **columns(part, items__title="title", items__author="author", items__replies="replies", items__views="views"))
        for topic in topics:
            site.add(f'/viewtopic.php?f={forum}&t={topic["id"]}', "topic", "thread",
                     frame(topic["title"], crumbs, topic_page(topic, topic["posts"], members)), title=topic["title"],
                     **columns(topic["posts"], posts__author="author", posts__date="date", posts__text="text"))
    for at, member in enumerate(members, 2):
        joined, place = long_day(words.day(2009, 2015)), words.pick(["Ridgefoot", "Upper Mill", "Eastgate", "Ferry End"])
        extra = f"<dt>Location:</dt> <dd>{place}</dd>" if at % 3 else ""
        main = f"""<h2>Viewing profile - {member}</h2><div class="panel bg1"><dl class="left-box details"><dt>Username:</dt> <dd><span>{member}</span></dd>{extra}</dl></div>
<div class="panel bg2"><h3>User statistics</h3><dl class="details"><dt>Joined:</dt> <dd>{joined}</dd><dt>Total posts:</dt> <dd>{40 + 13 * (at - 2)}</dd></dl></div>"""
        site.add(f"/memberlist.php?mode=viewprofile&u={at}", "profile", "profile", frame("Profile", [("Members", "./memberlist.php")], main),
                 name=member, memberSince=joined, location=place if extra else None, posts=40 + 13 * (at - 2))
    return site
