// The keys of the page: what they do, a list of them, and a switch that takes the single characters away.
import { html } from "lit";
import { LightElement } from "../components/element/light-element";
import { closeOutside } from "./mi-contents";

const STORED = "mi-bounds.keys";
/** Where a character is text, it is nobody's key. */
const TYPING =
  "input:not([type=range], [type=radio], [type=checkbox], [type=file], [type=button]), textarea, select, [contenteditable]";
const FIRST_FIELD = "mi-sentence select, .inputs input[type=text], .inputs select";
const SHARE = ".below-answer mi-copy-button button";

export class MiKeys extends LightElement {
  static override properties = { on: { state: true } };

  /** Whether single characters are keys. */
  declare on: boolean;

  constructor() {
    super();
    this.on = stored() !== "off";
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.onKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("keydown", this.onKey);
  }

  protected override render() {
    return html`
      <button type="button" class="quiet" aria-haspopup="dialog" @click=${this.open}>Keys</button>
      <dialog class="aid" aria-labelledby="keys-title" @click=${closeOutside}>
        <form method="dialog">
          <h2 id="keys-title">Keys</h2>
          <button type="submit" class="quiet">Close</button>
        </form>
        <dl class="key-list">
          ${this.keys([["Tab"], "goes to the next control, with Shift to the one before; the first leads past the controls"])}
          ${this.keys([["Arrows"], "move a slider by one step, a choice to its neighbour, the cursor of a chart to the next value"])}
          ${this.keys([["Home", "End"], "go to the ends of a slider or a chart; Page Up and Page Down in steps of ten"])}
          ${this.keys([["Enter", "Space"], "press a button, open or close a part"])}
          ${this.keys([["Esc"], "closes a list such as this one"])}
          ${this.keys([["/"], "goes to the first field"])} ${this.keys([["s"], "copies the link to this state"])}
          ${this.keys([["?"], "opens this list"])}
        </dl>
        <p>
          <label>
            <input type="checkbox" .checked=${this.on} @change=${this.onSwitch} />
            <span>Use the single characters / s ? as keys. They never are while you type in a field.</span>
          </label>
        </p>
      </dialog>
    `;
  }

  private keys([names, does]: [names: string[], does: string]) {
    return html`<div>
      <dt>${names.map((name) => html`<kbd>${name}</kbd> `)}</dt>
      <dd>${does}</dd>
    </div>`;
  }

  private readonly open = () => this.querySelector("dialog")?.showModal();

  private readonly onSwitch = (event: Event) => {
    this.on = (event.target as HTMLInputElement).checked;
    store(this.on ? "on" : "off");
  };

  private readonly onKey = (event: KeyboardEvent) => {
    if (!this.on || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (this.act(event.key)) event.preventDefault();
  };

  /** Whether there was something to do. */
  private act(key: string): boolean {
    if (key === "?") this.open();
    else if (key === "/") return press(FIRST_FIELD, (field) => field.focus());
    else if (key === "s") return press(SHARE, (button) => button.click());
    else return false;
    return true;
  }
}

function press(selector: string, act: (element: HTMLElement) => void): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) act(element);
  return element !== null;
}

/** A browser may refuse to keep anything: then the keys are on again after a reload. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(STORED, value);
  } catch {}
}

MiKeys.define("mi-keys");
