// <mi-advantage>: the headline sentence, and the advantage with its interval.
import { html } from "lit";
import { TrainingSession } from "./training-session";
import "../components/figures/mi-figure";
import "../components/figures/mi-headline";

export class AdvantageSession extends TrainingSession {
  protected override readonly label = "What the best attacker gains from a training run";

  protected override figure() {
    return html`
      <mi-headline
        .advantage=${this.result?.advantage ?? null}
        .prior=${this.result?.parameters.prior ?? null}
      ></mi-headline>
      <mi-figure
        name="advantage"
        label="Advantage"
        .figure=${this.result?.advantage ?? null}
        .footnote=${this.result?.status}
        words="How far the best attacker is ahead of blind guessing: 0 learns nothing, 1 knows everything. It is the largest TPR − FPR."
      ></mi-figure>
    `;
  }
}
