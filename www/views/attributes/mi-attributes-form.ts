// The controls of attribute inference: the run, and how far apart the gradients of two values are.
import { html, nothing } from "lit";
import { choice, numberField } from "../../components/controls/controls";
import { LightElement } from "../../components/element/light-element";
import type { TableDrafts } from "../../state/files/table";
import type { Inputs } from "../../state/inputs/inputs";
import "../../components/controls/mi-csv-drop";
import "../../components/controls/mi-training-form";

const DISTANCES = { least: 0, most: 2e12, mostRows: 1_000_000, mostColumns: 100 };
const GRADIENTS = { mostRows: 100_000, mostColumns: 1_000_000 };
const KNOWN_NAMES = ["gradient_distance", "gradient_distances", "r_t", "r", "distance"];

export class MiAttributesForm extends LightElement {
  static override properties = {
    inputs: { attribute: false },
    drafts: { attribute: false },
    fileless: { type: Boolean },
  };

  declare inputs: Inputs;
  declare drafts: TableDrafts;
  /** Whether the distance is one number, and no file can be read. */
  declare fileless: boolean;

  protected override render() {
    const { inputs } = this;
    return html`
      <mi-training-form .inputs=${inputs} .steps=${null} .bare=${true}></mi-training-form>
      <form class="controls" @submit=${(event: Event) => event.preventDefault()}>
        <fieldset>
          <legend>How far apart two values are</legend>
          ${numberField(inputs, "clipping_norm")}
          ${this.fileless ? nothing : choice(inputs, "distance_source")} ${this.source()}
        </fieldset>
        <fieldset>
          <legend>The question</legend>
          ${numberField(inputs, "prior")} ${numberField(inputs, "fpr")}
        </fieldset>
      </form>
    `;
  }

  private source() {
    const { inputs } = this;
    const { tables } = inputs;
    switch (inputs.values.distance_source) {
      case "constant":
        return numberField(inputs, "gradient_distance");
      case "steps":
        return html`<mi-csv-drop
            name="distances"
            label="Gradient distances, one step a row"
            help="CSV or JSON, from 0 up to 2C, one for each step; of several columns, one called gradient_distance."
            example="gradient_distance&#10;0.51&#10;0.48"
            single
            .known=${KNOWN_NAMES}
            .options=${DISTANCES}
            .table=${tables.distances}
            .drafts=${this.drafts}
          ></mi-csv-drop>
          ${tables.distances ? html`<p class="derived">The file gives the number of steps.</p>` : nothing}`;
      case "gradients":
        return html`<mi-csv-drop
            name="gradients"
            label="Raw gradients, one value of the attribute a row"
            help="The gradient of the same record with each value of the attribute."
            example="0.12,-0.5,0.3&#10;0.10,-0.4,0.9"
            .options=${GRADIENTS}
            .table=${tables.gradients}
            .drafts=${this.drafts}
          ></mi-csv-drop>
          ${numberField(inputs, "attributes_values")}`;
    }
  }
}

MiAttributesForm.define("mi-attributes-form");
