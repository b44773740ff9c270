// The register: a table that sorts, entries with an address of their own that lead on, and pages without script.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, themesOf, type Visit } from "./browser";
import { file, keepFiles } from "./saved";

const REGISTER = "#v=1&view=register";
const ENTRY = `${REGISTER}&entry=tf-privacy-mnist-noise-1.1`;
const LIVE = '[data-computed="live"]';

const column = (visit: Visit, name: string) =>
  visit.page.$$eval(`mi-register-table tbody [data-column="${name}"]`, (cells) =>
    cells.map((cell) => cell.textContent?.trim() ?? ""),
  );

async function sort(visit: Visit, name: string, order: "ascending" | "descending"): Promise<void> {
  await visit.page.click(`mi-register-table th[data-column="${name}"] button`);
  await visit.page.waitForSelector(`mi-register-table th[data-column="${name}"][aria-sort="${order}"]`);
}

describe.each(ONE_BROWSER)("the register in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("opens from the bar, sorts, and opens an entry that has an address of its own", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click('mi-nav a[href*="view=register"]');
    expect(await visit.waitForText('[data-figure="summary"]', "deployments")).toMatch(
      /^Of \d\d trainings and \d\d dep/,
    );
    await visit.page.waitForSelector("mi-register-chart .drawing svg");
    const all = (await column(visit, "advantage")).length;
    expect(all).toBeGreaterThan(60);

    await sort(visit, "claimed", "ascending");
    await sort(visit, "claimed", "descending");
    const claimed = (await column(visit, "claimed")).filter((text) => text !== "–").map(Number);
    expect(claimed).toEqual([...claimed].sort((a, b) => b - a));
    expect((await column(visit, "claimed")).at(-1)).toBe("–");
    await visit.page.select("#register-kind", "different");
    await visit.page.waitForFunction(
      (most) => document.querySelectorAll("mi-register-table tbody tr").length < most,
      {},
      all,
    );

    await visit.page.click('[data-entry="tf-privacy-mnist-noise-1.1"] a');
    await visit.page.waitForFunction((wanted) => location.hash === wanted, {}, ENTRY);
    await visit.page.waitForSelector(LIVE);
    expect(await visit.text(".register h2")).toBe("TensorFlow Privacy, MNIST with noise 1.1");
    expect(await visit.text('[data-figure="claim"]')).toBe("epsilon 3.01 at delta 1e-5");
    expect(await visit.text('[data-figure="comparison"]')).toContain("26% above the certified one (2.380)");
    expect(await visit.text('output[data-figure="register-advantage"]')).toBe("0.2243");
    expect(await visit.text('output[data-figure="as-run-advantage"]')).toMatch(/^between 0\.73\d* and 1\.000$/);
    await visit.page.goBack();
    await visit.page.waitForSelector("mi-register-table");
  });

  it("leads from an entry to the training, with the same figure", async () => {
    visit = await open(ENTRY);
    await visit.page.waitForSelector(LIVE);
    await visit.page.click('[data-opens="training"]');
    await visit.settle();
    expect(await visit.field("noise_multiplier")).toBe("1.1");
    expect(await visit.text('output[data-figure="advantage"]')).toContain("0.2243");
  });

  seldom("leads from a guarantee to the view of guarantees, and says so of what is no entry", async () => {
    visit = await open(`${REGISTER}&entry=vaultgemma`);
    await visit.page.waitForSelector(LIVE);
    expect(await visit.text('output[data-figure="register-advantage"]')).toBe("at most 0.7616");
    await visit.page.click('[data-opens="guarantee"]');
    await visit.settle();
    expect(await visit.text('output[data-figure="advantage"]')).toContain("0.7616");
    const other = await open(`${REGISTER}&entry=nobody`);
    await other.waitForText(".notice", "The register has no entry “nobody”");
    await other.page.waitForSelector("mi-register-table");
  });
});

describe.each(ONE_BROWSER)("an entry of the register in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  it("loads nothing of the register before its view is open", async () => {
    visit = await open();
    await visit.rest();
    const loaded = () =>
      visit.page.evaluate(() => performance.getEntriesByType("resource").map((entry) => entry.name.split("/").at(-1)));
    expect((await loaded()).filter((file) => /^(register|published-)/.test(file ?? ""))).toEqual([]);
  });

  seldom("is shared as link, data and citation, and as an embed", async () => {
    visit = await open(ENTRY);
    await keepFiles(visit);
    await visit.page.waitForSelector(LIVE);
    await visit.page.click('[data-action="share"]');
    await visit.page.waitForSelector("mi-share-panel [role=tab]");
    const tabs = await visit.page.$$eval("mi-share-panel [role=tab]", (all) =>
      all.map((tab) => tab.textContent?.trim()),
    );
    expect(tabs).toEqual(["Link", "Data", "Cite", "Embed"]);
    expect(await visit.text("mi-share-panel pre")).toContain("view=register&entry=tf-privacy-mnist-noise-1.1");
    await visit.page.click("#share-panel-cite");
    expect(await visit.waitForText("mi-share-panel pre", "@")).toContain("mahloujifar2022optimal");
    await visit.page.click("#share-panel-data");
    const saved = await file(visit, "mi-share-data mi-download-button button");
    expect(saved.name).toBe("mi-bounds-register-tf-privacy-mnist-noise-1.1.json");
    expect(JSON.parse(saved.content.toString()).entries[0]).toMatchObject({ id: "tf-privacy-mnist-noise-1.1" });
  });

  it("has a page that stands without script", async () => {
    visit = await open("register/vaultgemma.html", 320);
    expect(await visit.page.title()).toContain("VaultGemma 1B");
    expect(await visit.width()).toBeLessThanOrEqual(320);
    expect(await visit.axe()).toEqual([]);
    // Only Chromium lets a test turn scripts off.
    if (name === "chromium") {
      await visit.page.setJavaScriptEnabled(false);
      await visit.page.reload();
    }
    expect(await visit.text("main")).toContain("at most 0.7616");
    const all = await open("register/index.html");
    expect(await all.axe()).toEqual([]);
    expect(await all.page.$$eval("tbody tr", (rows) => rows.length)).toBeGreaterThan(60);
  });

  // Only Chromium lets a test choose the theme.
  it.each(
    themesOf(name).flatMap((theme) => [
      [theme, REGISTER],
      [theme, ENTRY],
    ]),
  )("has nothing for axe to find in the %s theme, and fits 320 pixels: %s", async (theme, fragment) => {
    visit = await open(fragment, 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    await visit.page.waitForSelector(fragment === ENTRY ? LIVE : "mi-register-table tbody tr");
    await visit.unfold();
    expect(await visit.width()).toBeLessThanOrEqual(320);
    await visit.fade();
    expect(await visit.axe()).toEqual([]);
  });
});
