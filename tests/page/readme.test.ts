// Everything the README shows is run: the shell and npm lines here, its Rust lines as a test of the crate's documentation.
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readAttributes } from "../../www/embed/attributes";
import { EMBEDS } from "../../www/embed/names";
import { readFragment } from "../../www/state/link/fragment";

const root = fileURLToPath(new URL("../../", import.meta.url));
const readme = readFileSync(`${root}README.md`, "utf8");
const blocks = (language: string) =>
  [...readme.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))].map(([, code]) => code ?? "");

describe("README", () => {
  it("its two commands are scripts of the package", () => {
    const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
    const commands = [...(blocks("sh")[0] ?? "").matchAll(/^npm (\w+)/gm)].map(([, name]) => name);
    expect(commands).toEqual(["start", "test"]);
    for (const name of commands) expect(scripts).toHaveProperty(name ?? "");
  });

  it("its lines for Node print what they say", () => {
    const code = blocks("js")[0] ?? "";
    mkdirSync(`${root}target`, { recursive: true });
    const file = `${root}target/readme.mjs`;
    writeFileSync(file, code);
    const printed = execFileSync(process.execPath, [file], { encoding: "utf8" });
    rmSync(file);
    expect(printed.trim()).toBe(/console\.log\(.*\/\/ (.*)$/m.exec(code)?.[1]);
  });

  const shell = [...(blocks("sh")[1] ?? "").matchAll(/training '(\{.*\})'/g)].map(([, json]) => json ?? "");
  it.each(shell)("its shell line gives a certified advantage: %s", (json) => {
    const printed = execFileSync(process.execPath, [`${root}bin/mi-bounds.mjs`, "training", json], {
      encoding: "utf8",
    });
    const { advantage } = JSON.parse(printed);
    expect(advantage.kind).toBe("exact");
    expect(Math.abs(advantage.estimate - 0.16101761969792516)).toBeLessThan(1e-12);
  });

  const solved = [...(blocks("sh")[1] ?? "").matchAll(/calibrate '(\{.*\})'/g)].map(([, json]) => json ?? "");
  it.each(solved)("its shell line solves on the safe side: %s", (json) => {
    const printed = execFileSync(process.execPath, [`${root}bin/mi-bounds.mjs`, "calibrate", json], {
      encoding: "utf8",
    });
    const { achieved, target, unsafe_neighbour } = JSON.parse(printed);
    expect(achieved.upper).toBeLessThanOrEqual(target);
    expect(unsafe_neighbour.achieved.upper).toBeGreaterThan(target);
  });

  const state = { dataset_size: 60000, batch_size: 256, epochs: 15, noise_multiplier: 1.1 };
  const embeds = blocks("html")[0] ?? "";

  it("its element is one of ours, and its attributes are a state of the page", () => {
    const [, name = "", text = ""] = /<(mi-\w+) ([^>]*)>/.exec(embeds) ?? [];
    expect(EMBEDS).toContain(name);
    const attributes = [...text.matchAll(/([a-z-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => ({ name, value }));
    const { values, faults } = readAttributes(attributes, "training");
    expect(faults).toEqual([]);
    expect(values).toMatchObject(state);
  });

  it("its iframe shows one of our figures in a state of the page", () => {
    const [, fragment = ""] = /<iframe[^>]*src="[^"#]*#([^"]*)"/s.exec(embeds) ?? [];
    const pairs = fragment.split("&");
    const figure = pairs.find((pair) => pair.startsWith("figure="));
    expect(EMBEDS).toContain(`mi-${figure?.slice("figure=".length)}`);
    const { values, faults } = readFragment(`#${pairs.filter((pair) => pair !== figure).join("&")}`);
    expect(faults).toEqual([]);
    expect(values).toMatchObject(state);
  });

  it("the folder of its embeds is that of this version, and the pages that it names exist", () => {
    const { version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));
    const folders = [...embeds.matchAll(/calculator\/([\d.]+)\//g)].map(([, folder]) => folder);
    expect(folders).toEqual([version, version]);
    for (const [, file = ""] of readme.matchAll(/\]\((?!http)([^)#]+)\)/g))
      expect(existsSync(`${root}${file}`)).toBe(true);
  });
});
