// Opens every page of a report in Chromium, narrow and wide, light and dark, as a reader would who
// has the files and no network: node check.mjs SITE [CHROMIUM] [--screenshots DIR]
import { mkdir, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

import { calculator, comparison, sorting } from "./use.mjs";

const WIDTHS = [380, 1600];
const SCHEMES = ["light", "dark"];
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { screenshots: { type: "string" } },
});
const [site, executablePath = "/usr/bin/chromium"] = positionals;
if (!site) {
  console.error("usage: node check.mjs SITE [CHROMIUM] [--screenshots DIR]");
  process.exit(2);
}

/** Opens a page, does something with it, and says what was wrong. */
async function visit(browser, file, { width, scheme }, act) {
  const wrong = [];
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    colorScheme: scheme,
  });
  const page = await context.newPage();
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`script: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) wrong.push(`asks the network for ${request.url()}`);
  });
  page.on("requestfailed", (request) => wrong.push(`cannot be read: ${request.url()}`));
  try {
    await page.goto(pathToFileURL(join(site, file)).href);
    await act(page, wrong);
  } catch (error) {
    wrong.push(error.message);
  }
  await context.close();
  return wrong;
}

async function appearance(page, wrong) {
  const { scroll, client } = await page.evaluate(() => ({
    scroll: document.scrollingElement.scrollWidth,
    client: document.scrollingElement.clientWidth,
  }));
  if (scroll > client) {
    const widest = await page.evaluate(
      (client) =>
        [...document.querySelectorAll("body *")]
          .filter((element) => element.getBoundingClientRect().right > client + 1)
          .filter((element) => !element.parentElement.closest(".table, svg"))
          .slice(0, 3)
          .map((element) => element.outerHTML.slice(0, 80)),
      client,
    );
    wrong.push(`${scroll} px wide on ${client}: ${widest.join(" and ")}`);
  }
  await page.addScriptTag({ path: AXE });
  // Without `preload` it asks for the style sheets again, which file: does not allow.
  const settings = { runOnly: RULES, resultTypes: ["violations"], preload: false };
  const { violations } = await page.evaluate((settings) => axe.run(settings), settings);
  for (const { id, help, nodes } of violations) {
    const [first] = nodes;
    wrong.push(`axe, ${id}: ${help}, ${nodes.length} times, first ${first.target}: ${first.failureSummary}`);
  }
}

/** The kind of a page, all of which are made by one template. */
function kind(file) {
  const parts = file.split("/");
  if (parts[0] !== "pages") return file;
  if (["counts", "history"].includes(parts[1])) return parts[1];
  return parts.at(-1) === "index.html" ? "machine" : "group";
}

async function screenshot(page, file, { width, scheme }) {
  const name = `${file.replaceAll("/", "_").replace(/\.html$/, "")}-${width}-${scheme}.png`;
  await page.screenshot({ path: join(options.screenshots, name), fullPage: true });
}

const files = (await readdir(site, { recursive: true })).filter((file) => file.endsWith(".html")).sort();
if (files.length === 0) {
  console.error(`${resolve(site)} has no page`);
  process.exit(2);
}
if (options.screenshots) await mkdir(options.screenshots, { recursive: true });
// Chromium's sandbox does not start as root, which containers run as; the pages are our own.
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
let [passed, failed] = [0, 0];

function report(what, wrong) {
  wrong.length === 0 ? passed++ : failed++;
  console.log(`${wrong.length === 0 ? "ok  " : "FAIL"} ${what}`);
  for (const line of new Set(wrong)) console.log(`       ${line.replaceAll("\n", "\n       ")}`);
}

for (const file of files) {
  const wrong = [];
  for (const width of WIDTHS) {
    for (const scheme of SCHEMES) {
      const variant = { width, scheme };
      const found = await visit(browser, file, variant, async (page, wrong) => {
        await appearance(page, wrong);
        if (options.screenshots) await screenshot(page, file, variant);
      });
      wrong.push(...found.map((line) => `${width} px, ${scheme}: ${line}`));
    }
  }
  report(file, wrong);
}

// One page of each kind is used, where it has what is to be used.
for (const [name, use] of Object.entries({ sorting, calculator, comparison })) {
  const kinds = new Set();
  for (const file of files) {
    if (kinds.has(kind(file))) continue;
    let has = null;
    const wrong = await visit(browser, file, { width: 1600, scheme: "light" }, async (page) => {
      has = await use(page);
    });
    if (has === false) continue;
    kinds.add(kind(file));
    report(`${name}, ${file}`, wrong);
  }
  if (kinds.size === 0) report(name, ["no page has anything of the kind"]);
}
await browser.close();
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
