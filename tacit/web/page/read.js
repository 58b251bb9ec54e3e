// Paste, open or choose a text; read it with progress; show each part of the reading when it is there.
import { $, announce, h, showProblem } from "./dom.js";
import { byName, filesOf } from "./files.js";
import { Many } from "./many.js";
import { Shown } from "./reading.js";
import { get, openFile, readStream } from "./server.js";
import { textOf } from "./sharing.js";
import * as store from "./store.js";

const STEPS = {
  loading: "loading models", waiting: "waiting for a free worker", kind: "what kind of text it is", language: "who does what",
  scenarios: "what it is about", scripts: "what usually happens", clarifications: "what is unclear",
  steps: "concrete steps", endings: "does it make sense",
};
const ASK_AGAIN = 1000;
let limits = null;
let opened = null; // a document from a file, as long as its text is not edited
let working = null;
let shown = null;
let many = null;

export async function startRead(about) {
  limits = about;
  many = new Many($("documents"), (document, reading) => openOne(document, reading));
  $("read-form").addEventListener("submit", (event) => { event.preventDefault(); read(); });
  $("text").addEventListener("input", () => { opened = null; store.saveDraft($("text").value); count(); });
  $("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(); }
  });
  for (const id of ["file", "folder"]) {
    $(id).addEventListener("change", () => { takeAll(byName([...$(id).files])); $(id).value = ""; });
  }
  $("text").addEventListener("drop", async (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    takeAll(await filesOf(event.dataTransfer));
  });
  $("cancel").addEventListener("click", () => working?.abort());
  offerModels(about.models ?? []);
  watchLoading();
  get("/api/scenarios").then((labels) => $("scenario-labels").append(...labels.map((label) => h("option", { value: label }))), () => {});
  await restore();
}

// The text in the address, or what was in the box before the page was left, with its reading
async function restore() {
  if (await openLink()) return;
  const last = store.lastReading();
  if (!$("text").value) fill(store.draft()); // whoever was faster than this script keeps what they typed
  if (last && last.document?.text === $("text").value) show(last);
}

// A link with a text in its fragment is read at once; the address then forgets it.
export async function openLink() {
  const text = await textOf(location.hash);
  if (!text) return false;
  window.history.replaceState(null, "", "#read");
  readText(text);
  return true;
}

export function readText(text, document = null) {
  many.hide();
  fill(text, document);
  store.saveDraft(text);
  read();
}

async function watchLoading() {
  try {
    const { status } = await get("/health");
    $("loading").hidden = status === "ok";
    if (status !== "ok") setTimeout(watchLoading, ASK_AGAIN);
  } catch {
    $("loading").hidden = true;
  }
}

function offerModels(models) {
  $("ask-label").hidden = !models.length;
  $("ask").append(...models.map(({ name, local }) =>
    h("option", { value: name }, local ? name : `${name} (the text leaves this machine)`)));
}

function fill(text, document = null) {
  $("text").value = text;
  opened = document;
  count();
}

function count() {
  const length = Array.from($("text").value).length;
  const over = length > limits.characters;
  $("text-help").textContent = over
    ? `${length.toLocaleString("en")} characters; at most ${limits.characters.toLocaleString("en")} are read at once`
    : matchMedia("(pointer: coarse)").matches ? "" : "Ctrl+Enter reads";
  $("text-help").classList.toggle("over", over);
}

// One file with one text is read at once; more texts become a list.
async function takeAll(files) {
  showProblem("read-problem", null);
  if (!files.length) return;
  const found = [];
  for (const file of files) found.push(...await documentsOf(file, files.length > 1));
  if (found.length === 1 && found[0].problem) showProblem("read-problem", new Error(found[0].problem));
  else if (found.length === 1) readText(found[0].document.text, found[0].document);
  else if (found.length) {
    $("reading").hidden = true;
    many.start(found);
  }
}

async function documentsOf(file, isOneOfMany) {
  const name = file.webkitRelativePath || file.name;
  if (file.size > limits.upload) {
    return [{ name, problem: `The file has more than ${limits.upload / 2 ** 20} MB; split it.` }];
  }
  try {
    const { documents, more } = await openFile(file);
    const named = documents.map((document) => ({ document, name: documents.length === 1 ? name
      : isOneOfMany ? `${name}: ${document.id || "text"}` : document.id || "text" }));
    return more ? [...named, { name, problem: `${more} more texts of this file are left out.` }] : named;
  } catch (error) {
    return [{ name, problem: error.message }];
  }
}

// A text of the list, with the reading that is there already
function openOne(document, reading) {
  fill(document.text, document);
  showProblem("read-problem", null);
  if (!reading) { read(); return; }
  show(reading, () => many.draw());
  $("reading").focus({ preventScroll: true });
  $("reading").scrollIntoView({ block: "start" });
}

function show(reading, onEdit = () => {}) {
  shown = new Shown($("reading"), reading, () => { remember(); onEdit(); });
  $("text").rows = 4;
  $("reading").hidden = false;
}

// The first part shows the text; each further one adds to it.
function showPart(reading) {
  if (shown) { shown.take(reading); return; }
  show(reading);
  $("reading").focus({ preventScroll: true });
  $("reading").scrollIntoView({ block: "start" });
}

async function read() {
  const text = $("text").value;
  showProblem("read-problem", null);
  if (!text.trim()) {
    showProblem("read-problem", new Error("There is no text yet: paste one, open a file, or try an example."));
    $("text").focus();
    return;
  }
  working?.abort();
  const mine = working = new AbortController();
  const current = (act) => (value) => { if (working === mine) act(value); };
  shown = null;
  $("reading").hidden = true;
  $("progress-steps").replaceChildren();
  $("progress").hidden = false;
  $("read-button").disabled = true;
  announce("Reading");
  try {
    const body = { ...(opened ? { document: opened } : { text }), ...($("ask").value && { llm: $("ask").value }) };
    const reading = await readStream(body, { onStep: current(showStep), onPart: current(showPart), signal: mine.signal });
    if (working !== mine) return;
    showPart(reading);
    keep(reading);
    announce("The reading is done");
  } catch (error) {
    if (working === mine) stopped(error);
  } finally {
    if (working === mine) {
      $("progress").hidden = true;
      $("read-button").disabled = false;
    }
  }
}

// What was read before it stopped stays.
function stopped(error) {
  const isCancelled = error.name === "AbortError";
  const rest = shown ? " What was read so far is shown below." : "";
  if (shown) keep(shown.reading);
  if (isCancelled) announce(`Cancelled.${rest}`);
  else showProblem("read-problem", new Error(error.message + rest));
}

function keep(reading) {
  store.saveReading(reading);
  remember();
}

// The history names what the text is about with its corrections.
function remember() {
  const { document: { text }, kind } = shown.reading;
  const { layers } = shown.saved();
  store.remember({ text, kind, when: Date.now(),
    scenarios: [...new Set((layers.scenarios ?? []).map(({ labels }) => labels?.[0]))].filter(Boolean) });
}

function showStep(name) {
  for (const step of $("progress-steps").children) step.className = "done";
  $("progress-steps").append(h("li", {}, STEPS[name] ?? name));
  if (name === "loading") announce("Loading models; the text is read as soon as they are there");
}
