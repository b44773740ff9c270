// Where the workers' WebAssembly comes from. A build into one file replaces this module by one that returns the bytes.

/** An address, or the module itself. */
export type Source = URL | BufferSource;

export function firstModule(): Source {
  return new URL("../../pkg/mi_bounds_first_bg.wasm", import.meta.url);
}

export function wholeModule(): Source {
  return new URL("../../pkg/mi_bounds_bg.wasm", import.meta.url);
}
