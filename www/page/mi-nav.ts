// The views of the page as links: each opens by itself, and inside of the page nothing typed is lost. The ones that are
// asked for less stand behind "More", which a narrow screen spreads out.
import { html, nothing } from "lit";
import { ChoiceEvent } from "../components/element/events";
import { LightElement } from "../components/element/light-element";
import { CHOICES, type Choices } from "../state/parameters/choices";

type ViewName = Choices["view"];

const BEFORE: readonly ViewName[] = ["training", "calibrate", "guarantee", "audit"];
const MORE: readonly ViewName[] = ["attributes", "noise", "laboratory", "figures"];
const AFTER: readonly ViewName[] = ["register", "method"];

export class MiNav extends LightElement {
  static override properties = {
    view: { type: String },
    has: { attribute: false },
    linkTo: { attribute: false },
    open: { state: true },
  };

  declare view: ViewName;
  /** Whether a view is part of this build. */
  declare has: (view: ViewName) => boolean;
  declare linkTo: (view: ViewName) => string;
  /** Whether what stands behind "More" is shown. */
  declare open: boolean;

  constructor() {
    super();
    this.open = false;
  }

  protected override render() {
    return html`<nav aria-label="Views">
        <ul>
          ${this.links(BEFORE)}
          <li class="more" @keydown=${this.onKey} @focusout=${this.onFocusOut}>
            <button
              type="button"
              aria-expanded=${this.open ? "true" : "false"}
              aria-controls="more-views"
              class=${MORE.includes(this.view) ? "current" : ""}
              @click=${this.toggle}
            >
              ${MORE.includes(this.view) ? `More: ${CHOICES.view.options[this.view]}` : "More"} <span aria-hidden="true">▾</span>
            </button>
            <ul id="more-views" data-open=${this.open ? "yes" : "no"}>
              ${this.links(MORE)}
            </ul>
          </li>
          ${this.links(AFTER)}
        </ul>
      </nav>
      <p class="printed">${this.linkTo(this.view)}</p>`;
  }

  /** On a narrow screen the view that is shown must not be beyond its edge. */
  protected override updated(changed: Map<string, unknown>): void {
    if (!changed.has("view")) return;
    const list = this.querySelector("ul");
    const current = this.querySelector<HTMLElement>("[aria-current]");
    if (list && current && list.scrollWidth > list.clientWidth)
      list.scrollLeft = current.offsetLeft - (list.clientWidth - current.offsetWidth) / 2;
  }

  private links(views: readonly ViewName[]) {
    return views
      .filter((view) => this.has(view))
      .map(
        (view) => html`<li>
          <a
            href=${this.linkTo(view)}
            aria-current=${view === this.view ? "page" : nothing}
            @click=${(event: MouseEvent) => this.go(event, view)}
            >${CHOICES.view.options[view]}</a
          >
        </li>`,
      );
  }

  /** A click that asks for another window is the browser's. */
  private go(event: MouseEvent, view: ViewName): void {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    if (this.open) this.close();
    if (view !== this.view) this.dispatchEvent(new ChoiceEvent("view", view));
  }

  private readonly toggle = () => {
    this.open = !this.open;
  };

  /** The focus goes back to the button: what held it is gone. */
  private close(): void {
    this.open = false;
    this.querySelector<HTMLElement>(".more > button")?.focus();
  }

  private readonly onKey = (event: KeyboardEvent) => {
    if (event.key === "Escape" && this.open) this.close();
  };

  private readonly onFocusOut = (event: FocusEvent) => {
    const to = event.relatedTarget;
    if (to instanceof Node && !(event.currentTarget as Element).contains(to)) this.open = false;
  };
}

MiNav.define("mi-nav");
