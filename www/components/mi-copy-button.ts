// Copies the link, says so, and shows it selected where the clipboard is refused.
import { html, nothing } from "lit";
import { LightElement } from "./light-element";

type Sharing = "idle" | "copied" | "shown";

export class MiShareButton extends LightElement {
  static override properties = { link: { attribute: false }, sharing: { state: true } };

  declare link: () => string;
  declare sharing: Sharing;

  constructor() {
    super();
    this.sharing = "idle";
  }

  protected override render() {
    return html`
      <button type="button" @click=${this.share}>Copy the link to this state</button>
      <span role="status">${this.words()}</span>
      ${
        this.sharing === "shown"
          ? html`<input type="text" readonly aria-label="Link to this state" .value=${this.link()} />`
          : nothing
      }
    `;
  }

  private words(): string {
    if (this.sharing === "copied") return "Copied: the link holds every input, and nothing is sent anywhere.";
    return this.sharing === "shown" ? "The clipboard is closed to this page: copy the selected link." : "";
  }

  private async share(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.link());
      this.sharing = "copied";
    } catch {
      this.sharing = "shown";
      await this.updateComplete;
      this.querySelector("input")?.select();
    }
  }
}

customElements.define("mi-share-button", MiShareButton);
