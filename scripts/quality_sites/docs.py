"""Documentation of a library, as a generator writes it: classes, packages, an index."""

from .kit import Site, Words, NOUNS, VERBS, columns, esc

PACKAGES = ["org.quay.tide", "org.quay.hull", "org.quay.chart"]


def frame(title, current, main):
    tabs = "".join(f'<li class="navBarCell1Rev">{tab}</li>' if tab == current else f'<li><a href="/api/{tab.lower()}.html">{tab}</a></li>'
                   for tab in ("Overview", "Package", "Class", "Tree", "Index", "Help"))
    bar = lambda where: f'<div class="{where}Nav"><a name="navbar_{where}"></a><ul class="navList" title="Navigation">{tabs}</ul></div>'
    return f"""<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN"><html lang="en"><head><title>{title} (Quay 2.3 API)</title></head>
<body>{bar("top")}{main}{bar("bottom")}<p class="legalCopy"><small>Quay 2.3</small></p></body></html>"""


def make():
    words = Words("docs")
    site = Site("docs", "docs.example", "documentation by a generator: classes, packages")
    for package in PACKAGES:
        path = package.replace(".", "/")
        kinds = []
        for at in range(words.number(9, 11)):
            name = f"{words.pick(NOUNS).title()}{words.pick(['Reader', 'Writer', 'Table', 'Plan', 'Event'])}{at}"
            kinds.append({"name": name, "kind": words.pick(["Class", "Class", "Interface", "Enum"]), "text": words.sentence(), "url": f"{name}.html"})
        for kind in kinds:
            methods = []
            for at in range(words.number(1, 7)):
                method = f"{words.pick(VERBS)}{words.pick(NOUNS).title()}"
                if method not in [m["name"] for m in methods]:
                    args = ", ".join(f"{t}&nbsp;{n}" for t, n in words.some([("int", "count"), ("String", "name"), ("Hull", "hull")], 0, 2))
                    methods.append({"name": method, "type": words.pick(["void", "int", "String", "boolean"]), "args": args, "text": words.sentence()})
            rows = "".join(f"""<tr class="{'altColor' if at % 2 == 0 else 'rowColor'}"><td class="colFirst"><code>{m["type"]}</code></td><td class="colLast"><code><strong><a href="{kind["name"]}.html#{m["name"]}">{m["name"]}</a></strong>({m["args"]})</code><div class="block">{m["text"]}</div></td></tr>"""
                           for at, m in enumerate(methods))
            details = "".join(f"""<a name="{m["name"]}"></a><ul class="blockList"><li class="blockList"><h4>{m["name"]}</h4><pre>public&nbsp;{m["type"]}&nbsp;{m["name"]}({m["args"]})</pre><div class="block">{m["text"]}</div></li></ul>""" for m in methods)
            since = f"1.{words.number(0, 9)}" if words.chance(.5) else None
            tag = f'<dl><dt><span class="strong">Since:</span></dt><dd>{since}</dd></dl>' if since else ""
            kind_word = {"Class": "class", "Interface": "interface", "Enum": "enum"}[kind["kind"]]
            text = words.text(1, 4)
            main = f"""<div class="header"><div class="subTitle">{package}</div><h2 title="{kind["kind"]} {kind["name"]}" class="title">{kind["kind"]} {kind["name"]}</h2></div>
<div class="contentContainer"><ul class="inheritance"><li>java.lang.Object</li><li><ul class="inheritance"><li>{package}.{kind["name"]}</li></ul></li></ul>
<div class="description"><ul class="blockList"><li class="blockList"><hr><pre>public {kind_word} <span class="strong">{kind["name"]}</span></pre><div class="block">{esc(text)}</div>{tag}</li></ul></div>
<div class="summary"><h3>Method Summary</h3><table class="overviewSummary" border="0" cellpadding="3"><caption><span>Methods</span></caption><tr><th class="colFirst" scope="col">Modifier and Type</th><th class="colLast" scope="col">Method and Description</th></tr>{rows}</table></div>
<div class="details"><h3>Method Detail</h3>{details}</div></div>"""
            site.add(f'/api/{path}/{kind["name"]}.html', "class", "item", frame(kind["name"], "Class", main), package=package,
                     name=f'{kind["kind"]} {kind["name"]}', description=text, since=since, **columns(methods, methods__name="name", methods__type="type"))
        for page, heading in (("package-summary", "Package"), ("package-tree", "Hierarchy For Package")):
            rows = "".join(f'<tr class="{"altColor" if at % 2 == 0 else "rowColor"}"><td class="colFirst"><a href="{k["url"]}">{k["name"]}</a></td><td class="colLast"><div class="block">{k["text"]}</div></td></tr>' for at, k in enumerate(kinds))
            table = f'<table class="packageSummary" border="0"><tr><th class="colFirst" scope="col">Class</th><th class="colLast" scope="col">Description</th></tr>{rows}</table>'
            tree = "<ul><li>java.lang.Object<ul>" + "".join(f'<li>{package}.<a href="{k["url"]}"><span class="strong">{k["name"]}</span></a></li>' for k in kinds) + "</ul></li></ul>"
            is_summary = page == "package-summary"
            main = f'<div class="header"><h1 class="title">{heading} {package}</h1></div><div class="contentContainer">{table if is_summary else tree}</div>'
            fields = columns(kinds, types__name="name", types__text="text") if is_summary else {}
            site.add(f"/api/{path}/{page}.html", page, "list", frame(package, "Package", main), **fields)
    return site
