// The pages of the register of this checkout, with their style.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ENTRIES } from "../../www/register/entries";
import { entryPage, indexPage } from "./page";

const STYLES = ["www/components/styles/tokens.css", "www/components/styles/elements.css", "scripts/register/page.css"];

/** By the name of the file. */
export function registerPages(root: string): Map<string, string> {
  const style = STYLES.map((name) => readFileSync(join(root, name), "utf8")).join("\n");
  const pages = ENTRIES.map((entry): [string, string] => [`${entry.id}.html`, entryPage(entry, style)]);
  return new Map([["index.html", indexPage(style)], ...pages]);
}
