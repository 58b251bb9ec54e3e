// What this browser remembers: the text in the box, the last reading of this tab, corrections, and texts read before.
// Nothing of it goes to the server. Where a browser keeps nothing (private windows, full storage), the page still works.

const PREFIX = "tacit.";
const MOST_TEXTS = 30;

function get(storage, name, otherwise) {
  try {
    return JSON.parse(window[storage].getItem(PREFIX + name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function set(storage, name, value) {
  try {
    if (value === null) window[storage].removeItem(PREFIX + name);
    else window[storage].setItem(PREFIX + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

// A name for a text: 53 bits of it (cyrb53), enough to tell the texts of one person apart
export function digest(text) {
  let a = 0xdeadbeef, b = 0x41c6ce57;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

export const draft = () => get("localStorage", "draft", "");
export const saveDraft = (text) => set("localStorage", "draft", text || null);
export const versions = () => get("localStorage", "versions", {});
export const saveVersions = (both) => set("localStorage", "versions", both);
export const lastReading = () => get("sessionStorage", "reading", null);
export const saveReading = (reading) => { if (!set("sessionStorage", "reading", reading)) set("sessionStorage", "reading", null); };
export const corrections = (text) => get("localStorage", `corrections.${digest(text)}`, null);
export const saveCorrections = (text, plain) => set("localStorage", `corrections.${digest(text)}`, plain);
export const history = () => get("localStorage", "history", []);

// The newest first; where there is no room, the oldest go.
export function remember(entry) {
  const key = digest(entry.text);
  let entries = [{ ...entry, key }, ...history().filter((other) => other.key !== key)].slice(0, MOST_TEXTS);
  while (entries.length && !set("localStorage", "history", entries)) entries = entries.slice(0, -1);
}

export function forget({ key }) {
  set("localStorage", "history", history().filter((other) => other.key !== key));
  set("localStorage", `corrections.${key}`, null);
}

export function forgetAll() {
  for (const storage of [window.localStorage, window.sessionStorage]) {
    try {
      for (const name of Object.keys(storage)) if (name.startsWith(PREFIX)) storage.removeItem(name);
    } catch { /* nothing was kept */ }
  }
}
