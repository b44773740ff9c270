// The arrangement of a view that asks and answers: the controls, the answer beside them, and below it what follows.
import { html } from "lit";

interface Parts {
  /** The answer in one line, for where it is out of sight. */
  pinned: string;
  stale: "yes" | "no";
  /** Nothing is on its way. */
  settled: boolean;
  answer: unknown;
  form: unknown;
  results: unknown;
}

export function workbench({ pinned, stale, settled, answer, form, results }: Parts) {
  return html`
    <div class="workbench">
      <mi-pinned text=${pinned}></mi-pinned>
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
