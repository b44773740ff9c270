// The findings on the papers, each with its counterexample.
import { html, nothing } from "lit";
import { guard } from "lit/directives/guard.js";
import { anchor, type LinkTo } from "../../../state/parameters/method";
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

function entry({ id, title, place, verdict, printed, corrected, why }: Entry, link: LinkTo) {
  const section = id.toLowerCase();
  const example = EXAMPLES[id];
  return html`<article class="erratum" aria-labelledby=${anchor(section)}>
    <h3 id=${anchor(section)} tabindex="-1"><a href=${link(section)}>${id}</a> ${title}</h3>
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
  </article>`;
}

/** With the first so many of them. */
export const errataChapter = (link: LinkTo, entries: number) =>
  chapter(
    "errata",
    html`<p>
        The five papers were read against their own proofs and against computation. Where a printed statement does not hold,
        the page uses the corrected form and names the finding beside each figure that needs it. The papers were read in text
        copies, which lose signs now and then; where a finding could be a slip of the copy, that is said. What was suspected
        and found right is listed as well. "For comparison" marks numbers that neither form disputes.
      </p>
      <ul class="index">
        ${ENTRIES.map(({ id, title }) => html`<li>${to(link, id.toLowerCase(), id)} ${title}</li>`)}
      </ul>
      ${ENTRIES.slice(0, entries).map((each) => guard([link], () => entry(each, link)))}`,
  );
