// A part that unfolds: open from the start where its own numbers are not the defaults, so that a link shows what it set.
import { html, type TemplateResult } from "lit";
import { defaults, type Name, type Parameters } from "../../state/parameters/table";
import { LightElement } from "./light-element";

export class MiUnfold extends LightElement {
  static override properties = {
    summary: { type: String },
    names: { attribute: false },
    values: { attribute: false },
    content: { attribute: false },
    open: { state: true },
  };

  declare summary: string;
  /** The parameters that belong to it alone. */
  declare names: Name[];
  declare values: Parameters;
  declare content: () => TemplateResult;
  declare open: boolean;
  private set = false;

  constructor() {
    super();
    this.open = false;
    this.names = [];
  }

  protected override willUpdate(): void {
    const start = defaults();
    const set = this.names.some((name) => String(this.values[name]) !== String(start[name]));
    if (set && !this.set) this.open = true;
    this.set = set;
  }

  /** What nobody sees is not drawn. */
  protected override render() {
    return html`<details
      .open=${this.open}
      @toggle=${(event: Event) => {
        if (event.target === event.currentTarget) this.open = (event.target as HTMLDetailsElement).open;
      }}
    >
      <summary>${this.summary}</summary>
      ${this.open ? html`<div class="inside">${this.content()}</div>` : ""}
    </details>`;
  }
}

MiUnfold.define("mi-unfold");
