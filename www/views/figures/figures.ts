// The figures of the five papers: a list by paper, and each figure live on a page of its own.
import { html, nothing } from "lit";
import type { Model } from "../../answers/model";
import { limits } from "../../components/element/workbench";
import { figureOf, PAPER_FIGURES, type Paper, type PaperFigureEntry, unknownFigure } from "../../state/paper-figures";
import { paperTitle, wordsOf } from "../../words/paper-figures";
import { openFigure } from "./open-figure";
import "./figures.css";

export type LinkTo = (figure: string) => string;

export function figuresView(model: Model) {
  const { inputs, link } = model;
  const { values } = inputs;
  // Beside a damaged link no figure stands.
  if (inputs.faults.length > 0) return html``;
  const linkTo: LinkTo = (figure) => link({ ...values, view: "figures", figure });
  const entry = figureOf(values.figure);
  if (entry) return html`<div class="papers one">${openFigure(model, entry, linkTo)}</div>${limits(LIMITS)}`;
  return html`
    <div class="papers">
      <section aria-label="Answer" class="answer" tabindex="-1" data-stale="no">
        ${values.figure ? html`<p class="notice">${unknownFigure(values.figure)}.</p>` : nothing}
        ${summary()}
      </section>
      <section aria-label="Results" class="outputs" aria-busy="false">${papers().map((paper) => ofPaper(paper, linkTo))}</section>
    </div>
    ${limits(LIMITS)}
  `;
}

const LIMITS = [
  "A figure is computed from the parameters that the paper states; what it leaves open is chosen here and said.",
  "No pixel was read off a printed picture: where ours is said to differ, the text, a table or a formula of the paper says so.",
  "An upper bound says nothing of how much an attack really finds, and a formula without a promise proves nothing.",
];

function summary() {
  const live = PAPER_FIGURES.filter(({ drawn }) => drawn !== "listed").length;
  return html`<p class="sentence" data-figure="summary">
    <b>${live}</b> of ${PAPER_FIGURES.length} figures and tables are computed here when you open them; the others need a training run or data.
  </p>`;
}

function papers(): Paper[] {
  return [...new Set(PAPER_FIGURES.map(({ paper }) => paper))];
}

function ofPaper(paper: Paper, linkTo: LinkTo) {
  return html`
    <h2>${paperTitle(paper)}</h2>
    <ul class="plain list" data-paper=${paper}>
      ${PAPER_FIGURES.filter((entry) => entry.paper === paper).map((entry) => inList(entry, linkTo))}
    </ul>
  `;
}

function inList({ id, number, drawn }: PaperFigureEntry, linkTo: LinkTo) {
  const { title, shows } = wordsOf(id);
  return html`<li data-drawn=${drawn}>
    <a href=${linkTo(id)} data-opens=${id}>${number}: ${title}</a>
    <span class="detail">${shows}${drawn === "listed" ? html` <em>Not computed here.</em>` : nothing}</span>
  </li>`;
}
