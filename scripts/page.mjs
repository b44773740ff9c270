// The static page in dist/: what Vite makes of it, and the service worker that keeps it for visits without network.

import { npmBin, run } from "./command.mjs";
import { writeServiceWorker } from "./offline.mjs";

export async function buildPage() {
  const next = "correct what Vite names.";
  const output = await run(process.execPath, [npmBin.vite, "build"], { next });
  await writeServiceWorker();
  return output;
}
