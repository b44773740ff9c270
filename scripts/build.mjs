// `npm run build`: set-up, the WebAssembly package, and the static page in dist/.
// `npm run build:single`: the same as one file that opens from a disk, dist-single/mi-bounds.html.

import { buildWasm } from "./build-wasm.mjs";
import { announce, main } from "./command.mjs";
import { setUp } from "./setup.mjs";

const single = process.argv[2] === "single";

await main(async () => {
  await buildWasm(await setUp());
  announce(single ? "the page as one file into dist-single/" : "the page into dist/", "5 s");
  // Its libraries exist only after the set-up.
  const { buildPage, buildSingle } = await import("./page.mjs");
  console.log(await (single ? buildSingle() : buildPage()));
});
