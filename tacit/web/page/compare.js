// Two versions of a text side by side: what was changed, what is unclear in each, what is clear now and what is not.
import { $, announce, h, showProblem } from "./dom.js";
import { aligned, changedWords } from "./diff.js";
import { Text } from "./marking.js";
import { openFile, readStream } from "./server.js";
import * as store from "./store.js";

const SIDES = ["before", "after"];
const EXAMPLE = {
  before: "1. Open the lid and take out the filter and the cup.\n2. Rinse before reassembling.\n3. Fill the tank and run the pump.\n",
  after: "1. Open the lid and take out the filter and the cup.\n2. Rinse the filter and the cup.\n3. Put both back.\n4. Fill the tank and run the pump.\n",
};
let working = null;

export function startCompare() {
  const kept = store.versions();
  for (const side of SIDES) {
    $(side).value = kept[side] ?? (side === "after" ? $("text").value : "");
    $(side).addEventListener("input", keep);
    $(`${side}-file`).addEventListener("change", async () => {
      const [file] = $(`${side}-file`).files;
      $(`${side}-file`).value = "";
      if (file) await take(side, file);
    });
  }
  $("compare-example").addEventListener("click", () => {
    for (const side of SIDES) $(side).value = EXAMPLE[side];
    compare();
  });
  $("compare-form").addEventListener("submit", (event) => { event.preventDefault(); compare(); });
}

function keep() {
  store.saveVersions(Object.fromEntries(SIDES.map((side) => [side, $(side).value])));
}

async function take(side, file) {
  showProblem("compare-problem", null);
  try {
    $(side).value = (await openFile(file)).documents[0]?.text ?? "";
    keep();
  } catch (error) {
    showProblem("compare-problem", error);
  }
}

async function compare() {
  const texts = SIDES.map((side) => $(side).value);
  const missing = SIDES.find((side, place) => !texts[place].trim());
  if (missing) {
    showProblem("compare-problem", new Error("Two versions are needed: paste or open both."));
    $(missing).focus();
    return;
  }
  working?.abort();
  const mine = working = new AbortController();
  showProblem("compare-problem", null);
  $("compare-result").replaceChildren(h("p", { class: "soft" }, h("span", { class: "spinner", "aria-hidden": "true" }), " Reading both …"));
  try {
    const read = (text) => readStream({ text, only: ["clarifications"] }, { signal: mine.signal });
    const readings = await Promise.all(texts.map(read));
    if (working !== mine) return;
    $("compare-result").replaceChildren(...drawn(readings.map(version)));
    announce("Both versions are read");
  } catch (error) {
    if (working !== mine) return;
    $("compare-result").replaceChildren();
    showProblem("compare-problem", error);
  }
}

function version({ document: { text, layers } }) {
  const points = new Text(text);
  return { text: points, lines: points.lines(), unclear: layers.clarifications ?? [] };
}

function drawn([before, after]) {
  const { gone, still, fresh } = fates(before, after);
  const count = (side, { unclear }) => h("li", {}, h("b", {}, unclear.length), ` unclear ${side}`);
  return [
    h("ul", { class: "facts" }, count("before", before), count("after", after)),
    listed("Clear now", gone, before), listed("Still unclear", still, after), listed("New", fresh, after),
    sheet(before, after),
  ].filter(Boolean);
}

const question = ({ features = {} }) => /^[^?.]*[?.]/.exec(features.message ?? "")?.[0] ?? features.phenomenon ?? "";

function listed(title, found, { text }) {
  if (!found.length) return null;
  return h("section", { class: "fates" }, h("h2", {}, `${title} (${found.length})`), h("ul", {}, found.map((each) =>
    h("li", {}, `“${text.of(each)}” `, h("span", { class: "soft" }, question(each))))));
}

// A phrase that is unclear in the same way in both versions is still unclear, wherever it stands now.
function fates(before, after) {
  const key = ({ text }, each) => `${each.features?.code ?? each.labels?.[0]} ${text.of(each).toLowerCase()}`;
  const left = new Map();
  for (const each of before.unclear) {
    const name = key(before, each);
    left.set(name, [...(left.get(name) ?? []), each]);
  }
  const still = [], fresh = [];
  for (const each of after.unclear) (left.get(key(after, each))?.shift() ? still : fresh).push(each);
  return { gone: [...left.values()].flat(), still, fresh };
}

function sheet(before, after) {
  const versions = [before, after];
  const lines = versions.map(({ text, lines: all }) => all.map(([start, end]) => text.slice(start, end).trimEnd()));
  const rows = aligned(...lines).map((places) => {
    const shown = places.map((place, side) => place === null ? "" : lines[side][place]);
    const isChanged = shown[0] !== shown[1];
    const changed = !isChanged ? [[], []] : places.includes(null) ? shown.map((line) => line ? [[0, Array.from(line).length]] : [])
      : changedWords(...shown);
    return h("tr", { class: isChanged ? "changed" : "" }, places.map((place, side) => h("td", { data: { side: SIDES[side] } },
      place === null ? "" : line(versions[side], versions[side].lines[place], changed[side], side))));
  });
  const head = h("tr", {}, ["Before", "After"].map((name) => h("th", { scope: "col" }, name)));
  return h("div", { class: "wide", tabindex: "0", role: "region", "aria-label": "Both versions" },
    h("table", { class: "versions" }, h("thead", {}, head), h("tbody", {}, rows)));
}

function line({ text, unclear }, [start, end], changed, side) {
  const marks = changed.map(([from, to]) => ({ spans: [[start + from, start + to]], isChange: true }));
  return text.runs([start, end], [...unclear, ...marks]).map(({ text: words, under }) => {
    const phrase = under.find(({ isChange }) => !isChange);
    const tag = under.some(({ isChange }) => isChange) ? (side ? "ins" : "del") : "span";
    return h(tag, { class: phrase ? "unclear" : "", title: phrase ? phrase.features?.message : null }, words);
  });
}
