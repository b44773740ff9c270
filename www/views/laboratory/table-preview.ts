// What a table holds, column by column, for a reader who is to name some of them.
import { html, nothing } from "lit";
import type { ColumnSummary, TableSummary } from "../../../src/boundary/wasm/core";
import { count, rounded } from "../../words/number";

export function tablePreview({ rows, columns }: TableSummary) {
  const named = `${count(rows)} ${rows === 1 ? "row" : "rows"}, ${count(columns.length)} ${columns.length === 1 ? "column" : "columns"}`;
  return html`<details class="preview">
    <summary data-figure="table">${named}</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Table: the columns">
      <table>
        <thead>
          <tr>${["Column", "Kind", "Missing", "Values"].map((column) => html`<th scope="col">${column}</th>`)}</tr>
        </thead>
        <tbody>
          ${columns.slice(0, MOST_SHOWN).map(
            (column) => html`<tr>
              <th scope="row">${column.name}</th>
              <td>${column.kind}</td>
              <td>${count(column.missing)}</td>
              <td>${values(column)}</td>
            </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${columns.length > MOST_SHOWN ? html`<p class="detail">The first ${MOST_SHOWN} columns.</p>` : nothing}
  </details>`;
}

const MOST_SHOWN = 100;

function values({ range, different, values: first }: ColumnSummary): string {
  if (range) {
    const [least, mean, most] = range;
    return `${rounded(least, 3)} to ${rounded(most, 3)}, mean ${rounded(mean, 3)}`;
  }
  const more = (different ?? 0) > first.length ? ", …" : "";
  return different === null ? "too many to tell apart" : `${count(different)}: ${first.join(", ")}${more}`;
}
