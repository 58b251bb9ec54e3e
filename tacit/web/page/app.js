// Which view is shown, and what it needs when it is first opened.
import { $, h } from "./dom.js";
import { get } from "./server.js";
import { startApi } from "./api.js";
import { startCompare } from "./compare.js";
import { startEndings } from "./endings.js";
import { startGallery } from "./gallery.js";
import { showHistory, startHistory } from "./history.js";
import { openLink, startRead } from "./read.js";
import { startSchemas } from "./schemas.js";
import { startStability } from "./stability.js";
import { startSteps } from "./steps.js";

const starts = {
  read: startRead, compare: startCompare, gallery: startGallery, history: startHistory, endings: startEndings, steps: startSteps,
  schemas: startSchemas, stability: startStability, api: startApi,
};
const shownAgain = { history: showHistory };
const started = new Set();
let about = null;

function show(event) {
  const wanted = location.hash.slice(1);
  if (wanted === "main") return;
  const name = wanted in starts ? wanted : "read";
  for (const link of $("views").children) {
    if (link.hash === `#${name}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  for (const view of Object.keys(starts)) $(`view-${view}`).hidden = view !== name;
  if (!started.has(name)) {
    started.add(name);
    starts[name](about);
  }
  shownAgain[name]?.();
  if (event && wanted.startsWith("text=")) openLink();
  if (event) $("main").focus({ preventScroll: true });
}

async function start() {
  try {
    about = await get("/api/about");
  } catch (error) {
    $("main").prepend(h("p", { class: "problem", role: "alert" }, error.message));
    return;
  }
  const offered = { endings: about.tasks.includes("endings"), steps: about.tasks.includes("steps"),
    schemas: about.schemas, stability: about.stability };
  for (const link of $("views").children) link.hidden = offered[link.hash.slice(1)] === false;
  started.add("read"); // other views hand it texts
  await startRead(about);
  window.addEventListener("hashchange", show);
  show();
  document.documentElement.dataset.ready = "yes";
}

start();
