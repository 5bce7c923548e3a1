"""A calendar: months as grids, events, venues."""

import calendar
from .kit import MONTHS, Site, Words, columns, esc, slug

VENUES = ["Corn Exchange", "Boathouse", "Old Library", "Mill Theatre"]


def frame(title, main):
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)} - What's on in Eastgate</title></head><body class="no-sidebars"><div id="skip-link"><a href="#main">Skip to main content</a></div>
<header class="header"><p class="site-name"><a href="/">What's on in Eastgate</a></p><nav><ul class="menu">{"".join(f'<li class="leaf"><a href="/month/2024-{m:02}">{MONTHS[m - 1]}</a></li>' for m in range(3, 9))}</ul></nav></header>
<div id="main">{main}</div><footer><p>Listings are free. <a href="/submit">Tell us about your event</a></p></footer></body></html>"""


def make():
    words = Words("events")
    site = Site("events", "eastgate.example", "calendar: month grids, events, venues")
    events = []
    for at in range(34):
        month, day = words.number(3, 8), words.number(1, 28)
        title = words.title()
        events.append({"title": title, "url": f"/event/{slug(title)}", "month": month, "day": day, "venue": words.pick(VENUES),
                       "date": f"{day} {MONTHS[month - 1]} 2024", "time": f"{words.number(10, 20)}:{words.pick(['00', '30'])}", "price": words.pick(["Free", "£6", "£12.50", "£9 (£7)"]),
                       "speakers": [{"name": words.person(), "role": words.pick(["Host", "Speaker", "Musician"])} for _ in range(words.pick([0, 1, 2, 3]))],
                       "text": [words.text(1, 4) for _ in range(words.number(1, 3))], "age": "16+" if words.chance(.3) else None})
    for e in events:
        people = "".join(f'<div class="views-row"><div class="field-name"><a href="/person/{slug(s["name"])}">{s["name"]}</a></div><div class="field-role">{s["role"]}</div></div>' for s in e["speakers"])
        people = f'<div class="pane-speakers"><h2 class="pane-title">People</h2><div class="view-content">{people}</div></div>' if people else ""
        age = f'<div class="field field-age"><div class="field-label">Age:&nbsp;</div><div class="field-items">{e["age"]}</div></div>' if e["age"] else ""
        main = f"""<h1 class="title" id="page-title">{esc(e["title"])}</h1><div class="node node-event"><div class="field field-date"><div class="field-label">Date:&nbsp;</div><div class="field-items"><span class="date-display">{e["date"]}</span></div></div>
<div class="field field-time"><div class="field-label">Doors:&nbsp;</div><div class="field-items">{e["time"]}</div></div><div class="field field-venue"><div class="field-label">Venue:&nbsp;</div><div class="field-items"><a href="/venue/{slug(e["venue"])}">{e["venue"]}</a></div></div>
<div class="field field-price"><div class="field-label">Tickets:&nbsp;</div><div class="field-items">{e["price"]}</div></div>{age}<div class="field field-body">{"".join(f"<p>{esc(t)}</p>" for t in e["text"])}</div>{people}</div>"""
        site.add(e["url"], "event", "item", frame(e["title"], main), title=e["title"], date=e["date"], time=e["time"], venue=e["venue"], price=e["price"], age=e["age"],
                 description=e["text"], **columns(e["speakers"], speakers__name="name", speakers__role="role"))
    for month in range(3, 9):
        cells = ""
        for week in calendar.Calendar().monthdayscalendar(2024, month):
            cells += "<tr>"
            for day in week:
                here = [e for e in events if e["month"] == month and e["day"] == day]
                inner = "".join(f'<div class="item"><a href="{e["url"]}">{esc(e["title"])}</a> <span class="at">{e["time"]}</span></div>' for e in here)
                cells += f'<td class="{"empty" if not day else "day"}">' + (f'<span class="number">{day}</span>{inner}' if day else "&nbsp;") + "</td>"
            cells += "</tr>"
        part = sorted((e for e in events if e["month"] == month), key=lambda e: (e["day"], events.index(e)))
        heads = "".join(f"<th>{d}</th>" for d in "Mon Tue Wed Thu Fri Sat Sun".split())
        main = f'<h1 class="title" id="page-title">{MONTHS[month - 1]} 2024</h1><table class="calendar"><thead><tr>{heads}</tr></thead><tbody>{cells}</tbody></table>'
        site.add(f"/month/2024-{month:02}", "month", "list", frame(f"{MONTHS[month - 1]} 2024", main), heading=f"{MONTHS[month - 1]} 2024",
                 **columns(part, items__title="title", items__url="url", items__time="time"))
    for venue in VENUES:
        part = [e for e in events if e["venue"] == venue]
        street, phone = f"{words.number(2, 60)} {words.pick(['Quay', 'Mill'])} Street", f"01632 {words.number(100000, 999999)}"
        rows = "".join(f'<li class="views-row"><span class="date-display">{e["date"]}</span> <a href="{e["url"]}">{esc(e["title"])}</a></li>' for e in part)
        main = f'<h1 class="title" id="page-title">{venue}</h1><div class="node node-venue"><p class="address">{street}</p><p class="phone">{phone}</p></div><h2 class="pane-title">Coming up</h2><ul class="view-content">{rows}</ul>'
        site.add(f"/venue/{slug(venue)}", "venue", "item", frame(venue, main), name=venue, address=street, phone=phone,
                 **columns(part, events__date="date", events__title="title", events__url="url"))
    return site
