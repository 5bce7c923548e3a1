"""What the sites share: pages with their truth, and text out of a few words.

Truth is taken from the material that a page is made of, never from its markup.
"""

import datetime
import json
import random
import re
import shutil
from html import escape

ADJECTIVES = """old quiet narrow painted wooden heavy crooked pale northern borrowed patient early
hollow copper folded salted spare clever stubborn ordinary bright hidden mossy wide""".split()
NOUNS = """harbour ladder kettle orchard lantern ferry quarry garden workshop bridge meadow cellar
clock basket ridge stove tunnel notebook mill gate island hedge barrel window""".split()
VERBS = """keeps follows mends carries remembers measures crosses borrows lifts empties counts
repairs answers turns shelters weighs""".split()
ENDINGS = """before the tide comes in|without much ado|as it did last year|in any weather
behind the station|for the third time|on market days|until the paint is dry|though nobody asked
with a little help|from the other side|in the end""".replace("\n", "|").split("|")
FIRST = """Ada Bram Celia Dov Edda Fenn Greta Hugo Ilse Jonas Kit Lene Milo Nora Otto Petra Quill Rosa
Sven Tilda""".split()
LAST = """Moss Alder Brook Castell Dune Ember Fielding Garrow Hale Iverson Larkin Moorland Nettle
Pryce Quarrie Rowan Sand Thorne""".split()
MONTHS = """January February March April May June July August September October November
December""".split()


def esc(text):
    return escape(str(text), quote=False)


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


class Words:
    """Text by a seed: the same seed gives the same text."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.taken = set()

    def pick(self, of):
        return self.random.choice(of)

    def some(self, of, least, most):
        return self.random.sample(of, self.random.randint(least, min(most, len(of))))

    def number(self, low, high):
        return self.random.randint(low, high)

    def chance(self, share):
        return self.random.random() < share

    def thing(self):
        return f"{self.pick(ADJECTIVES)} {self.pick(NOUNS)}"

    def sentence(self):
        forms = (
            lambda: f"The {self.thing()} {self.pick(VERBS)} the {self.thing()} {self.pick(ENDINGS)}.",
            lambda: f"A {self.thing()} {self.pick(VERBS)} whatever the {self.pick(NOUNS)} leaves.",
            lambda: f"Nobody {self.pick(VERBS)} a {self.pick(NOUNS)} {self.pick(ENDINGS)}.",
            lambda: f"Where the {self.pick(NOUNS)} ends, the {self.thing()} begins.",
            lambda: f"It is the {self.pick(NOUNS)} that {self.pick(VERBS)} us {self.pick(ENDINGS)}.",
        )
        return self.pick(forms)()

    def text(self, least, most):
        return " ".join(self.sentence() for _ in range(self.number(least, most)))

    def title(self):
        """A title that no other has."""
        while True:
            forms = (
                f"The {self.pick(ADJECTIVES)} {self.pick(NOUNS)} of {self.pick(LAST)}",
                f"How to mend a {self.thing()}",
                f"{self.pick(ADJECTIVES).title()} {self.pick(NOUNS)}, {self.thing()}",
                f"Notes from the {self.pick(NOUNS)}",
                f"A {self.pick(NOUNS)} for every {self.pick(NOUNS)}",
            )
            title = self.pick(forms)
            if title not in self.taken:
                self.taken.add(title)
                return title

    def person(self):
        return f"{self.pick(FIRST)} {self.pick(LAST)}"

    def people(self, count):
        known = []
        while len(known) < count:
            person = self.person()
            if person not in known:
                known.append(person)
        return known

    def day(self, first=2019, last=2024):
        start = datetime.date(first, 1, 1)
        return start + datetime.timedelta(days=self.number(0, 365 * (last - first)))


def long_day(day):
    return f"{day.day} {MONTHS[day.month - 1]} {day.year}"


class Site:
    """Pages with what is true of them."""

    def __init__(self, name, host, note):
        self.name, self.host, self.note = name, host, note
        self.pages = []

    def add(self, path, kind, coarse, html, **fields):
        """A page; fields are texts or lists of texts, `items__title` stands for `items[].title`."""
        flat = {}
        for name, value in fields.items():
            values = value if isinstance(value, list) else [value]
            values = [str(value) for value in values if value not in (None, "")]
            if values:
                flat[name.replace("__", "[].")] = values
        self.pages.append((f"https://{self.host}{path}", kind, coarse, html, flat))

    def write(self, folder):
        """Writes the bundle; numbers of pages say nothing of their types."""
        shutil.rmtree(folder, ignore_errors=True)
        (folder / "pages").mkdir(parents=True)
        order = list(range(len(self.pages)))
        random.Random(self.name).shuffle(order)
        pages, records = [], []
        for number, at in enumerate(order):
            url, kind, coarse, html, fields = self.pages[at]
            file = f"pages/{number:04}.html"
            (folder / file).write_text(html.strip() + "\n", encoding="utf-8")
            pages.append({"url": url, "file": file, "type": kind, "type_coarse": coarse})
            if fields:
                records.append({"url": url, "fields": fields})
        for name, rows in (("pages", pages), ("records", records)):
            lines = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            (folder / f"{name}.jsonl").write_text(lines, encoding="utf-8")


def columns(items, **names):
    """Columns of a list of records: `columns(posts, posts__author="author")`."""
    return {name: [item[key] for item in items] for name, key in names.items()}


def chunks(items, size):
    return [items[at:at + size] for at in range(0, len(items), size)]
