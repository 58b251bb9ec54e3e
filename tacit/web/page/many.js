// Many texts: read one after the other, with an overview that grows, and each of them to open.
import { $, announce, h } from "./dom.js";
import { corrected } from "./edits.js";
import { plot, scenarioTable, textRows, toCsv } from "./overview.js";
import { readStream, save } from "./server.js";
import { corrections } from "./store.js";

const TOGETHER = 2;

export class Many {
  constructor(root, open) {
    this.root = root;
    this.open = open;
    this.items = [];
  }

  hide() {
    this.stop();
    this.root.hidden = true;
  }

  stop() {
    this.working?.abort();
  }

  // `found` are {name, document} or {name, problem}
  async start(found) {
    this.stop();
    const mine = this.working = new AbortController();
    this.items = found.map((each) => ({ ...each, reading: null }));
    this.root.hidden = false;
    this.draw();
    $("documents-title").focus();
    const waiting = this.items.filter(({ problem }) => !problem);
    const readOn = async () => {
      while (waiting.length && !mine.signal.aborted) await this.read(waiting.shift(), mine.signal);
    };
    await Promise.all(Array.from({ length: TOGETHER }, readOn));
    if (this.working !== mine) return;
    this.working = null;
    this.draw();
    announce("All texts are read");
  }

  async read(item, signal) {
    item.isReading = true;
    this.draw();
    try {
      item.reading = await readStream({ document: item.document }, { signal, onPart: (reading) => { item.partial = reading; } });
    } catch (error) {
      item.reading = item.partial ?? null;
      if (error.name !== "AbortError") item.problem = error.message;
    }
    item.isReading = false;
    delete item.partial;
    if (!signal.aborted || item.reading) this.draw();
  }

  // Each text as it is now, with its corrections
  texts() {
    return this.items.map((item) => ({ ...item, layers: item.reading
      ? corrected(item.reading, corrections(item.reading.document.text)?.done ?? []).document.layers : null }));
  }

  draw() {
    const texts = this.texts();
    const read = texts.filter(({ layers }) => layers);
    const left = this.working && this.items.some(({ reading, problem }) => !reading && !problem);
    const file = (name, rows) => h("button", { type: "button", class: "small", onclick: () => save(name, "text/csv", toCsv(rows())) }, name);
    const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    this.root.replaceChildren(
      h("h2", { id: "documents-title", tabindex: -1, data: { key: "title" } }, `${texts.length} texts`),
      h("p", { class: "actions" }, h("span", { role: "status" }, `${read.length} of ${texts.length} read`),
        left ? h("progress", { max: texts.length, value: read.length, "aria-label": "Texts read" }) : null,
        left ? h("button", { type: "button", class: "small", data: { key: "stop" }, onclick: () => { this.stop(); this.draw(); } }, "Stop") : null,
        read.length ? [h("span", { class: "soft" }, "Save as"), file("passages.csv", () => passages(read)), file("texts.csv", () => byText(texts))] : null),
      plot(read) ?? "", scenarioTable(read) ?? "", this.table(texts));
    if (focus) this.root.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  table(texts) {
    const columns = ["text", "kind", "about", "unclear phrases", ""];
    return h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Texts" }, h("table", {},
      h("caption", {}, "Texts"), h("thead", {}, h("tr", {}, columns.map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, textRows(texts).map(({ kind, about, unclear }, number) => {
        const { name, document, reading, problem, isReading } = this.items[number];
        const state = problem ? h("span", { class: "problem" }, problem) : isReading ? "reading …" : reading ? "" : "waiting";
        const title = document ? h("button", { type: "button", class: "link", data: { key: `open:${number}` },
          onclick: () => this.open(document, reading) }, name) : name;
        return h("tr", {}, h("th", { scope: "row" }, title), [kind, about.join(", "), unclear, state].map((cell) => h("td", {}, cell)));
      }))));
  }
}

function passages(read) {
  const rows = read.flatMap(({ name, document, layers }) => {
    const points = Array.from(document.text);
    return (layers.scenarios ?? []).map(({ spans: [[start, end]], labels, features = {}, source = "" }) => [name, labels[0],
      features.probability ?? "", start, end, source, points.slice(start, end).join("").replace(/\s+/g, " ")]);
  });
  return [["text", "scenario", "probability", "start", "end", "source", "passage"], ...rows];
}

function byText(texts) {
  const rows = textRows(texts).map(({ kind, about, sentences, unclear }, number) => [texts[number].name, kind, sentences, about.join("; "),
    unclear, texts[number].problem ?? ""]);
  return [["text", "kind", "sentences", "scenarios", "unclear", "problem"], ...rows];
}
