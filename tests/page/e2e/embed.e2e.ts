// The elements and the iframe on somebody else's pages.
import { readFile } from "node:fs/promises";
import type { Browser } from "puppeteer-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FIGURE_NAMES } from "../../../www/state/embeds";
import { ALL, BROWSERS, launch, onceADay, seldom } from "./browser";
import { Guest, PUBLISHED, Site } from "./host";

/** What docs/embedding.md says that a host's policy must allow at least. */
const LEAST = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";
const RUN = 'noise-multiplier="1.1" batch-size="256" dataset-size="60000" epochs="15"';
const GOLDEN = /0\.11334760265/;

function host(body: string, { policy = LEAST, head = "", script = "/mi/0.1.0/elements.js" } = {}): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Somebody's documentation</title>
    <meta http-equiv="Content-Security-Policy" content="${policy}">${head}
    <link rel="stylesheet" href="/host.css"><script type="module" src="${script}"></script></head>
    <body><main><h1>Privacy of our model</h1>${body}</main></body></html>`;
}

describe.each(BROWSERS)("embeds in %s", (name) => {
  const once = onceADay(name);
  let browser: Browser;
  let site: Site;

  beforeAll(async () => {
    browser = await launch(name);
    site = await new Site({ "/mi/0.1.0/": { folder: PUBLISHED } }).open();
  });
  beforeEach(() => site.set("/host.css", "p { font-size: 40px; color: red } .far { height: 4000px }"));
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  async function visit(page: string, width?: number): Promise<Guest> {
    site.asked.length = 0;
    site.set("/page.html", page);
    return Guest.open(browser, `${site.url}/page.html`, width);
  }

  const styled = `${LEAST}; style-src 'self'`;

  it("shows the certified number under the least policy, without a word of complaint", async () => {
    const guest = await visit(
      host(`<mi-advantage ${RUN}></mi-advantage><mi-roc ${RUN}></mi-roc>`).replace(/<link.*css">/, ""),
    );
    expect(await guest.shown("mi-advantage", GOLDEN)).toContain("exact, certified");
    await guest.shown("mi-roc", /0\.261% of the members at 0\.1%/);
    // The drawing follows the numbers, once the chart library has come.
    await guest.page.waitForFunction(
      () => document.querySelector("mi-roc")?.shadowRoot?.querySelectorAll(".drawing svg").length === 1,
    );
    const link = await guest.page.$eval("mi-roc", (host) => host.shadowRoot?.querySelector("a")?.href);
    expect(link).toBe(`${site.url}/mi/index.html#v=1`);
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });

  it("begins when it is seen, and all share one worker and one instance", async () => {
    const policy = styled;
    const guest = await visit(
      host(
        `<div class="far"></div><mi-advantage ${RUN}>Text of the author.</mi-advantage>
        <mi-roc ${RUN}></mi-roc><mi-compare ${RUN} b-sigma="2"></mi-compare><mi-calibrate></mi-calibrate>`,
        { policy },
      ),
    );
    // An observer of what is seen speaks within a frame.
    await guest.page.evaluate(() => customElements.whenDefined("mi-calibrate").then(() => {}));
    await guest.faded();
    await guest.page.waitForNetworkIdle({ idleTime: 100 });
    expect(site.times(/exact\.js|wasm|session/)).toBe(0);
    expect(await guest.page.$eval("mi-advantage", (host) => (host as HTMLElement).innerText)).toBe(
      "Text of the author.",
    );
    for (const embed of ["mi-advantage", "mi-roc", "mi-compare", "mi-calibrate"]) {
      await guest.page.$eval(embed, (host) => host.scrollIntoView());
      await guest.shown(embed, /mi-bounds 0\.1\.0/);
    }
    expect(site.times(/exact\.js/)).toBe(1);
    expect(site.times(/mi_bounds_first_bg.*wasm/), "for the first number").toBe(1);
    expect(site.times(/mi_bounds_bg.*wasm/), "for all others").toBe(1);
    const slot = await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("slot")?.hidden);
    expect(slot, "the author's text gives way to the figure").toBe(true);
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });

  once("says what is wrong with an attribute, and shows no figure of a default", async () => {
    const guest = await visit(
      host(`<mi-advantage noise-multiplier="-3" bacth-size="2" controls="all">Text of the author.</mi-advantage>`, {
        policy: styled,
      }),
    );
    const text = await guest.shown("mi-advantage", /is not one of this element/);
    expect(
      await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("output, mi-headline")),
    ).toBe(null);
    expect(await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("slot")?.hidden)).toBe(
      false,
    );
    expect(text).toContain("noise_multiplier is -3; allowed is from 0.0001 up to 10000");
    expect(text).toContain("The attribute bacth-size is not one of this element");
    expect(text).toContain('controls is "all"; allowed are none, sliders, full');
    await guest.page.close();
  });

  const shown = [
    ["guarantee", 'epsilon="1" delta="0"', /at most 732 right/, /≤ 0\.462\d/, "mi-roc-chart"],
    [
      "attributes",
      'gradient-distance="0.5" num-steps="100"',
      /guesses which of two values a record has/,
      /≤ 0\.01271/,
      "mi-lines-chart",
    ],
    ["noise", 'eta="0.1" dimension="3"', /more than 600 of 1000 guesses right/, /3\.948 suffices/, "mi-lines-chart"],
    ["audit", 'true-positives="200"', /These results refute the declared run/, /≤ \d\.\d×10⁻/, "mi-audit-chart"],
  ] as const;
  // Attribute inference computes longest.
  const byDay = shown.filter(([figure]) => ALL || figure !== "attributes");
  once.each(byDay)("shows headline, side, assumption and chart: %s", async (figure, given, said, number, chart) => {
    const embed = `mi-${figure}`;
    const guest = await visit(host(`<${embed} ${given}>Text of the author.</${embed}>`, { policy: styled }));
    await guest.shown(embed, said);
    const text = await guest.shown(embed, /Assumed: /);
    expect(text).toMatch(number);
    expect(text).toContain("upper bound");
    await guest.page.$eval(
      embed,
      ({ shadowRoot }, where) => shadowRoot?.querySelector(where)?.scrollIntoView(),
      chart as string,
    );
    await guest.page.waitForFunction(
      (name, where) => document.querySelector(name)?.shadowRoot?.querySelector(`${where} .drawing svg`),
      {},
      embed,
      chart,
    );
    expect(await guest.page.$eval(embed, ({ shadowRoot }) => shadowRoot?.querySelectorAll("form").length)).toBe(0);
    const link = await guest.page.$eval(embed, ({ shadowRoot }) => shadowRoot?.querySelector("a")?.href);
    expect(link).toContain(`${site.url}/mi/index.html#v=1&view=${figure}`);
    expect(guest.complaints).toEqual([]);
    await guest.page.$eval(embed, (element) => element.setAttribute("fpr", "two"));
    await guest.shown(embed, /fpr "two" is not a number/);
    expect(await guest.page.$eval(embed, ({ shadowRoot }) => shadowRoot?.querySelector("output"))).toBe(null);
    await guest.page.close();
  });

  once("shows an entry of the register anew, and all of them as a chart", async () => {
    const guest = await visit(
      host(`<mi-register entry="vaultgemma"></mi-register><mi-register id="all"></mi-register>`, { policy: styled }),
    );
    const text = await guest.shown("mi-register", /Computed now, in this page\./);
    expect(text).toMatch(/at most 0\.7616.*Assumed of all of them:.*As stated in/s);
    const link = await guest.page.$eval("mi-register", ({ shadowRoot }) =>
      [...(shadowRoot?.querySelectorAll<HTMLAnchorElement>(".colophon a") ?? [])].map(({ href }) => href),
    );
    expect(link).toEqual([`${site.url}/mi/index.html#v=1&view=register&entry=vaultgemma`]);
    await guest.page.$eval("#all", (element) => element.scrollIntoView());
    await guest.shown("#all", /claim more than is certified/);
    await guest.page.waitForFunction(() =>
      document.querySelector("#all")?.shadowRoot?.querySelector("mi-register-chart .drawing svg"),
    );
    await guest.page.$eval("mi-register", (element) => element.setAttribute("entry", "nobody"));
    await guest.shown("mi-register", /entry is "nobody"; the register has none of that name/);
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });

  once("runs an experiment by itself, and anew when its button is pressed", async () => {
    const guest = await visit(
      host(`<mi-laboratory noise-multiplier="1" trials="2000" num-steps="1"></mi-laboratory>`, { policy: styled }),
    );
    await guest.shown("mi-laboratory", /Done: 2000 trainings[\s\S]*shows an advantage of/);
    await guest.page.waitForFunction(() =>
      document.querySelector("mi-laboratory")?.shadowRoot?.querySelector("mi-experiment-chart .drawing svg"),
    );
    expect(
      await guest.page.$eval("mi-laboratory", ({ shadowRoot }) => shadowRoot?.querySelectorAll("input").length),
    ).toBe(0);
    await guest.page.$eval("mi-laboratory", (element) => element.setAttribute("trials", "3000"));
    await guest.shown("mi-laboratory", /of other settings: .*Press Run/);
    await guest.page.$eval("mi-laboratory", ({ shadowRoot }) =>
      shadowRoot?.querySelector<HTMLButtonElement>("button.primary")?.click(),
    );
    await guest.shown("mi-laboratory", /Done: 3000 trainings/);
    await guest.page.$eval("mi-laboratory", (element) => element.setAttribute("trials", "two"));
    await guest.shown("mi-laboratory", /trials "two" is not a number/);
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });

  once("has the sliders that its author names, and says which ones it knows", async () => {
    const guest = await visit(
      host(
        `<mi-calculator ${RUN} sliders="sigma prior"></mi-calculator>
        <mi-noise sliders="eta speed"></mi-noise>`,
        { policy: styled },
      ),
    );
    const fields = (embed: string) =>
      guest.page.$eval(embed, ({ shadowRoot }) =>
        Array.from(shadowRoot?.querySelectorAll("form.sliders input[type=text]") ?? [], ({ id }) => id),
      );
    await guest.shown("mi-calculator", GOLDEN);
    expect(await fields("mi-calculator")).toEqual(["field-noise_multiplier", "field-prior"]);
    await guest.page.$eval("mi-noise", (element) => element.scrollIntoView());
    await guest.shown(
      "mi-noise",
      /sliders names "speed", which moves nothing here; allowed are eta, sigma_1, dimension.* The usual ones are shown/,
    );
    await guest.shown("mi-noise", /suffices/);
    expect(await fields("mi-noise")).toEqual(["field-eta", "field-sigma_1", "field-dimension"]);
    const frame = `${site.url}/mi/0.1.0/embed.html#v=1&figure=calculator&sliders=noise_multiplier,epochs`;
    await guest.page.goto(frame);
    await guest.shown("mi-calculator", GOLDEN);
    expect(await fields("mi-calculator")).toEqual(["field-noise_multiplier", "field-epochs"]);
    await guest.page.close();
  });

  it("takes the theme of its attribute, or of the page around it; no style passes the border", async () => {
    const guest = await visit(
      host(`<p>Ours.</p><mi-advantage id="auto"></mi-advantage><mi-advantage id="dark" theme="dark"></mi-advantage>`, {
        policy: styled,
      }),
    );
    await guest.shown("#auto", GOLDEN);
    await guest.shown("#dark", GOLDEN);
    const sentence = ".words";
    expect(await guest.style("#auto", sentence, "font-size")).toBe("14px");
    expect(await guest.style("#auto", sentence, "color")).toBe("rgb(29, 28, 26)");
    expect(await guest.style("#dark", sentence, "color")).toBe("rgb(233, 230, 223)");
    expect(await guest.style("#dark", ".embed", "background-color")).toBe("rgb(23, 24, 27)");
    await guest.page.evaluate(() => {
      document.documentElement.style.colorScheme = "dark";
      document.documentElement.style.setProperty("--mi-gain", "rgb(1, 2, 3)");
    });
    expect(await guest.style("#auto", sentence, "color")).toBe("rgb(233, 230, 223)");
    expect(await guest.style("#auto", ".gain", "color"), "themed by the host's custom property").toBe("rgb(1, 2, 3)");
    expect(await guest.page.$eval("main > p", (p) => getComputedStyle(p).fontSize)).toBe("40px");
    await guest.page.close();
  });

  once("tells of the reader's change, leaves the attributes alone, and follows them", async () => {
    const guest = await visit(host(`<mi-advantage ${RUN} controls="sliders"></mi-advantage>`, { policy: styled }));
    await guest.shown("mi-advantage", GOLDEN);
    const said = await guest.page.$eval("mi-advantage", (host) => {
      const heard: string[] = [];
      document.body.addEventListener("mi-change", (event) => heard.push((event as CustomEvent).detail.fragment));
      const field = host.shadowRoot?.querySelector<HTMLInputElement>("#field-noise_multiplier");
      if (field) field.value = "2";
      field?.dispatchEvent(new Event("input", { bubbles: true }));
      return { heard, ranges: host.shadowRoot?.querySelectorAll("input[type=range]").length };
    });
    expect(said).toEqual({ heard: ["v=1&noise_multiplier=2"], ranges: 3 });
    await guest.shown("mi-advantage", /0\.05369/);
    expect(await guest.page.$eval("mi-advantage", (host) => host.getAttribute("noise-multiplier"))).toBe("1.1");
    await guest.page.$eval("mi-advantage", (host) => host.setAttribute("epochs", "30"));
    await guest.shown("mi-advantage", /0\.1597/);
    await guest.page.close();
  });

  it("keeps the author's text and says why, where the policy forbids the worker", async () => {
    const policy = "default-src 'none'; script-src 'self'; worker-src 'none'; connect-src 'self'; style-src 'self'";
    const guest = await visit(host(`<mi-advantage>At most 557 of 1000.</mi-advantage>`, { policy }));
    await guest.shown("mi-advantage", /cannot be computed here/);
    expect(await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("slot")?.hidden)).toBe(
      false,
    );
    await guest.page.close();
  });

  it.runIf(ALL)("has no fault that axe finds, light and dark, and leaves the page's outline alone", async () => {
    for (const theme of ["light", "dark"]) {
      const all = FIGURE_NAMES.map(
        (figure) =>
          `<mi-${figure} theme="${theme}" controls="${figure === "roc" ? "sliders" : "full"}" b-epochs="30"></mi-${figure}>`,
      );
      const guest = await visit(
        host(all.join(""), {
          policy: `${styled}; script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'`.replace(
            /script-src 'self' 'wasm-unsafe-eval';/,
            "",
          ),
        }),
      );
      for (const figure of FIGURE_NAMES) {
        await guest.page.$eval(`mi-${figure}`, (host) => host.scrollIntoView());
        await guest.shown(`mi-${figure}`, /mi-bounds 0\.1\.0/);
      }
      await guest.faded();
      expect(await guest.axe()).toEqual([]);
      const headings = await guest.page.$$eval(
        "main > *",
        (hosts) =>
          hosts
            .flatMap((host) => [...(host.shadowRoot?.querySelectorAll("h1,h2,h3,h4") ?? [])])
            .filter((heading) => heading.getAttribute("role") !== "presentation").length,
      );
      expect(headings).toBe(0);
      await guest.page.close();
    }
  });

  it("works from another origin, by a worker from a blob", async () => {
    const other = await new Site({ "/0.1.0/": { folder: PUBLISHED } }, { "access-control-allow-origin": "*" }).open();
    const policy = `default-src 'none'; script-src ${other.url} 'wasm-unsafe-eval'; worker-src blob: ${other.url}; connect-src ${other.url}; style-src 'self'`;
    const guest = await visit(
      host(`<mi-advantage ${RUN}></mi-advantage>`, { policy, script: `${other.url}/0.1.0/elements.js` }),
    );
    await guest.shown("mi-advantage", GOLDEN);
    expect(await guest.page.$eval("mi-advantage", (host) => host.shadowRoot?.querySelector("a")?.href)).toBe(
      `${other.url}/index.html#v=1`,
    );
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
    await other.close();
  });

  it("gives an iframe its height, one added later too, and hears no strangers", async () => {
    const policy = "default-src 'none'; script-src 'self'; frame-src 'self'";
    const lie = '{ source: "mi-bounds", type: "height", height: 5000 }';
    site.set("/stranger.html", `<script>parent.postMessage(${lie}, "*"); frameElement.name = "has spoken"</script>`);
    const frame = (figure: string) =>
      `<iframe title="${figure}" width="600" src="/mi/0.1.0/embed.html#v=1&amp;figure=${figure}&amp;noise_multiplier=1.1"></iframe>`;
    const guest = await visit(
      host(`${frame("advantage")}<iframe id="stranger" title="Stranger" src="/stranger.html"></iframe>`, {
        policy,
        script: "/mi/0.1.0/frame.js",
      }).replace(/<link.*css">/, ""),
    );
    const height = (index: number) =>
      guest.page.$$eval("iframe", (all, i) => all[i]?.getBoundingClientRect().height ?? 0, index);
    await guest.page.waitForFunction(
      () => document.querySelector<HTMLIFrameElement>("#stranger")?.name === "has spoken",
    );
    const inside = guest.page.frames().find((each) => each.url().includes("figure=advantage"));
    await inside?.waitForFunction(() =>
      /mi-bounds 0\.1\.0/.test(document.querySelector("mi-advantage")?.shadowRoot?.textContent ?? ""),
    );
    await inside?.waitForFunction(() => document.documentElement.scrollHeight === innerHeight);

    const before = await height(0);
    await guest.page.evaluate(() => postMessage({ source: "mi-bounds", type: "height", height: 5000 }, "*"));
    await guest.page.evaluate(() => {
      const late = document.createElement("iframe");
      late.src = "/mi/0.1.0/embed.html#v=1&figure=roc";
      late.title = "roc";
      document.querySelector("main")?.append(late);
    });
    await guest.page.waitForFunction(
      () => ([...document.querySelectorAll("iframe")].at(-1)?.getBoundingClientRect().height ?? 0) > 300,
    );
    expect(await height(0)).toBe(before);
    expect(await height(1)).toBeLessThan(300);
    expect(guest.complaints.filter((text) => !/404/.test(text))).toEqual([]);
    await guest.page.close();
  });

  describe("the theme of iframes", () => {
    let other: Site;
    const frame = (id: string, base: string, rest = "") =>
      `<iframe id="${id}" title="${id}" width="600" src="${base}/0.1.0/embed.html#v=1&amp;figure=advantage&amp;controls=sliders${rest}"></iframe>`;

    beforeAll(async () => {
      other = await new Site({ "/0.1.0/": { folder: PUBLISHED } }).open();
    });
    afterAll(() => other?.close());

    /** A host page; every page in it, the frames' too, keeps what it hears. */
    async function hosted(frames: string, css: string): Promise<Guest> {
      site.set("/host.css", css);
      const policy = `default-src 'none'; script-src 'self'; frame-src 'self' ${other.url}; style-src 'self'`;
      site.set("/page.html", host(frames, { policy, script: "/mi/0.1.0/frame.js" }));
      const guest = await Guest.open(browser, "about:blank");
      await guest.page.evaluateOnNewDocument(() => {
        const heard: unknown[] = [];
        Object.assign(window, { heard });
        addEventListener("message", ({ data }) => heard.push(data));
      });
      await guest.page.goto(`${site.url}/page.html`);
      return guest;
    }

    async function inside(guest: Guest, id: string) {
      const element = await guest.page.waitForSelector(`#${id}`);
      const content = await element?.contentFrame();
      if (!content) throw new Error(`${id} is no frame`);
      await element?.evaluate((each) => each.scrollIntoView());
      const text = (wanted: RegExp) =>
        content.waitForFunction(
          (source) => new RegExp(source).test(document.querySelector("mi-advantage")?.shadowRoot?.textContent ?? ""),
          { timeout: 120_000 },
          wanted.source,
        );
      return {
        content,
        text,
        heard: () => content.evaluate(() => (window as unknown as { heard: { type: string; theme: unknown }[] }).heard),
        wears: (theme: string) =>
          content.waitForFunction(
            (wanted) => getComputedStyle(document.documentElement).colorScheme === wanted,
            { timeout: 120_000 },
            theme,
          ),
        ground: () => content.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
        ink: () =>
          content.evaluate(() => {
            const words = document.querySelector("mi-advantage")?.shadowRoot?.querySelector(".words");
            return words ? getComputedStyle(words).color : "";
          }),
      };
    }

    it("is that of their place, from another origin too, and a switch keeps what the reader changed", async () => {
      const all = `${frame("far", other.url)}${frame("fixed", "/mi", "&amp;theme=light")}`;
      const guest = await hosted(all, ":root { color-scheme: light } :root.dark { color-scheme: dark }");
      const [far, fixed] = [await inside(guest, "far"), await inside(guest, "fixed")];
      for (const each of [far, fixed]) await each.text(GOLDEN);
      await far.wears("light");
      await far.content.evaluate(() => {
        const field = document.querySelector("mi-advantage")?.shadowRoot?.querySelector<HTMLInputElement>("input");
        if (field?.id !== "field-noise_multiplier") throw new Error(`another field: ${field?.id}`);
        field.value = "2";
        field.dispatchEvent(new Event("input", { bubbles: true }));
      });
      await far.text(/0\.05369/);
      const address = far.content.url();

      await guest.page.evaluate(() => document.documentElement.classList.add("dark"));
      await far.wears("dark");
      await far.text(/0\.05369/);
      expect(far.content.url()).toBe(address);
      expect(await far.ink()).toBe("rgb(233, 230, 223)");
      expect(await far.ground()).toBe("rgba(0, 0, 0, 0)");
      await guest.page.evaluate(() => document.documentElement.classList.remove("dark"));
      await far.wears("light");
      expect(await far.ink()).toBe("rgb(29, 28, 26)");

      expect((await fixed.heard()).filter(({ type }) => type === "theme")).toEqual([]);
      expect(await fixed.ground()).toBe("rgb(253, 252, 249)");
      expect(guest.complaints).toEqual([]);
      await guest.page.close();
    });

    once("is no stranger's affair, and no word that is no theme", async () => {
      site.set("/stranger.html", "<p>Stranger.</p>");
      const all = `${frame("near", "/mi")}<iframe id="stranger" title="Stranger" src="/stranger.html"></iframe>`;
      const guest = await hosted(all, ":root { color-scheme: dark }");
      const near = await inside(guest, "near");
      await near.text(GOLDEN);
      await near.wears("dark");
      const stranger = await (await guest.page.waitForSelector("#stranger"))?.contentFrame();
      const before = (await near.heard()).length;
      await stranger?.evaluate(() => {
        parent.frames[0]?.postMessage({ source: "mi-bounds", type: "theme", theme: "light" }, "*");
      });
      await guest.page.evaluate(() => {
        for (const theme of ["sepia", ["light"], null, undefined])
          frames[0]?.postMessage({ source: "mi-bounds", type: "theme", theme }, "*");
        frames[0]?.postMessage({ source: "others", type: "theme", theme: "light" }, "*");
      });
      await near.content.evaluate(() => postMessage({ source: "mi-bounds", type: "theme", theme: "light" }, "*"));
      await near.content.waitForFunction(
        (count) => (window as unknown as { heard: unknown[] }).heard.length >= count,
        { timeout: 120_000 },
        before + 7,
      );
      await near.wears("dark");
      await near.text(GOLDEN);
      await guest.page.evaluate(() =>
        frames[0]?.postMessage({ source: "mi-bounds", type: "theme", theme: "light" }, "*"),
      );
      await near.wears("light");
      await guest.page.close();
    });

    once("is not spoken of by a page that says nothing; once it has said dark, nothing is light", async () => {
      const guest = await hosted(frame("near", "/mi"), ".dark { color-scheme: dark }");
      const near = await inside(guest, "near");
      await near.text(GOLDEN);
      await guest.faded();
      const themes = async () => (await near.heard()).filter(({ type }) => type === "theme").map(({ theme }) => theme);
      expect(await themes()).toEqual([]);
      await guest.page.evaluate(() => document.body.classList.add("dark"));
      await near.wears("dark");
      await guest.page.evaluate(() => document.body.classList.remove("dark"));
      await near.wears("light");
      expect(await themes()).toEqual(["dark", "light"]);
      await guest.page.close();
    });
  });

  seldom("cuts no words of the comparison in a column of a telephone", async () => {
    const guest = await visit(host(`<div class="column"><mi-compare ${RUN}></mi-compare></div>`, { policy: styled }));
    await guest.shown("mi-compare", /says nothing/);
    for (const width of [280, 340, 700]) {
      site.set("/host.css", `.column { width: ${width}px }`);
      await guest.page.reload();
      await guest.page.waitForFunction(() => {
        const svg = document.querySelector("mi-compare")?.shadowRoot?.querySelector("mi-comparison-chart .drawing svg");
        return (svg?.querySelectorAll("text").length ?? 0) > 8;
      });
      const over = await guest.page.$eval("mi-compare", (host) => {
        const svg = host.shadowRoot?.querySelector("mi-comparison-chart .drawing svg");
        const edge = svg?.getBoundingClientRect().right ?? 0;
        const texts = [...(svg?.querySelectorAll("text") ?? [])];
        return texts.filter((text) => text.getBoundingClientRect().right > edge).map((text) => text.textContent);
      });
      expect(over, `${width} px`).toEqual([]);
    }
    await guest.page.close();
  });

  once("follows the fragment of the iframe, and refuses a figure it has not", async () => {
    site.asked.length = 0;
    const guest = await Guest.open(
      browser,
      `${site.url}/mi/0.1.0/embed.html#v=1&figure=advantage&noise_multiplier=2&theme=dark`,
    );
    await guest.shown("mi-advantage", /0\.05369/);
    await guest.page.evaluate(() => {
      location.hash = "v=1&figure=calibrate&target=advantage&controls=none";
    });
    await guest.shown("mi-calibrate", /1\.203085/);
    await guest.page.evaluate(() => {
      location.hash = "figure=pie";
    });
    await guest.page.waitForFunction(() =>
      /figure is "pie"; allowed are advantage, roc/.test(document.body.textContent ?? ""),
    );
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });

  once("says so where another version was first, and lets it be", async () => {
    const text = await readFile(`${PUBLISHED}elements.js`, "utf8");
    site.set("/mi/0.0.9/elements.js", text.replaceAll("0.1.0", "0.0.9").replace(/(["'`])\.\//g, "$1../0.1.0/"));
    const first = '<script type="module" src="/mi/0.0.9/elements.js"></script>';
    const guest = await visit(host(`<mi-advantage ${RUN}></mi-advantage>`, { policy: styled, head: first }));
    await guest.shown("mi-advantage", GOLDEN);
    expect(guest.complaints).toHaveLength(FIGURE_NAMES.length);
    expect(guest.complaints[0]).toContain(
      "mi-bounds 0.1.0: <mi-advantage> is that of version 0.0.9, which came first.",
    );
    await guest.page.close();
  });

  once("bears a second copy of the same version without a word", async () => {
    const guest = await visit(
      host(`<mi-advantage ${RUN}></mi-advantage>`, {
        policy: styled,
        head: '<script type="module" src="/mi/0.1.0/elements.js?again"></script>',
      }),
    );
    await guest.shown("mi-advantage", GOLDEN);
    expect(guest.complaints).toEqual([]);
    await guest.page.close();
  });
});
