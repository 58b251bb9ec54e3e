// Many texts at a glance: where each is about what, which scenarios there are, and both as CSV.
import { h, s } from "./dom.js";

const WIDTH = 760, NAME = 190, ROW = 24, BAR = 15;

const labelsOf = ({ layers }) => (layers?.scenarios ?? []).map(({ labels }) => labels[0]);

// Scenarios, those in most texts first: [label, {texts, passages}]
function counted(read) {
  const found = new Map();
  for (const text of read) {
    const labels = labelsOf(text);
    for (const label of labels) found.set(label, { texts: 0, passages: 0, ...found.get(label) });
    for (const label of labels) found.get(label).passages += 1;
    for (const label of new Set(labels)) found.get(label).texts += 1;
  }
  return [...found].sort((a, b) => b[1].texts - a[1].texts || b[1].passages - a[1].passages || a[0].localeCompare(b[0]));
}

const hueOf = (read) => new Map(counted(read).map(([label], number) => [label, number % 8]));

export function plot(read) {
  if (!read.some((text) => labelsOf(text).length)) return null;
  const hues = hueOf(read);
  const height = ROW * read.length + 20;
  const picture = s("svg", { class: "chart strips", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
    "aria-label": "For each text, which parts of it are about which scenario" });
  read.forEach(({ name, document, layers }, row) => {
    const top = ROW * row, length = Math.max(1, Array.from(document.text).length);
    const x = (place) => NAME + (WIDTH - NAME) * place / length;
    const title = s("text", { class: "label", x: NAME - 8, y: top + 13, "text-anchor": "end" }, name.length > 28 ? `…${name.slice(-27)}` : name);
    picture.append(title, s("rect", { class: "ground", x: NAME, y: top + 2, width: WIDTH - NAME, height: BAR }));
    for (const { spans: [[start, end]], labels: [label] } of layers.scenarios ?? []) {
      const bar = s("rect", { class: `bar hue-${hues.get(label)}`, x: x(start), y: top + 2, width: Math.max(2, x(end) - x(start) - 1), height: BAR });
      bar.append(s("title", {}, `${label}, ${name}`));
      picture.append(bar);
    }
  });
  picture.append(s("text", { class: "label", x: NAME, y: height - 4 }, "beginning"),
    s("text", { class: "label", x: WIDTH, y: height - 4, "text-anchor": "end" }, "end"));
  return h("figure", {}, h("figcaption", {}, "What each text is about, from its beginning to its end"), picture,
    h("ul", { class: "legend" }, [...hues].slice(0, 16).map(([label, number]) =>
      h("li", { class: `hue-${number}` }, h("span", { class: "swatch" }), label))));
}

export function scenarioTable(read) {
  const found = counted(read);
  if (!found.length) return null;
  const most = found[0][1].texts;
  const rows = found.map(([label, { texts, passages }]) => {
    const bar = h("span", { class: "meter", "aria-hidden": "true" }, h("i"));
    bar.firstChild.style.width = `${100 * texts / most}%`;
    return h("tr", {}, h("th", { scope: "row" }, label), h("td", {}, bar, ` ${texts}`), h("td", {}, String(passages)));
  });
  return h("details", { open: rows.length <= 12 }, h("summary", {}, `${rows.length} ${rows.length === 1 ? "scenario" : "scenarios"}`),
    h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": "Scenarios" }, h("table", {}, h("thead", {}, h("tr", {},
      ["scenario", "texts", "passages"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, rows))));
}

export function textRows(texts) {
  return texts.map((text) => ({
    kind: text.reading?.kind ?? "", about: [...new Set(labelsOf(text))],
    sentences: text.layers?.sentences?.length ?? "", unclear: text.layers ? String(text.layers.clarifications?.length ?? 0) : "",
  }));
}

// A cell that begins like a formula is kept from being one in a spreadsheet.
export function toCsv(rows) {
  const cell = (value) => {
    const words = typeof value === "string" && /^[=+\-@\t]/.test(value) ? `'${value}` : String(value);
    return /[",\n\r]/.test(words) ? `"${words.replaceAll("\"", "\"\"")}"` : words;
  };
  return rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}
