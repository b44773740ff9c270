// BibTeX of mi-bounds with the link, and of the papers that the shown figures rest on.
import { html } from "lit";
import { citations } from "../../share/cite";
import type { Subject } from "../../share/subject";
import { VERSION } from "../../state/version";
import { fileName } from "../../words/setting";
import { LightElement } from "../element/light-element";
import "../element/mi-copy-button";
import "../element/mi-download-button";

export class MiShareCite extends LightElement {
  static override properties = { subject: { attribute: false } };

  declare subject: Subject;

  protected override render() {
    const { subject } = this;
    const text = () => `${citations(subject, VERSION)}\n`;
    return html`
      <p>mi-bounds for the number, with its version and the link; the papers for the statements that it rests on.</p>
      <pre class="taken" tabindex="0" role="region" aria-label="BibTeX">${text()}</pre>
      <div class="buttons">
        <mi-copy-button label="Copy as BibTeX" what="BibTeX" said="Copied." .text=${text}></mi-copy-button>
        <mi-download-button
          label="Download as BibTeX"
          file=${fileName("references", subject.values, "bib")}
          kind="application/x-bibtex"
          .text=${text}
        ></mi-download-button>
      </div>
    `;
  }
}

MiShareCite.define("mi-share-cite");
