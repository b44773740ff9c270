// The result as files for other programs.
import { html, nothing } from "lit";
import type { Row } from "../../register/figures";
import { resultCsv, resultJson, simulationCsv } from "../../share/data";
import { type Experimented, experimentCsv, experimentJson } from "../../share/laboratory";
import { registerCsv, registerJson } from "../../share/register";
import type { Subject } from "../../share/subject";
import { fileName } from "../../words/setting";
import { record } from "../../words/simulation";
import { LightElement } from "../element/light-element";
import "../element/mi-copy-button";
import "../element/mi-download-button";

export class MiShareData extends LightElement {
  static override properties = { subject: { attribute: false } };

  declare subject: Subject;

  protected override render() {
    const { subject } = this;
    const { answered, values } = subject;
    if (subject.published) return this.published(subject.published);
    if (subject.experimented) return this.experimented(subject.experimented);
    if (!answered) return null;
    const json = () => resultJson(subject) ?? "";
    const csv = () => resultCsv(subject) ?? "";
    const history = answered.view === "training" || answered.view === "calibrate";
    return html`
      <p>
        JSON holds the inputs, the whole result with the version, and the link.
        ${history ? html`Its <code>history</code> is the one of Opacus, and reads back into the schedule of this page.` : nothing}
      </p>
      <div class="buttons">
        <mi-download-button
          label="Download as JSON"
          file=${fileName(values.view, values, "json")}
          kind="application/json"
          .text=${json}
        ></mi-download-button>
        <mi-copy-button label="Copy as JSON" what="Result as JSON" said="Copied." .text=${json}></mi-copy-button>
      </div>
      <p>
        CSV holds one figure a row: lower, estimate and upper with its kind and unit, and the parameters in columns of their
        own. Every number has all its digits.
      </p>
      <div class="buttons">
        <mi-download-button label="Download as CSV" file=${fileName(values.view, values, "csv")} .text=${csv}></mi-download-button>
        <mi-copy-button label="Copy as CSV" what="Result as CSV" said="Copied." .text=${csv}></mi-copy-button>
      </div>
      ${values.view === "training" ? this.simulated() : nothing}
    `;
  }

  private published(rows: Row[]) {
    const { values, link } = this.subject;
    const json = () => registerJson(rows, link);
    const csv = () => registerCsv(rows);
    return html`
      <p>JSON holds each field with its status and where it stands, and the certified figures with their kind and theorem.</p>
      <div class="buttons">
        <mi-download-button label="Download as JSON" file=${fileName("register", values, "json")} kind="application/json" .text=${json}></mi-download-button>
        <mi-copy-button label="Copy as JSON" what="Register as JSON" said="Copied." .text=${json}></mi-copy-button>
      </div>
      <p>CSV holds one entry a row: the claim, the certified figures with lower, estimate, upper and kind, and the source.</p>
      <div class="buttons">
        <mi-download-button label="Download as CSV" file=${fileName("register", values, "csv")} .text=${csv}></mi-download-button>
        <mi-copy-button label="Copy as CSV" what="Register as CSV" said="Copied." .text=${csv}></mi-copy-button>
      </div>
    `;
  }

  private experimented(shown: Experimented) {
    const { values, link } = this.subject;
    const json = () => experimentJson(shown, link);
    const csv = () => experimentCsv(shown, link);
    return html`
      <p>JSON holds the options with the seed, the whole result with the version, and the link; CSV one figure a row.</p>
      <div class="buttons">
        <mi-download-button label="Download as JSON" file=${fileName("laboratory", values, "json")} kind="application/json" .text=${json}></mi-download-button>
        <mi-copy-button label="Copy as JSON" what="Experiment as JSON" said="Copied." .text=${json}></mi-copy-button>
        <mi-download-button label="Download as CSV" file=${fileName("laboratory", values, "csv")} .text=${csv}></mi-download-button>
        <mi-copy-button label="Copy as CSV" what="Experiment as CSV" said="Copied." .text=${csv}></mi-copy-button>
      </div>
    `;
  }

  private simulated() {
    const { subject } = this;
    const { simulation, answered, values, link } = subject;
    const over = simulation.status === "done" || simulation.status === "cancelled";
    if (!over || !simulation.result || answered?.view !== "training")
      return html`<p class="detail">A simulation of this run can be taken away once it has run.</p>`;
    const json = () => `${record(simulation, answered.result) ?? ""}\n`;
    return html`
      <p>The simulation, with the seed and the lines that repeat it:</p>
      <div class="buttons">
        <mi-download-button
          label="Simulation as JSON"
          file=${fileName("simulation", values, "json")}
          kind="application/json"
          .text=${json}
        ></mi-download-button>
        <mi-download-button
          label="Simulation as CSV"
          file=${fileName("simulation", values, "csv")}
          .text=${() => simulationCsv(simulation, link) ?? ""}
        ></mi-download-button>
      </div>
    `;
  }
}

MiShareData.define("mi-share-data");
