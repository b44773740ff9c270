// What leads out of the page: the link, and a dialog with everything else, loaded when it is first opened.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { unlinkedIn } from "../../state/inputs/unsaved-files";
import { LightElement } from "../element/light-element";
import "../element/mi-copy-button";

export class MiShare extends LightElement {
  static override properties = {
    model: { attribute: false },
    loaded: { state: true },
    open: { state: true },
    problem: { state: true },
  };

  declare model: Model;
  declare loaded: boolean;
  declare open: boolean;
  declare problem: string;

  constructor() {
    super();
    this.loaded = false;
    this.open = false;
    this.problem = "";
  }

  protected override render() {
    return html`
      <div class="ways">
        <mi-copy-button
          label="Copy link"
          what="Link to this state"
          said="Copied: the link holds every input, and nothing is sent anywhere."
          .text=${() => this.model.sharedLink()}
          .refused=${unlinkedIn(this.model.inputs)}
        ></mi-copy-button>
        <button type="button" data-action="share" aria-haspopup="dialog" @click=${this.show}>Share…</button>
        <span role="status">${this.problem}</span>
      </div>
      ${this.loaded ? this.dialog() : nothing}
    `;
  }

  private dialog() {
    return html`<dialog aria-label="Share" @close=${this.onClose} @click=${this.onBackdrop}>
      ${this.open ? html`<mi-share-panel .model=${this.model}></mi-share-panel>` : nothing}
    </dialog>`;
  }

  private async show(): Promise<void> {
    try {
      await import("./mi-share-panel");
    } catch {
      this.problem = "This part could not be loaded: reload the page to try again.";
      return;
    }
    this.problem = "";
    this.loaded = true;
    this.open = true;
    await this.updateComplete;
    this.querySelector("dialog")?.showModal();
    await this.querySelector<LightElement>("mi-tabs")?.updateComplete;
    this.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
  }

  private onClose(): void {
    this.open = false;
  }

  /** Beside the dialog's own box there is only its backdrop. */
  private onBackdrop({ target, currentTarget }: Event): void {
    if (target === currentTarget) (currentTarget as HTMLDialogElement).close();
  }
}

MiShare.define("mi-share");
