"""A magazine in Russian: articles, rubrics, authors."""

import datetime
from .kit import Site, Words, chunks, columns

RUBRICS = {"gorod": "Город", "ludi": "Люди", "remeslo": "Ремесло"}
MONTHS = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split()
AUTHORS = {"anna-lesnaya": "Анна Лесная", "pavel-rechnoy": "Павел Речной", "ira-polevaya": "Ира Полевая"}
WHO = "старый мастер|тихая улица|новый мост|речной вокзал|северный ветер|школьный двор|пекарь|часовщик".split("|")
DOES = "помнит|ждёт|встречает|хранит|слушает|считает|провожает".split("|")
WHAT = "первых прохожих|каждую лодку|чужие письма|зимние дни|старые вывески|вечерний чай|весенний лёд".split("|")
HOW = "без лишних слов|до самого утра|как и прежде|на другом берегу|в любую погоду".split("|")


def sentence(words):
    who = words.pick(WHO)
    return f"{who[0].upper()}{who[1:]} {words.pick(DOES)} {words.pick(WHAT)} {words.pick(HOW)}."


def text(words, least, most):
    return " ".join(sentence(words) for _ in range(words.number(least, most)))


def day(value):
    return f"{value.day} {MONTHS[value.month - 1]} {value.year}"


def frame(title, main):
    menu = "".join(f'<a class="menu__link" href="/{key}/">{name}</a>' for key, name in RUBRICS.items())
    return f"""<!DOCTYPE html><html lang="ru"><head><meta charset="utf-8"><title>{title} — Береговой листок</title></head><body class="page"><header class="head"><a class="head__logo" href="/">Береговой листок</a><nav class="menu">{menu}</nav></header>
<div class="page__body">{main}</div><footer class="foot"><p class="foot__text">Береговой листок. Выходит по субботам.</p><a class="foot__link" href="/redakcia/">Редакция</a></footer></body></html>"""


def make():
    words = Words("magazine")
    site = Site("magazine", "listok.example", "Russian; block and element class names")
    articles, start = [], datetime.date(2022, 1, 8)
    for at in range(27):
        title = f"{words.pick(WHO).capitalize()} {words.pick(DOES)} {words.pick(WHAT)}"
        title = title if title not in [a["title"] for a in articles] else f"{title} {words.pick(HOW)}"
        articles.append({"title": title, "url": f"/{list(RUBRICS)[at % 3]}/{4100 + at}/", "rubric": list(RUBRICS)[at % 3], "author": words.pick(list(AUTHORS)),
                         "date": day(start + datetime.timedelta(days=7 * at)), "lead": sentence(words), "image": f"/foto/{4100 + at}.jpg" if words.chance(.7) else None,
                         "body": [text(words, 3, 6) for _ in range(words.number(2, 5))], "views": words.number(120, 4000),
                         "tags": words.some(["река", "история", "зима", "рынок", "мосты"], 1, 3)})
    for at, a in enumerate(articles):
        image = f'<figure class="article__figure"><img class="article__image" src="{a["image"]}" alt=""></figure>' if a["image"] else ""
        tags = "".join(f'<li class="tags__item"><a class="tags__link" href="/tag/{t}/">{t}</a></li>' for t in a["tags"])
        more = [b for b in articles if b["rubric"] == a["rubric"] and b is not a][:3]
        cards = "".join(f'<li class="more__item"><a class="more__link" href="{b["url"]}">{b["title"]}</a></li>' for b in more)
        main = f"""<article class="article"><div class="article__rubric"><a href="/{a["rubric"]}/">{RUBRICS[a["rubric"]]}</a></div><h1 class="article__title">{a["title"]}</h1><div class="article__meta"><span class="article__date">{a["date"]}</span> <a class="article__author" href="/avtor/{a["author"]}/">{AUTHORS[a["author"]]}</a> <span class="article__views">Просмотров: {a["views"]}</span></div>
<p class="article__lead">{a["lead"]}</p>{image}<div class="article__body">{"".join(f"<p>{p}</p>" for p in a["body"])}</div><ul class="tags">{tags}</ul></article><section class="more"><h2 class="more__head">Читайте также</h2><ul class="more__list">{cards}</ul></section>"""
        site.add(a["url"], "article", "article", frame(a["title"], main), title=a["title"], category=RUBRICS[a["rubric"]], author=AUTHORS[a["author"]], date=a["date"],
                 lead=a["lead"], body=a["body"], image=a["image"], tags=a["tags"], views=a["views"], **columns(more, related__title="title", related__url="url"))
    def cards(part):
        return "".join(f"""<div class="card"><a class="card__title" href="{a["url"]}">{a["title"]}</a><p class="card__lead">{a["lead"]}</p><span class="card__date">{a["date"]}</span></div>""" for a in part)
    for key, name in RUBRICS.items():
        for page, part in enumerate(chunks([a for a in articles if a["rubric"] == key], 4), 1):
            site.add(f"/{key}/" + (f"?p={page}" if page > 1 else ""), "rubric", "list", frame(name, f'<h1 class="list__head">{name}</h1><div class="list">{cards(part)}</div>'), heading=name,
                     **columns(part, items__title="title", items__url="url", items__text="lead", items__date="date"))
    for key, name in AUTHORS.items():
        part, about = [a for a in articles if a["author"] == key][:6], text(words, 2, 3)
        site.add(f"/avtor/{key}/", "author", "profile", frame(name, f'<div class="author"><h1 class="author__name">{name}</h1><p class="author__about">{about}</p></div><div class="list">{cards(part)}</div>'),
                 name=name, description=about, **columns(part, items__title="title", items__url="url", items__date="date"))
    return site
