import type { Plugin } from "vite";

export function validationPage(root: string): Promise<string>;
export function validation(root: string): Plugin;
