// The validation page: its settings cover what users run, and every stored value is on the side that its tool promises.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../bin/core.mjs";
import {
  type Answer,
  compared,
  computed,
  type Line,
  summaries,
  type Table,
  tables,
} from "../../scripts/validation/comparison";
import { page } from "../../scripts/validation/page";
import { stored } from "../../scripts/validation/settings";
import { promise } from "../../scripts/validation/words";
import type { Figure } from "../../src/boundary/wasm/core";
import { readFragment } from "../../www/state/link/fragment";
import { trainingOptions } from "../../www/state/questions/run";
import { AGREEMENT } from "../../www/words/other-tools";

const root = fileURLToPath(new URL("../../", import.meta.url));
const all = stored(root);
let compiled: Table[];

beforeAll(async () => {
  compiled = tables(all, computed(await loadCore(), all));
}, 300_000);

interface Place {
  table: Table;
  line: Line;
  answer: Answer;
}

function places(): Place[] {
  return compiled.flatMap((table) =>
    table.lines.flatMap((line) => line.answers.map((answer) => ({ table, line, answer }))),
  );
}

const nameOf = ({ table, line, answer }: Place) =>
  `${answer.tool}, ${table.quantity}${table.fpr ? ` at ${table.fpr}` : ""}, ${line.setting.id}: ${answer.value} against ${line.ours.estimate}`;

function explained({ table, line, answer }: Place) {
  return all.explanations.filter(
    (one) =>
      one.tool === answer.tool &&
      one.quantity === table.quantity &&
      (one.fpr ?? table.fpr) === table.fpr &&
      one.side === answer.side &&
      one.settings.includes(line.setting.id),
  );
}

/** An upper bound that is further off than this is explained by name. */
const FAR = 0.05;

/** Spacing of the grid that dp_accounting puts the loss on, unless told otherwise. */
const GRID = 1e-4;

describe("the settings", () => {
  const { settings } = all;

  it("are about sixty, each with a name of its own", () => {
    expect(settings.length).toBeGreaterThanOrEqual(58);
    expect(settings.length).toBeLessThanOrEqual(66);
    expect(new Set(settings.map(({ id }) => id)).size).toBe(settings.length);
    expect(
      new Set(settings.map(({ phases, neighboring_relation }) => JSON.stringify([phases, neighboring_relation]))).size,
    ).toBe(settings.length);
  });

  it("cover what users run", () => {
    const kinds = new Set(settings.map(({ kind }) => kind));
    expect([...kinds]).toEqual([
      "examples",
      "grid",
      "small noise",
      "one step or full batches",
      "long compositions",
      "schedules",
      "replace-one",
    ]);
    const phases = settings.flatMap((setting) => setting.phases);
    const some = (check: (noise: number, rate: number, steps: number) => boolean) =>
      phases.some((phase) => check(...phase));
    expect(some((noise) => noise <= 0.3)).toBe(true);
    expect(some((noise) => noise >= 4)).toBe(true);
    expect(some((_, rate) => rate === 1)).toBe(true);
    expect(some((_, rate) => rate === 1e-4)).toBe(true);
    expect(some((_, __, steps) => steps === 1)).toBe(true);
    expect(some((_, __, steps) => steps >= 1e6)).toBe(true);
    expect(settings.some((setting) => setting.phases.length === 2)).toBe(true);
    expect(settings.some((setting) => setting.phases.length === 3)).toBe(true);
    expect(new Set(settings.map((setting) => setting.neighboring_relation))).toEqual(
      new Set(["add_or_remove_one", "replace_one"]),
    );
  });
});

describe("the stored values", () => {
  it("belong to the settings, one for each question", () => {
    expect(Object.keys(all.peers.settings)).toEqual(all.settings.map(({ id }) => id));
    for (const [id, { rows }] of Object.entries(all.peers.settings)) {
      const keys = rows.map(({ tool, quantity, fpr }) => `${tool} ${quantity} ${fpr ?? ""}`);
      expect(new Set(keys).size, id).toBe(keys.length);
      expect(keys.length, id).toBe(15);
    }
  });

  it("have a version, a date, and a value or a reason", () => {
    expect(all.peers.generated).toMatch(/^\d{4}-\d\d-\d\d$/);
    const tools = all.peers.tools.map(({ name, version }) => {
      expect(version).not.toBe("");
      return name;
    });
    for (const { rows } of Object.values(all.peers.settings)) {
      for (const { tool, quantity, value, seconds, reason } of rows) {
        expect(tools).toContain(tool);
        expect(promise(tool, quantity).side).toBeTruthy();
        expect(value === null).toBe(reason !== undefined);
        expect(value === null || (Number.isFinite(value) && seconds !== undefined)).toBe(true);
      }
    }
  });

  it("are those of the versions that the script installs", () => {
    const required = readFileSync(join(root, "benches/peers/requirements.txt"), "utf8");
    for (const { name, version, license } of all.peers.tools) {
      const [tool = ""] = name.split(" ");
      if (license) expect(required).toContain(`${tool.toLowerCase().replace("_", "-")}==${version}`);
    }
  });

  it("are shown by the agreement panel for the same settings", () => {
    expect(AGREEMENT.generated).toBe(all.peers.generated);
    for (const { id, label, parameters, rows } of AGREEMENT.presets) {
      const setting = all.settings.find((one) => one.id === id);
      const { noise_multiplier, sample_rate, num_steps, neighboring_relation, target_delta, fpr } = parameters;
      expect(setting, id).toMatchObject({
        label,
        phases: [[noise_multiplier, sample_rate, num_steps]],
        neighboring_relation,
        target_delta,
      });
      for (const { tool, quantity, value } of rows) {
        const row = all.peers.settings[id]?.rows.find(
          (one) => one.tool === tool && one.quantity === quantity && (one.fpr ?? fpr) === fpr,
        );
        expect(row?.value, `${id} ${tool} ${quantity}`).toBe(value);
      }
    }
  });
});

describe("against our intervals", () => {
  it("what promises an upper bound is not below, but where it is explained", () => {
    const wrong = places().filter(
      (place) =>
        ["upper bound", "interval"].includes(promise(place.answer.tool, place.table.quantity).side) &&
        place.answer.side === "below" &&
        explained(place).length === 0,
    );
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it("the interval of prv_accountant holds ours", () => {
    const found = places().filter(({ answer }) => answer.lower !== undefined);
    expect(found.length).toBeGreaterThan(60);
    for (const place of found) {
      const { answer, line } = place;
      expect(answer.lower, nameOf(place)).toBeLessThanOrEqual(line.ours.upper ?? Number.NaN);
      if (explained(place).length === 0)
        expect(answer.value, nameOf(place)).toBeGreaterThanOrEqual(line.ours.lower ?? Number.NaN);
    }
  });

  it("nothing else is below without a reason by name", () => {
    const wrong = places().filter((place) => place.answer.side === "below" && explained(place).length !== 1);
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it("nothing on dp_accounting's grid is far above without a reason by name", () => {
    const wrong = places().filter(
      (place) =>
        /^riskcal$|PLD$/.test(place.answer.tool) &&
        place.answer.side === "above" &&
        (place.answer.distance ?? 0) > FAR &&
        explained(place).length !== 1,
    );
    expect(wrong.map(nameOf)).toEqual([]);
  });

  it("every reason is still needed", () => {
    for (const one of all.explanations) {
      for (const id of one.settings) {
        const needed = places().some((place) => place.line.setting.id === id && explained(place).includes(one));
        expect(needed, `${one.tool} ${one.quantity} ${id}`).toBe(true);
      }
    }
  });

  it("the known faults are marked as understating", () => {
    const side = (id: string, tool: string, quantity: string, fpr?: number) =>
      places().find(
        ({ table, line, answer }) =>
          line.setting.id === id && answer.tool === tool && table.quantity === quantity && table.fpr === fpr,
      )?.answer;
    const guess = side("riskcal-readme", "riskcal", "tpr", 1e-4);
    expect(guess?.side).toBe("below");
    expect(guess?.value, "less than guessing").toBeLessThan(1e-4);
    expect(side("large-batches", "Opacus GDP", "epsilon")?.side).toBe("below");
    expect(side("microsoft-default", "Microsoft closed form", "advantage")?.side).toBe("below");
    expect(side("long-composition", "dp_accounting PLD", "advantage")?.side).toBe("above");
  });

  // The curve is concave and starts at or above 0: false positives wasted on a mass m leave at least 1 - m / fpr of the TPR.
  it("what riskcal says of TPR is below by no more than its false mass explains", () => {
    for (const place of places()) {
      const { answer, line, table } = place;
      if (answer.tool !== "riskcal" || table.quantity !== "tpr" || answer.side !== "below") continue;
      const mass = all.peers.settings[line.setting.id]?.false_mass ?? 0;
      expect(-(answer.distance ?? 0), nameOf(place)).toBeLessThanOrEqual(mass / (table.fpr ?? 1));
    }
  });

  it("dp_accounting is far above only where its grid is about as coarse as a step", () => {
    for (const one of all.explanations.filter(({ side }) => side === "above")) {
      for (const { id, phases } of all.settings.filter((setting) => one.settings.includes(setting.id))) {
        const [[noise, rate]] = phases as [[number, number, number]];
        expect(rate * Math.sqrt(Math.expm1(1 / noise ** 2)), id).toBeLessThan(2 * GRID);
      }
    }
  });
});

describe("a third route", () => {
  it("by the inversion of Gil-Pelaez in mpmath lies in our intervals", () => {
    for (const [id, rows] of Object.entries(all.independent)) {
      expect(rows.length).toBe(4);
      for (const { quantity, fpr, value } of rows) {
        const table = compiled.find((one) => one.quantity === quantity && one.fpr === fpr);
        const ours = table?.lines.find(({ setting }) => setting.id === id)?.ours;
        expect(value, `${id} ${quantity}`).toBeGreaterThanOrEqual(ours?.lower ?? 1);
        expect(value, `${id} ${quantity}`).toBeLessThanOrEqual(ours?.upper ?? 0);
      }
    }
  });
});

describe("a difference", () => {
  const ours: Figure = { lower: 0.1, estimate: 0.2, upper: 0.3, kind: "exact", method: "", theorem: "", sources: [] };
  const row = { tool: "", quantity: "advantage" } as const;

  it("has a side", () => {
    expect(compared({ ...row, value: 0.15 }, ours)).toMatchObject({ side: "inside", distance: 0 });
    expect(compared({ ...row, value: 0.4 }, ours)).toMatchObject({ side: "above", factor: 2 });
    expect(compared({ ...row, value: 0.05 }, ours)).toMatchObject({ side: "below", distance: -0.25 });
    expect(compared({ ...row, value: null, reason: "" }, ours).side).toBe("none");
    expect(compared({ ...row, value: 0.1 - 1e-11 }, ours).side).toBe("inside");
    expect(compared({ ...row, value: 0.1 - 1e-8 }, ours).side).toBe("below");
  });
});

describe("the page", () => {
  it("counts every answer once", () => {
    const counted = summaries(all, compiled).flatMap(({ counts }) => Object.values(counts));
    expect(counted.reduce((sum, count) => sum + count, 0)).toBe(places().length);
  });

  it("needs no script, and escapes what tools say", () => {
    const text = page(all, compiled, "0.0.0", "body { color: red }");
    expect(text).not.toMatch(/<script|undefined|NaN|\[object/);
    expect(text.match(/▼ understates/g)?.length).toBe(
      places().filter(({ answer }) => answer.side === "below").length + 1,
    );
    const odd = { ...all, settings: all.settings.map((one) => ({ ...one, label: "<b>" })) };
    expect(page(odd, [], "<i>", "")).not.toContain("<i>");
  });

  it("links each setting to the calculator's state", () => {
    const text = page(all, compiled, "0.0.0", "");
    const links = [...text.matchAll(/href="index.html#([^"]*)"/g)].map(([, fragment = ""]) =>
      fragment.replaceAll("&#38;", "&"),
    );
    expect(links.length).toBe(4 * all.settings.length);
    for (const [i, { phases, neighboring_relation, target_delta }] of all.settings.entries()) {
      const { values, remarks, faults } = readFragment(links[i] ?? "");
      expect([remarks, faults]).toEqual([[], []]);
      const [[noise_multiplier, sample_rate, num_steps]] = phases as [[number, number, number]];
      const run = phases.length > 1 ? { history: phases } : { noise_multiplier, sample_rate, num_steps };
      const relation = neighboring_relation === "replace_one" ? { neighboring_relation } : {};
      expect(trainingOptions(values)).toMatchObject({ ...run, ...relation, target_delta });
    }
  });
});
