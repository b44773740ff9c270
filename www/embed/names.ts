// The public elements. This much is loaded before one of them is seen.
import { FIGURE_NAMES, FIGURE_VIEWS, type FigureName } from "../state/embeds";

export type EmbedName = `mi-${FigureName}`;

export const EMBEDS: readonly EmbedName[] = FIGURE_NAMES.map((figure) => `mi-${figure}` as const);

export function figureOf(name: EmbedName): FigureName {
  return name.slice("mi-".length) as FigureName;
}

export function viewOf(name: EmbedName) {
  return FIGURE_VIEWS[figureOf(name)];
}
