// Chromium and Firefox under test, and a page that keeps a record of everything that goes wrong in it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import puppeteer, { type Browser, type Page } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, expect, inject, it } from "vitest";

export const BROWSERS = ["chromium", "firefox"] as const;
export type BrowserName = (typeof BROWSERS)[number];

/** In the order of the bar and its menu. */
export const VIEWS = [
  "training",
  "guarantee",
  "calibrate",
  "audit",
  "attributes",
  "noise",
  "figures",
  "laboratory",
  "register",
  "method",
] as const;
export type View = (typeof VIEWS)[number];

/** Whether this is `npm run test:all`, which adds what seldom breaks. */
export const ALL = Boolean(process.env.TEST_ALL);

/** For what follows from the page's own code, whatever the browser: `npm run test:all` asks both. */
export const ONE_BROWSER: readonly BrowserName[] = ALL ? BROWSERS : ["chromium"];

/** The same for a single test among those that both browsers have to pass by day. */
export function onceADay(name: BrowserName): typeof it {
  return it.runIf(ONE_BROWSER.includes(name)) as typeof it;
}

/** For what seldom breaks: only `npm run test:all` asks it. */
export const seldom = it.runIf(ALL) as typeof it;

/** Every view is read in both themes by day (access.e2e.ts), its states by `npm run test:all`. Firefox knows only the light. */
export function themesOf(name: BrowserName): readonly string[] {
  if (!ALL) return [];
  return name === "chromium" ? ["light", "dark"] : ["light"];
}

const AXE = readFileSync(fileURLToPath(new URL("../../../node_modules/axe-core/axe.min.js", import.meta.url)), "utf8");
/** Nothing is painted on a screen; a process for that takes a twelfth of all time. */
const UNPAINTED = ["--disable-gpu", "--in-process-gpu"];
const QUIET = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];

/**
 * `whole`: with tabs that lie behind others, and permissions that somebody is asked for. `dark`: Firefox reads its theme from its
 * settings, an open page of Chromium takes another.
 */
export function launch(name: BrowserName, { whole = false, dark = false } = {}): Promise<Browser> {
  const chromium = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";
  return name === "chromium"
    ? puppeteer.launch({
        executablePath: whole ? chromium : (process.env.CHROMIUM_SHELL_PATH ?? chromium),
        args: ["--no-sandbox", ...UNPAINTED, ...QUIET],
      })
    : puppeteer.launch({
        browser: "firefox",
        executablePath: process.env.FIREFOX_PATH ?? "/usr/bin/firefox-esr",
        headless: true,
        ...(dark ? { extraPrefsFirefox: { "layout.css.prefers-color-scheme.content-override": 0 } } : {}),
      });
}

/** What Firefox says of a request that its page or worker, gone by now, had handed to the service worker. */
const LEFT = /ServiceWorker intercepted the request and encountered an unexpected error/;

/** What becomes of a request whose worker is dismissed, or whose frame or page is left, while it is on its way. */
const GONE = /ABORTED|NS_BASE_STREAM_CLOSED|Browsing context already closed|browsing context was disposed/;

/** Beside all other checks on two cores: what is awaited so long hangs. */
export const LIMIT_MS = 120_000;

/** In a page: what has changed is drawn, and has faded in. */
export async function fade(): Promise<void> {
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  // One that is cut off has been replaced by what is waited for, too.
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

/** In a page: it keeps no copy of all files, which would be made beside many tests; that it does is a test of its own. */
function withoutServiceWorker(): void {
  Reflect.deleteProperty(Navigator.prototype, "serviceWorker");
}

/** A page of the calculator, with what it must not do. */
export class Visit {
  readonly complaints: string[] = [];

  private constructor(readonly page: Page) {}

  /** `prepare` runs in the page before the page's own scripts. */
  static async open(
    browser: Browser,
    fragment = "",
    width = 1280,
    address = inject("pageUrl"),
    prepare?: () => void,
  ): Promise<Visit> {
    const page = await browser.newPage();
    page.setDefaultTimeout(LIMIT_MS);
    if (address === inject("pageUrl")) await page.evaluateOnNewDocument(withoutServiceWorker);
    if (prepare) await page.evaluateOnNewDocument(prepare);
    const visit = new Visit(page);
    page.on("console", (message) => {
      if (LEFT.test(message.text())) return;
      if (message.type() === "error" || message.type() === "warn") visit.complaints.push(message.text());
    });
    page.on("pageerror", (error) => {
      if (!LEFT.test(String(error))) visit.complaints.push(String(error));
    });
    page.on("request", (request) => {
      const url = request.url();
      if (!url.startsWith(address) && !/^(data|blob):/.test(url)) visit.complaints.push(`request to ${url}`);
    });
    page.on("requestfailed", (request) => {
      if (GONE.test(request.failure()?.errorText ?? "")) return;
      visit.complaints.push(`failed request to ${request.url()}: ${request.failure()?.errorText}`);
    });
    await page.setViewport({ width, height: 900 });
    await page.goto(address + fragment);
    return visit;
  }

  text(selector: string): Promise<string> {
    return this.page.$eval(selector, (element) => element.textContent?.replace(/\s+/g, " ").trim() ?? "");
  }

  async waitForText(selector: string, wanted: RegExp | string): Promise<string> {
    const source = typeof wanted === "string" ? wanted.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") : wanted.source;
    await this.page.waitForFunction(
      (where, pattern) =>
        new RegExp(pattern).test(document.querySelector(where)?.textContent?.replace(/\s+/g, " ") ?? ""),
      { timeout: LIMIT_MS },
      selector,
      source,
    );
    return this.text(selector);
  }

  /** Replaces the text of a field as a person would. */
  async type(parameter: string, text: string): Promise<void> {
    const field = `#field-${parameter}`;
    await this.page.waitForSelector(field);
    await this.page.$eval(field, (element) => {
      for (let at = element.parentElement; at; at = at.parentElement)
        if (at instanceof HTMLDetailsElement) at.open = true;
      element.closest("mi-training-form")?.querySelector<HTMLElement>('.chip[aria-expanded="false"]')?.click();
    });
    // On a wide screen there is no chip to press, and none is shown.
    await this.page.waitForSelector(field, { visible: true });
    await this.page.focus(field);
    await this.page.$eval(field, (element) => (element as HTMLInputElement).select());
    await this.page.keyboard.type(text);
  }

  /** Chooses a word of a switch or a list. */
  async choose(parameter: string, value: string): Promise<void> {
    const list = await this.page.$(`select#choice-${parameter}`);
    if (list) await this.page.select(`#choice-${parameter}`, value);
    else
      await this.page.$eval(`input[name="choice-${parameter}"][value="${value}"]`, (button) =>
        (button as HTMLElement).click(),
      );
  }

  /** Opens every part that can be folded; a menu would lie over others. */
  async unfold(): Promise<void> {
    await this.page.$$eval("details:not(.presets)", (all) => {
      for (const details of all) details.open = true;
    });
  }

  async width(): Promise<number> {
    return this.page.evaluate(() => document.documentElement.scrollWidth);
  }

  /** The text that stands in a field. */
  field(parameter: string): Promise<string> {
    return this.page.$eval(`#field-${parameter}`, (field) => (field as HTMLInputElement).value);
  }

  /** Waits until the page has drawn what was done to it, and the numbers belong to the inputs. */
  async settle(): Promise<void> {
    await this.page.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn(null)))),
    );
    await this.page.waitForSelector('.answer[data-stale="no"]');
    // What stands beside the answer comes after it.
    await this.page.waitForFunction(
      () => document.body.dataset.view !== "training" || document.querySelector(".simulation > *") !== null,
    );
  }

  /** Waits until nothing is on its way any more: answers, parts of the view, drawings. */
  async rest(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const drawings = [...document.querySelectorAll(".outputs .drawing")].filter((one) => one.checkVisibility());
        return document.body.dataset.rest === "yes" && drawings.every((one) => one.querySelector("svg"));
      },
      { timeout: LIMIT_MS },
    );
  }

  /** Waits until a change of state has faded in. */
  async fade(): Promise<void> {
    await this.page.evaluate(fade);
  }

  /** What axe-core finds, as "rule: element". */
  async axe(within = "html"): Promise<string[]> {
    await this.page.evaluate(AXE);
    return this.page.evaluate(async (part) => {
      const { axe } = window as unknown as { axe: typeof import("axe-core") };
      // What passes is not asked for: to list it takes as long as the search.
      const { violations } = await axe.run(part, { resultTypes: ["violations"] });
      return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target}`));
    }, within);
  }
}

/** A browser for the tests of a block: it opens visits, which after each test are closed and have no complaint. */
export function browsing(name: BrowserName): (fragment?: string, width?: number) => Promise<Visit> {
  let browser: Browser;
  const visits: Visit[] = [];
  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const visit of visits.splice(0)) {
      if (!visit.page.isClosed()) await visit.page.close();
      expect(visit.complaints).toEqual([]);
    }
  });
  return async (fragment, width) => {
    const visit = await Visit.open(browser, fragment, width);
    visits.push(visit);
    return visit;
  };
}
