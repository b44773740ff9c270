// Builds the lines that put this state into another site, and shows what they give.
import { html, nothing } from "lit";
import { keyed } from "lit/directives/keyed.js";
import {
  CONTROLS,
  type EmbedOptions,
  figureOf,
  figuresOf,
  siteOf,
  THEMES,
  usualOptions,
} from "../../share/embed-options";
import { FORMS, type Form, frameFragment, snippet } from "../../share/snippets";
import type { Subject } from "../../share/subject";
import { FIGURE_VIEWS, usualControls } from "../../state/embeds";
import { type Key, PARAMS } from "../../state/parameters/table";
import { possibleSliders, usualSliders } from "../../state/questions/sliders";
import { VERSION } from "../../state/version";
import { LightElement } from "../element/light-element";
import { sitePolicy } from "./site-policy";
import "../element/mi-copy-button";

const SIZES = { least: 100, most: 4000 };

export class MiShareEmbed extends LightElement {
  static override properties = {
    subject: { attribute: false },
    options: { state: true },
    form: { state: true },
    sizes: { state: true },
    heard: { state: true },
  };

  declare subject: Subject;
  declare options: EmbedOptions | null;
  declare form: Form;
  /** As typed; empty is automatic. */
  declare sizes: { width: string; height: string };
  /** The height that the preview asked for. */
  declare heard: number | null;

  constructor() {
    super();
    this.options = null;
    this.form = "iframe";
    this.sizes = { width: "", height: "" };
    this.heard = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    addEventListener("message", this.onMessage);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener("message", this.onMessage);
  }

  protected override willUpdate(): void {
    if (this.options) return;
    this.options = usualOptions(figureOf(this.subject.values), siteOf(location.href));
  }

  protected override render() {
    const { options, subject, form } = this;
    if (!options) return null;
    const text = () => snippet(form, subject, { ...options, measured: this.heard }, VERSION);
    return html`
      <div class="choices">
        ${this.choice("figure", "Figure", figuresOf(subject.values.view))} ${this.choice("controls", "Controls", CONTROLS)}
        ${this.choice("theme", "Theme", THEMES)} ${this.size("width", "Width in pixels")}
        ${this.size("height", "Height in pixels")}
        <label class="site">
          Address of the site that serves it
          <input type="text" inputmode="url" id="embed-site" .value=${options.site} spellcheck="false" @change=${this.onSite} />
        </label>
      </div>
      ${options.controls === "sliders" ? this.sliders(options) : nothing}
      <label class="choose">
        Lines for
        <select id="embed-form" @change=${this.onForm}>
          ${entries(FORMS).map(([name, label]) => html`<option value=${name} ?selected=${name === form}>${label}</option>`)}
        </select>
      </label>
      ${
        form === "element" && (options.width !== null || options.height !== null)
          ? html`<p class="detail">An element has the width of the text around it and the height that it needs; give it another in your style sheet.</p>`
          : nothing
      }
      <pre class="taken" tabindex="0" role="region" aria-label="Lines to paste: ${FORMS[form]}">${text()}</pre>
      <div class="buttons">
        <mi-copy-button label="Copy the lines" what="Lines to paste" said="Copied." .text=${text}></mi-copy-button>
      </div>
      ${sitePolicy(form, options)}
      <h3>Preview</h3>
      <div class="preview">${this.preview(options)}</div>
    `;
  }

  private choice<K extends "figure" | "controls" | "theme">(
    name: K,
    label: string,
    words: Partial<Record<EmbedOptions[K], string>>,
  ) {
    return html`<label>
      ${label}
      <select id="embed-${name}" @change=${(event: Event) => this.choose(name, (event.target as HTMLSelectElement).value as EmbedOptions[K])}>
        ${entries(words).map(([value, text]) => html`<option value=${value} ?selected=${value === this.options?.[name]}>${text}</option>`)}
      </select>
    </label>`;
  }

  private choose<K extends "figure" | "controls" | "theme">(name: K, value: EmbedOptions[K]): void {
    if (!this.options) return;
    const options = { ...this.options, [name]: value };
    this.options = name === "figure" ? { ...options, controls: usualControls(options.figure), sliders: null } : options;
    this.heard = null;
  }

  private sliders({ figure, sliders }: EmbedOptions) {
    const { values } = this.subject;
    const view = FIGURE_VIEWS[figure];
    const possible = possibleSliders(view, values);
    const shown = sliders ?? usualSliders(view, values);
    const choose = (key: Key, on: boolean) => {
      if (!this.options) return;
      this.options = {
        ...this.options,
        sliders: possible.filter((each) => (each === key ? on : shown.includes(each))),
      };
    };
    return html`<fieldset class="sliders">
      <legend>Sliders</legend>
      ${possible.map(
        (key) => html`<label>
          <input
            type="checkbox"
            id="embed-slider-${key}"
            .checked=${shown.includes(key)}
            @change=${({ target }: Event) => choose(key, (target as HTMLInputElement).checked)}
          />
          ${PARAMS[key].label}
        </label>`,
      )}
      ${shown.length === 0 ? html`<p class="detail">Without a slider it is the figure alone.</p>` : nothing}
    </fieldset>`;
  }

  private size(name: "width" | "height", label: string) {
    const text = this.sizes[name];
    const wrong = text.trim() !== "" && readSize(text) === null;
    const note = wrong
      ? `${JSON.stringify(text)} is no size; allowed are whole numbers from ${SIZES.least} up to ${SIZES.most}, or nothing: automatic`
      : "";
    return html`<label>
      ${label}
      <input
        type="text"
        id="embed-${name}"
        inputmode="numeric"
        placeholder="automatic"
        .value=${text}
        aria-invalid=${wrong ? "true" : "false"}
        aria-describedby="embed-${name}-note"
        @input=${({ target }: Event) => this.resize(name, (target as HTMLInputElement).value)}
      />
      <span class="problem" id="embed-${name}-note">${note}</span>
    </label>`;
  }

  private resize(name: "width" | "height", text: string): void {
    this.sizes = { ...this.sizes, [name]: text };
    if (this.options) this.options = { ...this.options, [name]: readSize(text) };
  }

  private onSite({ target }: Event): void {
    const field = target as HTMLInputElement;
    if (this.options) this.options = { ...this.options, site: siteOf(field.value) };
  }

  private onForm({ target }: Event): void {
    this.form = (target as HTMLSelectElement).value as Form;
  }

  /** A frame that is made anew leaves no step for the browser's back button. */
  private preview(options: EmbedOptions) {
    const address = `./${VERSION}/embed.html#${frameFragment(this.subject, options)}`;
    const height = options.height ?? this.heard ?? 320;
    return keyed(
      address,
      html`<iframe
        src=${address}
        title="Preview of the embed"
        width=${options.width ?? nothing}
        height=${height}
      ></iframe>`,
    );
  }

  private readonly onMessage = ({ source, origin, data }: MessageEvent) => {
    if (source !== this.querySelector("iframe")?.contentWindow || origin !== location.origin) return;
    const { source: sender, type, height } = (data ?? {}) as Record<string, unknown>;
    if (sender === "mi-bounds" && type === "height" && typeof height === "number") this.heard = Math.ceil(height);
  };
}

function entries<K extends string>(record: Partial<Record<K, string>>): [K, string][] {
  return Object.entries(record) as [K, string][];
}

/** Null for nothing, and for what is no size. */
function readSize(text: string): number | null {
  const value = Number(text.trim());
  return text.trim() !== "" && Number.isInteger(value) && value >= SIZES.least && value <= SIZES.most ? value : null;
}

MiShareEmbed.define("mi-share-embed");
