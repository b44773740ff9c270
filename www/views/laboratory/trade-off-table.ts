// The trainings of a trade-off by their certified advantage: which no other beats, and the way to each in Training.
import { html, nothing } from "lit";
import type { ExperimentResult } from "../../../src/boundary/wasm/core";
import { writeFragment } from "../../state/link/fragment";
import { defaults } from "../../state/parameters/table";
import { sideInWords } from "../../words/figure";
import { advantageInWords, settingInWords } from "../../words/laboratory";
import { type TradeOffPoint, tradeOff } from "../../words/trade-off";

export function tradeOffTable(result: ExperimentResult) {
  const points = tradeOff(result);
  if (points.length === 0) return nothing;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Table: accuracy against advantage">
    <table class="observed" data-table="trade-off">
      <thead>
        <tr>
          ${["Training", "Certified advantage", "Test accuracy", "Beaten by another", "The same run"].map((column) => html`<th scope="col">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${points.map(
          (point) => html`<tr data-beaten=${point.beaten ? "yes" : "no"}>
            <th scope="row">${settingInWords(point.setting)}</th>
            <td>${sideInWords(point.proved.advantage)}</td>
            <td>${advantageInWords(point.accuracy)}</td>
            <td>${point.beaten ? "yes" : html`<strong>no</strong>`}</td>
            <td>${training(point)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

function training({ setting, proved: { relation } }: TradeOffPoint) {
  if (!setting.history) return "–";
  const [noise_multiplier, sample_rate, num_steps] = setting.history;
  const run = { noise_multiplier, sample_rate, num_steps, neighboring_relation: relation };
  return html`<a data-opens="training" href="#${writeFragment({ ...defaults(), ...run })}">Open in Training</a>`;
}
