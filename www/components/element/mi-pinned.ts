// The answer in one line, at the top of the window while its sentence is out of sight.
import { html } from "lit";
import { LightElement } from "./light-element";

export class MiPinned extends LightElement {
  static override properties = { text: { type: String }, away: { state: true } };

  declare text: string;
  /** Whether the sentence is above the window. */
  declare away: boolean;
  private readonly sight = new IntersectionObserver((entries) => {
    const last = entries.at(-1);
    if (last) this.away = !last.isIntersecting && last.boundingClientRect.bottom < innerHeight / 2;
  });

  constructor() {
    super();
    this.away = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.sight.disconnect();
  }

  /** The sentence is the beginning of the answer beside which this stands. */
  protected override updated(): void {
    const sentence = this.parentElement?.querySelector(".answer .sentence, .answer .big-sentence, .answer .value");
    this.sight.disconnect();
    if (sentence) this.sight.observe(sentence);
  }

  protected override render() {
    return html`<p class="glance" aria-hidden="true" data-away=${this.away && this.text ? "yes" : "no"}>${this.text}</p>`;
  }
}

MiPinned.define("mi-pinned");
