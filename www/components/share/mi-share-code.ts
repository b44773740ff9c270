// Programs that repeat what is shown, one language at a time.
import { html } from "lit";
import { codeFor, LANGUAGES, type Language, languagesFor } from "../../share/code";
import type { Subject } from "../../share/subject";
import { VERSION } from "../../state/version";
import { fileName } from "../../words/setting";
import { LightElement } from "../element/light-element";
import "../element/mi-copy-button";
import "../element/mi-download-button";

let lastLanguage: Language = "javascript";

export class MiShareCode extends LightElement {
  static override properties = { subject: { attribute: false }, language: { state: true } };

  declare subject: Subject;
  declare language: Language;

  constructor() {
    super();
    this.language = lastLanguage;
  }

  protected override render() {
    const { subject } = this;
    const known = languagesFor(subject);
    const language = known.includes(this.language) ? this.language : (known[0] ?? "javascript");
    const code = () => codeFor(language, subject, VERSION);
    const { label, extension } = LANGUAGES[language];
    return html`
      <label class="choose">
        Program
        <select id="share-language" @change=${this.onChange}>
          ${known.map((name) => html`<option value=${name} ?selected=${name === language}>${LANGUAGES[name].label}</option>`)}
        </select>
      </label>
      <pre class="taken" tabindex="0" role="region" aria-label="Program: ${label}">${code()}</pre>
      <div class="buttons">
        <mi-copy-button label="Copy the program" what="Program" said="Copied." .text=${code}></mi-copy-button>
        <mi-download-button
          label="Download the program"
          file=${fileName(language, subject.values, extension)}
          kind="text/plain"
          .text=${code}
        ></mi-download-button>
      </div>
    `;
  }

  private onChange({ target }: Event): void {
    this.language = (target as HTMLSelectElement).value as Language;
    lastLanguage = this.language;
  }
}

MiShareCode.define("mi-share-code");
