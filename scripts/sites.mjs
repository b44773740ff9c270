// `npm run sites`: the documentation sites of examples/, each by its own generator, with the figures of this checkout.

import { cpSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { publishLib } from "./build-lib.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { announce, main, npmBin, pathWith, root, run } from "./command.mjs";
import { isFresh, markFresh } from "./installed.mjs";
import { pythonWith } from "./python.mjs";
import { cargoTool, setUp, toolFolders } from "./setup.mjs";

const MDBOOK = "0.5.4";
const mdbook = join(root, "examples/mdbook");
const mkdocs = join(root, "examples/mkdocs");
const vitepress = join(root, "examples/vitepress");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** Under which path the tests serve them: VitePress alone has to know. */
const BASE = "/docs/vitepress/";

/** Needs dist/ with the embeds in it. */
export async function buildSites() {
  // After a failure the others still finish: what they installed serves the next attempt.
  const built = await Promise.allSettled([mdbookSite(), mkdocsSite(), vitepressSite()]);
  const failed = built.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

async function mdbookSite() {
  await cargoTool("mdbook", MDBOOK, ["--locked", "--no-default-features", "--features", "search"], "120 s");
  copyCalculator(join(mdbook, "src"));
  announce("the mdBook site", "1 s");
  const env = { PATH: pathWith(...toolFolders) };
  await run("mdbook", ["build", mdbook], { env, next: "correct what mdBook names." });
  await finish(mdbook, "book");
}

async function mkdocsSite() {
  const python = await pythonWith(join(mkdocs, "requirements.txt"), {
    name: "sites",
    what: "MkDocs with Material",
    duration: "20 s",
  });
  copyCalculator(join(mkdocs, "docs"));
  announce("the MkDocs site", "3 s");
  const args = ["-m", "mkdocs", "build", "--quiet", "--strict", "--config-file", join(mkdocs, "mkdocs.yml")];
  await run(python, args, { env: { NO_MKDOCS_2_WARNING: "1" }, next: "correct what MkDocs names." });
  await finish(mkdocs, "site");
}

async function vitepressSite() {
  const [archive, packed] = [join(vitepress, "mi-bounds.tgz"), join(vitepress, `mi-bounds-${version}.tgz`)];
  await npm(["pack", "--silent", "--ignore-scripts", "--pack-destination", vitepress], root);
  renameSync(packed, archive);
  const lock = join(vitepress, "package-lock.json");
  const packages = join(vitepress, "node_modules");
  if (!isFresh(packages, lock, archive)) {
    announce("VitePress and this package from npm", "20 s");
    await npm(["ci", "--ignore-scripts", "--loglevel=error"], vitepress);
    markFresh(packages, lock, archive);
  }
  announce("the VitePress site", "10 s");
  await npm(["run", "build"], vitepress, { SITE_BASE: BASE });
  await policy(vitepress, "docs/.vitepress/dist");
}

/** The built calculator beside the pages, with the figures of its version inside; figures link to it. */
function copyCalculator(pages) {
  const folder = join(pages, "mi-bounds");
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(root, "dist"), folder, { recursive: true });
}

/** The texts for readers without script, then the policy of each page. */
async function finish(site, output) {
  const next = "correct the attributes that it names.";
  await run(process.execPath, [join(root, "bin/mi-bounds.mjs"), "fallback", join(site, output)], { next });
  await policy(site, output);
}

function policy(site, output) {
  const args = [join(root, "examples/policy.mjs"), join(site, "policy.txt"), join(site, output)];
  return run(process.execPath, args, { next: "correct the policy." });
}

function npm(args, cwd, env = {}) {
  // Started by npm, its own script is known, and no shell is needed on any platform.
  const script = process.env.npm_execpath;
  const [command, ...own] = script?.endsWith(".js") ? [process.execPath, script] : ["npm"];
  const next = `check the network, delete ${join(cwd, "node_modules")}, then run this again.`;
  return run(command, [...own, ...args], { cwd, env, next });
}

if (process.argv[1] === import.meta.filename) {
  await main(async () => {
    await buildWasm(await setUp());
    await run(process.execPath, [npmBin.vite, "build", "--logLevel", "warn"], { next: "correct what Vite names." });
    await publishLib();
    await buildSites();
  });
}
