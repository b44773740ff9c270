// The plots and the library that draws them, loaded when the first of them is wanted.

export type Plots = typeof import("./plot");

let loaded: Plots | null = null;
let loading: Promise<Plots> | null = null;

/** Null until they are loaded. */
export function plots(): Plots | null {
  return loaded;
}

/** After a failure the next call tries again. */
export function loadPlots(): Promise<Plots> {
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
