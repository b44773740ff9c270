// `npm run lighthouse`: Lighthouse on the built page, served compressed on this machine, for every view.
// `npm run lighthouse -- mobile` takes its slow telephone in place of its desktop computer.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { testBrowsers } from "./browsers.mjs";
import { announce, main, root, StepFailed } from "./command.mjs";

export const AUDITED_VIEWS = [
  "training",
  "guarantee",
  "calibrate",
  "attributes",
  "noise",
  "figures",
  "laboratory",
  "register",
  "method",
];

/** The scores of one address, from 0 to 100, and the names of the audits that cost a category its full score. */
export async function audit(browser, url, { device = "desktop", categories }) {
  const { default: lighthouse, desktopConfig } = await import("lighthouse");
  const port = Number(new URL(browser.wsEndpoint()).port);
  const flags = { port, logLevel: "error", ...(categories ? { onlyCategories: categories } : {}) };
  const { lhr } = await lighthouse(url, flags, device === "desktop" ? desktopConfig : undefined);
  const scores = {};
  const lost = [];
  for (const { id, score, auditRefs } of Object.values(lhr.categories)) {
    scores[id] = Math.round(score * 100);
    for (const { id: name, weight } of auditRefs) {
      const found = lhr.audits[name];
      if (weight > 0 && found.score !== null && found.score < 1)
        lost.push(`${name} ${found.displayValue ?? ""}`.trim());
    }
  }
  return { scores, lost };
}

async function report(device) {
  const { CHROMIUM_PATH } = await testBrowsers();
  const { default: puppeteer } = await import("puppeteer-core");
  const { serve } = await import("./serve.mjs");
  const { url, stop } = await serve(join(root, "dist"), { compressed: true });
  const browser = await puppeteer.launch({ executablePath: CHROMIUM_PATH, args: ["--no-sandbox", "--disable-gpu"] });
  try {
    for (const view of AUDITED_VIEWS) {
      const { scores, lost } = await audit(browser, `${url}#v=1&view=${view}`, { device });
      const shown = Object.entries(scores).map(([name, score]) => `${name} ${score}`);
      console.log(
        `${view.padEnd(12)}${shown.join("  ")}${lost.length > 0 ? `\n${" ".repeat(12)}${lost.join("; ")}` : ""}`,
      );
    }
  } finally {
    await browser.close();
    await stop();
  }
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    if (!existsSync(join(root, "dist/index.html")))
      throw new StepFailed("dist/index.html", "There is no built page.", "run `npm run build` first.");
    const device = process.argv[2] === "mobile" ? "mobile" : "desktop";
    announce(`Lighthouse, ${device}`, "20 s for each view");
    await report(device);
  });
}
