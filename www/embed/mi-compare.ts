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
    const { runB } = inputs;
    const other = runB ? this.other.value : null;
    return html`
      ${
        runB
          ? html`<mi-two-runs
              .run=${inputs.values}
              .runB=${runB}
              .result=${result}
              .other=${other}
              .problem=${this.other.problem}
              .current=${this.run.current}
            ></mi-two-runs>`
          : nothing
      }
      <mi-comparison-chart
        .bounds=${guard([result, other], () => (result ? bounds(result, { simulated: null, other }) : []))}
      ></mi-comparison-chart>
    `;
  }
}
