// The method view: what is computed, what it rests on, and where the papers needed a correction.
import { html, type PropertyValues } from "lit";
import { version } from "../../package.json";
import { LightElement } from "../components/light-element";
import { certified } from "../method/chapters/certified";
import { errataChapter } from "../method/chapters/errata";
import { game } from "../method/chapters/game";
import { kinds } from "../method/chapters/kinds";
import { links } from "../method/chapters/links";
import { monteCarlo } from "../method/chapters/monte-carlo";
import { notation } from "../method/chapters/notation";
import { oneNumber } from "../method/chapters/one-number";
import { pairs } from "../method/chapters/pairs";
import { citing, references } from "../method/chapters/references";
import { sharperNoise } from "../method/chapters/sharper-noise";
import { standing } from "../method/chapters/standing";
import { theorems } from "../method/chapters/theorems";
import type { MiCounterexample } from "../method/mi-counterexample";
import { followScrollBoxes } from "../method/scroll-boxes";
import { anchor, CHAPTERS, type LinkTo, SECTIONS, type SectionId } from "../method/sections";
import type { Model } from "./model";

/** All chapters, in order. */
export function chapters(link: LinkTo) {
  return html`${notation()} ${game(link)} ${oneNumber(link)} ${pairs(link)} ${standing()} ${certified(link)} ${kinds()}
  ${monteCarlo(link)} ${theorems(link)} ${sharperNoise(link)} ${errataChapter(link)} ${references()} ${citing(version)} ${links()}`;
}

export class MiMethodView extends LightElement {
  static override properties = {
    section: { type: String },
    seed: { type: Number },
    linkTo: { attribute: false },
  };

  /** The part that the link opens; the top for any other word. */
  declare section: SectionId;
  /** Of all examples that draw. */
  declare seed: number;
  declare linkTo: LinkTo;

  constructor() {
    super();
    this.section = "";
    this.seed = 1;
    this.linkTo = (section) => `#v=1&view=method&section=${section}`;
  }

  protected override render() {
    return html`
      <nav class="contents" aria-label="Method">
        <ul>
          ${Object.entries(CHAPTERS).map(
            ([id, title]) => html`<li>
              <a href=${this.linkTo(id)} @click=${() => this.open(id)}>${title}</a>
            </li>`,
          )}
        </ul>
      </nav>
      <div class="chapters">${chapters(this.linkTo)}</div>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("section")) this.open(this.section);
    if (changed.has("seed")) {
      for (const example of this.querySelectorAll("mi-counterexample")) (example as MiCounterexample).seed = this.seed;
    }
    followScrollBoxes(this);
  }

  /** A link to the part that is open already changes nothing in the address, and still has to lead there. */
  private open(section: SectionId): void {
    if (!SECTIONS.includes(section)) return;
    const heading = this.querySelector<HTMLElement>(`#${anchor(section)}`);
    heading?.scrollIntoView();
    heading?.focus({ preventScroll: true });
  }
}

MiMethodView.define("mi-method-view");

export function methodView({ inputs: { values }, link }: Model) {
  return html`<mi-method-view
    .section=${values.section}
    .seed=${values.example_seed}
    .linkTo=${(section: SectionId) => link({ ...values, view: "method", section })}
  ></mi-method-view>`;
}
