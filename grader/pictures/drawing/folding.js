// Lets a reader open and close the scopes of a drawn graph. `placing.py` places it in the same way
// and explains how; a test compares the two.
"use strict";

const ROOT = -1, OUTSIDE = -1;

function seen(data, item, open) {
  let found = item;
  for (let around = data.parent[item]; around !== ROOT; around = data.parent[around]) {
    if (!open.has(around)) found = around;
  }
  return found;
}

function way(data, source, target) {
  const above = [];
  for (let item = target; item !== ROOT; ) above.push((item = data.parent[item]));
  const lanes = [];
  let here = source;
  while (!above.includes(data.parent[here])) {
    lanes.push([data.parent[here], here, OUTSIDE]);
    here = data.parent[here];
  }
  const common = data.parent[here];
  const down = [target, ...above.slice(0, above.indexOf(common))];
  lanes.push([common, here, down.pop()]);
  while (down.length) {
    const item = down.pop();
    lanes.push([data.parent[item], OUTSIDE, item]);
  }
  return lanes;
}

function fit(row, wanted, widths, xs, gap) {
  const offsets = [];
  row.forEach((slot, number) => {
    const step = number ? (widths[row[number - 1]] + widths[slot]) / 2 + gap : 0;
    offsets.push(number ? offsets[number - 1] + step : 0);
  });
  const pools = [];
  wanted.forEach((want, number) => {
    let total = want - offsets[number], count = 1;
    while (pools.length && pools.at(-1)[0] / pools.at(-1)[1] > total / count) {
      const [before, more] = pools.pop();
      total += before;
      count += more;
    }
    pools.push([total, count]);
  });
  let number = 0;
  for (const [total, count] of pools) {
    for (let one = 0; one < count; one++, number++) xs[row[number]] = total / count + offsets[number];
  }
}

function columns(level, widths, to) {
  const xs = widths.map(() => 0), above = widths.map(() => []), below = widths.map(() => []);
  for (const [upper, lower] of level.links) {
    above[lower].push(upper);
    below[upper].push(lower);
  }
  for (const row of level.rows) fit(row, row.map(() => 0), widths, xs, to.column_gap);
  for (let sweep = 0; sweep < to.sweeps; sweep++) {
    const down = sweep % 2 === 0, both = sweep >= to.sweeps - 3;
    for (const row of down ? level.rows : level.rows.slice().reverse()) {
      const wanted = row.map((slot) => {
        let near = down ? above[slot] : below[slot];
        if (both && slot < level.items.length) near = above[slot].concat(below[slot]);
        return near.length ? near.reduce((sum, one) => sum + xs[one], 0) / near.length : xs[slot];
      });
      fit(row, wanted, widths, xs, to.column_gap);
    }
  }
  return xs;
}

function measure(data, box, open, insides) {
  const level = data.levels[box], to = data.to, bordered = box !== ROOT;
  const sizes = level.items.map((item) => {
    if (!open.has(item)) return data.sizes[item];
    measure(data, item, open, insides);
    return insides[item].size;
  });
  const widths = sizes.map((size) => size[0]).concat(level.widths);
  const rowOf = {};
  level.rows.forEach((row, number) => row.forEach((slot) => (rowOf[slot] = number)));
  const heights = level.rows.map((row) =>
    Math.max(0, ...row.filter((slot) => slot < sizes.length).map((slot) => sizes[slot][1])));
  const upward = level.upward.length;
  const tops = [];
  let y = upward && !bordered ? to.row_gap / 2 : 0;
  level.rows.forEach((_, row) => {
    if (bordered && row === 0) heights[0] = to.header;
    tops.push(y);
    y += heights[row];
    if (!bordered || upward || (row > 0 && row < heights.length - 2)) y += to.row_gap;
    else {
      const crossed = row === 0 ? level.rows[0].length > 1 : level.rows.at(-1).length > 0;
      y += crossed ? to.border_gap : to.below_header;
    }
  });
  let xs = columns(level, widths, to);
  const padding = bordered ? to.padding : 0;
  const leftmost = xs.reduce((least, x, slot) => Math.min(least, x - widths[slot] / 2), Infinity);
  xs = xs.map((x) => x - leftmost + padding);
  const right = xs.reduce((most, x, slot) => Math.max(most, x + widths[slot] / 2), 0);
  let height = tops.length ? tops.at(-1) + heights.at(-1) : 0;
  if (upward && !bordered) height += to.row_gap / 2;
  insides[box] = { xs, tops, heights, rowOf, size: [right + padding + to.beside * upward, height] };
}

function place(data, open) {
  const insides = {}, rects = {}, corners = { [ROOT]: [0, 0] }, waiting = [ROOT];
  measure(data, ROOT, open, insides);
  while (waiting.length) {
    const box = waiting.shift(), inside = insides[box], [left, top] = corners[box];
    data.levels[box].items.forEach((item, slot) => {
      const [width, height] = item in insides ? insides[item].size : data.sizes[item];
      const row = inside.rowOf[slot];
      const x = left + inside.xs[slot] - width / 2;
      const y = top + inside.tops[row] + (inside.heights[row] - height) / 2;
      rects[item] = [x, y, width, height];
      if (item in insides) {
        corners[item] = [x, y];
        waiting.push(item);
      }
    });
  }
  const [width, height] = insides[ROOT].size;
  return { rects, wires: wires(data, open, insides, corners, rects), width, height };
}

function wires(data, open, insides, corners, rects) {
  const merged = new Map(), strands = {};
  for (const [from, to, label, control, times] of data.edges) {
    const source = seen(data, from, open), target = seen(data, to, open);
    if (source === target) continue;
    const key = [source, target, control].join();
    if (!merged.has(key)) merged.set(key, { key, source, target, control, times: 0, labels: new Set() });
    merged.get(key).times += times;
    merged.get(key).labels.add(label);
  }
  for (const { key, source, target } of merged.values()) {
    for (const lane of way(data, source, target)) (strands[lane] = strands[lane] || []).push(key);
  }
  return [...merged.values()].map(({ key, source, target, control, times, labels }) => {
    const stations = [];
    let x = rects[source][0] + rects[source][2] / 2, begun = 0;
    for (const [box, a, b] of way(data, source, target)) {
      const level = data.levels[box], inside = insides[box], [left, top] = corners[box];
      const upper = (row) => top + inside.tops[row];
      const lower = (row) => top + inside.tops[row] + inside.heights[row];
      const rowOf = (item) => inside.rowOf[level.items.indexOf(item)];
      if (a !== OUTSIDE) stations.push([x, rects[a][1] + rects[a][3], lower(rowOf(a))]);
      const together = strands[[box, a, b]];
      const aside = together.indexOf(key) - (together.length - 1) / 2;
      (level.lanes[[a, b]] || []).forEach((slot, number) => {
        const spread = Math.min(5, (level.widths[slot - level.items.length] - 2) / together.length);
        x = left + inside.xs[slot] + aside * spread;
        const row = inside.rowOf[slot];
        stations.push([x, a === OUTSIDE && number === 0 ? begun : upper(row), lower(row)]);
      });
      const upward = level.upward.findIndex((lane) => lane[0] === a && lane[1] === b);
      if (upward >= 0) {
        x = left + inside.size[0] - (box === ROOT ? 0 : data.to.padding);
        x -= data.to.beside * (upward + 0.5);
        const half = data.to.row_gap / 2;
        stations.push([x, lower(rowOf(a)) + half, upper(rowOf(b)) - half]);
      }
      if (b === target) {
        x = rects[b][0] + rects[b][2] / 2;
        stations.push([x, upper(rowOf(b)), rects[b][1]]);
      } else if (b !== OUTSIDE) {
        begun = upper(rowOf(b));
      }
    }
    return { source, target, control, times, label: labels.size === 1 ? [...labels][0] : "", stations };
  });
}

function wirePath(wire) {
  let [x, top, bottom] = wire.stations[0];
  let path = `M${x.toFixed(1)} ${top.toFixed(1)}V${bottom.toFixed(1)}`;
  for (const [nextX, nextTop, nextBottom] of wire.stations.slice(1)) {
    if (Math.abs(nextX - x) > 0.05) {
      const middle = ((bottom + nextTop) / 2).toFixed(1), end = nextX.toFixed(1);
      path += `C${x.toFixed(1)} ${middle} ${end} ${middle} ${end} ${nextTop.toFixed(1)}`;
    }
    path += `V${nextBottom.toFixed(1)}`;
    [x, bottom] = [nextX, nextBottom];
  }
  return path;
}

function bends(wire) {
  let pieces = wire.stations.slice(1).map((next, number) => [wire.stations[number], next]);
  const long = pieces.filter(([one, next]) => next[1] - one[2] >= 20);
  pieces = long.length ? long : pieces.slice(-1);
  return pieces.reverse().flatMap(([[x, , y], [nextX, nextY]]) => [0.5, 0.75, 0.25, 0.9].map((t) => [
    x + (nextX - x) * t * t * (3 - 2 * t),
    y + (nextY - y) * (1.5 * t * (1 - t) + t ** 3),
  ]));
}

function labelPlaces(wires, character) {
  const taken = [];
  const touch = (one, other) =>
    Math.abs(one[0] + one[2] / 2 - other[0] - other[2] / 2) < (one[2] + other[2]) / 2 + 4 &&
    Math.abs(one[1] - other[1]) < 11;
  return wires.map((wire) => {
    const text = [wire.times > 1 ? `\u00d7${wire.times}` : "", wire.label].filter(Boolean).join(" ");
    if (!text) return null;
    const width = character * text.length;
    const rects = bends(wire).flatMap(([x, y]) => [[x + 4, y - 5, width], [x - 4 - width, y - 5, width]]);
    const rect = rects.find((one) => !taken.some((other) => touch(one, other))) || rects[0];
    taken.push(rect);
    return [text, rect[0], rect[1] + 9];
  }).filter(Boolean);
}

function beyond(labels, width, character) {
  return Math.max(0, ...labels.map(([text, x]) => Math.max(-x, x + character * text.length - width)));
}

function draw(svg, data, open) {
  const placed = place(data, open);
  const make = (name, attributes, text) => {
    const element = document.createElementNS(svg.namespaceURI, name);
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    if (text) element.textContent = text;
    return element;
  };
  const part = (name) => svg.querySelector(`[data-part=${name}]`);
  for (const element of svg.querySelectorAll("[data-item]")) {
    const rect = placed.rects[element.dataset.item], shown = rect && !open.has(+element.dataset.item);
    element.setAttribute("display", shown ? "inline" : "none");
    if (shown) {
      const [x, y, width, height] = rect;
      element.setAttribute("transform", `translate(${x + width / 2} ${y + height / 2})`);
    }
  }
  for (const element of svg.querySelectorAll("[data-frame]")) {
    const rect = placed.rects[element.dataset.frame], shown = rect && open.has(+element.dataset.frame);
    element.setAttribute("display", shown ? "inline" : "none");
    if (!shown) continue;
    element.setAttribute("transform", `translate(${rect[0]} ${rect[1]})`);
    const [border, handle] = element.querySelectorAll("rect");
    border.setAttribute("width", rect[2]);
    border.setAttribute("height", rect[3]);
    handle.setAttribute("width", rect[2]);
  }
  const lines = placed.wires.flatMap((wire) => {
    const [x, , y] = wire.stations.at(-1);
    const line = { d: wirePath(wire), fill: "none", stroke: "currentColor", "stroke-opacity": 0.7 };
    if (wire.control) line["stroke-dasharray"] = "2 4";
    const arrow = `M${x - 3.5} ${y - 7}L${x} ${y}L${x + 3.5} ${y - 7}z`;
    return [make("path", line), make("path", { d: arrow, fill: "currentColor" })];
  });
  const character = data.to.label_character, labels = labelPlaces(placed.wires, character);
  for (const [text, x, y] of labels) {
    const look = { "font-size": 10, fill: "currentColor", style: data.to.halo };
    lines.push(make("text", { x, y, ...look }, text));
  }
  part("wires").replaceChildren(...lines);
  const margin = data.to.margin, side = beyond(labels, placed.width, character);
  const width = Math.max(placed.width + 2 * side, data.to.legend_width) + 2 * margin;
  const left = margin + Math.max(side, (data.to.legend_width - placed.width) / 2);
  const height = placed.height + 2 * margin + data.to.legend_height;
  part("graph").setAttribute("transform", `translate(${left} ${margin})`);
  part("legend").setAttribute("transform", `translate(${margin} ${placed.height + 2 * margin})`);
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("width", width);
  svg.setAttribute("height", height);
}

function bringToLife(root, data) {
  const image = root.querySelector("img"), open = new Set(data.open);
  const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (one) => one.charCodeAt(0));
  const text = new TextDecoder().decode(bytes);
  const svg = document.importNode(
    new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
  if (svg.nodeName !== "svg") return; // the image stays
  const below = document.createElement("div"), told = document.createElement("div");
  below.style.cssText = "font-size:12px;margin:2px 14px";
  told.style.cssText = "white-space:pre-wrap;margin-top:4px";
  told.textContent = data.say.hint;
  // In the order of reading: from top to bottom, and in a row from left to right.
  const items = () => [...svg.querySelectorAll("[data-item],[data-frame]")]
    .filter((element) => element.getAttribute("display") !== "none")
    .map((element) => [element, element.getBoundingClientRect()])
    .sort(([, one], [, other]) => one.top - other.top || one.left - other.left)
    .map(([element]) => element);
  const number = (element) => +(element.dataset.item ?? element.dataset.frame);
  let current = null;

  svg.setAttribute("role", "group");
  for (const element of svg.querySelectorAll("[data-item],[data-frame]")) {
    const folds = number(element) in data.levels;
    element.setAttribute("role", folds ? "button" : "img");
    element.setAttribute("aria-label", element.querySelector("title").textContent.replace(/\n/g, "; "));
    if (folds) element.setAttribute("aria-expanded", String("frame" in element.dataset));
    if (folds) element.style.cursor = "pointer";
  }
  // One stop for the Tab key; the arrow keys go on from there.
  function settle(element) {
    const all = items();
    current = all.includes(element) ? element : all[0];
    for (const one of all) one.setAttribute("tabindex", one === current ? "0" : "-1");
  }
  function redraw(focused) {
    draw(svg, data, open);
    settle(focused === null ? null : items().find((element) => number(element) === focused));
    if (focused !== null) current.focus();
  }
  function toggle(element) {
    const item = number(element);
    if (!(item in data.levels)) return;
    if (!open.delete(item)) open.add(item);
    redraw(item);
  }
  svg.addEventListener("click", (event) => {
    const element = event.target.closest("[data-item],[data-frame]");
    if (!element || (element.dataset.frame && event.target.dataset.part === "border")) return;
    settle(element);
    element.focus();
    toggle(element);
  });
  svg.addEventListener("keydown", (event) => {
    const all = items(), at = all.indexOf(event.target), steps = {
      ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -at, End: all.length - 1 - at,
    };
    if (at < 0) return;
    if (event.key === "Enter" || event.key === " ") toggle(event.target);
    else if (event.key in steps) {
      settle(all[Math.min(Math.max(at + steps[event.key], 0), all.length - 1)]);
      current.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
  svg.addEventListener("focusin", (event) => {
    told.textContent = event.target.querySelector("title")?.textContent ?? "";
  });
  for (const which of ["open", "close"].filter((one) => one in data.say)) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = data.say[which];
    button.style.cssText = "color:inherit;background:transparent;border:1px solid currentColor;" +
      "border-radius:4px;padding:1px 8px;margin-right:8px;font-size:12px;cursor:pointer";
    button.addEventListener("click", () => {
      open.clear();
      const all = which === "open" ? Object.keys(data.levels).map(Number) : [];
      for (const item of all) if (item !== ROOT) open.add(item);
      redraw(null);
    });
    below.append(button);
  }
  image.replaceWith(svg);
  settle(null);
  below.append(told);
  root.append(below);
}
