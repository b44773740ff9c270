import type { Browser } from "puppeteer-core";

export const AUDITED_VIEWS: string[];
export function audit(
  browser: Browser,
  url: string,
  options: { device?: "desktop" | "mobile"; categories?: string[] },
): Promise<{ scores: Record<string, number>; lost: string[] }>;
