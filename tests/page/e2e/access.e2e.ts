// Every view by keyboard, by screen reader, narrow, wide, enlarged, on paper and without motion.
import type { Browser, ElementHandle, SerializedAXNode } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { ALL, BROWSERS, type BrowserName, launch, ONE_BROWSER, onceADay, VIEWS, type View, Visit } from "./browser";

/** Widths in pixels, and sizes of text in per cent. */
const SIZES: Record<BrowserName, number[][]> = {
  chromium: [
    [320, 100],
    ...(ALL
      ? [
          [640, 100],
          [1280, 200],
          [2560, 100],
        ]
      : []),
  ],
  firefox: ALL
    ? [
        [320, 100],
        [1280, 200],
      ]
    : [],
};

/** Views whose stops are visited one by one: of Firefox by day those with the most kinds of controls. */
const WALKED: Record<BrowserName, readonly View[]> = {
  chromium: VIEWS,
  firefox: ALL ? VIEWS : ["training", "audit"],
};

/** An open page of Chromium takes another theme, Firefox is started with it. */
const THEMES: Record<BrowserName, { themes: string[] }[]> = {
  chromium: [{ themes: ["light", "dark"] }],
  firefox: [{ themes: ["light"] }, { themes: ["dark"] }],
};

/** For how long a slider must rest before anything is said, less what clocks differ by. */
const SPEECH_PAUSE_MS = 895;
/** When something was said, and when a slider moved. */
type Heard = { said: number[]; moved: number[] };

const STOPS =
  "a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, [tabindex]:not([tabindex='-1'])";

async function ready(visit: Visit, view: View): Promise<void> {
  if (view === "method") {
    await visit.page.waitForSelector("#method-summary");
  } else {
    await visit.settle();
    await visit.page.waitForSelector(".outputs h2");
  }
}

/** In the page: whether what has the focus can be seen; of a link over two lines, the middle of one of them. */
function uncovered(): boolean {
  const at = document.activeElement as HTMLElement;
  // A browser brings it into view once; what is measured or drawn above it later pushes it out again.
  at.scrollIntoView({ block: "nearest" });
  return [...at.getClientRects()].some(({ left, right, top, bottom }) => {
    const [x, y] = [(left + right) / 2, (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2];
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (at.contains(hit) || hit.contains(at));
  });
}

/** In the page: where the focus is, and how that is drawn. */
function stopped() {
  const at = document.activeElement as HTMLElement;
  const { outlineStyle, outlineWidth, overflowY } = getComputedStyle(at);
  // Firefox lets keys scroll whatever can scroll.
  const box = at.dataset.stop === undefined && /auto|scroll/.test(overflowY);
  const scrolled = box && at.getAttribute("aria-label") !== null;
  return { at: at.dataset.stop ?? at.outerHTML.slice(0, 90), outlineStyle, outlineWidth, scrolled };
}

/** What a view is opened with: a chart of attribute inference takes three seconds at its own settings. */
const BRIEF: Partial<Record<View, string>> = { attributes: "&num_steps=10&attributes_over=gradient_distance" };

async function open(browser: Browser, view: View, width?: number): Promise<Visit> {
  const visit = await Visit.open(browser, `#v=1&view=${view}${BRIEF[view] ?? ""}`, width);
  await ready(visit, view);
  return visit;
}

describe.each(BROWSERS)("access in %s", (name) => {
  const once = onceADay(name);
  let browser: Browser;
  let visit: Visit;

  beforeAll(async () => {
    browser = await launch(name);
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    await visit.page.close();
    expect(visit.complaints).toEqual([]);
  });

  // What axe looks for does not depend on the browser.
  describe.each(ONE_BROWSER.includes(name) ? THEMES[name] : [])("in $themes", ({ themes }) => {
    let painted: Browser;
    beforeAll(async () => {
      painted = themes.includes("light") ? browser : await launch(name, { dark: true });
    });
    afterAll(() => (painted === browser ? undefined : painted.close()));

    it.each(VIEWS)("axe finds nothing in %s, closed and opened", async (view) => {
      visit = await open(painted, view);
      // Nearly all that is seen closed is seen opened, too.
      if (ALL) await inEach(themes);
      await unfoldAll();
      await inEach(themes);
    });
  });

  async function unfoldAll(): Promise<void> {
    await visit.unfold();
    await visit.rest();
    // What unfolds may hold more that unfolds.
    await visit.unfold();
    await visit.rest();
  }

  async function inEach(themes: string[]): Promise<void> {
    for (const theme of themes) {
      if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
      const dark = await visit.page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
      expect(dark).toBe(theme === "dark");
      await visit.fade();
      expect([theme, await visit.axe()]).toEqual([theme, []]);
    }
  }

  it.each(WALKED[name])("the Tab key visits all of %s in reading order, visibly, and leaves", async (view) => {
    visit = await open(browser, view);
    // What stands beside the answer comes one by one, brings stops of its own, and moves what is below it.
    await visit.rest();
    const order = await visit.page.evaluate((selector) => {
      const chosen = (radio: HTMLInputElement) =>
        document.querySelector(`input[type=radio][name="${radio.name}"]:checked`) === radio;
      const seen = [...document.querySelectorAll<HTMLElement>(selector)].filter(
        (one) =>
          one.checkVisibility() &&
          one.tabIndex >= 0 &&
          !(one instanceof HTMLInputElement && one.type === "radio" && !chosen(one)),
      );
      for (const [i, one] of seen.entries()) one.setAttribute("data-stop", `${i}`);
      (document.activeElement as HTMLElement | null)?.blur();
      return seen.map((one) => one.outerHTML.slice(0, 90));
    }, STOPS);
    expect(order.length).toBeGreaterThan(8);
    const visited: string[] = [];
    const unseen: string[] = [];
    while (visited.length < order.length) {
      await visit.page.keyboard.press("Tab");
      // Both at once; the page is polled only for what is not yet seen.
      const [stop, seen] = await Promise.all([visit.page.evaluate(stopped), visit.page.evaluate(uncovered)]);
      if (stop.outlineStyle === "none" || stop.outlineWidth === "0px") unseen.push(`no outline: ${stop.at}`);
      if (stop.scrolled) continue;
      visited.push(stop.at);
      if (seen) continue;
      const later = visit.page.waitForFunction(uncovered, { timeout: 10_000 });
      if (!(await later.catch(() => null))) unseen.push(`covered: ${order[visited.length - 1]}`);
    }
    expect(visited).toEqual(order.map((_, i) => `${i}`));
    expect(unseen).toEqual([]);
    // The next one leaves the page, or begins anew.
    await visit.page.keyboard.press("Tab");
    const after = await visit.page.evaluate(
      () => (document.activeElement as HTMLElement | null)?.dataset.stop ?? "left",
    );
    expect(["0", "left"]).toContain(after);
  });

  it("has keys for the first field, the link and the list of keys, and takes them away when asked", async () => {
    visit = await open(browser, "training");
    const { keyboard } = visit.page;
    const active = () => visit.page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent);
    const listed = () => visit.page.$eval("#guide", (dialog) => (dialog as HTMLDialogElement).open);
    await keyboard.press("/");
    expect(await active()).toBe("field-noise_multiplier");
    // In a field it is a character.
    await keyboard.type("/s?");
    expect(await visit.field("noise_multiplier")).toMatch(/\/s\?/);
    expect(await listed()).toBe(false);
    await visit.type("noise_multiplier", "1.1");
    await visit.settle();
    await visit.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await keyboard.press("s");
    await visit.waitForText("#views mi-copy-button", /Copied|copy the selected/);
    await visit.page.evaluate(() => (document.activeElement as HTMLElement).blur());
    await keyboard.press("?");
    expect(await listed()).toBe(true);
    await visit.page.$eval("#single-keys", (box) => (box as HTMLElement).click());
    await keyboard.press("Escape");
    expect(await listed()).toBe(false);
    await visit.page.reload();
    await ready(visit, "training");
    await keyboard.press("?");
    expect(await listed()).toBe(false);
    await visit.page.$eval("#new-here", (button) => (button as HTMLElement).focus());
    await keyboard.press("Enter");
    expect(await listed()).toBe(true);
    await visit.page.$eval("#single-keys", (box) => (box as HTMLElement).click());
  });

  it("leads past the bar to the answer without a change of the state", async () => {
    visit = await open(browser, "training");
    await visit.page.keyboard.press("Tab");
    expect(await visit.page.evaluate(() => document.activeElement?.className)).toBe("skip");
    await visit.page.keyboard.press("Enter");
    expect(await visit.page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Answer");
    expect(new URL(visit.page.url()).hash).toBe("#v=1&view=training");
  });

  once.each(VIEWS.slice(0, 6))("each chart of %s has words, a table and a cursor", async (view) => {
    visit = await open(browser, view);
    await visit.unfold();
    await visit.page.waitForFunction(() => document.querySelector(".drawing[role=application] svg"));
    const charts = await visit.page.$$(".drawing");
    let moved = 0;
    for (const chart of charts) {
      if (!(await chart.evaluate((one) => one.checkVisibility()))) continue;
      await chart.evaluate((one) => one.scrollIntoView({ block: "center" }));
      const owner = (await chart.evaluateHandle((one) => one.parentElement)) as ElementHandle<Element>;
      const tag = await owner.evaluate((one) => one.localName);
      await visit.page.waitForFunction((one) => one.querySelector(".drawing svg"), { timeout: 120_000 }, owner);
      const { summary, cells, role, label } = await owner.evaluate((one) => ({
        summary: one.querySelector(".summary")?.textContent?.trim() ?? "",
        cells: one.querySelectorAll("details table td").length,
        role: one.querySelector(".drawing")?.getAttribute("role"),
        label: one.querySelector(".drawing")?.getAttribute("aria-label"),
      }));
      expect([tag, role]).toEqual([tag, "application"]);
      expect(summary.length, tag).toBeGreaterThan(30);
      expect(label, tag).toContain("Arrow keys");
      expect(cells, tag).toBeGreaterThan(3);
      await chart.focus();
      await visit.page.keyboard.press("Home");
      const first = await owner.$eval(".readout", (one) => one.textContent);
      await visit.page.keyboard.press(
        tag === "mi-comparison-chart" || tag === "mi-scales-chart" ? "ArrowDown" : "ArrowRight",
      );
      const second = await owner.$eval(".readout", (one) => one.textContent);
      expect([tag, first === second, first === ""]).toEqual([tag, false, false]);
      expect(await owner.$(".drawing svg .cursor"), tag).not.toBeNull();
      moved++;
    }
    expect(moved).toBeGreaterThan(0);
  });

  // 640 pixels are what is left of 1280 at a zoom of 200 per cent.
  it.each(SIZES[name])(
    "needs no second direction to scroll at %d px and text of %d per cent",
    async (width = 0, size = 100) => {
      visit = await open(browser, "training", width);
      for (const view of VIEWS) {
        await visit.page.evaluate((next) => {
          location.hash = `#v=1&view=${next}`;
        }, view);
        await visit.page.waitForFunction((next) => document.body.dataset.view === next, {}, view);
        await ready(visit, view);
        await visit.page.evaluate((percent) => {
          document.documentElement.style.fontSize = `${percent}%`;
        }, size);
        await visit.unfold();
        await visit.fade();
        expect([view, (await visit.width()) <= width]).toEqual([view, true]);
        // What scrolls by itself can be reached by keys.
        const stuck = await visit.page.evaluate(() =>
          [...document.querySelectorAll<HTMLElement>("main *")]
            .filter(
              (one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX),
            )
            .filter((one) => one.tabIndex < 0 && !one.querySelector("a, button, input"))
            .map((one) => one.outerHTML.slice(0, 90)),
        );
        expect([view, stuck]).toEqual([view, []]);
      }
    },
  );

  it("says an answer that comes later than what it waits for", async () => {
    visit = await Visit.open(browser, "#v=1&view=training", 1280, undefined, () => {
      // The slider has rested before any worker has begun.
      const { setTimeout } = window;
      const hurried = (act: TimerHandler, ms?: number) => setTimeout(act, ms === 900 ? 0 : ms);
      Object.assign(window, { setTimeout: hurried });
    });
    await visit.waitForText(".visually-hidden[role=status]", "at most 557 right");
  });

  it("says one thing at a time, and not before a slider rests", async () => {
    visit = await open(browser, "training");
    await visit.waitForText(".visually-hidden[role=status]", "right");
    await visit.page.evaluate(() => {
      const heard: Heard = { said: [], moved: [] };
      Object.assign(window, { heard });
      let last: string | undefined;
      const hear = () => {
        // That an answer takes long is said at once, which on a busy machine it may.
        const all = [...document.querySelectorAll("[role=status], [aria-live], [role=alert]")]
          .filter((one) => !one.matches(".cover"))
          .map((one) => one.textContent)
          .join("|");
        if (all !== last) heard.said.push(performance.now());
        last = all;
      };
      hear();
      new MutationObserver(hear).observe(document.body, { subtree: true, childList: true, characterData: true });
      document.addEventListener("input", () => heard.moved.push(performance.now()), { capture: true });
    });
    await visit.page.focus('input[aria-label="Noise multiplier, slider"]');
    for (let i = 0; i < 7; i++) await visit.page.keyboard.press("ArrowRight");
    // Here the sentence is another one for sure.
    await visit.page.keyboard.press("End");
    await visit.page.waitForFunction(() => {
      const { said, moved } = (window as unknown as { heard: Heard }).heard;
      return moved.length >= 8 && (said.at(-1) ?? 0) > (moved.at(-1) ?? 0);
    });
    await visit.rest();
    const { said, moved } = await visit.page.evaluate(() => (window as unknown as { heard: Heard }).heard);
    const [, ...answers] = said;
    // On a busy machine a key may come so late that the slider has rested before.
    const rests = moved.filter((at, i) => (moved[i + 1] ?? Number.POSITIVE_INFINITY) - at >= SPEECH_PAUSE_MS);
    expect(answers.length).toBeLessThanOrEqual(rests.length);
    for (const at of answers) {
      const before = moved.filter((move) => move < at);
      expect(at - Math.max(...before)).toBeGreaterThanOrEqual(SPEECH_PAUSE_MS);
    }
  });

  it.runIf(name === "chromium")("moves nothing while results change", async () => {
    visit = await open(browser, "training");
    await visit.page.waitForSelector("mi-roc-chart svg", { timeout: 120_000 });
    await visit.rest();
    await visit.page.evaluate(() => {
      const shifts: string[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        // Inside of a field the text moves as it is typed, and has no node.
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number; sources: { node: Node }[] })[])
          if (entry.sources.some(({ node }) => node))
            shifts.push(
              `${entry.value.toFixed(5)} ${entry.sources.map(({ node }) => (node as Element)?.outerHTML?.slice(0, 80) ?? node?.textContent).join(" / ")}`,
            );
      }).observe({ type: "layout-shift", buffered: false });
    });
    await visit.page.focus('input[aria-label="Noise multiplier, slider"]');
    for (const key of [...Array(8).fill("ArrowRight"), ...Array(12).fill("ArrowLeft")]) {
      await visit.page.keyboard.press(key);
      await visit.settle();
    }
    // What is refused, how a text was read, and a copied link have their place, too.
    for (const text of ["x", "0", "1.1e0", "1.1"]) await visit.type("noise_multiplier", text);
    await visit.type("dataset_size", "60k");
    await visit.page.click("#views mi-copy-button button");
    await visit.waitForText("#views mi-copy-button [role=status]", /./);
    await visit.rest();
    await visit.fade();
    expect(await visit.page.evaluate(() => (window as unknown as { shifts: string[] }).shifts)).toEqual([]);
  });

  it.runIf(name === "chromium")("names every control for a screen reader", async () => {
    visit = await open(browser, "training");
    for (const view of VIEWS.slice(0, 6)) {
      await visit.page.evaluate((next) => {
        location.hash = `#v=1&view=${next}`;
      }, view);
      await visit.page.waitForFunction((next) => document.body.dataset.view === next, {}, view);
      await ready(visit, view);
      await visit.unfold();
      await visit.fade();
      const nameless: string[] = [];
      const names: string[] = [];
      const walk = (node: SerializedAXNode) => {
        const control =
          /^(button|link|textbox|slider|radio|checkbox|combobox|spinbutton|application|region|progressbar)$/;
        if (control.test(node.role)) {
          names.push(node.name ?? "");
          if (!node.name) nameless.push(`${view}: ${node.role} ${JSON.stringify(node).slice(0, 120)}`);
        }
        for (const child of node.children ?? []) walk(child);
      };
      const tree = await visit.page.accessibility.snapshot({ interestingOnly: true });
      if (tree) walk(tree);
      expect(names.length).toBeGreaterThan(20);
      expect(nameless).toEqual([]);
    }
  });

  it.runIf(name === "chromium")("rests where motion is not wanted", async () => {
    visit = await open(browser, "training");
    await visit.page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
    await visit.type("noise_multiplier", "0.00001");
    await visit.page.waitForSelector('.answer[data-stale="yes"]');
    const moving = await visit.page.evaluate(() =>
      document.getAnimations().map((one) => (one.effect as KeyframeEffect | null)?.target?.localName),
    );
    expect(moving).toEqual([]);
    await visit.type("noise_multiplier", "1.1");
    await visit.settle();
  });

  it.runIf(name === "chromium")("prints numbers and charts in light colours, and the address once", async () => {
    visit = await open(browser, "training");
    await visit.page.waitForSelector("mi-roc-chart svg");
    await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await visit.page.emulateMediaType("print");
    const paper = await visit.page.evaluate(() => {
      const shown = (selector: string) =>
        [...document.querySelectorAll<HTMLElement>(selector)].filter((one) => one.checkVisibility()).length;
      return {
        background: getComputedStyle(document.body).backgroundColor,
        buttons: shown("button"),
        sliders: shown("input[type=range]"),
        numbers: shown("output"),
        charts: shown("mi-roc-chart svg"),
        addresses: document.body.innerText.split("#v=1").length - 1,
      };
    });
    expect(paper).toMatchObject({ background: "rgb(255, 255, 255)", buttons: 0, sliders: 0, charts: 1, addresses: 1 });
    expect(paper.numbers).toBeGreaterThan(2);
    expect((await visit.page.pdf()).length).toBeGreaterThan(20_000);
  });

  it.runIf(name === "chromium")("keeps every line and mark where the reader's colours are forced", async () => {
    visit = await open(browser, "training");
    await visit.page.waitForSelector("mi-roc-chart svg");
    const session = await visit.page.createCDPSession();
    await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] });
    const found = await visit.page.evaluate(() => {
      const colour = (selector: string, property: "stroke" | "fill" | "borderBottomColor") => {
        const one = document.querySelector(selector);
        return one ? getComputedStyle(one)[property] : "";
      };
      const paper = getComputedStyle(document.body).backgroundColor;
      return {
        curve:
          colour('mi-roc-chart path[stroke="var(--gain)"], mi-roc-chart [stroke="var(--gain)"] path', "stroke") !==
          paper,
        gained: colour("mi-headline .gained", "fill") !== paper,
        tab: colour("mi-nav nav a:not([aria-current])", "borderBottomColor") === paper,
      };
    });
    expect(found).toEqual({ curve: true, gained: true, tab: true });
  });
});
