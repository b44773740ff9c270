// Copies a text, says so, and shows it selected where the clipboard is refused.
import { html, nothing } from "lit";
import { LightElement } from "./light-element";

type Copying = "idle" | "copied" | "shown" | "refused";

export class MiCopyButton extends LightElement {
  static override properties = {
    label: { type: String },
    what: { type: String },
    said: { type: String },
    text: { attribute: false },
    refused: { attribute: false },
    copying: { state: true },
  };

  /** On the button. */
  declare label: string;
  /** What the text is, for the field that shows it. */
  declare what: string;
  /** What is said when it has been copied. */
  declare said: string;
  declare text: () => string;
  /** Why there is nothing to copy; null or left out where there is. */
  declare refused: string | null | undefined;
  declare copying: Copying;

  constructor() {
    super();
    this.copying = "idle";
  }

  protected override render() {
    return html`
      <button type="button" @click=${this.copy}>${this.label}</button>
      <span role="status">${this.words()}</span>
      ${this.copying === "shown" ? this.field(this.text()) : nothing}
    `;
  }

  /** Lines stay lines. */
  private field(text: string) {
    return text.includes("\n")
      ? html`<textarea readonly rows="4" aria-label=${this.what} .value=${text}></textarea>`
      : html`<input type="text" readonly aria-label=${this.what} .value=${text} />`;
  }

  private words(): string {
    if (this.copying === "refused") return this.refused ? `Not copied: ${this.refused}.` : "";
    if (this.copying === "copied") return this.said;
    return this.copying === "shown" ? "The clipboard is closed to this page: copy the selected text." : "";
  }

  private async copy(): Promise<void> {
    if (this.refused) {
      this.copying = "refused";
      return;
    }
    try {
      await navigator.clipboard.writeText(this.text());
      this.copying = "copied";
    } catch {
      this.copying = "shown";
      await this.updateComplete;
      this.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea")?.select();
    }
  }
}

MiCopyButton.define("mi-copy-button");
