// Texts to try, each with what there is to see in it.
import { $, h, showProblem } from "./dom.js";
import { readText } from "./read.js";
import { get } from "./server.js";

export async function startGallery() {
  try {
    const examples = await get("/api/examples");
    $("gallery-list").replaceChildren(...examples.map(({ title, about, text }) => h("article", { class: "card example" },
      h("h2", {}, h("a", { href: "#read", onclick: () => readText(text) }, title)),
      h("p", {}, about), h("blockquote", {}, excerpt(text)))));
  } catch (error) {
    showProblem("gallery-problem", error);
  }
}

const excerpt = (text) => `${text.replace(/^#.*\n/, "").replace(/\s+/g, " ").trim().slice(0, 150).replace(/\s\S*$/, "")} …`;
