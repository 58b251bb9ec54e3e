// Corrections: a list of small changes to a reading, each of which can be taken back. They name their place by what
// the reading said at first, so they hold when the same text is read again.

export const YOU = "you";

export class Edits {
  constructor(plain) {
    this.done = plain?.done ?? [];
    this.undone = plain?.undone ?? [];
  }

  make(edit) {
    this.done.push(edit);
    this.undone = [];
  }

  undo() {
    if (this.done.length) this.undone.push(this.done.pop());
  }

  redo() {
    if (this.undone.length) this.done.push(this.undone.pop());
  }

  clear() {
    this.undone = [...this.done, ...this.undone].reverse();
    this.done = [];
  }

  toJSON() {
    return { done: this.done, undone: this.undone };
  }
}

const start = (annotation) => annotation.spans[0][0];
const placeOf = (annotation) => `${annotation.spans.join(";")}:${annotation.labels?.[0] ?? ""}`;
const inside = ([first, last], [from, to]) => from <= first && last <= to;

// A reading with corrections made: {document, changes}; every passage, script and phrase has its first place as `at`
export function corrected(reading, edits) {
  const layers = { ...reading.document.layers };
  for (const name of ["scenarios", "scripts", "clarifications"]) {
    if (layers[name]) layers[name] = layers[name].map((annotation) => ({ ...annotation, at: placeOf(annotation) }));
  }
  const state = { layers, changes: new Map() };
  for (const edit of edits) KINDS[edit.kind]?.(state, edit);
  for (const name of ["scenarios", "scripts", "script_events"]) layers[name]?.sort((a, b) => start(a) - start(b));
  const metadata = edits.length ? { ...reading.document.metadata, corrections: edits.map((edit) => ({ ...edit, source: YOU })) }
    : reading.document.metadata;
  return { document: { ...reading.document, metadata, layers }, changes: [...state.changes.values()] };
}

const KINDS = { label, border, remove, add, name, told, untold, reading, clear };

function update(state, layer, at, change) {
  state.layers[layer] = (state.layers[layer] ?? []).flatMap((annotation) =>
    annotation.at === at ? [change(annotation)].filter(Boolean) : [annotation]);
}

const find = (state, layer, at) => (state.layers[layer] ?? []).find((annotation) => annotation.at === at);

// What was told of a scenario does not hold for another one.
function dropScript(state, at, passage) {
  update(state, "scripts", at, () => null);
  const others = (state.layers.scenarios ?? []).filter((other) => other.labels?.[0] === passage.labels[0] && other !== passage);
  state.layers.script_events = (state.layers.script_events ?? []).filter((event) => event.features?.scenario !== passage.labels[0]
    || !inside(event.spans[0], passage.spans[0]) || others.some((other) => inside(event.spans[0], other.spans[0])));
  if (!state.layers.script_events.length) delete state.layers.script_events;
}

function label(state, { at, label: to }) {
  const passage = find(state, "scenarios", at);
  if (!passage || passage.labels[0] === to) return;
  dropScript(state, at, passage);
  update(state, "scenarios", at, (old) => ({ ...old, labels: [to], features: {}, source: YOU }));
}

function border(state, { at, start: from, end: to }) {
  const move = (annotation) => ({ ...annotation, spans: [[from, to]], source: YOU });
  update(state, "scenarios", at, move);
  update(state, "scripts", at, move);
}

function remove(state, { at }) {
  const passage = find(state, "scenarios", at);
  if (!passage) return;
  dropScript(state, at, passage);
  update(state, "scenarios", at, () => null);
}

function add(state, { start: from, end: to, label: about }) {
  const passage = { spans: [[from, to]], labels: [about], features: {}, source: YOU };
  state.layers.scenarios = [...(state.layers.scenarios ?? []), { ...passage, at: placeOf(passage) }];
}

function name(state, { chain, name: to }) {
  for (const layer of ["mentions", "participants"]) {
    if (state.layers[layer]) state.layers[layer] = state.layers[layer].map((annotation) => annotation.features?.chain !== chain
      ? annotation : { ...annotation, features: { ...annotation.features, name: to }, source: YOU });
  }
}

function told(state, { at, event, start: from, end: to }) {
  const passage = find(state, "scenarios", at);
  if (!passage) return;
  if (!find(state, "scripts", at)) {
    const script = { spans: passage.spans, labels: passage.labels, features: { told: [], left_out: [], texts: 0 }, source: YOU, at };
    state.layers.scripts = [...(state.layers.scripts ?? []), script];
  }
  update(state, "scripts", at, (script) => ({ ...script, source: YOU, features: { ...script.features,
    told: [...script.features.told.filter((other) => other.event !== event), { event, start: from, end: to, probability: 1, source: YOU }],
    left_out: script.features.left_out.filter((other) => other.event !== event) } }));
  const mention = { spans: [[from, to]], labels: [event], features: { scenario: passage.labels[0], probability: 1 }, source: YOU };
  state.layers.script_events = [...(state.layers.script_events ?? []), mention];
}

function untold(state, { at, event }) {
  const script = find(state, "scripts", at);
  const place = script?.features.told.find((other) => other.event === event);
  if (!place) return;
  update(state, "scripts", at, (old) => ({ ...old, source: YOU, features: { ...old.features,
    told: old.features.told.filter((other) => other.event !== event) } }));
  state.layers.script_events = (state.layers.script_events ?? []).filter((other) => other.labels?.[0] !== event
    || String(other.spans[0]) !== String([place.start, place.end]));
}

function reading(state, { at, change }) {
  update(state, "clarifications", at, (old) => ({ ...old, source: change ? YOU : old.source,
    features: { ...old.features, chosen: change?.text.trim() } }));
  if (change) state.changes.set(at, change);
  else state.changes.delete(at);
}

function clear(state, { at }) {
  state.changes.delete(at);
  update(state, "clarifications", at, () => null);
}

// Only what is at least so sure; what a person said stays. Below the share that was enough, what was nearly said shows.
export function confident(document, { nearly = [], least = 0 }, share) {
  const layers = { ...document.layers };
  const sure = (annotation) => annotation.source === YOU || share <= least
    || (annotation.features?.probability ?? annotation.features?.confidence ?? 1) >= share;
  for (const name of ["scenarios", "clarifications"]) if (layers[name]) layers[name] = layers[name].filter(sure);
  const shown = new Set((layers.scenarios ?? []).map(({ at }) => at));
  if (layers.scripts) layers.scripts = layers.scripts.filter(({ at }) => shown.has(at));
  const missed = share < least ? nearly.filter(({ probability }) => probability >= share) : [];
  const isFree = ({ start: from, end: to }) => !(layers.scenarios ?? []).some(({ spans: [[first, last]] }) => first < to && last > from);
  layers.nearly = missed.filter(isFree).map(({ scenario, probability, start: from, end: to }) => (
    { spans: [[from, to]], labels: [scenario], features: { probability } }));
  if (!layers.nearly.length) delete layers.nearly;
  return { ...document, layers };
}

// What is saved: no near misses, no places of our own
export function plain(document) {
  const layers = Object.entries(document.layers).filter(([layer]) => layer !== "nearly")
    .map(([layer, annotations]) => [layer, annotations.map(({ at, ...annotation }) => annotation)]);
  return { ...document, layers: Object.fromEntries(layers) };
}
