// The findings on the papers: all of them as a list, and each on a page of its own with its counterexample.
import { html, nothing, type TemplateResult } from "lit";
import { anchor, type LinkTo, type SectionId } from "../../../state/parameters/method";
import { ENTRIES } from "../errata";
import type { Entry, Verdict } from "../errata/entry";
import { EXAMPLES } from "../examples";
import { chapter, to } from "./chapter";
import "../mi-counterexample";

const VERDICT_IN_WORDS: Record<Verdict, string> = {
  wrong: "The printed statement is wrong.",
  fine: "The printed statement is right.",
  subtle: "It depends on the reading.",
  news: "Valid as printed; a sharper bound replaces it.",
};

/** One finding, on a page of its own. */
export function erratum(section: SectionId, link: LinkTo): TemplateResult | null {
  const found = ENTRIES.find(({ id }) => id.toLowerCase() === section);
  if (!found) return null;
  const { id, title, place, verdict, printed, corrected, why } = found;
  const example = EXAMPLES[id];
  return html`<article class="prose erratum" aria-labelledby=${anchor(section)}>
    <p class="up">${to(link, "errata", "All errata")}</p>
    <h2 id=${anchor(section)} tabindex="-1">${id} ${title}</h2>
    <p class="place">${place}. <strong class=${verdict}>${VERDICT_IN_WORDS[verdict]}</strong></p>
    <dl class="forms">
      <dt>As printed</dt>
      <dd>${printed}</dd>
      <dt>${verdict === "news" ? "In its place" : "Corrected"}</dt>
      <dd>${corrected}</dd>
    </dl>
    ${why(link)}
    ${
      example
        ? html`<mi-counterexample
            name=${id}
            heading=${verdict === "fine" || verdict === "news" ? "Check" : "Counterexample"}
            .example=${example}
          ></mi-counterexample>`
        : nothing
    }
    ${neighbours(found, link)}
  </article>`;
}

function neighbours(found: Entry, link: LinkTo) {
  const at = ENTRIES.indexOf(found);
  const [before, after] = [ENTRIES[at - 1], ENTRIES[at + 1]];
  return html`<p class="neighbours">
    ${before ? html`<span>Before: ${to(link, before.id.toLowerCase(), before.id)} ${before.title}</span>` : nothing}
    ${after ? html`<span>Next: ${to(link, after.id.toLowerCase(), after.id)} ${after.title}</span>` : nothing}
  </p>`;
}

export const errataChapter = (link: LinkTo) =>
  chapter(
    "errata",
    html`<p>
        The five papers were read against their own proofs and against computation. Where a printed statement does not hold,
        the page uses the corrected form and names the finding beside each figure that needs it. The papers were read in text
        copies, which lose signs now and then; where a finding could be a slip of the copy, that is said. What was suspected
        and found right is listed as well. On each page, "for comparison" marks numbers that neither form disputes.
      </p>
      <ul class="index">
        ${ENTRIES.map(
          ({ id, title, verdict, place }) => html`<li>
            ${to(link, id.toLowerCase(), id)} ${title}
            <span class="place">${place}. <strong class=${verdict}>${VERDICT_IN_WORDS[verdict]}</strong></span>
          </li>`,
        )}
      </ul>`,
  );
