// Puts a Content-Security-Policy into the pages of a built site: `node policy.mjs POLICY FOLDER`.
// A generator's inline scripts differ from page to page and from build to build, so their hashes are taken from what it built.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Lines of a directive and its sources; lines of the same directive add up, and "#" begins a comment. */
export function readPolicy(text) {
  const directives = new Map();
  for (const line of text.split("\n")) {
    const [name, ...sources] = line.trim().split(/\s+/);
    if (name === "" || name.startsWith("#")) continue;
    directives.set(name, new Set([...(directives.get(name) ?? []), ...sources]));
  }
  return directives;
}

/** The policy in one line; `scripts` are the sources that stand for inline scripts. */
export function writePolicy(directives, scripts = []) {
  const written = (sources) => [...sources].flatMap((source) => (source === "{scripts}" ? scripts : [source])).join(" ");
  return [...directives].map(([name, sources]) => `${name} ${written(sources)}`).join("; ");
}

/** The hashes of the inline scripts that run; data in a script element does not. */
export function inlineScripts(html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)];
  const inline = scripts.filter(([, attributes]) => !/\bsrc=|\btype="(?:application|text)\/(?!javascript)/.test(attributes));
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [...new Set(inline.map(([, , text]) => hash(text)))];
}

/** The page with the policy as early as a policy can stand. */
export function withPolicy(html, directives) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${writePolicy(directives, inlineScripts(html))}">`;
  return html.replace(/<head[^>]*>\s*(?:<meta charset=[^>]*>)?/i, (start) => `${start}${meta}`);
}

if (process.argv[1] === import.meta.filename) {
  const [policy, folder] = process.argv.slice(2);
  const directives = readPolicy(readFileSync(policy, "utf8"));
  for (const name of readdirSync(folder, { recursive: true })) {
    // The page inside of a frame has a policy of its own.
    if (!name.endsWith(".html") || /\bmi-bounds\b/.test(name)) continue;
    const file = join(folder, name);
    writeFileSync(file, withPolicy(readFileSync(file, "utf8"), directives));
  }
}
