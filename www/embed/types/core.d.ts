import type * as core from "../pkg/mi_bounds.js";

export * from "../pkg/mi_bounds.js";

/** The functions of the core, on the thread that calls them. */
export type Core = Omit<typeof core, "default" | "initSync">;

/** Starts the WebAssembly module once; the functions answer at once from then on. */
export function loadCore(): Promise<Core>;
