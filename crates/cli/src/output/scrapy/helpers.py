import re

import scrapy
from lxml import etree
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor

HIDDEN = {"script", "style", "noscript", "template"}
BLOCKS = {
    "address", "article", "aside", "blockquote", "body", "br", "caption", "center", "dd",
    "details", "dialog", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer",
    "form", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "legend", "li", "main", "menu",
    "nav", "ol", "optgroup", "option", "p", "pre", "section", "summary", "table", "tbody",
    "td", "tfoot", "th", "thead", "tr", "ul",
}


def text(nodes):
    """The text of the first node on one line, as a reader sees it; None if there is none."""
    if not nodes:
        return None
    top, parts = nodes[0].root, []
    walk = etree.iterwalk(top, events=("start", "end", "comment", "pi"))
    for event, node in walk:
        shown = event == "start" and node.tag not in HIDDEN
        if event == "start" and not shown:
            walk.skip_subtree()
        gap = " " if node.tag in BLOCKS else ""
        if shown:
            parts += [gap, node.text or ""]
        if event != "start":
            parts += [gap, (node.tail or "") if node is not top else ""]
    return " ".join("".join(parts).split()) or None


def own_text(nodes, number):
    """The text right below the first node that has this number among those not blank."""
    texts = [" ".join(part.split()) for part in nodes[:1].xpath("text()").getall()]
    texts = [part for part in texts if part]
    return texts[number - 1].strip(" |·•,;:»›") or None if number <= len(texts) else None


def attribute(nodes, name):
    """An attribute of the first node; None if it has none."""
    value = " ".join((nodes[0].attrib.get(name) or "").split()) if nodes else ""
    return value or None


def url(response, nodes, name):
    """An attribute of the first node that is a URL, made absolute."""
    value = attribute(nodes, name)
    return response.urljoin(value) if value is not None else None


def cut(value, pattern, or_whole=False):
    """What the first group of a pattern matches; without a match nothing, or the whole."""
    found = re.search(pattern, value) if value is not None else None
    if found is None:
        return value if or_whole else None
    return found.group(1) or None


def pairs(nodes, key, value, names={}):
    """A dict of names on the page, or what they are called, to values; a name that comes twice has a list."""
    found = {}
    for node in nodes:
        name = (key(node) or "").rstrip(" :：")
        name = names.get(name, name)
        content = (value(node) or "").lstrip(" :")
        if name and content:
            known = found.get(name)
            if known is None:
                found[name] = content
            else:
                found[name] = [*known, content] if isinstance(known, list) else [known, content]
    return found


def behind(node, key):
    """The text of a node behind the name that it begins with."""
    content = text(node.xpath("self::*")) or ""
    return content.removeprefix(key(node) or "")


def filled(values):
    """Values without those that are missing."""
    if isinstance(values, list):
        return [value for value in values if value not in (None, {}, [])]
    return {name: value for name, value in values.items() if value not in (None, {}, [])}
