// A quiet menu beside a chart: the chart as a file. What makes the files is loaded with the first of them.
import { html } from "lit";
import { LightElement } from "../element/light-element";
import type { ChartElement } from "./chart-element";
import type { FileKind } from "./chart-files";

const KINDS: [kind: FileKind, label: string][] = [
  ["svg", "SVG"],
  ["png", "PNG"],
  ["csv", "CSV"],
];

export class MiSaveChart extends LightElement {
  static override properties = { chart: { attribute: false }, caption: { type: String }, problem: { state: true } };

  declare chart: ChartElement;
  declare caption: string;
  declare problem: string;

  constructor() {
    super();
    this.problem = "";
  }

  protected override render() {
    return html`<details>
      <summary>Save this figure</summary>
      <div class="buttons" role="group" aria-label="Save this figure: ${this.caption}">
        ${KINDS.map(
          ([kind, label]) =>
            html`<button type="button" data-save=${kind} aria-label="${label}: ${this.caption}" @click=${() => this.save(kind)}>
              ${label}
            </button>`,
        )}
        <span role="status">${this.problem}</span>
      </div>
    </details>`;
  }

  private async save(kind: FileKind): Promise<void> {
    try {
      const { saveChart } = await import("./chart-files");
      await saveChart(this.chart, kind);
      this.problem = "";
    } catch (error) {
      this.problem = `It could not be saved: ${error instanceof Error ? error.message : error}.`;
    }
  }
}

MiSaveChart.define("mi-save-chart");
