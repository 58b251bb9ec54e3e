// Texts that this browser has read before.
import { $, announce, h } from "./dom.js";
import { readText } from "./read.js";
import { corrections, forget, forgetAll, history } from "./store.js";

export function startHistory() {
  $("forget-all").addEventListener("click", () => {
    forgetAll();
    showHistory();
    announce("This browser has forgotten all texts and corrections");
  });
}

export function showHistory() {
  const entries = history();
  $("forget-all").hidden = !entries.length;
  $("history-list").replaceChildren(entries.length ? h("ol", { class: "cards plain" }, entries.map(card))
    : h("p", { class: "soft" }, "No text has been read in this browser yet."));
}

function card(entry) {
  const { text, kind, scenarios = [], when } = entry;
  const made = corrections(text)?.done?.length ?? 0;
  return h("li", { class: "card" },
    h("h2", {}, h("a", { href: "#read", onclick: () => readText(text) }, title(text))),
    h("p", { class: "soft" }, [new Date(when).toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }), kind,
      made ? `${made} ${made === 1 ? "correction" : "corrections"}` : ""].filter(Boolean).join(" · ")),
    scenarios.length ? h("p", {}, scenarios.map((name) => [h("span", { class: "word" }, name), " "])) : null,
    h("button", { type: "button", class: "link small", onclick: () => { forget(entry); showHistory(); } }, "forget it"));
}

function title(text) {
  const words = text.replace(/^[#\s]+/, "").split("\n")[0].trim();
  return words.length > 70 ? `${words.slice(0, 69)}…` : words;
}
