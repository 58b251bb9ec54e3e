// Requests to the server, and the sentences it answers with when something is wrong.

export class Problem extends Error {}

async function checked(response) {
  if (response.ok) return response;
  let detail = `the server answered ${response.status}`;
  try {
    detail = (await response.json()).detail || detail;
  } catch { /* not JSON: keep the status */ }
  const wait = response.headers.get("Retry-After");
  throw new Problem(sentence(wait ? `${detail} in ${wait} seconds` : detail));
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}

async function send(path, options) {
  try {
    return await checked(await fetch(path, options));
  } catch (error) {
    if (error instanceof TypeError) throw new Problem("The server does not answer. Is tacit serve still running?");
    throw error;
  }
}

function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return send(path, { method: "POST", headers, body: JSON.stringify(body), signal });
}

export const get = async (path, signal) => (await send(path, { signal })).json();
export const ask = async (path, body, signal) => (await post(path, body, signal)).json();

export async function openFile(file) {
  const path = `/api/documents?name=${encodeURIComponent(file.name.slice(-300))}`;
  const headers = { "Content-Type": "application/octet-stream" };
  return (await send(path, { method: "POST", headers, body: file })).json();
}

// Reads a text; `onStep` is told what is done, `onPart` the reading so far.
export async function readStream(body, { onStep, onPart, signal }) {
  const response = await post("/api/read/stream", body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  let result = null;
  let soFar = null;
  for (;;) {
    const { done, value } = await reader.read();
    if (done && result) return result;
    if (done) throw new Problem("The connection ended before the reading was done.");
    pending += value;
    const events = pending.split("\n\n");
    pending = events.pop();
    for (const event of events) {
      const name = /^event: (.*)$/m.exec(event)?.[1];
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (!name) continue;
      const plain = JSON.parse(data);
      if (name === "step") onStep?.(plain.name);
      else if (name === "part") onPart?.(soFar = withPart(soFar, plain));
      else if (name === "result") result = plain;
      else throw new Problem(sentence(plain.detail));
    }
  }
}

function withPart(soFar, { kind, document, layers, sections }) {
  const before = soFar ?? { kind, document, sections: [] };
  return { kind, document: { ...before.document, layers: { ...before.document.layers, ...layers } },
    sections: [...before.sections, ...sections] };
}

export async function download(format, { kind, document, sections }, changes) {
  const response = await post(`/api/export/${format}`, { kind, document, sections, changes });
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))[1];
  save(name, "", await response.blob());
  return name;
}

// Offer content as a file
export function save(name, type, content) {
  const address = URL.createObjectURL(content instanceof Blob ? content : new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
