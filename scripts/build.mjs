// `npm run build`: set-up, the WebAssembly package, and the static page in dist/.

import { buildWasm } from "./build-wasm.mjs";
import { announce, main } from "./command.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await buildWasm(await setUp());
  announce("the page into dist/", "5 s");
  // Its libraries exist only after the set-up.
  const { buildPage } = await import("./page.mjs");
  console.log(await buildPage());
});
