// The entries that are presets of the views, in the order of the menu.
import type { Entry, Setting } from "./entry";

type Preset = Setting | (Entry & { preset: Setting["preset"] });

export const PRESETS: readonly Preset[] = Object.values(
  import.meta.glob<Preset>("./presets/*.json", { eager: true, import: "default" }),
).sort((a, b) => a.preset.order - b.preset.order);
