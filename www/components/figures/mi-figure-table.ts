// Figures in rows: what each says, its kind with every digit behind it, the statement it rests on, and the erratum that is in
// force.
import { html, nothing } from "lit";
import type { Figure } from "../../../src/boundary/wasm/core";
import { type FigureRow, kindInWords, sideInWords } from "../../words/figure";
import { interval } from "../../words/number";
import { LightElement } from "../element/light-element";

export class MiFigureTable extends LightElement {
  static override properties = { rows: { attribute: false }, caption: { type: String } };

  declare rows: FigureRow[];
  declare caption: string;

  /** With their roles in words: where the rows are paragraphs, a browser would not take them for a table. */
  protected override render() {
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Table: ${this.caption}">
        <table role="table">
          <caption class="visually-hidden">${this.caption}</caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">Figure</th>
              <th role="columnheader" scope="col">Value</th>
              ${this.hasErrors ? html`<th role="columnheader" scope="col">Error</th>` : nothing}
              <th role="columnheader" scope="col">Rests on</th>
              <th role="columnheader" scope="col">Erratum</th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${this.rows.map((row) => this.row(row))}
          </tbody>
        </table>
      </div>
    `;
  }

  private get hasErrors(): boolean {
    return this.rows.some(({ error }) => error !== undefined);
  }

  private row({ name, label, figure, percent, says, words, error }: FigureRow) {
    const [scale, unit] = percent ? [100, "%"] : [1, ""];
    return html`<tr role="row">
      <th role="rowheader" scope="row">${label}${words ? html`<span class="why">${words}</span>` : nothing}</th>
      <td role="cell">
        <output data-figure=${name}>${says ?? sideInWords(figure, scale, unit)}</output>
        ${kind(figure, scale, unit)}
      </td>
      ${this.hasErrors ? html`<td role="cell" data-column="Error" data-error=${name}>${error ?? "–"}</td>` : nothing}
      <td role="cell" data-column="Rests on">${figure.theorem}${figure.assumptions ? html`<span class="why">${figure.assumptions}</span>` : nothing}</td>
      <td role="cell" data-column="Erratum" ?data-empty=${!figure.erratum}>${figure.erratum ?? "–"}</td>
    </tr>`;
  }
}

/** Only what is exact has more digits than are shown. */
function kind(figure: Figure, scale: number, unit: string) {
  const { lower, estimate, upper } = figure;
  const words = kindInWords(figure);
  if (figure.kind !== "exact" || lower === null || upper === null) return html`<span class="kind">${words}</span>`;
  const text = interval(lower * scale, estimate * scale, upper * scale, 4);
  return html`<details class="kind">
    <summary>${words}</summary>
    <p>${unit ? `(${text})${unit}` : text}</p>
  </details>`;
}

MiFigureTable.define("mi-figure-table");
