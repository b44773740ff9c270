// Offers the reader's own earlier settings, quietly: nothing happens until one of the two buttons is pressed.

import { html, nothing } from "lit";
import { OfferEvent } from "../components/element/events";
import { LightElement } from "../components/element/light-element";
import type { Offer } from "../state/inputs/saved-work";

export class MiOffer extends LightElement {
  static override properties = { offer: { attribute: false } };

  declare offer: Offer | null;

  protected override render() {
    const { offer } = this;
    return html`<div role="status">
      ${
        offer
          ? html`<p class="offer">
            <span>You were working on another setting: ${offer.words}.${offer.files ? " Its numbers from a file were not kept." : ""}</span>
            <button type="button" class="quiet" @click=${() => this.dispatchEvent(new OfferEvent("take"))}>Go back to it</button>
            <button type="button" class="quiet" @click=${() => this.dispatchEvent(new OfferEvent("drop"))}>Dismiss</button>
          </p>`
          : nothing
      }
    </div>`;
  }
}

MiOffer.define("mi-offer");
