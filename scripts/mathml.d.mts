import type { Plugin } from "vite";

export function mathml(source: string): string;
export const formulas: Plugin;
