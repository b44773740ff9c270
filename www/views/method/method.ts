// The method view: what is computed, what it rests on, and where the papers needed a correction.
import { html, type PropertyValues, type TemplateResult } from "lit";
import { guard } from "lit/directives/guard.js";
import { version } from "../../../package.json";
import type { Model } from "../../answers/model";
import { painted } from "../../components/element/lazily";
import { LightElement } from "../../components/element/light-element";
import { anchor, CHAPTERS, type LinkTo, SECTIONS, type SectionId } from "../../state/parameters/method";
import { certified } from "./chapters/certified";
import { errataChapter } from "./chapters/errata";
import { game } from "./chapters/game";
import { kinds } from "./chapters/kinds";
import { links } from "./chapters/links";
import { monteCarlo } from "./chapters/monte-carlo";
import { notation } from "./chapters/notation";
import { oneNumber } from "./chapters/one-number";
import { pairs } from "./chapters/pairs";
import { citing, references } from "./chapters/references";
import { sharperNoise } from "./chapters/sharper-noise";
import { standing } from "./chapters/standing";
import { theorems } from "./chapters/theorems";
import { ENTRIES } from "./errata";
import type { MiCounterexample } from "./mi-counterexample";
import { followScrollBoxes } from "./scroll-boxes";

type Chapter = (link: LinkTo) => TemplateResult;
const BEFORE_ERRATA: Chapter[] = [
  ...[notation, game, oneNumber, pairs, standing, certified, kinds],
  ...[monteCarlo, theorems, sharperNoise],
];
const AFTER_ERRATA: Chapter[] = [references, () => citing(version), links];
/** Chapters, and in the one of the errata each of these: what is drawn in one frame. */
const PARTS = BEFORE_ERRATA.length + ENTRIES.length + AFTER_ERRATA.length;

/** All chapters, in order, or the first so many of their parts; what is drawn already is left alone. */
export function chapters(link: LinkTo, parts = PARTS): unknown[] {
  const errata = Math.max(0, Math.min(parts - BEFORE_ERRATA.length, ENTRIES.length));
  const after = Math.max(0, parts - BEFORE_ERRATA.length - ENTRIES.length);
  const drawn = (chapter: Chapter) => guard([link], () => chapter(link));
  return [
    ...BEFORE_ERRATA.slice(0, parts).map(drawn),
    ...(errata > 0 ? [guard([link, errata], () => errataChapter(link, errata))] : []),
    ...AFTER_ERRATA.slice(0, after).map(drawn),
  ];
}

export class MiMethodView extends LightElement {
  static override properties = {
    section: { type: String },
    seed: { type: Number },
    linkTo: { attribute: false },
    parts: { state: true },
  };

  /** The part that the link opens; the top for any other word. */
  declare section: SectionId;
  /** Of all examples that draw. */
  declare seed: number;
  declare linkTo: LinkTo;
  /** How many are drawn; the rest follow one by one, so that meanwhile the page hears the reader. */
  declare parts: number;

  constructor() {
    super();
    this.section = "";
    this.seed = 1;
    this.parts = 1;
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
      <div class="chapters">${chapters(this.linkTo, this.parts)}</div>
    `;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("beforeprint", this.print);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("beforeprint", this.print);
  }

  /** What a link opens stands at its place at once. */
  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("section") && SECTIONS.includes(this.section)) this.parts = PARTS;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has("section")) this.open(this.section);
    for (const example of this.examples()) example.seed = this.seed;
    followScrollBoxes(this);
    if (changed.has("parts")) void this.goOn();
  }

  private async goOn(): Promise<void> {
    await painted();
    if (this.isConnected && this.parts < PARTS) this.parts++;
  }

  private examples(): Iterable<MiCounterexample> {
    return this.querySelectorAll<MiCounterexample>("mi-counterexample");
  }

  private drawAll(): void {
    this.parts = PARTS;
    this.performUpdate();
  }

  /** Examples that are drawn already hear it themselves. */
  private readonly print = (): void => {
    if (this.parts === PARTS) return;
    this.drawAll();
    for (const example of this.examples()) example.now();
  };

  /** A link to the part that is open already changes nothing in the address, and still has to lead there. */
  private open(section: SectionId): void {
    if (!SECTIONS.includes(section)) return;
    const find = () => this.querySelector<HTMLElement>(`#${anchor(section)}`);
    if (!find()) this.drawAll();
    const heading = find();
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
