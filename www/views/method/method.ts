// The method view: what is computed, what it rests on, and where the papers needed a correction; a summary, and a page for each
// chapter and each erratum.
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { version } from "../../../package.json";
import type { Model } from "../../answers/model";
import { LightElement } from "../../components/element/light-element";
import { anchor, CHAPTERS, type ChapterId, type LinkTo, SECTIONS, type SectionId } from "../../state/parameters/method";
import { audit } from "./chapters/audit";
import { certified } from "./chapters/certified";
import { closedForm } from "./chapters/closed-form";
import { errataChapter, erratum } from "./chapters/errata";
import { game } from "./chapters/game";
import { kinds } from "./chapters/kinds";
import { links } from "./chapters/links";
import { monteCarlo } from "./chapters/monte-carlo";
import { notation } from "./chapters/notation";
import { oneNumber } from "./chapters/one-number";
import { otherGames } from "./chapters/other-games";
import { pairs } from "./chapters/pairs";
import { citing, references } from "./chapters/references";
import { sharperNoise } from "./chapters/sharper-noise";
import { standing } from "./chapters/standing";
import { summary } from "./chapters/summary";
import { theorems } from "./chapters/theorems";
import { words } from "./chapters/words";
import type { MiCounterexample } from "./mi-counterexample";
import { followScrollBoxes } from "./scroll-boxes";

const PAGES: Record<ChapterId, (link: LinkTo) => TemplateResult> = {
  notation,
  game,
  "other-games": otherGames,
  "one-number": oneNumber,
  pairs,
  standing,
  certified,
  kinds,
  words,
  "monte-carlo": monteCarlo,
  audit,
  theorems,
  "closed-form": closedForm,
  "sharper-noise": sharperNoise,
  errata: errataChapter,
  references,
  citing: () => citing(version),
  links,
};

/** What a section opens: a chapter, an erratum, or for any other word the summary. */
export function pageOf(section: SectionId, link: LinkTo): TemplateResult {
  if (Object.hasOwn(PAGES, section)) return PAGES[section as ChapterId](link);
  return erratum(section, link) ?? summary(link);
}

export class MiMethodView extends LightElement {
  static override properties = {
    section: { type: String },
    seed: { type: Number },
    linkTo: { attribute: false },
  };

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
    const known = SECTIONS.includes(this.section);
    return html`
      <nav class="contents" aria-label="Method">
        <ul>
          <li><a href=${this.linkTo("top")} aria-current=${known ? nothing : "page"}>The method in short</a></li>
          ${Object.entries(CHAPTERS).map(
            ([id, title]) => html`<li>
              <a href=${this.linkTo(id)} aria-current=${id === this.section ? "page" : nothing} @click=${() => this.open(id)}>${title}</a>
            </li>`,
          )}
        </ul>
      </nav>
      <div class="chapters">${guard([this.section, this.linkTo], () => pageOf(this.section, this.linkTo))}</div>
    `;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("section")) this.open(this.section);
    for (const example of this.querySelectorAll<MiCounterexample>("mi-counterexample")) example.seed = this.seed;
    followScrollBoxes(this);
  }

  /** A link to the page that is open already changes nothing in the address, and still has to lead to its beginning. */
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
