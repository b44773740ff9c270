import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { formulas } from "./scripts/mathml.mjs";

/** What seldom breaks: `npm run test:all`. */
const SELDOM = process.env.TEST_ALL
  ? []
  : ["sites", "package", "lighthouse"].map((name) => `tests/page/e2e/${name}.e2e.ts`);

const server = fileURLToPath(new URL("tests/page/e2e/server.ts", import.meta.url));

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [formulas],
        test: {
          name: "unit",
          environment: "node",
          include: [
            "tests/page/*.test.ts",
            "tests/page/{register,state,engine,answers,words,charts,share,components,views,embed}/*.test.ts",
          ],
          // The default leaves a core to who works beside it.
          maxWorkers: 2,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: "programs",
          environment: "node",
          include: ["tests/page/programs/*.test.ts"],
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: "e2e",
          environment: "node",
          include: ["tests/page/e2e/**/*.e2e.ts"],
          exclude: SELDOM,
          maxWorkers: 2,
          // On a busy machine, too, only what hangs takes so long.
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: existsSync(server) ? [server] : [],
        },
      },
    ],
  },
});
