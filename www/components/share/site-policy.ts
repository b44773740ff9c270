// What a site has to allow before the lines of an embed work on it.
import { html } from "lit";
import type { EmbedOptions } from "../../share/embed-options";
import { type Form, policyFor } from "../../share/snippets";
import { VERSION } from "../../state/version";

export function sitePolicy(form: Form, options: EmbedOptions) {
  return html`<details>
    <summary>What the site has to allow</summary>
    <p>
      The lines pin version ${VERSION}: its folder stays when the page moves on. A site with a Content-Security-Policy has to add
      this to it:
    </p>
    <ul>
      ${policyFor(form, options).map((directive) => html`<li><code>${directive}</code></li>`)}
    </ul>
    ${crossOrigin(form, options)}
  </details>`;
}

/** Scripts of type "module" are fetched by the rules of other origins. */
function crossOrigin(form: Form, { height }: EmbedOptions) {
  if (form === "element")
    return html`<p>
      elements.js is a module: where it is served from another origin than the page that embeds it, that server has to send the
      header <code>Access-Control-Allow-Origin: *</code> with every file of the folder.
    </p>`;
  if (height !== null)
    return html`<p>With a height of your own there is no script, and so nothing that another origin would have to allow.</p>`;
  return html`<p>
    frame.js is a module: where it is served from another origin than the page that embeds it, that server has to send the header
    <code>Access-Control-Allow-Origin: *</code> with it, and with the modules that it imports. Without it the frame stands all the
    same, at the height in these lines.
  </p>`;
}
