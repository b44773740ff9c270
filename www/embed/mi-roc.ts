// <mi-roc>: the ROC curve of the best attacker.
import { html } from "lit";
import { TrainingSession } from "./training-session";
import "../components/charts/mi-roc-chart";

export class RocSession extends TrainingSession {
  protected override readonly label = "ROC curve of the best attacker on a training run";

  protected override figure() {
    const other = this.inputs.runB ? this.other.value : null;
    return html`<mi-roc-chart .result=${this.result} .other=${other} .simulated=${null}></mi-roc-chart>`;
  }
}
