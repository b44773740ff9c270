// A counterexample that computes itself when it comes into sight, and says which statement its numbers break.
import { html, nothing, type PropertyValues } from "lit";
import { FieldEvent } from "../../components/element/events";
import { LightElement } from "../../components/element/light-element";
import { percent, rounded } from "../../words/number";
import type { Example, Finding, Outcome, Role, Row } from "./examples/example";
import { followScrollBoxes } from "./scroll-boxes";

const ROLE_IN_WORDS: Record<Role, string> = { printed: "printed form", true: "right", given: "for comparison" };
const FIRST_SEED = 1;
const DIGITS = 6;
/** Below this a difference of numbers near one is rounding. */
const ROUNDING = 1e-14;

export class MiCounterexample extends LightElement {
  static override properties = {
    name: { type: String },
    heading: { type: String },
    example: { attribute: false },
    seed: { type: Number },
    outcome: { state: true },
  };

  /** The erratum's, e.g. "E9". */
  declare name: string;
  /** What it is to its erratum. */
  declare heading: string;
  declare example: Example;
  /** Of those that draw; the link keeps it. */
  declare seed: number;
  declare outcome: Outcome | null;
  private sight: IntersectionObserver | null = null;
  private waiting: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    super();
    this.seed = FIRST_SEED;
    this.outcome = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.outcome) return;
    this.sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) this.soon();
      },
      { rootMargin: "200px" },
    );
    this.sight.observe(this);
    addEventListener("beforeprint", this.now);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopWaiting();
  }

  private stopWaiting(): void {
    this.sight?.disconnect();
    this.sight = null;
    clearTimeout(this.waiting);
    removeEventListener("beforeprint", this.now);
  }

  /** In a task of its own, so that scrolling past many of them stays smooth. */
  private soon(): void {
    this.sight?.disconnect();
    this.waiting = setTimeout(this.now);
  }

  /** Without waiting to be seen. */
  readonly now = (): void => {
    this.stopWaiting();
    this.outcome = this.example.run(this.seed);
  };

  private again(): void {
    this.dispatchEvent(new FieldEvent("example_seed", String(this.seed + 1)));
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("seed") && this.outcome && this.example.random) this.outcome = this.example.run(this.seed);
  }

  protected override updated(): void {
    followScrollBoxes(this);
  }

  protected override render() {
    const { setting, random } = this.example;
    return html`
      <h3>${this.heading}${random ? ", drawn from a seed" : ""}</h3>
      <p class="setting">${setting}</p>
      ${this.outcome ? this.result(this.outcome) : html`<p class="pending">Computed when it comes into sight.</p>`}
      ${
        random && this.outcome
          ? html`<div class="buttons">
              <button type="button" @click=${this.again}>
                Run with another seed
              </button>
              <span role="status">Seed ${this.seed}</span>
            </div>`
          : nothing
      }
    `;
  }

  private result({ rows, findings }: Outcome) {
    return html`
      <div class="scroll" role="group" aria-label=${`Table: numbers of ${this.name}`}>
        <table>
          <caption class="visually-hidden">
            Numbers of ${this.name}
          </caption>
          <thead>
            <tr>
              <th scope="col">Quantity</th>
              <th scope="col">Value</th>
              <th scope="col">Whose</th>
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              (row) => html`<tr class=${row.role}>
                <th scope="row">${row.what}</th>
                <td class="value">${shownValue(row)}</td>
                <td>${ROLE_IN_WORDS[row.role]}</td>
              </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <ul class="findings">
        ${findings.map((finding) => verdictOf(finding))}
      </ul>
    `;
  }
}

export function shownValue({ value, digits = DIGITS, percent: inPercent = false }: Row): string {
  if (inPercent) return percent(value, digits);
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  return Math.abs(value) < ROUNDING && Math.abs(value) > 1e-18 ? "0 (up to rounding)" : rounded(value, digits);
}

function verdictOf({ statement, holds }: Finding) {
  return html`<li class=${holds ? "holds" : "broken"}><strong>${holds ? "Holds:" : "Broken:"}</strong> ${statement}</li>`;
}

MiCounterexample.define("mi-counterexample");
