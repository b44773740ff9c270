// Base of our elements: they render into the light DOM, so that labels, links and the page's styles reach inside.
import { LitElement } from "lit";
import { version } from "../../../package.json";

export class LightElement extends LitElement {
  static readonly version = version;

  /** Two copies of us can meet in one document, which has only one set of names: the first keeps them. */
  static define(this: CustomElementConstructor & typeof LightElement, name: string): void {
    const known = customElements.get(name) as typeof LightElement | undefined;
    // biome-ignore lint/complexity/noThisInStatic: the element, not its base, gets the name
    if (!known) customElements.define(name, this);
    else if (known.version !== version) {
      console.warn(
        `mi-bounds ${version}: <${name}> is that of version ${known.version ?? "unknown"}, which came first.`,
      );
    }
  }

  protected override createRenderRoot(): HTMLElement {
    return this;
  }
}
