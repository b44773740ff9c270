// The views of the page as links: each opens by itself, and inside of the page nothing typed is lost. With what helps to
// get about: the list of sections, the keys.
import { html, nothing } from "lit";
import { ChoiceEvent } from "../components/element/events";
import { LightElement } from "../components/element/light-element";
import { type Choices, optionsOf } from "../state/parameters/choices";
import "./mi-contents";
import "./mi-keys";

export class MiNav extends LightElement {
  static override properties = { view: { type: String }, has: { attribute: false }, linkTo: { attribute: false } };

  declare view: Choices["view"];
  /** Whether a view is part of this build. */
  declare has: (view: Choices["view"]) => boolean;
  declare linkTo: (view: Choices["view"]) => string;

  protected override render() {
    return html`<nav aria-label="Views">
      <ul>
        ${optionsOf("view")
          .filter(([value]) => this.has(value as Choices["view"]))
          .map(
            ([value, words]) => html`<li>
            <a
              href=${this.linkTo(value as Choices["view"])}
              aria-current=${value === this.view ? "page" : nothing}
              @click=${(event: MouseEvent) => this.go(event, value)}
              >${words}</a
            >
          </li>`,
          )}
      </ul>
    </nav>
    <div class="aids"><mi-contents></mi-contents> <mi-keys></mi-keys></div>
    <p class="printed">${this.linkTo(this.view)}</p>`;
  }

  /** A click that asks for another window is the browser's. */
  private go(event: MouseEvent, value: string): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (value !== this.view) this.dispatchEvent(new ChoiceEvent("view", value));
  }
}

MiNav.define("mi-nav");
