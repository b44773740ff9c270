// The arrangement of a view that asks and answers: the controls, the answer beside them, and below it what follows.
import { html, type TemplateResult } from "lit";
import "./mi-pinned";

/** What the arrangement shows of how the answer stands to the inputs. */
export interface Shown {
  /** For `data-stale`: whether what is shown belongs to other inputs. */
  stale: "yes" | "no";
  /** Nothing is on its way. */
  settled: boolean;
  /** What stands in the place of every figure; null where figures may stand. */
  instead: TemplateResult | null;
  /** What lies over figures that have belonged to other inputs for a while. */
  cover: TemplateResult | null;
}

interface Parts {
  /** The answer in one line, for where it is out of sight; null where there is none. */
  pinned: string | null;
  answer: unknown;
  form: unknown;
  results: unknown;
}

export function workbench({ stale, settled, instead, cover }: Shown, { pinned, answer, form, results }: Parts) {
  return html`
    <div class="workbench">
      <mi-pinned text=${instead || cover ? "" : (pinned ?? "")}></mi-pinned>
      <section aria-label="Answer" class="answer" tabindex="-1" data-stale=${stale}>
        <h2 class="visually-hidden">The answer</h2>
        ${answer}
      </section>
      <section aria-label="Controls" class="inputs">${form}</section>
      <section aria-label="Results" class="outputs" data-stale=${stale} aria-busy=${settled ? "false" : "true"}>${results}</section>
    </div>
  `;
}

/** What the numbers of a view do not say. */
export function limits(sentences: readonly string[]) {
  return html`
    <section class="limits">
      <h2>What this does not say</h2>
      <ul>
        ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
    </section>
  `;
}
