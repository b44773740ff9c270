// Starts the workers of the embeds, and knows where they were loaded from. It is shipped as it is written: bundlers
// recognise a worker by `new Worker(new URL(…, import.meta.url))` with the name of the file in it.

const here = new URL(import.meta.url);

/** Whether this file was loaded as it is; inside of a bundle it has another name, or webpack's address of the source. */
const loose = /^https?:$/.test(here.protocol) && here.pathname.endsWith("/spawn.js");

/** Browsers start no worker from another origin; a worker from a blob may import one. */
function fromElsewhere(file) {
  const entry = new Blob([`import ${JSON.stringify(new URL(file, here).href)};`], { type: "text/javascript" });
  return new Worker(URL.createObjectURL(entry), { type: "module" });
}

const elsewhere = loose && here.origin !== location.origin;

export function exactWorker() {
  if (elsewhere) return fromElsewhere("exact.js");
  return new Worker(new URL("./exact.js", import.meta.url), { type: "module" });
}

export function simulationWorker() {
  if (elsewhere) return fromElsewhere("simulation.js");
  return new Worker(new URL("./simulation.js", import.meta.url), { type: "module" });
}

export function laboratoryWorker() {
  if (elsewhere) return fromElsewhere("laboratory.js");
  return new Worker(new URL("./laboratory.js", import.meta.url), { type: "module" });
}

/** The calculator beside a folder that is named by its version; null where this file lies in any other place. */
export const calculator =
  loose && /\/\d+\.\d+\.\d+[^/]*\/spawn\.js$/.test(here.pathname) ? new URL("../index.html", here).href : null;
