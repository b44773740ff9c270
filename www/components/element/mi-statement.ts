// A statement to paste: shown as it is, with a button that copies it.
import { html } from "lit";
import { LightElement } from "./light-element";
import "./mi-copy-button";

export class MiStatement extends LightElement {
  static override properties = { text: { attribute: false } };

  declare text: () => string;

  protected override render() {
    return html`
      <pre class="statement" tabindex="0" role="region" aria-label="Statement">${this.text()}</pre>
      <mi-copy-button label="Copy the statement" what="Statement" said="Copied." .text=${this.text}></mi-copy-button>
    `;
  }
}

MiStatement.define("mi-statement");
