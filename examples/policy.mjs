// Puts a Content-Security-Policy into the pages of a built site, and beside them as a header: `node policy.mjs POLICY FOLDER`.
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

/** The policy in one line; `inline` are the sources that stand for {scripts} and {styles}. */
export function writePolicy(directives, inline) {
  const written = (source) => inline[source.slice(1, -1)] ?? source;
  return [...directives].map(([name, sources]) => [name, ...[...sources].flatMap(written)].join(" ")).join("; ");
}

/** The hashes of the inline scripts that run, and of the style attributes; data in a script element does not run. */
export function inlineParts(html) {
  const scripts = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes]) => !/\bsrc=|\btype="application\/(?:ld\+)?json"/.test(attributes))
    .map(([, , text]) => text);
  const markup = html.replace(/<script\b[\s\S]*?<\/script>/g, "");
  const styles = [...markup.matchAll(/<[a-z][^>]*?\sstyle="([^"]*)"/gi)].map(([, text]) => text);
  return { scripts: hashes(scripts), styles: hashes(styles) };
}

function hashes(texts) {
  const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return [...new Set(texts.map(hash))];
}

/** The page with the policy before everything that a policy governs, but after the character set, which must come soon. */
export function withPolicy(html, policy) {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${policy}">`;
  return html.replace(/<meta charset=[^>]*>/i, (charset) => `${charset}\n${meta}`);
}

if (process.argv[1] === import.meta.filename) {
  const [file, folder] = process.argv.slice(2);
  const directives = readPolicy(readFileSync(file, "utf8"));
  const pages = [];
  for (const name of readdirSync(folder, { recursive: true })) {
    // The page inside of a frame has a policy of its own.
    if (!name.endsWith(".html") || /\bmi-bounds\b/.test(name)) continue;
    const html = readFileSync(join(folder, name), "utf8");
    pages.push(html);
    writeFileSync(join(folder, name), withPolicy(html, writePolicy(directives, inlineParts(html))));
  }
  // For servers that send headers, in the form that some hosts read: one policy for all pages and for the worker.
  writeFileSync(
    join(folder, "_headers"),
    `/*\n  Content-Security-Policy: ${writePolicy(directives, inlineParts(pages.join("\n")))}\n`,
  );
}
