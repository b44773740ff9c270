// The npm package as others get it: packed, installed without a network, and used in Node, TypeScript, Vite, webpack and alone.
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "puppeteer-core";
import { build, createServer } from "vite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import webpack from "webpack";
import { launch } from "./browser";
import { Guest, Site } from "./host";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const place = join(root, "target/package-test");
const GOLDEN = 0.1133476027;
const RUN = "{ noise_multiplier: 1.1, batch_size: 256, dataset_size: 60000, epochs: 15 }";
const ELEMENT =
  '<mi-advantage noise-multiplier="1.1" batch-size="256" dataset-size="60000" epochs="15"></mi-advantage><mi-roc></mi-roc>';
const MAIN = `
  import "mi-bounds/elements";
  import { loadCore } from "mi-bounds";
  loadCore().then(({ training }) => {
    document.querySelector("output").textContent = training(${RUN}).value.advantage.estimate;
  });
`;

function page(script: string): string {
  return `<!doctype html><html lang="en"><title>A consumer</title><body><output></output>${ELEMENT}
    <script type="module" src="${script}"></script></body></html>`;
}

function run(program: string, args: string[], cwd: string): string {
  return execFileSync(program, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
}

/** A folder with these files and the package installed. */
function project(name: string, tarball: string, files: Record<string, string>): string {
  const folder = join(place, name);
  for (const [file, text] of Object.entries({ "package.json": '{ "type": "module", "private": true }', ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", tarball], folder);
  return folder;
}

describe("the package", () => {
  let tarball = "";
  let listed: string[] = [];
  let browser: Browser;

  beforeAll(async () => {
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { recursive: true });
    const packed = run("npm", ["pack", "--json", "--foreground-scripts=false", "--pack-destination", place], root);
    const [report] = JSON.parse(packed.slice(packed.indexOf("[")));
    tarball = join(place, report.filename);
    listed = report.files.map(({ path }: { path: string }) => path);
    browser = await launch("chromium");
  });
  afterAll(() => browser?.close());

  /** The number of the core and that of the element, on a page that is served from `folder`. */
  async function shown(address: string): Promise<void> {
    const guest = await Guest.open(browser, address);
    await guest.shown("mi-advantage", /0\.11334760265/);
    await guest.shown("mi-roc", /0\.261% of the members/);
    await guest.page.waitForFunction(() => document.querySelector("output")?.textContent !== "");
    const value = Number(await guest.page.$eval("output", (output) => output.textContent));
    expect(value).toBeCloseTo(GOLDEN, 9);
    expect(guest.complaints.filter((text) => !/404|websocket/i.test(text))).toEqual([]);
    await guest.page.close();
  }

  it("holds what it needs and nothing else, and depends on nothing", () => {
    expect(listed).toContain("lib/elements.js");
    expect(listed).toContain("lib/core.d.ts");
    expect(
      listed.filter(
        (path) => !/^(bin|data|lib|pkg)\/|^(package\.json|README\.md|CHANGELOG\.md|LICENSE-\w+)$/.test(path),
      ),
    ).toEqual([]);
    expect(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).dependencies ?? {}).toEqual({});
  });

  it("computes in Node, fills texts there, and lets a server import the elements", () => {
    const folder = project("node", tarball, {
      "main.mjs": `
        import { loadCore } from "mi-bounds";
        import { fallback } from "mi-bounds/fallback";
        import "mi-bounds/elements";
        const { training } = await loadCore();
        const text = await fallback("<p><mi-advantage fallback></mi-advantage></p>");
        console.log(JSON.stringify({ value: training(${RUN}).value.advantage.estimate, text }));`,
    });
    const { value, text } = JSON.parse(run(process.execPath, ["main.mjs"], folder));
    expect(value).toBeCloseTo(GOLDEN, 9);
    expect(text).toContain("at most 557 right");
    const said = run(
      process.execPath,
      [
        "node_modules/mi-bounds/bin/mi-bounds.mjs",
        "training",
        JSON.stringify({ noise_multiplier: 1.1, sample_rate: 0.004, num_steps: 1000 }),
      ],
      folder,
    );
    expect(JSON.parse(said).advantage.kind).toBe("exact");
    const options = { experiment: "trade_off", table: "digits", label: "digit", noise_multiplier: 1, seed: 1 };
    const small = { dataset_size: 100, trainings: 1, layers: 0, num_steps: 10 };
    const program = "node_modules/mi-bounds/bin/mi-bounds.mjs";
    const trained = run(process.execPath, [program, "experiment", JSON.stringify({ ...options, ...small })], folder);
    expect(JSON.parse(trained).settings[0].proved[0].advantage.kind).toBe("exact");
  });

  it("has types that a strict consumer can use", () => {
    const folder = project("types", tarball, {
      "main.ts": `
        import { type Figure, loadCore, type TrainingResult } from "mi-bounds";
        import type { MiChangeEvent } from "mi-bounds/elements";
        import { fallback } from "mi-bounds/fallback";
        import "mi-bounds/frame";
        export async function advantage(): Promise<Figure> {
          const { training } = await loadCore();
          const outcome = training(${RUN});
          if (!outcome.ok) throw new Error(outcome.error.message);
          const result: TrainingResult = outcome.value;
          // @ts-expect-error no such parameter
          training({ noise: 3 });
          return result.advantage;
        }
        export const filled: Promise<string> = fallback("");
        document.querySelector("mi-roc")?.addEventListener("mi-change", (event: MiChangeEvent) => event.detail.fragment.length);`,
    });
    for (const [module, resolution] of [
      ["ESNext", "bundler"],
      ["NodeNext", "NodeNext"],
    ] as const) {
      const options = [
        "--ignoreConfig",
        "--noEmit",
        "--strict",
        "--target",
        "ES2022",
        "--lib",
        "ES2023,DOM",
        "--types",
        "",
        "--module",
        module,
        "--moduleResolution",
        resolution,
      ];
      expect(
        run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), ...options, "main.ts"], folder),
      ).toBe("");
    }
  });

  it("is bundled by Vite, and served by it while developing", async () => {
    const folder = project("vite", tarball, { "index.html": page("/main.js"), "main.js": MAIN });
    await build({ root: folder, logLevel: "warn", configFile: false });
    const site = await new Site({ "/": { folder: join(folder, "dist/") } }).open();
    await shown(`${site.url}/index.html`);
    await site.close();
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: "warn",
      server: { host: "127.0.0.1", port: 0, hmr: false, ws: false },
    });
    await server.listen();
    await shown(server.resolvedUrls?.local[0] ?? "");
    await server.close();
  });

  it("is bundled by webpack", async () => {
    const folder = project("webpack", tarball, {
      "dist/index.html": page("main.js").replace('type="module"', "defer"),
      "main.js": MAIN,
    });
    await new Promise<void>((done, fail) => {
      webpack(
        {
          mode: "production",
          context: folder,
          entry: "./main.js",
          output: { path: join(folder, "dist"), filename: "[name].js" },
          performance: { hints: false },
          optimization: { minimize: false },
        },
        (error, stats) => {
          if (error || stats?.hasErrors() || stats?.hasWarnings()) fail(error ?? new Error(stats?.toString()));
          else done();
        },
      );
    });
    const site = await new Site({ "/site/": { folder: join(folder, "dist/") } }).open();
    await shown(`${site.url}/site/index.html`);
    await site.close();
  });

  it("works from a plain module script", async () => {
    const folder = project("plain", tarball, {});
    const plain = page("/lib/elements.js").replace(
      "<script",
      `<script type="module">import { loadCore } from "/lib/core.js";
        loadCore().then(({ training }) => { document.querySelector("output").textContent = training(${RUN}).value.advantage.estimate; });</script><script`,
    );
    const site = await new Site({
      "/lib/": { folder: join(folder, "node_modules/mi-bounds/lib/") },
      "/index.html": { text: plain },
    }).open();
    await shown(`${site.url}/index.html`);
    await site.close();
  });
});
