// Paste, open or choose a text; read it with progress; show the reading.
import { $, announce, h, showProblem } from "./dom.js";
import { showReading } from "./reading.js";
import { get, openFile, readStream } from "./server.js";

const STEPS = {
  waiting: "waiting for a free worker", kind: "what kind of text it is", language: "who does what",
  scenarios: "what it is about", scripts: "what usually happens", clarifications: "what is unclear",
  steps: "concrete steps", endings: "does it make sense",
};
let limits = null;
let opened = null; // a document from a file, as long as its text is not edited
let working = null;

export function startRead(about) {
  limits = about;
  $("read-form").addEventListener("submit", (event) => { event.preventDefault(); read(); });
  $("text").addEventListener("input", () => { opened = null; count(); });
  $("text").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); read(); }
  });
  $("file").addEventListener("change", () => { if ($("file").files[0]) take($("file").files[0]); $("file").value = ""; });
  $("text").addEventListener("drop", (event) => {
    const file = event.dataTransfer.files[0];
    if (file) { event.preventDefault(); take(file); }
  });
  $("cancel").addEventListener("click", () => working?.abort());
  offerModels(about.models ?? []);
  offerExamples();
  count();
}

function offerModels(models) {
  $("ask-label").hidden = !models.length;
  $("ask").append(...models.map(({ name, local }) =>
    h("option", { value: name }, local ? name : `${name} (the text leaves this machine)`)));
}

async function offerExamples() {
  const examples = await get("/api/examples");
  $("examples").append("or try ", ...examples.flatMap(({ title, text }, number) => [
    number ? " · " : "",
    h("button", { type: "button", class: "link", onclick: () => { fill(text); read(); } }, title.toLowerCase()),
  ]));
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
    : "Ctrl+Enter reads";
  $("text-help").classList.toggle("over", over);
}

async function take(file) {
  showProblem("read-problem", null);
  $("documents").hidden = true;
  if (file.size > limits.upload) {
    showProblem("read-problem", new Error(`The file has more than ${limits.upload / 2 ** 20} MB; split it.`));
    return;
  }
  try {
    const { documents, more } = await openFile(file);
    if (documents.length === 1) {
      fill(documents[0].text, documents[0]);
      read();
    } else choose(documents, more);
  } catch (error) {
    showProblem("read-problem", error);
  }
}

function choose(documents, more) {
  const buttons = documents.map((document) => h("li", {}, h("button", {
    type: "button", class: "link", onclick: () => { fill(document.text, document); read(); },
  }, document.id || "text"), ` ${document.text.slice(0, 80)}…`));
  const note = more ? h("p", { class: "soft" }, `and ${more} more`) : null;
  $("documents").replaceChildren(h("h2", {}, `${documents.length} texts in this file`), h("ol", {}, buttons), note ?? "");
  $("documents").hidden = false;
  buttons[0].firstChild.focus();
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
  $("reading").hidden = true;
  $("progress-steps").replaceChildren();
  $("progress").hidden = false;
  $("read-button").disabled = true;
  announce("Reading");
  try {
    const body = { ...(opened ? { document: opened } : { text }), ...($("ask").value && { llm: $("ask").value }) };
    const reading = await readStream(body, showStep, mine.signal);
    $("text").rows = 4;
    showReading(reading, $("reading"));
    $("reading").hidden = false;
    $("reading").focus({ preventScroll: true });
    $("reading").scrollIntoView({ block: "start" });
    announce("The reading is done");
  } catch (error) {
    if (error.name === "AbortError") announce("Cancelled");
    else showProblem("read-problem", error);
  } finally {
    if (working === mine) {
      $("progress").hidden = true;
      $("read-button").disabled = false;
    }
  }
}

function showStep(name) {
  for (const step of $("progress-steps").children) step.className = "done";
  $("progress-steps").append(h("li", {}, STEPS[name] ?? name));
}
