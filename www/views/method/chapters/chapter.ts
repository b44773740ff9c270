// A chapter: its heading, which a link can open, and what stands below it.
import { html, type TemplateResult } from "lit";
import { anchor, CHAPTERS, type ChapterId, type LinkTo, type SectionId } from "../../../state/parameters/method";

export function chapter(id: ChapterId, content: TemplateResult): TemplateResult {
  return html`<section class="prose" aria-labelledby=${anchor(id)}>
    <h2 id=${anchor(id)} tabindex="-1">${CHAPTERS[id]}</h2>
    ${content}
  </section>`;
}

/** A link to another part of the view. */
export function to(link: LinkTo, section: SectionId, words: string): TemplateResult {
  return html`<a href=${link(section)}>${words}</a>`;
}

/** Links to errata, e.g. "E1, E5". */
export function errata(link: LinkTo, ...names: string[]): TemplateResult {
  return html`${names.map((name, i) => html`${i > 0 ? ", " : ""}${to(link, name.toLowerCase(), name)}`)}`;
}

/** A table that scrolls in its own box where it is too wide. */
export function table(label: string, head: readonly string[], rows: readonly (readonly unknown[])[]): TemplateResult {
  return html`<div class="scroll" role="group" aria-label=${`Table: ${label}`}>
    <table>
      <caption class="visually-hidden">
        ${label}
      </caption>
      <thead>
        <tr>
          ${head.map((words) => html`<th scope="col">${words}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([first, ...rest]) => html`<tr>
            <th scope="row">${first}</th>
            ${rest.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** TeX, in a line of its own where it begins with a space. The build puts MathML in its place, so nobody calls this. */
export function tex(_source: TemplateStringsArray): TemplateResult {
  throw new Error("a formula was not rendered: the plugin of scripts/mathml.mjs is missing");
}
