// The glossary: its terms, and its numbers against the core.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { guarantee, initSync, training } from "../../../pkg/mi_bounds.js";
import type { RunOptions } from "../../../src/boundary/wasm/core";
import { GLOSSARY, TERM_OF, TERM_OF_FIGURE, type Term } from "../../../www/words/glossary";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const terms: Term[] = Object.values(GLOSSARY);

beforeAll(() => {
  initSync({ module: readFileSync(`${root}pkg/mi_bounds_bg.wasm`) });
});

/** Rounded up, as bounds are. */
function advantage(run: RunOptions): number {
  const outcome = training({ dataset_size: 60_000, batch_size: 256, epochs: 15, noise_multiplier: 1.1, ...run });
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value.advantage.upper ?? 1;
}

describe("the glossary", () => {
  it("has a term for every control and figure that asks for one", () => {
    for (const id of [...Object.values(TERM_OF), ...Object.values(TERM_OF_FIGURE)]) expect(GLOSSARY).toHaveProperty(id);
  });

  it("is plain text", () => {
    for (const { name, means, values = "" } of terms) expect(name + means + values).not.toMatch(/[<>&]/);
  });

  const examples: [keyof typeof GLOSSARY, keyof RunOptions, [number, string][]][] = [
    [
      "advantage",
      "noise_multiplier",
      [
        [0.5, "noise 0.5 leaves the attacker"],
        [1, "noise 1 leaves"],
        [2, "noise 2 leaves"],
      ],
    ],
    [
      "noise_multiplier",
      "noise_multiplier",
      [
        [0.3, "at 0.3"],
        [0.5, "at 0.5"],
        [1, "at 1,"],
        [2, "at 2 "],
        [5, "at 5."],
      ],
    ],
    [
      "sample_rate",
      "batch_size",
      [
        [64, "with 64 records"],
        [256, "with 256"],
        [1024, "with 1024"],
        [4096, "with 4096"],
      ],
    ],
    [
      "epochs",
      "epochs",
      [
        [1, "after 1 epoch"],
        [5, "after 5"],
        [15, "after 15"],
        [100, "after 100"],
      ],
    ],
  ];
  it.each(examples)("%s: each number is the core's, rounded up", (id, parameter, cases) => {
    const text = (GLOSSARY[id] as Term).values ?? "";
    for (const [value, words] of cases) {
      const at = text.indexOf(words);
      expect(at, words).toBeGreaterThan(-1);
      const stated = words.startsWith("noise")
        ? /\d\.\d+/.exec(text.slice(at + words.length))?.[0]
        : /(\d\.\d+)\D*$/.exec(text.slice(0, at))?.[1];
      const exact = advantage({ [parameter]: value });
      const unit = 10 ** -((stated ?? "").length - 2);
      expect(Number(stated), `${words}: ${exact}`).toBeGreaterThanOrEqual(exact);
      expect(Number(stated) - exact, `${words}: ${exact}`).toBeLessThan(unit);
    }
  });

  it("epsilon of the example, and what it alone would allow", () => {
    const run = training({
      dataset_size: 60_000,
      batch_size: 256,
      epochs: 15,
      noise_multiplier: 1.1,
      target_delta: 1e-5,
    });
    const alone = guarantee({ epsilon: 1.14, delta: 1e-5 });
    if (!run.ok || !alone.ok) throw new Error("refused");
    const { values } = GLOSSARY.epsilon;
    expect(run.value.epsilon?.upper).toBeLessThan(1.14);
    expect(run.value.epsilon?.lower).toBeGreaterThan(1.13);
    const most = alone.value.advantage.upper ?? 1;
    expect(values).toContain(`advantage of ${(Math.ceil(most * 1000) / 1000).toFixed(3)}`);
  });
});
