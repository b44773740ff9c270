// What stands below every answer but that of a training: all its figures, and what is assumed of them.
import { html } from "lit";
import type { Parameters } from "../../state/parameters/table";
import type { FigureRow } from "../../words/figure";
import "./mi-figure-table";
import "../element/mi-unfold";

/** `rows` is asked for when the part is opened. */
export function allFigures(
  values: Parameters,
  caption: string,
  assumptions: readonly string[],
  rows: () => FigureRow[],
) {
  return html`<mi-unfold
    summary="All figures, and what they rest on"
    .values=${values}
    .content=${() => html`<mi-figure-table caption=${caption} .rows=${rows()}></mi-figure-table> ${assumed(assumptions, "Assumed of all of them:")}`}
  ></mi-unfold>`;
}

export function assumed(assumptions: readonly string[], lead: string) {
  return html`<p class="detail">${lead}</p>
    <ul class="plain detail">
      ${assumptions.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>`;
}
