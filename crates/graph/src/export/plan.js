"use strict";
// Draws the plan that stands in the element `plan`. All text is put in as text, never as markup.
(() => {
  const plan = JSON.parse(document.getElementById("plan").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const PLACE_COLORS = ["#98a2b3", "#94a3b8", "#2f6fdb", "#0f9d76", "#d97706", "#a8a29e", "#a855f7"];
  const SPACE = 7.5; // Between the dots of a type.
  const ROWS = 60; // Pages that a panel lists.

  const make = (name, attributes = {}, parent = null, text = null) => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== null) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
  const html = (name, attributes = {}, parent = null, text = null) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text !== null) element.textContent = text;
    if (parent) parent.append(element);
    return element;
  };
  const count = (number, noun, many = noun + "s") =>
    `${number.toLocaleString("en")} ${number === 1 ? noun : many}`;
  const share = (value) => (value * 100).toPrecision(2) + " %";
  const path = (url) => {
    const at = url.indexOf("/", url.indexOf("://") + 3);
    return at < 0 ? url : url.slice(at);
  };

  // Types: where they stand and how large they are.
  const types = plan.types.map((type, index) => ({ ...type, index, pages: [] }));
  plan.pages.forEach((page, index) => {
    page.index = index;
    types[page.type].pages.push(page);
  });
  const real = types.filter((type) => type.real).length;
  types.forEach((type, place) => {
    type.color = type.real
      ? `hsl(${Math.round((place * 137.5 + 212) % 360)} 58% ${place % 2 ? 46 : 52}%)`
      : "#8a94a6";
    type.r = type.pages.length ? SPACE * Math.sqrt(type.pages.length) + 12 : 16;
  });
  const pulls = new Map();
  for (const [from, to, , , links] of plan.links) {
    if (from === to) continue;
    const key = from < to ? `${from} ${to}` : `${to} ${from}`;
    pulls.set(key, (pulls.get(key) || 0) + links);
  }
  const arrange = () => {
    const reach = types.reduce((sum, type) => sum + type.r, 0) / Math.PI + 60;
    types.forEach((type, place) => {
      const angle = place * 2.39996;
      const away = types.length < 2 ? 0 : reach * (0.25 + (0.75 * place) / types.length);
      type.x = 1.5 * away * Math.cos(angle);
      type.y = away * Math.sin(angle);
    });
    for (let round = 0; round < 500; round++) {
      const heat = 1 - round / 500;
      for (const [key, links] of pulls) {
        const [a, b] = key.split(" ").map((place) => types[place]);
        const dx = b.x - a.x, dy = b.y - a.y, gap = Math.hypot(dx, dy) || 1;
        const pull = (0.012 * heat * Math.log2(1 + links) * (gap - a.r - b.r - 70)) / gap;
        a.x += dx * pull; a.y += dy * pull; b.x -= dx * pull; b.y -= dy * pull;
      }
      for (const type of types) { type.x *= 1 - 0.006 * heat; type.y *= 1 - 0.012 * heat; }
      for (let i = 0; i < types.length; i++) for (let j = 0; j < i; j++) {
        const a = types[i], b = types[j];
        const dx = b.x - a.x || 0.1, dy = (b.y - a.y) || 0.1, gap = Math.hypot(dx, dy);
        const wanted = a.r + b.r + 64;
        if (gap < wanted) {
          const push = ((wanted - gap) / gap) * 0.5;
          a.x -= dx * push; a.y -= dy * push; b.x += dx * push; b.y += dy * push;
        }
      }
    }
  };
  arrange();
  for (const type of types) {
    const top = Math.max(...type.pages.map((page) => page.rank), 1e-12);
    type.pages.forEach((page, place) => {
      const angle = place * 2.39996, away = SPACE * Math.sqrt(place + 0.4);
      page.x = type.x + away * Math.cos(angle);
      page.y = type.y + away * Math.sin(angle);
      page.r = 1.7 + 2.1 * Math.sqrt(page.rank / top);
    });
  }

  // The frame.
  document.querySelector("noscript")?.remove();
  const stage = html("div", { id: "stage" }, document.body);
  const panel = html("aside", {}, document.body);
  const svg = make("svg", { role: "img", "aria-label": `Plan of ${plan.title}` }, stage);
  const marks = make("defs", {}, svg);
  PLACE_COLORS.forEach((color, place) => {
    const marker = make("marker", { id: `tip${place}`, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 9, markerHeight: 9, markerUnits: "userSpaceOnUse", orient: "auto" }, marks);
    make("path", { d: "M0 0L8 4L0 8z", fill: color }, marker);
  });
  const arcs = make("g", {}, svg), body = make("g", {}, svg);
  const lines = make("g", {}, svg), dots = make("g", {}, svg), names = make("g", {}, svg);
  const tip = html("div", { id: "tip" }, stage);

  // Arrows between types, one for each place.
  // Menus and feet lead from everywhere to everywhere: they are shown on demand.
  const quiet = new Set(["head", "navigation", "footer"].map((name) => plan.places.indexOf(name)));
  const shown = new Set([...plan.places.keys()].filter((place) => !quiet.has(place)));
  // Of many arrows the weaker are seen only with their type.
  const STRONG = 40;
  const drawArcs = () => {
    arcs.replaceChildren();
    const sums = new Map();
    for (const [from, to, place, , links] of plan.links) {
      if (from === to || !shown.has(place)) continue;
      const key = `${from} ${to} ${place}`;
      sums.set(key, (sums.get(key) || 0) + links);
    }
    const ranked = [...sums].sort((a, b) => b[1] - a[1]);
    for (const [order, [key, links]] of ranked.entries()) {
      const [from, to, place] = key.split(" ").map(Number);
      const a = types[from], b = types[to];
      const dx = b.x - a.x, dy = b.y - a.y, gap = Math.hypot(dx, dy) || 1;
      const bend = 0.1 + 0.05 * place;
      const mx = (a.x + b.x) / 2 - dy * bend, my = (a.y + b.y) / 2 + dx * bend;
      const edge = (type, more) => {
        const ex = mx - type.x, ey = my - type.y, away = Math.hypot(ex, ey) || 1;
        return [type.x + (ex / away) * (type.r + more), type.y + (ey / away) * (type.r + more)];
      };
      const [x1, y1] = edge(a, 2), [x2, y2] = edge(b, 5);
      if (gap <= a.r + b.r) continue;
      const arc = make("path", { class: "arc", stroke: PLACE_COLORS[place],
        "stroke-width": Math.min(1 + Math.log2(1 + links) / 2.2, 7),
        "marker-end": `url(#tip${place})`, d: `M${x1} ${y1}Q${mx} ${my} ${x2} ${y2}` }, arcs);
      arc.classList.toggle("faint", order >= STRONG);
      arc.dataset.from = from; arc.dataset.to = to;
      arc.dataset.tip = `${a.name} → ${b.name}: ${count(links, "link")} in ${plan.places[place]}`;
    }
  };
  drawArcs();

  for (const type of types) {
    const group = make("g", { class: "type" }, body);
    make("circle", { class: "ring", cx: type.x, cy: type.y, r: type.r, fill: type.color,
      stroke: type.color, "stroke-dasharray": type.real ? "none" : "4 4" }, group);
    group.dataset.type = type.index;
    type.element = group;
    const name = make("text", { class: "name", x: type.x, y: type.y - type.r - 20 }, names, type.name);
    name.dataset.type = type.index;
    const unit = type.stored ? "page" : "address";
    make("text", { class: "count", x: type.x, y: type.y - type.r - 6 }, names,
      count(type.nodes, unit, type.stored ? "pages" : "addresses"));
    for (const page of type.pages) {
      page.element = make("circle", { class: "dot", cx: page.x, cy: page.y, r: page.r,
        fill: type.color }, dots);
      page.element.dataset.page = page.index;
    }
  }

  // Moving about.
  const low = (axis) => Math.min(0, ...types.map((type) => type[axis] - type.r)) - 60;
  const high = (axis) => Math.max(0, ...types.map((type) => type[axis] + type.r)) + 40;
  let view = { x: low("x"), y: low("y") - 50, w: high("x") - low("x"), h: high("y") - low("y") + 50 };
  const look = () => svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  look();
  const at = (event) => {
    const box = svg.getBoundingClientRect();
    const scale = Math.max(view.w / box.width, view.h / box.height);
    return { x: view.x + view.w / 2 + (event.clientX - box.left - box.width / 2) * scale,
      y: view.y + view.h / 2 + (event.clientY - box.top - box.height / 2) * scale, scale };
  };
  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    const point = at(event), by = Math.exp(Math.max(-1, Math.min(1, event.deltaY / 300)));
    view = { x: point.x - (point.x - view.x) * by, y: point.y - (point.y - view.y) * by,
      w: view.w * by, h: view.h * by };
    look();
  }, { passive: false });
  let drag = null, moved = false;
  svg.addEventListener("pointerdown", (event) => {
    drag = { x: event.clientX, y: event.clientY, view: { ...view } };
    moved = false;
  });
  addEventListener("pointerup", () => { drag = null; });
  svg.addEventListener("pointermove", (event) => {
    if (drag) {
      const { scale } = at(event);
      const dx = (event.clientX - drag.x) * scale, dy = (event.clientY - drag.y) * scale;
      moved = moved || Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 4;
      view = { ...view, x: drag.view.x - dx, y: drag.view.y - dy };
      look();
    }
    const { page, tip: words } = event.target.dataset;
    const text = page !== undefined
      ? `${plan.pages[page].title || path(plan.pages[page].url)} — ${path(plan.pages[page].url)}`
      : words;
    tip.style.display = text ? "block" : "none";
    if (text) {
      tip.textContent = text;
      const box = stage.getBoundingClientRect();
      tip.style.left = `${Math.min(event.clientX - box.left + 12, box.width - 220)}px`;
      tip.style.top = `${event.clientY - box.top + 14}px`;
    }
  });
  svg.addEventListener("pointerleave", () => { tip.style.display = "none"; });

  // Panels.
  const table = (head, rows) => {
    const element = html("table", {}, panel), top = html("tr", {}, element);
    head.forEach((text, place) => html("th", place ? { class: "n" } : {}, top, text));
    for (const row of rows) {
      const line = html("tr", {}, element);
      row.forEach((cell, place) => {
        const td = html("td", place ? { class: "n" } : {}, line);
        td.append(cell instanceof Node ? cell : String(cell));
      });
    }
  };
  const choice = (text, run, color = null) => {
    const button = html("button", { type: "button" }, null);
    if (color) {
      const swatch = html("span", { class: "swatch" }, button);
      swatch.style.background = color;
    }
    button.append(text);
    button.addEventListener("click", run);
    return button;
  };
  const toType = (type) => choice(type.name, () => showType(type), type.color);
  const toPage = (page) => choice(page.title || path(page.url), () => showPage(page),
    types[page.type].color);
  const clear = () => {
    panel.replaceChildren();
    lines.replaceChildren();
    panel.scrollTop = 0;
    document.querySelectorAll(".dim,.on,.own").forEach((element) =>
      element.classList.remove("dim", "on", "own"));
  };
  const back = () => {
    const button = choice("← whole site", showSite);
    button.className = "back";
    panel.append(button);
  };
  const pageList = (pages, total = pages.length) => {
    table(["page", "rank", "in"], pages.slice(0, ROWS).map((page) =>
      [toPage(page), share(page.rank), page.in]));
    if (total > ROWS) html("p", {}, panel, `and ${(total - ROWS).toLocaleString("en")} more`);
  };

  const showSite = () => {
    clear();
    const [stored, others, links] = plan.totals;
    html("h1", {}, panel, plan.title);
    html("p", {}, panel, `${count(stored, "page")} of ${count(real, "type")}, ` +
      `${count(links, "link")}, ${count(others, "address", "addresses")} besides`);
    html("p", {}, panel, `${count(plan.orphans, "orphan")}, ${count(plan.dead_ends, "dead end")}, ` +
      `${count(plan.broken, "broken address", "broken addresses")}, ${count(plan.redirects, "redirect")}`);
    if (plan.left_out) html("p", {}, panel,
      `${count(plan.left_out, "page")} of lower rank not drawn`);
    html("h2", {}, panel, "Page types");
    table(["type", "pages", "rank"], types.map((type) => [toType(type), type.nodes, share(type.rank)]));
    html("h2", {}, panel, "Pages of the highest rank");
    pageList(plan.pages.slice(0, 12));
  };
  const showType = (type) => {
    clear();
    back();
    html("h1", {}, panel, type.name);
    html("p", {}, panel, `${count(type.nodes, type.stored ? "page" : "address",
      type.stored ? "pages" : "addresses")}, ${share(type.rank)} of all rank`);
    if (type.lists.length) html("p", {}, panel,
      `Lists of ${type.lists.map((place) => types[place].name).join(", ")}`);
    const rows = (own, other) => plan.links.filter((link) => link[own] === type.index)
      .sort((a, b) => b[4] - a[4]).slice(0, ROWS)
      .map((link) => [toType(types[link[other]]), `${plan.places[link[2]]}: ${link[3]}`, link[4]]);
    for (const [heading, found] of [["Leads to", rows(0, 1)], ["Is led to from", rows(1, 0)]]) {
      if (!found.length) continue;
      html("h2", {}, panel, heading);
      table(["type", "through", "links"], found);
    }
    if (type.pages.length) {
      html("h2", {}, panel, "Pages");
      pageList(type.pages, type.pages.length);
    }
    type.element.classList.add("on");
    const near = new Set([String(type.index)]);
    for (const arc of arcs.children) {
      const own = [arc.dataset.from, arc.dataset.to].includes(String(type.index));
      arc.classList.toggle("dim", !own);
      arc.classList.toggle("own", own);
      if (own) { near.add(arc.dataset.from); near.add(arc.dataset.to); }
    }
    for (const other of types) other.element.classList.toggle("dim", !near.has(String(other.index)));
  };
  const showPage = (page) => {
    clear();
    back();
    html("h1", {}, panel, page.title || path(page.url));
    const web = /^https?:\/\//.test(page.url);
    html(web ? "a" : "span", web ? { href: page.url, rel: "noopener noreferrer" } : {}, panel, page.url);
    html("h2", {}, panel, "Measures");
    table(["", ""], [["type", toType(types[page.type])], ["PageRank", page.rank.toExponential(3)],
      ["hub", page.hub.toExponential(3)], ["authority", page.authority.toExponential(3)],
      ["pages that lead here", page.in], ["addresses it leads to", page.out],
      ["clicks from the start", page.depth ?? "not reached"]]);
    const sides = { out: [], in: [] };
    for (let i = 0; i < plan.edges.length; i += 3) {
      const [from, to, place] = plan.edges.slice(i, i + 3);
      if (from === page.index) sides.out.push([plan.pages[to], place]);
      if (to === page.index) sides.in.push([plan.pages[from], place]);
    }
    for (const [heading, side] of [["Leads to", sides.out], ["Is led to from", sides.in]]) {
      if (!side.length) continue;
      html("h2", {}, panel, heading);
      table(["page", "in"], side.slice(0, ROWS).map(([other, place]) =>
        [toPage(other), plan.places[place]]));
      if (side.length > ROWS) html("p", {}, panel, `and ${side.length - ROWS} more`);
    }
    const near = new Set([page]);
    for (const [other, place] of [...sides.out, ...sides.in]) {
      near.add(other);
      make("path", { class: "line", stroke: PLACE_COLORS[place],
        d: `M${page.x} ${page.y}L${other.x} ${other.y}` }, lines);
    }
    for (const other of plan.pages) other.element.classList.toggle("dim", !near.has(other));
    for (const arc of arcs.children) arc.classList.add("dim");
    page.element.classList.add("on");
  };
  svg.addEventListener("click", (event) => {
    if (moved) return;
    const { page, type } = event.target.dataset;
    const ring = event.target.closest(".type");
    if (page !== undefined) showPage(plan.pages[page]);
    else if (type !== undefined) showType(types[type]);
    else if (ring) showType(types[ring.dataset.type]);
    else showSite();
  });

  // Tools.
  const tools = html("div", { id: "tools" }, stage);
  const search = html("input", { type: "search", placeholder: "Find pages", "aria-label": "Find pages" }, tools);
  search.addEventListener("input", () => {
    clear();
    const words = search.value.trim().toLowerCase();
    if (!words) return showSite();
    const found = plan.pages.filter((page) =>
      page.url.toLowerCase().includes(words) || page.title.toLowerCase().includes(words));
    back();
    html("h1", {}, panel, count(found.length, "page"));
    pageList(found, found.length);
    const hits = new Set(found);
    for (const page of plan.pages) page.element.classList.toggle("dim", !hits.has(page));
  });
  plan.places.forEach((name, place) => {
    if (!plan.links.some((link) => link[2] === place)) return;
    const label = html("label", {}, tools);
    const box = html("input", { type: "checkbox" }, label);
    box.checked = shown.has(place);
    const swatch = html("span", { class: "swatch" }, label);
    swatch.style.background = PLACE_COLORS[place];
    label.append(name);
    box.addEventListener("change", () => {
      if (box.checked) shown.add(place); else shown.delete(place);
      drawArcs();
    });
  });
  showSite();
})();
