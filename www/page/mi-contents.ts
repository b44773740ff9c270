// What stands on the page, as a list that leads there: the fragment of the address is the state, so anchors cannot.
import { html } from "lit";
import { LightElement } from "../components/element/light-element";

export class MiContents extends LightElement {
  static override properties = { headings: { state: true } };

  /** Read when the list is opened: until then nobody asks. */
  declare headings: HTMLElement[];

  constructor() {
    super();
    this.headings = [];
  }

  protected override render() {
    return html`
      <button type="button" class="quiet" aria-haspopup="dialog" @click=${this.open}>On this page</button>
      <dialog class="aid" aria-labelledby="contents-title" @click=${closeOutside}>
        <form method="dialog">
          <h2 id="contents-title">On this page</h2>
          <button type="submit" class="quiet">Close</button>
        </form>
        <ul>
          ${this.headings.map(
            (heading) => html`<li>
              <button type="button" class="quiet" @click=${() => this.go(heading)}>${heading.textContent?.trim()}</button>
            </li>`,
          )}
        </ul>
      </dialog>
    `;
  }

  private readonly open = async () => {
    const all = document.querySelectorAll<HTMLElement>("main h2, main legend");
    this.headings = [...all].filter((one) => one.getClientRects().length > 0 && isHeading(one));
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
  };

  private go(heading: HTMLElement): void {
    this.querySelector("dialog")?.close();
    goTo(heading);
  }
}

/** The parts of a form have legends in place of headings. */
function isHeading(one: HTMLElement): boolean {
  return one.localName === "h2" || one.parentElement?.parentElement?.classList.contains("controls") === true;
}

/** Scrolls to an element and makes it the place from which the Tab key goes on. */
export function goTo(to: HTMLElement): void {
  if (!to.hasAttribute("tabindex")) to.tabIndex = -1;
  to.scrollIntoView({ block: "start" });
  to.focus({ preventScroll: true });
}

/** A click beside an open dialog closes it. */
export function closeOutside(event: MouseEvent): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}

MiContents.define("mi-contents");
