// Writes dist/sw.js: after one visit the page works without network. Every file of it is kept when the visit rests; a newer
// version is fetched in the background and takes over once all tabs of the older one are closed, which so keep all their files.

import { rm } from "node:fs/promises";
import { join } from "node:path";
import { root, StepFailed } from "./command.mjs";

/** Folders of embeds, one for each version; whoever embeds needs a few of their files, and these never change. */
const VERSION = "[0-9]*.[0-9]*.[0-9]*";
/** The pages of the register without script say what the page itself says. */
const STATIC = "register/**";
const LARGEST_FILE = 8 * 2 ** 20;

export async function writeServiceWorker() {
  const { generateSW } = await import("workbox-build");
  const folder = join(root, "dist");
  await rm(join(folder, "sw.js"), { force: true });
  const { warnings } = await generateSW({
    globDirectory: folder,
    globPatterns: ["**/*.{html,js,css,wasm,csv}"],
    globIgnores: [`${VERSION}/**`, STATIC],
    swDest: join(folder, "sw.js"),
    // One file, from nowhere else.
    inlineWorkboxRuntime: true,
    sourcemap: false,
    mode: "production",
    // The names under assets/ hold a hash of what is in the file.
    dontCacheBustURLsMatching: /\/?assets\/.*-[\w-]{8}\.\w+$/,
    ignoreURLParametersMatching: [/./],
    maximumFileSizeToCacheInBytes: LARGEST_FILE,
    cleanupOutdatedCaches: true,
    clientsClaim: true,
    skipWaiting: false,
    runtimeCaching: [
      {
        urlPattern: /\/\d+\.\d+\.\d+\/[\w./-]+$/,
        handler: "CacheFirst",
        options: { cacheName: "mi-bounds-embeds" },
      },
    ],
  });
  if (warnings.length > 0)
    throw new StepFailed("service worker", warnings.join("\n"), "mend what workbox-build names.");
}
