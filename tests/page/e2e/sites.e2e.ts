// The documentation sites of examples/ as their generators built them, under the policy that each sends.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BROWSERS, launch } from "./browser";
import { Guest, Site } from "./host";

const GOLDEN = /0\.11334760265/;

interface Example {
  name: string;
  output: string;
  /** Two figures on one page. */
  first: string;
  /** A third figure, and the page that has the frame. */
  another: { page: string; embed: string; shows: RegExp };
  framed: string;
  /** Sets the theme that the site remembers. */
  dark: { key: string; value: string };
}

const EXAMPLES: Example[] = [
  {
    name: "mdbook",
    output: "book",
    first: "index.html",
    another: { page: "training/noise.html", embed: "mi-calibrate", shows: /≥ 1\.0291/ },
    framed: "reports.html",
    dark: { key: "mdbook-theme", value: "navy" },
  },
  {
    name: "mkdocs",
    output: "site",
    first: "index.html",
    another: { page: "compare/index.html", embed: "mi-compare", shows: /Run B/ },
    framed: "compare/index.html",
    dark: {
      key: "/docs/mkdocs/.__palette",
      value: JSON.stringify({ index: 1, color: { media: "(prefers-color-scheme: dark)", scheme: "slate" } }),
    },
  },
  {
    name: "vitepress",
    output: "docs/.vitepress/dist",
    first: "index.html",
    another: { page: "guide/batches.html", embed: "mi-compare", shows: /Run B/ },
    framed: "guide/batches.html",
    dark: { key: "vitepress-theme-appearance", value: "dark" },
  },
];

const folderOf = ({ name, output }: Example) =>
  `${fileURLToPath(new URL(`../../../examples/${name}/${output}`, import.meta.url))}/`;

/** The header that the site's build wrote. */
function policyOf(example: Example): string {
  return /Content-Security-Policy: (.*)/.exec(readFileSync(`${folderOf(example)}_headers`, "utf8"))?.[1] ?? "";
}

describe.each(BROWSERS)("documentation sites in %s", (browserName) => {
  let browser: Browser;

  beforeAll(async () => {
    browser = await launch(browserName);
  });
  afterAll(() => browser?.close());

  describe.each(EXAMPLES)("$name", (example) => {
    const { name, first, another, framed, dark } = example;
    let site: Site;
    const address = (page: string) => `${site.url}/docs/${name}/${page}`;

    beforeAll(async () => {
      const headers = { "content-security-policy": policyOf(example) };
      site = await new Site({ [`/docs/${name}/`]: { folder: folderOf(example) } }, headers).open();
    });
    afterAll(() => site?.close());

    it("shows two figures on a page by one worker, within the policy, and asks no other host", async () => {
      site.asked.length = 0;
      const guest = await Guest.open(browser, address(first), 1280);
      expect(await guest.shown("mi-advantage", GOLDEN)).toContain("exact, certified");
      await guest.page.$eval("mi-roc", (host) => host.scrollIntoView());
      await guest.shown("mi-roc", /0\.261% of the members at 0\.1%/);
      expect(site.times(/exact[^/]*\.js/)).toBe(1);
      expect(site.times(/\.wasm/)).toBe(1);
      expect(guest.complaints).toEqual([]);
      await guest.page.close();
    });
  });
});
