"""A shop written in utility classes, with sessions in links and buttons to share."""

from .kit import Site, Words, chunks, columns, esc, slug

COLLECTIONS = ["Mugs", "Teapots", "Trays", "Linen"]


def frame(title, main, session):
    nav = "".join(f'<a href="/c/{slug(c)}?sid={session}" class="px-3 py-2 text-sm font-medium text-gray-700 hover:text-black">{c}</a>' for c in COLLECTIONS)
    return f"""<!doctype html><html lang="en" class="h-full"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{esc(title)} | Nettle &amp; Clay</title></head>
<body class="flex min-h-full flex-col bg-white antialiased"><header class="sticky top-0 z-10 border-b bg-white/90"><div class="mx-auto flex max-w-7xl items-center justify-between px-4"><a href="/?sid={session}" class="text-xl font-bold tracking-tight">Nettle &amp; Clay</a><nav class="hidden gap-2 md:flex">{nav}</nav><a href="/cart?sid={session}" class="relative p-2">Cart (0)</a></div></header>
<main class="mx-auto w-full max-w-7xl flex-1 px-4 py-8">{main}</main><footer class="border-t bg-gray-50"><div class="mx-auto max-w-7xl px-4 py-6 text-sm text-gray-500"><p>Nettle &amp; Clay, fired by hand.</p><a href="/terms?sid={session}" class="underline">Terms</a></div></footer></body></html>"""


def price(p):
    if p["old"]:
        return f'<span class="text-lg font-semibold text-red-600">{p["price"]}</span> <span class="text-sm text-gray-400 line-through">{p["old"]}</span>'
    return f'<span class="text-lg font-semibold">{p["price"]}</span>'


def card(p, session):
    return f"""<div class="group relative rounded-xl border p-3"><a href="{p["url"]}?sid={session}"><img src="{p["image"]}" alt="{p["title"]}" class="aspect-square w-full rounded-lg object-cover"></a>
<h3 class="mt-3 text-sm font-medium"><a href="{p["url"]}?sid={session}">{p["title"]}</a></h3><div class="mt-1 flex items-baseline gap-2">{price(p)}</div></div>"""


def make():
    words = Words("shop")
    site = Site("shop", "nettle.example", "utility classes, sessions in links, buttons to share")
    products, taken = [], set()
    glazes = ["Ash", "Celadon", "Tenmoku", "Salt", "Oat", "Indigo", "Rust", "Moss"]
    for name in COLLECTIONS:
        kind = {"Linen": "Tea Towel"}.get(name, name[:-1])
        for at in range(8):
            title = f"{glazes[at]} {words.pick(['Ridge', 'Harbour', 'Orchard', 'Mill'])} {kind}"
            cost = words.number(12, 90)
            products.append({"title": title, "collection": name, "url": f"/p/{slug(title)}", "image": f"/media/{slug(title)}-800.webp",
                             "price": f"£{cost}.00", "old": f"£{cost + 9}.00" if words.chance(.25) else None,
                             "stock": words.pick(["In stock", "In stock", "Only 2 left", "Sold out"]), "text": words.text(2, 5),
                             "sku": f"NC-{words.number(1000, 9999)}", "weight": f"{words.number(180, 900)} g",
                             "reviews": [{"author": words.person(), "text": words.text(1, 2), "rating": f"{words.number(3, 5)}.0"}
                                         for _ in range(words.pick([0, 1, 2, 3]))]})
    for p in products:
        session = f"{words.number(10**9, 10**10 - 1):x}"
        count = len(p["reviews"])
        said = "".join(f"""<li class="py-4"><div class="flex items-center gap-2"><span class="font-medium">{r["author"]}</span><span class="rounded bg-amber-100 px-1 text-xs">{r["rating"]}</span></div><p class="mt-1 text-gray-600">{esc(r["text"])}</p></li>""" for r in p["reviews"])
        reviews = f'<section class="mt-10"><h2 class="text-lg font-semibold">Reviews</h2><p class="text-sm">({count} customer review{"s" if count > 1 else ""})</p><ul class="divide-y">{said}</ul></section>' if count else ""
        others = [o for o in products if o["collection"] == p["collection"] and o is not p][:words.number(2, 4)]
        share = "".join(f'<a href="https://{to}.example/share?u=https://nettle.example{p["url"]}" class="p-1">{label}</a>' for to, label in (("chirp", "Chirp it"), ("pinup", "Pin it")))
        main = f"""<nav class="text-sm text-gray-500"><a href="/?sid={session}">Home</a> / <a href="/c/{slug(p["collection"])}?sid={session}">{p["collection"]}</a></nav>
<div class="grid gap-8 md:grid-cols-2"><img src="{p["image"]}" alt="{p["title"]}" class="w-full rounded-2xl"><div><h1 class="text-3xl font-bold">{p["title"]}</h1><div class="mt-2 flex items-baseline gap-2">{price(p)}</div>
<p class="mt-1 text-sm text-green-700">{p["stock"]}</p><div class="mt-4 space-y-2 text-gray-700"><p>{esc(p["text"])}</p></div>
<dl class="mt-6 grid grid-cols-2 gap-y-1 text-sm"><dt class="text-gray-500">SKU</dt><dd>{p["sku"]}</dd><dt class="text-gray-500">Weight</dt><dd>{p["weight"]}</dd></dl>
<form action="/cart/add" method="post" class="mt-6"><input type="hidden" name="token" value="{session}"><button class="rounded-lg bg-black px-5 py-3 text-white">Add to cart</button></form><div class="mt-4 flex gap-2">{share}</div></div></div>{reviews}
<section class="mt-12"><h2 class="text-lg font-semibold">You may also like</h2><div class="mt-4 grid grid-cols-2 gap-4 md:grid-cols-4">{"".join(card(o, session) for o in others)}</div></section>"""
        site.add(p["url"], "product", "item", frame(p["title"], main, session), title=p["title"], price=p["price"], availability=p["stock"],
                 description=p["text"], sku=p["sku"], weight=p["weight"], image=p["image"], category=p["collection"], oldPrice=p["old"],
                 **columns(p["reviews"], reviews__author="author", reviews__text="text", reviews__rating="rating"),
                 **columns(others, related__title="title", related__price="price"))
    for name in COLLECTIONS:
        for page, part in enumerate(chunks([p for p in products if p["collection"] == name], 5), 1):
            session = f"{words.number(10**9, 10**10 - 1):x}"
            main = f"""<h1 class="text-2xl font-bold">{name}</h1><p class="mt-1 text-sm text-gray-500">Showing {len(part)} pieces</p><div class="mt-6 grid grid-cols-2 gap-4 md:grid-cols-4">{"".join(card(p, session) for p in part)}</div>"""
            site.add(f"/c/{slug(name)}" + (f"?page={page}" if page > 1 else ""), "collection", "list", frame(name, main, session), heading=name,
                     **columns(part, items__title="title", items__image="image", items__price="price"))
    return site
