import type { Plugin } from "vite";

export function validationPage(root: string, own: { script: string; worker: string }): Promise<string>;
export function validation(root: string): Plugin;
