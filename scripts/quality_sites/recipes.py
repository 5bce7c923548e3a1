"""Recipes with microdata-like markup, ingredients and steps of varying number."""

from .kit import Site, Words, chunks, columns, esc, long_day, slug

COURSES = ["Soups", "Breads", "Preserves"]
FOOD = "barley leeks apples butter rye-flour honey quince onions oats plums mustard thyme milk beets walnuts".split()


def frame(title, main):
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{esc(title)} | The Long Table</title></head><body><div class="top-bar"><a class="brand" href="/">The Long Table</a>
<ul class="top-menu">{"".join(f'<li><a href="/course/{slug(c)}">{c}</a></li>' for c in COURSES)}</ul><form class="finder" action="/find"><input name="q" placeholder="Find a recipe"></form></div>
<main class="container">{main}</main><div class="bottom"><p>Cooked in a small kitchen.</p><a href="/newsletter">Newsletter</a></div></body></html>"""


def make():
    words = Words("recipes")
    site = Site("recipes", "table.example", "recipes with lists of ingredients and steps")
    cooks = words.people(4)
    recipes = []
    for at in range(30):
        main = words.pick(FOOD)
        title = f"{words.pick(['Slow', 'Plain', 'Sunday', 'Winter', 'Dark'])} {main} {words.pick(['soup', 'loaf', 'relish', 'broth', 'cake'])} no. {at + 1}"
        amounts = [f"{words.number(1, 9) * 50} g {food}" for food in words.some(FOOD, 3, 9)] + ["a pinch of salt"]
        recipes.append({"title": title, "url": f"/recipe/{slug(title)}", "course": COURSES[at % 3], "cook": words.pick(cooks), "image": f"/pics/{slug(title)}.jpg",
                        "day": long_day(words.day()), "time": f"{words.number(2, 18) * 5} minutes", "serves": f"{words.number(2, 8)} servings", "text": words.text(1, 2),
                        "ingredients": amounts, "steps": [words.text(1, 2) for _ in range(words.number(3, 7))],
                        "tip": words.sentence() if words.chance(.4) else None, "rating": f"{words.number(30, 50) / 10}"})
    for r in recipes:
        tip = f'<aside class="tip"><h3>Cook\'s tip</h3><p>{r["tip"]}</p></aside>' if r["tip"] else ""
        main = f"""<article class="recipe"><h1 class="recipe-title" itemprop="name">{r["title"]}</h1><div class="byline">Recipe by <a href="/cook/{slug(r["cook"])}" itemprop="author">{r["cook"]}</a>, <span itemprop="datePublished">{r["day"]}</span></div>
<img class="hero" itemprop="image" src="{r["image"]}" alt="{r["title"]}"><p class="summary" itemprop="description">{esc(r["text"])}</p>
<ul class="facts"><li><span class="label">Time</span> <span itemprop="totalTime">{r["time"]}</span></li><li><span class="label">Yield</span> <span itemprop="recipeYield">{r["serves"]}</span></li><li><span class="label">Rating</span> <span itemprop="ratingValue">{r["rating"]}</span></li></ul>
<section class="ingredients"><h2>Ingredients</h2><ul>{"".join(f'<li itemprop="recipeIngredient">{i}</li>' for i in r["ingredients"])}</ul></section>
<section class="method"><h2>Method</h2><ol>{"".join(f'<li itemprop="recipeInstructions">{esc(s)}</li>' for s in r["steps"])}</ol></section>{tip}</article>"""
        site.add(r["url"], "recipe", "item", frame(r["title"], main), title=r["title"], author=r["cook"], date=r["day"], image=r["image"], description=r["text"],
                 total_time=r["time"], yields=r["serves"], rating=r["rating"], ingredients=r["ingredients"], instructions=r["steps"], tip=r["tip"])
    for course in COURSES:
        for page, part in enumerate(chunks([r for r in recipes if r["course"] == course], 4), 1):
            tiles = "".join(f"""<li class="tile"><a href="{r["url"]}"><img src="{r["image"]}" alt=""><h2 class="tile-title">{r["title"]}</h2></a><p class="tile-by">{r["cook"]}</p><span class="tile-time">{r["time"]}</span></li>""" for r in part)
            site.add(f"/course/{slug(course)}" + (f"/{page}" if page > 1 else ""), "course", "list", frame(course, f'<h1 class="page-title">{course}</h1><ul class="tiles">{tiles}</ul>'),
                     heading=course, **columns(part, items__title="title", items__url="url", items__author="cook", items__time="time"))
    for cook in cooks:
        part = [r for r in recipes if r["cook"] == cook][:6]
        bio = words.text(2, 3)
        tiles = "".join(f'<li><a href="{r["url"]}">{r["title"]}</a></li>' for r in part)
        site.add(f"/cook/{slug(cook)}", "cook", "profile", frame(cook, f'<div class="cook"><h1>{cook}</h1><p class="bio">{esc(bio)}</p><h2>Recipes</h2><ul class="cook-recipes">{tiles}</ul></div>'),
                 name=cook, description=bio, **columns(part, recipes__title="title", recipes__url="url"))
    return site
