"""A catalogue of 2003: tables for layout, no classes, fonts and spacers."""

from .kit import Site, Words, chunks, columns, esc, slug

SECTIONS = ["Key blanks", "Hinges", "Bolts and latches", "Door knobs"]


def frame(title, main):
    links = "<br>".join(f'<a href="/{slug(s)}.htm"><font face="Arial" size="2">{s}</font></a>' for s in SECTIONS)
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">
<html><head><title>Alder Ironmongery - {esc(title)}</title></head>
<body bgcolor="#ffffff" topmargin="0"><table width="760" border="0" cellspacing="0" cellpadding="0" align="center">
<tr><td colspan="2" bgcolor="#003366"><img src="/img/logo.gif" width="300" height="60" alt="Alder Ironmongery"></td></tr>
<tr><td width="150" valign="top" bgcolor="#eeeeee"><font face="Arial" size="2"><b>Catalogue</b></font><br>{links}<br><br>
<a href="/order.htm"><font face="Arial" size="2">How to order</font></a></td>
<td width="610" valign="top">{main}</td></tr>
<tr><td colspan="2" align="center"><hr><font face="Arial" size="1">Alder Ironmongery, Mill Street. Prices without tax.</font></td></tr></table></body></html>"""


def make():
    words = Words("catalogue")
    site = Site("catalogue", "alder.example", "tables for layout, no classes, 2003")
    metals = ["Brass", "Steel", "Nickel silver", "Black iron"]
    for section, name in enumerate(SECTIONS):
        kind = {"Key blanks": "Key Blank", "Hinges": "Hinge", "Bolts and latches": "Bolt", "Door knobs": "Knob"}[name]
        products = []
        for at in range(words.number(7, 10)):
            code = f"{'SHBK'[section]}C-{words.number(1, 9)}{at}"
            products.append({
                # The last words are shared by all of a section and still belong to the title.
                "title": f"{code} {words.pick(metals)} {kind}", "code": code, "price": f"${words.number(1, 60)}.{words.number(10, 99)}",
                "metal": words.pick(metals), "size": f"{words.number(10, 90)} mm" if words.chance(.8) else None,
                "box": f"{words.pick([5, 10, 25, 50])} pieces", "text": words.text(1, 3), "image": f"/img/{code.lower()}.jpg",
                "url": f"/{slug(name)}/{code.lower()}.htm"})
        for page, part in enumerate(chunks(products, 4), 1):
            rows = "".join(f"""<tr><td width="90"><a href="{p["url"]}"><img src="{p["image"]}" width="80" height="60" border="0"></a></td>
<td><a href="{p["url"]}"><font face="Arial" size="2">{p["title"]}</font></a></td><td align="right"><font face="Arial" size="2">{p["price"]}</font></td></tr>"""
                           for p in part)
            main = f'<font face="Arial" size="4"><b>{name}</b></font><br><table width="100%" border="0" cellpadding="4">{rows}</table>'
            site.add(f"/{slug(name)}{page if page > 1 else ''}.htm", "section", "list", frame(name, main), heading=name,
                     **columns(part, items__title="title", items__url="url", items__price="price", items__image="image"))
        for p in products:
            facts = [("Code", p["code"]), ("Metal", p["metal"]), ("Size", p["size"]), ("Box", p["box"])]
            table = "".join(f'<tr><td bgcolor="#eeeeee"><font face="Arial" size="2"><b>{k}:</b></font></td><td><font face="Arial" size="2">{v}</font></td></tr>'
                            for k, v in facts if v)
            main = f"""<table width="100%" border="0" cellpadding="6"><tr><td colspan="2"><font face="Arial" size="4"><b>{p["title"]}</b></font></td></tr>
<tr><td width="220" valign="top"><img src="{p["image"]}" width="200" height="150"></td><td valign="top"><font face="Arial" size="2">{esc(p["text"])}</font><br><br>
<table border="0" cellpadding="2">{table}</table><br><font face="Arial" size="3" color="#990000"><b>{p["price"]}</b></font></td></tr></table>"""
            site.add(p["url"], "product", "item", frame(p["title"], main), title=p["title"], price=p["price"], code=p["code"],
                     metal=p["metal"], size=p["size"], box=p["box"], description=p["text"], image=p["image"])
    return site
