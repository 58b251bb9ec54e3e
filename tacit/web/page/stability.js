// A stability experiment: what it says, two line charts, and the numbers.
import { $, h, s, showProblem } from "./dom.js";
import { get } from "./server.js";

const WIDTH = 640, HEIGHT = 300, LEFT = 44, BOTTOM = 36, TOP = 10, RIGHT = 10;

export async function startStability() {
  try {
    const found = await get("/api/stability");
    $("stability-result").replaceChildren(
      h("ul", {}, found.statements.map((sentence) => h("li", {}, sentence))),
      chart("By category, all germinators", found.by_category),
      chart("By germinator, all categories", found.by_germinator),
      h("h2", {}, "Categories, the most homogeneous first"), standings(found.standings));
  } catch (error) {
    showProblem("stability-problem", error);
  }
}

function standings(rows) {
  const names = ["category", "documents", "mean JRF", "more stable in", "less stable in"];
  return h("div", { class: "wide" }, h("table", {},
    h("thead", {}, h("tr", {}, names.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, row.category),
      [row.documents.toLocaleString("en"), row.jrf.toFixed(3), `${row.more} of ${row.tests}`, `${row.less} of ${row.tests}`]
        .map((cell) => h("td", { class: "number" }, cell)))))));
}

function chart(title, lines) {
  const values = Object.values(lines).flat();
  const steps = Math.max(...Object.values(lines).map((line) => line.length));
  const low = Math.floor(Math.min(...values) * 20) / 20, high = Math.max(low + 0.05, Math.ceil(Math.max(...values) * 20) / 20);
  const x = (step) => LEFT + (WIDTH - LEFT - RIGHT) * (steps > 1 ? step / (steps - 1) : 0.5);
  const y = (value) => TOP + (HEIGHT - TOP - BOTTOM) * (1 - (value - low) / (high - low));
  const picture = s("svg", { class: "chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": title });
  const ticks = 4;
  for (let tick = 0; tick <= ticks; tick++) {
    const value = low + (high - low) * tick / ticks;
    picture.append(s("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value) }),
      s("text", { class: "label", x: LEFT - 6, y: y(value) + 4, "text-anchor": "end" }, value.toFixed(high - low < 0.2 ? 3 : 2)));
  }
  for (let step = 0; step < steps; step++) {
    picture.append(s("text", { class: "label", x: x(step), y: HEIGHT - BOTTOM + 16, "text-anchor": "middle" }, String(step)));
  }
  picture.append(s("text", { class: "label", x: (LEFT + WIDTH) / 2, y: HEIGHT - 4, "text-anchor": "middle" },
    "ablation (each removes more documents)"));
  const legend = h("ul", { class: "legend" });
  Object.entries(lines).forEach(([name, line], number) => {
    const group = s("g", { class: `line hue-${number % 8} dash-${number % 4}` });
    group.append(s("polyline", { points: line.map((value, step) => `${x(step)},${y(value)}`).join(" ") }),
      ...line.map((value, step) => {
        const dot = s("circle", { cx: x(step), cy: y(value), r: 3.5 });
        dot.append(s("title", {}, `${name}, ablation ${step}: ${value.toFixed(3)}`));
        return dot;
      }));
    picture.append(group);
    const light = (on) => () => group.classList.toggle("lit", on);
    legend.append(h("li", { class: `hue-${number % 8}`, tabindex: 0, onmouseenter: light(true), onmouseleave: light(false),
      onfocus: light(true), onblur: light(false) }, h("span", { class: "swatch" }), name));
  });
  return h("figure", {}, h("figcaption", {}, title, h("span", { class: "soft" }, "  JRF: events typically shared")),
    picture, legend);
}
