"use strict";
const list = document.getElementById("schemas");
const cards = Array.from(list.children);
const search = document.getElementById("search");
const order = document.getElementById("order");
const shown = document.getElementById("shown");

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const card of cards) {
    const fits = words.every((word) => card.dataset.words.includes(word));
    card.hidden = !fits;
    count += fits;
  }
  shown.textContent = count + " of " + cards.length;
}

function sort() {
  const key = order.value;
  const compare = {
    number: (a, b) => a.dataset.number - b.dataset.number,
    verb: (a, b) => a.dataset.words.localeCompare(b.dataset.words) || a.dataset.number - b.dataset.number,
  }[key] || ((a, b) => b.dataset[key] - a.dataset[key] || a.dataset.number - b.dataset.number);
  list.append(...cards.sort(compare));
}

search.addEventListener("input", find);
order.addEventListener("change", sort);
sort();
find();
