// <mi-compare>: all bounds of a run side by side; with a run B, both runs.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { bounds } from "../words/comparison";
import { TrainingSession } from "./training-session";
import "../components/charts/mi-comparison-chart";
import "../views/training/mi-two-runs";

export class CompareSession extends TrainingSession {
  protected override readonly label = "Bounds on what an attacker gains, side by side";

  protected override figure() {
    const { result, inputs } = this;
    const { kept } = inputs;
    const other = kept ? this.other.value : null;
    return html`
      ${
        kept
          ? html`<mi-two-runs
              .run=${inputs.values}
              .kept=${kept}
              .result=${result}
              .other=${other}
              .problem=${this.other.problem}
              .sound=${this.run.current}
            ></mi-two-runs>`
          : nothing
      }
      <mi-comparison-chart
        .bounds=${guard([result, other], () => (result ? bounds(result, { simulated: null, other }) : []))}
      ></mi-comparison-chart>
    `;
  }
}
