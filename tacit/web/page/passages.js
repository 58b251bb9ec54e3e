// The card of a passage: what it is about, why, what else it may be about, its script, and ways to correct it.
import { h, meter, percent } from "./dom.js";
import { scriptGraph } from "./graph.js";
import { YOU } from "./edits.js";

export function passageCards(shown) {
  const said = (shown.layers.scenarios ?? []).map((annotation) => ({ annotation, element: passage(annotation, shown) }));
  const nearly = (shown.layers.nearly ?? []).map((annotation) => ({ annotation, element: nearlySaid(annotation, shown) }));
  return [...said, ...nearly];
}

export function mark(annotation) {
  return annotation.source === YOU ? h("span", { class: "by-you" }, "✎ you") : null;
}

function passage(annotation, shown) {
  const name = annotation.labels?.[0] ?? "";
  const { probability } = annotation.features ?? {};
  const script = (shown.layers.scripts ?? []).find(({ at }) => at === annotation.at);
  return h("article", { class: `note passage hue-${shown.hueOf(name)}`, tabindex: 0, data: { key: `card:${annotation.at}` } },
    h("h3", {}, name, " ", mark(annotation)),
    probability === undefined ? null : h("p", { class: "soft" }, meter(probability), ` ${percent(probability)} sure`),
    others(annotation),
    script ? leftUnsaid(script.features ?? {}) : null,
    why(annotation, script, shown),
    graph(annotation, script, shown),
    correction(annotation, shown));
}

function nearlySaid(annotation, shown) {
  const [name] = annotation.labels;
  const [[start, end]] = annotation.spans;
  return h("article", { class: "note nearly", tabindex: 0, data: { key: `nearly:${start}` } },
    h("h3", {}, `${name}?`),
    h("p", { class: "soft" }, meter(annotation.features.probability), ` nearly said, ${percent(annotation.features.probability)} sure`),
    h("button", { type: "button", class: "small", onclick: () => shown.edit({ kind: "add", start, end, label: name },
      `Now a passage about ${name}`) }, "Yes, it is about this"));
}

function others({ features = {} }) {
  const listed = (features.alternatives ?? []).filter(({ probability }) => probability >= 0.05);
  if (!listed.length) return null;
  return h("p", { class: "soft" }, "or ",
    listed.map(({ scenario, probability }) => `${scenario} (${percent(probability)})`).join(", "));
}

function leftUnsaid({ left_out: left = [], texts }) {
  if (!left.length) return null;
  return [
    h("h4", {}, "Left unsaid ", texts ? h("small", { class: "soft" }, `· % of ${texts} texts tell it`) : null),
    h("ul", { class: "unsaid" }, left.map(({ event, share, why: because }) => h("li", {}, event, " ",
      h("small", { class: "soft" }, texts ? percent(share) : because ?? "")))),
  ];
}

// The words are asked for when the panel is opened: that takes the server a moment.
function why(annotation, script, shown) {
  const answer = h("div", { "aria-live": "polite" });
  const fill = async () => {
    answer.replaceChildren(h("p", { class: "soft" }, "Striking out one word after the other …"));
    try {
      const { words } = await shown.why(annotation);
      answer.replaceChildren(words.length ? h("ul", { class: "bars" }, words.map(({ word, weight }) => h("li", {},
        meter(weight / words[0].weight, `${word}: ${percent(weight)}`), ` ${word} `,
        h("small", { class: "soft" }, `−${percent(weight)} without it`))))
        : h("p", { class: "soft" }, "No single word decides; tacit would not say this by itself."));
    } catch (error) {
      answer.replaceChildren(h("p", { class: "problem" }, error.message));
    }
    shown.placeCards();
  };
  const told = script?.features?.told ?? [];
  return shown.details(`why:${annotation.at}`, "Why?", () => { fill(); return [
    h("h4", {}, "Words that speak for it"), answer,
    told.length ? [h("h4", {}, "Events of its script that are told"),
      h("ul", {}, told.map((event) => h("li", {}, event.event, " ", h("q", { class: "soft" }, shown.excerpt(event.start, event.end, 40)))))] : null,
    nextBest(annotation, shown)]; });
}

function nextBest(annotation, shown) {
  const listed = annotation.features?.alternatives ?? [];
  if (!listed.length) return null;
  return [h("h4", {}, "The next best"), h("ul", { class: "bars" }, listed.map(({ scenario, probability }) => h("li", {},
    meter(probability), ` ${percent(probability)} ${scenario} `,
    h("button", { type: "button", class: "link", onclick: () => shown.edit({ kind: "label", at: annotation.at, label: scenario },
      `Now about ${scenario}`) }, "it is this"))))];
}

function graph(annotation, script, shown) {
  const { told = [], left_out: left = [] } = script?.features ?? {};
  const title = script ? `The whole script: ${told.length} told, ${left.length} left out` : "The script";
  return shown.details(`script:${annotation.at}`, title, () => {
    const body = h("div");
    scriptGraph(body, annotation, { told, left }, shown);
    return body;
  });
}

function correction(annotation, shown) {
  const { at } = annotation;
  const [[start, end]] = annotation.spans;
  return shown.details(`edit:${at}`, "Correct", () => [
    passageForm(shown, { start, end, label: annotation.labels[0] }, {
      label: (label) => shown.edit({ kind: "label", at, label }, `Now about ${label}`),
      border: (place) => shown.edit({ kind: "border", at, ...place }, "The passage has new borders"),
    }, `edit:${at}`),
    h("button", { type: "button", class: "small", onclick: () => shown.edit({ kind: "remove", at }, "Removed") }, "Remove this label")]);
}

// The fields of a passage: what it is about, its first and its last sentence
export function passageForm(shown, { start, end, label }, on, key) {
  const sentences = shown.sentences();
  const first = sentences.findIndex((sentence) => sentence[1] > start);
  const last = sentences.findLastIndex((sentence) => sentence[0] < end);
  const option = (chosen) => ([from, to], number) => h("option", { value: number, selected: number === chosen },
    `${number + 1}. ${shown.excerpt(from, to, 48)}`);
  const from = h("select", { data: { key: `${key}:from` }, onchange: () => moved() }, sentences.map(option(first)));
  const to = h("select", { data: { key: `${key}:to` }, onchange: () => moved() }, sentences.map(option(last)));
  const moved = () => {
    if (Number(to.value) < Number(from.value)) to.value = from.value;
    on.border?.({ start: sentences[from.value][0], end: sentences[to.value][1] });
  };
  const input = h("input", { list: "scenario-labels", value: label, maxlength: 200, autocomplete: "off", data: { key: `${key}:label` },
    onchange: () => { if (input.value.trim()) on.label?.(input.value.trim()); } });
  const form = h("div", { class: "form" }, h("label", {}, "About ", input),
    sentences.length ? [h("label", {}, "From sentence ", from), h("label", {}, "to sentence ", to)] : null);
  form.value = () => ({ label: input.value.trim(), start: sentences[from.value][0], end: sentences[to.value][1] });
  return form;
}
