// What the page says when it cannot compute at all.
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serve } from "../../../scripts/serve.mjs";
import { BROWSERS, launch } from "./browser";
import { DIST } from "./server";

describe.each(BROWSERS)("without the module in %s", (name) => {
  let browser: Browser;
  let server: Awaited<ReturnType<typeof serve>>;

  beforeAll(async () => {
    browser = await launch(name);
    server = await serve(DIST, { missing: ".wasm" });
  });
  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  it("says that WebAssembly did not start, and stays readable", async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelector(".answer")?.textContent?.includes("did not start"));
    expect(await page.$eval("#meaning", (section) => section.textContent)).toContain("What this does not say");
    await page.close();
  });
});
