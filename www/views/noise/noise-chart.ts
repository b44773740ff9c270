// The scale of the noise over eta.
import { html } from "lit";
import { guard } from "lit/directives/guard.js";
import type { NoiseResult } from "../../../src/boundary/wasm/core";
import { scaleLines } from "../../charts/data/noise-lines";
import type { Series } from "../../engine/protocol";
import type { Parameters } from "../../state/parameters/table";
import "../../components/charts/mi-lines-chart";

export function noiseChart(curve: Series<NoiseResult> | null, values: Parameters) {
  const { eta, noise_question } = values;
  return html`<mi-lines-chart
    .chart=${guard([curve, eta, noise_question], () => (curve ? scaleLines(curve, values) : null))}
  ></mi-lines-chart>`;
}
