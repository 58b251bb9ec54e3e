// A reading: the text with marks, cards beside it, participants above it, tables below it; corrected, and saved.
import { announce, h, percent } from "./dom.js";
import { sections } from "./blocks.js";
import { Edits, confident, corrected, plain } from "./edits.js";
import { Text, hues, nameBy } from "./marking.js";
import { passageForm } from "./passages.js";
import { People } from "./people.js";
import { saving } from "./saving.js";
import { ask } from "./server.js";
import { Sheet } from "./sheet.js";
import { corrections, saveCorrections } from "./store.js";

const FIRST = ["scenarios", "clarifications", "coherence", "mentions"];
const NOTHING = { layer: "", key: "", title: "nothing" };
const PAUSE = 250;

export class Shown {
  // `onEdit` is told after each correction.
  constructor(root, reading, onEdit = () => {}) {
    this.root = root;
    this.onEdit = onEdit;
    this.edits = new Edits(corrections(reading.document.text));
    this.people = new People(root);
    this.sheet = new Sheet(this);
    this.open = new Set();
    this.reasons = new Map();
    this.take(reading);
    root.onkeydown = (event) => this.key(event);
  }

  // A reading, or more of it
  take(reading) {
    this.reading = reading;
    this.own = reading.sections;
    this.text = new Text(reading.document.text);
    this.share ??= reading.least;
    this.refresh();
    if (this.edits.done.length) this.renewSections();
  }

  // What is shown: what was read, corrected, as far as it is sure enough
  refresh() {
    const { document, changes } = corrected(this.reading, this.edits.done);
    this.document = confident(document, this.reading, this.share ?? 0);
    this.layers = this.document.layers;
    this.changes = changes;
    this.hues = hues(document.layers.scenarios ?? [], nameBy(""));
    this.people.take(this.layers.mentions ?? []);
    this.colourings = this.offered();
    const same = this.colourings.find(({ layer, key }) => this.chosen && layer === this.chosen.layer && key === this.chosen.key);
    this.colouring = same ?? this.telling();
    this.draw();
  }

  offered() {
    const rank = ({ layer }) => (FIRST.includes(layer) ? FIRST.indexOf(layer) : FIRST.length);
    const found = this.reading.sections.flatMap((section) => section.blocks.filter(({ kind }) => kind === "passages")
      .map(({ layer, key, title }) => ({ layer, key, title: title || section.title })));
    if (this.layers.scenarios?.length && !found.some(({ layer }) => layer === "scenarios")) {
      found.push({ layer: "scenarios", key: "", title: "What it is about" });
    }
    return [...found.filter(({ layer }) => this.layers[layer]?.length).sort((a, b) => rank(a) - rank(b)), NOTHING];
  }

  // What is coloured until somebody chooses: one scenario from end to end says less than unclear phrases, but more than
  // that every sentence follows.
  telling() {
    const useful = this.colourings.filter(({ layer }) => layer !== "coherence" || this.layers.coherence.some(({ labels }) => labels?.[0] === "odd"));
    const unclear = useful.find(({ layer }) => layer === "clarifications");
    return unclear && this.coversAll("scenarios") ? unclear : useful[0];
  }

  coversAll(layer) {
    const length = (annotation) => annotation.spans.reduce((sum, [start, end]) => sum + end - start, 0);
    return (this.layers[layer] ?? []).some((annotation) => length(annotation) > 0.9 * this.text.points.length);
  }

  hueOf(name) {
    return this.hues.get(name) ?? 0;
  }

  sentences() {
    return this.layers.sentences?.map(({ spans: [span] }) => span) ?? this.text.lines();
  }

  excerpt(start, end, most) {
    const words = this.text.slice(start, end).replace(/\s+/g, " ");
    return words.length > most ? `${words.slice(0, most - 1)}…` : words;
  }

  // Everything anew; what was open stays open, and what had the focus has it.
  draw() {
    const focus = this.root.contains(document.activeElement) ? document.activeElement.dataset?.key : null;
    const place = window.scrollY;
    this.slot = h("div", {}, sections(this.reading.sections).filter(Boolean));
    this.root.replaceChildren(
      h("header", { class: "reading-head" }, this.kind(), this.switcher(), this.slider(), this.people.element(this) ?? "", this.tools()),
      h("h2", { class: "visually-hidden" }, "The text, with notes"), this.sheet.element, this.adding(), saving(this), this.slot);
    this.sheet.draw();
    this.people.light(this.people.pinned);
    if (focus) this.root.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    if (focus) window.scrollTo({ top: place });
  }

  placeCards() {
    this.sheet.placeCards();
  }

  point(place) {
    this.sheet.point(place);
  }

  // Something to open, which stays open when all is drawn anew; `body` makes what is in it when it is first shown
  details(key, title, body) {
    const summary = h("summary", { data: { key: `open:${key}` } }, title);
    const element = h("details", { open: this.open.has(key) }, summary);
    const fill = () => { if (element.childElementCount === 1) element.append(...[body()].flat(Infinity).filter(Boolean)); };
    if (element.open) fill();
    element.addEventListener("toggle", () => {
      if (element.open) { this.open.add(key); fill(); } else this.open.delete(key);
      this.placeCards();
    });
    return element;
  }

  kind() {
    return this.reading.kind ? h("p", { class: "kind" }, "Kind of text: ", h("b", {}, this.reading.kind)) : "";
  }

  switcher() {
    return h("div", { class: "switch", role: "radiogroup", "aria-label": "What is coloured" },
      h("span", { class: "soft" }, "Colour"), this.colourings.map((colouring) => h("label", {},
        h("input", { type: "radio", name: "colouring", checked: colouring === this.colouring, data: { key: `colour:${colouring.title}` },
          onchange: () => { this.chosen = this.colouring = colouring; this.sheet.draw(); } }),
        h("span", {}, colouring.title))));
  }

  slider() {
    const { least = 0, nearly } = this.reading;
    if (nearly === undefined || !(this.reading.document.layers.scenarios?.length || nearly.length)) return "";
    const words = (share) => `${percent(share)} sure${share === least ? ", as read" : ""}`;
    const output = h("output", { class: "soft" }, words(this.share));
    const input = h("input", { type: "range", min: 0, max: 100, value: Math.round(100 * this.share), data: { key: "share" },
      oninput: () => {
        this.share = Number(input.value) === Math.round(100 * least) ? least : input.value / 100;
        output.textContent = words(this.share);
        this.refresh();
      } });
    return h("label", { class: "slider" }, h("span", { class: "soft" }, "Show what is at least "), input, output);
  }

  tools() {
    const { done, undone } = this.edits;
    if (!done.length && !undone.length) return "";
    const button = (name, key, able, act) => h("button", { type: "button", class: "small", disabled: !able, data: { key }, onclick: act }, name);
    return h("div", { class: "tools", role: "group", "aria-label": "Corrections" },
      h("span", { class: done.length ? "by-you" : "soft" }, `✎ ${done.length} ${done.length === 1 ? "correction" : "corrections"}`),
      button("Undo", "undo", done.length, () => this.undo()), button("Redo", "redo", undone.length, () => this.redo()),
      button("Take all back", "clear", done.length, () => this.change(() => this.edits.clear(), "All corrections are taken back")));
  }

  adding() {
    const sentences = this.sentences();
    if (!this.layers.sentences || !sentences.length) return "";
    return this.details("adding", "Mark another passage", () => {
      const form = passageForm(this, { start: sentences[0][0], end: sentences[0][1], label: "" }, {}, "adding");
      return h("form", { class: "form", onsubmit: (event) => {
        event.preventDefault();
        const value = form.value();
        if (!value.label) return;
        this.open.delete("adding");
        this.edit({ kind: "add", ...value }, `Now a passage about ${value.label}`);
      } }, form, h("button", { class: "small" }, "Mark it"));
    });
  }

  edit(edit, sentence) {
    this.change(() => this.edits.make(edit), sentence);
  }

  undo() {
    this.change(() => this.edits.undo(), "Undone");
  }

  redo() {
    this.change(() => this.edits.redo(), "Done again");
  }

  change(act, sentence) {
    act();
    const { done, undone } = this.edits;
    saveCorrections(this.reading.document.text, done.length || undone.length ? this.edits : null);
    this.refresh();
    announce(sentence);
    this.renewSections();
    this.onEdit();
  }

  // The tables say what the corrected layers say; they follow a moment later.
  renewSections() {
    clearTimeout(this.renewing);
    this.renewing = setTimeout(async () => {
      try {
        const fresh = this.edits.done.length ? (await ask("/api/sections", { document: this.saved() })).sections : [];
        const byTitle = new Map(fresh.map((section) => [section.title, section]));
        const known = new Set(this.own.map(({ title }) => title));
        this.reading = { ...this.reading, sections: [...this.own.map((section) => byTitle.get(section.title) ?? section),
          ...fresh.filter(({ title }) => !known.has(title))] };
        this.slot.replaceChildren(...sections(this.reading.sections).filter(Boolean));
      } catch { /* the tables stay as they were read */ }
    }, PAUSE);
  }

  // The document as it is shown, for files and tables
  saved() {
    return plain(this.document);
  }

  why(annotation) {
    const [scenario] = annotation.labels;
    const [[start, end]] = annotation.spans;
    const key = `${scenario} ${start} ${end}`;
    if (!this.reasons.has(key)) {
      const { text, layers } = this.reading.document;
      const asked = ask("/api/why", { document: { text, layers: { sentences: layers.sentences ?? [] } }, scenario, start, end });
      asked.catch(() => this.reasons.delete(key));
      this.reasons.set(key, asked);
    }
    return this.reasons.get(key);
  }

  key(event) {
    if (!(event.ctrlKey || event.metaKey) || event.target.matches("input:not([type=radio], [type=range]), textarea")) return;
    const name = event.key.toLowerCase();
    if (name === "z" && !event.shiftKey) this.undo();
    else if (name === "y" || (name === "z" && event.shiftKey)) this.redo();
    else return;
    event.preventDefault();
  }
}
