// What is played in a view, and what its numbers say and do not: the end of the views whose game is not the training's.
import { html } from "lit";

export interface Game {
  tale: string;
  terms: [term: string, meaning: string][];
  /** What the numbers say, and what not. */
  says: string[];
}

export function gameOf({ tale, terms, says }: Game) {
  return html`
    <section class="prose">
      <h2>The game that is played</h2>
      <p>${tale}</p>
      <dl class="terms">
        ${terms.map(
          ([term, meaning]) => html`<dt>${term}</dt>
            <dd>${meaning}</dd>`,
        )}
      </dl>
    </section>
    <section class="prose">
      <h2>What this says, and what it does not</h2>
      <ul>
        ${says.map((sentence) => html`<li>${sentence}</li>`)}
      </ul>
    </section>
  `;
}
