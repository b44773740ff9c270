// Known settings to start from: a list that is loaded when it is opened. Choosing one can be undone.
import { html, nothing } from "lit";
import type { StartingPoint } from "../../state/known-runs";
import type { Choices } from "../../state/parameters/choices";
import type { Parameters } from "../../state/parameters/table";
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
    return html`<details class="presets" @toggle=${this.onToggle}>
      <summary>Start from a known setting</summary>
      ${this.loaded ? this.list(this.loaded.startingPoints(this.view)) : nothing}
      ${this.failed ? html`<p class="problem" role="status">The list could not be loaded. Reload the page to try again.</p>` : nothing}
    </details>`;
  }

  private get view(): Choices["view"] {
    return this.values.view;
  }

  private list(points: readonly StartingPoint[]) {
    return html`<ul>
      ${points.map(
        (point) => html`<li>
          <button type="button" aria-describedby="preset-${point.id}" data-preset=${point.id} @click=${() => this.choose(point)}>
            ${point.label}
          </button>
          <span id="preset-${point.id}">${point.what} <small>Source: ${point.source}.</small></span>
        </li>`,
      )}
    </ul>`;
  }

  private choose(point: StartingPoint): void {
    if (!this.loaded) return;
    this.dispatchEvent(new StartEvent(this.loaded.valuesOf(point, this.values)));
  }

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
