// What a reader does with a page, by mouse and by keyboard. Each function returns false of a page
// that has nothing of the kind, and throws when something is not as it should be.
import assert from "node:assert/strict";

// Nothing fails because a machine is slow.
const GUARD = { timeout: 120_000 };

/** The texts and sort keys of a column, top to bottom. */
function column(table, index) {
  return table.locator("tbody tr").evaluateAll(
    (rows, index) =>
      rows.map(({ cells }) => ({ text: cells[index].textContent, value: cells[index].dataset.v })),
    index,
  );
}

/** True where the numbers of a column stand in order; texts are the page's own business. */
function isSorted(cells, direction) {
  const values = cells.map(({ value }) => value).filter((value) => value !== undefined).map(Number);
  const sign = direction === "ascending" ? 1 : -1;
  return values.every((value, index) => index === 0 || sign * (value - values[index - 1]) >= 0);
}

async function sortableColumn(page) {
  for (const table of await page.locator("table").all()) {
    const headings = await table.locator("thead th").all();
    for (const [index, heading] of headings.entries()) {
      const button = heading.locator("button");
      if ((await button.count()) === 0 || !(await button.isVisible())) continue;
      const cells = await column(table, index);
      if (new Set(cells.map(({ text }) => text)).size > 1) return { table, index, heading, button };
    }
  }
  return null;
}

/** Sorts the first table whose rows differ. */
export async function sorting(page) {
  const found = await sortableColumn(page);
  if (!found) return false;
  const { table, index, heading, button } = found;
  const order = async () => {
    const cells = await column(table, index);
    const direction = await heading.getAttribute("aria-sort");
    assert.ok(["ascending", "descending"].includes(direction), `aria-sort is ${direction}`);
    assert.equal(await table.locator("th[aria-sort]").count(), 1, "one column is the sorted one");
    assert.ok(isSorted(cells, direction), `not ${direction}: ${JSON.stringify(cells)}`);
    return { direction, texts: cells.map(({ text }) => text) };
  };
  const keyboard = async (key) => {
    // By way of Tab, as it is reached without a mouse.
    await button.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    assert.ok(await button.evaluate((button) => button === document.activeElement), "Tab misses it");
    await page.keyboard.press(key);
  };
  await button.click();
  let before = await order();
  for (const [how, act] of [
    ["mouse", () => button.click()],
    ["Enter", () => keyboard("Enter")],
    ["Space", () => keyboard("Space")],
  ]) {
    await act();
    const after = await order();
    assert.notEqual(after.direction, before.direction, `${how} does not turn aria-sort`);
    assert.notDeepEqual(after.texts, before.texts, `${how} does not change the order`);
    before = after;
  }
  return true;
}

/** Asks the calculator for what was measured, what lies between, and what lies beyond. */
export async function calculator(page) {
  const form = page.locator("form.calculator");
  if ((await form.count()) === 0) return false;
  const operation = form.locator("select[name=operation]");
  const engine = form.locator("select[name=engine]");
  const n = form.locator("input[name=n]");
  const output = form.locator("output");
  const models = JSON.parse(await form.locator("script.models").textContent());
  const kinds = new Set();
  for (const check of models.checks) {
    const computed = await page.evaluate(({ models, check }) => {
      const { engines } = models.operations.find(({ operation }) => operation === check.operation);
      return predict(engines.find(({ engine }) => engine === check.engine), check.n);
    }, { models, check });
    for (const key of ["ns", "low", "high"]) {
      const [ours, expected] = [computed?.[key], check.prediction?.[key]];
      const same = ours === expected || Math.abs(ours / expected - 1) < 1e-9;
      assert.ok(same, `${JSON.stringify(check)}, here ${JSON.stringify(computed)}`);
    }
    assert.equal(computed?.kind, check.prediction?.kind);
    if (!check.prediction) continue;
    await operation.selectOption(check.operation);
    await engine.selectOption(check.engine);
    await n.click({ clickCount: 3 });
    await page.keyboard.type(String(check.n));
    const text = await output.textContent();
    assert.ok(text.includes(`, ${check.prediction.kind};`), `${text}, not ${check.prediction.kind}`);
    kinds.add(check.prediction.kind);
  }
  assert.ok(kinds.has("measured") && kinds.size > 1, `the checks are ${[...kinds].join(" and ")} alone`);
  await byKeyboard(page, output, operation, engine, n);
  return true;
}

/** Tab leads from field to field, and arrows choose. */
async function byKeyboard(page, output, operation, engine, n) {
  await operation.focus();
  for (const [field, name] of [[operation, "operation"], [engine, "engine"], [n, "N"]]) {
    assert.ok(await field.evaluate((field) => field === document.activeElement), `Tab misses ${name}`);
    const options = await field.locator("option").count();
    if (field === n || options > 1) {
      if (options > 1) await page.keyboard.press("Home");
      const before = await output.textContent();
      await page.keyboard.press(options > 1 ? "End" : "ArrowUp");
      assert.notEqual(await output.textContent(), before, `keys in ${name} change nothing`);
    }
    await page.keyboard.press("Tab");
  }
}

/** Compares two folders, and one with itself, of which every ratio is 1. */
export async function comparison(page) {
  const [first, second] = await page.locator("#compare select").all();
  if (!second) return false;
  const rows = page.locator("#comparison tbody tr");
  const status = page.locator("#compared");
  await rows.first().waitFor(GUARD);
  const names = await first.locator("option").evaluateAll((all) => all.map(({ value }) => value));
  if (names.length < 2) {
    console.log("skipped: comparing two folders: there is one");
    return true;
  }
  assert.notEqual(await first.inputValue(), await second.inputValue(), "two are chosen at first");
  const before = await page.locator("#comparison").textContent();
  await second.focus();
  await page.keyboard.press(names[0] === (await first.inputValue()) ? "Home" : "End");
  assert.equal(await second.inputValue(), await first.inputValue());
  await page.waitForFunction(
    (before) => document.querySelector("#comparison tbody tr") && document.getElementById("comparison").textContent !== before,
    before,
    GUARD,
  );
  const ratios = await rows.evaluateAll((all) => all.map(({ cells }) => cells[3].dataset.v).filter(Boolean));
  assert.ok(ratios.length > 0, `no ratio: ${await status.textContent()}`);
  assert.ok(ratios.every((ratio) => Number(ratio) === 1), "results differ from themselves");
  return true;
}
