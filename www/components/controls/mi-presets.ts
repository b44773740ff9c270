// Known settings to start from, with their numbers: a menu that is loaded when it is opened. Choosing one can be undone.
import { html, nothing } from "lit";
import type { StartingPoint } from "../../state/known-runs";
import type { Parameters } from "../../state/parameters/table";
import { settingInWords } from "../../words/title";
import { StartEvent } from "../element/events";
import { LightElement } from "../element/light-element";

type Presets = typeof import("../../state/known-runs");

export class MiPresets extends LightElement {
  static override properties = { values: { attribute: false }, loaded: { state: true }, failed: { state: true } };

  declare values: Parameters;
  declare loaded: Presets | null;
  declare failed: boolean;

  constructor() {
    super();
    this.loaded = null;
    this.failed = false;
  }

  protected override render() {
    return html`<details class="presets" @toggle=${this.onToggle} @keydown=${this.onKey} @focusout=${this.onFocusOut}>
      <summary>Known settings</summary>
      <div class="menu" tabindex="-1">
        ${this.loaded ? this.list(this.loaded) : nothing}
        ${this.failed ? html`<p class="problem" role="status">The list could not be loaded. Reload the page to try again.</p>` : nothing}
      </div>
    </details>`;
  }

  private list({ startingPoints, valuesOf }: Presets) {
    return html`<ul>
      ${startingPoints(this.values.view).map(
        (point) => html`<li>
          <button type="button" class="quiet" aria-describedby="preset-${point.id}" data-preset=${point.id} @click=${() => this.choose(point)}>
            ${point.label}
          </button>
          <span id="preset-${point.id}">
            <span class="numbers">${settingInWords(valuesOf(point, this.values))}</span>
            <small>${point.what} Source: ${point.source}.</small>
          </span>
        </li>`,
      )}
    </ul>`;
  }

  private choose(point: StartingPoint): void {
    const menu = this.querySelector("details");
    if (!this.loaded || !menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
    this.dispatchEvent(new StartEvent(this.loaded.valuesOf(point, this.values)));
  }

  private readonly onKey = (event: KeyboardEvent) => {
    const menu = event.currentTarget as HTMLDetailsElement;
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  };

  private readonly onFocusOut = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const menu = currentTarget as HTMLDetailsElement;
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  };

  private readonly onToggle = async () => {
    if (this.loaded) return;
    try {
      this.loaded = await import("../../state/known-runs");
      this.failed = false;
    } catch {
      this.failed = true;
    }
  };
}

MiPresets.define("mi-presets");
