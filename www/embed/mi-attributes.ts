// <mi-attributes>: what training gives away of one attribute, over the steps or the distance of the gradients.
import { html, nothing } from "lit";
import type { AttributesResult } from "../../src/boundary/wasm/core";
import { AttributeAnswers } from "../answers/attributes";
import { advantageFigure } from "../components/figures/advantage";
import type { Parameters } from "../state/parameters/table";
import { attributesNames } from "../state/questions/attributes";
import { attributesChart } from "../views/attributes/attributes-chart";
import { answerInWords, CAVEAT, GUESSES } from "../words/attribute";
import { kindInWords } from "../words/figure";
import { AnswerSession } from "./answer-session";
import { sharedEngine, slowEngine } from "./worker-ports";
import "../components/figures/mi-headline";
import "../views/attributes/mi-attributes-form";

export class AttributesSession extends AnswerSession<AttributesResult> {
  protected override readonly label = "What training gives away of one attribute";
  private readonly answers = new AttributeAnswers(sharedEngine(), slowEngine(), this.draw);

  protected override get main() {
    return this.answers.main;
  }

  protected override names(values: Parameters) {
    return attributesNames(values);
  }

  protected override askAll(): void {
    void this.answers.follow(this.inputs);
  }

  protected override clear(): void {
    this.answers.clear();
  }

  protected override shown(result: AttributesResult) {
    const { values } = this.inputs;
    const curve = this.answers.curve.unrefused;
    return html`
      ${values.history ? html`<p class="notice">A schedule is not used here: the single phase is.</p>` : nothing}
      <mi-headline .advantage=${result.certified.advantage} .guesses=${GUESSES} .caveat=${CAVEAT}></mi-headline>
      ${advantageFigure(result.certified.advantage)}
      ${curve ? attributesChart(curve, result, values.attributes_over) : nothing}
    `;
  }

  protected override form() {
    return html`<mi-attributes-form .inputs=${this.refused} fileless></mi-attributes-form>`;
  }

  protected override inWords(result: AttributesResult): string {
    return answerInWords(result);
  }

  protected override kind({ certified }: AttributesResult): string {
    return kindInWords(certified.advantage);
  }
}
