// Every page is whole without this script: it sorts tables and compares results.
"use strict";

/** What a cell is sorted by: a number, a text, or null for nothing, which stays last. */
function sortKey(cell) {
  if (cell.dataset.v !== undefined) return Number(cell.dataset.v);
  return cell.classList.contains("none") ? null : cell.textContent;
}

function compareKeys(a, b) {
  if (typeof a === typeof b && typeof a === "number") return a - b;
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a.localeCompare(b, "en", { numeric: true });
}

function sort(table, heading) {
  const direction = heading.ariaSort === "ascending" ? "descending" : "ascending";
  for (const other of table.tHead.rows[0].cells) other.ariaSort = null;
  heading.ariaSort = direction;
  const sign = direction === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((row) => ({ row, key: sortKey(row.cells[heading.cellIndex]) }));
  rows.sort((a, b) => {
    if (a.key === null || b.key === null) return (a.key === null) - (b.key === null);
    return sign * compareKeys(a.key, b.key);
  });
  table.tBodies[0].append(...rows.map(({ row }) => row));
}

function makeSortable(table) {
  for (const heading of table.tHead.rows[0].cells) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    button.addEventListener("click", () => sort(table, heading));
    heading.append(button);
  }
}

/** An element with children; texts stay texts. */
function element(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The data of results, which are scripts that call `add`: a page of file: may load nothing else. */
const blsbench = {
  rows: new Map(),
  add(name, rows) {
    this.rows.set(name, new Map(rows.map((row) => [row.id, row])));
  },
  load(name) {
    if (this.rows.has(name)) return Promise.resolve(this.rows.get(name));
    return new Promise((resolve, reject) => {
      const script = element("script", { src: `pages/${encodeURIComponent(name)}/results.js` });
      script.onload = () => resolve(this.rows.get(name));
      script.onerror = () => reject(new Error(`the data of ${name} cannot be read`));
      document.head.append(script);
    });
  },
};

/** With three digits. */
function ratioText(ratio) {
  const digits = ratio < 0.9995 ? 3 : ratio < 9.995 ? 2 : ratio < 99.95 ? 1 : 0;
  return `${ratio.toFixed(digits)}×`;
}

function figureCell(row) {
  if (!row) return element("td", { class: "none" }, "–");
  if (!row.ns) return element("td", {}, row.text);
  return element("td", { "data-v": row.ns[0] }, row.text, element("small", {}, row.interval));
}

function comparisonRow(id, a, b) {
  const heading = element("th", { scope: "row" }, id);
  if ((a ?? b).insecure) heading.append(element("small", {}, "insecure"));
  const cells = [heading, figureCell(a), figureCell(b)];
  if (a?.ns && b?.ns) {
    const ratio = b.ns[0] / a.ns[0];
    const overlap = a.ns[1] <= b.ns[2] && b.ns[1] <= a.ns[2];
    cells.push(
      element("td", { "data-v": ratio }, ratioText(ratio)),
      element("td", {}, overlap ? "overlap" : "apart"),
    );
  } else {
    const only = a && b ? "no figure" : a ? "only in A" : "only in B";
    cells.push(element("td", { class: "none" }, "–"), element("td", {}, only));
  }
  return element("tr", {}, ...cells);
}

function comparisonTable(a, b) {
  const ids = [...new Set([...a.keys(), ...b.keys()])];
  const caption = "A and B, id by id";
  const headings = ["id", "A", "B", "B / A", "intervals"].map((name) => element("th", { scope: "col" }, name));
  for (const heading of headings.slice(1, 4)) heading.className = "number";
  const table = element(
    "table",
    {},
    element("caption", {}, caption),
    element("thead", {}, element("tr", {}, ...headings)),
    element("tbody", {}, ...ids.map((id) => comparisonRow(id, a.get(id), b.get(id)))),
  );
  makeSortable(table);
  return element("div", { class: "table", role: "region", tabindex: "0", "aria-label": caption }, table);
}

function makeComparable(form) {
  const status = document.getElementById("compared");
  const place = document.getElementById("comparison");
  const show = async () => {
    const names = [form.elements.A.value, form.elements.B.value];
    status.textContent = "Loading …";
    let text;
    let table = "";
    try {
      const [a, b] = await Promise.all(names.map((name) => blsbench.load(name)));
      const both = [...a.values()].filter((row) => row.ns && b.get(row.id)?.ns).length;
      text = `${both} ids have a figure in both.`;
      table = comparisonTable(a, b);
    } catch (error) {
      text = error.message;
    }
    // The reader may have chosen others meanwhile.
    if (form.elements.A.value !== names[0] || form.elements.B.value !== names[1]) return;
    status.textContent = text;
    place.replaceChildren(table);
  };
  form.addEventListener("change", show);
  if (form.elements.A.value) show();
}

for (const table of document.querySelectorAll("table")) makeSortable(table);
const form = document.getElementById("compare");
if (form) makeComparable(form);
// Paper cannot be unfolded.
addEventListener("beforeprint", () => {
  for (const details of document.querySelectorAll("details")) details.open = true;
});
