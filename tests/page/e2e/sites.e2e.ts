// The documentation sites of examples/ as their generators built them, under the policy that each sends.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { version } from "../../../package.json";
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
    another: { page: "training/noise.html", embed: "mi-calibrate", shows: /1\.029083/ },
    framed: "reports.html",
    dark: { key: "mdbook-theme", value: "navy" },
  },
  {
    name: "mkdocs",
    output: "site",
    first: "index.html",
    another: { page: "compare/index.html", embed: "mi-compare", shows: /A against B/ },
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
    another: { page: "guide/batches.html", embed: "mi-compare", shows: /A against B/ },
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

/** What axe-core finds inside of our elements; the rest is the site's. */
async function axe(guest: Guest): Promise<string[]> {
  const all = await guest.axe();
  return all.filter((finding) => /: mi-/.test(finding));
}

async function everyHost(guest: Guest): Promise<string[]> {
  const names = await guest.page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  return [...new Set(names.filter((name) => /^https?:/.test(name)).map((name) => new URL(name).origin))];
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

    it("shows two figures on a page by one worker, in the site's theme, within its policy", async () => {
      const guest = await Guest.open(browser, address(first), 1280);
      expect(await guest.shown("mi-advantage", GOLDEN)).toContain("exact, certified");
      await guest.page.$eval("mi-roc", (host) => host.scrollIntoView());
      await guest.shown("mi-roc", /0\.261% of the members at 0\.1%/);
      // VitePress gives it a hash, as it gives one to the parts of the page whose names begin like that.
      expect(site.times(/\/exact(?!-engine|-core)[^/]*\.js$/), "the worker").toBe(1);
      expect(site.times(/mi_bounds_first_bg.*\.wasm/), "for the first number").toBe(1);
      expect(site.times(/mi_bounds_bg.*\.wasm/), "the whole module, which neither needs").toBe(0);
      expect(await everyHost(guest)).toEqual([site.url]);
      expect(await axe(guest)).toEqual([]);
      const colours = () => guest.style("mi-roc", ".embed", "color");
      const light = await colours();
      await guest.page.evaluate(({ key, value }) => localStorage.setItem(key, value), dark);
      await guest.page.reload();
      await guest.shown("mi-advantage", GOLDEN);
      await guest.page.$eval("mi-roc", (host) => host.scrollIntoView());
      await guest.shown("mi-roc", /0\.261% of the members at 0\.1%/);
      expect(brightness(light)).toBeLessThan(100);
      expect(brightness(await colours())).toBeGreaterThan(150);
      expect(await axe(guest)).toEqual([]);
      expect(guest.complaints).toEqual([]);
      await guest.page.close();
    });

    it("shows a third figure on another page, and fits a telephone", async () => {
      const guest = await Guest.open(browser, address(another.page), 390);
      await guest.page.$eval(another.embed, (host) => host.scrollIntoView());
      await guest.shown(another.embed, another.shows);
      expect(await guest.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      expect(guest.complaints).toEqual([]);
      await guest.page.close();
    });

    it("gives a frame the height and the theme of its place", async () => {
      const guest = await Guest.open(browser, address(framed), 1280);
      const selector = 'iframe[src*="/embed.html#"]';
      await guest.page.$eval(selector, (frame) => frame.scrollIntoView());
      const fits = (scheme: string) =>
        guest.page.waitForFunction(
          (where, wanted) => {
            const frame = document.querySelector<HTMLIFrameElement>(where);
            const inside = frame?.contentDocument;
            const answered = inside?.querySelector(":scope > body > *")?.shadowRoot?.querySelector(".colophon span");
            if (!frame || !inside || !answered) return false;
            const missing = Math.abs(inside.body.getBoundingClientRect().height - frame.clientHeight);
            const root = getComputedStyle(inside.documentElement);
            const transparent = root.backgroundColor === "rgba(0, 0, 0, 0)";
            return missing <= 1 && transparent && root.colorScheme === wanted;
          },
          { timeout: 120_000 },
          selector,
          scheme,
        );
      await guest.page.evaluate(({ key }) => localStorage.removeItem(key), dark);
      await guest.page.reload();
      await guest.page.$eval(selector, (frame) => frame.scrollIntoView());
      await fits("light");
      await guest.page.evaluate(({ key, value }) => localStorage.setItem(key, value), dark);
      await guest.page.reload();
      await guest.page.$eval(selector, (frame) => frame.scrollIntoView());
      await fits("dark");
      expect(guest.complaints).toEqual([]);
      await guest.page.close();
    });
  });
});

describe.each(EXAMPLES)("$name for readers without script, and under a policy that is too narrow", (example) => {
  it("takes the figures of this version", () => {
    const named = [example.first, example.framed].flatMap((page) => {
      const text = readFileSync(folderOf(example) + page, "utf8");
      return [...text.matchAll(/mi-bounds[/-](\d+\.\d+\.\d+)\//g)].map(([, number]) => number);
    });
    expect(new Set(named)).toEqual(new Set([version]));
  });

  it("has the numbers in what was built", () => {
    const page = readFileSync(folderOf(example) + example.first, "utf8");
    expect(page).toMatch(
      /<mi-advantage [^>]*>\s*<span[^>]*>Of 1000 guesses.*at most 557 right.*Advantage 0\.1133 \(exact, certified\)/,
    );
    expect(page).toMatch(/<mi-roc [^>]*>.*<td>0\.1%<\/td><td>0\.2607%<\/td>/s);
  });

  it("keeps them, with a reason, where WebAssembly is forbidden", async () => {
    const browser = await launch("chromium");
    const headers = { "content-security-policy": policyOf(example).replace(" 'wasm-unsafe-eval'", "") };
    const site = await new Site({ [`/docs/${example.name}/`]: { folder: folderOf(example) } }, headers).open();
    const guest = await Guest.open(browser, `${site.url}/docs/${example.name}/${example.first}`);
    await guest.shown("mi-advantage", /cannot be computed here|could not be loaded/);
    expect(await guest.page.$eval("mi-advantage", (host) => (host as HTMLElement).innerText)).toContain("557 right");
    expect(await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("slot")?.hidden)).toBe(
      false,
    );
    await browser.close();
    await site.close();
  });
});

/** Mean of the channels of a computed colour, from 0 up to 255. */
function brightness(colour: string): number {
  const channels = (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
  const scale = colour.startsWith("rgb") ? 1 : 255;
  return (scale * channels.reduce((sum, channel) => sum + channel, 0)) / 3;
}
