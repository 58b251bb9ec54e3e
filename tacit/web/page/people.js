// Who is who: a chip for each participant; pointing at one, or at a mention, lights up all mentions.
import { h } from "./dom.js";

export class People {
  constructor(mentions, root) {
    this.root = root;
    this.pinned = null;
    this.chips = new Map();
    const chains = new Map();
    for (const mention of mentions) {
      const { chain, name } = mention.features ?? {};
      if (chain === undefined) continue;
      const known = chains.get(chain) ?? { chain, name: name || "?", count: 0 };
      known.count += 1;
      chains.set(chain, known);
    }
    this.chains = [...chains.values()].sort((a, b) => b.count - a.count);
  }

  element() {
    if (!this.chains.length) return null;
    const chips = this.chains.map(({ chain, name, count }) => {
      const chip = h("button", {
        type: "button", class: "chip", "aria-pressed": "false",
        onclick: () => this.pin(chain),
        onmouseenter: () => this.light(chain), onmouseleave: () => this.light(this.pinned),
        onfocus: () => this.light(chain), onblur: () => this.light(this.pinned),
      }, name, " ", h("small", {}, String(count)));
      this.chips.set(chain, chip);
      return chip;
    });
    return h("div", { class: "people", role: "group", "aria-label": "Participants" },
      h("span", { class: "soft" }, "Who is who"), chips);
  }

  pin(chain) {
    this.pinned = this.pinned === chain ? null : chain;
    for (const [other, chip] of this.chips) chip.setAttribute("aria-pressed", String(other === this.pinned));
    this.light(this.pinned ?? (this.chips.get(chain)?.matches(":hover, :focus") ? chain : null));
  }

  light(chain) {
    for (const lit of this.root.querySelectorAll(".lit")) lit.classList.remove("lit");
    if (chain === null) return;
    for (const run of this.root.querySelectorAll("[data-chains]")) {
      if (run.dataset.chains.split(" ").includes(String(chain))) run.classList.add("lit");
    }
    this.chips.get(chain)?.classList.add("lit");
  }
}
