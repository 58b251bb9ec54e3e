// Cards beside the text: what a passage is about and leaves out, what a phrase may mean, what a step assumes.
import { h, meter, percent } from "./dom.js";
import { mark, passageCards } from "./passages.js";
import { assumed } from "./steps.js";

// {annotation, element} for each card, in text order
export function notes(shown) {
  const { layers } = shown;
  const cards = [
    ...passageCards(shown),
    ...(layers.clarifications ?? []).map((annotation) => clarificationCard(annotation, shown)),
    ...(layers.concrete_steps ?? []).map((annotation) => stepCard(annotation, shown)),
    ...(layers.coherence ?? []).filter(({ labels }) => labels?.[0] === "odd").map((annotation) => oddCard(annotation, shown)),
  ];
  return cards.filter(Boolean).sort((a, b) => start(a.annotation) - start(b.annotation));
}

const start = (annotation) => annotation.spans[0][0];

function clarificationCard(annotation, shown) {
  const { phenomenon = "", message = "", readings = [], conflicts = [], blank } = annotation.features ?? {};
  if (!readings.length) return null;
  const head = [h("legend", {}, `“${shown.text.of(annotation)}” `, mark(annotation)),
    h("p", { class: "soft" }, /^[^?]*\?/.exec(message)?.[0] ?? phenomenon)];
  const warnings = conflicts.slice(0, 1).map(({ first, second }) =>
    h("p", { class: "problem" }, `“${first}” and “${second}” exclude each other`));
  const choices = blank ? readingChoices(annotation, shown) : h("ul", {}, readings.map((reading) => h("li", {}, words(reading))));
  return { annotation, element: h("fieldset", { class: "note unclear", data: { key: `unclear:${annotation.at}` } }, head, choices,
    warnings, h("button", { type: "button", class: "link small", data: { key: `clear:${annotation.at}` },
      onclick: () => shown.edit({ kind: "clear", at: annotation.at }, "Taken as clear") }, "it is clear enough")) };
}

const words = ({ text, plausible }) => h("span", {}, text, " ",
  typeof plausible === "number" ? meter(plausible, `${percent(plausible)} plausible`) : null);

// One of the readings, one's own, or the phrase as it stands
function readingChoices(annotation, shown) {
  const { at } = annotation;
  const { readings, blank, lead = "", trail = "", chosen } = annotation.features;
  const change = (text) => ({ start: blank[0], end: blank[1], text: lead + text + trail });
  const choose = (text) => shown.edit({ kind: "reading", at, change: text ? change(text) : null },
    text ? `Now with ${text}` : "As it stands");
  const named = (text) => change(text).text.trim();
  const own = chosen && !readings.some(({ text }) => named(text) === chosen) ? chosen : "";
  const option = (label, checked, key, text) => h("label", { class: "choice" },
    h("input", { type: "radio", name: `choice-${at}`, checked, data: { key: `choice:${at}:${key}` }, onchange: () => choose(text) }), label);
  const input = h("input", { value: own, placeholder: "something else", "aria-label": "Something else", maxlength: 200,
    autocomplete: "off", data: { key: `own:${at}` }, onchange: () => choose(input.value.trim()) });
  return [...readings.map((reading, number) => option(words(reading), named(reading.text) === chosen, number, reading.text)),
    option("as it stands", !chosen, "none", ""), h("div", { class: "choice" }, input)];
}

// The beginning of a sentence, so that its card says which one it is about
function quoted({ spans }, shown) {
  return h("p", {}, h("q", { class: "soft" }, shown.excerpt(spans[0][0], spans.at(-1)[1], 60)));
}

function stepCard(annotation, shown) {
  const { steps = [], tools, actions } = annotation.features ?? {};
  return { annotation, element: h("article", { class: "note spelled", tabindex: 0 },
    quoted(annotation, shown),
    shown.details(`steps:${annotation.spans}`, "Spelled out", () => h("ol", {}, steps.map((step) => h("li", {}, step)))),
    assumed({ tools, actions })) };
}

function oddCard(annotation, shown) {
  const { probability } = annotation.features ?? {};
  return { annotation, element: h("article", { class: "note odd", tabindex: 0 }, h("h3", {}, "Does not seem to follow"),
    quoted(annotation, shown),
    h("p", { class: "soft" }, `${percent(probability)} sure that it belongs here`)) };
}
