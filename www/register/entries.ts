// All published trainings and deployments, by name.
import type { Entry } from "./entry";
import { PRESETS } from "./presets";

const files = [
  import.meta.glob<Entry>("./trainings/*.json", { eager: true, import: "default" }),
  import.meta.glob<Entry>("./deployments/*.json", { eager: true, import: "default" }),
].flatMap((all) => Object.values(all));

export const ENTRIES: readonly Entry[] = [
  ...files,
  ...PRESETS.flatMap((preset) => (preset.kind === "setting" ? [] : [preset])),
].sort((a, b) => a.name.localeCompare(b.name, "en"));

export function entryOf(id: string): Entry | null {
  return ENTRIES.find((entry) => entry.id === id) ?? null;
}
