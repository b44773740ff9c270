// The Content-Security-Policy of the page against what the installed libraries do.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}index.html`, "utf8");
const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]+)"/.exec(page)?.[1] ?? "";
const plotSource = (file: string) => readFileSync(`${root}node_modules/@observablehq/plot/src/${file}`, "utf8");

describe("the policy", () => {
  it("names the hash of the style that the installed Observable Plot injects", () => {
    const template = /append\("style"\)\.text\(\s*`([^`]*)`/.exec(plotSource("plot.js"))?.[1];
    const className = /name === undefined\) return "([^"]+)"/.exec(plotSource("style.js"))?.[1];
    expect(template, "Plot's injected style has moved: look for it in plot.js").toBeDefined();
    expect(className, "Plot's class name has moved: look for it in style.js").toBeDefined();
    const style = (template ?? "").replaceAll("$" + "{className}", className ?? "");
    expect(policy).toContain(`'sha256-${createHash("sha256").update(style).digest("base64")}'`);
  });

  it("allows nothing by default, no inline script and no other host", () => {
    const directives = new Map(
      policy.split(";").map((text) => text.trim().split(/ (.*)/s).slice(0, 2) as [string, string]),
    );
    expect(directives.get("default-src")).toBe("'none'");
    expect(directives.get("script-src")).toBe("'self' 'wasm-unsafe-eval'");
    expect(directives.get("connect-src")).toBe("'self'");
    expect(directives.get("worker-src")).toBe("'self'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
  });

  it("is met by the page itself: no inline script, style or handler", () => {
    expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son[a-z]+=/);
  });
});
