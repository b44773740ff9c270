// The simulation in the page: it starts, stops, is cancelled and dies, and always gives the digits of a quiet run.
import type { Browser } from "puppeteer-core";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from "vitest";
import type { MonteCarloResult } from "../../../src/boundary/wasm/core";
import type { MonteCarloState } from "../../../www/answers/simulation";
import { BROWSERS, launch, onceADay, seldom, Visit } from "./browser";

const PANEL = "mi-monte-carlo-panel";
const START = `${PANEL} .panel-controls .buttons button:first-child`;
const CANCEL = `${PANEL} .panel-controls .buttons button:last-child`;
const STATUS = `${PANEL} .status`;
const SIMULATED = '[data-figure="monte-carlo"]';
const QUICK = "#v=1&sample_rate=0.01&num_steps=100&noise_multiplier=1&samples=20000&seed=5";
/** Some seconds of work on one core. */
const MIDDLING = "#v=1&sample_rate=0.01&num_steps=1000&noise_multiplier=1&samples=120000&seed=5";
/** Some seconds: long enough to be seen running. */
const LONG = "#v=1&sample_rate=0.01&num_steps=1000&noise_multiplier=1&samples=800000&seed=5";
const ENDLESS = "#v=1&samples=10000000&seed=3";

interface Panel {
  state: MonteCarloState;
}

interface Watched {
  workers: (Worker & { ended?: boolean })[];
  /** What happens to the worker that gets the request of this number. */
  harms: Record<number, "crash" | "death" | "silence">;
  requests: number;
}

/** Keeps a list of the page's simulation workers, and harms those that are to be harmed. */
function watchWorkers(): void {
  const Real = window.Worker;
  const watched = window as unknown as Watched;
  watched.workers = [];
  watched.harms = {};
  watched.requests = 0;
  window.Worker = class extends Real {
    ended = false;
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      if (/simulation/.test(String(url))) watched.workers.push(this);
    }
    override postMessage(message: object): void {
      const harm = watched.workers.includes(this) ? watched.harms[watched.requests++] : undefined;
      // No list of chunks: the worker throws where it works, as it does when the module runs out of memory.
      if (harm === "crash") super.postMessage({ ...message, chunks: null });
      else if (harm === "death")
        setTimeout(() => this.dispatchEvent(new ErrorEvent("error", { message: "killed" })), 5);
      else if (harm === "silence") super.terminate();
      else super.postMessage(message);
    }
    override terminate(): void {
      this.ended = true;
      super.terminate();
    }
  };
}

/** The page's whole result, digit by digit. */
function resultOf(visit: Visit): Promise<MonteCarloResult> {
  return visit.page.$eval(PANEL, (panel) => (panel as unknown as Panel).state.result as MonteCarloResult);
}

/** By keys: charts that come late move the button away from under a pointer. */
async function started(visit: Visit): Promise<void> {
  await visit.settle();
  await visit.page.waitForSelector(`${START}:enabled`);
  const before = await visit.page.evaluateHandle(
    (panel) => (document.querySelector(panel) as unknown as Panel).state,
    PANEL,
  );
  await visit.page.focus(START);
  await visit.page.keyboard.press("Enter");
  await visit.page.waitForFunction(
    (panel, state) => (document.querySelector(panel) as unknown as Panel).state !== state,
    { timeout: 120_000 },
    PANEL,
    before,
  );
}

/** However slow the machine is, as long as the run gets on. */
async function finished(visit: Visit): Promise<MonteCarloResult> {
  for (let seen: number | null = -1; seen !== null; ) {
    const further = await visit.page.waitForFunction(
      (panel, last) => {
        const { status, samples } = (document.querySelector(panel) as unknown as Panel).state;
        return (status !== "running" || samples > last) && { samples: status === "running" ? samples : null };
      },
      { timeout: 120_000 },
      PANEL,
      seen,
    );
    ({ samples: seen } = (await further.jsonValue()) as { samples: number | null });
  }
  await visit.waitForText(STATUS, /^Done/);
  return resultOf(visit);
}

/** Results of quiet runs, whichever browser computed them: the digits are the same. */
const quiet = new Map<string, MonteCarloResult>();

describe.each(BROWSERS)("the simulation in %s", (name) => {
  const once = onceADay(name);
  let browser: Browser;
  let visit: Visit;
  const others: Visit[] = [];

  beforeAll(async () => {
    browser = await launch(name, { whole: true });
  });
  afterAll(() => browser.close());
  afterEach(async () => {
    for (const one of [visit, ...others.splice(0)]) {
      await one.page.close();
      expect(one.complaints).toEqual([]);
    }
  });

  /** Opens the page with its simulation workers on a list. */
  async function open(fragment: string, width?: number): Promise<Visit> {
    const opened = await Visit.open(browser, fragment, width, inject("pageUrl"), watchWorkers);
    await opened.settle();
    return opened;
  }

  async function run(fragment: string, workers?: number): Promise<MonteCarloResult> {
    visit = await open(fragment);
    if (workers !== undefined) await visit.type("workers", `${workers}`);
    await started(visit);
    return finished(visit);
  }

  /** The result of a run that nothing disturbs; `visit` is free afterwards. */
  async function quietly(fragment: string): Promise<MonteCarloResult> {
    const known = quiet.get(fragment);
    if (known) return known;
    const result = await run(fragment);
    await visit.page.close();
    expect(visit.complaints).toEqual([]);
    quiet.set(fragment, result);
    return result;
  }

  once("agrees with the exact engine in every figure", async () => {
    await run(QUICK);
    expect(await visit.text(`${PANEL} .agreement`)).toContain("agree");
    const verdicts = await visit.page.$$eval("[data-verdict]", (cells) => cells.map((cell) => cell.textContent));
    expect(verdicts.length).toBe(5);
    expect(new Set(verdicts)).toEqual(new Set(["agrees"]));
    expect(await visit.text("mi-loss-histogram .summary")).toMatch(/The attacker says “member” right of/);
    expect(await visit.text("mi-convergence-chart .summary")).toMatch(/After 20,\d+ trainings/);
    await visit.waitForText("mi-roc-chart .summary", "The grey band is what the simulation leaves open.");
  });

  it("gives the same digits with 1, 2 and 7 workers", async () => {
    const results: MonteCarloResult[] = [];
    visit = await open(MIDDLING);
    const count = () => visit.page.evaluate(() => (window as unknown as Watched).workers.length);
    for (const workers of [1, 2, 7]) {
      const before = await count();
      await visit.type("workers", `${workers}`);
      await started(visit);
      results.push(await finished(visit));
      // Each start has workers of its own.
      expect((await count()) - before).toBeGreaterThanOrEqual(workers);
    }
    expect(results[0]?.samples).toBe(120_000);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  it("replaces workers that crash, and that die, without another digit", () =>
    replaces({ 1: "crash", 2: "death", 3: "crash" }));
  // What the page notices by its own clock.
  once("replaces workers that end without a word, without another digit", () => replaces({ 2: "silence" }));

  async function replaces(harms: Watched["harms"]): Promise<void> {
    const undisturbed = await quietly(MIDDLING);
    visit = await open(MIDDLING);
    await visit.type("workers", "2");
    await visit.page.evaluate((planned) => {
      Object.assign(window as unknown as Watched, { harms: planned, requests: 0 });
    }, harms);
    await started(visit);
    expect(await finished(visit)).toEqual(undisturbed);
    const workers = await visit.page.evaluate(() => (window as unknown as Watched).workers.length);
    expect(workers).toBeGreaterThanOrEqual(2 + Object.keys(harms).length);
  }

  it("never starts by itself, shows progress, and stops at once when it is cancelled", async () => {
    visit = await open(ENDLESS);
    expect(await visit.text(STATUS)).toBe("Not started.");
    await started(visit);
    await visit.waitForText(SIMULATED, "simulated trainings");
    await visit.waitForText(`${PANEL} .pace`, /trainings a second; about .* left/);
    // Ended before the click is over: nothing waits for the chunk that is computed.
    const left = await visit.page.evaluate((button) => {
      document.querySelector<HTMLButtonElement>(button)?.click();
      return (window as unknown as Watched).workers.filter((worker) => !worker.ended).length;
    }, CANCEL);
    expect(left).toBe(0);
    await visit.waitForText(STATUS, /^Cancelled\. The estimate uses/);
    const kept = await resultOf(visit);
    // An answer that was on its way would have come before the next one.
    await visit.type("target_delta", "0.001");
    await visit.settle();
    expect(await resultOf(visit)).toEqual(kept);
    expect(await visit.text(`${PANEL} code`)).toContain(`"samples":${kept.samples}`);
  });

  it("gives the digits of a quiet run after a storm of starts, cancels and changes", async () => {
    const undisturbed = await quietly(QUICK);
    visit = await open(ENDLESS);
    for (let turn = 0; turn < 20; turn++) {
      await visit.page.evaluate(
        (start, cancel, step) => {
          const press = (button: string) => document.querySelector<HTMLButtonElement>(button)?.click();
          press(start);
          if (step % 3 === 0) press(cancel);
          if (step % 4 === 1) location.hash = `#v=1&samples=10000000&seed=${step}`;
        },
        START,
        CANCEL,
        turn,
      );
      await new Promise((rest) => setTimeout(rest, (turn * 37) % 150));
    }
    await visit.page.evaluate((hash) => {
      location.hash = hash;
    }, QUICK);
    await visit.waitForText(STATUS, "Not started.");
    await started(visit);
    expect(await finished(visit)).toEqual(undisturbed);
    const alive = await visit.page.evaluate(
      () => (window as unknown as Watched).workers.filter((worker) => !worker.ended).length,
    );
    expect(alive).toBeLessThanOrEqual(1);
  });

  seldom("ends at the same training when a width is reached, whoever computes it", async () => {
    const fragment = `${MIDDLING}&width=0.01`;
    const one = await run(fragment, 1);
    expect(await visit.text(STATUS)).toContain("as narrow as asked");
    await visit.page.close();
    expect(await run(fragment, 5)).toEqual(one);
    expect(one.width_reached).toBe(true);
    expect(one.samples).toBeLessThan(80_000);
    expect((one.advantage.upper ?? 1) - (one.advantage.lower ?? 0)).toBeLessThanOrEqual(0.01);
  });

  seldom("ends when its time is up, with an estimate that its number of trainings gives again", async () => {
    visit = await open(ENDLESS);
    await visit.type("seconds", "2");
    await started(visit);
    await visit.waitForText(STATUS, /^Time is up/);
    const cut = await resultOf(visit);
    await visit.page.close();
    const again = await run(`#v=1&samples=${cut.samples}&seed=3`);
    expect(again.samples).toBe(cut.samples);
    expect(again.histogram).toEqual(cut.histogram);
    expect(again.tpr).toEqual(cut.tpr);
  });

  it("goes on in a tab behind another, which simulates, too", async () => {
    const undisturbed = await quietly(LONG);
    const other = await open(`${QUICK}1`);
    others.push(other);
    visit = await open(LONG);
    await visit.page.bringToFront();
    await started(visit);
    await visit.waitForText(STATUS, /^Running/);
    await other.page.bringToFront();
    await started(other);
    const beside = await finished(other);
    await visit.page.bringToFront();
    expect(await finished(visit)).toEqual(undisturbed);
    expect(beside.seed).toBe(51);
  });

  it.runIf(name === "chromium")("goes on while its page is hidden, and after it was frozen", async () => {
    const undisturbed = await quietly(LONG);
    visit = await open(LONG);
    await started(visit);
    await visit.waitForText(SIMULATED, "simulated trainings");
    const session = await visit.page.createCDPSession();
    await session.send("Page.setWebLifecycleState", { state: "frozen" });
    // It stays so, and then hidden, for longer than a chunk takes.
    await new Promise((rest) => setTimeout(rest, 500));
    await session.send("Page.setWebLifecycleState", { state: "active" });
    expect(await visit.page.evaluate(() => document.visibilityState)).toBe("hidden");
    await new Promise((rest) => setTimeout(rest, 500));
    // Only a tab that comes from behind another is shown again.
    const other = await browser.newPage();
    await other.bringToFront();
    await visit.page.bringToFront();
    await other.close();
    expect(await visit.page.evaluate(() => document.visibilityState)).toBe("visible");
    expect(await finished(visit)).toEqual(undisturbed);
  });

  it("lets the exact answer through while it runs, and gives way to new parameters", async () => {
    visit = await open(ENDLESS);
    await started(visit);
    await visit.waitForText(SIMULATED, "simulated trainings");
    await visit.type("noise_multiplier", "2");
    await visit.settle();
    await visit.waitForText(STATUS, "Not started");
  });

  once("keeps a run that is over when a setting changes, marked as of others until they are set back", async () => {
    const result = await run(QUICK);
    await visit.type("seed", "6");
    const told = await visit.waitForText('[data-figure="other-settings"]', "run with other settings");
    expect(told).toContain("Restore them");
    expect(await resultOf(visit)).toEqual(result);
    expect(await visit.text(`${PANEL} .agreement`)).toBe("");
    await visit.type("seed", "5");
    await visit.page.waitForFunction(() => !document.querySelector('[data-figure="other-settings"]'));
    await visit.waitForText(`${PANEL} .agreement`, "agree");
  });

  seldom("says beforehand what a run will cost, and warns of a long one", async () => {
    visit = await open(QUICK);
    await visit.page.$eval(PANEL, (panel) => panel.scrollIntoView());
    await visit.waitForText(
      `${PANEL} .cost`,
      /20,\d+ trainings of 100 steps.*(About|Less than).*measured on this machine/,
    );
    await visit.type("samples", "1e8");
    await visit.type("num_steps", "100000");
    await visit.waitForText(`${PANEL} .cost.notice`, /About .* (min|hours|days) on/);
  });

  once("is steered by keys, is accessible, and fits a narrow screen", async () => {
    visit = await open(QUICK, 320);
    await visit.page.focus(START);
    await visit.page.keyboard.press("Enter");
    await finished(visit);
    await visit.page.focus("mi-convergence-chart .drawing");
    await visit.page.keyboard.press("End");
    await visit.waitForText("mi-convergence-chart [role=status]", /20,\d+ trainings: 0\.\d+, between/);
    await visit.page.focus("mi-loss-histogram .drawing");
    await visit.page.keyboard.press("ArrowRight");
    await visit.waitForText("mi-loss-histogram [role=status]", /of the trainings without the record/);
    await visit.unfold();
    await visit.fade();
    expect(await visit.width()).toBeLessThanOrEqual(320);
    expect(await visit.axe()).toEqual([]);
    await visit.page.setViewport({ width: 1280, height: 900 });
    await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]).catch(() => {});
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });

  once("keeps estimator and width in the link, and workers and seconds out of it", async () => {
    visit = await open("#v=1");
    await visit.choose("estimator", "mixture");
    await visit.type("width", "0.01");
    await visit.type("workers", "3");
    await visit.type("seconds", "9");
    await visit.page.waitForFunction(() => location.hash === "#v=1&estimator=mixture&width=0.01");
    expect(await visit.text(`${PANEL} .panel-controls .help`)).toContain("with and without the record");
    await visit.page.evaluate(() => {
      location.hash = "#v=1&seed=4";
    });
    await visit.page.waitForFunction(() => document.querySelector<HTMLInputElement>("#field-seed")?.value === "4");
    expect(await visit.field("workers")).toBe("3");
    expect(await visit.field("width")).toBe("");
    await visit.page.$eval(`${PANEL} .quiet`, (button) => (button as HTMLElement).click());
    await visit.page.waitForFunction(() => /seed=\d{3,}/.test(location.hash));
  });

  once("refuses what cannot be simulated, at its control", async () => {
    visit = await open("#v=1&noise=laplace&estimator=control_variate");
    await visit.waitForText(`${PANEL} .cost`, /cannot be simulated: .*estimator/);
    expect(await visit.page.$eval(START, (button) => (button as HTMLButtonElement).disabled)).toBe(true);
    await visit.choose("estimator", "automatic");
    await visit.page.waitForSelector(`${START}:enabled`);
  });

  once("gives its record away", async () => {
    const result = await run(QUICK);
    const text = await visit.page.evaluate(async () => {
      const make = URL.createObjectURL;
      let saved: Blob | null = null;
      URL.createObjectURL = (blob) => {
        saved = blob as Blob;
        return make.call(URL, blob);
      };
      HTMLAnchorElement.prototype.click = () => {};
      document.querySelector<HTMLButtonElement>('[data-action="download"]')?.click();
      return (saved as Blob | null)?.text() ?? "";
    });
    const record = JSON.parse(text);
    expect(record.result).toEqual(result);
    expect(record).toMatchObject({ seed: 5, samples: result.samples, stopped_by: "samples" });
    const [shell] = await visit.page.$$eval(`${PANEL} code`, (lines) => lines.map((line) => line.textContent));
    expect(shell).toBe(record.repeat.shell);
    expect(shell).toContain('"seed":5');
  });
});
