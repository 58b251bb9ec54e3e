// Sections as the server describes them: facts and tables. The text with marks is drawn by reading.js.
import { h } from "./dom.js";

const LONG = 14;

export function sections(listed) {
  return listed.map((section) => {
    const shown = section.blocks.map(block).filter(Boolean);
    if (!shown.length) return null;
    const inText = section.blocks.some(({ kind }) => kind === "passages"); // then the text above shows it already
    return h("details", { class: "section", open: !inText }, h("summary", {}, h("h2", {}, section.title)), shown);
  });
}

function block(plain) {
  if (plain.kind === "facts") return facts(plain);
  if (plain.kind === "table") return table(plain);
  return null;
}

function facts({ pairs }) {
  return h("ul", { class: "facts" }, pairs.map(([name, value]) => h("li", {}, h("b", {}, value), ` ${name}`)));
}

function table({ title, columns, rows }) {
  const used = columns.map((_, place) => rows.some((row) => row[place])); // a column with nothing in it says nothing
  const shown = (cells) => cells.filter((_, place) => used[place]);
  const names = shown(columns);
  const head = h("tr", {}, names.map((name) => name ? h("th", { scope: "col" }, name) : h("td")));
  const body = rows.map((row) => h("tr", {}, shown(row).map((cell, place) =>
    h("td", { data: { column: names[place] } }, cell))));
  const grid = h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": title || columns.join(", ") },
    h("table", {}, title && h("caption", {}, title), h("thead", {}, head), h("tbody", {}, body)));
  if (rows.length <= LONG) return grid;
  return h("details", {}, h("summary", {}, title ? `${title}: ${rows.length} rows` : `Show all ${rows.length} rows`), grid);
}
