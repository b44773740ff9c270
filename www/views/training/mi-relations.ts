// The advantage of the same run under every relation and every sampling, side by side.
import { html, nothing } from "lit";
import type { Cell } from "../../answers/relations";
import { LightElement } from "../../components/element/light-element";
import { optionsOf } from "../../state/parameters/choices";
import { RELATIONS, SAMPLINGS } from "../../state/parameters/setting-words";
import type { Run } from "../../state/questions/run";
import { KIND_IN_WORDS, kindInWords, sideInWords } from "../../words/figure";

export class MiRelations extends LightElement {
  static override properties = { cells: { attribute: false }, run: { attribute: false } };

  declare cells: readonly Cell[];
  declare run: Run;

  protected override render() {
    const columns = optionsOf("neighboring_relation").map(([value]) => value as keyof typeof RELATIONS);
    return html`
      <div class="scroll" tabindex="0" role="region" aria-label="Table: advantage by relation and sampling">
        <table>
          <caption class="visually-hidden">
            Advantage of this run under each relation and sampling
          </caption>
          <thead>
            <tr>
              <th scope="col">Sampling</th>
              ${columns.map((value) => html`<th scope="col">${RELATIONS[value].brief}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${optionsOf("sampling").map(
              ([value]) => html`<tr>
                <th scope="row">${SAMPLINGS[value as keyof typeof SAMPLINGS].brief}</th>
                ${this.cells.filter(({ sampling }) => sampling === value).map((cell) => this.cell(cell))}
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="summary">
        Only where the kind is "${KIND_IN_WORDS.exact}" is the true value known. An upper bound may be far above it, and
        "unknown" means that nothing is proven, not that it is safe.
      </p>
      ${this.reasons()}
    `;
  }

  private cell({ relation, sampling, answer, current }: Cell) {
    const chosen = relation === this.run.neighboring_relation && sampling === this.run.sampling;
    return html`<td
      data-cell="${relation}-${sampling}"
      data-stale=${current ? "no" : "yes"}
      class=${chosen ? "chosen" : ""}
    >
      ${this.says(answer)} ${chosen ? html`<span class="kind">this run</span>` : nothing}
    </td>`;
  }

  private says(answer: Cell["answer"]) {
    if (!answer) return "…";
    if (answer.ok) {
      const { advantage, status } = answer.value;
      return html`<span title=${status}>${sideInWords(advantage)}</span>
        <span class="kind">${kindInWords(advantage)}</span>`;
    }
    const { code, message } = answer.problem;
    return html`<span title=${message}>${code === "unknown" ? "unknown" : "no answer"}</span>`;
  }

  /** Sentences in the cells would make the table as high as the window. */
  private reasons() {
    const without = this.cells.flatMap(({ relation, sampling, answer }) =>
      answer && !answer.ok
        ? [{ name: `${SAMPLINGS[sampling].brief}, ${RELATIONS[relation].brief}`, why: answer.problem.message }]
        : [],
    );
    if (without.length === 0) return nothing;
    return html`<details>
      <summary>Why ${without.length === 1 ? "one has" : `${without.length} have`} no number</summary>
      <dl class="notes">
        ${without.map(
          ({ name, why }) => html`<dt>${name}</dt>
            <dd>${why}</dd>`,
        )}
      </dl>
    </details>`;
  }
}

MiRelations.define("mi-relations");
