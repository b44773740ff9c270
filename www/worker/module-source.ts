// Where the workers' WebAssembly comes from. A build into one file replaces this module by one that returns the bytes.

/** An address, or the module itself. */
export type Source = URL | BufferSource;

export function firstModule(): Source {
  return new URL("../../pkg/mi_bounds_first_bg.wasm", import.meta.url);
}

/** The build without vector instructions gives the same digits, only later. */
export function wholeModule(vectors: boolean): Source {
  return vectors
    ? new URL("../../pkg/mi_bounds_bg.wasm", import.meta.url)
    : new URL("../../pkg/mi_bounds_scalar_bg.wasm", import.meta.url);
}
