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

export async function readStream(body, onStep, signal) {
  const response = await post("/api/read/stream", body, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let pending = "";
  let result = null;
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
      if (name === "step") onStep(plain.name);
      else if (name === "result") result = plain;
      else throw new Problem(sentence(plain.detail));
    }
  }
}

export async function download(format, reading, changes) {
  const body = { ...reading, changes };
  const response = await post(`/api/export/${format}`, body);
  const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition"))[1];
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return name;
}
