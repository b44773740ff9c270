// `npm run bench`: speed in the browser's worker against other accountants and NumPy on this machine in this run, and sizes.
// `npm run bench -- --quick` runs each bench once and asserts nothing, without the other accountants.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testBrowsers } from "../scripts/browsers.mjs";
import { buildWasm } from "../scripts/build-wasm.mjs";
import { main, root } from "../scripts/command.mjs";
import { pythonWith } from "../scripts/python.mjs";
import { setUp } from "../scripts/setup.mjs";
import { report } from "./report.mjs";

const ONCE = { loads: 1, moves: 1 };

async function peers(settings) {
  const what = "riskcal, dp_accounting, prv_accountant and NumPy";
  const python = await pythonWith(join(root, "benches/peers/requirements.txt"), {
    name: "peers",
    what,
    duration: "60 s",
  });
  const input = JSON.stringify(settings);
  const { stdout, stderr, status } = spawnSync(python, [join(root, "benches/peers.py")], { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** What all benches of the built package and page measured, as text. */
export async function bench({ quick }) {
  const { CHROMIUM_PATH } = await testBrowsers();
  const { shortened, ...settings } = JSON.parse(readFileSync(join(root, "benches/settings.json"), "utf8"));
  if (quick) Object.assign(settings.monte_carlo_page, shortened);
  const { inBrowser, onPage } = await import("./browser.mjs");
  const ours = { ...(await inBrowser(CHROMIUM_PATH, { ...settings, quick })), page: [] };
  for (const workers of [1, 2]) {
    ours.page.push({ workers, ...(await onPage(CHROMIUM_PATH, settings.monte_carlo_page, workers)) });
  }
  const lines = report(settings, ours, quick ? null : await peers(settings));
  if (quick) {
    const { visits } = await import("./page.mjs");
    lines.push("", JSON.stringify(await visits(CHROMIUM_PATH, ONCE)));
  }
  return lines.join("\n");
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    const rust = await setUp();
    await buildWasm(rust);
    const { buildPage } = await import("../scripts/page.mjs");
    await buildPage();
    console.log(await bench({ quick: process.argv.includes("--quick") }));
  });
}
