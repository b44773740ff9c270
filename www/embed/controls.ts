// The words of the attributes that say which controls an element shows.
import { CONTROLS, type Controls, THEMES, usualControls } from "../state/embeds";
import { linkName, nameOf } from "../state/link/fragment";
import { type Key, type Parameters, quoted } from "../state/parameters/table";
import { possibleSliders, usualSliders } from "../state/questions/sliders";
import { type EmbedName, figureOf, viewOf } from "./names";

interface Host {
  getAttribute(name: string): string | null;
}

/** Which controls an element shows, and what is wrong with its own words. Who chooses sliders wants them. */
export function controlsOf(host: Host, name: EmbedName): { controls: Controls; fault: string | null } {
  const start = host.getAttribute("sliders") === null ? usualControls(figureOf(name)) : "sliders";
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

/** Which numbers have a slider, and what is wrong with the author's choice of them. */
export function slidersOf(host: Host, name: EmbedName, values: Parameters): { keys: Key[]; fault: string | null } {
  const view = viewOf(name);
  const written = host.getAttribute("sliders");
  const usual = usualSliders(view, values);
  if (written === null) return { keys: usual, fault: null };
  const { controls } = controlsOf(host, name);
  if (controls !== "sliders")
    return { keys: usual, fault: `sliders has no effect where controls is ${JSON.stringify(controls)}.` };
  const possible = possibleSliders(view, values);
  const allowed = `allowed are ${possible.map((key) => linkName(key, view)).join(", ")}. The usual ones are shown.`;
  const words = written.split(/[\s,]+/).filter(Boolean);
  if (words.length === 0) return { keys: usual, fault: `sliders names none; ${allowed}` };
  const keys: Key[] = [];
  for (const word of words) {
    const key = possible.find((each) => each === nameOf(word.replaceAll("-", "_"), view));
    if (!key) return { keys: usual, fault: `sliders names ${quoted(word)}, which moves nothing here; ${allowed}` };
    if (!keys.includes(key)) keys.push(key);
  }
  return { keys, fault: null };
}
