// Serves the built page from a sub-path to all browser tests.
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";
import { serve } from "../../../scripts/serve.mjs";

export const DIST = fileURLToPath(new URL("../../../dist/", import.meta.url));

declare module "vitest" {
  interface ProvidedContext {
    pageUrl: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await serve(DIST);
  project.provide("pageUrl", url);
  return stop;
}
