// The text with marks, line by line, and the cards beside it.
import { $, h, percent } from "./dom.js";
import { hues, nameBy } from "./marking.js";
import { notes } from "./notes.js";
import { YOU } from "./edits.js";

const GAP = 10;

export class Sheet {
  constructor(shown) {
    this.shown = shown;
    this.element = h("div", { class: "sheet" });
    new ResizeObserver(() => this.placeCards()).observe(this.element);
  }

  // Beside a wide text, a card stands as near to its line as the cards above it allow; under a narrow one it follows.
  placeCards() {
    const beside = getComputedStyle(this.element).getPropertyValue("--beside").trim() === "yes";
    let free = 0;
    for (const row of this.element.querySelectorAll(".row")) {
      for (const card of row.querySelectorAll(".note")) {
        card.style.top = beside ? `${Math.max(free, row.offsetTop)}px` : "";
        free = Math.max(free, row.offsetTop) + card.offsetHeight + GAP;
      }
    }
    this.element.style.minHeight = beside ? `${free}px` : "";
  }

  draw() {
    const { shown } = this;
    this.nameOf = nameBy(shown.colouring.key);
    this.coloured = shown.layers[shown.colouring.layer] ?? [];
    this.hue = this.coloured.length ? hues(this.coloured, this.nameOf) : new Map();
    if (shown.colouring.layer === "scenarios") this.hue = shown.hues;
    const cards = notes(shown);
    const lines = shown.text.lines();
    const rows = lines.map((line, number) => {
      const next = lines[number + 1]?.[0] ?? Infinity;
      const beside = cards.filter(({ annotation }) => {
        const start = annotation.spans[0][0];
        return start < next && (start >= line[0] || number === 0);
      });
      return h("div", { class: "row" }, this.line(line), h("aside", { class: "beside" }, beside.map((card) => this.card(card))));
    });
    $("tip").hidden = true;
    this.element.replaceChildren(...rows, this.legend());
    this.placeCards();
  }

  line(line) {
    const { layers, text, changes } = this.shown;
    const cutBy = [this.coloured, layers.mentions, layers.clarifications, layers.scenarios, layers.nearly, layers.not_prose];
    const heading = (layers.headings ?? []).find(({ spans: [[start]] }) => start >= line[0] && start < line[1]);
    const runs = text.runs(heading ? heading.spans[0] : line, [...new Set(cutBy.flatMap((layer) => layer ?? []))]);
    const parts = runs.flatMap((run) => [...inserted(changes, run.start), this.run(run)]);
    return h("div", { class: heading ? "line heading" : "line" }, parts, inserted(changes, line[1]));
  }

  run({ text, start, end, under }) {
    const { layers, changes, people } = this.shown;
    const over = under.filter((annotation) => this.coloured.includes(annotation) && this.hue.has(this.nameOf(annotation)));
    const chains = under.map((annotation) => annotation.features?.chain).filter((chain) => chain !== undefined);
    const isUnder = (layer) => under.some((annotation) => layers[layer]?.includes(annotation));
    const classes = [];
    if (isUnder("not_prose")) classes.push("not-prose");
    if (isUnder("clarifications")) classes.push("unclear");
    if (isUnder("nearly") && this.shown.colouring.layer === "scenarios") classes.push("nearly");
    if (changes.some((change) => change.start < end && change.end > start)) classes.push("replaced");
    if (over.length) classes.push("marked", `hue-${this.hue.get(this.nameOf(over.at(-1)))}`);
    if (over.some(({ source }) => source === YOU)) classes.push("corrected");
    const element = h(over.length ? "mark" : "span", { class: classes.join(" "),
      data: { start, end, ...(chains.length ? { chains: chains.join(" ") } : {}) } }, text);
    element.annotations = under;
    if (over.length) this.tip(element, over);
    if (chains.length) {
      element.addEventListener("mouseenter", () => people.light(chains.at(-1)));
      element.addEventListener("mouseleave", () => people.light(people.pinned));
      element.addEventListener("click", () => people.pin(chains.at(-1)));
    }
    return element;
  }

  // A card and its place in the text light each other up.
  card({ annotation, element }) {
    const light = (on) => () => {
      for (const run of this.element.querySelectorAll(".line *")) {
        run.classList.toggle("pointed", on && (run.annotations ?? []).includes(annotation));
      }
    };
    for (const [event, on] of [["mouseenter", true], ["mouseleave", false], ["focusin", true], ["focusout", false]]) {
      element.addEventListener(event, light(on));
    }
    return element;
  }

  // Runs that share a character with a place are outlined.
  point(place) {
    for (const run of this.element.querySelectorAll(".line *")) {
      run.classList.toggle("pointed", Boolean(place) && Number(run.dataset.start) < place[1] && Number(run.dataset.end) > place[0]);
    }
  }

  tip(element, over) {
    const tip = $("tip");
    element.addEventListener("mouseenter", () => {
      tip.replaceChildren(...over.map((annotation) => {
        const { probability, alternatives = [] } = annotation.features ?? {};
        return h("p", {}, h("b", {}, this.nameOf(annotation)), probability === undefined ? "" : ` ${percent(probability)}`,
          alternatives.filter(({ probability: other }) => other >= 0.005)
            .map(({ scenario, probability: other }) => h("span", {}, `${scenario} ${percent(other)}`)));
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
    if (this.shown.colouring.layer === "scenarios") return ""; // the cards name them
    return h("ul", { class: "legend" }, [...this.hue].map(([name, number]) =>
      h("li", { class: `hue-${number}` }, h("span", { class: "swatch" }), name)));
  }
}

function inserted(changes, place) {
  return changes.filter(({ start, end }) => end === place && (start < end || start === place))
    .map(({ text }) => h("ins", {}, text));
}
