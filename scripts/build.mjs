// `npm run build`: set-up, the WebAssembly package, and the static page in dist/.

import { publishLib } from "./build-lib.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { announce, main, npmBin, run } from "./command.mjs";
import { setUp } from "./setup.mjs";

await main(async () => {
  await buildWasm(await setUp());
  announce("the page into dist/", "5 s");
  const next = "correct what Vite names.";
  console.log(await run(process.execPath, [npmBin.vite, "build"], { next }));
  await publishLib();
});
