"use strict";
const items = [...document.querySelectorAll("fieldset[data-item]")];
const rater = document.getElementById("rater");
const place = "tacit ratings " + document.body.dataset.sheet;

const ratingOf = (item) => item.querySelector("input:checked")?.value ?? "";

function kept() {
  try {
    return JSON.parse(localStorage.getItem(place)) ?? {};
  } catch {
    return {}; // a browser may keep nothing for pages from disk
  }
}

function keep() {
  const given = Object.fromEntries(items.map((item) => [item.dataset.item, ratingOf(item)]));
  try {
    localStorage.setItem(place, JSON.stringify({ rater: rater.value, given }));
  } catch {}
  show();
}

function show() {
  const left = items.filter((item) => !ratingOf(item)).length;
  document.getElementById("left").value = left ? `${left} of ${items.length} left` : "all rated";
  document.getElementById("save").disabled = left === items.length || !rater.value.trim();
}

function table() {
  const name = rater.value.trim().replace(/[\t\r\n]+/g, " ");
  const rows = items.filter(ratingOf).map((item) => [item.dataset.item, ratingOf(item), name].join("\t"));
  return ["Item\tRating\tRater", ...rows, ""].join("\n");
}

function save() {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([table()], { type: "text/tab-separated-values" }));
  link.download = `${document.body.dataset.sheet}-${rater.value.trim().replace(/[^\w-]+/g, "_")}.tsv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

const before = kept();
rater.value = before.rater ?? "";
for (const item of items) {
  const value = before.given?.[item.dataset.item];
  const choice = [...item.querySelectorAll("input")].find((each) => each.value === value);
  if (choice) choice.checked = true;
}
document.addEventListener("change", keep);
rater.addEventListener("input", keep);
document.getElementById("save").addEventListener("click", save);
show();
