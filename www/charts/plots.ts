// The figures and the library that draws them, loaded when the first of them is wanted.

export type Figures = typeof import("./plot");

let loaded: Figures | null = null;
let loading: Promise<Figures> | null = null;

/** Null until they are loaded. */
export function figures(): Figures | null {
  return loaded;
}

/** After a failure the next call tries again. */
export function loadFigures(): Promise<Figures> {
  loading ??= import("./plot").then(
    (all) => {
      loaded = all;
      return all;
    },
    (error: unknown) => {
      loading = null;
      throw error;
    },
  );
  return loading;
}
