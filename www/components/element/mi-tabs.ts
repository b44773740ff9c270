// A row of tabs over one panel, by the keys of such rows: the arrows choose, the Tab key goes on.
import { html } from "lit";
import { LightElement } from "./light-element";

const BY: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };

/** Told which tab was chosen. */
export class TabEvent extends Event {
  constructor(readonly tab: string) {
    super("mi-tab");
  }
}

export class MiTabs extends LightElement {
  static override properties = {
    tabs: { attribute: false },
    open: { type: String },
    panel: { type: String },
    label: { type: String },
  };

  declare tabs: readonly (readonly [name: string, words: string])[];
  declare open: string;
  /** The id of the panel, and the beginning of those of the tabs. */
  declare panel: string;
  declare label: string;

  protected override render() {
    return html`<div class="tabs" role="tablist" aria-label=${this.label} @keydown=${this.onKey}>
      ${this.tabs.map(
        ([name, words]) => html`<button
          type="button"
          role="tab"
          id="${this.panel}-${name}"
          aria-controls=${this.panel}
          aria-selected=${name === this.open ? "true" : "false"}
          tabindex=${name === this.open ? 0 : -1}
          @click=${() => this.dispatchEvent(new TabEvent(name))}
        >
          ${words}
        </button>`,
      )}
    </div>`;
  }

  private onKey(event: KeyboardEvent): void {
    const tabs = [...this.querySelectorAll<HTMLElement>("[role=tab]")];
    const at = tabs.indexOf(event.target as HTMLElement);
    const by = BY[event.key];
    const to = event.key === "Home" ? 0 : event.key === "End" ? tabs.length - 1 : by === undefined ? null : at + by;
    if (at < 0 || to === null) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  }
}

MiTabs.define("mi-tabs");
