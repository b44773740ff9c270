// Where the laboratory's WebAssembly comes from.
import type { Source } from "./core-source";

export function laboratoryModule(): Source {
  return new URL("../../pkg/mi_bounds_laboratory_bg.wasm", import.meta.url);
}
