// `npm start`: set-up, the WebAssembly package, and a server that reloads the page when a source changes.

import { watch } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { buildLib } from "./build-lib.mjs";
import { buildWasm } from "./build-wasm.mjs";
import { main, root, StepFailed } from "./command.mjs";
import { setUp } from "./setup.mjs";

const { values } = parseArgs({ options: { port: { type: "string" } }, strict: false });

await main(async () => {
  const rust = await setUp();
  await buildWasm(rust);
  await buildLib();
  const server = await serve();
  console.log(`\nmi-bounds is at ${server.resolvedUrls.local[0]}  (Ctrl+C ends it)\n`);
  rebuildOnChange(rust, server);
});

async function serve() {
  // Vite exists only after the set-up.
  const { createServer } = await import("vite");
  const port = values.port === undefined ? 5173 : Number(values.port);
  try {
    const server = await createServer({ root, server: { port, strictPort: values.port !== undefined } });
    return await server.listen();
  } catch (error) {
    throw new StepFailed(`vite --port ${port}`, error.message, "choose another port: `npm start -- --port 8080`.");
  }
}

function rebuildOnChange(rust, server) {
  let pause;
  let building = Promise.resolve();
  const rebuild = async () => {
    try {
      await buildWasm(rust);
      // The watcher does not see pkg/, which is written in pieces.
      server.moduleGraph.invalidateAll();
      server.ws.send({ type: "full-reload" });
    } catch (error) {
      console.error(`\n${error}`);
    }
  };
  watch(join(root, "src"), { recursive: true }, () => {
    clearTimeout(pause);
    pause = setTimeout(() => {
      building = building.then(rebuild);
    }, 200);
  });
}
