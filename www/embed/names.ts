// The public elements, and the words of the attributes that are not the state.

export const EMBEDS = ["mi-advantage", "mi-roc", "mi-compare", "mi-calibrate", "mi-calculator"] as const;
export type EmbedName = (typeof EMBEDS)[number];

export const CONTROLS = ["none", "sliders", "full"] as const;
export type Controls = (typeof CONTROLS)[number];

export const THEMES = ["auto", "light", "dark"] as const;

/** These two are made of their controls. */
const FULL: EmbedName[] = ["mi-calibrate", "mi-calculator"];

/** Which controls an element shows, and what is wrong with its own words. */
export function controlsOf(
  host: { getAttribute(name: string): string | null },
  name: EmbedName,
): { controls: Controls; fault: string | null } {
  const start = FULL.includes(name) ? "full" : "none";
  const [controls, theme] = [host.getAttribute("controls"), host.getAttribute("theme")];
  const known = (CONTROLS as readonly (string | null)[]).includes(controls);
  const faults = [
    ...(controls === null || known ? [] : [refusal("controls", controls, CONTROLS)]),
    ...(theme === null || (THEMES as readonly string[]).includes(theme) ? [] : [refusal("theme", theme, THEMES)]),
  ];
  return { controls: known ? (controls as Controls) : start, fault: faults.join(" ") || null };
}

function refusal(name: string, value: string, allowed: readonly string[]): string {
  return `${name} is ${JSON.stringify(value.slice(0, 40))}; allowed are ${allowed.join(", ")}. The default is used.`;
}
