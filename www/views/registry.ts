// Which views there are, and where each is loaded from: all but the first only once they are opened.
import type { TemplateResult } from "lit";
import type { Model } from "../answers/model";
import type { Choices } from "../state/parameters/choices";
import { loadLaboratory } from "./laboratory/load";
import { trainingView } from "./training/training";

export type View = (model: Model) => TemplateResult;

const LOADERS: Partial<Record<Choices["view"], () => Promise<View>>> = {
  training: async () => trainingView,
  guarantee: async () => (await import("./guarantee/guarantee")).guaranteeView,
  calibrate: async () => (await import("./calibrate/calibrate")).calibrateView,
  audit: async () => (await import("./audit/audit")).auditView,
  attributes: async () => (await import("./attributes/attributes")).attributesView,
  noise: async () => (await import("./noise/noise")).noiseView,
  figures: async () => (await import("./figures/figures")).figuresView,
  ...laboratory(loadLaboratory),
  register: async () => (await import("./register/register")).registerView,
  method: async () => (await import("./method/method")).methodView,
};

function laboratory(load: typeof loadLaboratory): Partial<typeof LOADERS> {
  return load ? { laboratory: async () => (await load()).laboratoryView } : {};
}

/** Whether the view is part of this build. */
export function hasView(name: Choices["view"]): boolean {
  return LOADERS[name] !== undefined;
}

export class Views {
  private readonly loaded = new Map<Choices["view"], View>([["training", trainingView]]);
  private readonly failed = new Map<Choices["view"], string>();
  readonly loading = new Set<Choices["view"]>();

  constructor(private readonly changed: () => void) {}

  /** The view, once it is loaded; until then the reader's own "loading" or why it cannot be. */
  get(name: Choices["view"]): View | { problem: string | null } {
    const view = this.loaded.get(name);
    if (view) return view;
    const problem = this.failed.get(name) ?? null;
    if (!problem && !this.loading.has(name)) void this.load(name);
    return { problem };
  }

  private async load(name: Choices["view"]): Promise<void> {
    const loader = LOADERS[name];
    this.loading.add(name);
    try {
      if (!loader) throw new Error("it is not part of this build");
      this.loaded.set(name, await loader());
    } catch (error) {
      this.failed.set(name, error instanceof Error ? error.message : String(error));
    }
    this.loading.delete(name);
    this.changed();
  }
}
