// What becomes of a guess about a record, over all baselines. It asks only while it is drawn: that is, while its part is open.
import { html } from "lit";
import { type Asked, following } from "../../answers/ask";
import { baselineChart } from "../../charts/data/baseline";
import type { ExactEngine } from "../../engine/exact-engine";
import type { BaselineQuestion } from "../../state/questions/baseline";
import { LightElement } from "../element/light-element";
import "./mi-lines-chart";

export class MiBaselineChart extends LightElement {
  static override properties = { question: { attribute: false }, engine: { attribute: false } };

  declare question: BaselineQuestion;
  declare engine: ExactEngine;
  private asked: { training: Asked<"training">; guarantee: Asked<"guarantee"> } | null = null;
  private drawn: { of: unknown; chart: ReturnType<typeof baselineChart> } | null = null;

  protected override willUpdate(): void {
    const changed = () => this.requestUpdate();
    this.asked ??= {
      training: following(this.engine, "training", changed, "baselines of a training"),
      guarantee: following(this.engine, "guarantee", changed, "baselines of a guarantee"),
    };
    const { question } = this;
    if (question.kind === "training") void this.asked.training.follow(question.options);
    else void this.asked.guarantee.follow(question.options);
  }

  protected override render() {
    const answer = this.asked?.[this.question.kind];
    if (answer?.problem) return html`<p class="notice problem">${answer.problem.message}.</p>`;
    return html`<mi-lines-chart
      data-chart="baseline"
      .chart=${this.chart(answer?.value?.baseline ?? null)}
    ></mi-lines-chart>`;
  }

  /** The same object for the same answer, which is not drawn anew. */
  private chart(figures: Parameters<typeof baselineChart>[0] | null) {
    if (!figures) return null;
    if (this.drawn?.of !== figures) this.drawn = { of: figures, chart: baselineChart(figures) };
    return this.drawn.chart;
  }
}

MiBaselineChart.define("mi-baseline-chart");
