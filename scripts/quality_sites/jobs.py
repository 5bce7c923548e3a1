"""A job board: listings in nested generic elements, postings with labelled lines, firms."""

from .kit import Site, Words, chunks, columns, esc, long_day, slug

ROLES = ["Joiner", "Lock keeper", "Pastry cook", "Sail maker", "Archivist", "Stone mason"]


def frame(title, main):
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)} — Tradewinds Jobs</title></head><body><div id="root"><div class="Header_wrap__a81"><a href="/" class="Header_logo__x2">Tradewinds</a><div class="Header_links__p0"><a href="/jobs">Jobs</a><a href="/firms">Firms</a><a href="/login">Log in</a></div></div>
<div class="Layout_main__q7">{main}</div><div class="Footer_wrap__c4"><span>Tradewinds Jobs</span><a href="/privacy">Privacy</a></div></div></body></html>"""


def make():
    words = Words("jobs")
    site = Site("jobs", "tradewinds.example", "generated class names, labelled lines")
    firms = [f"{name} & {words.pick(['Sons', 'Partners', 'Co.'])}" for name in ("Garrow", "Thorne", "Hale", "Pryce", "Sand")]
    jobs = []
    for at in range(28):
        title = f"{words.pick(['Senior', 'Junior', 'Lead', 'Evening'])} {words.pick(ROLES).lower()} ({at + 11})"
        pay = words.number(22, 60)
        jobs.append({"title": title, "url": f"/jobs/{at + 4000}", "firm": words.pick(firms), "place": words.pick(["Ridgefoot", "Eastgate", "Ferry End"]),
                     "pay": f"£{pay},000 – £{pay + 6},000", "kind": words.pick(["Full time", "Part time", "Fixed term"]), "day": long_day(words.day(2023, 2024)),
                     "text": [words.text(2, 4) for _ in range(words.number(1, 3))], "skills": [words.sentence() for _ in range(words.number(2, 5))],
                     "perks": words.some(["Free ferry pass", "Shared lunch", "Tool allowance", "Four-day week"], 0, 3)})
    for j in jobs:
        perks = f'<h3>What we offer</h3><ul>{"".join(f"<li>{p}</li>" for p in j["perks"])}</ul>' if j["perks"] else ""
        main = f"""<div class="Job_head__k2"><h1>{j["title"]}</h1><div><a href="/firms/{slug(j["firm"])}">{esc(j["firm"])}</a></div></div><div class="Job_facts__m9"><p><strong>Location:</strong> {j["place"]}</p><p><strong>Salary:</strong> {j["pay"]}</p><p><strong>Contract:</strong> {j["kind"]}</p><p><strong>Posted:</strong> {j["day"]}</p></div>
<div class="Job_text__z1">{"".join(f"<p>{esc(t)}</p>" for t in j["text"])}<h3>What you bring</h3><ul>{"".join(f"<li>{esc(s)}</li>" for s in j["skills"])}</ul>{perks}</div><a class="Job_apply__b3" href="{j["url"]}/apply">Apply now</a>"""
        site.add(j["url"], "job", "item", frame(j["title"], main), title=j["title"], organization=j["firm"], location=j["place"], salary=j["pay"],
                 employmentType=j["kind"], datePosted=j["day"])
    def rows(part):
        return "".join(f"""<div class="Row_wrap__e5"><div class="Row_left__f6"><a href="{j["url"]}">{j["title"]}</a><div>{esc(j["firm"])} · {j["place"]}</div></div><div class="Row_right__g7"><span>{j["pay"]}</span><span>{j["day"]}</span></div></div>""" for j in part)
    for page, part in enumerate(chunks(jobs, 4), 1):
        main = f'<h1>All jobs</h1><div class="List_wrap__h8">{rows(part)}</div><div class="Pager__j0"><a href="/jobs?page={page + 1}">Next</a></div>'
        site.add(f"/jobs?page={page}", "list", "list", frame("All jobs", main), **columns(part, items__title="title", items__url="url", items__salary="pay", items__date="day"))
    for firm in firms:
        part, text, size = [j for j in jobs if j["firm"] == firm], words.text(2, 4), f"{words.number(5, 90)} people"
        main = f'<div class="Firm_head__n3"><h1>{esc(firm)}</h1><p>{size}</p></div><p class="Firm_text__o4">{esc(text)}</p><h2>Open jobs</h2><div class="List_wrap__h8">{rows(part)}</div>'
        site.add(f"/firms/{slug(firm)}", "firm", "profile", frame(firm, main), name=firm, size=size, description=text,
                 **columns(part, items__title="title", items__url="url", items__salary="pay", items__date="day"))
    return site
