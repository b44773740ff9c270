// What a browser loads of the built page before the first number, gzipped: it grows by a decision, never by accident.
import { readdirSync, readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";

const dist = new URL("../../dist/", import.meta.url);
const assets = readdirSync(new URL("assets/", dist)).map((name) => `assets/${name}`);

/** By the beginnings of their names, with the most bytes that each may have. */
const LIMITS: readonly (readonly [RegExp, number])[] = [
  [/^index\.html$/, 3_200],
  [/^assets\/index-.*\.css$/, 9_300],
  [/^assets\/main-.*\.js$/, 71_000],
  [/^assets\/(spawn|rolldown-runtime)-.*\.js$/, 400],
  [/^assets\/exact\.worker-.*\.js$/, 3_600],
  [/^assets\/mi_bounds_first_bg-.*\.wasm$/, 114_000],
];

it("is within its limits, and is all that the page names", () => {
  const html = readFileSync(new URL("index.html", dist), "utf8");
  const named = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)].map(([, name = ""]) => name);
  expect(named.length).toBeGreaterThan(2);
  for (const name of named)
    expect(
      LIMITS.some(([file]) => file.test(name)),
      name,
    ).toBe(true);
  for (const [file, most] of LIMITS) {
    const found = ["index.html", ...assets].filter((name) => file.test(name));
    expect(found.length, `${file}`).toBeGreaterThan(0);
    for (const name of found)
      expect(gzipSync(readFileSync(new URL(name, dist)), { level: 9 }).length, name).toBeLessThan(most);
  }
});
