// A question mark that opens what is said of a control or a figure where it stands. The glossary is loaded when first asked for.
import { html, nothing } from "lit";
import type { Term, TermId } from "../../words/glossary";
import { LightElement } from "./light-element";

let glossary: Promise<(id: TermId) => Term> | undefined;
let number = 0;

export class MiTerm extends LightElement {
  static override properties = {
    name: { type: String },
    label: { type: String },
    help: { type: String },
    open: { state: true },
    found: { state: true },
  };

  /** Absent where the glossary has no word for it. */
  declare name: TermId | undefined;
  /** What it is called here, for the button's name. */
  declare label: string;
  /** What is said of it before the glossary's meaning. */
  declare help: string | undefined;
  declare open: boolean;
  /** Null while it loads; a text where it cannot be loaded. */
  declare found: Term | string | null;
  private readonly meaning = `meaning-${++number}`;

  constructor() {
    super();
    this.open = false;
    this.found = null;
  }

  protected override render() {
    return html`<button
        type="button"
        class="ask-term"
        aria-expanded=${this.open ? "true" : "false"}
        aria-controls=${this.meaning}
        aria-label="What does “${this.label}” mean?"
        @click=${this.toggle}
        @keydown=${this.onKey}
      >
        <span aria-hidden="true">?</span>
      </button>
      <span class="meaning" id=${this.meaning} role="status">${this.open ? this.words() : nothing}</span>`;
  }

  private words() {
    const help = this.help ? html`<span class="help">${this.help}</span>` : nothing;
    if (!this.name) return html`<span class="text">${help}</span>`;
    if (this.found === null) return html`<span class="text">${help} …</span>`;
    if (typeof this.found === "string") return html`<span class="text">${help} ${this.found}</span>`;
    const { name, means, values } = this.found as Term;
    return html`<span class="text"
      >${help} <strong>${name}.</strong> ${means}${values ? html` <span class="values">${values}</span>` : nothing}</span
    >`;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && this.open) this.open = false;
  };

  private readonly toggle = async () => {
    this.open = !this.open;
    const { name } = this;
    if (!this.open || !name || (this.found !== null && typeof this.found !== "string")) return;
    try {
      glossary ??= import("../../words/glossary").then(({ term }) => term);
      this.found = (await glossary)(name);
    } catch {
      glossary = undefined;
      this.found = "The glossary could not be loaded. Reload the page to try again.";
    }
  };
}

MiTerm.define("mi-term");
