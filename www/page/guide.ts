// The window behind "New here?": what the page does in a minute, and its keys, with a switch that takes single characters
// away.
import { appeared, goTo } from "./place";

const SEEN = "mi-bounds.tour";
const KEYS = "mi-bounds.keys";
/** Where a character is text, it is nobody's key. */
const TYPING =
  "input:not([type=range], [type=radio], [type=checkbox], [type=file], [type=button]), textarea, select, [contenteditable]";
const FIRST_FIELD = "mi-sentence select, .inputs input[type=text], .inputs select";
const COPY = "#views mi-copy-button button";

export class Guide {
  private readonly dialog = document.querySelector<HTMLDialogElement>("#guide");
  private readonly keys = document.querySelector<HTMLInputElement>("#single-keys");

  constructor(private readonly openTraining: () => void) {
    const { dialog, keys } = this;
    if (!dialog || !keys) return;
    keys.checked = stored(KEYS) !== "off";
    keys.addEventListener("change", () => store(KEYS, keys.checked ? "on" : "off"));
    dialog.addEventListener("click", (event) => this.onClick(event));
    dialog.addEventListener("close", () => store(SEEN, "yes"));
    document.addEventListener("keydown", (event) => this.onKey(event));
  }

  /** Whether the reader has closed it once. */
  get seen(): boolean {
    return stored(SEEN) === "yes";
  }

  readonly open = (): void => this.dialog?.showModal();

  /** Beside the window's own box there is only its backdrop. */
  private onClick({ target }: MouseEvent): void {
    if (target === this.dialog) this.dialog?.close();
    const to = target instanceof Element ? target.closest("[data-to]")?.getAttribute("data-to") : null;
    if (to) void this.lead(to);
  }

  /** Controls of the training view are there only while it is. */
  private async lead(to: string): Promise<void> {
    this.dialog?.close();
    if (!document.querySelector(to)) this.openTraining();
    const element = await appeared(to);
    if (element) await goTo(element, "center");
  }

  private onKey(event: KeyboardEvent): void {
    if (!this.keys?.checked || event.defaultPrevented || event.isComposing) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if ((event.target as Element).closest(TYPING) || document.querySelector("dialog[open]")) return;
    if (this.act(event.key)) event.preventDefault();
  }

  /** Whether there was something to do. */
  private act(key: string): boolean {
    if (key === "?") this.open();
    else if (key === "/") return press(FIRST_FIELD, (field) => void goTo(field, "nearest"));
    else if (key === "s") return press(COPY, (button) => button.click());
    else return false;
    return true;
  }
}

function press(selector: string, act: (element: HTMLElement) => void): boolean {
  const element = document.querySelector<HTMLElement>(selector);
  if (element) act(element);
  return element !== null;
}

/** A browser may refuse to keep anything: then all is as on the first visit. */
function stored(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {}
}
