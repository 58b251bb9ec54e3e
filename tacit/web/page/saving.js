// Ways to take a reading along: files in several formats, and a link that holds the text.
import { announce, h } from "./dom.js";
import { download, save } from "./server.js";
import { linkOf } from "./sharing.js";

const EXPORTS = [["json", "JSON"], ["html", "HTML"], ["webanno", "WebAnno TSV"], ["xmi", "UIMA CAS"], ["text", "text"]];

export function saving(shown) {
  const act = (work) => async (event) => {
    const button = event.currentTarget;
    button.disabled = true;
    button.parentElement.querySelector(".problem")?.remove();
    try {
      announce(await work(button));
    } catch (error) {
      announce(error.message);
      button.after(h("span", { class: "problem", role: "alert" }, error.message));
    } finally {
      button.disabled = false;
    }
  };
  const button = (name, work) => h("button", { type: "button", data: { key: `save:${name}` }, onclick: act(work) }, name);
  const files = EXPORTS.map(([format, name]) => button(name, async () =>
    `Saved ${await download(format, { ...shown.reading, document: shown.saved() }, shown.changes)}`));
  return h("div", { class: "exports", role: "group", "aria-label": "Save as" }, h("span", { class: "soft" }, "Save as"), files,
    shown.edits.done.length ? button("corrections", () => savedCorrections(shown)) : null,
    button("Copy a link", async (place) => copied(place, await linkOf(shown.reading.document.text))));
}

// The corrections alone, with the text that they belong to
function savedCorrections(shown) {
  const { text, id, metadata } = shown.saved();
  const plain = { id, text, source: "you", corrections: metadata.corrections };
  save("corrections.json", "application/json", JSON.stringify(plain, null, 1));
  return "Saved corrections.json";
}

async function copied(button, link) {
  try {
    await navigator.clipboard.writeText(link);
  } catch { /* it can be copied by hand */ }
  button.parentElement.querySelector(".link-field")?.remove();
  const field = h("input", { class: "link-field", readonly: true, value: link, "aria-label": "Link that holds the text" });
  button.after(field);
  field.select();
  return "The link holds the text and is copied; nothing was sent";
}
