// Elements are built, never parsed from strings: whatever a text contains stays text.

export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = value;
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function s(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

export const $ = (id) => document.getElementById(id);

export function announce(sentence) {
  $("status").textContent = sentence;
}

export function showProblem(id, error) {
  $(id).textContent = error ? error.message : "";
  $(id).hidden = !error;
}

export const percent = (share) => share > 0 && share < 0.005 ? "under 1 %" : `${Math.round(100 * share)} %`;

export function meter(share, label) {
  const bar = h("span", { class: "meter", role: "img", "aria-label": label || percent(share) }, h("i"));
  bar.firstChild.style.width = `${Math.max(0, Math.min(1, share)) * 100}%`;
  return bar;
}
