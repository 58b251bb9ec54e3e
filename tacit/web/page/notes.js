// Cards beside the text: what a passage is about and leaves out, what a phrase may mean, what a step assumes.
import { h, meter, percent } from "./dom.js";
import { assumed } from "./steps.js";

// {annotation, element} for each card, in text order
export function notes(layers, text, hueOf, choose) {
  const cards = [
    ...scenarioCards(layers, hueOf),
    ...(layers.clarifications ?? []).map((annotation) => clarificationCard(annotation, text, choose)),
    ...(layers.concrete_steps ?? []).map(stepCard),
    ...(layers.coherence ?? []).filter(({ labels }) => labels?.[0] === "odd").map(oddCard),
  ];
  return cards.filter(Boolean).sort((a, b) => start(a.annotation) - start(b.annotation));
}

const start = (annotation) => annotation.spans[0][0];

function scenarioCards(layers, hueOf) {
  return (layers.scenarios ?? []).map((annotation) => {
    const name = annotation.labels?.[0] ?? "";
    const { probability, alternatives = [] } = annotation.features ?? {};
    const script = (layers.scripts ?? []).find(({ spans }) => String(spans) === String(annotation.spans));
    return { annotation, element: h("article", { class: `note passage hue-${hueOf(name)}`, tabindex: 0 },
      h("h3", {}, name),
      probability === undefined ? null : h("p", { class: "soft" }, meter(probability), ` ${percent(probability)} sure`),
      others(alternatives),
      script ? unsaid(script.features ?? {}) : null) };
  });
}

function others(alternatives) {
  const listed = alternatives.filter(({ probability }) => probability >= 0.05);
  if (!listed.length) return null;
  return h("p", { class: "soft" }, "or ",
    listed.map(({ scenario, probability }) => `${scenario} (${percent(probability)})`).join(", "));
}

function unsaid({ told = [], left_out: left = [], texts }) {
  if (!told.length && !left.length) return null;
  const why = ({ share }) => `${percent(share)} of ${texts} texts tell it`;
  return [
    left.length ? h("h4", {}, "Left unsaid ", h("small", { class: "soft" }, `· % of ${texts} texts tell it`)) : null,
    h("ul", { class: "unsaid" }, left.map((event) => h("li", { title: why(event) }, event.event,
      h("small", { class: "soft" }, ` ${percent(event.share)}`)))),
    h("details", {}, h("summary", {}, `The whole script: ${told.length} told, ${left.length} left out`),
      h("ol", { class: "script" }, inOrder(told, left).map((event) =>
        h("li", { class: event.share === undefined ? "told" : "left" }, event.event)))),
  ];
}

// Told events in typical order; one that is left out stands after the event that it usually follows.
function inOrder(told, left) {
  const events = [...told];
  for (const event of [...left].reverse()) {
    events.splice(events.findIndex((other) => other.event === event.after) + 1, 0, event);
  }
  return events;
}

function clarificationCard(annotation, text, choose) {
  const { phenomenon = "", message = "", readings = [], conflicts = [], blank, lead = "", trail = "" } = annotation.features ?? {};
  if (!readings.length) return null;
  const group = `choice-${annotation.spans.join("-")}`;
  const head = [h("legend", {}, `“${text.of(annotation)}”`), h("p", { class: "soft" }, /^[^?]*\?/.exec(message)?.[0] ?? phenomenon)];
  const warnings = conflicts.slice(0, 1).map(({ first, second }) =>
    h("p", { class: "problem" }, `“${first}” and “${second}” exclude each other`));
  const shown = ({ text: words, plausible }) => h("span", {}, words, " ",
    typeof plausible === "number" ? meter(plausible, `${percent(plausible)} plausible`) : null);
  if (!blank) {
    return { annotation, element: h("fieldset", { class: "note unclear" }, head,
      h("ul", {}, readings.map((reading) => h("li", {}, shown(reading)))), warnings) };
  }
  const option = (change, label, checked) => h("label", { class: "choice" },
    h("input", { type: "radio", name: group, checked, onchange: () => choose(annotation, change) }), label);
  const options = readings.map((reading) => option(
    { start: blank[0], end: blank[1], text: lead + reading.text + trail }, shown(reading), false));
  return { annotation, element: h("fieldset", { class: "note unclear" }, head, options,
    option(null, "as it stands", true), warnings) };
}

function stepCard(annotation) {
  const { steps = [], tools, actions } = annotation.features ?? {};
  return { annotation, element: h("article", { class: "note spelled", tabindex: 0 },
    h("details", {}, h("summary", {}, "Spelled out"), h("ol", {}, steps.map((step) => h("li", {}, step)))),
    assumed({ tools, actions })) };
}

function oddCard(annotation) {
  const { probability } = annotation.features ?? {};
  return { annotation, element: h("article", { class: "note odd", tabindex: 0 }, h("h3", {}, "Does not seem to follow"),
    h("p", { class: "soft" }, `${percent(probability)} sure that it belongs here`)) };
}
