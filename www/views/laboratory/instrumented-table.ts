// Trainings that recorded the distances of gradients: how long each took, its accuracy beside what is certified, and the way to Attributes.
import { html, nothing } from "lit";
import type { ExperimentResult, SettingResult } from "../../../src/boundary/wasm/core";
import type { ObservedChart } from "../../charts/data/observed";
import { TableEvent } from "../../components/element/events";
import type { Table } from "../../state/files/table";
import { writeFragment } from "../../state/link/fragment";
import { defaults } from "../../state/parameters/table";
import { sideInWords } from "../../words/figure";
import { advantageInWords, secondsEach, settingInWords } from "../../words/laboratory";
import { count, rounded } from "../../words/number";

const measureOf = ({ measures }: SettingResult, wanted: string) => measures.find(({ name }) => name === wanted)?.mean;
const recordedBy = ({ series }: SettingResult) => series.find(({ name }) => name === "gradient_distance");

/** `opens` is whether the Attributes view is on this page. */
export function instrumentedTable(
  result: ExperimentResult,
  chart: ObservedChart | null,
  times: ReadonlyMap<number, number>,
  opens: boolean,
) {
  const { experiment, settings } = result;
  if (experiment !== "instrumented" || settings.every(({ trainings }) => trainings === 0)) return nothing;
  const seconds = secondsEach(settings.length, times);
  const columns = [
    "Training and analysis",
    "Time of a training, on this machine",
    "Test accuracy",
    "Bayes security, closed form",
    "Certified advantage",
    ...(opens ? ["The recorded distances"] : []),
  ];
  return html`<h2>Accuracy against Bayes security</h2>
    ${chart ? html`<mi-experiment-chart data-chart="security" .chart=${chart}></mi-experiment-chart>` : nothing}
    <div class="scroll" tabindex="0" role="region" aria-label="Table: accuracy against Bayes security">
      <table class="observed" data-table="instrumented">
        <thead>
          <tr>
            ${columns.map((column) => html`<th scope="col">${column}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${settings.map((setting, i) => {
            const [accuracy, security, advantage] = ["test_accuracy", "bayes_security", "certified_advantage"].map(
              (name) => measureOf(setting, name),
            );
            const time = seconds[i] ?? null;
            return html`<tr>
              <th scope="row">${settingInWords(setting)}</th>
              <td data-figure="time">${time === null ? "–" : `${rounded(time, 2)} s`}</td>
              <td>${accuracy ? advantageInWords(accuracy) : "–"}</td>
              <td>${security ? sideInWords(security) : "–"}</td>
              <td data-figure="certified">${advantage ? sideInWords(advantage) : "–"}</td>
              ${opens ? html`<td>${advantage ? attributes(setting) : "–"}</td>` : nothing}
            </tr>`;
          })}
        </tbody>
      </table>
    </div>
    <p class="detail">
      The closed form and the certified advantage are those of the largest distance of all trainings at each step. They are of the
      paths that were recorded: a guarantee needs distances that were fixed before training (E16d).
    </p>`;
}

function attributes(setting: SettingResult) {
  const recorded = recordedBy(setting);
  const { history, clipping_norm, trainings } = setting;
  if (!recorded || !history || clipping_norm === null) return "–";
  const [noise_multiplier, sample_rate, num_steps] = history;
  const run = { noise_multiplier, sample_rate, num_steps, clipping_norm, distance_source: "steps" } as const;
  const table: Table = {
    source: `the Laboratory: ${settingInWords(setting)}`,
    rows: recorded.largest.length,
    columns: 1,
    header: ["gradient_distance"],
    reading: `the largest of ${count(trainings)} ${trainings === 1 ? "training" : "trainings"} at each step`,
    values: Float64Array.from(recorded.largest),
  };
  // The table goes to the page first, which keeps it when the link is followed.
  const hand = ({ currentTarget }: Event) => currentTarget?.dispatchEvent(new TableEvent("distances", table));
  return html`<a
    data-opens="attributes"
    href="#${writeFragment({ ...defaults(), view: "attributes", ...run })}"
    @click=${hand}
    >Open in Attributes</a
  >`;
}
