// The script of a passage as a graph: events in their usual order, arcs from what must come before, what is told filled in.
import { h, s } from "./dom.js";
import { ask } from "./server.js";

const ROW = 44, LEFT = 58, RADIUS = 7;
const known = new Map();

export function scriptOf(scenario) {
  if (!known.has(scenario)) known.set(scenario, ask("/api/script", { scenario }));
  return known.get(scenario);
}

export async function scriptGraph(root, annotation, { told, left }, shown) {
  const [scenario] = annotation.labels;
  let script = { events: [] };
  root.replaceChildren(h("p", { class: "soft" }, "One moment …"));
  try {
    script = await scriptOf(scenario);
  } catch {
    known.delete(scenario); // what was told is shown without it
  }
  const events = withOwn(script.events, told, left);
  if (!events.length) root.replaceChildren(h("p", { class: "soft" }, "tacit knows no script for this."));
  else root.replaceChildren(...drawn(events, annotation, { told, left, purpose: script.purpose }, shown));
  shown.placeCards();
}

// A script that is not known by name is what was read of it.
function withOwn(events, told, left) {
  if (events.length) return events;
  const names = told.map(({ event }) => event);
  for (const { event, after } of [...left].reverse()) names.splice(names.indexOf(after) + 1, 0, event);
  return names.map((name, place) => ({ name, usual: "", after: place ? [place - 1] : [] }));
}

function drawn(events, annotation, { told, left, purpose }, shown) {
  const places = new Map(told.map((event) => [event.event, event]));
  const unsaid = new Set(left.map(({ event }) => event));
  const state = (name) => (places.has(name) ? "told" : unsaid.has(name) ? "left" : "open");
  return [
    purpose ? h("p", { class: "soft" }, purpose) : null,
    h("div", { class: "graph" }, arcs(events, state),
      h("ol", { class: "script" }, events.map(({ name, usual }) => row(name, usual, state(name), places.get(name), annotation, shown)))),
    h("ul", { class: "legend" }, [["told", "told"], ["left", "left unsaid"], ["open", "not told"]].map(([kind, words]) =>
      h("li", { class: kind }, h("span", { class: "dot", "aria-hidden": "true" }), words))),
  ].filter(Boolean);
}

function arcs(events, state) {
  const middle = (place) => ROW * place + ROW / 2;
  const picture = s("svg", { class: "arcs", width: LEFT, height: ROW * events.length, viewBox: `0 0 ${LEFT} ${ROW * events.length}`,
    "aria-hidden": "true" });
  events.forEach(({ after }, place) => after.filter((other) => other < place).forEach((other) => {
    const bow = Math.min(LEFT - 14, 8 + 6 * (place - other - 1));
    const x = LEFT - 10;
    const lit = state(events[place].name) === "told" && state(events[other].name) === "told" ? "lit" : "";
    picture.append(s("path", { class: lit, d: place - other === 1 ? `M${x} ${middle(other) + RADIUS}V${middle(place) - RADIUS}`
      : `M${x - RADIUS} ${middle(other)}C${x - bow} ${middle(other)} ${x - bow} ${middle(place)} ${x - RADIUS} ${middle(place)}` }));
  }));
  events.forEach(({ name }, place) => picture.append(s("circle", { class: state(name), cx: LEFT - 10, cy: middle(place), r: RADIUS })));
  return picture;
}

function row(name, usual, kind, place, annotation, shown) {
  const { at } = annotation;
  const words = { told: "told", left: "left unsaid", open: "not told" }[kind];
  const note = h("span", { class: "visually-hidden" }, ` (${words})`);
  const key = `told:${at}:${name}`;
  const button = kind === "told"
    ? h("button", { type: "button", class: "link", "aria-label": `Not told: ${name}`, data: { key },
      onclick: () => shown.edit({ kind: "untold", at, event: name }, `Not told: ${name}`) }, "not told")
    : whereTold(name, annotation, shown, key);
  const item = h("li", { class: kind, title: usual ? `${usual} part of it` : "" }, h("span", { class: "event" }, name, note),
    place?.source === "you" ? h("span", { class: "by-you" }, "✎") : null, button);
  if (place) {
    item.addEventListener("mouseenter", () => shown.point([place.start, place.end]));
    item.addEventListener("mouseleave", () => shown.point(null));
  }
  return item;
}

// The sentence that tells an event is chosen from those of the passage.
function whereTold(name, annotation, shown, key) {
  const [[first, last]] = annotation.spans;
  const sentences = shown.sentences().filter(([start, end]) => start < last && end > first);
  const chosen = h("select", { class: "where", "aria-label": `Told in which sentence: ${name}`, data: { key }, onchange: () => {
    const [start, end] = sentences[chosen.value];
    shown.edit({ kind: "told", at: annotation.at, event: name, start, end }, `Told: ${name}`);
  } }, h("option", { value: "" }, "told in …"), sentences.map(([start, end], number) =>
    h("option", { value: number }, shown.excerpt(start, end, 48))));
  return chosen;
}
