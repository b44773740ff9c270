// What is taken away, as a reader takes it: the dialog by keyboard, the files as they arrive, the lines for other sites.
import { describe, expect, it } from "vitest";
import { VERSION } from "../../../www/state/version";
import { BROWSERS, browsing, onceADay, seldom, themesOf, type Visit } from "./browser";
import { choose } from "./files";
import { file, keepFiles } from "./saved";

const TABS = ["link", "statement", "data", "code", "cite", "embed"] as const;
const SHOWN = "#share-panel .taken";

async function open(visit: Visit, tab: (typeof TABS)[number]): Promise<void> {
  await visit.settle();
  await visit.page.$eval('[data-action="share"]', (button) => (button as HTMLElement).click());
  await visit.page.waitForSelector("mi-share dialog[open] [role=tab]");
  await visit.page.$eval(`#share-panel-${tab}`, (button) => (button as HTMLElement).click());
  await visit.page.waitForSelector(`#share-panel-${tab}[aria-selected="true"]`);
}

/** Waits until the preview shows its figure: a frame that is left while it loads is a failed request. */
async function previewed(visit: Visit): Promise<void> {
  await visit.page.waitForSelector("mi-share-embed iframe");
  await visit.page.$eval("mi-share-embed iframe", (frame) => frame.scrollIntoView());
  // A document that is being replaced has no body, and what throws in here is never asked again.
  await visit.page.waitForFunction(() => {
    const inside = document.querySelector<HTMLIFrameElement>("mi-share-embed iframe")?.contentDocument;
    return /mi-bounds \d/.test(inside?.querySelector("body > *")?.shadowRoot?.textContent ?? "");
  });
}

/** A link that is sent says which version made it. */
function sent(address: string): string {
  return address.replace("#v=1", `#v=1&made=${VERSION}`);
}

describe.each(BROWSERS)("taking it away in %s", (name) => {
  const once = onceADay(name);
  const visiting = browsing(name);
  let visit: Visit;

  it("is a dialog that keys alone open, walk and leave", async () => {
    visit = await visiting();
    await visit.settle();
    await visit.page.focus('[data-action="share"]');
    await visit.page.keyboard.press("Enter");
    await visit.page.waitForSelector("mi-share dialog[open] [role=tab]");
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute("role") === "tab");
    await visit.page.keyboard.press("Home");
    await visit.page.keyboard.press("ArrowRight");
    await visit.page.waitForSelector('#share-panel-statement[aria-selected="true"]');
    await visit.waitForText(SHOWN, "the best possible attacker gets at most 557 right");
    await visit.page.keyboard.press("End");
    await visit.page.waitForSelector('#share-panel-embed[aria-selected="true"]');
    await previewed(visit);
    await visit.page.keyboard.press("Home");
    await visit.waitForText(SHOWN, new RegExp(`#v=1&made=${VERSION}$`));
    await visit.page.keyboard.press("Escape");
    await visit.page.waitForFunction(() => !document.querySelector("dialog[open]"));
    await visit.page.waitForFunction(() => document.activeElement?.getAttribute("data-action") === "share");
  });

  once("says in each text what the page says", async () => {
    visit = await visiting("#v=1&noise_multiplier=2");
    await open(visit, "statement");
    const shown = Number.parseFloat(await visit.text('output[data-figure="advantage"]'));
    expect(await visit.text(SHOWN)).toContain(`Advantage: ${shown}`);
    await open(visit, "cite");
    expect(await visit.text(SHOWN)).toContain("noise_multiplier=2");
    await open(visit, "code");
    expect(await visit.text(SHOWN)).toContain('"noise_multiplier": 2');
    await visit.page.select("#share-language", "dp_accounting");
    await visit.waitForText(SHOWN, "from dp_accounting.pld import PLDAccountant");
  });

  it("gives the result as files", async () => {
    visit = await visiting("#v=1&noise_multiplier=2");
    await keepFiles(visit);
    await open(visit, "data");
    const json = await file(visit, "mi-share-data mi-download-button:nth-of-type(1) button");
    expect(json.name).toBe("mi-bounds-training-noise2-rate0.004267-steps3516.json");
    expect(json.type).toBe("application/json");
    const read = JSON.parse(json.content.toString("utf8"));
    expect(read.result.advantage.kind).toBe("exact");
    expect(read.link).toBe(sent(visit.page.url()));
    const csv = await file(visit, "mi-share-data .buttons:nth-of-type(2) mi-download-button button");
    expect(csv.name).toMatch(/\.csv$/);
    expect(csv.content.toString("utf8")).toContain(String(read.result.advantage.upper));
  });

  seldom.each(["guarantee", "calibrate", "attributes", "noise"])("works in the view %s", async (view) => {
    visit = await visiting(`#v=1&view=${view}`);
    await keepFiles(visit);
    await open(visit, "data");
    const json = await file(visit, "mi-share-data mi-download-button:nth-of-type(1) button");
    expect(JSON.parse(json.content.toString("utf8")).function).toBe(view);
    await open(visit, "statement");
    expect(await visit.text(SHOWN)).toContain(`Computed with: mi-bounds ${VERSION}: ${sent(visit.page.url())}`);
    await open(visit, "embed");
    expect(await visit.waitForText(SHOWN, "embed.html#")).toContain(`figure=${view}`);
    const preview = await visit.page.$eval("mi-share-embed iframe", (frame) => frame.getAttribute("src"));
    expect(preview).toBe(`./${VERSION}/embed.html#v=1&figure=${view}`);
    await previewed(visit);
  });

  seldom("lets the author choose the sliders, and shows them at the width that is typed", async () => {
    visit = await visiting();
    await open(visit, "embed");
    await visit.page.select("#embed-figure", "calculator");
    await visit.page.select("#embed-controls", "sliders");
    await visit.page.click("#embed-slider-epochs");
    await visit.page.click("#embed-slider-prior");
    await visit.page.type("#embed-width", "1100");
    const lines = await visit.waitForText(SHOWN, 'width="1100"');
    expect(lines).toContain("controls=sliders&amp;sliders=noise_multiplier,batch_size,prior");
    // It begins when it is seen.
    await visit.page.$eval("mi-share-embed iframe", (frame) => frame.scrollIntoView());
    // What is drawn after the answer changes the height again: frame, body and lines are compared at one moment.
    await visit.page.waitForFunction(
      (shown) => {
        const frame = document.querySelector<HTMLIFrameElement>("mi-share-embed iframe");
        const body = frame?.contentDocument?.body;
        const answered = body?.firstElementChild?.shadowRoot?.querySelector(".colophon span");
        if (!frame || !body || !answered) return false;
        const said = document.querySelector(shown)?.textContent?.includes(`height="${frame.clientHeight}"`);
        return said && Math.abs(body.getBoundingClientRect().height - frame.clientHeight) <= 1;
      },
      {},
      SHOWN,
    );
    expect(await visit.page.$eval("mi-share-embed iframe", (frame) => frame.clientWidth)).toBe(1100);
    expect(await visit.text(SHOWN)).toContain('frameborder="0"');
  });

  seldom("says which header the site of the script has to send", async () => {
    visit = await visiting();
    await open(visit, "embed");
    await visit.waitForText("mi-share-embed details", "frame.js is a module");
    await visit.waitForText("mi-share-embed details", "Access-Control-Allow-Origin: *");
    await visit.page.type("#embed-height", "400");
    await visit.waitForText("mi-share-embed details", "With a height of your own there is no script");
    await visit.page.select("#embed-form", "element");
    await visit.waitForText("mi-share-embed details", "elements.js is a module");
  });

  seldom("embeds no file", async () => {
    visit = await visiting("#v=1&view=attributes");
    await visit.settle();
    await visit.choose("distance_source", "steps");
    await choose(visit, "distances", "0.5\n0.25\n");
    await open(visit, "embed");
    await visit.waitForText("#share-panel", "An embed holds no file.");
  });

  it("saves a chart as a picture in light colours, and its numbers", async () => {
    visit = await visiting();
    // Only Chromium lets a test choose the theme.
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    await keepFiles(visit);
    await visit.settle();
    await visit.page.waitForSelector("mi-roc-chart .drawing svg");
    const svg = await file(visit, 'mi-roc-chart [data-save="svg"]');
    expect(svg.name).toBe("mi-bounds-roc-noise1.1-rate0.004267-steps3516.svg");
    const text = svg.content.toString("utf8");
    expect(text).toContain("ROC curve of the best possible attacker");
    expect(text).toContain("Noise multiplier 1.1");
    expect(text).toContain(`mi-bounds ${VERSION}`);
    expect(text).toContain('fill="#fdfcf9"');
    expect(text).not.toMatch(/var\(|currentcolor|<script|<style|class="cursor"/i);
    const [problem, width, height] = await visit.page.evaluate((markup) => {
      const read = new DOMParser().parseFromString(markup, "image/svg+xml");
      const root = read.documentElement;
      return [
        read.querySelector("parsererror")?.textContent ?? null,
        root.getAttribute("width"),
        root.getAttribute("height"),
      ];
    }, text);
    expect(problem).toBeNull();

    const png = await file(visit, 'mi-roc-chart [data-save="png"]');
    expect(png.content.subarray(1, 4).toString("latin1")).toBe("PNG");
    expect([png.content.readUInt32BE(16), png.content.readUInt32BE(20)]).toEqual([
      2 * Number(width),
      2 * Number(height),
    ]);
    // A picture with nothing drawn in it would be far smaller.
    expect(png.content.length).toBeGreaterThan(10_000);

    const csv = await file(visit, 'mi-roc-chart [data-save="csv"]');
    const rows = csv.content.toString("utf8").trim().split("\r\n");
    expect(rows[0]).toBe("FPR,lower,upper");
    expect(rows).toHaveLength(122);
    await visit.page.click("#training-part-bounds");
    await visit.page.waitForSelector("mi-comparison-chart .drawing svg");
    const table = await file(visit, 'mi-comparison-chart [data-save="csv"]');
    expect(table.content.toString("utf8")).toMatch(
      /^statement,advantage,lower,upper,kind,theorem\r\nExact,0\.1133476\d{9,},/,
    );
  });

  once("builds lines for another site, and shows what they give", async () => {
    visit = await visiting("#v=1&noise_multiplier=2");
    await open(visit, "embed");
    expect(await visit.text(SHOWN)).toContain(`${new URL(".", visit.page.url()).href}${VERSION}/embed.html`);
    await visit.page.select("#embed-figure", "roc");
    await visit.page.select("#embed-theme", "dark");
    await visit.page.select("#embed-form", "element");
    await visit.page.$eval("#embed-site", (field) => {
      (field as HTMLInputElement).value = "https://docs.example.org/risk";
      field.dispatchEvent(new Event("change"));
    });
    const lines = await visit.waitForText(SHOWN, "https://docs.example.org/risk/");
    expect(lines).toContain('<mi-roc noise-multiplier="2" theme="dark"');
    expect(lines).toContain("Of 1000 guesses, the best possible attacker gets");
    await visit.page.type("#embed-width", "12x");
    await visit.waitForText("#embed-width-note", '"12x" is no size');
    const preview = await visit.page.$eval("mi-share-embed iframe", (frame) => frame.getAttribute("src"));
    expect(preview).toBe(`./${VERSION}/embed.html#v=1&figure=roc&theme=dark&noise_multiplier=2`);
    const depth = await visit.page.evaluate(() => history.length);
    await visit.page.select("#embed-figure", "compare");
    await visit.waitForText(SHOWN, "<mi-compare");
    expect(await visit.page.evaluate(() => history.length)).toBe(depth);
  });

  once.each(themesOf(name))("has nothing for axe to find in the %s theme, at 320 px", async (theme) => {
    visit = await visiting("", 320);
    if (name === "chromium") await visit.page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
    for (const tab of TABS) {
      await open(visit, tab);
      await visit.page.$$eval("mi-share details", (all) => {
        for (const details of all) details.open = true;
      });
      const wide = await visit.page.$eval(
        "mi-share dialog",
        ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
      );
      expect(wide, tab).toBeLessThanOrEqual(0);
      expect(await visit.width()).toBeLessThanOrEqual(320);
      await visit.fade();
      expect(await visit.axe("mi-share"), tab).toEqual([]);
    }
  });
});
