// A question mark that opens the meaning of a term where it stands. The words are loaded when first asked for.
import { html, nothing } from "lit";
import type { Term, TermId } from "../../words/glossary";
import { LightElement } from "./light-element";

let glossary: Promise<(id: TermId) => Term> | undefined;
let number = 0;

export class MiTerm extends LightElement {
  static override properties = {
    name: { type: String },
    label: { type: String },
    open: { state: true },
    found: { state: true },
  };

  declare name: TermId;
  /** What it is called here, for the button's name. */
  declare label: string;
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
    if (this.found === null) return html`<span class="text">…</span>`;
    if (typeof this.found === "string") return html`<span class="text">${this.found}</span>`;
    const { name, means, values } = this.found as Term;
    return html`<span class="text"><strong>${name}.</strong> ${means}${values ? html` <span class="values">${values}</span>` : nothing}</span>`;
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && this.open) this.open = false;
  };

  private readonly toggle = async () => {
    this.open = !this.open;
    if (!this.open || (this.found !== null && typeof this.found !== "string")) return;
    try {
      glossary ??= import("../../words/glossary").then(({ term }) => term);
      this.found = (await glossary)(this.name);
    } catch {
      glossary = undefined;
      this.found = "The glossary could not be loaded; the words stand at the end of the page, too.";
    }
  };
}

MiTerm.define("mi-term");
