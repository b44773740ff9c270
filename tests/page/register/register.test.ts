// The register: each entry says where it stands, its frozen figures are those of this checkout, and its page needs no script.
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "parse5";
import { beforeAll, describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import { version } from "../../../package.json";
import { type Core, readingsOf } from "../../../scripts/register/figures";
import { registerPages } from "../../../scripts/register/site";
import type { Figure } from "../../../src/boundary/wasm/core";
import { ENTRIES, entryOf } from "../../../www/register/entries";
import type { Entry, Field } from "../../../www/register/entry";
import { FROZEN, frozenOf, type Reading } from "../../../www/register/figures";
import { PRESETS } from "../../../www/register/presets";
import { registerCsv, registerJson } from "../../../www/share/register";
import { STARTING_POINTS } from "../../../www/state/known-runs";
import { readFragment, writeFragment } from "../../../www/state/link/fragment";
import { isOption } from "../../../www/state/parameters/choices";
import { LINK_KEYS } from "../../../www/state/parameters/table";
import { calibrateValues, claimedValues, frozenRows, questionOf, runValues } from "../../../www/state/published";
import { claimInWords, comparison, factsOf } from "../../../www/words/register";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const each = ENTRIES.map((entry) => [entry.id, entry] as const);
/** `npm run test:all` computes them all. */
const EVERY = process.env.TEST_ALL ? 1 : 4;
let core: Core;

beforeAll(async () => {
  core = await loadCore();
});

/** Every field of an entry with its status. */
function fields({ claim, parameters, guarantee, relation, sampling, unit, mechanism, year }: Entry): Field<unknown>[] {
  const { form: _, ...numbers } = guarantee ?? { form: null };
  const all = [claim?.epsilon, claim?.delta, relation, sampling?.claimed, sampling?.as_run, unit, mechanism, year];
  return [...all, ...Object.values(parameters), ...Object.values(numbers)].flatMap((field) => field ?? []);
}

describe("the entries", () => {
  it("are at least thirty trainings, and the deployments that can be read", () => {
    expect(ENTRIES.filter(({ kind }) => kind === "training").length).toBeGreaterThanOrEqual(30);
    expect(ENTRIES.filter(({ kind }) => kind === "deployment").length).toBeGreaterThanOrEqual(30);
  });

  it("are called like their files, each once", () => {
    const files = ["trainings", "deployments", "presets"].flatMap((folder) =>
      readdirSync(`${root}www/register/${folder}`).map((file) => basename(file, ".json")),
    );
    const ids = [...ENTRIES, ...PRESETS.filter(({ kind }) => kind === "setting")].map(({ id }) => id);
    expect(ids.sort()).toEqual(files.sort());
    expect(new Set(ids).size).toBe(ids.length);
    expect(new Set(ENTRIES.map(({ name }) => name)).size).toBe(ENTRIES.length);
  });

  it.each(each)("%s says where each field stands", (_, entry) => {
    const { source, what, organisation, name, reason } = entry;
    for (const text of [source.name, source.place, what, organisation, name, reason]) expect(text.trim()).not.toBe("");
    expect(source.address).toMatch(/^https:\/\//);
    expect(source.read).toMatch(/^\d{4}-\d\d-\d\d$/);
    for (const field of fields(entry)) {
      expect(["stated", "inferred"]).toContain(field.status);
      expect((field.status === "stated" ? field.quote : field.how).trim()).not.toBe("");
      expect(Number.isFinite(field.value) || typeof field.value === "string").toBe(true);
    }
    expect(factsOf(entry).every(({ value, from }) => value !== "" && from !== "")).toBe(true);
  });

  it.each(each)("%s has a run or a guarantee, in names that the page knows", (_, entry) => {
    const { parameters, guarantee, claim } = entry;
    for (const name of Object.keys(parameters)) expect(LINK_KEYS).toContain(name);
    if (guarantee) {
      expect(isOption("guarantee", guarantee.form)).toBe(true);
      if (guarantee.form.endsWith("_dp")) expect(claim?.epsilon).toBeDefined();
      if (guarantee.form === "approximate_dp") expect(claim?.delta).not.toBeNull();
    } else {
      expect(parameters.noise_multiplier).toBeDefined();
      expect(parameters.sample_rate ?? (parameters.batch_size && parameters.dataset_size)).toBeDefined();
      expect(parameters.num_steps ?? parameters.epochs).toBeDefined();
      expect(claim?.delta ?? parameters.target_delta).toBeDefined();
    }
  });

  it.each(each)("%s opens by links that ask the same question", (_, entry) => {
    for (const values of [claimedValues(entry), runValues(entry), calibrateValues(entry)]) {
      if (!values) continue;
      const read = readFragment(writeFragment(values));
      expect([read.faults, read.remarks]).toEqual([[], []]);
      expect(read.values).toEqual(values);
    }
    const own = readFragment(`#v=1&view=register&entry=${entry.id}`);
    expect([own.faults, own.remarks, own.values.entry]).toEqual([[], [], entry.id]);
  });

  it("are not found by another name", () => {
    expect(entryOf("")).toBeNull();
    expect(entryOf("toString")).toBeNull();
  });
});

describe("the frozen figures", () => {
  it("have a date, and the version of this checkout", () => {
    expect(FROZEN.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(FROZEN.library_version).toBe(version);
    expect(frozenRows().length).toBe(ENTRIES.length);
  });

  const shown = ({ lower, estimate, upper, kind, theorem }: Figure) => ({ lower, estimate, upper, kind, theorem });
  const whole = (reading: Reading | null) =>
    reading && {
      ...reading,
      advantage: shown(reading.advantage),
      tpr: { ...shown(reading.tpr), fpr: reading.tpr.fpr },
      epsilon: reading.epsilon && shown(reading.epsilon),
    };

  it.each(each.filter((_, i) => i % EVERY === 0))("%s: `npm run register` gives the same", (id, entry) => {
    const { claimed, as_run } = readingsOf(core, entry);
    const frozen = frozenOf(id);
    expect(whole(frozen?.claimed ?? null)).toEqual(whole(claimed));
    expect(whole(frozen?.as_run ?? null)).toEqual(whole(as_run));
  });
});

describe("claims beside certified figures", () => {
  const sides = new Map(frozenRows().map(({ entry, reading }) => [entry.id, comparison(entry, reading)]));

  it("differ in at least ten entries, and each says why", () => {
    const differing = ENTRIES.filter(({ id }) => ["above", "below"].includes(sides.get(id)?.side ?? ""));
    expect(differing.length).toBeGreaterThanOrEqual(10);
    for (const { id, reason } of differing) expect(reason.length, id).toBeGreaterThan(60);
  });

  it("are below only where an assumption of the claim is named that fails", () => {
    const below = ENTRIES.filter(({ id }) => sides.get(id)?.side === "below");
    expect(below.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["opacus-cifar10-gaussian", "bu-mnist-clt-1.06", "bu-movielens-clt"]),
    );
    for (const { id, fails } of below) expect(fails, id).toMatch(/^The accounting: /);
  });

  it.each([
    ["a guarantee that is only repeated", "vaultgemma"],
    ["an epsilon without delta", "dpcap-laion"],
    ["no claim at all", "opacus-mnist-defaults"],
    ["a bound that is above the claim and not attained", "user-url-privacy"],
  ])("are not compared: %s", (_, id) => {
    expect(sides.get(id)?.side).toBe("none");
  });

  it("name the claim with its delta", () => {
    const entry = entryOf("opacus-mnist-noise-1.3");
    expect(entry && claimInWords(entry)).toBe("epsilon 1.16 at delta 1e-5");
  });
});

describe("the presets", () => {
  it("are the register's own entries, under one name", () => {
    for (const { id, label, what } of STARTING_POINTS) {
      const entry = PRESETS.find((preset) => preset.id === id);
      expect([label, what]).toEqual([entry?.name, entry?.what]);
    }
    expect(STARTING_POINTS.map(({ id }) => id).slice(0, 3)).toEqual([
      "opacus-mnist-defaults",
      "opacus-cifar10",
      "tf-privacy-mnist",
    ]);
  });

  it("ask what the entry of the register asks", () => {
    for (const { id, set } of STARTING_POINTS) {
      const entry = entryOf(id);
      if (entry) expect(questionOf(claimedValues(entry))).toMatchObject({ kind: "training" });
      if (entry) expect(claimedValues(entry)).toMatchObject(set);
    }
  });
});

describe("the data", () => {
  it("has a line for each entry, and keeps every digit", () => {
    const [head = "", ...lines] = registerCsv(frozenRows()).trimEnd().split("\r\n");
    expect(lines.length).toBe(ENTRIES.length);
    expect(head.startsWith("id,kind,name,organisation")).toBe(true);
    const advantage = frozenOf("opacus-cifar10")?.claimed.advantage.estimate;
    expect(lines.find((line) => line.startsWith("opacus-cifar10,"))).toContain(`,${advantage},`);
    const { entries } = JSON.parse(registerJson(frozenRows(), "https://example.org/"));
    expect(entries).toHaveLength(ENTRIES.length);
    expect(entries[0].certified.advantage.theorem).toBeTruthy();
  });
});

describe("the static pages", () => {
  const pages = registerPages(root);

  it("are one for each entry, and one for all", () => {
    expect([...pages.keys()].sort()).toEqual(["index.html", ...ENTRIES.map(({ id }) => `${id}.html`)].sort());
  });

  it.each([...pages])("%s is valid, without script, with title, description and figures", (name, text) => {
    const errors: string[] = [];
    parse(text, { onParseError: ({ code, startLine }) => errors.push(`${code} in line ${startLine}`) });
    expect(errors).toEqual([]);
    expect(text).not.toMatch(/<script|javascript:|undefined|NaN|\[object/);
    expect(text).toMatch(/<title>[^<]{10,}<\/title>/);
    expect(text).toMatch(/<meta name="description" content="[^"]{60,}">/);
    expect(text).toMatch(/<meta property="og:title" content="[^"]+">/);
    const links = [...text.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
    for (const link of links.filter((one) => one.endsWith(".html"))) {
      expect(link === "../index.html" || pages.has(link), link).toBe(true);
    }
    if (name === "index.html") return;
    const advantage = frozenOf(name.replace(".html", ""))?.claimed.advantage;
    expect(text).toContain(`<td>${advantage?.theorem}</td>`);
  });
});
