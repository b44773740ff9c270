// A step of the checks that is stopped at its limit says what hung.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { attempt, npmBin } from "../../scripts/command.mjs";
import { keptIn, stillRunning } from "../../scripts/running-tests.mjs";

// Vitest puts some of its reports off for 100 ms and drops them where the clock shows just these; the next one brings them
// along, so something else goes on beside what hangs.
const PLANTED = `
import { describe, it } from "vitest";
it("ends", () => {});
describe.concurrent("a block", () => {
  it("HANGS", () => new Promise(() => {}));
  it("goes on", () => new Promise((rest) => setTimeout(rest, 500)));
});
`;
const HOOK = `
import { beforeAll, describe, it } from "vitest";
describe.concurrent("another block", () => {
  beforeAll(() => new Promise(() => {}));
  it("never begins", () => {});
});
describe.concurrent("a third", () => {
  it("goes on", () => new Promise((rest) => setTimeout(rest, 500)));
});
`;
const SYNCHRONOUS = `
import { it } from "vitest";
it("does not yield", () => { for (;;); });
`;

describe("a stopped step", () => {
  it.each([
    ["a test", PLANTED, "a.test.js > a block > HANGS"],
    ["a hook", HOOK, "a.test.js > another block > beforeAll"],
    ["a test that does not yield", SYNCHRONOUS, "a.test.js"],
  ])("names %s that hangs", async (_, source, name) => {
    const folder = mkdtempSync(join(tmpdir(), "mi-bounds-limits-"));
    const config = 'export default { test: { include: ["*.test.js"], testTimeout: 0, hookTimeout: 0 } };';
    writeFileSync(join(folder, "vitest.config.mjs"), config);
    writeFileSync(join(folder, "a.test.js"), source.replace('"vitest"', JSON.stringify(import.meta.resolve("vitest"))));
    const file = join(folder, "running.txt");
    const { args, env } = keptIn(file);
    const child = spawn(process.execPath, [npmBin.vitest, "run", "--root", folder, ...args], {
      env: { ...process.env, ...env },
      stdio: "ignore",
      detached: true,
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    try {
      await vi.waitFor(() => expect(stillRunning(file).split("\n")).toContain(`  ${name}`), { timeout: 50_000 });
      expect(stillRunning(file)).not.toContain("> ends");
    } finally {
      // The group: the test runs in a process of its own.
      process.kill(-(child.pid ?? Number.NaN), "SIGKILL");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is stopped at its limit, and what hung stands at the end of its output", async () => {
    const wait = "console.log('begins'); setInterval(() => {}, 1000)";
    const { code, output } = await attempt(process.execPath, ["-e", wait], {
      minutes: 0.03,
      hung: () => "Still running: it",
    });
    expect(code).not.toBe(0);
    expect(output).toMatch(/Stopped after 0\.03 minutes\. Still running: it\n$/);
  });

  it("says when no test was running", () => {
    expect(stillRunning(join(tmpdir(), "mi-bounds-no-such-file"))).toBe("No test was running.");
  });
});
