// What two lists have in common, in order: the longest common subsequence.

// [[a, b]] of the places that go together
export function common(first, second, same = (a, b) => a === b) {
  const width = second.length + 1;
  const best = new Uint32Array((first.length + 1) * width);
  for (let a = first.length - 1; a >= 0; a--) {
    for (let b = second.length - 1; b >= 0; b--) {
      best[a * width + b] = same(first[a], second[b]) ? best[(a + 1) * width + b + 1] + 1
        : Math.max(best[(a + 1) * width + b], best[a * width + b + 1]);
    }
  }
  const pairs = [];
  for (let a = 0, b = 0; a < first.length && b < second.length;) {
    if (same(first[a], second[b])) pairs.push([a++, b++]);
    else if (best[(a + 1) * width + b] >= best[a * width + b + 1]) a++;
    else b++;
  }
  return pairs;
}

const numbered = /^\s*\d+[.)]\s+/;

// Lines side by side: [a, b], or null where one side has none. What is changed between equal lines stands together; a
// step that only got another number is the same.
export function aligned(first, second) {
  const rows = [];
  let a = 0, b = 0;
  for (const [nextA, nextB] of [...common(first, second, (a, b) => a.replace(numbered, "") === b.replace(numbered, "")), [first.length, second.length]]) {
    while (a < nextA || b < nextB) rows.push([a < nextA ? a++ : null, b < nextB ? b++ : null]);
    if (nextA < first.length) rows.push([a++, b++]);
  }
  return rows;
}

// [start, end] of the words on each side that the other has not, in code points
export function changedWords(first, second) {
  const [one, other] = [first, second].map(wordsOf);
  const pairs = common(one, other, (a, b) => a.word === b.word);
  const rest = (words, kept) => words.filter((_, place) => !kept.has(place)).map(({ start, end }) => [start, end]);
  return [rest(one, new Set(pairs.map(([a]) => a))), rest(other, new Set(pairs.map(([, b]) => b)))];
}

function wordsOf(line) {
  let start = 0;
  return line.split(/(\s+|[.,;:!?]+(?=\s|$))/).flatMap((word) => {
    const place = start;
    start += Array.from(word).length;
    return word.trim() ? [{ word, start: place, end: start }] : [];
  });
}
