// `npm run register`: computes the certified figures of the register anew and writes www/register/figures.json, with the date.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runnerImport } from "vite";
import { buildIfCheckout, loadCore } from "../bin/core.mjs";
import { root } from "./command.mjs";

const FILE = join(root, "www/register/figures.json");

await buildIfCheckout();
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const { module } = await runnerImport(join(root, "scripts/register/figures.ts"), { root, configFile: false });
const today = new Date().toISOString().slice(0, 10);
writeFileSync(FILE, module.figuresFile(await loadCore(), version, today));
console.log(`wrote ${FILE}`);
