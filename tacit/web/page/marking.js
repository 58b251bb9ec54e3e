// The text cut where annotations begin and end. Offsets count code points, so the text is an array of them.

export class Text {
  constructor(text) {
    this.points = Array.from(text);
  }

  slice(start, end) {
    return this.points.slice(start, end).join("");
  }

  of(annotation) {
    return annotation.spans.map(([start, end]) => this.slice(start, end)).join(" … ");
  }

  // [start, end] of each line that is not blank
  lines() {
    const lines = [];
    let start = 0;
    for (let place = 0; place <= this.points.length; place++) {
      if (place < this.points.length && this.points[place] !== "\n") continue;
      if (this.slice(start, place).trim()) lines.push([start, place]);
      start = place + 1;
    }
    return lines;
  }

  // Runs of a line under the same annotations: [{text, start, under}]
  runs([first, last], annotations) {
    const inside = annotations.filter((a) => a.spans.some(([start, end]) => start < last && end > first));
    const cuts = new Set([first, last]);
    for (const { spans } of inside) {
      for (const [start, end] of spans) {
        if (start > first && start < last) cuts.add(start);
        if (end > first && end < last) cuts.add(end);
      }
    }
    const places = [...cuts].sort((a, b) => a - b);
    return places.slice(1).map((end, number) => {
      const start = places[number];
      const under = inside.filter((a) => a.spans.some((span) => span[0] <= start && end <= span[1]));
      return { text: this.slice(start, end), start, end, under };
    });
  }
}

const start = (annotation) => annotation.spans[0][0];

// Every name in a layer with a number for its colour, in order of appearance
export function hues(annotations, nameOf) {
  const names = [...new Set([...annotations].sort((a, b) => start(a) - start(b)).map(nameOf))].filter(Boolean);
  return new Map(names.map((name, number) => [name, number % 8]));
}

export const nameBy = (key) => (annotation) =>
  String((key ? annotation.features?.[key] : annotation.labels?.[0]) ?? "");
