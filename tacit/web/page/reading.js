// A reading: the text with marks, cards beside it, participants above it, tables below it, and ways to save it.
import { $, announce, h, percent } from "./dom.js";
import { sections } from "./blocks.js";
import { Text, hues, nameBy } from "./marking.js";
import { notes } from "./notes.js";
import { People } from "./people.js";
import { download } from "./server.js";

const EXPORTS = [["json", "JSON"], ["html", "HTML"], ["webanno", "WebAnno TSV"], ["xmi", "UIMA CAS"], ["text", "text"]];
const FIRST = ["scenarios", "clarifications", "coherence", "mentions"];
const NOTHING = { layer: "", key: "", title: "nothing" };
const GAP = 10;

export function showReading(reading, root) {
  new Shown(reading, root).draw();
}

class Shown {
  constructor(reading, root) {
    this.reading = reading;
    this.root = root;
    this.layers = reading.document.layers;
    this.text = new Text(reading.document.text);
    const rank = ({ layer }) => (FIRST.includes(layer) ? FIRST.indexOf(layer) : FIRST.length);
    this.colourings = colourings(reading).filter(({ layer }) => this.layers[layer]?.length)
      .sort((a, b) => rank(a) - rank(b));
    this.colourings.push(NOTHING);
    this.colouring = this.colourings.find(({ layer }) => !this.coversAll(layer)) ?? NOTHING;
    this.choices = new Map();
    this.sheet = h("div", { class: "sheet" });
    this.people = new People(this.layers.mentions ?? [], root);
  }

  // One colour from end to end shows nothing.
  coversAll(layer) {
    const found = this.layers[layer] ?? [];
    const length = (annotation) => annotation.spans.reduce((sum, [start, end]) => sum + end - start, 0);
    return found.some((annotation) => length(annotation) > 0.9 * this.text.points.length);
  }

  draw() {
    this.root.replaceChildren(
      h("header", { class: "reading-head" }, this.kind(), this.switcher(), this.people.element() ?? ""),
      this.sheet, this.exports(), ...sections(this.reading.sections).filter(Boolean));
    this.drawText();
    new ResizeObserver(() => this.placeCards()).observe(this.sheet);
  }

  // Beside a wide text, a card stands as near to its line as the cards above it allow; under a narrow one it follows.
  placeCards() {
    const beside = getComputedStyle(this.sheet).getPropertyValue("--beside").trim() === "yes";
    let free = 0;
    for (const row of this.sheet.querySelectorAll(".row")) {
      for (const card of row.querySelectorAll(".note")) {
        card.style.top = beside ? `${Math.max(free, row.offsetTop)}px` : "";
        free = Math.max(free, row.offsetTop) + card.offsetHeight + GAP;
      }
    }
    this.sheet.style.minHeight = beside ? `${free}px` : "";
  }

  kind() {
    return this.reading.kind ? h("p", { class: "kind" }, "Kind of text: ", h("b", {}, this.reading.kind)) : "";
  }

  switcher() {
    return h("div", { class: "switch", role: "radiogroup", "aria-label": "What is coloured" },
      h("span", { class: "soft" }, "Colour"), this.colourings.map((colouring) => h("label", {},
        h("input", { type: "radio", name: "colouring", checked: colouring === this.colouring,
          onchange: () => { this.colouring = colouring; this.drawText(); } }),
        h("span", {}, colouring.title))));
  }

  drawText() {
    const scenarioHues = hues(this.layers.scenarios ?? [], nameBy(""));
    const cards = notes(this.layers, this.text, (name) => scenarioHues.get(name) ?? 0,
      (annotation, choice) => this.choose(annotation, choice));
    const lines = this.text.lines();
    const rows = lines.map((line, number) => {
      const next = lines[number + 1]?.[0] ?? Infinity;
      const beside = cards.filter(({ annotation }) => {
        const start = annotation.spans[0][0];
        return start < next && (start >= line[0] || number === 0);
      });
      return h("div", { class: "row" }, this.line(line), h("aside", { class: "beside" }, beside.map((card) => this.card(card))));
    });
    this.sheet.replaceChildren(...rows, this.legend());
    this.people.light(this.people.pinned);
    for (const card of this.sheet.querySelectorAll(".note details")) {
      card.addEventListener("toggle", () => this.placeCards());
    }
    this.placeCards();
  }

  line(line) {
    const coloured = this.coloured();
    const hue = coloured.length ? hues(coloured, nameBy(this.colouring.key)) : new Map();
    const cutBy = [coloured, this.layers.mentions, this.layers.clarifications, this.layers.scenarios, this.layers.not_prose];
    const heading = (this.layers.headings ?? []).find(({ spans: [[start]] }) => start >= line[0] && start < line[1]);
    const runs = this.text.runs(heading ? heading.spans[0] : line, [...new Set(cutBy.flatMap((layer) => layer ?? []))]);
    const changes = this.changes();
    const parts = runs.flatMap((run) => [...inserted(changes, run.start), this.run(run, hue, changes)]);
    return h("div", { class: heading ? "line heading" : "line" }, parts, inserted(changes, line[1]));
  }

  coloured() {
    return this.layers[this.colouring.layer] ?? [];
  }

  run({ text, start, end, under }, hue, changes) {
    const coloured = this.coloured();
    const nameOf = nameBy(this.colouring.key);
    const over = under.filter((annotation) => coloured.includes(annotation) && hue.has(nameOf(annotation)));
    const chains = under.map((annotation) => annotation.features?.chain).filter((chain) => chain !== undefined);
    const classes = [];
    if (under.some((annotation) => this.layers.not_prose?.includes(annotation))) classes.push("not-prose");
    if (under.some((annotation) => this.layers.clarifications?.includes(annotation))) classes.push("unclear");
    if (changes.some((change) => change.start < end && change.end > start)) classes.push("replaced");
    if (over.length) classes.push("marked", `hue-${hue.get(nameOf(over.at(-1)))}`);
    if (!under.length) return text;
    const element = h(over.length ? "mark" : "span", { class: classes.join(" "),
      data: chains.length ? { chains: chains.join(" ") } : {} }, text);
    element.annotations = under;
    if (over.length) this.tip(element, over, nameOf);
    if (chains.length) {
      element.addEventListener("mouseenter", () => this.people.light(chains.at(-1)));
      element.addEventListener("mouseleave", () => this.people.light(this.people.pinned));
      element.addEventListener("click", () => this.people.pin(chains.at(-1)));
    }
    return element;
  }

  // A card and its place in the text light each other up.
  card({ annotation, element }) {
    const light = (on) => () => {
      for (const run of this.sheet.querySelectorAll(".line *")) {
        run.classList.toggle("pointed", on && (run.annotations ?? []).includes(annotation));
      }
    };
    for (const [event, on] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) {
      element.addEventListener(event, light(on));
    }
    return element;
  }

  tip(element, over, nameOf) {
    const tip = $("tip");
    element.addEventListener("mouseenter", () => {
      tip.replaceChildren(...over.map((annotation) => {
        const { probability, alternatives = [] } = annotation.features ?? {};
        return h("p", {}, h("b", {}, nameOf(annotation)), probability === undefined ? "" : ` ${percent(probability)}`,
          alternatives.map(({ scenario, probability: other }) => h("span", {}, `${scenario} ${percent(other)}`)));
      }));
      tip.hidden = false;
    });
    element.addEventListener("mousemove", (event) => {
      tip.style.left = `${Math.min(event.clientX + 14, window.innerWidth - tip.offsetWidth - 8)}px`;
      tip.style.top = `${Math.min(event.clientY + 18, window.innerHeight - tip.offsetHeight - 8)}px`;
    });
    element.addEventListener("mouseleave", () => { tip.hidden = true; });
  }

  legend() {
    if (this.colouring.layer === "scenarios") return ""; // the cards name them
    const names = hues(this.coloured(), nameBy(this.colouring.key));
    return h("ul", { class: "legend" }, [...names].map(([name, number]) =>
      h("li", { class: `hue-${number}` }, h("span", { class: "swatch" }), name)));
  }

  choose(annotation, choice) {
    if (choice) this.choices.set(annotation, choice);
    else this.choices.delete(annotation);
    const lines = this.text.lines();
    this.sheet.querySelectorAll(".row > .line").forEach((old, number) => old.replaceWith(this.line(lines[number])));
    announce(choice ? `Now with ${choice.text.trim()}` : "As it stands");
  }

  changes() {
    return [...this.choices.values()].map(({ start, end, text }) => ({ start, end, text }));
  }

  exports() {
    const buttons = EXPORTS.map(([format, name]) => h("button", { type: "button", onclick: async (event) => {
      const button = event.currentTarget;
      button.disabled = true;
      try {
        announce(`Saved ${await download(format, this.reading, this.changes())}`);
      } catch (error) {
        announce(error.message);
        button.after(h("span", { class: "problem", role: "alert" }, error.message));
      } finally {
        button.disabled = false;
      }
    } }, name));
    return h("div", { class: "exports", role: "group", "aria-label": "Save as" }, h("span", { class: "soft" }, "Save as"), buttons);
  }
}

function inserted(changes, place) {
  return changes.filter(({ start, end }) => end === place && (start < end || start === place))
    .map(({ text }) => h("ins", {}, text));
}

function colourings(reading) {
  return reading.sections.flatMap((section) => section.blocks.filter(({ kind }) => kind === "passages")
    .map(({ layer, key, title }) => ({ layer, key, title: title || section.title })));
}
