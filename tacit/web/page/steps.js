// A terse instruction, spelled out, with the tools and actions that it takes for granted.
import { $, h, showProblem } from "./dom.js";
import { ask } from "./server.js";

export function startSteps() {
  $("instruction").value = "Drain the pasta.";
  $("steps-form").addEventListener("submit", (event) => { event.preventDefault(); expand(); });
}

async function expand() {
  showProblem("steps-problem", null);
  $("steps-result").replaceChildren(h("p", { class: "soft" }, "Thinking it through …"));
  try {
    const answer = await ask("/api/steps", { instruction: $("instruction").value });
    $("steps-result").replaceChildren(
      h("p", { class: "soft" }, answer.expansions.length > 1 ? "Ways to do it, the likeliest first." : "How it is done."),
      h("div", { class: "cards" }, answer.expansions.map(way)));
  } catch (error) {
    $("steps-result").replaceChildren();
    showProblem("steps-problem", error);
  }
}

function way({ steps, tools, actions }) {
  return h("article", { class: "card" }, h("ol", {}, steps.map((step) => h("li", {}, step))), assumed({ tools, actions }));
}

// What an instruction does not name but needs
export function assumed({ tools = [], actions = [] }) {
  const line = (name, listed) => listed.length
    ? h("p", {}, h("span", { class: "soft" }, `${name} `), listed.map((word) => [h("span", { class: "word" }, word), " "]))
    : null;
  return [line("tools", tools), line("actions", actions)];
}
