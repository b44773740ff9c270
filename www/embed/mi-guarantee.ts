// <mi-guarantee>: what a guarantee alone leaves to an attacker, and its ROC curve.
import { html } from "lit";
import type { GuaranteeResult } from "../../src/boundary/wasm/core";
import { askIf, following } from "../answers/ask";
import { advantageFigure } from "../components/figures/advantage";
import type { Parameters } from "../state/parameters/table";
import { guaranteeNames, guaranteeOptions } from "../state/questions/guarantee";
import { kindInWords } from "../words/figure";
import { answerInWords, CAVEAT } from "../words/guarantee";
import { AnswerSession } from "./answer-session";
import { sharedEngine } from "./worker-ports";
import "../components/charts/mi-roc-chart";
import "../components/figures/mi-headline";
import "../views/guarantee/mi-guarantee-form";

export class GuaranteeSession extends AnswerSession<GuaranteeResult> {
  protected override readonly label = "What a privacy guarantee leaves to an attacker";
  protected override readonly main = following(sharedEngine(), "guarantee", this.draw);

  protected override names(values: Parameters) {
    return guaranteeNames(values);
  }

  protected override askAll(): void {
    const { values } = this.inputs;
    void askIf(this.main, this.inputs, this.names(values), () => guaranteeOptions(values));
  }

  protected override clear(): void {
    this.main.clear();
  }

  protected override shown(result: GuaranteeResult) {
    return html`
      <mi-headline
        .advantage=${result.advantage}
        .prior=${this.inputs.values.prior}
        .caveat=${CAVEAT}
      ></mi-headline>
      ${advantageFigure(result.advantage)}
      <mi-roc-chart .result=${result} .other=${null} .simulated=${null}></mi-roc-chart>
    `;
  }

  protected override form() {
    return html`<mi-guarantee-form .inputs=${this.refused}></mi-guarantee-form>`;
  }

  protected override inWords(result: GuaranteeResult): string {
    return answerInWords(result, this.inputs.values);
  }

  protected override kind({ advantage }: GuaranteeResult): string {
    return kindInWords(advantage);
  }
}
