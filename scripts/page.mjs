// The static page in dist/: what Vite makes of it, and the service worker that keeps it for visits without network. The same as
// one file in dist-single/.

import { npmBin, run } from "./command.mjs";
import { writeServiceWorker } from "./offline.mjs";

const next = "correct what Vite names.";

export async function buildPage() {
  const output = await run(process.execPath, [npmBin.vite, "build"], { next });
  await writeServiceWorker();
  return output;
}

export function buildSingle() {
  return run(process.execPath, [npmBin.vite, "build", "--config", "vite.single.config.ts"], { next });
}
