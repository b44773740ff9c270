// The validation page of this checkout: stored answers, our intervals computed now, and its style.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Core, computed, tables } from "./comparison";
import { type OwnRun, page } from "./page";
import { stored } from "./settings";

const STYLES = ["tokens.css", "elements.css", "validation.css"];

export function validationPage(root: string, core: Core, own: OwnRun): string {
  const all = stored(root);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const style = STYLES.map((name) => readFileSync(join(root, "www/components/styles", name), "utf8")).join("\n");
  return page(all, tables(all, computed(core, all)), version, style, own);
}
