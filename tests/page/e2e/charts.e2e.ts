// The charts as a person reads them: by keys and pointer, two runs at once, and swept over a parameter.
import { describe, expect, it } from "vitest";
import { browsing, ONE_BROWSER, seldom, type Visit } from "./browser";

const SPOKEN = "mi-roc-chart [role=status]";

describe.each(ONE_BROWSER)("charts in %s", (name) => {
  const open = browsing(name);
  let visit: Visit;

  seldom("speak the coordinates of a cursor that keys move, and show those under the pointer", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.focus("mi-roc-chart .drawing");
    await visit.page.keyboard.press("End");
    await visit.waitForText(SPOKEN, "FPR 100%: TPR at most 100%");
    await visit.page.keyboard.press("Home");
    const first = await visit.waitForText(SPOKEN, /FPR (?!100%)/);
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.waitForFunction(
      (selector, old) => document.querySelector(selector)?.textContent !== old,
      {},
      SPOKEN,
      first,
    );
    expect(await visit.text("mi-roc-chart .readout")).toBe(await visit.text(SPOKEN));
    await visit.page.click("#training-part-certainty");
    await visit.page.waitForSelector("mi-precision-chart .drawing svg");
    await visit.page.hover("mi-precision-chart .drawing");
    expect(await visit.waitForText("mi-precision-chart .readout", "FPR")).toContain(
      "members among those named at most",
    );
    expect(await visit.text("mi-precision .frequency")).toMatch(
      /^Of 1000 records .* at most \d+ are members; by blind luck, it would be 500\.$/,
    );
  });

  it("cut no words of a statement on a narrow telephone", async () => {
    visit = await open("#v=1&section=bounds", 320);
    await visit.settle();
    const chart = await visit.page.waitForSelector("mi-comparison-chart");
    await chart?.evaluate((element) => element.scrollIntoView());
    await visit.waitForText("mi-comparison-chart .drawing", /Closed form \+ error term:at most 1\.849: says nothing/);
    const over = await visit.page.$eval("mi-comparison-chart .drawing svg", (svg) => {
      const edge = svg.getBoundingClientRect().right;
      const texts = [...svg.querySelectorAll("text")];
      return texts.filter((text) => text.getBoundingClientRect().right > edge).map((text) => text.textContent);
    });
    expect(over).toEqual([]);
  });

  it("compare the present run with one that is kept, in the link too", async () => {
    visit = await open();
    await visit.settle();
    await visit.page.click('[data-action="keep"]');
    await visit.page.waitForFunction(() => location.hash === "#v=1&b=same");
    await visit.type("noise_multiplier", "2");
    await visit.settle();
    await visit.page.waitForFunction(() => location.hash === "#v=1&noise_multiplier=2&b.noise_multiplier=1.1");
    const table = await visit.waitForText("mi-two-runs table", /Advantage 0\.\d+ 0\.1133/);
    expect(table).toContain("Noise multiplier 2 1.1");
    for (const [part, chart] of [
      ["roc", "mi-roc-chart"],
      ["certainty", "mi-precision-chart"],
      ["settings", "mi-sweep-chart"],
    ] as const) {
      await visit.page.click(`#training-part-${part}`);
      await visit.waitForText(`${chart} .drawing`, "B");
      expect(await visit.page.$$eval(`${chart} .drawing [stroke-dasharray="7 4"]`, (lines) => lines.length)).toBe(1);
    }
    await visit.page.click("#training-part-roc");
    await visit.page.click('[data-action="swap"]');
    await visit.waitForText("mi-two-runs table", "Noise multiplier 1.1 2");
    await visit.page.click('[data-action="drop"]');
    await visit.page.waitForFunction(() => location.hash === "#v=1" && !document.querySelector("mi-two-runs table"));
  });

  it("sweep a schedule over a factor on its noise", async () => {
    visit = await open("#v=1&section=settings&history=4,0.01,400;3,0.02,100");
    await visit.settle();
    await visit.waitForText("mi-sweep-chart .summary", "Advantage while only the noise factor changes");
    await visit.waitForText("mi-sweep-chart .drawing", "the present setting");
    expect(await visit.page.$("#choice-over")).toBeNull();
  });

  it("sweep any quantity over any parameter", async () => {
    visit = await open("#v=1&section=settings");
    await visit.settle();
    await visit.waitForText("mi-sweep-chart .summary", "Advantage while only the noise multiplier changes");
    await visit.choose("sweep", "epsilon");
    await visit.choose("over", "num_steps");
    await visit.waitForText("mi-sweep-chart .summary", "Epsilon at delta 1e-5 while only the steps changes");
    await visit.page.waitForFunction(() => location.hash === "#v=1&section=settings&sweep=epsilon&over=num_steps");
    await visit.waitForText("mi-sweep-chart .drawing", "the present setting");
  });

  it("draw published bounds and a second parameter over a sweep, with a table and the grounds of each line", async () => {
    visit = await open(
      "#v=1&section=settings&noise_multiplier=4&sweep_bounds=shown&second=sample_rate&second_values=0.01,0.02",
    );
    await visit.settle();
    const chart = 'mi-lines-chart[data-chart="sweep"]';
    await visit.page.waitForSelector(`${chart} .drawing svg`);
    const legend = await visit.page.$$eval(`${chart} .line-legend li`, (all) =>
      all.map((one) => one.textContent?.trim()),
    );
    expect(legend.slice(0, 4)).toEqual([
      "This run: exact",
      "sample rate 0.01: exact",
      "sample rate 0.02: exact",
      "Closed form: approximation, no bound",
    ]);
    expect(legend).toHaveLength(11);
    expect(await visit.page.$$eval(`${chart} thead th`, (all) => all.length)).toBe(12);
    expect(await visit.text("mi-sweep .grounds")).toContain("Humphries et al., Theorem 3.1");
    await visit.type("second_values", "0.01, 2");
    await visit.waitForText("#field-second_values-remark", "sample_rate is 2; allowed is above 0 up to 1");
    expect(await visit.page.$eval("#field-second_values", (field) => (field as HTMLInputElement).value)).toBe(
      "0.01, 2",
    );
    await visit.page.waitForSelector(`${chart} .drawing svg`);
  });
});
