// A story and endings: which one makes sense?
import { $, h, meter, percent, showProblem } from "./dom.js";
import { ask } from "./server.js";

const STORY = "Tomas packed his tent on Friday evening. He drove two hours to the lake. "
  + "In the night a storm came up. His tent leaked, and everything he had got wet.";
const ENDINGS = ["He slept in his car and drove home at dawn.", "He thanked the waiter for the good advice."];
const MOST = 6;

export function startEndings() {
  $("story").value = STORY;
  ENDINGS.forEach(add);
  $("add-ending").addEventListener("click", () => add("").focus());
  $("endings-form").addEventListener("submit", (event) => { event.preventDefault(); compare(); });
}

function add(text) {
  const number = $("endings-list").querySelectorAll("input").length + 1;
  const input = h("input", { value: text, "aria-label": `Ending ${number}`, maxlength: 1000, autocomplete: "off" });
  $("endings-list").append(input);
  $("add-ending").hidden = number >= MOST;
  return input;
}

async function compare() {
  const endings = [...$("endings-list").querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean);
  showProblem("endings-problem", null);
  if (endings.length < 2) {
    showProblem("endings-problem", new Error("Write at least two endings to compare."));
    return;
  }
  $("endings-result").replaceChildren(h("p", { class: "soft" }, "Comparing …"));
  try {
    const answer = await ask("/api/endings", { story: $("story").value, endings });
    $("endings-result").replaceChildren(h("ol", { class: "ranked" }, answer.endings.map((ending, number) =>
      h("li", { class: number === answer.chosen ? "best" : "" },
        h("p", {}, ending.text, number === answer.chosen ? h("strong", {}, " makes most sense") : ""),
        h("p", { class: "soft" }, meter(ending.probability), ` ${percent(ending.probability)}`),
        number === answer.chosen ? h("ul", {}, answer.reasons.map((reason) => h("li", {}, reason))) : null))));
  } catch (error) {
    $("endings-result").replaceChildren();
    showProblem("endings-problem", error);
  }
}
