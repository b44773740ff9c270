// What the register says as a whole.
import { html } from "lit";
import { frozenRows } from "../../state/published";
import { comparison } from "../../words/register";

export function registerSummary() {
  const all = frozenRows();
  const sides = all.map(({ entry, reading }) => comparison(entry, reading).side);
  const number = (side: string) => sides.filter((each) => each === side).length;
  const trainings = all.filter(({ entry }) => entry.kind === "training").length;
  return html`
    <p class="sentence" data-figure="summary">
      Of <b>${trainings}</b> trainings and <b>${all.length - trainings}</b> deployments,
      <b>${number("above") + number("below") + number("agrees")}</b> claim an epsilon that can be checked:
      <b>${number("above")}</b> claim more than is certified, <b class="gain">${number("below")}</b> claim less.
    </p>
  `;
}
