// The declared ROC curve with the points of the attack, their boxes, and what they make certain.
import { html, nothing, svg, type TemplateResult } from "lit";
import type { AuditResult } from "../../../src/boundary/wasm/core";
import { leastRate } from "../../charts/data/audit-points";
import { type CurvePoint, points } from "../../charts/data/curves";
import type { Plots } from "../../charts/plots";
import { digits } from "../../components/charts/chart-element";
import { CurveElement } from "../../components/charts/curve-element";
import { rateTable } from "../../components/charts/rate-table";
import { pointInWords, refutingInWords } from "../../words/audit";
import { percent } from "../../words/number";

const TABLE_STRIDE = 10;

export class MiAuditChart extends CurveElement {
  static override properties = { result: { attribute: false } };

  declare result: AuditResult;
  protected override readonly caption = "What the attack showed, against the declared curve";

  protected override series() {
    const { roc, thresholds } = this.result;
    const least = leastRate(thresholds);
    return roc ? [{ name: "", points: points(roc).filter(({ x }) => x >= least * (1 - 1e-9)) }] : [];
  }

  protected override get drawable() {
    return this.result.roc !== null;
  }

  protected override plot(plots: Plots, width: number) {
    return plots.auditPlot(this.series(), this.result.thresholds, width);
  }

  protected override coordinates(x: number, found: (CurvePoint & { name: string })[]): string {
    return found.map(({ upper }) => `FPR ${percent(x, 3)}: declared TPR at most ${percent(upper, 4, "up")}`).join("");
  }

  protected override summary(): string {
    const { thresholds } = this.result;
    if (thresholds.length === 0)
      return "No attack on what was declared lies above the solid line. Guesses of one run are no point here: they mix members and others, and the test counts how many were right.";
    const [only] = thresholds;
    const alone =
      only && thresholds.length === 1
        ? ` It found ${pointInWords(only.tpr, only.tpr_interval)} of the members at ${pointInWords(only.fpr, only.fpr_interval)} false positives.`
        : ` ${refutingInWords(thresholds)}`;
    return `No attack on what was declared lies above the solid line, up to chance: each box holds the true rates of one threshold with the stated confidence.${alone} The attack certainly reaches the dashed steps, at all thresholds together.`;
  }

  protected override frame() {
    const { thresholds } = this.result;
    return html`${super.frame()}${thresholds.length === 0 ? nothing : LEGEND}`;
  }

  protected override table() {
    const [declared] = this.series();
    const { thresholds } = this.result;
    if (!declared) return null;
    const shown = declared.points.filter((_, i) => i % TABLE_STRIDE === 0);
    return html`${thresholds.length > 0 ? this.observed() : nothing} ${rateTable("Declared TPR", shown, undefined)}`;
  }

  private observed(): TemplateResult {
    return html`<table>
      <thead>
        <tr>
          <th scope="col">FPR seen</th>
          <th scope="col">TPR seen</th>
          <th scope="col">Certain: TPR</th>
          <th scope="col">at FPR</th>
          <th scope="col">Refutes</th>
        </tr>
      </thead>
      <tbody>
        ${this.result.thresholds.map(
          ({ fpr, tpr, fpr_interval, tpr_interval, corner: [rate, least], refutes }) => html`<tr>
            <td>${pointInWords(fpr, fpr_interval)}</td>
            <td>${pointInWords(tpr, tpr_interval)}</td>
            <td>${percent(least, 4, "down")}</td>
            <td>${percent(rate, 4, "up")}</td>
            <td>${refutes ? "yes" : "no"}</td>
          </tr>`,
        )}
      </tbody>
    </table>`;
  }

  override numbers(): string[][] {
    const head = ["series", "fpr", "fpr_lower", "fpr_upper", "tpr", "tpr_lower", "tpr_upper"];
    const declared = this.series().flatMap(({ points }) =>
      points.map(({ x, lower, upper }) => ["declared", ...[x, x, x, upper, lower, upper].map(digits)]),
    );
    const attack = this.result.thresholds.map(({ fpr, tpr, fpr_interval, tpr_interval }) => [
      "attack",
      ...[fpr, ...fpr_interval, tpr, ...tpr_interval].map(digits),
    ]);
    return [head, ...attack, ...declared];
  }
}

const sample = (mark: TemplateResult, words: string) => html`<li>
  <svg width="34" height="12" aria-hidden="true">${mark}</svg>
  ${words}
</li>`;

const LEGEND = html`<ul class="line-legend">
  ${sample(svg`<line x1="0" x2="34" y1="6" y2="6" stroke="var(--upper)" stroke-width="2.25" />`, "declared, at most")}
  ${sample(svg`<line x1="0" x2="34" y1="6" y2="6" stroke="var(--lower)" stroke-width="1.75" stroke-dasharray="8 4" />`, "certainly reached")}
  ${sample(svg`<circle cx="17" cy="6" r="4" fill="var(--paper)" stroke="var(--estimate)" stroke-width="2" />`, "the attack")}
  ${sample(
    svg`<path d="M12.5 1.5 l9 9 m0 -9 l-9 9" fill="none" stroke="var(--alarm)" stroke-width="2.5" />`,
    "the attack, where it refutes by itself",
  )}
</ul>`;

MiAuditChart.define("mi-audit-chart");
