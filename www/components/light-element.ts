// Base of our elements: they render into the light DOM, so that labels, links and the page's styles reach inside.
import { LitElement } from "lit";

export class LightElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
