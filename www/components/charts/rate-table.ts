// The numbers behind a curve over false-positive rates, of one run or of two.
import { html, type TemplateResult } from "lit";
import { type CurvePoint, pointAt, type Series } from "../../charts/data/curves";
import { type Direction, percent, rounded } from "../../words/number";

/** With as many digits in every row. */
function rate(share: number, side: Direction): string {
  return `${rounded(share * 100, 4, side)}%`;
}

/** `shown` are points of the first run; `other` is the curve of B. */
export function rateTable(quantity: string, shown: CurvePoint[], other: Series | undefined): TemplateResult {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">FPR</th>
        <th scope="col">${quantity} at least</th>
        <th scope="col">${quantity} at most</th>
        ${other ? html`<th scope="col">${quantity} at most, B</th>` : null}
      </tr>
    </thead>
    <tbody>
      ${shown.map(
        ({ x, lower, upper }) => html`<tr>
          <td>${percent(x, 3)}</td>
          <td>${rate(lower, "down")}</td>
          <td>${rate(upper, "up")}</td>
          ${other ? html`<td>${rate(pointAt(other, x)?.upper ?? 1, "up")}</td>` : null}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
