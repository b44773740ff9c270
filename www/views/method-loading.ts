// The method view is a chunk of its own: its text is longer than the rest of the page.
import { html } from "lit";
import type { Model } from "./model";

export function methodView({ inputs, link }: Model) {
  void import("./method");
  const { values } = inputs;
  return html`<mi-method-view
    .section=${values.section}
    .linkTo=${(section: string) => link({ ...values, view: "method", section })}
  ></mi-method-view>`;
}
