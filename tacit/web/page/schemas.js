// The schemas of a corpus: searched, ordered, drawn, with the sentences behind them.
import { $, h, showProblem } from "./dom.js";
import { get } from "./server.js";

const PAGE = 24;
let shown = 0;
let latest = 0;

export function startSchemas() {
  $("schemas-form").addEventListener("submit", (event) => event.preventDefault());
  $("schemas-search").addEventListener("input", () => load(true));
  $("schemas-order").addEventListener("change", () => load(true));
  $("schemas-more").addEventListener("click", () => load(false));
  load(true);
}

async function load(fresh) {
  const request = ++latest;
  const query = new URLSearchParams({
    search: $("schemas-search").value, order: $("schemas-order").value, offset: fresh ? 0 : shown, limit: PAGE,
  });
  try {
    const page = await get(`/api/schemas?${query}`);
    if (request !== latest) return;
    if (fresh) { $("schemas-list").replaceChildren(); shown = 0; }
    $("schemas-list").append(...page.schemas.map(card));
    shown += page.schemas.length;
    $("schemas-count").textContent = `${page.found.toLocaleString("en")} of ${page.total.toLocaleString("en")}`;
    $("schemas-more").hidden = shown >= page.found;
    showProblem("schemas-problem", null);
  } catch (error) {
    showProblem("schemas-problem", error);
  }
}

function card(schema) {
  const parsed = new DOMParser().parseFromString(schema.drawing, "text/html").querySelector("svg");
  const behind = schema.events.map((verb, place) => [
    h("h3", {}, verb, h("span", { class: "soft" }, ` ${schema.scores[place].toFixed(2)}`)),
    (schema.quotes[verb] ?? []).map(quote)]);
  return h("article", { class: "card" }, document.importNode(parsed, true),
    h("details", {}, h("summary", {}, "Scores and sentences"), behind,
      schema.documents.length ? h("p", { class: "soft" }, `Documents: ${schema.documents.join(", ")}`) : null));
}

function quote({ text, start, end, document }) {
  const points = Array.from(text);
  const part = (from, to) => points.slice(from, to).join("");
  return h("p", {}, part(0, start), h("b", {}, part(start, end)), part(end), h("cite", {}, ` ${document}`));
}
