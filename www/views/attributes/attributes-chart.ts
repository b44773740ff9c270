// The advantage over the steps or the distance of the gradients.
import { html } from "lit";
import { guard } from "lit/directives/guard.js";
import type { AttributesResult } from "../../../src/boundary/wasm/core";
import { attributeLines } from "../../charts/data/attribute-lines";
import type { Series } from "../../engine/protocol";
import type { Parameters } from "../../state/parameters/table";
import "../../components/charts/mi-lines-chart";

export function attributesChart(
  curve: Series<AttributesResult>,
  result: AttributesResult,
  over: Parameters["attributes_over"],
) {
  return html`<mi-lines-chart .chart=${guard([curve, result], () => attributeLines(curve, result, over))}></mi-lines-chart>`;
}
