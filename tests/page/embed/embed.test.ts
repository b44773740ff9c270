// What an embed reads from its attributes, how engines share a worker, and what an iframe may say.
import { readFileSync } from "node:fs";
import { describe, expect, it, vi } from "vitest";
import { fragmentOf, readAttributes, stateAttributes } from "../../../www/embed/attributes";
import { controlsOf, slidersOf } from "../../../www/embed/controls";
import { fixedTheme, heightIn, isMeasure, themeIn, themeOf } from "../../../www/embed/messages";
import type { EmbedName } from "../../../www/embed/names";
import { contained, tokenRules, tokensOf } from "../../../www/embed/sheet";
import { WorkerPorts } from "../../../www/embed/worker-ports";
import type { Reply, Request, WorkerLike } from "../../../www/engine/protocol";
import { FIGURE_VIEWS } from "../../../www/state/embeds";
import { sheetOf } from "../../../www/state/laboratory";
import { defaults, type Parameters } from "../../../www/state/parameters/table";

const attributes = (given: Record<string, string>) => Object.entries(given).map(([name, value]) => ({ name, value }));

describe("attributes", () => {
  it("are the link's keys with a dash, its aliases, and those of B", () => {
    const { values, runB, faults } = readAttributes(
      attributes({ sigma: "2", "sample-rate": "0.01", "num-steps": "100", "b-noise-multiplier": "3", theme: "dark" }),
      "training",
    );
    expect(faults).toEqual([]);
    expect(values).toEqual({ ...defaults(), noise_multiplier: 2, sample_rate: 0.01, num_steps: 100 });
    expect(runB?.noise_multiplier).toBe(3);
    expect(runB?.num_steps).toBe(100);
  });

  it("win over the same key in the state, whatever it is called there", () => {
    const state = "https://example.org/#v=1&view=method&sigma=5&epochs=3&b.noise_multiplier=7";
    const fragment = fragmentOf(attributes({ "noise-multiplier": "2", state, "b-sigma": "4" }), "training");
    expect(fragment).toBe("view=training&noise_multiplier=2&b.noise_multiplier=4&v=1&epochs=3");
  });

  it("carry every parameter of the link", () => {
    for (const view of new Set(Object.values(FIGURE_VIEWS))) {
      // It reads the options of its experiment by itself.
      if (view === "laboratory") continue;
      const all = stateAttributes(view).flatMap(({ attribute, aliases }) => [attribute, ...aliases]);
      expect(all).toContain("neighboring-relation");
      expect(new Set(all).size, view).toBe(all.length);
      for (const attribute of all) {
        const { faults, remarks } = readAttributes(attributes({ [attribute]: "?" }), view);
        expect([...faults, ...remarks], `${view}: ${attribute}`).toHaveLength(1);
      }
    }
  });

  it("are the short names of the view that an element is of", () => {
    const given = { epsilon: "3", delta: "1e-6", "sampling-probability": "0.25", "target-delta": "1e-4" };
    const { values, faults } = readAttributes(attributes(given), "guarantee");
    expect(faults).toEqual([]);
    expect(values).toEqual({
      ...defaults(),
      view: "guarantee",
      guarantee_epsilon: 3,
      guarantee_delta: 1e-6,
      guarantee_sampling_probability: 0.25,
      guarantee_target_delta: 1e-4,
    });
    expect(readAttributes(attributes({ "guarantee-epsilon": "3" }), "guarantee").values.guarantee_epsilon).toBe(3);
    expect(readAttributes(attributes({ delta: "1e-6" }), "training").values.target_delta).toBe(1e-6);
  });

  it("say which part of a training is open", () => {
    const { values, faults, remarks } = readAttributes(attributes({ section: "settings" }), "training");
    expect([values.section, faults, remarks]).toEqual(["settings", [], []]);
    expect(readAttributes(attributes({ section: "settings" }), "guarantee").faults).toHaveLength(1);
  });

  it("name no file, which nothing in an embed reads", () => {
    const { faults } = readAttributes(attributes({ "distance-source": "gradients" }), "attributes");
    expect(faults.map(({ message }) => message)).toEqual([
      "distance_source is gradients, and an embed holds no file; allowed is constant",
    ]);
    expect(readAttributes(attributes({ results: "scores" }), "audit").faults.map(({ message }) => message)).toEqual([
      "results is scores, and an embed holds no file; allowed are counts, thresholds, one_run",
    ]);
  });

  it("are the options of an experiment in the laboratory, by the names of the library", () => {
    const given = { experiment: "one_hot", "noise-multiplier": "0.5, 1", trainings: "50", class: "a", theme: "dark" };
    const { values, faults, remarks } = readAttributes(
      attributes({ ...given, state: "v=1&trainings=7&seed=3" }),
      "laboratory",
    );
    expect([faults, remarks]).toEqual([[], []]);
    expect(values.section).toBe("one_hot");
    expect(values.laboratory).toBe("noise_multiplier=0.5,%201&trainings=50&seed=3");
    expect(sheetOf(values.section, values.laboratory)?.options).toMatchObject({
      noise_multiplier: [0.5, 1],
      trainings: 50,
      seed: 3,
    });
    const unknown = readAttributes(attributes({ trails: "5" }), "laboratory").values;
    expect(sheetOf("one_hot", unknown.laboratory)?.remarks[0]).toMatch(/“trails” is no option of this experiment/);
  });

  it("that are wrong or unknown are named; those of HTML and of frameworks are not ours", () => {
    const { faults } = readAttributes(
      attributes({
        "noise-multiplier": "-3",
        "b-epochs": "x",
        bach: "1",
        class: "a",
        "data-v-7": "",
        "aria-label": "b",
      }),
      "training",
    );
    expect(faults).toHaveLength(3);
    const [noise, ofB, name] = faults.map(({ message }) => message);
    expect(noise).toBe("noise_multiplier is -3; allowed is from 0.0001 up to 10000");
    expect(ofB).toMatch(/^For B: epochs/);
    expect(name).toBe("the attribute bach is not one of this element");
  });

  it("of controls and theme have their words", () => {
    const host = (given: Record<string, string>) => ({ getAttribute: (name: string) => given[name] ?? null });
    expect(controlsOf(host({}), "mi-roc")).toEqual({ controls: "none", fault: null });
    expect(controlsOf(host({}), "mi-calculator").controls).toBe("full");
    expect(controlsOf(host({ controls: "sliders" }), "mi-calibrate").controls).toBe("sliders");
    expect(controlsOf(host({ controls: "", theme: "black" }), "mi-roc").fault).toMatch(
      /controls is "".*theme is "black"/,
    );
  });
});

describe("sliders", () => {
  const host = (given: Record<string, string>) => ({ getAttribute: (name: string) => given[name] ?? null });
  const sliders = (name: EmbedName, given: Record<string, string>, set: Partial<Parameters> = {}) =>
    slidersOf(host(given), name, { ...defaults(), ...set });

  it("are the author's, by any name that the links know", () => {
    const given = { sliders: "sigma, batch-size prior sigma" };
    expect(sliders("mi-calculator", given)).toEqual({ keys: ["noise_multiplier", "batch_size", "prior"], fault: null });
    expect(controlsOf(host(given), "mi-calculator").controls).toBe("sliders");
    expect(sliders("mi-guarantee", { sliders: "delta" }).keys).toEqual(["guarantee_delta"]);
  });

  it("are the usual ones where nothing is said, in the terms of the run", () => {
    expect(sliders("mi-roc", {}).keys).toEqual(["noise_multiplier", "batch_size", "epochs"]);
    expect(sliders("mi-roc", {}, { sample_rate: 0.1, num_steps: 9 }).keys).toContain("sample_rate");
    expect(sliders("mi-calibrate", {}, { target: "tpr" }).keys).toEqual(["tpr", "batch_size", "epochs"]);
    expect(sliders("mi-guarantee", {}).keys).toEqual(["guarantee_epsilon", "guarantee_delta"]);
    expect(sliders("mi-noise", {}, { noise_question: "noise_scale" }).keys).toEqual([
      "noise_scale",
      "sigma_1",
      "dimension",
    ]);
  });

  it("that move nothing are named, with those that do", () => {
    const fault = (given: Record<string, string>) => sliders("mi-roc", given).fault;
    expect(fault({ sliders: "noise_multiplier bach_size" })).toMatch(
      /^sliders names "bach_size", which moves nothing here; allowed are noise_multiplier, batch_size, epochs, /,
    );
    expect(fault({ sliders: "sample_rate" })).toMatch(/^sliders names "sample_rate"/);
    expect(fault({ sliders: "" })).toMatch(/^sliders names none; allowed are/);
    expect(fault({ sliders: "epochs", controls: "none" })).toBe('sliders has no effect where controls is "none".');
    expect(sliders("mi-noise", { sliders: "fpr" }).fault).toMatch(/allowed are eta, sigma_1, dimension\. /);
    expect(sliders("mi-calibrate", { sliders: "noise_multiplier" }).fault).toMatch(/moves nothing here/);
  });
});

class Fake implements WorkerLike {
  onmessage: WorkerLike["onmessage"] = null;
  onerror: WorkerLike["onerror"] = null;
  readonly received: Request[] = [];
  terminate = vi.fn();
  postMessage(request: Request): void {
    this.received.push(request);
  }
  reply(reply: Reply): void {
    this.onmessage?.({ data: reply });
  }
}

describe("worker ports", () => {
  const question = (id: number) => ({ id, kind: "fresh_seed", options: null }) as Request;

  it("bring each answer to who asked, from one worker that starts with the first question", () => {
    const started: Fake[] = [];
    const ports = new WorkerPorts(() => {
      started.push(new Fake());
      return started.at(-1) as Fake;
    });
    const [a, b] = [ports.port(), ports.port()];
    expect(started).toHaveLength(0);
    const heard: string[] = [];
    a.onmessage = ({ data }) => heard.push(`a${data.id}`);
    b.onmessage = ({ data }) => heard.push(`b${data.id}`);
    a.postMessage(question(0));
    b.postMessage(question(0));
    expect(started).toHaveLength(1);
    const [first, second] = started[0]?.received ?? [];
    started[0]?.reply({ id: second?.id ?? -1, kind: "done", value: 2 });
    started[0]?.reply({ id: first?.id ?? -1, kind: "done", value: 1 });
    started[0]?.reply({ id: first?.id ?? -1, kind: "done", value: 1 });
    expect(heard).toEqual(["b0", "a0"]);
  });

  it("tell all who wait when the worker stops, and start another for the next question", () => {
    const started: Fake[] = [];
    const ports = new WorkerPorts(() => {
      started.push(new Fake());
      return started.at(-1) as Fake;
    });
    const [a, b, idle] = [ports.port(), ports.port(), ports.port()];
    const errors: string[] = [];
    for (const [name, port] of Object.entries({ a, b, idle })) port.onerror = () => errors.push(name);
    a.postMessage(question(0));
    b.postMessage(question(0));
    started[0]?.onerror?.({ message: "out of memory" });
    expect(errors).toEqual(["a", "b"]);
    expect(started[0]?.terminate).toHaveBeenCalledOnce();
    a.postMessage(question(1));
    expect(started).toHaveLength(2);
  });

  it("make a failure of a worker that may not start", async () => {
    const ports = new WorkerPorts(() => {
      throw new Error("refused by the policy");
    });
    const port = ports.port();
    const failed = new Promise((tell) => {
      port.onerror = ({ message }) => tell(message);
    });
    port.postMessage(question(0));
    expect(await failed).toBe("refused by the policy");
  });
});

describe("messages of an iframe", () => {
  it("are a height in a sensible range, and nothing else", () => {
    const said = (height: unknown) => heightIn({ source: "mi-bounds", type: "height", height });
    expect(said(420)).toBe(420);
    for (const height of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e9, "420", null])
      expect(said(height)).toBeNull();
    for (const data of [null, 420, "height", {}, { source: "other", type: "height", height: 420 }])
      expect(heightIn(data)).toBeNull();
    expect(isMeasure({ source: "mi-bounds", type: "measure" })).toBe(true);
    expect(isMeasure({ source: "mi-bounds", type: "height" })).toBe(false);
  });

  it("are one of two themes, and nothing else", () => {
    const said = (theme: unknown) => themeIn({ source: "mi-bounds", type: "theme", theme });
    expect([said("light"), said("dark")]).toEqual(["light", "dark"]);
    for (const theme of ["auto", "", "Dark", "dark ", ["dark"], { toString: () => "dark" }, null, undefined, 1])
      expect(said(theme)).toBeNull();
    for (const data of [null, "dark", {}, { theme: "dark" }, { source: "mi-bounds", type: "height", theme: "dark" }])
      expect(themeIn(data)).toBeNull();
  });
});

describe("the theme of an iframe", () => {
  it("is the author's where the fragment fixes it, by the word that the element reads", () => {
    expect(fixedTheme("#v=1&theme=dark&figure=roc")).toBe("dark");
    expect(fixedTheme("#theme=dark&theme=light")).toBe("light");
    for (const fragment of ["", "#v=1", "#theme=auto", "#theme=", "#b.theme=dark", "#theme=dark&theme=auto"])
      expect(fixedTheme(fragment)).toBeNull();
  });

  it("is what a computed color-scheme stands for", () => {
    const both = (scheme: string) => [themeOf(scheme, false), themeOf(scheme, true)];
    expect(both("dark")).toEqual(["dark", "dark"]);
    expect(both("light only")).toEqual(["light", "light"]);
    for (const scheme of ["light dark", "dark light", "only light dark"])
      expect(both(scheme)).toEqual(["light", "dark"]);
    for (const scheme of ["normal", "", "sepia", "darkish"]) expect(both(scheme)).toEqual([null, null]);
  });

  it("has the paper of the page where it is fixed", () => {
    const text = (file: string) => readFileSync(new URL(`../../../www/${file}`, import.meta.url), "utf8");
    const paper = tokensOf(text("components/styles/tokens.css")).find(({ name }) => name === "paper");
    const painted = [...text("embed/static/embed.css").matchAll(/data-paper="(\w+)"\] \{\s*background: (.*);/g)];
    expect(painted.map(([, theme, colour]) => [theme, colour])).toEqual([
      ["light", paper?.light],
      ["dark", paper?.dark],
    ]);
  });
});

describe("styles", () => {
  const css =
    ":root {\n  --paper: #fff;\n  --sans: a, b;\n}\n@media (prefers-color-scheme: dark) {\n  :root {\n    --paper: #000;\n  }\n}";

  it("make a property of the host page of every token, light and dark", () => {
    expect(tokensOf(css)).toEqual([
      { name: "paper", property: "--mi-paper", light: "#fff", dark: "#000" },
      { name: "sans", property: "--mi-font", light: "a, b", dark: null },
    ]);
    expect(tokenRules(css)).toContain(
      ".embed{--paper:var(--mi-paper,light-dark(#fff,#000));--sans:var(--mi-font,a, b);}",
    );
  });

  it("measure by the embed, not by the window or by the root of the host page", () => {
    expect(contained("@media (min-width: 56rem){a{margin:-1.5rem}}")).toBe(
      "@container (min-width: 56rem){a{margin:calc(-1.5 * var(--mi-rem))}}",
    );
    expect(contained("@media print{a{font-size:clamp(1rem,2vw,.5rem)}}")).toBe(
      "@media print{a{font-size:clamp(calc(1 * var(--mi-rem)),2cqi,calc(.5 * var(--mi-rem)))}}",
    );
  });
});
