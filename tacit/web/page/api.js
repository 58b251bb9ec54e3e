// The HTTP API as a list, from the server's own description.
import { $, h } from "./dom.js";
import { get } from "./server.js";

// What stands between backticks is code.
const withCode = (text) => text.split("`").map((part, place) => place % 2 ? h("code", {}, part) : part);

export async function startApi(about) {
  const { paths } = await get("/openapi.json");
  const listed = Object.entries(paths).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) =>
    h("article", { class: "card" },
      h("h2", {}, h("code", {}, `${method.toUpperCase()} ${path}`)),
      operation.description.split("\n\n").map((paragraph) => h("p", {}, withCode(paragraph))))));
  const call = `curl -s ${location.origin}/api/read ${about.token ? "-H \"Authorization: Bearer $TACIT_TOKEN\" " : ""}-H 'Content-Type: application/json' \\\n  -d '{"text": "Ann came in. She sat down."}'`;
  $("api-list").append(h("pre", { tabindex: "0" }, call), h("div", { class: "cards" }, listed));
}
