// What one embed holds: the state that its attributes give, what the reader changes, and the drawing of both.
import { html, nothing, render, type TemplateResult } from "lit";
import { numberField } from "../components/controls/controls";
import { listen } from "../components/controls/listen";
import type { Problem } from "../engine/protocol";
import type { Controls } from "../state/embeds";
import { type Inputs, inputsOf, withRefusal } from "../state/inputs/inputs";
import { faultInWords } from "../state/link/faults";
import { writeFragment } from "../state/link/fragment";
import { defaults, type Name, type Parameters } from "../state/parameters/table";
import type { Run } from "../state/questions/run";
import { readAttributes } from "./attributes";
import { controlsOf, slidersOf } from "./controls";
import { type EmbedName, viewOf } from "./names";
import { embedSheet } from "./sheet";
import { calculator } from "./static/spawn.js";

const SPEECH_PAUSE_MS = 900;

/** What the shell is told: the fallback stays until there is an answer, and for good if there can be none. */
export type Standing = "waiting" | "answered" | "unavailable";

export interface Embedded {
  host: HTMLElement;
  root: ShadowRoot;
  place: HTMLElement;
  name: EmbedName;
  stands: (standing: Standing) => void;
}

export abstract class Session {
  protected inputs: Inputs = inputsOf();
  private remarks: string[] = [];
  private spoken = "";
  private drawing = false;
  private speechTimer: ReturnType<typeof setTimeout> | undefined;
  /** What the embed is called by those who hear the page. */
  protected abstract readonly label: string;

  constructor(protected readonly embedded: Embedded) {
    const { root, place, host } = embedded;
    root.adoptedStyleSheets.push(embedSheet());
    withoutOutline(root);
    listen(place, {
      inputs: () => this.inputs,
      change: (inputs) => {
        this.follow(inputs);
        this.spoken = "";
        clearTimeout(this.speechTimer);
        this.speechTimer = setTimeout(() => {
          this.spoken = this.said();
          this.draw();
        }, SPEECH_PAUSE_MS);
        const detail = { fragment: this.fragment() };
        host.dispatchEvent(new CustomEvent("mi-change", { detail, bubbles: true, composed: true }));
      },
    });
  }

  /** Asks what the inputs raise; `draw` is called with each answer. */
  protected abstract ask(): void;
  /** Whether there is something to show. */
  protected abstract get answered(): boolean;
  /** Why the question as it stands has no answer. */
  protected abstract get problem(): Problem | null;
  protected abstract figure(): TemplateResult;
  /** The whole form, where an embed does not arrange its own. */
  protected form(): TemplateResult {
    return html``;
  }

  /** The answer in words. */
  protected abstract said(): string;
  /** Which library computed it, and on which side of the truth it is. */
  protected abstract origin(): string;

  /** Everything begins again from what the author wrote. */
  read(): void {
    const { values, runB, faults, remarks } = readAttributes(this.embedded.host.attributes, viewOf(this.embedded.name));
    this.remarks = remarks;
    this.follow(inputsOf(values, runB, faults));
  }

  protected follow(inputs: Inputs): void {
    this.inputs = inputs;
    this.ask();
    this.draw();
  }

  protected get controls(): Controls {
    return controlsOf(this.embedded.host, this.embedded.name).controls;
  }

  /** Many changes in a frame are one drawing. A tab in the background draws none, and needs none. */
  protected readonly draw = (): void => {
    if (this.drawing) return;
    this.drawing = true;
    requestAnimationFrame(() => {
      this.drawing = false;
      const { place, stands } = this.embedded;
      const lost = ["unavailable", "crashed", "damaged"].includes(this.problem?.code ?? "");
      if (!this.answered && !this.problem) return stands("waiting");
      stands(lost && !this.answered ? "unavailable" : "answered");
      render(this.template(), place);
    });
  };

  /** The inputs with the module's own refusal beside the control that it names. */
  protected get refused(): Inputs {
    return withRefusal(this.inputs, this.problem);
  }

  protected fragment(values: Parameters = this.inputs.values, runB: Run | null = this.inputs.runB): string {
    return writeFragment(values, runB);
  }

  /** The calculator's link to a state; null where nobody knows the calculator's address. */
  protected link(values: Parameters = this.inputs.values): string | null {
    const address = calculatorOf(this.embedded.host);
    return address && `${address}#${this.fragment(values)}`;
  }

  protected template(): TemplateResult {
    const { controls, problem, inputs } = this;
    const { host, name } = this.embedded;
    const own = [controlsOf(host, name).fault, slidersOf(host, name, inputs.values).fault];
    const faults = [...own.filter((fault) => fault !== null), ...inputs.faults.map(faultInWords), ...this.remarks];
    return html`<div
      class="embed"
      lang="en"
      dir="ltr"
      role="group"
      aria-label=${this.label}
      data-controls=${controls}
      data-calculator=${this.link() ? "yes" : "no"}
    >
      ${faults.map((text) => html`<p class="notice fault">${text}</p>`)}
      ${controls === "none" ? nothing : html`<p class="visually-hidden" role="status">${this.spoken}</p>`}
      ${this.arranged(controls, problem)}
      <p class="colophon">
        ${this.answered ? html`<span>${this.origin()}</span>` : nothing}
        ${this.link() ? html`<a href=${this.link()} target="_blank" rel="noopener">Open in the calculator</a>` : nothing}
      </p>
    </div>`;
  }

  protected arranged(controls: Controls, problem: Problem | null): TemplateResult {
    const shown = html`<div class="shown">${this.reason(problem)} ${this.answered ? this.figure() : nothing}</div>`;
    if (controls === "full") return html`<div class="beside">${this.form()} ${shown}</div>`;
    if (controls === "none") return shown;
    const { inputs, embedded } = this;
    const { keys } = slidersOf(embedded.host, embedded.name, inputs.values);
    return html`<form class="sliders" @submit=${(event: Event) => event.preventDefault()}>
        ${keys.map((key) => numberField(this.refused, key, inputs.values[key] ?? defaults()[key]))}
      </form>
      ${shown}`;
  }

  protected reason(problem: Problem | null) {
    // What an attribute has wrong is said above.
    if (!problem || problem.code === "damaged") return nothing;
    return html`<p class="notice problem" role="status">${this.reasonInWords(problem)}</p>`;
  }

  private reasonInWords({ code, message }: Problem): string {
    if (code === "unavailable" || code === "crashed") return `The live figure cannot be computed here: ${message}.`;
    return this.answered ? `${message}. The figure is that of the last good input.` : `${message}.`;
  }
}

function calculatorOf(host: HTMLElement): string | null {
  const written = host.getAttribute("calculator");
  if (written === null) return calculator;
  try {
    const { protocol, href } = new URL(written, host.ownerDocument.baseURI);
    return /^(?:https?|file):$/.test(protocol) ? href.replace(/#.*$/, "") : null;
  } catch {
    return null;
  }
}

/** Headings and landmarks of a page are its author's: ours keep their look and their names, and are neither. */
function withoutOutline(root: ShadowRoot): void {
  const removeRoles = () => {
    for (const heading of root.querySelectorAll("h1,h2,h3,h4,h5,h6")) heading.setAttribute("role", "presentation");
    for (const region of root.querySelectorAll("section[aria-label],[role=region]"))
      region.setAttribute("role", "group");
  };
  new MutationObserver(removeRoles).observe(root, { childList: true, subtree: true });
}

/** Names of parameters whose refusal concerns an answer. */
export function firstProblem({ faults, problems }: Inputs, names: readonly Name[]): Problem | null {
  const [fault] = faults;
  if (fault) return { code: "damaged", parameter: "", message: fault.message };
  const name = names.find((each) => problems[each]);
  return name ? { code: "out_of_range", parameter: name, message: problems[name] ?? "" } : null;
}
