// The statement for a model card, as it is pasted.
import { html } from "lit";
import { statementOf, toMarkdown, toText } from "../../share/statement";
import type { Subject } from "../../share/subject";
import { fileName } from "../../words/setting";
import { LightElement } from "../element/light-element";
import "../element/mi-copy-button";
import "../element/mi-download-button";

export class MiShareStatement extends LightElement {
  static override properties = { subject: { attribute: false } };

  declare subject: Subject;

  protected override render() {
    const { subject } = this;
    const statement = statementOf(subject);
    if (!statement) return null;
    const file = (extension: string) => fileName("statement", subject.values, extension);
    return html`
      <p>For a model card, a paper or a review: what was computed, under which assumptions, and how to check it.</p>
      <pre class="taken wraps" tabindex="0" role="region" aria-label="Statement">${toText(statement)}</pre>
      <div class="buttons">
        <mi-copy-button
          label="Copy as text"
          what="Statement as text"
          said="Copied."
          .text=${() => toText(statement)}
        ></mi-copy-button>
        <mi-copy-button
          label="Copy as Markdown"
          what="Statement as Markdown"
          said="Copied."
          .text=${() => toMarkdown(statement)}
        ></mi-copy-button>
        <mi-download-button
          label="Download as text"
          file=${file("txt")}
          kind="text/plain"
          .text=${() => toText(statement)}
        ></mi-download-button>
        <mi-download-button
          label="Download as Markdown"
          file=${file("md")}
          kind="text/markdown"
          .text=${() => toMarkdown(statement)}
        ></mi-download-button>
      </div>
    `;
  }
}

MiShareStatement.define("mi-share-statement");
