// The papers and their BibTeX; how to cite the page.
import { html } from "lit";
import { bibtex, ownBibtex, PAPERS, SOURCES, type Source } from "../../../words/bibliography";
import { chapter } from "./chapter";
import "../../../components/element/mi-copy-button";

const everything = () => [...PAPERS, ...SOURCES].map(bibtex).join("\n\n");

function entry(source: Source) {
  const { authors, title, where, year, arxiv } = source;
  const venue = where === "arXiv" ? "" : `${where}, `;
  return html`<li>
    ${authors.split(" and ").join(", ")}. <cite>${title}</cite>. ${venue}${year}${arxiv ? `. arXiv:${arxiv}` : ""}.
    <details>
      <summary>BibTeX</summary>
      <pre tabindex="0" aria-label=${`BibTeX of ${title}`}>${bibtex(source)}</pre>
    </details>
  </li>`;
}

export const references = () =>
  chapter(
    "references",
    html`<h3>The five papers</h3>
      <ul class="sources">
        ${PAPERS.map(entry)}
      </ul>
      <h3>Further sources</h3>
      <ul class="sources">
        ${SOURCES.map(entry)}
      </ul>
      <mi-copy-button
        label="Copy all as BibTeX"
        what="BibTeX of all references"
        said="Copied."
        .text=${everything}
      ></mi-copy-button>`,
  );

export const citing = (version: string) =>
  chapter(
    "citing",
    html`<p>
        Cite the paper whose statement a figure rests on; the page names it beside the figure. Cite mi-bounds for the
        number, with the version that computed it and the link that shows it again. The version stands below the controls
        and in every result of the command line.
      </p>
      <pre tabindex="0" aria-label="BibTeX of mi-bounds">${ownBibtex(version)}</pre>
      <mi-copy-button
        label="Copy as BibTeX"
        what="BibTeX of mi-bounds"
        said="Copied."
        .text=${() => ownBibtex(version)}
      ></mi-copy-button>`,
  );
