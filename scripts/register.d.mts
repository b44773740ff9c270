import type { Plugin } from "vite";

export function registerPages(root: string): Promise<Map<string, string>>;
export function register(root: string): Plugin;
