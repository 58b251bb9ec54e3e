// Who is who: a chip for each participant; pointing at one, or at a mention, lights up all mentions.
import { h } from "./dom.js";
import { YOU } from "./edits.js";

export class People {
  constructor(root) {
    this.root = root;
    this.pinned = null;
    this.chips = new Map();
  }

  // The participants of a reading, the most mentioned first
  take(mentions) {
    const chains = new Map();
    for (const { features = {}, source } of mentions) {
      const { chain, name } = features;
      if (chain === undefined) continue;
      const known = chains.get(chain) ?? { chain, name: name || "?", count: 0, byYou: source === YOU };
      known.count += 1;
      chains.set(chain, known);
    }
    this.chains = [...chains.values()].sort((a, b) => b.count - a.count);
    if (!chains.has(this.pinned)) this.pinned = null;
  }

  element(shown) {
    this.chips.clear();
    if (!this.chains.length) return null;
    const chips = this.chains.map(({ chain, name, count, byYou }) => {
      const chip = h("button", {
        type: "button", class: "chip", "aria-pressed": String(chain === this.pinned), data: { key: `chip:${chain}` },
        onclick: () => this.pin(chain),
        onmouseenter: () => this.light(chain), onmouseleave: () => this.light(this.pinned),
        onfocus: () => this.light(chain), onblur: () => this.light(this.pinned),
      }, name, " ", h("small", {}, String(count)), byYou ? h("span", { class: "by-you" }, " ✎") : null);
      this.chips.set(chain, chip);
      return chip;
    });
    return h("div", { class: "people", role: "group", "aria-label": "Participants" },
      h("span", { class: "soft" }, "Who is who"), chips, this.naming(shown));
  }

  naming(shown) {
    return shown.details("naming", "Correct a name", () => this.nameForm(shown));
  }

  nameForm(shown) {
    const who = h("select", { data: { key: "naming:who" }, onchange: () => { name.value = this.nameOf(who.value); } },
      this.chains.map(({ chain, name }) => h("option", { value: chain }, name)));
    const name = h("input", { value: this.chains[0].name, maxlength: 100, autocomplete: "off", data: { key: "naming:name" } });
    const save = () => {
      const to = name.value.trim();
      if (to && to !== this.nameOf(who.value)) shown.edit({ kind: "name", chain: Number(who.value), name: to }, `Now called ${to}`);
    };
    return h("form", { class: "form line-form", onsubmit: (event) => { event.preventDefault(); save(); } },
      h("label", {}, "Who ", who), h("label", {}, "is called ", name), h("button", { class: "small" }, "Rename"));
  }

  nameOf(chain) {
    return this.chains.find((each) => String(each.chain) === String(chain))?.name ?? "";
  }

  pin(chain) {
    this.pinned = this.pinned === chain ? null : chain;
    for (const [other, chip] of this.chips) chip.setAttribute("aria-pressed", String(other === this.pinned));
    this.light(this.pinned ?? (this.chips.get(chain)?.matches(":hover, :focus") ? chain : null));
  }

  light(chain) {
    for (const lit of this.root.querySelectorAll(".lit:not(path)")) lit.classList.remove("lit");
    if (chain === null) return;
    for (const run of this.root.querySelectorAll("[data-chains]")) {
      if (run.dataset.chains.split(" ").includes(String(chain))) run.classList.add("lit");
    }
    this.chips.get(chain)?.classList.add("lit");
  }
}
