// Saves a text as a file that the browser makes itself.
import { html } from "lit";
import { LightElement } from "./light-element";

export class MiDownloadButton extends LightElement {
  static override properties = {
    label: { type: String },
    file: { type: String },
    kind: { type: String },
    text: { attribute: false },
  };

  declare label: string;
  /** The name of the file. */
  declare file: string;
  /** Its media type. */
  declare kind: string | undefined;
  declare text: () => string;

  protected override render() {
    return html`<button type="button" @click=${() => download(this.file, this.text(), this.kind)}>${this.label}</button>`;
  }
}

const LONG_ENOUGH_MS = 60_000;

export function download(name: string, content: string | Blob, kind = "text/csv"): void {
  const address = URL.createObjectURL(new Blob([content], { type: kind }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH_MS);
}

MiDownloadButton.define("mi-download-button");
