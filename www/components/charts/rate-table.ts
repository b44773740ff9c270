// The numbers behind a curve over false-positive rates, of one run or of two.
import { html, type TemplateResult } from "lit";
import { type CurvePoint, pointAt, type Series } from "../../charts/data/curves";
import { percent } from "../../words/number";

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
          <td>${percent(lower, 4, "down")}</td>
          <td>${percent(upper, 4, "up")}</td>
          ${other ? html`<td>${percent(pointAt(other, x)?.upper ?? 1, 4, "up")}</td>` : null}
        </tr>`,
      )}
    </tbody>
  </table>`;
}
