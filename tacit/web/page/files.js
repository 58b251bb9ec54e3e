// The files in what was dropped, also those in folders.

const MOST = 300;

export async function filesOf(transfer) {
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (!entries.some((entry) => entry.isDirectory)) return [...transfer.files];
  const found = [];
  for (const entry of entries) await walk(entry, found);
  return found;
}

// Browsers list a folder in the order of the disk.
export function byName(files) {
  const path = (file) => file.webkitRelativePath || file.name;
  return files.sort((a, b) => path(a).localeCompare(path(b), "en", { numeric: true }));
}

async function walk(entry, found) {
  if (found.length >= MOST || entry.name.startsWith(".")) return;
  if (entry.isFile) {
    found.push(await new Promise((resolve, reject) => entry.file(resolve, reject)));
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    const some = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
    if (!some.length) return;
    for (const inner of some.sort((a, b) => a.name.localeCompare(b.name))) await walk(inner, found);
  }
}
