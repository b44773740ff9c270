// <mi-noise>: how much noise on an output hides who was drawn, and what it guarantees. It draws none.
import { html } from "lit";
import type { NoiseResult } from "../../src/boundary/wasm/core";
import { ask, askIf, following } from "../answers/ask";
import type { Parameters } from "../state/parameters/table";
import { noiseCurveOptions, noiseNames, noiseOptions } from "../state/questions/noise";
import { noiseChart } from "../views/noise/noise-chart";
import { noiseSentence } from "../views/noise/noise-sentence";
import { kindInWords } from "../words/figure";
import { answerInWords, answerRow } from "../words/noise";
import { AnswerSession } from "./answer-session";
import { sharedEngine } from "./worker-ports";
import "../components/figures/mi-figure";
import "../views/noise/mi-noise-form";

export class NoiseSession extends AnswerSession<NoiseResult> {
  protected override readonly label = "Noise that hides who was drawn";
  protected override readonly main = following(sharedEngine(), "noise", this.draw);
  private readonly curve = following(sharedEngine(), "noise_curve", this.draw);

  protected override names(values: Parameters) {
    return noiseNames(values);
  }

  protected override askAll(): void {
    void this.followBoth();
  }

  private async followBoth(): Promise<void> {
    const { values } = this.inputs;
    const answered = await askIf(this.main, this.inputs, this.names(values), () => noiseOptions(values));
    if (answered) await ask(this.curve, noiseCurveOptions(values));
  }

  protected override clear(): void {
    this.main.clear();
    this.curve.clear();
  }

  protected override shown(result: NoiseResult) {
    const { name, label, figure, says, words } = answerRow(result);
    return html`
      ${noiseSentence(result)}
      <mi-figure name=${name} .label=${label} .figure=${figure} .says=${says} .words=${words ?? ""}></mi-figure>
      ${noiseChart(this.curve.unrefused, this.inputs.values)}
    `;
  }

  protected override form() {
    return html`<mi-noise-form .inputs=${this.refused}></mi-noise-form>`;
  }

  protected override inWords(result: NoiseResult): string {
    return answerInWords(result);
  }

  protected override kind(result: NoiseResult): string {
    return kindInWords(answerRow(result).figure);
  }
}
