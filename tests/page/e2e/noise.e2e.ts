// The noise view: scales, moments and tables from files, noise that is drawn, and a large file.
import { describe, expect, it } from "vitest";
import { BROWSERS, browsing, onceADay, seldom, themesOf, type Visit } from "./browser";
import { cancelReading, choose, chooseLarge, problems, used } from "./files";
import { file, keepFiles } from "./saved";

const SENTENCE = ".big-sentence";
/** 20 MB in rows of 100 bytes. */
const LARGE_ROWS = 200_000;
const LARGE_ROW = `${Array(5).fill("0.12345678901234567").join(",")},-12.345e-3\n`;

const RELEASE = '[data-action="draw-release"]';

/** Where a page can leave what it knows. */
function left(visit: Visit): Promise<Record<string, unknown>> {
  return visit.page.evaluate(async () => ({
    address: location.href,
    title: document.title,
    state: JSON.stringify(history.state),
    entries: history.length,
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    cookies: document.cookie,
    databases: (await indexedDB.databases()).map(({ name }) => name),
    links: Array.from(document.querySelectorAll("a"), ({ href }) => href),
    fields: Array.from(document.querySelectorAll("input"), ({ id, value }) => `${id} ${value}`),
  }));
}

/** A file with remarks before its header. */
function tableOf(text: string): { remarks: string[]; rows: number[][] } {
  const lines = text.trimEnd().split("\n");
  const remarks = lines.filter((line) => line.startsWith("#"));
  const rows = lines.slice(remarks.length + 1).map((line) => line.split(",").map(Number));
  return { remarks, rows };
}

describe.each(BROWSERS)("noise in %s", (name) => {
  const once = onceADay(name);
  const open = browsing(name);
  let visit: Visit;

  once("gives the scale, its charts and its statement, both ways round", async () => {
    visit = await open("#v=1&view=noise&dimension=3");
    await visit.settle();
    expect(await visit.text(SENTENCE)).toContain(
      "no attacker gets more than 600 of 1000 guesses right; blind guessing gets 500",
    );
    await visit.unfold();
    await visit.page.waitForSelector('output[data-figure="scale-printed"]');
    expect(await visit.text('output[data-figure="scale-printed"]')).toBe("3795, not proven");
    expect(await visit.text('output[data-figure="scale-sharp"]')).toBe("4.933 suffices");
    await visit.waitForText("mi-scales-chart .drawing", "Gaussian: 3.948 suffices");
    await visit.page.waitForSelector("mi-lines-chart .drawing svg");
    await visit.choose("noise_question", "noise_scale");
    await visit.type("noise_scale", "4.933");
    await visit.settle();
    expect(await visit.waitForText('output[data-figure="eta-sharp"]', /\d/)).toMatch(/^at most 0.1000|^at most 0.0999/);
    await visit.page.waitForFunction(
      () => location.hash === "#v=1&view=noise&noise_question=noise_scale&noise_scale=4.933&dimension=3",
    );
    const sentence = await visit.text(SENTENCE);
    const second = await open(new URL(visit.page.url()).hash);
    await second.settle();
    expect(await second.text(SENTENCE)).toBe(sentence);
    await second.page.close();
    await visit.type("subset_fraction", "1");
    await visit.waitForText('[id="field-subset_fraction-remark"]', "The subset fraction k/n must be");
  });

  seldom("begins from known settings, which say their numbers and where they stand", async () => {
    visit = await open("#v=1&view=noise");
    await visit.settle();
    await visit.page.click(".presets > summary");
    await visit.page.waitForSelector('[data-preset="mip-small-data"]');
    const menu = await visit.text(".presets .menu");
    expect(menu).toContain("eta 0.01 One number whose standard deviation (sigma_2) is 1");
    expect(menu).toContain("figure 1: M = 2, eta 0.01, n = 36");
    await visit.page.click('[data-preset="mip-small-data"]');
    await visit.waitForText(SENTENCE, "no attacker gets more than 510 of 1000");
    expect(new URL(visit.page.url()).hash).toBe("#v=1&view=noise&noise_moment=sigma_m&eta=0.01&dimension=1");
  });

  once("estimates moments from outputs, warns, and hands them over", async () => {
    visit = await open("#v=1&view=noise&bootstrap=200");
    await visit.settle();
    await choose(visit, "outputs", "\uFEFFw1;w2\r\n0,5;1\r\n1,5;-1\r\n0,5;1\r\n1,5;-1\r\n");
    expect(await visit.waitForText(used("outputs"), "In use")).toContain(
      "4 rows from numbers.csv; 2 columns separated by semicolons, a header, commas read as decimal points",
    );
    await visit.waitForText('output[data-figure="moments-sigma_1"]', /^about/);
    expect(await visit.text("mi-noise-parts .notice")).toContain("An estimated moment is not a bound");
    await visit.page.$$eval("mi-noise-parts button", (buttons) =>
      buttons.find(({ textContent }) => /Use the upper end/.test(textContent ?? ""))?.click(),
    );
    await visit.settle();
    expect(await visit.field("dimension")).toBe("2");
    expect(Number(await visit.field("sigma_1"))).toBeGreaterThan(1);
    await choose(visit, "outputs", "1,2\n");
    await visit.waitForText("mi-noise-parts .problem", "outputs");
    await choose(visit, "outputs", "1,2\n3\n");
    await visit.waitForText(problems("outputs"), "Line 2, column 1: the row has 1 cell; the first row has 2");
  });

  once("finds the exact attacker of a table (E11)", async () => {
    visit = await open("#v=1&view=noise");
    await visit.settle();
    await visit.unfold();
    await choose(visit, "membership", "in,out\n0.6,0.4\n0.4,0.6\n");
    expect(await visit.waitForText('output[data-figure="table-eta-exact"]', /\d/)).toMatch(/^0\.1(000)*$/);
    expect(await visit.text('[data-figure="optimal-attacker"]')).toContain("output 1 “member”");
    await choose(visit, "membership", "in,out\n0.6,0.4\n0.5,0.6\n");
    await visit.waitForText("mi-noise-parts .problem", "table");
  });

  it("draws noise to be released that nothing tells again, and shows the example", async () => {
    visit = await open("#v=1&view=noise&noise_law=gaussian&noise_vectors=3&example_size=12");
    const said: string[] = [];
    visit.page.on("console", (message) => said.push(message.text()));
    await keepFiles(visit);
    await visit.settle();
    await visit.waitForText("mi-noise-parts", "Scale 3.94716 in 10 columns");
    await visit.page.waitForFunction(() => document.querySelectorAll("mi-lines-chart .drawing svg").length === 2);
    await visit.rest();
    // The title follows the answer once nothing has moved for a while.
    await visit.page.waitForFunction(() => document.title === "eta 0.1 – Noise – mi-bounds");
    const before = await left(visit);
    const first = await file(visit, RELEASE);
    await visit.waitForText('[data-figure="drawn"]', /^3 vectors drawn to be released/);
    const second = await file(visit, RELEASE);
    expect(await left(visit)).toEqual(before);
    expect(said).toEqual([]);
    expect([first.name, second.name]).toEqual(["noise-to-release.csv", "noise-to-release.csv"]);
    const [one, other] = [first, second].map(({ content }) => tableOf(content.toString("utf8")));
    expect(one?.remarks).toEqual(other?.remarks);
    expect(one?.remarks.join()).not.toMatch(/seed|key \d/);
    expect(one?.rows.length).toBe(3);
    const numbers = one?.rows.flat() ?? [];
    expect(numbers.length).toBe(30);
    expect(other?.rows.flat().filter((number) => numbers.includes(number))).toEqual([]);
    // Powers of two: the scale over the root of the dimension is 1.248.
    const grid = 2 ** -20;
    expect(one?.remarks.join()).toContain(`2^-20 = ${grid}`);
    expect(numbers.filter((number) => number % grid !== 0)).toEqual([]);
  });

  it("gets nothing from its worker but the noise", async () => {
    visit = await open("#v=1&view=noise&noise_law=gaussian&noise_vectors=2&dimension=1");
    await visit.page.evaluateOnNewDocument(() => {
      const Real = window.Worker;
      const replies: object[] = [];
      Object.assign(window, { replies });
      window.Worker = class extends Real {
        constructor(url: string | URL, options?: WorkerOptions) {
          super(url, options);
          this.addEventListener("message", ({ data }) => replies.push(data));
        }
      };
    });
    await visit.page.reload();
    await keepFiles(visit);
    await visit.settle();
    await visit.waitForText("mi-noise-parts", "in 1 column");
    await file(visit, RELEASE);
    const reply = await visit.page.evaluate(() => {
      const { replies } = window as unknown as { replies: { value?: { purpose?: string } }[] };
      return replies.find(({ value }) => value?.purpose === "release");
    });
    const value = {
      ...{ library_version: expect.any(String), purpose: "release", seed: null, grid: 2 ** -19, columns: 1 },
      ...{ values: [expect.any(Number), expect.any(Number)], method: expect.any(String), erratum: null },
    };
    expect(reply).toEqual({ id: expect.any(Number), kind: "done", value });
  });

  seldom("draws noise again from its seed, and calls it a demonstration", async () => {
    visit = await open("#v=1&view=noise&noise_law=gaussian&noise_vectors=3&seed=5");
    await keepFiles(visit);
    await visit.settle();
    const seeded = '[data-action="draw-demonstration"]';
    await visit.page.waitForSelector(seeded);
    expect(await visit.text(seeded)).toMatch(/for demonstration/);
    const drawn = await file(visit, seeded);
    expect(drawn.name).toBe("noise-demonstration-seed-5.csv");
    expect(tableOf(drawn.content.toString("utf8")).remarks[0]).toMatch(
      /^# For demonstration only, not for release: .* seed 5/,
    );
    expect((await file(visit, seeded)).content).toEqual(drawn.content);
    await visit.waitForText('[data-figure="drawn"]', "3 vectors drawn for demonstration");
  });

  it("reads 20 MB without standing still, and can be stopped", async () => {
    visit = await open("#v=1&view=noise&bootstrap=10");
    await visit.settle();
    await visit.page.waitForSelector('mi-csv-drop[data-table="outputs"] input[type=file]');
    const frames = await chooseLarge(visit, "outputs", LARGE_ROWS, LARGE_ROW);
    // Read in one piece, it would let the page draw once or twice.
    expect(frames).toBeGreaterThan(4);
    expect(await visit.text(used("outputs"))).toContain("200,000 rows");
    await cancelReading(visit, 'mi-csv-drop[data-table="outputs"]', "", LARGE_ROW, 400_000);
    expect(await visit.text(used("outputs"))).toContain("200,000 rows from large.csv");
  });

  // Only Chromium lets a test choose the theme.
  once.each(themesOf(name))("has nothing for axe to find in the %s theme, and fits 320 pixels", async (theme) => {
    visit = await open("#v=1&view=noise&sensitivity=3", 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.settle();
    await visit.unfold();
    await choose(visit, "outputs", "1,2\nx,4\n");
    await visit.waitForText(problems("outputs"), "x");
    await choose(visit, "membership", "0.6,0.4\n0.4,0.6\n");
    await visit.waitForText('output[data-figure="table-eta-exact"]', /\d/);
    await visit.type("fpr", "x");
    await visit.waitForText("#field-fpr-remark", "Enter the FPR");
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
