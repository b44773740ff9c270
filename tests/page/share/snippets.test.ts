// Lines for other sites: every form carries the same state, and reads back as it.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { MonteCarloState } from "../../../www/answers/simulation";
import {
  type EmbedOptions,
  FIGURES,
  figureOf,
  figuresOf,
  siteOf,
  usualOptions,
} from "../../../www/share/embed-options";
import { FORMS, type Form, frameFragment, pairsOf, policyFor, snippet } from "../../../www/share/snippets";
import type { Subject } from "../../../www/share/subject";
import { FIGURE_VIEWS, type FigureName } from "../../../www/state/embeds";
import { readFragment, writeFragment } from "../../../www/state/link/fragment";
import { defaults, type Parameters } from "../../../www/state/parameters/table";
import { runOf } from "../../../www/state/questions/run";
import { VERSION } from "../../../www/state/version";

const SITE = "https://docs.example.org/risk/";
const figures = Object.keys(FIGURES) as FigureName[];
const forms = Object.keys(FORMS) as Form[];

function subject(set: Partial<Parameters> = {}, changed: Partial<Parameters> | null = null): Subject {
  const values = { ...defaults(), ...set };
  const runB = changed && runOf({ ...values, ...changed });
  const link = `${SITE}#${writeFragment(values, runB)}`;
  const nothing = { unlinked: null, answered: null, published: null, experimented: null };
  return { values, runB, link, ...nothing, simulation: {} as MonteCarloState };
}

function options(figure: FigureName, more: Partial<EmbedOptions> = {}): EmbedOptions {
  return { ...usualOptions(figure, SITE), ...more };
}

/** What HTML makes of the text between quotes. */
function unescaped(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

const RUN = { noise_multiplier: 2, batch_size: 512, sampling: "without_replacement", target_delta: 1e-6 } as const;

/** What each view asks about, and what it reads back as. */
const SET: Record<string, Partial<Parameters>> = {
  training: RUN,
  calibrate: { batch_size: 512, sampling: "without_replacement", target: "tpr" },
  guarantee: { guarantee: "zcdp", zcdp_rho: 0.25, guarantee_target_delta: 1e-7, prior: 0.2 },
  attributes: { noise_multiplier: 2, batch_size: 512, gradient_distance: 0.75, clipping_norm: 2 },
  noise: { noise_question: "noise_scale", noise_scale: 7, noise_moment: "sigma_m", sigma_m: 3, dimension: 4 },
  figures: { figure: "closed-form-7" },
  audit: { results: "one_run", canaries: 500, guesses: 200, correct: 130, noise_multiplier: 2 },
  register: { entry: "vaultgemma" },
  laboratory: { section: "one_hot", laboratory: "noise_multiplier=0.5,1&trainings=50" },
};

describe("a snippet", () => {
  it.each(figures.flatMap((figure) => forms.map((form) => [figure, form] as const)))(
    "pins the version and the state: %s as %s",
    (figure, form) => {
      const view = FIGURE_VIEWS[figure];
      const set: Partial<Parameters> = { view, ...SET[view] };
      const text = snippet(form, subject(set), options(figure), VERSION);
      expect(text).toContain(`${SITE}${VERSION}/`);
      expect(text).toContain(form === "element" ? `<mi-${figure}` : `figure=${figure}`);
      const found =
        form === "element"
          ? [...text.matchAll(/\n {2}([\w-]+)="([^"]*)"/g)]
              .map(([, name = "", value]) => `${name.replaceAll("-", "_")}=${value}`)
              .join("&")
          : (/embed\.html#([^"]*)"/.exec(text)?.[1] ?? "").replace(/&amp;figure=\w+/, "");
      const { values, remarks, faults } = readFragment(`#view=${view}&${unescaped(found)}`);
      expect([remarks, faults]).toEqual([[], []]);
      expect(values).toMatchObject(set);
    },
  );

  it("has the height that the preview measured, unless it is given, and no border of old browsers", () => {
    const frame = (more: Partial<EmbedOptions>) => snippet("iframe", subject(), options("roc", more), VERSION);
    expect(frame({ measured: 431 })).toContain('height="431"');
    expect(frame({ measured: 431, height: 300 })).toContain('height="300"');
    expect(frame({})).toContain('height="560"');
    expect(frame({})).toContain('frameborder="0"');
  });

  it("leaves out what the figure does not use", () => {
    const names = (figure: FigureName, set: Partial<Parameters>) => pairsOf(subject(set), figure).map(([name]) => name);
    expect(names("roc", { guarantee_epsilon: 3, sweep: "epsilon", samples: 7, noise_multiplier: 2 })).toEqual([
      "noise_multiplier",
    ]);
    expect(names("calculator", { sweep: "epsilon" })).toEqual(["sweep"]);
    const overlaid = {
      section: "settings",
      sweep_bounds: "shown",
      second: "sample_rate",
      second_values: "0.01, 0.02",
    } as const;
    expect(names("calculator", overlaid)).toEqual(Object.keys(overlaid));
    expect(names("advantage", overlaid)).toEqual([]);
  });

  it("carries a second run where the figure shows two", () => {
    const two = subject({ noise_multiplier: 2 }, { noise_multiplier: 1, num_steps: 100 });
    expect(frameFragment(two, options("compare"))).toContain("b.noise_multiplier=1&b.num_steps=100".split("&")[0]);
    expect(snippet("element", two, options("compare"), VERSION)).toContain('b-noise-multiplier="1"');
    expect(frameFragment(two, options("advantage"))).not.toContain("b.");
  });

  it("says controls, theme and size only where they are not the usual ones", () => {
    const plain = snippet("element", subject(), options("calculator"), VERSION);
    expect(plain).not.toMatch(/controls|theme|style/);
    const chosen = options("roc", { controls: "sliders", theme: "dark", width: 480, height: 400 });
    const own = snippet("element", subject(), chosen, VERSION);
    expect(own).toContain('controls="sliders"');
    expect(own).toContain('theme="dark"');
    expect(own).not.toContain("style=");
    const frame = snippet("iframe", subject(), chosen, VERSION);
    expect(frame).toContain('width="480"');
    expect(frame).toContain("controls=sliders&amp;theme=dark");
    expect(frame).not.toContain("frame.js");
  });

  it("names the sliders that the author chose, and none where they are the usual ones", () => {
    const chosen = (sliders: EmbedOptions["sliders"], controls: EmbedOptions["controls"] = "sliders") =>
      options("calculator", { controls, sliders });
    expect(frameFragment(subject(), chosen(["noise_multiplier", "prior"]))).toBe(
      "v=1&figure=calculator&controls=sliders&sliders=noise_multiplier,prior",
    );
    expect(snippet("element", subject(), chosen(["noise_multiplier", "prior"]), VERSION)).toContain(
      'controls="sliders"\n  sliders="noise_multiplier prior"',
    );
    expect(frameFragment(subject(), chosen(["epochs", "batch_size", "noise_multiplier"]))).not.toContain("sliders=");
    expect(frameFragment(subject(), chosen(["prior"], "full"))).not.toContain("sliders");
    expect(frameFragment(subject(), chosen([]))).toBe("v=1&figure=calculator&controls=none");
    const ofGuarantee = options("guarantee", { controls: "sliders", sliders: ["guarantee_delta"] });
    expect(frameFragment(subject({ view: "guarantee" }), ofGuarantee)).toContain("sliders=delta");
  });

  it("is of the figures that show what the view asks about", () => {
    const names = (view: Parameters["view"]) => Object.keys(figuresOf(view));
    expect(names("training")).toEqual(["advantage", "roc", "compare", "calibrate", "calculator"]);
    expect(names("calibrate")).toEqual(names("training"));
    expect(figureOf(subject({ section: "settings" }).values)).toBe("calculator");
    expect(figureOf(subject({ section: "bounds" }).values)).toBe("advantage");
    expect([names("guarantee"), names("noise"), names("method")]).toEqual([["guarantee"], ["noise"], []]);
  });

  it("escapes what would end an attribute", () => {
    const hostile = options("roc", { site: 'https://example.org/"><script>/' });
    for (const form of ["iframe", "element"] as const) {
      expect(snippet(form, subject(), hostile, VERSION)).not.toMatch(/"><script>\//);
    }
  });

  it("stands in reStructuredText as raw HTML, each line of it indented", () => {
    const text = snippet("rst", subject(), options("roc"), VERSION);
    const [head, rest = ""] = text.split("\n\n", 2);
    expect(head).toBe(".. raw:: html");
    for (const line of rest.split("\n")) expect(line).toMatch(/^ {3}/);
  });

  it("keeps a schedule", () => {
    const history: [number, number, number][] = [
      [1, 0.01, 100],
      [2, 0.02, 50],
    ];
    const { values } = readFragment(
      `#${frameFragment(subject({ history }), options("roc")).replace("figure=roc&", "")}`,
    );
    expect(values.history).toEqual(history);
  });
});

describe("the address of the site", () => {
  it.each([
    ["https://a.example/x/index.html#v=1", "https://a.example/x/"],
    ["https://a.example/x", "https://a.example/x/"],
    ["https://a.example/x/?q#v=1", "https://a.example/x/"],
    ["  /risk/ ", "/risk/"],
  ])("%s is %s", (text, site) => {
    expect(siteOf(text)).toBe(site);
  });
});

describe("what the policy of a site has to allow", () => {
  it("is the frame, or the script with its wasm and workers", () => {
    expect(policyFor("markdown", options("roc"))).toContain("frame-src https://docs.example.org");
    expect(policyFor("iframe", options("roc", { height: 300 }))).toEqual(["frame-src https://docs.example.org"]);
    expect(policyFor("element", options("roc")).join("; ")).toContain("'wasm-unsafe-eval'");
    expect(policyFor("iframe", options("roc", { site: "./risk/" }))[0]).toBe("frame-src 'self'");
  });

  it("is asked of this page too: the preview is a frame of its own", () => {
    expect(readFileSync(new URL("../../../index.html", import.meta.url), "utf8")).toContain("frame-src 'self';");
  });
});
