// The messages between a host page and an iframe of ours.

/** The iframe tells its height in CSS pixels; the host page asks for it. */
export const HEIGHT = { source: "mi-bounds", type: "height" } as const;
export const MEASURE = { source: "mi-bounds", type: "measure" } as const;

/** The host page tells which theme it has around the iframe. */
export const THEME = { source: "mi-bounds", type: "theme" } as const;
export type Theme = "light" | "dark";

/** No figure is taller, and no page shall be stretched beyond use. */
const TALLEST = 30_000;

export function heightIn(data: unknown): number | null {
  if (!says(data, HEIGHT)) return null;
  const { height } = data as { height?: unknown };
  return typeof height === "number" && height > 0 && height <= TALLEST ? height : null;
}

export function themeIn(data: unknown): Theme | null {
  if (!says(data, THEME)) return null;
  const { theme } = data as { theme?: unknown };
  return isTheme(theme) ? theme : null;
}

export function isTheme(value: unknown): value is Theme {
  return value === "light" || value === "dark";
}

/** The theme that the author of an iframe's address fixed, which no switch of the host page changes. */
export function fixedTheme(fragment: string): Theme | null {
  const words = fragment
    .replace(/^#/, "")
    .split("&")
    .filter((pair) => pair.startsWith("theme="));
  const word = words.at(-1)?.slice("theme=".length);
  return isTheme(word) ? word : null;
}

/** The theme that a computed `color-scheme` stands for; null where it says nothing. */
export function themeOf(scheme: string, prefersDark: boolean): Theme | null {
  const words = scheme.split(/\s+/);
  const [light, dark] = [words.includes("light"), words.includes("dark")];
  if (light && dark) return prefersDark ? "dark" : "light";
  return light ? "light" : dark ? "dark" : null;
}

export function isMeasure(data: unknown): boolean {
  return says(data, MEASURE);
}

function says(data: unknown, { source, type }: { source: string; type: string }): boolean {
  if (data === null || typeof data !== "object") return false;
  const message = data as { source?: unknown; type?: unknown };
  return message.source === source && message.type === type;
}
