"""A family tree in HTML 3.2, one page a person, of very different lengths."""

from .kit import Site, Words, FIRST, LAST, columns, esc


def day(words, year):
    return f"{words.number(1, 28)} {words.pick('JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC'.split())} {year}"


def make():
    words = Words("genealogy")
    site = Site("genealogy", "family.example", "HTML 3.2 without classes, pages of varying length")
    places = ["Upper Mill", "Ridgefoot", "Ferry End", "Long Quay", "Eastgate"]
    people = []
    for at in range(42):
        year = 1750 + 4 * at
        people.append({"id": at, "name": f"{words.pick(FIRST)} {words.pick(FIRST)} {words.pick(LAST).upper()}",
                       "url": f"/I{at:03}.html", "birth": f"{day(words, year)} in {words.pick(places)}",
                       "death": f"{day(words, year + words.number(30, 80))} in {words.pick(places)}" if words.chance(.7) else None,
                       "job": words.pick(["miller", "ferryman", "midwife", "baker", "clockmaker"]) if words.chance(.4) else None,
                       "notes": words.text(1, 6) if words.chance(.3) else None})
    for at, person in enumerate(people):
        father = people[at - 7] if at >= 7 and words.chance(.8) else None
        mother = people[at - 6] if at >= 6 and words.chance(.7) else None
        children = [people[k] for k in range(at + 6, min(at + 6 + words.pick([0, 0, 1, 3, 6]), len(people)))]
        spouse = people[at + 1] if at + 1 < len(people) and words.chance(.6) else None
        ref = lambda p: f'<A HREF="{p["url"]}">{p["name"]}</A>'
        lines = [f"<LI>Born: {person['birth']}"]
        if person["death"]:
            lines.append(f"<LI>Died: {person['death']}")
        if person["job"]:
            lines.append(f"<LI>Occupation: {person['job']}")
        html = f'<HTML>\n<HEAD><TITLE>{person["name"]}</TITLE></HEAD>\n<BODY BGCOLOR="#FFFFE0">\n<H2>{person["name"]}</H2>\n<HR>\n<UL>\n' + "\n".join(lines) + "\n</UL>\n"
        if father:
            html += f"<B>Father:</B> {ref(father)}<BR>\n"
        if mother:
            html += f"<B>Mother:</B> {ref(mother)}<BR>\n"
        if spouse:
            html += f"<P><B>Married:</B> {ref(spouse)}\n"
        if children:
            html += "<P><B>Children</B>\n<OL>\n" + "\n".join(f"<LI>{ref(c)}" for c in children) + "\n</OL>\n"
        if person["notes"]:
            html += f"<P><B>Notes</B>\n<P>{esc(person['notes'])}\n"
        html += '<HR>\n<A HREF="index.html">Index</A> | <A HREF="surnames.html">Surnames</A>\n</BODY>\n</HTML>'
        site.add(person["url"], "person", "item", html, name=person["name"], birth=person["birth"], death=person["death"],
                 occupation=person["job"], father=father and father["name"], mother=mother and mother["name"],
                 spouses=spouse and spouse["name"], **columns(children, children__name="name", children__url="url"))
    rows = "\n".join(f'<LI><A HREF="{p["url"]}">{p["name"]}</A>' for p in people)
    for name in ("index", "surnames"):
        site.add(f"/{name}.html", "index", "list", f"<HTML>\n<HEAD><TITLE>Index</TITLE></HEAD>\n<BODY>\n<H1>Index of names</H1>\n<UL>\n{rows}\n</UL>\n</BODY>\n</HTML>")
    return site
