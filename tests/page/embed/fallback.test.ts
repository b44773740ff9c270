// The texts of embeds at build time: what is written, and that nothing else changes.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { loadCore } from "../../../bin/core.mjs";
import { fillFallbacks } from "../../../www/embed/fallback";

const core = await loadCore();
const filled = (page: string) => fillFallbacks(page, core);
const RUN = 'noise-multiplier="1.1" batch-size="256" dataset-size="60000" epochs="15"';

describe("mi-bounds fallback", () => {
  const folder = fileURLToPath(new URL("../../../target/fallback-test/", import.meta.url));
  const program = fileURLToPath(new URL("../../../bin/mi-bounds.mjs", import.meta.url));
  const run = (...args: string[]) => spawnSync(process.execPath, [program, "fallback", ...args], { encoding: "utf8" });
  const good = "<mi-advantage fallback></mi-advantage>";

  it("fills the pages of a folder, and touches none where one is wrong", () => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(`${folder}guide`, { recursive: true });
    writeFileSync(`${folder}index.html`, good);
    writeFileSync(`${folder}guide/a.html`, "<mi-roc prior=2 fallback></mi-roc>");
    writeFileSync(`${folder}guide/b.txt`, good);
    const refused = run(folder);
    expect(refused.status).toBe(2);
    expect(refused.stderr).toContain(`${folder}guide/a.html: line 1: <mi-roc>: prior is 2; allowed is from`);
    expect(readFileSync(`${folder}index.html`, "utf8")).toBe(good);
    writeFileSync(`${folder}guide/a.html`, "<p>nothing</p>");
    expect(run(folder)).toMatchObject({ status: 0, stdout: "2 files read, 1 written\n" });
    expect(readFileSync(`${folder}index.html`, "utf8")).toContain("at most 557 right");
    expect(readFileSync(`${folder}guide/b.txt`, "utf8")).toBe(good);
    expect(run(folder).stdout).toBe("2 files read, 0 written\n");
    expect(run(`${folder}none.html`).status).toBe(2);
    expect(run().status).toBe(2);
  });
});

describe("the texts of embeds", () => {
  it("hold the sentence and the certified number", () => {
    const text = filled(`<mi-advantage ${RUN} fallback></mi-advantage>`);
    expect(text).toMatch(
      /^<mi-advantage [^>]*><span data-mi-bounds="0\.1\.0">Of 1000 guesses, the best possible attacker gets at most 557 right;/,
    );
    expect(text).toContain("Advantage 0.1133 (exact, certified)");
    expect(text).toContain("noise multiplier 1.1, sample rate 0.004266667 and 3516 steps");
  });

  it("are tables for curves and bounds, but not inside of a paragraph, which a table would end", () => {
    const row = "<tr><td>0.1%</td><td>0.2607%</td></tr>";
    expect(filled(`<mi-roc ${RUN} fallback></mi-roc>`)).toContain(row);
    expect(filled(`<mi-compare ${RUN} fallback></mi-compare>`)).toContain("<tr><td>Exact</td><td>0.1133</td></tr>");
    const inline = filled(`<p>See <mi-roc ${RUN} fallback></mi-roc>.</p>`);
    expect(inline).toContain("0.1%: 0.2607%.");
    expect(inline).not.toContain("<table>");
  });

  it("give a calibrated value on its safe side, with the run it belongs to", () => {
    const text = filled('<mi-calibrate target="advantage" advantage="0.1" fallback></mi-calibrate>');
    expect(text).toContain(
      "Noise multiplier 1.21 suffices. The advantage is at most 0.1. Found for DP-SGD with noise multiplier 1.203",
    );
    expect(text).toContain("3516 steps");
  });

  it("give the answers of the other views, with the setting and what is assumed", () => {
    const guarantee = filled('<mi-guarantee epsilon="1" delta="0" fallback></mi-guarantee>');
    expect(guarantee).toMatch(
      />Of 1000 guesses, the best possible attacker gets at most 732 right;.*Advantage at most 0\.4622/,
    );
    expect(guarantee).toContain("(1, 0)-differential privacy; prior 0.5. Assumed: ");
    const attribute = filled('<mi-attributes gradient-distance="0.5" fallback></mi-attributes>');
    expect(attribute).toMatch(
      />Of 1000 guesses which of two values a record has, .*gradient distance 0\.5\. Assumed: /,
    );
    const noise = filled('<mi-noise eta="0.05" dimension="3" fallback></mi-noise>');
    expect(noise).toMatch(
      /of scale [\d.]+ lets no attacker get more than 550 of 1000 guesses right;.*Eta 0\.05; .* Assumed: /,
    );
    expect(() => filled('<mi-attributes distance-source="steps" fallback></mi-attributes>')).toThrow("holds no file");
    expect(() => filled('<mi-roc sliders="speed" fallback></mi-roc>')).toThrow('sliders names "speed"');
  });

  it("give the verdict of an audit, what an entry claims and has certified, and what an experiment asks", () => {
    const audit = filled(
      '<mi-audit true-positives="60" positives="1000" false-positives="10" negatives="1000" fallback></mi-audit>',
    );
    expect(audit).toMatch(
      />These results refute the declared run\. .*p-value at most [\d.×⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+ \(upper bound\).*Assumed: /,
    );
    const entry = filled('<mi-register entry="vaultgemma" fallback></mi-register>');
    expect(entry).toMatch(/>VaultGemma 1B\. epsilon 2 at delta 1\.1e-10.*Advantage at most 0\.7616 \(upper bound\)/);
    expect(filled("<mi-register fallback></mi-register>")).toMatch(/>\d+ trainings and \d+ deployments: /);
    expect(filled('<mi-laboratory experiment="one_hot" trainings="50" fallback></mi-laboratory>')).toMatch(/\?.*</);
    const bad = (element: string) => () => filled(element);
    expect(bad('<mi-register entry="none" fallback></mi-register>')).toThrow('entry is "none"; the register has none');
    expect(bad('<mi-laboratory experiment="two_hot" fallback></mi-laboratory>')).toThrow("allowed are gaussian_game, ");
    expect(bad('<mi-laboratory trails="5" fallback></mi-laboratory>')).toThrow("no option of this experiment");
    expect(bad('<mi-audit results="scores" fallback></mi-audit>')).toThrow("holds no file");
  });

  it("name B where there is one", () => {
    expect(filled('<mi-roc b-noise-multiplier="2" fallback></mi-roc>')).toContain("<td>0.2607%</td><td>0.1571%</td>");
  });

  it("are written again in the same place, and the same text again is the same page", () => {
    const once = filled("<mi-advantage fallback>old <b>text</b></mi-advantage>");
    expect(once).not.toContain("old");
    expect(filled(once)).toBe(once);
  });

  it("leave every other byte: comments, scripts, other embeds, ends of lines, odd markup", () => {
    const before =
      "\uFEFF<!DOCTYPE html>\r\n<!-- <mi-roc fallback></mi-roc> --><script>'<mi-roc fallback></mi-roc>'</script>\r\n<p class=x>ä &amp; <i>";
    const after =
      "</i>\r\n<mi-roc noise-multiplier=-1>keep</mi-roc><textarea><mi-roc fallback></mi-roc></textarea>\t\n";
    const page = filled(`${before}<MI-ADVANTAGE fallback SIGMA=1.1></MI-ADVANTAGE>${after}`);
    expect(page.startsWith(`${before}<MI-ADVANTAGE fallback SIGMA=1.1>`)).toBe(true);
    expect(page.endsWith(`</MI-ADVANTAGE>${after}`)).toBe(true);
  });

  it("are refused with line, element and parameter", () => {
    const bad = (element: string) => () => filled(`<p>\n\n${element}`);
    expect(bad("<mi-roc noise-multiplier=-3 fallback></mi-roc>")).toThrow(
      "line 3: <mi-roc>: noise_multiplier is -3; allowed is from 0.0001 up to 10000.",
    );
    expect(bad("<mi-roc noise=laplace controls=all fallback></mi-roc>")).toThrow(/line 3: <mi-roc>: controls is "all"/);
    expect(bad("<mi-roc epoch=3 fallback></mi-roc>")).toThrow("The attribute epoch is not one of this element.");
    expect(bad("<mi-roc sampling=shuffle fallback></mi-roc>")).toThrow(/sampling shuffle/);
    expect(bad("<mi-roc fallback>")).toThrow("line 3: <mi-roc>: it has no end tag of its own.");
  });
});
